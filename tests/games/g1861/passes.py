"""What passing means at 1861, as facts of the states after."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from tests.contract.passes import Facts, onward
from tests.contract.previews import Told
from trainshed.core import Mark, Money, Who
from trainshed.games.g1861 import actions as a
from trainshed.games.g1861.auction import Lot, MinorLot
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.merger import AfterMerger
from trainshed.games.g1861.state import State
from trainshed.games.g1861.turn import Turn

PASS = a.Pass()


def _id(told: Told) -> str:
    field = told.item.fields["company"]
    assert isinstance(field, Mark)
    return field.key


def _amount(told: Told) -> int:
    field = told.item.fields["amount"]
    assert isinstance(field, Money)
    return field.amount


def _seized(told: Told, company: str) -> bool:
    return any(isinstance(it, a.Seized) and it.company == company for it in told.after.news)


def _over(told: Told) -> bool:
    """Another turn has begun, or another round."""
    before, after = told.before, told.after
    return bool((before.turn, before.round) != (after.turn, after.round))


def _past(told: Told) -> bool:
    """The same question does not come again in this turn."""
    was, steps = told.before.stack[-1], told.after.stack
    return _over(told) or not steps or type(was) is not type(steps[-1])


def _untouched(told: Told, *names: str) -> bool:
    same = all(getattr(told.before, name) == getattr(told.done, name) for name in names)
    return same and _past(told)


def _ended(told: Told) -> bool:
    number = NUMBER[_id(told)]
    turns = (step.company for step in told.after.stack if isinstance(step, Turn))
    return number not in turns or _over(told)


def _due(told: Told) -> bool:
    turn = next(step for step in reversed(told.before.stack) if isinstance(step, Turn))
    paid = [it.amount for it in told.after.news if getattr(it, "purpose", "") == "interest"]
    company = told.before.stack[-1].company
    taken = [it for it in told.after.news if isinstance(it, a.Seized) and it.why == "interest"]
    return paid == [_amount(told)] or bool(taken and NUMBER[taken[0].company] == company and turn)


def _stays(told: Told) -> bool:
    number = NUMBER[_id(told)]
    was = told.before.stack[-1]
    return bool(told.done.companies[number].in_play and was not in told.after.stack)


def _unbought(told: Told) -> bool:
    number = NUMBER[_id(told)]
    return bool(told.before.companies[number].shares == told.done.companies[number].shares)


def _enough(told: Told) -> bool:
    lap = told.done.stack[-1]
    return _unbought(told) and isinstance(lap, AfterMerger) and told.seat not in lap.partners


# Auctions


def _same(state: State, told: Told) -> bool:
    """Whether the lot is still on offer."""
    was, step = told.before.stack[-1], state.stack[-1]
    if isinstance(was, MinorLot):
        return isinstance(step, MinorLot) and step.company == was.company
    return isinstance(step, Lot) and step.private == was.private


def _price(told: Told) -> int:
    step = told.after.stack[-1]
    assert isinstance(step, Lot)
    return step.minimum


def _may_bid(told: Told) -> bool:
    """If the next one opens, and nobody else bids, he is asked again."""
    if not _same(told.after, told) or _price(told) != told.before.stack[-1].minimum:
        return False
    opened = told.game.play(told.after, a.Bid(_price(told)))
    lot = takewhile(lambda state: _same(state, told), onward(told.game, opened))
    return told.seat in [told.game.actor(state) for state in lot]


def _may_have(told: Told) -> bool:
    """Another is asked at this price."""
    at = told.before.stack[-1].minimum
    return (
        _same(told.after, told) and _price(told) == at and told.game.actor(told.after) != told.seat
    )


def _falls(told: Told) -> bool:
    return _same(told.after, told) and _price(told) == _amount(told)


def _won(told: Told) -> bool:
    who = told.item.fields["who"]
    assert isinstance(who, Who)
    won = [it for it in told.after.news if isinstance(it, a.Won)]
    cost = told.before.cash[who.seat] - told.done.cash[who.seat]
    return [(it.seat, it.price) for it in won] == [(who.seat, _amount(told))] and cost == _amount(
        told
    )


def _out(told: Told) -> bool:
    """Whatever the others bid, he is not asked again."""
    state = told.after
    for _ in range(30):
        if not _same(state, told):
            return True
        if told.game.actor(state) == told.seat:
            return False
        bids = [it for it in told.game.actions(state) if isinstance(it, a.Bid)]
        state = told.game.play(state, bids[0])
    return True


# Stock rounds


def _is_new(told: Told, state: State) -> bool:
    """Whether the stock round is over."""
    return bool((state.set, state.round) != (told.before.set, "stock"))


def _is_asked(told: Told, states: Iterator[State]) -> bool:
    """Whether he is asked in the rest of the stock round, or hears that he can do nothing."""
    for state in states:
        if any(isinstance(it, a.Unable) and it.seat == told.seat for it in state.news):
            return True
        if _is_new(told, state):
            return False
        if told.game.actor(state) == told.seat and not isinstance(state.stack[-1], MinorLot):
            return True
    return False


def _again(told: Told) -> bool:
    """Not if all pass; but if the next one trades, yes."""
    if _is_new(told, told.after) or _is_asked(told, onward(told.game, told.after)):
        return False
    trades = [it for it in told.game.actions(told.after) if isinstance(it, a.Buy | a.Sell)]
    if not trades:
        return True
    traded = told.game.play(told.after, trades[-1])
    return _is_asked(told, onward(told.game, traded))


PASSES: Facts = {
    "{company} falls to the State Railway": lambda told: _seized(told, _id(told)),
    "your turn is over": _over,
    "no share comes back in this turn": _past,
    "no tile in this turn": lambda told: _untouched(told, "tiles"),
    "no second tile in this turn": lambda told: _untouched(told, "tiles"),
    "no station in this turn": lambda told: _untouched(told, "stations"),
    "no private for now": lambda told: _untouched(told, "privates"),
    "{amount} of interest is due": _due,
    "the turn of {company} ends": _ended,
    "{company} stays a minor for now": _stays,
    "no share of {company} now": _unbought,
    "no further share of {company} now": _enough,
    "you may still bid if another does": _may_bid,
    "others may have it at this price, or it falls": _may_have,
    "the price falls to {amount}": _falls,
    "{who} has it for {amount}": _won,
    "out of this auction for good": _out,
    "you are asked again unless all pass": _again,
    "the stock round ends": lambda told: _is_new(told, told.after),
}
