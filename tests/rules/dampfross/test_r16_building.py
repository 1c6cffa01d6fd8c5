"""R16 Building during operation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dampfross.position import (
    asked,
    at_race,
    balance,
    balances,
    construction,
    cost,
    fees,
    lay,
    offers,
    operation,
    plain_map,
    play,
    refused,
    stop,
    told,
    total,
    with_connected,
    with_money,
    with_track,
)
from trainshed.games.dampfross.actions import Bonus, Cancelled
from trainshed.games.dampfross.state import State

PLAIN = plain_map()


def extra(state: State, *, races: int = 2, money: tuple[int, ...] = ()) -> State:
    """So many races have been run, the last of them cancelled: companies may build."""
    state = operation(state, races=races - 1)
    for company, amount in enumerate(money):
        state = with_money(state, company, amount)
    return at_race(state, 24, 35)


def builders(state: State) -> list[int | None]:
    """Who is asked whether to build, when nobody does."""
    found = []
    while "stop" in offers(state):
        found.append(asked(state))
        state = play(state, "stop")
    return found


@pytest.mark.rule("dampfross", "R16.1")
@pytest.mark.parametrize("number", range(1, 18))
def test_companies_build_after_every_second_race(number: int) -> None:
    """A-sched-02 The race was cancelled, which makes no difference."""
    state = extra(construction(3, sheet=PLAIN), races=number)
    assert told(state, Cancelled)
    assert (builders(state) != []) == (number % 2 == 0)


@pytest.mark.rule("dampfross", "R16.1")
def test_they_build_after_a_race_that_was_run() -> None:
    """Company 0 alone runs the second race."""
    state = with_track(construction(3, sheet=PLAIN), 0, "D7-E7-F7-G7-H7")
    state = at_race(operation(state, races=1), 11, 14)
    state = play(state, "enter D7-E7-F7-G7-H7")
    while "stay" in offers(state):
        state = play(state, "stay")
    assert balances(state) == [40, 20, 20]
    assert builders(state) == [2, 1, 0]


@pytest.mark.rule("dampfross", "R16.1")
@pytest.mark.parametrize(
    ("races", "options"),
    [(18, {"sheet": PLAIN}), (18, {"map": "ireland"}), (12, {"sheet": PLAIN, "races": "12"})],
)
def test_not_after_the_last_race(races: int, options: dict[str, Any]) -> None:
    """The game is over."""
    state = extra(construction(3, **options), races=races)
    assert state.over


@pytest.mark.rule("dampfross", "R16.1")
def test_then_the_next_race_is_drawn() -> None:
    """When all have built or stopped."""
    state = extra(construction(3, sheet=PLAIN))
    for _ in range(3):
        state = play(state, "stop")
    assert asked(state) == -1
    assert offers(state, "dice")


@pytest.mark.rule("dampfross", "R16.2")
@pytest.mark.parametrize(
    ("money", "order"),
    [((20, 30, 10), [2, 0, 1]), ((20, 20, 20), [2, 1, 0]), ((5, 9, 7), [0, 2, 1])],
)
def test_the_poorest_builds_first(money: tuple[int, ...], order: list[int]) -> None:
    """Of equals, the later in playing order."""
    assert builders(extra(construction(3, sheet=PLAIN), money=money)) == order


@pytest.mark.rule("dampfross", "R16.2")
def test_the_order_is_fixed_when_building_begins() -> None:
    """Company 0 builds first and gets the bonus of Bix, which makes it the richest: no matter."""
    state = with_track(construction(3, sheet=PLAIN), 0, "H5-H6")
    state = extra(with_track(state, 2, "D7-D6-D5"), money=(5, 8, 6))
    state = stop(lay(state, "H6-H7"))
    assert balances(state) == [10, 8, 6]
    assert asked(state) == 2
    state = stop(lay(state, "D5-D4-D3"))
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R16.2")
def test_what_others_pay_does_not_change_it_either() -> None:
    """Company 2 gets a junction from company 0 and is then richer than company 1."""
    state = with_track(construction(3, sheet=PLAIN), 2, "F1-F2")
    state = extra(with_track(state, 0, "D2-E2"), money=(5, 8, 8))
    assert asked(state) == 0
    state = stop(lay(state, "E2-F2"))
    assert balances(state) == [3, 8, 9]
    assert asked(state) == 2


@pytest.mark.rule("dampfross", "R16.3")
def test_the_account_pays_the_bank() -> None:
    """Three plain segments."""
    state = extra(construction(3, sheet=PLAIN))
    bank = state.bank
    assert asked(state) == 2
    state = lay(state, "D7-D6-D5-D4")
    assert cost(state) == 1
    assert balance(state, 2) == 17
    assert state.bank == bank + 3
    assert total(state) == 0


@pytest.mark.rule("dampfross", "R16.3")
def test_ten_credits_are_the_limit() -> None:
    """Ten plain segments, and the turn is over although there is money left."""
    state = extra(construction(3, sheet=PLAIN))
    state = lay(state, "D7-D6-D5-D4-D3-D2-D1-C1-B1-A1-A2")
    assert balance(state, 2) == 10
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R16.3")
def test_nothing_is_begun_that_goes_beyond() -> None:
    """After 8 of the 10 a mountain is too dear."""
    state = extra(construction(3, sheet=plain_map(mountains="B1")))
    state = lay(state, "D7-D6-D5-D4-D3-D2-D1-C2-C1")
    assert "B1" not in offers(state, "to")


@pytest.mark.rule("dampfross", "R16.3")
def test_the_reason_is_the_limit_of_operation() -> None:
    """As before; there is no budget of a die any more."""
    state = extra(construction(3, sheet=plain_map(mountains="B1")))
    state = lay(state, "D7-D6-D5-D4-D3-D2-D1-C2-C1")
    assert refused(state, "to B1") == "R16.3"


@pytest.mark.rule("dampfross", "R16.3")
def test_a_segment_may_cost_9() -> None:
    """Two mountains and a wide river, which no die allows."""
    sheet = plain_map(mountains="D6 D5", wide=["D6 N"])
    state = extra(with_track(construction(3, sheet=sheet), 2, "D7-D6"))
    state = lay(state, "D6-D5")
    assert cost(state) == 9
    assert balance(state, 2) == 11


@pytest.mark.rule("dampfross", "R16.3")
@pytest.mark.parametrize("money", [0, 1, 2])
def test_the_account_must_cover_it(money: int) -> None:
    """As many segments as credits; with nothing a company is not asked, or can only stop."""
    state = extra(construction(3, sheet=PLAIN), money=(20, 20, money))
    if money:
        assert asked(state) == 2
        state = lay(state, "D7-D6-D5-D4"[: 3 * money + 2])
        assert balance(state, 2) == 0
    assert asked(state) == 1 or offers(state) == {"stop"}


@pytest.mark.rule("dampfross", "R16.4")
def test_fees_come_on_top_of_the_10() -> None:
    """Ten segments with a junction on the way: 11 credits."""
    state = with_track(construction(3, sheet=PLAIN), 0, "D2-E2")
    state = lay(extra(state), "D7-D6-D5-D4-D3-D2-D1-C1-B1-A1-A2")
    assert balances(state) == [21, 20, 9]
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R16.4")
@pytest.mark.parametrize(("money", "possible"), [(5, False), (6, True)])
def test_they_are_limited_by_the_balance(money: int, *, possible: bool) -> None:
    """A doubled segment with one junction: 1 to the bank and 5 to the rival."""
    state = with_track(construction(3, sheet=PLAIN), 0, "F1-F2")
    state = with_track(state, 2, "E1-F1")
    state = extra(state, money=(20, 20, money))
    state = play(state, "from F1")
    assert ("F2" in offers(state, "to")) == possible
    if possible:
        state = play(state, "to F2")
        assert fees(state) == {0: 5}
        assert balances(state) == [25, 20, 0]


@pytest.mark.rule("dampfross", "R16.4")
def test_the_budget_of_construction_is_not_at_hand() -> None:
    """What was thrown in the last round has no meaning any more."""
    state = extra(construction(3, sheet=PLAIN), money=(20, 20, 1))
    state = lay(state, "D7-D6")
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R16.5")
def test_the_town_bonus_is_still_paid() -> None:
    """Bix was not connected."""
    state = extra(with_track(construction(3, sheet=PLAIN), 2, "H5-H6"))
    state = lay(state, "H6-H7")
    assert told(state, Bonus) == [Bonus(2, "Bix", 6)]
    assert balance(state, 2) == 20 - 1 + 6


@pytest.mark.rule("dampfross", "R16.5")
def test_the_last_towns_end_nothing() -> None:
    """Four are left, and then three: building goes on."""
    state = extra(with_track(construction(3, sheet=PLAIN), 2, "H5-H6"))
    left = {"Bix", "Cob", "Dun", "Ely"}
    state = with_connected(state, [t for t in state.board.towns if t not in left])
    state = lay(state, "H6-H7")
    assert asked(state) == 2
    assert "to H8" in offers(state)


@pytest.mark.rule("dampfross", "R16.5")
def test_places_are_those_of_construction() -> None:
    """Only where the own network is, not twice, not on water, and not along the frontier."""
    sheet = plain_map(land={"D5": "~", "A4": "b", "A5": "b"})
    state = with_track(construction(3, sheet=sheet), 2, "D7-D6", "B4-A4")
    state = extra(with_track(state, 1, "H1-H2"))
    assert offers(state, "from") == {"D7", "D6", "B4", "A4"}
    assert not offers(play(state, "from D6"), "to") & {"D5", "D7"}
    assert "A5" not in offers(play(state, "from A4"), "to")


@pytest.mark.rule("dampfross", "R16.5")
def test_costs_are_those_of_the_ground() -> None:
    """A river costs 3 and a mountain 3."""
    state = extra(construction(3, sheet=plain_map(mountains="D8", rivers=["D7 N"])))
    assert cost(lay(state, "D7-D6")) == 3
    assert cost(lay(state, "D7-D8")) == 3
