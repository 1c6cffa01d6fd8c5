"""Damaged rows: each is found out by itself, left out, and told to the log once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice
from math import isfinite
from typing import Any

import sqlalchemy as sa
import structlog
from msgspec import Struct

from trainshed.core import TrainshedError

from .rows import DAMAGED, Moment, Options

LOG = structlog.get_logger("trainshed.damage")
MOST = 1000
"""So many damaged rows are remembered."""
KEYS = ("table", "id", "number", "seat")
"""By which of its columns a row is named."""
LOST_TOLD = "tables have lost moves: the database is older than what was kept"
LOST = "lost lines"
"""What is noted of a table that has stepped back."""
NAMED = 10
"""So many of them are named in the log."""
OF_TABLE = ("table", "seat", "line")
"""What a table cannot do without."""
_KINDS: Sequence[tuple[type[sa.types.TypeEngine[Any]], type]] = (
    (Moment, datetime),
    (Options, dict),
    (sa.Boolean, bool),
    (sa.Integer, int),
    (sa.String, str),
    (sa.LargeBinary, bytes),
    (sa.Float, float),
)
Columns = Sequence[sa.ColumnElement[Any]]
Check = frozenset[type]
"""Of which types a value may be; none where it is computed: then it need only be readable."""


class Damaged(TrainshedError):
    """A table cannot be read as its rows are."""

    def __init__(self, table: str, reason: str) -> None:
        self.table = table
        super().__init__(reason)


def reason_of(error: BaseException) -> str:
    """Why something cannot be read, without what stands there: it may be hidden from others."""
    line = getattr(error, "line", None)
    kind = type(error).__name__
    return kind if type(line) is not int else f"{kind} at line {line}"


class Found(Struct, frozen=True):
    """A row, or a table, that cannot be read: of which kind, which one, and why."""

    kind: str
    key: str
    reason: str


class Loss(Struct, frozen=True):
    """How many lines a table had, and has."""

    had: int
    has: int


class Damage:
    """What was found, for the log and the office."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Found] = {}
        self.lost: dict[str, Loss] = {}
        """The tables that have stepped back, until as much was played again."""

    @property
    def found(self) -> tuple[Found, ...]:
        """All that is damaged or lost, as far as anybody has come across it."""
        lost = islice(self.lost.items(), MOST)
        losses = [Found(LOST, it, f"{n.had} lines were kept, {n.has} are") for it, n in lost]
        return *self._found.values(), *losses

    @property
    def unread(self) -> int:
        """How many rows may be left out where some are looked for."""
        return len(self._found)

    def lose(self, lost: Mapping[str, Loss], *, tells: bool) -> None:
        """Remember tables that have stepped back; one line of the log says so, if ours."""
        self.lost = dict(lost)
        if lost and tells:
            some = ", ".join(list(lost)[:NAMED])
            LOG.error(LOST_TOLD, tables=len(lost), some=some)

    def reach(self, table: str, number: int) -> None:
        """A table has so many lines: what is no loss any more is forgotten."""
        loss = self.lost.get(table)
        if loss is not None and number >= loss.had:
            self.lost.pop(table, None)

    def note(self, kind: str, key: str, reason: str) -> None:
        """Remember what cannot be read; the log is told where that is new."""
        found = Found(kind, key, reason)
        before = self._found.get((kind, key))
        if before == found or (before is None and len(self._found) >= MOST):
            return
        self._found[kind, key] = found
        LOG.error("this cannot be read and is left out", kind=kind, key=key, reason=reason)

    def forget(self, table: str) -> None:
        """A table can be read again."""
        for kind, key in [it for it in self._found if it[0] in OF_TABLE]:
            if key.split()[0] == table:
                del self._found[kind, key]

    def sound(self, query: sa.Select[Any], rows: Sequence[Any]) -> list[Any]:
        """Those of the rows of a query that can be read."""
        return self._sound(checks(query), query, rows) if rows else []

    def known(self, query: sa.Select[Any], rows: Sequence[Any]) -> list[Any]:
        """The same for a query that is always the same."""
        return self._sound(_checks_known(query), query, rows)

    def _sound(
        self, wanted: Sequence[Check], query: sa.Select[Any], rows: Sequence[Any]
    ) -> list[Any]:
        found = [row for row in rows if fits(row, wanted)]
        if len(found) != len(rows):
            for it in damaged(query, rows):
                self.note(it.kind, it.key, it.reason)
        return found


def damaged(query: sa.Select[Any], rows: Sequence[Any]) -> list[Found]:
    """Those of the rows of a query that cannot be read: which they are, and what of them."""
    columns, wanted = [*query.selected_columns], checks(query)
    return [_named(columns, wanted, row) for row in rows if not fits(row, wanted)]


def _named(columns: Columns, wanted: Sequence[Check], row: Sequence[Any]) -> Found:
    each = zip(columns, wanted, row, strict=True)
    wrong = [it for it, kinds, value in each if not fits([value], [kinds])]
    kind = getattr(getattr(_meant(wrong[0]), "table", None), "name", "row")
    values = {str(it.key): value for it, value in zip(columns, row, strict=True)}
    keys = [str(values[it]) for it in KEYS if values.get(it) is not None]
    names = ", ".join(str(it.key) for it in wrong)
    return Found(str(kind), " ".join(keys[:2]) or "?", f"{names} cannot be read")


def checks(query: sa.Select[Any]) -> tuple[Check, ...]:
    """Of which types the values of a query may be; there may be nothing where nothing is joined."""
    columns: Columns = [*query.selected_columns]
    first = getattr(columns[0], "table", None)
    return tuple(_check(it, first) for it in columns)


_checks_known = lru_cache(maxsize=128)(checks)


def _check(column: sa.ColumnElement[Any], first: object) -> Check:
    meant = _meant(column)
    if not isinstance(meant, sa.Column):
        return frozenset()
    kind = next(known for engine, known in _KINDS if isinstance(meant.type, engine))
    is_needed = not meant.nullable and meant.table is first
    return frozenset({kind} if is_needed else {kind, type(None)})


def _meant(column: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    return column.element if isinstance(column, sa.Label) else column


def fits(row: Iterable[Any], wanted: Sequence[Check]) -> bool:
    """Whether all values of a row can be what they should."""
    for value, kinds in zip(row, wanted, strict=True):
        kind = type(value)
        if value is DAMAGED or (kinds and kind not in kinds):
            return False
        if kind is float and not isfinite(value):
            return False
    return True
