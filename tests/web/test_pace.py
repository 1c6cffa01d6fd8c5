"""Bots go on, whatever fails on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.e2e.fixed import seeded
from tests.web.test_end import BOTS, finished
from tests.web.visit import Visit
from trainshed.core import Action, Seat, Stale
from trainshed.web.database.rows import LINES
from trainshed.web.database.store import Store
from trainshed.web.office.bureau import Bureau
from trainshed.web.settings import Config
from trainshed.web.tables import pace
from trainshed.web.tables.tables import Tables


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "MOMENT", 0.01)


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """All tables have one seed."""
    monkeypatch.setattr("secrets.token_hex", seeded)


def test_what_bots_play_follows_from_the_seed(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One seed, one game; another seed, another game."""
    games = []
    for letter in "112":
        monkeypatch.setattr("secrets.token_hex", lambda size=16, letter=letter: letter * 2 * size)
        table = visit.browser().open(**BOTS)
        finished(visit, table)
        games.append([str(move.action) for move in visit.match(table).history])
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_no_bot_waits_for_the_future(start: Callable[..., Visit]) -> None:
    """The clock was an hour ahead when the move before was made, and was put right."""
    visit = start(pace=3600.0)
    table, later = visit.browser().open(**BOTS), datetime.now(UTC) + timedelta(hours=1)
    visit.call(visit._write, sa.update(LINES).where(LINES.c.table == table).values(time=later))
    visit.set(table, changed=later, since=later)
    visit.stop()
    finished(start(), table)


def test_a_database_that_fails_once_stops_no_bot(
    start: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked again a moment later."""
    table = start(pace=3600.0).browser().open(**BOTS)
    asked, ask = [], Store.waiting_for_bots

    async def fails(self: Store) -> list[str]:
        asked.append(self)
        if len(asked) < 4:
            raise OSError("gone")
        return await ask(self)

    monkeypatch.setattr(Store, "waiting_for_bots", fails)
    finished(start(), table)
    assert len(asked) >= 4


def test_a_move_that_could_not_be_kept_is_made_again(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the table could not be read or not be written."""
    failures, load, answer = {"load": 3, "answer": 3}, Tables.load, Tables.answer

    def fail(what: str) -> None:
        failures[what] -= 1
        if failures[what] >= 0:
            raise OSError("locked")

    async def loads(self: Tables, table: str) -> object:
        fail("load")
        return await load(self, table)

    async def answers(
        self: Tables, table: str, *, version: int, action: Action, kind: str | None = None
    ) -> None:
        fail("answer")
        await answer(self, table, version=version, action=action, kind=kind)

    with monkeypatch.context() as patch:
        patch.setattr(Tables, "load", loads)
        patch.setattr(Tables, "answer", answers)
        table = visit.browser().open(**BOTS)
        while min(failures.values()) > -1:
            visit.call(visit.site.store.check)
    finished(visit, table)
    while visit.site.pace._busy:
        visit.call(visit.site.store.check)


def test_what_failed_is_tried_again_when_a_shell_says_so(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the pause has grown, and though nobody on the site has heard of it."""
    monkeypatch.setattr(pace, "MOMENT", 3600.0)
    monkeypatch.setattr(visit.site.pace.wire, "patience", 0.05, raising=False)
    failed, answer = list[str](), Tables.answer

    async def answers(self: Tables, table: str, **more: Any) -> None:  # noqa: ANN401
        if not failed:
            failed.append(table)
            raise OSError("locked")
        await answer(self, table, **more)

    monkeypatch.setattr(Tables, "answer", answers)
    table = visit.browser().open(**BOTS)
    while table not in visit.site.pace._rests:
        visit.call(visit.site.store.check)
    shell = Bureau(visit.site.store)
    visit.call(partial(shell.retry, table, who="shell"))
    finished(visit, table)


def test_bots_rest_while_the_game_is_paused(start: Callable[..., Visit]) -> None:
    """None begins to move, and none that has thought meanwhile is heard."""
    visit = start(pace=3600.0)
    table = visit.browser().open(**BOTS)
    sheet = visit.sheet(table)
    assert pace.is_asked(sheet)
    action, version = pace.choose(sheet), sheet.match.version
    visit.set(table, rest=60)
    assert not pace.is_asked(visit.sheet(table))
    assert visit.call(visit.site.store.waiting_for_bots) == []
    with pytest.raises(Stale):
        visit.call(partial(visit.site.tables.answer, table, version=version, action=action))
    visit.set(table, rest=None)
    assert visit.call(visit.site.store.waiting_for_bots) == [table]


def test_a_table_of_people_costs_the_bots_nothing(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a move they do not even look at it, unless somebody has left orders."""
    ada, begun = visit.browser(), list[str]()
    table = ada.open()
    assert visit.match(table).actor is not None
    monkeypatch.setattr(visit.site.pace, "_begin", begun.append)
    for _ in range(5):
        ada.play(table)
    with_bots = ada.open(**BOTS)
    while with_bots not in begun:
        visit.call(visit.site.store.check)
    assert begun.count(table) <= 1  # it may have been opened a moment ago


@pytest.mark.usefixtures("seeds")
def test_bots_leave_time_to_take_a_turn_back(start: Callable[..., Visit]) -> None:
    """After the last action of a person's own turn; a bot's move leaves none."""
    visit = start(pace=1000.0, takeback=2000.0)
    ada, waits = visit.browser(), visit.site.pace._pause
    table = ada.open(game="russian", seat_2="random")
    while not pace.has_handed_on(visit.sheet(table)):
        if visit.match(table).actor == 0:
            last = visit.match(table).game.actions(visit.match(table).state)[-1]
            ada.play(table, str(last))
        else:
            assert waits(visit.sheet(table)) == pytest.approx(1000, abs=60)
            _move(visit, table)
    assert pace.is_asked(visit.sheet(table))
    assert waits(visit.sheet(table)) == pytest.approx(2000, abs=60)
    assert visit.match(table).may_undo(Seat(0))
    assert 'aria-disabled="true"' not in _undo(ada.get(f"/t/{table}").text)
    _move(visit, table)
    assert not pace.has_handed_on(visit.sheet(table))


@pytest.mark.usefixtures("seeds")
def test_no_bid_in_the_turn_of_a_bot_delays_nothing(start: Callable[..., Visit]) -> None:
    """It is asked for often; bots wait with theirs in his turn."""
    visit = start(pace=1000.0, takeback=2000.0)
    ada = visit.browser()
    table = ada.open(seat_2="random")
    was_own = False
    for _ in range(200):
        match = visit.match(table)
        is_veto = match.actor == 0 and match.state.active == 1
        line = next(
            (it for it in match.game.actions(match.state) if str(it).startswith("drive")), None
        )
        if match.actor == 0:
            ada.play(table, "pass" if is_veto else str(line or match.game.actions(match.state)[0]))
            after = visit.match(table)
            if is_veto and after.actor == 1:
                assert not pace.has_handed_on(visit.sheet(table))
                if was_own:
                    return
            if after.actor == 1 and after.state.active == 0:
                assert pace.has_handed_on(visit.sheet(table))
                was_own = True
        else:
            _move(visit, table, line)
    raise AssertionError("no veto was asked")


@pytest.mark.usefixtures("seeds")
def test_bots_leave_time_to_take_a_bid_back(start: Callable[..., Visit]) -> None:
    """Also in a turn that another has begun: it is spent; to decline is not."""
    visit = start(pace=1000.0, takeback=2000.0)
    ada, waits = visit.browser(), visit.site.pace._pause
    table = ada.open(game="1861", seats="3", seat_2="random", seat_3="random")
    told = dict[str, float]()
    for _ in range(300):
        match = visit.match(table)
        if match.actor != 0:
            _move(visit, table)
            continue
        kinds = {str(it).split(" ", 1)[0]: it for it in match.game.actions(match.state)}
        verb = "pass" if "bid" in told or "bid" not in kinds else "bid"
        turn = [it.seat for it in match.history if match.game.turn(it.before) == match.state.turn]
        ada.play(table, str(kinds.get(verb, match.game.actions(match.state)[0])))
        if verb in kinds and "bid" in kinds and any(turn[:1]) and _is_bots(visit, table):
            told[verb] = waits(visit.sheet(table))
            assert visit.match(table).may_undo(Seat(0))
        if len(told) == 2:
            break
    assert told == {"bid": pytest.approx(2000, abs=60), "pass": pytest.approx(1000, abs=60)}


def _is_bots(visit: Visit, table: str) -> bool:
    return pace.is_asked(visit.sheet(table))


def test_bots_that_never_wait_leave_no_time_either() -> None:
    """Unless the settings say so."""
    found = [(0.9, None), (0.0, None), (0.0, 3.0), (0.9, 0.0)]
    config = [Config(Path(), "", pace, takeback) for pace, takeback in found]
    assert [it.respite for it in config] == [3.0, 0.0, 3.0, 0.0]


@pytest.mark.usefixtures("seeds")
def test_bots_are_not_asked_to_go_back(start: Callable[..., Visit]) -> None:
    """They always do: where all others are bots, the button says what it does."""
    visit = start(pace=1000.0)
    ada = visit.browser()
    table = ada.open(seat_2="random")
    while visit.match(table).actor != 0:
        _move(visit, table)
    while visit.match(table).actor == 0:
        ada.play(table)
    _move(visit, table)
    assert re.search(r">\s*Go back\s*<", _undo(ada.get(f"/t/{table}").text))
    visit.seat(table, 1, visit.browser())
    assert re.search(r">\s*Ask to go back\s*<", _undo(ada.get(f"/t/{table}").text))


def _undo(page: str) -> str:
    return page.partition('id="undo"')[2].partition("</button>")[0]


def _move(visit: Visit, table: str, action: Action | None = None) -> None:
    """Move for the bot that waits."""
    sheet = visit.sheet(table)
    answer = partial(
        visit.site.tables.answer,
        table,
        version=sheet.match.version,
        action=action or pace.choose(sheet),
        kind="random",
    )
    visit.call(answer)
