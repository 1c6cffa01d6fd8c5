"""Clocks: a bot plays for whoever lets his time run out, and he may come back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from tests.web.test_accounts import opened
from tests.web.visit import TWO, Browser, Visit
from trainshed.core import Stale


def seated(visit: Visit) -> tuple[Browser, str]:
    """Somebody at a table with a clock, both seats at his screen."""
    ada = visit.browser()
    ada.get("/")
    return ada, opened(ada, hours="24")


def late(visit: Visit, table: str) -> None:
    """Let time run out and the clocks be read."""
    visit.set(table, due=datetime.now(UTC) - timedelta(minutes=1))
    visit.site.tables._sheets.clear()
    visit.call(visit.site.clocks.look)


def test_a_clock_runs_for_whoever_is_asked(visit: Visit) -> None:
    """It starts with the table, and anew with each move."""
    ada, table = seated(visit)
    first = visit.sheet(table).table.due
    assert first is not None
    assert timedelta(hours=23) < first - datetime.now(UTC) <= timedelta(hours=24)
    assert "left" in ada.get(f"/t/{table}").text
    match = visit.match(table)
    line = str(match.game.actions(match.state)[0])
    ada.post(f"/t/{table}/play", {"version": str(match.version), "action": line})
    second = visit.sheet(table).table.due
    assert second is not None
    assert second > first


def test_without_a_clock_nobody_is_late(visit: Visit) -> None:
    """As long as it takes."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada)
    assert visit.sheet(table).table.due is None


def test_a_bot_takes_over_and_the_person_comes_back(visit: Visit) -> None:
    """Only the seat that is asked; the bot moves, until its owner is there again."""
    ada, table = seated(visit)
    actor = visit.match(table).actor
    assert actor is not None
    late(visit, table)
    chairs = visit.sheet(table).table.chairs
    assert chairs[actor].is_bot
    assert not chairs[1 - actor].is_bot
    assert "Take your seat back" in ada.get(f"/t/{table}").text
    assert visit.browser().post(f"/t/{table}/return", {}).status_code in (200, 303)
    assert visit.sheet(table).table.chairs[actor].is_bot
    assert ada.post(f"/t/{table}/return", {}).status_code in (200, 303)
    assert not visit.sheet(table).table.chairs[actor].is_bot
    assert "Take your seat back" not in ada.get(f"/t/{table}").text


def test_whoever_moves_in_time_keeps_his_seat(visit: Visit) -> None:
    """The clocks are read again before anybody loses his seat."""
    _, table = seated(visit)
    visit.call(visit.site.clocks.look)
    assert not any(chair.is_bot for chair in visit.sheet(table).table.chairs)


@pytest.mark.parametrize("hours", ["0", "-1", "23", "x"])
def test_only_the_times_on_offer(visit: Visit, hours: str) -> None:
    """What there is not is refused by its name."""
    ada = visit.browser()
    ada.get("/")
    answer = ada.post("/tables", {"game": "rocket", **TWO, "hours": hours})
    assert answer.status_code == 422
    assert "hours" in answer.text


def test_the_clock_of_an_empty_seat_starts_when_somebody_sits_down(visit: Visit) -> None:
    """Nobody is late who is not there."""
    ada, ben = visit.browser(), visit.browser()
    ada.get("/")
    table = opened(ada, **{"hours": "1", "seat-1": "elsewhere", "seat-2": "elsewhere"})
    actor = visit.match(table).actor
    assert visit.sheet(table).table.due is None
    ben.get("/")
    ben.post(f"/t/{table}/sit", {"seat": str(actor), "name": "Ben"})
    assert visit.sheet(table).table.due is not None


def test_talking_about_going_back_stops_no_clock(visit: Visit) -> None:
    """Only a move does."""
    ada, ben = visit.browser(), visit.browser()
    ada.get("/")
    table = opened(ada, **{"hours": "24", "seat-2": "elsewhere"})
    ben.get("/")
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    players = [ada, ben]
    for _ in range(3):
        match = visit.match(table)
        assert match.actor is not None
        line = str(match.game.actions(match.state)[0])
        players[match.actor].post(
            f"/t/{table}/play", {"version": str(match.version), "action": line}
        )
    before = visit.sheet(table)
    asking = players[1 - (before.match.actor or 0)]
    version = str(before.match.version)
    asking.post(f"/t/{table}/play", {"version": version, "action": "ask-back 1"})
    assert visit.sheet(table).table.due == before.table.due


def test_a_rematch_keeps_the_clock_and_the_people(visit: Visit) -> None:
    """A seat that was lent belongs to its owner again."""
    ada, table = seated(visit)
    late(visit, table)
    visit.set(table, over=True, actor=None)
    following = visit.call(visit.site.tables.again, table)
    chairs = visit.sheet(following).table.chairs
    assert not any(chair.is_bot for chair in chairs)
    assert visit.sheet(following).table.hours == 24
    assert ada.get(f"/t/{following}").status_code == 200


def test_a_bot_does_not_move_for_somebody_who_is_back(visit: Visit) -> None:
    """Whatever it was thinking about."""
    ada, table = seated(visit)
    match = visit.match(table)
    action = match.game.actions(match.state)[0]
    with pytest.raises(Stale):
        visit.call(
            partial(
                visit.site.tables.answer,
                table,
                version=match.version,
                action=action,
                kind="greedy",
            )
        )
    assert ada.get(f"/t/{table}").status_code == 200
