"""R10 Autonomous lines."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    drive,
    engine_of,
    line_of,
    offers,
    play,
    position,
    shares_of,
    told,
    towns_of,
    track_of,
)
from trainshed.games.rocket.actions import Autonomous, Merged, Share, TownPaid
from trainshed.games.rocket.state import Options, State

DYNAMIC, STATIC = Options(autonomy="dynamic"), Options(autonomy="static")
BOTH = pytest.mark.parametrize("options", [DYNAMIC, STATIC], ids=["dynamic", "static"])


def pocket(options: Options = DYNAMIC) -> State:
    """The rulebook's example on our map: L&Y goes to A3 into a pocket behind its own track."""
    state = position(lines={"L&Y": "E2 D2 C3 B3"}, shares={"L&Y": [0, 2, 0]}, options=options)
    return drive(state, "L&Y", "A3")


def corner(options: Options) -> State:
    """GNR goes to B2: it has only a dead end ahead, but waiting L&Y could come there."""
    return drive(position(lines={"GNR": "A7 A6 A5 B4 C4 C3"}, options=options), "GNR", "B2")


@BOTH
@pytest.mark.rule("rocket", "R10.1")
def test_a_line_that_can_reach_nothing_more_is_autonomous(options: Options) -> None:
    """L&Y serves Liverpool and Manchester, and nothing else is within its reach."""
    state = pocket(options)
    assert towns_of(state, "L&Y") == {"Liverpool", "Manchester"}
    assert line_of(state, "L&Y").autonomous
    assert [item.line for item in told(state, Autonomous)] == ["L&Y"]


@pytest.mark.rule("rocket", "R10.1")
def test_the_same_line_is_not_autonomous_one_move_earlier() -> None:
    """From B3 it could still go elsewhere."""
    state = drive(position(lines={"L&Y": "E2 D2 C3"}), "L&Y", "B3")
    assert not line_of(state, "L&Y").autonomous


@BOTH
@pytest.mark.rule("rocket", "R10.1")
def test_an_engine_with_nothing_ahead_makes_its_line_autonomous(options: Options) -> None:
    """L&Y runs into the corner of the map."""
    state = drive(position(lines={"L&Y": "D1 C2 B2"}, options=options), "L&Y", "A2")
    assert line_of(state, "L&Y").autonomous
    assert offers(state, "drive L&Y") == set()


@BOTH
@pytest.mark.rule("rocket", "R10.1")
def test_no_first_move_makes_a_line_autonomous_but_into_a_dead_end(options: Options) -> None:
    """East of Dover lies Q14, with nothing but sea ahead."""
    state = position(options=options)
    ends = [
        move
        for move in sorted(offers(state, "drive"))
        if any(line.autonomous for line in play(state, f"drive {move}").lines)
    ]
    assert ends == ["SER Q14"]


@pytest.mark.rule("rocket", "R10.1")
def test_dynamic_another_engine_may_still_come_near() -> None:
    """L&Y can go to C2 beside B1, so GNR could still be absorbed."""
    assert not line_of(corner(DYNAMIC), "GNR").autonomous


@pytest.mark.rule("rocket", "R10.1")
def test_static_other_engines_are_not_asked() -> None:
    """As things stand, GNR reaches neither a new town nor another line."""
    assert line_of(corner(STATIC), "GNR").autonomous


@pytest.mark.rule("rocket", "R10.1")
def test_dynamic_without_another_engine_to_come_near_it_is_autonomous_too() -> None:
    """The same corner, when the only other engine is at its end on A9."""
    state = position(
        lines={"GNR": "A7 A6 A5 B4 C4 C3", "GWR": "B8 A9"},
        absorbed={"GWR": "LSWR L&Y GER SER LNWR"},
    )
    assert line_of(drive(state, "GNR", "B2"), "GNR").autonomous


@BOTH
@pytest.mark.rule("rocket", "R10.1")
def test_a_new_town_within_reach_keeps_a_line_going(options: Options) -> None:
    """The pocket of L&Y again, but Liverpool is still new to it."""
    state = position(lines={"L&Y": "E2 D2 C3 B3"}, towns={"L&Y": "Manchester"}, options=options)
    assert not line_of(drive(state, "L&Y", "A3"), "L&Y").autonomous


@BOTH
@pytest.mark.rule("rocket", "R10.1")
def test_another_line_within_reach_keeps_a_line_going(options: Options) -> None:
    """The pocket of L&Y again, but on B1 it would meet track of SER."""
    state = position(lines={"L&Y": "E2 D2 C3 B3"}, joined={"SER": "B1"}, options=options)
    state = drive(state, "L&Y", "A3")
    assert engine_of(state, "L&Y") == "A3"
    assert not line_of(state, "L&Y").autonomous


@pytest.mark.rule("rocket", "R10.1")
def test_a_neighbours_move_can_make_a_line_autonomous() -> None:
    """All lines are looked at after every extension, not only the one that moved."""
    state = drive(position(lines={"L&Y": "E2 D2 C3 B3 A3"}), "GWR", "P3")
    assert line_of(state, "L&Y").autonomous
    assert [item.line for item in told(state, Autonomous)] == ["L&Y"]


@pytest.mark.rule("rocket", "R10.1")
def test_a_static_line_that_touches_another_is_absorbed_nevertheless() -> None:
    """GWR was declared autonomous too early and comes beside LSWR."""
    lines = {"LSWR": "R6 Q7 P6 P5", "GWR": "P3"}
    state = drive(position(lines=lines, autonomous="GWR", options=STATIC), "GWR", "P4")
    (merged,) = told(state, Merged)
    assert (merged.line, merged.into) == ("GWR", "LSWR")


@pytest.mark.rule("rocket", "R10.2")
def test_shares_on_the_board_leave_the_game_and_holdings_stay() -> None:
    """The mover still got his share; thirteen are taken away."""
    state = pocket()
    assert shares_of(state, "L&Y") == [1, 2, 0]
    assert line_of(state, "L&Y").stock == 0
    assert told(state, Autonomous) == [Autonomous(line="L&Y", shares=13)]


@pytest.mark.rule("rocket", "R10.2")
def test_autonomy_is_for_ever() -> None:
    """A line declared so stays so, wherever it goes."""
    state = position(lines={"GWR": "P3"}, autonomous="GWR")
    state = drive(drive(state, "GWR", "P4"), "LSWR", "R6")
    assert line_of(state, "GWR").autonomous
    assert line_of(state, "GWR").stock == 0
    assert told(state, Autonomous) == []


@pytest.mark.rule("rocket", "R10.3")
def test_an_autonomous_line_may_be_extended_but_gives_no_share() -> None:
    """L&Y goes on through its pocket."""
    state = play(pocket(), "place K5")
    for hex_, place in [("A2", "K9"), ("B1", "N6"), ("C2", "N10"), ("D1", "H4")]:
        assert offers(state, "drive L&Y") == {hex_}
        state = drive(state, "L&Y", hex_)
        assert told(state, Share) == []
        state = play(state, f"place {place}")
    assert shares_of(state, "L&Y") == [1, 2, 0]
    assert offers(state, "drive L&Y") == set()


@pytest.mark.rule("rocket", "R10.3")
def test_an_autonomous_line_still_collects_stations() -> None:
    """A station in the pocket is connected and earns a passenger marker."""
    state = position(lines={"L&Y": "E2 D2 C3 B3 A3"}, autonomous="L&Y", stations={1: "A2"})
    state = drive(state, "L&Y", "A2")
    assert "A2" in track_of(state, "L&Y")
    assert state.barons[0].passengers == 1


@pytest.mark.rule("rocket", "R10.3")
def test_an_autonomous_line_may_absorb_others() -> None:
    """LSWR comes beside GWR, which is autonomous and remains so."""
    state = position(lines={"LSWR": "R6 Q7 P6 P5", "GWR": "P3"}, autonomous="GWR")
    state = drive(state, "LSWR", "P4")
    assert line_of(state, "LSWR").engine == -1
    assert line_of(state, "GWR").autonomous
    assert told(state, TownPaid) == []
