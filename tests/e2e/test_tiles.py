"""The chooser of 1861 in a browser: what it says of a tile, and that it hides nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.core import Match, Seat, dumps, loads
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.auction import MinorLot
from trainshed.games.g1861.track import Laying

pytestmark = pytest.mark.e2e

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("1861-*.record"))
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

HIDDEN = """hex => {
    const {at, names, radius} = JSON.parse(document.getElementById("hexes").textContent);
    const board = document.querySelector("#board > svg"), view = board.getScreenCTM();
    const place = document.getElementById("chooser"), frame = place.getBoundingClientRect();
    const isPanel = getComputedStyle(place).position === "fixed";
    const paper = isPanel ? null : place.querySelector(".fan .paper");
    const inside = (box, x, y) => x > box.left && x < box.right && y > box.top && y < box.bottom;
    const covers = (x, y) => isPanel ? inside(frame, x, y)
        : paper.isPointInStroke(new DOMPoint(x - frame.left, y - frame.top))
        || [...place.querySelectorAll(".round")].some(one => {
            const box = one.getBoundingClientRect();
            const [dx, dy] = [x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2];
            return Math.hypot(dx, dy) < box.width / 2;
        });
    const far = (x, y) => Math.hypot(x - at[hex][0], y - at[hex][1]) / radius;
    const near = Object.keys(at).filter(name => far(...at[name]) < 1.8);
    const isNear = mark => near.some(name => mark.id.endsWith(`:${name}`)
        || (mark.matches("text") && mark.textContent === names[name]));
    const marks = [...board.querySelectorAll(".token, .labels text")].filter(mark => {
        const box = mark.getBoundingClientRect();
        return (!isPanel || isNear(mark)) && [.1, .5, .9].some(u => [.2, .5, .8].some(
            v => covers(box.left + u * box.width, box.top + v * box.height)));
    });
    const track = [...board.querySelectorAll("use[href^='#track-']")].filter(use => {
        const [x, y] = ["x", "y"].map(name => Number(use.getAttribute(name)));
        if (far(x, y) < 1 || far(x, y) > 1.8) return false;
        return [0, 1, 2, 3, 4, 5].some(n => covers(
            (x + .8 * radius * Math.cos(n * Math.PI / 3 + Math.PI / 6)) * view.a + view.e,
            (y + .8 * radius * Math.sin(n * Math.PI / 3 + Math.PI / 6)) * view.d + view.f));
    });
    const out = [...place.querySelectorAll("button")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
    });
    return [...marks, ...track, ...out].map(one => one.outerHTML);
}"""
"""What the chooser covers: stations, names, track of the neighbours; and what of it is cut off."""


def cut(count: int) -> list[str]:
    """Games that stand at a question about track, from all parts of those that are recorded."""
    found = []
    for path in RECORDS:
        record = loads(path.read_text(encoding="utf-8"))
        history = Match.replay(GAME, record).history
        at = [n for n, move in enumerate(history) if isinstance(move.before.stack[-1], Laying)]
        found += [
            dumps(replace(record, lines=record.lines[: at[(2 * n + 1) * len(at) // 10]]))
            for n in range(5)
        ]
    return found[:: len(found) // count]


def targets(page: Page) -> list[str]:
    """The hexes that may take a tile."""
    found: list[str] = page.evaluate(
        """[...new Set(JSON.parse(document.getElementById("offers").textContent).offers
            .filter(offer => offer.path[1]?.startsWith("tile:")).map(offer => offer.path[0]))]"""
    )
    return found


def choose(page: Page, key: str) -> None:
    """Click a hex, and wait until its tiles stand about it and tell what they bring."""
    target = page.locator(f"#board .target[data-key='{key}']")
    target.dispatch_event("click")
    expect(page.locator("#chooser .option").first).to_be_visible(timeout=hands.SOON)
    expect(page.locator("#chips .told p")).not_to_have_count(1, timeout=hands.SOON)
    page.wait_for_timeout(150)
    expect(page.locator("#chooser")).not_to_have_class(re.compile("moving"))


def settled(page: Page, hex_: str) -> list[str]:
    """What the tiles for a hex hide, once the map stands still: the bar grows by what it tells."""
    hidden: list[str] = page.evaluate(HIDDEN, hex_)
    for _ in range(5):
        if not hidden:
            break
        page.wait_for_timeout(400)
        hidden = page.evaluate(HIDDEN, hex_)
    return hidden


def covered(page: Page, records: Sequence[str], site: str) -> dict[str, list[str]]:
    """For each hex of these games what its tiles hide."""
    found = {}
    for number, record in enumerate(records):
        hands.bring(page, site, record)
        for key in targets(page):
            choose(page, key)
            if hidden := settled(page, key.removeprefix("hex:")):
                found[f"{number} {key}"] = hidden
            page.keyboard.press("Escape")
    return found


@pytest.mark.timeout(180)
def test_tiles_cover_no_station_no_name_and_no_track_beside(browser: Browser, site: str) -> None:
    """For every hex of some positions the fan, or the panel, hides nothing that one decides on."""
    page = browser.new_context(viewport=DESKTOP, reduced_motion="reduce").new_page()
    assert not covered(page, cut(4)[:3], site)


@pytest.mark.timeout(180)
def test_tiles_cover_nothing_on_a_phone(browser: Browser, site: str) -> None:
    """Where the map has no room, they stand at its edge, away from the hex and its neighbours."""
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    assert not covered(context.new_page(), cut(4)[1:3], site)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_tile_of_20_positions_covers_anything(
    browser: Browser, site: str, size: ViewportSize
) -> None:
    """Early and late, with few tiles and with many."""
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    assert not covered(context.new_page(), cut(20), site)


def dead_end() -> str:
    """The minor MNN has laid a tile out of Moscow, and may lay another one for money."""
    match = Match(GAME, seats=2, options=GAME.read_options({"edition": "reprint"}), seed="1861")
    first = 'lay I7 "9" 1'
    while first not in (offered := [str(action) for action in GAME.actions(match.state)]):
        is_led = getattr(match.state.stack[-1], "leader", -1) >= 0
        wanted = [line for line in offered if line.startswith(("auction ", "pass"))]
        is_new = isinstance(match.state.stack[-1], MinorLot) and not is_led
        line = "bid 100" if is_new else (*wanted, *offered)[0]
        match.play(GAME.actor(match.state) or Seat(0), match.read(line))
    match.play(GAME.actor(match.state) or Seat(0), match.read(first))
    return dumps(match.record())


def test_a_dead_end_is_told_before_it_is_paid_for(browser: Browser, site: str) -> None:
    """A tile that leads to a side of Nizhnii without track says so while it lies there as a ghost.

    The one beside it, which leads elsewhere, does not.
    """
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, dead_end())
    choose(page, "hex:J6")
    page.locator("#fan-8").click()
    told = page.locator("#chips .told")
    for _ in range(6):
        href = page.locator("#board .laying use").get_attribute("href")
        if href == "#tile-8-5":
            break
        expect(told).not_to_contain_text("closed")
        page.keyboard.press("r")
    expect(told).to_contain_text("ends at a closed side of Nizhnii Novgorod", timeout=hands.SOON)
    expect(told).to_contain_text("₽40")
    assert hands.version(page) == page.locator("#table").get_attribute("data-version")
