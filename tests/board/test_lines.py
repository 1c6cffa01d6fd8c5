"""The routes of trains on a map."""

from __future__ import annotations

from trainshed.board.lines import flags
from trainshed.board.scene import RouteLine
from trainshed.games.g1861.lay import _paired, ground


def test_a_stop_without_a_way_to_it_shows_no_value() -> None:
    """And the page is shown all the same."""
    route = RouteLine("route:0", "3", "violet", (), ((40, 0, 30),))
    assert flags([route], ground()) == ""


def test_a_hex_can_be_passed_twice_in_several_ways() -> None:
    """Each is tried, so that a way is found which meets the stops in the order of the route."""
    links = ((0, 1), (2, 3), (0, 2), (1, 3))
    assert _paired((0, 1, 2, 3), links) == [((0, 1), (2, 3)), ((0, 2), (1, 3))]
    assert _paired((), links) == [()]
    assert _paired((0, 3), links) == []
