"""Tiles of 18xx maps: track meets the sides, nothing hides anything, every look can be drawn."""

from __future__ import annotations

import math
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from tests.board.drawn import READER
from trainshed.board import market
from trainshed.board.hexes import Tops
from trainshed.board.layout import CASING, DISC, SLOT, Way, inside, layout, midside
from trainshed.board.scene import Look, Market, Overprint, Plate, Price, Stop, Target
from trainshed.board.theme import tokens
from trainshed.board.tiles import TOKEN, picture
from trainshed.core import say

PLAIN = [Look(f"plain-{a}{b}", "yellow", links=((a, b),)) for a, b in combinations(range(6), 2)]
TOWNS = [
    Look(f"town-{a}{b}", "yellow", stops=(Stop("town", (a, b)),), value=10)
    for a, b in combinations(range(6), 2)
]
CITIES = [
    Look(f"city-{n}-{slots}", "green", stops=(Stop("city", tuple(range(n)), slots),), value=40)
    for n in range(1, 7)
    for slots in range(1, 5)
]
THREE = Look(
    "three",
    "green",
    stops=tuple(Stop("city", (side, side + 1)) for side in (0, 2, 4)),
    value=50,
    label="M",
    cost=40,
)
LOOKS = [*PLAIN, *TOWNS, *CITIES, THREE]


def far(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How far apart two points are."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


def ways(look: Look) -> list[Way]:
    """All pieces of track of a look."""
    place = layout(look)
    return [*place.links, *(way for row in place.spokes for way in row)]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
def test_track_meets_the_middles_of_its_sides_at_right_angles(look: Look) -> None:
    """So that it goes on smoothly in the next hex, whatever lies there."""
    sides = [side for link in look.links for side in link]
    sides += [side for stop in look.stops for side in stop.sides]
    ends = [way.start for way in ways(look)] + [way.end for way in layout(look).links]
    for side in sides:
        middle = midside(side, "flat")
        assert min(far(middle, end) for end in ends) < 0.01
    for way in ways(look):
        (ax, ay), *_ = way.points(200)
        bx, by = way.points(200)[1]
        turn = math.atan2(ay - by, ax - bx) - math.atan2(ay, ax)
        assert abs(math.remainder(turn, math.tau)) < math.radians(8)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
@pytest.mark.parametrize("tops", ["flat", "pointy"])
def test_cities_lie_within_their_hex(look: Look, tops: Tops) -> None:
    """Stations too, as they are a little smaller."""
    assert TOKEN < SLOT
    for row in layout(look, tops).slots:
        for at in row:
            assert inside(at, SLOT, tops)
        for one, other in combinations(row, 2):
            assert far(one, other) >= 2 * SLOT


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
def test_a_value_hides_neither_a_city_nor_track(look: Look) -> None:
    """It lies in a free corner."""
    if not look.value:
        return
    place = layout(look)
    for row in place.slots:
        for at in row:
            assert far(place.value, at) > DISC + SLOT
    for way in ways(look):
        for point in way.points(20):
            inner = any(far(point, at) < SLOT for row in place.slots for at in row)
            assert inner or far(place.value, point) > DISC + CASING / 2 - 0.02


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
def test_a_tile_is_a_picture(look: Look) -> None:
    """Well formed, without references to anything outside."""
    drawn = picture(look)
    ET.fromstring(drawn)
    assert "href" not in drawn
    assert len(drawn) < 3000


def test_lines_that_meet_are_one_and_crossings_are_bridges() -> None:
    """A crossing has a casing for each line, a junction only one."""
    crossing = picture(Look("crossing", "green", links=((0, 3), (1, 4))))
    junction = picture(Look("junction", "green", links=((0, 3), (0, 4))))
    casing = 'stroke="var(--tile-casing)" stroke-width="9.5"'
    assert (crossing.count(casing), junction.count(casing)) == (2, 1)


@pytest.mark.parametrize("livery", ["cream", "state"])
def test_liveries_have_colours(livery: str) -> None:
    """Small companies and that of the state."""
    assert {livery, f"{livery}-on"} <= tokens("light").keys() & tokens("dark").keys()


def test_a_market_rings_what_may_be_chosen() -> None:
    """Companies at once, prices under a company when it is selected."""
    plate = Plate("company:NW", "NW", "sky", say("Northwestern"))
    cells = (
        Price("cell:0", 0, 0, 90, say("90"), stack=(plate,)),
        Price("cell:1", 0, 1, 100, say("100"), zone="red", marked=True, turns=("up",)),
    )
    prices = Market("market", say("Market"), cells, (("red", say("both start")),))
    overprint = Overprint(
        targets=(
            Target("company:NW", None, say("NW")),
            Target("cell:1", "start NW 100", say("at 100"), under="company:NW"),
        )
    )
    closed = ET.fromstring(market(prices, reader=READER, overprint=overprint))
    opened = ET.fromstring(
        market(prices, reader=READER, overprint=overprint, selected="company:NW")
    )
    for root, keys in ((closed, ["company:NW"]), (opened, ["cell:1", "company:NW"])):
        found = [one.get("data-key") for one in root.iter() if one.get("class") == "target"]
        assert found == keys
    assert "--act" not in market(prices, reader=READER)
    assert "var(" not in market(prices, reader=READER, overprint=overprint, theme="dark")
