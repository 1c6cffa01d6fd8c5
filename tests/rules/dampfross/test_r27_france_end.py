"""R27 Rule set B: the end of the game."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    all_stop,
    asked,
    balances,
    offers,
    play,
    told,
)
from tests.rules.dampfross.races import building, lab, meeting, network, operating, row
from trainshed.games.dampfross.actions import Won
from trainshed.games.dampfross.draw import DrawStart
from trainshed.games.dampfross.france import Choosing
from trainshed.games.dampfross.state import State

LINE = row("A5", "H5")
SUMS = {2: 250, 3: 250, 4: 225, 5: 200, 6: 200}


def won(state: State) -> tuple[int, ...]:
    """The companies that have won."""
    assert state.over
    assert asked(state) is None
    ((companies),) = [item.companies for item in told(state, Won)]
    return companies


def alone(state: State) -> State:
    """The first company enters, and nobody else."""
    state = play(state, "enter")
    while isinstance(state.stack[-1] if state.stack else None, Choosing):
        state = play(state, "stay")
    return state


@pytest.mark.rule("dampfross", "R27.1")
@pytest.mark.parametrize("seats", SUMS)
def test_the_sum_depends_on_the_number_of_companies(seats: int) -> None:
    """The prize of 20 brings company 0 to it, or leaves it one short."""
    lines = [LINE] * seats
    money = [SUMS[seats] - 20, *[20] * (seats - 1)]
    state = alone(meeting(*lines, east="H5", money=money))
    assert won(state) == (0,)
    money = [SUMS[seats] - 21, *[20] * (seats - 1)]
    state = alone(meeting(*lines, east="H5", money=money))
    assert not state.over
    assert isinstance(state.stack[-1], DrawStart)


@pytest.mark.rule("dampfross", "R27.1")
def test_with_four_companies_225_win() -> None:
    """Vector B-end-01."""
    state = alone(meeting(*[LINE] * 4, east="H5", money=(205, 180, 150, 90)))
    assert balances(state) == [225, 180, 150, 90]
    assert won(state) == (0,)


@pytest.mark.rule("dampfross", "R27.2")
def test_the_game_ends_at_once_when_a_fee_brings_a_company_there() -> None:
    """Company 0 pays its first credit to company 1, in the middle of the race."""
    state = meeting("", LINE, "", east="H5", money=(20, 249, 20))
    state = play(state, "enter", "enter", "stay")
    state = play(state, "throw 1")
    assert won(state) == (1,)
    assert balances(state) == [19, 250, 20]


@pytest.mark.rule("dampfross", "R27.2")
def test_the_first_prize_ends_it_before_the_second() -> None:
    """Company 0 arrives and has 250; company 1 is still on its way."""
    state = meeting(LINE, LINE, LINE, east="H5", money=(230, 245, 20))
    state = play(state, "enter", "enter", "enter", "throw 6", "throw 6", "throw 6", "throw 1")
    assert won(state) == (0,)
    assert balances(state) == [250, 245, 20]


@pytest.mark.rule("dampfross", "R27.2")
@pytest.mark.parametrize(
    ("money", "winners"), [((240, 236, 20), (0,)), ((236, 240, 20), (1,)), ((240, 240, 20), (0, 1))]
)
def test_if_one_booking_brings_several_the_highest_wins(
    money: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """Two share the first place and get 15 each."""
    state = meeting(LINE, LINE, LINE, east="H5", money=money, options={"finish": "rounds"})
    state = play(state, "enter", "enter", "enter", "throw 6", "throw 6", "throw 1")
    state = play(state, "throw 1", "throw 1", "throw 1")
    assert won(state) == winners


@pytest.mark.rule("dampfross", "R27.2")
@pytest.mark.parametrize(("money", "winners"), [((250, 20, 20), (0,)), ((251, 260, 20), (1,))])
def test_a_sum_reached_during_construction_counts_when_the_races_begin(
    money: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    line = "D7-E7-F7-G7-H7"
    state = building(line, line, line, money=money)
    assert not state.over
    for _ in range(2):
        state = play(all_stop(state), "throw 1")
        assert not state.over
    state = all_stop(state)
    assert won(state) == winners


@pytest.mark.rule("dampfross", "R27.3")
def test_with_after_race_the_race_is_finished_first() -> None:
    """Company 0 has 250, but company 1 gets the second prize and has more."""
    state = meeting(
        LINE, LINE, LINE, east="H5", money=(230, 245, 20), options={"goal_end": "after_race"}
    )
    state = play(state, "enter", "enter", "enter", "throw 6", "throw 6", "throw 6", "throw 1")
    assert not state.over
    state = play(state, "throw 1")
    assert won(state) == (1,)
    assert balances(state) == [250, 255, 20]


@pytest.mark.rule("dampfross", "R27.3")
def test_with_after_race_a_fee_does_not_cut_the_race_short() -> None:
    state = meeting(
        "", LINE, "", east="H5", money=(20, 249, 20), options={"goal_end": "after_race"}
    )
    state = play(state, "enter", "enter", "stay", "throw 1")
    assert not state.over
    assert balances(state) == [19, 250, 20]


@pytest.mark.rule("dampfross", "R27.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_if_nobody_enters_while_each_draws_three_times(seats: int) -> None:
    state = meeting(*[LINE] * seats, east="H5", money=[20, 30, *[20] * (seats - 2)])
    for race in range(3 * seats):
        assert not state.over
        state = play(state, *("stay",) * seats)
        if race < 3 * seats - 1:
            state = play(state, "dice 1 1", "dice 2 1")
    assert won(state) == (1,)


@pytest.mark.rule("dampfross", "R27.4")
def test_a_race_that_somebody_enters_begins_the_count_anew() -> None:
    state = meeting(LINE, LINE, LINE, east="H5")
    for race in range(1, 13):
        state = alone(state) if race == 4 else play(state, "stay", "stay", "stay")
        assert not state.over
        state = play(state, "dice 1 1", "dice 2 1")
    state = play(state, "stay", "stay", "stay")
    assert state.over


@pytest.mark.rule("dampfross", "R27.4")
def test_the_game_ends_if_no_start_and_goal_are_connected() -> None:
    state = network("A5-B5", "A1-A2", "H5-H6", money=(20, 22, 21), sheet=lab(rules="france"))
    state = operating(state)
    assert won(state) == (1,)
    assert offers(state) == set()


@pytest.mark.rule("dampfross", "R27.4")
def test_equal_balances_share_the_victory() -> None:
    state = network("A5-B5", "A1-A2", "", money=(22, 22, 21), sheet=lab(rules="france"))
    assert won(operating(state)) == (0, 1)
