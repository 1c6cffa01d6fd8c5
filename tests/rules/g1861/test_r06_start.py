"""R6 Starting a major."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    company,
    found,
    gone,
    lay,
    minor,
    offers,
    play,
    position,
    price,
    station,
    stations,
    stock_round,
    until,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State

BY_HEX = Options(major_home="empty_unlinked_hex")
ALONE = {"D14", "F18", "K7", "L12", "M7", "M19", "P2", "P8"}
"""The circles that are nobody's home and have no link: one of Kiev, and seven cities."""


def table(phase: int = 4, *, cash: int = 900, options: Options | None = None) -> State:
    """Nothing is in play, and N has left the game."""
    return gone(position(cash=(cash,) * 3, phase=phase, options=options), "N")


def homes(state: State) -> set[str]:
    """Where SW may begin; circle 0 is written as the hex alone."""
    return offers(play(stock_round(state), "start SW 70"), "home")


@pytest.mark.rule("1861", "R6.1")
@pytest.mark.parametrize(("phase", "may"), [(2, False), (3, False), (4, True), (5, True)])
def test_majors_are_started_from_phase_4(phase: int, may: bool) -> None:  # noqa: FBT001
    """R6.1 Not before."""
    assert bool(offers(stock_round(table(phase)), "start")) == may


@pytest.mark.rule("1861", "R6.1")
def test_one_of_the_majors_that_are_not_in_play() -> None:
    """R6.1 NW is in play, the other seven are not."""
    state = stock_round(found(table(), "NW", shares={1: 2}))
    names = {line.split()[0] for line in offers(state, "start")}
    assert names == {"GRR", "SW", "SE", "MK", "MVR", "MKV", "MKN"}


@pytest.mark.rule("1861", "R6.1")
def test_the_price_is_that_of_a_red_or_purple_cell() -> None:
    """R6.1 From 70 to 200."""
    prices = offers(stock_round(table()), "start SW")
    expected = {70, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200}
    assert prices == {str(one) for one in expected}


@pytest.mark.rule("1861", "R6.1")
@pytest.mark.parametrize(
    ("chosen", "cell"),
    [
        (70, (5, 3)),
        (80, (5, 4)),
        (90, (4, 4)),
        (100, (4, 5)),
        (110, (3, 5)),
        (120, (3, 6)),
        (135, (2, 6)),
        (150, (2, 7)),
        (165, (1, 7)),
        (180, (1, 8)),
        (200, (0, 8)),
    ],
)
def test_the_token_is_put_on_the_start_cell(chosen: int, cell: tuple[int, int]) -> None:
    """R6.1, Q25 Each price has one start cell."""
    state = play(stock_round(table()), f"start SW {chosen}", "home P8")
    there = state.market.cells[company(state, "SW").cell]
    assert (there.row, there.column) == cell
    assert price(state, "SW") == chosen


@pytest.mark.rule("1861", "R6.1")
def test_the_token_goes_below_those_already_there() -> None:
    """R6.1 NW was at 100 before SW."""
    state = found(table(), "NW", 100, shares={1: 2})
    state = play(stock_round(state), "start SW 100", "home P8")
    assert state.operating_order() == [NUMBER["NW"], NUMBER["SW"]]


@pytest.mark.rule("1861", "R6.2")
def test_twice_the_price_goes_into_the_treasury() -> None:
    """R6.2 240 for the director's certificate; eight certificates lie in the treasury."""
    state = play(stock_round(table()), "start SW 120", "home P8")
    sw = company(state, "SW")
    assert (sw.cash, sw.director, sw.shares, sw.treasury, sw.pool) == (240, 0, (2, 0, 0), 8, 0)
    assert state.cash == (660, 900, 900)
    assert state.certificates(0) == 1


@pytest.mark.rule("1861", "R6.2")
@pytest.mark.parametrize(("cash", "most"), [(139, set()), (140, {"70"}), (199, {"70", "80", "90"})])
def test_the_player_must_have_the_money(cash: int, most: set[str]) -> None:
    """R6.2 Nobody helps him."""
    assert offers(stock_round(table(cash=cash)), "start SW") == most


@pytest.mark.rule("1861", "R6.2")
def test_the_major_is_in_play_at_once() -> None:
    """R6.2 The next player may buy a share, and it operates in the next round."""
    state = play(stock_round(table()), "start SW 70", "home P8")
    assert GAME.actor(state) == 1
    state = play(state, "buy SW")
    assert company(state, "SW").cash == 210
    state = until(state, "operating")
    assert GAME.actor(state) == 0


@pytest.mark.rule("1861", "R6.3")
@pytest.mark.parametrize("options", [Options(), BY_HEX])
def test_the_first_station_goes_on_a_free_circle_that_is_not_reserved(options: Options) -> None:
    """R6.3 No home of an unsold minor, nor St Petersburg; and it is free of charge."""
    state = table(options=options)
    assert homes(state) == ALONE
    state = play(stock_round(state), "start SW 70", "home K7")
    assert stations(state, "SW") == {"K7.0"}
    assert company(state, "SW").cash == 140


@pytest.mark.rule("1861", "R6.3")
@pytest.mark.parametrize("options", [Options(), BY_HEX])
def test_an_occupied_circle_is_not_free(options: Options) -> None:
    """R6.3 NW stands in Kazan."""
    state = found(table(options=options), "NW", shares={1: 2}, at=("M7",))
    assert homes(state) == ALONE - {"M7"}


@pytest.mark.rule("1861", "R6.3")
def test_a_circle_with_a_route_to_a_town_is_linked() -> None:
    """R6.3, Q24 Track from Saratov to nowhere does no harm, to Penza it does."""
    assert homes(lay(table(), "L12 57 2")) == ALONE
    assert homes(lay(table(), "L12 57 2", "K11 4 2")) == ALONE - {"L12"}


@pytest.mark.rule("1861", "R6.3")
def test_a_circle_with_a_route_to_a_red_area_is_linked() -> None:
    """R6.3, Q24 Astrakhan by M21 and L20 to the Caucasus."""
    assert homes(lay(table(), "M19 201 0")) == ALONE
    assert homes(lay(table(), "M19 201 0", "L20 8 5")) == ALONE - {"M19"}


@pytest.mark.rule("1861", "R6.3")
def test_a_circle_with_a_route_to_a_city_is_linked() -> None:
    """R6.3 Perm and Ekaterinburg by P4: neither is open."""
    # P2 by edge 5 to Q3, whose printed edges are 0, 1 and 2.
    assert homes(lay(table(), "P2 57 2")) == ALONE - {"P2"}


@pytest.mark.rule("1861", "R6.3")
@pytest.mark.parametrize(("options", "may"), [(Options(), True), (BY_HEX, False)])
def test_the_third_circle_of_kiev(options: Options, may: bool) -> None:  # noqa: FBT001
    """R6.3, Q24 KB has a line from its circle of Kiev to Poland; the third circle has none."""
    state = lay(minor(table(options=options), "KB", owner=1), "C13 9 2", "B12 9 2")
    assert ("D14" in homes(state)) == may


@pytest.mark.rule("1861", "R6.3")
@pytest.mark.parametrize(("options", "may"), [(Options(), True), (BY_HEX, False)])
def test_the_second_place_of_a_city(options: Options, may: bool) -> None:  # noqa: FBT001
    """R6.3, Q24 NW stands in Saratov, which is green and has a second circle."""
    state = lay(table(options=options), "L12 57 2", "L12 14 1")
    state = found(state, "NW", shares={1: 2}, at=("L12",))
    assert ("L12" in homes(state)) == may


@pytest.mark.rule("1861", "R6.3")
@pytest.mark.parametrize(("options", "moscow"), [(Options(), {"H8", "H8 2"}), (BY_HEX, set[str]())])
def test_another_circle_of_the_hex_is_linked(options: Options, moscow: set[str]) -> None:
    """R6.3, Q24 In phase 5 all of Moscow is free, but one circle leads to St Petersburg."""
    found_ = homes(table(5, options=options))
    assert {place for place in found_ if place.startswith("H8")} == moscow


@pytest.mark.rule("1861", "R6.3")
def test_without_such_a_circle_no_major_can_be_started() -> None:
    """R6.3 All eight are taken."""
    state = found(table(), "NW", shares={1: 2}, at=("D14", "F18", "K7"))
    state = found(state, "SE", shares={1: 2}, at=("L12", "M7", "M19"))
    one_left = found(state, "MK", shares={1: 2}, at=("P2",))
    assert homes(one_left) == {"P8"}
    assert offers(stock_round(station(one_left, "MK", "P8")), "start") == set()
