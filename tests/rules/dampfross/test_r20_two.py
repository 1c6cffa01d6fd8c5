"""R20 Two players."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    asked,
    at_race,
    balance,
    balances,
    construction,
    fees,
    fresh,
    game,
    has_track,
    lay,
    offers,
    operation,
    plain_map,
    play,
    stop,
    told,
    with_money,
    with_track,
)
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Bonus, Charged, Prize, Won
from trainshed.games.dampfross.state import State

PLAIN = plain_map()
DAVID = 2
WAY = "D7-E7-F7-G7-H7"


def davids_turn(*tracks: str, handler: int = 0, money: int = 20) -> State:
    """The second round: David builds, handled by this player, with a budget of 6.

    The tracks are those of company 0, of company 1 and of David.
    """
    state = construction(2, opener=2 if handler == 0 else 1, sheet=PLAIN)
    for company, paths in enumerate(tracks):
        state = with_track(state, company, *paths.split())
    state = play(with_money(state, DAVID, money), "throw 6")
    return state if handler == 0 else stop(state)


@pytest.mark.rule("dampfross", "R20.1")
def test_david_joins_two_players() -> None:
    """With 20 credits and the third seat; nobody leads him for good."""
    state = fresh(2, map="bavaria")
    assert [company.seat for company in state.companies] == [0, 1, -1]
    assert balances(state) == [20, 20, 20]
    assert offers(state, "begin") == {"0", "1"}


@pytest.mark.rule("dampfross", "R20.1")
def test_the_third_seat_comes_third() -> None:
    """Player 0 begins, then comes player 1, then David."""
    state = play(game(2, sheet=PLAIN), "throw 1")
    state = lay(lay(lay(state, "D7-D6"), "D7-D8"), "D7-E7")
    board = state.board
    for company, path in enumerate(("D7-D6", "D7-D8", "D7-E7")):
        assert has_track(state.companies[company], board, path)
    assert state.round == 2


@pytest.mark.rule("dampfross", "R20.1")
def test_three_players_do_without_him() -> None:
    """He is for two."""
    assert [company.seat for company in fresh(3, two="david").companies] == [0, 1, 2]


@pytest.mark.rule("dampfross", "R20.2")
@pytest.mark.parametrize("first", [0, 1])
def test_the_players_build_for_david_in_turn(first: int) -> None:
    """One round each; the one who opened the first round begins."""
    state = game(2, first=first, sheet=PLAIN)
    handlers = []
    for round_ in range(6):
        state = play(state, "throw 1")
        order = [(first + round_ + n) % 3 for n in range(3)]
        for company in order:
            if company == DAVID:
                handlers.append(asked(state))
            else:
                assert asked(state) == company
            side = ("D6", "D8", "E7", "E8", "C7", "C8")[round_]
            state = lay(state, f"D7-{side}") if company == order[0] else stop(state)
    assert handlers == [first, 1 - first] * 3


@pytest.mark.rule("dampfross", "R20.2")
@pytest.mark.parametrize("first", [0, 1])
def test_the_handler_chooses_his_start_town(first: int) -> None:
    """In the first round, the one who opened it."""
    state = play(game(2, first=first, sheet=plain_map(start=("Ada", "Bix"))), "throw 1")
    state = play(state, "start Ada", "stop")
    if first == 0:
        state = play(state, "start Ada", "stop")
    assert asked(state) == first
    state = play(state, "start Bix")
    assert state.board.grid.name[state.companies[DAVID].start] == "H7"
    assert asked(state) == first


@pytest.mark.rule("dampfross", "R20.3")
@pytest.mark.parametrize(("handler", "paid"), [(0, {1: 1}), (1, {0: 1})])
def test_david_pays_only_the_player_who_is_not_handling_him(
    handler: int, paid: dict[int, int]
) -> None:
    """Both have a line in F2."""
    state = davids_turn("F1-F2", "F2-F3", "D2-E2", handler=handler)
    assert asked(state) == handler
    state = lay(state, "E2-F2")
    assert fees(state) == paid
    assert balance(state, handler) == 20
    assert balance(state, 1 - handler) == 21
    assert balance(state, DAVID) == 19


@pytest.mark.rule("dampfross", "R20.3")
def test_parallel_track_of_the_handler_is_free_too() -> None:
    """A doubled segment of either player."""
    state = davids_turn("F1-F2", "F2-F3", "E1-F1")
    state = lay(state, "F1-F2")
    assert fees(state) == {1: 1}
    state = play(state, "to F3")
    assert fees(state) == {1: 5}


@pytest.mark.rule("dampfross", "R20.3")
def test_what_was_free_counts_as_paid() -> None:
    """Player 1 handles David now; the junction with company 0 in F2 was free a round ago."""
    state = davids_turn("F1-F2", "", "D2-E2-F2", handler=1)
    assert fees(lay(state, "F2-G2")) == {}
    state = davids_turn("F1-F2", "", "D2-E2-E3 E2-F2", handler=1)
    assert fees(lay(state, "E3-F2")) == {}


@pytest.mark.rule("dampfross", "R20.3")
@pytest.mark.parametrize(("runner", "paid"), [(0, [Charged(2, 0, 3)]), (1, [])])
def test_charges_are_paid_to_the_runner_only(runner: int, paid: list[Charged]) -> None:
    """David uses two steps of company 0: free when player 0 handles him."""
    state = construction(2, opener=1, sheet=PLAIN)
    state = with_track(with_track(state, 0, WAY), 1, WAY)
    state = with_track(state, 0, "D7-D6-E6")
    state = with_track(state, DAVID, "E6-F6-G6-H6-H7")
    state = at_race(operation(state), 11, 14)
    while asked(state) != runner:
        state = play(state, "stay")
    state = play(state, f"enter {WAY}")
    if runner == 1:
        state = play(state, "stay")
    assert asked(state) == 1 - runner
    way = "D7-D6-E6-F6-G6-H6-H7"
    state = play(state, "trace")
    for hex_ in way.split("-"):
        named = {line for line in offers(state, "step") if line.split()[0] == hex_}
        assert len(named) == 1
        state = play(state, f"step {named.pop()}")
    assert [news for news in told(state, Charged) if news.company == DAVID] == paid


@pytest.mark.rule("dampfross", "R20.4")
def test_david_takes_bonuses_like_others() -> None:
    """The first in Bix."""
    state = lay(davids_turn("", "", "H5-H6"), "H6-H7")
    assert told(state, Bonus) == [Bonus(DAVID, "Bix", 6)]
    assert balances(state) == [20, 20, 26]


@pytest.mark.rule("dampfross", "R20.4")
@pytest.mark.parametrize("opener", [0, 1])
def test_players_pay_david(opener: int) -> None:
    """Whoever handles him in this round."""
    state = construction(2, opener=1, sheet=PLAIN)
    state = with_track(with_track(state, DAVID, "F1-F2"), opener, "D2-E2")
    state = play(state, "throw 6")
    while asked(state) != opener or "from E2" not in offers(state):
        state = stop(state)
    state = lay(state, "E2-F2")
    assert fees(state) == {DAVID: 1}


@pytest.mark.rule("dampfross", "R20.4")
def test_his_account_never_falls_below_zero() -> None:
    """With nothing he cannot join the line of player 1, but that of his handler."""
    state = play(davids_turn("F1-F2", "F3-F4", "D2-E2-E3", money=0), "from E3")
    assert {"F2"} <= offers(state, "to")
    assert "F3" not in offers(state, "to")


@pytest.mark.rule("dampfross", "R20.4")
def test_david_does_not_build_during_operation() -> None:
    """Only the two players are asked."""
    state = with_track(construction(2, opener=1, sheet=PLAIN), DAVID, "D7-D6")
    state = at_race(operation(state, races=1), 24, 35)
    found = []
    while "stop" in offers(state):
        found.append((asked(state), offers(state, "from")))
        state = play(state, "stop")
    assert found == [(0, {"D7"}), (1, {"D7"})]


def race(*, third: str = WAY) -> State:
    """All three have a line from Ada to Bix; player 1 is asked first."""
    state = construction(2, opener=1, sheet=PLAIN)
    for company, path in enumerate((WAY, WAY, third)):
        state = with_track(state, company, path)
    return at_race(operation(state), 11, 14)


@pytest.mark.rule("dampfross", "R20.4")
def test_david_never_runs_jointly() -> None:
    """Nobody can propose it to him, and he proposes nothing."""
    state = race()
    assert offers(state, "join") == {"0"}
    state = play(state, f"enter {WAY}", "stay")
    assert asked(state) == 0
    assert offers(state, "join") == set()
    assert offers(state, "enter") == {WAY}


@pytest.mark.rule("dampfross", "R20.4")
def test_david_takes_prizes() -> None:
    """He runs against player 1; both throw the same, and share."""
    state = play(race(), f"enter {WAY}", "stay", f"enter {WAY}")
    while not told(state, Prize):
        state = play(state, "throw 4")
    assert {news.company: news.amount for news in told(state, Prize)} == {1: 15, DAVID: 15}
    assert balances(state) == [20, 35, 35]


@pytest.mark.rule("dampfross", "R20.5")
@pytest.mark.parametrize("runner", [0, 1])
def test_david_runs_when_one_player_has_entered(runner: int) -> None:
    """The other is asked for him, and may decline."""
    state = race()
    for _ in range(2):
        state = play(state, f"enter {WAY}" if asked(state) == runner else "stay")
    assert asked(state) == 1 - runner
    assert f"enter {WAY}" in offers(state)
    entered = play(state, f"enter {WAY}")
    assert {train.companies for train in entered.trains} == {(runner,), (DAVID,)}
    alone = play(state, "stay")
    assert balance(alone, runner) == 40


@pytest.mark.rule("dampfross", "R20.5")
def test_not_when_both_or_neither_have() -> None:
    """Two trains run, or the race is over."""
    state = race()
    both = play(state, f"enter {WAY}", f"enter {WAY}")
    assert {train.companies for train in both.trains} == {(0,), (1,)}
    assert asked(both) == -1
    neither = play(state, "stay", "stay")
    assert neither.races == 1
    assert asked(neither) == -1


@pytest.mark.rule("dampfross", "R20.6")
@pytest.mark.parametrize(
    ("money", "winners"), [((10, 20, 30), (2,)), ((30, 20, 10), (0,)), ((9, 30, 30), (1, 2))]
)
def test_the_highest_balance_wins_even_davids(
    money: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """After the last race."""
    state = operation(construction(2, opener=1, sheet=PLAIN), races=17)
    for company, amount in enumerate(money):
        state = with_money(state, company, amount)
    state = at_race(state, 24, 35)
    assert told(state, Won) == [Won(winners, max(money))]


@pytest.mark.rule("dampfross", "R20.7")
def test_each_player_may_lead_two_companies() -> None:
    """They sit alternately, with 20 credits each."""
    state = fresh(2, sheet=PLAIN, two="double")
    assert [company.seat for company in state.companies] == [0, 1, 0, 1]
    assert balances(state) == [20] * 4


@pytest.mark.rule("dampfross", "R20.7")
def test_they_are_asked_alternately() -> None:
    """Player 1 begins with his first company."""
    state = play(game(2, first=1, sheet=PLAIN, two="double"), "throw 1")
    found = []
    for side in ("D6", "D8", "E7", "E8"):
        found.append(asked(state))
        state = lay(state, f"D7-{side}")
    assert found == [1, 0, 1, 0]
    assert has_track(state.companies[1], state.board, "D7-D6")
    assert has_track(state.companies[2], state.board, "D7-D8")
    assert has_track(state.companies[3], state.board, "D7-E7")
    assert has_track(state.companies[0], state.board, "D7-E8")


@pytest.mark.rule("dampfross", "R20.8")
def test_two_companies_of_one_player_pay_each_other() -> None:
    """Company 0 joins the line of company 2."""
    state = with_track(construction(2, sheet=PLAIN, two="double"), 2, "F1-F2")
    state = lay(play(with_track(state, 0, "D2-E2"), "throw 1"), "E2-F2")
    assert fees(state) == {2: 1}
    assert balances(state) == [19, 20, 21, 20]


@pytest.mark.rule("dampfross", "R20.8")
def test_they_keep_separate_networks() -> None:
    """Company 0 does not build from a hex of company 2."""
    state = with_track(construction(2, sheet=PLAIN, two="double"), 2, "D7-D6")
    assert offers(play(state, "throw 1"), "from") == {"D7"}


def double(*paths: str) -> State:
    """Four companies with these lines, and a race from Ada to Bix."""
    state = construction(2, sheet=PLAIN, two="double")
    for company, path in enumerate(paths):
        state = with_track(state, company, path)
    return at_race(operation(state), 11, 14)


@pytest.mark.rule("dampfross", "R20.8")
def test_both_may_enter_a_race() -> None:
    """Against each other."""
    state = double(WAY, WAY, WAY, WAY)
    for _ in range(4):
        state = play(state, f"enter {WAY}")
    assert {train.companies for train in state.trains} == {(0,), (1,), (2,), (3,)}


@pytest.mark.rule("dampfross", "R20.8")
def test_they_may_run_jointly() -> None:
    """Company 0 with company 2: nobody runs against them, and they share 20."""
    state = play(double(WAY, "D7-D6", WAY, "D7-D8"), "join 2")
    while "accept" in offers(state):
        assert asked(state) == 0
        state = play(state, "accept")
    state = play(state, f"enter {WAY}")
    while "stay" in offers(state):
        state = play(state, "stay")
    assert balances(state) == [30, 20, 30, 20]


@pytest.mark.rule("dampfross", "R20.8")
def test_they_net_what_they_owe() -> None:
    """Company 0 and company 2 each use half of the other's line, and owe 3."""
    state = double("D7-E7-F7", "D7-D6", "F7-G7-H7", "D7-D8")
    for _ in range(2):
        while not offers(state, "enter"):
            state = play(state, "stay")
        state = play(state, f"enter {offers(state, 'enter').pop()}")
    while "stay" in offers(state):
        state = play(state, "stay")
    assert {train.companies for train in state.trains} == {(0,), (2,)}
    assert told(state, Charged) == []
    assert balances(state) == [20] * 4


@pytest.mark.rule("dampfross", "R20.9")
@pytest.mark.parametrize(
    ("money", "scores", "winners"),
    [
        ((10, 30, 25, 1), (35, 31), {0}),
        ((40, 21, 0, 20), (40, 41), {1}),
        ((5, 9, 5, 1), (10, 10), {0, 1}),
    ],
)
def test_the_greater_sum_wins(
    money: tuple[int, ...], scores: tuple[int, ...], winners: set[int]
) -> None:
    """Not the richest company."""
    state = operation(construction(2, sheet=PLAIN, two="double"), races=17)
    for company, amount in enumerate(money):
        state = with_money(state, company, amount)
    state = at_race(state, 24, 35)
    assert GAME.scores(state) == scores
    (won,) = told(state, Won)
    assert {int(state.companies[company].seat) for company in won.companies} == winners
    assert won.amount == max(scores)


@pytest.mark.rule("dampfross", "R20.10")
@pytest.mark.parametrize("two", ["david", "double"])
def test_by_rule_set_b_each_leads_one_company(two: str) -> None:
    """On the map of France or on another."""
    assert [company.seat for company in fresh(2, map="france", two=two).companies] == [0, 1]
    state = fresh(2, map="bavaria", rules="france", two=two)
    assert [company.seat for company in state.companies] == [0, 1]
    assert len(fresh(2, map="france", rules="laurin", two=two).companies) > 2
