"""What goes in and out, as values; the OpenAPI document is made from them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Raw, Struct

from trainshed.web.form import LONGEST_LINE
from trainshed.web.settings import LONGEST_NAME
from trainshed.web.tables.talk import LONGEST as LONGEST_REMARK

Value: TypeAlias = bool | int | str
Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=999_999_999)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Document: TypeAlias = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]


class Error(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What went wrong: a word for programs and a sentence for people."""

    error: str
    message: str
    rule: str = ""
    """The number of the rule that forbids a line."""
    version: int | None = None
    """The present version, where a line was meant for another."""
    code: str = ""
    """What to quote where the site itself is at fault."""


class Me(Struct, frozen=True):
    """Whom the site takes you for; a guest has no name."""

    name: str | None


class Option(Struct, frozen=True):
    """An option of a game; without values it takes any text."""

    name: str
    values: tuple[Value, ...] | None
    default: Value


class Game(Struct, frozen=True):
    """A game that can be played."""

    key: str
    title: str
    seats: tuple[int, ...]
    """The numbers of players it is for."""
    options: tuple[Option, ...]


class Games(Struct, frozen=True):
    """All games, and the bots that play them."""

    games: tuple[Game, ...]
    bots: tuple[str, ...]


class Chair(Struct, frozen=True, kw_only=True):
    """A seat of a table."""

    name: str
    bot: str | None
    """The bot of the site that plays here, null for anybody else."""
    program: bool
    """Whether the seat belongs to the account of a bot."""
    open: bool
    """Whether nobody sits here yet."""


class Table(Struct, frozen=True, kw_only=True):
    """A table as you see it."""

    id: str
    name: str
    game: str
    options: Mapping[str, Any]
    """In lists without long texts, such as a map of its own."""
    seats: tuple[Chair, ...]
    yours: tuple[int, ...]
    """The seats that you play, counted from 0."""
    version: int
    """The number of lines in its log; a line is played for a version."""
    actor: int | None
    """The seat that is asked, null when the game is over."""
    over: bool
    scores: tuple[int, ...] | None
    """The result of each seat when the game is over."""
    ranks: tuple[int, ...] | None
    """The place of each seat when the game is over."""
    hours: int | None
    """How long a person may think about a move, null for ever."""
    due: datetime | None
    """When the time of the person who is asked runs out."""
    bank: int | None
    """The seconds that each has at the beginning of a live game, null where it is none."""
    increment: int | None
    """The seconds that each gets for a move of a live game."""
    paused: bool
    """Whether the clocks stand still by agreement."""
    late: str
    """The bot that plays on where time runs out, or `wait`."""
    access: str
    """Who may sit down: everybody (open), who has the address (link), who was invited."""
    rated: bool
    """Whether the result counts for ratings."""
    created: datetime
    changed: datetime
    next: str | None
    """The table of the rematch."""


class TableList(Struct, frozen=True):
    """Tables, the last changed first."""

    tables: tuple[Table, ...]


class Position(Struct, frozen=True):
    """The state of a game as a seat may see it."""

    version: int
    seat: int | None
    """Through whose eyes, null for a spectator."""
    over: bool
    state: Document
    """As this game has it; what the paths in `hidden` lead to is neutral, not true."""


class Offer(Struct, frozen=True):
    """A line that may be played now."""

    line: str
    label: str


class Span(Struct, frozen=True):
    """Any amount from `low` to `high` in steps of `step` may be named in the line."""

    line: str
    """The line, with `{amount}` where the amount stands."""
    low: int
    high: int
    step: int


class Question(Struct, frozen=True, kw_only=True):
    """What is asked, and your answers if you are asked."""

    version: int
    over: bool
    actor: int | None
    yours: bool
    """Whether one of your seats is asked."""
    text: str
    """The question in words."""
    offers: tuple[Offer, ...]
    amount: Span | None
    """Where any amount may be named, not only those offered."""
    routes: bool
    """Whether any legal route may be written out, not only those offered."""
    commands: tuple[str, ...]
    """What you may say about the game itself, such as `undo`; played like any line."""


class LogLine(Struct, frozen=True, kw_only=True):
    """A line of the log."""

    number: int
    seat: int
    """Whose line it is, -1 for chance."""
    line: str
    """As you may read it: `?` for what you may not know."""
    text: str
    """The same in words, with what it did."""
    followed: tuple[str, ...]
    """What followed by itself, each thing for itself."""
    struck: bool
    """Whether it was taken back."""
    alone: bool
    """Whether nobody decided it: there was no other answer, and the site played it."""
    time: datetime | None
    """When it was played, null where it was brought along from another game."""


class Log(Struct, frozen=True):
    """Lines of the log; if the last is not numbered `version`, ask for those since it."""

    version: int
    lines: tuple[LogLine, ...]


class Alarm(Struct, frozen=True):
    """Something that calls an order off."""

    name: str
    label: str


class Bounds(Struct, frozen=True):
    """Any amount from `low` to `high` in steps of `step`."""

    low: int
    high: int
    step: int


class OrderOffer(Struct, frozen=True, kw_only=True):
    """An order that you may leave; what is not named in the request is as in the line."""

    line: str
    label: str
    alarms: tuple[Alarm, ...]
    """Each may be left out."""
    amount: Bounds | None
    """What `most` may be."""
    choices: tuple[str, ...]
    """What `choice` may be."""


class StandingOrder(Struct, frozen=True):
    """An order that stands."""

    line: str
    label: str


class EndedOrder(Struct, frozen=True):
    """An order that has ended, and why."""

    line: str
    why: str


class Orders(Struct, frozen=True, kw_only=True):
    """The orders of one of your seats; nobody else hears of them."""

    seat: int | None
    """Whose orders, null where you have no seat."""
    offered: tuple[OrderOffer, ...]
    given: tuple[StandingOrder, ...]
    ended: tuple[EndedOrder, ...]


class Remark(Struct, frozen=True, kw_only=True):
    """Something that was said at a table."""

    name: str
    text: str
    """In Markdown; empty where you have blocked who said it."""
    time: datetime
    yours: bool


class Talk(Struct, frozen=True):
    """What was said last, the oldest first."""

    remarks: tuple[Remark, ...]


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be said to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_REMARK)]


class Give(Struct, frozen=True, forbid_unknown_fields=True):
    """An order to be left, in place of a similar one."""

    line: Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]
    """As it is offered."""
    seat: SeatNumber | None = None
    """For which of your seats, by default that which is asked."""
    alarms: tuple[Annotated[str, Meta(max_length=40)], ...] | None = None
    """The names of those that shall call it off, by default all."""
    most: Count | None = None
    choice: Annotated[str, Meta(max_length=40)] | None = None


class Cancel(Struct, frozen=True, forbid_unknown_fields=True):
    """An order to be taken back."""

    line: Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]
    """As it stands."""
    seat: SeatNumber | None = None


class Return(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more is needed to take your seat back from a bot."""


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """A line to be played."""

    version: Count
    """The version that the line answers."""
    line: Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """An open seat to sit down at."""

    seat: SeatNumber
    name: Name = ""
    """How you are called there, by default like your account."""


class Fill(Struct, frozen=True, forbid_unknown_fields=True):
    """An open seat to be given to a bot."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a new table: `me`, `open` for whoever comes, or the name of a bot."""

    who: Annotated[str, Meta(max_length=40)]
    name: Name = ""


class Open(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=12)]
    options: dict[str, Value] = {}
    name: Name = ""
    hours: int | None = None
    """How long a person may think about a move, null for ever."""
    bank: Count | None = None
    """The seconds that each has at the beginning of a live game."""
    increment: Count | None = None
    """The seconds that each gets for a move of a live game."""
    access: str = "open"
    """Who may sit down: `open`, `link` or `invited`."""
    rated: bool = False
    delay: Count = 0
    """So many minutes later spectators see what happens."""
    late: str = "greedy"
    """The bot that plays on where time runs out, or `wait`."""
