"""R10 Turn order and passing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rules.russian.position import (
    all_pass,
    asked,
    board,
    hand,
    magnate,
    occupied,
    offers,
    others_pass,
    play,
    position,
    rails,
    refused,
    score,
    spaces,
    told,
    turn,
    verbs,
)
from trainshed.games.russian.actions import Evaluated, Scored
from trainshed.games.russian.state import SOURCES, Placement, State

CLAIMS = {"turn_order_1", "turn_order_2"}
LAST = {2: 6, 3: 6, 4: 7}


def claimed(state: State, claims: Mapping[int, int]) -> State:
    """Places are claimed by these seats, and everybody has passed."""
    for place, seat in claims.items():
        state = occupied(state, f"turn_order_{place}", seat)
        state = hand(state, seat, workers=magnate(state, seat).workers - 1, staff=5)
    for seat in state.order[:-1]:
        state = hand(state, seat, passed=True)
    return play(turn(state, state.order[-1]), "pass")


def seconds(state: State) -> tuple[list[int | None], State]:
    """Who is asked for a second action in the first round, nobody wants one; and the next round."""
    actors = []
    while state.round == 1:
        actors.append(asked(state))
        state = play(state, "pass")
    return actors, state


def pieces(state: State, space: str) -> list[tuple[int, int, int, int, int]]:
    """Seat, own workers, black and turquoise workers and roubles of each placement on a space."""
    return [
        (put.seat, put.own, put.black, put.turquoise, put.roubles)
        for put in state.placed
        if put.space == space
    ]


def passing(state: State, seat: int) -> int:
    """What a player has scored by passing."""
    return magnate(state, seat).points[SOURCES.index("pass")]


# Passing


@pytest.mark.rule("russian", "R10.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("last", [False, True])
def test_passing_scores_by_place(seats: int, *, last: bool) -> None:
    """0, 2, 3, 4 with any number of players, in the last round too (Q2, Q85)."""
    order = [*range(1, seats), 0]
    state = turn(position(seats, order=order, round_=LAST[seats] if last else 1), 1)
    for place, seat in enumerate(order):
        assert asked(state) == seat
        state = play(state, "pass")
        assert [news for news in told(state, Scored) if news.source == "pass"] == [
            Scored(state.order[place], points, "pass") for points in [(0, 2, 3, 4)[place]] if points
        ]
        assert passing(state, seat) == (0, 2, 3, 4)[place]


@pytest.mark.rule("russian", "R10.1")
def test_it_is_the_place_that_counts_and_not_who_passes_first() -> None:
    """The fourth scores 4 points even if he passes before the others."""
    state = turn(position(), 3)
    assert score(play(state, "pass"), 3) == 4


@pytest.mark.rule("russian", "R10.1")
def test_passing_scores_by_the_order_of_this_round() -> None:
    """A claim for the next round changes nothing yet."""
    state = occupied(position(), "turn_order_1", 3)
    assert score(play(turn(state, 3), "pass"), 3) == 4


# Claims


@pytest.mark.rule("russian", "R10.2")
@pytest.mark.parametrize(("space", "place"), [("turn_order_1", 0), ("turn_order_2", 1)])
def test_a_claim_costs_a_worker_and_gives_the_place_in_the_next_round(
    space: str, place: int
) -> None:
    """Not yet in this one."""
    state = play(turn(position(), 3), f"place {space}")
    assert magnate(state, 3).workers == 4
    assert pieces(state, space) == [(3, 1, 0, 0, 0)]
    assert state.order == (0, 1, 2, 3)
    assert all_pass(state).order[place] == 3


@pytest.mark.rule("russian", "R10.2")
def test_a_claimed_place_is_closed() -> None:
    """The first who comes has it."""
    state = play(turn(position(), 2), "place turn_order_1")
    assert asked(state) == 3
    assert spaces(state) & CLAIMS == {"turn_order_2"}


@pytest.mark.rule("russian", "R10.3")
@pytest.mark.parametrize(
    ("seat", "open_"), [(0, {"turn_order_2"}), (1, {"turn_order_1"}), (2, CLAIMS), (3, CLAIMS)]
)
def test_nobody_claims_the_place_that_he_has(seat: int, open_: set[str]) -> None:
    """Only the other one (Q74)."""
    state = turn(position(), seat)
    assert spaces(state) & CLAIMS == open_
    for space in CLAIMS - open_:
        assert refused(state, f"place {space}") in {"R10.3", None}


@pytest.mark.rule("russian", "R10.3")
@pytest.mark.parametrize("space", sorted(CLAIMS))
def test_nobody_claims_both_places(space: str) -> None:
    """One claim is enough (Q74)."""
    state = others_pass(play(turn(position(), 3), f"place {space}"), 3)
    assert asked(state) == 3
    assert spaces(state) & CLAIMS == set()


@pytest.mark.rule("russian", "R10.4")
@pytest.mark.parametrize("seat", [0, 1])
def test_two_players_can_claim_the_first_place_only(seat: int) -> None:
    """Its holder, too (Q74)."""
    assert spaces(turn(position(2), seat)) & CLAIMS == {"turn_order_1"}


@pytest.mark.rule("russian", "R10.4")
def test_with_three_players_the_holder_may_not_claim_his_place() -> None:
    """The exception is for two."""
    assert spaces(turn(position(3), 0)) & CLAIMS == {"turn_order_2"}


# Exchange


def poor(*, roubles: int = 1, turquoise: int = 0, black: bool = False) -> State:
    """Seat 3 may claim with other pieces."""
    return hand(position(), 3, workers=2, roubles=roubles, turquoise=turquoise, black=black)


@pytest.mark.rule("russian", "R10.5")
@pytest.mark.parametrize(
    ("payment", "left"),
    [
        ("1", (3, 0, 0, 0, 1)),
        ("0 1", (3, 0, 0, 1, 0)),
        ("0 0 1", (3, 0, 1, 0, 0)),
    ],
)
def test_another_piece_is_exchanged_for_an_own_worker(
    payment: str, left: tuple[int, int, int, int, int]
) -> None:
    """At once; the claim shows its owner, and his hand stays as it is (Q75)."""
    state = occupied(poor(turquoise=2, black=True), "x2_1w", 3)
    state = play(turn(state, 3), f"place turn_order_1 {payment}")
    if asked(state) == 3:
        assert offers(state) == {"swap x2_1w"}
        state = play(state, "swap x2_1w")
    assert pieces(state, "turn_order_1") == [(3, 1, 0, 0, 0)]
    assert pieces(state, "x2_1w") == [left]
    assert magnate(state, 3).workers == 2


@pytest.mark.rule("russian", "R10.5")
def test_he_chooses_from_which_space_the_worker_comes() -> None:
    """Any space of the board or an engineer with a worker of his colour, and no other space."""
    state = hand(position(), 3, roubles=3, engineers=(15,))
    for space in ("x2_1w", "engineer_public_1", "own_15", "rail_shared"):
        state = occupied(state, space, 3)
    state = occupied(state, "industry_2w", 3, own=1, roubles=1)
    state = occupied(state, "rail_black_2w", 3, own=2)
    state = occupied(state, "loco_1w", 3, roubles=1)
    state = occupied(state, "roubles_1w", 2)
    state = play(turn(state, 3), "place turn_order_2 1")
    assert asked(state) == 3
    assert offers(state) == {
        "swap x2_1w",
        "swap engineer_public_1",
        "swap own_15",
        "swap rail_shared",
        "swap industry_2w",
        "swap rail_black_2w",
    }


@pytest.mark.rule("russian", "R10.5")
def test_only_one_of_several_workers_is_exchanged() -> None:
    """The other one of a space for two stays there."""
    state = occupied(occupied(poor(), "rail_black_2w", 3, own=2), "x2_1w", 3)
    state = play(turn(state, 3), "place turn_order_1 1", "swap rail_black_2w")
    assert pieces(state, "rail_black_2w") == [(3, 1, 0, 0, 1)]
    assert pieces(state, "x2_1w") == [(3, 1, 0, 0, 0)]


@pytest.mark.rule("russian", "R10.5")
def test_without_an_own_worker_elsewhere_only_a_worker_pays() -> None:
    """Neither one in hand nor the worker of somebody else will do (Q75)."""
    state = poor(turquoise=2, black=True)
    state = occupied(occupied(state, "x2_1w", 2), "loco_1w", 3, roubles=1)
    state = turn(state, 3)
    claims = {line for line in offers(state, "place") if line.startswith("turn_order_1")}
    assert claims == {"turn_order_1"}
    assert refused(state, "place turn_order_1 1") in {"R10.5", None}


@pytest.mark.rule("russian", "R10.5")
def test_a_claim_paid_with_a_worker_needs_no_exchange() -> None:
    """The next player is asked."""
    state = occupied(poor(), "x2_1w", 3)
    assert asked(play(turn(state, 3), "place turn_order_1")) == 0


@pytest.mark.rule("russian", "R10.6")
def test_the_exchanged_piece_keeps_the_space_closed() -> None:
    """It lies there instead of the worker (Q76)."""
    state = occupied(occupied(poor(), "x2_1w", 3), "rail_black_1w", 3)
    state = play(turn(state, 3), "place turn_order_1 1", "swap x2_1w")
    assert asked(state) == 0
    assert not {"x2_1w", "turn_order_1"} & spaces(state)


@pytest.mark.rule("russian", "R10.6")
def test_the_exchange_sets_off_no_action() -> None:
    """Neither an x2 token nor anything else (Q76)."""
    state = occupied(occupied(poor(), "x2_1w", 3), "roubles_1w", 3)
    before = state.board(3)
    state = play(turn(state, 3), "place turn_order_1 1", "swap x2_1w")
    assert state.board(3) == before
    state = turn(occupied(occupied(poor(), "x2_1w", 3), "roubles_1w", 3), 3)
    state = play(state, "place turn_order_1 1", "swap roubles_1w")
    assert magnate(state, 3).roubles == 0


# The new order. Seats: Yellow 0, Blue 1, Green 2, Red 3.


@pytest.mark.rule("russian", "R10.7")
@pytest.mark.parametrize(
    ("order", "claims", "expected", "actors"),
    [
        pytest.param((0, 1, 2, 3), {1: 2, 2: 3}, (2, 3, 0, 1), [3, 2], id="T01"),
        pytest.param((0, 1, 2, 3), {2: 0}, (0, 1, 2, 3), [0], id="T02"),
        pytest.param((0, 1, 2, 3), {1: 3}, (3, 0, 1, 2), [3], id="T03"),
        pytest.param((0, 1, 2, 3), {2: 3}, (0, 3, 1, 2), [3], id="T04"),
        pytest.param((0, 1, 2, 3), {1: 1, 2: 0}, (1, 0, 2, 3), [0, 1], id="T05"),
        pytest.param((0, 1), {1: 0}, (0, 1), [0], id="T06"),
        pytest.param((0, 1), {1: 1}, (1, 0), [1], id="two"),
        pytest.param((2, 0, 3, 1), {1: 1, 2: 3}, (1, 3, 2, 0), [3, 1], id="other seats"),
        pytest.param((2, 0, 1), {2: 1}, (2, 1, 0), [1], id="three"),
        pytest.param((3, 1, 2, 0), {}, (3, 1, 2, 0), [], id="nobody"),
    ],
)
def test_claimants_take_their_places_and_the_others_follow(
    order: tuple[int, ...],
    claims: dict[int, int],
    expected: tuple[int, ...],
    actors: list[int],
) -> None:
    """Worked examples: the new order, and who may act a second time (Q77)."""
    state = claimed(position(len(order), order=order), claims)
    if actors:
        assert state.order == expected
    found, state = seconds(state)
    assert found == actors
    assert state.order == expected
    assert asked(state) == expected[0]


@pytest.mark.rule("russian", "R10.7")
def test_the_order_changes_only_when_all_have_passed() -> None:
    """Turns go on in the old order."""
    state = play(turn(position(), 3), "place turn_order_1")
    assert state.order == (0, 1, 2, 3)
    state = play(state, "pass", "pass", "pass")
    assert state.order == (0, 1, 2, 3)
    assert play(state, "pass").order == (3, 0, 1, 2)


@pytest.mark.rule("russian", "R10.8")
@pytest.mark.parametrize(("seats", "order"), [(3, (1, 2, 0)), (4, (3, 1, 0, 2))])
def test_the_first_who_claims_the_second_place_alone_stays_first(
    seats: int, order: tuple[int, ...]
) -> None:
    """Nobody has claimed the first place: the order stays as it was (Q77)."""
    state = play(turn(position(seats, order=order), order[0]), "place turn_order_2")
    assert all_pass(state).order == order


@pytest.mark.rule("russian", "R10.8")
def test_the_first_who_claims_the_second_place_gives_way_to_a_claim() -> None:
    """Somebody else has claimed the first."""
    state = claimed(position(), {1: 2, 2: 0})
    assert state.order == (2, 0, 1, 3)


# Second actions


@pytest.mark.rule("russian", "R10.9")
def test_the_worker_of_the_second_place_acts_before_that_of_the_first() -> None:
    """The order of places in the new round does not matter."""
    state = claimed(position(), {1: 2, 2: 3})
    assert asked(state) == 3
    state = play(state, "place x2_1w")
    assert asked(state) == 2
    assert "x2_1w" not in spaces(state)
    state = play(state, "place roubles_1w")
    assert state.round == 2
    assert state.board(3).x2 == 1
    assert magnate(state, 2).roubles == 3


@pytest.mark.rule("russian", "R10.9")
def test_the_worker_moves_to_the_other_space_and_its_action_is_carried_out() -> None:
    """It leaves the space of the claim; no worker of the hand is needed."""
    state = claimed(hand(position(), 3, workers=1), {2: 3})
    state = play(state, "place rail_black_1w")
    assert pieces(state, "turn_order_2") == []
    assert Placement("rail_black_1w", 3, own=1) in state.placed
    state = play(state, "move trans black", "move trans black")
    assert rails(state, "trans", 3)[0] == 3
    assert state.round == 2


@pytest.mark.rule("russian", "R10.10")
def test_the_second_action_is_a_free_space_for_one_worker() -> None:
    """Neither turn order nor hiring nor `rail_any2`, and no space for two or three (Q78)."""
    state = board(position(row=(5, 9, 4)), 3, trans=(15, 13, 11, 9, 5), petersburg=(5, 3, 1))
    state = hand(state, 3, roubles=5, engineers=(15, 14))
    state = occupied(state, "own_14", 3, roubles=1)
    state = occupied(state, "loco_1w", 2)
    state = occupied(state, "rail_shared", 2)
    state = occupied(state, "engineer_public_2", 1)
    state = claimed(state, {2: 3})
    assert offers(state, "place") == {
        "rail_black_1w",
        "rail_grey_1w",
        "rail_brown_1w",
        "rail_beige_1w",
        "rail_white_1w",
        "rail_shared",
        "industry_1w",
        "x2_1w",
        "roubles_1w",
        "temp_workers_1w",
        "engineer_public_1",
        "own_15",
    }
    assert verbs(state) == {"place", "pass"}


@pytest.mark.rule("russian", "R10.10")
def test_nothing_is_added_to_the_worker() -> None:
    """Roubles, turquoise and black workers stay in hand."""
    state = hand(position(), 3, roubles=3, turquoise=2, black=True)
    state = claimed(state, {1: 3})
    assert all(len(line.split()) == 1 for line in offers(state, "place"))
    assert not {"rail_black_2w", "loco_2w", "loco_3w", "industry_2w"} & spaces(state)
    state = play(state, "place x2_1w")
    assert magnate(state, 3).roubles == 3


@pytest.mark.rule("russian", "R10.10")
def test_the_other_turn_order_space_is_excluded() -> None:
    """Even if it is free."""
    assert not spaces(claimed(position(), {1: 3})) & CLAIMS


@pytest.mark.rule("russian", "R10.10")
def test_the_worker_may_go_to_an_engineer_who_repeats_an_action() -> None:
    """Engineer 12 names one of this round."""
    state = occupied(hand(position(), 3, engineers=(12,)), "x2_1w", 3)
    state = play(claimed(state, {1: 3}), "place own_12")
    assert offers(state, "again") == {"x2_1w"}
    state = play(state, "again x2_1w")
    assert (state.board(3).x2, state.round) == (1, 2)


@pytest.mark.rule("russian", "R10.11")
def test_the_worker_may_stay_where_it_is() -> None:
    """Then nothing happens (Q78)."""
    state = claimed(position(), {1: 3})
    before = state.board(3)
    state = play(state, "pass")
    assert state.round == 2
    assert state.board(3) == before


@pytest.mark.rule("russian", "R10.11")
def test_the_second_action_must_be_completed_as_usual() -> None:
    """No grey moves without grey rails, and no half of two black ones."""
    state = claimed(position(), {1: 3})
    assert "rail_grey_1w" not in spaces(state)
    state = play(state, "place rail_black_1w", "move kiev black")
    assert verbs(state) == {"move"}


@pytest.mark.rule("russian", "R10.11")
def test_an_own_engineer_may_lapse_in_the_second_action() -> None:
    """As in a turn."""
    state = claimed(hand(position(), 3, engineers=(15,)), {1: 3})
    state = play(state, "place own_15", "move kiev black", "lapse")
    assert state.round == 2
    assert rails(state, "kiev", 3)[0] == 2


@pytest.mark.rule("russian", "R10.12")
def test_the_second_action_is_due_even_if_the_order_stays() -> None:
    """The holder of the first place has claimed the second (Q78)."""
    state = claimed(position(), {2: 0})
    assert asked(state) == 0
    assert "x2_1w" in spaces(state)
    assert state.order == (0, 1, 2, 3)


@pytest.mark.rule("russian", "R10.12")
def test_the_second_action_comes_before_the_scoring() -> None:
    """What it brings counts in the same round."""
    state = claimed(position(), {1: 3})
    assert told(state, Evaluated) == []
    state = play(state, "place industry_1w", "step")
    assert [news.industry for news in told(state, Evaluated) if news.seat == 3] == [1]


@pytest.mark.rule("russian", "R10.12")
@pytest.mark.parametrize("line", ["pass", "place x2_1w"])
def test_nobody_scores_for_passing_again(line: str) -> None:
    """Only what he had before (Q78)."""
    state = claimed(position(), {1: 3})
    before = passing(state, 3)
    assert before == 4
    assert passing(play(state, line), 3) == before
