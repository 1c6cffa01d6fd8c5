"""A SQLite file without detours, for what pages ask all the time and for moves.

SQLite answers a small question from its file sooner than another thread could be asked, so it is
read where one is. What is written waits for the disk: one thread does that, a whole transaction at
a time, and nobody who writes finds the file locked by another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import StaticPool

T = TypeVar("T")
Prepare = Callable[[Any, object], None]
"""What is done with each new connection."""


class Direct:
    """One connection that reads, one that writes."""

    def __init__(self, address: sa.URL, prepare: Prepare) -> None:
        self._reading = _engine(address, prepare, isolation_level="AUTOCOMMIT")
        self._writing = _engine(address, prepare)
        self._pen = ThreadPoolExecutor(1, "pen")

    def read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """The rows of a small query as they are now."""
        with self._reading.connect() as connection:
            return connection.execute(query).all()

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Do something in a transaction; whoever leaves meanwhile does not stop it."""
        return await asyncio.shield(asyncio.wrap_future(self._pen.submit(self._write, work)))

    def _write(self, work: Callable[[sa.Connection], T]) -> T:
        with self._writing.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """Let go of the file when all is written."""
        await asyncio.to_thread(self._pen.shutdown)
        self._reading.dispose()
        self._writing.dispose()


def _engine(address: sa.URL, prepare: Prepare, **more: str) -> sa.Engine:
    engine = sa.create_engine(
        address.set(drivername="sqlite"),
        poolclass=StaticPool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
        **more,
    )
    event.listen(engine, "connect", prepare)
    return engine
