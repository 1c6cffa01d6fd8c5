"""The longest line against trying everything, and in time for the largest networks."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest

from trainshed.games.tycoon.trail import Links, longest_trail

MOST = 24


def tried(links: Links) -> int:
    """The longest line by walking every one."""
    beside: dict[int, list[tuple[int, int]]] = {}
    for number, (one, other) in enumerate(links):
        beside.setdefault(one, []).append((other, 1 << number))
        beside.setdefault(other, []).append((one, 1 << number))

    def walk(city: int, used: int) -> int:
        return max(
            (1 + walk(there, used | link) for there, link in beside[city] if not used & link),
            default=0,
        )

    return max((walk(city, 0) for city in beside), default=0)


def network(seed: int, cities: int, links: int) -> Links:
    """Links between cities that are not far apart, parallel ones among them."""
    rng = Random(seed)
    found: list[tuple[int, int]] = []
    while len(found) < links:
        one, other = sorted(rng.sample(range(cities), 2))
        if other - one <= 4:
            found.append((one, other))
    return tuple(sorted(found))


@pytest.mark.parametrize("seed", range(60))
def test_it_is_the_longest(seed: int) -> None:
    """No other line is longer."""
    links = network(seed, cities=4 + seed % 9, links=1 + seed % 11)
    assert longest_trail(links) == tried(links)


def test_no_links_make_no_line() -> None:
    """Nothing is nothing."""
    assert longest_trail(()) == 0


@pytest.mark.parametrize("seed", range(30))
def test_all_markers_in_use_take_no_time(seed: int) -> None:
    """However the links of one player lie."""
    links = network(seed, cities=8 + seed % 17, links=MOST)
    start = perf_counter()
    assert 5 <= longest_trail(links) <= MOST
    assert perf_counter() - start < 2
