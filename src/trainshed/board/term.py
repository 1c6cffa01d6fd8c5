"""A scene in a terminal: hexes on a staggered grid of text, then panels and ledger as tables.

Everything can be read without colours: lines by their letters, engines by an arrow behind them,
stations by the emblem of their owner, goods by their first letters, targets by a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from trainshed.core import Reader, say

from . import ansi
from .hexes import Hex, members
from .scene import (
    NOTHING,
    PORCELAINS,
    Emblem,
    Enamel,
    Engine,
    HexMap,
    Key,
    Ledger,
    Overprint,
    Panel,
    Porcelain,
    Rails,
    Row,
    Scene,
    Space,
    Station,
    Town,
)

EMBLEMS: Mapping[Emblem, str] = {
    "disc": "●",
    "lozenge": "◆",
    "square": "■",
    "triangle": "▲",
    "cross": "✚",
    "bars": "≡",
    "ring": "○",
    "chevron": "ʌ",
}
ARROWS = ("→", "↗", "↖", "←", "↙", "↘")
LAND, OFF, TOWN, TARGET, FREE = "·", "░", "◎", "›", "◦"
_NAME = re.compile(r"([A-Z]+)(\d+)$")
_MARGIN = 3


class Cell(NamedTuple):
    """What a hex shows: words, in enamel, with an emblem on porcelain behind."""

    words: str
    enamel: Enamel | None = None
    emblem: Emblem | None = None
    porcelain: Porcelain | None = None
    is_town: bool = False


def term(
    scene: Scene,
    *,
    reader: Reader,
    overprint: Overprint = NOTHING,
    width: int = 100,
    colour: bool = True,
) -> str:
    """Draw a scene in text, so many columns wide."""
    reader = replace(reader, show=None)
    lines = [
        *_board(scene, overprint, width),
        "",
        *_legend(scene, reader),
        *_panels(scene, reader),
        *([] if scene.ledger is None else _ledger(scene.ledger, scene.panels, reader)),
    ]
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return text if colour else ansi.plain(text)


def _board(scene: Scene, overprint: Overprint, width: int) -> Iterator[str]:
    """The map, a line of text for each row of hexes."""
    board = scene.ground
    cells = _cells(scene)
    legal = _legal(scene, overprint)
    hexes = {board.grid.hex[number]: number for number in members(board.land)}
    left = min(2 * hex_.q + hex_.r for hex_ in hexes) - 2
    right = max(2 * hex_.q + hex_.r for hex_ in hexes) + 2
    room = max(4, min(6, (width - _MARGIN) * 2 // (right - left)))
    yield from _columns(board, hexes, left, room)
    off = frozenset(board.off)
    for row in range(min(hexes)[1], max(hex_.r for hex_ in hexes) + 1):
        yield ""
