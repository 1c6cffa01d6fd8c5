"""Water along the sides of hexes: rivers that wind past them, and arms of the sea."""

from __future__ import annotations

from collections.abc import Iterator

from . import outline
from .hexes import centre, corners
from .markup import group, num
from .outline import Edge
from .scene import HexMap

_WIDTHS = {"river": 2.7, "wide": 4.2, "estuary": 7.6}
_CASING = 2.2
"""How far the halo reaches on both sides together."""
_STYLE = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'


def draw(board: HexMap, ids: str) -> tuple[str, str]:
    """What ends at the coast, and the water that joins the sea."""
    paths: dict[str, str] = {}
    for kind, chain in outline.strands(_sides(board)):
        paths[kind] = paths.get(kind, "") + outline.eased(chain)
    if not paths:
        return "", ""
    once = "".join(f'<path id="{ids}{kind}" d="{path}"/>' for kind, path in paths.items())
    inland, water = f"<defs>{once}</defs>", ""
    if "estuary" in paths:
        shore, wide = f"{ids}estuary", _WIDTHS["estuary"]
        inland += _stroke(shore, "land-edge", wide + 9, 'stroke-opacity=".8"')
        inland += _stroke(shore, "coast", wide + 3)
        water = _stroke(shore, "sea", wide)
        water += _stroke(shore, "sea-line", wide - 3.6, 'stroke-opacity=".7"')
        water += _stroke(shore, "sea", wide - 5.4)
    rivers = [kind for kind in paths if kind != "estuary"]
    inland += "".join(
        _stroke(f"{ids}{kind}", "halo", _WIDTHS[kind] + _CASING, 'stroke-opacity=".8"')
        for kind in rivers
    )
    inland += "".join(_stroke(f"{ids}{kind}", "river", _WIDTHS[kind]) for kind in rivers)
    return group(inland, _STYLE), group(water, _STYLE) if water else ""


def _stroke(way: str, colour: str, width: float, more: str = "") -> str:
    return f'<use href="#{way}" stroke="var(--{colour})" stroke-width="{num(width)}" {more}/>'


def _sides(board: HexMap) -> Iterator[tuple[Edge, str]]:
    around = corners(board.radius, board.grid.tops)
    for stream in sorted(board.streams, key=lambda stream: -_WIDTHS[stream.kind]):
        for number, side in stream.sides:
            x, y = centre(board.grid.hex[number], board.radius, board.grid.tops)
            a, b = around[side], around[(side + 1) % 6]
            yield ((x + a[0], y + a[1]), (x + b[0], y + b[1])), stream.kind
