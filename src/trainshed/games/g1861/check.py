"""R1.3 Invariants: money, certificates, trains, tiles and stations are conserved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .box import BOX, CHARTERS, MAJORS, MINORS, ROSTER, RSR, SHARES, TILES
from .ground import LAID, TILE
from .homes import Homing
from .merger import AfterMerger
from .phases import Surplus
from .roster import train_limit
from .sell import DIRECTORS

if TYPE_CHECKING:
    from .state import State

STATIONS = {"minor": 1, "major": 3, "state": 8}


def check(state: State) -> Iterator[str]:
    """The invariants that are violated."""
    yield from _money(state)
    yield from _certificates(state)
    yield from _trains(state)
    yield from _map(state)
    yield from _market(state)


def _money(state: State) -> Iterator[str]:
    """R1.3 All money is in the bank, with players, or with companies; loans come from the bank."""
    total = state.bank + sum(state.cash) + sum(company.cash for company in state.companies)
    if total != BOX.bank:
        yield f"money: {total} instead of {BOX.bank}"
    for seat, cash in enumerate(state.cash):
        if cash < 0:
            yield f"seat {seat} has {cash}"
    for number, company in enumerate(state.companies):
        name = CHARTERS[number].id
        if company.cash < 0:
            yield f"{name} has {company.cash}"
        if company.loans < 0 or (number in MINORS and company.loans > 2):
            yield f"{name} has {company.loans} loans"
        idle = number != RSR and not company.in_play
        if idle and (company.cash or company.loans or company.trains or any(company.shares)):
            yield f"{name} is not in play but owns something"


def _certificates(state: State) -> Iterator[str]:
    """R1.7, R5.3 Ten shares a major, no more than the limit in one hand, a director with two."""
    forming = any(isinstance(step, AfterMerger) for step in state.stack)
    for number in MAJORS:
        major, name = state.companies[number], CHARTERS[number].id
        if not major.in_play:
            continue
        if sum(major.shares) + major.treasury + major.pool != SHARES:
            yield f"{name} has {major.shares} {major.treasury} {major.pool} shares"
        if max(major.shares) > state.most_shares:
            yield f"{name}: {max(major.shares)} shares in one hand"
        if major.pool > SHARES // 2:
            yield f"{name}: {major.pool} shares in the pool"
        if major.director < 0:
            if not forming:
                yield f"{name} has no director"
        elif major.shares[major.director] < max(DIRECTORS, *major.shares):
            yield f"{name}: the director holds {major.shares[major.director]}"
    for number in MINORS:
        minor = state.companies[number]
        if minor.in_play != (minor.director >= 0):
            yield f"{CHARTERS[number].id}: in play {minor.in_play}, owner {minor.director}"


def _trains(state: State) -> Iterator[str]:
    """R15.4, R15.7 No train appears from nowhere, and nobody keeps too many."""
    held = Counter(state.pool)
    for company in state.companies:
        held.update(company.trains)
    for kind, left in zip(ROSTER, state.depot, strict=True):
        train = next(train for train in BOX.trains if train.name == kind)
        if train.count is not None and left + held[kind] > train.count:
            yield f"{left} + {held[kind]} trains {kind}"
        if train.rusts and int(train.rusts) <= state.phase and held[kind]:
            yield f"a {kind} in phase {state.phase}"
    if any(isinstance(step, Surplus | AfterMerger) for step in state.stack):
        return
    for number, company in enumerate(state.companies):
        if len(company.trains) > train_limit(state, number):
            yield f"{CHARTERS[number].id} has {len(company.trains)} trains"


def _map(state: State) -> Iterator[str]:
    """R11.3, R12.2 Tiles are counted; no circle holds too many stations, no hex two of one."""
    used = Counter(LAID[number].tile for number in state.tiles)
    for name, tile in TILES.items():
        left = state.supply[TILE[name]]
        if left >= 0 and left + used[name] != tile.count:
            yield f"tile {name}: {left} left, {used[name]} on the map"
    circles = Counter((hex_, circle) for _, hex_, circle in state.stations)
    for (hex_, circle), count in circles.items():
        here = LAID[state.tiles[hex_]]
        if circle >= len(here.plan.stops) or count > here.slots:
            yield f"{count} stations on circle {circle} of hex {hex_}"
    merging = any(isinstance(step, AfterMerger) for step in state.stack)
    for number, company in enumerate(state.companies):
        stands = state.stands(number)
        kind = "minor" if number in MINORS else "state" if number == RSR else "major"
        if merging and kind == "major":
            continue
        if len(stands) > STATIONS[kind] or len({hex_ for hex_, _ in stands}) < len(stands):
            yield f"{CHARTERS[number].id} has stations {stands}"
        homeless = any(isinstance(step, Homing) and step.company == number for step in state.stack)
        if number != RSR and company.in_play != bool(stands) and not homeless:
            yield f"{CHARTERS[number].id}: in play {company.in_play}, stations {stands}"


def _market(state: State) -> Iterator[str]:
    """R8.3, R8.6 No two tokens have the same place; minors stay within the yellow column."""
    places = Counter((company.cell, company.rank) for company in state.companies if company.in_play)
    yield from (f"two tokens at {place}" for place, count in places.items() if count > 1)
    for number in MINORS:
        minor = state.companies[number]
        if minor.in_play and not state.rules.column:
            cell = state.market.cells[minor.cell]
            if cell.column > BOX.market.yellow_column:
                yield f"{CHARTERS[number].id} on {cell}"
