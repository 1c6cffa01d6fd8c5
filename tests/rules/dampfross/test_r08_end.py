"""R8 The end of construction."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    all_stop,
    asked,
    balances,
    construction,
    game,
    lay,
    offers,
    plain_map,
    play,
    told,
    with_connected,
    with_track,
)
from trainshed.games.dampfross.actions import Bonus, Built
from trainshed.games.dampfross.state import State


def nearly(left: int = 4) -> State:
    """So many towns are left, Bix among them; company 0 is next to it with a budget of 6."""
    state = construction(3, sheet=plain_map())
    others = [town for town in state.board.towns if town != "Bix"]
    state = with_connected(state, others[: len(others) - left + 1])
    return play(with_track(state, 0, "H5-H6"), "throw 6")


@pytest.mark.rule("dampfross", "R8.1")
def test_the_phase_ends_when_three_towns_are_left() -> None:
    """At once: the builder has five left, and two companies have not built."""
    state = lay(nearly(), "H6-H7")
    assert told(state, Built) == [Built("towns")]
    assert state.operating
    assert asked(state) == -1
    assert offers(state, "dice")


@pytest.mark.rule("dampfross", "R8.1")
def test_the_segment_still_earns_its_bonus() -> None:
    """Six credits for Bix."""
    state = lay(nearly(), "H6-H7")
    assert told(state, Bonus) == [Bonus(0, "Bix", 6)]
    assert balances(state) == [26, 20, 20]


@pytest.mark.rule("dampfross", "R8.1")
def test_with_four_towns_left_it_goes_on() -> None:
    """Five were left before."""
    state = lay(nearly(left=5), "H6-H7")
    assert told(state, Built) == []
    assert asked(state) == 0
    assert "to H8" in offers(state)


@pytest.mark.rule("dampfross", "R8.1")
def test_other_segments_do_not_end_it() -> None:
    """Four are left until somebody lays track into one of them."""
    state = lay(nearly(), "H6-G7")
    assert told(state, Built) == []
    assert not state.operating


@pytest.mark.rule("dampfross", "R8.2")
def test_bavaria_ends_with_30_of_33_towns() -> None:
    """A-end-01 There are 36 numbers, but towns are counted."""
    state = construction(3, map="bavaria")
    towns = state.board.towns
    assert len(towns) == 33
    state = with_connected(
        state, [t for t in towns if t not in {"Hof", "Cham", "Lindau", "Passau"}]
    )
    state = play(with_track(state, 0, "V4-W4", connected=False), "throw 6")
    state = lay(state, "W4-W5")
    assert told(state, Built) == [Built("towns")]


@pytest.mark.rule("dampfross", "R8.2")
def test_a_town_with_several_numbers_counts_once() -> None:
    """München, Nürnberg and Hof are left: six numbers."""
    state = construction(3, map="bavaria", starts=("Nürnberg",) * 3)
    left = {"München", "Cham", "Hof", "Passau"}
    state = with_connected(state, [t for t in state.board.towns if t not in left])
    state = play(with_track(state, 0, "AI20-AH20", connected=False), "throw 6")
    state = lay(state, "AH20-AH21")
    assert told(state, Built) == [Built("towns")]


@pytest.mark.rule("dampfross", "R8.2")
def test_frontier_hexes_and_connection_stations_do_not_count() -> None:
    """With four towns left, company 0 reaches a connection station abroad."""
    sheet = plain_map(land={"A4": "b"}, places={"Customs": "A4"})
    state = construction(3, sheet=sheet)
    state = with_connected(state, state.board.towns[:8])
    state = lay(play(with_track(state, 0, "C4-B4"), "throw 6"), "B4-A4")
    assert told(state, Built) == []
    assert not state.operating


@pytest.mark.rule("dampfross", "R8.2")
def test_a_start_town_that_nobody_took_is_open() -> None:
    """Eight towns and the start town Ada, but not Bix, are connected when Cob is reached."""
    sheet = plain_map(start=("Ada", "Bix"))
    state = construction(3, sheet=sheet)
    left = {"Bix", "Cob", "Dun", "Ely"}
    state = with_connected(state, [t for t in state.board.towns if t not in left])
    state = lay(play(with_track(state, 0, "L5-L6"), "throw 6"), "L6-L7")
    assert told(state, Built) == [Built("towns")]


@pytest.mark.rule("dampfross", "R8.3")
def test_three_idle_rounds_end_it() -> None:
    """Nobody lays a segment in the first three rounds."""
    state = game(3, sheet=plain_map())
    for round_ in (1, 2, 3):
        assert state.round == round_
        assert not state.operating
        state = all_stop(play(state, "throw 6"))
    assert told(state, Built) == [Built("idle")]
    assert state.operating


@pytest.mark.rule("dampfross", "R8.3")
def test_a_segment_begins_the_count_anew() -> None:
    """Two idle rounds, one with a segment, and again two."""
    state = game(3, sheet=plain_map())
    for _ in range(2):
        state = all_stop(play(state, "throw 6"))
    state = all_stop(lay(play(state, "throw 6"), "D7-D6"))
    for _ in range(2):
        state = all_stop(play(state, "throw 6"))
        assert not state.operating
    state = all_stop(play(state, "throw 6"))
    assert told(state, Built) == [Built("idle")]


@pytest.mark.rule("dampfross", "R8.3")
def test_the_last_company_can_save_the_round() -> None:
    """The third idle round is not full before it has stopped."""
    state = game(3, sheet=plain_map())
    for _ in range(2):
        state = all_stop(play(state, "throw 6"))
    state = play(state, "throw 6", "stop", "stop")
    state = all_stop(lay(state, "D7-D6"))
    assert not state.operating
    assert state.round == 4
