"""R17 Nationalisation."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    all_money,
    asked,
    company,
    found,
    left,
    minor,
    offers,
    operating,
    own,
    owner_of,
    play,
    position,
    state_railway,
    stations,
    stock_round,
    told,
    until,
)
from tests.rules.g1861.rails import buy_train, bystander, track
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Compensated, Income, Paid, Seized
from trainshed.games.g1861.state import State


def buyer(phase: int) -> State:
    """NW of seat 0 is about to buy the first train of a phase."""
    held = {4: "3", 5: "4"}.get(phase, "5")
    state = position(phase=phase - 1, cash=(400, 400, 400))
    state = found(state, "NW", 200, shares={0: 3}, at=("B4",), trains=(held,), cash=2000)
    return left(state, str(phase), -1 if phase == 8 else 2)


def begun(state: State) -> State:
    """NW buys it, and the phase begins."""
    [kind] = [kind for kind in offers(operating(state, "NW", "trains"), "train") if len(kind) == 1]
    return buy_train(bystander(state), "NW", kind, todo=("GRR",))


def seized(state: State) -> list[str]:
    """The companies that were nationalised, in order."""
    return [news.company for news in told(state, Seized)]


def ruined(
    *, cash: int = 0, loans: int = 2, price: int = 100, cell: tuple[int, int] | None = None
) -> State:
    """The minor KR cannot buy a train and is nationalised."""
    state = position(phase=4, cash=(400, 400, 400))
    state = minor(state, "KR", price, owner=1, cash=cash, loans=loans, cell=cell)
    return operating(bystander(state), "KR", "trains", todo=("GRR",))


# R17.1 In a turn


@pytest.mark.rule("1861", "R17.1")
def test_a_company_that_cannot_pay_its_interest() -> None:
    """Two loans, 9 roubles, no income, and no further loan is allowed."""
    state = minor(position(phase=3), "KR", owner=1, cash=9, loans=2, trains=("3",))
    state = operating(state, "KR", "interest")
    assert seized(state) == ["KR"]
    assert company(state, "KR").gone


@pytest.mark.rule("1861", "R17.1")
def test_a_company_that_can_just_pay_stays() -> None:
    """10 roubles are enough for two loans."""
    state = minor(position(phase=3), "KR", owner=1, cash=10, loans=2, trains=("3",))
    state = operating(state, "KR", "interest")
    assert not company(state, "KR").gone


@pytest.mark.rule("1861", "R17.1")
def test_a_company_that_ends_its_turn_without_a_train() -> None:
    """It cannot finance one."""
    assert seized(ruined()) == ["KR"]


# R17.2 Minors


@pytest.mark.rule("1861", "R17.2")
@pytest.mark.parametrize(("phase", "old"), [(4, "2"), (6, "3")])
def test_minors_without_trains_when_phases_4_and_6_begin(phase: int, old: str) -> None:
    """KR has lost its only train, M-K has another one."""
    state = minor(buyer(phase), "KR", owner=1, trains=(old,))
    state = minor(state, "M-K", owner=2, trains=("3",) if phase == 4 else ("5",))
    state = begun(state)
    assert company(state, "KR").gone
    assert company(state, "M-K").in_play


@pytest.mark.rule("1861", "R17.2")
@pytest.mark.parametrize("phase", [5, 7])
def test_nothing_of_that_in_phases_5_and_7(phase: int) -> None:
    """A minor may be without a train then."""
    assert seized(begun(minor(buyer(phase), "KR", owner=1))) == []


@pytest.mark.rule("1861", "R17.2")
@pytest.mark.parametrize("phase", [4, 6])
def test_a_minor_that_has_not_operated_stays(phase: int) -> None:
    """Q75 It was bought in the last stock round."""
    assert seized(begun(minor(buyer(phase), "KR", owner=1, operated=False))) == []


@pytest.mark.rule("1861", "R17.2")
@pytest.mark.parametrize("operated", [True, False])
def test_every_minor_when_phase_8_begins(operated: bool) -> None:  # noqa: FBT001
    """With trains, or without ever having operated."""
    state = minor(buyer(8), "KR", owner=1, trains=("5",), operated=operated)
    assert seized(begun(state)) == ["KR"]


# R17.3 Majors


@pytest.mark.rule("1861", "R17.3")
@pytest.mark.parametrize(("phase", "old"), [(4, "2"), (6, "3"), (8, "4")])
def test_a_major_without_trains_is_asked(phase: int, old: str) -> None:
    """Q77 In phases 4, 6 and 8, right after its train was scrapped."""
    state = begun(found(buyer(phase), "SE", shares={1: 3}, at=("L12",), trains=(old,)))
    assert (asked(state), GAME.actor(state)) == ("Asking", 1)
    assert offers(state) == {"yield", "keep"}
    assert company(play(state, "keep"), "SE").in_play
    state = play(state, "yield")
    assert not company(state, "SE").in_play
    assert seized(state) == ["SE"]


@pytest.mark.rule("1861", "R17.3")
@pytest.mark.parametrize(
    ("phase", "trains", "operated"),
    [(4, ("3",), True), (4, (), False), (5, (), True), (7, (), True)],
)
def test_other_majors_are_not_asked(
    phase: int,
    trains: tuple[str, ...],
    operated: bool,  # noqa: FBT001
) -> None:
    """Those with trains, those that have not operated, and nobody in phases 5 and 7."""
    state = found(buyer(phase), "SE", shares={1: 3}, at=("L12",), trains=trains, operated=operated)
    assert asked(begun(state)) != "Asking"


# R17.4 Order


@pytest.mark.rule("1861", "R17.4")
def test_minors_go_in_operating_order_before_majors() -> None:
    """Q76 M-K at 110, KR at 90, then SW at 120 is asked before SE at 100."""
    state = minor(buyer(4), "KR", 90, owner=1, trains=("2",))
    state = minor(state, "M-K", 110, owner=1, trains=("2",))
    state = found(state, "SE", 100, shares={1: 3}, at=("L12",), trains=("2",))
    state = begun(found(state, "SW", 120, shares={2: 3}, at=("D14.0",), trains=("2",)))
    assert seized(state) == ["M-K", "KR"]
    assert GAME.actor(state) == 2
    assert GAME.actor(play(state, "yield")) == 1


# R17.5 Privates


@pytest.mark.rule("1861", "R17.5")
def test_the_owners_of_privates_get_their_value_in_phase_6() -> None:
    """30 to a player, 45 to NW, nothing for the one that the State Railway has."""
    state = own(own(own(buyer(6), "TSR", 2), "BSS", "NW"), "MYR", "RSR")
    state = begun(state)
    assert state.cash[2] == 400 + 30
    assert company(state, "NW").cash == 2000 - 650 + 45
    assert company(state, "RSR").cash == 0
    assert [owner_of(state, name) for name in ("TSR", "BSS", "MYR")] == ["RSR"] * 3
    assert len(told(state, Compensated)) == 2
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R17.5")
@pytest.mark.parametrize("phase", [4, 6, 8])
def test_the_state_railway_receives_their_income(phase: int) -> None:
    """Q80 For the rest of the game, in phase 8 too."""
    held = "4" if phase == 4 else "5"
    state = own(position(phase=phase), "TSR", "RSR")
    state = found(state, "NW", shares={0: 3}, at=("B4",), trains=(held,), cash=100)
    state = until(stock_round(state, 0), "operating")
    assert told(state, Income) == [] or sum(told(state, Income)[0].amounts) == 0
    assert company(state, "RSR").cash == 10


# R17.6 Loans and price


@pytest.mark.rule("1861", "R17.6")
@pytest.mark.parametrize(
    ("cash", "loans", "now"),
    [(0, 0, 90), (0, 1, 80), (0, 2, 70), (49, 2, 70), (50, 2, 80), (120, 2, 90)],
)
def test_loans_are_repaid_and_the_price_falls(cash: int, loans: int, now: int) -> None:
    """From 100: one left, and one for each loan that is still open."""
    [news] = told(ruined(cash=cash, loans=loans), Seized)
    assert news.price == now


@pytest.mark.rule("1861", "R17.6")
def test_what_is_repaid_goes_to_the_bank() -> None:
    """Of 120 roubles 100 repay two loans, 20 go to the State Railway."""
    state = ruined(cash=120, loans=2)
    assert company(state, "RSR").cash == 20
    assert [news.amount for news in told(state, Paid)] == [100]
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R17.6")
def test_at_the_left_end_of_a_row_the_token_goes_down() -> None:
    """From 60 in the left column to 55 and, for a loan, to 50."""
    assert told(ruined(price=60, cell=(4, 0), loans=1), Seized)[0].price == 50


# R17.7 Compensation


@pytest.mark.rule("1861", "R17.7")
def test_a_minor_is_two_shares() -> None:
    """From 100 to 90, twice."""
    state = ruined(loans=0, cash=100)
    assert state.cash == (400, 580, 400)
    assert told(state, Seized)[0].amounts == (0, 180, 0)


@pytest.mark.rule("1861", "R17.7")
def test_players_are_paid_for_their_shares_and_nobody_else() -> None:
    """Three and two shares at 90; one share in the pool and four in the treasury get nothing."""
    state = position(phase=4, cash=(400, 400, 400))
    state = found(state, "NW", 100, shares={0: 3, 1: 2}, pool=1, at=("B4",), loans=0, cash=80)
    state = operating(bystander(state), "NW", "trains", todo=("GRR",))
    assert state.cash == (400 + 270, 400 + 180, 400)
    assert company(state, "RSR").cash == 80
    assert all_money(state) == 15000


# R17.8 What it had


@pytest.mark.rule("1861", "R17.8")
def test_money_trains_and_privates_go_to_the_state_railway() -> None:
    """And loans are cancelled."""
    state = own(minor(buyer(8), "KR", owner=1, trains=("5",), cash=30, loans=1), "TSR", "KR")
    state = begun(state)
    assert company(state, "RSR").cash == 30
    assert company(state, "RSR").trains == ("5",)
    assert company(state, "RSR").loans == 0
    assert company(state, "KR").loans == 0
    assert owner_of(state, "TSR") == "RSR"


# R17.9 Stations


@pytest.mark.rule("1861", "R17.9")
def test_the_state_railway_replaces_its_stations() -> None:
    """On the same circles."""
    state = found(buyer(4), "SE", shares={1: 3}, at=("L12", "H8.1", "M7"), trains=("2",))
    state = play(begun(state), "yield")
    assert stations(state, "SE") == set()
    assert stations(state, "RSR") == {"L12.0", "H8.1", "M7.0"}


@pytest.mark.rule("1861", "R17.9")
def test_it_has_at_most_one_on_a_hex() -> None:
    """In Moscow it stands already, so the station of SE is only taken away."""
    state = state_railway(buyer(4), at=("H8.0",))
    state = found(state, "SE", shares={1: 3}, at=("L12", "H8.1"), trains=("2",))
    state = play(begun(state), "yield")
    assert stations(state, "SE") == set()
    assert stations(state, "RSR") == {"H8.0", "L12.0"}


SIX = ("Q3", "P2", "P8", "M7", "K17", "I19")


@pytest.mark.rule("1861", "R17.9")
def test_it_has_at_most_six_outside_moscow_and_st_petersburg() -> None:
    """The seventh is not put, but Moscow and St Petersburg still are."""
    state = state_railway(buyer(4), at=SIX)
    state = found(state, "SE", shares={1: 3}, at=("L12", "H8.1", "E1.0"), trains=("2",))
    state = play(begun(state), "yield")
    assert stations(state, "RSR") == {f"{hex_}.0" for hex_ in SIX} | {"H8.1", "E1.0"}


@pytest.mark.rule("1861", "R17.9")
@pytest.mark.parametrize(
    ("tiles", "kept"),
    [("", "L12.0"), ("H18=14", "H18.0"), ("H18=14 G15=208", "G15.0")],
)
def test_the_most_valuable_city_comes_first_then_the_last_by_name(tiles: str, kept: str) -> None:
    """Q78 One station is left for three cities."""
    state = state_railway(track(buyer(4), tiles), at=SIX[:5])
    state = found(state, "SE", shares={1: 3}, at=("G15", "L12", "H18"), trains=("2",))
    state = play(begun(state), "yield")
    assert stations(state, "RSR") == {f"{hex_}.0" for hex_ in SIX[:5]} | {kept}


@pytest.mark.rule("1861", "R17.9")
def test_a_minor_leaves_its_station_to_the_state_railway() -> None:
    """At home."""
    assert stations(ruined(), "RSR") == {"G15.0"}


# R17.10 Afterwards


@pytest.mark.rule("1861", "R17.10")
def test_a_minor_leaves_the_game() -> None:
    """Nobody can bid for it again."""
    state = ruined()
    assert company(state, "KR").gone
    state = minor(state, "N", owner=0, trains=("4",))
    assert "KR" not in offers(stock_round(state, 0), "auction")


@pytest.mark.rule("1861", "R17.10")
def test_a_major_may_be_founded_again() -> None:
    """Q79 With all its certificates and stations."""
    state = found(buyer(4), "SE", shares={1: 3}, pool=2, at=("L12", "H8.1"), trains=("2",))
    state = play(begun(state), "yield")
    assert company(state, "SE").cell == -1
    state = play(stock_round(state, 1), "start SE 70")
    home = min(offers(state, "home"))
    state = play(state, f"home {home}")
    assert company(state, "SE").treasury == 8
    assert company(state, "SE").pool == 0
    assert company(state, "SE").shares == (0, 2, 0)
    assert company(state, "SE").cash == 140
    assert not company(state, "SE").operated
