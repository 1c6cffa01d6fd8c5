"""How good a position is for each seat: its balance, and what its lines may still bring.

Numbers on the own lines bring races without charges, and the more of them the better; towns that
nobody has reached pay a bonus to whoever is near. A train in a race is worth what its rank among
the trains would bring. The weights were found by letting bots with different ones play each other.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import TYPE_CHECKING

from .box import BOX, SIX
from .build import Laying
from .charges import against, owed
from .draw import NUMBERS
from .routes import points

if TYPE_CHECKING:
    from .box import Board, Rules
    from .state import State, Train

FAR = 24
"""Towns that cost more to reach than this do not count."""
FADED = tuple((1.0 - cost / (FAR + 1)) ** 2 for cost in range(FAR + 1))
"""How much of a town's worth is left at each distance."""
POOL = 30.0
"""What a race pays in all."""
ALONE, TOGETHER = 0.12, 0.75
"""How much of it a number on the own lines may bring, by itself and with all the others."""
AHEAD = 0.5
"""How much of it a number brings that is not yet on the own lines."""
SPREAD = 0.16
"""How far dice throw trains apart, for each point of their way."""
AT_ONCE = tuple(0.75**n for n in range(8))
"""How much the best town ahead counts, the next one, and so on: one line at a time."""
STUB = 0.03
"""What a hex with track must bring at least."""
HERE = 0.001
"""A good hex to build from, so that it is thought of first."""


def value(state: State) -> tuple[float, ...]:
    """What each seat may expect to have in the end."""
    worth = [float(company.balance) for company in state.companies]
    if not state.over:
        left = _races_left(state)
        for number in range(len(worth)):
            worth[number] += _lines(state, number, left)
        for number, more in _race(state):
            worth[number] += more
    return tuple(
        sum(w for w, company in zip(worth, state.companies, strict=True) if company.seat == seat)
        for seat in range(state.seats)
    )


def _lines(state: State, number: int, left: float) -> float:
    """What the lines of a company promise."""
    board, rules, mine = state.board, state.rules, state.companies[number]
    cells = mine.cells | (1 << mine.start if mine.start >= 0 else 0)
    if not cells or not left:
        return 0.0
    total = _network(board, cells, int(state.used), left) - STUB * cells.bit_count()
    if not state.operating or rules == "laurin":
        connected = int(state.connected) | int(state.abroad) << len(board.towns)
        total += _towns_ahead(board, rules, cells, connected, left)
        step = state.stack[-1] if state.stack else None
        if isinstance(step, Laying) and step.company == number and not step.on:
            total += HERE * _towns_near(board, rules, cells, step.hex)
    return total


def _races_left(state: State) -> float:
    """R9.1, R27.1 How many races are still to come, by rule set B about how many."""
    from .operation import races  # noqa: PLC0415 - operation knows the end

    if state.rules == "laurin":
        return float(races(state) - state.races)
    most = max(company.balance for company in state.companies)
    return 20.0 * max(0.0, 1.0 - most / BOX.france.goal[len(state.companies)])


@lru_cache(maxsize=50_000)
def _network(board: Board, cells: int, used: int, left: float) -> float:
    """R9.3 What the numbers on the own lines may bring in the races that are left."""
    numbers = sum(
        1
        for at, number in enumerate(NUMBERS)
        if not used >> at & 1
        and any(cells >> board.town_hexes[town] & 1 for town in board.stations[number])
    )
    open_numbers = max(36 - used.bit_count(), 1)
    part = numbers / open_numbers
    return left * POOL * (ALONE * part + TOGETHER * part * part)


@lru_cache(maxsize=50_000)
def _towns_ahead(board: Board, rules: Rules, cells: int, connected: int, left: float) -> float:
    """R7.1 Towns that are not on the own lines yet: their bonus and their numbers."""
    bonus = BOX.laurin.bonus if rules == "laurin" else BOX.france.bonus
    share = left * POOL * AHEAD / 36
    found = []
    for town, cost in enumerate(_distances(board, rules, cells)):
        if 0 < cost <= FAR:
            worth = share * board.weights[town] if town < len(board.weights) else 0.0
            if not connected >> town & 1:
                worth += bonus
            found.append(worth * FADED[cost])
    found.sort(reverse=True)
    return sum(worth * part for worth, part in zip(found, AT_ONCE, strict=False))


def _towns_near(board: Board, rules: Rules, cells: int, hex_: int) -> float:
    """The towns for which this hex is the best of the network to build from."""
    here = _distances(board, rules, 1 << hex_)
    return sum(
        FADED[cost]
        for cost, best in zip(here, _distances(board, rules, cells), strict=True)
        if 0 < cost == best <= FAR
    )


@lru_cache(maxsize=50_000)
def _distances(board: Board, rules: Rules, cells: int) -> tuple[int, ...]:
    """What it costs to build from a set of hexes to each town and foreign destination."""
    return tuple(
        next((cost for cost, near in enumerate(layers) if near & cells), FAR + 1)
        for layers in _around(board, rules)
    )


@lru_cache(maxsize=64)
def _around(board: Board, rules: Rules) -> tuple[tuple[int, ...], ...]:
    """R23.7 For each town and foreign destination and each cost, the hexes that are so far away."""
    cheap = board.cheap[rules]
    exact = [[cheap[cost][d] & ~cheap[cost - 1][d] for d in SIX] for cost in range(1, len(cheap))]
    kinds = [(cost, ends) for cost, ends in enumerate(exact, 1) if any(ends)]
    found = []
    goals = [1 << hex_ for hex_ in board.town_hexes]
    if rules == "france":
        goals += [int(cells) for _, cells in board.destinations]
    for goal in goals:
        layers = [goal]
        seen = goal
        for cost in range(1, FAR + 1):
            new = 0
            for step, ends in kinds:
                if step <= cost:
                    front = layers[cost - step]
                    for d in SIX:
                        # Costs are the same both ways, so a step away is a step towards.
                        new |= board.grid.step(front & ends[d], d)
            layers.append(new & ~seen)
            seen |= new
        found.append(tuple(layers))
    return tuple(found)


def _race(state: State) -> list[tuple[int, float]]:
    """R15.2 What each train in a race may bring, and what it will still pay."""
    if not state.trains or state.race is None:
        return []
    ways = [_way_left(state, train) for train in state.trains]
    paid = any(train.at or train.place for train in state.trains) or state.rules == "france"
    found = []
    for n, train in enumerate(state.trains):
        rank = sum(_beats(ways[other], ways[n]) for other in range(len(ways)) if other != n)
        prize = max(2.0 - rank, 0.0) * BOX.laurin.prizes[1]
        if not paid:
            back = against(state, train.companies)
            prize -= sum(
                max(due - back.get(line, 0), 0) for line, due in owed(state, train).items()
            )
        found += [(number, prize / len(train.companies)) for number in train.companies]
    return found


def _way_left(state: State, train: Train) -> float:
    if train.place is not None:
        return -train.place[1] - 1.0
    if state.rules == "laurin":
        return float(points(state.board, train.path[train.at :]))
    goals = dict(state.race.ways)[train.path[0]] if state.race else ()
    here = train.path[-1]
    return float(min(state.board.grid.distance(here, goal.hex) for goal in goals))


def _beats(one: float, other: float) -> float:
    """How likely the first of two trains arrives before the second."""
    spread = 1.5 + SPREAD * max(one, other, 0.0)
    return 1.0 / (1.0 + exp((one - other) / spread))
