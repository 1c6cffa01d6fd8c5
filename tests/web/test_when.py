"""Moments on pages: by the language of the reader, and the same text for all zones."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa

from tests.web.test_accounts import made, opened
from tests.web.visit import Visit
from trainshed.web.database.rows import ACCOUNTS
from trainshed.web.printing.when import when

ELEMENT = re.compile(r'(<time datetime="([^"]+)">[^<]*</time>)')
FIXED = re.compile(r"\d{4}-\d\d-\d\d")
MOMENT = datetime(2026, 7, 27, 14, 5, 59, tzinfo=UTC)


@pytest.fixture
def tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server that stands far from Greenwich."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("code", "medium", "short"),
    [
        ("en", "Jul 27, 2026, 2:05 PM", "7/27/26, 2:05 PM"),
        ("fr", "27 juil. 2026, 14:05", "27/07/2026 14:05"),
        ("de", "27.07.2026, 14:05", "27.07.26, 14:05"),
    ],
)
def test_a_moment_is_told_as_its_reader_is_used_to(code: str, medium: str, short: str) -> None:
    """The element has the moment itself, whatever zone it was noted in."""
    noted = MOMENT.astimezone(timezone(timedelta(hours=9)))
    for length, text in (("medium", medium), ("short", short)):
        found = when(noted, code, length).replace("\u202f", " ")  # type: ignore[arg-type]
        assert found == f'<time datetime="2026-07-27T14:05Z">{text}</time>'


@pytest.mark.usefixtures("tokyo")
@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_the_log_and_the_talk_have_the_day_and_no_zone_of_the_server(
    visit: Visit, code: str
) -> None:
    """Who reads the same language is shown the same, so that it is printed once for all."""
    browser = made(visit)
    browser.post("/settings", {"language": code})
    table = opened(browser)
    browser.play(table)
    browser.post(f"/t/{table}/talk", {"text": "hello"})
    line = next(iter(visit.sheet(table).times.values()))
    said = browser.get(f"/api/v1/tables/{table}/talk").json()["remarks"][0]["time"]
    assert when(line, code, "short") in browser.get(f"/t/{table}").text
    assert when(datetime.fromisoformat(said), code) in browser.get(f"/t/{table}/talk").text


@pytest.mark.parametrize("code", ["en", "fr", "de"])
@pytest.mark.parametrize(("path", "most"), [("/account", 2), ("/office", 3), ("/office/people", 2)])
def test_every_page_tells_moments_in_the_same_way(
    visit: Visit, code: str, path: str, most: int
) -> None:
    """Sessions, tokens, announcements, deeds and accounts."""
    browser = made(visit)
    made(visit, name="Ben")
    visit.call(_appoint, visit)
    browser.post("/settings", {"language": code})
    browser.post("/account/token", {"name": "bot"})
    browser.post("/office/announce", {"text": "Hear, hear", "hours": "2"})
    browser.post("/office/ban", {"name": "Ben"})
    page = browser.get(path).text
    found = ELEMENT.findall(page)
    assert len(found) >= most
    assert [str(when(datetime.fromisoformat(it), code)) for _, it in found] == [
        it[0] for it in found
    ]
    assert not FIXED.search(ELEMENT.sub("", page))


async def _appoint(visit: Visit) -> None:
    async with visit.site.store.begin() as connection:
        await connection.execute(sa.update(ACCOUNTS).values(admin=True))
