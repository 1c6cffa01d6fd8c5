"""Processes are killed at any moment, and requests come late, twice, out of order or forged.

No move that was acknowledged is lost, none is played twice, and every table opens again.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tests.web.faults.ledger import Player, judged, kept_by, visitor
from tests.web.program import Reader
from trainshed.web.processes.crew import context
from trainshed.web.processes.pigeonholes import Pigeonholes, built
from trainshed.web.server import listen, prepare, work
from trainshed.web.settings import Config

PLAYERS = 4
BOTS = {"seats": "3", "seat-1": "random", "seat-2": "random", "seat-3": "greedy"}


class Hands:
    """Processes on one port, which can be killed; whoever knocks meanwhile waits."""

    def __init__(self, config: Config, holes: list[Pigeonholes]) -> None:
        asyncio.run(prepare(config))
        self.config, self.context = config, context()
        self.listener = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.holes = holes
        self.running = list(map(self._hire, holes))
        self.killed = 0

    def _hire(self, holes: Pigeonholes) -> BaseProcess:
        hand = self.context.Process(target=work, args=(self.config, self.listener, holes))
        hand.start()
        return hand

    def kill(self, number: int) -> None:
        """Kill a process, and start another one in its place."""
        hand = self.running[number]
        assert hand.pid is not None
        assert hand.exitcode is None, f"a process has ended by itself: {hand.exitcode}"
        os.kill(hand.pid, signal.SIGKILL)
        hand.join()
        self.killed += 1
        self.running[number] = self._hire(self.holes[number])

    def stop(self) -> None:
        for hand in self.running:
            hand.terminate()
        for hand in self.running:
            hand.join(10)
            hand.kill()
        self.listener.close()


async def kill(hands: Hands, players: list[Player], kills: int, chance: random.Random) -> None:
    """Kill one process after the other, each time after a few moves, at any moment of the next."""
    while hands.killed < kills:
        until = sum(len(it.kept) for it in players) + chance.randint(2, 12)
        while sum(len(it.kept) for it in players) < until:  # noqa: ASYNC110 - they know nothing of it
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0.0, 0.05))
        await asyncio.to_thread(hands.kill, chance.randrange(len(hands.running)))


async def watch(hands: Hands, reader: Reader, players: list[Player]) -> None:
    """Every table opens, and its lines have all numbers."""
    async with visitor(hands.address) as client:
        for player in players:
            for table in player.tables:
                lines = await reader.lines(table)
                assert [number for number, _, _ in lines] == list(range(1, len(lines) + 1))
                assert (await client.get(f"/t/{table}")).status_code == 200
            assert player.wrongs == []
            await player.leave()


@pytest.fixture
def hands(folder: Path, database: str) -> Iterator[Hands]:
    """Three processes on one database."""
    with built(3) as holes:
        found = Hands(Config(folder, database, 0.1), holes)
        yield found
        found.stop()


def storm(hands: Hands, *, kills: int, seed: int) -> None:
    """Play while processes are killed so often; then look whether all is well."""

    async def go() -> None:
        reader = Reader(hands.config.url)
        players = [
            Player(hands.address, reader, random.Random(f"{seed}/{n}")) for n in range(PLAYERS)
        ]
        bots = await players[0].open(BOTS)
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play(lambda: hands.killed >= kills))
            group.create_task(kill(hands, players, kills, random.Random(seed)))
        await watch(hands, reader, players)
        assert (await reader.match(bots)).version > 1
        players[0].tables.remove(bots)  # nobody sent what bots played
        found = await kept_by(reader, players)
        await reader.store.close()
        verdict = judged(players, found)
        print(f"{hands.killed} kills: {verdict}")  # noqa: T201
        assert verdict.acknowledged
        assert (verdict.lost, verdict.doubled) == (0, 0)

    asyncio.run(go())


def test_nothing_is_lost_when_processes_are_killed(hands: Hands) -> None:
    """Every day a few times."""
    storm(hands, kills=5, seed=1861)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_in_a_long_storm(hands: Hands, seed: int) -> None:
    """More often, and differently each time."""
    storm(hands, kills=60, seed=seed)
