"""R10 Special races."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    accepts,
    asked,
    at_race,
    construction,
    dice,
    offers,
    operation,
    plain_map,
    play,
    told,
    used,
    with_specials,
    with_track,
    with_used,
)
from trainshed.board.hexes import members
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Cancelled, Drawn
from trainshed.games.dampfross.box import Board, board
from trainshed.games.dampfross.state import State

TABLE = [("A7", "H7"), ("E7",), ("P12",), ("G7", "P1"), ("G6>G7",), ("A7",)]
ROW = "A7-B7-C7-D7-E7-F7-G7-H7"
"""From A7 through Ada to Bix."""


def fourth(*paths: str, number: int = 4, races: str = "full", special_draw: str = "once") -> State:
    """Company 0 has this track, and the fourth race is drawn."""
    state = construction(3, sheet=plain_map(special=TABLE), races=races, special_draw=special_draw)
    state = with_track(state, 0, *(paths or (ROW,)))
    return operation(state, races=number - 1)


def special(state: State) -> bool:
    """Whether the race that is drawn is special: one die gives its goal."""
    state = play(state, dice(11))
    return "throw 1" in offers(state)


def drawn(state: State, throw: int) -> int:
    """The special result that is used when this one is thrown."""
    state = play(state, dice(11), f"throw {throw}")
    race = state.race or state.drawn[-1]
    assert race.special
    return race.goal


@pytest.mark.rule("dampfross", "R10.1")
@pytest.mark.parametrize("number", range(1, 22))
def test_six_of_21_races_are_special(number: int) -> None:
    """4, 7, 11, 14, 18 and 21."""
    assert special(fourth(number=number)) == (number in {4, 7, 11, 14, 18, 21})


@pytest.mark.rule("dampfross", "R10.1")
def test_the_seventh_race_in_russia() -> None:
    """A-sched-01 It is special."""
    state = operation(construction(3, map="russia"), races=6)
    assert special(state)


@pytest.mark.rule("dampfross", "R10.1")
@pytest.mark.parametrize(("races", "numbers"), [("12", [4, 7, 11]), ("15", [4, 7, 11, 14])])
def test_in_a_short_game_there_are_those_that_occur(races: str, numbers: list[int]) -> None:
    """Q39 Three or four."""
    found = [n for n in range(1, int(races) + 1) if special(fourth(number=n, races=races))]
    assert found == numbers


@pytest.mark.rule("dampfross", "R10.1")
@pytest.mark.parametrize("number", [4, 7, 11, 14, 18])
def test_ireland_has_none(number: int) -> None:
    """Every race has two numbers."""
    state = construction(3, map="ireland")
    assert not special(operation(state, races=number - 1))
    assert state.board.special == ()


@pytest.mark.rule("dampfross", "R10.2")
def test_the_start_is_drawn_as_usual() -> None:
    """With two dice; for a used number the next one is taken."""
    state = with_used(fourth(), 11)
    state = play(state, "dice 1 1")
    assert state.race is not None
    assert (state.race.start, state.race.special) == (12, True)


@pytest.mark.rule("dampfross", "R10.2")
def test_one_die_gives_the_goal() -> None:
    """Six results with the same chance, when none of them is too near."""
    state = play(fourth("A7-B7-C7-D7", "H7-I7-J7-K7-L7"), "dice 2 1")
    odds = {str(action): chance for action, chance in GAME.odds(state).items()}
    assert set(odds) == {f"throw {pips}" for pips in range(1, 7)}
    assert len(set(odds.values())) == 1


@pytest.mark.rule("dampfross", "R10.2")
def test_the_table_explains_it() -> None:
    """6 stands for A7."""
    state = at_race(fourth(), 11, 6)
    assert told(state, Drawn) == [Drawn(4, "Ada", "Special 6", special=True)]
    assert offers(state, "enter") == {"D7-C7-B7-A7"}


@pytest.mark.rule("dampfross", "R10.3")
@pytest.mark.parametrize(
    ("before", "throw", "result"),
    [((), 3, 3), ((3,), 3, 4), ((6,), 6, 1), ((3, 4, 5, 6), 3, 1), ((1, 2, 3, 4, 6), 6, 5)],
)
def test_each_result_comes_up_once(before: tuple[int, ...], throw: int, result: int) -> None:
    """For a used one the next takes its place, and 6 is followed by 1."""
    state = with_specials(fourth("A7-B7-C7-D7-E7", "G7-H7"), *before)
    assert drawn(state, throw) == result


@pytest.mark.rule("dampfross", "R10.3")
def test_a_result_is_used_when_it_is_drawn() -> None:
    """The same throw gives another one in the seventh race."""
    state = at_race(fourth(), 11, 6)
    while "stay" in offers(state):
        state = play(state, "stay")
    while "stop" in offers(state):
        state = play(state, "stop")
    state = at_race(state, 12, 6, number=7)
    race = state.race or state.drawn[-1]
    assert race.goal == 1


@pytest.mark.rule("dampfross", "R10.3")
def test_with_a_free_draw_the_throw_counts() -> None:
    """Used or not."""
    assert drawn(with_specials(fourth(special_draw="free"), 1, 6), 6) == 6


@pytest.mark.rule("dampfross", "R10.3")
def test_special_results_and_station_numbers_are_two_things() -> None:
    """Only the start's number is used by a special race."""
    assert used(at_race(fourth(), 11, 6)) == {11}


@pytest.mark.rule("dampfross", "R10.4")
def test_each_company_chooses_its_target() -> None:
    """Company 0 goes to A7 and company 1 to Bix, or both to the same."""
    state = construction(3, sheet=plain_map(special=TABLE))
    state = with_track(with_track(state, 0, ROW), 1, "D7-D8", "A7-B7-C7-D7-E7-F7-G7-H7")
    state = at_race(operation(state, races=3), 11, 1)
    assert asked(state) == 0
    west, east = "D7-C7-B7-A7", "D7-E7-F7-G7-H7"
    assert traced(state, west)
    assert traced(state, east)
    state = play(state, f"enter {west}")
    assert asked(state) == 1
    assert traced(state, west)
    assert traced(state, east)


def traced(state: State, path: str) -> bool:
    """Whether a route can be drawn step by step, and is declared with the last step."""
    company = asked(state)
    state = play(state, "trace")
    for hex_ in path.split("-"):
        if not accepts(state, f"step {hex_}"):
            return False
        state = play(state, f"step {hex_}")
    return any(company in train.companies for train in state.trains)


@pytest.mark.rule("dampfross", "R10.5")
def test_some_targets_must_be_entered_from_one_hex() -> None:
    """G7 counts only for those who come from G6."""
    state = at_race(fourth("D7-E7-F7-F6-G6-G7", "F7-G7"), 11, 5)
    assert offers(state, "enter") == {"D7-E7-F7-F6-G6-G7"}
    assert not traced(state, "D7-E7-F7-G7")


@pytest.mark.rule("dampfross", "R10.5")
def test_the_way_there_may_be_the_longer_one() -> None:
    """By F7 one is sooner in G7, and in G6 behind it, but cannot turn there."""
    state = at_race(fourth("D7-E7-F7-F6-F5-G5-G6-G7", "F7-G7"), 11, 5)
    assert asked(state) == 0
    assert offers(state, "enter") == {"D7-E7-F7-F6-F5-G5-G6-G7"}


@pytest.mark.rule("dampfross", "R10.5")
def test_the_way_there_may_lead_through_the_hex() -> None:
    """R11.3 G7 is visited twice, the second time from G6, and no segment is used twice."""
    state = at_race(fourth("D7-E7-F7-G7-H7-H6-G6-G7"), 11, 5)
    assert asked(state) == 0
    assert offers(state, "enter") == {"D7-E7-F7-G7-H7-H6-G6-G7"}


@pytest.mark.rule("dampfross", "R10.5")
def test_a_train_cannot_turn_round_before_its_target() -> None:
    """G6 is reached only through G7, and no segment is used twice: there is no way."""
    state = at_race(fourth("D7-E7-F7-G7-G6"), 11, 5)
    assert told(state, Cancelled) == [Cancelled(4, "apart")]


@pytest.mark.rule("dampfross", "R10.5")
def test_without_that_step_the_target_cannot_be_reached() -> None:
    """There is track to G7, but none from G6."""
    state = at_race(fourth(), 11, 5)
    assert [news.race for news in told(state, Cancelled)] == [4]


@pytest.mark.rule("dampfross", "R10.6")
@pytest.mark.parametrize(
    ("paths", "why"),
    [((ROW,), "track"), ((ROW, "O12-P12"), "apart")],
    ids=["no track", "no way"],
)
def test_the_race_is_cancelled_if_no_target_can_be_reached(
    paths: tuple[str, ...], why: str
) -> None:
    """The start's number and the result are struck out, and the race counts."""
    state = at_race(fourth(*paths), 11, 3)
    assert told(state, Cancelled) == [Cancelled(4, why)]
    assert used(state) == {11}
    assert state.races == 4
    assert drawn(state_after_building(state), 3) == 4


def state_after_building(state: State) -> State:
    """Nobody builds after the fourth race; the seventh is drawn."""
    while "stop" in offers(state):
        state = play(state, "stop")
    return at_seventh(with_used(state))


def at_seventh(state: State) -> State:
    """Two more races are cancelled, and nobody builds."""
    for start, goal in ((24, 31), (25, 32)):
        state = at_race(state, start, goal)
        while "stop" in offers(state):
            state = play(state, "stop")
    return state


@pytest.mark.rule("dampfross", "R10.6")
def test_a_start_without_track_cancels_it_too() -> None:
    """As in R9.5."""
    state = at_race(fourth(), 24, 6)
    assert told(state, Cancelled) == [Cancelled(4, "track")]
    assert used(state) == {24}


@pytest.mark.rule("dampfross", "R10.6")
def test_a_target_that_is_too_near_is_drawn_again() -> None:
    """R9.6 E7 is next to Ada, and nothing else belongs to 2."""
    state = play(fourth(), "dice 1 1")
    assert "throw 2" not in offers(state)


def titles(land: Board, result: int) -> list[str]:
    """The places of a result."""
    return [land.hex_title(goal.hex) for goal in land.special[result - 1]]


def regions(land: Board, result: int) -> set[str]:
    """The countries of a result."""
    letters = {land.region[goal.hex] for goal in land.special[result - 1]}
    return {land.sheet.regions[letter].name for letter in letters}


@pytest.mark.rule("dampfross", "R10.7")
def test_the_table_of_bavaria() -> None:
    """Five neighbours with their connection stations, and the ski places."""
    land = board("bavaria", "", white=True)
    assert [regions(land, n) for n in range(1, 6)] == [
        {"Württemberg"},
        {"Hessen"},
        {"Thüringen"},
        {"Böhmen"},
        {"Österreich"},
    ]
    for result in range(1, 6):
        stations = {
            name
            for name, place in land.sheet.places.items()
            if place.kind == "connection"
            and land.sheet.regions[land.region[land.grid.number[place.hex]]].name
            in regions(land, result)
        }
        assert set(titles(land, result)) == stations
    assert set(titles(land, 6)) == {
        "Oberstdorf",
        "Garmisch-Partenkirchen",
        "Bayrischzell",
        "Reit im Winkl",
        "Berchtesgaden",
    }


@pytest.mark.rule("dampfross", "R10.8")
def test_the_table_of_russia() -> None:
    """Every frontier hex of the countries is a target."""
    land = board("russia", "", white=True)
    letters = ["fe", "lb", "u", "u", "ga", "k"]
    names = [
        {"Finljandija", "Estonija"},
        {"Latvija", "Belorussija"},
        {"Ukraina"},
        {"Ukraina"},
        {"Grusija", "Aserbeidschan"},
        {"Kasachstan"},
    ]
    for result, (some, countries) in enumerate(zip(letters, names, strict=True), start=1):
        assert regions(land, result) == countries
        frontier = {hex_ for hex_ in members(land.frontier) if land.region[hex_] in some}
        assert {goal.hex for goal in land.special[result - 1]} == frontier
        assert all(goal.via == -1 for goal in land.special[result - 1])


def bridges(land: Board, result: int) -> set[tuple[str, bool]]:
    """The towns out of which a bridge leads to a target, and whether the river is wide."""
    found = set()
    for goal in land.special[result - 1]:
        if goal.via >= 0:
            direction = land.grid.direction(goal.via, goal.hex)
            wide = bool(land.wide[direction] >> goal.via & 1)
            assert wide or land.rivers[direction] >> goal.via & 1
            found.add((land.hex_title(goal.via), wide))
    return found


def plainly(land: Board, result: int) -> set[str]:
    """The targets that may be entered from anywhere."""
    return {land.hex_title(goal.hex) for goal in land.special[result - 1] if goal.via < 0}


@pytest.mark.rule("dampfross", "R10.9")
def test_the_table_of_kentucky_and_tennessee() -> None:
    """Bridges out of the towns with an asterisk."""
    land = board("kentucky", "", white=True)
    assert bridges(land, 1) == {("Memphis", True), ("Cairo", True)}
    assert plainly(land, 1) == set()
    assert bridges(land, 2) == {("Paducah", True), ("Louisville", False)}
    assert plainly(land, 2) == {"Cairo", "Evansville", "Cincinnati"}
    assert bridges(land, 3) == {("Kenova", False)}
    assert plainly(land, 3) == {"Cincinnati", "Portsmouth"}


@pytest.mark.rule("dampfross", "R10.9")
@pytest.mark.parametrize(
    ("result", "count", "states"),
    [
        (4, 5, {"Virginia", "West Virginia"}),
        (5, 7, {"North Carolina", "Georgia"}),
        (6, 10, {"Mississippi", "Alabama"}),
    ],
)
def test_its_connection_stations(result: int, count: int, states: set[str]) -> None:
    """Five, seven and ten of them."""
    land = board("kentucky", "", white=True)
    assert regions(land, result) == states
    assert len(set(titles(land, result))) == count
    assert all(land.sheet.places[title].kind == "connection" for title in titles(land, result))


@pytest.mark.rule("dampfross", "R10.9")
def test_the_race_to_the_far_bank_at_memphis() -> None:
    """The target is C24, entered straight from Memphis; another bridge does not count."""
    state = construction(3, map="kentucky")
    state = with_track(state, 0, "J21-I21-H21-G22-F22-E23-D23-D24", "D23-C24")
    state = operation(state, races=3)
    assert told(at_race(state, 13, 1), Cancelled)
    direct = with_track(state, 0, "D24-C24")
    assert offers(at_race(direct, 13, 1), "enter") == {"J21-I21-H21-G22-F22-E23-D23-D24-C24"}


@pytest.mark.rule("dampfross", "R10.10")
def test_the_table_of_france() -> None:
    """Any frontier hex of the countries, and five ports."""
    land = board("france", "", white=True)
    names = [
        {"Grande-Bretagne"},
        {"Belgique", "Luxembourg"},
        {"Allemagne"},
        {"Suisse", "Italie"},
        {"Espagne", "Andorre"},
    ]
    for result, countries in enumerate(names, start=1):
        assert regions(land, result) == countries
        frontier = {
            hex_
            for hex_ in members(land.frontier)
            if land.sheet.regions[land.region[hex_]].name in countries
        }
        assert {goal.hex for goal in land.special[result - 1]} == frontier
    assert set(titles(land, 6)) == {"Dunkerque", "Le Havre", "Nantes", "Bordeaux", "Marseille"}
