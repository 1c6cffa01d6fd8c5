"""Whether the draws of a table came from its seed."""

from __future__ import annotations

from trainshed.core import Draws, check_draws

from .sheet import Sheet

KEY = "draws"


def table_draws(sheet: Sheet) -> Draws:
    """The draws of a table checked, once; those it was brought with, or made by other laws, not."""
    table, match = sheet.table, sheet.match
    if KEY not in match.memo:
        match.memo[KEY] = check_draws(match, since=max(table.base, table.brought or 0))
    found: Draws = match.memo[KEY]
    return found
