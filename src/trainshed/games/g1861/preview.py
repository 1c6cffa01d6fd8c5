"""What an action brings, and what comes of it later, once others have agreed or bid no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trainshed.core import Consent, Seat

from .actions import (
    Action,
    Agrees,
    Auction,
    Based,
    Bid,
    Falling,
    Floats,
    Forfeits,
    Formed,
    Forms,
    Moved,
    News,
    Seized,
    Sell,
    Shared,
    Splits,
)
from .auction import MinorLot
from .box import BOX, CHARTERS, MAJORS, NUMBER, RSR
from .dividend import Dividend
from .merger import Choosing, merge
from .phases import Surplus
from .privates import PrivatePrice
from .stock import StockTurn
from .trains import TrainPrice
from .turn import Turn

if TYPE_CHECKING:
    from .state import State


def preview(state: State, done: State, action: Action) -> tuple[News, ...]:
    """The news of an action that was done, then what is still to come of it."""
    return *_known(state, done), *_later(state, done, action)


def _known(state: State, done: State) -> Iterator[News]:
    """The news, with the numbers that they leave out; not what falls for an earlier sale."""
    step = state.stack[-1]
    for item in done.brought:
        match item:
            case Moved() if isinstance(step, Dividend):
                continue
            case Moved(company) if isinstance(step, StockTurn) and NUMBER[company] in step.drops:
                continue
            case Shared(company, amounts, kept) if isinstance(step, Dividend):
                number = NUMBER[company]
                yield Splits(amounts, kept, state.price(number), done.price(number))
            case Formed(company):
                yield _forms(done, NUMBER[company])
            case _:
                yield item


def _later(state: State, done: State, action: Action) -> Iterator[News]:
    """What the news of an action leave out."""
    match action, state.stack[-1]:
        case Bid(bid), MinorLot(company=number):
            price = state.market.price(state.market.start(number, bid // 2))
            yield Floats(CHARTERS[number].id, price, bid)
        case Auction(company), _:
            yield Based(company, CHARTERS[NUMBER[company]].home)
        case Sell(company), StockTurn() if state.rules.one_drop:
            yield from _falling(state, NUMBER[company])
        case _:
            for item in lost(done):
                yield Forfeits(item.company, item.price, item.amounts, item.why)
            yield from _agreed(done)


def lost(done: State) -> Iterator[Seized]:
    """R10.4, R15.9, R17.2 What the State Railway takes before anybody is asked in the turn."""
    state = done
    while state.stack and _goes_on(step := state.stack[-1]):
        state = step.run(state)  # type: ignore[union-attr]
    for item in state.news[len(done.brought) :]:
        if isinstance(item, Seized):
            yield item


def _goes_on(step: object) -> bool:
    """Whether a step belongs to the turn of a company and asks nobody."""
    return isinstance(step, Surplus) or (isinstance(step, Turn) and step.company != RSR)


def _falling(state: State, number: int) -> Iterator[News]:
    """R4.3 The price falls once, when the director has sold all he wants."""
    step = state.stack[-1]
    assert isinstance(step, StockTurn)
    company = state.companies[number]
    was, now = state.price(number), state.market.price(state.market.down[company.cell])
    if was != now and (company.director == step.seat or number in step.drops):
        yield Falling(CHARTERS[number].id, was, now)


def _agreed(done: State) -> Iterator[News]:
    """R9.6, R15.3, R20.1 A deal that others have yet to agree to, and what it comes to."""
    step = done.stack[-1] if done.stack else None
    below = done.stack[-2] if isinstance(step, Consent) else step
    match below:
        case Choosing(group=(_, _, *_)):
            seats = dict.fromkeys(map(done.owner, below.group))
            asked = [seat for seat in seats if not below.agreed_by >> seat & 1]
            asking = asked if isinstance(step, Consent) else _but(asked, below.actor(done))
        case TrainPrice():
            asking = _but([done.owner(below.seller)], below.actor(done))
        case PrivatePrice():
            asking = _but([Seat(done.privates[below.private])], below.actor(done))
        case _:
            asking = []
    if asking:
        yield Agrees(tuple(asking))
    if isinstance(below, Choosing) and below.formable(done, below.group):
        yield _merged(done, below)


def _but(seats: list[Seat], own: Seat) -> list[Seat]:
    return [seat for seat in seats if seat != own]


def _merged(done: State, step: Choosing) -> Forms:
    """R20.3, R20.5 What a group becomes; any major will do where none is chosen yet."""
    major = step.into
    if major < 0:
        major = next(number for number in MAJORS if not done.companies[number].in_play)
    return _forms(merge(done, step.company, step.group, major), major)


def _forms(after: State, major: int) -> Forms:
    """R20.7 A major as it begins, with as many stations as it keeps."""
    company = after.companies[major]
    hexes = {hex_ for hex_, _ in after.stands(major)}
    return Forms(
        after.price(major),
        company.cash,
        company.loans,
        company.trains,
        min(BOX.mergers.stations, len(hexes)),
        company.shares,
    )
