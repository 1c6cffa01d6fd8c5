"""How the map of 1861 is drawn."""

from __future__ import annotations

from trainshed.games.g1861.lay import _paired


def test_a_hex_can_be_passed_twice_in_several_ways() -> None:
    """Each is tried, so that a way is found which meets the stops in the order of the route."""
    links = ((0, 1), (2, 3), (0, 2), (1, 3))
    assert _paired((0, 1, 2, 3), links) == [((0, 1), (2, 3)), ((0, 2), (1, 3))]
    assert _paired((), links) == [()]
    assert _paired((0, 3), links) == []
