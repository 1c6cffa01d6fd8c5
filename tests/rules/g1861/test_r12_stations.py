"""R12 Stations."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    accepts,
    all_money,
    asked,
    company,
    found,
    gone,
    minor,
    offers,
    operating,
    play,
    position,
    state_railway,
    stations,
    stock_round,
    until,
)
from tests.rules.g1861.rails import merger_round, track
from trainshed.games.g1861.state import State

EAST = "P4=9:1 O5=9:1 N6=9:1 M7=5:4 N8=8 N10=621"
"""A line from Ekaterinburg through Kazan to Samara."""
TO_VORONEZH = "H10=58:3 I11=8 I13=57"
"""A line from Moscow through Tula to Voronezh."""


def asking(
    tiles: str, *at: str, phase: int = 5, cash: int = 500, others: tuple[str, ...] = ()
) -> State:
    """The major NW with these stations, on the question about a new one; SE stands in others."""
    state = track(position(phase=phase), tiles)
    state = found(state, "NW", shares={0: 3}, cash=cash, at=at, trains=(str(phase),))
    if others:
        state = found(state, "SE", shares={1: 3}, at=others, trains=(str(phase),))
    return operating(state, "NW", "station")


# R12.1 One in a turn


@pytest.mark.rule("1861", "R12.1")
def test_a_major_may_place_one_station_in_its_turn() -> None:
    """Two cities are in reach, but after one of them the trains run."""
    state = asking(EAST, "Q3")
    assert offers(state, "station") == {"M7", "N10"}
    state = play(state, "station M7 0")
    assert stations(state, "NW") == {"Q3.0", "M7.0"}
    assert asked(state) == "Running"


@pytest.mark.rule("1861", "R12.1")
def test_a_major_need_not_place_a_station() -> None:
    """It passes."""
    assert asked(play(asking(EAST, "Q3"), "pass")) == "Running"


@pytest.mark.rule("1861", "R12.1")
def test_a_minor_places_none() -> None:
    """It has only the one at home."""
    state = minor(track(position(phase=4), EAST), "E", cash=500, trains=("4",))
    assert asked(operating(state, "E", "station")) == "Running"


@pytest.mark.rule("1861", "R12.1")
def test_the_distance_does_not_matter() -> None:
    """Samara is reached from Ekaterinburg over seven hexes, and paid for five."""
    state = play(asking(EAST, "Q3"), "station N10 0")
    assert company(state, "NW").cash == 500 - 5 * 20


@pytest.mark.rule("1861", "R12.1")
def test_only_a_free_circle_will_do() -> None:
    """SE has the only circle of Samara."""
    assert offers(asking(EAST, "Q3", others=("N10",)), "station") == {"M7"}


@pytest.mark.rule("1861", "R12.1")
def test_only_a_city_that_is_reached_will_do() -> None:
    """Kazan is closed by SE, so Samara behind it is out of reach."""
    assert asked(asking(EAST, "Q3", others=("M7",))) == "Running"
    state = asking(EAST.replace("N8=8", "N8=9"), "Q3")
    assert offers(state, "station") == {"M7"}


# R12.2 Limits


@pytest.mark.rule("1861", "R12.2")
def test_not_twice_on_one_hex() -> None:
    """Both circles of the green Kazan are in reach, and one is NW's own."""
    state = asking(EAST.replace("M7=5:4", "M7=15:2"), "M7")
    assert offers(state, "station") == {"Q3", "N10"}
    assert not accepts(state, "station M7 0")


@pytest.mark.rule("1861", "R12.2")
def test_not_even_on_another_circle_of_the_hex() -> None:
    """The line from one circle of the green Moscow leads to another one."""
    state = asking("H8=637 H10=58:3 I11=8:2 J10=8:1 J8=8 I7=8:5", "H8.0")
    assert offers(state, "station") == set()


@pytest.mark.rule("1861", "R12.2")
def test_no_loan_for_a_station() -> None:
    """With 79 roubles Kazan is too dear, with 80 it is not."""
    assert asked(asking(EAST, "Q3", cash=79)) == "Running"
    state = asking(EAST, "Q3", cash=80)
    assert offers(state, "station") == {"M7"}
    state = play(state, "station M7 0")
    assert (company(state, "NW").cash, company(state, "NW").loans) == (0, 0)


@pytest.mark.rule("1861", "R12.2")
def test_a_major_has_three_stations() -> None:
    """With all of them on the map it is not asked."""
    state = asking(EAST, "Q3", "M7", "H8.0")
    assert asked(state) == "Running"


# R12.3 Circles that are kept


@pytest.mark.rule("1861", "R12.3")
def test_a_circle_is_left_for_a_minor_that_is_not_sold() -> None:
    """Voronezh has one circle and is the home of MV."""
    assert asked(asking(TO_VORONEZH, "H8.0", phase=4)) == "Running"


@pytest.mark.rule("1861", "R12.3")
def test_a_second_circle_may_be_taken() -> None:
    """The green Voronezh has two; SE has taken the one that was free."""
    green = TO_VORONEZH.replace("I13=57", "I13=14")
    assert offers(asking(green, "H8.0", phase=4), "station") == {"I13"}
    assert asked(asking(green, "H8.0", phase=4, others=("I13",))) == "Running"


@pytest.mark.rule("1861", "R12.3")
def test_from_phase_5_the_circles_are_free() -> None:
    """Unsold minors have left the game."""
    assert offers(asking(TO_VORONEZH, "H8.0", phase=5), "station") == {"I13"}


@pytest.mark.rule("1861", "R12.3")
def test_the_circle_of_a_minor_that_has_left_is_free() -> None:
    """It was sold and has merged or been nationalised; nothing is kept for it."""
    state = gone(track(position(phase=4), TO_VORONEZH), "MV")
    state = found(state, "NW", shares={0: 3}, cash=500, at=("H8.0",), trains=("4",))
    assert offers(operating(state, "NW", "station"), "station") == {"I13"}


@pytest.mark.rule("1861", "R12.3")
def test_in_kiev_the_circles_of_the_two_minors_are_kept() -> None:
    """From Odessa the third circle is reached, from Smolensk that of KK."""
    south = gone(track(position(phase=4), "D20=201:2 D18=9 D16=9"), "OK")
    south = found(south, "NW", shares={0: 3}, cash=500, at=("D20",), trains=("4",))
    assert offers(operating(south, "NW", "station"), "station") == {"D14"}
    north = "E9=57 E11=4 E13=58:1"
    assert asked(asking(north, "E9", phase=4)) == "Running"
    assert offers(asking(north, "E9", phase=5), "station") == {"D14 2"}


@pytest.mark.rule("1861", "R12.3")
@pytest.mark.parametrize("phase", [4, 5, 6])
def test_a_circle_of_st_petersburg_is_kept_for_the_state_railway(phase: int) -> None:
    """Q46 The eastern one, to which the line from Moscow leads."""
    assert asked(asking("", "H8.1", phase=phase)) == "Running"


@pytest.mark.rule("1861", "R12.3")
def test_the_circle_is_free_when_the_state_railway_stands_there_already() -> None:
    """Q83 It has replaced SPW in the western circle."""
    state = gone(state_railway(position(phase=5), at=("E1.0",)), "SPW")
    state = found(state, "NW", shares={0: 3}, cash=500, at=("H8.1",), trains=("5",))
    assert offers(operating(state, "NW", "station"), "station") == {"E1 1"}


@pytest.mark.rule("1861", "R12.3")
def test_one_circle_of_the_brown_st_petersburg_is_kept() -> None:
    """Of three, SE and SW have two."""
    state = found(position(phase=5), "SE", shares={1: 3}, at=("E1",), trains=("5",))
    state = track(state, "E1=641")
    state = found(state, "NW", shares={0: 3}, cash=500, at=("H8.1",), trains=("5",))
    assert offers(operating(state, "NW", "station"), "station") == {"E1"}
    state = found(state, "SW", shares={1: 3}, at=("E1",), trains=("5",))
    assert asked(operating(state, "NW", "station")) == "Running"


@pytest.mark.rule("1861", "R12.3")
@pytest.mark.parametrize(("rsr", "asked_"), [(False, "Running"), (True, "Placing")])
def test_the_fourth_circle_of_the_grey_moscow_is_kept(rsr: bool, asked_: str) -> None:  # noqa: FBT001
    """Three stations of others, or two of them and one of the State Railway."""
    state = track(position(phase=6), f"H8=639 {TO_VORONEZH}")
    for name in ("SE", "SW", "GRR")[: 2 if rsr else 3]:
        state = found(state, name, shares={1: 3}, at=("H8",), trains=("5",))
    if rsr:
        state = state_railway(state, at=("H8",))
    state = found(state, "NW", shares={0: 3}, cash=500, at=("I13",), trains=("6",))
    assert asked(operating(state, "NW", "station")) == asked_


# R12.4 The cost


@pytest.mark.rule("1861", "R12.4")
def test_the_first_station_is_free() -> None:
    """A major that is started pays nothing for its home."""
    state = stock_round(position(cash=(420, 420, 420), phase=4), 0)
    state = play(state, "start NW 100", "home L12 0")
    assert stations(state, "NW") == {"L12.0"}
    assert company(state, "NW").cash == 200


@pytest.mark.rule("1861", "R12.4")
def test_the_example_of_the_rulebook() -> None:
    """Q45 Ekaterinburg to Kazan costs 4 x 20, then Kazan to Samara 2 x 40."""
    state = play(asking(EAST, "Q3"), "station M7 0")
    assert company(state, "NW").cash == 500 - 80
    state = play(operating(state, "NW", "station"), "station N10 0")
    assert company(state, "NW").cash == 500 - 80 - 80
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R12.4")
def test_the_third_station_is_counted_from_the_nearest() -> None:
    """From Samara, the first station put, Perm is further than from Ekaterinburg."""
    state = track(position(phase=5), f"{EAST} P2=6:5")
    state = found(state, "NW", shares={0: 3}, cash=500, at=("N10", "Q3"), trains=("5",))
    state = play(operating(state, "NW", "station"), "station P2 0")
    assert company(state, "NW").cash == 500 - 40


@pytest.mark.rule("1861", "R12.4")
def test_the_distance_is_not_counted_along_the_track() -> None:
    """Three hexes of track from Kazan to Samara, but two over the map."""
    state = play(asking("M7=5:4 N8=9:2 O9=7:1 N10=201:3", "M7"), "station N10 0")
    assert company(state, "NW").cash == 500 - 2 * 20


# R12.5 After a merger


@pytest.mark.rule("1861", "R12.5")
def test_after_a_conversion_the_second_station_costs_20() -> None:
    """Voronezh is three hexes from Moscow."""
    state = gone(track(position(phase=3), TO_VORONEZH), "MV")
    state = minor(state, "M-K", 100, cell=(5, 6), cash=500, trains=("3",))
    state = until(play(merger_round(state, "M-K"), "convert NW"), "stock")
    before = company(state, "NW").cash
    state = play(operating(state, "NW", "station"), "station I13 0")
    assert company(state, "NW").cash == before - 3 * 20


@pytest.mark.rule("1861", "R12.5")
def test_after_a_merger_that_keeps_two_only_the_one_for_40_is_left() -> None:
    """From Moscow and Voronezh to the free circle of Kharkov, two hexes on."""
    state = track(position(phase=3), TO_VORONEZH)
    state = minor(state, "M-K", cash=500, trains=("3",))
    state = minor(state, "MV", cash=500, trains=("3",))
    state = merger_round(state, "MV")
    state = until(play(state, "merge MV", "form NW"), "stock")
    assert stations(state, "NW") == {"H8.0", "I13.0"}
    state = gone(track(state, "I13=14 H14=9:1 G15=201:3"), "KR")
    before = company(state, "NW").cash
    state = operating(state, "NW", "station")
    assert offers(state, "station") == {"G15"}
    assert company(play(state, "station G15 0"), "NW").cash == before - 2 * 40


@pytest.mark.rule("1861", "R12.5")
@pytest.mark.parametrize("dropped", ["H8 0", "H8 2"])
def test_after_a_merger_on_one_hex_both_are_left(dropped: str) -> None:
    """Q47 Two minors of Moscow leave one station, and the next costs 20 a hex."""
    loop = "I7=8:5 J8=8 J10=8:1 I11=40 H10=58:3 I13=57"
    state = gone(track(position(phase=3), loop), "MV")
    state = minor(state, "M-K", cash=500, trains=("3",))
    state = minor(state, "MNN", cash=500, trains=("3",))
    state = merger_round(state, "MNN")
    state = until(play(state, "merge MNN", "form NW", f"drop {dropped}"), "stock")
    assert len(stations(state, "NW")) == 1
    before = company(state, "NW").cash
    state = play(operating(state, "NW", "station"), "station I13 0")
    assert company(state, "NW").cash == before - 3 * 20
