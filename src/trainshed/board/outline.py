"""Outlines of sets of hexes: their loops, and coasts with a fixed unevenness."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from .hexes import STEPS, Hex, Tops, centre, corners
from .markup import num
from .scene import Point

Edge = tuple[Point, Point]
_STRAIGHT = 2.0
"""What counts as no corner: the area between two steps of a line."""


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


def strands(sides: Iterable[tuple[Edge, str]]) -> list[tuple[str, list[Point]]]:
    """Sides of several kinds joined end to end; a strand ends where others meet it, or its kind.

    Unlike the sides of an outline these may branch, and none knows where it begins.
    """
    known: dict[tuple[tuple[int, int], tuple[int, int]], tuple[Edge, str]] = {}
    for (a, b), kind in sides:
        low, high = sorted((_spot(a), _spot(b)))
        known.setdefault((low, high), ((a, b), kind))
    at: dict[tuple[int, int], list[tuple[tuple[int, int], tuple[int, int]]]] = {}
    for side in known:
        for spot in side:
            at.setdefault(spot, []).append(side)
    inner = {
        spot
        for spot, meeting in at.items()
        if len(meeting) == 2 and known[meeting[0]][1] == known[meeting[1]][1]
    }
    points = {_spot(point): point for edge, _ in known.values() for point in edge}
    found = []
    for start in (*(spot for spot in at if spot not in inner), *at):
        for first in at[start]:
            if first not in known:
                continue
            kind, spots, side = known[first][1], [start], first
            while side in known:
                del known[side]
                spots.append(side[1] if side[0] == spots[-1] else side[0])
                if spots[-1] in inner:
                    here = at[spots[-1]]
                    side = here[1] if here[0] == side else here[0]
            found.append((kind, [points[spot] for spot in spots]))
    return found


def eased(points: Sequence[Point]) -> str:
    """An open line with its corners cut again and again; it ends where it ends."""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    path = [f"M{num(x)} {num(y)}"]
    for n in range(1, len(points) - 1):
        (ax, ay), (bx, by), (cx, cy) = points[n - 1], points[n], points[n + 1]
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) < _STRAIGHT:
            continue
        start = round((ax + bx) / 2, 1), round((ay + by) / 2, 1)
        if (x, y) != start:
            path.append("l" + _steps(start[0] - x, start[1] - y))
        x, y = start
        to = round((bx + cx) / 2, 1), round((by + cy) / 2, 1)
        path.append("q" + _steps(bx - x, by - y, to[0] - x, to[1] - y))
        x, y = to
    end = round(points[-1][0], 1), round(points[-1][1], 1)
    path.append("l" + _steps(end[0] - x, end[1] - y))
    return "".join(path)


def steps(points: Sequence[Point]) -> str:
    """An open line as short as it can be written."""
    spots = [(round(x, 1), round(y, 1)) for x, y in points]
    on = [part for (ax, ay), (bx, by) in pairwise(spots) for part in (bx - ax, by - ay)]
    return f"M{num(spots[0][0])} {num(spots[0][1])}l{_steps(*on)}"


def _steps(*steps: float) -> str:
    return " ".join(map(num, steps)).replace(" -", "-")


def inset(chain: Sequence[Point], far: float) -> list[Point]:
    """A chain of an outline moved towards the hexes it is the outline of."""
    closed = _spot(chain[0]) == _spot(chain[-1])
    found = []
    for n, (x, y) in enumerate(chain):
        before = chain[n - 1] if n else chain[-2] if closed else chain[0]
        after = chain[n + 1] if n + 1 < len(chain) else chain[1] if closed else chain[-1]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        found.append((x + dy / length * far, y - dx / length * far))
    return found


def _shifted(points: Sequence[Point], far: float) -> list[Point]:
    return [(x + far * noise(x, y, "x"), y + far * noise(x, y, "y")) for x, y in points]


def noise(x: float, y: float, axis: str) -> float:
    """A number between -1 and 1 that depends on the place only."""
    return zlib.crc32(f"{axis}{x:.0f},{y:.0f}".encode()) / 0x7FFFFFFF - 1


def _spot(point: Point) -> tuple[int, int]:
    return round(point[0] * 4), round(point[1] * 4)
