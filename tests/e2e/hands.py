"""How a person plays: by mouse, by touch or by keyboard, one decision at a time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import FilePayload, Page, expect
from playwright.sync_api import TimeoutError as TooLate

Gesture = Callable[[Page, Random], None]
SOON = 15_000
"""Longer than any answer should take, in milliseconds."""
SHORTLY = 1_000
"""Long enough for a button that is there."""

CUT = """() => {
    const place = document.getElementById("chips");
    const outer = place.getBoundingClientRect();
    const isMore = document.getElementById("further").checkVisibility();
    const seen = [...place.querySelectorAll("button, input")];
    return seen.filter(one => one.checkVisibility()).filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < outer.left - 1 || box.right > outer.right + 1
            || outer.bottom > innerHeight + 1
            || !isMore && (box.top < outer.top - 1 || box.bottom > outer.bottom + 1);
    }).map(one => one.outerHTML);
}"""
"""The choices in the bar that are not in sight, unless a sign says that there are more."""

DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until what was changed has been drawn."""


def open_table(page: Page, site: str, *bots: str) -> None:
    """Set up a table against these bots, oneself in the first seat."""
    page.goto(f"{site}/new/rocket")
    page.locator(f"input[name=seats][value='{len(bots) + 1}']").check(force=True)
    for number, bot in enumerate(bots, 2):
        page.locator(f"[name=seat-{number}]").select_option(bot)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible(timeout=SOON)
    page.wait_for_load_state()  # the scripts have run


def bring(page: Page, site: str, record: str) -> None:
    """Play on from a record, all seats at this screen."""
    page.goto(f"{look_at(page, site, record)}/continue")
    for chair in page.locator("[name^=seat-]").all():
        chair.select_option("here")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#table")).to_be_visible(timeout=SOON)
    page.wait_for_load_state()


def play_on(page: Page, site: str, table: str, at: int, seats: int) -> None:
    """Play on from a move of a record that was brought, all seats at this screen."""
    form: dict[str, str | float | bool] = {f"seat-{n}": "here" for n in range(1, seats + 1)}
    form["at"] = at
    answer = page.request.post(f"{table}/continue", form=form, headers={"origin": site})
    page.goto(answer.url)
    expect(page.locator("#table[data-mine=yes]")).to_be_visible(timeout=SOON)
    page.wait_for_load_state()


def look_at(page: Page, site: str, record: str) -> str:
    """Bring a record to be looked at; the address of its table."""
    page.goto(site)
    file: FilePayload = {
        "name": "a.record",
        "mimeType": "text/plain",
        "buffer": record.encode(),
    }
    found = page.request.post(f"{site}/import", multipart={"file": file}, headers={"origin": site})
    return found.url.split("?")[0]


def is_over(page: Page) -> bool:
    """Whether the result is shown."""
    return page.locator("#table").count() == 0 or "over" in (
        page.locator("#table").get_attribute("class") or ""
    )


def wait_for_turn(page: Page) -> bool:
    """Wait until something is asked of me; False when the game is over."""
    page.locator("#table[data-mine=yes], #table.past, #table.over, .over-head").first.wait_for(
        timeout=SOON
    )
    return not is_over(page)


def version(page: Page) -> str | None:
    """How many lines the table has."""
    return page.locator("#table").get_attribute("data-version", timeout=SOON)


def press(page: Page, key: str) -> None:
    """Press a key; a pass that gives something up is asked for twice."""
    page.keyboard.press(key)
    if key == "n" and page.locator("#passing [aria-pressed=true]").count():
        page.keyboard.press("Enter")


def decide(page: Page, gesture: Gesture, rng: Random) -> None:
    """Make gestures until one decision has been played."""
    before = version(page)
    moved_on = page.locator(f"#table:not([data-version='{before}']), .over-head").first
    answered = page.locator("#prompt:not(.busy), .over-head").first
    for _ in range(12):
        if moved_on.count():
            return
        try:
            gesture(page, rng)
            answered.wait_for(timeout=SOON, state="attached")  # or a second decision might follow
            moved_on.wait_for(timeout=120, state="attached")
        except TooLate:
            continue
    moved_on.wait_for(timeout=SOON, state="attached")


CHOICES = "#chips button:visible, #passing button:visible"
"""What may be chosen in the bar."""


def _lit(page: Page) -> list[tuple[float, float]]:
    """The middles of what is lit and in sight on the board."""
    found: list[tuple[float, float]] = page.locator("#board .target:visible").evaluate_all(
        """targets => targets.map(target => {
            const box = target.getBoundingClientRect();
            const x = box.x + box.width / 2, y = box.y + box.height / 2;
            return document.elementFromPoint(x, y)?.closest(".target") === target ? [x, y] : null;
        }).filter(Boolean)"""
    )
    return found


def by_mouse(page: Page, rng: Random) -> None:
    """Click something that is lit on the board, or a chip."""
    lit, chips = _lit(page), page.locator(CHOICES).all()
    if lit and (rng.random() < 0.7 or not chips):
        page.mouse.click(*rng.choice(lit))
    elif chips:
        rng.choice(chips).click(timeout=SHORTLY)


def by_touch(page: Page, rng: Random) -> None:
    """Tap the main button where it asks to confirm, else a chip, else the board."""
    main = page.locator("#main-action:visible")
    if main.count():
        main.tap(timeout=SHORTLY)
    elif chips := page.locator(CHOICES).all():
        rng.choice(chips).tap(timeout=SHORTLY)
    elif lit := _lit(page):
        page.touchscreen.tap(*rng.choice(lit))


def by_keyboard(page: Page, rng: Random) -> None:
    """Press the key of a choice; on the board walk to a target and press Enter."""
    if page.locator("#table.past").count():
        page.keyboard.press("End")
        return
    chips = page.locator(CHOICES).all()
    keys = [key for chip in chips if (key := chip.get_attribute("aria-keyshortcuts"))]
    if keys and (keys != ["N"] or rng.random() < 0.5):
        press(page, rng.choice(keys).lower())
        return
    focused = page.locator("#board .target:focus")
    for _ in range(40):
        if focused.count():
            break
        page.keyboard.press("Tab")
    for _ in range(rng.randrange(3)):
        if focused.count():
            page.keyboard.press(rng.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")))
    if focused.count():
        page.keyboard.press("Enter")
