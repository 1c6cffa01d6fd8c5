"""What there is to see: the map, the lines and trains on it, the accounts, the race."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from trainshed.board.hexes import members
from trainshed.board.scene import (
    Band,
    Enamel,
    Flag,
    Halt,
    Item,
    Lines,
    Plate,
    Runner,
    Scene,
    Space,
)
from trainshed.core import Place, Text, say, say_n
from trainshed.core.recall import recalled

from .box import LIVERIES
from .lay import PLATES, company, ground, named, specials
from .panels import panels
from .tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trainshed.board.hexes import Cells
    from trainshed.core import Seat

    from .box import Board
    from .state import State, Train

_LAND = {
    (False, False): say("{hex}"),
    (True, False): say("{hex}, mountain"),
    (False, True): say("{hex}, abroad"),
    (True, True): say("{hex}, mountain abroad"),
}
CURRENCY = ""
"""Accounts are kept in points."""


@recalled(128)
def scene(state: State) -> Scene:
    """All there is to see of a state."""
    return Scene(
        ground=ground(state.board),
        items=_items(state),
        panels=tuple(panels(state)),
        tables=tuple(tables(state)),
        plates=_plates(len(state.companies)),
        currency=CURRENCY,
    )


@cache
def _plates(count: int) -> tuple[Plate, ...]:
    return PLATES[:count]


def _items(state: State) -> tuple[Item, ...]:
    seats = tuple(found.seat for found in state.companies)
    cells = tuple(found.cells for found in state.companies)
    return _all(
        tuple(_bands(state)),
        lines(state),
        _towns(state.board, seats, cells),
        _places(state.board),
        (*_flags(state), *_trains(state)),
        _passed(state.board, seats, cells),
    )


@recalled(64)
def _all(
    bands: tuple[Band, ...],
    track: Lines,
    towns: tuple[Halt, ...],
    places: tuple[Halt, ...],
    race: tuple[Flag | Runner, ...],
    spaces: tuple[Space, ...],
) -> tuple[Item, ...]:
    """Everything; the same as before where nothing has changed."""
    return (*bands, track, *towns, *places, *race, *spaces)


def enamel(number: int) -> Enamel:
    """R1.3 The crayon of a company."""
    return LIVERIES[number][0]


def lines(state: State) -> Lines:
    """R4.1 All track, from the start towns on, so that new track moves no old."""
    drawn = tuple((company_.start, company_.track[:3]) for company_ in state.companies)
    return _lines(state.board, drawn)


@lru_cache(maxsize=64)
def _lines(board: Board, drawn: tuple[tuple[int, tuple[Cells, ...]], ...]) -> Lines:
    neighbours = board.grid.neighbours
    owners: dict[tuple[int, int], tuple[int, ...]] = {}
    near: dict[int, list[int]] = {}
    for number, (_, track) in enumerate(drawn):
        for direction in range(3):
            for here in members(track[direction]):
                there = neighbours[here][direction]
                step = here, there
                if step not in owners:
                    near.setdefault(here, []).append(there)
                    near.setdefault(there, []).append(here)
                owners[step] = (*owners.get(step, ()), number)
    starts = [start for start, _ in drawn if start >= 0]
    found: list[tuple[int, int, tuple[int, ...]]] = []
    seen: set[int] = set()
    for first in (*starts, *near):
        waiting = [first] if first in near and first not in seen else []
        seen.update(waiting)
        for here in waiting:
            for there in near[here]:
                step = (here, there) if (here, there) in owners else (there, here)
                if step in owners:
                    found.append((*step, owners.pop(step)))
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
    enamels = tuple(enamel(number) for number in range(len(drawn)))
    return Lines("lines", enamels, tuple(found))


@lru_cache(maxsize=1024)
def _towns(board: Board, seats: tuple[Seat, ...], cells: tuple[Cells, ...]) -> tuple[Halt, ...]:
    found = []
    for town, hex_ in enumerate(board.town_hexes):
        reached = tuple(number for number, own in enumerate(cells) if own >> hex_ & 1)
        found.append(_town(board, town, seats, reached))
    return tuple(found)


@lru_cache(maxsize=4096)
def _town(board: Board, town: int, seats: tuple[Seat, ...], reached: tuple[int, ...]) -> Halt:
    name = board.towns[town]
    printed, title = board.sheet.towns[name], _plain(board)[town]
    if reached:
        companies = tuple(named(seats)[number] for number in reached)
        title = say("{place}, reached by {companies}", place=title, companies=companies)
    return Halt(
        key=f"town:{name}",
        hex=board.town_hexes[town],
        kind="junction" if len(printed.numbers) > 1 else "station",
        name=name,
        number=numbers(printed.numbers),
        title=title,
    )


def numbers(found: tuple[int, ...]) -> str:
    """R21.2 The numbers of a station.

    >>> numbers((11, 12, 13)), numbers((34,)), numbers((11, 22))
    ('11–13', '34', '11·22')
    """
    first, last = found[0], found[-1]
    if len(found) > 1 and found == tuple(range(first, last + 1)):
        return f"{first}–{last}"
    return "·".join(map(str, found))


@lru_cache(maxsize=32)
def _plain(board: Board) -> tuple[Text, ...]:
    """Each town in words."""
    return tuple(
        say_n(
            "{hex}, {town}, station {numbers}",
            "{hex}, {town}, stations {numbers}",
            len(printed.numbers),
            hex=Place(printed.hex),
            town=Place(name),
            numbers=numbers(printed.numbers),
        )
        for name, printed in board.sheet.towns.items()
    )


@lru_cache(maxsize=32)
def _places(board: Board) -> tuple[Halt, ...]:
    """R10.2 The named places without a number, with those of the special destinations."""
    goals = specials(board)
    found = []
    for hex_, name in board.place.items():
        number = "·".join(map(str, goals.get(hex_, ())))
        title = say("{hex}, {town}", hex=Place(board.grid.name[hex_]), town=Place(name))
        if number:
            title = say("{place}, special destination {number}", place=title, number=number)
        found.append(Halt(f"place:{name}", hex_, "place", name, number, title))
    return tuple(found)


def _flags(state: State) -> Iterator[Flag]:
    """R9.2 Where the race starts, and where it ends as soon as that is known."""
    race, board = state.race, state.board
    if race is None:
        return
    starts = {hex_: None for hex_, _ in race.ways}
    if not race.ways:
        starts = {board.town_hexes[town]: None for town in board.stations.get(race.start, ())}
    goals = {goal.hex: None for _, ways in race.ways for goal in ways}
    for hex_ in starts:
        yield Flag(f"start:{board.grid.name[hex_]}", hex_, say("start"))
    for hex_ in goals:
        yield Flag(f"finish:{board.grid.name[hex_]}", hex_, say("finish"))


def _trains(state: State) -> Iterator[Runner]:
    grid = state.board.grid
    for train in state.trains:
        here, ahead = train.path[train.at], train.path[train.at + 1 : train.at + 2]
        where = Place(state.board.hex_title(here))
        yield Runner(
            key=f"train:{train.companies[0]}",
            hex=here,
            enamels=tuple(enamel(number) for number in train.companies),
            title=say("{hex}, train of {companies}", hex=where, companies=_owners(state, train)),
            heading=grid.direction(here, ahead[0]) if ahead else None,
            way=train.path[: train.at + 1],
        )


def _owners(state: State, train: Train) -> tuple[Text, ...]:
    return tuple(company(state, number) for number in train.companies)


def _bands(state: State) -> Iterator[Band]:
    """R11.2 The rest of each declared route."""
    for train in state.trains:
        rest = train.path[train.at :]
        if len(rest) > 1:
            number = train.companies[0]
            yield Band(f"way:{number}", enamel(number), rest)


@lru_cache(maxsize=256)
def _passed(board: Board, seats: tuple[Seat, ...], cells: tuple[Cells, ...]) -> tuple[Space, ...]:
    """Every hex, with whose lines pass there."""
    used = 0
    for own in cells:
        used |= own
    found = list(_hexes(board))
    for number, space in enumerate(found):
        if used >> space.hex & 1:
            passing = tuple(n for n, own in enumerate(cells) if own >> space.hex & 1)
            found[number] = _space(board, number, seats, passing)
    return tuple(found)


@lru_cache(maxsize=8192)
def _space(board: Board, number: int, seats: tuple[Seat, ...], passing: tuple[int, ...]) -> Space:
    space, names = _hexes(board)[number], named(seats)
    companies = tuple(names[n] for n in passing)
    title = say("{hex}, lines of {companies}", hex=space.title, companies=companies)
    return Space(space.key, space.hex, title)


@lru_cache(maxsize=32)
def _hexes(board: Board) -> tuple[Space, ...]:
    """Every hex before anybody has built."""
    found = []
    for hex_ in members(board.grid.cells):
        name = board.grid.name[hex_]
        words = _LAND[bool(board.mountains >> hex_ & 1), bool(board.frontier >> hex_ & 1)]
        found.append(Space(f"hex:{name}", hex_, Text(words.msgid, {"hex": Place(name)})))
    return tuple(found)
