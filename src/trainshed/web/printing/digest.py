"""Since your last turn: what the others have done, and what it has made of money and prices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from trainshed.board.scene import Figure, Panel
from trainshed.core import Game, Mark, Match, Reader, Seat, say

from .html import html
from .log import NOBODY, Entry


class Change(Struct, frozen=True, gc=False):
    """A number that has changed: money, or what its symbol shows."""

    symbol: str
    was: int | None
    now: int
    title: Markup
    """What it is now, in words; nothing for money."""

    @property
    def by(self) -> int:
        """How much it has become more."""
        return self.now - (self.was or 0)


class Part(Struct, frozen=True, gc=False):
    """What one player has done, and what has become of his money.

    Or what the lot has decided, or what followed by itself.
    """

    seat: Seat
    entries: tuple[Entry, ...]
    changes: tuple[Change, ...]

    @property
    def is_automatic(self) -> bool:
        """Whether it tells what followed by itself."""
        return self.seat == NOBODY


class Price(Struct, frozen=True, gc=False):
    """A price that has changed, or is new."""

    label: Markup
    was: int | None
    now: int


class Away(Struct, frozen=True, gc=False):
    """How much has happened since the viewer's last move."""

    since: int
    """The number of that move."""
    moves: int
    """How many moves there are now."""
    count: int
    """How many of them are told."""


class Digest(Struct, frozen=True, gc=False):
    """Everything since the viewer's last move."""

    since: int
    """The number of that move."""
    moves: int
    """How many moves there are now."""
    parts: tuple[Part, ...]
    prices: tuple[Price, ...]


def away(
    match: Match[Any, Any], seat: Seat | None, entries: Sequence[Entry], since: int
) -> Away | None:
    """How much has happened since a move of the viewer; None if nothing has."""
    if seat is None or match.actor is None or not since:
        return None
    new = takewhile(lambda it: it.since or it.struck, reversed(entries))
    told = {it.move for it in new if not it.struck}
    return Away(since, len(match.history), len(told)) if told else None


def digest(
    match: Match[Any, Any],
    seat: Seat | None,
    entries: Sequence[Entry],
    reader: Reader,
    since: int,
) -> Digest | None:
    """What has happened since a move of the viewer, as his seat may know; None if nothing has."""
    if seat is None or away(match, seat, entries, since) is None:
        return None
    told = [it for it in entries if not it.struck and (it.since or _is_after(it, since))]
    moves = len(match.history)
    then, now = _panels(match, seat, since), _panels(match, seat, moves)
    changed = {new.seat: _changes(old, new, reader) for old, new in zip(then, now, strict=True)}
    touched = (who for who, found in changed.items() if found)
    return Digest(
        since=since,
        moves=moves,
        parts=tuple(
            Part(who, tuple(it for it in told if it.seat == who), changed.get(who, ()))
            for who in dict.fromkeys((*(it.seat for it in told), *touched))
        ),
        prices=_prices(match, seat, since, reader),
    )


def _is_after(entry: Entry, since: int) -> bool:
    """Whether a line tells what followed by itself from the viewer's last move."""
    return entry.follows and entry.move == since


def _panels(match: Match[Any, Any], seat: Seat, move: int) -> tuple[Panel, ...]:
    """What lay before the players after a move, as a seat may know."""
    panels: tuple[Panel, ...] = match.game.scene(match.game.view(match.at(move), seat)).panels
    return panels


def _changes(old: Panel, new: Panel, reader: Reader) -> tuple[Change, ...]:
    """What has changed before one player; what was or is hidden does not show."""
    found: list[Change] = []
    if old.money is not None and new.money is not None and old.money != new.money:
        found.append(Change("", old.money, new.money, Markup("")))
    known = dict(_numbered(old.figures))
    for key, figure in _numbered(new.figures):
        was = known[key].count if key in known else None
        if figure.count is not None and was is not None and was != figure.count:
            found.append(Change(figure.symbol, was, figure.count, html(reader, figure.title)))
    return tuple(found)


def _numbered(figures: Iterable[Figure]) -> Iterator[tuple[tuple[str, int], Figure]]:
    """Figures by their symbol and how many with the same one stand before them."""
    seen = Counter[str]()
    for figure in figures:
        yield (figure.symbol, seen[figure.symbol]), figure
        seen[figure.symbol] += 1


def _prices(match: Match[Any, Any], seat: Seat, since: int, reader: Reader) -> tuple[Price, ...]:
    """The prices that have changed, or are new."""
    game = match.game
    if game.curves is None:
        return ()
    was = _curves(game, game.view(match.at(since), seat))
    now = _curves(game, game.view(match.state, seat))
    return tuple(
        Price(html(reader, say("{line}", line=Mark("company", name))), was.get(name), price)
        for name, price in now.items()
        if was.get(name) != price
    )


def _curves(game: Game[Any, Any, Any], state: Any) -> dict[str, int]:  # noqa: ANN401
    """All prices of a position."""
    assert game.curves is not None
    return {name: price for one in game.curves(state).values() for name, price in one.items()}
