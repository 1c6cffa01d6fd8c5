"""Crayon maps: lines side by side, stations, trains, and the ground under them."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from tests.board.drawn import READER
from trainshed.board import crayon, outline, png, svg, term
from trainshed.board.ground import sheet
from trainshed.board.hexes import Grid, Hex
from trainshed.board.scene import (
    Band,
    Flag,
    Halt,
    HexMap,
    Item,
    Lines,
    Overprint,
    Point,
    Runner,
    Scene,
    Space,
    Stream,
    Target,
)
from trainshed.core import say

GRID = Grid(
    {f"{'ABCDEFGH'[q]}{r + 1}": Hex(q, r - q // 2) for q in range(8) for r in range(6)}, "flat"
)


def at(name: str) -> int:
    """The number of a hex."""
    return GRID.number[name]


MAP = HexMap(
    key="test/crayon",
    grid=GRID,
    radius=17,
    width=320,
    height=260,
    origin=(50, 50),
    land=GRID.cells,
    off=(Hex(-1, 1), Hex(-1, 2)),
    outside=(Hex(8, 0),),
    streams=(
        Stream("river", ((at("C2"), 5), (at("C3"), 1), (at("C3"), 0))),
        Stream("wide", ((at("E3"), 5), (at("E3"), 0))),
        Stream("estuary", ((at("G5"), 2), (at("G5"), 1))),
    ),
    hills=GRID.of(["A1", "A2"]),
    mountains=GRID.of(["D2", "D3", "F5"]),
    abroad=GRID.of(["A1", "A2"]),
    regions=(GRID.of(["A1", "A2"]), GRID.cells & ~GRID.of(["A1", "A2"])),  # type: ignore[arg-type]
    white=((at("B5"), at("C6")),),
)
LINES = Lines(
    "lines",
    ("red", "blue", "green"),
    (
        (at("B2"), at("C2"), (0, 1)),
        (at("C2"), at("D1"), (0, 1)),
        (at("D1"), at("E2"), (0, 1, 2)),
        (at("E2"), at("E3"), (1, 2)),
    ),
)
ITEMS: tuple[Item, ...] = (
    LINES,
    Band("way:0", "red", (at("C2"), at("D1"), at("E2"))),
    Halt("town:Ulm", at("B2"), "station", "Ulm", "34", say("Ulm")),
    Halt("town:Hof", at("E2"), "junction", "Hof", "11–13", say("Hof")),
    Halt("place:Asch", at("A1"), "place", "Asch", "4", say("Asch")),
    Flag("start:B2", at("B2"), say("start")),
    Flag("finish:E2", at("E2"), say("finish")),
    Runner("train:0", at("C2"), ("red",), say("a train"), 1, (at("B2"), at("C2"))),
    Runner("train:1", at("C2"), ("blue", "green"), say("a train"), 3),
    Space("hex:F4", at("F4"), say("F4")),
    Space("hex:E2", at("E2"), say("E2")),
)
SCENE = Scene(MAP, ITEMS)
ACTS = Overprint(
    (
        Target("hex:F4", "lay F4", say("lay")),
        Target("hex:E2", "lay E2", say("lay")),
        Target("train:1", "run", say("run")),
    ),
    last=("hex:F4",),
)


def test_everything_is_drawn_well_formed_with_its_key() -> None:
    """Keys are the names of the elements, so that a page can follow them."""
    drawn = svg(SCENE, reader=READER, overprint=ACTS)
    ET.fromstring(drawn)
    for item in ITEMS:
        assert isinstance(item, Space) or f'id="{item.key}"' in drawn
    assert 'id="act:train:1"' in drawn
    assert 'href="#on-runner"' in drawn
    assert 'href="#on-capsule" ' in drawn, "no dot hides the number of a station"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_has_all_its_colours(theme: str) -> None:
    """No variable and no unknown symbol is left."""
    drawn = svg(SCENE, reader=READER, overprint=ACTS, theme=theme)  # type: ignore[arg-type]
    assert "var(" not in drawn
    names = set(re.findall(r'id="([^"]+)"', drawn))
    assert {name for name in re.findall(r'href="#([^"]+)"', drawn) if name not in names} == set()
    assert png(SCENE, reader=READER, theme=theme, width=320)[:4] == b"\x89PNG"  # type: ignore[arg-type]


def test_the_ground_is_the_same_every_time_and_stands_alone() -> None:
    """Mountains, hills, water and white lines are part of the map's file."""
    drawn = sheet(MAP, reader=READER)
    assert drawn == sheet(MAP, reader=READER)
    ET.fromstring(drawn)
    for colour in ("mountain", "hill", "hachure", "river", "frontier", "coast"):
        assert f"var(--{colour})" in drawn
    assert drawn.count('href="#peak-') == 3


def spread(owner: int, hex_: str) -> Point:
    """How far an owner's line passes from the middle of a hex."""
    x, y = crayon._spots(crayon._owned(LINES, MAP)[owner], MAP)[at(hex_)]
    middle = MAP.centre(at(hex_))
    return x - middle[0], y - middle[1]


def test_lines_lie_side_by_side() -> None:
    """Two lines are as far apart as the design says, three as well."""
    (ax, ay), (bx, by) = spread(0, "B2"), spread(1, "B2")
    assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(crayon.APART)
    assert (ax, ay) == pytest.approx((-bx, -by))


def test_lines_keep_their_sides_round_a_bend() -> None:
    """Red is north of blue on the way up, and still is on the way down."""
    assert [spread(0, name)[1] < spread(1, name)[1] for name in ("B2", "C2", "D1")] in (
        [True] * 3,
        [False] * 3,
    )


def test_runs_end_where_lines_meet() -> None:
    """A branch begins a run of its own; a loop is one run."""
    fork = [(1, 2), (2, 3), (2, 4)]
    assert sorted(map(sorted, crayon.runs(fork))) == [[1, 2], [2, 3], [2, 4]]
    loop = [(1, 2), (2, 3), (3, 1)]
    assert crayon.runs(loop) == [[1, 2, 3, 1]]


def test_rivers_end_where_others_join_them() -> None:
    """Three rivers that meet are three strands; a straight one is one."""
    a, b, c, d = (0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (10.0, 10.0)
    straight = [((a, b), "river"), ((c, b), "river")]
    assert outline.strands(straight) == [("river", [a, b, c])]
    assert len(outline.strands([*straight, ((b, d), "river")])) == 3
    assert len(outline.strands([((a, b), "river"), ((b, c), "wide")])) == 2


def test_trains_in_one_hex_stand_beside_each_other_and_clear_of_stations() -> None:
    """No train hides another, nor the number of a station."""
    stands = crayon.stands(ITEMS, MAP)
    assert stands["train:0"] != stands["train:1"]
    alone = Runner("train:2", at("A1"), ("red",), say("a train"))
    x, y = crayon.stands((*ITEMS, alone), MAP)["train:2"]
    assert (x, y) == pytest.approx((MAP.centre(at("A1"))[0], MAP.centre(at("A1"))[1] - 20))


def test_the_terminal_shows_stations_lines_and_trains() -> None:
    """Without colours too."""
    text = term(SCENE, reader=READER, overprint=ACTS, colour=False, width=60)
    assert "34" in text
    assert "»●" in text
    assert "›" in text
    assert "B2  Ulm 34" in text
