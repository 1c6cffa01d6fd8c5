"""R1 What is in the box: the printed values and the maps, read once from their files."""

from __future__ import annotations

from functools import cached_property, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

from trainshed.board.hexes import NONE, Cells, Grid, Hex, members, offset, union
from trainshed.board.scene import Enamel

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_HERE = files(__package__)


class Income(Struct, frozen=True):
    """R8, R12 What is paid to the first and the second, and for each town."""

    city: tuple[int, int]
    category: tuple[int, int]
    town: int


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """R1 The numbers of the rulebook."""

    goods: tuple[str, ...]
    shares: int
    supplementary: int
    tiles: int
    stations: int
    passengers: int
    actions: int
    unit: int
    income: Income
    idle_rounds: int


class Charter(Struct, frozen=True):
    """R1.2 A railway line as printed: its letters, its colour and where it starts."""

    letters: str
    name: str
    enamel: Enamel
    town: str
    hex: str


class City(Struct, frozen=True):
    """R1.4 A big city as printed: its hex and its three markers."""

    hex: str
    markers: tuple[str, ...]


class Inscription(Struct, frozen=True, forbid_unknown_fields=True):
    """Words on a map, and where they stand."""

    text: str
    style: Literal["water", "land", "title", "subtitle", "ruled"]
    at: tuple[float, float]


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """How a map is drawn: sizes in pixels, lettering, land beyond the rows."""

    radius: float = 24.5
    size: tuple[float, float] = (1048, 735)
    origin: tuple[float, float] = (204, 31.5)
    beyond: dict[str, tuple[int, int]] = {}
    """Rows with more land outside the game: from column to column."""
    lettering: tuple[Inscription, ...] = ()
    legend: tuple[float, float] = (0, 0)
    scale: tuple[float, float, float] | None = None
    """Where the scale bar begins, and how long it is."""
    distance: str = ""


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    rows: tuple[str, ...]
    lines: tuple[Charter, ...]
    cities: dict[str, City]
    towns: dict[str, str]
    drawing: Drawing = Drawing()


class Board:
    """R1.1 A map, with the tables that the laws ask."""

    def __init__(self, name: str, sheet: _Sheet) -> None:
        """Number the hexes, the towns (lines' starts, cities, railway towns) and the markers."""
        self.name = name
        self.title = sheet.title
        cells = {
            f"{chr(ord('A') + row)}{column}": (sign, offset(row, column))
            for row, signs in enumerate(sheet.rows)
            for column, sign in enumerate(signs.split())
        }
        self.rows = len(sheet.rows)
        self.columns = max(len(signs.split()) for signs in sheet.rows)
        self.grid = Grid({name: hex_ for name, (sign, hex_) in cells.items() if sign in ".o"})
        self.drawing = sheet.drawing
        self.off: tuple[Hex, ...] = tuple(hex_ for sign, hex_ in cells.values() if sign == "w")
        self.charters = sheet.lines
        self.letters = tuple(charter.letters for charter in sheet.lines)
        self.company = {letters: n for n, letters in enumerate(self.letters)}
        self.cities = tuple(sheet.cities)
        self.town_names = (*(charter.town for charter in sheet.lines), *sheet.cities, *sheet.towns)
        self.town_hexes = tuple(
            self.grid.number[hex_]
            for hex_ in (
                *(charter.hex for charter in sheet.lines),
                *(city.hex for city in sheet.cities.values()),
                *sheet.towns.values(),
            )
        )
        self.town_at = {hex_: town for town, hex_ in enumerate(self.town_hexes)}
        self.start = self.town_hexes[: len(self.charters)]
        first_city = len(self.charters)
        self.city_towns = range(first_city, first_city + len(self.cities))
        self.railway_towns = range(self.city_towns.stop, len(self.town_names))
        self.town_cells = union(self.town_hexes)
        self.open = Cells(self.grid.cells & ~self.town_cells)
        """Hexes that engines and stations may enter at all."""
        self.near = tuple(self.grid.around[hex_] for hex_ in self.town_hexes)
        """The hexes beside each town."""
        self.towns_beside = tuple(
            union(t for t, near in enumerate(self.near) if near >> n & 1)
            for n in range(len(self.grid.bit))
        )
        """The set of towns beside each hex."""
        self.markers = tuple(
            (city, good)
            for city, printed in sheet.cities.items()
            for good in dict.fromkeys(printed.markers)
        )
        self.marker = {kind: n for n, kind in enumerate(self.markers)}
        self.marker_counts = tuple(
            sheet.cities[city].markers.count(good) for city, good in self.markers
        )
        self.markers_of = tuple(
            tuple(n for n, (name, _) in enumerate(self.markers) if name == city)
            for city in self.cities
        )
        """The kinds of markers of each city, by number."""
        self.city_town = {city: self.town_names.index(city) for city in self.cities}

        self.beside = lru_cache(maxsize=4096)(self.grid.beside)
        """The hexes that touch a set, remembered."""
        self.beside_towns = lru_cache(maxsize=4096)(self._beside_towns)
        """The hexes beside any of these towns, remembered."""

    def _beside_towns(self, towns: int) -> int:
        cells = 0
        for town in members(towns):
            cells |= self.near[town]
        return cells

    @cached_property
    def every_town(self) -> Cells:
        """The set of all towns."""
        return union(range(len(self.town_names)))


def _maps() -> dict[str, Traversable]:
    found = sorted((_HERE / "maps").iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): file for file in found if file.name.endswith(".toml")}


BOX = msgspec.toml.decode((_HERE / "box.toml").read_bytes(), type=Box)
BOARDS = {
    name: Board(name, msgspec.toml.decode(file.read_bytes(), type=_Sheet))
    for name, file in _maps().items()
}

__all__ = ["BOARDS", "BOX", "NONE", "Board"]
