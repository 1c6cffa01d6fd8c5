"""R19 The prize table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.dampfross.position import asked, balances, offers, play, refused, told, total
from tests.rules.dampfross.races import (
    charged,
    declare,
    entered,
    prizes,
    race,
    row,
    runner,
)
from trainshed.core import CHANCE
from trainshed.games.dampfross.actions import Withdrawn
from trainshed.games.dampfross.draw import DrawStart
from trainshed.games.dampfross.run import Turning
from trainshed.games.dampfross.state import State

LINE = row("A5", "H5")
"""Seven steps."""
TABLE = {
    2: (20, 10),
    3: (16, 9, 5),
    4: (13, 8, 5, 4),  # A-table-01
    5: (11, 7, 5, 4, 3),
    6: (10, 6, 5, 4, 3, 2),
}


def running(*money: int, companies: int = 0) -> State:
    """As many companies as balances run over the same line; `companies` there are, at least."""
    seats = max(companies, len(money))
    lines = [LINE] * len(money) + [""] * (seats - len(money))
    balance = [*money, *[0] * (seats - len(money))]
    state = race(*lines, east="H5", money=balance, options={"prizes": "table"})
    return play(state, *(f"enter {LINE}",) * len(money))


def throws(state: State, *rounds: str) -> State:
    """Rounds such as `316`: each train throws one of these."""
    return play(state, *(f"throw {pips}" for thrown in rounds for pips in thrown))


@pytest.mark.rule("dampfross", "R19.1")
@pytest.mark.parametrize("trains", TABLE)
def test_all_trains_share_thirty(trains: int) -> None:
    """They arrive one after another in the order in which they run."""
    state = running(*range(50, 50 - trains, -1), companies=3)
    assert sum(TABLE[trains]) == 30
    state = throws(state, "1" * trains)  # all have 6 steps to go
    for left in range(trains, 1, -1):
        state = throws(state, "6" + "1" * (left - 1))
        if isinstance(state.stack[-1], DrawStart):
            break
        # those who have not arrived are put back to where all were
        state = _back(state)
    assert prizes(state) == dict(enumerate(TABLE[trains]))
    assert total(state) == 0


def _back(state: State) -> State:
    trains = (t if t.place else replace(t, at=1) for t in state.trains)
    return replace(state, trains=tuple(trains))


@pytest.mark.rule("dampfross", "R19.1")
def test_a_joint_train_counts_as_one() -> None:
    """Four companies, three trains: 16, 9 and 5."""
    state = race(
        LINE, LINE, LINE, LINE, east="H5", money=(50, 40, 30, 20), options={"prizes": "table"}
    )
    state = play(state, "join 1", "accept", *(f"enter {LINE}",) * 3)
    state = throws(state, "654", "665")
    assert balances(state) == [58, 48, 39, 25]


@pytest.mark.rule("dampfross", "R19.1")
def test_the_usual_prizes_are_twenty_and_ten_for_any_number() -> None:
    state = race(LINE, LINE, LINE, east="H5", money=(50, 40, 30), options={"prizes": "two"})
    state = play(state, *(f"enter {LINE}",) * 3)
    assert prizes(throws(state, "654", "665")) == {0: 20, 1: 10}


@pytest.mark.rule("dampfross", "R19.2")
def test_equal_trains_pool_and_divide() -> None:
    """Vector A-table-02: black 20, white 50, green 60 and red 10; places 2 and 3 pool 13."""
    state = running(60, 50, 20, 10)
    state = throws(state, "6555", "1111", "661")
    assert prizes(state) == {0: 13, 1: 6, 2: 7, 3: 4}


@pytest.mark.rule("dampfross", "R19.2")
def test_a_train_that_runs_alone_gets_twenty() -> None:
    state = race(LINE, LINE, LINE, east="H5", money=(50, 40, 30), options={"prizes": "table"})
    state = play(state, f"enter {LINE}", "stay", "stay")
    assert balances(state) == [70, 40, 30]


@pytest.mark.rule("dampfross", "R19.2")
def test_the_race_goes_on_until_all_but_one_have_arrived() -> None:
    """Two have arrived in round 2, and the race with two prizes would be over."""
    state = throws(running(60, 50, 20, 10), "6511", "1611")
    assert isinstance(state.stack[-1], Turning)
    assert runner(state) == (2,)
    state = throws(state, "1", "1")
    assert runner(state) == (2,)
    state = throws(state, "5", "1")
    assert isinstance(state.stack[-1], DrawStart)
    assert balances(state) == [60 + 8, 50 + 13, 25, 14]


def long_routes(*, money: tuple[int, ...] = (60, 50, 40)) -> State:
    """Own lines of 9, 18 and 19 steps."""
    return race(
        row("A5", "J5"),
        "A5-A6-A7-" + row("A8", "L8") + "-L7-L6-K6-J5",
        "A5-A4-A3-" + row("A2", "L2") + "-L3-L4-L5-K5-J5",
        east="J5",
        money=money,
        options={"prizes": "table"},
    )


EIGHTEEN = "A5-A6-A7-" + row("A8", "L8") + "-L7-L6-K6-J5"
NINETEEN = "A5-A4-A3-" + row("A2", "L2") + "-L3-L4-L5-K5-J5"


@pytest.mark.rule("dampfross", "R19.3")
def test_a_route_of_more_than_twice_the_shortest_is_refused() -> None:
    """Vector A-table-03: 18 steps may run against 9, 19 may not."""
    assert len(EIGHTEEN.split("-")) == 19
    assert len(NINETEEN.split("-")) == 20
    state = long_routes()
    state = declare(state, row("A5", "J5"))
    state = declare(state, EIGHTEEN)
    assert entered(state) == {0, 1}
    assert asked(state) == CHANCE  # company 2 has no other route, and is not asked
    # two trains are left: 20 and 10
    state = throws(state, "66", "61")
    assert balances(state) == [80, 60, 40]


@pytest.mark.rule("dampfross", "R19.3")
def test_a_route_that_is_too_long_already_is_not_declared() -> None:
    """It would be refused whatever the others do; a shorter one beside it is offered."""
    straight, more = row("A5", "J5"), "A5-A6-" + row("B6", "I6") + "-I5-J5"
    lines = (straight, "", f"{NINETEEN} {more}")
    state = race(*lines, east="J5", money=(60, 40, 50), options={"prizes": "table"})
    state = play(state, f"enter {straight}")
    assert more in offers(state, "enter")
    assert max(len(way.split("-")) - 1 for way in offers(state, "enter")) <= 18
    assert refused(state, f"enter {NINETEEN}") == "R19.3"


@pytest.mark.rule("dampfross", "R19.3")
def test_the_shortest_may_be_declared_last() -> None:
    state = long_routes(money=(40, 50, 60))
    state = declare(state, NINETEEN)
    state = declare(state, EIGHTEEN)
    state = declare(state, row("A5", "J5"))
    assert entered(state) == {0, 1}


@pytest.mark.rule("dampfross", "R19.3")
def test_only_declared_routes_count() -> None:
    """Company 0 stays out: 19 against 18 is not too long."""
    state = long_routes()
    state = play(state, "stay")
    state = declare(state, EIGHTEEN)
    state = declare(state, NINETEEN)
    assert entered(state) == {1, 2}


@pytest.mark.rule("dampfross", "R19.3")
def test_there_is_no_such_limit_with_the_usual_prizes() -> None:
    state = race(
        row("A5", "J5"),
        EIGHTEEN,
        NINETEEN,
        east="J5",
        money=(60, 50, 40),
        options={"prizes": "two"},
    )
    state = declare(declare(declare(state, row("A5", "J5")), EIGHTEEN), NINETEEN)
    assert entered(state) == {0, 1, 2}


@pytest.mark.rule("dampfross", "R19.3")
def test_what_is_refused_pays_and_nets_nothing() -> None:
    """The long route would have owed company 0 two credits."""
    long = NINETEEN.rpartition("-")[0]  # as far as K5
    state = race(
        row("A5", "J5") + " K5-J5",
        EIGHTEEN,
        long,
        east="J5",
        money=(40, 50, 60),
        options={"prizes": "table"},
    )
    state = declare(state, f"{long}-J5:0")
    state = declare(state, EIGHTEEN)
    state = declare(state, row("A5", "J5"))
    assert entered(state) == {0, 1}
    assert [(item.company, item.why) for item in told(state, Withdrawn)] == [(2, "long")]
    assert charged(state) == {}
    assert balances(state) == [40, 50, 60]


@pytest.mark.rule("dampfross", "R19.3")
def test_a_route_is_refused_before_anything_is_netted() -> None:
    """Company 1 owes 5 to company 0, who owes it 11; but company 1's 14 steps are too many for 6.

    So nothing is left to be netted, and company 0 has to withdraw as well.
    """
    north = "A5-A4-A3-" + row("A2", "G2") + "-G3-G4-G5"
    south = "A5-A6-A7-" + row("A8", "H8") + "-H7-H6-H5-G5"
    one, other = north.split("-"), south.split("-")
    state = race(
        "-".join(one[:3]) + " " + "-".join(other[10:]),
        "-".join(one[2:]) + " " + "-".join(other[:11]),
        row("A5", "G5"),
        east="G5",
        money=(60, 50, 40),
        options={"prizes": "table"},
    )
    state = declare(state, "-".join([*one[:3], *(f"{hex_}:1" for hex_ in one[3:])]))
    state = declare(state, "-".join([*other[:11], *(f"{hex_}:0" for hex_ in other[11:])]))
    state = declare(state, row("A5", "G5"))
    out = {(item.company, item.why) for item in told(state, Withdrawn)}
    assert out == {(1, "long"), (0, "limit")}
    assert balances(state) == [60, 50, 60]


@pytest.mark.rule("dampfross", "R19.3")
def test_who_has_nothing_but_a_replacement_that_is_too_long_is_not_asked() -> None:
    """Company 1 owes 11 and nothing is netted; its own way has 19 steps, company 0 runs over 9."""
    state = race(
        row("A5", "J5"),
        f"{NINETEEN} A5-A6",
        row("A6", "J6") + "-J5 A5-A6",
        east="J5",
        money=(60, 50, 40),
        options={"prizes": "table"},
    )
    state = declare(state, row("A5", "J5"))
    steps = (row("B6", "J6") + "-J5").split("-")
    state = declare(state, "-".join(["A5-A6", *(f"{hex_}:2" for hex_ in steps)]))
    state = play(state, "stay")
    assert [(item.company, item.why) for item in told(state, Withdrawn)] == [(1, "limit")]
    assert balances(state) == [80, 50, 40]
