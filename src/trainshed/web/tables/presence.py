"""Who is at a table now: whose pages listen to it, here and in other processes.

It is kept in memory only. Processes tell one another when somebody has come or gone, and from time
to time all they know, so that one that has died is forgotten.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import msgspec
from msgspec import Struct

from trainshed.web.database.kept import Table
from trainshed.web.processes.live import Bus
from trainshed.web.processes.wire import Alone, Wire

PAUSE = 1.0
"""Seconds after which it is told that somebody has come or gone: who comes back is not gone."""
BEAT, FORGOTTEN = 30.0, 75.0
"""Seconds after which a process tells all it knows, and after which it is not believed any more."""
TOLD = 100
"""So many people of a table are told of by name; the others are only counted."""


class There(Struct, frozen=True):
    """Who of a table is there: the seats of people who look at it, and how many others do."""

    here: tuple[int, ...]
    watching: int


class Crowd(Struct, frozen=True):
    """Those at a table in another process, and when that was heard."""

    owners: frozenset[str]
    count: int
    heard: float


class Presence:
    """Who is at which table."""

    def __init__(
        self, bus: Bus, wire: Wire | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        self.bus = bus
        self.wire = wire or Alone()
        self.process = secrets.token_hex(4)
        self._clock = clock
        self._here: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._afar: defaultdict[str, dict[str, Crowd]] = defaultdict(dict)
        self._pending: dict[str, asyncio.TimerHandle] = {}
        bus.overhear = self.hear

    async def run(self) -> None:
        """Tell the others again who is here, until the bus is closed."""
        while not self.bus.is_closed:
            await self.bus.pause(BEAT)
            for table in list(self._here):
                self.wire.note(table, self._note(table))
            self.forget()

    @contextmanager
    def enter(self, table: str, owner: str) -> Iterator[None]:
        """Somebody is at a table while the block runs."""
        self._here[table][owner] += 1
        self._changed(table)
        try:
            yield
        finally:
            crowd = self._here[table]
            crowd[owner] -= 1
            if not crowd[owner]:
                del crowd[owner]
            if not crowd:
                del self._here[table]
            self._changed(table)

    def there(self, table: Table) -> There:
        """Who is there of those at a table, and how many watch."""
        own = frozenset(self._here.get(table.id, ()))
        crowds = [(own, len(own))]
        crowds += [(it.owners, it.count) for it in self._afar.get(table.id, {}).values()]
        seated = {chair.owner for chair in table.chairs if chair.owner and not chair.is_bot}
        here = tuple(
            n
            for n, chair in enumerate(table.chairs)
            if not chair.is_bot and any(chair.owner in owners for owners, _ in crowds)
        )
        others = sum(count - len(owners & seated) for owners, count in crowds)
        return There(here, max(others, 0))

    def is_here(self, table: str, owner: str) -> bool:
        """Whether somebody looks at a table."""
        crowds = self._afar.get(table, {}).values()
        return owner in self._here.get(table, ()) or any(owner in it.owners for it in crowds)

    def hear(self, table: str, note: str) -> None:
        """What another process tells: its name, how many are there, and who."""
        process, _, rest = note.partition(" ")
        count, _, owners = rest.partition(" ")
        if not count.isdecimal() or process == self.process:
            return
        known = self._afar[table].get(process)
        crowd = Crowd(frozenset(owners.split()), int(count), self._clock())
        if crowd.count:
            self._afar[table][process] = crowd
        else:
            self._afar[table].pop(process, None)
        if not self._afar[table]:
            del self._afar[table]
        if known is None or (known.owners, known.count) != (crowd.owners, crowd.count):
            self.bus.stir(table)

    def forget(self) -> None:
        """No longer believe in those of whom nothing was heard for long."""
        oldest = self._clock() - FORGOTTEN
        for table, crowds in list(self._afar.items()):
            kept = {name: it for name, it in crowds.items() if it.heard > oldest}
            if len(kept) == len(crowds):
                continue
            self._afar[table] = kept
            if not kept:
                del self._afar[table]
            self.bus.stir(table)

    def _changed(self, table: str) -> None:
        if table not in self._pending:
            loop = asyncio.get_running_loop()
            self._pending[table] = loop.call_later(PAUSE, self._tell, table)

    def _tell(self, table: str) -> None:
        del self._pending[table]
        self.bus.stir(table)
        self.wire.note(table, self._note(table))

    def _note(self, table: str) -> str:
        owners = list(self._here.get(table, ()))
        return " ".join((self.process, str(len(owners)), *owners[:TOLD]))


def event(there: There) -> str:
    """The event that says who is there."""
    return f"event: presence\ndata: {msgspec.json.encode(there).decode()}\n\n"


def time_event(now: float) -> str:
    """The event that says how late it is here, so that clocks agree."""
    return f"event: time\ndata: {int(now * 1000)}\n\n"
