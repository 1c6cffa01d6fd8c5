"""The site says whether it is well, and stops where nothing can be kept any more."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn
from unittest.mock import MagicMock

import pytest
import uvicorn
from sqlalchemy import event
from structlog.testing import capture_logs

from tests.web.program import Program, open_table
from tests.web.visit import Visit
from trainshed.web import health, server, worker
from trainshed.web.app import Site
from trainshed.web.database import identity
from trainshed.web.database.direct import NEGLECTED, Direct
from trainshed.web.database.store import NoDatabase, Store
from trainshed.web.processes.crew import STOPS
from trainshed.web.server import prepare
from trainshed.web.settings import WORK, Config


@contextmanager
def taken(folder: Path) -> Iterator[None]:
    """Somebody else writes to the file, for long."""
    with closing(sqlite3.connect(folder / "trainshed.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.usefixtures("lines")
def test_what_cannot_be_written_is_said(
    visit: Visit, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it can be read; and it is up again when it can be written."""
    monkeypatch.setattr(health, "PATIENCE", 0.3)
    browser = visit.browser()
    with taken(folder):
        answer = browser.get("/health")
        assert (answer.status_code, answer.json()["writes"]) == (503, "down")
        assert answer.json()["database"] == "up"
    assert _soon(lambda: browser.get("/health").status_code == 200)


def test_asking_often_writes_once(visit: Visit) -> None:
    """A watchman is no load."""
    ends: list[object] = []
    direct = visit.site.store._direct
    assert direct is not None
    event.listen(direct._writing, "commit", ends.append)
    for _ in range(20):
        assert visit.browser().get("/health").status_code == 200
    assert len(ends) == 1


def test_asking_often_while_it_is_down_writes_once_and_is_told_once(
    visit: Visit, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And that it is up again is told, too."""
    browser, asked, is_full = visit.browser(), list[None](), True

    async def write() -> None:
        asked.append(None)
        if is_full:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(visit.site.vitals._writes, "_ask", write)
    for _ in range(20):
        assert browser.get("/health").status_code == 503
    assert len(asked) <= 2  # it may have taken longer than a second
    monkeypatch.setattr(health, "BRIEF", 0.0)
    visit.site.vitals._writes._until = 0.0
    for _ in range(5):
        assert browser.get("/health").status_code == 503
    is_full = False
    for _ in range(5):
        assert browser.get("/health").status_code == 200
    events = [json.loads(line)["event"] for line in lines.getvalue().splitlines()]
    assert [it for it in events if "written" in it] == [
        "nothing can be written to the database",
        "the database can be written again",
    ]


@pytest.mark.usefixtures("lines")
@pytest.mark.parametrize("wrong", [errno.EMFILE, errno.EACCES, errno.EIO])
def test_a_file_that_cannot_be_looked_at_is_not_gone(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, wrong: int
) -> None:
    """The site refuses what it cannot keep for sure, and goes on."""

    def refuse(path: str) -> NoReturn:
        raise OSError(wrong, os.strerror(wrong), path)

    browser, direct = visit.browser(), visit.site.store._direct
    assert direct is not None
    table = browser.open()
    with monkeypatch.context() as patch:
        patch.setattr(identity, "os", SimpleNamespace(stat=refuse))
        assert browser.play(table).status_code == 503
        direct._look()
    assert not visit.site.store.lost
    assert browser.play(table).status_code == 200


def test_a_worker_ends_with_what_must_run(folder: Path, database: str) -> None:
    """Nobody asks it how it is; what starts it again sees that, and its log says why."""

    async def go() -> None:
        site = Site(Config(folder, database, part=WORK))

        async def fail() -> None:
            raise ValueError("odd")

        site.clocks.run = fail  # type: ignore[method-assign]
        await asyncio.wait_for(worker.work(site), 10)

    before = {it: signal.getsignal(it) for it in STOPS}
    try:
        with capture_logs() as told, pytest.raises(worker.Broken, match="clocks"):
            asyncio.run(go())
    finally:
        for how, what in before.items():
            signal.signal(how, what)
    assert [it["work"] for it in told if it["event"] == "what must run has ended"] == ["clocks"]


def test_looking_for_garbage_is_watched(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """As all that must run."""

    async def begin(*_: object) -> None:
        pass

    monkeypatch.setattr(uvicorn.Server, "startup", begin)
    for name in ("gc", "heap", "sys", "threading"):
        monkeypatch.setattr(server, name, MagicMock())
    serving = server.Server(visit.site)
    serving.started = False
    visit.call(serving.startup)
    assert "sweep" in visit.site.vitals.tasks


@pytest.mark.parametrize("name", ["pace", "clocks", "notices", "ratings", "presence", "bulletin"])
def test_work_that_has_ended_is_named(visit: Visit, name: str) -> None:
    """Whatever must run as long as the site does."""
    assert visit.browser().get("/health").status_code == 200
    visit.call(_end, visit.site.vitals.tasks[name])
    answer = visit.browser().get("/health")
    assert (answer.status_code, answer.json()["work"]) == (503, "down")
    assert answer.json()["ended"] == name


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


def test_checkpoints_that_fail_are_named(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log would grow without end."""
    browser = visit.browser()
    assert browser.get("/health").status_code == 200
    monkeypatch.setattr(Direct, "checkpoint_age", NEGLECTED + 1)
    answer = browser.get("/health")
    assert (answer.status_code, answer.json()["ended"]) == (503, "checkpoints")


def test_room_and_the_log_are_measured(visit: Visit, folder: Path) -> None:
    """For whoever watches the disk."""
    browser = visit.browser()
    browser.play(browser.open())
    rows = dict(
        line.rsplit(" ", 1)
        for line in browser.get("/metrics").text.splitlines()
        if not line.startswith("#")
    )
    assert float(rows["trainshed_free_bytes"]) > 0
    assert float(rows["trainshed_wal_bytes"]) == _size(folder / "trainshed.sqlite3-wal") > 0
    assert float(rows["trainshed_damaged"]) == 0


def _size(path: Path) -> int:
    return path.stat().st_size


@pytest.mark.usefixtures("lines")
def test_a_full_disk_is_called_so(visit: Visit) -> None:
    """Nothing is kept, and all goes on when there is room."""
    browser = visit.browser()
    table = browser.open()
    direct = visit.site.store._direct
    assert direct is not None

    def limit(pages: int) -> None:
        with direct._writing.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    limit(1)
    statuses = []
    for _ in range(60):
        answer = browser.play(table)
        statuses.append(answer.status_code)
        if answer.status_code == 503:
            assert "no room left" in answer.text
            break
    assert statuses[-1] == 503
    before = visit.match(table).version
    limit(1_000_000)
    assert browser.play(table).status_code == 200
    assert visit.match(table).version > before


@pytest.mark.usefixtures("lines")
@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_nothing_is_acknowledged_into_nothing(
    visit: Visit, folder: Path, end: str, how: str
) -> None:
    """A site whose file is taken away refuses the next move, and stops."""
    browser, told = visit.browser(), list[str]()
    table = browser.open()
    match = visit.match(table)
    move = {"version": str(match.version), "action": str(match.game.actions(match.state)[0])}
    visit.site.store.when_lost = lambda: told.append(visit.site.store.lost)
    _take_away(folder / f"trainshed.sqlite3{end}", how)
    for _ in range(3):
        assert browser.post(f"/t/{table}/play", move).status_code == 503
    assert len(told) == 1
    assert f"trainshed.sqlite3{end} was removed or replaced" in told[0]


def test_a_site_that_has_lost_its_file_ends(tmp_path: Path) -> None:
    """With a clear word, and an exit code that says so."""
    program = Program(tmp_path)
    try:
        browser = program.browser()
        open_table(browser)
        _take_away(tmp_path / "trainshed.sqlite3", "removed")
        assert browser.get("/health").status_code == 503
        words = program.ended()
        assert program.process.returncode == 1
        assert "removed or replaced" in words
        assert "Traceback" not in words
    finally:
        program.kill()


def _take_away(path: Path, how: str) -> None:
    moved = path.with_name("away")
    path.rename(moved)
    if how == "replaced":
        path.write_bytes(moved.read_bytes())


def test_several_processes_stop_together(tmp_path: Path) -> None:
    """Another one in the place of that which noticed would find none either."""
    program = Program(tmp_path, "--processes", "2")
    try:
        browser = program.browser()
        open_table(browser)
        _take_away(tmp_path / "trainshed.sqlite3", "replaced")
        assert browser.get("/health").status_code == 503
        words = program.ended()
        assert program.process.returncode == 1
        assert "not there any more" in words
    finally:
        program.kill()


def test_an_empty_file_where_a_site_has_run_is_refused(database: str, folder: Path) -> None:
    """It is no new site, and nothing is done to it."""
    file = folder / "trainshed.sqlite3"
    (folder / "secret").write_text("0f" * 32)
    os.truncate(file, 0)
    with pytest.raises(NoDatabase, match=r"empty file.*backup"):
        _migrate(database)
    assert _size(file) == 0


@pytest.mark.parametrize("sign", ["secret", "beside/trainshed.sqlite3-watermarks"])
def test_an_empty_file_elsewhere_is_refused_too(tmp_path: Path, sign: str) -> None:
    """What says that the site has run need not lie beside the database."""
    (tmp_path / "beside").mkdir()
    file = tmp_path / "beside" / "trainshed.sqlite3"
    file.touch()
    (tmp_path / sign).write_text("0f" * 32)
    with pytest.raises(NoDatabase, match=r"empty file.*backup"):
        asyncio.run(prepare(Config(tmp_path, f"sqlite:///{file}")))
    assert _size(file) == 0


def test_an_empty_file_in_a_new_folder_becomes_a_site(tmp_path: Path) -> None:
    """As does a file that is not there."""
    for name in ("empty", "none"):
        folder = tmp_path / name
        folder.mkdir()
        if name == "empty":
            (folder / "trainshed.sqlite3").touch()
        _migrate(f"sqlite:///{folder / 'trainshed.sqlite3'}")
        assert _size(folder / "trainshed.sqlite3") > 0


def _migrate(url: str) -> None:

    async def go() -> None:
        store = Store(url)
        try:
            await store.migrate()
        finally:
            await store.close()

    asyncio.run(go())


def _soon(holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + 5
    while not holds() and time.monotonic() < until:
        time.sleep(0.05)
    return holds()
