"""R10.1 The finished links as a network: which cities are joined, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trainshed.board.hexes import members

from .box import CITIES, COLOURS
from .trail import longest_trail

if TYPE_CHECKING:
    from .state import Link, State


class Edge(NamedTuple):
    """A link as seen from one of its cities."""

    city: int
    owner: int
    number: int


class Network:
    """R5.11, R7.1 The finished links of a position, and what follows from them."""

    def __init__(self, links: tuple[Link, ...], colours: tuple[str, ...]) -> None:
        """Sort the links by city."""
        self.links, self.colours = links, colours
        self.edges: list[list[Edge]] = [[] for _ in CITIES]
        self.near = [0] * len(CITIES)
        """The cities one link away, as bits."""
        self.own: dict[int, list[int]] = {}
        """The same, by the links of one player."""
        self.ends: dict[int, int] = {}
        """The cities where each player has a link, as bits."""
        for link in links:
            if not link.finished:
                continue
            self.ends[link.owner] = self.ends.get(link.owner, 0) | 1 << link.start | 1 << link.end
            own = self.own.setdefault(link.owner, [0] * len(CITIES))
            for here, there in ((link.start, link.end), (link.end, link.start)):
                self.edges[here].append(Edge(there, link.owner, link.number))
                self.near[here] |= 1 << there
                own[here] |= 1 << there
        self.wanting = tuple(
            sum(1 << city for city, wants in enumerate(colours) if wants == colour)
            for colour in COLOURS
        )
        """R10.1 The cities that demand each colour, as bits."""
        self._reaches: dict[tuple[int, int, int, int], bool] = {}

    def reaches(self, seat: int, level: int, city: int, colour: int) -> bool:
        """R10.2, R10.3, R10.4, R10.6, R10.7 Whether a cube could be delivered at all."""
        key = (seat, level, city, colour)
        known = self._reaches.get(key)
        if known is None:
            known = self._reaches[key] = self._search(*key)
        return known

    def _search(self, seat: int, level: int, city: int, colour: int) -> bool:
        own = self.own.get(seat)
        if own is None:
            return False
        front, goal = own[city], self.wanting[colour] & ~(1 << city)
        seen = front | 1 << city
        for _ in range(level - 1):
            if front & goal or not front:
                break
            ahead = 0
            for here in members(front):
                ahead |= self.near[here]
            front = ahead & ~seen
            seen |= front
        return bool(front & goal)

    def component(self, seat: int, city: int) -> int:
        """R11.10 The cities that a player's links join to a city, as bits."""
        own = self.own.get(seat)
        found = front = 1 << city
        while front and own is not None:
            ahead = 0
            for here in members(front):
                ahead |= own[here]
            front = ahead & ~found
            found |= front
        return found


_RECENT: list[Network] = []
_MOST = 8


def network(state: State) -> Network:
    """The network of a position, made once."""
    for known in _RECENT:
        if known.links is state.links and known.colours is state.colours:
            return known
    made = Network(state.links, state.colours)
    _RECENT.insert(0, made)
    del _RECENT[_MOST:]
    return made


def connected(state: State, seat: int, one: int, other: int) -> bool:
    """R11.10, R14.16 Whether a player's links join two cities."""
    return bool(network(state).component(seat, one) >> other & 1)


def owned(state: State, seat: int) -> list[Link]:
    """R7.1, R12.7, R14.6 A player's finished links."""
    return [link for link in state.links if link.owner == seat and link.finished]


def longest(state: State, seat: int) -> int:
    """R14.15 The longest line of own links, none used twice."""
    return longest_trail(tuple(sorted((link.start, link.end) for link in owned(state, seat))))


def largest(state: State, seat: int) -> int:
    """R15.11 The links of the largest connected group of own links."""
    net, mine = network(state), owned(state, seat)
    groups = {net.component(seat, link.start) for link in mine}
    return max((sum(group >> link.start & 1 for link in mine) for group in groups), default=0)
