"""Games from elsewhere become tables; any position of a past game can be played on."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from httpx2 import Response

from tests.adapters.site import Site
from tests.web.postgres import on_both
from tests.web.visit import Browser, Visit
from trainshed.bots import bot
from trainshed.core import Match, Record, dumps
from trainshed.games import game
from trainshed.web.database.kept import RECORDED
from trainshed.web.tables import branch

HERE = Path(__file__).parents[1] / "records"
RECORDS = {
    "rocket": "rocket-2-greedy",
    "dampfross": "dampfross-2-ireland-greedy",
    "russian": "russian-2-greedy",
    "tycoon": "tycoon-2-random",
    "1861": "1861-2-random",
}
SEATS = {"seat-1": "here", "name-1": "Ada", "seat-2": "random", "name-2": ""}


def played(moves: int | None = None) -> Match[Any, Any]:
    """A game of Rocket by random bots, as far as so many moves."""
    match, rng = Match(game("rocket"), seats=2, seed="import", names=["Ada", "Ben"]), Random(3)
    while match.actor is not None and (moves is None or len(match.history) < moves):
        offered = match.game.actions(match.state)
        match.play(match.actor, bot("random").choose(match.game, match.state, offered, rng))
    return match


@pytest.fixture(scope="module")
def finished() -> Record:
    """A whole game."""
    return played().record()


@pytest.fixture(scope="module")
def export() -> str:
    """The beginning of a game of 1861 on 18xx.games."""
    site = Site(3, "web")
    site.run(120)
    return json.dumps(site.export())


def bring(browser: Browser, text: str | bytes, **fields: str) -> Response:
    """Send a file, as the form does."""
    client = browser.visit.client
    client.cookies = browser.cookies
    data = text if isinstance(text, bytes) else text.encode()
    files = {"file": ("game.record", data, "text/plain")}
    answer = client.post("/import", data=fields, files=files)
    browser.cookies = client.cookies
    return answer


def table_of(answer: Response) -> str:
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/t/").split("?")[0]


@pytest.mark.parametrize("key", RECORDS)
def test_the_end_shows_the_final_board(visit: Visit, key: str) -> None:
    """Drawn, not told: the same as the picture of it, over a ground that the page fetches."""
    browser = visit.browser()
    browser.get("/")
    table = table_of(bring(browser, (HERE / f"{RECORDS[key]}.record").read_text()))
    found = re.search(r'class="board-frame still[^>]*>(.*?)</div>', browser.get(f"/t/{table}").text)
    assert found
    drawing = ET.fromstring(found[1])
    assert drawing.tag.endswith("svg")
    assert len(list(drawing.iter())) > 100


def test_the_first_page_asks_for_a_game(visit: Visit) -> None:
    """By file or by text."""
    text = visit.browser().get("/").text
    for part in ('action="/import"', 'type="file"', 'name="record"'):
        assert part in text


@on_both
def test_a_record_becomes_a_table(visit: Visit, finished: Record) -> None:
    """With its names, its moves and its result; it is listed, and nobody owns a seat."""
    browser = visit.browser()
    table = table_of(bring(browser, dumps(finished), name="Old days"))
    sheet = visit.sheet(table)
    assert sheet.match.record().lines == finished.lines
    assert sheet.match.seed == finished.seed
    assert [chair.name for chair in sheet.table.chairs] == ["Ada", "Ben"]
    assert {chair.owner for chair in sheet.table.chairs} == {RECORDED}
    assert "How the money was made" in browser.get(f"/t/{table}").text
    assert "Old days" in browser.get("/").text
    assert browser.post(f"/t/{table}/again", {}).status_code == 403


def test_a_text_will_do(visit: Visit, finished: Record) -> None:
    """Pasted instead of sent as a file."""
    answer = visit.browser().post("/import", {"record": dumps(finished)})
    assert visit.match(table_of(answer)).actor is None


def test_an_export_becomes_a_table(visit: Visit, export: str) -> None:
    """It is not over; it can be looked at but not played."""
    browser = visit.browser()
    answer = bring(browser, "\ufeff" + export)
    table = table_of(answer)
    assert str(answer.headers["location"]).endswith("?at=0")
    match = visit.match(table)
    assert match.game.name == "1861"
    assert browser.get(f"/t/{table}?at=0").status_code == 200
    assert browser.play(table).status_code == 403
    assert browser.post(f"/t/{table}/sit", {"seat": "0"}).status_code == 409
    assert browser.get(f"/t/{table}/record").status_code == 200


@on_both
def test_it_is_still_there_after_a_restart(visit: Visit, export: str) -> None:
    """The lines are played again, and the states of its turns are kept."""
    table = table_of(bring(visit.browser(), export))
    before = visit.match(table).state
    visit.site.tables._sheets.clear()
    assert visit.match(table).state == before
    kept = visit.call(visit.site.store.snapshots, table)
    assert len(kept) > 10
    assert kept[-1].number == visit.match(table).version


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "There is nothing in it."),
        ("hello", "The line “---” between the head and the actions is missing."),
        ("{}", "The export of 18xx.games cannot be read: “not a game of 18xx.games"),
        ('game = "chess"\nseats = 2\n---\n', "No game is called “chess”."),
        ('game = "rocket"\nseats = "2"\n---\n', "Its head cannot be read"),
        ('game = "rocket"\nseats = 2\n---\nbegin 9\n', "Line 1 cannot be played: “begin 9”."),
        (b"\xff\xfe\x00", "text file"),
        ("#" * (branch.LONGEST_RECORD + 1), "1048576"),
        ("#" * (2 * branch.LONGEST_RECORD), "too long"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(
    visit: Visit, text: str | bytes, named: str
) -> None:
    """No table is opened."""
    answer = bring(visit.browser(), text)
    assert answer.status_code in (413, 422)
    assert named in answer.text.replace("&#39;", "'")
    assert "<h1>" in answer.text


@pytest.mark.parametrize("text", ["", "hello", 'game = "chess"\nseats = 2\n---\n', b"\xff\xfe\x00"])
def test_what_cannot_be_read_is_said_in_the_visitor_s_language(
    visit: Visit, text: str | bytes
) -> None:
    """No word of the sentence stays English."""
    guest = visit.browser()
    guest.post("/settings", {"language": "de"})
    answer = bring(guest, text)
    assert "Schick eine Partie von Trainshed" in answer.text
    assert not re.search(r"\b(the|there|is|file)\b", re.findall("<p>(.*?)</p>", answer.text)[0])


def test_other_sites_cannot_send_a_game(visit: Visit, finished: Record) -> None:
    """As with every form."""
    headers: Mapping[str, str] = {"sec-fetch-site": "cross-site"}
    answer = visit.browser().post("/import", {"record": dumps(finished)}, headers)
    assert answer.status_code == 403


def test_odd_names_are_made_presentable(visit: Visit) -> None:
    """Too long, with odd blanks, or none at all."""
    text = 'game = "rocket"\nseats = 2\nnames = ["' + "x" * 300 + '", "\\u200b\\n"]\n---\nbegin 0\n'
    table = table_of(bring(visit.browser(), text))
    assert visit.match(table).names == ["x" * 40, "?"]


@on_both
def test_a_position_is_played_on(visit: Visit, finished: Record) -> None:
    """A new table with the same lines, other players and a fresh seed."""
    browser = visit.browser()
    old = table_of(bring(browser, dumps(finished)))
    text = browser.get(f"/t/{old}/continue?at=12").text
    assert 'name="at" value="12"' in text
    assert 'name="seat-2"' in text
    answer = browser.post(f"/t/{old}/continue", {"at": "12", "name": "Again", **SEATS})
    table = table_of(answer)
    sheet = visit.sheet(table)
    assert [str(move.action) for move in sheet.match.history][:12] == list(finished.lines[:12])
    assert [chair.kind for chair in sheet.table.chairs] == ["human", "random"]
    assert (sheet.table.name, sheet.match.names[0]) == ("Again", "Ada")
    assert sheet.table.seed != finished.seed
    assert browser.seats(table) == (0,)
    assert visit.match(old).actor is None


def test_a_recorded_game_that_is_not_over_is_played_on(visit: Visit, export: str) -> None:
    """From its last position too."""
    browser = visit.browser()
    old = table_of(bring(browser, export))
    match = visit.match(old)
    seats = {f"seat-{n}": "here" for n in (1, 2, 3)} | {f"name-{n}": f"P{n}" for n in (1, 2, 3)}
    at = str(len(match.history))
    table = table_of(browser.post(f"/t/{old}/continue", {"at": at, **seats}))
    assert visit.match(table).state == match.state
    assert browser.play(table).status_code == 200


def test_what_was_brought_along_has_no_time(visit: Visit, export: str) -> None:
    """When it was played nobody knows, nor whether its players are there."""
    browser = visit.browser()
    old = table_of(bring(browser, export))
    page, lines = browser.get(f"/t/{old}").text, len(visit.match(old).log)
    assert "<time" not in page
    assert "data-present" not in page
    seats = {f"seat-{n}": "here" for n in (1, 2, 3)} | {f"name-{n}": f"P{n}" for n in (1, 2, 3)}
    table = table_of(browser.post(f"/t/{old}/continue", {"at": str(lines), **seats}))
    browser.play(table)
    page = browser.get(f"/t/{table}").text
    assert page.count("<time") == 1
    assert "data-present" in page
    told = browser.get(f"/api/v1/tables/{table}/log?since={lines - 1}").json()["lines"]
    assert [line["time"] is None for line in told[:2]] == [True, False]


def test_where_nothing_can_be_continued(visit: Visit, finished: Record) -> None:
    """A game that is being played, the very end, a move that there is not."""
    browser = visit.browser()
    running = browser.open()
    assert browser.get(f"/t/{running}/continue").status_code == 409
    assert browser.post(f"/t/{running}/continue", {"at": "0", **SEATS}).status_code == 409
    old = table_of(bring(browser, dumps(finished)))
    end = str(len(finished.lines))
    assert "Go back a few moves first" in browser.get(f"/t/{old}/continue").text
    for at in (end, "99999", "x"):
        assert browser.post(f"/t/{old}/continue", {"at": at, **SEATS}).status_code == 422
    assert browser.post(f"/t/{old}/continue", {"at": "3", "seat-1": "here"}).status_code == 422
    assert browser.get("/t/nowhere/continue").status_code == 404


def test_a_finished_game_of_beginners_has_its_result(visit: Visit) -> None:
    """Without tycoon cards there is no list of them, and the rest is there."""
    ada = visit.browser()
    table = table_of(bring(ada, (HERE / "tycoon-5-mixed.record").read_bytes()))
    answer = ada.get(f"/t/{table}")
    assert answer.status_code == 200
    assert "Tycoon cards" not in answer.text
