"""Accounts: making one, signing in and out, where one is signed in, leaving for good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import Text, say
from trainshed.web.back import MADE, REMOVED, first_page, way_back
from trainshed.web.database.kept import Account
from trainshed.web.form import form
from trainshed.web.limits import Limits, address
from trainshed.web.printing.press import Press, words
from trainshed.web.refusal import Refusal
from trainshed.web.settings import LONGEST_NAME
from trainshed.web.tables.invitations import Invitations

from .known import Known
from .passkeys import Passkeys
from .passwords import hash_of, is_outdated, is_right
from .people import LONGEST_KEY, People, Playing, hashed, kept, key_of
from .regards import BLOCK, FOLLOW, Regards
from .tokens import Tokens
from .visitor import CHOICES, PUSH, SESSION, cookie_header, no_cookie, visitor

SHORTEST, LONGEST = 8, 200
"""Of a password, in characters."""
SURE = timedelta(minutes=10)
"""So long after he signed in somebody need not prove again who he is."""


BROWSERS = (
    ("Firefox/", "Firefox"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
"""How they are known, in the order in which they are looked for: many call themselves by two."""


class Seen(Struct, frozen=True):
    """A session as its owner sees it."""

    id: str
    agent: str
    device: str
    """The browser and the system, as far as they tell."""
    seen: datetime
    is_this: bool


class Accounts:
    """The routes of accounts."""

    def __init__(
        self,
        people: People,
        press: Press,
        limits: Limits,
        *,
        tokens: Tokens,
        passkeys: Passkeys,
        known: Known,
        has_post: bool = False,
    ) -> None:
        self.people = people
        self.press = press
        self.limits = limits
        self.tokens = tokens
        self.passkeys = passkeys
        self.known = known
        self.regards = Regards(people.store)
        self.invitations = Invitations(people.store)
        self.has_post = has_post
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
        name, password = tidy(fields.get("name", "")), fields.get("password", "")
        fault = name_fault(name) or password_fault(password)
        if fault is not None:
            return await self.page(request, fault, name=name)
        self.limits.take("account", address(request))
        hash_ = await hash_of(password)
        account = await self.people.add(name, hash_, visitor(request).choices.write())
        if account is None:
            return await self.page(request, taken(), name=name)
        return await self.welcome(request, account, MADE)

    async def sign_in(self, request: Request) -> Response:
        """Sign in; a wrong name and a wrong password are answered alike."""
        fields = await form(request)
        name, password = tidy(fields.get("name", "")), fields.get("password", "")[:LONGEST]
        self.limits.take("address", address(request))
        found = await self.people.named(name)
        account, hash_ = found if found is not None else (None, None)
        self._count(request, key_of(name)[:LONGEST_KEY], account)
        right = await is_right(hash_, password)
        if account is None or hash_ is None or not right:
            wrong = say("There is no account with this name and this password.")
            return await self.page(request, wrong, name=name)
        if account.banned:
            return await self.page(request, closed(), name=name)
        if is_outdated(hash_):
            await self.people.renew(account, await hash_of(password))
        return await self.welcome(request, account)

    def _count(self, request: Request, key: str, account: Account | None) -> None:
        """Count a try to sign in; strangers cannot use up those of a browser that is known."""
        if account is not None and self.known.is_known(request, account):
            self.limits.take("known", account.id)
        else:
            self.limits.take("sign-in", f"{address(request)} {key}")
            self.limits.take("name", key)

    async def sign_out(self, request: Request) -> Response:
        """End this session."""
        account, cookies = visitor(request).account, request.cookies
        if account is not None:
            await self.people.sign_out(account, cookies.get(SESSION, ""), cookies.get(PUSH, ""))
        answer = RedirectResponse("/", 303)
        for name in (SESSION, PUSH):
            answer.headers.append("set-cookie", no_cookie(request, name))
        return answer

    async def end(self, request: Request) -> Response:
        """End another session, or all others."""
        account, fields, cookies = signed_in(request), await form(request), request.cookies
        await self.people.sign_out_others(
            account, cookies.get(SESSION, ""), cookies.get(PUSH, ""), fields.get("session", "")
        )
        return RedirectResponse("/account", 303)

    async def renew(self, request: Request) -> Response:
        """A new password; all other sessions end, and tokens and links count no more."""
        account, fields = signed_in(request), await form(request)
        self.limits.take("sign-in", account.owner)
        fault = password_fault(fields.get("password", ""))
        if fault is not None:
            return await self.page(request, fault)
        known = (await self.people.private(account)).password
        old = fields.get("old", "")[:LONGEST]
        if known is not None and not await is_right(known, old):
            return await self.page(request, say("The old password is another one."))
        if known is None and not await self.is_sure(request, account):
            return await self.page(request, unsure())
        return await self.reset(request, account, fields["password"])

    async def reset(self, request: Request, account: Account, password: str) -> Response:
        """A new password for whoever has proved who he is; he is signed in anew.

        The passkeys that still sign in are shown.
        """
        hash_ = await hash_of(password)
        await self.people.change(account, hash_, request.cookies.get(SESSION, ""))
        values = {"passkeys": await self.passkeys.of(account)}
        return await self.let_in(request, account, self.press.page(request, "renewed.html", values))

    async def is_sure(self, request: Request, account: Account, password: str = "") -> bool:
        """Whether it is he himself: he has just signed in, or knows his password."""
        if not await self._is_stale(request):
            return True
        known = (await self.people.private(account)).password
        if known is None or not password:
            return False
        self.limits.take("sign-in", account.owner)
        return await is_right(known, password[:LONGEST])

    async def _is_stale(self, request: Request) -> bool:
        since = await self.people.since(request.cookies.get(SESSION, ""))
        return since is None or since < self.people.store.now() - SURE

    async def leave(self, request: Request) -> Response:
        """Leave for good: the name goes, the games of others stay whole."""
        account, fields = signed_in(request), await form(request)
        self.limits.take("sign-in", account.owner)
        known = (await self.people.private(account)).password
        password = fields.get("password", "")[:LONGEST]
        if known is not None and not await is_right(known, password):
            return await self.page(request, say("The password is another one."))
        if known is None and key_of(fields.get("name", "")) != key_of(account.name):
            return await self.page(request, say("Please write your own name."))
        if known is None and not await self.is_sure(request, account):
            return await self.page(request, unsure())
        await self.people.remove(account)
        answer = RedirectResponse(first_page(REMOVED), 303)
        answer.headers.append("set-cookie", no_cookie(request, SESSION))
        return answer

    async def welcome(self, request: Request, account: Account, said: str = "") -> Response:
        """Sign in, and go back to the table that led here, or to the first page.

        There is said what has been done.
        """
        to = way_back(request) or first_page(said)
        return await self.let_in(request, account, RedirectResponse(to, 303))

    async def let_in(self, request: Request, account: Account, answer: Response) -> Response:
        """Sign in with an answer, and bring along what the guest had and may have."""
        who, cookies = visitor(request), request.cookies
        if who.account is None:
            barred = await self.invitations.barred(account, who.browser)
            await self.people.claim(account, who.browser, barred)
        else:
            push = "" if who.account.id == account.id else cookies.get(PUSH, "")
            await self.people.sign_out(who.account, cookies.get(SESSION, ""), push)
        token = await self.people.sign_in(account, request.headers.get("user-agent", ""))
        answer.headers.append("set-cookie", cookie_header(request, SESSION, token))
        answer.headers.append("set-cookie", self.known.header(request, account))
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
        values = {
            "account": account,
            "token": token,
            "fault": words(request, fault) if fault else "",
            "done": words(request, done) if done else "",
            "name": name or visitor(request).choices.name,
            "has_post": self.has_post,
            "may_use_keys": self.passkeys.relying(request) is not None,
            **(await self._known(request, account) if account else {}),
        }
        return self.press.page(request, "account.html", values, status=422 if fault else 200)

    async def _known(self, request: Request, account: Account) -> dict[str, object]:
        """What there is to see of an account."""
        here = hashed(request.cookies.get(SESSION, ""))
        followed = await self.regards.of(account, FOLLOW)
        private = await self.people.private(account)
        return {
            "sessions": [
                Seen(
                    it.id,
                    it.agent,
                    words(request, device(it.agent)),
                    it.seen,
                    it.id == here,
                )
                for it in await self.people.sessions(account)
            ],
            "tokens": await self.tokens.of(account),
            "bots": await kept(self.people.store, account.id),
            "passkeys": await self.passkeys.of(account),
            "has_password": private.password is not None,
            "is_stale": await self._is_stale(request),
            "mail": private.mail or "",
            "followed": await self._followed(followed),
            "blocked": await self.regards.of(account, BLOCK),
        }

    async def _followed(self, people: Sequence[Account]) -> list[tuple[Account, list[Playing]]]:
        """People, each with what he plays now."""
        playing = await self.people.playing([it.owner for it in people])
        return [(it, [game for game in playing if game.owner == it.owner]) for it in people]


def device(agent: str) -> Text:
    """The browser and the system in what a browser calls itself."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    if browser and system:
        return say("{browser} on {system}", browser=browser, system=system)
    name = browser or system or agent[:40]
    return Text("{name}", {"name": name}) if name else say("A browser without a name")


def tidy(name: str) -> str:
    """A name without odd blanks."""
    return " ".join(name.split())


def name_fault(name: str) -> Text | None:
    """What is wrong with a name."""
    fits = name.isprintable() and len(name) <= LONGEST_NAME and len(key_of(name)) <= LONGEST_KEY
    if not name or not fits or "/" in name or name in (".", ".."):
        return say("A name has 1 to {n} letters.", n=LONGEST_NAME)
    return None


def taken() -> Text:
    """Somebody else is called so."""
    return say("This name is taken.")


def unsure() -> Text:
    """Somebody may have come to a browser that was left alone."""
    return say("Please give your password too, or sign in again: you did so a while ago.")


def closed() -> Text:
    """Somebody has been shut out."""
    return say("This account has been closed.")


def password_fault(password: str) -> Text | None:
    """What is wrong with a new password."""
    if not SHORTEST <= len(password) <= LONGEST:
        return say("A password has {low} to {high} characters.", low=SHORTEST, high=LONGEST)
    return None


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
