"""A map is drawn in the browser by mouse, finger and key, mended, kept, and played on."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.hands import SOON

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """The editor with a copy of Ireland."""
    page = browser.new_context(viewport=DESKTOP).new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    begin(page, site)
    yield page
    assert not errors
    page.context.close()


def begin(page: Page, site: str) -> None:
    page.goto(f"{site}/maps")
    page.get_by_role("button", name="Change a copy of Ireland").click()
    expect(page.locator("#board .ground")).to_be_attached(timeout=SOON)


def spot(page: Page, hex_: str) -> tuple[float, float]:
    """Where a hex lies in the window."""
    return tuple(
        page.evaluate(
            """async name => {
                const at = document.querySelector("script[src*=mapper]").src;
                const drawing = await import(at.replace("mapper.js", "mapdraw.js"));
                const board = await import(at.replace("mapper.js", "board.js"));
                const [x, y] = board.screen(...drawing.middle(name));
                const box = document.getElementById("board").getBoundingClientRect();
                return [box.x + x, box.y + y];
            }""",
            hex_,
        )
    )


def kept(page: Page) -> None:
    """Wait until all is kept and drawn."""
    expect(page.locator("#saved")).to_have_text("Saved", timeout=SOON)


def sheet(page: Page) -> dict[str, object]:
    """The map as the server has it."""
    kept(page)
    found = page.request.get(page.url).text().split('id="sheet">', 1)[1].split("</script>", 1)[0]
    return dict(json.loads(found))


def sign(page: Page, column: int, row: int) -> str:
    rows = sheet(page)["rows"]
    assert isinstance(rows, list)
    return str(rows[row][column])


def test_terrain_is_painted_and_taken_back(page: Page) -> None:
    """A drag paints many hexes and is one step; what is kept is what is seen."""
    before = sheet(page)["rows"]
    page.keyboard.press("4")
    expect(page.locator("[data-tool=water]")).to_have_attribute("aria-pressed", "true")
    (x, y), (to_x, to_y) = spot(page, "N15"), spot(page, "N19")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=6)
    page.mouse.up()
    rows = sheet(page)["rows"]
    assert isinstance(rows, list)
    assert [rows[row][13] for row in range(14, 19)] == ["~"] * 5
    page.locator("#undo").click()
    assert sheet(page)["rows"] == before
    page.locator("#redo").click()
    assert sheet(page)["rows"] == rows


def test_a_river_is_drawn_along_sides(page: Page) -> None:
    """A click on a side begins one, a second takes it away."""
    rivers = sheet(page)["rivers"]
    assert isinstance(rivers, list)
    page.keyboard.press("6")
    x, y = spot(page, "N17")
    _, south = spot(page, "N18")
    page.mouse.click(x, (y + south) / 2)
    found = sheet(page)["rivers"]
    assert isinstance(found, list)
    assert sum(len(river["sides"]) for river in found) == 1 + sum(len(r["sides"]) for r in rivers)
    page.mouse.click(x, (y + south) / 2)
    assert sheet(page)["rivers"] == rivers


def test_a_river_follows_the_pointer_without_a_gap(page: Page) -> None:
    """A drag across the land is one river whose sides hang together, and one step."""
    rivers = sheet(page)["rivers"]
    page.keyboard.press("6")
    (x, y), (to_x, to_y) = spot(page, "L16"), spot(page, "P15")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=5)
    page.mouse.up()
    found = sheet(page)["rivers"]
    assert isinstance(found, list)
    assert len(found[-1]["sides"]) >= 6
    page.locator("#undo").click()
    assert sheet(page)["rivers"] == rivers


def test_a_town_is_placed_named_and_numbered(page: Page) -> None:
    """Its fault is told at once and mended by a number that another gives away."""
    page.keyboard.press("8")
    page.mouse.click(*spot(page, "N17"))
    field = page.locator("#chosen input").first
    expect(field).to_be_focused()
    page.keyboard.type("Newtown")
    page.keyboard.press("Enter")
    expect(page.locator("#chosen h2")).to_have_text("Newtown")
    fault = page.locator("#faults button", has_text="Newtown").first
    expect(fault).to_contain_text("has no number", timeout=SOON)
    page.locator("#fold-towns summary").click()
    page.locator(".die", has_text="11").click()
    expect(page.locator(".die", has_text="11")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#faults button", has_text="Newtown")).to_have_count(0, timeout=SOON)
    towns = sheet(page)["towns"]
    assert isinstance(towns, dict)
    assert towns["Newtown"] == {"hex": "N17", "numbers": [11]}


def test_a_fault_leads_to_its_hex(page: Page) -> None:
    """A town under water is listed; the sentence marks the hex on the map."""
    towns = sheet(page)["towns"]
    assert isinstance(towns, dict)
    page.keyboard.press("4")
    page.mouse.click(*spot(page, towns["Athlone"]["hex"]))
    fault = page.locator("#faults button", has_text="Athlone").first
    expect(fault).to_contain_text("is water", timeout=SOON)
    expect(page.locator("#play")).to_have_attribute("aria-disabled", "true")
    fault.click()
    expect(page.locator(".marks .fault")).to_be_attached()
    page.locator("#undo").click()
    expect(page.locator("#faults-title")).to_contain_text("No fault", timeout=SOON)


def test_all_works_by_keys(page: Page) -> None:
    """The cursor walks; the tool paints where it is; sides have keys of their own."""
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(page.locator(".marks .here")).to_be_attached()
    here = (page.locator("#spot").text_content() or "").split(" ")[0]
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(page.locator("#spot")).to_contain_text(f"{here} · out of play")
    page.keyboard.press("1")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("6")
    page.keyboard.press("w")
    page.keyboard.press("Control+s")
    kept(page)
    page.keyboard.press("u")
    page.keyboard.press("Shift+U")
    kept(page)


def test_a_town_is_carried_and_all_moves_with_the_edge(page: Page) -> None:
    """The hand drags it; two columns more at the left move every name, and back again."""
    before = sheet(page)
    towns = before["towns"]
    assert isinstance(towns, dict)
    assert towns["Athlone"]["hex"] == "R19"
    page.mouse.move(*spot(page, "R19"))
    page.mouse.down()
    page.mouse.move(*spot(page, "R21"), steps=8)
    page.mouse.up()
    found = sheet(page)["towns"]
    assert isinstance(found, dict)
    assert found["Athlone"]["hex"] == "R21"
    page.locator("#undo").click()
    page.locator("#fold-map summary").click()
    page.locator("[data-at=more-left]").click()
    page.locator("[data-at=more-top]").click()
    found = sheet(page)["towns"]
    assert isinstance(found, dict)
    assert found["Athlone"]["hex"] == "T20"
    page.locator("[data-at=less-left]").click()
    page.locator("[data-at=less-top]").click()
    assert sheet(page) == before


def test_regions_wide_rivers_and_special_destinations(page: Page) -> None:
    """A new region is painted, a wide river drawn, a destination chosen on the map."""
    page.locator("#fold-regions summary").click()
    page.get_by_role("button", name="Add a region").click()
    expect(page.locator("[data-tool=region]")).to_have_attribute("aria-pressed", "true")
    page.mouse.click(*spot(page, "N17"))
    page.keyboard.press("6")
    page.locator("[data-at=draw-wide]").check()
    x, y = spot(page, "N18")
    _, south = spot(page, "N19")
    page.mouse.click(x, (y + south) / 2)
    page.locator("#fold-special summary").click()
    page.get_by_role("button", name="Make six").click()
    page.locator("[data-at=pick-0]").click()
    page.mouse.click(*spot(page, "N19"))
    page.mouse.click(*spot(page, "N20"))
    page.mouse.click(*spot(page, "N19"))
    found = sheet(page)
    assert sign(page, 13, 16) == "a"
    rivers, special = found["rivers"], found["special"]
    assert isinstance(rivers, list)
    assert isinstance(special, list)
    assert rivers[-1]["wide"]
    assert rivers[-1]["sides"] in (["N18 S"], ["N19 N"])
    assert special[0]["hexes"] == ["N20"]


def test_what_is_drawn_without_a_line_is_kept_later(page: Page) -> None:
    """The page says so and tries again; a change in another window is not written over."""
    kept(page)
    twin = page.context.new_page()
    twin.goto(page.url)
    page.context.set_offline(True)
    page.keyboard.press("4")
    page.mouse.click(*spot(page, "N17"))
    expect(page.locator("#saved")).to_contain_text("still here", timeout=SOON)
    page.context.set_offline(False)
    kept(page)
    twin.keyboard.press("4")
    twin.mouse.click(*spot(twin, "N19"))
    expect(twin.locator("#notices")).to_contain_text("another window", timeout=SOON)
    assert sign(page, 13, 18) != "~"
    twin.close(run_before_unload=False)


def test_a_map_is_played_on(page: Page) -> None:
    """Its title is changed, then a table is opened with it."""
    page.locator("#fold-map summary").click()
    page.locator("[data-at=title]").fill("Eire")
    page.keyboard.press("Tab")
    expect(page.locator("#map-title")).to_have_text("Eire")
    page.locator("#play").click()
    page.wait_for_url("**/new/dampfross?map=*")
    chosen = page.locator("input[name=option-map]:checked")
    expect(chosen.locator("xpath=..")).to_contain_text("Eire")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible(timeout=SOON)
    expect(page.locator("#board .ground")).to_be_attached(timeout=SOON)


def test_another_looks_and_changes_a_copy(page: Page, browser: Browser, site: str) -> None:
    """By the link; the first map stays as it is."""
    kept(page)
    other = browser.new_context(viewport=DESKTOP).new_page()
    other.goto(page.url)
    expect(other.locator(".belongs")).to_be_visible()
    expect(other.locator("[data-tool]")).to_have_count(0)
    other.get_by_role("button", name="Change a copy").click()
    expect(other.locator("[data-tool]").first).to_be_visible()
    assert other.url != page.url


def test_a_finger_paints_on_a_phone(browser: Browser, site: str) -> None:
    """The map is seen, a tap uses the tool, nothing is wider than the screen."""
    page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    begin(page, site)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("[data-tool=off]").tap()
    box = page.locator("#board").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#spot")).to_contain_text("out of play")
    kept(page)
