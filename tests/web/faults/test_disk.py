"""The disk is full, fails, tears what is written, or takes long; then it is well again."""

from __future__ import annotations

import asyncio
import errno
import random
import time
from pathlib import Path

import pytest

from tests.web.faults.disk import Disk
from tests.web.faults.ledger import Player, judged, visitor, written
from tests.web.program import Program, Reader

PLAYERS = 3
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


async def through(disk: Disk, address: str, spells: tuple[tuple[str, float], ...]) -> list[Player]:
    """Let people play while the disk fails now and then; in the end each must get a move in."""
    reader = Reader(f"sqlite+aiosqlite:///{disk.folder / FILE}")
    players = [
        Player(address, reader, random.Random(n), failures=frozenset({503})) for n in range(PLAYERS)
    ]
    is_over = False

    async def fail() -> None:
        nonlocal is_over
        for kind, number in spells:
            await asyncio.sleep(SPELL)
            with disk.failing(kind, number):
                await asyncio.sleep(SPELL)
        well = time.time()
        while not all(max(it.kept.values(), default=0.0) > well for it in players):
            assert time.time() < well + 20, "nobody can play although the disk is well again"
            await asyncio.sleep(0.05)
        is_over = True

    async with asyncio.TaskGroup() as group:
        group.create_task(fail())
        for player in players:
            group.create_task(player.play(lambda: is_over))
    async with visitor(address) as client:
        assert (await client.get("/health")).status_code == 200
        for table in {move[0] for player in players for move in player.kept}:
            assert (await client.get(f"/t/{table}")).status_code == 200
    for player in players:
        assert player.wrongs == []
        await player.leave()
    await reader.store.close()
    return players


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("ends", ["in order", "killed"])
def test_nothing_is_lost_while_the_disk_fails(
    tmp_path: Path, folder: Path, processes: int, ends: str
) -> None:
    """Whoever is refused may try again; whoever was told that it is kept has lost nothing."""
    disk = Disk(tmp_path, folder)
    program = Program(folder, "--processes", str(processes), environment=disk.environment)
    try:
        players = asyncio.run(through(disk, program.address, SPELLS))
        if ends == "in order":
            program.stop()
    finally:
        program.kill()
    verdict = judged(players, written(folder / FILE))
    print(f"{len(SPELLS)} spells of a failing disk: {verdict}")  # noqa: T201
    assert verdict.acknowledged > 50
    assert (verdict.lost, verdict.doubled) == (0, 0)
