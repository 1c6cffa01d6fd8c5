"""The database, and finding everything again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util import CommandError
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from tests.web import test_accounts
from tests.web.visit import Visit
from trainshed.core import CHANCE, Action, Game, Match, Seat, Stale
from trainshed.web.database import kept
from trainshed.web.database.direct import run
from trainshed.web.database.kept import Asked, Chair, Snapshot, Table, Written
from trainshed.web.database.rows import LINES, METADATA, SEATS, STANDINGS, TABLES
from trainshed.web.database.store import NoDatabase, Store
from trainshed.web.notices.tidings import Tidings
from trainshed.web.people.people import _SIGNED_IN, hashed
from trainshed.web.people.ratings import Ratings
from trainshed.web.people.visitor import SESSION
from trainshed.web.processes.live import Bus
from trainshed.web.tables.sheet import is_lawful, resumed
from trainshed.web.tables.tables import Tables, Unreadable

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


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_is_asked_all_the_time_is_found_by_an_index(visit: Visit) -> None:
    """However many games have ended."""
    store, asked = visit.site.store, list[tuple[str, Any]]()
    tidings, ratings = Tidings(store), Ratings(store, Bus())

    def note(*values: Any) -> None:  # noqa: ANN401
        asked.append((values[2], values[3]))

    async def plans() -> list[str]:
        sa.event.listen(store.engine.sync_engine, "before_cursor_execute", note)
        await store.waiting_for_bots()
        await tidings.all(datetime.now(UTC))
        await tidings.told({"account:ada"})
        await ratings.look(None)
        sa.event.remove(store.engine.sync_engine, "before_cursor_execute", note)
        async with store.engine.connect() as connection:
            return [
                str((await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values)).all())
                for query, values in asked
            ]

    found = " ".join(visit.call(plans))
    for index in ("ix_table_running", "ix_told_owner", "ix_table_uncounted"):
        assert index in found


def go_back(connection: sa.Connection, version: str) -> None:
    """Leave a database as an older Trainshed knows it."""
    config = Config()
    config.set_main_option("script_location", "trainshed.web:migrations")
    config.attributes["connection"] = connection
    command.downgrade(config, version)


def test_a_game_continued_earlier_is_known_by_its_old_moves(database: str) -> None:
    """What chance draws as a table is opened are no moves of another game."""

    def line(table: Table, number: int, seat: int, later: int = 0) -> dict[str, object]:
        time = table.created + timedelta(seconds=later)
        return {"table": table.id, "number": number, "seat": seat, "text": "", "time": time}

    async def go() -> list[int | None]:
        store = Store(database)
        await store.migrate()
        chairs = [Chair("Ada", owner="ada"), Chair("Ben", owner="ben")]
        opened = [
            await Tables(store, Bus()).open("rocket", name="", chairs=chairs, options={})
            for _ in range(2)
        ]
        anew, continued = opened
        lines = [line(it, 1, CHANCE) for it in opened] + [line(it, 3, 1, 1) for it in opened]
        async with store.begin() as connection:
            await connection.execute(sa.delete(LINES))
            await connection.execute(sa.insert(LINES), [*lines, line(continued, 2, 0)])
            await connection.run_sync(go_back, "0006")
        await store.migrate()
        query = sa.select(TABLES.c.id, TABLES.c.brought)
        async with store.engine.connect() as connection:
            found = {row.id: row.brought for row in await connection.execute(query)}
        await store.close()
        return [found[it.id] for it in (anew, continued)]

    assert asyncio.run(go()) == [None, 2]


def test_orders_that_have_ended_do_not_stand_again_in_an_older_schema(database: str) -> None:
    """Whoever goes back to it."""

    def back(connection: sa.Connection) -> list[str]:
        go_back(connection, "0003")
        return list(connection.exec_driver_sql("SELECT line FROM standing").scalars())

    async def go() -> list[str]:
        store = Store(database)
        await store.migrate()
        chairs = [Chair("Ada", owner="ada"), Chair("Ben", owner="ben")]
        table = await Tables(store, Bus()).open("rocket", name="", chairs=chairs, options={})
        for line in ("waive GWR", "waive LB"):
            await store.order(table.id, Seat(0), line, on=True)
        ended = sa.update(STANDINGS).where(STANDINGS.c.line == "waive LB").values(why="over")
        async with store.begin() as connection:
            await connection.execute(ended)
            lines = await connection.run_sync(back)
        await store.migrate()
        await store.check()
        await store.close()
        return lines

    assert asyncio.run(go()) == ["waive GWR"]


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
        async with store.begin() as connection:
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
        async with store.begin() as connection:
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


def test_what_changes_around_a_match_does_not_play_it_again(
    pair: tuple[Visit, Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new name, a new line: only that is read; a line that is another one plays all again."""
    one, two = pair
    here = one.browser()
    table = here.open()
    here.play(table)
    two.match(table)
    played: list[str] = []
    renamed = sa.update(SEATS).where(SEATS.c.table == table, SEATS.c.number == 1)

    def again(*values: Any, **named: Any) -> Match[Any, Any]:  # noqa: ANN401
        played.append(values[0].id)
        return resumed(*values, **named)

    monkeypatch.setattr("trainshed.web.tables.tables.resumed", again)
    moves = two.match(table).history
    one.call(partial(one.site.store.order, table, Seat(0), "waive GWR", on=True))
    assert two.sheet(table).orders
    one.call(one._write, renamed.values(name="Jun"))
    one.set(table)
    assert two.match(table).names == one.match(table).names == ["Ada", "Jun"]
    here.play(table)
    there, match = two.match(table), one.match(table)
    assert (there.log, there.state) == (match.log, match.state)
    assert there.history[0] is moves[0]
    assert played == []
    two.damage(table, 2)
    two.set(table)
    with pytest.raises(Unreadable):
        two.sheet(table)
    assert played == [table]


def test_lines_are_checked_before_they_are_kept_and_not_again(
    pair: tuple[Visit, Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening a table asks nobody what was legal, unless other laws were in force."""
    one, two = pair
    here = one.browser()
    table = here.open()
    here.play(table)
    history = one.match(table).history
    checked: list[Action] = []
    decides = Game.decide

    def decide(laws: Game[Any, Any, Any], state: Any, action: Any) -> Any:  # noqa: ANN401
        checked.append(action)
        return decides(laws, state, action)

    monkeypatch.setattr(Game, "decide", decide)
    assert two.match(table).history == history
    assert history[-1].action not in checked
    two.set(table, rules=0)
    assert two.match(table).history == history
    assert history[-1].action in checked


def test_lines_after_a_change_of_laws_are_checked(pair: tuple[Visit, Visit]) -> None:
    """Nobody knows by which laws they were played: the table only notes those of its beginning."""
    one, _ = pair
    table = one.sheet(one.browser().open()).table
    assert is_lawful(table)
    assert not is_lawful(replace(table, base=1))


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
        partial(store.adopt, sheet.table, [], lines=1, laws=1),
        partial(store.rebase, table, 1, laws=1),
    ):
        with pytest.raises(Stale):
            visit.call(late)
    assert visit.sheet(table) is sheet
    assert len(visit.call(store.snapshots, table)) > 0


def test_whoever_changes_seats_or_orders_holds_the_table_first(visit: Visit, database: str) -> None:
    """As whoever moves does: else two of them could wait for each other."""
    store, table = Store(database), visit.browser().open(seat_2="elsewhere")
    ben, asked = Chair("Ben", owner="ben"), Asked(actor=Seat(0))
    calls = (
        partial(store.sit, visit.sheet(table).table, Seat(1), ben, asked),
        partial(store.order, table, Seat(1), "waive GWR", on=True),
        partial(store.wish, table, "ben", pause=True),
        partial(store.hand_over, table, Seat(1), owner="ben", kind="greedy"),
        partial(store.come_back, table, Seat(1), owner="ben", left=None),
        partial(store.rise, table, Seat(1), owner="ben", name="Ben"),
    )
    said: list[str] = []

    async def listened(call: Callable[[], Awaitable[object]]) -> str:
        said.clear()
        await call()
        return next(it for it in said if '"table"' in it)

    pens = [store._direct._writing] if store._direct else []
    for engine in (store.engine.sync_engine, *pens):
        sa.event.listen(engine, "before_cursor_execute", lambda *it: said.append(str(it[2])))
    for call in calls:
        first = visit.call(listened, call)
        assert first.startswith(('UPDATE "table"', 'SELECT "table".id')), first
    visit.call(store.close)


def test_a_search_holds_up_nobody(visit: Visit) -> None:
    """Many tables take long to look through: another thread does that."""
    table, store = visit.browser().open(), visit.site.store
    for search in (
        partial(store.search, word="evening", limit=1),
        partial(store.search, stage="open", limit=1),
        partial(store.vacancies, 1),
    ):
        asked: list[str] = []

        def note(*values: object, known: list[str] = asked) -> None:
            known.append(str(values[2]))

        sa.event.listen(store.engine.sync_engine, "before_cursor_execute", note)
        visit.call(search)
        sa.event.remove(store.engine.sync_engine, "before_cursor_execute", note)
        assert any("LIMIT" in it and '"table".name' in it for it in asked)
    assert visit.call(store.table, table) is not None


def test_a_table_in_memory_costs_one_question(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is asked whether the table is still the same; a page asks for other tables."""
    browser = visit.browser()
    table = browser.open()
    browser.get(f"/t/{table}")
    asked: list[str] = []

    def note(query: str) -> None:
        if re.match(r'SELECT ("table".(stamp|id) |count)', query):  # others work, too
            asked.append(query)

    store = visit.site.store
    if store._distant is not None:
        ask = store._distant._ask

        def noted(connection: Any, words: Any, values: Any) -> Any:  # noqa: ANN401
            note(words.text)
            return ask(connection, words, values)

        monkeypatch.setattr(store._distant, "_ask", noted)
    elif store._direct is not None:
        store._direct._driver.set_trace_callback(note)
    for path in ("", "/fragment", "/board.svg", "/record"):
        asked.clear()
        assert browser.get(f"/t/{table}{path}").status_code == 200
        assert len(asked) == (2 if path in ("", "/fragment") else 1), asked
    sheet = visit.sheet(table)
    assert visit.call(visit.site.store.stamp, table) == sheet.table.stamp
    assert visit.sheet(table) is sheet


def test_what_is_always_asked_reads_like_all_else(visit: Visit) -> None:
    """Truths are no numbers, and times are of UTC, whoever has put the question into words."""
    browser = test_accounts.made(visit)
    session = hashed(browser.cookies.get(SESSION) or "")
    values = {"session": session, "since": datetime(2020, 1, 1, tzinfo=UTC)}
    found = visit.call(visit.site.store.ask, _SIGNED_IN, values)
    whole = visit.call(visit.site.store.read, _SIGNED_IN.params(values))
    assert [row._asdict() for row in found] == [dict(row._mapping) for row in whole]
    assert found[0].admin is False
    assert found[0].seen.tzinfo is UTC
    assert visit.call(visit.site.store.ask, _SIGNED_IN, {**values, "session": "nobody's"}) == []


def test_a_broken_promise_is_told_as_always(visit: Visit) -> None:
    """A second row of the same name is refused in the words of SQLAlchemy, and nothing is kept."""
    store, table = visit.site.store, visit.browser().open()
    insert = sa.insert(LINES)
    row = {"table": table, "seat": 0, "text": "x", "time": datetime.now(UTC)}

    def work(connection: sa.Connection) -> None:
        run(connection, insert, {"number": 9001, **row})
        run(connection, insert, {"number": 9001, **row})

    with pytest.raises(IntegrityError):
        visit.call(store.write, work)
    assert all(line.number < 9001 for line in visit.call(store.lines, table))


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

    monkeypatch.setattr(visit.site.vitals._reads, "_ask", fails)
    answer = visit.browser().get("/health")
    assert (answer.status_code, answer.json()["database"]) == (503, "down")


def test_no_table_is_called_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands take it as it is."""
    drawn = iter(["-fm4gqo2", "--help00", "fm4gqo2-"])
    monkeypatch.setattr(kept, "token_urlsafe", lambda size: next(drawn))
    assert kept.new_id() == "fm4gqo2-"
