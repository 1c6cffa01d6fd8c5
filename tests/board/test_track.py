"""Track: real curves from side to side."""

from __future__ import annotations

import math

import pytest

from tests.board.drawn import MAP, at
from trainshed.board.scene import Bend, Rails
from trainshed.board.track import Lay


def lay(*bends: Bend) -> Lay:
    """One run of track."""
    return Lay(Rails("rails:X", "red", "X", (bends,)), MAP)


@pytest.mark.parametrize(
    ("start", "end", "command"),
    [
        (3, 0, "L"),
        (3, 1, "A36 36 0 0 0"),
        (3, 5, "A36 36 0 0 1"),
        (3, 2, "A12 12 0 0 0"),
        (0, 1, "A12 12 0 0 1"),
    ],
)
def test_a_bend_meets_its_sides_at_right_angles(start: int, end: int, command: str) -> None:
    """Straight on, an arc of one and a half radii, or of half a radius."""
    path = lay(Bend(at("C3"), start, end)).path()
    assert f"{command}" in path
    assert path.startswith("M")


@pytest.mark.parametrize(("end", "away"), [(0, 0), (1, math.sqrt(3) - 1.5), (2, 0.5)])
def test_sidings_begin_on_the_track(end: int, away: float) -> None:
    """The middle of a bend lies on its arc, not in the middle of the hex."""
    bend = Bend(at("C3"), 3, end)
    x, y = lay(bend).middle(at("C3"))
    cx, cy = MAP.centre(at("C3"))
    assert math.hypot(x - cx, y - cy) == pytest.approx(away * MAP.radius)


def test_a_run_is_unbroken() -> None:
    """Where one bend ends the next begins, on the side between them."""
    run = lay(Bend(at("C2"), None, 0), Bend(at("C3"), 3, 1))
    assert run.side(at("C2"), 0) == pytest.approx(run.side(at("C3"), 3))
    assert run.path().count("M") == 1
