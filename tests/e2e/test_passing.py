"""Passing stands apart and says what it gives up; number keys follow the kind of action."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.core import Choice, Match, dumps, loads
from trainshed.games import game, games

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
RECORDS = Path(__file__).parents[1] / "records"
FEW = 2

KEYS = """() => {
    const { offers } = JSON.parse(document.getElementById("offers").textContent);
    const verbs = ({ kind, key }) =>
        kind === "verb" ? [key]
        : offers.filter(it => kind === "offer" ? it.action === key : it.path.includes(key))
            .map(it => it.verb);
    return [...document.querySelectorAll("#chips :is(.chip, .kind)[data-kind]")].map(it =>
        [Number(it.getAttribute("aria-keyshortcuts") ?? 0), [...new Set(verbs(it.dataset))]]);
}"""
"""The number key of everything in the bar, with the kinds of action that it may mean."""


@cache
def _positions(name: str) -> tuple[str, ...]:
    """Records up to positions of a game: one for each set of kinds that are asked."""
    found: dict[tuple[str, ...], str] = {}
    for path in sorted(RECORDS.glob(f"{name}-*.record")):
        record = loads(path.read_text(encoding="utf-8"))
        match: Match[Any, Any] = Match.replay(game(name), record)
        for number, move in enumerate(match.history):
            if not isinstance(move.before.stack[-1], Choice):
                continue
            offered = match.game.actions(move.before)
            kinds = tuple(sorted({str(action).split(" ", 1)[0] for action in offered}))
            if kinds not in found:
                found[kinds] = dumps(replace(record, lines=record.lines[:number]))
    return tuple(found.values())


def _offers(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.locator("#offers").text_content() or "{}")
    return found


def _keep(page: Page, site: str, name: str, records: Sequence[str]) -> None:
    """The number keys of a game in these positions."""
    digits = game(name).digits
    for record in records:
        hands.bring(page, site, record)
        offers = _offers(page)["offers"]
        passes = [offer for offer in offers if offer.get("passing")]
        apart = page.locator("#passing button").evaluate_all(
            "all => all.map(it => [it.dataset.key, it.ariaKeyShortcuts])"
        )
        assert apart == [[offer["action"], "N"] for offer in passes]
        kinds = {offer["verb"] for offer in offers} - {it["verb"] for it in passes} - {"back"}
        keys = page.evaluate(KEYS)
        used = [key for key, _ in keys if key]
        assert len(set(used)) == len(used), record
        for key, verbs in keys:
            assert not set(verbs) & {offer["verb"] for offer in passes}
            if key and verbs:
                own = {digits.get(verb, key) for verb in verbs}
                others = {digits.get(kind) for kind in kinds - set(verbs)}
                assert own == {key}, (verbs, record)
                assert key not in others, (verbs, record)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", sorted(games()))
def test_a_kind_of_action_keeps_its_number(browser: Browser, site: str, name: str) -> None:
    """Where kinds are asked together; a pass has none, and stands apart."""
    found = _positions(name)
    _keep(browser.new_page(viewport=DESKTOP), site, name, found[:: len(found) // FEW][:FEW])


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", sorted(games()))
def test_it_keeps_it_wherever_kinds_are_asked_together(
    browser: Browser, site: str, name: str
) -> None:
    """In every set of kinds of the recorded games."""
    _keep(browser.new_page(viewport=DESKTOP), site, name, _positions(name))


def _auctions() -> str:
    """A record up to a turn in which several minors can be put up, and nothing else done."""
    for path in sorted(RECORDS.glob("1861-*.record")):
        record = loads(path.read_text(encoding="utf-8"))
        match: Match[Any, Any] = Match.replay(game("1861"), record)
        for number, move in enumerate(match.history):
            kinds = [str(it).split(" ", 1)[0] for it in match.game.actions(move.before)]
            if {*kinds} == {"auction", "pass"} and len(kinds) > 4:
                return dumps(replace(record, lines=record.lines[:number]))
    raise AssertionError(RECORDS)


@pytest.mark.timeout(90)
def test_a_lone_kind_with_many_answers_has_one_number(browser: Browser, site: str) -> None:
    """1861: with nothing but auctions no key means one of them, before 3 has chosen the kind."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, _auctions())
    before, keys = hands.version(page), page.locator("#chips [aria-keyshortcuts]")
    assert keys.evaluate_all("all => all.map(it => it.ariaKeyShortcuts)") == ["3"]
    for key in "124567895":
        page.keyboard.press(key)
    expect(page.locator("#passing button")).to_be_visible()
    page.keyboard.press("3")
    expect(page.locator("#passing button")).to_be_hidden()
    assert hands.version(page) == before
    numbers = keys.evaluate_all("all => all.map(it => it.ariaKeyShortcuts)")
    assert numbers == [str(n + 1) for n in range(len(numbers))]
    page.keyboard.press("2")
    page.locator(f"#table:not([data-version='{before}'])").wait_for(timeout=hands.SOON)


def _turn(page: Page, site: str) -> None:
    """The first turn of a game of Russian Railroads."""
    page.goto(f"{site}/new/russian")
    page.locator("input[name=seats][value='2']").check(force=True)
    page.locator("[name=seat-2]").select_option("here")
    page.locator(".new-foot button").first.click()
    expect(page.locator("#table")).to_be_visible(timeout=hands.SOON)
    page.wait_for_load_state()
    for _ in range(6):
        if any(offer["verb"] == "place" for offer in _offers(page)["offers"]):
            return
        version = hands.version(page)
        page.keyboard.press("1")
        page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)
    raise AssertionError(_offers(page))


@pytest.mark.timeout(90)
def test_a_round_is_not_passed_by_one_key(browser: Browser, site: str) -> None:
    """Neither by a number nor by one press of N, which says how many workers stay idle."""
    page = browser.new_page(viewport=DESKTOP)
    _turn(page, site)
    before, main = hands.version(page), page.locator("#main-action")
    chip = page.locator("#passing button")
    expect(chip).to_contain_text("Pass for the round")
    expect(chip).to_contain_text("6 workers stay idle · out until round 2")
    assert page.locator("#chips [aria-keyshortcuts]", has_text="Pass").count() == 0
    page.keyboard.press("1")
    page.keyboard.press("n")
    expect(main).to_contain_text("Pass, 6 workers idle")
    assert hands.version(page) == before
    page.keyboard.press("Escape")
    expect(main).to_be_hidden()
    chip.dblclick()
    expect(main).to_be_visible()
    page.wait_for_timeout(300)
    assert hands.version(page) == before
    page.keyboard.press("Enter")
    page.locator(f"#table:not([data-version='{before}'])").wait_for(timeout=hands.SOON)
    expect(page.locator(".log .entry").last).to_contain_text("passes")


@pytest.mark.timeout(90)
def test_who_wishes_passes_at_once(browser: Browser, site: str) -> None:
    """A setting plays what gives something up without asking first."""
    page = browser.new_page(viewport=DESKTOP)
    page.goto(f"{site}/settings")
    with page.expect_response(f"{site}/settings"):
        page.locator("[name=confirm_pass]").last.select_option("off")
    _turn(page, site)
    before = hands.version(page)
    page.keyboard.press("n")
    page.locator(f"#table:not([data-version='{before}'])").wait_for(timeout=hands.SOON)


@pytest.mark.timeout(90)
def test_a_pass_by_touch_is_shown_first(browser: Browser, site: str) -> None:
    """The button of a phone says it too, and fits its screen."""
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="de")
    page = context.new_page()
    _turn(page, site)
    before = hands.version(page)
    page.locator("#passing button").tap()
    expect(page.locator("#main-action")).to_contain_text("6")
    assert hands.version(page) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.wait_for_timeout(700)  # two taps at once are one
    page.locator("#main-action").tap()
    page.locator(f"#table:not([data-version='{before}'])").wait_for(timeout=hands.SOON)
