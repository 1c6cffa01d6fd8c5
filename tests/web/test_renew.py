"""Corrected laws: tables go on, by their lines or from the state they have."""

from __future__ import annotations

import time
from collections.abc import Callable

import sqlalchemy as sa

from tests.web.visit import Visit
from trainshed.web.store import LINES, TABLES


def age(visit: Visit, table: str, *, line: int | None = None) -> None:
    """Make the table one of older laws; with `line`, that line no longer fits."""

    async def change() -> None:
        async with visit.site.store.engine.begin() as connection:
            await connection.execute(sa.update(TABLES).values(rules=0))
            if line is not None:
                where = (LINES.c.table == table) & (LINES.c.number == line)
                await connection.execute(sa.update(LINES).where(where).values(text="forgotten"))

    visit.call(change)


def test_a_table_whose_lines_fit_simply_goes_on(start: Callable[..., Visit]) -> None:
    """Only its version of the laws changes."""
    visit = start()
    table = visit.browser().open()
    age(visit, table)
    found = start().sheet(table).table
    assert (found.rules, found.base) == (1, 0)


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
    assert "Rematch" in browser.get(f"/t/{table}").text
    assert browser.get(f"/t/{table}?at=3").status_code == 200
    assert browser.get("/").status_code == 200
    assert len(match.history) > 5
