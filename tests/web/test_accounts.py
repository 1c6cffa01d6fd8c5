"""Accounts: a guest keeps his seat, sessions end, a name goes and the games stay."""

from __future__ import annotations

import re
from itertools import count
from random import Random

import pytest
import sqlalchemy as sa

from tests.web.visit import TWO, WITH_A_FRIEND, Browser, Visit
from trainshed.bots.random import RandomBot
from trainshed.web.limits import RATES, Limits
from trainshed.web.people import key_of
from trainshed.web.refusal import Refusal
from trainshed.web.rows import ACCOUNTS

ADA = {"name": "Ada", "password": "analytical engine"}


def made(visit: Visit, **fields: str) -> Browser:
    """A visitor who has made an account."""
    browser = visit.browser()
    browser.get("/")
    assert browser.post("/account/new", {**ADA, **fields}).status_code == 303
    return browser


def opened(browser: Browser, **fields: str) -> str:
    """A table that somebody has opened."""
    answer = browser.post("/tables", {"game": "rocket", **TWO, **fields})
    assert answer.status_code == 303
    return str(answer.headers["location"].rsplit("/", 1)[-1])


def stop_the_clock(visit: Visit) -> None:
    """No bucket fills up meanwhile, however slow this machine is."""
    now = visit.site.limits._clock()
    visit.site.limits._clock = lambda: now


def test_a_guest_keeps_his_seat(visit: Visit) -> None:
    """What he began as a guest is his with the account, in another browser too."""
    guest = visit.browser()
    guest.get("/")
    table = opened(guest)
    assert 'data-mine="yes"' in guest.get(f"/t/{table}").text
    guest.post("/account/new", ADA)
    assert 'data-mine="yes"' in guest.get(f"/t/{table}").text
    elsewhere = visit.browser()
    assert 'data-mine="yes"' not in elsewhere.get(f"/t/{table}").text
    assert elsewhere.post("/account/in", ADA).status_code == 303
    assert 'data-mine="yes"' in elsewhere.get(f"/t/{table}").text


def test_signing_in_brings_along_what_a_guest_had(visit: Visit) -> None:
    """The seats of both are his."""
    ada = made(visit)
    first = opened(ada)
    guest = visit.browser()
    guest.get("/")
    second = opened(guest)
    guest.post("/account/in", ADA)
    for table in (first, second):
        assert 'data-mine="yes"' in guest.get(f"/t/{table}").text


def test_signed_out_one_is_a_guest_without_seats(visit: Visit) -> None:
    """The seats stay with the account."""
    ada = made(visit)
    table = opened(ada)
    ada.post("/account/out", {})
    assert 'data-mine="yes"' not in ada.get(f"/t/{table}").text
    assert "Make an account" in ada.get("/account").text


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "Ada", "password": "wrong password"},
        {"name": "Nobody", "password": "analytical engine"},
        {"name": "Ada", "password": ""},
        {"name": "", "password": ""},
    ],
)
def test_a_wrong_name_and_a_wrong_password_are_answered_alike(
    visit: Visit, fields: dict[str, str]
) -> None:
    """Nobody learns which accounts there are."""
    made(visit)
    answer = visit.browser().post("/account/in", fields)
    assert answer.status_code == 422
    assert "There is no account with this name and this password." in answer.text
    assert "set-cookie" not in {
        name for name in answer.headers if "session" in answer.headers[name]
    }


def test_names_that_look_alike_are_one(visit: Visit) -> None:
    """No second Ada, however she writes herself."""
    made(visit)
    for name in ("Ada", "ADA", " ada ", "\uff21\uff24\uff21"):
        answer = visit.browser().post("/account/new", {**ADA, "name": name})
        assert answer.status_code == 422
        assert "This name is taken." in answer.text
    assert key_of("Ada\u00a0 Byron") == key_of("ada byron")


@pytest.mark.parametrize(
    "fields", [{"password": "short"}, {"name": ""}, {"name": "a" * 41}, {"name": "A\x07da"}]
)
def test_an_account_needs_a_name_and_a_password(visit: Visit, fields: dict[str, str]) -> None:
    """What is wrong is said."""
    answer = visit.browser().post("/account/new", {**ADA, **fields})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_sessions_are_listed_and_end(visit: Visit) -> None:
    """One by one, or all others."""
    ada = made(visit)
    others = [visit.browser() for _ in range(3)]
    for other in others:
        other.post("/account/in", ADA)
    listed = re.findall(r'name="session" value="(\w+)"', ada.get("/account").text)
    assert len(listed) == 3
    ada.post("/account/session", {"session": listed[0]})
    signed_in = [other for other in others if "Sign out" in other.get("/account").text]
    assert len(signed_in) == 2
    ada.post("/account/session", {})
    assert not any("Sign out" in other.get("/account").text for other in others)
    assert "Sign out" in ada.get("/account").text


def test_nobody_ends_the_session_of_somebody_else(visit: Visit) -> None:
    """The hash of a session is of no use to others."""
    ada, ben = made(visit), made(visit, name="Ben")
    other = visit.browser()
    other.post("/account/in", ADA)
    listed = re.findall(r'name="session" value="(\w+)"', ada.get("/account").text)
    ben.post("/account/session", {"session": listed[0]})
    assert "Sign out" in other.get("/account").text


def test_a_new_password_ends_the_other_sessions(visit: Visit) -> None:
    """And the old one counts no more."""
    ada, other = made(visit), visit.browser()
    other.post("/account/in", ADA)
    wrong = ada.post("/account/password", {"old": "no", "password": "difference engine"})
    assert wrong.status_code == 422
    ada.post("/account/password", {"old": ADA["password"], "password": "difference engine"})
    assert "Sign out" not in other.get("/account").text
    assert other.post("/account/in", ADA).status_code == 422
    new = {**ADA, "password": "difference engine"}
    assert other.post("/account/in", new).status_code == 303


def test_leaving_leaves_the_games_whole(visit: Visit) -> None:
    """The name goes, a bot plays on, the others see every line."""
    ada = made(visit)
    table = opened(ada, **WITH_A_FRIEND)
    lines = visit.match(table).version
    assert ada.post("/account/leave", {"password": "no"}).status_code == 422
    assert ada.post("/account/leave", {"password": ADA["password"]}).status_code == 303
    chairs = visit.sheet(table).table.chairs
    assert (chairs[0].name, chairs[0].kind, chairs[0].owner) == ("Former player", "greedy", None)
    assert visit.match(table).version >= lines
    assert "Ada" not in visit.browser().get(f"/t/{table}").text
    assert visit.browser().post("/account/in", ADA).status_code == 422
    made(visit)


def test_settings_go_with_the_account(visit: Visit) -> None:
    """The language chosen here is spoken there."""
    ada = made(visit)
    ada.post("/settings", {"language": "de"})
    other = visit.browser()
    other.post("/account/in", ADA)
    assert 'lang="de"' in other.get("/").text


@pytest.mark.parametrize("path", ["session", "password", "leave"])
def test_a_guest_has_nothing_to_change(visit: Visit, path: str) -> None:
    """These need an account."""
    assert visit.browser().post(f"/account/{path}", {"password": "x"}).status_code == 403


def test_a_forged_session_is_nobody(visit: Visit) -> None:
    """A cookie that was made up opens nothing."""
    browser = visit.browser()
    browser.get("/")
    browser.cookies.set("trainshed-session", "forged")
    assert "Make an account" in browser.get("/account").text


def test_guessing_passwords_is_slow(visit: Visit) -> None:
    """After a few tries one has to wait."""
    made(visit)
    stop_the_clock(visit)
    answers = [
        visit.browser().post("/account/in", {**ADA, "password": f"guess {n}"}).status_code
        for n in range(RATES["sign-in"].burst + 2)
    ]
    assert answers[0] == 422
    assert answers[-1] == 429


def test_a_bucket_fills_again() -> None:
    """One token after so many seconds, and never more than it holds."""
    now = 0.0
    limits = Limits(lambda: now)
    rate = RATES["remark"]
    for _ in range(rate.burst):
        limits.take("remark", "ada")
    with pytest.raises(Refusal):
        limits.take("remark", "ada")
    limits.take("remark", "ben")
    now += rate.seconds
    limits.take("remark", "ada")
    with pytest.raises(Refusal):
        limits.take("remark", "ada")


def test_moves_come_one_after_the_other(visit: Visit) -> None:
    """Whoever moves too quickly is told to wait, and nothing is lost."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada)
    version = visit.match(table).version
    stop_the_clock(visit)
    answers = [
        ada.post(f"/t/{table}/play", {"version": "0", "action": "nonsense"}).status_code
        for _ in range(RATES["move"].burst + 1)
    ]
    assert answers[0] != 429
    assert answers[-1] == 429
    assert visit.match(table).version == version


def test_tables_are_not_opened_without_end(visit: Visit) -> None:
    """Nobody fills the site with tables."""
    ada = visit.browser()
    ada.get("/")
    stop_the_clock(visit)
    answers = [
        ada.post("/tables", {"game": "none"}).status_code for _ in range(RATES["table"].burst + 1)
    ]
    assert answers[0] != 429
    assert answers[-1] == 429


def test_a_profile_shows_what_was_played(visit: Visit) -> None:
    """Results by game, finished games, opponents."""
    ada = made(visit)
    assert "No game has ended yet." in ada.get("/people/Ada").text
    table = opened(ada)
    rng = Random(3)
    visit.site.limits._clock = count().__next__
    while visit.match(table).actor is not None:
        match = visit.match(table)
        offers = match.game.actions(match.state)
        line = str(RandomBot().choose(match.game, match.state, offers, rng))
        ada.post(f"/t/{table}/play", {"version": str(match.version), "action": line})
    page = visit.browser().get("/people/ada").text
    assert "Stephenson" in page
    assert f"/t/{table}" in page
    assert visit.browser().get("/people/nobody").status_code == 404


def test_a_closed_account_is_signed_out(visit: Visit) -> None:
    """At once, wherever it was signed in."""
    ada = made(visit)
    assert "Sign out" in ada.get("/account").text
    visit.call(visit._write, sa.update(ACCOUNTS).values(banned=True))
    assert "Sign out" not in ada.get("/account").text
    assert ada.post("/account/in", ADA).status_code == 422


@pytest.mark.parametrize("path", ["/search?word=a%00b", "/people/a%00b", "/t/a%00b"])
def test_odd_signs_in_addresses_are_refused(visit: Visit, path: str) -> None:
    """Not by a failure."""
    assert visit.browser().get(path).status_code in (400, 404)
