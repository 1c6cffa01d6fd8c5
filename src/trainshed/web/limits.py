"""How often somebody may do something: a bucket of tokens that fills up again with time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from msgspec import Struct
from starlette.requests import HTTPConnection

from trainshed.core import say

from .refusal import Refusal

KEPT = 20_000
"""So many buckets are remembered."""


class Rate(Struct, frozen=True):
    """So many at once, and one more after so many seconds."""

    burst: int
    seconds: float


RATES = {
    "sign-in": Rate(8, 15),
    "account": Rate(5, 600),
    "table": Rate(20, 30),
    "remark": Rate(15, 3),
    "move": Rate(120, 0.25),
}


class Limits:
    """The buckets of this process."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, kind: str, who: str) -> None:
        """Take a token; Refusal says how long to wait where there is none."""
        rate, now = RATES[kind], self._clock()
        tokens, since = self._buckets.get((kind, who), (float(rate.burst), now))
        tokens = min(float(rate.burst), tokens + (now - since) / rate.seconds)
        if tokens < 1:
            raise too_often(int((1 - tokens) * rate.seconds) + 1)
        self._buckets[kind, who] = (tokens - 1, now)
        self._buckets.move_to_end((kind, who))
        while len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)


def address(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client else ""


def too_often(seconds: int) -> Refusal:
    """Somebody is too quick."""
    return Refusal(
        429,
        say("That was too often"),
        say("Nothing was changed. Please try again in {n} seconds.", n=seconds),
    )
