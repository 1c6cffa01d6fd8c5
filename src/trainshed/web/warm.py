"""What all tables of a game share, drawn before somebody waits for it: shapes of tiles, names."""

from __future__ import annotations

from contextlib import suppress

from trainshed.core import Match, language
from trainshed.games import games

from .page import Sitting, table_page


def warm() -> None:
    """Draw the first position of each game once; one that cannot be drawn says so at its table."""
    for laws in games().values():
        with suppress(Exception):
            match = Match(laws, seats=laws.seats[-1])
            table_page(match, Sitting(mine=(), language=language("en")), table="", name="")
