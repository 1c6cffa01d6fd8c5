"""Relief: hills with hachures, mountains with a peak each; the same every time."""

from __future__ import annotations

from . import outline
from .hexes import members
from .markup import num
from .scene import HexMap

_PEAKS = 4
"""So many shapes of peaks; the place decides which stands there."""
_HACHURE = "M{x} {y}q1.4-4.4 4.2-5.6 3.6.6 5.2 4.4m-6.2-3.4q-1.4 2-1.4 3.6"


def shapes(board: HexMap, ids: str) -> str:
    """Peaks and hachures, written once."""
    drawn = ""
    if board.mountains:
        drawn += "".join(
            f'<g id="{ids}peak-{n}">{_peak(n, board.radius)}</g>' for n in range(_PEAKS)
        )
    if board.hills:
        size = f'transform="scale({num(board.radius / 26)})"'
        path = "".join(_HACHURE.format(x=x, y=y) for x, y in ((-14, 2), (1, -5), (4, 10)))
        style = 'fill="none" stroke="var(--hachure)" stroke-linecap="round" stroke-opacity=".75"'
        drawn += f'<path id="{ids}hachures" d="{path}" {style} {size}/>'
    return drawn


def draw(board: HexMap, ids: str) -> str:
    """The tinted heights, then what stands on them."""
    return (
        _tint(board, board.hills, "hill", 1)
        + _tint(board, board.mountains, "mountain", 0.6)
        + _stand(board, board.hills, f"{ids}hachures", 1)
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
