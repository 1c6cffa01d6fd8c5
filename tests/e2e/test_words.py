"""Without a mouse and without a screen: every game by Tab and Enter, and the board in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.core import dumps, loads
from trainshed.games import game

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(60)]

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
ANSWERS = """document.activeElement.matches(
    "#prompt .chip:not(.quiet), #main-action, #board .target"
)"""
"""What has the focus answers, and is no side matter that would be asked again and again."""
NAME = """(() => {
    const here = document.activeElement, copy = here.cloneNode(true);
    for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return here.getAttribute("aria-label") ?? copy.textContent.trim();
})()"""
GAMES = ("rocket", "dampfross", "russian", "tycoon", "1861")
LAYING = 511
"""After so many moves of the example of 1861 a tile is laid."""


@dataclass(frozen=True)
class Key:
    """A key that was pressed, the name of what had the focus, and what was said then."""

    name: str
    said: str


def _example(key: str, moves: int | None = None) -> str:
    """The example of a game, or its beginning."""
    record = loads(game(key).example)
    return dumps(replace(record, lines=record.lines[:moves]))


def _actor(page: Page) -> str | None:
    return page.locator(".player.to-move").get_attribute("id")


def _to_answer(page: Page) -> None:
    """Press Tab until something has the focus that answers."""
    for _ in range(60):
        if page.evaluate(ANSWERS):
            return
        page.keyboard.press("Tab")
    raise AssertionError("nothing that answers can be reached by Tab")


def _press(page: Page) -> None:
    """Press Enter, and wait for another question."""
    spoken = page.locator("#spoken")
    before = spoken.text_content() or ""
    page.keyboard.press("Enter")
    expect(spoken).not_to_have_text(before, timeout=hands.SOON)
    page.locator("#prompt:not(.busy)").wait_for(timeout=hands.SOON)


def _turn(page: Page, most: int) -> list[Key]:
    """Play by Tab and Enter until somebody else is asked."""
    first, found = _actor(page), list[Key]()
    while _actor(page) == first:
        assert len(found) < most, found
        _to_answer(page)
        name = page.evaluate(NAME)
        _press(page)
        found.append(Key(name, page.locator("#spoken").text_content() or ""))
    return found


@pytest.mark.parametrize("key", ["rocket", "russian", "tycoon", "1861"])
def test_a_turn_by_tab_and_enter(browser: Browser, site: str, key: str) -> None:
    """Whatever is asked in a turn is reached by Tab, has a name, and the next question is said."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, _example(key))
    pressed = _turn(page, 12)
    assert all(len(it.name) > 1 for it in pressed), pressed
    assert all(it.said.rstrip().endswith(".") for it in pressed), pressed


def test_a_route_is_drawn_by_tab_and_enter(browser: Browser, site: str) -> None:
    """In Dampfross each hex of a route is a choice with its name and its fee."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, _example("dampfross"))
    trace = page.locator("#chips [data-key=trace]")
    for _ in range(12):
        version = hands.version(page)
        if trace.count():
            break
        hands.press(page, "n")
        page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)
        page.locator("#prompt:not(.busy)").wait_for(timeout=hands.SOON)
    trace.focus()
    for _ in range(2):  # the drawing, and where it begins
        version = hands.version(page)
        page.keyboard.press("Enter")
        page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)
        page.locator("#prompt:not(.busy)").wait_for(timeout=hands.SOON)
        _to_answer(page)
    assert "pays" in page.evaluate(NAME)
    page.keyboard.press("Escape")
    expect(page.locator("#spoken")).to_contain_text("choices")


def test_a_tile_is_laid_by_keys(browser: Browser, site: str) -> None:
    """In 1861 a hex is walked to, its tile chosen and turned, and it is laid."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, _example("1861", LAYING))
    moves = int(page.locator("#table").get_attribute("data-moves") or 0)
    for _ in range(30):
        if page.locator("#board .target:focus").count():
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(NAME)
    page.keyboard.press("Enter")
    expect(page.locator("#chooser")).to_be_visible()
    expect(page.locator("#main-action")).to_contain_text("Lay tile")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-moves", str(moves + 1))
    expect(page.locator("#said")).to_contain_text("tile")


@pytest.mark.parametrize("key", GAMES)
def test_the_board_in_words(browser: Browser, site: str, key: str) -> None:
    """One key opens it; every choice is a button there, and playing one brings the next words."""
    page = browser.new_page(viewport=DESKTOP, bypass_csp=True)
    hands.bring(page, site, _example(key, LAYING if key == "1861" else None))
    page.keyboard.press("i")
    words = page.locator("#inwords")
    expect(words.locator("table").first).to_contain_text("player")
    offers = page.evaluate("JSON.parse(document.getElementById('offers').textContent).offers")
    shown = words.locator("button").evaluate_all("all => all.map(one => one.value)")
    assert sorted(set(shown)) == sorted(offer["action"] for offer in offers)
    found = Axe().run(page, context="#panel-words")
    assert found.violations_count == 0, found.generate_report()
    version = hands.version(page)
    for _ in range(30):
        if page.evaluate("document.activeElement.matches('#inwords .deed')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(f"#inwords:not([data-version='{version}'])").wait_for(timeout=hands.SOON)
    assert page.evaluate("document.activeElement.closest('#panel-words') !== null")


def test_arrows_go_from_hex_to_hex(browser: Browser, site: str) -> None:
    """Each arrow goes to a neighbour and back; Home goes to what is one's own."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, _example("tycoon"))
    page.keyboard.press("i")
    city = page.locator("#inwords [role=gridcell][data-hex=I26]")
    city.focus()
    here = page.locator("#inwords [role=gridcell]:focus")
    for there, back in (("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown")):
        page.keyboard.press(there)
        expect(here).not_to_have_attribute("data-hex", "I26")
        page.keyboard.press(back)
        expect(here).to_have_attribute("data-hex", "I26")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(here).to_have_attribute("data-hex", "K26")
    page.keyboard.press("Home")
    expect(here).to_have_class("spot own")
    expect(here).to_have_attribute("aria-label", re.compile("Mireille"))
    assert page.locator("#inwords [role=gridcell][tabindex='0']").count() == 1
    assert page.locator("#table").get_attribute("data-live") == "yes"


def test_whoever_is_asked_is_brought_to_the_question(browser: Browser, site: str) -> None:
    """The focus goes to the prompt when the turn comes, but not out of a field."""
    ada, ben = browser.new_page(viewport=DESKTOP), browser.new_page(viewport=DESKTOP)
    hands.open_table(ada, site, "elsewhere")
    ben.goto(ada.url)
    ben.locator("#players .sit input[name=name]").fill("Ben")
    ben.get_by_role("button", name="Sit down here").click()
    expect(ben.locator("#players")).to_contain_text("You")
    for is_typing in (False, True):
        expect(ada.locator("#players")).to_contain_text("to move")
        mover, asked = (ada, ben) if ada.locator("#table[data-mine=yes]").count() else (ben, ada)
        if is_typing:
            asked.keyboard.press("t")
            asked.locator(".speak textarea").focus()
        else:
            asked.evaluate("document.activeElement.blur()")
        while mover.locator("#table[data-mine=yes]").count():
            _to_answer(mover)
            _press(mover)
        expect(asked.locator("#table")).to_have_attribute("data-mine", "yes")
        expect(asked.locator("#spoken")).to_contain_text("choices")
        place = ".speak textarea" if is_typing else "#prompt"
        assert asked.evaluate(f"document.activeElement.matches('{place}')")
