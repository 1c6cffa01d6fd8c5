"""Corrected laws: every table is brought under them, or goes on from the state it has."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from trainshed.core import CHANCE, Match, Stale, TrainshedError
from trainshed.games import games
from trainshed.web.tables.sheet import resumed

from .kept import Snapshot, Table
from .store import Store

LOG = structlog.get_logger("trainshed.renew")
TRIES = 5


async def renew(store: Store) -> None:
    """Bring all tables under the present laws; one that cannot be read stays as it is."""
    rules = {laws.name: laws.rules for laws in games().values()}
    async with store.alone():
        for table in await store.outdated(rules):
            try:
                await _renew_at_last(store, table)
            except Exception:
                LOG.exception("a table cannot be brought under the present laws", table=table.id)


async def _renew_at_last(store: Store, table: Table) -> None:
    """Try again where somebody plays on meanwhile, at another process."""
    for _ in range(TRIES):
        with suppress(Stale):
            return await _renew(store, table)
    return await _renew(store, table)


async def _renew(store: Store, table: Table) -> None:
    """A table whose lines still fit goes on as it was; another one from the state it has."""
    lines, kept = await store.lines(table.id), await store.snapshots(table.id)
    try:
        match = resumed(table, lines, kept)
    except TrainshedError as error:
        resumed(replace(table, base=len(lines)), lines, kept)  # or it cannot be read at all
        LOG.warning("a table goes on under new laws", table=table.id, reason=str(error))
        await store.rebase(table.id, len(lines))
    else:
        rules = table.rules if table.base else match.game.rules
        options = msgspec.to_builtins(match.options)  # those it did not name, too
        table = replace(table, rules=rules, options=options, actor=match.actor)
        await store.adopt(table, snapshots(match, table.base), lines=len(lines))


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
