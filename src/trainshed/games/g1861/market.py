"""R8.1 The stock market: its cells, and how a token moves on them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from .box import BOX, MINORS

if TYPE_CHECKING:
    from .options import Rules


class Cell(Struct, frozen=True):
    """R8.1 A cell: its price, where it lies, who may start there."""

    price: int
    row: int
    column: int
    zone: str
    """`m` start of minors, `a` of both, `p` of majors, else empty."""


class Market(Struct, frozen=True):
    """R8.2 The cells, and for each the cell that every kind of move leads to."""

    cells: tuple[Cell, ...]
    right: tuple[int, ...]
    right_minor: tuple[int, ...]
    left: tuple[int, ...]
    down: tuple[int, ...]
    up: tuple[int, ...]
    convertible: frozenset[int]
    """R19.3 The cells from which a minor may become a major."""
    minor_start: tuple[int, ...]
    """Start cells of minors, the cheapest first."""
    major_start: tuple[int, ...]

    def price(self, cell: int) -> int:
        """The price of a cell."""
        return self.cells[cell].price

    def start(self, company: int, price: int) -> int:
        """R7.4, R20.3 The highest start cell of a minor or a major that is not above a price."""
        starts = self.minor_start if company in MINORS else self.major_start
        fitting = [cell for cell in starts if self.price(cell) <= price]
        return fitting[-1] if fitting else starts[0]

    def to_the_right(self, company: int, cell: int) -> int:
        """R8.2, R8.3 One right; a minor stays within the yellow column and climbs it."""
        return (self.right_minor if company in MINORS else self.right)[cell]

    def falls(self, cell: int, steps: int) -> int:
        """R8.2 Some steps to the left, or down at the end of a row."""
        for _ in range(steps):
            cell = self.left[cell]
        return cell


def market(rules: Rules) -> Market:
    """The market of these rules."""
    return _column() if rules.column else _grid(rules.diagonal)


@cache
def _grid(diagonal: bool) -> Market:  # noqa: FBT001 - cached by its one value
    """R8.2, R8.3, R8.4, R8.5 The grid and its moves."""
    cells = tuple(
        Cell(int(word.rstrip("map")), row, column, word.lstrip("0123456789"))
        for row, line in enumerate(BOX.market.grid.strip("\n").splitlines())
        for column, word in enumerate(line.split())
        if word != "-"
    )
    at = {(cell.row, cell.column): number for number, cell in enumerate(cells)}

    def beside(cell: Cell, *steps: tuple[int, int]) -> int:
        """The first of these cells that exists, else the cell itself."""
        for row, column in steps:
            if (cell.row + row, cell.column + column) in at:
                return at[cell.row + row, cell.column + column]
        return at[cell.row, cell.column]

    right = tuple(beside(cell, (0, 1), (-1, 0)) for cell in cells)
    yellow = BOX.market.yellow_column
    return Market(
        cells,
        right,
        tuple(
            beside(cell, (-1, 0)) if cell.column == yellow else right[number]
            for number, cell in enumerate(cells)
        ),
        tuple(beside(cell, (0, -1), (1, 0)) for cell in cells),
        tuple(beside(cell, (1, 0)) for cell in cells),
        tuple(
            beside(cell, (-1, 0), (1, 1)) if diagonal or cell.row == 0 else beside(cell, (-1, 0))
            for cell in cells
        ),
        frozenset(number for number, cell in enumerate(cells) if cell.column == yellow),
        *_starts(cells),
    )


@cache
def _column() -> Market:
    """R8.7 The market of one column."""
    cells = tuple(
        Cell(int(word.rstrip("map")), 0, column, word.lstrip("0123456789"))
        for column, word in enumerate(BOX.market.column.split())
    )
    up = tuple(min(number + 1, len(cells) - 1) for number in range(len(cells)))
    down = tuple(max(number - 1, 0) for number in range(len(cells)))
    low, high = BOX.market.convertible
    return Market(
        cells,
        up,
        tuple(
            number if cells[number].price == BOX.market.minor_ceiling else above
            for number, above in enumerate(up)
        ),
        down,
        down,
        up,
        frozenset(number for number, cell in enumerate(cells) if low <= cell.price <= high),
        *_starts(cells),
    )


def _starts(cells: tuple[Cell, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """R8.1 The start cells of minors and of majors, the cheapest first."""
    numbers = sorted(range(len(cells)), key=lambda number: cells[number].price)
    return (
        tuple(number for number in numbers if cells[number].zone in {"m", "a"}),
        tuple(number for number in numbers if cells[number].zone in {"a", "p"}),
    )
