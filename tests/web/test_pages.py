"""A page that follows a table is shown its own view, and of that only what it lacks."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import MutableMapping
from random import Random
from typing import Any

import pytest

from tests.web.test_accounts import made, opened, stop_the_clock
from tests.web.visit import Browser, Visit, asking
from trainshed.core import CHANCE
from trainshed.games import game, games
from trainshed.web import limits
from trainshed.web.printing import page as page_module
from trainshed.web.tables.pages import Pages

SAME = re.compile(r'<(\w+) id="([^"]+)" data-part="(\w+)" data-same></\1>')
PART = re.compile(r'<(\w+) id="[^"]+" data-part="(\w+)"(?! data-same)')


class Follower:
    """A page that follows a table."""

    def __init__(
        self,
        visit: Visit,
        browser: Browser,
        table: str,
        *,
        name: str = "p",
        packed: bool = True,
        path: str = "/t/{table}/events",
    ) -> None:
        self.visit, self.table = visit, table
        self._sent: list[bytes] = []
        self.headers: dict[bytes, bytes] = {}
        self.parts: dict[str, str] = {}
        cookies = "; ".join(f"{key}={value}" for key, value in browser.cookies.items())
        packing = {"accept_encoding": "gzip"} if packed else {}
        self._scope = asking(path.format(table=table), f"page={name}", cookie=cookies, **packing)
        visit.call(self._start)
        self.until("moved", 1)

    async def _start(self) -> None:
        self._gone, self._more = asyncio.Event(), asyncio.Event()
        self._task = asyncio.create_task(
            self.visit.site.app(self._scope, self._receive, self._send)
        )

    async def _receive(self) -> MutableMapping[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.headers = dict(message["headers"])
        self._sent.append(message.get("body", b""))
        self._more.set()

    @property
    def text(self) -> str:
        """All that has come."""
        if self.headers.get(b"content-encoding") == b"gzip":
            return zlib.decompressobj(31).decompress(b"".join(self._sent)).decode()
        return b"".join(self._sent).decode()

    def heard(self, kind: str) -> list[str]:
        """The events of a kind."""
        events = [
            it.removeprefix(f"event: {kind}\n")
            for it in self.text.split("\n\n")[:-1]
            if it.startswith(f"event: {kind}\n")
        ]
        return ["\n".join(line.removeprefix("data: ") for line in it.split("\n")) for it in events]

    def until(self, kind: str, count: int) -> list[str]:
        """The events of a kind when so many have come."""

        async def wait() -> None:
            async with asyncio.timeout(20):
                while len(self.heard(kind)) < count:
                    await self._more.wait()
                    self._more.clear()

        self.visit.call(wait)
        return self.heard(kind)

    def look(self) -> None:
        """Let it be told once more that the table has changed."""

        async def publish() -> None:
            self.visit.site.bus.publish(self.table, 0)

        self.visit.call(publish)

    def ended(self) -> bool:
        """Whether the stream has come to its end."""

        async def wait() -> bool:
            await asyncio.wait([self._task], timeout=10)
            return self._task.done()

        return self.visit.call(wait)

    def leave(self) -> None:
        """Close the page."""

        async def go() -> None:
            self._gone.set()
            await asyncio.wait_for(self._task, 10)

        self.visit.call(go)

    def shown(self, view: str) -> str:
        """A view with the parts that the page has from earlier ones."""
        for found in PART.finditer(view):
            self.parts[found[2]] = _element(view, found.start(), found[1])
        return SAME.sub(lambda found: self.parts[found[3]], view)


def _element(text: str, start: int, name: str) -> str:
    depth = 0
    for found in re.compile(rf"<(/?){name}\b").finditer(text, start):
        depth += -1 if found[1] else 1
        if not depth:
            return text[start : text.index(">", found.start()) + 1]
    raise AssertionError(text[start : start + 80])


def seated(visit: Visit, name: str) -> tuple[str, list[Browser]]:
    """A table for two with people at it."""
    ada, ben = visit.browser(), visit.browser()
    form = {"game": name, "seats": "2", "seat-1": "here", "name-1": "Ada", "name-2": "Ben"}
    if not game(name).takes(game(name).options(), 2):
        form["option-edition"] = "reprint"
    answer = ada.post("/tables", {**form, "seat-2": "elsewhere"})
    table = str(answer.headers["location"]).removeprefix("/t/")
    ben.get("/")
    assert ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"}).status_code == 200
    return table, [ada, ben]


def stir(visit: Visit, table: str) -> None:
    """Tell everybody that something has happened at a table."""

    async def publish() -> None:
        visit.site.bus.publish(table, (await visit.site.tables.load(table)).match.version)

    visit.call(publish)


@pytest.mark.parametrize("name", games())
def test_what_is_put_together_is_the_view_itself(visit: Visit, name: str) -> None:
    """Whoever looks, whatever is played: parts that are left out are those that the page has."""
    stop_the_clock(visit)
    table, players = seated(visit, name)
    watcher = visit.browser()
    watcher.get("/")
    everybody = [*players, watcher]
    pages = [Follower(visit, one, table, name=f"p{n}") for n, one in enumerate(everybody)]
    rng, left_out = Random(5), 0
    for count in range(1, 25):
        match = visit.match(table)
        if match.actor is None:
            break
        line = str(rng.choice(list(match.game.actions(match.state))))
        last = match.history[-1].seat if match.history else CHANCE
        undone = count % 9 == 0 and last != CHANCE and match.may_undo(last)
        mover = players[last if undone else match.actor]
        assert mover.play(table, "undo" if undone else line).status_code == 200
        for one, follower in zip(everybody, pages, strict=True):
            view = follower.until("view", count)[-1]
            left_out += len(SAME.findall(view))
            assert follower.shown(view) == one.get(f"/t/{table}/fragment").text
    assert left_out > 100
    for follower in pages:
        follower.leave()


def test_an_answer_leaves_out_what_the_page_has(visit: Visit) -> None:
    player = visit.browser()
    table = player.open()
    whole = player.get(f"/t/{table}/fragment")
    tags = " ".join(found[2] for found in PART.finditer(whole.text))
    rest = player.get(f"/t/{table}/fragment", headers={"trainshed-has": f"p {tags}"})
    assert len(rest.text) < len(whole.text) / 2
    assert rest.headers["cache-control"] == "no-store"
    assert not PART.search(rest.text)
    assert "data-same" not in whole.text


def test_who_moves_is_not_shown_his_move_again(visit: Visit) -> None:
    stop_the_clock(visit)
    table, (ada, ben) = seated(visit, "rocket")
    pages = [Follower(visit, one, table, name=name) for one, name in ((ada, "a"), (ben, "b"))]
    match = visit.match(table)
    mover = ada if match.actor == 0 else ben
    own, their = pages if mover is ada else reversed(pages)
    line = str(match.game.actions(match.state)[0])
    form = {"version": str(match.version), "action": line}
    answer = mover.post(
        f"/t/{table}/play", form, headers={"trainshed-has": "a" if mover is ada else "b"}
    )
    their.until("view", 1)
    own.until("moved", 2)
    assert own.heard("view") == []
    assert PART.search(answer.text)
    stir(visit, table)
    own.until("moved", 3)
    assert own.heard("view") == []
    for one in pages:
        one.leave()


def test_nobody_notes_what_the_page_of_another_shows() -> None:
    pages = Pages()
    with pages.open("p", "ada") as page:
        assert page is not None
        pages.note("p", "ben", "tag", frozenset({"x"}))
        assert (page.tag, page.has) == ("", frozenset())
        pages.note("p", "ada", "tag", frozenset({"x"}))
        assert (page.tag, page.has) == ("tag", frozenset({"x"}))
    pages.note("p", "ada", "later", frozenset())
    with pages.open("", "ada") as page:
        assert page is None


def test_whoever_was_signed_out_is_shown_nothing_more(visit: Visit) -> None:
    stop_the_clock(visit)
    ada = made(visit, name="Ada")
    table = opened(ada)
    follower = Follower(visit, ada, table)
    ada.post("/account/out", {})
    stir(visit, table)
    assert follower.ended()
    assert follower.heard("view") == []


def test_spectators_are_shown_what_was_printed_once(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_the_clock(visit)
    table, players = seated(visit, "rocket")
    guests = [visit.browser() for _ in range(3)]
    for guest in guests:
        guest.get("/")
    pages = [Follower(visit, guest, table, name=f"g{n}") for n, guest in enumerate(guests)]
    seen: list[tuple[int, ...]] = []
    original = page_module.table_page

    def counted(match: Any, sitting: Any, **more: Any) -> Any:  # noqa: ANN401
        seen.append(tuple(sitting.mine))
        return original(match, sitting, **more)

    monkeypatch.setattr(page_module, "table_page", counted)
    for count in (1, 2):
        actor = visit.match(table).actor
        assert actor is not None
        players[actor].play(table)
        views = {one.until("view", count)[-1] for one in pages}
        assert len(views) == 1
    assert seen.count(()) == 2
    for one in pages:
        one.leave()


def test_who_follows_too_many_tables_is_told_so(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By pages and by programs; whoever closes one may follow another."""
    monkeypatch.setattr(limits, "STREAMS", 1)
    ada = visit.browser()
    table = ada.open()
    follower = Follower(visit, ada, table)
    for path in (f"/t/{table}/events", f"/api/v1/tables/{table}/events"):
        refused = ada.get(path)
        assert refused.status_code == 429
        assert "Too many tables" in refused.text
    for browser in (visit.browser(), ada):
        follower.leave()
        follower = Follower(visit, browser, table)
    follower.leave()


def test_a_stream_may_be_plain(visit: Visit) -> None:
    """Whoever takes nothing packed reads what others were sent packed."""
    stop_the_clock(visit)
    table, players = seated(visit, "rocket")
    guests = [visit.browser(), visit.browser()]
    for guest in guests:
        guest.get("/")
    packed = Follower(visit, guests[0], table, name="packed")
    actor = visit.match(table).actor
    assert actor is not None
    players[actor].play(table)
    view = packed.until("view", 1)
    plain = Follower(visit, guests[1], table, name="plain", packed=False)
    assert b"content-encoding" not in plain.headers
    stir(visit, table)
    assert plain.until("view", 1) == view
    for one in (packed, plain):
        one.leave()
