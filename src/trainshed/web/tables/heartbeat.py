"""Signs of life of the site, so that nobody's time runs out while it is not there.

Where it was away, or the disk, or the database, people get that time back. Where the clock of the
machine jumps, nothing expires until it is right again, or somebody says that it is, or it has
stayed as it is for so long that it will be.
"""

from __future__ import annotations

import structlog

from trainshed.web.database import heartbeat
from trainshed.web.database.heartbeat import LEAST, Beat, GivenBack
from trainshed.web.database.store import OUT_OF_REACH, Store
from trainshed.web.processes.live import Bus
from trainshed.web.timekeeping import Timekeeping, boot_id

LOG = structlog.get_logger("trainshed.heartbeat")
EVERY = 5.0
"""Seconds between two signs of life."""
LASTING = 3600.0
"""Seconds after which a clock that has jumped, and goes on from there, is believed."""


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
        self._was_behind = False

    async def begin(self) -> None:
        """Find out whether the clock has jumped since the site was alive last, and be alive."""
        await self.recall()
        await self.beat(begins=True)

    async def recall(self) -> None:
        """Take the time as it is believed on this machine already."""
        known = await self._known()
        if known is not None:
            self.timekeeping.believe(known.offset)

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

    async def beat(self, *, begins: bool = False) -> None:
        """Be alive, by the time that is believed."""
        if not self.timekeeping.is_sound:
            await self._hear()
        if self.timekeeping.lasted > LASTING:
            await self._give_in()
        is_sound = self.timekeeping.is_sound
        self._tell(is_sound=is_sound)
        if self.serves:
            beat = self._now()
            self._put_off(await heartbeat.keep(self.store, beat, is_sound=is_sound, begins=begins))

    async def may_expire(self) -> bool:
        """Whether a time that is out may have consequences: the clock is right, people can play."""
        if not self.timekeeping.is_sound:
            return False
        known, now = await heartbeat.beats(self.store), self.timekeeping.now()
        alive = heartbeat.newest(known, now)
        self._compare(is_behind=bool(known) and alive is None)
        return not known or (alive is not None and now - alive <= 2 * LEAST)

    async def accept(self) -> None:
        """Believe the clock as it is; the other processes of this machine hear of it."""
        await self._accept()
        await self.beat()

    async def _accept(self) -> None:
        believed = self.timekeeping.now()
        self.timekeeping.accept()
        self._put_off(await heartbeat.accept(self.store, self._now(), believed))

    async def _give_in(self) -> None:
        """Believe a clock that stays as it is, as on a machine that learns the time late."""
        drift = round(self.timekeeping.drift)
        LOG.warning("the clock has not gone back since it jumped: it is believed", seconds=drift)
        await self._accept()

    async def _hear(self) -> None:
        """Believe the clock where another process of this machine believes it."""
        known = await self._known()
        if known is not None and self.timekeeping.agrees_with(known.offset):
            self.timekeeping.accept()
            self.bus.refresh()

    async def _known(self) -> Beat | None:
        """The last sign of life of this run of the machine, where it can be told from others."""
        known = await heartbeat.beats(self.store) if self._boot else []
        return next((it for it in known if it.boot == self._boot), None)

    def _now(self) -> Beat:
        return Beat(self.timekeeping.now(), self._boot, self.timekeeping.offset)

    def _put_off(self, given: GivenBack | None) -> None:
        if given is None:
            return
        LOG.warning(
            "clocks have got back the time in which the site was not there",
            seconds=round(given.time.total_seconds()),
            tables=given.tables,
        )
        self.bus.refresh()

    def _compare(self, *, is_behind: bool) -> None:
        if is_behind and not self._was_behind:
            LOG.error("the clock of this machine is behind all others of the site: nothing expires")
        self._was_behind = is_behind

    def _tell(self, *, is_sound: bool) -> None:
        if is_sound == self._was_sound:
            return
        self._was_sound = is_sound
        if is_sound:
            LOG.warning("the clock of this machine is right again: time runs out as usual")
        else:
            drift = round(self.timekeeping.drift)
            LOG.error("the clock of this machine has jumped: nothing expires", seconds=drift)
