"""1861 in a browser: bids, a minor, a tile turned by key, a train, a run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.core import dumps
from trainshed.core.record import loads

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
RECORDS = Path(__file__).parent.parent / "records"
PHONE: ViewportSize = {"width": 390, "height": 844}


def _open(page: Page, site: str) -> None:
    """A table for two at this screen."""
    page.goto(f"{site}/new/1861")
    page.locator("input[name=seats][value='2']").check(force=True)
    page.locator("input[name=option-edition][value='reprint']").check(force=True)
    page.locator("[name=seat-2]").select_option("here")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible(timeout=hands.SOON)
    page.wait_for_load_state()


def _offers(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.locator("#offers").text_content() or "{}")
    return found


def _verbs(page: Page) -> set[str]:
    return {offer["verb"] for offer in _offers(page)["offers"]}


def _do(page: Page, key: str) -> None:
    """Press a key that plays."""
    version = hands.version(page)
    hands.press(page, key)
    page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)


def _click(page: Page, thing: Locator) -> None:
    """Click what plays."""
    version = hands.version(page)
    thing.click()
    page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)


def _until(page: Page, *verbs: str) -> None:
    """Pass, or take the first choice, until one of these is asked."""
    for _ in range(60):
        offered = _verbs(page)
        if offered & set(verbs):
            return
        _do(page, "n" if "pass" in offered else "1")
    raise AssertionError(_offers(page))


def _sell_the_privates(page: Page) -> None:
    """Every private goes for its minimum."""
    for _ in range(40):
        if "opening auction" not in page.locator(".status").inner_text():
            return
        is_bid = "bid more" in page.locator("#question").inner_text()
        _do(page, "n" if is_bid else "Enter")


def _minor(page: Page) -> None:
    """A minor is sold for 150, so that it can pay for a train."""
    _click(page, page.locator(".group .chip[data-key^='auction ']").first)
    page.locator("#amount input[type=number]").fill("150")
    expect(page.locator("#main-action")).to_contain_text("150")
    _click(page, page.locator("#main-action"))
    _do(page, "n")


def test_the_numbers_of_tiles_stand_in_line(browser: Browser, site: str) -> None:
    """However many tiles may follow, numbers in one row are level."""
    page = browser.new_page(viewport=DESKTOP)
    _open(page, site)
    page.locator("button[data-view=tiles]").click()
    tops = page.locator("#desk-tiles .kinds li").evaluate_all(
        """tiles => tiles.map(tile => [tile, tile.querySelector("b")]
            .map(one => Math.round(one.getBoundingClientRect().top)))"""
    )
    assert len({number - tile for tile, number in tops}) == 1


def test_the_map_stays_where_it_is(browser: Browser, site: str) -> None:
    """A bar that is filled anew does not move the map, by a bid or by words."""
    page = browser.new_context(
        viewport={"width": 1360, "height": 850}, locale="de", reduced_motion="reduce"
    ).new_page()
    page.goto(f"{site}/new/1861")
    page.locator("[name=seat-2]").select_option("here")
    page.locator(".new-foot button").first.click()
    expect(page.locator("#chips .chip").first).to_be_visible(timeout=hands.SOON)
    view = page.locator("#board > svg")
    _do(page, "Enter")
    page.reload()
    page.evaluate(hands.DRAWN)
    before = view.get_attribute("viewBox")
    page.locator("#tab-talk").click()
    page.locator(".speak textarea").fill("Good evening")
    page.locator(".speak button").click()
    expect(page.locator(".remarks .own")).to_have_count(1)
    page.wait_for_timeout(500)
    assert view.get_attribute("viewBox") == before


@pytest.mark.timeout(120)
def test_a_minor_builds_buys_and_runs(browser: Browser, site: str) -> None:
    """From the first bid to the first run, by hand."""
    page = browser.new_page(viewport=DESKTOP)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    _open(page, site)

    slider = page.locator("#amount input[type=range]")
    page.locator("#amount [data-more]").click()
    expect(page.locator("#main-action")).to_contain_text(slider.input_value())
    _sell_the_privates(page)
    expect(page.locator("#chips")).to_contain_text("Auction a minor")
    _minor(page)
    _minor(page)

    _until(page, "lay")
    hex_ = page.locator("#board .targets .target[data-key^='hex:']:visible").first
    box = hex_.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#chooser .option[aria-pressed=true]")).to_have_count(1)
    expect(page.locator("#question")).to_contain_text(re.compile(r"Tile \w+ on "))
    expect(page.locator("#board .laying")).to_have_count(1)
    before = page.locator("#board .laying use").get_attribute("href")
    offers = [o for o in _offers(page)["offers"] if o["path"][0] == hex_.get_attribute("data-key")]
    page.keyboard.press("r")
    if len([o for o in offers if o["path"][1].startswith(offers[0]["path"][1][:-1])]) > 1:
        expect(page.locator("#board .laying use")).not_to_have_attribute("href", before or "")
    page.keyboard.press("Escape")
    expect(page.locator("#chooser")).to_be_hidden()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#main-action")).to_contain_text("Lay tile")
    _do(page, "Enter")
    expect(page.locator(".log .entry").last).to_contain_text("tile")
    _do(page, "u")
    expect(page.locator("#table")).to_have_attribute("data-mine", "yes")
    assert "lay" in _verbs(page)
    _do(page, "Shift+U")

    _until(page, "train")
    _click(page, page.locator(".group .chip[data-key^='train ']").first)
    expect(page.locator(".acting .train").first).to_be_visible()
    _until(page, "run")
    expect(page.locator(".run-card")).to_contain_text("proven best")
    _click(page, page.locator(".chip[data-key^='run ']"))
    expect(page.locator(".log")).to_contain_text("earns")
    assert not errors


def test_tables_lie_over_the_map(browser: Browser, site: str) -> None:
    """Market, companies, trains and tiles open over the map, by click and by key."""
    page = browser.new_page(viewport=DESKTOP)
    _open(page, site)
    for view, words in (
        ("market", "540"),
        ("companies", "certificates"),
        ("trains", "scrapped by"),
        ("tiles", "Yellow"),
    ):
        page.locator(f"#view-{view}").click()
        expect(page.locator(f"#desk-{view}")).to_be_visible()
        expect(page.locator(f"#desk-{view}")).to_contain_text(words)
    page.keyboard.press("Escape")
    expect(page.locator("#desk-tiles")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("#desk-tiles")).to_be_visible()


def test_a_bid_by_touch_on_a_phone(browser: Browser, site: str) -> None:
    """The amount is set by taps, and nothing is wider than the screen."""
    context = browser.new_context(viewport=PHONE, has_touch=True, device_scale_factor=2)
    page = context.new_page()
    _open(page, site)
    page.locator("#amount .chip").nth(1).tap()
    amount = page.locator("#amount input[type=number]").input_value()
    expect(page.locator("#main-action")).to_contain_text(amount)
    version = hands.version(page)
    page.locator("#main-action").tap()
    page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)
    expect(page.locator(".log .entry").last).to_contain_text(amount)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_is_found(browser: Browser, site: str, scheme: Literal["light", "dark"]) -> None:
    """The accessibility checker finds nothing, neither on the map nor in the tables over it."""
    page = browser.new_page(viewport=DESKTOP, color_scheme=scheme, bypass_csp=True)
    _open(page, site)
    for view in ("map", "companies", "tiles"):
        page.locator(f"#view-{view}").click()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def _before(name: str, move: int) -> str:
    """A recorded game up to a move."""
    record = loads((RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    return dumps(replace(record, lines=record.lines[:move]))


def test_a_dividend_says_what_everybody_gets(browser: Browser, site: str) -> None:
    """The amounts, the treasury and the price of the chip are those of the log and the table."""
    with browser.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        hands.bring(page, site, _before("1861-3-random", 1285))
        chips = page.locator("#chips .chip[data-key^=pay]")
        told = chips.nth(1).locator("small").inner_text()
        assert told == "Player 3 ₽10, Player 1 ₽5, treasury ₽85. The price stays at ₽120."
        for chip in chips.all():
            assert chip.locator("small").evaluate("it => it.scrollHeight <= it.clientHeight + 1")
        _click(page, chips.nth(1))
        log = page.locator("#log").inner_text()
        assert "pays Player 3 ₽10, Player 1 ₽5 and keeps ₽85." in " ".join(log.split())


def test_a_merger_says_what_comes_of_it(browser: Browser, site: str) -> None:
    """Its price, treasury, loans, stations, trains and shares, and who has to agree."""
    with browser.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        hands.bring(page, site, _before("1861-4-greedy", 263))
        told = page.locator("#chips .chip[data-key='merge MNN'] small")
        assert " ".join(told.inner_text().split()) == (
            "Player 4 has to agree. ₽200 a share, ₽47 in its treasury, 2 loans, 2 stations,"
            " trains 3 3 3. Shares: Player 3 2, Player 4 1."
        )
        assert told.evaluate("it => it.scrollHeight <= it.clientHeight + 1")
