"""The drawing as SVG: well formed, keyed, themed, the same every time."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.board.drawn import GRID, MAP, OVERPRINT, READER, at, scene
from trainshed.board import ground, sheet, svg, symbols
from trainshed.board.scene import Engine, Overprint, Scene, Target
from trainshed.board.theme import THEMES, Theme
from trainshed.core import say

SPACE = {"svg": "http://www.w3.org/2000/svg"}
LITERAL = re.compile(r"#[0-9A-Fa-f]{3,8}\b(?=[\"';])|rgba?\(")


def page(overprint: Overprint = OVERPRINT, **options: str) -> ET.Element:
    """The drawing for a page, parsed."""
    return ET.fromstring(svg(scene(), reader=READER, overprint=overprint, **options))  # type: ignore[arg-type]


def by_id(root: ET.Element, name: str) -> ET.Element:
    """The one element with this id."""
    found = [element for element in root.iter() if element.get("id") == name]
    assert len(found) == 1, name
    return found[0]


@pytest.mark.parametrize("theme", [None, *THEMES])
def test_a_drawing_is_well_formed(theme: Theme | None) -> None:
    """Letters such as & are safe, and every shape that is used is there."""
    drawn = svg(scene(), reader=READER, overprint=OVERPRINT, theme=theme)
    names = [element.get("id") for element in ET.fromstring(drawn).iter() if element.get("id")]
    assert len(names) == len(set(names))
    shared = re.findall(r'id="([\w-]+)"', symbols.sprite()) if theme is None else []
    missing = set(re.findall(r'href="#([^"]+)"', drawn)) - set(names) - set(shared)
    assert missing == set()
    assert not [name for name in names if re.search(r"\s", str(name))]


@pytest.mark.parametrize(
    "key",
    ["rails:L&Y", "engine:L&Y", "town:Hull", "town:Leeds", "station:B2", "act:engine:L&Y"],
)
def test_pieces_carry_their_keys(key: str) -> None:
    """What can change or be clicked has a stable id."""
    assert by_id(page(), key) is not None


def test_a_target_knows_its_action() -> None:
    """A click means the action's line; a first click opens more."""
    root = page()
    assert by_id(root, "act:engine:L&Y").get("data-key") == "engine:L&Y"
    hex_ = root.find(".//svg:g[@data-under='engine:L&Y']/svg:g", SPACE)
    assert hex_ is not None
    assert hex_.get("data-key") == "hex:B4"
    assert hex_.get("aria-label") == 'to "B4" & on'
    assert (hex_.get("role"), hex_.get("tabindex"), hex_.get("data-key")) == (
        "button",
        "-1",
        "hex:B4",
    )


def test_choices_are_hidden_until_they_are_opened() -> None:
    """What needs a first click waits in a group of its own."""
    groups = {
        group.get("data-under"): group
        for group in page(selected="town:Hull").iterfind(".//svg:g[@class='choices']", SPACE)
    }
    assert groups["engine:L&Y"].get("display") == "none"
    assert groups["town:Hull"].get("display") is None
    assert [marker.get("data-key") for marker in groups["town:Hull"].iterfind("svg:g", SPACE)] == [
        "good:Hull:steel"
    ]


def test_a_target_that_is_not_on_the_board_is_left_to_the_page() -> None:
    """To pass is a button, not a place."""
    assert "act:pass" not in svg(scene(), reader=READER, overprint=OVERPRINT)


def test_many_empty_hexes_are_only_dots() -> None:
    """A hundred rings would be noise."""
    targets = tuple(Target(f"hex:{name}", f"go {name}", say("x")) for name in GRID.number)
    drawn = svg(scene(), reader=READER, overprint=Overprint(targets), ground="none")
    assert drawn.count('href="#on-dot"') > 25
    assert 'href="#on-space"' not in drawn


def test_where_a_station_can_be_built_its_house_waits_unseen() -> None:
    """The house is the reader's own; a page makes it show by a variable."""
    target = Target("hex:" + next(iter(GRID.number)), "place A1", say("x"))
    drawn = svg(scene(), reader=READER, overprint=Overprint((target,)), ground="none")
    assert drawn.count('href="#on-few-sites"') == 1
    assert 'opacity="var(--built, 0)"' in drawn


def test_the_last_move_is_brass() -> None:
    """Two keys touched, two hexes washed; a key that is gone is passed over."""
    found = page().findall(".//svg:g[@class='last']/svg:path", SPACE)
    assert len(found) == 2


def test_without_targets_nothing_is_magenta() -> None:
    """Magenta means that the reader may act."""
    assert "--act" not in svg(scene(), reader=READER)


def test_a_page_themes_the_drawing() -> None:
    """For a page no colour is written out; a hit area without any is the one exception."""
    drawn = svg(scene(), reader=READER, overprint=OVERPRINT) + symbols.sprite()
    assert LITERAL.findall(drawn.replace('fill="#000" fill-opacity="0"', "")) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_needs_no_style_sheet(theme: Theme) -> None:
    """A file has the colours of its theme and only what is seen."""
    drawn = svg(scene(), reader=READER, overprint=OVERPRINT, theme=theme)
    assert "var(" not in drawn
    assert "light-dark" not in drawn
    assert 'class="choices"' not in drawn


def test_the_ground_can_be_a_file_of_its_own() -> None:
    """The map is sent once; a position refers to it."""
    file = sheet(MAP, reader=READER)
    assert by_id(ET.fromstring(file), "ground") is not None
    assert "url(#" not in re.sub(r'clip-path="[^"]*"', "", file)
    drawn = svg(scene(), reader=READER, ground="/ground/island.svg")
    assert 'href="/ground/island.svg#ground"' in drawn
    assert 'id="coast"' not in drawn


def test_several_boards_share_a_page() -> None:
    """With a name before them, no two ids are the same."""
    drawn = svg(scene(), reader=READER, ids="a-", overprint=OVERPRINT)
    for shape in ("coast", "ground", "at-city", "on-space", "way-violet"):
        assert f'id="a-{shape}"' in drawn
        assert f'"#{shape}"' not in drawn


def test_a_drawing_is_the_same_in_every_process() -> None:
    """No drawing depends on how this process hashes."""
    program = (
        "import sys\nfrom tests.board.drawn import *\nfrom trainshed.board import svg\n"
        "sys.stdout.buffer.write(svg(scene(), reader=READER, overprint=OVERPRINT).encode())"
    )
    root = str(Path(__file__).parents[2])
    drawn = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert drawn[0] == drawn[1] == svg(scene(), reader=READER, overprint=OVERPRINT).encode()


def test_the_ground_is_drawn_once() -> None:
    """The second drawing of a map is the first."""
    assert ground(MAP, reader=READER) is ground(MAP, reader=READER)


def test_a_station_stands_aside_for_an_engine() -> None:
    """Both can be seen on one hex."""
    before = scene()
    moved = tuple(
        Engine(item.key, at("B2"), item.enamel, item.letters, item.heading, item.title)
        if isinstance(item, Engine)
        else item
        for item in before.items
    )
    drawn = ET.fromstring(svg(Scene(MAP, moved), reader=READER, ground="none"))
    house, engine = by_id(drawn, "station:B2"), by_id(drawn, "engine:L&Y")
    assert house.get("transform") != engine.get("transform")


def test_a_position_is_light() -> None:
    """A move sends little."""
    drawn = svg(scene(), reader=READER, overprint=OVERPRINT, ground="none").encode()
    assert len(gzip.compress(drawn)) < 10_000
