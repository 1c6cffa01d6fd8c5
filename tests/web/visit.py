"""A running site and its visitors, each with cookies of his own."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from html import unescape
from typing import Any, TypeVar

import sqlalchemy as sa
from httpx2 import Cookies, Response
from starlette.testclient import TestClient

from trainshed.core import Match, Seat
from trainshed.web.app import Site
from trainshed.web.database.rows import LINES, SEATS, TABLES
from trainshed.web.settings import Config
from trainshed.web.tables.sheet import Sheet

T = TypeVar("T")
TWO = {"seats": "2", "seat-1": "here", "name-1": "Ada", "seat-2": "here", "name-2": "Ben"}
WITH_A_FRIEND = {**TWO, "seat-2": "elsewhere"}
NOTICE = re.compile(r'role="alert">(.*?)</div>', re.DOTALL)


class Visit:
    """The site, started."""

    def __init__(self, config: Config) -> None:
        self.site = Site(config)
        self.client = TestClient(
            self.site.app, follow_redirects=False, raise_server_exceptions=False
        )
        self.client.__enter__()

    def stop(self) -> None:
        self.client.__exit__(None, None, None)

    def call(self, function: Callable[..., Awaitable[T]], *values: object) -> T:
        """Do something in the loop of the site."""
        assert self.client.portal is not None
        return self.client.portal.call(function, *values)

    def browser(self, cookies: Cookies | None = None) -> Browser:
        return Browser(self, cookies)

    def sheet(self, table: str) -> Sheet:
        return self.call(self.site.tables.load, table)

    def match(self, table: str) -> Match[Any, Any]:
        return self.sheet(table).match

    def set(self, table: str, **values: object) -> None:
        """Change the row of a table behind the back of the site."""
        change = sa.update(TABLES).where(TABLES.c.id == table)
        self.call(self._write, change.values(stamp=TABLES.c.stamp + 1, **values))

    def damage(self, table: str, line: int) -> None:
        """Make a line one that no laws know."""
        where = (LINES.c.table == table) & (LINES.c.number == line)
        self.call(self._write, sa.update(LINES).where(where).values(text="forgotten"))

    def seat(self, table: str, seat: int, browser: Browser | None) -> None:
        """Give a seat to a browser, or to nobody, whoever sits there."""
        cookie = None if browser is None else browser.cookies.get("trainshed") or ""
        owner = None if cookie is None else cookie.rsplit(".", 1)[0]
        where = (SEATS.c.table == table) & (SEATS.c.number == seat)
        self.call(self._write, sa.update(SEATS).where(where).values(kind="human", owner=owner))
        self.set(table)

    async def _write(self, change: sa.Update | sa.Insert) -> None:
        async with self.site.store.begin() as connection:
            await connection.execute(change)


class Browser:
    """One visitor."""

    def __init__(self, visit: Visit, cookies: Cookies | None = None) -> None:
        self.visit = visit
        self.cookies = Cookies() if cookies is None else cookies

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Response:
        return self._send("GET", path, headers=headers)

    def post(
        self, path: str, data: Mapping[str, str], headers: Mapping[str, str] | None = None
    ) -> Response:
        return self._send("POST", path, data=dict(data), headers=headers)

    def open(self, **fields: str) -> str:
        """Open a table; its id."""
        changes = {name.replace("_", "-", 1): value for name, value in fields.items()}
        answer = self.post("/tables", {"game": "rocket", **TWO, **changes})
        assert answer.status_code == 303
        return str(answer.headers["location"]).removeprefix("/t/")

    def play(self, table: str, line: str | None = None, *, version: int | None = None) -> Response:
        """Play a line, by default the first that is offered, on the board as it is."""
        match = self.visit.match(table)
        line = str(match.game.actions(match.state)[0]) if line is None else line
        version = match.version if version is None else version
        return self.post(f"/t/{table}/play", {"version": str(version), "action": line})

    def seats(self, table: str) -> tuple[Seat, ...]:
        cookie = self.cookies.get("trainshed") or ""
        return self.visit.sheet(table).seats(cookie.rsplit(".", 1)[0])

    def _send(self, method: str, path: str, **more: Any) -> Response:  # noqa: ANN401
        client = self.visit.client
        client.cookies = self.cookies
        answer = client.request(method, path, **more)
        self.cookies = client.cookies
        return answer


def asking(path: str, query: str = "", **headers: str) -> dict[str, Any]:
    """A request as the application itself is told of it, for what never ends by itself."""
    named = {"host": "testserver", **headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "raw_path": b"",
        "query_string": query.encode(),
        "root_path": "",
        "scheme": "http",
        "headers": [(name.replace("_", "-").encode(), it.encode()) for name, it in named.items()],
        "server": ("testserver", 80),
        "client": ("there", 1),
    }


def notice(answer: Response) -> str:
    """The friendly word of an answer, without its marks."""
    found = NOTICE.search(answer.text)
    return unescape(re.sub("<[^>]*>", "", found[1])).strip() if found else ""
