"""R7 Auctioning a minor."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rules.g1861.position import (
    accepts,
    company,
    found,
    gone,
    left,
    minor,
    offers,
    operating,
    own,
    place,
    play,
    position,
    price,
    stations,
    stock_round,
    told,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Withdrawn, Won
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.state import State

YELLOW = {"SPW", "MNN", "RO", "OK", "M-K", "KK", "MV", "KB", "KR"}
"""Those that are on offer in phase 2 besides N."""
GREEN = {"MB", "Y", "V", "TR", "SV", "E"}


def table(phase: int = 2, cash: Sequence[int] = (600, 600, 600)) -> State:
    """N belongs to seat 2."""
    return minor(position(cash=cash, phase=phase, seats=len(cash)), "N", owner=2)


def auction(cash: Sequence[int] = (600, 600, 600), *, seat: int = 0) -> State:
    """A player has put SPW up."""
    return play(stock_round(table(cash=cash), seat), "auction SPW")


@pytest.mark.rule("1861", "R7.1")
@pytest.mark.parametrize(
    ("phase", "names"),
    [(2, YELLOW), (3, YELLOW | GREEN), (4, YELLOW | GREEN), (5, set()), (6, set())],
)
def test_which_minors_are_on_offer(phase: int, names: set[str]) -> None:
    """R7.1, Q9 The yellow ones, then all, from phase 5 none."""
    assert offers(stock_round(table(phase)), "auction") == names


@pytest.mark.rule("1861", "R7.1")
def test_each_minor_is_on_offer_once() -> None:
    """R7.1 Neither one in play nor one that has left the game."""
    state = gone(minor(table(), "OK", owner=1), "RO")
    assert offers(stock_round(state), "auction") == YELLOW - {"OK", "RO"}


@pytest.mark.rule("1861", "R7.1")
def test_nikolaev_comes_first() -> None:
    """R7.1, R2.7, Q5 In phase 3 too; and if it had left the game the others would be free."""
    state = position(phase=3)
    assert offers(stock_round(state), "auction") == {"N"}
    assert offers(stock_round(gone(state, "N")), "auction") == YELLOW | GREEN


@pytest.mark.rule("1861", "R7.2")
@pytest.mark.parametrize("bid", [95, 101, 103, 605])
def test_the_opening_bid(bid: int) -> None:
    """R7.2 At least 100, a multiple of 5, not above the bidder's money."""
    state = auction()
    assert GAME.actor(state) == 0
    assert not accepts(state, f"bid {bid}")
    assert accepts(state, "bid 100")
    assert accepts(state, "bid 600")


@pytest.mark.rule("1861", "R7.2")
def test_whoever_puts_it_up_must_open() -> None:
    """R7.2 He cannot pass."""
    assert not accepts(auction(), "pass")


@pytest.mark.rule("1861", "R7.2")
@pytest.mark.parametrize(("cash", "may"), [(99, False), (100, True)])
def test_without_100_no_minor_can_be_put_up(cash: int, may: bool) -> None:  # noqa: FBT001
    """R7.2 The opener must have the money for his bid; with no choice at all he is not asked."""
    state = stock_round(table(cash=(cash, 600, 600)))
    assert (GAME.actor(state) == 0) == may
    assert offers(state, "auction") == YELLOW


@pytest.mark.rule("1861", "R7.2")
@pytest.mark.parametrize("bid", [150, 152, 154, 605])
def test_each_bid_is_at_least_5_more(bid: int) -> None:
    """R7.2 After 150 it takes 155, clockwise."""
    state = play(auction(), "bid 150")
    assert GAME.actor(state) == 1
    assert not accepts(state, f"bid {bid}")
    assert accepts(state, "bid 155")


@pytest.mark.rule("1861", "R7.2")
def test_there_is_no_highest_bid() -> None:
    """R7.2, Q7 Beyond 270 one may bid on."""
    state = play(auction(), "bid 270")
    assert accepts(state, "bid 275")
    assert accepts(state, "bid 600")


@pytest.mark.rule("1861", "R7.2")
def test_who_passes_is_out() -> None:
    """R7.2, Q6 Seat 1 is not asked again."""
    state = play(auction(), "bid 100", "pass", "bid 105")
    asked = []
    for bid in (110, 115, 120):
        asked.append(GAME.actor(state))
        state = play(state, f"bid {bid}")
    assert asked == [0, 2, 0]


@pytest.mark.rule("1861", "R7.2")
def test_who_cannot_pay_the_next_bid_is_not_asked() -> None:
    """R7.2, Q6 Seat 1 has 120, and 120 was bid."""
    state = play(auction((600, 120, 600)), "bid 115")
    assert GAME.actor(state) == 1
    state = play(auction((600, 120, 600)), "bid 120")
    assert GAME.actor(state) == 2


@pytest.mark.rule("1861", "R7.2")
def test_if_nobody_else_can_pay_the_opener_wins_at_once() -> None:
    """R7.2, Q6 The others have 100."""
    state = play(auction((600, 100, 100)), "bid 100")
    assert company(state, "SPW").director == 0


@pytest.mark.rule("1861", "R7.2")
def test_who_is_at_the_certificate_limit_is_not_asked() -> None:
    """R7.2, Q6, Q20 Seat 1 of six has eleven certificates."""
    state = table(cash=(600,) * 6)
    for private in ("TSR", "BSS", "MYR", "MRR", "WVR"):
        state = own(state, private, 1)
    state = found(found(state, "NW", 70, shares={1: 6}), "SW", 70, shares={1: 2})
    assert state.certificates(1) == 11
    state = play(stock_round(state), "auction SPW", "bid 100")
    assert GAME.actor(state) == 2


@pytest.mark.rule("1861", "R7.3")
def test_the_whole_bid_goes_into_the_treasury() -> None:
    """R7.3, Q7 Seat 1 wins for 335; the bank gets nothing."""
    state = auction()
    bank = state.bank
    state = play(state, "bid 100", "bid 335", "pass", "pass")
    assert told(state, Won) == [Won(1, "SPW", 335)]  # type: ignore[arg-type]
    spw = company(state, "SPW")
    assert (spw.director, spw.cash) == (1, 335)
    assert state.cash == (600, 265, 600)
    assert state.bank == bank


@pytest.mark.rule("1861", "R7.3")
@pytest.mark.parametrize(
    ("name", "home"),
    [("SPW", "E1.0"), ("MNN", "H8.2"), ("M-K", "H8.0"), ("KK", "D14.2"), ("KB", "D14.1")],
)
def test_the_station_is_put_on_the_home_circle(name: str, home: str) -> None:
    """R7.3, Q10 With the purchase."""
    state = play(stock_round(table()), f"auction {name}", "bid 100", "pass", "pass")
    assert stations(state, name) == {home}


@pytest.mark.rule("1861", "R7.4")
@pytest.mark.parametrize(
    ("bid", "start", "cell"),
    [
        (100, 50, (7, 1)),
        (105, 50, (7, 1)),
        (110, 55, (7, 2)),
        (115, 55, (7, 2)),
        (120, 60, (6, 2)),
        (130, 65, (6, 3)),
        (135, 65, (6, 3)),
        (140, 70, (5, 3)),
        (155, 70, (5, 3)),
        (160, 80, (5, 4)),
        (180, 90, (4, 4)),
        (200, 100, (4, 5)),
        (220, 110, (3, 5)),
        (240, 120, (3, 6)),
        (265, 120, (3, 6)),
        (270, 135, (2, 6)),
        (300, 135, (2, 6)),
        (600, 135, (2, 6)),
    ],
)
def test_the_price_is_half_the_bid_rounded_down(
    bid: int, start: int, cell: tuple[int, int]
) -> None:
    """R7.4, Q7, Q25 To a brown or red start cell, at most 135."""
    state = play(auction((600, 0, 0)), f"bid {bid}")
    assert price(state, "SPW") == start
    assert place(state, "SPW") == cell
    assert company(state, "SPW").cash == bid


@pytest.mark.rule("1861", "R7.4")
def test_the_token_goes_below_those_on_the_cell() -> None:
    """R7.4 N was at 50 before."""
    state = play(auction((600, 0, 0)), "bid 100")
    assert state.operating_order() == [NUMBER["N"], NUMBER["SPW"]]


@pytest.mark.rule("1861", "R7.5")
@pytest.mark.parametrize(("lines", "follows"), [(("bid 105", "pass", "pass"), 2)])
def test_the_next_turn_is_to_the_left_of_the_winner(lines: tuple[str, ...], follows: int) -> None:
    """R7.5, Q8 Seat 0 opens, seat 1 wins: seat 2 goes on with the same stock round."""
    state = play(auction(), "bid 100", *lines)
    assert company(state, "SPW").director == 1
    assert state.round == "stock"
    assert GAME.actor(state) == follows


@pytest.mark.rule("1861", "R7.5")
def test_after_seat_2_has_won_seat_0_is_next() -> None:
    """R7.5 Though he opened."""
    state = play(auction(), "bid 100", "pass", "bid 105", "pass")
    assert company(state, "SPW").director == 2
    assert GAME.actor(state) == 0


def five_bought() -> State:
    """NW has bought the first 5; of the minors N and OK are in play."""
    state = left(minor(table(4), "OK", owner=1, trains=("4",)), "5", 4)
    state = found(state, "NW", shares={0: 2}, trains=("4",), cash=600)
    return play(operating(state, "NW", "trains"), "train 5")


@pytest.mark.rule("1861", "R7.6")
def test_unsold_minors_leave_the_game_when_phase_5_begins() -> None:
    """R7.6, Q9 All but N and OK."""
    state = five_bought()
    assert state.phase == 5
    [news] = told(state, Withdrawn)
    assert set(news.companies) == (YELLOW | GREEN) - {"OK"}
    assert company(state, "SPW").gone
    assert not company(state, "OK").gone
    assert offers(stock_round(state), "auction") == set()


@pytest.mark.rule("1861", "R7.6")
def test_their_circles_are_free_for_all() -> None:
    """R7.6, Q9 A new major may begin in Smolensk and in Ekaterinburg, not in Odessa."""
    before = play(stock_round(left(table(4), "5", 4)), "start SW 70")
    assert not {"E9", "Q3", "D20"} & offers(before, "home")
    state = play(stock_round(five_bought()), "start SW 70")
    assert {"E9", "Q3"} <= offers(state, "home")
    assert "D20" not in offers(state, "home")
