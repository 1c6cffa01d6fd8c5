"""R5.15 The cheapest ways from a city, or from the end of a line, to the cities in reach."""

from __future__ import annotations

from functools import cache, lru_cache
from heapq import heappop, heappush
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from trainshed.board.hexes import members

from .box import BOARD, BOX
from .track import Curves, ahead, exits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .state import State

FAR = 99


class Way(NamedTuple):
    """What it costs and the sides by which it leaves hex after hex, that of the city first."""

    cost: int
    tiles: int
    sides: tuple[int, ...]


def ways(
    state: State,
    start: int,
    heads: Sequence[tuple[int, int, int]],
    most: int,
    *,
    grant: bool,
) -> dict[int, Way]:
    """R5.15 The cheapest way to each city, from hexes that may come next.

    A head is a hex, the side by which it is entered, and the side by which the line left its
    city to get there, -1 if it did so long ago.
    """
    if not heads:
        return {}
    around = _around(heads[0][0] if len(heads) == 1 else BOARD.hexes[start])
    options = state.options
    return _ways(
        start, tuple(heads), most, grant, options.water, options.curves, around(state.used)
    )


@cache
def _around(cell: int) -> Callable[[bytes], tuple[int, ...]]:
    """Picks the sides in use near a hex."""
    return itemgetter(*_ball(cell))


@cache
def _ball(cell: int) -> tuple[int, ...]:
    reach = BOX.cards["perfect_engineering"].number
    return tuple(
        other for other in BOARD.prices["crossing"] if BOARD.grid.distance(cell, other) <= reach
    )


@lru_cache(maxsize=20_000)
def _ways(
    start: int,
    heads: tuple[tuple[int, int, int], ...],
    most: int,
    grant: bool,  # noqa: FBT001
    water: str,
    curves: Curves,
    near: tuple[int, ...],
) -> dict[int, Way]:
    """R5.15, R6.1, R6.7, R11.8 The cheapest first; of equals, fewest tiles, then by direction."""
    ball = _ball(heads[0][0] if len(heads) == 1 else BOARD.hexes[start])
    used = dict(zip(ball, near, strict=True))
    prices, ridges, far = BOARD.prices[water], BOARD.ridges, _far(start)
    found: dict[int, Way] = {}
    seen: dict[tuple[int, int], int] = {}
    front: list[tuple[int, int, tuple[int, ...], int, int, tuple[int, ...]]] = []
    for cell, entry, side in heads:
        first = side >= 0
        ridge = BOX.track.ridge * (ridges.get(cell, 0) >> entry & 1) if first else 0
        heappush(front, (ridge, 0, (side,) if first else (), cell, entry, ()))
    while front:
        cost, tiles, sides, cell, entry, trail = heappop(front)
        city = BOARD.at.get(cell)
        if city is not None:
            found.setdefault(city, Way(cost, tiles, sides))
            continue
        if seen.get((cell, entry), FAR) <= tiles or tiles + far[cell] > most:
            continue
        seen[cell, entry] = tiles
        if cell in trail:
            continue
        for side in members(exits(used.get(cell, 0), cell, entry, start, curves)):
            tile = 0 if grant and BOARD.open >> cell & 1 else prices[cell][6 * entry + side]
            due = cost + tile + BOX.track.ridge * (ridges.get(cell, 0) >> side & 1)
            there, enters = ahead(cell, side)
            heappush(front, (due, tiles + 1, (*sides, side), there, enters, (*trail, cell)))
    return dict(sorted(found.items()))


@cache
def _far(start: int) -> dict[int, int]:
    """How many tiles at least lead from a hex, its own included, to a city but this one."""
    far = dict.fromkeys(BOARD.prices["crossing"], FAR)
    front = [
        cell
        for city, hex_ in enumerate(BOARD.hexes)
        if city != start
        for cell in BOARD.grid.neighbours[hex_]
        if cell in far
    ]
    tiles = 1
    while front:
        fresh = [cell for cell in set(front) if far[cell] > tiles]
        for cell in fresh:
            far[cell] = tiles
        front = [there for cell in fresh for there in BOARD.grid.neighbours[cell] if there in far]
        tiles += 1
    return far
