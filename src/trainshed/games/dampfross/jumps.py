"""R18 The jump rule: gaps in a network along the line of a rival."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.board.hexes import members

from .actions import Joined
from .box import BOX, SIX

if TYPE_CHECKING:
    from .box import Board
    from .state import Company, State


def allowed(state: State) -> bool:
    """R18.1 Whether jumps are made in this game."""
    if state.rules != "laurin":
        return False
    match state.options.jumps:
        case "auto":
            least = state.board.sheet.jumps
            return 0 < least <= len(state.companies)
        case choice:
            return choice == "on"


def exits(state: State, number: int) -> list[tuple[int, int]]:
    """R18.2, R18.4 For each rival that may be jumped along, the hexes where a jump may end."""
    if not allowed(state):
        return []
    mine = state.companies[number]
    found = []
    for rival, other in enumerate(state.companies):
        made = sum(jump.over == rival for jump in mine.jumps)
        if rival != number and made < BOX.laurin.jumps:
            ends = along(state.board, other, mine.cells & other.cells, BOX.laurin.jump)
            if ends := ends & ~mine.cells:
                found.append((rival, ends))
    return found


def junction(state: State, number: int, over: int, end: int) -> int:
    """R18.2 The own junction nearest to the end of a jump."""
    mine, other = state.companies[number], state.companies[over]
    for steps in range(1, BOX.laurin.jump + 1):
        near = along(state.board, other, 1 << end, steps) & mine.cells
        if near:
            return next(members(near))
    raise AssertionError(end)


def along(board: Board, company: Company, cells: int, steps: int) -> int:
    """The hexes that a company's track connects to these, within so many steps."""
    reached = front = cells
    for _ in range(steps):
        more = 0
        for direction in SIX:
            more |= board.grid.step(front & company.track[direction], direction)
        front = more & ~reached
        if not front:
            break
        reached |= front
    return reached


def joined(state: State, number: int) -> State:
    """R18.5 Jumps whose two ends own track has joined do not count any more."""
    mine = state.companies[number]
    for jump in mine.jumps:
        if along(state.board, mine, 1 << jump.start, mine.cells.bit_count()) >> jump.end & 1:
            left = tuple(other for other in mine.jumps if other != jump)
            state = state.with_company(number, replace(mine, jumps=left))
            return joined(state.tell(Joined(number, jump.over)), number)
    return state
