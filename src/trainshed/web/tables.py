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
from datetime import UTC, datetime
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import structlog
from msgspec.structs import replace

from trainshed.core import Action, Consent, Decline, Match, Order, Seat, Stale, TrainshedError, Who
from trainshed.core.command import AgreeBack, AskBack, RefuseBack, Undo
from trainshed.core.match import unique
from trainshed.core.notation import read, write
from trainshed.core.order import blank
from trainshed.games import game as find

from . import timing
from .kept import (
    SUBSTITUTE,
    WAIT,
    Asked,
    Chair,
    Lapsed,
    Result,
    Snapshot,
    Table,
    Terms,
    Written,
)
from .live import Bus
from .seats import perspective
from .sheet import (
    BadAmount,
    NotYourSeat,
    Sheet,
    acting,
    answer,
    ending,
    fork,
    glimpse,
    resumed,
    standing,
)
from .store import Store

LOG = structlog.get_logger("trainshed.tables")
TRIES = 5
"""So often clocks are set anew that another process has set meanwhile."""
KEPT = 512
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
        terms: Terms | None = None,
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
            since=now,
            **msgspec.structs.asdict(terms or Terms(hours=hours)),
        )
        table = replace(table, due=await self.due(table, match, now))
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

    async def peek(self, table_id: str) -> Sheet:
        """The table as this process knows it, perhaps not as it is; only for what may be old."""
        return self._sheets.get(table_id) or await self.load(table_id)

    def is_asked(self, table_id: str, browser: str) -> bool:
        """Whether a browser is asked at a table, as far as this process remembers."""
        known = self._sheets.get(table_id)
        return known is not None and known.match.actor in known.seats(browser)

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
            if not sheet.seats(browser):  # who only watches may not learn what the version is
                raise NotYourSeat(None)
            if version != sheet.match.version:
                raise Stale(f"version {version} of table {table_id} is not the present one")
            twin = fork(sheet.match)
            action = twin.read(line)
            for seat in acting(sheet, browser, action):
                twin.play(seat, action)
            if isinstance(action, AskBack):
                self._agree(sheet, twin, browser)
            return await self._keep(sheet, twin)

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
            await self._keep(sheet, twin)

    async def obey(self, table_id: str, *, version: int) -> None:
        """Play what the orders of the seat that is asked answer, if they still stand."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            actor, action = sheet.match.actor, answer(sheet)
            if version != sheet.match.version or actor is None or action is None:
                raise Stale(f"no order answers version {version} of table {table_id}")
            twin = fork(sheet.match)
            twin.play(actor, action)
            await self._keep(sheet, twin)

    async def order(self, table_id: str, browser: str, *, line: str, on: bool) -> Sheet:
        """Leave a standing answer for the seat that the browser's page shows, or take it back.

        It takes the place of a similar one. Nobody else at the table is told.
        """
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            match, laws = sheet.match, sheet.match.game
            order = read(line, laws.order) if laws.order else None
            seat = perspective(match, sheet.seats(browser))
            if seat is None or order is None or (on and not _may_leave(match, seat, order)):
                raise NotYourSeat(None)
            known = standing(sheet, seat).items()
            instead = [it for it, other in known if on and blank(other) == blank(order)]
            await self.store.order(table_id, seat, write(order), on=on, instead=instead)
            sheet = await self._load(table_id)
        self.bus.wake(table_id, sheet.match.version)
        return sheet

    async def noted(self, table_id: str, browser: str) -> Sheet:
        """Forget the orders of a browser's seats that have ended."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            for seat in sheet.seats(browser):
                for it in sheet.lapsed.get(seat, ()):
                    await self.store.order(table_id, seat, it.line, on=False)
            return await self._load(table_id)

    async def sit(self, table_id: str, browser: str, *, seat: Seat, name: str) -> Sheet:
        """Sit down at an open seat."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            others = [c.name for n, c in enumerate(sheet.table.chairs) if n != seat]
            name = unique([*others, name])[-1]
            if not await self.store.sit(table_id, seat, name=name, owner=browser):
                raise SeatTaken(f"seat {seat} of table {table_id}")
            return await self._reseated(sheet)

    async def leave(self, table_id: str, browser: str, names: Sequence[str]) -> Sheet:
        """Get up: a seat that has played nothing is open again, for others a bot plays on."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            mine = sheet.seats(browser)
            if sheet.match.actor is None or not mine:
                raise NotYourSeat(None)
            played = {line.seat for line in sheet.match.log}
            late = sheet.table.late
            for seat in mine:
                if seat in played:
                    kind = SUBSTITUTE if late == WAIT else late
                    await self.store.hand_over(table_id, seat, owner=browser, kind=kind)
                else:
                    await self.store.rise(table_id, seat, owner=browser, name=names[seat])
            return await self._reseated(sheet)

    async def pause(self, table_id: str, browser: str, *, on: bool) -> Sheet:
        """Ask for a pause, which begins when all want it; or go on, which anybody may."""
        async with self._lock(table_id):
            table = (await self._load(table_id)).table
            if table.over or not table.seats(browser):
                raise NotYourSeat(None if table.actor is None else Who(Seat(table.actor)))
            await self.store.wish(table_id, browser if on else None, pause=on)
            table, now = (await self._load(table_id)).table, datetime.now(UTC)
            if table.rest is None and timing.want_pause(table):
                await self.store.wind(table, timing.paused(table, now))
            elif table.rest is not None and not on:
                await self.store.wind(table, timing.resumed(table, now))
            sheet = await self._load(table_id)
        self.bus.publish(table_id, sheet.match.version)
        return sheet

    async def holiday(self, owner: str, until: datetime | None) -> None:
        """Note until when somebody is on holiday: by correspondence he is not late before."""
        for table_id in await self.store.go_away(owner, until):
            async with self._lock(table_id):
                sheet, now = await self._load(table_id), datetime.now(UTC)
                table, is_offer = sheet.table, _is_offer(sheet.match)
                if table.actor is None or table.chairs[table.actor].owner != owner:
                    continue
                due = timing.deadline(table, table.actor, now, is_offer=is_offer, away=until)
                if until is not None and table.due is not None:
                    due = max(due or table.due, table.due)
                await self.store.wind(table, Asked(actor=table.actor, since=table.since, due=due))
            self.bus.publish(table_id, sheet.match.version)

    async def expire(self, table_id: str) -> None:
        """Do what is agreed for whoever has let his time run out.

        An offer is declined, going back is refused; then a bot plays on, unless all wait for him.
        """
        async with self._lock(table_id):
            sheet, now = await self._load(table_id), datetime.now(UTC)
            actor, due = sheet.match.actor, sheet.table.due
            if actor is None or due is None or due > now:
                return
            if sheet.match.request:
                twin = fork(sheet.match)
                twin.play(actor, RefuseBack())
                sheet = await self._keep(sheet, twin)
            if _is_offer(sheet.match):
                twin = fork(sheet.match)
                twin.play(actor, Decline())
                await self._keep(sheet, twin)
                return
            if not await self.store.substitute(table_id, actor, kind=sheet.table.late, now=now):
                return
            self._sheets.pop(table_id, None)
        self.bus.publish(table_id, sheet.match.version)

    async def come_back(self, table_id: str, browser: str) -> Sheet:
        """Whoever had let his time run out plays himself again."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            table = sheet.table
            if table.over or not table.lent(browser):
                return sheet
            for seat in table.lent(browser):
                live = timing.is_live(table)
                left = max(timing.bank(table, seat), timing.RETURN) if live else None
                await self.store.come_back(table_id, seat, owner=browser, left=left)
            return await self._reseated(sheet)

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
                        terms=_terms(old),
                    )
                old = (await self._load(table_id)).table
            assert old.next is not None
            return old.next

    async def _reseated(self, before: Sheet) -> Sheet:
        """The table after others sit there than before; its clocks are set anew."""
        table_id = before.table.id
        for _ in range(TRIES):
            sheet = await self._load(table_id)
            is_offer, now = _is_offer(sheet.match), datetime.now(UTC)
            asked = timing.reseated(before.table, sheet.table, now, is_offer=is_offer)
            if await self.store.wind(sheet.table, asked):
                break
        sheet = await self._load(table_id)
        self.bus.publish(table_id, sheet.match.version)
        self.bus.stir(table_id)
        return sheet

    async def due(self, table: Table, match: Match[Any, Any], now: datetime) -> datetime | None:
        """When the time of whoever is asked is out at a new table."""
        away, is_offer = await self._away(table, table.actor), _is_offer(match)
        return timing.deadline(table, table.actor, now, is_offer=is_offer, away=away)

    async def _away(self, table: Table, seat: int | None) -> datetime | None:
        """Until when a seat is on holiday, where that matters."""
        if table.hours is None or seat is None or not timing.has_person(table, seat):
            return None
        return await self.store.away(table.chairs[seat].owner)

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
        lapsed = await self.store.lapsed(table_id)
        sheet = Sheet(table, match, times, await self.store.orders(table_id), lapsed)
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

    async def _keep(self, sheet: Sheet, twin: Match[Any, Any]) -> Sheet:
        """Store what the twin has played, then let it take the place of the match."""
        table, now, is_fresh = sheet.table, datetime.now(UTC), True
        lines, gone = _written(twin, sheet.match.version, now), ending(sheet, twin)
        if lines:
            asked = timing.turned(
                table, _turned(sheet, twin), now, await self._away(table, twin.actor)
            )
            try:
                stamp = await self.store.append(
                    table.id,
                    lines,
                    _snapshot(twin),
                    asked=asked,
                    results=_results(twin),
                    lapsed=gone,
                )
            except Stale:
                self._sheets.pop(table.id, None)
                raise
            is_fresh = stamp == table.stamp + 1
            table = replace(
                timing.wound(table, asked.left),
                changed=now,
                actor=asked.actor,
                since=asked.since,
                due=asked.due,
                rest=asked.rest,
                stamp=stamp,
            )
        times = {**sheet.times, **{line.number: line.time for line in lines}}
        sheet = Sheet(table, twin, times, *_without(sheet, gone))
        if not is_fresh:
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


def _turned(sheet: Sheet, twin: Match[Any, Any]) -> timing.Turned:
    """What the twin has made of the question."""
    new = twin.log[sheet.match.version :]
    return timing.Turned(
        actor=twin.actor,
        moved=len(twin.history) != len(sheet.match.history),
        undone=any(isinstance(line.action, Undo) for line in new),
        was_offer=_is_offer(sheet.match),
        is_offer=_is_offer(twin),
    )


def _is_offer(match: Match[Any, Any]) -> bool:
    """Whether somebody is asked for his consent to an offer."""
    return match.actor is not None and isinstance(match.state.stack[-1], Consent)


def _terms(table: Table) -> Terms:
    return Terms(**{name: getattr(table, name) for name in Terms.__struct_fields__})


def _results(match: Match[Any, Any]) -> list[Result]:
    """How a game ended for each seat, nothing while it is played."""
    if match.actor is not None:
        return []
    ranks, scores = match.game.ranks(match.state), match.game.scores(match.state)
    return [Result(rank, score) for rank, score in zip(ranks, scores, strict=True)]


def _may_leave(match: Match[Any, Any], seat: Seat, order: Order) -> bool:
    """Whether a seat may leave an order now; BadAmount where only its amount is wrong."""
    laws = match.game
    if laws.orders is None or match.actor is None:
        return False
    offered = laws.orders(laws.view(match.state, seat), seat)
    for it in offered:
        most = getattr(order, "most", None)
        if it.span and most not in it.span and blank(it.order) == blank(order):
            raise BadAmount(most, it.span)
    return any(it.allows(order) for it in offered)


def _without(
    sheet: Sheet, gone: Mapping[tuple[Seat, str], str]
) -> tuple[dict[Seat, tuple[str, ...]], dict[Seat, tuple[Lapsed, ...]]]:
    """The orders that still stand, and those that have ended."""
    stand = {
        seat: tuple(line for line in known if (seat, line) not in gone)
        for seat, known in sheet.orders.items()
    }
    lapsed = dict(sheet.lapsed)
    for (seat, line), why in gone.items():
        lapsed[seat] = (*lapsed.get(seat, ()), Lapsed(line, why))
    return stand, lapsed


def _snapshot(match: Match[Any, Any]) -> Snapshot:
    laws, state = match.game, match.state
    return Snapshot(match.version, laws.turn(state), laws.encode(state).decode())
