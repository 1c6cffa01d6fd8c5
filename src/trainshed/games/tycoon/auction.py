"""R3.1 The auction for the first player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core import Amount, Seat

from .actions import Action, Bid, Ordered, Paid, Pass
from .box import BOX
from .shares import ENDLESS, SHARES, OwnTurn

if TYPE_CHECKING:
    from .state import State

PASS = Pass()
RAISES = (1, 2, 3, 5, 10)
"""The bids that are offered, in thousands above the last one."""


class Bidding(OwnTurn, Amount["State", Action], frozen=True, tag="bidding"):
    """R3.2 Bid more than the last one, or pass."""

    rule = "R3.2"
    bids: tuple[int, ...]
    """The last bid of each seat."""
    passed: tuple[Seat, ...] = ()
    """R3.3, R15.7 Who is out, in the order of passing."""

    def span(self, state: State) -> range:
        """R3.2 Whole thousands above the highest bid."""
        return range(max(self.bids) + BOX.unit, ENDLESS, BOX.unit)

    def name(self, state: State, amount: int) -> Action:
        """A bid."""
        return Bid(amount)

    def amount(self, action: Action) -> int | None:
        """What was bid."""
        return action.amount if isinstance(action, Bid) else None

    def others(self, state: State) -> Sequence[Action]:
        """R3.3, R4.4 Pass, or issue shares first."""
        return (PASS, SHARES)

    def answers(self, state: State) -> Sequence[Action]:
        """Pass, and a few bids."""
        best = max(self.bids)
        return (*(Bid(best + BOX.unit * more) for more in RAISES), PASS)

    def answered(self, state: State, action: Action) -> State:
        """R3.4, R3.5 The next one speaks, until all but one have passed."""
        if isinstance(action, Bid):
            bids = (*self.bids[: self.seat], action.amount, *self.bids[self.seat + 1 :])
            after = replace(self, bids=bids)
        else:
            state, after = state.aside(), replace(self, passed=(*self.passed, self.seat))
        state = replace(state, clock=state.clock + 1)
        left = [it for it in clockwise(state.seats, self.seat + 1) if it not in after.passed]
        if not left or (len(left) == 1 and after.bids[left[0]]):
            return _settle(state.pop(), after)
        return state.goto(replace(after, seat=left[0]))


def clockwise(seats: int, first: int) -> tuple[Seat, ...]:
    """R2.2 The seats from one of them on."""
    return tuple(Seat((first + step) % seats) for step in range(seats))


def half(ended: Bidding, seat: Seat) -> int:
    """R15.6 What it costs to leave after a bid, in whole notes."""
    return -(-ended.bids[seat] // (2 * BOX.unit)) * BOX.unit


def _settle(state: State, ended: Bidding) -> State:
    """R3.5, R3.6, R3.7, R15.6, R15.7 The first player and what is paid."""
    reverse = state.options.auction == "reverse"
    winners = [Seat(seat) for seat in range(state.seats) if seat not in ended.passed]
    for winner in winners:
        state = _pay(state, winner, ended.bids[winner])
    state = state.aside()
    for seat in ended.passed if reverse else ():
        state = _pay(state, seat, half(ended, seat))
    first = winners[0] if winners else clockwise(state.seats, state.order[0] + 1)[0]
    order = clockwise(state.seats, first)
    if reverse:
        order = (*winners, *reversed(ended.passed))
    return replace(state, order=order).tell(Ordered(order))


def _pay(state: State, seat: Seat, amount: int) -> State:
    """R3.6, R15.6 What being first costs, or what it has cost to try."""
    return state.pay(seat, amount, "auction").tell(Paid(seat, amount)) if amount else state
