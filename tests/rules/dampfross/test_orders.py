"""Orders for races: to stay out, or to run on along the best way."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.dampfross.position import play
from tests.rules.dampfross.races import meeting, race, row
from trainshed.core import Decline, Seat
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Ride, Stay
from trainshed.games.dampfross.orders import Onward, Out, alarms, lapse, obey, orders
from trainshed.games.dampfross.state import State

LINE = row("A5", "F5")
ALARMS = ("entered", "joined")


def number(state: State) -> int:
    assert state.race is not None
    return state.race.number


@pytest.mark.rule("dampfross", "R11.1")
def test_staying_out_of_a_race() -> None:
    """R11.1 It answers when the company is asked, and is over when it has decided."""
    state = race(LINE, LINE, LINE, east="F5", money=(30, 25, 20))
    order = Out(number(state))
    for seat in range(3):
        assert [it.order for it in orders(state, Seat(seat))] == [Out(order.race, alarms=ALARMS)]
    assert obey(state, Seat(0), order) == Stay()
    assert obey(state, Seat(1), order) is None
    assert obey(state, Seat(0), Out(order.race + 1)) is None
    after = play(state, f"enter {LINE}")
    assert list(alarms(state, GAME.read(f"enter {LINE}"), after, Seat(1))) == ["entered"]
    assert obey(after, Seat(1), order) == Stay()
    assert lapse(after, Seat(0), order) == "declared"
    assert lapse(after, Seat(1), order) == ""
    assert lapse(after, Seat(1), Out(order.race + 1)) == "race"


@pytest.mark.rule("dampfross", "R13.2")
def test_who_stays_out_declines_a_joint_run() -> None:
    """R13.2 He would take part by agreeing."""
    state = race(LINE, LINE, LINE, east="F5", money=(30, 25, 20))
    asked = play(state, "join 1")
    assert list(alarms(state, GAME.read("join 1"), asked, Seat(1))) == ["joined"]
    assert obey(asked, Seat(1), Out(number(state))) == Decline()


@pytest.mark.rule("dampfross", "R26.1")
def test_staying_out_by_the_other_rules() -> None:
    """R26.1 The same answer to a simpler question."""
    state = meeting(LINE, LINE, LINE, east="F5")
    seat = GAME.actor(state)
    assert seat is not None
    assert obey(state, seat, Out(number(state))) == Stay()


@pytest.mark.rule("dampfross", "R26.3")
def test_a_train_runs_on_along_the_best_way() -> None:
    """R26.3 As far as the throw goes; until somebody arrives, if that is wished."""
    ways = f"{LINE} A5-{row('A6', 'F6')}-F5"
    state = play(meeting(ways, LINE, LINE, east="F5"), "enter", "enter", "stay")
    seats = [company.seat for company in state.companies]
    state = play(state, "throw 2")
    order, seat = Onward(number(state)), GAME.actor(state)
    assert seat is not None
    found = obey(state, seat, order)
    assert isinstance(found, Ride)
    assert found in GAME.actions(state)
    assert [it.order for it in orders(state, seat)] == [Onward(order.race, alarms=("arrived",))]
    out = next(Seat(it) for it in seats if not orders(state, Seat(it)))
    assert obey(state, out, order) is None


def test_the_arrival_of_his_own_train_calls_nobody() -> None:
    """The order has brought it there; the others are called."""
    state = play(meeting(LINE, LINE, LINE, east="F5"), "enter", "enter", "stay", "throw 2")
    first, *others = state.trains
    after = replace(state, trains=(replace(first, place=(1, 0)), *others))
    own = state.companies[first.companies[0]].seat
    for seat in range(len(state.companies)):
        rung = alarms(state, GAME.actions(state)[0], after, Seat(seat))
        assert tuple(rung) == (() if seat == own else ("arrived",))
