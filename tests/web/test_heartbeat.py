"""Nobody's time runs out while the site is not there, or while its clock is wrong."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from structlog.testing import capture_logs

from tests.web.test_accounts import ADA, made, opened
from tests.web.visit import Browser, Visit
from trainshed.core import NoUndo, Seat
from trainshed.core.command import Undo
from trainshed.web.database import heartbeat
from trainshed.web.database.heartbeat import LEAST, Beat
from trainshed.web.database.rows import ACCOUNTS, HEARTBEATS, METADATA
from trainshed.web.people.letters import Links
from trainshed.web.tables import heartbeat as beats
from trainshed.web.tables.heartbeat import Heartbeat
from trainshed.web.timekeeping import Timekeeping, boot_id

HOUR = timedelta(hours=1)
KINDS = METADATA.sorted_tables
OF_TIME = {"table", "line", "account", "session", "token", "link", "remark", "announcement", "deed"}


def jump(visit: Visit, by: timedelta) -> None:
    """Set the clock of the machine."""
    visit.site.timekeeping._wall = lambda: time.time() + by.total_seconds()


def administrator(visit: Visit) -> Browser:
    ada = made(visit)
    account = visit.call(visit.site.people.named, "Ada")
    assert account is not None
    change = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account[0].id)
    visit.call(visit._write, change.values(admin=True))
    return ada


def replaced(visit: Visit, ada: Browser, **fields: str) -> tuple[str, Seat]:
    """A table where a bot plays for whoever is asked, as his time has run out; his seat."""
    table = opened(ada, hours="24", **fields)
    actor = visit.match(table).actor
    assert actor is not None
    visit.set(table, due=datetime.now(UTC) - timedelta(minutes=1))
    visit.call(visit.site.clocks.look)
    assert visit.sheet(table).table.chairs[actor].is_bot
    return table, actor


def due(visit: Visit, table: str) -> datetime:
    found = visit.sheet(table).table.due
    assert found is not None
    return found


@pytest.mark.parametrize("by", [timedelta(days=2), -timedelta(days=2)])
def test_nothing_expires_while_the_clock_is_wrong(visit: Visit, by: timedelta) -> None:
    """Nobody is replaced, times that begin meanwhile are right, and somebody is told."""
    ada = administrator(visit)
    table = opened(ada, hours="24")
    before = due(visit, table)
    jump(visit, by)
    with capture_logs() as lines:
        for _ in range(3):
            visit.call(visit.site.heartbeat.beat)
            visit.call(visit.site.clocks.look)
    assert [it["event"] for it in lines].count(
        "the clock of this machine has jumped: nothing expires"
    ) == 1
    assert not visit.sheet(table).bots
    assert "has jumped by 2 days" in ada.get("/office").text
    assert ada.play(table).status_code == 200
    assert abs(due(visit, table) - before) < timedelta(minutes=5)
    jump(visit, timedelta())
    visit.call(visit.site.heartbeat.beat)
    assert "has jumped" not in ada.get("/office").text
    visit.set(table, due=datetime.now(UTC) - timedelta(minutes=1))
    visit.call(visit.site.clocks.look)
    assert visit.sheet(table).bots


def test_whoever_looks_after_the_site_may_say_that_the_clock_is_right(visit: Visit) -> None:
    """Then time runs on from there: nobody has lost any."""
    ada = administrator(visit)
    table = opened(ada, hours="24")
    before = due(visit, table)
    jump(visit, timedelta(days=2))
    assert ada.post("/office/clock", {}).status_code == 303
    visit.call(visit.site.clocks.look)
    assert not visit.sheet(table).bots
    assert abs(due(visit, table) - before - timedelta(days=2)) < timedelta(minutes=1)
    assert "has jumped" not in ada.get("/office").text


def test_other_processes_hear_that_the_clock_is_right(visit: Visit) -> None:
    """Those of the same machine, as soon as they look."""
    if not boot_id():
        pytest.skip("this system does not say which run of the machine it is")
    store, bus = visit.site.store, visit.site.bus
    wrong = Timekeeping(lambda: time.time() + 3600)
    wrong.offset -= 3600
    other = Heartbeat(store, bus, wrong, serves=False)
    visit.call(other.beat)
    assert not wrong.is_sound
    mended = Timekeeping(lambda: time.time() + 3600)
    visit.call(Heartbeat(store, bus, mended, serves=False).accept)
    visit.call(other.beat)
    assert wrong.is_sound


def test_a_clock_that_jumped_while_the_site_was_down_is_noticed(visit: Visit) -> None:
    """The last sign of life says how the clock stood then, if the machine has run since."""
    first = Timekeeping()
    visit.call(Heartbeat(visit.site.store, visit.site.bus, first, boot="same").beat)
    ahead = Timekeeping(lambda: time.time() + 3600)
    visit.call(Heartbeat(visit.site.store, visit.site.bus, ahead, boot="same").begin)
    assert not ahead.is_sound
    anew = Timekeeping(lambda: time.time() + 3600)
    visit.call(Heartbeat(visit.site.store, visit.site.bus, anew, boot="another").begin)
    assert anew.is_sound


def test_people_get_back_the_time_in_which_the_site_was_down(start: Callable[..., Visit]) -> None:
    """Once, however many processes start; what was out before stays out."""
    visit = start()
    ada = visit.browser()
    ada.get("/")
    late, running, free = opened(ada, hours="1"), opened(ada, hours="24"), opened(ada)
    visit.stop()
    now = datetime.now(UTC)
    down = start()
    down.call(down._write, sa.update(HEARTBEATS).values(alive=now - 3 * HOUR))
    down.set(late, due=now - 2 * HOUR)  # an hour was left
    down.set(running, due=now - 4 * HOUR)  # he was late already
    down.site.tables._sheets.clear()
    with capture_logs() as lines:
        for _ in range(3):
            down.call(down.site.heartbeat.beat)
    assert abs(due(down, late) - now - HOUR) < timedelta(minutes=1)
    assert due(down, running) == now - 4 * HOUR
    assert down.sheet(free).table.due is None
    (told,) = [it for it in lines if "got back" in it["event"]]
    assert (told["tables"], round(told["seconds"] / 3600)) == (1, 3)
    down.call(down.site.clocks.look)
    assert not down.sheet(late).bots
    assert down.sheet(running).bots


def test_several_that_start_at_once_give_back_once(visit: Visit) -> None:
    """Whoever is first."""
    ada = visit.browser()
    ada.get("/")
    table, now = opened(ada, hours="24"), datetime.now(UTC)
    visit.call(visit._write, sa.update(HEARTBEATS).values(alive=now - HOUR))
    before = due(visit, table)

    async def all_of_them() -> None:
        beats = [Heartbeat(visit.site.store, visit.site.bus, Timekeeping()) for _ in range(5)]
        await asyncio.gather(*(it.begin() for it in beats))

    visit.call(all_of_them)
    assert abs(due(visit, table) - before - HOUR) < timedelta(minutes=1)


def test_where_another_process_was_there_nothing_is_given_back(visit: Visit) -> None:
    """A pause that is shorter than between two signs of life is none."""
    store, now = visit.site.store, datetime.now(UTC)
    for seconds in (0.0, 5.0, LEAST.total_seconds()):
        beat = Beat(now + timedelta(seconds=seconds))
        assert visit.call(heartbeat.keep, store, beat) is None
        now = beat.alive
    ahead = visit.call(heartbeat.beats, store)
    visit.call(heartbeat.keep, store, Beat(now - HOUR))
    assert visit.call(heartbeat.beats, store) == ahead


class Machine:
    """A machine with a clock that can be set, and a process there."""

    def __init__(self, visit: Visit, boot: str, *, serves: bool = True, ahead: float = 0.0) -> None:
        self.wall, self.steady = time.time() + ahead, 1000.0
        self.visit = visit
        self.timekeeping = Timekeeping(lambda: self.wall, lambda: self.steady)
        store, bus = visit.site.store, visit.site.bus
        self.heartbeat = Heartbeat(store, bus, self.timekeeping, serves=serves, boot=boot)

    def go(self, seconds: float) -> None:
        """Be alive for so long."""
        for _ in range(round(seconds / 8)):
            self.wall, self.steady = self.wall + 8, self.steady + 8
            self.visit.call(self.heartbeat.beat)

    def lives(self) -> bool:
        return self.visit.call(self.heartbeat.may_expire)


@pytest.fixture
def quiet(start: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch) -> Visit:
    """A site that says itself nothing of being alive; an hour takes a minute."""
    monkeypatch.setattr(beats, "EVERY", 3600.0)
    monkeypatch.setattr(beats, "LASTING", 60.0)
    visit = start()
    visit.call(visit._write, sa.delete(HEARTBEATS))
    return visit


def clocked(visit: Visit) -> str:
    ada = visit.browser()
    ada.get("/")
    return opened(ada, hours="24")


def test_while_the_clock_is_wrong_the_site_is_there(quiet: Visit) -> None:
    """Nothing is given back for a time in which everybody could play."""
    table, machine = clocked(quiet), Machine(quiet, "one")
    quiet.call(machine.heartbeat.begin)
    before = due(quiet, table)
    machine.wall += 3600
    machine.go(40)
    assert not machine.lives()
    machine.wall -= 3600
    machine.go(16)
    assert machine.lives()
    assert due(quiet, table) == before


@pytest.mark.parametrize("jump", [2 * 86_400.0, -2 * 86_400.0])
def test_a_clock_that_stays_where_it_jumped_is_believed(quiet: Visit, jump: float) -> None:
    """By itself, as there may be nobody to say so; it costs nobody any time."""
    table, machine = clocked(quiet), Machine(quiet, "one")
    other = Machine(quiet, "one", serves=False)
    quiet.call(machine.heartbeat.begin)
    before = due(quiet, table)
    machine.wall, other.wall = machine.wall + jump, other.wall + jump
    machine.go(56)
    assert not machine.lives()
    assert due(quiet, table) == before
    with capture_logs() as lines:
        machine.go(24)
    assert machine.lives()
    (told,) = [it for it in lines if "is believed" in it["event"]]
    assert told["seconds"] == jump
    later = due(quiet, table) - before - timedelta(seconds=max(jump, 0))
    assert abs(later) < timedelta(minutes=1)
    other.wall, other.steady = machine.wall, machine.steady
    other.go(8)
    assert other.timekeeping.is_sound


def test_a_clock_that_was_at_the_beginning_when_the_machine_started(quiet: Visit) -> None:
    """It has none that runs on: who moves before it is right is not late when it is."""
    table, before = clocked(quiet), clocked(quiet)
    now = datetime.now(UTC)
    quiet.call(heartbeat.keep, quiet.site.store, Beat(now - HOUR, "before"))
    machine = Machine(quiet, "now", ahead=-50 * 365 * 86_400.0)
    quiet.call(machine.heartbeat.begin)
    quiet.set(table, due=machine.timekeeping.now() + 24 * HOUR)
    quiet.set(before, due=now + HOUR)
    machine.wall += 50 * 365 * 86_400.0
    machine.go(80)
    assert machine.lives()
    assert abs(due(quiet, table) - now - 24 * HOUR) < timedelta(minutes=5)
    assert abs(due(quiet, before) - now - 2 * HOUR) < timedelta(minutes=5)


@pytest.mark.parametrize("days", [0, 2, -2])
def test_to_believe_a_clock_is_no_sign_of_life(quiet: Visit, days: int) -> None:
    """Whoever says from a shell that it is right, while the site is down, takes nobody's time."""
    table, machine = clocked(quiet), Machine(quiet, "one")
    quiet.call(machine.heartbeat.begin)
    before = due(quiet, table)
    stranger = Machine(quiet, "nothing serves here", serves=False)
    for it in (machine, stranger):
        it.wall, it.steady = it.wall + 7200, it.steady + 7200
    shell = Machine(quiet, "one", serves=False)
    shell.wall, shell.steady = machine.wall + days * 86_400, machine.steady
    for process in (shell, stranger):
        quiet.call(process.heartbeat.recall)
        quiet.call(process.heartbeat.accept)
        assert not process.lives()
    again = Machine(quiet, "one")
    again.wall, again.steady = shell.wall + 3600, shell.steady + 3600
    quiet.call(again.heartbeat.begin)
    assert again.lives()
    later = due(quiet, table) - before - 3 * HOUR - timedelta(days=max(days, 0))
    assert abs(later) < timedelta(minutes=1)


def test_machines_do_not_speak_for_one_another(quiet: Visit) -> None:
    """What is said of the clock of one is heard there, however often the others are alive."""
    one, other = Machine(quiet, "one"), Machine(quiet, "another")
    for machine in (one, other):
        quiet.call(machine.heartbeat.begin)
    one.wall += 3600
    one.go(8)
    other.go(8)
    shell = Machine(quiet, "one", serves=False)
    shell.wall, shell.steady = one.wall, one.steady
    quiet.call(shell.heartbeat.recall)
    assert not shell.timekeeping.is_sound
    quiet.call(shell.heartbeat.accept)
    other.go(8)
    one.go(8)
    assert one.timekeeping.is_sound
    again = Machine(quiet, "another")
    again.wall, again.steady = other.wall + 3600, other.steady
    quiet.call(again.heartbeat.begin)
    assert not again.timekeeping.is_sound


def test_a_machine_that_is_ahead_hides_no_outage(quiet: Visit) -> None:
    """A sign of life of a time to come says nothing of now."""
    table, store, now = clocked(quiet), quiet.site.store, datetime.now(UTC)
    quiet.call(heartbeat.keep, store, Beat(now - 3 * HOUR, "before"))
    quiet.call(heartbeat.keep, store, Beat(now + HOUR, "ahead"))
    quiet.set(table, due=now - HOUR)
    worker = Machine(quiet, "third", serves=False)
    assert not worker.lives()
    one = Machine(quiet, "one")
    quiet.call(one.heartbeat.begin)
    assert abs(due(quiet, table) - now - 2 * HOUR) < timedelta(minutes=1)
    one.go(40)
    assert abs(due(quiet, table) - now - 2 * HOUR) < timedelta(minutes=1)


def test_whatever_is_kept_is_of_the_time_that_is_believed(visit: Visit) -> None:
    """Sessions, links, deeds and the like: else they would end with the jump, or begin after it."""
    year = timedelta(days=365)
    visit.site.timekeeping.offset -= 2 * year.total_seconds()
    visit.call(visit._write, sa.delete(HEARTBEATS))
    ada = administrator(visit)
    table = opened(ada, hours="24")
    assert ada.play(table).status_code == 200
    assert ada.post(f"/t/{table}/talk", {"text": "hello"}).status_code < 400
    assert ada.post("/office/announce", {"text": "hello", "hours": "1"}).status_code < 400
    assert ada.post("/office/retry", {"table": table}).status_code < 400
    assert (
        ada.post("/account/token", {"name": "a program", "password": ADA["password"]}).status_code
        < 400
    )
    account = visit.call(visit.site.people.named, "Ada")
    assert account is not None
    visit.call(Links(visit.site.store).make, account[0], "enter", "ada@example.org")
    found = {it.name: visit.call(visit.site.store.rows, sa.select(it)) for it in KINDS}
    kept = [
        (name, value)
        for name, rows in found.items()
        for value in itertools.chain(*rows)
        if isinstance(value, datetime)
    ]
    assert {name for name, _ in kept} >= OF_TIME
    assert [it for it in kept if it[1] > datetime.now(UTC) - year] == []


def test_a_worker_lets_nobody_be_late_while_nobody_can_play(visit: Visit) -> None:
    """The processes that serve are down, or are just starting."""
    ada = visit.browser()
    ada.get("/")
    table, now = opened(ada, hours="24"), datetime.now(UTC)
    visit.set(table, due=now - timedelta(minutes=1))
    visit.call(visit._write, sa.update(HEARTBEATS).values(alive=now - HOUR))
    visit.site.heartbeat.serves = False
    visit.call(visit.site.heartbeat.beat)
    visit.call(visit.site.clocks.look)
    assert not visit.sheet(table).bots


def test_what_a_bot_played_for_somebody_is_taken_back(visit: Visit) -> None:
    """He sits there again, with a clock of his own, where he was asked."""
    ada = administrator(visit)
    ada.get("/")
    table, actor = replaced(visit, ada)
    before = visit.match(table)
    bot_moves(visit, table, actor)
    assert ada.post("/office/take-back", {"table": table}).status_code == 303
    after = visit.sheet(table)
    assert after.match.state == before.state
    assert (after.match.actor, after.bots) == (actor, ())
    assert due(visit, table) > datetime.now(UTC)
    assert ada.post("/office/take-back", {"table": table}).status_code == 409


def bot_moves(visit: Visit, table: str, actor: Seat) -> int:
    """Wait until the bot has moved as long as it is asked; how many lines."""
    known = visit.match(table).version
    until = time.monotonic() + 10
    while time.monotonic() < until:
        match = visit.match(table)
        if match.version > known and match.actor not in visit.sheet(table).bots:
            return match.version - known
        time.sleep(0.02)
    raise AssertionError("no bot has moved")


def test_what_a_person_has_played_since_stays(visit: Visit) -> None:
    """Nothing is taken back behind it; after he has come back what he plays is his own."""
    ada = visit.browser()
    ada.get("/")
    table, actor = replaced(visit, ada)
    bot_moves(visit, table, actor)
    assert ada.play(table).status_code == 200
    version = visit.match(table).version
    with pytest.raises(NoUndo):
        visit.call(visit.site.tables.take_back, table)
    assert visit.match(table).version == version


def test_nothing_that_was_drawn_or_shown_is_taken_back(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The laws decide how far a seat may go back, here too."""
    ada = visit.browser()
    ada.get("/")
    table, actor = replaced(visit, ada)
    bot_moves(visit, table, actor)
    match = type(visit.match(table))
    monkeypatch.setattr(match, "_shows", lambda self, move, seat: True)
    with pytest.raises(NoUndo):
        visit.call(visit.site.tables.take_back, table)
    texts = visit.call(visit.site.store.lines, table)
    assert str(Undo()) not in [line.text for line in texts]
