"""R14 The run."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import balances, offers, play, told, total, with_money
from tests.rules.dampfross.races import declare, prizes, race, row, runner, train
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Prize, Ran
from trainshed.games.dampfross.draw import DrawStart
from trainshed.games.dampfross.run import Turning
from trainshed.games.dampfross.state import State

LINE = row("A5", "H5")
"""Seven steps."""


def running(
    *money: int, end: str = "H", mountains: str = "", special: bool = False, table: bool = False
) -> State:
    """As many companies as balances run over the same line, which all of them have built."""
    way = row("A5", f"{end}5")
    state = race(
        *(way,) * len(money),
        east="T8" if special else f"{end}5",
        money=money,
        mountains=mountains,
        special=[f"{end}5"] * 6 if special else (),
        options={"prizes": "table" if table else "two"},
    )
    return play(state, *(f"enter {way}",) * len(money))


def at(state: State, company: int) -> tuple[int, str]:
    """How many steps a train has made, and at whose border it stands."""
    it = train(state, company)
    return it.at, state.board.grid.name.get(it.border, "")


@pytest.mark.rule("dampfross", "R14.1")
@pytest.mark.parametrize(("money", "order"), [((40, 30, 20), [0, 1, 2]), ((20, 40, 30), [1, 2, 0])])
def test_the_richest_runs_first(money: tuple[int, ...], order: list[int]) -> None:
    state = running(*money)
    found = []
    for _ in range(6):
        found.append(runner(state)[0])
        state = play(state, "throw 1")
    assert found == order * 2


@pytest.mark.rule("dampfross", "R14.1")
def test_the_order_is_that_after_the_charges() -> None:
    """Company 0 was the richest when it entered, but has paid company 1."""
    state = race("A5-B5", row("A5", "F5"), "", east="F5", money=(34, 30, 20))
    state = declare(state, "A5-B5-C5:1-D5:1-E5:1-F5:1")
    state = declare(state, row("A5", "F5"))
    assert balances(state) == [29, 35, 20]
    assert runner(state) == (1,)


@pytest.mark.rule("dampfross", "R14.1")
def test_the_order_stays_for_the_whole_race() -> None:
    state = play(running(40, 30, 20), "throw 1", "throw 1", "throw 1")
    state = with_money(state, 2, 100)
    found = []
    for _ in range(3):
        found.append(runner(state)[0])
        state = play(state, "throw 1")
    assert found == [0, 1, 2]


@pytest.mark.rule("dampfross", "R14.2")
@pytest.mark.parametrize("pips", range(1, 7))
def test_a_train_moves_as_far_as_the_points_allow(pips: int) -> None:
    state = running(40, 30, 20)
    assert GAME.odds(state) == {GAME.read(f"throw {n}"): 1 for n in range(1, 7)}
    state = play(state, f"throw {pips}")
    assert at(state, 0) == (pips, "")


@pytest.mark.rule("dampfross", "R14.2")
def test_it_stops_on_the_goal() -> None:
    state = play(running(40, 30, 20), *("throw 3",) * 3, *("throw 3",) * 3, "throw 6")
    assert train(state, 0).at == 7
    assert train(state, 0).place == (3, 5)
    assert [(ran.company, ran.arrived, ran.left) for ran in told(state, Ran)] == [(0, True, 5)]


@pytest.mark.rule("dampfross", "R14.2")
def test_trains_may_share_a_hex_and_overtake() -> None:
    state = play(running(40, 30, 20), "throw 3", "throw 3", "throw 5")
    assert [at(state, company)[0] for company in range(3)] == [3, 3, 5]


@pytest.mark.rule("dampfross", "R14.3")
@pytest.mark.parametrize(
    ("mountains", "pips", "steps"),
    [
        ("", 5, 5),  # A-move-01
        ("C5 D5", 4, 3),  # A-move-02: 1 + 2 + 1
        ("B5", 3, 2),  # up 2, down 1
        ("B5 C5 D5", 5, 4),  # up 2, along 1 and 1, down 1
        ("B5 D5", 6, 4),
    ],
)
def test_a_climb_costs_two_points(mountains: str, pips: int, steps: int) -> None:
    state = play(running(40, 30, 20, mountains=mountains), f"throw {pips}")
    assert at(state, 0) == (steps, "")


@pytest.mark.rule("dampfross", "R14.3")
def test_rivers_make_no_difference() -> None:
    way = LINE
    state = race(way, way, "", east="H5", money=(40, 30, 20), rivers="A5 SE, B5 NE", wide="C5 SE")
    state = play(state, f"enter {way}", f"enter {way}", "throw 6")
    assert at(state, 0) == (6, "")


@pytest.mark.rule("dampfross", "R14.4")
def test_the_last_point_takes_the_train_to_the_border() -> None:
    """Vectors A-move-03 and A-move-04."""
    state = play(running(40, 30, 20, mountains="C5 D5"), "throw 2")
    assert at(state, 0) == (1, "C5")
    state = play(state, "throw 1", "throw 1", "throw 1")
    assert at(state, 0) == (2, "")
    state = play(state, "throw 1", "throw 1", "throw 1")
    assert at(state, 0) == (3, "")


@pytest.mark.rule("dampfross", "R14.4")
def test_from_the_border_one_point_is_enough_and_the_rest_is_used() -> None:
    state = play(running(40, 30, 20, mountains="C5"), "throw 2", "throw 1", "throw 1", "throw 4")
    assert at(state, 0) == (5, "")


@pytest.mark.rule("dampfross", "R14.4")
def test_only_the_climb_can_be_begun() -> None:
    """Going down costs 1, so that nothing is left at a border."""
    state = play(running(40, 30, 20, mountains="B5"), "throw 3")
    assert at(state, 0) == (2, "")


@pytest.mark.rule("dampfross", "R14.4")
def test_standing_at_the_border_of_the_goal_is_not_arriving() -> None:
    """The goal of a special race is a mountain."""
    state = running(40, 30, 20, end="E", mountains="E5", special=True)
    state = play(state, "throw 4")
    assert at(state, 0) == (3, "E5")
    assert train(state, 0).place is None
    state = play(state, "throw 1", "throw 1", "throw 3")
    assert train(state, 0).place == (2, 2)


@pytest.mark.rule("dampfross", "R14.3")
def test_a_mountain_goal_is_reached_with_a_point_left() -> None:
    """Vector A-move-05: from a mountain over mountain, plain, plain and up again, 5 points of 6."""
    state = running(40, 30, 20, end="F", mountains="B5 C5 F5", special=True)
    state = play(state, "throw 2", "throw 1", "throw 1")
    assert at(state, 0) == (1, "")
    state = play(state, "throw 6")
    assert train(state, 0).place == (2, 1)


@pytest.mark.rule("dampfross", "R14.5")
def test_when_a_train_arrives_the_others_finish_the_round() -> None:
    """The first to arrive is overtaken by one that has more points left."""
    state = play(running(40, 30, 20), "throw 3", "throw 5", "throw 1", "throw 5")
    assert train(state, 0).place == (2, 1)
    assert runner(state) == (1,)
    state = play(state, "throw 6")
    assert runner(state) == (2,)
    state = play(state, "throw 6")
    assert balances(state) == [50, 50, 20]


@pytest.mark.rule("dampfross", "R14.5")
def test_of_two_trains_the_other_still_throws_in_that_round() -> None:
    state = race(LINE, LINE, "", east="H5", money=(40, 30, 20))
    state = play(state, f"enter {LINE}", f"enter {LINE}", "throw 2", "throw 6", "throw 6")
    assert runner(state) == (1,)
    state = play(state, "throw 6")
    assert balances(state) == [50, 50, 20]


@pytest.mark.rule("dampfross", "R14.6")
def test_the_race_ends_after_the_round_in_which_the_second_prize_is_decided() -> None:
    """Four trains; one arrives in round 2, one in round 3, and the last two never."""
    state = running(40, 30, 20, 10)
    state = play(state, "throw 6", *("throw 1",) * 3, "throw 1", *("throw 1",) * 3)
    assert runner(state) == (1,)
    state = play(state, "throw 6", "throw 1")
    assert runner(state) == (3,)
    state = play(state, "throw 1")
    assert isinstance(state.stack[-1], DrawStart)
    assert balances(state) == [60, 40, 20, 10]


@pytest.mark.rule("dampfross", "R14.6")
def test_two_that_share_the_first_place_decide_the_second_prize() -> None:
    state = running(40, 30, 20, 10)
    state = play(state, "throw 6", "throw 6", "throw 1", "throw 1", "throw 2", "throw 2")
    assert isinstance(state.stack[-1], Turning)
    state = play(state, "throw 1", "throw 1")
    assert isinstance(state.stack[-1], DrawStart)
    assert balances(state) == [55, 45, 20, 10]


@pytest.mark.rule("dampfross", "R14.6")
def test_the_only_train_that_has_not_arrived_takes_the_next_place_without_running_on() -> None:
    state = race(LINE, LINE, "", east="H5", money=(40, 30, 20))
    state = play(state, f"enter {LINE}", f"enter {LINE}", "throw 6", "throw 1", "throw 1")
    assert runner(state) == (1,)
    state = play(state, "throw 1")
    assert isinstance(state.stack[-1], DrawStart)
    assert balances(state) == [60, 40, 20]
    assert [(item.company, item.place) for item in told(state, Prize)] == [(0, 1), (1, 2)]


@pytest.mark.rule("dampfross", "R14.7")
def test_a_lone_train_gets_twenty_without_running_and_pays_its_charges() -> None:
    """Vector A-prize-04."""
    state = race("A5-B5", row("A5", "F5"), "", east="F5", money=(40, 30, 20))
    state = declare(state, "A5-B5-C5:1-D5:1-E5:1-F5:1")
    state = play(state, "stay")
    assert isinstance(state.stack[-1], DrawStart)
    assert prizes(state) == {0: 20}
    assert balances(state) == [55, 35, 20]
    assert total(state) == 0
    assert offers(state) >= {"dice 1 2"}
