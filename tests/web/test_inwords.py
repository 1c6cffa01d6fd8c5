"""The board in words: all that the picture shows, all that may be done, and nothing hidden."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.web.visit import WITH_A_FRIEND, Visit
from trainshed.bots import bot
from trainshed.core import Match, language, loads
from trainshed.games import game, games
from trainshed.web.printing.inwords import InWords, Spot, in_words
from trainshed.web.tables.seats import Sitting

EN = language("en")
RECORDS = Path(__file__).parents[1] / "records"


def _example(key: str) -> Match[Any, Any]:
    laws = game(key)
    return Match.replay(laws, loads(laws.example))


def _words(match: Match[Any, Any], *, at: int | None = None) -> InWords:
    """What whoever is asked reads."""
    assert match.actor is not None
    return in_words(match, Sitting((match.actor,), EN), at=at)


def _spots(words: InWords) -> list[Spot]:
    places = [spot for row in words.rows for spot in row]
    return places + [spot for shelf in words.shelves for spot in shelf.spots]


def _lines(words: InWords) -> set[str]:
    deeds = [*words.deeds, *(deed for spot in _spots(words) for deed in spot.deeds)]
    return {deed.action for deed in deeds}


def _spot(words: InWords, key: str) -> Spot:
    return next(spot for spot in _spots(words) if spot.key == key)


@pytest.mark.parametrize("key", sorted(games()))
def test_whatever_may_be_done_is_there(key: str) -> None:
    """In forty positions each action has its button, in words."""
    match, rng, chooser = _example(key), Random(1), bot("random")
    for _ in range(40):
        if match.actor is None:
            break
        offered = match.game.actions(match.state)
        words = _words(match)
        assert _lines(words) == {str(action) for action in offered}
        assert all(deed.words.strip() for spot in _spots(words) for deed in spot.deeds)
        match.play(match.actor, chooser.choose(match.game, match.state, offered, rng))


@pytest.mark.parametrize("key", ["rocket", "dampfross", "tycoon", "1861"])
def test_every_hex_is_there_once(key: str) -> None:
    """From north to south and from west to east, each with a name of its own."""
    match = _example(key)
    ground = match.game.scene(match.state).ground
    words = _words(match)
    names = [spot.key for row in words.rows for spot in row]
    assert len(names) == len(set(names))
    places = [[ground.centre(ground.grid.number[spot.key]) for spot in row] for row in words.rows]
    assert all(row == sorted(row) for row in places)
    heights = [row[0][1] for row in places]
    assert heights == sorted(heights)
    assert any(spot.is_own for spot in _spots(words))


def test_a_place_says_what_lies_there() -> None:
    """A city with its name and its wants, and the track that leads there."""
    boards = _words(_example("tycoon"))
    city = _spot(boards, "G19")
    assert city.words[0].startswith("Toronto, demands black")
    assert "your link Toronto–Detroit" in city.words
    assert city.is_own
    assert not city.is_plain
    moscow = _spot(_words(_example("1861")), "H8")
    assert "stations of MVR, RSR, MNN" in moscow.words[0]


def test_an_action_of_two_clicks_is_at_both_places() -> None:
    """An engine may be moved from where it stands and to where it would go."""
    match = _example("rocket")
    scene = match.game.scene(match.state)
    engine = next(item for item in scene.items if item.key == "engine:SER")
    words = _words(match)
    for place in (scene.ground.grid.name[engine.hex], "S13"):
        assert "drive SER S13" in [deed.action for deed in _spot(words, place).deeds]


def test_boards_without_a_map_are_shelves() -> None:
    """Each board has a heading, and its places their choices."""
    words = _words(_example("russian"))
    assert not words.rows
    assert [shelf.title for shelf in words.shelves][:2] == ["The common board", "Cards"]
    space = _spot(words, "space:rail_black_1w")
    assert space.words == ("2 black moves; costs 1 worker",)
    assert next(deed.words for deed in space.deeds) == "You pay 1 worker: 2 black moves."


def test_panels_and_market_are_tables() -> None:
    """Players, shares, prices and what else is written down, each with its head."""
    grids = {grid.title: grid for grid in _words(_example("1861")).grids}
    assert {"Players", "Shares", "Stock market", "Companies", "Trains"} <= set(grids)
    market = grids["Stock market"]
    assert market.lines[0][:2] == ("₽180", "NW")
    assert all(len(line) == len(it.columns) for it in grids.values() for line in it.lines)


def test_a_tile_says_what_it_joins() -> None:
    """Who does not see the map reads of every tile, in every turn, where its track leads."""
    record = loads((RECORDS / "1861-4-greedy.record").read_text(encoding="utf-8"))
    match = Match.replay(game("1861"), replace(record, lines=record.lines[:218]))
    deeds = [deed for spot in _spots(_words(match)) for deed in spot.deeds]
    told = [deed.words for deed in deeds if deed.action.startswith("lay ")]
    assert told
    assert all(re.search("Joins|joins|The line from", words) for words in told)


def test_earlier_positions_ask_nothing() -> None:
    """Looking back, one reads the board as it was, and may do nothing."""
    match = _example("rocket")
    then = _words(match, at=10)
    assert not _lines(then)
    assert _spots(then) != _spots(_words(match))


def test_a_spectator_reads_but_does_not_play(visit: Visit) -> None:
    """The seat that is asked has buttons, the other and a stranger have none."""
    ada, ben = visit.browser(), visit.browser()
    table = ada.open(**WITH_A_FRIEND)
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    asked = visit.match(table).actor
    for number, browser in enumerate((ada, ben, visit.browser())):
        found = browser.get(f"/t/{table}/words").text
        assert ("<button" in found) is (number == asked)
        assert "<caption>Players</caption>" in found


def test_words_are_sent_once(visit: Visit) -> None:
    """What the browser has is not sent again until something has changed."""
    ada = visit.browser()
    table = ada.open()
    tag = ada.get(f"/t/{table}/words").headers["etag"]
    known = {"if-none-match": tag}
    assert ada.get(f"/t/{table}/words", headers=known).status_code == 304
    match = visit.match(table)
    ada.play(table, str(match.game.actions(match.state)[0]))
    assert ada.get(f"/t/{table}/words", headers=known).status_code == 200
