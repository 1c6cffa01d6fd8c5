"""What things on a board are called, read once for all who share a language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol, TypeAlias

from msgspec import Struct

from trainshed.core import Language, Reader, Seat, Text
from trainshed.core.text import named

MANY = 4096
"""So many titles are remembered."""
_BLANKS = tuple(f"\0{seat}\0" for seat in range(10))
_BLANK = re.compile("\0(.)\0")

Words: TypeAlias = "tuple[str | Seat, ...]"
"""A title that was read but for the names of players."""


class Titled(Protocol):
    """Something that has a name in words."""

    @property
    def title(self) -> Text:
        """Its name."""
        ...

    def __hash__(self) -> int:
        """So that what it is called can be remembered."""
        ...


class Personal(Struct, frozen=True, gc=False):
    """A title that names players: as others read it, and as each of them reads it himself."""

    words: Words
    own: Mapping[Seat, Words]

    def read(self, reader: Reader) -> str:
        """What a reader calls the thing."""
        who = None if reader.by_name else reader.seat
        words = self.words if who is None else self.own.get(who, self.words)
        return "".join([it if isinstance(it, str) else reader.name(it) for it in words])


@lru_cache(maxsize=MANY)
def spoken(item: Titled, language: Language) -> str | Personal:
    """What everybody calls a thing, in plain words; or what is left to each reader of it."""
    words = Reader(language, _BLANKS).read(item.title)
    seats = sorted(named(item.title))
    if not seats:
        return words
    own = {seat: _parts(Reader(language, _BLANKS, seat).read(item.title)) for seat in seats}
    return Personal(_parts(words), own)


def called(item: Titled, reader: Reader) -> str:
    """What a reader calls a thing."""
    found = spoken(item, reader.language)
    return found if isinstance(found, str) else found.read(reader)


def _parts(words: str) -> Words:
    """A title apart: what it says, and whose names stand in it."""
    parts = _BLANK.split(words)
    return tuple(Seat(int(it)) if n % 2 else it for n, it in enumerate(parts))
