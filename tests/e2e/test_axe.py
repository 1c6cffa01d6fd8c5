"""Every page, by day and by night: no barrier, nothing lost at twice the size, room for a thumb."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from tests.e2e.conftest import Station
from trainshed.bots import bot
from trainshed.core import Match, dumps
from trainshed.games import game

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
HALF: ViewportSize = {"width": 640, "height": 400}
"""A desktop on which everything is shown twice as large."""
PAGES = (
    "/",
    "/new/rocket",
    "/new/dampfross",
    "/search",
    "/account",
    "/settings",
    "/ladder",
    "/maps",
    "/rules/1861",
)
MEMBERS = (
    "/account",
    "/account/notices",
    "/account/away",
    "/people/Shunter",
    "/office",
    "/office/tables",
    "/office/people",
    "/playing",
    "/offline",
    "/nothing",
)
GAMES = ("rocket", "dampfross", "russian", "tycoon", "1861")
WIDTH = "document.documentElement.scrollWidth"
SMALL = """(all, least) => all
    .filter(one => one.checkVisibility() && !one.closest(".offstage, p, li > span"))
    .map(one => [one.getBoundingClientRect(), one])
    .filter(([box]) => box.width > 1 && box.height > 1 && Math.min(box.width, box.height) < least)
    .map(([box, one]) => `${one.outerHTML.slice(0, 90)} ${box.width}×${box.height}`)"""
Scheme = Literal["light", "dark"]


@cache
def ended(key: str) -> str:
    """A whole game, played at random."""
    laws, rng, chooser = game(key), Random(1), bot("random")
    match: Match[Any, Any] = Match(laws, seats=laws.fewest(), seed="axe")
    while match.actor is not None:
        offered = laws.actions(match.state)
        match.play(match.actor, chooser.choose(laws, match.state, offered, rng))
    return dumps(match.record(whole=True))


def _check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def _by_day_and_night(page: Page) -> None:
    """Look at a page in both lights."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        _check(page)


@pytest.mark.parametrize("where", PAGES)
def test_no_barrier_on_pages(browser: Browser, site: str, where: str) -> None:
    """The checker finds nothing, neither by day nor by night."""
    page = browser.new_page(viewport=DESKTOP, bypass_csp=True)
    page.goto(site + where)
    _by_day_and_night(page)


def test_no_barrier_where_a_seat_is_free(browser: Browser, site: str) -> None:
    """On a phone, where such tables stand far below, a link leads to them."""
    ada = browser.new_page()
    ada.goto(f"{site}/new/rocket")
    ada.locator("[name=seat-2]").select_option("elsewhere")
    ada.get_by_role("button", name="Start the game").click()
    expect(ada.locator("#table")).to_be_visible()
    page = browser.new_page(viewport=DESKTOP)
    page.goto(site)
    _by_day_and_night(page)
    heading = page.get_by_role("heading", name="Tables with a free seat")
    expect(heading).to_be_in_viewport()
    page.set_viewport_size(PHONE)
    _by_day_and_night(page)
    page.get_by_role("link", name="free seat").click()
    expect(heading).to_be_in_viewport()


def test_no_barrier_for_members_and_in_the_office(browser: Browser, station: Station) -> None:
    """Nor on the pages of an account, of a finished game, of errors, of whoever runs the site."""
    page = browser.new_page(viewport=DESKTOP, bypass_csp=True)
    page.goto(f"{station.address}/account")
    new = page.locator('form[action="/account/new"]')
    new.get_by_label("Name").fill("Ada")
    new.get_by_label("Password").fill("analytical engine")
    new.locator("button").first.click()
    page.wait_for_url(f"{station.address}/?said=made")
    station.order("admin", "grant", "Ada")
    page.goto(f"{station.address}/account")
    page.get_by_label("Name of the bot").fill("Shunter")
    page.get_by_role("button", name="Make a bot").click()
    _check(page)
    table = hands.look_at(page, station.address, ended("rocket"))
    past = (f"{table}/charts", f"{table}/continue?at=9")
    for where in (*(station.address + it for it in MEMBERS), *past):
        page.goto(where)
        _by_day_and_night(page)


@pytest.mark.parametrize("key", GAMES)
def test_no_barrier_at_tables(browser: Browser, site: str, key: str) -> None:
    """Neither in the middle of a game nor at its end."""
    page = browser.new_page(viewport=DESKTOP, bypass_csp=True)
    hands.bring(page, site, game(key).example)
    _by_day_and_night(page)
    page.goto(hands.look_at(page, site, ended(key)))
    _by_day_and_night(page)


@pytest.mark.parametrize("key", GAMES)
def test_a_table_at_twice_the_size(browser: Browser, site: str, key: str) -> None:
    """The question, its choices and the tabs are all within the window, and can be used."""
    page = browser.new_page(viewport=HALF, device_scale_factor=2)
    hands.bring(page, site, game(key).example)
    assert page.evaluate(WIDTH) <= HALF["width"]
    prompt = page.locator("#prompt").bounding_box()
    assert prompt is not None
    assert prompt["y"] >= 0
    assert prompt["y"] + prompt["height"] <= HALF["height"]
    ends = page.locator("#chips .chip").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert max(ends, default=0) <= HALF["width"]


@pytest.mark.parametrize("where", PAGES)
def test_pages_at_twice_the_size(browser: Browser, site: str, where: str) -> None:
    """Nothing is wider than the window, even where letters alone are twice as large."""
    page = browser.new_page(viewport=DESKTOP, bypass_csp=True)
    page.goto(site + where)
    page.add_style_tag(content="html { font-size: 200% }")
    assert page.evaluate(WIDTH) <= DESKTOP["width"]


@pytest.mark.parametrize("key", GAMES)
def test_room_for_a_thumb(browser: Browser, site: str, key: str) -> None:
    """On a phone the choices are 44 high, and no button is smaller than 24."""
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    hands.bring(page, site, game(key).example)
    assert page.evaluate(WIDTH) <= PHONE["width"]
    main = page.locator("#chips .chip, .prompt .button, .tab-bar button")
    assert main.evaluate_all(SMALL, 44) == []
    assert page.locator("button, select, input:not([type=hidden])").evaluate_all(SMALL, 24) == []
