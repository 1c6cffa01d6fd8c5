"""Hexes: neighbours, lines and distances, with both kinds of tops."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainshed.board import hexes
from trainshed.board.hexes import STEPS, Grid, Hex, Tops, members, offset, opposite, union

GRID = Grid({f"{row}{n}": offset(r, n) for r, row in enumerate("ABCDEFGH") for n in range(9)})
numbers = st.sampled_from(sorted(GRID.hex))
tops = st.sampled_from(["pointy", "flat"])


@given(st.sets(st.integers(0, 200)))
def test_a_set_of_hexes_keeps_its_members(some: set[int]) -> None:
    """Bits come back as the numbers they were made from, lowest first."""
    assert list(members(union(some))) == sorted(some)


@given(numbers, st.integers(0, 5))
def test_a_step_and_its_opposite_lead_home(number: int, direction: int) -> None:
    """A neighbour's neighbour in the opposite direction is the hex itself."""
    other = GRID.neighbours[number][direction]
    if other >= 0:
        assert GRID.neighbours[other][opposite(direction)] == number
        assert GRID.direction(number, other) == direction
        assert GRID.distance(number, other) == 1


@given(numbers, st.integers(0, 5))
def test_moving_a_set_moves_each_member(number: int, direction: int) -> None:
    """A shift of one bit is a step of one hex, also at the rim."""
    other = GRID.neighbours[number][direction]
    assert GRID.step(1 << number, direction) == (1 << other if other >= 0 else 0)


@given(numbers)
def test_what_lies_beside_a_hex_touches_it(number: int) -> None:
    """The neighbours as a set are the neighbours one by one."""
    beside = GRID.beside(1 << number)
    assert beside == GRID.around[number]
    assert all(GRID.distance(number, other) == 1 for other in members(beside))


@given(numbers, numbers, numbers)
def test_distance_is_a_distance(a: int, b: int, c: int) -> None:
    """It is the same both ways, and a detour is never shorter."""
    assert GRID.distance(a, b) == GRID.distance(b, a)
    assert (GRID.distance(a, b) == 0) == (a == b)
    assert GRID.distance(a, c) <= GRID.distance(a, b) + GRID.distance(b, c)


@given(numbers, numbers)
def test_a_line_goes_step_by_step(a: int, b: int) -> None:
    """A line joins its ends by neighbours, as short as can be."""
    line = GRID.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert all(GRID.distance(x, y) <= 2 for x, y in pairwise(line))
    assert len(line) <= GRID.distance(a, b) + 1


@given(st.lists(numbers, unique=True))
def test_names_and_numbers_agree(some: list[int]) -> None:
    """A set can be told by names and read back."""
    names = GRID.names(union(some))
    assert GRID.of(names) == union(some)


@given(tops, st.integers(0, 5))
def test_a_side_lies_between_two_middles(kind: Tops, direction: int) -> None:
    """Corner d and corner d + 1 bound the side that faces direction d."""
    around = hexes.corners(10, kind)
    (ax, ay), (bx, by) = around[direction], around[(direction + 1) % 6]
    x, y = hexes.centre(STEPS[direction], 10, kind)
    assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx((x / 2, y / 2), abs=1e-9)
    assert math.hypot(x, y) == pytest.approx(10 * math.sqrt(3))


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("pointy", "E", (1, 0)),
        ("pointy", "NW", (-0.5, -0.87)),
        ("flat", "N", (0, -1)),
        ("flat", "SE", (0.87, 0.5)),
    ],
)
def test_directions_have_the_names_of_the_compass(
    kind: Tops, name: str, expected: tuple[float, float]
) -> None:
    """East is right and north is up, whichever way the tops point."""
    step = STEPS[hexes.DIRECTION_NAMES[kind].index(name)]
    x, y = hexes.centre(step, 1 / math.sqrt(3), kind)
    assert (x, y) == pytest.approx(expected, abs=0.01)


def test_odd_rows_are_shifted_to_the_right() -> None:
    """Row and column of a printed map become axial coordinates."""
    assert offset(0, 4) == Hex(4, 0)
    assert offset(1, 4) == Hex(4, 1)
    assert offset(2, 4) == Hex(3, 2)
