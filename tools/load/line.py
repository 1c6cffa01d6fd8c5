"""HTTP/1.1 over plain sockets, as little of it as a browser at a table needs: the crowd is cheap.

What a client spends is taken from the two cores that the site has, so there is no library here.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping

from msgspec import Struct

IDLE = 3.0
"""Seconds after which a connection is not used again: the site hangs up after five."""
LONGEST = 30.0
"""Seconds after which an answer counts as missing."""


class Answer(Struct, frozen=True):
    """What came back: the status, the headers in small letters, the body as it was sent."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Lines:
    """Connections to the site, used by whoever needs one."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._free: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        """Send a request and wait for the answer."""
        async with asyncio.timeout(LONGEST):
            reader, writer = await self._take()
            writer.write(self._request(method, path, headers, body))
            answer = await _read(reader)
        if answer.headers.get("connection") == "close":
            writer.close()
        else:
            self._free.append((time.monotonic(), reader, writer))
        return answer

    async def listen(
        self, path: str, headers: Mapping[str, str], hear: Callable[[bytes, bytes], None]
    ) -> Stream:
        """Follow a stream of events."""
        loop = asyncio.get_running_loop()
        request = self._request("GET", path, headers, b"")
        _, stream = await loop.create_connection(
            lambda: Stream(request, hear), self.host, self.port
        )
        return stream

    def close(self) -> None:
        """Hang up."""
        while self._free:
            self._free.pop()[2].close()

    async def _take(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._free:
            since, reader, writer = self._free.pop()
            if time.monotonic() - since < IDLE and not reader.at_eof():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(self.host, self.port, limit=1 << 20)

    def _request(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"host: {self.host}:{self.port}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if method == "POST":
            lines.append("content-type: application/x-www-form-urlencoded")
            lines.append(f"content-length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode() + body


async def _read(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in head[1:] if line)
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    if headers.get("transfer-encoding") == "chunked":
        body = b"".join([chunk async for chunk in _chunks(reader)])
    else:
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Answer(int(head[0].split()[1]), headers, body)


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readline(), 16):
        yield await reader.readexactly(size)
        await reader.readline()
    await reader.readline()


class Stream(asyncio.Protocol):
    """One stream of events, packed or not; whoever listens hears each with its kind."""

    def __init__(self, request: bytes, hear: Callable[[bytes, bytes], None]) -> None:
        self._request = request
        self._hear = hear
        self._rest = self._raw = b""
        self._is_body = False
        self._unpack: Callable[[bytes], bytes] = bytes
        self._transport: asyncio.BaseTransport | None = None
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        transport.write(self._request)
        self.is_open = True

    def data_received(self, data: bytes) -> None:
        self._raw += data
        if not self._is_body:
            head, found, rest = self._raw.partition(b"\r\n\r\n")
            if not found:
                return
            self._is_body, self._raw = True, rest
            if b"content-encoding: gzip" in head.lower():
                self._unpack = zlib.decompressobj(31).decompress
        *whole, self._rest = (self._rest + b"".join(self._chunks())).split(b"\n\n")
        for event in whole:
            kind, _, text = event.partition(b"\n")
            if kind.startswith(b"event: "):
                self._hear(kind[7:], text.removeprefix(b"data: "))

    def _chunks(self) -> Iterator[bytes]:
        """The body as far as it has come."""
        at = 0
        while (end := self._raw.find(b"\r\n", at)) >= 0:
            size = int(self._raw[at:end], 16)
            if len(self._raw) < end + size + 4:
                break
            yield self._unpack(self._raw[end + 2 : end + 2 + size])
            at = end + size + 4
        self._raw = self._raw[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()
