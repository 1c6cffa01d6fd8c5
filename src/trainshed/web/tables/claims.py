"""Claims of players' pages to have seen more lines of a table than are kept.

After a database was set back that is all there is to see, but anybody who has a seat can send such
a number: it is told as what it is, for a few tables only.
"""

from __future__ import annotations

import structlog

LOG = structlog.get_logger("trainshed.claims")
CLAIMED = "a player's page claims to have seen more lines than are kept"
AHEAD = 1000
"""So many lines more may be true; beyond them a number is made up."""
MOST = 100
"""Of so many tables that is noted."""


class Claims:
    """The tables of which that was noted."""

    def __init__(self) -> None:
        self._noted: set[str] = set()

    def note(self, table: str, seen: int, kept: int) -> None:
        """Tell the log, once for a table."""
        is_old = table in self._noted or len(self._noted) >= MOST
        if is_old or seen - kept > AHEAD:
            return
        self._noted.add(table)
        LOG.warning(CLAIMED, table=table, seen=seen, kept=kept)
