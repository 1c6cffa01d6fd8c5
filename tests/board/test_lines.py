"""The routes of trains on a map."""

from __future__ import annotations

from trainshed.board.lines import flags
from trainshed.board.scene import RouteLine
from trainshed.games.g1861.lay import ground


def test_a_stop_without_a_way_to_it_shows_no_value() -> None:
    """And the page is shown all the same."""
    route = RouteLine("route:0", "3", "violet", (), ((40, 0, 30),))
    assert flags([route], ground()) == ""
