"""R4 Money and shares."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.rules.tycoon.table import (
    accepts,
    asked,
    cash,
    chance,
    cubes,
    end_turn,
    fresh,
    keeps,
    link,
    next_action,
    next_turn,
    offers,
    opened,
    play,
    points,
    position,
    purse,
    rail,
    shares,
    shows,
    sound,
    spelled,
    told,
    track,
    verbs,
)
from trainshed.core import Choice, Match, Seat
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import Issued
from trainshed.games.tycoon.setup import Keeping
from trainshed.games.tycoon.shares import Issuing, OwnTurn
from trainshed.games.tycoon.state import State, Step


@pytest.mark.rule("tycoon", "R4.1")
@pytest.mark.parametrize("count", [1, 2, 3, 7, 26, 400])
def test_a_share_brings_5000(count: int) -> None:
    state = play(purse(position(), cash=1000, shares=2), "shares", f"issue {count}")
    assert shares(state) == 2 + count
    assert cash(state) == 1000 + 5000 * count
    assert told(state, Issued)[0].count == count
    assert sound(state)


@pytest.mark.rule("tycoon", "R4.1")
def test_no_share_is_ever_bought_back() -> None:
    state = play(purse(position(), cash=50_000, shares=5), "shares")
    for count in (0, -1, -5):
        assert not accepts(state, f"issue {count}")
    state = next_turn(play(state, "back"))
    assert shares(state) == 5


@pytest.mark.rule("tycoon", "R4.2")
@pytest.mark.parametrize(
    ("has", "level", "issued", "left"),
    [
        (0, 1, 1, 0),
        (5000, 1, 0, 0),
        (4000, 1, 1, 4000),
        (4000, 2, 2, 4000),
        (1000, 7, 7, 1000),
        (36_000, 7, 0, 1000),
    ],
)
def test_the_fewest_shares_that_cover_a_payment_are_issued(
    has: int, level: int, issued: int, left: int
) -> None:
    state = play(purse(position(), cash=has, level=level), "upgrade")
    assert shares(state) == issued
    assert cash(state) == left
    assert [item.count for item in told(state, Issued)] == ([issued] if issued else [])


@pytest.mark.rule("tycoon", "R4.2")
@given(has=st.integers(0, 40), bid=st.integers(1, 60))
@settings(max_examples=40)
def test_the_fewest_shares_for_every_bid(has: int, bid: int) -> None:
    state = purse(opened(2), cash=1000 * has)
    state = play(state, f"bid {1000 * bid}", "pass")
    count = next(n for n in range(20) if 1000 * has + 5000 * n >= 1000 * bid)
    assert shares(state) == count
    assert cash(state) == 1000 * has + 5000 * count - 1000 * bid
    assert sound(state)


@pytest.mark.rule("tycoon", "R4.2")
def test_no_action_is_forbidden_for_want_of_cash() -> None:
    poor = rail(shows(position(), "land_grant"), 0, "Kansas City", "St. Louis")
    rich = purse(poor, cash=500_000)
    assert offers(poor) == offers(rich)
    assert shares(chance(play(poor, "west Kansas City"))) == 6
    assert shares(chance(play(poor, "urbanise", "found Toledo blue"))) == 2
    one = play(poor, "build", "from Pittsburgh")
    other = play(rich, "build", "from Pittsburgh")
    assert offers(one) == offers(other)
    assert offers(play(one, "out E")) == offers(play(other, "out E"))


@pytest.mark.rule("tycoon", "R4.2")
def test_tile_by_tile_the_shares_are_the_same_as_for_the_whole() -> None:
    """Q39 From Pittsburgh to Washington: $8,000, $4,000, $4,000 with nothing in hand."""
    state = play(position(), "build", "from Pittsburgh", "out E", "lay SE")
    assert (shares(state), cash(state)) == (2, 2000)
    state = play(state, "lay SE")
    assert (shares(state), cash(state)) == (3, 3000)
    state = play(state, "lay SE")
    assert (shares(state), cash(state)) == (4, 4000)
    assert link(state, 0).finished


def busy() -> State:
    """Seat 0 can do everything that an action may be."""
    state = cubes(rail(position(), 0, "Toledo", "Chicago"), "Toledo", "R")
    state = shows(keeps(state, 0, "land_grant", "city_growth"), "new_industry")
    return track(state, 0, "Pittsburgh", "M20 W E")


OWN_TURN = [
    (),
    ("build",),
    ("build", "from Boston"),
    ("build", "from Boston", "out W"),
    ("build", "from Boston", "out W", "lay W"),
    ("build", "extend 1"),
    ("build yes", "from Boston", "out W", "lay W"),
    ("urbanise",),
    ("take new_industry",),
    ("deliver",),
    ("deliver", "cube Toledo red"),
    ("growth",),
    ("upgrade",),
    ("upgrade", "growth"),
]


@pytest.mark.rule("tycoon", "R4.3")
@pytest.mark.parametrize("lines", OWN_TURN)
def test_shares_may_be_issued_at_every_question_of_the_own_turn(lines: tuple[str, ...]) -> None:
    """As often as one likes; what was asked is asked again, and nothing else has changed."""
    before = purse(play(busy(), *lines), cash=2000, shares=1)
    state = before
    for number in (1, 2, 3):
        assert "shares" in verbs(state)
        state = play(state, "shares")
        assert accepts(state, "issue 37")
        state = play(state, "issue 3")
        assert [item.count for item in told(state, Issued)] == [3]
        assert (cash(state), shares(state)) == (2000 + 15_000 * number, 1 + 3 * number)
        assert asked(state) == 0
        assert state.stack == before.stack
        assert offers(state) == offers(before)
    assert replace(state, railroads=before.railroads).untold() == before.untold()
    assert sound(state)


@pytest.mark.rule("tycoon", "R4.3")
def test_shares_may_be_issued_while_a_city_grows_at_once() -> None:
    state = play(shows(position(city_growth="at_once"), "city_growth"), "take city_growth")
    assert "grow" in verbs(state)
    assert shares(play(state, "shares", "issue 2")) == 2


@pytest.mark.rule("tycoon", "R4.3")
def test_every_question_of_a_turn_is_one_at_which_shares_may_be_issued() -> None:
    """All but two: which tycoon is kept, before any turn, and how many shares."""
    questions = {step for step in get_args(Step) if issubclass(step, Choice)}
    assert questions - {step for step in questions if issubclass(step, OwnTurn)} == {
        Keeping,
        Issuing,
    }


@pytest.mark.rule("tycoon", "R4.3")
def test_an_issue_is_no_action() -> None:
    state = play(position(), "shares", "issue 3")
    assert {"build", "urbanise", "upgrade", "pass"} <= verbs(state)
    state = next_action(play(state, "upgrade"), 0)
    assert (cash(state), shares(state)) == (10_000, 3)


@pytest.mark.rule("tycoon", "R4.3")
def test_what_was_issued_between_two_tiles_pays_the_next() -> None:
    """From Pittsburgh two tiles cost $12,000: two shares are needed, whoever comes first."""
    state = play(position(), "build", "from Pittsburgh", "out E", "lay SE")
    assert (cash(state), shares(state)) == (2000, 2)
    state = play(state, "shares", "issue 1", "lay SE")
    assert (cash(state), shares(state)) == (3000, 3)
    assert not told(state, Issued)


@pytest.mark.rule("tycoon", "R4.3")
def test_an_issue_can_be_undone_within_an_action() -> None:
    """Line by line, and the track stays; brought back, it counts again."""
    match = Match(GAME, seats=2, options=GAME.read_options({"beginner": True}), seed="undo")
    while match.actor is not None and "pass" in map(str, GAME.actions(match.state)):
        if "build" in map(str, GAME.actions(match.state)):
            break
        match.play(match.actor, GAME.read("pass"))
    seat = match.actor
    assert seat is not None
    for line in ("build", "from Boston", "out W", "lay W"):
        match.play(seat, GAME.read(spelled(line)))
    laying = match.state
    match.play(seat, GAME.read("shares"))
    match.play(seat, GAME.read("issue 4"))
    issued = match.state
    assert shares(issued, seat) == shares(laying, seat) + 4
    for _ in range(2):
        assert match.may_undo(seat)
        match.undo(seat)
    assert match.state == laying
    for _ in range(2):
        match.redo(seat)
    assert match.state == issued


@pytest.mark.rule("tycoon", "R4.3")
def test_to_choose_no_number_is_no_issue() -> None:
    state = play(position(), "shares", "back")
    assert shares(state) == 0
    assert "shares" in verbs(state)


@pytest.mark.rule("tycoon", "R4.3")
def test_the_kind_of_action_may_be_taken_back_but_not_the_issue() -> None:
    state = play(position(), "shares", "issue 1", "build", "from Boston", "back", "back")
    assert shares(state) == 1


@pytest.mark.rule("tycoon", "R4.3")
def test_each_action_of_an_executive_is_an_action_of_its_own() -> None:
    state = shows(position(), "railroad_executive")
    state = play(state, "shares", "issue 1", "take railroad_executive")
    assert asked(state) == 0
    assert "shares" in verbs(state)
    state = play(state, "shares", "issue 1", "pass")
    assert asked(state) == 0
    assert "shares" in verbs(state)
    assert shares(state) == 2


@pytest.mark.rule("tycoon", "R4.4")
def test_before_each_bid_shares_may_be_issued() -> None:
    """As often as one likes, whenever it is one's word."""
    state = play(opened(2), "shares", "issue 4")
    assert asked(state) == 0
    assert (cash(state), shares(state)) == (20_000, 4)
    state = play(state, "shares", "issue 2", "bid 1000")
    assert asked(state) == 1
    state = play(state, "bid 2000")
    assert "shares" in verbs(state)
    state = play(state, "shares", "issue 1", "bid 3000", "pass")
    assert (cash(state), shares(state)) == (32_000, 7)


@pytest.mark.rule("tycoon", "R4.4")
def test_the_bidder_need_not_issue_any() -> None:
    state = play(opened(2), "shares", "back", "bid 1000")
    assert shares(state) == 0
    state = play(state, "bid 2000", "bid 3000")
    assert [shares(state, seat) for seat in range(2)] == [0, 0]


@pytest.mark.rule("tycoon", "R4.5")
def test_nobody_issues_shares_while_somebody_else_acts_or_bids() -> None:
    """Only one player is asked, and what he issues is his own."""
    for state, seat in ((opened(3), 0), (play(opened(3), "bid 1000"), 1), (position(), 0)):
        assert asked(state) == seat
        after = play(state, "shares", "issue 2")
        assert [shares(after, other) for other in range(3)] == [
            2 if other == seat else 0 for other in range(3)
        ]


@pytest.mark.rule("tycoon", "R4.5")
def test_no_shares_are_issued_before_the_first_turn() -> None:
    """Which tycoon card is kept is asked in the set-up."""
    state = fresh(2, tycoons="two")
    while "keep" not in verbs(state):
        state = GAME.play(state, GAME.actions(state)[0])
    assert not accepts(state, "shares")
    assert not accepts(state, "issue 1")


@pytest.mark.rule("tycoon", "R4.5")
def test_nobody_is_asked_in_the_income_phase() -> None:
    state = purse(purse(position(), 0, cash=9000, shares=3), 1, cash=1000, shares=3)
    turn = state.turn
    state = end_turn(state)
    assert [(item.seat, item.count, item.why) for item in told(state, Issued)] == [
        (1, 1, "dividends")
    ]
    while state.turn == turn:
        assert asked(state) == -1
        state = GAME.play(state, GAME.actions(state)[0])
    assert "bid" in verbs(state)
    assert [shares(state, seat) for seat in range(3)] == [3, 4, 0]


@pytest.mark.rule("tycoon", "R4.6")
@pytest.mark.parametrize("reader", [0, 1, 2, None])
def test_the_cash_of_others_is_hidden(reader: int | None) -> None:
    """Two games that differ only in the cash of the others look the same."""
    seat = None if reader is None else Seat(reader)
    base = keeps(rail(position(), 1, "Boston", "Albany"), 2, "land_grant")
    base = purse(base, 0, cash=3000, shares=4, level=3, points=11)
    views = []
    for money in (0, 1000, 777_000):
        state = base
        for other in range(3):
            if other != reader:
                state = purse(state, other, cash=money)
        views.append(GAME.encode(GAME.view(state, seat)))
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("tycoon", "R4.6")
def test_everybody_knows_his_own_cash() -> None:
    state = purse(purse(position(), 0, cash=3000), 1, cash=5000)
    for seat in range(3):
        assert cash(GAME.view(state, Seat(seat)), seat) == cash(state, seat)


@pytest.mark.rule("tycoon", "R4.6")
@pytest.mark.parametrize("reader", [0, 1, 2, None])
def test_shares_points_locomotives_and_cards_are_open(reader: int | None) -> None:
    state = keeps(position(), 1, "hotel_boston", "land_grant")
    state = purse(state, 0, cash=3000, shares=4, level=3, points=11)
    state = purse(state, 1, cash=6000, shares=2, level=5, points=23)
    view = GAME.view(state, None if reader is None else Seat(reader))
    for seat in range(3):
        seen, true = view.railroads[seat], state.railroads[seat]
        assert (seen.shares, seen.level, seen.cards) == (true.shares, true.level, true.cards)
        assert points(view, seat) == points(state, seat)
    assert view.offer == state.offer
    assert view.cubes == state.cubes


@pytest.mark.rule("tycoon", "R4.6")
def test_what_is_drawn_is_open() -> None:
    """Q23 Cubes and cards lie face up."""
    state = cubes(position(), "Toledo", "")
    state = chance(play(state, "urbanise", "found Toledo blue"))
    for seat in (Seat(0), Seat(1), None):
        assert GAME.view(state, seat).cubes == state.cubes
        assert GAME.view(state, seat).offer == state.offer


@pytest.mark.rule("tycoon", "R4.6")
def test_the_views_of_a_bidder_tell_nothing_of_his_cash() -> None:
    base = opened(3)
    views = []
    for money in (0, 4000, 60_000):
        state = play(purse(base, 0, cash=money), "bid 9000")
        views.append(GAME.encode(GAME.view(state, Seat(1))))
        assert offers(GAME.view(state, Seat(1))) == offers(state)
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("tycoon", "R4.2")
def test_the_news_say_what_was_issued() -> None:
    state = play(purse(position(), cash=3000), "urbanise", "found Toledo blue")
    assert told(state, Issued) == [Issued(Seat(0), 2, "urbanise")]
