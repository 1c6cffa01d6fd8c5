"""Bots move on their own, at the pace of people; so do the orders that people have left.

What is to be done is asked of the database, so nothing is forgotten when the site is stopped.
Of several processes that one serves the bots of a table which claims it: the one where the move
before was made, or, when it has died, any other after a few seconds.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from datetime import datetime
from itertools import takewhile
from math import inf
from random import Random
from typing import Any

import structlog

from trainshed.bots import bot
from trainshed.core import Action, Decline, Game, Match, Stale
from trainshed.core.history import Move
from trainshed.web.processes.live import Listener
from trainshed.web.processes.wire import Alone, Wire

from .sheet import Sheet, answer
from .tables import Tables

LOG = structlog.get_logger("trainshed.pace")
MOMENT = 1.0
"""Seconds after which something that failed is tried again, at first."""
PAUSE = (2.0, 6.0)
"""Seconds that an order waits, at least and at most, as if somebody had thought about it."""
MARGIN = 1.0
"""Seconds before his time is out in which an order answers at the latest."""
LONGEST = 3600.0
"""Seconds after which it is tried again at last."""
GRACE = 5.0
"""Seconds for the moves that are being made when the site is stopped."""


class Pace:
    """Makes the moves of all bots, `seconds` apart at each table, and those that were ordered.

    After what a person has done bots wait `respite` seconds, so that he can take it back.
    """

    def __init__(
        self, tables: Tables, seconds: float, wire: Wire | None = None, *, respite: float = 0.0
    ) -> None:
        self.tables = tables
        self.seconds = seconds
        self.respite = respite
        self.wire = wire or Alone()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._rests: dict[str, float] = {}
        self._lot = Random()

    async def run(self) -> None:
        """Go on until the bus is closed; a move that is being made is made."""
        try:
            with self.tables.bus.subscribe(None) as listener:
                await self._watch(listener)
            if self._busy:
                await asyncio.wait(self._busy.values(), timeout=GRACE)
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def _watch(self, listener: Listener) -> None:
        """Serve the tables that change here, and from time to time all that wait."""
        due = 0.0
        while not listener.is_closed:
            if time.monotonic() >= due:
                pause = self.wire.patience if await self._look() else MOMENT
                due = time.monotonic() + pause
            for table in await listener.news(max(0.0, due - time.monotonic())):
                known = self.tables.remembered(table)
                if known is None or _may_act(known):
                    self._begin(table)

    async def _look(self) -> bool:
        """Serve the tables where a bot is asked; False when the database does not answer."""
        try:
            tables = await self.tables.store.waiting_for_bots()
        except Exception:
            LOG.exception("the bots cannot be told where they are asked")
            return False
        for table in tables:
            self._begin(table)
        return True

    def _begin(self, table: str) -> None:
        if table not in self._busy:
            self._busy[table] = asyncio.create_task(self._serve(table))

    async def _serve(self, table: str) -> None:
        """Move at one table as long as bots are asked there, or orders answer.

        What failed is tried again when the table has changed, or after a pause that grows.
        """
        try:
            while not self.tables.bus.is_closed:
                try:
                    await self._moves(table)
                except Exception:
                    LOG.exception("a bot could not move", table=table)
                else:
                    return
                await self._rest(table)
        finally:
            del self._busy[table]
            self._rests.pop(table, None)

    async def _rest(self, table: str) -> None:
        """Pause after a failure, each time longer, unless the table changes, whoever does it."""
        pause = self._rests.get(table, MOMENT)
        self._rests[table] = min(2 * pause, LONGEST)
        end, known = time.monotonic() + pause, await self._stamp(table)
        with self.tables.bus.subscribe(table) as listener:
            while (left := end - time.monotonic()) > 0 and not listener.is_closed:
                heard = await listener.wait(min(left, self.wire.patience))
                if heard is not None or await self._stamp(table) != known:
                    self._rests.pop(table)
                    return

    async def _stamp(self, table: str) -> int | None:
        """How often a table has been changed, None where the database does not say."""
        try:
            return await self.tables.store.stamp(table)
        except Exception:  # noqa: BLE001 - perhaps that is what has failed
            return None

    async def _moves(self, table: str) -> None:
        """All moves of bots and orders at one table, unless another process makes them.

        It is looked once more after the claim was given up: who was refused it does not wait.
        """
        if (await self.tables.load(table)).match.request is not None:
            with suppress(Stale):  # somebody has answered in another process
                await self.tables.consent(table)
        while await _is_due(await self.tables.load(table)):
            async with self.wire.claim(table) as is_ours:
                if not is_ours:
                    return
                while await self._move(table):
                    self._rests.pop(table, None)
            if self.tables.bus.is_closed:
                return

    async def _move(self, table: str) -> bool:
        """One move; False when nothing is to be answered, or the site is stopped."""
        sheet = await self._when_due(table)
        if self.tables.bus.is_closed or not await _is_due(sheet):
            return False
        version = sheet.match.version
        with suppress(Stale):  # overtaken, or the order was taken back: look again
            if not is_asked(sheet):
                await self.tables.obey(table, version=version)
                return True
            action = await asyncio.to_thread(choose, sheet)
            await self.tables.answer(table, version=version, action=action, kind=_kind(sheet))
        return True

    async def _when_due(self, table: str) -> Sheet:
        """The table when the time to move has come, or there is nothing to wait for."""
        sheet = await self.tables.load(table)
        end = time.monotonic() + self._pause(sheet)
        with self.tables.bus.subscribe(table) as listener:
            while (left := end - time.monotonic()) > 0 and not listener.is_closed:
                await listener.wait(left)
                before, sheet = sheet, await self.tables.load(table)
                if not await _is_due(sheet):
                    break
                if sheet.match.version != before.match.version:
                    end = time.monotonic() + self._pause(sheet)
        return sheet

    def _pause(self, sheet: Sheet) -> float:
        """Seconds until the next move; for an order they are drawn."""
        if is_asked(sheet):
            wait = self.respite if has_handed_on(sheet) else 0.0
            return max(self.seconds, wait) - age(sheet, self.tables.now())
        drawn = self._lot.uniform(*PAUSE) if self.seconds else 0.0
        return min(drawn, _left(sheet, self.tables.now()) - MARGIN)


def _may_act(sheet: Sheet) -> bool:
    """Whether a bot or an order may have something to do; mostly people play without them."""
    actor = sheet.match.actor
    is_left = actor is not None and bool(sheet.orders.get(actor))
    return is_left or sheet.match.request is not None or is_asked(sheet)


async def _is_due(sheet: Sheet) -> bool:
    """Whether a bot is asked, or an order answers; the best routes may take long to find."""
    if is_asked(sheet):
        return True
    actor = sheet.match.actor
    if actor is None or not sheet.orders.get(actor):
        return False
    return await asyncio.to_thread(answer, sheet) is not None


def _kind(sheet: Sheet) -> str:
    """The bot that is asked."""
    actor = sheet.match.actor
    assert actor is not None
    return sheet.table.chairs[actor].kind


def is_asked(sheet: Sheet) -> bool:
    """Whether it is for a bot to move: the players neither pause nor talk about going back."""
    is_still = sheet.match.request is not None or sheet.table.rest is not None
    return sheet.match.actor in sheet.bots and not is_still


def has_handed_on(sheet: Sheet) -> bool:
    """Whether bots are asked after a decision that a person may want to take back.

    In his own turn that is every one. In the turn of another it is what he does: a bid, or his
    consent. To pass or to decline there is asked of him too often for all to wait each time.
    """
    match = sheet.match
    if not match.history or not is_asked(sheet):
        return False
    last = match.latest[0]
    if last.seat < 0 or last.seat in sheet.bots:
        return False
    return not _declines(match.game, last) or _is_own(match, last)


def _declines(game: Game[Any, Any, Any], last: Move[Any]) -> bool:
    """Whether a move does nothing."""
    return isinstance(last.action, Decline) or game.passing(last.action, last.before) is not None


def _is_own(match: Match[Any, Any], last: Move[Any]) -> bool:
    """Whether a move was made in a turn that its seat had begun."""
    turn = match.game.turn(last.before)
    before = match.history[: len(match.history) - len(match.latest) + 1]
    turns = takewhile(lambda move: match.game.turn(move.before) == turn, reversed(before))
    begun: list[int] = [move.seat for move in turns if move.seat >= 0]
    return begun[-1] == last.seat


def age(sheet: Sheet, now: datetime) -> float:
    """Seconds since the last move; none where that was in the future, by a clock put right."""
    return max((now - sheet.table.changed).total_seconds(), 0.0)


def _left(sheet: Sheet, now: datetime) -> float:
    """Seconds until the time of whoever is asked is out."""
    due = sheet.table.due
    return inf if due is None else (due - now).total_seconds()


def choose(sheet: Sheet) -> Action:
    """The action of the bot that is asked; it sees what its seat may know.

    Its chance follows from the seed of the table: what it did can be found out again.
    """
    match = sheet.match
    seat = match.actor
    assert seat is not None
    player = bot(sheet.table.chairs[seat].kind)
    view = match.game.view(match.state, seat)
    lot = Random(f"bot {sheet.table.seed} {match.version}")
    return player.choose(match.game, view, match.game.actions(view), lot)
