"""How good a position is for each seat: what it owns now, and what that will still earn.

Every company is judged by the trains it has or could buy, each for as long as it will last, on the
best stops its track reaches; stops near its open ends count a little too. What it will earn goes to
the holders of its shares, and a company that pays lets its price rise. Money in a treasury is worth
what it can buy. The weights were found by letting bots with different ones play each other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from trainshed.core import Consent, Seat

from .auction import Lot, MinorLot, award, found_minor
from .box import BOX, MAJORS, MAP, MINORS, ROSTER, SHARES, TRAINS
from .company import COMPANY
from .ground import HEXES, LAID, PRINTED, distance
from .merger import Choosing
from .reach import reached_by
from .roster import train_limit
from .run import PLACES

if TYPE_CHECKING:
    from .company import Company
    from .state import State

LEFT = {2: 9.0, 3: 7.5, 4: 6.0, 5: 5.0, 6: 4.0, 7: 3.5}
"""Operating rounds that are probably left in each phase."""
LASTS = {
    "2": {2: 3.5, 3: 1.5},
    "3": {2: 6.0, 3: 5.0, 4: 3.0, 5: 1.5},
    "4": {2: 7.0, 3: 6.0, 4: 5.0, 5: 4.0, 6: 2.5, 7: 1.2},
}
"""How many rounds a train that rusts probably runs."""
MINOR_ROUNDS = {2: 5.0, 3: 3.5, 4: 2.5, 5: 2.0, 6: 1.2, 7: 0.6}
"""How long a minor probably remains one."""
HOPED = 0.85
"""A train that the treasury could buy, compared with one that runs."""
SECOND = 0.7
"""What a further train earns on the same track."""
NEARBY = 0.12
"""A stop one hex beyond the end of the track; less the further it is."""
IDLE = 0.25
"""A rouble in a treasury for which nothing is to be bought."""
RISE = 0.05
"""How much a price rises in a round if the company pays."""
STRETCH = 0.92
"""A long route does not meet exactly the best stops."""
ASKING = 2.0
"""What an offer costs that may be turned down."""


class Prospect(Struct, frozen=True):
    """What a company may expect: earnings to come, per round, and money that lies idle."""

    total: float
    per_round: float
    idle: float


def value(state: State) -> tuple[float, ...]:
    """The expected fortune of each seat."""
    step = state.stack[-1] if state.stack else None
    if isinstance(step, MinorLot):
        if step.leader >= 0:
            return value(found_minor(state, step.company, Seat(step.leader), step.high))
        return value(found_minor(state, step.company, step.seat, BOX.minor_bid))
    if isinstance(step, Lot) and step.leader >= 0:
        return value(award(state, step, Seat(step.leader), step.high))
    worth = [float(cash) for cash in state.cash]
    for number in MINORS:
        _minor(state, number, worth)
    for number in MAJORS:
        _major(state, number, worth)
    _privates(state, worth)
    if isinstance(step, Consent):
        worth[state.stack[-2].actor(state)] -= ASKING  # type: ignore[union-attr]
    if isinstance(step, Choosing) and len(step.group) > 1:
        worth[step.actor(state)] += ASKING * len(step.group)
    return tuple(worth)


def rounds_left(state: State) -> float:
    """Operating rounds to come, this one included."""
    if state.over:
        return 0.0
    if state.phase in LEFT:
        return LEFT[state.phase]
    rest = state.rounds - state.number
    return float(rest if state.final else rest + 3)


def _minor(state: State, number: int, worth: list[float]) -> None:
    minor = state.companies[number]
    if not minor.in_play:
        return
    price = state.price(number)
    rounds = min(MINOR_ROUNDS.get(state.phase, 0.0), rounds_left(state))
    ahead = prospect(state, number, rounds)
    growth = RISE * price * rounds if ahead.per_round else -RISE * price
    debt = 0.6 * BOX.loan * minor.loans
    worth[minor.director] += 2 * (price + growth) + 0.75 * ahead.total + IDLE * ahead.idle - debt


def _major(state: State, number: int, worth: list[float]) -> None:
    major = state.companies[number]
    if not major.in_play:
        return
    price = state.price(number)
    rounds = rounds_left(state)
    ahead = prospect(state, number, rounds)
    pays = ahead.per_round / price if price else 0.0
    growth = RISE * price * rounds * min(pays, 1.2) if ahead.per_round else -2 * RISE * price
    debt = 0.8 * BOX.loan * major.loans / SHARES
    kept = ahead.total * major.treasury / SHARES * 0.3
    each = price + growth + (ahead.total + IDLE * ahead.idle + kept) / SHARES - debt
    for seat, held in enumerate(major.shares):
        worth[seat] += held * max(each, price * 0.6)
    if major.director >= 0:
        worth[major.director] += 0.03 * ahead.total


def _privates(state: State, worth: list[float]) -> None:
    for private, owner in zip(BOX.privates, state.privates, strict=True):
        if 0 <= owner < state.seats:
            worth[owner] += private.value


def prospect(state: State, number: int, rounds: float) -> Prospect:
    """What a company will earn with its trains, and with those it can afford."""
    company = state.companies[number]
    stops = _stops(state.tiles, state.stations, number, state.era.area)
    bonus = _bonus(state, number, stops)
    earned = [
        (_train(stops, kind) + bonus, _rounds(kind, state.phase, rounds)) for kind in company.trains
    ]
    cash = _hopes(state, number, company, stops, rounds, earned)
    earned.sort(reverse=True)
    total = per_round = 0.0
    weight = 1.0
    for income, lasts in earned:
        total += weight * income * lasts
        per_round += weight * income
        weight *= SECOND
    return Prospect(total, per_round, cash)


def _hopes(
    state: State,
    number: int,
    company: Company,
    stops: Stops,
    rounds: float,
    earned: list[tuple[float, float]],
) -> int:
    """Count the trains that money, and loans for the first, would buy; what is left over."""
    cash = company.cash
    room = train_limit(state, number) - len(company.trains)
    kinds = _next_kinds(state)
    means = state.means(number) if not company.trains else cash
    while room > 0 and kinds:
        kind = kinds[0]
        if TRAINS[kind].price > means:
            break
        lasts = _rounds(kind, max(state.phase, _phase(kind)), rounds - 1)
        earned.append((HOPED * _train(stops, kind), lasts))
        cash -= TRAINS[kind].price
        means = cash
        room -= 1
        kinds = kinds[1:]
    return max(cash, 0)


def _phase(kind: str) -> int:
    return int(kind) if kind.isdigit() else 8


def _next_kinds(state: State) -> list[str]:
    """The trains that come next from the bank, one after the other."""
    found: list[str] = []
    for kind, left in zip(ROSTER[:7], state.depot, strict=False):
        found += [kind] * (4 if left < 0 else min(left, 4))
        if len(found) >= 4:
            break
    return found[:4]


def _rounds(kind: str, phase: int, rounds: float) -> float:
    lasts = LASTS.get(kind)
    return max(min(rounds, lasts.get(phase, 0.0) if lasts else rounds), 0.0)


class Stops(Struct, frozen=True):
    """The stops in reach by value, the own one first, and what lies near the open ends."""

    own: int
    others: tuple[int, ...]
    near: float


@lru_cache(maxsize=20_000)
def _stops(
    tiles: tuple[int, ...], stations: tuple[tuple[int, int, int], ...], company: int, area: int
) -> Stops:
    reached = reached_by(tiles, stations, company)
    mine = [4 * hex_ + circle for who, hex_, circle in stations if who == company]
    met = reached.stops
    seen: dict[int, int] = {}
    for hex_ in _STOPPING:
        if not met >> 4 * hex_ & 0b1111:
            continue
        here = LAID[tiles[hex_]]
        worth = MAP.areas[PRINTED[hex_].area][area] if here.kind == "area" else here.value
        at = PLACES[hex_]
        if worth > seen.get(at, -1):
            seen[at] = worth
    own = max((LAID[tiles[stop // 4]].value for stop in mine), default=0)
    others = sorted(seen.values(), reverse=True)
    if own in others:
        others.remove(own)
    ends = [stop // 4 for stop in mine if not LAID[tiles[stop // 4]].edges]
    outer, hex_ = reached.outer, 0
    while outer:
        if outer & 0b111111 & ~LAID[tiles[hex_]].edges:
            ends.append(hex_)
        outer >>= 6
        hex_ += 1
    return Stops(own, tuple(others[:12]), _near(ends, seen))


def _near(ends: list[int], seen: dict[int, int]) -> float:
    """What lies around the open ends of the track and is not reached yet."""
    best: dict[int, float] = {}
    for end in ends:
        for at, pull in _PULL[end]:
            if at not in seen and pull > best.get(at, 0.0):
                best[at] = pull
    return sum(best.values())


_STOPPING = tuple(
    number for number, hex_ in enumerate(PRINTED) if hex_.city or hex_.town or hex_.area
)


def _pull(hex_: int) -> tuple[tuple[int, float], ...]:
    """The places within five hexes of a hex, with how much they draw."""
    found: dict[int, float] = {}
    for other in range(len(HEXES)):
        printed, far = PRINTED[other], distance(hex_, other)
        hoped = 30 if printed.city else 25 if printed.area else 8 if printed.town else 0
        if hoped and far <= 5:
            found[PLACES[other]] = max(hoped * NEARBY * 0.6**far, found.get(PLACES[other], 0.0))
    return tuple(found.items())


_PULL = tuple(_pull(hex_) for hex_ in range(len(HEXES)))


def _train(stops: Stops, kind: str) -> float:
    """What one train may earn: its own stop and the best others, and a little for the future."""
    train = TRAINS[kind]
    count = train.stops - 1
    if not stops.own and not stops.others:
        return 0.0
    found = stops.others[:count]
    earned = stops.own + sum(found) if found else 0
    later = stops.near * min(train.stops, 4)
    return train.times * earned * STRETCH ** max(len(found) - 1, 0) + later


def _bonus(state: State, number: int, stops: Stops) -> float:
    """R13.11 What the company's privates bring to a train."""
    owned = [
        private
        for private, owner in zip(BOX.privates, state.privates, strict=True)
        if owner == COMPANY + number and private.bonus
    ]
    return float(BOX.private_bonus * len(owned)) if stops.others else 0.0
