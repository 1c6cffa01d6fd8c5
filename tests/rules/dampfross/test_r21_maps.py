"""R21 The maps."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    at_race,
    balance,
    construction,
    cost,
    fresh,
    game,
    lay,
    offers,
    operation,
    plain_map,
    play,
    told,
    used,
    with_connected,
    with_track,
)
from trainshed.board.hexes import members
from trainshed.games.dampfross.actions import Bonus, Built, Cancelled, Drawn
from trainshed.games.dampfross.box import SHEETS, Board, board
from trainshed.games.dampfross.sheet import column_row, read
from trainshed.games.dampfross.state import NAMES, State

PORTS = ("Larne", "Dun Laoghaire", "Rosslare")


def column(side: str) -> int:
    """The column of the hex of a side."""
    found = column_row(side.partition(" ")[0])
    assert found is not None
    return found[0]


@pytest.mark.rule("dampfross", "R21.1")
def test_there_are_five_maps() -> None:
    """Bavaria, Russia, Kentucky & Tennessee, Ireland and France."""
    assert set(SHEETS) == set(NAMES) == {"bavaria", "russia", "kentucky", "ireland", "france"}


@pytest.mark.rule("dampfross", "R21.1")
@pytest.mark.parametrize("name", NAMES)
def test_every_map_says_that_it_is_no_copy(name: str) -> None:
    """It was redrawn from geography."""
    about = read(SHEETS[name]).about
    assert "edrawn from geography" in about
    assert "not those of the printed board" in about


def ireland(*paths: str) -> State:
    """Company 0 has this track, and a race is drawn."""
    return operation(with_track(construction(3, map="ireland"), 0, *paths))


TO_LARNE = "AB6-AC6-AD6-AE7"
TO_BELFAST = "AB6-AB7-AC8-AD8"


@pytest.mark.rule("dampfross", "R21.2")
def test_the_number_11_stands_for_three_ports() -> None:
    """And no other number for more than one town."""
    land = board("ireland", "", white=True)
    assert {land.towns[town] for town in land.stations[11]} == set(PORTS)
    assert all(len(towns) == 1 for number, towns in land.stations.items() if number != 11)


def way(land: Board, start: str, end: str) -> list[str]:
    """A shortest way over the land."""
    first, last = land.grid.number[start], land.grid.number[end]
    came = {first: first}
    edge = [first]
    while last not in came:
        edge = [
            came.setdefault(there, here) and there
            for here in edge
            for there in members(land.grid.around[here])
            if there not in came
        ]
    path = [last]
    while path[-1] != first:
        path.append(came[path[-1]])
    return [land.grid.name[hex_] for hex_ in reversed(path)]


@pytest.mark.rule("dampfross", "R21.2")
def test_each_company_chooses_its_port() -> None:
    """From Dublin to Rosslare or to Larne, as each likes; Dun Laoghaire is too near."""
    land = board("ireland", "", white=True)
    north, south = way(land, "AC20", "AE7"), way(land, "AC20", "AB29")
    state = at_race(ireland("-".join(north), "-".join(south)), 51, 11)
    assert [news.start for news in told(state, Drawn)] == ["Dublin"]
    start = play(state, "trace", "step AC20")
    assert {line.split()[0] for line in offers(start, "step")} == {north[1], south[1]}


@pytest.mark.rule("dampfross", "R21.2")
def test_as_a_start_it_is_chosen_too() -> None:
    """From Larne or from Rosslare to Dublin."""
    land = board("ireland", "", white=True)
    ways = ["-".join(way(land, end, "AC20")) for end in ("AE7", "AB29")]
    state = at_race(ireland(*ways), 11, 51)
    assert {line.split()[0] for line in offers(play(state, "trace"), "step")} == {"AE7", "AB29"}


@pytest.mark.rule("dampfross", "R21.2")
@pytest.mark.parametrize("port", [True, False])
def test_one_port_with_track_is_enough(*, port: bool) -> None:
    """From Ballymena to Larne; without track in any port the race is cancelled."""
    state = at_race(ireland(TO_LARNE if port else TO_BELFAST), 14, 11)
    assert (told(state, Cancelled) == []) == port
    assert used(state) == {14, 11}
    if port:
        assert offers(state, "enter") == {TO_LARNE}


@pytest.mark.rule("dampfross", "R21.2")
@pytest.mark.parametrize(("port", "before"), [("Larne", "AE8"), ("Rosslare", "AB28")])
def test_each_port_has_its_bonus(port: str, before: str) -> None:
    """The others are connected already."""
    state = construction(3, map="ireland")
    state = with_connected(state, [name for name in PORTS if name != port])
    hex_ = state.board.sheet.towns[port].hex
    grid = state.board.grid
    other = next(
        grid.name[h]
        for h in members(grid.around[grid.number[before]])
        if grid.name[h] != hex_ and not state.board.town_cells >> h & 1
    )
    state = play(with_track(state, 0, f"{other}-{before}"), "throw 6")
    state = lay(state, f"{before}-{hex_}")
    assert told(state, Bonus) == [Bonus(0, port, 6)]
    assert balance(state, 0) == 26


@pytest.mark.rule("dampfross", "R21.2")
def test_each_port_counts_for_the_end_of_construction() -> None:
    """Three of 35 towns are left, the ports: the phase ends."""
    state = construction(3, map="ireland")
    assert len(state.board.towns) == 35
    left = {*PORTS, "Galway"}
    state = with_connected(state, [t for t in state.board.towns if t not in left])
    state = lay(play(with_track(state, 0, "K19-K20"), "throw 6"), "K20-K21")
    assert told(state, Built) == [Built("towns")]


@pytest.mark.rule("dampfross", "R21.3")
def test_the_mississippi_is_wide() -> None:
    """Everywhere; the Ohio below Owensboro, which stands in column S, and not above."""
    land = board("kentucky", "", white=True)
    owensboro = column(land.sheet.towns["Owensboro"].hex)
    rivers = land.sheet.rivers
    assert [river.wide for river in rivers if river.name == "Mississippi"] == [True]
    wide = [side for river in rivers if river.name == "Ohio" and river.wide for side in river.sides]
    narrow = [s for river in rivers if river.name == "Ohio" and not river.wide for s in river.sides]
    assert wide
    assert narrow
    assert all(column(side) <= owensboro for side in wide)
    assert all(column(side) >= owensboro for side in narrow)
    assert {river.name for river in rivers if river.wide} == {"Mississippi", "Ohio"}


@pytest.mark.rule("dampfross", "R21.3")
@pytest.mark.parametrize("name", ["Cairo", "Evansville", "Cincinnati", "Portsmouth", "Kenova"])
def test_some_places_there_are_not_towns(name: str) -> None:
    """They have no number."""
    land = board("kentucky", "", white=True)
    assert name not in land.towns
    assert not land.town_cells >> land.grid.number[land.sheet.places[name].hex] & 1


@pytest.mark.rule("dampfross", "R21.4")
def test_any_frontier_hex_of_bavaria_may_be_built_into() -> None:
    """J15 is one without a connection station."""
    state = construction(3, map="bavaria")
    number = state.board.grid.number["J15"]
    assert state.board.frontier >> number & 1
    assert number not in state.board.place
    state = lay(play(with_track(state, 0, "L15-K15"), "throw 6"), "K15-J15")
    assert cost(state) == 1 + 2 * (state.board.mountains >> state.board.grid.number["K15"] & 1)


@pytest.mark.rule("dampfross", "R21.4")
def test_but_only_stations_and_ski_places_are_targets() -> None:
    """Frontier hexes without one are not."""
    land = board("bavaria", "", white=True)
    kinds = {
        land.sheet.places[land.place[goal.hex]].kind if goal.hex in land.place else "numbered town"
        for goals in land.special
        for goal in goals
    }
    assert kinds == {"connection", "ski", "numbered town"}
    assert {goal.hex for goals in land.special for goal in goals if goal.hex in land.town_at} == {
        land.grid.number["Q32"]
    }


@pytest.mark.rule("dampfross", "R21.4")
def test_garmisch_is_a_town_and_a_ski_place() -> None:
    """It pays its bonus and is a target of the sixth result."""
    state = construction(3, map="bavaria")
    land = state.board
    assert land.towns[land.town_at[land.grid.number["Q32"]]] == "Garmisch-Partenkirchen"
    assert land.grid.number["Q32"] in {goal.hex for goal in land.special[5]}
    state = lay(play(with_track(state, 0, "Q30-Q31"), "throw 6"), "Q31-Q32")
    assert told(state, Bonus) == [Bonus(0, "Garmisch-Partenkirchen", 6)]


@pytest.mark.rule("dampfross", "R21.5")
def test_great_britain_is_a_hex_at_sea() -> None:
    """Off Calais, in the north of France, built like plain."""
    state = construction(3, map="france", rules="laurin")
    land = state.board
    hexes = [h for h in members(land.frontier) if land.region[h] == "g"]
    assert [land.grid.name[h] for h in hexes] == ["S3"]
    state = lay(play(with_track(state, 0, "T4-T3"), "throw 1"), "T3-S3")
    assert cost(state) == 1


@pytest.mark.rule("dampfross", "R21.6")
@pytest.mark.parametrize(
    ("name", "start", "end"), [("ireland", "L25", "L26"), ("france", "K24", "L23")]
)
def test_the_shannon_and_the_gironde_are_barriers(name: str, start: str, end: str) -> None:
    """A-map-07 They cannot be bridged, in either direction."""
    for here, there in ((start, end), (end, start)):
        state = construction(3, map=name, rules="laurin")
        grid = state.board.grid
        other = next(
            grid.name[h]
            for d, h in enumerate(grid.neighbours[grid.number[here]])
            if h >= 0 and grid.name[h] != there and state.board.allowed[d] >> grid.number[here] & 1
        )
        state = play(with_track(state, 0, f"{other}-{here}"), "throw 6")
        assert there not in offers(play(state, f"from {here}"), "to")


@pytest.mark.rule("dampfross", "R21.7")
def test_a_map_of_ones_own() -> None:
    """Its start towns, frontier, white line, barrier and special table hold."""
    sheet = plain_map(
        start=("Cob", "Dun", "Ely"),
        land={"A4": "b", "A5": "b", "A6": "b"},
        white=["A4-A5"],
        barriers=["C3 N"],
        special=[("A4",), ("A5",), ("A6",), ("P12",), ("P1",), ("region b",)],
    )
    state = play(game(3, sheet=sheet), "throw 6")
    assert offers(state, "start") == {"Cob", "Dun", "Ely"}
    state = play(with_track(construction(3, sheet=sheet), 0, "B3-A4", "B4-A5", "B3-C3"), "throw 6")
    assert "A5" in offers(play(state, "from A4"), "to")
    assert "A6" not in offers(play(state, "from A5"), "to")
    assert "C2" not in offers(play(state, "from C3"), "to")
    assert [len(goals) for goals in state.board.special] == [1, 1, 1, 1, 1, 3]


@pytest.mark.rule("dampfross", "R21.7")
def test_the_names_of_the_maps_mean_nothing() -> None:
    """The file of Russia played as an own map: one side out of Moskau in the first round."""
    state = play(game(3, sheet=SHEETS["russia"]), "throw 6", "from N12", "to N11", "back")
    assert offers(state, "from") == {"N11"}


@pytest.mark.rule("dampfross", "R21.8")
def test_rule_set_a_on_the_map_of_france() -> None:
    """The table of France is its special table, and there are 21 races."""
    state = operation(construction(3, map="france", rules="laurin"), races=3)
    assert state.board.races == 21
    state = play(state, "dice 1 4")
    assert offers(state) == {f"throw {pips}" for pips in range(1, 7)}
    assert told(play(state, "throw 6"), Drawn) == [Drawn(4, "Orléans", "Outre-mer", special=True)]


@pytest.mark.rule("dampfross", "R21.8")
def test_rule_set_b_on_another_map_starts_where_that_map_says() -> None:
    """In München or Nürnberg."""
    state = game(3, map="bavaria", rules="france")
    assert offers(state, "start") == {"München", "Nürnberg"}


@pytest.mark.rule("dampfross", "R21.8")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", ["laurin", "france"])
def test_either_rule_set_can_be_played_on_any_map(name: str, rules: str) -> None:
    """The game begins."""
    state = fresh(4, map=name, rules=rules)
    assert state.rules == rules
    assert offers(play(state, "begin 0"))
