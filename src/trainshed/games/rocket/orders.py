"""R6.1 Standing answers: a seat may waive its veto in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Errand

from .actions import Merged, Pass, Vetoed, Waive
from .veto import Veto, held

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trainshed.core import Order, Seat

    from .actions import Action
    from .state import State

ALARMS = ("vetoed", "merged")


def orders(state: State, seat: Seat) -> Sequence[Errand]:
    """R6.1 For each line the seat holds shares of; for the veto in progress, just this once."""
    letters = state.board.letters
    step = state.stack[-1] if state.stack else None
    once = (
        [Errand(Waive(letters[step.line], state.turn))]
        if isinstance(step, Veto) and seat != state.active and held(state, seat, step.line)
        else []
    )
    shares = state.barons[seat].shares if step is not None else ()
    lines = [letters[n] for n, count in enumerate(shares) if count]
    return [*once, *(Errand(Waive(line, alarms=ALARMS)) for line in lines)]


def obey(state: State, seat: Seat, order: Order) -> Pass | None:
    """R6.1 The ordinary answer that the order gives to the question asked now, if it fits."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, Veto) or not isinstance(order, Waive):
        return None
    if step.seat != seat or seat == state.active or state.board.letters[step.line] != order.line:
        return None
    return Pass() if order.turn in (None, state.turn) else None


def lapse(state: State, seat: Seat, order: Order) -> str:
    """Why an order can act no more: its turn is over, or nothing is held of the line."""
    if not isinstance(order, Waive):
        return ""
    if order.turn is not None:
        return "turn" if order.turn < state.turn else ""
    letters = state.board.letters
    return "" if order.line in letters and held(state, seat, letters.index(order.line)) else "line"


def alarms(before: State, action: Action, after: State, seat: Seat) -> Sequence[str]:
    """What a move of somebody else sets off: a veto that was won, lines that were merged."""
    news = [type(item) for item in after.news]
    return tuple(name for name, kind in (("vetoed", Vetoed), ("merged", Merged)) if kind in news)
