"""Outlines of sets of hexes: their loops, and coasts with a fixed unevenness."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from .hexes import STEPS, Hex, Tops, centre, corners
from .markup import num
from .scene import Point

Edge = tuple[Point, Point]


def edges(
    cells: Iterable[Hex],
    beyond: AbstractSet[Hex],
    radius: float,
    tops: Tops = "pointy",
    directions: Iterable[int] = range(6),
) -> Iterator[Edge]:
    """The sides of these hexes behind which lies a hex of `beyond`, always on the same hand."""
    around = corners(radius, tops)
    for hex_ in cells:
        x, y = centre(hex_, radius, tops)
        for side in directions:
            step = STEPS[side]
            if Hex(hex_.q + step.q, hex_.r + step.r) in beyond:
                a, b = around[side], around[(side + 1) % 6]
                yield (x + a[0], y + a[1]), (x + b[0], y + b[1])


def ring(cells: Iterable[Hex]) -> frozenset[Hex]:
    """The hexes round a set, those of the set not included."""
    inside = frozenset(cells)
    near = (Hex(hex_.q + step.q, hex_.r + step.r) for hex_ in inside for step in STEPS)
    return frozenset(near) - inside


def chains(sides: Iterable[Edge]) -> list[list[Point]]:
    """Sides joined end to end; a closed chain ends where it began."""
    following = {_spot(start): (start, end) for start, end in sides}
    ends = {_spot(end) for _, end in following.values()}
    firsts = [spot for spot in following if spot not in ends]
    spots = [*firsts, *following]
    return [_chain(following, spot) for spot in spots if spot in following]


def _chain(following: dict[tuple[int, int], Edge], spot: tuple[int, int]) -> list[Point]:
    chain = [following[spot][0]]
    while spot in following:
        _, end = following.pop(spot)
        chain.append(end)
        spot = _spot(end)
    return chain


def coast(loop: Sequence[Point], radius: float) -> list[Point]:
    """The corners of a natural line along a closed loop of sides: the same line every time.

    Corners are cut and shifted, then cut and shifted again by less: bays with coves in them.
    """
    bays = _shifted(cut(loop[:-1]), radius * 0.06)
    return _shifted(cut(bays), radius * 0.04)


def cut(points: Sequence[Point]) -> list[Point]:
    """A closed line with its corners cut."""
    return [
        (a[0] * near + b[0] * (1 - near), a[1] * near + b[1] * (1 - near))
        for a, b in pairwise((*points, points[0]))
        for near in (0.75, 0.25)
    ]


def smooth(points: Sequence[Point]) -> str:
    """The path to which cutting the corners again and again would lead."""
    closed = (*points, points[0])
    x, y = (round((a + b) / 2, 1) for a, b in zip(points[-1], points[0], strict=True))
    path = [f"M{num(x)} {num(y)}"]
    for a, b in pairwise(closed):
        to = round((a[0] + b[0]) / 2, 1), round((a[1] + b[1]) / 2, 1)
        steps = (a[0] - x, a[1] - y, to[0] - x, to[1] - y)
        path.append("q" + " ".join(map(num, steps)).replace(" -", "-"))
        x, y = to
    return f"{''.join(path)}Z"


def course(points: Sequence[Point], radius: float) -> str:
    """A smooth line that winds past these points: the same line every time."""
    bends: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(points):
        bends += [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0, 1 / 3, 2 / 3)]
    wound = [points[0], *_shifted(bends[1:], radius * 0.13), points[-1]]
    path = [f"M{num(wound[0][0])} {num(wound[0][1])}"]
    for a, b in pairwise(wound[1:]):
        path.append(f"Q{num(a[0])} {num(a[1])} {num((a[0] + b[0]) / 2)} {num((a[1] + b[1]) / 2)}")
    return f"{''.join(path)}L{num(points[-1][0])} {num(points[-1][1])}"


def _shifted(points: Sequence[Point], far: float) -> list[Point]:
    return [(x + far * _noise(x, y, "x"), y + far * _noise(x, y, "y")) for x, y in points]


def _noise(x: float, y: float, axis: str) -> float:
    """A number between -1 and 1 that depends on the place only."""
    return zlib.crc32(f"{axis}{x:.0f},{y:.0f}".encode()) / 0x7FFFFFFF - 1


def _spot(point: Point) -> tuple[int, int]:
    return round(point[0] * 4), round(point[1] * 4)
