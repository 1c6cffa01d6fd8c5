"""R15 Ranking and prizes."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import balances, play, told, total
from tests.rules.dampfross.races import declare, prizes, race, row
from trainshed.games.dampfross.actions import Prize
from trainshed.games.dampfross.draw import DrawStart
from trainshed.games.dampfross.state import State

LINE = row("A5", "H5")
"""Seven steps."""


def running(*money: int) -> State:
    """As many companies as balances run over the same line; the richest is company 0."""
    state = race(*(LINE,) * len(money), east="H5", money=money)
    return play(state, *(f"enter {LINE}",) * len(money))


def throws(state: State, *rounds: str) -> State:
    """Rounds such as `316`: each train throws one of these."""
    return play(state, *(f"throw {pips}" for thrown in rounds for pips in thrown))


def places(state: State) -> dict[int, int]:
    """The places of the trains, as far as they are told."""
    return {item.company: item.place for item in told(state, Prize)}


@pytest.mark.rule("dampfross", "R15.1")
def test_more_points_left_rank_before_fewer() -> None:
    """Vector A-rank-01: black and white arrive in round 4 with 2 and 3 points left."""
    state = throws(running(40, 30, 20), "111", "111", "121", "661")
    assert isinstance(state.stack[-1], DrawStart)
    assert prizes(state) == {1: 20, 0: 10}
    assert balances(state) == [50, 50, 20]


@pytest.mark.rule("dampfross", "R15.1")
def test_an_earlier_round_ranks_before_a_later_one() -> None:
    """Company 1 arrives one round later with 5 points left, company 0 had none."""
    state = throws(running(40, 30, 20), "651", "111", "61")
    assert prizes(state) == {0: 20, 1: 10}
    assert places(state)[0] == 1


@pytest.mark.rule("dampfross", "R15.1")
def test_trains_that_are_equal_in_both_share_their_place() -> None:
    state = throws(running(40, 30, 20), "661", "331")
    assert places(state)[0] == places(state)[1] == 1


@pytest.mark.rule("dampfross", "R15.1")
def test_the_order_of_arrival_within_a_round_does_not_count() -> None:
    """The poorest throws last, and has the most points left."""
    state = throws(running(40, 30, 20), "556", "466")
    assert prizes(state) == {2: 20, 1: 10}
    assert balances(state) == [40, 40, 40]


@pytest.mark.rule("dampfross", "R15.2")
def test_the_first_gets_twenty_and_the_second_ten() -> None:
    state = running(40, 30, 20, 10)
    bank = state.bank
    state = throws(state, "6543", "6655")
    assert balances(state) == [60, 40, 20, 10]
    assert state.bank == bank - 30
    assert total(state) == 0


@pytest.mark.rule("dampfross", "R15.3")
def test_two_that_share_the_first_place_get_fifteen_each() -> None:
    """Vector A-prize-01; company 2 would be second in the same round, and gets nothing."""
    state = throws(running(60, 40, 20), "665", "665")
    assert balances(state) == [75, 55, 20]
    assert prizes(state) == {0: 15, 1: 15}


@pytest.mark.rule("dampfross", "R15.3")
def test_three_winners_share_thirty() -> None:
    state = throws(running(60, 40, 20, 10), "6661", "3331")
    assert balances(state) == [70, 50, 30, 10]


@pytest.mark.rule("dampfross", "R15.4")
def test_three_seconds_get_four_three_and_three() -> None:
    """Vector A-prize-02: green has 50, black 40, white 60 and red 55."""
    state = race(LINE, LINE, LINE, LINE, east="H5", money=(50, 40, 60, 55))
    state = play(state, *(f"enter {LINE}",) * 4)
    # they run in the order white, red, green, black
    state = throws(state, "5565", "1111", "666")
    assert prizes(state) == {0: 20, 1: 4, 2: 3, 3: 3}
    assert balances(state) == [70, 44, 63, 58]


@pytest.mark.rule("dampfross", "R15.4")
def test_two_odd_credits_go_to_the_two_poorest() -> None:
    """Vector A-prize-03: 30 among four."""
    state = throws(running(40, 30, 20, 10), "6666", "3333")
    assert prizes(state) == {0: 7, 1: 7, 2: 8, 3: 8}


@pytest.mark.rule("dampfross", "R15.4")
def test_of_three_that_share_ten_the_poorest_is_found_after_the_charges() -> None:
    """Before the race company 0 had 26, more than companies 1 and 2; now it has 21."""
    north = "A5-" + row("A4", "G4") + "-H4-H5"
    line = north.split("-")
    own, rest = "-".join(line[:6]), "-".join(line[5:])
    state = race(own, f"{LINE} {north}", LINE, LINE, east="H5", money=(26, 25, 24, 40))
    way = "-".join([own, *(f"{hex_}:1" for hex_ in rest.split("-")[1:])])
    state = declare(play(state, f"enter {LINE}"), way)
    state = play(state, f"enter {LINE}", f"enter {LINE}")
    assert balances(state) == [21, 30, 24, 40]
    # they run in the order 3, 1, 2, 0; the way of company 0 has two steps more
    state = throws(state, "6556", "1112", "666")
    assert prizes(state) == {3: 20, 0: 4, 1: 3, 2: 3}


@pytest.mark.rule("dampfross", "R15.4")
def test_of_equal_balances_the_later_in_order_counts_as_the_poorer() -> None:
    """R1.5 Ten among three; all have 20."""
    state = race(LINE, LINE, LINE, LINE, east="H5", money=(20, 20, 20, 40))
    state = play(state, *(f"enter {LINE}",) * 4)
    state = throws(state, "6555", "1111", "666")
    assert prizes(state) == {3: 20, 0: 3, 1: 3, 2: 4}
