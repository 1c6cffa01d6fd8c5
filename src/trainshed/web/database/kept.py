"""What is kept of a table or a map, as values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from secrets import token_urlsafe
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import Seat

HUMAN = "human"
SUBSTITUTE = "greedy"
"""The bot that takes over where somebody leaves, or lets his time run out."""
LENT = "lent"
"""Why the orders of a seat end where a bot plays for its owner."""
FORMER = "former"
"""Whoever owns the seat of somebody who has left for good."""
WAIT = "wait"
"""What happens where time runs out and no bot takes over: nothing, he is late."""
OPEN, LINK, INVITED = "open", "link", "invited"
"""Who may sit down: everybody, who has the address, who was invited."""
ACCOUNT = "account:"
"""What an owner begins with who is no browser."""
PROGRAM = "~"
"""What the id of an account begins with that a program plays for."""
RECORDED = "recorded"
"""Whoever owns a seat of a recorded game: no browser is called so, and nobody plays it."""


def account_id(owner: str) -> str:
    """The id of the account that is meant by an owner, nothing where it is a browser."""
    return owner.removeprefix(ACCOUNT) if owner.startswith(ACCOUNT) else ""


def new_id() -> str:
    """The id of a new table; it begins with no dash, as options of commands do."""
    found = token_urlsafe(6)
    return new_id() if found.startswith("-") else found


class Chair(Struct, frozen=True):
    """A seat of a table: its player, `human` or the name of a bot, the browser it belongs to."""

    name: str
    kind: str = HUMAN
    owner: str | None = None
    left: int | None = None
    """The seconds on its clock when it was last stopped, in a live game."""
    pause: bool = False
    """Whether it wants the clocks to stand still."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here."""
        return self.kind != HUMAN

    @property
    def is_open(self) -> bool:
        """Whether nobody sits here yet."""
        return self.kind == HUMAN and self.owner is None

    @property
    def account(self) -> str:
        """The id of the account that it belongs to, if it is one's."""
        return account_id(self.owner or "")

    @property
    def anew(self) -> Chair:
        """The same seat in a rematch: its owner plays, or a bot for somebody who has left."""
        seat = Chair(self.name, self.kind, self.owner)
        if self.owner == FORMER:
            return replace(seat, kind=SUBSTITUTE, owner=None)
        return seat if self.owner is None else replace(seat, kind=HUMAN)


class Table(Struct, frozen=True, kw_only=True):
    """A table: its game and how it is set up."""

    id: str
    name: str
    game: str
    rules: int
    """The version of the laws its first lines are played by."""
    base: int = 0
    """The line at which the present laws took over, from the state that was kept there."""
    adopted: int | None = None
    """The version of the laws under which it was brought, None where that is as it began."""
    options: Mapping[str, Any]
    seed: str
    chairs: tuple[Chair, ...]
    created: datetime
    changed: datetime
    actor: int | None = None
    """The seat that is asked, None when the game is over."""
    next: str | None = None
    """The table of the rematch."""
    hours: int | None = None
    """How long a person may think about a move, None for ever."""
    due: datetime | None = None
    """When the time of the person who is asked runs out."""
    stamp: int = 0
    """How often anything of the table has been changed."""
    since: datetime | None = None
    """Since when the seat is asked."""
    access: str = OPEN
    """Who may sit down."""
    rated: bool = False
    delay: int = 0
    """So many minutes later spectators see what happens."""
    late: str = SUBSTITUTE
    """Who plays on where time runs out: a bot, or nobody (`wait`)."""
    bank: int | None = None
    """The seconds that each has at the beginning of a live game."""
    increment: int | None = None
    """The seconds that each gets for a move."""
    rest: int | None = None
    """The seconds that were left when the clocks were stopped by agreement."""
    brought: int | None = None
    """With how many lines of another game it began, None where it was begun anew."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.actor is None

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats of bots."""
        return tuple(Seat(n) for n, chair in enumerate(self.chairs) if chair.is_bot)

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """The seats where nobody sits yet."""
        return tuple(Seat(n) for n, chair in enumerate(self.chairs) if chair.is_open)

    @property
    def accounts(self) -> tuple[str, ...]:
        """The ids of the accounts that the seats belong to, nothing where a guest sits."""
        return tuple(chair.account for chair in self.chairs)

    @property
    def is_recorded(self) -> bool:
        """Whether this is a game from elsewhere that is only looked at."""
        return all(chair.owner == RECORDED for chair in self.chairs)

    def seats(self, browser: str) -> tuple[Seat, ...]:
        """The seats that a browser plays."""
        return tuple(
            Seat(n)
            for n, chair in enumerate(self.chairs)
            if chair.owner == browser and not chair.is_bot
        )

    def lent(self, browser: str) -> tuple[Seat, ...]:
        """The seats of a browser that a bot has taken over."""
        return tuple(
            Seat(n)
            for n, chair in enumerate(self.chairs)
            if chair.owner == browser and chair.is_bot
        )

    def has_part(self, browser: str) -> bool:
        """Whether somebody plays here, or may play again."""
        return any(chair.owner == browser for chair in self.chairs)


class Terms(Struct, frozen=True, kw_only=True):
    """How a table is set up beside its game: who may come, how fast it goes, what it counts."""

    access: str = OPEN
    rated: bool = False
    delay: int = 0
    late: str = SUBSTITUTE
    hours: int | None = None
    bank: int | None = None
    increment: int | None = None


class Asked(Struct, frozen=True, kw_only=True):
    """Who is asked, since when, until when, and the clocks that were stopped for that."""

    actor: int | None
    since: datetime | None = None
    due: datetime | None = None
    rest: int | None = None
    left: Mapping[int, int | None] = {}
    """The seconds on them, by seat."""


class Written(Struct, frozen=True):
    """A line of the log: who played it, what, when."""

    number: int
    seat: Seat
    text: str
    time: datetime


class Lapsed(Struct, frozen=True):
    """An order that has ended, and why; its owner has not noted it yet."""

    line: str
    why: str


class Snapshot(Struct, frozen=True):
    """The last state of a turn, after so many lines, as JSON; only a cache of what they say."""

    number: int
    turn: int
    state: str


class Result(Struct, frozen=True):
    """How a game ended for one seat."""

    rank: int
    score: int


class Chart(Struct, frozen=True, kw_only=True):
    """A map that somebody has drawn: the browser it belongs to, and its text."""

    id: str
    owner: str
    title: str
    text: str
    faults: int
    """How many things keep it from being played."""
    version: int = 1
    """How often it has been kept, so that two windows do not write over each other."""
    updated: datetime


class Account(Struct, frozen=True, kw_only=True):
    """Somebody who has made an account; seats and maps belong to `owner`."""

    id: str
    name: str
    choices: str = ""
    created: datetime
    admin: bool = False
    banned: bool = False
    keeper: str | None = None
    """The account of whoever keeps this one, which is that of a bot."""

    @property
    def owner(self) -> str:
        """What stands where a browser would: no browser is called so."""
        return f"{ACCOUNT}{self.id}"


class Token(Struct, frozen=True, kw_only=True):
    """What lets a program act for an account."""

    id: str
    """Its hash."""
    name: str
    created: datetime


class Session(Struct, frozen=True, kw_only=True):
    """A browser in which an account is signed in."""

    id: str
    """The hash of its cookie."""
    account: str
    created: datetime
    seen: datetime
    agent: str
    """What the browser calls itself."""
