"""What people at a table are asked beside their turn: whether all go back, or rest for a while.

Statements that are always the same, as they are asked all the time.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from trainshed.core.command import AgreeBack, AskBack
from trainshed.web.database.kept import HUMAN
from trainshed.web.database.rows import LINES, SEATS, TABLES

_ASK, _AGREE = (str(kind.__struct_config__.tag) for kind in (AskBack, AgreeBack))


def _request() -> sa.ScalarSelect[Any]:
    last, line, asked = (LINES.alias() for _ in range(3))
    end = sa.select(sa.func.max(last.c.number)).where(last.c.table == TABLES.c.id)
    begin = sa.select(sa.func.max(asked.c.number)).where(
        line.c.table == TABLES.c.id,
        line.c.number == end.correlate(TABLES).scalar_subquery(),
        line.c.text.startswith(_ASK) | line.c.text.startswith(_AGREE),
        asked.c.table == TABLES.c.id,
        asked.c.number > line.c.number - TABLES.c.seats + 1,  # before that all have agreed
        asked.c.text.startswith(_ASK),
    )
    return begin.correlate(TABLES).scalar_subquery()


REQUEST = _request()
"""The line of a table that asks to go back, as long as not all have answered; or nothing."""


def _asked(asker: sa.FromClause, moment: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """People at tables where it goes on; who asks them, and since when."""
    return (
        sa.select(SEATS.c.table, SEATS.c.owner, asker.c.name.label("who"), moment.label("moment"))
        .select_from(TABLES)
        .join(SEATS, SEATS.c.table == TABLES.c.id)
        .where(~TABLES.c.over, SEATS.c.kind == HUMAN)
    )


def _to_go_back() -> sa.Select[Any]:
    asked, said, asker = LINES.alias(), LINES.alias(), SEATS.alias()
    answers = sa.select(said.c.number).where(
        said.c.table == TABLES.c.id,
        said.c.number >= asked.c.number,
        said.c.seat == SEATS.c.number,
    )
    return (
        _asked(asker, asked.c.time)
        .join(asked, (asked.c.table == TABLES.c.id) & (asked.c.number == REQUEST))
        .join(asker, (asker.c.table == TABLES.c.id) & (asker.c.number == asked.c.seat))
        .where(~answers.correlate(TABLES, SEATS, asked).exists())
    )


def _to_pause() -> sa.Select[Any]:
    asker = SEATS.alias()
    return (
        _asked(asker, asker.c.wished)
        .join(asker, (asker.c.table == TABLES.c.id) & asker.c.pause & asker.c.wished.is_not(None))
        .where(~SEATS.c.pause, TABLES.c.rest.is_(None))
    )


BACKS, PAUSES = _to_go_back(), _to_pause()
"""The seats that have not answered: `table`, `owner`, `who` asks, and the `moment` he did."""
_OF = [it.where(SEATS.c.owner == sa.bindparam("whose")).subquery() for it in (BACKS, PAUSES)]
IS_ASKED = sa.or_(*(TABLES.c.id.in_(sa.select(it.c.table)) for it in _OF))
"""Whether the owner `whose` is asked such a thing at a table."""
