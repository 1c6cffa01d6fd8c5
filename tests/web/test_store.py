"""The database, and finding everything again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tests.web.visit import Visit
from trainshed.core import Seat, Stale
from trainshed.web.kept import Snapshot, Written
from trainshed.web.store import METADATA, Store


def test_the_migrations_make_the_tables_that_the_store_uses(tmp_path: Path) -> None:
    """Nothing is missing and nothing is left over."""

    def differences(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async def compare() -> list[object]:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'new.sqlite3'}")
        await store.migrate()
        await store.migrate()
        async with store.engine.connect() as connection:
            found = await connection.run_sync(differences)
        await store.close()
        return found

    assert asyncio.run(compare()) == []


def test_sqlite_is_safe(visit: Visit) -> None:
    """Readers do not wait for writers, and what is written survives a fall of the machine."""

    async def pragma(name: str) -> object:
        async with visit.site.store.engine.connect() as connection:
            return (await connection.execute(sa.text(f"PRAGMA {name}"))).scalar()

    found = [visit.call(pragma, it) for it in ("journal_mode", "synchronous", "foreign_keys")]
    assert found == ["wal", 2, 1]


def test_of_two_processes_one_is_first(visit: Visit) -> None:
    """A line is written once; who comes second looks at the board again."""
    browser = visit.browser()
    table = browser.open()
    match = visit.match(table)
    state = match.game.encode(match.state).decode()
    line = Written(2, Seat(0), "elsewhere", datetime.now(UTC))

    async def write() -> None:
        await visit.site.store.append(table, [line], Snapshot(2, 1, state), actor=0)

    visit.call(write)
    with pytest.raises(Stale):
        visit.call(write)
    lines = visit.call(visit.site.store.lines, table)
    assert [line.text for line in lines][1:] == ["elsewhere"]


def test_who_was_overtaken_by_another_process_sees_its_move(
    start: Callable[..., Visit], folder: Path
) -> None:
    """The match in memory is dropped, the fresh board shown."""
    visit = start()
    browser = visit.browser()
    table = browser.open()
    match = visit.match(table)
    action = match.game.actions(match.state)[3]
    assert match.actor is not None
    twin = match.game.play(match.state, action)
    line = Written(2, match.actor, str(action), datetime.now(UTC))
    snapshot = Snapshot(2, 1, match.game.encode(twin).decode())

    async def elsewhere() -> None:
        await visit.site.store.append(table, [line], snapshot, actor=match.actor)

    visit.call(elsewhere)
    answer = browser.play(table)
    assert answer.status_code == 409
    assert visit.match(table).version == 2
    assert visit.match(table).state == twin
    assert 'data-version="2"' in answer.text


def test_a_restart_finds_everything_as_it_was(start: Callable[..., Visit]) -> None:
    """Seats, cookies, positions, standing answers and what was taken back."""
    visit = start()
    browser = visit.browser()
    table = browser.open(name="Tomorrow")
    for _ in range(9):
        browser.play(table)
    browser.play(table, "undo")
    before = visit.match(table)
    page = browser.get(f"/t/{table}/fragment").text
    tag = browser.get(f"/t/{table}/fragment").headers["etag"]

    visit = start()
    browser = visit.browser(browser.cookies)
    after = visit.match(table)
    assert after is not before
    assert after.state == before.state
    assert after.log == before.log
    assert after.struck == before.struck
    assert visit.sheet(table).table.name == "Tomorrow"
    assert browser.get(f"/t/{table}/fragment").text == page
    assert browser.get(f"/t/{table}/fragment", {"if-none-match": tag}).status_code == 304
    assert browser.play(table, "redo").status_code == 200


def test_a_state_is_kept_for_each_turn(visit: Visit) -> None:
    """The last one is the present one, also after going back."""
    browser = visit.browser()
    table = browser.open()
    for _ in range(12):
        browser.play(table)
    match = visit.match(table)
    kept = visit.call(visit.site.store.snapshots, table)
    assert [it.turn for it in kept] == sorted({it.turn for it in kept})
    assert len(kept) >= 3
    assert match.game.decode(kept[-1].state) == match.state
    browser.play(table, "ask-back 1")
    match = visit.match(table)
    kept = visit.call(visit.site.store.snapshots, table)
    assert match.game.decode(kept[-1].state) == match.state


def test_a_database_that_does_not_answer_is_reported(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The health route says so."""

    async def fails() -> None:
        raise OSError("gone")

    monkeypatch.setattr(visit.site.store, "check", fails)
    answer = visit.browser().get("/health")
    assert (answer.status_code, answer.json()) == (503, {"database": "down"})
