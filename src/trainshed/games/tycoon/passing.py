"""What is given up by passing, and which kinds of action are asked together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Passing, Seat, Text, Who, say

from . import actions as a
from .auction import Bidding, half
from .names import money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import State

DIGITS = {
    "build": 1,
    "deliver": 2,
    "upgrade": 3,
    "urbanise": 4,
    "take": 5,
    "growth": 6,
    "west": 7,
    "extend": 8,
    "out": 6,
    "lay": 7,
    "turn": 8,
    "shares": 9,
}


def passing(action: a.Action, state: State) -> Passing | None:
    """R2.3, R3.3, R7.1, R11.6 Out of the auction, an action unused, a link left unfinished."""
    step = state.stack[-1]
    match action:
        case a.Pass() if isinstance(step, Bidding):
            return Passing(tuple(_out(state, step)), say("Leave the auction"))
        case a.Pass():
            return Passing((say("this action stays unused"),), say("Pass, action unused"))
        case a.Stop():
            means = say("unfinished: taken off at the end of the turn")
            return Passing((means,), say("Leave the link unfinished"))
        case a.Done():
            return Passing((say("City Growth stays in hand"),))
        case _:
            return None


def _out(state: State, step: Bidding) -> Iterator[Text]:
    """R3.3, R15.6 Out until the next turn, who leads, and what it has cost to try."""
    yield say("out of this auction")
    if best := max(step.bids):
        leader = Who(Seat(step.bids.index(best)))
        yield say("{who} leads with {amount}", who=leader, amount=money(best))
    if own := half(step, step.seat) if state.options.auction == "reverse" else 0:
        yield say("you pay {amount}", amount=money(own))
