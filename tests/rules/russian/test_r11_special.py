"""R11 Special spaces and ? tokens."""

from __future__ import annotations

import pytest

from tests.rules.russian.position import (
    TOKENS,
    all_pass,
    asked,
    board,
    hand,
    magnate,
    offers,
    others_pass,
    play,
    position,
    rails,
    refused,
    score,
    scoring,
    supply,
    told,
    turn,
    used_tokens,
    verbs,
)
from trainshed.games.russian.actions import Evaluated, Gained, Unlocked
from trainshed.games.russian.state import State

LENGTH = {"trans": 15, "petersburg": 9, "kiev": 9}
SLOT = {"trans": 0, "petersburg": 2, "kiev": 3}
FULL = (1, 2, 4, 5, 6)
"""Factories that ask for nothing of interest, in all five holes."""


def line_at(line: str, space: int, reach: int) -> State:
    """A black rail on a space of a line whose locomotive goes so far."""
    slots = [1, 0, 0, 0]
    slots[SLOT[line]] = min(reach, 9)
    if line == "trans" and reach > 9:
        slots[1] = reach - 9
    return board(
        position(),
        locomotives=slots,
        trans=(space,) if line == "trans" else None,
        petersburg=(space,) if line == "petersburg" else None,
        kiev=(space,) if line == "kiev" else None,
    )


def moved(line: str, space: int, reach: int) -> State:
    """A single black move has brought the rail to the space."""
    state = turn(line_at(line, space - 1, reach))
    return play(state, "place rail_shared", f"move {line} black")


def question() -> State:
    """Seat 0 is about to get the ? space of St Petersburg 4 with `rail_shared`."""
    return board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0))


def token(state: State, *lines: str) -> State:
    """He gets there and plays on."""
    return play(turn(state), "place rail_shared", "move petersburg black", *lines)


def evaluated(state: State, seat: int = 0) -> Evaluated:
    """What a player scores in a round with the position as it is."""
    found = [news for news in told(scoring(state), Evaluated) if news.seat == seat]
    return found[0]


# Reaching


@pytest.mark.rule("russian", "R11.1")
def test_a_rail_further_on_has_reached_the_space() -> None:
    """The brown rail is on 5 when the reach comes to 3 (Q26)."""
    state = board(position(), trans=(9, 7, 5), locomotives=(2, 0, 0, 0), worked=False)
    state = play(turn(state), "place loco_1w", "locomotive 1")
    assert [news.piece for news in told(state, Gained)] == ["worker"]


@pytest.mark.rule("russian", "R11.1")
def test_better_rails_on_a_space_change_nothing() -> None:
    """Grey has reached St Petersburg 7 though brown covers it (Q26)."""
    state = board(position(), petersburg=(9, 8, 7), locomotives=(1, 0, 7, 0))
    assert evaluated(state).petersburg == 2 * 7 * 2


@pytest.mark.rule("russian", "R11.1")
@pytest.mark.parametrize(("slots", "reached"), [((7, 6), True), ((7, 5), False)])
def test_the_reach_is_that_of_the_whole_line(slots: tuple[int, int], *, reached: bool) -> None:
    """Both locomotives of the Trans-Siberian together come to 13, or not."""
    state = board(position(), trans=(12,), locomotives=(*slots, 0, 0))
    state = play(turn(state), "place rail_shared", "move trans black")
    assert ("token" in verbs(state)) == reached


# The table


@pytest.mark.rule("russian", "R11.2")
@pytest.mark.parametrize(
    ("space", "colour"), [(2, "grey"), (6, "brown"), (10, "beige"), (15, "white")]
)
def test_new_rails_come_without_a_locomotive(space: int, colour: str) -> None:
    """The black rail on the Trans-Siberian brings them."""
    state = moved("trans", space, 1)
    assert [news.colour for news in told(state, Unlocked)] == [colour]


@pytest.mark.rule("russian", "R11.2")
@pytest.mark.parametrize(("brown", "reach", "gained"), [(3, 3, 1), (3, 2, 0), (2, 3, 0)])
def test_trans_siberian_3_gives_a_worker_for_brown_and_locomotive(
    brown: int, reach: int, gained: int
) -> None:
    """Both are needed."""
    state = board(position(), trans=(9, 7, brown - 1), locomotives=(reach, 0, 0, 0))
    state = play(turn(state), "place rail_brown_1w", "move trans brown")
    assert magnate(state).staff == 5 + gained


@pytest.mark.rule("russian", "R11.2")
@pytest.mark.parametrize(("space", "gained"), [(6, 0), (7, 1), (8, 0)])
def test_kiev_7_gives_a_worker_for_black(space: int, gained: int) -> None:
    """No locomotive is needed."""
    assert magnate(moved("kiev", space, 0)).staff == 5 + gained


@pytest.mark.rule("russian", "R11.2")
@pytest.mark.parametrize("line", LENGTH)
@pytest.mark.parametrize("before", [0, 1])
def test_a_terminus_scores_ten(line: str, before: int) -> None:
    """Without a locomotive; the space before it scores nothing."""
    state = moved(line, LENGTH[line] - before, 1 if line == "trans" else 0)
    assert score(state) == (0 if before else 10)


@pytest.mark.rule("russian", "R11.2")
@pytest.mark.parametrize(
    ("black", "reach", "points"),
    [
        (1, 1, 1),
        (2, 2, 3),
        (3, 3, 6),
        (4, 4, 10),
        (7, 7, 10),
        (8, 8, 20),
        (9, 9, 20),
        (8, 7, 10),
        (7, 9, 10),
        (4, 0, 0),
        (1, 9, 1),
    ],
)
def test_stars_of_kiev_need_black_and_locomotive(black: int, reach: int, points: int) -> None:
    """1, 2, 3, 4 and 10 on the spaces 1 to 4 and 8 (Q99)."""
    assert evaluated(line_at("kiev", black, reach)).kiev == points


@pytest.mark.rule("russian", "R11.2")
@pytest.mark.parametrize(
    ("grey", "reach", "medal", "more"),
    [(5, 5, True, 20), (4, 5, True, 0), (5, 4, True, 0), (5, 5, False, 0)],
)
def test_kiev_5_needs_grey_locomotive_and_medal(
    grey: int, reach: int, *, medal: bool, more: int
) -> None:
    """20 points beside those of the rails and of the stars."""
    state = board(position(), kiev=(7, grey), locomotives=(1, 0, 0, reach), medal=medal)
    assert evaluated(state).kiev == min(grey, reach) + 10 + more


@pytest.mark.rule("russian", "R11.2")
@pytest.mark.parametrize(("grey", "reach", "times"), [(7, 7, 2), (6, 7, 1), (7, 6, 1)])
def test_st_petersburg_7_needs_grey_and_locomotive(grey: int, reach: int, times: int) -> None:
    """Then the line counts twice."""
    state = board(position(), petersburg=(9, grey), locomotives=(1, 0, reach, 0))
    assert evaluated(state).petersburg == times * min(grey, reach)


# When they take effect


@pytest.mark.rule("russian", "R11.3")
@pytest.mark.parametrize(
    ("line", "space", "slot"), [("trans", 13, 0), ("petersburg", 4, 2), ("petersburg", 6, 2)]
)
def test_the_locomotive_may_be_the_last_condition(line: str, space: int, slot: int) -> None:
    """The rail has been there before (Q29)."""
    slots = [6, 6, 3, 0] if space == 13 else [3, 0, space - 1, 0]
    state = board(line_at(line, space, 1), locomotives=slots, reached=())
    state = board(state, reached=("petersburg4",) if space == 6 else ())
    state = supply(state, lowest=7 if space == 13 else space)
    state = play(turn(state), "place loco_1w", f"locomotive {slot}")
    while "locomotive" in verbs(state):
        state = play(state, "locomotive 3")
    assert verbs(state) == {"token"}


@pytest.mark.rule("russian", "R11.3")
def test_conditions_are_looked_at_after_each_single_move() -> None:
    """The token comes before the second move of the action (Q29)."""
    state = play(turn(question()), "place rail_black_1w", "move petersburg black")
    assert verbs(state) == {"token"}
    state = play(state, "token kiev_medal")
    assert verbs(state) == {"move"}
    assert asked(play(state, "move petersburg black")) == 1


@pytest.mark.rule("russian", "R11.3")
def test_two_spaces_reached_by_one_locomotive_both_give_a_token() -> None:
    """St Petersburg 4 and 6 at once."""
    state = board(supply(position(), lowest=6), petersburg=(7,), reached=())
    state = play(turn(state), "place loco_1w", "locomotive 2", "token x2_3", "token kiev_medal")
    assert asked(state) == 1
    assert used_tokens(state) == {"x2_3", "kiev_medal"}


@pytest.mark.rule("russian", "R11.3")
def test_conditions_are_looked_at_after_each_step() -> None:
    """The ? space of the track comes before the second step."""
    state = board(position(), factories=FULL, markers=(9,))
    state = play(turn(state), "place industry_2w", "step")
    assert verbs(state) == {"token"}


@pytest.mark.rule("russian", "R11.4")
def test_a_question_space_takes_effect_once() -> None:
    """Going on from it, or with a better locomotive, gives nothing more (Q31)."""
    state = token(question(), "token kiev_medal")
    state = play(others_pass(state), "place rail_black_1w", "move petersburg black")
    assert verbs(state) == {"move"}
    state = others_pass(play(state, "move kiev black"))
    state = play(supply(state, lowest=5), "place loco_1w", "locomotive 2", "locomotive 3")
    assert "token" not in verbs(state)
    assert used_tokens(state) == {"kiev_medal"}


@pytest.mark.rule("russian", "R11.4")
def test_workers_come_once() -> None:
    """The brown rail goes on and a locomotive is added: nothing more."""
    state = board(position(), trans=(9, 7, 2), locomotives=(3, 0, 0, 0))
    state = play(turn(state), "place rail_brown_2w", "move trans brown", "move trans brown")
    assert magnate(state).staff == 6
    state = play(others_pass(state), "place loco_1w", "locomotive 1")
    assert magnate(state).staff == 6


@pytest.mark.rule("russian", "R11.4")
def test_scoring_spaces_give_nothing_before_the_scoring() -> None:
    """A star is reached, and no point is scored yet."""
    state = moved("kiev", 4, 4)
    assert score(state) == 0


@pytest.mark.rule("russian", "R11.4")
def test_scoring_spaces_count_anew_in_each_scoring() -> None:
    """Three stars, round after round."""
    state = scoring(line_at("kiev", 3, 3))
    assert score(state) == 6
    assert score(scoring(state)) == 12


# Workers


@pytest.mark.rule("russian", "R11.5")
def test_a_gained_worker_serves_from_the_next_turn_on() -> None:
    """He is in hand at once, but gives no second turn."""
    state = line_at("kiev", 6, 0)
    state = play(turn(hand(state, workers=1, roubles=0)), "place rail_shared", "move kiev black")
    assert magnate(state).workers == 1
    assert asked(state) == 1
    state = others_pass(state)
    assert asked(state) == 0
    assert "rail_shared" in offers(state, "place")


@pytest.mark.rule("russian", "R11.5")
def test_a_gained_worker_is_kept() -> None:
    """Six workers in the next round, and in the one after."""
    state = all_pass(moved("kiev", 7, 0))
    assert magnate(state).workers == 6
    assert magnate(all_pass(state)).workers == 6


@pytest.mark.rule("russian", "R11.5")
def test_two_workers_can_be_gained() -> None:
    """One by the Trans-Siberian and one by Kiev."""
    state = board(position(), trans=(9, 7, 2), kiev=(6,), locomotives=(3, 0, 0, 0))
    state = play(turn(state), "place rail_any2 1", "move trans brown", "move kiev black")
    assert magnate(state).staff == 7


# ? spaces


@pytest.mark.rule("russian", "R11.6")
@pytest.mark.parametrize(
    ("line", "space"), [(line, space) for line in LENGTH for space in range(2, LENGTH[line] + 1)]
)
def test_three_spaces_of_the_lines_are_question_spaces(line: str, space: int) -> None:
    """Trans-Siberian 13, St Petersburg 4 and 6, each with a locomotive."""
    there = (line, space) in {("trans", 13), ("petersburg", 4), ("petersburg", 6)}
    assert ("token" in verbs(moved(line, space, space))) == there
    assert "token" not in verbs(moved(line, space, space - 1))


@pytest.mark.rule("russian", "R11.6")
@pytest.mark.parametrize("space", range(1, 16))
def test_one_space_of_the_industry_track_is_a_question_space(space: int) -> None:
    """Space 10; no locomotive is needed."""
    state = board(position(), factories=FULL, markers=(space - 1,))
    state = play(turn(state), "place industry_1w", "step")
    assert ("token" in verbs(state)) == (space == 10)


@pytest.mark.rule("russian", "R11.7")
def test_a_token_must_be_chosen_at_once() -> None:
    """All that are left are on offer, and nothing else (Q32)."""
    state = board(question(), markers=(1,), tokens=("x2_3",))
    state = token(state)
    assert offers(state) == {f"token {name}" for name in TOKENS if name != "x2_3"}


@pytest.mark.rule("russian", "R11.7")
def test_even_a_token_without_any_use_can_be_chosen() -> None:
    """All x2 places are filled; the effect lapses."""
    state = token(board(question(), x2=8), "token x2_3")
    state = play(state, "lapse") if asked(state) == 0 else state
    assert asked(state) == 1
    assert used_tokens(state) == {"x2_3"}


@pytest.mark.rule("russian", "R11.7")
@pytest.mark.parametrize("name", ["rails4", "industry5", "card"])
def test_the_effect_of_a_token_may_lapse(name: str) -> None:
    """The token is used all the same (Q9, Q32)."""
    state = token(question(), f"token {name}")
    assert "lapse" in offers(state)
    state = play(state, "lapse")
    assert used_tokens(state) == {name}


@pytest.mark.rule("russian", "R11.7")
def test_part_of_a_token_may_lapse() -> None:
    """Two of the four moves."""
    state = token(question(), "token rails4", "move kiev black", "move kiev black", "lapse")
    assert rails(state, "kiev")[0] == 3
    assert asked(state) == 1


@pytest.mark.rule("russian", "R11.7")
def test_a_token_cannot_be_used_again() -> None:
    """On the next ? space it is missing."""
    state = board(question(), petersburg=(3,), locomotives=(1, 0, 6, 0))
    state = token(state, "token kiev_medal")
    state = play(
        others_pass(state), "place rail_black_1w", "move petersburg black", "move petersburg black"
    )
    assert "kiev_medal" not in offers(state, "token")
    assert refused(state, "token kiev_medal") in {"R11.7", None}


# What the tokens do


@pytest.mark.rule("russian", "R11.8")
def test_rails4_is_four_moves() -> None:
    """Of any rails that the player has, and no more."""
    state = board(question(), trans=(8, 5, 2))
    state = token(state, "token rails4")
    assert {line.split()[1] for line in offers(state, "move")} == {"black", "grey", "brown"}
    state = play(state, "move trans brown", "move trans grey", "move kiev black")
    assert asked(state) == 0
    assert asked(play(state, "move trans black")) == 1


@pytest.mark.rule("russian", "R11.8")
def test_rails_gained_with_these_moves_may_be_moved() -> None:
    """Black comes to Trans-Siberian 2 and brings grey (Q20)."""
    state = token(question(), "token rails4", "move trans black", "move trans black")
    assert "trans grey" in offers(state, "move")
    state = play(state, "move trans grey", "move kiev black")
    assert rails(state, "trans")[:2] == (3, 1)


@pytest.mark.rule("russian", "R11.9")
def test_industry5_is_five_steps() -> None:
    """Through a factory, which works in passing."""
    state = board(question(), factories=(6,), markers=(1,))
    state = token(state, "token industry5", *["step"] * 4)
    assert asked(state) == 0
    state = play(state, "step")
    assert asked(state) == 1
    assert state.board(0).markers == (6,)
    assert magnate(state).roubles == 2


@pytest.mark.rule("russian", "R11.9")
@pytest.mark.parametrize(("had", "left", "gets"), [(0, 20, 3), (6, 14, 2), (2, 1, 1), (8, 12, 0)])
def test_x2_3_is_three_tokens(had: int, left: int, gets: int) -> None:
    """Or as many as there are places and tokens for (Q53)."""
    state = supply(board(question(), x2=had), x2=left)
    state = token(state, "token x2_3")
    assert state.board(0).x2 == had + gets
    assert state.x2 == left - gets


@pytest.mark.rule("russian", "R11.10")
def test_the_second_marker_begins_on_0() -> None:
    """From now on there are two."""
    state = token(board(question(), markers=(3,)), "token second_marker")
    assert sorted(state.board(0).markers) == [0, 3]
    assert asked(state) == 1


@pytest.mark.rule("russian", "R11.10")
def test_the_second_marker_cannot_come_while_the_first_is_on_0() -> None:
    """Two markers never share a space (Q34)."""
    state = token(question())
    assert "second_marker" not in offers(state, "token")
    assert refused(state, "token second_marker") in {"R11.10", None}
    assert "second_marker" in offers(token(board(question(), markers=(1,))), "token")


@pytest.mark.rule("russian", "R11.10")
@pytest.mark.rule("russian", "R3.7")
def test_the_second_marker_may_take_the_step_that_the_first_cannot() -> None:
    """The black move of `industry_2w_black` brings the token, so the action can be completed."""
    state = turn(board(question(), markers=(4,)))
    assert "industry_2w_black" in offers(state, "place")
    state = play(state, "place industry_2w_black", "move petersburg black")
    assert asked(play(state, "token second_marker", "step 1")) == 1


@pytest.mark.rule("russian", "R11.11")
def test_the_revaluation_counts_from_the_next_scoring_on() -> None:
    """Brown, beige and white are worth more (Q27)."""
    state = board(question(), trans=(15, 4, 3, 2, 1), locomotives=(5, 0, 4, 0))
    assert evaluated(state).trans == 7 + 4 + 2 + 1
    state = token(state, "token revaluation")
    assert asked(state) == 1
    assert score(state) == 0
    assert evaluated(state).trans == 10 + 6 + 3 + 1


@pytest.mark.rule("russian", "R11.11")
def test_the_revaluation_may_come_before_the_rails() -> None:
    """Only black rails are on the board (Q33)."""
    state = token(question(), "token revaluation")
    assert state.board(0).revalued
    state = board(state, trans=(7, 5, 3), locomotives=(5, 0, 4, 0))
    assert evaluated(state).trans == 3 * 3 + 2


@pytest.mark.rule("russian", "R11.12")
def test_the_medal_may_come_before_rail_and_locomotive() -> None:
    """It scores when they have come (Q33)."""
    state = token(question(), "token kiev_medal")
    assert state.board(0).medal
    assert evaluated(state).kiev == 0
    state = board(state, kiev=(6, 5), locomotives=(1, 0, 4, 5))
    assert evaluated(state).kiev == 5 + 10 + 20
