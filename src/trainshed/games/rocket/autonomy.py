"""R10 Autonomous lines: those that can never again reach a new town nor be absorbed.

The test follows an engine through every hex and heading it could still pass: three directions
forward (six from a start town), stopped by the edge of the board, towns, track and engines. A whole
ring of the search is six sets of hexes, one for each heading, and one step of it six shifts. The
search ends as soon as it meets a goal, which is near by for most lines, and what it found is
remembered: as long as no hex it passed has been built on and its goal still counts, it holds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from .actions import Autonomous
from .box import BOARDS

if TYPE_CHECKING:
    from .box import Board
    from .state import Line, State

_FOUND: dict[tuple[str, int, int | None], tuple[int, int]] = {}


def declare(state: State) -> State:
    """R10.1, R10.2 Lines that have become autonomous: their shares on the board leave the game."""
    for company, line in enumerate(state.lines):
        if line.engine >= 0 and not line.autonomous and is_autonomous(state, company):
            state = state.with_line(company, replace(line, autonomous=True, stock=0))
            state = state.tell(Autonomous(state.board.letters[company], line.stock))
    return state


def is_autonomous(state: State, company: int) -> bool:
    """R10.1 Whether a line can neither reach a new town nor touch, or be met by, another."""
    board, line = state.board, state.lines[company]
    free = board.open & ~state.track
    goals = board.beside_towns(board.every_town & ~line.towns)
    for number, other in enumerate(state.lines):
        if number != company and other.cells:
            goals |= board.beside(other.cells)
    if _meets(board, line, free, goals):
        return False
    if state.options.autonomy == "static":
        return True
    visited = reach(board.name, line.engine, line.heading, free)
    close = visited | board.grid.beside(visited)
    return not any(
        number != company
        and other.engine >= 0
        and close & reach(board.name, other.engine, other.heading, free)
        for number, other in enumerate(state.lines)
    )


@lru_cache(maxsize=4096)
def reach(name: str, engine: int, heading: int | None, free: int) -> int:
    """R10.1 Every hex the engine could still pass."""
    return _search(BOARDS[name], engine, heading, free, 0)[0]


def _meets(board: Board, line: Line, free: int, goals: int) -> bool:
    key = (board.name, line.engine, line.heading)
    passed, met = _FOUND.get(key, (0, 0))
    if met & goals and not passed & ~free:
        return True
    passed, met = _search(board, line.engine, line.heading, free, goals)
    _FOUND[key] = passed, met
    return bool(met)


def _search(
    board: Board, engine: int, heading: int | None, free: int, goals: int
) -> tuple[int, int]:
    """All hexes passed, and the goals met in the ring where the search ended."""
    step = board.grid.step
    start = 1 << engine
    directions = range(6) if heading is None else [(heading + turn) % 6 for turn in (-1, 0, 1)]
    ring = [step(start, d) & free if d in directions else 0 for d in range(6)]
    seen = list(ring)
    passed = ring[0] | ring[1] | ring[2] | ring[3] | ring[4] | ring[5]
    while any(ring):
        if passed & goals:
            return passed, passed & goals
        ring = [
            step(ring[d - 1] | ring[d] | ring[(d + 1) % 6], d) & free & ~seen[d] for d in range(6)
        ]
        for d in range(6):
            seen[d] |= ring[d]
            passed |= ring[d]
    return passed, 0
