"""What things on a board are called, read once for all who share a language."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from trainshed.core import Language, Reader, Text
from trainshed.core.text import is_personal


class Titled(Protocol):
    """Something that has a name in words."""

    @property
    def title(self) -> Text:
        """Its name."""
        ...


@lru_cache(maxsize=8192)
def title(item: Titled, language: Language) -> str | None:
    """What everybody calls a thing, in plain words; None where its name names a player."""
    return None if is_personal(item.title) else Reader(language, ()).read(item.title)
