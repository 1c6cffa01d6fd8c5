"""Tokens: with one of them a program acts for an account. Only their hashes are kept."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from trainshed.core import say
from trainshed.web.database.kept import Account, Token
from trainshed.web.database.rows import ACCOUNTS, TOKENS
from trainshed.web.database.store import Store
from trainshed.web.refusal import Refusal
from trainshed.web.settings import Preferences

from .people import account_of, hashed
from .visitor import Visitor

MOST = 20
"""So many tokens an account may have."""
MARK = "trainshed_"
"""How a token begins, so that one that was published by mistake can be found."""
API = "/api/"
"""Tokens are good for addresses that begin so, and for nothing else."""
BEARER = re.compile(rf"bearer +({MARK}[\w-]{{20,80}})", re.IGNORECASE | re.ASCII)


class Tokens:
    """All tokens."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def make(self, account: Account, name: str) -> str | None:
        """A new token, to be shown once; None where the account has too many."""
        token, insert = _made(account, name, self.store.now())
        count = sa.select(sa.func.count()).where(TOKENS.c.account == account.id)
        async with self.store.exclusive("tokens", account.id) as connection:
            if (await connection.execute(count)).scalar_one() >= MOST:
                return None
            await connection.execute(insert)
        return token

    async def of(self, account: Account) -> list[Token]:
        """The tokens of an account, the newest first."""
        query = sa.select(TOKENS).where(TOKENS.c.account == account.id)
        rows = await self.store.rows(query.order_by(TOKENS.c.created.desc()))
        return [Token(id=row.id, name=row.name, created=row.created) for row in rows]

    async def revoke(self, account: Account, token: str) -> None:
        """Let a token of an account, named by its hash, count no more."""
        where = (TOKENS.c.id == token) & (TOKENS.c.account == account.id)
        await self.store.change(sa.delete(TOKENS).where(where))

    async def renew(self, account: Account, name: str) -> str:
        """A new token instead of all that an account has."""
        token, insert = _made(account, name, self.store.now())
        old = sa.delete(TOKENS).where(TOKENS.c.account == account.id)
        async with self.store.exclusive("tokens", account.id) as connection:
            await connection.execute(old)
            await connection.execute(insert)
        return token

    async def whose(self, token: str) -> Account | None:
        """The account that a token acts for; nobody's where it, or who keeps it, is shut out."""
        keeper = ACCOUNTS.alias()
        query = (
            sa.select(ACCOUNTS)
            .join(TOKENS, TOKENS.c.account == ACCOUNTS.c.id)
            .join(keeper, keeper.c.id == ACCOUNTS.c.keeper, isouter=True)
            .where(TOKENS.c.id == hashed(token), ~ACCOUNTS.c.gone, ~ACCOUNTS.c.banned)
            .where(sa.func.coalesce(keeper.c.banned, sa.false()) == sa.false())
        )
        row = await self.store.row(query)
        return None if row is None else account_of(row)


def _made(account: Account, name: str, now: datetime) -> tuple[str, sa.Insert]:
    """A new token, and how it is kept."""
    token = MARK + secrets.token_urlsafe(32)
    row = {
        "id": hashed(token),
        "account": account.id,
        "name": name,
        "created": now,
    }
    return token, sa.insert(TOKENS).values(row)


class Bearers:
    """Middleware that knows programs by their token; what they bring as cookies is not looked at.

    No page of another site can make a browser send a token, so that nobody asks where it is from.
    """

    def __init__(
        self,
        app: ASGIApp,
        tokens: Tokens,
        refuse: Callable[[HTTPConnection, Refusal], Response],
    ) -> None:
        self.app = app
        self.tokens = tokens
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith(API):
            connection = HTTPConnection(scope)
            header = connection.headers.get("authorization")
            if header is not None:
                account = await self._account(header)
                if account is None:
                    await self.refuse(connection, unknown_token())(scope, receive, send)
                    return
                accept = connection.headers.get("accept-language", "")
                who = Visitor(account.owner, Preferences.read("", accept), account)
                scope["state"] |= {"visitor": who, "bearer": True}
        await self.app(scope, receive, send)

    async def _account(self, header: str) -> Account | None:
        found = BEARER.fullmatch(header.strip())
        return None if found is None else await self.tokens.whose(found[1])


def unknown_token() -> Refusal:
    """Nobody has such a token."""
    return Refusal(
        401,
        say("This token is not known"),
        say("Nothing was changed. Tokens are made on the page of your account."),
    )
