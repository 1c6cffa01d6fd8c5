"""The disk is full, fails, tears what is written, or takes long; then it is well again."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest

from tests.web.faults.disk import Disk
from tests.web.faults.ledger import judged, through, written
from tests.web.program import Program, Reader

FILE = "trainshed.sqlite3"
SPELL = 1.5
"""Seconds that the disk fails, and that it is well before and after it."""
SPELLS: tuple[tuple[str, float], ...] = (
    ("write", errno.ENOSPC),
    ("write", errno.EIO),
    ("write", errno.EROFS),
    ("tear", errno.ENOSPC),
    ("sync", errno.EIO),
    ("slow", 1.0),
)


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("ends", ["in order", "killed"])
def test_nothing_is_lost_while_the_disk_fails(
    tmp_path: Path, folder: Path, processes: int, ends: str
) -> None:
    """Whoever is refused may try again; whoever was told that it is kept has lost nothing."""
    disk = Disk(tmp_path, folder)
    program = Program(folder, "--processes", str(processes), environment=disk.environment)
    reader = Reader(f"sqlite+aiosqlite:///{folder / FILE}")

    async def spells() -> None:
        for kind, number in SPELLS:
            await asyncio.sleep(SPELL)
            with disk.failing(kind, number):
                await asyncio.sleep(SPELL)

    async def go() -> None:
        players = await through(program.address, reader, spells)
        await reader.store.close()
        if ends == "in order":
            program.stop()
        program.kill()
        verdict = judged(players, written(folder / FILE))
        print(f"{len(SPELLS)} spells of a failing disk: {verdict}")  # noqa: T201
        assert verdict.acknowledged > 50
        assert (verdict.lost, verdict.doubled) == (0, 0)

    try:
        asyncio.run(go())
    finally:
        program.kill()
