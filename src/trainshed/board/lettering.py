"""Lettering of the ground: names of seas and lands, the title, the legend, the scale bar."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from trainshed.core import Reader

from . import symbols
from .labels import Box, width
from .markup import group, moved, num, text
from .scene import HexMap, Lettering, Point

_STYLES = {
    "water": 'font-style="italic" font-size="15" letter-spacing="2.4"',
    "land": 'font-style="italic" font-size="17" letter-spacing="4.6" fill="var(--ink-3)"',
    "title": 'letter-spacing="1.8"',
    "subtitle": 'font-style="italic" font-size="15" letter-spacing=".8"',
    "ruled": 'font-style="italic" font-size="15"',
    "river": 'font-style="italic" fill="var(--river)"',
    "range": 'fill="var(--ridge)" stroke="var(--hill)" stroke-width="3" paint-order="stroke"',
}
_CAPITALS = ("water", "land", "title", "range")
_SIZES = {"river": 11.0, "range": 14.0, "water": 15.0, "subtitle": 15.0}
_SPACED = {"river": 0.09, "range": 0.4, "water": 0.55, "subtitle": 0.12}
"""Of letters that follow a line: their size, and how far apart they stand, in that size."""
_RULE = 108.0
"""How far the rules beside a subtitle run."""
_COLUMN, _LINE = 117.0, 23.0


def lettering(board: HexMap, reader: Reader) -> str:
    """All words of the open sea; a small page hides them by the variable `--lettering`."""
    drawn = [_words(words, reader) for words in board.lettering]
    drawn.append(_legend(board, reader))
    if board.scale is not None:
        drawn.append(_scale(*board.scale[:2], reader.read(board.scale[2])))
    style = 'font-family="var(--serif)" fill="var(--sea-ink)"'
    shown = 'class="lettering" display="var(--lettering, inline)"'
    return group("".join(drawn), f"{shown} {style}")


def rooms(words: Lettering) -> list[Box]:
    """About how much room words take, in whatever language."""
    if not words.along:
        return [room(words)]
    size = words.size or _SIZES[words.style]
    spots = _spread(words.text.msgid, words.along, size, _SPACED[words.style])
    return [
        Box(x - size * 0.4, y - size * 0.6, x + size * 0.4, y + size * 0.3) for (x, y), _ in spots
    ]


def room(words: Lettering) -> Box:
    """About how much room words in a straight line take, in whatever language."""
    x, y = words.at
    size, spaced = (32.0, 1.8) if words.style == "title" else (16.0, 4.6)
    if words.size:
        size, spaced = words.size, spaced * words.size / size
    half = len(words.text.msgid) * (size * 0.6 + spaced) / 2
    return Box(x - half, y - size * 0.75, x + half, y + 3)


def _words(words: Lettering, reader: Reader) -> str:
    spoken = reader.read(words.text)
    spoken = spoken.upper() if words.style in _CAPITALS else spoken
    style = _STYLES[words.style]
    if words.along:
        return _bent(spoken, words)
    if words.style == "title":
        style = f'font-size="{num(words.size or min(32, 300 / len(spoken)))}" {style}'
    elif words.size:
        spaced = words.size * (0.27 if words.style in _CAPITALS else 0.04)
        style = f'font-style="italic" font-size="{num(words.size)}" letter-spacing="{num(spaced)}"'
    ink = "ink-2" if words.style in ("title", "ruled", "subtitle") else "ink-3"
    if words.dry:
        style = style.replace(' fill="var(--ink-3)"', "") + f' fill="var(--{ink})"'
    place = f'x="{num(words.at[0])}" y="{num(words.at[1])}" text-anchor="middle"'
    drawn = f"<text {place} {style}>{text(spoken)}</text>"
    if words.style == "ruled":
        colour = ink if words.dry else "sea-ink"
        drawn += _rules(words.at, max(46, width(spoken, 15) / 2 + 8), colour)
    return drawn


def _bent(spoken: str, words: Lettering) -> str:
    """Letters along a line, each turned its way."""
    size = words.size or _SIZES[words.style]
    style = _STYLES[words.style] if words.style in ("river", "range") else 'font-style="italic"'
    spots = _spread(spoken, words.along, size, _SPACED[words.style])
    if not spots:
        return ""
    xs = " ".join(num(x) for (x, _), _ in spots)
    ys = " ".join(num(y) for (_, y), _ in spots)
    turns = " ".join(f"{turn:.0f}" for _, turn in spots)
    place = f'x="{xs}" y="{ys}" rotate="{turns}" font-size="{num(size)}"'
    return f"<text {place} {style}>{text(spoken)}</text>"


def _spread(
    spoken: str, along: Sequence[Point], size: float, spaced: float
) -> list[tuple[Point, float]]:
    """Where each letter begins on a line, and how it is turned; in the middle of the line."""
    reached = [0.0]
    for (ax, ay), (bx, by) in pairwise(along):
        reached.append(reached[-1] + math.hypot(bx - ax, by - ay))
    steps = [width(letter, size) * 0.9 + size * spaced for letter in spoken]
    at = (reached[-1] - sum(steps) + size * spaced) / 2
    found = []
    for step in steps:
        x, y = _upon(along, reached, at)
        ahead = _upon(along, reached, at + step - size * spaced)
        found.append(((x, y), math.degrees(math.atan2(ahead[1] - y, ahead[0] - x))))
        at += step
    return found


def _upon(along: Sequence[Point], reached: Sequence[float], far: float) -> Point:
    """The point so far along a line, or beyond its ends."""
    n = max(1, next((n for n, end in enumerate(reached) if end >= far), len(reached) - 1))
    (ax, ay), (bx, by) = along[n - 1], along[n]
    t = (far - reached[n - 1]) / ((reached[n] - reached[n - 1]) or 1.0)
    return ax + (bx - ax) * t, ay + (by - ay) * t


def _rules(at: Point, near: float, colour: str) -> str:
    """Two lines on each side, the upper heavier."""
    far = max(_RULE, near + 22)
    spans = [(at[0] - far, at[0] - near), (at[0] + near, at[0] + far)]
    upper = "".join(f"M{num(a)} {num(at[1] - 5.5)}H{num(b)}" for a, b in spans)
    lower = "".join(f"M{num(a)} {num(at[1] - 2.5)}H{num(b)}" for a, b in spans)
    ink = f'stroke="var(--{colour})"'
    return f'<path d="{upper}" {ink} stroke-width="1.4"/><path d="{lower}" {ink} opacity=".5"/>'


def _legend(board: HexMap, reader: Reader) -> str:
    """Symbols with their names, in two columns if they fit."""
    rows = []
    spoken = [reader.read(words) for _, words in board.legend]
    abreast = 1 if any(width(words, 14) > _COLUMN for words in spoken) else 2
    for number, (symbol, _) in enumerate(board.legend):
        x = board.legend_at[0] + number % abreast * _COLUMN
        y = board.legend_at[1] + number // abreast * _LINE
        drawn = symbols.show(symbols.symbol_id(symbol), size=18.5)
        name = f'<text x="14" y="5" font-size="15">{text(spoken[number])}</text>'
        rows.append(group(drawn + name, moved((x, y))))
    return "".join(rows)


def _scale(at: Point, length: float, words: str) -> str:
    """A bar, its first half filled."""
    half = num(length / 2)
    bar = (
        f'<path d="M0 0H{num(length)}V5H0Z" fill="none" stroke="var(--sea-ink)"/>'
        f'<path d="M0 0H{half}V5H0Z"/>'
    )
    ends = (
        '<text y="-6" font-size="13.5">0</text>'
        f'<text x="{num(length)}" y="-6" font-size="13.5" text-anchor="end">{text(words)}</text>'
    )
    return group(bar + ends, moved(at))
