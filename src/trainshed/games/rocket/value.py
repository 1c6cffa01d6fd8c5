"""How good a position is for each seat: what the end would pay, and what may still come."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import State


def value(state: State) -> tuple[float, ...]:
    """Projected fortunes."""
    return tuple(float(baron.cash) for baron in state.barons)
