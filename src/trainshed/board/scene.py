"""A scene: the board as values with stable keys. `svg`, `png` and `term` draw the same scene.

Lengths are pixels at zoom 1. Three layers: the ground (what never changes, drawn once a map),
the pieces (the position), and the overprint (what may be done now, what just happened).
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from trainshed.core import Seat, Text

from .hexes import NONE, Cells, Grid, Hex

Key: TypeAlias = str
Point: TypeAlias = tuple[float, float]
Enamel = Literal["red", "orange", "yellow", "green", "sky", "blue", "violet", "black"]
Livery: TypeAlias = Enamel | Literal["cream", "state"]
"""What a company wears: an enamel, cream for a small one, black and brass for the state's."""
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

_NEAR = 34.0
"""How near a small screen goes to a desk: as near as to hexes of this radius."""


class Lettering(Struct, frozen=True, gc=False):
    """Words on the ground: names of seas and lands, the map's title."""

    text: Text
    at: Point
    style: Literal["water", "land", "title", "subtitle", "ruled", "river", "range"]
    """`ruled` is a subtitle between rules, the foot of a title; `range` is a chain of heights."""
    size: float = 0.0
    """Of its letters, where not the usual one."""
    dry: bool = False
    """Whether it stands on land."""
    along: tuple[Point, ...] = ()
    """The line it follows, from left to right, where it is not straight."""


TileColour = Literal["blank", "yellow", "green", "brown", "grey", "red"]


class Stop(Struct, frozen=True, gc=False):
    """A town, a city with its circles, or a part of an area: the sides its track leads to."""

    kind: Literal["town", "city", "area"]
    sides: tuple[int, ...] = ()
    slots: int = 1


class Look(Struct, frozen=True, gc=False, cache_hash=True):
    """A hex as printed, or a tile in one turn: what it shows before anything stands on it."""

    name: str
    """Tells it apart from every other look on its map; a part of its id."""
    colour: TileColour = "blank"
    links: tuple[tuple[int, int], ...] = ()
    """Track from side to side."""
    stops: tuple[Stop, ...] = ()
    value: int = 0
    label: str = ""
    cost: int = 0
    """What building here costs, because of water."""
    note: str = ""
    """Small letters on a hex without a tile."""


class Stream(Struct, frozen=True, gc=False):
    """Water along the sides of hexes: a river, a wide one, or an arm of the sea."""

    kind: Literal["river", "wide", "estuary"]
    sides: tuple[tuple[int, int], ...]
    """Each side by a hex and a direction."""


class River(Struct, frozen=True, gc=False):
    """A river through hexes, from its source to its mouth."""

    hexes: tuple[int, ...]
    enters: int | None = None
    """The side of the first hex by which it comes; None where it rises there."""
    leaves: int | None = None
    """The side of the last hex by which it goes; None where it ends, or joins another."""


class HexMap(Struct, frozen=True, gc=False):
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
    outside: tuple[Hex, ...] = ()
    """Land where the map ends, hatched too: there is no frontier towards it."""
    lettering: tuple[Lettering, ...] = ()
    prints: tuple[tuple[int, Look], ...] = ()
    """Hexes without track that show something from the beginning: towns, cities, terrain."""
    rivers: tuple[tuple[Point, ...], ...] = ()
    """The courses of rivers, from the source to the mouth."""
    streams: tuple[Stream, ...] = ()
    waters: tuple[River, ...] = ()
    """Rivers from side to side; each grows with those that join it."""
    ridges: tuple[tuple[int, int], ...] = ()
    """Sides with a ridge on them: a hex and a direction."""
    hills: Cells = NONE
    mountains: Cells = NONE
    abroad: Cells = NONE
    """Hexes in play on the other side of the frontier."""
    regions: tuple[Cells, ...] = ()
    """Countries, where the frontier runs between them and not round the land in play."""
    white: tuple[tuple[int, ...], ...] = ()
    """White lines: chains of hexes."""
    legend: tuple[tuple[str, Text], ...] = ()
    """Symbols (such as `good:steel`) with their meaning, shown in open sea."""
    legend_at: Point = (0.0, 0.0)
    scale: tuple[Point, float, Text] | None = None
    """The scale bar: where, how long, what it says."""
    rose: tuple[Point, float] | None = None
    """The compass: where, and how far it reaches."""

    def centre(self, number: int) -> Point:
        """Where the middle of a hex lies."""
        x, y = self.grid.centre(number, self.radius)
        return self.origin[0] + x, self.origin[1] + y

    def __hash__(self) -> int:
        return hash(self.key)


def bare(key: Key, width: float, height: float) -> HexMap:
    """A ground without a map: a table for boards."""
    return HexMap(key, Grid({}), _NEAR, width, height, (0.0, 0.0), Cells(0))


class Space(Struct, frozen=True, gc=False, tag=True):
    """An empty hex that can be clicked; it is drawn only when it is a target or spoken of."""

    key: Key
    hex: int
    title: Text


class Town(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A place: a company's start town, a big city with its goods, a railway town."""

    key: Key
    hex: int
    kind: Literal["start", "city", "town"]
    name: str
    title: Text
    enamel: Enamel | None = None
    letters: str = ""
    goods: tuple[str, ...] = ()


class Bend(Struct, frozen=True, gc=False):
    """Track through one hex, from side to side; None is the middle of the hex."""

    hex: int
    start: int | None
    end: int | None


class Rails(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A company's track: runs of bends, each run one unbroken line; letters on some hexes."""

    key: Key
    enamel: Enamel
    letters: str
    runs: tuple[tuple[Bend, ...], ...]
    plates: tuple[int, ...] = ()
    """The hexes that carry the letters."""
    spurs: tuple[tuple[int, int], ...] = ()
    """Towns served but not entered: from hex to hex."""


class Engine(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A company's engine; a heading of None waits in its start town."""

    key: Key
    hex: int
    enamel: Enamel
    letters: str
    heading: int | None
    title: Text


class Station(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A player's station house."""

    key: Key
    hex: int
    porcelain: Porcelain
    emblem: Emblem
    title: Text


class Plate(Struct, frozen=True, gc=False):
    """A company as its plate."""

    key: Key
    letters: str
    livery: Livery
    title: Text


class Circle(Struct, frozen=True, gc=False):
    """The places of one city on a hex: who stands there, whom the other places wait for."""

    key: Key
    stations: tuple[Plate, ...] = ()
    kept: tuple[str, ...] = ()
    """The letters of those for whom places are kept."""


class Tile(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A hex of an 18xx map: what lies on it, and the stations in its cities."""

    key: Key
    hex: int
    look: Look
    title: Text
    name: str = ""
    circles: tuple[Circle, ...] = ()
    """For each stop of its look that is a city."""


class Area(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A place of several hexes at the edge of the map; its value grows with time."""

    key: Key
    hex: int
    """The first of its hexes."""
    hexes: tuple[int, ...]
    name: str
    at: Point
    """Where its name and its values stand."""
    values: tuple[tuple[TileColour, int], ...]
    current: int
    title: Text


class Piece(Struct, frozen=True, gc=False):
    """A part of a route: through a hex from side to side, or from a side to a stop."""

    hex: int
    look: Look
    side: int
    to: int
    """A side, or a stop where `ends`."""
    ends: bool = False


class RouteLine(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """The route of a train: its way, and what it earns at each stop that it counts."""

    key: Key
    train: str
    enamel: Enamel
    pieces: tuple[Piece, ...]
    values: tuple[tuple[int, int, int], ...] = ()
    """Hex, stop and value."""
    revenue: int = 0


class Lines(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """Crayon lines: for each step from hex to hex the owners of a line there, in seat order.

    The first steps decide on which side the first owner draws; those along a line do the same.
    """

    hex: ClassVar[int] = -1
    key: Key
    enamels: tuple[Enamel, ...]
    """What each owner draws with."""
    steps: tuple[tuple[int, int, tuple[int, ...]], ...]
    """From a hex to a neighbour, and the owners by number."""


class Band(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """The way that a train has before it, from hex to hex, under the lines."""

    hex: ClassVar[int] = -1
    key: Key
    enamel: Enamel
    hexes: tuple[int, ...]


class Halt(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A station with its number, a large one with several, or a place that is only named."""

    key: Key
    hex: int
    kind: Literal["station", "junction", "place"]
    name: str
    number: str
    title: Text


class Flag(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A ring round a hex with a word above it: where a race starts, where it ends."""

    key: Key
    hex: int
    words: Text


class Runner(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A train on a map with crayon lines, of one company or of several."""

    key: Key
    hex: int
    enamels: tuple[Enamel, ...]
    title: Text
    heading: int | None = None
    way: tuple[int, ...] = ()
    """The hexes it has come along, for those who see it move."""


Goods = Literal["red", "blue", "yellow", "black", "purple"]
"""What cities send, and demand."""


class City(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A city that demands a kind of cubes, or none, and the cubes that wait in it."""

    key: Key
    hex: int
    name: str
    title: Text
    demands: Goods | None = None
    cubes: tuple[tuple[Key, Goods], ...] = ()
    """Each cube; those of one kind have the same key."""
    kind: Literal["printed", "new"] = "printed"
    """Whether a tile lies there that changed what it demands."""
    is_empty: bool = False
    """Whether a marker says that its last cube has gone."""


class Gate(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A space beside a city for a way off the map: free, or built by somebody."""

    key: Key
    hex: int
    side: int
    """Where its city lies."""
    title: Text
    enamel: Enamel | None = None


class Link(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A player's track from city to city; it bridges older track."""

    hex: ClassVar[int] = -1
    key: Key
    enamel: Enamel
    bends: tuple[Bend, ...]
    """From its first city to its last; without the middles of cities."""
    title: Text
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None
    """The cities it leaves and reaches, each with the side; no end while it is not finished."""
    badge: int = 0
    """On which of its bends the owner's badge lies."""
    bridges: tuple[int, ...] = ()
    """The bends that lie on older track."""


class Handle(Struct, frozen=True, gc=False, tag=True):
    """The side of a hex to which the track in it can be turned; drawn only as a target."""

    key: Key
    hex: int
    side: int
    title: Text


class Journey(Struct, frozen=True, gc=False, tag=True):
    """A way over links that may be chosen: what each link brings to whom."""

    hex: ClassVar[int] = -1
    key: Key
    links: tuple[tuple[Key, Text], ...]
    goal: int
    """The hex where it ends."""
    title: Text
    cube: Key = ""
    """What travels."""


class Sign(Struct, frozen=True, gc=False):
    """A symbol printed, lying or standing somewhere: letters on it, perhaps a number before it."""

    symbol: str
    """Such as `coin` or `pawn:rose`; empty for letters alone."""
    words: str = ""
    count: int = 0
    """How many of it, where a number says so."""
    ghost: bool = False
    """Whether it is only the outline of what may come."""


class Words(Struct, frozen=True, gc=False, cache_hash=True):
    """Lettering of a board, which names nobody."""

    text: Text
    at: Point
    style: Literal["title", "name", "head", "note", "figure"] = "note"
    anchor: Literal["start", "middle", "end"] = "start"


class Plot(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A place on a board that is no map: an action space, a card, a pile, a slot, a token."""

    hex: ClassVar[int] = -1
    key: Key
    board: Key
    at: Point
    """Its upper left corner on the board."""
    width: float
    height: float
    title: Text
    look: Literal["space", "card", "back", "tile", "works", "hole", "pill", "bare"] = "space"
    """Printed on the board; or a card, its back, a tile, a factory, an empty place, a token."""
    signs: tuple[Sign, ...] = ()
    """What it shows."""
    cost: tuple[Sign, ...] = ()
    """What must be put there."""
    pieces: tuple[Sign, ...] = ()
    """What has been put there."""
    figure: str = ""
    """The number of a card."""
    count: int | None = None
    """How many there are of it, in a pile."""
    shut: bool = False
    """Whether it is out of the game, now or for good."""
    brief: Text | None = None
    """What it shows in a few words, where there is no room for a picture."""
    words: Text | None = None
    """What is written on it, below its signs; it names nobody."""
    coming: Sign | None = None
    """What would come there, shown before it is chosen."""


Grade = Literal["black", "grey", "brown", "beige", "white"]


class Rail(Struct, frozen=True, gc=False):
    """Rails of one grade, as far as a space of their track."""

    grade: Grade
    to: int
    letters: str
    """What is written at their end."""
    key: Key = ""
    """What their end is called where it has just come there."""


class Part(Struct, frozen=True, gc=False):
    """One step in the count of what a track scores, and the spaces it is about."""

    text: Text
    first: int
    last: int
    points: int | None = None
    """None where the step only says how far the count goes."""


class Course(Struct, frozen=True, gc=False, tag=True, cache_hash=True):
    """A track of spaces on a board, counted from 1: what is printed there, the rails laid on it."""

    hex: ClassVar[int] = -1
    key: Key
    board: Key
    at: Point
    """The upper left corner of its first space."""
    step: float
    height: float
    length: int
    title: Text
    brief: Text
    """Its name in few words."""
    first: int = 1
    """The number of the first space."""
    numbered: bool = True
    """Whether the numbers of the spaces stand above them."""
    prints: tuple[tuple[int, Sign], ...] = ()
    above: tuple[tuple[int, Sign], ...] = ()
    below: tuple[tuple[int, Sign], ...] = ()
    """What belongs to a space and must be seen although rails lie on it."""
    rails: tuple[Rail, ...] = ()
    """Each lies on those before it, so the farthest comes first."""
    reach: int | None = None
    """How far the bar below it goes."""
    values: tuple[str, ...] = ()
    """What the first spaces count."""
    parts: tuple[Part, ...] = ()
    """What it scores, step by step."""

    def corner(self, number: int) -> Point:
        """The upper left corner of a space."""
        return self.at[0] + (number - self.first) * self.step, self.at[1]


class Board(Struct, frozen=True, gc=False, cache_hash=True):
    """A board, of all players or of one: its size and its lettering."""

    key: Key
    title: Text
    width: float
    height: float
    seat: Seat | None = None
    acts: bool = False
    """Whether its owner is asked now."""
    words: tuple[Words, ...] = ()
    rules: tuple[tuple[Point, float], ...] = ()
    """Hairlines: where they begin, and how long they are."""
    at: Point = (0.0, 0.0)
    """Where the board of all lies on the desk."""


class Desk(Struct, frozen=True, gc=False):
    """Boards on a table: those of all, then each player's, the reader's own large."""

    boards: tuple[Board, ...]
    own: tuple[Point, float]
    """Where the reader's board lies, and its scale."""
    others: tuple[tuple[Point, float], ...] = ()
    """Where the others lie, in the order of seats after the reader's."""
    first: Seat = Seat(0)
    """Whose board is large for somebody without a seat."""


Item: TypeAlias = (
    Space
    | Town
    | Rails
    | Engine
    | Station
    | Tile
    | Area
    | RouteLine
    | Lines
    | Band
    | Halt
    | Flag
    | Runner
    | City
    | Gate
    | Link
    | Handle
    | Journey
    | Plot
    | Course
)


class Figure(Struct, frozen=True, gc=False):
    """A count with its symbol (such as `good:steel` or `house`) in a player's panel."""

    symbol: str
    count: int | None
    title: Text
    after: Text | None = None
    """A word behind the count."""


class Holding(Struct, frozen=True, gc=False):
    """Something a player owns, shown by its plate."""

    plate: Plate
    count: int = 1
    leads: bool = False
    """Whether he decides for it."""
    after: Text | None = None


class Panel(Struct, frozen=True, gc=False, cache_hash=True):
    """What lies before one player."""

    seat: Seat
    money: int | None
    """None where the reader may not know it."""
    figures: tuple[Figure, ...]
    holdings: tuple[Holding, ...] = ()
    marks: tuple[Text, ...] = ()
    """What distinguishes him now, such as a card that says who begins."""
    enamel: Enamel | None = None
    """What he wears, where players do not wear porcelain."""


class Row(Struct, frozen=True, gc=False, cache_hash=True):
    """One row of the ledger: a company and its figures."""

    key: Key
    enamel: Livery
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


class Ledger(Struct, frozen=True, gc=False, cache_hash=True):
    """The table of what everybody holds: a column for each seat, then named ones."""

    title: Text
    note: Text
    rows: tuple[Row, ...]
    columns: tuple[Text, ...]


class Line(Struct, frozen=True, gc=False, cache_hash=True):
    """One line of a table: a plate or a piece, then its cells."""

    key: Key
    plate: Plate | None
    cells: tuple[Text | None, ...]
    """None is left empty."""
    current: bool = False
    """Whether it is its turn, or what counts now."""
    past: bool = False
    """Whether it is out of the game or has had its turn."""
    struck: tuple[int, ...] = ()
    """The cells that are crossed out."""


class Table(Struct, frozen=True, gc=False, cache_hash=True):
    """Things in lines and columns: companies, trains, cards, piles."""

    key: Key
    title: Text
    columns: tuple[Text, ...]
    """The head of each cell; the plate has none."""
    lines: tuple[Line, ...]
    note: Text | None = None
    figures: tuple[bool, ...] = ()
    """For each column, whether it stands to the right as figures do."""


class Price(Struct, frozen=True, gc=False, cache_hash=True):
    """A cell of a market: its price, its zone, and who stands there, the uppermost first."""

    key: Key
    row: int
    column: int
    price: int
    title: Text
    zone: Literal["", "brown", "red", "violet"] = ""
    marked: bool = False
    """Whether it belongs to the column that is marked."""
    turns: tuple[Literal["up", "down"], ...] = ()
    """Where a move to the right goes up, or one to the left goes down, at the end of a row."""
    stack: tuple[Plate, ...] = ()


class Market(Struct, frozen=True, gc=False, cache_hash=True):
    """The prices of companies."""

    key: Key
    title: Text
    cells: tuple[Price, ...]
    zones: tuple[tuple[Literal["brown", "red", "violet", "marked"], Text], ...] = ()
    """What the zones mean."""


class Kind(Struct, frozen=True, gc=False, cache_hash=True):
    """A kind of tile in the box: its look, how many are left, what may replace it."""

    key: Key
    name: str
    look: Look
    left: int | None
    """None where there is no end of them."""
    upgrades: tuple[str, ...]
    title: Text


class Scene(Struct, frozen=True, gc=False):
    """All there is to see of a state."""

    ground: HexMap
    items: tuple[Item, ...]
    panels: tuple[Panel, ...] = ()
    ledger: Ledger | None = None
    market: Market | None = None
    tables: tuple[Table, ...] = ()
    plates: tuple[Plate, ...] = ()
    """Every company that a sentence may name."""
    manifest: tuple[Kind, ...] = ()
    """The tiles that are left."""
    currency: str = "£"
    desk: Desk | None = None
    """The boards, in a game without a map; its ground is a bare table."""
    tags: tuple[tuple[Key, Text], ...] = ()
    """What is written on things while they may be clicked, such as a price."""


class Target(Struct, frozen=True, gc=False):
    """Something that may be clicked: after the keys of `under`, this key means the action."""

    key: Key
    action: str | None
    """The action's line; None where another click must follow."""
    title: Text
    under: Key | None = None


class Overprint(Struct, frozen=True, gc=False):
    """What may be done now, in magenta, and what just happened, in brass."""

    targets: tuple[Target, ...] = ()
    last: tuple[Key, ...] = ()


NOTHING = Overprint()
