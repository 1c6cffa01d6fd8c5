"""R6 Prices of track."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.tycoon import land
from tests.rules.tycoon.land import BACK, CITY, RIDGES, RIVERS, SIDES, TOWNS, beside
from tests.rules.tycoon.table import (
    cash,
    link,
    next_action,
    offers,
    play,
    position,
    price,
    purse,
    toward,
    track,
)
from trainshed.games.tycoon.box import BOARD, Board, River
from trainshed.games.tycoon.state import State

MAP = land.shared("map.json")
CLOCKWISE = ("E", "SE", "SW", "W", "NW", "NE")
SPITS = {("P23", "SE")}


def laying(hex_: str, side: str, start: str = "") -> State:
    """Seat 0 is about to lay a tile in this hex that begins at this side."""
    before = beside(hex_, side)
    if before in CITY:
        return play(position(), "build", f"from {CITY[before]}", f"out {BACK[side]}")
    return play(toward(position(), 0, hex_, side, start=start), "build", "extend 0")


def cost(hex_: str, a: str, b: str, start: str = "") -> int:
    """What is paid for a tile; where it comes from a city, its ridge there is included."""
    state = laying(hex_, a, start)
    return price(state, play(state, f"lay {b}"))


@pytest.mark.rule("tycoon", "R6.1")
def test_plain_costs_2000_and_hill_4000() -> None:
    for a in SIDES:
        for b in {*SIDES} - {a}:
            assert cost("Z7", a, b) == 2000
    assert land.GROUND["K21"] == "h"
    for b in {*SIDES} - {"W"}:
        assert cost("K21", "W", b) == 4000 + land.ridge("K21", b)
    assert cost("M20", "W", "NE") == 4000


@pytest.mark.rule("tycoon", "R6.1")
def test_new_york_and_baltimore_are_2000_from_philadelphia() -> None:
    """As reports of games say."""
    for city in ("New York", "Baltimore"):
        state = play(position(), "build", "from Philadelphia")
        assert price(state, play(state, f"connect {city}")) == 2000


@pytest.mark.rule("tycoon", "R6.2")
def test_each_tile_is_paid_when_it_is_laid() -> None:
    state = purse(position(), cash=50_000)
    state = play(state, "build", "from Pittsburgh", "out E")
    assert cash(state) == 50_000
    state = play(state, "lay SE")
    assert cash(state) == 42_000
    state = play(state, "lay SE")
    assert cash(state) == 38_000
    state = play(state, "stop")
    assert cash(state) == 38_000


@pytest.mark.rule("tycoon", "R6.1")
@pytest.mark.rule("tycoon", "R6.3")
@pytest.mark.rule("tycoon", "R6.7")
@pytest.mark.rule("tycoon", "R6.8")
@pytest.mark.parametrize("a", SIDES)
def test_the_price_of_every_tile_on_the_map(a: str) -> None:
    empty = position()
    for hex_ in land.LAND:
        before = beside(hex_, a)
        if before in CITY:
            state = play(empty, "build", f"from {CITY[before]}")
            if BACK[a] not in offers(state, "out"):
                continue
            state = play(state, f"out {BACK[a]}")
            first = land.ridge(hex_, a)
        elif before in land.LANDS and (hex_, a) not in SPITS:
            state = play(toward(empty, 0, hex_, a), "build", "extend 0")
            first = 0
        else:
            continue
        for b in offers(state, "lay"):
            due = first + land.tile(hex_, a, b) + land.ridge(hex_, b)
            assert price(state, play(state, f"lay {b}")) == due, (hex_, a, b)


@pytest.mark.rule("tycoon", "R6.3")
@pytest.mark.rule("tycoon", "R6.7")
@pytest.mark.skipif(not MAP, reason="the facts are not at hand")
def test_rivers_and_ridges_are_those_of_the_facts() -> None:
    for hex_ in MAP["hexes"]:
        name = land.NAME[hex_["row"], hex_["col"]]
        rivers = [{CLOCKWISE[edge] for edge in river["edges"]} for river in hex_.get("rivers", ())]
        assert [*map(set, RIVERS.get(name, ()))] == rivers, name
        ridges = {CLOCKWISE[edge] for edge in hex_.get("ridges", ())}
        assert RIDGES.get(name, set()) == ridges, name


@pytest.mark.rule("tycoon", "R6.3")
@pytest.mark.skipif(not MAP, reason="the facts are not at hand")
def test_the_river_model_of_the_facts() -> None:
    """Arcs of the border between the sides of a river: no arc in common, $1,000 more."""
    for hex_ in MAP["hexes"]:
        name = land.NAME[hex_["row"], hex_["col"]]
        for a in range(6):
            for b in {*range(6)} - {a}:
                due = any(apart(river["edges"], a, b) for river in hex_.get("rivers", ()))
                assert land.crosses(name, CLOCKWISE[a], CLOCKWISE[b]) == due


def apart(edges: list[int], a: int, b: int) -> bool:
    """Whether two sides have no arc in common, counted by walking both ways round."""
    if len(edges) < 2:
        return False
    for step in (1, -1):
        at = a
        while True:
            at = (at + step) % 6
            if at == b:
                return False
            if at in edges:
                break
    return True


@pytest.mark.rule("tycoon", "R6.3")
@pytest.mark.rule("tycoon", "R6.4")
@pytest.mark.parametrize(
    ("a", "b", "due"),
    [
        ("W", "E", 3000),
        ("NW", "E", 3000),
        ("E", "SW", 3000),
        ("W", "NW", 2000),
        ("NW", "SW", 2000),
        ("NE", "SE", 2000),
        ("NE", "E", 2000),
        ("NE", "W", 2000),
        ("SW", "SE", 2000),
        ("SW", "NE", 2000),
    ],
)
def test_a_river_from_north_east_to_south_east(a: str, b: str, due: int) -> None:
    """Z4, the Mississippi: east is one bank; a side with the river lies on both."""
    assert RIVERS["Z4"] == [{"NE", "SE"}]
    assert cost("Z4", a, b) == due
    assert cost("Z4", b, a) == due


@pytest.mark.rule("tycoon", "R6.4")
def test_track_along_the_whole_river_costs_nothing_more() -> None:
    """Where track takes the two sides of the river itself, it follows it."""
    for hex_, rivers in RIVERS.items():
        for river in rivers:
            if hex_ in land.LANDS and len(river) == 2:
                a, b = sorted(river)
                assert not land.crosses(hex_, a, b)
                if goes(hex_, a, b):
                    ridges = land.ridge(hex_, b)
                    ridges += land.ridge(hex_, a) if beside(hex_, a) in CITY else 0
                    base = 4000 if land.GROUND[hex_] == "h" else 2000
                    assert cost(hex_, a, b) == base + ridges, hex_


def goes(hex_: str, a: str, b: str) -> bool:
    """Whether a line can come in at one side and leave by the other."""
    if not land.goes(beside(hex_, a)) or not land.goes(beside(hex_, b)) or (hex_, a) in SPITS:
        return False
    state = laying(hex_, a)
    return b in offers(state, "lay")


@pytest.mark.rule("tycoon", "R6.5")
def test_a_spring_costs_nothing() -> None:
    springs = [hex_ for hex_ in land.LAND if [*map(len, RIVERS.get(hex_, ()))] == [1]]
    assert "E8" in springs
    assert len(springs) > 10
    for b in {*SIDES} - {"W"}:
        assert cost("E8", "W", b) == 2000
    for hex_ in springs:
        base = 4000 if land.GROUND[hex_] == "h" else 2000
        for a, b in (("W", "E"), ("NW", "SE"), ("SW", "NE")):
            if goes(hex_, a, b):
                ridges = land.ridge(hex_, b)
                ridges += land.ridge(hex_, a) if beside(hex_, a) in CITY else 0
                assert cost(hex_, a, b) == base + ridges


@pytest.mark.rule("tycoon", "R6.5")
def test_a_river_in_a_city_does_not_matter() -> None:
    """St. Louis lies on three rivers; the tile beside it is priced by its own hex alone."""
    assert RIVERS[TOWNS["St. Louis"]] == [{"SE", "W", "NW"}]
    state = play(position(), "build", "from St. Louis", "out SW")
    hex_ = beside(TOWNS["St. Louis"], "SW")
    assert hex_
    assert hex_ not in RIVERS
    assert price(state, play(state, "lay SW")) == 2000


@pytest.mark.rule("tycoon", "R6.6")
@pytest.mark.parametrize(
    ("a", "b", "due"),
    [
        ("W", "SW", 2000),
        ("NE", "NW", 2000),
        ("NW", "SE", 2000),
        ("NE", "SE", 2000),
        ("NW", "SW", 2000),
        ("SE", "E", 2000),
        ("E", "W", 3000),
        ("NE", "W", 3000),
        ("NE", "SW", 3000),
        ("E", "NW", 3000),
        ("E", "SW", 3000),
    ],
)
def test_where_rivers_join(a: str, b: str, due: int) -> None:
    """O6: the Illinois from the north-east, the Mississippi from north-west to south-east.

    Who shares a side with one arm may still cross another; no tile pays twice.
    """
    assert RIVERS["O6"] == [{"NW", "NE", "SE"}]
    for one, other in ((a, b), (b, a)):
        if goes("O6", one, other):
            assert cost("O6", one, other) == due


@pytest.mark.rule("tycoon", "R6.6")
def test_no_tile_pays_for_water_twice() -> None:
    """Three rivers leave H6, which is hill, by E, SW and NW: straight across is $5,000."""
    assert land.GROUND["H6"] == "h"
    assert RIVERS["H6"] == [{"E", "SW", "NW"}]
    for a, b in (("W", "E"), ("NE", "SW"), ("NW", "SE")):
        assert cost("H6", a, b, "Chicago") == 5000
    for a, b in (("NW", "SW"), ("NW", "W"), ("E", "NE"), ("E", "SW"), ("SE", "SW")):
        assert cost("H6", a, b, "Chicago") == 4000


@pytest.mark.rule("tycoon", "R6.6")
def test_rivers_that_do_not_join_are_looked_at_one_by_one() -> None:
    """A map of our own: two rivers that only cut off a corner each of Z7.

    From east to west the track stays on the long bank of either river.
    """
    rivers = (River("one", ("E", "Z7", "NE")), River("other", ("W", "Z7", "SW")))
    board = Board(replace(BOARD.sheet, rivers=rivers))
    cell = board.grid.number["Z7"]
    crossed = {(a, b) for a in range(6) for b in range(6) if a != b and board.crosses(cell, a, b)}
    assert crossed == set()


@pytest.mark.rule("tycoon", "R6.7")
def test_each_side_on_a_ridge_costs_4000_more() -> None:
    """M20 has ridges in the east and the south-east."""
    assert RIDGES["M20"] == {"E", "SE"}
    assert cost("M20", "W", "SW") == 4000
    assert cost("M20", "W", "E") == 8000
    assert cost("M20", "W", "SE") == 8000


@pytest.mark.rule("tycoon", "R6.7")
def test_a_ridge_towards_a_city_is_no_exception() -> None:
    """V11 lies north-west of Chattanooga, with a ridge between them."""
    assert beside("V11", "SE") == TOWNS["Chattanooga"]
    assert "SE" in RIDGES["V11"]
    assert cost("V11", "SE", "W") == 6000
    assert cost("V11", "W", "SE") == 6000


@pytest.mark.rule("tycoon", "R6.7")
def test_one_tile_may_pay_for_two_ridges() -> None:
    """Q46 From Chattanooga over V11 to the east: both sides lie on ridges."""
    assert RIDGES["V11"] == {"SE", "E"}
    assert cost("V11", "SE", "E") == 10_000


@pytest.mark.rule("tycoon", "R6.8")
def test_a_ridge_is_paid_once_for_each_link_with_the_tile_that_touches_it_first() -> None:
    state = play(position(), "build", "from Pittsburgh", "out E")
    state_, last = play(state, "lay E"), land.tile("M21", "W", "E")
    assert price(state, state_) == 8000
    assert "W" in RIDGES["M21"]
    assert price(state_, play(state_, "lay E")) == last
    later = next_action(play(state_, "stop"), 0)
    later = play(later, "build", "extend 0")
    assert price(later, play(later, "lay E")) == last


@pytest.mark.rule("tycoon", "R6.8")
def test_another_link_pays_for_its_own_sides() -> None:
    """A stub of seat 1 points at the ridge from the other side: seat 0 pays it all the same."""
    state = toward(position(), 1, "M20", "E")
    assert "W" in RIDGES["M21"]
    state = play(state, "build", "from Pittsburgh", "out E")
    after = play(state, "lay E")
    assert price(state, after) == 8000
    assert not link(after, 1).finished


@pytest.mark.rule("tycoon", "R6.8")
def test_a_crossing_on_a_ridge_does_not_share_it() -> None:
    """Another link has paid for the south-east of M20; the east is paid by the one that uses it."""
    state = track(position(), 1, "Washington", "O21 SE NW", "N20 SE NW", "M20 SE NW")
    state = play(state, "build", "from Pittsburgh", "out E")
    assert offers(state, "lay") == {"E", "NE", "SW"}
    assert price(state, play(state, "lay E")) == 8000
    assert price(state, play(state, "lay SW")) == 4000
