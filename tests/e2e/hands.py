"""How a person plays: by mouse, by touch or by keyboard, one decision at a time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page, TimeoutError, expect

Gesture = Callable[[Page, Random], None]
SOON = 15_000
"""Longer than any answer should take, in milliseconds."""


def open_table(page: Page, site: str, *bots: str) -> None:
    """Set up a table against these bots, oneself in the first seat."""
    page.goto(f"{site}/new/rocket")
    page.locator(f"input[name=seats][value='{len(bots) + 1}']").check(force=True)
    for number, bot in enumerate(bots, 2):
        page.locator(f"[name=seat-{number}]").select_option(bot)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible(timeout=SOON)


def is_over(page: Page) -> bool:
    """Whether the result is shown."""
    return page.locator("#table").count() == 0 or "over" in (
        page.locator("#table").get_attribute("class") or ""
    )


def wait_for_turn(page: Page) -> bool:
    """Wait until something is asked of me; False when the game is over."""
    page.locator("#table[data-mine=yes], #table.over, .over-head").first.wait_for(timeout=SOON)
    return not is_over(page)


def version(page: Page) -> str | None:
    """How many lines the table has."""
    return page.locator("#table").get_attribute("data-version", timeout=SOON)


def decide(page: Page, gesture: Gesture, rng: Random) -> None:
    """Make gestures until one decision has been played."""
    before = version(page)
    for _ in range(8):
        gesture(page, rng)
        try:
            page.locator(f"#table:not([data-version='{before}']), .over-head").wait_for(
                timeout=150 if page.locator("#chips button:visible").count() else SOON
            )
        except TimeoutError:
            continue
        return
    raise AssertionError("no decision was played")


def _open_targets(page: Page) -> Locator:
    return page.locator("#board .target:visible")


def by_mouse(page: Page, rng: Random) -> None:
    """Click something that is lit on the board, or a chip where nothing is."""
    targets = _open_targets(page)
    chips = page.locator("#chips button:visible")
    if targets.count() and (rng.random() < 0.7 or not chips.count()):
        box = targets.nth(rng.randrange(targets.count())).bounding_box()
        if box is not None:
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            return
    if chips.count():
        chips.nth(rng.randrange(chips.count())).click()


def by_touch(page: Page, rng: Random) -> None:
    """Tap a chip, then the main button where it asks to confirm."""
    main = page.locator("#main-action:visible")
    if main.count():
        main.tap()
        return
    chips = page.locator("#chips button:visible")
    if chips.count():
        chips.nth(rng.randrange(chips.count())).tap()


def by_keyboard(page: Page, rng: Random) -> None:
    """Press the number of a choice."""
    chips = page.locator("#chips button:visible").count()
    page.keyboard.press(str(rng.randrange(max(1, min(9, chips))) + 1))
