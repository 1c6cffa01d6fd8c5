"""18xx tiles: where their track, stops, values and letters lie, and how they are drawn.

Lengths in a `Layout` are in radii of a hex, about its middle. Track meets each side at its middle
and at a right angle: a straight line, or an arc of 0.5 R (neighbouring sides) or 1.5 R.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from . import symbols
from .hexes import STEPS, Tops, centre, corners
from .labels import Box, Name
from .markup import group, moved, name, num, polygon, text
from .scene import Circle, HexMap, Look, Plate, Point, Stop, Tile

SLOT = 0.3
"""The radius of a circle of a city."""
TOKEN = 0.283
DOT = 0.125
"""The radius of a town."""
DISC = 0.2
"""The radius of a value."""
RAIL, CASING = 0.115, 0.19
"""The width of track, and of the light casing under it."""
_AWAY = 0.46
"""How far from the middle a city lies that is one of several."""
_CLEAR = 0.07
"""What is far enough from everything else."""
_SLOTS: dict[int, tuple[Point, ...]] = {
    1: ((0.0, 0.0),),
    2: ((-0.31, 0.0), (0.31, 0.0)),
    3: ((0.0, -0.358), (-0.31, 0.179), (0.31, 0.179)),
    4: ((-0.31, -0.31), (0.31, -0.31), (-0.31, 0.31), (0.31, 0.31)),
}
"""How the circles of a city lie together."""
_VALUE_FIRST = (0, -60, 60, 180, -120, 120, -30, 30, -90, 90, -150, 150)
_LABEL_FIRST = (180, -120, 120, -60, 60, 0, -150, 150, -90, 90, -30, 30)
_COST_FIRST = (60, 30, 120, 0, -60, 180, -120, 90, 150, -30, -90, -150)
"""Directions in which values and letters look for room, clockwise from the east."""


class Way(NamedTuple):
    """A piece of track: from a point to a point, straight or by an arc."""

    start: Point
    end: Point
    arc: float = 0.0
    """The radius of the arc, nought where straight."""
    right: bool = False
    """Whether the arc turns clockwise, as seen on the page."""

    def path(self, scale: float, *, joined: bool = False, at: Point = (0.0, 0.0)) -> str:
        """The path, or the rest of one that has come to its start."""
        head = "" if joined else f"M{_at(self.start, scale, at)}"
        if not self.arc:
            return f"{head}L{_at(self.end, scale, at)}"
        size = num(self.arc * scale)
        return f"{head}A{size} {size} 0 0 {int(self.right)} {_at(self.end, scale, at)}"

    def back(self) -> Way:
        """The same track the other way."""
        return Way(self.end, self.start, self.arc, not self.right)

    def points(self, count: int = 6) -> list[Point]:
        """Points along it, both ends included."""
        (ax, ay), (bx, by) = self.start, self.end
        chord = math.hypot(bx - ax, by - ay)
        rise = 0.0
        if self.arc:
            rise = self.arc - math.sqrt(max(0.0, self.arc**2 - chord**2 / 4))
            rise *= 1 if self.right else -1
        nx, ny = (by - ay) / chord, -(bx - ax) / chord
        found = []
        for n in range(count + 1):
            t = n / count
            lift = rise * 4 * t * (1 - t)
            x, y = ax + (bx - ax) * t + nx * lift, ay + (by - ay) * t + ny * lift
            found.append((x, y))
        return found


class Layout(NamedTuple):
    """Where everything on a hex lies."""

    links: tuple[Way, ...]
    spokes: tuple[tuple[Way, ...], ...]
    """For each stop the track from each of its sides."""
    middles: tuple[Point, ...]
    slots: tuple[tuple[Point, ...], ...]
    """For each stop its circles; a town has none."""
    value: Point
    label: Point
    cost: Point


def midside(side: int, tops: Tops) -> Point:
    """The middle of a side of a hex with the radius 1."""
    x, y = centre(STEPS[side], 1, tops)
    return x / 2, y / 2


@lru_cache(maxsize=2048)
def layout(look: Look, tops: Tops = "flat") -> Layout:
    """Where everything on a hex lies; values and letters where they hide nothing."""
    links = tuple(_link(a, b, tops) for a, b in look.links)
    middles = tuple(_middle(look, stop, tops) for stop in look.stops)
    spokes = tuple(
        tuple(_spoke(stop, side, at, tops) for side in stop.sides)
        for stop, at in zip(look.stops, middles, strict=True)
    )
    slots = tuple(
        tuple((x + dx, y + dy) for dx, dy in _SLOTS[stop.slots]) if stop.kind == "city" else ()
        for stop, (x, y) in zip(look.stops, middles, strict=True)
    )
    ways = [*links, *(way for row in spokes for way in row)]
    taken = [(point, RAIL) for way in ways for point in way.points(10)]
    taken += [(at, SLOT) for row in slots for at in row]
    taken += [
        (at, DOT)
        for stop, at in zip(look.stops, middles, strict=True)
        if stop.kind == "town"
    ]
    value = _free(taken, DISC, _VALUE_FIRST)
    label = _free([*taken, *([(value, DISC)] if look.value else [])], 0.15, _LABEL_FIRST)
    taken += [(value, DISC)] if look.value else []
    taken += [(label, 0.15)] if look.label else []
    cost = _free(taken, 0.24, _COST_FIRST) if look.stops else (0.0, 0.0)
    return Layout(links, spokes, middles, slots, value, label, cost)


def inside(point: Point, far: float, tops: Tops = "flat") -> bool:
    """Whether a disc about a point lies within the hex."""
    return all(
        (point[0] * x + point[1] * y) / math.hypot(x, y) + far <= math.hypot(x, y) + 1e-9
        for x, y in (midside(side, tops) for side in range(6))
    )


def _middle(look: Look, stop: Stop, tops: Tops) -> Point:
    """A stop lies in the middle, on its own curve, or near its side where there are several."""
    several = sum(other.kind == stop.kind for other in look.stops) > 1
    if len(stop.sides) == 2 and (several or stop.kind == "town"):
        a, b = stop.sides
        arc = _arc(a, b)
        if not arc:
            return 0.0, 0.0
        (ax, ay), (bx, by) = midside(a, tops), midside(b, tops)
        away = 0.5 if arc < 1 else math.sqrt(3) - 1.5
        length = math.hypot(ax + bx, ay + by)
        return (ax + bx) / length * away, (ay + by) / length * away
    if several and len(stop.sides) == 1:
        x, y = midside(stop.sides[0], tops)
        return x / math.hypot(x, y) * _AWAY, y / math.hypot(x, y) * _AWAY
    return 0.0, 0.0


def _spoke(stop: Stop, side: int, at: Point, tops: Tops) -> Way:
    """The track from a side to a stop, half of its curve where the stop lies on one."""
    start = midside(side, tops)
    if stop.kind == "area":
        return Way(start, (start[0] * 0.5, start[1] * 0.5))
    if len(stop.sides) != 2 or at == (0.0, 0.0):
        return Way(start, at)
    other = stop.sides[1] if side == stop.sides[0] else stop.sides[0]
    return Way(start, at, _arc(side, other), _turns_right(side, other))


def _link(a: int, b: int, tops: Tops) -> Way:
    return Way(midside(a, tops), midside(b, tops), _arc(a, b), _turns_right(a, b))


def _arc(a: int, b: int) -> float:
    turn = (b - a) % 6
    return 0.0 if turn == 3 else 1.5 if turn in (2, 4) else 0.5


def _turns_right(a: int, b: int) -> bool:
    return (b - a) % 6 < 3


def _free(
    taken: Iterable[tuple[Point, float]], size: float, first: tuple[int, ...]
) -> Point:
    """The first place that is clear of everything, else the clearest."""
    taken = tuple(taken)
    best, found = -math.inf, (0.0, 0.0)
    for far, angle in product((0.7, 0.6, 0.5), first):
        reach = far if angle % 60 == 0 else far * 0.88
        x = reach * math.cos(math.radians(angle))
        y = reach * math.sin(math.radians(angle))
        gap = min(
            (math.hypot(x - px, y - py) - other for (px, py), other in taken), default=1.0
        )
        room = min(gap - size, _CLEAR)
        if room > best + 1e-9:
            best, found = room, (x, y)
    return found


def _at(point: Point, scale: float, at: Point = (0.0, 0.0)) -> str:
    return f"{num(at[0] + point[0] * scale)} {num(at[1] + point[1] * scale)}"


# Drawing


def bases(tiles: Iterable[Tile], board: HexMap, ids: str) -> str:
    """The coloured hexes, under all track."""
    return "".join(
        f'<use id="{name(tile.key)}" href="#{ids}base-{tile.look.colour}" {_placed(tile, board)}/>'
        for tile in tiles
        if tile.look.colour not in ("blank", "red")
    )


def tracks(tiles: Iterable[Tile], board: HexMap, ids: str) -> str:
    """The track of each tile."""
    return "".join(
        f'<use href="#{ids}track-{tile.look.name}" {_placed(tile, board)}/>'
        for tile in tiles
        if tile.look.links or any(stop.sides for stop in tile.look.stops)
    )


def tops(tiles: Iterable[Tile], board: HexMap, ids: str) -> str:
    """Towns, cities, values and letters, on the track."""
    return "".join(
        f'<use href="#{ids}top-{tile.look.name}" {_placed(tile, board)}/>'
        for tile in tiles
        if tile.look.colour != "blank" and (tile.look.stops or tile.look.label)
    )


def stations(tiles: Iterable[Tile], board: HexMap, ids: str) -> str:
    """The stations, and in small letters those for whom places are kept."""
    return "".join(
        _circle(tile, circle, number, board, ids)
        for tile in tiles
        for number, circle in enumerate(tile.circles)
        if circle.stations or circle.kept
    )


def places(tile: Tile, number: int, board: HexMap) -> list[Point]:
    """Where the places of a circle are: stations first, kept places last."""
    x, y = board.centre(tile.hex)
    found = layout(tile.look, board.grid.tops).slots[number]
    return [(x + dx * board.radius, y + dy * board.radius) for dx, dy in found]


def defs(tiles: Iterable[Tile], board: HexMap, ids: str) -> str:
    """All that is used several times: bases, looks, plates."""
    tiles = tuple(tiles)
    looks = {tile.look.name: tile.look for tile in tiles if tile.look.colour != "blank"}
    plates = {
        plate.letters: plate
        for tile in tiles
        for circle in tile.circles
        for plate in circle.stations
    }
    radius, shape = board.radius, board.grid.tops
    drawn = [_base(colour, radius, shape, ids) for colour in _colours(looks.values())]
    drawn += [_defined(look, radius, shape, ids) for look in looks.values()]
    drawn += [
        f'<g id="{ids}token-{_id(plate.letters)}">{token(plate, radius)}</g>'
        for plate in plates.values()
    ]
    if drawn:
        slot = _slot(radius)
        drawn.append(f'<g id="{ids}slot">{slot}</g>')
    return "".join(drawn)


def names(tiles: Iterable[Tile], board: HexMap) -> Iterator[Name]:
    """The names of places, those of cities first."""
    named = [tile for tile in tiles if tile.name]
    for tile in sorted(named, key=lambda tile: not tile.circles):
        place = layout(tile.look, board.grid.tops)
        points = [at for row in place.slots for at in row]
        size = SLOT if points else DOT
        points = points or list(place.middles) or [(0.0, 0.0)]
        (x, y), far = board.centre(tile.hex), board.radius
        wide = (max(px for px, _ in points) - min(px for px, _ in points)) / 2 + size
        high = (max(py for _, py in points) - min(py for _, py in points)) / 2 + size
        mx = (max(px for px, _ in points) + min(px for px, _ in points)) / 2
        my = (max(py for _, py in points) + min(py for _, py in points)) / 2
        at = x + mx * far, y + my * far
        yield Name(tile.name, at, (wide * far + 3, high * far + 3), beside=not tile.circles)


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
    taken = [(at, SLOT) for row in place.slots for at in row]
    taken += [
        (at, DOT)
        for stop, at in zip(look.stops, place.middles, strict=True)
        if stop.kind == "town"
    ]
    taken += [(place.value, DISC)] if look.value else []
    taken += [(place.label, 0.16)] if look.label else []
    taken += [(place.cost, 0.26)] if look.cost and look.colour == "blank" else []
    (x, y), far = board.centre(tile.hex), board.radius
    return [
        Box(x + (px - r) * far, y + (py - r) * far, x + (px + r) * far, y + (py + r) * far)
        for (px, py), r in taken
    ]


def token(plate: Plate, radius: float) -> str:
    """A company's station: a disc with an inner ring and its letters."""
    size = TOKEN * radius
    body = f"var(--{plate.livery})"
    on = f"var(--{plate.livery}-on)"
    letters = len(plate.letters)
    width = {1: 13.5, 2: 11.5, 3: 9.6, 4: 8.2}.get(letters, 7.0) * radius / 50
    return (
        f'<circle r="{num(size)}" fill="{body}" stroke="var(--key)" stroke-width="1.5"/>'
        f'<circle r="{num(size - 2.5)}" fill="none" stroke="{on}" stroke-width=".9" '
        f'stroke-opacity=".75"/>{symbols.letters(plate.letters, on, size=width)}'
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
        drawn += _label(look, place, radius)
    if look.cost:
        drawn += _water(look.cost, _scaled(place.cost, radius))
    if look.note:
        drawn += (
            f'<text y="{num(-0.52 * radius)}" font-family="var(--serif)" font-style="italic" '
            f'font-size="{num(0.22 * radius)}" text-anchor="middle" letter-spacing="1" '
            f'fill="var(--ink-3)">{text(look.note)}</text>'
        )
    return drawn


@lru_cache(maxsize=1024)
def _defined(look: Look, radius: float, shape: Tops, ids: str) -> str:
    """The two parts of a look: its track, and what lies on it."""
    return (
        f'<g id="{ids}track-{look.name}">{_track(look, radius, shape)}</g>'
        f'<g id="{ids}top-{look.name}">{_top(look, radius, shape, ids)}</g>'
    )


def picture(look: Look, *, radius: float = 50.0, shape: Tops = "flat", css: str = "tile") -> str:
    """A tile as a picture of its own, for choosers and lists."""
    wide, high = (radius, radius * 0.866) if shape == "flat" else (radius * 0.866, radius)
    box = f"{num(-wide - 1)} {num(-high - 1)} {num(2 * wide + 2)} {num(2 * high + 2)}"
    body = _hexagon(look.colour, radius, shape) + _track(look, radius, shape)
    body += _top(look, radius, shape, None)
    return f'<svg class="{css}" viewBox="{box}" aria-hidden="true">{body}</svg>'


def _track(look: Look, radius: float, shape: Tops) -> str:
    """Lines that meet are one; a line that crosses another lies on it as on a bridge."""
    drawn = ""
    for path in _lines(look, radius, shape):
        drawn += (
            f'<path d="{path}" fill="none" stroke="var(--tile-casing)" '
            f'stroke-width="{num(CASING * radius)}"/>'
            f'<path d="{path}" fill="none" stroke="var(--tile-track)" '
            f'stroke-width="{num(RAIL * radius)}"/>'
        )
    return drawn + _arrows(look, radius, shape)


def _lines(look: Look, radius: float, shape: Tops) -> Iterator[str]:
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
    for _, path in groups:
        yield path


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
        shape_ = polygon([_scaled(point, radius) for point in (near[0], (bx, by), near[1])])
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
        drawn += disc(str(look.value), _scaled(place.value, radius), radius)
    if look.label:
        drawn += _label(look, place, radius)
    if look.cost:
        drawn += _water(look.cost, _scaled(place.cost, radius))
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


def disc(words: str, at: Point, radius: float) -> str:
    """What a stop is worth."""
    size = 10.6 if len(words) < 3 else 8.8
    return group(
        f'<circle r="{num(DISC * radius)}" fill="var(--town-fill)" stroke="var(--tile-track)" '
        f'stroke-width="1.1"/>{symbols.letters(words, "var(--p-ink)", size=size * radius / 50)}',
        moved(at),
    )


def _label(look: Look, place: Layout, radius: float) -> str:
    x, y = _scaled(place.label, radius)
    ink = "map-ink" if look.colour == "blank" else "tile-track"
    size = radius * 0.28
    return (
        f'<text x="{num(x)}" y="{num(y + size * 0.34)}" font-family="var(--serif)" '
        f'font-weight="700" font-size="{num(size)}" text-anchor="middle" '
        f'fill="var(--{ink})">{text(look.label)}</text>'
    )


def _water(cost: int, at: Point) -> str:
    """Two waves and the figure, in the colour of rivers."""
    waves = "M-10-6q2.5-4 5 0t5 0 5 0 5 0M-7-1q2.5-4 5 0t5 0 4 0"
    return group(
        f'<path d="{waves}" fill="none" stroke="var(--river)" stroke-width="1.5" '
        'stroke-linecap="round"/><text y="12" font-family="var(--sans)" font-weight="600" '
        f'font-size="12" text-anchor="middle" fill="var(--river)">{cost}</text>',
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


def _placed(tile: Tile, board: HexMap) -> str:
    x, y = board.centre(tile.hex)
    return f'x="{num(x)}" y="{num(y)}"'


def _scaled(point: Point, radius: float) -> Point:
    return point[0] * radius, point[1] * radius


def _id(letters: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in letters)
