"""How good a position is for each seat: what the end would pay, and what may still come.

Every source of money is a pot with a first and a second prize. Whoever leads a pot now gets most
of it; the rest is shared by holdings, because the lead may still change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.hexes import members

from .box import BOX
from .income import shared, stations_on
from .veto import Veto

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import Line, State

LEAD = 0.6
"""How much of a pot goes to those who lead it now."""
GROWTH = 4.0
"""Towns a line may still reach when all tiles are left."""
UNSERVED = 0.6
"""How much a marker counts whose city no line serves yet."""
CONNECTIONS = 1.5
"""How many lines may still reach a city when all tiles are left."""
PLATFORM = 900.0
"""A station in front of an engine, one hex away; less the further it is."""


def value(state: State) -> tuple[float, ...]:
    """What each seat may expect to have at the end; a veto in progress as if nobody bid again."""
    if state.over:
        return tuple(float(baron.cash) for baron in state.barons)
    step = state.stack[-1]
    if isinstance(step, Veto):
        return value(step.settle(state.pop()))
    worth = [float(baron.cash) for baron in state.barons]
    left = state.tiles / BOX.tiles
    _goods(state, worth, left)
    for company, line in enumerate(state.lines):
        if line.engine >= 0:
            _line(state, worth, company, left)
    _platforms(state, worth, left)
    return tuple(worth)


def _goods(state: State, worth: list[float], left: float) -> None:
    board = state.board
    served = 0
    for line in state.lines:
        served |= line.towns
    sums = {good: [0.0] * state.seats for good in BOX.goods}
    for city, kinds in zip(board.cities, board.markers_of, strict=True):
        is_served = served >> board.city_town[city] & 1
        counts = [0.0] * state.seats
        for kind in kinds:
            row = sums[board.markers[kind][1]]
            for seat, baron in enumerate(state.barons):
                held = baron.markers[kind]
                counts[seat] += held
                row[seat] += held if is_served else held * UNSERVED * (0.4 + left)
        if any(counts):
            weight = CONNECTIONS * left * (0.7 if is_served else 1.0)
            _pot(worth, counts, *BOX.income.city, weight)
    sums["passengers"] = [float(baron.passengers) for baron in state.barons]
    for counts in sums.values():
        if any(counts):
            _pot(worth, counts, *BOX.income.category, 1.0)


def _line(state: State, worth: list[float], company: int, left: float) -> None:
    line = state.lines[company]
    growth = 0.0 if line.autonomous else GROWTH * left
    towns = line.towns.bit_count() + growth
    first = BOX.income.town * towns
    shares = [float(baron.shares[company]) for baron in state.barons]
    if any(shares):
        _pot(worth, shares, first, first / 2, 1.0)
    stations = [float(count) for count in stations_on(state, company)]
    if any(stations):
        _pot(worth, stations, first, first / 2, 1.0 + 0.2 * growth)


def _platforms(state: State, worth: list[float], left: float) -> None:
    """Stations that wait for a line, by the way to the nearest engine; those in the supply."""
    engines = [line for line in state.lines if line.engine >= 0]
    for seat, baron in enumerate(state.barons):
        for hex_ in members(baron.stations & ~state.track):
            near = min((_ways(state, line, hex_) for line in engines), default=99)
            if near < 7:
                worth[seat] += PLATFORM * left * 2 / (1 + near)
        worth[seat] += 100.0 * (BOX.stations - baron.stations.bit_count())


def _ways(state: State, line: Line, hex_: int) -> int:
    """How far a station is from an engine; behind the engine it is out of reach."""
    grid = state.board.grid
    distance = grid.distance(line.engine, hex_)
    if line.heading is None or distance > 6:
        return distance
    ahead = grid.neighbours[line.engine][line.heading]
    behind = grid.neighbours[line.engine][(line.heading + 3) % 6]
    if ahead < 0 or behind < 0:
        return distance
    return distance if grid.distance(ahead, hex_) < grid.distance(behind, hex_) else 99


def _pot(
    worth: list[float], counts: Sequence[float], first: float, second: float, weight: float
) -> None:
    """Share a pot out: a part to those who lead now, the rest by the squares of the holdings."""
    paid = shared(counts, int(first), int(second))  # type: ignore[arg-type]
    total = sum(count * count for count in counts)
    pool = (1.0 - LEAD) * (first + second) / total
    for seat, count in enumerate(counts):
        worth[seat] += weight * (LEAD * paid[seat] + pool * count * count)
