"""R1 What is in the box: the numbers of both rule sets, and the maps with the laws' tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

from trainshed.board.hexes import Cells, Grid, members, opposite, union
from trainshed.board.scene import Emblem, Enamel

from .sheet import SIDES, Sheet, axial, hex_name, read

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_HERE = files(__package__)
Rules = Literal["laurin", "france"]

LIVERIES: tuple[tuple[Enamel, Emblem], ...] = (
    ("red", "disc"),
    ("blue", "bars"),
    ("green", "triangle"),
    ("orange", "lozenge"),
    ("black", "cross"),
    ("violet", "ring"),
)
"""R1.3 The six crayons."""
SIX = range(6)


class Laurin(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.1 The numbers of the Laurin rules."""

    plain: int
    mountain: int
    river: int
    wide: int
    junction: int
    parallel: int
    towns: int
    bonus: int
    unreached: int
    races: int
    races_without_special: int
    special: tuple[int, ...]
    nearest: int
    charge: int
    cap: int
    prizes: tuple[int, ...]
    lone: int
    build_every: int
    build_limit: int
    jump: int
    jumps: int
    table: dict[int, tuple[int, ...]]


class France(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.1 The numbers of the France rules."""

    plain: int
    river: int
    slope: int
    heights: int
    wide: int
    both: int
    junction: int
    parallel: int
    bonus: int
    prizes: tuple[int, ...]
    lone: int
    running: int
    special_every: int
    goal: dict[int, int]


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.1 The numbers of the rulebook."""

    balance: int
    idle: int
    rounds: int
    laurin: Laurin
    france: France


BOX = msgspec.toml.decode((_HERE / "box.toml").read_bytes(), type=Box, strict=False)
DEAREST = max(BOX.laurin.build_limit, 6)
"""No segment that costs more can ever be built."""


class Goal(Struct, frozen=True):
    """R10.2 Where a train may arrive; `via` is the hex it must come from, -1 for any."""

    hex: int
    via: int = -1


class Board:
    """R21.1 A map, with the tables that the laws ask."""

    def __init__(self, name: str, sheet: Sheet, *, white: bool) -> None:
        """Number the hexes; find out what each step costs and where none is allowed."""
        self.name, self.sheet = name, sheet
        signs = {
            hex_name(column, row): (sign, axial(column, row))
            for row, line in enumerate(sheet.rows)
            for column, sign in enumerate(line)
        }
        self.grid = Grid({n: hex_ for n, (sign, hex_) in signs.items() if sign.isalpha()}, "flat")
        number = self.grid.number
        self.mountains = self.grid.of(n for n in number if signs[n][0].isupper())
        self.region = {number[n]: signs[n][0].lower() for n in number}
        self.home = union(
            h
            for h, letter in self.region.items()
            if sheet.abroad == "anywhere" or sheet.regions[letter].home
        )
        self.frontier = Cells(self.grid.cells & ~self.home)
        self._towns(sheet)
        self.rivers = _sides(
            self, (s for river in sheet.rivers if not river.wide for s in river.sides)
        )
        self.wide = _sides(self, (s for river in sheet.rivers if river.wide for s in river.sides))
        self.barriers = _sides(self, (s for barrier in sheet.barriers for s in barrier.sides))
        self.white = _paths(self, sheet) if white else (Cells(0),) * 6
        self.allowed = tuple(self._allowed(d) for d in SIX)
        """R5.1 For each direction, the hexes from which a segment may be built at all."""
        self.twins = tuple(
            Cells(self.town_cells & self.grid.step(self.town_cells, opposite(d))) for d in SIX
        )
        """R6.6 For each direction, the towns that have a town as their neighbour there."""
        self.cost = {
            "laurin": tuple(self._costs(_laurin)),
            "france": tuple(self._costs(_france)),
        }
        """R4, R22 What a segment costs, by rule set, hex and direction."""
        self.cheap = {rules: self._cheap(costs) for rules, costs in self.cost.items()}
        """For each sum, the hexes from which a segment in each direction costs no more."""
        self.special = tuple(
            self._goals(special.hexes, special.regions) for special in sheet.special
        )
        self.destinations = self._destinations(sheet)
        """R23.7, R23.8 The foreign countries of the special table, each with its targets."""
        self.races = BOX.laurin.races if self.special else BOX.laurin.races_without_special

    def _towns(self, sheet: Sheet) -> None:
        number = self.grid.number
        self.towns = tuple(sheet.towns)
        self.town_hexes = tuple(number[town.hex] for town in sheet.towns.values())
        self.town_at = {hex_: town for town, hex_ in enumerate(self.town_hexes)}
        self.town_cells = union(self.town_hexes)
        self.town_of = {name: town for town, name in enumerate(self.towns)}
        self.stations: dict[int, tuple[int, ...]] = {}
        """R21.2 The towns of each station number."""
        for town, printed in enumerate(sheet.towns.values()):
            for n in printed.numbers:
                self.stations[n] = (*self.stations.get(n, ()), town)
        self.numbers = tuple(sorted(self.stations))
        self.weights = tuple(len(town.numbers) for town in sheet.towns.values())
        """How many numbers each town has."""
        self.place = {number[place.hex]: name for name, place in sheet.places.items()}
        self.start = tuple(self.town_of[name] for name in sheet.start.towns)

    def _allowed(self, direction: int) -> Cells:
        """R5.1, R5.3, R5.4, R5.5 From frontier to frontier only along a white line."""
        grid = self.grid
        both = grid.cells & grid.step(grid.cells, opposite(direction))
        abroad = self.frontier & grid.step(self.frontier, opposite(direction))
        closed = (abroad & ~self.white[direction]) | self.barriers[direction]
        return Cells(both & ~closed)

    def _costs(self, rate: Callable[[int, bool, bool], int]) -> list[tuple[int, ...]]:
        return [
            tuple(
                rate(
                    ((self.mountains >> hex_) & 1) + ((self.mountains >> other) & 1),
                    bool(self.rivers[d] >> hex_ & 1),
                    bool(self.wide[d] >> hex_ & 1),
                )
                if other >= 0
                else 0
                for d, other in enumerate(row)
            )
            for hex_, row in enumerate(self.grid.neighbours)
        ]

    def _cheap(self, costs: tuple[tuple[int, ...], ...]) -> tuple[tuple[Cells, ...], ...]:
        return tuple(
            tuple(
                Cells(
                    union(h for h in members(self.grid.cells) if 0 < costs[h][d] <= most)
                    & self.allowed[d]
                )
                for d in SIX
            )
            for most in range(DEAREST + 1)
        )

    def _goals(self, hexes: tuple[str, ...], regions: tuple[str, ...]) -> tuple[Goal, ...]:
        """R10.2 The hexes of a special destination."""
        number = self.grid.number
        found = []
        for text in hexes:
            via, _, hex_ = text.rpartition(">")
            found.append(Goal(number[hex_], number[via] if via else -1))
        found += [
            Goal(h)
            for letter in regions
            for h in members(self.frontier)
            if self.region[h] == letter
        ]
        return tuple(found)

    def _destinations(self, sheet: Sheet) -> tuple[tuple[str, Cells], ...]:
        if sheet.abroad != "frontier":
            return ()
        targets = union(goal.hex for goals in self.special for goal in goals)
        found = (
            (
                region.name,
                union(h for h in members(targets & self.frontier) if self.region[h] == key),
            )
            for key, region in sheet.regions.items()
            if not region.home
        )
        return tuple((name, cells) for name, cells in found if cells)

    def hex_title(self, hex_: int) -> str:
        """The name of the place on a hex, or of the hex."""
        if hex_ in self.town_at:
            return self.towns[self.town_at[hex_]]
        return self.place.get(hex_) or self.grid.name[hex_]


def _laurin(mountains: int, river: bool, wide: bool) -> int:  # noqa: FBT001 - three facts of a step
    """R4.1, R4.2, R4.3, R4.4 Ends on mountains and bridges are added to the plain segment."""
    rate = BOX.laurin
    return rate.plain + rate.mountain * mountains + rate.river * river + rate.wide * wide


def _france(mountains: int, river: bool, wide: bool) -> int:  # noqa: FBT001 - three facts of a step
    """R22.4, R22.5 One total for each kind of step."""
    rate = BOX.france
    if mountains and (river or wide):
        return rate.both
    if mountains:
        return rate.heights if mountains == 2 else rate.slope
    return rate.wide if wide else rate.river if river else rate.plain


def _sides(board: Board, sides: Iterable[str]) -> tuple[Cells, ...]:
    """Sides of hexes as sets: for each direction, the hexes that have one there."""
    found = [0] * 6
    for side in sides:
        name, _, way = side.partition(" ")
        direction = SIDES.index(way)
        hex_ = board.grid.number[name]
        other = board.grid.neighbours[hex_][direction]
        found[direction] |= 1 << hex_
        if other >= 0:
            found[opposite(direction)] |= 1 << other
    return tuple(map(Cells, found))


def _paths(board: Board, sheet: Sheet) -> tuple[Cells, ...]:
    """R5.6 The steps of the white lines."""
    found = [0] * 6
    for line in sheet.white:
        hexes = [board.grid.number[name] for name in line.path]
        for here, there in pairwise(hexes):
            direction = board.grid.direction(here, there)
            found[direction] |= 1 << here
            found[opposite(direction)] |= 1 << there
    return tuple(map(Cells, found))


def _maps() -> dict[str, Traversable]:
    found = sorted((_HERE / "maps").iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): file for file in found if file.name.endswith(".toml")}


SHEETS = {name: file.read_text(encoding="utf-8") for name, file in _maps().items()}
"""The maps of the box, as they are written."""


@lru_cache(maxsize=32)
def board(name: str, sheet: str, *, white: bool) -> Board:
    """A map of the box, or the one written out in `sheet`."""
    from .survey import checked  # noqa: PLC0415 - the survey knows the board

    if sheet:
        return Board(name, checked(sheet), white=white)
    return Board(name, read(SHEETS[name]), white=white)
