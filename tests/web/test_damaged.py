"""Rows that are damaged: each harms its own table at most, and all are told of what it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.web.postgres import BOTH
from tests.web.visit import Browser, Visit
from trainshed.web.database.archive import whole
from trainshed.web.database.audit import faults, unreadable
from trainshed.web.database.damage import Damaged
from trainshed.web.database.rows import HEARTBEATS, METADATA, TABLES
from trainshed.web.database.store import Store

ODD = "CAST(X'41FF' AS TEXT)"
"""Bytes that are no text."""
TIMES = ("created", "changed", "due", "since")
NUMBERS = ("rules", "base", "seats", "actor", "hours", "stamp", "delay", "bank", "increment")
NEEDED = ("name", "game", "rules", "options", "seed", "seats", "created", "changed", "access")
ON_BOTH: Mapping[str, str] = {
    **{f"options {it}": f"UPDATE \"table\" SET options='{it}'" for it in ("[1]", "null", "7")},
    "a seat is gone": 'DELETE FROM seat WHERE number = 1 AND "table"',
    "a seat too many": 'UPDATE seat SET number = 7 WHERE number = 1 AND "table"',
    "nobody is asked": 'UPDATE "table" SET actor = 9',
}
ON_SQLITE: Mapping[str, str] = {
    "options": 'UPDATE "table" SET options=\'{"a": 9\'',
    "options no text": f'UPDATE "table" SET options={ODD}',
    "options deep": f"UPDATE \"table\" SET options='{'[' * 200_000}'",
    "options of digits": f"UPDATE \"table\" SET options='{'9' * 5000}'",
    **{f"{it}": f"UPDATE \"table\" SET {it}='2026-99-99'" for it in TIMES},
    **{f"{it} in words": f"UPDATE \"table\" SET {it}='soon'" for it in TIMES},
    **{f"{it} in bytes": f"UPDATE \"table\" SET {it}=X'00FF'" for it in TIMES},
    **{f"{it} a number": f'UPDATE "table" SET {it}=7.5' for it in TIMES},
    **{f"{it} in words": f"UPDATE \"table\" SET {it}='many'" for it in NUMBERS},
    **{f"{it} without": f'UPDATE "table" SET {it}=NULL' for it in NEEDED},
    **{f"{it} no text": f'UPDATE "table" SET {it}={ODD}' for it in ("name", "seed", "late")},
    "name of a seat": f'UPDATE seat SET name={ODD} WHERE number = 1 AND "table"',
    "number of a seat": "UPDATE seat SET number='one' WHERE number = 1 AND \"table\"",
    "clock of a seat": 'UPDATE seat SET "left"=\'long\' WHERE number = 1 AND "table"',
    "wish of a seat": "UPDATE seat SET wished='soon' WHERE number = 1 AND \"table\"",
    "time of a line": "UPDATE line SET time='2026-99-99' WHERE number = 1 AND \"table\"",
    "seat of a line": "UPDATE line SET seat='one' WHERE number = 1 AND \"table\"",
    "text of a line": f'UPDATE line SET text={ODD} WHERE number = 1 AND "table"',
    "number of a line": "UPDATE line SET number='one' WHERE number = 1 AND \"table\"",
}
ON_POSTGRESQL: Mapping[str, str] = {
    **{f"{it} never": f"UPDATE \"table\" SET {it}='infinity'" for it in TIMES},
    **{f"{it} long ago": f"UPDATE \"table\" SET {it}='0044-03-15 BC'" for it in TIMES},
    "options of digits": f"UPDATE \"table\" SET options='{'9' * 5000}'",
    "options deep": f"UPDATE \"table\" SET options='{'[' * 5000}{']' * 5000}'",
    "name": 'UPDATE "table" SET name=NULL',
    "time of a line": "UPDATE line SET time='infinity' WHERE number = 1 AND \"table\"",
    "wish of a seat": "UPDATE seat SET wished='infinity' WHERE number = 1 AND \"table\"",
}
COPIED = ("table", "seat", "line", "snapshot")


class Hurt:
    """A site with many tables that are damaged, each in its own way, and one that is not."""

    def __init__(self, start: Callable[..., Visit], kinds: Mapping[str, str]) -> None:
        visit = start(pace=1000.0)
        browser = visit.browser()
        first = self.first = browser.open()
        browser.play(first)
        self.bad = {f"bad{number}": kind for number, kind in enumerate(kinds)}
        visit.call(self._copy, visit.site.store, first)
        visit.call(self._harm, visit.site.store, kinds)
        self.good = browser.open()
        browser.play(self.good)
        self.visit = start(pace=1000.0)
        self.browser = Browser(self.visit, browser.cookies)

    async def _copy(self, store: Store, first: str) -> None:
        async with store.begin() as connection:
            for name in COPIED:
                key = "id" if name == "table" else "table"
                columns = ", ".join(
                    f'"{it.key}"' for it in METADATA.tables[name].c if it.key != key
                )
                for bad in self.bad:
                    await connection.exec_driver_sql(
                        f'INSERT INTO "{name}" ("{key}", {columns}) '
                        f"SELECT '{bad}', {columns} FROM \"{name}\" WHERE \"{key}\" = '{first}'"
                    )

    async def _harm(self, store: Store, kinds: Mapping[str, str]) -> None:
        async with store.begin() as connection:
            await _permit_nothing(connection.exec_driver_sql, is_file=not store.is_shared)
        await store.engine.dispose()
        async with store.begin() as connection:
            for bad, kind in self.bad.items():
                change = kinds[kind]
                where = f" = '{bad}'" if change.endswith('"table"') else f" WHERE id = '{bad}'"
                await connection.exec_driver_sql(change + where)


async def _permit_nothing(run: Callable[[str], object], *, is_file: bool) -> None:
    """Let there be nothing where something must be."""
    if not is_file:
        await run('ALTER TABLE "table" ALTER COLUMN name DROP NOT NULL')  # type: ignore[misc]
        return
    await run("PRAGMA writable_schema=ON")  # type: ignore[misc]
    await run(  # type: ignore[misc]
        "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'table'"
    )
    await run("PRAGMA writable_schema=RESET")  # type: ignore[misc]


@pytest.fixture
def hurt(start: Callable[..., Visit], database: str) -> Hurt:
    kinds = ON_SQLITE if database.startswith("sqlite") else ON_POSTGRESQL
    return Hurt(start, {**ON_BOTH, **kinds})


on_both = pytest.mark.parametrize("database", BOTH, indirect=True)


@on_both
def test_lists_hold_what_can_be_read(hurt: Hurt) -> None:
    """For whoever sits there, and for all others."""
    other = hurt.visit.browser()
    for browser in (hurt.browser, other):
        for path in ("/", "/search", "/search?stage=running", "/search?word=a"):
            answer = browser.get(path)
            assert answer.status_code == 200, path
            assert f"/t/{hurt.good}" in answer.text, path
            assert "/t/bad" not in answer.text, path
    for browser, which in ((hurt.browser, "mine"), (other, "others")):
        answer = browser.get(f"/api/v1/tables?list={which}")
        assert answer.status_code == 200
        assert [it["id"] for it in answer.json()["tables"] if it["id"] == hurt.good]


@on_both
def test_the_next_table_is_one_that_can_be_read(hurt: Hurt) -> None:
    """Though the others wait longer."""
    answer = hurt.browser.get("/next")
    assert answer.status_code == 303
    assert answer.headers["location"] in (f"/t/{hurt.first}", f"/t/{hurt.good}")


@on_both
def test_each_table_says_so_itself(hurt: Hurt) -> None:
    """On its page and to programs, and the healthy one is played on."""
    for bad, kind in hurt.bad.items():
        answer = hurt.browser.get(f"/t/{bad}")
        assert answer.status_code == 500, kind
        assert "cannot be read" in answer.text, kind
        assert "kept" in answer.text, kind
        assert "cannot be read" in hurt.browser.get(f"/api/v1/tables/{bad}").text, kind
    assert hurt.browser.play(hurt.good).status_code == 200


@on_both
def test_the_log_hears_it_once(lines: StringIO, hurt: Hurt) -> None:
    """However often somebody asks."""
    for _ in range(3):
        for path in ("/", "/search", *(f"/t/{it}" for it in hurt.bad)):
            hurt.browser.get(path)
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    found = [(it["kind"], it["key"]) for it in told if it.get("key", "").startswith("bad")]
    assert len(found) == len(set(found))
    assert {key.split()[0] for _, key in found} == set(hurt.bad)


@on_both
def test_clocks_bots_and_notices_go_on(hurt: Hurt) -> None:
    """They are asked of the same rows."""
    site = hurt.visit.site
    hurt.visit.call(site.clocks.look)
    hurt.visit.call(site.clocks.pause)
    hurt.visit.call(site.notices.look)
    owner = hurt.visit.sheet(hurt.good).table.chairs[0].owner
    assert hurt.good in hurt.visit.call(site.store.waiting, owner)
    names = [it.id for it in hurt.visit.call(site.office.bureau.places)]
    assert hurt.good in names
    hurt.visit.call(site.office.bureau.jobs, hurt.visit.sheet(hurt.good).table.changed)


@on_both
def test_a_site_that_was_away_gives_back_what_it_can(hurt: Hurt) -> None:
    """A damaged clock keeps no other from being put off, and the site from nothing."""
    visit, now, gap = hurt.visit, datetime.now(UTC), timedelta(hours=3)
    visit.set(hurt.good, due=now - timedelta(hours=2))
    visit.set(hurt.first, due=datetime.max.replace(tzinfo=UTC))
    visit.call(visit._write, sa.update(HEARTBEATS).values(alive=now - gap))
    visit.call(visit.site.heartbeat.begin)
    due = visit.sheet(hurt.good).table.due
    assert due is not None
    assert abs(due - now - timedelta(hours=1)) < timedelta(minutes=1)
    assert visit.call(visit.site.heartbeat.may_expire)


BEATS = {
    "sqlite": ("alive='2026-99-99'", "alive='soon'", "alive=X'00FF'", "\"offset\"='much'"),
    "postgresql": ("alive='infinity'", "alive='0044-03-15 BC'", "\"offset\"='NaN'"),
}


@on_both
def test_a_damaged_sign_of_life_is_none(start: Callable[..., Visit], database: str) -> None:
    """The site starts, goes on, and puts it right."""
    visit = start()
    kinds = (*BEATS[database.partition("+")[0].partition(":")[0]], '"offset"=1e300')
    for kind in kinds:
        visit.call(_set, visit, f"UPDATE heartbeat SET {kind}")
        visit.call(visit.site.heartbeat.beat)
        assert visit.call(visit.site.heartbeat.may_expire), kind
        visit.call(_set, visit, f"UPDATE heartbeat SET {kind}")
        visit.call(visit.site.heartbeat.begin)
        assert visit.call(visit.site.heartbeat.may_expire), kind
        visit.call(_set, visit, f"UPDATE heartbeat SET {kind}")
    assert start().browser().get("/").status_code == 200


@on_both
def test_the_office_and_the_check_name_them(hurt: Hurt) -> None:
    """The office all but lines nobody has asked for, the check those, too."""
    found = hurt.visit.call(hurt.visit.site.office.bureau.damaged)
    in_lines = {bad for bad, kind in hurt.bad.items() if "line" in kind}
    assert {it.key.split()[0] for it in found} == {*hurt.bad} - in_lines
    store = hurt.visit.site.store
    for bad, kind in hurt.bad.items():
        assert hurt.visit.call(_faults, store, bad), kind


async def _faults(store: Store, table: str) -> bool:
    try:
        kept = await whole(store, table)
    except Damaged:
        return True
    return kept is None or bool(faults(kept))


def test_what_is_put_right_is_read_again(visit: Visit) -> None:
    """Without a restart, and nobody is told any more that it is damaged."""
    browser = visit.browser()
    table = browser.open()
    right = visit.sheet(table).table.options
    visit.call(_set, visit, f"UPDATE \"table\" SET options='{{', stamp=9 WHERE id='{table}'")
    assert browser.get(f"/t/{table}").status_code == 500
    assert visit.site.store.damage.found
    visit.set(table, options=dict(right))
    assert browser.get(f"/t/{table}").status_code == 200
    assert not visit.site.store.damage.found


OF_PEOPLE = {
    "account": "UPDATE account SET created='soon' WHERE name='Dan'",
    "session": "UPDATE session SET created='soon', agent=CAST(X'FF' AS TEXT)",
    "rating": "INSERT INTO rating VALUES ('bot:greedy', 'rocket', 'much', 1, 2, 'soon')",
    "announcement": "INSERT INTO announcement VALUES (7, 'hi', 'soon', NULL)",
    "deed": "INSERT INTO deed VALUES (7, 'soon', 'me', 'grant', 'you')",
    "map": "INSERT INTO map VALUES ('odd', 'me', 'Odd', 'text', 'none', 1, 'soon')",
}


def test_rows_of_people_harm_nobody_else(visit: Visit) -> None:
    """Accounts, sessions, ratings, announcements, deeds and maps."""
    for name in ("Cleo", "Dan"):
        visit.call(visit.site.people.add, name, None, "")
    table = visit.browser().open()
    for change in OF_PEOPLE.values():
        visit.call(_set, visit, change)
    for path in ("/", "/ladder/rocket", "/people/Cleo", "/search", f"/t/{table}", "/maps"):
        assert visit.browser().get(path).status_code in (200, 404), path
    bureau = visit.site.office.bureau
    assert "Dan" not in [it.name for it in visit.call(bureau.persons)]
    visit.call(bureau.deeds)
    visit.call(visit.site.bulletin.all)
    found = {it.text.split()[0] for it in visit.call(unreadable, visit.site.store)}
    assert found == {*OF_PEOPLE} - {"session"}


async def _set(visit: Visit, change: str) -> None:
    async with visit.site.store.begin() as connection:
        await connection.exec_driver_sql(change)


def test_rows_are_read_in_one_way() -> None:
    """Outside the database nobody opens a connection of his own to read: damage would stop it."""
    web = Path(__file__).parents[2] / "src" / "trainshed" / "web"
    found = [
        file.name
        for file in web.rglob("*.py")
        if "engine.connect" in file.read_text() and file.parent.name != "database"
    ]
    assert found == ["bureau.py"]  # how large the database is, and who listens


def test_a_damaged_value_is_not_one(visit: Visit) -> None:
    """Whichever way the database is asked."""
    table = visit.browser().open()
    visit.call(_set, visit, f"UPDATE \"table\" SET changed='soon' WHERE id='{table}'")
    query = sa.select(TABLES.c.id, TABLES.c.changed)
    store = visit.site.store
    assert visit.call(store.read, query) == []
    assert visit.call(store.rows, query) == []
    assert visit.call(store.ask, query, {}) == []
