"""R21.1 How a map lies on the page: its ground, and free room for its title and its neighbours."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from trainshed.board.hexes import Cells, centre, members, union
from trainshed.board.labels import Box, width
from trainshed.board.scene import HexMap, Lettering, Plate, Stream
from trainshed.board.tables import EMBLEMS
from trainshed.core import Text, Who, mark, say

from .box import LIVERIES
from .sheet import BEYOND, OUTSIDE, SIDES, WATER, axial

if TYPE_CHECKING:
    from trainshed.board.hexes import Hex
    from trainshed.board.scene import Point
    from trainshed.core import Seat

    from .box import Board
    from .state import State

PLATES = tuple(
    Plate(f"company:{number}", EMBLEMS[emblem], enamel, say("company {n}", n=number + 1))
    for number, (enamel, emblem) in enumerate(LIVERIES)
)
"""R1.3 The companies as plates: they have no letters, but emblems."""
RADIUS = 17.0
_EDGE = 0.9
"""How much of the paper is seen beyond the middles of the outermost hexes, in radii."""
_CELL = 8
"""The raster on which free room is looked for."""
_NAME, _TITLE, _LONGEST = 12.5, 34.0, 330.0
_CLEAR = (4.4, 3.2, 2.2, 1.2, 0.1)
"""How far words keep from the land in play, in radii: as far as there is room."""
_NEARER, _FARTHEST = 22.0, 230.0
"""What a name gives for being less clear of the land, and how far from its country it may be."""
_PURE, _MIXED = 0.03, 120.0
"""How little of other ground words may touch, and what they give for not touching more."""
SUBTITLES = (
    mark("and its frontier stations"),
    mark("and its neighbours"),
    mark("and its ports"),
    mark("and the states around"),
)
"""The words of the maps of the box, for the catalogues."""


def company(state: State, number: int) -> Text:
    """R20.1, R20.7 A company by its player."""
    return named(tuple(found.seat for found in state.companies))[number]


@lru_cache(maxsize=32)
def named(seats: tuple[Seat, ...]) -> tuple[Text, ...]:
    """R20.1, R20.7 Companies by their players; the second one of a player, or David."""
    return tuple(
        say("David")
        if seat < 0
        else say("{who} (second company)", who=Who(seat))
        if seat in seats[:number]
        else say("{who}", who=Who(seat))
        for number, seat in enumerate(seats)
    )


@lru_cache(maxsize=32)
def ground(board: Board) -> HexMap:
    """The map, which never changes."""
    rows = board.sheet.rows
    wide, high = max(map(len, rows)), len(rows)
    left, top = centre(axial(0, 0), RADIUS, "flat")
    right = centre(axial(wide - 1, 0), RADIUS, "flat")[0]
    bottom = centre(axial(1, high - 1), RADIUS, "flat")[1]
    origin = RADIUS * _EDGE - left, RADIUS * _EDGE - top
    width_, height = right + origin[0] + RADIUS * _EDGE, bottom + origin[1] + RADIUS * _EDGE
    regions = _regions(board)
    found = HexMap(
        key=f"dampfross/{board.name}/{int(any(board.white))}",
        grid=board.grid,
        radius=RADIUS,
        width=round(width_),
        height=round(height),
        origin=origin,
        land=board.grid.cells,
        off=tuple(_land(rows, BEYOND)),
        outside=(*_land(rows, OUTSIDE), *_around(rows, wide, high)),
        streams=tuple(_streams(board)),
        mountains=board.mountains,
        abroad=board.frontier,
        regions=tuple(regions.values()),
        white=tuple(_white(board)) if any(board.white) else (),
    )
    paper = _Paper(found, rows, origin)
    words = (*_title(board, paper), *_countries(board, regions, paper))
    return HexMap(
        **{name: getattr(found, name) for name in HexMap.__struct_fields__ if name != "lettering"},
        lettering=words,
    )


def specials(board: Board) -> dict[int, tuple[int, ...]]:
    """R10.2 The numbers of the special destinations, by hex; a way in counts with its hex."""
    found: dict[int, tuple[int, ...]] = {}
    for number, goals in enumerate(board.special, 1):
        for hex_ in (hex_ for goal in goals for hex_ in (goal.hex, goal.via)):
            before = found.get(hex_, ())
            if number not in before:
                found[hex_] = (*before, number)
    return found


def _regions(board: Board) -> dict[str, Cells]:
    """The hexes of each country."""
    return {
        letter: union(hex_ for hex_, own in board.region.items() if own == letter)
        for letter in board.sheet.regions
    }


def _land(rows: tuple[str, ...], sign: str) -> Iterator[Hex]:
    """The hexes with a sign."""
    for row, line in enumerate(rows):
        for column, found in enumerate(line):
            if found == sign:
                yield axial(column, row)


def _around(rows: tuple[str, ...], wide: int, high: int) -> Iterator[Hex]:
    """Beyond the edge of the paper land goes on as at the edge."""
    for row in range(-high - 1, 2 * high + 1):
        line = rows[min(max(row, 0), high - 1)]
        for column in range(-wide - 1, 2 * wide + 1):
            inside = 0 <= row < high and 0 <= column < len(line)
            if not inside and line[min(max(column, 0), len(line) - 1)] != WATER:
                yield axial(column, row)


def _streams(board: Board) -> Iterator[Stream]:
    number = board.grid.number
    for river in board.sheet.rivers:
        sides = tuple((number[name], SIDES.index(way)) for name, way in map(str.split, river.sides))
        yield Stream("wide" if river.wide else "river", sides)
    for barrier in board.sheet.barriers:
        sides = tuple(
            (number[name], SIDES.index(way)) for name, way in map(str.split, barrier.sides)
        )
        yield Stream("estuary", sides)


def _white(board: Board) -> Iterator[tuple[int, ...]]:
    for line in board.sheet.white:
        yield tuple(board.grid.number[name] for name in line.path)


class _Paper:
    """Where there is no land in play, on a raster: water, or land out of play."""

    def __init__(self, map_: HexMap, rows: tuple[str, ...], origin: Point) -> None:
        self.map = map_
        self.taken: list[Box] = []
        self.width = int(map_.width // _CELL) + 1
        self.height = int(map_.height // _CELL) + 1
        self.land = _sums(self, _middles(rows, origin, str.isalpha))
        self.sea = _sums(self, _middles(rows, origin, WATER.__eq__))

    def title(self, wide: float, high: float) -> Point | None:
        """The middle of the largest free room, rather in the sea, rather low."""
        spots = list(self._spots(wide / 2 + 16, high / 2 + 16))
        for clear in _CLEAR[1:]:
            free = [at for at in spots if self._is_free(at, wide / 2, high / 2, clear * RADIUS)]
            if free:
                return self._middle(free, wide, high)
        return None

    def name(self, wide: float, high: float, near: Point) -> Point | None:
        """Free room near a point, rather a little away from the land in play."""
        best, found = _FARTHEST, None
        for at in self._spots(wide / 2 + 7, high / 2 + 7):
            far = math.hypot(at[0] - near[0], at[1] - near[1])
            if far >= best:
                continue
            x, y = at
            wet = self._wet(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
            far += 0 if wet < _PURE or wet > 1 - _PURE else _MIXED
            for number, clear in enumerate(_CLEAR):
                if far + number * _NEARER >= best:
                    break
                if self._is_free(at, wide / 2, high / 2, clear * RADIUS):
                    best, found = far + number * _NEARER, at
                    break
        return found

    def is_sea(self, box: Box) -> bool:
        """Whether most of a part of the paper is water."""
        return self._wet(box) > 0.5

    def _wet(self, box: Box) -> float:
        """How much of a part of the paper and its rim is water."""
        rim = Box(box.left - 10, box.top - 6, box.right + 10, box.bottom + 6)
        area = (rim.right - rim.left) * (rim.bottom - rim.top) / _CELL**2
        return self._count(self.sea, rim) / area

    def _middle(self, spots: list[Point], wide: float, high: float) -> Point:
        known = set(spots)

        def rank(at: Point) -> tuple[float, float]:
            x, y = at
            box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            wet = self._wet(box)
            pure = 0 if wet < _PURE else 5 if wet > 1 - _PURE else -12
            return _depth(at, known) + pure, y

        return max(spots, key=rank)

    def _spots(self, wide: float, high: float) -> Iterator[Point]:
        """Points so far from the edges of the paper."""
        for row in range(0, self.height, 2):
            if high <= row * _CELL <= self.map.height - high:
                for column in range(0, self.width, 2):
                    if wide <= column * _CELL <= self.map.width - wide:
                        yield column * _CELL, row * _CELL

    def _is_free(self, at: Point, wide: float, high: float, clear: float) -> bool:
        x, y = at
        far = Box(x - wide - clear, y - high - clear, x + wide + clear, y + high + clear)
        room = Box(x - wide - 12, y - high - 8, x + wide + 12, y + high + 8)
        return not self._count(self.land, far) and not any(map(room.overlap, self.taken))

    def _count(self, sums: list[list[int]], box: Box) -> int:
        left, right = _clamp(box.left, self.width), _clamp(box.right, self.width)
        top, bottom = _clamp(box.top, self.height), _clamp(box.bottom, self.height)
        return sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left]


def _depth(at: Point, known: set[Point]) -> int:
    """How far free spots reach on all sides of one."""
    deep = 0
    while deep < 40 and all(
        (at[0] + dx * deep * 2 * _CELL, at[1] + dy * deep * 2 * _CELL) in known
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    ):
        deep += 1
    return deep


def _clamp(value: float, most: int) -> int:
    return max(0, min(most, round(value / _CELL)))


def _middles(
    rows: tuple[str, ...], origin: Point, wanted: Callable[[str], bool]
) -> Iterator[Point]:
    """The middles of the hexes with some signs."""
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if wanted(sign):
                x, y = centre(axial(column, row), RADIUS, "flat")
                yield x + origin[0], y + origin[1]


def _sums(paper: _Paper, hexes: Iterable[Point]) -> list[list[int]]:
    """For each point of the raster, how much lies above and left of it: bricks for hexes."""
    wide, high = paper.width, paper.height
    marks = [[0] * wide for _ in range(high)]
    for x, y in hexes:
        for row in range(_clamp(y - 0.87 * RADIUS, high), _clamp(y + 0.87 * RADIUS, high)):
            for column in range(_clamp(x - 0.75 * RADIUS, wide), _clamp(x + 0.75 * RADIUS, wide)):
                marks[row][column] = 1
    sums = [[0] * (wide + 1)]
    for line in marks:
        total, row_sums = 0, [0]
        for column, mark_ in enumerate(line, 1):
            total += mark_
            row_sums.append(sums[-1][column] + total)
        sums.append(row_sums)
    return sums


def _title(board: Board, paper: _Paper) -> Iterator[Lettering]:
    """The title and its foot, in the largest room that is free."""
    title, subtitle = board.sheet.title, board.sheet.subtitle
    size = min(_TITLE, _LONGEST / (0.72 * len(title)))
    wide = max(len(title) * size * 0.76, 230, width(subtitle, 15) + 64)
    high = size + (26 if subtitle else 0)
    at = paper.title(wide, high)
    if at is None:
        return
    x, y = at
    box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    paper.taken.append(box)
    dry = not paper.is_sea(box)
    base = box.top + size * 0.8
    yield Lettering(Text(title), (x, base), "title", size, dry)
    if subtitle:
        yield Lettering(Text(subtitle), (x, base + 26), "ruled", 0, dry)


def _countries(board: Board, regions: dict[str, Cells], paper: _Paper) -> Iterator[Lettering]:
    """The names of the neighbours, each beyond its stretch of the frontier."""
    numbers = {
        letter: number
        for number, special in enumerate(board.sheet.special, 1)
        for letter in special.regions
    }
    middle = _centre(paper.map, board.grid.cells)
    for letter, region in board.sheet.regions.items():
        cells = regions[letter]
        if not cells or cells.bit_count() > board.grid.cells.bit_count() * 0.2:
            continue
        x, y = _centre(paper.map, cells)
        away = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 or 1
        near = x + (x - middle[0]) / away * 60, y + (y - middle[1]) / away * 60
        name = f"{numbers[letter]} · {region.name}" if letter in numbers else region.name
        wide = width(name.upper(), _NAME) + len(name) * _NAME * 0.27
        at = paper.name(wide, _NAME, near)
        if at is None:
            continue
        box = Box(at[0] - wide / 2, at[1] - _NAME / 2, at[0] + wide / 2, at[1] + _NAME / 2)
        paper.taken.append(box)
        yield Lettering(
            Text(name), (at[0], at[1] + _NAME * 0.35), "land", _NAME, not paper.is_sea(box)
        )


def _centre(map_: HexMap, cells: Cells) -> Point:
    points = [map_.centre(hex_) for hex_ in members(cells)]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
