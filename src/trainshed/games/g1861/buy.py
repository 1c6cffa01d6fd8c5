"""R5.1 Buying a share from a treasury or from the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from .actions import Action, Buy
from .box import CHARTERS, MAJORS
from .sell import appoint

if TYPE_CHECKING:
    from trainshed.core import Seat

    from .state import State


def purchases(state: State, seat: Seat) -> list[Action]:
    """R5.1, R5.2 One share of a major, not of one sold in this round."""
    cash = state.cash[seat]
    if state.certificates(seat) >= state.certificate_limit:
        return []
    found: list[Action] = []
    for number in MAJORS:
        major = state.companies[number]
        if (
            not major.in_play
            or cash < state.price(number)
            or state.sold[seat] >> number & 1
            or major.shares[seat] >= state.most_shares
        ):
            continue
        if major.treasury:
            found.append(Buy(CHARTERS[number].id, "treasury"))
        if major.pool:
            found.append(Buy(CHARTERS[number].id, "pool"))
    return found


def may_buy(state: State, seat: int, number: int) -> bool:
    """R5.3, R5.4, R20.10 Whether a seat could take one more share from the treasury.

    R20.6 Whoever becomes director by it has no certificate more than before.
    """
    major = state.companies[number]
    directs = major.director < 0 and major.shares[seat] == 1
    return (
        major.treasury > 0
        and state.cash[seat] >= state.price(number)
        and major.shares[seat] < state.most_shares
        and (directs or state.certificates(seat) < state.certificate_limit)
    )


def buy(state: State, seat: Seat, number: int, source: str) -> State:
    """R5.1, R5.5 Pay the major or the bank; whoever has more than the director takes over."""
    major = state.companies[number]
    price = state.price(number)
    held = major.shares[seat] + 1
    shares = (*major.shares[:seat], held, *major.shares[seat + 1 :])
    if source == "treasury":
        state = state.with_company(
            number, replace(major, shares=shares, treasury=major.treasury - 1)
        ).invest(seat, number, price)
    else:
        state = state.with_company(number, replace(major, shares=shares, pool=major.pool - 1))
        state = state.give(seat, -price)
    director = major.director
    if director != seat and (shares[director] < held if director >= 0 else held > 1):
        state = appoint(state, number, seat)
    return state
