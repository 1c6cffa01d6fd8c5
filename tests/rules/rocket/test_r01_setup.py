"""R1 Set-up."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    ENGLAND,
    GRID,
    engine_of,
    line_of,
    markers_left,
    money,
    offers,
    play,
    position,
    refused,
    shares_of,
)
from trainshed.board.hexes import members
from trainshed.core import CHANCE
from trainshed.games.rocket import GAME


@pytest.mark.rule("rocket", "R1.1")
def test_there_are_28_towns_of_three_kinds() -> None:
    """Seven start towns, twelve big cities, nine railway towns."""
    assert len(ENGLAND.start) == 7
    assert len(ENGLAND.cities) == 12
    assert len(ENGLAND.railway_towns) == 9
    assert len(set(ENGLAND.town_names)) == len(ENGLAND.town_hexes) == 28


@pytest.mark.rule("rocket", "R1.1")
def test_the_map_has_220_hexes_and_192_of_them_are_free() -> None:
    """The rest is sea, or land outside the game."""
    assert len(list(members(GRID.cells))) == 220
    assert len(list(members(ENGLAND.open))) == 192


@pytest.mark.rule("rocket", "R1.1")
def test_no_two_towns_touch() -> None:
    """Between two towns there is always room for an engine."""
    assert not any(near & ENGLAND.town_cells for near in ENGLAND.near)


@pytest.mark.rule("rocket", "R1.1")
def test_the_kinds_of_towns_that_the_rulebook_names() -> None:
    """Liverpool is a start town, Leeds a railway town, Manchester a big city."""
    kinds = {name: town for town, name in enumerate(ENGLAND.town_names)}
    assert kinds["Liverpool"] < len(ENGLAND.charters)
    assert kinds["Leeds"] in ENGLAND.railway_towns
    assert kinds["Manchester"] in ENGLAND.city_towns


@pytest.mark.rule("rocket", "R1.2")
def test_engines_wait_on_their_start_towns() -> None:
    """They face nowhere yet."""
    state = position()
    places = {name: engine_of(state, name) for name in ENGLAND.letters}
    assert places == {
        "GWR": "P2",
        "LSWR": "S6",
        "L&Y": "E1",
        "GER": "J15",
        "GNR": "B7",
        "SER": "R13",
        "LNWR": "I2",
    }
    assert all(line.heading is None for line in state.lines)


@pytest.mark.rule("rocket", "R1.3")
def test_sixteen_shares_of_each_line_and_sixteen_supplementary_ones() -> None:
    """Nobody holds any yet."""
    state = position()
    assert [line.stock for line in state.lines] == [16] * 7
    assert state.supplementary == 16
    assert all(shares_of(state, name) == [0, 0, 0] for name in ENGLAND.letters)


@pytest.mark.rule("rocket", "R1.4")
@pytest.mark.parametrize("city", ENGLAND.cities)
def test_a_city_has_two_markers_of_one_good_and_one_of_another(city: str) -> None:
    """Three markers, two goods."""
    state = position()
    goods = [good for name, good in ENGLAND.markers if name == city]
    assert sorted(markers_left(state, city, good) for good in goods) == [1, 2]


@pytest.mark.rule("rocket", "R1.4")
@pytest.mark.parametrize("good", ["steel", "textiles", "brewing", "leather"])
def test_there_are_nine_markers_of_each_good(good: str) -> None:
    """Over all cities."""
    state = position()
    assert sum(markers_left(state, *kind) for kind in ENGLAND.markers if kind[1] == good) == 9


@pytest.mark.rule("rocket", "R1.4")
def test_nine_passenger_markers_lie_beside_the_board() -> None:
    """No player has any."""
    state = position()
    assert state.passengers == 9
    assert [baron.passengers for baron in state.barons] == [0, 0, 0]


@pytest.mark.rule("rocket", "R1.5")
def test_there_are_sixty_tiles() -> None:
    """None is laid."""
    state = position()
    assert state.tiles == 60
    assert not any(line.bends for line in state.lines)


@pytest.mark.rule("rocket", "R1.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_begin_without_money(seats: int) -> None:
    """Any number of players from two to four."""
    assert money(GAME.start(None, seats)) == [0] * seats


@pytest.mark.rule("rocket", "R1.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_player_has_seven_stations(seats: int) -> None:
    """After the seventh he can only move them."""
    state = position(stations={0: "D5 F3 H4 K5 K9 N6"}, seats=seats)
    state = play(state, "place N10")
    assert offers(state, "place") == set()
    assert refused(state, "place K12") == "R4.1"
    assert len(offers(state, "lift")) == 7


@pytest.mark.rule("rocket", "R1.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_lot_decides_who_begins(seats: int) -> None:
    """Every player has the same chance."""
    state = GAME.start(None, seats)
    assert GAME.actor(state) == CHANCE
    assert {str(action): odds for action, odds in GAME.odds(state).items()} == {
        f"begin {seat}": 1 for seat in range(seats)
    }
    assert GAME.actor(play(state, f"begin {seats - 1}")) == seats - 1


@pytest.mark.rule("rocket", "R1.3")
def test_an_ordinary_share_is_the_first_to_go() -> None:
    """The pile of a line shrinks while the supplementary one stays."""
    state = play(position(), "drive GWR P3")
    assert line_of(state, "GWR").stock == 15
    assert state.supplementary == 16
