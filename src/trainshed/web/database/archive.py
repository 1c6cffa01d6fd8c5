"""Whole tables: read at one moment, written as the text of a record, and read back from it.

The text is a record like any other. Its comments say what a record leaves out: before each line
its number, its time and its seat, and lines that were taken back or are about taking back. Where
the laws were corrected in mid-game, the states of that time follow, for nothing else leads there.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from trainshed.core import CHANCE, BadRecord, Record, Seat, dumps, loads
from trainshed.core.match import ALONE
from trainshed.core.record import RULE, SET
from trainshed.web.tables.records import counting

from .damage import Damaged, damaged
from .kept import ACCOUNT, Snapshot, Table, Written
from .rows import ACCOUNTS, LINES, RESULTS, SEATS, SNAPSHOTS, STANDINGS, TABLES
from .store import Store, read_chair, read_table

STAMP = re.compile(r"#(\d{1,9}) (\S+) (-?\d{1,9})(=?)(?: (.+))?")
"""Number, time and seat of a line; a sign where it was the only answer; it itself if it is gone."""
STATE = re.compile(r"#state (\d{1,9}) (\d{1,9}) (.+)")


class Whole(Struct, frozen=True, kw_only=True):
    """All that is kept of the game at a table."""

    table: Table
    lines: tuple[Written, ...]
    snapshots: tuple[Snapshot, ...]
    orders: Mapping[Seat, tuple[str, ...]] = {}
    results: Mapping[int, tuple[int, int]] = {}
    """The rank and the score of each seat, where they are kept."""
    seats: int
    """How many chairs the table itself speaks of."""
    numbers: tuple[int, ...]
    """The numbers of its chairs."""
    over: bool
    """Whether the table itself says that the game is over."""

    @property
    def past(self) -> tuple[Snapshot, ...]:
        """The states from before the present laws."""
        base = self.table.base
        return tuple(it for it in self.snapshots if it.number <= base) if base else ()


async def ids(store: Store, *, finished: bool = False) -> list[str]:
    """All tables, or all finished ones, from the oldest; in the same order on every database."""
    query = sa.select(TABLES.c.created, TABLES.c.id)
    if finished:
        query = query.where(TABLES.c.over)
    async with store.engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    return [str(row.id) for row in sorted(rows, key=lambda row: (str(row.created), str(row.id)))]


async def whole(store: Store, table: str) -> Whole | None:
    """A table with all that belongs to its game, as it is at one moment; Damaged says why not."""
    async with moment(store) as connection:
        query = sa.select(TABLES).where(TABLES.c.id == table)
        row = (await connection.execute(query)).first()
        if row is None:
            return None
        _require_sound(table, query, [row])
        seats = await _rows(connection, SEATS, table, "number")
        lines = await _rows(connection, LINES, table, "number")
        snapshots = await _rows(connection, SNAPSHOTS, table, "number")
        standings = await _rows(connection, STANDINGS, table, "seat")
        results = await _rows(connection, RESULTS, table, "seat")
    orders: dict[Seat, tuple[str, ...]] = {}
    for it in sorted((it for it in standings if not it.why), key=lambda it: (it.seat, it.line)):
        orders[Seat(it.seat)] = (*orders.get(Seat(it.seat), ()), it.line)
    return Whole(
        table=read_table(row, [read_chair(it) for it in seats]),
        lines=tuple(Written(it.number, Seat(it.seat), it.text, it.time) for it in lines),
        snapshots=tuple(Snapshot(it.number, it.turn, it.state) for it in snapshots),
        orders=orders,
        results={it.seat: (it.rank, it.score) for it in results},
        seats=row.seats,
        numbers=tuple(it.number for it in seats),
        over=row.over,
    )


async def same(store: Store, table: Table) -> str | None:
    """The id that a table has here, if it is here: by its game, its seed and its beginning."""
    query = sa.select(TABLES.c.id).where(
        TABLES.c.game == table.game,
        TABLES.c.seed == table.seed,
        TABLES.c.created == table.created,
    )
    async with store.engine.connect() as connection:
        found = sorted((await connection.execute(query)).scalars())
    return table.id if table.id in found else next(iter(found), None)


async def strangers(store: Store, table: Table) -> set[str]:
    """Those owners of seats at a table whose accounts are not here."""
    ids = [it for it in table.accounts if it]
    query = sa.select(ACCOUNTS.c.id).where(ACCOUNTS.c.id.in_(ids), ~ACCOUNTS.c.gone)
    async with store.engine.connect() as connection:
        known = list((await connection.execute(query)).scalars())
    return {f"{ACCOUNT}{it}" for it in ids if it not in known}


async def relink(store: Store, table: str, following: str) -> None:
    """Note that the table of a rematch has another id here."""
    change = sa.update(TABLES).where(TABLES.c.id == table).values(next=following)
    async with store.begin() as connection:
        await connection.execute(change)


def write(kept: Whole) -> str:
    """A table as the text of a record; BadRecord where its lines cannot be written."""
    table, lines = kept.table, kept.lines
    if [line.number for line in lines] != list(range(1, len(lines) + 1)):
        raise BadRecord("the numbers of its lines have gaps")
    record = Record(
        game=table.game,
        rules=table.rules,
        seats=len(table.chairs),
        names=tuple(chair.name for chair in table.chairs),
        seed=table.seed,
        options=table.options,
    )
    # Draws of another game, or by other laws, do not follow from the seed of the table.
    foreign = kept.lines[: max(table.base, table.brought or 0)]
    if any(line.seat == CHANCE for line in foreign):
        record = replace(record, chance=SET)
    rows = (*_stamped(lines, table.base, len(table.chairs)), *map(_state, kept.past))
    return dumps(replace(record, lines=rows))


def read(text: str) -> tuple[Record, list[Written], list[Snapshot]]:
    """The record in a text, every line that was written, the states from before present laws."""
    record = loads(text)
    if not text.endswith("\n"):
        raise BadRecord("the last line is not whole: is the file?")
    lines: list[Written] = []
    states: list[Snapshot] = []
    rows = StringIO(text, newline="\n")
    next(row for row in rows if row.strip() == RULE)
    following = (row.removesuffix("\n") for row in rows)
    for row in following:
        if found := STATE.fullmatch(row):
            states.append(Snapshot(int(found[1]), int(found[2]), found[3]))
        elif found := STAMP.fullmatch(row):
            played = found[5] or next(following, "")
            lines.append(_line(found, played))
        else:
            raise BadRecord(f"{row[:80]!r} has no line with its number, time and seat before it")
    return record, lines, states


def _stamped(lines: Sequence[Written], base: int, seats: int) -> Iterator[str]:
    """The lines, each after its stamp; one that does not count stands in the comment itself."""
    try:
        counted = [*counting(lines[:base], seats), *counting(lines[base:], seats)]
    except IndexError:
        raise BadRecord("more is taken back or brought back than was played") from None
    numbers = {line.number for line in counted}
    for line in lines:
        if line.text != " ".join(line.text.splitlines()).strip() or line.text.startswith("#"):
            raise BadRecord(f"line {line.number}: {line.text[:80]!r} cannot be written")
        text = line.text.removeprefix(ALONE)
        stamp = f"#{line.number} {_iso(line.time)} {line.seat}{'=' if text != line.text else ''}"
        yield from (stamp, text) if line.number in numbers else (f"{stamp} {text}",)


def _line(stamp: re.Match[str], text: str) -> Written:
    """The line of a stamp."""
    try:
        time = datetime.fromisoformat(stamp[2])
    except ValueError:
        raise BadRecord(f"line {stamp[1]}: {stamp[2]!r} is no time") from None
    if time.tzinfo is None:
        raise BadRecord(f"line {stamp[1]}: {stamp[2]!r} says no time zone")
    if not text or text.startswith("#"):
        raise BadRecord(f"line {stamp[1]} is missing")
    alone = ALONE if stamp[4] else ""
    return Written(int(stamp[1]), Seat(int(stamp[3])), f"{alone}{text}", time.astimezone(UTC))


def _state(it: Snapshot) -> str:
    if not it.state or "\n" in it.state:
        raise BadRecord(f"the state after line {it.number} cannot be written")
    return f"#state {it.number} {it.turn} {it.state}"


def _iso(time: datetime) -> str:
    return time.astimezone(UTC).isoformat().replace("+00:00", "Z")


@asynccontextmanager
async def moment(store: Store) -> AsyncIterator[AsyncConnection]:
    """A connection that sees the database as it is now, whatever others write meanwhile."""
    async with store.connect_patiently() as connection:
        if connection.dialect.name == "sqlite":
            await connection.exec_driver_sql("BEGIN")
        else:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection
        await connection.rollback()


async def _rows(
    connection: AsyncConnection, kind: sa.Table, table: str, order: str
) -> Sequence[Any]:
    query = sa.select(kind).where(kind.c.table == table).order_by(kind.c[order])
    rows = (await connection.execute(query)).all()
    _require_sound(table, query, rows)
    return rows


def _require_sound(table: str, query: sa.Select[Any], rows: Sequence[sa.Row[Any]]) -> None:
    for it in damaged(query, rows):
        raise Damaged(table, f"{it.kind} {it.key}: {it.reason}")
