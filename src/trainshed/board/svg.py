"""A scene as SVG: a pure function of values, the same text every time."""

from __future__ import annotations

import re
from typing import Literal

from msgspec.structs import replace

from trainshed.core import Reader, say

from . import labels, markup, overprint, pieces, symbols, track
from .ground import ground as draw_ground
from .labels import Box, Label
from .scene import Engine, HexMap, Item, Key, Overprint, Rails, Scene, Station, Town
from .theme import Theme, fixed

_USED = re.compile(r'href="#([\w-]+)"')


def svg(
    scene: Scene,
    *,
    reader: Reader,
    overprint: Overprint = Overprint(),
    theme: Theme | None = None,
    ground: Literal["inline", "none"] = "inline",
    selected: Key | None = None,
    ids: str = "",
) -> str:
    """Draw a scene.

    Without a theme the drawing is for a page: its colours are variables, its symbols those of
    `symbols.sprite`. With a theme it stands alone. `selected` opens the choices under that key;
    `ids` goes before the ids of shapes, where one page shows several boards.
    """
    reader = replace(reader, show=None)
    board = scene.ground
    below = draw_ground(board, reader=reader, theme=theme, ids=ids) if ground == "inline" else ""
    above = fixed(_position(scene, overprint, reader, ids, theme is None), theme)
    above = _opened(above, selected)
    shared = "" if theme is None else _symbols(below + above, theme)
    size = f'viewBox="0 0 {markup.num(board.width)} {markup.num(board.height)}"'
    if theme is not None:
        size += f' width="{markup.num(board.width)}" height="{markup.num(board.height)}"'
    label = markup.text(reader.read(say("The board")))
    head = f'xmlns="http://www.w3.org/2000/svg" class="board" {size} role="group"'
    return f'<svg {head} aria-label="{label}">{shared}{below}{above}</svg>'
