"""R21.1 The end of the game, and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from .actions import Ended, Ends, Over
from .box import BOX, MAJORS, MINORS, RSR

if TYPE_CHECKING:
    from .state import State

LAST_ROUNDS = 3
"""R21.1 The last set has three operating rounds."""


def last_train(state: State) -> State:
    """R21.1 The first 8: in the first operating round of a set, this set is the last."""
    state = replace(state, eight_sold=True)
    if state.number == 1:
        state = replace(state, final=True, rounds=LAST_ROUNDS)
        return state.tell(Ends(LAST_ROUNDS - 1))
    return state.tell(Ends(LAST_ROUNDS))


def begin_last_set(state: State) -> State:
    """R21.1 After an 8 in the second round: one more set."""
    if state.eight_sold:
        return replace(state, final=True, rounds=LAST_ROUNDS)
    return state


def ends_now(state: State) -> bool:
    """R21.1, R21.2, R21.3 Whether the game ends after this operating round."""
    if state.final and state.number == state.rounds:
        return True
    return state.broken and (not state.eight_sold or state.rules.bank_ends)


def finish(state: State) -> State:
    """R21.4 Each price falls by the open loans; then all is over."""
    for number in (*MINORS, *MAJORS):
        company = state.companies[number]
        if company.in_play and company.loans:
            state = state.move(number, state.market.falls(company.cell, company.loans))
            state = state.with_company(number, replace(state.companies[number], loans=0))
    railway = replace(state.companies[RSR], loans=0)
    state = state.with_company(RSR, railway)
    reason = "eight" if state.final and state.number == state.rounds else "bank"
    return replace(state, over=True, stack=()).tell(Ended(reason), Over())


def scores(state: State) -> tuple[int, ...]:
    """R21.4, R21.6 The fortune of each seat if the game ended now."""
    parts = tally(state)
    return tuple(sum(part[seat] for part in parts.values()) for seat in range(state.seats))


def tally(state: State) -> dict[str, tuple[int, ...]]:
    """R21.4, R21.5 Fortunes by source: cash, shares, minors and, by option, privates."""
    seats = range(state.seats)
    shares, minors = [0] * state.seats, [0] * state.seats
    for number in (*MINORS, *MAJORS):
        company = state.companies[number]
        if not company.in_play:
            continue
        price = state.market.price(state.market.falls(company.cell, company.loans))
        if number in MINORS:
            minors[company.director] += 2 * price
        else:
            for seat in seats:
                shares[seat] += company.shares[seat] * price
    found = {"cash": state.cash, "shares": tuple(shares), "minors": tuple(minors)}
    if state.rules.privates_count:
        found["privates"] = tuple(
            sum(
                private.value
                for private, owner in zip(BOX.privates, state.privates, strict=True)
                if owner == seat
            )
            for seat in seats
        )
    return found
