"""R8 Income in play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.rocket.position import (
    drive,
    money,
    play,
    position,
    shares_of,
    some_towns,
    told,
    towns_of,
)
from trainshed.core import Seat
from trainshed.games.rocket import GAME
from trainshed.games.rocket.actions import CityPaid, Merged, Reached, TownPaid
from trainshed.games.rocket.state import Options, State

PLACES = ["K1", "M2", "M4", "M6", "M8", "M10"]


def reach_gloucester(markers: list[int]) -> State:
    """GWR goes to O3 beside Gloucester, of which the players have so many markers."""
    pile = ["Gloucester:steel", "Gloucester:steel", "Gloucester:textiles"]
    held = {seat: " ".join(pile.pop() for _ in range(n)) for seat, n in enumerate(markers)}
    return play(position(seats=len(markers), markers=held), "drive GWR O3")


def reach_cambridge(towns: int, stations: list[int]) -> State:
    """LNWR goes to M10 beside Cambridge, then serves so many towns and has these stations."""
    places = list(PLACES)
    state = position(
        seats=len(stations),
        lines={"LNWR": "J1 K1 L1 M2 M3 M4 M5 M6 M7 M8 M9"},
        towns={"LNWR": some_towns(towns - 1, without="Cambridge")},
        stations={
            seat: " ".join(places.pop() for _ in range(n)) for seat, n in enumerate(stations)
        },
    )
    return drive(state, "LNWR", "M10")


@pytest.mark.rule("rocket", "R8.1")
def test_a_town_is_connected_when_the_engine_arrives_beside_it() -> None:
    """LSWR on its way: Southampton at once, Reading from Q7, Swindon from P5."""
    served = []
    state = position()
    for hex_, place in [("R6", "K5"), ("Q7", "K9"), ("P6", "N10"), ("P5", "H4")]:
        state = drive(state, "LSWR", hex_)
        served.append([item.town for item in told(state, Reached)])
        state = play(state, f"place {place}")
    assert served == [["Southampton"], ["Reading"], [], ["Swindon"]]
    assert towns_of(state, "LSWR") == {"Southampton", "Reading", "Swindon"}


@pytest.mark.rule("rocket", "R8.1")
def test_a_connection_is_for_ever() -> None:
    """GWR drives away from Bristol and still serves it."""
    state = drive(position(lines={"GWR": "P3 Q4 Q5"}), "GWR", "Q6")
    assert towns_of(state, "GWR") == {"Bristol", "Salisbury"}


@pytest.mark.rule("rocket", "R8.1")
def test_start_towns_of_other_lines_count() -> None:
    """LSWR comes to Q2 beside Bristol, which GWR has left."""
    state = drive(position(lines={"GWR": "P3 P4", "LSWR": "S5 S4 S3 R2"}), "LSWR", "Q2")
    assert towns_of(state, "LSWR") == {"Southampton", "Salisbury", "Bristol"}


@pytest.mark.rule("rocket", "R8.2")
def test_the_only_holder_of_a_marker_gets_2000() -> None:
    """The rulebook's example: André has the only marker of Gloucester."""
    state = reach_gloucester([1, 0, 0])
    assert money(state) == [2000, 0, 0]
    assert told(state, CityPaid) == [CityPaid(city="Gloucester", line="GWR", amounts=(2000, 0, 0))]
    assert towns_of(state, "GWR") == {"Bristol", "Gloucester"}


@pytest.mark.rule("rocket", "R8.2")
def test_the_second_in_a_city_gets_1000() -> None:
    """Two markers against one, whatever goods they show."""
    assert money(reach_gloucester([2, 1, 0])) == [2000, 1000, 0]


@pytest.mark.rule("rocket", "R8.2")
def test_all_three_markers_bring_no_more_than_the_first_place() -> None:
    """Nobody is second."""
    assert money(reach_gloucester([3, 0])) == [2000, 0]


@pytest.mark.rule("rocket", "R8.2")
def test_markers_of_other_cities_do_not_count() -> None:
    """Only Gloucester's do when Gloucester is reached."""
    held = {0: "Birmingham:steel Birmingham:steel", 1: "Gloucester:steel"}
    assert money(play(position(markers=held), "drive GWR O3")) == [0, 2000, 0]


@pytest.mark.rule("rocket", "R8.3")
def test_a_railway_town_pays_1000_for_each_town_of_the_line() -> None:
    """The rulebook's example: Swindon, Reading and Southampton bring Bernadette 3,000."""
    state = drive(position(lines={"LSWR": "R6 Q7 P6"}, stations={1: "R6"}), "LSWR", "P5")
    assert towns_of(state, "LSWR") == {"Swindon", "Reading", "Southampton"}
    assert money(state) == [0, 3000, 0]
    assert told(state, TownPaid) == [
        TownPaid(town="Swindon", line="LSWR", towns=3, amounts=(0, 3000, 0))
    ]


@pytest.mark.rule("rocket", "R8.3")
@pytest.mark.parametrize("place", ["R6", "Q7", "P6", "P5"])
def test_a_station_counts_anywhere_on_the_line(place: str) -> None:
    """Also below the engine that has just arrived."""
    state = drive(position(lines={"LSWR": "R6 Q7 P6"}, stations={1: place}), "LSWR", "P5")
    assert money(state) == [0, 3000, 0]


@pytest.mark.rule("rocket", "R8.3")
def test_a_station_beside_the_line_does_not_count() -> None:
    """Q5 touches P5, but no engine has entered it."""
    state = drive(position(lines={"LSWR": "R6 Q7 P6"}, stations={1: "Q5", 2: "R6"}), "LSWR", "P5")
    assert money(state) == [0, 0, 3000]


@pytest.mark.rule("rocket", "R8.3")
def test_the_second_in_stations_gets_half() -> None:
    """Half of 4,000."""
    state = drive(
        position(
            lines={"LNWR": "J1 K1 L1 M2 M3 M4 M5 M6 M7 M8 M9"}, stations={0: "K1 M8", 2: "M4"}
        ),
        "LNWR",
        "M10",
    )
    assert towns_of(state, "LNWR") == {"Shrewsbury", "Gloucester", "Northampton", "Cambridge"}
    assert money(state) == [4000, 0, 2000]


@pytest.mark.rule("rocket", "R8.3")
def test_two_new_railway_towns_pay_separately_with_the_full_count() -> None:
    """LSWR reaches Ashford and Brighton at once: both pay for six towns."""
    state = position(seats=2, lines={"LSWR": "R5 Q6 Q7 Q8 Q9 Q10"}, stations={0: "R5 Q7", 1: "Q9"})
    assert towns_of(state, "LSWR") == {"Southampton", "Salisbury", "Reading", "London"}
    state = drive(state, "LSWR", "R10")
    assert [paid.amounts for paid in told(state, TownPaid)] == [(6000, 3000), (6000, 3000)]
    assert money(state) == [12000, 6000]


@pytest.mark.rule("rocket", "R8.3")
def test_the_station_just_entered_counts_at_once() -> None:
    """GWR enters a station of the second player and reaches Salisbury, its third town."""
    state = position(seats=2, lines={"GWR": "P3 P4"}, stations={0: "P3", 1: "Q5"})
    assert towns_of(state, "GWR") == {"Bristol", "Swindon"}
    state = drive(state, "GWR", "Q5")
    assert money(state) == [2000, 2000]
    assert (state.barons[0].passengers, state.passengers) == (1, 8)


def three_incomes() -> State:
    """LNWR goes to G8: beside Nottingham, Lincoln and GNR."""
    state = position(
        lines={"LNWR": "I3 I4 I5 I6 J6 J7 I8 H8", "GNR": "C8 D8 E8 F7"},
        markers={0: "Nottingham:brewing", 1: "Nottingham:textiles Nottingham:textiles"},
        stations={0: "I4", 2: "J6"},
        shares={"LNWR": [3, 3, 1]},
    )
    assert towns_of(state, "LNWR") == {"Shrewsbury", "Birmingham", "Leicester"}
    return drive(state, "LNWR", "G8")


@pytest.mark.rule("rocket", "R8.4")
def test_big_cities_pay_first_then_railway_towns_then_the_merger() -> None:
    """One move that causes all three."""
    state = three_incomes()
    paid = [item for item in state.news if isinstance(item, CityPaid | TownPaid | Merged)]
    assert [item.amounts for item in paid] == [
        (1000, 2000, 0),
        (3000, 0, 3000),
        (5000, 2000, 0),
    ]
    assert [type(item) for item in paid] == [CityPaid, TownPaid, Merged]


@pytest.mark.rule("rocket", "R8.4")
def test_the_sum_of_three_incomes_and_the_exchange() -> None:
    """Five towns count for the railway town and for the merger."""
    state = three_incomes()
    assert money(state) == [9000, 4000, 3000]
    assert shares_of(state, "GNR") == [2, 1, 0]


@pytest.mark.rule("rocket", "R8.5")
def test_a_city_without_markers_taken_pays_nothing() -> None:
    """Gloucester is reached, and nobody has invested."""
    assert money(reach_gloucester([0, 0])) == [0, 0]


@pytest.mark.rule("rocket", "R8.5")
def test_a_railway_town_pays_nothing_to_a_line_without_stations() -> None:
    """However many towns it serves."""
    assert money(reach_cambridge(6, [0, 0, 0])) == [0, 0, 0]


@pytest.mark.rule("rocket", "R8.5")
def test_who_has_nothing_is_not_second() -> None:
    """One station against none and none."""
    assert money(reach_cambridge(4, [1, 0, 0])) == [4000, 0, 0]


@pytest.mark.rule("rocket", "R8.6")
@pytest.mark.parametrize(
    ("markers", "amounts"),
    [
        ([1, 1, 0], [1000, 1000, 0]),  # 3,000 for two
        ([1, 1, 1], [1000, 1000, 1000]),  # 3,000 for three
    ],
)
def test_ties_for_first_in_a_city(markers: list[int], amounts: list[int]) -> None:
    """They share the first and the second income."""
    assert money(reach_gloucester(markers)) == amounts


@pytest.mark.rule("rocket", "R8.6")
@pytest.mark.rule("rocket", "R8.7")
@pytest.mark.parametrize(
    ("towns", "stations", "amounts"),
    [
        (5, [2, 1, 0], [5000, 2000, 0]),  # 2,500 for the second
        (5, [2, 1, 1], [5000, 1000, 1000]),  # 2,500 for two seconds
        (5, [2, 2, 1], [3000, 3000, 0]),  # 7,500 for two firsts, and no second
        (4, [1, 1, 1], [2000, 2000, 2000]),  # 6,000 for three firsts
        (1, [1, 1], [0, 0]),  # 1,500 for two firsts
        (9, [1, 1, 1, 1], [3000, 3000, 3000, 3000]),  # 13,500 for four firsts
        (8, [3, 1, 1, 1], [8000, 1000, 1000, 1000]),  # 4,000 for three seconds
    ],
)
def test_ties_in_stations(towns: int, stations: list[int], amounts: list[int]) -> None:
    """Firsts share both incomes, seconds share theirs, all rounded down to thousands."""
    assert money(reach_cambridge(towns, stations)) == amounts


@pytest.mark.rule("rocket", "R8.7")
def test_half_of_3000_is_1000() -> None:
    """As in the rulebook's examples."""
    assert money(reach_cambridge(3, [2, 1, 0])) == [3000, 1000, 0]


@pytest.mark.rule("rocket", "R8.8")
def test_a_town_pays_once_for_a_line() -> None:
    """LSWR passes Swindon on P5 and again on P4; GWR passes Gloucester on O3 and N4."""
    state = position(lines={"LSWR": "R6 Q7 P6 P5", "GWR": "Q3"}, stations={0: "R6"})
    state = drive(state, "LSWR", "P4")
    assert told(state, TownPaid) == []
    state = position(lines={"GWR": "O3 O4"}, markers={0: "Gloucester:steel"})
    state = drive(state, "GWR", "N4")
    assert told(state, CityPaid) == []
    assert money(state) == [0, 0, 0]


@pytest.mark.rule("rocket", "R8.8")
def test_another_line_makes_the_town_pay_anew() -> None:
    """GWR serves Reading already when LSWR arrives there."""
    state = position(
        lines={"GWR": "P3 P4 P5 O6 O7", "LSWR": "R6"},
        towns={"GWR": "Bristol Swindon Reading"},
        markers={1: "Reading:steel"},
    )
    assert money(drive(state, "LSWR", "Q7")) == [0, 2000, 0]


@pytest.mark.rule("rocket", "R8.8")
def test_start_towns_never_pay() -> None:
    """LSWR comes to Bristol with a station on the line."""
    lines = {"GWR": "P3 P4", "LSWR": "S5 S4 S3 R2"}
    state = drive(position(lines=lines, stations={0: "S4"}), "LSWR", "Q2")
    assert "Bristol" in towns_of(state, "LSWR")
    assert money(state) == [0, 0, 0]


@pytest.mark.rule("rocket", "R8.9")
def test_money_is_secret() -> None:
    """A player sees his own, and the others' views do not depend on it."""
    poor, rich = position(money=[5000, 0, 1000]), position(money=[5000, 90000, 1000])
    seen = GAME.view(poor, Seat(0))
    assert seen.barons[0].cash == 5000
    assert seen.hidden
    assert seen == GAME.view(rich, Seat(0))
    assert GAME.view(poor, Seat(1)) != GAME.view(rich, Seat(1))
    assert GAME.view(poor, None) == GAME.view(rich, None)


@pytest.mark.rule("rocket", "R8.9")
def test_shares_markers_and_stations_are_open() -> None:
    """Everybody sees them."""
    state = position(
        shares={"GWR": [1, 2, 3]},
        markers={1: "Hull:textiles"},
        stations={2: "K5"},
        money=[0, 7000, 0],
    )
    seen = GAME.view(state, Seat(0))
    hide = [replace(baron, money=(0, 0, 0, 0)) for baron in state.barons]
    assert [replace(baron, money=(0, 0, 0, 0)) for baron in seen.barons] == hide


@pytest.mark.rule("rocket", "R8.9")
def test_with_open_money_everybody_sees_it() -> None:
    """Nothing is hidden."""
    state = position(money=[5000, 90000, 1000], options=Options(open_money=True))
    seen = GAME.view(state, Seat(0))
    assert money(seen) == [5000, 90000, 1000]
    assert seen.hidden == ()


@pytest.mark.rule("rocket", "R8.9")
def test_fortunes_are_shown_at_the_end() -> None:
    """When the game is over, every view has them."""
    state = play(position(autonomous="GWR LSWR L&Y GER GNR SER", money=[1000, 2000, 0]), "place K5")
    assert state.over
    assert money(GAME.view(state, Seat(2))) == [1000, 2000, 0]
