"""Why something is not allowed, with the rule that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import Action, Factory, Locomotive, Move, Place, Step, WhyNot
from .box import BLACK, BOX, COLOUR, LAST, LINE, LINES, SPACES
from .effects import OWN
from .turn import able, claimable, open_spaces, payments

if TYPE_CHECKING:
    from .state import State
    from .turn import Turn
    from .work import Working


def why_place(state: State, question: Turn, action: Place) -> WhyNot | None:
    """R3.3, R3.4, R3.5, R10.3 What forbids this space."""
    space, seat = action.space, question.seat
    if space not in SPACES and not space.startswith(OWN):
        return None
    if space in state.setting.closed:
        return WhyNot("R1.2", "closed-two", (space,))
    if space not in open_spaces(state, seat):
        late = space in SPACES and (space == "last_round" or SPACES[space].effect.claim)
        taken = any(it.space == space for it in state.placed)
        if late and not taken:
            return WhyNot("R15.5", "last-round", (space,))
        return WhyNot("R3.4", "closed", (space,))
    was = state.magnates[seat]
    purse = min(was.workers, 3), min(was.roubles, 4), was.turquoise, was.black
    if action not in payments(space, *purse):
        return WhyNot("R3.2", "cannot-pay", (space,))
    if not claimable(state, seat, space):
        both = any(it.seat == seat and it.space.startswith("turn_order") for it in state.placed)
        return WhyNot("R10.3", "both-places" if both else "own-place", (space,))
    if not able(state, seat, space):
        return WhyNot("R3.5", "cannot-complete", (space,))
    return None


def why_part(state: State, question: Working, action: Action) -> WhyNot | None:
    """R4.2, R4.3, R4.7, R5.7, R7.3 What forbids this move, step or locomotive."""
    match action:
        case Move(line, colour) if line in LINE and colour in COLOUR:
            return _move(state, question, LINE[line], COLOUR[colour])
        case Step(marker):
            return _step(state, question, marker)
        case Locomotive():
            reason = "no-slot" if state.lowest else "no-locomotive"
            return WhyNot("R5.7", reason)
        case Factory() if not state.lowest and not state.reserve:
            return WhyNot("R6.4", "no-locomotive")
        case _:
            return None


def _move(state: State, question: Working, line: int, colour: int) -> WhyNot | None:
    board = state.board(question.seat)
    if colour >= LINES[line].colours:
        return WhyNot("R4.2", "line-colour")
    if colour >= board.colours:
        return WhyNot("R4.7", "not-owned")
    if not board.room(line, colour):
        return WhyNot("R4.5", "no-room") if colour == BLACK else WhyNot("R4.3", "behind")
    if any(mask >> colour & 1 for mask, _ in question.task.moves):
        return WhyNot("R3.8", "cannot-complete")
    return None


def _step(state: State, question: Working, marker: int) -> WhyNot | None:
    board = state.board(question.seat)
    if not 0 <= marker < len(board.markers):
        return None
    to = board.markers[marker] + 1
    if to > LAST:
        return WhyNot("R7.2", "end")
    if to in board.markers:
        return WhyNot("R7.7", "other-marker")
    if to in BOX.holes and BOX.holes.index(to) >= len(board.factories):
        return WhyNot("R7.3", "hole")
    return None
