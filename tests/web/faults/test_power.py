"""The power fails at any moment: what was acknowledged is on the disk.

Half of the cuts come a moment after an acknowledgement, when the least has been synced since.
"""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from tests.web.faults.disk import Disk, Share
from tests.web.faults.ledger import Player, Verdict, judged, written
from tests.web.program import Program, Reader

PLAYERS = 4
FILE = "trainshed.sqlite3"
SHARES: tuple[Share, ...] = ("none", "some", "all")


def played(disk: Disk, *, seconds: float, processes: int = 1) -> list[Player]:
    """Let people play on this disk for a while, then end the site at once."""
    program = Program(disk.folder, "--processes", str(processes), environment=disk.environment)

    async def go() -> list[Player]:
        reader = Reader(f"sqlite+aiosqlite:///{disk.folder / FILE}")
        players = [Player(program.address, reader, random.Random(n)) for n in range(PLAYERS)]
        until = time.monotonic() + seconds
        await asyncio.gather(*(it.play(lambda: time.monotonic() > until) for it in players))
        for player in players:
            assert player.wrongs == []
            await player.leave()
        await reader.store.close()
        return players

    try:
        return asyncio.run(go())
    finally:
        program.kill()


def moments(players: list[Player], count: int, chance: random.Random) -> list[float]:
    """When the power fails: just after a move was acknowledged, or at any time."""
    told = sorted(moment for player in players for moment in player.kept.values())
    just_after = [chance.choice(told) + 0.0001 for _ in range(count // 2)]
    return sorted([*just_after, *(chance.uniform(told[0], told[-1]) for _ in range(count // 2))])


def after_power_cuts(disk: Disk, players: list[Player], place: Path, count: int) -> Verdict:
    """Everything that was lost or doubled by so many power cuts; damaged files count as lost."""
    chance, verdict = random.Random(count), Verdict(0, 0, 0)
    for share in SHARES:
        cuts = moments(players, count, chance)
        for number, (moment, files) in enumerate(disk.after_power_cuts(cuts, share, chance)):
            found = place / f"{share}-{number}"
            found.mkdir()
            for name in (FILE, f"{FILE}-wal"):
                if name in files:
                    (found / name).write_bytes(files[name])
            try:
                lines = written(found / FILE)
            except Exception:  # noqa: BLE001 - a file that cannot be read has lost everything
                lines = []
            verdict += judged(players, lines, until=moment)
    return verdict


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
def test_nothing_is_lost_by_a_power_cut(tmp_path: Path, folder: Path, processes: int) -> None:
    """At 70 moments each, with none, some and all of what was not synced."""
    disk = Disk(tmp_path, folder)
    players = played(disk, seconds=40, processes=processes)
    verdict = after_power_cuts(disk, players, tmp_path, 70)
    print(f"{3 * 70} power cuts: {verdict}")  # noqa: T201
    assert verdict.acknowledged > 1000
    assert (verdict.lost, verdict.doubled) == (0, 0)


@pytest.mark.long
def test_a_disk_that_does_not_sync_is_found_out(tmp_path: Path, folder: Path) -> None:
    """The same test sees losses where there are some, or it would prove nothing."""
    disk = Disk(tmp_path, folder, lies=True)
    players = played(disk, seconds=20)
    verdict = after_power_cuts(disk, players, tmp_path, 20)
    print(f"{3 * 20} power cuts of a disk that lies: {verdict}")  # noqa: T201
    assert verdict.lost > 0
