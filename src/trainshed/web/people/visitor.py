"""Who visits: an account that is signed in, or a browser known by a signed cookie."""

from __future__ import annotations

import os
import re
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from itsdangerous import BadSignature, Signer
from msgspec import Struct
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trainshed.core import BadOption
from trainshed.web.database.kept import Account
from trainshed.web.settings import Preferences

from .people import People

COOKIE = "trainshed"
SESSION = "trainshed-session"
CHOICES = "trainshed-settings"
PUSH = "trainshed-push"
"""Under which id this browser is told, so that it can be told no more when he signs out."""
YEAR = 365 * 24 * 3600
BRIEF, TICK = 1.0, 0.05
"""Seconds in which another process has written a secret that it makes just now."""
FILES = (
    *("/static/", "/ground/", "/tiles/", "/pictures/", "/icons/", "/sw.js", "/offline"),
    *("/health", "/metrics"),
)
"""What is the same for everybody."""


class Visitor(Struct, frozen=True):
    """Who asks, and his settings."""

    browser: str
    """Whom seats and maps belong to: the account, or the browser of a guest."""
    choices: Preferences
    account: Account | None = None


class Visitors:
    """Middleware that knows each visitor again, and gives a new one his cookie with a page."""

    def __init__(self, app: ASGIApp, secret: str, people: People) -> None:
        self.app = app
        self.signer = Signer(secret, salt=COOKIE)
        self.people = people

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        browser = self._known(connection.cookies.get(COOKIE, ""))
        is_new = browser is None
        browser = browser or secrets.token_urlsafe(15)
        cookie = connection.cookies.get(CHOICES, "")
        accept = connection.headers.get("accept-language", "")
        choices = Preferences.read(cookie, accept)
        token = connection.cookies.get(SESSION, "")
        is_file = scope["path"].startswith(FILES)
        # A guest for now, so that a failure of the database can be told.
        scope.setdefault("state", {})["visitor"] = Visitor(browser, choices)
        account = await self.people.signed_in(token) if token and not is_file else None
        owner = browser if account is None else account.owner
        kept = "" if account is None else account.choices
        is_behind = kept not in ("", cookie)  # he has chosen anew in another browser
        if is_behind:
            choices = Preferences.read(kept, accept)
        scope.setdefault("state", {})["visitor"] = Visitor(owner, choices, account)

        async def greet(message: Message) -> None:
            if message["type"] == "http.response.start" and (is_new or is_behind):
                headers = MutableHeaders(scope=message)
                is_page = headers.get("content-type", "").startswith("text/html")
                if is_new and (is_page or message["status"] == 303):
                    value = self.signer.sign(browser).decode()
                    headers.append("set-cookie", cookie_header(connection, COOKIE, value))
                if is_behind and is_page and not _sets(headers, CHOICES):
                    headers.append("set-cookie", cookie_header(connection, CHOICES, kept))
            await send(message)

        await self.app(scope, receive, greet)

    def _known(self, cookie: str) -> str | None:
        try:
            return self.signer.unsign(cookie).decode()
        except BadSignature:
            return None


def visitor(connection: HTTPConnection) -> Visitor:
    """Who asks."""
    found = connection.state.visitor
    assert isinstance(found, Visitor)
    return found


async def is_same(people: People, connection: HTTPConnection) -> bool:
    """Whether somebody who has been here for a while is still who he was."""
    token, before = connection.cookies.get(SESSION, ""), visitor(connection).account
    if before is None:
        return True
    now = await people.signed_in(token)
    return now is not None and now.id == before.id


async def keep(
    people: People, connection: HTTPConnection, answer: Response, choices: Preferences
) -> None:
    """Keep what a visitor has chosen, in his browser and with his account."""
    before, text = visitor(connection), choices.write()
    account = before.account
    if account is not None and text != account.choices:
        await people.choose(account, text)
    elif account is None and choices.steps != before.choices.steps:
        await people.step(before.browser, on=choices.steps)
    answer.headers.append("set-cookie", cookie_header(connection, CHOICES, text))


def cookie_header(connection: HTTPConnection, name: str, value: str) -> str:
    """A cookie that scripts cannot read, other sites cannot use, and nobody hears on the way."""
    secure = "; Secure" if connection.url.scheme == "https" else ""
    return f"{name}={value}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"


def no_cookie(connection: HTTPConnection, name: str) -> str:
    """The header that takes a cookie away."""
    secure = "; Secure" if connection.url.scheme == "https" else ""
    return f"{name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax{secure}"


def _sets(headers: MutableHeaders, name: str) -> bool:
    return any(it.startswith(f"{name}=") for it in headers.getlist("set-cookie"))


def read_secret(folder: Path) -> str:
    """The secret of this site, made at the first start; BadOption where it is none of ours."""
    path = folder / "secret"
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with suppress(FileExistsError):  # another process was first
            _make(path)
    until = monotonic() + BRIEF
    while not is_secret(text := _read(path)):
        if monotonic() > until:
            raise BadOption(
                f"{path} is damaged: it must hold 64 hexadecimal digits that are not all the same."
                " Bring it back from a backup, or delete it: a new one is made at the next start,"
                " everybody must sign in again, and guests lose their seats"
            )
        sleep(TICK)  # another process makes it, perhaps
    return text


def is_secret(text: str) -> bool:
    """Whether nobody can guess it: zeros are what a power cut leaves of a file."""
    return re.fullmatch(r"[0-9A-Fa-f]{64}\s*", text) is not None and len(set(text.strip())) > 1


def _make(path: Path) -> None:
    """Make a secret that outlasts a power cut; FileExistsError where there is one by now."""
    draft = path.with_name(f"secret-{secrets.token_hex(4)}")
    try:
        _write(draft, secrets.token_hex(32))
        _link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    if sys.platform != "win32":  # there a folder is kept by itself
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _write(path: Path, text: str) -> None:
    """Write a new file that only its owner may read, down to the disk."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _link(draft: Path, path: Path) -> None:
    """Give a file its name when it is written, unless there is one; some disks have no links."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        _write(path, draft.read_text(encoding="ascii"))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no secret of ours"
        raise BadOption(f"{path} cannot be read: {reason}") from None
