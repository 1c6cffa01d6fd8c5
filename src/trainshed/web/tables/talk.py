"""What people say at a table, and what each notes for himself."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import lru_cache

import sqlalchemy as sa
from markdown_it import MarkdownIt
from markupsafe import Markup
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from trainshed.core import say
from trainshed.core.text import called
from trainshed.web.database.kept import account_id
from trainshed.web.database.rows import NOTES, REMARKS
from trainshed.web.database.store import Store
from trainshed.web.form import form
from trainshed.web.limits import Limits
from trainshed.web.people.regards import Regards
from trainshed.web.people.visitor import Visitor, visitor
from trainshed.web.printing.press import Press
from trainshed.web.refusal import Refusal, bad_value

from . import delay
from .room import Room
from .sheet import Sheet

LONGEST, LONGEST_NOTE = 1000, 8000
"""Of a remark and of a note, in characters."""
SHOWN = 200
"""So many remarks are shown, the last ones."""


def _markdown() -> MarkdownIt:
    """Emphasis, code, quotations, lists and links; neither HTML nor pictures nor headings."""
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": True})
    parser.disable(["image", "heading", "lheading", "hr", "html_block", "html_inline"])
    return parser


_PARSER = _markdown()


@lru_cache(maxsize=5000)
def rendered(text: str) -> Markup:
    """A remark as safe HTML.

    >>> rendered("*no* <b>").strip()
    Markup('<p><em>no</em> &lt;b&gt;</p>')
    """
    shown = _PARSER.render(text).replace("<a ", '<a rel="nofollow noopener ugc" target="_blank" ')
    return Markup(shown)  # noqa: S704 - the parser lets no HTML through


class Remark(Struct, frozen=True):
    """Something that was said."""

    name: str
    text: str
    """Nothing where the reader does not want to hear who said it."""
    time: datetime
    is_yours: bool
    account: str = ""
    """The id of the account that said it."""

    @property
    def html(self) -> Markup:
        """The same for a page."""
        return rendered(self.text)


class Talk:
    """The routes of what is said and noted."""

    def __init__(self, room: Room, press: Press, limits: Limits, regards: Regards) -> None:
        self.room = room
        self.regards = regards
        self.store: Store = room.tables.store
        self.press = press
        self.limits = limits
        self.routes = [
            Route("/t/{table}/talk", self.show, methods=["GET"]),
            Route("/t/{table}/talk", self.say, methods=["POST"]),
            Route("/t/{table}/note", self.note, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """What has been said, and one's own note."""
        return await self._answer(request, await self.room.sheet(request))

    async def say(self, request: Request) -> Response:
        """Say something to everybody at the table."""
        sheet = await self.room.sheet(request)
        await self.utter(sheet, visitor(request), (await form(request)).get("text", ""))
        return await self._answer(request, sheet)

    async def utter(self, sheet: Sheet, who: Visitor, text: str) -> None:
        """Keep what somebody says, and let the others hear it; Refusal says why he may not."""
        name, text = speaker(sheet, who), text.strip()
        if name is None:
            raise not_at_the_table()
        if not text or len(text) > LONGEST or "\0" in text:
            raise bad_value("text", text[:80])
        self.limits.take("remark", who.browser)
        row = {
            "table": sheet.table.id,
            "owner": who.browser,
            "name": name,
            "text": text,
            "time": self.store.now(),
        }
        await self.store.change(sa.insert(REMARKS).values(row))
        self.room.tables.bus.publish(sheet.table.id, sheet.match.version)

    async def heard(self, sheet: Sheet, who: Visitor) -> list[Remark]:
        """What has been said last, as somebody may and wants to hear it.

        It could tell what has happened: who sees the table later hears the others later too.
        """
        said = sa.select(REMARKS).where(REMARKS.c.table == sheet.table.id)
        last = delay.latest(sheet, who.browser, self.room.tables.now())
        if last is not None:
            said = said.where((REMARKS.c.time <= last) | (REMARKS.c.owner == who.browser))
        said = said.order_by(REMARKS.c.id.desc()).limit(SHOWN)
        rows = await self.store.rows(said)
        unheard = await self.regards.blocked(who.browser)
        return [
            Remark(
                called(row.name, who.choices.language),
                "" if row.owner in unheard else row.text,
                row.time,
                row.owner == who.browser,
                account_id(row.owner),
            )
            for row in reversed(rows)
        ]

    async def note(self, request: Request) -> Response:
        """Keep a note that nobody else sees."""
        sheet, who = await self.room.sheet(request), visitor(request)
        text = (await form(request)).get("text", "")
        if len(text) > LONGEST_NOTE:
            raise bad_value("text", text[:80])
        if speaker(sheet, who) is None:
            raise not_at_the_table()
        self.limits.take("remark", who.browser)
        mine = (NOTES.c.table == sheet.table.id) & (NOTES.c.owner == who.browser)
        row = {"table": sheet.table.id, "owner": who.browser, "text": text}
        fresh = [sa.insert(NOTES).values(row)] if text.strip() else []
        with suppress(IntegrityError):  # two windows at once: the other one was first
            await self.store.change(sa.delete(NOTES).where(mine), *fresh)
        return Response(status_code=204)

    async def _answer(self, request: Request, sheet: Sheet) -> Response:
        who, table = visitor(request), sheet.table.id
        noted = sa.select(NOTES.c.text).where(NOTES.c.table == table)
        note = await self.store.value(noted.where(NOTES.c.owner == who.browser))
        values = {
            "table": table,
            "remarks": await self.heard(sheet, who),
            "note": note or "",
            "may_speak": speaker(sheet, who) is not None,
        }
        return self.press.page(request, "_talk.html", values)


def speaker(sheet: Sheet, who: Visitor) -> str | None:
    """Under which name somebody speaks: that of his seat, or of his account."""
    seats = sheet.seats(who.browser)
    if seats:
        return sheet.table.chairs[seats[0]].name
    return who.account.name if who.account else None


def not_at_the_table() -> Refusal:
    """Guests who only watch say nothing."""
    return Refusal(
        403,
        say("Only those at the table can speak"),
        say("Nothing was said. Sit down, or sign in to talk as a spectator."),
    )
