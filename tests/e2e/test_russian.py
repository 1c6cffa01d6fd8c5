"""Russian Railroads in a browser: a space, how to pay, rails, a locomotive, a pass, a scoring."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.e2e import hands

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


def _open(page: Page, site: str) -> None:
    """A table for two at this screen."""
    page.goto(f"{site}/new/russian")
    page.locator("input[name=seats][value='2']").check(force=True)
    page.locator("[name=seat-2]").select_option("here")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible(timeout=hands.SOON)
    page.wait_for_load_state()


def _offers(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(page.locator("#offers").text_content() or "{}")[
        "offers"
    ]
    return found


def _moved(page: Page, version: str | None) -> None:
    page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)


def _target(page: Page, key: str) -> Locator:
    return page.locator(f"#board .target[data-key='{key}']:visible").first


def _click(page: Page, key: str) -> None:
    """Click the middle of a place on the board."""
    box = _target(page, key).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _play(page: Page, key: str) -> None:
    """Click a place that plays at once."""
    version = hands.version(page)
    _click(page, key)
    _moved(page, version)


def _press(page: Page, key: str) -> None:
    """Press a key that plays."""
    version = hands.version(page)
    hands.press(page, key)
    _moved(page, version)


def _start(page: Page, site: str) -> None:
    """A table at which the first space can be paid."""
    _open(page, site)
    for _ in range(6):
        if any(offer["verb"] == "place" for offer in _offers(page)):
            return
        _press(page, "1")
    raise AssertionError(_offers(page))


@pytest.mark.timeout(60)
@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_way_to_every_board_is_in_sight(browser: Browser, site: str, locale: str) -> None:
    """Four have a board each; where there is little room names give way, the ways do not."""
    page = browser.new_context(viewport=DESKTOP, locale=locale).new_page()
    for _ in range(2):  # the second table has a way to the first
        page.goto(f"{site}/new/russian")
        page.locator("input[name=seats][value='4']").check(force=True)
        for number in (2, 3, 4):
            page.locator(f"[name=seat-{number}]").select_option("here")
        page.locator(".new-foot button").first.click()
        expect(page.locator("#table")).to_be_visible(timeout=hands.SOON)
    for width, height in ((1440, 900), (1360, 850), (1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(hands.DRAWN)
        hidden = page.locator(".lie-tab").evaluate_all(
            """tabs => tabs.filter(tab => tab.getBoundingClientRect().right
                > tab.parentElement.getBoundingClientRect().right + 1).map(tab => tab.title)"""
        )
        assert not hidden, (width, hidden)


@pytest.mark.timeout(90)
def test_a_round_by_mouse(browser: Browser, site: str) -> None:
    """A space is clicked, paid, and carried out move by move; then all pass and score."""
    page = browser.new_page(viewport=DESKTOP)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    _start(page, site)

    expect(page.locator("#chips")).to_contain_text("Choose a lit place")
    _target(page, "space:rail_black_2w").hover()
    expect(page.locator("#tip")).to_contain_text("costs 2 workers")
    _click(page, "space:rail_black_2w")
    expect(page.locator("#main-action")).to_be_visible()
    usual = page.locator(".chip[aria-pressed=true]")
    expect(usual).to_contain_text("2 workers")
    page.keyboard.press("Escape")
    expect(page.locator("#main-action")).to_be_hidden()
    _click(page, "space:rail_black_2w")
    version = hands.version(page)
    page.locator("#chips .chip[data-key='pay:1:0:0']").click()
    _moved(page, version)
    for _ in range(3):
        _play(page, next(o["path"][0] for o in _offers(page) if o["verb"] == "move"))
    expect(page.locator(".log .entry").last).to_contain_text("black rail")

    _click(page, "space:loco_1w")
    _press(page, "Enter")
    _play(page, "slot:2")
    expect(page.locator(".forecast")).to_contain_text("If the round ended now")
    _press(page, "u")
    _play(page, "slot:3")

    for _ in range(8):
        if page.locator("#scoring:visible").count():
            break
        _press(page, "n")
    expect(page.locator("#scoring .total").first).to_be_visible()
    page.locator("#scoring [data-count='1 industry']").click()
    expect(page.locator("#scoring .to-come")).to_have_count(0)
    expect(page.locator("#scoring .reckoning:not([hidden])")).to_contain_text("marker")
    expect(page.locator("[id='board:1'] .counted")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#scoring")).to_be_hidden()
    expect(page.locator("#board .counted")).to_have_count(0)
    page.locator("[data-recount]").click()
    expect(page.locator("#scoring .reckoning:not([hidden])")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".log .scoring")).to_have_count(1)
    assert not errors


def test_boards_are_a_tap_away(browser: Browser, site: str) -> None:
    """The tabs and the key B go from board to board; what is shut tells why."""
    page = browser.new_page(viewport=DESKTOP)
    _start(page, site)
    before = page.locator("#board > svg").get_attribute("viewBox")
    page.locator("[data-lie='board:1']").click()
    expect(page.locator("#board > svg")).not_to_have_attribute("viewBox", before or "")
    page.keyboard.press("f")
    expect(page.locator("#board > svg")).to_have_attribute("viewBox", before or "")
    page.keyboard.press("b")
    expect(page.locator("[data-lie='board:common']")).to_have_attribute("aria-pressed", "true")
    box = page.locator("[id='space:last_round']").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#tip.why")).to_contain_text(re.compile("last round"))


def test_a_space_by_touch_on_a_phone(browser: Browser, site: str) -> None:
    """The board with something to do is in sight; a tap arms, the button plays."""
    context = browser.new_context(viewport=PHONE, has_touch=True, device_scale_factor=2)
    page = context.new_page()
    _start(page, site)
    expect(page.locator("[data-lie='board:common']")).to_have_attribute("aria-pressed", "true")
    box = _target(page, "space:rail_shared").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    version = hands.version(page)
    page.locator("#main-action").tap()
    _moved(page, version)
    own = f"board:{json.loads(page.locator('#offers').text_content() or '{}')['seat']}"
    expect(page.locator(f"[data-lie='{own}']")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_is_found(browser: Browser, site: str, scheme: Literal["light", "dark"]) -> None:
    """The accessibility checker finds nothing."""
    page = browser.new_page(viewport=DESKTOP, color_scheme=scheme, bypass_csp=True)
    _start(page, site)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
