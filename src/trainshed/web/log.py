"""The log in sentences, the time line, and what the last moves touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import CHANCE, Action, Masked, Match, News, Reader, Seat, Text, say
from trainshed.core.match import Move

from .html import html, sentence
from .scoring import Scoring, is_scored, scoring
from .seats import Sitting

MANY = 300
"""A page shows no more lines than these; the time line leads to all others."""
REMEMBERED = 4096
"""A match remembers so many of them, for all who look at it."""
CROWDED = 160
"""A time line shows each of so many moves."""
NEAR = 100
"""So many of them lie after the position that is looked at."""


class Entry(Struct, frozen=True):
    """One line of the log."""

    move: int
    """The position it leads to; 0 where the line was taken back."""
    seat: Seat
    turn: int
    sentence: Markup
    time: str
    since: bool
    """It was played since the viewer's last action."""
    struck: bool = False
    scoring: Scoring | None = None
    """What a round scored, where the move ended one."""
    heading: str = ""
    """What stands over the moves of one round, where it is not the number of the turn."""


Heading: TypeAlias = Callable[[Any], Text]
"""What stands over the moves that were played in a state."""


class Manner(Struct, frozen=True):
    """How the log of a game is written whose actions need several moves."""

    is_idle: Callable[[Move[Any]], bool]
    """Whether a move is no news in any case."""
    heading: Heading
    apart: Callable[[Action, News], bool]
    """Whether an action says already what a news item tells."""


def log(
    match: Match[Any, Any],
    sitting: Sitting,
    reader: Reader,
    since: int,
    at: int,
    *,
    terse: bool = False,
    manner: Manner | None = None,
) -> tuple[Entry, ...]:
    """The lines about a position, those taken back included, in the order of writing.

    A `terse` log leaves out what brought nothing and only led to the next decision of one seat,
    and in a certain `manner` what is idle even if it is the last move.
    """
    rows: list[tuple[int, Entry]] = []
    if sitting.base:
        text = say("The laws of this game were corrected here. It goes on from this position.")
        turn = match.game.turn(match.start if match.actor is not None else match.state)
        rows.append((sitting.base, Entry(0, CHANCE, turn, html(reader, text), "", False)))
    places = [(move, number) for number, move in enumerate(match.history, 1)]
    first = 0 if len(places) <= MANY else max(0, min(at + NEAR, len(places)) - MANY)
    begin = places[first][0].number if places else 0
    places = places[first : first + MANY]
    places += [(move, 0) for move in match.struck if move.number >= begin]
    if terse:
        shown = at if manner is None or at < len(match.history) else -1
        places = [it for it in places if it[1] == shown or not _is_idle(match, *it, manner)]
    rows += [
        (move.number, _entry(match, sitting, reader, move, number, since, manner))
        for move, number in places
    ]
    if manner is not None:
        over = {move.number: manner.heading(_during(move)) for move, _ in places}
        rows = [
            (at, replace(entry, heading=reader.read(over[at])) if at in over else entry)
            for at, entry in rows
        ]
    return tuple(entry for _, entry in sorted(rows, key=lambda row: row[0]))


def _during(move: Move[Any]) -> Any:  # noqa: ANN401 - the state of any game
    """The state in whose round a move counts."""
    return move.after if move.seat == CHANCE else move.before


def _is_idle(
    match: Match[Any, Any], move: Move[Any], number: int, manner: Manner | None = None
) -> bool:
    """Whether a move brought nothing, and the same seat went on; or it was taken back."""
    if manner is not None and manner.is_idle(move):
        return True
    following = match.history[number] if 0 < number < len(match.history) else None
    after = (
        match.actor
        if following is None and manner is not None
        else getattr(following, "seat", None)
    )
    goes_on = number == 0 or after == move.seat
    return move.seat != CHANCE and not move.news and goes_on


def ticks(match: Match[Any, Any], chapter: Heading | None = None) -> Markup:
    """The moves on the time line, drawn; of many only those that begin a turn."""
    part = match.game.turn if chapter is None else chapter
    parts = [None, *(part(move.before) for move in match.history)]
    drawn: list[str] = []
    for number, (before, now) in enumerate(pairwise(parts), 1):
        begins = now != before
        if begins or len(match.history) <= CROWDED:
            x = round(100 * number / len(match.history), 2)
            drawn.append(f'<line x1="{x}%" x2="{x}%" y1="{10 if begins else 13}" y2="16"/>')
    return Markup("".join(drawn))  # noqa: S704 - made of numbers


def last_own_move(match: Match[Any, Any], mine: Sequence[Seat]) -> int:
    """The number of the viewer's last move."""
    for number in range(len(match.history), 0, -1):
        if match.history[number - 1].seat in mine:
            return number
    return 0


def touched(
    match: Match[Any, Any], seat: Seat | None, at: int, since: int
) -> tuple[tuple[Seat, str], ...]:
    """Who touched what on the board since the viewer's last move, at least in the last one."""
    first = min(since, at - 1) if since < at else at - 1
    found = [
        (match.history[n - 1].seat, key)
        for n in range(max(first, 0) + 1, at + 1)
        for key in keys(match, seat, n)
    ]
    return tuple(dict.fromkeys(found))


def keys(match: Match[Any, Any], seat: Seat | None, number: int) -> tuple[str, ...]:
    """The board elements that a move touched, as a seat may know."""
    move = match.history[number - 1]
    seen = match.seen(move, seat)
    if move.seat == CHANCE or isinstance(seen, Masked):
        return ()
    path: tuple[str, ...] = match.game.target(seen, move.before)
    return path


def turn_of(match: Match[Any, Any], number: int) -> int:
    """The turn in which a move was played."""
    turn: int = match.game.turn(match.history[number - 1].before)
    return turn


def _entry(
    match: Match[Any, Any],
    sitting: Sitting,
    reader: Reader,
    move: Move[Any],
    number: int,
    since: int,
    manner: Manner | None = None,
) -> Entry:
    when = sitting.times.get(move.number)
    key = (move.number, number, reader.seat, reader.language.code, reader.by_name)
    known, at, entry = match.memo.get(key, (None, None, None))
    if known is not move or at != when:
        entry = _written(match, reader, move, number, manner)
        entry = replace(entry, time=when.astimezone().strftime("%H:%M") if when else "")
        if len(match.memo) >= REMEMBERED:
            match.memo.clear()
        match.memo[key] = (move, when, entry)
    assert isinstance(entry, Entry)
    return replace(entry, since=True) if number > since > 0 else entry


def _written(
    match: Match[Any, Any],
    reader: Reader,
    move: Move[Any],
    number: int,
    manner: Manner | None,
) -> Entry:
    def apart(item: News) -> bool:
        return is_scored(item) or (manner is not None and manner.apart(move.action, item))

    return Entry(
        move=number,
        seat=move.seat,
        turn=match.game.turn(_during(move)),
        sentence=sentence(match, move, reader, apart),
        time="",
        since=False,
        struck=number == 0,
        scoring=scoring(match, move, number, reader),
    )
