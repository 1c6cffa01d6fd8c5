"""Moments as pages show them: in the language of the reader, and by his own clock."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal, TypeAlias

from babel.dates import format_date, format_time, get_datetime_format
from markupsafe import Markup

Length: TypeAlias = Literal["medium", "short"]
MANY = 8192
"""So many moments are remembered as they are shown."""


def when(moment: datetime, code: str, length: Length = "medium") -> Markup:
    """A moment to the minute; the text is that of UTC for all, when.js says it in their own zone.

    >>> when(datetime(2026, 7, 27, 14, 5, 9, tzinfo=UTC), "de")
    Markup('<time datetime="2026-07-27T14:05Z">27.07.2026, 14:05</time>')
    """
    return _shown(moment.astimezone(UTC).replace(second=0, microsecond=0), code, length)


@lru_cache(MANY)
def _shown(minute: datetime, code: str, length: Length) -> Markup:
    both = str(get_datetime_format(length, locale=code)).replace("'", "")
    time = format_time(minute, "short", tzinfo=UTC, locale=code)
    text = both.format(time, format_date(minute, length, locale=code))
    return Markup('<time datetime="{}">{}</time>').format(f"{minute:%Y-%m-%dT%H:%MZ}", text)
