"""The database, and finding everything again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tests.web.visit import Visit
from trainshed.core import Seat, Stale
from trainshed.web.kept import Snapshot, Written
from trainshed.web.store import METADATA, NoDatabase, Store


def test_the_migrations_make_the_tables_that_the_store_uses(database: str) -> None:
    """Nothing is missing and nothing is left over."""

    def differences(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async def compare() -> list[object]:
        store = Store(database)
        await store.migrate()
        await store.migrate()
        async with store.engine.connect() as connection:
            found = await connection.run_sync(differences)
        await store.close()
        return found

    assert asyncio.run(compare()) == []


@pytest.mark.parametrize(
    "url",
    [
        "oracle://ada:hunter2@host/db",
        "sqlite://ada:hunter2@host/db?timeout=hunter2",
        "mysql+nothing://ada:hunter2@host/db?password=hunter2",
        "postgresql://ada:hunter2@host:port/db",
        "postgresql://ada:hunter2/@host/db",
        "postgresql//ada:hunter2@host/db",
    ],
)
def test_a_password_is_not_shown(url: str) -> None:
    """Whatever is wrong with the address of the database."""
    with pytest.raises(NoDatabase, match="cannot be used") as caught:
        asyncio.run(Store(url).migrate())
    assert "hunter" not in str(caught.value)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
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
    answer = browser.play(table, str(action), version=1)
    assert answer.status_code == 409
    assert visit.match(table).version == 2
    assert visit.match(table).state == twin
    assert 'data-version="2"' in answer.text


@pytest.fixture
def pair(start: Callable[..., Visit]) -> Iterator[tuple[Visit, Visit]]:
    """Two sites on one database."""
    one = start()
    two = Visit(one.site.config)
    yield one, two
    two.stop()


def test_another_process_sees_what_was_played(pair: tuple[Visit, Visit]) -> None:
    """On the page and on the first page; whoever plays there plays on the fresh board."""
    one, two = pair
    here = one.browser()
    table = here.open()
    there = two.browser(here.cookies)
    assert 'data-version="1"' in there.get(f"/t/{table}").text
    first = there.get("/").text
    here.play(table)
    assert there.get("/").text != first
    assert 'data-version="2"' in there.get(f"/t/{table}").text
    here.play(table)
    action = str(one.match(table).game.actions(one.match(table).state)[0])
    data = {"version": "3", "action": action}
    assert there.post(f"/t/{table}/play", data).status_code == 200
    assert one.match(table).version == 4


def test_another_process_sees_who_sat_down_and_what_was_ordered(pair: tuple[Visit, Visit]) -> None:
    """Although nothing was played."""
    one, two = pair
    here = one.browser()
    table = here.open(seat_2="elsewhere")
    assert two.sheet(table).vacant == (1,)
    one.browser().post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    assert two.sheet(table).vacant == ()
    assert two.match(table).names == one.match(table).names
    for on in (True, False):
        one.call(partial(one.site.store.order, table, Seat(0), "waive GWR", on=on))
        assert bool(two.sheet(table).orders) == on
    one.set(table, next="elsewhere")
    assert two.sheet(table).table.next == "elsewhere"


def test_a_table_in_memory_costs_one_question(visit: Visit) -> None:
    """A page asks the database once whether the table is still the same."""
    browser = visit.browser()
    table = browser.open()
    browser.get(f"/t/{table}")
    asked: list[str] = []

    def note(*values: object) -> None:
        asked.append(str(values[2]))

    engine = visit.site.store.engine.sync_engine
    sa.event.listen(engine, "before_cursor_execute", note)
    for path in ("", "/fragment", "/board.svg", "/record"):
        asked.clear()
        assert browser.get(f"/t/{table}{path}").status_code == 200
        assert len(asked) == 1
    sheet = visit.sheet(table)
    assert visit.call(visit.site.store.marker, table) == sheet.marker
    assert visit.sheet(table) is sheet


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
