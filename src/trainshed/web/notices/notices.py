"""Notices: whoever is asked, invited, or at the end of a game is told once, where he wants it.

What must be told is asked of the database from time to time, so nothing is forgotten when the site
is stopped. A notice is noted as told before it is sent, and the note is taken back when that fails:
a process that dies in between leaves one untold, which the page of the table shows anyway; the
other way round people would be told twice. Of several processes one tells.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import groupby

import structlog
from msgspec import Struct

from trainshed.core import TrainshedError
from trainshed.web.processes.wire import Alone, Wire
from trainshed.web.tables.presence import Presence
from trainshed.web.tables.sheet import answer
from trainshed.web.tables.tables import Tables

from .couriers import Couriers, written
from .post import NotSent
from .tidings import Addressee, Tiding, Told
from .wishes import Channel

LOG = structlog.get_logger("trainshed.notices")
EVERY = 15.0
"""Seconds between two looks."""
GRACE: dict[Channel, timedelta] = {
    "push": timedelta(seconds=45),
    "hook": timedelta(seconds=45),
    "ntfy": timedelta(seconds=45),
    "mail": timedelta(minutes=5),
}
"""Whoever answers within this time need not be told that he was asked."""
SWEEP = timedelta(days=1)
"""So often it is forgotten what was told of games that ended long ago."""
LOOKING = timedelta(minutes=10)
"""So long somebody whose page shows the table is not told."""
FIRST, LONGEST = timedelta(minutes=1), timedelta(hours=2)
"""The pauses after which a channel that failed is tried again, at first and at last."""
AT_ONCE = 8
EACH = 4
"""So many notices are on their way at the same time."""


class Errand(Struct, frozen=True):
    """One message to somebody: a notice, or all that the digest of a day says."""

    to: Addressee
    channel: Channel
    tidings: tuple[Tiding, ...]
    moment: datetime

    @property
    def notes(self) -> list[tuple[str, str]]:
        """The tables that it is about, and what is noted of each."""
        return [(it.table, it.note(self.channel)) for it in self.tidings]


class Notices:
    """Tells people what they want to know."""

    def __init__(
        self,
        couriers: Couriers,
        tables: Tables,
        presence: Presence,
        wire: Wire | None = None,
    ) -> None:
        self.couriers = couriers
        self.tidings = couriers.tidings
        self.tables = tables
        self.presence = presence
        self.wire = wire or Alone()
        self.clock = tables.now
        self._rests: dict[tuple[str, Channel], tuple[datetime, timedelta]] = {}
        self._swept: datetime | None = None
        self._closed = asyncio.Event()

    async def run(self) -> None:
        """Go on until closed; what is being sent is sent."""
        while not self._closed.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), EVERY)
            if self._closed.is_set():
                return
            try:
                await self.look()
            except Exception:
                LOG.exception("nobody can be told anything")

    def close(self) -> None:
        """Stop after the present look."""
        self._closed.set()

    async def look(self) -> None:
        """Tell what must be told now, unless another process does."""
        async with self.wire.claim("notices") as is_ours:
            if not is_ours:
                return
            now = self.clock()
            if self._swept is None or self._swept <= now - SWEEP:
                await self.tidings.forget(now)
                self._swept = now
            found = await self.tidings.all(now)
            told = await self.tidings.told({it.to.owner for it in found}) if found else {}
            due = _shared(it for it in errands(found, told, now) if not self._rests_now(it, now))
            gate = asyncio.Semaphore(AT_ONCE)
            done = (_gated(gate, self._run(errand)) for errand in due)
            for failure in await asyncio.gather(*done, return_exceptions=True):
                if failure is not None:
                    LOG.error("a notice could not be sent", exc_info=failure)

    def _rests_now(self, errand: Errand, now: datetime) -> bool:
        until, _ = self._rests.get((errand.to.owner, errand.channel), (now, FIRST))
        return until > now

    async def _run(self, errand: Errand) -> None:
        """Deliver one message; what fails is tried again later, each time a longer while."""
        wanted = [it for it in errand.tidings if not self._is_looking(it)]
        tidings = tuple([it for it in wanted if not await self._is_answered(it)])
        if not tidings:
            return
        if self._closed.is_set():
            return  # whoever is started next tells it
        errand = Errand(errand.to, errand.channel, tidings, errand.moment)
        note = (errand.to.owner, errand.notes, errand.moment)
        if not await self.tidings.claim(*note):
            return
        key = (errand.to.owner, errand.channel)
        try:
            await self._send(errand)
        except Exception as error:
            await self.tidings.withdraw(*note)
            _, pause = self._rests.get(key, (errand.moment, FIRST))
            self._rests[key] = (self.clock() + pause, min(2 * pause, LONGEST))
            known = {"channel": errand.channel, "owner": errand.to.owner, "reason": str(error)}
            LOG.warning("not told", **known, exc_info=not isinstance(error, NotSent))
        else:
            self._rests.pop(key, None)

    async def _send(self, errand: Errand) -> None:
        if errand.channel == "digest":
            await self.couriers.digest(errand.to, errand.tidings)
        else:
            await self.couriers.carry(errand.channel, errand.to, written(errand.tidings[0]))

    def _is_looking(self, tiding: Tiding) -> bool:
        """Whether he looks at the table; a page that stays open for long proves nothing."""
        if tiding.moment <= self.clock() - LOOKING:
            return False
        return self.presence.is_here(tiding.table, tiding.to.owner)

    async def _is_answered(self, tiding: Tiding) -> bool:
        """Whether an order that he has left answers for him."""
        if tiding.event != "turn" or not tiding.has_orders:
            return False
        try:
            sheet = await self.tables.load(tiding.table)
        except TrainshedError:
            return True  # a table that cannot be read waits for nobody
        return answer(sheet) is not None


def _shared(due: Iterable[Errand]) -> list[Errand]:
    """A few for each at once, so that nobody's slow machines hold up all others."""
    counts: dict[str, int] = defaultdict(int)
    found = []
    for errand in due:
        counts[errand.to.owner] += 1
        if counts[errand.to.owner] <= EACH:
            found.append(errand)
    return found


def errands(found: Sequence[Tiding], told: Told, now: datetime) -> list[Errand]:
    """What must be sent now: to each where he wants it, once, and not in his quiet hours."""
    at_once = [
        Errand(it.to, channel, (it,), it.moment)
        for it in found
        if it.to.wishes.wants(it.event) and not it.to.wishes.is_quiet(now)
        for channel in it.to.wishes.channels
        if channel != "mail" or it.to.mail
        if _is_untold(it, channel, told) and _is_ripe(it, channel, now)
    ]
    return [*at_once, *_digests(found, told, now)]


def _is_untold(it: Tiding, channel: Channel, told: Told) -> bool:
    last = told.get((it.table, it.to.owner, it.note(channel)))
    return last is None or last < it.moment


def _is_ripe(it: Tiding, channel: Channel, now: datetime) -> bool:
    return it.event in ("end", "invitation") or it.moment <= now - GRACE[channel]


def _digests(found: Sequence[Tiding], told: Told, now: datetime) -> list[Errand]:
    """The letters of the day: all that waited when its hour came, if any did."""
    last: dict[str, datetime] = {}
    for (_, owner, note), moment in told.items():
        if note.startswith("digest"):
            last[owner] = max(moment, last.get(owner, moment))
    mine = sorted((it for it in found if _is_digested(it)), key=lambda it: it.to.owner)
    letters = []
    for owner, group in groupby(mine, key=lambda it: it.to.owner):
        tidings = list(group)
        to = tidings[0].to
        moment = to.wishes.last_digest(now)
        is_sent = owner in last and last[owner] >= moment
        if is_sent or (to.wishes.saved is not None and to.wishes.saved > moment):
            continue
        if to.wishes.is_quiet(now) and not to.wishes.is_quiet(moment):
            continue
        waiting = tuple(it for it in tidings if _is_of_the_day(it, moment, told))
        if waiting:
            letters.append(Errand(to, "digest", waiting, moment))
    return letters


def _is_digested(it: Tiding) -> bool:
    return it.to.wishes.mail == "digest" and bool(it.to.mail) and it.to.wishes.wants(it.event)


def _is_of_the_day(it: Tiding, moment: datetime, told: Told) -> bool:
    """A turn is told every day as long as it waits, all else once."""
    if it.moment > moment:
        return False
    return it.event == "turn" or _is_untold(it, "digest", told)


async def _gated(gate: asyncio.Semaphore, work: Awaitable[None]) -> None:
    async with gate:
        await work
