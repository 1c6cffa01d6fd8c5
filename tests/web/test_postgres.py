"""Several processes on one PostgreSQL: they hear of each other, and share the work."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient
from msgspec.structs import replace

from tests.web.postgres import Postgres
from tests.web.program import Program, Reader, open_table, play
from tests.web.test_end import BOTS, finished
from tests.web.visit import Visit
from trainshed.core import Action
from trainshed.web.database.store import Store
from trainshed.web.processes import telegraph, wire
from trainshed.web.processes.live import Bus, Listener
from trainshed.web.processes.telegraph import Telegraph
from trainshed.web.settings import SERVE, WORK, Config
from trainshed.web.tables.tables import Tables

SOON = 5.0
"""Seconds that something may take on a busy machine."""


@pytest.fixture
def pair(start: Callable[..., Visit]) -> Iterator[tuple[Visit, Visit]]:
    """Two sites on one database."""
    one = start()
    two = Visit(one.site.config)
    yield one, two
    two.stop()


def on_a_wire(database: str, talk: Callable[[Telegraph, Telegraph, Bus], Awaitable[None]]) -> None:
    """Let two processes talk: the news that the second one hears come over its bus."""

    async def go() -> None:
        one, two = (Telegraph(Store(database).arguments()) for _ in range(2))
        bus = Bus()
        tasks = [asyncio.create_task(one.run(Bus())), asyncio.create_task(two.run(bus))]
        with bus.subscribe("t") as listener:
            await asyncio.wait_for(listener.news(), SOON)  # refreshed: it listens
        try:
            await asyncio.wait_for(talk(one, two, bus), 4 * SOON)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await one.close()
            await two.close()

    asyncio.run(go())


async def heard(listener: Listener, number: int) -> None:
    """Wait until this version has come."""
    async with asyncio.timeout(SOON):
        while (await listener.news()).get("t", 0) < number:
            pass


def test_news_reach_who_listens_elsewhere(database: str) -> None:
    """Of several only the last; own news do not come back."""

    async def talk(one: Telegraph, two: Telegraph, bus: Bus) -> None:
        with bus.subscribe("t") as listener, bus.subscribe("other") as other:
            one.send("t", 4)
            one.send("t", 5)
            assert await listener.news(SOON) == {"t": 5}
            two.send("t", 6)
            one.send("other", 1)
            assert await other.wait(SOON) == 1
            assert await listener.news(0.1) == {}

    on_a_wire(database, talk)


def test_who_is_there_is_told_to_the_other_processes(database: str) -> None:
    """Of several notes about a table the last; a change of it is something else."""

    async def talk(one: Telegraph, two: Telegraph, bus: Bus) -> None:
        told: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        bus.overhear = lambda table, note: told.put_nowait((table, note))
        with bus.subscribe("t") as listener:
            one.note("t", "one 1 ada")
            one.note("t", "one 2 ada ben")
            async with asyncio.timeout(SOON):
                assert await told.get() == ("t", "one 2 ada ben")
            assert await listener.news(0.1) == {}

    on_a_wire(database, talk)


def test_a_note_that_is_none_is_ignored() -> None:
    """Whatever else is said in this database."""

    async def go() -> None:
        bus = Bus()
        overheard: list[tuple[str, str]] = []
        bus.overhear = lambda table, note: overheard.append((table, note))
        with bus.subscribe("t") as listener, bus.subscribe("") as nobody:
            for note in ("", "t", "t x", "t -1", "t 1.5", "t ²", "t 5 6", "u 4"):
                wire.hear(bus, note)
            assert await listener.news(0.01) == {}
            assert await nobody.news(0.01) == {}
            wire.hear(bus, "t 5")
            assert await listener.news(SOON) == {"t": 5}
        assert overheard == []

    asyncio.run(go())


def test_a_lost_connection_is_opened_again(
    database: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who listens looks himself meanwhile; what was to be told is told later."""
    monkeypatch.setattr(telegraph, "PAUSE", 0.05)

    async def talk(one: Telegraph, two: Telegraph, bus: Bus) -> None:
        with bus.subscribe("t") as listener:
            one.send("t", 1)
            await heard(listener, 1)
            postgres.hang_up(database)
            assert await listener.news(SOON) == {}  # nudged
            one.send("t", 2)
            await heard(listener, 2)

    on_a_wire(database, talk)


def test_work_is_for_one(database: str) -> None:
    """Another process gets it when the first has ended or died."""

    async def talk(one: Telegraph, two: Telegraph, bus: Bus) -> None:
        async with one.claim("a") as first, two.claim("a") as second, two.claim("b") as other:
            assert (first, second, other) == (True, False, True)
        async with two.claim("a") as second:
            assert second
        claim = one.claim("a")
        assert await claim.__aenter__()
        assert one._desk is not None
        one._desk.pgconn.finish()  # as if the process were killed
        async with asyncio.timeout(SOON):
            while True:
                async with two.claim("a") as second:
                    if second:
                        break
        await claim.__aexit__(None, None, None)

    on_a_wire(database, talk)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[Tables, int]:
    """How many bots have moved by the hand of each process."""
    count: dict[Tables, int] = {}
    answer = Tables.answer

    async def counts(
        self: Tables, table: str, *, version: int, action: Action, kind: str | None = None
    ) -> None:
        await answer(self, table, version=version, action=action, kind=kind)
        count[self] = count.get(self, 0) + 1

    monkeypatch.setattr(Tables, "answer", counts)
    return count


def test_one_process_makes_the_moves_of_bots(
    pair: tuple[Visit, Visit], answers: dict[Tables, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever claims the table; the other one asks again and again, and leaves it alone."""
    one, two = pair
    monkeypatch.setattr(Telegraph, "patience", 0.01)
    table = one.browser().open(**BOTS)
    finished(two, table)
    assert len(answers) == 1
    assert sum(answers.values()) == sum(move.seat >= 0 for move in two.match(table).history)


def test_another_process_takes_over(
    start: Callable[..., Visit], folder: Path, database: str, answers: dict[Tables, int]
) -> None:
    """Bots do not wait for the process that began."""
    one = Visit(Config(folder, database, 0.05))
    table = one.browser().open(**BOTS)
    until = time.monotonic() + SOON
    while not answers:
        assert time.monotonic() < until
        time.sleep(0.01)
    two = start()
    one.stop()
    finished(two, table)
    assert answers.keys() == {one.site.tables, two.site.tables}


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that comes soon."""
    until = time.monotonic() + 4 * SOON
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.fixture
def serving(start: Callable[..., Visit]) -> Visit:
    """A site that leaves the work to others."""
    return start(part=SERVE)


def listening(visit: Visit) -> int:
    """How many processes hear of each other."""
    return visit.call(visit.site.office.bureau.overview).processes


def test_a_worker_makes_the_moves_of_bots(
    serving: Visit, answers: dict[Tables, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, when somebody has moved where nobody works; clocks that are out are seen, too."""
    monkeypatch.setattr(Telegraph, "patience", 600.0)  # only who hears of it can know
    working = Visit(replace(serving.site.config, part=WORK))
    try:
        wait_until(lambda: listening(serving) == 2)
        ada = serving.browser()
        table, late = ada.open(seat_2="greedy"), ada.open(hours="24")
        for _ in range(4):
            wait_until(lambda: serving.match(table).actor == 0)
            assert ada.play(table).status_code == 200
        assert answers.keys() == {working.site.tables}
        serving.set(late, due=datetime(2026, 1, 1, tzinfo=UTC))
        serving.call(publish, serving, late)
        wait_until(lambda: any(it.is_bot for it in serving.sheet(late).table.chairs))
    finally:
        working.stop()


async def publish(visit: Visit, table: str) -> None:
    """Tell everybody that a table has changed."""
    visit.site.bus.publish(table, 1)


def test_a_worker_is_a_program(serving: Visit, folder: Path, database: str) -> None:
    """It finds what was left before it came, and stops in order and without a complaint."""
    table = serving.browser().open(**BOTS)
    working = Program(folder, "--db", database, starts=("work",))
    try:
        assert working.address.startswith("postgresql")
        finished(serving, table)
        assert working.stop() == ""
        assert working.process.returncode == 0
    finally:
        working.kill()


def test_a_cut_connection_disturbs_nobody(visit: Visit, database: str, postgres: Postgres) -> None:
    """The next question is asked on a new one."""
    browser = visit.browser()
    table = browser.open()
    postgres.hang_up(database)
    assert browser.get(f"/t/{table}").status_code == 200
    postgres.hang_up(database)
    assert browser.play(table).status_code == 200


@pytest.mark.usefixtures("lines")
def test_a_database_that_is_gone_is_said_until_it_is_back(
    visit: Visit, database: str, postgres: Postgres
) -> None:
    """With a status that says so, to people, programs and whoever watches over the site."""
    browser = visit.browser()
    table = browser.open()
    paths = (f"/t/{table}", f"/api/v1/tables/{table}", "/", "/health")
    name = database.partition("?")[0].rsplit("/", 1)[-1]
    postgres.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    try:
        postgres.end(name)
        assert [browser.get(path).status_code for path in paths] == [503] * 4
    finally:
        postgres.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert [browser.get(path).status_code for path in paths[:3]] == [200] * 3
    wait_until(lambda: browser.get("/health").status_code == 200)  # a bad answer holds a moment


class Duo:
    """Two programs on one database."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.database = folder, database
        self.running = [self._begin(), self._begin()]

    def _begin(self) -> Program:
        return Program(self.folder, "--db", self.database)

    def restart(self, number: int) -> None:
        assert self.running[number].stop() == ""
        self.running[number] = self._begin()

    def kill(self) -> None:
        for program in self.running:
            program.kill()


@pytest.fixture(scope="module")
def duo(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Duo]:
    """Two programs that are running."""
    found = Duo(tmp_path_factory.mktemp("duo"), postgres.create())
    yield found
    found.kill()


def test_a_game_is_played_across_two_programs(duo: Duo) -> None:
    """Move by move in turn; one of them is stopped and started in between, and nothing is lost."""
    browsers = [duo.running[0].browser()]
    table = open_table(browsers[0])
    browsers.append(duo.running[1].browser(browsers[0].cookies))
    sent: dict[int, str] = {}

    async def go() -> None:
        reader = Reader(duo.database)
        match = await reader.match(table)
        while match.actor is not None:
            if len(sent) == 20:
                duo.restart(0)
                browsers[0] = duo.running[0].browser(browsers[1].cookies)
            line = str(match.game.actions(match.state)[0])
            answer = play(browsers[len(sent) % 2], table, match.version, line)
            assert answer.status_code == 303, (answer.status_code, match.version)
            sent[match.version + 1] = line
            match = await reader.match(table)
        lines = await reader.lines(table)
        assert {number: text for number, seat, text in lines if seat >= 0} == sent
        await reader.store.close()

    asyncio.run(go())
    ends = [browser.get(f"/t/{table}").text for browser in browsers]
    assert all("Replay" in text for text in ends)


def test_a_move_is_heard_at_another_program_at_once(duo: Duo) -> None:
    """Within 250 ms of the answer, by the middle of several."""
    here, there = duo.running
    browser = here.browser()
    table = open_table(browser)
    delays: list[float] = []

    async def go() -> None:
        reader = Reader(duo.database)
        async with (
            AsyncClient(base_url=here.address, cookies=browser.cookies, timeout=20) as player,
            AsyncClient(base_url=there.address, timeout=20) as viewer,
            viewer.stream("GET", f"/t/{table}/events") as stream,
        ):
            lines = stream.aiter_lines()
            await told(lines, 1)
            for _ in range(12):
                match = await reader.match(table)
                line = str(match.game.actions(match.state)[0])
                waiting = asyncio.create_task(told(lines, match.version + 1))
                data = {"version": str(match.version), "action": line}
                sent = time.monotonic()
                answer = await player.post(f"/t/{table}/play", data=data)
                assert answer.status_code == 200
                delays.append(await waiting - sent)
        await reader.store.close()

    asyncio.run(go())
    print("from click to event, in ms:", *(round(1000 * it) for it in delays))  # noqa: T201
    assert statistics.median(delays) < 0.25


async def told(lines: Any, number: int) -> float:  # noqa: ANN401 - a generator
    """When a stream has told this version."""
    async with asyncio.timeout(SOON):
        async for line in lines:
            if line.startswith("data: ") and int(line.removeprefix("data: ")) >= number:
                return time.monotonic()
    raise AssertionError(number)
