"""The first page with all tables, and the form that opens a new one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog
from babel.dates import format_timedelta
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from trainshed.core import (
    CHANCE,
    Game,
    Language,
    Match,
    Reader,
    Seat,
    TrainshedError,
    say,
)
from trainshed.core.history import Move
from trainshed.games import games

from .back import said
from .caches import Size
from .database.damage import Damaged
from .database.kept import Table
from .database.store import SPEEDS
from .limits import Limits, address
from .people.visitor import visitor
from .printing import page
from .printing.around import terms
from .printing.over import verdict
from .printing.press import Press, words
from .refusal import bad_value
from .settings import LONGEST_NAME
from .tables.invitations import Invitations
from .tables.sheet import begun
from .tables.tables import Tables

LOG = structlog.get_logger("trainshed.home")
OTHERS = 30
"""So many tables of others are listed, running and finished."""
FINISHED = 50
"""So many of the visitor's own finished tables are listed."""
PAGE, FURTHEST = 30, 1000
"""So many tables are found at once, and so many pages of them."""
STAGES = ("open", "running", "finished")
RATED = {"yes": True, "no": False}
KEPT = 2000
"""So many cards are kept in memory."""


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
    """What happened last, in one sentence; who won where it is over."""
    ago: str
    tags: tuple[str, ...] = ()
    """How it is set up, as far as that is not what is usual."""
    is_free: bool = False
    """Whether a seat is free."""
    is_over: bool = False
    host: str = ""
    """Who invites the visitor, if that is known."""


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

    def __init__(self, tables: Tables, press: Press, limits: Limits | None = None) -> None:
        self.tables = tables
        self.press = press
        self.limits = limits or Limits()
        self.invitations = Invitations(tables.store)
        self._cards: OrderedDict[object, TableCard | None] = OrderedDict()
        """The cards that were drawn, None where that was not possible."""

    def sizes(self) -> dict[str, Size]:
        """How many cards there are."""
        return {"cards": Size(len(self._cards), KEPT)}

    async def show(self, request: Request) -> Response:
        """What waits for the visitor, what is being played, what has ended."""
        browser = visitor(request).browser
        store = self.tables.store
        own = await store.tables(over=False, owner=browser, own=True)
        others = await store.tables(over=False, owner=browser, own=False, limit=OTHERS)
        waiting = [table for table in reversed(own) if table.actor in table.seats(browser)]
        asked = await store.asked(browser)
        asking = [it for it in own if it.id in asked and it not in waiting]
        running = [table for table in own if table not in (*waiting, *asking)]
        invited = await self._invitations(request)
        free = await self._free(browser, invited)
        offered = {card.id for card in invited} | {table.id for table in free}
        watched = [table for table in others if table.id not in offered]
        finished = await store.tables(over=True, owner=browser, own=True, limit=FINISHED)
        past = await store.tables(over=True, owner=browser, own=False, limit=OTHERS)
        done = said(request, is_guest=visitor(request).account is None)
        values = {
            "done": words(request, done) if done else "",
            "has_played": bool(own or finished),
            "invitations": invited,
            "waiting": await self.cards(request, waiting),
            "asking": await self.cards(request, asking),
            "free": await self.cards(request, free),
            "running": await self.cards(request, [*running, *watched]),
            "finished": await self.cards(request, [*finished, *past]),
            "games": [game_card(request, laws) for laws in games().values()],
        }
        return self.press.page(request, "home.html", values)

    async def _invitations(self, request: Request) -> list[TableCard]:
        """The tables where a seat waits for the visitor, and who invites him."""
        account = visitor(request).account
        if account is None:
            return []
        hosts = await self.invitations.waiting(account)
        cards = await self.cards(request, await self._readable(list(hosts)[:OTHERS]))
        return [replace(card, host=hosts[card.id]) for card in cards]

    async def _readable(self, names: Sequence[str]) -> list[Table]:
        """Those of some tables that there are, and that can be read."""
        found = []
        for name in names:
            with suppress(Damaged):
                found.append(await self.tables.store.table(name))
        return [table for table in found if table is not None]

    async def _free(self, browser: str, invited: Sequence[TableCard]) -> list[Table]:
        """The tables where the visitor may sit down, though nobody has asked him to."""
        found, known = await self.tables.store.vacancies(OTHERS), {it.id for it in invited}
        return [it for it in found if it.id not in known and not it.has_part(browser)]

    async def next(self, request: Request) -> Response:
        """On to the next table that waits, the longest first, and round again."""
        waiting = await self.tables.store.waiting(visitor(request).browser)
        here = request.query_params.get("from", "")
        at = waiting.index(here) if here in waiting else -1
        others = [table for table in (*waiting[at + 1 :], *waiting[: at + 1]) if table != here]
        for table in others:
            with suppress(TrainshedError):  # it cannot be read
                await self.tables.load(table)
                return RedirectResponse(f"/t/{table}", 303)
        return RedirectResponse("/", 303)

    async def search(self, request: Request) -> Response:
        """Look for tables, running and finished ones, of all times."""
        who = visitor(request)
        self.limits.take("search", who.browser if who.account else address(request))
        query = request.query_params
        speed, rated = query.get("speed", ""), query.get("rated", "")
        if speed and speed not in SPEEDS:
            raise bad_value("speed", speed, status=400)
        if rated and rated not in RATED:
            raise bad_value("rated", rated, status=400)
        stage = query.get("stage", "")
        if stage and stage not in STAGES:
            raise bad_value("stage", stage, status=400)
        game = query.get("game", "")
        if game and game not in games():
            raise bad_value("game", game, status=400)
        at = query.get("page", "1")
        is_number = at.isascii() and at.isdigit() and len(at) <= 9
        if not is_number or not 0 < int(at) <= FURTHEST:
            raise bad_value("page", at, status=400)
        word, number = query.get("word", "").strip()[:LONGEST_NAME], int(at)
        if "\0" in word:
            raise bad_value("word", word, status=400)
        found = await self.tables.store.search(
            owner=who.browser,
            game=game,
            word=word,
            stage=stage,
            speed=speed,
            rated=RATED.get(rated),
            limit=PAGE + 1,
            offset=(number - 1) * PAGE,
        )
        values = {
            "cards": await self.cards(request, found[:PAGE]),
            "games": [(key, laws.title) for key, laws in games().items()],
            "game": game,
            "word": word,
            "stage": stage,
            "speed": speed,
            "rated": rated,
            "number": number,
            "is_last": len(found) <= PAGE,
        }
        return self.press.page(request, "search.html", values)

    async def cards(self, request: Request, tables: Sequence[Table]) -> list[TableCard]:
        """The cards of tables as their visitor sees them; what cannot be read is left out."""
        who = visitor(request)
        language = who.choices.language
        tables = [_late(it) if _is_late(it, who.browser) else it for it in tables]
        keys = [
            (it.id, it.changed, it.chairs, it.seats(who.browser), language.code) for it in tables
        ]
        new = [it for it, key in zip(tables, keys, strict=True) if key not in self._cards]
        matches = await self.tables.glimpses([it for it in new if not _is_late(it, who.browser)])
        found = []
        for table, key in zip(tables, keys, strict=True):
            if key not in self._cards:
                mine, match = table.seats(who.browser), matches.get(table.id)
                if match is not None:
                    self._cards[key] = _card(table, match, mine, language)
                elif _is_late(table, who.browser):
                    self._cards[key] = _late_card(table, language)
                else:
                    self._cards[key] = None
            self._cards.move_to_end(key)
            card = self._cards[key]
            if card is not None:
                found.append(replace(card, ago=_ago(table, language, self.tables.now())))
        while len(self._cards) > KEPT:
            self._cards.popitem(last=False)
        return found


def _is_late(table: Table, browser: str) -> bool:
    """Whether a table shows itself later to this visitor."""
    return table.delay > 0 and not table.over and not table.has_part(browser)


def _late(table: Table) -> Table:
    """A table in a list for those who see it later: nothing that tells of its moves."""
    chairs = tuple(replace(chair, left=None, pause=False) for chair in table.chairs)
    return replace(table, changed=table.created, chairs=chairs)


def _late_card(table: Table, language: Language) -> TableCard | None:
    """Its card, made of how it began: a list does not look how far each spectator sees."""
    try:
        card = table_card(table, begun(table), (), language)
    except Exception:
        LOG.exception("a table cannot be listed", table=table.id)
        return None
    status = Reader(language, ()).read(say("running"))
    return replace(card, status=Markup.escape(status), digest=Markup(""))


def _card(
    table: Table, match: Match[Any, Any], mine: tuple[Seat, ...], language: Language
) -> TableCard | None:
    try:
        return table_card(table, match, mine, language)
    except Exception:
        LOG.exception("a table cannot be listed", table=table.id)
        return None


def table_card(
    table: Table, match: Match[Any, Any], mine: tuple[Seat, ...], language: Language
) -> TableCard:
    """A table as its visitor sees it in a list."""
    seat = page.perspective(match, mine)
    state = match.game.view(match.state, seat)
    reader = page.html_reader(match, language, seat, match.game.scene(state))
    last = next((move for move in reversed(match.history) if move.seat != CHANCE), None)
    watching = page.Sitting(mine, language, table.bots, table.vacant, table.accounts)
    plain = Reader(language, ())
    return TableCard(
        id=table.id,
        name=table.name,
        game=table.game,
        title=match.game.title,
        status=Markup(reader.read(match.game.status(state))),  # noqa: S704 - of escaped parts
        seats=page.seats(match, watching),
        mine=bool(mine),
        digest=verdict(match, reader) or _told(match, last, reader),
        ago="",
        tags=tuple(plain.read(text) for text in terms(table)),
        is_free=bool(table.vacant) and not table.over,
        is_over=match.actor is None,
    )


def _told(match: Match[Any, Any], move: Move[Any] | None, reader: Reader) -> Markup:
    return Markup("") if move is None else page.sentences(match, move, reader)[0]


def _ago(table: Table, language: Language, now: datetime) -> str:
    """How long ago something happened at a table."""
    age = min(table.changed - now, timedelta())
    return str(format_timedelta(age, add_direction=True, locale=language.code))


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
