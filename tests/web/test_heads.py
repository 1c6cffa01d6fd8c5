"""Whoever begins a request and does not go on is not waited for; whoever is slow, is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
import structlog
import uvicorn
from sqlalchemy.exc import OperationalError
from uvicorn.server import ServerState

from tests.web.visit import Visit
from trainshed.web.guard import Settled
from trainshed.web.processes.heads import Bounded
from trainshed.web.processes.pigeonholes import built
from trainshed.web.processes.points import Points

PATIENCE, PACE = 0.3, 10_000
LONG = 3.0
"""Seconds in which a test must see what it waits for."""
GET = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n"
CUT = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - an application
    """Say how much was sent."""
    if scope["path"] == "/slow":
        await asyncio.sleep(3 * PATIENCE)
    size, more = 0, scope["path"] != "/early"
    while more:
        part = await receive()
        if part["type"] == "http.disconnect":
            return
        size, more = size + len(part["body"]), part["more_body"]
    said = str(size).encode()
    headers = [(b"content-length", b"%d" % len(said))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    if scope["path"] == "/stream":
        await asyncio.sleep(3 * PATIENCE)
    await send({"type": "http.response.body", "body": said})


class Line:
    """A connection, as the other side has it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def say(self, *parts: bytes, pause: float = 0) -> None:
        for part in parts:
            self.writer.write(part)
            await self.writer.drain()
            await asyncio.sleep(pause)

    async def answer(self) -> bytes:
        """The body of an answer."""
        async with asyncio.timeout(LONG):
            head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
            size = int(head.partition(b"content-length: ")[2].split()[0])
            return await self.reader.readexactly(size)

    async def end(self) -> bytes:
        """All that is said before it is ended."""
        async with asyncio.timeout(LONG):
            return await self.reader.read()


def talk(app: Any, going: Callable[[Line], Awaitable[None]], kind: type[Bounded] = Bounded) -> None:  # noqa: ANN401 - an application
    """Serve connections of a real socket, with little patience."""

    class Brief(kind):  # type: ignore[misc, valid-type]
        patience = PATIENCE if kind in (Bounded, Points) else kind.patience
        pace = PACE

    async def go() -> None:
        config = uvicorn.Config(app, lifespan="off", log_config=None)
        protocol = partial(Brief, config, ServerState(), {})
        with built(1) as (holes,):
            if issubclass(kind, Points):
                protocol = partial(Brief, holes, config, ServerState(), {})
            loop = asyncio.get_running_loop()
            async with await loop.create_server(protocol, "127.0.0.1", 0) as server:
                port = server.sockets[0].getsockname()[1]
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                await going(Line(reader, writer))
                writer.close()

    asyncio.run(go())


KINDS = pytest.mark.parametrize("kind", [Bounded, Points])


@KINDS
@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([], b""),
        ([b"\r\n"] * 40, b""),
        ([b"GE"], None),
        ([b"GET / HTTP/1.1\r\nhost"], CUT),
        ([b"GET / HTTP/1.1\r\n", *[b"a: b\r\n"] * 40], CUT),
        ([POST % 9], CUT),
        ([POST % 999, *[b"x"] * 40], CUT),
        ([b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n", b"5\r\nab"], CUT),
    ],
    ids=["nothing", "blanks", "a word", "a head", "drops of a head", "a form", "drops", "chunks"],
)
def test_who_does_not_go_on_is_cut_off(
    kind: type[Bounded], parts: list[bytes], said: bytes | None
) -> None:
    """Before the head, in it or in the body, with nothing more or a drop now and then."""

    async def going(line: Line) -> None:
        saying = asyncio.create_task(line.say(*parts, pause=PATIENCE / 10))
        found = await line.end()
        saying.cancel()
        assert found == (said if said is not None else (b"" if kind is Points else CUT))

    talk(echo, going, kind)


@KINDS
def test_who_is_slow_and_steady_is_heard(kind: type[Bounded]) -> None:
    """For as long as it takes."""

    async def going(line: Line) -> None:
        parts = [bytes(800)] * 20  # twice the pace, for more than twice the patience
        await line.say(POST % 16_000, *parts, pause=PATIENCE / 8)
        assert await line.answer() == b"16000"

    talk(echo, going, kind)


@pytest.mark.parametrize("path", [b"/slow", b"/stream"])
def test_nobody_is_cut_off_while_he_waits_for_us(path: bytes) -> None:
    """However long it takes, also where we read no more than a piece of what he says."""

    async def going(line: Line) -> None:
        await line.say(POST.replace(b"/", path, 1) % 400_000, bytes(400_000))
        assert await line.answer() == b"400000"
        await line.say(
            POST.replace(b"/", path, 1).replace(b"\r\n\r\n", b"\r\nexpect: 100-continue\r\n\r\n")
            % 5
        )
        if path == b"/slow":
            async with asyncio.timeout(LONG):
                assert b"100 Continue" in await line.reader.readuntil(b"\r\n\r\n")
        else:
            await line.reader.readuntil(b"\r\n\r\n")
        await line.say(b"12345")
        assert await line.answer() == b"5"

    talk(echo, going)


def test_what_comes_after_an_answer_is_not_waited_for_either() -> None:
    """The rest of a body that nobody wanted; and the connection may be used again before that."""

    async def going(line: Line) -> None:
        early = POST.replace(b"/", b"/early", 1)
        await line.say(early % 5)
        assert await line.answer() == b"0"
        await line.say(b"12345", GET)
        assert await line.answer() == b"0"
        await line.say(early % 5)
        assert await line.answer() == b"0"
        await line.say(b"1234")
        assert await line.end() == b""

    talk(echo, going)


@KINDS
def test_half_a_form_holds_up_no_stop(kind: type[Bounded]) -> None:
    """It has a moment to come in whole, then it is cut off; what is whole is answered."""

    class Stopping(kind):  # type: ignore[misc, valid-type]
        patience, last = 60.0, PATIENCE

        def on_body(self, body: bytes) -> None:
            super().on_body(body)
            self.shutdown()

    async def late(line: Line) -> None:
        await line.say(POST % 5, b"12")
        assert await line.end() == CUT

    async def in_time(line: Line) -> None:
        await line.say(POST % 5, b"12", b"345", pause=PATIENCE / 3)
        assert await line.answer() == b"5"
        assert await line.end() == b""

    for going in (late, in_time):
        talk(echo, going, Stopping)


def test_a_form_that_is_cut_off_is_no_failure(
    visit: Visit, caplog: pytest.LogCaptureFixture
) -> None:
    """It changes nothing, and nobody is told of it in the log; nor one whose sender hangs up."""
    kind = b"content-type: application/x-www-form-urlencoded\r\n"

    async def going(line: Line) -> None:
        await line.say(
            b"POST /settings HTTP/1.1\r\nhost: x\r\n" + kind + b"content-length: 9\r\n\r\na="
        )
        assert (await line.end()).startswith(b"HTTP/1.1 408 ")

    async def leaving(line: Line) -> None:
        await line.say(
            b"POST /settings HTTP/1.1\r\nhost: x\r\n" + kind + b"content-length: 9\r\n\r\na="
        )
        line.writer.close()
        await asyncio.sleep(PATIENCE)

    with structlog.testing.capture_logs() as lines, caplog.at_level(logging.WARNING):
        talk(visit.site.app, going)
        talk(visit.site.app, leaving)
    assert [it for it in lines if it["log_level"] not in ("debug", "info")] == []
    assert caplog.records == []


@pytest.mark.parametrize("status", [500, 503])
def test_a_connection_is_good_for_more_after_a_failure(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """Of a page, or of what every request goes through: a proxy would lose the next move."""

    def broken(*values: object) -> None:
        raise KeyError if status == 500 else OperationalError("", {}, Exception())

    async def going(line: Line) -> None:
        await line.say(POST.replace(b"/", b"/tables", 1) % 0)
        head = await line.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 %d " % status)
        assert b"connection: close" not in head.lower()
        size = int(head.lower().partition(b"content-length: ")[2].split()[0])
        assert b"<h1>" in await line.reader.readexactly(size)
        await line.say(b"GET /manifest.webmanifest HTTP/1.1\r\nhost: x\r\n\r\n")
        assert b"Trainshed" in await line.answer()

    monkeypatch.setattr(visit.site.limits, "take", broken)
    talk(visit.site.app, going)


@pytest.mark.parametrize("said", [0, 1, 2])
def test_a_connection_ends_with_an_answer_that_is_not_whole(said: int) -> None:
    """Nothing else could be known as the next answer; where there is none, the other side hears."""
    messages: list[dict[str, object]] = [
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]},
        {"type": "http.response.body", "body": b"ab", "more_body": True},
    ]

    async def broken(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        for message in messages[:said]:
            await send(message)
        raise KeyError("broken")

    async def going(line: Line) -> None:
        await line.say(GET, GET)
        found = (await line.end()).lower()
        assert found.count(b"http/1.1 ") == 1
        assert (b"connection: close" in found) is (said == 0)

    talk(Settled(broken), going)
