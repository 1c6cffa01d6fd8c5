"""Relief: hills with hachures, mountains with a peak each, ridges; the same every time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from . import outline
from .hexes import corners, members
from .markup import group, num, polyline
from .outline import Edge
from .scene import HexMap, Point

_PEAKS = 4
"""So many shapes of peaks; the place decides which stands there."""
_HACHURE = "M{x} {y}q1.4-4.4 4.2-5.6 3.6.6 5.2 4.4m-6.2-3.4q-1.4 2-1.4 3.6"
_GROUPS: tuple[tuple[Point, ...], ...] = (
    ((-14, 2), (1, -5), (4, 10)),
    ((-12, -5), (4, 1), (-9, 12)),
    ((-7, -8), (-15, 7), (3, 8)),
    ((-13, 6), (-2, -6), (6, 4)),
)
"""Where the hachures of a hex stand; the place decides which of these it has."""
_BROW, _SLOPE = 6.0, (2.6, 5.8)
"""How far apart the strokes round a height are, and how short and long."""
_SPINE, _COMB = 3.4, (4.4, 6.4, 5.2)
"""How wide the spine of a ridge is, and how far its teeth reach."""
_TEETH = 6


def shapes(board: HexMap, ids: str) -> str:
    """Peaks and hachures, written once."""
    drawn = ""
    if board.mountains:
        drawn += "".join(
            f'<g id="{ids}peak-{n}">{_peak(n, board.radius)}</g>' for n in range(_PEAKS)
        )
    if board.hills:
        size = f'transform="scale({num(board.radius / 26)})"'
        style = 'fill="none" stroke="var(--hachure)" stroke-linecap="round" stroke-opacity=".72"'
        for n, spots in enumerate(_GROUPS):
            path = "".join(_HACHURE.format(x=x, y=y) for x, y in spots)
            drawn += f'<path id="{ids}hachures-{n}" d="{path}" {style} {size}/>'
    return drawn


def draw(board: HexMap, ids: str) -> str:
    """The tinted heights, then what stands on them."""
    return (
        _tint(board, board.hills, "hill", 1)
        + _tint(board, board.mountains, "mountain", 0.6)
        + _brow(board)
        + _stand(board, board.hills, f"{ids}hachures-", len(_GROUPS))
        + _stand(board, board.mountains, f"{ids}peak-", _PEAKS)
    )


def _tint(board: HexMap, heights: int, colour: str, dark: float) -> str:
    cells = [board.grid.hex[number] for number in members(heights)]
    if not cells:
        return ""
    sides = outline.edges(cells, outline.ring(cells), board.radius, board.grid.tops)
    path = "".join(outline.smooth(outline.cut(loop[:-1])) for loop in outline.chains(sides))
    return f'<path d="{path}" fill="var(--{colour})" fill-opacity="{num(dark)}"/>'


def _stand(board: HexMap, heights: int, shape: str, kinds: int) -> str:
    """One on each hex, a little off its middle."""
    drawn = ""
    for number in members(heights):
        x, y = board.grid.centre(number, board.radius)
        kind = int((outline.noise(x, y, "kind") + 1) * kinds / 2) % kinds if kinds > 1 else ""
        x += outline.noise(x, y, "x") * board.radius * 0.09
        y += outline.noise(x, y, "y") * board.radius * 0.07
        drawn += f'<use href="#{shape}{kind}" x="{num(x)}" y="{num(y)}"/>'
    return drawn


def _loops(board: HexMap, heights: int) -> list[list[Point]]:
    """The outlines of heights, their corners cut."""
    cells = [board.grid.hex[number] for number in members(heights)]
    sides = outline.edges(cells, outline.ring(cells), board.radius, board.grid.tops)
    return [outline.cut(outline.cut(loop[:-1])) for loop in outline.chains(sides)]


def _brow(board: HexMap) -> str:
    """Short strokes down the slope, all round the hills."""
    path = "".join(
        f"M{num(x)} {num(y)}l{num(dx)} {num(dy)}".replace(" -", "-")
        for loop in (_loops(board, board.hills) if board.hills else ())
        for (x, y), (dx, dy) in _strokes(loop)
    )
    if not path:
        return ""
    style = 'fill="none" stroke="var(--hachure)" stroke-opacity=".5" stroke-width=".8"'
    return f'<path d="{path}" {style}/>'


def _strokes(loop: list[Point]) -> Iterator[tuple[Point, Point]]:
    """Where strokes begin along an outline, and how they run inwards."""
    short, long = _SLOPE
    left = 0.0
    for (ax, ay), (bx, by) in pairwise((*loop, loop[0])):
        length = math.hypot(bx - ax, by - ay)
        while left < length:
            x, y = ax + (bx - ax) * left / length, ay + (by - ay) * left / length
            far = short + (long - short) * (outline.noise(x, y, "brow") + 1) / 2
            yield (x, y), ((by - ay) / length * far, -(bx - ax) / length * far)
            left += _BROW
        left -= length


def ridges(board: HexMap, ids: str) -> str:
    """Ridges on the sides of hexes: a dark spine with teeth on both sides."""
    if not board.ridges:
        return ""
    spines = [chain for _, chain in outline.strands(_crests(board))]
    spine = "".join(map(polyline, spines))
    teeth = "".join(
        tooth for chain in spines for side in pairwise(chain) for tooth in _teeth(*side)
    )
    once = f'<path id="{ids}spines" d="{spine}"/><path id="{ids}teeth" d="{teeth}"/>'
    uses = [f'<use href="#{ids}{part}"' for part in ("spines", "teeth")]
    rim = f'stroke="var(--hill)" stroke-opacity=".8" stroke-width="{num(_SPINE + 2.6)}"/>'
    body = "".join(f"{use} {rim}" for use in uses)
    body += f'{uses[1]} stroke="var(--ridge)" stroke-width="1.5"/>'
    body += f'{uses[0]} stroke="var(--ridge)" stroke-width="{num(_SPINE)}"/>'
    style = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return f"<defs>{once}</defs>" + group(body, style)


def crests(board: HexMap) -> Iterator[Point]:
    """Points along the ridges, which names should not hide."""
    x, y = board.origin
    for ((ax, ay), (bx, by)), _ in _crests(board):
        for t in (0.15, 0.5, 0.85):
            yield round(x + ax + (bx - ax) * t), round(y + ay + (by - ay) * t)


def _crests(board: HexMap) -> Iterator[tuple[Edge, str]]:
    around = corners(board.radius, board.grid.tops)
    for number, side in board.ridges:
        x, y = board.grid.centre(number, board.radius)
        a, b = around[side], around[(side + 1) % 6]
        yield ((x + a[0], y + a[1]), (x + b[0], y + b[1])), "ridge"


def _teeth(a: Point, b: Point) -> Iterator[str]:
    """Strokes across a side, some longer than others."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay)
    for n in range(_TEETH):
        t = (n + 0.5) / _TEETH
        x, y = ax + (bx - ax) * t, ay + (by - ay) * t
        far = _COMB[n % len(_COMB)]
        dx, dy = (by - ay) / length * far, (ax - bx) / length * far
        yield f"M{num(x - dx)} {num(y - dy)}l{num(2 * dx)} {num(2 * dy)}".replace(" -", "-")


def _peak(kind: int, radius: float) -> str:
    """A peak with a lower one beside it; their right flanks lie in shade."""
    foot, side = radius * 0.36, (1, -1, 1, -1)[kind]
    top = foot - radius * (0.84, 0.92, 0.78, 0.87)[kind]
    wide = radius * (0.50, 0.46, 0.54, 0.48)[kind]
    x, y = wide * side * (0.52, 0.55, 0.48, 0.58)[kind], foot - radius * 0.42
    small = wide * 0.56
    ridge = radius * (0.06, -0.05, 0.04, -0.06)[kind], (top + foot) / 2
    shade = (
        f"M0 {num(top)}L{num(wide)} {num(foot)}H{num(wide * 0.22)}L{num(ridge[0])} {num(ridge[1])}Z"
    )
    line = f"M{num(-wide)} {num(foot)}L0 {num(top)}L{num(wide)} {num(foot)}"
    if side > 0:
        shade += f"M{num(x)} {num(y)}L{num(x + small)} {num(foot)}H{num(x + small * 0.3)}Z"
        line += f"M{num(x)} {num(y)}L{num(x + small)} {num(foot)}"
    else:
        line += (
            f"M{num(x - small)} {num(foot)}L{num(x)} {num(y)}L{num(x + small * 0.3)} {num(foot)}"
        )
    return (
        f'<path d="{shade}" fill="var(--hachure)" fill-opacity=".42"/>'
        f'<path d="{line}" fill="none" stroke="var(--hachure)" stroke-opacity=".7" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )
