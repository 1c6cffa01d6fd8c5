"""Tables in mid-game, written into the database before the site is started.

At the table of a club nobody has just begun: late positions are what pages take time for. A few
games are played at random, and tables at different moments of them are given to players.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import sqlalchemy as sa
from itsdangerous import Signer
from msgspec import Struct

from trainshed.core import Match, Record, loads
from trainshed.games import game as find
from trainshed.web.database.kept import HUMAN, Chair, Snapshot, Table, Written
from trainshed.web.database.rows import ACCOUNTS, SESSIONS
from trainshed.web.database.store import Store
from trainshed.web.people.people import hashed, key_of
from trainshed.web.people.visitor import COOKIE, SESSION, read_secret
from trainshed.web.tables.sheet import fork

GAMES = ("rocket", "dampfross", "russian", "tycoon", "1861")
MOMENTS = 6
"""So many tables of a game differ in how far they are."""
LAST = 0.75
"""How far the farthest of them is: few games end while one measures."""
EVENING = Path(__file__).parents[2] / "tests/records/1861-4-greedy.record"
LATE = 0.95
"""The 1861 that is opened, and how far it is."""
SEATS = 4
OWN = 10
"""So many decisions make a table different from others at the same moment."""
LONGEST = 4000
"""Decisions after which a random game is given up."""


class Seated(Struct, frozen=True):
    """A table for the crowd, and the cookies of those who play at it."""

    table: str
    game: str
    cookies: tuple[str, ...]


class Seeds(Struct, frozen=True):
    """All that was written."""

    tables: tuple[Seated, ...]
    late: str
    """The 1861 that is nearly over."""
    lines: int
    """How many lines it has."""


async def sow(url: str, count: int, seed: int) -> Seeds:
    """Fill a new database with tables and their players."""
    store = Store(url)
    rng = Random(seed)
    try:
        await store.migrate()
        games = {name: list(_moments(name, rng)) for name in GAMES}
        tables: list[Seated] = []
        for number in range(count):
            name = GAMES[number % len(GAMES)]
            match = _own(games[name][number // len(GAMES) % MOMENTS], rng)
            tables.append(await _seat(store, match, f"Table {number + 1}"))
        late = _late()
        opened = await _seat(store, late, "A late evening")
        return Seeds(tuple(tables), opened.table, late.version)
    finally:
        await store.close()


def guest(folder: Path) -> str:
    """The cookie of somebody who has only come to look."""
    signer = Signer(read_secret(folder), salt=COOKIE)
    return f"{COOKIE}={signer.sign(secrets.token_urlsafe(15)).decode()}"


def _moments(name: str, rng: Random) -> Iterator[Match[Any, Any]]:
    """The same random game at several moments."""
    whole = _played(name, rng)
    record = whole.record(whole=True)
    for number in range(MOMENTS):
        at = int(len(record.lines) * LAST * (number + 1) / MOMENTS)
        yield _cut(record, at)


def _late() -> Match[Any, Any]:
    """An 1861 whose end is near."""
    record = loads(EVENING.read_text(encoding="utf-8"))
    return _cut(record, int(len(record.lines) * LATE))


def _cut(record: Record, at: int) -> Match[Any, Any]:
    match = Match.replay(find(record.game), record, at=at)
    match.resume([(line.seat, str(line.action)) for line in match.log])
    return match


def _played(name: str, rng: Random) -> Match[Any, Any]:
    laws = find(name)
    match = Match(laws, seats=SEATS, seed=str(rng.random()))
    _play(match, LONGEST, rng)
    return match


def _play(match: Match[Any, Any], decisions: int, rng: Random) -> None:
    for _ in range(decisions):
        if match.actor is None:
            break
        match.play(match.actor, rng.choice(match.game.actions(match.state)))


def _own(match: Match[Any, Any], rng: Random) -> Match[Any, Any]:
    """A twin that goes its own way: no two tables show the same position."""
    twin = fork(match)
    twin.seed = str(rng.random())
    _play(twin, OWN, rng)
    return twin


async def _seat(store: Store, match: Match[Any, Any], name: str) -> Seated:
    """Keep a match as a table of people with accounts, all signed in."""
    now, laws, state = datetime.now(UTC), match.game, match.state
    accounts = [secrets.token_urlsafe(9) for _ in range(SEATS)]
    table = Table(
        id=secrets.token_urlsafe(6),
        name=name,
        game=laws.name,
        rules=laws.rules,
        options=msgspec.to_builtins(match.options),
        seed=match.seed,
        chairs=tuple(
            Chair(f"Player {n + 1}", HUMAN, f"account:{it}") for n, it in enumerate(accounts)
        ),
        created=now,
        changed=now,
        actor=match.actor,
        since=now,
    )
    lines = [
        Written(number, line.seat, str(line.action), now)
        for number, line in enumerate(match.log, 1)
    ]
    snapshot = Snapshot(match.version, laws.turn(state), laws.encode(state).decode())
    await store.bring(table, lines, [snapshot], orders={})
    tokens = await _sign_in(store, accounts, now)
    return Seated(table.id, laws.name, tuple(f"{SESSION}={token}" for token in tokens))


async def _sign_in(store: Store, accounts: Sequence[str], now: datetime) -> list[str]:
    tokens = [secrets.token_urlsafe(32) for _ in accounts]
    people = [
        {
            "id": it,
            "name": f"Player {it}",
            "key": key_of(f"Player {it}"),
            "choices": "",
            "created": now,
            "gone": False,
            "admin": False,
            "banned": False,
        }
        for it in accounts
    ]
    sessions = [
        {"id": hashed(token), "account": it, "created": now, "seen": now, "agent": "load"}
        for it, token in zip(accounts, tokens, strict=True)
    ]
    async with store.engine.begin() as connection:
        await connection.execute(sa.insert(ACCOUNTS), people)
        await connection.execute(sa.insert(SESSIONS), sessions)
    return tokens
