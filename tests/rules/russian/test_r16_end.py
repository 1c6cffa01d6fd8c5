"""R16 The end of the game."""

from __future__ import annotations

import pytest

from tests.rules.russian.position import (
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
from trainshed.games.russian import GAME
from trainshed.games.russian.actions import Ended, Evaluated, Majority, Revealed
from trainshed.games.russian.box import BOX
from trainshed.games.russian.state import State

LAST = {2: 6, 3: 6, 4: 7}


def final(seats: int = 4) -> State:
    """The last round; nobody has built anything."""
    row = (0,) * (7 if seats == 4 else 6)
    return position(seats, round_=LAST[seats], pile=BOX.bonus_cards, row=row)


def majority(*engineers: tuple[int, ...], extra: int | None = None) -> list[int]:
    """What each player scores for his engineers; one may have the card `extra_engineer`."""
    state = final(len(engineers))
    for seat, numbers in enumerate(engineers):
        cards = ("extra_engineer",) if seat == extra else ()
        state = hand(state, seat, engineers=numbers, cards=cards)
    found = {news.seat: news.points for news in told(scoring(state), Majority)}
    points = [found.get(seat, 0) for seat in state.order]
    assert [score(scoring(state), seat) for seat in state.order] == points
    return points


@pytest.mark.rule("russian", "R16.1")
def test_the_end_has_its_order() -> None:
    """The scoring of the round, then bonus cards, then engineers, and the game is over."""
    state = hand(final(), 2, engineers=(5,), cards=("flat15",))
    state = scoring(board(state, 2, markers=(3,)))
    kinds = [type(news) for news in state.news]
    ends = (Evaluated, Revealed, Majority, Ended)
    order = [kind for kind in kinds if kind in ends]
    assert order == sorted(order, key=ends.index)
    assert set(order) == set(ends)
    assert magnate(state, 2).score == 3 + 15 + 40
    assert state.over
    assert asked(state) is None
    assert GAME.actions(state) == ()


@pytest.mark.rule("russian", "R16.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_after_the_last_round_and_not_before(seats: int) -> None:
    """The sixth, or the seventh with four players."""
    assert not scoring(position(seats, round_=LAST[seats] - 1)).over
    assert play(turn(final(seats)), *["pass"] * seats).over


@pytest.mark.rule("russian", "R16.1")
def test_each_bonus_card_is_scored_and_shown() -> None:
    """All cards of all players."""
    state = hand(final(), 0, cards=("flat15", "black_spaces"))
    state = hand(state, 3, cards=("locomotives",))
    shown = [(news.seat, news.card, news.points) for news in told(scoring(state), Revealed)]
    assert sorted(shown) == [(0, "black_spaces", 3), (0, "flat15", 15), (3, "locomotives", 1)]
    assert [score(scoring(state), seat) for seat in range(4)] == [18, 0, 0, 1]


@pytest.mark.rule("russian", "R16.1")
def test_engineers_do_not_score_before_the_end() -> None:
    """Neither points nor news in the rounds before."""
    state = scoring(hand(position(round_=6), engineers=(15,)))
    assert told(state, Majority) == []
    assert score(state) == 0


@pytest.mark.rule("russian", "R16.2")
def test_most_engineers_score_40_and_the_second_20() -> None:
    """The third gets nothing (Q86)."""
    assert majority((4, 6, 9), (5, 10), (2,), ()) == [40, 20, 0, 0]
    assert majority((), (2,), (5, 10), (4, 6, 9)) == [0, 0, 20, 40]


@pytest.mark.rule("russian", "R16.2")
def test_two_players_score_the_same() -> None:
    """40 and 20 (Q86)."""
    assert majority((4,), (6, 9)) == [20, 40]


@pytest.mark.rule("russian", "R16.2")
def test_the_engineer_of_the_question_card_counts() -> None:
    """He is an engineer like others."""
    assert majority((1, 4), (15,)) == [40, 20]


@pytest.mark.rule("russian", "R16.2")
def test_a_single_owner_of_engineers_leaves_no_second() -> None:
    """Nobody without an engineer scores."""
    assert majority((), (3,), ()) == [0, 40, 0]
    assert majority((), (), ()) == [0, 0, 0]


@pytest.mark.rule("russian", "R16.3")
@pytest.mark.parametrize(
    ("engineers", "expected"),
    [
        pytest.param(((4, 6, 9), (5, 10), (2, 13), ()), [40, 0, 20, 0], id="F01"),
        pytest.param(((12, 3), (11, 10), (15,)), [40, 20, 0], id="F02"),
        pytest.param(((11, 10), (15,), (12, 3)), [20, 0, 40], id="F02 other seats"),
        pytest.param(((7,), (8,), (9,), (10,)), [0, 0, 20, 40], id="four tied"),
        pytest.param(((2, 3), (15,), (14,)), [40, 20, 0], id="tied for second"),
    ],
)
def test_ties_are_broken_by_the_highest_single_number(
    engineers: tuple[tuple[int, ...], ...], expected: list[int]
) -> None:
    """The loser of a tie for most is second (Q86)."""
    assert majority(*engineers) == expected


@pytest.mark.rule("russian", "R16.4")
@pytest.mark.parametrize(
    ("engineers", "extra", "expected"),
    [
        pytest.param(((14,), (2,)), 1, [20, 40], id="F03"),
        pytest.param(((14, 8), (9,)), 1, [40, 20], id="F04"),
        pytest.param(((14, 8), (15,)), 1, [20, 40], id="wins the tie"),
        pytest.param(((14,), ()), 1, [40, 0], id="without an engineer"),
        pytest.param(((), (), ()), 1, [0, 0, 0], id="nobody has one"),
        pytest.param(((), (2,), (3,)), 0, [0, 20, 40], id="takes no rank from others"),
    ],
)
def test_the_extra_engineer_counts_one_and_has_no_number(
    engineers: tuple[tuple[int, ...], ...], extra: int, expected: list[int]
) -> None:
    """It is nothing without an engineer of the player's own (Q87)."""
    assert majority(*engineers, extra=extra) == expected


@pytest.mark.rule("russian", "R16.5")
def test_the_scores_are_all_the_points() -> None:
    """By source and in all."""
    state = hand(final(2), 0, cards=("flat15",), points=20)
    state = scoring(hand(state, 1, engineers=(5,)))
    assert GAME.scores(state) == (35, 40)
    assert [sum(column) for column in zip(*GAME.tally(state).values(), strict=True)] == [35, 40]


@pytest.mark.rule("russian", "R16.5")
def test_equal_points_share_the_victory() -> None:
    """No tie-break makes a difference (Q88)."""
    state = hand(final(2), 0, cards=("flat15",), points=25)
    state = scoring(hand(state, 1, engineers=(5,)))
    assert GAME.scores(state) == (40, 40)
