"""Orders given ahead: private, called off by what their owner names, played as if by him."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from tests.web.postgres import on_both
from tests.web.test_standing import drive, settle, shareholders
from tests.web.visit import Browser, Visit, notice
from trainshed.core import Errand, Seat
from trainshed.core.notation import write
from trainshed.games.g1861.actions import Bid
from trainshed.games.g1861.auction import Lot
from trainshed.games.g1861.company import GONE
from trainshed.games.g1861.orders import Ride
from trainshed.games.rocket.veto import Veto
from trainshed.web.database.kept import LENT, Lapsed
from trainshed.web.processes.live import Bus
from trainshed.web.tables import pace
from trainshed.web.tables.sheet import PLAYED, answer

TITLE = re.compile(r'<p class="errand-name"[^>]*>(.*?)</p>', re.DOTALL)
LEAVE = {"on": "1", "filled": "1"}


def auction(visit: Visit) -> tuple[str, dict[Seat, Browser]]:
    """A table of 1861 where TSR is on offer, then BSS; who plays which seat."""
    ada, ben = visit.browser(), visit.browser()
    table = ada.open(game="1861", seat_2="elsewhere", option_edition="reprint")
    while GONE in visit.match(table).state.privates[:2]:  # the lot leaves privates in the box
        table = ada.open(game="1861", seat_2="elsewhere", option_edition="reprint")
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    return table, {Seat(0): ada, Seat(1): ben}


def turn(visit: Visit, table: str, owners: dict[Seat, Browser]) -> tuple[Browser, Browser]:
    """Who is asked, and the other."""
    actor = visit.match(table).actor
    assert actor is not None
    return owners[actor], owners[Seat(1 - actor)]


def leave(browser: Browser, table: str, line: str, **fields: str) -> Any:  # noqa: ANN401
    filled = {name.replace("_", "-"): value for name, value in fields.items()}
    return browser.post(f"/t/{table}/standing", {"line": line, **LEAVE, **filled})


def titles(browser: Browser, table: str) -> str:
    """The orders on a page, without marks."""
    found = TITLE.findall(browser.get(f"/t/{table}").text)
    return re.sub("<[^>]*>", "", " | ".join(found))


def test_two_proxies_bid_against_each_other(visit: Visit) -> None:
    """The higher one wins, for 5 more than the lower one was ready to pay."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    assert leave(second, table, "proxy TSR 20", most="45").status_code == 200
    assert leave(first, table, "proxy TSR 20", most="80").status_code == 200
    settle(visit, table)
    history = visit.match(table).history
    bids = [str(move.action) for move in history if move.seat in owners]
    assert bids == ["bid 20", "bid 25", "bid 30", "bid 35", "bid 40", "bid 45", "bid 50", "pass"]
    assert visit.match(table).state.privates[0] in first.seats(table)
    assert not any(visit.sheet(table).orders.values())


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
@pytest.mark.parametrize("choices", [(), ("full", "half")])
def test_a_choice_that_cannot_be_is_named(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, choices: tuple[str, ...]
) -> None:
    """Whether there is something to choose or not."""
    table, owners = auction(visit)
    first, _ = turn(visit, table, owners)
    ride = Errand(Ride("N", 1, 1, "full" if choices else ""), choices=choices)
    monkeypatch.setitem(vars(sys.modules[Ride.__module__]), "_privates", lambda *_: [ride])
    reply = leave(first, table, write(ride.order), choice="x" * 300)
    assert reply.status_code == 422
    assert "is no value for “choice”" in notice(reply)


def test_an_amount_that_cannot_be_is_named_and_nothing_is_lost(visit: Visit) -> None:
    """Too much, between the steps, or no number at all."""
    table, owners = auction(visit)
    first, _ = turn(visit, table, owners)
    leave(first, table, "proxy BSS 30", most="35")
    for amount, words in (("9995", "9995"), ("22", "22"), ("many", "“many”"), ("", "“”")):
        reply = leave(first, table, "proxy TSR 20", most=amount)
        assert reply.status_code == 422
        assert words in notice(reply)
        assert "BSS" in titles(first, table)
    seat = first.seats(table)[0]
    assert visit.sheet(table).orders == {seat: ("proxy BSS 35",)}


@on_both
def test_a_similar_order_takes_the_place_of_the_first(visit: Visit) -> None:
    """Another amount, other alarms: there is one proxy for a private."""
    table, owners = auction(visit)
    _, second = turn(visit, table, owners)
    leave(second, table, 'proxy TSR 20 ["outbid"]', most="45", alarm_outbid="1")
    leave(second, table, 'proxy TSR 20 ["outbid"]', most="50")
    seat = second.seats(table)[0]
    assert visit.sheet(table).orders == {seat: ("proxy TSR 50",)}


@on_both
def test_what_a_player_names_calls_an_order_off(visit: Visit) -> None:
    """He is told why, and nobody else; what he has noted is gone."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    line = 'hold lot 1 0 TSR ["bid","cheaper"]'
    leave(second, table, line, alarm_bid="1")
    seat = second.seats(table)[0]
    assert visit.sheet(table).orders == {seat: ('hold lot 1 0 TSR ["bid"]',)}
    first.play(table, "bid 20")
    sheet = visit.sheet(table)
    assert answer(sheet) is None
    assert sheet.lapsed == {seat: (Lapsed('hold lot 1 0 TSR ["bid"]', "alarm:bid"),)}
    assert "Called off" in second.get(f"/t/{table}").text
    assert "somebody bids" in second.get(f"/t/{table}").text
    assert "Called off<" not in first.get(f"/t/{table}").text
    second.post(f"/t/{table}/noted", {})
    assert visit.sheet(table).lapsed == {}


def test_to_pass_in_a_whole_auction_outlasts_bids_unless_one_says_otherwise(visit: Visit) -> None:
    """The form leaves out the alarm that would ring at once; a cheaper private still calls."""
    table, owners = auction(visit)
    first, _ = turn(visit, table, owners)
    page = first.get(f"/t/{table}").text
    (whole,) = re.findall(r'value="hold auction.*?</form>', page, re.DOTALL)
    boxes = dict(re.findall(r'name="alarm-(\w+)" value="1"( checked)?', whole))
    assert boxes == {"bid": "", "cheaper": " checked"}


def test_what_he_does_not_name_does_not(visit: Visit) -> None:
    """Without the alarm it passes."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    leave(second, table, 'hold lot 1 0 TSR ["bid","cheaper"]')
    first.play(table, "bid 20")
    settle(visit, table)
    assert visit.match(table).state.privates[0] in first.seats(table)


def test_who_plays_otherwise_takes_his_order_back(visit: Visit) -> None:
    """The pass that was ordered would not be what he wants now."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    leave(second, table, 'hold auction 1 0 "" ["bid","cheaper"]')
    with_pause(visit)
    first.play(table, "bid 20")
    second.play(table, "bid 25")
    sheet, seat = visit.sheet(table), second.seats(table)[0]
    assert [it.why for it in sheet.lapsed[seat]] == [PLAYED]


def with_pause(visit: Visit) -> None:
    """From now on orders wait very long."""
    visit.site.pace.seconds = 3600.0


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "PAUSE", (3600.0, 3600.0))


def test_before_it_acts_an_order_can_be_taken_back(visit: Visit) -> None:
    """The page says that it is about to answer; then its owner is asked as usual."""
    with_pause(visit)
    table, first, second, line = shareholders(visit)
    second.post(f"/t/{table}/standing", {"line": f"waive {line}", "on": "1"})
    drive(visit, table, first)
    assert isinstance(visit.match(table).state.stack[-1], Veto)
    waiting = second.get(f"/t/{table}").text
    assert "answers in a moment" in waiting
    assert "data-calls" not in waiting  # neither sound nor title call him
    second.post(f"/t/{table}/standing", {"line": f"waive {line}", "on": ""})
    assert answer(visit.sheet(table)) is None
    asked = second.get(f"/t/{table}").text
    assert "answers in a moment" not in asked
    assert "data-calls" in asked
    assert second.play(table, "pass").status_code == 200


@on_both
def test_an_order_that_waits_acts_after_a_restart(start: Callable[..., Visit]) -> None:
    """Who has something to answer is a question to the database."""
    visit = start()
    with_pause(visit)
    table, first, second, line = shareholders(visit)
    second.post(f"/t/{table}/standing", {"line": f"waive {line}", "on": "1"})
    drive(visit, table, first)
    assert isinstance(visit.match(table).state.stack[-1], Veto)
    visit = start()
    settle(visit, table)
    assert not isinstance(visit.match(table).state.stack[-1], Veto)


def test_the_pause_is_drawn_for_each_question(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two and six seconds; none where bots need none."""
    monkeypatch.setattr(pace, "PAUSE", (2.0, 6.0))
    table, _ = auction(visit)
    sheet, mover = visit.sheet(table), visit.site.pace
    assert mover._pause(sheet) == 0.0
    with_pause(visit)
    drawn = [mover._pause(sheet) for _ in range(50)]
    assert all(2.0 <= it <= 6.0 for it in drawn)
    assert len(set(drawn)) > 10


def test_nobody_else_can_see_that_an_order_exists(visit: Visit) -> None:
    """Neither by the page nor by its tag."""
    with_pause(visit)
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    stranger = visit.browser()
    stranger.get("/")
    viewers = [first, stranger]
    before = [browser.get(f"/t/{table}/fragment") for browser in viewers]
    version = visit.match(table).version
    assert leave(second, table, 'proxy TSR 20 ["outbid"]', most="45").status_code == 200
    assert visit.sheet(table).orders
    after = [browser.get(f"/t/{table}/fragment") for browser in viewers]
    for old, new in zip(before, after, strict=True):
        assert new.headers["etag"] == old.headers["etag"]
        assert new.text == old.text
    assert visit.match(table).version == version


def test_an_order_rings_no_stream(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who listens to the table hears nothing when an order is left or taken back."""
    with_pause(visit)
    table, owners = auction(visit)
    _, second = turn(visit, table, owners)
    told: list[str] = []
    publish = Bus.publish

    def note(self: Bus, name: str, version: int) -> None:
        told.append(name)
        publish(self, name, version)

    monkeypatch.setattr(Bus, "publish", note)
    leave(second, table, "proxy TSR 20", most="45")
    second.post(f"/t/{table}/standing", {"line": "proxy TSR 45", "on": ""})
    assert told == []


def test_the_line_of_an_order_is_an_ordinary_one(visit: Visit) -> None:
    """In the log of the other there is a bid, and nothing more."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    leave(first, table, "proxy TSR 20", most="80")
    settle(visit, table)
    match = visit.match(table)
    assert isinstance(match.state.stack[-1], Lot)
    assert isinstance(match.history[-1].action, Bid)
    page = second.get(f"/t/{table}").text
    assert "Called off<" not in page
    assert 'class="errand given"' not in page


@on_both
def test_orders_of_a_seat_are_not_inherited(visit: Visit) -> None:
    """Who sits down later finds none."""
    table, owners = auction(visit)
    _, second = turn(visit, table, owners)
    seat = second.seats(table)[0]
    leave(second, table, "proxy TSR 20", most="45")
    assert visit.sheet(table).orders
    second.post(f"/t/{table}/leave", {})
    heir = visit.browser()
    heir.post(f"/t/{table}/sit", {"seat": str(seat), "name": "Eva"})
    assert visit.sheet(table).orders == {}


PASSING = 'hold auction 1 0 "" ["bid","cheaper"]'


def test_a_bid_goes_before_a_pass(visit: Visit) -> None:
    """Who passes in general but wants one private gets it, and passes on afterwards."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    with_pause(visit)
    leave(second, table, PASSING)
    leave(second, table, "proxy TSR 20", most="45")
    first.play(table, "bid 20")
    assert answer(visit.sheet(table)) == Bid(25)
    version = visit.match(table).version
    visit.call(partial(visit.site.tables.obey, table, version=version))
    sheet = visit.sheet(table)
    assert sheet.orders == {second.seats(table)[0]: ("hold auction 1", "proxy TSR 45")}
    assert sheet.lapsed == {}


def test_a_price_that_falls_by_his_own_ordered_pass_calls_him(visit: Visit) -> None:
    """He is the last to pass, and asked for nothing but to be told."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    leave(second, table, PASSING, alarm_cheaper="1")
    first.play(table, "pass")
    settle(visit, table)
    lapsed = visit.sheet(table).lapsed[second.seats(table)[0]]
    assert [it.why for it in lapsed] == ["alarm:cheaper"]


def test_a_move_that_is_brought_back_rings_as_well(visit: Visit) -> None:
    """It has its old number in the log, but the order is younger."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    with_pause(visit)
    first.play(table, "bid 20")
    first.play(table, "undo")
    leave(second, table, PASSING, alarm_bid="1")
    first.play(table, "redo")
    lapsed = visit.sheet(table).lapsed[second.seats(table)[0]]
    assert [it.why for it in lapsed] == ["alarm:bid"]


def late(visit: Visit, table: str) -> None:
    """Let time run out and the clocks be read."""
    visit.set(table, due=datetime.now(UTC) - timedelta(minutes=1))
    visit.call(visit.site.clocks.look)


def test_no_bot_takes_over_where_an_order_answers(visit: Visit) -> None:
    """It answers when time is out, if it has not before."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    with_pause(visit)
    leave(second, table, PASSING)
    first.play(table, "bid 20")
    version = visit.match(table).version
    late(visit, table)
    sheet = visit.sheet(table)
    assert not sheet.bots
    assert sheet.match.version > version
    assert sheet.match.state.privates[0] in first.seats(table)


def test_an_order_answers_before_time_is_out(visit: Visit) -> None:
    """It does not wait longer than whoever is asked has."""
    table, _ = auction(visit)
    with_pause(visit)
    sheet, mover = visit.sheet(table), visit.site.pace
    due = datetime.now(UTC) + timedelta(seconds=3)
    assert mover._pause(replace(sheet, table=replace(sheet.table, due=due))) <= 2.0


def test_no_order_answers_while_the_game_is_paused(visit: Visit) -> None:
    """The page does not say so either; when the game goes on it does."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    with_pause(visit)
    leave(second, table, PASSING)
    first.play(table, "bid 20")
    visit.set(table, rest=60)
    assert answer(visit.sheet(table)) is None
    assert "answers in a moment" not in second.get(f"/t/{table}").text
    assert table not in visit.call(visit.site.store.waiting_for_bots)
    visit.set(table, rest=None)
    assert answer(visit.sheet(table)) is not None
    assert table in visit.call(visit.site.store.waiting_for_bots)


@on_both
def test_orders_end_when_a_bot_takes_over(visit: Visit) -> None:
    """Who comes back finds none that would act, and is told why."""
    table, owners = auction(visit)
    first, _ = turn(visit, table, owners)
    with_pause(visit)
    leave(first, table, "proxy BSS 30", most="35")
    seat, order = first.seats(table)[0], Lapsed("proxy BSS 35", LENT)
    late(visit, table)
    sheet = visit.sheet(table)
    assert sheet.bots == (seat,)
    assert (sheet.orders, sheet.lapsed) == ({}, {seat: (order,)})
    visit.call(partial(visit.site.store.order, table, seat, order.line, on=True))
    first.post(f"/t/{table}/return", {})
    sheet = visit.sheet(table)
    assert sheet.bots == ()
    assert (sheet.orders, sheet.lapsed) == ({}, {seat: (order,)})
    assert "A bot has played for you." in first.get(f"/t/{table}").text


@on_both
def test_orders_end_when_their_owner_leaves(visit: Visit) -> None:
    """A bot plays on for him, and he may come back."""
    table, owners = auction(visit)
    first, _ = turn(visit, table, owners)
    with_pause(visit)
    leave(first, table, "proxy BSS 30", most="35")
    first.play(table, "bid 20")
    seat = first.seats(table)[0]
    first.post(f"/t/{table}/leave", {})
    sheet = visit.sheet(table)
    assert sheet.bots == (seat,)
    assert sheet.orders == {}


@on_both
def test_at_one_screen_a_form_names_the_seat_that_it_was_shown_for(visit: Visit) -> None:
    """Meanwhile another may be asked there; what has ended is noted for that seat alone too."""
    with_pause(visit)
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    seat, other = first.seats(table)[0], second.seats(table)[0]
    visit.seat(table, other, first)
    assert f'name="seat" value="{seat}"' in first.get(f"/t/{table}").text
    first.play(table, "bid 20")
    assert visit.match(table).actor == other
    leave(first, table, "proxy TSR 25", most="45", seat=str(seat))
    leave(first, table, "proxy BSS 30", most="35", seat=str(other))
    orders = {seat: ("proxy TSR 45",), other: ("proxy BSS 35",)}
    assert visit.sheet(table).orders == orders
    first.post(f"/t/{table}/standing", {"line": "proxy BSS 35", "on": "", "seat": str(seat)})
    assert visit.sheet(table).orders == orders
    late(visit, table)
    first.post(f"/t/{table}/noted", {"seat": str(seat)})
    assert visit.sheet(table).lapsed == {other: (Lapsed("proxy BSS 35", LENT),)}


@pytest.mark.parametrize(("seat", "status"), [("0", 403), ("7", 403), ("x", 422), ("", 422)])
def test_nobody_leaves_an_order_for_a_seat_of_another(visit: Visit, seat: str, status: int) -> None:
    """Nor for one that is not there."""
    table, owners = auction(visit)
    reply = leave(owners[Seat(1)], table, "proxy TSR 20", most="45", seat=seat)
    assert reply.status_code == status
    assert visit.sheet(table).orders == {}
