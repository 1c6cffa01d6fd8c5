"""What somebody wants to be told of, where, and when he wants to be left alone."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo

Hour = Annotated[int, Meta(ge=0, le=23)]
Channel = Literal["push", "mail", "digest", "hook", "ntfy"]
Event = Literal["turn", "back", "pause", "end", "invitation", "test"]
LONGEST_URL = 500


class Wishes(Struct, frozen=True, kw_only=True):
    """The channels that somebody has opened, and his quiet hours."""

    push: bool = False
    """Whether his browsers are told; which, is kept with their addresses."""
    mail: Literal["none", "turn", "digest"] = "none"
    hour: Hour = 8
    """When the digest of the day is sent."""
    hook: Annotated[str, Meta(max_length=LONGEST_URL)] = ""
    """Where a program of his listens."""
    secret: Annotated[str, Meta(max_length=100)] = ""
    """What signs the messages to that program."""
    ntfy: Annotated[str, Meta(max_length=LONGEST_URL)] = ""
    """The address of a topic."""
    ended: bool = True
    invited: bool = True
    asked: bool = True
    """Whether he is told that others ask to go back, or for a pause."""
    quiet: bool = False
    start: Hour = 22
    end: Hour = 7
    zone: Annotated[str, Meta(max_length=60)] = "UTC"
    site: Annotated[str, Meta(max_length=200)] = ""
    """How he reaches this site, where it was not told its address."""
    saved: datetime | None = None
    """Since when he wants this: games that ended before are no news."""

    @classmethod
    def read(cls, text: str) -> Wishes:
        """The wishes of an account; what cannot be read is as if nothing had been wished."""
        try:
            values = msgspec.json.decode(text or "{}", type=dict[str, Any])
        except msgspec.DecodeError:
            return cls()
        known = {}
        for field in _fields():
            if field.name in values:
                with suppress(msgspec.ValidationError):
                    known[field.name] = msgspec.convert(values[field.name], field.type)
        return cls(**known)

    def write(self) -> str:
        """The wishes as they are kept."""
        return msgspec.json.encode(self).decode()

    @property
    def channels(self) -> tuple[Channel, ...]:
        """Where each event is told at once."""
        found: dict[Channel, bool] = {
            "push": self.push,
            "mail": self.mail == "turn",
            "hook": bool(self.hook),
            "ntfy": bool(self.ntfy),
        }
        return tuple(channel for channel, is_open in found.items() if is_open)

    def wants(self, event: Event) -> bool:
        """Whether he wants to be told of such an event."""
        told = {"end": self.ended, "invitation": self.invited}
        return {**told, "back": self.asked, "pause": self.asked}.get(event, True)

    def is_quiet(self, now: datetime) -> bool:
        """Whether he wants to be left alone now."""
        hour = now.astimezone(zone(self.zone)).hour
        if not self.quiet or self.start == self.end:
            return False
        if self.start < self.end:
            return self.start <= hour < self.end
        return hour >= self.start or hour < self.end

    def last_digest(self, now: datetime) -> datetime:
        """The moment of the digest that was due last."""
        local = now.astimezone(zone(self.zone))
        moment = local.replace(hour=self.hour, minute=0, second=0, microsecond=0, fold=0)
        return (moment if moment <= local else moment - timedelta(days=1)).astimezone(UTC)


@cache
def _fields() -> tuple[FieldInfo, ...]:
    return msgspec.structs.fields(Wishes)


@cache
def zone(name: str) -> tzinfo:
    """The time zone of this name; UTC where this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones that are places."""
    found = (name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return ("UTC", *sorted(name for name in found if not name.startswith(("SystemV/", "posix"))))
