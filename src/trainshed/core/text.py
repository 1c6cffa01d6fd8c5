"""Sentences as values: a message and its fields, translated for each reader at the edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from .action import Seat


class Who(Struct, frozen=True, gc=False, tag=True):
    """A seat, named by its player, or “you”."""

    seat: Seat


class Money(Struct, frozen=True, gc=False, tag=True):
    """An amount of money."""

    amount: int
    currency: str = "£"


class Mark(Struct, frozen=True, gc=False, tag=True):
    """A company, good or other piece, shown as its plate; `key` is its letters."""

    kind: str
    key: str


class Place(Struct, frozen=True, gc=False, tag=True):
    """A named place or hex of the board."""

    name: str


class Text(Struct, frozen=True, gc=False, tag=True):
    """A message of the catalogue with its fields.

    `you` is the message for the reader whom field `who` names; `many` the plural for `n`.
    """

    msgid: str
    fields: Mapping[str, Field] = {}
    you: str | None = None
    many: str | None = None

    def __hash__(self) -> int:
        return hash((self.msgid, *self.fields.values()))


Field: TypeAlias = "str | int | Who | Money | Mark | Place | Text | tuple[Field, ...]"


def say(msgid: str, *, you: str | None = None, **fields: Field) -> Text:
    """Make a text; `you` is its wording for the reader who is `who`."""
    return Text(msgid, fields, you)


def say_n(one: str, many: str, n: int, **fields: Field) -> Text:
    """Make a text whose wording depends on the number `n`."""
    return Text(one, {"n": n, **fields}, None, many)


def named(field: Field) -> frozenset[Seat]:
    """The seats that a text names.

    >>> sorted(named(say("{who} sells to {buyer}", who=Who(Seat(2)), buyer=Who(Seat(0)))))
    [0, 2]
    """
    found: list[Seat] = []
    _gather(field, found)
    return frozenset(found)


def _gather(field: Field, found: list[Seat]) -> None:
    if isinstance(field, Text):
        for part in field.fields.values():
            _gather(part, found)
    elif isinstance(field, tuple):
        for part in field:
            _gather(part, found)
    elif isinstance(field, Who):
        found.append(field.seat)


def mark(msgid: str) -> str:
    """Mark a message for the catalogue without making a text."""
    return msgid


FORMER_PLAYER = mark("Former player")
"""The name of everybody who has left for good: a word, which each reads in his own language."""


class Language(Protocol):
    """What translating needs: the two calls of gettext, and how thousands are set apart."""

    code: str
    thousands: str

    def __hash__(self) -> int:
        """So that what has been read can be remembered."""
        ...

    def gettext(self, message: str, /) -> str:
        """The message in this language."""
        ...

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        """The message for this number in this language."""
        ...


class Reader(Struct, frozen=True, cache_hash=True):
    """Who reads: a language, the players' names, the own seat, and how fields are shown."""

    language: Language
    names: Sequence[str]
    seat: Seat | None = None
    show: Callable[[Field, Reader], str] | None = None
    by_name: bool = False
    """Nobody is “you”: several people share the screen."""

    def name(self, seat: Seat) -> str:
        """What the player of a seat is called."""
        return called(self.names[seat], self.language)

    def is_you(self, seat: Seat) -> bool:
        """Whether the reader is addressed by this seat."""
        return seat == self.seat and not self.by_name

    def read(self, text: Field) -> str:
        """The text in words, with its fields shown by `show` or plainly."""
        if not isinstance(text, Text):
            return (self.show or plain)(text, self)
        if not text.msgid:
            return ""  # in a catalogue the empty message is its head
        who = text.fields.get("who")
        if text.you is not None and isinstance(who, Who) and self.is_you(who.seat):
            pattern = self.language.gettext(text.you)
        elif text.many is not None:
            number = text.fields["n"]
            assert isinstance(number, int)
            pattern = self.language.ngettext(text.msgid, text.many, number)
        else:
            pattern = self.language.gettext(text.msgid)
        return pattern.format_map({name: self.read(field) for name, field in text.fields.items()})


def plain(field: Field, reader: Reader) -> str:
    """A field as plain text."""
    match field:
        case Who(seat=seat) if reader.is_you(seat):
            return reader.language.gettext("you")
        case Who(seat=seat):
            return reader.name(seat)
        case Money(amount=amount, currency=currency):
            return money(amount, currency, reader.language)
        case Mark(key=key):
            return reader.language.gettext(key) if key.islower() else key
        case Place(name=name):
            return name
        case tuple():
            return ", ".join(reader.read(item) for item in field)
        case _:
            return str(field)


def called(name: str, language: Language) -> str:
    """A name as it is, but for that of a former player, who may have a number."""
    number = name.removeprefix(FORMER_PLAYER)
    if number == name or (number and not number[1:].isdigit()):
        return name
    return f"{language.gettext(FORMER_PLAYER)}{number}"


def thousands(amount: int, currency: str, language: Language) -> str:
    """An amount in thousands, if it has any, where there is little room."""
    if amount < 1000:
        return money(amount, currency, language)
    pattern = language.gettext("{currency}{figures}k")
    return pattern.format(currency=currency, figures=amount // 1000)


def money(amount: int, currency: str, language: Language) -> str:
    """An amount as the language writes it: sign, figures set apart by thousands, currency."""
    figures = f"{abs(amount):,}".replace(",", language.thousands)
    pattern = language.gettext("{currency}{figures}")
    return ("−" if amount < 0 else "") + pattern.format(currency=currency, figures=figures)
