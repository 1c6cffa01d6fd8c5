"""Maps made from a seed or from the description of a region can be played."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from trainshed.board.hexes import STEPS, Hex
from trainshed.core import BadOption
from trainshed.games.dampfross import atlas, streams, terrain
from trainshed.games.dampfross.atlas import Region, read_region
from trainshed.games.dampfross.draft import draft
from trainshed.games.dampfross.sheet import SIDES, River, Sheet, axial, column_row, read, write
from trainshed.games.dampfross.survey import checked, faults
from trainshed.games.dampfross.terrain import steps_apart

DOCS = Path(__file__).parents[3] / "docs/maps.md"

SQUARE = "land = [{ points = [[1, 1], [1, 9], [9, 9], [9, 1]] }]"
FAR = 'town = [{ name = "Far", lat = 40, lon = 40 }]'


def place(name: str) -> Hex:
    """The hex with a name."""
    where = column_row(name)
    assert where is not None
    return axial(*where)


def sign(sheet: Sheet, name: str) -> str:
    """What stands on a hex."""
    where = column_row(name)
    assert where is not None
    return sheet.rows[where[1]][where[0]]


def two(side: str) -> set[Hex]:
    """The hexes on both sides of a river's side."""
    name, _, way = side.partition(" ")
    hex_, step = place(name), STEPS[SIDES.index(way)]
    return {hex_, Hex(hex_.q + step.q, hex_.r + step.r)}


def unbroken(river: River) -> bool:
    """Whether each side of a river begins where the one before ends."""
    return all(
        len(two(one) | two(other)) == 3
        and all(steps_apart(a, b) <= 1 for a in two(one) for b in two(other))
        for one, other in pairwise(river.sides)
    )


@pytest.mark.rule("dampfross", "R21.7")
@pytest.mark.parametrize("tens", range(10))
def test_every_seed_gives_a_map_without_faults(tens: int) -> None:
    """A hundred seeds, each surveyed by the draft itself; what is written reads back the same."""
    for seed in range(10 * tens, 10 * tens + 10):
        sheet = draft(str(seed))
        assert read(write(sheet)) == sheet
    assert checked(write(draft(str(tens)))).rules == "laurin"


@pytest.mark.parametrize("seed", ["coal", "iron", "steam", "whistle"])
def test_a_drafted_map_follows_the_measure(seed: str) -> None:
    """Towns well apart, a fifth mountains, unbroken rivers, the tens for parts of the country."""
    sheet = draft(seed)
    land = [sign for row in sheet.rows for sign in row if sign.isalpha()]
    assert 24 <= len(sheet.towns) <= 35
    assert 0.15 < sum(map(str.isupper, land)) / len(land) < 0.25
    hexes = {name: place(town.hex) for name, town in sheet.towns.items()}
    apart = [
        min(steps_apart(hex_, other) for other in hexes.values() if other != hex_)
        for hex_ in hexes.values()
    ]
    assert min(apart) >= 2
    assert 3 <= sum(apart) / len(apart) <= 5.5
    tens = {name: {number // 10 for number in town.numbers} for name, town in sheet.towns.items()}
    assert all(len(digits) == 1 for digits in tens.values())
    assert max(len(town.numbers) for town in sheet.towns.values()) > 1
    assert len(sheet.rivers) >= 3
    assert all(map(unbroken, sheet.rivers))


def test_the_same_seed_gives_the_same_map_in_every_process() -> None:
    """Whatever order sets have there."""
    code = (
        "from trainshed.games.dampfross.draft import draft;"
        "from trainshed.games.dampfross.sheet import write; print(write(draft('x')), end='')"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": hashes, "PYTHONPATH": ":".join(sys.path), "PYTHONUTF8": "1"},
        ).stdout.decode()
        for hashes in ("1", "2")
    ]
    assert texts[0] == texts[1] == write(draft("x"))
    assert draft("x") != draft("y")


def test_title_size_and_mountains_can_be_given() -> None:
    """And are refused when they are out of range."""
    sheet = draft("x", title="Lummerland", columns=24, rows=22, mountains=0.4)
    assert sheet.title == "Lummerland"
    assert (len(sheet.rows), len(sheet.rows[0])) == (22, 24)
    land = [sign for row in sheet.rows for sign in row if sign.isalpha()]
    assert 0.3 < sum(map(str.isupper, land)) / len(land) <= 0.4
    assert not any(sign.isupper() for row in draft("x", mountains=0).rows for sign in row)
    with pytest.raises(BadOption, match="columns = 5: it must be 16 to 60"):
        draft("x", columns=5)
    with pytest.raises(BadOption, match="rows = 61"):
        draft("x", rows=61)
    with pytest.raises(BadOption, match="mountains = 2"):
        draft("x", mountains=2)


@pytest.mark.parametrize(("columns", "rows"), [(16, 16), (60, 60), (16, 60), (60, 16)])
def test_maps_of_every_size(columns: int, rows: int) -> None:
    """From the smallest to the largest."""
    region = Region(columns=columns, rows=rows, coast=("north",), frontier={"south": "Sudland"})
    assert not list(faults(draft("x", region=region)))


def test_coast_and_frontier_lie_where_the_region_says() -> None:
    """Names come first in the order of the list, the first in the middle of the country."""
    region = read_region(
        'title = "Testland"\ncoast = ["west", "south"]\nfrontier = { north = "Nordland" }\n'
        'towns = ["Mitte", "Zweitens"]\nrivers = 3\n'
    )
    sheet = draft("x", region=region)
    assert sheet.title == sheet.regions["a"].name == "Testland"
    assert [r.name for r in sheet.regions.values()] == ["Testland", "Nordland"]
    assert {row[0] for row in sheet.rows} == set(sheet.rows[-1]) == {"~"}
    assert "#" in sheet.rows[0]
    assert {"Mitte", "Zweitens"} < set(sheet.towns)
    assert len({river.name for river in sheet.rivers}) == 3
    assert sheet.start.towns[0] == "Mitte"
    assert len(sheet.special) == 6


def test_a_land_without_sea_and_without_neighbours() -> None:
    """It ends in nothing, and has no special races."""
    sheet = draft("x", region=Region(coast=(), frontier={}))
    assert sheet.abroad == "none"
    assert sheet.special == ()
    assert any("." in row for row in sheet.rows)
    assert sheet.rivers


def region_of_the_docs() -> str:
    """The description of a real region in the documentation."""
    blocks = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    (text,) = [block for block in blocks if "[[land]]" in block]
    return str(text)


def test_a_real_region_is_projected() -> None:
    """Towns lie as on the globe, rivers and mountains where they were drawn."""
    region = read_region(region_of_the_docs())
    sheet = draft(region.seed, region=region)
    assert not list(faults(sheet))
    assert {town.name for town in region.town} <= set(sheet.towns)
    where = {name: column_row(town.hex) for name, town in sheet.towns.items()}
    cardiff, bangor, wrexham = where["Cardiff"], where["Bangor"], where["Wrexham"]
    assert cardiff
    assert bangor
    assert wrexham
    assert cardiff[1] > wrexham[1] > bangor[1]
    assert bangor[0] < cardiff[0]
    assert sheet.start.towns == ("Cardiff",)
    assert len(sheet.towns["Cardiff"].numbers) > 1
    assert [river.name for river in sheet.rivers] == [stream.name for stream in region.river]
    assert all(map(unbroken, sheet.rivers))
    assert [r.name for r in sheet.regions.values()] == ["Wales", "England"]


def test_towns_alone_make_a_map_too() -> None:
    """Without outlines the seed draws a coast around them."""
    towns = "\n".join(
        f'[[town]]\nname = "T{n}"\nlat = {50 + n % 5 / 2}\nlon = {8 + n // 5 / 2}'
        for n in range(25)
    )
    sheet = draft("x", region=read_region(f'start = ["T7", "T12"]\n{towns}'))
    assert len(sheet.towns) == 25
    assert sheet.start.towns == ("T7", "T12")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("columns = 3", "columns"),
        ("= 1", "line 1"),
        ("sea = 1", "unknown field `sea`"),
        ("a = " + "[" * 5000, "more than 32 lists or tables stand in one another"),
        ('towns = ["A", "A"]', 'town "A" is named twice'),
        ('start = ["A"]', 'start: there is no town "A"'),
        (
            'coast = ["north"]\nfrontier = { north = "N" }',
            r'the north edge is both coast and frontier \("N"\)',
        ),
        ('[[town]]\nname = "A"\nlat = 91\nlon = 0', "lat"),
        ('[[river]]\nname = "A"\npoints = [[1, 1]]', "points"),
        ('[[abroad]]\nname = "A"\npoints = [[1, 1], [1, 2], [2, 2]]', "the land has none"),
        ("[[land]]\npoints = [[1, 1], [1, 1], [1, 1]]", "only"),
        (f"{SQUARE}\n{FAR}", 'town "Far" is not on the land'),
        (f'title = "{"x" * 70}"', "the title has 70 characters"),
    ],
)
def test_a_region_that_cannot_be_drawn_is_refused(text: str, fault: str) -> None:
    """With the reason."""
    with pytest.raises(BadOption, match=fault):
        draft("x", region=read_region(text))


def test_the_docstring_examples_run() -> None:
    """So do those in the code."""
    for module in (atlas, streams, terrain):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0
