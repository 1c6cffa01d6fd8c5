"""No page brings scripts or styles of its own: all come as files of ours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.visit import Visit
from trainshed.games import games
from trainshed.web.guard import DRAWING, POLICY
from trainshed.web.printing.press import HERE

INLINE = re.compile(
    r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", re.IGNORECASE
)
DATA = re.compile(r'<script type="application/json"')


def inline(text: str) -> list[str]:
    """What a policy without inline scripts and styles would forbid."""
    return INLINE.findall(DATA.sub("<data", text))


@pytest.mark.parametrize("game", sorted(games()))
def test_no_page_brings_its_own(visit: Visit, game: str) -> None:
    """The first page, a new table, the table, its charts, the rules."""
    browser = visit.browser()
    more = {"seats": "3", "seat_3": "here", "name_3": "Cleo"} if game == "1861" else {}
    table = browser.open(game=game, **more)
    for path in ("/", f"/new/{game}", f"/t/{table}", f"/t/{table}/charts", f"/rules/{game}"):
        answer = browser.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == POLICY
        assert inline(answer.text) == []


@pytest.mark.parametrize(
    "path", sorted((HERE / "templates").glob("*.html")), ids=lambda it: it.name
)
def test_no_template_brings_its_own(path: Path) -> None:
    """Whatever page it belongs to."""
    assert inline(path.read_text(encoding="utf-8")) == []


def test_the_policy_allows_nothing_inline() -> None:
    """Neither scripts nor styles, and nothing from elsewhere."""
    assert "unsafe" not in POLICY
    assert "default-src 'self'" in POLICY
    assert "script" not in DRAWING


def test_a_picture_alone_may_only_be_looked_at(visit: Visit) -> None:
    """It brings its own style sheet, and no script would run in it."""
    browser = visit.browser()
    table = browser.open()
    for path in (f"/t/{table}/board.svg", "/pictures/rocket.svg"):
        assert browser.get(path).headers["content-security-policy"] == DRAWING
