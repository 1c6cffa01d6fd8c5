"""The routes of passkeys: making an account with one, adding one, signing in, taking one away."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import Text, decode_json, say
from trainshed.web.back import MADE, first_page, way_back
from trainshed.web.database.kept import Account
from trainshed.web.form import form
from trainshed.web.limits import address
from trainshed.web.printing.press import words
from trainshed.web.settings import LONGEST_NAME

from .accounts import Accounts, closed, name_fault, signed_in, taken, tidy, unsure
from .passkeys import BRIEF, MOST, Challenge, NoKey, Passkeys, Relying, new_challenge
from .people import new_id
from .visitor import visitor

COOKIE = "trainshed-passkey"
PATH = "/account/passkey"


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants with a passkey; the name is that of the account that he makes."""

    purpose: str
    """To `show` one, to `add` one to his account, to `make` an account with it."""
    name: str = ""
    password: str = ""
    """Of who adds one, where he signed in a while ago."""


class Reply(Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser answers; the name is that of the key."""

    credential: dict[str, Any]
    name: str = ""


class Keyring:
    """The routes of passkeys; what goes wrong is said in `fault`."""

    def __init__(self, passkeys: Passkeys, accounts: Accounts) -> None:
        self.passkeys = passkeys
        self.accounts = accounts
        self.people = accounts.people
        self.limits = accounts.limits
        post = ["POST"]
        self.routes = [
            Route(f"{PATH}/ask", self.ask, methods=post),
            Route(f"{PATH}/answer", self.answer, methods=post),
            Route(f"{PATH}/remove", self.remove, methods=post),
        ]

    async def ask(self, request: Request) -> Response:
        """What the browser shall do, and the challenge in a cookie."""
        try:
            wish = decode_json(await request.body(), Wish)
        except msgspec.DecodeError:
            return fault(request, _unreadable())
        site = self.passkeys.relying(request)
        if site is None:
            return fault(request, _unsafe())
        self.limits.take("passkey", address(request))
        name, me = tidy(wish.name), visitor(request).account
        match wish.purpose:
            case "show":
                challenge = new_challenge(wish.purpose, "")
                options = self.passkeys.asked(site, challenge)
            case "add" if me is not None:
                if not await self.accounts.is_sure(request, me, wish.password):
                    return fault(request, unsure())
                challenge = new_challenge(wish.purpose, me.id, me.name)
                options = await self.passkeys.wanted(site, challenge)
            case "make" if me is None:
                wrong = name_fault(name)
                if wrong is None and await self.people.named(name) is not None:
                    wrong = taken()
                if wrong is not None:
                    return fault(request, wrong)
                challenge = new_challenge(wish.purpose, new_id(), name)
                options = await self.passkeys.wanted(site, challenge)
            case _:
                return fault(request, _unreadable())
        answer = Response(options, media_type="application/json")
        answer.headers["cache-control"] = "no-store"
        _set(request, answer, self.passkeys.sealed(challenge), int(BRIEF.total_seconds()))
        return answer

    async def answer(self, request: Request) -> Response:
        """What the browser has done: it signs in, or the key is kept."""
        self.limits.take("passkey", address(request))
        try:
            reply = decode_json(await request.body(), Reply)
        except msgspec.DecodeError:
            return fault(request, _unreadable())
        site = self.passkeys.relying(request)
        if site is None:
            return fault(request, _unsafe())
        try:
            challenge = self.passkeys.opened(request.cookies.get(COOKIE, ""))
            answer = await self._done(request, site, challenge, reply)
        except NoKey:
            answer = fault(request, say("This passkey was not accepted. Please try again."))
        _set(request, answer, "", 0)
        return answer

    async def remove(self, request: Request) -> Response:
        """Take a passkey away, unless nobody could sign in any more."""
        account, fields = signed_in(request), await form(request)
        key = fields.get("passkey", "")
        if not await self.accounts.is_sure(request, account, fields.get("password", "")):
            return await self.accounts.page(request, unsure())
        others = [it for it in await self.passkeys.of(account) if it.id != key]
        private = await self.people.private(account)
        by_post = self.accounts.has_post and private.mail
        if not others and private.password is None and not by_post:
            return await self.accounts.page(request, only_way())
        await self.passkeys.remove(account, key)
        return RedirectResponse("/account", 303)

    async def _done(
        self, request: Request, site: Relying, challenge: Challenge, reply: Reply
    ) -> Response:
        me = visitor(request).account
        match challenge.purpose:
            case "show":
                account = await self.passkeys.shown(site, challenge, reply.credential)
                if account.banned:
                    return fault(request, closed())
                return await self._let_in(request, account)
            case "add" if me is not None and me.id == challenge.account:
                row = self.passkeys.made(site, challenge, reply.credential, _label(request, reply))
                if not await self.passkeys.add(row):
                    many = say("You have this key already, or {n} others.", n=MOST)
                    return fault(request, many)
                return JSONResponse({"to": "/account"})
            case "make" if me is None:
                row = self.passkeys.made(site, challenge, reply.credential, _label(request, reply))
                self.limits.take("account", address(request))
                made = await self.people.add(
                    challenge.name,
                    None,
                    visitor(request).choices.write(),
                    passkey=row,
                    id_=challenge.account,
                )
                if made is None:
                    return fault(request, taken())
                return await self._let_in(request, made, MADE)
            case _:
                raise NoKey("something else was asked")

    async def _let_in(self, request: Request, account: Account, said: str = "") -> Response:
        is_guest = visitor(request).account is None
        to = (way_back(request) or first_page(said)) if is_guest else "/account"
        return await self.accounts.let_in(request, account, JSONResponse({"to": to}))


def only_way() -> Text:
    """Without it nobody could sign in any more."""
    return say("This is your only way to sign in. Choose a password first.")


def fault(request: Request, text: Text) -> Response:
    """What went wrong, for the script that asked."""
    return JSONResponse({"fault": words(request, text)}, 422)


def _unreadable() -> Text:
    return say("That cannot be read. Please load the page again.")


def _unsafe() -> Text:
    return say("Passkeys need a safe connection.")


def _label(request: Request, reply: Reply) -> str:
    """The name of a key; one without is called by what it is."""
    name = "".join(it for it in tidy(reply.name) if it.isprintable())[:LONGEST_NAME]
    return name or words(request, say("Passkey"))


def _set(request: Request, answer: Response, value: str, seconds: int) -> None:
    """The cookie of a challenge, which goes nowhere else."""
    secure = "; Secure" if request.url.scheme == "https" else ""
    cookie = f"{COOKIE}={value}; Max-Age={seconds}; Path={PATH}; HttpOnly; SameSite=Strict{secure}"
    answer.headers.append("set-cookie", cookie)
