"""The first page with all tables, and the form that opens a new one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from babel.dates import format_timedelta
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from trainshed.bots import bots
from trainshed.core import (
    CHANCE,
    BadOption,
    Game,
    Text,
    UnknownGame,
    mark,
    say,
)
from trainshed.games import game as find
from trainshed.games import games

from . import page
from .form import form, number, title
from .press import Press, words
from .refusal import bad_value, no_game
from .room import sitting
from .sheet import Sheet
from .store import HUMAN, Chair
from .tables import Tables
from .visitor import CHOICES, cookie_header, visitor

MOST = 30
"""So many tables of a kind are listed."""
HERE, ELSEWHERE = "here", "elsewhere"
CLUBS = (
    mark("Monday club"),
    mark("Tuesday club"),
    mark("Wednesday club"),
    mark("Thursday club"),
    mark("Friday club"),
    mark("Saturday club"),
    mark("Sunday club"),
)
BOTS = {"random": say("random bot: plays anything"), "greedy": say("greedy bot: plays to win")}
BOT_NAMES = ("Signalbot", "Boilerbot", "Switchbot", "Buffer", "Turntable", "Whistle")


class TableCard(Struct, frozen=True):
    """A table in a list."""

    id: str
    name: str
    game: str
    title: str
    status: Markup
    seats: tuple[page.SeatInfo, ...]
    mine: bool
    """Whether the visitor sits there."""
    digest: Markup
    """What happened last, in one sentence."""
    ago: str


class GameCard(Struct, frozen=True):
    """A game that can be played."""

    key: str
    title: str
    blurb: str
    players: str
    minutes: str
    picture: str


class OptionField(Struct, frozen=True):
    """An option of a game, with its values: what is sent, what is said, whether it is usual."""

    name: str
    label: str
    values: tuple[tuple[str, str, bool], ...]


class Home:
    """The routes of the first page and of the form."""

    def __init__(self, tables: Tables, press: Press) -> None:
        self.tables = tables
        self.press = press

    async def show(self, request: Request) -> Response:
        """What waits for the visitor, what is being played, what has ended."""
        browser = visitor(request).browser
        open_ = await self._sheets(over=False)
        waiting = [sheet for sheet in open_ if sheet.match.actor in sheet.seats(browser)]
        running = [sheet for sheet in open_ if sheet not in waiting]
        running.sort(key=lambda sheet: not sheet.seats(browser))
        finished = await self._sheets(over=True)
        values = {
            "waiting": [table_card(request, sheet) for sheet in reversed(waiting)],
            "running": [table_card(request, sheet) for sheet in running],
            "finished": [table_card(request, sheet) for sheet in finished],
            "games": [game_card(request, laws) for laws in games().values()],
        }
        return self.press.page(request, "home.html", values)

    async def new(self, request: Request) -> Response:
        """The form for a new table."""
        laws = _game(request.path_params["game"])
        values = {
            "game": game_card(request, laws),
            "counts": list(laws.seats),
            "bots": [(key, words(request, BOTS.get(key, Text(key)))) for key in bots()],
            "options": options(request, laws),
            "name": visitor(request).choices.name,
        }
        return self.press.page(request, "new.html", values)

    async def open(self, request: Request) -> Response:
        """Open a table and go there."""
        fields = await form(request)
        laws = _game(fields.get("game", ""))
        count = number(fields, "seats")
        if count not in laws.seats:
            raise bad_value("seats", str(count))
        chairs = [_chair(request, fields, seat) for seat in range(count)]
        chosen = _chosen(laws, fields)
        club = visitor(request).choices.language.gettext(CLUBS[datetime.now(UTC).weekday()])
        name = title(fields, "name", club)
        table = await self.tables.open(laws.name, name=name, chairs=chairs, options=chosen)
        answer = RedirectResponse(f"/t/{table.id}", 303)
        own = next((chair.name for chair in chairs if chair.owner is not None), "")
        choices = visitor(request).choices.chosen("name", own)
        answer.headers.append("set-cookie", cookie_header(CHOICES, choices.write()))
        return answer

    async def _sheets(self, *, over: bool) -> list[Sheet]:
        found = await self.tables.store.tables(over=over, limit=MOST)
        return [await self.tables.load(table.id) for table in found]


def table_card(request: Request, sheet: Sheet) -> TableCard:
    """A table as its visitor sees it in a list."""
    table, match, watching = sheet.table, sheet.match, sitting(sheet, request)
    seat = page.perspective(match, watching.mine)
    state = match.game.view(match.state, seat)
    reader = page.html_reader(match, watching.language, seat, match.game.scene(state))
    last = next((move for move in reversed(match.history) if move.seat != CHANCE), None)
    age = table.changed - datetime.now(UTC)
    return TableCard(
        id=table.id,
        name=table.name,
        game=table.game,
        title=match.game.title,
        status=Markup(reader.read(match.game.status(state))),  # noqa: S704 - of escaped parts
        seats=page.seats(match, watching),
        mine=bool(watching.mine),
        digest=page.sentence(match, last, reader) if last else Markup(""),
        ago=format_timedelta(age, add_direction=True, locale=watching.language.code),
    )


def game_card(request: Request, laws: Game[Any, Any, Any]) -> GameCard:
    """A game as it is offered."""
    theme = visitor(request).choices.theme
    return GameCard(
        key=laws.name,
        title=laws.title,
        blurb=words(request, laws.blurb),
        players=words(request, say("{players} players", players=_span(laws.seats))),
        minutes=words(request, say("{minutes} minutes", minutes=_span(laws.minutes))),
        picture=f"/pictures/{laws.name}.svg?theme={theme}&v={laws.rules}",
    )


def options(request: Request, laws: Game[Any, Any, Any]) -> list[OptionField]:
    """The options of a game for its form."""
    usual = msgspec.to_builtins(laws.options())
    return [
        OptionField(
            name,
            _named(request, laws, name),
            tuple(
                (
                    _plain(value),
                    _named(request, laws, f"{name}={_plain(value)}"),
                    value == usual[name],
                )
                for value in values
            ),
        )
        for name, values in laws.choices().items()
        if values
    ]


def _game(name: str) -> Game[Any, Any, Any]:
    try:
        return find(name)
    except UnknownGame:
        raise no_game(name) from None


def _chosen(laws: Game[Any, Any, Any], fields: Mapping[str, str]) -> dict[str, object]:
    """The options of a form."""
    known, chosen = laws.choices(), dict[str, object]()
    for field, value in fields.items():
        if not field.startswith("option-"):
            continue
        name = field.removeprefix("option-")
        if name not in known:
            raise bad_value("option", name)
        chosen[name] = value
        try:
            laws.read_options({name: value}, strict=False)
        except BadOption:
            raise bad_value(name, value) from None
    return chosen


def _chair(request: Request, fields: Mapping[str, str], seat: int) -> Chair:
    kind = fields.get(f"seat-{seat + 1}", "")
    own = words(request, say("Player {n}", n=seat + 1))
    name = title(fields, f"name-{seat + 1}", "")
    if name == words(request, say("You")):
        name = ""
    match kind:
        case "here":
            return Chair(name or own, HUMAN, visitor(request).browser)
        case "elsewhere":
            return Chair(name or own)
        case _ if kind in bots():
            return Chair(name or BOT_NAMES[seat % len(BOT_NAMES)], kind)
        case _:
            raise bad_value(f"seat-{seat + 1}", kind)


def _named(request: Request, laws: Game[Any, Any, Any], key: str) -> str:
    return words(request, laws.names.get(key, Text(key)))


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _span(numbers: range | tuple[int, int]) -> str:
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"{first}–{last}"
