"""The table page of Railroad Tycoon: prices, ways, two clicks in one, reasons, cards, the log."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.web.visit import Browser, Visit
from trainshed.board.scene import City
from trainshed.bots import bot
from trainshed.core import Match, Reader, Seat, language
from trainshed.games import game
from trainshed.web.printing.page import Sitting, table_page, why
from trainshed.web.printing.progress import progress

EN = language("en")
ALL = tuple(map(Seat, range(3)))


@pytest.fixture
def ada(visit: Visit) -> Browser:
    """Somebody who plays all seats."""
    return visit.browser()


def _open(browser: Browser, **options: str) -> str:
    seats = {f"seat-{n}": "here" for n in (1, 2, 3)}
    answer = browser.post("/tables", {"game": "tycoon", "seats": "3", **seats, **options})
    assert answer.status_code == 303
    return str(answer.headers["location"]).removeprefix("/t/")


def _data(browser: Browser, table: str) -> dict[str, Any]:
    text = browser.get(f"/t/{table}").text
    found = re.search(r'id="offers">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.fixture(scope="module")
def played() -> Match[Any, Any]:
    """A game of three up to somebody's action in the third turn when he can deliver."""
    laws, rng, greedy = game("tycoon"), Random(1), bot("greedy")
    options = laws.read_options({"length": "short"})
    match: Match[Any, Any] = Match(laws, seats=3, options=options, seed="web")
    while match.actor is not None:
        offered = laws.actions(match.state)
        if match.state.turn >= 3 and "deliver" in map(str, offered):
            break
        match.play(match.actor, greedy.choose(laws, match.state, offered, rng))
    return match


def _page(match: Match[Any, Any], *, mine: tuple[Seat, ...] = ALL) -> Any:  # noqa: ANN401
    return table_page(match, Sitting(mine, EN), table="x", name="x")


def test_bids_without_end_have_a_slider_with_one(visit: Visit, ada: Browser) -> None:
    """The slider has 20 steps, each said in words; any number more can be played."""
    table = _open(ada)
    data = _data(ada, table)
    span = data["amount"]
    assert (span["verb"], span["low"], span["step"], span["reach"]) == ("bid", 1000, 1000, 21_000)
    assert span["high"] > 10**9
    assert len(span["words"]) == 21
    assert "1 share" in span["words"][0]
    assert not span["counts"]
    assert {offer["path"][0] for offer in data["offers"] if offer["verb"] == "bid"} >= {
        "amount:1000"
    }
    ada.play(table, "bid 77000")
    assert max(visit.match(table).state.stack[-1].bids) == 77_000


def test_shares_are_counted_in_shares(ada: Browser) -> None:
    """Issuing asks for a number of shares and says what they bring."""
    table = _open(ada)
    ada.play(table, "shares")
    span = _data(ada, table)["amount"]
    assert span["counts"]
    assert (span["low"], span["reach"]) == (1, 21)
    assert "3 shares" in span["words"][2]
    assert "$15,000" in span["words"][2]


def test_a_cube_is_one_click_away(played: Match[Any, Any]) -> None:
    """While an action is chosen, the cubes that can be delivered can be clicked at once."""
    page = _page(played)
    cubes = [offer for offer in page.prompt.beyond if offer.path[0].startswith("cube:")]
    assert cubes
    assert all(offer.action == "deliver" for offer in cubes)
    assert all(offer.then.startswith("cube ") for offer in cubes)


def test_the_ways_of_a_cube_link_by_link(played: Match[Any, Any]) -> None:
    """Every offered way is told with its links, in the order in which the cube goes."""
    match = _again(played)
    _play(match, "deliver")
    _play(match, next(str(it) for it in match.game.actions(match.state)))
    page = _page(match)
    assert page.freight is not None
    ships = [offer.action for offer in page.prompt.offers if offer.verb == "ship"]
    assert [way.action for way in page.freight.ways] == ships
    for way in page.freight.ways:
        ends = [leg.names.split(" – ") for leg in way.legs]
        assert ends[0][0] == page.freight.source
        assert ends[-1][1] == way.goal
        assert all(one[1] == other[0] for one, other in pairwise(ends))


def test_only_what_was_done_is_told(played: Match[Any, Any]) -> None:
    """The log has no line for choosing, and its headings are turns and rounds."""
    page = _page(played)
    words = [str(entry.sentence.striptags()) for entry in page.log]
    assert not any(
        re.search(r" (builds track|begins a link|delivers a cube)\.$", it) for it in words
    )
    assert any("builds from" in it for it in words)
    headings = list(dict.fromkeys(entry.heading for entry in page.log))
    assert headings[:3] == ["Set-up", "Turn 1 · auction", "Turn 1 · round 1"]
    match = _again(played)
    _play(match, "build")
    assert len(_page(match).log) == len(page.log)


def _again(match: Match[Any, Any]) -> Match[Any, Any]:
    """The same game, to be played on."""
    after: Match[Any, Any] = Match(
        match.game, seats=3, options=match.state.options, seed=match.seed, names=match.names
    )
    for move in match.history[len(after.history) :]:
        if move.seat >= 0:
            after.play(move.seat, move.action)
    return after


def _play(match: Match[Any, Any], line: str) -> None:
    assert match.actor is not None
    match.play(match.actor, match.read(line))


def _why(match: Match[Any, Any], key: str) -> str:
    found = why(match, Sitting(ALL, EN), under=None, key=key)
    return "" if found is None else str(found[0])


def test_why_a_cube_cannot_go(played: Match[Any, Any]) -> None:
    """Another city's cube is explained by that city, whatever its colour."""
    match = _again(played)
    offered = {str(it) for it in match.game.actions(match.state)}
    assert "deliver" in offered
    _play(match, "deliver")
    known = {offer.path[0] for offer in _page(match).prompt.offers if offer.path}
    scene = match.game.scene(match.state)
    cities = [it for it in scene.items if isinstance(it, City)]
    keys = [key for city in cities for key, _ in city.cubes if key not in known]
    reasons = {key: _why(match, key) for key in dict.fromkeys(keys)}
    assert all(reasons.values())
    for key, words in reasons.items():
        _, city, _ = key.split(":")
        assert "within" in words or city in words
    where = scene.ground.grid.name[next(it.hex for it in cities if it.cubes)]
    assert _why(match, f"hex:{where}")


def test_why_track_cannot_go(played: Match[Any, Any]) -> None:
    """A hex beside the city, one far away, the city itself and one out of reach have reasons."""
    match = _again(played)
    _play(match, "build")
    _play(match, "from Chicago")
    scene = match.game.scene(match.state)
    grid = scene.ground.grid
    home = next(it.hex for it in scene.items if isinstance(it, City) and it.name == "Chicago")
    lit = {offer.path[0] for offer in _page(match).prompt.offers if offer.path}
    beside = [grid.name[cell] for cell in grid.neighbours[home] if cell >= 0]
    shut = [name for name in beside if f"hex:{name}" not in lit]
    assert shut
    assert all("water" in _why(match, f"hex:{name}") for name in shut)
    assert "does not stand beside" in _why(match, f"hex:{grid.name[max(grid.name)]}")
    assert "Chicago" in _why(match, f"hex:{grid.name[home]}")
    assert "Boston" in _why(match, "city:Boston")


def test_why_an_objective_is_not_taken(played: Match[Any, Any]) -> None:
    """Cards that nobody takes say so."""
    card = next(it for it in _page(played).freight.offer if it.kind == "objective")
    assert "objective" in _why(played, card.key)


def test_cards_tell_what_they_are_worth(played: Match[Any, Any]) -> None:
    """Each card has a kind, a text and, where there is something to count, what it is worth."""
    found = _page(played, mine=(Seat(0),)).freight
    assert found is not None
    assert {card.key.removeprefix("card:") for card in found.offer} == set(played.state.offer)
    reader = Reader(EN, played.names, Seat(0))
    for card in found.offer:
        assert reader.read(card.name)
        assert reader.read(card.text)
        assert card.now is None or reader.read(card.now)
    assert found.aim is not None
    assert reader.read(found.aim.name)
    assert len(found.track.incomes) == 101
    assert [row[0] for row in found.incomes] == [it.score for it in played.state.railroads]


def test_nothing_secret_is_on_the_page(played: Match[Any, Any]) -> None:
    """The page of one seat has neither the cash nor the tycoon of another."""
    page = _page(played, mine=(Seat(0),))
    assert [panel.money is None for panel in page.panels] == [False, True, True]
    others = {it.tycoon for it in played.state.railroads[1:]} - {played.state.railroads[0].tycoon}
    names = {str(played.game.names[f"tycoon:{name}"].fields["name"]) for name in others}
    shown = " ".join(str(entry.sentence) for entry in page.log)
    assert not any(name in shown for name in names)
    assert _page(played, mine=()).freight.aim is None


def test_points_are_no_money() -> None:
    """The charts of a finished game count points by turns, and what shares take off."""
    laws, rng, greedy = game("tycoon"), Random(2), bot("random")
    options = laws.read_options({"length": "short", "beginner": True})
    match: Match[Any, Any] = Match(laws, seats=2, options=options, seed="end")
    while match.actor is not None:
        match.play(match.actor, greedy.choose(laws, match.state, laws.actions(match.state), rng))
    found = progress(match, Reader(EN, match.names))
    assert found.curves[0].title == "Points"
    assert found.by_turn
    page = _page(match, mine=())
    assert page.worth_in == ""
    assert page.over is not None
    assert page.over.less == {"shares"}
    assert page.over.most >= max(row.total for row in page.over.ranking)


def test_the_parts_of_the_page(visit: Visit, ada: Browser) -> None:
    """Cards and figures have their tabs; beginners have no cards."""
    text = ada.get(f"/t/{_open(ada)}").text
    assert 'id="panel-cards"' in text
    assert 'id="panel-figures"' in text
    assert "cities empty" in text
    assert 'id="panel-cards"' not in ada.get(f"/t/{_open(ada, **{'option-beginner': 'true'})}").text
    assert visit is not None
