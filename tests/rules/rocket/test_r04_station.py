"""R4 Stations."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    drive,
    money,
    offers,
    play,
    position,
    refused,
    stations_of,
)
from trainshed.games.rocket import GAME
from trainshed.games.rocket.state import Options


@pytest.mark.rule("rocket", "R4.1")
def test_a_station_goes_from_the_supply_to_an_empty_hex() -> None:
    """The rulebook's example on our map: Q6 and K5 are free at the beginning."""
    state = position()
    assert {"Q6", "K5"} <= offers(state, "place")
    state = play(state, "place Q6")
    assert stations_of(state, 0) == {"Q6"}


@pytest.mark.rule("rocket", "R4.1")
@pytest.mark.parametrize("town", ["P7", "O5", "S6"])
def test_no_station_on_a_town(town: str) -> None:
    """Neither a big city nor a railway town nor a start town."""
    assert refused(position(), f"place {town}") == "R4.1"


@pytest.mark.rule("rocket", "R4.1")
def test_no_station_on_track_or_below_an_engine() -> None:
    """P3 and P4 are track of GWR, whose engine is on P5."""
    state = position(lines={"GWR": "P3 P4 P5"})
    assert refused(state, "place P3") == "R4.1"
    assert refused(state, "place P4") == "R4.1"
    assert refused(state, "place P5") == "R4.1"


@pytest.mark.rule("rocket", "R4.1")
@pytest.mark.parametrize("owner", [0, 1])
def test_no_station_on_a_station(owner: int) -> None:
    """Whoever owns it."""
    assert refused(position(stations={owner: "K5"}), "place K5") == "R4.1"


@pytest.mark.rule("rocket", "R4.1")
@pytest.mark.parametrize("hex_", ["A0", "O2", "Z9"])
def test_no_station_outside_the_map(hex_: str) -> None:
    """Sea, land outside the game, and no hex at all."""
    refused(position(), f"place {hex_}")


@pytest.mark.rule("rocket", "R4.2")
def test_no_station_beside_a_waiting_engine() -> None:
    """The rulebook's example on our map: R6 touches Southampton, where LSWR waits."""
    state = position()
    assert refused(state, "place R6") == "R4.2"
    assert not offers(state, "place") & {"R5", "R6", "S5", "S7"}


@pytest.mark.rule("rocket", "R4.2")
def test_no_station_beside_an_engine_on_its_way() -> None:
    """Before, behind or at its side."""
    state = position(lines={"GWR": "P3 P4"})
    assert not offers(state, "place") & {"P5", "O4", "Q4", "Q5"}
    assert refused(state, "place Q5") == "R4.2"


@pytest.mark.rule("rocket", "R4.2")
def test_a_start_town_that_the_engine_has_left_keeps_nobody_away() -> None:
    """Q2 touches Bristol, but GWR is far off."""
    assert "Q2" not in offers(position(), "place")
    assert "Q2" in offers(position(lines={"GWR": "P3 P4 P5"}), "place")


@pytest.mark.rule("rocket", "R4.2")
@pytest.mark.parametrize("owner", [0, 1])
def test_no_station_beside_a_station(owner: int) -> None:
    """Not even beside an own one."""
    state = position(stations={owner: "K5"})
    assert not offers(state, "place") & {"K4", "K6", "J5", "L4", "L5"}
    assert refused(state, "place K6") == "R4.2"
    assert {"K3", "K7"} <= offers(state, "place")


@pytest.mark.rule("rocket", "R4.2")
def test_a_station_may_touch_track_and_towns() -> None:
    """O3 touches GWR's track on P3 and the town of Gloucester."""
    assert "O3" in offers(position(lines={"GWR": "P3 P4 P5"}), "place")


@pytest.mark.rule("rocket", "R4.3")
def test_moving_a_station_is_one_action() -> None:
    """It is lifted and put down by the same player, who then has one action left."""
    state = play(position(stations={0: "K5"}), "lift K5")
    assert GAME.actor(state) == 0
    assert {line.split()[0] for line in offers(state)} == {"place"}
    state = play(state, "place Q6")
    assert stations_of(state, 0) == {"Q6"}
    assert GAME.actor(state) == 0
    assert GAME.actor(play(state, "take Hull textiles")) == 1


@pytest.mark.rule("rocket", "R4.3")
def test_a_lifted_station_does_not_stand_in_its_own_way() -> None:
    """It may go to a neighbouring hex."""
    state = play(position(stations={0: "K5"}), "lift K5")
    assert {"K4", "K6", "J5"} <= offers(state, "place")


@pytest.mark.rule("rocket", "R4.3")
def test_a_lifted_station_goes_to_another_hex() -> None:
    """Putting it back would be no move."""
    state = play(position(stations={0: "K5"}), "lift K5")
    assert refused(state, "place K5") == "R4.3"


@pytest.mark.rule("rocket", "R4.3")
def test_a_moved_station_obeys_the_same_conditions() -> None:
    """No towns, nothing beside engines or other stations."""
    state = play(position(stations={0: "K5", 1: "N6"}), "lift K5")
    assert refused(state, "place P7") == "R4.1"
    assert refused(state, "place R6") == "R4.2"
    assert refused(state, "place N7") == "R4.2"


@pytest.mark.rule("rocket", "R4.3")
def test_only_own_stations_are_moved() -> None:
    """K5 is another player's."""
    state = position(stations={0: "Q6", 1: "K5"})
    assert offers(state, "lift") == {"Q6"}
    assert refused(state, "lift K5") == "R4.3"
    assert refused(state, "lift M5") == "R4.3"


@pytest.mark.rule("rocket", "R4.3")
def test_a_player_whose_seven_stations_are_placed_moves_them() -> None:
    """He has none left to place."""
    state = position(stations={0: "D5 F3 H4 K5 K9 N6 N10"})
    assert offers(state, "place") == set()
    state = play(state, "lift N10", "place M12")
    assert stations_of(state, 0) == {"D5", "F3", "H4", "K5", "K9", "N6", "M12"}


@pytest.mark.rule("rocket", "R4.4")
def test_a_station_may_leave_a_line() -> None:
    """P4 is track of GWR."""
    state = position(lines={"GWR": "P3 P4 P5"}, stations={0: "P4 K5"})
    assert offers(state, "lift") == {"P4", "K5"}
    state = play(state, "lift P4", "place Q8")
    assert stations_of(state, 0) == {"K5", "Q8"}
    assert "P4" not in offers(state, "place")


@pytest.mark.rule("rocket", "R4.4")
def test_a_station_below_an_engine_may_leave_too() -> None:
    """P5 is where GWR's engine stands."""
    assert offers(position(lines={"GWR": "P3 P4 P5"}, stations={0: "P5"}), "lift") == {"P5"}


@pytest.mark.rule("rocket", "R4.4")
def test_a_station_that_has_left_counts_no_longer() -> None:
    """LSWR reaches Swindon, and only the station that remained on the line is paid."""
    state = position(lines={"LSWR": "R6 Q7 P6"}, stations={0: "R6", 1: "P6"})
    state = drive(play(state, "lift R6", "place K5"), "LSWR", "P5")
    assert money(state) == [0, 3000, 0]


@pytest.mark.rule("rocket", "R4.4")
def test_with_stations_on_track_fixed_they_stay() -> None:
    """Only stations away from all lines are moved."""
    fixed = Options(stations_on_track_fixed=True)
    lines = {"GWR": "P3 P4 P5"}
    state = position(lines=lines, stations={0: "P3 P5 K5"}, options=fixed)
    assert offers(state, "lift") == {"K5"}
    assert refused(state, "lift P3") == "R4.4"
    assert refused(state, "lift P5") == "R4.4"
