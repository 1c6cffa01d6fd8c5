"""Standing answers: left for questions to come, played as ordinary lines."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.visit import Browser, Visit
from trainshed.core import Seat
from trainshed.games.rocket.actions import Drive, Pass
from trainshed.games.rocket.veto import Veto
from trainshed.web.tables.sheet import BACK, answer


def shareholders(visit: Visit) -> tuple[str, Browser, Browser, str]:
    """A table where both hold a share of one line; who is asked, the other, and the line."""
    ada, ben = visit.browser(), visit.browser()
    table = ada.open(seat_2="elsewhere", name_1="Ada Byron")
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    owners = {Seat(0): ada, Seat(1): ben}
    for _ in range(8):
        match = visit.match(table)
        assert match.actor is not None
        actions = match.game.actions(match.state)
        if isinstance(match.state.stack[-1], Veto):
            owners[match.actor].play(table, "pass")
            continue
        drives = [it for it in actions if isinstance(it, Drive) and it.line == "GWR"]
        owners[match.actor].play(table, str((drives or actions)[0]))
        match = visit.match(table)
        shares = [baron.shares[_number(visit, table)] for baron in match.state.barons]
        if all(shares) and not isinstance(match.state.stack[-1], Veto):
            break
    while isinstance(visit.match(table).state.stack[-1], Veto):
        owners[visit.match(table).actor or Seat(0)].play(table, "pass")
    while not _may_drive(visit, table):
        match = visit.match(table)
        others = [it for it in match.game.actions(match.state) if not isinstance(it, Drive)]
        owners[match.actor or Seat(0)].play(table, str(others[0]))
    actor = visit.match(table).actor or Seat(0)
    return table, owners[actor], owners[Seat(1 - actor)], "GWR"


def _number(visit: Visit, table: str) -> int:
    letters: tuple[str, ...] = visit.match(table).state.board.letters
    return letters.index("GWR")


def _may_drive(visit: Visit, table: str) -> bool:
    match = visit.match(table)
    actions = match.game.actions(match.state)
    return any(isinstance(it, Drive) and it.line == "GWR" for it in actions)


def drive(visit: Visit, table: str, browser: Browser) -> None:
    match = visit.match(table)
    actions = match.game.actions(match.state)
    line = next(str(it) for it in actions if isinstance(it, Drive) and it.line == "GWR")
    assert browser.play(table, line).status_code == 200


def settle(visit: Visit, table: str) -> None:
    """Wait until no order answers any more."""
    while answer(visit.sheet(table)) is not None:
        visit.call(visit.site.store.check)


def test_without_an_order_the_other_is_asked(visit: Visit) -> None:
    """A shareholder may veto."""
    table, first, _, _ = shareholders(visit)
    drive(visit, table, first)
    assert isinstance(visit.match(table).state.stack[-1], Veto)


def test_an_order_is_played_as_an_ordinary_line(visit: Visit) -> None:
    """The veto is passed, and the log shows it."""
    table, first, second, line = shareholders(visit)
    reply = second.post(f"/t/{table}/standing", {"line": f"waive {line}", "on": "1"})
    assert reply.status_code == 200
    drive(visit, table, first)
    settle(visit, table)
    match = visit.match(table)
    assert not isinstance(match.state.stack[-1], Veto)
    passed = next(move for move in match.history if move.number == match.version)
    assert isinstance(passed.action, Pass)
    assert passed.seat in second.seats(table)


def test_an_order_can_be_taken_back(visit: Visit) -> None:
    """Then the seat is asked again."""
    table, first, second, line = shareholders(visit)
    for on in ("1", ""):
        second.post(f"/t/{table}/standing", {"line": f"waive {line}", "on": on})
    assert visit.sheet(table).orders == {}
    drive(visit, table, first)
    settle(visit, table)
    assert isinstance(visit.match(table).state.stack[-1], Veto)


def test_an_order_for_this_veto_answers_it_and_lapses(visit: Visit) -> None:
    """It is given when the question is asked, and gone when the turn is over."""
    table, first, second, line = shareholders(visit)
    drive(visit, table, first)
    turn = visit.match(table).state.turn
    reply = second.post(f"/t/{table}/standing", {"line": f"waive {line} {turn}", "on": "1"})
    assert reply.status_code == 200
    settle(visit, table)
    assert not isinstance(visit.match(table).state.stack[-1], Veto)
    owners = {seat: it for it in (first, second) for seat in it.seats(table)}
    while visit.match(table).state.turn == turn:
        owners[visit.match(table).actor or Seat(0)].play(table)
    assert not any(visit.sheet(table).orders.values())
    assert visit.call(visit.site.store.orders, table) == {}


def test_an_answer_given_by_order_can_be_taken_back(visit: Visit) -> None:
    """Whoever takes it back is asked himself."""
    table, first, second, line = shareholders(visit)
    second.post(f"/t/{table}/standing", {"line": f"waive {line}", "on": "1"})
    drive(visit, table, first)
    settle(visit, table)
    assert second.play(table, "undo").status_code == 200
    assert isinstance(visit.match(table).state.stack[-1], Veto)
    seat, sheet = second.seats(table)[0], visit.sheet(table)
    assert answer(sheet) is None
    assert [it.why for it in sheet.lapsed[seat]] == [BACK]


def test_an_order_is_for_the_seat_that_the_page_shows(visit: Visit) -> None:
    """At one screen that is the seat that is asked; it is kept as it is usually written."""
    table, first, second, line = shareholders(visit)
    for seat in first.seats(table) + second.seats(table):
        visit.seat(table, seat, second)
    actor = visit.match(table).actor
    assert actor is not None
    if actor == 0:
        drive(visit, table, second)
        actor = visit.match(table).actor
    assert actor == 1
    reply = second.post(f"/t/{table}/standing", {"line": f"waive   {line} -", "on": "1"})
    assert reply.status_code == 200
    assert visit.sheet(table).orders == {1: (f"waive {line}",)}


def test_orders_survive_a_restart(start: Callable[..., Visit]) -> None:
    """They are kept with the table."""
    visit = start()
    table, _, second, line = shareholders(visit)
    second.post(f"/t/{table}/standing", {"line": f"waive {line}", "on": "1"})
    seat = second.seats(table)[0]
    assert start().sheet(table).orders == {seat: (f"waive {line}",)}


def test_only_orders_that_are_offered_can_be_left(visit: Visit) -> None:
    """Not for lines one holds nothing of, not by strangers, not in bad grammar."""
    table, _, second, line = shareholders(visit)
    stranger = visit.browser()
    for browser, order, status in (
        (second, "waive NOBODY", 403),
        (second, "obey me", 422),
        (second, "", 422),
        (stranger, f"waive {line}", 403),
    ):
        reply = browser.post(f"/t/{table}/standing", {"line": order, "on": "1"})
        assert reply.status_code == status
    assert visit.sheet(table).orders == {}
