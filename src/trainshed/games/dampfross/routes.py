"""R11 Routes over the lines of all companies: what they use, what they owe, what they keep to."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from trainshed.board.hexes import merged, opposite

from .box import BOX, SIX

if TYPE_CHECKING:
    from .box import Board, Goal
    from .state import State

FRONTS = 60_000
"""How many fronts the searches for one train may move: no network that was built came near it."""
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
    """R11.4, R12.3, R12.7, R19.3 What a route must keep to."""

    own: bool = True
    """Whether a step on own track is needed."""
    each: tuple[int, ...] = ()
    """What may be owed on each line at most; empty for no limit."""
    back: tuple[int, ...] = ()
    """R12.4 What their owners owe in return; it is taken off before anything is paid."""
    open: tuple[int, ...] = ()
    """R12.5 Lines whose owners may yet owe as much: they count for nothing."""
    purse: int | None = None
    """What can be paid for all lines together."""
    steps: int | None = None
    """How many steps are not too long."""

    def net(self, sums: Sequence[int]) -> int:
        """R12.4, R12.7 What is left to be paid of what is owed on each line."""
        return sum(
            max(due - (self.back[line] if self.back else 0), 0)
            for line, due in enumerate(sums)
            if line not in self.open
        )


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
        self.nearness: dict[int, list[int]] = {}
        self.trimmed = False
        """Whether segments that no route can use were left out."""
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

    def within(self, entries: int) -> list[int]:
        """For each number of steps, the hexes from which a goal may be that near."""
        if entries not in self.nearness:
            found, front, grid = [entries], entries, self.board.grid
            while front:
                more = 0
                for d in SIX:
                    more |= grid.step(front, opposite(d)) & self.all[d]
                front = more & ~found[-1]
                found.append(found[-1] | front)
            self.nearness[entries] = found
        return self.nearness[entries]

    def has(self, here: int, there: int, line: int) -> bool:
        """R11.5 Whether a step may use a company's line: beside a free one no other counts."""
        grid = self.board.grid
        if there not in grid.neighbours[here]:
            return False
        d = grid.direction(here, there)
        if any(self.tracks[free][d] >> here & 1 for free in (OWN, SPARED) if free in self.tracks):
            return line == self.free_line(here, d)
        return line in self.tracks and bool(self.tracks[line][d] >> here & 1)

    def owner(self, here: int, there: int, line: int) -> int:
        """R11.5 Whose line a step uses that would otherwise use this one."""
        d = self.board.grid.direction(here, there)
        free = any(track[d] >> here & 1 for _, track in self._owners)
        return self.free_line(here, d) if free else line

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
    return price.step * steps + price.climb * climbs + price.charge * sum(owing(network, route))


def owing(network: Network, route: Route) -> list[int]:
    """R12.1 What a route owes on each line."""
    free = [line for line in route.lines if line not in network.tracks]
    owed = dues(route.lines, free)
    return [owed.get(line, 0) for line in range(network.count + 1)]


def has_own(network: Network, route: Route) -> bool:
    """R11.4 Whether a step is on own track."""
    return any(line in network.own for line in route.lines)


def segments(path: Sequence[int]) -> list[tuple[int, int]]:
    """R11.3 The segments of a way, whichever way they are used."""
    return [(min(a, b), max(a, b)) for a, b in pairwise(path)]


def over(sums: Sequence[int], limits: Limits) -> list[int]:
    """R12.3 The lines on which more is owed than may be."""
    if not limits.each:
        return []
    return [
        line for line, due in enumerate(sums) if due > limits.each[line] and line not in limits.open
    ]


def keeps(network: Network, route: Route, limits: Limits) -> bool:
    """R11.3, R11.4, R12.3, R12.7, R19.3 Whether a route keeps to its limits."""
    if limits.own and not has_own(network, route):
        return False
    used = segments(route.path)
    if len(dict.fromkeys(used)) < len(used):
        return False
    if limits.steps is not None and len(used) > limits.steps:
        return False
    sums = owing(network, route)
    return not over(sums, limits) and (limits.purse is None or limits.net(sums) <= limits.purse)
