"""R2.1 The opening auction of the privates; R7.1 the auction of a minor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Amount, Seat

from .actions import Action, Bid, Fell, News, Won
from .asking import PASS, why_not
from .box import BOX, CHARTERS, PRIVATES
from .ground import HEX, circle_of
from .play import Play

if TYPE_CHECKING:
    from .state import State

STEP = BOX.bid_step


class Bidding(Amount["State", Action], frozen=True):
    """R2.2, R7.2 Bids in steps of 5, never above the bidder's money."""

    def name(self, state: State, amount: int) -> Action:
        """A bid."""
        return Bid(amount)

    def amount(self, action: Action) -> int | None:
        """The price of a bid."""
        return action.price if isinstance(action, Bid) else None

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        return why_not(state, self, action)


class Lot(Bidding, frozen=True, tag="lot"):
    """R2.1 A private on offer."""

    rule: ClassVar[str] = "R2.1"
    private: int
    minimum: int
    first: Seat
    seat: Seat
    high: int = 0
    leader: int = -1
    declined: int = 0
    """How many in a row have declined to open."""
    out: int = 0
    """The seats that passed after a bid, as bits."""
    falling: bool = False
    """R2.5 The first who accepts takes it."""

    def actor(self, state: State) -> Seat:
        """Who is asked."""
        return self.seat

    def span(self, state: State) -> range:
        """R2.2 At least the minimum, or 5 more than the last bid; one price in a falling offer."""
        if self.falling:
            return range(self.minimum, self.minimum + 1)
        low = self.high + STEP if self.leader >= 0 else self.minimum
        return range(low, state.cash[self.seat] + 1, STEP)

    def others(self, state: State) -> Sequence[Action]:
        """To decline."""
        return (PASS,)

    def play(self, state: State, action: Action) -> State:
        """R2.3, R2.4 A bid, or a refusal: final once there is a bid."""
        if isinstance(action, Bid):
            lot = replace(self, high=action.price, leader=self.seat)
            if self.falling:
                return award(state, lot, self.seat, action.price)
            return _raise(state, lot)
        state = state.aside()
        if self.leader >= 0:
            return _raise(state, replace(self, out=self.out | 1 << self.seat))
        return _offer(
            state, replace(self, declined=self.declined + 1, seat=state.left_of(self.seat)[0])
        )


def open_lot(state: State, private: int, first: Seat) -> State:
    """R2.1 Put a private up; the first player is asked first."""
    lot = Lot(private, BOX.privates[private].minimum, first, first)
    return _offer(state.push(lot), lot)


def _offer(state: State, lot: Lot) -> State:
    """R2.2, R2.5 Ask on as long as nobody has bid; whoever cannot pay is not asked."""
    while lot.declined < state.seats:
        if state.cash[lot.seat] >= lot.minimum:
            return state.goto(lot)
        lot = replace(lot, declined=lot.declined + 1, seat=state.left_of(lot.seat)[0])
    lower = lot.minimum - STEP
    if lower <= 0:
        return award(state, lot, lot.first, 0)
    state = state.tell(Fell(PRIVATES[lot.private], lower))
    falling = state.rules.falling_offer
    again = replace(lot, minimum=lower, seat=lot.first, declined=0, falling=falling)
    return _offer(state, again)


def _raise(state: State, lot: Lot) -> State:
    """R2.3, R2.4 The next who is still in and can pay more; if there is none, the lot is won."""
    for seat in state.left_of(lot.seat):
        if seat == lot.leader:
            break
        if not lot.out >> seat & 1 and state.cash[seat] >= lot.high + STEP:
            return state.goto(replace(lot, seat=seat))
    return award(state, lot, Seat(lot.leader), lot.high)


def award(state: State, lot: Lot, seat: Seat, price: int) -> State:
    """R2.4, R2.5 The winner pays the bank; the next lot begins on his left."""
    owners = (*state.privates[: lot.private], seat, *state.privates[lot.private + 1 :])
    state = replace(state.pop().give(seat, -price), privates=owners)
    state = state.tell(Won(seat, PRIVATES[lot.private], price))
    return state.goto(Play(next=state.left_of(seat)[0]))


class MinorLot(Bidding, frozen=True, tag="minor-lot"):
    """R7.2 A minor on offer: the one who put it up bids first."""

    rule: ClassVar[str] = "R7.2"
    company: int
    seat: Seat
    high: int = 0
    leader: int = -1
    out: int = 0

    def actor(self, state: State) -> Seat:
        """Who is asked."""
        return self.seat

    def span(self, state: State) -> range:
        """R7.2 At least 100, or 5 more than the last bid."""
        low = self.high + STEP if self.leader >= 0 else BOX.minor_bid
        return range(low, state.cash[self.seat] + 1, STEP)

    def others(self, state: State) -> Sequence[Action]:
        """To pass, unless it is the opening bid."""
        return (PASS,) if self.leader >= 0 else ()

    def play(self, state: State, action: Action) -> State:
        """R7.2 Bid, or be out."""
        if isinstance(action, Bid):
            lot = replace(self, high=action.price, leader=self.seat)
        else:
            state, lot = state.aside(), replace(self, out=self.out | 1 << self.seat)
        for seat in state.left_of(self.seat):
            if seat == lot.leader:
                break
            if not lot.out >> seat & 1 and may_bid(state, seat, lot.high + STEP):
                return state.goto(replace(lot, seat=seat))
        return found_minor(state, lot.company, Seat(lot.leader), lot.high)


def may_bid(state: State, seat: int, price: int) -> bool:
    """R5.4, R7.2 Whether a seat has the money, and room for one more certificate."""
    return state.cash[seat] >= price and state.certificates(seat) < state.certificate_limit


def found_minor(state: State, number: int, seat: Seat, bid: int) -> State:
    """R7.3, R7.4, R7.5 The minor gets the bid, its price and its station."""
    charter = CHARTERS[number]
    state = state.pop().invest(seat, number, bid)
    state = state.with_company(number, replace(state.companies[number], director=seat))
    state = state.move(number, state.market.start(number, bid // 2))
    home = HEX[charter.home]
    state = state.put(number, home, circle_of(home, charter.circle, state.tiles[home]))
    state = replace(state, last_actor=seat).tell(Won(seat, charter.id, bid))
    return state.goto(Play(next=state.left_of(seat)[0]))
