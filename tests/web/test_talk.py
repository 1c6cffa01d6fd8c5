"""What is said at a table reaches those who are there, safely; notes reach nobody else."""

from __future__ import annotations

import pytest

from tests.web.postgres import on_both
from tests.web.test_accounts import made, opened
from tests.web.visit import Visit
from trainshed.web.tables.talk import LONGEST, rendered


@on_both
def test_what_is_said_is_read_by_all(visit: Visit) -> None:
    """By the players and by spectators."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada)
    assert "Nobody has said anything yet." in ada.get(f"/t/{table}/talk").text
    answer = ada.post(f"/t/{table}/talk", {"text": "Good *luck*!"})
    assert answer.status_code == 200
    assert "<em>luck</em>" in visit.browser().get(f"/t/{table}/talk").text


def test_a_guest_who_watches_says_nothing(visit: Visit) -> None:
    """An account may talk as a spectator, a guest may not."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada)
    assert visit.browser().post(f"/t/{table}/talk", {"text": "hello"}).status_code == 403
    ben = made(visit, name="Ben")
    assert ben.post(f"/t/{table}/talk", {"text": "hello"}).status_code == 200
    assert ">Ben</a></b>" in ada.get(f"/t/{table}/talk").text


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST + 1)])
def test_nothing_and_too_much_are_refused(visit: Visit, text: str) -> None:
    """A remark has something in it, and an end."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada)
    assert ada.post(f"/t/{table}/talk", {"text": text}).status_code == 422


@on_both
def test_a_note_is_for_oneself(visit: Visit) -> None:
    """Nobody else sees it; an empty one is none."""
    ada, ben = visit.browser(), visit.browser()
    ada.get("/")
    table = opened(ada)
    assert ada.post(f"/t/{table}/note", {"text": "buy the GWR"}).status_code == 204
    assert "buy the GWR" in ada.get(f"/t/{table}/talk").text
    assert "buy the GWR" not in ben.get(f"/t/{table}/talk").text
    ada.post(f"/t/{table}/note", {"text": ""})
    assert "buy the GWR" not in ada.get(f"/t/{table}/talk").text


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "![x](http://evil/x.png)",
        "[x](javascript:alert(1))",
        "<img src=x onerror=alert(1)>",
        "[x](data:text/html,boo)",
        "# shout",
        '"><b onmouseover=alert(1)>',
    ],
)
def test_no_html_gets_through(text: str) -> None:
    """Whatever somebody writes."""
    shown = rendered(text)
    for bad in ("<script", "<img", "<b ", "<h1", 'href="javascript', 'href="data'):
        assert bad not in shown


def test_links_give_nothing_away() -> None:
    """They open apart, and tell search machines nothing."""
    assert 'rel="nofollow noopener ugc"' in rendered("[x](https://example.org)")
