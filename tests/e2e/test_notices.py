"""What waits is seen on every page; the site can be installed; its worker shows what it hears."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

pytestmark = pytest.mark.e2e

TABLE: dict[str, str | float | bool] = {
    "game": "rocket",
    "seats": "2",
    "seat-1": "here",
    "name-1": "Ada",
    "seat-2": "here",
    "name-2": "Ben",
}
RING = """() => {
  document.documentElement.dataset.sound = "on";
  globalThis.rung = [];
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    globalThis.rung.push(createOscillator.call(this));
    return globalThis.rung.at(-1);
  };
}"""
CHIMES = "globalThis.rung.filter((it) => it.frequency.value === 659).length"
"""How often the first note of *your turn* was heard."""


def _open(context: BrowserContext, site: str, **fields: str) -> str:
    """Open a table at which both seats are one's own; its address."""
    answer = context.request.post(f"{site}/tables", form={**TABLE, **fields}, max_redirects=0)
    return f"{site}{answer.headers['location']}"


def _hide(page: Page, *, is_hidden: bool) -> None:
    """Let the page believe that nobody sees it."""
    page.evaluate(
        """(is) => {
          Object.defineProperty(document, "hidden", { value: is, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_every_page_tells_how_many_tables_wait(browser: Browser, site: str) -> None:
    """In its title and on its icon, when one comes back to it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/search")
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile("favicon.svg"))
    _open(context, site)
    _hide(page, is_hidden=False)
    expect(page).to_have_title(re.compile("^● "))
    expect(icon).to_have_attribute("href", re.compile("favicon-waiting.svg"))
    table = _open(context, site)
    _hide(page, is_hidden=False)
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    page.goto(table)
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    context.close()


def test_a_hidden_page_rings_when_a_table_waits(browser: Browser, site: str) -> None:
    """If its visitor wants to hear it; with a frozen clock, so that the minute is over at once."""
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    page.goto(f"{site}/maps")
    expect(page).to_have_title(re.compile("^[^●(]"))
    page.evaluate(RING)
    _hide(page, is_hidden=True)
    _open(context, site)
    with page.expect_response("**/waiting"):
        page.clock.run_for(61_000)
    expect(page).to_have_title(re.compile("^● "))
    assert page.evaluate(CHIMES) == 1
    with page.expect_response("**/waiting"):
        page.clock.run_for(61_000)
    assert page.evaluate(CHIMES) == 1
    context.close()


def _play(context: BrowserContext, table: str) -> bool:
    """Play the first action that is offered; False where one is not asked."""
    text = context.request.get(table).text()
    version = re.search(r'data-version="(\d+)"', text)
    offers = re.search(r'id="offers"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert version is not None
    assert offers is not None
    if 'data-mine="yes"' not in text:
        return False
    action = json.loads(offers[1])["offers"][0]["action"]
    context.request.post(f"{table}/play", form={"version": version[1], "action": action})
    return True


def test_a_hidden_table_rings_when_one_is_asked(browser: Browser, site: str) -> None:
    """Though nothing is painted there."""
    ada, ben = browser.new_context(), browser.new_context()
    table = _open(ada, site, **{"seat-2": "elsewhere"})
    ben.request.post(f"{table}/sit", form={"seat": "1", "name": "Ben"})
    while _play(ada, table):
        pass
    page = ada.new_page()
    page.goto(table)
    page.evaluate(RING)
    page.evaluate("globalThis.requestAnimationFrame = () => 0")
    _hide(page, is_hidden=True)
    while _play(ben, table):
        pass
    expect(page.locator("#table")).to_have_attribute("data-mine", "yes")
    heard = f"""async () => {{
      while (!({CHIMES})) await new Promise((go) => setTimeout(go, 50));
      return {CHIMES};
    }}"""
    assert page.evaluate(heard) == 1
    expect(page).to_have_title(re.compile("^● "))
    ada.close()
    ben.close()


def _worker(page: Page) -> None:
    """Wait until the worker is at work and has taken over the page."""
    page.evaluate(
        """async () => {
          await navigator.serviceWorker.ready;
          while (navigator.serviceWorker.controller?.state !== "activated")
            await new Promise((go) => setTimeout(go, 20));
        }"""
    )


def test_the_site_can_be_installed_and_says_when_it_is_out_of_reach(
    browser: Browser, site: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/search")
    _worker(page)
    devtools = context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    faults = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [it["errorId"] for it in faults if it["errorId"] != "in-incognito"] == []
    page.reload()
    context.set_offline(True)
    page.goto(f"{site}/maps")
    expect(page.locator("h1")).to_have_text("Trainshed is out of reach")
    expect(page.locator(".head")).to_have_css("display", "flex")
    context.set_offline(False)
    page.locator("main a.button").click()
    expect(page.locator("h1")).not_to_have_text("Trainshed is out of reach")
    context.close()


def test_the_worker_shows_what_the_site_tells(browser: Browser, site: str) -> None:
    context = browser.new_context(permissions=["notifications"])
    page = context.new_page()
    versions: list[Any] = []
    devtools = context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda it: versions.extend(it["registrations"])
    )
    devtools.send("ServiceWorker.enable")
    page.goto(f"{site}/search")
    _worker(page)
    known = next(it["registrationId"] for it in versions if it["scopeURL"] == f"{site}/")
    told = {"event": "turn", "title": "Your turn: Ours", "text": "x", "path": "/t/1", "table": "1"}
    message = {"origin": site, "registrationId": known, "data": json.dumps(told)}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    shown = page.evaluate(
        """async () => {
          const ready = await navigator.serviceWorker.ready;
          let found = [];
          while (!found.length) {
            await new Promise((go) => setTimeout(go, 50));
            found = await ready.getNotifications();
          }
          return found.map((it) => [it.title, it.tag, it.data.path]);
        }"""
    )
    assert shown == [["Your turn: Ours", "1", "/t/1"]]
    context.close()
