"""R14 Scoring of the industry."""

from __future__ import annotations

import pytest

from tests.rules.russian.position import all_pass, board, play, position, score, scoring, told, turn
from trainshed.games.russian.actions import Evaluated
from trainshed.games.russian.state import State


def industry(markers: tuple[int, ...], factories: tuple[int, ...] = (6, 6, 6, 6, 6)) -> int:
    """What seat 0 scores for his markers."""
    state = scoring(board(position(), factories=factories, markers=markers))
    [news] = [one for one in told(state, Evaluated) if one.seat == 0]
    assert score(state) == news.industry
    return news.industry


def rounds(state: State, count: int) -> State:
    """So many rounds later, in which everybody passed."""
    for _ in range(count):
        state = all_pass(state)
    return state


@pytest.mark.rule("russian", "R14.1")
@pytest.mark.parametrize(
    ("space", "points"),
    [
        (0, 0),
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 5),
        (6, 10),
        (8, 15),
        (12, 20),
        (14, 25),
        (15, 30),
    ],
)
def test_the_number_of_the_space(space: int, points: int) -> None:
    """That number and no sum of numbers."""
    assert industry((space,)) == points


@pytest.mark.rule("russian", "R14.1")
def test_the_number_scores_in_every_round() -> None:
    """As long as the marker stands there."""
    state = play(turn(board(position(2), markers=(3,))), "place industry_1w", "step")
    assert score(rounds(state, 2)) == 10


@pytest.mark.rule("russian", "R14.2")
@pytest.mark.parametrize(
    ("space", "points"), [(5, 5), (7, 10), (9, 15), (10, 15), (11, 15), (13, 20)]
)
def test_the_nearest_number_before_it(space: int, points: int) -> None:
    """On a factory or on the ? space; the number of the factory does not matter."""
    assert industry((space,)) == points
    assert industry((space,), (9, 8, 7, 4, 3)) == points


@pytest.mark.rule("russian", "R14.3")
@pytest.mark.parametrize(
    ("markers", "points"),
    [((15, 14), 55), ((13, 4), 25), ((8, 2), 17), ((6, 0), 10), ((11, 9), 30)],
)
def test_both_markers_score(markers: tuple[int, int], points: int) -> None:
    """Q49 Each by its own space, and both are added."""
    assert industry(markers) == points
