"""A whole game among bots, from the first move to the rematch."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from tests.records.test_records import RECORDS
from tests.web.visit import Browser, Visit, notice
from trainshed.bots import Bot
from trainshed.bots import bot as find
from trainshed.core import Match, Seat, language, loads
from trainshed.games import game
from trainshed.web.database.rows import SEATS
from trainshed.web.printing.page import Sitting, table_page
from trainshed.web.tables import pace

BOTS = {"seats": "3", "seat_1": "random", "seat_2": "random", "seat_3": "random", "name_1": ""}


def finished(visit: Visit, table: str, seconds: float = 60) -> None:
    """Wait until the bots have ended their game."""
    until = time.monotonic() + seconds
    while visit.match(table).actor is not None:
        assert time.monotonic() < until, visit.match(table).version
        time.sleep(0.05)


@pytest.fixture
def played(visit: Visit) -> tuple[Visit, Browser, str]:
    """A finished table."""
    browser = visit.browser()
    table = browser.open(**BOTS)
    finished(visit, table)
    return visit, browser, table


def test_bots_finish_a_game_by_themselves(played: tuple[Visit, Browser, str]) -> None:
    """The end is shown with scores, chart and turning points; a link shows the last position."""
    visit, browser, table = played
    over = browser.get(f"/t/{table}").text
    assert "Replay" in over
    assert "Rematch" not in over  # nobody who looks on has played
    assert 'class="fortune wide"' in over
    moves = len(visit.match(table).history)
    last = browser.get(f"/t/{table}?at={moves}")
    assert last.status_code == 200
    assert 'data-live="yes"' in last.text
    assert browser.get(f"/t/{table}/fragment").status_code == 200
    assert f"/t/{table}" in browser.get("/").text
    assert browser.play(table, "pass").status_code == 403
    assert visit.call(visit.site.store.waiting_for_bots) == []


@pytest.mark.parametrize("name", ["rocket-2-greedy", "russian-2-greedy"])
def test_a_final_board_shows_nothing_as_just_happened(name: str) -> None:
    """Neither to those who played nor to others, who see on an earlier one its last move."""
    (path,) = (path for path in RECORDS if path.stem == name)
    record = loads(path.read_text(encoding="utf-8"))
    match = Match.replay(game(record.game), record)

    def marked(*mine: Seat, at: int | None = None) -> int:
        page = table_page(match, Sitting(mine, language("en")), table="x", name="x", at=at)
        return page.board.whole.partition('class="last"')[2].partition("</g>")[0].count("<path")

    assert marked() == marked(Seat(0)) == marked(Seat(1)) == 0
    before = len(match.history) - 1
    assert marked(at=before) == 1
    assert marked(Seat(0), at=before) >= 1


def test_the_time_line_marks_what_a_player_has_missed(visit: Visit) -> None:
    """Who looks on has missed nothing, nor has anybody at the end of a game."""
    ada, watcher = visit.browser(), visit.browser()
    table = ada.open()
    ada.play(table)
    assert "rail-since" not in watcher.get(f"/t/{table}").text
    bots = watcher.open(**BOTS)
    finished(visit, bots)
    visit.seat(bots, 0, watcher)
    assert "rail-since" not in watcher.get(f"/t/{bots}?at={len(visit.match(bots).history)}").text


def test_nobody_is_away_from_a_game_that_is_over(played: tuple[Visit, Browser, str]) -> None:
    """As from one that is played."""
    visit, browser, table = played
    visit.seat(table, 0, browser)
    assert "data-present" not in browser.get(f"/t/{table}?at=3").text
    assert "data-present" in browser.get(f"/t/{browser.open()}").text


def test_the_record_of_a_finished_game_is_whole(played: tuple[Visit, Browser, str]) -> None:
    """Seed and lines are open."""
    visit, browser, table = played
    record = loads(browser.get(f"/t/{table}/record").text)
    assert record.seed == visit.sheet(table).table.seed
    assert len(record.lines) == len(visit.match(table).history)


def test_a_finished_game_says_that_its_draws_were_checked(
    played: tuple[Visit, Browser, str],
) -> None:
    """Or that they differ; nobody is told of an open game, whose seed is secret."""
    visit, browser, table = played
    assert "Draws checked" in browser.get(f"/t/{table}").text
    assert f'href="/t/{table}/record"' in browser.get(f"/t/{table}").text
    assert "Draws checked" not in browser.get(f"/t/{browser.open()}").text
    begun = str(visit.match(table).history[0].action)
    seeds = (Match(game("rocket"), seats=3, seed=seed) for seed in "0123456789")
    visit.set(table, seed=next(it.seed for it in seeds if str(it.log[0].action) != begun))
    over = browser.get(f"/t/{table}").text
    assert "The draws differ: line 1 is not what the seed draws." in over
    assert "Draws checked" not in over


def test_a_rematch_has_the_same_seats_and_another_seed(
    played: tuple[Visit, Browser, str],
) -> None:
    """Whoever asks second comes to the same table."""
    visit, browser, table = played
    visit.seat(table, 0, browser)
    answer = browser.post(f"/t/{table}/again", {})
    assert answer.status_code == 303
    again = answer.headers["location"].removeprefix("/t/")
    old, new = visit.sheet(table).table, visit.sheet(again).table
    assert new.chairs == old.chairs
    assert new.options == old.options
    assert new.seed != old.seed
    assert visit.browser().post(f"/t/{table}/again", {}).headers["location"] == f"/t/{again}"


def test_a_rematch_is_for_those_who_played(played: tuple[Visit, Browser, str]) -> None:
    """A stranger opens no table for others."""
    visit, browser, table = played
    visit.seat(table, 0, browser)
    answer = visit.browser().post(f"/t/{table}/again", {})
    assert answer.status_code == 403
    assert "<h1>" in answer.text
    assert visit.sheet(table).table.next is None
    assert browser.post(f"/t/{table}/again", {}).status_code == 303


def test_whoever_had_lent_his_seat_may_ask_for_a_rematch(
    played: tuple[Visit, Browser, str],
) -> None:
    """The button is there, and he plays himself again."""
    visit, browser, table = played
    visit.seat(table, 0, browser)
    lend = sa.update(SEATS).where(SEATS.c.table == table).values(kind="greedy")
    visit.call(visit.site.store.change, lend)
    visit.set(table)
    assert browser.seats(table) == ()
    assert "Rematch" in browser.get(f"/t/{table}").text
    following = browser.post(f"/t/{table}/again", {}).headers["location"].removeprefix("/t/")
    assert browser.seats(following) == (0,)


def test_no_bot_sits_down_when_the_game_is_over(played: tuple[Visit, Browser, str]) -> None:
    """Though the seat is free, and whoever asks has played."""
    visit, browser, table = played
    visit.seat(table, 0, browser)
    free = sa.update(SEATS).where(SEATS.c.table == table, SEATS.c.number == 1)
    visit.call(visit.site.store.change, free.values(kind="human", owner=None))
    visit.set(table)
    answer = browser.post(f"/t/{table}/fill", {"seat": "1", "bot": "greedy"})
    assert (answer.status_code, notice(answer)) == (422, "The game is over.")
    assert visit.sheet(table).vacant == (1,)


@pytest.mark.parametrize("line", ["ask-back 3", "undo", "redo"])
def test_nobody_goes_back_from_the_end(played: tuple[Visit, Browser, str], line: str) -> None:
    """The answer says so, and nothing is changed."""
    visit, browser, table = played
    visit.seat(table, 0, browser)
    before = visit.call(visit.site.store.lines, table)
    answer = browser.play(table, line)
    assert answer.status_code == 422
    assert "over" in notice(answer)
    assert visit.call(visit.site.store.lines, table) == before
    assert visit.match(table).actor is None


def test_bots_go_on_after_a_restart(start: Callable[..., Visit]) -> None:
    """What was to be done is found in the database."""
    slow = start(pace=1000.0)
    table = slow.browser().open(**BOTS)
    version = slow.match(table).version
    again = start()
    finished(again, table)
    assert again.match(table).version > version


def test_a_bot_that_fails_does_not_stop_the_others(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its failure is in the log, its table waits, the next one is played."""

    def broken(name: str) -> Bot:
        if name == "greedy":
            raise RuntimeError("on purpose")
        return find(name)

    monkeypatch.setattr(pace, "bot", broken)
    stuck = visit.browser().open(**{**BOTS, "seat_1": "greedy", "seat_2": "greedy"})
    table = visit.browser().open(**BOTS)
    finished(visit, table)
    assert visit.match(stuck).actor is not None


def test_bots_take_their_time(start: Callable[..., Visit]) -> None:
    """A human may take back before the bot has answered."""
    visit = start(pace=1000.0)
    browser = visit.browser()
    table = browser.open(seat_2="random")
    while visit.match(table).actor != 0:
        visit = start(pace=0.0)
        time.sleep(0.05)
        visit = start(pace=1000.0)
        browser = visit.browser(browser.cookies)
    while visit.match(table).actor == 0:
        browser.play(table)
    assert browser.play(table, "undo").status_code == 200
    assert visit.match(table).actor == 0


def test_bots_agree_to_go_back(visit: Visit) -> None:
    """Against bots one may always go back."""
    browser = visit.browser()
    table = browser.open(seat_2="random")
    until = time.monotonic() + 20
    while len(visit.match(table).history) < 12:
        assert time.monotonic() < until
        if visit.match(table).actor == 0:
            browser.play(table)
    while visit.match(table).actor != 0:
        time.sleep(0.01)
    start = visit.match(table).at(3)
    assert browser.play(table, "ask-back 3").status_code == 200
    match = visit.match(table)
    assert match.at(3) == start
    assert match.struck
