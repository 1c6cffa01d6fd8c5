"""The stream of changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import pytest

from tests.web.visit import Visit, asking
from trainshed.web import limits
from trainshed.web.processes.live import Bus, stream


def always(version: int) -> Callable[[], Awaitable[int]]:
    """A table that stays as it is."""

    async def read() -> int:
        return version

    return read


def test_a_stream_says_the_version_at_once_and_at_each_change() -> None:
    """Only the latest version counts."""

    async def listen() -> list[str]:
        bus = Bus()
        events = stream(bus, "t", always(3), beat=0.01)
        heard = [await anext(events)]
        bus.publish("other", 1)
        heard.append(await anext(events))
        bus.publish("t", 4)
        bus.publish("t", 5)
        heard.append(await anext(events))
        assert bus.listeners("t") == 1
        bus.close()
        heard += [event async for event in events]
        assert bus.listeners("t") == 0
        return heard

    moved = "event: moved\ndata: {}\n\n"
    assert asyncio.run(listen()) == [moved.format(3), ": still here\n\n", moved.format(5)]


def test_a_change_while_a_stream_begins_is_not_missed() -> None:
    """One listens before the version is read."""

    async def listen() -> list[str]:
        bus = Bus()

        async def read() -> int:
            bus.publish("t", 4)
            return 3

        events = stream(bus, "t", read, beat=0.01)
        heard = [await anext(events), await anext(events)]
        bus.close()
        return heard + [event async for event in events]

    moved = "event: moved\ndata: {}\n\n"
    assert asyncio.run(listen()) == [moved.format(3), moved.format(4)]


def test_a_stream_finds_what_another_process_has_played() -> None:
    """It looks at each beat."""

    async def listen() -> list[str]:
        bus, versions = Bus(), iter([1, 1, 2, 2])

        async def read() -> int:
            return next(versions)

        events = stream(bus, "t", read, beat=0.01)
        return [await anext(events) for _ in range(4)]

    quiet = ": still here\n\n"
    moved = "event: moved\ndata: {}\n\n"
    assert asyncio.run(listen()) == [moved.format(1), quiet, moved.format(2), quiet]


def test_a_closed_bus_ends_new_streams_too() -> None:
    """Nobody waits for a server that stops."""

    async def listen() -> int:
        bus = Bus()
        bus.close()
        return len([event async for event in stream(bus, "t", always(1))])

    assert asyncio.run(listen()) == 1


def test_viewers_hear_of_a_move_and_are_forgotten_when_they_leave(visit: Visit) -> None:
    """The stream is not compressed and not kept by anybody on the way."""
    browser = visit.browser()
    table = browser.open()
    owner = visit.sheet(table).table.chairs[0].owner or ""
    tables = visit.site.tables

    async def watch() -> list[MutableMapping[str, Any]]:
        sent: list[MutableMapping[str, Any]] = []
        heard, gone = asyncio.Event(), asyncio.Event()

        async def receive() -> MutableMapping[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)
            if message.get("body"):
                heard.set()

        scope = asking(f"/t/{table}/events", accept_encoding="gzip")
        task = asyncio.create_task(visit.site.app(scope, receive, send))
        await asyncio.wait_for(heard.wait(), 5)
        heard.clear()
        match = (await tables.load(table)).match
        line = str(match.game.actions(match.state)[0])
        await tables.play(table, owner, version=1, line=line)
        await asyncio.wait_for(heard.wait(), 5)
        assert tables.bus.listeners(table) == 1
        gone.set()
        await asyncio.wait_for(task, 5)
        assert tables.bus.listeners(table) == 0
        return sent

    sent = visit.call(watch)
    headers = dict(sent[0]["headers"])
    assert headers[b"content-type"].startswith(b"text/event-stream")
    assert b"content-encoding" not in headers
    bodies = [message["body"] for message in sent[1:] if message.get("body")]
    assert bodies == [b"event: moved\ndata: 1\n\n", b"event: moved\ndata: 2\n\n"]


def test_who_follows_many_tables_at_once_follows_no_more_than_he_may(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where he asks for all of them before the first has begun."""
    monkeypatch.setattr(limits, "STREAMS", 3)
    browser = visit.browser()
    table = browser.open()
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    scope = asking(f"/t/{table}/events", cookie=cookie)

    async def rush() -> tuple[list[int], int]:
        gone, all_answered, answered = asyncio.Event(), asyncio.Event(), list[int]()

        async def receive() -> MutableMapping[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            answered.extend([message["status"]] if "status" in message else [])
            if len(answered) == 9:
                all_answered.set()

        tasks = [asyncio.create_task(visit.site.app(dict(scope), receive, send)) for _ in range(9)]
        await asyncio.wait_for(all_answered.wait(), 20)
        await asyncio.sleep(0.1)
        following = visit.site.bus.listeners(table)
        gone.set()
        await asyncio.gather(*tasks)
        return answered, following

    answered, following = visit.call(rush)
    assert set(answered) <= {200, 429}
    assert following == 3


def test_who_leaves_while_the_table_is_read_disturbs_nothing(
    visit: Visit, caplog: pytest.LogCaptureFixture
) -> None:
    """The reading goes on to its end, whenever he leaves, and the connection is used again."""
    table = visit.browser().open()
    scope = asking(f"/t/{table}/events")

    async def look(moment: int) -> None:
        async def receive() -> MutableMapping[str, Any]:
            for _ in range(moment):
                await asyncio.sleep(0)
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            pass

        await asyncio.wait_for(visit.site.app(dict(scope), receive, send), 20)

    async def leave() -> None:
        for _ in range(3):
            await asyncio.gather(*(look(moment) for moment in range(20)))

    visit.call(leave)
    assert [record.message for record in caplog.records if "sqlalchemy" in record.name] == []
    assert visit.site.bus.listeners(table) == 0
