"""Heads and bodies of requests: of a sane length, and sent within a sane time.

A head that is whole is measured where addresses and forms are. Until it is, the parser would keep
whatever comes, and wait for the rest for ever.
"""

from __future__ import annotations

import asyncio
import math
from asyncio import TimerHandle

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from trainshed.web.guard import LONGEST_HEAD

PATIENCE = 30.0
"""Seconds for a head, and for a body; a body that goes on has more."""
PACE = 2_000
"""So many bytes of a body give it a second more."""
LAST = 2.0
"""Seconds for what is being sent when the site is stopped."""


class Bounded(HttpToolsProtocol):
    """A connection that ends when a head or a body does not."""

    patience, last = PATIENCE, LAST
    pace: float = PACE
    _is_head = False
    _length = 0
    _body = 0
    _since: float | None = None
    """Since when it is the other side's turn to say something; None where it is ours."""
    _timer: TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether all that was asked has been answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request."""
        super().connection_made(transport)
        self.expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing."""
        self._since = None
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is too much."""
        super().data_received(data)
        self._length += len(data)
        is_endless = self._is_head and self._length > LONGEST_HEAD
        if is_endless and not self.transport.is_closing():
            self._refuse(b"431 Request Header Fields Too Large")
        elif self.is_idle:
            self.expect()

    def on_message_begin(self) -> None:
        """A request has begun."""
        self._is_head, self._length = True, 0
        self.expect()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is whole; the body has time of its own."""
        self._is_head, self._body = False, 0
        self._since = self.loop.time()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """More of its body has come."""
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """All of it has come: now it is for us to answer."""
        self._since = None
        super().on_message_complete()

    def expect(self) -> None:
        """Wait for the other side, from now on or as before."""
        if self._since is None:
            self._since, self._body = self.loop.time(), 0
        if self._timer is None:
            self._timer = self.loop.call_later(self.patience, self._look)

    def shutdown(self) -> None:
        """The site is stopped: who has not sent all of his request has a moment left."""
        super().shutdown()
        if self._since is not None and not self.transport.is_closing():
            self._since = self.loop.time() + self.last - self.patience
            self.pace = math.inf
            self.loop.call_later(self.last, self._look)

    def _look(self) -> None:
        """End the connection if the other side has had its time."""
        self._timer = None
        if self._since is None or self.transport.is_closing():
            return
        now = self.loop.time()
        if self._is_ours:
            self._since = now
        left = self._since + self.patience + self._body / self.pace - now
        if left > 0:
            self._timer = self.loop.call_later(left, self._look)
        else:
            self._refuse(b"408 Request Timeout")

    @property
    def _is_ours(self) -> bool:
        """Whether it is we who do not want to read a body yet."""
        is_amid = not self.is_idle and not self._is_head
        return self.flow.read_paused or (is_amid and self.cycle.waiting_for_100_continue)

    def _refuse(self, status: bytes) -> None:
        """End the connection, with a word if a request is cut off that was not answered."""
        cycle, is_quiet = self.cycle, not self.transport.get_write_buffer_size()
        is_cut = self._is_head if self.is_idle else not (self._is_head or cycle.response_started)
        if is_cut and is_quiet:
            end = b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(b"HTTP/1.1 " + status + end)
        if not self.is_idle:
            cycle.disconnected = True
            cycle.message_event.set()
        if is_quiet:
            self.transport.close()
        else:
            self.transport.abort()  # nobody reads what was said before
