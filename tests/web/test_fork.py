"""Going on from any position of a finished game, as a new table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.web.postgres import on_both
from tests.web.test_accounts import made
from tests.web.visit import Visit
from trainshed.core import Match, check_draws, dumps, loads
from trainshed.games import game


def finished(seed: str) -> Match[Any, Any]:
    """A whole game of Rocket, played at random."""
    laws, rng = game("rocket"), Random(seed)
    match = Match(laws, seats=3, seed=seed, names=["Ada", "Ben", "Cy"])
    while match.actor is not None:
        match.play(match.actor, rng.choice(laws.actions(match.state)))
    return match


@pytest.fixture(scope="module")
def match() -> Match[Any, Any]:
    return finished("fork")


def brought(visit: Visit, match: Match[Any, Any]) -> str:
    """The game as a table that was played by others."""
    stranger = visit.browser()
    stranger.get("/")
    answer = stranger.post("/import", {"record": dumps(match.record())})
    return str(answer.headers["location"]).removeprefix("/t/").partition("?")[0]


SEATS = {"seat-1": "here", "seat-2": "elsewhere", "seat-3": "greedy"}


@on_both
def test_every_position_leads_to_a_table_of_its_own(visit: Visit, match: Match[Any, Any]) -> None:
    """The beginning, the end but one, and what lies between; people and bots sit there."""
    table, ada = brought(visit, match), made(visit)
    last = len(match.history)
    for at in (0, 1, last // 2, last - 1):
        assert ada.get(f"/t/{table}/continue?at={at}").status_code == 200
        answer = ada.post(f"/t/{table}/continue", {"at": str(at), **SEATS, "hours": "24"})
        assert answer.status_code == 303, at
        found = visit.sheet(answer.headers["location"].removeprefix("/t/"))
        assert found.match.at(at) == match.at(at)
        assert found.match.seed != match.seed
        assert found.table.brought == at
        assert found.table.hours == 24
        chairs = found.table.chairs
        assert [chair.is_open for chair in chairs] == [False, True, False]
        assert chairs[2].kind == "greedy"


def test_the_end_itself_cannot_be_continued(visit: Visit, match: Match[Any, Any]) -> None:
    """Nor what lies behind it."""
    table, ada = brought(visit, match), made(visit)
    for at in (len(match.history), len(match.history) + 1):
        answer = ada.post(f"/t/{table}/continue", {"at": str(at), **SEATS})
        assert answer.status_code == 422


def test_each_position_of_the_replay_offers_it(visit: Visit, match: Match[Any, Any]) -> None:
    """To everybody."""
    table, guest = brought(visit, match), visit.browser()
    for at in (0, len(match.history) // 2):
        link = f"/t/{table}/continue?at={at}"
        assert link in guest.get(f"/t/{table}?at={at}").text
        assert link in guest.get(f"/t/{table}/fragment?at={at}").text


def test_a_game_that_is_played_cannot_be_continued(visit: Visit) -> None:
    """It would show what is hidden, or what is drawn next."""
    ada = made(visit)
    table = ada.open()
    assert ada.get(f"/t/{table}/continue").status_code == 409
    assert ada.post(f"/t/{table}/continue", {"at": "0", **SEATS}).status_code == 409


def test_what_may_be_won_already_is_not_rated(visit: Visit, match: Match[Any, Any]) -> None:
    """Whatever the form says."""
    table, ada = brought(visit, match), made(visit)
    seats = {"seat-1": "here", "seat-2": "greedy", "seat-3": "greedy", "rated": "1"}
    at = str(len(match.history) - 1)
    assert 'name="rated"' not in ada.get(f"/t/{table}/continue?at={at}").text
    answer = ada.post(f"/t/{table}/continue", {"at": at, **seats})
    assert not visit.sheet(answer.headers["location"].removeprefix("/t/")).table.rated


def test_who_goes_on_is_not_called_as_another_s_account(
    visit: Visit, match: Match[Any, Any]
) -> None:
    """The names that the form offers are those of others; typed, such a name is refused."""
    table, guest = brought(visit, match), visit.browser()
    made(visit)
    names = {f"name-{n}": name for n, name in enumerate(match.names, 1)}
    answer = guest.post(f"/t/{table}/continue", {"at": "0", **SEATS, **names})
    found = visit.match(answer.headers["location"].removeprefix("/t/"))
    assert found.names == ["Player 1", "Ben", "Cy"]
    fields = {"at": "0", **SEATS, **names, "name-1": "ada"}
    assert guest.post(f"/t/{table}/continue", fields).status_code == 422


def test_draws_that_were_brought_along_are_not_judged(visit: Visit, match: Match[Any, Any]) -> None:
    """Another seed drew them: neither the page nor the record says that they fit."""
    table, ada = brought(visit, match), made(visit)
    at, seats = str(len(match.history) - 1), {f"seat-{n}": "here" for n in (1, 2, 3)}
    answer = ada.post(f"/t/{table}/continue", {"at": at, **seats})
    again = answer.headers["location"].removeprefix("/t/")
    assert "chance" not in ada.get(f"/t/{again}/record").text
    while visit.match(again).actor is not None:
        assert ada.play(again).status_code == 200
    for found in (table, again):
        page = ada.get(f"/t/{found}").text
        assert "Replay" in page
        assert "raws checked" not in page
        assert "draws differ" not in page
        record = loads(ada.get(f"/t/{found}/record").text)
        assert record.chance == "set"
        assert check_draws(Match.replay(match.game, record)).verdict == "unknown"


@on_both
def test_what_was_continued_is_no_result(visit: Visit, match: Match[Any, Any]) -> None:
    """Whoever wins it may have begun when it was won; the game itself is listed."""
    table, ada = brought(visit, match), made(visit)
    seats = {f"seat-{n}": "here" for n in (1, 2, 3)}
    at = str(len(match.history) - 1)
    answer = ada.post(f"/t/{table}/continue", {"at": at, **seats})
    found = answer.headers["location"].removeprefix("/t/")
    while visit.match(found).actor is not None:
        assert ada.play(found).status_code == 200
    page = ada.get("/people/Ada").text
    assert f'href="/t/{found}"' in page
    assert "Mean place" not in page
    visit.set(found, brought=0)
    assert "Mean place" not in ada.get("/people/Ada").text
    visit.set(found, brought=None)
    assert "Mean place" in ada.get("/people/Ada").text
