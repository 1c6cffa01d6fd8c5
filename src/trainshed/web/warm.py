"""What all tables of a game share, drawn before somebody waits for it: tiles, names, maps."""

from __future__ import annotations

from contextlib import suppress

from trainshed.core import LANGUAGES, Match, language
from trainshed.games import games

from .page import Sitting, table_page
from .pictures import ground_of


def warm() -> None:
    """Draw the first position of each game once; one that cannot be drawn says so at its table."""
    for laws in games().values():
        with suppress(Exception):
            match = Match(laws, seats=laws.seats[-1])
            shown = table_page(match, Sitting(mine=(), language=language("en")), table="", name="")
            for lang in LANGUAGES:
                ground_of(laws.name, shown.scene.ground, lang)
