"""A stock market: its cells with their prices and zones, and the companies on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from trainshed.core import Reader

from . import symbols
from .markup import group, moved, name, num, text
from .overprint import attributes
from .scene import NOTHING, Key, Market, Overprint, Plate, Point, Price
from .spoken import called
from .theme import Theme, fixed

WIDE, HIGH = 62.0, 52.0
"""A cell."""
_SIZE = f'width="{num(WIDE)}" height="{num(HIGH)}" rx="3"'
_GAP, _MARGIN = 3.0, 8.0
_STEP = 14.0
"""How far a plate in a stack shows under the one on it."""
_ZONES = {
    "brown": ("var(--tile-brown)", 0.55),
    "red": ("var(--tile-red)", 0.5),
    "violet": ("var(--violet)", 0.38),
    "marked": ("var(--yellow)", 1),
}
"""The colour of each zone, and how strong it is."""
_ARROWS = {
    "up": '<path d="M53 17V9m-3.4 3.4L53 9l3.4 3.4" fill="none" stroke="var(--ink-3)" '
    'stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>',
    "down": '<path d="M9 36v8m-3.4-3.4L9 44l3.4-3.4" fill="none" stroke="var(--ink-3)" '
    'stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>',
}
_ACROSS = 12
"""A single row of cells that is longer than this is broken."""


def market(
    prices: Market,
    *,
    reader: Reader,
    overprint: Overprint = NOTHING,
    theme: Theme | None = None,
    selected: Key | None = None,
) -> str:
    """The market as a picture of its own; what may be clicked, `selected` open, is ringed."""
    reader = replace(reader, show=None)
    legal = {
        target.key: attributes(target, reader)
        for target in overprint.targets
        if target.under in (None, selected)
    }
    is_row = all(cell.row == 0 for cell in prices.cells)
    places = {cell.key: _at(cell, is_row=is_row) for cell in prices.cells}
    drawn = "".join(
        _cell(cell, places[cell.key], reader, legal.get(cell.key), last=cell.key in overprint.last)
        for cell in prices.cells
    )
    drawn += "".join(_stack(cell, places[cell.key], legal) for cell in prices.cells)
    width = max(x for x, _ in places.values()) + WIDE + _MARGIN
    height = max(y for _, y in places.values()) + HIGH + _MARGIN
    if prices.zones:
        drawn += _legend(prices, reader, (_MARGIN, height + 8))
        height += 26
    size = f'viewBox="0 0 {num(width)} {num(height)}"'
    if theme is not None:
        size += f' width="{num(width)}" height="{num(height)}"'
        drawn = f'<rect width="100%" height="100%" fill="var(--paper)"/>{drawn}'
    label = text(reader.read(prices.title))
    head = f'xmlns="http://www.w3.org/2000/svg" class="market" {size} role="group"'
    return fixed(f'<svg {head} aria-label="{label}">{drawn}</svg>', theme)


def _at(cell: Price, *, is_row: bool) -> Point:
    """The upper left corner of a cell; a market that is a row is broken."""
    row, column = cell.row, cell.column
    if is_row:
        row, column = divmod(column, _ACROSS)
    return _MARGIN + column * (WIDE + _GAP), _MARGIN + row * (HIGH + _GAP)


def _cell(cell: Price, at: Point, reader: Reader, target: str | None, *, last: bool) -> str:
    drawn = _printed(cell, at, called(cell, reader), last)
    if target is not None:
        ring = f'<rect {_SIZE} fill="var(--act-fill)" stroke="var(--act)" stroke-width="2.6"/>'
        drawn += group(ring, f"{target} {moved(at)}")
    return drawn


@lru_cache(maxsize=8192)
def _printed(cell: Price, at: Point, title: str, last: bool) -> str:  # noqa: FBT001
    """A cell without what stands on it."""
    body = (
        f'<rect {_SIZE} fill="var(--paper-raised)" stroke="var(--rule-strong)" stroke-width=".8"/>'
    )
    if cell.zone:
        fill, thin = _ZONES[cell.zone]
        body += f'<rect {_SIZE} fill="{fill}" fill-opacity="{thin}"/>'
    if cell.marked:
        body += (
            f'<rect width="{num(WIDE)}" height="5" rx="2.5" fill="var(--yellow)" '
            'stroke="var(--rule-strong)" stroke-width=".6"/>'
        )
    if last:
        body += f'<rect {_SIZE} fill="var(--last-fill)" stroke="var(--last)" stroke-width="1.6"/>'
    body += (
        '<text x="6" y="20" font-family="var(--serif)" font-size="14.5" font-weight="600" '
        f'fill="var(--ink)">{cell.price}</text>'
    )
    body += "".join(_ARROWS[way] for way in cell.turns)
    spoken = f"<title>{text(title)}</title>"
    return group(spoken + body, f'id="{name(cell.key)}" class="price" {moved(at)}')


def _stack(cell: Price, at: Point, legal: Mapping[Key, str]) -> str:
    """The plates on a cell, the lowest first, so that the uppermost lies on all."""
    count = len(cell.stack)
    step = min(_STEP, (HIGH - 25) / max(1, count - 1))
    drawn = ""
    for number, plate in reversed(list(enumerate(cell.stack))):
        spot = at[0] + WIDE - 19, at[1] + HIGH - 12.5 - (count - 1 - number) * step
        drawn += group(_plate(plate), f'id="on:{name(plate.key)}" {moved(spot)}')
        if plate.key in legal:
            ring = (
                '<rect x="-18" y="-10.5" width="36" height="21" rx="4" fill="#000" '
                'fill-opacity="0" stroke="var(--act)" stroke-width="2.6"/>'
            )
            drawn += group(ring, f"{legal[plate.key]} {moved(spot)}")
    return drawn


def _plate(plate: Plate) -> str:
    size = 10.6 if len(plate.letters) < 4 else 9
    return (
        f'<rect x="-16" y="-8.5" width="32" height="17" rx="3" {symbols.worn(plate.livery)}/>'
        f"{symbols.lettered(plate.letters, plate.livery, size=size)}"
    )


def _legend(prices: Market, reader: Reader, at: Point) -> str:
    drawn, x = "", 0.0
    for zone, words in prices.zones:
        spoken = reader.read(words)
        fill, thin = _ZONES[zone]
        high = 5 if zone == "marked" else 12
        drawn += (
            f'<rect x="{num(x)}" y="{num(6 - high / 2)}" width="16" height="{high}" rx="2" '
            f'fill="{fill}" fill-opacity="{thin}" stroke="var(--rule-strong)" stroke-width=".8"/>'
            f'<text x="{num(x + 22)}" y="10.5" font-family="var(--sans)" font-size="13" '
            f'fill="var(--ink-2)">{text(spoken)}</text>'
        )
        x += 44 + len(spoken) * 6.4
    return group(drawn, moved(at))
