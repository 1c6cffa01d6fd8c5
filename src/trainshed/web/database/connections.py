"""Connections to PostgreSQL, none of which is waited for without end.

The server keeps the limits that it is told. One that hangs, or that was stopped, keeps none: then
the connection is cut on this side, and whoever waits hears that it was lost.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf, isinf
from typing import Any

import psycopg
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Loader
from psycopg.pq import Format

from .rows import DAMAGED
from .timeouts import Timeouts

ALIVE = {
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""A machine that is gone without a word is noticed after half a minute."""
LIMITS = {
    "statement_timeout": "statement",
    "lock_timeout": "lock",
    "idle_in_transaction_session_timeout": "idle",
}
"""What PostgreSQL calls its limits, and what they are called here."""


class Connection(psycopg.AsyncConnection[tuple[Any, ...]]):
    """A connection that is cut where an answer takes too long."""

    patience = inf
    is_cut = False

    async def wait(self, *given: Any, **more: Any) -> Any:  # noqa: ANN401 - as the driver does
        """Wait for an answer, but not for ever; whoever only listens says himself how long."""
        if isinf(self.patience) or more.get("timeout") is not None:
            return await super().wait(*given, **more)
        clock = asyncio.get_running_loop().call_later(self.patience, self._cut)
        try:
            return await super().wait(*given, **more)
        finally:
            clock.cancel()

    def _cut(self) -> None:
        """End both directions; the driver closes what is left when it hears of it."""
        self.is_cut = True
        with suppress(OSError):
            ours = socket.socket(fileno=self.pgconn.socket)
            try:
                ours.shutdown(socket.SHUT_RDWR)
            finally:
                ours.detach()


async def connect(
    arguments: Mapping[str, Any], timeouts: Timeouts, *, autocommit: bool = True
) -> Connection:
    """A new connection that keeps these limits; what its address says counts before them."""
    try:
        async with asyncio.timeout(timeouts.connect):
            made = await Connection.connect(**{**ALIVE, **arguments}, autocommit=True)
    except TimeoutError:
        raise psycopg.errors.ConnectionTimeout("the server does not answer") from None
    made.patience = timeouts.answer
    _tolerate(made)
    try:
        await _limit(made, timeouts, said=str(arguments.get("options", "")))
        await made.set_autocommit(autocommit)
    except BaseException:  # whoever waited for it may be gone
        await made.close()
        raise
    return made


async def _limit(made: Connection, timeouts: Timeouts, *, said: str) -> None:
    """Tell the server its limits, but for those of which the address says something."""
    limits = [(name, getattr(timeouts, key)) for name, key in LIMITS.items() if name not in said]
    wanted = [(name, f"{round(1000 * it)}ms") for name, it in limits if it != inf]
    if wanted:
        calls = ", ".join("set_config(%s, %s, false)" for _ in wanted)
        await made.execute(f"SELECT {calls}", [it for both in wanted for it in both])


def _tolerate(connection: Connection) -> None:
    """Let a value that the driver cannot read be a damaged one, and the other rows be read."""
    for name in ("timestamp", "json"):
        known = connection.adapters.types[name].oid
        kind = connection.adapters.get_loader(known, Format.TEXT)
        assert kind is not None
        connection.adapters.register_loader(known, _tolerant(kind))


def _tolerant(kind: Callable[..., Any]) -> type[Loader]:
    class Tolerant(Loader):
        """What the driver has for a type, and a damaged value where that fails."""

        def __init__(self, oid: int, context: AdaptContext | None = None) -> None:
            super().__init__(oid, context)
            self._load = kind(oid, context).load

        def load(self, data: Buffer) -> Any:  # noqa: ANN401 - what it means
            try:
                return self._load(data)
            except (psycopg.DataError, ValueError, RecursionError):
                return DAMAGED

    return Tolerant
