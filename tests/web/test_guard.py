"""Forms come from our own pages, and answers carry strict headers."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.datastructures import Headers
from starlette.routing import Route

from tests.web.visit import Visit
from trainshed.web.app import create
from trainshed.web.guard import ANYWHERE, HEADERS, is_own
from trainshed.web.limits import RATES

SITES = {None: True, "same-origin": True, "none": True, "same-site": False, "cross-site": False}
ORIGINS = {
    None: True,
    "http://testserver": True,
    "https://testserver": True,
    "http://evil.test": False,
    "http://testserver.evil.test": False,
    "http://testserver:81": False,
    "null": False,
    "testserver": False,
    "http://[": False,
    "http://": False,
    "": False,
}
CAME_FROM = {
    None: True,
    "": True,
    "http://testserver/t/x?at=1": True,
    "http://testserver": True,
    "http://testserver//evil.test/": True,
    "http://testserver///evil.test/": True,
    "http://testserver/\\evil.test/": True,
    "http://evil.test/": False,
    "https://evil.test/http://testserver/": False,
    "http://testserver@evil.test/": False,
    "//testserver/": False,
    "about:blank": False,
    "javascript:alert(1)": False,
    "http://[": False,
}
"""What a browser says of where a form is from, each by the header, and whether that is here."""
HOSTILE = (
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "http://evil.test"},
    {"origin": "null"},
    {"referer": "http://evil.test/"},
)


@pytest.mark.parametrize("path", ["*", "", "//"])
def test_an_odd_address_is_refused(visit: Visit, path: str) -> None:
    """Whoever asks what the server can do at all hears that there is nothing."""
    status = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b""}

    async def send(message: MutableMapping[str, Any]) -> None:
        status.append(message.get("status"))

    scope = {
        "type": "http",
        "method": "OPTIONS",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
        "client": ("testclient", 1),
        "server": ("testserver", 80),
        "scheme": "http",
    }
    visit.call(visit.site.app, scope, receive, send)
    assert status[0] in (404, 405)


@pytest.mark.parametrize("headers", HOSTILE)
def test_no_form_of_another_site_is_obeyed(visit: Visit, headers: dict[str, str]) -> None:
    """Every route that changes something asks where the form comes from.

    But for a link in a letter, which is its own proof.
    """
    browser = visit.browser()
    table = browser.open()
    posts = [
        route.path
        for route in visit.site.app.routes
        if isinstance(route, Route) and "POST" in (route.methods or ())
        if not route.path.startswith(ANYWHERE)
    ]
    assert len(posts) >= 20
    for path in posts:
        answer = browser.post(path.replace("{table}", table), {}, headers)
        assert answer.status_code == 403
        assert "another site" in answer.text
    assert visit.match(table).version == 1


def test_a_form_is_ours_if_all_that_tells_says_so() -> None:
    """Each combination of the three headers; none of them at all is a program."""
    named = ("sec-fetch-site", SITES), ("origin", ORIGINS), ("referer", CAME_FROM)
    for values in product(*(table.items() for _, table in named)):
        headers = {"host": "testserver"}
        for (name, _), (value, _) in zip(named, values, strict=True):
            headers |= {} if value is None else {name: value}
        assert is_own(Headers(headers)) is all(is_ours for _, is_ours in values), headers


def test_our_own_forms_are_obeyed(visit: Visit) -> None:
    """By any of the three headers, and without one."""
    browser = visit.browser()
    for headers in (
        {"sec-fetch-site": "same-origin"},
        {"origin": "http://testserver"},
        {"referer": "http://testserver/settings"},
        {},
    ):
        assert browser.post("/settings", {"theme": "dark"}, headers).status_code == 303


@pytest.mark.parametrize(
    ("address", "scheme", "is_sent"),
    [
        ("", "http", False),
        ("", "https", True),
        ("https://trains.example.org", "http", True),
        ("http://trains.example.org", "http", False),
    ],
)
def test_a_browser_is_told_to_come_by_https_alone(
    visit: Visit,
    address: str,
    scheme: str,
    is_sent: bool,  # noqa: FBT001
) -> None:
    """Where the site is known by such an address, or was asked by one; failures say so too."""
    visit.site.app.is_https = create(replace(visit.site.config, address=address)).is_https
    visit.site.app.middleware_stack = None
    for path in ("/", "/nowhere", "/health"):
        headers = visit.client.get(f"{scheme}://testserver{path}").headers
        assert ("strict-transport-security" in headers) is is_sent
        if is_sent:
            assert headers["strict-transport-security"] == "max-age=31536000"


def test_a_huge_form_is_refused(visit: Visit) -> None:
    """Announced or not."""
    browser = visit.browser()
    table = browser.open()
    data = {"version": "1", "action": "x" * 100_000}
    assert browser.post(f"/t/{table}/play", data).status_code == 413
    client = visit.client
    client.cookies = browser.cookies
    chunks = (b"action=" + b"x" * 1000 for _ in range(100))
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post(f"/t/{table}/play", content=chunks, headers=kind).status_code == 413
    assert browser.get(f"/t/{table}").status_code == 200


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"nonsense"),
        ("multipart/form-data; boundary=x", b"--x\r\nbroken"),
        ("application/x-www-form-urlencoded", b"&" * 10_000),
        ("application/x-www-form-urlencoded", b"%ff=%fe&version=%00"),
        ("application/json", b"{}"),
        ("text/plain", b"\xff\xfe"),
    ],
)
def test_a_malformed_form_is_refused_in_words(visit: Visit, kind: str, body: bytes) -> None:
    """A clear answer, never a failure of the site."""
    browser = visit.browser()
    table = browser.open()
    for path in ("/tables", f"/t/{table}/play", f"/t/{table}/sit", f"/t/{table}/standing"):
        answer = visit.client.post(path, content=body, headers={"content-type": kind})
        assert 400 <= answer.status_code < 500
        assert "<h1>" in answer.text


def test_every_page_has_strict_headers(visit: Visit) -> None:
    """Scripts only of our own, no frames, no guessing of types."""
    browser = visit.browser()
    for path in ("/", f"/t/{browser.open()}", "/nowhere", "/health"):
        headers = browser.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_a_failure_has_strict_headers_too(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer has them."""
    monkeypatch.setattr(visit.site.store, "tables", None)
    answer = visit.browser().get("/")
    assert answer.status_code == 500
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


def test_a_cookie_given_on_a_secure_line_stays_there(visit: Visit) -> None:
    """Only then, or it would be lost at home."""
    here, there = visit.client, "https://testserver"
    for path in ("/", "/new/rocket"):
        here.cookies.clear()
        assert "Secure" not in here.get(path).headers["set-cookie"]
        here.cookies.clear()
        assert "; Secure" in here.get(f"{there}{path}").headers["set-cookie"]
    chosen = here.post(f"{there}/settings", data={"theme": "dark"})
    assert "; Secure" in chosen.headers["set-cookie"]


def test_the_cookie_of_a_visitor_is_for_us_alone(visit: Visit) -> None:
    """Scripts cannot read it, other sites cannot use it; it is given once."""
    browser = visit.browser()
    cookie = browser.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in browser.get("/").headers


def test_pages_are_compressed(visit: Visit) -> None:
    """For browsers that can read it."""
    answer = visit.browser().get("/", {"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_an_address_with_odd_signs_leads_nowhere(visit: Visit) -> None:
    """Whatever it asks for: no database keeps them."""
    browser = visit.browser()
    routes = [it for it in visit.site.app.routes if isinstance(it, Route) and "{" in it.path]
    assert len(routes) >= 50
    for route in routes:
        path = re.sub(r"{[^}]+}", "a%00b", route.path)
        for method in route.methods or ():
            answer = browser.post(path, {}) if method == "POST" else browser.get(path)
            assert answer.status_code == 404
            assert "There is nothing at" in answer.text


def test_a_huge_address_is_refused(visit: Visit) -> None:
    """Whatever it asks for; one that a page of ours may send is answered."""
    browser = visit.browser()
    for path in ("/search?word=", "/api/v1/tables?list=", "/nowhere/"):
        assert browser.get(path + "x" * 9000).status_code == 414
    assert browser.get("/search?word=" + "x" * 6000).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/v1/games"])
def test_a_huge_head_is_refused(visit: Visit, path: str) -> None:
    """Whatever a browser sends along; what a browser may have of ours is far less."""
    browser = visit.browser()
    assert browser.get(path, {"cookie": f"a={'x' * 70_000}"}).status_code == 431
    assert browser.get(path, {"cookie": f"a={'x' * 30_000}"}).status_code == 200


@pytest.mark.parametrize("referer", CAME_FROM)
def test_nobody_is_sent_to_another_site(visit: Visit, referer: str | None) -> None:
    """By any form that leads back to where one was: that is here, or the form is refused."""
    headers = {} if referer is None else {"referer": referer}
    for path, fields in (("/settings", {"theme": "dark"}), ("/announcement", {"id": "1"})):
        answer = visit.browser().post(path, fields, headers)
        assert answer.status_code == (303 if CAME_FROM[referer] else 403)
        assert answer.headers.get("location", "/") in ("/", "/t/x?at=1")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/t/x/play", "move"),
        ("/t/x/leave", "move"),
        ("/t/x/invite", "move"),
        ("/tables", "table"),
        ("/import", "table"),
        ("/maps", "table"),
        ("/maps/upload", "table"),
        ("/maps/x/balance", "table"),
    ],
)
def test_whatever_costs_something_is_limited(visit: Visit, path: str, kind: str) -> None:
    """Whoever is too quick is asked to wait, before anything is looked at."""
    now = visit.site.limits._clock()
    visit.site.limits._clock = lambda: now
    browser = visit.browser()
    browser.get("/")
    found = [browser.post(path, {}).status_code for _ in range(RATES[kind].burst + 1)]
    assert 429 not in found[:-1]
    assert found[-1] == 429
