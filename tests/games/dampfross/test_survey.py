"""The survey of a map names every fault with its value and its place."""

from __future__ import annotations

from random import Random

import pytest

from trainshed.core import BadOption
from trainshed.games.dampfross.box import SHEETS
from trainshed.games.dampfross.sheet import LENGTH, read, write
from trainshed.games.dampfross.survey import checked, faults

BAVARIA, KENTUCKY, IRELAND = SHEETS["bavaria"], SHEETS["kentucky"], SHEETS["ireland"]
RUSSIA = SHEETS["russia"]


def found(text: str, *changes: tuple[str, str]) -> list[str]:
    """The faults of a good map after some changes, each of which must change something."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return list(faults(read(text)))


@pytest.mark.rule("dampfross", "R21.1")
@pytest.mark.parametrize("name", SHEETS)
def test_the_maps_of_the_box_have_no_faults(name: str) -> None:
    """They are the examples to follow, and they all say where they come from."""
    sheet = checked(SHEETS[name])
    assert "Redrawn from geography" in sheet.about
    assert checked(write(sheet)) == sheet


ROW = '  "#hbbWwbbbbbBBbbbbbBbbbbbbBCc##########",'
TOWN = '"Hof" = { hex = "W5", numbers = [41] }'
SPECIAL = '[[special]]\nname = "Hessen"\nhexes = ["B6", "B8", "G5", "H3"]\n'
ONE = [
    # texts
    (BAVARIA, 'title = "Bayern"', 'title = " "', "the title is empty"),
    (
        BAVARIA,
        'title = "Bayern"',
        f'title = "{"Bayern" * 20}"',
        "the title has 120 characters, the most is 60",
    ),
    (
        BAVARIA,
        'subtitle = "and',
        'subtitle = "\\u0007and',
        "the subtitle has a character that cannot be shown",
    ),
    (BAVARIA, 'name = "Donau"', 'name = ""', "river number 1 has no name"),
    # size
    (BAVARIA, ROW, ROW.replace('#",', '",'), "row 10 has 37 hexes, the first row has 38"),
    # ground
    (BAVARIA, "#hbbWw", "#hbbXw", 'row 10, hex E10: there is no region "X"'),
    (BAVARIA, "#hbbWw", "#hb?Ww", 'row 10, hex D10: there is no kind of hex "?"'),
    (BAVARIA, "#hbbWw", "#hbéWw", 'row 10, hex D10: there is no kind of hex "é"'),
    # regions
    (
        BAVARIA,
        "[towns]",
        'z = { name = "Tirol" }\n[towns]',
        'region "z" (Tirol) has no hex',
    ),
    (
        BAVARIA,
        "[towns]",
        'zz = { name = "Tirol" }\n[towns]',
        'region "zz" (Tirol): its sign must be one small letter from a to z',
    ),
    (
        IRELAND,
        "[towns]",
        'z = { name = "Man" }\n[towns]',
        'region "z" (Man) is not home, but abroad = "none" says that nothing is',
    ),
    (
        IRELAND,
        'abroad = "none"',
        'abroad = "frontier"',
        'every region is home, but abroad = "frontier" says that one is not',
    ),
    # start
    (BAVARIA, '["München", "Nürnberg"]', "[]", "there is no start town"),
    (BAVARIA, '["München", "Nü', '["Monaco", "Nü', 'start: there is no town "Monaco"'),
    (
        BAVARIA,
        '["München", "Nürnberg"]',
        '["München", "München"]',
        'start: "München" is named 2 times',
    ),
    (
        KENTUCKY,
        "places.4 =",
        "places.7 =",
        "start, places.7: the number of companies must be 2 to 6",
    ),
    (
        KENTUCKY,
        '"Louisville" = 2,',
        '"Louisville" = 1,',
        "start, places.4: the places add up to 3, not to 4",
    ),
    (
        KENTUCKY,
        '"Nashville" = 2 }',
        '"Memphis" = 2 }',
        'start, places.4: "Memphis" is no start town',
    ),
    (
        KENTUCKY,
        '"Louisville" = 2, "Nashville" = 2',
        '"Louisville" = 5, "Nashville" = -1',
        'start, places.4: "Nashville" cannot have -1 places',
    ),
    # towns
    (BAVARIA, TOWN, TOWN.replace("W5", "K99"), 'town "Hof": hex K99 is not on the map'),
    (BAVARIA, TOWN, TOWN.replace("W5", "w5"), 'town "Hof": hex w5 is not on the map'),
    (BAVARIA, TOWN, TOWN.replace("W5", "A1"), 'town "Hof": hex A1 is out of play'),
    (BAVARIA, TOWN, TOWN.replace("W5", "Q27"), 'town "Hof": hex Q27 is water'),
    (KENTUCKY, '"AQ18"', '"A1"', 'town "Johnson City": hex A1 is no hex of the map'),
    (BAVARIA, TOWN, TOWN.replace("W5", "U5"), 'town "Hof": hex U5 is a mountain'),
    (BAVARIA, TOWN, TOWN.replace("W5", "B7"), 'town "Hof": hex B7 is abroad, in "Hessen"'),
    # numbers
    (
        BAVARIA,
        "numbers = [11, 12, 13]",
        "numbers = [11, 12, 13, 17]",
        'town "München": 17 is no number of two dice (11 to 66, with the digits 1 to 6)',
    ),
    (
        BAVARIA,
        "numbers = [11, 12, 13]",
        "numbers = [11, 12, 13, 13]",
        'town "München" has the number 13 2 times',
    ),
    (BAVARIA, "numbers = [11, 12, 13]", "numbers = [11, 12]", "no town has the number 13"),
    # places
    (
        BAVARIA,
        '"Ulm" = { hex = "H23"',
        '"Ulm" = { hex = "A1"',
        'place "Ulm": hex A1 is out of play',
    ),
    (BAVARIA, '"Tachau" = {', '"Hof" = {', '"Hof" is both a town and a place'),
    (
        BAVARIA,
        '"Hildburghausen" = { hex = "O4"',
        '"Hildburghausen" = { hex = "P5"',
        'hex P5 has several names: "Coburg" and "Hildburghausen"',
    ),
    # rivers and barriers
    (
        BAVARIA,
        '"B7 N", "B7 NE"',
        '"B7 N", "B7 X"',
        'river "Main": "B7 X" is no side, such as "H22 SE"',
    ),
    (
        BAVARIA,
        '"B7 N", "B7 NE"',
        '"B7 N", "B99 NE"',
        'river "Main": side B99 NE: hex B99 is not on the map',
    ),
    (
        BAVARIA,
        '"B7 N", "B7 NE"',
        '"B7 N", "B7 NW"',
        'river "Main": side B7 NW: hex A7 is out of play',
    ),
    (BAVARIA, '"B7 N", "B7 NE"', '"B7 N", "B6 S"', 'river "Main": side B6 S is listed twice'),
    (
        IRELAND,
        '"I27 N", "I27 NE"',
        '"I27 N", "M26 SE"',
        'barrier "Shannon estuary": side M26 SE belongs to river "Shannon" already',
    ),
    (KENTUCKY, '"X7 SE"', '"AF1 N"', 'river "Ohio": side AF1 N is on the edge of the map'),
    (
        BAVARIA,
        "[[white]]",
        '[[rivers]]\nname = "Vils"\nsides = []\n[[white]]',
        'river "Vils" has no sides',
    ),
    # white lines
    (
        BAVARIA,
        '["P32", "O32", "N31", "M31"]',
        '["P32"]',
        'white line "Außerfernbahn (Garmisch - Reutte - Pfronten)" has fewer than two hexes',
    ),
    (
        RUSSIA,
        '"AC21", "AD20"',
        '"AC21", "A1"',
        'white line "Saratow - Uralsk - Orenburg line": hex A1 is',
    ),
    (
        RUSSIA,
        '"AC21", "AD20"',
        '"AC21", "AE20"',
        'white line "Saratow - Uralsk - Orenburg line": AC21 and AE20 are not neighbours',
    ),
    # special destinations
    (BAVARIA, SPECIAL, "", "there are 5 special destinations, not 6 or none"),
    (
        BAVARIA,
        'hexes = ["B6", "B8", "G5", "H3"]',
        "",
        "special destination 2 (Hessen) has no hexes",
    ),
    (
        BAVARIA,
        '["B6", "B8"',
        '["B6", "B6"',
        "special destination 2 (Hessen): hex B6 is listed 2 times",
    ),
    (
        BAVARIA,
        '["B6", "B8"',
        '["B6", "A1"',
        "special destination 2 (Hessen): hex A1 is out of play",
    ),
    (
        KENTUCKY,
        '"D24>C24"',
        '"D24>B24"',
        "special destination 1 (Mississippi: Memphis, Cairo): D24 and B24 are not neighbours",
    ),
    (
        KENTUCKY,
        '"D24>C24"',
        '"A1>C24"',
        "special destination 1 (Mississippi: Memphis, Cairo): hex A1 is no hex of the map",
    ),
    (
        RUSSIA,
        '["f", "e"]',
        '["f", "x"]',
        'special destination 1 (Finljandija, Estonija): there is no region "x"',
    ),
    (
        RUSSIA,
        '["f", "e"]',
        '["f", "r"]',
        'special destination 1 (Finljandija, Estonija): region "r" is home',
    ),
]


@pytest.mark.rule("dampfross", "R21.7")
@pytest.mark.parametrize(("text", "old", "new", "fault"), ONE, ids=[row[3] for row in ONE])
def test_a_fault_is_named_with_its_place(text: str, old: str, new: str, fault: str) -> None:
    """One change of a good map, one fault among those that follow from it."""
    assert any(line.startswith(fault) for line in found(text, (old, new))), found(text, (old, new))


def test_every_fault_is_named() -> None:
    """Not only the first."""
    changes = (TOWN, TOWN.replace("W5", "K99")), ("[11, 12, 13]", "[11, 12, 77]"), ("B7 NE", "B7 X")
    assert found(BAVARIA, *changes) == [
        'town "Hof": hex K99 is not on the map',
        'town "München": 77 is no number of two dice (11 to 66, with the digits 1 to 6)',
        "no town has the number 13",
        'river "Main": "B7 X" is no side, such as "H22 SE"',
    ]


def test_a_map_has_limits() -> None:
    """In size and in the number of things on it."""
    rows = ",".join(['"' + "b" * 70 + '"'] * 61)
    text = (
        BAVARIA[: BAVARIA.index("rows = [")]
        + f"rows = [{rows}]\n"
        + BAVARIA[BAVARIA.index("[start]") :]
    )
    assert found(text) == [
        "the map has 61 rows, the most is 60",
        "the first row has 70 hexes, the most is 60",
    ]
    many = "".join(f'[[rivers]]\nname = "R{n}"\nsides = []\n' for n in range(201))
    assert found(BAVARIA, ("[[white]]", f"{many}\n[[white]]")) == [
        "the map has 211 rivers, the most is 200"
    ]
    few = BAVARIA[: BAVARIA.index('"Rosenheim"')] + BAVARIA[BAVARIA.index("[places]") :]
    assert found(few) == ["the map has 1 towns, it needs 12 to 60"]
    assert found(text.replace(rows, "")) == ["the map has no hexes"]
    with pytest.raises(BadOption, match="70,000 characters, the most is 60,000"):
        checked("#" * 70_000)
    assert max(map(len, SHEETS.values())) < LENGTH


@pytest.mark.rule("dampfross", "R5.3")
def test_everything_can_be_reached() -> None:
    """A town behind barriers, a place on an island, a country that nobody touches."""
    sides = '", "'.join(f"W5 {way}" for way in ("N", "NE", "SE", "S", "SW", "NW"))
    wall = f'[[barriers]]\nname = "Wall"\nsides = ["{sides}"]\n\n[[white]]'
    assert found(BAVARIA, ("[[white]]", wall)) == [
        'town "Hof": hex W5 cannot be reached from "München"'
    ]
    first = '  "######################################",'
    island = '  "s#####################################",'
    assert found(BAVARIA, (first, island), ('"Ulm" = { hex = "H23"', '"Ulm" = { hex = "A1"')) == [
        'place "Ulm": hex A1 cannot be reached from "München"'
    ]
    lost = '  "##########################z###########",'
    assert found(BAVARIA, (first, lost), ("[towns]", 'z = { name = "Tirol" }\n[towns]')) == [
        'region "z" (Tirol) cannot be reached from "München"'
    ]


def test_the_first_fault_refuses_a_map() -> None:
    """And the number of the others is told."""
    text = BAVARIA.replace("[11, 12, 13]", "[77, 78]")
    with pytest.raises(BadOption, match=r"München\": 77 is no number .* \(and 4 more faults\)"):
        checked(text)
    with pytest.raises(BadOption, match=r"number 13$"):
        checked(BAVARIA.replace("[11, 12, 13]", "[11, 12]"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rows = 1",
        "\0",
        "a = " + "[" * 5000,
        "a = " + "{a=" * 3000,
        "a = 1e999",
        BAVARIA.replace("[41]", f"[0x{'F' * 9000}]"),
        KENTUCKY.replace('"Louisville" = 2', f'"Louisville" = 0x{"F" * 9000}'),
        BAVARIA.replace("Bayern", "\ud800"),
        BAVARIA.replace("[regions]", '[regions]\n"1" = { name = "One" }').replace("bbb", "b1b"),
        BAVARIA.replace("b", "\u212a"),
    ],
    ids=range(11),
)
def test_nonsense_is_refused_in_a_sentence(text: str) -> None:
    """Whatever is in the file."""
    with pytest.raises(BadOption):
        checked(text)


@pytest.mark.parametrize("seed", range(150))
def test_a_damaged_map_is_never_a_crash(seed: int) -> None:
    """Characters of a good map are changed or left out: it is read and kept, or refused."""
    rng = Random(seed)
    text = SHEETS[rng.choice(list(SHEETS))]
    for _ in range(rng.randrange(1, 6)):
        at, length = rng.randrange(len(text)), rng.randrange(1, 4)
        new = rng.choice(["", "a", "Z", "9", "-1", '"', "[", "~", "#", ">", " ", "é", text[at] * 2])
        text = text[:at] + new + text[at + length :]
    try:
        sheet = checked(text)
    except BadOption as error:
        told = str(error)
    else:
        assert checked(write(sheet)) == sheet
        return
    assert told.startswith(("the map cannot be played: ", "this is no map of Dampfross: "))
