"""Small screens: nothing is wider than a phone, all has room for a thumb, the little map helps."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from tests.e2e.test_axe import PAGES, PHONE, SMALL, WIDTH
from trainshed.games import game

pytestmark = pytest.mark.e2e

LAPTOP: ViewportSize = {"width": 1280, "height": 800}
RECORDS = Path(__file__).parents[1] / "records"
FIELDS = "main :is(.button, select, textarea, summary, input:not([type=hidden]))"
WITHIN_LABELS = ":not([type=radio], [type=checkbox], [type=file])"
BUILT = {
    "rocket-4-greedy": "use[href^='#way-']",
    "dampfross-4-bavaria-greedy": "use[href^='#line-']",
    "tycoon-4-greedy": "use[href^='#owned-']",
    "1861-4-greedy": "use[href^='#track-']",
}
"""What the little map shows of a game: its lines, links or tiles."""


def phone(browser: Browser, locale: str = "en") -> Page:
    """A page on a telephone."""
    context = browser.new_context(
        viewport=PHONE, has_touch=True, reduced_motion="reduce", locale=locale
    )
    return context.new_page()


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("where", [*PAGES, "/rules/russian"])
def test_pages_fit_a_phone(browser: Browser, site: str, where: str, locale: str) -> None:
    """Nothing scrolls sideways but tables within themselves; fields are 44 high."""
    page = phone(browser, locale)
    page.goto(site + where)
    assert page.evaluate(WIDTH) <= PHONE["width"]
    assert page.locator(FIELDS + WITHIN_LABELS).evaluate_all(SMALL, 44) == []
    head = page.locator(".head").bounding_box()
    assert head is not None
    assert head["height"] < 60, "a long title takes no second line"


@pytest.mark.parametrize("name", ["dampfross-4-bavaria-greedy", "russian-4-greedy"])
def test_figures_in_bars_stand_in_their_part(browser: Browser, site: str, name: str) -> None:
    """What is left of it where something is taken off; none where there is no room."""
    page = phone(browser)
    record = (RECORDS / f"{name}.record").read_text(encoding="utf-8")
    page.goto(hands.look_at(page, site, record))
    crossed = page.locator(".bars").evaluate_all(
        """all => all.flatMap(bars => {
            const edges = [...bars.querySelectorAll("rect")]
                .map(it => it.getBoundingClientRect()).flatMap(box => [box.left, box.right]);
            const less = [...bars.querySelectorAll(".part-less")]
                .map(it => it.getBoundingClientRect().left);
            const end = Math.min(...less, Infinity);
            return [...bars.querySelectorAll("text")].filter(text => {
                const box = text.getBoundingClientRect();
                return edges.some(x => (x <= end + 1 || text.matches(".on-less"))
                    && box.left < x - 1 && x + 1 < box.right);
            }).map(text => text.outerHTML);
        })"""
    )
    assert crossed == []
    assert page.locator(".bars text").count() > 8


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_look_back_hides_nothing(browser: Browser, site: str, locale: str) -> None:
    """What says so does not lie on the little map."""
    page = phone(browser, locale)
    record = (RECORDS / "rocket-2-greedy.record").read_text(encoding="utf-8")
    page.goto(f"{hands.look_at(page, site, record)}?at=40")
    flag, little = page.locator(".looking-back"), page.locator(".minimap")
    expect(little).to_be_visible()
    above, below = flag.bounding_box(), little.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    assert page.locator(".question").evaluate("it => it.clientHeight") < 30


def test_a_map_is_drawn_on_a_phone(browser: Browser, site: str) -> None:
    """In German, too, the menu is within reach."""
    page = phone(browser, "de")
    page.goto(f"{site}/maps")
    page.get_by_role("button", name="Ireland").click()
    menu = page.locator(".head [popovertarget=menu]").bounding_box()
    assert menu is not None
    assert menu["x"] + menu["width"] <= PHONE["width"]


@pytest.mark.parametrize("key", ["rocket", "russian"])
def test_the_head_of_a_table_is_low(browser: Browser, site: str, key: str) -> None:
    """The title stands over where the game is, both beside the button to the next table."""
    page = phone(browser)
    for _ in range(2):
        hands.bring(page, site, game(key).example)
    page.request.post(f"{site}/settings", form={"language": "de"}, headers={"origin": site})
    page.reload()
    boxes = [page.locator(f"#head > .{it}").bounding_box() for it in ("game", "status", "brand")]
    button = page.locator("#next-table").bounding_box()
    assert button is not None
    title, status, brand = (it for it in boxes if it is not None)
    assert button["height"] <= 40
    assert brand["y"] <= button["y"]
    assert button["y"] + button["height"] <= brand["y"] + brand["height"]
    assert title["y"] + title["height"] <= status["y"] + 1
    assert status["width"] >= 150


@pytest.mark.parametrize("name", BUILT)
def test_the_little_map_shows_what_was_built(browser: Browser, site: str, name: str) -> None:
    """Beside the land; the colour of a line is one that there is."""
    page = phone(browser)
    table = hands.look_at(page, site, (RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    page.goto(f"{table}?at=90")
    built = page.locator(f"#minimap {BUILT[name]}")
    expect(built.first).to_be_attached(timeout=hands.SOON)
    strokes = built.evaluate_all("all => all.map(one => getComputedStyle(one).stroke)")
    assert "none" not in strokes
    places = page.locator("#minimap :is(circle, use[href^='#base-'])")
    assert places.count() > 5
    assert page.locator("#minimap [clip-path] > path").count() >= 1


@pytest.mark.parametrize("key", ["rocket", "1861", "russian", "dampfross", "tycoon"])
def test_a_table_is_as_high_as_the_window(browser: Browser, site: str, key: str) -> None:
    """What only a screen reader reads does not make the page longer, however long a list is."""
    page = browser.new_context(viewport=LAPTOP).new_page()
    hands.bring(page, site, game(key).example)
    side = page.locator(".side .tab-body").first
    side.evaluate("""side => side.insertAdjacentHTML("beforeend",
        "<p style='height: 3000px'></p><span class='offstage'>read aloud</span>")""")
    assert page.evaluate("document.documentElement.scrollHeight") == LAPTOP["height"]


def test_other_tabs_have_room_on_a_laptop(browser: Browser, site: str) -> None:
    """Whoever leaves orders in 1861 sees more of them than their first line."""
    page = browser.new_context(viewport=LAPTOP).new_page()
    hands.bring(page, site, game("1861").example)
    page.locator("#tab-rules").click()
    panel = page.locator("#panel-rules").bounding_box()
    assert panel is not None
    assert panel["height"] > 200


def test_a_table_of_results_keeps_the_margin(browser: Browser, site: str) -> None:
    """Five columns with long French heads fit between the margins."""
    page = phone(browser, "fr")
    page.goto(f"{site}/settings")
    right = page.evaluate(
        """() => {
            const place = document.querySelector(".narrow");
            const heads = ["Jeu", "Joueurs", "Parties", "Victoires", "Place moyenne"];
            const cells = ["Stephenson’s Rocket", "2", "1", "0", "2.0"];
            const row = (tag, all) =>
                `<tr>${all.map(one => `<${tag}>${one}</${tag}>`).join("")}</tr>`;
            place.innerHTML = `<section><table class="card results">
                <thead>${row("th", heads)}</thead>
                <tbody>${row("td", cells)}</tbody></table></section>`;
            return place.querySelector("table").getBoundingClientRect().right;
        }"""
    )
    assert right <= 390 - 16


def test_a_marker_and_its_city_are_two_words(browser: Browser, site: str) -> None:
    """What a tap has armed is read aloud with a pause where the eye sees an arrow."""
    page = phone(browser)
    page.goto(f"{site}/new/rocket")
    page.locator("[name=seat-2]").select_option("here")
    page.locator(".new-foot button").first.click()
    for key in ("take", "town:Leicester", "good:Leicester:leather"):
        page.locator(f"#chips [data-key='{key}']").tap()
    expect(page.locator("#spoken")).to_contain_text("Leicester, leather")
