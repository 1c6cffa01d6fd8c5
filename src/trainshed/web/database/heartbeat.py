"""When the site was alive last, and what becomes of the clocks of people when it was not.

There is one sign of life for each run of a machine: machines need not agree about the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct

from trainshed.web.timekeeping import TOLERANCE

from .rows import HEARTBEATS, TABLES
from .store import Store

LEAST = timedelta(seconds=10)
"""Where there was no sign of life for longer than this, the site was not there."""
FORGOTTEN = timedelta(days=30)
"""Runs of machines that ended so long ago say nothing any more."""
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""When a run of a machine was alive whose clock is known, but where nothing has served."""
LATEST = datetime.max.replace(tzinfo=UTC)
_ALL = sa.select(HEARTBEATS.c.alive, HEARTBEATS.c.boot, HEARTBEATS.c.offset)
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


class Spell(Struct, frozen=True):
    """A time that passed for nobody, up to now."""

    since: datetime
    """Who was late then stays so."""
    believed: datetime
    """When it began."""
    alive: datetime
    """The same for what was to come later than this: another machine was alive until then."""
    now: datetime

    def gap(self, due: datetime) -> timedelta:
        return self.now - (self.alive if due > self.alive else self.believed)


class GivenBack(Struct, frozen=True):
    """The time that people got back, and at how many tables."""

    time: timedelta
    tables: int


async def beats(store: Store) -> list[Beat]:
    """The last signs of life; what cannot be read is none."""
    return [Beat(*row) for row in await store.read(_ALL)]


def newest(known: Sequence[Beat], now: datetime) -> datetime | None:
    """When the site was alive last; a sign of life of a time to come does not tell."""
    return max((it.alive for it in known if NEVER < it.alive <= now + LEAST), default=None)


async def keep(
    store: Store, beat: Beat, *, is_sound: bool = True, begins: bool = False
) -> GivenBack | None:
    """Keep a sign of life; where the last one was long ago, whoever had a clock gets that time.

    That is so only where all processes of the site were down, and once. How far the clock is ahead
    is kept only where it is sound; whoever begins is right where the last one is of a time to come.
    """

    def work(connection: sa.Connection) -> GivenBack | None:
        known = _beats(store, connection)
        own = next((it for it in known if it.boot == beat.boot), None)
        if own is not None and not is_sound and abs(own.offset - beat.offset) > TOLERANCE:
            return None  # another process believes the clock already, this one will hear so
        alive = beat.alive if own is None or begins else max(own.alive, beat.alive)
        offset = beat.offset if own is None or is_sound else own.offset
        _set(connection, Beat(alive, beat.boot, offset))
        last = newest(known, beat.alive)
        if last is None or beat.alive - last <= LEAST:
            return None
        return _give_back(store, connection, Spell(last, last, last, beat.alive))

    async with store.exclusive("heartbeat") as connection:
        return await connection.run_sync(work)


async def accept(store: Store, beat: Beat, believed: datetime) -> GivenBack | None:
    """Believe a clock, whatever was believed before; by how much it is ahead of that is given back.

    Where other machines were alive later, only whoever would be late by that alone gets it. This
    is no sign of life: where the site is down, the time that people get back for that is the same.
    """

    def work(connection: sa.Connection) -> GivenBack | None:
        known, step = _beats(store, connection), beat.alive - believed
        own = next((it for it in known if it.boot == beat.boot and it.alive > NEVER), None)
        others = newest([it for it in known if it.boot != beat.boot], beat.alive)
        if own is None:
            _set(connection, Beat(NEVER, beat.boot, beat.offset))
            return None
        since = min(own.alive, believed)
        _set(connection, Beat(since + step, beat.boot, beat.offset))
        if step <= LEAST:
            return None
        spell = Spell(since, believed, max(others or believed, believed), beat.alive)
        return _give_back(store, connection, spell)

    async with store.exclusive("heartbeat") as connection:
        return await connection.run_sync(work)


def _beats(store: Store, connection: sa.Connection) -> list[Beat]:
    rows = store.damage.sound(_ALL, connection.execute(_ALL).all())
    return [Beat(*row) for row in rows]


def _set(connection: sa.Connection, beat: Beat) -> None:
    values = {"alive": beat.alive, "offset": beat.offset}
    change = sa.update(HEARTBEATS).where(HEARTBEATS.c.boot == beat.boot).values(values)
    if connection.execute(change).rowcount:
        return
    old = HEARTBEATS.c.alive < beat.alive - FORGOTTEN
    connection.execute(sa.delete(HEARTBEATS).where(old))
    connection.execute(sa.insert(HEARTBEATS).values(boot=beat.boot, **values))


def _give_back(store: Store, connection: sa.Connection, spell: Spell) -> GivenBack | None:
    """Put off what was still to come."""
    query = _RUNNING.where(TABLES.c.due > spell.since)
    running = store.damage.sound(query, connection.execute(query).all())
    gaps = [spell.gap(row.due) for row in running]
    rows = [
        {"which": row.id, "old": row.due, "new": row.due + gap}
        for row, gap in zip(running, gaps, strict=True)
        if gap > LEAST and row.due <= LATEST - gap
    ]
    if rows:
        connection.execute(_PUT_OFF, rows)
    return GivenBack(spell.now - spell.believed, len(rows)) if rows else None
