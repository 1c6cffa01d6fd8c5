"""The scoring of a line or of the industry in words, step by step, as the rulebook does it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from trainshed.board.scene import Part
from trainshed.core import Text, say

from .box import BOX
from .names import colour, fill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .board import Count


def values(counts: Sequence[Count]) -> tuple[str, ...]:
    """R13.2, R13.3, R13.4, R13.5 What each space of a line counts."""
    return tuple(
        str(one.worth * (2 if space < one.first + one.doubled else 1))
        for one in counts
        if one.kind in BOX.colours
        for space in range(one.first, one.last + 1)
    )


@cache
def reached(reach: int, length: int) -> Part:
    """R13.2 How far a line is counted."""
    if not reach:
        return Part(say("no locomotive"), 1, 0)
    if reach >= length:
        return Part(say("locomotives reach the end"), 1, length)
    return Part(say("locomotives reach space {n}", n=reach), 1, reach)


@cache
def part(count: Count) -> Part:
    """R13.1 One step of the scoring."""
    return Part(_counted(count), count.first, count.last, count.points)


def _counted(count: Count) -> Text:
    """R13.4, R13.6, R13.7, R13.8, R14.1, R14.2 What counts, and how often."""
    match count.kind:
        case "doubling":
            return say("the line doubled")
        case "stars":
            return say("stars {sum}", sum=_stars(count))
        case "medal":
            return say("the medal")
        case "marker" if count.first in BOX.holes or count.first == BOX.question_space:
            return say("marker beyond {points}", points=count.points)
        case "marker":
            return say("marker at {points}", points=count.points)
        case _:
            return _coloured(count)


def _stars(count: Count) -> str:
    found = (n for space, n in BOX.stars.items() if count.first <= space <= count.last)
    return " + ".join(map(str, found))


def _coloured(count: Count) -> Text:
    """R13.4, R13.5 The spaces of one colour."""
    many = count.last - count.first + 1
    if not count.doubled:
        text = say("{n} {colour} × {worth}")
    elif count.doubled == many:
        text = say("{n} {colour} × {worth} × 2")
    else:
        text = say("{n} {colour} × {worth}, {doubled} of them × 2")
    fields = {"n": many, "worth": count.worth, "doubled": count.doubled}
    return fill(text, {**fields, "colour": colour(count.kind)})
