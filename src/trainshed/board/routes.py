"""Best routes: the set of routes that earns most, found exactly, and proved to be the best.

A network is a graph: stops joined by connections, each with the hexsides it uses. A route is a
trail that meets no place twice; the routes of one company share no hexside. What a train pays for
a trail depends on which stops it counts, so every trail is settled exactly: stops that must count
do, what capacity is left goes to the best of the others, and bonuses for several places are tried
in every combination. A bonus for one place alone is simply part of that place's weight.

The search has three parts, all of which may be stopped at any step.

1. *Prices.* Give each hexside a price of zero or more. Any set of disjoint routes earns at most the
   sum of all prices plus, for each train, the most that one route earns beyond the price of its
   hexsides: disjoint routes pay each price at most once. Raising the price of what several trains
   want and lowering that of what none wants (a subgradient step) brings this ceiling down, often
   to the true best. Prices are whole numbers of a small unit, so the ceiling is never rounded.
2. *Trails.* If the ceiling is U and a set of revenue G is to be beaten, a route that falls short of
   the best of its train by more than U - G can be in no better set. So only the others are listed:
   first those within a small slack, then twice as much, until the slack covers the whole gap.
3. *Packing.* Branch and bound over the trains picks disjoint routes from the lists, with the same
   ceiling for the trains still to come. Identical trains choose in the order of their list.

Trails are grown from a station of the company, first one way, then the other way from the same
station by a connection later in its list, and a trail with several stations belongs to the first of
them: each is met once. A trail is given up when even the best places still in reach, at most one
closed end for each open side and every bonus that could still be earned cannot lift it over what is
asked of it. A longer trail that earns no more than one it contains is not listed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cached_property, reduce
from itertools import combinations, pairwise
from operator import or_
from time import process_time
from typing import NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from .hexes import members


class Stop(Struct, frozen=True):
    """Where a train may count; a route meets each place at most once and cannot pass an end."""

    place: int
    value: int
    town: bool = False
    end: bool = False
    own: bool = False


class Connection(Protocol):
    """Track between two stops and the set of hexsides it uses, as in `board.network`."""

    @property
    def a(self) -> int: ...
    @property
    def b(self) -> int: ...
    @property
    def sides(self) -> int: ...


class Train(Struct, frozen=True):
    """How many stops a train counts, how often it pays them, whether it may skip cities too."""

    name: str
    stops: int
    times: int = 1
    skips_cities: bool = False


class Bonus(Struct, frozen=True):
    """Earned by a route that counts a stop of each place; `doubled`: multiplied by the train."""

    places: tuple[int, ...]
    value: int
    doubled: bool = False


class Route(Struct, frozen=True):
    """What one train does: the stops it visits in order, those it counts, and its hexsides."""

    train: str
    stops: tuple[int, ...]
    paid: tuple[int, ...]
    sides: int
    revenue: int


class Answer(Struct, frozen=True):
    """Routes and their revenue; no set of routes earns more than `bound`."""

    routes: tuple[Route, ...]
    revenue: int
    bound: int
    optimal: bool


class Fault(StrEnum):
    """Why declared routes are not legal."""

    TOO_SHORT = "too_short"
    TWICE = "twice"
    THROUGH = "through"
    NO_TRACK = "no_track"
    NO_STATION = "no_station"
    TOO_LONG = "too_long"
    SHARED_TRACK = "shared_track"


def best(
    stops: Mapping[int, Stop],
    connections: Sequence[Connection],
    trains: Sequence[Train],
    bonuses: Sequence[Bonus] = (),
    *,
    budget: int | None = None,
    deadline: float | None = None,
) -> Answer:
    """The routes that earn most; stopped by `budget` steps or `deadline` seconds, the best so far.

    A budget gives the same answer on every machine, a deadline (of CPU time) does not.
    """
    purse = _Purse(budget, deadline)
    solver = _Solver(_kinds(_Net(stops, connections), trains, bonuses), purse)
    solver.solve()
    return solver.answer()


def quick(
    stops: Mapping[int, Stop],
    connections: Sequence[Connection],
    trains: Sequence[Train],
    bonuses: Sequence[Bonus] = (),
) -> Answer:
    """Good legal routes at once: a short search for each train in turn, the longest first."""
    kinds = _kinds(_Net(stops, connections), trains, bonuses)
    ceiling = sum(len(kind.trains) * kind.ceiling() for kind in kinds)
    return _answer(kinds, _greedy(kinds, {}, _Purse()), ceiling)


def judge(
    stops: Mapping[int, Stop],
    connections: Sequence[Connection],
    trains: Sequence[Train],
    visits: Sequence[Sequence[int]],
    bonuses: Sequence[Bonus] = (),
) -> Answer | Fault:
    """What declared routes earn, or why they are not legal; `visits` gives each train its stops.

    A train without stops stays where it is. Which connections are used is found out here.
    """
    net = _Net(stops, connections)
    runs = [
        (_Kind(net, train, [], bonuses), tuple(visited))
        for train, visited in zip(trains, visits, strict=True)
    ]
    for kind, visited in runs:
        fault = _fault(kind, visited) if visited else None
        if fault is not None:
            return fault
    hops = [hop for _, visited in runs for hop in pairwise(visited)]
    ways = _disjoint([net.between[min(hop), max(hop)] for hop in hops])
    if ways is None:
        return Fault.SHARED_TRACK
    routes = []
    for train, (kind, visited) in zip(trains, runs, strict=True):
        if visited:
            mine, ways = ways[: len(visited) - 1], ways[len(visited) - 1 :]
            revenue, paid = _settled(kind, visited)
            sides = reduce(or_, mine)
            routes.append(Route(train.name, visited, paid, sides, revenue // _UNIT))
    revenue = sum(route.revenue for route in routes)
    bound = sum(kind.ceiling() for kind, _ in runs) // _UNIT
    return Answer(tuple(routes), revenue, bound, revenue == bound)


def earned(
    stops: Mapping[int, Stop],
    trains: Sequence[Train],
    visits: Sequence[Sequence[int]],
    bonuses: Sequence[Bonus] = (),
) -> int:
    """What legal routes earn; only the stops that they visit need to be known."""
    net = _Net(stops, ())
    return sum(
        _settled(_Kind(net, train, [], bonuses), visited)[0] // _UNIT
        for train, visited in zip(trains, visits, strict=True)
        if visited
    )


_UNIT = 16
"""Weights and prices are whole sixteenths of the unit of money."""
_OURS = 1 << 62
"""Outweighs every stop: a station of the company is counted already."""
_GLANCE = 80
"""Steps that `quick` spends on a train."""
_ROUNDS = 6
"""How often prices are changed at most, for each train: oftener where several are of one kind."""


class _Spent(Exception):
    """The budget or the time has run out."""


class _Purse:
    """The steps that may still be made."""

    def __init__(self, budget: int | None = None, deadline: float | None = None) -> None:
        self.left = math.inf if budget is None else budget
        self.until = math.inf if deadline is None else process_time() + deadline
        self.unwatched = 0.0

    def pay(self, steps: float = 1) -> None:
        """Make some steps; the clock is looked at now and then."""
        self.left -= steps
        self.unwatched += steps
        if self.left < 0:
            raise _Spent
        if self.unwatched > 500:
            self.unwatched = 0
            if process_time() > self.until:
                raise _Spent


class _Hop(NamedTuple):
    """A connection from one of its ends, for one kind of train and one set of prices."""

    target: int
    taken: int
    place: int
    sides: int
    toll: int
    weight: int
    must: bool
    own: bool


class _Path(NamedTuple):
    """The stops of a trail, the newest first; some were added at its other end."""

    stop: int
    sides: int
    behind: bool
    before: _Path | None


class _Partial(NamedTuple):
    """A trail that may still grow.

    `seen` are its places (and stations of earlier searches), `used` those it must count; `base` is
    what these earn, `room` how many further stops it can count, `pool` what the others would earn,
    the best first, `claim` the most that an own station among them earns.
    """

    seen: int
    used: int
    sides: int
    base: int
    toll: int
    room: int
    pool: tuple[int, ...]
    claim: int
    path: _Path


_Branch = tuple[Sequence[_Hop], Sequence[_Hop], bool]


class _Trail(NamedTuple):
    """A trail, what it earns, and what it earns beyond the price of its hexsides."""

    surplus: int
    sides: int
    revenue: int
    path: _Path


_Choice = tuple[tuple[int, _Trail], ...]
"""Disjoint trails, each with the number of its kind."""


class _Net:
    """Stops, and the ways between each two; a way that contains a shorter one is left out."""

    def __init__(self, stops: Mapping[int, Stop], connections: Iterable[Connection]) -> None:
        self.stops = stops
        between: dict[tuple[int, int], list[int]] = {}
        for way in connections:
            if stops[way.a].place != stops[way.b].place:
                between.setdefault((min(way.a, way.b), max(way.a, way.b)), []).append(way.sides)
        self.between = {pair: _least(between[pair]) for pair in sorted(between)}
        self.ways = [(*pair, sides) for pair, some in self.between.items() for sides in some]
        self.near: dict[int, list[tuple[int, int]]] = {stop: [] for stop in stops}
        for a, b, sides in self.ways:
            self.near[a].append((b, sides))
            self.near[b].append((a, sides))
        places = sorted(dict.fromkeys(stop.place for stop in stops.values()))
        self.bit = {place: 1 << i for i, place in enumerate(places)}
        self.at = {number: self.bit[stop.place] for number, stop in stops.items()}
        passed = reduce(or_, (self.at[n] for n, stop in stops.items() if not stop.end), 0)
        self.ends = reduce(or_, self.at.values(), 0) & ~passed


def _least(ways: list[int]) -> list[int]:
    """Sets of hexsides without those that contain another."""
    kept: list[int] = []
    for sides in sorted(ways, key=lambda sides: (sides.bit_count(), sides)):
        if not any(sides & other == other for other in kept):
            kept.append(sides)
    return kept


class _Kind:
    """Trains that differ in nothing but their names, and what stops are worth to them."""

    def __init__(
        self, net: _Net, train: Train, names: list[tuple[int, str]], bonuses: Sequence[Bonus]
    ) -> None:
        self.net = net
        self.trains = names
        self.capacity = train.stops
        self.weight = {stop: _UNIT * train.times * net.stops[stop].value for stop in net.stops}
        self.must = {
            number: stop.end or not (stop.town or train.skips_cities)
            for number, stop in net.stops.items()
        }
        self.bonuses: list[tuple[int, int]] = []
        for bonus in bonuses:
            amount = _UNIT * bonus.value * (train.times if bonus.doubled else 1)
            if all(place in net.bit for place in bonus.places):
                self._add(dict.fromkeys(bonus.places), amount)
        self._layers: dict[int, list[int]] = {}

    @cached_property
    def roots(self) -> list[int]:
        """The own stations from which a way leads, the best first."""
        net = self.net
        return sorted(
            (stop for stop in net.stops if net.stops[stop].own and net.near[stop]),
            key=lambda stop: (-self.weight[stop], stop),
        )

    @cached_property
    def ranked(self) -> list[tuple[int, int]]:
        """The places with what they are worth, the best first."""
        return sorted(
            ((self.net.at[stop], weight) for stop, weight in self.weight.items()),
            key=lambda pair: (-pair[1], pair[0]),
        )

    def _add(self, places: Mapping[int, None], amount: int) -> None:
        if len(places) == 1:
            for stop, found in self.net.stops.items():
                if found.place in places:
                    self.weight[stop] += amount
        else:
            self.bonuses.append((sum(self.net.bit[place] for place in places), amount))

    def amounts(self) -> list[int]:
        """What revenues are made of."""
        return [*self.weight.values(), *(amount for _, amount in self.bonuses)]

    def within(self, start: int, room: int) -> int:
        """The places that a train can come to from a stop with room to count so many more."""
        layers = self._layers.get(start)
        if layers is None:
            layers = self._layers[start] = self._spread(start)
        return layers[room] if room < len(layers) else layers[-1]

    def _spread(self, start: int) -> list[int]:
        """The places in reach of a stop, by how many stops on the way must be counted."""
        net = self.net
        layers: list[int] = []
        met, edge, covered = {start}, [start], 0
        while edge:
            ahead: list[int] = []
            for stop in edge:
                covered |= net.at[stop]
                if net.stops[stop].end and stop != start:
                    continue
                for other, _ in net.near[stop]:
                    if other not in met:
                        met.add(other)
                        (ahead if self.must[other] else edge).append(other)
            layers.append(covered)
            edge = ahead
        return layers

    def ceiling(self) -> int:
        """No route of such a train earns more."""
        most = 0
        for root in self.roots:
            reach = self.within(root, self.capacity)
            extra = sum(amount for places, amount in self.bonuses if not places & ~reach)
            top: dict[int, int] = {}
            for place, weight in self.ranked:
                if place & reach:
                    top.setdefault(place, weight)
            most = max(most, sum(list(top.values())[: self.capacity]) + extra)
        return most

    def settle(self, visited: Sequence[int]) -> tuple[int, tuple[int, ...]] | None:
        """The most a train earns on these stops, and those it counts; None where it may not run."""
        if 2 <= len(visited) <= self.capacity and any(self.net.stops[it].own for it in visited):
            return self._earned(visited), tuple(visited)
        must = [stop for stop in visited if self.must[stop]]
        free = sorted((s for s in visited if not self.must[s]), key=lambda s: -self.weight[s])
        best: tuple[int, tuple[int, ...]] | None = None
        for wanted in self._wishes(visited, must, free):
            chosen = dict.fromkeys(must + wanted + free)
            paid = list(chosen)[: self.capacity]
            if len(must + wanted) <= self.capacity and len(paid) >= 2:
                earned = self._earned(paid)
                if best is None or earned > best[0]:
                    best = earned, tuple(stop for stop in visited if stop in paid)
        return best

    def _wishes(
        self, visited: Sequence[int], must: list[int], free: list[int]
    ) -> Iterable[list[int]]:
        """The sets of further stops that must be counted for a station and for some bonuses."""
        stops, at = self.net.stops, self.net.at
        met = sum(at[stop] for stop in visited)
        within = [places for places, _ in self.bonuses if not places & ~met]
        owned: list[list[int]] = [[]]
        if not any(stops[stop].own for stop in must):
            owned = [[stop] for stop in free if stops[stop].own]
        for size in range(len(within) + 1):
            for some in combinations(within, size):
                places = reduce(or_, some, 0)
                pick = [stop for stop in free if at[stop] & places]
                for own in owned:
                    yield list(dict.fromkeys(own + pick))

    def _earned(self, paid: Sequence[int]) -> int:
        places = sum(self.net.at[stop] for stop in paid)
        return sum(self.weight[stop] for stop in paid) + sum(
            amount for wanted, amount in self.bonuses if not wanted & ~places
        )


def _kinds(net: _Net, trains: Sequence[Train], bonuses: Sequence[Bonus]) -> list[_Kind]:
    """The kinds of trains, those that count most first."""
    names: dict[Train, list[tuple[int, str]]] = {}
    for i, train in enumerate(trains):
        names.setdefault(replace(train, name=""), []).append((i, train.name))
    order = sorted(names, key=lambda t: (-t.stops * t.times, -t.stops, t.skips_cities))
    return [_Kind(net, train, names[train], bonuses) for train in order if train.stops > 1]


class _Survey:
    """A search for trails of one kind of train at given prices, on hexsides that are not barred."""

    def __init__(
        self, kind: _Kind, prices: Mapping[int, int], purse: _Purse, *, barred: int = 0
    ) -> None:
        self.kind = kind
        self.purse = purse
        self.barred = barred
        self.found: dict[int, _Trail] = {}
        self.floor = 1
        self.every = False
        self.root = 0
        net = kind.net
        toll = {sides: _toll(prices, sides) for _, _, sides in net.ways}
        self.stations = {root: 1 << len(net.bit) + i for i, root in enumerate(kind.roots)}
        self.hops = {stop: self._hops(stop, toll) for stop in net.near}
        self.onward = {s: () if net.stops[s].end else hops for s, hops in self.hops.items()}
        self.gains = self._gains(toll)
        self.ends = kind.net.ends

    def best(self, floor: int = 1) -> None:
        """Find the trail with the greatest surplus, if it is at least `floor`."""
        self.floor = floor
        self._run()

    def all(self, floor: int) -> None:
        """Find every trail with a surplus of at least `floor` that no shorter one makes useless."""
        self.floor, self.every = floor, True
        self._run()

    def _hops(self, stop: int, toll: Mapping[int, int]) -> tuple[_Hop, ...]:
        """The ways from a stop, the most promising first."""
        kind, net = self.kind, self.kind.net
        hops = [
            _Hop(
                target=other,
                taken=net.at[other] | self.stations.get(other, 0),
                place=net.at[other],
                sides=sides,
                toll=toll[sides],
                weight=kind.weight[other],
                must=kind.must[other],
                own=net.stops[other].own,
            )
            for other, sides in net.near[stop]
        ]
        return tuple(sorted(hops, key=lambda hop: hop.toll - hop.weight))

    def _gains(self, toll: Mapping[int, int]) -> list[tuple[int, int]]:
        """The places by the most that each can still add to a trail."""
        net = self.kind.net
        gain = dict.fromkeys(net.bit.values(), 0)
        for stop, near in net.near.items():
            if near:
                more = self.kind.weight[stop] - min(toll[sides] for _, sides in near)
                gain[net.at[stop]] = max(gain[net.at[stop]], more)
        return sorted(gain.items(), key=lambda pair: (-pair[1], pair[0]))

    def _run(self) -> None:
        kind = self.kind
        earlier = 0
        for root in kind.roots:
            weight, place, hops = kind.weight[root], kind.net.at[root], self.hops[root]
            start = _Partial(
                seen=earlier | place,
                used=0,
                sides=self.barred,
                base=0,
                toll=0,
                room=kind.capacity,
                pool=(weight,),
                claim=weight,
                path=_Path(root, 0, False, None),
            )
            if kind.must[root]:
                start = start._replace(
                    used=place, base=weight, room=kind.capacity - 1, pool=(), claim=_OURS
                )
            self.root = root
            later = len(hops) if kind.net.stops[root].end else 1
            self._grow(
                [((hop,), hops[i + later :], False) for i, hop in enumerate(hops)], start, -1
            )
            earlier |= self.stations[root]

    def _grow(self, branches: Iterable[_Branch], trail: _Partial, high: int) -> None:
        """Try every way on; trails are of use only where they earn more than `high`.

        A branch is the ways ahead, those left for the other half, and whether this is that half.
        """
        self.purse.pay()
        for ahead, rest, behind in branches:
            for hop in ahead:
                if hop.taken & trail.seen or hop.sides & trail.sides:
                    continue
                longer = _lengthened(trail, hop, behind)
                value = self._value(longer)
                if value > high and value - longer.toll >= self.floor:
                    self._note(longer, value)
                most = max(high, value)
                onward = self.onward[hop.target]
                if longer.room and (onward or rest) and self._hopeful(longer, onward, rest):
                    if behind:
                        self._grow(((onward, (), True),), longer, most)
                    else:
                        self._grow(((onward, rest, False), (rest, (), True)), longer, most)

    def _value(self, trail: _Partial) -> int:
        """What a trail earns, -1 where the train may not run on it."""
        room, pool, claim = trail.room, trail.pool, trail.claim
        if claim != _OURS and not room:
            return -1
        if len(pool) <= room or claim >= pool[room - 1]:
            value = trail.base + sum(pool[:room])
        else:
            value = trail.base + sum(pool[: room - 1]) + claim
        for places, amount in self.kind.bonuses:
            if not places & ~trail.used:
                value += amount
            elif not places & ~trail.seen:
                settled = self.kind.settle(_order(trail.path)[0])
                return settled[0] if settled else -1
        return value

    def _note(self, trail: _Partial, value: int) -> None:
        surplus, sides = value - trail.toll, trail.sides & ~self.barred
        if sides not in self.found or self.found[sides].revenue < value:
            self.found[sides] = _Trail(surplus, sides, value, trail.path)
        if not self.every:
            self.floor = surplus + 1

    def _hopeful(self, trail: _Partial, onward: Sequence[_Hop], rest: Sequence[_Hop]) -> bool:
        """Whether a longer trail can earn more, and enough."""
        kind, room, pool = self.kind, trail.room, trail.pool
        reach = 0
        if onward:
            reach = kind.within(trail.path.stop, room)
        if rest:
            reach |= kind.within(self.root, room)
        reach &= ~trail.seen
        lack = self.floor + trail.toll - trail.base
        gainful = len(pool) < room
        for places, amount in kind.bonuses:
            if not places & ~(trail.seen | reach):
                lack -= amount
                gainful = True
        if not gainful:
            least = min(trail.claim, pool[room - 1])
            gainful = any(weight > least for bit, weight in kind.ranked if bit & reach)
        return gainful and self._suffices(reach, room, pool, lack, bool(onward) + bool(rest))

    def _suffices(self, reach: int, room: int, pool: tuple[int, ...], lack: int, ends: int) -> bool:
        """Whether the best stops of the pool and in reach make good what lacks."""
        spare = 0
        for place, gain in self.gains:
            if not place & reach:
                continue
            if place & self.ends:
                if not ends:
                    continue
                ends -= 1
            while spare < len(pool) and pool[spare] >= gain and room:
                lack -= pool[spare]
                spare += 1
                room -= 1
            if not room or lack <= 0:
                break
            lack -= gain
            room -= 1
        return lack <= sum(pool[spare : spare + room])


def _lengthened(trail: _Partial, hop: _Hop, behind: bool) -> _Partial:  # noqa: FBT001
    """The trail with one more connection."""
    seen, used, sides, base, toll, room, pool, claim, path = trail
    if hop.must:
        used |= hop.place
        base += hop.weight
        room -= 1
        if hop.own:
            claim = _OURS
    else:
        pool = tuple(sorted((*pool, hop.weight), reverse=True))
        if hop.own:
            claim = max(claim, hop.weight)
    path = _Path(hop.target, hop.sides, behind, path)
    return _Partial(
        seen | hop.taken,
        used,
        sides | hop.sides,
        base,
        toll + hop.toll,
        room,
        pool,
        claim,
        path,
    )


def _order(path: _Path) -> tuple[list[int], list[int]]:
    """The stops of a path as they are travelled, and the hexsides between each two."""
    front: list[tuple[int, int]] = []
    back: list[tuple[int, int]] = []
    link: _Path | None = path
    while link is not None:
        (back if link.behind else front).append((link.stop, link.sides))
        link = link.before
    stops = [stop for stop, _ in front] + [stop for stop, _ in reversed(back)]
    return stops, [sides for _, sides in front[:-1]] + [sides for _, sides in reversed(back)]


def _toll(prices: Mapping[int, int], sides: int) -> int:
    """The price of some hexsides."""
    return sum(price for side, price in prices.items() if sides >> side & 1)


def _greedy(kinds: list[_Kind], prices: Mapping[int, int], purse: _Purse) -> _Choice:
    """For each train in turn a good trail on what the others have left."""
    chosen: list[tuple[int, _Trail]] = []
    barred = 0
    for i, kind in enumerate(kinds):
        for _ in kind.trains:
            glance = _Purse(_GLANCE)
            survey = _Survey(kind, prices, glance, barred=barred)
            with suppress(_Spent):
                survey.best()
            purse.pay(_GLANCE - max(0, glance.left))
            if not survey.found:
                break
            trail = max(survey.found.values())
            chosen.append((i, trail))
            barred |= trail.sides
    return tuple(chosen)


class _Solver:
    """The best routes so far, and a ceiling for all routes; see the top of this file."""

    def __init__(self, kinds: list[_Kind], purse: _Purse) -> None:
        self.kinds = kinds
        self.purse = purse
        self.order = [i for i, kind in enumerate(kinds) for _ in kind.trains]
        self.step = math.gcd(*(n for kind in kinds for n in kind.amounts())) or 1
        self.chosen = _greedy(kinds, {}, _Purse())
        self.revenue = sum(trail.revenue for _, trail in self.chosen)
        self.prices: dict[int, int] = {}
        self.tops = [kind.ceiling() for kind in kinds]
        self.ceiling = sum(self.tops[i] for i in self.order)
        self.known: list[dict[int, _Trail]] = [{} for _ in kinds]

    def solve(self) -> None:
        """Lower the ceiling and raise the routes until they meet or the purse is empty."""
        with suppress(_Spent):
            if self.gap >= 0:
                self._price()
            if self.gap >= 0:
                self._prove()

    @property
    def gap(self) -> int:
        """How far the ceiling is above the next better revenue; below 0 it is reached."""
        return self.ceiling - self.revenue - self.step

    def _price(self) -> None:
        """Change prices as long as it lowers the ceiling."""
        prices: dict[int, int] = {}
        pace, stalled, half = 8, 0, self.purse.left / 2
        for _ in range(_ROUNDS * len(self.order) ** 2 // len(self.kinds)):
            tops = [self._top(i, prices) for i in range(len(self.kinds))]
            surplus = [trail.surplus if trail else 0 for trail in tops]
            ceiling = sum(prices.values()) + sum(surplus[i] for i in self.order)
            stalled += 1
            if ceiling < self.ceiling:
                self.ceiling, self.prices, self.tops, stalled = ceiling, prices, surplus, 0
            if len(self.order) == 1 and tops[0]:
                self._keep(((0, tops[0]),))
            else:
                self._keep(_greedy(self.kinds, prices, self.purse))
            if self.gap < self.step or self.purse.left < half:
                return
            if stalled == 3:
                pace, stalled = pace // 2, 0
                if not pace:
                    return
            changed = self._reprice(prices, tops, pace)
            if changed == prices:
                return
            prices = changed

    def _reprice(
        self, prices: Mapping[int, int], tops: list[_Trail | None], pace: int
    ) -> dict[int, int]:
        """Dearer what several trains want, cheaper what none wants."""
        wanted = dict.fromkeys(prices, -1)
        for kind, trail in zip(self.kinds, tops, strict=True):
            for side in members(trail.sides if trail else 0):
                wanted[side] = wanted.get(side, -1) + len(kind.trains)
        norm = sum(n * n for n in wanted.values())
        gap = self.ceiling - self.revenue
        changed = {
            side: prices.get(side, 0) + pace * gap * n // (8 * norm)
            for side, n in sorted(wanted.items())
            if n
        }
        return {side: price for side, price in {**prices, **changed}.items() if price > 0}

    def _top(self, i: int, prices: Mapping[int, int]) -> _Trail | None:
        """The trail with the greatest surplus at these prices."""
        known = [
            trail._replace(surplus=trail.revenue - _toll(prices, trail.sides))
            for trail in self.known[i].values()
        ]
        top = max(known, default=None)
        survey = _Survey(self.kinds[i], prices, self.purse)
        survey.best(max(0, top.surplus if top else 0) + 1)
        self.known[i] |= survey.found
        top = max(survey.found.values(), default=top)
        return top if top and top.surplus > 0 else None

    def _prove(self) -> None:
        """List the trails that a better set can be made of, and pack them."""
        slack = 2 * self.step
        while self.gap >= 0:
            slack = min(slack, self.gap)
            lists: list[list[_Trail]] = []
            for kind, top in zip(self.kinds, self.tops, strict=True):
                survey = _Survey(kind, self.prices, self.purse)
                survey.all(top - slack)
                lists.append(sorted(survey.found.values(), reverse=True))
            self._place(self.order, lists, 0, sum(self.prices.values()), ())
            if slack >= self.gap:
                self.ceiling = self.revenue
            slack *= 4

    def _keep(self, chosen: _Choice) -> None:
        revenue = sum(trail.revenue for _, trail in chosen)
        if revenue > self.revenue:
            self.revenue, self.chosen = revenue, chosen

    def _place(
        self, order: list[int], lists: list[list[_Trail]], used: int, total: int, chosen: _Choice
    ) -> None:
        """Try for the next train every trail that leaves hope.

        `total` is the surplus of the chosen trails and all prices that somebody may still pay.
        """
        self._keep(chosen)
        if not order:
            return
        kind, after = order[0], order[1:]
        hope = total + _hope(after, lists)
        if len(order) > 1:
            usable = reduce(or_, (t.sides for k in dict.fromkeys(order) for t in lists[k]), used)
            hope -= _toll(self.prices, ~usable)
        looked = 0
        for looked, trail in enumerate(lists[kind], 1):
            if hope + trail.surplus < self.revenue + self.step:
                break
            if not trail.sides & used:
                rest, sure = [*lists], total + trail.surplus
                rest[kind] = lists[kind][looked:]
                if len(after) > 1:
                    self.purse.pay(sum(map(len, rest)) // 64)
                    rest = [[t for t in found if not t.sides & trail.sides] for found in rest]
                more = (*chosen, (kind, trail))
                self._place(after, rest, used | trail.sides, sure, more)
        self.purse.pay(1 + looked // 64)
        self._place([k for k in order if k != kind], lists, used, total, chosen)

    def answer(self) -> Answer:
        """What has been found so far."""
        bound = self.ceiling // self.step * self.step
        return _answer(self.kinds, self.chosen, max(bound, self.revenue))


def _hope(order: list[int], lists: list[list[_Trail]]) -> int:
    """The most surplus that trains can add, each with a trail of its own."""
    return sum(
        max(0, trail.surplus)
        for kind in dict.fromkeys(order)
        for trail in lists[kind][: order.count(kind)]
    )


def _answer(kinds: list[_Kind], chosen: _Choice, bound: int) -> Answer:
    """Routes for the trains of each kind in turn, in the order in which the trains were given."""
    waiting = [list(kind.trains) for kind in kinds]
    routes = sorted(
        ((waiting[kind].pop(0), _trimmed(kinds[kind], trail.path)) for kind, trail in chosen),
        key=lambda pair: pair[0],
    )
    named = tuple(replace(route, train=name) for (_, name), route in routes)
    revenue = sum(route.revenue for route in named)
    return Answer(named, revenue, bound // _UNIT, revenue * _UNIT >= bound)


def _trimmed(kind: _Kind, path: _Path) -> Route:
    """The route of a path, without stops at its ends that it does not count."""
    stops, sides = _order(path)
    revenue, paid = _settled(kind, stops)
    first, last = stops.index(paid[0]), stops.index(paid[-1])
    return Route(
        train="",
        stops=tuple(stops[first : last + 1]),
        paid=paid,
        sides=reduce(or_, sides[first:last]),
        revenue=revenue // _UNIT,
    )


def _settled(kind: _Kind, visited: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    settled = kind.settle(visited)
    assert settled is not None
    return settled


def _fault(kind: _Kind, visited: tuple[int, ...]) -> Fault | None:
    """Why a train may not run over these stops, whatever the others do."""
    net = kind.net
    if len(visited) < 2:
        return Fault.TOO_SHORT
    if any((min(hop), max(hop)) not in net.between for hop in pairwise(visited)):
        return Fault.NO_TRACK
    if len(dict.fromkeys(net.at[stop] for stop in visited)) < len(visited):
        return Fault.TWICE
    if any(net.stops[stop].end for stop in visited[1:-1]):
        return Fault.THROUGH
    if sum(kind.must[stop] for stop in visited) > kind.capacity:
        return Fault.TOO_LONG
    return None if kind.settle(visited) else Fault.NO_STATION


def _disjoint(choices: list[list[int]]) -> list[int] | None:
    """One set of hexsides from each list, no two of which meet; the scarcest is chosen first."""
    if not choices:
        return []
    i = min(range(len(choices)), key=lambda i: len(choices[i]))
    others = choices[:i] + choices[i + 1 :]
    for sides in choices[i]:
        rest = _disjoint([[way for way in some if not way & sides] for some in others])
        if rest is not None:
            return [*rest[:i], sides, *rest[i:]]
    return None
