"""Bots that people keep: accounts of their own, which everybody can tell from people."""

from __future__ import annotations

import re

import pytest

from tests.web.clients import TOKEN, Program, member, unlimited
from tests.web.test_ratings import ended, look, owner
from tests.web.visit import Browser, Visit
from trainshed.web.people.people import BOTS


def made_bot(browser: Browser, name: str = "Shunter") -> str:
    """The token of a new bot."""
    found = TOKEN.search(browser.post("/account/bot", {"name": name}).text)
    assert found is not None
    return found[1]


def test_a_bot_has_an_account_of_its_own(visit: Visit) -> None:
    """Its token is shown once, acts for it alone, and nobody can sign in to it."""
    ada = member(visit, "Ada")
    token = made_bot(ada)
    assert Program(visit, token).get("/me")["name"] == "Shunter"
    page = ada.get("/account").text
    assert "Shunter" in page
    assert token not in page
    for password in ("", "analytical engine"):
        refused = visit.browser().post("/account/in", {"name": "Shunter", "password": password})
        assert refused.status_code == 422


def test_everybody_sees_that_it_is_a_bot(visit: Visit) -> None:
    """At the table, in lists, on its page, on the ladder and for programs; and who keeps it."""
    ada, ben = member(visit, "Ada"), member(visit, "Ben")
    bot = Program(visit, made_bot(ada))
    table = ben.open(seat_2="elsewhere", name_1="Ben")
    seat = visit.sheet(table).vacant[0]
    bot.post(f"/tables/{table}/sit", {"seat": seat})
    chair = bot.get(f"/tables/{table}")["seats"][seat]
    assert (chair["name"], chair["bot"], chair["program"]) == ("Shunter", None, True)
    panel = re.search(rf'id="player-{seat}".*?</h2>', ben.get(f"/t/{table}").text, re.DOTALL)
    assert panel is not None
    assert "Shunter" in panel[0]
    assert ">bot<" in panel[0]
    assert "Shunter (bot)" in ben.get("/").text
    person = ben.get("/people/Shunter").text
    assert ">bot<" in person
    assert 'Kept by <a href="/people/Ada">Ada</a>' in person
    assert ">bot<" not in ben.get("/people/Ada").text


def test_a_name_at_the_table_leads_to_its_page(visit: Visit) -> None:
    """From the panel and from what was said; guests have no page."""
    ada, ben = member(visit, "Ada"), member(visit, "Ben")
    table = ada.open(seat_2="elsewhere")
    ben.post(f"/t/{table}/sit", {"seat": str(visit.sheet(table).vacant[0]), "name": "Benny"})
    ben.post(f"/t/{table}/talk", {"text": "hello"})
    for page in (f"/t/{table}", f"/t/{table}/talk"):
        way = re.search(r'class="to-person" href="(/who/[^"]+)">Benny<', ada.get(page).text)
        assert way is not None
        assert ada.get(way[1]).headers["location"] == "/people/Ben"
    guest = visit.browser()
    own = guest.open(seat_2="elsewhere", name_1="Guest")
    assert 'class="to-person"' not in ada.get(f"/t/{own}").text
    assert ada.get("/who/nobody").status_code == 404


def test_nobody_sits_down_as_somebody_else(visit: Visit) -> None:
    """The name of an account is its owner's, however it is written."""
    ada, guest = member(visit, "Ada"), visit.browser()
    table = guest.open(seats="3", seat_2="elsewhere", seat_3="elsewhere", name_1="Guest")
    free = [str(seat) for seat in visit.sheet(table).vacant]
    other = visit.browser()
    other.get("/")
    refused = other.post(f"/t/{table}/sit", {"seat": free[0], "name": " ADA "})
    assert refused.status_code == 422
    assert "Somebody else is called" in refused.text
    assert ada.post(f"/t/{table}/sit", {"seat": free[0], "name": "Ada"}).status_code == 200
    assert other.post(f"/t/{table}/sit", {"seat": free[1], "name": "Bea"}).status_code == 200


def test_a_bot_is_rated_and_labelled_on_the_ladder(visit: Visit) -> None:
    """With the people, as a bot."""
    ada, ben = member(visit, "Ada"), member(visit, "Ben")
    made_bot(ada)
    seats = [(owner(visit, "Ben"), "human"), (owner(visit, "Shunter"), "human")]
    ended(visit, ben, seats, [2, 1])
    look(visit)
    page = ben.get("/ladder/rocket").text
    assert re.search(r"Shunter</a> <span class=\"tag\">bot<", page)
    assert not re.search(r"Ben</a> <span class=\"tag\">bot<", page)


def test_nobody_plays_a_rated_game_with_his_own_bot(visit: Visit) -> None:
    """Neither may sit down where the other sits, nor two bots of one person."""
    ada, ben = member(visit, "Ada"), member(visit, "Ben")
    first, second = (Program(visit, made_bot(ada, name)) for name in ("Shunter", "Banker"))
    others = {"seat_2": "elsewhere", "seat_3": "elsewhere"}
    table = ben.open(seats="3", rated="1", name_1="Ben", **others)
    free = visit.sheet(table).vacant
    first.post(f"/tables/{table}/sit", {"seat": free[0]})
    second.post(f"/tables/{table}/sit", {"seat": free[1]}, 403)
    refused = ada.post(f"/t/{table}/sit", {"seat": str(free[1]), "name": "Ada"})
    assert refused.status_code == 403
    assert visit.sheet(table).vacant == free[1:]


def test_tokens_of_bots_are_renewed_and_end_with_their_keeper(visit: Visit) -> None:
    """A new one ends the old one; a new password ends all; so does leaving."""
    ada, ben = member(visit, "Ada"), member(visit, "Ben")
    old = made_bot(ada)
    id_ = owner(visit, "Shunter").removeprefix("account:")
    assert ben.post("/account/bot/token", {"bot": id_}).status_code == 422
    ben.post("/account/bot/remove", {"bot": id_})
    found = TOKEN.search(ada.post("/account/bot/token", {"bot": id_}).text)
    assert found is not None
    assert Program(visit, old).get("/me", 401)["error"] == "unauthorized"
    assert Program(visit, found[1]).get("/me")["name"] == "Shunter"
    ada.post("/account/password", {"old": "analytical engine", "password": "difference engine"})
    assert Program(visit, found[1]).get("/me", 401)["error"] == "unauthorized"
    found = TOKEN.search(ada.post("/account/bot/token", {"bot": id_}).text)
    assert found is not None
    ada.post("/account/leave", {"password": "difference engine"})
    assert Program(visit, found[1]).get("/me", 401)["error"] == "unauthorized"
    assert ben.get("/people/Shunter").status_code == 404


def test_whoever_is_shut_out_plays_by_no_bot(visit: Visit) -> None:
    """His bots are shut out with him."""
    bot = Program(visit, made_bot(member(visit, "Ada")))
    found = visit.call(visit.site.people.named, "Ada")
    assert found is not None
    visit.call(lambda: visit.site.office.bureau.ban(found[0], "", who="a test"))
    assert bot.get("/me", 401)["error"] == "unauthorized"


def test_bots_have_names_and_there_are_not_too_many(visit: Visit) -> None:
    """What is wrong is said."""
    ada = member(visit, "Ada")
    with unlimited(visit):
        for name in ("", "Ada"):
            assert ada.post("/account/bot", {"name": name}).status_code == 422
        for n in range(BOTS):
            made_bot(ada, f"bot {n}")
        assert "You keep" in ada.post("/account/bot", {"name": "one more"}).text
    assert visit.browser().post("/account/bot", {"name": "x"}).status_code == 403


@pytest.mark.parametrize("kind", ["greedy", "random"])
def test_bots_of_the_site_are_labelled_in_lists(visit: Visit, kind: str) -> None:
    """Whatever they are called."""
    browser = visit.browser()
    browser.open(seat_2=kind, name_2="Anna")
    assert "Anna (bot)" in browser.get("/").text


def test_bots_are_labelled_in_the_line_of_players(visit: Visit) -> None:
    """Where there is little room, too; people are not."""
    browser = visit.browser()
    page = browser.get(f"/t/{browser.open(seat_2='greedy')}").text
    strips = re.findall(r'<li id="strip-(\d)".*?</li>', page, re.DOTALL)
    assert strips == ["0", "1"]
    own, other = (re.search(rf'id="strip-{n}".*?</li>', page, re.DOTALL) for n in strips)
    assert own is not None
    assert other is not None
    assert "<small>bot</small>" not in own[0]
    assert "<small>bot</small>" in other[0]
