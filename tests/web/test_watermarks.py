"""A database that has stepped back is found out: at the start, and by whoever has seen more."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from tests.web.visit import Browser, Visit, notice
from trainshed.web.database import direct, watermarks
from trainshed.web.database.backup import restore
from trainshed.web.database.damage import LOST, LOST_TOLD
from trainshed.web.database.store import Store
from trainshed.web.database.watermarks import END, Watermarks

NAME = "trainshed.sqlite3"


def stepped_back(start: Callable[..., Visit], folder: Path) -> tuple[Visit, Browser, str, int]:
    """A site whose file was replaced by one from before its last moves, by hand."""
    visit = start(pace=1000.0)
    browser = visit.browser()
    table, quiet = browser.open(), browser.open()
    browser.play(table)
    browser.play(quiet)
    visit = start(pace=1000.0)
    shutil.copy(folder / NAME, folder / "old")
    browser = Browser(visit, browser.cookies)
    for _ in range(3):
        browser.play(table)
    seen = visit.match(table).version
    visit = start(pace=1000.0)
    visit.stop()
    shutil.copy(folder / "old", folder / NAME)
    return visit, browser, table, seen


def told(lines: StringIO) -> list[str]:
    found = [json.loads(line) for line in lines.getvalue().splitlines()]
    return [it["key"] for it in found if it["event"] == LOST_TOLD]


def test_the_start_knows_which_tables_stepped_back(
    start: Callable[..., Visit], folder: Path, lines: StringIO
) -> None:
    """The log hears it once, the office shows it, and no other table is named."""
    _, _, table, seen = stepped_back(start, folder)
    visit = start(pace=1000.0)
    assert told(lines) == [table]
    found = visit.call(visit.site.office.bureau.damaged)
    kept = visit.match(table).version
    assert kept < seen
    assert [(it.kind, it.key) for it in found] == [(LOST, table)]
    assert found[0].reason == f"{seen} lines were kept, {kept} are"


def test_it_is_said_until_as_much_was_played_again(
    start: Callable[..., Visit], folder: Path
) -> None:
    """A loss is not forgotten by the next start, but by the moves that fill it."""
    _, browser, table, seen = stepped_back(start, folder)
    assert start(pace=1000.0).site.store.damage.found
    visit = start(pace=1000.0)
    assert visit.site.store.damage.found
    browser = Browser(visit, browser.cookies)
    while visit.match(table).version < seen:
        assert browser.play(table).status_code == 200
    assert not start(pace=1000.0).site.store.damage.found


def test_a_player_who_has_seen_more_is_told(visit: Visit, lines: StringIO) -> None:
    """So are programs, the log, once for each table, and the office; nothing is played."""
    browser = visit.browser()
    table = browser.open()
    browser.play(table)
    kept = visit.match(table).version
    for more in (5, 6, 7):
        answer = browser.play(table, version=kept + more)
        assert answer.status_code == 409
        assert f"knows {kept + more} lines, and {kept} are kept" in notice(answer)
    answer = browser.play(table, version=kept - 1)
    assert answer.status_code == 409
    assert "lost" not in notice(answer)
    assert visit.match(table).version == kept
    assert told(lines) == [table]
    assert [it.key for it in visit.site.store.damage.found] == [table]


def test_who_only_watches_can_alarm_nobody(visit: Visit, lines: StringIO) -> None:
    """A number is not believed from somebody who sits nowhere."""
    table = visit.browser().open()
    assert visit.browser().play(table, version=99).status_code == 403
    assert told(lines) == []


def test_a_copy_of_the_main_file_alone_is_found_out(
    start: Callable[..., Visit], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came since the last checkpoint is in the log beside it."""
    monkeypatch.setattr(direct, "MARK", 0.0)
    visit = start(pace=1000.0)
    browser = visit.browser()
    table = browser.open()
    for _ in range(3):
        browser.play(table)
    copy = tmp_path / "copy"
    copy.mkdir()
    for end in ("", END):
        shutil.copy(folder / f"{NAME}{end}", copy)
    store = Store(f"sqlite:///{copy / NAME}")
    visit.call(store.migrate)
    visit.call(store.compare)
    found = store.damage.found
    visit.call(store.close)
    assert [(it.kind, it.key) for it in found] == [(LOST, table)]


def test_a_restored_backup_is_no_loss(start: Callable[..., Visit], folder: Path) -> None:
    """Somebody has decided that."""
    visit, _, _, _ = stepped_back(start, folder)

    async def bring() -> None:
        store = Store(f"sqlite:///{folder / NAME}")
        await restore(store, folder / "old", force=True)
        await store.close()

    visit = start(pace=1000.0)
    assert visit.site.store.damage.found
    visit.stop()

    asyncio.run(bring())
    assert not start(pace=1000.0).site.store.damage.found


def test_only_what_is_a_mark_counts(tmp_path: Path) -> None:
    """The highest of each table; a line that is torn, or of something else, is passed over."""
    marks = Watermarks(tmp_path / NAME)
    assert marks.read() == {}
    marks.add({"a": 3, "b": 5})
    marks.add({"a": 2})
    marks.path.write_bytes(
        marks.path.read_bytes() + b"c x\n\xff 7\xb2\n 4\nd -1\ne 99999999999\nf 1"
    )
    assert marks.read() == {"a": 3, "b": 5, "f": 1}
    marks.renew({"b": 4, "g": 1})
    assert marks.read() == {"a": 3, "b": 5, "f": 1, "g": 1}
    assert len(marks.path.read_text().splitlines()) == 4
    assert [it.name for it in tmp_path.iterdir()] == [marks.path.name]


def test_the_file_does_not_grow_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written anew with each table once."""
    monkeypatch.setattr(watermarks, "MOST", 100)
    marks = Watermarks(tmp_path / NAME)
    for number in range(1, 1000):
        marks.add({"table": number})
    assert marks.path.stat().st_size < 200
    assert marks.read() == {"table": 999}
