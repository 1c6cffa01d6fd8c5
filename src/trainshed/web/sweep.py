"""Garbage for which all must be looked through is looked for when nobody waits."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import monotonic

from .meter import Meter
from .processes.live import Bus

QUIET = 20.0
"""Seconds without an answer after which nobody seems to be there."""
LONGEST = 3600.0
"""After so many seconds it is looked for in any case, unless nothing has happened."""


class Sweep:
    """When all was looked through, and when it is time again."""

    def __init__(self, meter: Meter, clock: Callable[[], float] = monotonic) -> None:
        self._meter = meter
        self._clock = clock
        self._swept = clock()
        self._answered = 0

    def is_due(self) -> bool:
        """Whether something has happened since, and it is quiet or was long ago."""
        now, answered = self._clock(), self._meter.answered
        if answered == self._answered:
            return False
        return now - self._meter.last >= QUIET or now - self._swept >= LONGEST

    def sweep(self) -> None:
        """Look through everything."""
        gc.collect()
        self._swept, self._answered = self._clock(), self._meter.answered

    async def run(self, bus: Bus) -> None:
        """Do so whenever it is time, until the site stops."""
        while not bus.is_closed:
            if self.is_due():
                self.sweep()
            await bus.pause(QUIET / 2)
