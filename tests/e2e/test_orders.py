"""Orders and the digest in a browser: what is filled in stays, what was missed is shown again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.hands import SOON

pytestmark = pytest.mark.e2e

SEATS = {"seats": "2", "seat-1": "here", "name-1": "Ada", "seat-2": "elsewhere"}
TSR = "form[data-order='proxy TSR']"


@pytest.fixture
def pair(browser: Browser, site: str) -> tuple[Page, Page]:
    """Two players at a table of 1861 where TSR is on offer: who is asked, and the other."""
    ada, ben = browser.new_context().new_page(), browser.new_context().new_page()
    for page in (ada, ben):
        page.goto(site)
    while True:
        forms: dict[str, str | float | bool] = {
            "game": "1861",
            "option-edition": "reprint",
            **SEATS,
        }
        made = ada.request.post(f"{site}/tables", form=forms, headers={"origin": site})
        table = made.url.split("?")[0]
        ben.request.post(
            f"{table}/sit", form={"seat": "1", "name": "Ben"}, headers={"origin": site}
        )
        for page in (ada, ben):
            page.goto(table)
            page.wait_for_load_state()
        if "TSR" in ada.inner_text("#question"):
            break
    is_first = ada.locator("#table").get_attribute("data-mine") == "yes"
    return (ada, ben) if is_first else (ben, ada)


def bid(page: Page) -> None:
    """Bid what is proposed."""
    expect(page.locator("#table[data-mine=yes]")).to_be_visible(timeout=SOON)
    page.locator("#main-action").click()
    expect(page.locator("#table[data-mine=no]")).to_be_visible(timeout=SOON)


def test_what_is_filled_in_outlives_a_move_of_the_other(pair: tuple[Page, Page]) -> None:
    """An amount and an alarm that was taken away; then the order is left, and acts."""
    asked, other = pair
    other.locator("#tab-standing").click()
    form = other.locator(TSR)
    form.locator("summary").click()
    form.locator("input[type=checkbox]").uncheck()
    form.locator("input[name=most]").fill("45")
    bid(asked)
    expect(other.locator("#table[data-mine=yes]")).to_be_visible(timeout=SOON)
    expect(form.locator("input[name=most]")).to_have_value("45")
    expect(form.locator("input[type=checkbox]")).to_be_visible()
    expect(form.locator("input[type=checkbox]")).not_to_be_checked()
    form.get_by_role("button").click()
    expect(asked.locator("#table[data-mine=yes]")).to_be_visible(timeout=SOON)
    given = other.locator(".errand.given")
    expect(given).to_contain_text("45")
    given.get_by_role("button", name="Take back").click()
    expect(given).to_have_count(0)


def test_who_comes_back_sees_what_happened_and_can_replay_it(pair: tuple[Page, Page]) -> None:
    """The digest is open once; the replay ends at the present."""
    asked, other = pair
    bid(asked)
    table = asked.url
    asked.goto(table.rpartition("/t/")[0])
    bid(other)
    asked.goto(table)
    digest = asked.locator("#digest")
    expect(digest).to_have_attribute("open", "")
    expect(digest.locator(".digest-told li")).to_have_count(1)
    since = digest.get_attribute("data-since")
    asked.locator("#replay").click()
    expect(asked.locator(f"#table[data-at='{since}']")).to_be_attached(timeout=SOON)
    expect(asked.locator("#replay[aria-pressed=true]")).to_be_visible()
    expect(asked.locator("#table[data-live=yes]")).to_be_attached(timeout=SOON)
    expect(asked.locator("#replay[aria-pressed=false]")).to_be_visible(timeout=SOON)
    asked.reload()
    expect(asked.locator("#chips > *")).not_to_have_count(0)
    expect(digest).not_to_have_attribute("open", "")
    digest.locator("summary").click()
    expect(digest.locator(".digest-told li")).to_have_count(1)
