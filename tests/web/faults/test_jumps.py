"""The clock of the machine jumps back and forth while people and bots play."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx2
import pytest

from tests.web.faults.ledger import endured
from tests.web.faults.shim import compiled, replace
from tests.web.program import Program, Reader, open_table

HOUR = 3600
JUMPS = (25 * HOUR, -HOUR, 0, 2 * HOUR, 0)
"""Seconds by which it is wrong, one after the other."""
SPELL = 25.0
"""Seconds until the next: in that time the site looks for people who are late."""
DRIFT = re.compile(r"^trainshed_clock_drift_seconds (\S+)", re.MULTILINE)
BOTS = {"seat_1": "random", "seat_2": "random"}


def drift(address: str) -> float:
    """By how much the site knows that the clock is wrong."""
    found = DRIFT.search(httpx2.get(f"{address}metrics").text)
    assert found is not None
    return float(found[1])


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
def test_nobody_is_late_because_the_clock_jumps(
    tmp_path: Path, folder: Path, processes: int
) -> None:
    """Nobody is replaced, no move is lost, and no bot waits for an hour that will come."""
    file = tmp_path / "offset"
    shim = {"LD_PRELOAD": str(compiled("clock", tmp_path)), "CLOCK_OFFSET": str(file)}
    program = Program(folder, "--processes", str(processes), pace=1.5, environment=shim)
    reader = Reader(f"sqlite+aiosqlite:///{folder / 'trainshed.sqlite3'}")
    browser = program.browser()
    slow = open_table(browser, hours="24")
    live = open_table(browser, hours="live:900:10")
    bots = open_table(browser, **BOTS)

    async def kinds(table: str) -> list[str]:
        found = await reader.store.table(table)
        assert found is not None
        return [chair.kind for chair in found.chairs]

    async def spells() -> None:
        for offset in JUMPS:
            await asyncio.sleep(3)
            replace(file, str(offset))
            await asyncio.sleep(SPELL)
            assert abs(drift(program.address) - offset) < 5
        for table in (slow, live):
            assert await kinds(table) == ["human", "human"]
        before = len(await reader.lines(bots))
        await asyncio.sleep(6)
        assert len(await reader.lines(bots)) > before

    endured(program, reader, spells)
