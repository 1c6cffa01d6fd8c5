"""R2 Opening auction of the privates."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import accepts, offers, owner_of, play, told
from trainshed.core import CHANCE
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Fell, Income, Round, Won
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State

FALLING = Options(private_auction="take_first_after_pass")


def begun(first: int = 0, options: Options | None = None, seats: int = 3) -> State:
    """The first player is asked for the first private."""
    state = GAME.start(options or Options(), seats)
    assert GAME.actor(state) == CHANCE
    return play(state, f"begin {first}")


def lots_sold(state: State) -> State:
    """Every private goes to whoever is asked first, for its minimum."""
    for minimum in (20, 30, 40, 50, 60):
        state = play(state, f"bid {minimum}", "pass", "pass")
    return state


@pytest.mark.rule("1861", "R2.1")
def test_the_privates_are_sold_in_the_order_of_the_table() -> None:
    """R2.1 TSR, BSS, MYR, MRR, WVR; the second begins at 30."""
    state = begun()
    for private, minimum in {"TSR": 20, "BSS": 30, "MYR": 40, "MRR": 50, "WVR": 60}.items():
        assert not accepts(state, f"bid {minimum - 5}")
        state = play(state, f"bid {minimum}", "pass", "pass")
        assert [news.company for news in told(state, Won)] == [private]


@pytest.mark.rule("1861", "R2.1")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_holder_of_the_priority_card_is_asked_first(first: int) -> None:
    """R2.1 For the first private; then the others clockwise."""
    state = begun(first)
    asked = []
    for _ in range(3):
        asked.append(GAME.actor(state))
        state = play(state, "pass")
    assert asked == [first, (first + 1) % 3, (first + 2) % 3]


@pytest.mark.rule("1861", "R2.1")
def test_a_later_private_begins_to_the_left_of_the_last_winner() -> None:
    """R2.1, Q1 Seat 1 gets TSR, though seat 0 opened: seat 2 is asked first for BSS."""
    state = play(begun(0), "bid 20", "bid 25", "pass", "pass")
    assert owner_of(state, "TSR") == 1
    assert GAME.actor(state) == 2


@pytest.mark.rule("1861", "R2.2")
@pytest.mark.parametrize("bid", [15, 21, 24, 425])
def test_the_first_bid(bid: int) -> None:
    """R2.2 Multiples of 5, at least the minimum, at most the bidder's money."""
    state = begun()
    assert not accepts(state, f"bid {bid}")
    assert accepts(state, "bid 20")
    assert accepts(state, "bid 420")


@pytest.mark.rule("1861", "R2.2")
@pytest.mark.parametrize("bid", [50, 52, 54, 425])
def test_a_bid_exceeds_the_last_by_5_or_more(bid: int) -> None:
    """R2.2 After 50 it takes 55."""
    state = play(begun(), "bid 50")
    assert not accepts(state, f"bid {bid}")
    assert accepts(state, "bid 55")
    assert accepts(state, "bid 60")


@pytest.mark.rule("1861", "R2.2")
def test_a_player_without_the_money_for_the_next_bid_is_out() -> None:
    """R2.2 Seat 0 has 20 left, too little for BSS: only the other two are asked."""
    state = play(begun(), "bid 400", "pass", "pass")
    assert GAME.actor(state) == 1
    state = play(state, "pass")
    assert GAME.actor(state) == 2
    state = play(state, "bid 30")
    assert GAME.actor(state) == 1
    state = play(state, "pass")
    assert owner_of(state, "BSS") == 2


@pytest.mark.rule("1861", "R2.2")
def test_a_bid_that_nobody_else_can_exceed_wins_at_once() -> None:
    """R2.2, R2.4 All have 420, so nobody can answer 420."""
    state = play(begun(), "bid 420")
    assert owner_of(state, "TSR") == 0
    assert GAME.actor(state) == 1


@pytest.mark.rule("1861", "R2.2")
def test_a_lower_minimum_lets_a_poor_player_bid() -> None:
    """R2.2, R2.5 Seat 0 has 25: he is asked for BSS when its minimum has fallen to 25."""
    state = play(begun(), "bid 395", "pass", "pass")
    state = play(state, "pass", "pass", "pass", "pass")
    assert GAME.actor(state) == 0
    assert offers(state, "bid") == {"25"}


@pytest.mark.rule("1861", "R2.3")
def test_who_declines_before_the_first_bid_may_bid_later() -> None:
    """R2.3, Q2 Seat 0 declines, seat 2 opens, seat 0 is asked again."""
    state = play(begun(), "pass", "pass", "bid 20")
    assert GAME.actor(state) == 0
    state = play(state, "bid 25", "pass", "pass")
    assert owner_of(state, "TSR") == 0


@pytest.mark.rule("1861", "R2.3")
def test_who_passes_after_a_bid_is_out() -> None:
    """R2.3, Q2 Seat 1 is not asked again while 0 and 2 bid on."""
    state = play(begun(), "bid 20", "pass", "bid 25")
    asked = []
    for bid in (30, 35, 40):
        asked.append(GAME.actor(state))
        state = play(state, f"bid {bid}")
    assert asked == [0, 2, 0]


@pytest.mark.rule("1861", "R2.4")
def test_the_last_bidder_takes_the_private_and_pays_the_bank() -> None:
    """R2.4 Seat 2 pays his own bid, the others nothing."""
    state = begun()
    bank = state.bank
    state = play(state, "bid 20", "bid 25", "bid 45", "pass", "pass")
    assert owner_of(state, "TSR") == 2
    assert state.cash == (420, 420, 375)
    assert state.bank == bank + 45


@pytest.mark.rule("1861", "R2.5")
def test_the_minimum_falls_by_5_and_the_same_player_is_asked_first() -> None:
    """R2.5, Q3 It remains an auction: seat 0 bids 15, seat 1 overbids."""
    state = play(begun(), "pass", "pass", "pass")
    assert told(state, Fell) == [Fell("TSR", 15)]
    assert GAME.actor(state) == 0
    assert not accepts(state, "bid 10")
    state = play(state, "bid 15", "bid 20", "pass", "pass")
    assert owner_of(state, "TSR") == 1
    assert state.cash == (420, 400, 420)


@pytest.mark.rule("1861", "R2.5")
def test_only_the_minimum_of_this_private_falls() -> None:
    """R2.5 BSS still begins at 30."""
    state = play(begun(), "pass", "pass", "pass", "bid 15", "pass", "pass")
    assert not accepts(state, "bid 25")
    assert accepts(state, "bid 30")


@pytest.mark.rule("1861", "R2.5")
@pytest.mark.parametrize("options", [FALLING, Options(edition="reprint")])
def test_with_the_option_the_auction_turns_into_an_offer(options: Options) -> None:
    """R2.5, Q3 The first who accepts 15 has it, and nobody can overbid him."""
    state = play(begun(options=options), "pass", "pass", "pass")
    assert GAME.actor(state) == 0
    assert offers(state, "bid") == {"15"}
    assert not accepts(state, "bid 20")
    state = play(state, "pass")
    assert GAME.actor(state) == 1
    state = play(state, "bid 15")
    assert owner_of(state, "TSR") == 1
    assert state.cash == (420, 405, 420)
    assert GAME.actor(state) == 2


@pytest.mark.rule("1861", "R2.5")
def test_the_offer_falls_again_after_another_round_of_refusals() -> None:
    """R2.5 From 15 to 10, and seat 0 is asked first again."""
    state = play(begun(options=FALLING), *["pass"] * 6)
    assert GAME.actor(state) == 0
    assert offers(state, "bid") == {"10"}


@pytest.mark.rule("1861", "R2.5")
def test_with_the_option_it_begins_as_an_auction() -> None:
    """R2.5 Before everybody has declined bids can be overbid; so too with the next private."""
    state = play(begun(options=FALLING), "bid 20", "bid 25", "pass", "pass")
    assert owner_of(state, "TSR") == 1
    state = play(begun(options=FALLING), "pass", "pass", "pass", "bid 15")
    state = play(state, "bid 30", "bid 35", "pass", "pass")
    assert owner_of(state, "BSS") == 2


@pytest.mark.rule("1861", "R2.5")
@pytest.mark.parametrize("options", [Options(), FALLING])
def test_a_private_is_free_when_its_minimum_has_fallen_to_0(options: Options) -> None:
    """R2.5, Q4 After four rounds of refusals seat 1 would be asked first, and gets TSR."""
    state = play(begun(1, options), *["pass"] * 12)
    assert owner_of(state, "TSR") == 1
    assert state.cash == (420, 420, 420)
    assert GAME.actor(state) == 2
    assert accepts(state, "bid 30")


@pytest.mark.rule("1861", "R2.5")
@pytest.mark.parametrize("options", [Options(), FALLING])
def test_players_without_money_get_the_last_privates_free(options: Options) -> None:
    """R2.5, R2.2 All have spent 420: MRR falls to 0 for seat 0, WVR for seat 1."""
    state = play(begun(options=options), "bid 420", "bid 420", "bid 420")
    assert [owner_of(state, name) for name in ("TSR", "BSS", "MYR")] == [0, 1, 2]
    assert [owner_of(state, name) for name in ("MRR", "WVR")] == [0, 1]


@pytest.mark.rule("1861", "R2.6")
def test_the_stock_round_begins_to_the_left_of_the_last_winner() -> None:
    """R2.6, Q1 Seat 0 of three gets WVR in the end: seat 1 has the first turn."""
    state = begun()
    for minimum in (20, 30, 40, 50):
        state = play(state, f"bid {minimum}", "pass", "pass")
    assert GAME.actor(state) == 1
    state = play(state, "bid 60", "bid 65", "bid 70", "pass", "pass")
    assert owner_of(state, "WVR") == 0
    assert state.round == "stock"
    assert GAME.actor(state) == 1


@pytest.mark.rule("1861", "R2.7")
def test_nikolaev_is_the_first_minor_on_offer() -> None:
    """R2.7 No other minor may be auctioned until it is sold."""
    state = lots_sold(begun())
    assert offers(state, "auction") == {"N"}
    assert not accepts(state, "auction SPW")
    state = play(state, "auction N", "bid 100", "pass", "pass")
    assert "N" not in offers(state, "auction")
    assert "SPW" in offers(state, "auction")


@pytest.mark.rule("1861", "R2.7")
def test_two_operating_rounds_if_everybody_passes_nikolaev() -> None:
    """R2.7, Q5 The privates pay twice, and again only N is on offer."""
    state = lots_sold(begun())
    before = state.cash
    state = play(state, "pass", "pass", "pass")
    kinds = [news.kind for news in told(state, Round)]
    assert kinds == ["operating", "operating", "stock"]
    assert len(told(state, Income)) == 2
    assert sum(state.cash) == sum(before) + 2 * (10 + 15 + 20 + 25 + 30)
    assert offers(state, "auction") == {"N"}
