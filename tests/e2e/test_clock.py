"""Clocks that run in the browser, who is there, and a pause that two agree on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.e2e import hands

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
RUNNING = ".player .clock-face.runs [data-time]"


def _pair(browser: Browser, site: str) -> tuple[Page, Page]:
    """Two people at a live table of Rocket."""
    ada, ben = (browser.new_context(viewport=DESKTOP).new_page() for _ in range(2))
    ada.goto(f"{site}/new/rocket")
    ada.locator("input[name=seats][value='2']").check(force=True)
    ada.locator("[name=name-1]").fill("Ada")
    ada.locator("[name=seat-2]").select_option("elsewhere")
    ada.locator("[name=hours]").select_option("live:900:10")
    ada.get_by_role("button", name="Start the game").click()
    expect(ada.locator("#table")).to_be_visible(timeout=hands.SOON)
    ben.goto(ada.url)
    ben.locator("#players .sit input[name=name]").fill("Ben")
    ben.get_by_role("button", name="Sit down here").click()
    expect(ben.locator("#players")).to_contain_text("You")
    return ada, ben


def _word(page: Page, seat: int) -> Locator:
    return page.locator(f".player [data-present='{seat}'] [data-word]")


def test_the_clock_of_whoever_is_asked_runs(browser: Browser, site: str) -> None:
    """On both pages, and it hurries somebody with words; the other one stands."""
    for page in _pair(browser, site):
        expect(page.locator(RUNNING)).to_have_text(re.compile(r"14:\d\d"), timeout=hands.SOON)
        before = page.locator(RUNNING).inner_text()
        expect(page.locator(RUNNING)).not_to_have_text(before, timeout=hands.SOON)
        expect(page.locator(".player .clock-face:not(.runs) [data-time]")).to_have_text("15:00")
        clock = page.locator(".player .clock-face.runs")
        expect(clock.locator("[data-hurry]")).to_be_hidden()
        clock.evaluate("it => it.dataset.due = String(Date.now() + 20000)")
        expect(clock.locator("[data-hurry]")).to_be_visible(timeout=hands.SOON)
        expect(clock).to_have_class(re.compile("urgent"))
        page.context.close()


def test_who_is_there_is_said_on_the_plates(browser: Browser, site: str) -> None:
    """Whoever goes is away, who only looks is counted."""
    ada, ben = _pair(browser, site)
    for seat in (0, 1):
        expect(_word(ada, seat)).to_have_text("here", timeout=hands.SOON)
    other = browser.new_context().new_page()
    other.goto(ada.url)
    expect(ada.locator("[data-watching]")).to_have_text("one watches", timeout=hands.SOON)
    other.context.close()
    ben.context.close()
    expect(_word(ada, 1)).to_have_text("away", timeout=hands.SOON)
    expect(ada.locator("[data-watching]")).to_be_hidden(timeout=hands.SOON)
    ada.context.close()


def test_a_pause_is_agreed_on_without_loading_the_page(browser: Browser, site: str) -> None:
    """One asks, the other agrees, anybody goes on."""
    ada, ben = _pair(browser, site)
    ada.reload()
    ada.locator("#tab-seats").click()
    ada.locator("#ask-pause").click()
    ben.locator("#agree-pause").click(timeout=hands.SOON)
    for page in (ada, ben):
        expect(page.locator("#notice")).to_contain_text("The clocks stand still")
        expect(page.locator(RUNNING)).to_have_count(0)
    ben.locator("#go-on").click()
    expect(ada.locator(RUNNING)).to_have_count(1, timeout=hands.SOON)
    ada.context.close()
    ben.context.close()
