"""R11.7 ? tokens, R12.1 ? cards and R12.10 bonus cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Seat

from .actions import Action, Card, Repeat, Take, Ten, Token
from .box import BOX, Effect
from .build import Placing
from .effects import apply, employ
from .work import LAPSE, Part, finishes

if TYPE_CHECKING:
    from .state import State

TEN = Ten()
SECOND_MARKER = BOX.tokens.index("second_marker")
TOKENS = tuple(Token(token) for token in BOX.tokens)
STILL = tuple(Token(token) for token in ("revaluation", "kiev_medal", "x2_3"))
"""The tokens that bring no move and no step."""
SMALL = Effect(moves={"black": 1}, steps=1)
PLUS = Effect(build="factory", steps=2)
LETTERLESS = next(engineer.number for engineer in BOX.engineers if not engineer.letter)
NINE = 9


class Choosing(Part, frozen=True, tag="choosing"):
    """R11.7 A ? token must be chosen; its effect may lapse."""

    rule: ClassVar[str] = "R11.7"

    def raw(self, state: State) -> Sequence[Action]:
        """R11.10 Every token left; no second marker while the first is on 0."""
        board = state.board(self.seat)
        return [
            token
            for number, token in enumerate(TOKENS)
            if not board.tokens >> number & 1
            and not (number == SECOND_MARKER and 0 in board.markers)
        ]

    def helpful(self, state: State) -> Sequence[Action]:
        """Tokens that move something, and one of those that do not."""
        found = self.raw(state)
        still = [token for token in STILL if token in found]
        return [token for token in found if token not in still[1:]]

    def play(self, state: State, action: Action) -> State:
        """R11.8, R11.9, R11.10, R11.11, R11.12, R12.1 What the token does."""
        assert isinstance(action, Token)
        seat, board = self.seat, state.board(self.seat)
        board = replace(board, tokens=board.tokens | 1 << BOX.tokens.index(action.token))
        state = state.pop()
        match action.token:
            case "rails4":
                return apply(
                    state.with_board(seat, board), seat, Effect(moves={"any": 4}), owed=False
                )
            case "industry5":
                return apply(state.with_board(seat, board), seat, Effect(steps=5), owed=False)
            case "second_marker":
                return state.with_board(seat, replace(board, markers=(*board.markers, 0)))
            case "x2_3":
                return state.with_board(seat, board).double(seat, 3)
            case "revaluation":
                return state.with_board(seat, replace(board, revalued=True))
            case "kiev_medal":
                return state.with_board(seat, replace(board, medal=True))
            case _:
                state = state.with_board(seat, board).push(Taking(seat))
                return state.push(Carding(seat)) if cards(state, seat) else state


def cards(state: State, seat: Seat) -> list[Action]:
    """R12.1, R12.2 The ? cards that can be completed."""
    return [Card(card) for card in state.question_cards if _completes(state, seat, card)]


def _completes(state: State, seat: Seat, card: str) -> bool:
    """R12.2 Whether a card can be completed."""
    board = state.board(seat)
    if card == "four_small" and not min(BOX.x2_places - board.x2, state.x2):
        return False
    if card == "loco9":
        return bool(board.slots(NINE))
    base = len(state.stack)
    return finishes(carried_out(state, seat, card), base, seat)


def carried_out(state: State, seat: Seat, card: str) -> State:
    """R12.3, R12.4, R12.5, R12.6, R12.7 What a ? card brings; it leaves the game."""
    left = tuple(other for other in state.question_cards if other != card)
    state = replace(state, question_cards=left)
    match card:
        case "four_small":
            return apply(state.double(seat, 1).push(Smalls(seat)), seat, SMALL, owed=True)
        case "engineer":
            return employ(state, seat, LETTERLESS).give(seat, "rouble")
        case "factory_plus":
            return apply(state, seat, PLUS, owed=True)
        case "black_worker":
            return state.give(seat, "black")
        case _:
            return state.push(Placing(seat, NINE, fresh=True))


class Carding(Part, frozen=True, tag="carding"):
    """R12.1 A ? card is chosen and carried out."""

    rule: ClassVar[str] = "R12.1"

    def raw(self, state: State) -> Sequence[Action]:
        """R11.7 Every card that can be completed; this part of the token may lapse."""
        return [*cards(state, self.seat), LAPSE]

    def play(self, state: State, action: Action) -> State:
        """The card takes effect and is gone."""
        state = state.pop()
        return carried_out(state, self.seat, action.card) if isinstance(action, Card) else state


class Smalls(Part, frozen=True, tag="smalls"):
    """R12.3 One of the three small things a second time."""

    rule: ClassVar[str] = "R12.3"
    owed: ClassVar[bool] = True
    small: ClassVar[bool] = True

    def raw(self, state: State) -> Sequence[Action]:
        """Those that are possible."""
        board = state.board(self.seat)
        found: list[Action] = []
        if min(BOX.x2_places - board.x2, state.x2):
            found.append(Repeat("x2"))
        if any(board.may_step(n) for n in range(len(board.markers))):
            found.append(Repeat("step"))
        if any(board.room(line, 0) for line in range(len(BOX.lines))):
            found.append(Repeat("black"))
        return found

    def play(self, state: State, action: Action) -> State:
        """Once more."""
        assert isinstance(action, Repeat)
        state = state.pop()
        match action.what:
            case "x2":
                return state.double(self.seat, 1)
            case "step":
                return apply(state, self.seat, Effect(steps=1), owed=True)
            case _:
                return apply(state, self.seat, Effect(moves={"black": 1}), owed=True)


class Taking(Part, frozen=True, tag="taking"):
    """R12.10 A bonus card of choice, or ten points."""

    rule: ClassVar[str] = "R12.10"
    tells: ClassVar[bool] = True

    def raw(self, state: State) -> Sequence[Action]:
        """Every card of the pile, or the points."""
        return [*(Take(card) for card in state.pile), TEN]

    def helpful(self, state: State) -> Sequence[Action]:
        """A card never helps to complete an action, so one answer stands for all."""
        return (TEN,)

    def play(self, state: State, action: Action) -> State:
        """R12.11 The card lies face down until the end."""
        state = state.pop()
        if not isinstance(action, Take):
            return state.score(self.seat, BOX.card_points, "action", "card")
        was = state.magnates[self.seat]
        pile = tuple(card for card in state.pile if card != action.card)
        state = state.with_magnate(self.seat, replace(was, cards=(*was.cards, action.card)))
        return replace(state, pile=pile)
