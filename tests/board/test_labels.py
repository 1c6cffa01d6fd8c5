"""Names on the map: where they go, and that they hide nothing."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.board.drawn import scene
from trainshed.board import labels
from trainshed.board.labels import Box, Name
from trainshed.board.svg import written

FRAME = Box(0, 0, 600, 400)
PLACE = Box(280, 180, 320, 220)


def put(name: Name, *obstacles: Box, track: tuple[tuple[float, float], ...] = ()) -> Box:
    """Where a name goes."""
    return labels.place((name,), obstacles, track, FRAME, 12.5)[0].box


CITY = Name("Birmingham", (300, 200), (18, 20), beside=False)


def test_a_city_has_its_name_below() -> None:
    """With room all round, the first place will do."""
    assert put(CITY, PLACE).top > PLACE.bottom


def test_a_railway_town_has_its_name_beside_it() -> None:
    """A disc reads best with its name to the right."""
    assert put(CITY._replace(beside=True), PLACE).left > PLACE.right


def test_a_name_avoids_what_is_there() -> None:
    """With a piece below, it goes above."""
    below = Box(250, 222, 350, 240)
    assert put(CITY, PLACE, below).bottom < PLACE.top


def test_a_name_avoids_track() -> None:
    """With track above and below, it goes to the side."""
    track = tuple((x, y) for x in range(250, 350, 8) for y in (170.0, 230.0))
    assert put(CITY, PLACE, track=track).left > PLACE.right


def test_a_name_rather_lies_on_track_than_on_a_place() -> None:
    """A line can be followed under a name, a city cannot be seen."""
    below = put(CITY, PLACE)
    aside = Box(0, 0, below.left - 4, 400), Box(below.right + 4, 0, 600, 400)
    city = Box(300, below.top + 6, 320, 400)
    track = tuple((x, 170.0) for x in range(260, 340, 10))
    assert put(CITY, PLACE, *aside, city, track=track).bottom < PLACE.top


def test_a_long_name_hides_no_place_far_away() -> None:
    """However far it reaches."""
    town = Name("Nizhnii Novgorod upon the Volga", (100, 200), (18, 20), beside=True)
    far = Box(255, 190, 275, 210)
    assert put(town, far).overlap(far) == 0
    assert put(town).overlap(far) > 0


def test_a_name_stays_in_the_frame() -> None:
    """At the lower rim there is no below."""
    low = CITY._replace(at=(300, 385))
    assert put(low).bottom < 400


def test_names_do_not_hide_places_or_one_another() -> None:
    """On the whole board, no name lies over a name."""
    found = written(scene())
    assert len(found) == 3
    for one, other in combinations(found, 2):
        assert one.box.overlap(other.box) == 0


@given(st.text(max_size=12))
def test_every_name_has_a_width(words: str) -> None:
    """Whatever letters a map brings."""
    assert labels.width(words, 12.5) >= 0


@pytest.mark.parametrize(
    ("radius", "size"), [(12, 12.5), (24, 12.5), (31, 13.5), (38, 14.5), (60, 14.5)]
)
def test_lettering_grows_a_little_with_the_hexes(radius: float, size: float) -> None:
    """Small enough for a board, large enough to read."""
    assert labels.size(radius) == pytest.approx(size)
