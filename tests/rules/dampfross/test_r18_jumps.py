"""R18 The jump rule."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    asked,
    at_race,
    balances,
    construction,
    cost,
    fees,
    has_track,
    lay,
    offers,
    operation,
    plain_map,
    play,
    refused,
    told,
    with_jump,
    with_money,
    with_track,
)
from trainshed.games.dampfross.actions import Charged, Joined
from trainshed.games.dampfross.state import Jump, State

PLAIN = plain_map()
LINE = "D7-E7-F7-G7-H7-I7-J7"
"""The line of company 1 out of Ada."""


def ready(*paths: str, rival: str = LINE, sheet: str = PLAIN) -> State:
    """Company 0 has this track, by default a piece north of Ada; the budget is thrown next."""
    state = construction(3, sheet=sheet, jumps="on")
    return with_track(with_track(state, 1, rival), 0, *(paths or ("D7-D6",)))


def jumps(state: State) -> set[str]:
    """The jumps that are offered: where they end, and over whose line."""
    return {line for line in offers(state, "from") if " " in line}


def made(state: State, company: int = 0) -> list[tuple[int, str, str]]:
    """The jumps that a company has made."""
    name = state.board.grid.name
    return [(j.over, name[j.start], name[j.end]) for j in state.companies[company].jumps]


@pytest.mark.rule("dampfross", "R18.1")
@pytest.mark.parametrize(
    ("name", "seats", "setting", "allowed"),
    [
        ("bavaria", 4, "auto", False),
        ("bavaria", 5, "auto", True),
        ("bavaria", 6, "auto", True),
        ("russia", 5, "auto", False),
        ("russia", 6, "auto", True),
        ("ireland", 6, "auto", False),
        ("kentucky", 6, "auto", False),
        ("bavaria", 4, "on", True),
        ("ireland", 3, "on", True),
        ("bavaria", 6, "off", False),
        ("russia", 6, "off", False),
    ],
)
def test_where_it_is_allowed(name: str, seats: int, setting: str, *, allowed: bool) -> None:
    """`auto`: in Bavaria with five or six companies and in Russia with six."""
    state = construction(seats, map=name, jumps=setting)
    start = state.board.grid.name[state.companies[0].start]
    column, row = start.rstrip("0123456789"), int(start.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    near, far = f"{column}{row + 1}", f"{column}{row + 2}"
    state = with_track(
        with_track(state, 1, f"{start}-{near}-{far}"), 0, f"{start}-{column}{row - 1}"
    )
    assert (f"{far} 1" in jumps(play(state, "throw 6"))) == allowed


@pytest.mark.rule("dampfross", "R18.1")
def test_four_companies_of_two_players_are_four() -> None:
    """Q84 So `auto` allows none in Bavaria."""
    state = construction(2, map="bavaria", two="double")
    state = with_track(with_track(state, 1, "T25-T24-T23"), 0, "T25-T26")
    assert jumps(play(state, "throw 6")) == set()


@pytest.mark.rule("dampfross", "R18.2")
def test_a_jump_follows_a_rival_for_at_most_3_steps() -> None:
    """From Ada to E7, F7 and G7, not to Bix."""
    assert jumps(play(ready(), "throw 6")) == {"E7 1", "F7 1", "G7 1"}


@pytest.mark.rule("dampfross", "R18.2")
def test_the_rivals_line_counts_not_the_distance() -> None:
    """It goes round: E7 is the third step, F7 the fourth."""
    state = play(ready(rival="D7-D8-E8-E7-F7"), "throw 6")
    assert jumps(state) == {"D8 1", "E8 1", "E7 1"}


@pytest.mark.rule("dampfross", "R18.2")
def test_it_begins_where_own_track_meets_the_rivals() -> None:
    """The line of company 1 is somewhere else."""
    assert jumps(play(ready(rival="F1-F2-F3"), "throw 6")) == set()


@pytest.mark.rule("dampfross", "R18.2")
def test_a_start_town_without_track_does_not_do() -> None:
    """Company 0 has started in Ada and built nothing."""
    state = construction(3, sheet=PLAIN, jumps="on")
    state = with_track(state, 1, LINE)
    assert jumps(play(state, "throw 6")) == set()


@pytest.mark.rule("dampfross", "R18.2")
def test_it_follows_one_rival() -> None:
    """From E7 on the line is that of company 2."""
    state = with_track(ready(rival="D7-E7"), 2, "E7-F7-G7")
    assert jumps(play(state, "throw 6")) == {"E7 1"}


@pytest.mark.rule("dampfross", "R18.2")
def test_it_follows_connected_track() -> None:
    """The rival's line has a gap between E7 and F7."""
    state = with_track(ready(rival="D7-E7"), 1, "F7-G7")
    assert jumps(play(state, "throw 6")) == {"E7 1"}


@pytest.mark.rule("dampfross", "R18.2")
def test_the_next_segment_leaves_from_where_it_ends() -> None:
    """From F7 in any direction; there is no track in the gap."""
    state = play(ready(), "throw 6", "from F7 1")
    assert offers(state, "to") == {"F6", "F8", "G7", "G8", "E7", "E8"}
    state = play(state, "to F6")
    assert made(state) == [(1, "D7", "F7")]
    assert has_track(state.companies[0], state.board, "F7-F6")
    assert not has_track(state.companies[0], state.board, "D7-E7")


@pytest.mark.rule("dampfross", "R18.2")
def test_building_goes_on_from_either_part() -> None:
    """In this turn and in the next."""
    state = play(ready(), "throw 2", "from F7 1", "to F6", "back")
    assert {"D7", "D6", "F7", "F6"} <= offers(state, "from")
    state = with_jump(with_track(ready(), 0, "F7-F6"), 0, 1, "D7", "F7")
    assert {"D7", "D6", "F7", "F6"} <= offers(play(state, "throw 1"), "from")


@pytest.mark.rule("dampfross", "R18.2")
def test_a_jump_may_begin_in_a_part_that_was_reached_by_one() -> None:
    """From F7 on to I7."""
    state = with_jump(with_track(ready(), 0, "F7-F6"), 0, 1, "D7", "F7")
    assert jumps(play(state, "throw 1")) == {"E7 1", "G7 1", "H7 1", "I7 1"}


@pytest.mark.rule("dampfross", "R18.2")
def test_a_jump_without_a_segment_is_none() -> None:
    """Going back leaves nothing behind."""
    state = play(ready(), "throw 6", "from F7 1", "back")
    assert made(state) == []
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R18.3")
def test_the_gap_costs_nothing() -> None:
    """One plain segment and the junction in F7; that in Ada is made."""
    state = play(ready(), "throw 1", "from F7 1", "to F6")
    assert cost(state) == 1
    assert fees(state) == {1: 1}
    assert balances(state) == [19, 21, 20]
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R18.3")
def test_junctions_with_others_where_it_ends_are_paid_too() -> None:
    """Company 2 crosses in F7, and has track in E7 and F6 besides."""
    state = with_track(ready(), 2, "E7-E8", "F8-F7-G8")
    state = play(state, "throw 1", "from F7 1", "to F6")
    assert fees(state) == {1: 1, 2: 1}


@pytest.mark.rule("dampfross", "R18.3")
def test_a_junction_that_is_paid_is_not_paid_again() -> None:
    """A second jump to the same hex has nothing more to pay; nor has a branch there."""
    state = play(ready(), "throw 2", "from F7 1", "to F6", "back", "from F7", "to F8")
    assert fees(state) == {}


@pytest.mark.rule("dampfross", "R18.3")
def test_the_new_segment_pays_what_it_would_anywhere() -> None:
    """Along the rival's line: the junction in F7, two half hexes, and the junction in G7."""
    state = play(ready(), "throw 1", "from F7 1", "to G7")
    assert fees(state) == {1: 1 + 4 + 1}


@pytest.mark.rule("dampfross", "R18.3")
def test_the_ground_is_paid_as_anywhere() -> None:
    """Out of F7 into a mountain; the mountain in the gap costs nothing."""
    sheet = plain_map(mountains="F6 E7")
    state = play(ready(sheet=sheet), "throw 3", "from F7 1", "to F6")
    assert cost(state) == 3
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R18.3")
def test_without_a_credit_there_is_no_jump() -> None:
    """The junction in the hex where it ends cannot be paid."""
    assert jumps(play(with_money(ready(), 0, 0), "throw 6")) == set()
    assert jumps(play(with_money(ready(), 0, 1), "throw 6")) == {"E7 1", "F7 1", "G7 1"}


@pytest.mark.rule("dampfross", "R18.3")
def test_the_reason_is_the_junction() -> None:
    """The hex could be reached: it is the credit that is missing."""
    assert refused(play(with_money(ready(), 0, 0), "throw 6"), "from F7 1") in {"R6.9", "R18.3"}


def twice() -> State:
    """Company 0 has made two jumps over company 1, to F7 and from there to I7."""
    state = with_track(ready(), 0, "F7-F6", "I7-I6")
    state = with_jump(state, 0, 1, "D7", "F7")
    return with_jump(state, 0, 1, "F7", "I7")


@pytest.mark.rule("dampfross", "R18.4")
def test_there_are_two_jumps_for_each_rival() -> None:
    """A-jump-01 No third over company 1, but over company 2."""
    assert jumps(play(twice(), "throw 6")) == set()
    state = with_track(twice(), 2, "D7-D8-D9-D10")
    assert jumps(play(state, "throw 6")) == {"D8 2", "D9 2", "D10 2"}


@pytest.mark.rule("dampfross", "R18.4")
def test_the_reason_is_their_number() -> None:
    """G7 is near enough: it is the third jump that is refused."""
    assert refused(play(twice(), "throw 6"), "from G7 1") == "R18.4"


@pytest.mark.rule("dampfross", "R18.4")
def test_with_four_companies_there_are_six() -> None:
    """A-jump-01 Two over each of three rivals, made in one turn."""
    state = construction(4, sheet=PLAIN, jumps="on")
    lines = ("D7-E7-F7-G7-H7", "D7-D8-D9-D10-D11", "D7-C8-B8-A9-A10")
    for company, path in enumerate(lines, start=1):
        state = with_track(state, company, path)
    state = play(with_track(state, 0, "D7-D6"), "throw 6")
    for start, end in (
        ("E7 1", "E6"),
        ("G7 1", "G6"),
        ("D8 2", "E9"),
        ("D10 2", "E10"),
        ("C8 3", "C9"),
        ("A9 3", "A8"),
    ):
        assert start in jumps(state)
        state = play(state, f"from {start}", f"to {end}")
        if "back" in offers(state):
            state = play(state, "back")
    assert [jump.over for jump in state.companies[0].jumps] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("dampfross", "R18.4")
def test_one_jump_leaves_one() -> None:
    """After the first there is another, after the second none."""
    state = play(ready(), "throw 6", "from F7 1", "to F6", "back")
    assert "G7 1" in jumps(state)
    state = play(state, "from G7 1", "to G6", "back")
    assert jumps(state) == set()


@pytest.mark.rule("dampfross", "R18.5")
def test_own_track_makes_a_jump_free_again() -> None:
    """From D6 over E6 to F6: both parts hang together."""
    state = play(ready(), "throw 6", "from F7 1", "to F6")
    state = lay(state, "F6-E6")
    assert told(state, Joined) == []
    state = play(state, "to D6")
    assert told(state, Joined) == [Joined(0, 1)]
    assert made(state) == []


@pytest.mark.rule("dampfross", "R18.5")
def test_it_may_be_made_anew() -> None:
    """With two jumps none is left; when one part is joined, there is another."""
    state = play(with_track(twice(), 0, "F6-E6"), "throw 6")
    assert jumps(state) == set()
    state = lay(state, "E6-D6")
    assert made(state) == [(1, "F7", "I7")]
    assert jumps(play(state, "back"))


@pytest.mark.rule("dampfross", "R18.5")
def test_a_loop_over_another_jump_does_not_count() -> None:
    """Own track joins the third part with the first: both jumps still bridge a gap."""
    state = with_track(twice(), 0, "D6-E6-E5-F4-G4-H4-I5")
    state = lay(play(state, "throw 6"), "I5-I6")
    assert told(state, Joined) == []
    assert made(state) == [(1, "D7", "F7"), (1, "F7", "I7")]


@pytest.mark.rule("dampfross", "R18.6")
def test_a_train_pays_for_the_gap() -> None:
    """From Ada to F7 on the line of company 1: three hexes."""
    state = with_track(ready(rival="D7-E7-F7"), 0, "F7-G7-H7")
    state = with_jump(state, 0, 1, "D7", "F7")
    state = at_race(operation(state), 11, 14)
    assert asked(state) == 0
    state = play(state, f"enter {offers(state, 'enter').pop()}")
    while "stay" in offers(state):
        state = play(state, "stay")
    assert told(state, Charged) == [Charged(0, 1, 3)]
    assert balances(state) == [20 - 3 + 20, 23, 20]


@pytest.mark.rule("dampfross", "R18.2")
def test_jumps_are_made_during_operation_too() -> None:
    """R16.5 Places are those of construction; the account pays for the segment and the junction."""
    state = with_money(operation(ready(), races=1), 0, 5)
    state = at_race(state, 24, 35)
    assert asked(state) == 0
    state = play(state, "from F7 1", "to F6")
    assert balances(state) == [3, 21, 20]
    assert state.companies[0].jumps == (
        Jump(1, state.board.grid.number["D7"], state.board.grid.number["F7"]),
    )


@pytest.mark.rule("dampfross", "R18.5")
def test_a_segment_that_joins_the_parts_at_once_leaves_no_jump() -> None:
    """From F7 straight to the end of the own line in F6."""
    state = play(ready("D7-D6-E6-F6"), "throw 6", "from F7 1", "to F6")
    assert made(state) == []


@pytest.mark.rule("dampfross", "R18.4")
def test_the_company_names_the_rival_whose_line_it_follows() -> None:
    """Two have the same line: both are paid in F7, and the jump counts for the one named."""
    state = play(with_track(ready(), 2, LINE), "throw 6")
    assert {"F7 1", "F7 2"} <= jumps(state)
    state = play(state, "from F7 2", "to F6")
    assert fees(state) == {1: 1, 2: 1}
    assert made(state) == [(2, "D7", "F7")]


@pytest.mark.rule("dampfross", "R18.3")
@pytest.mark.parametrize(("handler", "allowed"), [(0, False), (1, True)])
def test_david_jumps_for_nothing_over_his_handlers_line(handler: int, *, allowed: bool) -> None:
    """R20.3 He has no money, and the line is that of company 1."""
    state = construction(2, opener=2 if handler == 0 else 1, sheet=PLAIN, jumps="on")
    state = with_track(with_track(state, 1, LINE), 2, "D7-D6")
    state = play(with_money(state, 2, 0), "throw 6")
    while asked(state) != handler or "from D6" not in offers(state):
        state = play(state, "stop")
    assert ("F7 1" in jumps(state)) == allowed
    if allowed:
        state = play(state, "from F7 1", "to F6")
        assert fees(state) == {}


@pytest.mark.rule("dampfross", "R18.2")
def test_own_track_is_no_place_to_jump_to() -> None:
    """F7 belongs to the network: building goes on from there as from anywhere."""
    state = play(ready("D7-D6-E6-F6-F7"), "throw 6")
    assert "F7" in offers(state, "from")
    assert "F7 1" not in jumps(state)
