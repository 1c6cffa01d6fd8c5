"""R3 Placing workers and paying."""

from __future__ import annotations

import pytest

from tests.rules.russian.position import (
    accepts,
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
    rails,
    score,
    spaces,
    supply,
    told,
    turn,
    used_tokens,
)
from trainshed.games.russian.actions import Gained
from trainshed.games.russian.state import State


def paying(space: str, state: State) -> set[str]:
    """The ways to pay for a space: roubles, turquoise workers, the black worker; rest own."""
    return {
        line.removeprefix(space).strip()
        for line in offers(state, "place")
        if line.split()[0] == space
    }


def rich() -> State:
    """Seat 0 has two of everything, and the black worker."""
    return turn(hand(position(), workers=2, roubles=2, turquoise=2, black=True))


# R3.1


@pytest.mark.rule("russian", "R3.1")
@pytest.mark.parametrize(("space", "workers"), [("rail_black_1w", 1), ("rail_black_2w", 2)])
def test_an_action_costs_its_pieces(space: str, workers: int) -> None:
    """They go from the hand to the space."""
    state = play(turn(position()), f"place {space}")
    assert magnate(state).workers == 5 - workers


@pytest.mark.rule("russian", "R3.1")
def test_neither_more_nor_fewer_pieces() -> None:
    """Q4 A space for one worker takes one piece, one for two takes two."""
    state = rich()
    assert accepts(state, "place rail_black_1w 1")
    assert not accepts(state, "place rail_black_1w 2")
    assert not accepts(state, "place rail_black_1w 1 1")
    assert not accepts(state, "place rail_black_2w 2 1")


@pytest.mark.rule("russian", "R3.1")
def test_pieces_come_from_the_hand() -> None:
    """Who has one worker and no rouble cannot pay two."""
    state = turn(hand(position(), workers=1, roubles=0))
    assert not accepts(state, "place rail_black_2w")
    assert not accepts(state, "place rail_black_1w 1")
    assert "rail_black_1w" in spaces(state)


@pytest.mark.rule("russian", "R3.1")
def test_the_action_follows_at_once() -> None:
    """What the space says is asked before anybody else has a turn."""
    state = play(turn(position()), "place rail_black_1w")
    assert asked(state) == 0
    assert offers(state) == {"move trans black", "move petersburg black", "move kiev black"}


# R3.2


@pytest.mark.rule("russian", "R3.2")
def test_any_mixture_of_pieces_pays() -> None:
    """Q4 Own, black, turquoise and roubles: all mixtures of two of them."""
    ways = {"", "0 0 1", "0 1", "0 1 1", "0 2", "1", "1 0 1", "1 1", "2"}
    assert paying("rail_black_2w", rich()) == ways


@pytest.mark.rule("russian", "R3.2")
@pytest.mark.parametrize(
    ("fields", "left"),
    [
        ("", (1, 2, 2, 1)),
        ("1", (2, 1, 2, 1)),
        ("0 1", (2, 2, 1, 1)),
        ("0 0 1", (2, 2, 2, 0)),
    ],
)
def test_each_kind_of_piece_is_paid(fields: str, left: tuple[int, int, int, int]) -> None:
    """Own worker, rouble, turquoise worker, black worker: one of them leaves the hand."""
    state = play(rich(), f"place x2_1w {fields}".strip())
    mine = magnate(state)
    assert (mine.workers, mine.roubles, mine.turquoise, mine.black) == left


@pytest.mark.rule("russian", "R3.2")
def test_three_pieces_of_three_kinds() -> None:
    """A rouble, a turquoise and the black worker pay for three workers."""
    assert accepts(rich(), "place loco_3w 1 1 1")


# R3.3


@pytest.mark.rule("russian", "R3.3")
def test_a_named_rouble_must_be_a_rouble() -> None:
    """Q4 `rail_any2` takes one rouble at least, the other piece is free."""
    assert paying("rail_any2", rich()) == {"1", "2", "1 1", "1 0 1"}


@pytest.mark.rule("russian", "R3.3")
def test_hiring_takes_a_rouble_only() -> None:
    """Q4 No worker pays for an engineer."""
    assert paying("engineer_hire", rich()) == {"1"}


@pytest.mark.rule("russian", "R3.3")
def test_without_a_rouble_these_spaces_are_closed() -> None:
    """Workers alone do not do."""
    state = turn(hand(position(), workers=5, roubles=0, turquoise=2))
    assert not spaces(state) & {"rail_any2", "engineer_hire"}


# R3.4


@pytest.mark.rule("russian", "R3.4")
@pytest.mark.parametrize("piece", ["", " 1", " 0 1", " 0 0 1"])
def test_any_piece_closes_a_space(piece: str) -> None:
    """Q5 A worker of any kind or a rouble: closed for the others and for the player himself."""
    state = play(rich(), f"place x2_1w{piece}")
    assert "x2_1w" not in spaces(state)
    state = others_pass(state)
    assert state.round == 1
    assert "x2_1w" not in spaces(state)


@pytest.mark.rule("russian", "R3.4")
def test_a_space_opens_again_in_the_next_round() -> None:
    """It is closed until the end of the round."""
    state = all_pass(play(turn(position()), "place x2_1w"))
    assert "x2_1w" in spaces(state)


@pytest.mark.rule("russian", "R3.4")
def test_the_shared_space_does_not_close() -> None:
    """Q5 The one exception."""
    state = play(turn(position()), "place rail_shared", "move kiev black")
    assert "rail_shared" in spaces(state)


# R3.5


@pytest.mark.rule("russian", "R3.5")
def test_a_space_that_cannot_be_completed_is_closed() -> None:
    """Q8 Three black moves need room for three."""
    near = board(position(), trans=(14,), petersburg=(9,), kiev=(8,))
    assert "rail_black_2w" not in spaces(turn(near))
    assert "rail_black_1w" in spaces(turn(near))
    assert "rail_black_2w" in spaces(turn(board(near, kiev=(7,))))


@pytest.mark.rule("russian", "R3.5")
def test_board_actions_cannot_be_given_up() -> None:
    """Q8 No part of them may lapse."""
    state = play(turn(position()), "place rail_black_2w", "move kiev black")
    assert not accepts(state, "lapse")
    assert not accepts(state, "pass")
    assert asked(play(state, "move kiev black", "move kiev black")) == 1


@pytest.mark.rule("russian", "R3.5")
def test_a_public_engineer_must_be_completed() -> None:
    """Q8 One grey and one brown move, and there are no brown rails."""
    state = board(position(row=(2, 7, 11, 3, 8, 12, 14)), trans=(5, 2))
    assert "engineer_public_1" not in spaces(turn(state))
    assert "engineer_public_2" in spaces(turn(state))
    assert "engineer_public_1" in spaces(turn(board(state, trans=(6, 3))))


@pytest.mark.rule("russian", "R3.5")
def test_a_public_engineer_cannot_be_given_up() -> None:
    """The grey move of a public engineer 11 is asked without a way out."""
    state = board(position(row=(2, 11, 7, 3, 8, 12, 14)), trans=(5, 2))
    assert not accepts(play(turn(state), "place engineer_public_1"), "lapse")


@pytest.mark.rule("russian", "R3.5")
def test_a_question_card_must_be_completed() -> None:
    """Q8 Two steps need a second factory, and the piles and the reserve are empty."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0), factories=(4,))
    state = turn(supply(board(state, markers=(6,)), lowest=10))
    state = play(state, "place rail_black_1w", "move petersburg black", "token card")
    assert offers(state, "card") == {"black_worker", "engineer", "loco9"}


# R3.6


@pytest.mark.rule("russian", "R3.6")
def test_an_own_engineer_may_lapse() -> None:
    """Q9, Q10 Wholly or in part, even if it could be done."""
    state = hand(board(position(), trans=(6, 3)), engineers=(15,))
    state = play(turn(state), "place own_15")
    assert asked(play(state, "lapse")) == 1
    state = play(state, "move kiev black", "lapse")
    assert asked(state) == 1
    assert rails(state, "kiev") == (2, 0, 0)


@pytest.mark.rule("russian", "R3.6")
def test_what_cannot_be_done_of_an_own_engineer_lapses() -> None:
    """Q9 One grey and one brown move without brown rails: the grey one is made."""
    state = hand(board(position(), trans=(5, 2)), engineers=(7,))
    state = play(turn(state), "place own_7", "move trans grey")
    state = play(state, "lapse") if asked(state) == 0 else state
    assert asked(state) == 1
    assert rails(state, "trans") == (5, 3, 0, 0, 0)


@pytest.mark.rule("russian", "R3.6")
def test_a_factory_may_lapse() -> None:
    """Q9, Q10 Two moves of any colour are given up; they do not come later."""
    state = play(turn(board(position(), factories=(7,), markers=(4,))), "place industry_1w", "step")
    state = play(state, "lapse")
    assert asked(state) == 1
    assert state.board(0).rails == board(position()).board(0).rails


@pytest.mark.rule("russian", "R3.6")
def test_a_token_may_lapse_in_part() -> None:
    """Q9 Of four moves one is made."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0))
    state = play(turn(state), "place rail_shared", "move petersburg black", "token rails4")
    state = play(state, "move kiev black", "lapse")
    assert asked(state) == 1
    assert rails(state, "kiev") == (2, 0, 0)


@pytest.mark.rule("russian", "R3.6")
def test_the_white_moves_may_lapse() -> None:
    """Q9 The white rail is there, but not yet on its line."""
    state = board(position(), trans=(14, 8, 6, 4))
    state = play(turn(state), "place rail_shared", "move trans black", "lapse")
    assert asked(state) == 1
    assert rails(state, "trans") == (15, 8, 6, 4, 0)


@pytest.mark.rule("russian", "R3.6")
def test_the_move_of_the_black_worker_may_lapse() -> None:
    """Q9, Q64 Two moves and an additional one, which is given up."""
    state = turn(hand(position(), black=True))
    state = play(state, "place rail_black_1w 0 0 1", "move kiev black")
    assert not accepts(state, "lapse")
    state = play(state, "move kiev black")
    assert asked(state) == 0
    assert asked(play(state, "lapse")) == 1


# R3.7


@pytest.mark.rule("russian", "R3.7")
def test_rails_gained_on_the_way_count() -> None:
    """Q11 One black and one grey move are possible if the first brings the grey rails."""
    assert "engineer_public_1" in spaces(turn(position(row=(4, 2, 5, 3, 7, 8, 11))))


@pytest.mark.rule("russian", "R3.7")
def test_without_them_the_action_is_closed() -> None:
    """The black rail of the Trans-Siberian cannot come to 6: no brown rails for the brown move."""
    state = board(position(row=(4, 7, 5, 3, 8, 11, 12)), trans=(5, 4))
    assert "engineer_public_1" not in spaces(turn(state))


@pytest.mark.rule("russian", "R3.7")
def test_factories_gained_on_the_way_count() -> None:
    """Q11 Three steps cross the second hole if factory 2 builds what fills it."""
    state = board(position(round_=7), factories=(2,), markers=(4,))
    assert "last_round" in spaces(turn(state))
    assert "last_round" not in spaces(turn(board(state, factories=(6,))))


@pytest.mark.rule("russian", "R3.7")
def test_steps_gained_on_the_way_do_not_pay_for_the_action() -> None:
    """The action has two steps of its own; those of factory 5 come on top and may lapse."""
    state = board(position(), factories=(5,), markers=(4,))
    assert "industry_2w" in spaces(turn(state))
    state = play(turn(state), "place industry_2w", "step")
    assert offers(state) == {"lapse"}
    assert state.board(0).markers == (5,)


@pytest.mark.rule("russian", "R3.7")
def test_moves_of_a_factory_count_for_the_rest() -> None:
    """Q11 The black move of the action is possible only while there is room for it."""
    state = board(position(), trans=(15,), petersburg=(9,), kiev=(9,), factories=(7,))
    assert "industry_2w_black" not in spaces(turn(board(state, markers=(4,))))
    assert "industry_2w_black" in spaces(turn(board(state, kiev=(8,), markers=(4,))))


@pytest.mark.rule("russian", "R3.7")
@pytest.mark.parametrize(("own", "roubles", "legal"), [(1, 0, True), (0, 1, False)])
def test_an_action_carried_out_again_counts(own: int, roubles: int, *, legal: bool) -> None:
    """Q11 Factory 3 builds the missing factory if `loco_1w` may be carried out again."""
    state = board(position(round_=7), factories=(3,), markers=(4,))
    state = turn(occupied(state, "loco_1w", own=own, roubles=roubles))
    assert ("last_round" in spaces(state)) == legal


@pytest.mark.rule("russian", "R3.7")
def test_a_token_gained_on_the_way_counts() -> None:
    """Q11 The second step can be taken by the second marker, which the token brings."""
    state = turn(supply(board(position(), factories=(6, 6, 6), markers=(9,)), lowest=6))
    assert "industry_2w" in spaces(state)
    state = play(state, "place industry_2w", "step")
    assert offers(state) == {"token second_marker"}
    state = play(state, "token second_marker", "step 1")
    assert state.board(0).markers == (10, 1)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R3.7")
def test_without_a_token_on_the_way_the_action_is_closed() -> None:
    """Q11 The ? space has been used, and the second marker stands behind the first."""
    state = board(position(), factories=(6, 6, 6), markers=(10, 9), tokens=("second_marker",))
    assert "industry_1w" not in spaces(turn(state))
    assert "industry_2w" not in spaces(turn(board(state, markers=(10, 8))))


@pytest.mark.rule("russian", "R3.7")
def test_a_card_and_its_factory_count() -> None:
    """Q11 `factory_plus` fills the fourth hole with a factory 2, and that fills the fifth."""
    state = board(position(), factories=(6, 6, 6), markers=(9,))
    state = turn(supply(state, lowest=2, question_cards=("factory_plus",)))
    state = play(state, "place industry_2w", "step")
    assert offers(state, "token") == {"second_marker", "card"}
    state = play(state, "token card", "card factory_plus", "factory pile 2 3", "step")
    assert offers(state) == {"factory pile 2 4"}
    state = play(state, "factory pile 2 4", "step", "ten", "step")
    assert state.board(0).markers == (13,)


# R3.8


@pytest.mark.rule("russian", "R3.8")
def test_a_move_must_leave_the_rest_possible() -> None:
    """Q12 The black move has to bring the grey rails, so it cannot go to another line."""
    state = turn(position(row=(4, 2, 5, 3, 7, 8, 11)))
    state = play(state, "place engineer_public_1")
    assert offers(state) == {"move trans black"}
    state = play(state, "move trans black")
    assert offers(state) == {"move trans grey"}


@pytest.mark.rule("russian", "R3.8")
def test_effects_in_between_must_leave_the_rest_possible() -> None:
    """Q12 Factory 2 must build a factory here: the third step needs it."""
    state = board(position(round_=7), factories=(2,), markers=(4,))
    state = play(turn(state), "place last_round", "step")
    assert offers(state) == {"factory pile 2 1"}
    state = play(state, "factory pile 2 1", "step", "step")
    assert state.board(0).markers == (7,)


@pytest.mark.rule("russian", "R3.8")
def test_an_effect_may_not_use_up_the_last_room() -> None:
    """Q12 Factory 7 could move the rail that the action has to move."""
    state = board(position(), trans=(15,), petersburg=(9,), kiev=(8,), factories=(7,))
    state = play(turn(board(state, markers=(4,))), "place industry_2w_black", "step")
    assert "move kiev black" not in offers(state)
    assert "move trans grey" in offers(state)


@pytest.mark.rule("russian", "R3.8")
def test_the_step_of_a_factory_may_not_use_up_the_last_step() -> None:
    """Q12 The second step of the action needs the space that factory 5 would lead to."""
    state = board(position(), factories=(5, 4), markers=(4,))
    state = play(turn(state), "place industry_2w", "step")
    assert "step" in offers(state)
    state = play(state, "step", "step")
    assert state.board(0).markers == (7,)


def between() -> State:
    """Three black moves; the first has brought a token, and there is room for three more."""
    state = board(position(), trans=(15,), petersburg=(5,), kiev=(9,), locomotives=(1, 0, 6, 0))
    return play(turn(state), "place rail_black_2w", "move petersburg black")


@pytest.mark.rule("russian", "R3.8")
def test_a_token_must_leave_the_rest_possible() -> None:
    """Q12 Of the four moves of the token only one may be black: the action needs two."""
    state = play(between(), "token rails4", "move petersburg black")
    assert "move petersburg black" not in offers(state)
    state = play(state, "lapse", "move petersburg black", "move petersburg black")
    assert asked(state) == 1


@pytest.mark.rule("russian", "R3.8")
def test_a_card_must_leave_the_rest_possible() -> None:
    """Q12 The black move of `four_small` fits, a second one does not."""
    state = play(between(), "token card", "card four_small", "step", "move petersburg black")
    assert offers(state, "repeat") == {"x2", "step"}


# R3.9


@pytest.mark.rule("russian", "R3.9")
@pytest.mark.parametrize("order", [("step", "move kiev black"), ("move kiev black", "step")])
def test_parts_in_any_order(order: tuple[str, str]) -> None:
    """Q13 The step first or the black move."""
    state = play(turn(position()), "place industry_2w_black", *order)
    assert state.board(0).markers == (1,)
    assert rails(state, "kiev") == (2, 0, 0)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R3.9")
def test_moves_of_different_colours_may_alternate() -> None:
    """Q13 Black, grey, black, grey."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0))
    state = play(turn(state), "place rail_shared", "move petersburg black", "token rails4")
    state = play(state, "move trans black", "move trans grey", "move trans black")
    state = play(state, "move trans grey")
    assert rails(state, "trans") == (3, 2, 0, 0, 0)
    assert asked(state) == 1


# R3.10


@pytest.mark.rule("russian", "R3.10")
def test_a_factory_comes_before_the_next_step() -> None:
    """Q14 The marker waits on the factory until its moves are made."""
    state = board(position(), factories=(7,), markers=(4,))
    state = play(turn(state), "place industry_2w", "step")
    assert not accepts(state, "step")
    state = play(state, "move trans black", "move trans black")
    assert offers(state) == {"step"}
    assert play(state, "step").board(0).markers == (6,)


@pytest.mark.rule("russian", "R3.10")
def test_a_question_space_comes_before_the_next_move() -> None:
    """Q14 A token is chosen before the remaining moves."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0))
    state = play(turn(state), "place rail_black_2w", "move petersburg black")
    assert {line.split()[0] for line in offers(state)} == {"token"}
    state = play(state, "token x2_3")
    assert state.board(0).x2 == 3
    assert asked(state) == 0
    assert "move kiev black" in offers(state)


@pytest.mark.rule("russian", "R3.10")
def test_a_terminus_and_a_worker_come_at_once() -> None:
    """Q14 Points and worker are there while the action goes on."""
    state = board(position(), petersburg=(8,), kiev=(6,))
    state = play(turn(state), "place rail_black_2w", "move petersburg black")
    assert score(state) == 10
    state = play(state, "move kiev black")
    assert magnate(state).workers == 5 - 2 + 1
    assert asked(state) == 0


@pytest.mark.rule("russian", "R3.10")
def test_all_that_one_placement_sets_off_follows() -> None:
    """Q14 One locomotive brings the worker of the Trans-Siberian and two tokens, one by one."""
    state = board(
        position(), trans=(6, 4, 3), petersburg=(6,), locomotives=(2, 0, 0, 0), worked=False
    )
    state = play(turn(supply(state, lowest=6)), "place loco_1w")
    state = play(state, "locomotive 2", "token revaluation")
    assert asked(state) == 0
    state = play(state, "token kiev_medal")
    assert used_tokens(state) == {"revaluation", "kiev_medal"}
    assert asked(state) == 1


@pytest.mark.rule("russian", "R3.10")
def test_worker_and_token_of_one_placement() -> None:
    """Q14 A chain that serves Trans-Siberian 3 and St Petersburg 4 brings both."""
    state = board(
        position(),
        trans=(6, 4, 3),
        petersburg=(4,),
        locomotives=(2, 0, 3, 0),
        worked=False,
    )
    state = play(turn(supply(state, lowest=4)), "place loco_1w", "locomotive 2")
    assert magnate(state).workers == 4
    state = play(state, "locomotive 1")
    assert magnate(play(state, "token revaluation")).workers == 5
    assert asked(play(state, "token revaluation")) == 1


# R3.11


@pytest.mark.rule("russian", "R3.11")
def test_the_chain_of_locomotives_comes_first() -> None:
    """Q15 The token is chosen when the displaced locomotive has its place."""
    state = board(position(), petersburg=(4,), locomotives=(1, 0, 3, 0))
    state = play(turn(supply(state, lowest=4)), "place loco_1w", "locomotive 2")
    assert not offers(state, "token")
    assert offers(state, "locomotive") == {"0", "1", "3"}
    state = play(state, "locomotive 3")
    assert offers(state, "token")
    assert state.board(0).locomotives == (1, 0, 4, 3)


@pytest.mark.rule("russian", "R3.11")
def test_a_worker_waits_for_the_end_of_the_chain() -> None:
    """Q15 It comes when all locomotives stand."""
    state = board(position(), trans=(6, 4, 3), locomotives=(2, 0, 0, 0), worked=False)
    state = play(turn(supply(state, lowest=3)), "place loco_1w", "locomotive 0")
    assert not [one for one in told(state, Gained) if one.piece == "worker"]
    state = play(state, "locomotive 2")
    assert [one for one in told(state, Gained) if one.piece == "worker"]


@pytest.mark.rule("russian", "R3.4")
def test_pieces_of_another_player_close_a_space() -> None:
    """Whoever they belong to."""
    assert "loco_1w" not in spaces(turn(occupied(position(), "loco_1w", 3, roubles=1)))
