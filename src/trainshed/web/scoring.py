"""The scoring of a round, as a table: who scores how much by what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from trainshed.core import Match, News, Reader, Seat
from trainshed.core.match import Move

from .html import html

SCORED = "evaluated"
"""The news by which a game says what a seat scores: a seat, and amounts named like sources."""


class Score(Struct, frozen=True):
    """What one seat scores."""

    seat: Seat
    parts: tuple[int, ...]
    total: int


class Scoring(Struct, frozen=True):
    """A round as it is counted, seat by seat and source by source."""

    move: int
    keys: tuple[str, ...]
    sources: tuple[Markup, ...]
    scores: tuple[Score, ...]


def is_scored(item: News) -> bool:
    """Whether a news item is a part of a scoring."""
    return item.__struct_config__.tag == SCORED


def is_scoring(news: Sequence[News]) -> bool:
    """Whether a scoring is among the news."""
    return any(map(is_scored, news))


def scoring(match: Match[Any, Any], move: Move[Any], number: int, reader: Reader) -> Scoring | None:
    """The scoring that a move brought."""
    found = [item for item in move.news if is_scored(item)]
    if not found:
        return None
    names = [name for name in found[0].__struct_fields__ if name != "seat"]
    scores = []
    for item in found:
        parts = tuple(int(getattr(item, name)) for name in names)
        scores.append(Score(getattr(item, "seat"), parts, sum(parts)))  # noqa: B009
    return Scoring(
        move=number,
        keys=tuple(names),
        sources=tuple(html(reader, match.game.names[f"tally:{name}"]) for name in names),
        scores=tuple(sorted(scores, key=lambda score: score.seat)),
    )
