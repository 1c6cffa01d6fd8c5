"""How often somebody may do something: a bucket of tokens that fills up again with time.

And how much at the same time: the tables that he follows.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic

from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from trainshed.core import say

from .caches import Size
from .people.visitor import visitor
from .refusal import Refusal

KEPT = 20_000
"""So many buckets of each kind are remembered."""
BRAKED = (
    (re.compile(r"/t/[^/]+/(play|standing|noted|return|sit|fill|leave|pause)"), "move"),
    (re.compile(r"/t/[^/]+/(invite|decline)"), "move"),
    (re.compile(r"/account/away"), "away"),
    (re.compile(r"/tables|/import|/t/[^/]+/(continue|again)"), "table"),
    (re.compile(r"/maps|/maps/upload|/maps/[^/]+/(copy|balance)"), "table"),
)
"""The forms that are counted here, by their address; others count themselves."""
STREAMS, GUESTS = 100, 500
"""So many tables one visitor follows at once, and so many all guests of one address."""


class Rate(Struct, frozen=True):
    """So many at once, and one more after so many seconds."""

    burst: int
    seconds: float


RATES = {
    "sign-in": Rate(8, 15),
    "name": Rate(60, 10),
    "known": Rate(8, 15),
    "address": Rate(100, 5),
    "account": Rate(30, 60),
    "table": Rate(60, 5),
    "notice": Rate(20, 30),
    "passkey": Rate(30, 4),
    "letter": Rate(10, 60),
    "mailbox": Rate(3, 300),
    "remark": Rate(15, 3),
    "move": Rate(120, 0.25),
    "read": Rate(300, 0.05),
    "picture": Rate(20, 3),
    "search": Rate(60, 1),
    "invite": Rate(60, 60),
    "away": Rate(6, 3600),
}


class Limits:
    """The buckets of this process."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._buckets: dict[str, OrderedDict[str, tuple[float, float]]] = {
            kind: OrderedDict() for kind in RATES
        }

    def take(self, kind: str, who: str) -> None:
        """Take a token; Refusal says how long to wait where there is none."""
        rate, now = RATES[kind], self._clock()
        buckets = self._buckets[kind]
        tokens, since = buckets.get(who, (float(rate.burst), now))
        tokens = min(float(rate.burst), tokens + (now - since) / rate.seconds)
        if tokens < 1:
            raise too_often(int((1 - tokens) * rate.seconds) + 1)
        buckets[who] = (tokens - 1, now)
        buckets.move_to_end(who)
        while len(buckets) > KEPT:
            buckets.popitem(last=False)

    def sizes(self) -> dict[str, Size]:
        """How many buckets there are of each kind."""
        return {f"buckets.{kind}": Size(len(it), KEPT) for kind, it in self._buckets.items()}


class Streams:
    """The streams of this process, by who follows them."""

    def __init__(self) -> None:
        self._open = Counter[str]()

    def check(self, connection: HTTPConnection) -> None:
        """Refusal where somebody follows as many tables as he may."""
        if self.is_full(connection):
            raise _too_many()

    def is_full(self, connection: HTTPConnection) -> bool:
        """Whether somebody follows as many tables as he may."""
        return any(self._open[who] >= most for who, most in _followers(connection))

    @contextmanager
    def follow(self, connection: HTTPConnection) -> Iterator[None]:
        """Count a stream while the block runs."""
        mine = [who for who, _ in _followers(connection)]
        self._open.update(mine)
        try:
            yield
        finally:
            self._open.subtract(mine)
            for who in mine:
                if not self._open[who]:
                    del self._open[who]


class Brake:
    """Middleware that slows down whoever opens tables or moves too quickly."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        refuse: Callable[[HTTPConnection, Refusal], Response],
    ) -> None:
        self.app = app
        self.limits = limits
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            connection = HTTPConnection(scope)
            for path, kind in BRAKED:
                if not path.fullmatch(scope["path"]):
                    continue
                who = address(connection) if kind == "table" else visitor(connection).browser
                try:
                    self.limits.take(kind, who)
                except Refusal as refusal:
                    await self.refuse(connection, refusal)(scope, receive, send)
                    return
        await self.app(scope, receive, send)


def address(connection: HTTPConnection) -> str:
    """Where a request comes from; of IPv6 the part that belongs to one network."""
    host = connection.client.host if connection.client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Network((int(found) >> 64 << 64, 64)))
    return host


def _followers(connection: HTTPConnection) -> Iterator[tuple[str, int]]:
    """By whom a stream is counted, and how many he may have."""
    who = visitor(connection)
    yield who.browser, STREAMS
    if who.account is None:
        yield address(connection), GUESTS


def _too_many() -> Refusal:
    return Refusal(
        429,
        say("Too many tables are open here"),
        say("Please close some of them: until then this one does not follow what others do."),
        wait=60,
    )


def too_often(seconds: int) -> Refusal:
    """Somebody is too quick."""
    return Refusal(
        429,
        say("That was too often"),
        say("Nothing was changed. Please try again in {n} seconds.", n=seconds),
        wait=seconds,
    )
