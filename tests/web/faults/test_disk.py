"""The disk is full, fails, tears what is written, or takes long; then it is well again."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest

from tests.web.faults.disk import Disk
from tests.web.faults.ledger import endured, written
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

    endured(program, reader, spells, ends=program.stop if ends == "in order" else bool)
    assert written(folder / FILE)
