"""Passkeys: they are made, shown and taken away; an answer is good once, here and soon."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from httpx2 import Response
from starlette.requests import HTTPConnection

from tests.web.authenticator import Device
from tests.web.postgres import on_both
from tests.web.test_accounts import ADA, grow_old, made, opened, stop_the_clock
from tests.web.visit import Browser, Visit
from trainshed.web.database.rows import ACCOUNTS
from trainshed.web.database.store import Store
from trainshed.web.limits import RATES
from trainshed.web.people import passkeys
from trainshed.web.people.passkeys import Challenge, NoKey, Passkeys, Relying
from trainshed.web.settings import Config

HERE = "https://trains.example"
REFUSED = "This passkey was not accepted. Please try again."


@pytest.fixture
def visit(folder: Path, database: str) -> Iterator[Visit]:
    """A site that knows its own address."""
    found = Visit(Config(folder, database, 0.0, address=HERE))
    yield found
    found.stop()


def send(browser: Browser, step: str, body: object) -> Response:
    text = json.dumps(body).encode()
    return browser._send("POST", f"/account/passkey/{step}", content=text)


def ask(browser: Browser, purpose: str, **fields: str) -> dict[str, Any]:
    answer = send(browser, "ask", {"purpose": purpose, **fields})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def add(browser: Browser, device: Device, name: str = "Telephone") -> Response:
    credential = device.create(ask(browser, "add"))
    return send(browser, "answer", {"credential": credential, "name": name})


def show(browser: Browser, device: Device) -> Response:
    return send(browser, "answer", {"credential": device.get(ask(browser, "show"))})


def is_in(browser: Browser) -> bool:
    return "Sign out" in browser.get("/account").text


def fault(answer: Response) -> str:
    assert answer.status_code == 422
    return str(answer.json()["fault"])


@on_both
@pytest.mark.parametrize("counts", [True, False])
def test_a_passkey_signs_in(visit: Visit, *, counts: bool) -> None:
    """Whether the device counts or not, and as often as one likes."""
    ada, device = made(visit), Device(HERE, counts=counts)
    assert add(ada, device).json() == {"to": "/account"}
    page = ada.get("/account").text
    assert "Telephone" in page
    assert "last used" not in page
    other = visit.browser()
    other.get("/")
    table = opened(other)
    for to in ("/", "/account"):
        assert show(other, device).json() == {"to": to}
        assert is_in(other)
    assert 'data-mine="yes"' in other.get(f"/t/{table}").text
    assert "last used" in ada.get("/account").text


@on_both
def test_an_account_needs_no_password(visit: Visit) -> None:
    """It is made with a passkey alone, has no password to guess, and leaves by its name."""
    ada, device = visit.browser(), Device(HERE)
    ada.get("/")
    credential = device.create(ask(ada, "make", name="  Ada "))
    assert send(ada, "answer", {"credential": credential}).json() == {"to": "/?said=made"}
    assert is_in(ada)
    assert visit.browser().post("/account/in", {**ADA, "password": ""}).status_code == 422
    assert show(visit.browser(), device).json() == {"to": "/"}
    assert ada.post("/account/leave", {"name": "Ben"}).status_code == 422
    assert ada.post("/account/leave", {"name": "ada"}).status_code == 303
    assert fault(show(visit.browser(), device)) == REFUSED


def test_an_account_without_a_password_is_left_by_its_owner_alone(visit: Visit) -> None:
    """Everybody knows his name: who signed in a while ago shows his key again."""
    ada, device = visit.browser(), Device(HERE)
    ada.get("/")
    send(ada, "answer", {"credential": device.create(ask(ada, "make", name="Ada"))})
    grow_old(visit)
    refused = ada.post("/account/leave", {"name": "Ada"})
    assert refused.status_code == 422
    assert "sign in again" in refused.text
    assert show(ada, device).json() == {"to": "/account"}
    assert ada.post("/account/leave", {"name": "Ada"}).status_code == 303


def test_a_password_can_be_chosen_later(visit: Visit) -> None:
    """And then counts beside the passkey."""
    ada, device = visit.browser(), Device(HERE)
    ada.get("/")
    send(ada, "answer", {"credential": device.create(ask(ada, "make", name="Ada"))})
    assert ada.post("/account/password", {"password": ADA["password"]}).status_code == 200
    assert visit.browser().post("/account/in", ADA).status_code == 303
    assert show(visit.browser(), device).status_code == 200


def test_a_key_is_added_by_its_owner_alone(visit: Visit) -> None:
    """Who signed in a while ago gives his password, or shows a key that he has."""
    ada, device = made(visit), Device(HERE)
    add(ada, device)
    grow_old(visit)
    for password in ("", "a wrong one"):
        refused = send(ada, "ask", {"purpose": "add", "password": password})
        assert "Please give your password too" in fault(refused)
    second = Device(HERE)
    credential = second.create(ask(ada, "add", password=ADA["password"]))
    assert send(ada, "answer", {"credential": credential}).status_code == 200
    assert show(ada, device).json() == {"to": "/account"}
    assert add(ada, Device(HERE)).status_code == 200


def test_a_first_password_is_chosen_by_the_owner_alone(visit: Visit) -> None:
    """Where there is no old one to ask for, he shows his key again."""
    ada, device = visit.browser(), Device(HERE)
    ada.get("/")
    send(ada, "answer", {"credential": device.create(ask(ada, "make", name="Ada"))})
    grow_old(visit)
    assert ada.post("/account/password", {"password": ADA["password"]}).status_code == 422
    show(ada, device)
    answer = ada.post("/account/password", {"password": ADA["password"]})
    assert answer.status_code == 200
    assert "These passkeys still sign in" in answer.text


def test_names_are_checked_first(visit: Visit) -> None:
    """Nobody makes a key for an account that cannot be made."""
    made(visit)
    guest = visit.browser()
    guest.get("/")
    taken = send(guest, "ask", {"purpose": "make", "name": "ADA"})
    assert fault(taken) == "This name is taken."
    assert "letters" in fault(send(guest, "ask", {"purpose": "make", "name": ""}))
    credential = Device(HERE).create(ask(guest, "make", name="Ben"))
    made(visit, name="Ben")
    assert fault(send(guest, "answer", {"credential": credential})) == "This name is taken."


def test_an_answer_is_good_once(visit: Visit) -> None:
    """Also where the device counts nothing and the cookie was kept."""
    ada, device = made(visit), Device(HERE, counts=False)
    add(ada, device)
    thief = visit.browser()
    credential = device.get(ask(thief, "show"))
    cookie = thief.cookies.get("trainshed-passkey")
    assert cookie
    assert send(thief, "answer", {"credential": credential}).status_code == 200
    again = visit.browser()
    again.cookies.set("trainshed-passkey", cookie)
    assert fault(send(again, "answer", {"credential": credential})) == REFUSED
    assert not is_in(again)


@on_both
def test_a_device_that_counts_backwards_is_a_copy(visit: Visit) -> None:
    """Its answers are refused."""
    ada, device = made(visit), Device(HERE)
    add(ada, device)
    device.count = 7
    assert show(visit.browser(), device).status_code == 200
    device.count = 5
    assert fault(show(visit.browser(), device)) == REFUSED


def test_another_challenge_is_not_answered(visit: Visit) -> None:
    """Nor one without its cookie, nor one for something else."""
    ada, device = made(visit), Device(HERE)
    add(ada, device)
    one, two = visit.browser(), visit.browser()
    credential = device.get(ask(one, "show"))
    assert fault(send(two, "answer", {"credential": credential})) == REFUSED
    ask(two, "show")
    assert fault(send(two, "answer", {"credential": credential})) == REFUSED
    made_now = Device(HERE).create(ask(ada, "add"))
    ask(ada, "show")
    assert fault(send(ada, "answer", {"credential": made_now})) == REFUSED


@pytest.mark.parametrize(
    ("response", "more"),
    [
        ({"signature": "AAAAAAAA"}, {}),
        ({"signature": None}, {}),
        ({"clientDataJSON": "bm9uc2Vuc2U"}, {}),
        ({"authenticatorData": "AAAA"}, {}),
        ({}, {"id": "AAAA", "rawId": "AAAA"}),
        ({}, {"id": 7}),
        ({}, {"id": "ä"}),
        ({}, {"response": None}),
        ({}, {"type": "private-key"}),
    ],
)
def test_forged_answers_are_refused(
    visit: Visit, response: dict[str, object], more: dict[str, object]
) -> None:
    """All in the same words."""
    ada, device = made(visit), Device(HERE)
    add(ada, device)
    other = visit.browser()
    credential = device.get(ask(other, "show"))
    credential["response"] |= response
    assert fault(send(other, "answer", {"credential": credential | more})) == REFUSED
    assert not is_in(other)


def test_another_site_cannot_use_our_keys(visit: Visit) -> None:
    """What was signed for its origin is of no use here."""
    ada, device = made(visit), Device(HERE)
    add(ada, device)
    device.origin = "https://trains.example.evil"
    assert fault(show(visit.browser(), device)) == REFUSED
    assert fault(add(ada, Device("https://evil.example"))) == REFUSED


@on_both
def test_a_key_belongs_to_one_account(visit: Visit) -> None:
    """And to no second one; nobody adds one to the account of somebody else."""
    ada, ben, device = made(visit), made(visit, name="Ben"), Device(HERE)
    add(ada, device)
    assert "already" in fault(add(ben, device))
    options = ask(ada, "add")
    assert [it["id"] for it in options["excludeCredentials"]]
    cookie = ada.cookies.get("trainshed-passkey")
    ben.cookies.set("trainshed-passkey", cookie or "")
    credential = Device(HERE).create(options)
    assert fault(send(ben, "answer", {"credential": credential})) == REFUSED


def test_keys_have_an_end(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many and no more."""
    monkeypatch.setattr(passkeys, "MOST", 1)
    ada = made(visit)
    assert add(ada, Device(HERE)).status_code == 200
    assert add(ada, Device(HERE)).status_code == 422


@on_both
def test_a_key_is_taken_away(visit: Visit) -> None:
    """It opens nothing any more; nobody takes away that of somebody else, nor his only way in."""
    ada, ben, device = made(visit), made(visit, name="Ben"), Device(HERE)
    add(ada, device)
    found = visit.call(visit.site.people.named, "Ada")
    assert found is not None
    (key,) = visit.call(visit.site.passkeys.of, found[0])
    ben.post("/account/passkey/remove", {"passkey": key.id})
    assert show(visit.browser(), device).status_code == 200
    assert ada.post("/account/passkey/remove", {"passkey": key.id}).status_code == 303
    assert fault(show(visit.browser(), device)) == REFUSED
    cy = visit.browser()
    cy.get("/")
    send(cy, "answer", {"credential": Device(HERE).create(ask(cy, "make", name="Cy"))})
    found = visit.call(visit.site.people.named, "Cy")
    assert found is not None
    (key,) = visit.call(visit.site.passkeys.of, found[0])
    assert cy.post("/account/passkey/remove", {"passkey": key.id}).status_code == 422
    cy.post("/account/password", {"password": ADA["password"]})
    assert cy.post("/account/passkey/remove", {"passkey": key.id}).status_code == 303


def test_a_key_is_taken_away_by_its_owner_alone(visit: Visit) -> None:
    """Who signed in a while ago gives his password, also the new one that he has just chosen."""
    ada, devices = made(visit), (Device(HERE), Device(HERE))
    for device in devices:
        add(ada, device)
    found = visit.call(visit.site.people.named, "Ada")
    assert found is not None
    first, second = visit.call(visit.site.passkeys.of, found[0])
    grow_old(visit)
    for password in ("", "a wrong one"):
        refused = ada.post("/account/passkey/remove", {"passkey": first.id, "password": password})
        assert "Please give your password too" in refused.text
    removal = {"passkey": first.id, "password": ADA["password"]}
    assert ada.post("/account/passkey/remove", removal).status_code == 303
    assert visit.call(visit.site.passkeys.of, found[0]) == [second]
    ada.post("/account/password", {"old": ADA["password"], "password": "difference engine"})
    assert ada.post("/account/passkey/remove", {"passkey": second.id}).status_code == 303


def test_a_closed_account_stays_out(visit: Visit) -> None:
    """With a passkey too."""
    ada, device = made(visit), Device(HERE)
    add(ada, device)
    visit.call(visit._write, sa.update(ACCOUNTS).values(banned=True))
    assert fault(show(visit.browser(), device)) == "This account has been closed."


@pytest.mark.parametrize("step", ["ask", "answer"])
@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"purpose": 3}', b'{"purpose": "rob"}'])
def test_nonsense_is_refused(visit: Visit, step: str, body: bytes) -> None:
    """In words, as JSON."""
    answer = visit.browser()._send("POST", f"/account/passkey/{step}", content=body)
    assert fault(answer)


def test_guests_add_and_others_make_nothing(visit: Visit) -> None:
    """Who is signed in makes no second account, who is not adds to none."""
    assert fault(send(visit.browser(), "ask", {"purpose": "add"}))
    assert fault(send(made(visit), "ask", {"purpose": "make", "name": "Ben"}))
    assert visit.browser().post("/account/passkey/remove", {}).status_code == 403


def test_asking_has_an_end(visit: Visit) -> None:
    """After a few tries one has to wait."""
    stop_the_clock(visit)
    guest = visit.browser()
    answers = [
        send(guest, "ask", {"purpose": "show"}).status_code
        for _ in range(RATES["passkey"].burst + 1)
    ]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_other_sites_cannot_ask(visit: Visit) -> None:
    """Only our own pages."""
    headers = {"sec-fetch-site": "cross-site"}
    answer = visit.browser()._send(
        "POST", "/account/passkey/ask", content=b'{"purpose": "show"}', headers=headers
    )
    assert answer.status_code == 403


def test_a_challenge_is_hidden_and_strict(visit: Visit) -> None:
    """No script reads its cookie and no other address gets it."""
    answer = send(visit.browser(), "ask", {"purpose": "show"})
    cookie = answer.headers["set-cookie"]
    for word in ("HttpOnly", "SameSite=Strict", "Path=/account/passkey", "Max-Age=300"):
        assert word in cookie


def test_a_challenge_lasts_five_minutes(database: str) -> None:
    """Not longer, and not where somebody has changed it or made it up."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    keys = Passkeys(Store(database), "secret", clock=lambda: now)
    challenge = Challenge("show", b"123", "")
    sealed = keys.sealed(challenge)
    now += timedelta(minutes=5)
    assert keys.opened(sealed) == challenge
    now += timedelta(seconds=1)
    for cookie in (sealed, sealed[:-2], "", "WyJzaG93Il0.x"):
        with pytest.raises(NoKey):
            keys.opened(cookie)
    with pytest.raises(NoKey):
        Passkeys(Store(database), "another", clock=lambda: now).opened(keys.sealed(challenge))


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://trains.example", Relying("trains.example", "https://trains.example")),
        ("https://trains.example:8443", Relying("trains.example", "https://trains.example:8443")),
        ("http://localhost:1861", Relying("localhost", "http://localhost:1861")),
        ("http://trains.example", None),
        ("http://127.0.0.1:1861", None),
        ("https://192.0.2.1", None),
        ("https://[::1]:443", None),
    ],
)
def test_where_browsers_use_passkeys(database: str, address: str, expected: Relying | None) -> None:
    """Over https with a name, and on this machine; the address of the request counts likewise."""
    scope = {"type": "http", "path": "/", "headers": [], "query_string": b"", "server": ("x", 80)}
    keys = Passkeys(Store(database), "secret", address)
    assert keys.relying(HTTPConnection({**scope, "scheme": "http"})) == expected
    scheme, _, host = address.partition("://")
    asked = {**scope, "scheme": scheme, "headers": [(b"host", host.encode())]}
    assert Passkeys(Store(database), "secret").relying(HTTPConnection(asked)) == expected


def test_nothing_is_offered_where_it_would_not_work(start: Callable[..., Visit]) -> None:
    """On a plain connection to elsewhere."""
    visit = start()
    assert "passkey" not in visit.browser().get("/account").text
    assert fault(send(visit.browser(), "ask", {"purpose": "show"}))
    assert fault(send(visit.browser(), "answer", {"credential": {}}))


def test_a_passkey_leads_back_to_the_table(visit: Visit) -> None:
    """Whoever signs in with it on the way is there again."""
    ada, device = made(visit), Device(HERE)
    add(ada, device)
    guest = visit.browser()
    credential = device.get(ask(guest, "show"))
    assert send(guest, "answer?back=/t/abc", {"credential": credential}).json() == {"to": "/t/abc"}
