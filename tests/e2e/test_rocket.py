"""Stephenson's Rocket in a browser: whole games, undo, two browsers, a stale click."""

from __future__ import annotations

from random import Random

import pytest
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
    expect(page.locator("h1")).to_contain_text("win")
    assert not errors


@pytest.mark.timeout(600)
def test_a_whole_game_by_mouse_on_a_desktop(browser: Browser, site: str) -> None:
    """Clicks on the board and in the bar lead to the end of a game."""
    page = browser.new_page(viewport=DESKTOP)
    _whole_game(page, site, hands.by_mouse, 1)


@pytest.mark.timeout(600)
def test_a_whole_game_by_keyboard_alone(browser: Browser, site: str) -> None:
    """Number keys are enough to play."""
    page = browser.new_page(viewport=DESKTOP)
    _whole_game(page, site, hands.by_keyboard, 2)


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
