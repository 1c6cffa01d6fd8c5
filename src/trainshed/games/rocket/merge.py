"""R9 Merger: the line whose engine moved is absorbed by the one it touches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.board.hexes import NONE, Cells, opposite

from .actions import Merged
from .income import by_towns

if TYPE_CHECKING:
    from .state import Line, State


def merge(state: State, company: int) -> State:
    """R9.1 If the engine touches another line, pay the bonus and join the two."""
    survivor = touched(state, company)
    if survivor is None:
        return state
    board = state.board
    towns = state.lines[company].towns.bit_count()
    had = tuple(baron.shares[company] for baron in state.barons)
    amounts = by_towns(had, towns)
    got = tuple(count // 2 for count in had)
    state = exchange(state.pay(amounts), company, survivor, got)
    state = join(state, company, survivor)
    return state.tell(
        Merged(board.letters[company], board.letters[survivor], towns, amounts, had, got)
    )


def touched(state: State, company: int) -> int | None:
    """R9.1 The other line beside the engine, waiting engines included."""
    near = state.board.grid.around[state.lines[company].engine]
    for number, line in enumerate(state.lines):
        if number != company and near & line.cells:
            return number
    return None


def exchange(state: State, company: int, survivor: int, got: tuple[int, ...]) -> State:
    """R9.4, R9.5 Two old shares for one; what the board lacks comes from the supplementary pile."""
    line = state.lines[survivor]
    ordinary = min(line.stock, sum(got))
    line = replace(
        line,
        stock=line.stock - ordinary,
        supplementary=line.supplementary + sum(got) - ordinary,
    )
    barons = tuple(
        replace(baron, shares=_swapped(baron.shares, company, survivor, number))
        for baron, number in zip(state.barons, got, strict=True)
    )
    return replace(state.with_line(survivor, line), barons=barons)


def join(state: State, company: int, survivor: int) -> State:
    """R9.3, R9.6 A tile replaces the engine; track, stations and towns belong to the survivor."""
    absorbed, line = state.lines[company], state.lines[survivor]
    assert absorbed.heading is not None
    tile = (absorbed.engine, opposite(absorbed.heading), _way(state, absorbed, line))
    line = replace(
        line,
        cells=Cells(line.cells | absorbed.cells),
        towns=Cells(line.towns | absorbed.towns),
        bends=(*line.bends, *absorbed.bends, tile),
    )
    gone = replace(
        absorbed,
        cells=NONE,
        engine=-1,
        heading=None,
        stock=0,
        towns=NONE,
        bends=(),
        supplementary=0,
        into=survivor,
    )
    state = replace(state, tiles=max(0, state.tiles - 1))
    return state.with_line(company, gone).with_line(survivor, line)


def _way(state: State, absorbed: Line, line: Line) -> int:
    """The side by which the tile joins the other line: straight on if possible, then gently."""
    assert absorbed.heading is not None
    beside = state.board.grid.neighbours[absorbed.engine]
    for turn in (0, 1, -1, 2, -2):
        side = (absorbed.heading + turn) % 6
        if beside[side] >= 0 and line.cells >> beside[side] & 1:
            return side
    raise AssertionError(absorbed)


def _swapped(shares: tuple[int, ...], company: int, survivor: int, number: int) -> tuple[int, ...]:
    held = list(shares)
    held[company] = 0
    held[survivor] += number
    return tuple(held)
