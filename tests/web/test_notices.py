"""Notices: told once, where and when somebody wants it, and never in vain."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from copy import copy
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from threading import Event

import pytest
import sqlalchemy as sa
from httpx2 import Response
from msgspec.structs import replace

from tests.web.test_accounts import ADA, made
from tests.web.test_push import Phone, Wire
from tests.web.visit import WITH_A_FRIEND, Browser, Visit
from trainshed.core import Seat
from trainshed.web.database.rows import ACCOUNTS, INVITED, STANDINGS, TOLD
from trainshed.web.notices import notices
from trainshed.web.notices.couriers import SIGNATURE, signature
from trainshed.web.notices.notices import FIRST, GRACE, Notices
from trainshed.web.notices.post import Letter, NotSent, Post
from trainshed.web.notices.tidings import BROWSERS
from trainshed.web.notices.wishes import Wishes, zone
from trainshed.web.people.visitor import SESSION
from trainshed.web.settings import Mail
from trainshed.web.tables.sheet import Sheet

HOOK = "https://bot.example.com/hook"
TOPIC = "https://ntfy.example.com/ada"
PLAIN = {"zone": "UTC", "ended": "on", "invited": "on"}


class Drawer(Post):
    """Keeps letters instead of sending them."""

    def __init__(self) -> None:
        super().__init__(Mail(host="mail.example.org", sender="club@example.org"))
        self.letters: list[Letter] = []
        self.is_down = False

    async def send(self, letter: Letter) -> None:
        if self.is_down:
            raise NotSent("the mail server is down")
        self.letters.append(letter)


def member(visit: Visit, name: str = "Ada") -> Browser:
    """Somebody who is signed in."""
    account = visit.call(visit.site.people.add, name, "no password", "")
    assert account is not None
    browser = visit.browser()
    browser.cookies.set(SESSION, visit.call(visit.site.people.sign_in, account, "a test"))
    return browser


class Club:
    """A site whose messages are kept here, with a clock of its own."""

    def __init__(self, visit: Visit) -> None:
        self.wire, self.drawer = Wire(), Drawer()
        self.now = datetime.now(UTC)
        self.attach(visit)
        self.ada, self.ben = member(visit, "Ada"), member(visit, "Ben")

    def attach(self, visit: Visit) -> None:
        """Keep the messages of a site that has just been started."""
        self.visit = visit
        couriers = visit.site.couriers
        couriers.outside = couriers.push.outside = self.wire
        couriers.post = self.drawer
        visit.site.notices.clock = lambda: self.now

    def table(self, **fields: str) -> str:
        """A table of Ada and Ben, where Ada is asked."""
        table = self.ada.open(**{**WITH_A_FRIEND, **fields})
        self.sit(table)
        if self.visit.match(table).actor == 1:
            self.pass_on(table)
        return table

    def sit(self, table: str) -> None:
        """Ben sits down."""
        tables, owner = self.visit.site.tables, f"account:{self.account('Ben')}"
        self.visit.call(partial(tables.sit, table, owner, seat=Seat(1), name="Ben"))

    def pass_on(self, table: str) -> None:
        """Play until somebody else is asked."""
        actor = self.visit.match(table).actor
        while self.visit.match(table).actor == actor:
            self.play(table)

    def play(self, table: str, choice: int = 0) -> None:
        """Let whoever is asked play one of his options."""
        sheet = self.visit.sheet(table)
        options = sheet.match.game.actions(sheet.match.state)
        action, version = options[choice % len(options)], sheet.match.version
        answer = partial(self.visit.site.tables.answer, table, version=version, action=action)
        self.visit.call(answer)

    def look(self, at: datetime | None = None, *, later: timedelta = timedelta(0)) -> None:
        """Let the site look what must be told."""
        self.now = (at or self.now) + later
        self.visit.call(self.visit.site.notices.look)

    def since(self, table: str) -> datetime:
        found = self.visit.sheet(table).table.since
        assert found is not None
        return found

    def asked(self, table: str, *, later: timedelta = GRACE["hook"]) -> None:
        """Look when somebody has been asked for a while."""
        self.look(self.since(table), later=later)

    def account(self, name: str, **values: object) -> str:
        """Change an account behind the back of the site; its id."""

        async def go() -> str:
            where = ACCOUNTS.c.name == name
            async with self.visit.site.store.begin() as connection:
                if values:
                    await connection.execute(sa.update(ACCOUNTS).where(where).values(**values))
                return str(
                    (await connection.execute(sa.select(ACCOUNTS.c.id).where(where))).scalar()
                )

        return self.visit.call(go)

    def insert(self, kind: sa.Table, **values: object) -> None:
        async def go() -> None:
            async with self.visit.site.store.begin() as connection:
                await connection.execute(sa.insert(kind).values(**values))

        self.visit.call(go)

    def told(self) -> list[str]:
        """The events that were posted to addresses, and to which tables they belong."""
        bodies = [json.loads(body) for url, body, _ in self.wire.sent if url == HOOK]
        return [f"{it['event']} {it['table']}" for it in bodies]


@pytest.fixture
def club(visit: Visit) -> Club:
    return Club(visit)


def wish(browser: Browser, **fields: str) -> str:
    answer = browser.post("/account/notices", {**PLAIN, **fields})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_turn_is_told_once_and_the_next_again(club: Club) -> None:
    """After a while: whoever moves at once need not be told; a restart tells nothing twice."""
    wish(club.ada, hook=HOOK)
    table = club.table()
    club.asked(table, later=GRACE["hook"] - timedelta(seconds=1))
    assert club.told() == []
    club.asked(table)
    club.asked(table)
    club.visit.site.notices._rests.clear()
    club.asked(table, later=timedelta(hours=5))
    assert club.told() == [f"turn {table}"]
    club.pass_on(table)
    club.asked(table)
    assert club.told() == [f"turn {table}"]
    club.pass_on(table)
    club.asked(table)
    assert club.told() == [f"turn {table}"] * 2


def test_what_a_program_gets_is_signed_and_tells_no_secret(club: Club) -> None:
    wish(club.ada, hook=HOOK)
    table = club.table(name="Our table")
    club.asked(table)
    ((_, body, headers),) = club.wire.sent
    found = json.loads(body)
    names = {"event", "title", "text", "path", "table", "game", "url", "time"}
    assert set(found) == names
    assert found["title"] == "Your turn: Our table"
    assert found["url"] == f"http://testserver/t/{table}"
    secret = re.search(r'class="token">([^<]+)<', club.ada.get("/account/notices").text)
    assert secret is not None
    assert headers[SIGNATURE] == f"sha256={signature(secret[1], body)}"
    assert signature("another", body) not in headers[SIGNATURE]


def test_a_topic_gets_a_title_and_a_link(club: Club) -> None:
    club.ada.post("/settings", {"language": "fr"})
    wish(club.ada, ntfy=TOPIC)
    table = club.table(name="Été")
    club.asked(table)
    ((url, body, headers),) = club.wire.sent
    assert url == TOPIC
    assert headers["click"] == f"http://testserver/t/{table}"
    assert headers["title"].isascii()
    assert headers["title"].startswith("=?UTF-8?B?")
    assert "Stephenson" in body.decode()


def test_each_browser_is_told_and_one_that_is_gone_is_forgotten(club: Club) -> None:
    phone, tablet = Phone(5), Phone(6)
    for it in (phone, tablet):
        assert subscribe(club.ada, it).status_code == 204
    table = club.table()
    club.asked(table)
    assert [url for url, _, _ in club.wire.sent] == [
        phone.subscription.endpoint,
        tablet.subscription.endpoint,
    ]
    found = json.loads(phone.read(club.wire.sent[0][1]))
    assert (found["event"], found["path"]) == ("turn", f"/t/{table}")
    club.wire.status = 410
    club.pass_on(table)
    club.pass_on(table)
    club.asked(table)
    club.wire.sent.clear()
    club.pass_on(table)
    club.pass_on(table)
    club.asked(table)
    assert club.wire.sent == []


def subscribe(browser: Browser, phone: Phone, **change: str) -> Response:
    it = phone.subscription
    fields = {"endpoint": it.endpoint, "key": it.key, "secret": it.secret, **change}
    return browser.post("/account/notices/browser", fields)


def test_an_account_has_so_many_browsers_and_no_more(club: Club) -> None:
    """The oldest make room; a browser is told for whoever used it last."""
    for number in range(5, 5 + BROWSERS + 2):
        subscribe(club.ada, Phone(number))
    account = club.account("Ada")
    tidings = club.visit.site.couriers.tidings
    found = club.visit.call(tidings.subscriptions, account)
    assert [it.endpoint for it in found] == [
        Phone(number).subscription.endpoint for number in range(7, 7 + BROWSERS)
    ]
    subscribe(club.ben, Phone(8))
    assert len(club.visit.call(tidings.subscriptions, account)) == BROWSERS - 1
    club.ada.post("/account/notices/browser/forget", {"endpoint": Phone(9).subscription.endpoint})
    assert len(club.visit.call(tidings.subscriptions, account)) == BROWSERS - 2
    club.ada.post("/account/notices/browser/forget", {"endpoint": Phone(8).subscription.endpoint})
    assert len(club.visit.call(tidings.subscriptions, club.account("Ben"))) == 1


def told(visit: Visit, name: str) -> list[str]:
    """Which browsers of somebody are told."""
    found = visit.call(visit.site.people.named, name)
    assert found is not None
    browsers = visit.call(visit.site.couriers.tidings.subscriptions, found[0].id)
    return [it.endpoint for it in browsers]


def test_a_browser_where_one_signs_out_is_told_nothing_more(visit: Visit) -> None:
    """Others are; nor is it told where somebody else signs in, but where one proves who one is."""
    ada, other = made(visit), visit.browser()
    other.post("/account/in", ADA)
    phone, tablet = Phone(5), Phone(6)
    subscribe(ada, phone)
    subscribe(other, tablet)
    other.post("/account/in", ADA)
    assert len(told(visit, "Ada")) == 2
    other.post("/account/out", {})
    assert told(visit, "Ada") == [phone.subscription.endpoint]
    made(visit, name="Ben")
    ada.post("/account/in", {**ADA, "name": "Ben"})
    assert told(visit, "Ada") == []


@pytest.mark.parametrize("is_all", [True, False])
def test_whoever_ends_a_session_elsewhere_is_told_here_alone(visit: Visit, *, is_all: bool) -> None:
    """Nobody knows which browser had it; the page says so."""
    ada, other = made(visit), visit.browser()
    hint = "Ending another session also ends notices in all browsers but this one."
    assert hint not in ada.get("/account").text
    other.post("/account/in", ADA)
    phone, tablet = Phone(5), Phone(6)
    subscribe(ada, phone)
    subscribe(other, tablet)
    page = ada.get("/account").text
    assert hint in page
    (session,) = re.findall(r'name="session" value="(\w+)"', page)
    ada.post("/account/session", {} if is_all else {"session": session})
    assert told(visit, "Ada") == [phone.subscription.endpoint]
    assert "Sign out" not in other.get("/account").text


def test_a_browser_that_cannot_be_reached_is_refused(club: Club) -> None:
    answer = subscribe(club.ada, Phone(), endpoint="https://10.0.0.1/push")
    assert answer.status_code == 422
    assert "https://10.0.0.1/push" in answer.text


def test_what_failed_is_tried_again_after_growing_pauses(club: Club) -> None:
    wish(club.ada, hook=HOOK)
    table = club.table()
    club.wire.status = 500
    club.asked(table)
    club.look(later=FIRST / 2)
    assert len(club.wire.sent) == 1
    club.look(later=FIRST / 2)
    club.look(later=FIRST)
    assert len(club.wire.sent) == 2
    club.wire.status = 204
    club.look(later=FIRST)
    club.look(later=timedelta(hours=3))
    assert len(club.wire.sent) == 3


def test_a_process_that_dies_while_it_sends_does_not_send_twice(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was noted before it was sent stays noted."""
    wish(club.ada, hook=HOOK)
    table = club.table()

    async def die(*_: object) -> None:
        raise asyncio.CancelledError

    club.now = club.since(table) + timedelta(minutes=1)
    with monkeypatch.context() as patch:
        patch.setattr(club.visit.site.couriers, "carry", die)
        club.visit.call(_survived, club.visit.site.notices.look)
    club.look(later=timedelta(hours=1))
    assert club.told() == []


async def _survived(look: Callable[[], Awaitable[None]]) -> None:
    with suppress(asyncio.CancelledError):
        await look()


def test_a_restart_forgets_nothing_and_repeats_nothing(start: Callable[[], Visit]) -> None:
    """What must be told is found where it is kept."""
    club = Club(start())
    wish(club.ada, hook=HOOK)
    first = club.table()
    club.asked(first)
    second = club.table()
    club.attach(start())
    club.look(max(club.since(first), club.since(second)), later=timedelta(minutes=1))
    assert club.told() == [f"turn {first}", f"turn {second}"]


def test_another_process_that_tells_is_left_alone(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish(club.ada, hook=HOOK)
    table = club.table()
    tidings = club.visit.site.couriers.tidings
    stale = club.visit.call(tidings.told, [])
    club.asked(table)

    async def told(owners: object) -> object:
        return stale

    monkeypatch.setattr(tidings, "told", told)
    club.asked(table)
    assert club.told() == [f"turn {table}"]


def test_of_several_processes_one_tells(club: Club) -> None:
    wish(club.ada, hook=HOOK)
    table = club.table()
    asked: list[str] = []

    @asynccontextmanager
    async def claim(name: str) -> AsyncIterator[bool]:
        asked.append(name)
        yield False

    club.visit.site.notices.wire.claim = claim  # type: ignore[method-assign]
    club.asked(table)
    assert asked == ["notices"]
    assert club.told() == []


def test_the_site_looks_by_itself(
    start: Callable[[], Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From its start until it is stopped."""
    looked = Event()

    async def look(self: Notices) -> None:
        looked.set()

    monkeypatch.setattr(notices, "EVERY", 0.01)
    monkeypatch.setattr(Notices, "look", look)
    start()
    assert looked.wait(60)


def test_quiet_hours_put_off_what_still_waits(club: Club) -> None:
    wish(club.ada, hook=HOOK, quiet="on", start="22", end="7", zone="Asia/Tokyo")
    table = club.table()
    night = (club.since(table) + timedelta(days=1)).astimezone(zone("Asia/Tokyo"))
    club.look(night.replace(hour=23))
    club.look(night.replace(hour=6) + timedelta(days=1))
    assert club.told() == []
    club.look(night.replace(hour=7) + timedelta(days=1))
    assert club.told() == [f"turn {table}"]


def test_whoever_is_away_is_told_nothing(club: Club) -> None:
    wish(club.ada, hook=HOOK)
    table = club.table()
    back = club.since(table) + timedelta(days=3)
    club.account("Ada", away=back)
    club.asked(table)
    assert club.told() == []
    club.look(back)
    assert club.told() == [f"turn {table}"]


def test_the_end_of_a_game_is_told_to_those_who_did_not_end_it(club: Club) -> None:
    for browser in (club.ada, club.ben):
        wish(browser, hook=HOOK)
    table = club.table()
    choices = count()
    while club.visit.match(table).actor is not None:
        club.play(table, next(choices))
    club.look(club.visit.sheet(table).table.changed)
    assert club.told() == [f"end {table}"]
    club.look(later=timedelta(hours=1))
    assert club.told() == [f"end {table}"]


def test_what_was_told_of_a_game_that_ended_long_ago_is_forgotten(club: Club) -> None:
    """Not of one that is played, or that is still news."""
    running, over = club.table(), club.table()
    club.visit.set(over, over=True, actor=None, changed=club.now)
    for table in (running, over):
        noted = {"table": table, "owner": "account:x", "channel": "hook", "since": club.now}
        club.insert(TOLD, **noted)

    def tables() -> set[str]:
        told = club.visit.call(club.visit.site.couriers.tidings.told, ["account:x"])
        return {table for table, _, _ in told}

    club.look(later=timedelta(days=1))
    assert tables() == {running, over}
    club.look(later=timedelta(days=9))
    assert tables() == {running}


def test_nothing_is_told_once_the_site_stops(club: Club) -> None:
    """What was not begun is left to whoever is started next."""
    wish(club.ada, hook=HOOK)
    table = club.table()
    closed = club.visit.site.notices._closed
    club.visit.call(_now, closed.set)
    club.asked(table)
    assert club.told() == []
    club.visit.call(_now, closed.clear)
    club.asked(table)
    assert club.told() == [f"turn {table}"]


async def _now(function: Callable[[], None]) -> None:
    function()


def test_what_ended_before_somebody_wished_to_be_told_is_no_news(club: Club) -> None:
    table = club.table()
    ended = datetime.now(UTC)
    club.visit.set(table, over=True, actor=None, changed=ended)
    for browser in (club.ada, club.ben):
        wish(browser, hook=HOOK)
    club.look()
    assert club.told() == []


def test_an_invitation_is_told_until_somebody_sits_down(club: Club) -> None:
    wish(club.ben, hook=HOOK)
    table = club.ada.open(**WITH_A_FRIEND)
    club.insert(INVITED, table=table, account=club.account("Ben"))
    club.look()
    club.look(later=timedelta(hours=1))
    assert club.told() == [f"invitation {table}"]
    other = club.ada.open(**WITH_A_FRIEND)
    club.insert(INVITED, table=other, account=club.account("Ben"))
    club.sit(other)
    club.look()
    assert f"invitation {other}" not in club.told()


def test_who_invites_is_told(club: Club) -> None:
    wish(club.ben, hook=HOOK)
    table = club.ada.open(**WITH_A_FRIEND, name="Our table", invite="Ben")
    club.look()
    other = club.ada.open(**WITH_A_FRIEND, name="Another")
    club.insert(INVITED, table=other, account=club.account("Ben"))
    club.look()
    found = [json.loads(body) for url, body, _ in club.wire.sent if url == HOOK]
    titles = {it["table"]: it["title"] for it in found}
    assert titles == {
        table: "Ada invites you: Our table",
        other: "You are invited: Another",
    }


def test_what_nobody_wants_is_not_told(club: Club) -> None:
    club.ben.post("/account/notices", {"zone": "UTC", "hook": HOOK})
    table = club.ada.open(**WITH_A_FRIEND)
    club.insert(INVITED, table=table, account=club.account("Ben"))
    club.look()
    assert club.told() == []


def test_a_turn_that_an_order_answers_is_not_told(club: Club) -> None:
    """But one that it does not answer is."""
    wish(club.ada, hook=HOOK)
    table = club.table()
    club.insert(STANDINGS, table=table, seat=0, line="waive GWR")
    club.visit.set(table)
    asked = club.since(table) + GRACE["hook"]
    laws = club.visit.match(table).game
    obeys = replace(laws, obey=lambda view, seat, order: laws.actions(view)[0])
    sheet = club.visit.sheet(table)
    twin = copy(sheet.match)
    twin.game = obeys
    tables, load = club.visit.site.tables, club.visit.site.tables.load

    async def ordered(table_id: str) -> Sheet:
        return replace(sheet, match=twin)

    tables.load = ordered  # type: ignore[method-assign]
    club.look(asked)
    assert club.told() == []
    tables.load = load  # type: ignore[method-assign]
    club.look(asked)  # the order is for another question
    assert club.told() == [f"turn {table}"]


def test_whoever_looks_at_the_table_is_not_told(club: Club) -> None:
    """Unless his page stays open for so long that he may have gone."""
    wish(club.ada, hook=HOOK)
    table, owner = club.table(), f"account:{club.account('Ada')}"
    presence, since = club.visit.site.presence, club.since(table)

    async def look(at: datetime) -> None:
        club.now = at
        with presence.enter(table, owner):
            await club.visit.site.notices.look()

    club.visit.call(look, since + timedelta(minutes=9))
    assert club.told() == []
    club.visit.call(look, since + timedelta(minutes=10))
    assert club.told() == [f"turn {table}"]


def test_letters_are_for_each_turn_or_once_a_day(club: Club) -> None:
    wish(club.ada, mail="turn")
    table = club.table(name="Ours")
    club.asked(table, later=GRACE["mail"])
    assert club.drawer.letters == []
    club.account("Ada", mail="ada@example.org")
    club.asked(table, later=GRACE["mail"] - timedelta(seconds=1))
    assert club.drawer.letters == []
    club.asked(table, later=GRACE["mail"])
    (letter,) = club.drawer.letters
    assert letter.to == "ada@example.org"
    assert letter.subject == "Your turn: Ours"
    assert f"http://testserver/t/{table}" in letter.text
    assert letter.leave.startswith("http://testserver/account/notices/leave/")
    assert letter.leave in letter.text


def test_the_daily_letter_tells_what_waited_at_its_hour(club: Club) -> None:
    """All of it in one, again the next day, and nothing where nothing waits."""
    wish(club.ada, mail="digest", hour="8", zone="Asia/Tokyo")
    club.account("Ada", mail="ada@example.org")
    first, second = club.table(name="First"), club.table(name="Second")
    morning = (club.now + timedelta(days=2)).astimezone(zone("Asia/Tokyo"))
    morning = morning.replace(hour=8, minute=0, second=0, microsecond=0)
    for table in (first, second):
        club.visit.set(table, since=morning - timedelta(hours=5))
    club.look(morning - timedelta(minutes=1))
    assert club.drawer.letters == []
    club.drawer.is_down = True
    club.look(morning)
    club.drawer.is_down = False
    club.look(morning + timedelta(hours=1))
    club.look(morning + timedelta(hours=2))
    (letter,) = club.drawer.letters
    assert letter.subject == "2 of your tables wait for you"
    assert all(f"/t/{table}" in letter.text for table in (first, second))
    third = club.table(name="Third")
    club.visit.set(third, since=morning + timedelta(hours=3))
    club.look(morning + timedelta(hours=4))
    assert len(club.drawer.letters) == 1
    club.pass_on(first)
    club.pass_on(third)
    club.look(morning + timedelta(days=1))
    assert len(club.drawer.letters) == 2
    assert club.drawer.letters[1].subject == "One of your tables waits for you"
    club.pass_on(second)
    club.look(morning + timedelta(days=2))
    assert len(club.drawer.letters) == 2


@pytest.mark.parametrize(("hour", "letters"), [("8", 0), ("23", 1)])
def test_the_daily_letter_keeps_quiet_hours(club: Club, hour: str, letters: int) -> None:
    """One that is late waits for the morning, unless its own hour is in the night."""
    wish(club.ada, mail="digest", hour=hour, quiet="on", start="22", end="7", zone="Asia/Tokyo")
    club.account("Ada", mail="ada@example.org")
    table = club.table(name="Ours")
    night = (club.now + timedelta(days=2)).astimezone(zone("Asia/Tokyo"))
    night = night.replace(hour=23, minute=30, second=0, microsecond=0)
    club.visit.set(table, since=night - timedelta(days=1))
    club.look(night)
    assert len(club.drawer.letters) == letters
    club.look(night + timedelta(hours=8))
    assert len(club.drawer.letters) == 1


def test_a_test_is_sent_at_once_and_its_failure_told(club: Club) -> None:
    page = wish(club.ada, hook=HOOK, test="hook")
    assert "The test is on its way" in page
    assert club.told() == ["test "]
    club.wire.status = 500
    answer = club.ada.post("/account/notices", {**PLAIN, "hook": HOOK, "test": "hook"})
    assert answer.status_code == 422
    assert "The test did not arrive" in answer.text
    assert HOOK in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {"mail": "hourly"},
        {"hour": "24"},
        {"start": "-1"},
        {"zone": "Moon/Tranquility"},
        {"test": "pigeon"},
    ],
)
def test_a_value_that_there_is_not_is_named(visit: Visit, fields: Mapping[str, str]) -> None:
    answer = member(visit).post("/account/notices", {**PLAIN, **fields})
    assert answer.status_code == 422
    assert next(iter(fields.values())) in answer.text


@pytest.mark.parametrize(
    "url", ["http://bot.example.com", "https://127.0.0.1/", "ftp:x", "x" * 600]
)
def test_an_address_that_may_not_be_called_is_not_kept(visit: Visit, url: str) -> None:
    """What else was in the form is still there."""
    ada = member(visit)
    answer = ada.post("/account/notices", {**PLAIN, "hook": url, "ntfy": TOPIC})
    assert answer.status_code == 422
    assert TOPIC in answer.text
    assert TOPIC not in ada.get("/account/notices").text


def test_a_guest_has_no_such_page(visit: Visit) -> None:
    guest = visit.browser()
    assert guest.get("/account/notices").status_code == 403
    assert guest.post("/account/notices", PLAIN).status_code == 403
    assert guest.post("/account/notices/browser", {}).status_code == 403


def test_every_page_knows_how_many_tables_wait(visit: Visit) -> None:
    guest = visit.browser()
    guest.get("/")
    assert guest.get("/waiting").json() == {"waiting": 0}
    guest.open()
    guest.open()
    answer = guest.get("/waiting")
    assert answer.json() == {"waiting": 2}
    again = guest.get("/waiting", {"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert visit.browser().get("/waiting").json() == {"waiting": 0}


def come_round(club: Club, table: str) -> None:
    """Play until the same one of two is asked again."""
    club.pass_on(table)
    club.pass_on(table)


def ask_back(club: Club, table: str, name: str = "Ben") -> datetime:
    """Somebody asks to go back to when the first was asked; when he did."""
    owner, version = f"account:{club.account(name)}", club.visit.match(table).version
    play = partial(club.visit.site.tables.play, table, owner, version=version, line="ask-back 1")
    sheet = club.visit.call(play)
    return sheet.times[sheet.match.version]


def answer_back(club: Club, table: str, name: str, line: str) -> None:
    owner, version = f"account:{club.account(name)}", club.visit.match(table).version
    play = partial(club.visit.site.tables.play, table, owner, version=version, line=line)
    club.visit.call(play)


def wish_pause(club: Club, table: str, name: str = "Ben", *, on: bool = True) -> datetime:
    """Somebody asks for a pause, or takes that back; the moment after that."""
    owner = f"account:{club.account(name)}"
    club.visit.call(partial(club.visit.site.tables.pause, table, owner, on=on))
    return datetime.now(UTC)


def test_whoever_is_asked_to_go_back_is_told_once_for_each_request(club: Club) -> None:
    """The others, not who asks; not where it was answered at once; his turn is told as well."""
    wish(club.ada, hook=HOOK, asked="on")
    wish(club.ben, hook=HOOK, asked="on")
    table = club.table(name="Our table")
    come_round(club, table)
    moment = ask_back(club, table)
    club.look(moment, later=GRACE["hook"] - timedelta(seconds=1))
    assert f"back {table}" not in club.told()
    club.look(moment, later=GRACE["hook"])
    club.look(moment, later=timedelta(hours=1))
    assert sorted(club.told()) == [f"back {table}", f"turn {table}"]
    (found,) = [it for it in map(json.loads, bodies(club)) if it["event"] == "back"]
    assert found["title"] == "Ben asks to go back: Our table"
    answer_back(club, table, "Ada", "refuse-back")
    club.look(later=timedelta(hours=1))
    assert club.told().count(f"back {table}") == 1
    moment = ask_back(club, table)
    answer_back(club, table, "Ben", "refuse-back")
    club.look(moment, later=timedelta(hours=3))
    assert club.told().count(f"back {table}") == 1
    club.look(ask_back(club, table), later=timedelta(hours=4))
    assert club.told().count(f"back {table}") == 2


def bodies(club: Club) -> list[bytes]:
    return [body for url, body, _ in club.wire.sent if url == HOOK]


def test_whoever_is_asked_for_a_pause_is_told_once_for_each_wish(club: Club) -> None:
    """Not again where he who asks repeats it, nor when the clocks stand still."""
    wish(club.ada, hook=HOOK, asked="on")
    wish(club.ben, hook=HOOK, asked="on")
    table = club.table(name="Our table", hours="24")
    moment = wish_pause(club, table)
    club.look(moment, later=GRACE["hook"])
    club.look(wish_pause(club, table), later=timedelta(hours=1))
    told = [it for it in club.told() if it.startswith("pause")]
    assert told == [f"pause {table}"]
    (found,) = [it for it in map(json.loads, bodies(club)) if it["event"] == "pause"]
    assert found["title"] == "Ben asks for a pause: Our table"
    wish_pause(club, table, on=False)
    wish_pause(club, table, "Ada")
    club.look(wish_pause(club, table), later=timedelta(hours=2))
    assert [it for it in club.told() if it.startswith("pause")] == told
    wish_pause(club, table, on=False)
    club.look(wish_pause(club, table), later=timedelta(hours=3))
    assert club.told().count(f"pause {table}") == 2


def test_what_others_ask_for_survives_a_restart(start: Callable[[], Visit]) -> None:
    club = Club(start())
    wish(club.ada, hook=HOOK, asked="on")
    table = club.table(hours="24")
    come_round(club, table)
    moment = wish_pause(club, table)
    ask_back(club, table)
    club.attach(start())
    club.look(moment, later=timedelta(hours=1))
    club.attach(start())
    club.look(moment, later=timedelta(hours=2))
    found = [f"back {table}", f"pause {table}", f"turn {table}"]
    assert sorted(club.told()) == found


def test_who_does_not_want_to_hear_what_others_ask_for_does_not(club: Club) -> None:
    wish(club.ada, hook=HOOK)
    table = club.table(hours="24")
    come_round(club, table)
    moment = wish_pause(club, table)
    ask_back(club, table)
    club.look(moment, later=timedelta(hours=1))
    assert club.told() == [f"turn {table}"]


def test_a_letter_of_the_day_tells_what_others_ask_for_once(club: Club) -> None:
    club.account("Ben", mail="ben@example.org")
    wish(club.ben, mail="digest", asked="on")
    table = club.table(name="Our table", hours="24")
    club.account("Ben", notices=Wishes(mail="digest").write())
    moment = wish_pause(club, table, "Ada")
    for day in (1, 2):
        club.look(moment, later=timedelta(days=day))
        club.look(later=timedelta(minutes=1))
    assert [it.text.count("Our table") for it in club.drawer.letters] == [1]
    assert "Ada asks for a pause: Our table" in club.drawer.letters[0].text


def test_where_others_ask_for_something_a_table_waits(club: Club) -> None:
    """The number on every page counts it, the first page lists it, the next table is that one."""
    table = club.table(hours="24")
    assert club.ben.get("/waiting").json() == {"waiting": 0}
    assert "Look and answer" not in club.ben.get("/").text
    wish_pause(club, table, "Ada")
    assert club.ben.get("/waiting").json() == {"waiting": 1}
    assert club.ben.get("/next").headers["location"] == f"/t/{table}"
    assert "Look and answer" in club.ben.get("/").text
    wish_pause(club, table, on=False)
    assert club.ben.get("/waiting").json() == {"waiting": 0}
    come_round(club, table)
    ask_back(club, table, "Ada")
    assert club.ben.get("/waiting").json() == {"waiting": 1}
    answer_back(club, table, "Ben", "refuse-back")
    assert club.visit.match(table).actor == 0
    assert club.ben.get("/waiting").json() == {"waiting": 0}


def test_at_another_table_one_sees_that_others_ask_for_something(club: Club) -> None:
    """The button to the next table counts it once, a turn there too; its own table is no other."""
    here, there = club.table(), club.table(hours="24")
    one = "One more table waits for you"
    assert "table waits for you" not in club.ben.get(f"/t/{here}").text
    wish_pause(club, there, "Ada")
    assert one in club.ben.get(f"/t/{here}").text
    assert "table waits for you" not in club.ben.get(f"/t/{there}").text
    club.pass_on(there)
    assert one in club.ben.get(f"/t/{here}").text
    wish_pause(club, there, on=False)
    come_round(club, here)
    ask_back(club, here, "Ada")
    assert one in club.ben.get(f"/t/{there}").text


def test_whoever_has_agreed_to_go_back_is_not_asked(club: Club) -> None:
    """Nor does an older request of the same table count."""
    member(club.visit, "Cy")
    table = club.table(**{"seats": "3", "seat-3": "elsewhere", "name-3": "Cy"})
    owner = f"account:{club.account('Cy')}"
    club.visit.call(partial(club.visit.site.tables.sit, table, owner, seat=Seat(2), name="Cy"))
    come_round(club, table)
    for _ in range(2):
        ask_back(club, table, "Ada")
        answer_back(club, table, "Ada", "refuse-back")
    ask_back(club, table, "Ada")
    asked = club.visit.site.store.asked
    assert club.visit.call(asked, owner) == [table]
    answer_back(club, table, "Ben", "agree-back")
    assert club.visit.call(asked, f"account:{club.account('Ben')}") == []
    assert club.visit.call(asked, owner) == [table]
    answer_back(club, table, "Cy", "agree-back")
    assert club.visit.call(asked, owner) == []


def left(club: Club, letter: Letter) -> str:
    """The path of the link that stops such letters."""
    assert letter.leave.startswith("http://testserver/")
    assert letter.leave in letter.text
    return letter.leave.removeprefix("http://testserver")


def letters_of(club: Club, table: str) -> list[Letter]:
    """What comes by mail when somebody has been asked for a while."""
    club.drawer.letters.clear()
    club.pass_on(table)
    club.pass_on(table)
    club.asked(table, later=GRACE["mail"])
    return list(club.drawer.letters)


def test_one_click_ends_letters_of_a_kind(club: Club) -> None:
    """Without a session, from anywhere, by a form only; other channels go on."""
    club.account("Ada", mail="ada@example.org")
    wish(club.ada, mail="turn", hook=HOOK)
    table = club.table()
    (letter,) = letters_of(club, table)
    path = left(club, letter)
    stranger = club.visit.browser()
    asked = stranger.get(path)
    assert (asked.status_code, asked.headers["cache-control"]) == (200, "no-store")
    assert "No more such letters" in asked.text
    assert len(letters_of(club, table)) == 1
    told = len(club.told())
    away = {"sec-fetch-site": "cross-site", "origin": "https://mail.example.com"}
    for _ in range(2):
        answer = stranger.post(path, {"List-Unsubscribe": "One-Click"}, away)
        assert answer.status_code == 200
        assert "You get no more such letters" in answer.text
    assert letters_of(club, table) == []
    assert len(club.told()) == told + 1
    assert 'value="none" checked' in club.ada.get("/account/notices").text


def test_a_link_ends_only_what_its_letter_was(club: Club) -> None:
    """Neither letters of another kind nor those to another address; the answer is the same."""
    club.account("Ada", mail="ada@example.org")
    wish(club.ada, mail="turn")
    table = club.table()
    (letter,) = letters_of(club, table)
    path, stranger = left(club, letter), club.visit.browser()
    wish(club.ada, mail="digest")
    known = stranger.post(path, {}).text
    assert 'value="digest" checked' in club.ada.get("/account/notices").text
    wish(club.ada, mail="turn")
    club.account("Ada", mail="lovelace@example.org")
    assert stranger.post(path, {}).text == known
    assert 'value="turn" checked' in club.ada.get("/account/notices").text
    account = club.visit.call(club.visit.site.people.named, "Ada")
    assert account is not None
    club.visit.call(club.visit.site.people.remove, account[0])
    assert stranger.post(path, {}).text == known


def test_a_link_that_we_did_not_write_ends_nothing(club: Club) -> None:
    club.account("Ada", mail="ada@example.org")
    wish(club.ada, mail="turn")
    (letter,) = letters_of(club, club.table())
    path = left(club, letter)
    for forged in (path.replace("/leave/", "/leave/x"), "/account/notices/leave/x"):
        assert club.visit.browser().get(forged).status_code == 404
        assert club.visit.browser().post(forged, {}).status_code == 404
    assert 'value="turn" checked' in club.ada.get("/account/notices").text


def test_the_site_can_be_installed(visit: Visit) -> None:
    browser = visit.browser()
    found = browser.get("/manifest.webmanifest")
    assert found.headers["content-type"].startswith("application/manifest+json")
    told = found.json()
    assert told["start_url"] == "/"
    assert {it["purpose"] for it in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        picture = browser.get(icon["src"])
        assert picture.content.startswith(b"\x89PNG")
        width = int.from_bytes(picture.content[16:20])
        assert icon["sizes"] == f"{width}x{width}"
    assert browser.get("/icons/64.png").status_code == 404
    worker = browser.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    kept = re.search(r"const KEPT = (\[.*\]);", worker.text)
    assert kept is not None
    for path in json.loads(kept[1]):
        assert browser.get(path).status_code == 200
    assert "out of reach" in browser.get("/offline").text


def test_wishes_that_cannot_be_read_are_none() -> None:
    assert Wishes.read("") == Wishes.read("nonsense") == Wishes()
    found = Wishes.read('{"hour": 99, "mail": "turn", "zone": 5, "later": 1}')
    assert found == Wishes(mail="turn")
    known = replace(found, saved=datetime(2026, 1, 2, tzinfo=UTC), quiet=True)
    assert Wishes.read(known.write()) == known


def test_an_hour_that_comes_twice_has_one_daily_letter() -> None:
    """In the night in which clocks are put back."""
    wishes = Wishes(hour=2, zone="Europe/Berlin")
    night = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    moments = [wishes.last_digest(night + timedelta(hours=hours)) for hours in range(4)]
    assert moments == [datetime(2026, 10, 25, tzinfo=UTC)] * 4


def test_quiet_hours_go_round_the_clock() -> None:
    def quiet(start: int, end: int) -> list[int]:
        wishes = Wishes(quiet=True, start=start, end=end)
        day = datetime(2026, 3, 1, tzinfo=UTC)
        return [hour for hour in range(24) if wishes.is_quiet(day + timedelta(hours=hour))]

    assert quiet(22, 2) == [0, 1, 22, 23]
    assert quiet(1, 3) == [1, 2]
    assert quiet(5, 5) == []
