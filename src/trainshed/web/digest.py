"""Since your last turn: what the others have done, and what it has made of money and prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from trainshed.board.scene import Panel
from trainshed.core import Mark, Match, Reader, Seat, say

from .html import html
from .log import Entry

MANY = 512
"""So many positions are remembered by what lay before the players."""
_PANELS: dict[tuple[str, int, Seat], tuple[Panel, ...]] = {}
"""By table, line and viewer: a line is never written twice."""


class Change(Struct, frozen=True):
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


class Part(Struct, frozen=True):
    """What one player has done, and what has become of his money; or what the lot has decided."""

    seat: Seat
    entries: tuple[Entry, ...]
    changes: tuple[Change, ...]


class Price(Struct, frozen=True):
    """A price that has changed, or is new."""

    label: Markup
    was: int | None
    now: int


class Digest(Struct, frozen=True):
    """Everything since the viewer's last move."""

    since: int
    """The number of that move."""
    moves: int
    """How many moves there are now."""
    parts: tuple[Part, ...]
    prices: tuple[Price, ...]

    @property
    def count(self) -> int:
        """How many sentences it has."""
        return sum(len(part.entries) for part in self.parts)


def digest(
    match: Match[Any, Any],
    seat: Seat | None,
    entries: Sequence[Entry],
    reader: Reader,
    *,
    table: str,
    since: int,
) -> Digest | None:
    """What has happened since a move of the viewer, as his seat may know; None if nothing has."""
    told = [it for it in entries if it.since and not it.struck]
    if seat is None or match.actor is None or not since or not told:
        return None
    moves = len(match.history)
    then = _panels(match, seat, table, since)
    now = _panels(match, seat, table, moves)
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


def remember(match: Match[Any, Any], seat: Seat | None, table: str, found: Sequence[Panel]) -> None:
    """Keep what lies before the players now: it is what a digest compares with later."""
    if seat is not None and match.history:
        _keep((table, match.history[-1].number, seat), tuple(found))


def _keep(key: tuple[str, int, Seat], found: tuple[Panel, ...]) -> None:
    if len(_PANELS) >= MANY and key not in _PANELS:
        del _PANELS[next(iter(_PANELS))]
    _PANELS[key] = found


def _panels(match: Match[Any, Any], seat: Seat, table: str, move: int) -> tuple[Panel, ...]:
    """What lay before the players after a move, as a seat may know."""
    key = (table, match.history[move - 1].number, seat)
    if key not in _PANELS:
        game = match.game
        _keep(key, game.scene(game.view(match.at(move), seat)).panels)
    return _PANELS[key]


def _changes(old: Panel, new: Panel, reader: Reader) -> tuple[Change, ...]:
    """What has changed before one player; what was or is hidden does not show."""
    found: list[Change] = []
    if old.money is not None and new.money is not None and old.money != new.money:
        found.append(Change("", old.money, new.money, Markup("")))
    known = {figure.symbol: figure.count for figure in old.figures}
    for figure in new.figures:
        was = known.get(figure.symbol)
        if figure.count is not None and was is not None and was != figure.count:
            found.append(Change(figure.symbol, was, figure.count, html(reader, figure.title)))
    return tuple(found)


def _prices(match: Match[Any, Any], seat: Seat, since: int, reader: Reader) -> tuple[Price, ...]:
    """The prices that have changed, or are new."""
    game = match.game
    if game.curves is None:
        return ()
    was = _flat(game.curves(game.view(match.at(since), seat)))
    now = _flat(game.curves(game.view(match.state, seat)))
    return tuple(
        Price(html(reader, say("{line}", line=Mark("company", name))), was.get(name), price)
        for name, price in now.items()
        if was.get(name) != price
    )


def _flat(curves: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    return {name: price for lines in curves.values() for name, price in lines.items()}
