"""A scene: the board as values with stable keys. `svg`, `png` and `term` draw the same scene.

Lengths are pixels at zoom 1. Three layers: the ground (what never changes, drawn once a map),
the pieces (the position), and the overprint (what may be done now, what just happened).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from trainshed.core import Seat, Text

from .hexes import Cells, Grid, Hex

Key: TypeAlias = str
Point: TypeAlias = tuple[float, float]
Enamel = Literal["red", "orange", "yellow", "green", "sky", "blue", "violet", "black"]
Porcelain = Literal["ivory", "rose", "mint", "azure", "straw", "lilac"]
Emblem = Literal["disc", "lozenge", "square", "triangle", "chevron", "bars", "ring", "cross"]

PORCELAINS: tuple[tuple[Porcelain, Emblem], ...] = (
    ("ivory", "disc"),
    ("rose", "lozenge"),
    ("mint", "square"),
    ("azure", "triangle"),
    ("straw", "cross"),
    ("lilac", "bars"),
)
"""Colour and emblem of each seat where companies own the enamels."""


class Lettering(Struct, frozen=True):
    """Words on the ground: names of seas and lands, the map's title."""

    text: Text
    at: Point
    style: Literal["water", "land", "title", "subtitle", "ruled"]
    """`ruled` is a subtitle between rules, the foot of a title."""


class HexMap(Struct, frozen=True):
    """The ground of a hex map: land in an engraved sea, in play or not, and its lettering."""

    key: Key
    grid: Grid
    radius: float
    width: float
    height: float
    origin: Point
    """Where the hex with axial coordinates 0, 0 lies."""
    land: Cells
    """Hexes in play."""
    off: tuple[Hex, ...] = ()
    """Land outside the game, hatched; the frontier runs between it and the land in play."""
    lettering: tuple[Lettering, ...] = ()
    legend: tuple[tuple[str, Text], ...] = ()
    """Symbols (such as `good:steel`) with their meaning, shown in open sea."""
    legend_at: Point = (0.0, 0.0)
    scale: tuple[Point, float, Text] | None = None
    """The scale bar: where, how long, what it says."""

    def centre(self, number: int) -> Point:
        """Where the middle of a hex lies."""
        x, y = self.grid.centre(number, self.radius)
        return self.origin[0] + x, self.origin[1] + y


class Space(Struct, frozen=True, tag=True):
    """An empty hex that can be clicked; it is drawn only when it is a target or spoken of."""

    key: Key
    hex: int
    title: Text


class Town(Struct, frozen=True, tag=True):
    """A place: a company's start town, a big city with its goods, a railway town."""

    key: Key
    hex: int
    kind: Literal["start", "city", "town"]
    name: str
    title: Text
    enamel: Enamel | None = None
    letters: str = ""
    goods: tuple[str, ...] = ()


class Bend(Struct, frozen=True):
    """Track through one hex, from side to side; None is the middle of the hex."""

    hex: int
    start: int | None
    end: int | None


class Rails(Struct, frozen=True, tag=True):
    """A company's track: runs of bends, each run one unbroken line; letters on some hexes."""

    key: Key
    enamel: Enamel
    letters: str
    runs: tuple[tuple[Bend, ...], ...]
    plates: tuple[int, ...] = ()
    """The hexes that carry the letters."""
    spurs: tuple[tuple[int, int], ...] = ()
    """Towns served but not entered: from hex to hex."""


class Engine(Struct, frozen=True, tag=True):
    """A company's engine; a heading of None waits in its start town."""

    key: Key
    hex: int
    enamel: Enamel
    letters: str
    heading: int | None
    title: Text


class Station(Struct, frozen=True, tag=True):
    """A player's station house."""

    key: Key
    hex: int
    porcelain: Porcelain
    emblem: Emblem
    title: Text


Item: TypeAlias = Space | Town | Rails | Engine | Station


class Figure(Struct, frozen=True):
    """A count with its symbol (such as `good:steel` or `house`) in a player's panel."""

    symbol: str
    count: int | None
    title: Text
    after: Text | None = None
    """A word behind the count."""


class Panel(Struct, frozen=True):
    """What lies before one player."""

    seat: Seat
    money: int | None
    """None where the reader may not know it."""
    figures: tuple[Figure, ...]


class Row(Struct, frozen=True):
    """One row of the ledger: a company and its figures."""

    key: Key
    enamel: Enamel
    letters: str
    cells: tuple[int | None, ...]
    """None is drawn as a dot."""
    leaders: tuple[int, ...] = ()
    """The columns that are underlined: who leads."""
    note: Text | None = None
    """What became of the company, instead of cells."""
    mark: Text | None = None
    """A word behind the letters."""
    spoken: str = ""


class Ledger(Struct, frozen=True):
    """The table of what everybody holds: a column for each seat, then named ones."""

    title: Text
    note: Text
    rows: tuple[Row, ...]
    columns: tuple[Text, ...]


class Scene(Struct, frozen=True):
    """All there is to see of a state."""

    ground: HexMap
    items: tuple[Item, ...]
    panels: tuple[Panel, ...] = ()
    ledger: Ledger | None = None


class Target(Struct, frozen=True):
    """Something that may be clicked: after the keys of `under`, this key means the action."""

    key: Key
    action: str | None
    """The action's line; None where another click must follow."""
    title: Text
    under: Key | None = None


class Overprint(Struct, frozen=True):
    """What may be done now, in magenta, and what just happened, in brass."""

    targets: tuple[Target, ...] = ()
    last: tuple[Key, ...] = ()


NOTHING = Overprint()
