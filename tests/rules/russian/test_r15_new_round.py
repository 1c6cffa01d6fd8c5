"""R15 A new round."""

from __future__ import annotations

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
    refused,
    score,
    scoring,
    spaces,
    turn,
    verbs,
)
from trainshed.games.russian.state import SOURCES, State

LAST = {2: 6, 3: 6, 4: 7}
CLAIMS = {"turn_order_1", "turn_order_2"}
PUBLIC = {"engineer_public_1", "engineer_public_2"}


def final(seats: int = 4) -> State:
    """The last round."""
    return position(seats, round_=LAST[seats])


@pytest.mark.rule("russian", "R15.1")
def test_all_workers_of_a_colour_return() -> None:
    """Wherever they stand, those gained in play too."""
    state = hand(position(), workers=2, staff=6)
    state = occupied(occupied(state, "rail_black_2w", own=2), "x2_1w")
    state = occupied(state, "rail_shared")
    state = scoring(hand(state, 1, workers=4, staff=5))
    assert [magnate(state, seat).workers for seat in range(4)] == [6, 5, 5, 5]
    assert state.placed == ()
    assert {"rail_black_2w", "x2_1w"} <= spaces(state)


@pytest.mark.rule("russian", "R15.1")
def test_the_worker_of_a_claim_returns_too() -> None:
    """Whether it has acted a second time or not."""
    for line in ("pass", "place x2_1w"):
        state = play(turn(position(), 3), "place turn_order_1", *["pass"] * 4)
        assert asked(state) == 3
        assert magnate(play(state, line), 3).workers == 5


@pytest.mark.rule("russian", "R15.1")
def test_the_black_worker_returns_to_its_owner() -> None:
    """In every round (Q66)."""
    state = play(turn(hand(position(), black=True)), "place x2_1w 0 0 1")
    assert magnate(state).black == 0
    state = all_pass(state)
    assert [magnate(state, seat).black for seat in range(4)] == [1, 0, 0, 0]


@pytest.mark.rule("russian", "R15.2")
def test_paid_roubles_do_not_return() -> None:
    """Those in hand are kept (Q6)."""
    state = play(turn(hand(position(), roubles=3)), "place x2_1w 1")
    assert magnate(all_pass(state)).roubles == 2


@pytest.mark.rule("russian", "R15.2")
def test_turquoise_workers_return_to_their_space_unused() -> None:
    """They are lost for the player (Q6)."""
    state = all_pass(play(turn(position()), "place temp_workers_1w"))
    assert magnate(state).turquoise == 0
    assert state.turquoise == 2
    assert "temp_workers_1w" in spaces(state)


@pytest.mark.rule("russian", "R15.2")
def test_turquoise_workers_return_from_the_spaces() -> None:
    """One has paid and one has not."""
    state = play(turn(position()), "place temp_workers_1w")
    state = play(others_pass(state), "place x2_1w 0 1")
    assert magnate(state).turquoise == 1
    state = all_pass(state)
    assert (magnate(state).turquoise, state.turquoise) == (0, 2)
    assert magnate(state).workers == 5


@pytest.mark.rule("russian", "R15.3")
def test_an_engineer_nobody_hired_leaves_the_game() -> None:
    """The row moves one space to the right (Q70)."""
    state = all_pass(turn(position(row=(5, 9, 4, 3, 7, 8, 11))))
    assert [number for number in state.row if number] == [9, 4, 3, 7, 8, 11]
    assert state.row[0] == 9
    assert all(magnate(state, seat).engineers == () for seat in range(4))


@pytest.mark.rule("russian", "R15.3")
def test_the_row_moves_when_an_engineer_has_been_hired() -> None:
    """One space, no more."""
    state = play(turn(position(row=(5, 9, 4, 3, 7, 8, 11))), "place engineer_hire 1")
    state = all_pass(state)
    assert [number for number in state.row if number] == [9, 4, 3, 7, 8, 11]
    assert state.row[0] == 9
    assert magnate(state).engineers == (5,)


@pytest.mark.rule("russian", "R15.3")
def test_engineers_change_their_sides_with_their_spaces() -> None:
    """A public one can be hired now, a waiting one be used."""
    state = all_pass(turn(position(row=(5, 9, 4, 15, 7, 8, 11))))
    assert magnate(play(state, "place engineer_hire 1")).engineers == (9,)
    state = play(state, "place engineer_public_2")
    assert verbs(state) == {"move"}
    assert score(state) == 0


@pytest.mark.rule("russian", "R15.3")
@pytest.mark.parametrize(
    ("seats", "publics"),
    [
        (4, [2, 2, 2, 2, 2, 1, 0]),
        (3, [2, 2, 2, 2, 1, 0]),
        (2, [1, 1, 1, 1, 1, 0]),
    ],
)
def test_public_spaces_are_empty_in_the_last_rounds(seats: int, publics: list[int]) -> None:
    """No new engineers come (Q70)."""
    row = (5, 9, 4, 10, 6, 13, 15)[: 7 if seats == 4 else 6]
    state = turn(position(seats, row=row))
    for round_, public in enumerate(publics, start=1):
        assert state.round == round_
        assert len(spaces(state) & PUBLIC) == public
        assert "engineer_hire" in spaces(state)
        assert state.row[0] == row[round_ - 1]
        state = all_pass(state)
    assert state.over


@pytest.mark.rule("russian", "R15.4")
def test_the_new_place_counts_for_passing() -> None:
    """The fourth has claimed the first place and passes there for nothing."""
    state = all_pass(play(turn(position(), 3), "place turn_order_1"))
    assert state.order == (3, 0, 1, 2)
    at = SOURCES.index("pass")
    before = [magnate(state, seat).points[at] for seat in range(4)]
    state = play(state, "pass", "pass", "pass", "pass")
    after = [magnate(state, seat).points[at] for seat in range(4)]
    assert [now - was for now, was in zip(after, before, strict=True)] == [2, 3, 4, 0]


@pytest.mark.rule("russian", "R15.4")
def test_everybody_is_in_again() -> None:
    """The cards show their numbers, and the first of the new order begins."""
    state = all_pass(play(turn(position(), 3), "place turn_order_1"))
    assert not any(player.passed for player in state.magnates)
    assert asked(state) == 3
    actors = []
    for _ in range(4):
        actors.append(asked(state))
        state = play(state, "place rail_shared", "move kiev black")
    assert actors == [3, 0, 1, 2]


# The last round


@pytest.mark.rule("russian", "R15.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_claims_a_place_in_the_last_round(seats: int) -> None:
    """The spaces are covered (Q84)."""
    state = turn(final(seats), seats - 1)
    assert not spaces(state) & CLAIMS
    assert refused(state, "place turn_order_1") in {"R15.5", None}
    before = turn(position(seats, round_=LAST[seats] - 1), seats - 1)
    assert "turn_order_1" in spaces(before)


@pytest.mark.rule("russian", "R15.5")
def test_there_is_no_second_action_after_the_last_round() -> None:
    """When all have passed, the game is over."""
    state = play(turn(final()), *["pass"] * 4)
    assert state.over
    assert state.order == (0, 1, 2, 3)
    assert asked(state) is None


@pytest.mark.rule("russian", "R15.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_round_has_a_space_of_its_own(seats: int) -> None:
    """No other round has it (Q84)."""
    assert "last_round" in spaces(turn(final(seats)))
    assert "last_round" not in spaces(turn(position(seats, round_=LAST[seats] - 1)))


@pytest.mark.rule("russian", "R15.6")
def test_it_is_three_steps_for_two_workers() -> None:
    """One or both of them may be roubles."""
    state = turn(hand(final(), roubles=2))
    assert {line for line in offers(state, "place") if line.startswith("last_round")} == {
        "last_round",
        "last_round 1",
        "last_round 2",
    }
    state = play(state, "place last_round", "step", "step")
    assert magnate(state).workers == 3
    assert verbs(state) == {"step"}
    state = play(state, "step")
    assert state.board(0).markers == (3,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R15.6")
def test_it_must_be_completed() -> None:
    """An empty hole in the way of the third step closes it."""
    assert "last_round" not in spaces(turn(board(final(), markers=(2,))))
    assert "last_round" in spaces(turn(board(final(), markers=(2,), factories=(4,))))


@pytest.mark.rule("russian", "R15.6")
def test_there_is_one_for_all() -> None:
    """Whoever uses it closes it."""
    state = play(turn(final()), "place last_round", "step", "step", "step")
    assert "last_round" not in spaces(state)
