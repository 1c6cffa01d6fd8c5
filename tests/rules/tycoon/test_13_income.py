"""R13 Income and dividends."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.rules.tycoon import land
from tests.rules.tycoon.table import (
    asked,
    cash,
    chance,
    cubes,
    end_turn,
    idle,
    in_use,
    next_action,
    next_turn,
    opened,
    pieces,
    play,
    points,
    position,
    price,
    purse,
    rail,
    shares,
    sides,
    sound,
    told,
    toward,
    track,
    verbs,
)
from trainshed.core import CHANCE, Seat
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import Earned, Issued, Linked, Removed, Reveal

FACTS = land.shared("facts.json")
EAST = ("AA7 W E", "AA8 W E", "AA9 W E", "AA10 W SE")


def income(points_: int, seat: int = 0) -> int:
    """What a player with so many points and no shares gets at the end of a turn."""
    state = purse(position(), seat, points=points_)
    return cash(end_turn(state), seat)


@pytest.mark.rule("tycoon", "R13.1")
@pytest.mark.parametrize(
    ("points_", "due"),
    [(0, 0), (1, 3000), (2, 4000), (10, 12_000), (45, 24_000), (100, 10_000)]
    + [(points_, 25_000) for points_ in range(46, 51)],
)
def test_the_income_of_a_space(points_: int, due: int) -> None:
    assert income(points_) == due


@pytest.mark.rule("tycoon", "R13.1")
def test_income_rises_to_the_middle_and_falls_to_the_end() -> None:
    table = [income(space) for space in range(101)]
    assert table[:47] == sorted(table[:47])
    assert table[50:] == sorted(table[50:], reverse=True)
    assert max(table) == 25_000
    assert table.index(25_000) == 46
    assert table.count(25_000) == 5
    if FACTS:
        assert table == [1000 * value for value in FACTS["income_track"]["income_by_points"]]


@pytest.mark.rule("tycoon", "R13.1")
def test_all_get_their_income_after_the_third_round() -> None:
    state = position()
    for seat, space in enumerate((1, 10, 50)):
        state = purse(state, seat, cash=1000, points=space)
    for _ in range(8):
        state = play(state, "pass")
        assert [cash(state, seat) for seat in range(3)] == [1000] * 3
    state = play(state, "pass")
    assert [cash(state, seat) for seat in range(3)] == [4000, 13_000, 26_000]
    assert told(state, Earned) == [
        Earned(Seat(0), 3000, 0),
        Earned(Seat(1), 12_000, 0),
        Earned(Seat(2), 25_000, 0),
    ]
    assert [points(state, seat) for seat in range(3)] == [1, 10, 50]


@pytest.mark.rule("tycoon", "R13.1")
def test_points_of_this_turn_count_for_its_income() -> None:
    state = cubes(rail(position(), 0, "Toledo", "Chicago"), "Toledo", "R")
    state = play(state, "deliver", "cube Toledo red", "ship [0]")
    assert points(state) == 2
    assert cash(end_turn(state)) == 4000


@pytest.mark.rule("tycoon", "R13.1")
def test_points_never_fall_while_the_game_goes_on() -> None:
    """Shares and their dividends cost money, no points until the end."""
    state = purse(position(), points=3, shares=20)
    for _ in range(3):
        state = next_turn(state)
        assert points(state) == 3
    assert shares(state) > 20


@pytest.mark.rule("tycoon", "R13.2")
@pytest.mark.parametrize(
    ("points_", "due"),
    [
        (99, 10_000),
        (100, 10_000),
        (101, 3000),
        (102, 4000),
        (146, 25_000),
        (200, 10_000),
        (201, 3000),
        (250, 25_000),
        (300, 10_000),
        (301, 3000),
    ],
)
def test_beyond_100_the_income_begins_again_with_space_1(points_: int, due: int) -> None:
    assert income(points_) == due


@pytest.mark.rule("tycoon", "R13.2")
def test_the_points_are_counted_in_full() -> None:
    state = end_turn(purse(position(), points=137))
    assert points(state) == 137
    assert GAME.tally(state)["deliveries"][0] == 137


@pytest.mark.rule("tycoon", "R13.3")
def test_a_dividend_of_1000_for_each_share() -> None:
    state = purse(position(), 0, cash=9000, shares=4)
    state = purse(state, 1, cash=9000, shares=9)
    state = end_turn(state)
    assert [cash(state, seat) for seat in range(3)] == [5000, 0, 0]
    assert [shares(state, seat) for seat in range(3)] == [4, 9, 0]
    assert [item.dividends for item in told(state, Earned)] == [4000, 9000, 0]


@pytest.mark.rule("tycoon", "R13.3")
def test_the_dividend_is_paid_out_of_the_income() -> None:
    state = end_turn(purse(position(), cash=0, shares=3, points=1))
    assert (cash(state), shares(state)) == (0, 3)
    assert told(state, Issued) == []


@pytest.mark.rule("tycoon", "R13.3")
def test_shares_of_this_turn_pay_already() -> None:
    state = end_turn(play(position(), "shares", "issue 3"))
    assert cash(state) == 15_000 - 3000


@pytest.mark.rule("tycoon", "R13.4")
@pytest.mark.parametrize(
    ("has", "old", "new", "left"),
    [
        (0, 1, 1, 4000),
        (0, 5, 1, 0),
        (0, 6, 2, 4000),
        (2000, 3, 1, 4000),
        (3000, 3, 0, 0),
        (1000, 27, 6, 4000),
    ],
)
def test_who_cannot_pay_issues_the_fewest_shares(has: int, old: int, new: int, left: int) -> None:
    state = end_turn(purse(position(), cash=has, shares=old))
    assert shares(state) == old + new
    assert cash(state) == left
    assert sound(state)


@pytest.mark.rule("tycoon", "R13.4")
def test_new_shares_cost_nothing_until_the_next_income() -> None:
    """Ten shares and no money: two more, which pay only in the next turn."""
    state = next_turn(purse(position(), shares=10, cash=0))
    assert (shares(state), cash(state)) == (12, 0)
    state = next_turn(state)
    assert (shares(state), cash(state)) == (15, 3000)


@pytest.mark.rule("tycoon", "R13.1")
@pytest.mark.rule("tycoon", "R13.3")
@pytest.mark.rule("tycoon", "R13.4")
@given(has=st.integers(0, 30), old=st.integers(0, 60), space=st.integers(0, 230))
@settings(max_examples=40)
def test_income_and_dividends(has: int, old: int, space: int) -> None:
    before = purse(position(2), cash=1000 * has, shares=old, points=space)
    state = end_turn(before)
    due = income(space)
    saldo = 1000 * has + due - 1000 * old
    new = 0 if saldo >= 0 else -(saldo // 5000)
    assert shares(state) == old + new
    assert cash(state) == saldo + 5000 * new
    assert sound(state)


@pytest.mark.rule("tycoon", "R13.5")
def test_unfinished_links_are_removed_without_compensation() -> None:
    state = track(position(), 0, "Jackson", *EAST[:3])
    state = track(state, 2, "Pittsburgh", "M20 W E")
    state = rail(state, 1, "Boston", "Albany")
    assert in_use(state, 0) == in_use(state, 2) == 1
    after = end_turn(state)
    assert [one.number for one in after.links] == [2]
    assert pieces(after, 2) == pieces(state, 2)
    assert in_use(after, 0) == in_use(after, 2) == 0
    assert [price(state, after, seat) for seat in range(3)] == [0, 0, 0]
    removed = {(item.seat, item.tiles, item.city) for item in told(after, Removed)}
    assert removed == {(0, 3, "Jackson"), (2, 1, "Pittsburgh")}
    assert sound(after)


@pytest.mark.rule("tycoon", "R13.5")
def test_another_segment_in_the_hex_stays() -> None:
    state = track(position(), 1, "Jackson", *EAST, to="Montgomery")
    state = toward(state, 0, "AA7", "NE")
    state = play(state, "build", "extend 1", "lay SW", "stop")
    state = next_turn(state)
    assert pieces(state, 0) == [*EAST]
    assert sides(state, "AA7") == {"W", "E"}
    state = play(state, "pass", "pass", "pass", "build", "from Jackson")
    assert sound(state)


@pytest.mark.rule("tycoon", "R13.5")
def test_the_hexes_are_free_again() -> None:
    state = next_turn(track(position(), 1, "Jackson", *EAST[:3]))
    assert not any(state.used)
    state = next_action(play(state, "bid 1000", "pass", "pass"), 0)
    state = play(state, "build", "from Jackson", "connect Montgomery")
    assert told(state, Linked)[0].other == "Montgomery"


@pytest.mark.rule("tycoon", "R13.5")
def test_not_before_the_third_round_is_over() -> None:
    state = play(position(), "build", "from Jackson", "out E", "lay E", "stop")
    for _ in range(7):
        state = play(state, "pass")
        assert len(state.links) == 1
    assert play(state, "pass").links == ()


@pytest.mark.rule("tycoon", "R13.6")
def test_one_card_is_laid_beside_those_that_nobody_has_taken() -> None:
    state = end_turn(position(shown=("land_grant", "land_grant", "new_industry")))
    assert asked(state) == CHANCE
    assert {
        action.card: weight
        for action, weight in GAME.odds(state).items()
        if isinstance(action, Reveal)
    } == {card: state.deck.count(card) for card in state.deck}
    after = play(state, "reveal land_grant")
    assert after.offer == (*state.offer, "land_grant")
    assert len(after.deck) == len(state.deck) - 1
    assert asked(after) in range(3)
    assert "bid" in verbs(after)


@pytest.mark.rule("tycoon", "R13.6")
def test_it_comes_after_income_dividends_and_the_removal() -> None:
    state = purse(track(position(), 0, "Jackson", *EAST[:3]), 0, points=1, shares=2)
    state = end_turn(state)
    assert asked(state) == CHANCE
    assert cash(state) == 1000
    assert state.links == ()
    assert state.turn == 1


@pytest.mark.rule("tycoon", "R13.6")
def test_one_card_a_turn_until_the_deck_is_empty() -> None:
    state = opened(2)
    total = len(state.deck)
    assert total == 30
    state = replace(state, deck=state.deck[:2], discard=(*state.discard, *state.deck[2:]))
    for left in (1, 0, 0):
        before = len(state.offer)
        state = next_turn(state)
        assert len(state.deck) == left
        assert len(state.offer) >= before
        assert "bid" in verbs(state)


@pytest.mark.rule("tycoon", "R13.6")
def test_with_an_empty_deck_nothing_happens() -> None:
    state = position()
    state = replace(state, deck=(), discard=(*state.discard, *state.deck))
    after = end_turn(state)
    assert after.turn == 2
    assert after.offer == state.offer
    assert asked(after) == 0


@pytest.mark.rule("tycoon", "R13.7")
def test_after_the_last_turn_no_card_comes_out() -> None:
    state = replace(position(), last=2)
    state = next_turn(state)
    assert state.turn == 2
    before = state
    while asked(state) is not None:
        assert asked(state) != CHANCE
        state = idle(state)
    assert state.over
    assert state.offer == before.offer
    assert state.deck == before.deck
    assert len(told(state, Earned)) == 3


@pytest.mark.rule("tycoon", "R13.7")
def test_in_the_turn_before_the_last_a_card_still_comes() -> None:
    state = end_turn(replace(position(), last=2))
    assert asked(state) == CHANCE
    after = chance(state)
    assert len(after.offer) == len(state.offer) + 1


@pytest.mark.rule("tycoon", "R13.5")
def test_the_last_turn_removes_unfinished_links_too() -> None:
    state = replace(track(position(), 0, "Jackson", *EAST[:3]), last=1)
    while asked(state) is not None:
        state = idle(state)
    assert state.links == ()
