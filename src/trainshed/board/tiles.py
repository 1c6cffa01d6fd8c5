"""18xx tiles and the stations on them, drawn in three parts: hexes, track, and what lies on track.

Routes are drawn between the first part and the second. What several tiles share is written once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from . import symbols
from .hexes import Tops, corners
from .labels import Box, Name
from .layer import Layer, layer, slices, within
from .layout import CASING, DISC, DOT, LETTER, RAIL, RIM, SLOT, Layout, Way, layout, midside
from .markup import group, moved, name, num, polygon, polyline, text
from .scene import Circle, HexMap, Look, Plate, Point, Tile

T = TypeVar("T")

TOKEN = 0.283
"""The radius of a station."""
_WIDTHS = {1: 13.5, 2: 11.5, 3: 9.6, 4: 8.2}
"""How large so many letters are on a station."""
_LETTERED = (
    'font-family="var(--serif)" font-weight="700" text-anchor="middle" fill="var(--tile-track)"'
)
_MANY = 36
"""How many hexes share a layer."""
_JOINT = 0.98, 1.025
"""Rails reach a little into the next hex, over the end of their own casing."""


class Drawn(NamedTuple, Generic[T]):
    """What is drawn of tiles, from the bottom to the top; other things lie between."""

    bases: T
    """The coloured hexes, under all track."""
    tracks: T
    tops: T
    """Towns, cities, values and letters, on the track."""
    stations: T
    """The stations, and in small letters those for whom places are kept."""
    coordinates: T
    """The names of hexes that tiles hide; a page shows them by the variable `--coordinates`."""


def draw(tiles: Iterable[Tile], board: HexMap, ids: str) -> Drawn[tuple[Layer, ...]]:
    """All tiles."""
    drawn = [_drawn(tile, board, ids) for tile in tiles]
    if not drawn:
        return Drawn((), (), (), (), ())
    rows = zip(Drawn._fields, zip(*drawn, strict=True), strict=True)
    bases, tracks, tops, stations, words = (slices(name, row, _MANY) for name, row in rows)
    style = 'font-family="var(--sans)" font-size="9" text-anchor="middle" fill="var(--tile-track)"'
    style = f'class="coordinates" display="var(--coordinates, none)" {style}'
    return Drawn(
        bases,
        within(tracks, f"<g {_railed(board.radius)}>") if tracks else (),
        within(tops, f"<g {_LETTERED}>") if tops else (),
        stations,
        within(words, f"<g {style}>"),
    )


@lru_cache(maxsize=8192)
def _drawn(tile: Tile, board: HexMap, ids: str) -> Drawn[str]:
    """The parts of one tile."""
    look, (x, y) = tile.look, board.centre(tile.hex)
    place = f'x="{num(x)}" y="{num(y)}"'
    base = f'<use id="{name(tile.key)}" href="#{ids}base-{look.colour}" {place}/>'
    has_track = look.links or any(stop.sides for stop in look.stops)
    words = f'<text x="{num(x)}" y="{num(y + board.radius * 0.78)}">{board.grid.name[tile.hex]}'
    return Drawn(
        base if look.colour not in ("blank", "red") else "",
        f'<use href="#{ids}track-{look.name}" {place}/>' if has_track else "",
        f'<use href="#{ids}top-{look.name}" {place}/>' if _is_topped(look) else "",
        "".join(
            _circle(tile, circle, number, board, ids)
            for number, circle in enumerate(tile.circles)
            if circle.stations or circle.kept
        ),
        f"{words}</text>" if look.colour != "blank" else "",
    )


def _is_topped(look: Look) -> bool:
    return look.colour not in ("blank", "red") and bool(look.stops)


def places(tile: Tile, number: int, board: HexMap) -> list[Point]:
    """Where the places of a circle are: stations first, kept places last."""
    x, y = board.centre(tile.hex)
    found = layout(tile.look, board.grid.tops).slots[number]
    return [(x + dx * board.radius, y + dy * board.radius) for dx, dy in found]


def defs(tiles: Iterable[Tile], board: HexMap, ids: str) -> tuple[Layer, ...]:
    """All that is used several times: bases, looks, plates."""
    tiles = tuple(tiles)
    radius, shape = board.radius, board.grid.tops
    looks: dict[str, Look] = {}
    defined: list[Layer] = []
    for start in range(0, len(tiles), _MANY):
        here = {tile.look.name: tile.look for tile in tiles[start : start + _MANY]}
        found = [it for it in here.values() if it.colour != "blank" and it.name not in looks]
        looks |= {look.name: look for look in found}
        drawn = [_defined(look, radius, shape, ids) for look in found]
        defined += layer(f"looks-{start // _MANY}", drawn)
    plates = {
        plate.letters: plate
        for tile in tiles
        for circle in tile.circles
        for plate in circle.stations
    }
    colours = [_base(colour, radius, shape, ids) for colour in _colours(looks.values())]
    tokens = [
        f'<g id="{ids}token-{_id(plate.letters)}">{token(plate, radius)}</g>'
        for plate in plates.values()
    ]
    worths = [
        f'<g id="{ids}worth-{value}">{disc(str(value), radius)}</g>'
        for value in dict.fromkeys(look.value for look in looks.values() if look.value)
    ]
    worths.append(f'<g id="{ids}slot">{_slot(radius)}</g>')
    return (
        *layer("colours", colours),
        *defined,
        *layer("tokens", tokens),
        *layer("worths", worths),
    )


def called(tile: Tile, board: HexMap) -> Name:
    """The name of a place, to be written by its circles."""
    far, place = board.radius, layout(tile.look, board.grid.tops)
    spots = [at for row in place.slots for at in row] or list(place.middles)
    size = SLOT if tile.circles else DOT
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    x, y = board.centre(tile.hex)
    return Name(
        tile.name,
        (x + (left + right) / 2 * far, y + (top + bottom) / 2 * far),
        (((right - left) / 2 + size) * far + 3, ((bottom - top) / 2 + size) * far + 3),
        beside=not tile.circles,
    )


def points(tile: Tile, board: HexMap) -> Iterator[tuple[int, int]]:
    """Points along the track of a tile."""
    (x, y), far = board.centre(tile.hex), board.radius
    place = layout(tile.look, board.grid.tops)
    for way in (*place.links, *(way for row in place.spokes for way in row)):
        for px, py in way.points(4)[:-1]:
            yield round(x + px * far), round(y + py * far)


def room(tile: Tile, board: HexMap) -> list[Box]:
    """What cities, towns, values, letters and water take of a hex."""
    place, look = layout(tile.look, board.grid.tops), tile.look
    taken = [(at, SLOT + RIM) for row in place.slots for at in row]
    taken += [
        (at, DOT) for stop, at in zip(look.stops, place.middles, strict=True) if stop.kind == "town"
    ]
    taken += [(place.value, DISC)] if look.value else []
    taken += [(place.label, LETTER + 0.03)] if look.label else []
    taken += [(place.cost, 0.26)] if look.cost else []
    if look.note and look.colour == "blank":
        taken += [((dx, -0.59), 0.14) for dx in (-0.16, 0.16)]
    (x, y), far = board.centre(tile.hex), board.radius
    return [
        Box(x + (px - r) * far, y + (py - r) * far, x + (px + r) * far, y + (py + r) * far)
        for (px, py), r in taken
    ]


@lru_cache(maxsize=1024)
def token(plate: Plate, radius: float) -> str:
    """A company's station: a disc with an inner ring and its letters."""
    size = TOKEN * radius
    body = f"var(--{plate.livery})"
    on = f"var(--{plate.livery}-on)"
    ring = 2.0 if plate.livery == "state" else 0.9
    width = _WIDTHS.get(len(plate.letters), 7.0) * radius / 50
    return (
        f'<circle r="{num(size)}" fill="{body}" stroke="var(--key)" stroke-width="1.5"/>'
        f'<circle r="{num(size - 2.4)}" fill="none" stroke="{on}" stroke-width="{ring}" '
        f'stroke-opacity=".8"/>{symbols.letters(plate.letters, on, size=width)}'
    )


def blank(look: Look, radius: float, shape: Tops) -> str:
    """A hex without a tile: its town, city, letter and water."""
    place = layout(look, shape)
    drawn = ""
    for stop, at, slots in zip(look.stops, place.middles, place.slots, strict=True):
        if stop.kind == "town":
            drawn += _town(at, radius, empty=True)
        drawn += "".join(group(_slot(radius), moved(_scaled(slot, radius))) for slot in slots)
    if look.label:
        drawn += group(_label(look, place, radius), _LETTERED.replace("tile-track", "map-ink"))
    if look.cost:
        drawn += _water(look.cost, _scaled(place.cost, radius))
    if look.note:
        drawn += (
            f'<text y="{num(-0.52 * radius)}" font-family="var(--serif)" font-style="italic" '
            f'font-size="{num(0.22 * radius)}" text-anchor="middle" letter-spacing="1" '
            f'fill="var(--ink-3)">{text(look.note)}</text>'
        )
    return drawn


@lru_cache(maxsize=4096)
def _defined(look: Look, radius: float, shape: Tops, ids: str) -> str:
    """The two parts of a look: its track, and what lies on it."""
    drawn = f'<g id="{ids}track-{look.name}">{_track(look, radius, shape)}</g>'
    if _is_topped(look):
        drawn += f'<g id="{ids}top-{look.name}">{_top(look, radius, shape, ids)}</g>'
    return drawn


def picture(look: Look, *, radius: float = 50.0, shape: Tops = "flat", css: str = "tile") -> str:
    """A tile as a picture of its own, for choosers and lists."""
    wide, high = (radius, radius * 0.866) if shape == "flat" else (radius * 0.866, radius)
    box = f"{num(-wide - 1)} {num(-high - 1)} {num(2 * wide + 2)} {num(2 * high + 2)}"
    body = _hexagon(look.colour, radius, shape)
    body += group(_track(look, radius, shape), _railed(radius))
    body += group(_top(look, radius, shape, None), _LETTERED)
    return f'<svg class="{css}" viewBox="{box}" aria-hidden="true">{body}</svg>'


def _railed(radius: float) -> str:
    """What all rails have in common."""
    return f'fill="none" stroke="var(--tile-track)" stroke-width="{num(RAIL * radius)}"'


def _track(look: Look, radius: float, shape: Tops) -> str:
    """Lines that meet are one; a line that crosses another lies on it as on a bridge."""
    drawn = ""
    for sides, path in _lines(look, radius, shape):
        casing = f'stroke="var(--tile-casing)" stroke-width="{num(CASING * radius)}"'
        drawn += f'<path d="{path}" {casing}/><path d="{path}{_joints(sides, radius, shape)}"/>'
    return drawn + _arrows(look, radius, shape)


def _joints(sides: Iterable[int], radius: float, shape: Tops) -> str:
    """Where rails go on in the next hex."""
    drawn = ""
    for side in sorted(sides):
        (x, y), (near, far) = midside(side, shape), _JOINT
        step = f"{num(x * (far - near) * radius)} {num(y * (far - near) * radius)}"
        drawn += f"M{num(x * near * radius)} {num(y * near * radius)}l{step}"
    return drawn


def _lines(look: Look, radius: float, shape: Tops) -> list[tuple[set[int], str]]:
    """Each line with its sides; the later lie on the earlier."""
    place = layout(look, shape)
    groups: list[tuple[set[int], str]] = []
    parts = [
        (set(pair), way.path(radius)) for pair, way in zip(look.links, place.links, strict=True)
    ]
    for stop, ways in zip(look.stops, place.spokes, strict=True):
        if stop.kind != "area" and ways:
            parts.append((set(stop.sides), _joined(ways, radius)))
    for sides, path in parts:
        met = [other for other in groups if other[0] & sides]
        groups = [other for other in groups if not other[0] & sides]
        together = sides.union(*(other for other, _ in met))
        groups.append((together, "".join(drawn for _, drawn in met) + path))
    return groups


def _joined(ways: tuple[Way, ...], radius: float) -> str:
    """Spokes, two by two without a break where they meet."""
    if len(ways) == 2:
        return ways[0].path(radius) + ways[1].back().path(radius, joined=True)
    return "".join(way.path(radius) for way in ways)


def _arrows(look: Look, radius: float, shape: Tops) -> str:
    """Track into an area narrows to a point."""
    ways = [
        way
        for stop, row in zip(look.stops, layout(look, shape).spokes, strict=True)
        if stop.kind == "area"
        for way in row
    ]
    drawn = ""
    for (ax, ay), (bx, by), *_ in ways:
        wide = RAIL / 2 / math.hypot(ax, ay)
        near = (ax - ay * wide, ay + ax * wide), (ax + ay * wide, ay - ax * wide)
        shape_ = polyline([_scaled(point, radius) for point in (near[0], (bx, by), near[1])])
        drawn += (
            f'<path d="{shape_}" fill="var(--tile-track)" stroke="var(--tile-casing)" '
            'stroke-width="1.8" paint-order="stroke"/>'
        )
    return drawn


def _top(look: Look, radius: float, shape: Tops, ids: str | None) -> str:
    """Towns, cities, the value and the letter; without ids nothing is referred to."""
    place = layout(look, shape)
    drawn = ""
    for stop, at, slots in zip(look.stops, place.middles, place.slots, strict=True):
        if stop.kind == "town":
            drawn += _town(at, radius, empty=False)
        if slots:
            drawn += _city(slots, radius, ids)
    if look.value:
        at = _scaled(place.value, radius)
        if ids is None:
            drawn += group(disc(str(look.value), radius), moved(at))
        else:
            drawn += f'<use href="#{ids}worth-{look.value}" x="{num(at[0])}" y="{num(at[1])}"/>'
    if look.label:
        drawn += _label(look, place, radius)
    if look.cost:
        drawn += _water(look.cost, _scaled(place.cost, radius), "tile-track")
    return drawn


def _town(at: Point, radius: float, *, empty: bool) -> str:
    """A dot with a casing on track, a ring where nothing is built yet."""
    fill, rim = ("town-fill", "key") if empty else ("tile-track", "tile-casing")
    return (
        f'<circle cx="{num(at[0] * radius)}" cy="{num(at[1] * radius)}" r="{num(DOT * radius)}" '
        f'fill="var(--{fill})" stroke="var(--{rim})" stroke-width="1.8"/>'
    )


def _city(slots: tuple[Point, ...], radius: float, ids: str | None) -> str:
    """Circles in one casing."""
    points = [_scaled(slot, radius) for slot in slots]
    drawn = ""
    if len(points) > 1:
        order = [points[n] for n in ((0, 1, 3, 2) if len(points) == 4 else range(len(points)))]
        path = polygon(order)
        wide = 2 * SLOT * radius
        drawn = (
            f'<path d="{path}" fill="var(--tile-track)" stroke="var(--tile-track)" '
            f'stroke-width="{num(wide + 6)}" stroke-linejoin="round"/>'
            f'<path d="{path}" fill="var(--town-fill)" stroke="var(--town-fill)" '
            f'stroke-width="{num(wide + 3)}" stroke-linejoin="round"/>'
        )
    for x, y in points:
        if ids is None:
            drawn += group(_slot(radius), moved((x, y)))
        else:
            drawn += f'<use href="#{ids}slot" x="{num(x)}" y="{num(y)}"/>'
    return drawn


def _slot(radius: float) -> str:
    return (
        f'<circle r="{num(SLOT * radius)}" fill="var(--town-fill)" stroke="var(--tile-track)" '
        'stroke-width="1.6"/>'
    )


@lru_cache(maxsize=1024)
def disc(words: str, radius: float) -> str:
    """What a stop is worth."""
    size = (10.6 if len(words) < 3 else 8.8) * radius / 50
    return (
        f'<circle r="{num(DISC * radius)}" fill="var(--town-fill)" stroke="var(--tile-track)" '
        f'stroke-width="1.1"/>{symbols.letters(words, "var(--p-ink)", size=size)}'
    )


def _label(look: Look, place: Layout, radius: float) -> str:
    x, y = _scaled(place.label, radius)
    size = radius * 0.28
    at = f'x="{num(x)}" y="{num(y + size * 0.34)}" font-size="{num(size)}"'
    return f"<text {at}>{text(look.label)}</text>"


def _water(cost: int, at: Point, ink: str = "river") -> str:
    """Two waves and the figure."""
    waves = "M-10-6q2.5-4 5 0t5 0 5 0 5 0M-7-1q2.5-4 5 0t5 0 4 0"
    return group(
        f'<path d="{waves}" fill="none" stroke="var(--{ink})" stroke-width="1.5" '
        'stroke-linecap="round"/><text y="12" font-family="var(--sans)" font-weight="600" '
        f'font-size="12" text-anchor="middle" fill="var(--{ink})">{cost}</text>',
        moved(at),
    )


def _circle(tile: Tile, circle: Circle, number: int, board: HexMap, ids: str) -> str:
    where = places(tile, number, board)
    drawn = "".join(
        f'<use id="{name(plate.key)}" class="token" href="#{ids}token-{_id(plate.letters)}" '
        f'x="{num(x)}" y="{num(y)}"/>'
        for plate, (x, y) in zip(circle.stations, where, strict=False)
    )
    size = board.radius * 0.19
    for letters, (x, y) in zip(reversed(circle.kept), reversed(where), strict=False):
        drawn += (
            f'<text class="kept" x="{num(x)}" y="{num(y + size * 0.36)}" '
            f'font-family="var(--sans)" font-weight="600" font-size="{num(size)}" '
            f'text-anchor="middle" fill="var(--p-ink)" fill-opacity=".62">{text(letters)}</text>'
        )
    return drawn


def _base(colour: str, radius: float, shape: Tops, ids: str) -> str:
    return f'<g id="{ids}base-{colour}">{_hexagon(colour, radius, shape)}</g>'


def _hexagon(colour: str, radius: float, shape: Tops) -> str:
    """A hex of a colour with its edge and an inner light line."""
    return (
        f'<path d="{polygon(corners(radius, shape))}" fill="var(--tile-{colour})" '
        'stroke="var(--tile-edge)" stroke-width="1.2" stroke-linejoin="round"/>'
        f'<path d="{polygon(corners(radius - 4, shape))}" fill="none" '
        'stroke="var(--tile-casing)" stroke-opacity=".42" stroke-width="1"/>'
    )


def _colours(looks: Iterable[Look]) -> list[str]:
    return [colour for colour in dict.fromkeys(look.colour for look in looks) if colour != "red"]


def _scaled(point: Point, radius: float) -> Point:
    return point[0] * radius, point[1] * radius


def _id(letters: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in letters)
