"""Corrected laws: every table is brought under them, or goes on from the state it has.

That is done when a table is asked for, and with all others little by little, while the site runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from trainshed.core import CHANCE, Match, Stale, TrainshedError
from trainshed.games import games
from trainshed.web.processes.live import Bus
from trainshed.web.processes.wire import Wire
from trainshed.web.tables.sheet import is_outdated, resumed

from .damage import reason_of
from .kept import Snapshot, Table, Written
from .store import OUT_OF_REACH, Store

LOG = structlog.get_logger("trainshed.renew")
TRIES = 5
BATCH = 50
"""So many tables are looked up at once."""


class Renewal:
    """Brings the tables under the present laws that nobody has asked for yet."""

    def __init__(self, store: Store, bus: Bus, wire: Wire) -> None:
        self.store = store
        self.bus = bus
        self.wire = wire
        self._failed: set[str] = set()

    async def run(self) -> None:
        """Go on until none is left, or the bus is closed; of several processes one does it."""
        while not self.bus.is_closed:
            try:
                if await self._go_on():
                    return
            except Exception:
                LOG.exception("tables cannot be brought under the present laws")
            await self.bus.pause(self.wire.patience)

    async def _go_on(self) -> bool:
        """Do all that is left, unless another process does; whether nothing is."""
        async with self.wire.claim("renewal") as is_ours:
            begun, done = monotonic(), 0
            while found := await self.store.outdated(rules(), self._failed, BATCH):
                if not is_ours:
                    return False
                if not done:
                    count = await self.store.count_outdated(rules())
                    LOG.warning("tables are brought under the present laws", tables=count)
                for table in found:
                    await self._renew(table)
                    done += 1
                    if self.bus.is_closed:
                        return True
        if done:
            spent = round(monotonic() - begun, 1)
            LOG.warning("all tables are under the present laws", tables=done, seconds=spent)
        return True

    async def _renew(self, table: str) -> None:
        """One table; whoever plays meanwhile has as much time as that took."""
        begun = monotonic()
        try:
            await renew(self.store, table)
        except OUT_OF_REACH:
            raise
        except Exception:
            self._failed.add(table)
            LOG.exception("a table cannot be brought under the present laws", table=table)
        else:
            known = await self.store.table(table)
            if known is not None and not known.over:  # perhaps a bot is asked now
                self.bus.publish(table, len(await self.store.lines(table)))
        await self.bus.pause(monotonic() - begun)


def rules() -> dict[str, int]:
    """The present version of the laws of each game."""
    return {laws.name: laws.rules for laws in games().values()}


async def renew(store: Store, table_id: str) -> None:
    """Bring a table under the present laws, unless it is; once, whoever else does it meanwhile."""
    for _ in range(TRIES):
        table = await store.table(table_id)
        if table is None or not is_outdated(table):
            return None
        with suppress(Stale):  # somebody plays on, or was first, at another process
            return await _renew(store, table)
    raise Stale(f"table {table_id} changes all the time")


async def _renew(store: Store, table: Table) -> None:
    """A table whose lines still fit goes on as it was; another one from the state it has."""
    lines, kept = await store.lines(table.id), await store.snapshots(table.id)
    laws = rules()[table.game]
    if table.over and table.base >= len(lines):  # its end was kept, nothing is played again
        await store.adopt(table, [], lines=len(lines), laws=laws)
        return
    try:
        found, states = await asyncio.to_thread(_replayed, table, lines, kept)
    except TrainshedError as error:
        based = replace(table, base=len(lines))
        await asyncio.to_thread(resumed, based, lines, kept)  # or it cannot be read at all
        LOG.warning("a table goes on under new laws", table=table.id, reason=reason_of(error))
        await store.rebase(table.id, len(lines), laws=laws)
    else:
        await store.adopt(found, states, lines=len(lines), laws=laws)


def _replayed(
    table: Table, lines: Sequence[Written], kept: Sequence[Snapshot]
) -> tuple[Table, list[Snapshot]]:
    """A table as the present laws have it, and the states that its lines lead to."""
    match = resumed(table, lines, kept)
    rules = table.rules if table.base else match.game.rules
    options = msgspec.to_builtins(match.options)  # those it did not name, too
    table = replace(table, rules=rules, options=options, actor=match.actor)
    return table, snapshots(match, table.base)


def snapshots(match: Match[Any, Any], base: int) -> list[Snapshot]:
    """The last state of each turn since line `base`."""
    laws = match.game
    states = [] if base else [(0, match.start)]
    states += [(move.number, move.after) for move in match.history]
    last = {
        laws.turn(state): (number, state) for number, state in states if laws.actor(state) != CHANCE
    }
    found = [
        Snapshot(number, turn, laws.encode(state).decode())
        for turn, (number, state) in last.items()
    ]
    return [*found[:-1], *(replace(it, number=match.version) for it in found[-1:])]
