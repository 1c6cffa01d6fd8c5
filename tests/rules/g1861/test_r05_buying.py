"""R5 Buying."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rules.g1861.position import (
    accepts,
    company,
    found,
    gone,
    minor,
    money,
    offers,
    own,
    play,
    position,
    price,
    stock_round,
    told,
    until,
    verbs,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Directs
from trainshed.games.g1861.state import State


def market(
    shares: Mapping[int, int],
    *,
    seat: int = 0,
    pool: int = 0,
    cash: int = 500,
    director: int | None = None,
) -> State:
    """A player is asked; NW stands at 100."""
    state = gone(position(cash=(cash,) * 3), "N")
    return stock_round(found(state, "NW", shares=shares, pool=pool, director=director), seat)


@pytest.mark.rule("1861", "R5.1")
def test_a_share_from_the_treasury_is_paid_to_the_major() -> None:
    """R5.1 One certificate at the current price, which does not move."""
    state = market({1: 2})
    bank = state.bank
    state = play(state, "buy NW")
    nw = company(state, "NW")
    assert (nw.shares, nw.treasury, nw.cash) == ((1, 2, 0), 7, 100)
    assert state.cash == (400, 500, 500)
    assert state.bank == bank
    assert price(state, "NW") == 100


@pytest.mark.rule("1861", "R5.1")
def test_a_share_from_the_pool_is_paid_to_the_bank() -> None:
    """R5.1, Q14 The major gets nothing, and the price does not move."""
    state = market({1: 2}, pool=3)
    bank = state.bank
    state = play(state, "buy NW pool")
    nw = company(state, "NW")
    assert (nw.shares, nw.pool, nw.treasury, nw.cash) == ((1, 2, 0), 2, 5, 0)
    assert state.bank == bank + 100
    assert price(state, "NW") == 100


@pytest.mark.rule("1861", "R5.1")
@pytest.mark.parametrize(
    ("shares", "pool", "sources"),
    [({1: 2}, 0, {"NW"}), ({1: 3, 2: 2}, 5, {"NW pool"}), ({1: 5, 2: 5}, 0, set())],
)
def test_a_share_must_lie_there(shares: dict[int, int], pool: int, sources: set[str]) -> None:
    """R5.1 In the treasury or in the pool."""
    assert offers(market(shares, pool=pool, director=1), "buy") == sources


@pytest.mark.rule("1861", "R5.1")
def test_no_share_of_a_major_whose_director_is_not_taken() -> None:
    """R5.1 SW is not in play."""
    state = market({1: 2})
    assert not accepts(state, "buy SW")
    assert not accepts(state, "buy SW pool")


@pytest.mark.rule("1861", "R5.1")
@pytest.mark.parametrize(("cash", "enough"), [(99, False), (100, True)])
def test_the_buyer_needs_the_money(cash: int, enough: bool) -> None:  # noqa: FBT001
    """R5.1 The cost is the current price."""
    assert accepts(market({1: 2}, cash=cash), "buy NW") == enough


@pytest.mark.rule("1861", "R5.2")
def test_nobody_buys_what_he_has_sold_in_the_same_turn() -> None:
    """R5.2, Q14 Neither from the treasury nor from the pool."""
    state = play(market({0: 2, 1: 4}), "sell NW 1")
    assert not accepts(state, "buy NW")
    assert not accepts(state, "buy NW pool")


@pytest.mark.rule("1861", "R5.2")
def test_nobody_buys_what_he_has_sold_in_the_same_round() -> None:
    """R5.2 In his next turn he still may not; others may."""
    state = play(market({0: 2, 1: 4}), "sell NW 1", "pass")
    assert offers(state, "buy") == {"NW", "NW pool"}
    state = play(state, "buy NW", "pass")
    assert GAME.actor(state) == 0
    assert offers(state, "buy") == set()


@pytest.mark.rule("1861", "R5.2")
def test_in_the_next_stock_round_he_may_buy_it_again() -> None:
    """R5.2 The ban ends with the round."""
    state = play(market({0: 2, 1: 4}), "sell NW 1", "pass", "pass", "pass", "pass")
    assert state.round == "operating"
    state = until(state, "stock")
    while GAME.actor(state) != 0:
        state = play(state, "pass")
    assert {"NW", "NW pool"} <= offers(state, "buy")


@pytest.mark.rule("1861", "R5.2")
def test_he_may_buy_of_another_major() -> None:
    """R5.2 Only the major he sold is closed to him."""
    state = found(market({0: 2, 1: 4}), "SW", 70, shares={1: 2})
    state = play(stock_round(state), "sell NW 1")
    assert offers(state, "buy") == {"SW"}


@pytest.mark.rule("1861", "R5.3")
@pytest.mark.parametrize("pool", [0, 2])
def test_no_player_buys_beyond_60_percent(pool: int) -> None:
    """R5.3, Q13 Six shares are the most, from the treasury as from the pool."""
    assert "NW" in offers(market({0: 5}, pool=pool), "buy")
    assert offers(market({0: 6}, pool=pool), "buy") == set()


def full_hand(extra: int = 0, *, operated: bool = True, spw: int = 0) -> State:
    """Six players: seat 0 has 11 certificates, and `extra` more.

    Five privates, two minors, the director's certificate of SW and two more, one share of NW.
    """
    state = position(seats=6, cash=(900,) * 6, phase=4)
    for private in ("TSR", "BSS", "MYR", "MRR", "WVR"):
        state = own(state, private, 0)
    state = minor(minor(state, "N", owner=0), "SPW", owner=spw)
    state = found(state, "SW", 70, shares={0: 4}, operated=operated)
    return found(state, "NW", 100, shares={1: 3, 0: 1 + extra}, operated=operated)


@pytest.mark.rule("1861", "R5.4")
def test_what_counts_as_a_certificate() -> None:
    """R5.4, Q20 Shares, director's certificates, privates and minors count one each."""
    assert full_hand().certificates(0) == 5 + 2 + 3 + 1


@pytest.mark.rule("1861", "R5.4")
def test_at_the_limit_nothing_can_be_bought() -> None:
    """R5.4, Q20 Neither a share nor a major nor a minor."""
    state = stock_round(full_hand())
    assert verbs(state) == {"sell", "pass"}
    assert not accepts(state, "buy NW")
    assert not accepts(state, "start MK 70")
    assert not accepts(state, "auction KK")


@pytest.mark.rule("1861", "R5.4")
@pytest.mark.parametrize("without", ["TSR", "share", "minor"])
def test_below_the_limit_one_may_buy(without: str) -> None:
    """R5.4 With ten certificates of eleven all is open."""
    state = full_hand(-1 if without == "share" else 0, spw=int(without == "minor"))
    if without == "TSR":
        state = own(state, "TSR", 1)
    assert state.certificates(0) == 10
    assert {"buy", "start", "auction"} <= verbs(stock_round(state))


@pytest.mark.rule("1861", "R5.4")
def test_a_sale_makes_room_for_a_purchase() -> None:
    """R5.4 At the limit he sells one of SW and buys one of NW."""
    state = play(stock_round(full_hand()), "sell SW 1")
    assert "NW" in offers(state, "buy")


@pytest.mark.rule("1861", "R5.4")
@pytest.mark.parametrize("extra", [1, 2])
def test_the_surplus_must_be_sold(extra: int) -> None:
    """R5.4 He may not pass while he is above the limit."""
    state = stock_round(full_hand(extra))
    for _ in range(extra):
        assert verbs(state) == {"sell"}
        state = play(state, "sell NW 1")
    assert "pass" in offers(state)


@pytest.mark.rule("1861", "R5.4")
def test_the_surplus_is_sold_as_far_as_sales_are_allowed() -> None:
    """R5.4 The majors have not operated: he can only pass, and so he is not asked."""
    state = full_hand(1, operated=False)
    assert state.certificates(0) == 12
    state = stock_round(state)
    assert GAME.actor(state) == 1
    assert state.round == "stock"


@pytest.mark.rule("1861", "R5.5")
def test_a_buyer_with_more_shares_becomes_director() -> None:
    """R5.5 Seat 0 comes to three, the director has two; certificates are exchanged."""
    state = play(market({0: 2, 1: 2}, director=1), "buy NW")
    assert company(state, "NW").director == 0
    assert told(state, Directs) == [Directs("NW", 0)]  # type: ignore[arg-type]
    assert (state.certificates(0), state.certificates(1)) == (2, 2)


@pytest.mark.rule("1861", "R5.5")
def test_an_equal_number_is_not_enough() -> None:
    """R5.5, Q19 Seat 0 comes to two, as many as the director."""
    state = play(market({0: 1, 1: 2}), "buy NW")
    assert company(state, "NW").director == 1


@pytest.mark.rule("1861", "R5.5")
def test_a_share_of_the_pool_takes_over_too() -> None:
    """R5.5 Wherever it comes from."""
    state = money(market({0: 2, 1: 2}, pool=2, director=1), 0, 100)
    state = play(stock_round(state), "buy NW pool")
    assert company(state, "NW").director == 0
