"""Heads: what comes before the body of a request, of a sane length.

A head that is whole is measured where addresses and forms are. Until it is, the parser would keep
whatever comes.
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from trainshed.web.guard import LONGEST_HEAD

_REFUSAL = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Bounded(HttpToolsProtocol):
    """A connection that ends when a head does not."""

    _is_head = False
    _length = 0

    @property
    def is_idle(self) -> bool:
        """Whether all that was asked has been answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is too much."""
        super().data_received(data)
        self._length += len(data)
        is_endless = self._is_head and self._length > LONGEST_HEAD
        if is_endless and not self.transport.is_closing():
            if self.is_idle:
                self.transport.write(_REFUSAL)
            self.transport.close()

    def on_message_begin(self) -> None:
        """A request has begun."""
        self._is_head, self._length = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is whole."""
        self._is_head = False
        super().on_headers_complete()
