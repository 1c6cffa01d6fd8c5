"""The tables: opened, found again, played at. What is shown has been kept before.

A match in memory is never changed: a twin of it plays on, and takes its place when the database
has its lines. One lock for each table puts those who play at it one after the other.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import structlog
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool

from trainshed.core import (
    CHANCE,
    Action,
    Consent,
    Decline,
    GameOver,
    Match,
    NoUndo,
    Order,
    Seat,
    Stale,
    TrainshedError,
    Who,
)
from trainshed.core.command import AgreeBack, AskBack, Command, RefuseBack, Undo
from trainshed.core.match import unique
from trainshed.core.notation import read, write
from trainshed.core.order import blank
from trainshed.games import game as find
from trainshed.web.caches import Size
from trainshed.web.database.damage import Damaged, reason_of
from trainshed.web.database.kept import (
    FORMER,
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
    new_id,
)
from trainshed.web.database.renew import renew
from trainshed.web.database.store import OUT_OF_REACH, Store
from trainshed.web.processes.live import Bus

from . import timing
from .claims import Claims
from .seats import perspective
from .sheet import (
    BadAmount,
    BadChoice,
    NotYourSeat,
    Sheet,
    acting,
    answer,
    continued,
    ending,
    fork,
    glimpse,
    is_lawful,
    is_outdated,
    resumed,
    standing,
)

LOG = structlog.get_logger("trainshed.tables")
TRIES = 5
"""So often clocks are set anew that another process has set meanwhile."""
KEPT = 512
"""So many matches are kept in memory."""
LINES = 400_000
"""So many lines they have in all."""
IDLE = 3600.0
"""Seconds after which a match is put away that nobody has asked for."""


class UnknownTable(TrainshedError):
    """There is no table with this id."""


class Unreadable(TrainshedError):
    """The lines of a table cannot be played again: its game is missing, or they are damaged."""

    def __init__(self, table: str, lines: int) -> None:
        self.lines = lines
        super().__init__(f"table {table} with {lines} lines cannot be read")


class SteppedBack(Stale):
    """A player's page says that it has seen more lines of a table than are kept."""

    def __init__(self, table: str, seen: int) -> None:
        self.seen = seen
        super().__init__(f"table {table} has fewer lines than the {seen} that were seen")


class SeatTaken(TrainshedError):
    """Somebody sits there already."""


class NoClock(TrainshedError):
    """Nobody has a clock at this table."""


class Tables:
    """All tables of the site."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.store = store
        self.bus = bus
        self.now = store.now
        """The time, as far as the clock of the machine is believed."""
        self._clock = clock
        self._sheets: OrderedDict[str, Sheet] = OrderedDict()
        self._asked: dict[str, float] = {}
        self._lines = 0
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._claims = Claims()

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
        seed = secrets.token_hex(16)

        def begun() -> Match[Any, Any]:
            values = laws.read_options(options, strict=False)
            return Match(laws, seats=len(chairs), options=values, seed=seed, names=names)

        match = await run_in_threadpool(begun)  # its map may be large, and new
        now = self.now()
        table = Table(
            id=new_id(),
            name=name,
            game=game,
            rules=laws.rules,
            options=msgspec.to_builtins(match.options),
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
        """The table as this process remembers it; nothing where mostly others change it."""
        return None if self.bus.is_attentive else self._sheets.get(table_id)

    def goes_on(self, table_id: str) -> bool:
        """Whether a table is in memory and its game has not ended."""
        known = self.remembered(table_id)
        return known is not None and known.match.actor is not None

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
            match = await self._glimpse(table, endings.get(table.id))
            if match is not None:
                found[table.id] = match
        return found

    async def play(self, table_id: str, browser: str, *, version: int, line: str) -> Sheet:
        """Play a line for a browser: an action of the seat that is asked, or a command."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            if not sheet.seats(browser):  # who only watches may not learn what the version is
                raise NotYourSeat(None)
            if version > sheet.match.version:
                self._claims.note(table_id, version, sheet.match.version)
                raise SteppedBack(table_id, version)
            if version != sheet.match.version:
                raise Stale(f"version {version} of table {table_id} is not the present one")
            twin = fork(sheet.match)
            action = twin.read(line)
            if isinstance(action, AskBack) and sheet.keeps_to_moves:
                raise NoUndo(f"bots at the rated table {table_id} do not go back")
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
            is_paused = sheet.table.rest is not None
            if version != sheet.match.version or actor is None or is_other or is_paused:
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

    async def order(
        self, table_id: str, browser: str, *, line: str, on: bool, seat: int | None = None
    ) -> Sheet:
        """Leave a standing answer for a seat, or take it back; else for the one that is shown now.

        It takes the place of a similar one. Nobody else at the table is told.
        """
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            match, laws = sheet.match, sheet.match.game
            order = read(line, laws.order) if laws.order else None
            own = _chosen(sheet, browser, seat)
            if own is None or order is None or (on and not _may_leave(match, own, order)):
                raise NotYourSeat(None)
            known = standing(sheet, own).items()
            instead = [it for it, other in known if on and blank(other) == blank(order)]
            await self.store.order(table_id, own, write(order), on=on, instead=instead)
            sheet = await self._load(table_id)
        self.bus.wake(table_id, sheet.match.version)
        return sheet

    async def noted(self, table_id: str, browser: str, seat: int | None = None) -> Sheet:
        """Forget the orders of a browser's seats that have ended, or those of one of them."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            for own in (it for it in sheet.seats(browser) if seat in (None, it)):
                for it in sheet.lapsed.get(own, ()):
                    await self.store.order(table_id, own, it.line, on=False)
            return await self._load(table_id)

    async def sit(self, table_id: str, browser: str, *, seat: Seat, name: str) -> Sheet:
        """Sit down at an open seat."""
        async with self._lock(table_id):
            return await self._seated(table_id, seat, Chair(name, owner=browser))

    async def fill(self, table_id: str, browser: str, *, seat: Seat, bot: Chair) -> Sheet:
        """Let a bot play at an open seat, as somebody wishes who has a part in the game."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            if not sheet.table.has_part(browser):
                raise NotYourSeat(None)
            if sheet.match.actor is None:
                raise GameOver(table_id)
            return await self._seated(table_id, seat, bot)

    async def _seated(self, table_id: str, seat: Seat, chair: Chair) -> Sheet:
        """The table after an open seat was taken; SeatTaken where it was not open."""
        for _ in range(TRIES):
            sheet = await self._load(table_id)
            if seat not in sheet.vacant:
                break
            others = [c.name for n, c in enumerate(sheet.table.chairs) if n != seat]
            left = None if chair.is_bot else _clock(sheet.table, seat)
            taken = replace(chair, name=unique([*others, chair.name])[-1], left=left)
            if await self.store.sit(
                sheet.table, seat, taken, _taken(sheet, seat, taken, self.now())
            ):
                return await self._met(table_id)
        raise SeatTaken(f"seat {seat} of table {table_id}")

    async def leave(self, table_id: str, browser: str, names: Sequence[str]) -> Sheet:
        """Get up: a seat that knows nothing of its own is open again, for others a bot plays on."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            mine = sheet.seats(browser)
            if sheet.match.actor is None or not mine:
                raise NotYourSeat(None)
            late = sheet.table.late
            for seat in mine:
                if _is_bound(sheet, seat):
                    kind = SUBSTITUTE if late == WAIT else late
                    await self.store.hand_over(table_id, seat, owner=browser, kind=kind)
                else:
                    await self.store.rise(table_id, seat, owner=browser, name=names[seat])
            return await self._consented(await self._reseated(sheet))

    async def consent(self, table_id: str) -> Sheet:
        """Let bots and empty seats agree to go back: nobody else could answer for them."""
        async with self._lock(table_id):
            return await self._consented(await self._load(table_id))

    async def _consented(self, sheet: Sheet) -> Sheet:
        """The table after all have agreed who have no wish of their own."""
        twin = fork(sheet.match)
        self._agree(sheet, twin)
        return sheet if twin.version == sheet.match.version else await self._keep(sheet, twin)

    async def pause(self, table_id: str, browser: str, *, on: bool) -> Sheet:
        """Ask for a pause, which begins when all want it; or go on, which anybody may."""
        async with self._lock(table_id):
            table = (await self._load(table_id)).table
            if table.over or not table.seats(browser):
                raise NotYourSeat(None if table.actor is None else Who(Seat(table.actor)))
            if on and not timing.is_timed(table):
                raise NoClock(f"table {table_id} has no clock that could stand still")
            await self.store.wish(table_id, browser if on else None, pause=on)
            asked = None if table.actor is None else table.chairs[table.actor].owner
            away = await self.store.away(asked)
            sheet = await self._wound(table_id, partial(_by_wish, on=on, away=away))
        self.bus.publish(table_id, sheet.match.version)
        return sheet

    async def holiday(self, owner: str, until: datetime | None) -> None:
        """Note until when somebody is on holiday: by correspondence he is not late before."""
        for table_id in await self.store.go_away(owner, until):
            async with self._lock(table_id):
                sheet = await self._wound(table_id, partial(_by_holiday, owner=owner, until=until))
            self.bus.publish(table_id, sheet.match.version)

    async def expire(self, table_id: str) -> None:
        """Do what is agreed for whoever has let his time run out.

        Going back is refused; his orders answer, or an offer is declined, or a bot plays on unless
        all wait for him.
        Where somebody has never moved the game is not rated: perhaps he knows nothing of it.
        """
        async with self._lock(table_id):
            sheet, now = await self._load(table_id), self.now()
            actor, due = sheet.match.actor, sheet.table.due
            if actor is None or due is None or due > now:
                return
            if sheet.match.request:
                twin = fork(sheet.match)
                twin.play(twin.agreed[0], RefuseBack())  # who asked may always withdraw
                sheet = await self._keep(sheet, twin)
            ordered = answer(sheet)
            if ordered is not None or _is_offer(sheet.match):
                twin = fork(sheet.match)
                twin.play(actor, Decline() if ordered is None else ordered)
                await self._keep(sheet, twin)
                return
            came = any(it.seat == actor and not it.alone for it in sheet.match.log)
            if not await self.store.substitute(
                table_id, actor, kind=sheet.table.late, now=now, is_rated=sheet.table.rated and came
            ):
                return
            self._forget(table_id)
        self.bus.publish(table_id, sheet.match.version)

    async def come_back(self, table_id: str, browser: str) -> Sheet:
        """Whoever had let his time run out plays himself again."""
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            table = sheet.table
            if table.over or not table.lent(browser):
                return sheet
            for seat in table.lent(browser):
                left = _clock(table, seat)
                await self.store.come_back(table_id, seat, owner=browser, left=left)
            return await self._reseated(sheet)

    async def take_back(self, table_id: str) -> int:
        """Take back what bots have played for those who were late; how many lines that were.

        They sit there again themselves. It goes back as far as those seats could have done: to a
        line of a person, to a draw, or to where something hidden was shown. NoUndo where a person
        has moved since, or nothing was played for anybody.
        """
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            spans = await self.store.spans(table_id)
            lines = _played_for(sheet, spans)
            if not lines:
                raise NoUndo(f"at table {table_id} nothing that was played for anybody is last")
            for seat in sorted({*lines} & {*spans}):  # first: no bot may answer again
                await self._give_back(sheet.table, seat)
            now = await self._reseated(sheet)
            if now.match.version != sheet.match.version:
                raise Stale(f"somebody has moved at table {table_id}")
            twin = fork(now.match)
            for seat in lines:
                twin.play(seat, Undo())
            await self._keep(now, twin)
            return len(lines)

    async def _give_back(self, table: Table, seat: Seat) -> None:
        """Let the owner of a seat play himself for whom a bot does, unless he has left for good."""
        chair = table.chairs[seat]
        if chair.is_bot and chair.owner is not None and chair.owner != FORMER:
            left = _clock(table, seat)
            await self.store.come_back(table.id, seat, owner=chair.owner, left=left)

    async def again(
        self,
        table_id: str,
        free: Mapping[int, str] | None = None,
        named: Mapping[int, str] | None = None,
    ) -> str:
        """The table of the rematch: the same seats and options, a new seed.

        Some of the seats may be free, and are called so; who sits on others is `named` anew.
        """
        async with self._lock(table_id):
            sheet = await self._load(table_id)
            old = sheet.table
            if old.next is None:
                with suppress(Stale):  # another process was first
                    await self.open(
                        old.game,
                        name=old.name,
                        chairs=[
                            Chair(free[seat])
                            if free and seat in free
                            else replace(chair.anew, name=(named or {}).get(seat, chair.name))
                            for seat, chair in enumerate(old.chairs)
                        ],
                        options=msgspec.to_builtins(sheet.match.options),
                        after=old.id,
                        terms=_terms(old),
                    )
                old = (await self._load(table_id)).table
            assert old.next is not None
            return old.next

    async def _reseated(self, before: Sheet) -> Sheet:
        """The table after others sit there than before; its clocks are set anew."""
        table_id = before.table.id
        await self._wound(table_id, partial(_by_seats, before=before.table))
        return await self._met(table_id)

    async def _met(self, table_id: str) -> Sheet:
        """The table that everybody is shown, as others sit there than before."""
        sheet = await self._load(table_id)
        self.bus.publish(table_id, sheet.match.version)
        self.bus.stir(table_id)
        return sheet

    async def _wound(
        self, table_id: str, clocks: Callable[[Sheet, datetime], Asked | None]
    ) -> Sheet:
        """The table with its clocks set anew, also where another process changes it meanwhile."""
        for _ in range(TRIES):
            sheet = await self._load(table_id)
            asked = clocks(sheet, self.now())
            if asked is None or await self.store.wind(sheet.table, asked):
                break
        return await self._load(table_id)

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
        self._forget(sheet.table.id)
        self._sheets[sheet.table.id] = sheet
        self._asked[sheet.table.id] = self._clock()
        self._lines += sheet.match.version
        while len(self._sheets) > 1 and self._is_crowded(next(iter(self._sheets))):
            self._forget(next(iter(self._sheets)))

    def _is_crowded(self, table_id: str) -> bool:
        """Whether there is no room for a match: too many others, or nobody asks for it."""
        is_idle = self._clock() - self._asked[table_id] > IDLE
        return is_idle or len(self._sheets) > KEPT or self._lines > LINES

    def sizes(self) -> dict[str, Size]:
        """How many matches are in memory, and how many lines they have."""
        return {
            "matches": Size(len(self._sheets), KEPT),
            "lines": Size(self._lines, LINES),
        }

    def _forget(self, table_id: str) -> None:
        known = self._sheets.pop(table_id, None)
        if known is not None:
            del self._asked[table_id]
            self._lines -= known.match.version

    async def _current(self, table_id: str) -> Sheet | None:
        """The table in memory, unless another process has changed it since."""
        known = self._sheets.get(table_id)
        if known is None or await self.store.stamp(table_id) != known.table.stamp:
            return None
        if table_id in self._sheets:
            self._sheets.move_to_end(table_id)
            self._asked[table_id] = self._clock()
        return known

    async def _load(self, table_id: str) -> Sheet:
        known = await self._current(table_id)
        if known is not None:
            return known
        try:
            table = await self._renewed(table_id)
            if table is None:
                raise UnknownTable(table_id)
            lines = await self.store.lines(table_id)
        except Damaged as error:
            raise Unreadable(table_id, await self.store.count(table_id) or 0) from error
        kept = await self.store.snapshots(table_id) if table.base else ()
        try:
            match = self._continued(table, lines)
            if match is None:
                trusted = is_lawful(table)
                match = await run_in_threadpool(resumed, table, lines, kept, trusted=trusted)
        except Exception as error:
            self.store.damage.note("table", table_id, reason_of(error))
            raise Unreadable(table_id, len(lines)) from error
        self.store.damage.forget(table_id)
        times = {line.number: line.time for line in lines}
        if lines:  # some of them may be younger than what the table itself says
            table = replace(table, changed=lines[-1].time, actor=match.actor)
        lapsed = await self.store.lapsed(table_id)
        sheet = Sheet(table, match, times, await self.store.orders(table_id), lapsed)
        self._remember(sheet)
        return sheet

    async def _renewed(self, table_id: str) -> Table | None:
        """A table as it is kept, brought under the present laws if it was not."""
        table = await self.store.table(table_id)
        try:
            if table is None or not is_outdated(table):
                return table
            await renew(self.store, table_id)
        except OUT_OF_REACH:
            raise
        except Exception as error:  # noqa: BLE001 - whether it can be read shows next
            LOG.warning("a table cannot be renewed", table=table_id, reason=reason_of(error))
        return await self.store.table(table_id)

    def _continued(self, table: Table, lines: Sequence[Written]) -> Match[Any, Any] | None:
        """The match in memory with what is new, so that not all lines are played again."""
        known = self._sheets.get(table.id)
        with suppress(Exception):  # whatever is odd, all lines tell it
            return None if known is None else continued(known, table, lines)
        return None

    async def _glimpse(
        self, table: Table, ending: tuple[Sequence[Written], Snapshot | None] | None
    ) -> Match[Any, Any] | None:
        try:
            with suppress(Exception):
                match = None
                if ending is not None:
                    match = await run_in_threadpool(glimpse, table, *ending)
                if match is not None:
                    return match
            return (await self.load(table.id)).match
        except (UnknownTable, Unreadable):
            return None

    def _agree(self, sheet: Sheet, twin: Match[Any, Any], browser: str = "") -> None:
        """Whoever is of the same mind agrees at once: bots, empty seats, the same browser."""
        answer = RefuseBack() if sheet.keeps_to_moves else AgreeBack()
        for seat in (*sheet.bots, *sheet.vacant, *sheet.seats(browser)):
            if twin.request is not None and seat not in twin.agreed:
                twin.play(seat, answer)

    async def _keep(self, sheet: Sheet, twin: Match[Any, Any]) -> Sheet:
        """Store what the twin has played, then let it take the place of the match."""
        await self._go_on(sheet.table, twin)
        before, now = sheet.table, self.now()
        lines, gone = _written(twin, sheet.match.version, now), ending(sheet, twin)
        try:
            table = await self._append(sheet, twin, lines, gone) if lines else before
        except Stale:
            self._forget(before.id)
            raise
        times = {**sheet.times, **{line.number: line.time for line in lines}}
        sheet = Sheet(table, twin, times, *_without(sheet, gone))
        if table.stamp > before.stamp + 1:
            self._forget(table.id)
        else:
            self._remember(sheet)
        self.bus.publish(table.id, twin.version)
        return sheet

    async def _go_on(self, table: Table, twin: Match[Any, Any]) -> None:
        """Play what has one answer only, for all who do not want to be asked such things.

        What was taken back is not played again.
        """
        while twin.request is None and not isinstance(twin.log[-1].action, Command):
            seat = twin.actor
            if seat is None or seat in table.vacant or twin.game.only(twin.state) is None:
                return
            chair = table.chairs[seat]
            if not chair.is_bot and await self.store.sees_steps(chair.owner):
                return
            twin.play_only()

    async def _append(
        self,
        sheet: Sheet,
        twin: Match[Any, Any],
        lines: Sequence[Written],
        gone: Mapping[tuple[Seat, str], str],
    ) -> Table:
        """Store lines; the table after that.

        Clocks or seats that another process has changed meanwhile are looked at again.
        """
        table, now, turn = sheet.table, lines[-1].time, _turned(sheet, twin)
        for _ in range(TRIES):
            asked = timing.turned(table, turn, now, await self._away(table, twin.actor))
            stamp = await self.store.append(
                table.id,
                lines,
                _snapshot(twin),
                asked=asked,
                results=_results(twin),
                lapsed=gone,
                stamp=table.stamp,
            )
            if stamp is not None:
                return replace(
                    timing.wound(table, asked.left),
                    changed=now,
                    actor=asked.actor,
                    since=asked.since,
                    due=asked.due,
                    rest=asked.rest,
                    stamp=stamp,
                )
            table = await self.store.table(table.id) or table
        raise Stale(f"table {table.id} changes all the time")


def _is_bound(sheet: Sheet, seat: Seat) -> bool:
    """Whether a seat has played, or whoever sat there has seen what spectators may not."""
    match = sheet.match
    if any(line.seat == seat and not line.alone for line in match.log):
        return True
    if sheet.table.delay and any(move.seat != CHANCE for move in match.history):
        return True
    return any(match.seen(move, seat) != match.seen(move, None) for move in match.history)


def _played_for(sheet: Sheet, spans: Mapping[Seat, tuple[int, int | None]]) -> list[Seat]:
    """The seats whose last actions can be taken back, the last one first, none of a person.

    The last of them is one that a bot has played for somebody who was late.
    """
    twin, found, wanted = fork(sheet.match), list[Seat](), 0
    while twin.history:
        move = twin.latest[0]
        since, until = spans.get(move.seat, (None, None))
        is_lent = since is not None and since < move.number <= (until or move.number)
        is_bot = move.seat in sheet.bots and sheet.table.chairs[move.seat].owner is None
        if not (is_lent or is_bot) or not twin.may_undo(move.seat):
            break
        twin.play(move.seat, Undo())
        found.append(move.seat)
        if is_lent:
            wanted = len(found)
    return found[:wanted]


def _by_seats(sheet: Sheet, now: datetime, *, before: Table) -> Asked:
    """The clocks after others sit there than before."""
    return timing.reseated(before, sheet.table, now, is_offer=_is_offer(sheet.match))


def _taken(sheet: Sheet, seat: Seat, chair: Chair, now: datetime) -> Asked:
    """The clocks when somebody takes a seat."""
    chairs = (*sheet.table.chairs[:seat], chair, *sheet.table.chairs[seat + 1 :])
    after = replace(sheet, table=replace(sheet.table, chairs=chairs))
    return _by_seats(after, now, before=sheet.table)


def _by_wish(sheet: Sheet, now: datetime, *, on: bool, away: datetime | None) -> Asked | None:
    """The clocks where all want a pause, or somebody wants to go on; None as they are."""
    table = sheet.table
    if table.rest is None:
        return timing.paused(table, now) if timing.want_pause(table) else None
    is_offer = _is_offer(sheet.match)
    return None if on else timing.resumed(table, now, is_offer=is_offer, away=away)


def _by_holiday(sheet: Sheet, now: datetime, *, owner: str, until: datetime | None) -> Asked | None:
    """The clock of somebody who goes on holiday, or is back; None where it is not his."""
    table, seat, is_offer = sheet.table, sheet.table.actor, _is_offer(sheet.match)
    if seat is None or table.due is None or table.chairs[seat].owner != owner:
        return None
    due = timing.deadline(table, seat, now, is_offer=is_offer, away=until)
    if due is not None:  # who is back gains nothing
        due = min(due, table.due) if until is None else max(due, table.due)
    return Asked(actor=seat, since=table.since, due=due)


def _clock(table: Table, seat: int) -> int | None:
    """The seconds of somebody who takes a seat in a live game; by letters they count anew."""
    if not timing.is_live(table):
        return None
    return max(timing.bank(table, seat), timing.RETURN)


def _written(match: Match[Any, Any], known: int, now: datetime) -> list[Written]:
    return [
        Written(number, line.seat, line.text, now)
        for number, line in enumerate(match.log[known:], known + 1)
    ]


def _turned(sheet: Sheet, twin: Match[Any, Any]) -> timing.Turned:
    """What the twin has made of the question."""
    new = twin.log[sheet.match.version :]
    return timing.Turned(
        actor=twin.actor,
        moved=len(twin.history) != len(sheet.match.history),
        undone=any(isinstance(line.action, Undo) for line in new),
        grown=len(twin.history) > len(sheet.match.history),
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


def _chosen(sheet: Sheet, browser: str, seat: int | None) -> Seat | None:
    """The seat of a browser that was named, or that its page shows now; None where it is not."""
    mine = sheet.seats(browser)
    if seat is None:
        return perspective(sheet.match, mine)
    return Seat(seat) if seat in mine else None


def _may_leave(match: Match[Any, Any], seat: Seat, order: Order) -> bool:
    """Whether a seat may leave an order now; BadAmount or BadChoice where only that is wrong."""
    laws = match.game
    if laws.orders is None or match.actor is None:
        return False
    offered = laws.orders(laws.view(match.state, seat), seat)
    most, choice = getattr(order, "most", None), getattr(order, "choice", None)
    for it in (it for it in offered if blank(it.order) == blank(order)):
        if it.span and most not in it.span:
            raise BadAmount(most, it.span)
        if not it.offers(choice):
            raise BadChoice(choice)
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
