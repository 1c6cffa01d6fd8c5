"""R5 Extend a line: the engine advances, a share is taken, a tile is laid."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.board.hexes import Cells, members, opposite

from .actions import Drive, Passenger, Share, WhyNot
from .box import BOARDS

if TYPE_CHECKING:
    from .box import Board
    from .state import Line, State


def offers(state: State, moved: tuple[int, ...]) -> list[Drive]:
    """R2.3, R5.1 Every hex for every engine that has not moved in this turn."""
    drives = _drives(state.options.map)
    free = state.board.open & ~state.track & ~crowded(state)
    found: list[Drive] = []
    for company, line in enumerate(state.lines):
        if line.engine >= 0 and company not in moved:
            cells = ahead(state.board, line) & free
            while cells:
                low = cells & -cells
                found.append(drives[company][low])
                cells ^= low
    return found


def targets(state: State, company: int) -> int:
    """R5.3, R5.4 The hexes an engine may enter."""
    free = state.board.open & ~state.track & ~crowded(state)
    return ahead(state.board, state.lines[company]) & free


def ahead(board: Board, line: Line) -> int:
    """R5.1, R5.2 All six neighbours from the start town, later the three in front."""
    if line.heading is None:
        return board.grid.around[line.engine]
    return _in_front(board.name)[line.engine, line.heading]


def crowded(state: State) -> int:
    """R5.4 Hexes next to two other lines: three with the moving line, which they always touch."""
    beside = state.board.beside
    once = twice = thrice = 0
    for line in state.lines:
        if line.cells:
            near = beside(line.cells)
            thrice |= twice & near
            twice |= once & near
            once |= near
    return thrice


def drive(state: State, company: int, name: str) -> State:
    """R5.6, R6 Take the share, then see whether anybody vetoes."""
    from .veto import consult  # noqa: PLC0415 - a veto ends by advancing the engine

    state = replace(take_share(state, company), idle=0)
    return consult(state, company, state.board.grid.number[name])


def take_share(state: State, company: int) -> State:
    """R5.6, R10.3 One share for the active player, if the board has one left."""
    line = state.lines[company]
    if not line.stock:
        return state
    baron = state.barons[state.active]
    shares = (*baron.shares[:company], baron.shares[company] + 1, *baron.shares[company + 1 :])
    state = state.with_line(company, replace(line, stock=line.stock - 1))
    state = state.with_baron(state.active, replace(baron, shares=shares))
    return state.tell(Share(state.active, state.board.letters[company]))


def advance(state: State, company: int, hex_: int, *, active_won: bool) -> State:
    """R5.5, R5.7, R5.8 The engine arrives, the tile is laid; then passengers and incomes."""
    from .autonomy import declare  # noqa: PLC0415
    from .income import arrive  # noqa: PLC0415
    from .turn import done  # noqa: PLC0415 - the turn knows its actions

    line = state.lines[company]
    heading = state.board.grid.direction(line.engine, hex_)
    cells, bends = line.cells, line.bends
    if line.heading is None:
        cells = Cells(cells & ~(1 << line.engine))
    else:
        bends = (*bends, (line.engine, opposite(line.heading), heading))
        state = replace(state, tiles=state.tiles - 1)
    cells = Cells(cells | 1 << hex_)
    line = replace(line, cells=cells, engine=hex_, heading=heading, bends=bends)
    state = state.with_line(company, line)
    if active_won:
        state = passengers(state, hex_)
    return done(declare(arrive(state, company)))


def passengers(state: State, hex_: int) -> State:
    """R7.1, R7.3 A passenger marker for entering the station of somebody else."""
    owner = state.station_at(hex_)
    if owner is None or owner == state.active or not state.passengers:
        return state
    baron = state.barons[state.active]
    state = state.with_baron(state.active, replace(baron, passengers=baron.passengers + 1))
    return replace(state, passengers=state.passengers - 1).tell(Passenger(state.active))


def why(state: State, moved: tuple[int, ...], action: Drive) -> WhyNot | None:
    """R2.3, R5.1, R9.3 What forbids this engine to move at all, or to enter this hex."""
    company = state.board.company.get(action.line)
    if company is None:
        return WhyNot("R1.2", "no-line", (action.line,))
    into = state.lines[company].into
    if into is not None:
        return WhyNot("R9.3", "absorbed", (action.line, state.board.letters[into]))
    if company in moved:
        return WhyNot("R2.3", "same-line", (action.line,))
    return _why_hex(state, company, action)


def _why_hex(state: State, company: int, action: Drive) -> WhyNot | None:
    """R5.1, R5.2, R5.3, R5.4 What forbids the engine to enter this hex."""
    board, line = state.board, state.lines[company]
    hex_ = board.grid.number.get(action.hex)
    if hex_ is None:
        return WhyNot("R5.3", "off-board", (action.hex,))
    if hex_ in board.town_at:
        return WhyNot("R5.3", "town", (action.hex, board.town_names[board.town_at[hex_]]))
    if state.track >> hex_ & 1:
        return WhyNot("R5.3", "track", (action.hex,))
    if not ahead(board, line) >> hex_ & 1:
        rule, reason = ("R5.1", "not-beside") if line.heading is None else ("R5.2", "not-ahead")
        return WhyNot(rule, reason, (action.hex, action.line))
    others = [
        board.letters[n]
        for n, other in enumerate(state.lines)
        if n != company and board.grid.around[hex_] & other.cells
    ]
    return WhyNot("R5.4", "two-lines", (action.hex, *others)) if len(others) > 1 else None


@cache
def _drives(name: str) -> tuple[dict[int, Drive], ...]:
    """Every action that moves an engine, by line and by the bit of its hex."""
    board = BOARDS[name]
    return tuple(
        {1 << hex_: Drive(letters, label) for hex_, label in board.grid.name.items()}
        for letters in board.letters
    )


@cache
def _in_front(name: str) -> dict[tuple[int, int], int]:
    """The three hexes in front of an engine, by its hex and heading."""
    grid = BOARDS[name].grid
    return {
        (hex_, heading): sum(
            1 << grid.neighbours[hex_][turn % 6]
            for turn in (heading - 1, heading, heading + 1)
            if grid.neighbours[hex_][turn % 6] >= 0
        )
        for hex_ in members(grid.cells)
        for heading in range(6)
    }
