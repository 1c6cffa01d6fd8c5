"""Colours in a terminal, and tables of text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from .theme import rgb, tokens

_CODE = re.compile("\x1b\\[[0-9;]*m")


def paint(
    words: str, *, ink: str | None = None, paper: str | None = None, bold: bool = False
) -> str:
    """Words in colours named by their tokens."""
    codes = ["1"] if bold else []
    codes += [_code(38, ink)] if ink else []
    codes += [_code(48, paper)] if paper else []
    return f"\x1b[{';'.join(codes)}m{words}\x1b[0m" if codes else words


def plain(words: str) -> str:
    """Words without their colours.

    >>> plain(paint("GWR", ink="green-on", paper="green"))
    'GWR'
    """
    return _CODE.sub("", words)


def width(words: str) -> int:
    """How many columns words take."""
    seen = plain(words)
    if seen.isascii():
        return len(seen)
    return sum(not unicodedata.combining(letter) for letter in seen)


def middle(words: str, columns: int) -> str:
    """Words in the middle of so many columns."""
    room = max(0, columns - width(words))
    return " " * (room // 2) + words + " " * (room - room // 2)


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Rows with their columns in line: the first `left` columns to the left, the others right."""
    if not rows:
        return []
    count = max(map(len, rows))
    widths = [max(width(row[n]) for row in rows if n < len(row)) for n in range(count)]
    return ["  ".join(_aligned(row, widths, left)).rstrip() for row in rows]


def _aligned(row: Sequence[str], widths: Sequence[int], left: int) -> list[str]:
    cells = []
    for n, words in enumerate(row):
        pad = " " * (widths[n] - width(words))
        cells.append(words + pad if n < left else pad + words)
    return cells


def _code(kind: int, token: str) -> str:
    red, green, blue = rgb(tokens("dark")[token])
    return f"{kind};2;{red};{green};{blue}"
