"""R5.2 What a rail or a locomotive comes to, beside the points of the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import Action, Beyond, Locomotive, Move, News, Reaches
from .box import COLOUR, LINE, LINES, SLOTS

if TYPE_CHECKING:
    from trainshed.core import Seat

    from .state import State


def reached(before: State, after: State, seat: Seat, action: Action) -> tuple[News, ...]:
    """R5.2, R13.2 Whether a rail counts where it comes, how far a locomotive brings its line."""
    board = after.board(seat)
    match action:
        case Move(line, colour):
            reach = board.reach(LINE[line])
            beyond = board.rails[LINE[line]][COLOUR[colour]] > reach
            return (Beyond(seat, line, reach),) if beyond else ()
        case Locomotive(slot):
            number, was = SLOTS[slot], before.board(seat)
            return (Reaches(seat, LINES[number].id, board.reach(number), was.reach(number)),)
        case _:
            return ()
