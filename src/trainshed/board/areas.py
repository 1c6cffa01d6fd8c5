"""Areas at the edge of an 18xx map: one body of several hexes, with its values by time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from . import outline, symbols
from .labels import Box, width
from .markup import group, moved, name, num, polygon, text
from .scene import Area, HexMap

_WIDE, _HIGH = 24.0, 17.0
_SIZE = 14.0


def draw(regions: Iterable[Area], board: HexMap) -> str:
    """The body of each area, without lines between its hexes."""
    return "".join(_body(area, board) for area in regions)


def values(regions: Iterable[Area]) -> str:
    """Name and values; what counts now stands out."""
    return "".join(_values(area) for area in regions)


def room(area: Area) -> Box:
    """What the name and the values take."""
    half = max(width(area.name, _SIZE), _WIDE * 2) / 2 + 3
    x, y = area.at
    return Box(x - half, y - 22, x + half, y + 2 * _HIGH)


@lru_cache(maxsize=64)
def _body(area: Area, board: HexMap) -> str:
    cells = [board.grid.hex[hex_] for hex_ in area.hexes]
    sides = outline.edges(cells, outline.ring(cells), board.radius, board.grid.tops)
    path = "".join(polygon(loop[:-1]) for loop in outline.chains(sides))
    return (
        f'<path id="{name(area.key)}" d="{path}" {moved(board.origin)} fill="var(--tile-red)" '
        'stroke="var(--tile-edge)" stroke-width="1.2" stroke-linejoin="round"/>'
    )


@lru_cache(maxsize=64)
def _values(area: Area) -> str:
    drawn = (
        f'<text y="-6" text-anchor="middle" font-family="var(--serif)" font-weight="600" '
        f'font-size="{num(_SIZE)}" fill="var(--tile-track)">{text(area.name)}</text>'
    )
    for number, (colour, value) in enumerate(area.values):
        x, y = (number % 2 - 1) * _WIDE, number // 2 * _HIGH
        drawn += _value(colour, value, (x, y), now=number == area.current)
    return group(drawn, f'class="area" {moved(area.at)}')


def _value(colour: str, value: int, at: tuple[float, float], *, now: bool) -> str:
    x, y = at
    rim = 2.2 if now else 0.8
    body = (
        f'<rect x="1" y="1" width="{num(_WIDE - 2)}" height="{num(_HIGH - 2)}" rx="2" '
        f'fill="var(--tile-{colour})" stroke="var(--tile-track)" stroke-width="{rim}"/>'
    )
    words = symbols.letters(str(value), "var(--tile-track)", size=13 if now else 11)
    words = group(words, moved((_WIDE / 2, _HIGH / 2)))
    return group(body + words, moved((x, y)) + ("" if now else ' opacity=".72"'))
