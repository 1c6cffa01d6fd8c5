"""Two people in two browsers: a whole live game, and one by correspondence over a restart."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from tests.e2e.conftest import Station

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST = 400
"""More decisions than any of these games has."""


def _open(page: Page, site: str, game: str, hours: str) -> None:
    """A table for two: oneself, and somebody who comes by link."""
    page.goto(f"{site}/new/{game}")
    page.locator("input[name=seats][value='2']").check(force=True)
    page.locator("[name=name-1]").fill("Ada")
    page.locator("[name=seat-2]").select_option("elsewhere")
    page.locator("[name=hours]").select_option(hours)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible(timeout=hands.SOON)
    page.wait_for_load_state()


def _sit(page: Page, address: str) -> None:
    """Come by a link and sit down."""
    page.goto(address)
    page.locator("[data-sit]").click()
    page.locator("#players .sit input[name=name]").fill("Ben")
    page.get_by_role("button", name="Sit down here").click()
    expect(page.locator("#players")).to_contain_text("You")
    page.wait_for_load_state()
    page.keyboard.press("Escape")


def _in_step(pages: tuple[Page, Page]) -> None:
    """Both see the same position, without having been loaded again."""
    ada, ben = pages
    for _ in range(hands.SOON // 100):
        if hands.is_over(ada) or hands.is_over(ben) or hands.version(ada) == hands.version(ben):
            return
        ada.wait_for_timeout(100)
    assert hands.version(ada) == hands.version(ben)


def _mover(pages: tuple[Page, Page]) -> Page | None:
    """Whose turn it is; None when the game is over."""
    ada, ben = pages
    asked = ada.locator("#table[data-mine=yes]").or_(ada.locator("#table[data-mine=no]")).first
    asked.wait_for(timeout=hands.SOON)
    if hands.is_over(ada):
        return None
    return ada if ada.locator("#table[data-mine=yes]").count() else ben


def _drive(page: Page, rng: Random) -> None:
    """Move an engine where one can: that ends a game of Rocket soonest."""
    engine = page.locator("#chips .chip[data-key=drive]")
    if engine.count():
        engine.press("Enter", timeout=hands.SHORTLY)
    else:
        hands.by_keyboard(page, rng)


def _work(page: Page, rng: Random) -> None:
    """Send a worker to a lit place, or pass at two of three moves."""
    main = page.locator("#main-action:visible")
    lit = page.locator("#board .target:visible:not(.chosen)")
    may_pass = page.locator("#passing button").count() > 0
    moves = int(page.locator("#table").get_attribute("data-moves") or 0)
    if main.count():
        main.press("Enter", timeout=hands.SHORTLY)
    elif may_pass and moves % 3:
        hands.press(page, "n")
    elif lit.count():
        lit.first.press("Enter", timeout=hands.SHORTLY)
    else:
        hands.by_keyboard(page, rng)


def _play(pages: tuple[Page, Page], moves: int, gesture: hands.Gesture, rng: Random) -> int:
    """Play so many decisions, or to the end; how many were played."""
    for played in range(moves):
        mover = _mover(pages)
        if mover is None:
            return played
        hands.decide(mover, gesture, rng)
        _in_step(pages)
    return moves


def _results(pages: tuple[Page, Page]) -> None:
    """Both see who has won."""
    for page in pages:
        page.goto(page.url.split("?")[0])
        expect(page.locator("h1")).to_contain_text(re.compile("win|victory"))


MARKED = "one => getComputedStyle(one, '::after').content !== 'none'"


@pytest.mark.timeout(60)
def test_a_phone_shows_what_waits_on_other_panes(browser: Browser, site: str) -> None:
    """Words mark the way to them, a wish marks the way to the board, until one is there."""
    ada, ben = browser.new_page(viewport=DESKTOP), browser.new_page(viewport=PHONE)
    _open(ada, site, "rocket", "24")
    _sit(ben, ada.url)
    log, board = (ben.locator(f".tab-bar [data-sheet='{name}']") for name in ("log", ""))
    assert not log.evaluate(MARKED)
    ada.locator("#tab-talk").click()
    ada.locator(".speak textarea").fill("Good evening")
    ada.locator(".speak button").click()
    expect(log).to_have_class(re.compile("fresh"))
    assert log.evaluate(MARKED)
    log.click()
    ben.locator("#tab-talk").click()
    expect(log).not_to_have_class(re.compile("fresh"))
    assert not board.evaluate(MARKED)
    ada.locator("#tab-seats").click()
    ada.locator("#ask-pause").click()
    expect(ben.locator("#agree-pause")).to_be_attached(timeout=hands.SOON)
    assert board.evaluate(MARKED)
    board.click()
    expect(ben.locator("#agree-pause")).to_be_visible()
    assert not board.evaluate(MARKED)
    ada.locator("#tab-talk").click()
    ada.locator(".speak textarea").fill("Shall we?")
    ada.locator(".speak button").click()
    expect(log).to_have_class(re.compile("fresh"))


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_whole_live_game(browser: Browser, site: str) -> None:
    """Rocket with a clock each, to the last tile: both pages follow, both see the result."""
    ada, ben = browser.new_page(viewport=DESKTOP), browser.new_page(viewport=PHONE)
    _open(ada, site, "rocket", "live:1800:20")
    _sit(ben, ada.url)
    pages = ada, ben
    assert 20 < _play(pages, MOST, _drive, Random(1)) < MOST
    _results(pages)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_whole_game_by_correspondence(browser: Browser, station: Station) -> None:
    """Russian Railroads with a day for a move; the site is stopped and started in the middle."""
    ada, ben = browser.new_page(viewport=DESKTOP), browser.new_page(viewport=PHONE)
    _open(ada, station.address, "russian", "24")
    _sit(ben, ada.url)
    pages, rng = (ada, ben), Random(2)
    assert _play(pages, 6, _work, rng) == 6
    station.stop()
    for page in pages:
        expect(page.locator("#line")).to_be_visible(timeout=hands.SOON)
    station.start()
    for page in pages:
        expect(page.locator("#line")).to_be_hidden(timeout=hands.SOON)
    assert 4 < _play(pages, MOST, _work, rng) < MOST
    _results(pages)
