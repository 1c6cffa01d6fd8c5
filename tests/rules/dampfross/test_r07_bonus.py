"""R7 The town bonus."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    asked,
    balances,
    construction,
    fees,
    lay,
    offers,
    plain_map,
    play,
    told,
    with_money,
    with_track,
)
from trainshed.games.dampfross.actions import Bonus
from trainshed.games.dampfross.state import State


@pytest.mark.rule("dampfross", "R7.1")
def test_the_first_in_a_town_gets_6() -> None:
    """A-bonus-01 From the bank."""
    state = with_track(construction(3, sheet=plain_map()), 0, "H5-H6")
    state = lay(play(state, "throw 1"), "H6-H7")
    assert told(state, Bonus) == [Bonus(0, "Bix", 6)]
    assert balances(state) == [26, 20, 20]
    assert state.bank == -66


@pytest.mark.rule("dampfross", "R7.1")
def test_later_ones_get_nothing() -> None:
    """Company 1 comes to Bix when company 0 has been there; and 0 not once more."""
    state = with_track(construction(3, sheet=plain_map()), 0, "H5-H6", "G7-H6")
    state = with_track(state, 1, "G8-H8")
    state = lay(play(state, "throw 2"), "H6-H7", "G7-H7")
    assert told(state, Bonus) == []
    state = lay(state, "H8-H7")
    assert told(state, Bonus) == []
    assert balances(state) == [27, 19, 20]


@pytest.mark.rule("dampfross", "R7.2")
@pytest.mark.parametrize("money", [0, 1])
def test_the_bonus_does_not_help_to_pay_the_fees(money: int) -> None:
    """A jump to G7 needs a junction there; the segment out of it leads to Bix."""
    state = with_track(construction(3, sheet=plain_map(), jumps="on"), 1, "D7-E7-F7-G7")
    state = with_money(with_track(state, 0, "D7-D6"), 0, money)
    state = play(state, "throw 6")
    if money:
        state = play(state, "from G7 1", "to H7")
        assert fees(state) == {1: 1}
        assert told(state, Bonus) == [Bonus(0, "Bix", 6)]
        assert balances(state) == [6, 21, 20]
    else:
        assert "G7 1" not in offers(state, "from")


@pytest.mark.rule("dampfross", "R7.2")
def test_nor_in_a_start_town() -> None:
    """Company 0 has nothing, and a rival is in its start town; the next hex is a town."""
    sheet = plain_map(start=("Ada", "Cob"), towns={"Bix": "D6"})
    state = construction(3, starts=("Ada", "Cob", "Cob"), sheet=sheet)
    state = with_track(state, 1, "D8-D7")
    assert asked(play(with_money(state, 0, 0), "throw 6")) == 1
    state = lay(play(with_money(state, 0, 1), "throw 6"), "D7-D6")
    assert fees(state) == {1: 1}
    assert balances(state) == [6, 21, 20]


@pytest.mark.rule("dampfross", "R7.3")
@pytest.mark.parametrize(
    ("name", "path", "town"),
    [("bavaria", "T24-T25", "München"), ("ireland", "O32-O33", "Cork")],
)
def test_a_town_pays_once_however_many_numbers_it_has(name: str, path: str, town: str) -> None:
    """München has three, Cork two."""
    start = "Nürnberg" if name == "bavaria" else "Belfast"
    state = construction(3, map=name, starts=(start,) * 3)
    first = path.partition("-")[0]
    column, row = first[0], int(first[1:])
    state = with_track(state, 0, f"{column}{row - 1}-{first}")
    state = lay(play(state, "throw 6"), path)
    assert told(state, Bonus) == [Bonus(0, town, 6)]
    assert len(state.board.sheet.towns[town].numbers) > 1


def bonus(state: State, path: str) -> list[Bonus]:
    """What company 0 gets for its first segment."""
    first, second, _ = path.split("-")
    state = with_track(state, 0, f"{first}-{second}")
    state = play(state, "throw 6")
    assert asked(state) == 0
    return told(lay(state, path.partition("-")[2]), Bonus)


@pytest.mark.rule("dampfross", "R7.3")
@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("bavaria", "L16-K16-J16"),
        ("bavaria", "X28-X29-X30"),
        ("kentucky", "H16-H15-H14"),
        ("russia", "E6-E5-D5"),
    ],
    ids=["a connection station", "a ski place", "an unnumbered town", "a frontier hex"],
)
def test_places_without_a_number_pay_nothing(name: str, path: str) -> None:
    """Crailsheim, Bayrischzell, Cairo, and a frontier hex of Estonia."""
    state = construction(3, map=name)
    hex_ = state.board.grid.number[path.split("-")[2]]
    if name == "russia":
        assert state.board.frontier >> hex_ & 1
    else:
        assert state.board.hex_title(hex_) in {"Crailsheim", "Bayrischzell", "Cairo"}
    assert bonus(state, path) == []
