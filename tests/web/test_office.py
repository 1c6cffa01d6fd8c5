"""The office: what administrators see and do, and that nobody else finds it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.routing import Route

from tests.web.test_accounts import made, opened
from tests.web.test_heartbeat import bot_moves, replaced
from tests.web.test_notices import subscribe, told
from tests.web.test_push import Phone
from tests.web.test_standing import drive, shareholders
from tests.web.visit import WITH_A_FRIEND, Browser, Visit
from trainshed.web.database.rows import ACCOUNTS, ANNOUNCEMENTS, LINES, SEATS, STANDINGS
from trainshed.web.notices.wishes import Wishes
from trainshed.web.office.bulletin import Bulletin
from trainshed.web.office.bureau import Bureau
from trainshed.web.office.office import DEEDS

BEN = {"name": "Ben", "password": "difference engine"}
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def execute(visit: Visit, statement: sa.Executable) -> list[Any]:
    """Do something in the database behind the back of the site."""

    async def work() -> list[Any]:
        async with visit.site.store.begin() as connection:
            found = await connection.execute(statement)
            return list(found.all()) if found.returns_rows else []

    return visit.call(work)


@pytest.fixture
def ada(visit: Visit) -> Browser:
    """An administrator."""
    browser = made(visit)
    execute(visit, sa.update(ACCOUNTS).values(admin=True))
    return browser


def deeds(visit: Visit) -> list[tuple[str, str, str]]:
    """Who did what about whom, the newest first."""
    found = visit.call(visit.site.office.bureau.deeds)
    return [(it.who, it.what, it.about) for it in found]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Ben · shut out"), ("fr", "Ben · exclu"), ("de", "Ben · ausgeschlossen")],
)
def test_deeds_are_told_in_the_language_of_the_reader(
    visit: Visit, ada: Browser, language: str, words: str
) -> None:
    made(visit, **BEN)
    ada.post("/office/ban", {"name": "Ben"})
    ada.post("/settings", {"language": language})
    assert words in ada.get("/office").text


def test_every_deed_has_words(visit: Visit, ada: Browser) -> None:
    """Those of the command line too."""
    made(visit, **BEN)
    account = visit.call(visit.site.people.named, "Ben")
    assert account is not None
    bureau = visit.site.office.bureau
    for on in (True, False):
        visit.call(partial(bureau.appoint, account[0], on=on, who="Ada"))
    for path in ("ban", "unban", "sign-out"):
        ada.post(f"/office/{path}", {"name": "Ben"})
    ada.post("/office/announce", {"text": "Hear"})
    ada.post("/office/withdraw", {"id": "1"})
    ada.post("/office/retry", {"table": opened(ada)})
    ada.post("/office/clock", {})
    table, actor = replaced(visit, ada)
    bot_moves(visit, table, actor)
    ada.post("/office/take-back", {"table": table})
    assert sorted(what for _, what, _ in deeds(visit)) == sorted(DEEDS)


def test_nobody_else_finds_it(visit: Visit) -> None:
    """The answer is that to an address where nothing is, signed in or not."""
    ben, guest = made(visit, **BEN), visit.browser()
    routes = [
        route
        for route in visit.site.app.routes
        if isinstance(route, Route) and route.path.startswith("/office")
    ]
    assert len(routes) >= 9
    for browser in (ben, guest):
        nothing = browser.get("/nowhere").text.replace("/nowhere", "HERE")
        for route in routes:
            is_form = "POST" in (route.methods or ())
            answer = browser.post(route.path, {}) if is_form else browser.get(route.path)
            assert answer.status_code == 404
            assert answer.text.replace(route.path, "HERE") == nothing
        assert "/office" not in browser.get("/").text


def test_it_shows_the_site_in_numbers(visit: Visit, ada: Browser) -> None:
    """And the menu leads there."""
    opened(ada)
    assert 'href="/office"' in ada.get("/").text
    page = ada.get("/office").text
    assert "<dt>Running tables</dt><dd>1</dd>" in page
    assert "<dt>Accounts</dt><dd>1</dd>" in page
    assert re.search("<dt>Processes</dt><dd>[01]</dd>", page)  # on PostgreSQL it may just begin


def test_tables_are_found_and_open_as_for_a_spectator(visit: Visit, ada: Browser) -> None:
    """By name, by player, by number."""
    guest = visit.browser()
    guest.get("/")
    table = opened(guest, **{"name-1": "Zoe"})
    for word in ("zoe", table):
        assert f'href="/t/{table}"' in ada.get(f"/office/tables?word={word}").text
    assert f'href="/t/{table}"' not in ada.get("/office/tables?word=nobody-else").text
    assert visit.browser().get(f"/t/{table}/record").text == ada.get(f"/t/{table}/record").text
    assert ada.play(table).status_code == 403


def test_a_closed_account_is_out_at_once(
    visit: Visit, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signed out everywhere, its tokens gone; its name and password help no more."""
    monkeypatch.setattr(visit.site.store, "waiting_for_bots", nothing)
    ben = made(visit, **BEN)
    table = opened(ben)
    page = ben.post("/account/token", {"name": "bot"}).text
    token = page.split('class="token">')[1].split("<")[0]
    bearer = {"authorization": f"Bearer {token}"}
    assert visit.browser().get("/api/v1/me", bearer).status_code == 200
    fields = {"name": "ben", "reason": "rude"}
    assert ada.post("/office/ban", fields).status_code == 303
    assert "Make an account" in ben.get("/account").text
    assert ben.play(table).status_code == 403
    assert visit.browser().get("/api/v1/me", bearer).status_code == 401
    assert ben.post("/account/in", BEN).status_code == 422
    assert ben.post(f"/t/{table}/talk", {"text": "hello"}).status_code == 403
    assert deeds(visit) == [("Ada", "ban", "Ben: rude")]
    assert "closed</span>" in ada.get("/office/people?word=BEN").text


def test_who_looks_sees_at_once_that_somebody_is_shut_out(visit: Visit, ada: Browser) -> None:
    """A bot plays on, without his orders; he is told so when he may come back."""
    ben = made(visit, **BEN)
    table = opened(ben, **{"seat-2": "elsewhere"})
    order = {"table": table, "seat": 0, "line": "waive GWR"}
    execute(visit, sa.insert(STANDINGS).values(order))
    found = visit.call(visit.site.people.named, "Ben")
    assert found is not None

    async def shut_out() -> object:
        with visit.site.bus.subscribe(table) as listener:
            await visit.site.office.bureau.ban(found[0], "", who="Ada")
            return await listener.wait(0)

    assert visit.call(shut_out) is not None
    why = execute(visit, sa.select(STANDINGS.c.why))
    assert [row.why for row in why] == ["lent"]
    assert "greedy" in {chair.kind for chair in visit.sheet(table).table.chairs}


def test_it_can_be_opened_again(
    visit: Visit, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then he signs in as before, and takes his seat back; a bot plays on meanwhile."""
    monkeypatch.setattr(visit.site.store, "waiting_for_bots", nothing)
    ben = made(visit, **BEN)
    table = opened(ben)
    ada.post("/office/ban", {"name": "Ben"})
    chairs = visit.sheet(table).table.chairs
    assert {chair.kind for chair in chairs} == {"greedy"}
    assert all(str(chair.owner).startswith("account:") for chair in chairs)
    assert ada.post("/office/unban", {"name": "Ben"}).status_code == 303
    assert ben.post("/account/in", BEN).status_code == 303
    assert ben.post(f"/t/{table}/return", {}).status_code in (200, 303)
    assert {chair.kind for chair in visit.sheet(table).table.chairs} == {"human"}
    assert [what for _, what, _ in deeds(visit)] == ["unban", "ban"]


def test_administrators_are_not_closed(visit: Visit, ada: Browser) -> None:
    """Nor oneself, nor somebody who is not there; a long reason is named."""
    assert ada.post("/office/ban", {"name": "Ada"}).status_code == 409
    assert ada.post("/office/ban", {"name": "Zoe"}).status_code == 404
    made(visit, **BEN)
    assert ada.post("/office/ban", {"name": "Ben", "reason": "x" * 121}).status_code == 422
    assert deeds(visit) == []
    assert ada.get("/office").status_code == 200


def test_somebody_is_signed_out_everywhere(visit: Visit, ada: Browser) -> None:
    """And told nothing more, but may sign in again."""
    ben = made(visit, **BEN)
    assert subscribe(ben, Phone()).status_code == 204
    ada.post("/office/sign-out", {"name": "Ben"})
    assert "Make an account" in ben.get("/account").text
    assert told(visit, "Ben") == []
    assert ben.post("/account/in", BEN).status_code == 303


def test_an_announcement_is_on_each_page_until_it_is_read(visit: Visit, ada: Browser) -> None:
    """By everybody, for each browser alone; without HTML."""
    guest, other = visit.browser(), visit.browser()
    guest.get("/")
    table = opened(guest)
    text = "We *stop* at <b>noon</b>"
    assert ada.post("/office/announce", {"text": text, "hours": "2"}).status_code == 303
    shown = "We <em>stop</em> at &lt;b&gt;noon"
    for path in ("/", f"/t/{table}", "/account", "/nowhere"):
        assert shown in guest.get(path).text
    back = {"referer": f"http://testserver/t/{table}"}
    answer = guest.post("/announcement", {"id": "1"}, back)
    assert answer.headers["location"] == f"/t/{table}"
    assert shown not in guest.get("/").text
    assert shown in other.get("/").text
    assert ada.post("/office/withdraw", {"id": "1"}).status_code == 303
    assert shown not in other.get("/").text
    assert [what for _, what, _ in deeds(visit)] == ["withdraw", "announce"]


def test_an_announcement_expires(visit: Visit, ada: Browser) -> None:
    """When its hours have passed, also where a process has not looked since."""
    ada.post("/office/announce", {"text": "Soon over", "hours": "1"})
    assert "Soon over" in visit.browser().get("/").text
    known = visit.site.bulletin.known[0]
    past = type(known)(known.id, known.text, known.created, LONG_AGO)
    visit.site.bulletin.known = (past,)
    assert "Soon over" not in visit.browser().get("/").text
    execute(visit, sa.update(ANNOUNCEMENTS).values(until=LONG_AGO))
    assert visit.call(visit.site.bulletin.all) == []


def test_what_another_process_announces_is_heard(visit: Visit) -> None:
    """At the next look."""
    visit.call(Bulletin(visit.site.store).post, "From elsewhere", None)
    visit.call(visit.site.bulletin.look)
    assert "From elsewhere" in visit.browser().get("/").text


@pytest.mark.parametrize(
    "fields",
    [{"text": ""}, {"text": "x" * 1001}, {"text": "a", "hours": "0"}, {"text": "a", "hours": "x"}],
)
def test_an_announcement_that_makes_no_sense_is_refused(
    visit: Visit, ada: Browser, fields: dict[str, str]
) -> None:
    """Nobody is told anything."""
    assert ada.post("/office/announce", fields).status_code == 422
    assert visit.site.bulletin.known == ()


@pytest.mark.parametrize("cookie", ["x", "1.2.y", "9" * 5000, ".."])
def test_a_cookie_that_makes_no_sense_hides_nothing(visit: Visit, cookie: str) -> None:
    """And is no failure."""
    visit.call(visit.site.bulletin.post, "Hear, hear", None)
    header = {"cookie": f"trainshed-read={cookie}"}
    assert ("Hear, hear" in visit.browser().get("/", header).text) is not cookie.startswith("1.")


async def nothing() -> list[str]:
    """Whoever looks has nothing to do."""
    return []


def test_what_is_stuck_is_listed_and_tried_again(
    visit: Visit, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that has run out long ago: the bot takes over at once."""
    monkeypatch.setattr(visit.site.clocks, "look", nothing)
    guest = visit.browser()
    guest.get("/")
    late = opened(guest, hours="24")
    assert "Nothing: bots move" in ada.get("/office").text
    visit.set(late, due=LONG_AGO)
    assert "a clock has run out" in ada.get("/office").text
    assert ada.post("/office/retry", {"table": late}).status_code == 303
    assert [chair.is_bot for chair in visit.sheet(late).table.chairs].count(True) == 1
    assert deeds(visit) == [("Ada", "retry", late)]
    assert ada.post("/office/retry", {"table": "none"}).status_code == 404


def test_an_order_that_is_late_is_stuck(
    visit: Visit, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it answers what is asked; one that waits for something else is not."""
    monkeypatch.setattr(visit.site.store, "waiting_for_bots", nothing)
    table, first, _, line = shareholders(visit)
    drive(visit, table, first)
    actor, bureau = visit.match(table).actor, visit.site.office.bureau
    later = datetime.now(UTC) + timedelta(minutes=2)
    order = {"table": table, "seat": actor, "line": "waive SDR"}
    execute(visit, sa.insert(STANDINGS).values(order))
    visit.set(table)
    assert visit.call(bureau.jobs, later) == []
    execute(visit, sa.update(STANDINGS).values(line=f"waive {line}"))
    visit.set(table)
    assert visit.call(bureau.jobs, datetime.now(UTC)) == []
    assert [(it.kind, it.table) for it in visit.call(bureau.jobs, later)] == [("order", table)]
    visit.damage(table, 1)  # whoever looks after it finds that too
    visit.set(table, since=LONG_AGO)
    assert "an order has not answered" in ada.get("/office").text


def test_bots_that_are_late_are_stuck(
    visit: Visit, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a minute, not before."""
    monkeypatch.setattr(visit.site.store, "waiting_for_bots", nothing)
    table = opened(ada, **WITH_A_FRIEND)
    now = datetime.now(UTC)
    bureau = visit.site.office.bureau
    actor = visit.match(table).actor
    where = (SEATS.c.table == table) & (SEATS.c.number == actor)
    execute(visit, sa.update(SEATS).where(where).values(kind="greedy"))
    for at, kinds in ((now, []), (now + timedelta(minutes=2), ["bot"])):
        found = [it.kind for it in visit.call(bureau.jobs, at) if it.table == table]
        assert found == kinds


def test_a_bot_that_waits_for_people_is_not_stuck(
    visit: Visit, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While they talk about going back, or have agreed to rest."""
    monkeypatch.setattr(visit.site.store, "waiting_for_bots", nothing)
    table = opened(ada, **WITH_A_FRIEND)
    match, bureau = visit.match(table), visit.site.office.bureau
    where = (SEATS.c.table == table) & (SEATS.c.number == match.actor)
    execute(visit, sa.update(SEATS).where(where).values(kind="greedy"))
    later = datetime.now(UTC) + timedelta(minutes=2)

    def stuck() -> bool:
        return any(it.table == table for it in visit.call(bureau.jobs, later))

    said = [("ask-back 0", False), ("refuse-back", True), ("ask-back 0", False)]
    for number, (text, is_stuck) in enumerate([*said, ("agree-back", True)], match.version + 1):
        row = {"table": table, "number": number, "seat": 0, "text": text, "time": later}
        execute(visit, sa.insert(LINES).values(row))
        assert stuck() == is_stuck
    visit.set(table, rest=60)
    assert not stuck()


def test_a_notice_that_is_late_is_stuck(
    visit: Visit, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After half an hour, unless somebody has left orders."""
    monkeypatch.setattr(visit.site.notices, "look", nothing)
    table = opened(ada)
    execute(visit, sa.update(ACCOUNTS).values(notices=Wishes(ntfy="https://x.example").write()))
    now, bureau = datetime.now(UTC), visit.site.office.bureau
    for minutes, kinds in ((20, []), (40, ["notice"])):
        later = now + timedelta(minutes=minutes)
        assert [it.kind for it in visit.call(bureau.jobs, later)] == kinds
    order = {"table": table, "seat": visit.match(table).actor, "line": "x"}
    execute(visit, sa.insert(STANDINGS).values(order))
    assert visit.call(bureau.jobs, now + timedelta(minutes=40)) == []


def test_a_stranger_cannot_make_an_administrator_act(visit: Visit, ada: Browser) -> None:
    """Forms of other sites are refused before anything is looked at."""
    made(visit, **BEN)
    answer = ada.post("/office/ban", {"name": "Ben"}, {"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert deeds(visit) == []
    assert visit.browser().post("/account/in", BEN).status_code == 303


def test_the_processes_on_a_file_are_those_that_were_started(visit: Visit) -> None:
    """A file does not know them; PostgreSQL counts who listens."""
    store = visit.site.store
    told = visit.call(Bureau(store, processes=3).overview).processes
    assert told == 3 if store.engine.dialect.name == "sqlite" else told >= 1
