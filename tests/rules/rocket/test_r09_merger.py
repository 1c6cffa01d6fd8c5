"""R9 Merger."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    GRID,
    drive,
    engine_of,
    line_of,
    money,
    offers,
    position,
    shares_of,
    some_towns,
    stations_of,
    told,
    towns_of,
    track_of,
)
from trainshed.games.rocket.actions import CityPaid, Merged, TownPaid
from trainshed.games.rocket.state import State

EAST, NORTH_WEST, WEST = 0, 2, 3
MEETING = {"LSWR": "R6 Q7 P6 P5", "GWR": "P3"}


def meet(shares: list[int], *, towns: int = 3, stock: int = 16, autonomous: str = "") -> State:
    """LSWR goes to P4 beside GWR; then it serves so many towns and has these shareholders."""
    others = [0] * (len(shares) - 1)
    state = position(
        seats=len(shares),
        lines=MEETING,
        towns={"LSWR": f"Swindon {some_towns(towns - 1)}"},
        shares={
            "LSWR": [shares[0] - 1, *shares[1:]],
            "GWR": [0 if autonomous else 16 - stock, *others],
        },
        autonomous=autonomous,
    )
    return drive(state, "LSWR", "P4")


def got(state: State) -> tuple[int, ...]:
    """The shares of the surviving line that each player has got."""
    (merged,) = told(state, Merged)
    return merged.got


@pytest.mark.rule("rocket", "R9.1")
def test_the_line_that_moved_is_absorbed() -> None:
    """The rulebook's example: LSWR comes beside GWR, disappears, and GWR stays as it was."""
    state = meet([4, 3, 0])
    assert line_of(state, "LSWR").engine == -1
    assert track_of(state, "LSWR") == set()
    assert engine_of(state, "GWR") == "P3"
    assert offers(state, "drive LSWR") == set()
    (merged,) = told(state, Merged)
    assert (merged.line, merged.into) == ("LSWR", "GWR")


@pytest.mark.rule("rocket", "R9.1")
def test_size_does_not_matter() -> None:
    """GWR with one hex absorbs LSWR with four, and the other way round if GWR moves."""
    state = drive(position(lines=MEETING), "GWR", "P4")
    assert line_of(state, "GWR").engine == -1
    assert engine_of(state, "LSWR") == "P5"


@pytest.mark.rule("rocket", "R9.1")
def test_coming_beside_track_merges_as_well() -> None:
    """LSWR comes to Q4 beside GWR's track on P3, while GWR's engine is on M5."""
    state = position(lines={"GWR": "P3 O4 N4 M5", "LSWR": "R5 Q5"})
    state = drive(state, "LSWR", "Q4")
    assert line_of(state, "LSWR").engine == -1
    assert engine_of(state, "GWR") == "M5"
    assert track_of(state, "GWR") == {"P3", "O4", "N4", "M5", "R5", "Q5", "Q4"}


@pytest.mark.rule("rocket", "R9.1")
def test_a_waiting_engine_absorbs_too_and_keeps_its_free_departure() -> None:
    """GWR comes to R5 beside Southampton, where LSWR waits."""
    state = drive(position(lines={"GWR": "P3 P4 Q5"}), "GWR", "R5")
    assert line_of(state, "GWR").engine == -1
    assert engine_of(state, "LSWR") == "S6"
    assert offers(state, "drive LSWR") == {"R6", "S5", "S7"}


@pytest.mark.rule("rocket", "R9.1")
def test_the_joined_line_is_one_line_even_if_the_engine_leaves_elsewhere() -> None:
    """LSWR goes to S7; its track ends at R5, which touches only the town."""
    state = drive(position(lines={"GWR": "P3 P4 Q5"}), "GWR", "R5")
    state = drive(state, "LSWR", "S7")
    assert track_of(state, "LSWR") == {"P3", "P4", "Q5", "R5", "S7"}
    assert towns_of(state, "LSWR") == {"Bristol", "Swindon", "Salisbury", "Southampton"}


@pytest.mark.rule("rocket", "R9.2")
def test_the_bonus_counts_the_towns_of_the_absorbed_line() -> None:
    """The rulebook's example: 3,000 for three towns, and half of it, rounded, for the second."""
    state = meet([4, 3, 0])
    (merged,) = told(state, Merged)
    assert (merged.towns, merged.amounts) == (3, (3000, 1000, 0))
    assert money(state) == [3000, 1000, 0]


@pytest.mark.rule("rocket", "R9.2")
@pytest.mark.parametrize(
    ("towns", "shares", "amounts"),
    [
        (6, [7, 4, 1], [6000, 3000, 0]),
        (7, [3, 3, 2], [5000, 5000, 0]),  # 10,500 for two firsts
        (4, [5, 0], [4000, 0]),
        (5, [6, 2, 2], [5000, 1000, 1000]),  # 2,500 for two seconds
        (4, [1, 1, 1], [2000, 2000, 2000]),  # 6,000 for three firsts
    ],
)
def test_the_bonus_goes_to_the_two_greatest_holders(
    towns: int, shares: list[int], amounts: list[int]
) -> None:
    """With ties and rounding as for every income."""
    assert money(meet(shares, towns=towns)) == amounts


@pytest.mark.rule("rocket", "R9.2")
def test_towns_reached_by_the_same_move_count() -> None:
    """GWR reaches Swindon, its second town, on P4 where it meets LSWR."""
    (merged,) = told(drive(position(lines=MEETING), "GWR", "P4"), Merged)
    assert (merged.towns, merged.amounts) == (2, (2000, 0, 0))


@pytest.mark.rule("rocket", "R9.3")
def test_a_tile_replaces_the_engine() -> None:
    """Two tiles are laid: one on the hex just left, one below the engine that is removed."""
    before = position(lines=MEETING)
    state = drive(before, "LSWR", "P4")
    assert track_of(state, "GWR") == {"P3", "P4", "P5", "P6", "Q7", "R6"}
    assert before.tiles - state.tiles == 2
    assert len(line_of(state, "GWR").bends) == 5


@pytest.mark.rule("rocket", "R9.3")
@pytest.mark.parametrize(
    ("lines", "moved", "tile"),
    [
        (MEETING, "LSWR P4", ("P4", EAST, WEST)),
        ({"GWR": "P3 O4 N4 M5", "LSWR": "R5 Q5"}, "LSWR Q4", ("Q4", EAST, NORTH_WEST)),
    ],
)
def test_that_tile_links_the_two_lines(
    lines: dict[str, str], moved: str, tile: tuple[str, int, int]
) -> None:
    """Straight on to P3 from the east; or with a curve to P3 from Q5 by way of Q4."""
    line, hex_ = moved.split()
    state = drive(position(lines=lines), line, hex_)
    assert (GRID.number[tile[0]], *tile[1:]) in line_of(state, "GWR").bends


@pytest.mark.rule("rocket", "R9.3")
def test_a_merger_on_leaving_the_start_town_needs_one_tile() -> None:
    """LSWR goes to R5 beside GWR on Q6."""
    before = position(lines={"GWR": "P3 P4 P5 Q6"})
    state = drive(before, "LSWR", "R5")
    assert line_of(state, "LSWR").engine == -1
    assert before.tiles - state.tiles == 1


@pytest.mark.rule("rocket", "R9.4")
@pytest.mark.parametrize(
    ("shares", "stock", "new"),
    [
        ([4, 3, 0], 12, (2, 1, 0)),
        ([7, 4, 1], 16, (3, 2, 0)),
        ([3, 3, 2], 10, (1, 1, 1)),
        ([5, 0], 16, (2, 0)),
        ([6, 2, 2], 16, (3, 1, 1)),
        ([1, 1, 1], 16, (0, 0, 0)),
    ],
)
def test_two_old_shares_make_a_new_one(shares: list[int], stock: int, new: tuple[int, ...]) -> None:
    """An odd share is lost; the new ones come from the pile."""
    state = meet(shares, stock=stock)
    (merged,) = told(state, Merged)
    assert (merged.had, merged.got) == (tuple(shares), new)
    assert sum(shares_of(state, "LSWR")) == 0
    assert line_of(state, "GWR").stock == stock - sum(new)
    assert state.supplementary == 16


@pytest.mark.rule("rocket", "R9.4")
def test_the_new_shares_come_from_the_pile() -> None:
    """Twelve of GWR lay there, three are handed out."""
    state = meet([4, 3, 0], stock=12)
    assert shares_of(state, "GWR") == [4 + 2, 1, 0]
    assert line_of(state, "GWR").stock == 9
    assert state.supplementary == 16


@pytest.mark.rule("rocket", "R9.4")
def test_the_absorbed_lines_pile_leaves_the_game() -> None:
    """Nothing of LSWR is left on the board."""
    assert line_of(meet([4, 3, 0]), "LSWR").stock == 0


@pytest.mark.rule("rocket", "R9.5")
def test_supplementary_shares_make_up_for_a_short_pile() -> None:
    """Five are due, four lie on the board, one is supplementary."""
    state = meet([7, 4, 1], towns=6, stock=4)
    assert got(state) == (3, 2, 0)
    assert line_of(state, "GWR").stock == 0
    assert state.supplementary == 15
    assert line_of(state, "GWR").supplementary == 1


@pytest.mark.rule("rocket", "R9.5")
def test_an_autonomous_survivor_gives_supplementary_shares_only() -> None:
    """Its own have left the game."""
    state = meet([6, 2, 2], towns=5, autonomous="GWR")
    assert got(state) == (3, 1, 1)
    assert line_of(state, "GWR").stock == 0
    assert state.supplementary == 11
    assert line_of(state, "GWR").autonomous


@pytest.mark.rule("rocket", "R9.5")
def test_a_dry_supplementary_pile_costs_nobody_his_shares() -> None:
    """All sixteen are with SER; the new ones are only written down."""
    state = position(
        lines=MEETING, shares={"LSWR": [3, 4, 0], "GWR": [0, 0, 16], "SER": [16, 0, 16]}
    )
    assert state.supplementary == 0
    state = drive(state, "LSWR", "P4")
    assert shares_of(state, "GWR") == [2, 2, 16]


@pytest.mark.rule("rocket", "R9.5")
def test_supplementary_shares_of_the_absorbed_line_return_to_their_pile() -> None:
    """Four of LSWR's twenty shares were supplementary."""
    state = position(lines=MEETING, shares={"LSWR": [10, 10, 0]})
    assert state.supplementary == 12
    state = drive(state, "LSWR", "P4")
    assert got(state) == (5, 5, 0)
    assert state.supplementary == 16


@pytest.mark.rule("rocket", "R9.6")
def test_towns_and_stations_join_the_survivor() -> None:
    """GWR has all that LSWR had."""
    state = drive(position(lines=MEETING, stations={1: "Q7"}), "LSWR", "P4")
    assert towns_of(state, "GWR") == {"Bristol", "Southampton", "Reading", "Swindon"}
    assert stations_of(state, 1) == {"Q7"}
    assert "Q7" in track_of(state, "GWR")


@pytest.mark.rule("rocket", "R9.6")
def test_inherited_stations_count_for_the_survivor() -> None:
    """GWR reaches Salisbury, its fifth town, and the station on LSWR's old track is paid."""
    state = drive(position(lines=MEETING, stations={1: "Q7"}), "LSWR", "P4")
    state = drive(state, "GWR", "Q4")
    assert told(state, TownPaid) == [
        TownPaid(town="Salisbury", line="GWR", towns=5, amounts=(0, 5000, 0))
    ]


@pytest.mark.rule("rocket", "R9.6")
def test_inherited_towns_never_pay() -> None:
    """GWR inherits Swindon, passes it on O4, and nothing is paid."""
    state = drive(position(lines=MEETING, stations={1: "Q7"}), "LSWR", "P4")
    assert told(state, TownPaid) == []
    state = drive(state, "GWR", "O4")
    assert told(state, TownPaid) == []


@pytest.mark.rule("rocket", "R9.6")
def test_inherited_cities_never_pay() -> None:
    """LSWR served Gloucester; when GWR comes there itself nothing is paid."""
    state = position(
        lines=MEETING,
        towns={"LSWR": "Southampton Reading Swindon Gloucester"},
        markers={2: "Gloucester:steel"},
    )
    state = drive(drive(state, "LSWR", "P4"), "GWR", "O4")
    assert "Gloucester" in towns_of(state, "GWR")
    state = drive(state, "GWR", "N4")
    assert told(state, CityPaid) == []
    assert state.barons[2].cash == 0
