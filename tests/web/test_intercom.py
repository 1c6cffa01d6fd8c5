"""Processes on one SQLite file hear of each other by pigeonhole, and share the work."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from trainshed.web.processes import intercom
from trainshed.web.processes.intercom import Intercom
from trainshed.web.processes.live import Bus
from trainshed.web.processes.pigeonholes import Pigeonholes, built

SOON = 10.0
"""Seconds that something may take on a busy machine."""


class Ends:
    """Two processes that can talk; what the second one hears comes over its bus."""

    def __init__(self, folder: Path, holes: list[Pigeonholes]) -> None:
        self.holes = holes
        self.one, self.two = (Intercom(it, folder / "claims") for it in holes)
        self.bus = Bus()


def connected(folder: Path, talk: Callable[[Ends], Awaitable[None]]) -> None:
    """Let two processes talk."""

    async def go(holes: list[Pigeonholes]) -> None:
        ends = Ends(folder, holes)
        runs = [(ends.one, Bus()), (ends.two, ends.bus)]
        tasks = [asyncio.create_task(wire.run(bus)) for wire, bus in runs]
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(4 * SOON):
                await talk(ends)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await ends.one.close()
            await ends.two.close()

    with built(2) as holes:
        asyncio.run(go(holes))


def open_hole(ends: Ends) -> None:
    ends.holes[1].watch(lambda connection, begun: connection.close())


def test_news_reach_who_listens_elsewhere(tmp_path: Path) -> None:
    """At once; own news do not come back."""

    async def talk(ends: Ends) -> None:
        open_hole(ends)
        with ends.bus.subscribe("t") as listener:
            ends.one.send("t", 4)
            assert await listener.news(SOON) == {"t": 4}
            ends.two.send("t", 5)
            assert await listener.news(0.1) == {}

    connected(tmp_path, talk)


def test_who_is_there_is_told_to_the_other_processes(tmp_path: Path) -> None:
    """A note about a table is no change of it."""

    async def talk(ends: Ends) -> None:
        open_hole(ends)
        told: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        ends.bus.overhear = lambda table, note: told.put_nowait((table, note))
        with ends.bus.subscribe("t") as listener:
            ends.one.note("t", "one 2 ada ben")
            assert await told.get() == ("t", "one 2 ada ben")
            assert await listener.news(0.1) == {}

    connected(tmp_path, talk)


def test_what_finds_a_full_hole_is_told_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of several changes of a table the last; nothing is lost while a process starts again."""
    monkeypatch.setattr(intercom, "PAUSE", 0.01)

    async def talk(ends: Ends) -> None:
        for version in range(1, 20_000):
            ends.one.send("t", version)
        ends.one.send("other", 7)
        with ends.bus.subscribe("t") as listener, ends.bus.subscribe("other") as other:
            open_hole(ends)
            assert await other.wait(SOON) == 7
            assert await listener.wait(SOON) == 19_999

    connected(tmp_path, talk)


CLAIM = """
import asyncio, sys
from pathlib import Path
from trainshed.web.processes.intercom import Intercom
from trainshed.web.processes.pigeonholes import built

async def go(holes):
    wire = Intercom(holes[0], Path(sys.argv[1]))
    async with wire.claim(sys.argv[2]) as is_ours:
        print(is_ours, flush=True)
        sys.stdin.readline()

with built(1) as holes:
    asyncio.run(go(holes))
"""


def claimed(folder: Path, name: str) -> subprocess.Popen[str]:
    """Another process that claims some work until it is told to stop."""
    return subprocess.Popen(
        [sys.executable, "-c", CLAIM, str(folder / "claims"), name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_work_is_for_one(tmp_path: Path) -> None:
    """Another process gets it when the first has ended or died."""

    async def talk(ends: Ends) -> None:
        async with ends.one.claim("a") as is_ours:
            assert is_ours
            for name, found in (("a", "False"), ("b", "True")):
                other = claimed(tmp_path, name)
                assert said(other) == found
                other.communicate("\n")
        other = claimed(tmp_path, "a")
        assert said(other) == "True"
        async with ends.one.claim("a") as is_ours:
            assert not is_ours
        other.kill()
        other.communicate()
        async with ends.one.claim("a") as is_ours:
            assert is_ours

    connected(tmp_path, talk)
