"""Why an answer is refused: the rule that truly stands in the way."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.contract.test_reasons import altered
from tests.rules.russian.position import (
    asked,
    board,
    hand,
    occupied,
    offers,
    play,
    position,
    supply,
    turn,
)
from tests.rules.russian.test_completing_by_hand import answered, shaken
from trainshed.core import CHANCE, IllegalAction, NotAsked, NotDrawn, Reader, Seat, language
from trainshed.core import Action as Act
from trainshed.games.russian import GAME
from trainshed.games.russian.actions import WhyNot
from trainshed.games.russian.play import Play
from trainshed.games.russian.questions import Carding, Smalls
from trainshed.games.russian.reasons import BLOCKED
from trainshed.games.russian.state import State
from trainshed.games.russian.turn import Turn
from trainshed.games.russian.work import Part

READER = Reader(language("en"), ("Anna", "Boris", "Clara", "Dimitri"))


def told(state: State, line: str) -> str:
    """Why a line is refused, in words."""
    with pytest.raises(IllegalAction) as caught:
        GAME.play(state, GAME.read(line))
    assert caught.value.why is not None
    return READER.read(GAME.because(caught.value.why, state))


def working(space: str = "rail_black_1w", **mine: tuple[int, ...]) -> State:
    """Seat 0 has paid for a space and is asked for his first part."""
    return play(turn(board(position(), **mine)), f"place {space}")  # type: ignore[arg-type]


PAYMENTS = [
    ("rail_nowhere", "R3.1", "There is no space “rail_nowhere”."),
    ("rail_black_1w -1", "R3.1", "fewer pieces than none"),
    ("rail_black_1w 2", "R3.1", "It costs 1 worker"),
    ("rail_black_2w 2", "R3.1", "This takes 2 roubles, and you have 1 rouble in hand."),
    ("rail_black_1w 0 1", "R3.1", "1 turquoise worker"),
    ("rail_black_1w 0 0 1", "R3.1", "the black worker"),
    ("rail_any2", "R3.3", "A rouble belongs to the cost"),
    ("last_round", "R15.6", "in the last round only"),
    ("turn_order_1", "R10.3", "this place in the turn order already"),
    ("own_7", "R9.3", "Engineer 7 does not lie beside your board."),
    ("own_77", "R9.6", "There is no space “own_77”."),
    ("rail_grey_1w", "R3.5", "You could not carry out all of it: 2 grey moves."),
]


@pytest.mark.rule("russian", "R3.1")
@pytest.mark.parametrize(("payment", "rule", "words"), PAYMENTS)
def test_why_a_space_cannot_be_paid(payment: str, rule: str, words: str) -> None:
    """The piece that is missing, the place that is held, the action that cannot be completed."""
    reason = told(turn(position()), f"place {payment}")
    assert words in reason
    assert reason.endswith(f"({rule})")


@pytest.mark.rule("russian", "R3.4")
def test_why_a_space_is_taken() -> None:
    """By anybody in this round; an engineer by his owner."""
    state = turn(occupied(position(), "rail_black_1w", 1))
    assert told(state, "place rail_black_1w").endswith("taken in this round. (R3.4)")
    state = turn(occupied(hand(position(), engineers=(4,)), "own_4"))
    assert "has worked for you in this round already. (R9.3)" in told(state, "place own_4")


@pytest.mark.rule("russian", "R1.2")
@pytest.mark.parametrize("space", ["loco_2w", "engineer_public_2"])
def test_why_a_space_stays_closed_with_two(space: str) -> None:
    """A second public engineer, too."""
    assert told(turn(position(2)), f"place {space}").endswith("(R1.2)")


@pytest.mark.rule("russian", "R12.8")
def test_why_the_black_worker_is_needed() -> None:
    """His additional move would bring the ? space whose second marker can take the steps."""
    state = board(position(row=(5, 13, 4)), petersburg=(2,), locomotives=(1, 0, 4, 0), markers=(4,))
    state = turn(hand(state, black=True))
    assert "additional move of the black worker. (R12.8)" in told(state, "place engineer_public_1")
    assert "engineer_public_1 0 0 1" in offers(state, "place")


@pytest.mark.rule("russian", "R10.5")
def test_why_a_rouble_does_not_claim() -> None:
    """There is no worker to be exchanged for it."""
    assert told(turn(position(), 1), "place turn_order_1 1").endswith("be exchanged. (R10.5)")


LACKS = [
    ("place x2_1w", {"x2": 0}, "No x2 token is left in the supply. (R8.3)"),
    ("place loco_3w", {"lowest": 10}, "there are no more locomotives. (R6.4)"),
    (
        "place loco_3w",
        {"piles": (0, 0, 0, 0, 1, 0, 0, 0)},
        "Only locomotive 6 is left, and it cannot be a factory as well. (R5.10)",
    ),
]


@pytest.mark.rule("russian", "R3.5")
@pytest.mark.parametrize(("line", "left", "words"), LACKS)
def test_what_an_action_lacks(line: str, left: dict[str, object], words: str) -> None:
    """The supply, and not the player, stands in the way."""
    assert told(turn(supply(position(), **left)), line).endswith(words)  # type: ignore[arg-type]


MOVES = [
    ("move moscow black", "There is no line “moscow”. (R4.1)"),
    ("move kiev beige", "The line Kiev does not take beige rails. (R4.2)"),
    ("move kiev grey", "What is left of the action has no move for grey rails. (R4.5)"),
    ("move petersburg black", "The black rail has come to the last space"),
    ("lapse", "This action must be completed: nothing that is left can be given up. (R3.5)"),
]


@pytest.mark.rule("russian", "R4.5")
@pytest.mark.parametrize(("line", "words"), MOVES)
def test_why_a_move_is_refused(line: str, words: str) -> None:
    """Line, colour, room, in this order."""
    assert words in told(working(petersburg=(9,)), line)


@pytest.mark.rule("russian", "R4.3")
def test_why_a_rail_stays_behind() -> None:
    """It cannot enter, or it would catch up, or it is not his yet."""
    grey = working("rail_grey_1w", trans=(4, 1), petersburg=(1,), kiev=(4, 3))
    assert told(grey, "move kiev grey") == "The grey rail must stay behind the black one. (R4.3)"
    assert told(grey, "move petersburg grey").endswith("has come to space 2. (R4.4)")
    free = play(turn(board(position(), trans=(4, 1))), "place rail_any2 1")
    assert "You do not have brown rails yet" in told(free, "move kiev brown")


@pytest.mark.rule("russian", "R3.8")
def test_why_a_part_would_block_the_rest() -> None:
    """Of two steps and no factory, one marker before the hole: the other way round it works."""
    state = play(turn(position(row=(2, 2, 13))), "place engineer_public_1")
    assert told(state, "move kiev black").endswith("could not be completed. (R3.8)")
    assert "trans black" in offers(state, "move")


STEPS = [
    ((4,), (), "step", "The next hole is empty: it needs a factory first. (R7.3)"),
    ((3, 2), (), "step 1", "The other marker stands on the next space. (R7.7)"),
    ((3,), (), "step 1", "There is no industry marker 2 on your track. (R7.6)"),
    ((15, 2), (6,) * 5, "step", "The marker has come to its last space. (R7.2)"),
]


@pytest.mark.rule("russian", "R7.3")
@pytest.mark.parametrize(("markers", "factories", "line", "words"), STEPS)
def test_why_a_step_is_refused(
    markers: tuple[int, ...], factories: tuple[int, ...], line: str, words: str
) -> None:
    """Where an own engineer has the step, who need not complete it."""
    state = board(hand(position(), engineers=(13,)), markers=markers, factories=factories)
    assert told(play(turn(state), "place own_13"), line) == words


BUILDS = [
    ("locomotive 7", "There is no slot 7: they are numbered from 0 to 3. (R5.3)"),
    ("locomotive 0", "Locomotive 9 is not lower than 5: it does not give way. (R5.3)"),
    ("factory pile 6 0", "The next tile of the piles is factory 5, not factory 6. (R6.1)"),
    ("factory reserve 3 0", "Factory 3 does not lie in the reserve. (R6.1)"),
    ("factory pile 5 2", "Holes are filled from the left: hole 1 is next. (R6.2)"),
    ("factory pile 5 9", "There is no hole 10: the track has five. (R6.2)"),
]


@pytest.mark.rule("russian", "R5.3")
@pytest.mark.parametrize(("line", "words"), BUILDS)
def test_why_nothing_is_built_so(line: str, words: str) -> None:
    """Slots, tiles and holes are named."""
    state = board(supply(position(), lowest=5), locomotives=(9, 4, 3, 2))
    assert told(play(turn(state), "place loco_1w"), line) == words


@pytest.mark.rule("russian", "R5.5")
def test_why_a_locomotive_stays() -> None:
    """A slot is free, so the displaced one cannot be turned over."""
    state = board(supply(position(), lowest=5), locomotives=(4, 3, 2, 0))
    state = play(turn(state), "place loco_1w", "locomotive 0")
    assert told(state, "retire").startswith("A slot is free: locomotive 4 must stay")
    assert told(state, "retire").endswith("(R5.5)")


@pytest.mark.rule("russian", "R9.8")
def test_why_an_action_is_not_carried_out_again() -> None:
    """Paid otherwise, or never repeated."""
    state = occupied(hand(position(), engineers=(12,)), "rail_black_1w")
    state = occupied(occupied(state, "loco_1w", roubles=1), "turn_order_2")
    state = play(turn(state), "place own_12")
    assert told(state, "again loco_1w").endswith("(R9.8)")
    assert told(state, "again turn_order_2").endswith("(R9.10)")


@pytest.mark.rule("russian", "R12.1")
def test_why_a_card_or_a_token_is_refused() -> None:
    """Used, gone, impossible, unknown, or not in the pile."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0))
    state = play(turn(supply(state, x2=0)), "place rail_shared", "move petersburg black")
    assert told(state, "token second_marker").endswith("(R11.10)")
    assert told(state, "token tsar") == "There is no ? token “tsar”. (R1.10)"
    used = state.with_board(0, replace(state.board(0), tokens=1))
    assert told(used, "token rails4").endswith("(R11.7)")
    state = play(state, "token card")
    assert isinstance(state.stack[-1], Carding)
    assert told(state, "card four_small").endswith("“four small things”. (R12.2)")
    gone = supply(state, question_cards=("engineer",))
    assert told(gone, "card loco9").endswith("has left the game. (R12.1)")
    assert told(state, "card tsar") == "There is no ? card “tsar”. (R1.5)"
    state = play(supply(state, pile=("x2",)), "card engineer")
    assert told(state, "take lines").endswith("is not in the pile. (R12.10)")


@pytest.mark.rule("russian", "R12.3")
def test_why_a_small_thing_is_not_had_again() -> None:
    """The last x2 token is gone, the marker stands before a hole."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0), markers=(3,))
    state = play(turn(supply(state, x2=1)), "place rail_shared", "move petersburg black")
    state = play(state, "token card", "card four_small", "step", "move kiev black")
    assert isinstance(state.stack[-1], Smalls)
    assert told(state, "repeat x2").endswith("(R8.3)")
    assert told(state, "repeat step").endswith("(R7.2)")


@pytest.mark.rule("russian", "R10.10")
def test_why_the_worker_of_a_claim_does_not_go_there() -> None:
    """Two workers, a rouble, the turn order again."""
    state = occupied(position(), "turn_order_1", 2)
    state = GAME._settle(replace(state, stack=(Play(stage="first"),)))
    assert asked(state) == 2
    for line in ("place industry_2w", "place turn_order_2", "place rail_black_1w 1"):
        assert told(state, line).endswith("(R10.10)")


@pytest.mark.rule("russian", "R1.12")
def test_why_a_start_bonus_is_gone() -> None:
    """It was taken before; another question asks for another action."""
    state = GAME.start(None, 4)
    assert GAME.why(state, GAME.read("deal 3")) == NotDrawn("R1.11")
    while GAME.actor(state) == CHANCE:
        state = GAME.play(state, GAME.actions(state)[0])
    state = play(state, "bonus rouble1")
    assert told(state, "bonus rouble1").endswith("(R1.12)")
    assert GAME.why(state, GAME.read("pass")) == NotAsked("R1.12")


@pytest.mark.rule("russian", "R3.8")
def test_a_reason_never_blames_the_rest_for_what_is_impossible_itself() -> None:
    """On random boards: R3.8 where the part alone would do, and another rule where it would not."""
    rng, state, counted = Random("reasons"), GAME.start(None, 3), 0
    pool: list[Act] = [
        GAME.read(line) for line in ("move trans black", "step", "locomotive 2", "retire")
    ]
    while (actor := GAME.actor(state)) is not None:
        if actor != CHANCE and isinstance(state.stack[-1], Turn):
            aside = shaken(state, rng)
            mover, now = GAME.actor(aside), aside.turn
            while GAME.actor(aside) == mover and aside.turn == now:
                counted += _honest(aside, pool, rng)
                aside = answered(aside, rng)
        state = answered(state, rng)
    assert counted > 100


def _honest(state: State, pool: list[Act], rng: Random) -> int:
    """How many refusals of answers to a question within an action were looked at."""
    step, offered = state.stack[-1], GAME.actions(state)
    if not isinstance(step, Part):
        return 0
    pool += offered
    strays: list[Act] = [
        *step.raw(state),
        *(altered(rng.choice(pool), pool, rng) for _ in range(20)),
    ]
    alone = {it for it in strays if it in step.raw(state)} - set(offered)
    counted = 0
    for stray in strays:
        if stray in offered:
            continue
        why = GAME.why(state, stray)  # type: ignore[arg-type]
        assert isinstance(why, WhyNot | NotAsked)
        assert (why == BLOCKED) == (stray in alone)
        counted += isinstance(why, WhyNot)
    return counted


def test_no_reason_depends_on_the_pile_that_is_not_seen() -> None:
    """Whoever does not look through it hears the same of every card."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0))
    state = play(turn(state), "place rail_shared", "move petersburg black", "token card")
    view = GAME.view(state, Seat(1))
    for card in ("x2", "lines", "flat15"):
        assert GAME.why(view, GAME.read(f"take {card}")) == NotAsked("R12.1")
