"""R26 Rule set B: the race."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.dampfross.position import asked, balances, offers, play, told, total
from tests.rules.dampfross.races import charged, entered, meeting, prizes, row, runner, train
from trainshed.games.dampfross.actions import Withdrawn
from trainshed.games.dampfross.draw import DrawStart
from trainshed.games.dampfross.france import Choosing, Rolling, Stepping
from trainshed.games.dampfross.state import State

LINE = row("A5", "H5")
"""Seven steps."""
SOUTH = "A5-" + row("A6", "H6") + "-H5"
"""Another way, of nine."""


def entering(state: State, *companies: int) -> State:
    """These companies enter, the others stay out."""
    while isinstance(state.stack[-1], Choosing):
        company = state.stack[-1].company
        state = play(state, "enter" if company in companies else "stay")
    return state


def at(state: State, company: int) -> str:
    """The hex where the train of a company stands, with the border at which it waits."""
    it = train(state, company)
    name = state.board.grid.name
    here = name[it.path[-1]]
    return f"{here}>{name[it.border]}" if it.border >= 0 else here


@pytest.mark.rule("dampfross", "R26.1")
@pytest.mark.parametrize(("drawer", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_companies_say_in_playing_order_whether_they_enter(drawer: int, order: list[int]) -> None:
    state = meeting(LINE, LINE, LINE, east="H5", drawer=drawer, money=(10, 30, 20))
    found = []
    for _ in range(3):
        found.append(asked(state))
        assert offers(state) == {"enter", "stay"}
        state = play(state, "enter")
    assert found == order


@pytest.mark.rule("dampfross", "R26.2")
def test_no_own_track_is_needed_and_nobody_runs_jointly() -> None:
    """Company 2 has no track at all."""
    state = meeting(LINE, LINE, "", east="H5")
    state = play(state, "enter", "enter")
    assert offers(state) == {"enter", "stay"}
    state = play(state, "enter")
    assert entered(state) == {0, 1, 2}
    assert len(state.trains) == 3


@pytest.mark.rule("dampfross", "R26.2")
def test_nothing_is_limited_or_netted() -> None:
    """Twelve turns on the line of company 0, and company 0 on a line of company 1."""
    long, south = row("A5", "T5"), "A5-" + row("A6", "T6") + "-T5"
    state = entering(meeting(long, south, "", east="T5", money=(50, 50, 50)), 0, 1)
    for _ in range(12):
        for company, way in ((0, "A6 1"), (1, "B5 0")):
            state = play(state, "throw 1")
            if isinstance(state.stack[-1], Stepping):
                assert runner(state) == (company,)
                state = play(state, f"step {way}")
            assert charged(state) == {(company, 1 - company): 1}
    assert balances(state) == [50, 50, 50]
    state = entering(meeting(long, f"A5-A4 {long}", "", east="T5", money=(50, 50, 50)), 0, 2)
    for _ in range(12):
        state = play(state, "throw 1", "throw 1")
        if isinstance(state.stack[-1], Stepping):
            state = play(state, "step " + min(offers(state, "step")))
    assert sum(balances(state)[:2]) == 112
    assert balances(state)[2] == 38


@pytest.mark.rule("dampfross", "R26.3")
@pytest.mark.parametrize("drawer", [0, 1, 2])
def test_trains_run_in_the_same_order(drawer: int) -> None:
    """Not the richest first."""
    state = meeting(LINE, LINE, LINE, east="H5", drawer=drawer, money=(10, 30, 20))
    state = play(state, "enter", "enter", "enter")
    found = []
    for _ in range(6):
        found.append(runner(state)[0])
        state = play(state, "throw 1")
    assert found == [(drawer + n) % 3 for n in range(3)] * 2


@pytest.mark.rule("dampfross", "R26.3")
def test_the_way_is_chosen_step_by_step_over_anybodys_lines() -> None:
    """At C5 company 0 can go on over its own line, or change to that of company 1."""
    state = meeting(f"{LINE}", "C5-C6-D6-E6-F6-F5", "", east="H5", money=(20, 20, 20))
    state = entering(state, 0, 1)
    state = play(state, "throw 3")
    assert offers(state, "step") == {"D5", "C6 1"}
    after = play(state, "step C6 1")
    assert at(after, 0) == "C6"
    assert charged(after) == {(0, 1): 1}
    after = play(state, "step D5")
    assert at(after, 0) == "D5"
    assert charged(after) == {}


@pytest.mark.rule("dampfross", "R26.3")
@pytest.mark.parametrize("pips", range(1, 7))
def test_the_train_uses_all_its_points(pips: int) -> None:
    state = entering(meeting(LINE, LINE, "", east="H5"), 0, 1)
    state = play(state, f"throw {pips}")
    assert at(state, 0) == LINE.split("-")[pips]
    assert runner(state) == (1,)


@pytest.mark.rule("dampfross", "R26.3")
def test_it_stops_on_the_goal() -> None:
    state = entering(meeting(f"{LINE} H5-I5-I6-H5", LINE, "", east="H5"), 0, 1)
    state = play(state, "throw 5", "throw 1", "throw 6")
    assert train(state, 0).place is not None
    assert at(state, 0) == "H5"


@pytest.mark.rule("dampfross", "R26.3")
def test_a_ride_goes_along_a_way_with_all_the_points() -> None:
    state = entering(meeting(f"{LINE} {SOUTH}", LINE, "", east="H5"), 0, 1)
    state = play(state, "throw 4")
    rides = offers(state, "ride")
    assert rides
    for way in rides:
        after = play(state, f"ride {way}")
        hexes = [word.partition(":")[0] for word in way.split("-")]
        assert train(after, 0).at == 4
        assert at(after, 0) == hexes[-1]


@pytest.mark.rule("dampfross", "R26.4")
def test_no_segment_is_used_twice_in_a_race() -> None:
    """After A5-B5 the way back is closed, in later turns too."""
    state = entering(meeting(f"{LINE} {SOUTH} B5-B6", LINE, "", east="H5"), 0, 1)
    state = play(state, "throw 1")
    assert offers(state, "step") == {"B5", "A6"}
    state = other_turn(play(state, "step B5"))
    state = play(state, "throw 1")
    assert offers(state, "step") == {"C5", "B6"}
    state = other_turn(play(state, "step B6"))
    state = play(state, "throw 1")
    assert at(state, 0) == "C6"  # A6 leads to A5, and no further


def other_turn(state: State) -> State:
    """Company 1 goes on by one step."""
    assert runner(state) == (1,)
    state = play(state, "throw 1")
    if isinstance(state.stack[-1], Stepping):
        state = play(state, "step " + min(offers(state, "step")))
    return state


@pytest.mark.rule("dampfross", "R26.4")
def test_a_step_that_loses_the_goal_is_not_possible() -> None:
    """B5-B6-B7 is a dead end; A5-A6-B5 leads on, but back to A5 by it does not."""
    state = entering(meeting(f"{LINE} B5-B6-B7 D5-D6-E6-D5", LINE, "", east="H5"), 0, 1)
    state = play(state, "throw 3")
    assert at(state, 0) == "D5"  # one way only
    state = play(state, "throw 1")
    state = play(state, "throw 3")
    assert offers(state, "step") == {"E5", "D6", "E6"}
    state = play(state, "step D6")
    assert at(state, 0) == "D5"  # round the triangle
    state = play(state, "throw 1", "throw 1")
    assert at(state, 0) == "E5"


@pytest.mark.rule("dampfross", "R26.4")
def test_the_way_to_the_goal_may_not_need_the_segment_just_used() -> None:
    """A5-A6-A5 is no way: from A6 the goal can be reached only over A5-A6."""
    state = entering(meeting(f"{LINE} A5-A6", LINE, "", east="H5"), 0, 1)
    state = play(state, "throw 2")
    assert at(state, 0) == "C5"


@pytest.mark.rule("dampfross", "R26.5")
@pytest.mark.parametrize(
    ("mountains", "pips", "place"),
    [
        ("C5", 6, "E5"),  # B-move-01: 1 + 2 + 2 + 1
        ("B5", 2, "B5"),
        ("B5 C5", 3, "C5"),  # up 2, along 1
        ("B5 C5", 5, "D5"),  # and down 2
        ("", 6, "G5"),
    ],
)
def test_up_and_down_cost_two(mountains: str, pips: int, place: str) -> None:
    state = entering(meeting(LINE, LINE, "", east="H5", mountains=mountains), 0, 1)
    assert at(play(state, f"throw {pips}"), 0) == place


@pytest.mark.rule("dampfross", "R26.5")
def test_rivers_make_no_difference() -> None:
    state = meeting(LINE, LINE, "", east="H5", rivers="A5 SE, B5 NE", wide="C5 SE")
    assert at(play(entering(state, 0, 1), "throw 6"), 0) == "G5"


@pytest.mark.rule("dampfross", "R26.6")
@pytest.mark.parametrize(
    ("mountains", "first", "border", "second", "place"),
    [
        ("B5", 1, "A5>B5", 1, "B5"),
        ("C5", 2, "B5>C5", 1, "C5"),
        ("C5", 2, "B5>C5", 4, "E5"),  # 1 to complete it, 2 down, 1 more
        ("B5", 3, "B5>C5", 1, "C5"),  # down as well
        ("B5", 3, "B5>C5", 3, "E5"),
    ],
)
def test_a_single_point_takes_the_train_to_the_border(
    mountains: str, first: int, border: str, second: int, place: str
) -> None:
    state = entering(meeting(LINE, LINE, "", east="H5", mountains=mountains), 0, 1)
    state = play(state, f"throw {first}")
    assert at(state, 0) == border
    state = play(state, "throw 1", f"throw {second}")
    assert at(state, 0) == place


@pytest.mark.rule("dampfross", "R26.6")
def test_it_is_the_border_of_the_hex_chosen() -> None:
    """Next turn the train cannot take another way."""
    state = meeting(f"{LINE} {SOUTH}", LINE, "", east="H5", mountains="B5")
    state = play(entering(state, 0, 1), "throw 1")
    assert offers(state, "step") == {"B5", "A6"}
    state = play(state, "step B5")
    assert at(state, 0) == "A5>B5"
    state = play(other_turn(state), "throw 1")
    assert at(state, 0) == "B5"


@pytest.mark.rule("dampfross", "R26.6")
def test_the_border_of_the_goal_is_not_the_goal() -> None:
    """Up to G5 and down to H5, which is plain."""
    state = entering(meeting(LINE, LINE, "", east="H5", mountains="G5"), 0, 1)
    state = play(state, "throw 5", "throw 1", "throw 3")
    assert at(state, 0) == "G5>H5"
    assert train(state, 0).place is None
    state = play(state, "throw 1", "throw 1")
    assert train(state, 0).place is not None


@pytest.mark.rule("dampfross", "R26.7")
def test_one_credit_for_each_rival_used_in_the_turn() -> None:
    """Vector B-run-01: own, white, white, red."""
    state = meeting("A5-B5", "B5-C5-D5", "D5-E5-F5", east="F5")
    state = play(entering(state, 0, 1), "throw 4")
    assert charged(state) == {(0, 1): 1, (0, 2): 1}
    assert balances(state) == [18, 21, 21]
    assert total(state) == 0


@pytest.mark.rule("dampfross", "R26.7")
def test_one_credit_for_each_turn() -> None:
    """Vector B-run-02: three white steps, then white and own, then own and own."""
    state = meeting(row("E5", "H5"), f"{row('A5', 'E5')} {SOUTH}", "", east="H5")
    state = entering(state, 0, 1)
    paid = []
    for pips in (3, 2, 1):
        state = play(state, f"throw {pips}")
        if isinstance(state.stack[-1], Stepping):
            state = play(state, "step B5 1")
        paid.append(charged(state).get((0, 1), 0))
        state = play(state, "throw 1")
        if isinstance(state.stack[-1], Stepping):
            state = play(state, "step A6")
    assert paid == [1, 1, 0]


@pytest.mark.rule("dampfross", "R26.7")
def test_it_is_paid_at_the_end_of_the_turn() -> None:
    state = meeting("A5-A4", f"{LINE} B5-B6-C6-C5", "", east="H5")
    state = play(entering(state, 0, 1), "throw 2")
    assert isinstance(state.stack[-1], Stepping)
    assert balances(state) == [20, 20, 20]
    state = play(state, "step C5 1")
    assert balances(state) == [19, 21, 20]


@pytest.mark.rule("dampfross", "R26.7")
def test_a_step_is_paid_in_the_turn_in_which_it_is_made() -> None:
    """At the border nothing has been made yet."""
    state = meeting("", LINE, "", east="H5", mountains="B5")
    state = play(entering(state, 0, 1), "throw 1")
    assert at(state, 0) == "A5>B5"
    assert charged(state) == {}
    state = play(state, "throw 1", "throw 1")
    assert at(state, 0) == "B5"
    assert charged(state) == {(0, 1): 1}


@pytest.mark.rule("dampfross", "R26.7")
def test_an_unbuilt_white_line_costs_one_to_the_bank() -> None:
    white = row("C4", "E4")
    state = meeting(
        "A5-B5 B4-B5-C5 B4-C4 E4-F4-F5",
        "F5-G5",
        "",
        east="F5",
        white=white,
        abroad="C4 D4 E4",
    )
    bank = state.bank
    state = play(entering(state, 0, 1), "throw 6")
    assert at(state, 0) == "F4"
    assert balances(state) == [19, 20, 20]
    assert state.bank == bank + 1


@pytest.mark.rule("dampfross", "R26.8")
def test_own_track_makes_a_step_free_and_crossing_is_free() -> None:
    state = meeting(LINE, f"{LINE} C4-C5-C6", "D4-D5-D6", east="H5")
    state = play(entering(state, 0, 1), "throw 6")
    assert charged(state) == {}
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R26.8")
def test_the_runner_names_the_one_whose_line_is_used() -> None:
    state = meeting("A5-B5", "B5-C5-D5-E5-F5", "B5-C5-D5-E5-F5", east="F5")
    state = play(entering(state, 0, 1), "throw 2")
    assert offers(state, "step") == {"C5 1", "C5 2"}
    for owner in (1, 2):
        assert charged(play(state, f"step C5 {owner}")) == {(0, owner): 1}


@pytest.mark.rule("dampfross", "R26.9")
def test_a_step_that_cannot_be_paid_is_not_possible() -> None:
    """One credit is enough for company 1's line, not for company 2's in the same turn."""
    state = meeting("A5-B5", "B5-C5-D5", "D5-E5-F5", east="F5", money=(1, 20, 20))
    state = play(entering(state, 0, 1), "throw 6")
    assert at(state, 0) == "D5"
    assert balances(state) == [0, 21, 20]
    assert entered(state) == {0, 1}


@pytest.mark.rule("dampfross", "R26.9")
def test_a_second_step_on_the_same_line_costs_no_more() -> None:
    state = meeting("A5-B5", row("B5", "H5"), "", east="H5", money=(1, 20, 20))
    state = play(entering(state, 0, 1), "throw 5")
    assert at(state, 0) == "F5"
    assert balances(state) == [0, 21, 20]


@pytest.mark.rule("dampfross", "R26.9")
def test_a_train_that_cannot_move_at_all_withdraws() -> None:
    """In its first turn company 0 has paid its last credit; three trains are in the race."""
    state = meeting("A5-B5", row("B5", "H5"), row("A5", "H5"), east="H5", money=(1, 20, 20))
    state = play(entering(state, 0, 1, 2), "throw 2")
    while isinstance(state.stack[-1], Stepping):
        state = play(state, "step C5 1")
    assert balances(state)[0] == 0
    for _ in range(2):
        state = play(state, "throw 1")
        while isinstance(state.stack[-1], Stepping):
            state = play(state, "step " + min(offers(state, "step")))
    poor = replace(state.companies[0], money=(0,) * 6)
    state = replace(state.with_company(0, poor), bank=state.bank + balances(state)[0])
    assert runner(state) == (0,)
    state = play(state, "throw 6")
    assert [(item.company, item.why) for item in told(state, Withdrawn)] == [(0, "stuck")]
    assert entered(state) == {1, 2}


@pytest.mark.rule("dampfross", "R26.9")
def test_a_train_that_has_moved_in_this_turn_only_stops() -> None:
    state = meeting("A5-B5", row("B5", "H5"), "", east="H5", money=(0, 20, 20))
    state = play(entering(state, 0, 1), "throw 3")
    assert at(state, 0) == "B5"
    assert entered(state) == {0, 1}
    assert isinstance(state.stack[-1], Rolling)


@pytest.mark.rule("dampfross", "R26.9")
def test_moving_to_a_border_is_moving() -> None:
    """One point, and the step up costs 2."""
    state = meeting(LINE, LINE, "", east="H5", money=(0, 20, 20), mountains="B5")
    state = play(entering(state, 0, 1), "throw 1")
    assert entered(state) == {0, 1}


@pytest.mark.rule("dampfross", "R26.9")
def test_a_step_begun_at_a_border_must_be_paid_as_well() -> None:
    """The last credit is paid in the turn that ends at the border; the step up cannot be made."""
    state = meeting("", row("A5", "E5"), "", east="E5", money=(1, 20, 20), mountains="C5")
    state = play(entering(state, 0, 1), "throw 2")
    assert at(state, 0) == "B5>C5"
    assert balances(state) == [0, 21, 20]
    state = play(state, "throw 1", "throw 1")
    assert [(item.company, item.why) for item in told(state, Withdrawn)] == [(0, "stuck")]
    assert balances(state)[0] == 0


@pytest.mark.rule("dampfross", "R26.10")
def test_the_first_to_arrive_wins_even_within_a_round() -> None:
    """Company 1 would have more points left, but company 0 comes first."""
    state = entering(meeting(LINE, LINE, LINE, east="H5"), 0, 1, 2)
    state = play(state, "throw 2", "throw 5", "throw 1", "throw 5")
    assert train(state, 0).place is not None
    state = play(state, "throw 6")
    assert balances(state) == [40, 30, 20]
    assert isinstance(state.stack[-1], DrawStart)


@pytest.mark.rule("dampfross", "R26.10")
def test_the_prize_is_paid_on_arrival() -> None:
    """Not when the race is over: it may bring the winner to the sum of R27.1."""
    state = entering(meeting(LINE, LINE, LINE, east="H5"), 0, 1, 2)
    state = play(state, "throw 6", "throw 1", "throw 1", "throw 1")
    assert prizes(state) == {0: 20}
    assert balances(state) == [40, 20, 20]


@pytest.mark.rule("dampfross", "R26.10")
def test_the_race_ends_with_the_second_arrival() -> None:
    """Company 2 does not throw any more in that round."""
    state = entering(meeting(LINE, LINE, LINE, east="H5"), 0, 1, 2)
    state = play(state, "throw 6", "throw 6", "throw 6", "throw 1")
    assert not isinstance(state.stack[-1], DrawStart)
    state = play(state, "throw 1")
    assert isinstance(state.stack[-1], DrawStart)
    assert balances(state) == [40, 30, 20]


@pytest.mark.rule("dampfross", "R26.10")
def test_the_last_train_behind_the_winner_still_has_to_arrive() -> None:
    """Q105 Two trains: the second gets its 10 when it arrives."""
    state = entering(meeting(LINE, LINE, "", east="H5"), 0, 1)
    state = play(state, "throw 6", "throw 1", "throw 6")
    assert runner(state) == (1,)
    state = play(state, "throw 1")
    assert runner(state) == (1,)
    state = play(state, "throw 5")
    assert balances(state) == [40, 30, 20]
    assert isinstance(state.stack[-1], DrawStart)


@pytest.mark.rule("dampfross", "R26.10")
def test_a_second_that_withdraws_gets_nothing() -> None:
    state = meeting(LINE, row("F5", "H5"), "", east="H5", money=(20, 1, 20))
    state = play(entering(state, 0, 1), "throw 6", "throw 1", "throw 1", "throw 1")
    assert isinstance(state.stack[-1], DrawStart)
    assert balances(state) == [41, 0, 20]


@pytest.mark.rule("dampfross", "R26.11")
def test_who_alone_enters_gets_twenty_without_running() -> None:
    state = entering(meeting(LINE, "", "", east="H5"), 2)
    assert balances(state) == [20, 20, 40]
    assert prizes(state) == {2: 20}
    assert isinstance(state.stack[-1], DrawStart)


@pytest.mark.rule("dampfross", "R26.11")
def test_who_alone_is_left_gets_twenty_without_running_on() -> None:
    """Company 0 cannot pay for a single step and withdraws."""
    state = meeting("", LINE, "", east="H5", money=(0, 20, 20))
    state = play(entering(state, 0, 1), "throw 3")
    assert balances(state) == [0, 40, 20]
    assert isinstance(state.stack[-1], DrawStart)


@pytest.mark.rule("dampfross", "R26.11")
def test_of_two_that_cannot_move_the_second_is_left_alone() -> None:
    """So it never comes to it that all have withdrawn before somebody arrives."""
    state = meeting("", LINE, "", east="H5", money=(0, 20, 0))
    state = play(entering(state, 0, 2), "throw 3")
    assert balances(state) == [0, 20, 20]
    assert isinstance(state.stack[-1], DrawStart)


@pytest.mark.rule("dampfross", "R26.11")
def test_who_is_left_behind_a_winner_gets_no_twenty() -> None:
    """Company 0 has arrived and company 2 withdraws: company 1 still runs for its 10."""
    state = meeting(LINE, LINE, "", east="H5", money=(20, 20, 1))
    state = play(entering(state, 0, 1, 2), "throw 6", "throw 1", "throw 1")
    if isinstance(state.stack[-1], Stepping):
        state = play(state, "step B5 0")
    state = play(state, "throw 1", "throw 1", "throw 1")
    assert entered(state) == {0, 1}
    assert runner(state) == (1,)
    state = play(state, "throw 6")
    assert balances(state) == [41, 30, 0]


@pytest.mark.rule("dampfross", "R26.12")
def test_with_finish_rounds_more_points_left_win() -> None:
    state = meeting(LINE, LINE, LINE, east="H5", options={"finish": "rounds"})
    state = play(entering(state, 0, 1, 2), "throw 2", "throw 5", "throw 1", "throw 5", "throw 6")
    assert runner(state) == (2,)
    state = play(state, "throw 1")
    assert balances(state) == [30, 40, 20]


@pytest.mark.rule("dampfross", "R26.12")
def test_with_finish_rounds_equal_trains_share() -> None:
    state = meeting(LINE, LINE, LINE, east="H5", options={"finish": "rounds"})
    state = play(entering(state, 0, 1, 2), *("throw 5",) * 3, *("throw 6",) * 3)
    assert balances(state) == [30, 30, 30]


@pytest.mark.rule("dampfross", "R26.12")
def test_with_finish_rounds_the_last_train_does_not_run_on() -> None:
    state = meeting(LINE, LINE, "", east="H5", options={"finish": "rounds"})
    state = play(entering(state, 0, 1), "throw 6", "throw 1", "throw 6", "throw 1")
    assert isinstance(state.stack[-1], DrawStart)
    assert balances(state) == [40, 30, 20]
