"""R1.4 The position: railroads, links, cities with their cubes, cards."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from trainshed.board.hexes import NONE, Cells
from trainshed.core import Seat
from trainshed.core import State as Base

from .acting import Acting, After
from .actions import Emptied, Ending, Issued, News, Scored
from .auction import Bidding
from .box import BOARD, BOX, CITIES, COLOURS
from .build import Laying, Leaving, Starting
from .cities import Filling, Founding, Growing
from .deliver import Choosing, Routing
from .play import Play
from .setup import Dealing, Keeping, Opening, Revealing
from .shares import Issuing

Step: TypeAlias = (
    Opening
    | Dealing
    | Keeping
    | Revealing
    | Filling
    | Play
    | Bidding
    | Issuing
    | Acting
    | After
    | Starting
    | Leaving
    | Laying
    | Founding
    | Growing
    | Choosing
    | Routing
)

SOURCES = ("deliveries", "traffic", "hotels", "cards", "lines", "shares", "tycoon")
"""Where points come from; all but the last two are on the track."""
ON_TRACK = SOURCES[:5]


class Options(Struct, frozen=True):
    """R15.1 The choices before a game."""

    beginner: bool = False
    length: Literal["full", "short"] = "full"
    auction: Literal["clockwise", "reverse", "score"] = "clockwise"
    tycoons: Literal["one", "two"] = "one"
    city_growth: Literal["kept", "at_once"] = "kept"
    water: Literal["crossing", "flat"] = "crossing"
    curves: Literal["all", "wide"] = "all"
    levels: Literal[8, 7] = 8
    bag: Literal["return", "leave"] = "return"
    judah: Literal["line", "group"] = "line"


class Railroad(Struct, frozen=True):
    """R1.2 A player's company."""

    cash: int = 0
    shares: int = 0
    level: int = 1
    points: tuple[int, ...] = (0,) * len(ON_TRACK)
    cards: tuple[str, ...] = ()
    """R11.3 The operations cards he has taken and not used up."""
    tycoon: str = ""
    dealt: tuple[str, ...] = ()
    """R15.4 The tycoon cards he chooses from."""
    engineered: int = 0
    """R11.16 How often he has used Perfect Engineering in this turn."""
    earned: int = 0
    spent: int = 0
    counted: tuple[int, int] | None = None
    """R4.6 What everybody could count that he has earned and spent; None where nobody counted."""

    @property
    def score(self) -> int:
        """R13.1 The points on the track."""
        return sum(self.points)


class Piece(Struct, frozen=True):
    """R5.7 A tile's segment: its hex and the two sides it joins."""

    cell: int
    a: int
    b: int


class Link(Struct, frozen=True):
    """R5.1 A link: whose it is, where it begins, its tiles; unfinished while it has no end."""

    number: int
    owner: Seat
    start: int
    track: tuple[Piece, ...]
    end: int = -1

    @property
    def finished(self) -> bool:
        """R5.4 Whether it joins two cities."""
        return self.end >= 0


class State(Base[Step, News], frozen=True, kw_only=True):
    """The whole position."""

    options: Options
    railroads: tuple[Railroad, ...]
    cubes: tuple[tuple[int, ...], ...]
    """By city and colour."""
    colours: tuple[str, ...]
    """R8.1 What each city demands now."""
    tiles: tuple[int, ...]
    """R1.5 The new city tiles left, by colour."""
    bag: tuple[int, ...] = (BOX.cubes,) * len(COLOURS)
    gone: tuple[int, ...] = (0,) * len(COLOURS)
    """R15.10 Cubes that have left the game."""
    empty: Cells = NONE
    """R10.11 The cities with an empty marker."""
    links: tuple[Link, ...] = ()
    used: bytes = bytes(BOARD.size)
    """The sides that track uses, as bits for each hex."""
    built: int = 0
    """How many links have been begun."""
    west: tuple[tuple[int, Seat], ...] = ()
    """R12.3 The western links: city and owner."""
    offer: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    """R1.10 The cards not seen yet, in no order."""
    discard: tuple[str, ...] = ()
    order: tuple[Seat, ...] = ()
    """R2.2 The seats from the first player on."""
    turn: int = 0
    round: int = 0
    clock: int = 0
    """Counts whenever somebody else is asked."""
    last: int = 0
    """R14.3 The last turn, once the end has been called."""
    pioneer: int = -1
    """R14.13 Who reached level 6 first."""
    over: bool = False

    @property
    def limit(self) -> int:
        """R14.1, R15.9 How many empty cities end the game."""
        limits = BOX.end.full if self.options.length == "full" else BOX.end.short
        return limits[self.seats]

    def with_railroad(self, seat: int, railroad: Railroad) -> State:
        """The state with one company changed."""
        railroads = (*self.railroads[:seat], railroad, *self.railroads[seat + 1 :])
        return replace(self, railroads=railroads)

    def issue(self, seat: int, count: int, why: str) -> State:
        """R4.1 Shares for cash."""
        was = self.railroads[seat]
        now = replace(was, shares=was.shares + count, cash=was.cash + count * BOX.shares.cash)
        state, last = self.with_railroad(seat, now), self.news[-1] if self.news else None
        if isinstance(last, Issued) and (last.seat, last.why) == (seat, why):
            state, count = replace(state, news=state.news[:-1]), last.count + count
        return state.tell(Issued(Seat(seat), count, why))

    def pay(self, seat: int, amount: int, why: str) -> State:
        """R1.11, R2.3, R4.2 Pay the bank, with the fewest shares that make up for cash."""
        if not amount:
            return self
        state = self
        need = shares_for(self.railroads[seat], amount)
        if need:
            state = state.issue(seat, need, why)
        was = state.railroads[seat]
        now = replace(
            was,
            cash=was.cash - amount,
            spent=was.spent + amount,
            counted=_booked(was.counted, 0, amount),
        )
        return state.with_railroad(seat, now)

    def receive(self, seat: int, amount: int) -> State:
        """R13.1 Money of the bank."""
        was = self.railroads[seat]
        now = replace(
            was,
            cash=was.cash + amount,
            earned=was.earned + amount,
            counted=_booked(was.counted, amount, 0),
        )
        return self.with_railroad(seat, now)

    def score(self, seat: int, points: int, source: str, why: str) -> State:
        """Points at once, booked under their source."""
        if not points:
            return self
        was = self.railroads[seat]
        at = ON_TRACK.index(source)
        sums = (*was.points[:at], was.points[at] + points, *was.points[at + 1 :])
        state = self.with_railroad(seat, replace(was, points=sums))
        return state.tell(Scored(Seat(seat), points, why))

    def put(self, city: int, cubes: tuple[int, ...]) -> State:
        """R8.5 Cubes from the bag into a city; its empty marker goes."""
        if not any(cubes):
            return self
        bag = tuple(had - out for had, out in zip(self.bag, cubes, strict=True))
        there = tuple(map(sum, zip(self.cubes[city], cubes, strict=True)))
        return replace(
            self,
            bag=bag,
            cubes=(*self.cubes[:city], there, *self.cubes[city + 1 :]),
            empty=Cells(self.empty & ~(1 << city)),
        )

    def remove(self, city: int, colour: int) -> State:
        """R10.10, R10.11, R14.1, R14.2, R15.10 A cube goes, the last one for a marker."""
        there = _less(self.cubes[city], colour)
        state = replace(self, cubes=(*self.cubes[:city], there, *self.cubes[city + 1 :]))
        if self.options.bag == "return":
            state = replace(state, bag=_more(state.bag, colour))
        else:
            state = replace(state, gone=_more(state.gone, colour))
        if any(there):
            return state
        empty = Cells(state.empty | 1 << city)
        state = replace(state, empty=empty)
        state = state.tell(Emptied(CITIES[city], empty.bit_count(), self.limit))
        if not state.last and empty.bit_count() >= self.limit:
            state = replace(state, last=state.turn + 1).tell(Ending())
        return state


def shares_for(railroad: Railroad, amount: int) -> int:
    """R4.2 How many shares a payment needs."""
    return max(0, -(-(amount - railroad.cash) // BOX.shares.cash))


def _booked(counted: tuple[int, int] | None, income: int, expense: int) -> tuple[int, int] | None:
    """R4.6 What is paid is known to all: bids, prices, incomes and dividends are public."""
    return None if counted is None else (counted[0] + income, counted[1] + expense)


def _less(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] - 1, *counts[at + 1 :])


def _more(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + 1, *counts[at + 1 :])
