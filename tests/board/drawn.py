"""A small island and a position on it, for the tests of drawing."""

from __future__ import annotations

from trainshed.board.hexes import Grid, members, offset
from trainshed.board.scene import (
    Bend,
    Engine,
    Figure,
    HexMap,
    Ledger,
    Overprint,
    Panel,
    Rails,
    Row,
    Scene,
    Space,
    Station,
    Target,
    Town,
)
from trainshed.core import Reader, Seat, language, say

GRID = Grid({f"{row}{n}": offset(r, n) for r, row in enumerate("ABCDE") for n in range(7)})
MAP = HexMap(
    key="test/island",
    grid=GRID,
    radius=24,
    width=400,
    height=260,
    origin=(60, 50),
    land=GRID.cells,
    off=(offset(1, -1), offset(2, -1), offset(3, -1)),
)
READER = Reader(language("en"), ("Ada", "Jun"), Seat(0))


def at(name: str) -> int:
    """The number of a hex."""
    return GRID.number[name]


def scene() -> Scene:
    """A line from Bristol along the third row, a city beside it, a station on it."""
    rails = Rails(
        key="rails:L&Y",
        enamel="violet",
        letters="L&Y",
        runs=(
            (
                Bend(at("C0"), None, 0),
                Bend(at("C1"), 3, 0),
                Bend(at("C2"), 3, 1),
                Bend(at("B2"), 4, 0),
                Bend(at("B3"), 3, None),
            ),
        ),
        plates=(at("C1"),),
        spurs=((at("C2"), at("C3")),),
    )
    pieces = (
        Town("town:Bristol", at("C0"), "start", "Bristol", say("Bristol"), "violet", "L&Y"),
        Town(
            "town:Hull", at("C3"), "city", "Hull", say("Hull"), goods=("steel", "steel", "leather")
        ),
        Town("town:Leeds", at("D5"), "town", "Leeds", say("Leeds")),
        Station("station:B2", at("B2"), "rose", "lozenge", say("B2, a station")),
        Engine("engine:L&Y", at("B3"), "violet", "L&Y", 0, say("the engine")),
    )
    spaces = tuple(Space(f"hex:{GRID.name[n]}", n, say("a hex")) for n in members(GRID.cells))
    return Scene(
        ground=MAP,
        items=(rails, *pieces, *spaces),
        panels=(
            Panel(Seat(0), 4000, (Figure("good:steel", 1, say("steel: 1")),)),
            Panel(Seat(1), None, (Figure("good:steel", 0, say("steel: 0")),)),
        ),
        ledger=Ledger(
            title=say("Shares"),
            note=say("a note"),
            rows=(
                Row("line:L&Y", "violet", "L&Y", (2, None, 9, 3), leaders=(0,)),
                Row("line:GWR", "green", "GWR", (), note=say("absorbed")),
            ),
            columns=(say("on board"), say("towns")),
        ),
    )


OVERPRINT = Overprint(
    targets=(
        Target("engine:L&Y", None, say("move the engine")),
        Target("hex:B4", "drive L&Y B4", say('to "B4" & on'), under="engine:L&Y"),
        Target("town:Hull", None, say("take a marker")),
        Target("good:Hull:steel", "take Hull steel", say("steel"), under="town:Hull"),
        Target("station:B2", "lift B2", say("lift the station")),
        Target("hex:E6", "place E6", say("place a station")),
        Target("pass", "pass", say("pass")),
    ),
    last=("hex:B2", "engine:L&Y", "gone:X"),
)
