"""The board comes in layers: a page keeps what a move leaves alone, as the server drew it."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect

from tests.e2e import hands

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
OWN = ("layer-targets", "layer-choices", "layer-fans")
"""What scripts change while somebody chooses."""
HERE = """() => [...document.querySelectorAll("#board .position [data-part]")]
  .map((it) => [it.id, it.dataset.part, it.innerHTML])"""
FRESH = """async () => {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...page.querySelectorAll("#board .position [data-part]")]
    .map((it) => [it.id, it.dataset.part, it.innerHTML]);
}"""
SCRIBBLE = """() => document.querySelectorAll("#board [data-part]").forEach((layer) => {
  layer.append(document.createElementNS(layer.namespaceURI, "desc"));
})"""


def _layers(page: Page, script: str) -> list[tuple[str, str, str]]:
    """The name, the tag and the content of each layer."""
    return [(name, tag, "" if name in OWN else drawn) for name, tag, drawn in page.evaluate(script)]


@pytest.mark.parametrize("game", ["rocket", "russian"])
def test_what_was_left_out_is_put_back(browser: Browser, site: str, game: str) -> None:
    """After some moves the board is as the server draws it, although little of it was sent."""
    page = browser.new_page(viewport=DESKTOP)
    answers: list[str] = []

    def note(answer: Response) -> None:
        if answer.url.endswith("/play"):
            answers.append(answer.text())

    page.goto(f"{site}/new/{game}")
    page.locator("input[name=seats][value='2']").check(force=True)
    page.locator("[name=seat-2]").select_option("here")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible(timeout=hands.SOON)
    page.wait_for_load_state()
    page.on("response", note)
    rng = Random(4)
    for _ in range(5):
        assert hands.wait_for_turn(page)
        page.evaluate(SCRIBBLE)
        hands.decide(page, hands.by_keyboard, rng)
    assert _layers(page, HERE) == _layers(page, FRESH)
    kept = [answer.count("data-same></g>") for answer in answers]
    assert len(kept) >= 5
    assert min(kept) > 5
