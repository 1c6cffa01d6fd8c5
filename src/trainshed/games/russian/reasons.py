"""Why something is not allowed, with the rule that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import (
    Action,
    Again,
    Bonus,
    Card,
    Factory,
    Lapse,
    Locomotive,
    Move,
    Place,
    Repeat,
    Retire,
    Step,
    Swap,
    Take,
    Token,
    WhyNot,
)
from .again import Repeating, possible, targets
from .box import BLACK, BOX, COLOUR, LAST, LINE, LINES, SLOTS, SPACES, Effect
from .build import Placing
from .effects import OWN, OWNED, effect_of
from .order import Second, Swapping
from .questions import SECOND_MARKER, Carding, Choosing, Smalls, Taking
from .setup import Starting
from .turn import COST, Turn, able, allows_black, claimable, open_spaces, swappable
from .work import Working

if TYPE_CHECKING:
    from trainshed.core import Choice, Seat

    from .board import Board
    from .state import State


BLOCKED = WhyNot("R3.8", "blocks-the-rest")
"""What is left of the action could not be completed after it."""


def why(state: State, question: Choice[State, Action], action: Action) -> WhyNot | None:
    """The rule in the way of an answer of a kind that this question can have."""
    match question:
        case Turn():
            return _turn(state, question, action) if isinstance(action, Place) else None
        case Second():
            return _second(state, question, action) if isinstance(action, Place) else None
        case Starting():
            return _bonus(action.card) if isinstance(action, Bonus) else None
        case Working():
            return _working(state, question, action)
        case Placing():
            return _placing(state, question, action)
        case Swapping():
            return _swap(question, action.space) if isinstance(action, Swap) else None
        case Repeating():
            return _repeating(state, question, action)
        case Choosing():
            return _token(state, question, action.token) if isinstance(action, Token) else None
        case Carding():
            return _carding(state, question, action)
        case Smalls():
            return _repeat(state, question, action.what) if isinstance(action, Repeat) else None
        case Taking():
            return _take(action.card) if isinstance(action, Take) else None
        case _:
            return None


def _bonus(card: str) -> WhyNot:
    """R1.12, R1.13 Why a start bonus cannot be taken."""
    if card in BOX.start_bonuses:
        return WhyNot("R1.12", "bonus-taken", (f"card:{card}",))
    return WhyNot("R1.13", "no-bonus", (card,))


# Spaces


def _turn(state: State, question: Turn, action: Place) -> WhyNot | None:
    """R3.1, R3.5, R10.3, R10.5, R12.8 What forbids to pay for this space."""
    space, seat = action.space, question.seat
    if (shut := _shut(state, seat, space)) is not None:
        return shut
    if not claimable(state, seat, space):
        both = any(it.seat == seat and it.space.startswith("turn_order") for it in state.placed)
        return WhyNot("R10.3", "both-places" if both else "own-place", (space,))
    if (short := _payment(state, seat, action)) is not None:
        return short
    foreign = action.roubles or action.turquoise or action.black
    if effect_of(state, space).claim and foreign and not swappable(state, seat):
        return WhyNot("R10.5", "no-own-worker", (space,))
    if able(state, seat, space):
        return None
    idle = state.magnates[seat].black and not action.black
    if idle and allows_black(effect_of(state, space)) and possible(state, seat, space, extra=True):
        return WhyNot("R12.8", "needs-black", (space,))
    return _unable(state, seat, space)


def _second(state: State, question: Second, action: Place) -> WhyNot | None:
    """R10.10, R10.11 What forbids to send the worker of the claim to this space."""
    space, seat = action.space, question.seat
    if (shut := _shut(state, seat, space)) is not None:
        return shut
    if space in SPACES and (SPACES[space].effect.claim or SPACES[space].effect.hire):
        return WhyNot("R10.10", "not-for-the-claim", (space,))
    if space in SPACES and (SPACES[space].workers, SPACES[space].roubles) != (1, 0):
        return WhyNot("R10.10", "not-one-worker", (space, f"cost:{space}"))
    if action != Place(space):
        return WhyNot("R10.10", "nothing-added")
    return None if able(state, seat, space) else _unable(state, seat, space)


def _shut(state: State, seat: Seat, space: str) -> WhyNot | None:
    """R1.2, R3.4, R9.3, R15.5, R15.6 Why a space cannot be chosen, whoever pays what."""
    if space.startswith(OWN):
        return _not_his(state, seat, space)
    if space not in SPACES:
        return WhyNot("R3.1", "no-space", (space,))
    effect = SPACES[space].effect
    if space in state.setting.closed or effect.public > state.setting.public:
        return WhyNot("R1.2", "closed-two", (space,))
    if space == "last_round" and not state.last:
        return WhyNot("R15.6", "last-round", (space,))
    if effect.claim and state.last:
        return WhyNot("R15.5", "last-round", (space,))
    return None if space in open_spaces(state, seat) else WhyNot("R3.4", "closed", (space,))


def _not_his(state: State, seat: Seat, space: str) -> WhyNot | None:
    """R9.3 Why an engineer does not work for a player."""
    if space not in OWNED:
        return WhyNot("R9.6", "no-space", (space,))
    number = int(space.removeprefix(OWN))
    if number not in state.magnates[seat].engineers:
        return WhyNot("R9.3", "not-your-engineer", (f"engineer:{number}",))
    if space not in open_spaces(state, seat):
        return WhyNot("R9.3", "engineer-used", (f"engineer:{number}",))
    return None


def _payment(state: State, seat: int, action: Place) -> WhyNot | None:
    """R3.1, R3.2, R3.3 What is wrong with the pieces."""
    space, was = action.space, state.magnates[seat]
    fixed = 0 if space.startswith(OWN) else SPACES[space].roubles
    cost = fixed + (COST if space.startswith(OWN) else SPACES[space].workers)
    if min(action.roubles, action.turquoise, action.black) < 0:
        return WhyNot("R3.1", "below-none")
    if action.roubles < fixed:
        return WhyNot("R3.3", "rouble-needed", (space,))
    own = cost - action.roubles - action.turquoise - action.black
    if own < 0:
        return WhyNot("R3.1", "too-many", (f"cost:{space}",))
    if action.black > was.black:
        return WhyNot("R3.1", "no-black-worker")
    for piece, given, had in (
        ("rouble", action.roubles, was.roubles),
        ("turquoise", action.turquoise, was.turquoise),
        ("worker", own, was.workers),
    ):
        if given > had:
            return WhyNot("R3.1", "too-few", (f"{piece}:{given}", f"{piece}:{had}"))
    return None


def _unable(state: State, seat: int, space: str) -> WhyNot:
    """R3.5 What an action lacks to be completed."""
    effect = effect_of(state, space)
    if effect.hire:
        return WhyNot("R9.2", "nobody-to-hire")
    if effect == Effect():
        return WhyNot("R9.4", "no-engineer", (space,))
    if effect.again:
        return WhyNot("R9.12", "nothing-again")
    if effect.x2 and (full := _no_x2(state, seat)) is not None:
        return full
    if effect.build and not state.lowest:
        return WhyNot("R6.4", "no-locomotive")
    if effect.build and sum(state.piles) == 1 and not state.reserve:
        return WhyNot("R5.10", "one-tile", (f"locomotive:{state.lowest}",))
    if effect.build:
        return WhyNot("R5.7", "no-slot", (f"locomotive:{state.lowest}",))
    return WhyNot("R3.5", "cannot-complete", (space,))


def _no_x2(state: State, seat: int) -> WhyNot | None:
    """R8.3 Why no x2 token can be placed."""
    if not state.x2:
        return WhyNot("R8.3", "no-x2-left")
    return WhyNot("R8.3", "x2-full") if state.board(seat).x2 == BOX.x2_places else None


def _swap(question: Swapping, space: str) -> WhyNot:
    """R10.5 Why a worker cannot be exchanged for the piece of a claim."""
    if space == question.space:
        return WhyNot("R10.5", "same-space", (space,))
    return WhyNot("R10.5", "no-worker-there", (space,))


# Moves, steps, locomotives, factories


def _working(state: State, question: Working, action: Action) -> WhyNot | None:
    """R3.5, R3.8 What forbids this part of an action."""
    task, board = question.task, state.board(question.seat)
    match action:
        case Move(line, colour):
            return _move(board, question, line, colour)
        case Step(marker) if task.steps:
            return _step(board, marker)
        case Locomotive(slot) if task.build in ("either", "both", "locomotive"):
            return _slot(board, state.lowest, slot)
        case Factory() if task.build in ("either", "both", "factory"):
            return _factory(state, board, action)
        case Lapse():
            return WhyNot("R3.5", "must-complete") if task.owed else BLOCKED
        case _:
            return None


def _move(board: Board, question: Working, line: str, colour: str) -> WhyNot | None:
    """R4.1, R4.2, R4.3, R4.4, R4.5, R4.7 What forbids a move."""
    task = question.task
    if not (task.moves or task.extra):
        return None
    if line not in LINE:
        return WhyNot("R4.1", "no-line", (line,))
    if colour not in COLOUR:
        return WhyNot("R4.2", "no-colour", (colour,))
    number, at = COLOUR[colour], LINE[line]
    if number >= LINES[at].colours:
        return WhyNot("R4.2", "line-colour", (line, colour))
    if not any(mask >> number & 1 for mask in (task.extra, *(mask for mask, _ in task.moves))):
        return WhyNot("R4.5", "other-colours", (colour,))
    if number >= board.colours:
        return WhyNot("R4.7", "not-owned", (colour,))
    if board.room(at, number):
        return BLOCKED
    if number == BLACK:
        return WhyNot("R4.5", "no-room", (line,))
    if not board.rails[at][number]:
        return WhyNot("R4.4", "cannot-enter", (BOX.colours[number - 1], line))
    return WhyNot("R4.3", "behind", (colour, BOX.colours[number - 1]))


def _step(board: Board, marker: int) -> WhyNot:
    """R7.2, R7.3, R7.6, R7.7 What forbids a step."""
    if not 0 <= marker < len(board.markers):
        return WhyNot("R7.6", "no-marker", (str(marker + 1),))
    to = board.markers[marker] + 1
    if to > LAST:
        return WhyNot("R7.2", "end")
    if to in board.markers:
        return WhyNot("R7.7", "other-marker")
    if not board.may_step(marker):
        return WhyNot("R7.3", "hole")
    return BLOCKED


def _slot(board: Board, number: int, slot: int) -> WhyNot:
    """R5.3, R5.7, R6.4 What forbids to put a locomotive on a slot."""
    if not number:
        return WhyNot("R6.4", "no-locomotive")
    if not 0 <= slot < len(SLOTS):
        return WhyNot("R5.3", "not-a-slot", (str(slot),))
    found = board.slots(number)
    if not found:
        return WhyNot("R5.7", "no-slot", (f"locomotive:{number}",))
    if slot in found:
        return BLOCKED
    there = f"locomotive:{board.locomotives[slot]}"
    if board.locomotives[slot] < number:
        return WhyNot("R5.3", "same-slots")
    return WhyNot("R5.3", "not-lower", (there, f"locomotive:{number}"))


def _factory(state: State, board: Board, action: Factory) -> WhyNot:
    """R6.1, R6.2, R6.3, R6.4 What forbids to build a factory."""
    wanted, filled = f"factory:{action.number}", len(board.factories)
    source: str = action.source
    match source:
        case "pile" if not state.lowest:
            return WhyNot("R6.4", "no-locomotive")
        case "pile" if action.number != state.lowest:
            return WhyNot("R6.1", "not-next", (wanted, f"factory:{state.lowest}"))
        case "reserve" if action.number not in state.reserve:
            return WhyNot("R6.1", "not-in-reserve", (wanted,))
        case "pile" | "reserve":
            pass
        case _:
            return WhyNot("R6.1", "no-source", (source,))
    if not 0 <= action.hole < len(BOX.holes):
        return WhyNot("R6.2", "not-a-hole", (str(action.hole + 1),))
    if filled < len(BOX.holes) and action.hole != filled:
        return WhyNot("R6.2", "first-hole", (str(filled + 1),))
    return BLOCKED


def _placing(state: State, question: Placing, action: Action) -> WhyNot | None:
    """R5.3, R5.5, R12.6 What forbids to place a displaced or a special locomotive so."""
    board, number = state.board(question.seat), question.number
    match action:
        case Locomotive(slot):
            return _slot(board, number, slot)
        case Retire() if question.fresh:
            return WhyNot("R12.6", "must-place", (f"locomotive:{number}",))
        case Retire() if not all(board.locomotives):
            return WhyNot("R5.5", "slot-free", (f"locomotive:{number}",))
        case Retire():
            return BLOCKED
        case _:
            return None


# Actions again, tokens, cards


def _repeating(state: State, question: Repeating, action: Action) -> WhyNot | None:
    """R9.8, R9.10, R9.11, R9.12 What forbids to carry out this action again."""
    match action:
        case Lapse():
            return WhyNot("R9.12", "must-repeat") if question.owed else BLOCKED
        case Again(space):
            mine = (it for it in state.placed if it.seat == question.seat and it.single)
            if space not in {it.space for it in mine}:
                return WhyNot("R9.8", "not-one-worker-paid", (space,))
            if space in targets(state, question.seat):
                return BLOCKED
            effect = effect_of(state, space)
            if effect.claim or effect.again or effect.turquoise or effect.hire:
                return WhyNot("R9.10", "not-again", (space,))
            return WhyNot("R9.11", "cannot-complete", (space,))
        case _:
            return None


def _token(state: State, question: Choosing, token: str) -> WhyNot:
    """R11.7, R11.10 What forbids a ? token."""
    if token not in BOX.tokens:
        return WhyNot("R1.10", "no-token", (token,))
    board, number = state.board(question.seat), BOX.tokens.index(token)
    if board.tokens >> number & 1:
        return WhyNot("R11.7", "token-used", (f"token:{token}",))
    if number == SECOND_MARKER and 0 in board.markers:
        return WhyNot("R11.10", "marker-at-start")
    return BLOCKED


def _carding(state: State, question: Carding, action: Action) -> WhyNot | None:
    """R12.1, R12.2 What forbids a ? card."""
    match action:
        case Lapse():
            return BLOCKED
        case Card(card) if card not in BOX.question_cards:
            return WhyNot("R1.5", "no-card", (card,))
        case Card(card) if card not in state.question_cards:
            return WhyNot("R12.1", "card-gone", (f"card:{card}",))
        case Card(card) if Card(card) not in question.raw(state):
            return WhyNot("R12.2", "card-incomplete", (f"card:{card}",))
        case Card():
            return BLOCKED
        case _:
            return None


def _repeat(state: State, question: Smalls, what: str) -> WhyNot:
    """R12.3, R8.3 What forbids one of the three small things."""
    if what not in ("x2", "step", "black"):
        return WhyNot("R12.3", "none-of-three", (what,))
    if what in {it.what for it in question.raw(state) if isinstance(it, Repeat)}:
        return BLOCKED
    if what == "x2":
        return _no_x2(state, question.seat) or BLOCKED
    return WhyNot("R7.2", "no-step") if what == "step" else WhyNot("R4.5", "no-black-move")


def _take(card: str) -> WhyNot:
    """R12.10 What forbids to take a bonus card: it is not among those of the pile."""
    known = f"card:{card}" if card in BOX.bonus_cards else card
    return WhyNot("R12.10", "not-in-pile", (known,))
