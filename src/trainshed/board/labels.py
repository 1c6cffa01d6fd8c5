"""Names of places: where each is written so that it hides nothing and nothing hides it."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import Literal, NamedTuple, TypeAlias

from .layer import Layer, slices, within
from .markup import num, text
from .scene import Point


def _row(letters: str, advances: str) -> dict[str, int]:
    return dict(zip(letters, map(int, advances.split()), strict=True))


_SMALLS = "55 63 53 62 54 37 57 65 34 31 62 34 96 65 59 63 61 48 48 37 64 58 85 58 59 50"
_CAPITALS = "71 67 66 74 63 61 72 81 39 39 73 62 93 76 74 64 74 71 56 65 76 71 102 68 67 59"
_ADVANCES = {
    **dict.fromkeys("0123456789", 55),
    **dict.fromkeys(" '’.", 25),
    "-": 34,
    "&": 74,
    **_row(ascii_lowercase, _SMALLS),
    **_row(ascii_uppercase, _CAPITALS),
}
"""How far each letter of the semibold serif advances, in hundredths of its size."""
_UNKNOWN = 60
_SMALL = 1.04
"""Small lettering is cut a little wider."""
_SIZES = ((24.0, 12.5), (38.0, 14.5))
"""Radii of hexes with the size of their lettering."""
_REACH, _FIELD = 50.0, 32.0
"""How far up or down its name can be, and the fields in which track is looked up."""
_KEPT = 3.0
"""How much is kept free around a name."""
_HIDDEN, _TRACK, _LATER, _FORBIDDEN = 2.0, 30.0, 6.0, 1e6
"""What it costs to hide a unit of area or a point of track, to be tried later, to be outside."""
_MANY = 24
"""How many names share a layer."""


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
    style: Literal["place", "abroad"] = "place"


class Label(NamedTuple):
    """A name in its place: where it is held and by what, and the room it takes.

    It is held on the side of its place, so that it can be written larger without reaching into it.
    """

    words: str
    at: Point
    box: Box
    anchor: Literal["start", "middle", "end"] = "middle"
    drop: float = 0.0
    """How far below `at` its base line lies, in its own size."""
    style: Literal["place", "abroad"] = "place"


_Hold: TypeAlias = tuple[float, float, Literal["start", "middle", "end"], float]


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


@lru_cache(maxsize=128)
def place(
    names: tuple[Name, ...],
    obstacles: tuple[Box, ...],
    track: tuple[Point, ...],
    frame: Box,
    letters: float,
) -> tuple[Label, ...]:
    """Find a place for each name, the first names first."""
    found: list[Label] = []
    fields: dict[tuple[int, int], list[Point]] = {}
    for x, y in track:
        fields.setdefault((int(x // _FIELD), int(y // _FIELD)), []).append((x, y))
    taken = _Taken(obstacles)
    for name in names:
        near = taken.near(name.at, _aside(name, letters))
        best, least = None, math.inf
        for order, label in enumerate(_tries(name, letters)):
            if order * _LATER >= least:
                break
            cost = _cost(label.box, near, fields, frame) + order * _LATER
            if cost < least:
                best, least = label, cost
        assert best is not None
        found.append(best)
        taken.add(best.box)
    return tuple(found)


class _Taken:
    """Rectangles that are taken, in the rows from which a name can reach them."""

    def __init__(self, boxes: Iterable[Box]) -> None:
        self._rows: dict[int, list[Box]] = {}
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        """Take one more."""
        first, last = (box.top - _REACH) // _REACH, (box.bottom + _REACH) // _REACH
        for row in range(int(first), int(last) + 1):
            self._rows.setdefault(row, []).append(box)

    def near(self, at: Point, aside: float) -> list[Box]:
        """Those that a name by this place could hide which reaches so far aside."""
        x, y = at
        return [
            box
            for box in self._rows.get(int(y // _REACH), ())
            if box.left - aside < x < box.right + aside
            and box.top - _REACH < y < box.bottom + _REACH
        ]


def draw(labels: Sequence[Label], letters: float) -> tuple[Layer, ...]:
    """The names on their halo."""
    style = (
        f'class="labels" font-family="var(--serif)" font-size="{num(letters)}" font-weight="600" '
        'text-anchor="middle" fill="var(--map-ink)" stroke="var(--halo)" stroke-width="3.6" '
        'stroke-linejoin="round" paint-order="stroke" pointer-events="none"'
    )
    return within(slices("labels", map(_text, labels), _MANY), f"<g {style}>")


@lru_cache(maxsize=8192)
def _text(label: Label) -> str:
    anchor = "" if label.anchor == "middle" else f' text-anchor="{label.anchor}"'
    place = f'x="{num(label.at[0])}" y="{num(label.at[1])}" dy="{label.drop:g}em"'
    place += _ABROAD if label.style == "abroad" else ""
    return f"<text {place}{anchor}>{text(label.words)}</text>"


_ABROAD = ' font-style="italic" font-weight="400" fill="var(--frontier)"'
_GROWN = 1.25
"""Room is kept for larger letters: on a small screen a page writes the names larger."""
_UP, _DOWN = 0.72, 0.24
"""How far letters reach above and below their base line, in their own size."""


@lru_cache(maxsize=8192)
def _tries(name: Name, letters: float) -> tuple[Label, ...]:
    """Below, above, right, left, then the diagonals; beside first where that reads best."""
    (x, y), (wide, high) = name.at, name.reach
    slant, lift = wide * 0.95 + 2, high * 0.55
    upright: list[_Hold] = [
        (x, y + high + 2.5, "middle", _UP),
        (x, y - high - 2.5, "middle", -_DOWN),
    ]
    level: list[_Hold] = [
        (x + wide + 4, y, "start", (_UP - _DOWN) / 2),
        (x - wide - 4, y, "end", (_UP - _DOWN) / 2),
    ]
    diagonal: list[_Hold] = [
        (x + slant, y + lift, "start", _UP),
        (x - slant, y + lift, "end", _UP),
        (x + slant, y - lift, "start", -_DOWN),
        (x - slant, y - lift, "end", -_DOWN),
    ]
    order = [*level, *upright] if name.beside else [*upright, *level]
    return tuple(_held(name, hold, letters) for hold in (*order, *diagonal))


@lru_cache(maxsize=1024)
def _aside(name: Name, letters: float) -> float:
    """How far a name reaches to the left or right of its place, wherever it goes."""
    x = name.at[0]
    return _KEPT + max(max(x - it.box.left, it.box.right - x) for it in _tries(name, letters))


def _held(name: Name, hold: _Hold, letters: float) -> Label:
    x, y, anchor, drop = hold
    words, letters = name.words, letters * _GROWN
    wide, base = width(words, letters), y + drop * letters
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    box = Box(left, base - _UP * letters, left + wide, base + _DOWN * letters)
    return Label(words, (x, y), box, anchor, round(drop, 2), name.style)


def _cost(
    box: Box, near: Sequence[Box], fields: Mapping[tuple[int, int], Sequence[Point]], frame: Box
) -> float:
    if not (frame.left <= box.left and box.right <= frame.right):
        return _FORBIDDEN
    if not (frame.top <= box.top and box.bottom <= frame.bottom):
        return _FORBIDDEN
    wide = Box(box.left - _KEPT, box.top - _KEPT, box.right + _KEPT, box.bottom + _KEPT)
    left, top, right, bottom = wide
    hidden = sum(
        wide.overlap(other)
        for other in near
        if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top
    )
    points = sum(
        left < x < right and top < y < bottom
        for column in range(int(left // _FIELD), int(right // _FIELD) + 1)
        for row in range(int(top // _FIELD), int(bottom // _FIELD) + 1)
        for x, y in fields.get((column, row), ())
    )
    return _HIDDEN * hidden + _TRACK * points


ORDER: dict[Literal["start", "city", "town"], int] = {"city": 0, "start": 1, "town": 2}
"""Whose names are written first."""
