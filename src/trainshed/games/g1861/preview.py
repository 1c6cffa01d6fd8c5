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
    Formed,
    Forms,
    Moved,
    News,
    Pay,
    Sell,
)
from .auction import MinorLot
from .box import BOX, CHARTERS, MAJORS, NUMBER
from .dividend import Dividend
from .merger import Choosing, merge
from .privates import PrivatePrice
from .stock import StockTurn
from .trains import TrainPrice

if TYPE_CHECKING:
    from .state import State


def preview(state: State, done: State, action: Action) -> tuple[News, ...]:
    """The news of an action that was done, then what is still to come of it."""
    step = state.stack[-1]
    sold = step.drops if isinstance(step, StockTurn) else ()
    news = [item for item in done.brought if not _is_of_sale(item, sold)]
    return *_formed(news, done), *_later(state, done, action)


def _is_of_sale(item: News, sold: tuple[int, ...]) -> bool:
    """R4.3 Whether a price falls for what was sold before, whatever is done now."""
    return isinstance(item, Moved) and NUMBER[item.company] in sold


def _formed(news: list[News], done: State) -> Iterator[News]:
    """R19.5, R20.5 A major that was formed comes with all that it has."""
    for item in news:
        if isinstance(item, Formed):
            yield _forms(done, NUMBER[item.company], item.minors, named=True)
        else:
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
        case Pay(), Dividend(company=number) if state.price(number) == done.price(number):
            yield Moved(CHARTERS[number].id, state.price(number), state.price(number))
        case _:
            yield from _agreed(done)


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
            if below.formable(done, below.group):
                yield _merged(done, below)
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


def _but(seats: list[Seat], own: Seat) -> list[Seat]:
    return [seat for seat in seats if seat != own]


def _merged(done: State, step: Choosing) -> Forms:
    """R20.3, R20.5 What a group becomes; any major will do where none is chosen yet."""
    major = step.into
    if major < 0:
        major = next(number for number in MAJORS if not done.companies[number].in_play)
    minors = tuple(CHARTERS[number].id for number in step.group)
    after = merge(done, step.company, step.group, major)
    return _forms(after, major, minors, named=step.into >= 0)


def _forms(after: State, major: int, minors: tuple[str, ...], *, named: bool) -> Forms:
    """R20.7 A major as it begins, with as many stations as it keeps."""
    company = after.companies[major]
    hexes = {hex_ for hex_, _ in after.stands(major)}
    return Forms(
        CHARTERS[major].id if named else "",
        minors,
        after.price(major),
        company.cash,
        company.loans,
        company.trains,
        min(BOX.mergers.stations, len(hexes)),
        company.shares,
    )
