"""Dampfross in a browser: lines by click and by drawing, reasons, a race that is run."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.bots import bot
from trainshed.core import Match, dumps
from trainshed.games import game

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
WHERE = """name => {
    const [x, y] = JSON.parse(document.getElementById("hexes").textContent).at[name];
    const view = document.querySelector("#board > svg").viewBox.baseVal;
    const box = document.getElementById("board").getBoundingClientRect();
    return [
        box.x + (x - view.x) / view.width * box.width,
        box.y + (y - view.y) / view.height * box.height,
    ];
}"""


@pytest.fixture(scope="module")
def record() -> str:
    """A game of three up to the first race that everybody may enter."""
    laws, rng, greedy = game("dampfross"), Random(1), bot("greedy")
    options = laws.read_options({"map": "ireland", "races": "12"})
    names = ["Ada", "Ben", "Cleo"]
    match: Match[Any, Any] = Match(laws, seats=3, options=options, seed="e2e", names=names)
    while match.actor is not None:
        offered = laws.actions(match.state)
        routes = sum(str(action).startswith("enter ") for action in offered)
        if routes > 1 and not match.state.trains:
            break
        match.play(match.actor, greedy.choose(laws, match.state, offered, rng))
    return dumps(match.record())


def _open(page: Page, site: str) -> None:
    """A table for two at this screen, both of whom have chosen where they start."""
    page.goto(f"{site}/new/dampfross")
    page.locator("input[name=seats][value='3']").check(force=True)
    for seat in (2, 3):
        page.locator(f"[name=seat-{seat}]").select_option("here")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible(timeout=hands.SOON)
    page.wait_for_load_state()


def _offers(page: Page) -> list[dict[str, Any]]:
    data = json.loads(page.locator("#offers").text_content() or "{}")
    found: list[dict[str, Any]] = data["offers"]
    return found


def _lines(page: Page, verb: str) -> list[str]:
    return [offer["action"] for offer in _offers(page) if offer["verb"] == verb]


def _moved(page: Page, version: str | None) -> None:
    page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)


def _at(page: Page, name: str) -> tuple[float, float]:
    x, y = page.evaluate(WHERE, name)
    return x, y


def _click(page: Page, name: str) -> None:
    page.mouse.click(*_at(page, name))


def _play(page: Page, name: str) -> None:
    """Click a hex that plays at once."""
    version = hands.version(page)
    _click(page, name)
    _moved(page, version)


def _press(page: Page, key: str) -> None:
    version = hands.version(page)
    hands.press(page, key)
    _moved(page, version)


def _build(page: Page) -> str:
    """Lay one segment by clicks; the hex it leads to."""
    if start := _lines(page, "start"):
        _press(page, "1")
        assert _lines(page, "from"), start
    if starts := _lines(page, "from"):
        _play(page, starts[0].split(" ")[1])
    name = _lines(page, "to")[0].split(" ")[1]
    _play(page, name)
    return name


def _stop(page: Page) -> None:
    """Build no more in this turn."""
    if _lines(page, "stop"):
        _press(page, "n")


@pytest.mark.timeout(120)
def test_lines_by_click_and_by_drawing(browser: Browser, site: str) -> None:
    """Two rounds by clicks, with prices and reasons; then a line is drawn hex by hex."""
    page = browser.new_page(viewport=DESKTOP)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    _open(page, site)
    expect(page.locator("#dice .die")).to_have_count(1)

    _press(page, "1")
    start = _lines(page, "from")[0].split(" ")[1]
    _play(page, start)
    expect(page.locator(".prices text").first).to_have_text(re.compile(r"^\d"))
    page.locator("#chips .chip").first.hover()
    expect(page.locator("#tip")).to_contain_text("costs")
    expect(page.locator(".way-ghost").first).to_be_attached()
    _click(page, "AF17")
    expect(page.locator("#tip.why")).to_contain_text("not next to the hex")
    page.keyboard.press("Escape")
    left = page.locator(".caption").first
    before = left.text_content()
    _play(page, _lines(page, "to")[0].split(" ")[1])
    expect(left).not_to_have_text(before or "")
    _stop(page)
    for _ in range(5):
        _build(page)
        _stop(page)

    if _lines(page, "from"):
        begin = _lines(page, "from")[0].split(" ")[1]
        _play(page, begin)
    else:
        begin = (page.locator("#table").get_attribute("data-last") or "").removeprefix("hex:")
    goal = _lines(page, "to")[0].split(" ")[1]
    version, paid = hands.version(page), page.locator(".log .entry", has_text="costs")
    before_drawing = paid.count()
    page.mouse.move(*_at(page, begin))
    page.mouse.down()
    page.mouse.move(*_at(page, goal), steps=8)
    _moved(page, version)
    page.mouse.up()
    expect(paid).not_to_have_count(before_drawing)  # the next throw may stand below it
    assert not errors


@pytest.mark.timeout(60)
def test_another_hex_is_one_click_away(browser: Browser, site: str, record: str) -> None:
    """While a line is built, a click on another own hex begins there; Escape goes back."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, record)
    for _ in range(30):
        if _lines(page, "from"):
            break
        _press(page, "n")
    first, other = (line.split(" ")[1] for line in _lines(page, "from")[:2])
    _play(page, first)
    _play(page, other)
    expect(page.locator("#table")).to_have_attribute("data-last", f"hex:{other}")
    assert _lines(page, "to")


@pytest.mark.timeout(90)
def test_a_race_is_run(browser: Browser, site: str, record: str) -> None:
    """Routes are shown on the map; when all have declared, the trains run; one can look again."""
    page = browser.new_page(viewport=DESKTOP)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    hands.bring(page, site, record)
    page.locator("#chips .chip").first.hover()
    expect(page.locator(".way-band")).to_have_count(1)
    expect(page.locator("#dice .die")).to_have_count(4)
    film = page.locator("#film")
    for _ in range(8):
        if film.is_visible() or not _lines(page, "enter"):
            break
        _press(page, "1")
    expect(film).to_be_visible()
    trains = film.locator("li").count()
    assert trains > 1
    page.keyboard.press("Escape")
    expect(film).to_contain_text("wins the race")
    expect(film.locator(".race-left").first).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(film).to_be_hidden()
    expect(page.locator(".last-race")).to_contain_text("wins the race")
    page.locator(".watch-again").click()
    expect(film).to_be_visible()
    film.locator("[data-go-on]").click()
    expect(film).to_contain_text("Go on")
    film.locator("[data-go-on]").click()
    expect(film).to_be_hidden()

    last = page.locator(".entry:has(.watch-again) a")
    move = int(last.get_attribute("data-at") or 0)
    page.locator(f".log a[data-at='{move - 1}']").first.click()
    expect(page.locator("#race .race-bar")).to_have_count(trains)
    page.keyboard.press("End")
    page.locator("#tab-tables").click()
    expect(page.locator(".written.accounts")).to_contain_text("prizes")
    assert not errors


@pytest.mark.timeout(60)
def test_a_route_by_touch_on_a_phone(browser: Browser, site: str, record: str) -> None:
    """A tap shows the route, the button enters; nothing is wider than the screen."""
    context = browser.new_context(
        viewport=PHONE, has_touch=True, device_scale_factor=2, reduced_motion="reduce"
    )
    page = context.new_page()
    hands.bring(page, site, record)
    version = hands.version(page)
    page.locator("#chips .chip").first.tap()
    expect(page.locator(".way-band")).to_have_count(1)
    page.locator("#main-action").tap()
    _moved(page, version)
    page.locator(".tab-bar [data-sheet=tables]").tap()
    expect(page.locator(".written.accounts")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.timeout(60)
def test_a_line_by_finger(browser: Browser, site: str) -> None:
    """A finger that goes from the start town over a neighbour has built there."""
    page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    _open(page, site)
    version = hands.version(page)
    page.locator("#chips .chip").first.tap()
    _moved(page, version)
    start = _lines(page, "from")[0].split(" ")[1]
    x, y = _at(page, start)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: float) -> None:
        spot = [{"x": points[0], "y": points[1]}] if points else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spot})

    touch("touchStart", x, y)
    for far in range(4, 45, 4):
        touch("touchMove", x, y - far)
    expect(page.locator(".log .entry").last).to_contain_text("costs", timeout=hands.SOON)
    touch("touchEnd")


@pytest.mark.long
@pytest.mark.timeout(60)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_is_found(
    browser: Browser, site: str, record: str, scheme: Literal["light", "dark"]
) -> None:
    """The accessibility checker finds nothing, neither in the bar nor in the tables."""
    page = browser.new_page(viewport=DESKTOP, color_scheme=scheme, bypass_csp=True)
    hands.bring(page, site, record)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.locator("#tab-tables").click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
