"""Clocks: a bot plays for whoever lets his time run out, and he may come back."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from tests.web.test_accounts import made, opened
from tests.web.visit import TWO, Browser, Visit
from trainshed.core import Consent, Match, Stale, dumps
from trainshed.games import game as find
from trainshed.web.database.kept import Asked, Table
from trainshed.web.database.rows import SEATS, TABLES
from trainshed.web.tables.clocks import Clocks


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


def empty(visit: Visit) -> tuple[str, dict[str, str]]:
    """A table with a clock where nobody sits, and how one takes the seat that is asked."""
    opener = visit.browser()
    opener.get("/")
    table = opened(opener, hours="24", **{"seat-1": "elsewhere", "seat-2": "elsewhere"})
    return table, {"seat": str(visit.match(table).actor), "name": "Zoe"}


def test_who_sits_down_has_his_clock_at_once(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are one change: a site that stops between them would let him think for ever."""
    table, seat = empty(visit)
    monkeypatch.delattr(type(visit.site.store), "wind")
    assert visit.sheet(table).table.due is None
    assert visit.browser().post(f"/t/{table}/sit", seat).status_code == 200
    assert visit.sheet(table).table.due is not None


def test_who_sits_down_while_others_change_the_table_looks_again(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the change nor his seat is lost; where somebody else was first he is told so."""
    store, tries = visit.site.store, list[int]()
    sit, changed = store.sit, sa.update(TABLES).values(stamp=TABLES.c.stamp + 1, name="Changed")

    async def disturbed(table: Table, *rest: Any) -> bool:  # noqa: ANN401
        tries.append(table.stamp)
        if len(tries) == 1:
            await visit._write(changed)
        return await sit(table, *rest)

    monkeypatch.setattr(store, "sit", disturbed)
    table, seat = empty(visit)
    assert visit.browser().post(f"/t/{table}/sit", seat).status_code == 200
    assert len(tries) == 2
    after = visit.sheet(table).table
    assert (after.name, after.chairs[int(seat["seat"])].name) == ("Changed", "Zoe")
    assert visit.browser().post(f"/t/{table}/sit", seat).status_code == 409
    assert len(tries) == 2


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


LIVE = {"hours": "live:900:10", "seat-2": "elsewhere"}


def live_pair(visit: Visit, **fields: str) -> tuple[list[Browser], str]:
    """Two people at a table with clocks of their own, by seat."""
    ada, ben = visit.browser(), visit.browser()
    ada.get("/")
    table = opened(ada, **{**LIVE, **fields})
    ben.get("/")
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    return [ada, ben], table


def turn(visit: Visit, players: list[Browser], table: str) -> int:
    """Play until the other one is asked; who has played."""
    first = visit.match(table).actor
    assert first is not None
    while visit.match(table).actor == first:
        assert players[first].play(table).status_code == 200
    return first


def test_live_clocks_start_when_everybody_sits(visit: Visit) -> None:
    """Until then nobody loses time."""
    ada, ben = visit.browser(), visit.browser()
    ada.get("/")
    table = opened(ada, **LIVE)
    assert visit.sheet(table).table.due is None
    ben.get("/")
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    due = visit.sheet(table).table.due
    assert due is not None
    assert timedelta(minutes=14) < due - datetime.now(UTC) <= timedelta(minutes=15)
    page = ada.get(f"/t/{table}").text
    assert page.count("data-due=") == 2  # on the plate, and above the board of a phone
    assert "15 min + 10 s a move" in page


def test_live_clocks_start_when_a_bot_takes_the_last_seat(visit: Visit) -> None:
    """It has none itself."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada, **LIVE)
    while visit.match(table).actor != 0:
        table = opened(ada, **LIVE)
    assert visit.sheet(table).table.due is None
    assert ada.post(f"/t/{table}/fill", {"seat": "1", "bot": "random"}).status_code == 200
    found = visit.sheet(table).table
    assert found.due is not None
    assert timedelta(minutes=14) < found.due - datetime.now(UTC) <= timedelta(minutes=15)
    assert found.chairs[1].left is None


def test_a_live_clock_keeps_what_is_left_and_gets_its_increment(visit: Visit) -> None:
    """The time he took is gone."""
    players, table = live_pair(visit)
    visit.set(table, due=datetime.now(UTC) + timedelta(seconds=100))
    first = turn(visit, players, table)
    left = visit.sheet(table).table.chairs[first].left
    assert left is not None
    assert 60 < left <= 111
    visit.site.tables._sheets.clear()
    assert visit.sheet(table).table.chairs[first].left == left


def test_own_clock(visit: Visit) -> None:
    """Minutes and seconds of one's own choice; what makes no sense is refused by its name."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada, hours="live", bank="45", increment="0")
    assert visit.sheet(table).table.bank == 45 * 60
    for fields in ({"bank": "0", "increment": "5"}, {"bank": "5", "increment": "9999"}, {}):
        answer = ada.post("/tables", {"game": "rocket", **TWO, "hours": "live", **fields})
        assert answer.status_code == 422


def test_whoever_comes_back_to_a_live_game_has_a_minute(visit: Visit) -> None:
    """His clock was out."""
    players, table = live_pair(visit)
    actor = visit.match(table).actor
    assert actor is not None
    late(visit, table)
    chair = visit.sheet(table).table.chairs[actor]
    assert (chair.kind, chair.left) == ("greedy", 0)
    players[actor].post(f"/t/{table}/return", {})
    assert visit.sheet(table).table.chairs[actor].left == 60


def test_a_table_may_wait_for_whoever_is_late(visit: Visit) -> None:
    """No bot takes over; the page says that his time is out, and he may still move."""
    players, table = live_pair(visit, late="wait")
    actor = visit.match(table).actor
    assert actor is not None
    late(visit, table)
    chair = visit.sheet(table).table.chairs[actor]
    assert (chair.is_bot, chair.left) == (False, 0)
    assert "out of time" in players[1 - actor].get(f"/t/{table}").text
    assert visit.call(visit.site.store.next_due) is None
    assert turn(visit, players, table) == actor
    assert visit.sheet(table).table.chairs[actor].left == 10


def test_another_bot_may_take_over(visit: Visit) -> None:
    """The one that was chosen."""
    _, table = live_pair(visit, late="random")
    actor = visit.match(table).actor
    assert actor is not None
    late(visit, table)
    assert visit.sheet(table).table.chairs[actor].kind == "random"


def test_a_pause_needs_everybody_and_ends_by_anybody(visit: Visit) -> None:
    """The clocks stand still meanwhile, and nobody is late."""
    players, table = live_pair(visit)
    ada, ben = players
    ada.post(f"/t/{table}/pause", {"on": "1"})
    assert visit.sheet(table).table.rest is None
    asks = f"{visit.match(table).names[0]} would like a pause."
    assert asks in ben.get(f"/t/{table}").text
    own = ada.get(f"/t/{table}").text
    assert "You would like a pause. Not all the others have agreed yet." in own
    assert asks not in own
    ben.post(f"/t/{table}/pause", {"on": "1"})
    paused = visit.sheet(table).table
    assert paused.rest is not None
    assert paused.due is None
    assert "The clocks stand still" in ada.get(f"/t/{table}").text
    assert visit.browser().post(f"/t/{table}/pause", {"on": "0"}).status_code == 403
    assert visit.sheet(table).table.rest == paused.rest
    ada.post(f"/t/{table}/pause", {"on": "0"})
    again = visit.sheet(table).table
    assert again.rest is None
    assert again.due is not None
    assert not any(chair.pause for chair in again.chairs)


def test_not_now(visit: Visit) -> None:
    """One who does not want a pause says so."""
    (ada, ben), table = live_pair(visit)
    ada.post(f"/t/{table}/pause", {"on": "1"})
    ben.post(f"/t/{table}/pause", {"on": "0"})
    table_now = visit.sheet(table).table
    assert table_now.rest is None
    assert not any(chair.pause for chair in table_now.chairs)


def away(days: int) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).date().isoformat()


def test_holidays_stop_the_clock_of_a_correspondence_game(visit: Visit) -> None:
    """That which runs now, and those that begin meanwhile; back again it is as it was."""
    ada = made(visit)
    table = opened(ada, hours="24")
    ada.post("/account/away", {"until": away(5)})
    due = visit.sheet(table).table.due
    assert due is not None
    assert due > datetime.now(UTC) + timedelta(days=5)
    ada.play(table)
    due = visit.sheet(table).table.due
    assert due is not None
    assert due > datetime.now(UTC) + timedelta(days=5)
    assert "You are away until" in ada.get("/account/away").text
    ada.post("/account/away", {"until": ""})
    due = visit.sheet(table).table.due
    assert due is not None
    assert due <= datetime.now(UTC) + timedelta(hours=24)


def test_a_holiday_that_begins_in_a_pause_counts(visit: Visit) -> None:
    """Whoever goes on does not call back who is away."""
    ada = made(visit)
    table = opened(ada, hours="24")
    ada.post(f"/t/{table}/pause", {"on": "1"})
    assert visit.sheet(table).table.rest is not None
    ada.post("/account/away", {"until": away(5)})
    ada.post(f"/t/{table}/pause", {"on": ""})
    due = visit.sheet(table).table.due
    assert due is not None
    assert due > datetime.now(UTC) + timedelta(days=5)


def test_live_games_know_no_holidays(visit: Visit) -> None:
    """Their clocks go on."""
    ada = made(visit)
    table = opened(ada, hours="live:900:10")
    before = visit.sheet(table).table.due
    ada.post("/account/away", {"until": away(5)})
    assert visit.sheet(table).table.due == before


@pytest.mark.parametrize("days", [-3, 40, None])
def test_a_holiday_has_thirty_days_at_most(visit: Visit, days: int | None) -> None:
    """And begins now."""
    until = "tomorrow" if days is None else away(days)
    answer = made(visit).post("/account/away", {"until": until})
    assert answer.status_code == 422
    assert until in answer.text
    assert visit.browser().post("/account/away", {"until": away(2)}).status_code == 403


def test_the_clocks_are_looked_at_when_the_next_one_is_out(visit: Visit) -> None:
    """Not only from time to time."""
    _, table = live_pair(visit)
    clocks = visit.site.clocks
    assert visit.call(clocks.pause) == clocks.seconds
    visit.set(table, due=datetime.now(UTC) + timedelta(seconds=5))
    assert 0 <= visit.call(clocks.pause) <= 5
    visit.set(table, due=datetime.now(UTC) - timedelta(seconds=5))
    assert visit.call(clocks.pause) == 0


def asking() -> Match[Any, Any]:
    """A game of 1861 at the moment when somebody is asked for his consent to an offer."""
    laws = find("1861")
    for seed in range(50):
        options = laws.read_options({"edition": "reprint"})
        match, rng = Match(laws, seats=2, options=options, seed=str(seed)), Random(seed)
        for _ in range(100):
            assert match.actor is not None
            if isinstance(match.state.stack[-1], Consent):
                return match
            match.play(match.actor, rng.choice(laws.actions(match.state)))
    raise AssertionError("nobody makes an offer")


@pytest.mark.parametrize(
    ("hours", "span"),
    [("", timedelta(hours=72)), ("24", timedelta(hours=24)), ("live:900:10", timedelta(minutes=2))],
)
def test_an_offer_that_nobody_answers_is_declined(
    visit: Visit, hours: str, span: timedelta
) -> None:
    """After a time that is shown; nobody loses his seat for that, and it is on record."""
    ada, match = made(visit), asking()
    brought = ada.post("/import", {"record": dumps(match.record(whole=True))}).headers["location"]
    seats = {"seat-1": "here", "seat-2": "here", "hours": hours, "at": str(len(match.history))}
    answer = ada.post(f"{brought.partition('?')[0]}/continue", seats)
    table = answer.headers["location"].removeprefix("/t/")
    found = visit.sheet(table)
    assert isinstance(found.match.state.stack[-1], Consent)
    assert found.table.due is not None
    assert abs(found.table.due - datetime.now(UTC) - span) < timedelta(minutes=1)
    page = ada.get(f"/t/{table}").text
    assert "data-due" in page if hours.startswith("live") else " left<" in page
    late(visit, table)
    after = visit.sheet(table)
    assert str(after.match.log[found.match.version].action) == "decline"
    assert not any(chair.is_bot for chair in after.table.chairs)


def test_who_was_not_away_gains_nothing_by_being_back(visit: Visit) -> None:
    """However often he says so."""
    ada = made(visit)
    table = opened(ada, hours="24")
    soon = datetime.now(UTC) + timedelta(minutes=5)
    visit.set(table, due=soon)
    ada.post("/account/away", {"until": ""})
    assert visit.sheet(table).table.due == soon


def test_a_game_to_which_somebody_never_came_is_not_rated(visit: Visit) -> None:
    """A rematch may run without his knowing; whoever has moved once has come."""
    for has_moved in (False, True):
        ada = made(visit, name=f"Ada {has_moved}")
        table = opened(ada, **{"seat-1": "here", "seat-2": "random"}, hours="24", rated="1")
        while has_moved and not any(line.seat == 0 for line in visit.match(table).log):
            match = visit.match(table)
            if match.actor == 0:
                ada.play(table)
        while visit.match(table).actor != 0:
            visit.call(visit.site.store.check)
        late(visit, table)
        assert visit.sheet(table).table.chairs[0].is_bot
        assert visit.sheet(table).table.rated is has_moved


def three(visit: Visit) -> tuple[list[Browser], str]:
    """Three people at a table with clocks, who have moved once each."""
    ada, ben, cleo = (visit.browser() for _ in range(3))
    ada.get("/")
    seats = {"seats": "3", "seat-2": "elsewhere", "seat-3": "elsewhere", "name-3": "Cy"}
    table = opened(ada, hours="24", **seats)
    for seat, it in ((1, ben), (2, cleo)):
        it.get("/")
        it.post(f"/t/{table}/sit", {"seat": str(seat), "name": f"Player {seat}"})
    players = [ada, ben, cleo]
    while not {line.seat for line in visit.match(table).log} >= {0, 1, 2}:
        actor = visit.match(table).actor
        assert actor is not None
        assert players[actor].play(table).status_code == 200
    return players, table


def asked_back(visit: Visit, players: list[Browser], table: str) -> tuple[int, int, int]:
    """Somebody asks to go back and whoever is asked agrees: who is asked, who asked, the third."""
    actor = visit.match(table).actor
    assert actor is not None
    asker, third = (actor + 1) % 3, (actor + 2) % 3
    players[asker].play(table, f"ask-back {len(visit.match(table).history) - 1}")
    players[actor].play(table, "agree-back")
    assert visit.match(table).request is not None
    return actor, asker, third


def test_who_asked_to_go_back_thinks_better_of_it(visit: Visit) -> None:
    """By a button that nobody else has."""
    players, table = three(visit)
    actor, asker, third = asked_back(visit, players, table)
    button = 'id="withdraw-back"'
    pages = [players[it].get(f"/t/{table}").text for it in (actor, asker, third)]
    assert [button in page for page in pages] == [False, True, False]
    assert players[asker].play(table, "refuse-back").status_code == 200
    assert visit.match(table).request is None


def test_a_request_that_one_never_answers_ends_with_the_clock(visit: Visit) -> None:
    """Also where whoever is late has agreed to it; then a bot plays on for him."""
    players, table = three(visit)
    actor, asker, _ = asked_back(visit, players, table)
    version = visit.match(table).version
    late(visit, table)
    after = visit.sheet(table)
    assert (after.match.log[version].seat, str(after.match.log[version].action)) == (
        asker,
        "refuse-back",
    )
    assert after.table.chairs[actor].is_bot


def test_whoever_leaves_stands_in_nobodys_way_back(visit: Visit) -> None:
    """The bot that plays on for him agrees at once."""
    players, table = three(visit)
    _, _, third = asked_back(visit, players, table)
    before = len(visit.match(table).history)
    assert players[third].post(f"/t/{table}/leave", {}).status_code in (200, 303)
    match = visit.match(table)
    assert match.request is None
    assert sum(str(line.action) == "agree-back" for line in match.log) == 2
    assert len(match.history) <= before


def test_an_account_that_is_gone_stands_in_nobodys_way_back(visit: Visit) -> None:
    """Bots look whether they are waited for."""
    players, table = three(visit)
    _, _, third = asked_back(visit, players, table)
    where = (SEATS.c.table == table) & (SEATS.c.number == third)
    change = sa.update(SEATS).where(where).values(kind="greedy", owner=None)
    visit.call(visit._write, change)
    visit.set(table)
    visit.call(visit.site.pace._moves, table)
    assert visit.match(table).request is None


def test_one_table_that_fails_holds_up_no_other(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again after a while, not each second."""
    visit.site.clocks.close()
    (_, good), (_, bad) = seated(visit), seated(visit)
    tables, tried = visit.site.tables, list[str]()
    expire = tables.expire

    async def fail(table: str) -> None:
        tried.append(table)
        if table == bad:
            raise ZeroDivisionError
        await expire(table)

    monkeypatch.setattr(tables, "expire", fail)
    clocks = Clocks(tables)
    for table in (good, bad):
        visit.set(table, due=datetime.now(UTC) - timedelta(minutes=1))
    for _ in range(3):
        visit.call(clocks.look)
    assert tried == [bad, good]
    assert visit.call(clocks.pause) == clocks.seconds
    clocks._rests[bad] = clocks._rests[bad]._replace(until=datetime.now(UTC))
    visit.call(clocks.look)
    assert tried == [bad, good, bad]


def test_only_a_table_with_a_clock_wakes_the_clocks(visit: Visit) -> None:
    """What is played without one costs no look at all of them."""
    ada, timed = seated(visit)
    untimed, clocks = opened(ada), Clocks(visit.site.tables)
    for table in (timed, untimed):
        visit.sheet(table)

    async def wakes(table: str) -> bool:
        with visit.site.bus.subscribe(None) as listener:
            hearing = asyncio.ensure_future(clocks._hear(listener))
            for _ in range(3):
                listener.ring(table, 1)
                await asyncio.sleep(0.01)
            listener.nudge()
            is_early = hearing.done()
            await hearing
        return is_early

    found = [visit.call(wakes, table) for table in (untimed, timed, "elsewhere")]
    assert found == [False, True, True]


def test_sitting_down_again_gives_no_time_back(visit: Visit) -> None:
    """The clock belongs to the seat; there is a minute on it at least."""
    players, table = live_pair(visit)
    actor = visit.match(table).actor
    assert actor is not None
    visit.set(table, due=datetime.now(UTC) + timedelta(seconds=10))
    players[actor].post(f"/t/{table}/leave", {})
    assert visit.sheet(table).table.vacant == (actor,)
    players[actor].post(f"/t/{table}/sit", {"seat": str(actor), "name": "Ada"})
    assert visit.sheet(table).table.chairs[actor].left == 60


def test_without_a_clock_there_is_no_pause(visit: Visit) -> None:
    """It would stop nothing, and never end."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada)
    answer = ada.post(f"/t/{table}/pause", {"on": "1"})
    assert answer.status_code == 409
    assert "Nobody has a clock at this table" in answer.text
    assert visit.sheet(table).table.rest is None


def test_a_pause_begins_though_another_process_is_faster(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again on the table as it is then."""
    (ada, ben), table = live_pair(visit)
    ada.post(f"/t/{table}/pause", {"on": "1"})
    store, missed = visit.site.store, list[Asked]()
    wind = store.wind

    async def second(found: Table, asked: Asked) -> bool:
        if not missed:
            missed.append(asked)
            return False
        return await wind(found, asked)

    monkeypatch.setattr(store, "wind", second)
    ben.post(f"/t/{table}/pause", {"on": "1"})
    assert missed
    assert visit.sheet(table).table.rest is not None


def test_a_move_does_not_end_a_pause_that_began_meanwhile(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has written it between reading the table and keeping the move."""
    players, table = live_pair(visit)
    actor, store = visit.match(table).actor, visit.site.store
    assert actor is not None
    append, calls = store.append, list[int]()

    async def late_append(*values: Any, **more: Any) -> int | None:  # noqa: ANN401
        calls.append(1)
        if len(calls) == 1:
            change = sa.update(TABLES).where(TABLES.c.id == table)
            await visit._write(change.values(rest=50, due=None, stamp=TABLES.c.stamp + 1))
        return await append(*values, **more)

    monkeypatch.setattr(store, "append", late_append)
    assert players[actor].play(table).status_code == 200
    found = visit.sheet(table).table
    assert len(calls) == 2
    assert found.rest is not None
    assert found.due is None
