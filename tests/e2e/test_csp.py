"""No page needs a script or a style of its own: the browser never has to refuse one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.e2e.hands import SOON
from trainshed.games import games

WATCH = """
window.refused = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.refused.push(`${event.violatedDirective} ${event.sample} ${event.sourceFile}`));
"""
MOVES = 6
SHOWN = """() => {
    const table = document.getElementById("table");
    return !table || Number(table.dataset.version) > 25;
}"""
"""Some moves have been shown, or the game is over."""

pytestmark = pytest.mark.e2e


@pytest.fixture
def watched(page: Page) -> Iterator[Page]:
    """A page that notes what its policy refuses, and what its console complains about."""
    complaints: list[str] = []
    page.add_init_script(WATCH)
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_viewport_size({"width": 1280, "height": 800})
    yield page
    assert complaints == []


def settled(page: Page, address: str) -> None:
    """Open a page and let it do what it does at first; nothing may have been refused."""
    page.goto(address, wait_until="networkidle")
    assert page.evaluate("window.refused") == []


def opened(page: Page, site: str, game: str, *players: str) -> str:
    """A table with these players; its address."""
    seats = {f"seat-{n}": kind for n, kind in enumerate(players, 1)}
    form: dict[str, str | float | bool] = {"game": game, "seats": str(len(players)), **seats}
    answer = page.request.post(f"{site}/tables", form=form, max_redirects=0)
    assert answer.status == 303, answer.text()
    return site + answer.headers["location"]


@pytest.mark.parametrize("game", sorted(games()))
def test_the_pages_of_a_game(watched: Page, site: str, game: str) -> None:
    """The form, the table while it is played, its charts, its rules, its pictures."""
    least = games()[game].fewest()
    settled(watched, f"{site}/new/{game}")
    table = opened(watched, site, game, "here", *["greedy"] * (least - 1))
    settled(watched, table)
    for _ in range(MOVES):  # by the keyboard, whatever is offered
        watched.keyboard.press("1")
        watched.keyboard.press("Enter")
    assert watched.evaluate("window.refused") == []
    for path in ("/charts", "?at=1", "/continue?at=1"):
        settled(watched, table + path)
    for path in (f"/rules/{game}", f"/rulings/{game}", f"/pictures/{game}.svg"):
        settled(watched, site + path)
    settled(watched, f"{table}/board.svg")


@pytest.mark.parametrize("game", sorted(games()))
def test_what_bots_do_is_shown(watched: Page, site: str, game: str) -> None:
    """Their moves come and are animated; nothing that this takes is refused."""
    table = opened(watched, site, game, *["random"] * games()[game].fewest())
    watched.goto(table)
    watched.wait_for_function(SHOWN, timeout=4 * SOON)  # they move faster than a page draws
    assert watched.evaluate("window.refused") == []


def test_the_pages_around(watched: Page, site: str) -> None:
    """The first page, the lists, the account, an address where nothing is."""
    for path in ("/", "/search", "/account", "/maps", "/nowhere", "/people/nobody"):
        settled(watched, site + path)
    drawn = watched.request.post(f"{site}/maps", form={"box": "france"}, max_redirects=0)
    settled(watched, site + drawn.headers["location"])
