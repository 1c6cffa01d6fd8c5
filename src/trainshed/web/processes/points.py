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
from uvicorn.server import ServerState

from trainshed.web.guard import LONGEST_ADDRESS

from .heads import Bounded
from .pigeonholes import Pigeonholes

_TABLE = re.compile(rb"[A-Z]+ /(?:t|api/v1/tables)/([\w-]+)")
"""How a request begins that asks for a table."""
_METER = re.compile(rb"GET /metrics(?:\?process=(\d{1,4}))? ")
"""How a request begins that asks for the figures of a process."""
_BLANK = b"\r\n"
"""What the parser leaves out before a request."""
LONGEST_LINE = 2 * LONGEST_ADDRESS
"""So many bytes of a first line are waited for."""


class Points(Bounded):
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
        """What was read, here or by another process, and not parsed yet."""
        self._is_amid = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with what another process has read."""
        super().connection_made(transport)
        if self._begun:
            super().data_received(self._taken())

    def data_received(self, data: bytes) -> None:
        """Read on, unless the request that begins here is for another process.

        Its first line is waited for: half of it says too little.
        """
        if self._is_amid or not self._is_still:
            super().data_received(data)
            return
        self._unset_keepalive_if_required()
        self._begun += data
        if is_told(self._begun):
            data = self._taken()
            if not self._switch(data):
                super().data_received(data)
        else:
            self.expect()

    def _taken(self) -> bytes:
        """What was read so far, to be parsed now."""
        begun, self._begun = self._begun, b""
        return begun

    @property
    def _is_still(self) -> bool:
        """Whether the connection has nothing to do, nor to say."""
        return self.is_idle and not self.transport.get_write_buffer_size()

    def on_message_begin(self) -> None:
        """A request has begun."""
        self._is_amid = True
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """A request has been read."""
        self._is_amid = False
        super().on_message_complete()

    def _switch(self, data: bytes) -> bool:
        """Hand the connection over if it asks for what another process does."""
        number = destination(self._holes, data)
        if number is None or number == self._holes.number:
            return False
        connection = self.transport.get_extra_info("socket").fileno()
        if not self._holes.hand_over(number, connection, data):
            return False
        self.transport.pause_reading()
        self.transport.abort()
        return True


def is_told(data: bytes) -> bool:
    """Whether so much of a request is there that one knows what it asks for, or never will."""
    return b"\n" in data.lstrip(_BLANK) or len(data) > LONGEST_LINE


def destination(holes: Pigeonholes, data: bytes) -> int | None:
    """The process that should answer a request that begins like this; None if any may."""
    data = data.lstrip(_BLANK)
    if asked := _TABLE.match(data):
        return holes.whose(asked[1].decode())
    if asked := _METER.match(data):
        number = int(asked[1] or 0)
        return number if number < holes.count else None
    return 0 if data.startswith(b"POST ") else None
