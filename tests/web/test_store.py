"""The database, and finding everything again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import TypeVar

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.util import CommandError

from tests.web.visit import Visit
from trainshed.core import Seat, Stale
from trainshed.web.kept import Asked, Snapshot, Written
from trainshed.web.rows import METADATA
from trainshed.web.store import NoDatabase, Store

T = TypeVar("T")


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
        await visit.site.store.append(table, [line], Snapshot(2, 1, state), asked=Asked(actor=0))

    visit.call(write)
    with pytest.raises(Stale):
        visit.call(write)
    lines = visit.call(visit.site.store.lines, table)
    assert [line.text for line in lines][1:] == ["elsewhere"]


def test_a_newer_schema_is_refused(database: str) -> None:
    """One line says what to do, and nothing is changed."""

    async def meet() -> None:
        store = Store(database)
        await store.migrate()
        async with store.engine.begin() as connection:
            await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        try:
            with pytest.raises(NoDatabase, match=r"newer version .* 9999, .* update") as caught:
                await store.migrate()
            assert len(str(caught.value).splitlines()) == 1
            await store.check()
        finally:
            await store.close()

    asyncio.run(meet())


def test_a_migration_is_made_as_a_whole(
    database: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is interrupted leaves nothing behind and can be made again."""

    def upgrade(*values: object) -> None:
        made(*values)
        raise CommandError("interrupted")

    async def meet() -> None:
        store = Store(database)
        async with store.engine.begin() as connection:
            await connection.run_sync(METADATA.drop_all)
            await connection.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
        with monkeypatch.context() as patch:
            patch.setattr(command, "upgrade", upgrade)
            with pytest.raises(NoDatabase, match="interrupted"):
                await store.migrate()
        async with store.engine.connect() as connection:
            assert await connection.run_sync(lambda it: sa.inspect(it).get_table_names()) == []
        stores = [store, Store(database), Store(database)]
        await asyncio.gather(*(it.migrate() for it in stores))
        for it in stores:
            await it.check()
            await it.close()

    made: Callable[..., None] = command.upgrade
    asyncio.run(meet())


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
        await visit.site.store.append(table, [line], snapshot, asked=Asked(actor=match.actor))

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


def at_once(*calls: Callable[[], T]) -> list[T]:
    """What several processes do at the same time."""
    gate = Barrier(len(calls))

    def go(call: Callable[[], T]) -> T:
        gate.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(go, calls))


def test_of_two_who_play_at_once_one_wins(pair: tuple[Visit, Visit]) -> None:
    """The other one gets the fresh board, whatever he played."""
    one, two = pair
    here = one.browser()
    table = here.open()
    there = two.browser(here.cookies)
    for _ in range(10):
        match = one.match(table)
        lines = [str(action) for action in match.game.actions(match.state)]
        answers = at_once(
            partial(here.play, table, lines[0], version=match.version),
            partial(there.play, table, lines[-1], version=match.version),
        )
        assert sorted(it.status_code for it in answers) == [200, 409]
        after = one.match(table)
        assert after.version > match.version
        assert all(f'data-version="{after.version}"' in it.text for it in answers)
        winner = [it.status_code for it in answers].index(200)
        log = one.call(one.site.store.lines, table)
        assert log[match.version].text == lines[-winner]
        assert two.match(table).state == after.state


def test_of_two_who_want_a_rematch_both_get_the_same(pair: tuple[Visit, Visit]) -> None:
    """And there is no third table."""
    one, two = pair
    table = one.browser().open()
    for visit in pair:
        visit.match(table)
    following = at_once(
        partial(one.call, one.site.tables.again, table),
        partial(two.call, two.site.tables.again, table),
    )
    assert following[0] == following[1] == one.sheet(table).table.next
    find = partial(one.site.store.tables, over=False, owner="nobody", own=False)
    assert {it.id for it in one.call(find)} == {table, following[0]}


def test_the_same_order_from_two_processes_is_one(pair: tuple[Visit, Visit]) -> None:
    """Nobody is told that something went wrong."""
    one, two = pair
    table = one.browser().open()
    for _ in range(5):
        at_once(
            *(
                partial(it.call, partial(it.site.store.order, table, Seat(0), "waive GWR", on=True))
                for it in pair
            )
        )
        assert two.sheet(table).orders == {0: ("waive GWR",)}


def test_laws_are_not_renewed_under_somebody_who_plays(visit: Visit) -> None:
    """Who has read other lines than there are by now reads them again."""
    browser = visit.browser()
    table = browser.open()
    browser.play(table)
    store, sheet = visit.site.store, visit.sheet(table)
    for late in (
        partial(store.adopt, sheet.table, [], lines=1),
        partial(store.rebase, table, 1),
    ):
        with pytest.raises(Stale):
            visit.call(late)
    assert visit.sheet(table) is sheet
    assert len(visit.call(store.snapshots, table)) > 0


def test_a_table_in_memory_costs_one_question(visit: Visit) -> None:
    """The database is asked whether the table is still the same; a page asks what else waits."""
    browser = visit.browser()
    table = browser.open()
    browser.get(f"/t/{table}")
    asked: list[str] = []

    def note(*values: object) -> None:
        if re.match(
            r'SELECT ("table".stamp|count)', str(values[2])
        ):  # others work at the same time
            asked.append(str(values[2]))

    direct = visit.site.store._direct
    engine = visit.site.store.engine.sync_engine if direct is None else direct._reading
    sa.event.listen(engine, "before_cursor_execute", note)
    for path in ("", "/fragment", "/board.svg", "/record"):
        asked.clear()
        assert browser.get(f"/t/{table}{path}").status_code == 200
        assert len(asked) == (2 if path in ("", "/fragment") else 1), asked
    sheet = visit.sheet(table)
    assert visit.call(visit.site.store.stamp, table) == sheet.table.stamp
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
