"""R11 Track."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    accepts,
    all_money,
    asked,
    company,
    found,
    minor,
    offers,
    operating,
    own,
    play,
    position,
    stations,
    tile_on,
)
from tests.rules.g1861.rails import copies, edges_at, hexes, tiles_for, track
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State

SOUTH = "H10=4 H12=9"
"""A line from Moscow southwards through Tula."""
TO_VORONEZH = "H10=58:3 I11=8 I13=57"
"""A line from Moscow through Tula to Voronezh, and out of it to the south."""


def moscow_kursk(tiles: str = "", *, phase: int = 3, cash: int = 200) -> State:
    """The minor M-K in Moscow, on its first question about track."""
    state = minor(track(position(phase=phase), tiles), "M-K", cash=cash, trains=(str(phase),))
    return operating(state, "M-K", "track")


def rich_major(
    at: str, tiles: str = "", *, phase: int = 5, options: Options | None = None
) -> State:
    """The major NW with one station and 200 roubles, on its first question about track."""
    state = track(position(phase=phase, options=options), tiles)
    state = found(state, "NW", shares={0: 3}, cash=200, at=(at,), trains=("5",))
    return operating(state, "NW", "track")


# R11.1 How much


@pytest.mark.rule("1861", "R11.1")
def test_the_first_tile_is_free_and_the_second_costs_20() -> None:
    """A yellow tile, and another one for 20."""
    state = play(moscow_kursk(), "lay H10 4 0")
    assert company(state, "M-K").cash == 200
    state = play(state, "lay H12 9 0")
    assert company(state, "M-K").cash == 180
    assert (tile_on(state, "H10"), tile_on(state, "H12")) == ("4", "9")


@pytest.mark.rule("1861", "R11.1")
def test_there_is_no_third_tile() -> None:
    """After the second one the company goes on to run its trains."""
    state = play(moscow_kursk(), "lay H10 4 0", "lay H12 9 0")
    assert offers(state, "lay") == set()
    assert asked(state) != "Laying"


@pytest.mark.rule("1861", "R11.1")
def test_a_company_may_build_nothing_or_only_once() -> None:
    """Track is a choice."""
    assert asked(play(moscow_kursk(cash=300), "pass")) == "BuyingTrain"
    assert asked(play(moscow_kursk(cash=300), "lay H10 4 0", "pass")) == "Running"


@pytest.mark.rule("1861", "R11.1")
def test_only_one_of_the_two_is_an_upgrade() -> None:
    """After the upgrade of Moscow only yellow tiles remain, and Tula's green ones are gone."""
    state = moscow_kursk(SOUTH)
    assert "H8 637" in offers(state, "lay")
    assert tiles_for(offers(state, "lay"), "H10") == {"87", "88", "204"}
    state = play(state, "lay H8 637 0")
    assert {line.split()[1] for line in offers(state, "lay")} <= {"3", "4", "58", "7", "8", "9"}
    assert "H14" in hexes(offers(state, "lay"))


@pytest.mark.rule("1861", "R11.1")
def test_an_upgrade_may_come_second() -> None:
    """It costs 20 then."""
    state = play(moscow_kursk(SOUTH), "lay H14 9 0", "lay H8 637 0")
    assert tile_on(state, "H8") == "637"
    assert company(state, "M-K").cash == 180


@pytest.mark.rule("1861", "R11.1")
def test_the_two_are_on_different_hexes() -> None:
    """The tile just laid cannot be upgraded; an older one can."""
    state = play(moscow_kursk(), "lay H10 4 0")
    assert "H10" not in hexes(offers(state, "lay"))
    assert not accepts(state, "lay H10 87 0")
    assert "H10" in hexes(offers(moscow_kursk("H10=4"), "lay"))


@pytest.mark.rule("1861", "R11.1")
def test_a_company_may_borrow_for_the_second_tile() -> None:
    """Q31 A loan brings 45."""
    state = play(moscow_kursk(cash=0), "lay H10 4 0", "lay H12 9 0")
    assert (company(state, "M-K").cash, company(state, "M-K").loans) == (25, 1)
    assert all_money(state) == 15000


# R11.2 Colours


@pytest.mark.rule("1861", "R11.2")
@pytest.mark.parametrize(("phase", "offered"), [(2, False), (3, True), (4, True), (6, True)])
def test_green_tiles_come_in_phase_3(phase: int, offered: bool) -> None:  # noqa: FBT001
    """Before that only yellow ones."""
    assert ("H8 637" in offers(moscow_kursk(phase=phase), "lay")) == offered


@pytest.mark.rule("1861", "R11.2")
@pytest.mark.parametrize(("phase", "offered"), [(4, False), (5, True), (6, True), (8, True)])
def test_brown_tiles_come_in_phase_5(phase: int, offered: bool) -> None:  # noqa: FBT001
    """Q32 They stay in phase 6."""
    state = rich_major("H8.0", "H8=637", phase=phase)
    assert ("H8 638" in offers(state, "lay")) == offered


@pytest.mark.rule("1861", "R11.2")
@pytest.mark.parametrize(("phase", "offered"), [(5, False), (6, True), (7, True), (8, True)])
def test_grey_tiles_come_in_phase_6(phase: int, offered: bool) -> None:  # noqa: FBT001
    """Not a phase before."""
    state = rich_major("H8.0", "H8=638", phase=phase)
    assert ("H8 639" in offers(state, "lay")) == offered


@pytest.mark.rule("1861", "R11.2")
@pytest.mark.parametrize("phase", range(2, 9))
def test_yellow_tiles_are_always_there(phase: int) -> None:
    """In every phase."""
    assert "H10 4" in offers(rich_major("H8.0", phase=phase), "lay")


# R11.3 Supply


@pytest.mark.rule("1861", "R11.3")
@pytest.mark.parametrize(
    "tile", ["3", "4", "5", "6", "7", "8", "9", "57", "58", "201", "202", "621"]
)
def test_yellow_tiles_never_run_out(tile: str) -> None:
    """Q33 As many as anybody wants."""
    assert copies(position(), tile) == -1


@pytest.mark.rule("1861", "R11.3")
def test_five_straight_towns_where_four_are_printed() -> None:
    """The fifth tile 4 can still be laid."""
    assert "H10 4" in offers(moscow_kursk("B8=4 C9=4 G13=4 K11=4"), "lay")


@pytest.mark.rule("1861", "R11.3")
def test_in_the_reprint_town_and_city_tiles_run_out() -> None:
    """Q33 The four tiles 4 lie on the map, and the plain ones have no end."""
    options = Options(yellow_supply="curves_and_straights_unlimited")
    state = track(position(phase=3, options=options), "B8=4 C9=4 G13=4 K11=4")
    state = operating(minor(state, "M-K", cash=200, trains=("3",)), "M-K", "track")
    assert copies(state, "4") == 0
    assert tiles_for(offers(state, "lay"), "H10") == {"3", "58"}
    assert [copies(state, tile) for tile in ("7", "8", "9")] == [-1, -1, -1]
    assert [copies(state, tile) for tile in ("3", "5", "6", "57")] == [2, 2, 2, 2]
    assert [copies(state, tile) for tile in ("58", "201", "202", "621")] == [4, 3, 3, 2]


@pytest.mark.rule("1861", "R11.3")
def test_green_tiles_run_out() -> None:
    """Two of each green town."""
    state = moscow_kursk(f"{SOUTH} B8=88 C9=88")
    assert tiles_for(offers(state, "lay"), "H10") == {"87", "204"}


@pytest.mark.rule("1861", "R11.3")
def test_a_tile_that_is_laid_is_one_less() -> None:
    """Of two tiles 88 one is left."""
    state = play(moscow_kursk(SOUTH), "lay H10 88 0")
    assert copies(state, "88") == 1


@pytest.mark.rule("1861", "R11.3")
def test_a_tile_that_is_replaced_can_be_used_again() -> None:
    """The green town comes back when it turns brown."""
    state = moscow_kursk("H10=88 H12=9", phase=5)
    assert copies(state, "88") == 1
    state = play(state, min(f"lay {line}" for line in offers(state, "lay") if "911" in line))
    assert (copies(state, "88"), copies(state, "911")) == (2, 2)


@pytest.mark.rule("1861", "R11.3")
def test_printed_track_gives_nothing_back() -> None:
    """Q42 The yellow Moscow is upgraded like a tile, but only the green one is counted."""
    before = moscow_kursk()
    after = play(before, "lay H8 637 0")
    assert copies(after, "637") == 0
    assert sum(after.supply) == sum(before.supply) - 1


# R11.4 Yellow tiles


@pytest.mark.rule("1861", "R11.4")
def test_plain_on_plain_town_on_town_city_on_city() -> None:
    """What lies on the hex decides."""
    assert tiles_for(offers(moscow_kursk(), "lay"), "H10") == {"3", "4", "58"}
    assert tiles_for(offers(moscow_kursk("H10=4"), "lay"), "H12") == {"7", "8", "9"}
    assert tiles_for(offers(moscow_kursk("H10=58:3 I11=8"), "lay"), "I13") == {"5", "6", "57"}


@pytest.mark.rule("1861", "R11.4")
def test_a_y_tile_where_the_hex_has_a_y_and_only_there() -> None:
    """Kharkov has one."""
    state = operating(minor(position(), "KR", cash=100), "KR", "track")
    assert tiles_for(offers(state, "lay"), "G15") == {"201", "202", "621"}


@pytest.mark.rule("1861", "R11.4")
def test_no_yellow_tile_on_track() -> None:
    """G7 and Tver have yellow track printed on them; in phase 2 N cannot build at all."""
    state = operating(minor(position(), "N", cash=100, trains=("2",)), "N", "track")
    assert asked(state) != "Laying"


# R11.5 Edges


@pytest.mark.rule("1861", "R11.5")
def test_no_track_off_the_map() -> None:
    """Riga has the sea to the north and the north-west."""
    state = operating(minor(position(), "RO", cash=100), "RO", "track")
    assert offers(state, "lay") == {
        "B4 201", "B4 201 4", "B4 201 5", "B4 202 4", "B4 202 5", "B4 621 1"
    }  # fmt: skip


@pytest.mark.rule("1861", "R11.5")
def test_no_track_into_the_sea_south_of_f20() -> None:
    """Q36 Nor to E21 or G21, which are sea as well: from the north it can only turn back."""
    state = rich_major("F18", "F18=57", phase=3)
    assert {line for line in offers(state, "lay") if line.startswith("F20")} == {
        "F20 7 2", "F20 7 3"
    }  # fmt: skip


@pytest.mark.rule("1861", "R11.5")
def test_no_track_against_a_blank_side_of_a_red_hex() -> None:
    """H20 touches the Caucasus, but the track of the area does not lead there."""
    state = rich_major("I19", "I19=57:1", phase=3)
    assert {line for line in offers(state, "lay") if line.startswith("H20")} == {
        "H20 7 3", "H20 8 2"
    }  # fmt: skip


@pytest.mark.rule("1861", "R11.5")
def test_no_track_against_a_blank_side_of_a_grey_hex() -> None:
    """B6 touches Dunaburg's closed side in the north-east: no curve from Riga turns there."""
    state = rich_major("B4", "B4=201", phase=3)
    lines = {line for line in offers(state, "lay") if line.startswith("B6")}
    assert "B6 7 3" not in lines
    assert {"B6 9", "B6 7 2", "B6 8 3"} <= lines


# R11.6 Ground


@pytest.mark.rule("1861", "R11.6")
@pytest.mark.parametrize(
    ("at", "tiles", "line", "cost"),
    [
        ("Q3", "", "lay P4 9 1", 20),
        ("M7", "M7=57", "lay M9 4 0", 80),
        ("E9", "E9=57 E11=4 E13=4", "lay E15 9 0", 40),
        ("H8.0", "", "lay H10 4 0", 0),
    ],
)
def test_the_first_tile_on_difficult_ground_is_paid(
    at: str, tiles: str, line: str, cost: int
) -> None:
    """20, 40 or 80."""
    state = play(rich_major(at, tiles), line)
    assert company(state, "NW").cash == 200 - cost
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R11.6")
def test_ground_and_the_second_tile_are_both_paid() -> None:
    """20 for the ground and 20 for being the second."""
    state = play(rich_major("Q3"), "lay P2 5 5", "lay P4 9 1")
    assert company(state, "NW").cash == 200 - 20 - 20 - 20


@pytest.mark.rule("1861", "R11.6")
def test_loans_may_be_taken_for_the_ground() -> None:
    """Q35 80 are two loans of 45."""
    state = track(position(phase=5), "M7=57")
    state = found(state, "NW", shares={0: 3}, cash=0, at=("M7",), trains=("5",))
    state = play(operating(state, "NW", "track"), "lay M9 4 0")
    assert (company(state, "NW").cash, company(state, "NW").loans) == (10, 2)


@pytest.mark.rule("1861", "R11.6")
def test_ground_that_cannot_be_paid_is_not_built_on() -> None:
    """A minor with 5 roubles raises 95, which is enough for 80 but not for 80 + 20."""
    state = track(position(phase=3), "N10=202")
    state = operating(minor(state, "SV", cash=5, trains=("3",)), "SV", "track")
    assert "M9 58 3" in offers(state, "lay")
    assert "M9" not in hexes(offers(play(state, "lay N12 7 2"), "lay"))


@pytest.mark.rule("1861", "R11.6")
def test_upgrades_cost_nothing_for_the_ground() -> None:
    """Kazan stands on ground of 40."""
    state = play(rich_major("M7", "M7=57", phase=3), "lay M7 14 0")
    assert company(state, "NW").cash == 200


@pytest.mark.rule("1861", "R11.6")
@pytest.mark.parametrize(
    ("tiles", "line", "cost"), [("", "lay D14 635 0", 0), ("D14=635", "lay D14 636 0", 40)]
)
def test_only_the_brown_kiev_costs_40(tiles: str, line: str, cost: int) -> None:
    """Q34 From yellow to green it is free."""
    assert company(play(rich_major("D14.0", tiles), line), "NW").cash == 200 - cost


@pytest.mark.rule("1861", "R11.6")
@pytest.mark.parametrize(
    ("options", "cost"),
    [
        (Options(), 0),
        (Options(nizhny_upgrade_cost="0"), 0),
        (Options(nizhny_upgrade_cost="20"), 20),
        (Options(edition="reprint"), 20),
    ],
)
def test_the_first_upgrade_of_nizhnii_novgorod(options: Options, cost: int) -> None:
    """Q34 It costs 0, or 20 in the reprint."""
    state = rich_major("K7", phase=3, options=options)
    line = min(line for line in offers(state, "lay") if line.startswith("K7"))
    assert company(play(state, f"lay {line}"), "NW").cash == 200 - cost


@pytest.mark.rule("1861", "R11.6")
def test_the_second_upgrade_of_nizhnii_novgorod_is_free() -> None:
    """Even in the reprint."""
    state = rich_major("K7", "K7=208:1", options=Options(nizhny_upgrade_cost="20"))
    assert company(play(state, "lay K7 623 0"), "NW").cash == 200


# R11.7 Hexes of privates


@pytest.mark.rule("1861", "R11.7")
@pytest.mark.parametrize(
    ("hex_", "at", "tiles"),
    [
        ("E3", "E9", "E9=57 E7=9 E5=9"),
        ("H6", "H8.2", "I7=7:1"),
        ("I5", "H8.2", "I7=8:1"),
        ("I9", "H8.2", "I7=7"),
        ("J10", "H8.2", "I7=8:5 J8=8"),
    ],
)
def test_the_hexes_of_privates_are_closed_until_phase_3(hex_: str, at: str, tiles: str) -> None:
    """All five of them."""
    assert hex_ not in hexes(offers(rich_major(at, tiles, phase=2), "lay"))
    assert hex_ in hexes(offers(rich_major(at, tiles, phase=3), "lay"))


@pytest.mark.rule("1861", "R11.7")
def test_the_owner_of_the_private_must_wait_as_well() -> None:
    """Q41 Closed to everybody."""
    state = minor(track(position(), "I7=7"), "MNN", owner=0, cash=100, trains=("2",))
    state = operating(own(state, "MRR", 0), "MNN", "track")
    assert "I9" not in hexes(offers(state, "lay"))


# R11.8 Where


@pytest.mark.rule("1861", "R11.8")
def test_a_home_without_track_comes_first() -> None:
    """Q37 Kharkov: any Y tile in any direction, and nothing else."""
    state = operating(minor(position(), "KR", cash=100), "KR", "track")
    lines = offers(state, "lay")
    assert hexes(lines) == {"G15"}
    assert len(lines) == 6 + 6 + 3


@pytest.mark.rule("1861", "R11.8")
def test_after_the_home_the_second_tile_may_be_elsewhere() -> None:
    """The new track leads to G13 and G17."""
    state = operating(minor(position(), "KR", cash=100), "KR", "track")
    state = play(state, "lay G15 621 0")
    assert hexes(offers(state, "lay")) == {"G13", "G17"}


@pytest.mark.rule("1861", "R11.8")
def test_a_major_without_track_lays_at_home_first() -> None:
    """Not only minors do."""
    assert hexes(offers(rich_major("L12", phase=4), "lay")) == {"L12"}


@pytest.mark.rule("1861", "R11.8")
def test_a_yellow_tile_must_carry_on_from_the_company() -> None:
    """M-K can only begin in Tula, with track that comes from Moscow."""
    assert offers(moscow_kursk(phase=2), "lay") == {
        "H10 3 2", "H10 3 3", "H10 4", "H10 58 1", "H10 58 3"
    }  # fmt: skip


# R11.9 Upgrades


@pytest.mark.rule("1861", "R11.9")
def test_an_upgrade_keeps_the_old_track() -> None:
    """A straight town becomes one of the green towns that have both of its exits."""
    lines = {line for line in offers(moscow_kursk(SOUTH), "lay") if line.startswith("H10")}
    assert lines == {"H10 87", "H10 87 3", "H10 88", "H10 88 2", "H10 204", "H10 204 3"}


@pytest.mark.rule("1861", "R11.9")
def test_no_colour_is_skipped() -> None:
    """A yellow town does not turn brown in phase 5."""
    state = moscow_kursk(SOUTH, phase=5)
    assert tiles_for(offers(state, "lay"), "H10") == {"87", "88", "204"}
    assert not accepts(state, "lay H10 911 0")


@pytest.mark.rule("1861", "R11.9")
def test_a_tile_keeps_its_label() -> None:
    """Kharkov stays a Y city, Voronezh stays a plain one."""
    assert tiles_for(offers(rich_major("G15", "G15=621", phase=3), "lay"), "G15") == {
        "207", "208", "622"
    }  # fmt: skip
    assert tiles_for(offers(rich_major("I13", "I13=57", phase=3), "lay"), "I13") == {
        "14", "15", "619"
    }  # fmt: skip


@pytest.mark.rule("1861", "R11.9")
@pytest.mark.parametrize("turn", [0, 1])
def test_stations_stay_in_their_circles(turn: int) -> None:
    """Each of the three minors of Moscow keeps its old exit."""
    state = position(phase=3)
    for name in ("N", "MNN", "M-K"):
        state = minor(state, name, cash=100, trains=("3",))
    state = play(operating(state, "M-K", "track"), f"lay H8 637 {turn}")
    for name, edge in (("M-K", 0), ("N", 2), ("MNN", 4)):
        assert edge in edges_at(state, name, "H8")
        assert len(edges_at(state, name, "H8")) == 2


# R11.10 What an upgrade must bring


@pytest.mark.rule("1861", "R11.10")
def test_new_plain_track_must_be_of_use() -> None:
    """A branch from the north is; a crossing and a branch that joins from the south are not."""
    lines = offers(moscow_kursk(SOUTH), "lay")
    assert "H12 23 3" in lines
    assert not {"H12 20", "H12 23"} & lines
    assert not accepts(moscow_kursk(SOUTH), "lay H12 20 0")


@pytest.mark.rule("1861", "R11.10")
def test_a_crossing_is_of_use_if_its_new_track_is_reached() -> None:
    """From Tula through I11 the company comes to H12 from the north-east."""
    state = moscow_kursk("H10=87:3 H12=9 I11=7:1")
    assert "H12 20" in offers(state, "lay")


@pytest.mark.rule("1861", "R11.10")
def test_a_city_that_is_reached_may_be_upgraded_even_if_it_is_closed() -> None:
    """Its value changes, although M-K cannot come to the new track behind MV's station."""
    state = minor(track(position(phase=3), TO_VORONEZH), "MV", trains=("3",))
    state = operating(minor(state, "M-K", cash=100, trains=("3",)), "M-K", "track")
    assert tiles_for(offers(state, "lay"), "I13") == {"14", "15", "619"}


@pytest.mark.rule("1861", "R11.10")
def test_a_city_that_is_not_reached_may_not_be_upgraded() -> None:
    """Voronezh has track, but none leads there from Moscow."""
    assert "I13" not in hexes(offers(moscow_kursk("I13=57"), "lay"))


@pytest.mark.rule("1861", "R11.10")
def test_a_town_that_is_reached_may_be_upgraded() -> None:
    """Q38 Its value stays 10, but the new track is of use."""
    assert "H10" in hexes(offers(moscow_kursk(SOUTH), "lay"))
    assert "G13" not in hexes(offers(moscow_kursk("H10=4 G13=4"), "lay"))


# R11.11 Most exits


@pytest.mark.rule("1861", "R11.11")
@pytest.mark.parametrize(
    ("green", "first", "second", "others"),
    [
        ("I13=14", "63", "611", "E9=63 F18=63 H18=63"),
        ("G15=207", "623", "801", "D20=623 K7=623 N10=623"),
    ],
)
def test_the_brown_city_with_most_exits_must_be_taken(
    green: str, first: str, second: str, others: str
) -> None:
    """63 before 611 and 623 before 801, unless all of them lie elsewhere."""
    hex_ = green.partition("=")[0]
    assert tiles_for(offers(rich_major(hex_, green), "lay"), hex_) == {first}
    assert tiles_for(offers(rich_major(hex_, f"{green} {others}"), "lay"), hex_) == {second}


@pytest.mark.rule("1861", "R11.11")
@pytest.mark.parametrize(
    ("hex_", "green", "brown"),
    [
        ("B4", "207:4", "801"),
        ("D20", "", "801"),
        ("M19", "", "801"),
        ("P2", "", "611"),
        ("P8", "", "611"),
        ("L12", "", "611"),
        ("K17", "", "611"),
    ],
)
def test_where_six_exits_are_impossible_the_smaller_tile_is_taken(
    hex_: str, green: str, brown: str
) -> None:
    """Q39 Riga, Odessa, Astrakhan; Perm, Ufa, Saratov, Tsaritsyn."""
    state = _greened(hex_) if not green else rich_major(hex_, f"{hex_}={green}")
    assert tiles_for(offers(state, "lay"), hex_) == {brown}


def _greened(hex_: str) -> State:
    """A city with the first green tile that can be built there."""
    yellow = rich_major(hex_)
    first = min(offers(yellow, "lay")).split()
    state = rich_major(hex_, f"{hex_}={first[1]}:{(*first, '0')[2]}")
    green = sorted(line.split() for line in offers(state, "lay") if line.startswith(hex_))
    for words in green:
        state = rich_major(hex_, f"{hex_}={words[1]}:{(*words, '0')[2]}")
        if hex_ in hexes(offers(state, "lay")):
            return state
    raise AssertionError(f"{hex_} never turns brown")


# R11.12 Tiles of one city


@pytest.mark.rule("1861", "R11.12")
@pytest.mark.parametrize(
    ("hex_", "tiles", "phase", "next_"),
    [
        ("H8", "", 3, {"637"}),
        ("H8", "H8=637", 5, {"638"}),
        ("H8", "H8=638", 6, {"639"}),
        ("D14", "", 3, {"635"}),
        ("D14", "D14=635", 5, {"636"}),
        ("D14", "D14=636", 6, set()),
        ("E1", "", 5, {"641"}),
        ("E1", "E1=641", 6, {"642"}),
        ("G15", "G15=623", 6, {"640"}),
        ("K7", "K7=623", 6, set()),
        ("I13", "I13=63", 6, set()),
    ],
)
def test_four_cities_have_tiles_of_their_own(
    hex_: str, tiles: str, phase: int, next_: set[str]
) -> None:
    """Q40 Moscow, Kiev and St Petersburg; Kharkov in grey."""
    assert tiles_for(offers(rich_major(hex_, tiles, phase=phase), "lay"), hex_) == next_


@pytest.mark.rule("1861", "R11.12")
@pytest.mark.parametrize(
    ("line", "homes", "tiles"),
    [
        ("lay H8 638 0", {"N": "H8.1", "MNN": "H8.2", "M-K": "H8.0"}, "H8=637"),
        ("lay D14 636 0", {"KK": "D14.2", "KB": "D14.1"}, "D14=635"),
        ("lay E1 641 0", {"SPW": "E1.0"}, ""),
    ],
)
def test_separate_circles_become_one_city_in_brown(
    line: str, homes: dict[str, str], tiles: str
) -> None:
    """All stations now stand in the same city."""
    state = track(position(phase=5), tiles)
    for name, home in homes.items():
        state = minor(state, name, cash=100, trains=("5",))
        assert stations(state, name) == {home}
    first = next(iter(homes))
    state = play(operating(state, first, "track"), line)
    hex_ = line.split()[1]
    assert all(stations(state, name) == {f"{hex_}.0"} for name in homes)


# R11.13 Reach


@pytest.mark.rule("1861", "R11.13")
def test_a_closed_city_stops_the_company() -> None:
    """Behind MV's station in Voronezh M-K cannot build, with a free circle it can."""
    yellow = minor(track(position(phase=3), TO_VORONEZH), "MV", trains=("3",))
    state = operating(minor(yellow, "M-K", cash=100, trains=("3",)), "M-K", "track")
    assert "I15" not in hexes(offers(state, "lay"))
    green = minor(track(position(phase=3), "H10=58:3 I11=8 I13=14"), "MV", trains=("3",))
    state = operating(minor(green, "M-K", cash=100, trains=("3",)), "M-K", "track")
    assert "I15" in hexes(offers(state, "lay"))


@pytest.mark.rule("1861", "R11.13")
def test_a_red_area_stops_the_company() -> None:
    """From Riga into Poland, but not out of it again."""
    state = rich_major("B4", "B4=201 B6=9 B8=58:1", phase=3)
    assert "B10" not in hexes(offers(state, "lay"))


@pytest.mark.rule("1861", "R11.13")
def test_the_trail_may_come_to_a_hex_twice() -> None:
    """Q43 M-K leaves Moscow, comes back to another circle and goes on from there."""
    loop = "H10=58:3 I11=8:2 J10=8:1 J8=8 I7=8:5"
    assert "I9" not in hexes(offers(moscow_kursk(f"{loop}"), "lay"))
    assert "I9" in hexes(offers(moscow_kursk(f"H8=637 {loop}"), "lay"))
