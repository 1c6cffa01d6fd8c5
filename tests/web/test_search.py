"""Finding tables: what waits for me, what is open, what was played."""

from __future__ import annotations

import pytest

from tests.web.postgres import on_both
from tests.web.test_accounts import opened
from tests.web.visit import WITH_A_FRIEND, Visit


@on_both
def test_on_to_the_next_table(visit: Visit) -> None:
    """The one that waits longest, but not the one I come from; none is home."""
    ada = visit.browser()
    ada.get("/")
    assert ada.get("/next").headers["location"] == "/"
    first, second = opened(ada), opened(ada)
    assert ada.get("/next").headers["location"] == f"/t/{first}"
    assert ada.get(f"/next?from={first}").headers["location"] == f"/t/{second}"
    assert "One more table waits for you" in ada.get(f"/t/{first}").text
    assert "table waits for you" not in visit.browser().get(f"/t/{first}").text


def test_next_tables_go_round(visit: Visit) -> None:
    """Whoever skips some comes to each of them."""
    ada = visit.browser()
    ada.get("/")
    tables = [opened(ada) for _ in range(3)]
    ways = [ada.get(f"/next?from={table}").headers["location"] for table in tables]
    assert ways == [f"/t/{tables[n]}" for n in (1, 2, 0)]


@on_both
def test_a_word_of_a_name_finds_it(visit: Visit) -> None:
    """The name of the table, or of a player; signs of the database mean themselves."""
    ada = visit.browser()
    ada.get("/")
    club = opened(ada, name="Tuesday club")
    other = opened(ada, **{"name-1": "Zoë"})
    for word, found, missed in (("tuesday", club, other), ("zoë", other, club)):
        text = ada.get(f"/search?word={word}").text
        assert f"/t/{found}" in text
        assert f"/t/{missed}" not in text
    for word in ("%25", "_", "'", "nothing"):
        text = ada.get(f"/search?word={word}").text
        assert "No table is like that." in text
        assert "Open a table" in text


@on_both
def test_open_running_finished(visit: Visit) -> None:
    """Each where it belongs."""
    ada = visit.browser()
    ada.get("/")
    full, free = opened(ada), opened(ada, **WITH_A_FRIEND)
    assert f"/t/{free}" in ada.get("/search?stage=open").text
    assert f"/t/{full}" not in ada.get("/search?stage=open").text
    assert f"/t/{full}" in ada.get("/search?stage=running&game=rocket").text
    assert f"/t/{full}" not in ada.get("/search?game=1861").text
    assert f"/t/{full}" not in ada.get("/search?stage=finished").text


@on_both
def test_pages(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there are, each table once."""
    monkeypatch.setattr("trainshed.web.home.PAGE", 2)
    ada = visit.browser()
    ada.get("/")
    tables = [opened(ada) for _ in range(5)]
    pages = [ada.get(f"/search?page={number}").text for number in (1, 2, 3)]
    assert sorted(t for page in pages for t in tables if f"/t/{t}" in page) == sorted(tables)
    assert 'rel="next"' in pages[0]
    assert 'rel="next"' not in pages[2]


@pytest.mark.parametrize(
    "query", ["stage=x", "game=x", "page=0", "page=x", "page=99999", f"page={'9' * 5000}"]
)
def test_nonsense_is_refused(visit: Visit, query: str) -> None:
    """By its name."""
    assert visit.browser().get(f"/search?{query}").status_code == 400
