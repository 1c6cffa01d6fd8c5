"""R13 Routes and running trains."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace

from tests.rules.g1861.position import (
    accepts,
    company,
    found,
    minor,
    offers,
    operating,
    own,
    play,
    position,
    price,
    refused,
    state_railway,
    told,
)
from tests.rules.g1861.rails import track
from trainshed.core import IllegalAction, Match, Reader, language, loads
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Earned, Run, WhyNot
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.run import Running, best_run, quick_run
from trainshed.games.g1861.state import State

Edition = Literal["jklm", "reprint"]

RECORDS = Path(__file__).parents[2] / "records"

TO_NIZHNII = "H8=637 I7=8:5 J8=8:2 K7=208:1"
"""The green Moscow, and a line to the green Nizhnii Novgorod."""
TO_TSARITSYN = "I9=8 I11=9 I13=14 I15=8:3 J16=9:2 K17=14:2"
"""A line from the same circle of Moscow through Voronezh to Tsaritsyn."""
MOSCOW_LOOP = "H8=637 H10=58:3 I11=8:2 J10=8:1 J8=8 I7=8:5"
"""A line from one circle of Moscow to another one."""
TO_POLAND = "B4=201:5 B6=9 B8=58:1"
"""A line from Riga through Vilna to Poland."""
WEST = (
    "C17=9:1 D16=8:1 D14=636 D12=9 D10=8:4 E9=63 F8=8:5 G9=8:2 H8=639 E1=642 B8=3:3 B6=9 B4=801:4"
)
"""A line from Romania through Kiev, Smolensk, Moscow, Tver, St Petersburg and Vilna to Riga."""
ALL_WEST = "B18-D14-E9-H8-G5-E1-B8-B4"
TO_EKATERINBURG = "I7=8:5 J8=9:2 K9=9:2 L10=8:2 M9=4:1 N8=9:1 O7=8:1 O5=8:4 P4=9:1"
"""A line from Moscow to Ekaterinburg through Simbirsk, without any city."""


def running(
    tiles: str, at: str, *trains: str, phase: int = 3, others: tuple[str, ...] = ()
) -> State:
    """The major NW with its stations, about to run; the majors SE and SW stand in others."""
    state = track(position(phase=phase), tiles)
    state = found(state, "NW", shares={0: 3}, at=at.split(), trains=trains)
    for name, place in zip(("SE", "SW"), others, strict=False):
        state = found(state, name, shares={1: 3}, at=place.split(), trains=(str(phase),))
    return operating(state, "NW", "run")


def order(*routes: str) -> str:
    """The line that runs these routes."""
    return "run [" + ",".join(f'"{route}"' for route in routes) + "]"


def income(state: State, *routes: str) -> int:
    """What the routes bring."""
    [earned] = told(play(state, order(*routes)), Earned)[:1]
    return earned.revenue


def example(options: Options | None = None) -> State:
    """M-NN of the rulebook's figure, with a 2 and a 3."""
    state = track(position(phase=3, options=options), f"{TO_NIZHNII} {TO_TSARITSYN}")
    return operating(minor(state, "MNN", trains=("2", "3")), "MNN", "run")


# R13.1 A route


@pytest.mark.rule("1861", "R13.1")
def test_a_route_joins_two_stops() -> None:
    """One is not enough."""
    assert accepts(example(), order("2:H8.2-K7"))
    assert refused(example(), order("2:H8.2")) == "R13.1"


@pytest.mark.rule("1861", "R13.1")
def test_a_route_needs_a_station_of_the_company() -> None:
    """Voronezh to Tsaritsyn is a line without one."""
    assert refused(example(), order("2:I13-K17")) == "R13.1"


@pytest.mark.rule("1861", "R13.1")
def test_the_line_is_unbroken() -> None:
    """No track leads from Nizhnii Novgorod to Voronezh but through Moscow."""
    assert refused(example(), order("3:H8.2-K7-I13")) == "R13.1"
    assert accepts(example(), order("3:K7-H8.2-I13"))


# R13.2 Nothing twice


@pytest.mark.rule("1861", "R13.2")
def test_a_route_does_not_come_to_another_circle_of_the_same_city() -> None:
    """Q49 From Moscow through Tula to Moscow."""
    state = running(MOSCOW_LOOP, "H8.0", "3")
    assert refused(state, order("3:H8.0-H10-H8.2")) == "R13.2"
    assert income(state, "3:H8.0-H10") == 60


@pytest.mark.rule("1861", "R13.2")
def test_a_route_does_not_come_to_a_town_twice() -> None:
    """A loop of track at Tula."""
    state = running("H10=87:3 I11=7:1 H12=7:3", "H8.0", "3")
    assert accepts(state, order("3:H8.0-H10"))
    assert not accepts(state, order("3:H8.0-H10-H10"))


@pytest.mark.rule("1861", "R13.2")
@pytest.mark.rule("1861", "R13.5")
def test_a_route_does_not_come_to_a_red_area_twice() -> None:
    """Q50 From Riga there is a line to Poland at A9 and another one at A11."""
    tiles = f"{TO_POLAND} D6=7:1 C7=17 C9=58:1 B10=9:1"
    state = running(tiles, "B4", "6", phase=6)
    assert income(state, "6:A9-B8-B4-C5-C9") == 70 + 10 + 30 + 10 + 10
    assert income(state, "6:A11-C9-C5-B4-B8") == 70 + 10 + 10 + 30 + 10
    assert refused(state, order("6:A9-B8-B4-C5-C9-A11")) == "R13.2"


# R13.3 Track


@pytest.mark.rule("1861", "R13.3")
def test_two_routes_share_no_track() -> None:
    """Both trains would leave Moscow for Voronezh."""
    assert not accepts(example(), order("2:H8.2-I13", "3:H8.2-I13-K17"))


@pytest.mark.rule("1861", "R13.3")
def test_two_routes_share_stops() -> None:
    """Both begin in Moscow, on different track."""
    assert accepts(example(), order("2:H8.2-K7", "3:H8.2-I13-K17"))


@pytest.mark.rule("1861", "R13.3")
def test_not_even_the_common_piece_of_a_junction() -> None:
    """North of Voronezh the lines to Tula and Nizhnii Novgorod part."""
    state = running("I13=57 I11=25 H10=58:3 J10=8:1 J8=8:4", "I13", "2", "3")
    assert accepts(state, order("2:I13-K7"))
    assert accepts(state, order("3:I13-H10-H8.0"))
    assert refused(state, order("2:I13-K7", "3:I13-H10-H8.0")) == "R13.3"


@pytest.mark.rule("1861", "R13.3")
def test_a_route_does_not_turn_round_on_a_junction() -> None:
    """From Moscow to Nizhnii Novgorod it would use the piece south of the junction twice."""
    state = running("I13=57 I11=25 H10=58:3 J10=8:1 J8=8:4", "K7", "3")
    assert not accepts(state, order("3:K7-H10-H8.0"))


# R13.4 Closed cities


@pytest.mark.rule("1861", "R13.4")
def test_a_route_may_end_in_a_closed_city_but_not_pass() -> None:
    """MV has the only circle of the yellow Voronezh."""
    tiles = TO_TSARITSYN.replace("I13=14", "I13=57")
    state = minor(track(position(phase=3), f"H8=637 {tiles}"), "MV", trains=("3",))
    state = operating(minor(state, "MNN", trains=("3",)), "MNN", "run")
    assert income(state, "3:H8.2-I13") == 70
    assert not accepts(state, order("3:H8.2-I13-K17"))


@pytest.mark.rule("1861", "R13.4")
def test_a_city_with_a_free_circle_is_open() -> None:
    """The green Voronezh has two circles."""
    state = running(f"H8=637 {TO_TSARITSYN}", "H8.2", "3", others=("I13",))
    assert income(state, "3:H8.2-I13-K17") == 110
    state = running(f"H8=637 {TO_TSARITSYN}", "H8.2", "3", others=("I13", "I13"))
    assert not accepts(state, order("3:H8.2-I13-K17"))


@pytest.mark.rule("1861", "R13.4")
def test_a_city_with_an_own_station_is_open() -> None:
    """Its other circle is SE's."""
    state = running(f"H8=637 {TO_TSARITSYN}", "H8.2 I13", "3", others=("I13",))
    assert income(state, "3:H8.2-I13-K17") == 110


@pytest.mark.rule("1861", "R13.4")
@pytest.mark.parametrize(("others", "open_"), [(("H8.0", "H8.1"), True), (("H8.2",), False)])
def test_circles_that_are_not_joined_are_cities_of_their_own(
    others: tuple[str, ...],
    open_: bool,  # noqa: FBT001
) -> None:
    """The line from Nizhnii Novgorod to Voronezh passes the eastern circle of Moscow."""
    state = running(f"{TO_NIZHNII} {TO_TSARITSYN}", "K7", "3", others=others)
    assert accepts(state, order("3:K7-H8.2")) is True
    assert accepts(state, order("3:K7-H8.2-I13")) is open_


@pytest.mark.rule("1861", "R13.4")
def test_the_brown_moscow_is_one_city() -> None:
    """Of its three circles one is free."""
    tiles = f"{TO_NIZHNII} {TO_TSARITSYN}".replace("637", "638")
    state = running(tiles, "K7", "5", phase=5, others=("H8", "H8"))
    assert income(state, "5:K7-H8-I13-K17") == 40 + 70 + 30 + 30


# R13.5 Red areas


@pytest.mark.rule("1861", "R13.5")
def test_a_route_ends_in_a_red_area() -> None:
    """It cannot come out of Poland again to Minsk."""
    state = running(f"{TO_POLAND} B10=8:2 C9=58:1", "B4", "4", phase=4)
    assert income(state, "4:B4-B8-A9") == 30 + 10 + 40
    assert not accepts(state, order("4:B4-B8-A9-C9"))


# R13.6 Numbered trains


@pytest.mark.rule("1861", "R13.6")
def test_a_train_is_paid_for_as_many_stops_as_its_number() -> None:
    """A 2 cannot run through a city in the middle, a 3 can."""
    assert refused(example(), order("2:H8.2-I13-K17")) == "R13.6"
    assert income(example(), "3:H8.2-I13-K17") == 110


@pytest.mark.rule("1861", "R13.6")
@pytest.mark.parametrize(("train", "revenue"), [("2", 80), ("3", 90), ("4", 90)])
def test_a_town_may_be_passed_without_stopping(train: str, revenue: int) -> None:
    """Q51 A 2 runs from Moscow to St Petersburg and skips Tver, a 3 does not need to."""
    state = running("", "H8.1", train, phase=4 if train == "4" else 3)
    assert income(state, f"{train}:H8.1-G5-E1.1") == revenue


@pytest.mark.rule("1861", "R13.6")
def test_what_is_left_of_the_number_is_used_for_towns() -> None:
    """A 3 is paid for two cities and one of the two towns between them."""
    state = running("H10=3:2 G9=7:5 G11=9 G13=4 G15=621", "H8.0", "3")
    assert income(state, "3:H8.0-H10-G13-G15") == 40 + 10 + 30


@pytest.mark.rule("1861", "R13.6")
def test_towns_are_stops_as_well() -> None:
    """A 2 runs from Moscow to Tula; a 2 that passes two towns is paid for one."""
    state = running("H10=3:2 G9=7:5 G11=9 G13=4", "H8.0", "2")
    assert income(state, "2:H8.0-H10") == 50
    assert income(state, "2:H8.0-H10-G13") == 50


@pytest.mark.rule("1861", "R13.6")
def test_a_red_area_takes_one_of_the_stops() -> None:
    """A 2 runs from Riga to Poland; two cities and Poland need a 3."""
    state = running(TO_POLAND, "B4", "2")
    assert income(state, "2:B4-B8-A9") == 30 + 40


# R13.7 The 2+2


@pytest.mark.rule("1861", "R13.7")
def test_a_2_plus_2_doubles_two_stops() -> None:
    """Moscow and St Petersburg, without Tver."""
    assert income(running("", "H8.1", "2+2", phase=8), "2+2:H8.1-G5-E1.1") == 160


@pytest.mark.rule("1861", "R13.7")
def test_a_2_plus_2_does_not_pass_a_city() -> None:
    """It runs like a 2."""
    state = running(f"H8=637 {TO_TSARITSYN}", "H8.2", "2+2", phase=8)
    assert income(state, "2+2:H8.2-I13") == 160
    assert refused(state, order("2+2:H8.2-I13-K17")) == "R13.6"


# R13.8 The 5+5E


@pytest.mark.rule("1861", "R13.8")
def test_a_5_plus_5e_leaves_out_cities_but_not_a_red_area() -> None:
    """Q52 Smolensk at 40 is left out rather than Romania at 30."""
    state = running(WEST, "B4", "5+5E", phase=8)
    assert income(state, f"5+5E:{ALL_WEST}") == 2 * (30 + 50 + 100 + 70 + 50)


@pytest.mark.rule("1861", "R13.8")
def test_a_5_plus_5e_is_paid_for_an_own_station() -> None:
    """Q52 Smolensk must be among the five if NW has no other station."""
    state = running(WEST, "E9", "5+5E", phase=8)
    assert income(state, f"5+5E:{ALL_WEST}") == 2 * (30 + 40 + 100 + 70 + 50)


@pytest.mark.rule("1861", "R13.8")
def test_a_5_plus_5e_is_stopped_by_closed_cities() -> None:
    """Q52 Both circles of Smolensk are taken."""
    state = running(WEST, "B4", "5+5E", phase=8, others=("E9", "E9"))
    assert not accepts(state, order(f"5+5E:{ALL_WEST}"))
    assert income(state, "5+5E:E9-H8-G5-E1-B8-B4") == 2 * (40 + 100 + 10 + 70 + 50)


@pytest.mark.rule("1861", "R13.8")
def test_a_5_plus_5e_needs_two_stops_and_may_use_towns() -> None:
    """Moscow, Tver and St Petersburg at double value."""
    state = running(WEST, "H8", "5+5E", phase=8)
    assert income(state, "5+5E:H8-G5-E1") == 2 * (100 + 10 + 70)
    assert not accepts(state, order("5+5E:H8"))


@pytest.mark.rule("1861", "R13.8")
def test_an_8_may_not_leave_out_cities() -> None:
    """It is paid for all eight stops instead; a 5 cannot run there."""
    state = running(WEST, "B4", "8", "5", phase=8)
    assert income(state, f"8:{ALL_WEST}") == 30 + 50 + 40 + 100 + 10 + 70 + 10 + 50
    assert not accepts(state, order(f"5:{ALL_WEST}"))


# R13.9 Values

AREAS = {
    "Poland": ("B4", TO_POLAND, "B4-B8-A9", 30, (30, 40, 40, 50, 70, 70, 70)),
    "Romania": ("D20", "D20=201:1 C19=9:2", "D20-B18", 30, (10, 20, 20, 30, 30, 30, 30)),
    "Caucasus": ("I19", "I19=57", "I19-I21", 20, (10, 20, 20, 40, 60, 60, 60)),
    "Central Asia": ("P8", "P8=57 P10=8:3", "P8-Q11", 20, (10, 20, 20, 30, 40, 40, 40)),
}
"""For each area a home, its line, its route, the value of the city and those of the area."""


@pytest.mark.rule("1861", "R13.9")
@pytest.mark.parametrize("phase", range(2, 9))
@pytest.mark.parametrize("area", AREAS)
def test_the_value_of_a_red_area(area: str, phase: int) -> None:
    """Q55 Four values, by phase."""
    home, tiles, route, city, values = AREAS[area]
    state = running(tiles, home, str(phase), phase=phase)
    town = 10 if area == "Poland" and phase > 2 else 0
    assert income(state, f"{phase}:{route}") == city + town + values[phase - 2]


@pytest.mark.rule("1861", "R13.9")
@pytest.mark.parametrize(
    ("moscow", "at", "value"),
    [("", "H8.1", 40), ("H8=637", "H8.1", 50), ("H8=638", "H8", 70), ("H8=639", "H8", 100)],
)
def test_a_city_is_worth_what_its_tile_shows(moscow: str, at: str, value: int) -> None:
    """Moscow from 40 to 100, with Tver at 10."""
    state = running(moscow, at, "6", phase=6)
    assert income(state, f"6:{at}-G5") == value + 10


@pytest.mark.rule("1861", "R13.9")
def test_the_green_kiev_is_worth_40() -> None:
    """Q104 Tile 635."""
    state = running("D14=635 E13=58:1", "D14.2", "3")
    assert income(state, "3:D14.2-E13") == 50


# R13.10 Ekaterinburg


@pytest.mark.rule("1861", "R13.10")
def test_ekaterinburg_is_worth_40_more_together_with_moscow() -> None:
    """Q53 On one route."""
    state = running(TO_EKATERINBURG, "Q3", "3")
    assert income(state, "3:Q3-M9") == 40 + 10
    assert income(state, "3:Q3-M9-H8.2") == 40 + 10 + 40 + 40


@pytest.mark.rule("1861", "R13.10")
def test_the_train_2_gets_it_as_well() -> None:
    """Simbirsk is skipped."""
    assert income(running(TO_EKATERINBURG, "Q3", "2"), "2:Q3-M9-H8.2") == 120


@pytest.mark.rule("1861", "R13.10")
@pytest.mark.parametrize(("train", "revenue"), [("2+2", 360), ("5+5E", 380)])
def test_double_trains_double_this_too(train: str, revenue: int) -> None:
    """Q53 With the grey Moscow, 2 x (100 + 80) and with Simbirsk 20 more."""
    state = running(f"H8=639 {TO_EKATERINBURG}", "Q3", train, phase=8)
    assert income(state, f"{train}:Q3-M9-H8") == revenue


@pytest.mark.rule("1861", "R13.10")
def test_a_5_plus_5e_stops_in_ekaterinburg_because_of_it() -> None:
    """Q53 At 40 it would be left out; with Moscow it is worth more than Riga or Samara at 50."""
    east = "P6=9:1 O7=9:1 N8=8:4 N10=623 M9=58:5 L10=7:3 L8=8 K7=623 J8=8:2 I7=8:5"
    west = "H8=639 E1=642 B8=3:3 B6=9 B4=801:4"
    state = running(f"{east} {west}", "B4", "5+5E", phase=8)
    best = 2 * (40 + 40 + 50 + 100 + 70 + 50)
    assert income(state, "5+5E:Q3-N10-M9-K7-H8-G5-E1-B8-B4") == best


# R13.11 Privates


@pytest.mark.rule("1861", "R13.11")
@pytest.mark.parametrize(
    ("owned", "revenue"), [((), 80), (("MYR",), 90), (("MYR", "MRR"), 100), (("BSS", "TSR"), 80)]
)
def test_a_private_brings_10_on_a_route_to_its_place(owned: tuple[str, ...], revenue: int) -> None:
    """Q54 Those of two privates for Moscow add up."""
    state = minor(position(phase=3), "N", trains=("2",))
    for private in owned:
        state = own(state, private, "N")
    assert income(operating(state, "N", "run"), "2:H8.1-G5-E1.1") == revenue


@pytest.mark.rule("1861", "R13.11")
def test_the_bonus_comes_with_each_route() -> None:
    """Q54 Two routes to Moscow bring 20."""
    assert income(own(example(), "MYR", "MNN"), "2:H8.2-K7", "3:H8.2-I13-K17") == 220


@pytest.mark.rule("1861", "R13.11")
@pytest.mark.parametrize(("train", "revenue"), [("2+2", 170), ("5+5E", 190)])
def test_the_bonus_is_never_doubled(train: str, revenue: int) -> None:
    """Q54 10 also for the 2+2 and the 5+5E."""
    state = own(running("", "H8.1", train, phase=8), "MYR", "NW")
    assert income(state, f"{train}:H8.1-G5-E1.1") == revenue


@pytest.mark.rule("1861", "R13.11")
@pytest.mark.parametrize(
    ("private", "home", "tiles", "route", "revenue"),
    [
        ("BSS", "D20", "D20=201:1 C19=9:2", "3:D20-B18", 50),
        ("WVR", "B4", TO_POLAND, "3:B4-B8-A9", 80),
    ],
)
def test_odessa_and_poland_have_privates_too(
    private: str, home: str, tiles: str, route: str, revenue: int
) -> None:
    """10 more for the Black Sea company in Odessa and the Warsaw-Vienna in Poland."""
    state = running(tiles, home, "3")
    assert income(state, route) == revenue
    assert income(own(state, private, "NW"), route) == revenue + 10


@pytest.mark.rule("1861", "R13.11")
@pytest.mark.parametrize("owner", [0, "SE"])
def test_the_private_must_belong_to_the_company_itself(owner: int | str) -> None:
    """Not to its director, nor to another company."""
    state = own(running("", "H8.1", "2", others=("H8.0",)), "MYR", owner)
    assert income(state, "2:H8.1-G5-E1.1") == 80


@pytest.mark.rule("1861", "R13.11")
def test_the_place_must_be_on_the_route() -> None:
    """From Riga there is no bonus of Moscow."""
    assert income(own(running(TO_POLAND, "B4", "3"), "MYR", "NW"), "3:B4-B8") == 40


@pytest.mark.rule("1861", "R13.11")
def test_the_state_railway_gets_the_bonus() -> None:
    """Q54 Its run to Moscow with Tver is worth 90 + 10."""
    state = state_railway(position(phase=4), trains=("4",), at=("E1.1",))
    state = play(operating(own(state, "MYR", "RSR"), "RSR", "run"), order("4:E1.1-G5-H8.1"))
    assert told(state, Earned)[0].revenue == 100


# R13.12 The income


@pytest.mark.rule("1861", "R13.12")
def test_the_example_of_the_rulebook() -> None:
    """M-NN runs for 90 with its 2 and for 110 with its 3: 200 in all, half of it its own."""
    state = play(example(), order("2:H8.2-K7", "3:H8.2-I13-K17"))
    assert told(state, Earned)[0].revenue == 200
    assert company(state, "MNN").cash == 100


@pytest.mark.rule("1861", "R13.12")
def test_the_best_income_is_offered() -> None:
    """In the example it is the one that the rulebook names."""
    best = max(income(example(), *_routes(line)) for line in offers(example(), "run"))
    assert best == 200


@pytest.mark.rule("1861", "R13.12")
@pytest.mark.parametrize("edition", ["jklm", "reprint"])
def test_the_best_income_has_to_be_declared(edition: Edition) -> None:
    """Q56 Less is refused, and so is a train that stays where it is."""
    state = example(Options(edition=edition))
    for routes in (["3:H8.2-K7"], ["2:H8.2-I13"], ["3:H8.2-K7", "2:H8.2-I13"]):
        assert refused(state, order(*routes)) == "R13.12"
    with pytest.raises(IllegalAction) as caught:
        GAME.play(state, GAME.read(order("3:H8.2-K7")))
    assert caught.value.why == WhyNot("R13.12", "not-best", ("₽200", "₽90"))
    assert income(state, "2:H8.2-K7", "3:H8.2-I13-K17") == 200


@pytest.mark.rule("1861", "R13.12")
def test_any_run_that_earns_as_much_as_the_best_will_do() -> None:
    """Q56 Whichever way round its routes are declared."""
    assert income(example(Options()), "3:K17-I13-H8.2", "2:K7-H8.2") == 200


@pytest.mark.rule("1861", "R13.12")
def test_a_run_for_those_in_a_hurry_is_legal() -> None:
    """Q56 Where the best is asked for it is the best."""
    for options in (Options(), Options(declare="free")):
        state = example(options)
        assert GAME.play(state, Running(NUMBER["MNN"]).quick(state)) is not state


@pytest.mark.rule("1861", "R13.12")
@pytest.mark.parametrize("edition", ["jklm", "reprint"])
def test_by_option_any_legal_routes_are_accepted(edition: Edition) -> None:
    """Q56 A director may overlook the better run."""
    state = example(Options(edition=edition, declare="free"))
    assert income(state, "3:H8.2-K7") == 90
    assert income(state, "2:H8.2-I13") == 80


@pytest.mark.rule("1861", "R13.12")
@pytest.mark.parametrize("edition", ["jklm", "reprint"])
@pytest.mark.parametrize("declare", ["best", "free"])
def test_a_company_with_a_train_and_a_route_must_run(
    edition: Edition, declare: Literal["best", "free"]
) -> None:
    """Q56 To declare nothing is refused by every option."""
    state = example(Options(edition=edition, declare=declare))
    with pytest.raises(IllegalAction) as caught:
        GAME.play(state, Run())
    assert caught.value.why == WhyNot("R13.12", "must-run", ("MNN",))


@pytest.mark.rule("1861", "R13.12")
def test_without_a_proof_as_much_as_was_found_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Q56 Less is refused, more is welcome, and the answers say that it may be had."""
    found = best_run(example(), NUMBER["MNN"])
    less = replace(found, routes=found.routes[1:], revenue=110, optimal=False)
    state = example(Options())
    for module in ("run", "words", "questions"):
        there = import_module(f"trainshed.games.g1861.{module}")
        monkeypatch.setattr(there, "best_run", lambda *_: less)
    english = Reader(language("en"), ["A", "B", "C"])
    for routes, revenue in ((["3:H8.2-I13-K17"], 110), (["2:H8.2-K7", "3:H8.2-I13-K17"], 200)):
        run = GAME.read(f"{order(*routes)} unproved")
        assert english.read(GAME.label(run, state)) == f"₽{revenue}, best found"
        assert "Not proved to be the best" in english.read(GAME.words(run, state))
        for one in (run, replace(run, proof=None)):
            assert GAME.play(state, one).news[0] == Earned("MNN", revenue)
    assert str(GAME.actions(state)[0]).endswith(" unproved")
    with pytest.raises(IllegalAction) as caught:
        GAME.play(state, GAME.read(order("2:H8.2-K7")))
    assert caught.value.why == WhyNot("R13.12", "not-best-found", ("₽110", "₽90"))
    question = GAME.words(Running(NUMBER["MNN"]), state)
    assert "may be something better" in english.read(question)


@pytest.mark.rule("1861", "R13.12")
@pytest.mark.parametrize("declare", ["best", "free"])
def test_the_word_for_a_lack_of_proof_decides_nothing(declare: Literal["best", "free"]) -> None:
    """Q56 How far a search went makes no line illegal that earns enough."""
    state = example(Options(declare=declare))
    best = GAME.actions(state)[0]
    assert isinstance(best, Run)
    assert best.proof is None
    doubted = replace(best, proof="unproved")
    assert GAME.why(state, doubted) is None
    assert GAME.play(state, doubted) == GAME.play(state, best)


@pytest.mark.rule("1861", "R13.12")
def test_what_was_begun_without_the_option_is_free() -> None:
    """Q56 A record, a table and a state of earlier laws do not name it; a new game has the best."""
    assert GAME.start().best_runs
    assert GAME.read_options({}) == Options() == Options(declare="best")
    assert GAME.recorded_options({"edition": "reprint"}, 1) == Options("reprint", declare="free")
    assert GAME.recorded_options({"declare": "best"}, 2) == Options()
    record = loads((RECORDS / "1861-3-random.record").read_text(encoding="utf-8"))
    assert "declare" not in record.options
    assert not Match.replay(GAME, record, at=3).state.best_runs
    kept = GAME.encode(GAME.start()).decode()
    assert '"best_runs":true' in kept
    earlier = kept.replace(',"best_runs":true', "").replace(',"declare":"best"', "")
    assert not GAME.decode(earlier).best_runs


@pytest.mark.rule("1861", "R13.12")
def test_each_train_runs_once() -> None:
    """There is only one 2, and no 4."""
    assert not accepts(example(), order("2:H8.2-K7", "2:H8.2-I13"))
    assert not accepts(example(), order("4:H8.2-I13-K17"))


@pytest.mark.rule("1861", "R13.12")
@pytest.mark.parametrize("trains", [(), ("3",)])
def test_without_train_or_route_the_income_is_zero(trains: tuple[str, ...]) -> None:
    """The price of the minor falls."""
    state = minor(position(phase=3), "KR", 100, trains=trains, cash=300)
    state = operating(state, "KR", "run")
    if offers(state, "run"):
        state = play(state, min(f"run {line}" for line in offers(state, "run")))
    assert price(state, "KR") == 90


@pytest.mark.rule("1861", "R13.12")
def test_trains_run_wherever_some_routes_are_found() -> None:
    """Whether there is a route is known before one is looked for."""
    record = loads((RECORDS / "1861-3-random.record").read_text(encoding="utf-8"))
    runs = []
    for move in Match.replay(GAME, record).history[::20]:
        for number, one in enumerate(move.after.companies):
            if one.trains:
                runs.append(quick_run(move.after, number).revenue > 0)
                assert Running(number).possible(move.after) == runs[-1]
    assert min(runs.count(True), runs.count(False)) > 5


@pytest.mark.rule("1861", "R13.12")
def test_track_to_another_circle_of_the_same_city_is_no_route() -> None:
    """A loop through plain hexes leads from Moscow to Moscow and to nothing else."""
    state = running("H8=637 H6=7:5 I7=7:1", "H8.2", "3")
    assert not offers(state, "run")


def _routes(line: str) -> list[str]:
    """The routes of an offer."""
    return line.strip("[]").split(",")
