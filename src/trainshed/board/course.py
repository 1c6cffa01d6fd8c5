"""Tracks of spaces on boards: what is printed there, the rails that lie on them, how far one gets.

A track is drawn from the bottom: its spaces with their numbers and prints, the rails with a head
at the end of each, the bar that shows the reach, the values of spaces, and what stands below.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from . import signs
from .markup import group, moved, num, text
from .scene import Course, Grade, Rail, Sign

GAP = 2.0
"""Between two spaces."""
_ABOVE, _NUMBER, _BAR, _VALUE, _BELOW = -34.0, -7.0, 9.0, 30.0, 49.0
"""Where things stand, from the upper edge of the spaces or from their lower edge."""
_HEAD = 13.0
"""How long the head of a rail is, half before its end."""

_HALF = 14.0
"""Half the height of rails."""
_FAINT = ' fill-opacity=".55"'


class Shared(NamedTuple):
    """What is drawn once and then referred to: the drawing, and how it gets to another place."""

    drawn: str
    used: str = ""
    """The attributes of a reference to it."""
    moved: str = ""
    """The attribute that moves the drawing itself."""


@lru_cache(maxsize=256)
def draw(track: Course) -> tuple[str | Shared, ...]:
    """A track with everything on it, in parts: several boards show some of them alike."""
    return (
        Shared(_spaces(track)),
        *_signs(track),
        *(part for n, rail in enumerate(track.rails) for part in _rail(track, rail, n)),
        *(_head(track, rail) for rail in track.rails),
        _bar(track) + _values(track),
    )


def _spaces(track: Course) -> str:
    x, y = track.at
    wide = track.step - GAP
    path = "".join(
        f"M{num(x + n * track.step)} {num(y)}h{num(wide)}v{num(track.height)}h-{num(wide)}z"
        for n in range(track.length)
    )
    drawn = (
        f'<path d="{path}" fill="var(--land)" stroke="var(--rule)" stroke-width="1" '
        'stroke-linejoin="round"/>'
    )
    if not track.numbered:
        return drawn
    numbers = "".join(
        f'<text x="{num(x + n * track.step + wide / 2)}" y="{num(y + _NUMBER)}">'
        f"{track.first + n}</text>"
        for n in range(track.length)
    )
    return drawn + group(numbers, 'font-size="14" font-weight="400" fill="var(--ink-3)"')


def _signs(track: Course) -> Iterator[Shared]:
    high, covered = track.height, track.rails[0].to if track.rails else track.first - 1
    layers = (
        ([it for it in track.prints if it[0] > covered], high / 2, min(high - 10, 28.0)),
        (track.above, _ABOVE, 26.0),
        (track.below, high + _BELOW, 28.0),
    )
    for found, down, size in layers:
        spaces: dict[int, list[Sign]] = {}
        for number, shown in found:
            spaces.setdefault(number, []).append(shown)
        yield Shared("".join(_at(track, n, tuple(row), down, size) for n, row in spaces.items()))


def _at(track: Course, number: int, row: tuple[Sign, ...], down: float, size: float) -> str:
    """The signs of one space; letters alone are figures."""
    x, y = track.corner(number)
    middle = x + (track.step - GAP) / 2
    if not row[0].symbol:
        place = f'x="{num(middle)}" y="{num(y + down + 6.5)}" font-family="var(--serif)"'
        return f'<text {place} font-size="19" fill="var(--ink)">{text(row[0].words)}</text>'
    return signs.row(row, (middle, y + down), size, track.step - 4)


def _rail(track: Course, rail: Rail, number: int) -> tuple[str | Shared, ...]:
    """The rails of one grade, from the end of the better ones to their own end."""
    better = track.rails[number + 1].to if number + 1 < len(track.rails) else 0
    x, y = track.at
    start, end = x + better * track.step, x + rail.to * track.step - GAP - _HEAD
    if better:
        start -= GAP + _HEAD
    place = f'x="{num(start)}" y="{num(y + track.height / 2 - _HALF)}"'
    size = f'width="{num(end - start)}" height="{num(2 * _HALF)}"'
    return f"<svg {place} {size}>", Shared(_endless(rail.grade)), "</svg>"


@cache
def _endless(grade: Grade) -> str:
    """Rails without end, to be cut off."""
    line, two = f"M0 {_HALF:g}h2000", f"M0 {_HALF - 6:g}h2000M0 {_HALF + 6:g}h2000"
    key, colour = f'stroke="var(--{signs.keyline(grade)})"', f'stroke="var(--rail-{grade})"'
    return (
        f'<g fill="none"><path d="{line}" {key} stroke-width="25.5" '
        'stroke-dasharray="4.4 4.4" stroke-dashoffset="-1.6"/>'
        f'<path d="{two}" {key} stroke-width="4.8"/>'
        f'<path d="{line}" {colour} stroke-width="23.6" stroke-dasharray="2.6 6.2" '
        'stroke-dashoffset="-2.5"/>'
        f'<path d="{two}" {colour} stroke-width="3"/></g>'
    )


def _head(track: Course, rail: Rail) -> Shared:
    """What shows the end of a rail: a buffer in its colour, with its letters."""
    x, y = track.corner(rail.to)
    half = num(track.height / 2 - 4)
    ink = "black-on" if rail.grade in ("black", "brown") else "p-ink"
    size = 17 if len(rail.letters) < 2 else 14
    body = (
        f'<path d="M-14-{half}H0L{num(_HEAD)} 0 0 {half}H-14z" '
        f'fill="var(--rail-{rail.grade})" stroke="var(--{signs.keyline(rail.grade)})" '
        'stroke-width="1.5" stroke-linejoin="round"/>'
        f'<text x="-1" y="{num(size * 0.35)}" font-size="{size}" fill="var(--{ink})">'
        f"{text(rail.letters)}</text>"
    )
    at = x + track.step - GAP - _HEAD + 2, y + track.height / 2
    return Shared(body, f' x="{num(at[0])}" y="{num(at[1])}"', moved(at))


def _bar(track: Course) -> str:
    """How far one gets."""
    if not track.reach:
        return ""
    x, y = track.at
    end = x + min(track.reach, track.length) * track.step - GAP
    y += track.height + _BAR
    return (
        f'<path d="M{num(x)} {num(y)}H{num(end)}M{num(end)} {num(y - 5)}v10" fill="none" '
        'stroke="var(--ink-2)" stroke-width="3.4"/>'
    )


def _values(track: Course) -> str:
    if not track.values:
        return ""
    x, y = track.at
    y += track.height + _VALUE
    middle = x + (track.step - GAP) / 2
    drawn = "".join(
        f'<text x="{num(middle + n * track.step)}" y="{num(y)}"'
        f"{_FAINT if value == '0' else ''}>{text(value)}</text>"
        for n, value in enumerate(track.values)
    )
    style = 'font-family="var(--serif)" font-size="18" font-weight="600" fill="var(--ink)"'
    return group(drawn, style)
