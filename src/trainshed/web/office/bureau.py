"""What administrators know and do, in the database; each of their deeds is noted."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from trainshed.core import BadOption, TrainshedError
from trainshed.web.database.damage import Found
from trainshed.web.database.kept import HUMAN, LENT, SUBSTITUTE, Account
from trainshed.web.database.renew import rules
from trainshed.web.database.rows import (
    ACCOUNTS,
    DEEDS,
    LINKS,
    PUSHES,
    SEATS,
    SESSIONS,
    STANDINGS,
    TABLES,
    TOKENS,
    holds,
)
from trainshed.web.database.store import ORDERED, Store, touched
from trainshed.web.notices.notices import errands
from trainshed.web.notices.tidings import Tidings
from trainshed.web.people.people import key_of, orders_of, playing_at
from trainshed.web.processes.live import Bus
from trainshed.web.processes.wire import SITE
from trainshed.web.tables.asks import REQUEST
from trainshed.web.tables.heartbeat import Heartbeat
from trainshed.web.tables.sheet import answer
from trainshed.web.tables.tables import Tables

PATIENCE = timedelta(minutes=1)
"""Whatever is due for longer than this is stuck."""
LONGER = timedelta(minutes=30)
"""The same for a notice: whoever looks at the table is not told at once."""
SHOWN = 50
"""So many of each kind are listed."""
LONGEST_REASON = 120
BOT, ORDER, CLOCK, NOTICE = "bot", "order", "clock", "notice"


class Overview(Struct, frozen=True, kw_only=True):
    """The site in numbers."""

    running: int
    finished: int
    people: int
    banned: int
    sessions: int
    processes: int
    """Those that listen to each other, or that were started together on a file."""
    bytes: int
    """The size of the database."""
    outdated: int
    """The tables that are still to be brought under the present laws."""


class Job(Struct, frozen=True):
    """Something that should have happened at a table by now."""

    kind: str
    """A `bot` that is asked, an `order` that answers, a `clock` that has run out, a `notice`."""
    table: str
    name: str
    since: datetime


class Place(Struct, frozen=True, kw_only=True):
    """A table as administrators see it: nothing of what is played there."""

    id: str
    name: str
    game: str
    access: str
    players: tuple[str, ...]
    changed: datetime
    over: bool
    lent: bool = False
    """Whether a bot has played for somebody who was late."""


class Person(Struct, frozen=True, kw_only=True):
    """An account as administrators see it."""

    name: str
    created: datetime
    admin: bool
    banned: bool
    seen: datetime | None
    sessions: int
    bot: bool = False


class Deed(Struct, frozen=True):
    """What an administrator has done."""

    time: datetime
    who: str
    what: str
    about: str


class Bureau:
    """What administrators look up, and what they decide."""

    def __init__(
        self,
        store: Store,
        tables: Tables | None = None,
        processes: int = 1,
        heartbeat: Heartbeat | None = None,
    ) -> None:
        self.store = store
        self.heartbeat = heartbeat
        self.tables = tables or Tables(store, Bus())
        self.bus = self.tables.bus
        self._processes = processes

    async def overview(self) -> Overview:
        """The site in numbers."""
        count = sa.func.count()
        here = ~ACCOUNTS.c.gone
        queries = {
            "running": sa.select(count).where(~TABLES.c.over),
            "finished": sa.select(count).where(TABLES.c.over),
            "people": sa.select(count).where(here),
            "banned": sa.select(count).where(here, ACCOUNTS.c.banned),
            "sessions": sa.select(count).select_from(SESSIONS),
        }
        found = {name: await self.store.value(query) or 0 for name, query in queries.items()}
        async with self.store.engine.connect() as connection:
            processes, size = await _machinery(connection)
        outdated = await self.store.count_outdated(rules())
        machinery = {"processes": processes or self._processes, "bytes": size}
        return Overview(outdated=outdated, **machinery, **found)

    async def jobs(self, now: datetime) -> list[Job]:
        """What should have happened by now, the oldest first."""
        late = now - PATIENCE
        out = sa.select(TABLES.c.id, TABLES.c.name, TABLES.c.due.label("since")).where(
            TABLES.c.due < late, ~TABLES.c.over
        )
        bots = await self._jobs(BOT, _asked(late).where(SEATS.c.kind != HUMAN))
        orders = await self._jobs(ORDER, _asked(late).where(SEATS.c.kind == HUMAN, ORDERED))
        clocks = await self._jobs(CLOCK, out)
        answered = [it for it in orders if await self._is_answered(it.table)]
        found = [*bots[:SHOWN], *answered[:SHOWN], *clocks[:SHOWN], *await self._untold(now)]
        return sorted(found, key=lambda job: (job.since, job.table))

    async def _jobs(self, kind: str, query: sa.Select[Any]) -> list[Job]:
        return [Job(kind, row.id, row.name, row.since) for row in await self.store.rows(query)]

    async def _is_answered(self, table: str) -> bool:
        """Whether an order answers at a table; where that cannot be told somebody should look."""
        try:
            sheet = await self.tables.load(table)
        except TrainshedError:
            return True
        return await asyncio.to_thread(answer, sheet) is not None

    async def _untold(self, now: datetime) -> list[Job]:
        """The notices that should have been sent."""
        tidings = Tidings(self.store)
        found = await tidings.all(now)
        told = await tidings.told({it.to.owner for it in found}) if found else {}
        return [
            Job(NOTICE, it.tidings[0].table, it.tidings[0].name, it.moment)
            for it in errands(found, told, now)
            if it.moment < now - LONGER and not it.tidings[0].has_orders
        ][:SHOWN]

    async def damaged(self) -> tuple[Found, ...]:
        """What cannot be read, as far as anybody has come across it; all tables are looked at."""
        await self.store.survey()
        return self.store.damage.found

    async def places(self, word: str = "") -> list[Place]:
        """The tables that changed last, or those with a word in their id, name or players."""
        query = sa.select(TABLES).order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(SHOWN)
        if word:
            players = sa.select(SEATS.c.table).where(holds(SEATS.c.name, word))
            query = query.where(
                holds(TABLES.c.name, word) | TABLES.c.id.in_(players) | (TABLES.c.id == word)
            )
        rows = await self.store.rows(query)
        seats = sa.select(SEATS).where(SEATS.c.table.in_([row.id for row in rows]))
        chairs = await self.store.rows(seats.order_by(SEATS.c.number))
        names = defaultdict[str, list[str]](list)
        lent = {chair.table for chair in chairs if chair.lent is not None}
        for chair in chairs:
            names[chair.table].append(chair.name)
        return [
            Place(
                id=row.id,
                name=row.name,
                game=row.game,
                access=row.access,
                players=tuple(names[row.id]),
                changed=row.changed,
                over=row.over,
                lent=row.id in lent,
            )
            for row in rows
        ]

    async def persons(self, word: str = "", *, banned: bool = False) -> list[Person]:
        """The accounts made last, or those with a word in their name, or that are closed."""
        seen = sa.func.max(SESSIONS.c.seen).label("seen")
        query = (
            sa.select(ACCOUNTS, seen, sa.func.count(SESSIONS.c.id).label("sessions"))
            .join(SESSIONS, SESSIONS.c.account == ACCOUNTS.c.id, isouter=True)
            .where(~ACCOUNTS.c.gone)
            .group_by(ACCOUNTS.c.id)
            .order_by(ACCOUNTS.c.banned.desc(), ACCOUNTS.c.created.desc(), ACCOUNTS.c.id)
            .limit(SHOWN)
        )
        if banned:
            query = query.where(ACCOUNTS.c.banned)
        if word:
            query = query.where(ACCOUNTS.c.key.contains(key_of(word), autoescape=True))
        rows = await self.store.rows(query)
        return [
            Person(
                name=row.name,
                created=row.created,
                admin=row.admin,
                banned=row.banned,
                seen=row.seen,
                sessions=row.sessions,
                bot=row.keeper is not None,
            )
            for row in rows
        ]

    async def deeds(self, limit: int = SHOWN) -> list[Deed]:
        """What was done last, the newest first."""
        query = sa.select(DEEDS).order_by(DEEDS.c.id.desc()).limit(limit)
        rows = await self.store.rows(query)
        return [Deed(row.time, row.who, row.what, row.about) for row in rows]

    async def appoint(self, account: Account, *, on: bool, who: str) -> None:
        """Make somebody an administrator, or no more; BadOption where it is a bot."""
        if on and account.keeper is not None:
            raise BadOption(f"{account.name} is a bot: it cannot be an administrator")
        async with self.store.begin() as connection:
            await _set(connection, account, admin=on)
            what = "grant" if on else "revoke"
            await _note(connection, self.store.now(), who, what, account.name)

    async def ban(self, account: Account, reason: str, *, who: str) -> None:
        """Shut an account out at once, wherever it is signed in; BadOption says why not.

        Bots play on for him without his orders; when he may come back, so may he to his seats.
        """
        if account.admin:
            raise BadOption(f"{account.name} is an administrator: take the office away first")
        if len(reason) > LONGEST_REASON or not reason.isprintable():
            raise BadOption(f"a reason has {LONGEST_REASON} letters at most")
        orders = sa.update(STANDINGS).where(orders_of(account.owner), STANDINGS.c.why.is_(None))
        seats = sa.update(SEATS).where(SEATS.c.owner == account.owner, SEATS.c.kind == HUMAN)
        seats = seats.where(SEATS.c.table.in_(sa.select(TABLES.c.id).where(~TABLES.c.over)))
        async with self.store.begin() as connection:
            tables = await playing_at(connection, account.owner)
            await connection.execute(touched(TABLES.c.id.in_([table for table, _ in tables])))
            await connection.execute(orders.values(why=LENT))
            await connection.execute(seats.values(kind=SUBSTITUTE, pause=False))
            await _set(connection, account, banned=True)
            for kind in (SESSIONS, TOKENS, LINKS, PUSHES):
                await connection.execute(sa.delete(kind).where(kind.c.account == account.id))
            about = f"{account.name}: {reason}" if reason else account.name
            await _note(connection, self.store.now(), who, "ban", about)
        for table, version in tables:
            self.bus.publish(table, version)

    async def unban(self, account: Account, *, who: str) -> None:
        """Let somebody sign in again."""
        async with self.store.begin() as connection:
            await _set(connection, account, banned=False)
            await _note(connection, self.store.now(), who, "unban", account.name)

    async def sign_out(self, account: Account, *, who: str) -> int:
        """End all sessions of an account, and notices in its browsers; how many sessions."""
        mine = sa.delete(SESSIONS).where(SESSIONS.c.account == account.id)
        told = sa.delete(PUSHES).where(PUSHES.c.account == account.id)
        async with self.store.begin() as connection:
            ended = (await connection.execute(mine)).rowcount
            await connection.execute(told)
            await _note(connection, self.store.now(), who, "sign-out", account.name)
        return ended

    async def retry(self, table: str, *, who: str) -> None:
        """Let whatever is stuck at a table be tried again, in whichever process."""
        sheet = await self.tables.load(table)
        await self.tables.expire(table)
        await self.store.change(touched(TABLES.c.id == table))
        self.bus.publish(table, sheet.match.version)
        await self.note(who, "retry", table)

    async def take_back(self, table: str, *, who: str) -> int:
        """Take back what bots have played for those who were late; how many lines."""
        lines = await self.tables.take_back(table)
        await self.note(who, "take-back", table)
        return lines

    @property
    def drift(self) -> float:
        """Seconds by which the clock of this machine has jumped; meanwhile nothing expires."""
        return 0.0 if self.heartbeat is None else self.heartbeat.timekeeping.drift

    async def accept_clock(self, *, who: str) -> None:
        """Believe the clock of this machine as it is now."""
        drift = round(self.drift)
        if self.heartbeat is not None:
            await self.heartbeat.accept()
        await self.note(who, "clock", f"{drift:+} s")

    async def note(self, who: str, what: str, about: str) -> None:
        """Keep what an administrator has done."""
        async with self.store.begin() as connection:
            await _note(connection, self.store.now(), who, what, about)


def _asked(late: datetime) -> sa.Select[Any]:
    """The tables that have waited since before; not where people rest or talk of going back."""
    since = sa.func.coalesce(TABLES.c.since, TABLES.c.changed)
    return (
        sa.select(TABLES.c.id, TABLES.c.name, since.label("since"))
        .join(SEATS, (SEATS.c.table == TABLES.c.id) & (SEATS.c.number == TABLES.c.actor))
        .where(~TABLES.c.over, TABLES.c.rest.is_(None), since < late, REQUEST.is_(None))
    )


async def _set(connection: AsyncConnection, account: Account, **values: bool) -> None:
    await connection.execute(
        sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account.id).values(**values)
    )


async def _note(
    connection: AsyncConnection, now: datetime, who: str, what: str, about: str
) -> None:
    row = {"time": now, "who": who[:60], "what": what[:20], "about": about[:200]}
    await connection.execute(sa.insert(DEEDS).values(row))


async def _machinery(connection: AsyncConnection) -> tuple[int, int]:
    """How many processes the database knows of, and its size."""
    if connection.dialect.name == "sqlite":
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        size = (await connection.exec_driver_sql("PRAGMA page_size")).scalar_one()
        return 0, int(pages) * int(size)
    listening = sa.text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND application_name = :site AND query LIKE 'LISTEN %'"
    ).bindparams(site=SITE)
    size = sa.text("SELECT pg_database_size(current_database())")
    return (
        int((await connection.execute(listening)).scalar_one()),
        int((await connection.execute(size)).scalar_one()),
    )
