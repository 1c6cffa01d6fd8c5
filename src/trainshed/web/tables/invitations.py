"""Who may come to a table: everybody, who has its address, or who was invited by name."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from trainshed.core import Text, say
from trainshed.web.database.kept import INVITED as BY_NAME
from trainshed.web.database.kept import Account, Chair, Table
from trainshed.web.database.rows import ACCOUNTS, INVITED, REGARDS, SEATS, TABLES
from trainshed.web.database.store import Store
from trainshed.web.people.people import account_of, kept, key_of
from trainshed.web.people.regards import BLOCK, Regards
from trainshed.web.people.visitor import Visitor
from trainshed.web.refusal import Misfilled, Refusal
from trainshed.web.settings import Preferences

MOST = 50
"""So many people can be invited to a table."""


def _host() -> sa.ScalarSelect[Any]:
    host = ACCOUNTS.alias()
    blocked = sa.exists().where(
        REGARDS.c.account == INVITED.c.account,
        REGARDS.c.other == host.c.id,
        REGARDS.c.kind == BLOCK,
    )
    name = sa.select(host.c.name).where(host.c.id == INVITED.c.host, ~host.c.gone)
    return name.where(~blocked.correlate(INVITED, host)).correlate(INVITED).scalar_subquery()


HOST = _host()
"""The name of who invited somebody, unless nobody knows it any more or he blocks him by now."""


class Invitations:
    """Who was invited where, and who may sit down."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.regards = Regards(store)

    async def may_look(self, who: Visitor, table: Table) -> bool:
        """Whether somebody may know that there is such a table."""
        if table.access != BY_NAME or table.has_part(who.browser):
            return True
        return who.account is not None and (
            who.account.admin or await self.is_invited(table.id, who.account)
        )

    async def admit(self, who: Visitor, table: Table) -> None:
        """Refusal says why somebody may not sit down."""
        account = who.account
        if table.rated and account is None:
            raise no_guests()
        if table.rated and (table.has_part(who.browser) or await self._has_kin(account, table)):
            raise one_seat()
        invited = account is not None and await self.is_invited(table.id, account)
        if table.access == BY_NAME and not invited and not table.has_part(who.browser):
            raise not_invited()
        if await self.regards.stands_between(who.browser, [it.owner for it in table.chairs]):
            raise no_room()

    async def greet(self, who: Visitor, name: str) -> None:
        """Refusal where a name is that of somebody else, who has an account."""
        if await self.is_anothers(name, who.account.id if who.account else ""):
            raise not_you(name)

    async def seat(self, who: Visitor, chairs: Iterable[Chair]) -> None:
        """Refusal where somebody would sit at a new table under the name of somebody else."""
        for chair in chairs:
            if chair.owner is not None:
                await self.greet(who, chair.name)

    async def is_anothers(self, name: str, account: str) -> bool:
        """Whether a name is that of an account, and not of this one."""
        whose = sa.select(ACCOUNTS.c.id).where(ACCOUNTS.c.key == key_of(name), ~ACCOUNTS.c.gone)
        return (await self.store.value(whose)) not in (None, account)

    async def borrowed(self, table: Table) -> list[int]:
        """The seats where somebody sits under the name of somebody else, who has an account."""
        return [
            seat
            for seat, chair in enumerate(table.chairs)
            if chair.owner is not None and await self.is_anothers(chair.name, chair.account)
        ]

    async def _has_kin(self, account: Account | None, table: Table) -> bool:
        """Whether a bot of somebody sits there, or he himself where this is his bot."""
        if account is None or not any(table.accounts):
            return False
        keeper = account.keeper or account.id
        bots = [it.id for it in await kept(self.store, keeper)]
        return any(it in table.accounts for it in (keeper, *bots))

    async def barred(self, account: Account, browser: str) -> list[str]:
        """The tables where a browser sits as a guest and an account may not sit down."""
        who = Visitor(account.owner, Preferences.read(account.choices), account)
        found = []
        for table in await self.store.tables(over=False, owner=browser, own=True):
            try:
                await self.admit(who, table)
            except Refusal:
                found.append(table.id)
        return found

    async def is_invited(self, table: str, account: Account) -> bool:
        """Whether somebody was invited to a table."""
        query = sa.select(INVITED.c.table).where(_row(table, account))
        return (await self.store.value(query)) is not None

    async def host(self, table: str, account: Account) -> str:
        """The name of who invited somebody to a table, if it may be told."""
        return await self.store.value(sa.select(HOST).where(_row(table, account))) or ""

    async def invite(self, table: str, account: Account, host: Account | None) -> bool:
        """Invite somebody, or note that he may come to his own table; False where enough are."""
        count = sa.select(sa.func.count()).where(INVITED.c.table == table)
        with suppress(IntegrityError):  # he was
            async with self.store.exclusive("invited", table) as connection:
                if (await connection.execute(count)).scalar_one() >= MOST:
                    return False
                by = None if host is None or host.id == account.id else host.id
                row = {"table": table, "account": account.id, "host": by}
                await connection.execute(sa.insert(INVITED).values(row))
        return True

    async def is_unwelcome(self, host: Account, account: Account) -> bool:
        """Whether somebody does not want to be invited by this one."""
        return await self.regards.stands_between(host.owner, [account.owner])

    async def decline(self, table: str, account: Account) -> None:
        """Take an invitation back."""
        await self.store.change(sa.delete(INVITED).where(_row(table, account)))

    async def named(self, table: str) -> list[Account]:
        """Who was invited to a table and does not sit there yet."""
        owner = sa.literal("account:") + ACCOUNTS.c.id
        sits = sa.select(SEATS.c.owner).where(SEATS.c.table == table, SEATS.c.owner.is_not(None))
        query = (
            sa.select(ACCOUNTS)
            .join(INVITED, INVITED.c.account == ACCOUNTS.c.id)
            .where(INVITED.c.table == table, ~ACCOUNTS.c.gone, owner.not_in(sits))
            .order_by(ACCOUNTS.c.key)
        )
        return [account_of(row) for row in await self.store.rows(query)]

    async def waiting(self, account: Account) -> dict[str, str]:
        """The tables where a seat waits for somebody who was invited, the latest first.

        Each with the name of who invited him, if it may be told.
        """
        free = sa.select(SEATS.c.table).where(SEATS.c.kind == "human", SEATS.c.owner.is_(None))
        own = sa.select(SEATS.c.table).where(SEATS.c.owner == account.owner)
        query = (
            sa.select(TABLES.c.id, HOST.label("host"))
            .join(INVITED, INVITED.c.table == TABLES.c.id)
            .where(INVITED.c.account == account.id, ~TABLES.c.over)
            .where(TABLES.c.id.in_(free), TABLES.c.id.not_in(own))
            .order_by(TABLES.c.created.desc())
        )
        return {row.id: row.host or "" for row in await self.store.rows(query)}

    async def carry(self, table: str, following: str) -> None:
        """Invite the same people to the rematch, as by the same hosts."""
        same = sa.select(sa.literal(following), INVITED.c.account, INVITED.c.host)
        columns = ["table", "account", "host"]
        invite = sa.insert(INVITED).from_select(columns, same.where(INVITED.c.table == table))
        with suppress(IntegrityError):  # carried already
            await self.store.change(invite)


def _row(table: str, account: Account) -> sa.ColumnElement[bool]:
    return (INVITED.c.table == table) & (INVITED.c.account == account.id)


def no_guests() -> Refusal:
    """A rated game is for those who are known again."""
    return Refusal(
        403,
        say("This table is rated"),
        say(
            "Nothing was changed. Sign in or make an account to sit down: a rating needs a name "
            "that stays."
        ),
    )


def no_host() -> Refusal:
    """A guest knows nobody by name."""
    return Refusal(
        403,
        say("Invitations are for those who have an account"),
        say("Nothing was changed. Sign in, or choose a table for whoever has the link."),
    )


def not_you(name: str) -> Refusal:
    """Nobody sits down as somebody else."""
    return Misfilled(
        422,
        say("Somebody else is called {name}", name=name[:40]),
        say("Sign in if this is you, or choose another name. Nothing was changed."),
    )


def unknown(name: str) -> Text:
    """Nobody has an account with this name."""
    return say("No account is called “{name}”", name=name[:40])


def no_guest(name: str) -> Refusal:
    """Nobody of this name can be invited."""
    return Misfilled(
        422,
        unknown(name),
        say("Nothing was changed. Correct the name, or leave it out."),
    )


def one_seat() -> Refusal:
    """In a rated game nobody plays against himself."""
    return Misfilled(
        403,
        say("In a rated game everybody has one seat"),
        say("Nothing was changed. You sit at this table already."),
    )


def not_invited() -> Refusal:
    """Only whom those at the table have invited may sit down."""
    return Refusal(
        403,
        say("This table is for those who were invited"),
        say("Nothing was changed. Ask somebody at the table to invite you by name."),
    )


def no_room() -> Refusal:
    """What somebody hears whom another one does not want to meet: nothing of it."""
    return Refusal(
        403,
        say("There is no seat for you at this table"),
        say("Nothing was changed. Please choose another table, or open one of your own."),
    )
