"""Why a segment or a route is not allowed: the rule in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import jumps
from .actions import Action, Enter, From, News, Step, To, WhyNot
from .box import BOX
from .build import affordable, one_way
from .fees import fees

if TYPE_CHECKING:
    from .build import Ends, Laying
    from .entering import Entering
    from .state import State


def why_from(state: State, step: Ends, action: Action) -> News | None:
    """R5.1, R3.5 Why one cannot build from a hex."""
    if not isinstance(action, From):
        return None
    hex_ = state.board.grid.number.get(action.hex)
    if hex_ is None:
        return WhyNot("R5.3", "off-board", (action.hex,))
    mine = state.companies[step.company]
    if not mine.cells >> hex_ & 1 and hex_ != mine.start:
        return _why_jump(state, step, action, hex_) or WhyNot(
            "R5.1", "not-connected", (action.hex,)
        )
    reasons = [
        why_segment(state, step.company, hex_, to, step.left, account=step.account)
        for to in state.board.grid.neighbours[hex_]
        if to >= 0
    ]
    dear = [it for it in reasons if it is not None and it.reason in ("one-way", "dear", "fees")]
    return dear[0] if dear else WhyNot("R5.2", "nothing-left", (action.hex,))


def _why_jump(state: State, step: Ends, action: From, hex_: int) -> News | None:
    """R18.2, R18.3, R18.4 Why a jump to a hex is not allowed, if it is near enough for one."""
    if action.over is None or not 0 <= action.over < len(state.companies):
        return None
    if not jumps.allowed(state):
        return WhyNot("R18.1", "no-jumps", (action.hex,))
    mine, other = state.companies[step.company], state.companies[action.over]
    near = jumps.along(state.board, other, mine.cells & other.cells, BOX.laurin.jump)
    if not near >> hex_ & 1:
        return WhyNot("R18.2", "too-far", (action.hex,))
    if sum(jump.over == action.over for jump in mine.jumps) >= BOX.laurin.jumps:
        return WhyNot("R18.4", "two-jumps", (action.hex,))
    return next(
        (
            found
            for to in state.board.grid.neighbours[hex_]
            if to >= 0
            and (
                found := why_segment(state, step.company, hex_, to, step.left, account=step.account)
            )
        ),
        None,
    )


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


def why_step(state: State, action: Action) -> News | None:
    """R11.7, R26.4 Why a train cannot go to a hex."""
    if not isinstance(action, Step):
        return None
    if action.hex not in state.board.grid.number:
        return WhyNot("R5.3", "off-board", (action.hex,))
    rule = "R11.7" if state.rules == "laurin" else "R26.4"
    return WhyNot(rule, "no-way", (action.hex,))


def why_enter(state: State, step: Entering, action: Action) -> News | None:
    """R11.6 Only the routes offered can be taken at once; any other is drawn step by step."""
    if isinstance(action, Enter):
        return WhyNot("R11.6", "not-offered", (action.route[:40],))
    return None
