"""What the previews of 1861 say, as facts of the states after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.contract.previews import Told, Truths
from trainshed.core import Accept, Consent
from trainshed.games.g1861 import actions as a
from trainshed.games.g1861.auction import Lot, MinorLot
from trainshed.games.g1861.box import BOX, MINORS, NUMBER, PRIVATES, RSR, TRAINS
from trainshed.games.g1861.company import COMPANY, Company
from trainshed.games.g1861.end import LAST_ROUNDS
from trainshed.games.g1861.ground import HEX, laid
from trainshed.games.g1861.merger import Choosing, Dropping
from trainshed.games.g1861.state import State
from trainshed.games.g1861.turn import Turn

PASS = a.Pass()


def _news(told: Told, kind: type) -> list[Any]:
    return [item for item in told.done.news if type(item) is kind]


def _of(state: State, id_: str) -> Company:
    return state.companies[NUMBER[id_]]


# Money


def _paid_to(told: Told) -> tuple[Counter[str], int]:
    """What everybody, by seat or by id, and the bank get by the news and the sentence together."""
    found: Counter[str] = Counter()
    for item in told.done.news:
        found.update(_by_news(item))
    found.update(_by_action(told))
    bank = -sum(found.values())
    return found, bank


def _by_news(item: Any) -> dict[str, int]:  # noqa: ANN401
    match item:
        case a.Shared(company, amounts, kept):
            return {company: kept, **_each(amounts)}
        case a.Seized(_, _, amounts):
            return _each(amounts)
        case a.Borrowed(company, loans):
            return {company: loans * BOX.lent}
        case a.Paid(company, amount):
            return {company: -amount}
        case a.Bought(company, _, "bank" | "pool", price):
            return {company: -price}
        case a.Bought(company, _, source, price):
            return {company: -price, source: price}
        case a.Sold(company, _, seat, price):
            return {company: -price, str(seat): price}
        case a.Compensated(private, owner):
            return {owner: BOX.privates[PRIVATES.index(private)].value}
        case a.Won(seat, lot, price) if lot in PRIVATES:
            return {str(seat): -price}
        case a.Won(seat, lot, price):
            return {str(seat): -price, lot: price}
        case a.Started(company, seat, price):
            return {str(seat): -2 * price, company: 2 * price}
        case _:
            return {}


def _by_action(told: Told) -> dict[str, int]:
    seat = str(told.seat)
    match told.action:
        case a.Sell(company, shares):
            return {seat: shares * told.before.price(NUMBER[company])}
        case a.Buy(company, "pool"):
            return {seat: -told.before.price(NUMBER[company])}
        case a.Buy(company):
            price = told.before.price(NUMBER[company])
            return {seat: -price, company: price}
        case a.Redeem(shares):
            company = told.before.stack[-1].company
            return {_id(company): -shares * told.before.price(company)}
        case _:
            return {}


def _id(number: int) -> str:
    return next(id_ for id_, other in NUMBER.items() if other == number)


def _each(amounts: tuple[int, ...]) -> dict[str, int]:
    return {str(seat): amount for seat, amount in enumerate(amounts)}


def _booked(told: Told) -> bool:
    """Whether every purse holds what is told, and nothing else has come or gone."""
    before, done = told.before, told.done
    paid, bank = _paid_to(told)
    taken = [item.company for item in _news(told, a.Seized)]
    gone = sum(_of(before, id_).cash + paid[id_] for id_ in taken)
    seats = range(before.seats)
    return (
        all(done.cash[seat] - before.cash[seat] == paid[str(seat)] for seat in seats)
        and all(
            was.cash + paid[_id(number)] + (gone if number == RSR else 0) == now.cash
            for number, (was, now) in enumerate(zip(before.companies, done.companies, strict=True))
            if _id(number) not in taken
        )
        and done.bank - before.bank == bank
    )


# What is told


def _won(told: Told) -> bool:
    seat, lot = told.item.seat, told.item.company
    if lot in PRIVATES:
        return told.done.privates[PRIVATES.index(lot)] == seat and _booked(told)
    return _of(told.done, lot).director == seat and _booked(told)


def _fell(told: Told) -> bool:
    """Nobody has it, unless it went for nothing in the end."""
    least = min(item.minimum for item in _news(told, a.Fell))
    step = told.done.stack[-1]
    on_offer = isinstance(step, Lot) and (PRIVATES[step.private], step.minimum) == (
        told.item.private,
        least,
    )
    return on_offer or any(item.price == 0 for item in _news(told, a.Won))


def _moved(told: Told) -> bool:
    number = NUMBER[told.item.company]
    prices = told.before.price(number), told.done.price(number)
    return prices == (told.item.was, told.item.now)


def _directs(told: Told) -> bool:
    was, now = _of(told.before, told.item.company), _of(told.done, told.item.company)
    return bool(was.director != now.director == told.item.seat)


def _borrowed(told: Told) -> bool:
    was, now = _of(told.before, told.item.company), _of(told.done, told.item.company)
    return now.loans - was.loans == told.item.loans and _booked(told)


def _earned(told: Told) -> bool:
    turn = next(step for step in reversed(told.done.stack) if isinstance(step, Turn))
    return (turn.company, turn.income) == (NUMBER[told.item.company], told.item.revenue)


def _bought(told: Told) -> bool:
    """The train has changed hands."""
    item, before, done = told.item, told.before, told.done
    got = _of(done, item.company).trains.count(item.kind)
    had = _of(before, item.company).trains.count(item.kind)
    match item.source:
        case "bank":
            at = list(TRAINS).index(item.kind)
            left = done.depot[at] == -1 or before.depot[at] - done.depot[at] == 1
        case "pool":
            left = before.pool.count(item.kind) - done.pool.count(item.kind) == 1
        case source:
            was, now = _of(before, source), _of(done, source)
            left = was.trains.count(item.kind) - now.trains.count(item.kind) == 1
    return got - had == 1 and bool(left) and _booked(told)


def _splits(told: Told) -> bool:
    """Every purse has that, and the price is that."""
    item, number = told.item, told.before.stack[-1].company
    prices = told.before.price(number), told.done.price(number)
    kept = told.done.companies[number].cash - told.before.companies[number].cash
    had = zip(told.before.cash, told.done.cash, strict=True)
    got = tuple(now - was for was, now in had)
    return (got, kept, prices) == (item.amounts, item.kept, (item.was, item.now)) and _booked(told)


def _sold(told: Told) -> bool:
    owner = told.done.privates[PRIVATES.index(told.item.private)]
    return bool(owner == COMPANY + NUMBER[told.item.company]) and _booked(told)


def _phased(told: Told) -> bool:
    """The tiles, companies and trains of the phase are there."""
    era, done = told.done.era, told.done
    minors = [done.companies[number] for number in MINORS]
    comes = {
        3: "green" in era.tiles and {"green_minors", "mergers"} <= {*era.allows},
        4: {"majors", "state"} <= {*era.allows},
        5: "brown" in era.tiles and "minors" not in era.allows,
        6: "grey" in era.tiles and not any(0 <= owner < COMPANY for owner in done.privates),
        8: "state" not in era.allows and not any(minor.in_play for minor in minors),
    }
    return bool(done.phase == told.item.phase and comes.get(done.phase, True))


def _scrapped(told: Told) -> bool:
    trains = [train for company in told.done.companies for train in company.trains]
    return told.item.kind not in (*trains, *told.done.pool)


def _seized(told: Told) -> bool:
    """It is off the market, and its owners were paid for their shares at this price."""
    was = _of(told.before, told.item.company)
    number = NUMBER[told.item.company]
    shares = (
        tuple(2 * (seat == was.director) for seat in range(told.before.seats))
        if number in MINORS
        else was.shares
    )
    return (
        not _of(told.done, told.item.company).in_play
        and told.item.amounts == tuple(count * told.item.price for count in shares)
        and _booked(told)
    )


def _forfeits(told: Told) -> bool:
    """It is so at once, or before anybody else is asked."""
    if any(item.company == told.item.company for item in _news(told, a.Seized)):
        return _seized(told)
    it = told.item
    taken = a.Seized(it.company, it.price, it.amounts, it.why)
    return taken in told.after.followed and not _of(told.after, it.company).in_play


def _compensated(told: Told) -> bool:
    owner = told.done.privates[PRIVATES.index(told.item.private)]
    return bool(owner == COMPANY + RSR) and _booked(told)


def _ends(told: Told) -> bool:
    """The rounds that follow this one, or those of the next set."""
    done = told.done
    if done.final:
        return bool(done.rounds - done.number == told.item.rounds)
    return bool(done.eight_sold and done.number == done.rounds and told.item.rounds == LAST_ROUNDS)


def _declined(told: Told) -> bool:
    names = ("cash", "companies", "privates", "stations", "bank")
    return all(getattr(told.before, name) == getattr(told.done, name) for name in names)


def _started(told: Told) -> bool:
    number = NUMBER[told.item.company]
    major = told.done.companies[number]
    return (
        told.done.price(number) == told.item.price
        and major.cash == 2 * told.item.price
        and major.shares[told.item.seat] == 2
        and _booked(told)
    )


# What is still to come


def _floats(told: Told) -> bool:
    """If nobody bids more, the minor has this price and this money."""
    state, number = told.after, NUMBER[told.item.company]
    if not told.done.companies[number].in_play:
        state, number = _sold_off(told, state), NUMBER[told.item.company]
    else:
        state = told.done
    return (state.price(number), state.companies[number].cash) == (told.item.price, told.item.cash)


def _sold_off(told: Told, state: State) -> State:
    """The state in which nobody has bid more for a minor."""
    while isinstance(state.stack[-1], MinorLot):
        opens = state.stack[-1].leader < 0
        action = told.game.actions(state)[0] if opens else PASS
        done: State = told.game.does(state, action)
        state = told.game.play(state, action)
        if _news(Told(told.game, state, done, state, action, None, told.seat), a.Won):
            return done
    raise AssertionError(told.action)


def _based(told: Told) -> bool:
    """Whoever wins it, it has its station there."""
    sold = _sold_off(told, told.after)
    hexes = [hex_ for hex_, _ in sold.stands(NUMBER[told.item.company])]
    return hexes == [HEX[told.item.hex]]


def _falling(told: Told) -> bool:
    number, state = NUMBER[told.item.company], told.after
    done = told.game.does(state, PASS)
    prices = state.price(number), done.price(number)
    return prices == (told.item.was, told.item.now)


def _onward(told: Told) -> Iterator[tuple[State, a.Action, State]]:
    """What happens if everybody agrees to what was begun, move by move."""
    yield told.before, told.action, told.done
    state = told.after
    while state.stack:
        step = state.stack[-1]
        offered = told.game.actions(state)
        match step:
            case Consent():
                action: Any = Accept()
            case Choosing(group=(_, _, *_)):
                forms = [it for it in offered if isinstance(it, a.Form)]
                action = forms[0] if forms else offered[0]
            case _ if isinstance(offered[0], a.Price):
                action = offered[0]
            case Dropping():
                action = offered[0]
            case _:
                return
        yield state, action, told.game.does(state, action)
        state = told.game.play(state, action)


def _forms(told: Told) -> bool:
    """The major is such as it is formed, and keeps so many stations."""
    moves = list(_onward(told))
    for _, _, done in moves:
        formed = next((item for item in done.brought if isinstance(item, a.Formed)), None)
        if formed is not None:
            number, item = NUMBER[formed.company], told.item
            major = done.companies[number]
            stands = {hex_ for hex_, _ in moves[-1][2].stands(number)}
            return (
                done.price(number) == item.price
                and (major.cash, major.loans, major.trains) == (item.cash, item.loans, item.trains)
                and major.shares == item.held
                and len(stands) == item.stations
            )
    return False


def _agrees(told: Told) -> bool:
    """They, and in a merger that grows perhaps others after them, are asked."""
    steps = [state.stack[-1] for state, _, _ in _onward(told)]
    asked = [step.seat for step in steps if isinstance(step, Consent)]
    if isinstance(told.action, Accept):
        asked = asked[1:]
    return (
        {*told.item.seats} <= {*asked}
        if isinstance(told.action, a.Merge)
        else [*told.item.seats] == asked
    )


# Sentences of actions that bring no news


def _passed(told: Told) -> bool:
    """Nothing has changed hands."""
    names = ("cash", "privates", "stations", "bank", "tiles", "depot", "pool")
    held = [
        [(company.shares, company.treasury, company.pool, company.trains, company.loans)]
        for state in (told.before, told.done)
        for company in state.companies
    ]
    if _news(told, a.Seized):  # the news say what has become of it
        return True
    same = all(getattr(told.before, name) == getattr(told.done, name) for name in names)
    return same and held[: len(held) // 2] == held[len(held) // 2 :]


def _traded(told: Told) -> bool:
    """So many shares for so much have gone over, from where it says."""
    action = told.item
    was, now = _of(told.before, action.company), _of(told.done, action.company)
    got = now.shares[told.seat] - was.shares[told.seat]
    match action:
        case a.Sell(shares=shares):
            moved = got == -shares and now.pool - was.pool == shares
        case a.Buy(source="pool"):
            moved = got == 1 and was.pool - now.pool == 1
        case _:
            moved = got == 1 and was.treasury - now.treasury == 1
    return moved and _booked(told)


def _redeemed(told: Told) -> bool:
    number = told.before.stack[-1].company
    was, now = told.before.companies[number], told.done.companies[number]
    shares = told.item.shares
    return (was.pool - now.pool, now.treasury - was.treasury) == (shares, shares) and _booked(told)


def _stands(told: Told) -> bool:
    number = told.before.stack[-1].company
    return (HEX[told.item.hex], told.item.circle) in told.done.stands(number)


def _dropped(told: Told) -> bool:
    number = told.before.stack[-1].company
    return (HEX[told.item.hex], told.item.circle) not in told.done.stands(number)


def _laid(told: Told) -> bool:
    tile = laid(told.item.tile, told.item.turn).number
    return bool(told.done.tiles[HEX[told.item.hex]] == tile) and _booked(told)


def _discarded(told: Told) -> bool:
    number, kind = told.before.stack[-1].company, told.item.kind
    was, now = told.before, told.done
    lost = was.companies[number].trains.count(kind) - now.companies[number].trains.count(kind)
    return bool(lost == 1 and now.pool.count(kind) - was.pool.count(kind) == 1)


def _broke(told: Told) -> bool:
    """Nothing is left in the bank, or was while it lent: some may have come back at once."""
    lent = sum(item.loans for item in told.done.brought if isinstance(item, a.Borrowed))
    left = min(told.done.bank, told.before.bank - lent * BOX.lent)
    return bool(told.done.broken and not told.before.broken and left <= 0)


TRUTHS: Truths = {
    a.Won: _won,
    a.Fell: _fell,
    a.Moved: _moved,
    a.Directs: _directs,
    a.Borrowed: _borrowed,
    a.Paid: _booked,
    a.Earned: _earned,
    a.Shared: _booked,
    a.Bought: _bought,
    a.Sold: _sold,
    a.Phased: _phased,
    a.Scrapped: _scrapped,
    a.Seized: _seized,
    a.Forfeits: _forfeits,
    a.Compensated: _compensated,
    a.Stood: lambda told: (
        HEX[told.item.hex] in [hex_ for hex_, _ in told.done.stands(RSR)]
        and HEX[told.item.hex] not in [hex_ for hex_, _ in told.before.stands(RSR)]
    ),
    a.Withdrawn: lambda told: all(_of(told.done, id_).gone for id_ in told.item.companies),
    a.Declined: _declined,
    a.Broken: _broke,
    a.Ends: _ends,
    a.Started: _started,
    a.Floats: _floats,
    a.Based: _based,
    a.Falling: _falling,
    a.Forms: _forms,
    a.Splits: _splits,
    a.Agrees: _agrees,
    a.Pass: _passed,
    a.Sell: _traded,
    a.Buy: _traded,
    a.Redeem: _redeemed,
    a.Home: _stands,
    a.Station: _stands,
    a.Drop: _dropped,
    a.Lay: _laid,
    a.Discard: _discarded,
    a.Keep: _passed,
}
CLOCKS = ("turn", "last_actor", "priority")
