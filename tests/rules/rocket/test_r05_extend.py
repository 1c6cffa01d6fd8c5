"""R5 Extend a line."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    GRID,
    drive,
    engine_of,
    line_of,
    offers,
    play,
    position,
    refused,
    shares_of,
    stations_of,
    told,
    towns_of,
    track_of,
)
from trainshed.core import Seat
from trainshed.games.rocket.actions import Merged, Share
from trainshed.games.rocket.state import State

EAST, NORTH_EAST, WEST, SOUTH_EAST = 0, 1, 3, 5


@pytest.mark.rule("rocket", "R5.1")
@pytest.mark.parametrize(
    ("line", "hexes"),
    [
        ("GWR", {"O3", "P3", "Q2", "Q3"}),
        ("LSWR", {"R5", "R6", "S5", "S7"}),
        ("L&Y", {"D1", "E2", "F1"}),
        ("GER", {"I15", "J14", "K15"}),
        ("LNWR", {"H1", "H2", "I3", "J1", "J2"}),
    ],
)
def test_an_engine_leaves_its_start_town_in_any_direction(line: str, hexes: set[str]) -> None:
    """Every free neighbour is open to it."""
    assert offers(position(), f"drive {line}") == hexes


@pytest.mark.rule("rocket", "R5.1")
def test_only_free_neighbours_are_open_to_a_waiting_engine() -> None:
    """LSWR has absorbed track on R5 before it ever left."""
    state = position(joined={"LSWR": "Q5 R5"}, absorbed={"LSWR": "GWR"})
    assert offers(state, "drive LSWR") == {"R6", "S5", "S7"}


@pytest.mark.rule("rocket", "R5.2")
def test_later_it_goes_to_one_of_three_hexes_ahead() -> None:
    """The rulebook's blue engine on our map: GER heads west on J13."""
    state = position(lines={"GER": "J14 J13"})
    assert offers(state, "drive GER") == {"I13", "J12", "K13"}


@pytest.mark.rule("rocket", "R5.2")
def test_it_cannot_turn_back_or_sharply() -> None:
    """GWR on P3 heads east: O3 and Q3 lie behind it."""
    state = position(lines={"GWR": "P3"})
    assert offers(state, "drive GWR") == {"O4", "P4", "Q4"}
    assert refused(state, "drive GWR O3") == "R5.2"
    assert refused(state, "drive GWR Q3") == "R5.2"


@pytest.mark.rule("rocket", "R5.2")
def test_it_goes_one_hex_at_a_time() -> None:
    """P5 is two hexes ahead."""
    assert refused(position(lines={"GWR": "P3"}), "drive GWR P5") == "R5.2"


@pytest.mark.rule("rocket", "R5.3")
def test_no_engine_enters_a_town() -> None:
    """Norwich lies to the right of GER on J14."""
    state = position(lines={"GER": "J14"})
    assert offers(state, "drive GER") == {"J13", "K14"}
    assert refused(state, "drive GER I14") == "R5.3"


@pytest.mark.rule("rocket", "R5.3")
def test_no_engine_enters_track_or_its_own_start_town_or_leaves_the_map() -> None:
    """LNWR has gone round in a circle: ahead lie its first track, Shrewsbury and Wales."""
    state = position(lines={"LNWR": "J2 K3 L2 L1 K1 J1"})
    assert offers(state, "drive LNWR") == set()
    assert refused(state, "drive LNWR J2") == "R5.3"
    assert refused(state, "drive LNWR I2") == "R5.3"
    assert refused(state, "drive LNWR I1") == "R5.3"


@pytest.mark.rule("rocket", "R5.3")
def test_no_engine_goes_to_sea() -> None:
    """GNR on A9 heads for the sea on all three sides; there are no hexes to name."""
    state = position(lines={"GNR": "B8 A9"})
    assert offers(state, "drive GNR") == set()
    assert refused(state, "drive GNR A10") == "R5.3"


@pytest.mark.rule("rocket", "R5.3")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_station_does_not_block_the_way(owner: int) -> None:
    """Whoever owns it."""
    state = position(lines={"GWR": "P3"}, stations={owner: "P4"})
    assert offers(state, "drive GWR") == {"O4", "P4", "Q4"}
    state = play(state, "drive GWR P4")
    assert engine_of(state, "GWR") == "P4"
    assert stations_of(state, owner) == {"P4"}


def between(*, autonomous: str = "") -> State:
    """Ahead of GWR on Q6: R6 touches waiting LSWR and SER, R5 only LSWR, Q7 only SER."""
    lines = {"GWR": "P3 P4 P5 Q6", "SER": "Q9 Q8 R7"}
    return position(lines=lines, autonomous=autonomous)


@pytest.mark.rule("rocket", "R5.4")
def test_no_engine_goes_beside_two_other_lines() -> None:
    """Q9 touches LSWR on R8 and SER on Q10."""
    lines = {"GER": "O8 P8", "LSWR": "S7 S8 R8", "SER": "R12 Q12 Q11 Q10"}
    state = position(lines=lines)
    assert offers(state, "drive GER") == {"Q8"}
    assert refused(state, "drive GER Q9") == "R5.4"


@pytest.mark.rule("rocket", "R5.4")
def test_several_hexes_of_one_line_are_one_line() -> None:
    """Q8 touches LSWR twice, on R7 and on R8."""
    state = position(lines={"GER": "O8 P8", "LSWR": "S7 R7 R8"})
    assert offers(state, "drive GER") == {"Q8", "Q9"}


@pytest.mark.rule("rocket", "R5.4")
def test_a_waiting_engine_is_a_line() -> None:
    """R6 touches Southampton, where LSWR waits, and SER."""
    assert offers(between(), "drive GWR") == {"Q7", "R5"}
    assert refused(between(), "drive GWR R6") == "R5.4"


@pytest.mark.rule("rocket", "R5.4")
def test_an_autonomous_line_is_a_line() -> None:
    """SER is autonomous, and bars the way all the same."""
    assert refused(between(autonomous="SER"), "drive GWR R6") == "R5.4"


@pytest.mark.rule("rocket", "R5.4")
def test_the_own_track_is_no_other_line() -> None:
    """LNWR passes beside its own beginning without harm."""
    state = position(lines={"LNWR": "J2 K3 L2 L1"})
    state = drive(state, "LNWR", "K1")
    assert track_of(state, "LNWR") == {"J2", "K3", "L2", "L1", "K1"}
    assert told(state, Merged) == []


@pytest.mark.rule("rocket", "R5.5")
@pytest.mark.parametrize(
    ("hex_", "heading", "ahead"),
    [
        ("O4", NORTH_EAST, {"N4"}),
        ("P4", EAST, {"P5", "Q5"}),
        ("Q4", SOUTH_EAST, {"Q5", "R3"}),
    ],
)
def test_the_engine_faces_the_way_it_has_gone(hex_: str, heading: int, ahead: set[str]) -> None:
    """The next player sees the three hexes ahead, but for Gloucester, Swindon and Salisbury."""
    state = play(position(lines={"GWR": "P3"}), f"drive GWR {hex_}", "place K5")
    assert line_of(state, "GWR").heading == heading
    assert offers(state, "drive GWR") == ahead


@pytest.mark.rule("rocket", "R5.6")
def test_whoever_moves_the_engine_takes_a_share() -> None:
    """From the pile on the board."""
    state = play(position(active=1), "drive GWR P3")
    assert shares_of(state, "GWR") == [0, 1, 0]
    assert line_of(state, "GWR").stock == 15
    assert told(state, Share) == [Share(who=Seat(1), line="GWR")]


@pytest.mark.rule("rocket", "R5.6")
def test_an_empty_pile_gives_no_share() -> None:
    """And no supplementary one either."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [5, 6, 5]})
    state = drive(state, "GWR", "P4")
    assert shares_of(state, "GWR") == [5, 6, 5]
    assert line_of(state, "GWR").stock == 0
    assert state.supplementary == 16


@pytest.mark.rule("rocket", "R5.6")
def test_a_share_that_was_missing_is_not_made_up_for() -> None:
    """The veto refills the pile in the same move, yet the active player gets none."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [1, 10, 5]})
    state = play(state, "drive GWR P4", "bid 2 O4", "pass")
    assert shares_of(state, "GWR") == [1, 8, 5]
    assert line_of(state, "GWR").stock == 2


@pytest.mark.rule("rocket", "R5.7")
def test_no_tile_when_the_engine_leaves_its_start_town() -> None:
    """All sixty remain."""
    state = play(position(), "drive GWR P3")
    assert state.tiles == 60
    assert line_of(state, "GWR").bends == ()


@pytest.mark.rule("rocket", "R5.7")
@pytest.mark.parametrize(
    ("hex_", "side"),
    [("P4", EAST), ("O4", NORTH_EAST), ("Q4", SOUTH_EAST)],
)
def test_a_tile_is_laid_on_the_hex_just_left(hex_: str, side: int) -> None:
    """Straight from west to east, or curved to the left or right."""
    state = play(position(lines={"GWR": "P3"}), f"drive GWR {hex_}")
    assert state.tiles == 59
    assert line_of(state, "GWR").bends == ((GRID.number["P3"], WEST, side),)


@pytest.mark.rule("rocket", "R5.7")
def test_the_tile_lies_below_a_station() -> None:
    """The station stays on the line."""
    state = play(position(lines={"GWR": "P3"}, stations={1: "P3"}), "drive GWR P4")
    assert stations_of(state, 1) == {"P3"}
    assert track_of(state, "GWR") == {"P3", "P4"}
    assert state.tiles == 59


@pytest.mark.rule("rocket", "R5.8")
def test_a_line_is_its_engine_and_its_track() -> None:
    """Bristol is served, but no part of the line once the engine has left."""
    state = position()
    assert track_of(state, "GWR") == {"P2"}
    state = play(state, "drive GWR P3")
    assert track_of(state, "GWR") == {"P3"}
    assert towns_of(state, "GWR") == {"Bristol"}


@pytest.mark.rule("rocket", "R5.8")
def test_a_start_town_that_was_left_does_not_merge() -> None:
    """LSWR comes to Q2 beside Bristol, and GWR has gone."""
    state = drive(position(lines={"GWR": "P3 P4", "LSWR": "S5 S4 S3 R2"}), "LSWR", "Q2")
    assert told(state, Merged) == []
    assert engine_of(state, "LSWR") == "Q2"
