"""Draws: anybody can draw again from the seed what chance brought."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from .action import CHANCE
from .chance import draw
from .match import Match


class Draws(Struct, frozen=True):
    """Whether chance brought what the seed draws."""

    verdict: Literal["checked", "differ", "unknown"]
    """Unknown where there is no seed, where it is still secret, where chance was set by hand."""
    at: int | None = None
    """The first line that differs, counted from 1 in the log; in a record, its line."""


def check_draws(match: Match[Any, Any], *, since: int = 0) -> Draws:
    """Draw every chance of a match again from its seed, and say whether it is what was played.

    What was taken back does not count, as it did not when chance was drawn. Lines up to `since`
    came from elsewhere: if chance is among them, not all of it can be checked.

    >>> from trainshed import Match, games
    >>> match = Match(games()["rocket"], seats=3, seed="kings cross")
    >>> check_draws(match).verdict
    'checked'
    >>> match.seed = "st pancras"
    >>> check_draws(match)
    Draws(verdict='differ', at=1)
    """
    if match.by_hand or not match.lot:
        return Draws("unknown")
    chances = [move for move in match.history if move.seat == CHANCE]
    for number, move in enumerate(chances):
        if move.number > since and move.action != _drawn(match, move.before, number):
            return Draws("differ", move.number)
    is_whole = all(line.seat != CHANCE for line in match.log[:since])
    return Draws("checked" if is_whole else "unknown")


def _drawn(match: Match[Any, Any], state: Any, number: int) -> object:  # noqa: ANN401 - of any game
    return draw(match.game.odds(state), match.seed, number)
