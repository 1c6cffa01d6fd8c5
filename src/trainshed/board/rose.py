"""The compass of a map: a rose of the winds, engraved in open sea."""

from __future__ import annotations

import math

from .markup import group, moved, num
from .scene import Point

_WINDS = ((22.5, 0.34, 0.5, 8), (45.0, 0.55, 0.6, 4), (0.0, 1.0, 0.95, 4))
"""The half winds, the diagonals, the four of the sky: first bearing, reach, darkness, count."""
_WAIST = 0.13
"""How wide a point is at its waist."""


def draw(at: Point, size: float) -> str:
    """A rose, its north point marked; a small page hides it with the lettering."""
    drawn = "".join(
        f'<circle r="{num(size * far)}" fill="none" stroke-width="{num(wide)}"/>'
        for far, wide in ((0.66, 0.7), (0.62, 0.4), (0.3, 0.5))
    )
    for first, reach, dark, count in _WINDS:
        points = "".join(
            _point(first + 360 / count * n, size * reach, size * _WAIST * math.sqrt(reach))
            for n in range(count)
        )
        drawn += group(points, f'opacity="{dark}"')
    drawn += (
        f'<text y="{num(-size - 5)}" font-family="var(--serif)" font-size="{num(size * 0.27)}" '
        'text-anchor="middle" fill="var(--sea-ink)" stroke="none">N</text>'
    )
    style = 'stroke="var(--sea-ink)" stroke-width=".6" stroke-linejoin="round" opacity=".75"'
    return group(drawn, f'class="lettering" display="var(--lettering, inline)" {style} {moved(at)}')


def _point(bearing: float, far: float, waist: float) -> str:
    """One point, its right half filled."""
    turn = math.radians(bearing - 90)
    tip = far * math.cos(turn), far * math.sin(turn)
    halves = ""
    for side, fill in ((1, "sea-ink"), (-1, "sea")):
        x, y = waist * math.cos(turn + side * 0.785), waist * math.sin(turn + side * 0.785)
        halves += (
            f'<path d="M0 0L{num(x)} {num(y)} {num(tip[0])} {num(tip[1])}Z" fill="var(--{fill})"/>'
        )
    return halves
