"""Between processes on one database: who tells whom that a table has changed, and who serves it.

A move is kept before anybody is told, and whoever listens reads the table again: nothing is lost
when a message is. A claim only saves work: what two processes play at one table at the same time
is decided by the database, which has each line once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from .live import Bus

if TYPE_CHECKING:
    from .store import Store


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

    async def close(self) -> None:
        """Nothing is open."""


def wired(store: Store) -> Wire:
    """The telegraph where the database is PostgreSQL; with SQLite a process is alone."""
    if not store.is_shared:
        return Alone()
    from .telegraph import Telegraph  # noqa: PLC0415 - its driver is an extra

    return Telegraph(store.arguments())
