"""A database that has stepped back is found out: at the start, and by whoever has seen more."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.web.visit import Browser, Visit, notice
from trainshed.web.database import direct, watermarks
from trainshed.web.database.backup import restore
from trainshed.web.database.damage import LOST, LOST_TOLD, MOST, Damage, Loss
from trainshed.web.database.store import Store
from trainshed.web.database.watermarks import END, Watermarks
from trainshed.web.tables import claims as claims_module
from trainshed.web.tables.claims import CLAIMED, Claims

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


def told(lines: StringIO, event: str = LOST_TOLD) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in lines.getvalue().splitlines()]
    return [it for it in found if it["event"] == event]


def test_the_start_knows_which_tables_stepped_back(
    start: Callable[..., Visit], folder: Path, lines: StringIO
) -> None:
    """The log hears it once, the office shows it, and no other table is named."""
    _, _, table, seen = stepped_back(start, folder)
    visit = start(pace=1000.0)
    assert [(it["tables"], it["some"]) for it in told(lines)] == [(1, table)]
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
    assert not visit.site.store.damage.found
    assert not start(pace=1000.0).site.store.damage.found


def test_what_another_process_has_played_again_is_no_loss_any_more(visit: Visit) -> None:
    """Whoever opens the office looks at what there is by now."""
    browser = visit.browser()
    table = browser.open()
    browser.play(table)
    kept = visit.match(table).version
    losses = {table: Loss(kept, kept - 1), "gone": Loss(1, 0)}
    visit.site.store.damage.lose(losses, tells=False)
    assert [it.key for it in visit.call(visit.site.office.bureau.damaged)] == ["gone"]


def test_who_plays_while_a_start_compares_has_lost_nothing(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process plays on, and marks that, while this one reads."""
    browser, store = visit.browser(), visit.site.store
    table = browser.open()
    browser.play(table)
    seen, ask = visit.match(table).version, store._apart

    async def meanwhile(query: sa.Select[Any]) -> Sequence[Any]:
        rows = await ask(query)
        store._marks.add({table: seen + 1})
        return rows

    monkeypatch.setattr(store, "_apart", meanwhile)
    visit.call(store.compare)
    assert not store.damage.found


def test_many_losses_are_one_line(lines: StringIO) -> None:
    """As where a new site was begun beside old marks; damage is noted all the same."""
    damage = Damage()
    damage.lose({str(it): Loss(5, 0) for it in range(3 * MOST)}, tells=True)
    assert [it["tables"] for it in told(lines)] == [3 * MOST]
    assert len(damage.found) == MOST
    damage.note("table", "a", "it cannot be read")
    assert len(damage.found) == MOST + 1


@pytest.mark.parametrize("hours", [-30, 30])
def test_a_wrong_clock_hides_nothing(
    start: Callable[..., Visit], folder: Path, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that is believed may be another one than that of the machine."""
    visit = start(pace=1000.0)
    believed = datetime.now(UTC) + timedelta(hours=hours)
    monkeypatch.setattr(visit.site.tables, "now", lambda: believed)
    browser = visit.browser()
    table = browser.open()
    browser.play(table)
    seen = visit.match(table).version
    visit.stop()
    assert Watermarks(folder / NAME).read()[table] == seen


def test_what_could_not_be_noted_is_noted_later(
    start: Callable[..., Visit], folder: Path, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time that this fails is told once."""
    monkeypatch.setattr(direct, "MARK", 0.0)
    visit, add, is_full = start(pace=1000.0), Watermarks.add, True

    def full(marks: Watermarks, new: dict[str, int]) -> None:
        if is_full:
            raise OSError(28, "No space left on device")
        add(marks, new)

    monkeypatch.setattr(Watermarks, "add", full)
    browser = visit.browser()
    seen = {}
    for is_full in (True, False, True, False):
        table = browser.open()
        for _ in range(2):
            browser.play(table)
        seen[table] = visit.match(table).version
        if is_full:
            assert table not in Watermarks(folder / NAME).read()
    visit.stop()
    assert Watermarks(folder / NAME).read() == seen
    assert len(told(lines, "how far tables are cannot be noted")) == 2


def test_a_player_who_has_seen_more_is_told(visit: Visit, lines: StringIO) -> None:
    """So are programs, and the log, once for each table; nothing is played, nor taken for true."""
    browser = visit.browser()
    table = browser.open()
    browser.play(table)
    kept = visit.match(table).version
    for more in (5, 6, 7):
        answer = browser.play(table, version=kept + more)
        assert answer.status_code == 409
        assert f"knows {kept + more} lines of this table, and {kept} are kept" in notice(answer)
    answer = browser.play(table, version=kept - 1)
    assert answer.status_code == 409
    assert "are kept" not in notice(answer)
    assert visit.match(table).version == kept
    assert told(lines) == []
    assert [(it["table"], it["seen"]) for it in told(lines, CLAIMED)] == [(table, kept + 5)]
    assert not visit.site.store.damage.found


def test_what_is_made_up_fills_no_log(visit: Visit, lines: StringIO) -> None:
    """Whoever has a seat may send any number, at any number of tables; he is answered."""
    browser = visit.browser()
    table = browser.open()
    assert browser.play(table, version=99999).status_code == 409
    assert told(lines, CLAIMED) == []
    claims = Claims()
    for number in range(3 * claims_module.MOST):
        claims.note(str(number), 2, 1)
    assert len(told(lines, CLAIMED)) == claims_module.MOST


def test_who_only_watches_can_alarm_nobody(visit: Visit, lines: StringIO) -> None:
    """A number is not believed from somebody who sits nowhere."""
    table = visit.browser().open()
    assert visit.browser().play(table, version=99).status_code == 403
    assert told(lines, CLAIMED) == []


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


def test_a_mark_that_was_cut_off_spoils_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was full in the middle of it; the next begins on a line of its own."""
    marks, whole = Watermarks(tmp_path / NAME), os.write
    monkeypatch.setattr(os, "write", lambda handle, text: whole(handle, text[:-2]))
    with pytest.raises(OSError, match="space"):
        marks.add({"a": 12})
    monkeypatch.setattr(os, "write", whole)
    marks.add({"b": 5})
    assert marks.read() == {"a": 1, "b": 5}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such owners")
def test_the_marks_belong_to_whom_the_database_does(tmp_path: Path) -> None:
    """Or the site could not write them where an administrator was first."""
    path = tmp_path / NAME
    path.touch()
    if os.geteuid() == 0:
        os.chown(path, 12345, 12346)
    path.chmod(0o640)
    marks = Watermarks(path)
    for write in (marks.add, marks.renew):
        write({"a": 1})
        found, like = marks.path.stat(), path.stat()
        assert (found.st_uid, found.st_gid) == (like.st_uid, like.st_gid)
        assert found.st_mode == like.st_mode


def test_marks_that_cannot_be_read_are_left_alone(
    start: Callable[..., Visit], folder: Path, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written anew they would know less."""
    visit = start(pace=1000.0)
    marks = Watermarks(folder / NAME)
    marks.add({"gone": 7})

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError("not ours")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", refuse)
        visit.call(visit.site.store.compare)
    assert marks.read()["gone"] == 7
    assert len(told(lines, "nobody knows how far tables were")) == 1


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
