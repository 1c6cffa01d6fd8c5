"""A position, drawn once for all who look at it: readers and overprints come between its layers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TypeVar, cast

from trainshed.core.recall import recalled

from . import (
    areas,
    crayon,
    freight,
    labels,
    lettering,
    lines,
    links,
    pieces,
    relief,
    symbols,
    tiles,
    track,
)
from . import overprint as over
from .labels import Box, Label, Name
from .layer import Layer, layer, slices
from .scene import (
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
    Point,
    Rails,
    RouteLine,
    Runner,
    Space,
    Station,
    Tile,
    Town,
)

T = TypeVar("T")

_UNSEEN = Space, Journey
"""What is drawn only while it may be chosen."""
_FEW = 8
"""How many towns, cities or engines share a layer."""
_HALTS = {"junction": 0, "station": 1, "place": 2}
"""Whose names are written first."""


class Position(NamedTuple):
    """What lies on a board, from the bottom to the top."""

    shapes: tuple[Layer, ...]
    """What the layers refer to."""
    hexes: tuple[Layer, ...]
    """Areas and coloured hexes, under what just happened."""
    places: tuple[Layer, ...]
    """Track, lines, links, cities and stations, under the flags of a race."""
    flags: tuple[tuple[Flag, Halt | None], ...]
    """The flags, each with the place in it: their words are the reader's."""
    pieces: tuple[Layer, ...]
    """Trains, towns, houses and engines, under the targets."""
    names: tuple[Layer, ...]
    """What targets must not hide."""
    rings: tuple[type[Item], ...]
    """The kinds of things there that have rings of their own."""
    spots: Mapping[Key, over.Spot]
    """Where each thing can be clicked."""
    filled: Mapping[int, over.Shape]
    """The rings of hexes on which something stands."""
    high: frozenset[Key]
    """The cities with their name above them."""
    links: Mapping[Key, Link]


@recalled(128)
def lying(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Everything that is seen as soon as it is there."""
    return tuple([item for item in items if not isinstance(item, _UNSEEN)])


@lru_cache(maxsize=128)
def position(items: tuple[Item, ...], board: HexMap, ids: str) -> Position:
    """All layers of what lies on a board."""
    of = _Sorted(items)
    engines, cities, owned, routes = of(Engine), of(City), of(Link), of(RouteLine)
    driven = {engine.hex: engine for engine in engines}
    halts = {halt.hex: halt for halt in of(Halt)}
    at = crayon.stands(items, board)
    laid = tiles.draw(of(Tile), board, ids)
    names = written(items, board)
    return Position(
        shapes=_shapes(of, board, ids),
        hexes=(*layer("areas", (areas.draw(of(Area), board),)), *laid.bases),
        places=(
            *layer("routes", (lines.bands(routes, board),)),
            *laid.tracks,
            *laid.tops,
            *layer("values", (areas.values(of(Area)),)),
            *laid.stations,
            *_each("rails", [(it.enamel, track.draw(it, board, ids)) for it in of(Rails)]),
            *layer("bands", (crayon.bands(of(Band), board),)),
            *(one for it in of(Lines) for one in crayon.draw(it, board, ids)),
            *layer("gates", [freight.gate(gate, board, ids) for gate in of(Gate)]),
            *links.draw(owned, board, ids),
            *slices("cities", [freight.draw(city, board, ids) for city in cities], _FEW),
            *layer("halts", [crayon.halt(halt, board) for halt in halts.values()]),
        ),
        flags=tuple((flag, halts.get(flag.hex)) for flag in of(Flag)),
        pieces=(
            *layer("trains", [crayon.runner(it, at[it.key], board, ids) for it in of(Runner)]),
            *slices("towns", [pieces.town(town, board, ids) for town in of(Town)], _FEW),
            *_each(
                "houses",
                [
                    (it.porcelain, pieces.station(it, board))
                    for it in of(Station)
                    if it.hex not in driven
                ],
            ),
            *slices("engines", [pieces.engine(it, board, ids) for it in engines], _FEW // 2),
        ),
        names=(
            *layer(
                "aside",
                [
                    pieces.station(it, board, driven[it.hex])
                    for it in of(Station)
                    if it.hex in driven
                ],
            ),
            *layer(
                "nameplates",
                [pieces.nameplate(it, board) for it in engines if it.heading is None],
            ),
            *labels.draw(names, labels.size(board.radius)),
            *layer("counted", (lines.flags(routes, board),)),
            *laid.coordinates,
        ),
        rings=tuple(kind for kind in (Tile, Halt, City) if of(kind)),
        spots=over.spots(items, board),
        filled=over.filled(items),
        high=_high(cities, names, board),
        links={link.key: link for link in owned},
    )


def written(items: Sequence[Item], board: HexMap) -> tuple[Label, ...]:
    """The names of the places, each where it hides least; the same until the position changes."""
    of = _Sorted(items)
    waiting = {engine.hex for engine in of(Engine) if engine.heading is None}
    towns = sorted(of(Town), key=lambda town: labels.ORDER[town.kind])
    named = sorted((tile for tile in of(Tile) if tile.name), key=lambda tile: not tile.circles)
    halts = sorted(of(Halt), key=lambda halt: _HALTS[halt.kind])
    claims = [_claim(item, board) for item in items]
    stations = over.spots((*of(Engine), *of(Station)), board)
    boxes, points = list(_printed(board)), list(_crests(board))
    for item, claim in zip(items, claims, strict=True):
        boxes += claim.boxes
        points += claim.points
        if isinstance(item, Station):
            x, y = stations[item.key].at
            boxes.append(Box(x - 9.5, y - 9.5, x + 9.5, y + 9.5))
    return labels.place(
        (
            *(crayon.called(halt, board) for halt in halts),
            *(_name(town, board, waits=town.hex in waiting) for town in towns),
            *(tiles.called(tile, board) for tile in named),
            *(freight.called(city, board) for city in of(City)),
        ),
        tuple(boxes),
        tuple(points),
        Box(2, 2, board.width - 2, board.height - 2),
        labels.size(board.radius),
    )


class _Sorted:
    """Items by their kind."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._kinds: dict[type, list[Item]] = {}
        for item in items:
            self._kinds.setdefault(type(item), []).append(item)

    def __call__(self, kind: type[T]) -> list[T]:
        return cast("list[T]", self._kinds.get(kind, []))


class _Claim(NamedTuple):
    """What names must keep clear of: the room that a thing takes, points along its track."""

    boxes: tuple[Box, ...] = ()
    points: tuple[Point, ...] = ()


@lru_cache(maxsize=512)
def _claim(item: Item, board: HexMap) -> _Claim:
    radius = board.radius
    match item:
        case Town(hex=hex_, kind=kind):
            high = radius * (pieces.DISC if kind == "town" else pieces.PLATE)
            wide = high if kind == "town" else high * 0.866
            return _Claim((_about(board, hex_, wide, high),))
        case Engine(hex=hex_):
            return _Claim((_about(board, hex_, radius * 0.86, radius * 0.86),))
        case Rails(plates=plates, letters=letters):
            wide, high = (side / 2 + 1 for side in symbols.nameplate_size(letters))
            return _Claim(
                tuple(_about(board, hex_, wide, high) for hex_ in plates),
                tuple((round(x), round(y)) for x, y in track.lay(item, board).points()),
            )
        case Tile():
            return _Claim(tuple(tiles.room(item, board)), tuple(tiles.points(item, board)))
        case Area():
            return _Claim((areas.room(item),))
        case Halt() | Flag():
            return _Claim(tuple(crayon.room(item, board)))
        case City() | Gate():
            return _Claim((freight.room(item, board),))
        case Link():
            points = links.laid(item, board).points()
            return _Claim(
                (links.room(item, board),), tuple((round(x), round(y)) for x, y in points)
            )
        case Lines():
            return _Claim((), tuple(crayon.points(item, board)))
        case _:
            return _Claim()


@lru_cache(maxsize=64)
def _printed(board: HexMap) -> tuple[Box, ...]:
    """The room that the words of a map take."""
    return tuple(box for words in board.lettering for box in lettering.rooms(words))


@lru_cache(maxsize=64)
def _crests(board: HexMap) -> tuple[Point, ...]:
    return tuple(relief.crests(board))


def _high(cities: Iterable[City], names: Iterable[Label], board: HexMap) -> frozenset[Key]:
    """The cities whose name reaches above the middle of their upper half."""
    middles = {name.words: (name.box.top + name.box.bottom) / 2 for name in names}
    rise = board.radius * 0.3
    return frozenset(
        city.key
        for city in cities
        if middles.get(city.name, board.height) < board.centre(city.hex)[1] - rise
    )


def _each(name: str, drawn: Iterable[tuple[str, str]]) -> Iterator[Layer]:
    """A layer for each owner; one whose things do not lie together has several."""
    seen: Counter[str] = Counter()
    for owner, row in groupby(drawn, key=itemgetter(0)):
        seen[owner] += 1
        again = f"-{seen[owner]}" if seen[owner] > 1 else ""
        yield from layer(f"{name}-{owner}{again}", [text for _, text in row])


def _shapes(of: _Sorted, board: HexMap, ids: str) -> tuple[Layer, ...]:
    """The shapes of the pieces that a game has, written once."""
    if hexes := of(Tile):
        return tiles.defs(hexes, board, ids)
    if bool(of(Halt)) or bool(of(Lines)):
        return layer("shapes", (crayon.shapes(ids),))
    if cities := of(City):
        return layer("shapes", (freight.shapes(cities, board, ids),))
    return layer("shapes", (pieces.shapes(board, ids),))


def _name(town: Town, board: HexMap, *, waits: bool) -> Name:
    """A name, and how far it must keep from its place, which is lower where an engine waits."""
    radius = board.radius
    high = radius * (pieces.DISC if town.kind == "town" else pieces.PLATE) + 1
    wide = high if town.kind == "town" else high * 0.866
    high += 4 if waits else 0
    return Name(town.name, board.centre(town.hex), (wide, high), beside=town.kind == "town")


def _about(board: HexMap, hex_: int, wide: float, high: float) -> Box:
    x, y = board.centre(hex_)
    return Box(x - wide, y - high, x + wide, y + high)
