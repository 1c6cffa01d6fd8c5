"""What must hold in every position: credits are conserved, lines hang together, routes fit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from trainshed.board.hexes import opposite, union

from .box import BOX, SIX
from .jumps import along

if TYPE_CHECKING:
    from .state import Company, State, Train


def check(state: State) -> Iterator[str]:
    """The invariants that this state violates."""
    total = sum(company.balance for company in state.companies) + state.bank
    if total:
        yield f"{total} credits came from nowhere"
    for number, company in enumerate(state.companies):
        if company.balance < 0 and not state.options.debt:
            yield f"company {number} has {company.balance}"
        yield from _lines(state, number)
    yield from _accounts(state)
    yield from _reached(state)
    yield from _races(state)


def _lines(state: State, number: int) -> Iterator[str]:
    board, mine = state.board, state.companies[number]
    cells = 0
    for d in SIX:
        track = mine.track[d]
        cells |= track
        if board.grid.step(track, d) != mine.track[opposite(d)]:
            yield f"company {number} has half a segment"
        if track & ~board.allowed[d]:
            yield f"company {number} has track where none may be"
    if cells != mine.cells:
        yield f"company {number} has track outside its hexes"
    if mine.cells and _connected(state, mine) != mine.cells:
        yield f"the lines of company {number} do not hang together"
    for rival in range(len(state.companies)):
        if sum(jump.over == rival for jump in mine.jumps) > BOX.laurin.jumps:
            yield f"company {number} jumps too often along the lines of {rival}"


def _connected(state: State, mine: Company) -> int:
    """The hexes that own track and jumps connect to the start town."""
    found, before = 1 << mine.start, 0
    while found != before:
        before = found
        found = along(state.board, mine, found, mine.cells.bit_count())
        for jump in mine.jumps:
            if found >> jump.start & 1 or found >> jump.end & 1:
                found |= 1 << jump.start | 1 << jump.end
    return found & mine.cells if mine.cells >> mine.start & 1 else 0


def _accounts(state: State) -> Iterator[str]:
    """R6.8, R12.9 Fees go from company to company, charges to the bank only for white lines."""
    from .state import SOURCES  # noqa: PLC0415 - the state knows its steps

    sums = {
        source: sum(company.money[n] for company in state.companies)
        for n, source in enumerate(SOURCES)
    }
    if sums["fees"]:
        yield f"fees add up to {sums['fees']}"
    if sums["charges"] > 0 or (sums["charges"] and not any(state.board.white)):
        yield f"charges add up to {sums['charges']}"
    places = len(state.board.towns) + len(state.board.destinations)
    if sums["towns"] > BOX.laurin.bonus * places:
        yield "more bonuses than towns"


def _reached(state: State) -> Iterator[str]:
    """R2.7, R7.1 A town is connected if somebody has track there or has started there."""
    there = int(union(company.start for company in state.companies if company.start >= 0))
    for company in state.companies:
        there |= company.cells
    for town, hex_ in enumerate(state.board.town_hexes):
        if state.connected >> town & 1 != there >> hex_ & 1:
            yield f"{state.board.towns[town]} is wrongly counted"


def _races(state: State) -> Iterator[str]:
    if state.races != len(state.drawn):
        yield f"{state.races} races, of which {len(state.drawn)} were drawn"
    runners = [number for train in state.trains for number in train.companies]
    if len(dict.fromkeys(runners)) < len(runners):
        yield f"a company is in two trains: {runners}"
    for train in state.trains:
        yield from _route(state, train)


def _route(state: State, train: Train) -> Iterator[str]:
    """R11.2, R11.3 Every step lies on the line it names, and none is made twice."""
    grid, steps = state.board.grid, list(pairwise(train.path))
    if len(dict.fromkeys((min(step), max(step)) for step in steps)) < len(steps):
        yield f"the train of {train.companies} uses a segment twice"
    if len(train.lines) - len(steps) != (train.border >= 0 and state.rules == "france"):
        yield f"the train of {train.companies} has {len(train.lines)} lines for {len(steps)} steps"
    for (here, there), line in zip(steps, train.lines, strict=False):
        d = grid.direction(here, there)
        if line < len(state.companies):
            track = state.companies[line].track[d]
        else:
            track = state.board.white[d]
        if not track >> here & 1:
            yield f"{grid.name[here]} to {grid.name[there]} is not a line of {line}"
