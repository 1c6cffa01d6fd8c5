"""Places on boards that are no maps: spaces, cards, piles, factories, tokens."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from . import signs
from .markup import group, num, text
from .scene import Plot

_LINE = 'stroke="var(--rule-strong)" stroke-width="1.1"'
_LOOKS = {
    "space": f'rx="6" fill="var(--land)" {_LINE}',
    "card": 'rx="6" fill="var(--paper-raised)" stroke="var(--key)" stroke-width="1.4"',
    "back": 'rx="6" fill="var(--tile-green)" stroke="var(--key)" stroke-width="1.4"',
    "tile": 'rx="4" fill="var(--town-fill)" stroke="var(--p-ink)" stroke-width="1.4"',
    "hole": f'rx="4" fill="var(--paper-sunk)" {_LINE} stroke-dasharray="4 3.4"',
    "pill": 'rx="17" fill="var(--violet)" stroke="var(--key)" stroke-width="1.4"',
}
_TWO = 0.34, 0.77
"""Where the upper and the lower row of a place stand, in parts of its height."""
_SIZES = 14.0, 12.0, 10.5
"""The letters on cards, smaller where there is much to say."""
_HIGH = 60.0
"""Places that are higher have room to spare."""
_NARROW = 100.0
"""Places that are narrower have no room for signs beside their number."""


class Face(NamedTuple):
    """What everybody sees of a place: what it is drawn on, what it shows."""

    base: str
    shown: str


@lru_cache(maxsize=4096)
def face(plot: Plot) -> Face:
    """A place without its words."""
    return Face(_base(plot), _figure(plot) + _rows(plot))


def _base(plot: Plot) -> str:
    if plot.look == "bare":
        return ""
    if plot.look == "works" and plot.count != 0:
        return _works(plot)
    size = f'width="{num(plot.width)}" height="{num(plot.height)}"'
    look = _LOOKS["hole"] if plot.count == 0 else _LOOKS[plot.look]
    return "".join(
        f'<rect x="{num(2.6 * n)}" y="{num(-2.6 * n)}" {size} {look}/>'
        if n
        else f"<rect {size} {look}/>"
        for n in range(max(1, min(plot.count or 1, 4)) - 1, -1, -1)
    )


def _works(plot: Plot) -> str:
    """A factory: a wall with a saw-tooth roof and a chimney."""
    wide, high = plot.width, plot.height
    tooth, rise = wide * 0.24, high * 0.16
    teeth = f"l{num(tooth)}-{num(rise)}v{num(rise)}" * 3
    top = high * 0.3
    path = (
        f"M0 {num(high)}V{num(top)}{teeth}l{num(wide * 0.05)}-{num(top)}h{num(wide * 0.15)}"
        f"L{num(wide)} {num(top)}V{num(high)}z"
    )
    return (
        f'<path d="{path}" fill="var(--tile-brown)" stroke="var(--key)" stroke-width="1.4" '
        'stroke-linejoin="round"/>'
    )


@lru_cache(maxsize=4096)
def written(plot: Plot, words: str) -> str:
    """Words below the signs of a place, broken into lines; smaller where they are many."""
    size = next((one for one in _SIZES if _stack(plot, words, one) <= plot.height / 2), _SIZES[-1])
    lines = _lines(words, int(plot.width / (size * 0.47)))
    y = plot.height - 8 - (len(lines) - 1) * size * 1.12
    drawn = "".join(
        f'<text x="{num(plot.width / 2)}" y="{num(y + n * size * 1.12)}">{text(line)}</text>'
        for n, line in enumerate(lines)
    )
    return group(drawn, f'font-size="{num(size)}" font-weight="400" fill="var(--ink)"')


def _lines(words: str, room: int) -> list[str]:
    """Words in lines of so many letters."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _stack(plot: Plot, words: str, size: float) -> float:
    """How high words stand above the lower edge of a place, in letters of this size."""
    lines = _lines(words, int(plot.width / (size * 0.47)))
    return 8 + (len(lines) - 1) * size * 1.12 + size * 0.72


def _figure(plot: Plot) -> str:
    """The number of a card in its corner, or of a pile's tiles below."""
    drawn = ""
    if plot.figure:
        half = _corner(plot)
        at, low, size = num(half + 3), num(half + 3 + half * 0.48), num(half * 1.34)
        drawn += (
            f'<circle cx="{at}" cy="{at}" r="{num(half)}" fill="var(--town-fill)" '
            f'stroke="var(--p-ink)" stroke-width="1.1"/><text x="{at}" y="{low}" '
            f'font-size="{size}" fill="var(--p-ink)">{text(plot.figure)}</text>'
        )
    if plot.count is not None:
        drawn += (
            f'<text x="{num(plot.width / 2)}" y="{num(plot.height + 16)}" font-size="15" '
            f'font-weight="400" fill="var(--ink-2)">×{plot.count}</text>'
        )
    return drawn


def _corner(plot: Plot) -> float:
    """How large the number in the corner is."""
    return 10.5 if plot.height > _HIGH else 8.5


def _rows(plot: Plot) -> str:
    """What a place shows, above what it costs or what stands there."""
    wide, high = plot.width, plot.height
    ink = "p-ink" if plot.look in ("tile", "works", "pill") and plot.count != 0 else "ink"
    narrow = wide < _NARROW and high > _HIGH
    left = 2 * _corner(plot) if plot.figure and not narrow else 0
    middle, room = (wide + left) / 2, wide - (10 if high > _HIGH else 5) - left
    lower = plot.pieces or plot.cost
    if plot.look == "works":
        return signs.row(plot.signs, (middle, high * 0.66), high * 0.5, wide - 6, ink)
    if plot.words is not None:
        return signs.row(plot.signs, (middle, high * 0.29), min(high * 0.37, 36.0), room, ink)
    if not lower:
        size = min(high * (0.5 if high > _HIGH else 0.74), 34.0)
        return signs.row(plot.signs, (middle, high / 2), size, room, ink)
    upper, below = (part * high for part in _TWO)
    upper += _corner(plot) if plot.figure and narrow else 0
    drawn = signs.row(plot.signs, (middle, upper), min(high * 0.4, 32.0), room, ink)
    size = min(high * 0.38, 30.0) if plot.pieces else min(high * 0.24, 20.0)
    return drawn + signs.row(lower, (wide / 2, below), size, wide - 10, ink)
