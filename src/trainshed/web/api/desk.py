"""The part of the account page where tokens are made and revoked."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import say
from trainshed.web.form import form, title
from trainshed.web.people.accounts import Accounts, signed_in, unsure
from trainshed.web.people.tokens import MOST, Tokens


class Desk:
    """The routes of tokens."""

    def __init__(self, tokens: Tokens, accounts: Accounts) -> None:
        self.tokens = tokens
        self.accounts = accounts
        post = ["POST"]
        self.routes = [
            Route("/account/token", self.make, methods=post),
            Route("/account/token/revoke", self.revoke, methods=post),
        ]

    async def make(self, request: Request) -> Response:
        """Make a token and show it, this once."""
        account, fields = signed_in(request), await form(request)
        name = title(fields, "name", "")
        if not name:
            return await self.accounts.page(request, say("A token needs a name."))
        if not await self.accounts.is_sure(request, account, fields.get("password", "")):
            return await self.accounts.page(request, unsure())
        token = await self.tokens.make(account, name)
        if token is None:
            many = say("You have {n} tokens already. Revoke one that is not used.", n=MOST)
            return await self.accounts.page(request, many)
        answer = await self.accounts.page(request, token=token)
        answer.headers["cache-control"] = "no-store"
        return answer

    async def revoke(self, request: Request) -> Response:
        """Let a token count no more."""
        account, fields = signed_in(request), await form(request)
        await self.tokens.revoke(account, fields.get("token", ""))
        return RedirectResponse("/account", 303)
