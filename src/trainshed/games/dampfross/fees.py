"""R6, R23 What is owed to rivals for building."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .box import BOX

if TYPE_CHECKING:
    from .state import Company, State

Fees = tuple[tuple[int, int], ...]
"""Rivals, and what each of them gets."""


def fees(state: State, number: int, hex_: int, direction: int) -> Fees:
    """R6.4, R6.5, R20.3, R23.4 What a segment owes each rival; David's handler gets nothing."""
    owed = _laurin if state.rules == "laurin" else _france
    spared = state.handler(number)
    return tuple(
        (rival, amount)
        for rival in range(len(state.companies))
        if rival not in (number, spared) and (amount := owed(state, number, rival, hex_, direction))
    )


def _laurin(state: State, number: int, rival: int, hex_: int, direction: int) -> int:
    """R6.1, R6.2, R6.3, R6.6, R18.3 Junctions where the builder is new, and a doubled segment."""
    mine, other = state.companies[number], state.companies[rival]
    to = state.board.grid.neighbours[hex_][direction]
    doubled = other.track[direction] >> hex_ & 1
    towns = state.board.town_cells
    if doubled and towns >> hex_ & 1 and towns >> to & 1:
        return BOX.laurin.towns
    junctions = sum(
        other.cells >> end & 1
        for end in (hex_, to)
        if not (mine.cells >> end & 1 or _waived(state, mine, other, end))
    )
    return BOX.laurin.parallel * doubled + BOX.laurin.junction * junctions


def _waived(state: State, mine: Company, other: Company, hex_: int) -> bool:
    """R2.8, R6.7 Whether two companies owe each other nothing in a start town."""
    if state.options.start_fees == "strict" or hex_ != mine.start:
        return False
    return other.start == hex_ or state.round == 1


def _france(state: State, number: int, rival: int, hex_: int, direction: int) -> int:
    """R23.1, R23.2, R23.3 A doubled segment, or else the first meeting in the hex entered."""
    mine, other = state.companies[number], state.companies[rival]
    if other.track[direction] >> hex_ & 1:
        return BOX.france.parallel
    to = state.board.grid.neighbours[hex_][direction]
    if mine.cells >> to & 1 or state.board.town_cells >> to & 1:
        return 0
    return BOX.france.junction * (other.cells >> to & 1)
