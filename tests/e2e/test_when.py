"""Moments by the clock of whoever reads them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.e2e import hands

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
ZONES = ("America/St_Johns", "Asia/Tokyo")


def shown(moments: Locator) -> list[tuple[datetime, str]]:
    """Which moments a page shows, and how."""
    found = moments.evaluate_all("all => all.map(one => [one.dateTime, one.textContent])")
    return [(datetime.fromisoformat(moment), " ".join(text.split())) for moment, text in found]


def clock(moment: datetime, zone: str) -> str:
    """The time of a moment somewhere, in English."""
    here = moment.astimezone(ZoneInfo(zone))
    return f"{here.hour % 12 or 12}:{here:%M %p}"


@pytest.mark.parametrize("zone", ZONES)
def test_moments_are_told_by_the_clock_of_the_reader(
    browser: Browser, site: str, zone: str
) -> None:
    """In the log and the talk, also where they come later; the day stands there when it is past."""
    page = browser.new_context(timezone_id=zone, viewport=DESKTOP).new_page()
    page.clock.set_fixed_time(datetime.now(UTC))
    hands.open_table(page, site, "random")
    log, talk = page.locator("#panel-log .entry time"), page.locator(".remarks time")
    hands.wait_for_turn(page)
    before = log.count()
    hands.decide(page, hands.by_keyboard, Random(1))
    expect(log.nth(before)).to_be_attached()
    page.locator("#tab-talk").click()
    page.locator(".speak textarea").fill("Good luck")
    page.locator(".speak button").click()
    expect(talk).to_have_count(1)
    for moments in (log, talk):
        assert all(text == clock(moment, zone) for moment, text in shown(moments))
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=2))
    page.reload()
    expect(talk).to_have_count(1)
    for moments in (log, talk):
        for moment, text in shown(moments):
            day = moment.astimezone(ZoneInfo(zone))
            assert text.startswith(f"{day:%b} {day.day}, ")
            assert text.endswith(clock(moment, zone))
