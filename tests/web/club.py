"""A table as a value, for tests that need no site."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from trainshed.web.database.kept import Chair, Table

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def club(*chairs: Chair, **more: Any) -> Table:  # noqa: ANN401 - any field of a table
    """A table of Rocket at noon where the first seat is asked."""
    values = {"actor": 0, "created": NOON, "changed": NOON, **more}
    return Table(
        id="t", name="Club", game="rocket", rules=1, options={}, seed="s", chairs=chairs, **values
    )
