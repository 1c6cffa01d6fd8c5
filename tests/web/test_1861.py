"""The table page of 1861: amounts, tiles to choose from, plates, tables over the map."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.web.clients import program
from tests.web.visit import Browser, Visit
from trainshed.board.scene import Look
from trainshed.games import game
from trainshed.games.g1861.lay import tile_look
from trainshed.web.printing.manifest import turned

FIELDS = {"game": "1861", "seats": "2", "seat-1": "here", "name-1": "Ada", "seat-2": "here"}

SAID = {
    "en": "The first edition is for 3 to 6 players; two can play the reprint",
    "fr": "La première édition se joue de 3 à 6 ; à deux, on peut jouer la réédition",
    "de": "Die erste Ausgabe ist für 3 bis 6; zu zweit spielt man die Neuauflage",
}


@pytest.fixture
def ada(visit: Visit) -> Browser:
    """Somebody who plays both seats."""
    return visit.browser()


def _open(browser: Browser) -> str:
    answer = browser.post(
        "/tables",
        {**FIELDS, "option-edition": "reprint"},
    )
    assert answer.status_code == 303
    return str(answer.headers["location"]).removeprefix("/t/")


def _offers(browser: Browser, table: str) -> dict[str, Any]:
    page = browser.get(f"/t/{table}").text
    found = re.search(r'id="offers">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def _until(visit: Visit, browser: Browser, table: str, verb: str) -> str:
    """Play until an action of this kind is offered; its line."""
    for _ in range(120):
        match = visit.match(table)
        lines = [str(action) for action in match.game.actions(match.state)]
        for line in lines:
            if line.startswith(f"{verb} "):
                return line
        wanted = [line for line in lines if line.startswith(("bid ", "auction ", "train "))]
        is_led = getattr(match.state.stack[-1], "leader", -1) >= 0
        is_bidding = any(line.startswith("bid ") for line in wanted)
        passes = "pass" in lines and (is_led or not is_bidding)
        browser.play(table, "pass" if passes else wanted[0])
    raise AssertionError(verb)


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_two_in_the_first_edition_are_refused_in_words(ada: Browser, code: str) -> None:
    """The form begins with four seats; it comes back as it was filled in and says who can play."""
    ada.post("/settings", {"language": code})
    assert 'name="seats" value="4" checked' in ada.get("/new/1861").text
    answer = ada.post("/tables", FIELDS)
    assert answer.status_code == 422
    fault = re.search(r'role="alert">(.*?)</p>', answer.text)
    assert fault is not None
    assert SAID[code] in fault[1]
    assert 'name="seats" value="2" checked' in answer.text


def test_two_in_the_first_edition_are_refused_to_programs(visit: Visit) -> None:
    """By a sentence too, and as something that they can mend."""
    robot = program(visit, "Robot")
    wish = {"game": "1861", "seats": [{"who": "me"}, {"who": "random"}]}
    assert SAID["en"] in str(robot.post("/tables", wish, 422))
    assert robot.open("1861", "me", "random", edition="reprint")


def test_an_amount_may_be_any_of_its_span(visit: Visit, ada: Browser) -> None:
    """The page says what may be named, and a bid between the offered ones is played."""
    table = _open(ada)
    offers = _offers(ada, table)
    span = offers["amount"]
    assert span["verb"] == "bid"
    assert (span["low"], span["step"]) == (span["low"] // 5 * 5, 5)
    offered = {offer["action"] for offer in offers["offers"]}
    between = next(
        line
        for amount in range(span["low"], span["high"], span["step"])
        if (line := f"bid {amount}") not in offered
    )
    assert ada.play(table, between).status_code == 200
    assert str(visit.match(table).history[-1].action) == between
    assert ada.play(table, f"bid {span['low'] + 1}").status_code == 422


def test_a_question_without_an_amount_has_none(visit: Visit, ada: Browser) -> None:
    """Only open questions have a span."""
    table = _open(ada)
    _until(visit, ada, table, "auction")
    assert _offers(ada, table)["amount"] is None


def test_tiles_are_offered_with_what_is_left_and_tell_what_they_bring(
    visit: Visit, ada: Browser
) -> None:
    """The chooser has the hex, the tile and its turn; the rest is fetched."""
    table = _open(ada)
    for _ in range(2):
        ada.play(table, _until(visit, ada, table, "auction"))
        ada.play(table, "bid 150")
        ada.play(table, "pass")
    line = _until(visit, ada, table, "lay")
    offers = _offers(ada, table)
    lays = [offer for offer in offers["offers"] if offer["verb"] == "lay"]
    assert all(re.fullmatch(r"tile:\w+:[0-5]", offer["path"][1]) for offer in lays)
    assert all(offer["path"][1].split(":")[1] in offers["left"] for offer in lays)
    answer = ada.get(f"/t/{table}/brings?action={line.replace(' ', '+')}")
    assert answer.status_code == 200
    assert "No train runs yet." in answer.text
    assert re.search(r"Joins|The line from", answer.text)
    assert ada.get(f"/t/{table}/brings?action=lay+nowhere").text == ""


def test_every_tile_is_in_the_sheet_in_every_turn(ada: Browser) -> None:
    """One file has the shapes; its address in the page is for ever."""
    page = ada.get(f"/t/{_open(ada)}").text
    found = re.search(r'"tiles": "(/tiles/1861\.svg\?v=\w+)"', page)
    assert found is not None
    sheet = ada.get(found[1])
    assert "immutable" in sheet.headers["cache-control"]
    laws = game("1861")
    kinds = laws.scene(laws.start(laws.read_options({}))).manifest
    for kind in kinds:
        assert all(f'id="tile-{kind.name}-{turn}"' in sheet.text for turn in range(6))
    assert ada.get("/tiles/nothing.svg").status_code == 404


def _track(look: Look) -> tuple[object, ...]:
    links = sorted(tuple(sorted(link)) for link in look.links)
    return links, sorted(tuple(sorted(stop.sides)) for stop in look.stops)


def test_a_tile_is_turned_as_the_laws_turn_it() -> None:
    """The sheet and the game mean the same turn."""
    laws = game("1861")
    for kind in laws.scene(laws.start(laws.read_options({}))).manifest:
        for turn in range(6):
            assert _track(turned(kind.look, turn)) == _track(tile_look(kind.name, turn))


def test_pieces_are_shown_as_plates_and_papers(visit: Visit, ada: Browser) -> None:
    """Companies, privates and trains have a look of their own in sentences."""
    table = _open(ada)
    assert 'class="paper" title="' in ada.get(f"/t/{table}").text
    ada.play(table, _until(visit, ada, table, "auction"))
    page = ada.get(f"/t/{table}").text
    assert 'class="plate" data-enamel="cream" title="' in page
    assert '<span class="train">' in page


def test_the_routes_of_a_run_can_be_looked_at_later(visit: Visit, ada: Browser) -> None:
    """Who runs sees that the routes are the best; who looks back sees them too."""
    table = _open(ada)
    for _ in range(2):
        ada.play(table, _until(visit, ada, table, "auction"))
        ada.play(table, "bid 150")
        ada.play(table, "pass")
    ada.play(table, _until(visit, ada, table, "train"))
    line = _until(visit, ada, table, "run")
    assert "proven best" in ada.get(f"/t/{table}").text
    moves = len(visit.match(table).history)
    ada.play(table, line)
    later = ada.get(f"/t/{table}?at={moves}")
    assert later.status_code == 200
    assert 'class="run-card"' in later.text
    assert 'class="proven"' not in later.text


def test_rocket_has_none_of_this(ada: Browser) -> None:
    """Other games keep their page."""
    page = ada.get(f"/t/{ada.open()}").text
    assert "rails.css" not in page
    assert 'id="desk"' not in page
    assert 'id="chooser"' not in page


def test_an_amount_that_is_not_offered_says_what_it_brings(visit: Visit, ada: Browser) -> None:
    """Any bid can be written, and the sentence names the bidder as the chips do."""
    table = _open(ada)
    _until(visit, ada, table, "auction")
    match = visit.match(table)
    line = next(
        line
        for line in map(str, match.game.actions(match.state))
        if line.startswith("auction") and line.split(" ")[1] in ("N", "KK", "KB", "MB", "SPW")
    )
    ada.play(table, line)
    offered = [offer["action"] for offer in _offers(ada, table)["offers"]]
    amount = next(n for n in range(100, 200, 5) if f"bid {n}" not in offered)
    told = ada.get(f"/t/{table}/brings?action=bid+{amount}").text
    assert f"₽{amount}" in told
    assert "treasury" in told
    assert "You" not in told
    assert ada.get(f"/t/{table}/brings?action=bid+{amount + 1}").text == ""
