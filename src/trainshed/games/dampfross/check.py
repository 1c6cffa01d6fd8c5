"""What must hold in every position: credits are conserved, lines hang together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trainshed.board.hexes import opposite

from .box import SIX

if TYPE_CHECKING:
    from .state import State


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
    for train in state.trains:
        if len(train.lines) not in (len(train.path) - 1, len(train.path)):
            yield f"the train of {train.companies} has {len(train.lines)} lines for {train.path}"


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
    if mine.cells and not mine.cells >> mine.start & 1:
        yield f"company {number} does not begin in its start town"


def _accounts(state: State) -> Iterator[str]:
    """R6.8, R12.9 Fees go from company to company, charges to the bank only for white lines."""
    fees = sum(company.money[2] for company in state.companies)
    if fees:
        yield f"fees add up to {fees}"
    charges = sum(company.money[3] for company in state.companies)
    if charges > 0 or (charges and not any(state.board.white)):
        yield f"charges add up to {charges}"
    towns = len(state.board.towns) + len(state.board.destinations)
    if sum(company.money[1] for company in state.companies) > 6 * towns:
        yield "more bonuses than towns"
