"""R11 Routes over the lines of all companies: the best one by any price, exactly.

Places that a train can reach at the same price are one set of hexes, so that a whole front moves
in a few shifts. Charges for a rival's line depend on the line of the step before, hence a front
for each line. If the best way by price alone breaks a limit (own track, what one rival or all of
them may be owed, no segment twice), a search that carries these along for each way goes on.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING

from msgspec import Struct

from trainshed.board.hexes import merged, opposite

from .box import BOX, SIX

if TYPE_CHECKING:
    from .box import Board, Goal
    from .state import State

FRONTS, WAYS = 1000, 60
"""How many fronts the searches for one train may move, and how many ways the last of them."""
Track = Sequence[int]


class Route(Struct, frozen=True):
    """R11.2 The hexes of a way, and whose line each step uses."""

    path: tuple[int, ...]
    lines: tuple[int, ...] = ()


class Price(Struct, frozen=True):
    """What a search counts: steps, climbs and charges."""

    step: int
    climb: int
    charge: int


class Limits(Struct, frozen=True):
    """R11.4, R12.3, R12.7 What a route must keep to."""

    own: bool = True
    """Whether a step on own track is needed."""
    each: tuple[int, ...] = ()
    """What may be owed on each line at most; empty for no limit."""
    total: Callable[[Sequence[int]], bool] | None = None
    """Whether these charges can be paid."""
    purse: int | None = None
    """No route whose charges add up to more can be paid, whatever is netted."""


class Counter(Struct, frozen=True):
    """Charges on some lines that are counted along, and how high they may be."""

    lines: tuple[int, ...]
    most: int


class Work(Struct):
    """How many fronts may still be moved, for all searches on the same lines."""

    left: int = FRONTS
    complete: bool = True
    """Whether no search had to stop."""


OWN, SPARED = -1, -2
"""Lines that cost nothing: those of the train's companies, and of David's handler."""


class Network:
    """R5.8, R11.5 The lines a train can use: free ones, those of rivals, unbuilt white lines."""

    def __init__(
        self,
        state: State,
        own: Sequence[int],
        used: Sequence[int] = (),
        spared: Sequence[int] = (),
    ) -> None:
        """Lines of `own` and `spared` companies cost nothing; `used` segments are closed."""
        board = state.board
        self.board = board
        self.own = tuple(own)
        self.count = len(state.companies)
        closed = [0] * 6
        for here, there in pairwise(used):
            direction = board.grid.direction(here, there)
            closed[direction] |= 1 << here
            closed[opposite(direction)] |= 1 << there
        every = [merged(company.track[d] for company in state.companies) for d in SIX]
        free = [0] * 6
        self.tracks: dict[int, Track] = {}
        """The lines by whose they are; own lines first, and beside them no other counts."""
        for line, companies in ((OWN, own), (SPARED, spared), *_each(state, (*own, *spared))):
            tracks = [state.companies[number].track for number in companies]
            track = [merged(it[d] for it in tracks) & ~free[d] & ~closed[d] for d in SIX]
            if line < 0:
                free = [free[d] | track[d] for d in SIX]
            if any(track) or line == OWN:
                self.tracks[line] = track
        white = [board.white[d] & ~every[d] & ~closed[d] for d in SIX]
        if any(white):
            self.tracks[self.count] = white
        self.all = [merged(track[d] for track in self.tracks.values()) for d in SIX]
        self.work = Work()
        self.gates = self.tracks
        """The lines that a last step through a gate may use."""
        self.nearness: dict[object, list[int]] = {}
        self._owners = [(number, state.companies[number].track) for number in (*own, *spared)]

    def closing(self, goals: Sequence[Goal], part: Sequence[Goal]) -> Network:
        """R10.5, R11.3 The lines on the way to some of the goals.

        A gate is no way to itself, and whoever reaches another goal first has arrived there.
        """
        if len(part) == len(goals) and all(goal.via < 0 for goal in part):
            return self
        grid, closed = self.board.grid, [0] * 6
        for goal in goals:
            if goal.via >= 0:
                direction = grid.direction(goal.via, goal.hex)
                closed[direction] |= 1 << goal.via
                if goal in part:
                    closed[opposite(direction)] |= 1 << goal.hex
            elif goal not in part:
                for d in SIX:
                    beside = grid.neighbours[goal.hex][d]
                    if beside >= 0:
                        closed[opposite(d)] |= 1 << beside
        new = copy(self)
        new.gates = self.tracks
        new.tracks = {n: [t[d] & ~closed[d] for d in SIX] for n, t in self.tracks.items()}
        new.all = [self.all[d] & ~closed[d] for d in SIX]
        new.nearness = {}
        return new

    def within(self, doors: int, gates: Sequence[tuple[int, int, int]]) -> list[int]:
        """For each number of steps, the hexes from which a goal may be that near."""
        key = (doors, tuple(gates))
        if key not in self.nearness:
            front = doors
            for via, _, hex_ in gates:
                front |= 1 << via | 1 << hex_
            found, grid = [front], self.board.grid
            while front:
                more = 0
                for d in SIX:
                    more |= grid.step(front, opposite(d)) & self.all[d]
                front = more & ~found[-1]
                found.append(found[-1] | front)
            self.nearness[key] = found
        return self.nearness[key]

    def has(self, here: int, there: int, line: int) -> bool:
        """R11.5 Whether a step may use a company's line: beside a free one no other counts."""
        grid = self.board.grid
        if there not in grid.neighbours[here]:
            return False
        d = grid.direction(here, there)
        if any(self.tracks[free][d] >> here & 1 for free in (OWN, SPARED) if free in self.tracks):
            return line == self.free_line(here, d)
        return line in self.tracks and bool(self.tracks[line][d] >> here & 1)

    def free_line(self, hex_: int, direction: int) -> int:
        """Whose free line a step uses: the first of the train's companies that has one."""
        return next(n for n, track in self._owners if track[direction] >> hex_ & 1)


def _each(state: State, free: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Every company that is paid for its lines."""
    return [(n, (n,)) for n in range(len(state.companies)) if n not in free]


def reached(board: Board, track: Track, start: int, steps: int | None = None) -> int:
    """The hexes that these lines connect to the start, within so many steps."""
    grid = board.grid
    found = front = 1 << start
    while front and (steps is None or steps > 0):
        more = 0
        for d in SIX:
            source = front & track[d]
            if source:
                more |= grid.step(source, d)
        front = more & ~found
        found |= front
        if steps is not None:
            steps -= 1
    return found


def dues(lines: Sequence[int], free: Sequence[int]) -> dict[int, int]:
    """R12.1, R12.2 What a route owes on each line: for each stretch one more than its steps."""
    owed: dict[int, int] = {}
    before = None
    for line in lines:
        if line not in free:
            owed[line] = owed.get(line, 0) + BOX.laurin.charge * (1 if line == before else 2)
        before = line
    return owed


def points(board: Board, path: Sequence[int]) -> int:
    """R14.3 How many points a train needs for a way."""
    hills = board.mountains
    return sum(
        2 if hills >> there & 1 and not hills >> here & 1 else 1 for here, there in pairwise(path)
    )


def best(
    network: Network,
    start: int,
    goals: Sequence[Goal],
    price: Price,
    limits: Limits,
    ceiling: int | None = None,
) -> Route | None:
    """R11.6 The best route that keeps to the limits, and costs no more than the ceiling."""
    if limits.own and not any(network.tracks[OWN]):
        return None
    chosen = None
    for part in parts(goals):
        better = _best(network.closing(goals, part), start, part, price, limits, ceiling)
        if better is not None and (ceiling is None or cost(network, better, price) <= ceiling):
            chosen, ceiling = better, cost(network, better, price) - 1
    return chosen


def parts(goals: Sequence[Goal]) -> list[Sequence[Goal]]:
    """R10.5 Goals that are searched for together; one with a gate is searched for by itself."""
    plain = [goal for goal in goals if goal.via < 0]
    gates = [[goal] for goal in goals if goal.via >= 0]
    return [plain, *gates] if plain else [*gates]


def arrives(goals: Sequence[Goal], here: int, there: int) -> bool:
    """R10.5, R11.3 Whether a step ends at one of the goals."""
    return any(goal.hex == there and goal.via in (-1, here) for goal in goals)


def leads(network: Network, start: int, goals: Sequence[Goal]) -> bool:
    """R11.7, R26.4 Whether a way leads from a hex to one of the goals."""
    for part in parts(goals):
        closed = network.closing(goals, part)
        found = reached(network.board, closed.all, start)
        if any(found >> (goal.hex if goal.via < 0 else goal.via) & 1 for goal in part):
            return True
    return False


def cost(network: Network, route: Route, price: Price) -> int:
    """What a route costs by a price."""
    steps = len(route.lines)
    climbs = points(network.board, route.path) - steps
    charges = sum(_sums(network, route))
    return price.step * steps + price.climb * climbs + price.charge * charges


def _best(
    network: Network,
    start: int,
    goals: Sequence[Goal],
    price: Price,
    limits: Limits,
    ceiling: int | None,
) -> Route | None:
    """The best route to goals that are searched for together.

    Only limits that the best way so far breaks are counted along in the next search.
    """
    own, counters = False, tuple[Counter, ...]()
    while True:
        route = _by_fronts(
            network, start, goals, price, own=own, counters=counters, ceiling=ceiling
        )
        if route is None or keeps(network, route, limits):
            return route
        if limits.own and not own and not _has_own(network, route):
            own = True
            continue
        more = _broken(network, route, limits)
        if more is None or more in counters:
            return _by_ways(network, start, goals, price, limits)
        counters = (*counters, more)


def _broken(network: Network, route: Route, limits: Limits) -> Counter | None:
    """A limit that a route breaks and that can be counted along: one rival's, or the purse."""
    sums = _sums(network, route)
    for line, due in enumerate(sums):
        if limits.each and due > limits.each[line]:
            return Counter((line,), limits.each[line])
    if limits.purse is not None and sum(sums) > limits.purse:
        return Counter(tuple(line for line in network.tracks if line >= 0), limits.purse)
    return None


def _sums(network: Network, route: Route) -> list[int]:
    """What a route owes on each line."""
    free = [line for line in route.lines if line not in network.tracks]
    owed = dues(route.lines, free)
    return [owed.get(line, 0) for line in range(network.count + 1)]


def _has_own(network: Network, route: Route) -> bool:
    return any(line in network.own for line in route.lines)


def keeps(network: Network, route: Route, limits: Limits) -> bool:
    """R11.3, R11.4, R12.3, R12.7 Whether a route keeps to its limits."""
    if limits.own and not _has_own(network, route):
        return False
    steps = [(min(a, b), max(a, b)) for a, b in pairwise(route.path)]
    if len(dict.fromkeys(steps)) < len(steps):
        return False
    sums = _sums(network, route)
    if limits.each and any(due > most for due, most in zip(sums, limits.each, strict=True)):
        return False
    return limits.total is None or limits.total(sums)


Place = tuple[int, bool, tuple[int, ...]]
"""The line of the last step, whether own track was used, what was counted."""
Layers = dict[int, dict[Place, int]]


def _by_fronts(
    network: Network,
    start: int,
    goals: Sequence[Goal],
    price: Price,
    *,
    own: bool,
    counters: tuple[Counter, ...] = (),
    ceiling: int | None = None,
) -> Route | None:
    """The best way by price alone; with `own` one that uses own track, within the counters."""
    board = network.board
    shifts, hills = board.grid.shifts, board.mountains
    doors = 0
    gates = []
    for goal in goals:
        if goal.via < 0:
            doors |= 1 << goal.hex
        else:
            gates.append((goal.via, board.grid.direction(goal.via, goal.hex), goal.hex))
    spots = {line: merged(track) for line, track in network.gates.items()}
    within = network.within(doors, gates)
    far = len(within) - 1
    bounds = [_in_reach(network, doors, gates, it) for it in counters]
    origin = (OWN, not own, (0,) * len(counters))
    fronts: Layers = {0: {origin: 1 << start}}
    arrivals: dict[int, tuple[int, tuple[int, int, Place], int]] = {}
    queue = [0]
    seen: dict[tuple[int, bool], dict[tuple[int, ...], int]] = {}
    layers: Layers = {}
    while queue:
        cost = heapq.heappop(queue)
        if ceiling is not None and cost > ceiling:
            return None
        if cost in arrivals:
            hex_, end, line = arrivals[cost]
            route = _traced(network, layers, price, end, counters)
            return Route((*route.path, hex_), (*route.lines, line))
        steps = far if ceiling is None else min((ceiling - cost) // price.step, far)
        if steps < 0:
            return None
        for place, front in fronts.pop(cost).items():
            line, has, owed = place
            before = seen.setdefault((line, has), {})
            new = front & within[steps] & ~before.get(owed, 0)
            for bound, it, sum_ in zip(bounds, counters, owed, strict=True):
                new &= bound[it.most - sum_]
            if not new:
                continue
            network.work.left -= 1
            if network.work.left < 0:
                network.work.complete = False
                return None
            for more in _no_better(counters, owed):
                before[more] = before.get(more, 0) | new
            layer = layers.setdefault(cost, {})
            layer[place] = layer.get(place, 0) | new & ~doors
            home = new & doors
            if home and cost:
                if has:
                    hex_ = (home & -home).bit_length() - 1
                    return _traced(network, layers, price, (cost, hex_, place), counters)
                new &= ~doors
            for other, track in network.tracks.items():
                here = new & spots[other]
                if not here:
                    continue
                low, high = here & ~hills, here & hills
                due = 0 if other < 0 else 1 if other == line else 2
                total = owed
                if counters and due:
                    total = _counted(counters, owed, other, due)
                    if any(sum_ > it.most for sum_, it in zip(total, counters, strict=True)):
                        continue
                to = (other, has or other == OWN, total)
                flat = climb = 0
                for d in SIX:
                    shift = shifts[d]
                    source = low & track[d]
                    if source:
                        climb |= source << shift if shift > 0 else source >> -shift
                    source = high & track[d]
                    if source:
                        flat |= source << shift if shift > 0 else source >> -shift
                flat |= climb & ~hills
                climb &= hills
                next_ = cost + price.step + price.charge * due
                if flat:
                    _add(fronts, queue, next_, to, flat)
                if climb:
                    _add(fronts, queue, next_ + price.climb, to, climb)
                for via, d, hex_ in gates:
                    if to[1] and new >> via & 1 and network.gates[other][d] >> via & 1:
                        steep = hills >> hex_ & 1 and not hills >> via & 1
                        at = next_ + price.climb * steep
                        owner = network.free_line(via, d) if other < 0 else other
                        arrivals.setdefault(at, (hex_, (cost, via, place), owner))
                        _add(fronts, queue, at, to, 0)
    return None


def _in_reach(
    network: Network, doors: int, gates: Sequence[tuple[int, int, int]], counter: Counter
) -> list[int]:
    """For each sum that is left to a counter, the hexes from which it may still do."""
    grid = network.board.grid
    dear = [network.tracks[line] for line in counter.lines if line in network.tracks]
    paid = [merged(track[d] for track in dear) for d in SIX]
    others = [track for line, track in network.tracks.items() if line not in counter.lines]
    free = [merged(track[d] for track in others) for d in SIX]
    front = doors
    for via, _, hex_ in gates:
        front |= 1 << via | 1 << hex_
    found, reach = [], 0
    for _ in range(counter.most + 1):
        while front := front & ~reach:
            reach |= front
            more = 0
            for d in SIX:
                more |= grid.step(front, opposite(d)) & free[d]
            front = more
        found.append(reach)
        for d in SIX:
            front |= grid.step(reach, opposite(d)) & paid[d]
    return found


@lru_cache(maxsize=4096)
def _no_better(counters: tuple[Counter, ...], owed: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every count that is as high as this or higher: who comes so late need not come."""
    return tuple(
        product(*(range(sum_, it.most + 1) for sum_, it in zip(owed, counters, strict=True)))
    )


def _counted(
    counters: Sequence[Counter], owed: tuple[int, ...], line: int, due: int
) -> tuple[int, ...]:
    """What was counted, with a further charge."""
    return tuple(
        sum_ + due if line in it.lines else sum_ for sum_, it in zip(owed, counters, strict=True)
    )


def _add(fronts: Layers, queue: list[int], cost: int, place: Place, cells: int) -> None:
    found = fronts.get(cost)
    if found is None:
        fronts[cost] = {place: cells}
        heapq.heappush(queue, cost)
    else:
        found[place] = found.get(place, 0) | cells


def _traced(
    network: Network,
    layers: Layers,
    price: Price,
    end: tuple[int, int, Place],
    counters: Sequence[Counter],
) -> Route:
    """The way that led to a place, found backwards through the layers."""
    cost, hex_, place = end
    path, lines = [hex_], []
    while cost:
        cost, before, earlier, direction = _before(
            network, layers, price, (cost, hex_, place), counters
        )
        line = place[0]
        lines.append(network.free_line(before, direction) if line < 0 else line)
        hex_, place = before, earlier
        path.append(hex_)
    return Route(tuple(reversed(path)), tuple(reversed(lines)))


def _before(
    network: Network,
    layers: Layers,
    price: Price,
    end: tuple[int, int, Place],
    counters: Sequence[Counter],
) -> tuple[int, int, Place, int]:
    """The step that led to a place: what had been paid, where from, and in which direction."""
    grid, hills = network.board.grid, network.board.mountains
    cost, hex_, (line, has, owed) = end
    for back in SIX:
        before, d = grid.neighbours[hex_][back], opposite(back)
        if before < 0 or not network.tracks[line][d] >> before & 1:
            continue
        steep = hills >> hex_ & 1 and not hills >> before & 1
        for other in network.tracks:
            due = 0 if line < 0 else 1 if other == line else 2
            was = cost - price.step - price.climb * steep - price.charge * due
            layer = layers.get(was)
            if layer is None:
                continue
            total = _counted(counters, owed, line, -due)
            for had in (has, False) if line == OWN else (has,):
                if layer.get((other, had, total), 0) >> before & 1:
                    return was, before, (other, had, total), d
    raise AssertionError(end)


class _Way(Struct):
    """A way under search."""

    cost: int
    hex: int
    line: int
    has: bool
    owed: tuple[int, ...]
    before: _Way | None
    used: frozenset[tuple[int, int]] = frozenset()
    """The segments it has used."""


def _by_ways(
    network: Network, start: int, goals: Sequence[Goal], price: Price, limits: Limits
) -> Route | None:
    """The best route that keeps to the limits, way by way; None if patience ends first.

    A way is given up if another came to the same place for no more, owes no line more, has used
    own track if this one has, and no segment that this one has not.
    """
    board = network.board
    grid, hills = board.grid, board.mountains
    near = _ahead(network, goals, price)
    if near[start] is None:
        return None
    plain = [goal.hex for goal in goals if goal.via < 0]
    gates = [(goal.via, goal.hex) for goal in goals if goal.via >= 0]
    first = _Way(0, start, OWN, not limits.own, (0,) * (network.count + 1), None)
    queue: list[tuple[int, int, _Way]] = [(near[start] or 0, 0, first)]
    kept: dict[tuple[int, int], list[_Way]] = {}
    number = looked = 0
    while queue:
        _, _, way = heapq.heappop(queue)
        if (
            way.before is not None
            and way.has
            and (way.hex in plain or (way.before.hex, way.hex) in gates)
        ):
            return _written(network, way)
        if way.hex in plain and way.before is not None:
            continue
        looked += 1
        if looked > WAYS:
            network.work.complete = False
            return None
        for d in SIX:
            there = grid.neighbours[way.hex][d]
            segment = (min(way.hex, there), max(way.hex, there))
            if there < 0 or near[there] is None or segment in way.used:
                continue
            steep = hills >> there & 1 and not hills >> way.hex & 1
            through = network.gates if (way.hex, there) in gates else network.tracks
            for line, track in through.items():
                if not track[d] >> way.hex & 1:
                    continue
                owed, charge = way.owed, 0
                if line >= 0:
                    charge = 1 if line == way.line else 2
                    due = owed[line] + charge
                    if limits.each and due > limits.each[line]:
                        continue
                    owed = (*owed[:line], due, *owed[line + 1 :])
                    if limits.total is not None and not limits.total(owed):
                        continue
                cost = way.cost + price.step + price.climb * steep + price.charge * charge
                has, used = way.has or line == OWN, way.used | {segment}
                new = _Way(cost, there, line, has, owed, way, used)
                passing = (way.hex, there) not in gates
                if not passing or not _beaten(kept.setdefault((there, line), []), new):
                    number += 1
                    heapq.heappush(queue, (cost + (near[there] or 0), number, new))
    return None


def _beaten(others: list[_Way], new: _Way) -> bool:
    for other in others:
        if (
            other.cost <= new.cost
            and other.has >= new.has
            and other.used <= new.used
            and all(a <= b for a, b in zip(other.owed, new.owed, strict=True))
        ):
            return True
    others.append(new)
    return False


def _written(network: Network, way: _Way) -> Route:
    path, lines = [way.hex], []
    while way.before is not None:
        line = way.line
        if line < 0:
            direction = network.board.grid.direction(way.before.hex, way.hex)
            line = network.free_line(way.before.hex, direction)
        lines.append(line)
        way = way.before
        path.append(way.hex)
    return Route(tuple(reversed(path)), tuple(reversed(lines)))


def _ahead(network: Network, goals: Sequence[Goal], price: Price) -> list[int | None]:
    """At least what the way from each hex to a goal costs, charges left out."""
    grid = network.board.grid
    found: list[int | None] = [None] * len(grid.bit)
    front = 0
    for goal in goals:
        front |= 1 << goal.hex
        if goal.via >= 0:
            front |= 1 << goal.via
    seen, steps = 0, 0
    while front:
        seen |= front
        rest = front
        while rest:
            low = rest & -rest
            found[low.bit_length() - 1] = steps * price.step
            rest ^= low
        more = 0
        for d in SIX:
            more |= grid.step(front, opposite(d)) & network.all[d]
        front = more & ~seen
        steps += 1
    return found
