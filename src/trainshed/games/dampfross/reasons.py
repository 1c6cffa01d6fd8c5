"""Why a start town or a segment is not allowed: the rule in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import jumps
from .actions import Action, From, News, Start, To, WhyNot
from .box import BOX
from .build import affordable, one_way
from .fees import fees

if TYPE_CHECKING:
    from .build import Ends, Laying
    from .state import State


def why_start(state: State, action: Action) -> News | None:
    """R2.4, R2.6 Why a company cannot start in a town."""
    if not isinstance(action, Start):
        return None
    if action.town not in state.board.town_of:
        return WhyNot("R2.4", "no-town", (action.town[:24],))
    places = state.board.sheet.start.places.get(str(max(len(state.companies), 3)), {})
    if action.town in places:
        return WhyNot("R2.6", "full", (action.town, str(places[action.town])))
    return WhyNot("R2.4", "no-start", (action.town,))


def why_from(state: State, step: Ends, action: Action) -> News | None:
    """R5.1, R3.5 Why one cannot build from a hex."""
    if not isinstance(action, From):
        return None
    hex_ = state.board.grid.number.get(action.hex)
    if hex_ is None:
        return WhyNot("R5.3", "off-board", (action.hex,))
    mine = state.companies[step.company]
    if not mine.cells >> hex_ & 1 and hex_ != mine.start:
        if action.over is None:
            return WhyNot("R5.1", "not-connected", (action.hex,))
        return _why_jump(state, step, action.hex, hex_, action.over)
    if action.over is not None:
        return WhyNot("R18.2", "no-gap", (action.hex,))
    return _why_stuck(state, step, hex_)


def _why_jump(state: State, step: Ends, name: str, hex_: int, over: int) -> WhyNot | None:
    """R18.1, R18.2, R18.4 Why a jump to a hex is not allowed, or a segment from there."""
    if not 0 <= over < len(state.companies) or over == step.company:
        return WhyNot("R18.2", "no-rival", (name, str(over)))
    if not jumps.allowed(state):
        return WhyNot("R18.1", "no-jumps", (name,))
    mine, other = state.companies[step.company], state.companies[over]
    near = jumps.along(state.board, other, mine.cells & other.cells, BOX.laurin.jump)
    if not near >> hex_ & 1:
        return WhyNot("R18.2", "too-far", (name,))
    if sum(jump.over == over for jump in mine.jumps) >= BOX.laurin.jumps:
        return WhyNot("R18.4", "two-jumps", (name,))
    return _why_stuck(state, step, hex_)


def _why_stuck(state: State, step: Ends, hex_: int) -> WhyNot:
    """R3.5, R3.8, R5.2, R6.9 What is in the way out of a hex, money first."""
    found = [
        why_segment(state, step.company, hex_, to, step.left, account=step.account)
        for to in state.board.grid.neighbours[hex_]
        if to >= 0
    ]
    dear = [it for it in found if it is not None and it.reason in ("one-way", "dear", "fees")]
    return dear[0] if dear else WhyNot("R5.2", "nothing-left", (state.board.grid.name[hex_],))


def why_to(state: State, step: Laying, action: Action) -> News | None:
    """R3.5, R5, R6.9 Why one cannot build to a hex."""
    if not isinstance(action, To):
        return None
    grid = state.board.grid
    to = grid.number.get(action.hex)
    if to is None:
        return WhyNot("R5.3", "off-board", (action.hex,))
    if to not in grid.neighbours[step.hex]:
        return WhyNot("R5.1", "not-connected", (action.hex,))
    return why_segment(state, step.company, step.hex, to, step.left, account=step.account)


def why_segment(
    state: State, number: int, hex_: int, to: int, left: int, *, account: bool
) -> WhyNot | None:
    """R3.5, R3.8, R5.2, R5.3, R5.5, R6.9 What forbids a segment: the four mistakes and two more."""
    board, mine = state.board, state.companies[number]
    d = board.grid.direction(hex_, to)
    name = board.grid.name[to]
    cost = board.cost[state.rules][hex_][d]
    if board.barriers[d] >> hex_ & 1:
        return WhyNot("R5.3", "barrier", (name,))
    if not board.allowed[d] >> hex_ & 1:
        return WhyNot("R5.5", "abroad", (name,))
    if mine.track[d] >> hex_ & 1:
        return WhyNot("R5.2", "twice", (name,))
    if hex_ == mine.start and one_way(state, number):
        return WhyNot("R3.8", "one-way", (name,))
    if cost > left:
        return WhyNot("R16.3" if account else "R3.5", "dear", (name, str(cost), str(left)))
    if not affordable(state, number, hex_, d, account=account):
        owed = sum(amount for _, amount in fees(state, number, hex_, d))
        return WhyNot("R6.9", "fees", (name, str(owed), str(mine.balance)))
    return None
