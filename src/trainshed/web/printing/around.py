"""What stands around the game on its page: the clocks, who may come, what can be agreed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from trainshed.core import Language, Match, Reader, Text, say, say_n
from trainshed.web.database.kept import INVITED, LINK, SUBSTITUTE, WAIT, Table
from trainshed.web.tables import timing
from trainshed.web.tables.delay import is_delayed
from trainshed.web.tables.sheet import Sheet

DAY, HOUR, MINUTE = 86400, 3600, 60
LONG = 3 * HOUR
"""A clock with more than this shows no seconds."""
HEIRS: Mapping[str, Text] = {
    WAIT: say("no bot takes over"),
    "greedy": say("out of time, a bot that plays to win takes over"),
    "random": say("out of time, a bot that plays anything takes over"),
}
"""What happens where time runs out, in words."""


class Clock(Struct, frozen=True):
    """A clock on a plate: its words, and for the browser when it is out, in milliseconds."""

    text: str
    due: int | None
    is_urgent: bool
    is_late: bool


class Around(Struct, frozen=True, kw_only=True):
    """What a visitor sees and may do at a table beside playing."""

    clocks: tuple[Clock | None, ...]
    terms: tuple[str, ...]
    """How the table is set up, a few words each."""
    delay: str
    """How much later a spectator sees what happens."""
    is_paused: bool
    asks_pause: tuple[str, ...]
    """Who would like a pause."""
    may_pause: bool
    may_answer: bool
    """Whether the visitor has not said yet that he wants a pause."""
    may_leave: bool
    leaves_bot: bool
    """Whether a bot plays on if he gets up."""
    may_invite: bool
    invited: tuple[str, ...]
    needs_account: bool
    may_share: bool
    """Whether the address alone lets others in."""
    bots: tuple[tuple[str, str], ...]
    """Those to whom the visitor may give an open seat, with their words."""
    host: str = ""
    """Who invites the visitor, if that is known."""


def around(
    sheet: Sheet,
    browser: str,
    language: Language,
    now: datetime,
    *,
    invited: tuple[str, ...] = (),
    is_guest: bool = True,
    bots: tuple[tuple[str, str], ...] = (),
) -> Around:
    """What stands around a table for somebody who looks at it."""
    table, match = sheet.table, sheet.match
    mine, reader = table.seats(browser), Reader(language, ())
    is_open = match.actor is not None and not table.is_recorded
    late = is_delayed(sheet, browser)
    return Around(
        clocks=tuple(
            None if late else _clock(table, seat, now, reader) for seat in range(len(table.chairs))
        ),
        terms=tuple(reader.read(text) for text in terms(table, whole=True)),
        delay=reader.read(minutes(table.delay)) if late else "",
        is_paused=table.rest is not None,
        asks_pause=tuple(chair.name for chair in table.chairs if chair.pause),
        may_pause=is_open and timing.is_timed(table) and bool(mine) and not table.vacant,
        may_answer=any(not table.chairs[seat].pause for seat in mine),
        may_leave=is_open and bool(mine),
        leaves_bot=bool(_played(match, mine)),
        may_invite=is_open and bool(mine) and bool(table.vacant) and not is_guest,
        invited=invited,
        needs_account=table.rated and is_guest,
        may_share=table.access != INVITED,
        bots=bots if is_open and table.vacant and table.has_part(browser) else (),
    )


def terms(table: Table, *, whole: bool = False) -> list[Text]:
    """How a table is set up, as far as that is not what is usual; or the whole of it."""
    found = [speed(table)] if speed(table) else []
    if table.rated:
        found.append(say("rated"))
    if table.access == LINK:
        found.append(say("only by link"))
    if table.access == INVITED:
        found.append(say("only for those invited"))
    if table.delay:
        found.append(say("spectators see it {time} later", time=minutes(table.delay)))
    if speed(table) and (whole or table.late != SUBSTITUTE):
        found.append(HEIRS.get(table.late) or say("out of time, {bot} takes over", bot=table.late))
    return [text for text in found if text is not None]


def speed(table: Table) -> Text | None:
    """How fast a game is meant to be, None where there is no clock."""
    if table.bank is not None:
        return clock_words(table.bank, table.increment or 0)
    return None if table.hours is None else hours(table.hours)


def clock_words(bank: int, increment: int) -> Text:
    """A live clock in words."""
    return say("{bank} min + {increment} s a move", bank=bank // MINUTE, increment=increment)


def hours(count: int) -> Text:
    """The time for a move in words."""
    days, odd = divmod(count, 24)
    if odd or not days:
        return say_n("one hour a move", "{n} hours a move", count)
    return say_n("one day a move", "{n} days a move", days)


def minutes(count: int) -> Text:
    """Some minutes in words."""
    if count % 1440 == 0:
        return say_n("one day", "{n} days", count // 1440)
    if count % 60 == 0:
        return say_n("one hour", "{n} hours", count // 60)
    return say_n("one minute", "{n} minutes", count)


def shown(seconds: int) -> Text:
    """What a clock shows.

    >>> [shown(n).msgid for n in (65, 4000)]
    ['1:05', '1:06:40']
    """
    if seconds >= DAY:
        return say("{d} d {h} h", d=seconds // DAY, h=seconds % DAY // HOUR)
    if seconds >= LONG:
        return say("{h} h {m} min", h=seconds // HOUR, m=seconds % HOUR // MINUTE)
    rest = f"{seconds % HOUR // MINUTE:02}:{seconds % MINUTE:02}"
    whole = f"{seconds // HOUR}:{rest}" if seconds >= HOUR else rest.removeprefix("0")
    return Text(whole)


def _clock(table: Table, seat: int, now: datetime, reader: Reader) -> Clock | None:
    """The clock of a seat; by correspondence only that of whoever is asked."""
    face = timing.face(table, seat, now)
    if face is None or (not timing.is_live(table) and seat != table.actor):
        return None
    return Clock(
        text=reader.read(shown(face.seconds)),
        due=None if face.due is None else int(face.due.timestamp() * 1000),
        is_urgent=seat == table.actor and face.seconds < timing.URGENT,
        is_late=face.is_late,
    )


def _played(match: Match[Any, Any], seats: tuple[int, ...]) -> list[int]:
    lines = {line.seat for line in match.log if not line.alone}
    return [seat for seat in seats if seat in lines]
