"""R1.1 What is in the box: the printed values and the map, read once from their files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec import Struct

from trainshed.board.hexes import (
    DIRECTION_NAMES,
    Cells,
    Grid,
    members,
    merged,
    offset,
    opposite,
    union,
)

_HERE = files(__package__)

SIDES = DIRECTION_NAMES["pointy"]
LETTERS = {"red": "R", "blue": "B", "yellow": "Y", "black": "K", "purple": "P"}
GRAY = "gray"

Water = Literal["crossing", "flat"]
Kind = Literal["hand", "permanent", "objective", "immediate", "once_per_turn"]


class Shares(Struct, frozen=True):
    """R4.1 What a share brings and costs."""

    cash: int
    dividend: int
    points: int


class Track(Struct, frozen=True):
    """R6.1 What a tile costs."""

    plain: int
    hill: int
    crossing: int
    ridge: int
    water: int


class Urbanise(Struct, frozen=True):
    """R8.1 What a new city costs, its cubes and the tiles there are."""

    price: int
    cubes: int
    tiles: dict[str, int]


class Locomotives(Struct, frozen=True):
    """R9.1 What each level costs, from the second on."""

    prices: tuple[int, ...]


class Income(Struct, frozen=True):
    """R13.1 The income in thousands on each space of the track."""

    spaces: tuple[int, ...]


class End(Struct, frozen=True):
    """R14.1 How many empty cities end the game, by the number of players."""

    full: dict[int, int]
    short: dict[int, int]


class Card(Struct, frozen=True):
    """R11.3 An operations card."""

    kind: Kind
    what: str
    count: int = 1
    cities: tuple[str, ...] = ()
    west: bool = False
    number: int = 0
    points: int = 0


class Tycoon(Struct, frozen=True):
    """R14.7 A tycoon card."""

    name: str
    aim: str
    points: int
    number: int = 0
    cities: tuple[str, ...] = ()


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.1 The numbers of the rulebook."""

    colours: tuple[str, ...]
    cubes: int
    markers: int
    few_players: int
    actions: int
    tiles: int
    unit: int
    western_link: int
    western_cubes: int
    refill: int
    west_colour: str
    west_market: str
    start_cards: tuple[str, ...]
    cards_each: int
    turns: int
    shares: Shares
    track: Track
    urbanise: Urbanise
    locomotives: Locomotives
    income: Income
    end: End
    cards: dict[str, Card]
    tycoons: dict[str, Tycoon]


class City(Struct, frozen=True):
    """R1.3 A city as printed: its hex, the colour it demands, its cubes at the start."""

    hex: str
    colour: str
    cubes: int


class River(Struct, frozen=True):
    """R6.3 A river from hex to hex; a side at either end says where it enters or leaves."""

    name: str
    path: tuple[str, ...]


class Ridge(Struct, frozen=True):
    """R6.7 A ridge: the sides of hexes it runs along."""

    name: str
    sides: tuple[str, ...]


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """Words on the map: a sea, a range of heights, a river along which its name is written."""

    text: str
    style: Literal["water", "lake", "river", "range", "land"]
    hexes: tuple[str, ...]
    """Where they stand; of several hexes, the line from one to the next."""
    size: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    """In radii of a hex."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.3 The map as it is written down."""

    title: str
    rows: tuple[str, ...]
    cities: dict[str, City]
    west: dict[str, str]
    rivers: tuple[River, ...]
    ridges: tuple[Ridge, ...]
    names: tuple[Named, ...] = ()


class Board:
    """R1.3 The map and the tables that follow from it."""

    def __init__(self, sheet: Sheet) -> None:
        """Number the hexes and the cities; find where track may lie and what it costs."""
        self.sheet = sheet
        signs = dict(_signs(sheet.rows))
        self.grid = grid = Grid(
            {name: offset(row, column) for name, (_, row, column) in signs.items()}
        )
        self.size = len(grid.bit)
        self.sign = {grid.number[name]: sign for name, (sign, _, _) in signs.items()}
        self.cities = tuple(sheet.cities)
        self.city = {name: at for at, name in enumerate(self.cities)}
        self.hexes = tuple(grid.number[city.hex] for city in sheet.cities.values())
        self.at = dict(zip(self.hexes, range(len(self.hexes)), strict=True))
        """The city of a hex."""
        self.land = Cells(union(cell for cell, sign in self.sign.items() if sign in ".h"))
        self.west = {self.city[name]: grid.number[at] for name, at in sheet.west.items()}
        self.streams = _streams(sheet, grid)
        self.open = union(
            cell for cell, sign in self.sign.items() if sign == "." and cell not in self.streams
        )
        self.ridges = _ridges(sheet, grid)
        self.exits = tuple(
            sum(
                1 << side
                for side, there in enumerate(row)
                if there >= 0 and (self.land >> there & 1 or there in self.at)
            )
            if cell in self.sign and self.land >> cell & 1
            else 0
            for cell, row in enumerate(grid.neighbours)
        )
        """R5.6, R5.8 The sides by which track may leave a hex, as bits."""
        self.prices = {
            water: {
                cell: tuple(self._price(cell, a, b, water) for a in range(6) for b in range(6))
                for cell in self.sign
                if self.exits[cell]
            }
            for water in ("crossing", "flat")
        }

    def crosses(self, cell: int, a: int, b: int) -> bool:
        """R6.3, R6.4, R6.5, R6.6 Whether track from side to side goes from bank to bank."""
        pair = 1 << a | 1 << b
        return any(
            not any(bank & pair == pair for bank in _banks(river))
            for river in self.streams.get(cell, ())
            if river.bit_count() > 1
        )

    def _price(self, cell: int, a: int, b: int, water: str) -> int:
        """R6.1, R6.3, R15.3 A tile without its ridges."""
        track = BOX.track
        if water == "flat" and cell in self.streams:
            return track.water
        price = track.hill if self.sign[cell] == "h" else track.plain
        return price + track.crossing * self.crosses(cell, a, b)


@cache
def _banks(river: int) -> tuple[int, ...]:
    """R6.4, R6.5, R6.6 The sides of a hex bank by bank; a side with the river lies on both."""
    mouths = list(members(river))
    banks = []
    for start, end in zip(mouths, (*mouths[1:], *mouths[:1]), strict=True):
        length = (end - start) % 6 or 6
        banks.append(sum({1 << (start + step) % 6 for step in range(length + 1)}))
    return tuple(banks)


def _signs(rows: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, int, int]]]:
    for row, line in enumerate(rows):
        letters = chr(ord("A") + row) if row < 26 else "A" + chr(ord("A") + row - 26)
        for column, sign in enumerate(line[row & 1 :: 2]):
            if sign != " ":
                yield f"{letters}{column}", (sign, row, column)


def _streams(sheet: Sheet, grid: Grid) -> dict[int, tuple[int, ...]]:
    """R6.4, R6.6 The rivers of each hex: the sides by which each enters or leaves, as bits.

    Rivers that join are one; where one begins or ends in the hex of another, they join.
    """
    streams: dict[int, tuple[int, ...]] = {}
    for river in sheet.rivers:
        for cell, sides in _course(river, grid).items():
            joined = [
                other
                for other in streams.get(cell, ())
                if other & sides or min(other.bit_count(), sides.bit_count()) < 2
            ]
            apart = [other for other in streams.get(cell, ()) if other not in joined]
            streams[cell] = (*apart, merged((sides, *joined)))
    return streams


def _course(river: River, grid: Grid) -> dict[int, int]:
    """The sides of each hex that a river goes through, as bits."""
    sides: dict[int, int] = {}
    path = list(river.path)
    for end in (0, -1):
        if path[end] in SIDES:
            side = SIDES.index(path.pop(end))
            cell = grid.number[path[end]]
            sides[cell] = sides.get(cell, 0) | 1 << side
    for here, there in pairwise(grid.number[name] for name in path):
        side = grid.direction(here, there)
        sides[here] = sides.get(here, 0) | 1 << side
        sides[there] = sides.get(there, 0) | 1 << opposite(side)
    return sides


def _ridges(sheet: Sheet, grid: Grid) -> dict[int, int]:
    """R6.7 The sides of each hex that carry a ridge, as bits."""
    sides: dict[int, int] = {}
    for ridge in sheet.ridges:
        for written in ridge.sides:
            name, _, direction = written.partition(" ")
            cell, side = grid.number[name], SIDES.index(direction)
            there = grid.neighbours[cell][side]
            sides[cell] = sides.get(cell, 0) | 1 << side
            sides[there] = sides.get(there, 0) | 1 << opposite(side)
    return sides


BOX: Box = msgspec.toml.decode((_HERE / "box.toml").read_text("utf-8"), type=Box, strict=False)
BOARD = Board(msgspec.toml.decode((_HERE / "map.toml").read_text("utf-8"), type=Sheet))
CITIES = BOARD.cities
COLOURS = BOX.colours


@cache
def deck() -> tuple[str, ...]:
    """R1.7, R11.4 All operations cards but the three of the start."""
    return tuple(
        name
        for name, card in BOX.cards.items()
        if name not in BOX.start_cards
        for _ in range(card.count)
    )
