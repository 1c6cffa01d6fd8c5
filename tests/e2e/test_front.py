"""What a newcomer stumbled over: keys, focus, looking back, a lost line, large text."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.bots import bot
from trainshed.core import Match, dumps, loads
from trainshed.games import game

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES: tuple[ViewportSize, ...] = (DESKTOP, {"width": 1024, "height": 768}, PHONE)

OVERLAPS = """() => {
    const parts = ".prompt > :not(.offstage), .head > *, .strip > *, .ways > *, .undo > *, .chip";
    const box = one => one.getBoundingClientRect();
    const seen = [...document.querySelectorAll(parts)]
        .filter(one => one.checkVisibility() && box(one).width > 1);
    const cut = seen.filter(
        one => one.matches(".button, .chip") && one.scrollWidth > one.clientWidth + 1);
    const over = seen.flatMap(a => seen.filter(b => {
        if (a === b || a.parentElement !== b.parentElement) return false;
        const [p, q] = [box(a), box(b)];
        return p.left < q.right - 2 && q.left < p.right - 2
            && p.top < q.bottom - 2 && q.top < p.bottom - 2;
    }));
    return [...cut, ...over].map(one => one.outerHTML);
}"""
"""What is cut in the bars of a table, or lies over its neighbour."""


def _own_turn(page: Page, site: str) -> None:
    hands.open_table(page, site, "random")
    assert hands.wait_for_turn(page)


def _both_here(browser: Browser, site: str, locale: str) -> Page:
    """A table of Rocket where all play at this screen, in a language."""
    page = browser.new_context(viewport=DESKTOP, locale=locale).new_page()
    page.goto(f"{site}/new/rocket")
    page.locator("[name=seat-2]").select_option("here")
    page.locator(".new-foot button").first.click()
    expect(page.locator("#chips .chip").first).to_be_visible(timeout=hands.SOON)
    assert hands.wait_for_turn(page)
    return page


def _choose(page: Page, words: str) -> None:
    """Press the number of a chip."""
    chip = page.locator("#chips .chip", has_text=words)
    page.keyboard.press(chip.get_attribute("aria-keyshortcuts") or "")


def _take_marker(page: Page) -> None:
    """Decide for the first marker that there is."""
    _choose(page, "Take a marker")
    for _ in range(2):
        if page.locator("#chips .chip").count():
            page.keyboard.press("1")


def test_nothing_is_taken_back_while_one_looks_back(browser: Browser, site: str) -> None:
    """U tells why it does nothing; the address forgets the move when one is back."""
    page = browser.new_page(viewport=DESKTOP)
    _own_turn(page, site)
    hands.decide(page, hands.by_keyboard, Random(5))
    assert hands.wait_for_turn(page)
    version = hands.version(page)
    page.keyboard.press("Home")
    expect(page.locator("#your-turn")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#reason")).to_contain_text("Come back to now first")
    page.keyboard.press("End")
    expect(page.locator("#table")).to_have_attribute("data-live", "yes")
    assert hands.version(page) == version
    assert "at=" not in page.url
    assert page.title().startswith("● ")


def test_a_begun_choice_is_walked_by_arrows_and_kept(browser: Browser, site: str) -> None:
    """The first arrow goes to the board; looking back and coming back loses nothing."""
    page = browser.new_page(viewport=DESKTOP)
    _own_turn(page, site)
    _choose(page, "Place a station")
    expect(page.locator("#spoken")).to_contain_text("Where does the new station stand?")
    page.keyboard.press("Home")
    expect(page.locator("#table")).to_have_attribute("data-live", "no")
    page.keyboard.press("End")
    expect(page.locator("#question")).to_contain_text("Where does the new station stand?")
    page.keyboard.press("ArrowRight")
    target = page.locator("#board .target:focus")
    expect(target).to_have_count(1)
    assert (target.get_attribute("aria-label") or "").startswith("New station on ")
    moves = page.locator("#table").get_attribute("data-moves")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).not_to_have_attribute("data-moves", moves or "")


def test_a_control_is_framed_and_no_part_of_the_page(browser: Browser, site: str) -> None:
    """The prompt or a panel may have the focus: a frame about all of it looks like a fault."""
    page = browser.new_page(viewport=DESKTOP)
    _own_turn(page, site)
    framed = "getComputedStyle(document.activeElement).outlineStyle"
    for part in ("#prompt", "#players", "#tabs"):
        page.keyboard.press("Shift")
        page.locator(part).focus()
        assert page.evaluate(framed) == "none", part
    page.locator("#prompt").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('button, [tabindex=\"0\"]')")
    assert page.evaluate(framed) == "solid"


def test_the_focus_follows_the_choice(browser: Browser, site: str) -> None:
    """Enter on a chip leads to the next chip; Esc leads back to one."""
    page = browser.new_page(viewport=DESKTOP)
    _own_turn(page, site)
    page.keyboard.press("Tab")
    page.locator("#chips .chip", has_text="Move an engine").focus()
    page.keyboard.press("Enter")
    chips = page.locator("#chips .chip")
    expect(chips.first).to_be_focused()
    spoken = f"Which engine moves? {chips.count()} choices."
    expect(page.locator("#spoken")).to_contain_text(spoken)


def test_number_keys_work_after_the_time_line(browser: Browser, site: str) -> None:
    """A slider keeps only the keys that move it."""
    page = browser.new_page(viewport=DESKTOP)
    _own_turn(page, site)
    page.locator("#scrub").focus()
    _choose(page, "Move an engine")
    expect(page.locator("#question")).to_contain_text("Which engine moves?")


@pytest.mark.parametrize("locale", ["en", "de"])
def test_where_an_engine_goes_is_in_reach(browser: Browser, site: str, locale: str) -> None:
    """No chip is cut where there is little room: a sign says that there are more."""
    page = _both_here(browser, site, locale)
    drive = page.locator("#chips [data-key=drive]")
    drive.click()
    for engine in ("engine:LNWR", "engine:GER"):
        page.locator(f"#chips [data-key='{engine}']").click()
        for screen in (DESKTOP, {"width": 1360, "height": 850}, {"width": 1280, "height": 720}):
            page.set_viewport_size({"width": screen["width"], "height": screen["height"]})
            page.evaluate(hands.DRAWN)
            assert page.evaluate(hands.CUT) == [], screen
        page.keyboard.press("Escape")


@pytest.mark.parametrize("locale", ["en", "fr", "de"])
def test_every_city_with_goods_is_in_reach(browser: Browser, site: str, locale: str) -> None:
    """Of the dozen none is cut: the sign counts those below, and leads to them."""
    page = _both_here(browser, site, locale)
    page.locator("#chips [data-key=take]").click()
    expect(page.locator("#chips .chip")).to_have_count(12)
    for width in (1440, 1366, 1280, 1200, 1199, 1100):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(hands.DRAWN)
        assert page.evaluate(hands.CUT) == [], width
    page.set_viewport_size(PHONE)
    sign, last = page.locator("#further"), page.locator("#chips .chip").last
    expect(sign).to_have_text(re.compile(r"\d"))
    expect(last).not_to_be_in_viewport(ratio=1)
    while "up" not in (sign.get_attribute("class") or ""):
        sign.click()
        page.wait_for_timeout(400)
    expect(last).to_be_in_viewport(ratio=1)


def test_what_was_said_leaves_the_box(browser: Browser, site: str) -> None:
    """The box is empty and ready for more, also when the answer and the news come at once."""
    page = browser.new_page(viewport=DESKTOP)
    hands.open_table(page, site, "elsewhere")
    box = page.locator(".speak textarea")
    for number in range(1, 6):
        page.reload()
        page.locator("#tab-talk").click()
        page.locator(".notes textarea").fill(f"note {number}")
        box.fill("Good evening")
        page.locator(".speak button").click()
        expect(page.locator(".remarks .own")).to_have_count(number)
        page.wait_for_timeout(300)
        expect(box).to_have_value("")
        expect(box).to_be_focused()
        expect(page.locator(".notes textarea")).to_have_value(f"note {number}")
    button, field = page.locator(".speak button").bounding_box(), box.bounding_box()
    assert button
    assert field
    assert button["y"] >= field["y"] + field["height"] + 6


def test_words_are_not_lost_without_an_answer(browser: Browser, site: str) -> None:
    """What could not be said stands in the box again."""
    page = browser.new_page(viewport=DESKTOP)
    hands.open_table(page, site, "elsewhere")
    page.locator("#tab-talk").click()
    box = page.locator(".speak textarea")
    box.fill("Good evening")
    page.route("**/talk", lambda route: route.abort())
    page.locator(".speak button").click()
    expect(box).to_have_value("Good evening")


def _finished() -> str:
    """A game of Rocket that somebody else has played to its end."""
    laws, rng, random = game("rocket"), Random(3), bot("random")
    match: Match[Any, Any] = Match.replay(laws, loads(laws.example))
    while match.actor is not None:
        offered = laws.actions(match.state)
        match.play(match.actor, random.choose(laws, match.state, offered, rng))
    return dumps(match.record(whole=True))


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_final_board_is_whole_and_plain(
    browser: Browser, site: str, screen: ViewportSize
) -> None:
    """Nothing has just happened for somebody who did not play; the map's title is not cut."""
    page = browser.new_page(viewport=screen)
    page.goto(hands.look_at(page, site, _finished()))
    expect(page.locator(".over-board .ground")).to_be_attached(timeout=hands.SOON)
    expect(page.locator(".over-board .last path:visible")).to_have_count(0)
    cut = page.locator(".over-board svg").first.evaluate(
        """drawing => {
            const [outer, inner] = [drawing.getBoundingClientRect(), drawing.viewBox.baseVal];
            const scale = drawing.getScreenCTM().a;
            return inner.width * scale > outer.width + 1 || inner.height * scale > outer.height + 1;
        }"""
    )
    assert not cut


def test_sit_down_leads_to_the_name(browser: Browser, site: str) -> None:
    """A watcher on a phone finds the field; what another takes back is told to him."""
    ada, ben = browser.new_page(viewport=DESKTOP), browser.new_page(viewport=PHONE)
    hands.open_table(ada, site, "elsewhere")
    ben.goto(ada.url)
    ben.locator("[data-sit]").click()
    expect(ben.locator(".sit input[name=name]")).to_be_focused()
    if not ada.locator("#table[data-mine=yes]").count():
        return
    hands.decide(ada, hands.by_keyboard, Random(1))
    expect(ben.locator("#table")).to_have_attribute("data-version", hands.version(ada) or "")
    ada.keyboard.press("u")
    expect(ben.locator(".notice.news")).to_contain_text("Taken back")


def test_what_is_taken_back_is_told_once(browser: Browser, site: str) -> None:
    """Of two moves that go one after the other each is named, the last first."""
    ada, ben = browser.new_page(viewport=DESKTOP), browser.new_page(viewport=DESKTOP)
    hands.open_table(ada, site, "here")
    ben.goto(ada.url)
    moves = []
    for seed in range(2):
        hands.decide(ada, hands.by_keyboard, Random(seed))
        expect(ben.locator("#table")).to_have_attribute("data-version", hands.version(ada) or "")
        moves.append(ben.locator(".log .entry:not(.struck) a").last.inner_text())
    for what in reversed(moves):
        ada.keyboard.press("u")
        expect(ben.locator(".notice.news").last).to_have_text(f"Taken back: {what}")


def test_a_move_without_a_line_is_sent_again(browser: Browser, site: str) -> None:
    """It waits for the line, under a bar that covers nothing."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    _own_turn(page, site)
    moves = int(page.locator("#table").get_attribute("data-moves") or 0)
    context.set_offline(True)
    expect(page.locator("#line")).to_be_visible()
    _take_marker(page)
    bar, head = page.locator("#line").bounding_box(), page.locator(".head").bounding_box()
    assert bar is not None
    assert head is not None
    assert head["y"] >= bar["y"] + bar["height"] - 1
    context.set_offline(False)
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator("#table")).to_have_attribute("data-moves", str(moves + 1))


def test_a_move_that_is_not_taken_says_why(browser: Browser, site: str) -> None:
    """Where the answer is no table, its headline is shown above the board."""
    page = browser.new_page(viewport=DESKTOP)
    _own_turn(page, site)
    moves = page.locator("#table").get_attribute("data-moves") or ""
    page.route(
        "**/play",
        lambda route: route.fulfill(
            status=429, content_type="text/html", body="<main><h1>That was too often</h1></main>"
        ),
    )
    _take_marker(page)
    expect(page.locator("#notice [role=alert]")).to_have_text("That was too often")
    expect(page.locator("#table")).to_have_attribute("data-moves", moves)
    expect(page.locator("#line")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_large_text_fits(browser: Browser, site: str, size: ViewportSize) -> None:
    """At twice the size nothing in the bar lies over another, and no button is cut."""
    page = browser.new_page(viewport=size, bypass_csp=True)
    _own_turn(page, site)
    page.add_style_tag(content="html { font-size: 200% }")
    bad = page.evaluate(OVERLAPS)
    assert not bad
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
