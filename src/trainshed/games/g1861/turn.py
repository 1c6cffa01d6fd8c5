"""R9.4 How far a company is in its turn."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core import Auto

from .box import RSR

if TYPE_CHECKING:
    from .operating import Stages
    from .state import State


class Turn(Auto["State"], frozen=True, tag="turn"):
    """R9.4 How far a company is in its turn."""

    company: int
    owed: int
    """R10.3 The loans it had when its turn began."""
    stage: int = 0
    laid: int = -1
    """R11.1 The hex of its first tile."""
    upgraded: bool = False
    income: int = 0
    declined: tuple[tuple[str, int], ...] = ()
    """R9.6, R15.3 What other players turned down, and at what price."""

    def completes(self) -> bool:
        """R14.1 What a run brings and nobody decides on belongs to the run."""
        if not self.income:
            return False
        from .operating import SHARING  # noqa: PLC0415 - the stages know the turn

        return self.stage == SHARING

    def run(self, state: State) -> State:
        """One stage further; a company that has been nationalised has no turn any more."""
        stages = _stages()[self.company == RSR]
        gone = self.company != RSR and not state.companies[self.company].in_play
        if gone or self.stage == len(stages):
            return state.pop()
        return stages[self.stage](state, self)


@cache
def _stages() -> tuple[Stages, Stages]:
    """The turn of a company, and that of the State Railway."""
    from .operating import STAGES, STATE_STAGES  # noqa: PLC0415 - the stages know the turn

    return STAGES, STATE_STAGES


def onward(state: State) -> State:
    """The next stage of the turn on top of the stack."""
    turn = state.stack[-1]
    assert isinstance(turn, Turn)
    return state.goto(replace(turn, stage=turn.stage + 1))
