"""R10 Delivering: single rules on small networks."""

from __future__ import annotations

import pytest

from tests.rules.tycoon.network_table import (
    accepts,
    act,
    assert_sound,
    bag,
    cards,
    cash,
    company,
    cubes,
    drawn,
    end_turn,
    goods,
    joined,
    lines,
    marked,
    offers,
    points,
    routes,
    scored,
    ship,
    ships,
    stub,
    table,
    told,
    urbanised,
    western,
)
from trainshed.core import CHANCE
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import (
    Back,
    Cube,
    Deliver,
    Delivered,
    Emptied,
    Shares,
    Ship,
    Urbanise,
)
from trainshed.games.tycoon.state import State

WAY = ("Detroit", "Toledo", "Columbus", "Cincinnati")
"""Blue, gray, gray, yellow."""


def chain(*, level: int = 8, seats: int = 3) -> State:
    """Seat 0 owns the links 0, 1 and 2 from Detroit to Cincinnati."""
    state = lines(table(seats), (0, *WAY))
    state = goods(state, {"Detroit": "YYR", "Toledo": "B", "Columbus": "R", "Cincinnati": "Y"})
    return company(state, 0, level=level)


# R10.1 One cube to a city of its colour


@pytest.mark.rule("tycoon", "R10.1")
def test_a_cube_is_taken_to_a_city_of_its_colour() -> None:
    state = ship(chain(), "Detroit", "yellow", 0, 1, 2)
    assert cubes(state, "Detroit") == "RY"
    (news,) = told(state, Delivered)
    assert news == Delivered(news.seat, "yellow", "Cincinnati", 3)
    assert_sound(state)


@pytest.mark.rule("tycoon", "R10.1")
def test_it_is_one_action_and_one_cube() -> None:
    state = ship(chain(), "Detroit", "yellow", 0, 1, 2)
    assert GAME.actor(state) == 1
    assert sum(map(sum, state.cubes)) == sum(map(sum, chain().cubes)) - 1


@pytest.mark.rule("tycoon", "R10.1")
def test_it_cannot_be_left_on_the_way() -> None:
    """Neither in a gray city nor in one of another colour."""
    state = chain()
    assert not ships(state, "Detroit", "yellow", 0)
    assert not ships(state, "Detroit", "yellow", 0, 1)
    assert not ships(state, "Detroit", "yellow")
    further = goods(lines(state, (0, "Cincinnati", "Louisville")), {"Detroit": "KY"})
    assert ships(further, "Detroit", "black", 0, 1, 2, 3)
    assert not ships(further, "Detroit", "black", 0, 1, 2)


@pytest.mark.rule("tycoon", "R10.1")
def test_only_a_cube_that_lies_there_can_be_taken() -> None:
    state = act(chain(), Deliver())
    assert set(GAME.actions(state)) == {
        Cube("Detroit", "yellow"),
        Cube("Toledo", "blue"),
        Back(),
        Shares(),
    }
    assert not accepts(state, Cube("Columbus", "red"))
    assert not accepts(state, Cube("Detroit", "blue"))
    assert not accepts(state, Cube("Detroit", "red"))


@pytest.mark.rule("tycoon", "R10.1")
def test_without_a_possible_delivery_there_is_no_such_action() -> None:
    state = goods(chain(), dict.fromkeys(WAY, "R"))
    assert not offers(state, Deliver())
    assert not accepts(state, Deliver())
    assert not offers(table(), Deliver())


@pytest.mark.rule("tycoon", "R10.1")
def test_unfinished_links_carry_nothing() -> None:
    """The stub points at Cincinnati, but does not reach it."""
    state = stub(lines(table(), (0, "Detroit", "Toledo")), 0, "Toledo", "Cincinnati")
    state = company(goods(state, {"Detroit": "Y", "Toledo": "YB"}), 0, level=8)
    assert_sound(state)
    assert not state.links[1].finished
    assert routes(state, "Detroit", "yellow") == []
    assert routes(state, "Toledo", "yellow") == []
    chosen = act(state, Deliver(), Cube("Toledo", "blue"))
    assert not accepts(chosen, Ship((1,)))
    assert not accepts(chosen, Ship((1, 0)))
    assert accepts(chosen, Ship((0,)))


@pytest.mark.rule("tycoon", "R10.1")
def test_links_that_do_not_exist_carry_nothing() -> None:
    for links in ((3,), (-1,), (0, 1, 2, 3), (0, 1, -1), (99,), (2, 1, 0), (0, 2), (1, 2)):
        assert not ships(chain(), "Detroit", "yellow", *links)


@pytest.mark.rule("tycoon", "R10.1")
def test_the_choice_can_be_taken_back() -> None:
    state = chain()
    state = act(state, Deliver(), Cube("Detroit", "yellow"), Back())
    assert GAME.actor(state) == 0
    while not offers(state, Urbanise()):
        state = act(state, Back())
    assert cubes(state, "Detroit") == "RYY"
    assert points(state) == (0, 0, 0)


# R10.2 Length


@pytest.mark.rule("tycoon", "R10.2")
@pytest.mark.parametrize("level", range(1, 6))
def test_over_at_most_as_many_links_as_the_level(level: int) -> None:
    state = chain(level=level)
    assert routes(state, "Detroit", "yellow") == ([(0, 1, 2)] if level >= 3 else [])
    assert ships(state, "Toledo", "blue", 0)
    assert not accepts(act(chain(level=2), Deliver()), Cube("Detroit", "yellow"))


@pytest.mark.rule("tycoon", "R10.2")
def test_a_longer_way_is_refused_where_a_shorter_is_allowed() -> None:
    """From Cincinnati to Louisville directly, or through Lexington with level 2."""
    state = lines(table(), (0, "Cincinnati", "Louisville"), (0, "Cincinnati", "Lexington"))
    state = lines(state, (0, "Lexington", "Louisville"))
    state = goods(state, {"Cincinnati": "K"})
    assert ships(state, "Cincinnati", "black", 0)
    assert not ships(state, "Cincinnati", "black", 1, 2)
    assert ships(company(state, 0, level=2), "Cincinnati", "black", 1, 2)


# R10.3 The first link


@pytest.mark.rule("tycoon", "R10.3")
def test_the_first_link_must_be_the_players_own() -> None:
    state = lines(table(), (1, "Detroit", "Toledo"), (0, "Toledo", "Columbus", "Cincinnati"))
    state = company(goods(state, {"Detroit": "Y", "Toledo": "YB"}), 0, level=8)
    assert routes(state, "Detroit", "yellow") == []
    assert routes(state, "Toledo", "yellow") == [(1, 2)]
    assert not accepts(act(state, Deliver()), Cube("Detroit", "yellow"))


@pytest.mark.rule("tycoon", "R10.3")
def test_of_two_parallel_links_the_own_one_must_be_used() -> None:
    state = joined(joined(table(), 1, "Detroit", "Toledo"), 0, "Detroit", "Toledo")
    state = goods(state, {"Toledo": "B"})
    assert routes(state, "Toledo", "blue") == [(1,)]
    assert ships(state, "Toledo", "blue", 1)
    assert not ships(state, "Toledo", "blue", 0)


# R10.4 The other links


@pytest.mark.rule("tycoon", "R10.4")
def test_the_other_links_may_be_anybodys() -> None:
    """In any mixture, and nobody is asked."""
    state = lines(table(4), (0, "Detroit", "Toledo"), (1, "Toledo", "Columbus"))
    state = lines(state, (2, "Columbus", "Wheeling"), (0, "Wheeling", "Pittsburgh"))
    state = lines(state, (3, "Pittsburgh", "Washington"), (2, "Washington", "Baltimore"))
    state = company(goods(state, {"Detroit": "Y"}), 0, level=6)
    state = ship(state, "Detroit", "yellow", 0, 1, 2, 3, 4, 5)
    assert points(state) == (2, 1, 2, 1)
    assert GAME.actor(state) == 1


@pytest.mark.rule("tycoon", "R10.4")
def test_a_delivery_may_do_more_for_a_rival() -> None:
    """Only the first link is the player's own (Q61)."""
    state = lines(table(), (0, "Detroit", "Toledo"), (1, "Toledo", "Columbus", "Cincinnati"))
    state = company(goods(state, {"Detroit": "Y"}), 0, level=3)
    assert points(ship(state, "Detroit", "yellow", 0, 1, 2)) == (1, 2, 0)


# R10.5 Points


@pytest.mark.rule("tycoon", "R10.5")
def test_each_owner_has_a_point_for_each_link() -> None:
    state = ship(chain(), "Detroit", "yellow", 0, 1, 2)
    assert points(state) == (3, 0, 0)
    assert scored(state) == [(0, 3, "deliveries")]
    assert GAME.tally(state)["deliveries"] == (3, 0, 0)


@pytest.mark.rule("tycoon", "R10.5")
def test_links_that_are_not_used_bring_nothing() -> None:
    state = chain()
    state = lines(state, (1, "Detroit", "Toledo"), (2, "Toledo", "Cincinnati"))
    assert points(ship(state, "Detroit", "yellow", 0, 1, 2)) == (3, 0, 0)
    assert points(ship(state, "Detroit", "yellow", 0, 4)) == (1, 0, 1)


# R10.6 The first city of its colour


@pytest.mark.rule("tycoon", "R10.6")
def test_it_cannot_go_through_a_city_of_its_colour() -> None:
    """A yellow cube stops in Buffalo and does not come to Baltimore through it."""
    state = lines(table(), (0, "Cleveland", "Buffalo", "Syracuse", "Baltimore"))
    state = company(goods(state, {"Cleveland": "Y"}), 0, level=8)
    assert routes(state, "Cleveland", "yellow") == [(0,)]
    assert not ships(state, "Cleveland", "yellow", 0, 1, 2)
    around = joined(state, 0, "Cleveland", "Syracuse")
    assert set(routes(around, "Cleveland", "yellow")) == {(0,), (3, 2), (3, 1)}


@pytest.mark.rule("tycoon", "R10.6")
def test_a_new_city_stops_it_too() -> None:
    state = urbanised(chain(), Toledo="yellow")
    assert routes(state, "Detroit", "yellow") == [(0,)]
    assert not ships(state, "Detroit", "yellow", 0, 1, 2)


@pytest.mark.rule("tycoon", "R10.6")
def test_cities_of_other_colours_do_not_stop_it() -> None:
    state = lines(table(), (0, "Toledo", "Cleveland", "Pittsburgh", "Baltimore"))
    state = company(goods(state, {"Toledo": "Y"}), 0, level=3)
    assert routes(state, "Toledo", "yellow") == [(0, 1, 2)]


# R10.7 Nothing twice


@pytest.mark.rule("tycoon", "R10.7")
def test_it_comes_to_no_city_twice() -> None:
    """A circle Toledo, Columbus, Cleveland, Toledo before going on is not allowed."""
    state = lines(table(), (0, "Detroit", "Toledo", "Columbus", "Cleveland", "Toledo"))
    state = lines(state, (0, "Toledo", "Cincinnati"))
    state = company(goods(state, {"Detroit": "Y"}), 0, level=8)
    assert ships(state, "Detroit", "yellow", 0, 4)
    assert not ships(state, "Detroit", "yellow", 0, 1, 2, 3, 4)
    assert not ships(state, "Detroit", "yellow", 0, 3, 2, 1, 4)
    assert routes(state, "Detroit", "yellow") == [(0, 4)]


@pytest.mark.rule("tycoon", "R10.7")
def test_it_goes_over_no_link_twice() -> None:
    state = chain()
    assert not ships(state, "Detroit", "yellow", 0, 0, 0, 1, 2)
    assert not ships(state, "Detroit", "yellow", 0, 1, 1, 1, 2)


@pytest.mark.rule("tycoon", "R10.7")
def test_it_cannot_come_back_to_its_beginning() -> None:
    """The circle of the FAQ: five cities, and Atlanta's blue cubes would return to Atlanta."""
    ring = ("Atlanta", "Chattanooga", "Knoxville", "Charlotte", "Savannah")
    state = lines(table(), (0, *ring, "Atlanta"))
    state = company(goods(state, dict.fromkeys(ring, "B")), 0, level=8)
    assert routes(state, "Atlanta", "blue") == []
    assert routes(state, "Savannah", "blue") != []
    beyond = lines(state, (0, "Charlotte", "Raleigh"))
    chosen = act(beyond, Deliver(), Cube("Atlanta", "blue"))
    assert not accepts(chosen, Ship((0, 1, 2, 3, 4)))
    assert accepts(chosen, Ship((0, 1, 2, 5)))
    assert accepts(chosen, Ship((4, 3, 5)))


@pytest.mark.rule("tycoon", "R10.7")
def test_nor_go_through_it() -> None:
    """By a parallel link back to the beginning, and then on."""
    state = joined(chain(), 0, "Detroit", "Toledo")
    state = goods(lines(state, (0, "Detroit", "Buffalo")), {"Detroit": "Y"})
    assert ships(state, "Detroit", "yellow", 4)
    assert not ships(state, "Detroit", "yellow", 0, 3, 4)


# R10.8, R10.9 Colours of the beginning and of gray cities


@pytest.mark.rule("tycoon", "R10.8")
def test_a_blue_cube_leaves_a_blue_city_for_another() -> None:
    state = lines(table(), (0, "Detroit", "Buffalo", "Philadelphia"))
    state = company(goods(state, {"Detroit": "B"}), 0, level=2)
    assert routes(state, "Detroit", "blue") == [(0, 1)]
    state = ship(state, "Detroit", "blue", 0, 1)
    assert points(state) == (2, 0, 0)
    assert told(state, Delivered)[0].city == "Philadelphia"


@pytest.mark.rule("tycoon", "R10.9")
def test_gray_cities_receive_no_cubes() -> None:
    """Toledo and Columbus are both gray."""
    state = lines(table(), (0, "Toledo", "Columbus"))
    state = company(goods(state, {"Toledo": "RBYKP", "Columbus": "RBYKP"}), 0, level=8)
    assert not offers(state, Deliver())


@pytest.mark.rule("tycoon", "R10.9")
def test_cubes_may_go_through_gray_cities() -> None:
    state = chain()
    assert routes(state, "Detroit", "yellow") == [(0, 1, 2)]
    assert accepts(state, Deliver(), Cube("Detroit", "yellow"), Ship((0, 1, 2)))


# R10.10 The bag


@pytest.mark.rule("tycoon", "R10.10")
def test_the_cube_goes_back_into_the_bag() -> None:
    state = chain()
    before = state.bag
    state = ship(state, "Detroit", "yellow", 0, 1, 2)
    assert tuple(has - had for had, has in zip(before, state.bag, strict=True)) == (0, 0, 1, 0, 0)
    assert state.gone == (0, 0, 0, 0, 0)
    assert cubes(state, "Cincinnati") == cubes(chain(), "Cincinnati")


@pytest.mark.rule("tycoon", "R10.10")
def test_before_new_cubes_are_drawn() -> None:
    """Nothing else is in the bag, so the cube itself comes to Chicago."""
    state = western(lines(table(), (0, "Kansas City", "Chicago")), 0, "Kansas City")
    state = goods(state, {"Kansas City": "RR", "Chicago": "Y"}, bag="")
    state = drawn(ship(state, "Kansas City", "red", 0))
    assert cubes(state, "Chicago") == "RY"
    assert bag(state) == ""


# R10.11 The empty marker


@pytest.mark.rule("tycoon", "R10.11")
def test_the_last_cube_leaves_a_marker_at_once() -> None:
    state = chain()
    state = ship(state, "Toledo", "blue", 0)
    assert marked(state, "Toledo")
    assert state.empty.bit_count() == 1
    assert [(news.city, news.count) for news in told(state, Emptied)] == [("Toledo", 1)]
    assert_sound(state)


@pytest.mark.rule("tycoon", "R10.11")
def test_no_marker_while_a_cube_is_left() -> None:
    state = ship(chain(), "Detroit", "yellow", 0, 1, 2)
    assert state.empty == 0
    assert told(state, Emptied) == []


@pytest.mark.rule("tycoon", "R10.11")
def test_the_marker_comes_before_new_cubes_are_drawn() -> None:
    """Kansas City is marked while Chicago still waits for its cubes."""
    state = western(lines(table(), (0, "Kansas City", "Chicago")), 0, "Kansas City")
    state = ship(goods(state, {"Kansas City": "R"}), "Kansas City", "red", 0)
    assert GAME.actor(state) == CHANCE
    assert marked(state, "Kansas City")


# R10.12 Rewards


def rewarded() -> State:
    """A delivery that meets all: three links of two owners, hotel, bounty, first, speed."""
    state = lines(table(), (0, "Detroit", "Toledo"), (1, "Toledo", "Columbus"))
    state = lines(state, (0, "Columbus", "Louisville"))
    state = company(goods(state, {"Detroit": "KK"}), 0, level=3)
    state = cards(
        state, "service_bounty_louisville", "speed_record", "railroad_era_begins", "new_train"
    )
    return ship(state, "Detroit", "black", 0, 1, 2)


@pytest.mark.rule("tycoon", "R10.12")
def test_the_rewards_follow_in_order() -> None:
    """The points for the links, the bounty, the first delivery, three links."""
    state = rewarded()
    first = scored(state)[:2]
    assert {(seat, points) for seat, points, _ in first} == {(0, 2), (1, 1)}
    assert scored(state)[2:] == [
        (0, 3, "service_bounty_louisville"),
        (0, 1, "railroad_era_begins"),
        (0, 3, "speed_record"),
    ]
    assert points(state) == (9, 1, 0)
    assert state.offer == ("new_train",)
    assert_sound(state)


@pytest.mark.rule("tycoon", "R10.12")
def test_the_hotel_comes_after_the_links_and_before_the_cards() -> None:
    state = lines(table(), (0, "Detroit", "Toledo", "Cleveland", "Baltimore"))
    state = company(goods(state, {"Detroit": "Y"}), 0, level=3)
    state = cards(state, "speed_record", "railroad_era_begins", hands={2: ("hotel_baltimore",)})
    state = ship(state, "Detroit", "yellow", 0, 1, 2)
    assert [(seat, count) for seat, count, _ in scored(state)] == [(0, 3), (2, 1), (0, 1), (0, 3)]
    assert scored(state)[2][2] == "railroad_era_begins"
    assert scored(state)[3][2] == "speed_record"
    assert GAME.tally(state)["hotels"] == (0, 0, 1)


@pytest.mark.rule("tycoon", "R10.12")
def test_all_of_them_count_for_the_income_of_this_turn() -> None:
    """Nine points earn $11,000, one earns $3,000."""
    state = end_turn(rewarded())
    assert cash(state) == (11_000, 3_000, 0)


@pytest.mark.rule("tycoon", "R10.12")
def test_rewards_come_before_the_refill_is_drawn() -> None:
    state = western(lines(table(), (0, "Kansas City", "Chicago")), 0, "Kansas City")
    state = cards(state, "railroad_era_begins", hands={1: ("hotel_chicago",)})
    state = ship(goods(state, {"Kansas City": "RR"}), "Kansas City", "red", 0)
    assert points(state) == (2, 1, 0)
