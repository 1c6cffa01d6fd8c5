"""What follows by itself, in a browser: lines of nobody in the log, a part of the digest."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import SOON, look_at
from trainshed.core import Match, Seat, loads
from trainshed.games import games

pytestmark = pytest.mark.e2e

RECORD = Path(__file__).parents[1] / "records" / "1861-3-random.record"
FROM = 200


def passed_over() -> int:
    """A move of another after which a company is passed over, and the first player is asked."""
    match = Match.replay(games()["1861"], loads(RECORD.read_text(encoding="utf-8")), at=400)
    return next(
        number
        for number, move in enumerate(match.history, 1)
        if number > FROM
        and move.seat > 0
        and any(getattr(item, "why", "") == "track" for item in move.after.followed)
        and match.game.actor(move.after) == Seat(0)
    )


def test_a_company_that_is_passed_over_has_its_own_line(page: Page, site: str) -> None:
    """Behind the line of the player, without a badge; in the digest in a part of its own."""
    number = passed_over()
    table = look_at(page, site, RECORD.read_text(encoding="utf-8"))
    page.goto(f"{table}/continue?at={number}")
    page.locator("[name=seat-1]").select_option("here")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#table[data-mine=yes]")).to_be_visible(timeout=SOON)
    lines = page.locator(f".log .entry:has(a[data-at='{number}'])")
    followed = lines.and_(page.locator(".followed"))
    expect(lines).to_have_count(1 + followed.count())
    expect(lines.first.locator("svg.badge:not(.then)")).to_have_count(1)
    expect(followed.first.locator("svg.badge.then")).to_have_count(1)
    expect(followed.filter(has_text="lays no track").first).to_be_visible()
    expect(lines.first).not_to_contain_text("lays no track")
    page.locator("#digest").evaluate("it => it.open || it.querySelector('summary').click()")
    part = page.locator(".digest-part", has_text="By the rules")
    expect(part.locator("li", has_text="lays no track").first).to_be_visible(timeout=SOON)
