"""Links by e-mail: one confirms an address, one signs in. Each is good once, and not for long.

With the second, whoever has forgotten his password can choose another one; who has no account yet
gets one that makes it instead.

Who opens a link sees a button and has done nothing yet: programs that look through mail open links
too. Letters are written after the answer is sent, so that it tells nobody which addresses we know.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa
import structlog
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import Language, Reader, Text, TrainshedError, say
from trainshed.web.back import with_back
from trainshed.web.database.kept import Account
from trainshed.web.database.rows import ACCOUNTS, LINKS
from trainshed.web.database.store import Store
from trainshed.web.form import form
from trainshed.web.limits import address
from trainshed.web.notices.post import Letter, Post
from trainshed.web.printing.press import words
from trainshed.web.settings import Preferences

from .accounts import Accounts, closed, password_fault, signed_in, unsure
from .joining import BRIEF, Joining, no_link
from .keyring import only_way
from .people import account_of, hashed
from .visitor import visitor

LOG = structlog.get_logger("trainshed.letters")
LONGEST = 200
CONFIRM, ENTER, JOIN = "confirm", "enter", "join"


class Link(Struct, frozen=True):
    """What a link is for."""

    account: Account
    kind: str
    mail: str


class Links:
    """The links that were sent and not used; of each the hash is kept."""

    def __init__(self, store: Store, clock: Callable[[], datetime] | None = None) -> None:
        self.store = store
        self._clock = clock or store.now

    async def make(self, account: Account, kind: str, mail: str) -> str:
        """A new link: its token, which is kept nowhere."""
        token, now = secrets.token_urlsafe(32), self._clock()
        row = {
            "id": hashed(token),
            "account": account.id,
            "kind": kind,
            "mail": mail,
            "until": now + BRIEF,
        }
        old = sa.delete(LINKS).where(LINKS.c.until < now)
        await self.store.change(old, sa.insert(LINKS).values(row))
        return token

    async def find(self, token: str) -> Link | None:
        """What a link is for, if it is still good."""
        query = (
            sa.select(ACCOUNTS, LINKS.c.kind, LINKS.c.mail.label("to"))
            .join(LINKS, LINKS.c.account == ACCOUNTS.c.id)
            .where(LINKS.c.id == hashed(token), LINKS.c.until >= self._clock(), ~ACCOUNTS.c.gone)
            .where(LINKS.c.kind.in_((CONFIRM, ENTER)))
            .where((LINKS.c.kind == CONFIRM) | (LINKS.c.mail == ACCOUNTS.c.mail))
        )
        row = await self.store.row(query)
        return None if row is None else Link(account_of(row), row.kind, row.to)

    async def use(self, token: str) -> bool:
        """Use a link up; False where somebody was first."""
        gone = sa.delete(LINKS).where(LINKS.c.id == hashed(token), LINKS.c.until >= self._clock())
        return await self.store.change(gone) == 1

    async def settle(self, account: Account, mail: str | None) -> bool:
        """Give an account its address, or take it away; False where it is somebody else's."""
        mine = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account.id).values(mail=mail)
        stale = (LINKS.c.account == account.id) & (LINKS.c.kind == ENTER)
        try:
            await self.store.change(mine, sa.delete(LINKS).where(stale))
        except IntegrityError:
            return False
        return True


class Letters:
    """The routes of addresses and links."""

    def __init__(
        self, links: Links, accounts: Accounts, joining: Joining, post: Post, home: str
    ) -> None:
        self.links = links
        self.accounts = accounts
        self.joining = joining
        self.post = post
        self.home = home
        """The address of the site; never what a request calls it, which anybody can choose."""
        post_ = ["POST"]
        self.routes = [
            Route("/account/mail", self.add, methods=post_),
            Route("/account/mail/remove", self.remove, methods=post_),
            Route("/account/mail/in", self.sign_in, methods=post_),
            Route("/account/link/{token}", self.show),
            Route("/account/link/{token}", self.use, methods=post_),
        ]

    async def add(self, request: Request) -> Response:
        """Send a link that confirms an address."""
        account, fields = signed_in(request), await form(request)
        mail = _mail(fields.get("mail", ""))
        if not mail:
            return await self.accounts.page(request, _no_mail())
        if not await self.accounts.is_sure(request, account, fields.get("password", "")):
            return await self.accounts.page(request, unsure())
        self._take(request, mail)
        done = say(
            "A letter is on its way to {mail}. The link in it confirms the address.", mail=mail
        )
        answer = await self.accounts.page(request, done=done)
        answer.background = BackgroundTask(self._write, account, CONFIRM, mail)
        return answer

    async def remove(self, request: Request) -> Response:
        """Forget the address of an account."""
        account, fields = signed_in(request), await form(request)
        if not await self.accounts.is_sure(request, account, fields.get("password", "")):
            return await self.accounts.page(request, unsure())
        private = await self.accounts.people.private(account)
        if private.password is None and not await self.accounts.passkeys.of(account):
            return await self.accounts.page(request, only_way())
        await self.links.settle(account, None)
        return RedirectResponse("/account", 303)

    async def sign_in(self, request: Request) -> Response:
        """Send a link that signs in or makes an account; the answer does not tell which."""
        mail = _mail((await form(request)).get("mail", ""))
        if not mail:
            return await self.accounts.page(request, _no_mail())
        self._take(request, mail)
        done = say(
            "A letter is on its way. The link in it signs you in, or makes an account if there is "
            "none with this address."
        )
        answer = await self.accounts.page(request, done=done)
        language = visitor(request).choices.language
        answer.background = BackgroundTask(self._invite, mail, language, with_back(request))
        return answer

    async def show(self, request: Request) -> Response:
        """What a link is for, and the button that uses it."""
        self.accounts.limits.take("passkey", address(request))
        return self._page(request, await self._link(request))

    async def use(self, request: Request) -> Response:
        """Use a link, once."""
        self.accounts.limits.take("passkey", address(request))
        link, password = await self._link(request), (await form(request)).get("password", "")
        fault = password_fault(password) if password else None
        if fault is not None:
            return self._page(request, link, fault)
        if not await self.links.use(request.path_params["token"]):
            raise no_link()
        if link.account.banned:
            return await self.accounts.page(request, closed())
        if link.kind == ENTER and password:
            return await self.accounts.reset(request, link.account, password)
        if link.kind == ENTER:
            return await self.accounts.welcome(request, link.account)
        if not await self.links.settle(link.account, link.mail):
            other = say("{mail} belongs to another account already.", mail=link.mail)
            return await self.accounts.page(request, other)
        done = say("{mail} is confirmed.", mail=link.mail)
        return await self.accounts.page(request, done=done)

    def _page(self, request: Request, link: Link, fault: Text | None = None) -> Response:
        wrong = words(request, fault) if fault else ""
        values = {"link": link, "name": link.account.name, "fault": wrong}
        headers = {"cache-control": "no-store", "referrer-policy": "same-origin"}
        press, status = self.accounts.press, 422 if fault else 200
        return press.page(request, "link.html", values, status=status, headers=headers)

    async def _link(self, request: Request) -> Link:
        link = await self.links.find(request.path_params["token"])
        if link is None:
            raise no_link()
        return link

    def _take(self, request: Request, mail: str) -> None:
        self.accounts.limits.take("letter", address(request))
        self.accounts.limits.take("mailbox", mail)

    async def _invite(self, mail: str, language: Language, back: str) -> None:
        """Write to whoever has this address; a stranger reads it in the language of who asks.

        The link leads back to where he came from.
        """
        account = await self.accounts.people.addressed(mail)
        if account is None:
            url = f"{self.home}{self.joining.path(mail)}{back}"
            await self._send(mail, JOIN, _welcoming(url), language)
        elif not account.banned:
            await self._write(account, ENTER, mail, back)

    async def _write(self, account: Account, kind: str, mail: str, back: str = "") -> None:
        """Send a link in the language of the account."""
        url = f"{self.home}/account/link/{await self.links.make(account, kind, mail)}{back}"
        letter = _confirming(account, url) if kind == CONFIRM else _entering(account, url)
        await self._send(mail, kind, letter, Preferences.read(account.choices).language)

    async def _send(
        self, mail: str, kind: str, letter: tuple[Text, Text], language: Language
    ) -> None:
        """Send a subject and a text; what fails is noted without the address."""
        subject, text = map(Reader(language, ()).read, letter)
        try:
            await self.post.send(Letter(mail, subject, text))
        except TrainshedError as error:
            LOG.warning("a letter could not be sent", kind=kind, reason=str(error))


def _mail(value: str) -> str:
    """An address as it is kept; nothing where it is none."""
    mail = value.strip().casefold()
    name, _, host = mail.rpartition("@")
    fits = len(mail) <= LONGEST and mail.isprintable() and mail.isascii()
    is_plain = not any(it in mail for it in ' "(),:;<>[\\]')
    return mail if fits and is_plain and name and "@" not in name and "." in host else ""


def _no_mail() -> Text:
    return say("This is no e-mail address.")


def _confirming(account: Account, url: str) -> tuple[Text, Text]:
    text = say(
        "Somebody, probably you, has given this address for the account “{name}” on Trainshed. "
        "If that is right, open this link within 30 minutes:\n\n{url}\n\n"
        "If not, do nothing: the address is not used.\n",
        name=account.name,
        url=url,
    )
    return say("Is this your address?"), text


def _entering(account: Account, url: str) -> tuple[Text, Text]:
    text = say(
        "With this link you sign in on Trainshed as “{name}”. It is good once, for 30 minutes:"
        "\n\n{url}\n\nIf you did not ask for it, do nothing.\n",
        name=account.name,
        url=url,
    )
    return say("Your link to sign in"), text


def _welcoming(url: str) -> tuple[Text, Text]:
    text = say(
        "Somebody, probably you, wants to make an account on Trainshed with this address. "
        "If that is right, open this link within 30 minutes and choose a name:\n\n{url}\n\n"
        "If not, do nothing: no account is made.\n",
        url=url,
    )
    return say("Your link to make an account"), text
