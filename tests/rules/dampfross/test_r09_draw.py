"""R9 Drawing a race."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dampfross.position import (
    NUMBERS,
    accepts,
    asked,
    at_race,
    balances,
    construction,
    dice,
    offers,
    operation,
    plain_map,
    play,
    told,
    used,
    with_specials,
    with_track,
    with_used,
)
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Cancelled, Drawn
from trainshed.games.dampfross.state import State

SPECIAL = [("A1",), ("A12",), ("H1",), ("H12",), ("P1",), ("P12",)]
ROW = "D7-E7-F7-G7-H7-I7-J7-K7-L7"
"""Ada, Bix and Cob."""
EVERY = [dice(number) for number in NUMBERS]


def line(*paths: str, sheet: str = "", white_lines: bool = True) -> State:
    """Company 0 has this track, and the first race is drawn."""
    state = construction(3, sheet=sheet or plain_map(), white_lines=white_lines)
    return operation(with_track(state, 0, *(paths or (ROW,))))


def chances(state: State) -> dict[str, int]:
    """The odds, by what is thrown."""
    return {str(action): chance for action, chance in GAME.odds(state).items()}


def resolved(state: State, number: int) -> int:
    """The number that is used when this one is thrown for the start."""
    race = play(state, dice(number)).race
    assert race is not None
    return race.start


def all_stay(state: State) -> State:
    """Nobody enters."""
    while "stay" in offers(state):
        state = play(state, "stay")
    return state


@pytest.mark.rule("dampfross", "R9.1")
@pytest.mark.parametrize(
    ("options", "races"),
    [
        ({"map": "bavaria"}, 21),
        ({"map": "russia"}, 21),
        ({"map": "kentucky"}, 21),
        ({"map": "ireland"}, 18),
        ({"sheet": plain_map()}, 18),
        ({"sheet": plain_map(special=SPECIAL)}, 21),
        *(
            ({"map": name, "races": races}, int(races))
            for name in ("bavaria", "ireland")
            for races in ("15", "12")
        ),
    ],
)
def test_how_many_races_there_are(options: dict[str, Any], races: int) -> None:
    """21, or 18 without special ones, or what the option says."""
    state = operation(construction(3, **options), races=races - 2)
    for number in (races - 1, races):
        assert not state.over
        state = play(state, dice(25))
        state = play(state, "throw 1" if "throw 1" in offers(state) else dice(46))
        while "stop" in offers(state):
            state = play(state, "stop")
        assert state.races == number
    assert state.over
    assert asked(state) is None


@pytest.mark.rule("dampfross", "R9.2")
def test_two_dice_are_thrown_for_the_start() -> None:
    """36 throws with the same chance; the red die gives the tens."""
    state = line()
    assert chances(state) == dict.fromkeys(EVERY, chances(state)["dice 1 1"])
    race = play(state, "dice 2 1").race
    assert race is not None
    assert race.start == 21
    assert not race.special


@pytest.mark.rule("dampfross", "R9.2")
def test_then_they_are_thrown_for_the_goal() -> None:
    """From Ada to Bix."""
    state = play(line(), "dice 1 2")
    assert asked(state) == -1
    state = play(state, "dice 1 6")
    assert told(state, Drawn) == [Drawn(1, "Ada", "Bix")]
    assert state.race is not None
    assert (state.race.start, state.race.goal) == (12, 16)
    assert asked(state) == 0


@pytest.mark.rule("dampfross", "R9.3")
@pytest.mark.parametrize(
    ("before", "thrown", "number"),
    [
        ((44, 45), 44, 46),
        ((46,), 46, 51),
        ((66, 11), 66, 12),
        ((), 44, 44),
        ((16,), 16, 21),
        (tuple(n for n in NUMBERS if n not in {34, 35}), 36, 34),
    ],
    ids=["A-draw-01", "A-draw-02", "A-draw-03", "unused", "16", "the last one"],
)
def test_for_a_used_number_the_next_one_is_taken(
    before: tuple[int, ...], thrown: int, number: int
) -> None:
    """16 is followed by 21, and 66 by 11."""
    assert resolved(with_used(line(), *before), thrown) == number


@pytest.mark.rule("dampfross", "R9.3")
def test_start_and_goal_are_used() -> None:
    """The start's number cannot be the goal's; in the next race neither comes again."""
    state = at_race(line(), 22, 12)
    assert used(state) == {12, 22}
    state = all_stay(state)
    assert resolved(state, 12) == 13
    assert resolved(state, 22) == 23


@pytest.mark.rule("dampfross", "R9.3")
def test_it_holds_for_the_goal_too() -> None:
    """14 is used: 15 is taken."""
    state = at_race(with_used(line(), 14), 11, 14)
    assert state.race is not None
    assert state.race.goal == 15
    assert used(state) == {11, 14, 15}


@pytest.mark.rule("dampfross", "R9.3")
def test_all_throws_are_still_possible() -> None:
    """A used number is not thrown again, it is replaced."""
    assert set(chances(with_used(line(), 11, 12, 44))) == set(EVERY)


@pytest.mark.rule("dampfross", "R9.4")
def test_a_goal_in_the_start_town_is_thrown_again() -> None:
    """A-draw-04 München has 11, 12 and 13."""
    state = construction(3, map="bavaria")
    state = operation(with_track(state, 0, "T25-T24-T23-T22-T21-S21-S20"))
    state = play(state, "dice 1 1")
    thrown = set(chances(state))
    assert not thrown & {"dice 1 1", "dice 1 2", "dice 1 3"}
    assert thrown == set(EVERY) - {"dice 1 1", "dice 1 2", "dice 1 3"}
    assert len(set(chances(state).values())) == 1


@pytest.mark.rule("dampfross", "R9.4")
@pytest.mark.parametrize(
    ("path", "far"),
    [("D7-E7-F7", False), ("D7-D6-E6-F6-F7", True), ("D7-E8-F8-F7", True)],
    ids=["2 steps", "4 steps", "3 steps"],
)
def test_the_shortest_way_must_be_3_steps(path: str, *, far: bool) -> None:
    """Bix stands in F7, two hexes from Ada: the lines count, not the crow's flight."""
    state = play(line(path, sheet=plain_map(towns={"Bix": "F7"})), "dice 1 1")
    assert ("dice 1 4" in chances(state)) == far


@pytest.mark.rule("dampfross", "R9.4")
def test_the_lines_of_all_companies_count() -> None:
    """Half of the short way belongs to company 1."""
    state = construction(3, sheet=plain_map(towns={"Bix": "F7"}))
    state = with_track(with_track(state, 0, "D7-E7", "D7-E8-F8-F7"), 1, "E7-F7")
    state = play(operation(state), "dice 1 1")
    assert "dice 1 4" not in chances(state)


@pytest.mark.rule("dampfross", "R9.4")
@pytest.mark.parametrize("white_lines", [True, False])
def test_unbuilt_white_lines_count(*, white_lines: bool) -> None:
    """A white line between Ada and Bix makes them too near."""
    sheet = plain_map(towns={"Bix": "F7"}, white=["D7-E7-F7"])
    state = play(line("D7-E8-F8-F7", sheet=sheet, white_lines=white_lines), "dice 1 1")
    assert ("dice 1 4" in chances(state)) != white_lines


@pytest.mark.rule("dampfross", "R9.4")
def test_a_goal_that_is_too_near_stays_unused() -> None:
    """13 is near and not thrown; a race to Bix uses nothing else."""
    state = at_race(line(), 11, 14)
    assert used(state) == {11, 14}


@pytest.mark.rule("dampfross", "R9.4")
def test_a_used_number_may_lead_to_one_that_is_too_near() -> None:
    """From Bix, 66 stands for 11, for the rest is used; 14 and 15 for the next unused one."""
    state = line("D7-E7-F7", ROW, sheet=plain_map(towns={"Bix": "F7"}))
    unused = (11, 14, 15, 21)
    state = play(with_used(state, *(n for n in NUMBERS if n not in unused)), "dice 1 4")
    near = {dice(n) for n in NUMBERS if n <= 15 or n > 21}
    assert set(chances(state)) == set(EVERY) - near


@pytest.mark.rule("dampfross", "R9.4")
def test_if_all_are_too_near_the_race_is_cancelled() -> None:
    """Only numbers of Ada are left: the start's is struck out, and the race counts."""
    state = with_used(line(), *(n for n in NUMBERS if n > 13))
    state = play(state, "dice 1 2")
    assert told(state, Cancelled) == [Cancelled(1, "near")]
    assert used(state) == set(NUMBERS) - {11, 13}
    assert state.races == 1


@pytest.mark.rule("dampfross", "R9.5")
@pytest.mark.parametrize(("start", "goal"), [(11, 24), (24, 11), (24, 31)])
def test_without_track_at_start_or_goal_the_race_is_cancelled(start: int, goal: int) -> None:
    """A-draw-05 Dun and Ely have none; both numbers are struck out, and the race counts."""
    state = at_race(line(), start, goal)
    assert told(state, Cancelled) == [Cancelled(1, "track")]
    assert used(state) == {start, goal}
    assert state.races == 1
    assert asked(state) == -1
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R9.5")
def test_a_start_town_without_track_is_no_exception() -> None:
    """All have started in Ada, which is connected, and nobody has built there."""
    state = at_race(line("H7-I7-J7-K7-L7"), 11, 14)
    assert told(state, Cancelled) == [Cancelled(1, "track")]


@pytest.mark.rule("dampfross", "R9.5")
def test_without_a_way_it_is_cancelled_too() -> None:
    """The line between Ada and Bix has a gap."""
    state = at_race(line("D7-E7-F7", "G7-H7"), 11, 14)
    assert told(state, Cancelled) == [Cancelled(1, "apart")]
    assert used(state) == {11, 14}
    assert state.races == 1


PORTS = plain_map(ports={"Xen": "F7"})
"""66 stands for Lot in P2 and for Xen in F7, two hexes from Ada."""
TO_XEN, TO_LOT = "D7-E7-F7", "F7-G7-H7-I7-J7-K7-L7-M7-N6-O6-P5-P4-P3-P2"


@pytest.mark.rule("dampfross", "R9.6")
def test_a_goal_hex_that_is_too_near_is_left_out() -> None:
    """To Lot, not to Xen, which lies on the way."""
    state = at_race(line(TO_XEN, TO_LOT, sheet=PORTS), 11, 66)
    assert told(state, Drawn)
    way = f"{TO_XEN}{TO_LOT[2:]}"
    assert offers(state, "enter") == {way}
    assert not accepts(state, f"enter {TO_XEN}")


@pytest.mark.rule("dampfross", "R9.6")
def test_a_start_hex_that_is_too_near_is_left_out() -> None:
    """From Lot to Ada, but not from Xen."""
    state = at_race(line(TO_XEN, TO_LOT, sheet=PORTS), 66, 11)
    way = "-".join(reversed(f"{TO_XEN}{TO_LOT[2:]}".split("-")))
    assert offers(state, "enter") == {way}


@pytest.mark.rule("dampfross", "R9.6")
def test_a_hex_that_cannot_be_reached_is_left_out() -> None:
    """From Cob all go to Xen; Lot has track, but no way leads there."""
    state = at_race(line(ROW, "P3-P2", sheet=PORTS), 21, 66)
    assert told(state, Drawn)
    assert offers(state, "enter") == {"L7-K7-J7-I7-H7-G7-F7"}


@pytest.mark.rule("dampfross", "R9.6")
@pytest.mark.parametrize("more", [(), ("P3-P2",)], ids=["no track in Lot", "no way to Lot"])
def test_the_goal_is_drawn_again_when_none_is_left(more: tuple[str, ...]) -> None:
    """Xen is too near and Lot cannot be reached."""
    state = play(line(ROW, *more, sheet=PORTS), "dice 1 1")
    assert "dice 6 6" not in chances(state)
    assert "dice 6 5" in chances(state)


@pytest.mark.rule("dampfross", "R9.6")
def test_if_none_can_be_reached_the_race_is_cancelled() -> None:
    """Both have track, neither is connected with Ada."""
    state = line("D7-D6-D5", "F7-G7-H7", "P3-P2", sheet=PORTS)
    state = at_race(state, 11, 66)
    assert told(state, Cancelled) == [Cancelled(1, "apart")]
    assert used(state) == {11, 66}


@pytest.mark.rule("dampfross", "R9.7")
def test_if_nobody_enters_the_race_counts() -> None:
    """And no prize is paid."""
    state = all_stay(at_race(line(), 11, 14))
    assert told(state, Cancelled) == [Cancelled(1, "nobody")]
    assert state.races == 1
    assert balances(state) == [20, 20, 20]
    assert asked(state) == -1
    assert used(state) == {11, 14}


@pytest.mark.rule("dampfross", "R9.5")
@pytest.mark.parametrize(("start", "goal"), [(11, 14), (14, 11)])
def test_a_white_line_is_no_track_of_a_company(start: int, goal: int) -> None:
    """A way leads to Bix, but nobody has built there."""
    sheet = plain_map(white=["F7-G7-H7"])
    state = at_race(line("D7-E7-F7", sheet=sheet), start, goal)
    assert told(state, Cancelled) == [Cancelled(1, "track")]


@pytest.mark.rule("dampfross", "R9.4")
def test_a_special_goal_may_be_too_near_as_well() -> None:
    """Only the second result is left, and its target is next to Ada."""
    sheet = plain_map(special=[("A1",), ("E7",), ("H1",), ("H12",), ("P1",), ("P12",)])
    state = operation(with_track(construction(3, sheet=sheet), 0, ROW), races=3)
    state = play(with_specials(state, 1, 3, 4, 5, 6), "dice 1 1")
    assert told(state, Cancelled) == [Cancelled(4, "near")]
    assert used(state) == {11}
    assert state.races == 4


@pytest.mark.rule("dampfross", "R9.6")
def test_a_special_goal_is_drawn_again_when_no_target_is_left() -> None:
    """E7 is too near and P12 has no track."""
    sheet = plain_map(special=[("A1",), ("E7", "P12"), ("H1",), ("H12",), ("P1",), ("L7",)])
    state = operation(with_track(construction(3, sheet=sheet), 0, ROW), races=3)
    state = play(state, "dice 1 1")
    assert "throw 2" not in chances(state)
    assert "throw 6" in chances(state)


@pytest.mark.rule("dampfross", "R9.6")
def test_a_near_target_is_left_out_of_a_special_race() -> None:
    """To L7, but not to E7."""
    sheet = plain_map(special=[("A1",), ("E7", "L7"), ("H1",), ("H12",), ("P1",), ("P12",)])
    state = operation(with_track(construction(3, sheet=sheet), 0, ROW), races=3)
    assert offers(at_race(state, 11, 2), "enter") == {ROW}


@pytest.mark.rule("dampfross", "R9.4")
def test_the_far_bank_is_too_near_for_a_race_from_that_town() -> None:
    """From Louisville over its own bridge it is one step."""
    state = with_track(construction(3, map="kentucky"), 0, "Y8-Y7", "Y8-Y9-Y10-Y11")
    state = operation(state, races=3)
    assert "throw 2" not in chances(play(state, "dice 3 1"))
    assert offers(at_race(state, 26, 2), "enter") == {"Y11-Y10-Y9-Y8-Y7"}
