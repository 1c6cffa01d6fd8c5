"""R23 Rule set B: fees and bonus."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dampfross.position import (
    accepts,
    asked,
    balances,
    fees,
    game,
    lay,
    plain_map,
    play,
    stop,
    told,
    total,
    with_track,
)
from tests.rules.dampfross.races import building
from trainshed.games.dampfross.actions import Bonus
from trainshed.games.dampfross.state import State

WHITE = "F1-F2-F3-F4"
"""The line of company 1 in most of these tests."""


def paid(state: State, *paths: str) -> dict[int, int]:
    """What company 0 pays each rival for these segments, one after another."""
    before = balances(state)
    after = balances(lay(state, *paths))
    found = {n: after[n] - before[n] for n in range(1, len(before)) if after[n] != before[n]}
    assert sum(found.values()) == before[0] - after[0]
    return found


@pytest.mark.rule("dampfross", "R23.1")
def test_a_doubled_segment_costs_two_and_no_junction() -> None:
    """Vector B-fee-02."""
    state = building("E1-F1", WHITE, "")
    assert paid(state, "F1-F2-F3") == {1: 4}
    assert fees(lay(state, "F1-F2")) == {1: 2}


@pytest.mark.rule("dampfross", "R23.1")
def test_each_rival_on_it_gets_two() -> None:
    state = building("E1-F1", WHITE, "F1-F2")
    assert paid(state, "F1-F2") == {1: 2, 2: 2}


@pytest.mark.rule("dampfross", "R23.1")
def test_a_rival_that_is_only_in_the_hex_still_gets_its_junction() -> None:
    """Company 1 is on the segment, company 2 only crosses in F2."""
    state = building("E1-F1", WHITE, "E3-F2-G2")
    assert paid(state, "F1-F2") == {1: 2, 2: 1}


@pytest.mark.rule("dampfross", "R23.1")
def test_companies_are_joined_in_the_hex_it_enters() -> None:
    """F1-F2 is doubled; another branch into F2 then owes nothing."""
    state = building("E1-F1 E2-E3", WHITE, "")
    assert paid(state, "F1-F2", "E2-F2") == {1: 2}


@pytest.mark.rule("dampfross", "R23.2")
def test_a_junction_costs_one() -> None:
    """Vector B-fee-01: one crossing, nothing for leaving."""
    state = building("D1-E2", WHITE, "")
    assert fees(lay(state, "E2-F2")) == {1: 1}
    assert paid(state, "E2-F2-G3") == {1: 1}


@pytest.mark.rule("dampfross", "R23.2")
def test_each_rival_in_the_hex_gets_one() -> None:
    state = building("D1-E2", WHITE, "G2-F2")
    assert paid(state, "E2-F2") == {1: 1, 2: 1}


@pytest.mark.rule("dampfross", "R23.2")
def test_once_for_each_hex_and_pair() -> None:
    state = building("D1-E2 E2-E3", WHITE, "")
    assert paid(state, "E2-F2", "E3-F2") == {1: 1}
    assert paid(state, "E2-F2", "E3-F3") == {1: 2}


@pytest.mark.rule("dampfross", "R23.2")
def test_nothing_is_owed_in_the_hex_where_it_begins() -> None:
    """Company 0 has come to F2 long ago."""
    state = building("D1-E2-F2", WHITE, "")
    assert paid(state, "F2-G2") == {}


@pytest.mark.rule("dampfross", "R23.3")
def test_no_junction_is_owed_in_towns() -> None:
    """Vector B-fee-03."""
    state = building("D1-E2", WHITE, "", towns={"Ivo": "F2"})
    state = lay(state, "E2-F2")
    assert fees(state) == {}
    state = lay(state, "F2-G3")
    assert fees(state) == {}


@pytest.mark.rule("dampfross", "R23.3")
def test_a_doubled_segment_is_paid_even_in_towns() -> None:
    state = building("E1-F1", WHITE, "", towns={"Ivo": "F2"})
    assert fees(lay(state, "F1-F2")) == {1: 2}
    state = building("E1-F1", WHITE, "", towns={"Ivo": "F1", "Jod": "F2"})
    assert fees(lay(state, "F1-F2")) == {1: 2}


@pytest.mark.rule("dampfross", "R23.4")
def test_in_the_first_round_nothing_is_owed() -> None:
    state = game(3, sheet=plain_map(), rules="france")
    for _ in range(3):
        state = play(state, "to E7")
        assert fees(state) == {}
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R23.4")
def test_companies_that_take_the_same_side_are_joined_in_both_hexes() -> None:
    """All have D7-D8; company 0 comes to D8 again from another side."""
    state = building("C9-C10", "", "")
    assert paid(state, "C9-D8") == {}
    assert paid(state, "D7-C7") == {}


@pytest.mark.rule("dampfross", "R23.5")
def test_nobody_is_asked_and_no_account_falls_below_zero() -> None:
    state = building("E1-F1", WHITE, "F1-F2", money=(4, 20, 20))
    state = lay(state, "F1-F2")
    assert balances(state) == [0, 22, 22]
    assert total(state) == 0
    for money in (3, 0):
        state = building("E1-F1", WHITE, "F1-F2", money=(money, 20, 20))
        assert not accepts(play(state, "from F1"), "to F2")
        assert accepts(play(state, "from F1"), "to G1")


@pytest.mark.rule("dampfross", "R23.5")
def test_except_with_debt() -> None:
    state = building("E1-F1", WHITE, "F1-F2", money=(3, 20, 20), options={"debt": True})
    assert balances(lay(state, "F1-F2")) == [-1, 22, 22]


@pytest.mark.rule("dampfross", "R23.6")
def test_the_first_company_in_a_town_gets_five() -> None:
    state = building("E3-F3", "", "", towns={"Ivo": "F2"})
    state = lay(state, "F3-F2")
    assert [(bonus.company, bonus.place, bonus.amount) for bonus in told(state, Bonus)] == [
        (0, "Ivo", 5)
    ]
    assert balances(state) == [25, 20, 20]


@pytest.mark.rule("dampfross", "R23.6")
def test_later_ones_get_nothing() -> None:
    state = building("E3-F3", "G2-F2", "", towns={"Ivo": "F2"})
    state = lay(state, "F3-F2")
    assert not told(state, Bonus)
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R23.6")
def test_the_bonus_does_not_help_to_pay_the_fees() -> None:
    """R23.5 The doubled segment into the town costs 2, and company 0 has 1."""
    state = building("E1-F1", "F1-F2", "", towns={"Ivo": "F2"}, money=(1, 20, 20))
    assert not accepts(play(state, "from F1"), "to F2")


@pytest.mark.rule("dampfross", "R23.6")
def test_the_start_town_pays_nothing_to_those_who_start_there() -> None:
    state = game(3, sheet=plain_map(), rules="france")
    state = play(state, "to E7", "to E7", "to E7")
    assert balances(state) == [20, 20, 20]
    state = building("C8-C9", "", "")
    state = lay(state, "C8-D7")
    assert not told(state, Bonus)


COUNTRIES = {
    "b": "Belgique",
    "x": "Luxembourg",
    "d": "Allemagne",
    "s": "Suisse",
    "i": "Italie",
    "e": "Espagne",
    "a": "Andorre",
    "g": "Grande-Bretagne",
}


def france(*lines: str) -> State:
    """Company 0 opens the second round in France with a six."""
    state = play(game(3, first=2, map="france"), *("to U12",) * 3)
    for company, line in enumerate(lines):
        state = with_track(state, company, *line.split())
    return play(state, "throw 6")


def crossings(letter: str) -> list[tuple[str, str, str]]:
    """Hexes of a country with a neighbour at home, and another one at home behind that."""
    board = france().board
    found = []
    for there, region in board.region.items():
        for here in board.grid.neighbours[there]:
            if region == letter and here >= 0 and board.home >> here & 1:
                behind = next(
                    n for n in board.grid.neighbours[here] if n >= 0 and board.home >> n & 1
                )
                name = board.grid.name
                found.append((name[behind], name[here], name[there]))
    return found


@pytest.mark.rule("dampfross", "R23.7")
@pytest.mark.parametrize("letter", COUNTRIES)
def test_the_first_in_a_foreign_destination_gets_five(letter: str) -> None:
    """Vector B-bonus-01, for all eight; later ones get nothing."""
    behind, here, there = crossings(letter)[0]
    state = lay(france(f"{behind}-{here}"), f"{here}-{there}")
    assert [(bonus.place, bonus.amount) for bonus in told(state, Bonus)] == [(COUNTRIES[letter], 5)]
    assert balances(state) == [25, 20, 20]
    state = play(game(3, first=2, map="france"), *("to U12",) * 3)
    state = with_track(with_track(state, 0, f"{behind}-{here}"), 1, f"{behind}-{here}")
    state = lay(play(state, "throw 6"), f"{here}-{there}")
    state = state if asked(state) == 1 else stop(state)
    state = lay(state, f"{here}-{there}")
    assert not told(state, Bonus)
    assert balances(state) == [27, 18, 20]


@pytest.mark.rule("dampfross", "R23.7")
@pytest.mark.parametrize("letter", "bdsi")
def test_a_country_is_reached_in_any_of_its_hexes_but_pays_once(letter: str) -> None:
    places = crossings(letter)
    (one, here, first), (other, near, second) = places[0], places[-1]
    assert first != second
    assert balances(lay(france(f"{one}-{here}"), f"{here}-{first}"))[0] == 25
    assert balances(lay(france(f"{other}-{near}"), f"{near}-{second}"))[0] == 25
    state = play(game(3, first=2, map="france"), *("to U12",) * 3)
    state = with_track(with_track(state, 0, f"{one}-{here}"), 1, f"{other}-{near}")
    state = lay(play(state, "throw 6"), f"{here}-{first}")
    state = state if asked(state) == 1 else stop(state)
    state = lay(state, f"{near}-{second}")
    assert not told(state, Bonus)
    assert balances(state) == [25, 20, 20]


@pytest.mark.rule("dampfross", "R23.8")
def test_on_other_maps_destinations_are_the_countries_of_the_special_table() -> None:
    """Bland is named by the hex P5 alone, Cland not at all; N1 is a place at home."""
    places: dict[str, Any] = {
        "land": {"P5": "b", "P6": "b", "A1": "c"},
        "special": [("P5",), *[("N1",)] * 5],
    }
    state = building("O4-O5 O5-O6 B1-B2 M1-M2", "", "", **places)
    assert balances(lay(state, "O5-P5"))[0] == 25
    assert balances(lay(state, "O6-P6"))[0] == 20
    assert balances(lay(state, "B1-A1"))[0] == 20
    assert balances(lay(state, "M1-N1"))[0] == 20


@pytest.mark.rule("dampfross", "R23.8")
def test_a_region_of_the_special_table_is_reached_in_all_its_frontier_hexes() -> None:
    places: dict[str, Any] = {"land": {"P5": "b", "P6": "b"}, "special": [("region b",)] * 6}
    state = building("O4-O5 O5-O6", "", "", **places)
    assert balances(lay(state, "O5-P5"))[0] == 25
    assert balances(lay(state, "O6-P6"))[0] == 25
    assert balances(lay(state, "O5-P5", "O6-P6"))[0] == 25


@pytest.mark.rule("dampfross", "R23.8")
def test_where_all_land_is_home_there_are_none() -> None:
    places: dict[str, Any] = {"land": {"P5": "b"}, "special": [("P5",)] * 6, "abroad": "anywhere"}
    state = building("O4-O5", "", "", **places)
    assert balances(lay(state, "O5-P5"))[0] == 20
