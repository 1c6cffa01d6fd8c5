"""Signs of life of the site, so that nobody's time runs out while it is not there.

Where it was away, or the disk, or the database, people get that time back. Where the clock of the
machine jumps, nothing expires until it is right again, or somebody says that it is.
"""

from __future__ import annotations

import structlog

from trainshed.web.database import heartbeat
from trainshed.web.database.heartbeat import LEAST, Beat
from trainshed.web.database.store import OUT_OF_REACH, Store
from trainshed.web.processes.live import Bus
from trainshed.web.timekeeping import Timekeeping, boot_id

LOG = structlog.get_logger("trainshed.heartbeat")
EVERY = 5.0
"""Seconds between two signs of life."""


class Heartbeat:
    """The signs of life of a process, if people reach the site by it."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        timekeeping: Timekeeping,
        *,
        serves: bool = True,
        boot: str | None = None,
    ) -> None:
        self.store = store
        self.bus = bus
        self.timekeeping = timekeeping
        self.serves = serves
        self._boot = boot_id() if boot is None else boot
        self._was_sound = True

    async def begin(self) -> None:
        """Find out whether the clock has jumped since the site was alive last, and be alive."""
        known = await heartbeat.last(self.store)
        if known is not None and self._boot and known.boot == self._boot:
            self.timekeeping.offset = known.offset
        await self.beat()

    async def run(self) -> None:
        """Go on until the bus is closed."""
        while not self.bus.is_closed:
            await self.bus.pause(EVERY)
            try:
                await self.beat()
            except OUT_OF_REACH as error:  # people get that time back
                LOG.warning("the site cannot say that it is alive", reason=repr(error))
            except Exception:
                LOG.exception("the site cannot say that it is alive")

    async def beat(self) -> None:
        """Be alive, unless the clock is not to be believed."""
        if not self.timekeeping.is_sound:
            await self._hear()
        self._tell(is_sound=self.timekeeping.is_sound)
        if not self.serves or not self.timekeeping.is_sound:
            return
        given = await heartbeat.keep(self.store, self._now())
        if given is not None:
            LOG.warning(
                "clocks have got back the time in which the site was not there",
                seconds=round(given.time.total_seconds()),
                tables=given.tables,
            )
            self.bus.refresh()

    async def may_expire(self) -> bool:
        """Whether a time that is out may have consequences: the clock is right, people can play."""
        if not self.timekeeping.is_sound:
            return False
        known = await heartbeat.last(self.store)
        return known is None or self.timekeeping.now() - known.alive <= 2 * LEAST

    async def accept(self) -> None:
        """Believe the clock as it is; the other processes of this machine hear of it."""
        self.timekeeping.accept()
        await heartbeat.accept(self.store, self._now())
        await self.beat()

    async def _hear(self) -> None:
        """Believe the clock where somebody has told another process that it is right."""
        known = await heartbeat.last(self.store)
        if known is None or not self._boot or known.boot != self._boot:
            return
        if self.timekeeping.agrees_with(known.offset):
            self.timekeeping.accept()

    def _now(self) -> Beat:
        return Beat(self.timekeeping.now(), self._boot, self.timekeeping.offset)

    def _tell(self, *, is_sound: bool) -> None:
        if is_sound == self._was_sound:
            return
        self._was_sound = is_sound
        if is_sound:
            LOG.warning("the clock of this machine is right again: time runs out as usual")
        else:
            drift = round(self.timekeeping.drift)
            LOG.error("the clock of this machine has jumped: nothing expires", seconds=drift)
