"""R25 Rule set B: drawing a race."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.rules.dampfross.position import all_stop, offers, play
from tests.rules.dampfross.races import building, lab, meeting, network, operating, row, train
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Dice, Throw
from trainshed.games.dampfross.draw import DrawGoal, DrawSpecial
from trainshed.games.dampfross.france import Choosing
from trainshed.games.dampfross.state import State

LINE = row("A5", "H5")
NORTH = "A5-A4-A3-A2-A1"
"""From West to the town in A1."""


def chances(state: State) -> dict[int, Fraction]:
    """The chances of each number of two dice, or of one."""
    odds = GAME.odds(state)
    whole = sum(odds.values())
    found: dict[int, Fraction] = {}
    for action, weight in odds.items():
        assert isinstance(action, Dice | Throw)
        number = 10 * action.red + action.black if isinstance(action, Dice) else action.pips
        found[number] = Fraction(weight, whole)
    return {number: chance for number, chance in found.items() if chance}


def asked_first(state: State) -> int:
    """The company that is asked whether it enters."""
    step = state.stack[-1]
    assert isinstance(step, Choosing)
    return step.company


@pytest.mark.rule("dampfross", "R25.1")
def test_the_first_race_is_drawn_by_the_company_that_would_have_opened_the_next_round() -> None:
    """Rounds were opened by 2, 0, 1 and 2: the next would be 0's."""
    line = "D7-E7-F7-G7-H7"
    state = building(line, line, line)
    for _ in range(2):
        state = play(all_stop(state), "throw 1")
    state = play(all_stop(state), "dice 1 1", "dice 1 4")
    assert asked_first(state) == 0


@pytest.mark.rule("dampfross", "R25.1")
def test_one_more_round_moves_the_first_race_on() -> None:
    line = "D7-E7-F7-G7-H7"
    state = building(line, line, line)
    state = play(state, "from D8", "to D9")
    for _ in range(3):
        state = play(all_stop(state), "throw 1")
    state = play(all_stop(state), "dice 1 1", "dice 1 4")
    assert asked_first(state) == 1


@pytest.mark.rule("dampfross", "R25.1")
def test_companies_draw_in_turn() -> None:
    state = meeting(LINE, LINE, LINE, east="H5")
    drawers = []
    for _ in range(4):
        drawers.append(asked_first(state))
        state = play(state, "enter", "stay", "stay", "dice 1 1", "dice 2 1")
    assert drawers == [0, 1, 2, 0]


@pytest.mark.rule("dampfross", "R25.2")
def test_numbers_may_come_up_again() -> None:
    state = meeting(LINE, LINE, LINE, east="H5")
    for _ in range(3):
        assert state.race
        assert (state.race.start, state.race.goal) == (11, 21)
        state = play(state, "enter", "stay", "stay", "dice 1 1", "dice 2 1")


@pytest.mark.rule("dampfross", "R25.2")
def test_a_goal_in_the_same_town_is_drawn_again() -> None:
    """All towns are connected: the goal is any number of another town, with equal chances."""
    state = _connected()
    number = next(n for n in state.board.numbers if n not in {11, 21})
    (town,) = state.board.stations[number]
    same = {n for n, towns in state.board.stations.items() if towns == (town,)}
    assert len(same) > 1
    state = play(state, f"dice {number // 10} {number % 10}")
    found = chances(state)
    assert set(found) == set(state.board.numbers) - same
    assert set(found.values()) == {Fraction(1, 36 - len(same))}


def _connected() -> State:
    """Every town of the laboratory is on one network."""
    columns = " ".join(f"{c}1-{c}2-{c}3-{c}4-{c}5" for c in "AEIMQ")
    others = " ".join(f"{c}5-{c}6-{c}7-{c}8-{c}9" for c in "AEIMQ")
    lines = (row("A5", "T5"), columns, others)
    state = network(*lines, began=2, sheet=lab(rules="france"))
    return operating(state)


@pytest.mark.rule("dampfross", "R25.2")
def test_all_starts_have_equal_chances_where_all_is_connected() -> None:
    state = _connected()
    assert chances(state) == dict.fromkeys(state.board.numbers, Fraction(1, 36))


@pytest.mark.rule("dampfross", "R25.2")
def test_there_is_no_shortest_distance() -> None:
    state = meeting("A5-B5", "A5-B5", "", east="B5")
    assert asked_first(state) == 0
    assert state.race
    assert state.race.goal == 21


@pytest.mark.rule("dampfross", "R25.3")
def test_places_without_track_and_places_apart_are_drawn_again() -> None:
    """West, East and A1 hang together, E1 and I1 by themselves, the others have no track.

    A pair of numbers counts only if it is connected; a goal in the start's own town alone is drawn
    again without a new start.
    """
    apart = row("E1", "I1")
    state = network(f"{LINE} {NORTH}", apart, "", sheet=lab(rules="france", east="H5"))
    state = operating(state)
    stations = {number: towns[0] for number, towns in state.board.stations.items()}
    hexes = {
        number: state.board.grid.name[state.board.town_hexes[t]] for number, t in stations.items()
    }
    groups = [{"A5", "H5", "A1"}, {"E1", "I1"}]
    weights: dict[int, Fraction] = {}
    for start, here in hexes.items():
        group = next((group for group in groups if here in group), set())
        goals = sum(1 for there in hexes.values() if there in group and there != here)
        others = sum(1 for there in hexes.values() if there != here)
        if goals:
            weights[start] = Fraction(goals, others)
    whole = sum(weights.values())
    assert chances(state) == {start: weight / whole for start, weight in weights.items()}
    state = play(state, "dice 1 1")
    goals_of = {number for number, there in hexes.items() if there in {"H5", "A1"}}
    assert chances(state) == dict.fromkeys(goals_of, Fraction(1, len(goals_of)))


@pytest.mark.rule("dampfross", "R25.4")
def test_every_fourth_race_is_international() -> None:
    """Vector B-sched-01."""
    sheet = lab(rules="france", east="H5", special=["H5"] * 6)
    state = network(LINE, LINE, LINE, sheet=sheet)
    found = []
    for races in range(8):
        drawing = play(operating(replace(state, races=races)), "dice 1 1")
        found.append(isinstance(drawing.stack[-1], DrawSpecial))
        assert isinstance(drawing.stack[-1], DrawSpecial | DrawGoal)
    assert found == [False, False, False, True, False, False, False, True]


@pytest.mark.rule("dampfross", "R25.4")
def test_not_on_a_map_without_a_special_table() -> None:
    state = network(LINE, LINE, LINE, sheet=lab(rules="france", east="H5"))
    drawing = play(operating(replace(state, races=3)), "dice 1 1")
    assert isinstance(drawing.stack[-1], DrawGoal)


@pytest.mark.rule("dampfross", "R25.4")
def test_any_result_may_come_again() -> None:
    sheet = lab(rules="france", east="H5", special=["H5"] * 6)
    state = network(LINE, LINE, LINE, sheet=sheet)
    state = play(operating(replace(state, races=3)), "dice 1 1", "throw 2")
    assert state.race
    assert state.race.special
    state = play(state, "enter", "stay", "stay")
    state = play(operating(replace(state, races=7)), "dice 1 1")
    assert chances(state) == dict.fromkeys(range(1, 7), Fraction(1, 6))


@pytest.mark.rule("dampfross", "R25.3")
def test_international_results_that_cannot_be_reached_are_drawn_again() -> None:
    """Only 1 and 2 have track; the start in A1 is as good as the others."""
    sheet = lab(rules="france", east="H5", special=["H5", "F5", "Q5", "Q5", "Q5", "Q5"])
    state = operating(replace(network(LINE, LINE, LINE, sheet=sheet), races=3))
    assert chances(state)[11] == chances(state)[21] * 2  # in H5, 1 is the start itself
    state = play(state, "dice 1 1")
    assert chances(state) == {1: Fraction(1, 2), 2: Fraction(1, 2)}


def international(special: str, *lines: str) -> State:
    """An international race from West to these targets; all three enter."""
    sheet = lab(rules="france", east="H5", special=[special] * 6)
    state = operating(replace(network(*lines, sheet=sheet), races=3))
    return play(state, "dice 1 1", "throw 1", "enter", "enter", "enter")


@pytest.mark.rule("dampfross", "R25.5")
def test_each_company_may_go_to_any_of_the_targets() -> None:
    """To H5 in the east or to A2 in the north: nobody has said to which."""
    state = international("H5 A2", f"{LINE} {NORTH}", f"{LINE} {NORTH}", f"{LINE} {NORTH}")
    state = play(state, "throw 3")
    assert offers(state, "ride") >= {"A4-A3-A2"} or offers(state, "step") == {"B5", "A4"}
    first = state.stack[-1].train  # type: ignore[union-attr]
    company = state.trains[first].companies[0]
    state = play(state, "step A4")
    assert train(state, company).place is not None
    state = play(state, "throw 6", "step B5")
    assert sum(t.at for t in state.trains) == 3 + 6


@pytest.mark.rule("dampfross", "R25.5")
def test_the_start_town_is_no_target() -> None:
    """West itself is in the table, and so is H5: a train arrives in H5, not by coming back."""
    state = international("A5 H5", f"{LINE} A5-A6-B5", f"{LINE} A5-A6-B5", LINE)
    assert state.race
    hexes = {goal.hex for _, goals in state.race.ways for goal in goals}
    assert {state.board.grid.name[hex_] for hex_ in hexes} == {"H5"}
    assert all(t.place is None for t in state.trains)


@pytest.mark.rule("dampfross", "R25.5")
def test_a_result_that_is_only_the_start_town_is_drawn_again() -> None:
    sheet = lab(rules="france", east="H5", special=["A5", *["H5"] * 5])
    state = operating(replace(network(LINE, LINE, LINE, sheet=sheet), races=3))
    state = play(state, "dice 1 1")
    assert set(chances(state)) == {2, 3, 4, 5, 6}
