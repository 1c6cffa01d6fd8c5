"""A connection that asks for a table goes to the process that serves the table."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from trainshed.web.guard import LONGEST_HEAD
from trainshed.web.processes import pigeonholes
from trainshed.web.processes.heads import Bounded
from trainshed.web.processes.pigeonholes import Pigeonholes, built, home
from trainshed.web.processes.points import LONGEST_LINE, Points, destination

OURS, THEIRS = (next(name for name in map(str, range(99)) if home(name, 2) == n) for n in (0, 1))
"""A table of each of two processes."""


LARGE = 1_000_000
"""So often something is said that does not go through a connection at once."""


async def answer(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - an application
    """Say what was asked for."""
    body = b""
    while (part := await receive()).get("more_body"):
        body += part["body"]
    said = f"{scope['method']} {scope['path']} ".encode() + body + part.get("body", b"")
    said *= LARGE if scope["path"] == "/large" else 1
    headers = [(b"content-length", str(len(said)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": said})


class Process:
    """One of two processes: it answers connections of its own, and takes those of the other."""

    def __init__(self, holes: Pigeonholes) -> None:
        self.holes, self.given = holes, 0
        self.config = uvicorn.Config(answer, lifespan="off", log_config=None)
        self.state = ServerState()

    def protocol(self, begun: bytes = b"") -> Points:
        return Points(self.holes, self.config, self.state, {}, begun=begun)

    def adopt(self, connection: socket.socket, begun: bytes) -> None:
        self.given += 1
        loop = asyncio.get_running_loop()
        connection.setblocking(False)
        self.task = loop.create_task(
            loop.connect_accepted_socket(lambda: self.protocol(begun), connection)
        )


class Talk:
    """A connection to the first of two processes."""

    def __init__(self, one: Process, two: Process) -> None:
        self.one, self.two = one, two

    async def begin(self) -> None:
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        await loop.connect_accepted_socket(self.one.protocol, theirs)
        self.reader, self.writer = await asyncio.open_connection(sock=ours)
        self.two.holes.watch(self.two.adopt)

    async def ask(self, *parts: str) -> str:
        """Send a request in parts, and read the answer."""
        for part in parts:
            self.writer.write(part.encode())
            await self.writer.drain()
            await asyncio.sleep(0.02)
        return await self.answer()

    async def answer(self) -> str:
        async with asyncio.timeout(20):
            head = await self.reader.readuntil(b"\r\n\r\n")
            size = int(head.lower().partition(b"content-length: ")[2].split()[0])
            return (await self.reader.readexactly(size)).decode()

    def end(self) -> None:
        self.writer.close()
        self.two.holes.leave()


def get(table: str) -> str:
    return asked(f"GET /t/{table}")


def asked(what: str) -> str:
    return f"{what} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n"


@pytest.fixture
def talk() -> Iterator[Talk]:
    """A connection that has not asked for anything yet."""
    with built(2) as holes:
        yield Talk(*map(Process, holes))


def test_who_asks_for_a_table_comes_to_its_process(talk: Talk) -> None:
    """With all that was said; after an own table, too, and not back for other pages."""

    async def go() -> None:
        await talk.begin()
        assert await talk.ask(get(OURS)) == f"GET /t/{OURS} "
        assert talk.two.given == 0
        assert await talk.ask(get(THEIRS)) == f"GET /t/{THEIRS} "
        assert (talk.two.given, len(talk.one.state.connections)) == (1, 0)
        assert await talk.ask(asked("GET /")) == "GET / "
        assert talk.two.given == 1
        talk.end()

    asyncio.run(go())


@pytest.mark.parametrize("path", ["/t/{}/play", "/api/v1/tables/{}/moves"])
def test_what_comes_later_is_read_by_the_other(talk: Talk, path: str) -> None:
    """Of a form only the head is there when the connection is switched."""

    async def go() -> None:
        await talk.begin()
        path_ = path.format(THEIRS)
        head = f"POST {path_} HTTP/1.1\r\nhost: x\r\ncontent-length: 6\r\n\r\n"
        assert await talk.ask(head, "abc", "def") == f"POST {path_} abcdef"
        assert talk.two.given == 1
        talk.end()

    asyncio.run(go())


@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("GET /", None),
        ("POST /account/sign-in", 0),
        ("GET /metrics", 0),
        ("GET /metrics?process=0", 0),
        ("GET /metrics?process=1", 1),
        ("GET /metrics?process=4", None),
        ("GET /metrics?process=x", None),
        ("GET /tables", None),
    ],
)
def test_some_pages_are_for_a_certain_process(talk: Talk, what: str, number: int | None) -> None:
    """Limits on forms count for all, and each process can be asked for its figures."""
    for process in (talk.one, talk.two):
        assert destination(process.holes, asked(what).encode()) == number


def test_a_request_is_not_cut_in_two(talk: Talk) -> None:
    """What only looks like the beginning of one is the middle of another, or comes too early."""

    async def go() -> None:
        await talk.begin()
        inside = get(THEIRS)
        head = f"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: {len(inside)}\r\n\r\n"
        assert await talk.ask(head, inside) == f"POST / {inside}"
        both = asyncio.create_task(talk.ask(get(OURS) + get(THEIRS)))
        assert await both == f"GET /t/{OURS} "
        assert await talk.answer() == f"GET /t/{THEIRS} "
        assert talk.two.given == 0
        talk.end()

    asyncio.run(go())


def test_nothing_that_was_said_is_lost(talk: Talk) -> None:
    """A connection stays as long as an answer is still on its way."""

    async def go() -> None:
        await talk.begin()
        talk.writer.write(asked("GET /large").encode())
        await asyncio.sleep(0.1)
        assert await talk.ask(get(THEIRS)) == "GET /large " * LARGE
        assert await talk.answer() == f"GET /t/{THEIRS} "
        assert talk.two.given == 0
        talk.end()

    asyncio.run(go())


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (("P", "OST", " /account/in"), "POST /account/in "),
        (("\r\n", "\r\nPOST /account/in"), "POST /account/in "),
        (("GET ", "/metrics?process=", "0"), "GET /metrics "),
    ],
)
def test_half_a_line_says_too_little(talk: Talk, parts: Sequence[str], said: str) -> None:
    """However a request is cut, it is for the first process, and comes there whole."""

    async def go() -> None:
        talk.one, talk.two = talk.two, talk.one
        await talk.begin()
        assert await talk.ask(*parts[:-1], asked(parts[-1])) == said
        assert talk.two.given == 1
        talk.end()

    asyncio.run(go())


def test_a_line_without_end_is_not_waited_for(talk: Talk) -> None:
    """What is there says enough, or nothing will."""

    async def go() -> None:
        await talk.begin()
        path = f"/t/{THEIRS}/{'x' * LONGEST_LINE}"
        assert await talk.ask(f"GET {path}", " HTTP/1.1\r\nhost: x\r\n\r\n") == f"GET {path} "
        assert talk.two.given == 1
        talk.end()

    asyncio.run(go())


@pytest.mark.parametrize("alone", [True, False])
def test_a_head_without_end_is_refused(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, *, alone: bool
) -> None:
    """By one process and by several; a body may be as long."""

    async def go() -> None:
        if alone:
            only = partial(Bounded, talk.one.config, talk.one.state, {})
            monkeypatch.setattr(talk.one, "protocol", only)
        await talk.begin()
        body = "x" * 3 * LONGEST_HEAD
        head = f"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: {len(body)}\r\n\r\n"
        assert await talk.ask(head, body) == f"POST / {body}"
        assert await talk.ask(asked("GET /")) == "GET / "
        talk.writer.write(f"GET / HTTP/1.1\r\ncookie: {body}".encode())
        async with asyncio.timeout(20):
            assert (await talk.reader.read()).startswith(b"HTTP/1.1 431 ")
        talk.end()

    asyncio.run(go())


def test_where_there_is_no_room_one_serves_it_oneself(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hole may be full, or the piece too large."""
    monkeypatch.setattr(pigeonholes, "LARGEST", 8)

    async def go() -> None:
        await talk.begin()
        assert await talk.ask(get(THEIRS)) == f"GET /t/{THEIRS} "
        assert talk.two.given == 0
        talk.end()

    asyncio.run(go())
