"""The link that makes an account for an address; only who reads its mail has it.

Nothing is kept of it: it is signed, says itself until when it is good, and is used up as soon as
the address belongs to an account.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from trainshed.core import Text, say
from trainshed.web.back import MADE
from trainshed.web.form import form
from trainshed.web.limits import address
from trainshed.web.printing.press import words
from trainshed.web.refusal import Refusal

from .accounts import Accounts, name_fault, taken, tidy
from .visitor import visitor

BRIEF = timedelta(minutes=30)
"""A link is good for so long."""
PATH = "/account/join/"


class Joining:
    """Writes such links, and reads them."""

    def __init__(self, secret: str, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._seal = URLSafeSerializer(secret, salt="join")

    def path(self, mail: str) -> str:
        """The page of this site where the owner of an address makes an account."""
        until = (self._clock() + BRIEF).timestamp()
        return f"{PATH}{self._seal.dumps([mail, until])}"

    def opened(self, token: str) -> str:
        """The address that a link is for; nothing where it is too old, or not ours."""
        try:
            mail, until = self._seal.loads(token)
        except BadSignature:
            return ""
        return str(mail) if until >= self._clock().timestamp() else ""


class Newcomers:
    """The routes of such a link."""

    def __init__(self, joining: Joining, accounts: Accounts) -> None:
        self.joining = joining
        self.accounts = accounts
        self.routes = [
            Route(f"{PATH}{{token}}", self.show),
            Route(f"{PATH}{{token}}", self.make, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """Ask for the name."""
        mail = await self._mail(request)
        return self._page(request, mail, visitor(request).choices.name)

    async def make(self, request: Request) -> Response:
        """Make the account; what the browser had as a guest goes with it."""
        mail, name = await self._mail(request), tidy((await form(request)).get("name", ""))
        fault = name_fault(name)
        if fault is not None:
            return self._page(request, mail, name, fault)
        self.accounts.limits.take("account", address(request))
        choices = visitor(request).choices.write()
        account = await self.accounts.people.add(name, None, choices, mail=mail)
        if account is None:
            await self._mail(request)  # perhaps it was the address
            return self._page(request, mail, name, taken())
        return await self.accounts.welcome(request, account, MADE)

    async def _mail(self, request: Request) -> str:
        """The address that a link is for; Refusal where it is no longer good."""
        self.accounts.limits.take("passkey", address(request))
        mail = self.joining.opened(request.path_params["token"])
        if not mail or await self.accounts.people.addressed(mail) is not None:
            raise no_link()
        return mail

    def _page(self, request: Request, mail: str, name: str, fault: Text | None = None) -> Response:
        wrong = words(request, fault) if fault else ""
        values = {"mail": mail, "name": name, "fault": wrong}
        headers = {"cache-control": "no-store", "referrer-policy": "same-origin"}
        press, status = self.accounts.press, 422 if fault else 200
        return press.page(request, "join.html", values, status=status, headers=headers)


def no_link() -> Refusal:
    """A link that was used, is too old, or never was one."""
    return Refusal(
        404,
        say("This link is no longer good"),
        say("Each link works once, for 30 minutes. You can ask for another one on your page."),
    )
