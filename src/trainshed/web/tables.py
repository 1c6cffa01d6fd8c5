"""The tables: opened, found again, played at. What is shown has been kept before.

A match in memory is never changed: a twin of it plays on, and takes its place when the database
has its lines. One lock for each table puts those who play at it one after the other.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import structlog
from msgspec.structs import replace

from trainshed.core import Action, Match, Order, Seat, Stale, TrainshedError, Who
from trainshed.core.command import COMMANDS, AgreeBack, AskBack, RefuseBack
from trainshed.core.match import unique
from trainshed.core.notation import read, write
from trainshed.games import game as find

from .kept import SUBSTITUTE, Asked, Chair, Result, Snapshot, Table, Written
from .live import Bus
from .seats import perspective
from .sheet import NotYourSeat, Sheet, acting, fork, glimpse, obey, resumed
from .store import Store

LOG = structlog.get_logger("trainshed.tables")
KEPT = 64
"""So many matches are kept in memory."""


class UnknownTable(TrainshedError):
    """There is no table with this id."""


class Unreadable(TrainshedError):
    """The lines of a table cannot be played again: its game is missing, or they are damaged."""

    def __init__(self, table: str, lines: int) -> None:
        self.lines = lines
        super().__init__(f"table {table} with {lines} lines cannot be read")


class SeatTaken(TrainshedError):
    """Somebody sits there already."""


class Tables:
    """All tables of the site."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self.store = store
        self.bus = bus
        self._sheets: OrderedDict[str, Sheet] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(
        self,
        game: str,
        *,
        name: str,
        chairs: Sequence[Chair],
        options: Mapping[str, object],
        after: str | None = None,
        hours: int | None = None,
    ) -> Table:
        """Open a table, or the rematch after one; BadOption and UnknownGame name what is not."""
        laws = find(game)
        names = unique([chair.name for chair in chairs])
        values = laws.read_options(options, strict=False)
        seed = secrets.token_hex(16)
        match = Match(laws, seats=len(chairs), options=values, seed=seed, names=names)
        now = datetime.now(UTC)
        table = Table(
            id=secrets.token_urlsafe(6),
            name=name,
            game=game,
            rules=laws.rules,
            options=msgspec.to_builtins(values),
            seed=seed,
            chairs=tuple(
                replace(chair, name=known) for chair, known in zip(chairs, names, strict=True)
            ),
            created=now,
            changed=now,
            actor=match.actor,
            hours=hours,
            since=now,
        )
        table = replace(table, due=table.deadline(match.actor, now))
        await self.store.add(table, _written(match, 0, now), _snapshot(match), after=after)
        self.bus.publish(table.id, match.version)
        return table

    async def load(self, table_id: str) -> Sheet:
        """The table as it is now; UnknownTable or Unreadable where there is none to show."""
        known = await self._current(table_id)
        if known is not None:
            return known
        async with self._lock(table_id):
            return await self._load(table_id)

    def remembered(self, table_id: str) -> Sheet | None:
        """The table as this process remembers it."""
        return self._sheets.get(table_id)

    async def glimpses(self, tables: Sequence[Table]) -> dict[str, Match[Any, Any]]:
        """The matches of tables for a list, with their last moves; none of what cannot be read."""
        sheets = ((table, self._sheets.get(table.id)) for table in tables)
        found = {it.id: known.match for it, known in sheets if known and known.table == it}
        others = [table for table in tables if table.id not in found]
        endings = await self.store.endings([table.id for table in others]) if others else {}
        for table in others:
            match = await self._glimpse(table, *endings[table.id])
            if match is not None:
                found[table.id] = match
        return found

    async def play(self, table_id: str, browser: str, *, version: int, line: str) -> Sheet:
        """Play a line for a browser: an action of the seat that is asked, or a command."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            if version != sheet.match.version:
                raise Stale(f"version {version} of table {table_id} is not the present one")
            twin = fork(sheet.match)
            action = twin.read(line)
            for seat in acting(sheet, browser, action):
                twin.play(seat, action)
            if isinstance(action, AskBack):
                self._agree(sheet, twin, browser)
            orders = sheet.orders if type(action) in COMMANDS.values() else obey(sheet, twin)
            return await self._keep(sheet, twin, orders)

    async def answer(
        self, table_id: str, *, version: int, action: Action, kind: str | None = None
    ) -> None:
        """Play an action for the seat that is asked, if this kind of player still sits there."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            actor, chairs = sheet.match.actor, sheet.table.chairs
            is_other = actor is not None and kind not in (None, chairs[actor].kind)
            if version != sheet.match.version or actor is None or is_other:
                raise Stale(f"version {version} of table {table_id} is not the present one")
            twin = fork(sheet.match)
            twin.play(actor, action)
            await self._keep(sheet, twin, obey(sheet, twin))

    async def order(self, table_id: str, browser: str, *, line: str, on: bool) -> Sheet:
        """Leave a standing answer for the seat that the browser's page shows, or take it back."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            match, laws = sheet.match, sheet.match.game
            order = read(line, laws.order) if laws.order else None
            seat = perspective(match, sheet.seats(browser))
            if seat is None or order is None or order not in _orders(sheet, seat):
                raise NotYourSeat(None if match.actor is None else Who(match.actor))
            await self.store.order(table_id, seat, write(order), on=on)
            sheet = await self._load(table_id)
            twin = fork(sheet.match)
            orders = obey(sheet, twin)
            return await self._keep(sheet, twin, orders)

    async def sit(self, table_id: str, browser: str, *, seat: Seat, name: str) -> Sheet:
        """Sit down at an open seat."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            others = [c.name for n, c in enumerate(sheet.table.chairs) if n != seat]
            name = unique([*others, name])[-1]
            hours = sheet.table.hours
            now = datetime.now(UTC)
            due = None if hours is None else now + timedelta(hours=hours)
            if not await self.store.sit(
                table_id, seat, name=name, owner=browser, due=due, since=now
            ):
                raise SeatTaken(f"seat {seat} of table {table_id}")
            self._sheets.pop(table_id, None)
            sheet = await self._load(table_id)
        self.bus.publish(table_id, sheet.match.version)
        return sheet

    async def substitute(self, table_id: str) -> None:
        """Let a bot play for whoever has let his time run out."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            actor, now = sheet.match.actor, datetime.now(UTC)
            due = sheet.table.due
            if actor is not None and due is not None and due <= now and sheet.match.request:
                twin = fork(sheet.match)
                twin.play(actor, RefuseBack())
                sheet = await self._keep(sheet, twin, sheet.orders)
            if actor is None or not await self.store.substitute(
                table_id, actor, kind=SUBSTITUTE, now=now
            ):
                return
            self._sheets.pop(table_id, None)
        self.bus.publish(table_id, sheet.match.version)

    async def come_back(self, table_id: str, browser: str) -> Sheet:
        """Whoever had let his time run out plays himself again."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            table, now = sheet.table, datetime.now(UTC)
            if not table.lent(browser):
                return sheet
            due = None if table.hours is None else now + timedelta(hours=table.hours)
            for seat in table.lent(browser):
                await self.store.come_back(table_id, seat, owner=browser, due=due)
            self._sheets.pop(table_id, None)
            sheet = await self._load(table_id)
        self.bus.publish(table_id, sheet.match.version)
        return sheet

    async def again(self, table_id: str) -> str:
        """The table of the rematch: the same seats and options, a new seed."""
        async with self._lock(table_id):
            old = (await self._load(table_id)).table
            if old.next is None:
                with suppress(Stale):  # another process was first
                    await self.open(
                        old.game,
                        name=old.name,
                        chairs=[chair.anew for chair in old.chairs],
                        options=old.options,
                        after=old.id,
                        hours=old.hours,
                    )
                old = (await self._load(table_id)).table
            assert old.next is not None
            return old.next

    def _lock(self, table_id: str) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    def _remember(self, sheet: Sheet) -> None:
        self._sheets[sheet.table.id] = sheet
        self._sheets.move_to_end(sheet.table.id)
        while len(self._sheets) > KEPT:
            self._sheets.popitem(last=False)

    async def _current(self, table_id: str) -> Sheet | None:
        """The table in memory, unless another process has changed it since."""
        known = self._sheets.get(table_id)
        if known is None or await self.store.stamp(table_id) != known.table.stamp:
            return None
        if table_id in self._sheets:
            self._sheets.move_to_end(table_id)
        return known

    async def _load(self, table_id: str) -> Sheet:
        known = await self._current(table_id)
        if known is not None:
            return known
        table = await self.store.table(table_id)
        if table is None:
            raise UnknownTable(table_id)
        lines = await self.store.lines(table_id)
        kept = await self.store.snapshots(table_id) if table.base else ()
        try:
            match = resumed(table, lines, kept)
        except Exception as error:
            LOG.warning("a table cannot be read", table=table_id, reason=repr(error))
            raise Unreadable(table_id, len(lines)) from error
        times = {line.number: line.time for line in lines}
        if lines:  # some of them may be younger than what the table itself says
            table = replace(table, changed=lines[-1].time, actor=match.actor)
        sheet = Sheet(table, match, times, await self.store.orders(table_id))
        self._remember(sheet)
        return sheet

    async def _glimpse(
        self, table: Table, lines: Sequence[Written], start: Snapshot | None
    ) -> Match[Any, Any] | None:
        await asyncio.sleep(0)  # a long list holds up nobody else
        try:
            with suppress(Exception):
                match = glimpse(table, lines, start)
                if match is not None:
                    return match
            return (await self.load(table.id)).match
        except (UnknownTable, Unreadable):
            return None

    def _agree(self, sheet: Sheet, twin: Match[Any, Any], browser: str) -> None:
        """Whoever is of the same mind agrees at once: bots, empty seats, the same browser."""
        for seat in (*sheet.bots, *sheet.vacant, *sheet.seats(browser)):
            if twin.request is not None and seat not in twin.agreed:
                twin.play(seat, AgreeBack())

    async def _keep(
        self, sheet: Sheet, twin: Match[Any, Any], orders: Mapping[Seat, tuple[str, ...]]
    ) -> Sheet:
        """Store what the twin has played, then let it take the place of the match."""
        table, now, is_fresh = sheet.table, datetime.now(UTC), True
        lines = _written(twin, sheet.match.version, now)
        if lines:
            asked = _asked(sheet, twin, now)
            try:
                stamp = await self.store.append(
                    table.id, lines, _snapshot(twin), asked=asked, results=_results(twin)
                )
            except Stale:
                self._sheets.pop(table.id, None)
                raise
            is_fresh = stamp == table.stamp + 1
            table = replace(
                table,
                changed=now,
                actor=asked.actor,
                since=asked.since,
                due=asked.due,
                rest=asked.rest,
                stamp=stamp,
            )
        lapsed = [
            (seat, line)
            for seat, known in sheet.orders.items()
            for line in known
            if line not in orders.get(seat, ())
        ]
        for seat, line in lapsed:
            await self.store.order(table.id, seat, line, on=False)
        times = {**sheet.times, **{line.number: line.time for line in lines}}
        sheet = Sheet(table, twin, times, orders)
        if lapsed or not is_fresh:
            self._sheets.pop(table.id, None)
        else:
            self._remember(sheet)
        self.bus.publish(table.id, twin.version)
        return sheet


def _written(match: Match[Any, Any], known: int, now: datetime) -> list[Written]:
    return [
        Written(number, line.seat, str(line.action), now)
        for number, line in enumerate(match.log[known:], known + 1)
    ]


def _asked(sheet: Sheet, twin: Match[Any, Any], now: datetime) -> Asked:
    """Who is asked now and until when; talking about going back stops no clock."""
    table, actor = sheet.table, twin.actor
    if actor == sheet.match.actor and len(twin.history) == len(sheet.match.history):
        return Asked(actor=actor, since=table.since, due=table.due, rest=table.rest)
    since = table.since if actor == sheet.match.actor else now
    return Asked(actor=actor, since=since, due=table.deadline(actor, now))


def _results(match: Match[Any, Any]) -> list[Result]:
    """How a game ended for each seat, nothing while it is played."""
    if match.actor is not None:
        return []
    ranks, scores = match.game.ranks(match.state), match.game.scores(match.state)
    return [Result(rank, score) for rank, score in zip(ranks, scores, strict=True)]


def _orders(sheet: Sheet, seat: Seat) -> list[Order]:
    """The standing answers that a seat has left or may leave now."""
    laws = sheet.match.game
    known = [read(line, laws.order) for line in sheet.orders.get(seat, ())]
    return [*known, *(laws.orders(sheet.match.state, seat) if laws.orders else ())]


def _snapshot(match: Match[Any, Any]) -> Snapshot:
    laws, state = match.game, match.state
    return Snapshot(match.version, laws.turn(state), laws.encode(state).decode())
