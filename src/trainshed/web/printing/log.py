"""The log in sentences, the time line, and what the last moves touched."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from operator import attrgetter, is_
from typing import Any, TypeAlias

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import CHANCE, Action, Masked, Match, News, Reader, Seat, Text, say
from trainshed.core.history import Move
from trainshed.web.tables.seats import Sitting

from .gathering import gathered
from .html import html, sentences
from .scoring import Scoring, is_scored, scoring
from .when import when

MANY = 200
"""A page shows no more lines than these; the time line leads to all others."""
CROWDED = 160
"""A time line shows each of so many moves."""
SHEAF = 20
"""So many moves are remembered together."""
NEAR = 100
"""So many of them lie after the position that is looked at."""
NOBODY = Seat(-2)
"""Whose lines those are that tell what followed by itself."""
READ = 4096
"""So many lines are known at all tables that others may read as well."""


class Entry(Struct, frozen=True, gc=False, cache_hash=True):
    """One line of the log."""

    move: int
    """The position it leads to; 0 where the line was taken back."""
    seat: Seat
    turn: int
    sentence: Markup
    time: Markup
    """When it was written, nothing where that is not known."""
    since: bool
    """It was played since the viewer's last action."""
    struck: bool = False
    scoring: Scoring | None = None
    """What a round scored, where the move ended one."""
    heading: str = ""
    """What stands over the moves of one round, where it is not the number of the turn."""
    number: int = 0
    """The number of its line."""

    @property
    def follows(self) -> bool:
        """Whether it tells what nobody did, but what followed by itself."""
        return self.seat == NOBODY


Heading: TypeAlias = Callable[[Any], Text]
"""What stands over the moves that were played in a state."""


class Manner(Struct, frozen=True, gc=False):
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
    key = ("log", reader.seat, reader.language.code, reader.by_name)
    known, pad = match.memo.get(key, _Pad()), _Pad()
    rows = _Scribe(match, sitting, reader, at, terse, manner, known, pad).rows()
    match.memo[key] = pad if at == len(match.history) else known.joined(pad)
    if sitting.base:
        text = say("The laws of this game were corrected here. It goes on from this position.")
        turn = match.game.turn(match.start if match.actor is not None else match.state)
        base = sitting.base
        heading = next((entry.heading for entry in rows if entry.number == base), "")
        words = html(reader, text)
        entry = Entry(0, CHANCE, turn, words, Markup(""), False, heading=heading, number=base)
        rows = sorted([entry, *rows], key=_number)
    if not since:
        return tuple(rows)
    return tuple(replace(it, since=True) if it.move > since else it for it in rows)


_number = attrgetter("number")


class _Line(Struct, frozen=True, gc=False, eq=False):
    """What was written of a move, and when that was played: a line, then what followed."""

    move: Move[Any]
    when: datetime | None
    entries: tuple[Entry, ...]
    is_idle: bool = False
    """Whether only what followed is shown."""


class _Sheaf(Struct, frozen=True, gc=False, eq=False):
    """Lines as they were written, and what tells that they would be written so again."""

    following: Move[Any]
    struck: Sequence[Move[Any]]
    when: datetime | None
    rows: Sequence[Entry]

    def holds(self, following: Move[Any], struck: Sequence[Move[Any]], when: object) -> bool:
        """Whether the same moves were played, and the same ones taken back."""
        same = len(struck) == len(self.struck) and all(map(is_, struck, self.struck))
        return self.following is following and same and self.when == when


class _Pad(Struct, frozen=True, eq=False):
    """What was written last for the same eyes: the last lines by number, sheaves by position."""

    lines: dict[int, _Line] = {}
    sheaves: dict[int, _Sheaf] = {}

    def joined(self, other: _Pad) -> _Pad:
        """Also what was written at another position."""
        return _Pad({**self.lines, **other.lines}, {**self.sheaves, **other.sheaves})


class _Scribe(Struct, frozen=True, gc=False, eq=False):
    """Whoever writes the log of a match for a reader at a position."""

    match: Match[Any, Any]
    sitting: Sitting
    reader: Reader
    at: int
    terse: bool
    manner: Manner | None
    known: _Pad
    pad: _Pad

    def rows(self) -> Sequence[Entry]:
        """The lines about the position; those of old moves are remembered by the sheaf."""
        history = self.match.history
        if not history:
            return _rows(self._written(0, 0, self.match.struck))
        most = len(history)
        first = 0 if most <= MANY else max(0, min(self.at + NEAR, most) - MANY)
        last = min(most, first + MANY)
        found: list[Entry] = []
        for begin in range(first - first % SHEAF, last, SHEAF):
            found += self._sheaf(begin, min(begin + SHEAF, last), is_last=begin + SHEAF >= last)
        low = history[first].number
        return found[bisect_left(found, low, key=_number) :]

    def _sheaf(self, first: int, last: int, *, is_last: bool) -> Sequence[Entry]:
        """The lines of some moves, with those taken back among them."""
        match = self.match
        history = match.history
        low = history[first].number
        high = match.version + 1 if is_last else history[last].number
        struck = [move for move in match.struck if low <= move.number < high]
        is_about = first < self.at <= last if self.at else bool(struck)
        if is_last or is_about:
            lines = self._written(first, last, struck)
            self.pad.lines.update((line.move.number, line) for line in lines)
            return _rows(lines)
        known, when = self.known.sheaves.get(first), self._when(history[last - 1])
        if known is None or not known.holds(history[last], struck, when):
            rows = _rows(self._written(first, last, struck))
            known = _Sheaf(history[last], struck, when, rows)
        self.pad.sheaves[first] = known
        return known.rows

    def _written(self, first: int, last: int, struck: Sequence[Move[Any]]) -> Sequence[_Line]:
        """The lines of some moves and of some that were taken back."""
        history = self.match.history[first:last]
        places = list(zip(history, range(first + 1, last + 1), strict=True))
        places += [(move, 0) for move in struck]
        lines: list[_Line] = []
        for move, number in places:
            is_idle = self._is_idle(move, number)
            if not is_idle or move.own < len(move.news):
                lines.append(replace(self._line(move, number), is_idle=is_idle))
        return lines

    def _is_idle(self, move: Move[Any], number: int) -> bool:
        """Whether a terse log leaves out what a move did."""
        match, at, manner = self.match, self.at, self.manner
        shown = at if manner is None or at < len(match.history) else -1
        return self.terse and number != shown and _is_idle(match, move, number, manner)

    def _line(self, move: Move[Any], number: int) -> _Line:
        known, moment = self.known.lines.get(move.number), self._when(move)
        is_here = known is not None and known.entries[0].move == number
        if known and known.move is move and is_here and known.when == moment:
            return known
        entries = _written(self.match, self.reader, move, number, self.manner)
        if moment is not None:
            time = when(moment, self.reader.language.code, "short")
            entries[0] = replace(entries[0], time=time)
        return _Line(move, moment, tuple(map(_one, entries)))

    def _when(self, move: Move[Any]) -> datetime | None:
        return self.sitting.times.get(move.number)


def _rows(lines: Iterable[_Line]) -> tuple[Entry, ...]:
    """Lines in the order of writing."""
    shown = (entry for line in lines for entry in line.entries[line.is_idle :])
    return tuple(sorted(shown, key=_number))


@lru_cache(READ)
def _one(entry: Entry) -> Entry:
    """The line itself, or the same one if somebody else has read it."""
    return entry


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


def ticks(match: Match[Any, Any], chapter: Heading | None = None) -> str:
    """The moves on the time line, a path; of many only those that begin a turn."""
    last = match.history[-1] if match.history else None
    known, drawn = match.memo.get("ticks", (None, None))
    if drawn is None or known is not last:
        drawn = _ticks(match, match.game.turn if chapter is None else chapter)
        match.memo["ticks"] = (last, drawn)
    marks: str = drawn
    return marks


def _ticks(match: Match[Any, Any], part: Callable[[Any], object]) -> str:
    history = match.history

    def begins(number: int) -> Sequence[tuple[int, bool]]:
        now = part(history[number - 1].before)
        return [(number, True)] if number == 1 or now != part(history[number - 2].before) else []

    turns = gathered(match, "turns", (0, len(history)), begins)
    shown = range(1, len(history) + 1) if len(history) <= CROWDED else turns
    return "".join(f"M{number} {10 if number in turns else 13}V16" for number in shown)


def last_own_move(match: Match[Any, Any], mine: Sequence[Seat]) -> int:
    """The number of the viewer's last move."""
    if not mine:
        return 0
    for number in range(len(match.history), 0, -1):
        move = match.history[number - 1]
        if move.seat in mine and not move.alone:
            return number
    return 0


def touched(
    match: Match[Any, Any], seat: Seat | None, at: int, since: int
) -> tuple[tuple[Seat, str], ...]:
    """Who touched what on the board since the viewer's last move, at least in the last one."""
    first = min(since, at - 1) if since < at else at - 1

    def places(number: int) -> Sequence[tuple[tuple[Seat, str], None]]:
        who = match.history[number - 1].seat
        return [((who, key), None) for key in keys(match, seat, number)]

    return tuple(gathered(match, ("touched", seat), (max(first, 0), at), places))


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


def _written(
    match: Match[Any, Any],
    reader: Reader,
    move: Move[Any],
    number: int,
    manner: Manner | None,
) -> list[Entry]:
    """The line of a move, and one for each thing that followed by itself."""

    def apart(item: News) -> bool:
        return is_scored(item) or (manner is not None and manner.apart(move.action, item))

    entries: list[Entry] = []
    parts = match.parts(move, reader.seat)
    for words, part in zip(sentences(match, move, reader, apart), parts, strict=False):
        scored = scoring(match, move.news[part], number, reader)
        if words or scored or not entries:
            entry = Entry(
                move=number,
                seat=NOBODY if entries else move.seat,
                turn=match.game.turn(_during(move)),
                sentence=words or (html(reader, say("The round is scored.")) if scored else words),
                time=Markup(""),
                since=False,
                struck=number == 0,
                scoring=scored,
                heading="" if manner is None else reader.read(manner.heading(_during(move))),
                number=move.number,
            )
            entries.append(entry)
    return entries
