"""R3.2 A turn in a stock round: sell, then buy, start a major or put a minor up for auction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Seat

from .actions import Action, Auction, Buy, Pass, Sell, Start
from .asking import PASS, Question
from .auction import MinorLot, may_bid
from .box import BOX, CHARTERS, MINORS, NIKOLAEV, NUMBER
from .buy import buy, purchases
from .homes import start, starts
from .play import Play
from .sell import drop, inherited, sales, sell

if TYPE_CHECKING:
    from .state import State


class StockTurn(Question, frozen=True, tag="stock-turn"):
    """R3.2 What a player may do in his turn."""

    rule: ClassVar[str] = "R3.2"
    seat: Seat
    sold: bool = False
    drops: tuple[int, ...] = ()
    """R4.3 The majors whose price falls when he has sold all he wants, in order."""

    def actor(self, state: State) -> Seat:
        """The player whose turn it is."""
        return self.seat

    def offers(self, state: State) -> Iterator[Action]:
        """R5.4 Whoever holds too many certificates has to sell, as far as he can."""
        selling = sales(state, self.seat)
        yield from selling
        if selling and state.certificates(self.seat) > state.certificate_limit:
            return
        yield from purchases(state, self.seat)
        yield from starts(state, self.seat)
        yield from _auctions(state, self.seat)
        yield PASS

    def play(self, state: State, action: Action) -> State:
        """R3.2 Sales go on; anything else ends the turn."""
        if isinstance(action, Sell):
            return self._sell(state, action)
        for major in self.drops:
            state = drop(state, major)
        state = state.pop()
        match action:
            case Pass():
                return _pass(state, self)
            case Buy(company, source):
                state = buy(state, self.seat, NUMBER[company], source)
                return acted(state, self.seat)
            case Start(company, price):
                return start(state, self.seat, NUMBER[company], price)
            case Auction(company):
                return state.push(MinorLot(NUMBER[company], self.seat))
            case _:
                raise AssertionError(action)

    def _sell(self, state: State, action: Sell) -> State:
        """R4.3, R4.4 Sell; the price falls after the last sale, or at once, as the rules say."""
        major = NUMBER[action.company]
        directed = state.companies[major].director == self.seat
        state = replace(sell(state, self.seat, major, action.shares), last_actor=self.seat)
        drops = self.drops
        if directed and state.rules.one_drop:
            drops = (*(other for other in drops if other != major), major)
        elif directed:
            state = drop(state, major)
        state = inherited(state, self.seat, major)
        return state.goto(replace(self, sold=True, drops=drops))


def acted(state: State, seat: Seat) -> State:
    """R3.3, R3.5 The turn is over; the next player has his."""
    state = replace(state, last_actor=seat)
    return state.goto(Play(next=state.left_of(seat)[0]))


def _pass(state: State, turn: StockTurn) -> State:
    """R3.3 Nothing more; if nothing at all was done, it is a pass."""
    if turn.sold:
        return acted(state, turn.seat)
    play = state.stack[-1]
    assert isinstance(play, Play)
    return state.goto(replace(play, next=state.left_of(turn.seat)[0], passes=play.passes + 1))


def _auctions(state: State, seat: Seat) -> list[Action]:
    """R7.1, R2.7 The minors that may be put up: N before all others, green ones from phase 3."""
    if not may_bid(state, seat, BOX.minor_bid):
        return []
    nikolaev = state.companies[NIKOLAEV]
    first = not nikolaev.in_play and not nikolaev.gone
    return [
        Auction(CHARTERS[number].id)
        for number in ([NIKOLAEV] if first else MINORS)
        if not state.companies[number].in_play
        and not state.companies[number].gone
        and on_offer(state, number)
    ]


def on_offer(state: State, number: int) -> bool:
    """R7.1 Whether the phase lets a minor be sold: green ones come later than yellow ones."""
    return ("green_minors" if CHARTERS[number].green else "minors") in state.era.allows
