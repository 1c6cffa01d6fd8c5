"""The database: tables, who sits there, every line that was played. Lines are only ever added.

Nothing else of the site but `shelf`, where maps lie, and what `trainshed db` needs (`archive`,
`schema`, `backup`) knows SQLAlchemy; what goes in and comes out are the values of `kept`.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import sqlalchemy as sa
import structlog
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from trainshed.core import NotInstalled, Seat, Stale, TrainshedError
from trainshed.web.settings import Preferences
from trainshed.web.tables.asks import IS_ASKED
from trainshed.web.timekeeping import utc_now

from .damage import Damage, Damaged, Loss
from .direct import Direct, run, run_all
from .identity import Replaced, Unseen
from .kept import (
    ACCOUNT,
    HUMAN,
    LENT,
    OPEN,
    WAIT,
    Asked,
    Chair,
    Lapsed,
    Result,
    Snapshot,
    Table,
    Written,
)
from .locks import lock_key
from .rows import (
    ACCOUNTS,
    DAMAGED,
    LINES,
    RESULTS,
    SEATS,
    SNAPSHOTS,
    STANDINGS,
    STEPPERS,
    TABLES,
    holds,
)
from .timeouts import PATIENT, Timeouts
from .watermarks import END, Watermarks
from .wording import Values

if TYPE_CHECKING:
    from .distant import Distant

LOG = structlog.get_logger("trainshed.store")
T = TypeVar("T")
Change = sa.Insert | sa.Update | sa.Delete
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
"""What is meant where a database URL names no driver."""
PAGES = 65_536
"""Pages of the log of SQLite after which whoever writes brings it into the file himself."""
BUSY = 20_000
"""Milliseconds in which another process must have written to a SQLite file: disks do stop."""
WRITES = "writes"
"""Marks a connection that will write."""
PREPARING = 1861
"""The advisory lock of the process that prepares a PostgreSQL database."""
OUT_OF_REACH = (OperationalError, InterfaceError, NoConnection, Replaced, Unseen)
"""What is raised where the database does not answer, which may pass."""


PAGE = 200
"""So many tables are looked at before others go on."""
DISK_FULL = "53100"
"""What PostgreSQL says then."""
HAS_RUN = "secret"
"""A file beside the database, or in the folder of the site, that says that it has run."""
BRIEF, TICK = 1.0, 0.05
"""Seconds in which another process has begun to write into a file that it has made."""
SPARE = 20
"""So many rows are looked at for one that can be read."""


def is_full(error: BaseException) -> bool:
    """Whether something failed because there is no room on the disk of the database."""
    found = getattr(error, "orig", None)
    is_file = getattr(found, "sqlite_errorname", "") == "SQLITE_FULL"
    return is_file or getattr(found, "sqlstate", "") == DISK_FULL


SPEEDS = {
    "live": TABLES.c.bank.is_not(None),
    "days": TABLES.c.hours.is_not(None),
    "none": TABLES.c.bank.is_(None) & TABLES.c.hours.is_(None),
}
"""How fast a game is meant to be."""
ORDERED = sa.exists().where(
    STANDINGS.c.table == TABLES.c.id,
    STANDINGS.c.seat == TABLES.c.actor,
    STANDINGS.c.why.is_(None),
)
"""Whether the seat that is asked has left orders."""
_LINES = sa.select(sa.func.max(LINES.c.number)).where(LINES.c.table == TABLES.c.id)
_ID = sa.bindparam("table_id", type_=sa.String())
_STAMP = sa.select(TABLES.c.stamp).where(TABLES.c.id == _ID)
_TURNS = sa.select(SEATS.c.table).where(
    SEATS.c.table == TABLES.c.id,
    SEATS.c.number == TABLES.c.actor,
    SEATS.c.owner == sa.bindparam("whose"),
    SEATS.c.kind == HUMAN,
)
_PLAYED = sa.select(SEATS.c.table).where(SEATS.c.owner == sa.bindparam("whose"))
_OPEN = sa.select(TABLES.c.id).where(TABLES.c.id.in_(_PLAYED), ~TABLES.c.over)
_ASKED = _OPEN.where(IS_ASKED).order_by(TABLES.c.changed)
_WAITING = _OPEN.where(_TURNS.correlate(TABLES).exists() | IS_ASKED).order_by(TABLES.c.changed)
_ELSEWHERE = _OPEN.where(TABLES.c.id != _ID).limit(1)
_WAITING_ELSEWHERE = _WAITING.where(TABLES.c.id != _ID).order_by(None).subquery()
_WAITS = sa.select(sa.func.count()).select_from(_WAITING_ELSEWHERE)
_MOVED = (
    sa.update(TABLES)
    .where(TABLES.c.id == _ID)
    .values({name: sa.bindparam(name) for name in ("changed", "actor", "over")})
    .values({name: sa.bindparam(name) for name in ("due", "since", "rest")})
    .values(stamp=TABLES.c.stamp + 1)
    .returning(TABLES.c.stamp)
)
_MOVED_NEXT = _MOVED.where(TABLES.c.stamp == sa.bindparam("known"))
_WRITTEN = sa.insert(LINES)
_BASE = sa.select(TABLES.c.base).where(TABLES.c.id == _ID).scalar_subquery()
_OUTLIVED = (
    sa.delete(SNAPSHOTS)
    .where(SNAPSHOTS.c.table == _ID, SNAPSHOTS.c.turn >= sa.bindparam("from_turn"))
    .where(SNAPSHOTS.c.number > _BASE)
)
_REACHED = sa.insert(SNAPSHOTS)


class NoDatabase(TrainshedError):
    """The database cannot be opened, or is not ours."""


class Store:
    """All that is kept."""

    def __init__(
        self,
        url: str,
        timeouts: Timeouts | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        address, self.timeouts = _address(url), timeouts or Timeouts()
        self.now = now
        """The time, as far as the clock of the machine is believed: whoever keeps any asks here."""
        try:
            self.engine = self._engine(address, self.timeouts)
            self._patient = self._engine(address, PATIENT) if _is_shared(address) else self.engine
        except ModuleNotFoundError as error:
            extra = "postgres" if _is_shared(address) else "web"
            raise NotInstalled(f"the database {shown(address)}", error.name, extra=extra) from None
        except SQLAlchemyError as error:
            raise NoDatabase(_unusable(address, error)) from None
        self._writing = self.engine.execution_options(**{WRITES: True})
        self.damage = Damage()
        self.lost = ""
        """Why nothing can be kept any more, once that is so."""
        self.when_lost: Callable[[], object] = bool
        """What is called then, in any thread."""
        self._direct: Direct | None = None
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(self.engine.sync_engine, "begin", _begin)
            if address.database not in (None, "", ":memory:"):
                self._marks = Watermarks(Path(address.database or ""))
                self._direct = Direct(address, _prepare_sqlite, self._lose, self._marks)
        self._distant = _distant(self.arguments(), self.timeouts) if self.is_shared else None
        alone = {"isolation_level": "AUTOCOMMIT"} if self.is_shared else {}
        self._reading = self.engine.execution_options(**alone)

    def _engine(self, address: sa.URL, timeouts: Timeouts) -> AsyncEngine:
        if not _is_shared(address):
            return create_async_engine(address, hide_parameters=True)
        from .connections import connect  # noqa: PLC0415 - its driver is an extra

        async def made() -> Any:  # noqa: ANN401 - a connection of the driver
            return await connect(self.arguments(), timeouts, autocommit=False)

        return create_async_engine(
            address,
            async_creator=made,
            pool_pre_ping=True,
            pool_timeout=timeouts.pool,
            hide_parameters=True,
        )

    async def migrate(self, data: Path | None = None) -> None:
        """Bring the database up to date; NoDatabase says why it cannot be used.

        The folder of the site, where that is known, tells whether there must be something in it.
        """
        try:
            if self._direct is not None:
                _open(Path(self.engine.url.database or ""), data)
            async with self.begin_patiently() as connection:
                await _shut_out(connection)
                await connection.run_sync(_upgrade)
            if self._direct is not None:
                self._direct.identity.require()
        except (SQLAlchemyError, CommandError, OSError) as error:
            raise NoDatabase(_unusable(self.engine.url, error)) from error

    def begin(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that writes; a SQLite file has one of them at a time."""
        return self._writing.begin()

    @asynccontextmanager
    async def exclusive(self, *what: str) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes, while no other one does the same.

        For what is counted before it is added to: nobody else adds to it in between.
        """
        async with self.begin() as connection:
            if self.is_shared:  # a SQLite file has one writer anyway
                lock = sa.func.pg_advisory_xact_lock(lock_key(*what))
                await connection.execute(sa.select(lock))
            yield connection

    def begin_patiently(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """The same for what may take long."""
        return self._patient.execution_options(**{WRITES: True}).begin()

    def connect_patiently(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection that reads what may take long."""
        return self._patient.connect()

    @property
    def name(self) -> str:
        """Where the database is, without its password."""
        return shown(self.engine.url)

    @property
    def is_shared(self) -> bool:
        """Whether processes of several machines may serve one site with it."""
        return _is_shared(self.engine.url)

    @property
    def is_kept(self) -> bool:
        """Whether another process finds what this one has written."""
        return self.is_shared or self._direct is not None

    @property
    def checkpoint_age(self) -> float:
        """Seconds since the log of SQLite was brought into its file; 0 where there is none."""
        return 0.0 if self._direct is None else self._direct.checkpoint_age

    def arguments(self) -> dict[str, Any]:
        """What the driver is told to open a connection."""
        return dict(self.engine.dialect.create_connect_args(self.engine.url)[1])

    async def close(self) -> None:
        """Let go of the database."""
        if self._direct is not None:
            await self._direct.close()
        if self._distant is not None:
            await self._distant.close()
        await self.engine.dispose()
        await self._patient.dispose()

    async def read(self, query: sa.Select[Any]) -> list[Any]:
        """The rows of a small query; what pages need all the time is read like this.

        As with all that is read, one that is damaged is left out.
        """
        return self.damage.sound(query, await self._read(query))

    async def rows(self, query: sa.Select[Any]) -> list[Any]:
        """The rows of a query that may take long; others go on meanwhile."""
        return self.damage.sound(query, await self._apart(query))

    async def row(self, query: sa.Select[Any]) -> Any:  # noqa: ANN401 - of any query
        """The only row of a query, or None."""
        found = await self.rows(query.limit(1))
        return found[0] if found else None

    async def values(self, query: sa.Select[T]) -> list[T]:
        """The values of a query with one column."""
        return [row[0] for row in await self.rows(query)]

    async def value(self, query: sa.Select[T]) -> T | None:
        """The only value of a query, or None."""
        return next(iter(await self.values(query.limit(1))), None)

    async def ask(self, query: sa.Select[Any], values: Values) -> list[Any]:
        """The rows of a small query that is always the same but for its values."""
        return self.damage.known(query, await self._ask(query, values))

    async def _ask(self, query: sa.Select[Any], values: Values) -> Sequence[Any]:
        if self._direct is not None:
            return self._direct.ask(query, values)
        if self._distant is not None:
            return await self._distant.ask(query, values)
        async with self._reading.connect() as connection:
            rows: Sequence[Any] = (await connection.execute(query, values)).all()
        return rows

    async def _read(self, query: sa.Select[Any]) -> Sequence[Any]:
        return await self._apart(query) if self._direct is None else self._direct.read(query)

    async def _apart(self, query: sa.Select[Any]) -> Sequence[Any]:
        async with self._reading.connect() as connection:
            rows: Sequence[Any] = (await connection.execute(query)).all()
        return rows

    async def _all(self, query: sa.Select[Any], table: str) -> list[Any]:
        """All rows of a table, none of which may be left out; Damaged where one cannot be read."""
        rows = await self._read(query)
        found = self.damage.sound(query, rows)
        if len(found) != len(rows):
            raise Damaged(table, "one of its rows cannot be read")
        return found

    async def write(
        self, work: Callable[[sa.Connection], T], reaches: tuple[str, int] | None = None
    ) -> T:
        """Do something in one transaction; what happens all the time is written like this.

        Where it gives anything, a table has reached this line.
        """
        if self._direct is not None:
            return await self._direct.write(work, reaches)
        async with self.begin() as connection:
            return await connection.run_sync(work)

    async def change(self, *statements: Change) -> int:
        """Do what some statements say, in one transaction; how many rows the last one changed."""

        def work(connection: sa.Connection) -> int:
            return [connection.execute(it).rowcount for it in statements][-1]

        return await self.write(work)

    async def rehearse(self) -> None:
        """Ask of no table what pages ask all the time: it is in words before anybody waits."""
        for ask in (self.table, self.lines, self.lapsed, self.orders, self.stamp, self.waits):
            await ask("")
        await self.ask(_WAITS, {"whose": "", "table_id": ""})

    async def check(self) -> None:
        """Ask the database something; it raises what is wrong with it."""
        async with self.engine.connect() as connection:
            await connection.execute(sa.select(TABLES.c.id).limit(1))

    async def check_writing(self) -> None:
        """Write the least there is, as moves are written; it raises what is wrong."""
        same = sa.text("UPDATE alembic_version SET version_num = version_num")
        await self.write(lambda connection: connection.execute(same).rowcount)

    async def compare(self, *, tells: bool = True) -> None:
        """Note the tables that have fewer lines than were kept: the file has stepped back.

        Of several processes one tells the log.
        """
        if self._direct is None:
            return
        try:  # before the rows are read: others play and mark meanwhile
            known = await asyncio.to_thread(self._marks.read)
        except OSError as error:
            LOG.warning("nobody knows how far tables were", reason=repr(error))
            return
        query = sa.select(TABLES.c.id, _LINES.correlate(TABLES).scalar_subquery())
        rows = [(str(it), 0 if n is None else n) for it, n in await self._apart(query)]
        damaged = {it for it, n in rows if type(n) is not int}
        kept = {it: n for it, n in rows if it not in damaged}
        losses = {it: Loss(n, kept.get(it, 0)) for it, n in known.items() if it not in damaged}
        lost = {it: loss for it, loss in losses.items() if loss.has < loss.had}
        self.damage.lose(lost, tells=tells)
        with suppress(OSError):
            await asyncio.to_thread(self._marks.renew, kept)

    def _reach(self, table: str, lines: Sequence[Written]) -> None:
        """Note that a table has these lines: they are kept."""
        if self._direct is not None and lines:
            self._direct.reach(table, lines[-1].number)

    @property
    def is_neglected(self) -> bool:
        """Whether the thread has ended that brings the log of SQLite into the file."""
        return self._direct is not None and self._direct.is_neglected

    @property
    def log_bytes(self) -> int:
        """How long the log of SQLite is."""
        return _size(f"{self.engine.url.database}-wal") if self._direct is not None else 0

    def folder(self, data: Path) -> Path:
        """The folder whose disk must have room: that of the file, else that of the site."""
        return Path(self.engine.url.database or "").parent if self._direct is not None else data

    def _lose(self, reason: str) -> None:
        self.lost = reason
        LOG.critical("the site stops", reason=reason)
        self.when_lost()

    async def add(
        self,
        table: Table,
        lines: Sequence[Written],
        snapshot: Snapshot,
        *,
        after: str | None = None,
    ) -> None:
        """Keep a new table, or the rematch after one; Stale says that there is one already."""
        async with self.begin() as connection:
            if after is not None:
                await _follow(connection, after, table.id)
            await connection.execute(sa.insert(TABLES).values(_row(table)))
            await connection.execute(sa.insert(SEATS), _chair_rows(table))
            await connection.run_sync(_write, table.id, lines, snapshot)
        self._reach(table.id, lines)

    async def bring(
        self,
        table: Table,
        lines: Sequence[Written],
        snapshots: Sequence[Snapshot],
        *,
        orders: Mapping[Seat, Sequence[str]],
        results: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Keep a table from elsewhere as a whole, or nothing of it; results are rank and score.

        A game that has ended counts where it was played.
        """
        standing = [(seat, it) for seat, known in orders.items() for it in known]
        rows: dict[sa.Table, list[dict[str, Any]]] = {
            TABLES: [{**_row(table), "next": table.next, "counted": table.over}],
            SEATS: _chair_rows(table),
            LINES: [{"table": table.id, **msgspec.structs.asdict(it)} for it in lines],
            SNAPSHOTS: [{"table": table.id, **msgspec.structs.asdict(it)} for it in snapshots],
            STANDINGS: [{"table": table.id, "seat": n, "line": it} for n, it in standing],
            RESULTS: [
                {"table": table.id, "seat": n, "rank": rank, "score": score}
                for n, (rank, score) in enumerate(results)
            ],
        }
        async with self.begin() as connection:
            for kind, values in rows.items():
                if values:
                    await connection.execute(sa.insert(kind), values)
        self._reach(table.id, lines)

    async def table(self, table: str) -> Table | None:
        """The table with this id; Damaged where there is one that cannot be read."""
        found = await self._tables(TABLES.c.id == table)
        if not found and self._direct is not None:
            self._direct.identity.require()  # or it is not there for that alone
        if not found and await self.count(table) is not None:
            raise Damaged(table, "its row cannot be read, or one of its seats")
        return found[0] if found else None

    async def survey(self) -> None:
        """Look at each table, though not at its lines: what cannot be read is noted."""
        ids = [str(it) for (it,) in await self._apart(sa.select(TABLES.c.id))]
        for first in range(0, len(ids), PAGE):
            await self._tables(TABLES.c.id.in_(ids[first : first + PAGE]), None, is_long=True)
        lost = [*self.damage.lost]
        for first in range(0, len(lost), PAGE):  # other processes play, too
            for table, (number, _) in (await self.heads(lost[first : first + PAGE])).items():
                self.damage.reach(table, number)

    async def count(self, table: str) -> int | None:
        """How many lines a table has, None where there is no such table."""
        lines = sa.select(sa.func.count()).where(LINES.c.table == TABLES.c.id).scalar_subquery()
        found = await self._read(sa.select(lines).where(TABLES.c.id == table))
        return found[0][0] if found else None

    async def tables(
        self, *, over: bool, owner: str, own: bool, limit: int | None = None
    ) -> list[Table]:
        """The tables that changed last: those where a browser owns a seat, or others' open ones."""
        found = _owned(owner) if own else ~_owned(owner) & (TABLES.c.access == OPEN)
        return await self._tables((TABLES.c.over == over) & found, limit=limit)

    async def waiting(self, owner: str) -> list[str]:
        """The tables where somebody is asked anything, those that wait longest first."""
        return [row.id for row in await self.ask(_WAITING, {"whose": owner})]

    async def asked(self, owner: str) -> list[str]:
        """The tables where others ask somebody to go back, or for a pause."""
        return [row.id for row in await self.ask(_ASKED, {"whose": owner})]

    async def waits(self, owner: str, but: str = "") -> int:
        """At how many tables somebody is asked anything, one of them not counted."""
        values = {"whose": owner, "table_id": but}
        if not await self.ask(_ELSEWHERE, values):  # soon told, and true of most
            return 0
        return int((await self.ask(_WAITS, values))[0][0])

    async def search(  # noqa: PLR0913 - one value for each field of the form
        self,
        *,
        owner: str = "",
        game: str = "",
        word: str = "",
        stage: str = "",
        speed: str = "",
        rated: bool | None = None,
        limit: int,
        offset: int = 0,
    ) -> list[Table]:
        """Tables by game, by a word of their name or of a player's, and by how far they are.

        Those that are not open to everybody are found only by whoever sits there.
        """
        where: list[sa.ColumnElement[bool]] = [(TABLES.c.access == OPEN) | _owned(owner)]
        if speed:
            where.append(SPEEDS[speed])
        if rated is not None:
            where.append(TABLES.c.rated == rated)
        if game:
            where.append(TABLES.c.game == game)
        if word:
            players = sa.select(SEATS.c.table).where(holds(SEATS.c.name, word))
            where.append(holds(TABLES.c.name, word) | TABLES.c.id.in_(players))
        free = sa.select(SEATS.c.table).where(SEATS.c.kind == HUMAN, SEATS.c.owner.is_(None))
        if stage == "open":
            where.append(~TABLES.c.over & TABLES.c.id.in_(free))
        elif stage:
            where.append(TABLES.c.over == (stage == "finished"))
        found = sa.and_(sa.true(), *where)
        return await self._tables(found, limit=limit, offset=offset, is_long=True)

    async def vacancies(self, limit: int) -> list[Table]:
        """The tables for everybody with an open seat that changed last."""
        free = (SEATS.c.kind == HUMAN) & SEATS.c.owner.is_(None)
        found = TABLES.c.id.in_(sa.select(SEATS.c.table).where(free))
        where = ~TABLES.c.over & (TABLES.c.access == OPEN) & found
        return await self._tables(where, limit=limit, is_long=True)

    async def heads(self, tables: Sequence[str]) -> dict[str, tuple[int, list[Result]]]:
        """The version of each table, and how it ended for each seat."""
        count = sa.select(LINES.c.table, sa.func.max(LINES.c.number).label("last"))
        count = count.where(LINES.c.table.in_(tables)).group_by(LINES.c.table)
        ended = sa.select(RESULTS).where(RESULTS.c.table.in_(tables)).order_by(RESULTS.c.seat)
        last = {row.table: row.last for row in await self.rows(count)}
        rows = await self.rows(ended)
        results = defaultdict[str, list[Result]](list)
        for row in rows:
            results[row.table].append(Result(row.rank, row.score))
        return {table: (last.get(table, 0), results[table]) for table in tables}

    async def stamp(self, table: str) -> int | None:
        """How often a table has been changed, also by other processes."""
        rows = await self.ask(_STAMP, {"table_id": table})
        return rows[0].stamp if rows else None

    async def waiting_for_bots(self) -> list[str]:
        """The tables where a bot is asked, or somebody who has left orders."""
        query = (
            sa.select(TABLES.c.id)
            .join(SEATS, (SEATS.c.table == TABLES.c.id) & (SEATS.c.number == TABLES.c.actor))
            .where(~TABLES.c.over, TABLES.c.rest.is_(None), (SEATS.c.kind != HUMAN) | ORDERED)
            .order_by(TABLES.c.changed)
        )
        return await self.values(query)

    async def lines(self, table: str) -> list[Written]:
        """The whole log of a table; Damaged where a line cannot be read."""
        query = sa.select(LINES).where(LINES.c.table == table).order_by(LINES.c.number)
        rows = await self._all(query, table)
        self.damage.reach(table, rows[-1].number if rows else 0)
        return [Written(row.number, Seat(row.seat), row.text, row.time) for row in rows]

    async def snapshots(self, table: str) -> list[Snapshot]:
        """The last state of each turn."""
        query = sa.select(SNAPSHOTS).where(SNAPSHOTS.c.table == table)
        rows = await self.rows(query.order_by(SNAPSHOTS.c.number))
        return [Snapshot(row.number, row.turn, row.state) for row in rows]

    async def endings(
        self, tables: Sequence[str]
    ) -> dict[str, tuple[list[Written], Snapshot | None]]:
        """The last lines of each table, and the state before them, None for the very beginning.

        Tables where some of that cannot be read are left out.
        """
        last, kept = SNAPSHOTS.alias(), SNAPSHOTS.c
        newest = sa.select(sa.func.max(last.c.number)).where(last.c.table == kept.table)
        starts = sa.select(kept.table, sa.func.max(kept.number).label("number"))
        starts = starts.where(kept.table.in_(tables), kept.number < newest.scalar_subquery())
        start = starts.group_by(kept.table).subquery()
        states = sa.select(SNAPSHOTS).join(
            start, (kept.table == start.c.table) & (kept.number == start.c.number)
        )
        lines = (
            sa.select(LINES)
            .join(start, LINES.c.table == start.c.table, isouter=True)
            .where(LINES.c.table.in_(tables))
            .where(LINES.c.number > sa.func.coalesce(start.c.number, 0))
            .order_by(LINES.c.table, LINES.c.number)
        )
        found = {
            row.table: Snapshot(row.number, row.turn, row.state) for row in await self.rows(states)
        }
        written = defaultdict[str, list[Written]](list)
        for row in await self.rows(lines):
            written[row.table].append(Written(row.number, Seat(row.seat), row.text, row.time))
        return {
            table: (written[table], found.get(table))
            for table in tables
            if _is_gapless(written[table], found.get(table))
        }

    async def append(
        self,
        table: str,
        lines: Sequence[Written],
        snapshot: Snapshot,
        *,
        asked: Asked,
        results: Sequence[Result] = (),
        lapsed: Mapping[tuple[Seat, str], str] = {},
        stamp: int | None = None,
    ) -> int | None:
        """Add lines to the log, how it ended, what orders end with them; the stamp after that.

        None where a stamp is expected and the table has another one: nothing is changed then.
        Stale says that somebody else was first.
        """
        values = {
            "table_id": table,
            "changed": lines[-1].time,
            "actor": asked.actor,
            "over": asked.actor is None,
            "due": asked.due,
            "since": asked.since,
            "rest": asked.rest,
        }

        def work(connection: sa.Connection) -> int | None:
            if stamp is None:
                found = run(connection, _MOVED, values)
            else:
                found = run(connection, _MOVED_NEXT, {**values, "known": stamp})
            if not found:
                return None
            _write(connection, table, lines, snapshot)
            _wind(connection, table, asked.left)
            _end(connection, table, results)
            _lapse(connection, table, lapsed)
            return int(found[0].stamp)

        try:
            kept = await self.write(work, (table, lines[-1].number))
        except IntegrityError:
            raise Stale(f"line {lines[0].number} of table {table} is written already") from None
        if kept is not None:
            self.damage.reach(table, lines[-1].number)
        return kept

    async def sit(self, table: Table, seat: Seat, chair: Chair, asked: Asked) -> bool:
        """Let somebody sit down and set the clocks; False where others have changed the table."""
        change = _seat(table.id, seat).values(name=chair.name, kind=chair.kind, owner=chair.owner)
        left = asked.left.get(seat, chair.left)

        def work(connection: sa.Connection) -> bool:
            is_same = _rewind(connection, table, asked)
            if is_same:
                connection.execute(change.values(left=left, pause=False))
            return is_same

        return await self.write(work)

    async def rise(self, table: str, seat: int, *, owner: str, name: str) -> None:
        """Make the seat of somebody who leaves an open one."""
        change = _seat(table, seat).where(SEATS.c.owner == owner)
        own = (STANDINGS.c.table == table, STANDINGS.c.seat == seat)
        await self.change(
            touched(TABLES.c.id == table),
            change.values(name=name, owner=None, pause=False),
            sa.delete(STANDINGS).where(*own),
        )

    async def hand_over(self, table: str, seat: int, *, owner: str, kind: str) -> None:
        """Let a bot play on for somebody who leaves; he may come back."""
        change = _seat(table, seat).where(SEATS.c.owner == owner, SEATS.c.kind == HUMAN)
        change = change.values(kind=kind, pause=False)
        await self.change(touched(TABLES.c.id == table), change, _lend(table, seat))

    async def wish(self, table: str, owner: str | None, *, pause: bool) -> None:
        """Note whether somebody, or anybody, wants the clocks to stand still."""
        change = sa.update(SEATS).where(SEATS.c.table == table, SEATS.c.pause != pause)
        if owner is not None:
            change = change.where(SEATS.c.owner == owner)
        change = change.values(pause=pause, wished=self.now())
        await self.change(touched(TABLES.c.id == table), change)

    async def wind(self, table: Table, asked: Asked) -> bool:
        """Set the clocks of a table; False where it has been changed meanwhile."""
        return await self.write(lambda connection: _rewind(connection, table, asked))

    async def overdue(self, now: datetime) -> list[Table]:
        """The tables where somebody's time has run out."""
        return await self._tables((TABLES.c.due <= now) & ~TABLES.c.over, limit=None)

    async def next_due(self, but: Collection[str] = ()) -> datetime | None:
        """When the next clock is out, some tables not counted."""
        query = sa.select(TABLES.c.id, TABLES.c.due).where(
            TABLES.c.due.is_not(None), ~TABLES.c.over
        )
        rows = await self.read(query.order_by(TABLES.c.due).limit(SPARE + len(but)))
        return next((row.due for row in rows if row.id not in but), None)

    async def substitute(
        self, table: str, seat: int, *, kind: str, now: datetime, is_rated: bool
    ) -> bool:
        """Let a bot play for whoever is late; False where he has moved, or has left, meanwhile."""
        late = (TABLES.c.id == table) & (TABLES.c.actor == seat) & (TABLES.c.due <= now)
        stop = sa.update(TABLES).where(late).values(due=None, rated=is_rated)
        here = _seat(table, seat).where(SEATS.c.kind == HUMAN, SEATS.c.owner.is_not(None))
        values: dict[str, Any] = {"left": 0}
        if kind != WAIT:
            values |= {"kind": kind, "pause": False, "lent": _last_line(table), "returned": None}
        async with self.begin() as connection:
            if (await connection.execute(stop)).rowcount != 1:
                return False
            await connection.execute(touched(TABLES.c.id == table))
            if kind != WAIT:
                await connection.execute(_lend(table, seat))
            return (await connection.execute(here.values(values))).rowcount == 1

    async def come_back(self, table: str, seat: int, *, owner: str, left: int | None) -> None:
        """Let the owner of a seat play himself again, with so many seconds and without orders."""
        change = _seat(table, seat).where(SEATS.c.owner == owner).values(kind=HUMAN, left=left)
        back = _seat(table, seat).where(SEATS.c.owner == owner, SEATS.c.returned.is_(None))
        back = back.values(returned=_last_line(table))
        await self.change(touched(TABLES.c.id == table), back, change, _lend(table, seat))

    async def spans(self, table: str) -> dict[Seat, tuple[int, int | None]]:
        """After which line a bot played for each who was late, and up to which, if he is back."""
        query = sa.select(SEATS).where(SEATS.c.table == table, SEATS.c.lent.is_not(None))
        rows = await self.read(query)
        return {Seat(row.number): (row.lent, row.returned) for row in rows}

    async def away(self, owner: str | None) -> datetime | None:
        """Until when an account is on holiday."""
        if owner is None or not owner.startswith(ACCOUNT):
            return None
        query = sa.select(ACCOUNTS.c.away).where(ACCOUNTS.c.id == owner.removeprefix(ACCOUNT))
        return await self.value(query)

    async def sees_steps(self, owner: str | None) -> bool:
        """Whether somebody wants to be asked although there is one answer only."""
        if owner is None:
            return False
        account = sa.select(ACCOUNTS.c.choices).where(ACCOUNTS.c.id == owner.removeprefix(ACCOUNT))
        guest = sa.select(STEPPERS.c.owner).where(STEPPERS.c.owner == owner)
        if not owner.startswith(ACCOUNT):
            return await self.value(guest) is not None
        return Preferences.read(await self.value(account) or "").steps

    async def go_away(self, owner: str, until: datetime | None) -> list[str]:
        """Note a holiday, or its end; the tables where somebody is asked meanwhile by letters."""
        account = ACCOUNTS.c.id == owner.removeprefix(ACCOUNT)
        query = (
            sa.select(TABLES.c.id)
            .join(SEATS, (SEATS.c.table == TABLES.c.id) & (SEATS.c.number == TABLES.c.actor))
            .where(SEATS.c.owner == owner, SEATS.c.kind == HUMAN)
            .where(TABLES.c.hours.is_not(None), TABLES.c.due.is_not(None))
        )
        async with self.begin() as connection:
            await connection.execute(sa.update(ACCOUNTS).where(account).values(away=until))
            return list((await connection.execute(query)).scalars())

    async def outdated(
        self, rules: Mapping[str, int], but: Collection[str] = (), limit: int = 1
    ) -> list[str]:
        """Some tables that were not brought under these laws yet, those that changed last."""
        query = sa.select(TABLES.c.id).where(_is_outdated(rules))
        query = query.order_by(TABLES.c.changed.desc()).limit(limit + len(but))
        found = [row.id for row in await self._apart(query)]
        return [it for it in found if it not in but][:limit]

    async def count_outdated(self, rules: Mapping[str, int]) -> int:
        """How many tables were not brought under these laws yet."""
        query = sa.select(sa.func.count()).select_from(TABLES).where(_is_outdated(rules))
        return int((await self._apart(query))[0][0])

    async def adopt(
        self, table: Table, snapshots: Sequence[Snapshot], *, lines: int, laws: int
    ) -> None:
        """Note that the lines since a table's base fit these laws, and the states they lead to.

        Stale says that there are more lines by now, or that this was noted.
        """
        change = sa.update(TABLES).where(TABLES.c.id == table.id)
        change = change.values(
            rules=table.rules,
            options=dict(table.options),
            actor=table.actor,
            over=table.over,
            adopted=laws,
            stamp=TABLES.c.stamp + 1,
        )
        old = SNAPSHOTS.c.table == table.id
        if table.base:
            old &= SNAPSHOTS.c.number > table.base
        states = [
            {"table": table.id, "number": it.number, "turn": it.turn, "state": it.state}
            for it in snapshots
        ]
        async with self.begin() as connection:
            await _settle(connection, table.id, lines, laws)
            await connection.execute(change)
            await connection.execute(sa.delete(SNAPSHOTS).where(old))
            if states:
                await connection.execute(sa.insert(SNAPSHOTS), states)
            if not table.over:
                await connection.execute(sa.delete(RESULTS).where(RESULTS.c.table == table.id))

    async def rebase(self, table: str, base: int, *, laws: int) -> None:
        """Note that a table goes on under other laws, from the state after its last line, `base`.

        Stale says that there are more lines by now, or that this was noted.
        """
        change = sa.update(TABLES).where(TABLES.c.id == table)
        change = change.values(base=base, adopted=laws, stamp=TABLES.c.stamp + 1)
        async with self.begin() as connection:
            await _settle(connection, table, base, laws)
            await connection.execute(change)

    async def link(self, table: str, following: str) -> None:
        """Note the table of the rematch, unless there is one; Stale says that there is."""
        async with self.begin() as connection:
            await _follow(connection, table, following)

    async def orders(self, table: str) -> dict[Seat, tuple[str, ...]]:
        """The standing answers of each seat."""
        query = sa.select(STANDINGS).where(STANDINGS.c.table == table, STANDINGS.c.why.is_(None))
        rows = await self.read(query.order_by(STANDINGS.c.line))
        found: dict[Seat, tuple[str, ...]] = {}
        for row in rows:
            found[Seat(row.seat)] = (*found.get(Seat(row.seat), ()), row.line)
        return found

    async def lapsed(self, table: str) -> dict[Seat, tuple[Lapsed, ...]]:
        """The standing answers of each seat that have ended."""
        query = sa.select(STANDINGS).where(STANDINGS.c.table == table, STANDINGS.c.why.is_not(None))
        rows = await self.read(query.order_by(STANDINGS.c.line))
        found: dict[Seat, tuple[Lapsed, ...]] = {}
        for row in rows:
            found[Seat(row.seat)] = (*found.get(Seat(row.seat), ()), Lapsed(row.line, row.why))
        return found

    async def order(
        self, table: str, seat: Seat, line: str, *, on: bool, instead: Sequence[str] = ()
    ) -> None:
        """Leave a standing answer in place of others and of what has ended, or take it back."""
        gone: sa.ColumnElement[bool] = STANDINGS.c.line.in_([line, *instead])
        if on:
            gone |= STANDINGS.c.why.is_not(None)
        own = (STANDINGS.c.table == table, STANDINGS.c.seat == seat)
        old = sa.delete(STANDINGS).where(*own, gone)
        new = [sa.insert(STANDINGS).values(table=table, seat=seat, line=line)] if on else []
        with suppress(IntegrityError):  # left by another process at the same time
            await self.change(touched(TABLES.c.id == table), old, *new)

    async def _tables(
        self,
        where: sa.ColumnElement[bool],
        limit: int | None = 1,
        offset: int = 0,
        *,
        is_long: bool = False,
    ) -> list[Table]:
        query = sa.select(TABLES).where(where).order_by(TABLES.c.changed.desc(), TABLES.c.id)
        spare = None if limit is None else limit + self.damage.unread
        query = query.limit(spare).offset(offset)
        rows = await (self.rows(query) if is_long else self.read(query))
        chairs = sa.select(SEATS).where(SEATS.c.table.in_([row.id for row in rows]))
        sitting = defaultdict[str, list[Any]](list)
        for seat in await self.read(chairs.order_by(SEATS.c.number)):
            sitting[seat.table].append(seat)
        found = [row for row in rows if self._is_whole(row, sitting[row.id])][:limit]
        return [read_table(row, [read_chair(it) for it in sitting[row.id]]) for row in found]

    def _is_whole(self, row: Any, seats: Sequence[Any]) -> bool:  # noqa: ANN401 - a row of TABLES
        """Whether a table has all its seats, and the one that is asked."""
        numbers = [it.number for it in seats]
        is_whole = numbers == [*range(row.seats)] and row.actor in (None, *numbers)
        if not is_whole:
            self.damage.note("table", row.id, f"seats {numbers} of {row.seats}, asked {row.actor}")
        return is_whole


def _write(
    connection: sa.Connection, table: str, lines: Sequence[Written], snapshot: Snapshot
) -> None:
    rows = [
        {"table": table, "number": it.number, "seat": it.seat, "text": it.text, "time": it.time}
        for it in lines
    ]
    run_all(connection, _WRITTEN, rows)
    run(connection, _OUTLIVED, {"table_id": table, "from_turn": snapshot.turn})
    state = {"number": snapshot.number, "turn": snapshot.turn, "state": snapshot.state}
    run(connection, _REACHED, {"table": table, **state})


def _rewind(connection: sa.Connection, table: Table, asked: Asked) -> bool:
    """Set the clocks of a table; False where it is not the same any more."""
    change = sa.update(TABLES).where(TABLES.c.id == table.id, TABLES.c.stamp == table.stamp)
    change = change.values(
        due=asked.due, since=asked.since, rest=asked.rest, stamp=TABLES.c.stamp + 1
    )
    if connection.execute(change).rowcount != 1:
        return False
    _wind(connection, table.id, asked.left)
    return True


def _wind(connection: sa.Connection, table: str, left: Mapping[int, int | None]) -> None:
    """Keep the seconds on clocks that were stopped."""
    for seat, seconds in left.items():
        connection.execute(_seat(table, seat).values(left=seconds))


def _is_gapless(lines: Sequence[Written], start: Snapshot | None) -> bool:
    """Whether lines follow one another, and what is kept before them."""
    first = 1 if start is None else start.number + 1
    return [it.number for it in lines] == [*range(first, first + len(lines))]


def _seat(table: str, seat: int) -> sa.Update:
    return sa.update(SEATS).where(SEATS.c.table == table, SEATS.c.number == seat)


def _last_line(table: str) -> sa.ScalarSelect[int]:
    last = sa.func.coalesce(sa.func.max(LINES.c.number), 0)
    return sa.select(last).where(LINES.c.table == table).scalar_subquery()


def _owned(owner: str) -> sa.ColumnElement[bool]:
    return TABLES.c.id.in_(sa.select(SEATS.c.table).where(SEATS.c.owner == owner))


def _end(connection: sa.Connection, table: str, results: Sequence[Result]) -> None:
    """Keep how a game has ended, in place of what was kept before."""
    if results:
        connection.execute(sa.delete(RESULTS).where(RESULTS.c.table == table))
        connection.execute(sa.insert(RESULTS), _result_rows(table, results))


def _lapse(connection: sa.Connection, table: str, lapsed: Mapping[tuple[Seat, str], str]) -> None:
    """Note why orders have ended."""
    for (seat, line), why in lapsed.items():
        same = (STANDINGS.c.table == table, STANDINGS.c.seat == seat, STANDINGS.c.line == line)
        connection.execute(sa.update(STANDINGS).where(*same).values(why=why))


def _lend(table: str, seat: int) -> sa.Update:
    """Let the orders of a seat end: a bot plays there, or has played."""
    own = (STANDINGS.c.table == table, STANDINGS.c.seat == seat, STANDINGS.c.why.is_(None))
    return sa.update(STANDINGS).where(*own).values(why=LENT)


def touched(where: sa.ColumnElement[bool]) -> sa.Update:
    """That tables have been changed, so that no process takes its memory for the truth."""
    return sa.update(TABLES).where(where).values(stamp=TABLES.c.stamp + 1)


def read_chair(row: Any) -> Chair:  # noqa: ANN401 - a row of SEATS
    """The chair of a row."""
    return Chair(row.name, row.kind, row.owner, row.left, row.pause)


def read_table(row: Any, chairs: Sequence[Chair]) -> Table:  # noqa: ANN401 - a row of TABLES
    """The table of a row."""
    return Table(
        id=row.id,
        name=row.name,
        game=row.game,
        rules=row.rules,
        base=row.base,
        adopted=row.adopted,
        options=row.options,
        seed=row.seed,
        chairs=tuple(chairs),
        created=row.created,
        changed=row.changed,
        actor=row.actor,
        next=row.next,
        hours=row.hours,
        due=row.due,
        stamp=row.stamp,
        since=row.since,
        access=row.access,
        rated=row.rated,
        delay=row.delay,
        late=row.late,
        bank=row.bank,
        increment=row.increment,
        rest=row.rest,
        brought=row.brought,
    )


async def _follow(connection: AsyncConnection, table: str, following: str) -> None:
    """Note the table of the rematch, unless there is one."""
    change = sa.update(TABLES).where(TABLES.c.id == table, TABLES.c.next.is_(None))
    change = change.values(next=following, stamp=TABLES.c.stamp + 1)
    if (await connection.execute(change)).rowcount != 1:
        raise Stale(f"there is a rematch of table {table} already")


async def _hold(connection: AsyncConnection, table: str) -> None:
    """Let nobody else write at a table; who begins with its seats may wait for others in vain."""
    await connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())


def _is_outdated(rules: Mapping[str, int]) -> sa.ColumnElement[bool]:
    adopted = sa.func.coalesce(TABLES.c.adopted, TABLES.c.rules)
    return sa.or_(sa.false(), *((TABLES.c.game == it) & (adopted != rules[it]) for it in rules))


async def _settle(connection: AsyncConnection, table: str, lines: int, laws: int) -> None:
    """Let nobody else write at a table; Stale if it is under these laws, or has other lines."""
    await _hold(connection, table)
    adopted = sa.select(TABLES.c.adopted).where(TABLES.c.id == table)
    if (await connection.execute(adopted)).scalar_one() == laws:
        raise Stale(f"table {table} is under the laws {laws} already")
    count = sa.select(sa.func.count()).where(LINES.c.table == table)
    if (await connection.execute(count)).scalar_one() != lines:
        raise Stale(f"table {table} has other lines than {lines}")


async def _shut_out(connection: AsyncConnection) -> None:
    """Let no other process prepare the database until this transaction ends."""
    if connection.dialect.name == "postgresql":
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(PREPARING)))


def _distant(arguments: Mapping[str, Any], timeouts: Timeouts) -> Distant:
    from .distant import Distant  # noqa: PLC0415 - its driver is an extra

    return Distant(arguments, timeouts)


def _is_shared(address: sa.URL) -> bool:
    return address.get_backend_name() == "postgresql"


def _row(table: Table) -> dict[str, Any]:
    return {
        "id": table.id,
        "name": table.name,
        "game": table.game,
        "rules": table.rules,
        "base": table.base,
        "adopted": table.adopted,
        "options": dict(table.options),
        "seed": table.seed,
        "seats": len(table.chairs),
        "created": table.created,
        "changed": table.changed,
        "over": table.over,
        "actor": table.actor,
        "hours": table.hours,
        "due": table.due,
        "since": table.since,
        "access": table.access,
        "rated": table.rated,
        "delay": table.delay,
        "late": table.late,
        "bank": table.bank,
        "increment": table.increment,
        "brought": table.brought,
    }


def _chair_rows(table: Table) -> list[dict[str, Any]]:
    return [
        {"table": table.id, "number": n, **msgspec.structs.asdict(it)}
        for n, it in enumerate(table.chairs)
    ]


def _result_rows(table: str, results: Sequence[Result]) -> list[dict[str, Any]]:
    return [
        {"table": table, "seat": seat, "rank": it.rank, "score": it.score}
        for seat, it in enumerate(results)
    ]


def _prepare_sqlite(connection: Any, record: object) -> None:  # noqa: ANN401 - any driver's
    # SQLite knows capitals of English only.
    connection.create_function("lower", 1, _lower)
    connection.isolation_level = None  # the driver would begin after what a transaction reads
    getattr(connection, "driver_connection", connection).text_factory = _text
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY}")
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.execute(f"PRAGMA wal_autocheckpoint={PAGES}")
    cursor.close()


def _lower(text: object) -> object:
    shown = text.decode(errors="replace") if isinstance(text, bytes) else text
    return shown and str(shown).lower()


def _text(raw: bytes) -> object:
    """A text of the file; the driver would give up the whole question for one that is none."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return DAMAGED


def _begin(connection: sa.Connection) -> None:
    """Take the file before anything is read that decides what is written."""
    if connection.get_execution_options().get(WRITES):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _address(url: str) -> sa.URL:
    """The address of a database; a password among its settings counts, and is shown, as one."""
    try:
        address = sa.make_url(url)
    except (SQLAlchemyError, ValueError):
        address = None
    if address is None or "@" in (address.host or ""):
        hidden = re.sub(r":.*@", ":***@", url.partition("?")[0], flags=re.DOTALL)
        reason = "this is no address of one; an @ in a password is written %40"
        raise NoDatabase(f"the database {hidden!r} cannot be used: {reason}")
    driver = DRIVERS.get(address.drivername, address.drivername)
    address = address.set(drivername=driver)
    if driver.partition("+")[0] not in DRIVERS:
        known = NotImplementedError("there are sqlite:///… and postgresql://…")
        raise NoDatabase(_unusable(address, known))
    secret = address.query.get("password")
    if isinstance(secret, str):
        address = address.set(password=secret).difference_update_query(["password"])
    return address


def _open(path: Path, data: Path | None) -> None:
    """Make the file of a new database, for nobody else to read; OSError where it is not ours.

    SQLite itself would only say so when something is written, and complain as it ends.
    """
    if not path.parent.is_dir():
        raise NotADirectoryError(f"there is no folder {path.parent}")
    if path.exists():
        _refuse_empty(path, data or path.parent)
    else:
        with suppress(FileExistsError):  # another process was first
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    for needed in (path, path.parent):
        if not os.access(needed, os.W_OK):
            raise PermissionError(f"{needed} may not be written")


def _refuse_empty(path: Path, data: Path) -> None:
    """NoDatabase where there is nothing in a file that had something in it, as far as we know."""
    until = monotonic() + BRIEF
    beside = [path.with_name(it) for it in (f"{path.name}-wal", path.name + END, HAS_RUN)]
    while not path.stat().st_size:
        if not any(it.exists() for it in (*beside, data / HAS_RUN)):
            return
        if monotonic() > until:  # no other process makes it just now
            raise NoDatabase(
                f"the database {path} is an empty file, but the site has run here: restore a"
                f" backup, or remove the file, and {path.name}{END}, to begin a new site"
            )
        sleep(TICK)


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def shown(address: sa.URL) -> str:
    """An address without its password and its settings."""
    return address.set(query={}).render_as_string(hide_password=True)


def _unusable(address: sa.URL, error: Exception) -> str:
    """Why a database cannot be used, in one line, without its password."""
    name = shown(address)
    reason = str(error).splitlines()[0].replace(str(address), name)
    return f"the database {name} cannot be used: {reason}"


def _upgrade(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "trainshed.web:migrations")
    known = [it.revision for it in ScriptDirectory.from_config(config).walk_revisions()]
    for found in MigrationContext.configure(connection).get_current_heads():
        if found not in known:
            raise CommandError(
                f"it was made by a newer version of Trainshed (its schema is {found}, "
                f"this version knows {known[-1]} to {known[0]}); please update Trainshed"
            )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
