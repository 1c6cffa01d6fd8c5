"""R1.11 Where the sequence of play stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Auto, Seat

if TYPE_CHECKING:
    from .state import State


class Play(Auto["State"], frozen=True, tag="play"):
    """R1.11 What comes next in the round, and after the round."""

    next: Seat = Seat(0)
    """Whose turn it is in a stock round, or who is asked first for a private."""
    passes: int = 0
    todo: tuple[int, ...] = ()
    """The companies that still have their turn."""

    def run(self, state: State) -> State:
        """One step further."""
        from . import rounds  # noqa: PLC0415 - the rounds know the play

        match state.round:
            case "auction":
                return rounds.auction(state, self)
            case "stock":
                return rounds.stock(state, self)
            case "operating":
                return rounds.operate(state, self)
            case _:
                return rounds.merge(state, self)
