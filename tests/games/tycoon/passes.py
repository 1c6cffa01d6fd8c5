"""What passing means at Railroad Tycoon, as facts of the states after."""

from __future__ import annotations

from itertools import takewhile

from tests.contract.passes import Facts, onward
from tests.contract.previews import Told
from trainshed.core import Money, Seat, Who
from trainshed.games.tycoon import actions as a
from trainshed.games.tycoon.auction import Bidding
from trainshed.games.tycoon.state import State


def _amount(told: Told) -> int:
    field = told.item.fields["amount"]
    assert isinstance(field, Money)
    return field.amount


def _bidding(state: State) -> bool:
    return bool(state.stack) and isinstance(state.stack[-1], Bidding)


def _out(told: Told) -> bool:
    """He is not asked again in it."""
    rest = takewhile(_bidding, onward(told.game, told.after))
    return told.seat not in [told.game.actor(state) for state in rest]


def _paid(told: Told) -> dict[Seat, int]:
    """What everybody pays if nobody bids more."""
    states = onward(told.game, told.after)
    settled = next(state for state in states if not _bidding(state))
    return {it.seat: it.amount for it in settled.news if isinstance(it, a.Paid)}


def _leads(told: Told) -> bool:
    who = told.item.fields["who"]
    assert isinstance(who, Who)
    return _paid(told).get(who.seat) == _amount(told)


def _unused(told: Told) -> bool:
    same = ("railroads", "links", "west", "cubes", "colours")
    return all(getattr(told.before, name) == getattr(told.done, name) for name in same)


def _unfinished(told: Told) -> bool:
    """There it lies, until the turn is over."""
    number = told.before.stack[-1].link
    lying = [it for it in told.before.links if it.number == number and not it.finished]
    states = onward(told.game, told.after)
    gone = next(it for it in states if not it.stack or it.turn > told.before.turn or _news(it))
    return len(lying) == 1 and all(it.number != number for it in gone.links)


def _news(state: State) -> bool:
    return any(isinstance(it, a.Removed) for it in state.news)


def _kept(told: Told) -> bool:
    had, has = (state.railroads[told.seat].cards for state in (told.before, told.done))
    return bool(had == has and "city_growth" in has)


PASSES: Facts = {
    "out of this auction": _out,
    "{who} leads with {amount}": _leads,
    "you pay {amount}": lambda told: _paid(told).get(told.seat) == _amount(told),
    "this action stays unused": _unused,
    "unfinished: taken off at the end of the turn": _unfinished,
    "City Growth stays in hand": _kept,
}
