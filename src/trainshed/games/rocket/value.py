"""How good a position is for each seat: what the end would pay, and what may still come.

Every source of money is a pot with a first and a second prize. Early on a small lead is worth
little, because it is easily overtaken; towards the end whoever leads a pot gets nearly all of it.
The weights were found by letting bots with different ones play against each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from trainshed.board.hexes import members

from .box import BOX
from .income import shared, stations_on
from .veto import Veto

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import Line, State

GROWTH = 5.0
"""Towns a line may still reach when all tiles are left."""
TRAFFIC = 0.25
"""How much more stations earn for each town that the line may still reach."""
UNSERVED = 0.7
"""How much a marker counts whose city no line serves yet."""
CONNECTIONS = 1.5
"""How many lines may still reach a city when all tiles are left."""
PLATFORM = 3000.0
"""A station beside an engine; less the further it is."""
SPARE = 100.0
"""A station in the supply."""
DOUBT = 4.0
"""How many holdings (squared) a player may still add to a pot when all tiles are left."""
BEHIND = 99
"""As good as out of reach."""


class Forecast(Struct):
    """The expected fortunes, while pots are being shared out."""

    worth: list[float]
    left: float
    """The part of the tiles that is left."""

    def share(self, counts: Sequence[float], prizes: tuple[float, float], weight: float) -> None:
        """Share a pot: a part to those who lead now, the rest by the squares of the holdings."""
        if not any(counts):
            return
        lead = 0.3 + 0.5 * (1.0 - self.left)
        doubt = DOUBT * self.left
        paid = shared(counts, int(prizes[0]), int(prizes[1]))
        total = doubt * len(counts) + sum(count * count for count in counts)
        pool = (1.0 - lead) * (prizes[0] + prizes[1]) / total
        for seat, count in enumerate(counts):
            if count:
                square = count * count
                sure = lead * paid[seat] * square / (doubt + square)
                self.worth[seat] += weight * (sure + pool * square)


def value(state: State) -> tuple[float, ...]:
    """What each seat may expect to have at the end; a veto in progress as if nobody bid again."""
    if state.over:
        return tuple(float(baron.cash) for baron in state.barons)
    step = state.stack[-1]
    if isinstance(step, Veto):
        return value(step.settle(state.pop()))
    forecast = Forecast([float(baron.cash) for baron in state.barons], state.tiles / BOX.tiles)
    _markers(state, forecast)
    for company, line in enumerate(state.lines):
        if line.engine >= 0:
            _line(state, forecast, company)
    _platforms(state, forecast)
    return tuple(forecast.worth)


def _markers(state: State, forecast: Forecast) -> None:
    """Cities that will still be reached, and the goods and passengers of the end."""
    board, left = state.board, forecast.left
    served = 0
    for line in state.lines:
        served |= line.towns
    goods = {good: [0.0] * state.seats for good in BOX.goods}
    for city, kinds in zip(board.cities, board.markers_of, strict=True):
        is_served = served >> board.city_town[city] & 1
        counts = [0.0] * state.seats
        for kind in kinds:
            row = goods[board.markers[kind][1]]
            for seat, baron in enumerate(state.barons):
                held = baron.markers[kind]
                counts[seat] += held
                row[seat] += held if is_served else held * UNSERVED * (0.4 + left)
        forecast.share(counts, BOX.income.city, CONNECTIONS * left * (0.7 if is_served else 1.0))
    for counts in goods.values():
        forecast.share(counts, BOX.income.category, 1.0)
    forecast.share([float(b.passengers) for b in state.barons], BOX.income.category, 1.0)


def _line(state: State, forecast: Forecast, company: int) -> None:
    """The shares of a line and the stations on it."""
    line = state.lines[company]
    growth = 0.0 if line.autonomous else GROWTH * forecast.left
    first = BOX.income.town * (line.towns.bit_count() + growth)
    prizes = (first, first / 2)
    forecast.share([float(baron.shares[company]) for baron in state.barons], prizes, 1.0)
    forecast.share(stations_on(state, company), prizes, 1.0 + TRAFFIC * growth)


def _platforms(state: State, forecast: Forecast) -> None:
    """Stations that wait for a line, by the way to the nearest engine; those in the supply."""
    engines = [line for line in state.lines if line.engine >= 0]
    for seat, baron in enumerate(state.barons):
        for hex_ in members(baron.stations & ~state.track):
            way = min((_way(state, line, hex_) for line in engines), default=BEHIND)
            if way < 7:
                forecast.worth[seat] += PLATFORM * forecast.left * 2 / (1 + way)
        forecast.worth[seat] += SPARE * (BOX.stations - baron.stations.bit_count())


def _way(state: State, line: Line, hex_: int) -> int:
    """How far a station is from an engine; behind the engine it is out of reach."""
    grid = state.board.grid
    distance = grid.distance(line.engine, hex_)
    if line.heading is None or distance > 6:
        return distance
    ahead = grid.neighbours[line.engine][line.heading]
    behind = grid.neighbours[line.engine][(line.heading + 3) % 6]
    if ahead < 0 or behind < 0:
        return distance
    return distance if grid.distance(ahead, hex_) < grid.distance(behind, hex_) else BEHIND
