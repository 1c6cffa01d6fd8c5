"""Boards that are no maps: where they lie, how they are drawn, what may be chosen there."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from tests.board.drawn import READER
from trainshed.board import ground, png, sheet, svg, term
from trainshed.board.desk import Lie, lies
from trainshed.board.scene import (
    Board,
    Course,
    Desk,
    Overprint,
    Plot,
    Rail,
    Scene,
    Sign,
    Target,
    Words,
    bare,
)
from trainshed.board.symbols import symbols
from trainshed.core import Seat, say

NAMED = "{http://www.w3.org/2000/svg}"
SPACE = Plot(
    key="space:mill",
    board="board:all",
    at=(20, 40),
    width=74,
    height=80,
    title=say("the mill"),
    signs=(Sign("gear", count=2),),
    cost=(Sign("pawn:open"), Sign("coin:open")),
    brief=say("2 steps"),
)
PILE = Plot(
    "pile:3",
    "board:all",
    (120, 40),
    40,
    56,
    say("engines 3"),
    look="tile",
    signs=(Sign("engine:green"),),
    count=3,
    brief=say("engine 3"),
)
CARD = Plot("card:a", "board:all", (180, 40), 120, 84, say("a card"), "card", words=say("ten each"))


def track(board: str, before: str = "") -> Course:
    """A track with two rails."""
    return Course(
        key=f"{before}line:north",
        board=board,
        at=(100, 60),
        step=50,
        height=42,
        length=5,
        title=say("the northern line"),
        brief=say("North"),
        prints=((4, Sign("flag", "10")), (1, Sign("disc:violet", "?"))),
        above=((1, Sign("disc:brass", "×2")),),
        below=((3, Sign("star", "4")),),
        rails=(Rail("black", 3, "0"), Rail("grey", 1, "1")),
        reach=2,
        values=("1", "0"),
    )


GOAL = Plot("rail:north", "board:0", (250, 60), 48, 42, say("here"), "bare")
DESK = Desk(
    boards=(
        Board("board:all", say("The board"), 400, 160, at=(10, 10)),
        Board("board:0", say("Board of one"), 400, 200, Seat(0), words=(Words(say("N"), (9, 9)),)),
        Board("board:1", say("Board of two"), 400, 200, Seat(1), words=(Words(say("N"), (9, 9)),)),
    ),
    own=((10.0, 180.0), 1.0),
    others=(((420.0, 10.0), 0.5),),
)
SCENE = Scene(
    ground=bare("test/desk", 640, 400),
    items=(SPACE, PILE, CARD, track("board:0"), track("board:1", "1/"), GOAL),
    desk=DESK,
)
BOTH = Overprint(
    (
        Target("space:mill", None, say("go to the mill")),
        Target("rail:north", "move north", say("move"), "space:mill"),
    ),
    ("pile:3",),
)


def test_every_reader_has_his_own_board_large() -> None:
    """Where the boards lie depends on who looks, and never on who is asked."""
    for seat, own, other in ((Seat(0), "board:0", "board:1"), (Seat(1), "board:1", "board:0")):
        found = lies(DESK, seat)
        assert found["board:all"] == Lie((10, 10))
        assert found[own] == Lie((10, 180))
        assert found[other] == Lie((420, 10), 0.5)
    assert lies(replace(DESK, first=Seat(1)), None)["board:1"].scale == 1


def test_everything_is_there_with_its_title() -> None:
    """A group for each thing, named by its key, that says what it is."""
    root = ET.fromstring(svg(SCENE, reader=READER, theme="light"))
    groups = {group.get("id"): group for group in root.iter(f"{NAMED}g")}
    for item in (SPACE, PILE, CARD, GOAL, track("board:0")):
        title = groups[item.key].find(f"{NAMED}title")
        assert title is not None
        assert title.text == READER.read(item.title)


def test_what_is_alike_is_drawn_once() -> None:
    """The second board refers to what the first has drawn; every reference is there."""
    drawn = svg(SCENE, reader=READER)
    assert drawn.count("M100 60h48v42h-48z") == 1
    names = set(re.findall(r'id="([^"]+)"', drawn)) | set(symbols())
    assert not [found for found in re.findall(r'href="#([^"]+)"', drawn) if found not in names]


def test_rails_hide_what_is_printed_below_them() -> None:
    """A sign on a space that rails have reached is not seen; that at the end is."""
    drawn = svg(SCENE, reader=READER)
    assert 'href="#disc-violet"' not in drawn
    assert 'href="#flag"' in drawn


def test_targets_are_rings_where_their_things_are() -> None:
    """The first click is open, the second hidden until then; both lie on the desk."""
    root = ET.fromstring(svg(SCENE, reader=READER, overprint=BOTH))
    targets = [group for group in root.iter(f"{NAMED}g") if group.get("class") == "target"]
    places = {target.get("data-key"): target.get("transform") for target in targets}
    assert places == {"space:mill": "translate(30 50)", "rail:north": "translate(260 240)"}
    (below,) = [group for group in root.iter(f"{NAMED}g") if group.get("class") == "choices"]
    assert below.get("data-under") == "space:mill"
    assert below.get("display") == "none"
    alone = svg(SCENE, reader=READER, overprint=BOTH, theme="light", selected="space:mill")
    assert 'display="none"' not in alone


def test_brass_is_where_something_has_happened() -> None:
    """An outline for each place that was touched, once, on the desk."""
    told = Overprint(last=("pile:3", "1/line:north", "pile:3", "nowhere"))
    root = ET.fromstring(svg(SCENE, reader=READER, overprint=told))
    (brass,) = [group for group in root.iter(f"{NAMED}g") if group.get("class") == "last"]
    assert [path.get("transform") for path in brass] == ["translate(130 50)"]


def test_the_ghost_of_what_would_come_waits() -> None:
    """It is hidden until a page shows it."""
    aim = replace(GOAL, coming=Sign("rail:black"))
    drawn = svg(replace(SCENE, items=(SPACE, aim)), reader=READER, overprint=BOTH)
    assert drawn.count('class="ghost" display="none"') == 1


def test_the_ground_of_a_desk_is_a_bare_table() -> None:
    """No sea, no land, no grid."""
    for drawn in (ground(SCENE.ground, reader=READER), sheet(SCENE.ground, reader=READER)):
        assert "--paper-sunk" in drawn
        assert "--sea" not in drawn


@pytest.mark.parametrize("colour", [True, False])
def test_a_terminal_tells_it_all(colour: bool) -> None:  # noqa: FBT001
    """Places with their cost and their number, tracks with their rails, targets with a mark."""
    told = term(SCENE, reader=READER, overprint=BOTH, colour=colour)
    if not colour:
        assert "›[2 steps ○₽]  [engine 3 ×3]" in told
        assert "  North   1>   0] 0> ›10" in told
    assert "Board of two" in told


def test_a_picture_can_be_made() -> None:
    """PNG, in both themes."""
    for theme in ("light", "dark"):
        drawn = png(SCENE, reader=READER, overprint=BOTH, theme=theme, width=320)
        assert drawn.startswith(b"\x89PNG")
