"""Names that nobody has chosen: whoever has none is called by the number of his seat."""

from __future__ import annotations

from functools import cache

from trainshed.core import LANGUAGES, Reader, language, say

MOST = 20
"""No table has more seats."""


def is_unnamed(name: str) -> bool:
    """Whether somebody is only called by his number, in any language.

    >>> is_unnamed("Player 2"), is_unnamed("Joueur 2"), is_unnamed("Ada")
    (True, True, False)
    """
    return name in _numbered()


@cache
def _numbered() -> frozenset[str]:
    readers = [Reader(language(code), ()) for code in LANGUAGES]
    texts = [say("Player {n}", n=n) for n in range(1, MOST + 1)]
    return frozenset(reader.read(text) for reader in readers for text in texts)
