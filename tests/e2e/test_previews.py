"""What stands on a choice in a browser: what it does, and no more than that."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.core import Match, dumps
from trainshed.games import game
from trainshed.games.rocket.actions import Bid

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1440, "height": 900}


def _record(name: str, seats: int, until: Callable[[Match[Any, Any]], bool]) -> str:
    """A random game up to a position that is looked for."""
    laws, rng = game(name), Random(1)
    match = Match(laws, seats=seats, options=laws.read_options({}), seed="previews")
    while not until(match):
        assert match.actor is not None
        match.play(match.actor, rng.choice(laws.actions(match.state)))
    return dumps(match.record(whole=True))


def _hover(page: Page, key: str) -> None:
    page.locator(f"#board .target[data-key='{key}']:visible").first.hover(force=True)
    expect(page.locator("#tip")).to_be_visible()


def _offers(match: Match[Any, Any], line: str) -> bool:
    return line in map(str, match.game.actions(match.state))


def test_a_bid_says_who_may_still_answer(browser: Browser, site: str) -> None:
    """It is no win yet: what it comes to is told as what comes if nobody answers."""

    def first(match: Match[Any, Any]) -> bool:
        bids = {it.shares for it in match.game.actions(match.state) if isinstance(it, Bid)}
        return match.actor != match.state.active and bids == {1}

    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, _record("rocket", 2, first))
    page.locator("#board .target[data-key^='hex:']:visible").first.hover(force=True)
    expect(page.locator("#tip")).to_contain_text("may still answer")
    expect(page.locator("#tip p", has_text="wins the veto")).to_have_text(re.compile("^Unopposed"))


def test_a_round_is_forecast_without_the_end_of_the_game(browser: Browser, site: str) -> None:
    """An engineer counts at the end; what a round would score begins at the sum of the ledger."""
    page = browser.new_page(viewport=DESKTOP)
    record = _record("russian", 4, lambda it: _offers(it, "place engineer_hire 1"))
    hands.bring(page, site, record)
    _hover(page, "space:engineer_hire")
    expect(page.locator("#tip")).to_contain_text("At the end of the game, if it stays so: most")
    expect(page.locator("#tip")).not_to_contain_text("If the round ended")
    _hover(page, "space:industry_1w")
    tip = page.locator("#tip", has_text="instead of")
    expect(tip).to_be_visible()
    before = re.search(r"instead of (\d+)", tip.inner_text())
    ledger = page.locator(".forecast tbody tr.own td")
    assert before is not None
    assert before[1] == ledger.nth(4).inner_text()


def test_a_rail_that_no_locomotive_reaches_says_so(browser: Browser, site: str) -> None:
    """The chip says why nothing is gained."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, _record("russian", 2, lambda it: _offers(it, "move kiev black")))
    chip = page.locator("#chips .chip[data-key='rail:kiev:black']")
    expect(chip).to_contain_text("This rail alone adds nothing:")
