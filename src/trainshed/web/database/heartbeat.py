"""When the site was alive last, and what becomes of the clocks of people when it was not."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from .rows import HEARTBEATS, TABLES
from .store import Store

LEAST = timedelta(seconds=10)
"""Where there was no sign of life for longer than this, the site was not there."""
_ONE = HEARTBEATS.c.id == 1
_RUNNING = sa.select(TABLES.c.id, TABLES.c.due).where(TABLES.c.due.is_not(None), ~TABLES.c.over)
_PUT_OFF = (
    sa.update(TABLES)
    .where(TABLES.c.id == sa.bindparam("which"), TABLES.c.due == sa.bindparam("old"))
    .values(due=sa.bindparam("new"), stamp=TABLES.c.stamp + 1)
)


class Beat(Struct, frozen=True):
    """A sign of life: when, on which run of a machine, how far its clock is ahead there."""

    alive: datetime
    boot: str = ""
    offset: float = 0.0


class GivenBack(Struct, frozen=True):
    """The time that people got back, and at how many tables."""

    time: timedelta
    tables: int


async def last(store: Store) -> Beat | None:
    """The last sign of life."""
    rows = await store.read(sa.select(HEARTBEATS).where(_ONE))
    return Beat(rows[0].alive, rows[0].boot, rows[0].offset) if rows else None


async def keep(store: Store, beat: Beat) -> GivenBack | None:
    """Keep a sign of life; where the last one was long ago, whoever had a clock gets that time.

    All processes of a site share one, so that is so only where all of them were down, and once.
    """
    try:
        return await store.write(lambda connection: _keep(connection, beat))
    except IntegrityError:  # another process has just kept the very first
        return await store.write(lambda connection: _keep(connection, beat))


async def accept(store: Store, beat: Beat) -> None:
    """Believe a clock, as somebody says who has looked at it; no sign of life is of later."""
    earliest = sa.case(
        (HEARTBEATS.c.alive > beat.alive, sa.literal(beat.alive, HEARTBEATS.c.alive.type)),
        else_=HEARTBEATS.c.alive,
    )
    change = sa.update(HEARTBEATS).where(_ONE)
    await store.change(change.values(boot=beat.boot, offset=beat.offset, alive=earliest))


def _keep(connection: sa.Connection, beat: Beat) -> GivenBack | None:
    query = sa.select(HEARTBEATS.c.alive).where(_ONE).with_for_update()
    alive = connection.execute(query).scalar()
    values = {"alive": beat.alive, "boot": beat.boot, "offset": beat.offset}
    if alive is None:
        connection.execute(sa.insert(HEARTBEATS).values(id=1, **values))
        return None
    values["alive"] = max(alive, beat.alive)
    connection.execute(sa.update(HEARTBEATS).where(_ONE).values(values))
    gap = beat.alive - alive
    return _give_back(connection, alive, gap) if gap > LEAST else None


def _give_back(connection: sa.Connection, alive: datetime, gap: timedelta) -> GivenBack | None:
    """Put off what was still to come when the site was alive last."""
    running = connection.execute(_RUNNING.where(TABLES.c.due > alive)).all()
    rows = [{"which": row.id, "old": row.due, "new": row.due + gap} for row in running]
    if rows:
        connection.execute(_PUT_OFF, rows)
    return GivenBack(gap, len(rows)) if rows else None
