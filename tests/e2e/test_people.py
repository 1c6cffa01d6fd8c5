"""People in a real browser: passkeys of a device, settings that are seen at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, Page, expect

pytestmark = pytest.mark.e2e

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
FILLS = """() => [...document.querySelectorAll('#badge-blue > circle')]
    .map(one => getComputedStyle(one).fill)[0]"""


@pytest.fixture
def here(site: str) -> str:
    """The site by a name: browsers keep no passkey for a number."""
    return site.replace("127.0.0.1", "localhost")


def device(page: Page) -> tuple[CDPSession, str]:
    """Give the browser a device that keeps passkeys."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return session, str(made["authenticatorId"])


def test_a_passkey_from_beginning_to_end(page: Page, here: str) -> None:
    """An account without a password, out and in again, a second key that cannot be made twice."""
    session, key = device(page)
    page.goto(f"{here}/account")
    new = page.locator('form[action="/account/new"]')
    new.get_by_label("Name").fill("Ada Passkey")
    new.get_by_role("button", name="With a passkey").click()
    page.wait_for_url(f"{here}/?said=made")
    page.goto(f"{here}/account")
    expect(page.locator("#passkeys li")).to_have_count(1)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("#passkeys [role=alert]")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{here}/account")
    old = page.locator('form[action="/account/in"]')
    old.get_by_role("button", name="With a passkey").click()
    page.wait_for_url(f"{here}/")
    page.goto(f"{here}/account")
    expect(page.get_by_role("heading", name="Ada Passkey")).to_be_visible()
    expect(page.locator("#passkeys li")).to_contain_text("last used")
    session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": key})


def test_an_unknown_passkey_is_told(page: Page, here: str) -> None:
    """In a sentence beside the button; nothing else happens."""
    page.goto(f"{here}/account")
    device(page)
    page.evaluate(
        """() => navigator.credentials.create({publicKey: {
            challenge: new Uint8Array(32), rp: {id: 'localhost', name: 'x'},
            user: {id: new Uint8Array(8), name: 'x', displayName: 'x'},
            pubKeyCredParams: [{type: 'public-key', alg: -7}],
            authenticatorSelection: {residentKey: 'required'}}})"""
    )
    old = page.locator('form[action="/account/in"]')
    old.get_by_role("button", name="With a passkey").click()
    expect(old.get_by_role("alert")).to_have_text(
        "This passkey was not accepted. Please try again."
    )


def test_patterns_are_seen_at_once(page: Page, site: str) -> None:
    """On the badges of players, without loading the page again, and afterwards too."""
    page.goto(f"{site}/settings")
    assert "pattern" not in page.evaluate(FILLS)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_label("Patterns on colours").select_option("on")
    assert "pattern-blue" in page.evaluate(FILLS)
    page.goto(f"{site}/")
    expect(page.locator("html")).to_have_attribute("data-patterns", "on")
    assert "pattern-blue" in page.evaluate(FILLS)
