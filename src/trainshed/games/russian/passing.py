"""What is given up by passing, and which kinds of action are asked together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from trainshed.core import Passing, Seat, Text, say, say_n

from . import actions as a
from .again import Repeating
from .box import BOX
from .sentences import label
from .turn import Turn
from .work import Working

if TYPE_CHECKING:
    from .state import Magnate, State

DIGITS = {"locomotive": 1, "factory": 2, "retire": 3, "step": 9, "ten": 9}
BUILDS: Mapping[str, Text] = {
    "locomotive": say("a locomotive"),
    "factory": say("a factory"),
    "either": say("a locomotive or a factory"),
    "both": say("a locomotive and a factory"),
}


def passing(action: a.Action, state: State) -> Passing | None:
    """R2.4, R3.9, R10.12 Out for the round, the rest given up, or a worker left where it is."""
    step = state.stack[-1]
    match action:
        case a.Pass() if isinstance(step, Turn):
            was = state.magnates[step.seat]
            return Passing(tuple(_out(state, step.seat)), _sure(was))
        case a.Pass():
            means = say("the worker of your claim does nothing more")
            return Passing((means,), label(action, state))
        case a.Lapse() if isinstance(step, Working):
            lost = say("{what} lost", what=tuple(_left(step)))
            return Passing((lost,), label(action, state))
        case a.Lapse() if isinstance(step, Repeating):
            return Passing((say("no action again"),), label(action, state))
        case a.Lapse():
            return Passing((say("no ? card"),), label(action, state))
        case _:
            return None


def _out(state: State, seat: Seat) -> Iterator[Text]:
    """R2.4, R10.1 The pieces that nobody works with, how long he is out, and what he gets."""
    if idle := _workers(state.magnates[seat]):
        yield say_n("{n} worker stays idle", "{n} workers stay idle", idle)
    if state.last:
        yield say("out until the end")
    else:
        yield say("out until round {round}", round=state.round + 1)
    if points := BOX.pass_points[state.place_of(seat)]:
        yield say("+{points}", points=points)


def _sure(was: Magnate) -> Text:
    if idle := _workers(was):
        return say_n("Pass, {n} worker idle", "Pass, {n} workers idle", idle)
    return say("Pass for the round")


def _workers(was: Magnate) -> int:
    """R3.2 All workers in hand, whatever their colour."""
    return was.workers + was.turquoise + was.black


def _left(step: Working) -> Iterator[Text]:
    """R3.9 What there is still to do."""
    task = step.task
    if moves := sum(count for _, count in task.moves) + bool(task.extra):
        yield say_n("{n} move", "{n} moves", moves)
    if task.steps:
        yield say_n("{n} step", "{n} steps", task.steps)
    if task.build:
        yield BUILDS[task.build]
