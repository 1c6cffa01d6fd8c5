"""Hexes: coordinates, names, neighbours, lines, distance, and sets of them as bits of an int.

A `Grid` gives each hex of a map a number, such that a step in one of the six directions adds the
same amount everywhere. A set of hexes is then one int (`Cells`), and moving a whole set one step
is one shift.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, Literal, NamedTuple, TypeVar

T = TypeVar("T")

Tops = Literal["pointy", "flat"]


class Cells(int):
    """A set of hexes (or of other numbered things) as the bits of an int."""

    __slots__ = ()


NONE = Cells(0)


class Hex(NamedTuple):
    """Axial coordinates."""

    q: int
    r: int


STEPS = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""The six directions, counter-clockwise; the opposite of `d` is `(d + 3) % 6`."""

DIRECTION_NAMES: Mapping[Tops, tuple[str, ...]] = {
    "pointy": ("E", "NE", "NW", "W", "SW", "SE"),
    "flat": ("SE", "NE", "N", "NW", "SW", "S"),
}
_ROOT3 = math.sqrt(3)


def members(cells: int) -> Iterator[int]:
    """The numbers in a set, lowest first.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def union(numbers: Iterable[int]) -> Cells:
    """The set of these numbers.

    >>> union([1, 2, 4]) == 0b10110
    True
    """
    cells = 0
    for number in numbers:
        cells |= 1 << number
    return Cells(cells)


def merged(sets: Iterable[int]) -> int:
    """The members of all these sets together.

    >>> merged([0b0011, 0b0110]) == 0b0111
    True
    """
    cells = 0
    for more in sets:
        cells |= more
    return cells


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return (direction + 3) % 6


class Table(Generic[T]):
    """Things by number; picks those whose numbers are in a set, eight bits at a time."""

    def __init__(self, things: Mapping[int, T]) -> None:
        """Lay out the things of every byte that a set may hold."""
        self._bytes = max(things) // 8 + 1
        self._rows = [
            [
                tuple(things[8 * i + b] for b in range(8) if byte >> b & 1 and 8 * i + b in things)
                for byte in range(256)
            ]
            for i in range(self._bytes)
        ]

    def pick(self, cells: int) -> list[T]:
        """The things whose numbers are in the set, lowest number first."""
        found: list[T] = []
        for row, byte in zip(self._rows, cells.to_bytes(self._bytes, "little"), strict=True):
            if byte:
                found += row[byte]
        return found


class Grid:
    """The hexes of one map: a number for each, and the tables that follow from it."""

    def __init__(self, named: Mapping[str, Hex], tops: Tops = "pointy") -> None:
        """Number the hexes row by row; `named` gives each its name."""
        self.tops: Tops = tops
        left = min((hex_.q for hex_ in named.values()), default=0) - 1
        top = min((hex_.r for hex_ in named.values()), default=0) - 1
        width = max((hex_.q for hex_ in named.values()), default=0) - left + 2
        self._left, self._top, self._width = left, top, width
        self.shifts = tuple(step.r * width + step.q for step in STEPS)
        self.number = {name: self._index(hex_) for name, hex_ in named.items()}
        self.name = {number: name for name, number in self.number.items()}
        self.hex = {self.number[name]: hex_ for name, hex_ in named.items()}
        self.cells = union(self.number.values())
        size = max(self.hex, default=-1) + 1
        self.bit = tuple(1 << n for n in range(size))
        self.neighbours = tuple(
            tuple(n + shift if self.has(n + shift) else -1 for shift in self.shifts)
            if n in self.hex
            else ()
            for n in range(size)
        )
        self.around = tuple(
            union(other for other in row if other >= 0) if row else NONE for row in self.neighbours
        )

    def has(self, number: int) -> bool:
        """Whether a number is a hex of the map."""
        return number >= 0 and bool(self.cells >> number & 1)

    def step(self, cells: int, direction: int) -> int:
        """A whole set moved one hex, without what leaves the map."""
        shift = self.shifts[direction]
        moved = cells << shift if shift > 0 else cells >> -shift
        return moved & self.cells

    def beside(self, cells: int) -> int:
        """All hexes of the map that touch the set (members of it included where they touch)."""
        found = 0
        for shift in self.shifts:
            found |= cells << shift if shift > 0 else cells >> -shift
        return found & self.cells

    def direction(self, start: int, end: int) -> int:
        """The direction from a hex to its neighbour."""
        return self.neighbours[start].index(end)

    def distance(self, start: int, end: int) -> int:
        """How many steps apart two hexes are."""
        a, b = self.hex[start], self.hex[end]
        dq, dr = a.q - b.q, a.r - b.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def line(self, start: int, end: int) -> list[int]:
        """The hexes of the map on the straight line between two hexes, both included."""
        a, b, steps = self.hex[start], self.hex[end], self.distance(start, end)
        found = []
        for i in range(steps + 1):
            part = i / steps if steps else 0.0
            hex_ = _round(a.q + (b.q - a.q) * part + 1e-6, a.r + (b.r - a.r) * part + 2e-6)
            if self.has(self._index(hex_)):
                found.append(self._index(hex_))
        return found

    def centre(self, number: int, radius: float = 1.0) -> tuple[float, float]:
        """Where the middle of a hex lies; x grows east, y south."""
        return centre(self.hex[number], radius, self.tops)

    def names(self, cells: int) -> list[str]:
        """The names of a set's hexes, in order."""
        return [self.name[number] for number in members(cells)]

    def of(self, names: Iterable[str]) -> Cells:
        """The set of the hexes with these names."""
        return union(self.number[name] for name in names)

    def _index(self, hex_: Hex) -> int:
        return (hex_.r - self._top) * self._width + hex_.q - self._left


def centre(hex_: Hex, radius: float, tops: Tops = "pointy") -> tuple[float, float]:
    """The middle of a hex on the plane."""
    if tops == "pointy":
        return radius * _ROOT3 * (hex_.q + hex_.r / 2), radius * 1.5 * hex_.r
    return radius * 1.5 * hex_.q, radius * _ROOT3 * (hex_.r + hex_.q / 2)


def corners(radius: float, tops: Tops = "pointy") -> list[tuple[float, float]]:
    """The corners about the middle; corner d and d + 1 bound the side of direction d."""
    first = 30.0 if tops == "pointy" else 60.0
    return [
        (
            radius * math.cos(math.radians(first - 60 * d)),
            radius * math.sin(math.radians(first - 60 * d)),
        )
        for d in range(6)
    ]


def offset(row: int, column: int) -> Hex:
    """The hex of a map whose odd rows are shifted half a hex to the right.

    >>> offset(3, 5)
    Hex(q=4, r=3)
    """
    return Hex(column - (row - (row & 1)) // 2, row)


def _round(q: float, r: float) -> Hex:
    s = -q - r
    whole = [round(q), round(r), round(s)]
    gaps = [abs(whole[0] - q), abs(whole[1] - r), abs(whole[2] - s)]
    if gaps[0] >= gaps[1] and gaps[0] >= gaps[2]:
        return Hex(-whole[1] - whole[2], whole[1])
    if gaps[1] >= gaps[2]:
        return Hex(whole[0], -whole[0] - whole[2])
    return Hex(whole[0], whole[1])
