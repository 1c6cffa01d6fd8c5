"""Spectators: they see what nobody hides, and at some tables later than those who play."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from tests.web.postgres import on_both
from tests.web.test_accounts import made, opened
from tests.web.visit import Browser, Visit
from trainshed.core import Match, Seat
from trainshed.core.command import AgreeBack, AskBack, Redo, RefuseBack, Undo
from trainshed.games import game
from trainshed.web.database.rows import REMARKS
from trainshed.web.processes.live import Bus, late_stream
from trainshed.web.tables import delay


def played(visit: Visit, minutes: str = "15") -> tuple[Browser, str]:
    """A table that shows itself later, with a few moves of just now."""
    ada = made(visit)
    table = opened(ada, delay=minutes, name="Late club")
    for _ in range(3):
        ada.play(table)
    return ada, table


def told(visitor: Browser, table: str) -> list[str]:
    """All that a visitor hears about the position."""
    paths = [f"/t/{table}{part}" for part in ("", "/fragment", "/record", "/board.svg", "/words")]
    api = [f"/api/v1/tables/{table}{part}" for part in ("", "/state", "/offers", "/log", "/record")]
    return [visitor.get(path).text for path in (*paths, *api)]


@on_both
def test_a_spectator_sees_only_what_is_old_enough(visit: Visit) -> None:
    """The page, its fragment, the record, the board, the words, and what programs hear."""
    ada, watcher = made(visit), visit.browser()
    watcher.get("/")
    table = opened(ada, delay="15", name="Late club")
    before, first = told(watcher, table), visit.match(table).version
    for _ in range(3):
        ada.play(table)
    assert told(watcher, table) == before
    fresh = visit.match(table)
    assert f'data-version="{first}"' in watcher.get(f"/t/{table}").text
    assert f'data-version="{fresh.version}"' in ada.get(f"/t/{table}").text
    later = watcher.get(f"/t/{table}?at={len(fresh.history)}").text
    assert f'data-version="{first}"' in later


def test_whoever_watches_cannot_try_out_versions(visit: Visit) -> None:
    """The answer is the same to the right one and to a wrong one."""
    _, table = played(visit)
    watcher, fresh = visit.browser(), visit.match(table).version
    watcher.get("/")
    answers = [watcher.play(table, "undo", version=version) for version in (1, fresh)]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert answers[0].text == answers[1].text


@on_both
def test_lists_tell_no_more(visit: Visit) -> None:
    """Neither the first page nor a search nor a list for programs."""
    ada, watcher = made(visit), visit.browser()
    watcher.get("/")
    table = opened(ada, delay="15", name="Late club")

    def listed() -> list[str]:
        texts = [watcher.get(path).text for path in ("/", "/search")]
        assert all(table in text for text in texts)
        return [re.sub(r"[0-9]+ \w+ ago", "ago", text) for text in texts]

    before = listed()
    for _ in range(3):
        ada.play(table)
    assert listed() == before
    for path in ("/api/v1/tables?list=others", "/api/v1/tables?list=open"):
        assert table not in watcher.get(path).text


def test_lists_do_not_play_late_tables_again(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their cards say who plays and that it runs, not how far it is."""
    _, table = played(visit)

    async def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(visit.site.tables, "load", refuse)
    monkeypatch.setattr(visit.site.tables, "peek", refuse)
    visit.site.tables._sheets.clear()
    for path in ("/", "/search"):
        text = visit.browser().get(path).text
        assert table in text
        assert "Rocket, running" in re.sub("<[^>]*>", "", text).replace("The Rocket", "Rocket")


def test_what_was_just_played_is_seen_when_it_is_old(visit: Visit) -> None:
    """As if it had been played then."""
    ada, table = played(visit)
    sheet = visit.sheet(table)
    later = datetime.now(UTC) + timedelta(minutes=16)
    assert delay.seen(sheet, "somebody", later).match.version == sheet.match.version
    soon = datetime.now(UTC) + timedelta(minutes=1)
    assert delay.seen(sheet, "somebody", soon).match.version < sheet.match.version
    owner = sheet.table.chairs[0].owner
    assert owner is not None
    assert delay.seen(sheet, owner, soon) is sheet
    assert ada.get(f"/t/{table}").status_code == 200


def test_nothing_is_hidden_when_the_game_is_over(visit: Visit) -> None:
    """Everybody may see how it ended."""
    _, table = played(visit)
    sheet = visit.sheet(table)
    match = sheet.match.until(sheet.match.version)
    rng = Random(1)
    while match.actor is not None:
        match.play(match.actor, rng.choice(match.game.actions(match.state)))
    over = replace(sheet, match=match)
    assert delay.seen(over, "somebody", datetime.now(UTC)) is over


def test_what_is_said_is_read_as_late(visit: Visit) -> None:
    """By who sees the table later, on the page and as a program, but for what he says himself."""
    ada, table = played(visit)
    cy, ben = made(visit, name="Cy"), visit.browser()
    ada.post(f"/t/{table}/talk", {"text": "the boiler is mine"})
    cy.post(f"/t/{table}/talk", {"text": "a whistle"})

    def read(visitor: Browser) -> list[str]:
        remarks = visitor.get(f"/api/v1/tables/{table}/talk").json()["remarks"]
        page = visitor.get(f"/t/{table}/talk").text
        shown = re.findall('<div class="remark"><p>(.*?)</p>', page)
        assert shown == [it["text"] for it in remarks]
        return shown

    assert read(ada) == ["the boiler is mine", "a whistle"]
    assert read(cy) == ["a whistle"]
    assert read(ben) == []
    old = sa.update(REMARKS).values(time=datetime.now(UTC) - timedelta(minutes=16))
    visit.set(table, created=datetime.now(UTC) - timedelta(hours=1))
    visit.call(visit.site.store.change, old)
    assert read(cy) == read(ben) == ["the boiler is mine", "a whistle"]


def test_the_page_says_that_it_is_late(visit: Visit) -> None:
    """Only to those for whom it is."""
    ada, table = played(visit)
    words = "You see this table 15 minutes later than those who play. What others say comes as late"
    assert words in visit.browser().get(f"/t/{table}").text
    assert words not in ada.get(f"/t/{table}").text


def test_the_time_line_says_how_late_it_is(visit: Visit) -> None:
    """Where it says live to those who play; clocks, which stand for now, are not shown."""
    ada, watcher = made(visit), visit.browser()
    table = opened(ada, delay="15", hours="live:900:10")
    late, live = (it.get(f"/t/{table}").text for it in (watcher, ada))
    assert '<span class="time-live">15 minutes behind</span>' in late
    assert '<span class="time-live">Live</span>' in live
    assert "clock-face" not in late
    assert "clock-face" in live


def test_a_late_stream_tells_nothing_of_now() -> None:
    """It speaks at each beat, whatever is played meanwhile."""

    async def listen() -> list[str]:
        bus, versions = Bus(), iter([1, 1, 2])

        async def read() -> int:
            return next(versions)

        events = late_stream(bus, "t", read, beat=0.02)
        heard = [await anext(events)]
        bus.publish("t", 5)
        bus.publish("t", 6)
        heard += [await anext(events), await anext(events)]
        bus.close()
        return heard + [event async for event in events]

    moved = "event: moved\ndata: {}\n\n"
    assert asyncio.run(listen()) == [moved.format(n) for n in (1, 1, 2)]


def test_the_stream_of_a_late_table_is_a_late_one(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For those who do not play there."""
    ada, table = played(visit)
    seen: list[str] = []

    def follow(name: str) -> Callable[..., object]:
        async def events(
            bus: Bus, table: str, version: Callable[[], Awaitable[int]], **more: object
        ) -> object:
            seen.append(name)
            yield f"event: moved\ndata: {await version()}\n\n"

        return events

    monkeypatch.setattr("trainshed.web.processes.live.late_stream", follow("late"))
    monkeypatch.setattr("trainshed.web.processes.live.stream", follow("now"))
    fresh = visit.match(table).version
    texts = [who.get(f"/t/{table}/events").text for who in (ada, visit.browser())]
    assert seen == ["now", "late"]
    assert [f"data: {fresh}\n" in text for text in texts] == [True, False]


@pytest.mark.parametrize("seed", range(4))
def test_a_match_as_it_was_is_what_it_was(seed: int) -> None:
    """After every line, whatever was taken back, brought back and talked about."""
    laws, rng = game("rocket"), Random(seed)
    match = Match(laws, seats=3, seed=str(seed))
    history = {match.version: (list(match.history), list(match.struck), match.request)}
    for _ in range(120):
        seat = match.actor
        assert seat is not None
        last = match.history[-1].seat if match.history else Seat(0)
        others = [it for it in range(3) if it not in match.agreed]
        if match.request is not None and others and rng.random() < 0.7:
            match.play(Seat(others[0]), AgreeBack() if rng.random() < 0.8 else RefuseBack())
        elif match.may_undo(last) and rng.random() < 0.3:
            match.play(last, Undo())
        elif match.may_redo(seat) and rng.random() < 0.6:
            match.play(seat, Redo())
        elif len(match.history) > 6 and rng.random() < 0.1:
            match.play(seat, AskBack(len(match.history) - 4))
        else:
            match.play(seat, rng.choice(laws.actions(match.state)))
        history[match.version] = (list(match.history), list(match.struck), match.request)
    for version, known in history.items():
        then = match.until(version)
        assert (then.history, then.struck, then.request) == known
        assert then.version == version
