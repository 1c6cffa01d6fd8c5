"""The way back to a table, for whoever signs in on the way; it leads nowhere else."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection

BACK = "back"
"""What it is called in an address."""
_TABLE = re.compile(r"(/t/[A-Za-z0-9_-]{1,40})(?:/|$)")


def way_back(connection: HTTPConnection) -> str:
    """The path of the table that somebody has come from; nothing where it was none."""
    value = connection.query_params.get(BACK, "")
    found = _TABLE.match(value)
    return value if found is not None and found[1] == value else ""


def with_back(connection: HTTPConnection) -> str:
    """What the address of a page is followed by, so that it leads back to the table shown now."""
    found = _TABLE.match(connection.url.path)
    back = way_back(connection) if found is None else found[1]
    return f"?{BACK}={back}" if back else ""
