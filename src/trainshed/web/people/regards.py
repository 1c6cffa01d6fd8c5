"""How people regard one another: whom somebody follows, and whom he would rather not meet.

What somebody thinks of others is his own affair: nobody else is told, nor whom it concerns.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from trainshed.web.database.kept import Account
from trainshed.web.database.rows import ACCOUNTS, REGARDS
from trainshed.web.database.store import Store

from .people import account_of

FOLLOW, BLOCK = "follow", "block"
KINDS = (FOLLOW, BLOCK)
MOST = 500
"""So many people somebody may follow, and so many he may block."""
_ACCOUNT = "account:"


class Regards:
    """Who follows and who blocks whom."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def note(self, account: Account, other: Account, kind: str, *, on: bool) -> bool:
        """Keep how somebody regards another one, or forget it; False where there are too many.

        Whom one blocks one does not follow, and the other way round.
        """
        mine = REGARDS.c.account == account.id
        before = mine & (REGARDS.c.other == other.id)
        count = sa.select(sa.func.count()).where(mine, REGARDS.c.kind == kind)
        try:
            async with self.store.exclusive("regards", account.id) as connection:
                await connection.execute(sa.delete(REGARDS).where(before))
                if on and (await connection.execute(count)).scalar_one() >= MOST:
                    await connection.rollback()
                    return False
                if on:
                    row = {"account": account.id, "other": other.id, "kind": kind}
                    await connection.execute(sa.insert(REGARDS).values(row))
        except IntegrityError:  # two windows at once: it is as wished
            return True
        return True

    async def of(self, account: Account, kind: str) -> list[Account]:
        """Whom somebody follows or blocks, by name."""
        query = (
            sa.select(ACCOUNTS)
            .join(REGARDS, REGARDS.c.other == ACCOUNTS.c.id)
            .where(REGARDS.c.account == account.id, REGARDS.c.kind == kind, ~ACCOUNTS.c.gone)
            .order_by(ACCOUNTS.c.key)
        )
        return [account_of(row) for row in await self.store.rows(query)]

    async def between(self, account: Account, other: Account) -> str:
        """How somebody regards another one: a kind, or nothing."""
        query = sa.select(REGARDS.c.kind).where(
            REGARDS.c.account == account.id, REGARDS.c.other == other.id
        )
        return (await self.store.value(query)) or ""

    async def blocked(self, owner: str) -> frozenset[str]:
        """The owners whom an owner does not want to hear; a guest blocks nobody."""
        if not owner.startswith(_ACCOUNT):
            return frozenset()
        query = sa.select(REGARDS.c.other).where(
            REGARDS.c.account == owner.removeprefix(_ACCOUNT), REGARDS.c.kind == BLOCK
        )
        return frozenset(f"{_ACCOUNT}{it}" for it in await self.store.values(query))

    async def apart(self, owners: Iterable[str | None]) -> frozenset[str]:
        """Those of these owners who block another of them, or whom another one blocks."""
        known = _accounts(owners)
        query = sa.select(REGARDS.c.account, REGARDS.c.other).where(
            REGARDS.c.account.in_(known), REGARDS.c.other.in_(known), REGARDS.c.kind == BLOCK
        )
        found = await self.store.rows(query)
        return frozenset(f"{_ACCOUNT}{it}" for both in found for it in both)

    async def stands_between(self, owner: str, owners: Iterable[str | None]) -> bool:
        """Whether one of these owners does not want to meet an owner."""
        others = _accounts(owners)
        if not others or not owner.startswith(_ACCOUNT):
            return False
        query = sa.select(REGARDS.c.kind).where(
            REGARDS.c.account.in_(others),
            REGARDS.c.other == owner.removeprefix(_ACCOUNT),
            REGARDS.c.kind == BLOCK,
        )
        return (await self.store.value(query.limit(1))) is not None


def _accounts(owners: Iterable[str | None]) -> list[str]:
    """The ids of those who have an account."""
    return [it.removeprefix(_ACCOUNT) for it in owners if it and it.startswith(_ACCOUNT)]
