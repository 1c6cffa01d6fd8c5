"""R8 Urbanising."""

from __future__ import annotations

import pytest

from tests.rules.tycoon.network_table import (
    GRAYS,
    accepts,
    act,
    assert_sound,
    bag,
    cards,
    cash,
    colour,
    company,
    cubes,
    drawn,
    goods,
    lines,
    marked,
    offers,
    points,
    routes,
    shares,
    ship,
    skip_to,
    table,
    urbanised,
    western,
)
from trainshed.core import CHANCE
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import (
    Fill,
    Found,
    Grow,
    Growth,
    Take,
    Urbanise,
)
from trainshed.games.tycoon.box import BOARD
from trainshed.games.tycoon.state import Options, State

NEW = ("blue", "yellow", "black", "purple")
TWELVE = {
    "Albany": "blue",
    "Charlotte": "blue",
    "Chattanooga": "blue",
    "Columbus": "yellow",
    "Des_Moines": "yellow",
    "Dubuque": "yellow",
    "Evansville": "black",
    "Indianapolis": "black",
    "Jackson": "black",
    "Knoxville": "purple",
    "Lexington": "purple",
    "Montgomery": "purple",
}


def founded(state: State) -> set[tuple[str, str]]:
    """The cities and colours that can be chosen."""
    offered = GAME.actions(act(state, Urbanise()))
    return {(action.city, action.colour) for action in offered if isinstance(action, Found)}


# R8.1 Where and for how much


@pytest.mark.rule("tycoon", "R8.1")
def test_it_costs_ten_thousand() -> None:
    state = company(table(), 0, cash=13_000)
    state = act(state, Urbanise(), Found("Toledo", "blue"))
    assert cash(state) == (3_000, 0, 0)
    assert shares(state) == (0, 0, 0)


@pytest.mark.rule("tycoon", "R8.1")
def test_without_cash_it_takes_two_shares() -> None:
    state = act(table(), Urbanise(), Found("Toledo", "blue"))
    assert cash(state) == (0, 0, 0)
    assert shares(state) == (2, 0, 0)


@pytest.mark.rule("tycoon", "R8.1")
def test_any_gray_city_connected_or_not() -> None:
    """All 24, though the player has no track, and those where others have some."""
    assert len(GRAYS) == 24
    for state in (table(), lines(table(), (1, "Toledo", "Detroit"), (0, "Norfolk", "Richmond"))):
        assert founded(state) == {(city, colour) for city in GRAYS for colour in NEW}


@pytest.mark.rule("tycoon", "R8.1")
def test_coloured_cities_cannot_be_urbanised() -> None:
    state = act(table(), Urbanise())
    assert not accepts(state, Found("Chicago", "blue"))
    assert not accepts(state, Found("Boston", "black"))


@pytest.mark.rule("tycoon", "R8.1")
def test_a_city_is_urbanised_once() -> None:
    """A second tile would change its colour."""
    state = drawn(act(table(), Urbanise(), Found("Toledo", "blue")), "RB")
    assert "Toledo" not in {city for city, _ in founded(state)}
    assert len({city for city, _ in founded(state)}) == 23
    assert not accepts(act(state, Urbanise()), Found("Toledo", "black"))


@pytest.mark.rule("tycoon", "R8.1")
def test_it_takes_one_action() -> None:
    state = drawn(act(table(), Urbanise(), Found("Toledo", "blue")), "RB")
    assert GAME.actor(state) == 1
    assert state.round == 1
    assert_sound(state)


# R8.2 Colours


@pytest.mark.rule("tycoon", "R8.2")
def test_there_are_three_tiles_of_four_colours_and_none_is_red() -> None:
    state = table()
    for left in (2, 1, 0):
        city = GRAYS[left]
        state = drawn(act(state, Urbanise(), Found(city, "purple")), "RB")
        assert colour(state, city) == "purple"
        assert ("Toledo", "purple") in founded(state) or left == 0
    assert {tile for _, tile in founded(state)} == {"blue", "yellow", "black"}
    assert not accepts(act(state, Urbanise()), Found("Toledo", "purple"))
    assert not accepts(act(state, Urbanise()), Found("Toledo", "red"))
    assert not accepts(act(state, Urbanise()), Found("Toledo", "gray"))


@pytest.mark.rule("tycoon", "R8.2")
def test_without_tiles_nobody_can_urbanise() -> None:
    state = urbanised(table(), **TWELVE)
    assert state.tiles == (0, 0, 0, 0, 0)
    assert_sound(state)
    assert not offers(state, Urbanise())
    assert not accepts(state, Urbanise())
    assert not offers(skip_to(state, 1), Urbanise())


@pytest.mark.rule("tycoon", "R8.2")
def test_the_last_tile_can_be_used() -> None:
    state = urbanised(table(), **{city: tile for city, tile in TWELVE.items() if city != "Albany"})
    assert {tile for _, tile in founded(state)} == {"blue"}
    assert len(founded(state)) == 13


@pytest.mark.rule("tycoon", "R8.2")
def test_the_city_receives_cubes_of_its_colour_from_then_on() -> None:
    state = goods(lines(table(), (0, "Detroit", "Toledo")), {"Detroit": "YKK", "Toledo": "R"})
    assert routes(state, "Detroit", "black") == []
    state = drawn(act(state, Urbanise(), Found("Toledo", "black")), "RR")
    state = skip_to(state, 0)
    assert routes(state, "Detroit", "black") == [(0,)]
    assert routes(state, "Detroit", "yellow") == []
    state = ship(state, "Detroit", "black", 0)
    assert points(state) == (1, 0, 0)
    assert cubes(state, "Detroit") == "YK"


@pytest.mark.rule("tycoon", "R8.2")
def test_the_new_colour_stops_such_cubes() -> None:
    """R10.6 holds for new cities too."""
    state = lines(table(), (0, "Detroit", "Toledo", "Cleveland"))
    state = company(goods(state, {"Detroit": "P"}), 0, level=2)
    assert routes(state, "Detroit", "purple") == [(0, 1)]
    assert routes(urbanised(state, Toledo="purple"), "Detroit", "purple") == [(0,)]


# R8.3 Two cubes


@pytest.mark.rule("tycoon", "R8.3")
def test_two_cubes_are_added_to_those_in_the_city() -> None:
    state = goods(table(), {"Toledo": "RRY"})
    was = state.bag
    state = act(state, Urbanise(), Found("Toledo", "blue"))
    assert GAME.actor(state) == CHANCE
    assert len(GAME.actions(state)) == 15
    state = act(state, Fill("BK"))
    assert cubes(state, "Toledo") == "RRBYK"
    assert tuple(had - has for had, has in zip(was, state.bag, strict=True)) == (0, 1, 0, 1, 0)


@pytest.mark.rule("tycoon", "R8.3")
def test_they_are_drawn_blindly() -> None:
    """Of three red, two blue and one black cube, 15 pairs are equally likely."""
    state = goods(table(), {"Toledo": "Y"}, bag="RRRBBK")
    state = act(state, Urbanise(), Found("Toledo", "yellow"))
    odds = {"RR": 3, "RB": 6, "RK": 3, "BB": 1, "BK": 2}
    assert GAME.odds(state) == {Fill(letters): count for letters, count in odds.items()}


# R8.4 A bag that is nearly empty


@pytest.mark.rule("tycoon", "R8.4")
def test_with_one_cube_in_the_bag_one_comes() -> None:
    state = goods(table(), {"Toledo": "R"}, bag="K")
    state = drawn(act(state, Urbanise(), Found("Toledo", "blue")))
    assert cubes(state, "Toledo") == "RK"
    assert bag(state) == ""
    assert GAME.actor(state) == 1
    assert_sound(state)


@pytest.mark.rule("tycoon", "R8.4")
def test_with_an_empty_bag_a_city_can_still_be_urbanised() -> None:
    """For its colour (Q56); nothing is made up for later."""
    state = goods(table(), {"Toledo": "R", "Cleveland": "B"}, bag="")
    state = lines(state, (1, "Cleveland", "Toledo"))
    state = drawn(act(state, Urbanise(), Found("Toledo", "blue")))
    assert cubes(state, "Toledo") == "R"
    assert colour(state, "Toledo") == "blue"
    assert shares(state) == (2, 0, 0)
    state = ship(state, "Cleveland", "blue", 0)
    assert bag(state) == "B"
    assert cubes(state, "Toledo") == "R"


@pytest.mark.rule("tycoon", "R8.4")
def test_city_growth_takes_what_there_is() -> None:
    state = cards(goods(table(), {"Toledo": "R"}, bag="K"), hands={0: ("city_growth",)})
    state = drawn(act(state, Growth(), Grow("Toledo")))
    assert cubes(state, "Toledo") == "RK"
    assert bag(state) == ""


@pytest.mark.rule("tycoon", "R8.4")
def test_the_refill_of_chicago_takes_what_there_is() -> None:
    """With `bag = leave` the delivered cube is not in the bag."""
    state = table(3, Options(bag="leave"))
    state = western(lines(state, (0, "Kansas City", "Chicago")), 0, "Kansas City")
    for letters, comes in (("", ""), ("K", "K")):
        there = goods(state, {"Kansas City": "RR", "Chicago": "Y"}, bag=letters)
        there = drawn(ship(there, "Kansas City", "red", 0))
        assert sorted(cubes(there, "Chicago")) == sorted("Y" + comes)
        assert bag(there) == ""


# R8.5 The empty marker


@pytest.mark.rule("tycoon", "R8.5")
@pytest.mark.parametrize("how", ["urbanise", "new_industry", "city_growth"])
def test_cubes_take_the_empty_marker_away(how: str) -> None:
    state = cards(table(), "new_industry", hands={0: ("city_growth",)})
    state = goods(state, {"Toledo": ""})
    assert marked(state, "Toledo")
    assert_sound(state)
    match how:
        case "urbanise":
            state = act(state, Urbanise(), Found("Toledo", "blue"))
        case "new_industry":
            state = act(state, Take("new_industry"), Found("Toledo", "blue"))
        case _:
            state = act(state, Growth(), Grow("Toledo"))
    state = drawn(state, "RR")
    assert not marked(state, "Toledo")
    assert cubes(state, "Toledo") == "RR"
    assert_sound(state)


@pytest.mark.rule("tycoon", "R8.5")
@pytest.mark.parametrize("how", ["urbanise", "city_growth"])
def test_if_none_come_the_marker_stays(how: str) -> None:
    state = cards(table(), hands={0: ("city_growth",)})
    state = goods(state, {"Toledo": ""}, bag="")
    if how == "urbanise":
        state = act(state, Urbanise(), Found("Toledo", "blue"))
    else:
        state = act(state, Growth(), Grow("Toledo"))
    state = drawn(state)
    assert marked(state, "Toledo")
    assert_sound(state)


@pytest.mark.rule("tycoon", "R8.5")
def test_the_refill_takes_the_marker_of_chicago_away() -> None:
    state = western(lines(table(), (0, "Kansas City", "Chicago")), 0, "Kansas City")
    state = goods(state, {"Kansas City": "RR", "Chicago": ""})
    assert marked(state, "Chicago")
    state = drawn(ship(state, "Kansas City", "red", 0), "YY")
    assert not marked(state, "Chicago")


@pytest.mark.rule("tycoon", "R8.5")
def test_no_other_marker_goes() -> None:
    state = goods(table(), {"Toledo": "", "Detroit": ""})
    state = drawn(act(state, Urbanise(), Found("Toledo", "blue")), "RR")
    assert state.empty == 1 << BOARD.city["Detroit"]


# R8.6 Cubes of the new colour


@pytest.mark.rule("tycoon", "R8.6")
def test_cubes_of_the_new_colour_stay_and_bring_nothing() -> None:
    state = goods(table(), {"Toledo": "BB"})
    state = drawn(act(state, Urbanise(), Found("Toledo", "blue")), "RB")
    assert cubes(state, "Toledo") == "RBBB"
    assert points(state) == (0, 0, 0)


@pytest.mark.rule("tycoon", "R8.6")
def test_they_can_be_delivered_to_another_city_of_that_colour() -> None:
    state = goods(lines(table(), (0, "Toledo", "Detroit")), {"Toledo": "B"})
    state = skip_to(drawn(act(state, Urbanise(), Found("Toledo", "blue")), "RR"), 0)
    state = ship(state, "Toledo", "blue", 0)
    assert cubes(state, "Toledo") == "RR"
    assert points(state) == (1, 0, 0)
