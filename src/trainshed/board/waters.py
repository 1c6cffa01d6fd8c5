"""Rivers through hexes: they wind from side to side and grow towards the mouth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from . import outline
from .hexes import STEPS, centre
from .markup import group, num
from .scene import HexMap, Point, River

_ALONG, _ASIDE = 0.13, 0.15
"""How far a river wanders along the side it crosses, and about the middle of a hex, in radii."""
_LEAST, _MOST = 1.3, 4.6
"""How wide a brook is, and the mouth of the longest river."""
_GROWTH = 0.66
_CLASSES = 0.4
"""Widths differ by so much, so that a map needs few strokes."""
_SEA, _FAR = 1.5, 2.7
"""How far a river goes on beyond the last side, in halves of a hex: the coast cuts it off."""
_CASING = 2.4
"""How far the bright rim of a river reaches on both sides together."""
_STYLE = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'


class Reach(NamedTuple):
    """A river in one hex: where it comes from, its middle, where it goes, what feeds it so far."""

    cell: int
    points: tuple[Point, ...]
    fed: int


def draw(board: HexMap, ids: str) -> str:
    """All rivers, on a pale casing; without the map's origin."""
    if not board.waters:
        return ""
    widths: dict[float, list[str]] = {}
    for reaches in _Waters(board).reaches():
        for before, reach in pairwise((None, *reaches)):
            assert reach is not None
            path = _curve(reach, before, _next(reaches, reach))
            widths.setdefault(_width(reach.fed), []).append(path)
    named = {f"{ids}water-{n}": width for n, width in enumerate(sorted(widths))}
    once = "".join(
        f'<path id="{name}" d="{"".join(widths[width])}"/>' for name, width in named.items()
    )
    casing = "".join(_stroke(name, width + _CASING) for name, width in named.items())
    water = "".join(_stroke(name, width) for name, width in named.items())
    return (
        f"<defs>{once}</defs>"
        + group(casing, f'{_STYLE} stroke="var(--land)" stroke-opacity=".75"')
        + group(water, f'{_STYLE} stroke="var(--river)"')
    )


def _stroke(name: str, wide: float) -> str:
    return f'<use href="#{name}" stroke-width="{num(wide)}"/>'


def course(board: HexMap, river: int, first: int, last: int) -> list[Point]:
    """The points of a river from one of its hexes to another."""
    reaches = _Waters(board).reaches()[river]
    cells = [reach.cell for reach in reaches]
    found: list[Point] = []
    for reach in reaches[cells.index(first) : cells.index(last) + 1]:
        found += [point for point in reach.points if point not in found]
    return found


class _Waters:
    """The rivers of a map, laid out."""

    def __init__(self, board: HexMap) -> None:
        self.board = board
        self.radius, self.tops = board.radius, board.grid.tops

    def reaches(self) -> list[list[Reach]]:
        """Each river hex by hex; the longest first decide how much water a hex carries."""
        return _laid(self.board)

    def side(self, cell: int, direction: int) -> Point:
        """Where rivers cross a side: the same from both of its hexes."""
        here = self.board.grid.hex[cell]
        step = STEPS[direction]
        (ax, ay), (dx, dy) = (
            centre(here, self.radius, self.tops),
            centre(step, self.radius, self.tops),
        )
        x, y = ax + dx / 2, ay + dy / 2
        far = outline.noise(x, y, "ford") * _ALONG * self.radius
        length = math.hypot(dx, dy)
        sign = 1 if (dx, dy) > (0, 0) else -1
        return x - dy / length * far * sign, y + dx / length * far * sign

    def middle(self, cell: int) -> Point:
        """Where rivers pass the middle of a hex."""
        x, y = self.board.grid.centre(cell, self.radius)
        far = _ASIDE * self.radius
        return x + outline.noise(x, y, "wx") * far, y + outline.noise(x, y, "wy") * far


@lru_cache(maxsize=16)
def _laid(board: HexMap) -> list[list[Reach]]:
    map_ = _Waters(board)
    fed = _fed(board.waters)
    found = []
    for number, river in enumerate(board.waters):
        reaches = []
        for at, cell in enumerate(river.hexes):
            points = tuple(_points(map_, river, at, cell))
            reaches.append(Reach(cell, points, fed[number][at]))
        found.append(reaches)
    return found


def _points(map_: _Waters, river: River, at: int, cell: int) -> Iterator[Point]:
    """Where a river comes into a hex, passes its middle and leaves."""
    grid, hexes = map_.board.grid, river.hexes
    last = len(hexes) - 1
    if at:
        yield map_.side(cell, grid.direction(cell, hexes[at - 1]))
    elif river.enters is not None:
        yield _beyond(map_, cell, river.enters)
        yield map_.side(cell, river.enters)
    yield map_.middle(cell)
    if at < last:
        yield map_.side(cell, grid.direction(cell, hexes[at + 1]))
    elif river.leaves is not None:
        yield map_.side(cell, river.leaves)
        yield _beyond(map_, cell, river.leaves)


def _beyond(map_: _Waters, cell: int, side: int) -> Point:
    """A point beyond a side, where the river is no longer seen."""
    x, y = map_.board.grid.centre(cell, map_.radius)
    dx, dy = centre(STEPS[side], map_.radius, map_.tops)
    here, step = map_.board.grid.hex[cell], STEPS[side]
    dry = (here.q + step.q, here.r + step.r) in map_.board.outside
    far = _FAR if dry else _SEA
    return x + dx / 2 * far, y + dy / 2 * far


def _fed(waters: tuple[River, ...]) -> list[list[int]]:
    """How many hexes drain through each hex of each river: its own before it, and tributaries."""
    found = [list(range(1, len(river.hexes) + 1)) for river in waters]
    found = [
        [count + (6 if river.enters is not None else 0) for count in counts]
        for river, counts in zip(waters, found, strict=True)
    ]
    for _ in range(4):
        joined = [_joined(number, waters, found) for number in range(len(waters))]
        found = joined
    return found


def _joined(number: int, waters: tuple[River, ...], known: list[list[int]]) -> list[int]:
    """One river with what the others bring it where they end."""
    river = waters[number]
    gains: dict[int, int] = {}
    for other, counts in zip(waters, known, strict=True):
        if other is not river and other.leaves is None and other.hexes[-1] in river.hexes[:-1]:
            gains[other.hexes[-1]] = gains.get(other.hexes[-1], 0) + counts[-1]
    start = 6 if river.enters is not None else 0
    counts, gained = [], 0
    for at, cell in enumerate(river.hexes):
        counts.append(start + at + 1 + gained)
        gained += gains.get(cell, 0)
    return counts


def _width(fed: int) -> float:
    wide = min(_MOST, _LEAST + _GROWTH * math.log(max(1, fed)))
    return round(round(wide / _CLASSES) * _CLASSES, 1)


def _next(reaches: Sequence[Reach], reach: Reach) -> Reach | None:
    at = reaches.index(reach)
    return reaches[at + 1] if at + 1 < len(reaches) else None


def _curve(reach: Reach, before: Reach | None, after: Reach | None) -> str:
    """A smooth line through the points of a reach, which goes on smoothly in its neighbours."""
    points = reach.points
    if len(points) < 2:
        return ""
    first = before.points[-2] if before and len(before.points) > 1 else points[0]
    last = after.points[1] if after and len(after.points) > 1 else points[-1]
    whole = (first, *points, last)
    path = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for n in range(1, len(whole) - 2):
        (px, py), (ax, ay), (bx, by), (nx, ny) = whole[n - 1 : n + 3]
        path.append(
            f"C{num(ax + (bx - px) / 6)} {num(ay + (by - py) / 6)} "
            f"{num(bx - (nx - ax) / 6)} {num(by - (ny - ay) / 6)} {num(bx)} {num(by)}"
        )
    return "".join(path)
