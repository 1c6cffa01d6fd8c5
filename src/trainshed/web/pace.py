"""Bots move on their own, at the pace of people.

What is to be done is asked of the database, so nothing is forgotten when the site is stopped.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from random import Random

import structlog

from trainshed.bots import bot
from trainshed.core import Action, Stale

from .sheet import Sheet
from .tables import Tables

LOG = structlog.get_logger("trainshed.pace")
PATIENCE = 60.0
"""Seconds after which the database is asked again even if nothing was heard."""
MOMENT = 1.0
"""Seconds after which something that failed is tried again, at first."""
LONGEST = 3600.0
"""Seconds after which it is tried again at last."""


class Pace:
    """Makes the moves of all bots, `seconds` apart at each table."""

    def __init__(self, tables: Tables, seconds: float) -> None:
        self.tables = tables
        self.seconds = seconds
        self._busy: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Go on until cancelled."""
        try:
            with self.tables.bus.subscribe(None) as listener:
                while not listener.is_closed:
                    await listener.wait(PATIENCE if await self._look() else MOMENT)
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def _look(self) -> bool:
        """Serve the tables where a bot is asked; False when the database does not answer."""
        try:
            tables = await self.tables.store.waiting_for_bots()
        except Exception:
            LOG.exception("the bots cannot be told where they are asked")
            return False
        for table in tables:
            if table not in self._busy:
                self._busy[table] = asyncio.create_task(self._serve(table))
        return True

    async def _serve(self, table: str) -> None:
        """Move at one table as long as bots are asked there.

        What failed is tried again when the table has changed, or after a pause that grows.
        """
        pause = MOMENT
        try:
            while True:
                try:
                    while await self._move(table):
                        pause = MOMENT
                except Exception:
                    LOG.exception("a bot could not move", table=table, pause=pause)
                else:
                    return
                with self.tables.bus.subscribe(table) as listener:
                    heard = await listener.wait(pause)
                    if listener.is_closed:
                        return
                pause = min(2 * pause, LONGEST) if heard is None else MOMENT
        finally:
            del self._busy[table]

    async def _move(self, table: str) -> bool:
        """One move; False when no bot is asked, or the players talk about going back."""
        sheet = await self.tables.load(table)
        while (left := self.seconds - age(sheet)) > 0:
            await asyncio.sleep(left)
            sheet = await self.tables.load(table)
        match = sheet.match
        if match.actor not in sheet.bots or match.request is not None:
            return False
        action = await asyncio.to_thread(choose, sheet)
        with suppress(Stale):  # overtaken: look again
            await self.tables.answer(table, version=match.version, action=action)
        return True


def age(sheet: Sheet) -> float:
    """Seconds since the last move."""
    return (datetime.now(UTC) - sheet.table.changed).total_seconds()


def choose(sheet: Sheet) -> Action:
    """The action of the bot that is asked; it sees what its seat may know."""
    match = sheet.match
    seat = match.actor
    assert seat is not None
    player = bot(sheet.table.chairs[seat].kind)
    view = match.game.view(match.state, seat)
    return player.choose(match.game, view, match.game.actions(view), Random())
