"""The way back to a table, for whoever signs in on the way, and what is said at its end."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection

from trainshed.core import Text, say

BACK = "back"
"""What it is called in an address."""
SAID, MADE, REMOVED = "said", "made", "removed"
"""What the first page says that has just been done, by its name in the address."""
DONE = {
    MADE: say("Your account is made, and you are signed in."),
    REMOVED: say("Your account has been removed."),
}
_TABLE = re.compile(r"(/t/[A-Za-z0-9_-]{1,40})(?:/|$)")


def said(connection: HTTPConnection, *, is_guest: bool) -> Text | None:
    """What has just been done, where the address of a page says so and it can be true."""
    name = connection.query_params.get(SAID, "")
    return DONE.get(name) if is_guest == (name == REMOVED) else None


def first_page(said: str = "") -> str:
    """The address of the first page that says what has just been done."""
    return f"/?{SAID}={said}" if said else "/"


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
