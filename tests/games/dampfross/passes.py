"""What passing means at Dampfross, as facts of the states after."""

from __future__ import annotations

from tests.contract.passes import Facts
from tests.contract.previews import Told
from trainshed.core import Text
from trainshed.games.dampfross import phrases as p
from trainshed.games.dampfross.build import Ends, Laying
from trainshed.games.dampfross.entering import TRACE, Entering, in_race


def _built(told: Told) -> bool:
    """The company has laid nothing more, and another turn has begun."""
    number = told.before.stack[-1].company
    step = told.after.stack[-1]
    asked = isinstance(step, Ends | Laying) and step.company == number
    same = told.before.companies[number].track == told.after.companies[number].track
    return bool(same and (not asked or told.after.turn > told.before.turn))


def _unused(told: Told) -> bool:
    left = told.item.fields["left"]
    assert isinstance(left, Text)
    return left == p.spent(told.before, told.before.stack[-1].left) and _built(told)


def _own(told: Told) -> int:
    step = (
        told.before.stack[-2] if hasattr(told.before.stack[-1], "path") else told.before.stack[-1]
    )
    return int(step.companies[0] if hasattr(step, "companies") else step.company)


def _alone(told: Told) -> bool:
    """They have no train together, and are not asked for one again."""
    pair = told.before.stack[-1].companies
    race = told.done.race
    joint = [train for train in told.done.trains if set(pair) <= {*train.companies}]
    return not joint and (race is None or pair in race.asked)


def _out(told: Told) -> bool:
    """It has no train in this race, and is not asked to enter it again."""
    number, race, steps = _own(told), told.before.race, told.after.stack
    asked = steps and isinstance(steps[-1], Entering) and steps[-1].companies[0] == number
    new = told.after.race is None or told.after.race.number != race.number
    return bool(not in_race(told.done, number) and (new or not asked))


def _back(told: Told) -> bool:
    step = told.after.stack[-1]
    offered = told.game.actions(told.after)
    return isinstance(step, Entering) and TRACE not in offered and len(offered) > 1


PASSES: Facts = {
    "{left} unused": _unused,
    "no more track after this race": _built,
    "no joint run in this race": _alone,
    "no prize in this race": _out,
    "back to the routes that are offered, drawing is over": _back,
}
