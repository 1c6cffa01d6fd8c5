"""Best routes on a dense map: a proof for two trains, a quick answer, and a long list of trains."""

from __future__ import annotations

from time import process_time
from typing import NamedTuple

from trainshed.board.routes import Stop, Train, best, quick


class Way(NamedTuple):
    """A connection of the map."""

    a: int
    b: int
    sides: int


def two_trains() -> tuple[float, str]:
    """CPU time to find and prove the best routes of two long trains: the best of five."""
    return min(_spent(5, 5, [Train("4", 4), Train("6", 6)]) for _ in range(5)), "ms"


def glance() -> tuple[float, str]:
    """CPU time for a quick answer for two trains: the best of twenty."""
    stops, ways = _map(5, 5)
    trains = [Train("4", 4), Train("6", 6)]
    shortest = float("inf")
    for _ in range(20):
        start = process_time()
        quick(stops, ways, trains)
        shortest = min(shortest, process_time() - start)
    return 1000 * shortest, "ms"


def steps() -> tuple[float, str]:
    """Search steps a second: eight trains on forty stops, more than the budget can prove."""
    trains = [Train(str(n), n) for n in (4, 5, 5, 6, 6, 7, 8, 8)]
    budget = 20_000
    return 1000 * budget / _spent(8, 5, trains, budget), "steps/s"


def _spent(width: int, height: int, trains: list[Train], budget: int | None = None) -> float:
    """Milliseconds of CPU time for the best routes."""
    stops, ways = _map(width, height)
    start = process_time()
    best(stops, ways, trains, budget=budget)
    return 1000 * (process_time() - start)


def _map(width: int, height: int) -> tuple[dict[int, Stop], list[Way]]:
    """Cities and towns, each joined to its neighbours in three directions, corners closed."""
    stops: dict[int, Stop] = {}
    ways: list[Way] = []
    for n in range(width * height):
        x, y = n % width, n // width
        corner = x in {0, width - 1} and y in {0, height - 1}
        town = (x + 2 * y) % 3 == 1 and not corner
        value = 10 if town else 10 * (2 + (5 * x + 3 * y) % 7)
        stops[n] = Stop(n, value, town=town, end=corner, own=(x, y) in {(1, 1), (3, 2)})
        for dx, dy in ((1, 0), (0, 1), (1, 1)):
            if x + dx < width and y + dy < height:
                ways.append(Way(n, n + dx + width * dy, 1 << len(ways)))
    return stops, ways


BENCHMARKS = {
    "routes-two-trains": two_trains,
    "routes-quick": glance,
    "routes-steps": steps,
}
