"""What is kept in memory stays small, however long games become and however many there are."""

from __future__ import annotations

import pytest

from trainshed.web.tables.tables import IDLE

from .visit import Visit


def test_long_games_leave_room_for_fewer_tables(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was not looked at longest is forgotten first, and found again where he is asked for."""
    tables, browser = visit.site.tables, visit.browser()
    old, other, new = (browser.open() for _ in range(3))
    versions = [visit.match(table).version for table in (old, other, new)]
    monkeypatch.setattr("trainshed.web.tables.tables.LINES", sum(versions) + 1)
    assert all(tables.remembered(table) for table in (old, other, new))
    browser.play(new)
    assert tables.remembered(old)
    browser.play(new)
    assert tables.remembered(old) is None
    assert tables.remembered(other)
    assert tables.remembered(new)
    assert visit.match(old).version == versions[0]
    assert tables.remembered(other) is None


def test_a_table_that_nobody_asks_for_is_put_away(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who played an hour ago takes no room, whoever was looked at since does."""
    tables, browser = visit.site.tables, visit.browser()
    now = 0.0
    monkeypatch.setattr(tables, "_clock", lambda: now)
    left, watched, played = (browser.open() for _ in range(3))
    now = IDLE - 1
    visit.match(watched)
    browser.play(played)
    assert tables.remembered(left)
    now = IDLE + 1
    browser.play(played)
    assert tables.remembered(left) is None
    assert tables.remembered(watched)
    assert visit.match(left).version > 0
    assert tables.remembered(left)
