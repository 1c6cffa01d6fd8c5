"""The clock of the machine, compared with one that nobody can set, to know when it jumps.

The second one counts while the machine sleeps, so a lid that is closed is no jump. While the two
disagree the time goes on as it was, and nothing expires.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

TOLERANCE = 5.0
"""Seconds by which the clock may be put right between two looks without any fuss."""
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def steady() -> float:
    """Seconds that pass however the clock is set, also while the machine sleeps where it can."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boottime is None else time.clock_gettime(boottime)


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

    def now(self) -> datetime:
        """The believed time."""
        return datetime.fromtimestamp(self._wall() - self.drift, UTC)

    def accept(self) -> None:
        """Believe the clock as it is now."""
        self.offset = self._wall() - self._steady()

    def agrees_with(self, offset: float) -> bool:
        """Whether the clock is as far ahead of the steady one as somebody has seen it."""
        return abs(self._wall() - self._steady() - offset) <= TOLERANCE
