"""A scene as SVG: a pure function of values, the same text every time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from trainshed.core import Reader, say

from . import (
    areas,
    crayon,
    desk,
    freight,
    labels,
    lettering,
    lines,
    links,
    markup,
    pieces,
    relief,
    symbols,
    tiles,
    track,
)
from . import overprint as over
from .ground import ground as draw_ground
from .labels import Box, Label, Name
from .scene import (
    NOTHING,
    Area,
    Band,
    City,
    Engine,
    Flag,
    Gate,
    Halt,
    HexMap,
    Item,
    Journey,
    Key,
    Lines,
    Link,
    Overprint,
    Point,
    Rails,
    RouteLine,
    Runner,
    Scene,
    Space,
    Station,
    Tile,
    Town,
)
from .theme import Theme, fixed

_HALTS = {"junction": 0, "station": 1, "place": 2}
"""Whose names are written first."""


def svg(
    scene: Scene,
    *,
    reader: Reader,
    overprint: Overprint = NOTHING,
    theme: Theme | None = None,
    ground: str = "inline",
    selected: Key | None = None,
    ids: str = "",
) -> str:
    """Draw a scene.

    Without a theme the drawing is for a page: its colours are variables, its symbols those of
    `symbols.sprite`. With a theme it stands alone. `ground` is "inline", "none", or the address
    of a file that `ground.sheet` made. `selected` opens the choices under that key; `ids` goes
    before the ids of shapes, where one page shows several boards.
    """
    reader = replace(reader, show=None)
    board = scene.ground
    wanted = {target.key for target in overprint.targets} | set(overprint.last)
    known = {} if scene.desk is not None else over.spots(scene.items, board, wanted)
    tags = dict(scene.tags)
    sheet = over.Sheet(overprint, board, known, reader, ids, selected, theme is not None, tags)
    below = ""
    if ground == "inline":
        below = draw_ground(board, reader=reader, theme=theme, ids=ids)
    elif ground != "none":
        below = f'<use class="ground" href="{markup.text(ground)}#ground"/>'
    above = fixed(_position(scene, sheet), theme)
    shared = "" if theme is None else symbols.used(below + above, theme)
    return _frame(shared + below + above, board, reader, theme)


def written(scene: Scene) -> tuple[Label, ...]:
    """The names of the places, each where it hides least; the same until the position changes."""
    board = scene.ground
    items = [item for item in scene.items if not isinstance(item, Space)]
    towns = sorted(
        (item for item in items if isinstance(item, Town)),
        key=lambda town: labels.ORDER[town.kind],
    )
    waiting = {it.hex for it in items if isinstance(it, Engine) and it.heading is None}
    lays = [track.Lay(item, board) for item in items if isinstance(item, Rails)]
    named = [item for item in items if isinstance(item, Tile)]
    points: list[Point] = [(round(x), round(y)) for lay in lays for x, y in lay.points()]
    points += [point for tile in named for point in tiles.points(tile, board)]
    for item in items:
        if isinstance(item, Lines):
            points += crayon.points(item, board)
        elif isinstance(item, Link):
            points += [(round(x), round(y)) for x, y in links.Laid(item, board).points()]
    points += relief.crests(board)
    pieces_ = (item for item in items if isinstance(item, Engine | Station))
    halts = sorted(
        (item for item in items if isinstance(item, Halt)),
        key=lambda halt: _HALTS[halt.kind],
    )
    return labels.place(
        (
            *(crayon.called(halt, board) for halt in halts),
            *(_name(town, board, waits=town.hex in waiting) for town in towns),
            *tiles.names(named, board),
            *(freight.called(item, board) for item in items if isinstance(item, City)),
        ),
        tuple(_obstacles(items, board, over.spots(pieces_, board))),
        tuple(points),
        Box(2, 2, board.width - 2, board.height - 2),
        labels.size(board.radius),
    )


def _frame(body: str, board: HexMap, reader: Reader, theme: Theme | None) -> str:
    wide, high = markup.num(board.width), markup.num(board.height)
    size = f'viewBox="0 0 {wide} {high}"'
    size += ' overflow="visible"' if theme is None else f' width="{wide}" height="{high}"'
    label = markup.text(reader.read(say("The board")))
    head = f'xmlns="http://www.w3.org/2000/svg" class="board" {size} role="group"'
    return f'<svg {head} aria-label="{label}">{body}</svg>'


def _position(scene: Scene, sheet: over.Sheet) -> str:
    """Everything that a move can change, from the bottom to the top."""
    if scene.desk is not None:
        return desk.draw(scene, sheet)
    board = scene.ground
    items = [item for item in scene.items if not isinstance(item, Space)]
    engines = [item for item in items if isinstance(item, Engine)]
    driven = {engine.hex: engine for engine in engines}
    houses = [item for item in items if isinstance(item, Station)]
    hexes = [item for item in items if isinstance(item, Tile)]
    regions = [item for item in items if isinstance(item, Area)]
    routes = [item for item in items if isinstance(item, RouteLine)]
    race = [item for item in items if isinstance(item, Runner)]
    halts = {item.hex: item for item in items if isinstance(item, Halt)}
    at = crayon.stands(items, board)
    cities = [item for item in items if isinstance(item, City)]
    owned = [item for item in items if isinstance(item, Link)]
    ids, names = sheet.ids, written(scene)
    sheet = sheet._replace(named=_named(cities, names, board) if sheet.tags else ())
    rings = over.shapes(board, ids, sheet.reader.seat or 0) if sheet.overprint.targets else ""
    rings += over.circles(board, ids) if rings and hexes else ""
    rings += over.crayons(ids) if rings and halts else ""
    rings += over.freights(board, ids) if rings and cities else ""
    layers = (
        f"<defs>{_shapes(scene, ids)}{rings}</defs>",
        areas.draw(regions, board),
        tiles.bases(hexes, board, ids),
        over.last(sheet.overprint.last, sheet.known, board),
        lines.bands(routes, board),
        tiles.tracks(hexes, board, ids),
        tiles.tops(hexes, board, ids),
        areas.values(regions),
        tiles.stations(hexes, board, ids),
        *(track.draw(track.Lay(it, board), ids) for it in items if isinstance(it, Rails)),
        crayon.bands([item for item in items if isinstance(item, Band)], board),
        *(crayon.draw(item, board, ids) for item in items if isinstance(item, Lines)),
        *(freight.gate(item, board, ids) for item in items if isinstance(item, Gate)),
        links.draw(owned, board, ids),
        *(freight.draw(city, board, ids) for city in cities),
        *(crayon.halt(item, board) for item in halts.values()),
        *(
            crayon.flag(it, board, sheet.reader, halts.get(it.hex))
            for it in items
            if isinstance(it, Flag)
        ),
        *(crayon.runner(train, at[train.key], board, ids) for train in race),
        *(pieces.town(item, board, ids) for item in items if isinstance(item, Town)),
        *(pieces.station(house, board) for house in houses if house.hex not in driven),
        *(pieces.engine(engine, board, ids) for engine in engines),
        over.targets(sheet),
        _ways(items, owned, sheet),
        over.choices(sheet),
        *(pieces.station(it, board, driven[it.hex]) for it in houses if it.hex in driven),
        *(pieces.nameplate(engine, board) for engine in engines if engine.heading is None),
        labels.draw(names, labels.size(board.radius)),
        lines.flags(routes, board),
        tiles.coordinates(hexes, board) if hexes else "",
        over.fans(sheet),
    )
    return markup.group("".join(layers), 'class="position"')


def _named(cities: Iterable[City], names: Iterable[Label], board: HexMap) -> frozenset[Key]:
    """The cities whose name reaches above the middle of their upper half."""
    middles = {name.words: (name.box.top + name.box.bottom) / 2 for name in names}
    rise = board.radius * 0.3
    return frozenset(
        city.key
        for city in cities
        if middles.get(city.name, board.height) < board.centre(city.hex)[1] - rise
    )


def _ways(items: Iterable[Item], owned: Iterable[Link], sheet: over.Sheet) -> str:
    """The ways over links that may be chosen."""
    found = [item for item in items if isinstance(item, Journey) and sheet.shows(item.key)]
    if not found or not sheet.overprint.targets:
        return ""
    known = {link.key: link for link in owned}
    drawn = links.journeys(
        found,
        known,
        sheet.board,
        sheet.overprint,
        sheet.reader,
        ids=sheet.ids,
        selected=sheet.selected,
    )
    if not drawn:
        return ""
    wash = links.washed(found, known, sheet.board, sheet.ids)
    return wash + over.ways(sheet, drawn) + over.travels(sheet, found[0].cube)


def _shapes(scene: Scene, ids: str) -> str:
    """The shapes of the pieces that a game has, written once."""
    hexes = [item for item in scene.items if isinstance(item, Tile)]
    if hexes:
        return tiles.defs(hexes, scene.ground, ids)
    if any(isinstance(item, Halt | Lines) for item in scene.items):
        return crayon.shapes(ids)
    cities = [item for item in scene.items if isinstance(item, City)]
    if cities:
        return freight.shapes(cities, scene.ground, ids)
    return pieces.shapes(scene.ground, ids)


def _name(town: Town, board: HexMap, *, waits: bool) -> Name:
    """A name, and how far it must keep from its place, which is lower where an engine waits."""
    radius = board.radius
    high = radius * (pieces.DISC if town.kind == "town" else pieces.PLATE) + 1
    wide = high if town.kind == "town" else high * 0.866
    high += 4 if waits else 0
    return Name(town.name, board.centre(town.hex), (wide, high), beside=town.kind == "town")


def _obstacles(items: Iterable[Item], board: HexMap, known: Mapping[Key, over.Spot]) -> list[Box]:
    """The room that places, pieces and the words of the map take."""
    radius = board.radius
    found = [box for words in board.lettering for box in lettering.rooms(words)]
    for item in items:
        match item:
            case Town(hex=hex_, kind=kind):
                high = radius * (pieces.DISC if kind == "town" else pieces.PLATE)
                wide = high if kind == "town" else high * 0.866
                found.append(_about(board, hex_, wide, high))
            case Engine(hex=hex_):
                found.append(_about(board, hex_, radius * 0.86, radius * 0.86))
            case Station(key=key):
                x, y = known[key].at
                found.append(Box(x - 9.5, y - 9.5, x + 9.5, y + 9.5))
            case Rails(plates=plates, letters=letters):
                wide, high = (side / 2 + 1 for side in symbols.nameplate_size(letters))
                found += [_about(board, hex_, wide, high) for hex_ in plates]
            case Tile():
                found += tiles.room(item, board)
            case Area():
                found.append(areas.room(item))
            case Halt() | Flag():
                found += crayon.room(item, board)
            case City() | Gate():
                found.append(freight.room(item, board))
            case Link():
                found.append(links.room(item, board))
            case _:
                pass
    return found


def _about(board: HexMap, hex_: int, wide: float, high: float) -> Box:
    x, y = board.centre(hex_)
    return Box(x - wide, y - high, x + wide, y + high)
