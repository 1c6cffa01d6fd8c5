"""Forms and addresses, read with care: whatever makes no sense is refused by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request

from trainshed.core import Match, say

from .printing.press import words
from .refusal import bad_value
from .settings import LONGEST_NAME

FIELDS = 60
LONGEST_LINE = 2000
"""A declared route names every hex it passes."""


async def form(request: Request) -> Mapping[str, str]:
    """The fields of a form; of those with one name the last counts."""
    async with request.form(max_files=0, max_fields=FIELDS) as found:
        fields = {name: value for name, value in found.multi_items() if isinstance(value, str)}
    for name, value in fields.items():
        if "\0" in value:  # no database keeps it
            raise bad_value(name, value)
    return fields


def number(fields: Mapping[str, str], name: str) -> int:
    """A whole number in a field."""
    value = fields.get(name, "")
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise bad_value(name, value)
    return int(value)


def word(fields: Mapping[str, str], name: str) -> str:
    """A line in a field."""
    value = fields.get(name, "").strip()
    if not value or len(value) > LONGEST_LINE or not value.isprintable():
        raise bad_value(name, value)
    return value


def title(fields: Mapping[str, str], name: str, otherwise: str) -> str:
    """A name in a field, without odd blanks; `otherwise` where it is empty."""
    value = " ".join(fields.get(name, "").split())
    if len(value) > LONGEST_NAME or not value.isprintable():
        raise bad_value(name, value)
    return value or otherwise


def person(request: Request, value: str, seat: int) -> str:
    """The name of a player; whoever has none is called by his number."""
    return title({"name": value}, "name", words(request, say("Player {n}", n=seat + 1)))


def position(request: Request, match: Match[Any, Any]) -> int | None:
    """The move `at` that the address names, None for now; the last where there are not so many."""
    value = request.query_params.get("at")
    if value is None:
        return None
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise bad_value("at", value, status=400)
    return min(int(value), len(match.history))


def came_from(request: Request) -> str:
    """The page of ours that a form was sent from, or the first page."""
    try:
        back = urlsplit(request.headers.get("referer", ""))
    except ValueError:  # no address at all
        return "/"
    is_path = back.path.startswith("/") and back.path[1:2] not in ("/", "\\")
    if back.netloc != request.url.netloc or not is_path:
        return "/"
    return f"{back.path}?{back.query}" if back.query else back.path
