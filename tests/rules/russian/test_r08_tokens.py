"""R8 x2 tokens, roubles and temporary workers."""

from __future__ import annotations

import pytest

from tests.rules.russian.position import (
    accepts,
    all_pass,
    asked,
    board,
    hand,
    magnate,
    offers,
    others_pass,
    play,
    position,
    score,
    scoring,
    spaces,
    supply,
    turn,
)
from trainshed.games.russian.state import State


def asked_for_token(state: State) -> State:
    """Seat 0 has come to St Petersburg 4 and chooses a token."""
    state = board(state, petersburg=(3,), locomotives=(1, 0, 4, 0))
    return play(turn(state), "place rail_shared", "move petersburg black")


def entering_4(state: State) -> State:
    """Seat 0 has entered a factory 4: two x2 tokens."""
    return play(turn(board(state, factories=(4,), markers=(4,))), "place industry_1w", "step")


@pytest.mark.rule("russian", "R8.1")
def test_a_space_for_an_x2_token() -> None:
    """One worker, one token."""
    state = play(turn(position()), "place x2_1w")
    assert magnate(state).workers == 4
    assert (state.board(0).x2, state.x2) == (1, 19)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R8.1")
def test_a_space_for_roubles() -> None:
    """One worker, two roubles."""
    state = play(turn(position()), "place roubles_1w")
    assert (magnate(state).workers, magnate(state).roubles) == (4, 3)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R8.1")
def test_a_space_for_temporary_workers() -> None:
    """One worker, the two turquoise workers."""
    state = play(turn(position()), "place temp_workers_1w")
    assert (magnate(state).workers, magnate(state).turquoise) == (4, 2)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R8.2")
@pytest.mark.parametrize(("x2", "points"), [(0, 7), (1, 9), (2, 11), (3, 12), (4, 13), (5, 14)])
def test_tokens_lie_above_the_first_spaces(x2: int, points: int) -> None:
    """From space 1 on: the first doubles a brown space, the third a grey one."""
    state = board(position(), trans=(6, 5, 2), locomotives=(5, 0, 0, 0), x2=x2)
    assert score(scoring(state)) == points


@pytest.mark.rule("russian", "R8.2")
def test_eight_places() -> None:
    """Above the spaces 1 to 8, one token each: a ninth finds no place."""
    state = turn(board(position(), x2=7))
    assert play(state, "place x2_1w").board(0).x2 == 8
    assert "x2_1w" not in spaces(turn(board(position(), x2=8)))


@pytest.mark.rule("russian", "R8.2")
def test_no_rails_are_needed_below() -> None:
    """A token goes above a space that has not been built."""
    state = turn(board(position(), trans=(1,), x2=3))
    assert play(state, "place x2_1w").board(0).x2 == 4


@pytest.mark.rule("russian", "R8.3")
def test_without_a_token_in_the_supply_the_space_is_closed() -> None:
    """Q94 The twenty are used."""
    state = supply(position(), x2=0)
    assert "x2_1w" not in spaces(turn(state))
    assert "x2_1w" in spaces(turn(supply(position(), x2=1)))


@pytest.mark.rule("russian", "R8.3")
@pytest.mark.parametrize(("places", "left"), [(8, 12), (0, 0)])
def test_a_public_engineer_with_a_token_is_closed(places: int, left: int) -> None:
    """Q53, Q94 Engineer 10 must be completed where he is public."""
    state = supply(board(position(row=(2, 10, 5, 3, 7, 8, 11)), x2=places), x2=left)
    assert "engineer_public_1" not in spaces(turn(state))
    assert "engineer_public_1" in spaces(turn(board(position(row=(2, 10, 5, 3, 7)), x2=7)))


@pytest.mark.rule("russian", "R8.3")
@pytest.mark.parametrize(("places", "left"), [(8, 12), (0, 0)])
def test_a_card_with_a_token_is_closed(places: int, left: int) -> None:
    """Q53, Q94 The card `four_small` must be completed."""
    state = supply(board(position(), x2=places), x2=left)
    assert "four_small" not in offers(play(asked_for_token(state), "token card"), "card")
    state = board(position(), x2=7)
    assert "four_small" in offers(play(asked_for_token(state), "token card"), "card")


@pytest.mark.rule("russian", "R8.3")
def test_the_second_token_of_a_card_needs_a_place_too() -> None:
    """Q53 With one place left the card is open, but not the token a second time."""
    state = play(asked_for_token(board(position(), x2=7)), "token card", "card four_small")
    state = play(state, "step", "move kiev black")
    assert offers(state, "repeat") == {"step", "black"}


@pytest.mark.rule("russian", "R8.4")
def test_an_own_engineer_with_a_token_may_be_used() -> None:
    """Q53 Without a place for the token he still scores."""
    state = hand(board(position(), x2=8), engineers=(10,))
    state = play(turn(state), "place own_10")
    assert score(state) == 3
    assert (state.board(0).x2, state.x2) == (8, 12)


@pytest.mark.rule("russian", "R8.4")
@pytest.mark.parametrize(("places", "gets"), [(5, 2), (6, 2), (7, 1), (8, 0)])
def test_as_many_as_there_are_places(places: int, gets: int) -> None:
    """Q53 Factory 4 gives two or what fits."""
    state = entering_4(board(position(), x2=places))
    assert state.board(0).x2 == places + gets
    assert state.x2 == 20 - places - gets
    assert asked(state) == 1


@pytest.mark.rule("russian", "R8.4")
@pytest.mark.parametrize(("left", "gets"), [(4, 3), (3, 3), (2, 2), (1, 1), (0, 0)])
def test_as_many_as_there_are_tokens(left: int, gets: int) -> None:
    """Q94 The token `x2_3` gives three or what the supply has."""
    state = play(asked_for_token(supply(position(), x2=left)), "token x2_3")
    assert state.board(0).x2 == gets
    assert state.x2 == left - gets
    assert asked(state) == 1


@pytest.mark.rule("russian", "R8.4")
def test_a_token_without_effect_may_be_chosen() -> None:
    """Q53 All of it is lost."""
    state = play(asked_for_token(board(position(), x2=8)), "token x2_3")
    assert state.board(0).x2 == 8
    assert asked(state) == 1


@pytest.mark.rule("russian", "R8.5")
def test_roubles_never_run_out() -> None:
    """Q95 Though players have more than any box holds."""
    state = position()
    for seat in range(4):
        state = hand(state, seat, roubles=30)
    assert magnate(play(turn(state), "place roubles_1w")).roubles == 32


@pytest.mark.rule("russian", "R8.5")
def test_a_paid_rouble_stays_on_its_space() -> None:
    """Q6 It closes the space until the round has been scored, and does not come back."""
    state = others_pass(play(turn(position()), "place loco_1w 1", "locomotive 1"))
    assert "loco_1w" not in spaces(state)
    assert [one.roubles for one in state.placed if one.space == "loco_1w"] == [1]
    state = all_pass(state)
    assert magnate(state).roubles == 0
    assert magnate(state).workers == 5
    assert state.placed == ()
    assert "loco_1w" in spaces(state)


@pytest.mark.rule("russian", "R8.5")
def test_unused_roubles_are_kept() -> None:
    """They stay with their owner from round to round."""
    state = all_pass(turn(hand(position(), roubles=3)))
    assert magnate(state).roubles == 3


@pytest.mark.rule("russian", "R8.6")
def test_turquoise_workers_pay_like_own_ones() -> None:
    """For the rest of the round."""
    state = others_pass(play(turn(position()), "place temp_workers_1w"))
    assert offers(state, "place") >= {"rail_black_2w 0 2", "rail_black_2w 0 1", "loco_3w 0 2"}
    state = play(state, "place rail_black_2w 0 2")
    assert (magnate(state).turquoise, magnate(state).workers) == (0, 4)


@pytest.mark.rule("russian", "R8.6")
def test_one_player_has_them_in_a_round() -> None:
    """Q97 The space closes, even when they have been used."""
    state = play(turn(position()), "place temp_workers_1w")
    for seat in (1, 2, 3):
        assert asked(state) == seat
        assert not accepts(state, "place temp_workers_1w")
        assert not accepts(state, "place rail_shared 0 1")
        state = play(state, "place rail_shared", "move kiev black")


@pytest.mark.rule("russian", "R8.6")
@pytest.mark.parametrize("used", [False, True])
def test_they_are_lost_when_the_round_ends(*, used: bool) -> None:
    """Q6 Used or not, they stand at their space again, for anybody."""
    state = others_pass(play(turn(position()), "place temp_workers_1w"))
    if used:
        state = play(state, "place roubles_1w 0 1")
    state = all_pass(state)
    assert magnate(state).turquoise == 0
    state = play(state, "pass")
    assert magnate(play(state, "place temp_workers_1w"), 1).turquoise == 2
