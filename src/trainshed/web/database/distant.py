"""A PostgreSQL without detours, for what pages ask all the time.

A question in a transaction of its own needs four answers: that the database is there, that it
begins, the rows, that it ends. Here there are only the rows. Whether a connection is still there
is found out by asking; where it is not, another is asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Loader
from psycopg.pq import Format
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.exc import DBAPIError

from .rows import DAMAGED
from .wording import Values, Wording, worded

MOST = 4
"""So many are asked at the same time."""
Connection = psycopg.AsyncConnection[tuple[Any, ...]]
_POSTGRESQL: sa.Dialect = PGDialect_psycopg(paramstyle="format")  # type: ignore[no-untyped-call]


def tolerate(connection: Any) -> None:  # noqa: ANN401 - of whichever kind
    """Let a value that the driver cannot read be a damaged one, and the other rows be read."""
    for name in ("timestamp", "json"):
        known = connection.adapters.types[name].oid
        loader = connection.adapters.get_loader(known, Format.TEXT)
        connection.adapters.register_loader(known, _tolerant(loader))


def _tolerant(kind: type[Loader]) -> type[Loader]:
    class Tolerant(Loader):
        def __init__(self, oid: int, context: AdaptContext | None = None) -> None:
            super().__init__(oid, context)
            self._load = kind(oid, context).load

        def load(self, data: Buffer) -> Any:  # noqa: ANN401 - what it means
            try:
                return self._load(data)
            except (psycopg.DataError, ValueError, RecursionError):
                return DAMAGED

    return Tolerant


class Distant:
    """Some connections that read."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self._arguments = arguments
        self._idle: list[Connection] = []
        self._room = asyncio.Semaphore(MOST)

    async def ask(self, query: sa.Select[Any], values: Values) -> Sequence[Any]:
        """The rows of a query that is always the same but for its values."""
        words = worded(query, _POSTGRESQL)
        async with self._room:
            while self._idle:
                try:
                    return await self._ask(self._idle.pop(), words, values)
                except DBAPIError as error:
                    if not error.connection_invalidated:
                        raise
            return await self._ask(await self._connected(), words, values)

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
            made = await psycopg.AsyncConnection.connect(**self._arguments, autocommit=True)
        except psycopg.Error as error:
            raise _translated("", error, is_lost=True) from error
        tolerate(made)
        return made

    async def close(self) -> None:
        """Let go of the database."""
        while self._idle:
            await self._idle.pop().close()


def _translated(text: str, error: psycopg.Error, *, is_lost: bool) -> BaseException:
    """The same complaint as from SQLAlchemy."""
    return DBAPIError.instance(
        text, None, error, psycopg.Error, hide_parameters=True, connection_invalidated=is_lost
    )
