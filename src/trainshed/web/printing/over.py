"""The end of a game: who won and how, how the fortunes grew, where it was decided."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from trainshed.core import Match, News, Reader, Seat
from trainshed.core.history import Move

from .freight import is_aside, is_freight
from .html import html, plain_reader, sentences
from .log import turn_of
from .progress import Progress, progress
from .scoring import is_scored, is_scoring

MOMENTS = 4
"""So many turning points are told."""
ENDED = "ended"
"""The news by which a game says why it is over; the last news says who won."""


class Standings(Struct, frozen=True):
    """One row of the final ranking."""

    rank: int
    seat: Seat
    total: int
    parts: tuple[tuple[str, Markup, int], ...]
    """Source, its name, amount."""


class Moment(Struct, frozen=True):
    """A turning point of the game."""

    move: int
    turn: int
    chapter: str
    """The round, where the game has a short name for it."""
    sentences: tuple[Markup, ...]
    """What was done, then each thing that followed by itself."""


class Over(Struct, frozen=True):
    """The end of a game: who won, how, and how the fortunes grew."""

    headline: Markup
    reason: Markup
    ranking: tuple[Standings, ...]
    progress: Progress
    """How the fortunes grew."""
    moments: tuple[Moment, ...]
    unit: int = 1
    """Amounts are shown in thousands where all of them are round and large."""

    @property
    def most(self) -> int:
        """The most that anybody made before something was taken off: the length of the bars."""
        if not self.less:
            return max(1, *(row.total for row in self.ranking))
        return max(1, *(sum(max(0, part[2]) for part in row.parts) for row in self.ranking))

    @property
    def less(self) -> frozenset[str]:
        """The sources that take something off."""
        return frozenset(part[0] for row in self.ranking for part in row.parts if part[2] < 0)

    @property
    def none(self) -> frozenset[str]:
        """The sources that brought nobody anything."""
        some = {part[0] for row in self.ranking for part in row.parts if part[2]}
        return frozenset(part[0] for row in self.ranking for part in row.parts) - some

    def brought(self, source: str, seat: int) -> int:
        """What a source brought a seat."""
        row = next(row for row in self.ranking if row.seat == seat)
        return sum(part[2] for part in row.parts if part[0] == source)


def over(match: Match[Any, Any], reader: Reader) -> Over:
    """The result of a match that has ended."""
    game, news = match.game, match.state.news
    ended = [item for item in news[:-1] if item.__struct_config__.tag == ENDED]
    return Over(
        headline=verdict(match, reader),
        reason=html(reader, game.words(ended[0], match.state)) if ended else Markup(""),
        ranking=_ranking(match, reader),
        progress=progress(match, plain_reader(reader)),
        moments=_moments(match, reader),
        unit=1000 if all(total % 1000 == 0 for total in game.scores(match.state)) else 1,
    )


def verdict(match: Match[Any, Any], reader: Reader) -> Markup:
    """Who has won a match, nothing while it is played."""
    news = match.state.news
    if match.actor is not None or not news:
        return Markup("")
    return html(reader, match.game.words(news[-1], match.state))


def _ranking(match: Match[Any, Any], reader: Reader) -> tuple[Standings, ...]:
    game = match.game
    tally, totals = game.tally(match.state), game.scores(match.state)
    ranks = game.ranks(match.state)
    return tuple(
        Standings(
            rank=ranks[seat],
            seat=Seat(seat),
            total=totals[seat],
            parts=tuple(
                (source, html(reader, game.names[f"tally:{source}"]), amounts[seat])
                for source, amounts in tally.items()
            ),
        )
        for seat in sorted(range(len(totals)), key=ranks.__getitem__)
    )


def _moments(match: Match[Any, Any], reader: Reader) -> tuple[Moment, ...]:
    """The turning points in words."""
    carries = is_freight(match.game.scene(match.state))

    def apart(move: Move[Any]) -> Callable[[News], bool]:
        return lambda item: is_scored(item) or (carries and is_aside(move.action, item))

    return tuple(
        Moment(
            n,
            turn_of(match, n),
            _chapter(match, n, reader),
            tuple(filter(None, sentences(match, move, reader, apart(move)))),
        )
        for n in _decisive(match, match.version)
        for move in match.history[n - 1 : n]
    )


def _chapter(match: Match[Any, Any], number: int, reader: Reader) -> str:
    chapter = match.game.chapter
    return "" if chapter is None else reader.read(chapter(match.history[number - 1].before))


@lru_cache(maxsize=32)
def _decisive(match: Match[Any, Any], version: int) -> tuple[int, ...]:
    """The moves that changed the distance between the players most."""
    game = match.game
    rated = []
    for number, move in enumerate(match.history[:-1], 1):
        if is_scoring(move.news):
            continue
        before, after = game.scores(move.before), game.scores(move.after)
        gains = [b - a for a, b in zip(before, after, strict=True)]
        rated.append((max(gains) - min(gains), number))
    return tuple(sorted(number for gain, number in sorted(rated, reverse=True)[:MOMENTS] if gain))
