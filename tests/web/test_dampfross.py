"""The table page of Dampfross: prices, steps back, reasons, dice, and races that were run."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from tests.web.visit import Browser, Visit
from trainshed.bots import bot
from trainshed.core import Match, Reader, language
from trainshed.games import game
from trainshed.web.form import LONGEST_LINE, word
from trainshed.web.printing.crayon import crayon, film, throws
from trainshed.web.printing.page import Sitting, table_page

EN = language("en")


@pytest.fixture
def ada(visit: Visit) -> Browser:
    """Somebody who plays all seats."""
    return visit.browser()


def _open(browser: Browser, **options: str) -> str:
    seats = {f"seat-{n}": "here" for n in (1, 2, 3)}
    answer = browser.post("/tables", {"game": "dampfross", "seats": "3", **seats, **options})
    assert answer.status_code == 303
    return str(answer.headers["location"]).removeprefix("/t/")


def _data(browser: Browser, table: str) -> dict[str, Any]:
    text = browser.get(f"/t/{table}").text
    found = re.search(r'id="offers">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.fixture(scope="module")
def raced() -> Match[Any, Any]:
    """A game of three in Ireland, up to the end of the first race with several trains."""
    laws, rng, greedy = game("dampfross"), Random(1), bot("greedy")
    options = laws.read_options({"map": "ireland", "races": "12"})
    match: Match[Any, Any] = Match(laws, seats=3, options=options, seed="web")
    while match.actor is not None:
        offered = laws.actions(match.state)
        enters = [action for action in offered if str(action).startswith("enter ")]
        choice = enters[0] if enters else greedy.choose(laws, match.state, offered, rng)
        match.play(match.actor, choice)
        tags = {item.__struct_config__.tag for move in match.history[-40:] for item in move.news}
        if {"ran", "prize"} <= tags:
            break
    return match


def _moves(match: Match[Any, Any], tag: str) -> list[int]:
    return [
        number
        for number, move in enumerate(match.history, 1)
        if any(item.__struct_config__.tag == tag for item in move.news)
    ]


def test_a_segment_tells_what_it_costs(visit: Visit, ada: Browser) -> None:
    """Each segment is offered with its cost; another own hex is one click away."""
    table = _open(ada)
    while visit.match(table).state.budget < 3:
        table = _open(ada)
    for _ in range(2):
        ada.play(table, str(visit.match(table).game.actions(visit.match(table).state)[0]))
    data = _data(ada, table)
    builds = [offer for offer in data["offers"] if offer["verb"] == "to"]
    assert builds
    assert all(offer["cost"] > 0 and "costs" in offer["brings"][0] for offer in builds)
    cheap = min(builds, key=lambda offer: offer["cost"])
    ada.play(table, cheap["action"])
    data = _data(ada, table)
    assert {(offer["action"], offer["verb"]) for offer in data["beyond"]} == {("back", "from")}
    here = "hex:" + cheap["action"].split(" ")[1]
    assert here not in {offer["path"][0] for offer in data["beyond"]}
    assert f'data-last="{here}"' in ada.get(f"/t/{table}").text


def test_where_one_may_not_build(visit: Visit, ada: Browser) -> None:
    """A click on a hex that is far away is answered with the reason; a start town has none."""
    table = _open(ada)
    assert "rule" not in ada.get(f"/t/{table}/why?key=hex:A1").text
    for _ in range(2):
        ada.play(table, str(visit.match(table).game.actions(visit.match(table).state)[0]))
    assert "not next to the hex" in ada.get(f"/t/{table}/why?key=hex:L20").text


def test_a_race_is_kept_throw_by_throw(raced: Match[Any, Any]) -> None:
    """The film has every throw; each train goes forward on its way, the winner to its end."""
    reader = Reader(EN, raced.names)
    found = film(raced, len(raced.history), reader)
    assert found is not None
    assert [frame.move for frame in found.frames] == _moves(raced, "ran")
    assert found.is_over
    assert any("wins the race" in words for words in found.words)
    for number, train in enumerate(found.trains):
        own = [frame for frame in found.frames if frame.train == number]
        assert [frame.to for frame in own] == sorted(frame.to for frame in own)
        assert all(frame.to == len(train.way) - 1 for frame in own if frame.arrived)
        assert train.is_declared
    assert any(frame.arrived for frame in found.frames)
    assert len(found.flags) == 2


def test_standings_while_it_is_run(raced: Match[Any, Any]) -> None:
    """In the middle of the race the page says how far each train is."""
    first, *_ = _moves(raced, "ran")
    laws = raced.game
    found = crayon(raced, laws.scene(raced.at(first)), Reader(EN, raced.names), first)
    assert found is not None
    assert found.race is not None
    assert any(train.part for train in found.race.trains)
    assert all(0 <= (train.part or 0) <= 1 for train in found.race.trains)
    assert "race" not in {table.key for table in found.tables}


def test_the_dice_that_count(raced: Match[Any, Any]) -> None:
    """The budget while one builds, two pairs when a race is drawn, one die at a throw of it."""
    assert [len(throw.dice) for throw in throws(raced, 2)] == [1]
    drawn, *_ = _moves(raced, "drawn")
    colours = [[colour for colour, _ in it.dice] for it in throws(raced, drawn)]
    assert colours == [["red", "ink"]] * 2
    first, *_ = _moves(raced, "ran")
    assert [it.move for it in throws(raced, first)] == [first]


def test_players_wear_their_crayons(raced: Match[Any, Any]) -> None:
    """Badges have the colours of the lines."""
    page = table_page(raced, Sitting((), EN), table="x", name="x")
    assert [seat.badge.porcelain for seat in page.seats] == ["red", "blue", "green"]


def test_the_form_and_the_map(visit: Visit, ada: Browser) -> None:
    """A map of one's own is no field of the form; without white lines the table has its own map."""
    text = ada.get("/new/dampfross").text
    assert "option-map" in text
    assert "option-sheet" not in text
    table = _open(ada)
    found = re.search(r'href="(/ground/[^"]+)"', ada.get(f"/t/{table}").text)
    assert found is not None
    table = _open(ada, **{"option-white_lines": "false"})
    own = re.search(rf'href="(/t/{table}/ground.svg[^"]+)"', ada.get(f"/t/{table}").text)
    assert own is not None
    answer = ada.get(own[1].replace("&amp;", "&"))
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]


def test_a_long_route_is_a_line() -> None:
    """A declared route names every hex."""
    route = "enter " + "-".join(["AA10:2"] * 120)
    assert word({"action": route}, "action") == route
    assert len(route) < LONGEST_LINE
