"""R9.8 Carrying out an action again: engineer 12 and factory 3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from trainshed.core import Seat

from .actions import Action, Again
from .box import BOX
from .build import buildable
from .effects import apply, effect_of, must
from .work import LAPSE, Part, finishes, surely, task

if TYPE_CHECKING:
    from .state import State


MOST_KNOWN = 20_000
_KNOWN: dict[object, bool] = {}
"""Whether an action can be completed, by all that this depends on."""


def again(state: State, seat: Seat, *, owed: bool) -> State:
    """R9.12 The player names the action at once; if there is none, the effect lapses."""
    return state.push(Repeating(seat, owed)) if targets(state, seat) else state


def targets(state: State, seat: Seat) -> list[str]:
    """R9.8, R9.9, R9.10 The spaces he paid with one own worker, that can be carried out again."""
    spaces = dict.fromkeys(
        placement.space for placement in state.placed if placement.seat == seat and placement.single
    )
    return [space for space in spaces if _allowed(state, seat, space)]


def _allowed(state: State, seat: Seat, space: str) -> bool:
    effect = effect_of(state, space)
    if effect.claim or effect.again or effect.turquoise or effect.hire:
        return False
    return not must(space) or possible(state, seat, space)


def possible(state: State, seat: Seat, space: str, *, extra: bool = False) -> bool:
    """R3.5, R3.7, R8.3 Whether an action that must be completed can be."""
    effect = effect_of(state, space)
    board = state.board(seat)
    if effect.x2 > min(BOX.x2_places - board.x2, state.x2):
        return False
    work = task(effect, must=True, extra=extra)
    sure = surely(board, work) if not work.build else buildable(state, seat, work)
    if sure is not None:
        return sure
    mine = tuple(it.space for it in state.placed if it.seat == seat and it.single)
    supplies = state.piles, state.reserve, state.x2, state.question_cards, state.row[:3]
    key = (board, work, mine, supplies)
    if (known := _KNOWN.get(key)) is None:
        base = len(state.stack)
        known = finishes(apply(state, seat, effect, owed=True, extra=extra), base, seat)
        if len(_KNOWN) > MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = known
    return known


class Repeating(Part, frozen=True, tag="repeating"):
    """R9.12 Which action is carried out again."""

    rule: ClassVar[str] = "R9.12"
    owed: bool = False
    """A public engineer's action must be completed."""

    def raw(self, state: State) -> Sequence[Action]:
        """Every action that may be named; an effect that may lapse, also none."""
        found = [Again(space) for space in targets(state, self.seat)]
        return found if self.owed else [*found, LAPSE]

    def play(self, state: State, action: Action) -> State:
        """R9.11 It costs nothing this time."""
        state = state.pop()
        if not isinstance(action, Again):
            return state
        space = action.space
        return apply(state, self.seat, effect_of(state, space), owed=must(space))
