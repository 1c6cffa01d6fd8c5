"""R6.1 Standing answers: a seat may waive its veto in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import Pass, Waive
from .veto import Veto, held

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trainshed.core import Order, Seat

    from .state import State


def orders(state: State, seat: Seat) -> Sequence[Waive]:
    """R6.1 For each line the seat holds shares of; for the veto in progress, just this once."""
    letters = state.board.letters
    step = state.stack[-1] if state.stack else None
    once = (
        [Waive(letters[step.line], state.turn)]
        if isinstance(step, Veto) and seat != state.active and held(state, seat, step.line)
        else []
    )
    shares = state.barons[seat].shares
    return [*once, *(Waive(letters[n]) for n, count in enumerate(shares) if count)]


def obey(state: State, seat: Seat, order: Order) -> Pass | None:
    """R6.1 The ordinary answer that the order gives to the question asked now, if it fits."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, Veto) or not isinstance(order, Waive):
        return None
    if step.seat != seat or seat == state.active or state.board.letters[step.line] != order.line:
        return None
    return Pass() if order.turn in (None, state.turn) else None
