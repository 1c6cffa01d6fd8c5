"""Corrected laws: tables go on, by their lines or from the state they have."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sa
from structlog.testing import capture_logs

from tests.web.visit import Visit
from trainshed.core import Match, loads
from trainshed.core.chance import commitment
from trainshed.web.database import renew
from trainshed.web.database.kept import Snapshot, Table
from trainshed.web.database.rows import SNAPSHOTS
from trainshed.web.processes.live import Bus
from trainshed.web.settings import SERVE
from trainshed.web.tables.sheet import resumed
from trainshed.web.tables.tables import Tables


def age(visit: Visit, table: str, *, line: int | None = None) -> None:
    """Make the table one of older laws; with `line`, that line no longer fits."""
    visit.set(table, rules=0, adopted=None)
    if line is not None:
        visit.damage(table, line)


def test_a_table_whose_lines_fit_simply_goes_on(start: Callable[..., Visit]) -> None:
    """Only its version of the laws changes."""
    visit = start()
    table = visit.browser().open()
    age(visit, table)
    found = start().sheet(table).table
    assert (found.rules, found.base) == (1, 0)


def test_an_option_that_was_not_named_keeps_its_former_default(start: Callable[..., Visit]) -> None:
    """A table of Russian Railroads from before goes on with its open pile, and now names it."""
    visit = start()
    table = visit.browser().open(game="russian", seats="2", seat_1="elsewhere", seat_2="elsewhere")
    visit.set(table, rules=1, options={})
    found = start().sheet(table)
    assert found.table.rules == 2
    assert found.table.options == {"bonus_pile": "open"}
    assert found.match.state.hidden == found.match.game.view(found.match.state, None).hidden == ()


def test_however_many_failed_the_others_are_found(visit: Visit) -> None:
    """A database takes some hundred thousand values in a question at most."""
    table = visit.browser().open()
    age(visit, table)
    store = visit.site.store
    failed = {f"failed-{it}" for it in range(300_000)}
    assert visit.call(store.outdated, renew.rules(), failed, 5) == [table]
    assert visit.call(store.outdated, renew.rules(), {*failed, table}, 5) == []
    visit.set(table, due=datetime(2026, 1, 1, tzinfo=UTC))
    assert visit.call(store.next_due, failed) == datetime(2026, 1, 1, tzinfo=UTC)
    assert visit.call(store.next_due, {*failed, table}) is None


@pytest.mark.parametrize("line", [1, 3])
def test_no_line_of_a_game_is_logged(
    start: Callable[..., Visit], lines: StringIO, line: int
) -> None:
    """It may be hidden from the others; its number says enough."""
    visit = start(pace=1000.0)
    browser = visit.browser()
    table = browser.open()
    for _ in range(4):
        browser.play(table)
    age(visit, table, line=line)
    visit = start(pace=1000.0)
    visit.browser().get(f"/t/{table}")
    browser = visit.browser()
    fresh = browser.open()
    for _ in range(4):
        browser.play(fresh)
    visit.damage(fresh, line)
    visit = start(pace=1000.0)
    visit.browser().get(f"/t/{fresh}")
    told = lines.getvalue()
    assert told.count(f'"BadRecord at line {line}"') >= 2
    assert "forgotten" not in told
    assert "forgotten" not in str(visit.site.store.damage.found)


def test_another_one_goes_on_from_its_state(start: Callable[..., Visit]) -> None:
    """The position is kept, a line says why the past is gone, play and undo go on."""
    visit = start()
    browser = visit.browser()
    table = browser.open()
    for _ in range(7):
        browser.play(table)
    state, version = visit.match(table).state, visit.match(table).version
    age(visit, table, line=3)

    visit = start()
    browser = visit.browser(browser.cookies)
    match = visit.match(table)
    assert match.state == state
    assert match.version == version
    assert "laws of this game were corrected" in browser.get(f"/t/{table}").text
    assert browser.play(table).status_code == 200
    assert browser.play(table, "undo").status_code == 200
    assert browser.play(table, "redo").status_code == 200
    after, log = visit.match(table).state, visit.match(table).version

    visit = start()
    browser = visit.browser(browser.cookies)
    assert visit.match(table).state == after
    assert visit.match(table).version == log
    assert visit.sheet(table).table.base == version
    assert browser.get(f"/t/{table}?at=0").status_code == 200


def test_a_finished_game_needs_no_lines(start: Callable[..., Visit]) -> None:
    """Its end and a position for each turn are kept."""
    visit = start()
    table = visit.browser().open(seat_1="random", seat_2="random")
    until = time.monotonic() + 60
    while visit.match(table).actor is not None and time.monotonic() < until:
        time.sleep(0.05)
    final = visit.match(table).state
    age(visit, table, line=2)

    visit = start()
    match = visit.match(table)
    assert match.state == final
    assert match.actor is None
    browser = visit.browser()
    assert "Replay" in browser.get(f"/t/{table}").text
    assert browser.get(f"/t/{table}?at=3").status_code == 200
    assert browser.get("/").status_code == 200
    assert len(match.history) > 5


def test_the_record_of_a_running_table_begins_with_the_present_laws(
    start: Callable[..., Visit],
) -> None:
    """What came before cannot be masked; the seed is still the one that was promised."""
    visit = start()
    browser = visit.browser()
    table = browser.open()
    for _ in range(7):
        browser.play(table)
    promised = loads(browser.get(f"/t/{table}/record").text).seed_sha256
    age(visit, table, line=3)

    visit = start()
    browser = visit.browser(browser.cookies)
    browser.play(table)
    text = browser.get(f"/t/{table}/record").text
    record = loads(text)
    assert text.split("---\n")[1].startswith("# The laws were corrected after line 8")
    assert record.lines == (str(visit.match(table).history[-1].action),)
    assert record.rules == visit.match(table).game.rules
    assert record.seed is None
    assert record.seed_sha256 == promised == commitment(visit.sheet(table).table.seed)


def test_the_record_of_a_finished_table_is_the_original_one(start: Callable[..., Visit]) -> None:
    """All lines that count, the laws they were played by, the seed."""
    visit = start()
    browser = visit.browser()
    table = browser.open()
    for _ in range(4):
        browser.play(table)
    for line in ("ask-back 2", None, "undo", "redo", "undo", None):
        browser.play(table, line)
    while visit.match(table).actor is not None:
        browser.play(table)
    before = loads(browser.get(f"/t/{table}/record").text)
    age(visit, table, line=2)

    visit = start()
    assert visit.sheet(table).table.base > 0
    text = visit.browser().get(f"/t/{table}/record").text
    after = loads(text)
    assert after.lines == (before.lines[0], "forgotten", *before.lines[2:])
    assert (after.seed, after.rules, before.seed) == (before.seed, 0, after.seed)
    assert after.names == before.names
    assert after.options == before.options
    assert (before.chance, after.chance) == (None, "set")  # two seeds drew it
    again = start()
    assert again.browser().get(f"/t/{table}/record").text == text


def test_states_are_kept_anew_where_the_lines_fit(start: Callable[..., Visit]) -> None:
    """They are those of the corrected laws, and so is who is asked."""
    visit = start()
    browser = visit.browser()
    table = browser.open()
    for _ in range(12):
        browser.play(table)
    browser.play(table, "undo")
    kept = visit.call(visit.site.store.snapshots, table)
    actor = visit.match(table).actor
    forget(visit, table, kept)
    visit.set(table, rules=0, actor=None, over=True)

    visit = start()
    visit.sheet(table)
    found = visit.call(visit.site.store.snapshots, table)
    assert [(it.turn, it.state) for it in found] == [(it.turn, it.state) for it in kept]
    assert found[-1].number == kept[-1].number == visit.match(table).version
    assert visit.sheet(table).table.actor == actor
    assert f"/t/{table}" in visit.browser().get("/").text


def copies(visit: Visit, count: int) -> list[str]:
    """So many tables of older laws."""
    ada = visit.browser()
    found = [ada.open() for _ in range(count)]
    for table in found:
        age(visit, table)
    return found


def test_the_site_answers_before_all_tables_are_renewed(
    start: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long that takes; what is asked for is not behind the others."""
    tables = copies(start(part=SERVE), 4)
    go_on, begun, asked = Event(), list[str](), tables[0]

    def slow(table: Table, *rest: Any) -> Match[Any, Any]:  # noqa: ANN401 - as it is called
        begun.append(table.id)
        if table.id != asked:
            go_on.wait(5)
        return resumed(table, *rest)

    monkeypatch.setattr(renew, "resumed", slow)
    visit = start()
    try:
        assert visit.browser().get("/health").status_code == 200
        assert visit.browser().get(f"/t/{asked}").status_code == 200
        assert visit.sheet(asked).table.adopted == 1
        assert len(begun) <= 2
        assert visit.call(visit.site.store.count_outdated, renew.rules()) == 3
    finally:
        go_on.set()


def test_the_others_are_renewed_little_by_little(start: Callable[..., Visit]) -> None:
    """Nobody has to ask for them, and somebody is told when all are."""
    tables = copies(start(part=SERVE), 3)
    with capture_logs() as lines:
        visit = start()
        until = time.monotonic() + 10
        while visit.call(visit.site.store.count_outdated, renew.rules()):
            assert time.monotonic() < until
            time.sleep(0.02)
        while "all tables are under the present laws" not in [it["event"] for it in lines]:
            assert time.monotonic() < until
            time.sleep(0.02)
    for table in tables:
        found = visit.sheet(table).table
        assert (found.rules, found.adopted) == (1, 1)
    assert next(it["tables"] for it in lines if "are brought under" in it["event"]) == 3


@pytest.mark.parametrize("line", [None, 3])
def test_a_table_is_renewed_once(start: Callable[..., Visit], line: int | None) -> None:
    """Whoever asks for it at the same time, in whichever process."""
    visit = start(part=SERVE)
    ada = visit.browser()
    table = ada.open()
    for _ in range(7):
        ada.play(table)
    age(visit, table, line=line)
    store = visit.site.store
    before = visit.call(store.stamp, table)

    async def all_of_them() -> None:
        several = [Tables(store, Bus()) for _ in range(4)]
        await asyncio.gather(*(it.load(table) for it in several))

    visit.call(all_of_them)
    assert before is not None
    assert visit.call(store.stamp, table) == before + 1
    found = visit.sheet(table).table
    assert found.adopted == 1
    assert (found.base > 0) is (line is not None)


def test_no_bot_moves_under_laws_that_are_gone(start: Callable[..., Visit]) -> None:
    """The table is brought under the present ones before."""
    visit = start()
    ada = visit.browser()
    table = ada.open(seat_2="random")
    for _ in range(5):
        ada.play(table)
        bots_move(visit, table)
    visit.site.pace.seconds = 3600.0
    while visit.match(table).actor not in visit.sheet(table).bots:
        ada.play(table)
    version = visit.match(table).version
    age(visit, table, line=3)
    visit = start()
    bots_move(visit, table)
    assert visit.sheet(table).table.base == version
    assert visit.match(table).version > version


def bots_move(visit: Visit, table: str) -> None:
    """Wait until a person is asked."""
    until = time.monotonic() + 10
    while visit.match(table).actor in visit.sheet(table).bots:
        assert time.monotonic() < until
        time.sleep(0.02)


def forget(visit: Visit, table: str, kept: list[Snapshot]) -> None:
    """Keep states that the laws do not lead to."""

    async def change() -> None:
        async with visit.site.store.begin() as connection:
            await connection.execute(
                sa.update(SNAPSHOTS).where(SNAPSHOTS.c.table == table).values(state=kept[0].state)
            )

    visit.call(change)
