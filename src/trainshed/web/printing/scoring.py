"""The scoring of a round, as a table: who scores how much by what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from trainshed.board.scene import Course, Part, Scene
from trainshed.core import Match, News, Reader, Seat

from .html import html

SCORED = "evaluated"
"""The news by which a game says what a seat scores: a seat, and amounts named like sources."""


class Step(Struct, frozen=True, gc=False):
    """One step in the count of a line: what counts, and where it lies on the board."""

    words: Markup
    points: int | None
    box: tuple[float, ...]


class Score(Struct, frozen=True, gc=False):
    """What one seat scores."""

    seat: Seat
    parts: tuple[int, ...]
    total: int
    steps: tuple[tuple[Step, ...], ...] = ()
    """How each part is counted."""


class Scoring(Struct, frozen=True, gc=False):
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


def scoring(
    match: Match[Any, Any], news: Sequence[News], number: int, reader: Reader
) -> Scoring | None:
    """The scoring among the news of a move."""
    found = [item for item in news if is_scored(item)]
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


def counted(match: Match[Any, Any], at: int, reader: Reader) -> Scoring | None:
    """The last scoring up to a position, with all its steps."""
    numbers = (n for n in range(at, 0, -1) if is_scoring(match.history[n - 1].news))
    number = next(numbers, 0)
    if not number:
        return None
    key = ("counted", reader.seat, reader.language.code, reader.by_name)
    known, found = match.memo.get(key, (None, None))
    if known is not match.history[number - 1]:
        known, found = match.history[number - 1], _counted(match, number, reader)
        match.memo[key] = (known, found)
    last: Scoring | None = found
    return last


def _counted(match: Match[Any, Any], number: int, reader: Reader) -> Scoring | None:
    game, move = match.game, match.history[number - 1]
    found = scoring(match, move.news, number, reader)
    if found is None:
        return None
    steps = _steps(game.scene(game.view(move.after, None)), reader)
    scores = (
        replace(score, steps=tuple(steps.get((score.seat, key), ()) for key in found.keys))
        for score in found.scores
    )
    return replace(found, scores=tuple(scores))


def _steps(scene: Scene, reader: Reader) -> dict[tuple[Seat | None, str], tuple[Step, ...]]:
    """How every track is counted, by its owner and its name."""
    if scene.desk is None:
        return {}
    seats = {board.key: board.seat for board in scene.desk.boards}
    return {
        (seats[item.board], item.key.rsplit(":", 1)[-1]): tuple(
            Step(html(reader, part.text), part.points, _box(item, part)) for part in item.parts
        )
        for item in scene.items
        if isinstance(item, Course)
    }


def _box(track: Course, part: Part) -> tuple[float, ...]:
    """The corner and the size of the spaces that a step is about."""
    many = part.last - part.first + 1
    return (*track.corner(part.first), many * track.step, track.height)
