"""The site says whether it is well, and stops where nothing can be kept any more."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from tests.web.program import Program, open_table
from tests.web.visit import Visit
from trainshed.web import health
from trainshed.web.database.direct import NEGLECTED
from trainshed.web.database.store import NoDatabase, Store
from trainshed.web.server import prepare
from trainshed.web.settings import Config


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


def test_checkpoints_that_fail_are_named(visit: Visit) -> None:
    """The log would grow without end."""
    browser, direct = visit.browser(), visit.site.store._direct
    assert direct is not None
    assert browser.get("/health").status_code == 200
    direct._tidied -= NEGLECTED
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
