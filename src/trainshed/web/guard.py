"""The doorkeeper: forms only from our own pages and of a sane size, strict headers on all pages."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trainshed.core import say

from .refusal import Refusal, nowhere

LONGEST = 32 * 1024
"""No form is longer, in bytes."""
LONGER = {"import": 1200 * 1024, "maps": 200 * 1024}
"""Those that may be, by the first part of their address: a whole game or map fits in."""
ANYWHERE = "/account/notices/leave/"
"""What whoever carries a letter may press for its reader: the address itself is the secret."""
LONGEST_ADDRESS = 8 * 1024
"""No address is longer, with what follows its question mark, in bytes."""
LONGEST_HEAD = 64 * 1024
"""No request has more before its body, in bytes."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
DRAWING = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self' data:; sandbox"
"""For a picture that is looked at alone: it brings its colours, and nothing that acts."""
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
ONLY_HTTPS = "max-age=31536000"
"""A browser that has seen this comes by https for a year, whatever it is asked to do."""


class Headed:
    """Middleware that adds the security headers to every answer."""

    def __init__(self, app: ASGIApp, *, is_https: bool = False) -> None:
        self.app = app
        self.is_https = is_https
        """Whether browsers know the site by an https address, however it is asked here."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("image/svg"):
                    headers.setdefault("content-security-policy", DRAWING)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self.is_https or scope.get("scheme") == "https":
                    headers.setdefault("strict-transport-security", ONLY_HTTPS)
            await send(message)

        await self.app(scope, receive, headed)


class Settled:
    """Middleware for failures that were answered in whole: nobody has to cut the connection.

    Whoever answers them has noted them. Passed on, they would end a connection that the browser, or
    the proxy before us, may use for its next request.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_whole = False

        async def noted(message: Message) -> None:
            nonlocal is_whole
            await send(message)
            if message["type"] == "http.response.body":
                is_whole = not message.get("more_body", False)

        try:
            await self.app(scope, receive, noted)
        except Exception:
            if not is_whole:
                raise


class Guard:
    """Middleware that refuses forms of other sites, and whatever is too long."""

    def __init__(self, app: ASGIApp, refuse: Callable[[HTTPConnection, Refusal], Response]) -> None:
        self.app = app
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = astray(scope)
        if refusal is not None:
            await self.refuse(HTTPConnection(scope), refusal)(scope, receive, send)
            return
        if scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        longest = LONGER.get(scope["path"].lstrip("/").partition("/")[0], LONGEST)
        is_bearer = scope.get("state", {}).get("bearer", False)
        anywhere = is_bearer or scope["path"].startswith(ANYWHERE)
        refusal = objection(Headers(scope=scope), longest, anywhere=anywhere)
        if refusal is not None:
            await self.refuse(HTTPConnection(scope), refusal)(scope, receive, send)
            return
        received = 0

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > longest:
                raise _too_long(longest)
            return message

        await self.app(scope, limited, send)


def astray(scope: Scope) -> Refusal | None:
    """What is wrong with a head: it or its address is too long, or has signs that nothing keeps."""
    path: str = scope["path"]
    if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEAD:
        return _too_much()
    if len(path) + len(scope.get("query_string", b"")) > LONGEST_ADDRESS:
        return _too_far()
    return None if path.isprintable() else nowhere("".join(filter(str.isprintable, path)))


def objection(
    headers: Headers, longest: int = LONGEST, *, anywhere: bool = False
) -> Refusal | None:
    """What is wrong with a form, as far as its headers tell; a program sends it from anywhere."""
    if not anywhere and not is_own(headers):
        return Refusal(
            403,
            say("This came from another site"),
            say("Nothing was changed. Please use the pages of Trainshed itself."),
        )
    length = headers.get("content-length", "0")
    return None if length.isdigit() and int(length) <= longest else _too_long(longest)


def is_own(headers: Headers) -> bool:
    """Whether a form was sent from one of our own pages, as far as the browser tells.

    Whatever of the three it sends must say so. A program sends none of them and is believed: it
    has no cookies of somebody whom another site could have sent here.
    """
    host = headers.get("host", "")
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    referer = headers.get("referer") or None  # some leave it empty instead of out
    return (
        site in (None, "same-origin", "none")
        and (origin is None or _host(origin) == host)
        and (referer is None or _host(referer) == host)
    )


def _host(address: str) -> str | None:
    """The machine that an address of the web names; None where it names none, as `null`."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    return parts.netloc if parts.scheme in ("http", "https") and parts.netloc else None


def _too_long(longest: int) -> Refusal:
    return Refusal(
        413,
        say("That form is too long"),
        say("Nothing was changed. A form may have {n} bytes at most.", n=longest),
    )


def _too_much() -> Refusal:
    return Refusal(
        431,
        say("Your browser sent too much along"),
        say("Nothing was changed. Please delete the cookies of this site, and try again."),
    )


def _too_far() -> Refusal:
    return Refusal(
        414,
        say("That address is too long"),
        say("Nothing was changed. Open tables are listed on the first page."),
    )
