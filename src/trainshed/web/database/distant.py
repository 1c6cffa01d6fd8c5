"""A PostgreSQL without detours, for what pages ask all the time.

A question in a transaction of its own needs four answers: that the database is there, that it
begins, the rows, that it ends. Here there are only the rows. Whether a connection is still there
is found out by asking; where it is not, another is asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from .connections import Connection, connect
from .timeouts import Timeouts
from .wording import Values, Wording, worded

MOST = 4
"""So many are asked at the same time."""
_POSTGRESQL: sa.Dialect = PGDialect_psycopg(paramstyle="format")  # type: ignore[no-untyped-call]


class Distant:
    """Some connections that read."""

    def __init__(self, arguments: Mapping[str, Any], timeouts: Timeouts | None = None) -> None:
        self._arguments = arguments
        self._timeouts = timeouts or Timeouts()
        self._idle: list[Connection] = []
        self._room = asyncio.Semaphore(MOST)

    async def ask(self, query: sa.Select[Any], values: Values) -> Sequence[Any]:
        """The rows of a query that is always the same but for its values."""
        words = worded(query, _POSTGRESQL)
        async with self._place():
            while self._idle:
                connection = self._idle.pop()
                try:
                    return await self._ask(connection, words, values)
                except DBAPIError as error:
                    if connection.is_cut or not error.connection_invalidated:
                        raise
            return await self._ask(await self._connected(), words, values)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """Wait until not too many others ask, but not for ever."""
        try:
            async with asyncio.timeout(self._timeouts.pool):
                await self._room.acquire()
        except TimeoutError:
            raise NoConnection("too many questions are not answered") from None
        try:
            yield
        finally:
            self._room.release()

    async def _ask(self, connection: Connection, words: Wording, values: Values) -> Sequence[Any]:
        try:
            rows = await (await connection.execute(words.text, words.bound(values))).fetchall()
        except BaseException as error:  # it may be in the middle of anything
            is_lost = connection.closed
            await connection.close()
            if isinstance(error, psycopg.Error):
                raise _translated(words.text, error, is_lost=is_lost) from error
            raise
        self._idle.append(connection)
        return words.read(rows)

    async def _connected(self) -> Connection:
        try:
            return await connect(self._arguments, self._timeouts)
        except psycopg.Error as error:
            raise _translated("", error, is_lost=True) from error

    async def close(self) -> None:
        """Let go of the database."""
        while self._idle:
            await self._idle.pop().close()


def _translated(text: str, error: psycopg.Error, *, is_lost: bool) -> BaseException:
    """The same complaint as from SQLAlchemy."""
    return DBAPIError.instance(
        text, None, error, psycopg.Error, hide_parameters=True, connection_invalidated=is_lost
    )
