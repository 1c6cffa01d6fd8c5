"""The telegraph: LISTEN and NOTIFY of PostgreSQL, and its advisory locks.

A process keeps two connections of its own: one listens; the other, the desk, sends and claims.
A claim is a lock of the desk's session, so a process that dies leaves its work to the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

import psycopg
import structlog

from trainshed.web.database.connections import Connection, connect
from trainshed.web.database.locks import lock_key
from trainshed.web.database.timeouts import Timeouts

from .live import Bus
from .wire import SITE, aside, change, hear

LOG = structlog.get_logger("trainshed.telegraph")
CHANNEL = "trainshed"
PAUSE = 0.5
"""Seconds after which a lost connection is opened again."""
LAST_WORDS = 1.0
"""Seconds for what is still to be told when the process ends."""
QUIET = 60.0
"""Seconds without news after which a server is asked whether it is still there."""

FAILURES = (psycopg.Error, OSError)
"""The database does not answer."""


class Telegraph:
    """Carries news between processes, and lets one of them at a time do a piece of work."""

    patience = 5.0

    def __init__(self, arguments: Mapping[str, Any], timeouts: Timeouts | None = None) -> None:
        self._arguments = {"application_name": SITE, **arguments}
        self._timeouts = timeouts or Timeouts()
        self._unsent: dict[str, int] = {}
        self._asides: dict[str, str] = {}
        self._waiting = asyncio.Event()
        self._desk: Connection | None = None
        self._opening = asyncio.Lock()

    def send(self, table: str, version: int) -> None:
        """Tell the others soon; of several changes of a table they hear the last."""
        self._unsent[table] = max(version, self._unsent.get(table, 0))
        self._waiting.set()

    def note(self, table: str, text: str) -> None:
        """Tell the others soon; of several notes about a table they hear the last."""
        self._asides[table] = text
        self._waiting.set()

    @asynccontextmanager
    async def claim(self, name: str) -> AsyncIterator[bool]:
        """Take on a piece of work; False where another process has it."""
        desk, key = await self._open(), lock_key(name)
        cursor = await desk.execute("SELECT pg_try_advisory_lock(%s)", [key])
        row = await cursor.fetchone()
        is_ours = row is not None and bool(row[0])
        try:
            yield is_ours
        finally:
            if is_ours:
                with suppress(psycopg.Error):  # lost with its connection
                    await desk.execute("SELECT pg_advisory_unlock(%s)", [key])

    async def run(self, bus: Bus) -> None:
        """Listen and send until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen(bus))
            group.create_task(self._tell())

    async def close(self) -> None:
        """Tell what is not told yet, and hang up."""
        with suppress(*FAILURES):
            async with asyncio.timeout(LAST_WORDS):
                await self._send()
        if self._desk is not None:
            await self._desk.close()

    async def _connect(self) -> Connection:
        return await connect(self._arguments, self._timeouts)

    async def _open(self) -> Connection:
        """The desk, opened again where it was lost."""
        async with self._opening:
            if self._desk is None or self._desk.closed:
                self._desk = await self._connect()
            return self._desk

    async def _listen(self, bus: Bus) -> None:
        """Hear what the others tell; after each silence everybody reads his table again."""
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    bus.refresh()
                    while True:
                        async for note in connection.notifies(timeout=QUIET):
                            if not self._is_own(note):
                                hear(bus, note.payload)
                        await connection.execute("SELECT")
            except FAILURES as error:
                LOG.warning("other processes are not heard", reason=_first_line(error))
            await asyncio.sleep(PAUSE)

    async def _tell(self) -> None:
        """Send what there is to tell, also when the connection was lost in between."""
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            try:
                await self._send()
            except FAILURES as error:
                LOG.warning("other processes cannot be told", reason=_first_line(error))
                await asyncio.sleep(PAUSE)
                self._waiting.set()

    async def _send(self) -> None:
        batch, self._unsent = self._unsent, {}
        asides, self._asides = self._asides, {}
        notes = [change(table, version) for table, version in batch.items()]
        notes += [aside(table, text) for table, text in asides.items()]
        if not notes:
            return
        query = "SELECT pg_notify(%s, note) FROM unnest(%s::text[]) AS note"
        try:
            await (await self._open()).execute(query, [CHANNEL, notes])
        except BaseException:
            self._unsent = {**batch, **self._unsent}
            self._asides = {**asides, **self._asides}
            raise

    def _is_own(self, note: psycopg.Notify) -> bool:
        desk = self._desk
        return desk is not None and not desk.closed and note.pid == desk.info.backend_pid


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
