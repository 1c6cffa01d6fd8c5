"""R3 Construction: rounds and budget."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    asked,
    balance,
    balances,
    construction,
    cost,
    fees,
    game,
    has_track,
    lay,
    offers,
    operation,
    plain_map,
    play,
    refused,
    standing,
    stop,
    told,
    with_money,
    with_track,
)
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Bonus, Laid, Round
from trainshed.games.dampfross.state import State

HILLS = plain_map(mountains="D5 D6", rivers=["D6 N"])
"""Two mountains north of Ada with a river between them."""


def turns(state: State) -> list[int | None]:
    """Who is asked in this round, when all stop at once."""
    found = []
    while asked(state) != -1:
        found.append(asked(state))
        state = stop(state)
    return found


@pytest.mark.rule("dampfross", "R3.1")
def test_one_die_is_thrown() -> None:
    """Six results with the same chance."""
    state = construction(3, sheet=plain_map())
    assert asked(state) == -1
    odds = {str(action): chance for action, chance in GAME.odds(state).items()}
    assert set(odds) == {f"throw {pips}" for pips in range(1, 7)}
    assert len(set(odds.values())) == 1


@pytest.mark.rule("dampfross", "R3.1")
@pytest.mark.parametrize("pips", range(1, 7))
def test_the_throw_is_the_budget_of_everybody(pips: int) -> None:
    """Each of the three can lay as many plain segments, and no more."""
    state = play(construction(3, sheet=plain_map()), f"throw {pips}")
    assert told(state, Round) == [Round(2, pips)]
    path = "D7-D6-D5-D4-D3-D2-D1"[: 3 * pips + 2]
    for company in range(3):
        assert asked(state) == company
        state = lay(with_money(state, company, 200), path)
    assert asked(state) == -1
    assert all(has_track(company, state.board, path) for company in state.companies)


@pytest.mark.rule("dampfross", "R3.2")
def test_companies_build_clockwise_from_the_one_that_opened() -> None:
    """Each round the next one opens."""
    state = construction(4, opener=2, sheet=plain_map())
    for order in ([2, 3, 0, 1], [3, 0, 1, 2], [0, 1, 2, 3]):
        state = play(state, "throw 1")
        assert turns(state) == order
        state = lay(state, "D7-D6" if order[0] == 2 else "D7-D8" if order[0] == 3 else "D7-E7")
        while asked(state) != -1:
            state = stop(state)


@pytest.mark.rule("dampfross", "R3.2")
def test_the_second_round_is_opened_by_the_neighbour() -> None:
    """Two began: company 0 is next."""
    state = play(game(3, first=2, sheet=plain_map()), "throw 1")
    assert turns(state) == [2, 0, 1]
    for _ in range(3):
        state = stop(state)
    assert turns(play(state, "throw 1")) == [0, 1, 2]


@pytest.mark.rule("dampfross", "R3.3")
def test_building_goes_on_from_the_new_hex() -> None:
    """Segment after segment."""
    state = lay(play(construction(3, sheet=plain_map()), "throw 4"), "D7-D6")
    assert standing(state) == "D6"
    assert "to D5" in offers(state)


@pytest.mark.rule("dampfross", "R3.3")
def test_the_budget_may_be_spread() -> None:
    """Four segments in three places, one of them in the middle of an older line."""
    state = with_track(construction(3, sheet=plain_map()), 0, "D7-D6-D5")
    state = play(state, "throw 4")
    assert offers(state, "from") == {"D7", "D6", "D5"}
    state = lay(state, "D5-D4", "D7-D8-D9", "D6-E6")
    assert asked(state) == 1
    for path in ("D7-D6-D5-D4", "D7-D8-D9", "D6-E6"):
        assert has_track(state.companies[0], state.board, path)


@pytest.mark.rule("dampfross", "R3.4")
def test_a_company_may_build_nothing() -> None:
    """Nobody does, and the next round is opened."""
    state = play(construction(3, sheet=plain_map()), "throw 6", "stop", "stop", "stop")
    assert state.round == 3
    assert balances(state) == [20, 20, 20]
    assert not any(company.cells for company in state.companies)


@pytest.mark.rule("dampfross", "R3.4")
def test_it_may_stop_at_any_time() -> None:
    """After one segment of six."""
    state = play(lay(play(construction(3, sheet=plain_map()), "throw 6"), "D7-D6"), "stop")
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R3.4")
def test_what_is_left_is_lost() -> None:
    """Five credits are not there in the next round, whose throw is 1."""
    state = play(lay(play(construction(3, sheet=plain_map()), "throw 6"), "D7-D6"), "stop")
    state = play(state, "stop", "stop", "throw 1", "stop", "stop")
    assert asked(state) == 0
    state = lay(state, "D6-D5")
    assert asked(state) == -1
    assert balance(state, 0) == 20


@pytest.mark.rule("dampfross", "R3.5")
@pytest.mark.parametrize(("pips", "possible"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_segment_is_paid_as_a_whole(*, pips: int, possible: bool) -> None:
    """Up to the mountain it costs 3."""
    state = play(construction(3, sheet=HILLS), f"throw {pips}", "from D7")
    assert ("D6" in offers(state, "to")) == possible
    if not possible:
        assert refused(state, "to D6") == "R3.5"


@pytest.mark.rule("dampfross", "R3.5")
def test_what_is_left_of_the_budget_decides() -> None:
    """After 2 of 4 nothing is left for the mountain."""
    state = play(construction(3, sheet=HILLS), "throw 4")
    state = lay(state, "D7-C7-C6")
    assert "to D6" not in offers(state)
    assert refused(state, "to D6") == "R3.5"
    assert asked(state) == 0


@pytest.mark.rule("dampfross", "R3.5")
def test_budget_is_not_saved() -> None:
    """A-cost-12 With 4 a segment that costs 5 cannot be begun, and the 4 are lost."""
    state = construction(3, sheet=plain_map(mountains="D5 D6"))
    state = with_track(state, 0, "D7-D6")
    state = play(state, "throw 4")
    assert "D5" not in offers(play(state, "from D6"), "to")
    state = play(stop(state), "stop", "stop", "throw 4", "stop", "stop")
    assert asked(state) == 0
    assert "D5" not in offers(play(state, "from D6"), "to")


@pytest.mark.rule("dampfross", "R3.5")
def test_what_costs_7_is_built_during_operation_only() -> None:
    """A-cost-13 Two mountains with a river between them."""
    state = with_track(construction(3, sheet=HILLS), 0, "D7-D6")
    assert "D5" not in offers(play(state, "throw 6", "from D6"), "to")
    state = operation(with_money(state, 0, 10), races=1)
    state = play(state, "dice 2 1", "dice 3 1")
    assert asked(state) == 0
    state = lay(state, "D6-D5")
    assert told(state, Laid) == [Laid(0, "D6", "D5", 7, ())]


@pytest.mark.rule("dampfross", "R3.6")
def test_construction_is_not_paid_from_the_account() -> None:
    """Six segments, and all have what they had; even with nothing one builds."""
    state = with_money(construction(3, sheet=plain_map()), 0, 0)
    state = lay(play(state, "throw 6"), "D7-D6-D5-D4-D3-D2-D1")
    assert balances(state) == [0, 20, 20]
    assert state.bank == -40


@pytest.mark.rule("dampfross", "R3.6")
def test_money_does_not_help_the_budget() -> None:
    """With 1 and a full account there is one segment."""
    state = with_money(construction(3, sheet=plain_map()), 0, 99)
    state = lay(play(state, "throw 1"), "D7-D6")
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R3.6")
def test_accounts_pay_fees() -> None:
    """The junction is not taken from the budget: 1 is enough for a segment and its fee."""
    state = with_track(construction(3, sheet=plain_map()), 1, "D7-D6")
    state = with_track(state, 0, "D7-C7")
    state = lay(play(state, "throw 1"), "C7-D6")
    assert fees(state) == {1: 1}
    assert balances(state) == [19, 21, 20]


@pytest.mark.rule("dampfross", "R3.7")
def test_fees_and_bonuses_are_booked_segment_by_segment() -> None:
    """First a junction in H6, then the bonus of Bix."""
    state = with_track(construction(3, sheet=plain_map()), 1, "G6-H6")
    state = with_track(state, 0, "H4-H5")
    state = lay(play(state, "throw 6"), "H5-H6")
    assert balances(state) == [19, 21, 20]
    assert told(state, Bonus) == []
    state = play(state, "to H7")
    assert cost(state) == 1
    assert told(state, Bonus) == [Bonus(0, "Bix", 6)]
    assert balances(state) == [25, 21, 20]


@pytest.mark.rule("dampfross", "R3.7")
def test_money_of_one_segment_pays_the_next() -> None:
    """With nothing on the account, the bonus of Bix pays the junction behind it."""
    state = with_track(construction(3, sheet=plain_map()), 1, "G8-H8")
    state = with_money(with_track(state, 0, "H5-H6"), 0, 0)
    state = lay(play(state, "throw 6"), "H6-H7-H8")
    assert balances(state) == [5, 21, 20]


@pytest.mark.rule("dampfross", "R3.8")
def test_in_russia_the_first_round_leaves_moskau_by_one_side() -> None:
    """After a segment out of Moskau there is no other out of it."""
    state = play(game(3, map="russia"), "throw 6", "from N12")
    assert len(offers(state, "to")) == 6
    state = play(state, "to N11", "back")
    assert offers(state, "from") == {"N11"}


@pytest.mark.rule("dampfross", "R3.8")
def test_the_reason_is_the_one_side() -> None:
    """Moskau is refused because of the first round, not because of a segment that is there."""
    state = play(game(3, map="russia"), "throw 6", "from N12", "to N11", "back")
    assert refused(state, "from N12") == "R3.8"


@pytest.mark.rule("dampfross", "R3.8")
def test_each_company_has_its_own_side() -> None:
    """The second may take another, or the same."""
    state = play(game(3, map="russia"), "throw 1", "from N12", "to N11", "from N12")
    assert asked(state) == 1
    assert len(offers(state, "to")) == 6


@pytest.mark.rule("dampfross", "R3.8")
def test_from_the_second_round_on_all_sides_are_open() -> None:
    """The five that are left."""
    state = play(game(3, map="russia"), "throw 1", "from N12", "to N11", "stop", "stop")
    state = play(state, "throw 6", "stop", "stop", "from N12")
    assert asked(state) == 0
    assert offers(state, "to") == {"N13", "O12", "O13", "M12", "M13"}


@pytest.mark.rule("dampfross", "R3.8")
def test_elsewhere_the_first_round_is_free() -> None:
    """Out of München by six sides if the budget allows."""
    state = play(game(3, map="bavaria"), "throw 6", "start München", "from T25", "to T24", "back")
    assert offers(state, "from") == {"T24", "T25"}
