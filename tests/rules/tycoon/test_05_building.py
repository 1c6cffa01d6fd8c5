"""R5 Building track."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.tycoon import land
from tests.rules.tycoon.land import BACK, CITY, SIDES, TOWNS, beside
from tests.rules.tycoon.table import (
    accepts,
    asked,
    cash,
    cubes,
    end_turn,
    in_use,
    keeps,
    link,
    markers,
    next_action,
    offers,
    pieces,
    play,
    points,
    position,
    price,
    purse,
    rail,
    shares,
    sides,
    sound,
    told,
    toward,
    track,
    verbs,
)
from trainshed.games.tycoon.actions import Issued, Linked
from trainshed.games.tycoon.state import State

MAP = land.shared("map.json")
EAST = ("AA7 W E", "AA8 W E", "AA9 W E", "AA10 W SE")
"""From Jackson to Montgomery."""

SPITS = {("P23", "SE")}
"""Behind this side lies a hex that has no other neighbour on land."""


def starting() -> State:
    """Seat 0 builds, nothing is on the map."""
    return play(position(), "build")


def extending(state: State, number: int = 0) -> State:
    """Seat 0 goes on with a link of his."""
    return play(state, "build", f"extend {number}")


def taken(state: State) -> land.Used:
    """The sides of each hex that track uses."""
    found: dict[str, set[str]] = {}
    for one in state.links:
        for piece in pieces(state, one.number):
            hex_, a, b = piece.split()
            found.setdefault(hex_, set()).update((a, b))
    return lambda hex_: frozenset(found.get(hex_, ()))


def over(state: State) -> State:
    """The action is over, by itself or because no more can be laid."""
    assert "lay" not in verbs(state)
    return play(state, "stop") if "stop" in verbs(state) and asked(state) == 0 else state


# R5.1 to R5.5: one link at a time


@pytest.mark.rule("tycoon", "R5.1")
def test_each_tile_begins_at_the_side_where_the_line_has_come_to() -> None:
    state = play(starting(), "from Jackson", "out E", "lay NE", "lay NW", "lay W")
    assert pieces(state, 0) == ["AA7 W NE", "Z7 SW NW", "Y7 SE W"]
    for one, next_ in pairwise(line.split() for line in pieces(state, 0)):
        assert beside(one[0], one[2]) == next_[0]
        assert BACK[one[2]] == next_[1]


@pytest.mark.rule("tycoon", "R5.1")
def test_a_build_action_works_on_a_single_link() -> None:
    state = play(starting(), "from Jackson", "out E", "lay E")
    assert {"from", "extend", "out", "build"} & verbs(state) == set()
    for line in ("from Boston", "out W", "extend 0", "turn NE", "build"):
        assert not accepts(state, line), line
    state = play(starting(), "from New York", "connect Philadelphia")
    assert asked(state) == 1
    assert len(state.links) == 1


@pytest.mark.rule("tycoon", "R5.2")
def test_a_line_may_begin_at_any_city_without_track_of_ones_own() -> None:
    state = play(rail(position(), 0, "Boston", "Albany"), "build")
    assert offers(state, "from") == set(TOWNS)
    assert offers(state, "extend") == set()


@pytest.mark.rule("tycoon", "R5.2")
def test_a_line_may_begin_at_an_open_end_of_ones_own() -> None:
    state = track(position(), 0, "Jackson", "AA7 W E")
    state = track(state, 1, "Memphis", "V7 W E")
    state = rail(state, 0, "Boston", "Albany")
    assert offers(play(state, "build"), "extend") == {"0"}
    state = play(extending(state), "lay NE", "stop")
    assert pieces(state, 0) == ["AA7 W E", "AA8 W NE"]
    assert link(state, 0).owner == 0


@pytest.mark.rule("tycoon", "R5.3")
def test_up_to_four_tiles_and_at_least_one() -> None:
    state = play(starting(), "from Jackson", "out NE")
    for count in range(4):
        assert ("stop" in verbs(state)) == bool(count)
        assert accepts(state, "stop") == bool(count)
        state = play(state, "lay NE")
    assert not accepts(state, "lay NE")
    state = over(state)
    assert asked(state) == 1
    assert len(link(state, 0).track) == 4
    assert not link(state, 0).finished


@pytest.mark.rule("tycoon", "R5.3")
def test_the_next_action_may_lay_four_tiles_again() -> None:
    state = play(starting(), "from Jackson", "out NE", *["lay NE"] * 4)
    state = extending(next_action(over(state), 0))
    state = over(play(state, "lay NE", "lay NE", "lay E", "lay E"))
    assert len(link(state, 0).track) == 8


@pytest.mark.rule("tycoon", "R5.4")
def test_a_second_city_finishes_the_link_and_the_action() -> None:
    """One open hex lies between New York and Philadelphia."""
    state = play(starting(), "from New York", "out SW", "lay SW")
    assert asked(state) == 1
    assert link(state, 0).finished
    assert told(state, Linked)[0].other == "Philadelphia"
    assert len(link(state, 0).track) == 1


@pytest.mark.rule("tycoon", "R5.4")
def test_the_fourth_tile_may_reach_the_city() -> None:
    state = play(starting(), "from Jackson", "out E", "lay E", "lay E", "lay E", "lay SE")
    assert link(state, 0).finished
    assert pieces(state, 0) == [*EAST]
    assert asked(state) == 1


@pytest.mark.rule("tycoon", "R5.5")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_player_may_stop_after_any_tile(count: int) -> None:
    state = play(starting(), "from Jackson", "out E", *["lay E"] * count, "stop")
    assert asked(state) == 1
    assert not link(state, 0).finished
    assert link(state, 0).end == -1
    assert len(link(state, 0).track) == count
    assert sound(state)


# R5.6 to R5.8: where


@pytest.mark.rule("tycoon", "R5.6")
def test_a_line_leaves_a_city_only_towards_plain_and_hill() -> None:
    for city, hex_ in TOWNS.items():
        state = play(starting(), f"from {city}")
        around = {side: beside(hex_, side) for side in SIDES}
        dry = {side for side, there in around.items() if there and land.GROUND[there] in ".h"}
        useful = {
            side for side in dry if (there := around[side]) and land.legal(there, BACK[side], city)
        }
        assert offers(state, "out") == useful, city
    assert "W" not in offers(play(starting(), "from Kansas City"), "out")
    assert "W" not in offers(play(starting(), "from Des Moines"), "out")


@pytest.mark.rule("tycoon", "R5.6")
@pytest.mark.skipif(not MAP, reason="the facts are not at hand")
def test_the_sides_of_the_cities_are_those_of_the_facts() -> None:
    clockwise = ("E", "SE", "SW", "W", "NW", "NE")
    for city in MAP["cities"]:
        state = play(starting(), f"from {city['name']}")
        expected = {clockwise[side] for side in city["buildable_exits"]}
        assert offers(state, "out") == expected, city["name"]


@pytest.mark.rule("tycoon", "R5.6")
@pytest.mark.rule("tycoon", "R5.7")
@pytest.mark.rule("tycoon", "R5.8")
@pytest.mark.parametrize("side", SIDES)
def test_every_hex_from_every_side(side: str) -> None:
    """Straight tiles, wide and tight curves; never towards water, the edge or the own city."""
    empty = position()
    for hex_ in land.LAND:
        before = beside(hex_, side)
        if before in CITY:
            home = CITY[before]
            state = play(empty, "build", f"from {home}")
            if BACK[side] not in offers(state, "out"):
                assert land.legal(hex_, side, home) == []
                continue
            state = play(state, f"out {BACK[side]}")
        elif before in land.LANDS and (hex_, side) not in SPITS:
            stub = toward(empty, 0, hex_, side)
            home = next(city for city in TOWNS if link(stub, 0).start == [*TOWNS].index(city))
            state = extending(stub)

            def used(there: str, stub: State = stub) -> frozenset[str]:
                return frozenset(sides(stub, there))
        else:
            continue
        assert offers(state, "lay") == set(land.legal(hex_, side, home, taken(state))), (hex_, side)


@pytest.mark.rule("tycoon", "R5.7")
def test_all_curves_in_open_land() -> None:
    state = extending(track(position(), 0, "Jackson", "AA7 W NE"))
    assert offers(state, "lay") == set(SIDES) - {"SW"}
    for side in offers(state, "lay"):
        after = play(state, f"lay {side}", "stop")
        assert pieces(after, 0)[-1] == f"Z7 SW {side}"


@pytest.mark.rule("tycoon", "R5.8")
def test_a_link_does_not_return_to_the_city_where_it_began() -> None:
    """From Jackson to the east and round: Z6 lies beside Jackson again."""
    state = play(starting(), "from Jackson", "out E", "lay NW")
    assert beside("Z6", "SW") == TOWNS["Jackson"]
    assert offers(state, "lay") == {"E", "NE", "NW", "W"}
    assert not accepts(state, "lay SW")
    assert "Jackson" not in offers(state, "connect")


@pytest.mark.rule("tycoon", "R5.8")
def test_another_line_may_end_in_that_city() -> None:
    state = toward(position(), 0, "Z6", "NE", start="Nashville")
    state = play(extending(state), "lay SW")
    assert link(state, 0).finished
    assert told(state, Linked)[0].other == "Jackson"


# R5.9 to R5.11: crossings


def crossed(owner: int = 1) -> State:
    """A finished link through AA7 from west to east; seat 0 stands before AA7 in the north-east."""
    state = track(position(), owner, "Jackson", *EAST, to="Montgomery")
    return toward(state, 0, "AA7", "NE")


@pytest.mark.rule("tycoon", "R5.9")
def test_two_segments_in_a_hex_use_four_different_sides() -> None:
    state = extending(crossed(), 1)
    assert offers(state, "lay") == {"NW", "SW", "SE"}
    for side in ("NW", "SW", "SE"):
        after = play(state, f"lay {side}")
        assert sides(after, "AA7") == {"W", "E", "NE", side}
        assert sound(after)
    for side in ("E", "W", "NE"):
        assert not accepts(state, f"lay {side}")


@pytest.mark.rule("tycoon", "R5.9")
def test_a_third_segment_never_fits() -> None:
    state = play(extending(crossed(), 1), "lay SW", "stop")
    state = toward(next_action(state, 0), 0, "AA7", "SE")
    assert sides(state, "AA7") == {"W", "E", "NE", "SW"}
    state = extending(state, 2)
    assert offers(state, "lay") == set()
    assert not accepts(state, "lay NW")


@pytest.mark.rule("tycoon", "R5.9")
def test_lines_do_not_merge() -> None:
    """A line cannot come in at a side that another segment uses."""
    state = track(position(), 1, "Jackson", *EAST, to="Montgomery")
    state = toward(state, 0, "AB7", "SE")
    assert beside("AB7", "NE") == "AA8"
    state = play(extending(state, 1), "lay NE")
    assert "W" not in offers(state, "lay")
    assert "E" not in offers(state, "lay")
    assert offers(state, "lay") == {"NW", "NE", "SE"}


@pytest.mark.rule("tycoon", "R5.9")
def test_an_own_line_may_cross_itself() -> None:
    """Round a corner of three hexes: AA7, Z7, AA8 and AA7 again."""
    state = play(starting(), "from Jackson", "out E", "lay NE", "lay SE", "lay W")
    assert pieces(state, 0) == ["AA7 W NE", "Z7 SW SE", "AA8 NW W"]
    assert offers(state, "lay") == {"NW", "SW", "SE"}
    after = over(play(state, "lay SE"))
    assert pieces(after, 0)[-1] == "AA7 E SE"
    assert sound(after)


@pytest.mark.rule("tycoon", "R5.10")
@pytest.mark.parametrize("owner", [0, 1])
def test_to_cross_costs_the_usual_price_and_the_other_owner_nothing(owner: int) -> None:
    state = purse(purse(extending(crossed(owner), 1), 0, cash=20_000), 1, cash=5000)
    after = play(state, "lay SW")
    assert price(state, after) == 2000
    assert cash(after, 0) == 18_000
    assert (cash(after, 1), shares(after, 1)) == (5000, 0)
    assert asked(after) == 0
    assert pieces(after, 0) == [*EAST]


@pytest.mark.rule("tycoon", "R5.10")
def test_the_first_tile_of_a_link_may_cross() -> None:
    """FAQ The tile is replaced by a crossing."""
    state = track(position(), 1, "Mobile", "AC8 SE NE", "AB8 SW W", "AB7 E NW", "AA7 SE NE")
    state = play(state, "build", "from Jackson", "out E")
    assert offers(state, "lay") == {"E", "NW", "SW"}
    after = play(state, "lay E")
    assert price(state, after) == 2000
    assert sides(after, "AA7") == {"W", "E", "SE", "NE"}


@pytest.mark.rule("tycoon", "R5.11")
def test_a_finished_crossing_joins_only_its_own_two_cities() -> None:
    """Boston's black cubes: the line from Jackson to Mobile crosses that to Montgomery."""
    state = track(position(), 0, "Jackson", *EAST, to="Montgomery")
    state = toward(state, 0, "AA8", "NE", start="Nashville")
    state = play(extending(state, 1), "connect Mobile")
    assert link(state, 1).finished
    assert sides(state, "AA8") >= {"W", "E", "NE"}
    state = purse(cubes(next_action(state, 0), "Jackson", "K"), level=8)
    for city in ("Montgomery", "Mobile", "Nashville"):
        state = cubes(state, city, "R")
    assert "deliver" not in verbs(state)
    state = cubes(state, "Nashville", "K")
    state = play(state, "deliver", "cube Nashville black", "ship [1]")
    assert points(state) >= 1


# R5.12 to R5.14: markers, owners, sides


@pytest.mark.rule("tycoon", "R5.12")
def test_the_first_tile_takes_a_marker() -> None:
    state = play(starting(), "from Jackson", "out E")
    assert in_use(state) == 0
    state = play(state, "lay E")
    assert in_use(state) == 1
    assert link(state, 0).owner == 0
    state = play(state, "lay E", "stop")
    assert in_use(state) == 1


@pytest.mark.rule("tycoon", "R5.12")
def test_others_can_neither_take_over_nor_turn_a_link() -> None:
    state = track(position(), 0, "Jackson", "AA7 W E")
    state = rail(state, 0, "Boston", "Albany")
    state = play(state, "pass", "build")
    assert asked(state) == 1
    assert offers(state, "extend") == set()
    assert not accepts(state, "extend 0")
    assert not accepts(state, "extend 1")


@pytest.mark.rule("tycoon", "R5.12")
def test_a_finished_link_stays_as_it_is() -> None:
    state = rail(position(), 0, "Boston", "Albany")
    assert not accepts(play(state, "build"), "extend 0")
    after = end_turn(state)
    assert after.links == state.links


@pytest.mark.rule("tycoon", "R5.13")
def test_without_a_marker_no_further_link_can_be_begun() -> None:
    full = markers(position(), 0, 24)
    assert sound(full)
    assert "build" not in verbs(full)
    assert not accepts(full, "build")
    assert "build" in verbs(play(full, "pass"))


@pytest.mark.rule("tycoon", "R5.13")
def test_without_a_marker_an_unfinished_link_can_be_gone_on_with() -> None:
    state = track(markers(position(), 0, 23), 0, "Jackson", "AA7 W E")
    assert in_use(state) == 24
    assert sound(state)
    number = state.links[-1].number
    state = play(state, "build")
    assert offers(state, "from") == set()
    assert not accepts(state, "from Duluth")
    assert offers(state, "extend") == {str(number)}
    state = play(state, f"extend {number}", "connect Montgomery")
    assert link(state, number).finished


@pytest.mark.rule("tycoon", "R5.13")
def test_the_24th_link_can_be_begun() -> None:
    state = play(markers(position(), 0, 23), "build", "from Duluth", "connect Minneapolis")
    assert in_use(state) == 24
    assert sound(state)


@pytest.mark.rule("tycoon", "R5.14")
@pytest.mark.parametrize("first", [0, 1])
def test_several_links_may_join_the_same_two_cities(first: int) -> None:
    state = play(rail(position(), first, "Cincinnati", "Louisville"), "build", "from Cincinnati")
    assert "Louisville" in offers(state, "connect")
    state = play(state, "connect Louisville")
    assert len(state.links) == 2
    assert {(one.start, one.end) for one in state.links} == {
        (state.links[0].start, state.links[0].end)
    }
    assert sound(state)


@pytest.mark.rule("tycoon", "R5.14")
def test_each_side_of_a_city_takes_one_link() -> None:
    state = rail(position(), 1, "Jackson", "Memphis")
    taken = {BACK[pieces(state, 0)[0].split()[1]]}
    assert offers(play(state, "build", "from Jackson"), "out") == set(SIDES) - taken
    stub = track(position(), 1, "Jackson", "AA7 W E")
    assert offers(play(stub, "build", "from Jackson"), "out") == set(SIDES) - {"E"}
    state = toward(stub, 0, "AA7", "NE", start="Nashville")
    assert "W" not in offers(extending(state, 1), "lay")


@pytest.mark.rule("tycoon", "R5.14")
def test_a_city_has_six_links_at_most() -> None:
    state = position()
    for side in SIDES:
        there = beside(TOWNS["Jackson"], side)
        far = SIDES[(SIDES.index(side) + 1) % 6]
        state = track(state, 1, "Jackson", f"{there} {BACK[side]} {far}")
    state = play(state, "build")
    assert "Jackson" not in offers(state, "from")
    assert not accepts(state, "from Jackson")


@pytest.mark.rule("tycoon", "R5.14")
def test_chicago_has_four_sides() -> None:
    state = play(starting(), "from Chicago")
    assert len(offers(state, "out")) == 4


# R5.15: the cheapest way


@pytest.mark.rule("tycoon", "R5.15")
@pytest.mark.parametrize("most", [4, 5])
def test_the_cheapest_way_between_any_two_cities(most: int) -> None:
    """Cheapest, then fewest tiles, then first by direction; five tiles need the right card."""
    state = starting() if most == 4 else play(keeps(position(), 0, ENGINE), "build")
    for city in TOWNS:
        here = play(state, f"from {city}")
        expected = land.ways(city, most)
        assert offers(here, "connect") == set(expected), city
        for goal, way in expected.items():
            after = play(here, f"connect {goal}")
            assert price(here, after) == way.price, (city, goal)
            assert len(link(after, 0).track) == way.tiles, (city, goal)
            assert walked(after, 0) == way.turns, (city, goal)
            assert told(after, Linked)[0].other == goal


ENGINE = "perfect_engineering"


def walked(state: State, number: int) -> tuple[int, ...]:
    """The directions of a finished link, the side of its city first."""
    track_ = link(state, number).track
    return ((track_[0].a + 3) % 6, *(piece.b for piece in track_))


@pytest.mark.rule("tycoon", "R5.15")
@pytest.mark.skipif(not MAP, reason="the facts are not at hand")
def test_the_table_of_links() -> None:
    table = {(row["a"], row["b"]): row for row in MAP["link_table"]}
    state = starting()
    for city in TOWNS:
        here = play(state, f"from {city}")
        reached = set()
        for (a, b), row in table.items():
            if city in {a, b} and row["cheapest_up_to_4_tiles"] is not None:
                goal = b if city == a else a
                reached.add(goal)
                after = play(here, f"connect {goal}")
                assert price(here, after) == row["cheapest_up_to_4_tiles"], (city, goal)
                assert len(link(after, 0).track) >= row["min_tiles"], (city, goal)
        assert offers(here, "connect") == reached, city


@pytest.mark.rule("tycoon", "R5.15")
@pytest.mark.skipif(not MAP, reason="the facts are not at hand")
def test_the_reach_with_five_tiles_is_that_of_the_table() -> None:
    state = play(keeps(position(), 0, ENGINE), "build")
    for city in TOWNS:
        here = play(state, f"from {city}")
        reached = {
            row["b"] if city == row["a"] else row["a"]
            for row in MAP["link_table"]
            if city in {row["a"], row["b"]} and row["min_tiles"] <= 5
        }
        assert offers(here, "connect") == reached, city


@pytest.mark.rule("tycoon", "R5.15")
def test_the_tiles_are_laid_and_paid_one_by_one() -> None:
    here = play(starting(), "from Pittsburgh")
    at_once = play(here, "connect Washington")
    by_hand = play(here, "out E", "lay SE", "lay SE", "lay SE")
    assert at_once.links == by_hand.links
    assert at_once.railroads == by_hand.railroads
    assert [item.count for item in told(at_once, Issued)] == [4]


@pytest.mark.rule("tycoon", "R5.15")
def test_the_side_that_was_chosen_is_kept() -> None:
    for city in ("Pittsburgh", "Chicago", "Louisville", "New York", "Chattanooga"):
        here = play(starting(), f"from {city}")
        for side in offers(here, "out"):
            state = play(here, f"out {side}")
            found = land.ways(city, 4, only=side)
            expected = {goal: way for goal, way in found.items() if len(way.turns) > 2}
            assert offers(state, "connect") == set(expected), (city, side)
            for goal, way in expected.items():
                after = play(state, f"connect {goal}")
                assert (price(state, after), walked(after, 0)) == (way.price, way.turns)


@pytest.mark.rule("tycoon", "R5.15")
def test_in_the_middle_of_an_action_only_the_tiles_that_are_left_count() -> None:
    here = play(starting(), "from Jackson", "out E", "lay E")
    assert "Montgomery" in offers(here, "connect")
    assert offers(here, "connect") == set(land.ways("Jackson", 3, at=("AA7", "E")))
    here = play(here, "lay NE")
    assert "Montgomery" not in offers(here, "connect")
    assert offers(here, "connect") == set(land.ways("Jackson", 2, at=("AA8", "NE")))


@pytest.mark.rule("tycoon", "R5.15")
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_the_cheapest_way_past_the_track_of_others(seed: int) -> None:
    rng = Random(seed)
    state = scribbled(position(), rng, 30)
    number = state.built
    here = play(state, "build")
    for city in rng.sample(sorted(offers(here, "from")), 12):
        leaving = play(here, f"from {city}")
        expected = land.ways(city, 4, taken(state))
        assert offers(leaving, "connect") == set(expected), city
        for goal, way in expected.items():
            after = play(leaving, f"connect {goal}")
            assert price(leaving, after) == way.price, (city, goal)
            assert walked(after, number) == way.turns, (city, goal)


def scribbled(state: State, rng: Random, lines: int) -> State:
    """Lines of the others, laid at random by the rules, across one another."""
    while len(state.links) < lines:
        seat = 1 + len(state.links) % 2
        building = play(next_action(state, seat), "build")
        city = rng.choice(sorted(offers(building, "from")))
        laying = play(building, f"from {city}")
        laying = play(laying, f"out {rng.choice(sorted(offers(laying, 'out')))}")
        for _ in range(4):
            if asked(laying) != seat or not offers(laying, "lay"):
                break
            laying = play(laying, f"lay {rng.choice(sorted(offers(laying, 'lay')))}")
        for one in laying.links[len(state.links) :]:
            to = [*TOWNS][one.end] if one.finished else ""
            text = pieces(laying, one.number)
            state = track(state, seat, city, *text, to=to)
    return state


@pytest.mark.rule("tycoon", "R5.8")
@pytest.mark.rule("tycoon", "R5.9")
@pytest.mark.rule("tycoon", "R5.14")
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_every_tile_that_is_offered_is_legal_and_every_legal_tile_is_offered(seed: int) -> None:
    """A line of seat 0 through the tangle of the others."""
    rng = Random(seed)
    state = play(scribbled(position(), rng, 40), "build")
    ways_out = {city: free_sides(state, city) for city in TOWNS}
    assert offers(state, "from") == {city for city, found in ways_out.items() if found}
    city = rng.choice(sorted(offers(state, "from")))
    state = play(state, f"from {city}")
    assert offers(state, "out") == ways_out[city]
    side = rng.choice(sorted(offers(state, "out")))
    hex_, a = beside(TOWNS[city], side), BACK[side]
    state = play(state, f"out {side}")
    for count in range(4):
        assert hex_
        assert offers(state, "lay") == set(land.legal(hex_, a, city, taken(state)))
        if not offers(state, "lay"):
            assert count
            return
        b = rng.choice(sorted(offers(state, "lay")))
        state = play(state, f"lay {b}")
        hex_, a = beside(hex_, b), BACK[b]
        if hex_ in CITY or count == 3:
            assert state.links[-1].finished == (hex_ in CITY)
            assert asked(over(state)) == 1
            return


def free_sides(state: State, city: str) -> set[str]:
    """The sides of a city behind which a first tile can be laid."""
    used = taken(state)
    around = {side: beside(TOWNS[city], side) for side in SIDES}
    return {
        side
        for side, hex_ in around.items()
        if hex_ is not None and land.legal(hex_, BACK[side], city, used)
    }
