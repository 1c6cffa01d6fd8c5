"""Clocks: whoever lets his time run out is played by a bot, until he comes back.

Whose time has run out is asked of the database, so nothing is forgotten when the site is stopped.
Of several processes that one looks which claims it; it looks again when the next clock is out.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog

from trainshed.core import Stale
from trainshed.web.processes.live import Listener
from trainshed.web.processes.wire import Alone, Wire

from .heartbeat import Heartbeat
from .tables import Tables

LOG = structlog.get_logger("trainshed.clocks")
EVERY = 20.0
"""Seconds between two looks at the clocks, if none is out before."""
SOON = 1.0
"""Seconds between two looks at least; whoever's clock is out has that much more."""
PATIENCE, LONGEST = timedelta(minutes=1), timedelta(hours=1)
"""After so long a table is tried again where nobody could take over: at first, and at last."""
HOURS = (1, 12, 24, 72, 168)
"""The times for a move that can be chosen."""


class Rest(NamedTuple):
    """Until when a table is left alone that failed, and for how long after the next time."""

    until: datetime
    next: timedelta


class Clocks:
    """Looks at all clocks from time to time."""

    def __init__(
        self,
        tables: Tables,
        seconds: float = EVERY,
        wire: Wire | None = None,
        heartbeat: Heartbeat | None = None,
    ) -> None:
        self.tables = tables
        self.heartbeat = heartbeat
        self.seconds = seconds
        self.wire = wire or Alone()
        self._closed = asyncio.Event()
        self._rests: dict[str, Rest] = {}

    async def run(self) -> None:
        """Go on until closed; what has begun is finished, so that no connection is torn."""
        with self.tables.bus.subscribe(None) as listener:
            while not self._closed.is_set() and not listener.is_closed:
                pause = self.seconds
                try:
                    await self.look()
                    pause = await self.pause()
                except Exception:
                    LOG.exception("the clocks cannot be read")
                await self._rest(SOON)
                await self._rest_or_hear(listener, pause - SOON)

    def close(self) -> None:
        """Stop after the present look."""
        self._closed.set()

    async def look(self) -> None:
        """Do what is agreed where time has run out, unless another process does."""
        async with self.wire.claim("clocks") as is_ours:
            if not is_ours or not await self._may_expire():
                return
            now = self.tables.now()
            late = [table.id for table in await self.tables.store.overdue(now)]
            self._rests = {id_: rest for id_, rest in self._rests.items() if id_ in late}
            for id_ in late:
                if id_ not in self._rests or self._rests[id_].until <= now:
                    await self._expire(id_, now)

    async def _may_expire(self) -> bool:
        return self.heartbeat is None or await self.heartbeat.may_expire()

    async def _expire(self, table: str, now: datetime) -> None:
        """Do what is agreed at one table; where that fails the others do not wait for it."""
        try:
            await self.tables.expire(table)
        except Stale:  # somebody has moved in another process
            LOG.info("a clock was stopped in time", table=table)
        except Exception:
            pause = self._rests[table].next if table in self._rests else PATIENCE
            self._rests[table] = Rest(now + pause, min(2 * pause, LONGEST))
            LOG.exception("nobody can take over", table=table)
        else:
            self._rests.pop(table, None)

    async def pause(self) -> float:
        """How many seconds to wait until the next clock is out."""
        due = await self.tables.store.next_due(self._rests)
        if due is None:
            return self.seconds
        left = (due - self.tables.now()).total_seconds()
        return min(max(left, 0.0), self.seconds)

    async def _rest_or_hear(self, listener: Listener, seconds: float) -> None:
        """Wait, unless something is played here with a clock: it may be out before."""
        if seconds <= 0 or self._closed.is_set():
            return
        waits = [asyncio.ensure_future(it) for it in (self._rest(seconds), self._hear(listener))]
        _, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)

    async def _hear(self, listener: Listener) -> None:
        """Wait for news of a clock, or that something may have been missed."""
        while (news := await listener.news()) and not any(map(self._may_run, news)):
            pass

    def _may_run(self, table: str) -> bool:
        known = self.tables.remembered(table)
        return known is None or known.table.due is not None

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closed.wait(), seconds)
