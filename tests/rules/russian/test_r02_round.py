"""R2 The round and the turn."""

from __future__ import annotations

import pytest

from tests.rules.russian.position import (
    all_pass,
    asked,
    board,
    hand,
    magnate,
    occupied,
    offers,
    others_pass,
    play,
    position,
    score,
    spaces,
    told,
    turn,
    verbs,
)
from trainshed.games.russian import GAME
from trainshed.games.russian.actions import Ended, Evaluated, Ordered, Round, Scored


@pytest.mark.rule("russian", "R2.1")
def test_the_four_parts_of_a_round() -> None:
    """Turns, the new order with its second actions, scoring, the next round."""
    state = board(position(3), 0, kiev=(2,), locomotives=(1, 0, 0, 2))
    state = play(turn(state), "place roubles_1w", "place turn_order_1", "pass")
    state = play(state, "pass", "pass")
    assert asked(state) == 1
    assert state.round == 1
    assert score(state, 0) == 0
    assert verbs(state) == {"place", "pass"}
    state = play(state, "place industry_1w", "step")
    assert [one.industry for one in told(state, Evaluated)] == [0, 1, 0]
    assert score(state, 0) == 1 + 2
    assert told(state, Round) == [Round(2)]
    assert asked(state) == 1
    assert magnate(state, 0).workers == 6


@pytest.mark.rule("russian", "R2.1")
def test_the_last_round_ends_with_the_scoring() -> None:
    """No new order and no preparation: the game is over."""
    state = board(position(3, round_=6), 0, kiev=(2,), locomotives=(1, 0, 0, 2))
    state = all_pass(turn(state))
    assert state.over
    assert not told(state, Ordered)
    assert not told(state, Round)
    assert told(state, Ended)
    assert len(told(state, Evaluated)) == 3
    assert GAME.actor(state) is None


@pytest.mark.rule("russian", "R2.2")
def test_turns_go_round_in_turn_order() -> None:
    """From the first place to the last, then from the first again."""
    state = turn(position(4, order=(2, 0, 3, 1)), 2)
    seen = []
    for _ in range(6):
        seen.append(asked(state))
        state = play(state, "place rail_shared", "move kiev black")
    assert seen == [2, 0, 3, 1, 2, 0]


@pytest.mark.rule("russian", "R2.2")
def test_who_has_passed_is_left_out() -> None:
    """The others go on without him."""
    state = play(turn(position(3)), "place rail_shared", "move kiev black", "pass")
    seen = []
    for _ in range(4):
        seen.append(asked(state))
        state = play(state, "place rail_shared", "move trans black")
    assert seen == [2, 0, 2, 0]


@pytest.mark.rule("russian", "R2.3")
def test_a_turn_is_one_action() -> None:
    """After it the next player is asked."""
    state = play(turn(position()), "place roubles_1w")
    assert asked(state) == 1
    assert magnate(state, 0).workers == 4


@pytest.mark.rule("russian", "R2.4")
def test_passing_is_always_allowed() -> None:
    """Q1 Even with all pieces in hand."""
    state = turn(position())
    assert "pass" in offers(state)
    assert asked(play(state, "pass")) == 1


@pytest.mark.rule("russian", "R2.4")
def test_passing_is_final_for_the_round() -> None:
    """Q1 Who has passed has no turn until the next round."""
    state = play(turn(position(2)), "pass")
    for _ in range(3):
        assert asked(state) == 1
        state = play(state, "place rail_shared", "move kiev black")
    state = play(state, "pass")
    assert state.round == 2
    assert asked(state) == 0


@pytest.mark.rule("russian", "R2.4")
def test_turns_end_when_all_have_passed() -> None:
    """Not before the last one passes."""
    state = play(turn(position(3)), "pass", "pass")
    assert state.round == 1
    assert play(state, "pass").round == 2


@pytest.mark.rule("russian", "R2.5")
def test_roubles_are_enough_to_go_on() -> None:
    """Q3 A player without workers is still asked, and pays with roubles."""
    state = turn(hand(position(), workers=0, roubles=1))
    assert asked(state) == 0
    assert spaces(state) >= {"rail_shared", "loco_1w", "engineer_hire"}
    assert all(line.endswith(" 1") for line in offers(state, "place"))


@pytest.mark.rule("russian", "R2.5")
def test_without_any_piece_a_player_must_pass() -> None:
    """Q3 He can pay for no action; passing is all he can do, and it scores as usual."""
    state = turn(hand(position(), 1, workers=0, roubles=0), 0)
    state = play(state, "place roubles_1w")
    if asked(state) == 1:
        assert offers(state) == {"pass"}
        state = play(state, "pass")
    assert asked(state) == 2
    assert magnate(state, 1).passed
    assert score(state, 1) == 2


@pytest.mark.rule("russian", "R2.5")
def test_who_can_pay_for_no_open_action_must_pass() -> None:
    """A worker is left, but all that one worker can pay is taken or cannot be completed."""
    state = board(position(2), trans=(15, 14, 13, 12, 11), petersburg=(9, 8, 7, 6), x2=8)
    state = hand(board(state, kiev=(9, 8, 7)), workers=1, roubles=0)
    for space in ("loco_1w", "roubles_1w", "turn_order_1", "engineer_public_1", "industry_1w"):
        state = occupied(state, space, 1)
    state = turn(state)
    assert asked(state) == 1 or offers(state) == {"pass"}


@pytest.mark.rule("russian", "R2.6")
def test_roubles_gained_serve_in_later_turns() -> None:
    """Q7 No additional turn, but the roubles pay in the next one of the same round."""
    state = hand(position(2), workers=1, roubles=0)
    state = play(turn(state), "place roubles_1w")
    assert asked(state) == 1
    state = others_pass(state)
    assert state.round == 1
    assert offers(state, "place") >= {"rail_black_2w 2", "loco_1w 1"}


@pytest.mark.rule("russian", "R2.6")
def test_a_worker_gained_serves_in_the_same_round() -> None:
    """Q7 The worker of Kiev 7 is in hand at once and gives no turn of its own."""
    state = hand(board(position(2), kiev=(6,)), workers=1, roubles=0)
    state = play(turn(state), "place rail_shared", "move kiev black")
    assert magnate(state).workers == 1
    assert asked(state) == 1
    state = others_pass(state)
    assert state.round == 1
    assert "rail_shared" in spaces(state)


@pytest.mark.rule("russian", "R2.6")
def test_an_engineer_gained_serves_in_the_same_round() -> None:
    """He is his owner's from the next turn on."""
    state = play(turn(position(2, row=(9, 4, 5, 3, 7, 8))), "place engineer_hire 1")
    assert asked(state) == 1
    state = others_pass(state)
    assert state.round == 1
    assert "own_9" in spaces(state)


@pytest.mark.rule("russian", "R2.6")
def test_turquoise_workers_give_no_additional_turn() -> None:
    """They pay in later turns of this round."""
    state = hand(position(3), workers=1, roubles=0)
    state = play(turn(state), "place temp_workers_1w")
    assert asked(state) == 1
    state = others_pass(state)
    assert "rail_black_2w 0 2" in offers(state, "place")


@pytest.mark.rule("russian", "R2.4")
def test_a_pass_is_told_with_its_points() -> None:
    """The points come at the moment of passing."""
    state = play(turn(position(3)), "pass", "pass")
    assert [(one.seat, one.points) for one in told(state, Scored)] == [(1, 2)]


@pytest.mark.rule("russian", "R2.4")
@pytest.mark.rule("russian", "R10.1")
def test_worked_example_of_passing() -> None:
    """I06 Q2 Four players pass from the places 1 to 4: 0, 2, 3 and 4 points."""
    state = play(turn(position(4, order=(1, 3, 0, 2)), 1), "pass", "pass", "pass")
    assert [score(state, seat) for seat in (1, 3, 0)] == [0, 2, 3]
    assert score(play(state, "pass"), 2) == 4
