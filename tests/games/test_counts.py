"""Counts of positions from fixed openings: the cheapest alarm when a law changes."""

from __future__ import annotations

import pytest

from trainshed.core import Game, State
from trainshed.games import game


def count(found: Game, state: State, depth: int) -> int:  # type: ignore[type-arg]
    """How many sequences of so many decisions there are."""
    offered = found.actions(state)
    if depth == 1:
        return len(offered)
    return sum(count(found, found.play(state, action), depth - 1) for action in offered)


@pytest.mark.parametrize(("depth", "positions"), [(1, 216), (2, 45_784)])
def test_rocket_has_so_many_openings(depth: int, positions: int) -> None:
    """Two players, the first begins."""
    rocket = game("rocket")
    start = rocket.play(rocket.start(None, 2), rocket.read("begin 0"))
    assert count(rocket, start, depth) == positions
