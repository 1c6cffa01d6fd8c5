"""Rows of one table after the other are damaged while people play at others."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.web.faults.ledger import endured, written
from tests.web.program import Program, Reader, open_table
from tests.web.test_damaged import ON_BOTH, ON_SQLITE

FILE = "trainshed.sqlite3"
KINDS = {**ON_BOTH, **ON_SQLITE}
PAGES = ("/", "/next", "/search", "/health", "/api/v1/tables?list=others")


def harmed(file: Path, table: str, change: str) -> bool:
    """Damage a table behind the back of the site; where SQLite does not permit it, nothing is."""
    where = f" = '{table}'" if change.endswith('"table"') else f" WHERE id = '{table}'"
    with (
        closing(sqlite3.connect(file, timeout=20)) as connection,
        suppress(sqlite3.IntegrityError),
        connection,
    ):
        return connection.execute(change + where).rowcount > 0
    return False


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
def test_damaged_rows_harm_nobody_else(folder: Path, processes: int) -> None:
    """Lists, searches and other tables go on; no move there is lost."""
    program = Program(folder, "--processes", str(processes))
    reader = Reader(f"sqlite+aiosqlite:///{folder / FILE}")
    browser = program.browser()
    harmed_tables = []

    async def spells() -> None:
        for change in KINDS.values():
            table = await asyncio.to_thread(open_table, browser)
            if await asyncio.to_thread(harmed, folder / FILE, table, change):
                harmed_tables.append(table)
            for path in PAGES:
                answer = await asyncio.to_thread(browser.get, path)
                assert answer.status_code in (200, 303, 401), (change[:60], path)

    endured(program, reader, spells)
    assert len(harmed_tables) > 40
    assert written(folder / FILE)
