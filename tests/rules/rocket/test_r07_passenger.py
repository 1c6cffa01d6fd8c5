"""R7 Passengers."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import drive, play, position, told
from trainshed.core import Seat
from trainshed.games.rocket.actions import Passenger
from trainshed.games.rocket.state import State

A, B, C = "O4", "P4", "Q4"


def passengers(state: State) -> list[int]:
    """The passenger markers of each player, and those left."""
    return [*(baron.passengers for baron in state.barons), state.passengers]


@pytest.mark.rule("rocket", "R7.1")
def test_entering_another_players_station_earns_a_marker() -> None:
    """The active player gets it, the owner does not."""
    state = play(position(lines={"GWR": "P3"}, stations={1: B}), f"drive GWR {B}")
    assert passengers(state) == [1, 0, 0, 8]
    assert told(state, Passenger) == [Passenger(who=Seat(0))]


@pytest.mark.rule("rocket", "R7.1")
def test_entering_an_own_station_earns_none() -> None:
    """Nor does an empty hex."""
    state = position(lines={"GWR": "P3"}, stations={0: B})
    assert passengers(play(state, f"drive GWR {B}")) == [0, 0, 0, 9]
    assert passengers(play(state, f"drive GWR {C}")) == [0, 0, 0, 9]


@pytest.mark.rule("rocket", "R7.1")
def test_leaving_the_start_town_into_a_station_earns_one_too() -> None:
    """It is an extension like any other."""
    state = position(stations={2: "P3"})
    assert passengers(play(state, "drive GWR P3")) == [1, 0, 0, 8]


@pytest.mark.rule("rocket", "R7.1")
def test_with_a_veto_that_nobody_uses_the_marker_is_earned() -> None:
    """Asking is no bid."""
    state = position(lines={"GWR": "P3"}, stations={1: B}, shares={"GWR": [0, 2, 2]})
    assert passengers(drive(state, "GWR", B)) == [1, 0, 0, 8]


def contested(station: str) -> State:
    """The third player has moved GWR to B; one other player can bid, and he can match."""
    state = position(
        lines={"GWR": "P3"},
        stations={0: station},
        shares={"GWR": [0, 2, 1]},
        passengers=[2, 2, 0],
        active=2,
    )
    return play(state, f"drive GWR {B}")


@pytest.mark.rule("rocket", "R7.2")
def test_no_marker_when_another_player_wins_the_veto() -> None:
    """Neither for the active player nor for the winner, though the engine enters a station."""
    assert passengers(play(contested(A), f"bid 1 {A}", "pass")) == [2, 2, 0, 5]


@pytest.mark.rule("rocket", "R7.2")
def test_no_marker_when_a_bid_merely_confirms_the_hex() -> None:
    """The active player has not won, although the engine is where he wanted it."""
    assert passengers(play(contested(B), f"bid 1 {B}", "pass")) == [2, 2, 0, 5]


@pytest.mark.rule("rocket", "R7.2")
def test_the_active_player_earns_the_marker_by_winning_the_veto() -> None:
    """He matches the bid."""
    assert passengers(play(contested(B), f"bid 1 {A}", f"bid 1 {B}")) == [2, 2, 1, 4]


@pytest.mark.rule("rocket", "R7.2")
def test_the_marker_in_the_rulebooks_example_of_a_veto() -> None:
    """A station on B: Christian gets the marker if he matches two shares, and none if he passes."""
    state = position(
        lines={"GWR": "P3"},
        stations={0: B},
        shares={"GWR": [2, 3, 3]},
        passengers=[3, 3, 0],
        active=2,
    )
    state = play(state, f"drive GWR {B}", f"bid 1 {A}", f"bid 2 {A}")
    assert passengers(play(state, f"bid 2 {B}")) == [3, 3, 1, 2]
    assert passengers(play(state, "pass")) == [3, 3, 0, 3]


@pytest.mark.rule("rocket", "R7.3")
def test_the_ninth_marker_is_the_last() -> None:
    """After that, stations of others earn nothing."""
    state = position(lines={"GWR": "P3"}, stations={1: B}, passengers=[3, 3, 2])
    assert passengers(play(state, f"drive GWR {B}")) == [4, 3, 2, 0]
    state = position(lines={"GWR": "P3"}, stations={1: B}, passengers=[3, 3, 3])
    assert passengers(play(state, f"drive GWR {B}")) == [3, 3, 3, 0]
