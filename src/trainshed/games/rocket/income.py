"""R8 Income in play: big cities, railway towns, then a merger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.board.hexes import Cells, members

from .actions import CityPaid, Reached, TownPaid
from .box import BOX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import State


def arrive(state: State, company: int) -> State:
    """R8.1, R8.4, R8.8 Connect every new town beside the engine, then pay in order."""
    from .merge import merge  # noqa: PLC0415 - a merger is the third income

    line, board = state.lines[company], state.board
    new = board.towns_beside[line.engine] & ~line.towns
    if new:
        state = state.with_line(company, replace(line, towns=Cells(line.towns | new)))
        letters = board.letters[company]
        state = state.tell(*(Reached(letters, board.town_names[t]) for t in members(new)))
        for town in members(new):
            if town in board.city_towns:
                state = pay_city(state, company, town)
        for town in members(new):
            if town in board.railway_towns:
                state = pay_town(state, company, town)
    return merge(state, company)


def pay_city(state: State, company: int, town: int) -> State:
    """R8.2, R8.5 The city pays those who have most of its markers."""
    board = state.board
    kinds = board.markers_of[town - board.city_towns.start]
    counts = [sum(baron.markers[kind] for kind in kinds) for baron in state.barons]
    amounts = shared(counts, *BOX.income.city)
    news = CityPaid(board.town_names[town], board.letters[company], amounts)
    return state.pay(amounts).tell(news)


def pay_town(state: State, company: int, town: int) -> State:
    """R8.3, R8.5 The railway town pays those who have most stations on the line."""
    line, board = state.lines[company], state.board
    towns = line.towns.bit_count()
    amounts = by_towns(stations_on(state, company), towns)
    news = TownPaid(board.town_names[town], board.letters[company], towns, amounts)
    return state.pay(amounts).tell(news)


def stations_on(state: State, company: int) -> list[int]:
    """How many stations each player has on a line."""
    cells = state.lines[company].cells
    return [(baron.stations & cells).bit_count() for baron in state.barons]


def by_towns(counts: Sequence[int], towns: int) -> tuple[int, ...]:
    """R8.3, R9.2, R12.2, R12.3 So much for each town to the first, half of it to the second."""
    first = BOX.income.town * towns
    return shared(counts, first, first // 2)


def shared(counts: Sequence[float], first: int, second: int) -> tuple[int, ...]:
    """R8.6, R8.7 What each player gets: ties share, and every share is rounded down."""
    amounts = [0] * len(counts)
    ranks = sorted({count for count in counts if count}, reverse=True)
    if not ranks:
        return tuple(amounts)
    firsts = [seat for seat, count in enumerate(counts) if count == ranks[0]]
    if len(firsts) > 1:
        _split(amounts, firsts, first + second)
        return tuple(amounts)
    _split(amounts, firsts, first)
    if len(ranks) > 1:
        _split(amounts, [s for s, count in enumerate(counts) if count == ranks[1]], second)
    return tuple(amounts)


def _split(amounts: list[int], seats: list[int], amount: int) -> None:
    for seat in seats:
        amounts[seat] = amount // len(seats) // BOX.unit * BOX.unit
