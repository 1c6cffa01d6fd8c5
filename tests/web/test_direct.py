"""What comes in while the disk is waited for is written together, and answered when it is there."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError, OperationalError
from structlog.testing import capture_logs

from trainshed.web.database.direct import HANDFUL, Direct, tidy
from trainshed.web.database.rows import SESSIONS
from trainshed.web.database.store import Store
from trainshed.web.people.people import STALE, People
from trainshed.web.processes.live import Bus

ROWS = sa.table("rows", sa.column("number", sa.Integer))


def plain(connection: sqlite3.Connection, record: object) -> None:
    connection.isolation_level = None


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[tuple[Direct, list[str]]]:
    """A file with one empty table, and what its transactions end with."""
    direct, ends = Direct(sa.make_url(f"sqlite:///{path}"), plain), list[str]()
    await direct.write(lambda it: it.exec_driver_sql("CREATE TABLE rows (number UNIQUE)"))
    event.listen(direct._writing, "commit", lambda connection: ends.append("commit"))
    event.listen(direct._writing, "rollback", lambda connection: ends.append("rollback"))
    try:
        yield direct, ends
    finally:
        await direct.close()


def put(number: int, connection: sa.Connection) -> int:
    connection.execute(sa.insert(ROWS), {"number": number})
    return number


def numbers(direct: Direct) -> list[int]:
    return [row.number for row in direct.read(sa.select(ROWS).order_by(ROWS.c.number))]


def test_what_waits_is_written_in_one_transaction(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path / "file") as (direct, ends):
            disk = Event()
            first = asyncio.create_task(direct.write(lambda it: disk.wait(10)))
            await asyncio.sleep(0.05)  # it has begun
            others = [direct.write(lambda it, n=n: put(n, it)) for n in range(HANDFUL + 2)]  # type: ignore[misc]
            waiting = asyncio.gather(*others)
            await asyncio.sleep(0.05)
            assert numbers(direct) == []
            disk.set()
            assert await first
            assert await waiting == [*range(HANDFUL + 2)]
            assert numbers(direct) == [*range(HANDFUL + 2)]
            assert ends == ["commit"] * 3  # the first, a handful, the rest

    asyncio.run(go())


def test_one_that_fails_fails_alone(tmp_path: Path) -> None:
    def twice(connection: sa.Connection) -> None:
        put(7, connection)
        put(1, connection)

    async def go() -> None:
        async with opened(tmp_path / "file") as (direct, ends):
            disk = Event()
            first = asyncio.create_task(direct.write(lambda it: disk.wait(10)))
            await asyncio.sleep(0.05)
            works = [lambda it: put(1, it), twice, lambda it: put(2, it)]
            waiting = asyncio.gather(*map(direct.write, works), return_exceptions=True)
            await asyncio.sleep(0.05)
            disk.set()
            await first
            one, failed, two = await waiting
            assert (one, two) == (1, 2)
            assert isinstance(failed, IntegrityError)
            assert numbers(direct) == [1, 2]
            assert ends == ["commit"] * 2

    asyncio.run(go())


def test_nobody_is_told_that_it_is_written_when_it_is_not(tmp_path: Path) -> None:
    def refuse(connection: sa.Connection) -> None:
        raise OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))

    async def go() -> None:
        async with opened(tmp_path / "file") as (direct, _):
            event.listen(direct._writing, "commit", refuse)
            with pytest.raises(OperationalError):
                await direct.write(lambda it: put(1, it))
            event.remove(direct._writing, "commit", refuse)
            assert numbers(direct) == []
            assert await direct.write(lambda it: put(2, it)) == 2
            assert numbers(direct) == [2]

    asyncio.run(go())


def test_that_somebody_is_there_is_noted_beside_moves(tmp_path: Path) -> None:
    """A transaction of its own for each of a crowd would keep moves waiting."""

    async def go() -> None:
        store = Store(f"sqlite:///{tmp_path / 'file'}")
        await store.migrate()
        people = People(store, Bus())
        account = await people.add("Ada", "hash", "")
        assert account is not None
        token = await people.sign_in(account, "a browser")
        long_ago = datetime.now(UTC) - 2 * STALE
        await store.change(sa.update(SESSIONS).values(seen=long_ago))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "begin", None)
            found = await asyncio.gather(*(people.signed_in(token) for _ in range(50)))
        assert {it.id for it in found if it} == {account.id}
        (session,) = await people.sessions(account)
        assert session.seen > long_ago + STALE
        await store.close()

    asyncio.run(go())


def pages(direct: Direct) -> tuple[int, int]:
    """How long the log is, and how much of it is in the file; asking brings in the rest."""
    with direct._reading.connect() as connection:
        _, all_, known = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
    return all_, known


@asynccontextmanager
async def logged(path: Path) -> AsyncIterator[Direct]:
    """A file with a log that only the thread for that brings into it."""

    def prepare(connection: sqlite3.Connection, record: object) -> None:
        plain(connection, record)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_autocheckpoint=0")

    direct = Direct(sa.make_url(f"sqlite:///{path}"), prepare)
    await direct.write(lambda it: it.exec_driver_sql("CREATE TABLE rows (number UNIQUE)"))
    try:
        yield direct
    finally:
        await direct.close()


def test_the_log_is_brought_into_the_file_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with logged(tmp_path / "file") as direct:
            await direct.write(partial(put, 1))
            await asyncio.sleep(0.5)
            size = (tmp_path / "file").stat().st_size
            assert size >= 2 * 4096
        assert direct._clerk is not None
        assert not direct._clerk.is_alive()

    monkeypatch.setattr("trainshed.web.database.direct.TIDY", 0.05)
    asyncio.run(go())


def test_a_log_that_stays_outside_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks after the site knows that it grows; it is tried again after the next move."""
    tries = list[int]()

    def fail(connection: sa.Connection) -> None:
        tries.append(1)
        raise OperationalError("PRAGMA", None, sqlite3.OperationalError("disk I/O error"))

    async def go() -> None:
        async with logged(tmp_path / "file") as direct:
            for number in range(2):
                await direct.write(partial(put, number))
                await asyncio.sleep(0.5)
            assert numbers(direct) == [0, 1]

    monkeypatch.setattr("trainshed.web.database.direct.TIDY", 0.05)
    monkeypatch.setattr("trainshed.web.database.direct.tidy", fail)
    with capture_logs() as lines:
        asyncio.run(go())
    assert len(tries) >= 2
    assert {(it["log_level"], it["reason"]) for it in lines} == {("warning", "disk I/O error")}


@pytest.mark.parametrize("error", [OSError(28, "full"), RuntimeError("odd"), MemoryError()])
def test_the_thread_that_tidies_up_survives_whatever_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """It says so, its last success is of then, and it tries again though nobody writes."""
    failing = [True]

    def perhaps(connection: sa.Connection) -> None:
        if failing:
            raise error
        tidy(connection)

    async def go() -> None:
        async with logged(tmp_path / "file") as direct:
            await direct.write(partial(put, 1))
            await asyncio.sleep(0.5)
            assert direct.checkpoint_age > 0.4
            failing.clear()
            await asyncio.sleep(0.3)
            assert direct.checkpoint_age < 0.2
            assert (tmp_path / "file").stat().st_size >= 2 * 4096

    monkeypatch.setattr("trainshed.web.database.direct.TIDY", 0.05)
    monkeypatch.setattr("trainshed.web.database.direct.tidy", perhaps)
    with capture_logs() as lines:
        asyncio.run(go())
    assert {(it["log_level"], it["reason"]) for it in lines} == {("warning", repr(error))}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_has_died_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the next thing that is written, and somebody is told."""

    def die(connection: sa.Connection) -> None:
        raise SystemExit

    async def go() -> None:
        async with logged(tmp_path / "file") as direct:
            await asyncio.sleep(0.1)
            dead = direct._clerk
            assert dead is not None
            await asyncio.to_thread(dead.join, 5)
            monkeypatch.setattr("trainshed.web.database.direct.tidy", tidy)
            await direct.write(partial(put, 2))
            await asyncio.sleep(0.5)
            assert direct._clerk is not dead
            assert (tmp_path / "file").stat().st_size >= 2 * 4096
            assert direct.checkpoint_age < 0.4

    monkeypatch.setattr("trainshed.web.database.direct.TIDY", 0.05)
    monkeypatch.setattr("trainshed.web.database.direct.tidy", die)
    with capture_logs() as lines:
        asyncio.run(go())
    assert [it["log_level"] for it in lines] == ["error"]


@pytest.mark.parametrize("is_read", [False, True])
def test_a_long_log_is_begun_anew_unless_somebody_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_read: bool
) -> None:
    """Nobody waits for that who writes."""

    async def go() -> None:
        async with logged(tmp_path / "file") as direct:
            for number in range(20):
                await direct.write(partial(put, number))
            reader = sqlite3.connect(tmp_path / "file", isolation_level=None)
            if is_read:
                reader.execute("BEGIN")
                reader.execute("SELECT * FROM rows").fetchall()
                await direct.write(partial(put, 20))
            with direct._tidying.connect() as connection:
                tidy(connection)
            await asyncio.wait_for(direct.write(partial(put, 21)), 5)
            length, _ = pages(direct)
            assert (length > 20) is is_read
            reader.close()

    monkeypatch.setattr("trainshed.web.database.direct.LONG", 10)
    asyncio.run(go())
