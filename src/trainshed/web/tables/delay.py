"""What spectators of a table see that shows itself to them later: nothing younger than that."""

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


def seen(sheet: Sheet, browser: str, now: datetime) -> Sheet:
    """A table as somebody may see it now; its clocks would tell of later moves and stand still."""
    if not is_delayed(sheet, browser):
        return sheet
    latest = max(now - timedelta(minutes=sheet.table.delay), sheet.table.created)
    times = {number: time for number, time in sheet.times.items() if time <= latest}
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
