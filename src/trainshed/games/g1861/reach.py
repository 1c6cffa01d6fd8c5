"""R11.13 The track on the map as a network, and what a company reaches on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from trainshed.board.network import Network, Reach, reach

from .ground import BARE, HEXES, LAID


class _Networks:
    """Networks by what lies on the map; a new one is derived from the one before it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[tuple[int, ...], Network] = {}

    def keep(self, tiles: tuple[int, ...], made: Network) -> None:
        """Remember a network; the oldest are forgotten."""
        if len(self._kept) >= self._most:
            for oldest in [*self._kept][:1]:
                self._kept.pop(oldest, None)  # other threads may be faster
        self._kept[tiles] = made

    def find(self, tiles: tuple[int, ...]) -> Network:
        """The network of these tiles."""
        found = self._kept.get(tiles)
        if found is None:
            found = Network(BARE.across, tuple(LAID[number].plan for number in tiles))
            self.keep(tiles, found)
        return found


NETWORKS = _Networks(2000)


def network(tiles: tuple[int, ...]) -> Network:
    """The track of these tiles."""
    return NETWORKS.find(tiles)


AREAS = sum(1 << 4 * n for n in range(len(HEXES)) if LAID[n].kind == "area")
"""The red areas, as bits of stop numbers."""


@lru_cache(maxsize=4000)
def closed(tiles: tuple[int, ...], stations: tuple[tuple[int, int, int], ...], company: int) -> int:
    """R13.4, R13.5 The stops that may not be passed: red areas, cities full of others' stations."""
    found = AREAS
    for stop, companies in _standing(stations).items():
        if len(companies) >= LAID[tiles[stop // 4]].slots and company not in companies:
            found |= 1 << stop
    return found


@lru_cache(maxsize=1000)
def _standing(stations: tuple[tuple[int, int, int], ...]) -> Mapping[int, list[int]]:
    """The companies that have a station at each stop."""
    found: dict[int, list[int]] = {}
    for who, hex_, circle in stations:
        found.setdefault(4 * hex_ + circle, []).append(who)
    return found


@lru_cache(maxsize=4000)
def reached_by(
    tiles: tuple[int, ...], stations: tuple[tuple[int, int, int], ...], company: int
) -> Reach:
    """R11.13 What a company reaches from its stations."""
    own = [4 * hex_ + circle for who, hex_, circle in stations if who == company]
    return reach(network(tiles), own, closed(tiles, stations, company))
