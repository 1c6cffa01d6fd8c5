"""How a game went, as series of numbers: fortunes by source, and what else the game counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from trainshed.core import Match, Reader, Seat, Text, say

from .freight import is_freight

Amounts = tuple[int | None, ...]
MANY = 16
"""No more events than these are named in a game on boards, where they are small and many."""


class Series(Struct, frozen=True):
    """One line of a chart: of a seat or of a company, with None where it has no value."""

    key: str
    values: Amounts
    seat: Seat | None = None
    livery: str = ""


class Curve(Struct, frozen=True):
    """A chart: its name and its lines."""

    key: str
    title: str
    series: tuple[Series, ...]


class Progress(Struct, frozen=True):
    """All charts of a game, point by point."""

    chapters: tuple[str, ...]
    """The round or turn of each point, as short as can be."""
    by_turn: bool
    moves: tuple[int, ...]
    """The move that leads to each point."""
    curves: tuple[Curve, ...]
    events: tuple[tuple[int, str], ...]
    """Points with something that has a name, such as a merger."""


class Point(Struct, frozen=True):
    """The end of a round or turn."""

    chapter: Text
    move: int
    state: Any


def is_secret(match: Match[Any, Any], seat: Seat | None) -> bool:
    """Whether a viewer must not know everything yet."""
    return match.actor is not None and bool(match.game.view(match.state, seat).hidden)


def progress(match: Match[Any, Any], reader: Reader) -> Progress:
    """The charts of a match of which nothing is secret; `reader` writes no HTML."""
    found = points(match, match.version)
    game, seats = match.game, range(len(match.names))
    scene = game.scene(match.state)
    carries = is_freight(scene)
    title = say("Points") if carries or scene.desk is not None else say("Fortune")
    curves = [Curve("worth", reader.read(title), _seats(_scores(match), seats))]
    for source, amounts in _tallies(match).items():
        if any(any(row) for row in amounts):
            name = reader.read(game.names[f"tally:{source}"])
            curves.append(Curve(source, name[:1].upper() + name[1:], _seats(amounts, seats)))
    liveries = {plate.letters: plate.livery for plate in scene.plates}
    for key, lines in _others(match).items():
        name = reader.read(game.names[f"curve:{key}"])
        series = [Series(line, row, livery=liveries.get(line, "")) for line, row in lines.items()]
        if series:
            curves.append(Curve(key, name, tuple(series)))
    return Progress(
        chapters=tuple(reader.read(point.chapter) for point in found),
        by_turn=game.chapter is None or carries,
        moves=tuple(point.move for point in found),
        curves=tuple(curves),
        events=_events(match, reader, found),
    )


@lru_cache(maxsize=32)
def points(match: Match[Any, Any], version: int) -> tuple[Point, ...]:
    """The last state of each round, or of each turn where the game has no rounds."""
    last: dict[str, Point] = {}
    for number, move in enumerate(match.history, 1):
        chapter = chapter_of(match, move.before)
        last[repr(chapter)] = Point(chapter, number, move.after)
    return tuple(last.values())


def chapter_of(match: Match[Any, Any], state: Any) -> Text:  # noqa: ANN401 - of any game
    """The round of a state, or its turn."""
    game = match.game
    if game.chapter is not None:
        return game.chapter(state)
    return say("{n}", n=game.turn(state))


def _scores(match: Match[Any, Any]) -> list[tuple[int, ...]]:
    return [match.game.scores(point.state) for point in points(match, match.version)]


def _tallies(match: Match[Any, Any]) -> dict[str, list[tuple[int, ...]]]:
    """The fortunes by source, point by point."""
    tallies = [match.game.tally(point.state) for point in points(match, match.version)]
    sources = dict.fromkeys(source for tally in tallies for source in tally)
    return {source: [tally[source] for tally in tallies] for source in sources}


def _others(match: Match[Any, Any]) -> Mapping[str, Mapping[str, Amounts]]:
    """What the game itself counts, by chart and line."""
    curves = match.game.curves
    if curves is None:
        return {}
    found = [curves(point.state) for point in points(match, match.version)]
    names = dict.fromkeys(name for every in found for name in every)
    return {
        name: {
            line: tuple(every.get(name, {}).get(line) for every in found)
            for line in dict.fromkeys(line for every in found for line in every.get(name, {}))
        }
        for name in names
    }


def _seats(rows: list[tuple[int, ...]], seats: range) -> tuple[Series, ...]:
    return tuple(
        Series(f"seat-{seat}", tuple(row[seat] for row in rows), Seat(seat)) for seat in seats
    )


def _rare(match: Match[Any, Any]) -> dict[Any, Text]:
    """The texts of kinds of events; on boards without the most frequent ones if there are many."""
    names = match.game.names
    counts: dict[Any, int] = {}
    for move in match.history:
        for item in move.news:
            tag = item.__struct_config__.tag
            if f"event:{tag}" in names:
                counts[tag] = counts.get(tag, 0) + 1
    has_boards = match.game.scene(match.state).desk is not None
    while has_boards and sum(counts.values()) > MANY:
        del counts[max(counts, key=lambda tag: counts[tag])]
    return {tag: names[f"event:{tag}"] for tag in counts}


def _events(
    match: Match[Any, Any], reader: Reader, found: tuple[Point, ...]
) -> tuple[tuple[int, str], ...]:
    """What the game calls an event: its names have a text such as `event:merged`."""
    place = {repr(point.chapter): number for number, point in enumerate(found)}
    known = _rare(match)
    events = []
    for move in match.history:
        for item in move.news:
            text = known.get(item.__struct_config__.tag)
            if text is not None:
                fields = {name: getattr(item, name) for name in item.__struct_fields__}
                name = reader.read(Text(text.msgid, fields))
                events.append((place[repr(chapter_of(match, move.before))], name))
    return tuple(events)
