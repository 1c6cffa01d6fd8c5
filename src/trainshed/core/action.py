"""Actions and news: what a seat decides, and what followed from it."""

from __future__ import annotations

from typing import Final, NewType

from msgspec import Struct

Seat = NewType("Seat", int)
CHANCE: Final = Seat(-1)


class Action(Struct, frozen=True, gc=False, tag_field="do"):
    """One decision: a verb (the tag) and a few nouns (the fields), never an object."""

    def __str__(self) -> str:
        from .notation import write  # noqa: PLC0415 - notation knows Action

        return write(self)


class Accept(Action, frozen=True, tag="accept"):
    """Yes to a proposal."""


class Decline(Action, frozen=True, tag="decline"):
    """No to a proposal."""


class Masked(Action, frozen=True, tag="?"):
    """A line whose content the reader may not know."""


class News(Struct, frozen=True, gc=False, tag_field="news"):
    """A fact that followed from an action; `words` turns it into a sentence."""


class NotAsked(News, frozen=True, tag="not-asked"):
    """Why an action is not allowed: another question is asked, by this rule."""

    rule: str


class NotDrawn(News, frozen=True, tag="not-drawn"):
    """Why a line of chance does not fit: nothing like it can come up now."""

    rule: str


class Order(Struct, frozen=True, tag_field="order", kw_only=True):
    """A standing answer that a seat leaves for questions to come."""

    alarms: tuple[str, ...] = ()
    """What calls it off."""
