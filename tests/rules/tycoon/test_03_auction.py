"""R3 Auction for first player."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.tycoon.table import (
    accepts,
    asked,
    cash,
    chance,
    end_turn,
    next_turn,
    offers,
    opened,
    play,
    price,
    purse,
    shares,
    sound,
    told,
    verbs,
)
from trainshed.core import IllegalAction, Reader, Seat, language
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import Bid, Ordered, Paid
from trainshed.games.tycoon.state import State

READER = Reader(language("en"), ("Ada", "Ben", "Cleo"))


@dataclass
class Auction:
    """The auction by the letter of R3: who speaks, who leads, who is out."""

    seats: int
    before: int
    """The first player of the turn before."""
    bid: int = 0
    leader: int | None = None
    out: set[int] = field(default_factory=set)
    speaker: int = -1

    def __post_init__(self) -> None:
        self.speaker = self.before

    def say(self, amount: int) -> None:
        """A bid, or with 0 a pass."""
        if amount:
            assert amount > self.bid
            self.bid, self.leader = amount, self.speaker
        else:
            self.out.add(self.speaker)
        if not self.over:
            self.speaker = (self.speaker + 1) % self.seats
            while self.speaker in self.out:
                self.speaker = (self.speaker + 1) % self.seats

    @property
    def over(self) -> bool:
        """Whether all but the highest bidder, or simply all, have passed."""
        return len(self.out) == self.seats or (
            self.leader is not None and len(self.out) == self.seats - 1
        )

    @property
    def first(self) -> int:
        """The first player of this turn."""
        return (self.before + 1) % self.seats if self.leader is None else self.leader


@pytest.mark.rule("tycoon", "R3.1")
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_player_who_was_drawn_speaks_first_and_then_clockwise(seats: int) -> None:
    for first in range(seats):
        state = opened(seats, first=first)
        assert state.turn == 1
        for step in range(2 * seats):
            assert asked(state) == (first + step) % seats
            state = play(state, f"bid {1000 * (step + 1)}")


@pytest.mark.rule("tycoon", "R3.1")
def test_later_the_first_player_of_the_turn_before_speaks_first() -> None:
    state = play(opened(4), "pass", "pass", "bid 1000", "pass")
    assert asked(state) == 2
    state = next_turn(state)
    assert state.turn == 2
    assert asked(state) == 2
    assert "bid" in verbs(state)
    assert asked(play(state, "pass")) == 3
    assert asked(play(state, "pass", "pass")) == 0


@pytest.mark.rule("tycoon", "R3.2")
def test_the_first_bid_is_at_least_1000_and_each_later_one_higher() -> None:
    state = opened(3)
    assert not accepts(state, "bid 0")
    assert not accepts(state, "bid -1000")
    assert accepts(state, "bid 1000")
    state = play(state, "bid 4000")
    assert not accepts(state, "bid 1000")
    assert not accepts(state, "bid 4000")
    assert accepts(state, "bid 5000")
    assert min(int(amount) for amount in offers(state, "bid")) == 5000


@pytest.mark.rule("tycoon", "R3.2")
@pytest.mark.parametrize("amount", [1, 999, 1001, 1500, 4999])
def test_bids_are_whole_thousands(amount: int) -> None:
    assert not accepts(opened(3), f"bid {amount}")
    assert all(int(offered) % 1000 == 0 for offered in offers(opened(3), "bid"))


@pytest.mark.rule("tycoon", "R3.2")
def test_a_bid_has_no_upper_limit_whatever_the_bidder_has() -> None:
    state = opened(3)
    for amount in (*range(1000, 41_000, 1000), 777_000, 3_000_000):
        assert accepts(state, f"bid {amount}"), amount
    state = play(state, "bid 3000000")
    assert accepts(state, "bid 3001000")
    assert not accepts(state, "bid 3000000")


@pytest.mark.rule("tycoon", "R3.3")
def test_who_has_passed_is_out_of_the_auction_of_this_turn() -> None:
    state = play(opened(3), "bid 1000", "pass", "bid 2000")
    assert asked(state) == 0
    state = play(state, "bid 3000")
    assert asked(state) == 2
    state = play(state, "bid 4000", "pass")
    assert asked(state) == 2
    assert state.order == (2, 0, 1)
    again = next_turn(state)
    assert asked(play(again, "pass")) == 0
    assert asked(play(again, "pass", "pass")) == 1


@pytest.mark.rule("tycoon", "R3.3")
def test_a_pass_of_the_opener_is_final_too() -> None:
    state = play(opened(2), "pass", "bid 1000")
    assert state.order == (1, 0)
    assert asked(state) == 1
    assert "bid" not in verbs(state)


@pytest.mark.rule("tycoon", "R3.4")
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_last_player_may_still_bid_when_all_others_have_passed(seats: int) -> None:
    state = play(opened(seats), *["pass"] * (seats - 1))
    assert asked(state) == seats - 1
    assert accepts(state, "bid 1000")
    assert accepts(state, "pass")
    after = play(state, "bid 7000")
    assert asked(after) == seats - 1
    assert after.order[0] == seats - 1
    assert price(state, after, seats - 1) == 7000


@pytest.mark.rule("tycoon", "R3.5")
def test_the_auction_ends_when_all_but_the_highest_bidder_have_passed() -> None:
    state = play(opened(4), "bid 1000", "bid 2000", "pass", "bid 3000", "pass")
    assert asked(state) == 1
    assert "bid" in verbs(state)
    state = play(state, "pass")
    assert [list(item.order) for item in told(state, Ordered)] == [[3, 0, 1, 2]]
    assert state.order == (3, 0, 1, 2)
    assert asked(state) == 3
    assert "build" in verbs(state)


@pytest.mark.rule("tycoon", "R3.6")
def test_the_first_player_pays_his_bid_at_once_and_the_others_nothing() -> None:
    before = opened(3)
    for seat in range(3):
        before = purse(before, seat, cash=20_000)
    state = play(before, "bid 5000", "bid 8000", "bid 9000", "pass")
    assert [cash(state, seat) for seat in range(3)] == [20_000] * 3
    state = play(state, "pass")
    assert [cash(state, seat) for seat in range(3)] == [20_000, 20_000, 11_000]
    assert told(state, Paid) == [Paid(Seat(2), 9000)]
    assert asked(state) == 2


@pytest.mark.rule("tycoon", "R3.6")
def test_nobody_issues_shares_for_a_bid_that_is_beaten() -> None:
    """Q12 The winner finds the money when he has won: $9,000 need two shares."""
    state = play(opened(2), "bid 8000", "bid 9000")
    assert [shares(state, seat) for seat in range(2)] == [0, 0]
    state = play(state, "pass")
    assert [shares(state, seat) for seat in range(2)] == [0, 2]
    assert cash(state, 1) == 1000


@pytest.mark.rule("tycoon", "R3.7")
@pytest.mark.parametrize("seats", range(2, 7))
def test_if_all_pass_the_left_neighbour_is_first_for_nothing(seats: int) -> None:
    for drawn in range(seats):
        before = opened(seats, first=drawn)
        state = play(before, *["pass"] * seats)
        assert state.order[0] == (drawn + 1) % seats
        assert asked(state) == (drawn + 1) % seats
        assert all(price(before, state, seat) == 0 for seat in range(seats))


@pytest.mark.rule("tycoon", "R3.7")
def test_in_later_turns_it_is_the_left_neighbour_of_the_last_first_player() -> None:
    state = play(opened(4), "pass", "pass", "bid 1000", "pass")
    for first in (3, 0, 1):
        state = play(next_turn(state), *["pass"] * 4)
        assert state.order[0] == first
    state = play(next_turn(state), "pass", "bid 1000", "pass", "pass")
    assert state.order == (2, 3, 0, 1)


def spoken(state: State, auction: Auction, amount: int) -> State:
    """One more bid or pass, in the game and by the letter."""
    assert asked(state) == auction.speaker
    if amount:
        bid = auction.bid + 1000 * amount
        auction.say(bid)
        return play(state, f"bid {bid}")
    auction.say(0)
    return play(state, "pass")


@pytest.mark.rule("tycoon", "R3.1")
@pytest.mark.rule("tycoon", "R3.3")
@pytest.mark.rule("tycoon", "R3.5")
@pytest.mark.rule("tycoon", "R3.6")
@given(
    seats=st.integers(2, 6),
    first=st.integers(0, 5),
    words=st.lists(st.integers(0, 3), max_size=25),
    purses=st.lists(st.integers(0, 12), min_size=6, max_size=6),
)
@settings(max_examples=60)
def test_auctions_of_all_kinds(seats: int, first: int, words: list[int], purses: list[int]) -> None:
    state = opened(seats, first=first % seats)
    for turn in (1, 2):
        for seat in range(seats):
            state = purse(state, seat, cash=1000 * purses[seat], shares=0)
        before = state
        auction = Auction(seats, first % seats if turn == 1 else state.order[0])
        for amount in words:
            if not auction.over:
                state = spoken(state, auction, amount)
        while not auction.over:
            state = spoken(state, auction, 0)
        assert asked(state) == auction.first
        order = [(auction.first + step) % seats for step in range(seats)]
        assert list(state.order) == order
        for seat in range(seats):
            due = auction.bid if seat == auction.first else 0
            assert price(before, state, seat) == due
            assert shares(state, seat) == max(0, -(-(due - cash(before, seat)) // 5000))
        assert "build" in verbs(state)
        assert sound(state)
        state = chance(end_turn(state))


@pytest.mark.rule("tycoon", "R3.2")
@pytest.mark.parametrize(
    ("bid", "sentence"),
    [
        ("bid 500", "Bids are whole thousands of dollars, and $500 is not. (R3.2)"),
        ("bid 0", "$0 is too little: the first bid is at least $1,000. (R3.2)"),
        (
            "bid 1000000000000000",
            (
                "There is no upper limit, but only amounts below $1,000,000,000,000,000 can be"
                " written. (R3.2)"
            ),
        ),
    ],
)
def test_a_refused_bid_has_a_reason(bid: str, sentence: str) -> None:
    state = opened(3)
    with pytest.raises(IllegalAction) as refused:
        play(state, bid)
    assert refused.value.why is not None
    assert READER.read(GAME.because(refused.value.why, state)) == sentence


@pytest.mark.rule("tycoon", "R3.2")
@pytest.mark.parametrize("bid", [1000, 3000, 4000])
def test_a_bid_that_does_not_lead_is_told_the_least(bid: int) -> None:
    state = play(opened(3), "bid 4000")
    why = GAME.why(state, Bid(bid))
    assert why is not None
    assert READER.read(GAME.because(why, state)) == (
        f"${bid:,} does not outbid $4,000: the next bid is at least $5,000. (R3.2)"
    )
