"""R14 End and score."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.tycoon.network_table import (
    act,
    assert_sound,
    cards,
    company,
    drawn,
    emptied,
    end_turn,
    goods,
    in_turn,
    last_turn,
    lines,
    marked,
    ship,
    skip_to,
    stub,
    table,
    told,
    western,
)
from trainshed.core import CHANCE
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import (
    Bid,
    Build,
    Earned,
    Ended,
    Ending,
    Fill,
    Found,
    Grow,
    Growth,
    Pass,
    Turned,
    Urbanise,
)
from trainshed.games.tycoon.state import Options, State

LIMITS = {2: 10, 3: 12, 4: 14, 5: 16, 6: 18}
NEUTRAL = ("vanderbilt", "holliday", "farnam", "pullman", "morgan", "judah")
"""None of these brings anything to players who have neither track nor locomotives."""


def nearly(seats: int, missing: int = 1, *, options: Options | None = None) -> State:
    """So many markers are missing to the end; seat 0 can take the last cubes of two cities."""
    state = lines(table(seats, options), (0, "Toledo", "Detroit"), (0, "Columbus", "Cincinnati"))
    limit = state.limit
    kept = ("Toledo", "Detroit", "Columbus", "Cincinnati", "Kansas City", "Chicago")
    state = emptied(state, limit - missing, but=kept)
    state = goods(state, {"Toledo": "B", "Columbus": "Y"})
    assert_sound(state)
    return state


def neutral(seats: int = 3) -> State:
    """Nobody has a tycoon card that brings him anything as he is."""
    state = table(seats)
    for seat in range(seats):
        state = company(state, seat, tycoon=NEUTRAL[seat])
    return state


# R14.1 to R14.4


@pytest.mark.rule("tycoon", "R14.1")
@pytest.mark.parametrize("seats", LIMITS)
def test_the_end_is_near_when_so_many_markers_lie_on_the_map(seats: int) -> None:
    state = ship(nearly(seats), "Toledo", "blue", 0)
    assert state.empty.bit_count() == LIMITS[seats]
    assert told(state, Ending) == [Ending()]
    assert_sound(state)


@pytest.mark.rule("tycoon", "R14.1")
@pytest.mark.parametrize("seats", LIMITS)
def test_with_one_marker_less_it_is_not(seats: int) -> None:
    state = ship(nearly(seats, 2), "Toledo", "blue", 0)
    assert state.empty.bit_count() == LIMITS[seats] - 1
    assert told(state, Ending) == []
    state = ship(skip_to(state, 0), "Columbus", "yellow", 1)
    assert told(state, Ending) == [Ending()]


@pytest.mark.rule("tycoon", "R14.1")
def test_a_delivery_that_leaves_a_cube_behind_brings_no_marker() -> None:
    state = goods(nearly(3), {"Toledo": "BB"})
    assert told(ship(state, "Toledo", "blue", 0), Ending) == []


@pytest.mark.rule("tycoon", "R14.1")
def test_markers_taken_away_before_do_not_count() -> None:
    """Albany grows, so the next marker is the eleventh only."""
    state = cards(nearly(3), hands={0: ("city_growth",)})
    assert marked(state, "Albany")
    state = drawn(act(state, Growth(), Grow("Albany")), "RR")
    state = ship(state, "Toledo", "blue", 0)
    assert state.empty.bit_count() == 11
    assert told(state, Ending) == []
    state = ship(skip_to(state, 0), "Columbus", "yellow", 1)
    assert told(state, Ending) == [Ending()]


@pytest.mark.rule("tycoon", "R14.1")
def test_it_is_looked_at_when_the_marker_is_placed() -> None:
    """The refill takes Chicago's marker away afterwards, too late."""
    state = western(lines(nearly(3, 2), (0, "Kansas City", "Chicago")), 0, "Kansas City")
    state = goods(state, {"Kansas City": "R", "Chicago": ""})
    assert state.empty.bit_count() == 11
    state = ship(state, "Kansas City", "red", 2)
    assert told(state, Ending) == [Ending()]
    assert GAME.actor(state) == CHANCE
    state = act(state, Fill("YY"))
    assert state.empty.bit_count() == 11
    assert end_turn(end_turn(state)).over


@pytest.mark.rule("tycoon", "R14.2")
def test_it_stands_even_if_cubes_come_again() -> None:
    """Two empty cities get cubes in the same turn (FAQ)."""
    state = cards(nearly(3), hands={1: ("city_growth",)}, left=())
    state = ship(state, "Toledo", "blue", 0)
    state = drawn(act(state, Growth(), Grow("Albany")), "RR")
    state = drawn(act(state, Urbanise(), Found("Toledo", "black")), "RR")
    assert state.empty.bit_count() == 10
    state = end_turn(state)
    assert not state.over
    state = end_turn(state)
    assert state.over
    assert state.turn == 2


@pytest.mark.rule("tycoon", "R14.3")
def test_the_turn_is_finished_and_one_more_is_played() -> None:
    """With its auction, its three rounds and its income."""
    state = ship(cards(nearly(3), left=()), "Toledo", "blue", 0)
    assert GAME.actor(state) == 1
    asked = []
    turns = set()
    earned = 0
    while not state.over:
        asked.append((state.turn, GAME.actor(state)))
        state = act(state, Pass())
        turns |= {news.number for news in told(state, Turned)}
        earned += len(told(state, Earned))
    assert asked[:8] == [(1, 1), (1, 2), (1, 0), (1, 1), (1, 2), (1, 0), (1, 1), (1, 2)]
    assert [turn for turn, _ in asked[8:]] == [2] * (3 + 9)
    assert turns == {2}
    assert earned == 6
    assert told(state, Ended) == [Ended()]
    assert GAME.actor(state) is None
    assert GAME.actions(state) == ()


@pytest.mark.rule("tycoon", "R14.3")
def test_a_marker_in_the_last_turn_changes_nothing() -> None:
    state = cards(nearly(3), left=())
    state = end_turn(ship(state, "Toledo", "blue", 0))
    state = skip_to(state, 0)
    assert state.turn == 2
    state = ship(state, "Columbus", "yellow", 1)
    assert told(state, Ending) == []
    assert end_turn(state).over


@pytest.mark.rule("tycoon", "R14.3")
def test_in_the_last_turn_there_is_an_auction() -> None:
    state = end_turn(ship(cards(nearly(3), left=()), "Toledo", "blue", 0))
    assert GAME.actor(state) == 0
    state = act(state, Bid(1000), Pass(), Pass())
    assert GAME.actor(state) == 0
    assert Build() in GAME.actions(state)


@pytest.mark.rule("tycoon", "R14.4")
def test_turn_sixty_is_the_last() -> None:
    state = in_turn(cards(table(2), left=()), 59)
    state = end_turn(state)
    assert state.turn == 60
    assert not state.over
    state = end_turn(state)
    assert state.over
    assert told(state, Ended) == [Ended()]


@pytest.mark.rule("tycoon", "R14.4")
def test_a_marker_in_turn_sixty_brings_no_other_turn() -> None:
    state = in_turn(cards(nearly(3), left=()), 60)
    state = ship(state, "Toledo", "blue", 0)
    state = end_turn(state)
    assert state.over
    assert state.turn == 60


# R14.5, R14.6


@pytest.mark.rule("tycoon", "R14.5")
def test_points_less_shares_and_the_tycoon() -> None:
    state = lines(neutral(), (2, "Chicago", "Toledo"), (2, "Chicago", "Springfield"))
    state = company(state, 0, points=12, shares=5, cash=5_000)
    state = company(state, 1, points=7)
    state = company(state, 2, points=3, shares=4, cash=4_000, tycoon="farnam")
    assert_sound(state)
    state = last_turn(state)
    assert GAME.scores(state) == (7, 7, 3 - 4 + 4)
    assert GAME.tally(state)["shares"] == (-5, 0, -4)
    assert GAME.tally(state)["tycoon"] == (0, 0, 4)
    assert [sum(column) for column in zip(*GAME.tally(state).values(), strict=True)] == [7, 7, 3]


@pytest.mark.rule("tycoon", "R14.5")
def test_a_result_may_be_below_zero_and_the_highest_wins() -> None:
    state = company(neutral(), 0, shares=9, cash=9_000)
    state = company(state, 1, shares=2, cash=2_000)
    state = last_turn(company(state, 2, shares=5, cash=5_000))
    assert GAME.scores(state) == (-9, -2, -5)
    assert GAME.ranks(state) == (3, 1, 2)


@pytest.mark.rule("tycoon", "R14.5")
def test_points_beyond_a_hundred_are_counted_in_full() -> None:
    state = company(company(neutral(2), 0, points=103), 1, points=99)
    state = last_turn(state)
    assert GAME.scores(state) == (103, 99)
    assert GAME.ranks(state) == (1, 2)


@pytest.mark.rule("tycoon", "R14.5")
def test_shares_of_the_last_income_phase_count_too() -> None:
    """Two shares, no money and no income: one more must be issued."""
    state = last_turn(company(neutral(2), 0, shares=2, cash=0))
    assert GAME.scores(state) == (-3, 0)


@pytest.mark.rule("tycoon", "R14.6")
def test_of_equals_the_one_with_most_finished_links_wins() -> None:
    """Money does not matter then, and a stub does not count."""
    state = lines(neutral(), (1, "Boston", "Portland"), (1, "Boston", "Providence"))
    state = lines(state, (2, "Detroit", "Toledo"))
    state = stub(stub(state, 2, "Chicago", "Dubuque"), 2, "Chicago", "Springfield")
    state = company(company(state, 0, cash=50_000), 2, cash=10_000)
    state = replace(state, railroads=tuple(replace(r, tycoon="pullman") for r in state.railroads))
    state = last_turn(state)
    assert GAME.scores(state) == (0, 0, 0)
    assert GAME.ranks(state) == (3, 1, 2)


@pytest.mark.rule("tycoon", "R14.6")
def test_then_the_one_with_most_money() -> None:
    state = lines(neutral(), (1, "Boston", "Portland"), (2, "Detroit", "Toledo"))
    state = company(company(company(state, 1, cash=4_000), 2, cash=5_000), 0, cash=9_000)
    state = last_turn(state)
    assert GAME.scores(state) == (0, 0, 0)
    assert GAME.ranks(state) == (3, 2, 1)


@pytest.mark.rule("tycoon", "R14.6")
def test_then_they_share_the_victory() -> None:
    state = lines(neutral(), (1, "Boston", "Portland"), (2, "Detroit", "Toledo"))
    state = last_turn(company(company(state, 1, cash=4_000), 2, cash=4_000))
    assert GAME.ranks(state) == (3, 1, 1)


@pytest.mark.rule("tycoon", "R14.6")
def test_links_and_money_do_not_beat_points() -> None:
    state = lines(neutral(2), (1, "Boston", "Portland"))
    state = last_turn(company(company(state, 0, points=1), 1, cash=90_000))
    assert GAME.ranks(state) == (1, 2)


@pytest.mark.rule("tycoon", "R14.6")
def test_money_is_counted_after_the_last_income() -> None:
    """The same points, but one more share: a point less, and a dividend."""
    state = company(company(neutral(2), 0, points=5, cash=1_000), 1, points=6, cash=3_000, shares=1)
    state = last_turn(state)
    assert GAME.scores(state) == (5, 5)
    assert [railroad.cash for railroad in state.railroads] == [8_000, 10_000]
    assert GAME.ranks(state) == (2, 1)
