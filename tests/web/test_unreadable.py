"""A table that cannot be read: the others are not touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.visit import Visit
from trainshed.core import Match
from trainshed.web import home
from trainshed.web.database import renew
from trainshed.web.database.kept import Table
from trainshed.web.tables.sheet import resumed


def spoiled(start: Callable[..., Visit], *, game: bool) -> tuple[Visit, str, str]:
    """A site with a table in order, and one whose game or line is unknown."""
    visit = start(pace=1000.0)
    browser = visit.browser()
    good, bad = browser.open(), browser.open(seat_2="random")
    browser.play(good)
    if game:
        visit.set(bad, game="chess")
    else:
        visit.damage(bad, 1)
    return start(), good, bad


@pytest.mark.parametrize("game", [True, False])
def test_the_first_page_leaves_it_out(start: Callable[..., Visit], game: bool) -> None:  # noqa: FBT001
    """All other tables are listed."""
    visit, good, bad = spoiled(start, game=game)
    for _ in range(2):
        answer = visit.browser().get("/")
        assert answer.status_code == 200
        assert f"/t/{good}" in answer.text
        assert f"/t/{bad}" not in answer.text


@pytest.mark.parametrize("game", [True, False])
def test_its_page_says_what_was_kept(start: Callable[..., Visit], game: bool) -> None:  # noqa: FBT001
    """And whom to tell."""
    visit, good, bad = spoiled(start, game=game)
    browser = visit.browser()
    for path in ("", "/fragment", "/record", "/events", "/board.svg"):
        answer = browser.get(f"/t/{bad}{path}")
        assert answer.status_code == 500
        assert "cannot be read" in answer.text
        assert "kept" in answer.text
        assert "quote" not in answer.text
    posted = browser.post(f"/t/{bad}/play", {"version": "1", "action": "pass"})
    assert "cannot be read" in posted.text
    assert browser.get(f"/t/{good}").status_code == 200


def test_a_table_that_cannot_be_drawn_is_left_out(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first page lists the others."""
    good, bad = visit.browser().open(), visit.browser().open()
    draw = home.table_card

    def fails(table: Table, *values: Any) -> home.TableCard:  # noqa: ANN401
        if table.id == bad:
            raise KeyError("on purpose")
        return draw(table, *values)

    monkeypatch.setattr(home, "table_card", fails)
    text = visit.browser().get("/").text
    assert f"/t/{good}" in text
    assert f"/t/{bad}" not in text


def test_whatever_a_table_does_the_site_starts(
    start: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is left as it is, the next one is brought under the laws."""
    visit = start()
    good, bad = visit.browser().open(), visit.browser().open()
    for table in (bad, good):
        visit.set(table, rules=0, adopted=None)

    def fails(table: Table, *values: Any) -> Match[Any, Any]:  # noqa: ANN401
        if table.id == bad:
            raise RuntimeError("on purpose")
        return resumed(table, *values)

    monkeypatch.setattr(renew, "resumed", fails)
    visit = start()
    assert visit.sheet(good).table.rules == visit.match(good).game.rules
    assert visit.sheet(bad).table.rules == 0
