"""R5.15 The cheapest ways from a city, or from the end of a line, to the cities in reach."""

from __future__ import annotations

from functools import cache, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from trainshed.board.hexes import members, opposite

from .box import BOARD, BOX
from .track import Curves, exits

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
    """The land near a hex, as far as a line can go in one action."""
    cells = 1 << cell
    for _ in range(BOX.cards["perfect_engineering"].number):
        cells |= BOARD.grid.beside(cells)
    return tuple(members(cells & BOARD.land))


@lru_cache(maxsize=2048)
def _ways(
    start: int,
    heads: tuple[tuple[int, int, int], ...],
    most: int,
    grant: bool,  # noqa: FBT001
    water: str,
    curves: Curves,
    near: tuple[int, ...],
) -> dict[int, Way]:
    """R5.15, R6.1, R6.7, R11.8 The cheapest first; of equals, fewest tiles, then by direction.

    Tile by tile, the cheapest line into each hex by each of its sides; no dearer line goes on.
    """
    ball = _ball(heads[0][0] if len(heads) == 1 else BOARD.hexes[start])
    used = dict(zip(ball, near, strict=True))
    prices, ridges, far = BOARD.prices[water], BOARD.ridges, _far(start)
    ridge, neighbours, at = BOX.track.ridge, BOARD.grid.neighbours, BOARD.at
    found: dict[int, Way] = {}
    cheapest: dict[tuple[int, int], int] = {}
    front: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {
        (cell, entry): (
            ridge * (side >= 0 and ridges.get(cell, 0) >> entry & 1),
            (side,) if side >= 0 else (),
        )
        for cell, entry, side in heads
        if far[cell] <= most
    }
    for tiles in range(1, most + 1):
        ahead: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for (cell, entry), (cost, sides) in front.items():
            if cheapest.get((cell, entry), cost + 1) <= cost:
                continue
            cheapest[cell, entry] = cost
            row, comb = prices[cell], ridges.get(cell, 0)
            free = grant and BOARD.open >> cell & 1
            for side in members(exits(used.get(cell, 0), cell, entry, start, curves)):
                due = cost + (0 if free else row[6 * entry + side]) + ridge * (comb >> side & 1)
                line = (due, (*sides, side))
                there = neighbours[cell][side]
                city = at.get(there)
                if city is not None:
                    way = Way(due, tiles, line[1])
                    found[city] = min(found.get(city, way), way)
                elif tiles + far[there] <= most:
                    key = (there, opposite(side))
                    ahead[key] = min(ahead.get(key, line), line)
        front = ahead
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
