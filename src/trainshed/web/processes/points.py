"""Points: a connection is switched to the process that should answer what it asks for.

Every process can answer everything. But where all who are at a table are served by the same
process, its game is in memory once, and what they see alike is printed once. Forms that belong to
no table, as for signing in, go to the first process, so that limits on them count for all.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from .pigeonholes import Pigeonholes

_TABLE = re.compile(rb"[A-Z]+ /(?:t|api/v1/tables)/([\w-]+)")
"""How a request begins that asks for a table."""
_METER = re.compile(rb"GET /metrics(?:\?process=(\d{1,4}))? ")
"""How a request begins that asks for the figures of a process."""


class Points(HttpToolsProtocol):
    """A connection, looked at whenever a request begins."""

    def __init__(
        self,
        holes: Pigeonholes,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        begun: bytes = b"",
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._holes = holes
        self._begun = begun
        self._is_amid = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with what another process has read."""
        super().connection_made(transport)
        if self._begun:
            super().data_received(self._begun)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the request that begins here is for another process."""
        if self._is_amid or not self._switch(data):
            super().data_received(data)

    def on_message_begin(self) -> None:
        """A request has begun."""
        self._is_amid = True
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """A request has been read."""
        self._is_amid = False
        super().on_message_complete()

    def _switch(self, data: bytes) -> bool:
        """Hand the connection over if it is idle and asks for what another process does."""
        cycle: RequestResponseCycle | None = self.cycle
        is_idle = cycle is None or cycle.response_complete
        if not is_idle or self.transport.get_write_buffer_size():
            return False
        number = destination(self._holes, data)
        if number is None or number == self._holes.number:
            return False
        connection = self.transport.get_extra_info("socket").fileno()
        if not self._holes.hand_over(number, connection, data):
            return False
        self._unset_keepalive_if_required()
        self.transport.pause_reading()
        self.transport.abort()
        return True


def destination(holes: Pigeonholes, data: bytes) -> int | None:
    """The process that should answer a request that begins like this; None if any may."""
    if asked := _TABLE.match(data):
        return holes.whose(asked[1].decode())
    if asked := _METER.match(data):
        return int(asked[1] or 0) % holes.count
    return 0 if data.startswith(b"POST ") else None
