"""All that one database holds is written into another, empty one, of whichever kind."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from trainshed.core import BadOption

from .archive import moment
from .damage import damaged
from .rows import METADATA
from .schema import prepare
from .store import NoDatabase, Store, shown

BATCH = 500
"""So many rows are read before they are written."""


async def copy(source: Store, target: Store) -> dict[str, int]:
    """Write everything into an empty database, or nothing; how many rows of each kind."""
    await prepare(target)
    name = shown(target.engine.url)
    try:
        async with moment(source) as old, target.begin_patiently() as new:
            await _refuse_full(new, name)
            done = {kind.name: await _pour(old, new, kind) for kind in METADATA.sorted_tables}
            await _count_on(new)
    except SQLAlchemyError as error:
        raise NoDatabase(f"nothing was written to {name}: {str(error).splitlines()[0]}") from None
    return done


async def _refuse_full(new: AsyncConnection, name: str) -> None:
    """BadOption where a database holds anything: rows of two sites do not mix."""
    for kind in METADATA.sorted_tables:
        if (await new.execute(sa.select(kind).limit(1))).first() is not None:
            raise BadOption(f"the database {name} is not empty: it has rows of {kind.name!r}")


async def _pour(old: AsyncConnection, new: AsyncConnection, kind: sa.Table) -> int:
    """Write all rows of one kind; how many."""
    count = 0
    query = sa.select(kind)
    found = (await old.stream(query)).mappings()
    async for rows in found.partitions(BATCH):
        for it in damaged(query, [[*row.values()] for row in rows]):
            raise BadOption(f"nothing was written: {it.kind} {it.key}: {it.reason}")
        await new.execute(sa.insert(kind), [dict(row) for row in rows])
        count += len(rows)
    return count


async def _count_on(new: AsyncConnection) -> None:
    """Let PostgreSQL number the next rows after these; SQLite looks by itself."""
    if new.dialect.name != "postgresql":
        return
    for kind in METADATA.sorted_tables:
        number = kind.autoincrement_column
        if number is not None:
            where = sa.func.pg_get_serial_sequence(kind.name, number.name)
            last = sa.func.max(number)
            await new.execute(sa.select(sa.func.setval(where, last)).having(last.is_not(None)))
