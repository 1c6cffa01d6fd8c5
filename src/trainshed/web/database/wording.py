"""Statements that are always the same but for their values, put into words once.

That takes longer than the answer.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

Statement = sa.Select[Any] | sa.Insert | sa.Update | sa.Delete
Values = Mapping[str, object]
"""The values of a statement, by the names of its parameters."""
_Turn = Callable[[Any], Any] | None
"""How a value is turned into what the database keeps, or back."""


class Wording(Struct, frozen=True):
    """A statement in the words of a database: what it takes, in order, and what its rows are."""

    text: str
    takes: tuple[tuple[str, object, _Turn], ...]
    """The name of each parameter, or none and its value, and how it is kept."""
    row: Callable[..., Any]
    gives: tuple[_Turn, ...]

    def bound(self, values: Values) -> list[Any]:
        """What the driver is told for these values."""
        found = [(values[name] if name else fixed, turn) for name, fixed, turn in self.takes]
        return [value if turn is None else turn(value) for value, turn in found]

    def read(self, rows: Sequence[Sequence[Any]]) -> Sequence[Any]:
        """The rows that the driver has found."""
        return [self._read(row) for row in rows]

    def _read(self, row: Sequence[Any]) -> Any:  # noqa: ANN401 - a row
        turned = zip(row, self.gives, strict=True)
        return self.row(*(value if turn is None else turn(value) for value, turn in turned))


@lru_cache(maxsize=128)
def worded(statement: Statement, dialect: sa.Dialect) -> Wording:
    """A statement in words; it is known again by its identity."""
    compiled = statement.compile(dialect=dialect)
    binds = [compiled.binds[name] for name in compiled.positiontup or ()]
    columns = statement.exported_columns.values()
    return Wording(
        str(compiled),
        tuple((it.key if it.required else "", it.value, _in(it.type, dialect)) for it in binds),
        namedtuple("Row", [str(it.key) for it in columns], rename=True),  # noqa: PYI024 - not fixed
        tuple(_out(it.type, dialect) for it in columns),
    )


def _in(kind: sa.types.TypeEngine[Any], dialect: sa.Dialect) -> _Turn:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _out(kind: sa.types.TypeEngine[Any], dialect: sa.Dialect) -> _Turn:
    return kind.dialect_impl(dialect).result_processor(dialect, None)
