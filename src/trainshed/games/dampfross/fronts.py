"""R11.6 The best way by a price, found for whole sets of hexes at once.

Places that a train can reach at the same price are one set of hexes, so that a whole front moves
in a few shifts. Charges for a rival's line depend on the line of the step before, hence a front
for each line; and one for ways that have used own track, and for each state of the meters.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from trainshed.board.hexes import merged, opposite

from .box import SIX
from .meters import Meters, in_reach
from .routes import OWN, Limits, Network, Price, Route, Track

if TYPE_CHECKING:
    from .box import Goal

Closed = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""Segments that no step may use before the first one on own track, that one included, and after."""
Place = tuple[int, int, int]
"""The line of the last step, whether own track was used, what the meters show."""
NOT_YET, USED, JUST = 0, 1, 2
"""Own track is still to be used, was used, or was used for the first time by the last step, in a
direction that is added: the next step does not lead back.
"""
Layers = dict[int, dict[Place, int]]


class Begun(Struct, frozen=True):
    """R11.7 What a route has used before the hex from which it is searched for."""

    line: int = OWN
    own: bool = False
    sums: tuple[int, ...] = ()
    steps: int = 0


FRESH = Begun()


class Quest:
    """What is looked for: the best way by a price from a hex to goals that belong together."""

    def __init__(
        self,
        network: Network,
        start: int,
        goals: Sequence[Goal],
        price: Price,
        limits: Limits,
        begun: Begun = FRESH,
    ) -> None:
        """Find out where the goals are entered."""
        grid = network.board.grid
        self.start, self.price, self.limits, self.begun = start, price, limits, begun
        self.doors, self.entries = 0, 0
        """The goals that are entered from anywhere, and all hexes at which a way may end."""
        self.gates: list[tuple[int, int, int]] = []
        """Goals that are entered from one hex only: that hex, the direction, the goal."""
        for goal in goals:
            if goal.via < 0:
                self.doors |= 1 << goal.hex
            else:
                self.gates.append((goal.via, grid.direction(goal.via, goal.hex), goal.hex))
                self.entries |= 1 << goal.via | 1 << goal.hex
        self.entries |= self.doors
        self.on(network)

    def on(self, network: Network) -> None:
        """Look on these lines."""
        self.network = network
        self.spots = {line: merged(track) for line, track in network.gates.items()}
        self.reach: dict[int, list[tuple[int, int]]] = {}

    def bound(self, kind: int) -> list[tuple[int, int]]:
        """For each sum that is left to a meter, the hexes from which it may still do."""
        if kind not in self.reach:
            self.reach[kind] = in_reach(self.network, self.entries, self.limits, kind)
        return self.reach[kind]

    def tracks(self, closed: Sequence[tuple[int, int]]) -> dict[int, Track]:
        """The lines without the segments that are closed."""
        if not closed:
            return self.network.tracks
        shut, grid = [0] * 6, self.network.board.grid
        for here, there in closed:
            direction = grid.direction(here, there)
            shut[direction] |= 1 << here
            shut[opposite(direction)] |= 1 << there
        return {n: [t[d] & ~shut[d] for d in SIX] for n, t in self.network.tracks.items()}


class Sweep:
    """One search: with `own` for ways that use own track, within the meters."""

    def __init__(
        self, quest: Quest, meters: Meters, *, own: bool, closed: Closed = ((), ())
    ) -> None:
        """Get ready."""
        self.quest, self.meters, self.own = quest, meters, own
        self.tracks = [quest.tracks(part) for part in closed]
        shifts = quest.network.board.grid.shifts
        self.moves = [
            [(n, [(d, shifts[d], track[d]) for d in SIX if track[d]]) for n, track in it.items()]
            for it in self.tracks
        ]
        """The directions of each line that lead anywhere, before own track was used and after."""
        self.layers: Layers = {}

    def best(self, ceiling: int | None = None) -> tuple[int, Route] | None:
        """The best way and what it costs, if that is no more than the ceiling."""
        quest, price, meters = self.quest, self.quest.price, self.meters
        network, doors, gates = quest.network, quest.doors, quest.gates
        hills = network.board.mountains
        near = network.within(quest.entries)
        far = len(near) - 1
        bounds = [(kind, quest.bound(kind)) for kind in meters.kinds]
        guard, full, spots = meters.guard, meters.full, quest.spots
        begun = meters.begin(quest.begun.sums or (0,) * (network.count + 1), quest.begun.steps)
        if begun is None:
            return None
        origin = (quest.begun.line, USED if quest.begun.own or not self.own else NOT_YET, begun)
        fronts: Layers = {0: {origin: 1 << quest.start}}
        arrivals: dict[int, tuple[int, tuple[int, int, Place], int]] = {}
        queue = [0]
        seen: dict[tuple[int, int], int] = {}
        shown: dict[tuple[int, int], dict[int, list[int]]] = {}
        layers = self.layers
        while queue:
            cost = heapq.heappop(queue)
            if ceiling is not None and cost > ceiling:
                return None
            if cost in arrivals:
                hex_, end, line = arrivals[cost]
                route = self._traced(end)
                return cost, Route((*route.path, hex_), (*route.lines, line))
            steps = far if ceiling is None else min((ceiling - cost) // price.step, far)
            for place, front in fronts.pop(cost).items():
                line, has, sums = place
                new = front & near[steps]
                for kind, bound in bounds:
                    left = meters.left(sums, kind)
                    if left < len(bound):
                        new &= bound[left][line != kind]
                if guard:
                    new = _unbeaten(new, sums, shown.setdefault((line, has), {}), guard)
                else:
                    new &= ~seen.get((line, has), 0)
                if not new:
                    continue
                network.work.left -= 1
                if network.work.left < 0:
                    network.work.complete = False
                    return None
                if not guard:
                    seen[line, has] = seen.get((line, has), 0) | new
                layer = layers.setdefault(cost, {})
                layer[place] = layer.get(place, 0) | new & ~doors
                home = new & doors
                if home and cost:
                    if has:
                        hex_ = (home & -home).bit_length() - 1
                        return cost, self._traced((cost, hex_, place))
                    new &= ~doors
                back = opposite(has - JUST) if has >= JUST else -1
                for other, ways in self.moves[has > NOT_YET]:
                    here = new & spots[other]
                    if not here:
                        continue
                    due = 0 if other < 0 else 1 if other == line else 2
                    total = sums + meters.more(sums, other, due) if guard else 0
                    if (full - total) & guard != guard:
                        continue
                    next_ = cost + price.step + price.charge * due
                    first = has == NOT_YET and other == OWN
                    to = (other, USED if first else min(has, USED), total)
                    flat = climb = 0
                    for d, shift, track in ways:
                        source = here & track
                        if not source or d == back:
                            continue
                        moved = source << shift if shift > 0 else source >> -shift
                        if high := source & hills:
                            level = high << shift if shift > 0 else high >> -shift
                            flat |= level
                            moved &= ~level
                        climb |= moved
                        if first and (flat or climb):
                            just = (OWN, JUST + d, total)
                            if level := flat | climb & ~hills:
                                _add(fronts, queue, next_, just, level)
                            if climb & hills:
                                _add(fronts, queue, next_ + price.climb, just, climb & hills)
                            flat = climb = 0
                    flat |= climb & ~hills
                    climb &= hills
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

    def _traced(self, end: tuple[int, int, Place]) -> Route:
        """The way that led to a place, found backwards through the layers."""
        cost, hex_, place = end
        path, lines = [hex_], []
        while cost:
            cost, before, earlier, direction = self._before(cost, hex_, place)
            line = place[0]
            own = line if line >= 0 else self.quest.network.free_line(before, direction)
            lines.append(own)
            hex_, place = before, earlier
            path.append(hex_)
        return Route(tuple(reversed(path)), tuple(reversed(lines)))

    def _before(self, cost: int, hex_: int, place: Place) -> tuple[int, int, Place, int]:
        """The step that led to a place: what had been paid, where from, in which direction."""
        network, price, meters = self.quest.network, self.quest.price, self.meters
        grid, hills = network.board.grid, network.board.mountains
        line, has, sums = place
        for back in SIX:
            before, d = grid.neighbours[hex_][back], opposite(back)
            if before < 0 or not network.tracks[line][d] >> before & 1:
                continue
            steep = hills >> hex_ & 1 and not hills >> before & 1
            for other in (*network.tracks, self.quest.begun.line):
                due = 0 if line < 0 else 1 if other == line else 2
                was = cost - price.step - price.climb * steep - price.charge * due
                layer = self.layers.get(was)
                if layer is None:
                    continue
                total = meters.before(sums, line, due) if meters.guard else 0
                for had in _earlier(has, d):
                    here = layer.get((other, had, total), 0) >> before & 1
                    if here and self.tracks[had > NOT_YET][line][d] >> before & 1:
                        return was, before, (other, had, total), d
        raise AssertionError(place)


def _unbeaten(cells: int, sums: int, shown: dict[int, list[int]], guard: int) -> int:
    """The hexes to which nobody came before for no more on every meter."""
    new, high = cells, sums + guard
    while cells:
        low = cells & -cells
        cells ^= low
        others = shown.get(low)
        if others is None:
            shown[low] = [sums]
            continue
        for was in others:
            if (high - was) & guard == guard:
                new ^= low
                break
        else:
            others.append(sums)
    return new


def _earlier(has: int, direction: int) -> tuple[int, ...]:
    """What may have been before a step in a direction."""
    if has >= JUST:
        return (NOT_YET,) if has == JUST + direction else ()
    if has == NOT_YET:
        return (NOT_YET,)
    return (USED, *(JUST + d for d in SIX if d != opposite(direction)))


def _add(fronts: Layers, queue: list[int], cost: int, place: Place, cells: int) -> None:
    found = fronts.get(cost)
    if found is None:
        fronts[cost] = {place: cells}
        heapq.heappush(queue, cost)
    else:
        found[place] = found.get(place, 0) | cells
