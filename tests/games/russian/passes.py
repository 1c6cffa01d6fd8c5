"""What passing means at Russian Railroads, as facts of the states after."""

from __future__ import annotations

from collections.abc import Iterator

from tests.contract.passes import Facts, onward
from tests.contract.previews import Told
from trainshed.games.russian.order import Second
from trainshed.games.russian.state import Magnate, State
from trainshed.games.russian.turn import Turn
from trainshed.games.russian.work import Working


def _magnates(told: Told) -> tuple[Magnate, Magnate]:
    return told.before.magnates[told.seat], told.done.magnates[told.seat]


def _turns(told: Told) -> Iterator[State]:
    """The positions in which he has a turn again, if all others pass."""
    for state in onward(told.game, told.after):
        if state.stack and isinstance(state.stack[-1], Turn) and state.stack[-1].seat == told.seat:
            yield state


def _idle(told: Told) -> bool:
    """They are in his hand, and it is not his turn any more in this round."""
    was, now = _magnates(told)
    hand = now.workers + now.turquoise + now.black
    again = next(_turns(told), None)
    rests = again is None or again.round > told.before.round
    return hand == told.item.fields["n"] == was.workers + was.turquoise + was.black and rests


def _out(told: Told) -> bool:
    again = next(_turns(told), None)
    return again is not None and again.round == told.item.fields["round"]


def _points(told: Told) -> bool:
    was, now = _magnates(told)
    return bool(now.score - was.score == told.item.fields["points"])


def _left(told: Told) -> bool:
    """The worker lies where he lay, and is not asked about any more."""
    was, step = told.before.stack[-1], told.after.stack[-1] if told.after.stack else None
    return bool(told.before.placed == told.done.placed and was != step and isinstance(was, Second))


def _nothing(told: Told) -> bool:
    """His board and his hand are as they were, and this is not asked any more."""
    was, now = _magnates(told)
    return was == now and told.before.stack[-1] not in told.done.stack


def _lost(told: Told) -> bool:
    step = told.before.stack[-1]
    return _nothing(told) and isinstance(step, Working) and not step.task.done


PASSES: Facts = {
    "{n} worker stays idle": _idle,
    "out until the end": lambda told: next(_turns(told), None) is None,
    "out until round {round}": _out,
    "+{points}": _points,
    "the worker of your claim does nothing more": _left,
    "{what} lost": _lost,
    "no action again": _nothing,
    "no ? card": _nothing,
}
