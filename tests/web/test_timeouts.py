"""A PostgreSQL that hangs is not waited for without end: players hear 503, and lose nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO

import psycopg
import pytest

from tests.web.postgres import Postgres
from tests.web.proxy import Proxy, between
from tests.web.visit import Visit
from trainshed.web.database.connections import ALIVE, connect
from trainshed.web.database.store import Store
from trainshed.web.database.timeouts import PATIENT, Timeouts
from trainshed.web.processes.telegraph import Telegraph

SHORT = Timeouts(connect=0.4, pool=0.4, lock=0.3, statement=0.5, answer=0.8, idle=5.0)
SOON = 3.0
"""Seconds in which somebody has an answer, with such limits."""


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.create()


@pytest.fixture
def proxy(database: str) -> Iterator[Proxy]:
    with between(database) as proxy:
        yield proxy


@pytest.fixture
def visit(start: Callable[..., Visit], proxy: Proxy, lines: StringIO) -> Visit:
    return start(pace=1000.0, url=proxy.url, timeouts=SHORT)


@contextmanager
def soon() -> Iterator[None]:
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < SOON


def test_a_server_that_says_nothing_is_out_of_reach(visit: Visit, proxy: Proxy) -> None:
    """Pages, moves and the health say so soon, and all goes on when it is back."""
    browser = visit.browser()
    table = browser.open()
    before = visit.match(table).version
    proxy.hang()
    for path in ("/", f"/t/{table}"):
        with soon():
            answer = browser.get(path)
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
    with soon():
        assert browser.get("/health").status_code == 503
    with soon():
        post = browser.post(f"/t/{table}/play", {"version": str(before), "action": "pass"})
    assert post.status_code == 503
    proxy.go_on()
    until = time.monotonic() + 5
    while browser.get("/").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert browser.play(table).status_code == 200
    assert visit.match(table).version == before + 1


@pytest.mark.parametrize("kind", ["line", "table"])
def test_a_lock_is_not_waited_for(visit: Visit, database: str, kind: str) -> None:
    """Whatever holds it: a move is refused as one that may pass, and not kept."""
    browser = visit.browser()
    table = browser.open()
    match = visit.match(table)
    line = str(match.game.actions(match.state)[0])
    with psycopg.connect(database) as other:
        other.execute(f'LOCK TABLE "{kind}" IN ACCESS EXCLUSIVE MODE')
        with soon():
            answer = browser.post(
                f"/t/{table}/play", {"version": str(match.version), "action": line}
            )
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        other.rollback()
    assert browser.play(table, line, version=match.version).status_code == 200
    assert visit.match(table).version == match.version + 1


def test_each_connection_has_all_limits(visit: Visit, database: str) -> None:
    """Those of pages, of what reads, of what listens, and of the desk."""

    async def begin() -> None:
        async with visit.site.wire.claim("something"):
            await visit.site.store.waiting("nobody")
            await visit.site.store.check()

    visit.call(begin)
    store = visit.site.store
    wire = visit.site.wire
    assert isinstance(wire, Telegraph)
    assert store._distant is not None
    for made in (*store._distant._idle, wire._desk):
        assert made is not None
        assert visit.call(_limits, made) == ("500ms", "300ms", "5s")
        assert made.patience == SHORT.answer
        assert {key: int(made.info.get_parameters()[key]) for key in ALIVE} == ALIVE

    async def ours() -> tuple[str, ...]:
        async with store.engine.connect() as connection:
            raw = await connection.get_raw_connection()
            assert raw.driver_connection is not None
            return await _limits(raw.driver_connection)

    assert visit.call(ours) == ("500ms", "300ms", "5s")


async def _limits(connection: psycopg.AsyncConnection[tuple[object, ...]]) -> tuple[str, ...]:
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    found = []
    for name in names:
        row = await (await connection.execute(f"SHOW {name}".encode())).fetchone()
        found.append(str(row[0]) if row else "")
    return tuple(found)


def test_what_may_take_long_may(database: str) -> None:
    """A new schema, copies and checks have no limits; what the address says counts."""

    async def go() -> None:
        store = Store(database, SHORT)
        async with store.connect_patiently() as connection:
            await connection.exec_driver_sql("SELECT pg_sleep(1.2)")
        await store.close()
        patient = await connect(store.arguments(), PATIENT)
        assert await _limits(patient) == ("0", "0", "0")
        await patient.close()
        said = {**store.arguments(), "options": "-c statement_timeout=7000"}
        asked = await connect(said, SHORT)
        assert await _limits(asked) == ("7s", "300ms", "5s")
        await asked.close()

    asyncio.run(go())


def test_listening_goes_on_after_a_silence(
    database: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener asks now and then whether the server is there, and calls it again if not."""
    monkeypatch.setattr("trainshed.web.processes.telegraph.QUIET", 0.2)
    heard: list[str] = []

    class Ears:
        def refresh(self) -> None:
            heard.append("again")

    async def go() -> None:
        telegraph = Telegraph(Store(proxy.url).arguments(), SHORT)
        task = asyncio.create_task(telegraph._listen(Ears()))  # type: ignore[arg-type]
        await _until(lambda: len(heard) == 1)
        proxy.hang()
        await asyncio.sleep(1.5)
        proxy.go_on()
        await _until(lambda: len(heard) == 2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - what is heard is a list
            await asyncio.sleep(0.02)
