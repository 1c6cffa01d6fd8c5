"""What all tables of a game share, made before somebody waits for it: tiles, names, maps, words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from trainshed.core import LANGUAGES, Game, Match, language, loads
from trainshed.games import games

from .database.kept import Chair, Table
from .printing.around import around
from .printing.page import Sitting, reading, table_page
from .printing.pictures import ground_of
from .printing.view import Shown
from .tables.sheet import Sheet
from .timekeeping import utc_now

LATE = 0.9
"""How far the example of a game is played."""


def warm(show: Callable[[Shown], object]) -> None:
    """Draw the first position of each game, and `show` a late one where pages are printed.

    What cannot be drawn says so at its table.
    """
    for laws in games().values():
        with suppress(Exception):
            shown = _shown(Match(laws, seats=laws.seats[-1]))
            for lang in LANGUAGES:
                ground_of(laws.name, shown.page.scene.ground, lang)
            show(_shown(_late(laws)))


def _late(laws: Game[Any, Any, Any]) -> Match[Any, Any]:
    """The example of a game, when most of it was played."""
    record = loads(laws.example)
    return Match.replay(laws, record, at=int(LATE * len(record.lines)), trusted=True)


def _shown(match: Match[Any, Any]) -> Shown:
    """A match as a spectator is shown it."""
    now, lang = utc_now(), language("en")
    table = Table(
        id="",
        name="",
        game=match.game.name,
        rules=match.game.rules,
        options={},
        seed="",
        chairs=tuple(map(Chair, match.names)),
        created=now,
        changed=now,
        actor=match.actor,
    )
    page = table_page(match, Sitting(mine=(), language=lang), table="", name="")
    read = reading(match, lang, None, page.scene)
    return Shown(
        page=page,
        read=read,
        named=read,
        around=around(Sheet(table, match, {}, {}), "", lang, now),
        notice=None,
        left="",
        lent=False,
        waits=0,
        share_url="",
        account="",
    )
