"""Processes are killed at any moment, and requests come late, twice, out of order or forged.

No move that was acknowledged is lost, none is played twice, and every table opens again.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient, HTTPError, Response

from tests.web.program import BY_HAND, Reader
from tests.web.visit import TWO
from trainshed.core import Match
from trainshed.web.processes.crew import context
from trainshed.web.processes.pigeonholes import Pigeonholes, built
from trainshed.web.server import listen, prepare, work
from trainshed.web.settings import Config

PLAYERS = 4
BOTS = {"seats": "3", "seat-1": "random", "seat-2": "random", "seat-3": "greedy"}
DOUBLED, STALE, FORGED, EARLY = 0.25, 0.1, 0.1, 0.1
"""How often a request is sent twice at once, and how often one that must not count."""


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


def visitor(hands: Hands) -> AsyncClient:
    return AsyncClient(base_url=hands.address, timeout=20, verify=False)


class Player:
    """One who plays for both seats of his tables, and remembers what he was told."""

    def __init__(self, hands: Hands, reader: Reader, chance: random.Random) -> None:
        self.hands, self.reader, self.chance = hands, reader, chance
        self.cookie = ""
        self.lines = [visitor(hands), visitor(hands)]
        self.tables: list[str] = []
        self.sent: set[tuple[str, int, str]] = set()
        """Each table, line number and line that was sent in earnest."""
        self.kept: set[tuple[str, int, str]] = set()
        """Those that were acknowledged."""
        self.wrongs: list[str] = []

    async def play(self, kills: int) -> None:
        """Play one game after the other; whoever is not answered looks at the board again."""
        while self.hands.killed < kills:
            with suppress(HTTPError):
                table = await self.open(TWO)
                self.tables.append(table)
                while self.hands.killed < kills:
                    match = await self.reader.match(table)
                    if match.actor is None:
                        break
                    with suppress(HTTPError):
                        await self._move(table, match)

    async def open(self, seats: dict[str, str]) -> str:
        """Open a table; its id."""
        answer = await self._post("/tables", {"game": "rocket", **seats})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).removeprefix("/t/")

    async def _move(self, table: str, match: Match[Any, Any]) -> None:
        line = str(self.chance.choice(match.game.actions(match.state)))
        wrong = self.chance.random()
        if wrong < STALE:
            version = self.chance.randrange(match.version)
            await self._must_not_count(table, version, line, {409})
        elif wrong < STALE + EARLY:
            await self._must_not_count(table, match.version + 1, line, {409})
        elif wrong < STALE + EARLY + FORGED:
            await self._forge(table, match.version, line)
        move = (table, match.version + 1, line)
        self.sent.add(move)
        times = 2 if self.chance.random() < DOUBLED else 1
        posts = [self._play(table, match.version, line) for _ in range(times)]
        answers = await asyncio.gather(*posts, return_exceptions=True)
        played = [it for it in answers if isinstance(it, Response) and it.status_code == 303]
        if played:
            self.kept.add(move)
        if len(played) > 1:
            self.wrongs.append(f"acknowledged twice: {move}")
        self.wrongs += [
            f"{it.status_code}: {move}"
            for it in answers
            if isinstance(it, Response) and it.status_code not in (303, 409, 429)
        ]
        if any(isinstance(it, Response) and it.status_code == 429 for it in answers):
            await asyncio.sleep(0.3)

    async def _must_not_count(
        self, table: str, version: int, line: str, statuses: set[int], who: str | None = None
    ) -> None:
        answer = await self._play(table, version, line, who)
        if answer.status_code not in {*statuses, 429}:
            self.wrongs.append(f"{answer.status_code}: {table} {version} {line}")

    async def _forge(self, table: str, version: int, line: str) -> None:
        """Somebody else, or somebody who claims to be the owner, sends the right move."""
        name, _, _ = self.cookie.rpartition(".")
        for who in ("", f"{name}.{'A' * 27}"):
            await self._must_not_count(table, version, line, {403}, who)

    async def _play(self, table: str, version: int, line: str, who: str | None = None) -> Response:
        return await self._post(f"/t/{table}/play", {"version": str(version), "action": line}, who)

    async def _post(self, path: str, data: dict[str, str], who: str | None = None) -> Response:
        """Send a form as oneself or as somebody else, over one of two lines."""
        cookie = self.cookie if who is None else who
        headers = {**BY_HAND, **({"cookie": cookie} if cookie else {})}
        line = self.lines[self.chance.randrange(2)]
        answer = await line.post(path, data=data, headers=headers)
        line.cookies.clear()
        given = answer.cookies.get("trainshed")
        if who is None and given is not None:
            self.cookie = f"trainshed={given}"
        return answer


async def kill(hands: Hands, players: list[Player], kills: int, chance: random.Random) -> None:
    """Kill one process after the other, each time after a few moves, at any moment of the next."""
    while hands.killed < kills:
        until = sum(len(it.kept) for it in players) + chance.randint(2, 12)
        while sum(len(it.kept) for it in players) < until:  # noqa: ASYNC110 - they know nothing of it
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0.0, 0.05))
        await asyncio.to_thread(hands.kill, chance.randrange(len(hands.running)))


async def watch(hands: Hands, reader: Reader, players: list[Player]) -> None:
    """Compare what was told with what was kept."""
    async with visitor(hands) as client:
        for player in players:
            for table in player.tables:
                lines = await reader.lines(table)
                assert [number for number, _, _ in lines] == list(range(1, len(lines) + 1))
                found = {(table, number, text) for number, seat, text in lines if seat >= 0}
                own = {move for move in player.kept if move[0] == table}
                assert own <= found
                assert found <= player.sent
                assert (await client.get(f"/t/{table}")).status_code == 200
            assert player.wrongs == []
            for line in player.lines:
                await line.aclose()


@pytest.fixture
def hands(folder: Path, database: str) -> Iterator[Hands]:
    """Three processes on one database."""
    with built(3) as holes:
        found = Hands(Config(folder, database, 0.1), holes)
        yield found
        found.stop()


def storm(hands: Hands, *, kills: int, seed: int) -> None:
    """Play while processes are killed so often; then look whether all is well."""

    async def go() -> list[Player]:
        reader = Reader(hands.config.url)
        players = [Player(hands, reader, random.Random(f"{seed}/{n}")) for n in range(PLAYERS)]
        bots = await players[0].open(BOTS)
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play(kills))
            group.create_task(kill(hands, players, kills, random.Random(seed)))
        await watch(hands, reader, players)
        assert (await reader.match(bots)).version > 1
        await reader.store.close()
        return players

    players = asyncio.run(go())
    kept, sent = (sum(len(getattr(it, name)) for it in players) for name in ("kept", "sent"))
    print(f"{hands.killed} kills, {sent} moves sent, {kept} acknowledged")  # noqa: T201


def test_nothing_is_lost_when_processes_are_killed(hands: Hands) -> None:
    """Every day a few times."""
    storm(hands, kills=5, seed=1861)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_in_a_long_storm(hands: Hands, seed: int) -> None:
    """More often, and differently each time."""
    storm(hands, kills=60, seed=seed)
