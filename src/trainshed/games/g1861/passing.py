"""What is given up by passing, and which kinds of action are asked together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Action, Passing, say

from .actions import Pass
from .auction import Lot, MinorLot
from .box import CHARTERS
from .questions import company
from .stock import StockTurn
from .trains import BuyingTrain

if TYPE_CHECKING:
    from .state import State

DIGITS = {
    "buy": 1,
    "start": 2,
    "auction": 3,
    "sell": 4,
    "convert": 1,
    "form": 1,
    "merge": 2,
    "yield": 1,
    "keep": 2,
    "accept": 1,
    "decline": 2,
    "acquire": 9,
}


def passing(action: Action, state: State) -> Passing | None:
    """R2.3, R2.4, R3.3, R7.2, R15.9 Out of an auction for good, until the next turn, or lost."""
    if not isinstance(action, Pass):
        return None
    match state.stack[-1]:
        case Lot(leader=-1, falling=True):
            return Passing((say("others may have it at this price, or it falls"),))
        case Lot(leader=-1):
            return Passing((say("you may still bid if another does"),))
        case Lot() | MinorLot():
            return Passing((say("out of this auction for good"),), say("Out for good"))
        case StockTurn(sold=True):
            return Passing((say("your turn is over"),))
        case StockTurn():
            return Passing((say("you are asked again unless all pass"),))
        case BuyingTrain(company=number) if not state.companies[number].trains:
            lost = company(CHARTERS[number].id)
            means = say("{company} falls to the State Railway", company=lost)
            return Passing((means,), say("Pass and lose {company}", company=lost))
        case _:
            return Passing()
