"""What goes out to a browser: the head of an answer and its body leave together.

The server hands them over one after the other, and a piece of its own for each costs more than
what is in it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

LARGE = 64 * 1024
"""No more bytes than these wait for others."""


class Gathered:
    """A connection that sends together what is written in one go."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._parts: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        """Send this soon, after what was written before."""
        if not data:
            return
        if not self._parts:
            asyncio.get_running_loop().call_soon(self.flush)
        self._parts.append(data)
        self._size += len(data)
        if self._size > LARGE:
            self.flush()

    def flush(self) -> None:
        """Send what waits."""
        parts, self._parts, self._size = self._parts, [], 0
        if parts:
            self._transport.write(b"".join(parts))

    def close(self) -> None:
        """Hang up when all is sent."""
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a connection can
        return getattr(self._transport, name)


class Protocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """HTTP as the server speaks it, over such connections."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to listen."""
        super().connection_made(Gathered(transport))
