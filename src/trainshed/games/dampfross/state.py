"""The position: companies with their lines and accounts, and the race that is on."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from trainshed.board.hexes import NONE, Cells
from trainshed.core import Consent, Seat
from trainshed.core import State as Base

from .actions import Join, News
from .box import BOX, SHEETS, Board, Goal, Rules, board
from .build import Ends, Laying, Opening
from .construction import Budget, Construction, Lot, Starting
from .draw import DrawGoal, DrawSpecial, DrawStart
from .entering import Declaring, Entering, Tracing
from .france import Calling, Choosing, Going, Meeting, Rolling, Stepping
from .operation import Extra, Operation
from .run import Running, Turning

Step: TypeAlias = (
    Lot
    | Construction
    | Budget
    | Starting
    | Opening
    | Ends
    | Laying
    | Operation
    | Extra
    | DrawStart
    | DrawGoal
    | DrawSpecial
    | Declaring
    | Entering
    | Tracing
    | Running
    | Turning
    | Meeting
    | Calling
    | Going
    | Choosing
    | Rolling
    | Stepping
    | Consent[Join]
)

NAMES = ("bavaria", "russia", "kentucky", "ireland", "france")
OWN = "own"
"""The value of the option `map` for a map that stands in the option `sheet`."""
SOURCES = ("start", "towns", "fees", "charges", "prizes", "building")
"""What accounts are made of."""
BANK = -1
UNTRACKED = (NONE,) * 6

assert set(NAMES) == set(SHEETS)


class Options(Struct, frozen=True):
    """The choices before a game; the rulings say why there are two readings."""

    map: Annotated[
        str,
        Meta(pattern=f"^({'|'.join(NAMES)}|{OWN})$", extra={"values": list(NAMES)}),
    ] = "bavaria"
    rules: Literal["auto", "laurin", "france"] = "auto"
    races: Literal["full", "15", "12"] = "full"
    jumps: Literal["auto", "on", "off"] = "auto"
    prizes: Literal["two", "table"] = "two"
    two: Literal["david", "double"] = "david"
    start_fees: Literal["waived", "strict"] = "waived"
    debt: bool = False
    white_lines: bool = True
    special_draw: Literal["once", "free"] = "once"
    start_towns: Literal["named", "any"] = "named"
    finish: Literal["first", "rounds"] = "first"
    goal_end: Literal["at_once", "after_race"] = "at_once"
    sheet: str = ""
    """R21.7 A map of one's own, written out."""


class Jump(Struct, frozen=True):
    """R18.2 A gap in a network, along the line of a rival."""

    over: int
    start: int
    end: int


class Company(Struct, frozen=True):
    """R1.1 A railway company: its lines and its account."""

    seat: Seat
    """Who leads it; -1 for David."""
    money: tuple[int, ...]
    """By source."""
    start: int = -1
    """Its start town's hex, -1 before it has chosen."""
    cells: Cells = NONE
    """The hexes where it has track."""
    track: tuple[Cells, ...] = UNTRACKED
    """For each direction, the hexes from which its track leads there."""
    jumps: tuple[Jump, ...] = ()

    @property
    def balance(self) -> int:
        """R2.2 What lies on its account."""
        return sum(self.money)


class Race(Struct, frozen=True):
    """R9.2 A race: its number, where it begins and where it may end."""

    number: int
    start: int
    """A station number."""
    goal: int = 0
    """A station number, or the result of one die."""
    special: bool = False
    ways: tuple[tuple[int, tuple[Goal, ...]], ...] = ()
    """R9.6 Each start hex with the goals that are not too near."""
    asked: tuple[tuple[int, int], ...] = ()
    """R13.2 The pairs that were asked for a joint run."""
    given_up: tuple[int, ...] = ()
    """R11.7 The companies that have given up a drawing."""
    handler: int = -1
    """R20.5 The seat that may run David."""


class Train(Struct, frozen=True):
    """R11.2, R13.1 A train in a race: whose it is, its route and how far it is."""

    companies: tuple[int, ...]
    path: tuple[int, ...]
    """The hexes of its route; by rule set B those it has seen so far."""
    lines: tuple[int, ...] = ()
    """Whose line each step uses; as many as there are companies stands for a white line."""
    replaced: bool = False
    at: int = 0
    """How many steps it has made."""
    border: int = -1
    """The hex at whose border it stands."""
    place: tuple[int, int] | None = None
    """The round in which it arrived, and the points it had left."""
    order: int = 0
    """How many had arrived before."""


_BOARD: list[Any] = [None, None]
"""The options asked last, and their map."""


class State(Base[Step, News], frozen=True, kw_only=True):
    """The whole position."""

    options: Options
    rules: Rules
    """R1.4 The rule set that holds."""
    companies: tuple[Company, ...]
    bank: int
    """What the bank has left of nothing: below zero by what it has paid."""
    began: int = 0
    """The company that opened the first round."""
    round: int = 0
    budget: int = 0
    idle: int = 0
    """R8.3 Rounds in a row in which no segment was laid."""
    laid: bool = False
    """Whether a segment was laid in this round."""
    connected: Cells = NONE
    """R2.7, R7.1 The towns that some company has reached."""
    abroad: Cells = NONE
    """R23.7 The foreign destinations that some company has reached."""
    used: Cells = NONE
    """R9.3 The numbers that were drawn."""
    specials: int = 0
    """R10.3 The special results that were drawn, as bits."""
    races: int = 0
    """How many races have been run or cancelled."""
    race: Race | None = None
    trains: tuple[Train, ...] = ()
    drawn: tuple[Race, ...] = ()
    """R9.3 The races so far."""
    unentered: int = 0
    """R27.4 Races in a row that nobody entered."""
    turn: int = 0
    operating: bool = False
    over: bool = False

    @property
    def board(self) -> Board:
        """The map."""
        options = self.options
        known, found = _BOARD  # at once: other threads play on other maps
        if known is not options:
            found = board(options.map, options.sheet, white=options.white_lines)
            _BOARD[:] = options, found
        here: Board = found
        return here

    @property
    def opener(self) -> int:
        """R1.5, R3.2 The company that opened the last round of construction."""
        return (self.began + max(self.round - 1, 0)) % len(self.companies)

    def seat_of(self, company: int) -> Seat:
        """R20.2, R20.5 Who decides for a company: David is handled by the players in turn."""
        seat = self.companies[company].seat
        if seat >= 0:
            return seat
        if self.operating:
            return Seat(max(self.race.handler, 0) if self.race else 0)
        return Seat((self.began + max(self.round - 1, 0)) % 2)

    def handler(self, company: int) -> int:
        """R20.3 The company whose player handles David, -1 for every other company."""
        return -1 if self.companies[company].seat >= 0 else self.seat_of(company)

    def by_wealth(self) -> list[int]:
        """R1.5 The companies, the richest first."""
        count, opener = len(self.companies), self.opener
        return sorted(
            range(count), key=lambda c: (-self.companies[c].balance, (c - opener) % count)
        )

    def with_company(self, number: int, company: Company) -> State:
        """The state with one company changed."""
        companies = (*self.companies[:number], company, *self.companies[number + 1 :])
        return replace(self, companies=companies)

    def pay(self, payer: int, payee: int, amount: int, source: str) -> State:
        """R6.8 Book an amount from one account to another, or from and to the bank."""
        return self.book(payer, -amount, source).book(payee, amount, source)

    def book(self, account: int, amount: int, source: str) -> State:
        """One half of a payment."""
        if account == BANK:
            return replace(self, bank=self.bank + amount)
        was = self.companies[account]
        at = SOURCES.index(source)
        money = (*was.money[:at], was.money[at] + amount, *was.money[at + 1 :])
        return self.with_company(account, replace(was, money=money))

    def with_train(self, number: int, train: Train) -> State:
        """The state with one train changed."""
        trains = (*self.trains[:number], train, *self.trains[number + 1 :])
        return replace(self, trains=trains)


def companies(seats: int, options: Options, rules: Rules) -> tuple[Company, ...]:
    """R1.1, R2.2, R20.1, R20.7 The companies in the order they sit."""
    leaders = list(range(seats))
    if seats == 2 and rules == "laurin":
        leaders += [-1] if options.two == "david" else [0, 1]
    money = (BOX.balance, *(0,) * (len(SOURCES) - 1))
    return tuple(Company(Seat(seat), money) for seat in leaders)
