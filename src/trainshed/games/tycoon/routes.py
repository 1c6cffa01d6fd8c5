"""R10.13 All ways to deliver a cube that differ in their end or in the points they bring.

How many points each owner gets is one number: a digit for every owner but the one who delivers
(whose points follow from the length). A set of such numbers is one int, and to go over a link of
an owner is to shift the set by his digit. First, for every pair of neighbours, the sets are found
that can still be collected from there on in so many links, if a city may be visited again but not
at once. Then each set is tried with real ways, which only go where the rest can still be found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trainshed.board.hexes import members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .network import Edge, Network

PATIENCE = 60_000
"""How many links are tried for one cube before the search gives up on what is left."""


class Goal(NamedTuple):
    """Who delivers, over how many links at most, from where, and which colour."""

    seat: int
    level: int
    city: int
    colour: int


Pair = tuple[int, int]


def routes(net: Network, goal: Goal) -> list[tuple[int, ...]]:
    """R10.13 One way for each city and each share of the points, with the lowest numbers."""
    return _Search(net, goal).found()


class _Search:
    """The ways of one cube."""

    def __init__(self, net: Network, goal: Goal) -> None:
        self.net, self.goal = net, goal
        self.left = PATIENCE
        self.ends = net.wanting[goal.colour] & ~(1 << goal.city)
        self.near = self._within()
        self.leaving = {here: self._edges(here) for here in self.near}
        """The links that a way can use from each city, by number."""
        owners = {edge.owner for edges in self.leaving.values() for edge in edges}
        others = sorted(owners - {goal.seat})
        self.step = {goal.seat: 0} | {owner: goal.level**at for at, owner in enumerate(others)}
        block = goal.level ** len(others)
        ends = [city for city in self.near if self.ends >> city & 1]
        self.first = {city: 1 << at * block for at, city in enumerate(sorted(ends))}
        """The number with which each end city begins, as a set."""
        self.rest = self._rest()

    def _within(self) -> dict[int, int]:
        """How many links each city is from the start."""
        own = self.net.own.get(self.goal.seat)
        near = {self.goal.city: 0}
        front = list(members(own[self.goal.city])) if own else []
        for links in range(1, self.goal.level + 1):
            fresh = [city for city in dict.fromkeys(front) if city not in near]
            near.update(dict.fromkeys(fresh, links))
            front = [
                there
                for city in fresh
                if not self.ends >> city & 1
                for there in members(self.net.near[city])
            ]
        return near

    def _edges(self, here: int) -> list[Edge]:
        """R10.3, R10.6, R10.7 Links that lead on, but not back to the start."""
        goal = self.goal
        if self.ends >> here & 1:
            return []
        return sorted(
            (
                edge
                for edge in self.net.edges[here]
                if edge.city != goal.city
                and edge.city in self.near
                and (here != goal.city or edge.owner == goal.seat)
            ),
            key=lambda edge: edge.number,
        )

    def _rest(self) -> list[dict[Pair, int]]:
        """What can be collected behind a pair of cities, in exactly so many further links."""
        pairs = {(here, edge.city) for here, edges in self.leaving.items() for edge in edges}
        came: dict[int, list[int]] = {}
        for here, there in sorted(pairs):
            came.setdefault(there, []).append(here)
        tables = [{(here, there): self.first.get(there, 0) for here, there in pairs}]
        for links in range(1, self.goal.level):
            last, table = tables[-1], {}
            for city, before in came.items():
                if self.near[city] + links <= self.goal.level:
                    ahead = self._ahead(city, last)
                    for here, rest in zip(before, _without(ahead, before), strict=True):
                        table[here, city] = rest
            tables.append(table)
        return tables

    def _ahead(self, city: int, last: dict[Pair, int]) -> dict[int, int]:
        """What can be collected by going on to each neighbour."""
        ahead: dict[int, int] = {}
        for there, step in {(edge.city, self.step[edge.owner]) for edge in self.leaving[city]}:
            rest = last.get((city, there), 0)
            if rest:
                ahead[there] = ahead.get(there, 0) | rest << step
        return ahead

    def found(self) -> list[tuple[int, ...]]:
        """A way for each number that there is one for, the shorter ways first."""
        start = self.goal.city
        tables = [{pair: _table(rest) for pair, rest in table.items()} for table in self.rest]
        ways = []
        for length in range(1, self.goal.level + 1):
            wanted = 0
            for edge in self.leaving[start]:
                wanted |= self.rest[length - 1].get((start, edge.city), 0)
            for number in members(wanted):
                way = self._walk(tables, start, length, number, 1 << start)
                if way:
                    ways.append(way)
        return ways

    def _walk(
        self, tables: list[dict[Pair, bytes]], here: int, left: int, number: int, seen: int
    ) -> tuple[int, ...]:
        """R10.6, R10.7 The first way from a city that collects exactly what is wanted."""
        for edge in self.leaving[here]:
            self.left -= 1
            if self.left < 0:
                break
            rest = number - self.step[edge.owner]
            if seen >> edge.city & 1 or not _has(tables[left - 1].get((here, edge.city)), rest):
                continue
            if left == 1:
                return (edge.number,)
            way = self._walk(tables, edge.city, left - 1, rest, seen | 1 << edge.city)
            if way:
                return (edge.number, *way)
        return ()


def _without(ahead: dict[int, int], came: list[int]) -> Iterator[int]:
    """For each city one came from: what all the other cities offer together."""
    cities, total, before = list(ahead), 0, []
    for city in cities:
        before.append(total)
        total |= ahead[city]
    others, behind = {}, 0
    for at in range(len(cities) - 1, -1, -1):
        others[cities[at]] = before[at] | behind
        behind |= ahead[cities[at]]
    for city in came:
        yield others.get(city, total)


def _table(numbers: int) -> bytes:
    """A set as bytes, so that looking up a number costs nothing."""
    return numbers.to_bytes(numbers.bit_length() // 8 + 1, "little")


def _has(table: bytes | None, number: int) -> bool:
    """Whether a number is in a set."""
    return (
        table is not None
        and 0 <= number >> 3 < len(table)
        and bool(table[number >> 3] >> (number & 7) & 1)
    )
