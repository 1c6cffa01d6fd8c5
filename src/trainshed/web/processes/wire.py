"""Between processes on one database: who tells whom that a table has changed, and who serves it.

A move is kept before anybody is told, and whoever listens reads the table again: nothing is lost
when a message is. A claim only saves work: what two processes play at one table at the same time
is decided by the database, which has each line once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from .live import Bus

if TYPE_CHECKING:
    from trainshed.web.database.store import Store

    from .pigeonholes import Pigeonholes

SITE = "trainshed"
"""What PostgreSQL calls the connections by which processes of a site hear of each other."""
ASIDE = "@"
"""What a note begins with that tells of no change."""


class Wire(Protocol):
    """What a process has to do with the others."""

    patience: float
    """Seconds after which it looks for work that another process may have left."""

    def send(self, table: str, version: int) -> None:
        """Tell the others that a table has changed."""

    def note(self, table: str, text: str) -> None:
        """Tell the others something about a table that nothing depends on."""

    def claim(self, name: str) -> AbstractAsyncContextManager[bool]:
        """Take on a piece of work while the block runs; False where another process has it."""

    async def run(self, bus: Bus) -> None:
        """Carry news to and from the others until cancelled."""

    async def close(self) -> None:
        """Tell what is not told yet, and hang up."""


class Alone:
    """There is no other process."""

    patience = 60.0

    def send(self, table: str, version: int) -> None:
        """Nobody is told."""

    def note(self, table: str, text: str) -> None:
        """Nobody is told that either."""

    @asynccontextmanager
    async def claim(self, name: str) -> AsyncIterator[bool]:
        """All work is ours."""
        yield True

    async def run(self, bus: Bus) -> None:
        """Nothing is heard."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Nothing is open."""


def wired(store: Store, folder: Path, holes: Pigeonholes | None = None) -> Wire:
    """The telegraph where the database is PostgreSQL; else what there is in the house."""
    if store.is_shared:
        from .telegraph import Telegraph  # noqa: PLC0415 - its driver is an extra

        return Telegraph(store.arguments(), store.timeouts)
    if holes is None:
        return Alone()
    from .intercom import Intercom  # noqa: PLC0415 - not every system has its locks

    return Intercom(holes, folder / "claims")


def change(table: str, version: int) -> str:
    """What a process tells the others of a table that has changed."""
    return f"{table} {version}"


def aside(table: str, text: str) -> str:
    """What a process tells the others besides."""
    return f"{ASIDE}{table} {text}"


def hear(bus: Bus, note: str) -> None:
    """Pass on what another process has told."""
    table, _, said = note.partition(" ")
    if table.startswith(ASIDE):
        bus.overhear(table.removeprefix(ASIDE), said)
    elif said.isdecimal():
        bus.hear(table, int(said))
