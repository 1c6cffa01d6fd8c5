"""Accounts: making one, signing in and out, where one is signed in, leaving for good."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import Text, say

from .form import form
from .kept import Account
from .limits import Limits, address
from .people import LONGEST_KEY, People, hashed, key_of
from .press import Press, words
from .refusal import Refusal
from .settings import LONGEST_NAME
from .tokens import Tokens
from .visitor import CHOICES, SESSION, cookie_header, no_cookie, visitor

SHORTEST, LONGEST = 8, 200
"""Of a password, in characters."""
_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash("nobody")
"""Checked where there is no such account, so that the answer takes as long."""


class Seen(Struct, frozen=True):
    """A session as its owner sees it."""

    id: str
    agent: str
    seen: str
    is_this: bool


class Accounts:
    """The routes of accounts."""

    def __init__(self, people: People, press: Press, limits: Limits, tokens: Tokens) -> None:
        self.people = people
        self.tokens = tokens
        self.press = press
        self.limits = limits
        post = ["POST"]
        self.routes = [
            Route("/account", self.show),
            Route("/account/new", self.make, methods=post),
            Route("/account/in", self.sign_in, methods=post),
            Route("/account/out", self.sign_out, methods=post),
            Route("/account/session", self.end, methods=post),
            Route("/account/password", self.renew, methods=post),
            Route("/account/leave", self.leave, methods=post),
        ]

    async def show(self, request: Request) -> Response:
        """The account, or how to make one."""
        return await self.page(request)

    async def make(self, request: Request) -> Response:
        """Make an account; what the browser had as a guest goes with it."""
        fields = await form(request)
        name, password = _name(fields.get("name", "")), fields.get("password", "")
        fault = _fault(name, password)
        if fault is not None:
            return await self.page(request, fault, name=name)
        self.limits.take("account", address(request))
        hash_ = await asyncio.to_thread(_HASHER.hash, password)
        account = await self.people.add(name, hash_, visitor(request).choices.write())
        if account is None:
            return await self.page(request, say("This name is taken."), name=name)
        return await self._welcome(request, account)

    async def sign_in(self, request: Request) -> Response:
        """Sign in; a wrong name and a wrong password are answered alike."""
        fields = await form(request)
        name, password = _name(fields.get("name", "")), fields.get("password", "")[:LONGEST]
        self.limits.take("sign-in", f"{address(request)} {key_of(name)}")
        self.limits.take("name", key_of(name))
        found = await self.people.named(name)
        account, hash_ = found if found is not None else (None, None)
        right = await asyncio.to_thread(_verified, hash_ or _NOBODY, password)
        if account is None or hash_ is None or not right:
            wrong = say("There is no account with this name and this password.")
            return await self.page(request, wrong, name=name)
        if account.banned:
            return await self.page(request, say("This account has been closed."), name=name)
        if _HASHER.check_needs_rehash(hash_):
            await self.people.renew(account, await asyncio.to_thread(_HASHER.hash, password))
        return await self._welcome(request, account)

    async def sign_out(self, request: Request) -> Response:
        """End this session."""
        account = visitor(request).account
        if account is not None:
            await self.people.sign_out(account, hashed(request.cookies.get(SESSION, "")))
        answer = RedirectResponse("/", 303)
        answer.headers.append("set-cookie", no_cookie(request, SESSION))
        return answer

    async def end(self, request: Request) -> Response:
        """End another session, or all others."""
        account, fields = signed_in(request), await form(request)
        if fields.get("session"):
            await self.people.sign_out(account, fields["session"])
        else:
            await self.people.sign_out_others(account, request.cookies.get(SESSION, ""))
        return RedirectResponse("/account", 303)

    async def renew(self, request: Request) -> Response:
        """A new password; all other sessions end."""
        account, fields = signed_in(request), await form(request)
        self.limits.take("sign-in", account.owner)
        fault = _fault(account.name, fields.get("password", ""))
        if fault is not None:
            return await self.page(request, fault)
        if not await self._knows(account, fields.get("old", "")):
            return await self.page(request, say("The old password is another one."))
        hash_ = await asyncio.to_thread(_HASHER.hash, fields["password"])
        await self.people.renew(account, hash_)
        await self.people.sign_out_others(account, request.cookies.get(SESSION, ""))
        return await self.page(request, done=say("The new password counts from now on."))

    async def leave(self, request: Request) -> Response:
        """Leave for good: the name goes, the games of others stay whole."""
        account, fields = signed_in(request), await form(request)
        self.limits.take("sign-in", account.owner)
        if not await self._knows(account, fields.get("password", "")):
            return await self.page(request, say("The password is another one."))
        await self.people.remove(account, words(request, say("Former player")))
        answer = RedirectResponse("/", 303)
        answer.headers.append("set-cookie", no_cookie(request, SESSION))
        return answer

    async def _knows(self, account: Account, password: str) -> bool:
        found = await self.people.named(account.name)
        hash_ = found[1] if found is not None else None
        return await asyncio.to_thread(_verified, hash_ or _NOBODY, password[:LONGEST])

    async def _welcome(self, request: Request, account: Account) -> Response:
        """Sign in, and bring along what the guest had."""
        who = visitor(request)
        if who.account is None:
            await self.people.claim(account, who.browser)
        else:
            await self.people.sign_out(who.account, hashed(request.cookies.get(SESSION, "")))
        token = await self.people.sign_in(account, request.headers.get("user-agent", ""))
        answer = RedirectResponse("/", 303)
        answer.headers.append("set-cookie", cookie_header(request, SESSION, token))
        if account.choices:
            answer.headers.append("set-cookie", cookie_header(request, CHOICES, account.choices))
        return answer

    async def page(
        self,
        request: Request,
        fault: Text | None = None,
        *,
        name: str = "",
        done: Text | None = None,
        token: str = "",
    ) -> Response:
        """The page of the account, with what is wrong or done; a new token is shown this once."""
        account = visitor(request).account
        here = hashed(request.cookies.get(SESSION, ""))
        sessions = [
            Seen(it.id, it.agent, it.seen.strftime("%Y-%m-%d %H:%M"), it.id == here)
            for it in (await self.people.sessions(account) if account else ())
        ]
        values = {
            "account": account,
            "sessions": sessions,
            "tokens": await self.tokens.of(account) if account else (),
            "token": token,
            "fault": words(request, fault) if fault else "",
            "done": words(request, done) if done else "",
            "name": name or visitor(request).choices.name,
        }
        return self.press.page(request, "account.html", values, status=422 if fault else 200)


def _name(value: str) -> str:
    return " ".join(value.split())


def _fault(name: str, password: str) -> Text | None:
    """What is wrong with a name or a new password."""
    fits = name.isprintable() and len(name) <= LONGEST_NAME and len(key_of(name)) <= LONGEST_KEY
    if not name or not fits or "/" in name or name in (".", ".."):
        return say("A name has 1 to {n} letters.", n=LONGEST_NAME)
    if not SHORTEST <= len(password) <= LONGEST:
        return say("A password has {low} to {high} characters.", low=SHORTEST, high=LONGEST)
    return None


def _verified(hash_: str, password: str) -> bool:
    try:
        return _HASHER.verify(hash_, password)
    except (VerificationError, InvalidHashError):
        return False


def signed_in(request: Request) -> Account:
    """The account that asks; Refusal where it is a guest."""
    account = visitor(request).account
    if account is None:
        raise Refusal(
            403,
            say("This needs an account"),
            say("Nothing was changed. Please sign in first."),
        )
    return account
