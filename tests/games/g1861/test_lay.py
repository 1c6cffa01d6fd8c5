"""How the map of 1861 is drawn."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from trainshed.board.network import connections
from trainshed.board.routes import Route
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.ground import HEX, HEXES, laid
from trainshed.games.g1861.lay import GRID, _paired, lines
from trainshed.games.g1861.state import State

CITIES = {"G13": ("57", 0), "F12": ("57", 1), "G9": ("5", 5), "H10": ("5", 1)}
"""About G11: those in the south end there, those in the north are joined to one another."""


def test_a_hex_can_be_passed_twice_in_several_ways() -> None:
    """Each is tried, so that a way is found which meets the stops in the order of the route."""
    links = ((0, 1), (2, 3), (0, 2), (1, 3))
    assert _paired((0, 1, 2, 3), links) == [((0, 1), (2, 3)), ((0, 2), (1, 3))]
    assert _paired((), links) == [()]
    assert _paired((0, 3), links) == []


@pytest.mark.parametrize(
    ("tile", "stops"),
    [
        ("47", ("G13", "G9", "H10", "F12")),
        ("47", ("G13", "H10", "G9", "F12")),
        ("44", ("G13", "G9", "H10", "F12")),
        ("44", ("F12", "H10", "G9", "G13")),
    ],
)
def test_a_route_that_passes_a_hex_twice_is_drawn_from_stop_to_stop(
    tile: str, stops: tuple[str, ...]
) -> None:
    """Its hexsides leave open how it goes over the tile; only one way meets its stops in order."""
    state = _about(tile)
    (line,) = lines(state, 0, (_route(state, stops),))
    first, second, third, last = stops
    met = (first, "G11", second, second, third, third, "G11", last)
    assert [piece.hex for piece in line.pieces] == [GRID.number[name] for name in met]
    assert [piece.ends for piece in line.pieces] == [True, False, *[True] * 4, False, True]


def _about(tile: str) -> State:
    """The cities about G11, with a tile on it."""
    tiles = {**CITIES, "G11": (tile, 0)}
    lie = tuple(laid(*tiles[name]).number if name in tiles else HEX[name] for name in HEXES)
    return replace(GAME.start(None, 3), tiles=lie)


def _route(state: State, names: tuple[str, ...]) -> Route:
    """The route of a train over these stops, by the shortest way from each to the next."""
    stops = tuple(4 * HEX[name] for name in names)
    ways = connections(state.network())
    sides = 0
    for pair in pairwise(stops):
        between = (way for way in ways if {way.a, way.b} == {*pair})
        sides |= min(between, key=lambda way: len(way.hexes)).sides
    return Route("4", stops, stops, sides, 80)
