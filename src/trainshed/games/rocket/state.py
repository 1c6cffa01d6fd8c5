"""The position: lines, players, and what is left on the board and beside it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from trainshed.board.hexes import NONE, Cells
from trainshed.core import Seat
from trainshed.core import State as Base

from .actions import News
from .box import BOARDS, BOX, Board
from .setup import Lot, Round
from .station import Relocate
from .turn import Turn
from .veto import Veto

Step: TypeAlias = Lot | Round | Turn | Relocate | Veto


class Options(Struct, frozen=True):
    """The choices before a game; the rulings say why there are two readings."""

    map: Annotated[str, Meta(pattern=f"^({'|'.join(BOARDS)})$", extra={"values": list(BOARDS)})] = (
        "england"
    )
    veto: Literal["defend_original", "free_choice"] = "defend_original"
    autonomy: Literal["dynamic", "static"] = "dynamic"
    stations_on_track_fixed: bool = False
    open_money: bool = False


class Line(Struct, frozen=True):
    """R5.8 A line: its hexes (track and engine), its engine, the towns it serves, its shares."""

    cells: Cells
    engine: int
    """The engine's hex, -1 when the line has been absorbed."""
    heading: int | None
    """The direction it travelled last, None in its start town."""
    stock: int
    """Shares on the board."""
    towns: Cells = NONE
    bends: tuple[tuple[int, int | None, int | None], ...] = ()
    """Its tiles: hex, side it comes from, side it goes to."""
    supplementary: int = 0
    """How many of the shares that players hold are supplementary ones."""
    autonomous: bool = False
    into: int | None = None
    """The line that absorbed it."""


class Baron(Struct, frozen=True):
    """A player: money by source (play, goods, stations, shares), holdings, stations."""

    money: tuple[int, int, int, int]
    shares: tuple[int, ...]
    markers: tuple[int, ...]
    passengers: int = 0
    stations: Cells = NONE
    """Where his stations stand."""
    counted: int | None = None
    """R8.9 What everybody could count that he has been paid; None where nobody counted."""

    @property
    def cash(self) -> int:
        """R8.9 What he has."""
        return sum(self.money)


class State(Base[Step, News], frozen=True, kw_only=True):
    """The whole position."""

    options: Options
    lines: tuple[Line, ...]
    barons: tuple[Baron, ...]
    markers: tuple[int, ...]
    """City markers left, by kind."""
    passengers: int = BOX.passengers
    tiles: int = BOX.tiles
    turn: int = 0
    active: Seat = Seat(0)
    idle: int = 0
    """Turns since the last extension or marker."""
    over: bool = False

    @property
    def board(self) -> Board:
        """The map."""
        return BOARDS[self.options.map]

    @property
    def track(self) -> int:
        """Every hex that belongs to a line, waiting engines included."""
        cells = 0
        for line in self.lines:
            cells |= line.cells
        return cells

    @property
    def stations(self) -> int:
        """Every hex with a station."""
        cells = 0
        for baron in self.barons:
            cells |= baron.stations
        return cells

    @property
    def engines(self) -> int:
        """Every hex with an engine."""
        cells = 0
        for line in self.lines:
            if line.engine >= 0:
                cells |= 1 << line.engine
        return cells

    @property
    def supplementary(self) -> int:
        """R9.5 The supplementary pile; below zero, notional shares are in play."""
        return BOX.supplementary - sum(line.supplementary for line in self.lines)

    def station_at(self, hex_: int) -> Seat | None:
        """Whose station stands on a hex."""
        for seat, baron in enumerate(self.barons):
            if baron.stations >> hex_ & 1:
                return Seat(seat)
        return None

    def with_line(self, company: int, line: Line) -> State:
        """The state with one line changed."""
        lines = (*self.lines[:company], line, *self.lines[company + 1 :])
        return replace(self, lines=lines)

    def with_baron(self, seat: int, baron: Baron) -> State:
        """The state with one player changed."""
        barons = (*self.barons[:seat], baron, *self.barons[seat + 1 :])
        return replace(self, barons=barons)

    def pay(self, amounts: tuple[int, ...], source: int = 0) -> State:
        """The bank pays each seat its amount, booked under a source."""
        barons = tuple(
            _paid(baron, source, amount) if amount else baron
            for baron, amount in zip(self.barons, amounts, strict=True)
        )
        return replace(self, barons=barons)


def _paid(baron: Baron, source: int, amount: int) -> Baron:
    """R8.9 The purse and the count grow alike: payments are public, only the sum is not."""
    counted = None if baron.counted is None else baron.counted + amount
    return replace(baron, money=_added(baron.money, source, amount), counted=counted)


def _added(money: tuple[int, int, int, int], source: int, amount: int) -> tuple[int, int, int, int]:
    sums = list(money)
    sums[source] += amount
    return (sums[0], sums[1], sums[2], sums[3])
