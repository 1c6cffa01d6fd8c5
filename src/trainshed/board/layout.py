"""Where everything on an 18xx tile lies: track, stops, values and letters.

Lengths in a `Layout` are in radii of a hex, about its middle. Track meets each side at its middle
and at a right angle: a straight line, or an arc of 0.5 R (neighbouring sides) or 1.5 R.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from .hexes import STEPS, Tops, centre
from .markup import num
from .scene import Look, Point, Stop

SLOT = 0.3
"""The radius of a circle of a city."""
DOT = 0.125
"""The radius of a town."""
DISC = 0.2
"""The radius of a value."""
RAIL, CASING = 0.115, 0.19
"""The width of track, and of the light casing under it."""
_AWAY = 0.46
"""How far from the middle a city lies that is one of several."""
RIM = 0.06
"""The casing about the circles of a city."""
LETTER = 0.13
_BEYOND = 1.006
_CLEAR = 0.03
"""What is far enough from everything else."""
_SLOTS: dict[int, tuple[Point, ...]] = {
    1: ((0.0, 0.0),),
    2: ((-0.31, 0.0), (0.31, 0.0)),
    3: ((-0.09, -0.358), (-0.4, 0.179), (0.22, 0.179)),
    4: ((-0.41, -0.31), (0.21, -0.31), (-0.41, 0.31), (0.21, 0.31)),
}
"""How the circles of a city lie together; large ones leave room for their value."""
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
        steps = [n / count for n in range(count + 1)]
        if not self.arc:
            return [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in steps]
        chord = math.hypot(bx - ax, by - ay)
        hand = 1 if self.right else -1
        away = hand * math.sqrt(max(0.0, self.arc**2 - chord**2 / 4)) / chord
        x, y = (ax + bx) / 2 - (by - ay) * away, (ay + by) / 2 + (bx - ax) * away
        first = math.atan2(ay - y, ax - x)
        turn = 2 * hand * math.asin(min(1.0, chord / 2 / self.arc))
        return [
            (x + self.arc * math.cos(first + turn * t), y + self.arc * math.sin(first + turn * t))
            for t in steps
        ]


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
    """Of letters and costs only those that the hex has are placed."""


def midside(side: int, tops: Tops) -> Point:
    """The middle of a side of a hex with the radius 1."""
    x, y = centre(STEPS[side], 1, tops)
    return x / 2, y / 2


def _end(side: int, tops: Tops) -> Point:
    """Where track ends: a hair beyond the side, lest a seam show between two hexes."""
    x, y = midside(side, tops)
    return x * _BEYOND, y * _BEYOND


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
    taken = [(point, CASING / 2 + 0.01) for way in ways for point in way.points(10)]
    taken += [(at, SLOT + RIM) for row in slots for at in (*row, *_between(row))]
    taken += [
        (at, DOT) for stop, at in zip(look.stops, middles, strict=True) if stop.kind == "town"
    ]
    value = _free(taken, DISC, _VALUE_FIRST)
    taken += [(value, DISC)] if look.value else []
    label = _free(taken, LETTER, _LABEL_FIRST) if look.label else (0.0, 0.0)
    taken += [(label, LETTER)] if look.label else []
    stands = look.cost and look.stops
    cost = _free(taken, 0.22, _COST_FIRST, (0.58, 0.64, 0.5)) if stands else (0.0, 0.0)
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
    start = _end(side, tops)
    if stop.kind == "area":
        return Way(start, (start[0] * 0.5, start[1] * 0.5))
    if len(stop.sides) != 2 or at == (0.0, 0.0):
        return Way(start, at)
    other = stop.sides[1] if side == stop.sides[0] else stop.sides[0]
    return Way(start, at, _arc(side, other), _turns_right(side, other))


def _link(a: int, b: int, tops: Tops) -> Way:
    return Way(_end(a, tops), _end(b, tops), _arc(a, b), _turns_right(a, b))


def _arc(a: int, b: int) -> float:
    turn = (b - a) % 6
    return 0.0 if turn == 3 else 1.5 if turn in (2, 4) else 0.5


def _turns_right(a: int, b: int) -> bool:
    return (b - a) % 6 < 3


def _between(slots: tuple[Point, ...]) -> list[Point]:
    """The middles between the circles of a large city, which its casing covers."""
    if len(slots) < 3:
        return []
    return [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in combinations(slots, 2)]


def _free(
    taken: Iterable[tuple[Point, float]],
    size: float,
    first: tuple[int, ...],
    reaches: tuple[float, ...] = (0.68, 0.76, 0.6, 0.5),
) -> Point:
    """The first place that is clear of everything, else the clearest."""
    taken = tuple(taken)
    best, found = -math.inf, (0.0, 0.0)
    for far, angle in product(reaches, first):
        reach = far if angle % 60 == 0 else far * 0.87
        x = reach * math.cos(math.radians(angle))
        y = reach * math.sin(math.radians(angle))
        gap = min((math.hypot(x - px, y - py) - other for (px, py), other in taken), default=1.0)
        room = min(gap - size, _CLEAR)
        if room > best + 1e-9:
            best, found = room, (x, y)
        if best == _CLEAR:
            break
    return found


def _at(point: Point, scale: float, at: Point = (0.0, 0.0)) -> str:
    return f"{num(at[0] + point[0] * scale)} {num(at[1] + point[1] * scale)}"
