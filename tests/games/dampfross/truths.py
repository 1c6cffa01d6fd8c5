"""What the previews of Dampfross say, as facts of the states after."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.contract.previews import Told, Truths
from trainshed.core import Accept, Consent, Decline
from trainshed.games.dampfross import actions as a
from trainshed.games.dampfross.entering import Entering, read
from trainshed.games.dampfross.state import State, Train


def _cell(told: Told, name: str) -> int:
    return int(told.before.board.grid.number[name])


def _booked(told: Told) -> bool:
    """Every account, and the bank, has changed by what is told, and by nothing else."""
    before, done = told.before, told.done
    expected: Counter[int] = Counter()
    for item in done.brought:
        expected.update(_by_news(told, item))
    numbers = range(len(before.companies))
    changes = {n: done.companies[n].balance - before.companies[n].balance for n in numbers}
    bank = done.bank - before.bank
    return changes == {n: expected[n] for n in numbers} and bank == -sum(changes.values())


def _by_news(told: Told, item: Any) -> Counter[int]:  # noqa: ANN401
    found: Counter[int] = Counter()
    match item:
        case a.Laid(company, _, _, cost, fees):
            step = told.before.stack[-1]
            found[company] -= cost * getattr(step, "account", False)
            for rival, amount in fees:
                found[company] -= amount
                found[rival] += amount
        case a.Bonus(company, _, amount) | a.Prize(company, _, amount):
            found[company] += amount
        case a.Charged(company, to, amount):
            found[company] -= amount
            if to >= 0:
                found[to] += amount
    return found


def _laid(told: Told) -> bool:
    """The segment lies, and what is left to build with is less by its cost."""
    item, grid = told.item, told.before.board.grid
    start, end = _cell(told, item.start), _cell(told, item.end)
    there = told.done.companies[item.company].track[grid.direction(start, end)] >> start & 1
    left = told.before.stack[-1]
    on = told.done.stack[-1]
    goes_on = getattr(on, "company", -1) == item.company and hasattr(on, "left")
    spent = left.left - on.left if goes_on else item.cost
    return bool(there) and spent == item.cost and _booked(told)


def _bonus(told: Told) -> bool:
    """Nobody had been there before."""
    reached = told.done.connected.bit_count() + told.done.abroad.bit_count()
    had = told.before.connected.bit_count() + told.before.abroad.bit_count()
    bonuses = sum(isinstance(item, a.Bonus) for item in told.done.brought)
    return reached - had == bonuses and _booked(told)


def _joined(told: Told) -> bool:
    """A jump along that line, if only the one just made, does not count any more."""
    over = told.before.stack[-1].over
    made = [jump.over for jump in told.before.companies[told.item.company].jumps]
    had = Counter([*made, *([] if over is None else [over])])
    has = Counter(jump.over for jump in told.done.companies[told.item.company].jumps)
    return had[told.item.over] > has[told.item.over]


def _train(state: State, company: int) -> Train | None:
    return next((train for train in state.trains if company in train.companies), None)


def _withdrawn(told: Told) -> bool:
    return _train(told.done, told.item.company) is None


def _ran(told: Told) -> bool:
    """The train stands there, at the border, or has arrived with so many points."""
    item, train = told.item, _train(told.done, told.item.company)
    assert train is not None
    border = _cell(told, item.border) if item.border else -1
    arrived = train.place is not None and train.place[1] == item.left
    return (
        train.path[train.at] == _cell(told, item.hex)
        and train.border == border
        and (arrived if item.arrived else train.place is None)
    )


def _alone(told: Told) -> bool:
    """The race is over, and it has the sum, less the charges."""
    item, after = told.item, told.after
    company, was = after.companies[item.company], told.before.companies[item.company]
    paid = sum(
        news.amount
        for news in after.news
        if isinstance(news, a.Charged) and news.company == item.company
    )
    raced = told.before.race.number
    over = after.race is None or after.race.number > raced
    return bool(over and company.balance - was.balance == item.amount - paid)


# Sentences of actions that bring no news


def _started(told: Told) -> bool:
    company = told.done.companies[told.before.stack[-1].company]
    town = told.before.board.town_of[told.item.town]
    return bool(company.start == told.before.board.town_hexes[town]) and _booked(told)


def _entered(told: Told) -> bool:
    """There is a train on this route; on a route alone it owes no more than the choice says."""
    step = told.before.stack[-1]
    own = step.companies if isinstance(step, Entering) else (step.company,)
    train = _train(told.done, own[0])
    if train is None or train.companies != own:
        return False
    if not isinstance(step, Entering):
        return not told.item.route or train.path == (_cell(told, told.item.route),)
    route = read(told.before, told.item.route, own)
    assert route is not None
    return (train.path, train.lines) == (route.path, route.lines)


def _stayed(told: Told) -> bool:
    step = told.before.stack[-1]
    own = step.companies if isinstance(step, Entering) else (step.company,)
    return bool(told.done.trains == told.before.trains) and _train(told.done, own[0]) is None


def _stepped(told: Told) -> bool:
    """The train of who runs on stands in this hex; what a route that is drawn says is its end."""
    where = _cell(told, told.item.hex)
    ends = [train.path[-1] for train in told.done.trains if train not in told.before.trains]
    return where in [cell for train in told.done.trains for cell in train.path] and bool(ends)


def _ridden(told: Told) -> bool:
    """A train stands at the end of the way."""
    where = _cell(told, told.item.way.rsplit("-", 1)[-1].partition(":")[0])
    moved = [train for train in told.done.trains if train not in told.before.trains]
    return [train.path[train.at] for train in moved] == [where] and _booked(told)


def _asked(told: Told) -> bool:
    """Whoever leads that company is asked."""
    step = told.after.stack[-1]
    seat = told.before.seat_of(told.item.company)
    return seat == told.seat or (isinstance(step, Consent) and step.seat == seat)


TRUTHS: Truths = {
    a.Laid: _laid,
    a.Bonus: _bonus,
    a.Built: lambda told: bool(told.done.operating and not told.before.operating),
    a.Joined: _joined,
    a.Withdrawn: _withdrawn,
    a.Charged: _booked,
    a.Ran: _ran,
    a.Prize: _booked,
    a.Alone: _alone,
    a.Start: _started,
    a.Enter: _entered,
    a.Stay: _stayed,
    a.Step: _stepped,
    a.Ride: _ridden,
    a.Join: _asked,
    a.GiveUp: lambda told: told.done.trains == told.before.trains,
    Accept: _booked,
    Decline: _booked,
}
CLOCKS = ("turn",)
