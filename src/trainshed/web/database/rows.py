"""The tables of the database, as the last migration leaves them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler


class _Damaged:
    """What stands where a value should and nothing can be read."""

    def __repr__(self) -> str:
        return "damaged"


DAMAGED: Final = _Damaged()
"""One row that cannot be read does not keep the others from being read."""
Turn = Callable[[Any], Any]
"""How what the database keeps is turned into a value."""


def tolerant(turn: Turn) -> Turn:
    """The same, but what cannot be turned is damaged."""

    def read(value: Any) -> Any:  # noqa: ANN401 - whatever the database keeps
        try:
            return turn(value)
        except (ValueError, TypeError, OverflowError, RecursionError):
            return DAMAGED

    return read


class Options(sa.TypeDecorator[dict[str, Any]]):
    """Options as JSON."""

    impl = sa.JSON
    cache_ok = True

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Turn | None:
        turn = super().result_processor(dialect, coltype)
        return turn and tolerant(turn)


class Moment(sa.TypeDecorator[datetime]):
    """A time in UTC, whatever the database makes of zones."""

    impl = sa.DateTime
    cache_ok = True

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Turn | None:
        turn = super().result_processor(dialect, coltype)
        return turn and tolerant(turn)

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


class _Raw(sa.FunctionElement[str]):
    """A text as it is kept: SQLite gives no function what is none, and ends the whole question."""

    inherit_cache = True


@compiles(_Raw)
def _as_it_is(element: _Raw, compiler: SQLCompiler, **more: Any) -> str:  # noqa: ANN401
    return compiler.process(element.clauses, **more)


@compiles(_Raw, "sqlite")
def _as_bytes(element: _Raw, compiler: SQLCompiler, **more: Any) -> str:  # noqa: ANN401
    return f"CAST({compiler.process(element.clauses, **more)} AS BLOB)"


def holds(column: sa.Column[str], word: str) -> sa.ColumnElement[bool]:
    """Whether a word is anywhere in a text, in small letters or capitals."""
    return sa.func.lower(_Raw(column)).contains(word.lower(), autoescape=True)


METADATA = sa.MetaData()
TABLES = sa.Table(
    "table",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("base", sa.Integer, nullable=False),
    sa.Column("options", Options, nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("changed", Moment, nullable=False, index=True),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("actor", sa.Integer),
    sa.Column("next", sa.String(16)),
    sa.Column("hours", sa.Integer),
    sa.Column("due", Moment, index=True),
    sa.Column("stamp", sa.Integer, nullable=False, server_default="0"),
    sa.Column("since", Moment),
    sa.Column("access", sa.String(10), nullable=False, server_default="open"),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("delay", sa.Integer, nullable=False, server_default="0"),
    sa.Column("late", sa.String(40), nullable=False, server_default="greedy"),
    sa.Column("bank", sa.Integer),
    sa.Column("increment", sa.Integer),
    sa.Column("rest", sa.Integer),
    sa.Column("brought", sa.Integer),
    sa.Column("adopted", sa.Integer),
)


def _some(name: str, column: sa.Column[str], where: sa.ColumnElement[bool]) -> None:
    """Let those few tables be found that are asked for all the time."""
    sa.Index(name, column, sqlite_where=where, postgresql_where=where)


_some("ix_table_running", TABLES.c.changed, ~TABLES.c.over)
_some("ix_table_uncounted", TABLES.c.id, TABLES.c.over & TABLES.c.rated & ~TABLES.c.counted)


def _of_table() -> sa.Column[str]:
    key = sa.ForeignKey("table.id", ondelete="CASCADE")
    return sa.Column("table", sa.String(16), key, primary_key=True)


SEATS = sa.Table(
    "seat",
    METADATA,
    _of_table(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("owner", sa.String(40), index=True),
    sa.Column("left", sa.Integer),
    sa.Column("pause", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("wished", Moment),
    sa.Column("lent", sa.Integer),
    sa.Column("returned", sa.Integer),
)
LINES = sa.Table(
    "line",
    METADATA,
    _of_table(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("time", Moment, nullable=False),
)
SNAPSHOTS = sa.Table(
    "snapshot",
    METADATA,
    _of_table(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
)
STANDINGS = sa.Table(
    "standing",
    METADATA,
    _of_table(),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("line", sa.String(200), primary_key=True),
    sa.Column("why", sa.String(40)),
)
MAPS = sa.Table(
    "map",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("owner", sa.String(40), nullable=False, index=True),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("faults", sa.Integer, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("updated", Moment, nullable=False),
)
ACCOUNTS = sa.Table(
    "account",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("key", sa.String(80), nullable=False, unique=True),
    sa.Column("password", sa.String(200)),
    sa.Column("choices", sa.Text, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("gone", sa.Boolean, nullable=False),
    sa.Column("admin", sa.Boolean, nullable=False),
    sa.Column("banned", sa.Boolean, nullable=False),
    sa.Column("mail", sa.String(200), unique=True, index=True),
    sa.Column("notices", sa.Text, nullable=False, server_default=""),
    sa.Column("away", Moment),
    sa.Column("keeper", sa.String(16), index=True),
)


STEPPERS = sa.Table(
    "stepper",
    METADATA,
    sa.Column("owner", sa.String(40), primary_key=True),
)
"""Guests who are asked although there is one answer only; an account keeps that itself."""


def _of_account(*, key: bool = False) -> sa.Column[str]:
    whose = sa.ForeignKey("account.id", ondelete="CASCADE")
    return sa.Column("account", sa.String(16), whose, nullable=False, primary_key=key, index=True)


SESSIONS = sa.Table(
    "session",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    _of_account(),
    sa.Column("created", Moment, nullable=False),
    sa.Column("seen", Moment, nullable=False),
    sa.Column("agent", sa.String(200), nullable=False),
)
TOKENS = sa.Table(
    "token",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    _of_account(),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created", Moment, nullable=False),
)
REMARKS = sa.Table(
    "remark",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column(
        "table",
        sa.String(16),
        sa.ForeignKey("table.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    sa.Column("owner", sa.String(40), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("time", Moment, nullable=False),
)
NOTES = sa.Table(
    "note",
    METADATA,
    _of_table(),
    sa.Column("owner", sa.String(40), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
RESULTS = sa.Table(
    "result",
    METADATA,
    _of_table(),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("score", sa.BigInteger, nullable=False),
)
RATINGS = sa.Table(
    "rating",
    METADATA,
    sa.Column("owner", sa.String(60), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("changed", Moment, nullable=False),
)
PASSKEYS = sa.Table(
    "passkey",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    _of_account(),
    sa.Column("credential", sa.LargeBinary, nullable=False),
    sa.Column("key", sa.LargeBinary, nullable=False),
    sa.Column("count", sa.BigInteger, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("used", Moment),
)
LINKS = sa.Table(
    "link",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    _of_account(),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("mail", sa.String(200), nullable=False),
    sa.Column("until", Moment, nullable=False),
)
REGARDS = sa.Table(
    "regard",
    METADATA,
    _of_account(key=True),
    sa.Column(
        "other", sa.String(16), sa.ForeignKey("account.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("kind", sa.String(10), primary_key=True),
)
INVITED = sa.Table(
    "invited",
    METADATA,
    _of_table(),
    _of_account(key=True),
    sa.Column("host", sa.String(16)),
)
PUSHES = sa.Table(
    "push",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    _of_account(),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("key", sa.String(200), nullable=False),
    sa.Column("secret", sa.String(100), nullable=False),
    sa.Column("created", Moment, nullable=False),
)
TOLD = sa.Table(
    "told",
    METADATA,
    _of_table(),
    sa.Column("owner", sa.String(40), primary_key=True, index=True),
    sa.Column("channel", sa.String(10), primary_key=True),
    sa.Column("since", Moment, nullable=False),
)
ANNOUNCEMENTS = sa.Table(
    "announcement",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("until", Moment),
)
HEARTBEATS = sa.Table(
    "heartbeat",
    METADATA,
    sa.Column("boot", sa.String(40), primary_key=True),
    sa.Column("alive", Moment, nullable=False),
    sa.Column("offset", sa.Float, nullable=False),
)
"""One row for each run of a machine, which all processes there share."""
DEEDS = sa.Table(
    "deed",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("time", Moment, nullable=False),
    sa.Column("who", sa.String(60), nullable=False),
    sa.Column("what", sa.String(20), nullable=False),
    sa.Column("about", sa.String(200), nullable=False),
)
