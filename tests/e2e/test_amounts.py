"""A question for an amount says what the amount that is set would bring."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.core import Match, Reader, language, loads
from trainshed.core.step import Amount
from trainshed.games import game

pytestmark = pytest.mark.e2e

RECORDS = Path(__file__).parents[1] / "records"
ASKED = (
    ("1861-4-greedy", 42),
    ("1861-4-greedy", 103),
    ("1861-4-greedy", 124),
    ("tycoon-2-random", 58),
    ("tycoon-5-mixed", 53),
)
"""A minor's bid, the price of a train and of a private company, the auction, shares to issue."""
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 390, "height": 844},
    {"width": 360, "height": 740},
    {"width": 820, "height": 1180},
    {"width": 1280, "height": 720},
)

OUTCOME = """() => {
    const box = one => document.querySelector(one).getBoundingClientRect();
    const [said, chips, main] = ["#amount .outcome", "#chips", "#main-action"].map(box);
    const { x, y, width, height } = box("#board");
    return {
        words: document.querySelector("#amount .outcome").textContent.replace(/\\s+/g, " ").trim(),
        isIn: said.bottom <= chips.bottom + 1 && said.right <= chips.right + 1 && said.height > 0,
        isFree: said.bottom <= main.top + 1 || said.right <= main.left + 1,
        board: [x, y, width, height].map(Math.round).join(" "),
    };
}"""


@cache
def _match(name: str, at: int) -> Match[Any, Any]:
    record = loads((RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    return Match.replay(game(record.game), record, at=at, trusted=True)


def _open(page: Page, site: str, name: str, at: int) -> None:
    record = (RECORDS / f"{name}.record").read_text(encoding="utf-8")
    table = hands.look_at(page, site, record)
    hands.play_on(page, site, table, at, len(_match(name, at).names))


def _told(match: Match[Any, Any], amount: int) -> str:
    """What the laws say that an amount brings."""
    laws, seat = match.game, match.actor
    state = laws.view(match.state, seat)
    names = tuple(f"Player {n + 1}" for n in range(state.seats))
    reader = Reader(language("en"), names)
    news = laws.brings(state, state.stack[-1].name(state, amount))
    return " ".join(reader.read(laws.words(item, state)) for item in news)


@pytest.mark.parametrize(("name", "at"), ASKED)
def test_an_amount_says_what_it_brings(browser: Browser, site: str, name: str, at: int) -> None:
    """As it changes so does the sentence, also of one that no chip has; all in its place."""
    match = _match(name, at)
    step = match.state.stack[-1]
    assert isinstance(step, Amount)
    span = step.span(match.state)
    context = browser.new_context(viewport=SCREENS[0], locale="en", reduced_motion="reduce")
    page = context.new_page()
    _open(page, site, name, at)
    boards = set()
    for screen in SCREENS:
        page.set_viewport_size(screen)
        field = page.locator("#amount input[type=number]")
        for amount in (span[0], span[min(7, len(span) - 1)], span[min(12, len(span) - 1)]):
            field.fill(str(amount))
            expect(page.locator("#amount .outcome")).to_have_text(_told(match, amount))
            page.evaluate(hands.DRAWN)
            found = page.evaluate(OUTCOME)
            assert found["isIn"], (screen, amount)
            assert found["isFree"], (screen, amount)
            boards.add((screen["width"], found["board"]))
    assert len(boards) == len(SCREENS)
    context.close()
