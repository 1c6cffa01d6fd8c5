"""R12 ? cards and bonus cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

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
    rails,
    refused,
    score,
    scoring,
    spaces,
    supply,
    told,
    turn,
    used_tokens,
    verbs,
)
from trainshed.core import Match, Seat, loads
from trainshed.games.russian import GAME
from trainshed.games.russian.actions import Revealed
from trainshed.games.russian.box import BOX
from trainshed.games.russian.state import Options, State

RECORD = Path(__file__).parents[2] / "records/russian-2-greedy.record"
CARDS = {"four_small", "engineer", "factory_plus", "black_worker", "loco9"}
PILE = ("x2", "lines", "factories", "engineers")
LINES = ("trans", "petersburg", "kiev")
ENDS = {"trans": (15,), "petersburg": (9,), "kiev": (9,)}


def question(*, options: Options | None = None) -> State:
    """Seat 0 is about to get the ? space of St Petersburg 4 with `rail_shared`."""
    state = position(pile=PILE, options=options)
    return board(state, petersburg=(3,), locomotives=(1, 0, 4, 0), markers=(1,))


def card(state: State, *lines: str) -> State:
    """He has chosen the token `card` and plays on."""
    return play(turn(state), "place rail_shared", "move petersburg black", "token card", *lines)


def ninth(*, options: Options | None = None, pile: tuple[str, ...] = PILE) -> State:
    """Seat 0 is about to enter factory 9 with `industry_1w`."""
    return board(position(pile=pile, options=options), factories=(9,), markers=(4,))


def entered(state: State, *lines: str) -> State:
    """He has entered factory 9 and plays on."""
    return play(turn(state), "place industry_1w", "step", *lines)


# ? cards


@pytest.mark.rule("russian", "R12.1")
def test_the_token_gives_first_a_question_card_and_then_a_bonus_card() -> None:
    """Both are chosen (Q35)."""
    state = card(question())
    assert offers(state, "card") == CARDS
    state = play(state, "card engineer")
    assert offers(state, "take") == set(PILE)
    state = play(state, "take lines")
    assert magnate(state).cards == ("lines",)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R12.1")
def test_a_question_card_is_removed_from_the_game() -> None:
    """Nobody else can choose it."""
    state = board(question(), 1, petersburg=(3,), locomotives=(1, 0, 4, 0))
    state = card(state, "card engineer", "take lines")
    assert set(state.question_cards) == CARDS - {"engineer"}
    state = play(state, "place rail_shared", "move petersburg black", "token card")
    assert offers(state, "card") == CARDS - {"engineer"}


@pytest.mark.rule("russian", "R12.1")
def test_the_question_card_is_carried_out_before_the_bonus_card_is_taken() -> None:
    """Its steps come first."""
    state = card(question(), "card factory_plus")
    assert verbs(state) <= {"step", "factory"}
    state = play(state, "step", "step", "factory pile 2 0")
    assert verbs(state) == {"take", "ten"}


@pytest.mark.rule("russian", "R12.2")
@pytest.mark.parametrize(
    ("change", "closed"),
    [
        (partial(board, x2=8), "four_small"),
        (partial(supply, x2=0), "four_small"),
        (partial(board, markers=(14,), factories=(1,) * 5), "factory_plus"),
        (partial(board, locomotives=(9, 9, 9, 9)), "loco9"),
    ],
)
def test_a_card_that_cannot_be_completed_is_not_offered(
    change: Callable[[State], State], closed: str
) -> None:
    """No place for x2, no room for two steps, no slot for a locomotive (Q35, Q53)."""
    state = question()
    if closed == "loco9":
        state = board(state, petersburg=(9,), trans=(12,), reached=("petersburg4", "petersburg6"))
        state = play(turn(change(state)), "place rail_shared", "move trans black", "token card")
    else:
        state = card(change(state))
    assert offers(state, "card") == CARDS - {closed}
    assert refused(state, f"card {closed}") in {"R12.2", None}


@pytest.mark.rule("russian", "R12.2")
def test_without_a_card_the_bonus_card_follows_nevertheless() -> None:
    """The only card left needs an x2 place (Q36)."""
    state = board(supply(question(), question_cards=("four_small",)), x2=8)
    state = card(state)
    if verbs(state) == {"lapse"}:
        state = play(state, "lapse")
    assert offers(state, "take") == set(PILE)
    state = play(state, "take x2")
    assert state.question_cards == ("four_small",)
    assert used_tokens(state) == {"card"}


@pytest.mark.rule("russian", "R12.2")
def test_a_card_must_be_completed() -> None:
    """Nothing of it lapses."""
    state = card(question(), "card factory_plus", "step")
    assert "lapse" not in offers(state)
    state = card(question(), "card four_small")
    assert "lapse" not in offers(state)


# four_small


def small(state: State, *, x2: bool = True) -> State:
    """The three parts are done: a step, a black move and the x2 token."""
    state = card(state, "card four_small", "step", "move kiev black")
    return play(state, "x2") if x2 and "x2" in verbs(state) else state


@pytest.mark.rule("russian", "R12.3")
def test_four_small_is_three_things_and_one_of_them_again() -> None:
    """One x2 token, one step, one black move."""
    state = small(question())
    assert offers(state) == {"repeat x2", "repeat step", "repeat black"}
    assert (state.board(0).x2, state.board(0).markers) == (1, (2,))
    assert rails(state, "kiev")[0] == 2


@pytest.mark.rule("russian", "R12.3")
def test_the_repeated_thing_is_the_only_one() -> None:
    """Then the bonus card is taken."""
    twice = play(small(question()), "repeat x2")
    assert twice.board(0).x2 == 2
    assert verbs(twice) == {"take", "ten"}
    steps = play(small(question()), "repeat step")
    steps = play(steps, "step") if verbs(steps) == {"step"} else steps
    assert steps.board(0).markers == (3,)
    assert verbs(steps) == {"take", "ten"}
    black = play(small(question()), "repeat black")
    assert offers(black) == {f"move {line} black" for line in LINES}
    black = play(black, "move kiev black")
    assert rails(black, "kiev")[0] == 3
    assert verbs(black) == {"take", "ten"}


@pytest.mark.rule("russian", "R12.3")
def test_the_parts_come_in_any_order_and_the_repetition_last() -> None:
    """A move before the step (Q37)."""
    state = card(question(), "card four_small")
    assert {"move", "step"} <= verbs(state)
    state = play(state, "move trans black")
    assert "repeat" not in verbs(state)
    assert "move" not in verbs(state)
    assert verbs(play(state, "step")) == {"repeat"}


@pytest.mark.rule("russian", "R12.3")
def test_four_small_needs_a_step_and_a_black_move() -> None:
    """An empty hole ahead, or all black rails at their ends, close the card."""
    assert "four_small" not in offers(card(board(question(), markers=(4,))), "card")
    state = board(question(), kiev=(9,), petersburg=(9,), trans=(12,), locomotives=(9, 4, 1, 1))
    state = play(turn(state), "place rail_shared", "move trans black", "token card")
    assert "four_small" in offers(state, "card")
    state = board(question(), trans=(15, 14, 13, 12, 11), petersburg=(9, 8, 7, 6), kiev=(9, 8, 7))
    state = board(state, factories=(1, 4, 6), markers=(9,), reached=())
    state = play(turn(state), "place industry_1w", "step", "token card")
    assert "four_small" not in offers(state, "card")


@pytest.mark.rule("russian", "R12.3")
@pytest.mark.parametrize(
    ("change", "missing"),
    [
        (partial(board, x2=7), "repeat x2"),
        (partial(supply, x2=1), "repeat x2"),
        (partial(board, markers=(3,)), "repeat step"),
    ],
)
def test_only_what_is_possible_can_be_repeated(
    change: Callable[[State], State], missing: str
) -> None:
    """The last x2 place is filled, or an empty hole is ahead."""
    offered = offers(small(change(question())))
    assert offered == {"repeat x2", "repeat step", "repeat black"} - {missing}


# The other cards


@pytest.mark.rule("russian", "R12.4")
def test_the_engineer_and_his_rouble_can_be_used_in_the_next_turn() -> None:
    """Number 1 is an own engineer like others (Q67)."""
    state = card(hand(question(), workers=1, roubles=0), "card engineer", "ten")
    assert (magnate(state).engineers, magnate(state).roubles) == ((1,), 1)
    assert asked(state) == 1
    state = others_pass(state)
    assert "own_1 1" in offers(state, "place")
    state = play(state, "place own_1 1", "move kiev black", "move kiev black")
    assert rails(state, "kiev")[0] == 3


@pytest.mark.rule("russian", "R12.5")
def test_factory_plus_is_a_factory_and_two_steps() -> None:
    """In any order; the new factory works at once."""
    state = supply(board(question(), markers=(3,)), reserve=(6,))
    state = card(state, "card factory_plus")
    assert {"step", "factory"} <= verbs(state)
    state = play(state, "step")
    assert verbs(state) == {"factory"}
    state = play(state, "factory reserve 6 0", "step")
    assert state.board(0).factories == (6,)
    assert state.board(0).markers == (5,)
    assert magnate(state).roubles == 2
    assert verbs(state) == {"take", "ten"}


@pytest.mark.rule("russian", "R12.5")
def test_the_factory_of_factory_plus_opens_the_way() -> None:
    """The marker stands before the empty hole: first the factory, then the steps."""
    state = card(board(question(), markers=(4,)), "card factory_plus")
    assert verbs(state) == {"factory"}
    state = play(supply(state, reserve=(6,)), "factory reserve 6 0", "step", "step")
    assert state.board(0).markers == (6,)


@pytest.mark.rule("russian", "R12.6")
def test_loco9_is_placed_with_all_that_follows() -> None:
    """It displaces the 1, which goes on to a free slot, and the piles stay as they are."""
    state = card(question(), "card loco9")
    assert verbs(state) == {"locomotive"}
    piles = state.piles
    state = play(state, "locomotive 0")
    assert verbs(state) == {"locomotive"}
    assert "retire" not in offers(state)
    state = play(state, "locomotive 1")
    assert state.board(0).locomotives[:2] == (9, 1)
    assert state.piles == piles
    assert verbs(state) == {"take", "ten"}


@pytest.mark.rule("russian", "R12.6")
def test_loco9_sets_off_what_it_reaches() -> None:
    """St Petersburg 6 gives a second token, before the bonus card."""
    state = board(question(), trans=(12,), petersburg=(7,), locomotives=(9, 4, 0, 1), reached=())
    state = board(state, trans=(12,), reached=())
    state = play(turn(state), "place rail_shared", "move trans black", "token card", "card loco9")
    state = play(state, "locomotive 2")
    assert verbs(state) == {"token"}
    state = play(state, "token kiev_medal", "token x2_3")
    assert verbs(state) == {"take", "ten"}


@pytest.mark.rule("russian", "R12.6")
def test_with_all_slots_filled_a_displaced_locomotive_may_become_a_factory() -> None:
    """As with any other locomotive."""
    state = card(board(question(), locomotives=(3, 2, 4, 1)), "card loco9", "locomotive 0")
    assert offers(state) == {"locomotive 1", "locomotive 3", "retire"}
    state = play(state, "retire")
    assert state.reserve == (3,)
    assert state.board(0).locomotives == (9, 2, 4, 1)


@pytest.mark.rule("russian", "R12.7")
def test_the_black_worker_is_one_more_worker_for_the_rest_of_the_game() -> None:
    """In this round and in every other one."""
    state = card(question(), "card black_worker", "ten")
    assert magnate(state).black == 1
    assert magnate(state).staff == 5
    state = play(others_pass(state), "place x2_1w 0 0 1")
    assert magnate(state).black == 0
    state = all_pass(state)
    assert (magnate(state).black, magnate(state).workers) == (1, 5)


# The black worker


def black(*engineers: int, **lines: tuple[int, ...]) -> State:
    """Seat 0 has the black worker, and the rails black, grey and brown."""
    rails_ = {"trans": (9, 5, 2), "petersburg": (1,), "kiev": (1,), **lines}
    state = board(
        position(row=(5, 2, 13)),
        trans=rails_["trans"],
        petersburg=rails_["petersburg"],
        kiev=rails_["kiev"],
        markers=(1,),
        worked=True,
    )
    return hand(state, engineers=engineers, black=True, roubles=3)


MORE = [
    ("rail_black_1w 0 0 1", 2),
    ("rail_black_2w 0 0 1", 3),
    ("rail_black_2w 1 0 1", 3),
    ("rail_shared 0 0 1", 1),
    ("rail_any2 1 0 1", 2),
    ("industry_2w_black 0 0 1", 1),
    ("own_1 0 0 1", 2),
    ("own_3 0 0 1", 1),
    ("own_4 0 0 1", 1),
    ("own_6 0 0 1", 2),
    ("own_15 0 0 1", 2),
    ("engineer_public_2 0 0 1", 1),
]


@pytest.mark.rule("russian", "R12.8")
@pytest.mark.parametrize(("payment", "moves"), MORE)
def test_the_black_worker_adds_a_black_move(payment: str, moves: int) -> None:
    """Where black is named, or black or grey, or any colour; on engineers too (Q63)."""
    state = play(turn(black(1, 3, 4, 6, 15)), f"place {payment}")
    state = play(state, "step") if "step" in verbs(state) else state
    for _ in range(moves + 1):
        assert asked(state) == 0
        state = play(state, "move kiev black")
    assert asked(state) == 1
    assert rails(state, "kiev")[0] == 2 + moves


@pytest.mark.rule("russian", "R12.8")
@pytest.mark.parametrize("payment", ["own_2 0 0 1", "engineer_public_1 0 0 1"])
@pytest.mark.parametrize(
    "moves",
    [
        ["kiev black", "kiev black", "trans grey"],
        ["trans grey", "kiev black", "trans black"],
        ["trans black", "trans grey", "trans black"],
    ],
)
def test_engineer_2_has_two_black_moves_and_a_grey_one(payment: str, moves: list[str]) -> None:
    """As his own and as a public engineer, in any order (Q63)."""
    state = black() if "public" in payment else black(2)
    state = play(turn(state), f"place {payment}")
    for line in moves:
        assert asked(state) == 0
        state = play(state, f"move {line}")
    assert asked(state) == 1


@pytest.mark.rule("russian", "R12.8")
@pytest.mark.parametrize("payment", [line.removesuffix(" 0 0 1") for line, _ in MORE[:1]])
def test_other_pieces_add_no_move(payment: str) -> None:
    """Two moves for a worker or a rouble, though the black worker is in hand."""
    for pay in ("", " 1"):
        state = play(turn(black()), f"place {payment}{pay}", *["move kiev black"] * 2)
        assert asked(state) == 1


@pytest.mark.rule("russian", "R12.8")
@pytest.mark.parametrize(
    ("payment", "colour"),
    [("rail_grey_1w 0 0 1", "grey"), ("rail_brown_1w 0 0 1", "brown"), ("own_7 0 0 1", "grey")],
)
def test_actions_without_a_black_move_get_none(payment: str, colour: str) -> None:
    """Grey and brown moves only."""
    state = play(turn(black(7)), f"place {payment}")
    assert "black" not in {line.split()[1] for line in offers(state, "move")}
    state = play(state, f"move trans {colour}")
    assert "black" not in {line.split()[1] for line in offers(state, "move") if asked(state) == 0}


@pytest.mark.rule("russian", "R12.8")
@pytest.mark.parametrize("payment", ["industry_1w 0 0 1", "own_9 0 0 1"])
def test_steps_without_a_black_move_get_none(payment: str) -> None:
    """The action is over with its step."""
    state = play(turn(black(9)), f"place {payment}")
    assert verbs(state) - {"lapse"} == {"step"}
    assert asked(play(state, "step")) == 1


def colours(state: State) -> set[str]:
    """The colours that may be moved now."""
    return {line.split()[1] for line in offers(state, "move")} if asked(state) == 0 else set()


@pytest.mark.rule("russian", "R12.8")
def test_the_additional_move_may_come_last() -> None:
    """After the grey move of `rail_shared`, or before the step of an industry space (Q64)."""
    state = play(turn(black()), "place rail_shared 0 0 1", "move trans grey")
    assert colours(state) == {"black"}
    state = play(turn(black()), "place industry_2w_black 0 0 1", *["move kiev black"] * 2)
    assert verbs(state) == {"step"}


@pytest.mark.rule("russian", "R12.8")
@pytest.mark.parametrize(
    ("payment", "grey"), [("rail_shared 0 0 1", 1), ("rail_any2 1 0 1", 2), ("own_3 0 0 1", 1)]
)
def test_the_additional_move_may_come_first(payment: str, grey: int) -> None:
    """The black rail makes way, and the grey one follows with the moves of the action (Q64)."""
    state = play(turn(black(3, trans=(5, 3))), f"place {payment}", "move trans black")
    for _ in range(grey):
        assert "grey" in colours(state)
        state = play(state, "move trans grey")
    assert asked(state) == 1


@pytest.mark.rule("russian", "R12.8")
def test_the_additional_move_may_lapse() -> None:
    """The others may not (Q64)."""
    state = play(turn(black()), "place rail_black_1w 0 0 1", "move kiev black")
    assert "lapse" not in offers(state)
    state = play(state, "move kiev black")
    assert "lapse" in offers(state)
    assert asked(play(state, "lapse")) == 1


FREE = [
    ("rail_shared 0 0 1", ["kiev black"]),
    ("rail_any2 1 0 1", ["kiev black", "kiev black"]),
    ("rail_any2 1 0 1", ["kiev black", "trans grey"]),
    ("rail_any2 1 0 1", ["trans grey", "kiev black"]),
    ("engineer_public_1 0 0 1", ["kiev black"]),
    ("engineer_public_2 0 0 1", ["kiev black", "kiev black"]),
    ("engineer_public_2 0 0 1", ["kiev black", "trans grey"]),
]
"""Engineer 3 has a move of any colour, engineer 6 one and a black one."""


@pytest.mark.rule("russian", "R12.8")
@pytest.mark.parametrize(("payment", "moves"), FREE)
def test_the_printed_moves_are_enough_whichever_comes_first(payment: str, moves: list[str]) -> None:
    """Nobody need say which black move was the additional one (Q64)."""
    state = replace(black(), row=(4, 3, 6, 7, 8, 11, 12))
    state = play(turn(state), f"place {payment}")
    for line in moves:
        assert "lapse" not in offers(state)
        state = play(state, f"move {line}")
    assert asked(state) == 0
    assert asked(play(state, "lapse")) == 1


@pytest.mark.rule("russian", "R12.8")
def test_a_black_move_leaves_the_colours_of_the_printed_one_open() -> None:
    """If it was the additional one, the move of the action may still be grey (Q64)."""
    state = play(turn(black(trans=(5, 3))), "place rail_shared 0 0 1", "move trans black")
    assert colours(state) == {"black", "grey"}
    assert asked(play(state, "move trans grey")) == 1
    state = play(turn(black(trans=(5, 3))), "place rail_any2 1 0 1", *["move trans black"] * 2)
    assert {"black", "grey"} <= colours(state)


@pytest.mark.rule("russian", "R12.8")
def test_there_is_one_additional_move_and_it_is_black() -> None:
    """Two grey moves cannot be made of one move and the additional one (Q64)."""
    state = play(turn(black(trans=(9, 3))), "place rail_shared 0 0 1", "move trans grey")
    assert colours(state) == {"black"}


@pytest.mark.rule("russian", "R12.8")
def test_the_additional_move_need_not_be_possible() -> None:
    """The black rails have two spaces left for two moves."""
    state = black(trans=(13, 5, 2), petersburg=(9,), kiev=(9,))
    state = play(turn(state), "place rail_black_1w 0 0 1", *["move trans black"] * 2)
    while asked(state) == 0:
        state = play(state, "lapse")
    assert rails(state, "trans")[0] == 15


@pytest.mark.rule("russian", "R12.8")
def test_the_additional_move_may_make_the_rest_possible() -> None:
    """It brings the ? space whose second marker can take the step (Q64)."""
    state = position(row=(5, 13, 4))
    state = board(state, petersburg=(2,), locomotives=(1, 0, 4, 0), markers=(4,))
    state = turn(hand(state, black=True))
    offered = {line for line in offers(state, "place") if line.startswith("engineer_public_1")}
    assert offered == {"engineer_public_1 0 0 1"}
    state = play(state, "place engineer_public_1 0 0 1", *["move petersburg black"] * 2)
    assert asked(play(state, "token second_marker", "step 1")) == 1


@pytest.mark.rule("russian", "R12.9")
def test_a_repetition_has_no_additional_move() -> None:
    """Engineer 12 is paid with the black worker, two black moves are repeated (Q65)."""
    state = occupied(black(12), "rail_black_1w")
    state = play(turn(state), "place own_12 0 0 1", "again rail_black_1w", "move kiev black")
    assert asked(play(state, "move kiev black")) == 1


@pytest.mark.rule("russian", "R12.9")
def test_an_exchange_has_no_additional_move() -> None:
    """The black worker comes to `rail_black_1w` for a claim (Q65)."""
    state = occupied(occupied(black(), "rail_black_1w"), "x2_1w")
    before = state.board(0)
    state = play(turn(state), "place turn_order_2 0 0 1", "swap rail_black_1w")
    assert asked(state) == 1
    assert state.board(0) == before


@pytest.mark.rule("russian", "R12.9")
def test_moves_set_off_by_a_factory_have_no_additional_one() -> None:
    """Factory 7 gives two (Q65)."""
    state = board(black(), factories=(7,), markers=(4,))
    state = play(turn(state), "place industry_1w 0 0 1", "step", *["move kiev black"] * 2)
    assert asked(state) == 1
    assert rails(state, "kiev")[0] == 3


@pytest.mark.rule("russian", "R12.9")
def test_moves_set_off_by_a_token_have_no_additional_one() -> None:
    """The locomotive paid with the black worker reaches a ? space (Q65)."""
    state = board(supply(black(), lowest=4), petersburg=(4,), reached=())
    state = play(turn(state), "place loco_1w 0 0 1", "locomotive 2", "token rails4")
    state = play(state, *["move kiev black"] * 4)
    assert asked(state) == 1


# Bonus cards


@pytest.mark.rule("russian", "R12.10")
def test_a_bonus_card_of_the_players_choice_or_ten_points() -> None:
    """With factory 9 (Q52)."""
    state = entered(ninth())
    assert {"ten", *(f"take {name}" for name in PILE)} <= offers(state)
    taken = play(state, "take factories")
    assert magnate(taken).cards == ("factories",)
    assert set(taken.pile) == set(PILE) - {"factories"}
    assert score(taken) == 0
    ten = play(state, "ten")
    assert (score(ten), magnate(ten).cards, ten.pile) == (10, (), PILE)


@pytest.mark.rule("russian", "R12.10")
def test_the_token_card_has_the_same_choice() -> None:
    """Ten points at once instead of the card (Q52)."""
    state = card(question(), "card engineer", "ten")
    assert (score(state), magnate(state).cards) == (10, ())


@pytest.mark.rule("russian", "R12.10")
def test_with_an_empty_pile_ten_points_are_scored() -> None:
    """By factory and by token (Q98)."""
    state = entered(ninth(pile=()))
    state = play(state, "ten") if asked(state) == 0 else state
    assert score(state) == 10
    state = card(supply(question(), pile=()), "card engineer")
    state = play(state, "ten") if asked(state) == 0 else state
    assert score(state) == 10


@pytest.mark.rule("russian", "R12.11")
def test_bonus_cards_lie_face_down() -> None:
    """Only their owner sees what they are, unless a house option says otherwise (Q79, Q80)."""
    state = entered(ninth(), "take factories")
    assert GAME.view(state, Seat(0)).magnates[0].cards == ("factories",)
    for reader in (Seat(1), None):
        seen = GAME.view(state, reader)
        assert "factories" not in seen.magnates[0].cards
        assert seen.hidden


@pytest.mark.rule("russian", "R12.11")
def test_others_see_how_many_cards_a_player_has() -> None:
    """The backs lie on the table."""
    state = turn(hand(position(options=Options(bonus_pile="closed")), cards=("factories", "x2")))
    assert len(GAME.view(state, Seat(1)).magnates[0].cards) == 2


@pytest.mark.rule("russian", "R12.11")
def test_with_a_closed_pile_the_line_of_a_taken_card_is_masked() -> None:
    """Others read that a card was taken, not which."""
    state = entered(ninth(options=Options(bonus_pile="closed")))
    taken = GAME.read("take factories")
    assert GAME.seen(taken, state, Seat(0)) == taken
    for reader in (Seat(1), Seat(3), None):
        assert "factories" not in str(GAME.seen(taken, state, reader))
    ten = GAME.read("ten")
    assert GAME.seen(ten, state, Seat(1)) == ten


@pytest.mark.rule("russian", "R12.11")
def test_no_news_of_a_taken_card_tells_others_which() -> None:
    """With a closed pile."""
    state = entered(ninth(options=Options(bonus_pile="closed")))
    after = play(state, "take factories")
    for news in after.news:
        assert "factories" not in str(GAME.seen(news, after, Seat(1)))
    assert "factories" not in str(GAME.view(after, Seat(1)).news)


@pytest.mark.rule("russian", "R12.11")
def test_the_cards_of_others_do_not_show_in_the_points() -> None:
    """What a reader can compute from his view does not depend on them."""
    closed = Options(bonus_pile="closed")
    views = [
        GAME.view(entered(ninth(options=closed), f"take {name}"), Seat(1))
        for name in ("factories", "engineers")
    ]
    assert GAME.scores(views[0]) == GAME.scores(views[1])
    assert GAME.encode(views[0]) == GAME.encode(views[1])


@pytest.mark.rule("russian", "R12.11")
def test_several_bonus_cards_all_count() -> None:
    """At the end of the game (Q80)."""
    state = hand(position(round_=7, pile=("flat15", "lines")), cards=("flat15", "lines"))
    state = scoring(board(state, kiev=(9,), locomotives=(1, 0, 0, 0)))
    assert magnate(state).score == 15 + 10


@pytest.mark.rule("russian", "R12.11")
def test_bonus_cards_are_shown_at_the_end() -> None:
    """Then everybody sees them."""
    state = hand(position(round_=7, options=Options(bonus_pile="closed")), cards=("lines",))
    state = scoring(state)
    assert state.over
    assert GAME.view(state, Seat(1)).magnates[0].cards == ("lines",)


@pytest.mark.rule("russian", "R12.12")
def test_an_open_pile_shows_what_everybody_has() -> None:
    """Whoever knows the cards that are left knows the others: nothing is hidden (Q79)."""
    house = Options(bonus_pile="open")
    state = entered(ninth(options=house))
    taken = GAME.read("take factories")
    assert GAME.seen(taken, state, Seat(1)) == taken
    assert GAME.view(play(state, "take factories"), None).magnates[0].cards == ("factories",)
    assert GAME.view(state, None) is state


@pytest.mark.rule("russian", "R12.12")
def test_the_pile_is_closed_unless_a_game_says_otherwise() -> None:
    """Cards are kept face down; games begun under the first laws go on with an open pile (Q79)."""
    assert Options() == Options(bonus_pile="closed")
    assert GAME.recorded_options({}, 2) == Options(bonus_pile="closed")
    assert GAME.recorded_options({}, 1) == Options(bonus_pile="open")
    assert GAME.recorded_options({"bonus_pile": "closed"}, 1) == Options(bonus_pile="closed")
    assert GAME.recorded_options({"bonus_pile": "open"}, 2) == Options(bonus_pile="open")


@pytest.mark.rule("russian", "R12.12")
def test_a_record_that_does_not_name_the_option_replays_as_before() -> None:
    """Under the first laws it meant an open pile."""
    text = RECORD.read_text(encoding="utf-8")
    named = loads(text)
    unnamed = loads(text.replace('[options]\nbonus_pile = "open"\n', ""))
    assert unnamed.options == {}
    matches = [Match.replay(GAME, record, at=90) for record in (named, unnamed)]
    assert matches[0].state == matches[1].state
    assert matches[1].record(Seat(1)).lines == named.lines[:90]


@pytest.mark.rule("russian", "R12.12")
@pytest.mark.parametrize("reader", [0, 1, None])
def test_an_open_pile_is_seen_by_everybody(reader: int | None) -> None:
    """At any time, as a house option (Q79)."""
    state = turn(position(pile=PILE, options=Options(bonus_pile="open")))
    assert GAME.view(state, None if reader is None else Seat(reader)).pile == PILE


@pytest.mark.rule("russian", "R12.12")
@pytest.mark.parametrize("reader", [0, 1, None])
def test_a_closed_pile_is_seen_by_nobody_as_a_rule(reader: int | None) -> None:
    """Its number of cards is no secret (Q79)."""
    state = turn(position(pile=PILE, options=Options(bonus_pile="closed")))
    seen = GAME.view(state, None if reader is None else Seat(reader))
    assert not set(PILE) & set(seen.pile)
    assert len(seen.pile) == len(PILE)
    assert seen.hidden


@pytest.mark.rule("russian", "R12.12")
def test_who_has_looked_through_the_pile_is_not_shown_it_again() -> None:
    """He may remember what he saw; the site keeps no notes for him (Q79)."""
    state = entered(ninth())
    assert set(GAME.view(state, Seat(0)).pile) == set(PILE)
    for after in (play(state, "take factories"), play(state, "ten")):
        seen = GAME.view(after, Seat(0))
        assert not set(PILE) & set(seen.pile)
        assert "pile" in seen.hidden


@pytest.mark.rule("russian", "R12.12")
def test_the_pile_is_shown_only_when_the_card_is_due() -> None:
    """With the token `card` the ? card comes first, and it is chosen without a look (Q35, Q79)."""
    state = card(question())
    assert {line.split()[0] for line in offers(state)} == {"card", "lapse"}
    assert not set(PILE) & set(GAME.view(state, Seat(0)).pile)
    assert set(GAME.view(play(state, "card engineer"), Seat(0)).pile) == set(PILE)


@pytest.mark.rule("russian", "R12.12")
def test_a_closed_pile_is_seen_by_who_takes_a_card() -> None:
    """And by nobody else (Q79)."""
    state = entered(ninth(options=Options(bonus_pile="closed")))
    assert set(GAME.view(state, Seat(0)).pile) == set(PILE)
    for reader in (Seat(1), Seat(2), Seat(3), None):
        assert not set(PILE) & set(GAME.view(state, reader).pile)


@pytest.mark.rule("russian", "R12.12")
@pytest.mark.parametrize("reader", [1, None])
def test_nothing_in_the_view_of_others_depends_on_a_closed_pile(reader: int | None) -> None:
    """Not even while somebody looks through it (Q79)."""
    closed = Options(bonus_pile="closed")
    seat = None if reader is None else Seat(reader)
    piles = (PILE, ("flat15", "workers", "x2", "locomotives"))
    views = [GAME.view(entered(ninth(options=closed, pile=pile)), seat) for pile in piles]
    assert GAME.encode(views[0]) == GAME.encode(views[1])


@pytest.mark.rule("russian", "R12.12")
def test_with_a_closed_pile_the_removed_cards_are_unseen() -> None:
    """Chance takes two cards out of the game, and no line tells which."""
    state = GAME.start(Options(bonus_pile="closed"), 2)
    while not any(str(action).startswith("remove") for action in GAME.actions(state)):
        state = GAME.play(state, GAME.actions(state)[0])
    removed = GAME.read("remove lines")
    for reader in (Seat(0), Seat(1), None):
        assert "lines" not in str(GAME.seen(removed, state, reader))
        assert "lines" not in GAME.view(play(state, "remove lines", "remove x2"), reader).pile


@pytest.mark.rule("russian", "R12.12")
@pytest.mark.parametrize("seed", range(5))
def test_a_guess_at_hidden_cards_fits_what_the_reader_knows(seed: int) -> None:
    """His own cards stay his, and no card is in two places."""
    state = hand(position(pile=PILE, options=Options(bonus_pile="closed")), cards=("lines",))
    state = turn(hand(state, 1, cards=("x2",)))
    guess = GAME.guess(GAME.view(state, Seat(0)), Random(seed))
    assert guess.hidden == ()
    assert magnate(guess).cards == ("lines",)
    cards = [*guess.pile, *(name for player in guess.magnates for name in player.cards)]
    assert len(cards) == len(set(cards)) == len(PILE)
    assert set(cards) <= set(BOX.bonus_cards)


# What they score


def points(name: str, state: State) -> int:
    """What a card scores for seat 0 at the end of the game."""
    held = {*magnate(state).cards, name}
    found = told(scoring(hand(state, cards=sorted(held))), Revealed)
    assert {news.card for news in found if news.seat == 0} == held
    return next(news.points for news in found if news.card == name)


def last() -> State:
    """The last round of four players."""
    return position(round_=7, pile=BOX.bonus_cards, row=(0,) * 7)


@pytest.mark.rule("russian", "R12.13")
def test_flat15() -> None:
    """15 points, whatever else."""
    assert points("flat15", last()) == 15


@pytest.mark.rule("russian", "R12.13")
@pytest.mark.parametrize(
    ("brown", "kiev", "owns", "expected"),
    [
        (False, 6, False, 0),
        (True, 6, False, 10),
        (False, 7, False, 10),
        (True, 9, False, 20),
        (False, 6, True, 10),
        (True, 9, True, 30),
    ],
)
@pytest.mark.parametrize("seats", [2, 4])
def test_workers(seats: int, kiev: int, expected: int, *, brown: bool, owns: bool) -> None:
    """F08: 10 for each worker gained, the black one too, none for those of the start (Q66)."""
    state = position(seats, round_=7 if seats == 4 else 6, pile=BOX.bonus_cards)
    if brown:
        state = board(state, trans=(9, 6, 3), locomotives=(3, 0, 0, 0))
    staff = magnate(state).workers + brown + (kiev >= 7)
    state = hand(board(state, kiev=(kiev,)), workers=staff, staff=staff, black=owns)
    assert points("workers", state) == expected


@pytest.mark.rule("russian", "R12.13")
@pytest.mark.parametrize(
    ("tokens", "expected"), [(0, 0), (3, 0), (4, 20), (5, 20), (6, 20), (7, 30), (8, 30)]
)
def test_x2(tokens: int, expected: int) -> None:
    """F05: thresholds 4 and 7."""
    assert points("x2", board(last(), x2=tokens)) == expected


@pytest.mark.rule("russian", "R12.13")
@pytest.mark.parametrize(
    ("black_", "complete"),
    [((15, 9, 8), 2), ((15, 9, 9), 3), ((14, 8, 8), 0), ((9, 9, 1), 1), ((15, 1, 1), 1)],
)
def test_lines(black_: tuple[int, int, int], complete: int) -> None:
    """F07: 10 for each line with the black rail on its last space (Q83)."""
    trans, petersburg, kiev = ((space,) for space in black_)
    state = board(last(), trans=trans, petersburg=petersburg, kiev=kiev)
    assert points("lines", state) == 10 * complete


@pytest.mark.rule("russian", "R12.13")
@pytest.mark.parametrize("black_", [(15, 9, 4), (1, 1, 1), (15, 9, 9)])
def test_black_spaces(black_: tuple[int, int, int]) -> None:
    """F06: the sum of the numbers of the spaces; locomotives do not matter."""
    trans, petersburg, kiev = ((space,) for space in black_)
    state = board(last(), trans=trans, petersburg=petersburg, kiev=kiev)
    assert points("black_spaces", state) == sum(black_)


@pytest.mark.rule("russian", "R12.13")
def test_extra_engineer_scores_nothing_itself() -> None:
    """It counts in the majority."""
    assert points("extra_engineer", hand(last(), engineers=(4,))) == 0


@pytest.mark.rule("russian", "R12.13")
@pytest.mark.parametrize("count", [0, 1, 5])
def test_factories(count: int) -> None:
    """F09: 4 for each factory in a hole."""
    state = supply(board(last(), factories=(4,) * count), reserve=(2, 2))
    assert points("factories", state) == 4 * count


@pytest.mark.rule("russian", "R12.13")
@pytest.mark.parametrize("count", [0, 1, 4])
def test_question_tokens(count: int) -> None:
    """F09: 7 for each ? token used."""
    used = ("rails4", "x2_3", "card", "kiev_medal")[:count]
    assert points("question_tokens", board(last(), tokens=used)) == 7 * count


@pytest.mark.rule("russian", "R12.13")
@pytest.mark.parametrize("engineers", [(), (5,), (1, 5, 9)])
def test_engineers(engineers: tuple[int, ...]) -> None:
    """F09: 6 for each, the one of the ? card too, but not the card `extra_engineer` (Q82)."""
    state = hand(last(), engineers=engineers, cards=("extra_engineer",))
    assert points("engineers", state) == 6 * len(engineers)


@pytest.mark.rule("russian", "R12.13")
@pytest.mark.parametrize("slots", [(1, 0, 0, 0), (9, 5, 9, 4)])
def test_locomotives(slots: tuple[int, ...]) -> None:
    """The sum of their numbers (Q81)."""
    assert points("locomotives", board(last(), locomotives=slots)) == sum(slots)


@pytest.mark.rule("russian", "R12.13")
def test_bonus_cards_score_at_the_end_only() -> None:
    """Not in the rounds before."""
    state = hand(position(round_=6, pile=("flat15",)), cards=("flat15",))
    state = scoring(state)
    assert told(state, Revealed) == []
    assert magnate(state).score == 0
    assert spaces(state)
