"""Stephenson's Rocket in a browser: whole games, undo, two browsers, a stale click."""

from __future__ import annotations

import re
from random import Random
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


def _no_errors(page: Page) -> list[str]:
    """Collect what the page complains about."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda message: (
            errors.append(message.text)
            if message.type == "error" and "409" not in message.text
            else None
        ),
    )
    return errors


def _whole_game(page: Page, site: str, gesture: hands.Gesture, seed: int) -> None:
    errors = _no_errors(page)
    hands.open_table(page, site, "random")
    rng, decisions = Random(seed), 0
    while hands.wait_for_turn(page):
        hands.decide(page, gesture, rng)
        decisions += 1
        assert decisions < 400
    assert decisions > 20
    address = page.url.split("?")[0]
    page.goto(address)
    expect(page.locator("h1")).to_contain_text(re.compile("win|victory"))
    assert not errors


@pytest.mark.timeout(600)
def test_a_whole_game_by_mouse_on_a_desktop(browser: Browser, site: str) -> None:
    """Clicks on the board and in the bar lead to the end of a game."""
    page = browser.new_page(viewport=DESKTOP)
    _whole_game(page, site, hands.by_mouse, 1)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_whole_game_by_keyboard_alone(browser: Browser, site: str) -> None:
    """Number keys are enough to play."""
    page = browser.new_page(viewport=DESKTOP)
    _whole_game(page, site, hands.by_keyboard, 2)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_whole_game_by_touch_on_a_phone(browser: Browser, site: str) -> None:
    """Taps, confirmed by the main button, lead to the end of a game."""
    context = browser.new_context(viewport=PHONE, has_touch=True, device_scale_factor=2)
    _whole_game(context.new_page(), site, hands.by_touch, 3)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_whole_game_by_keyboard_on_a_phone(browser: Browser, site: str) -> None:
    """The narrow page has the same keys."""
    page = browser.new_page(viewport=PHONE)
    _whole_game(page, site, hands.by_keyboard, 4)


def _own_turn(page: Page, site: str) -> None:
    hands.open_table(page, site, "random")
    assert hands.wait_for_turn(page)


def test_undo_and_redo_by_key(browser: Browser, site: str) -> None:
    """U takes the last action back, Shift+U brings it back; no bot is in between."""
    page = browser.new_page(viewport=DESKTOP)
    hands.open_table(page, site, "here")
    assert hands.wait_for_turn(page)
    moves = int(page.locator("#table").get_attribute("data-moves") or 0)
    hands.decide(page, hands.by_keyboard, Random(5))
    expect(page.locator("#table")).to_have_attribute("data-moves", str(moves + 1))
    page.keyboard.press("u")
    expect(page.locator("#table")).to_have_attribute("data-moves", str(moves))
    expect(page.locator(".log .struck")).to_have_count(1)
    page.keyboard.press("Shift+U")
    expect(page.locator("#table")).to_have_attribute("data-moves", str(moves + 1))


def test_two_browsers_stay_in_step(browser: Browser, site: str) -> None:
    """A friend sits down by link, sees each move at once, and an old click changes nothing."""
    ada, ben = browser.new_page(viewport=DESKTOP), browser.new_page(viewport=DESKTOP)
    hands.open_table(ada, site, "elsewhere")
    ben.goto(ada.url)
    ben.locator("#players .sit input[name=name]").fill("Ben")
    ben.get_by_role("button", name="Sit down here").click()
    expect(ben.locator("#players")).to_contain_text("You")
    rng, version = Random(6), hands.version(ada)
    for _ in range(4):
        expect(ada.locator("#players")).to_contain_text("to move")
        mover = ada if ada.locator("#table[data-mine=yes]").count() else ben
        hands.decide(mover, hands.by_keyboard, rng)
        version = hands.version(mover)
        for page in (ada, ben):
            expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    mover = ada if ada.locator("#table[data-mine=yes]").count() else ben
    stale = mover.request.post(
        f"{mover.url}/play",
        form={"version": "1", "action": "take Hull brewing"},
        headers={"Origin": site},
    )
    assert stale.status == 409
    assert "moved on" in stale.text()
    expect(mover.locator("#table")).to_have_attribute("data-version", str(version))


def test_every_position_has_a_link(browser: Browser, site: str) -> None:
    """The time line, the log and the address lead to earlier positions, End leads back."""
    page = browser.new_page(viewport=DESKTOP)
    _own_turn(page, site)
    for number in range(4):
        if hands.wait_for_turn(page):
            hands.decide(page, hands.by_keyboard, Random(number))
    assert hands.wait_for_turn(page)
    address = page.url
    page.goto(f"{address}?at=2")
    expect(page.locator(".looking-back")).to_contain_text("Move 2 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".looking-back")).to_contain_text("Move 3 of")
    page.keyboard.press("End")
    expect(page.locator("#table")).to_have_attribute("data-live", "yes")
    page.locator(".log .entry a").first.click()
    expect(page.locator(".looking-back")).to_contain_text("Move 1 of")


def test_an_illegal_hex_tells_why(browser: Browser, site: str) -> None:
    """With an engine chosen, a click elsewhere names the rule."""
    page = browser.new_page(viewport=DESKTOP)
    hands.open_table(page, site, "here")  # nobody moves but us, so the engine waits in Bristol
    assert hands.wait_for_turn(page)
    engine = page.locator("#board .target[data-key='engine:GWR']").bounding_box()
    assert engine is not None
    middle = (engine["x"] + engine["width"] / 2, engine["y"] + engine["height"] / 2)
    page.mouse.click(*middle)
    page.mouse.click(middle[0] + 250, middle[1] - 60)
    expect(page.locator("#board-area")).to_contain_text("(R5.1)")


def test_the_page_comes_back_as_it_was(browser: Browser, site: str) -> None:
    """A table is on the home page tomorrow, with what happened last."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    _own_turn(page, site)
    address = page.url
    page.goto(site)
    page.get_by_role("link", name="Take your turn").first.click()
    expect(page).to_have_url(address)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("where", ["/", "/new/rocket", "/rules/rocket", "table"])
def test_no_barrier_is_found(
    browser: Browser, site: str, where: str, scheme: Literal["light", "dark"]
) -> None:
    """The accessibility checker finds nothing on any page."""
    page = browser.new_page(viewport=DESKTOP, color_scheme=scheme, bypass_csp=True)
    if where == "table":
        _own_turn(page, site)
    else:
        page.goto(site + where)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("where", ["/", "/new/rocket", "/rules/rocket", "table"])
def test_nothing_is_wider_than_a_phone(browser: Browser, site: str, where: str) -> None:
    """No page scrolls sideways at 390 pixels."""
    page = browser.new_page(viewport=PHONE)
    if where == "table":
        _own_turn(page, site)
    else:
        page.goto(site + where)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
