"""R2 Sequence of a turn."""

from __future__ import annotations

import pytest

from tests.rules.tycoon.table import (
    accepts,
    asked,
    cash,
    chance,
    cubes,
    end_turn,
    keeps,
    link,
    next_action,
    next_turn,
    offers,
    opened,
    play,
    points,
    position,
    purse,
    rail,
    shares,
    shows,
    sound,
    track,
    verbs,
)
from trainshed.core import CHANCE, Seat
from trainshed.games.tycoon.actions import Earned

STUB = "M20 W E"


@pytest.mark.rule("tycoon", "R2.1")
@pytest.mark.parametrize("seats", range(2, 7))
def test_auction_three_rounds_and_income_make_a_turn(seats: int) -> None:
    state = opened(seats)
    for turn in (1, 2, 3):
        assert state.turn == turn
        assert {"bid", "pass"} <= verbs(state)
        state = play(state, *["pass"] * seats)
        for round_ in (1, 2, 3):
            for _ in range(seats):
                assert state.round == round_
                assert "bid" not in verbs(state)
                assert not [item for item in state.news if isinstance(item, Earned)]
                state = play(state, "pass")
        assert [item.seat for item in state.news if isinstance(item, Earned)] == [*range(seats)]
        state = chance(state)


@pytest.mark.rule("tycoon", "R2.2")
@pytest.mark.parametrize("seats", range(2, 7))
def test_one_action_each_and_clockwise_from_the_first_player(seats: int) -> None:
    for first in range(seats):
        state = opened(seats, first=first)
        state = play(state, "bid 1000", *["pass"] * (seats - 1))
        order = [(first + step) % seats for step in range(seats)]
        assert list(state.order) == order
        seen = []
        for _ in range(3 * seats):
            seen.append(asked(state))
            state = play(state, "upgrade" if len(seen) % 2 else "pass")
        assert seen == order * 3
        assert asked(state) == CHANCE


@pytest.mark.rule("tycoon", "R2.2")
def test_an_action_of_several_steps_is_one_action() -> None:
    state = play(position(), "build", "from Boston", "out W", "lay W", "lay W")
    assert asked(state) == 0
    assert asked(play(state, "stop")) == 1


@pytest.mark.rule("tycoon", "R2.3")
def test_at_the_beginning_there_is_nothing_to_deliver_and_no_way_west() -> None:
    state = position(shown=("city_growth", "land_grant"))
    assert verbs(state) == {"build", "urbanise", "upgrade", "take", "shares", "pass"}
    for line in ("deliver", "west Kansas City", "growth", "build yes", "take new_train"):
        assert not accepts(state, line), line


@pytest.mark.rule("tycoon", "R2.3")
def test_all_six_actions() -> None:
    state = shows(rail(position(), 0, "Kansas City", "St. Louis"), "land_grant")
    state = cubes(state, "Kansas City", "B")
    six = {"build", "urbanise", "upgrade", "deliver", "take", "west"}
    assert verbs(state) - {"shares", "pass"} == six
    for line in ("upgrade", "take land_grant", "west Kansas City"):
        assert asked(chance(play(state, line))) == 1


@pytest.mark.rule("tycoon", "R2.3")
def test_a_delivery_is_offered_only_where_a_cube_can_arrive() -> None:
    """A red cube has nowhere to go over a link from Kansas City to St. Louis."""
    state = rail(position(), 0, "Kansas City", "St. Louis")
    state = cubes(cubes(state, "Kansas City", "R"), "St. Louis", "RBYK")
    assert "deliver" not in verbs(state)
    state = cubes(state, "St. Louis", "P")
    assert "deliver" in verbs(state)
    assert offers(play(state, "deliver"), "cube") == {"St. Louis purple"}


@pytest.mark.rule("tycoon", "R2.3")
def test_an_action_is_paid_in_full_at_once() -> None:
    state = purse(position(), cash=17_000)
    assert cash(play(state, "upgrade")) == 12_000
    state = play(state, "urbanise", "found Toledo blue")
    assert cash(state) == 7000
    assert shares(state) == 0


@pytest.mark.rule("tycoon", "R2.4")
def test_to_pass_costs_one_action_and_nothing_else() -> None:
    state = purse(position(), cash=3000, shares=1, points=4)
    after = play(state, "pass")
    assert (cash(after), shares(after), points(after)) == (3000, 1, 4)
    assert asked(after) == 1
    after = next_action(after, 0)
    assert after.round == 2
    assert verbs(after) == verbs(state)
    after = next_action(play(after, "pass"), 0)
    assert after.round == 3
    assert asked(play(after, "upgrade")) == 1


@pytest.mark.rule("tycoon", "R2.4")
def test_a_player_who_passes_everything_still_plays_the_next_turn() -> None:
    state = next_turn(position())
    assert asked(state) == 0
    assert "bid" in verbs(state)


@pytest.mark.rule("tycoon", "R2.5")
@pytest.mark.parametrize(
    "lines",
    [
        ("build",),
        ("build", "from Boston"),
        ("build", "from Boston", "out W"),
        ("build", "extend 1"),
        ("build yes",),
        ("build yes", "from Boston", "out W"),
        ("urbanise",),
        ("deliver",),
        ("deliver", "cube Toledo red"),
        ("growth",),
        ("shares",),
    ],
)
def test_a_choice_can_be_taken_back_before_anything_is_carried_out(lines: tuple[str, ...]) -> None:
    state = cubes(rail(position(), 0, "Toledo", "Chicago"), "Toledo", "R")
    state = keeps(track(state, 0, "Pittsburgh", STUB), 0, "land_grant", "city_growth")
    after = play(state, *lines)
    for _ in lines:
        if "back" in verbs(after):
            after = play(after, "back")
    assert after.stack == state.stack
    assert after.railroads == state.railroads
    assert after.links == state.links
    assert offers(after) == offers(state)
    assert sound(after)


@pytest.mark.rule("tycoon", "R2.5")
def test_a_tile_that_was_laid_cannot_be_taken_back() -> None:
    state = play(position(), "build", "from Boston", "out W")
    assert "back" in verbs(state)
    state = play(state, "lay W")
    assert "back" not in verbs(state)
    assert not accepts(state, "back")
    stub = track(position(), 0, "Pittsburgh", STUB)
    state = play(stub, "build", "extend 0")
    assert "back" in verbs(state)
    for line in ("turn SE", "lay E"):
        assert "back" not in verbs(play(state, line)), line


@pytest.mark.rule("tycoon", "R2.5")
def test_after_the_last_round_comes_the_income_and_no_further_action() -> None:
    state = end_turn(position())
    assert asked(state) == CHANCE
    assert len([item for item in state.news if isinstance(item, Earned)]) == 3


@pytest.mark.rule("tycoon", "R2.2")
def test_links_belong_to_the_one_who_acts() -> None:
    state = play(position(), "pass", "build", "from Boston", "connect Albany")
    assert link(state, 0).owner == Seat(1)
    assert asked(state) == 2
