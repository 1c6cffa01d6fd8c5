"""Themes: the design tokens, and how a drawing made for a page becomes a picture by itself.

Drawings name their colours as pages do, `var(--land)`. A picture outside a page has no style sheet,
so `fixed` writes the colours of one theme into it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias, get_args

Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)
SHEET = "tokens.css"

_TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
_PAIR = re.compile(r"light-dark\((.+),\s+(.+)\)$")
_ALPHA = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)")
_NAMED = re.compile(r"var\(--([\w-]+)(?:, ?([^()]*))?\)")


def style_sheet() -> str:
    """The style sheet with all tokens."""
    return (files(__package__) / SHEET).read_text(encoding="utf-8")


@cache
def tokens(theme: Theme) -> Mapping[str, str]:
    """The value of each token in a theme.

    >>> tokens("light")["sea"], tokens("dark")["sea"]
    ('#CADADB', '#16252C')
    """
    values: dict[str, str] = {}
    for name, value in _TOKEN.findall(style_sheet()):
        values.setdefault(name, _face(value, theme))
    return values


def fixed(drawing: str, theme: Theme | None) -> str:
    """The drawing with the colours of a theme; with None it stays as a page wants it.

    >>> fixed('<path fill="var(--sea)" stroke-width="var(--ring, 2)"/>', "dark")
    '<path fill="#16252C" stroke-width="2"/>'
    """
    if theme is None:
        return drawing
    values = tokens(theme)
    return _NAMED.sub(lambda found: values.get(found[1], found[2] or "none"), drawing)


def rgb(colour: str) -> tuple[int, int, int]:
    """The three parts of a colour; how transparent it is does not count.

    >>> rgb("#CADADB"), rgb("rgba(70,58,30,.15)")
    ((202, 218, 219), (70, 58, 30))
    """
    if colour.startswith("#"):
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    red, green, blue = re.findall(r"\d+", colour)[:3]
    return int(red), int(green), int(blue)


def _face(value: str, theme: Theme) -> str:
    pair = _PAIR.match(value)
    face = pair[1 + THEMES.index(theme)] if pair else value
    return _ALPHA.sub(r"rgba(\1,\2,\3,\4)", face)
