"""The ground: an engraved map, the same all game, so it is drawn once and kept.

From the bottom: sea, water lining, land, land outside the game, relief, wash, grid, coast, rivers,
frontier, white lines, and the lettering of the open sea.
"""

from __future__ import annotations

from functools import lru_cache

from trainshed.core import Reader

from . import outline, relief, rose, streams, symbols, tiles, waters
from .hexes import Hex, centre, members
from .lettering import lettering
from .markup import group, moved, num, polygon, polyline
from .scene import HexMap, Point
from .theme import Theme, fixed

LINING = ((23.0, 0.18), (16.0, 0.28), (10.4, 0.40), (6.0, 0.55), (2.6, 0.75))
"""The water lines, the outermost first: how far from the coast, how dark."""
WASH = ((22.0, 0.55), (9.0, 0.80))
"""The tint inside the coast: how wide, how dark."""
HATCH = 7.9
"""How far apart the lines of the hatch begin."""
_ASIDE = 4.2
"""How far a frontier keeps from the sides it follows."""
_UNSEEN, _FEWER = 5.0, 6
"""So many radii beyond the frame a shore has only each sixth corner."""
MARGIN = 1.0
"""How far the sea goes on beyond the frame, in widths of the map, for pages of another shape."""


def ground(board: HexMap, *, reader: Reader, theme: Theme | None = None, ids: str = "") -> str:
    """The map as a group named `ground`; `ids` goes before every id in it."""
    return _ground(board, lettering(board, reader), theme, ids)


def sheet(board: HexMap, *, reader: Reader) -> str:
    """The map as a file of its own; a page shows its `#ground` in the page's own colours."""
    drawn = ground(board, reader=reader)
    size = f'viewBox="0 0 {num(board.width)} {num(board.height)}"'
    shared = symbols.used(drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{shared}{drawn}</svg>'


@lru_cache(maxsize=64)
def _ground(board: HexMap, words: str, theme: Theme | None, ids: str) -> str:
    if not board.grid.cells:
        return fixed(f'<g id="{ids}ground" class="ground">{_table(board)}</g>', theme)
    land = [board.grid.hex[number] for number in members(board.land)]
    shore = _land(board, land, ids, framed=theme is not None)
    body = group(_sea(board, ids) + shore, moved(board.origin))
    parts = (
        _defs(board, land, ids),
        body,
        _white(board),
        rose.draw(*board.rose) if board.rose else "",
        words,
        _prints(board),
        _coordinates(board),
    )
    return fixed(f'<g id="{ids}ground" class="ground">{"".join(parts)}</g>', theme)


def _table(board: HexMap) -> str:
    """What boards lie on."""
    x, y = -board.width * MARGIN, -board.height * MARGIN
    size = f'width="{num(board.width - 2 * x)}" height="{num(board.height - 2 * y)}"'
    return f'<rect x="{num(x)}" y="{num(y)}" {size} fill="var(--paper-sunk)"/>'


def _defs(board: HexMap, land: list[Hex], ids: str) -> str:
    """The coast, written once and stroked a dozen times."""
    shore = f'<path id="{ids}coast" d="{_coast(board, land)}"/>'
    inside = f'<clipPath id="{ids}inland"><use href="#{ids}coast"/></clipPath>'
    return f"<defs>{shore}{inside}{relief.shapes(board, ids)}</defs>"


def _coast(board: HexMap, land: list[Hex]) -> str:
    cells = (*land, *board.off, *board.outside)
    sides = outline.edges(cells, outline.ring(cells), board.radius, board.grid.tops)
    return "".join(
        outline.smooth(outline.coast(_seen(board, loop), board.radius))
        for loop in outline.chains(sides)
    )


def _seen(board: HexMap, loop: list[Point]) -> list[Point]:
    """A shore, far from the map with fewer corners."""
    far = board.radius * _UNSEEN
    left, top = -board.origin[0] - far, -board.origin[1] - far
    right, bottom = left + board.width + 2 * far, top + board.height + 2 * far
    found = [
        (x, y)
        for n, (x, y) in enumerate(loop[:-1])
        if (left < x < right and top < y < bottom) or n % _FEWER == 0
    ]
    return [*found, found[0]]


def _sea(board: HexMap, ids: str) -> str:
    """Water lines: the coast stroked in line colour, then a little narrower in sea colour."""
    x, y = -board.width * MARGIN - board.origin[0], -board.height * MARGIN - board.origin[1]
    width, height = board.width * (1 + 2 * MARGIN), board.height * (1 + 2 * MARGIN)
    size = f'width="{num(width)}" height="{num(height)}"'
    shore = f'<use href="#{ids}coast"'
    lines = "".join(
        f'{shore} stroke="var(--sea-line)" stroke-opacity="{dark}" '
        f'stroke-width="{num(2 * far + 1.5)}"/>'
        f'{shore} stroke="var(--sea)" stroke-width="{num(2 * far)}"/>'
        for far, dark in LINING
    )
    sea = f'<rect x="{num(x)}" y="{num(y)}" {size} fill="var(--sea)"/>'
    return sea + group(lines, 'fill="none" stroke-linejoin="round"')


def _land(board: HexMap, land: list[Hex], ids: str, *, framed: bool) -> str:
    """Land with all that its coast cuts off: hatch, wash, grid and frontier."""
    shore = f'<use href="#{ids}coast"'
    wash = "".join(
        f'{shore} fill="none" stroke="var(--land-edge)" '
        f'stroke-opacity="{dark}" stroke-width="{num(wide)}"/>'
        for wide, dark in WASH
    )
    grid = f'<path d="{_grid(board, land)}" fill="none" stroke="var(--grid)" stroke-width=".9"/>'
    inside = _tints(board, land, framed=framed) + _abroad(board) + relief.draw(board, ids) + wash
    inside += _rivers(board) + grid + waters.draw(board, ids) + relief.ridges(board, ids)
    clip = f'clip-path="url(#{ids}inland)"'
    banks, water = streams.draw(board, ids)
    return (
        f'{shore} fill="var(--land-off)"/>'
        + group(inside, clip)
        + f'{shore} fill="none" stroke="var(--coast)" stroke-width="1.5"/>'
        + group(banks + _frontier(board, land), clip)
        + water
    )


def _tints(board: HexMap, land: list[Hex], *, framed: bool) -> str:
    """Hatch for the land out of play, then the land in play as far as the sea.

    The hatch is lines, not a pattern: a pattern in a file of its own would not know the colours of
    the page that shows it.
    """
    cells = (*land, *sorted(outline.ring(land) - frozenset((*board.off, *board.outside))))
    sides = outline.edges(cells, outline.ring(cells), board.radius, board.grid.tops)
    path = "".join(polygon(loop[:-1]) for loop in outline.chains(sides))
    return f'{_hatch(board, framed=framed)}<path d="{path}" fill="var(--land)"/>'


def _hatch(board: HexMap, *, framed: bool) -> str:
    """Lines rising to the right, no farther than the frame in a picture that ends there."""
    off = (*board.off, *board.outside)
    if not off:
        return ""
    middles = [centre(hex_, board.radius, board.grid.tops) for hex_ in off]
    left, right = min(x for x, _ in middles) - HATCH * 4, max(x for x, _ in middles) + HATCH * 4
    top, bottom = min(y for _, y in middles) - HATCH * 4, max(y for _, y in middles) + HATCH * 4
    if framed:
        x, y = board.origin
        left, right = max(left, -x), min(right, board.width - x)
        top, bottom = max(top, -y), min(bottom, board.height - y)
    fall = num(bottom - top)
    # Down one line and up the next: the way between them lies beyond the land.
    there_and_back = f"l-{fall} {fall}h{HATCH}l{fall} -{fall}h{HATCH}"
    pairs = int((right - left + bottom - top) / HATCH / 2) + 1
    path = f"M{num(left)} {num(top)}{there_and_back * pairs}"
    return (
        f'<path d="{path}" fill="none" stroke="var(--map-ink)" stroke-opacity=".15" '
        f'stroke-width=".8"/>'
    )


def _abroad(board: HexMap) -> str:
    """The land on the other side of the frontier, a little duller."""
    if not board.abroad:
        return ""
    cells = [board.grid.hex[number] for number in members(board.abroad)]
    sides = outline.edges(cells, outline.ring(cells), board.radius, board.grid.tops)
    path = "".join(polygon(loop[:-1]) for loop in outline.chains(sides))
    return f'<path d="{path}" fill="var(--land-off)" fill-opacity=".75"/>'


def _frontier(board: HexMap, land: list[Hex]) -> str:
    """The line between the land in play and the rest, or between countries, on its wash."""
    if board.regions:
        return _countries(board, land)
    sides = outline.edges(land, frozenset(board.off), board.radius, board.grid.tops)
    border = "".join(polyline(chain) for chain in outline.chains(sides))
    return _border(border, wash=9) if border else ""


def _countries(board: HexMap, land: list[Hex]) -> str:
    """The frontier round the land at home, and between the countries there.

    It keeps a little to one side, for many a frontier follows a river.
    """
    abroad = frozenset(board.grid.hex[number] for number in members(board.abroad))
    home = [hex_ for hex_ in land if hex_ not in abroad]
    beyond = abroad | frozenset(board.off) if abroad else frozenset[Hex]()
    border = _eased(board, home, beyond)
    later = [cells & ~board.abroad for cells in board.regions]
    while later:
        first = [board.grid.hex[number] for number in members(later.pop(0))]
        others = frozenset(board.grid.hex[n] for cells in later for n in members(cells))
        border += _eased(board, first, others)
    return _border(border, wash=11)


def _eased(board: HexMap, cells: list[Hex], beyond: frozenset[Hex]) -> str:
    sides = outline.edges(cells, beyond, board.radius, board.grid.tops)
    chains = outline.chains(sides)
    return "".join(outline.eased(outline.inset(chain, _ASIDE)) for chain in chains)


def _border(border: str, *, wash: float) -> str:
    """Dashes and dots on a pale band."""
    colour = 'fill="none" stroke="var(--frontier)"'
    return (
        f'<path d="{border}" {colour} stroke-opacity=".16" stroke-width="{num(wash)}"/>'
        f'<path d="{border}" {colour} stroke-width="1.7" stroke-dasharray="8 3 2 3"/>'
    )


def _grid(board: HexMap, land: list[Hex]) -> str:
    """Each side between two hexes in play, once: every hex gives its three eastern sides."""
    inland = frozenset(land)
    return "".join(
        outline.steps(chain)
        for hex_ in land
        for chain in outline.chains(
            outline.edges([hex_], inland, board.radius, board.grid.tops, (5, 0, 1))
        )
    )


def _rivers(board: HexMap) -> str:
    """The courses of rivers, growing towards the mouth."""
    path = "".join(outline.course(river, board.radius) for river in board.rivers)
    if not path:
        return ""
    style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{path}" {style} stroke="var(--sea)" stroke-opacity=".7" stroke-width="5.5"/>'
        f'<path d="{path}" {style} stroke="var(--river)" stroke-opacity=".55" stroke-width="1.6"/>'
    )


def _white(board: HexMap) -> str:
    """White lines, which belong to nobody: broad, so that crayon lines leave a rim."""
    path = "".join(outline.eased([board.centre(hex_) for hex_ in line]) for line in board.white)
    if not path:
        return ""
    style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{path}" {style} stroke="var(--map-ink)" stroke-opacity=".55" '
        f'stroke-width="9.4"/><path d="{path}" {style} stroke="var(--town-fill)" stroke-width="8"/>'
    )


def _prints(board: HexMap) -> str:
    """What is printed on hexes from the beginning."""
    return "".join(
        group(tiles.blank(look, board.radius, board.grid.tops), moved(board.centre(number)))
        for number, look in board.prints
    )


def _coordinates(board: HexMap) -> str:
    """The name of each hex in play; a page shows them by the variable `--coordinates`."""
    style = 'font-family="var(--sans)" font-size="9" text-anchor="middle" fill="var(--map-ink)"'
    names = "".join(
        f'<text x="{num(x)}" y="{num(y + board.radius * 0.72)}">{board.grid.name[number]}</text>'
        for number in members(board.land)
        for x, y in (board.centre(number),)
    )
    return group(names, f'class="coordinates" display="var(--coordinates, none)" {style}')
