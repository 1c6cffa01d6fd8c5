"""R17.1 Nationalisation: the State Railway takes over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Seat

from .actions import Action, Keep, Reason, Seized, Yield
from .asking import Question
from .box import CHARTERS, MINORS, RSR
from .company import COMPANY, Company
from .ground import HEXES, LAID
from .loans import repay
from .roster import sorted_trains
from .state_railway import room_for

if TYPE_CHECKING:
    from .state import State

MINOR_SHARES = 2
"""R17.7 A minor is worth two shares."""


class Asking(Question, frozen=True, tag="asking"):
    """R17.3 A major without a train may give itself up."""

    rule: ClassVar[str] = "R17.3"
    company: int

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def offers(self, state: State) -> Sequence[Action]:
        """Give up, or keep it."""
        return (Yield(), Keep())

    def play(self, state: State, action: Action) -> State:
        """R17.3 The director decides."""
        state = state.pop()
        return nationalise(state, self.company) if isinstance(action, Yield) else state


def nationalise(state: State, number: int, why: Reason = "") -> State:
    """R17.6, R17.7, R17.8 Repay, adjust the price, pay the players, hand over the rest."""
    state = repay(state, number)
    was = state.companies[number]
    price = state.market.price(state.market.falls(was.cell, 1 + was.loans))
    held = (
        tuple(MINOR_SHARES * (seat == was.director) for seat in range(state.seats))
        if number in MINORS
        else was.shares
    )
    amounts = tuple(price * count for count in held)
    state = state.give_all(amounts)
    heir = state.companies[RSR]
    heir = replace(heir, cash=heir.cash + was.cash, trains=sorted_trains(heir.trains + was.trains))
    state = state.with_company(RSR, heir)
    privates = tuple(
        COMPANY + RSR if owner == COMPANY + number else owner for owner in state.privates
    )
    state = _replace_stations(replace(state, privates=privates), number)
    left = Company(gone=number in MINORS)
    return state.with_company(number, left).tell(Seized(CHARTERS[number].id, price, amounts, why))


def _replace_stations(state: State, number: int) -> State:
    """R17.9, R17.10 Stations of the State Railway, the most valuable cities first."""
    mine = sorted(
        state.stands(number),
        key=lambda at: (LAID[state.tiles[at[0]]].value, HEXES[at[0]]),
        reverse=True,
    )
    kept: list[tuple[int, int]] = []
    for hex_, circle in mine:
        if room_for(state, hex_, [other for other, _ in kept]):
            kept.append((hex_, circle))
    stations = tuple(
        (RSR if who == number else who, hex_, circle)
        for who, hex_, circle in state.stations
        if who != number or (hex_, circle) in kept
    )
    return replace(state, stations=stations)
