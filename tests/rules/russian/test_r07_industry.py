"""R7 Industry track."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rules.russian.position import (
    accepts,
    asked,
    board,
    magnate,
    offers,
    others_pass,
    play,
    position,
    rails,
    score,
    scoring,
    spaces,
    supply,
    turn,
    used_tokens,
)
from trainshed.core import IllegalAction
from trainshed.games.russian import GAME
from trainshed.games.russian.state import State

HOLES = (5, 7, 9, 11, 13)
SHOWN = {0: 0, 1: 1, 2: 2, 3: 3, 4: 5, 6: 10, 8: 15, 12: 20, 14: 25, 15: 30}
"""The spaces with a number."""
FIVE = (6, 6, 6, 6, 6)


def track(
    factories: Sequence[int] = (), markers: Sequence[int] = (0,), *, tokens: Sequence[str] = ()
) -> State:
    """Seat 0 is asked; his factories and markers."""
    return turn(board(position(), factories=factories, markers=markers, tokens=tokens))


def markers(state: State) -> tuple[int, ...]:
    """Where the markers of seat 0 stand."""
    return state.board(0).markers


@pytest.mark.rule("russian", "R7.1")
@pytest.mark.parametrize(("space", "points"), list(SHOWN.items()))
def test_what_the_spaces_show(space: int, points: int) -> None:
    """Q55 Each space with a number is worth it."""
    assert score(scoring(board(position(), factories=FIVE, markers=(space,)))) == points


@pytest.mark.rule("russian", "R7.1")
@pytest.mark.parametrize("hole", HOLES)
def test_where_the_holes_are(hole: int) -> None:
    """Q55 Spaces 5, 7, 9, 11 and 13 cannot be entered without a factory, with one they can."""
    before = HOLES.index(hole)
    assert "industry_1w" not in spaces(track(FIVE[:before], (hole - 1,)))
    assert "industry_1w" in spaces(track(FIVE[: before + 1], (hole - 1,)))


@pytest.mark.rule("russian", "R7.1")
def test_where_the_question_space_is() -> None:
    """Q55 Space 10, between the third hole and the fourth."""
    state = play(track(FIVE, (9,)), "place industry_1w", "step")
    assert markers(state) == (10,)
    assert offers(state, "token")


@pytest.mark.rule("russian", "R7.2")
def test_steps_are_taken_one_after_the_other() -> None:
    """Each leads to the next space."""
    state = play(track(), "place industry_2w", "step")
    assert markers(state) == (1,)
    state = play(state, "step")
    assert markers(state) == (2,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R7.2")
def test_no_step_beyond_the_last_space() -> None:
    """From 14 one step is possible, two are not, from 15 none."""
    assert "industry_1w" in spaces(track(FIVE, (14,)))
    assert "industry_2w" not in spaces(track(FIVE, (14,)))
    assert not spaces(track(FIVE, (15,))) & {"industry_1w", "industry_2w", "industry_2w_black"}


@pytest.mark.rule("russian", "R7.3")
def test_a_marker_stops_before_an_empty_hole() -> None:
    """Q48 Two steps from 3 would need a factory in the first hole."""
    assert "industry_1w" in spaces(track((), (3,)))
    assert "industry_2w" not in spaces(track((), (3,)))
    assert "industry_2w" in spaces(track((6,), (3,)))


@pytest.mark.rule("russian", "R7.3")
def test_a_marker_does_not_jump_over_a_hole() -> None:
    """Q48 From 4 it goes nowhere; later factories are of no use before the hole is filled."""
    state = track((), (4,))
    assert not spaces(state) & {"industry_1w", "industry_2w", "industry_2w_black"}


@pytest.mark.rule("russian", "R7.3")
def test_the_steps_of_a_token_end_before_a_hole() -> None:
    """Five steps that may lapse: two are possible, then the hole is there."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0), markers=(2,))
    state = play(turn(state), "place rail_shared", "move petersburg black", "token industry5")
    state = play(state, "step", "step")
    assert not offers(state, "step")
    state = play(state, "lapse") if asked(state) == 0 else state
    assert markers(state) == (4,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R7.4")
def test_a_factory_works_in_passing() -> None:
    """Q47 The marker enters it with the first of two steps."""
    state = play(track((6,), (4,)), "place industry_2w", "step")
    assert magnate(state).roubles == 2
    state = play(state, "step")
    assert markers(state) == (6,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R7.4")
def test_every_factory_on_the_way_works() -> None:
    """Q47 Five steps through three holes."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0), factories=FIVE)
    state = board(state, markers=(4,))
    state = play(turn(state), "place rail_shared", "move petersburg black", "token industry5")
    state = play(state, *["step"] * 5)
    assert markers(state) == (9,)
    assert magnate(state).roubles == 1 + 3


@pytest.mark.rule("russian", "R7.4")
def test_the_second_marker_sets_off_the_same_factories() -> None:
    """Q49 Anew, when it comes there."""
    state = play(track((6,), (6, 4)), "place industry_1w", "step 1")
    assert magnate(state).roubles == 2
    assert markers(state) == (6, 5)


@pytest.mark.rule("russian", "R7.5")
def test_the_question_space_gives_a_token() -> None:
    """Without any rail or locomotive; it must be chosen at once."""
    state = play(track(FIVE, (9,)), "place industry_1w", "step")
    assert {line.split()[0] for line in offers(state)} == {"token"}
    state = play(state, "token revaluation")
    assert used_tokens(state) == {"revaluation"}
    assert asked(state) == 1


@pytest.mark.rule("russian", "R7.5")
def test_the_question_space_in_passing() -> None:
    """The token comes before the next step."""
    state = play(track(FIVE, (9,)), "place industry_2w", "step")
    assert not accepts(state, "step")
    state = play(state, "token kiev_medal", "step")
    assert markers(state) == (11,)


@pytest.mark.rule("russian", "R7.5")
def test_the_second_marker_gets_no_token() -> None:
    """Q49 Once for each player."""
    state = track(FIVE, (12, 9), tokens=("second_marker", "card"))
    state = play(state, "place industry_1w", "step 1")
    assert markers(state) == (12, 10)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R7.5")
def test_every_player_gets_his_token() -> None:
    """What one got does not take it from another."""
    state = board(position(), 1, factories=FIVE, markers=(12,))
    state = board(state, 0, factories=FIVE, markers=(9,))
    assert offers(play(turn(state), "place industry_1w", "step"), "token")


@pytest.mark.rule("russian", "R7.6")
def test_steps_may_be_divided_between_two_markers() -> None:
    """Q49 One each, or both for one of them."""
    state = play(track((), (3, 0)), "place industry_2w")
    assert offers(state) == {"step", "step 1"}
    assert markers(play(state, "step", "step 1")) == (4, 1)
    assert markers(play(state, "step 1", "step 1")) == (3, 2)


@pytest.mark.rule("russian", "R7.6")
def test_the_step_of_a_factory_may_be_taken_by_either() -> None:
    """Q51 Not only by the marker that entered."""
    state = play(track((5,), (4, 0)), "place industry_1w", "step")
    assert offers(state) == {"step", "step 1", "lapse"}
    assert markers(play(state, "step 1")) == (5, 1)


@pytest.mark.rule("russian", "R7.6")
def test_without_the_token_there_is_one_marker() -> None:
    """A step of a second marker is refused."""
    assert not accepts(play(track(), "place industry_1w"), "step 1")


@pytest.mark.rule("russian", "R7.7")
def test_markers_are_never_on_the_same_space() -> None:
    """Q50 The one behind cannot catch up."""
    state = play(track((), (3, 2)), "place industry_1w")
    assert offers(state) == {"step"}


@pytest.mark.rule("russian", "R7.7")
def test_markers_do_not_pass_each_other() -> None:
    """Q50 The first stands before an empty hole, the second right behind: no step is possible."""
    assert "industry_1w" not in spaces(track((), (4, 3)))
    assert "industry_2w" not in spaces(track((), (4, 2)))
    assert "industry_2w" in spaces(track((), (4, 1)))


CLOSE = [
    pytest.param((), (3, 2), "industry_2w", ("step", "step 1"), id="before the first hole"),
    pytest.param((2, 4), (7, 6), "industry_2w", ("step", "step 1"), id="before the third hole"),
    pytest.param(FIVE, (14, 13), "industry_2w", ("step", "step 1"), id="at the end"),
    pytest.param((), (2, 3), "industry_2w", ("step 1", "step"), id="the second one ahead"),
    pytest.param((), (3, 1), "last_round", ("step", "step 1", "step 1"), id="three steps"),
    pytest.param((6,), (4, 3), "last_round", ("step", "step", "step 1"), id="over a factory"),
]


@pytest.mark.rule("russian", "R7.6")
@pytest.mark.parametrize(("factories", "at", "space", "steps"), CLOSE)
def test_the_leader_makes_room_for_the_follower(
    factories: tuple[int, ...], at: tuple[int, int], space: str, steps: tuple[str, ...]
) -> None:
    """Q50 The steps of one action may be divided in any order, so the one ahead goes first."""
    state = board(position(round_=7), factories=factories, markers=at)
    state = play(turn(state), f"place {space}")
    for step in steps:
        assert asked(state) == 0
        state = play(state, step)
    assert sum(markers(state)) == sum(at) + len(steps)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R7.6")
def test_a_public_engineer_moves_two_markers_that_stand_close() -> None:
    """Q50 Engineer 5 has two steps: the leader takes one and the follower the other."""
    state = board(position(row=(2, 5, 4, 3, 7, 8, 11)), markers=(3, 2))
    state = play(turn(state), "place engineer_public_1")
    assert offers(state) == {"step"}
    assert markers(play(state, "step", "step 1")) == (4, 3)


@pytest.mark.rule("russian", "R7.8")
@pytest.mark.parametrize(
    ("space", "workers", "steps"), [("industry_1w", 1, 1), ("industry_2w", 2, 2)]
)
def test_the_spaces_for_industry(space: str, workers: int, steps: int) -> None:
    """One worker for one step, two for two."""
    state = play(track(), f"place {space}")
    assert magnate(state).workers == 5 - workers
    for _ in range(steps):
        assert asked(state) == 0
        state = play(state, "step")
    assert markers(state) == (steps,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R7.8")
def test_a_step_and_a_black_move() -> None:
    """Two workers; both must be possible."""
    state = play(track(), "place industry_2w_black")
    assert magnate(state).workers == 3
    state = play(state, "step", "move trans black")
    assert markers(state) == (1,)
    assert rails(state, "trans")[0] == 2
    assert asked(state) == 1
    assert "industry_2w_black" not in spaces(track((), (4,)))


@pytest.mark.rule("russian", "R7.3")
def test_a_hole_filled_later_lets_the_marker_go_on() -> None:
    """The hole must hold a factory first; then the step is open."""
    state = turn(supply(board(position(), markers=(4,)), lowest=6))
    state = others_pass(play(state, "place loco_1w", "factory pile 6 0"))
    assert magnate(play(state, "place industry_1w", "step")).roubles == 2


@pytest.mark.rule("russian", "R7.2")
def test_a_marker_that_does_not_exist_is_refused() -> None:
    """With a clear error, not a crash."""
    state = play(turn(position()), "place industry_2w")
    with pytest.raises(IllegalAction):
        GAME.play(state, GAME.read("step -5"))
