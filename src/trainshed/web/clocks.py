"""Clocks: whoever lets his time run out is played by a bot, until he comes back.

Whose time has run out is asked of the database, so nothing is forgotten when the site is stopped.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime

import structlog

from trainshed.core import TrainshedError

from .tables import Tables

LOG = structlog.get_logger("trainshed.clocks")
EVERY = 20.0
"""Seconds between two looks at the clocks."""
HOURS = (1, 12, 24, 72, 168)
"""The times for a move that can be chosen."""


class Clocks:
    """Looks at all clocks from time to time."""

    def __init__(self, tables: Tables, seconds: float = EVERY) -> None:
        self.tables = tables
        self.seconds = seconds
        self._closed = asyncio.Event()

    async def run(self) -> None:
        """Go on until closed; what has begun is finished, so that no connection is torn."""
        while not self._closed.is_set():
            try:
                await self.look()
            except Exception:
                LOG.exception("the clocks cannot be read")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), self.seconds)

    def close(self) -> None:
        """Stop after the present look."""
        self._closed.set()

    async def look(self) -> None:
        """Let bots take over where time has run out."""
        for table in await self.tables.store.overdue(datetime.now(UTC)):
            try:
                await self.tables.substitute(table.id)
            except TrainshedError:
                LOG.exception("nobody can take over", table=table.id)
