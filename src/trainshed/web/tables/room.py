"""One table in the browser: its page, playing, sitting down, the stream of its changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import aclosing, nullcontext
from datetime import datetime, timedelta
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, TypeVar

from babel.dates import format_timedelta
from markupsafe import Markup
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from trainshed import __version__
from trainshed.board.scene import Scene
from trainshed.core import Draws, Language, Match, Reader, Seat, Text, TrainshedError, dumps
from trainshed.web.caches import Size
from trainshed.web.database.kept import Table
from trainshed.web.form import form, number, person, position, word
from trainshed.web.limits import Streams
from trainshed.web.people.visitor import Visitor, visitor
from trainshed.web.printing import chart, page, pictures, prints
from trainshed.web.printing.around import Around, around
from trainshed.web.printing.inwords import in_words
from trainshed.web.printing.notice import refused
from trainshed.web.printing.press import Press
from trainshed.web.printing.prints import Event
from trainshed.web.printing.rasterizer import Rasterizer
from trainshed.web.printing.view import Shown, put_together
from trainshed.web.processes import live
from trainshed.web.refusal import Refusal, bad_value, no_reading, no_rematch, no_table

from . import delay, presence, timing
from .draws import table_draws
from .invitations import Invitations
from .opening import bot, players
from .pages import Page, Pages
from .presence import Presence
from .records import record
from .sheet import Sheet, answer
from .tables import SeatTaken, Tables, UnknownTable, Unreadable
from .turns import Turns

T = TypeVar("T")
HAS = "trainshed-has"
"""The header in which a page says its name and which parts of a view it has."""
MOST = 200
"""No page has more parts."""


class Room:
    """The routes of a table."""

    def __init__(
        self, tables: Tables, press: Press, presence: Presence, rasterizer: Rasterizer
    ) -> None:
        self.tables = tables
        self.press = press
        self.presence = presence
        self.rasterizer = rasterizer
        self.invitations = Invitations(tables.store)
        self.pages = Pages()
        self.streams = Streams()
        self.is_known: Callable[[Request], Awaitable[bool]] = _known
        """Whether who listens is still who he was when he began."""
        self._events = prints.Kept[Event](prints.EVENTS, Event.weight)
        self.turns = Turns()
        tables.bus.hurry = self.turns.hurry
        post = ["POST"]
        self.routes = [
            Route("/t/{table}", self.show),
            Route("/t/{table}/fragment", self.fragment),
            Route("/t/{table}/events", self.events),
            Route("/t/{table}/play", self.play, methods=post),
            Route("/t/{table}/sit", self.sit, methods=post),
            Route("/t/{table}/fill", self.fill, methods=post),
            Route("/t/{table}/again", self.again, methods=post),
            Route("/t/{table}/return", self.come_back, methods=post),
            Route("/t/{table}/leave", self.leave, methods=post),
            Route("/t/{table}/pause", self.pause, methods=post),
            Route("/t/{table}/why", self.why),
            Route("/t/{table}/brings", self.brings),
            Route("/t/{table}/words", self.words),
            Route("/t/{table}/digest", self.digest),
            Route("/t/{table}/record", self.record),
            Route("/t/{table}/board.{kind}", self.board),
            Route("/t/{table}/ground.svg", self.ground),
        ]

    def sizes(self) -> dict[str, Size]:
        """How many bytes of views for spectators are kept."""
        return {"events": self._events.size}

    async def show(self, request: Request) -> Response:
        """The whole page; where the game is over, how it ended."""
        sheet = await self.sheet(request)
        at = position(request, sheet.match)
        if sheet.match.actor is None and at is None:
            draws = await asyncio.to_thread(table_draws, sheet)
            return await self._over(request, sheet, draws)
        return await self._answer(request, sheet, at=at, template="table.html")

    async def fragment(self, request: Request) -> Response:
        """The part of the page that changes, unless the browser has it already."""
        await self._turn(request)
        sheet = await self.sheet(request)
        at = position(request, sheet.match)
        waits = await self._waits(request, sheet.table.id)
        tag = self._tag(request, sheet, at, waits)
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"etag": tag})
        return await self._answer(request, sheet, at=at, waits=waits)

    async def _turn(self, request: Request) -> None:
        """Wait until it is one's turn."""
        table, browser = request.path_params["table"], visitor(request).browser
        await self.turns.wait(table, partial(self.tables.is_asked, table, browser))

    async def events(self, request: Request) -> Response:
        """The stream that says when the table has changed, and shows it to a page."""
        sheet, browser = await self.sheet(request), visitor(request).browser
        self.streams.check(request)
        table, is_late = sheet.table.id, delay.is_delayed(sheet, browser)
        is_person = request.query_params.get("presence") == "1"
        name = request.query_params.get("page", "")

        async def version() -> int:
            sheet = await self.tables.load(table)
            return delay.seen(sheet, browser, self.tables.now()).match.version

        async def present() -> str:
            return presence.event(self.presence.there((await self.tables.peek(table)).table))

        async def events() -> AsyncIterator[str | bytes]:
            follow = live.late_stream if is_late else live.stream
            told = follow(self.tables.bus, table, version, present=present if is_person else None)
            if self.streams.is_full(request):  # others were quicker; the browser asks again
                return
            with (
                self.streams.follow(request),
                self.presence.enter(table, browser) if is_person else nullcontext(),
                self.pages.open(name, browser) as page,
            ):
                if is_person:
                    yield presence.time_event(self.tables.now().timestamp())
                async with aclosing(told):
                    async for event in told:
                        if page is None or not live.is_move(event):
                            yield event
                            continue
                        shown = await self._shown(request, page)
                        yield event if not shown else prints.both(event, shown)
                        if shown is None:
                            return

        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        sent: AsyncIterator[str | bytes] = events()
        if name and prints.takes_gzip(request):
            headers["content-encoding"] = "gzip"
            sent = prints.stream(sent)
        return StreamingResponse(sent, media_type="text/event-stream", headers=headers)

    async def _shown(self, request: Request, page: Page) -> str | bytes | None:
        """The table for a page that follows it, as an event; None where it may look no more."""
        if page.is_new:  # it was printed a moment ago, and asks itself if that is old
            page.is_new = False
            return ""
        await self._turn(request)
        if not await self.is_known(request):
            return None
        try:
            sheet = await self.sheet(request)
        except Refusal:
            return None
        waits = await self._waits(request, sheet.table.id)
        tag = self._tag(request, sheet, None, waits)
        if tag == page.tag:
            return ""
        found = await self._event(request, sheet, tag, page.has, waits=waits)
        page.note(tag, found.tags)
        return found.event

    async def _event(
        self, request: Request, sheet: Sheet, tag: str, has: frozenset[str], *, waits: int
    ) -> Event:
        """A view as an event; what spectators see is printed and packed once for all of them."""
        key: Hashable = None
        is_packed = prints.takes_gzip(request)
        if not sheet.table.has_part(visitor(request).browser):
            around = await self._around(request, sheet)
            key = (tag, has, is_packed, str(request.base_url), around)
            found = self._events.get(key)
            if found is not None:
                return found
        view = self.press.view(visitor(request).choices.lang, has, sheet.table.id)
        text = put_together(view, await self._look(request, sheet, waits=waits))
        found = Event(prints.event(text, is_packed=is_packed), frozenset(view.tags))
        return found if key is None else self._events.put(key, found)

    async def play(self, request: Request) -> Response:
        """Play a line. Whatever goes wrong, the answer is the fresh board and a friendly word."""
        fields = await form(request)
        version, line = number(fields, "version"), word(fields, "action")
        table, browser = request.path_params["table"], visitor(request).browser
        try:
            sheet = await self.tables.play(table, browser, version=version, line=line)
        except TrainshedError as error:
            return await self.refused(request, error, line)
        return await self.done(request, sheet)

    async def sit(self, request: Request) -> Response:
        """Sit down at an open seat."""
        fields = await form(request)
        sheet = await self.sheet(request)
        seat = seat_of(sheet, number(fields, "seat"))
        await self.invitations.admit(visitor(request), sheet.table)
        await self.invitations.greet(visitor(request), fields.get("name", ""))
        name = person(request, fields.get("name", ""), seat)
        table, browser = sheet.table.id, visitor(request).browser
        try:
            sheet = await self.tables.sit(table, browser, seat=seat, name=name)
        except SeatTaken as error:
            return await self.refused(request, error, "")
        return await self.done(request, sheet)

    async def fill(self, request: Request) -> Response:
        """Let a bot play at an open seat."""
        fields = await form(request)
        sheet = await self.sheet(request)
        seat = seat_of(sheet, number(fields, "seat"))
        chair = bot(fields.get("bot", ""), seat)
        table, browser = sheet.table.id, visitor(request).browser
        try:
            sheet = await self.tables.fill(table, browser, seat=seat, bot=chair)
        except TrainshedError as error:
            return await self.refused(request, error, "")
        return await self.done(request, sheet)

    async def come_back(self, request: Request) -> Response:
        """Take a seat back from the bot that has played for oneself."""
        table = (await self.sheet(request)).table.id
        sheet = await self.tables.come_back(table, visitor(request).browser)
        return await self.done(request, sheet)

    async def leave(self, request: Request) -> Response:
        """Get up from the table."""
        table, who = request.path_params["table"], visitor(request)
        chairs = (await self.sheet(request)).table.chairs
        names = [person(request, "", seat) for seat in range(len(chairs))]
        try:
            sheet = await self.tables.leave(table, who.browser, names)
        except TrainshedError as error:
            return await self.refused(request, error, "")
        return await self.done(request, sheet)

    async def pause(self, request: Request) -> Response:
        """Ask for a pause, or go on."""
        on = (await form(request)).get("on", "") == "1"
        table, browser = request.path_params["table"], visitor(request).browser
        try:
            sheet = await self.tables.pause(table, browser, on=on)
        except TrainshedError as error:
            return await self.refused(request, error, "")
        return await self.done(request, sheet)

    async def again(self, request: Request) -> Response:
        """The same players once more."""
        sheet = await self.sheet(request)
        if sheet.match.actor is not None:
            raise bad_value("table", sheet.table.id, status=409)
        following = sheet.table.next
        if following is None:
            table = sheet.table
            if not table.has_part(visitor(request).browser):
                raise no_rematch()
            following = await self.tables.again(
                table.id, await self._apart(request, table), await self._borrowed(request, table)
            )
            await self.invitations.carry(table.id, following)
        return RedirectResponse(f"/t/{following}", 303)

    async def _apart(self, request: Request, table: Table) -> dict[int, str]:
        """The seats of those who do not want to meet, not the asker's, and their new names."""
        chairs = table.chairs
        found = await self.invitations.regards.apart(chair.owner for chair in chairs)
        found -= {visitor(request).browser}
        return {n: person(request, "", n) for n, chair in enumerate(chairs) if chair.owner in found}

    async def _borrowed(self, request: Request, table: Table) -> dict[int, str]:
        """The seats of those who have the name of somebody else's account, and their new names."""
        return {n: person(request, "", n) for n in await self.invitations.borrowed(table)}

    async def why(self, request: Request) -> Response:
        """Why a click is not allowed."""
        sheet = await self.sheet(request)
        query = request.query_params
        found = page.why(
            sheet.match,
            sitting(sheet, request),
            under=query.get("under") or None,
            key=query.get("key", ""),
        )
        reason, rule = found or (Markup(""), "")
        values = {"reason": reason, "rule": rule, "game": sheet.table.game}
        return self.press.page(request, "_why.html", values)

    async def brings(self, request: Request) -> Response:
        """What an action would bring, a paragraph each."""
        sheet = await self.sheet(request)
        line = request.query_params.get("action", "")
        watching = sitting(sheet, request)
        try:
            found = await asyncio.to_thread(page.forecast, sheet.match, watching, line)
        except TrainshedError:
            found = ()
        text = Markup("").join(Markup("<p>{}</p>").format(sentence) for sentence in found)
        return HTMLResponse(text, headers={"cache-control": "private, no-store"})

    async def words(self, request: Request) -> Response:
        """The board in words, unless the browser has them already."""
        sheet = await self.sheet(request)
        at = position(request, sheet.match)
        tag = self._tag(request, sheet, at, 0)
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"etag": tag})
        values = {
            "words": await asyncio.to_thread(in_words, sheet.match, sitting(sheet, request), at=at),
            "table": sheet.table.id,
            "version": sheet.match.version,
        }
        answer = self.press.page(request, "_inwords.html", values)
        answer.headers["etag"] = tag
        return answer

    async def digest(self, request: Request) -> Response:
        """What has happened since the visitor's last move."""
        sheet = await self.sheet(request)
        table, watching = sheet.table, sitting(sheet, request)
        shown = page.table_page(
            sheet.match, watching, table=table.id, name=table.name, digested=True
        )
        if shown.digest is None:
            return HTMLResponse("", headers={"cache-control": "private, no-store"})
        values = {
            "digest": shown.digest,
            "seats": shown.seats,
            "table": table.id,
            "currency": shown.currency,
        }
        headers = {"cache-control": "private, no-store"}
        return self.press.page(request, "_digested.html", values, headers=headers)

    async def record(self, request: Request) -> Response:
        """The record as a file, masked and without the seed while the game is open."""
        sheet = await self.sheet(request)
        who = visitor(request)
        seat = page.perspective(sheet.match, sheet.seats(who.browser))
        lines = await self.tables.store.lines(sheet.table.id) if sheet.table.base else []
        lines = lines[: sheet.match.version]
        reader = Reader(who.choices.language, sheet.match.names)
        text = dumps(await asyncio.to_thread(record, sheet, seat, lines, reader))
        name = f'attachment; filename="{sheet.table.game}-{sheet.table.id}.record"'
        headers = {"content-disposition": name, "cache-control": "private, no-cache"}
        return PlainTextResponse(text, headers=headers)

    async def board(self, request: Request) -> Response:
        """The board as a picture, as this viewer may see it."""
        sheet = await self.sheet(request)
        match = sheet.match
        at = position(request, match)
        seat = page.perspective(match, sheet.seats(visitor(request).browser))
        scene = await _apart(match, lambda: _scene(match, seat, at))
        reader = Reader(visitor(request).choices.language, match.names, seat)
        return await pictures.picture(request, scene, reader, self.rasterizer)

    async def ground(self, request: Request) -> Response:
        """The map of a table that plays on one of its own."""
        return await pictures.own_ground(request, (await self.sheet(request)).table)

    async def sheet(self, request: Request) -> Sheet:
        """The table that the address names, as the visitor may see it now."""
        table, who = request.path_params["table"], visitor(request)
        try:
            sheet = await self.tables.load(table)
            await _apart(sheet.match, lambda: _scene(sheet.match, None))
        except UnknownTable:
            raise no_table(table) from None
        except Unreadable as error:
            raise no_reading(table, error.lines) from None
        if not await self.invitations.may_look(who, sheet.table):
            raise no_table(table)
        return delay.seen(sheet, who.browser, self.tables.now())

    async def done(self, request: Request, sheet: Sheet) -> Response:
        """The table as it is now."""
        sheet = delay.seen(sheet, visitor(request).browser, self.tables.now())
        if is_navigation(request):
            return RedirectResponse(f"/t/{sheet.table.id}", 303)
        return await self._answer(request, sheet)

    async def refused(self, request: Request, error: TrainshedError, line: str) -> Response:
        """The table as it is, and why something was not done."""
        sheet = await self.sheet(request)
        status, text = refused(sheet, sheet.seats(visitor(request).browser), error, line)
        return await self.told(request, sheet, text, status=status)

    async def told(self, request: Request, sheet: Sheet, notice: Text, *, status: int) -> Response:
        """The table as it is, and a word over it."""
        template = "table.html" if is_navigation(request) else "_table.html"
        return await self._answer(request, sheet, notice=notice, status=status, template=template)

    async def _answer(
        self,
        request: Request,
        sheet: Sheet,
        *,
        at: int | None = None,
        notice: Text | None = None,
        status: int = 200,
        template: str = "_table.html",
        waits: int | None = None,
    ) -> Response:
        """The table as a page, or as much of it as a page lacks that says what it has."""
        if waits is None:
            waits = await self._waits(request, sheet.table.id)
        name, *has = request.headers.get(HAS, "").split()[:MOST] or [""]
        view = self.press.view(visitor(request).choices.lang, frozenset(has), sheet.table.id)
        shown = await self._look(request, sheet, at=at, notice=notice, waits=waits)
        text: str = put_together(view, shown)
        if template != "_table.html":
            values = await self._values(request, sheet, shown, text)
            text = self.press.text(request, template, values)
        headers = {"cache-control": "no-store" if has else "private, no-cache", "vary": HAS}
        if notice is None and template == "_table.html":
            headers["etag"] = tag = self._tag(request, sheet, at, waits)
            if at is None:
                self.pages.note(name, visitor(request).browser, tag, frozenset(view.tags))
        return HTMLResponse(text, status, headers)

    async def _look(
        self,
        request: Request,
        sheet: Sheet,
        *,
        at: int | None = None,
        notice: Text | None = None,
        waits: int,
    ) -> Shown:
        """What a visitor is shown of a table."""
        watching = sitting(sheet, request)
        table = sheet.table
        shown = await _apart(
            sheet.match,
            lambda: page.table_page(
                sheet.match,
                watching,
                table=table.id,
                name=table.name,
                at=at,
                recorded=table.is_recorded,
            ),
        )
        read = page.reading(sheet.match, watching.language, shown.seat, shown.scene)
        who = visitor(request)
        return Shown(
            page=shown,
            read=read,
            named=page.reading(sheet.match, watching.language, None, shown.scene),
            around=await self._around(request, sheet),
            notice=None if notice is None else Markup(read(notice)),  # noqa: S704
            left=left(table, watching.language, self.tables.now()),
            lent=bool(table.lent(who.browser)),
            waits=waits,
            share_url=f"{request.base_url}t/{table.id}",
            account=who.account.name if who.account else "",
        )

    async def _values(
        self, request: Request, sheet: Sheet, shown: Shown, text: str
    ) -> dict[str, object]:
        """What the template of the whole page is told."""
        return {
            "page": shown.page,
            "fragment": Markup(text),  # noqa: S704 - printed by templates
            "ground_url": await pictures.ground_url(request, sheet.table, shown.page.scene.ground),
            "share_url": shown.share_url,
        }

    async def _around(self, request: Request, sheet: Sheet) -> Around:
        who, table = visitor(request), sheet.table
        named = await self.invitations.named(table.id) if _invites(table, who.browser) else ()
        found = around(
            sheet,
            who.browser,
            who.choices.language,
            self.tables.now(),
            invited=tuple(account.name for account in named),
            is_guest=who.account is None,
            bots=tuple(players(request)),
        )
        return replace(found, host=await self._host(who, table))

    async def _host(self, who: Visitor, table: Table) -> str:
        """Who invites somebody to an open seat, if that is known."""
        if who.account is None or not table.vacant or table.has_part(who.browser):
            return ""
        return await self.invitations.host(table.id, who.account)

    async def _waits(self, request: Request, table: str) -> int:
        """At how many other tables somebody is asked anything."""
        return await self.tables.store.waits(visitor(request).browser, but=table)

    async def _over(self, request: Request, sheet: Sheet, draws: Draws) -> Response:
        watching = sitting(sheet, request)
        table = sheet.table
        shown = page.table_page(
            sheet.match, watching, table=table.id, name=table.name, recorded=table.is_recorded
        )
        read = page.reading(sheet.match, watching.language, shown.seat, shown.scene)
        values = {
            "page": shown,
            "ground_url": await pictures.ground_url(request, table, shown.scene.ground),
            "notice": None,
            "share_url": f"{request.base_url}t/{table.id}",
            "read": read,
            "lent": False,
            "waits": 0,
            "left": "",
            "chart": chart.fortune(shown, watching.language),
            "has_part": table.has_part(visitor(request).browser),
            "draws": draws,
        }
        return self.press.page(request, "over.html", values)

    def _tag(self, request: Request, sheet: Sheet, at: int | None, waits: int) -> str:
        """What the fragment depends on, as an ETag."""
        who = visitor(request)
        mine = sheet.seats(who.browser)
        parts = (
            __version__,
            self.press.stamp,
            replace(sheet.table, stamp=0),  # it counts the orders of others too
            sheet.match.version,
            mine,
            who.account.name if who.account else None,
            [(sheet.orders.get(seat), sheet.lapsed.get(seat)) for seat in mine],
            who.choices,
            at,
            waits,
            left(sheet.table, who.choices.language, self.tables.now()),
        )
        return f'"{sha256(repr(parts).encode()).hexdigest()[:20]}"'


def seat_of(sheet: Sheet, number: int) -> Seat:
    """A seat of a table by its number; Refusal where it has no such seat."""
    if number not in range(len(sheet.table.chairs)):
        raise bad_value("seat", str(number))
    return Seat(number)


async def _apart(match: Match[Any, Any], work: Callable[[], T]) -> T:
    """Do something in a thread if the map of a match was drawn by players: it may be large."""
    return await run_in_threadpool(work) if getattr(match.options, "sheet", "") else work()


def _scene(match: Match[Any, Any], seat: Seat | None, at: int | None = None) -> Scene:
    """The board as one viewer may see it, at a move or now."""
    state = match.state if at is None else match.at(at)
    found: Scene = match.game.scene(match.game.view(state, seat))
    return found


async def _known(request: Request) -> bool:
    return True


def sitting(sheet: Sheet, request: Request) -> page.Sitting:
    """Who looks at the table."""
    who = visitor(request)
    mine = sheet.seats(who.browser)
    seat = page.perspective(sheet.match, mine)
    return page.Sitting(
        mine=mine,
        language=who.choices.language,
        bots=sheet.bots,
        vacant=sheet.vacant,
        accounts=sheet.table.accounts,
        times=sheet.played,
        orders=() if seat is None else sheet.orders.get(seat, ()),
        lapsed=() if seat is None else sheet.lapsed.get(seat, ()),
        is_answered=sheet.match.actor in mine and answer(sheet) is not None,
        keeps_to_moves=sheet.keeps_to_moves,
        base=sheet.table.base,
    )


def left(table: Table, language: Language, now: datetime) -> str:
    """How much time is left to whoever is asked, in words; nothing where there is no clock."""
    if table.due is None or timing.is_live(table):
        return ""
    return _span(max(int((table.due - now).total_seconds()), 0), language.code)


@lru_cache(256)
def _span(seconds: int, code: str) -> str:
    return format_timedelta(timedelta(seconds=seconds), locale=code, threshold=1.5)


def _invites(table: Table, browser: str) -> bool:
    return bool(table.vacant) and table.has_part(browser)


def is_navigation(request: Request) -> bool:
    """Whether the browser itself sent the form and will show the answer as a page."""
    return request.headers.get("sec-fetch-mode") == "navigate"
