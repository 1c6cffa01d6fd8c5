"""Players who write down what they sent and what was acknowledged, and what a database says of it.

Whatever happens to the site, no acknowledged move may be lost, and none may be played that was not
sent, or twice.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from httpx2 import AsyncClient, HTTPError, Response
from msgspec import Struct

from tests.web.program import BY_HAND, Program, Reader
from tests.web.visit import TWO
from trainshed.core import Match, TrainshedError
from trainshed.web.database.store import OUT_OF_REACH

DOUBLED, STALE, FORGED, EARLY = 0.25, 0.1, 0.1, 0.1
"""How often a request is sent twice at once, and how often one that must not count."""
PLAYED, REFUSED = 303, {409, 429}
"""How a move is answered; and how one that comes too late or too soon."""

WELL = 30.0
"""Seconds after which everybody can play again when nothing fails any more."""
Entry = tuple[str, int, str]
"""A table, the number of a line, the line."""


class Player:
    """One who plays for both seats of his tables, and remembers what he was told."""

    def __init__(
        self,
        address: str,
        reader: Reader,
        chance: random.Random,
        *,
        failures: frozenset[int] = frozenset(),
    ) -> None:
        self.reader, self.chance = reader, chance
        self.cookie = ""
        self.lines = [visitor(address), visitor(address)]
        self.tables: list[str] = []
        self.sent: set[Entry] = set()
        """What was sent in earnest."""
        self.kept: dict[Entry, float] = {}
        """When each of those was acknowledged that were."""
        self.wrongs: list[str] = []
        self._fine = {PLAYED, *REFUSED, *failures}

    async def play(self, is_over: Callable[[], bool]) -> None:
        """Play one game after the other; whoever is not answered looks at the board again."""
        while not is_over():
            with suppress(HTTPError, TrainshedError, *OUT_OF_REACH):
                table = await self.open(TWO)
                while not is_over():
                    match = await self.reader.match(table)
                    if match.actor is None:
                        break
                    with suppress(HTTPError):
                        await self._move(table, match)

    async def open(self, seats: dict[str, str]) -> str:
        """Open a table; its id."""
        answer = await self._post("/tables", {"game": "rocket", **seats})
        if answer.status_code != PLAYED:
            await asyncio.sleep(0.1)
            raise HTTPError(f"no table was opened: {answer.status_code}")
        table = str(answer.headers["location"]).removeprefix("/t/")
        self.tables.append(table)
        return table

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
        statuses = [it.status_code for it in answers if isinstance(it, Response)]
        if PLAYED in statuses:
            self.kept[move] = time.time()
        if statuses.count(PLAYED) > 1:
            self.wrongs.append(f"acknowledged twice: {move}")
        self.wrongs += [f"{it}: {move}" for it in statuses if it not in self._fine]
        if not {PLAYED, 409} & set(statuses):
            await asyncio.sleep(0.3)

    async def _must_not_count(
        self, table: str, version: int, line: str, statuses: set[int], who: str | None = None
    ) -> None:
        answer = await self._play(table, version, line, who)
        if answer.status_code not in {*statuses, *self._fine} - {PLAYED}:
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

    async def leave(self) -> None:
        """Go home."""
        for line in self.lines:
            await line.aclose()


async def through(
    address: str, reader: Reader, spells: Callable[[], Awaitable[None]], *, players: int = 3
) -> list[Player]:
    """Let people play while something fails now and then; in the end each must get a move in."""
    found = [
        Player(address, reader, random.Random(n), failures=frozenset({503})) for n in range(players)
    ]
    is_over = False

    async def fail() -> None:
        nonlocal is_over
        await spells()
        well = time.time()
        while not all(max(it.kept.values(), default=0.0) > well for it in found):
            assert time.time() < well + WELL, "nobody can play although all is well again"
            await asyncio.sleep(0.05)
        is_over = True

    async with asyncio.TaskGroup() as group:
        group.create_task(fail())
        for player in found:
            group.create_task(player.play(lambda: is_over))
    async with visitor(address) as client:
        assert (await client.get("/health")).status_code == 200
        for table in {move[0] for player in found for move in player.kept}:
            assert (await client.get(f"/t/{table}")).status_code == 200
    for player in found:
        assert player.wrongs == []
        await player.leave()
    return found


async def kept_by(reader: Reader, players: Iterable[Player]) -> list[Entry]:
    """The lines of people at the tables of these players."""
    return [
        (table, number, text)
        for player in players
        for table in player.tables
        for number, seat, text in await reader.lines(table)
        if seat >= 0
    ]


class Verdict(Struct, frozen=True):
    """What became of the moves."""

    acknowledged: int
    lost: int
    doubled: int
    """Lines of people that nobody sent there: played twice, or made up."""

    def __str__(self) -> str:
        return f"{self.acknowledged} acknowledged, lost {self.lost}, doubled {self.doubled}"

    def __add__(self, other: Verdict) -> Verdict:
        return Verdict(
            self.acknowledged + other.acknowledged,
            self.lost + other.lost,
            self.doubled + other.doubled,
        )


def endured(
    program: Program,
    reader: Reader,
    spells: Callable[[], Awaitable[None]],
    *,
    ends: Callable[[], object] = bool,
) -> None:
    """Let people play while something fails, end the site, and find all they were told of."""

    async def go() -> Verdict:
        players = await through(program.address, reader, spells)
        ends()
        program.kill()
        found = await kept_by(reader, players)
        await reader.store.close()
        return judged(players, found)

    try:
        verdict = asyncio.run(go())
    finally:
        program.kill()
    print(verdict)  # noqa: T201
    assert verdict.acknowledged > 50
    assert (verdict.lost, verdict.doubled) == (0, 0)


def visitor(address: str) -> AsyncClient:
    """Somebody's browser."""
    return AsyncClient(base_url=address, timeout=20, verify=False)


def judged(
    players: Iterable[Player], found: Iterable[Entry], until: float | None = None
) -> Verdict:
    """Compare what was told up to a moment with the lines of people that were found."""
    players, lines = list(players), list(found)
    own = {table for player in players for table in player.tables}
    sent = {move for player in players for move in player.sent}
    kept = {
        move
        for player in players
        for move, told in player.kept.items()
        if until is None or told <= until
    }
    there = [move for move in lines if move[0] in own]
    extra = len(there) - len(set(there)) + len(set(there) - sent)
    return Verdict(len(kept), len(kept - set(there)), extra)


def written(file: Path) -> list[Entry]:
    """The lines of people in a file of SQLite; AssertionError where it is damaged."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'line'").fetchall():
            return []
        query = 'SELECT "table", number, text FROM line WHERE seat >= 0'
        return [(table, number, text) for table, number, text in connection.execute(query)]
