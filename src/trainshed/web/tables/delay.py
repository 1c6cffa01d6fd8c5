"""What spectators of a table see and read that shows itself to them later: nothing younger."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from .sheet import Sheet

DELAYS = (0, 15, 60, 1440)
"""The minutes that can be chosen."""


def is_delayed(sheet: Sheet, browser: str) -> bool:
    """Whether somebody sees a table only as it was: until its end, if he does not play there."""
    table = sheet.table
    return table.delay > 0 and sheet.match.actor is not None and not table.has_part(browser)


def latest(sheet: Sheet, browser: str, now: datetime) -> datetime | None:
    """Up to when somebody may know what has happened at a table; None for all of it."""
    if not is_delayed(sheet, browser):
        return None
    return max(now - timedelta(minutes=sheet.table.delay), sheet.table.created)


def seen(sheet: Sheet, browser: str, now: datetime) -> Sheet:
    """A table as somebody may see it now; its clocks would tell of later moves and stand still."""
    last = latest(sheet, browser, now)
    if last is None:
        return sheet
    times = {number: time for number, time in sheet.times.items() if time <= last}
    match = sheet.match.until(len(times))
    table = replace(
        sheet.table,
        changed=max(times.values(), default=sheet.table.created),
        actor=match.actor,
        chairs=tuple(replace(chair, left=None, pause=False) for chair in sheet.table.chairs),
        due=None,
        since=None,
        rest=None,
        stamp=-1 - match.version,
    )
    return replace(sheet, table=table, match=match, times=times, orders={})
