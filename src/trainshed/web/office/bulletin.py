"""Announcements: what whoever runs the site tells everybody, on top of each page.

Each process knows them by heart and looks again from time to time, so that no page asks for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import sqlalchemy as sa
import structlog
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import BadOption
from trainshed.web.database.rows import ANNOUNCEMENTS
from trainshed.web.database.store import Store
from trainshed.web.form import came_from, form, number
from trainshed.web.people.visitor import cookie_header
from trainshed.web.tables.talk import rendered

LOG = structlog.get_logger("trainshed.bulletin")
EVERY = 15.0
"""Seconds between two looks."""
LONGEST = 1000
"""Of an announcement, in characters."""
LONGEST_HOURS = 24 * 366
READ = "trainshed-read"
"""The cookie that holds what a browser wants to see no more."""
REMEMBERED = 30
"""So many of them."""


class Announcement(Struct, frozen=True):
    """What everybody is told, and until when."""

    id: int
    text: str
    created: datetime
    until: datetime | None = None

    @property
    def shown(self) -> Markup:
        """As safe HTML."""
        return rendered(self.text)


class Bulletin:
    """All announcements."""

    def __init__(self, store: Store, seconds: float = EVERY) -> None:
        self.store = store
        self.seconds = seconds
        self.known: tuple[Announcement, ...] = ()
        self._closed = asyncio.Event()
        self.routes = [Route("/announcement", self.dismiss, methods=["POST"])]

    def shown(self, connection: HTTPConnection) -> Sequence[Announcement]:
        """What this browser is told now."""
        now, read = self.store.now(), _read(connection)
        return [
            it for it in self.known if it.id not in read and (it.until is None or it.until > now)
        ]

    async def dismiss(self, request: Request) -> Response:
        """Show an announcement to this browser no more."""
        read = [*_read(request), number(await form(request), "id")][-REMEMBERED:]
        answer = RedirectResponse(came_from(request), 303)
        value = ".".join(str(it) for it in read)
        answer.headers.append("set-cookie", cookie_header(request, READ, value))
        return answer

    async def run(self) -> None:
        """Look again and again until closed."""
        while not self._closed.is_set():
            try:
                await self.look()
            except Exception:
                LOG.exception("the announcements cannot be read")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), self.seconds)

    def close(self) -> None:
        """Stop after the present look."""
        self._closed.set()

    async def look(self) -> None:
        """Learn what is to be told."""
        self.known = tuple(await self.all())

    async def all(self) -> list[Announcement]:
        """What has not expired, the oldest first."""
        lasting = ANNOUNCEMENTS.c.until.is_(None) | (ANNOUNCEMENTS.c.until > self.store.now())
        query = sa.select(ANNOUNCEMENTS).where(lasting).order_by(ANNOUNCEMENTS.c.id)
        rows = await self.store.rows(query)
        return [Announcement(row.id, row.text, row.created, row.until) for row in rows]

    async def post(self, text: str, hours: int | None) -> int:
        """Tell everybody, for some hours or until it is withdrawn; BadOption says what is wrong."""
        text = text.strip()
        if not 0 < len(text) <= LONGEST or "\0" in text:
            raise BadOption(f"an announcement has 1 to {LONGEST} characters")
        if hours is not None and not 0 < hours <= LONGEST_HOURS:
            raise BadOption(f"{hours} is no number of hours")
        now = self.store.now()
        until = None if hours is None else now + timedelta(hours=hours)
        row = {"text": text, "created": now, "until": until}
        async with self.store.begin() as connection:
            new = sa.insert(ANNOUNCEMENTS).values(row).returning(ANNOUNCEMENTS.c.id)
            found = (await connection.execute(new)).scalar_one()
        await self.look()
        return int(found)

    async def withdraw(self, id_: int) -> bool:
        """Tell it no more; False where there is no such announcement."""
        change = sa.delete(ANNOUNCEMENTS).where(ANNOUNCEMENTS.c.id == id_)
        is_gone = await self.store.change(change) == 1
        await self.look()
        return is_gone


def _read(connection: HTTPConnection) -> list[int]:
    """What a browser has read, as its cookie says."""
    parts = connection.cookies.get(READ, "")[:400].split(".")
    return [int(it) for it in parts if it.isascii() and it.isdigit() and len(it) <= 9]
