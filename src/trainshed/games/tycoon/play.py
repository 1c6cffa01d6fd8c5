"""R2.1 The sequence of play: auction, three action rounds, income and dividends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from trainshed.core import Auto, Seat, ask

from .acting import Acting
from .actions import Earned, Ended, Idle, Judged, Ordered, Removed, Turned
from .auction import PASS, Bidding, clockwise
from .box import BOX, CITIES
from .end import bonus
from .track import without

if TYPE_CHECKING:
    from .state import State


class Play(Auto["State"], frozen=True, tag="play"):
    """R2.1 What comes next."""

    stage: Literal["auction", "actions", "income"] = "auction"
    at: int = 0
    """How many actions of this turn have begun."""

    def run(self, state: State) -> State:
        """One step further."""
        match self.stage:
            case "auction":
                return _auction(state)
            case "actions":
                return _act(state, self.at)
            case _:
                return _income(state)


def _auction(state: State) -> State:
    """R3.1, R15.8 A new turn begins with the question who is first."""
    railroads = tuple(replace(railroad, engineered=0) for railroad in state.railroads)
    state = replace(state, turn=state.turn + 1, round=0, clock=state.clock + 1, railroads=railroads)
    state = state.goto(Play("actions")).tell(Turned(state.turn))
    if state.options.auction != "score" or state.turn == 1:
        return state.push(Bidding(state.order[0], (0,) * state.seats))
    around = clockwise(state.seats, state.order[0] + 1)
    first = min(around, key=lambda seat: state.railroads[seat].score)
    order = clockwise(state.seats, first)
    return replace(state, order=order).tell(Ordered(order))


def _act(state: State, at: int) -> State:
    """R2.2 One action for each, three times."""
    if at == BOX.actions * state.seats:
        return state.goto(Play("income"))
    seat = state.order[at % state.seats]
    state = replace(state, round=at // state.seats + 1, clock=state.clock + 1)
    state = state.goto(Play("actions", at + 1))
    asked = ask(state, Acting(seat), idle=PASS)
    return asked if asked is not None else state.tell(Idle(seat))


def _income(state: State) -> State:
    """R13.1, R13.3, R13.4, R13.5, R13.6, R13.7 Income, dividends, stubs, a new card, or the end."""
    from .setup import Revealing  # noqa: PLC0415 - the set-up begins the play

    incomes = [income(railroad.score) for railroad in state.railroads]
    for seat, amount in enumerate(incomes):
        state = state.receive(seat, amount)
    for seat, railroad in enumerate(state.railroads):
        dividends = railroad.shares * BOX.shares.dividend
        state = state.tell(Earned(Seat(seat), incomes[seat], dividends))
        state = state.pay(seat, dividends, "dividends")
    state = _clear(state)
    if state.turn in (state.last, BOX.turns):
        return _finish(state)
    state = state.goto(Play("auction"))
    return state.push(Revealing()) if state.deck else state


def income(points: int) -> int:
    """R13.1, R13.2 What the space of the track brings."""
    spaces = BOX.income.spaces
    around = len(spaces) - 1
    space = (points - 1) % around + 1 if points else 0
    return spaces[space] * BOX.unit


def _clear(state: State) -> State:
    """R13.5 What is unfinished is taken off."""
    for link in state.links:
        if not link.finished:
            state = without(state, link)
            state = state.tell(Removed(link.owner, len(link.track), CITIES[link.start]))
    return state


def _finish(state: State) -> State:
    """R14.3, R14.4, R14.8 The tycoons are judged, and it is over."""
    for seat, railroad in enumerate(state.railroads):
        if railroad.tycoon:
            state = state.tell(Judged(Seat(seat), railroad.tycoon, bonus(state, seat)))
    return replace(state, over=True, stack=()).tell(Ended())
