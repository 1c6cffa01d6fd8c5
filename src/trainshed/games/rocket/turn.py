"""R2 A turn: two actions out of three kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias, assert_never

from msgspec.structs import replace

from trainshed.core import Choice, Seat

from . import extend, marker, station
from .actions import Action, Drive, Idle, Lift, Place, Take, WhyNot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import State

TurnAction: TypeAlias = Take | Place | Lift | Drive


class Turn(Choice["State", TurnAction], frozen=True, tag="turn"):
    """R2.1 Two actions: take a marker, place or move a station, extend a line."""

    rule: ClassVar[str] = "R2.1"

    seat: Seat
    left: int
    moved: tuple[int, ...] = ()
    """R2.3 The lines whose engines moved in this turn."""

    def actor(self, state: State) -> Seat:
        """The active player."""
        return self.seat

    def options(self, state: State) -> Sequence[TurnAction]:
        """Markers, stations, engines, in this order."""
        return [
            *marker.offers(state),
            *station.offers(state, self.seat),
            *extend.offers(state, self.moved),
        ]

    def why(self, state: State, action: Action) -> WhyNot | None:
        """The rule that forbids it."""
        match action:
            case Take():
                return marker.why(state, action)
            case Place() | Lift():
                return station.why(state, self.seat, action)
            case Drive():
                return extend.why(state, self.moved, action)
            case _:
                return None

    def play(self, state: State, action: TurnAction) -> State:
        """Do it, then the next action or the next player."""
        match action:
            case Take():
                return done(marker.take(state, self.seat, action))
            case Place():
                return done(station.place(state, self.seat, action.hex))
            case Lift():
                return station.lift(state, self.seat, action)
            case Drive():
                company = state.board.company[action.line]
                turn = replace(self, moved=(*self.moved, company))
                return extend.drive(state.goto(turn), company, action.hex)
            case _:
                assert_never(action)


def can_act(state: State, turn: Turn) -> bool:
    """R2.4 Whether the player has any legal action; if not, it is skipped."""
    return (
        any(state.markers)
        or bool(station.offers(state, turn.seat))
        or bool(extend.offers(state, turn.moved))
    )


def done(state: State) -> State:
    """R2.1, R2.4, R11.3 An action is complete: the end at once, the second action, or the next."""
    from .end import end, reason  # noqa: PLC0415 - the end knows every phase

    why = reason(state)
    if why is not None:
        return end(state, why)
    turn = state.stack[-1]
    assert isinstance(turn, Turn)
    turn = replace(turn, left=turn.left - 1)
    if turn.left and can_act(state, turn):
        return state.goto(turn)
    state = state.pop()
    return state.afterwards().tell(Idle(turn.seat)) if turn.left else state
