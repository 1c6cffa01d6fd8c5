"""R24 Rule set B: the end of construction."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.dampfross.position import (
    all_stop,
    asked,
    balances,
    lay,
    offers,
    play,
    stop,
    told,
)
from tests.rules.dampfross.races import building, meeting, row
from trainshed.board.hexes import Cells
from trainshed.core import CHANCE
from trainshed.games.dampfross.actions import Built
from trainshed.games.dampfross.draw import DrawStart
from trainshed.games.dampfross.state import State


def all_but(state: State, *towns: str) -> State:
    """All towns but these are connected."""
    bits = sum(1 << n for n, name in enumerate(state.board.towns) if name not in towns)
    return replace(state, connected=Cells(bits))


@pytest.mark.rule("dampfross", "R24.1")
def test_construction_ends_when_every_town_is_reached_even_in_the_middle_of_a_turn() -> None:
    state = all_but(building("G7-H6", "D7-E7-F7-G7", ""), "Bix")
    assert state.stack[-1].left == 6  # type: ignore[union-attr]
    state = lay(state, "H6-H7")
    assert [built.why for built in told(state, Built)] == ["towns"]
    assert balances(state) == [25, 20, 20]
    assert isinstance(state.stack[-1], DrawStart)


@pytest.mark.rule("dampfross", "R24.1")
def test_not_with_three_towns_left_nor_with_one() -> None:
    state = all_but(building("H8-H9", "", ""), "Bix", "Cob", "Dun", "Ely")
    state = lay(state, "H8-H7")
    assert not told(state, Built)
    state = all_but(building("H8-H9", "", ""), "Bix", "Cob")
    state = lay(state, "H8-H7")
    assert not told(state, Built)
    assert asked(state) == 0


@pytest.mark.rule("dampfross", "R24.1")
def test_foreign_destinations_count_too() -> None:
    places: dict[str, Any] = {"land": {"P5": "b"}, "special": [("P5",)] * 6}
    state = all_but(building("H8-H9 O4-O5", "", "", **places), "Bix")
    state = lay(state, "H8-H7")
    assert not told(state, Built)
    state = lay(state, "O5-P5")
    assert [built.why for built in told(state, Built)] == ["towns"]
    assert balances(state) == [30, 20, 20]


@pytest.mark.rule("dampfross", "R24.2")
def test_construction_ends_after_three_rounds_without_a_segment() -> None:
    state = building("", "", "")
    for _ in range(2):
        state = all_stop(state)
        assert not told(state, Built)
        state = play(state, "throw 1")
    state = stop(stop(state))
    assert asked(state) != CHANCE
    state = stop(state)
    assert [built.why for built in told(state, Built)] == ["idle"]


@pytest.mark.rule("dampfross", "R24.2")
def test_a_segment_in_between_begins_the_count_anew() -> None:
    state = building("", "", "")
    state = play(all_stop(state), "throw 1")
    state = play(all_stop(lay(state, "D8-D9")), "throw 1")
    state = play(all_stop(state), "throw 1")
    state = all_stop(state)
    assert not told(state, Built)
    state = all_stop(play(state, "throw 1"))
    assert told(state, Built)


@pytest.mark.rule("dampfross", "R24.3")
def test_nothing_is_built_after_construction() -> None:
    """Not after the second race, nor after the fourth; rule set A would build then."""
    line = row("A5", "H5")
    state = meeting(line, line, line, east="H5")
    for race in range(1, 5):
        state = play(state, "enter", "stay", "stay")
        assert state.races == race
        assert isinstance(state.stack[-1], DrawStart)
        assert all(offer.startswith("dice") for offer in offers(state))
        state = play(state, "dice 1 1", "dice 2 1")
