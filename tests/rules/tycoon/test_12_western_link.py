"""R12 Western link."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.rules.tycoon.network_table import (
    accepts,
    act,
    assert_sound,
    bag,
    build,
    cards,
    cash,
    company,
    cubes,
    drawn,
    goods,
    joined,
    last_turn,
    lines,
    marked,
    offers,
    points,
    reach,
    room,
    routes,
    shares,
    ship,
    skip_to,
    stub,
    table,
    western,
)
from trainshed.core import CHANCE
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import (
    Build,
    Fill,
    Found,
    From,
    Judged,
    Pass,
    Take,
    Urbanise,
    West,
)
from trainshed.games.tycoon.box import BOARD
from trainshed.games.tycoon.state import Options, State

BOTH = ("Kansas City", "Des Moines")
ELSEWHERE = ("Chicago", "Springfield", "St. Louis")
FAR = {"Kansas City": "St. Louis", "Des Moines": "Dubuque"}


def linked(city: str = "Kansas City", owner: int = 0) -> State:
    """A player has a finished link there."""
    return lines(table(), (owner, city, FAR[city]))


def network(state: State, owner: int, count: int) -> State:
    """A player has so many finished links, none of them in the west."""
    names = [name for name in BOARD.cities if name not in {*BOTH, "Chicago", *FAR.values()}]
    near = [
        (one, other)
        for one, other in combinations(names, 2)
        if BOARD.grid.distance(BOARD.hexes[BOARD.city[one]], BOARD.hexes[BOARD.city[other]]) <= 5
    ]
    for one, other in near:
        if count and room(state, one, other):
            state = joined(state, owner, one, other)
            count -= 1
    assert not count
    return state


# R12.1 What it needs


@pytest.mark.rule("tycoon", "R12.1")
@pytest.mark.parametrize("city", BOTH)
def test_a_player_with_a_finished_link_there_may_build_it_for_thirty_thousand(city: str) -> None:
    state = company(linked(city), 0, cash=31_000)
    state = act(state, West(city))
    assert cash(state) == (1_000, 0, 0)
    assert shares(state) == (0, 0, 0)
    assert state.west == ((BOARD.city[city], 0),)
    assert GAME.actor(state) == 1
    assert_sound(state)


@pytest.mark.rule("tycoon", "R12.1")
def test_it_may_be_paid_with_six_shares() -> None:
    state = act(linked(), West("Kansas City"))
    assert shares(state) == (6, 0, 0)
    assert cash(state) == (0, 0, 0)


@pytest.mark.rule("tycoon", "R12.1")
@pytest.mark.parametrize("city", BOTH)
def test_without_an_own_finished_link_at_that_city_it_cannot_be_built(city: str) -> None:
    other = BOTH[1 - BOTH.index(city)]
    for state in (table(), linked(city, owner=1), linked(other), lines(table(), (0, *ELSEWHERE))):
        assert not offers(state, West(city))
        assert not accepts(state, West(city))


@pytest.mark.rule("tycoon", "R12.1")
def test_a_stub_is_not_enough() -> None:
    for state in (
        stub(table(), 0, "Kansas City", "St. Louis"),
        stub(table(), 0, "St. Louis", "Kansas City"),
    ):
        assert not accepts(state, West("Kansas City"))


@pytest.mark.rule("tycoon", "R12.1")
def test_a_link_of_an_earlier_action_of_the_same_turn_will_do() -> None:
    """A chain through links of others does not matter; building it takes an action itself."""
    state = build(table(), "Kansas City", "St. Louis")
    assert GAME.actor(state) == 1
    assert not offers(state, West("Kansas City"))
    state = skip_to(state, 0)
    assert state.round == 2
    assert offers(state, West("Kansas City"))


@pytest.mark.rule("tycoon", "R12.1")
def test_with_an_executive_both_can_be_done_at_once() -> None:
    """The link is finished in the first of the two actions."""
    state = act(cards(table(), "railroad_executive"), Take("railroad_executive"))
    assert not offers(state, West("Kansas City"))
    state = build(state, "Kansas City", "St. Louis")
    assert GAME.actor(state) == 0
    state = act(state, West("Kansas City"))
    assert GAME.actor(state) == 1


@pytest.mark.rule("tycoon", "R12.1")
def test_nowhere_else() -> None:
    state = lines(table(), (0, *ELSEWHERE))
    for city in ("Chicago", "St. Louis", "Minneapolis"):
        assert not accepts(state, West(city))


# R12.2 One for each city


@pytest.mark.rule("tycoon", "R12.2")
def test_there_is_one_for_each_city() -> None:
    state = lines(linked(), (1, "Kansas City", "Springfield"))
    state = act(state, West("Kansas City"))
    assert not offers(state, West("Kansas City"))
    assert not accepts(state, West("Kansas City"))
    assert not accepts(skip_to(state, 0), West("Kansas City"))


@pytest.mark.rule("tycoon", "R12.2")
def test_one_player_may_build_both() -> None:
    state = lines(linked(), (0, "Des Moines", "Dubuque"))
    assert offers(state, West("Kansas City"), West("Des Moines"))
    state = act(state, West("Kansas City"))
    state = act(skip_to(state, 0), West("Des Moines"))
    assert sorted(state.west) == sorted((BOARD.city[city], 0) for city in BOTH)
    assert shares(state) == (12, 0, 0)
    assert_sound(state)


@pytest.mark.rule("tycoon", "R12.2")
def test_two_players_may_have_one_each() -> None:
    state = lines(linked(), (1, "Des Moines", "Dubuque"))
    state = act(state, West("Kansas City"), West("Des Moines"))
    assert {(BOARD.cities[city], owner) for city, owner in state.west} == {
        ("Kansas City", 0),
        ("Des Moines", 1),
    }


# R12.3 The marker


@pytest.mark.rule("tycoon", "R12.3")
def test_without_a_marker_it_cannot_be_built() -> None:
    state = network(linked(), 0, 22)
    assert offers(state, West("Kansas City"))
    state = network(linked(), 0, 23)
    assert len(state.links) == 24
    assert_sound(state)
    assert not offers(state, West("Kansas City"))
    assert not accepts(state, West("Kansas City"))


@pytest.mark.rule("tycoon", "R12.3")
def test_it_takes_one_of_the_24_markers() -> None:
    """With 23 links and a western link no further link can be begun."""
    state = network(linked(), 0, 22)
    assert accepts(state, Build(), From("Chicago"))
    state = skip_to_menu(act(state, West("Kansas City")))
    assert not accepts(state, Build(), From("Chicago"))
    assert_sound(state)


def skip_to_menu(state: State, seat: int = 0) -> State:
    """The others pass until a player has an action, whether or not he can build."""
    while GAME.actor(state) != seat or not offers(state, Urbanise()):
        state = act(state, Pass())
    return state


@pytest.mark.rule("tycoon", "R12.3")
def test_both_western_links_take_one_each() -> None:
    state = lines(linked(), (0, "Des Moines", "Dubuque"))
    state = network(western(state, 0, "Des Moines"), 0, 21)
    assert_sound(state)
    assert not accepts(state, West("Kansas City"))
    state = lines(linked(), (0, "Des Moines", "Dubuque"))
    state = network(western(state, 0, "Des Moines"), 0, 20)
    assert accepts(state, West("Kansas City"))


@pytest.mark.rule("tycoon", "R12.3")
def test_its_space_is_not_track() -> None:
    """The tile uses no side of the city and of no other hex."""
    state = linked()
    used, links = state.used, state.links
    state = act(state, West("Kansas City"))
    assert state.used == used
    assert state.links == links
    assert "St. Louis" in reach(skip_to(state, 0), "Kansas City")


# R12.4 Four red cubes


@pytest.mark.rule("tycoon", "R12.4")
@pytest.mark.parametrize("city", BOTH)
def test_four_red_cubes_are_picked_out_of_the_bag(city: str) -> None:
    """They are not drawn: chance is not asked."""
    state = goods(linked(city), {city: "PK"})
    was = state.bag
    state = act(state, West(city))
    assert GAME.actor(state) == 1
    assert cubes(state, city) == "RRRRKP"
    assert tuple(had - has for had, has in zip(was, state.bag, strict=True)) == (4, 0, 0, 0, 0)


@pytest.mark.rule("tycoon", "R12.4")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_or_as_many_as_there_are(count: int) -> None:
    state = goods(linked(), {"Kansas City": "P"}, bag="R" * count + "BBBB")
    state = act(state, West("Kansas City"))
    assert cubes(state, "Kansas City") == "R" * count + "P"
    assert bag(state) == "BBBB"
    assert shares(state) == (6, 0, 0)
    assert_sound(state)


@pytest.mark.rule("tycoon", "R12.4")
def test_the_empty_marker_goes_if_any_come() -> None:
    state = goods(linked(), {"Kansas City": ""})
    assert not marked(act(state, West("Kansas City")), "Kansas City")
    state = goods(linked(), {"Kansas City": ""}, bag="B")
    assert marked(act(state, West("Kansas City")), "Kansas City")


# R12.5, R12.6 The refill of Chicago


def refilled(state: State, city: str, colour: str, *links: int) -> bool:
    """Whether a delivery is followed by two cubes for Chicago."""
    before = cubes(state, "Chicago")
    state = ship(state, city, colour, *links)
    if GAME.actor(state) != CHANCE:
        assert cubes(state, "Chicago") == before
        return False
    assert all(len(action.cubes) == 2 for action in GAME.actions(state) if isinstance(action, Fill))
    state = act(state, Fill("YK"))
    assert sorted(cubes(state, "Chicago")) == sorted(before + "YK")
    assert_sound(state)
    return True


def west_of_chicago(*, seat: int = 0) -> State:
    """A player's links: 0 Kansas City - Chicago, 1 Chicago - Des Moines, 2 to Nashville."""
    state = lines(table(), (seat, "Kansas City", "Chicago", "Des Moines"))
    state = lines(state, (seat, "Kansas City", "Nashville"))
    return goods(state, {"Kansas City": "RRPP", "Des Moines": "RR", "Chicago": "Y"})


@pytest.mark.rule("tycoon", "R12.5")
@pytest.mark.parametrize(("city", "link"), [("Kansas City", 0), ("Des Moines", 1)])
def test_a_red_cube_from_the_west_refills_chicago(city: str, link: int) -> None:
    state = west_of_chicago()
    assert not refilled(state, city, "red", link)
    assert refilled(western(state, 0, city), city, "red", link)


@pytest.mark.rule("tycoon", "R12.5")
def test_whoever_delivers_and_whoever_built_the_western_link() -> None:
    state = lines(west_of_chicago(), (1, "Kansas City", "St. Louis"))
    assert refilled(western(state, 1, "Kansas City"), "Kansas City", "red", 0)


@pytest.mark.rule("tycoon", "R12.5")
def test_every_time() -> None:
    state = western(west_of_chicago(), 0, "Kansas City")
    for count in (3, 5):
        state = drawn(ship(skip_to(state, 0), "Kansas City", "red", 0), "YY")
        assert cubes(state, "Chicago") == "Y" * count


@pytest.mark.rule("tycoon", "R12.5")
def test_only_the_city_with_the_western_link() -> None:
    """Des Moines has one, and Kansas City none."""
    state = western(west_of_chicago(), 0, "Des Moines")
    assert not refilled(state, "Kansas City", "red", 0)


@pytest.mark.rule("tycoon", "R12.5")
def test_a_red_cube_that_only_goes_through_the_city_does_not_count() -> None:
    state = western(west_of_chicago(), 0, "Kansas City")
    state = company(goods(state, {"Nashville": "R"}), 0, level=2)
    assert not refilled(state, "Nashville", "red", 2, 0)


@pytest.mark.rule("tycoon", "R12.5")
def test_only_red_cubes_and_only_chicago() -> None:
    """A purple cube to Nashville, and a red one to Charleston."""
    state = lines(west_of_chicago(), (0, "Nashville", "Charleston"))
    state = company(western(state, 0, "Kansas City"), 0, level=2)
    assert not refilled(state, "Kansas City", "purple", 2)
    assert not refilled(state, "Kansas City", "red", 2, 3)
    assert refilled(state, "Kansas City", "red", 0)


@pytest.mark.rule("tycoon", "R12.5")
def test_the_cubes_come_after_the_delivery() -> None:
    """The delivered cube is in the bag by then, and the points are counted."""
    state = goods(western(west_of_chicago(), 0, "Kansas City"), {}, bag="K")
    state = ship(state, "Kansas City", "red", 0)
    assert points(state) == (1, 0, 0)
    state = drawn(state)
    assert cubes(state, "Chicago") == "RYK"
    assert bag(state) == ""


@pytest.mark.rule("tycoon", "R12.6")
def test_red_cubes_that_lay_there_before_count_too() -> None:
    """As do those that came with the western link."""
    state = act(west_of_chicago(), West("Kansas City"))
    assert cubes(state, "Kansas City") == "RRRRRRPP"
    state = skip_to(state, 0)
    for _ in range(2):
        state = skip_to(state, 0)
        assert refilled(state, "Kansas City", "red", 0)
        state = drawn(ship(state, "Kansas City", "red", 0), "YY")


@pytest.mark.rule("tycoon", "R12.6")
def test_red_cubes_that_came_otherwise_count_too() -> None:
    """Drawn when Des Moines was urbanised."""
    state = western(goods(west_of_chicago(), {"Des Moines": "K"}), 0, "Des Moines")
    state = drawn(act(state, Urbanise(), Found("Des Moines", "blue")), "RR")
    assert refilled(skip_to(state, 0), "Des Moines", "red", 1)


# R12.7 Not a link


@pytest.mark.rule("tycoon", "R12.7")
def test_no_cube_goes_over_it() -> None:
    """Two western links do not join Kansas City and Des Moines."""
    state = lines(table(), (0, "Chicago", "Des Moines"), (1, "Kansas City", "St. Louis"))
    state = western(western(state, 0, "Des Moines"), 1, "Kansas City")
    state = company(goods(state, {"Des Moines": "P", "Chicago": "P"}), 0, level=8)
    assert routes(state, "Des Moines", "purple") == []
    assert routes(state, "Chicago", "purple") == []


@pytest.mark.rule("tycoon", "R12.7")
def test_it_does_not_count_for_the_number_of_links_nor_for_lines() -> None:
    """Morgan and Judah hold a tie, which a western link does not break."""
    state = lines(table(3), (0, "Kansas City", "St. Louis"), (1, "Boston", "Portland"))
    state = western(state, 0, "Kansas City")
    for tycoon in ("morgan", "judah"):
        over = last_turn(company(company(state, 1, tycoon="drew"), 0, tycoon=tycoon))
        assert [news.points for news in over.news if isinstance(news, Judged)] == [0, 0, 0]


@pytest.mark.rule("tycoon", "R12.7")
def test_nor_for_ties() -> None:
    """Two players with equal points, links and money share the first place."""
    state = lines(table(2), (0, "Kansas City", "St. Louis"), (1, "Boston", "Portland"))
    state = western(company(company(state, 0, tycoon="farnam"), 1, tycoon="drew"), 0, "Kansas City")
    assert GAME.ranks(last_turn(state)) == (1, 1)


@pytest.mark.rule("tycoon", "R12.7")
def test_it_brings_no_points_by_itself() -> None:
    state = act(cards(linked(), "speed_record", "railroad_era_begins"), West("Kansas City"))
    assert points(state) == (0, 0, 0)


@pytest.mark.rule("tycoon", "R12.7")
def test_it_counts_for_holliday() -> None:
    """See R14.14; and for the Major Line of R11.11."""
    state = western(company(linked(), 0, tycoon="holliday"), 0, "Kansas City")
    state = company(state, 1, tycoon="drew")
    over = last_turn(company(state, 2, tycoon="fisk"))
    assert GAME.scores(over) == (5, 0, 0)


@pytest.mark.rule("tycoon", "R12.7")
def test_in_the_beginner_game_there_is_none() -> None:
    state = lines(table(3, Options(beginner=True)), (0, "Kansas City", "St. Louis"))
    assert not accepts(state, West("Kansas City"))
