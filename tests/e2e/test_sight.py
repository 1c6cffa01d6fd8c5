"""What one sees: the log follows, boards show what is asked, no card with news is in the way."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.bots import bot
from trainshed.core import Match, dumps, loads
from trainshed.games import game

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(90)]

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 844}
NEAR = 120
"""As far from its end, in pixels, the log may be that follows."""

ASKED = {"dampfross": 2, "tycoon": 2}
"""The seats that are asked where the examples of some games end, after moves of others."""

FAR = """() => {
    const [log, side] = [document.getElementById("panel-log"), document.getElementById("side")];
    const place = log.scrollHeight > log.clientHeight + 1 ? log : side;
    return place.scrollHeight - place.scrollTop - place.clientHeight;
}"""
"""How far the log is from its end."""

SETTLED = """async () => {
    for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(it => it.finished));
    await new Promise(done => setTimeout(done, 260));
}"""
"""Waits until nothing moves: a glide of the board takes a fifth of a second."""

LIT = """() => [...document.querySelectorAll(
        "#board .targets .target:not(.off), #board .choices.on .target"
    )].map(target => {
        const box = target.getBoundingClientRect(), parts = [0.1, 0.3, 0.5, 0.7, 0.9];
        const isHit = (x, y) =>
            document.elementFromPoint(x, y)?.closest(".target") === target;
        const isHitAt = (a, b) => isHit(box.x + a * box.width, box.y + b * box.height);
        return parts.some(a => parts.some(b => isHitAt(a, b)));
    })"""
"""Of each place that can be clicked, whether it can be in the window as it is."""

COVERED = """() => {
    const boxes = which => [...document.querySelectorAll(which)]
        .filter(one => one.checkVisibility({ visibilityProperty: true }))
        .map(one => one.getBoundingClientRect());
    const cards = boxes(".report, #scoring, #film");
    const meet = (a, b) =>
        a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    return boxes("#board .target:not(.off), #chips .chip")
        .filter(answer => answer.width && cards.some(card => meet(answer, card))).length;
}"""
"""How many answers lie under a card that tells what has happened."""


@cache
def _before(key: str, tag: str, seats: int = 3, **options: str) -> tuple[str, str]:
    """A game up to the decision that brings a kind of news for the first time, and that."""
    laws, rng, greedy = game(key), Random(1), bot("greedy")
    names = ["Ada", "Ben", "Cleo", "Dora"][:seats]
    match: Match[Any, Any] = Match(
        laws, seats=seats, options=laws.read_options(options), seed="e2e", names=names
    )
    while match.actor is not None:
        offered = laws.actions(match.state)
        action = greedy.choose(laws, match.state, offered, rng)
        record, played = dumps(match.record(whole=True)), len(match.history)
        match.play(match.actor, action)
        new = (item for move in match.history[played:] for item in move.news)
        if any(item.__struct_config__.tag == tag for item in new):
            return record, str(action)
    raise AssertionError(tag)


def _answer(page: Page, action: str) -> None:
    """Answer what is asked elsewhere than on this page: it follows."""
    version = hands.version(page)
    page.evaluate(
        """async action => {
            const { table, version } = document.getElementById("table").dataset;
            const body = new URLSearchParams({ version, action });
            await fetch(`/t/${table}/play`, { method: "POST", body });
        }""",
        action,
    )
    page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)


def _offers(page: Page) -> list[str]:
    data = json.loads(page.locator("#offers").text_content() or "{}")
    return [offer["action"] for offer in data["offers"]]


def _press(page: Page, key: str) -> None:
    version = hands.version(page)
    page.keyboard.press(key)
    page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)
    page.locator("#prompt:not(.busy)").wait_for(timeout=hands.SOON)


def _play_on(page: Page, site: str, key: str) -> None:
    """Play on where the example of a game ends, in the seat that is asked, against bots."""
    record = game(key).example
    page.goto(f"{hands.look_at(page, site, record)}/continue")
    for chair in page.locator("[name^=seat-]").all():
        chair.select_option("random")
    page.locator(f"[name=seat-{ASKED[key] + 1}]").select_option("here")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#table")).to_be_visible(timeout=hands.SOON)
    page.wait_for_load_state()


def _play(page: Page, action: str) -> None:
    """Answer what is asked on this page, as a click does."""
    version = hands.version(page)
    page.evaluate(
        """async action => {
            const script = document.querySelector("script[src*='table.js']").src;
            const live = await import(script.replace("table.js", "live.js"));
            await live.play(action);
        }""",
        action,
    )
    page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)


def _open_log(page: Page) -> None:
    """Open the log where it is in a drawer."""
    if page.locator("#tab-bar").is_visible():
        page.locator("#tab-bar [data-sheet=log]").click()
        page.evaluate(SETTLED)


def _scrolled(page: Page, least: float, most: float) -> None:
    """Wait until the log has been scrolled so near to its end: a wheel takes its time."""
    for _ in range(50):
        if least <= page.evaluate(FAR) <= most:
            break
        page.wait_for_timeout(100)
    page.evaluate(SETTLED)
    assert least <= page.evaluate(FAR) <= most


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("key", ASKED)
def test_the_log_follows_after_the_digest(
    browser: Browser, site: str, key: str, size: ViewportSize
) -> None:
    """In a continued game the digest opens by itself; who plays on sees the newest line again."""
    page = browser.new_page(viewport=size)
    _play_on(page, site, key)
    _open_log(page)
    expect(page.locator("#digest[open]")).to_have_count(1)
    page.evaluate(SETTLED)
    assert page.evaluate(FAR) > NEAR
    for _ in range(3):
        assert hands.wait_for_turn(page)
        _play(page, _offers(page)[0])
    page.evaluate(SETTLED)
    assert page.evaluate(FAR) < NEAR


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_who_scrolls_the_log_reads_on(browser: Browser, site: str, size: ViewportSize) -> None:
    """What comes does not move him; at its end the log follows again, also after a look back."""
    page = browser.new_page(viewport=size)
    hands.bring(page, site, game("1861").example)
    _open_log(page)
    page.locator(".log .entry").last.hover()
    page.mouse.wheel(0, -700)
    _scrolled(page, 600, 800)
    moves = [line.get_attribute("data-at") for line in page.locator(".log a[data-at]").all()]
    lines = (page.locator(f".log a[data-at='{it}']") for it in moves if moves.count(it) == 1)
    read, place = next(
        (line, box)
        for line in lines
        if (box := line.bounding_box()) and box["y"] > size["height"] / 2
    )
    for _ in range(2):
        _answer(page, _offers(page)[0])
    page.evaluate(SETTLED)
    still = read.bounding_box()
    assert still is not None
    assert still["y"] == pytest.approx(place["y"], abs=2)

    read.hover()
    page.mouse.wheel(0, 9000)
    _scrolled(page, 0, NEAR)
    page.evaluate("[...document.querySelectorAll('.log a[data-at]')].at(-30).click()")
    expect(page.locator("#table")).to_have_attribute("data-live", "no")
    page.keyboard.press("End")
    expect(page.locator("#table")).to_have_attribute("data-live", "yes")
    _answer(page, _offers(page)[0])
    page.evaluate(SETTLED)
    assert page.evaluate(FAR) < NEAR


def test_what_was_read_is_not_news(browser: Browser, site: str) -> None:
    """The number at the log's button goes when the log is open, and counts only what comes then."""
    page = browser.new_page(viewport=PHONE)
    _play_on(page, site, "dampfross")
    badge = page.locator("#tab-bar [data-sheet=log] .count")
    expect(badge).to_be_visible()
    page.locator("#tab-bar [data-sheet=log]").click()
    expect(badge).to_be_hidden()
    page.reload()
    expect(badge).to_be_hidden()


def _views(page: Page) -> dict[str, str]:
    """What is seen by the way to each board, and by the key F."""
    found: dict[str, str] = {}
    for tab in page.locator("[data-lie]").all():
        tab.click()
        page.evaluate(SETTLED)
        found[tab.get_attribute("data-lie") or "all"] = _seen(page)
    page.keyboard.press("f")
    page.evaluate(SETTLED)
    return {**found, "f": _seen(page)}


def _seen(page: Page) -> str:
    return page.locator("#board > svg").get_attribute("viewBox") or ""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_scoring_changes_no_view(browser: Browser, site: str, size: ViewportSize) -> None:
    """After it the ways to the boards lead where they lead on a page that has shown none."""
    page = browser.new_page(viewport=size)
    record, action = _before("russian", "evaluated")
    hands.bring(page, site, record)
    before = _views(page)
    _answer(page, action)
    expect(page.locator("#scoring")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#scoring")).to_be_hidden()
    after = _views(page)
    page.reload()
    page.evaluate(SETTLED)
    assert after == _views(page)
    assert after["all"] == after["f"]
    if size == DESKTOP:
        assert after == before


LAYING = 511
"""After so many moves of the example of 1861 a tile is laid."""

AWAY = """() => {
    const board = document.getElementById("board"), box = board.getBoundingClientRect();
    for (let n = 0; n < 12; n++) board.dispatchEvent(new WheelEvent("wheel", {
        deltaY: -80, clientX: box.x + 3, clientY: box.bottom - 3, bubbles: true, cancelable: true
    }));
}"""
"""Goes near to a corner of the board where there is nothing."""


def _look_away(page: Page, key: str) -> None:
    """Look at what is not asked about."""
    if key == "russian":
        page.locator("[data-lie='board:cards']").click()
    elif key == "1861":
        page.locator("#view-companies").click()
    else:
        page.evaluate(AWAY)


@pytest.mark.parametrize(
    ("key", "size"),
    [
        ("rocket", DESKTOP),
        ("dampfross", PHONE),
        ("russian", DESKTOP),
        ("tycoon", PHONE),
        ("1861", DESKTOP),
        pytest.param("rocket", PHONE, marks=pytest.mark.long),
        pytest.param("dampfross", DESKTOP, marks=pytest.mark.long),
        pytest.param("russian", PHONE, marks=pytest.mark.long),
        pytest.param("tycoon", DESKTOP, marks=pytest.mark.long),
        pytest.param("1861", PHONE, marks=pytest.mark.long),
    ],
)
def test_the_board_shows_what_is_asked(
    browser: Browser, site: str, key: str, size: ViewportSize
) -> None:
    """Whatever one looks at: who is asked for a place sees one that is lit; the side stays."""
    page = browser.new_page(viewport=size, reduced_motion="reduce")
    record = loads(game(key).example)
    lines = record.lines[:LAYING] if key == "1861" else record.lines
    hands.bring(page, site, dumps(replace(record, lines=lines)))
    rng, asked = Random(2), 0
    if size == DESKTOP:
        page.locator("#tab-rules").click()
    for _ in range(10):
        _look_away(page, key)
        _answer(page, rng.choice(_offers(page)))
        if hands.is_over(page):
            break
        if page.locator("#scoring:visible, #film:visible").count():
            page.keyboard.press("Escape")
        page.evaluate(SETTLED)
        if lit := page.evaluate(LIT):
            asked += 1
            assert any(lit), page.locator("#question").text_content()
    assert asked
    if size == DESKTOP:
        expect(page.locator("#panel-rules")).to_be_visible()


CARDS: dict[str, tuple[str, dict[str, str]]] = {
    "russian": ("evaluated", {}),
    "dampfross": ("prize", {"map": "ireland", "races": "12"}),
}
"""The games with a card that tells what has happened, and the news that brings it."""


@pytest.mark.parametrize(
    ("key", "size"),
    [
        ("russian", LAPTOP),
        ("russian", PHONE),
        ("dampfross", DESKTOP),
        ("dampfross", PHONE),
        pytest.param("russian", DESKTOP, marks=pytest.mark.long),
        pytest.param("russian", TABLET, marks=pytest.mark.long),
        pytest.param("dampfross", LAPTOP, marks=pytest.mark.long),
        pytest.param("dampfross", TABLET, marks=pytest.mark.long),
    ],
)
def test_a_card_covers_no_answer(browser: Browser, site: str, key: str, size: ViewportSize) -> None:
    """It stands in the side, and keys answer; or it has the bar's place, and the keys."""
    page = browser.new_page(viewport=size)
    tag, options = CARDS[key]
    record, action = _before(key, tag, **options)
    hands.bring(page, site, record)
    _answer(page, action)
    card = page.locator("#scoring, #film")
    expect(card).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-mine", "yes")
    page.evaluate(hands.DRAWN)
    assert page.evaluate(COVERED) == 0
    if size["width"] < 1200:
        version = hands.version(page)
        for pressed in ("1", "n", "u", "x"):
            page.keyboard.press(pressed)
        page.mouse.click(size["width"] / 2, size["height"] * 0.3)
        page.wait_for_timeout(300)
        assert hands.version(page) == version
        expect(card).to_be_visible()
        assert page.evaluate(COVERED) == 0
        for _ in range(2):
            if card.is_visible():
                card.locator("[data-go-on]").click()
        expect(card).to_be_hidden()
        expect(page.locator("#prompt .chip").first).to_be_visible()
    else:
        page.wait_for_timeout(3200)
        assert page.evaluate(COVERED) == 0
        expect(card).to_be_visible()
        if page.locator("#board .target:not(.off)").count():
            assert any(page.evaluate(LIT))
        if not page.locator("#prompt [aria-keyshortcuts='1']").count():
            page.keyboard.press("n")
            expect(page.locator("#main-action")).to_be_visible()
        _press(page, "n" if page.locator("#main-action").is_visible() else "1")
        expect(card).to_be_hidden()
