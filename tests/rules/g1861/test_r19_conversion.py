"""R19 Merger round: conversion."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    accepts,
    all_money,
    asked,
    company,
    found,
    idle,
    left,
    minor,
    offers,
    operating,
    own,
    owner_of,
    place,
    play,
    position,
    price,
    stations,
    stock_round,
    told,
    until,
)
from tests.rules.g1861.rails import merger_round, track
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Formed, Round
from trainshed.games.g1861.box import BOX, MAJORS, NUMBER
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State

YELLOW = {(0, 6): 165, (1, 6): 150, (2, 6): 135, (3, 6): 120, (4, 6): 110, (5, 6): 100}
"""The cells of the yellow column."""
STARTS = {165: (1, 7), 150: (2, 7), 135: (2, 6), 120: (3, 6), 110: (3, 5), 100: (4, 5)}
"""The red and purple cells of the same prices."""
ALL_MAJORS = {charter.id for charter in BOX.majors}


def kharkov(
    cell: tuple[int, int] = (5, 6), *, phase: int = 3, options: Options | None = None
) -> State:
    """The minor KR of seat 1, on a cell of the yellow column."""
    state = position(phase=phase, cash=(900, 900, 900), options=options)
    return minor(state, "KR", YELLOW[cell], cell=cell, owner=1, cash=70, trains=(str(phase),))


def converted(state: State, *answers: str) -> State:
    """KR becomes NW, and these answers follow."""
    return play(merger_round(state, "KR"), "convert NW", *answers)


def kinds_of_rounds(state: State, count: int) -> list[str]:
    """The next rounds, if everybody does as little as possible."""
    found_: list[str] = []
    while len(found_) < count:
        state = GAME.play(state, idle(state))
        found_ += [news.kind for news in told(state, Round)]
    return found_[:count]


# R19.1 When


@pytest.mark.rule("1861", "R19.1")
def test_a_merger_round_follows_each_operating_round() -> None:
    """Both of a set."""
    assert kinds_of_rounds(stock_round(kharkov(), 0), 5) == [
        "operating", "merger", "operating", "merger", "stock"
    ]  # fmt: skip


@pytest.mark.rule("1861", "R19.1")
def test_the_phase_at_the_end_of_the_round_counts() -> None:
    """Q88 The round began in phase 2, and then the first 3 was bought."""
    state = left(position(phase=2), "3", 7)
    state = minor(state, "KR", 100, cell=(5, 6), owner=1, trains=("2",), cash=300)
    state = operating(state, "KR", "trains")
    assert kinds_of_rounds(state, 1) == ["operating"]
    state = play(state, "train 3")
    assert (state.round, asked(state)) == ("merger", "Choosing")


@pytest.mark.rule("1861", "R19.1")
def test_after_the_first_8_there_is_none() -> None:
    """Q88 The round began in phase 7."""
    state = found(left(position(phase=7), "8", -1), "NW", shares={0: 3}, trains=("5",), cash=1000)
    state = play(operating(state, "NW", "trains"), "train 8")
    assert state.round == "operating"
    assert [news.kind for news in told(state, Round)] == ["operating"]


# R19.2 Turns


@pytest.mark.rule("1861", "R19.2")
def test_the_minors_have_their_turns_in_operating_order() -> None:
    """M-K at 120, KR at 110, MV at 100."""
    state = kharkov((4, 6))
    state = minor(state, "MV", 100, cell=(5, 6), owner=2, trains=("3",))
    state = minor(state, "M-K", 120, cell=(3, 6), owner=0, trains=("3",))
    state = merger_round(state, "KR")
    asked_ = []
    while state.round == "merger":
        asked_.append(GAME.actor(state))
        state = play(state, "pass")
    assert asked_ == [0, 1, 2]


@pytest.mark.rule("1861", "R19.2")
def test_a_minor_that_has_been_merged_has_no_turn() -> None:
    """M-K and MV are one now, and only KR is left."""
    state = track(kharkov(), "H10=58:3 I11=8 I13=57")
    state = minor(state, "MV", 110, cell=(4, 6), owner=0, trains=("3",))
    state = minor(state, "M-K", 120, cell=(3, 6), owner=0, trains=("3",))
    state = play(merger_round(state, "KR"), "merge MV", "form NW")
    while asked(state) != "Choosing":
        state = GAME.play(state, idle(state))
    assert GAME.actor(state) == 1


@pytest.mark.rule("1861", "R19.2")
def test_majors_have_no_turn() -> None:
    """Only minors convert and merge."""
    state = found(position(phase=3), "NW", shares={0: 3}, at=("B4",), trains=("3",))
    state = operating(state, "NW", "trains")
    assert [news.kind for news in told(state, Round)] == ["merger", "operating"]


# R19.3 Which minors


@pytest.mark.rule("1861", "R19.3")
@pytest.mark.parametrize("cell", YELLOW)
def test_a_minor_on_the_yellow_column_may_convert(cell: tuple[int, int]) -> None:
    """Q89 Into any of the eight majors, or not at all."""
    state = merger_round(kharkov(cell), "KR")
    assert offers(state, "convert") == ALL_MAJORS
    assert "pass" in offers(state)


@pytest.mark.rule("1861", "R19.3")
@pytest.mark.parametrize("cell", [(4, 5), (3, 5), (2, 5), (1, 5), (0, 5)])
def test_other_minors_may_not(cell: tuple[int, int]) -> None:
    """100 on the red cell is not the yellow 100."""
    state = position(phase=3)
    prices = {(4, 5): 100, (3, 5): 110, (2, 5): 120, (1, 5): 135, (0, 5): 150}
    state = minor(state, "KR", prices[cell], cell=cell, owner=1, trains=("3",))
    assert kinds_of_rounds(stock_round(state, 0), 2) == ["operating", "merger"]
    assert asked(operating(state, "KR", "trains")) != "Choosing"


@pytest.mark.rule("1861", "R19.3")
def test_a_major_in_play_is_not_on_offer() -> None:
    """NW and SE are."""
    state = found(kharkov(), "NW", shares={0: 3}, at=("B4",), trains=("3",))
    state = found(state, "SE", shares={0: 3}, at=("L12",), trains=("3",))
    assert offers(merger_round(state, "KR"), "convert") == ALL_MAJORS - {"NW", "SE"}


@pytest.mark.rule("1861", "R19.3")
def test_without_a_major_left_nobody_converts() -> None:
    """All eight are in play."""
    state = kharkov()
    for number in MAJORS:
        name = BOX.majors[number - MAJORS[0]].id
        state = found(state, name, shares={0: 2}, operated=False)
    state = operating(state, "KR", "trains")
    assert asked(state) != "Choosing"


@pytest.mark.rule("1861", "R19.3")
@pytest.mark.parametrize(("price_", "may"), [(90, False), (100, True), (135, True), (165, True)])
def test_in_the_column_market_from_100_to_165(price_: int, may: bool) -> None:  # noqa: FBT001
    """R8.7 There is no yellow column."""
    state = position(phase=3, options=Options(market="column"))
    state = minor(state, "KR", price_, owner=1, trains=("3",))
    state = operating(state, "KR", "trains")
    assert (asked(state) == "Choosing") is may


# R19.4 The major


@pytest.mark.rule("1861", "R19.4")
@pytest.mark.parametrize("cell", YELLOW)
def test_the_price_is_that_of_the_minor_on_the_start_cell(cell: tuple[int, int]) -> None:
    """Q89 Red or purple."""
    state = converted(kharkov(cell))
    assert price(state, "NW") == YELLOW[cell]
    assert place(state, "NW") == STARTS[YELLOW[cell]]
    assert [news.price for news in told(state, Formed)] == [YELLOW[cell]]


@pytest.mark.rule("1861", "R19.4")
def test_the_token_goes_below_those_on_the_cell() -> None:
    """SE at 100 operates before NW."""
    state = found(kharkov(), "SE", 100, shares={0: 3}, at=("L12",), trains=("3",))
    state = converted(state)
    assert state.order(MAJORS) == [NUMBER["SE"], NUMBER["NW"]]


@pytest.mark.rule("1861", "R19.4")
def test_the_owner_gets_the_directors_certificate_for_nothing() -> None:
    """Two shares and one certificate; the other eight are in the treasury."""
    state = converted(kharkov())
    assert company(state, "NW").shares == (0, 2, 0)
    assert company(state, "NW").director == 1
    assert company(state, "NW").treasury == 8
    assert state.cash == (900, 900, 900)
    assert state.certificates(1) == 1


@pytest.mark.rule("1861", "R19.4")
def test_a_station_of_the_major_replaces_that_of_the_minor() -> None:
    """In Kharkov."""
    state = converted(kharkov())
    assert stations(state, "NW") == {"G15.0"}
    assert stations(state, "KR") == set()


# R19.5 What it has


@pytest.mark.rule("1861", "R19.5")
def test_all_that_the_minor_had_belongs_to_the_major() -> None:
    """Money, trains, privates and loans."""
    state = position(phase=3, cash=(900, 900, 900))
    state = minor(state, "KR", 100, cell=(5, 6), owner=1, cash=30, trains=("3", "2"), loans=1)
    state = until(operating(own(state, "TSR", "KR"), "KR", "trains"), "merger")
    held = company(state, "KR")
    state = play(state, "convert NW")
    assert company(state, "NW").cash == held.cash
    assert company(state, "NW").loans == held.loans == 1
    assert sorted(company(state, "NW").trains) == ["2", "3"]
    assert owner_of(state, "TSR") == "NW"
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R19.5")
def test_the_minor_leaves_the_game() -> None:
    """For good."""
    state = converted(kharkov())
    assert company(state, "KR").gone
    assert not company(state, "KR").in_play
    assert (company(state, "KR").cash, company(state, "KR").trains) == (0, ())


@pytest.mark.rule("1861", "R19.5")
def test_the_major_has_not_operated() -> None:
    """Q97 Its shares cannot be sold before it has."""
    state = converted(kharkov(), "buy NW", "buy NW")
    assert not company(state, "NW").operated
    assert not accepts(stock_round(state, 1), "sell NW 1")
