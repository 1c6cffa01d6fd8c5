"""R9 Engineers."""

from __future__ import annotations

import pytest

from tests.rules.russian.position import (
    all_pass,
    asked,
    board,
    fresh,
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
    supply,
    turn,
    verbs,
)
from trainshed.core import CHANCE
from trainshed.games.russian import GAME
from trainshed.games.russian.box import ENGINEERS
from trainshed.games.russian.state import State

PUBLIC = {"engineer_public_1", "engineer_public_2"}
ROW = (10, 9, 4, 3, 7, 8, 11)
LINES = ("trans", "petersburg", "kiev")


def rich(number: int, *, public: bool = False) -> State:
    """Every rail but white can be moved, and the engineer is his own one or a public one."""
    row = (5, number, 4, 3, 7, 8, 11) if public else (5, 9, 4, 3, 7, 8, 11)
    state = board(position(row=row), trans=(12, 8, 5, 2), markers=(1,), worked=True)
    return turn(state if public else hand(state, engineers=(number,)))


def boss(*engineers: int) -> State:
    """Seat 0 has these engineers, and nothing has been built yet."""
    return hand(position(row=(5, 9, 4, 3, 7, 8, 11)), engineers=engineers)


# The row


@pytest.mark.rule("russian", "R9.1")
@pytest.mark.parametrize(("seats", "public"), [(2, 1), (3, 2), (4, 2)])
def test_one_or_two_engineers_are_public(seats: int, public: int) -> None:
    """Two players have one public engineer, more players have two (Q71)."""
    names = {f"engineer_public_{number + 1}" for number in range(public)}
    assert spaces(turn(position(seats))) & PUBLIC == names


@pytest.mark.rule("russian", "R9.1")
@pytest.mark.parametrize(("seats", "length"), [(2, 6), (3, 6), (4, 7)])
def test_the_row_is_six_or_seven_long(seats: int, length: int) -> None:
    """Seven engineers with four players, six with fewer (Q71)."""
    state = fresh(seats)
    while asked(state) == CHANCE:
        state = GAME.play(state, GAME.actions(state)[0])
    assert len([number for number in state.row if number]) == length


@pytest.mark.rule("russian", "R9.1")
def test_the_recruiting_space_is_followed_by_the_public_ones() -> None:
    """The first can be hired, the second and the third can be used by all."""
    state = turn(position(row=ROW))
    assert magnate(play(state, "place engineer_hire 1")).engineers == (10,)
    nine = play(state, "place engineer_public_1")
    assert verbs(nine) == {"step"}
    four = play(state, "place engineer_public_2")
    assert offers(four) == {f"move {line} black" for line in LINES}


# Hiring


@pytest.mark.rule("russian", "R9.2")
def test_hiring_costs_a_rouble_and_no_worker() -> None:
    """The engineer leaves the row and lies beside the board."""
    state = play(turn(position(row=ROW)), "place engineer_hire 1")
    was = magnate(state)
    assert (was.workers, was.roubles, was.engineers) == (5, 0, (10,))
    assert state.row[0] == 0
    assert state.row[1:] == ROW[1:]
    assert asked(state) == 1


@pytest.mark.rule("russian", "R9.2")
def test_without_a_rouble_nobody_is_hired() -> None:
    """A worker cannot stand for the rouble."""
    state = turn(hand(position(), roubles=0))
    assert "engineer_hire" not in spaces(state)
    refused(state, "place engineer_hire")


@pytest.mark.rule("russian", "R9.2")
def test_one_engineer_is_hired_in_a_round() -> None:
    """Then the space is closed for everybody."""
    state = turn(hand(position(), roubles=3))
    state = play(state, "place engineer_hire 1")
    assert "engineer_hire" not in spaces(state)
    assert "engineer_hire" not in spaces(others_pass(state))


@pytest.mark.rule("russian", "R9.2")
def test_a_player_may_own_any_number_of_engineers() -> None:
    """The fifth and the sixth are as good as the others (Q73)."""
    state = hand(position(row=(5, 9, 4)), engineers=(3, 7, 8, 10, 11))
    state = play(turn(state), "place engineer_hire 1")
    assert set(magnate(state).engineers) == {3, 5, 7, 8, 10, 11}


@pytest.mark.rule("russian", "R9.2")
def test_no_engineer_can_be_hired_from_an_empty_space() -> None:
    """A row that has come to its end offers nobody."""
    assert "engineer_hire" not in spaces(turn(position(row=(0, 9, 4))))


# Own and public engineers


@pytest.mark.rule("russian", "R9.3")
def test_an_own_engineer_serves_his_owner_alone() -> None:
    """Others have no such space."""
    state = turn(boss(15))
    assert "own_15" in spaces(state)
    assert "own_15" not in spaces(play(state, "pass"))


@pytest.mark.rule("russian", "R9.3")
def test_an_own_engineer_works_once_in_a_round() -> None:
    """In the next round he is free again (Q68)."""
    state = play(turn(boss(15)), "place own_15", "move trans black", "move trans black")
    state = others_pass(state)
    assert "own_15" not in spaces(state)
    assert "own_15" in spaces(all_pass(state))


@pytest.mark.rule("russian", "R9.3")
@pytest.mark.parametrize("payment", ["own_15", "own_15 1", "own_15 0 1", "own_15 0 0 1"])
def test_an_own_engineer_is_paid_like_any_other_space(payment: str) -> None:
    """A worker, a rouble, a turquoise or the black worker."""
    state = turn(hand(boss(15), turquoise=2, black=True))
    assert payment in offers(state, "place")


@pytest.mark.rule("russian", "R9.3")
def test_an_engineer_just_hired_works_in_the_next_turn() -> None:
    """In the same round (Q67)."""
    state = play(turn(position(row=(15, 9, 4))), "place engineer_hire 1")
    assert "own_15" in spaces(others_pass(state))


@pytest.mark.rule("russian", "R9.4")
def test_public_engineers_are_for_everybody_once_in_a_round() -> None:
    """Whoever uses one closes it (Q68)."""
    state = turn(position(row=ROW))
    assert spaces(play(state, "pass")) >= PUBLIC
    state = play(state, "place engineer_public_2", "move kiev black")
    assert spaces(state) & PUBLIC == {"engineer_public_1"}
    assert spaces(others_pass(state)) & PUBLIC == {"engineer_public_1"}


@pytest.mark.rule("russian", "R9.4")
def test_public_engineers_cannot_be_hired() -> None:
    """With the recruiting space empty, nobody can."""
    state = turn(hand(position(row=(0, 9, 4)), roubles=3))
    assert "engineer_hire" not in spaces(state)
    assert spaces(state) >= PUBLIC


@pytest.mark.rule("russian", "R9.4")
@pytest.mark.parametrize(("row", "left"), [((5, 9), {"engineer_public_1"}), ((5,), set())])
def test_a_public_space_without_an_engineer_offers_nothing(
    row: tuple[int, ...], left: set[str]
) -> None:
    """As in the last rounds."""
    padded = (*row, *(0,) * (7 - len(row)))
    assert spaces(turn(position(row=padded))) & PUBLIC == left


@pytest.mark.rule("russian", "R9.4")
def test_a_public_engineer_must_be_used_in_full() -> None:
    """One grey and one brown move need such rails (Q68)."""
    state = turn(position(row=(5, 7, 8)))
    assert spaces(state) & PUBLIC == set()


@pytest.mark.rule("russian", "R9.5")
def test_waiting_engineers_cannot_be_used() -> None:
    """Of the row, two can be used and one be hired."""
    state = turn(hand(position(row=ROW), roubles=3))
    offered = {name for name in spaces(state) if "engineer" in name or "own" in name}
    assert offered == {*PUBLIC, "engineer_hire"}


@pytest.mark.rule("russian", "R9.5")
@pytest.mark.parametrize("seat", [0, 3, None])
def test_everybody_sees_the_whole_row(seat: int | None) -> None:
    """The dark sides tell who they are."""
    state = turn(position(row=ROW))
    assert GAME.view(state, None if seat is None else state.order[seat]).row == ROW


# What they do


TABLE = [
    (1, ["move trans brown", "move kiev black"], 0),
    (2, ["move trans grey", "move trans black"], 0),
    (3, ["move trans beige"], 3),
    (4, ["move petersburg black"], 3),
    (5, ["step", "step"], 0),
    (6, ["move trans grey", "move trans black"], 0),
    (7, ["move trans brown", "move trans grey"], 0),
    (8, ["move trans brown"], 5),
    (9, ["step"], 3),
    (10, [], 3),
    (11, ["move trans grey"], 5),
    (13, ["step", "move kiev black"], 0),
    (13, ["move kiev black", "step"], 0),
    (14, ["locomotive 1"], 0),
    (14, ["factory pile 2 0"], 0),
    (15, ["move trans black", "move kiev black"], 0),
]
COLOURS = {
    1: {"black", "grey", "brown", "beige"},
    2: {"black", "grey"},
    3: {"black", "grey", "brown", "beige"},
    4: {"black"},
    6: {"black", "grey", "brown", "beige"},
    7: {"grey", "brown"},
    8: {"brown"},
    11: {"grey"},
    13: {"black"},
    15: {"black"},
}


@pytest.mark.rule("russian", "R9.6")
@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize(("number", "lines", "points"), TABLE)
def test_an_engineer_does_what_the_table_says(
    number: int, lines: list[str], points: int, *, public: bool
) -> None:
    """For one worker, and no more than that: then it is the next player's turn (Q69)."""
    space = "engineer_public_1" if public else f"own_{number}"
    before = rich(number, public=public)
    after = play(before, f"place {space}")
    for line in lines:
        assert asked(after) == 0
        after = play(after, line)
    assert asked(after) == 1
    assert magnate(after).workers == magnate(before).workers - 1
    assert score(after) == points
    moved = sum(
        now - was
        for line in LINES
        for now, was in zip(rails(after, line), rails(before, line), strict=True)
    )
    assert moved == len([line for line in lines if line.startswith("move")])
    assert after.board(0).markers == (1 + lines.count("step"),)
    assert after.board(0).x2 == (number == 10)


@pytest.mark.rule("russian", "R9.6")
@pytest.mark.parametrize(("number", "colours"), COLOURS.items())
def test_an_engineer_moves_only_his_colours(number: int, colours: set[str]) -> None:
    """Those that the table names."""
    state = play(rich(number), f"place own_{number}")
    assert {line.split()[1] for line in offers(state, "move")} == colours


@pytest.mark.rule("russian", "R9.6")
def test_the_second_move_of_engineer_2_has_the_other_colour() -> None:
    """One black and one grey; engineer 6 has a black one and one of any colour."""
    two = play(rich(2), "place own_2", "move kiev black")
    assert {line.split()[1] for line in offers(two, "move")} == {"grey"}
    six = play(rich(6), "place own_6", "move trans beige")
    assert {line.split()[1] for line in offers(six, "move")} == {"black"}
    six = play(rich(6), "place own_6", "move trans black")
    assert {line.split()[1] for line in offers(six, "move")} == {"black", "grey", "brown", "beige"}


@pytest.mark.rule("russian", "R9.6")
def test_seven_engineers_have_the_letter_a_and_seven_b() -> None:
    """Number 1 has none (Q72)."""
    letters = {number: engineer.letter for number, engineer in ENGINEERS.items()}
    assert sorted(letters) == list(range(1, 16))
    assert {n for n, letter in letters.items() if letter == "A"} == {2, 4, 5, 6, 9, 10, 13}
    assert {n for n, letter in letters.items() if letter == "B"} == {3, 7, 8, 11, 12, 14, 15}


@pytest.mark.rule("russian", "R9.6")
def test_an_engineer_costs_one_worker() -> None:
    """Neither two nor a rouble besides."""
    state = turn(hand(boss(7), roubles=2))
    assert offers(state, "place own_7") == {"1"}
    assert "own_7" in offers(state, "place")


@pytest.mark.rule("russian", "R9.7")
def test_points_of_an_engineer_come_at_once() -> None:
    """Before the round is scored."""
    state = turn(boss(10))
    assert score(play(state, "place own_10")) == 3


@pytest.mark.rule("russian", "R9.7")
@pytest.mark.parametrize(("number", "points"), [(7, 0), (8, 5), (11, 5)])
def test_an_own_engineer_works_even_if_nothing_can_be_done(number: int, points: int) -> None:
    """Without grey and brown rails only his points are left (Q68)."""
    state = play(turn(boss(number)), f"place own_{number}")
    if asked(state) == 0:
        state = play(state, "lapse")
    assert asked(state) == 1
    assert score(state) == points
    assert [rails(state, line)[0] for line in LINES] == [1, 1, 1]


@pytest.mark.rule("russian", "R9.7")
def test_an_own_engineer_works_in_part() -> None:
    """The black move of engineer 2, and not the grey one; a public one has to do both."""
    state = play(turn(boss(2)), "place own_2", "move kiev black")
    assert asked(play(state, "lapse") if asked(state) == 0 else state) == 1
    public = play(rich(2, public=True), "place engineer_public_1", "move kiev black")
    assert "lapse" not in offers(public)


@pytest.mark.rule("russian", "R9.7")
def test_an_own_engineer_scores_even_with_all_x2_places_filled() -> None:
    """The token is lost, the points are not."""
    state = board(boss(10), x2=8)
    state = play(turn(state), "place own_10")
    assert (score(state), state.board(0).x2) == (3, 8)


# Carrying out an action again


@pytest.mark.rule("russian", "R9.8")
@pytest.mark.parametrize(
    ("space", "pieces", "allowed"),
    [
        ("rail_black_1w", {"own": 1}, True),
        ("rail_black_1w", {"roubles": 1}, False),
        ("rail_black_1w", {"black": 1}, False),
        ("rail_black_1w", {"turquoise": 1}, False),
        ("rail_black_2w", {"own": 2}, False),
        ("rail_black_2w", {"own": 1, "roubles": 1}, False),
        ("rail_any2", {"own": 1, "roubles": 1}, False),
        ("engineer_hire", {"roubles": 1}, False),
    ],
)
def test_only_one_own_worker_qualifies(
    space: str, pieces: dict[str, int], *, allowed: bool
) -> None:
    """Neither another piece, nor two, nor a rouble besides (Q56)."""
    state = occupied(boss(12), space, **pieces)
    state = occupied(state, "x2_1w", own=1)
    state = play(turn(state), "place own_12")
    assert offers(state, "again") == {"x2_1w", *([space] if allowed else [])}


@pytest.mark.rule("russian", "R9.8")
def test_the_workers_of_others_do_not_qualify() -> None:
    """The player carries out again what he has paid himself."""
    state = occupied(occupied(boss(12), "rail_black_1w", 1), "x2_1w", 0)
    assert offers(play(turn(state), "place own_12"), "again") == {"x2_1w"}


@pytest.mark.rule("russian", "R9.8")
def test_a_worker_exchanged_for_a_claim_no_longer_qualifies() -> None:
    """What lies on the space at that moment counts (Q62)."""
    state = hand(position(order=(1, 2, 3, 0)), engineers=(12,), roubles=3)
    state = occupied(occupied(state, "roubles_1w"), "x2_1w")
    state = play(turn(state), "place turn_order_1 1", "swap roubles_1w")
    state = play(others_pass(state), "place own_12")
    assert offers(state, "again") == {"x2_1w"}


@pytest.mark.rule("russian", "R9.8")
def test_factory_3_does_the_same() -> None:
    """With the same conditions."""
    state = board(position(), factories=(3,), markers=(4,))
    state = occupied(occupied(state, "x2_1w"), "rail_black_1w", roubles=1)
    state = play(turn(state), "place industry_1w 1", "step")
    assert offers(state, "again") == {"x2_1w"}
    state = play(state, "again x2_1w")
    assert state.board(0).x2 == 1
    assert asked(state) == 1


@pytest.mark.rule("russian", "R9.9")
def test_it_may_be_a_space_or_a_public_or_an_own_engineer() -> None:
    """All of these are actions (Q57)."""
    state = hand(position(row=(5, 9, 4)), engineers=(12, 10))
    for space in ("rail_black_1w", "engineer_public_1", "own_10"):
        state = occupied(state, space)
    state = play(turn(state), "place own_12")
    assert offers(state, "again") == {"rail_black_1w", "engineer_public_1", "own_10"}
    assert score(play(state, "again own_10")) == 3
    public = play(state, "again engineer_public_1", "step")
    assert (score(public), public.board(0).markers) == (3, (1,))


@pytest.mark.rule("russian", "R9.9")
@pytest.mark.parametrize(
    ("own", "roubles", "allowed"), [(1, 0, True), (0, 1, False), (1, 1, True), (2, 0, True)]
)
def test_each_placement_on_the_shared_space_is_looked_at_by_itself(
    own: int, roubles: int, *, allowed: bool
) -> None:
    """A rouble of another turn does no harm (Q57)."""
    state = boss(12)
    for _ in range(own):
        state = occupied(state, "rail_shared")
    for _ in range(roubles):
        state = occupied(state, "rail_shared", roubles=1)
    state = play(turn(occupied(state, "x2_1w")), "place own_12")
    assert ("rail_shared" in offers(state, "again")) == allowed


@pytest.mark.rule("russian", "R9.9")
def test_it_may_be_the_action_under_way() -> None:
    """A marker that enters factory 3 by `industry_1w` goes on by it (Q61)."""
    state = board(position(), factories=(3,), markers=(4,))
    state = play(turn(state), "place industry_1w", "step")
    assert offers(state, "again") == {"industry_1w"}
    state = play(state, "again industry_1w", "step")
    assert state.board(0).markers == (6,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R9.9")
def test_it_may_be_the_action_of_a_claims_worker() -> None:
    """It stands on `industry_1w` now, alone and in his colour."""
    state = board(position(order=(1, 2, 3, 0)), factories=(3,), markers=(4,))
    state = play(turn(state), "place turn_order_1")
    while "pass" in offers(state) and asked(state) != 0:
        state = play(state, "pass")
    state = play(state, "pass", "place industry_1w", "step")
    assert offers(state, "again") == {"industry_1w"}


@pytest.mark.rule("russian", "R9.10")
@pytest.mark.parametrize("space", ["turn_order_1", "turn_order_2"])
def test_claims_cannot_be_carried_out_again(space: str) -> None:
    """A second claim is not allowed (Q59)."""
    state = occupied(occupied(boss(12), space), "x2_1w")
    assert offers(play(turn(state), "place own_12"), "again") == {"x2_1w"}


@pytest.mark.rule("russian", "R9.10")
@pytest.mark.parametrize("space", ["own_12", "engineer_public_1"])
def test_engineer_12_cannot_be_carried_out_again(space: str) -> None:
    """Neither as an own engineer nor as a public one (Q59)."""
    state = (
        hand(position(row=(5, 12, 4)), engineers=(12,))
        if space == "own_12"
        else position(row=(5, 12, 4))
    )
    state = board(state, factories=(3,), markers=(4,))
    state = occupied(occupied(state, space), "x2_1w")
    state = play(turn(state), "place industry_1w 1", "step")
    assert offers(state, "again") == {"x2_1w"}


@pytest.mark.rule("russian", "R9.10")
def test_engineer_12_does_not_name_himself() -> None:
    """With nothing else to name, his effect lapses."""
    state = play(turn(boss(12)), "place own_12")
    assert offers(state, "again") == set()


@pytest.mark.rule("russian", "R9.10")
def test_the_temporary_workers_cannot_be_had_twice() -> None:
    """They are gone (Q59)."""
    state = play(turn(boss(12)), "place temp_workers_1w")
    state = play(occupied(others_pass(state), "x2_1w"), "place own_12")
    assert offers(state, "again") == {"x2_1w"}


@pytest.mark.rule("russian", "R9.11")
def test_the_repetition_costs_nothing() -> None:
    """Only engineer 12 himself is paid."""
    state = occupied(boss(12), "roubles_1w")
    state = play(turn(state), "place own_12", "again roubles_1w")
    assert (magnate(state).workers, magnate(state).roubles) == (4, 3)


@pytest.mark.rule("russian", "R9.11")
def test_a_space_of_the_board_must_be_completed_again() -> None:
    """It can be named only if that is possible, and none of it lapses (Q58)."""
    state = occupied(occupied(boss(12), "rail_grey_1w"), "rail_black_1w")
    state = play(turn(state), "place own_12")
    assert offers(state, "again") == {"rail_black_1w"}
    state = play(state, "again rail_black_1w", "move kiev black")
    assert verbs(state) == {"move"}


@pytest.mark.rule("russian", "R9.11")
def test_a_public_engineer_must_be_completed_again() -> None:
    """With all x2 places filled, number 10 cannot be repeated (Q58)."""
    state = board(hand(position(row=(5, 10, 4)), engineers=(12,)), x2=8)
    state = occupied(occupied(state, "engineer_public_1"), "rail_black_1w")
    assert offers(play(turn(state), "place own_12"), "again") == {"rail_black_1w"}


@pytest.mark.rule("russian", "R9.11")
def test_an_own_engineer_may_lapse_again() -> None:
    """One of his two moves is enough."""
    state = occupied(boss(12, 15), "own_15")
    state = play(turn(state), "place own_12", "again own_15", "move kiev black")
    assert "lapse" in offers(state)
    assert asked(play(state, "lapse")) == 1


@pytest.mark.rule("russian", "R9.11")
def test_an_own_engineer_can_be_repeated_without_any_effect() -> None:
    """His points are scored again."""
    state = occupied(boss(12, 8), "own_8")
    assert "own_8" in offers(play(turn(state), "place own_12"), "again")
    state = play(turn(state), "place own_12", "again own_8")
    assert score(state) == 5


@pytest.mark.rule("russian", "R9.12")
def test_the_action_is_named_before_anything_else_goes_on() -> None:
    """The second step waits until the repeated action is done (Q60)."""
    state = board(position(), factories=(3,), markers=(4,))
    state = occupied(state, "rail_black_1w")
    state = play(turn(state), "place industry_2w", "step")
    assert offers(state) == {"again rail_black_1w", "lapse"}
    state = play(state, "again rail_black_1w")
    assert verbs(state) == {"move"}
    state = play(state, "move kiev black", "move kiev black")
    assert verbs(state) == {"step"}
    assert state.board(0).markers == (5,)


@pytest.mark.rule("russian", "R9.12")
def test_a_public_engineer_12_needs_an_action_to_repeat() -> None:
    """Without one he cannot be chosen."""
    state = position(row=(5, 12, 4))
    assert "engineer_public_1" not in spaces(turn(state))
    assert "engineer_public_1" not in spaces(turn(occupied(state, "rail_grey_1w")))
    assert "engineer_public_1" in spaces(turn(occupied(state, "x2_1w")))


@pytest.mark.rule("russian", "R9.12")
def test_a_public_engineer_12_must_be_carried_out() -> None:
    """As all public engineers: an action has to be named (Q8, Q68)."""
    state = occupied(position(row=(5, 12, 4)), "x2_1w")
    state = play(turn(state), "place engineer_public_1")
    assert offers(state) == {"again x2_1w"}


@pytest.mark.rule("russian", "R9.12")
def test_an_own_engineer_12_lapses_without_an_action() -> None:
    """He can be used all the same."""
    state = play(turn(boss(12)), "place own_12")
    assert asked(play(state, "lapse") if asked(state) == 0 else state) == 1
    assert magnate(state).workers == 4


@pytest.mark.rule("russian", "R9.12")
def test_factory_3_lapses_without_an_action() -> None:
    """The marker goes on."""
    state = board(supply(position(), lowest=4), factories=(3,), markers=(4,))
    state = play(turn(state), "place industry_2w", "step")
    state = play(state, "lapse") if "lapse" in offers(state) else state
    assert play(state, "step").board(0).markers == (6,)
