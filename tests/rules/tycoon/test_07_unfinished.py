"""R7 Unfinished links."""

from __future__ import annotations

import pytest

from tests.rules.tycoon import land
from tests.rules.tycoon.land import RIDGES, SIDES, TOWNS, beside
from tests.rules.tycoon.table import (
    accepts,
    asked,
    cubes,
    end_turn,
    in_use,
    keeps,
    link,
    next_action,
    next_turn,
    offers,
    pieces,
    play,
    points,
    position,
    price,
    purse,
    rail,
    sides,
    sound,
    told,
    toward,
    track,
    verbs,
)
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import Linked
from trainshed.games.tycoon.state import State

EAST = ("AA7 W E", "AA8 W E", "AA9 W E", "AA10 W SE")
"""From Jackson to Montgomery."""


def extending(state: State, number: int = 0) -> State:
    """Seat 0 goes on with a link of his."""
    return play(state, "build", f"extend {number}")


def over(state: State) -> State:
    """No more can be laid: the action is over, by itself or with a word."""
    assert not {"lay", "turn", "connect"} & verbs(state)
    return play(state, "stop") if "stop" in verbs(state) else state


# R7.1, R7.2


@pytest.mark.rule("tycoon", "R7.1")
def test_an_unfinished_link_carries_no_cubes() -> None:
    """It lacks one tile to Montgomery; finished, it carries the cube that lies there."""
    state = purse(track(position(), 0, "Mobile", "AC9 SW NE"), level=3)
    assert beside("AC9", "NE") == "AB9"
    state = cubes(state, "Montgomery", "K")
    for city in ("Mobile", "Jackson"):
        state = cubes(state, city, "R")
    assert "deliver" not in verbs(state)
    state = next_action(play(extending(state), "lay E"), 0)
    assert link(state, 0).finished
    assert "deliver" in verbs(state)


@pytest.mark.rule("tycoon", "R7.1")
def test_an_unfinished_link_counts_for_nothing() -> None:
    state = position(dealt=("farnam", "vanderbilt", "judah"))
    stub = track(state, 0, "Chicago", "K9 E W")
    assert GAME.scores(stub) == GAME.scores(state)
    assert GAME.ties is not None
    assert GAME.ties(stub) == GAME.ties(state)
    state = next_action(play(stub, "pass"), 0)
    assert points(state) == 0


@pytest.mark.rule("tycoon", "R7.1")
def test_an_unfinished_link_opens_no_way_west() -> None:
    state = track(position(), 0, "Kansas City", "O3 W E")
    assert "west" not in verbs(state)
    assert "west" in verbs(rail(position(), 0, "Kansas City", "St. Louis"))


@pytest.mark.rule("tycoon", "R7.2")
def test_the_owner_goes_on_in_a_later_action_of_the_same_turn() -> None:
    state = play(position(), "build", "from Jackson", "out E", "lay E", "lay E", "stop")
    state = next_action(state, 0)
    assert state.round == 2
    state = play(extending(state), "lay E", "lay SE")
    assert link(state, 0).finished
    assert pieces(state, 0) == [*EAST]
    assert in_use(state) == 1


@pytest.mark.rule("tycoon", "R7.2")
def test_nobody_else_goes_on_with_it() -> None:
    """FAQ Another player cannot build the missing tile and steal the link."""
    state = track(position(), 0, "Jackson", *EAST[:3])
    state = play(state, "pass", "build")
    assert asked(state) == 1
    assert not accepts(state, "extend 0")
    state = play(state, "from Montgomery", "out NW", "lay W")
    assert not link(state, 0).finished
    assert not link(state, 1).finished
    assert link(state, 0).owner == 0


@pytest.mark.rule("tycoon", "R7.2")
def test_in_the_next_turn_it_is_gone() -> None:
    state = next_turn(track(position(), 0, "Jackson", *EAST[:3]))
    assert state.links == ()
    assert sides(state, "AA7") == set()


# R7.3, R7.4


def blocked() -> State:
    """Seat 1 has taken the side at which the line of seat 0 from Jackson stops."""
    state = track(position(), 0, "Jackson", *EAST[:2])
    return track(state, 1, "Montgomery", "AA10 SE W", "AA9 E W")


@pytest.mark.rule("tycoon", "R7.3")
@pytest.mark.rule("tycoon", "R7.4")
def test_a_line_cannot_go_on_where_a_segment_uses_its_side() -> None:
    state = blocked()
    assert sound(state)
    state = extending(state)
    assert offers(state, "lay") == set()
    assert offers(state, "connect") - {"Montgomery"} == offers(state, "connect")
    for side in SIDES:
        assert not accepts(state, f"lay {side}")
    assert offers(state, "turn") != set()


@pytest.mark.rule("tycoon", "R7.3")
def test_a_line_cannot_go_on_into_a_full_hex() -> None:
    """AA7 holds two segments; the line comes in at a side that is free."""
    state = track(position(), 1, "Jackson", *EAST, to="Montgomery")
    state = play(extending(toward(state, 0, "AA7", "NE"), 1), "lay SW", "stop")
    state = toward(next_action(state, 0), 0, "AA7", "SE", start="Mobile")
    assert sides(state, "AA7") == {"W", "E", "NE", "SW"}
    assert offers(extending(state, 2), "lay") == set()


@pytest.mark.rule("tycoon", "R7.3")
def test_a_line_may_be_pointed_where_it_cannot_go_on() -> None:
    """At a side that is taken, and at a hex that is full."""
    state = track(position(), 0, "Jackson", "AA7 W E")
    state = track(state, 1, "Montgomery", "AA10 SE W", "AA9 E W")
    state = play(extending(state), "lay E")
    assert "lay" not in verbs(state)
    assert pieces(over(state), 0) == [*EAST[:2]]
    full = track(position(), 1, "Jackson", *EAST, to="Montgomery")
    full = play(extending(toward(full, 0, "AA8", "NE"), 1), "lay SW", "stop")
    full = toward(next_action(full, 0), 0, "AB8", "E", start="Mobile")
    assert sides(full, "AA8") == {"W", "E", "NE", "SW"}
    assert beside("AB8", "NW") == "AA8"
    full = over(play(extending(full, 2), "lay NW"))
    assert pieces(full, 2)[-1] == "AB8 E NW"
    assert sound(full)


@pytest.mark.rule("tycoon", "R7.4")
def test_open_ends_of_two_players_that_meet_are_two_unfinished_links() -> None:
    state = blocked()
    state = play(state, "pass")
    assert offers(play(state, "build", "extend 1"), "lay") == set()
    after = end_turn(state)
    assert after.links == ()
    state = track(position(), 1, "Jackson", *EAST[:2])
    state = play(state, "build", "from Montgomery", "out NW", "lay W")
    after = over(play(state, "lay W"))
    assert told(after, Linked) == []
    assert [one.finished for one in after.links] == [False, False]
    assert [one.owner for one in after.links] == [1, 0]
    assert pieces(after, 0) == [*EAST[:2]]
    assert sound(after)


@pytest.mark.rule("tycoon", "R7.4")
def test_a_line_laid_across_the_way_blocks_too() -> None:
    """Not head on: the foreign track only uses the side that the stub points at."""
    state = track(position(), 0, "Jackson", "AA7 W E")
    state = toward(state, 1, "AA8", "SE", start="Mobile")
    state = over(play(state, "pass", "build", "extend 1", "lay W"))
    state = next_action(state, 0)
    assert offers(extending(state), "lay") == set()


@pytest.mark.rule("tycoon", "R7.4")
def test_a_line_across_the_way_that_leaves_the_side_free_does_not_block() -> None:
    state = track(position(), 0, "Jackson", "AA7 W E")
    state = toward(state, 1, "AA8", "SE", start="Mobile")
    state = play(state, "pass", "build", "extend 1", "lay NE", "stop")
    state = next_action(state, 0)
    assert offers(extending(state), "lay") == {"E", "NW", "SW"}


# R7.5 to R7.7


@pytest.mark.rule("tycoon", "R7.5")
def test_the_last_tile_keeps_its_beginning_and_gets_a_new_end() -> None:
    state = extending(track(position(), 0, "Jackson", *EAST[:2]))
    assert offers(state, "turn") == {"NE", "NW", "SW", "SE"}
    for side in offers(state, "turn"):
        after = play(state, f"turn {side}", "stop")
        assert pieces(after, 0) == ["AA7 W E", f"AA8 W {side}"]
        assert sides(after, "AA8") == {"W", side}
        assert sound(after)
    assert not accepts(state, "turn E")
    assert not accepts(state, "turn W")


@pytest.mark.rule("tycoon", "R7.5")
def test_a_blocked_player_may_turn_round_the_block() -> None:
    """FAQ He may turn the last tile and go on."""
    state = play(extending(blocked()), "turn SE", "lay E", "lay E")
    assert pieces(state, 0) == ["AA7 W E", "AA8 W SE", "AB8 NW E", "AB9 W E"]
    assert link(state, 0).finished
    assert told(state, Linked)[0].other == "Montgomery"


@pytest.mark.rule("tycoon", "R7.5")
def test_another_segment_in_the_hex_stays_as_it_is() -> None:
    state = track(position(), 1, "Jackson", *EAST, to="Montgomery")
    state = play(extending(toward(state, 0, "AA7", "NE"), 1), "lay SW", "stop")
    state = extending(next_action(state, 0), 1)
    assert offers(state, "turn") == {"NW", "SE"}
    after = play(state, "turn SE", "stop")
    assert pieces(after, 0) == [*EAST]
    assert pieces(after, 1)[-1] == "AA7 NE SE"
    assert sides(after, "AA7") == {"W", "E", "NE", "SE"}
    assert sound(after)


@pytest.mark.rule("tycoon", "R7.5")
def test_a_tile_is_turned_only_where_it_could_be_laid() -> None:
    """Neither towards the own city nor towards water."""
    state = extending(track(position(), 0, "Jackson", "AA7 W NW", "Z6 SE W"))
    assert beside("Z6", "SW") == TOWNS["Jackson"]
    assert offers(state, "turn") == {"E", "NE", "NW"}
    state = extending(track(position(), 0, "Boston", "G28 SE W"))
    assert offers(state, "turn") == set(land.legal("G28", "SE", "Boston")) - {"W"}


@pytest.mark.rule("tycoon", "R7.6")
def test_turning_comes_first_and_only_when_one_goes_on_with_the_link() -> None:
    state = play(position(), "build", "from Jackson", "out E", "lay E")
    assert "turn" not in verbs(state)
    assert not accepts(state, "turn NE")
    state = extending(next_action(play(state, "stop"), 0))
    assert "turn" in verbs(state)
    assert "turn" not in verbs(play(state, "lay E"))
    after = play(state, "turn NE")
    assert "turn" not in verbs(after)
    assert not accepts(after, "turn E")


@pytest.mark.rule("tycoon", "R7.6")
def test_turning_counts_as_one_of_the_tiles() -> None:
    state = extending(track(position(), 0, "Jackson", "AA7 W E"))
    state = over(play(state, "turn NE", "lay NE", "lay NE", "lay NE"))
    assert asked(state) == 1
    assert len(link(state, 0).track) == 4
    assert not link(state, 0).finished


@pytest.mark.rule("tycoon", "R7.6")
def test_turning_is_one_of_five_tiles_with_perfect_engineering() -> None:
    state = keeps(track(position(), 0, "Jackson", "AA7 W E"), 0, "perfect_engineering")
    state = play(extending(state), "turn NE", "lay NE", "lay NE", "lay NE")
    assert asked(state) == 0
    state = over(play(state, "lay NE"))
    assert asked(state) == 1
    assert len(link(state, 0).track) == 5


@pytest.mark.rule("tycoon", "R7.6")
def test_to_turn_is_enough_for_an_action() -> None:
    state = play(extending(track(position(), 0, "Jackson", "AA7 W E")), "turn NE")
    assert "stop" in verbs(state)
    assert asked(play(state, "stop")) == 1


@pytest.mark.rule("tycoon", "R7.6")
def test_a_turned_tile_may_finish_the_link() -> None:
    state = track(position(), 0, "Jackson", *EAST[:3], "AA10 W E")
    state = play(extending(state), "turn SE")
    assert link(state, 0).finished
    assert asked(state) == 1
    assert told(state, Linked)[0].other == "Montgomery"
    assert pieces(state, 0) == [*EAST]


@pytest.mark.rule("tycoon", "R7.7")
def test_the_full_price_is_paid_again_and_nothing_paid_back() -> None:
    """Z4 with the Mississippi from north-east to south-east."""
    state = extending(track(position(), 0, "Jackson", "AA7 W E"))
    assert price(state, play(state, "turn NE")) == 2000
    state = play(extending(toward(position(), 0, "Z4", "W")), "lay NE", "stop")
    state = extending(next_action(state, 0))
    assert price(state, play(state, "turn E")) == 3000
    assert price(state, play(state, "turn SE")) == 2000
    assert price(state, play(state, "turn NW")) == 2000


@pytest.mark.rule("tycoon", "R7.7")
def test_a_ridge_on_the_new_end_is_paid() -> None:
    state = extending(track(position(), 0, "Pittsburgh", "M20 W NE"))
    assert price(state, play(state, "turn E")) == 8000
    assert price(state, play(state, "turn SE")) == 8000
    assert price(state, play(state, "turn SW")) == 4000


@pytest.mark.rule("tycoon", "R7.7")
def test_no_refund_for_a_ridge_on_the_old_end() -> None:
    state = extending(track(position(), 0, "Pittsburgh", "M20 W E"))
    assert price(state, play(state, "turn NE")) == 4000


@pytest.mark.rule("tycoon", "R7.7")
def test_a_ridge_towards_the_city_is_paid_again_with_the_first_tile() -> None:
    """V11, north-west of Chattanooga: ridges in the south-east and in the east."""
    state = extending(track(position(), 0, "Chattanooga", "V11 SE W"))
    assert RIDGES["V11"] == {"SE", "E"}
    assert price(state, play(state, "turn NW")) == 6000
    assert price(state, play(state, "turn E")) == 10_000


@pytest.mark.rule("tycoon", "R7.7")
def test_a_ridge_where_a_later_tile_begins_is_not_paid_again() -> None:
    """M21 begins at the ridge that M20 has paid."""
    state = extending(track(position(), 0, "Pittsburgh", "M20 W E", "M21 W E"))
    assert "W" in RIDGES["M21"]
    for side in offers(state, "turn"):
        due = land.tile("M21", "W", side) + land.ridge("M21", side)
        assert price(state, play(state, f"turn {side}")) == due, side


@pytest.mark.rule("tycoon", "R7.7")
def test_a_tile_that_goes_on_after_turning_is_paid_as_usual() -> None:
    state = play(extending(track(position(), 0, "Jackson", "AA7 W E")), "turn NE")
    assert price(state, play(state, "lay NE")) == 2000


# R7.8 to R7.10


@pytest.mark.rule("tycoon", "R7.8")
def test_two_stubs_of_one_player_that_meet_are_one_finished_link() -> None:
    state = track(position(), 0, "Jackson", *EAST[:2])
    state = play(state, "build", "from Montgomery", "out NW", "lay W")
    assert in_use(state) == 2
    state = play(state, "lay W")
    assert asked(state) == 1
    (whole,) = state.links
    assert whole.finished
    assert {whole.start, whole.end} == {[*TOWNS].index("Jackson"), [*TOWNS].index("Montgomery")}
    assert {frozenset(piece.split()) for piece in pieces(state, whole.number)} == {
        frozenset(piece.split()) for piece in EAST
    }
    assert in_use(state) == 1
    assert {told(state, Linked)[0].one, told(state, Linked)[0].other} == {"Jackson", "Montgomery"}
    assert sound(state)


@pytest.mark.rule("tycoon", "R7.8")
def test_the_joined_link_carries_cubes_and_stays() -> None:
    state = track(position(), 0, "Mobile", "AC9 SW NE")
    state = play(state, "build", "from Montgomery", "out W", "lay SW")
    state = cubes(next_action(state, 0), "Montgomery", "K")
    (whole,) = state.links
    after = play(state, "deliver", "cube Montgomery black", f"ship [{whole.number}]")
    assert points(after) >= 1
    assert len(end_turn(after).links) == 1


@pytest.mark.rule("tycoon", "R7.8")
def test_a_turned_tile_may_join_two_stubs() -> None:
    state = track(position(), 0, "Jackson", "AA7 W E", "AA8 W NE")
    state = track(state, 0, "Montgomery", "AA10 SE W", "AA9 E W")
    state = play(extending(state), "turn E")
    assert [one.finished for one in state.links] == [True]
    assert asked(state) == 1
    assert sound(state)


@pytest.mark.rule("tycoon", "R7.8")
def test_with_all_markers_in_use_a_joined_link_gives_one_back() -> None:
    state = track(position(), 0, "Jackson", *EAST[:2])
    state = track(state, 0, "Montgomery", "AA10 SE W")
    for start, end in (("Boston", "Albany"), ("New York", "Philadelphia")):
        state = rail(state, 0, start, end)
    assert in_use(state) == 4
    state = play(extending(state, 1), "lay W")
    assert in_use(state) == 3
    assert sound(state)


@pytest.mark.rule("tycoon", "R7.8")
def test_to_meet_the_side_of_an_own_segment_is_not_to_meet_its_open_end() -> None:
    """AA8 is the last tile, but the line comes to a side where it does not stop."""
    state = track(position(), 0, "Jackson", *EAST[:2])
    state = toward(state, 0, "AB7", "E", start="Mobile")
    state = play(extending(state, 1), "lay NE")
    assert asked(state) == 0
    assert [one.finished for one in state.links] == [False, False]


@pytest.mark.rule("tycoon", "R7.9")
def test_two_stubs_from_the_same_city_may_not_be_pointed_at_each_other() -> None:
    state = track(position(), 0, "Pittsburgh", "M20 W NE")
    state = track(state, 0, "Pittsburgh", "L19 SW E")
    assert beside("M20", "NE") == beside("L19", "E") == "L20"
    one, other = extending(state, 0), extending(state, 1)
    assert offers(one, "lay") == {"E", "NE", "NW", "SE"}
    assert offers(other, "lay") == {"E", "NE", "NW", "SE"}
    assert not accepts(one, "lay W")
    assert not accepts(other, "lay SW")


@pytest.mark.rule("tycoon", "R7.9")
def test_nor_may_a_tile_be_turned_so() -> None:
    state = track(position(), 0, "Pittsburgh", "M20 W E")
    state = track(state, 0, "Pittsburgh", "L19 SW E", "L20 W SW")
    state = extending(state)
    assert "NE" not in offers(state, "turn")
    assert not accepts(state, "turn NE")
    alone = extending(track(position(), 0, "Pittsburgh", "M20 W E"))
    assert "NE" in offers(alone, "turn")


@pytest.mark.rule("tycoon", "R7.9")
def test_the_stubs_of_two_players_may_meet_even_so() -> None:
    state = track(position(), 1, "Pittsburgh", "M20 W NE")
    state = track(state, 0, "Pittsburgh", "L19 SW E")
    state = over(play(extending(state, 1), "lay SW"))
    assert [one.finished for one in state.links] == [False, False]


@pytest.mark.rule("tycoon", "R7.10")
def test_a_ridge_where_two_own_stubs_meet_is_paid_once() -> None:
    """The stub from Pittsburgh has paid for the east of M20; the other comes from the east."""
    state = track(position(), 0, "Pittsburgh", "M20 W E")
    state = extending(toward(state, 0, "M21", "E", start="Baltimore"), 1)
    assert "W" in RIDGES["M21"]
    after = play(state, "lay W")
    assert price(state, after) == land.tile("M21", "E", "W")
    assert [one.finished for one in after.links] == [True]


@pytest.mark.rule("tycoon", "R7.10")
def test_a_stub_of_another_player_pays_for_itself() -> None:
    state = track(position(), 1, "Pittsburgh", "M20 W E")
    state = extending(toward(state, 0, "M21", "E", start="Baltimore"), 1)
    after = play(state, "lay W")
    assert price(state, after) == land.tile("M21", "E", "W") + 4000
    assert [one.finished for one in after.links] == [False, False]


@pytest.mark.rule("tycoon", "R7.10")
def test_who_touched_the_ridge_first_has_paid() -> None:
    """Now the stub from the east stands at the ridge; the first tile from Pittsburgh is cheap."""
    state = toward(position(), 0, "M20", "E", start="Baltimore")
    state = play(state, "build", "from Pittsburgh", "out E")
    after = play(state, "lay E")
    assert price(state, after) == 4000
    assert [one.finished for one in after.links] == [True]


@pytest.mark.rule("tycoon", "R7.10")
def test_a_tile_turned_to_the_ridge_does_not_pay_it_again() -> None:
    state = track(position(), 0, "Pittsburgh", "M20 W NE")
    state = extending(toward(state, 0, "M20", "E", start="Baltimore"))
    after = play(state, "turn E")
    assert [one.finished for one in after.links] == [True]
    assert price(state, after) == 4000


@pytest.mark.rule("tycoon", "R5.15")
@pytest.mark.rule("tycoon", "R7.8")
def test_to_meet_an_own_stub_is_left_to_tile_by_tile() -> None:
    """One tile on M21 finishes the link from Baltimore to Pittsburgh; connecting goes around."""
    state = track(position(), 0, "Pittsburgh", "M20 W E")
    state = extending(toward(state, 0, "M21", "E", start="Baltimore"), 1)
    assert price(state, play(state, "lay W")) == land.tile("M21", "E", "W") == 4000
    after = play(state, "connect Pittsburgh")
    assert price(state, after) > 4000
    assert len(after.links) == 2
