"""R4 Selling."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    accepts,
    company,
    found,
    gone,
    minor,
    offers,
    own,
    place,
    play,
    position,
    price,
    stock_round,
    told,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Directs
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State

EACH = Options(director_sale_drop="each_sale")


def selling(
    *held: int,
    seat: int = 0,
    director: int | None = None,
    pool: int = 0,
    operated: bool = True,
    options: Options | None = None,
) -> State:
    """A player is asked; so much of NW, at 100 in row 4, is held by each seat."""
    state = gone(position(seats=len(held), cash=(100,) * len(held), options=options), "N")
    shares = dict(enumerate(held))
    state = found(state, "NW", 100, shares=shares, director=director, pool=pool, operated=operated)
    return stock_round(state, seat)


@pytest.mark.rule("1861", "R4.1")
def test_only_shares_of_majors_can_be_sold() -> None:
    """R4.1 Neither a private nor a minor."""
    state = own(minor(position(), "N", owner=0), "TSR", 0)
    state = stock_round(found(state, "NW", shares={0: 3}))
    assert offers(state, "sell") == {"NW 1"}
    assert not accepts(state, "sell N 1")
    assert not accepts(state, "sell TSR 1")


@pytest.mark.rule("1861", "R4.1")
@pytest.mark.parametrize("operated", [False, True])
def test_no_sale_before_the_first_operating_turn(operated: bool) -> None:  # noqa: FBT001
    """R4.1, Q15, Q97 Shares of a major can be sold once it has operated."""
    state = selling(3, 3, 2, operated=operated)
    assert bool(offers(state, "sell")) == operated


@pytest.mark.rule("1861", "R4.1")
def test_nobody_sells_what_he_has_not() -> None:
    """R4.1 Seat 2 has one share, and seat 1 none."""
    assert offers(selling(5, 0, 1, seat=2), "sell") == {"NW 1"}
    assert offers(selling(5, 0, 1, seat=1), "sell") == set()


@pytest.mark.rule("1861", "R4.2")
def test_the_seller_is_paid_the_price_for_each_share() -> None:
    """R4.2 Two shares of 100 from the bank; they lie in the pool."""
    state = selling(4, 3, 2, seat=1)
    bank = state.bank
    state = play(state, "sell NW 2")
    assert state.cash == (100, 300, 100)
    assert state.bank == bank - 200
    assert company(state, "NW").shares == (4, 1, 2)
    assert company(state, "NW").pool == 2
    assert company(state, "NW").treasury == 1


@pytest.mark.rule("1861", "R4.2")
@pytest.mark.parametrize(("pool", "most"), [(0, 2), (3, 2), (4, 1), (5, 0)])
def test_the_pool_never_holds_more_than_half(pool: int, most: int) -> None:
    """R4.2 Seat 1 has two shares and sells as many as make five."""
    state = selling(3, 2, 0, seat=1, pool=pool)
    assert offers(state, "sell NW") == {str(count + 1) for count in range(most)}


@pytest.mark.rule("1861", "R4.3")
@pytest.mark.parametrize("shares", [1, 2, 4])
@pytest.mark.parametrize("options", [Options(), EACH])
def test_a_sale_by_the_director_moves_the_price_one_row_down(shares: int, options: Options) -> None:
    """R4.3, Q16 However many he sells: from red 100 to 90 below."""
    state = play(selling(6, 2, 0, options=options), f"sell NW {shares}", "pass")
    assert price(state, "NW") == 90
    assert place(state, "NW") == (5, 5)
    assert state.cash[0] == 100 + 100 * shares


@pytest.mark.rule("1861", "R4.3")
@pytest.mark.parametrize("options", [Options(), EACH])
def test_a_sale_by_anybody_else_leaves_the_price_alone(options: Options) -> None:
    """R4.3 Seat 1 sells two."""
    state = play(selling(4, 3, 0, seat=1, options=options), "sell NW 2", "pass")
    assert price(state, "NW") == 100


@pytest.mark.rule("1861", "R4.3")
def test_several_steps_of_a_turn_make_the_price_fall_once() -> None:
    """R4.3, Q17 After the last of them, and all are paid at the price before."""
    state = play(selling(6, 2, 0), "sell NW 1", "sell NW 1", "sell NW 1")
    assert state.cash[0] == 100 + 300
    state = play(state, "pass")
    assert price(state, "NW") == 90
    assert state.cash[0] == 100 + 300


@pytest.mark.rule("1861", "R4.3")
def test_with_the_option_each_step_lowers_the_price() -> None:
    """R4.3, Q17 100, then 90, then 80."""
    state = play(selling(6, 2, 0, options=EACH), "sell NW 1")
    assert price(state, "NW") == 90
    state = play(state, "sell NW 1", "sell NW 1", "pass")
    assert state.cash[0] == 100 + 100 + 90 + 80
    # Row 6 has 80 in this column and row 7 ends before it.
    assert place(state, "NW") == (6, 5)


@pytest.mark.rule("1861", "R4.3")
def test_each_turn_of_the_director_has_its_own_fall() -> None:
    """R4.3 He sells in two turns of one round: two rows."""
    state = play(selling(6, 2, 0), "sell NW 1", "pass", "pass", "pass", "sell NW 1", "pass")
    assert price(state, "NW") == 80


@pytest.mark.rule("1861", "R4.3")
def test_the_price_has_fallen_when_the_director_buys_another_share() -> None:
    """R4.3 The fall comes after his last sale, before the next player's turn."""
    state = selling(6, 2, 0)
    state = stock_round(found(state, "SW", 70, shares={1: 2}))
    state = play(state, "sell NW 1", "buy SW")
    assert GAME.actor(state) == 1
    assert price(state, "NW") == 90


def two_of_one_director() -> State:
    """NW lies on SW, both at 100, and seat 0 directs both."""
    state = gone(position(cash=(100,) * 3), "N")
    state = found(state, "NW", 100, shares={0: 4})
    return stock_round(found(state, "SW", 100, shares={0: 4}))


@pytest.mark.rule("1861", "R4.4")
@pytest.mark.parametrize("options", [("NW", "SW"), ("SW", "NW")])
def test_the_seller_chooses_the_order_of_the_tokens(options: tuple[str, str]) -> None:
    """R4.4 Both fall into the same cell, the first one sold lies on top."""
    first, second = options
    state = play(two_of_one_director(), f"sell {first} 1", f"sell {second} 1", "pass")
    assert place(state, "NW") == place(state, "SW") == (5, 5)
    assert state.operating_order() == [NUMBER[first], NUMBER[second]]


@pytest.mark.rule("1861", "R4.5")
def test_whoever_has_more_becomes_director() -> None:
    """R4.5 Seat 0 of 4 keeps 2, seat 1 has 3."""
    state = play(selling(4, 3, 0), "sell NW 2")
    assert company(state, "NW").director == 1
    assert company(state, "NW").shares == (2, 3, 0)
    assert told(state, Directs) == [Directs("NW", 1)]  # type: ignore[arg-type]


@pytest.mark.rule("1861", "R4.5")
def test_an_equal_number_is_not_enough() -> None:
    """R4.5 Seat 0 keeps 3, seat 1 has 3."""
    state = play(selling(4, 3, 0), "sell NW 1")
    assert company(state, "NW").director == 0


@pytest.mark.rule("1861", "R4.5")
def test_the_one_with_most_becomes_director() -> None:
    """R4.5 Seat 1 is nearer, but seat 2 has more."""
    state = play(selling(4, 2, 3), "sell NW 3")
    assert company(state, "NW").director == 2


@pytest.mark.rule("1861", "R4.5")
@pytest.mark.parametrize(("old", "new"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_among_equals_it_is_the_first_to_the_left_of_the_old_one(old: int, new: int) -> None:
    """R4.5, Q18 All others have two."""
    held = [2, 2, 2, 2]
    held[old] = 3
    state = play(selling(*held, seat=old), "sell NW 2")
    assert company(state, "NW").director == new


@pytest.mark.rule("1861", "R4.5")
def test_the_new_director_gives_two_certificates_for_the_directors() -> None:
    """R4.5 Seat 1 has three shares on two certificates now, seat 0 two on two."""
    state = play(selling(4, 3, 0), "sell NW 2")
    assert (state.certificates(0), state.certificates(1)) == (2, 2)


@pytest.mark.rule("1861", "R4.5")
def test_a_sale_by_others_may_leave_the_director_ahead() -> None:
    """R4.5 Nothing changes when seat 1 sells."""
    state = play(selling(3, 3, 0, seat=1, director=0), "sell NW 1")
    assert company(state, "NW").director == 0


@pytest.mark.rule("1861", "R4.5")
@pytest.mark.parametrize("shares", [1, 2])
def test_a_director_with_two_shares_may_give_way(shares: int) -> None:
    """R4.5, R4.6 Seat 1 has two as well: whatever seat 0 sells, seat 1 has more."""
    state = play(selling(2, 2, 0), f"sell NW {shares}")
    assert company(state, "NW").director == 1
    assert company(state, "NW").pool == shares


@pytest.mark.rule("1861", "R4.6")
@pytest.mark.parametrize(("held", "most"), [((4, 1, 1), 2), ((2, 1, 1), 0), ((5, 0, 0), 3)])
def test_without_a_successor_the_director_keeps_20_percent(
    held: tuple[int, int, int], most: int
) -> None:
    """R4.6 Nobody else has two shares."""
    state = selling(*held)
    assert offers(state, "sell NW") == {str(count + 1) for count in range(most)}


@pytest.mark.rule("1861", "R4.6")
def test_with_a_successor_he_may_sell_everything() -> None:
    """R4.6 The exchange takes place before the rest is sold."""
    state = play(selling(4, 2, 0), "sell NW 4")
    nw = company(state, "NW")
    assert (nw.director, nw.shares, nw.pool) == (1, (0, 2, 0), 4)
    assert state.cash[0] == 500


@pytest.mark.rule("1861", "R4.6")
@pytest.mark.parametrize("options", [Options(), EACH])
def test_the_sale_still_counts_as_one_by_the_director(options: Options) -> None:
    """R4.6, Q18 The price falls though he is no longer director."""
    state = play(selling(4, 2, 0, options=options), "sell NW 4", "pass")
    assert price(state, "NW") == 90


@pytest.mark.rule("1861", "R4.6")
def test_a_further_sale_by_the_former_director_moves_nothing() -> None:
    """R4.6, R4.3 With a fall for each sale: he is anybody else now."""
    state = play(selling(4, 3, 0, options=EACH), "sell NW 2", "sell NW 1", "pass")
    assert company(state, "NW").director == 1
    assert price(state, "NW") == 90
    assert state.cash[0] == 100 + 200 + 90


@pytest.mark.rule("1861", "R4.2")
def test_the_pool_stops_a_director_with_a_successor_too() -> None:
    """R4.2, R4.6 Six shares cannot all go to the pool."""
    state = selling(6, 2, 0)
    assert offers(state, "sell NW") == {"1", "2", "3", "4", "5"}
