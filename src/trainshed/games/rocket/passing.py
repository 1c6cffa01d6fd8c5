"""What no bid means, and which kinds of action are asked together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Mark, Passing, Place, say

from .actions import Pass
from .veto import Veto

if TYPE_CHECKING:
    from .actions import Action
    from .state import State

DIGITS = {"take": 1, "place": 2, "drive": 3, "lift": 4}


def passing(action: Action, state: State) -> Passing | None:
    """R6.2 Where the engine goes if nobody bids more."""
    step = state.stack[-1]
    if not isinstance(action, Pass) or not isinstance(step, Veto):
        return None
    line = Mark("line", state.board.letters[step.line])
    hex_ = Place(state.board.grid.name[step.hex])
    if step.is_last(state):
        return Passing((say("{line} goes to {hex}", line=line, hex=hex_),))
    return Passing((say("{line} goes to {hex} unless another bids", line=line, hex=hex_),))
