"""The first page with all tables, and the form that opens a new one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from babel.dates import format_timedelta
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from trainshed.core import (
    CHANCE,
    Game,
    say,
)
from trainshed.games import games

from . import page
from .press import Press, words
from .room import sitting
from .sheet import Sheet
from .tables import Tables
from .visitor import visitor

MOST = 30
"""So many tables of a kind are listed."""


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


def _span(numbers: range | tuple[int, int]) -> str:
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"{first}–{last}"
