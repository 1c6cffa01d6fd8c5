"""What is given up by stopping or staying out, and which kinds of action are asked together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Passing, say

from . import actions as a
from . import phrases as p
from .build import Ends, Laying
from .entering import STAY, TRACE, Entering, Tracing

if TYPE_CHECKING:
    from .state import State

DIGITS = {"accept": 1, "decline": 2, "step": 7, "join": 8, "trace": 9}


def passing(action: a.Action, state: State) -> Passing | None:
    """R3.4, R11.1, R11.7 No more track in this turn, no run in this race, no drawing."""
    step = state.stack[-1]
    match action:
        case a.Stop() if isinstance(step, Ends | Laying) and not step.account:
            left = p.spent(state, step.left)
            unused = say("{left} unused", left=left)
            return Passing((unused,), say("Build no more, {left} unused", left=left))
        case a.Stop():
            return Passing((say("no more track after this race"),))
        case a.Stay() if isinstance(step, Entering) and len(step.companies) > 1:
            return Passing((say("no joint run in this race"),))
        case a.Stay():
            return Passing((say("no prize in this race"),), say("Stay out, no prize"))
        case a.GiveUp() if isinstance(step, Tracing):
            return _given_up(state)
        case _:
            return None


def _given_up(state: State) -> Passing:
    """R11.7 Back to what is offered, and no more drawing; without an offer it is to stay out."""
    asked = state.stack[-2]
    assert isinstance(asked, Entering)
    if all(offer in (STAY, TRACE) for offer in asked.options(state.pop())):
        out = passing(STAY, state.pop())
        assert out is not None
        return out
    return Passing((say("back to the routes that are offered, drawing is over"),))
