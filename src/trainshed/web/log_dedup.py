"""Repeated failures in the log: a traceback for each cause, a few short lines, then a count.

A cause is the type of an exception and the place that raised it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from enum import Enum, auto
from hashlib import sha256
from threading import Lock, Timer
from time import monotonic
from traceback import walk_tb

from msgspec import Struct

INTERVAL = 60.0
"""Seconds between two counts; a cause that was quiet for as long is told anew."""
SHORT = 10
"""So many lines without a traceback tell of which table or request the next ones are."""
MOST = 100
"""So many causes are remembered."""


class Say(Enum):
    """How a failure is told."""

    WHOLE = auto()
    SHORT = auto()
    NOTHING = auto()


class Repeat(Struct, frozen=True):
    """How often a cause has come back since that was told last."""

    code: str
    kind: str
    times: int


class _Known(Struct):
    """A cause that was told of."""

    kind: str
    last: float
    short: int = 0
    untold: int = 0


def _later(seconds: float, do: Callable[[], None]) -> None:
    timer = Timer(seconds, do)
    timer.daemon = True
    timer.start()


class Dedup:
    """What was told of which cause, in any thread; `tell` is given the counts, `later`."""

    def __init__(
        self,
        tell: Callable[[Repeat], None],
        clock: Callable[[], float] = monotonic,
        later: Callable[[float, Callable[[], None]], None] = _later,
    ) -> None:
        self._tell = tell
        self._clock = clock
        self._later = later
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._is_counting = False
        self._lock = Lock()

    def note(self, error: BaseException) -> Say:
        """How this failure is told."""
        with self._lock:
            said = self._judge(code_of(error), type(error).__name__, self._clock())
            begins = said is Say.NOTHING and not self._is_counting
            self._is_counting |= begins
        if begins:
            self._begin()
        return said

    def _begin(self) -> None:
        """Count in a while; where no thread can be started the next failure tries that again."""
        try:
            self._later(INTERVAL, self._count)
        except RuntimeError:
            self._is_counting = False

    def _judge(self, code: str, kind: str, now: float) -> Say:
        known = self._known.get(code)
        if known is None or now - known.last > INTERVAL:
            self._known[code] = _Known(kind, now)
            if len(self._known) > MOST:
                self._known.popitem(last=False)
            return Say.WHOLE
        known.last = now
        if known.short < SHORT:
            known.short += 1
            return Say.SHORT
        known.untold += 1
        return Say.NOTHING

    def _count(self) -> None:
        """Tell what has come back untold; the next time that begins anew."""
        with self._lock:
            self._is_counting = False
            found = [(code, it) for code, it in self._known.items() if it.untold]
            repeats = [Repeat(code, it.kind, it.untold) for code, it in found]
            for _, it in found:
                it.untold = 0
        for repeat in repeats:
            self._tell(repeat)


def code_of(error: BaseException) -> str:
    """The code of a cause: visitors are shown it, and it stands at its lines in the log."""
    frames = [(it.f_code.co_filename, number) for it, number in walk_tb(error.__traceback__)]
    return sha256(f"{type(error).__qualname__} {frames[-1:]}".encode()).hexdigest()[:8]
