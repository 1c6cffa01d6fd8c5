"""R22 Rule set B: construction."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dampfross.position import (
    accepts,
    all_stop,
    asked,
    balances,
    cost,
    fresh,
    game,
    has_track,
    lay,
    offers,
    plain_map,
    play,
    stop,
    told,
)
from tests.rules.dampfross.races import building
from trainshed.core import CHANCE
from trainshed.games.dampfross.actions import Laid
from trainshed.games.dampfross.state import State

AROUND = {"D6", "D8", "C7", "C8", "E7", "E8"}
"""The six hexes around the start town in D7."""


def left(state: State) -> int:
    """The points that the company that builds has left."""
    return state.stack[-1].left  # type: ignore[union-attr]


@pytest.mark.rule("dampfross", "R22.1")
def test_setting_up_is_that_of_rule_set_a() -> None:
    state = fresh(3, map="france")
    assert state.rules == "france"
    assert offers(state) == {"begin 0", "begin 1", "begin 2"}
    assert balances(state) == [20, 20, 20]
    state = play(state, "begin 1", "to U12", "to U12", "to U12")
    paris = state.board.grid.number["U11"]
    assert {company.start for company in state.companies} == {paris}


@pytest.mark.rule("dampfross", "R22.1")
def test_the_right_to_open_passes_on_and_nobody_loses_a_turn() -> None:
    state = play(game(3, first=1, sheet=plain_map(), rules="france"), *("to D8",) * 3)
    rounds = []
    for _ in range(4):
        assert asked(state) == CHANCE
        state = play(state, "throw 1")
        turns = []
        while asked(state) != CHANCE:
            turns.append(asked(state))
            state = stop(state)
        rounds.append(turns)
        if len(rounds) == 2:  # somebody has to build now and then, or construction would end
            state = play(state, "throw 1")
            first = asked(state)
            state = all_stop(lay(state, "D8-D9"))
            rounds.append([first])
    assert [turns[0] for turns in rounds] == [2, 0, 1, 2, 0]
    assert rounds[0] == [2, 0, 1]
    assert rounds[1] == [0, 1, 2]
    assert rounds[3] == [2, 0, 1]


@pytest.mark.rule("dampfross", "R22.2")
def test_in_the_first_round_each_lays_one_segment_from_its_start_town() -> None:
    state = game(3, sheet=plain_map(), rules="france")
    for company, hex_ in enumerate(("E7", "E7", "D6")):
        assert asked(state) == company
        assert offers(state) == {f"to {other}" for other in AROUND}
        state = play(state, f"to {hex_}")
        assert has_track(state.companies[company], state.board, f"D7-{hex_}")
    assert asked(state) == CHANCE
    assert offers(state) == {f"throw {pips}" for pips in range(1, 7)}


@pytest.mark.rule("dampfross", "R22.2")
def test_it_must_be_laid() -> None:
    state = game(3, sheet=plain_map(), rules="france")
    assert not accepts(state, "stop")
    assert not accepts(state, "back")


@pytest.mark.rule("dampfross", "R22.2")
def test_it_costs_nothing_whatever_it_crosses() -> None:
    sheet = plain_map(mountains="D6 E7", rivers=["D7 N"], wide=["D7 NE"])
    state = game(3, sheet=sheet, rules="france")
    for hex_ in ("D6", "E7", "E7"):
        state = play(state, f"to {hex_}")
        assert cost(state) == 0
        assert told(state, Laid)[0].fees == ()
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R22.2")
def test_barriers_and_water_stay_closed() -> None:
    sheet = plain_map(land={"D6": "~"}, barriers=["D7 S"])
    state = game(3, sheet=sheet, rules="france")
    assert offers(state, "to") == AROUND - {"D6", "D8"}


@pytest.mark.rule("dampfross", "R22.3")
@pytest.mark.parametrize("pips", range(1, 7))
def test_the_opener_throws_for_everybody(pips: int) -> None:
    state = building("", "", "", pips=pips)
    for company in range(3):
        assert asked(state) == company
        assert left(state) == pips
        state = stop(state)
    assert asked(state) == CHANCE


@pytest.mark.rule("dampfross", "R22.4")
@pytest.mark.parametrize(
    ("mountains", "river", "points"),
    [
        ("", "", 1),  # B-cost-01
        ("", "river", 3),  # B-cost-02
        ("D4", "", 4),  # B-cost-03
        ("D3", "", 4),  # B-cost-04
        ("D3 D4", "", 6),  # B-cost-05
    ],
)
def test_costs_are_whole_costs(mountains: str, river: str, points: int) -> None:
    _costs(mountains, river, points)


@pytest.mark.rule("dampfross", "R22.5")
@pytest.mark.parametrize(
    ("mountains", "river", "points"),
    [
        ("D4", "river", 6),  # B-cost-06
        ("D3", "river", 6),
        ("D3 D4", "river", 6),
        ("", "wide", 5),
        ("D4", "wide", 6),
        ("D3", "wide", 6),
        ("D3 D4", "wide", 6),
    ],
)
def test_water_together_with_a_mountain(mountains: str, river: str, points: int) -> None:
    _costs(mountains, river, points)


def _costs(mountains: str, river: str, points: int) -> None:
    """What D3-D4 costs, from the pips with which it can be built."""
    places: dict[str, Any] = {
        "mountains": mountains,
        **({"rivers": ["D3 S"]} if river == "river" else {}),
    }
    if river == "wide":
        places["wide"] = ["D3 S"]
    for pips in range(1, 7):
        state = building("D2-D3", "", "", pips=pips, **places)
        may = "D3" in offers(state, "from") and accepts(play(state, "from D3"), "to D4")
        assert may == (pips >= points)
    state = lay(building("D2-D3", "", "", **places), "D3-D4")
    assert cost(state) == points
    assert asked(state) == (0 if points < 6 else 1)
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R22.4")
def test_two_plains_and_a_climb_use_up_a_six() -> None:
    """Vector B-cost-07."""
    state = building("D1-E1", "", "", mountains="E4")
    state = lay(state, "E1-E2-E3")
    assert left(state) == 4
    state = lay(state, "E3-E4")
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R22.4")
def test_a_river_and_three_plains_use_up_a_six() -> None:
    """Vector B-cost-09."""
    state = building("D1-E1", "", "", rivers=["E1 S"])
    state = lay(state, "E1-E2")
    assert left(state) == 3
    state = lay(state, "E2-E3-E4-E5")
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R22.6")
def test_segments_need_not_continue_each_other() -> None:
    state = building("F1-F2", "", "", pips=3)
    state = lay(state, "F1-G1", "D8-D9", "F2-F3")
    assert asked(state) == 1
    for path in ("F1-G1", "D8-D9", "F2-F3"):
        assert has_track(state.companies[0], state.board, path)


@pytest.mark.rule("dampfross", "R22.6")
def test_each_starts_where_the_company_has_track() -> None:
    state = building("F1-F2", "H1-H2", "", pips=3)
    assert offers(state, "from") == {"F1", "F2", "D7", "D8"}
    assert not accepts(state, "from H1")


@pytest.mark.rule("dampfross", "R22.7")
def test_a_company_may_build_less_or_nothing() -> None:
    state = building("", "", "", pips=4)
    state = stop(lay(state, "D8-D9"))
    assert asked(state) == 1
    state = stop(state)
    assert asked(state) == 2


@pytest.mark.rule("dampfross", "R22.7")
def test_nothing_is_saved_for_a_dearer_segment() -> None:
    """Vector B-cost-08: a climb needs 4; 3 now and 3 in the next round do not make it."""
    state = building("D2-D3", "", "", pips=3, mountains="D4")
    assert not accepts(play(state, "from D3"), "to D4")
    state = all_stop(state)
    state = play(state, "throw 3")
    while asked(state) != 0:
        state = stop(state)
    assert left(state) == 3
    assert not accepts(play(state, "from D3"), "to D4")
