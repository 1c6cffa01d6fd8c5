"""R1.1 What is in the box: the printed values, read once from their files."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

Colour = Literal["blank", "yellow", "green", "brown", "grey"]
COLOURS: tuple[Colour, ...] = ("blank", "yellow", "green", "brown", "grey")

_HERE = files(__package__)


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.1, R1.2 The fewest players; starting cash and certificate limit by their number."""

    least: dict[str, int]
    cash: dict[int, int]
    certificates: dict[int, int]
    held: dict[int, int]
    removed_trains: dict[str, int]


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """R8.1 The stock market as printed, cell by cell."""

    yellow_column: int
    minor_ceiling: int
    convertible: tuple[int, int]
    grid: str
    column: str


class Train(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.8 A kind of train: what it costs, how many stops it counts, when it is scrapped."""

    name: str
    price: int
    stops: int
    times: int = 1
    skips_cities: bool = False
    count: int | None = None
    """How many there are; without end if None."""
    rusts: str | None = None
    """The kind whose first sale scraps it."""


class Phase(Struct, frozen=True, forbid_unknown_fields=True):
    """R16.1, R16.2, R16.3, R16.7 What a phase allows."""

    number: int
    tiles: tuple[Colour, ...]
    minor_trains: int
    major_trains: int
    area: int
    """Which of the values of a red area counts."""
    allows: tuple[str, ...]
    """`minors`, `green_minors` on offer, `majors`, `mergers`, `privates` sold, `state`."""
    brings: tuple[str, ...] = ()
    """What happens when it begins: `withdraw`, `privates`, `trainless`, `minors`, `end`."""


class Private(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.5 A private company."""

    id: str
    name: str
    minimum: int
    value: int
    income: int
    bonus: str | None = None
    """The hex or red area that brings 10 more to a route of the company that owns it."""
    hexes: tuple[str, ...] = ()


class Charter(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.6, R1.7 A minor with its home, or a major."""

    id: str
    name: str
    mark: str = ""
    home: str = ""
    circle: int = 0
    green: bool = False


class Loans(Struct, frozen=True, forbid_unknown_fields=True):
    """R10.1 How many loans a company may have."""

    minor: int
    major: int


class Mergers(Struct, frozen=True, forbid_unknown_fields=True):
    """R20.1, R20.3, R20.4, R20.7 The limits of a merger."""

    minors: int
    of_one: int
    price: int
    stations: int


class StateRailway(Struct, frozen=True, forbid_unknown_fields=True):
    """R12.3, R17.9 The stations of the State Railway."""

    stations: int
    moscow: str


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.1 The numbers printed on board and cards."""

    bank: int
    loan: int
    lent: int
    interest: int
    second_lay: int
    station_cost: tuple[int, int]
    bid_step: int
    minor_bid: int
    pool: int
    private_bonus: int
    loans: Loans
    mergers: Mergers
    state: StateRailway
    players: Players
    market: Printed
    trains: tuple[Train, ...]
    phases: tuple[Phase, ...]
    privates: tuple[Private, ...]
    minors: tuple[Charter, ...]
    majors: tuple[Charter, ...]


class PrintedHex(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.4 A hex of the map as printed."""

    city: str = ""
    town: str = ""
    area: str = ""
    colour: Colour = "blank"
    label: str = ""
    links: tuple[tuple[int, int], ...] = ()
    stops: tuple[tuple[int, ...], ...] = ()
    value: int = 0
    cost: int = 0
    opens: int = 0
    """The phase before which nothing may be built here."""


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """R13.10 What two places on one route bring on top."""

    places: tuple[str, ...]
    value: int


class Inscription(Struct, frozen=True, forbid_unknown_fields=True):
    """Words on the map."""

    text: str
    style: Literal["water", "land", "title", "subtitle", "ruled"]
    at: tuple[float, float]


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """How the map is drawn, in pixels."""

    radius: float
    size: tuple[float, float]
    origin: tuple[float, float]
    """Where A1 lies."""
    sea: dict[int, tuple[tuple[int, int], ...]]
    """By column, A being 0: from row to row what is water; all else is land."""
    areas: dict[str, tuple[float, float]]
    """Where name and values of each red area stand."""
    rivers: tuple[str, ...]
    """From source to mouth, hex by hex."""
    lettering: tuple[Inscription, ...]


class Map(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.4, R13.9 The map: its hexes, and the values of the red areas by time."""

    areas: dict[str, tuple[int, ...]]
    bonus: Bonus
    hexes: dict[str, PrintedHex]
    drawing: Drawing


class PrintedTile(Struct, frozen=True, forbid_unknown_fields=True):
    """R11.3 A tile, unturned."""

    colour: Colour
    count: int
    links: tuple[tuple[int, int], ...] = ()
    city: bool = False
    town: bool = False
    stops: tuple[tuple[int, ...], ...] = ()
    value: int = 0
    slots: int = 1
    label: str = ""
    hex: str = ""
    leaving: int = 0
    endless: bool = False


def _read(name: str, kind: Any) -> Any:  # noqa: ANN401 - a Struct or a dict of Structs
    return msgspec.toml.decode((_HERE / name).read_bytes(), type=kind, strict=False)


BOX: Box = _read("box.toml", Box)
MAP: Map = _read("map.toml", Map)
TILES: dict[str, PrintedTile] = _read("tiles.toml", dict[str, PrintedTile])

CHARTERS = (*BOX.minors, *BOX.majors, Charter("RSR", "Russian State Railway"))
"""Every company in the order of its number: minors, majors, the State Railway."""
MINORS = range(len(BOX.minors))
MAJORS = range(len(BOX.minors), len(CHARTERS) - 1)
RSR = len(CHARTERS) - 1
NUMBER = {charter.id: number for number, charter in enumerate(CHARTERS)}
NIKOLAEV = NUMBER["N"]

TRAINS = {train.name: train for train in BOX.trains}
ROSTER = tuple(TRAINS)
"""The kinds of train in the order in which they come."""
PHASES = {phase.number: phase for phase in BOX.phases}
PRIVATES = tuple(private.id for private in BOX.privates)
SHARES = 10
"""R1.7 A major has ten shares; the director's certificate stands for two."""
