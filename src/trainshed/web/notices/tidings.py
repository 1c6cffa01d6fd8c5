"""What must be told to whom, asked of the database, and what has been told.

Nothing is queued: a turn that waits, a game that ended, an invitation, what others ask for are
found where they are kept, so a restart forgets none of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, TypeAlias

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from trainshed.core.match import ALONE
from trainshed.web.database.kept import HUMAN
from trainshed.web.database.rows import (
    ACCOUNTS,
    INVITED,
    LINES,
    PUSHES,
    SEATS,
    STANDINGS,
    TABLES,
    TOLD,
)
from trainshed.web.database.store import Store
from trainshed.web.settings import Preferences
from trainshed.web.tables.asks import BACKS, PAUSES
from trainshed.web.tables.invitations import HOST

from .wishes import Channel, Event, Wishes

NEWS = timedelta(days=2)
"""So long the end of a game is news."""
BROWSERS = 10
"""So many browsers of an account are told."""
Told: TypeAlias = dict[tuple[str, str, str], datetime]
"""The moment that was told last, by table, owner and note."""
MARKS: Mapping[Event, str] = {"back": ":b", "pause": ":p"}
"""What is told by itself, whatever else was told of the same table."""


class Addressee(Struct, frozen=True, kw_only=True):
    """An account that can be told something."""

    account: str
    choices: Preferences
    mail: str | None
    wishes: Wishes

    @property
    def owner(self) -> str:
        """Whom his seats belong to."""
        return f"account:{self.account}"


class Tiding(Struct, frozen=True, kw_only=True):
    """Something that somebody may want to know, and the moment since which it is so."""

    to: Addressee
    event: Event
    table: str
    name: str
    game: str
    moment: datetime
    due: datetime | None = None
    """When his time runs out."""
    has_orders: bool = False
    """Whether he has left orders for this seat."""
    who: str = ""
    """Who asks for something, or invites; nothing where that is not known."""

    def note(self, channel: Channel) -> str:
        """Under which name it is noted that this was told."""
        return f"{channel}{MARKS.get(self.event, '')}"


class Subscription(Struct, frozen=True):
    """A browser that can be told something: its address, its key, the secret it shares with us."""

    endpoint: str
    key: str
    secret: str

    @property
    def id(self) -> str:
        """One address is one browser."""
        return sha256(self.endpoint.encode()).hexdigest()


class Tidings:
    """What is known of people who want to be told."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def all(self, now: datetime) -> list[Tiding]:
        """What is so now for people who want to be told of anything and are not away."""
        turns = await self.store.rows(_turns(now))
        ends = await self.store.rows(_ends(now))
        calls = await self.store.rows(_invitations(now))
        backs = await self.store.rows(_asks(BACKS, now))
        pauses = await self.store.rows(_asks(PAUSES, now))
        return [
            *(_tiding(row, "turn", has_orders=row.orders) for row in turns),
            *_asked(backs, "back"),
            *_asked(pauses, "pause"),
            *_ended(ends),
            *(replace(_tiding(row, "invitation"), who=row.who or "") for row in calls),
        ]

    async def told(self, owners: Collection[str]) -> Told:
        """What has been told to these."""
        query = sa.select(TOLD).where(TOLD.c.owner.in_(owners))
        rows = await self.store.rows(query)
        return {(row.table, row.owner, row.channel): row.since for row in rows}

    async def claim(self, owner: str, notes: Sequence[tuple[str, str]], moment: datetime) -> bool:
        """Note what is told of which tables, before it is; False where it was told already."""
        try:
            async with self.store.begin() as connection:
                for table, note in notes:
                    await _claim(connection, owner, note, table, moment)
        except IntegrityError:
            return False
        return True

    async def withdraw(
        self, owner: str, notes: Sequence[tuple[str, str]], moment: datetime
    ) -> None:
        """Note that it could not be told after all."""
        here = sa.tuple_(TOLD.c.table, TOLD.c.channel).in_(notes)
        await self.store.change(
            sa.delete(TOLD).where(TOLD.c.owner == owner, TOLD.c.since == moment, here)
        )

    async def forget(self, now: datetime) -> None:
        """Forget what was told of games that are no news any more."""
        old = now - 2 * NEWS
        ended = sa.select(TABLES.c.id).where(TABLES.c.over, TABLES.c.changed < old)
        await self.store.change(sa.delete(TOLD).where(TOLD.c.since < old, TOLD.c.table.in_(ended)))

    async def addressee(self, account: str) -> Addressee:
        """An account, as somebody to be told something."""
        found = await self.find(account)
        assert found is not None
        return found

    async def find(self, account: str) -> Addressee | None:
        """The same where there may be no such account any more."""
        query = sa.select(*_ADDRESSEE).where(ACCOUNTS.c.id == account)
        row = await self.store.row(query)
        return None if row is None else _addressee(row)

    async def wish(self, account: str, wishes: Wishes) -> None:
        """Keep what an account wants."""
        mine = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account)
        await self.store.change(mine.values(notices=wishes.write()))

    async def subscriptions(self, account: str) -> list[Subscription]:
        """The browsers of an account, the oldest first."""
        query = sa.select(PUSHES).where(PUSHES.c.account == account).order_by(PUSHES.c.created)
        rows = await self.store.rows(query)
        return [Subscription(row.endpoint, row.key, row.secret) for row in rows]

    async def subscribe(self, account: str, found: Subscription, now: datetime) -> None:
        """Keep a browser of an account, whoever used it before; the oldest make room."""
        row = {
            "id": found.id,
            "account": account,
            "endpoint": found.endpoint,
            "key": found.key,
            "secret": found.secret,
            "created": now,
        }
        mine = sa.select(PUSHES.c.id).where(PUSHES.c.account == account)
        async with self.store.exclusive("pushes", account) as connection:
            await connection.execute(sa.delete(PUSHES).where(PUSHES.c.id == found.id))
            await connection.execute(sa.insert(PUSHES).values(row))
            newest = mine.order_by(PUSHES.c.created.desc(), PUSHES.c.id).limit(BROWSERS)
            kept = list((await connection.execute(newest)).scalars())
            others = (PUSHES.c.account == account) & PUSHES.c.id.not_in(kept)
            await connection.execute(sa.delete(PUSHES).where(others))

    async def unsubscribe(self, account: str, endpoint: str) -> None:
        """Forget a browser of an account."""
        here = PUSHES.c.id == Subscription(endpoint, "", "").id
        await self.store.change(sa.delete(PUSHES).where(here, PUSHES.c.account == account))


_ADDRESSEE = (
    ACCOUNTS.c.id.label("account"),
    ACCOUNTS.c.choices,
    ACCOUNTS.c.mail,
    ACCOUNTS.c.notices,
)
_TABLE = (TABLES.c.id.label("table"), TABLES.c.name, TABLES.c.game, TABLES.c.due)
_SEAT = (SEATS.c.table == TABLES.c.id) & (SEATS.c.owner == sa.literal("account:") + ACCOUNTS.c.id)


def _reachable(now: datetime) -> sa.ColumnElement[bool]:
    """Whoever is away for a while is told nothing."""
    is_here = ACCOUNTS.c.away.is_(None) | (ACCOUNTS.c.away <= now)
    return ~ACCOUNTS.c.gone & ~ACCOUNTS.c.banned & (ACCOUNTS.c.notices != "") & is_here


def _turns(now: datetime) -> sa.Select[Any]:
    """The seats that are asked; not where the players have agreed to rest."""
    since = sa.func.coalesce(TABLES.c.since, TABLES.c.changed, type_=TABLES.c.since.type)
    orders = sa.exists().where(STANDINGS.c.table == TABLES.c.id, STANDINGS.c.seat == TABLES.c.actor)
    return (
        sa.select(*_ADDRESSEE, *_TABLE, since.label("moment"), orders.label("orders"))
        .select_from(TABLES)
        .join(SEATS, (SEATS.c.table == TABLES.c.id) & (SEATS.c.number == TABLES.c.actor))
        .join(ACCOUNTS, _SEAT)
        .where(~TABLES.c.over, TABLES.c.rest.is_(None), SEATS.c.kind == HUMAN, _reachable(now))
        .order_by(since)
    )


def _ends(now: datetime) -> sa.Select[Any]:
    """The seats of games that ended, and who made the last move."""
    last = (
        sa.select(LINES.c.seat)
        .where(LINES.c.table == TABLES.c.id, LINES.c.seat >= 0)
        .where(LINES.c.text.not_like(f"{ALONE}%"))
        .order_by(LINES.c.number.desc())
        .limit(1)
        .correlate(TABLES)
        .scalar_subquery()
    )
    return (
        sa.select(*_ADDRESSEE, *_TABLE, TABLES.c.changed.label("moment"))
        .add_columns(SEATS.c.number.label("seat"), last.label("last"))
        .select_from(TABLES)
        .join(SEATS, SEATS.c.table == TABLES.c.id)
        .join(ACCOUNTS, _SEAT)
        .where(TABLES.c.over, TABLES.c.changed > now - NEWS, _reachable(now))
        .order_by(TABLES.c.changed, SEATS.c.number)
    )


def _invitations(now: datetime) -> sa.Select[Any]:
    """Who is invited to a table where a seat is free, and sits there not yet."""
    seat = sa.select(SEATS.c.number).where(SEATS.c.table == TABLES.c.id)
    free = seat.where(SEATS.c.kind == HUMAN, SEATS.c.owner.is_(None))
    mine = seat.where(SEATS.c.owner == sa.literal("account:") + ACCOUNTS.c.id)
    both = (TABLES, ACCOUNTS)
    return (
        sa.select(*_ADDRESSEE, *_TABLE, TABLES.c.created.label("moment"), HOST.label("who"))
        .select_from(TABLES)
        .join(INVITED, INVITED.c.table == TABLES.c.id)
        .join(ACCOUNTS, ACCOUNTS.c.id == INVITED.c.account)
        .where(~TABLES.c.over, free.correlate(*both).exists(), ~mine.correlate(*both).exists())
        .where(_reachable(now))
        .order_by(TABLES.c.created)
    )


def _asks(asked: sa.Select[Any], now: datetime) -> sa.Select[Any]:
    """Whom others ask for something, the oldest first."""
    found = asked.subquery()
    return (
        sa.select(*_ADDRESSEE, *_TABLE, found.c.moment, found.c.who)
        .select_from(TABLES)
        .join(found, found.c.table == TABLES.c.id)
        .join(ACCOUNTS, found.c.owner == sa.literal("account:") + ACCOUNTS.c.id)
        .where(_reachable(now))
        .order_by(found.c.moment)
    )


async def _claim(
    connection: AsyncConnection, owner: str, note: str, table: str, moment: datetime
) -> None:
    """Note one table; IntegrityError says that this moment, or a later one, is noted already."""
    row = {"table": table, "owner": owner, "channel": note, "since": moment}
    key = (TOLD.c.table == table) & (TOLD.c.owner == owner) & (TOLD.c.channel == note)
    later = sa.update(TOLD).where(key, TOLD.c.since < moment).values(since=moment)
    if (await connection.execute(later)).rowcount != 1:
        await connection.execute(sa.insert(TOLD).values(row))


def _ended(rows: Sequence[Any]) -> list[Tiding]:
    """One tiding for each person at a table, unless the last move was his own."""
    people = {(row.table, row.account): row for row in rows}
    enders = {(row.table, row.account) for row in rows if row.seat == row.last}
    found = [_tiding(row, "end") for key, row in people.items() if key not in enders]
    return [it for it in found if it.to.wishes.saved is None or it.to.wishes.saved < it.moment]


def _asked(rows: Sequence[Any], event: Event) -> list[Tiding]:
    """One tiding for each person at a table, of who asked first."""
    first = {(row.table, row.account): row for row in reversed(rows)}
    found = [row for row in rows if first[row.table, row.account] is row]
    return [replace(_tiding(row, event), due=None, who=row.who) for row in found]


def _addressee(row: Any) -> Addressee:  # noqa: ANN401 - a row of the database
    return Addressee(
        account=row.account,
        choices=Preferences.read(row.choices),
        mail=row.mail,
        wishes=Wishes.read(row.notices),
    )


def _tiding(row: Any, event: Event, *, has_orders: bool = False) -> Tiding:  # noqa: ANN401
    return Tiding(
        to=_addressee(row),
        event=event,
        table=row.table,
        name=row.name,
        game=row.game,
        moment=row.moment,
        due=row.due,
        has_orders=has_orders,
    )
