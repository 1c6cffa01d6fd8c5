"""R2 The turn."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    ALL_CITIES,
    ENGLAND,
    drive,
    engine_of,
    line_of,
    offers,
    play,
    position,
    refused,
)
from trainshed.games.rocket import GAME
from trainshed.games.rocket.state import Options, State


@pytest.mark.rule("rocket", "R2.1")
def test_three_kinds_of_actions_are_offered() -> None:
    """Markers, stations and extensions; with a station on the board, moving it too."""
    kinds = {line.split()[0] for line in offers(position(stations={0: "K5"}))}
    assert kinds == {"take", "place", "lift", "drive"}


@pytest.mark.rule("rocket", "R2.1")
@pytest.mark.parametrize(
    "actions",
    [
        ["take Hull brewing", "take Hull brewing"],
        ["place K5", "place Q6"],
        ["drive GWR P3", "drive GER J14"],
        ["take Hull textiles", "drive GWR P3"],
        ["drive GWR P3", "place K5"],
        ["place K5", "lift K5", "place Q6"],
    ],
)
def test_a_turn_has_two_actions_of_any_kinds(actions: list[str]) -> None:
    """Two different ones, or twice the same kind; then the next player is asked."""
    state = play(position(), *actions[:-1])
    assert GAME.actor(state) == 0
    assert GAME.actor(play(state, actions[-1])) == 1


@pytest.mark.rule("rocket", "R2.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_round_clockwise(seats: int) -> None:
    """After the last seat comes the first."""
    state = position(seats=seats, active=1)
    order = []
    numbers = []
    for city in ALL_CITIES.split()[: seats + 1]:
        order.append(GAME.actor(state))
        numbers.append(GAME.turn(state))
        good = ENGLAND.markers[ENGLAND.markers_of[ENGLAND.cities.index(city)][0]][1]
        state = play(state, f"take {city} {good}", f"take {city} {good}")
    assert order == [(1 + turn) % seats for turn in range(seats + 1)]
    assert numbers == list(range(1, seats + 2))


@pytest.mark.rule("rocket", "R2.3")
def test_no_engine_moves_twice_in_a_turn() -> None:
    """The second extension must be of another line."""
    state = play(position(), "drive GWR P3")
    assert GAME.actor(state) == 0
    assert offers(state, "drive GWR") == set()
    assert refused(state, "drive GWR P4") == "R2.3"
    assert offers(state, "drive LSWR") == {"S5", "R5", "R6", "S7"}


@pytest.mark.rule("rocket", "R2.3")
def test_the_next_player_may_move_the_same_engine() -> None:
    """The ban binds one player in one turn."""
    state = play(position(), "drive GWR P3", "take Hull textiles")
    assert "P4" in offers(state, "drive GWR")


@pytest.mark.rule("rocket", "R2.3")
def test_an_engine_that_a_veto_sent_elsewhere_has_moved() -> None:
    """It does not move a second time for the player whose hex was changed."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 1, 0]})
    state = play(state, "drive GWR P4", "bid 1 Q4", "pass")
    assert (GAME.actor(state), engine_of(state, "GWR")) == (0, "Q4")
    assert offers(state, "drive GWR") == set()


@pytest.mark.rule("rocket", "R2.3")
def test_the_line_that_absorbed_the_moved_one_may_still_move() -> None:
    """Its own engine has not moved in this turn."""
    state = position(lines={"LSWR": "R6 Q7 P6 P5", "GWR": "P3"})
    state = drive(state, "LSWR", "P4")
    assert GAME.actor(state) == 0
    assert offers(state, "drive LSWR") == set()
    assert offers(state, "drive GWR") == {"O4", "Q4"}


@pytest.mark.rule("rocket", "R2.4")
def test_nobody_may_pass_an_action() -> None:
    """Only vetoes can be passed."""
    state = position()
    assert "pass" not in offers(state)
    assert "pass" not in offers(play(state, "place K5"))
    refused(state, "pass")


def hemmed_in(*, fixed: bool = True, gone: str = "GWR GNR SER LNWR", left: str = "") -> State:
    """Once LSWR is on R8, GER can go nowhere: Q8 and Q9 touch two other lines each.

    No marker is left, or only those of one city; L&Y is at its end; all stations of the first
    player are on lines.
    """
    every_marker = " ".join(
        f"{city}:{good} " * count
        for (city, good), count in zip(ENGLAND.markers, ENGLAND.marker_counts, strict=True)
        if city != left
    )
    return position(
        lines={"LSWR": "S7 S8", "GER": "O8 P8", "L&Y": "D1 C2 B2 A2"},
        joined={"L&Y": "Q7 Q10 K5"},
        absorbed={"L&Y": gone},
        autonomous="L&Y",
        stations={0: "D1 B2 K5 Q7 Q10 S7 O8"},
        markers={1: every_marker},
        options=Options(stations_on_track_fixed=fixed),
    )


@pytest.mark.rule("rocket", "R2.4")
def test_an_action_is_skipped_when_there_is_none() -> None:
    """The next player goes on."""
    state = drive(hemmed_in(), "LSWR", "R8")
    assert not state.over
    assert GAME.actor(state) == 1
    assert offers(state, "drive LSWR") != set()


@pytest.mark.rule("rocket", "R2.4")
def test_an_action_is_not_skipped_while_there_is_one() -> None:
    """The same position, but stations on a line may be moved."""
    state = drive(hemmed_in(fixed=False), "LSWR", "R8")
    assert GAME.actor(state) == 0
    assert {line.split()[0] for line in offers(state)} == {"lift"}


@pytest.mark.rule("rocket", "R2.4")
def test_a_single_kind_of_action_is_enough_to_be_asked() -> None:
    """Markers of one city are left, or one engine can move."""
    state = drive(hemmed_in(left="Hull"), "LSWR", "R8")
    assert GAME.actor(state) == 0
    assert offers(state) == {"take Hull brewing", "take Hull textiles"}
    state = drive(hemmed_in(gone="GWR GNR SER"), "LSWR", "R8")
    assert GAME.actor(state) == 0
    assert {line.rpartition(" ")[0] for line in offers(state)} == {"drive LNWR"}


@pytest.mark.rule("rocket", "R10.1")
def test_a_line_that_is_only_blocked_for_now_is_not_autonomous() -> None:
    """Two other lines beside every hex ahead bar the way, but they may merge."""
    state = drive(hemmed_in(), "LSWR", "R8")
    assert offers(state, "drive GER") == set()
    assert not line_of(state, "GER").autonomous
