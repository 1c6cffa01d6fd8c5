"""The API: what programs may ask and do, and what they never learn."""

from __future__ import annotations

import asyncio
import re
from collections.abc import MutableMapping
from functools import partial
from random import Random
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.routing import Route

from tests.web.clients import API, Program, described, member, program, token_of
from tests.web.test_accounts import ADA, grow_old, made
from tests.web.visit import Browser, Visit
from trainshed.games import games
from trainshed.games.g1861.company import GONE
from trainshed.web.api.openapi import ENDPOINTS
from trainshed.web.limits import RATES
from trainshed.web.people.tokens import MOST


@pytest.fixture
def ada(visit: Visit) -> Program:
    return program(visit, "Ada")


@pytest.fixture
def ben(visit: Visit) -> Program:
    return program(visit, "Ben")


def line(asked: dict[str, Any], rng: Random) -> str:
    """Any line that is offered."""
    return str(rng.choice(asked["offers"])["line"])


def test_the_games_have_their_options(ada: Program) -> None:
    """As the command line lists them, with the bots."""
    found = ada.get("/games")
    assert [it["key"] for it in found["games"]] == list(games())
    veto = next(it for it in found["games"][0]["options"] if it["name"] == "veto")
    assert veto["default"] in veto["values"]
    assert "greedy" in found["bots"]


def test_a_token_acts_for_its_account(visit: Visit, ada: Program) -> None:
    """Whoever has none is a guest."""
    assert ada.get("/me") == {"name": "Ada"}
    assert Program(visit).get("/me") == {"name": None}


def test_lines_are_played_for_the_account(visit: Visit, ada: Program) -> None:
    """Ask, answer, ask again; the seats are the account’s, on the page too."""
    table = ada.open("rocket", "me", "me")
    rng = Random(1)
    for _ in range(20):
        asked = ada.get(f"/tables/{table}/offers")
        ada.post(f"/tables/{table}/play", {"version": asked["version"], "line": line(asked, rng)})
    found = ada.get(f"/tables/{table}")
    assert found["version"] >= 20
    assert (found["over"], found["scores"], found["yours"]) == (False, None, [0, 1])
    browser = visit.browser()
    browser.post("/account/in", {"name": "Ada", "password": "analytical engine"})
    assert 'data-mine="yes"' in browser.get(f"/t/{table}").text


def test_a_finished_table_has_scores(visit: Visit, ada: Program) -> None:
    """In lists too; nothing more can be played."""
    table = ada.open("rocket", "me", "me")
    rng = Random(2)
    owner = visit.sheet(table).table.chairs[0].owner or ""

    async def finish() -> None:
        tables = visit.site.tables
        while (match := (await tables.load(table)).match).actor is not None:
            action = rng.choice(match.game.actions(match.state))
            await tables.play(table, owner, version=match.version, line=str(action))

    visit.call(finish)
    found = ada.get(f"/tables/{table}")
    match = visit.match(table)
    assert found["over"]
    assert tuple(found["scores"]) == match.game.scores(match.state)
    assert tuple(found["ranks"]) == match.game.ranks(match.state)
    assert ada.get("/tables?over=true")["tables"] == [found]
    assert ada.get("/tables")["tables"] == []
    asked = ada.get(f"/tables/{table}/offers")
    assert (asked["over"], asked["offers"], asked["actor"]) == (True, [], None)
    wish = {"version": found["version"], "line": "pass"}
    assert ada.post(f"/tables/{table}/play", wish, 422)["error"] in ("over", "unreadable")
    assert "seed = " in ada.text(f"/tables/{table}/record")


def auction(visit: Visit, ada: Program, ben: Program) -> tuple[str, Program, Program]:
    """A table of 1861 where TSR is on offer; who is asked, and the other."""
    table = ada.open("1861", "me", "open", edition="reprint")
    while GONE in visit.match(table).state.privates[:2]:  # the lot leaves privates in the box
        table = ada.open("1861", "me", "open", edition="reprint")
    ben.post(f"/tables/{table}/sit", {"seat": 1})
    both = (ada, ben) if visit.match(table).actor == 0 else (ben, ada)
    return table, *both


def test_orders_are_left_and_taken_back(visit: Visit, ada: Program, ben: Program) -> None:
    """As on the page: with an amount, in place of a similar one, and they answer."""
    table, asked, other = auction(visit, ada, ben)
    path = f"/tables/{table}/orders"
    found = other.get(path)
    offer = next(it for it in found["offered"] if it["line"].startswith("proxy TSR"))
    assert offer["amount"]["step"] == 5
    assert "TSR" in offer["label"]
    given = other.post(path, {"line": offer["line"], "most": 45})
    (standing,) = given["given"]
    assert "45" in standing["line"]
    assert offer["line"] not in [it["line"] for it in given["offered"]]
    (standing,) = other.post(path, {"line": offer["line"], "most": 50})["given"]
    assert other.get(path)["given"] == [standing]
    assert other.post(path, {"line": offer["line"], "most": 22}, 422)["error"] == "bad_amount"
    assert other.post(path, {"line": "proxy"}, 422)["error"] == "unreadable"
    cancelled = other.post(f"{path}/cancel", {"line": standing["line"]})
    assert (cancelled["given"], cancelled["offered"]) == ([], found["offered"])
    assert asked.get(path)["given"] == []


def test_the_alarms_of_an_order_can_be_left_out(visit: Visit, ada: Program, ben: Program) -> None:
    table, asked, _ = auction(visit, ada, ben)
    path = f"/tables/{table}/orders"
    offer = next(it for it in asked.get(path)["offered"] if it["alarms"])
    names = [it["name"] for it in offer["alarms"]]
    (given,) = asked.post(path, {"line": offer["line"], "alarms": []})["given"]
    assert not any(name in given["line"].split() for name in names)
    (given,) = asked.post(path, {"line": offer["line"], "alarms": names})["given"]
    assert given["line"] == offer["line"]


def test_orders_are_for_their_seat_alone(visit: Visit, ada: Program, ben: Program) -> None:
    """Nobody else reads, gives or cancels them, whatever he asks."""
    table, asked, other = auction(visit, ada, ben)
    path, eve, guest = f"/tables/{table}/orders", program(visit, "Eve"), Program(visit)
    seat = next(n for n in (0, 1) if n in other.get(f"/tables/{table}")["yours"])
    rest = ("", "/offers", "/state", "/log", "/talk", "/orders", "/record")
    before = [who.text(f"/tables/{table}{it}") for who in (asked, eve, guest) for it in rest]
    line = other.get(path)["offered"][0]["line"]
    (given,) = other.post(path, {"line": line})["given"]
    after = [who.text(f"/tables/{table}{it}") for who in (asked, eve, guest) for it in rest]
    assert after == before
    for who in (asked, eve):
        assert who.get(f"{path}?seat={seat}", 403)["error"] == "forbidden"
        wish = {"line": given["line"], "seat": seat}
        assert who.post(path, wish, 403)["error"] == "not_your_turn"
        assert who.post(f"{path}/cancel", wish, 403)["error"] == "not_your_turn"
    nobody: dict[str, Any] = {"seat": None, "offered": [], "given": [], "ended": []}
    assert eve.get(path) == guest.get(path) == nobody
    guest.post(path, {"line": line}, 401)
    guest.post(f"{path}/cancel", {"line": line}, 401)
    assert other.get(path)["given"] == [given]


def test_a_game_without_orders_has_none(ada: Program) -> None:
    table = ada.open("russian", "me", "me")
    found = ada.get(f"/tables/{table}/orders")
    assert found == {"seat": found["seat"], "offered": [], "given": [], "ended": []}
    assert ada.post(f"/tables/{table}/orders", {"line": "x"}, 403)["error"] == "not_your_turn"


def test_what_is_said_is_read_by_all(visit: Visit, ada: Program, ben: Program) -> None:
    """By programs and on the page; not by who does not want to hear it."""
    table = ada.open("rocket", "me", "open")
    path = f"/tables/{table}/talk"
    assert ada.get(path) == {"remarks": []}
    (said,) = ada.post(path, {"text": " *Hello* "})["remarks"]
    assert (said["name"], said["text"], said["yours"]) == ("Ada", "*Hello*", True)
    (heard,) = Program(visit).get(path)["remarks"]
    assert heard == {**said, "yours": False}
    assert "<em>Hello</em>" in visit.browser().get(f"/t/{table}/talk").text
    Program(visit).post(path, {"text": "me too"}, 401)
    for text in (" ", "x" * 1001, "a\0b"):
        assert ada.post(path, {"text": text}, 422)["error"] == "bad_value"
    browser = visit.browser()
    browser.post("/account/in", {"name": "Ben", "password": "analytical engine"})
    browser.post("/people/Ada/regard", {"kind": "block", "on": "on"})
    assert [it["text"] for it in ben.get(path)["remarks"]] == [""]


def test_talk_has_an_end(ada: Program) -> None:
    """A program says no more at once than a person."""
    table = ada.open("rocket", "me", "open")
    sent = [
        ada.send("POST", f"/tables/{table}/talk", json={"text": "hello"}).status_code
        for _ in range(RATES["remark"].burst + 1)
    ]
    assert sent[-2:] == [200, 429]


def test_whoever_was_late_takes_his_seat_back(visit: Visit, ada: Program, ben: Program) -> None:
    """Only his own; without a bot in it nothing is changed."""
    table = ada.open("rocket", "me", "open")
    ben.post(f"/tables/{table}/sit", {"seat": 1})
    owner = visit.sheet(table).table.chairs[0].owner
    assert owner is not None
    lend = partial(visit.site.store.hand_over, table, 0, owner=owner, kind="greedy")
    visit.call(lend)
    assert ada.get(f"/tables/{table}")["yours"] == []
    assert ben.post(f"/tables/{table}/return", {})["yours"] == [1]
    assert ada.get(f"/tables/{table}")["seats"][0]["bot"] == "greedy"
    found = ada.post(f"/tables/{table}/return", {})
    assert (found["yours"], found["seats"][0]["bot"]) == ([0], None)
    assert ada.post(f"/tables/{table}/return", {}) == found
    Program(visit).post(f"/tables/{table}/return", {}, 401)
    assert ada.post(f"/tables/{table}/return", {"seat": 0}, 422)["error"] == "bad_value"


def test_tables_are_listed(visit: Visit, ada: Program, ben: Program) -> None:
    """My own, those with an open seat, those of others."""
    closed, free = ada.open("rocket", "me", "greedy"), ada.open("rocket", "me", "open")

    def ids(who: Program, which: str) -> set[str]:
        return {it["id"] for it in who.get(f"/tables?list={which}")["tables"]}

    assert ids(ada, "mine") == {closed, free}
    assert ids(ben, "mine") == set()
    assert ids(ben, "open") == {free}
    assert ids(ben, "others") == {closed, free}
    assert ids(ada, "others") == set()
    assert len(ben.get("/tables?list=others&limit=1")["tables"]) == 1
    for query in ("list=all", "over=maybe", "limit=0", "limit=101", "limit=x"):
        assert ben.get(f"/tables?{query}", 422)["error"] == "bad_value"


def test_a_list_leaves_long_texts_out(visit: Visit, ada: Program) -> None:
    """A map of its own is told by its table alone."""
    table = ada.open("rocket", "me", "open")
    visit.set(table, options={"veto": "x" * 1000})
    visit.site.tables._sheets.clear()
    assert "veto" not in ada.get("/tables")["tables"][0]["options"]


def test_an_open_seat_is_taken_once(visit: Visit, ada: Program, ben: Program) -> None:
    """By its first comer, under his name."""
    table = ada.open("rocket", "me", "open")
    assert ben.post(f"/tables/{table}/sit", {"seat": 5}, 422)["error"] == "bad_value"
    assert ben.post(f"/tables/{table}/sit", {"seat": 0}, 409)["error"] == "taken"
    found = ben.post(f"/tables/{table}/sit", {"seat": 1})
    assert (found["yours"], found["seats"][1]["name"]) == ([1], "Ben")
    eve = program(visit, "Eve")
    refused = eve.post(f"/tables/{table}/sit", {"seat": 1}, 409)
    assert refused["message"] == "Somebody sits there already."


def test_an_open_seat_is_given_to_a_bot(visit: Visit, ada: Program, ben: Program) -> None:
    """By a program that sits at the table; at a rated one too, as bots may sit there."""
    body = {"game": "rocket", "seats": [{"who": "me"}, {"who": "open"}], "rated": True}
    table = ada.post("/tables", body, 201)["id"]
    wish = {"seat": 1, "bot": "greedy"}
    assert ben.post(f"/tables/{table}/fill", wish, 403)["error"] == "not_your_turn"
    for odd in ({"seat": 5}, {"bot": "human"}):
        assert ada.post(f"/tables/{table}/fill", {**wish, **odd}, 422)["error"] == "bad_value"
    found = ada.post(f"/tables/{table}/fill", wish)["seats"][1]
    assert found == {"name": "Boilerbot", "bot": "greedy", "open": False, "program": False}
    assert ada.post(f"/tables/{table}/fill", wish, 409)["error"] == "taken"


def test_a_stale_line_is_told_the_version(ada: Program) -> None:
    """And changes nothing."""
    table = ada.open("rocket", "me", "me")
    asked = ada.get(f"/tables/{table}/offers")
    wish = {"version": asked["version"], "line": asked["offers"][0]["line"]}
    played = ada.post(f"/tables/{table}/play", wish)
    refused = ada.post(f"/tables/{table}/play", wish, 409)
    assert (refused["error"], refused["version"]) == ("stale", played["version"])
    assert ada.get(f"/tables/{table}")["version"] == played["version"]


def test_an_illegal_line_is_told_the_rule(ada: Program) -> None:
    """In words, in the language that is asked for, with the number of the rule."""
    table = ada.open("rocket", "me", "me")
    version = ada.get(f"/tables/{table}")["version"]
    wish = {"version": version, "line": "drive GWR A2"}
    refused = ada.post(f"/tables/{table}/play", wish, 422)
    assert (refused["error"], refused["rule"]) == ("illegal", "R5.1")
    assert "A2" in refused["message"]
    strange = {"version": version, "line": "dance the polka"}
    assert ada.post(f"/tables/{table}/play", strange, 422)["error"] == "unreadable"
    german = ada.send(
        "POST", f"/tables/{table}/play", json=strange, headers={"accept-language": "de"}
    )
    assert "kein Zug" in german.json()["message"]
    assert ada.post(f"/tables/{table}/play", {"version": version, "line": "undo"}, 422)


def test_only_whoever_is_asked_hears_the_offers(visit: Visit, ada: Program, ben: Program) -> None:
    """Others hear what is asked, and of whom; and may not answer."""
    table = ada.open("rocket", "me", "open")
    ben.post(f"/tables/{table}/sit", {"seat": 1})
    asked = visit.match(table).actor
    first, second = (ada, ben) if asked == 0 else (ben, ada)
    offers = first.get(f"/tables/{table}/offers")
    assert offers["yours"]
    assert offers["offers"]
    for other in (second, Program(visit)):
        heard = other.get(f"/tables/{table}/offers")
        assert (heard["actor"], heard["yours"], heard["offers"]) == (asked, False, [])
    wish = {"version": offers["version"], "line": offers["offers"][0]["line"]}
    assert second.post(f"/tables/{table}/play", wish, 403)["error"] == "not_your_turn"
    eve = program(visit, "Eve")
    assert eve.post(f"/tables/{table}/play", wish, 403)["error"] == "not_your_turn"


def test_an_amount_has_its_span(ada: Program) -> None:
    """Any amount between may be written, others are refused."""
    table = ada.open("tycoon", "me", "me", beginner=True)
    while (asked := ada.get(f"/tables/{table}/offers"))["amount"] is None:
        wish = {"version": asked["version"], "line": asked["offers"][0]["line"]}
        ada.post(f"/tables/{table}/play", wish)
    span = asked["amount"]
    high = {"version": asked["version"], "line": span["line"].format(amount=span["high"])}
    over = {**high, "line": span["line"].format(amount=span["high"] + span["step"])}
    assert ada.post(f"/tables/{table}/play", over, 422)["error"] == "illegal"
    ada.post(f"/tables/{table}/play", high)


def test_what_was_taken_back_is_in_the_log(ada: Program) -> None:
    """Undo is a line too; lines come in pages."""
    table = ada.open("rocket", "me", "me")
    asked = ada.get(f"/tables/{table}/offers")
    ada.post(f"/tables/{table}/play", {"version": asked["version"], "line": line(asked, Random(3))})
    asked = ada.get(f"/tables/{table}/offers")
    assert asked["commands"] == ["undo"]
    ada.post(f"/tables/{table}/play", {"version": asked["version"], "line": "undo"})
    log = ada.get(f"/tables/{table}/log")
    assert [it["number"] for it in log["lines"]] == list(range(1, log["version"] + 1))
    *_, played, undone = log["lines"]
    assert (played["struck"], undone["line"], undone["struck"]) == (True, "undo", False)
    assert played["text"]
    last = ada.get(f"/tables/{table}/log?since={log['version'] - 1}&limit=1")
    assert last["lines"] == [undone]
    assert ada.get(f"/tables/{table}/log?since=99999")["lines"] == []
    assert ada.get(f"/tables/{table}/log?limit=0", 422)["error"] == "bad_value"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"game": "chess", "seats": [{"who": "me"}]}, 404),
        ({"game": "rocket", "seats": [{"who": "me"}]}, 422),
        ({"game": "rocket", "seats": []}, 422),
        ({"game": "rocket", "seats": [{"who": "me"}, {"who": "deep blue"}]}, 422),
        ({"game": "rocket", "seats": [{"who": "me"}] * 2, "options": {"veto": "no"}}, 422),
        ({"game": "rocket", "seats": [{"who": "me"}] * 2, "options": {"colour": "no"}}, 422),
        ({"game": "rocket", "seats": [{"who": "me"}] * 2, "hours": 5}, 422),
        ({"game": "rocket", "seats": [{"who": "me"}] * 2, "name": "x" * 41}, 422),
        ({"game": "rocket", "seats": [{"who": "me", "name": "a\x07"}] * 2}, 422),
        ({"game": "rocket", "seats": [{"who": "me"}] * 2, "extra": 1}, 422),
        ([], 422),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(ada: Program, body: object, status: int) -> None:
    """What is wrong is said."""
    assert ada.post("/tables", body, status)["message"]
    assert ada.get("/tables")["tables"] == []


def test_whatever_goes_wrong_is_told_as_json(visit: Visit, ada: Program) -> None:
    """Unknown addresses, wrong methods, bodies that cannot be read: never a page."""
    table = ada.open("rocket", "me", "me")
    huge = {"version": 1, "line": "x" * 100_000}
    answers = [
        (404, ada.send("GET", "/nothing")),
        (404, ada.send("GET", "/tables/nothing")),
        (404, ada.send("GET", "/tables/%00/state")),
        (404, ada.send("GET", "/tables/" + "x" * 300)),
        (405, ada.send("DELETE", f"/tables/{table}")),
        (405, ada.send("GET", f"/tables/{table}/play")),
        (400, ada.send("POST", "/tables", content="{", headers={"content-type": JSON})),
        (400, ada.send("POST", "/tables", content=b"\xff", headers={"content-type": JSON})),
        (415, ada.send("POST", "/tables", content="{}")),
        (413, ada.send("POST", f"/tables/{table}/play", json=huge)),
        (403, ada.send("GET", f"/tables/{table}/state?seat=3")),
        (422, ada.send("GET", f"/tables/{table}/state?seat=x")),
        (401, Program(visit).send("POST", "/tables", json={})),
        (401, Program(visit, "trainshed_forged_forged_forged").send("GET", "/me")),
        (401, Program(visit).send("GET", "/me", headers={"authorization": "Basic eDp5"})),
    ]
    for status, answer in answers:
        assert (answer.status_code, answer.headers["content-type"]) == (status, JSON)
        assert {"error", "message"} <= set(answer.json())
    assert answers[4][1].headers["allow"]
    assert answers[-1][1].headers["www-authenticate"] == "Bearer"


JSON = "application/json"


def test_a_failure_of_the_site_is_json_too(visit: Visit, ada: Program) -> None:
    """With a code to quote, and nothing of the inside."""
    table = ada.open("rocket", "me", "me")
    visit.damage(table, 1)
    visit.site.tables._sheets.clear()
    answer = ada.send("GET", f"/tables/{table}")
    assert (answer.status_code, answer.json()["error"]) == (500, "failed")


def test_a_database_that_does_not_answer_is_said_to_programs(
    visit: Visit, ada: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the token or the table is asked for; with how long to wait."""
    table = ada.open("rocket", "me", "me")

    async def gone(*_: object, **__: object) -> None:
        raise OperationalError("SELECT", None, Exception("the disk is gone"))

    for whose, name in ((visit.site.tables, "load"), (visit.site.tokens, "whose")):
        monkeypatch.setattr(whose, name, gone)
        answer = ada.send("GET", f"/tables/{table}")
        assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) > 0
        assert re.fullmatch("[0-9a-f]{8}", answer.json()["code"])
        assert "disk" not in answer.text


def test_moves_and_looks_are_counted(visit: Visit, ada: Program) -> None:
    """By account; who is too quick is told how long to wait."""
    table = ada.open("rocket", "me", "me")
    eve = program(visit, "Eve")
    now = visit.site.limits._clock()
    visit.site.limits._clock = lambda: now
    body = {"version": 0, "line": "nonsense"}
    path = f"/tables/{table}/play"
    for _ in range(RATES["move"].burst):
        assert ada.send("POST", path, json=body).status_code == 409
    late = ada.send("POST", path, json=body)
    assert (late.status_code, late.json()["error"]) == (429, "too_often")
    assert int(late.headers["retry-after"]) >= 1
    assert eve.send("POST", path, json=body).status_code == 403  # not at this table, but in time
    for _ in range(RATES["read"].burst):
        assert ada.send("GET", "/me").status_code == 200
    assert ada.send("GET", "/me").status_code == 429
    assert eve.send("GET", "/me").status_code == 200


HOSTILE = {"origin": "http://evil.test", "sec-fetch-site": "cross-site"}


def test_a_session_may_look_and_play_from_our_own_pages(visit: Visit) -> None:
    """A page of another site may not post; a program with a token may, from anywhere."""
    ada = member(visit, "Ada")
    token = token_of(ada)
    assert ada.get(f"{API}/me").json() == {"name": "Ada"}
    body = {"game": "rocket", "seats": [{"who": "me"}, {"who": "me"}]}

    def post(who: Browser, headers: dict[str, str]) -> int:
        visit.client.cookies = who.cookies
        return visit.client.post(f"{API}/tables", json=body, headers=headers).status_code

    assert post(ada, HOSTILE) == 403
    assert post(ada, {"origin": "http://testserver"}) == 201
    assert post(ada, {**HOSTILE, "authorization": "Bearer forged"}) == 401
    assert post(ada, {**HOSTILE, "authorization": "Basic forged"}) == 401
    assert post(visit.browser(), {**HOSTILE, "authorization": f"Bearer {token}"}) == 201
    guest = visit.browser()
    guest.get("/")
    assert post(guest, {}) == 401


def test_a_token_counts_before_a_cookie(visit: Visit) -> None:
    """Whoever sends both acts for the token's account."""
    ada, ben = member(visit, "Ada"), member(visit, "Ben")
    headers = {"authorization": f"Bearer {token_of(ben)}"}
    assert ada.get(f"{API}/me", headers).json() == {"name": "Ben"}


def test_a_token_is_good_for_nothing_else(visit: Visit, ada: Program) -> None:
    """Not for pages, and not for making tokens."""
    visit.client.cookies.clear()
    page = visit.client.get("/account", headers=ada.headers)
    assert "Make an account" in page.text
    made = visit.client.post("/account/token", data={"name": "x"}, headers=ada.headers)
    assert made.status_code == 403


def test_tokens_are_shown_once_listed_and_revoked(visit: Visit) -> None:
    """Only the hash is kept."""
    ada = member(visit, "Ada")
    made = ada.post("/account/token", {"name": "my <bot>"})
    assert made.headers["cache-control"] == "no-store"
    token = re.findall(r"trainshed_[\w-]+", made.text)[0]
    page = ada.get("/account").text
    assert "my &lt;bot&gt;" in page
    assert token not in page
    hashes = re.findall(r'name="token" value="(\w{64})"', page)
    assert len(hashes) == 1
    database = (visit.site.config.data / "trainshed.sqlite3").read_bytes()
    wal = visit.site.config.data / "trainshed.sqlite3-wal"
    assert token.encode() not in database + (wal.read_bytes() if wal.exists() else b"")
    ben = member(visit, "Ben")
    ben.post("/account/token/revoke", {"token": hashes[0]})
    assert Program(visit, token).get("/me") == {"name": "Ada"}
    ada.post("/account/token/revoke", {"token": hashes[0]})
    assert Program(visit, token).get("/me", 401)["error"] == "unauthorized"


def test_a_token_is_made_by_its_owner_alone(visit: Visit) -> None:
    """Who signed in a while ago gives his password too."""
    ada = made(visit)
    assert "Your password, to be sure" not in ada.get("/account").text
    grow_old(visit)
    assert "Your password, to be sure" in ada.get("/account").text
    for password in ("", "a wrong one"):
        refused = ada.post("/account/token", {"name": "bot", "password": password})
        assert refused.status_code == 422
        assert "Please give your password too" in refused.text
    given = {"name": "bot", "password": ADA["password"]}
    assert "trainshed_" in ada.post("/account/token", given).text


def test_a_token_needs_a_name_and_there_are_not_too_many(visit: Visit) -> None:
    """What is wrong is said."""
    ada = member(visit, "Ada")
    assert "A token needs a name." in ada.post("/account/token", {"name": " "}).text
    for n in range(MOST):
        assert ada.post("/account/token", {"name": f"bot {n}"}).status_code == 200
    assert ada.post("/account/token", {"name": "one more"}).status_code == 422
    assert visit.browser().post("/account/token", {"name": "x"}).status_code == 403


def test_the_tokens_of_somebody_who_left_are_gone(visit: Visit) -> None:
    """Nobody plays for him but a bot."""
    ada = member(visit, "Ada")
    token = token_of(ada)
    ada.post("/account/leave", {"password": "analytical engine"})
    assert Program(visit, token).get("/me", 401)["error"] == "unauthorized"


def test_the_document_has_every_route(visit: Visit, ada: Program) -> None:
    """And no other; it is what the site answers."""
    said = {
        (path, method.upper())
        for path, operations in described()["paths"].items()
        for method in operations
    }
    routes = {
        (route.path, method)
        for route in visit.site.app.routes
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert said == routes
    assert len(said) == len(ENDPOINTS)
    assert ada.get("/openapi.json") == described()


def test_the_stream_tells_each_version(visit: Visit, ada: Program) -> None:
    """As that of the page: at once, and when somebody has played."""
    table = ada.open("rocket", "me", "me")
    heard: list[bytes] = []

    async def listen() -> None:
        news, gone = asyncio.Event(), asyncio.Event()

        async def receive() -> MutableMapping[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message.get("body"):
                heard.append(message["body"])
                news.set()

        path = f"{API}/tables/{table}/events"
        headers = [(b"authorization", ada.headers["authorization"].encode())]
        scope: MutableMapping[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "scheme": "http",
            "server": ("testserver", 80),
            "headers": headers,
        }
        task = asyncio.create_task(visit.site.app(scope, receive, send))
        await asyncio.wait_for(news.wait(), 5)
        news.clear()
        sheet = await visit.site.tables.load(table)
        owner, match = sheet.table.chairs[0].owner or "", sheet.match
        first = str(match.game.actions(match.state)[0])
        await visit.site.tables.play(table, owner, version=match.version, line=first)
        await asyncio.wait_for(news.wait(), 5)
        gone.set()
        await asyncio.wait_for(task, 5)

    visit.call(listen)
    assert heard == [b"event: moved\ndata: 1\n\n", b"event: moved\ndata: 2\n\n"]
    assert ada.get("/tables/nothing/events", 404)["error"] == "not_found"
