"""R4.1 Selling shares to the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from .actions import Action, Directs, Sell
from .box import BOX, CHARTERS, MAJORS

if TYPE_CHECKING:
    from trainshed.core import Seat

    from .state import State

DIRECTORS = 2
"""R1.7 The shares of the director's certificate."""


def sales(state: State, seat: Seat) -> list[Action]:
    """R4.1, R4.2, R4.6 How many shares of which majors may be sold."""
    return [
        Sell(CHARTERS[number].id, count)
        for number in MAJORS
        if (major := state.companies[number]).in_play and major.operated
        for count in range(1, min(major.shares[seat], BOX.pool - major.pool) + 1)
        if major.director != seat
        or major.shares[seat] - count >= DIRECTORS
        or successor(state, number, seat) >= 0
    ]


def successor(state: State, number: int, seat: int) -> int:
    """R4.5 Who would take over: most shares, at least two, the nearest on the left among equals."""
    shares = state.companies[number].shares
    heirs = state.left_of(seat)[:-1]
    heir = max(heirs, key=lambda other: shares[other])
    return heir if shares[heir] >= DIRECTORS else -1


def sell(state: State, seat: Seat, number: int, count: int) -> State:
    """R4.2 The bank pays the price."""
    major = state.companies[number]
    held = major.shares[seat] - count
    shares = (*major.shares[:seat], held, *major.shares[seat + 1 :])
    price = state.price(number)
    state = state.with_company(number, replace(major, shares=shares, pool=major.pool + count))
    state = state.give(seat, price * count)
    sold = state.sold[seat] | 1 << number
    return replace(state, sold=(*state.sold[:seat], sold, *state.sold[seat + 1 :]))


def inherited(state: State, seat: Seat, number: int) -> State:
    """R4.5 After a sale by the director another may have more, and becomes director."""
    major = state.companies[number]
    heir = successor(state, number, seat) if major.director == seat else -1
    if heir >= 0 and major.shares[heir] > major.shares[seat]:
        state = appoint(state.aside(), number, heir)
    return state


def appoint(state: State, number: int, seat: int) -> State:
    """R4.5, R5.5 A new director takes the certificate for two shares."""
    from trainshed.core import Seat  # noqa: PLC0415

    state = state.with_company(number, replace(state.companies[number], director=seat))
    return state.tell(Directs(CHARTERS[number].id, Seat(seat)))


def drop(state: State, number: int) -> State:
    """R4.3, R8.4 A sale by the director moves the price one row down."""
    return state.move(number, state.market.down[state.companies[number].cell])
