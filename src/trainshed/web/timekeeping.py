"""The clock of the machine, compared with one that nobody can set, to know when it jumps.

The second one counts while the machine sleeps, so a lid that is closed is no jump. While the two
disagree the time goes on as it was, and nothing expires.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

TOLERANCE = 5.0
"""Seconds by which the clock may be put right between two looks without any fuss."""
FAR = datetime(9000, 1, 1, tzinfo=UTC).timestamp()
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def steady_clock(platform: str, known: Mapping[str, object]) -> str:
    """The clock of a platform that counts while the machine sleeps, if it has one by name.

    Where it has none there is the one that never goes back; on Windows that counts, too.
    """
    wanted = "CLOCK_MONOTONIC_RAW" if platform == "darwin" else "CLOCK_BOOTTIME"
    return wanted if wanted in known else ""


_STEADY = steady_clock(sys.platform, vars(time))


def steady() -> float:
    """Seconds that pass however the clock is set, also while the machine sleeps where it can."""
    return time.clock_gettime(getattr(time, _STEADY)) if _STEADY else time.monotonic()


@cache
def boot_id() -> str:
    """What this run of the machine is called; nothing where that cannot be known."""
    with suppress(OSError):
        return _BOOT_ID.read_text("ascii").strip()
    return ""


def utc_now() -> datetime:
    """The time as the clock of the machine has it."""
    return datetime.now(UTC)


class Timekeeping:
    """The time as it is believed, whatever becomes of the clock."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = steady
    ) -> None:
        self._wall = wall
        self._steady = steady
        self.offset = wall() - steady()
        """What the clock is ahead of the steady one, as far as it is believed."""
        self._jump: tuple[float, float] | None = None

    @property
    def drift(self) -> float:
        """Seconds by which the clock is ahead of the believed time; where it is sound, none."""
        drift = self._wall() - self._steady() - self.offset
        if abs(drift) > TOLERANCE:
            return drift
        self.offset += drift
        return 0.0

    @property
    def is_sound(self) -> bool:
        """Whether the clock has not jumped since it was believed last."""
        return self.drift == 0.0

    @property
    def lasted(self) -> float:
        """Seconds since it was seen first that the clock has jumped to where it is."""
        drift, now = self.drift, self._steady()
        if drift == 0.0:
            self._jump = None
            return 0.0
        if self._jump is None or abs(drift - self._jump[1]) > TOLERANCE:
            self._jump = now, drift
        return now - self._jump[0]

    def now(self) -> datetime:
        """The believed time."""
        return datetime.fromtimestamp(self._wall() - self.drift, UTC)

    def accept(self) -> None:
        """Believe the clock as it is now."""
        self.offset = self._wall() - self._steady()

    def believe(self, offset: float) -> None:
        """Believe that the clock should be so far ahead of the steady one, if any clock can be."""
        if 0 <= self._steady() + offset < FAR:
            self.offset = offset

    def agrees_with(self, offset: float) -> bool:
        """Whether the clock is as far ahead of the steady one as somebody has seen it."""
        return abs(self._wall() - self._steady() - offset) <= TOLERANCE
