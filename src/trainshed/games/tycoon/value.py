"""How good a position is for each player: what the greedy bot goes by, in points."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from trainshed.board.hexes import merged

from .auction import Bidding
from .box import BOARD, BOX, CITIES, COLOURS, GRAY
from .build import Laying, Leaving, Starting
from .cities import Founding, Growing
from .deliver import Choosing, Routing, cubes, margin
from .end import bonus
from .network import network, owned
from .play import income
from .state import shares_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trainshed.core import Seat

    from .state import State

PACE = 1.3
"""How many cities are emptied in a turn, more or less."""
LONG = 9
AT_HAND, AT_RISK = 0.8, 0.65
"""What a point is worth that a cube at hand will bring: alone there, or among others."""
AHEAD, HOPE = (0.4, 0.25), 5
"""What it is worth if the cube needs better locomotives first, with so many turns to go."""
PATIENCE = 0.88
"""How much less the next cube is worth: it takes another action."""
OPEN = 0.12
"""A cube in an own city that has no way yet."""
LASTING = 0.14
"""What a thousand dollars in each of the turns to come is worth, for each of these turns."""
PURSES = ((10, 0.24), (15, 0.12))
"""What a thousand dollars in hand is worth, up to how many; the rest is worth little."""
SPARE = 0.03
FURTHEST = 7
"""Longer ways are not looked for."""
FIRST = 0.8
"""To be first in a turn."""
CARDS = {"grant": 0.4, "engineering": 0.5, "growth": 0.6}

Edges = tuple[tuple[int, int], ...]
Rows = dict[int, tuple[int, ...]]
Gains = dict[tuple[int, int], float]


def value(state: State) -> tuple[float, ...]:
    """What each player has and may expect."""
    left = turns_left(state)
    worth = [_standing(state, seat, left) for seat in range(state.seats)]
    if state.stack:
        seat, more = _prospect(state, left)
        if more:
            worth[seat] += more
    return tuple(worth)


def turns_left(state: State) -> float:
    """How many more incomes there will be, more or less."""
    if state.over:
        return 0.0
    if state.last:
        return float(state.last - state.turn + 1)
    missing = state.limit - state.empty.bit_count()
    return min(LONG, 2.0 + missing / PACE)


def _standing(state: State, seat: int, left: float) -> float:
    """Points and shares, cubes in reach, money to come, cards."""
    me = state.railroads[seat]
    return (
        me.score
        + eagerness(me.score, left) * potential(state, seat, edges_of(state, seat), left)
        + debt(me.shares, left)
        + LASTING * left * income(me.score) / BOX.unit
        + purse(me.cash)
        + _cards(state, seat, left)
        + bonus(state, seat) * (1.0 if left <= 1 else 0.3)
    )


def eagerness(score: int, left: float) -> float:
    """What a point to come is worth: itself, and the income that it brings."""
    ahead = 5
    slope = (income(score + ahead) - income(score)) / (ahead * BOX.unit)
    return 1.0 + LASTING * max(0.0, left - 2) * max(0.0, slope)


def debt(shares: int, left: float) -> float:
    """What shares cost: points in the end, dividends until then."""
    return -shares * (BOX.shares.points + LASTING * left)


def purse(cash: int) -> float:
    """What cash is good for: the first few thousands save shares."""
    thousands, worth = cash / BOX.unit, 0.0
    for most, each in PURSES:
        part = min(most, thousands)
        worth += each * part
        thousands -= part
    return worth + SPARE * thousands


def outlay(state: State, seat: int, amount: int, left: float) -> float:
    """What a payment costs, with the shares it needs."""
    me = state.railroads[seat]
    shares = shares_for(me, amount)
    after = me.cash + shares * BOX.shares.cash - amount
    return purse(me.cash) - purse(after) - debt(shares, left)


def edges_of(state: State, seat: int) -> Edges:
    """A player's links as pairs of cities."""
    return tuple(sorted({_pair(link.start, link.end) for link in owned(state, seat)}))


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def potential(state: State, seat: int, edges: Edges, left: float) -> float:
    """What the cubes of a network may still bring, the best first."""
    if not edges or not left:
        return 0.0
    level = state.railroads[seat].level
    rows = [reach(edges, state.colours, level + more) for more in range(len(AHEAD) + 1)]
    busy = _others(state, seat)
    hope = min(1.0, (left - 1) / HOPE)
    found: list[float] = []
    for city in rows[0]:
        rate = AT_RISK if busy >> city & 1 else AT_HAND
        for colour, count in enumerate(state.cubes[city]):
            if not count:
                continue
            links = [row[city][colour] for row in rows]
            worth = rate * links[0]
            for part, less, more in zip(AHEAD, links, links[1:], strict=False):
                worth += hope * part * (more - less)
            found += [worth or OPEN * hope] * count
    found.sort(reverse=True)
    actions = int(BOX.actions * left)
    return sum(worth * PATIENCE**at for at, worth in enumerate(found[:actions]))


def _others(state: State, seat: int) -> int:
    """The cities where somebody else has a link, as bits."""
    return merged(cities for owner, cities in network(state).ends.items() if owner != seat)


@lru_cache(maxsize=20_000)
def reach(edges: Edges, colours: tuple[str, ...], level: int) -> Rows:
    """R10.5, R10.6 For each city and colour, the most own links that a cube can go over."""
    near: dict[int, list[int]] = {}
    for one, other in edges:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    wants = {city: _colour(colours[city]) for city in near}
    return {start: _furthest(near, wants, start, min(level, FURTHEST)) for start in near}


def _colour(name: str) -> int:
    return -1 if name == GRAY else COLOURS.index(name)


def _furthest(
    near: dict[int, list[int]], wants: dict[int, int], start: int, level: int
) -> tuple[int, ...]:
    """Try every way from a city; a colour met once is no end any more."""
    row = [0] * len(COLOURS)

    def walk(city: int, seen: int, met: int, links: int) -> None:
        for there in near[city]:
            if seen >> there & 1:
                continue
            colour, now = wants[there], met
            if colour >= 0 and not met >> colour & 1:
                row[colour] = max(row[colour], links)
                now |= 1 << colour
            if links < level:
                walk(there, seen | 1 << there, now, links + 1)

    walk(start, 1 << start, 0, 1)
    return tuple(row)


def _cards(state: State, seat: int, left: float) -> float:
    """What kept cards are good for."""
    total = 0.0
    for name in state.railroads[seat].cards:
        card = BOX.cards[name]
        if card.what == "hotel":
            total += min(left, 8) * 0.25
        else:
            total += CARDS[card.what] * min(1.0, left / 3)
    return total


def _prospect(state: State, left: float) -> tuple[int, float]:
    """Who is in the middle of something, and what it will bring at best."""
    step = state.stack[-1]
    match step:
        case Bidding():
            leader = max(range(state.seats), key=lambda seat: step.bids[seat])
            bid = step.bids[leader]
            return leader, FIRST - outlay(state, leader, bid, left) if bid else 0.0
        case Starting():
            return step.seat, max(_links(state, step.seat, left, grant=step.grant).values())
        case Leaving():
            found = _links(state, step.seat, left, grant=step.grant)
            return step.seat, max(
                (gain for (city, _), gain in found.items() if city == step.city), default=0.0
            )
        case Laying():
            return step.seat, _onward(state, step, left)
        case Choosing():
            return step.seat, _best_cube(state, step.seat)
        case Routing():
            ships = step.options(state)
            return step.seat, margin(state, step.seat, ships[0].links)  # type: ignore[union-attr]
        case Founding():
            return step.seat, _new_city(state, step.seat, left, free=step.free)
        case Growing():
            return step.seat, 0.2
        case _:
            return 0, 0.0


def _links(state: State, seat: Seat, left: float, *, grant: bool) -> Gains:
    """What each link from a city to another in reach would bring; worked out once."""
    me = state.railroads[seat]
    for links, cubes_, railroad, granted, gains in _RECENT:
        if links is state.links and cubes_ is state.cubes and railroad is me and granted == grant:
            return gains
    gains = dict(_gains(state, seat, left, grant=grant)) or {(-1, -1): 0.0}
    _RECENT[:] = [(state.links, state.cubes, me, grant, gains)]
    return gains


_RECENT: list[tuple[object, object, object, bool, Gains]] = []


def _gains(
    state: State, seat: Seat, left: float, *, grant: bool
) -> Iterator[tuple[tuple[int, int], float]]:
    """Links that touch the own network, or any for the first: more cubes, less the price."""
    edges = edges_of(state, seat)
    own = {city for edge in edges for city in edge}
    base = potential(state, seat, edges, left)
    eager = eagerness(state.railroads[seat].score, left)
    more: dict[tuple[int, int], float] = {}
    for city in range(len(CITIES)):
        if own and city not in own and not _beside(city) & own:
            continue
        for there, way in Leaving(seat, city, grant).ways(state).items():
            pair = _pair(city, there)
            if pair in edges or not (not own or city in own or there in own):
                continue
            if pair not in more:
                wider = tuple(sorted((*edges, pair)))
                more[pair] = eager * (potential(state, seat, wider, left) - base)
            yield (city, there), more[pair] - outlay(state, seat, way.cost, left)


@cache
def _beside(city: int) -> frozenset[int]:
    """The cities that a link from here could reach."""
    return frozenset(
        other
        for other, hex_ in enumerate(BOARD.hexes)
        if other != city and BOARD.grid.distance(BOARD.hexes[city], hex_) <= 6
    )


def _onward(state: State, step: Laying, left: float) -> float:
    """A line in the middle: the best city it can still reach."""
    if step.link < 0:
        found = _links(state, step.seat, left, grant=step.grant)
        ends = step.ways(state)
        return max((found.get((step.city, end), 0.0) for end in ends), default=0.0)
    return 0.0


def _best_cube(state: State, seat: Seat) -> float:
    """The cube that brings most, over own links if it can."""
    level = state.railroads[seat].level
    rows = reach(edges_of(state, seat), state.colours, level)
    return max(
        (float(rows[city][colour]) for city, colour in cubes(state, seat)),
        default=0.0,
    )


def _new_city(state: State, seat: int, left: float, *, free: bool) -> float:
    """The best new city in the own network, by the cubes that want one."""
    own = {city for edge in edges_of(state, seat) for city in edge}
    wanted = [
        sum(state.cubes[city][at] for city in own) if count else 0
        for at, count in enumerate(state.tiles)
    ]
    gray = any(state.colours[city] == GRAY for city in own)
    gain = 0.5 * max(wanted) + 1.0 if gray else 0.0
    return gain if free else gain - outlay(state, seat, BOX.urbanise.price, left)
