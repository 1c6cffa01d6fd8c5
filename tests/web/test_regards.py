"""Whom somebody follows or blocks is his own affair, and has its effect."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from tests.web.test_accounts import ADA, made, opened
from tests.web.test_end import BOTS, finished
from tests.web.test_ratings import owner
from tests.web.visit import Browser, Visit
from trainshed.web.database.rows import SEATS
from trainshed.web.people import regards


def regard(browser: Browser, name: str, kind: str, on: str = "on") -> int:
    return browser.post(f"/people/{name}/regard", {"kind": kind, "on": on}).status_code


def stands_between(visit: Visit, name: str, *others: str | None) -> bool:
    owners = [it and owner(visit, it) for it in others]
    return visit.call(visit.site.regards.stands_between, owner(visit, name), owners)


def test_the_blocked_is_not_read(visit: Visit) -> None:
    """By who blocks him; the others read him as ever, and he is not told."""
    ada, ben, cy = made(visit), made(visit, name="Ben"), made(visit, name="Cy")
    table = opened(ada)
    before = ben.get("/people/Ada").text
    assert regard(ada, "Ben", "block") == 303
    ben.post(f"/t/{table}/talk", {"text": "boiler"})
    cy.post(f"/t/{table}/talk", {"text": "whistle"})
    heard = ada.get(f"/t/{table}/talk").text
    assert "boiler" not in heard
    assert "You have blocked this person." in heard
    assert "whistle" in heard
    for other in (ben, cy, visit.browser()):
        assert "boiler" in other.get(f"/t/{table}/talk").text
    assert ben.get("/people/Ada").text == before
    regard(ada, "Ben", "block", "off")
    assert "boiler" in ada.get(f"/t/{table}/talk").text


def test_who_is_blocked_stays_away(visit: Visit) -> None:
    """From who blocks him, not the other way round, and from nobody else."""
    ada = made(visit)
    made(visit, name="Ben")
    made(visit, name="Cy")
    assert not stands_between(visit, "Ben", "Ada", "Cy", None)
    regard(ada, "Ben", "block")
    assert stands_between(visit, "Ben", "Cy", None, "Ada")
    assert not stands_between(visit, "Ada", "Ben")
    assert not stands_between(visit, "Ben", "Cy")
    guest = visit.site.regards.stands_between
    assert not visit.call(guest, "some browser", [owner(visit, "Ada")])


def test_who_is_blocked_brings_no_seat_along_as_a_guest(visit: Visit) -> None:
    """What he may not take he cannot claim; it stays the guest's, and nothing else is lost."""
    ada, cy = made(visit), made(visit, name="Cy")
    made(visit, name="Ben")
    regard(ada, "Ben", "block")
    hers, his = [opened(it, **{"seat-2": "elsewhere"}) for it in (ada, cy)]
    guest = visit.browser()
    guest.get("/")
    for table in (hers, his):
        assert guest.post(f"/t/{table}/sit", {"seat": "1", "name": "G"}).status_code == 200
        guest.post(f"/t/{table}/talk", {"text": "boiler"})
    browser = visit.sheet(hers).table.chairs[1].owner
    assert guest.post("/account/in", {**ADA, "name": "Ben"}).status_code == 303
    ben = owner(visit, "Ben")
    assert visit.sheet(his).table.chairs[1].owner == ben
    assert visit.sheet(hers).table.chairs[1].owner == browser
    assert guest.play(hers).status_code == 403
    assert "boiler" not in ada.get(f"/t/{hers}/talk").text
    guest.post("/account/out", {})
    assert guest.seats(hers) == (1,)


def test_one_follows_or_blocks(visit: Visit) -> None:
    """Not both; the button takes back what was chosen."""
    ada = made(visit)
    made(visit, name="Ben")
    assert "Follow<" in ada.get("/people/Ben").text
    regard(ada, "Ben", "follow")
    assert "Follow no more" in ada.get("/people/Ben").text
    regard(ada, "Ben", "follow")
    regard(ada, "Ben", "block")
    page = ada.get("/people/Ben").text
    assert "Block no more" in page
    assert "Follow" not in page
    regard(ada, "Ben", "block", "off")
    assert "Follow<" in ada.get("/people/Ben").text


def test_the_followed_are_on_the_account_page(visit: Visit) -> None:
    """With what they play now where everybody may look; the blocked are listed too."""
    ada, ben = made(visit), made(visit, name="Ben")
    made(visit, name="Cy")
    public, private = opened(ben, name="Public club"), opened(ben, name="Private club")
    visit.set(private, access="link")
    regard(ada, "Ben", "follow")
    regard(ada, "Cy", "block")
    page = ada.get("/account").text
    assert '<a href="/people/Ben">Ben</a>' in page
    assert '<a href="/people/Cy">Cy</a>' in page
    assert f"/t/{public}" in page
    assert f"/t/{private}" not in page
    assert "Cy" not in ben.get("/account").text


def own(visit: Visit, table: str, seat: int, name: str) -> None:
    """Let a seat be that of an account."""
    where = (SEATS.c.table == table) & (SEATS.c.number == seat)
    change = sa.update(SEATS).where(where).values(owner=owner(visit, name), kind="human", name=name)
    visit.call(visit.site.store.change, change)
    visit.set(table)


@pytest.mark.parametrize("pair", [("Ada", "Ben"), ("Ben", "Ada")])
def test_a_rematch_brings_nobody_together_who_is_blocked(
    visit: Visit, pair: tuple[str, str]
) -> None:
    """Neither who blocks nor who is blocked sits there by himself; the others do."""
    table = visit.browser().open(**BOTS)
    finished(visit, table)
    people = {name: made(visit, name=name) for name in ("Ada", "Ben", "Cy")}
    for seat, name in enumerate(people):
        own(visit, table, seat, name)
    blocking, blocked = pair
    people[blocking].post(f"/people/{blocked}/regard", {"kind": "block", "on": "on"})
    following = people["Cy"].post(f"/t/{table}/again", {}).headers["location"].removeprefix("/t/")
    chairs = visit.sheet(following).table.chairs
    assert [chair.is_open for chair in chairs] == [True, True, False]
    assert [chair.name for chair in chairs] == ["Player 1", "Player 2", "Cy"]
    assert chairs[2].owner == owner(visit, "Cy")


def test_whoever_asks_for_a_rematch_sits_there(visit: Visit) -> None:
    """The one he blocks does not."""
    table = visit.browser().open(**BOTS)
    finished(visit, table)
    ada, _ = made(visit, name="Ada"), made(visit, name="Ben")
    for seat, name in enumerate(("Ada", "Ben")):
        own(visit, table, seat, name)
    ada.post("/people/Ben/regard", {"kind": "block", "on": "on"})
    following = ada.post(f"/t/{table}/again", {}).headers["location"].removeprefix("/t/")
    assert [chair.is_open for chair in visit.sheet(following).table.chairs[:2]] == [False, True]


@pytest.mark.parametrize(
    ("name", "fields", "status"),
    [
        ("Ada", {"kind": "follow", "on": "on"}, 422),
        ("Ben", {"kind": "adore", "on": "on"}, 422),
        ("Nobody", {"kind": "follow", "on": "on"}, 404),
    ],
)
def test_odd_regards_are_refused(
    visit: Visit, name: str, fields: dict[str, str], status: int
) -> None:
    """Oneself, nobody, and what there is not."""
    ada = made(visit)
    made(visit, name="Ben")
    assert ada.post(f"/people/{name}/regard", fields).status_code == status
    assert visit.browser().post("/people/Ada/regard", fields).status_code == 403


def test_lists_have_an_end(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who follows everybody follows nobody; what there was stays."""
    monkeypatch.setattr(regards, "MOST", 1)
    ada = made(visit)
    made(visit, name="Ben")
    made(visit, name="Cy")
    assert regard(ada, "Ben", "follow") == 303
    assert regard(ada, "Cy", "block") == 303
    assert regard(ada, "Cy", "follow") == 422
    assert "Block no more" in ada.get("/people/Cy").text
    assert "Follow no more" in ada.get("/people/Ben").text


def test_regards_end_with_the_account(visit: Visit) -> None:
    """On both sides."""
    ada, ben = made(visit), made(visit, name="Ben")
    regard(ada, "Ben", "follow")
    ben.post("/account/leave", {"password": "analytical engine"})
    assert "/people/" not in ada.get("/account").text.replace("/people/Ada", "")
