"""Accounts: a guest keeps his seat, sessions end, a name goes and the games stay."""

from __future__ import annotations

import re
import threading
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher, Type

from tests.web.postgres import on_both
from tests.web.visit import TWO, WITH_A_FRIEND, Browser, Visit
from trainshed.core import Reader, language
from trainshed.web.database.rows import (
    ACCOUNTS,
    LINKS,
    METADATA,
    PASSKEYS,
    PUSHES,
    RATINGS,
    SEATS,
    SESSIONS,
    STANDINGS,
)
from trainshed.web.limits import RATES, Limits, Rate
from trainshed.web.people import passwords
from trainshed.web.people.accounts import SURE, device
from trainshed.web.people.people import key_of
from trainshed.web.refusal import Refusal

ADA = {"name": "Ada", "password": "analytical engine"}


def made(visit: Visit, **fields: str) -> Browser:
    """A visitor who has made an account."""
    browser = visit.browser()
    browser.get("/")
    assert browser.post("/account/new", {**ADA, **fields}).status_code == 303
    return browser


def opened(browser: Browser, **fields: str) -> str:
    """A table that somebody has opened, who is called as his account if he has one."""
    names = {"name-1": "", "name-2": "Bob"}
    answer = browser.post("/tables", {"game": "rocket", **TWO, **names, **fields})
    assert answer.status_code == 303
    return str(answer.headers["location"].rsplit("/", 1)[-1])


def grow_old(visit: Visit) -> None:
    """Everybody signed in a while ago."""
    old = datetime.now(UTC) - SURE - timedelta(seconds=1)
    visit.call(visit._write, sa.update(SESSIONS).values(created=old))


def stop_the_clock(visit: Visit) -> None:
    """No bucket fills up meanwhile, however slow this machine is."""
    now = visit.site.limits._clock()
    visit.site.limits._clock = lambda: now


@on_both
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


@on_both
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


@on_both
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


@on_both
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


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_a_session_that_nobody_uses_ends(visit: Visit) -> None:
    """After a year; it is forgotten when somebody signs in."""
    ada, ben = made(visit), made(visit, name="Ben")
    for browser, days, is_in in ((ada, 366, False), (ben, 364, True)):
        old = datetime.now(UTC) - timedelta(days=days)
        visit.call(visit._write, sa.update(SESSIONS).values(seen=old))
        assert ("Sign out" in browser.get("/account").text) is is_in
    visit.call(visit._write, sa.update(SESSIONS).values(seen=datetime(2020, 1, 1, tzinfo=UTC)))
    assert ada.post("/account/in", ADA).status_code == 303
    rows = visit.call(visit.site.store.read, sa.select(SESSIONS.c.id))
    assert len(rows) == 1


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("{evil}<b>", "{evil}<b>"),
        ("", "A browser without a name"),
    ],
)
def test_sessions_have_names(agent: str, expected: str) -> None:
    """What people call their browser, not what it calls itself."""
    assert Reader(language("en"), ()).read(device(agent)) == expected


def test_a_session_is_shown_by_its_name(visit: Visit) -> None:
    """Whatever a browser calls itself is text."""
    made(visit)
    ada = visit.browser()
    ada.post("/account/in", ADA, headers={"user-agent": "{evil}<b>"})
    assert ">{evil}&lt;b&gt;</span>" in ada.get("/account").text


@on_both
def test_nobody_ends_the_session_of_somebody_else(visit: Visit) -> None:
    """The hash of a session is of no use to others."""
    ada, ben = made(visit), made(visit, name="Ben")
    other = visit.browser()
    other.post("/account/in", ADA)
    listed = re.findall(r'name="session" value="(\w+)"', ada.get("/account").text)
    ben.post("/account/session", {"session": listed[0]})
    assert "Sign out" in other.get("/account").text


def test_a_password_takes_long_to_guess(earnest: PasswordHasher) -> None:
    """Argon2id with no less than 19 MiB and two rounds, what OWASP asks for."""
    assert earnest.type is Type.ID
    assert earnest.memory_cost >= 19 * 1024
    assert earnest.time_cost >= 2


def test_a_password_that_was_kept_in_another_way_is_kept_anew(
    visit: Visit, earnest: PasswordHasher
) -> None:
    """Whoever signs in is still known, and next time by a hash of today."""
    made(visit)
    store, name = visit.site.store, key_of(ADA["name"])
    change = sa.update(ACCOUNTS).where(ACCOUNTS.c.key == name)
    visit.call(visit._write, change.values(password=earnest.hash(ADA["password"])))
    assert visit.browser().post("/account/in", ADA).status_code == 303

    async def kept() -> str:
        async with store.engine.connect() as connection:
            found = sa.select(ACCOUNTS.c.password).where(ACCOUNTS.c.key == name)
            return str((await connection.execute(found)).scalar_one())

    assert "m=8,t=1,p=1" in visit.call(kept)
    assert visit.browser().post("/account/in", ADA).status_code == 303


@on_both
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


@on_both
def test_a_new_password_revokes_tokens(visit: Visit) -> None:
    """Whoever had one by the old password has none now."""
    ada = made(visit)
    page = ada.post("/account/token", {"name": "bot"}).text
    found = re.search(r'class="token">(\w[\w-]+)<', page)
    assert found
    headers = {"authorization": f"Bearer {found[1]}"}
    assert visit.browser().get("/api/v1/me", headers).status_code != 401
    ada.post("/account/password", {"old": ADA["password"], "password": "difference engine"})
    assert visit.browser().get("/api/v1/me", headers).status_code == 401


@on_both
def test_leaving_is_told_to_those_who_look(visit: Visit) -> None:
    """Their pages are drawn anew."""
    ada = made(visit)
    table = opened(ada, **WITH_A_FRIEND)

    async def leave() -> object:
        with visit.site.bus.subscribe(table) as listener:
            found = await visit.site.people.named("Ada")
            assert found is not None
            await visit.site.people.remove(found[0])
            return await listener.wait(0)

    assert visit.call(leave) == visit.match(table).version


@on_both
def test_leaving_ends_what_was_ordered_and_wished(visit: Visit) -> None:
    """The bot knows nothing of it; what others have ordered stays."""
    ada = made(visit)
    table = opened(ada, **WITH_A_FRIEND)
    for seat in (0, 1):
        order = {"table": table, "seat": seat, "line": "waive GWR"}
        visit.call(visit._write, sa.insert(STANDINGS).values(order))
    visit.call(visit._write, sa.update(SEATS).where(SEATS.c.number == 0).values(pause=True))
    ada.post("/account/leave", {"password": ADA["password"]})
    assert list(visit.call(visit.site.store.orders, table)) == [1]
    assert not visit.sheet(table).table.chairs[0].pause


@on_both
def test_leaving_forgets_everything_else(visit: Visit) -> None:
    """Nothing in the database names the account any more, but its own empty row."""
    ada = made(visit)
    made(visit, name="Ben").post("/people/Ada/regard", {"kind": "follow", "on": "on"})
    ada.post("/people/Ben/regard", {"kind": "block", "on": "on"})
    ada.post("/account/token", {"name": "bot"})
    ada.post(f"/t/{opened(ada)}/talk", {"text": "Hello"})
    found = visit.call(visit.site.people.named, "Ada")
    assert found is not None
    account = found[0]
    day = datetime(2030, 1, 1, tzinfo=UTC)
    rows: list[tuple[sa.Table, dict[str, object]]] = [
        (PUSHES, {"id": "p", "endpoint": "e", "key": "k", "secret": "s", "created": day}),
        (LINKS, {"id": "l", "kind": "enter", "mail": "a@b.example", "until": day}),
        (
            PASSKEYS,
            {"id": "k", "credential": b"", "key": b"", "count": 0, "name": "k", "created": day},
        ),
    ]
    for kind, values in rows:
        row = {**values, "account": account.id}
        visit.call(visit._write, sa.insert(kind).values(row))
    rating = {"owner": account.owner, "game": "rocket", "mu": 1.0, "sigma": 1.0, "games": 1}
    visit.call(visit._write, sa.insert(RATINGS).values({**rating, "changed": day}))
    mine = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account.id)
    visit.call(visit._write, mine.values(mail="a@b.example", notices="{}", away=day))
    ada.post("/account/leave", {"password": ADA["password"]})

    async def left() -> dict[str, int]:
        found = {}
        async with visit.site.store.engine.connect() as connection:
            for kind in METADATA.sorted_tables:
                columns = [it for it in kind.c if it.name in ("account", "owner", "other")]
                names = (account.id, account.owner)
                where = sa.or_(sa.false(), *(it.in_(names) for it in columns))
                count = sa.select(sa.func.count()).select_from(kind).where(where)
                found[kind.name] = (await connection.execute(count)).scalar_one()
            row = (await connection.execute(sa.select(ACCOUNTS).where(ACCOUNTS.c.gone))).one()
        assert (row.mail, row.notices, row.away, row.password) == (None, "", None, None)
        return found

    assert not any(visit.call(left).values())


@on_both
def test_leaving_leaves_the_games_whole(visit: Visit) -> None:
    """The name goes, a bot plays on, the others see every line."""
    ada = made(visit)
    table = opened(ada, **WITH_A_FRIEND)
    lines = visit.match(table).version
    assert ada.post("/account/leave", {"password": "no"}).status_code == 422
    assert ada.post("/account/leave", {"password": ADA["password"]}).status_code == 303
    chairs = visit.sheet(table).table.chairs
    assert (chairs[0].name, chairs[0].kind, chairs[0].owner) == (
        "Former player",
        "greedy",
        "former",
    )
    assert visit.match(table).version >= lines
    assert "Ada" not in visit.browser().get(f"/t/{table}").text
    assert visit.browser().post("/account/in", ADA).status_code == 422
    made(visit)


def test_each_reads_in_his_language_that_somebody_has_left(visit: Visit) -> None:
    """Whatever that one spoke."""
    ada, ben = made(visit), made(visit, name="Ben")
    ada.post("/settings", {"language": "fr"})
    table = opened(ada, **WITH_A_FRIEND)
    ben.post(f"/t/{table}/sit", {"seat": "1"})
    ada.post(f"/t/{table}/talk", {"text": "Bonjour"})
    ben.post("/settings", {"language": "de"})
    ada.post("/account/leave", {"password": ADA["password"]})
    assert visit.sheet(table).table.chairs[0].name == "Former player"
    found = visit.browser().get("/people/Ben", {"accept-language": "de"}).text
    assert "Ehemaliger Spieler (1)" in found
    assert "Former player (1)" in visit.browser().get("/people/Ben").text
    assert (
        "Ehemaliger Spieler" in visit.browser().get(f"/t/{table}", {"accept-language": "de"}).text
    )
    assert "Ehemaliger Spieler" in ben.get(f"/t/{table}/talk", {"accept-language": "de"}).text


def test_settings_have_a_page(visit: Visit) -> None:
    """For guests and accounts; patterns are kept like the rest, and nonsense is refused."""
    guest = visit.browser()
    assert 'data-patterns="off"' in guest.get("/settings").text
    headers = {"referer": "http://testserver/settings"}
    answer = guest.post("/settings", {"patterns": "on", "theme": "dark"}, headers=headers)
    assert answer.headers["location"] == "/settings"
    page = guest.get("/settings").text
    assert 'data-patterns="on"' in page
    assert '<option value="on" selected>always</option>' in page
    assert guest.post("/settings", {"patterns": "perhaps"}).status_code == 422
    guest.post("/account/new", ADA)
    other = visit.browser()
    other.post("/account/in", ADA)
    assert 'data-patterns="on"' in other.get("/").text
    assert "/account/notices" in other.get("/settings").text


def test_settings_go_with_the_account(visit: Visit) -> None:
    """The language chosen here is spoken there."""
    ada = made(visit)
    ada.post("/settings", {"language": "de"})
    other = visit.browser()
    other.post("/account/in", ADA)
    assert 'lang="de"' in other.get("/").text


def test_settings_are_the_same_on_every_device(visit: Visit) -> None:
    """Whoever is signed in finds what was chosen elsewhere, and loses none of it by choosing."""
    ada, other = made(visit), visit.browser()
    other.post("/account/in", ADA)
    ada.post("/settings", {"language": "de", "theme": "dark"})
    other.post("/settings", {"sound": "on"})
    for browser in (ada, other):
        page = browser.get("/").text
        for part in ('lang="de"', 'data-theme="dark"', 'data-sound="on"'):
            assert part in page


def test_settings_stay_where_one_signs_out(visit: Visit) -> None:
    """The browser has heard what was chosen elsewhere."""
    ada, other = made(visit), visit.browser()
    other.post("/account/in", ADA)
    ada.post("/settings", {"language": "de"})
    assert "set-cookie" in other.get("/").headers
    assert "set-cookie" not in other.get("/").headers
    other.post("/account/out", {})
    assert 'lang="de"' in other.get("/").text


def test_what_one_is_called_at_tables_goes_with_the_account(visit: Visit) -> None:
    """It is offered again on another device."""
    ada, other = made(visit), visit.browser()
    other.post("/account/in", ADA)
    opened(ada, **{"name-1": "Countess"})
    assert "Countess" in other.get("/new/rocket").text


@pytest.mark.parametrize("path", ["session", "password", "leave"])
def test_a_guest_has_nothing_to_change(visit: Visit, path: str) -> None:
    """These need an account."""
    assert visit.browser().post(f"/account/{path}", {"password": "x"}).status_code == 403


def test_whoever_needs_an_account_is_led_to_it(visit: Visit) -> None:
    """By a button of the page that refuses; who has one already is not."""
    way = '<a class="button strong" href="/account">'
    assert way in visit.browser().get("/account/notices").text
    assert way not in visit.browser().get("/nowhere").text
    ada, table = made(visit), visit.browser().open(name_1="Gus")
    refused = ada.post(f"/t/{table}/leave", {}, headers={"sec-fetch-mode": "navigate"})
    assert refused.status_code == 403
    assert way not in refused.text


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


def test_one_address_tries_only_so_many_names(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try costs as much as any other, whoever is named."""
    monkeypatch.setitem(RATES, "address", Rate(3, 5))
    stop_the_clock(visit)
    answers = [
        visit.browser().post("/account/in", {**ADA, "name": f"Guess {n}"}).status_code
        for n in range(4)
    ]
    assert answers == [422, 422, 422, 429]


def test_nobody_is_locked_out_by_strangers(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where he has signed in before he may try, however often others tried his name elsewhere."""
    monkeypatch.setitem(RATES, "name", Rate(2, 10))
    ada, ben, stranger = made(visit), made(visit, name="Ben"), visit.browser()
    ada.post("/account/out", {})
    stop_the_clock(visit)
    wrong = {**ADA, "password": "a wrong one"}
    assert [stranger.post("/account/in", wrong).status_code for _ in range(3)] == [422, 422, 429]
    stranger.cookies.set("trainshed-known", "x" * 27)
    assert [it.post("/account/in", ADA).status_code for it in (stranger, ben)] == [429, 429]
    assert ada.post("/account/in", ADA).status_code == 303


def test_guessing_is_slow_where_somebody_is_known_too(visit: Visit) -> None:
    """His browser may have been left alone."""
    ada = made(visit)
    ada.post("/account/out", {})
    stop_the_clock(visit)
    wrong = {**ADA, "password": "a wrong one"}
    answers = [ada.post("/account/in", wrong).status_code for _ in range(RATES["known"].burst + 1)]
    assert (answers[0], answers[-1]) == (422, 429)


def test_a_browser_is_known_by_several_accounts(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whatever else its cookie says is forgotten."""
    monkeypatch.setitem(RATES, "name", Rate(1, 10))
    made(visit, name="Ben")
    ada = made(visit)
    ada.cookies.set("trainshed-known", f'"\\012{ada.cookies["trainshed-known"]}"')
    stop_the_clock(visit)
    for name in ("Ben", "Ada", "Ben"):
        assert ada.post("/account/in", {**ADA, "name": name}).status_code == 303


def test_passwords_do_not_hold_up_bots(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are checked by a few threads of their own."""
    threads = list[str]()

    def noted(hash_: str, password: str) -> bool:
        threads.append(threading.current_thread().name)
        return False

    monkeypatch.setattr(passwords, "_verified", noted)
    visit.browser().post("/account/in", ADA)
    assert [it.partition("_")[0] for it in threads] == ["password"]


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


def test_a_closed_account_is_signed_out(visit: Visit) -> None:
    """At once, wherever it was signed in."""
    ada = made(visit)
    assert "Sign out" in ada.get("/account").text
    visit.call(visit._write, sa.update(ACCOUNTS).values(banned=True))
    assert "Sign out" not in ada.get("/account").text
    assert ada.post("/account/in", ADA).status_code == 422


@on_both
@pytest.mark.parametrize("path", ["/search?word=a%00b", "/people/a%00b", "/t/a%00b"])
def test_odd_signs_in_addresses_are_refused(visit: Visit, path: str) -> None:
    """Not by a failure."""
    assert visit.browser().get(path).status_code in (400, 404)


def test_an_account_made_on_the_way_leads_back_to_the_table(visit: Visit) -> None:
    """A friend who was sent the link of a rated table makes an account, and is there again."""
    table = made(visit).open(seat_2="elsewhere", access="link", rated="1")
    way = f"?back=/t/{table}"
    friend = visit.browser()
    assert f'href="/account{way}"' in friend.get(f"/t/{table}").text
    refused = friend.post(f"/t/{table}/sit", {"seat": "1", "name": "Jun"})
    assert f'class="button strong" href="/account{way}"' in refused.text
    page = friend.get(f"/account{way}").text
    assert f'action="/account/new{way}"' in page
    assert f'action="/account/in{way}"' in page
    wrong = friend.post(f"/account/new{way}", {"name": "Jun", "password": "short"})
    assert f'action="/account/new{way}"' in wrong.text
    jun = {"name": "Jun", "password": "difference engine"}
    assert friend.post(f"/account/new{way}", jun).headers["location"] == f"/t/{table}"
    elsewhere = visit.browser().post(f"/account/in{way}", jun)
    assert elsewhere.headers["location"] == f"/t/{table}"


@pytest.mark.parametrize(
    "back",
    ["//elsewhere", "https://elsewhere/t/a", "/t/..", "/t/a/../..", "/t/a%0d%0ax", "/t/a?b", "/t/"],
)
def test_the_way_back_leads_only_to_a_table(visit: Visit, back: str) -> None:
    """Whoever is sent a link with another way back ends on the first page."""
    made(visit)
    answer = visit.browser().post(f"/account/in?back={back}", ADA)
    assert answer.headers["location"] == "/"


@on_both
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_guest_without_a_name_is_called_as_his_account(visit: Visit, lang: str) -> None:
    """At the tables where he sits, in memory and on pages, and on the next form."""
    guest = visit.browser()
    guest.post("/settings", {"language": lang})
    table = opened(guest, **{"name-1": "", "name-2": ""})
    before = visit.match(table).names
    assert before[0] in ("Player 1", "Joueur 1")
    guest.post("/account/new", ADA)
    assert visit.match(table).names == ["Ada", before[1]]
    assert before[0] not in guest.get(f"/t/{table}").text
    assert 'name="name-1" maxlength="24" autocomplete="off" value="Ada"' in (
        guest.get("/new/rocket").text
    )


def test_a_name_is_not_taken_twice_at_a_table(visit: Visit) -> None:
    """Nor does a guest lose the name that he has chosen."""
    guest = visit.browser()
    taken = opened(guest, **{"name-1": "", "name-2": "ADA"})
    chosen = opened(guest, **{"name-1": "The Countess"})
    guest.post("/account/new", ADA)
    assert visit.match(taken).names == ["Player 1", "ADA"]
    assert visit.match(chosen).names == ["The Countess", "Bob"]


def test_a_number_is_no_name_to_be_remembered(visit: Visit) -> None:
    """The next form asks again."""
    guest = visit.browser()
    opened(guest, **{"name-1": ""})
    assert "Player 1" not in guest.get("/new/rocket").text


def test_the_first_page_says_that_an_account_was_made_or_removed(visit: Visit) -> None:
    """Each once, and nothing that an address makes up."""
    ada = visit.browser()
    first = ada.post("/account/new", ADA).headers["location"]
    assert "Your account is made, and you are signed in." in ada.get(first).text
    last = ada.post("/account/leave", {"password": ADA["password"]}).headers["location"]
    assert "Your account has been removed." in ada.get(last).text
    for path in ("/", "/?said=nonsense", first):
        assert "Your account" not in ada.get(path).text
