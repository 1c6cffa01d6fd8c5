"""R13 Scoring of the lines."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.rules.russian.position import (
    all_pass,
    asked,
    board,
    hand,
    magnate,
    play,
    position,
    score,
    scoring,
    told,
    turn,
)
from trainshed.games.russian.actions import Evaluated
from trainshed.games.russian.board import line_counts, round_counts
from trainshed.games.russian.box import BOX
from trainshed.games.russian.state import State

Rails = tuple[int, ...]
Points = tuple[int, int, int, int]


class Example(NamedTuple):
    """A board: rails by line, locomotives, and what else stands there; and what it scores."""

    points: Points
    trans: Rails = (1,)
    petersburg: Rails = (1,)
    kiev: Rails = (1,)
    locomotives: tuple[int, int, int, int] = (1, 0, 0, 0)
    x2: int = 0
    medal: bool = False
    markers: Rails = (0,)
    revalued: bool = False


BIG = (15, 12, 9, 6, 3)
EXAMPLES = {
    "R01": Example((12, 0, 3, 5), (9, 7, 3), (1,), (2,), (6, 2, 0, 2), x2=1, markers=(5,)),
    "R02": Example((0, 0, 6, 0), kiev=(3,), locomotives=(1, 0, 0, 3)),
    "R03": Example((12, 0, 0, 0), (9, 7, 3), locomotives=(6, 2, 0, 0), x2=1),
    "R04": Example((0, 0, 0, 5), markers=(5,)),
    "D01": Example((0, 0, 0, 0)),
    "D02": Example((0, 0, 3, 0), kiev=(2,), locomotives=(1, 0, 0, 5)),
    "D03": Example((0, 0, 14, 0), kiev=(7, 5), locomotives=(1, 0, 0, 4), medal=True),
    "D04": Example((0, 0, 35, 0), kiev=(7, 5), locomotives=(1, 0, 0, 5), medal=True),
    "D05": Example((0, 0, 50, 0), kiev=(9, 6, 4), locomotives=(1, 0, 0, 9), medal=True),
    "D06": Example(
        (0, 0, 62, 0), kiev=(9, 8, 7), locomotives=(1, 0, 0, 8), medal=True, revalued=True
    ),
    "D07": Example((0, 30, 0, 0), petersburg=(9, 7, 4, 2), locomotives=(1, 0, 7, 0)),
    "D08": Example((0, 14, 0, 0), petersburg=(9, 7, 4, 2), locomotives=(1, 0, 6, 0)),
    "D09": Example((0, 11, 0, 0), petersburg=(9, 6, 5), locomotives=(1, 0, 9, 0)),
    "D10": Example((0, 58, 0, 0), petersburg=(9, 8, 6, 3), locomotives=(1, 0, 8, 0), revalued=True),
    "D11": Example((79, 0, 0, 0), BIG, locomotives=(9, 6, 0, 0), x2=8),
    "D12": Example((114, 0, 0, 0), BIG, locomotives=(9, 6, 0, 0), x2=8, revalued=True),
    "D13": Example((58, 0, 0, 0), BIG, locomotives=(3, 2, 0, 0), x2=8),
    "D14": Example((4, 0, 0, 0), (4, 2), locomotives=(4, 0, 0, 0), x2=5),
    "D15": Example((7, 0, 0, 0), (10, 6, 1), locomotives=(7, 1, 0, 0)),
    "D16": Example((2, 0, 0, 0), (3, 2), locomotives=(9, 8, 0, 0)),
    "D17": Example((0, 0, 0, 0), petersburg=(9, 8, 6)),
    "D18": Example((0, 0, 0, 55), markers=(15, 14)),
    "D19": Example((0, 0, 0, 15), markers=(10,)),
    "D20": Example((0, 0, 0, 25), markers=(13, 4)),
    "D21": Example(
        (39, 0, 9, 10),
        (11, 8, 5, 2),
        (4,),
        (5, 3),
        (5, 4, 5, 3),
        x2=3,
        markers=(6,),
        revalued=True,
    ),
    "D22": Example((5, 0, 20, 17), (6, 4, 2), (7,), (9,), (2, 1, 4, 8), markers=(8, 2)),
}
"""Worked examples: R from the rulebook, D derived from the rules."""


def built(example: Example, seat: int = 0) -> State:
    """The board of an example; there are as many factories as its markers need."""
    return board(
        position(),
        seat,
        trans=example.trans,
        petersburg=example.petersburg,
        kiev=example.kiev,
        locomotives=example.locomotives,
        x2=example.x2,
        medal=example.medal,
        revalued=example.revalued,
        markers=example.markers,
        factories=(6,) * sum(max(example.markers) >= hole for hole in (5, 7, 9, 11, 13)),
    )


def scored(state: State, seat: int = 0) -> Points:
    """What a player scores for his three lines and his industry in the round that ends."""
    [news] = [one for one in told(scoring(state), Evaluated) if one.seat == seat]
    return news.trans, news.petersburg, news.kiev, news.industry


@pytest.mark.rule("russian", "R13.1")
@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples_of_a_scoring(name: str) -> None:
    """The points of each line and of the industry, and their sum."""
    example = EXAMPLES[name]
    state = built(example)
    assert scored(state) == example.points
    assert score(scoring(state)) == sum(example.points)


@pytest.mark.rule("russian", "R13.1")
def test_everybody_scores() -> None:
    """Each player his own board."""
    state = board(position(3), 0, trans=(3, 2), locomotives=(2, 0, 0, 0))
    state = board(state, 1, kiev=(2,), locomotives=(1, 0, 0, 2))
    state = board(state, 2, markers=(4,))
    state = scoring(state)
    assert [one.score for one in state.magnates] == [2, 3, 5]


@pytest.mark.rule("russian", "R13.1")
def test_all_that_has_been_built_scores_again() -> None:
    """In each round anew."""
    state = board(position(2), trans=(3, 2), locomotives=(2, 0, 0, 0))
    state = all_pass(turn(state))
    assert score(state) == 2
    assert score(all_pass(state)) == 4


@pytest.mark.rule("russian", "R13.1")
def test_scoring_comes_after_the_second_actions() -> None:
    """What the worker of a claim does then counts already."""
    state = board(position(2), trans=(3, 1), locomotives=(2, 0, 0, 0))
    state = play(turn(state), "place turn_order_1", "pass", "pass")
    assert asked(state) == 0
    assert score(state) == 0
    state = play(state, "place rail_shared", "move trans grey")
    assert score(state) == 2


@pytest.mark.rule("russian", "R13.2")
@pytest.mark.parametrize(
    ("locomotives", "points"),
    [((0, 0, 0, 0), 0), ((1, 0, 0, 0), 1), ((3, 0, 0, 0), 3), ((3, 1, 0, 0), 4), ((9, 9, 0, 0), 4)],
)
def test_only_spaces_within_the_reach_score(
    locomotives: tuple[int, int, int, int], points: int
) -> None:
    """Q23 Four grey spaces, as far as the locomotives go; without one nothing."""
    state = board(position(), trans=(5, 4), locomotives=locomotives)
    assert scored(state)[0] == points


@pytest.mark.rule("russian", "R13.2")
def test_a_locomotive_serves_its_own_line() -> None:
    """Q23 Two 9 on the Trans-Siberian do nothing for the others."""
    example = Example((0, 0, 0, 0), (1,), (6, 4, 2), (6, 4, 2), (9, 9, 0, 0))
    assert scored(built(example)) == example.points


@pytest.mark.rule("russian", "R13.3")
@pytest.mark.parametrize(
    ("trans", "points"),
    [
        ((15,), 0),
        ((15, 10), 10),
        ((15, 10, 6), 6 * 2 + 4),
        ((15, 10, 6, 3), 3 * 4 + 3 * 2 + 4),
        ((15, 10, 6, 3, 1), 7 + 2 * 4 + 3 * 2 + 4),
        ((15, 14, 13, 12, 11), 7 * 11 + 4 + 2 + 1),
    ],
)
def test_a_space_counts_for_the_best_rail_on_it_or_ahead(trans: Rails, points: int) -> None:
    """Q23 Each rail fills the spaces behind it, as far as the next better one."""
    state = board(position(), trans=trans, locomotives=(9, 8, 0, 0))
    assert scored(state)[0] == points


@pytest.mark.rule("russian", "R13.4")
@pytest.mark.parametrize("revalued", [False, True])
@pytest.mark.parametrize(
    ("trans", "first", "later"),
    [((1,), 0, 0), ((2, 1), 1, 1), ((6, 2, 1), 2, 3), ((10, 3, 2, 1), 4, 6), (BIG, 7, 10)],
)
def test_what_a_space_is_worth(trans: Rails, first: int, later: int, *, revalued: bool) -> None:
    """Q28 0, 1, 2, 4 and 7, with the revaluation 0, 1, 3, 6 and 10."""
    state = board(position(), trans=trans, locomotives=(1, 0, 0, 0), revalued=revalued)
    assert scored(state)[0] == (later if revalued else first)


@pytest.mark.rule("russian", "R13.4")
def test_the_values_are_alike_on_all_lines() -> None:
    """Two brown spaces and a grey one on each of them; on Kiev the stars 1, 2, 3 besides."""
    example = Example((5, 5, 11, 0), (6, 3, 2), (6, 3, 2), (6, 3, 2), (3, 0, 3, 3))
    assert scored(built(example)) == example.points
    changed = example._replace(points=(7, 7, 13, 0), revalued=True)
    assert scored(built(changed)) == changed.points


@pytest.mark.rule("russian", "R13.4")
def test_the_revaluation_is_the_player_s_own() -> None:
    """Q27 Others score as before."""
    state = board(position(), 0, trans=(6, 2, 1), locomotives=(1, 0, 0, 0), revalued=True)
    state = board(state, 1, trans=(6, 2, 1), locomotives=(1, 0, 0, 0))
    assert [one.score for one in scoring(state).magnates[:2]] == [3, 2]


@pytest.mark.rule("russian", "R13.5")
@pytest.mark.parametrize(("x2", "points"), [(0, 12), (1, 16), (2, 18), (3, 20), (4, 21), (8, 24)])
def test_an_x2_token_doubles_its_space(x2: int, points: int) -> None:
    """Q25 Beige 1, brown 2 and 3, grey from 4 to 7: each space by itself."""
    state = board(position(), trans=(12, 7, 3, 1), locomotives=(7, 0, 0, 0), x2=x2)
    assert scored(state)[0] == points


@pytest.mark.rule("russian", "R13.5")
@pytest.mark.parametrize(
    ("trans", "locomotives"), [((8,), (8, 0, 0, 0)), ((8, 7), (0, 0, 0, 0)), ((1,), (9, 0, 0, 0))]
)
def test_a_token_above_nothing_adds_nothing(
    trans: Rails, locomotives: tuple[int, int, int, int]
) -> None:
    """Q25 Black spaces, spaces out of reach, spaces beyond the black rail."""
    state = board(position(), trans=trans, locomotives=locomotives, x2=8)
    assert scored(state)[0] == 0


@pytest.mark.rule("russian", "R13.5")
def test_tokens_do_nothing_for_other_lines() -> None:
    """Q25 They lie above the Trans-Siberian."""
    example = Example((0, 3, 9, 0), (1,), (6, 3), (6, 3), (1, 0, 3, 3), x2=8)
    assert scored(built(example)) == example.points


@pytest.mark.rule("russian", "R13.6")
@pytest.mark.parametrize(
    ("petersburg", "number", "points"),
    [
        ((9, 7), 7, 14),
        ((9, 7), 6, 6),
        ((9, 6), 9, 6),
        ((9, 8, 7, 6), 9, 2 * (6 * 4 + 2 + 1)),
        ((9, 8), 9, 16),
    ],
)
def test_st_petersburg_counts_twice(petersburg: Rails, number: int, points: int) -> None:
    """Q25, Q26 If the grey rail and the reach have both come to 7, better rails or not."""
    state = board(position(), petersburg=petersburg, locomotives=(1, 0, number, 0))
    assert scored(state)[1] == points


@pytest.mark.rule("russian", "R13.6")
def test_only_st_petersburg_counts_twice() -> None:
    """The same rails on the other lines are not doubled."""
    example = Example((7, 0, 7 + 10, 0), (9, 7), (1,), (9, 7), (7, 0, 9, 7))
    assert scored(built(example)) == example.points


@pytest.mark.rule("russian", "R13.7")
@pytest.mark.parametrize(
    ("black", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 10), (7, 10), (8, 20), (9, 20)]
)
def test_stars_up_to_the_black_rail(black: int, points: int) -> None:
    """Q99 1, 2, 3, 4 on the first four spaces and 10 on the eighth, added up."""
    state = board(position(), kiev=(black,), locomotives=(1, 0, 0, 9))
    assert scored(state)[2] == points


@pytest.mark.rule("russian", "R13.7")
@pytest.mark.parametrize(
    ("number", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (7, 10), (8, 20)]
)
def test_stars_within_the_reach(number: int, points: int) -> None:
    """Both the rail and the locomotive must have come there."""
    state = board(position(), kiev=(9,), locomotives=(1, 0, 0, number))
    assert scored(state)[2] == points


@pytest.mark.rule("russian", "R13.8")
@pytest.mark.parametrize(
    ("kiev", "number", "medal", "points"),
    [
        ((7, 5), 5, True, 35),
        ((7, 5), 5, False, 15),
        ((7, 5), 4, True, 14),
        ((7, 4), 5, True, 14),
        ((9, 6, 5), 6, True, 41),
    ],
)
def test_the_medal(kiev: Rails, number: int, points: int, *, medal: bool) -> None:
    """Q26 20 points if it lies there, grey has reached 5 and so has the locomotive."""
    state = board(position(), kiev=kiev, locomotives=(1, 0, 0, number), medal=medal)
    assert scored(state)[2] == points


@pytest.mark.rule("russian", "R13.9")
def test_stars_and_medal_are_never_changed() -> None:
    """Q25 Not by the revaluation, not by x2 tokens, not by the doubling of St Petersburg."""
    plain = Example((0, 0, 35, 0), kiev=(7, 5), locomotives=(1, 0, 0, 5), medal=True)
    every = plain._replace(
        points=(0, 14, 35, 0), petersburg=(9, 7), locomotives=(1, 0, 7, 5), x2=8, revalued=True
    )
    assert scored(built(plain)) == plain.points
    assert scored(built(every)) == every.points


@pytest.mark.rule("russian", "R13.1")
def test_points_are_added_to_those_one_has() -> None:
    """The scoring adds to what was scored before."""
    state = hand(built(EXAMPLES["R01"]), points=7)
    assert magnate(scoring(state)).score == 27


STEPS = {
    "R01": (
        (("brown", 1, 3, 8), ("grey", 4, 7, 4), ("black", 8, 8, 0)),
        (),
        (("black", 1, 2, 0), ("stars", 1, 2, 3)),
        (("marker", 5, 5, 5),),
    ),
    "D05": (
        (("black", 1, 1, 0),),
        (),
        (
            ("brown", 1, 4, 8),
            ("grey", 5, 6, 2),
            ("black", 7, 9, 0),
            ("stars", 1, 8, 20),
            ("medal", 5, 5, 20),
        ),
        (("marker", 0, 0, 0),),
    ),
    "D07": (
        (("black", 1, 1, 0),),
        (("beige", 1, 2, 8), ("brown", 3, 4, 4), ("grey", 5, 7, 3), ("doubling", 1, 7, 15)),
        (),
        (("marker", 0, 0, 0),),
    ),
}
"""Worked examples colour by colour: what counts, from which space to which, for how much."""


@pytest.mark.rule("russian", "R13.3")
@pytest.mark.parametrize("name", STEPS)
def test_a_line_is_counted_colour_by_colour(name: str) -> None:
    """As in the rulebook: the reach first cuts the line, then the best rails, then what is left."""
    counts = round_counts(built(EXAMPLES[name]).board(0))
    steps = tuple(tuple((c.kind, c.first, c.last, c.points) for c in line) for line in counts)
    assert steps == STEPS[name]


@pytest.mark.rule("russian", "R13.5")
def test_x2_tokens_double_spaces_of_a_colour() -> None:
    """The rulebook's example: three brown spaces for 2 each, the first of them doubled."""
    brown, grey, _ = line_counts(built(EXAMPLES["R01"]).board(0), 0)
    assert (brown.worth, brown.doubled, brown.points) == (2, 1, 8)
    assert (grey.worth, grey.doubled, grey.points) == (1, 0, 4)


@pytest.mark.rule("russian", "R13.1")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_steps_add_up(name: str) -> None:
    """No step is lost, and colours follow one another without a gap."""
    state = built(EXAMPLES[name])
    counts = round_counts(state.board(0))
    assert tuple(sum(one.points for one in line) for line in counts) == scored(state)
    for line in counts[:3]:
        spaces = [(one.first, one.last) for one in line if one.kind in BOX.colours]
        ends = [0, *(last for _, last in spaces)]
        assert [first for first, _ in spaces] == [end + 1 for end in ends[:-1]]
