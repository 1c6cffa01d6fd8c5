"""What there is to see: the board of all, the cards, the board of each player, the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.scene import Scene
from trainshed.core import Choice, Seat
from trainshed.core.recall import recalled

from .desk import desk, items, table
from .panels import forecast, panel

if TYPE_CHECKING:
    from .state import State


@recalled(64)
def scene(state: State) -> Scene:
    """All there is to see of a state."""
    actor = _actor(state)
    first = state.order[0] if actor is None and state.order else actor or Seat(0)
    return Scene(
        ground=table(state.seats),
        items=tuple(items(state, actor)),
        panels=tuple(panel(state, Seat(seat)) for seat in range(state.seats)),
        tables=(forecast(state),),
        currency="",
        desk=desk(state, first, actor),
    )


def _actor(state: State) -> Seat | None:
    """Who is asked now."""
    step = state.stack[-1] if state.stack else None
    return step.actor(state) if isinstance(step, Choice) else None
