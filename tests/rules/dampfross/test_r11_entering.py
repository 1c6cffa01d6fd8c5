"""R11 Entering a race."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import accepts, asked, balances, offers, play, refused, told
from tests.rules.dampfross.races import declare, declares, entered, race, route, row, trace, train
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Charged
from trainshed.games.dampfross.entering import Entering
from trainshed.games.dampfross.run import Turning
from trainshed.games.dampfross.state import State

LINE = row("A5", "F5")
LOOP = "A5-A6-B6-C7-D6-E6-F5"
"""Another way from A5 to F5, one step longer."""


def entering(state: State) -> tuple[int, ...]:
    """The companies of the train that is asked for a route."""
    step = state.stack[-1]
    assert isinstance(step, Entering)
    return step.companies


@pytest.mark.rule("dampfross", "R11.1")
@pytest.mark.parametrize(
    ("money", "order"), [((20, 30, 25), [1, 2, 0]), ((9, 8, 7), [0, 1, 2]), ((7, 8, 9), [2, 1, 0])]
)
def test_the_richest_is_asked_first(money: tuple[int, ...], order: list[int]) -> None:
    state = race(LINE, LINE, LINE, east="F5", money=money)
    found = []
    for _ in range(2):
        found.append(asked(state))
        state = play(state, "stay")
    assert [*found, asked(state)] == order


@pytest.mark.rule("dampfross", "R11.1")
def test_each_may_enter_or_stay_out() -> None:
    state = race(LINE, LINE, LINE, east="F5", money=(30, 25, 20))
    state = play(state, "stay", f"enter {LINE}", f"enter {LINE}")
    assert entered(state) == {1, 2}


@pytest.mark.rule("dampfross", "R11.1")
def test_balances_before_any_payment_decide_the_order() -> None:
    """Company 0 will pay 7 to company 2, but company 1 is asked before company 2 all the same."""
    ways = "A5-A4-B4"
    state = race(ways, f"A5-B5 {LOOP}", f"{LINE} {LOOP} B4-C5", east="F5", money=(30, 22, 20))
    state = declare(state, "A5-A4-B4-C5:2-D5:2-E5:2-F5:2")
    assert balances(state) == [30, 22, 20]
    assert entering(state) == (1,)
    state = play(state, "stay")
    assert entering(state) == (2,)


@pytest.mark.rule("dampfross", "R11.2")
def test_a_route_says_every_step_and_whose_line_it_uses() -> None:
    state = race(row("A5", "C5"), row("C5", "E5"), row("E5", "F5"), east="F5", money=(30, 20, 20))
    way = "A5-B5-C5-D5:1-E5:1-F5:2"
    assert way in offers(state, "enter")
    state = play(state, f"enter {way}")
    assert route(state, 0) == LINE
    assert train(state, 0).lines == (0, 0, 1, 1, 2)


@pytest.mark.rule("dampfross", "R11.2")
@pytest.mark.parametrize(
    "way",
    [
        "B5-C5-D5-E5-F5",  # not from the start
        "A5-B5-C5-D5-E5",  # not to the goal
        "A5-C5-D5-E5-F5",  # a gap
        "A5-A6-B5-C5-D5-E5-F5",  # no track
        "A5-B5:2-C5-D5-E5-F5",  # no track of this company
        "A5-B5-C5-D5-E5-F5:3",  # no white line
        "A5-B5-C5-D5-E5-F5:9",  # no such company
        "A5",
        "",
        "Z99-A5",
    ],
)
def test_a_route_goes_from_start_to_goal_over_lines_that_are_there(way: str) -> None:
    state = race(LINE, LINE, "", east="F5", money=(30, 20, 20))
    assert declares(state, LINE)
    assert not accepts(state, f"enter {way}")
    assert not way or not declares(state, way)


@pytest.mark.rule("dampfross", "R11.2")
def test_the_start_is_the_one_that_was_drawn() -> None:
    state = race(f"A4-{LINE}", "", "", east="F5")
    assert offers(play(state, "trace"), "step") == {"A5"}


@pytest.mark.rule("dampfross", "R11.3")
def test_a_route_may_visit_a_hex_twice() -> None:
    loop = "B5-B6-C6-B5"
    state = race(f"{LINE} {loop}", LINE, "", east="F5", money=(30, 20, 20))
    state = declare(state, "A5-B5-B6-C6-B5-C5-D5-E5-F5")
    assert route(state, 0) == "A5-B5-B6-C6-B5-C5-D5-E5-F5"


@pytest.mark.rule("dampfross", "R11.3")
def test_a_route_never_uses_a_segment_twice() -> None:
    state = race(f"{LINE} B5-B6", LINE, "", east="F5", money=(30, 20, 20))
    assert not declares(state, "A5-B5-B6-B5-C5-D5-E5-F5")
    assert not declares(state, "A5-B5-C5-B5-C5-D5-E5-F5")


@pytest.mark.rule("dampfross", "R11.3")
def test_another_company_on_the_segment_does_not_make_it_another_segment() -> None:
    doubled = row("C5", "F5")
    state = race("A5-B5-C5", doubled, doubled, east="F5", money=(30, 20, 20))
    assert declares(state, "A5-B5-C5-D5:1-E5:2-F5:1")
    assert not declares(state, "A5-B5-C5-D5:1-E5:1-D5:2-E5:1-F5:1")


@pytest.mark.rule("dampfross", "R11.3")
def test_a_route_ends_when_it_first_reaches_its_goal() -> None:
    loop = "F5-F6-G6-F5"
    state = race(f"{LINE} {loop}", LINE, "", east="F5", money=(30, 20, 20))
    assert not accepts(state, f"enter {LINE}-F6-G6-F5")
    state = trace(state, LINE)
    assert entering(state) == (1,)
    assert route(state, 0) == LINE


@pytest.mark.rule("dampfross", "R11.4")
def test_at_least_one_step_is_on_own_track() -> None:
    state = race("E5-F5", LINE, "", east="F5", money=(30, 20, 20))
    assert declares(state, "A5-B5:1-C5:1-D5:1-E5:1-F5")
    state = race("F5-G5", LINE, "", east="F5", money=(30, 20, 20))
    assert not offers(state, "enter")
    assert not declares(state, "A5-B5:1-C5:1-D5:1-E5:1-F5:1")


@pytest.mark.rule("dampfross", "R11.4")
def test_a_detour_over_own_track_is_enough_and_a_route_without_it_is_refused() -> None:
    """Vector A-run-09: no step on own track."""
    state = race("A5-A6-B5", LINE, "", east="F5", money=(30, 20, 20))
    assert declares(state, "A5-A6-B5-C5:1-D5:1-E5:1-F5:1")
    assert not declares(state, "A5-B5:1-C5:1-D5:1-E5:1-F5:1")
    assert offers(state, "enter") == {"A5-A6-B5-C5:1-D5:1-E5:1-F5:1"}


@pytest.mark.rule("dampfross", "R11.4")
def test_a_white_line_is_nobodys_own() -> None:
    """Q51 Company 2 has track at both ends, but none on the way."""
    white = "A5-A4-B4-C4-D4-E4-F4-F5"
    hexes = "A4 B4 C4 D4 E4 F4"
    own = f"{LINE} F5-G5"
    state = race(own, "", "", east="F5", white=white, abroad=hexes)
    assert not declares(state, "A5-A4:3-B4:3-C4:3-D4:3-E4:3-F4:3-F5:3")
    state = race(f"{LINE} F5-F4", "", "", east="F5", white=white, abroad=hexes)
    assert declares(state, "A5-A4:3-B4:3-C4:3-D4:3-E4:3-F4:3-F5")


@pytest.mark.rule("dampfross", "R11.5")
def test_own_track_is_used_first() -> None:
    state = race(LINE, LINE, "", east="F5", money=(30, 20, 20))
    state = play(state, "trace", "step A5")
    assert offers(state, "step") == {"B5"}
    assert not accepts(state, "step B5 1")


@pytest.mark.rule("dampfross", "R11.5")
def test_otherwise_the_runner_names_the_owner() -> None:
    state = race("A5-B5", row("B5", "F5"), row("B5", "F5"), east="F5", money=(30, 20, 20))
    at_b5 = play(state, "trace", "step A5", "step B5")
    assert offers(at_b5, "step") == {"C5 1", "C5 2"}
    for owner in (1, 2):
        after = declare(state, f"A5-B5-C5:{owner}-D5:{owner}-E5:{owner}-F5:{owner}")
        assert train(after, 0).lines == (0, *(owner,) * 4)


@pytest.mark.rule("dampfross", "R11.6")
def test_the_cheapest_and_the_shortest_are_offered() -> None:
    state = race(f"A5-B5 {LOOP}", row("B5", "F5"), "", east="F5", money=(30, 20, 20))
    assert {LOOP, "A5-B5-C5:1-D5:1-E5:1-F5:1"} <= offers(state, "enter")


@pytest.mark.rule("dampfross", "R11.6")
def test_the_one_that_takes_fewest_points_is_offered() -> None:
    """The straight way has two climbs: 7 points for 5 steps; the other 6 for 6."""
    state = race(f"{LINE} {LOOP}", LINE, "", east="F5", money=(30, 20, 20), mountains="B5 D5")
    assert offers(state, "enter") == {LINE, LOOP}


@pytest.mark.rule("dampfross", "R11.6")
def test_equal_ones_appear_once() -> None:
    state = race(LINE, LINE, LINE, east="F5")
    assert [str(a) for a in GAME.actions(state) if str(a).startswith("enter")] == [f"enter {LINE}"]


@pytest.mark.rule("dampfross", "R11.6")
def test_what_cannot_be_paid_is_not_offered() -> None:
    """The straight way costs 5, which company 0 has not."""
    state = race(f"A5-B5 {LOOP}", row("A5", "F5"), "", east="F5", money=(4, 8, 0))
    state = play(state, "stay")
    assert offers(state, "enter") == {LOOP}


@pytest.mark.rule("dampfross", "R11.7")
def test_any_legal_route_can_be_drawn() -> None:
    """Not the cheapest, shortest or fastest one: round by the north."""
    north = "A5-A4-B3-C3-D3-E4-F4-F5"
    state = race(f"{LINE} {LOOP} {north}", LINE, "", east="F5", money=(30, 20, 20))
    assert north not in offers(state, "enter")
    state = trace(state, north)
    assert route(state, 0) == north


@pytest.mark.rule("dampfross", "R11.7")
def test_no_step_leads_into_a_dead_end() -> None:
    """Nor into a loop from which the goal could be reached only over a used segment."""
    state = race(f"{LINE} B5-B6-B7-A7 A5-A4-B4-A5", LINE, "", east="F5", money=(30, 20, 20))
    state = play(state, "trace", "step A5")
    assert offers(state, "step") == {"B5", "A4", "B4"}
    state = play(state, "step B5")
    assert offers(state, "step") == {"C5"}
    bridge = race("A5-B5-C5-D5-E5-F5 C5-C6-D5 F5-G5", LINE, "", east="F5", money=(30, 20, 20))
    bridge = play(bridge, "trace", "step A5", "step B5", "step C5", "step D5")
    assert offers(bridge, "step") == {"E5"}


@pytest.mark.rule("dampfross", "R11.7")
def test_a_step_into_the_goal_needs_a_legal_route() -> None:
    """Company 0 has been on no own track: E5 to F5 is not offered, E5-E6-F5 is its own."""
    state = race("E5-E6-F5", LINE, "", east="F5", money=(30, 20, 20))
    state = play(state, "trace", "step A5", "step B5 1", "step C5 1", "step D5 1", "step E5 1")
    assert offers(state, "step") == {"E6"}


@pytest.mark.rule("dampfross", "R11.7")
def test_a_step_into_the_goal_is_offered_if_netting_may_make_it_legal() -> None:
    """The route costs 6 and company 0 has 5; company 1 has yet to enter, and may use A5-B5."""
    state = race("A5-B5", row("B5", "G5"), "", east="G5", money=(5, 4, 0))
    state = play(state, "trace", "step A5", "step B5")
    state = play(state, *(f"step {hex_} 1" for hex_ in ("C5", "D5", "E5", "F5")))
    assert offers(state, "step") == {"G5 1"}


@pytest.mark.rule("dampfross", "R11.7")
def test_drawing_may_be_given_up_once_in_a_race() -> None:
    state = race(LINE, LINE, "", east="F5", money=(30, 20, 20))
    assert "trace" in offers(state)
    state = play(state, "trace", "step A5", "step B5")
    assert "give-up" in offers(state)
    state = play(state, "give-up")
    assert entering(state) == (0,)
    assert LINE in offers(state, "enter")
    assert "trace" not in offers(state)
    assert refused(state, "trace") in {None, "R11.7"}


@pytest.mark.rule("dampfross", "R11.7")
def test_every_company_may_give_up_once() -> None:
    state = race(LINE, LINE, "", east="F5", money=(30, 20, 20))
    state = play(state, "trace", "give-up", "stay")
    assert entering(state) == (1,)
    assert "trace" in offers(state)


@pytest.mark.rule("dampfross", "R11.8")
def test_routes_are_fixed_when_all_have_decided_and_the_charges_are_settled() -> None:
    state = race("A5-B5", f"{LINE}", "", east="F5", money=(30, 20, 20))
    way = "A5-B5-C5:1-D5:1-E5:1-F5:1"
    state = declare(state, way)
    assert not told(state, Charged)
    state = play(state, f"enter {LINE}")
    assert told(state, Charged)
    assert isinstance(state.stack[-1], Turning)
    routes = {0: route(state, 0), 1: route(state, 1)}
    for _ in range(2):
        assert offers(state) == {f"throw {pips}" for pips in range(1, 7)}
        state = play(state, "throw 1")
    assert routes == {0: route(state, 0), 1: route(state, 1)}
