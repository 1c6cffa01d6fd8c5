"""The accounts and where they are signed in, in the database."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple
from unicodedata import normalize

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from trainshed.core import TrainshedError
from trainshed.core.text import FORMER_PLAYER
from trainshed.web.database.kept import FORMER, HUMAN, PROGRAM, SUBSTITUTE, Account, Session
from trainshed.web.database.rows import (
    ACCOUNTS,
    INVITED,
    LINES,
    LINKS,
    MAPS,
    NOTES,
    PASSKEYS,
    PUSHES,
    RATINGS,
    REGARDS,
    REMARKS,
    RESULTS,
    SEATS,
    SESSIONS,
    STANDINGS,
    STEPPERS,
    TABLES,
    TOKENS,
    TOLD,
)
from trainshed.web.database.store import Store, touched
from trainshed.web.processes.live import Bus

from .names import is_unnamed

BOTS = 10
"""So many bots somebody may keep."""
STALE = timedelta(minutes=10)
"""A session notes no more often than this that it was used."""
_KNOWN = "id", "name", "choices", "created", "admin", "banned", "keeper"
LASTING = timedelta(days=365)
"""A session that was not used for so long has ended."""
_SIGNED_IN = (
    sa.select(
        *(ACCOUNTS.c[name] for name in _KNOWN),
        SESSIONS.c.seen,
    )
    .join(SESSIONS, SESSIONS.c.account == ACCOUNTS.c.id)
    .where(SESSIONS.c.id == sa.bindparam("session"), SESSIONS.c.seen > sa.bindparam("since"))
    .where(~ACCOUNTS.c.gone, ~ACCOUNTS.c.banned)
)


class Played(NamedTuple):
    """A finished game of somebody."""

    table: str
    name: str
    game: str
    seats: int
    ended: datetime
    rank: int
    score: int


class Tally(NamedTuple):
    """All results of somebody in one game with so many seats."""

    game: str
    seats: int
    games: int
    wins: int
    ranks: int
    """His places, added up."""


class Playing(NamedTuple):
    """A running game of somebody that everybody may see."""

    owner: str
    table: str
    name: str
    game: str


class Private(NamedTuple):
    """What only the site itself knows of an account: the hash of its password, its address."""

    password: str | None
    mail: str | None


class TooManyBots(TrainshedError):
    """Somebody keeps as many bots as he may."""


class Opponent(NamedTuple):
    """Somebody with whom one has played so many times."""

    name: str
    times: int
    is_account: bool


LONGEST_KEY = 80


def key_of(name: str) -> str:
    """Names that look alike are one.

    >>> key_of("  Ada  Lovelace ") == key_of("ADA lovelace")
    True
    """
    return " ".join(normalize("NFKC", name).casefold().split())


def new_id() -> str:
    """The id of an account that is made."""
    return secrets.token_urlsafe(9)


def new_bot_id() -> str:
    """The id of an account that a program plays for."""
    return PROGRAM + secrets.token_urlsafe(8)


def hashed(token: str) -> str:
    """What is kept of a session's cookie."""
    return sha256(token.encode()).hexdigest()


class People:
    """All accounts."""

    def __init__(self, store: Store, bus: Bus | None = None) -> None:
        self.store = store
        self.bus = bus or Bus()

    async def add(
        self,
        name: str,
        password: str | None,
        choices: str,
        *,
        passkey: Mapping[str, Any] | None = None,
        id_: str = "",
        keeper: str | None = None,
        mail: str | None = None,
    ) -> Account | None:
        """Make an account with this hash of a password, the row of a passkey, or this address.

        None where the name is taken, or the address; TooManyBots where its keeper has enough.
        """
        id_, now = id_ or new_id(), self.store.now()
        account = Account(id=id_, name=name, choices=choices, created=now, keeper=keeper)
        row = {
            "id": account.id,
            "name": name,
            "key": key_of(name),
            "password": password,
            "choices": choices,
            "created": account.created,
            "gone": False,
            "admin": False,
            "banned": False,
            "keeper": keeper,
            "mail": mail,
        }
        made = [sa.insert(ACCOUNTS).values(row)]
        if passkey is not None:
            made.append(sa.insert(PASSKEYS).values({**passkey, "account": id_}))
        try:
            if keeper is None:
                await self.store.change(*made)
            else:
                await self._keep(keeper, made)
        except IntegrityError:
            return None
        return account

    async def _keep(self, keeper: str, made: Sequence[sa.Insert]) -> None:
        """Make the account of a bot, unless its keeper has enough of them."""
        count = sa.select(sa.func.count()).where(ACCOUNTS.c.keeper == keeper, ~ACCOUNTS.c.gone)
        async with self.store.exclusive("bots", keeper) as connection:
            if (await connection.execute(count)).scalar_one() >= BOTS:
                raise TooManyBots(keeper)
            for insert in made:
                await connection.execute(insert)

    async def named(self, name: str) -> tuple[Account, str | None] | None:
        """The account with this name, and the hash of its password."""
        query = sa.select(ACCOUNTS).where(ACCOUNTS.c.key == key_of(name), ~ACCOUNTS.c.gone)
        row = await self.store.row(query)
        return None if row is None else (account_of(row), row.password)

    async def known(self, id_: str) -> Account | None:
        """The account with this id."""
        return await self._one(ACCOUNTS.c.id == id_)

    async def addressed(self, mail: str) -> Account | None:
        """The account with this address."""
        return await self._one(ACCOUNTS.c.mail == mail)

    async def _one(self, where: sa.ColumnElement[bool]) -> Account | None:
        query = sa.select(ACCOUNTS).where(where, ~ACCOUNTS.c.gone)
        row = await self.store.row(query)
        return None if row is None else account_of(row)

    async def bot(self, keeper: Account, id_: str) -> Account | None:
        """A bot of somebody's own."""
        found = await self.known(id_)
        return None if found is None or found.keeper != keeper.id else found

    async def private(self, account: Account) -> Private:
        """What the site knows of an account."""
        query = sa.select(ACCOUNTS.c.password, ACCOUNTS.c.mail).where(ACCOUNTS.c.id == account.id)
        return Private(*(await self.store.row(query) or (None, None)))

    async def sign_in(self, account: Account, agent: str) -> str:
        """A new session; its token goes into a cookie and is kept nowhere else.

        Sessions that have ended by themselves, whosever they were, are forgotten.
        """
        token, now = secrets.token_urlsafe(32), self.store.now()
        row = {
            "id": hashed(token),
            "account": account.id,
            "created": now,
            "seen": now,
            "agent": agent[:200],
        }
        old = sa.delete(SESSIONS).where(SESSIONS.c.seen <= now - LASTING)
        await self.store.change(old, sa.insert(SESSIONS).values(row))
        return token

    async def signed_in(self, token: str) -> Account | None:
        """Whose session this is."""
        session, now = hashed(token), self.store.now()
        rows = await self.store.ask(_SIGNED_IN, {"session": session, "since": now - LASTING})
        if not rows:
            return None
        row = rows[0]
        if now - row.seen > STALE:
            mine = sa.update(SESSIONS).where(SESSIONS.c.id == session)
            await self.store.change(mine.values(seen=now))
        return account_of(row)

    async def since(self, token: str) -> datetime | None:
        """When a session began."""
        query = sa.select(SESSIONS.c.created).where(SESSIONS.c.id == hashed(token))
        return await self.store.value(query)

    async def sessions(self, account: Account) -> list[Session]:
        """Where an account is signed in, the last used first."""
        lasting = SESSIONS.c.seen > self.store.now() - LASTING
        query = sa.select(SESSIONS).where(SESSIONS.c.account == account.id, lasting)
        rows = await self.store.rows(query.order_by(SESSIONS.c.seen.desc()))
        return [Session(**row._mapping) for row in rows]  # noqa: SLF001 - its public name

    async def sign_out(self, account: Account, token: str, push: str = "") -> None:
        """End a session of an account, and notices in its browser, which is told under this id."""
        mine = (SESSIONS.c.account == account.id) & (SESSIONS.c.id == hashed(token))
        told = (PUSHES.c.account == account.id) & (PUSHES.c.id == push)
        await self.store.change(sa.delete(SESSIONS).where(mine), sa.delete(PUSHES).where(told))

    async def sign_out_others(
        self, account: Account, token: str, push: str, session: str = ""
    ) -> None:
        """End all sessions of an account but this one, or one of them, named by its hash.

        Notices end in all browsers but this one: which of them had the session is not kept.
        """
        others = (SESSIONS.c.account == account.id) & (SESSIONS.c.id != hashed(token))
        if session:
            others &= SESSIONS.c.id == session
        told = (PUSHES.c.account == account.id) & (PUSHES.c.id != push)
        await self.store.change(sa.delete(SESSIONS).where(others), sa.delete(PUSHES).where(told))

    async def claim(self, account: Account, browser: str, but: Sequence[str] = ()) -> None:
        """What a browser had as a guest belongs to the account from now on, but some seats.

        Where he had no name he has that of the account.
        """
        here = (SEATS.c.owner == browser) & SEATS.c.table.not_in(but)
        owned = (MAPS.c.owner == browser, REMARKS.c.owner == browser)
        async with self.store.begin() as connection:
            await connection.execute(touched(_tables_of(browser)))
            named = await _name(connection, account, here)
            for kind, mine in zip((SEATS, MAPS, REMARKS), (here, *owned), strict=True):
                await connection.execute(sa.update(kind).where(mine).values(owner=account.owner))
            await connection.execute(sa.delete(STEPPERS).where(STEPPERS.c.owner == browser))
            known = sa.select(NOTES.c.table).where(NOTES.c.owner == account.owner)
            fresh = (NOTES.c.owner == browser) & NOTES.c.table.not_in(known)
            fresh &= NOTES.c.table.not_in(but)
            await connection.execute(sa.update(NOTES).where(fresh).values(owner=account.owner))
            tables = await playing_at(connection, account.owner) if named else []
        for table, version in tables:
            if table in named:
                self.bus.publish(table, version)

    async def history(
        self, owner: str, *, everywhere: bool = False, limit: int = 50
    ) -> list[Played]:
        """The finished games of somebody, the last first, with the number of seats.

        Only tables that are open to all are listed, unless he asks himself.
        """
        table = [TABLES.c[name] for name in ("id", "name", "game", "seats", "changed")]
        query = _ended(owner, *table, RESULTS.c.rank, RESULTS.c.score)
        if not everywhere:
            query = query.where(TABLES.c.access == "open")
        query = query.order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(limit)
        return [Played(*row) for row in await self.store.rows(query)]

    async def results(self, owner: str) -> list[Tally]:
        """The results of somebody in all his games, by game and number of seats.

        A game that was continued from a position of another one does not count.
        """
        kind = (TABLES.c.game, TABLES.c.seats)
        won = sa.func.sum(sa.case((RESULTS.c.rank == 1, 1), else_=0))
        query = _ended(owner, *kind, sa.func.count(), won, sa.func.sum(RESULTS.c.rank))
        query = query.where(TABLES.c.brought.is_(None))
        rows = await self.store.rows(query.group_by(*kind))
        return [Tally(*row) for row in rows]

    async def playing(self, owners: Sequence[str], limit: int = 100) -> list[Playing]:
        """What some people play now at tables that are open to all, the last changed first."""
        query = (
            sa.select(SEATS.c.owner, TABLES.c.id, TABLES.c.name, TABLES.c.game)
            .join(TABLES, TABLES.c.id == SEATS.c.table)
            .where(SEATS.c.owner.in_(owners), SEATS.c.kind == HUMAN)
            .where(~TABLES.c.over, TABLES.c.access == "open")
            .group_by(SEATS.c.owner, TABLES.c.id, TABLES.c.name, TABLES.c.game, TABLES.c.changed)
            .order_by(TABLES.c.changed.desc(), TABLES.c.id)
            .limit(limit)
        )
        return [Playing(*row) for row in await self.store.rows(query)]

    async def opponents(
        self, owner: str, *, everywhere: bool = False, limit: int = 20
    ) -> list[Opponent]:
        """With whom somebody has played most, and how often; accounts by their present name.

        Only tables that are open to all count, unless he asks himself.
        """
        mine = sa.select(SEATS.c.table).where(SEATS.c.owner == owner)
        if not everywhere:
            mine = mine.join(TABLES, TABLES.c.id == SEATS.c.table).where(TABLES.c.access == "open")
        name = sa.func.coalesce(ACCOUNTS.c.name, SEATS.c.name)
        count = sa.func.count(SEATS.c.table.distinct())
        columns: tuple[sa.ColumnElement[Any], ...] = (name, count, ACCOUNTS.c.id.is_not(None))
        query = (
            sa.select(*columns)
            .join(
                ACCOUNTS,
                (sa.literal("account:") + ACCOUNTS.c.id == SEATS.c.owner) & ~ACCOUNTS.c.gone,
                isouter=True,
            )
            .where(SEATS.c.table.in_(mine), SEATS.c.owner.is_not(None), SEATS.c.owner != owner)
            .group_by(name, ACCOUNTS.c.id)
            .order_by(count.desc(), name)
            .limit(limit)
        )
        rows = await self.store.rows(query)
        return [Opponent(name, times, bool(known)) for name, times, known in rows]

    async def choose(self, account: Account, choices: str) -> None:
        """Keep the settings of an account."""
        mine = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account.id)
        await self.store.change(mine.values(choices=choices))

    async def step(self, browser: str, *, on: bool) -> None:
        """Note whether a guest is asked although there is one answer only."""
        gone = sa.delete(STEPPERS).where(STEPPERS.c.owner == browser)
        await self.store.change(gone, *([sa.insert(STEPPERS).values(owner=browser)] if on else []))

    async def renew(self, account: Account, password: str) -> None:
        """Keep the hash of a new password."""
        mine = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account.id)
        await self.store.change(mine.values(password=password))

    async def change(self, account: Account, password: str, token: str) -> None:
        """Keep the hash of a new password; whoever was let in by the old one is no more.

        Nor is any browser told anything: perhaps it is not his.
        """
        mine = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account.id)
        others = (SESSIONS.c.account == account.id) & (SESSIONS.c.id != hashed(token))
        async with self.store.begin() as connection:
            await connection.execute(mine.values(password=password))
            await connection.execute(sa.delete(SESSIONS).where(others))
            for kind in (TOKENS, LINKS, PUSHES):
                await connection.execute(sa.delete(kind).where(kind.c.account == account.id))
            kept = sa.select(ACCOUNTS.c.id).where(ACCOUNTS.c.keeper == account.id)
            await connection.execute(sa.delete(TOKENS).where(TOKENS.c.account.in_(kept)))

    async def remove(self, account: Account) -> None:
        """Forget who somebody was: games of others stay whole, a bot plays on for him."""
        mine = SEATS.c.owner == account.owner
        running = SEATS.c.table.in_(sa.select(TABLES.c.id).where(~TABLES.c.over))
        blank = {
            "name": FORMER_PLAYER,
            "key": f"gone:{account.id}",
            "password": None,
            "choices": "",
            "mail": None,
            "notices": "",
            "away": None,
        }
        async with self.store.begin() as connection:
            tables = await playing_at(connection, account.owner)
            await connection.execute(touched(_tables_of(account.owner)))
            await connection.execute(sa.delete(STANDINGS).where(orders_of(account.owner)))
            bot = {"kind": SUBSTITUTE, "pause": False}
            await connection.execute(sa.update(SEATS).where(mine, running).values(bot))
            nobody = {"name": FORMER_PLAYER, "owner": FORMER}
            await connection.execute(sa.update(SEATS).where(mine).values(nobody))
            said = sa.update(REMARKS).where(REMARKS.c.owner == account.owner)
            await connection.execute(said.values(nobody))
            for kind in (NOTES, MAPS, RATINGS, TOLD):
                await connection.execute(sa.delete(kind).where(kind.c.owner == account.owner))
            for kind in (SESSIONS, TOKENS, PASSKEYS, LINKS, REGARDS, INVITED, PUSHES):
                await connection.execute(sa.delete(kind).where(kind.c.account == account.id))
            await connection.execute(sa.delete(REGARDS).where(REGARDS.c.other == account.id))
            called = sa.update(INVITED).where(INVITED.c.host == account.id)
            await connection.execute(called.values(host=None))
            forget = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account.id)
            await connection.execute(forget.values(gone=True, admin=False, **blank))
        for table, version in tables:
            self.bus.publish(table, version)
        for kept_bot in await kept(self.store, account.id):
            await self.remove(kept_bot)


async def kept(store: Store, keeper: str) -> list[Account]:
    """The accounts of the bots that somebody keeps, by name."""
    query = sa.select(ACCOUNTS).where(ACCOUNTS.c.keeper == keeper, ~ACCOUNTS.c.gone)
    rows = await store.rows(query.order_by(ACCOUNTS.c.key))
    return [account_of(row) for row in rows]


def _ended(owner: str, *columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """What is asked of the seats of somebody in games that have ended."""
    return (
        sa.select(*columns)
        .select_from(TABLES)
        .join(SEATS, SEATS.c.table == TABLES.c.id)
        .join(RESULTS, (RESULTS.c.table == TABLES.c.id) & (RESULTS.c.seat == SEATS.c.number))
        .where(SEATS.c.owner == owner)
    )


async def _name(
    connection: AsyncConnection, account: Account, where: sa.ColumnElement[bool]
) -> set[str]:
    """Call the seats of a guest that have no name as his account, one a table; these tables."""
    query = sa.select(SEATS.c.table, SEATS.c.number, SEATS.c.name)
    mine = (await connection.execute(query.where(where).order_by(SEATS.c.number))).all()
    found = {it.table: it.number for it in reversed(mine) if is_unnamed(it.name)}
    there = (await connection.execute(query.where(SEATS.c.table.in_(found)))).all()
    taken = {it.table for it in there if key_of(it.name) == key_of(account.name)}
    named = {table: number for table, number in found.items() if table not in taken}
    for table, number in sorted(named.items()):
        seat = (SEATS.c.table == table) & (SEATS.c.number == number)
        await connection.execute(sa.update(SEATS).where(seat).values(name=account.name))
    return set(named)


async def playing_at(connection: AsyncConnection, owner: str) -> list[tuple[str, int]]:
    """The tables where somebody sits and it goes on, each with its version."""
    last = sa.func.coalesce(sa.func.max(LINES.c.number), 0)
    query = (
        sa.select(TABLES.c.id, last)
        .join(LINES, LINES.c.table == TABLES.c.id, isouter=True)
        .where(_tables_of(owner), ~TABLES.c.over)
        .group_by(TABLES.c.id)
        .order_by(TABLES.c.id)
    )
    return [(table, version) for table, version in (await connection.execute(query)).all()]


def orders_of(owner: str) -> sa.ColumnElement[bool]:
    """Whether an order was left by somebody for a seat of his own."""
    return sa.exists().where(
        SEATS.c.table == STANDINGS.c.table,
        SEATS.c.number == STANDINGS.c.seat,
        SEATS.c.owner == owner,
    )


def _tables_of(owner: str) -> sa.ColumnElement[bool]:
    return TABLES.c.id.in_(sa.select(SEATS.c.table).where(SEATS.c.owner == owner))


def account_of(row: Any) -> Account:  # noqa: ANN401 - a row of the database
    """The account of a row."""
    return Account(
        id=row.id,
        name=row.name,
        choices=row.choices,
        created=row.created,
        admin=row.admin,
        banned=row.banned,
        keeper=row.keeper,
    )
