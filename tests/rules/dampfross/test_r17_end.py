"""R17 The end of the game."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    asked,
    at_race,
    balances,
    construction,
    offers,
    operation,
    plain_map,
    play,
    told,
    with_money,
    with_track,
)
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Won
from trainshed.games.dampfross.state import State


def last(*money: int) -> State:
    """The last race of 18 is drawn; the way from Ada to Bix is that of company 0."""
    state = with_track(construction(3, sheet=plain_map()), 0, "D7-E7-F7-G7-H7")
    state = operation(state, races=17)
    for company, amount in enumerate(money):
        state = with_money(state, company, amount)
    return state


@pytest.mark.rule("dampfross", "R17.1")
@pytest.mark.parametrize(
    ("money", "winners"),
    [((30, 20, 10), (0,)), ((10, 20, 30), (2,)), ((30, 10, 30), (0, 2)), ((7, 7, 7), (0, 1, 2))],
)
def test_the_highest_balance_wins(money: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """After the last race, which is cancelled here; equal balances share the victory."""
    state = at_race(last(*money), 24, 35)
    assert state.over
    assert asked(state) is None
    assert told(state, Won) == [Won(winners, max(money))]
    assert GAME.scores(state) == money


@pytest.mark.rule("dampfross", "R17.1")
def test_the_prize_of_the_last_race_counts() -> None:
    """Company 0 runs alone and overtakes the others."""
    state = at_race(last(5, 20, 24), 11, 14)
    while asked(state) != 0:
        state = play(state, "stay")
    state = play(state, "enter D7-E7-F7-G7-H7")
    while "stay" in offers(state):
        state = play(state, "stay")
    assert balances(state) == [25, 20, 24]
    assert told(state, Won) == [Won((0,), 25)]
    assert state.over


@pytest.mark.rule("dampfross", "R17.1")
def test_not_before_the_last_race() -> None:
    """After the 17th nobody has won."""
    state = with_track(construction(3, sheet=plain_map()), 0, "D7-E7")
    state = at_race(operation(state, races=16), 24, 35)
    assert told(state, Won) == []
    assert not state.over
