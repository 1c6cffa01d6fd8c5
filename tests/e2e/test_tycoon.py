"""Railroad Tycoon in a browser: links by city and by tile, a delivery, an auction, a whole game."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.bots import bot
from trainshed.core import Match, dumps, loads
from trainshed.games import game

pytestmark = pytest.mark.e2e

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
WHERE = """name => {
    const [x, y] = JSON.parse(document.getElementById("hexes").textContent).at[name];
    const view = document.querySelector("#board > svg").viewBox.baseVal;
    const box = document.getElementById("board").getBoundingClientRect();
    return [
        box.x + (x - view.x) / view.width * box.width,
        box.y + (y - view.y) / view.height * box.height,
    ];
}"""
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 720},
    {"width": 1366, "height": 768},
    {"width": 1360, "height": 850},
    DESKTOP,
)
PROMPT = "document.getElementById('prompt').getBoundingClientRect().height"


@pytest.fixture(scope="module")
def record() -> str:
    """A game of four in the eighth turn: somebody acts who can deliver over several ways."""
    laws, rng, greedy = game("tycoon"), Random(1), bot("greedy")
    match: Match[Any, Any] = Match.replay(laws, loads(laws.example))
    for _ in range(60):
        offered = laws.actions(match.state)
        if "deliver" in map(str, offered) and _ways(match) > 1:
            break
        assert match.actor is not None
        match.play(match.actor, greedy.choose(laws, match.state, offered, rng))
    return dumps(match.record(whole=True))


def _ways(match: Match[Any, Any]) -> int:
    """The most ways of a cube that can be delivered now."""
    laws = match.game
    after = laws.play(match.state, match.read("deliver"))
    cubes = [action for action in laws.actions(after) if str(action).startswith("cube")]
    return max(str(laws.actions(laws.play(after, cube))).count("Ship(") for cube in cubes)


def _open(page: Page, site: str, *others: str, **options: str) -> None:
    """A table with these others, oneself in the first seat."""
    page.goto(f"{site}/new/tycoon")
    page.locator(f"input[name=seats][value='{len(others) + 1}']").check(force=True)
    for number, other in enumerate(others, 2):
        page.locator(f"[name=seat-{number}]").select_option(other)
    for name, value in options.items():
        field = page.locator(f"[name='option-{name}']").first
        if field.evaluate("field => field.tagName") == "SELECT":
            page.locator("details.details", has_text="Details of the rules").evaluate(
                "details => (details.open = true)"
            )
            field.select_option(value)
        else:
            page.locator(f"[name='option-{name}'][value='{value}']").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible(timeout=hands.SOON)
    page.wait_for_load_state()


def _offers(page: Page) -> list[dict[str, Any]]:
    data = json.loads(page.locator("#offers").text_content() or "{}")
    found: list[dict[str, Any]] = data["offers"]
    return found


def _with(page: Page, verb: str) -> list[dict[str, Any]]:
    return [offer for offer in _offers(page) if offer["verb"] == verb]


def _moved(page: Page, version: str | None) -> None:
    page.locator(f"#table:not([data-version='{version}'])").wait_for(timeout=hands.SOON)


def _chip(page: Page, key: str) -> None:
    version = hands.version(page)
    page.locator(f'#chips .chip[data-key="{key}"]').click()
    _moved(page, version)


def _press(page: Page, key: str) -> None:
    version = hands.version(page)
    hands.press(page, key)
    _moved(page, version)


def _click(page: Page, key: str) -> None:
    """Click something lit on the map; a city is hit beside what is written over it."""
    version = hands.version(page)
    page.locator(f'#board .target[data-key="{key}"]').first.click(force=True)
    _moved(page, version)


def _last(page: Page) -> str:
    return page.locator(".log .entry").last.text_content() or ""


@pytest.mark.timeout(90)
def test_a_link_by_clicks(browser: Browser, site: str, record: str) -> None:
    """Build, a city, another with its price: one line of the log, which undo takes back."""
    page = browser.new_page(viewport=DESKTOP)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    hands.bring(page, site, record)
    high = page.evaluate(PROMPT)
    before = _last(page)
    _chip(page, "build")
    assert page.locator("#board .targets .target:visible").count() > 40
    expect(page.locator("#chips")).to_contain_text("lit city")
    _click(page, "city:Syracuse")
    assert _with(page, "connect")
    goal = min(_with(page, "connect"), key=lambda offer: len(offer["label"]))
    expect(page.locator("#board .tag:visible").first).to_have_text(re.compile(r"^(\$\d+k|free)$"))
    assert page.evaluate(PROMPT) == high
    page.locator(f'#board .target[data-key="{goal["path"][0]}"]').hover(force=True)
    expect(page.locator("#tip")).to_contain_text("from Syracuse to")
    _click(page, goal["path"][0])
    assert "from Syracuse to" in _last(page)
    assert page.locator(".log .entry").nth(-2).text_content() == before
    _press(page, "u")
    assert _with(page, "connect")
    _press(page, "Escape")
    _press(page, "Escape")
    assert _with(page, "build")
    assert not errors


@pytest.mark.timeout(90)
def test_a_link_by_tiles(browser: Browser, site: str, record: str) -> None:
    """A side, a tile with its price, the running cost, and a stop; a hex far away tells why not."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, record)
    _chip(page, "build")
    _click(page, "city:Charlotte")
    out = _with(page, "out")[0]
    _click(page, out["path"][0])
    lay = next(offer for offer in _with(page, "lay") if offer["path"][0].startswith("hex:"))
    _click(page, lay["path"][0])
    expect(page.locator("#question")).to_contain_text("1 tile laid for $")
    page.mouse.click(*page.evaluate(WHERE, "AC6"))
    expect(page.locator("#tip.why")).to_contain_text("does not stand beside")
    page.keyboard.press("Escape")
    _press(page, "n")
    assert "Charlotte" in _last(page)
    assert re.search(r"\$\d", _last(page))


@pytest.mark.timeout(90)
def test_shares_in_the_middle_of_an_action(browser: Browser, site: str, record: str) -> None:
    """Between two tiles and while a cube is chosen; the map is the same again, undo goes back."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, record)
    _chip(page, "build")
    expect(page.locator("#chips .hint")).to_be_visible()
    _click(page, "city:Charlotte")
    _click(page, _with(page, "out")[0]["path"][0])
    lay = next(offer for offer in _with(page, "lay") if offer["path"][0].startswith("hex:"))
    _click(page, lay["path"][0])
    places = {offer["action"] for offer in _offers(page)}
    _chip(page, "shares")
    page.locator("#amount input[type=number]").fill("2")
    _press(page, "Enter")
    assert "issues 2 shares" in _last(page)
    expect(page.locator("#question")).to_contain_text("1 tile laid for $")
    assert {offer["action"] for offer in _offers(page)} == places
    for _ in range(2):
        version = hands.version(page)
        page.locator("#undo").click()
        _moved(page, version)
    assert {offer["action"] for offer in _offers(page)} == places
    expect(page.locator(".log .struck").last).to_contain_text("issues 2 shares")


@pytest.mark.timeout(90)
def test_a_delivery_with_its_ways(browser: Browser, site: str, record: str) -> None:
    """A cube is clicked at once; its ways are seen on the map, in the bar and at the side."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, record)
    data = json.loads(page.locator("#offers").text_content() or "{}")
    for cube in data["beyond"]:
        if not cube["path"][0].startswith("cube:"):
            continue
        page.locator(f'#board .target[data-key="{cube["path"][0]}"]').click(force=True)
        page.locator('#chips .chip[data-key^="ship"]').first.wait_for(timeout=hands.SOON)
        if len(_with(page, "ship")) > 1:
            break
        _press(page, "Escape")
        _press(page, "Escape")
    ways = _with(page, "ship")
    assert len(ways) > 1
    expect(page.locator(".way-cards .way-card")).to_have_count(len(ways))
    shown = page.locator("#board .ways .target.armed .journey")
    expect(shown).to_have_css("opacity", "1")
    page.locator(".way-cards .way-card").nth(1).hover()
    expect(page.locator("#board .ways .target.lit .journey")).to_have_css("opacity", "1")
    expect(shown).to_have_css("opacity", "0")
    expect(page.locator(".way-legs.lit b").first).to_contain_text("+1")
    page.mouse.move(5, 5)
    page.keyboard.press("Enter")
    page.locator("#chips .chip").first.wait_for(timeout=hands.SOON)
    expect(page.locator(".log")).to_contain_text("for the delivery")


@pytest.mark.timeout(60)
def test_an_auction_and_shares(browser: Browser, site: str) -> None:
    """A bid by the field and by the slider; shares are counted in shares."""
    page = browser.new_page(viewport=DESKTOP)
    _open(page, site, "here")
    field, slider = page.locator("#amount input[type=number]"), page.locator("#amount [type=range]")
    expect(slider).to_have_attribute("max", "21000")
    field.fill("34000")
    expect(page.locator("#main-action")).to_contain_text("$34,000")
    slider.fill("7000")
    expect(page.locator("#main-action")).to_contain_text("$7,000 · 2 shares")
    version = hands.version(page)
    page.locator("#main-action").click()
    _moved(page, version)
    assert "bids $7,000" in _last(page)
    _chip(page, "shares")
    expect(page.locator("#amount [type=range]")).to_have_attribute("max", "21")
    page.locator("#amount input[type=number]").fill("3")
    expect(page.locator("#main-action")).to_contain_text("3 shares · $15,000")
    _press(page, "Enter")
    _press(page, "n")
    assert "Order of play" in (page.locator(".log").text_content() or "")


def _in_sight(page: Page) -> None:
    """Nothing in the bar is cut, on no usual screen."""
    expect(page.locator("#chips .chip:visible").first).to_be_visible()
    for screen in SCREENS:
        page.set_viewport_size(screen)
        page.evaluate(hands.DRAWN)
        assert page.evaluate(hands.CUT) == [], screen


@pytest.mark.timeout(90)
@pytest.mark.parametrize("locale", ["en", "de"])
def test_every_choice_is_in_reach(browser: Browser, site: str, record: str, locale: str) -> None:
    """In an auction, at an action, among the cards and the ways of a cube: passing too."""
    page = browser.new_context(viewport=DESKTOP, locale=locale).new_page()
    page.goto(f"{site}/new/tycoon")
    for chair in page.locator("[name^=seat-]:enabled").all()[1:]:
        chair.select_option("here")
    page.locator(".new-foot button").first.click()
    expect(page.locator("#passing button")).to_be_visible(timeout=hands.SOON)
    _in_sight(page)
    while page.locator("#passing button").count() and not _with(page, "build"):
        _press(page, "n")
    _in_sight(page)
    page.goto(f"{hands.look_at(page, site, record)}/continue")
    for chair in page.locator("[name^=seat-]").all():
        chair.select_option("here")
    page.locator(".new-foot button").first.click()
    expect(page.locator("#chips [data-key=deliver]")).to_be_visible(timeout=hands.SOON)
    _in_sight(page)
    _chip(page, "deliver")
    _click(page, _with(page, "cube")[0]["path"][0])
    _in_sight(page)


def test_who_begins_can_be_read(browser: Browser, site: str) -> None:
    """The tags of a player are whole, also where there are three of them."""
    page = browser.new_page(viewport={"width": 1360, "height": 850})
    _open(page, site, "greedy")
    assert hands.wait_for_turn(page)
    expect(page.locator("#players .presence").first).to_be_visible()
    cut = page.locator("#players h2").first.evaluate(
        """head => {
            head.querySelector(".tag.bot")?.remove();
            head.insertAdjacentHTML("beforeend", " <span class='tag bot'>first player</span>");
            const right = head.getBoundingClientRect().right + 1;
            return [...head.querySelectorAll(".tag")]
                .filter(tag => tag.getBoundingClientRect().right > right)
                .map(tag => tag.textContent);
        }"""
    )
    assert not cut


@pytest.mark.timeout(60)
def test_cards_and_figures(browser: Browser, site: str, record: str) -> None:
    """Cards that can be taken are clicked in their tab; objectives say why not."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, record)
    page.locator("#tab-cards").click()
    page.locator(".ops-card[data-ask]").first.click()
    expect(page.locator(".ops-why").first).to_contain_text("objective")
    page.locator("#tab-figures").click()
    expect(page.locator("#panel-figures .meter rect").first).to_be_visible()
    assert page.locator("#panel-figures .track rect").count() == 101
    page.locator("#tab-cards").click()
    takes = _with(page, "take")
    assert takes
    version = hands.version(page)
    page.locator(f'.ops-card[data-key="{takes[0]["action"]}"]').click()
    _moved(page, version)
    expect(page.locator(".log")).to_contain_text("takes the card")


@pytest.mark.timeout(60)
def test_by_touch_on_a_phone(browser: Browser, site: str, record: str) -> None:
    """A tap shows what a link costs, the button builds; nothing is wider than the screen."""
    context = browser.new_context(
        viewport=PHONE, has_touch=True, device_scale_factor=2, reduced_motion="reduce"
    )
    page = context.new_page()
    hands.bring(page, site, record)
    version = hands.version(page)
    page.locator('#chips .chip[data-key="build"]').tap()
    _moved(page, version)
    version = hands.version(page)
    page.locator("[data-list] button[value='from Syracuse']").dispatch_event("click")
    _moved(page, version)
    version = hands.version(page)
    page.locator("#chips .chip").first.tap()
    expect(page.locator("#main-action")).to_be_visible()
    assert hands.version(page) == version
    page.locator("#main-action").tap()
    _moved(page, version)
    for sheet in ("players", "cards", "log"):
        page.locator(f".tab-bar [data-sheet={sheet}]").tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    small = page.locator(".tab-bar button, #chips .chip:visible, .prompt .button:visible")
    heights = small.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(heights) >= 44


@pytest.mark.timeout(60)
def test_by_keyboard_alone(browser: Browser, site: str, record: str) -> None:
    """Numbers choose in the bar, arrows walk on the map, Enter builds."""
    page = browser.new_page(viewport=DESKTOP)
    hands.bring(page, site, record)
    _press(page, "1")
    page.keyboard.press("ArrowRight")
    focused = page.locator("#board .target:focus")
    expect(focused).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    _press(page, "Enter")
    assert _with(page, "out") or _with(page, "connect")


@pytest.mark.long
@pytest.mark.timeout(90)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_is_found(
    browser: Browser, site: str, record: str, scheme: Literal["light", "dark"]
) -> None:
    """The accessibility checker finds nothing: in the menu, the tabs, a delivery."""
    page = browser.new_page(viewport=DESKTOP, color_scheme=scheme, bypass_csp=True)
    hands.bring(page, site, record)
    for tab in ("log", "cards", "figures"):
        page.locator(f"#tab-{tab}").click()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    _chip(page, "deliver")
    _press(page, "1") if page.locator("#chips .chip").count() else _click(
        page, _with(page, "cube")[0]["path"][0]
    )
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def _act(page: Page, rng: Random) -> None:
    """Answer what is asked, as somebody who wants the game to end."""
    verbs = {offer["verb"] for offer in _offers(page)}
    for verb in ("ship", "cube", "deliver", "connect", "found", "grow"):
        offers = _with(page, verb)
        if offers:
            return _choose(page, offers[0] if verb == "ship" else rng.choice(offers))
    if "upgrade" in verbs and rng.random() < 0.4:
        return _choose(page, _with(page, "upgrade")[0])
    if "build" in verbs and rng.random() < 0.9:
        return _choose(page, _with(page, "build")[0])
    if "from" in verbs:
        return _choose(page, rng.choice(_with(page, "from")))
    for verb in ("pass", "done", "stop"):
        if verb in verbs:
            return _press(page, "n")
    if "back" in verbs:
        return _press(page, "Escape")
    return _choose(page, rng.choice(_offers(page)))


def _choose(page: Page, offer: dict[str, Any]) -> None:
    """By its chip, or on the map."""
    version = hands.version(page)
    chip = page.locator(f"#chips .chip[data-key='{offer['action']}']:visible")
    if chip.count():
        chip.click()
    else:
        spot = page.locator(f'#board .target[data-key="{offer["path"][0]}"]').first
        spot.dispatch_event("click")
        for key in offer["path"][1:]:
            under = f"{offer['verb']} "
            assert offer["action"].startswith(under), key
            page.locator(f"#chips .chip[data-key='{offer['action']}']").click()
    page.locator(f"#table:not([data-version='{version}']), .over-head").first.wait_for(
        timeout=hands.SOON, state="attached"
    )


def _play_on(page: Page, most: int) -> None:
    rng = Random(3)
    for _ in range(most):
        if not hands.wait_for_turn(page):
            return
        _act(page, rng)


@pytest.mark.timeout(120)
def test_a_turn_against_bots(browser: Browser, site: str) -> None:
    """The auction and the first actions with three bots; nothing goes wrong on the way."""
    page = browser.new_page(viewport=DESKTOP, reduced_motion="reduce")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    _open(page, site, "greedy", "greedy", "greedy", length="short")
    _play_on(page, 12)
    assert not errors
    assert "Turn 1 · round 1" in (page.locator(".log").text_content() or "")


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_whole_game(browser: Browser, site: str) -> None:
    """Against three bots to the end: the result tells sources, tycoons and turning points."""
    page = browser.new_page(viewport=DESKTOP, reduced_motion="reduce")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    _open(page, site, "greedy", "greedy", "greedy", length="short")
    _play_on(page, 900)
    assert not errors
    page.goto(page.url.split("?")[0])
    expect(page.locator(".over-head h1")).to_contain_text("point")
    expect(page.locator(".tycoons li")).to_have_count(4)
    expect(page.locator(".ranking li")).to_have_count(4)
    page.goto(page.url + "/charts")
    expect(page.locator(".charts h2").first).to_have_text("Points")


@pytest.mark.parametrize(
    ("lang", "least"), [("en", "$1,000"), ("de", "1.000\xa0$"), ("fr", "1\u202f000\u202f$")]
)
def test_amounts_are_written_as_the_language_does(
    browser: Browser, site: str, lang: str, least: str
) -> None:
    """Those to choose from as those in sentences."""
    page = browser.new_context(viewport=DESKTOP).new_page()
    page.goto(site)
    page.request.post(f"{site}/settings", form={"language": lang}, headers={"origin": site})
    table: dict[str, str | float | bool] = {"game": "tycoon", "seats": "2"}
    table |= {"seat-1": "here", "seat-2": "here", "name-1": "Ada", "name-2": "Ben"}
    made = page.request.post(f"{site}/tables", form=table, headers={"origin": site})
    page.goto(made.url)
    page.locator("#chips .chip").first.wait_for(timeout=hands.SOON)
    assert page.locator("#chips .chip").first.text_content() == least
    assert least in (page.locator("#main-action").text_content() or "")
