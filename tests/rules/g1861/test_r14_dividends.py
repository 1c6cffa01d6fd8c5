"""R14 Dividends and price moves."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    accepts,
    all_money,
    company,
    found,
    gone,
    minor,
    offers,
    operating,
    place,
    play,
    position,
    price,
    stock_round,
    told,
    until,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Shared
from trainshed.games.g1861.state import State


def minor_after(income: int, *, cell: tuple[int, int] = (5, 4)) -> State:
    """SPW of seat 1, at 80, has earned this much."""
    state = minor(position(cash=(0, 0, 0)), "SPW", 80, owner=1, cell=cell, trains=("2",), cash=7)
    state = found(state, "SW", shares={0: 2}, trains=("2",))
    return operating(state, "SPW", "dividend", income=income, todo=("SW",))


@pytest.mark.rule("1861", "R14.1")
@pytest.mark.parametrize("income", [20, 50, 110])
def test_a_minor_pays_half_to_its_owner_and_keeps_half(income: int) -> None:
    """R14.1, Q57 Without being asked; all of it comes from the bank."""
    state = minor_after(income)
    assert told(state, Shared) == [Shared("SPW", (0, income // 2, 0), income // 2)]
    assert state.cash == (0, income // 2, 0)
    assert company(state, "SPW").cash == 7 + income // 2
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R14.1")
@pytest.mark.parametrize(("income", "then"), [(0, (5, 3)), (10, (5, 5)), (400, (5, 5))])
def test_the_token_of_a_minor(income: int, then: tuple[int, int]) -> None:
    """R14.1 Right with any income, left without."""
    assert place(minor_after(income), "SPW") == then


@pytest.mark.rule("1861", "R14.1")
def test_a_minor_without_a_train_moves_left() -> None:
    """R14.1 Its income is zero: it does not run at all."""
    state = minor(gone(position(), "N"), "SPW", 80, cash=300)
    state = until(stock_round(state), "operating")
    while not company(state, "SPW").trains:
        state = GAME.play(state, next(iter(GAME.actions(state))))
    assert price(state, "SPW") == 70


def major(income: int, *, pool: int = 2, at: int = 100) -> State:
    """NW with three shares of seat 0, one of seat 1, two in the pool, four in the treasury."""
    state = gone(position(cash=(0, 0, 0)), "N")
    state = found(state, "NW", at, shares={0: 3, 1: 1}, pool=pool, cash=5, trains=("2",))
    state = found(state, "SW", shares={2: 2}, trains=("2",))
    return operating(state, "NW", "dividend", income=income, todo=("SW",))


@pytest.mark.rule("1861", "R14.2")
def test_a_major_pays_all_half_or_nothing() -> None:
    """R14.2 Its director chooses."""
    state = major(130)
    assert offers(state, "pay") == {"full", "half", "none"}
    assert GAME.actor(state) == 0
    assert not accepts(state, "pass")


@pytest.mark.rule("1861", "R14.2")
@pytest.mark.parametrize(
    ("income", "paid"), [(130, 70), (100, 50), (110, 60), (20, 10), (10, 10), (140, 70), (150, 80)]
)
def test_the_half_that_is_paid_is_rounded_up_to_a_multiple_of_10(income: int, paid: int) -> None:
    """R14.2, Q58 Of 130, 70 are paid and 60 kept."""
    state = play(major(income), "pay half")
    assert state.cash == (3 * paid // 10, paid // 10, 0)
    assert company(state, "NW").cash == 5 + (income - paid) + 4 * paid // 10


@pytest.mark.rule("1861", "R14.2")
def test_what_is_not_paid_is_kept() -> None:
    """R14.2 All 130 go to the treasury."""
    state = play(major(130), "pay none")
    assert state.cash == (0, 0, 0)
    assert company(state, "NW").cash == 5 + 130


@pytest.mark.rule("1861", "R14.3")
def test_each_share_gets_a_tenth() -> None:
    """R14.3, Q60 The treasury's shares pay to NW, those in the pool to nobody."""
    state = major(130)
    bank = state.bank
    state = play(state, "pay full")
    assert state.cash == (39, 13, 0)
    assert company(state, "NW").cash == 5 + 4 * 13
    assert state.bank == bank - 8 * 13
    assert told(state, Shared) == [Shared("NW", (39, 13, 0), 52)]


@pytest.mark.rule("1861", "R14.4")
@pytest.mark.parametrize(
    ("income", "pay", "then"),
    [
        (100, "full", (4, 6)),
        (90, "full", (4, 5)),
        (10, "full", (4, 5)),
        (600, "full", (4, 6)),
        (190, "half", (4, 6)),
        (180, "half", (4, 5)),
        (600, "none", (4, 4)),
        (10, "none", (4, 4)),
    ],
)
def test_the_token_of_a_major(income: int, pay: str, then: tuple[int, int]) -> None:
    """R14.4, Q59 What is paid is compared with the price, 100; of 190 the half is 100."""
    assert place(play(major(income), f"pay {pay}"), "NW") == then


@pytest.mark.rule("1861", "R14.4")
def test_the_whole_sum_is_compared_whoever_gets_it() -> None:
    """R14.4, Q59 Of 100 only 40 go to players; the token moves right all the same."""
    state = play(major(100, pool=5), "pay full")
    assert sum(state.cash) == 40
    assert price(state, "NW") == 110


@pytest.mark.rule("1861", "R14.4")
def test_a_major_without_income_moves_left() -> None:
    """R14.4 Nobody is asked for a dividend."""
    state = major(0)
    assert offers(state, "pay") == set()
    assert price(state, "NW") == 90
