"""The part of the account page for programs: bots that one keeps, and tokens."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import Text, say
from trainshed.web.database.kept import Account
from trainshed.web.form import form, title
from trainshed.web.limits import address
from trainshed.web.people.accounts import Accounts, name_fault, signed_in, taken, tidy, unsure
from trainshed.web.people.people import BOTS, TooManyBots, new_bot_id
from trainshed.web.people.tokens import MOST, Tokens


class Desk:
    """The routes of bots and tokens."""

    def __init__(self, tokens: Tokens, accounts: Accounts) -> None:
        self.tokens = tokens
        self.accounts = accounts
        self.people = accounts.people
        post = ["POST"]
        self.routes = [
            Route("/account/bot", self.make_bot, methods=post),
            Route("/account/bot/token", self.renew, methods=post),
            Route("/account/bot/remove", self.remove, methods=post),
            Route("/account/token", self.make, methods=post),
            Route("/account/token/revoke", self.revoke, methods=post),
        ]

    async def make_bot(self, request: Request) -> Response:
        """Make the account of a bot, and show its token, this once."""
        account, fields = signed_in(request), await form(request)
        name = tidy(fields.get("name", ""))
        fault = name_fault(name) or await self._fault(request, account, fields.get("password", ""))
        if fault is not None:
            return await self.accounts.page(request, fault)
        self.accounts.limits.take("account", address(request))
        try:
            bot = await self.people.add(
                name, None, account.choices, id_=new_bot_id(), keeper=account.id
            )
        except TooManyBots:
            many = say("You keep {n} bots already. Remove one that does not play.", n=BOTS)
            return await self.accounts.page(request, many)
        if bot is None:
            return await self.accounts.page(request, taken())
        return await self._show(request, await self.tokens.renew(bot, name))

    async def renew(self, request: Request) -> Response:
        """Give a bot another token; the old one counts no more."""
        account, fields = signed_in(request), await form(request)
        fault = await self._fault(request, account, fields.get("password", ""))
        if fault is not None:
            return await self.accounts.page(request, fault)
        bot = await self.people.bot(account, fields.get("bot", ""))
        if bot is None:
            return await self.accounts.page(request, say("There is no such bot."))
        return await self._show(request, await self.tokens.renew(bot, bot.name))

    async def remove(self, request: Request) -> Response:
        """Let a bot leave; a bot of the site plays on for it."""
        account, fields = signed_in(request), await form(request)
        bot = await self.people.bot(account, fields.get("bot", ""))
        if bot is not None:
            await self.people.remove(bot)
        return RedirectResponse("/account#tokens", 303)

    async def make(self, request: Request) -> Response:
        """Make a token and show it, this once."""
        account, fields = signed_in(request), await form(request)
        name = title(fields, "name", "")
        if not name:
            return await self.accounts.page(request, say("A token needs a name."))
        fault = await self._fault(request, account, fields.get("password", ""))
        if fault is not None:
            return await self.accounts.page(request, fault)
        token = await self.tokens.make(account, name)
        if token is None:
            many = say("You have {n} tokens already. Revoke one that is not used.", n=MOST)
            return await self.accounts.page(request, many)
        return await self._show(request, token)

    async def revoke(self, request: Request) -> Response:
        """Let a token count no more."""
        account, fields = signed_in(request), await form(request)
        await self.tokens.revoke(account, fields.get("token", ""))
        return RedirectResponse("/account", 303)

    async def _fault(self, request: Request, account: Account, password: str) -> Text | None:
        """That somebody must prove again who he is."""
        return None if await self.accounts.is_sure(request, account, password) else unsure()

    async def _show(self, request: Request, token: str) -> Response:
        """The page of the account with a new token, which nothing keeps."""
        answer = await self.accounts.page(request, token=token)
        answer.headers["cache-control"] = "no-store"
        return answer
