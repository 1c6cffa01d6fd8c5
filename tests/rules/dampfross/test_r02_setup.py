"""R2 Setting up."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    all_stop,
    asked,
    balance,
    balances,
    construction,
    fees,
    fresh,
    game,
    lay,
    offers,
    plain_map,
    play,
    stop,
    told,
    total,
    with_track,
)
from trainshed.board.hexes import members
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Bonus
from trainshed.games.dampfross.state import State

TWO = plain_map(start=("Ada", "Bix"))


def connected(state: State) -> set[str]:
    """The towns that are connected."""
    return {state.board.towns[town] for town in members(state.connected)}


def starts(state: State) -> list[str]:
    """What each company is offered as its start town, in playing order; nothing if not asked.

    Everybody takes the town that comes first in the alphabet, and builds nothing.
    """
    found = []
    state = play(state, "throw 1")
    while state.round == 1 and asked(state) != -1:
        choice = sorted(offers(state, "start"))
        found.append(" ".join(choice))
        if choice:
            state = play(state, f"start {choice[0]}")
        state = stop(state)
    return found


@pytest.mark.rule("dampfross", "R2.1")
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_lot_decides_who_begins(seats: int) -> None:
    """All have the same chance."""
    state = fresh(seats)
    odds = {str(action): chance for action, chance in GAME.odds(state).items()}
    assert set(odds) == {f"begin {seat}" for seat in range(seats)}
    assert len(set(odds.values())) == 1


@pytest.mark.rule("dampfross", "R2.1")
def test_the_others_follow_clockwise() -> None:
    """Two begins, then come three, nought and one."""
    state = play(game(4, first=2, sheet=plain_map()), "throw 1")
    found = []
    while asked(state) != -1:
        found.append(asked(state))
        state = stop(state)
    assert found == [2, 3, 0, 1]


@pytest.mark.rule("dampfross", "R2.2")
@pytest.mark.parametrize("name", ["bavaria", "ireland", "france"])
def test_every_account_begins_with_20(name: str) -> None:
    """By both rule sets."""
    assert balances(fresh(4, map=name)) == [20, 20, 20, 20]
    assert total(fresh(4, map=name)) == 0


@pytest.mark.rule("dampfross", "R2.3")
def test_each_chooses_its_start_town_in_its_first_turn() -> None:
    """The first builds before the second has chosen."""
    state = play(game(3, sheet=TWO), "throw 2")
    assert offers(state) == {"start Ada", "start Bix"}
    state = lay(play(state, "start Bix"), "H7-H6-H5")
    assert asked(state) == 1
    assert offers(state) == {"start Ada", "start Bix"}


@pytest.mark.rule("dampfross", "R2.3")
def test_nobody_chooses_twice() -> None:
    """In the second round the question is where to build."""
    state = play(game(3, sheet=TWO), "throw 2")
    for _ in range(3):
        state = play(state, "start Ada", "from D7", "to D6", "stop")
    state = play(state, "throw 2")
    assert offers(state, "start") == set()
    assert offers(state, "from") == {"D7", "D6"}


@pytest.mark.rule("dampfross", "R2.3")
def test_the_only_start_town_is_taken_without_asking() -> None:
    """Whoever comes is asked where to build at once."""
    state = play(game(3, sheet=plain_map()), "throw 2")
    assert offers(state) == {"from D7", "stop"}


@pytest.mark.rule("dampfross", "R2.3")
def test_the_budget_is_thrown_before_the_choice() -> None:
    """The choice belongs to the turn, and the throw opens the round."""
    assert offers(game(3, sheet=TWO), "start") == set()


@pytest.mark.rule("dampfross", "R2.4")
@pytest.mark.parametrize(
    ("name", "towns"), [("bavaria", "München Nürnberg"), ("ireland", "Belfast Dublin")]
)
def test_bavaria_and_ireland_have_two_start_towns(name: str, towns: str) -> None:
    """Any number may start in the same one: all six have the choice, and take the first."""
    assert starts(game(6, map=name)) == [towns] * 6


@pytest.mark.rule("dampfross", "R2.4")
def test_companies_may_start_in_different_towns() -> None:
    """Each builds out of its own."""
    state = play(game(3, map="bavaria"), "throw 1", "start Nürnberg")
    assert offers(state, "from") == {"Q13"}
    state = play(stop(state), "start München")
    assert offers(state, "from") == {"T25"}


@pytest.mark.rule("dampfross", "R2.5")
@pytest.mark.parametrize(("name", "hex_"), [("russia", "N12"), ("france", "U11")])
def test_russia_and_france_have_one(name: str, hex_: str) -> None:
    """Moskau and Paris, without asking."""
    state = game(6, map=name, rules="laurin")
    assert starts(state) == [""] * 6
    state = play(state, "throw 1")
    assert offers(state, "from") == {hex_}


@pytest.mark.rule("dampfross", "R2.6")
@pytest.mark.parametrize(
    ("seats", "two"), [(3, "david"), (2, "david")], ids=["three", "two with David"]
)
def test_three_companies_in_kentucky_start_in_louisville(seats: int, two: str) -> None:
    """Q84 David makes a third."""
    state = game(seats, map="kentucky", two=two)
    assert starts(state) == ["", "", ""]
    assert offers(play(state, "throw 1"), "from") == {"Y8"}


@pytest.mark.rule("dampfross", "R2.6")
def test_two_companies_in_kentucky_start_in_louisville_too() -> None:
    """By rule set B two companies are alone; up to three start there."""
    state = game(2, map="kentucky", rules="france")
    assert offers(state, "start") == set()
    assert state.board.grid.name[state.companies[0].start] == "Y8"


@pytest.mark.rule("dampfross", "R2.6")
@pytest.mark.parametrize(("seats", "two"), [(4, "david"), (2, "double")])
def test_of_four_two_start_in_each_town(seats: int, two: str) -> None:
    """Two have taken Louisville: the others are not asked, and are in Nashville."""
    state = game(seats, map="kentucky", two=two)
    assert starts(state) == ["Louisville Nashville", "Louisville Nashville", "", ""]
    state = play(state, "throw 1", "start Louisville", "stop", "start Louisville", "stop")
    assert offers(state, "from") == {"T19"}


@pytest.mark.rule("dampfross", "R2.6")
def test_they_choose_while_places_last() -> None:
    """One has taken either: the third still has the choice, the fourth has what is left."""
    state = play(game(4, map="kentucky"), "throw 1")
    state = play(state, "start Nashville", "stop", "start Louisville", "stop")
    assert offers(state) == {"start Louisville", "start Nashville"}
    state = play(state, "start Nashville", "stop")
    assert offers(state, "from") == {"Y8"}


@pytest.mark.rule("dampfross", "R2.6")
@pytest.mark.parametrize("seats", [5, 6])
def test_five_or_six_choose_freely(seats: int) -> None:
    """They may all be in the same town."""
    assert starts(game(seats, map="kentucky")) == ["Louisville Nashville"] * seats


@pytest.mark.rule("dampfross", "R2.6")
def test_five_or_six_may_choose_any_town() -> None:
    """Q8 With `start_towns = any`."""
    state = play(game(5, map="kentucky", start_towns="any"), "throw 1")
    towns = {action.town for action in GAME.actions(state) if hasattr(action, "town")}
    assert towns == set(state.board.towns)
    state = play(state, "start Memphis")
    assert offers(state, "from") == {"D24"}
    assert connected(state) == {"Memphis"}


@pytest.mark.rule("dampfross", "R2.6")
def test_any_town_is_for_five_or_six_only() -> None:
    """Four have their places."""
    state = play(game(4, map="kentucky", start_towns="any"), "throw 1")
    assert offers(state, "start") == {"Louisville", "Nashville"}
    assert starts(game(3, map="kentucky", start_towns="any")) == ["", "", ""]


@pytest.mark.rule("dampfross", "R2.4")
def test_any_town_is_for_kentucky_only() -> None:
    """In Bavaria companies start in München or Nürnberg."""
    state = play(game(5, map="bavaria", start_towns="any"), "throw 1")
    assert offers(state, "start") == {"München", "Nürnberg"}


@pytest.mark.rule("dampfross", "R2.7")
def test_a_start_town_is_connected_at_once() -> None:
    """Before anything is built, and only the one that was chosen."""
    state = play(game(3, sheet=TWO), "throw 2")
    assert connected(state) == set()
    state = play(state, "start Bix")
    assert connected(state) == {"Bix"}
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R2.7")
def test_a_start_town_pays_no_bonus_to_others() -> None:
    """Company 1, which started elsewhere, is the first to lay track into Ada."""
    state = construction(3, opener=1, starts=("Ada", "Bix", "Bix"), sheet=TWO)
    state = with_track(state, 1, "H7-G7-F7-E7")
    state = lay(play(state, "throw 2"), "E7-D7")
    assert told(state, Bonus) == []
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R2.7")
def test_a_start_town_that_nobody_chose_is_like_others() -> None:
    """All started in Bix; the first in Ada gets its bonus."""
    state = construction(3, starts=("Bix",) * 3, sheet=TWO)
    assert connected(state) == {"Bix"}
    state = with_track(state, 0, "H7-G7-F7-E7")
    state = lay(play(state, "throw 2"), "E7-D7")
    assert told(state, Bonus) == [Bonus(0, "Ada", 6)]
    assert balance(state, 0) == 26
    assert connected(state) == {"Ada", "Bix"}


@pytest.mark.rule("dampfross", "R2.8")
def test_those_who_start_together_are_joined_there() -> None:
    """In the second round company 0 still owes no junction in Ada."""
    state = with_track(construction(3, sheet=plain_map()), 1, "D7-E7")
    state = lay(play(state, "throw 2"), "D7-D6")
    assert fees(state) == {}


@pytest.mark.rule("dampfross", "R2.8")
def test_they_are_joined_when_they_come_back_too() -> None:
    """Company 0 closes a loop into Ada, where company 1 has built meanwhile."""
    state = with_track(construction(3, sheet=plain_map()), 1, "D7-E7")
    state = with_track(state, 0, "D6-C7")
    state = lay(play(state, "throw 2"), "C7-D7")
    assert fees(state) == {}


@pytest.mark.rule("dampfross", "R2.8")
def test_those_who_start_elsewhere_are_not() -> None:
    """Company 1 started in Bix and pays company 0 in Ada, not company 2 that has no track there."""
    state = construction(3, opener=1, starts=("Ada", "Bix", "Ada"), sheet=TWO)
    state = with_track(with_track(state, 0, "D7-D6"), 1, "H7-G7-F7-E7")
    state = lay(play(state, "throw 2"), "E7-D7")
    assert fees(state) == {0: 1}


@pytest.mark.rule("dampfross", "R2.8")
def test_elsewhere_they_pay_like_anybody() -> None:
    """The next hex is no start town."""
    state = with_track(construction(3, sheet=plain_map()), 1, "D7-D6")
    state = with_track(state, 0, "D7-C7")
    state = lay(play(state, "throw 2"), "C7-D6")
    assert fees(state) == {1: 1}


@pytest.mark.rule("dampfross", "R2.7")
def test_a_company_without_track_builds_from_its_start_town_later() -> None:
    """Q11 Its start town alone is its network."""
    state = play(game(3, sheet=TWO), "throw 1")
    for _ in range(3):
        state = play(state, "start Bix", "stop")
    state = play(state, "throw 1")
    assert offers(state) == {"from H7", "stop"}
    assert all_stop(state).round == 3
