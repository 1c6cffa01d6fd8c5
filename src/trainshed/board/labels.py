"""Names of places: where each is written so that it hides nothing and nothing hides it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from .markup import group, num, text
from .scene import Point

_ADVANCES = {
    **dict(
        zip(
            "abcdefghijklmnopqrstuvwxyz",
            (
                55,
                63,
                53,
                62,
                54,
                37,
                57,
                65,
                34,
                31,
                62,
                34,
                96,
                65,
                59,
                63,
                61,
                48,
                48,
                37,
                64,
                58,
                85,
                58,
                59,
                50,
            ),
            strict=True,
        )
    ),
    **dict(
        zip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            (
                71,
                67,
                66,
                74,
                63,
                61,
                72,
                81,
                39,
                39,
                73,
                62,
                93,
                76,
                74,
                64,
                74,
                71,
                56,
                65,
                76,
                71,
                102,
                68,
                67,
                59,
            ),
            strict=True,
        )
    ),
    **dict.fromkeys("0123456789", 55),
    **dict.fromkeys(" '’.", 25),
    "-": 34,
    "&": 74,
}
"""How far each letter of the semibold serif advances, in hundredths of its size."""
_UNKNOWN = 60
_SMALL = 1.04
"""Small lettering is cut a little wider."""
_SIZES = ((24.0, 12.5), (38.0, 14.5))
"""Radii of hexes with the size of their lettering."""
_SEARCH = 120.0
_TRACK, _LATER, _FORBIDDEN = 30.0, 6.0, 1e6


class Box(NamedTuple):
    """A rectangle on the board."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The area that two rectangles share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom


class Name(NamedTuple):
    """A name to be written: by what place, how far that reaches, plates before discs."""

    words: str
    at: Point
    reach: tuple[float, float]
    beside: bool
    """Whether the name reads best beside the place rather than below it."""


class Label(NamedTuple):
    """A name in its place: the middle of its base line, and the room it takes."""

    words: str
    at: Point
    box: Box


def size(radius: float) -> float:
    """The size of lettering on hexes of this radius."""
    (low, small), (high, large) = _SIZES
    part = min(1.0, max(0.0, (radius - low) / (high - low)))
    return small + (large - small) * part


def width(words: str, letters: float) -> float:
    """How wide a name is; accents take no room.

    >>> width("Hull", 100) < width("Łódź Fabryczna", 100)
    True
    """
    plain = unicodedata.normalize("NFD", words)
    return sum(
        _ADVANCES.get(letter, _UNKNOWN) for letter in plain if not unicodedata.combining(letter)
    ) * (letters / 100 * _SMALL)


@lru_cache(maxsize=256)
def place(
    names: tuple[Name, ...],
    obstacles: tuple[Box, ...],
    track: tuple[Point, ...],
    frame: Box,
    letters: float,
) -> tuple[Label, ...]:
    """Find a place for each name, the first names first."""
    found: list[Label] = []
    for name in names:
        near = [box for box in obstacles if _near(name.at, box)]
        near += [label.box for label in found if _near(name.at, label.box)]
        points = [
            point
            for point in track
            if abs(point[0] - name.at[0]) < _SEARCH and abs(point[1] - name.at[1]) < 50
        ]
        tried = _tries(name, letters)
        costs = [
            _cost(label.box, near, points, frame) + order * _LATER
            for order, label in enumerate(tried)
        ]
        found.append(tried[costs.index(min(costs))])
    return tuple(found)


def draw(labels: Sequence[Label], letters: float) -> str:
    """The names on their halo."""
    words = "".join(
        f'<text x="{num(label.at[0])}" y="{num(label.at[1])}">{text(label.words)}</text>'
        for label in labels
    )
    style = (
        f'class="labels" font-family="var(--serif)" font-size="{num(letters)}" font-weight="600" '
        'text-anchor="middle" fill="var(--map-ink)" stroke="var(--halo)" stroke-width="3.6" '
        'stroke-linejoin="round" paint-order="stroke" pointer-events="none"'
    )
    return group(words, style)


def _tries(name: Name, letters: float) -> list[Label]:
    """Below, above, right, left, then the diagonals; beside first where that reads best."""
    (x, y), (wide, high) = name.at, name.reach
    half = width(name.words, letters) / 2
    up, down = letters * 0.72, letters * 0.24
    middle = (up - down) / 2
    below, above = y + high + up + 2.5, y - high - down - 2.5
    right, left = x + wide + half + 4, x - wide - half - 4
    slant, lift = 0.95, 0.55
    upright = [(x, below), (x, above)]
    level = [(right, y + middle), (left, y + middle)]
    diagonal = [
        (x + wide * slant + half + 2, y + high * lift + up),
        (x - wide * slant - half - 2, y + high * lift + up),
        (x + wide * slant + half + 2, y - high * lift - down),
        (x - wide * slant - half - 2, y - high * lift - down),
    ]
    order = [*level, *upright] if name.beside else [*upright, *level]
    return [
        Label(name.words, (cx, base), Box(cx - half, base - up, cx + half, base + down))
        for cx, base in (*order, *diagonal)
    ]


def _cost(box: Box, near: Sequence[Box], points: Sequence[Point], frame: Box) -> float:
    if not (frame.left <= box.left and box.right <= frame.right):
        return _FORBIDDEN
    if not (frame.top <= box.top and box.bottom <= frame.bottom):
        return _FORBIDDEN
    wide = Box(box.left - 3, box.top - 3, box.right + 3, box.bottom + 3)
    hidden = sum(wide.overlap(other) for other in near)
    return hidden + _TRACK * sum(wide.holds(point) for point in points)


def _near(at: Point, box: Box) -> bool:
    return (
        box.left - _SEARCH < at[0] < box.right + _SEARCH and box.top - 50 < at[1] < box.bottom + 50
    )


ORDER: dict[Literal["start", "city", "town"], int] = {"city": 0, "start": 1, "town": 2}
"""Whose names are written first."""
