"""The few words of SVG that every drawing needs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from xml.sax.saxutils import escape

from .scene import Key, Point


def num(value: float) -> str:
    """A number with one decimal at most.

    >>> num(3.04), num(-0.01), num(2.56)
    ('3', '0', '2.6')
    """
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def pair(point: Point) -> str:
    """A point as two numbers."""
    return f"{num(point[0])} {num(point[1])}"


def moved(point: Point) -> str:
    """The attribute that puts a drawing at a point."""
    return f'transform="translate({pair(point)})"'


@lru_cache(maxsize=4096)
def text(words: str) -> str:
    """Words as content or as the value of an attribute."""
    return escape(words, {'"': "&quot;"})


def name(key: Key) -> str:
    """A key as an id: the same text, without blanks."""
    return text(key.replace(" ", "_"))


def polygon(points: Iterable[Point]) -> str:
    """The path round these points."""
    return f"M{'L'.join(map(pair, points))}Z"


def polyline(points: Iterable[Point]) -> str:
    """The path along these points."""
    return f"M{'L'.join(map(pair, points))}"


def group(content: str, attributes: str = "") -> str:
    """Things that belong together."""
    return f"<g {attributes}>{content}</g>" if attributes else f"<g>{content}</g>"
