"""R1 Set-up, and the sequence of turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.board.hexes import Cells
from trainshed.core import Auto, Chance, Seat

from .actions import Begin, Idle
from .box import BOARDS, BOX

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .state import Options, State


class Lot(Chance["State", Begin], frozen=True, tag="lot"):
    """R1.7 Lots decide who begins."""

    rule: ClassVar[str] = "R1.7"

    def odds(self, state: State) -> Mapping[Begin, int]:
        """Each seat alike."""
        return {Begin(Seat(seat)): 1 for seat in range(state.seats)}

    def play(self, state: State, action: Begin) -> State:
        """The seat drawn has the first turn."""
        before = Seat((action.seat - 1) % state.seats)
        return replace(state.pop(), active=before)


class Round(Auto["State"], frozen=True, tag="round"):
    """R2.2 Players take their turns clockwise until the game ends."""

    def run(self, state: State) -> State:
        """Ask the next player who can act, or end a game that has come to a standstill."""
        from .end import end  # noqa: PLC0415 - the end knows every phase
        from .turn import Turn, can_act  # noqa: PLC0415

        if state.idle >= BOX.idle_rounds * state.seats:
            return end(state, "idle")
        seat = Seat((state.active + 1) % state.seats)
        state = replace(state, turn=state.turn + 1, active=seat, idle=state.idle + 1)
        turn = Turn(seat, BOX.actions)
        if can_act(state, turn):
            return state.push(turn)
        news = Idle(seat)
        return state if news in state.news else state.tell(news)


def setup(options: Options, seats: int) -> State:
    """R1.2, R1.3, R1.4, R1.5, R1.6 The board before the first turn."""
    from .state import Baron, Line, State  # noqa: PLC0415 - the state knows every step

    board = BOARDS[options.map]
    lines = tuple(
        Line(cells=Cells(1 << hex_), engine=hex_, heading=None, stock=BOX.shares)
        for hex_ in board.start
    )
    baron = Baron(
        money=(0, 0, 0, 0),
        shares=(0,) * len(lines),
        markers=(0,) * len(board.markers),
        counted=0,
    )
    return State(
        seats=seats,
        stack=(Round(), Lot()),
        options=options,
        lines=lines,
        barons=(baron,) * seats,
        markers=board.marker_counts,
    )
