"""Links by e-mail: each is good once and not for long, and tells nobody who has an account."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.web.authenticator import Device
from tests.web.postgres import on_both
from tests.web.test_accounts import ADA, grow_old, made, opened, stop_the_clock
from tests.web.test_notices import subscribe
from tests.web.test_passkeys import add
from tests.web.test_push import Phone
from tests.web.visit import Browser, Visit
from trainshed.core import language
from trainshed.web.database.kept import Account
from trainshed.web.database.rows import ACCOUNTS
from trainshed.web.limits import RATES
from trainshed.web.notices.post import Letter, NotSent, Post
from trainshed.web.people.joining import PATH, Joining
from trainshed.web.people.letters import Links
from trainshed.web.settings import Mail

HERE = "https://trains.example"
MAIL = "ada@engine.example"
SERVER = Mail(host="localhost", sender="shed@trains.example")
UNIFORM = "A letter is on its way. The link in it signs you in, or makes an account"


@pytest.fixture
def visit(start: Callable[..., Visit], letters: list[Letter]) -> Visit:
    """A site that can send mail."""
    return start(address=HERE, mail=SERVER)


def link(letter: Letter, kind: str = "link") -> str:
    """The path in a letter."""
    found = re.search(rf"^{HERE}(/account/{kind}/[\w.-]+)$", letter.text, re.MULTILINE)
    assert found
    return found[1]


def joined(visit: Visit, letters: list[Letter], mail: str = MAIL) -> tuple[Browser, str]:
    """A guest who has asked for a link without having an account, and its path."""
    guest = visit.browser()
    guest.get("/")
    assert UNIFORM in guest.post("/account/mail/in", {"mail": mail}).text
    assert letters[-1].to == mail
    return guest, link(letters.pop(), "join")


def confirmed(visit: Visit, letters: list[Letter], name: str = "Ada", mail: str = MAIL) -> Browser:
    """Somebody with an account and an address."""
    browser = made(visit, name=name)
    browser.post("/account/mail", {"mail": mail})
    assert browser.post(link(letters.pop()), {}).status_code == 200
    return browser


def is_in(browser: Browser) -> bool:
    return "Sign out" in browser.get("/account").text


@on_both
def test_an_address_is_confirmed_by_a_link(visit: Visit, letters: list[Letter]) -> None:
    """Not before; whoever opens the link has done nothing yet."""
    ada = made(visit)
    answer = ada.post("/account/mail", {"mail": " Ada@Engine.example "})
    assert f"A letter is on its way to {MAIL}." in answer.text
    (letter,) = letters
    assert letter.to == MAIL
    visit.browser().post("/account/mail/in", {"mail": MAIL})
    assert link(letters[1], "join")
    for _ in range(2):
        page = visit.browser().get(link(letter))
        assert page.status_code == 200
        assert page.headers["cache-control"] == "no-store"
        assert MAIL in page.text
    assert "confirmed:" not in ada.get("/account").text
    assert ada.post(link(letter), {}).status_code == 200
    assert "confirmed:" in ada.get("/account").text
    assert ada.post(link(letter), {}).status_code == 404


@on_both
def test_a_link_signs_in_once(visit: Visit, letters: list[Letter]) -> None:
    """What was begun as a guest goes with the account."""
    confirmed(visit, letters)
    guest = visit.browser()
    guest.get("/")
    table = opened(guest)
    assert UNIFORM in guest.post("/account/mail/in", {"mail": MAIL.upper()}).text
    path = link(letters[0])
    assert "Sign in as Ada" in guest.get(path).text
    assert not is_in(guest)
    assert guest.post(path, {}).status_code == 303
    assert is_in(guest)
    assert 'data-mine="yes"' in guest.get(f"/t/{table}").text
    other = visit.browser()
    assert other.get(path).status_code == 404
    assert other.post(path, {}).status_code == 404
    assert not is_in(other)


def test_nobody_learns_which_addresses_we_know(visit: Visit, letters: list[Letter]) -> None:
    """The answers are the same to the letter; what is sent only who reads the mail can tell."""
    confirmed(visit, letters)
    known = visit.browser().post("/account/mail/in", {"mail": MAIL})
    other = visit.browser().post("/account/mail/in", {"mail": "ben@engine.example"})
    assert known.status_code == other.status_code == 200
    assert known.text == other.text
    assert [it.to for it in letters] == [MAIL, "ben@engine.example"]
    assert link(letters[0])
    assert link(letters[1], "join")


def test_an_account_is_made_by_a_link(visit: Visit, letters: list[Letter]) -> None:
    """Its owner chooses a name; his address is confirmed, and what he had as a guest is his."""
    guest, path = joined(visit, letters)
    table = opened(guest)
    for _ in range(2):
        page = guest.get(path)
        assert page.status_code == 200
        assert page.headers["cache-control"] == "no-store"
        assert MAIL in page.text
    assert visit.call(visit.site.people.addressed, MAIL) is None
    assert guest.post(path, {"name": " Ada "}).status_code == 303
    account = guest.get("/account").text
    assert "<h1>Ada</h1>" in account
    assert "confirmed:" in account
    assert 'data-mine="yes"' in guest.get(f"/t/{table}").text
    assert guest.post("/account/mail/remove", {}).status_code == 422  # his only way in
    other = visit.browser()
    other.post("/account/mail/in", {"mail": MAIL})
    assert other.post(link(letters[0]), {}).status_code == 303
    assert is_in(other)


def test_a_link_makes_one_account(visit: Visit, letters: list[Letter]) -> None:
    """Also where somebody asks for several."""
    (guest, first), (other, second) = joined(visit, letters), joined(visit, letters)
    assert guest.post(first, {"name": "Ada"}).status_code == 303
    for path in (first, second):
        assert other.get(path).status_code == 404
        assert other.post(path, {"name": "Ben"}).status_code == 404
    assert not is_in(other)
    assert visit.call(visit.site.people.named, "Ben") is None


def test_an_address_that_is_taken_meanwhile_makes_no_account(
    visit: Visit, letters: list[Letter], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where two ask in the same moment: the database knows each address once."""
    guest, path = joined(visit, letters)
    confirmed(visit, letters)
    people, looks = visit.site.people, 0
    found = people.addressed

    async def addressed(mail: str) -> Account | None:
        nonlocal looks
        looks += 1
        return None if looks == 1 else await found(mail)

    monkeypatch.setattr(people, "addressed", addressed)
    assert guest.post(path, {"name": "Ben"}).status_code == 404
    assert visit.call(people.named, "Ben") is None


@pytest.mark.parametrize(
    ("name", "fault"),
    [("", "A name has 1 to 40 letters."), ("A/b", "A name has"), ("ben", "This name is taken.")],
)
def test_a_link_is_good_until_a_name_is_found(
    visit: Visit, letters: list[Letter], name: str, fault: str
) -> None:
    """What is wrong with one is said, and another may be tried."""
    made(visit, name="Ben")
    guest, path = joined(visit, letters)
    answer = guest.post(path, {"name": name})
    assert answer.status_code == 422
    assert fault in answer.text
    assert not is_in(guest)
    assert guest.post(path, {"name": "Ada"}).status_code == 303


def test_a_link_to_make_an_account_lasts_half_an_hour() -> None:
    """By what stands in it, which nobody can change."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    joining = Joining("a secret", lambda: now)
    token = joining.path(MAIL).removeprefix(PATH)
    now += timedelta(minutes=30)
    assert joining.opened(token) == MAIL
    assert Joining("another secret", lambda: now).opened(token) == ""
    now += timedelta(seconds=1)
    assert joining.opened(token) == ""


def test_a_link_that_we_did_not_write_makes_no_account(visit: Visit, letters: list[Letter]) -> None:
    """Nor one that signs in."""
    guest, path = joined(visit, letters)
    confirmed(visit, letters, mail="ben@engine.example")
    visit.browser().post("/account/mail/in", {"mail": "ben@engine.example"})
    other = link(letters[0]).replace("/link/", "/join/")
    for forged in (f"{path}x", "/account/join/x", other):
        assert guest.get(forged).status_code == 404
        assert guest.post(forged, {"name": "Eve"}).status_code == 404


def test_trying_links_has_an_end(visit: Visit) -> None:
    """For one visitor, whatever he writes."""
    stop_the_clock(visit)
    tried = [
        visit.browser().get(f"/account/join/{n}").status_code
        for n in range(RATES["passkey"].burst + 1)
    ]
    assert tried[-2:] == [404, 429]


def test_a_letter_to_a_stranger_speaks_the_language_of_who_asks(
    visit: Visit, letters: list[Letter]
) -> None:
    """There is no account yet whose language could count."""
    german = {"accept-language": "de"}
    visit.browser().post("/account/mail/in", {"mail": MAIL}, headers=german)
    assert letters[0].subject == language("de").gettext("Your link to make an account")


@pytest.mark.parametrize(
    "mail",
    [
        "",
        "ada",
        "ada@",
        "@engine.example",
        "ada@engine",
        "a@b@c.example",
        "a b@engine.example",
        "ada@engine.example\nbcc:x@y.example",
        "<ada@engine.example>",
        "a" * 200 + "@x.example",
    ],
)
def test_what_is_no_address_is_refused(visit: Visit, letters: list[Letter], mail: str) -> None:
    """For signing in and for an account."""
    ada = made(visit)
    for path in ("/account/mail", "/account/mail/in"):
        answer = ada.post(path, {"mail": mail})
        assert answer.status_code == 422
        assert "This is no e-mail address." in answer.text
    assert letters == []


@on_both
def test_an_address_belongs_to_one_account(visit: Visit, letters: list[Letter]) -> None:
    """Who reads its mail learns that it is taken, nobody else."""
    confirmed(visit, letters)
    ben = made(visit, name="Ben")
    answer = ben.post("/account/mail", {"mail": MAIL})
    assert f"A letter is on its way to {MAIL}." in answer.text
    assert ben.post(link(letters[0]), {}).status_code == 422
    assert "confirmed:" not in ben.get("/account").text


@on_both
def test_an_address_is_removed(visit: Visit, letters: list[Letter]) -> None:
    """Links that are under way then open nothing."""
    ada = confirmed(visit, letters)
    visit.browser().post("/account/mail/in", {"mail": MAIL})
    assert ada.post("/account/mail/remove", {}).status_code == 303
    assert "confirmed:" not in ada.get("/account").text
    assert visit.browser().post(link(letters[0]), {}).status_code == 404


def test_the_only_way_in_stays(visit: Visit, letters: list[Letter]) -> None:
    """Without password and passkey, the address is needed."""
    ada = confirmed(visit, letters)
    visit.call(visit._write, sa.update(ACCOUNTS).values(password=None))
    assert ada.post("/account/mail/remove", {}).status_code == 422
    assert "confirmed:" in ada.get("/account").text


@on_both
def test_a_new_password_ends_links(visit: Visit, letters: list[Letter]) -> None:
    """As it ends sessions and tokens."""
    ada = confirmed(visit, letters)
    visit.browser().post("/account/mail/in", {"mail": MAIL})
    ada.post("/account/password", {"old": ADA["password"], "password": "difference engine"})
    assert visit.browser().post(link(letters[0]), {}).status_code == 404


@on_both
def test_who_forgot_his_password_chooses_another(visit: Visit, letters: list[Letter]) -> None:
    """By a link to his mail: all else that let somebody in ends, or is shown to be removed."""
    ada, device = confirmed(visit, letters), Device(HERE)
    assert add(ada, device, "Lost telephone").status_code == 200
    assert subscribe(ada, Phone()).status_code == 204
    visit.browser().post("/account/mail/in", {"mail": MAIL})
    path, browser = link(letters[0]), visit.browser()
    short = browser.post(path, {"password": "short"})
    assert short.status_code == 422
    assert "A password has 8 to 200 characters." in short.text
    answer = browser.post(path, {"password": "difference engine"})
    assert answer.status_code == 200
    assert "Lost telephone" in answer.text
    assert "/account/passkey/remove" in answer.text
    assert is_in(browser)
    assert not is_in(ada)
    account = visit.call(visit.site.people.named, "Ada")
    assert account is not None
    assert visit.call(visit.site.couriers.tidings.subscriptions, account[0].id) == []
    assert visit.browser().post("/account/in", ADA).status_code == 422
    fresh = {**ADA, "password": "difference engine"}
    assert visit.browser().post("/account/in", fresh).status_code == 303
    assert visit.browser().post(path, {"password": "difference engine"}).status_code == 404


@pytest.mark.parametrize("path", ["/account/mail", "/account/mail/remove"])
def test_an_address_changes_for_its_owner_alone(
    visit: Visit, letters: list[Letter], path: str
) -> None:
    """Who signed in a while ago proves again who he is, by his password or by signing in."""
    ada, fields = confirmed(visit, letters), {"mail": "lovelace@engine.example"}
    grow_old(visit)
    assert "Your password, to be sure" in ada.get("/account").text
    for password in ("", "a wrong one"):
        answer = ada.post(path, {**fields, "password": password})
        assert answer.status_code == 422
        assert "Please give your password too" in answer.text
    assert letters == []
    assert MAIL in ada.get("/account").text
    assert ada.post(path, {**fields, "password": ADA["password"]}).status_code in (200, 303)
    ada.post("/account/in", ADA)
    assert "Your password, to be sure" not in ada.get("/account").text


def test_a_closed_account_gets_no_link(visit: Visit, letters: list[Letter]) -> None:
    """And one that it has opens nothing."""
    confirmed(visit, letters)
    visit.browser().post("/account/mail/in", {"mail": MAIL})
    visit.call(visit._write, sa.update(ACCOUNTS).values(banned=True))
    browser = visit.browser()
    assert browser.post(link(letters[0]), {}).status_code == 422
    assert not is_in(browser)
    visit.browser().post("/account/mail/in", {"mail": MAIL})
    assert len(letters) == 1


def test_a_letter_speaks_the_language_of_the_account(visit: Visit, letters: list[Letter]) -> None:
    """Whatever the browser speaks that asks for it."""
    ada = confirmed(visit, letters)
    ada.post("/settings", {"language": "de"})
    visit.browser().post("/account/mail/in", {"mail": MAIL})
    assert link(letters[0])
    assert "“Ada”" in letters[0].text or "„Ada“" in letters[0].text


def test_letters_have_an_end(visit: Visit, letters: list[Letter]) -> None:
    """For one mailbox, and for one visitor whatever he writes; known or not is all the same."""
    stop_the_clock(visit)
    asked = [
        visit.browser().post("/account/mail/in", {"mail": MAIL}).status_code
        for _ in range(RATES["mailbox"].burst + 1)
    ]
    assert asked[-2:] == [200, 429]
    others = [
        visit.browser().post("/account/mail/in", {"mail": f"a{n}@x.example"}).status_code
        for n in range(RATES["letter"].burst)
    ]
    assert others[0] == 200
    assert others[-1] == 429


def test_a_letter_that_cannot_be_sent_is_no_failure(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, letters: list[Letter]
) -> None:
    """The answer is out already, and the same."""
    confirmed(visit, letters)

    async def fail(self: Post, letter: Letter) -> None:
        raise NotSent("no server")

    monkeypatch.setattr(Post, "send", fail)
    assert UNIFORM in visit.browser().post("/account/mail/in", {"mail": MAIL}).text


@on_both
def test_a_link_lasts_half_an_hour(visit: Visit) -> None:
    """By the clock of the site."""
    made(visit)
    found = visit.call(visit.site.people.named, "Ada")
    assert found is not None
    now = datetime(2026, 1, 1, tzinfo=UTC)
    links = Links(visit.site.store, lambda: now)
    token = visit.call(links.make, found[0], "confirm", MAIL)
    now += timedelta(minutes=30)
    assert visit.call(links.find, token) is not None
    now += timedelta(seconds=1)
    assert visit.call(links.find, token) is None
    assert not visit.call(links.use, token)


def test_links_are_kept_as_hashes(visit: Visit, letters: list[Letter], folder: Path) -> None:
    """Who reads the database cannot sign in."""
    confirmed(visit, letters)
    visit.browser().post("/account/mail/in", {"mail": MAIL})
    token = link(letters[0]).rsplit("/", 1)[-1].encode()
    files = [it.read_bytes() for it in folder.glob("trainshed.sqlite3*")]
    assert files
    assert not any(token in it for it in files)


def test_the_host_of_a_request_is_not_believed(visit: Visit, letters: list[Letter]) -> None:
    """A letter leads to the site, whatever the request calls it."""
    confirmed(visit, letters)
    evil = {"host": "evil.example"}
    visit.browser().post("/account/mail/in", {"mail": MAIL}, headers=evil)
    assert "evil" not in letters[0].text
    assert link(letters[0])


def test_without_mail_nothing_is_offered(start: Callable[..., Visit]) -> None:
    """Neither to guests nor on an account."""
    visit = start()
    assert "e-mail" not in visit.browser().get("/account").text
    assert "/account/mail" not in made(visit).get("/account").text
    assert visit.browser().post("/account/mail/in", {"mail": MAIL}).status_code == 404


def test_guests_have_no_address(visit: Visit) -> None:
    """These need an account."""
    for path in ("/account/mail", "/account/mail/remove"):
        assert visit.browser().post(path, {"mail": MAIL}).status_code == 403


def test_a_link_leads_back_to_the_table(visit: Visit, letters: list[Letter]) -> None:
    """Both of who has an account and of who makes one."""
    table = opened(confirmed(visit, letters))
    for mail, more in ((MAIL, {}), ("jun@engine.example", {"name": "Jun"})):
        guest = visit.browser()
        guest.get("/")
        guest.post(f"/account/mail/in?back=/t/{table}", {"mail": mail})
        found = re.search(rf"^{HERE}(\S+\?back=/t/{table})$", letters.pop().text, re.MULTILINE)
        assert found
        assert guest.post(found[1], more).headers["location"] == f"/t/{table}"
