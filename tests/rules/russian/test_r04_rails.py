"""R4 Rails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.rules.russian.position import (
    accepts,
    all_pass,
    asked,
    board,
    hand,
    magnate,
    offers,
    on_line,
    others_pass,
    play,
    position,
    rails,
    score,
    spaces,
    told,
    turn,
)
from trainshed.games.russian.actions import Scored, Unlocked
from trainshed.games.russian.state import State

FULL = {"trans": (15, 14, 13, 12, 11), "petersburg": (9, 8, 7, 6), "kiev": (9, 8, 7)}
"""Lines on which no rail can move."""
COLOURS = ("black", "grey", "brown", "beige", "white")


def moving(lines: Mapping[str, Sequence[int]], *, full: bool = False) -> State:
    """Seat 0 uses an own engineer 1: two moves of any colour, which may lapse."""
    state = hand(position(), engineers=(1,))
    for line, at in ({**FULL, **lines} if full else lines).items():
        state = on_line(state, line, at)
    return play(turn(state), "place own_1")


def able() -> State:
    """Seat 0 has all rails and room for them."""
    return board(position(), trans=(15, 12, 9, 6, 2), petersburg=(5, 3, 1), kiev=(5, 3, 1))


# R4.1, R4.2


@pytest.mark.rule("russian", "R4.1")
@pytest.mark.parametrize(("line", "last"), [("trans", 15), ("petersburg", 9), ("kiev", 9)])
def test_the_length_of_a_line(line: str, last: int) -> None:
    """Black goes to space 15, or to space 9, and no further."""
    state = play(moving({line: (last - 1,)}, full=True), f"move {line} black")
    assert rails(state, line)[0] == last
    assert f"{line} black" not in offers(state, "move")


@pytest.mark.rule("russian", "R4.1")
@pytest.mark.parametrize(
    ("line", "before", "colour"),
    [
        ("trans", (15, 7, 6, 5), "white"),
        ("petersburg", (8, 7, 6), "beige"),
        ("kiev", (8, 7), "brown"),
    ],
)
def test_the_last_colour_of_a_line(line: str, before: tuple[int, ...], colour: str) -> None:
    """Q19 White on the Trans-Siberian, beige in St Petersburg, brown in Kiev."""
    assert f"{line} {colour}" in offers(moving({line: before}, full=True), "move")


@pytest.mark.rule("russian", "R4.1")
def test_slots_for_locomotives() -> None:
    """Two on the Trans-Siberian, one on each other line."""
    spots = set()
    for slot in (0, 1, 2, 3):
        ones = [int(n != slot) for n in range(4)]
        state = turn(board(position(), locomotives=ones))
        after = play(state, "place loco_1w", f"locomotive {slot}").board(0)
        spots.add(tuple(after.reach(line) for line in range(3)))
    assert spots == {(3, 1, 1), (2, 2, 1), (2, 1, 2)}


@pytest.mark.rule("russian", "R4.2")
@pytest.mark.parametrize(
    ("line", "before", "colour"),
    [("petersburg", (8, 7, 6, 5), "white"), ("kiev", (8, 7, 6), "beige")],
)
def test_a_line_takes_only_its_colours(line: str, before: tuple[int, ...], colour: str) -> None:
    """Q19 No white in St Petersburg, no beige and no white in Kiev."""
    state = moving({line: before}, full=True)
    assert not accepts(state, f"move {line} {colour}")
    assert not accepts(state, f"move {line} white")


@pytest.mark.rule("russian", "R4.2")
def test_one_rail_of_a_colour_on_a_line() -> None:
    """Q16 A grey move on a line with a grey rail moves that rail; no second one enters."""
    state = play(moving({"trans": (6, 2)}), "move trans grey")
    assert rails(state, "trans") == (6, 3, 0, 0, 0)


# R4.3, R4.4


@pytest.mark.rule("russian", "R4.3")
@pytest.mark.parametrize("colour", [1, 2, 3, 4])
def test_a_rail_stays_behind_the_one_before_it(colour: int) -> None:
    """Q16 It may come next to it, but neither to its space nor beyond."""
    line = [15, 12, 9, 6, 3]
    line[colour] = line[colour - 1] - 2
    line[colour + 1 :] = [0] * (4 - colour)
    state = moving({"trans": line})
    state = play(state, f"move trans {COLOURS[colour]}")
    assert not accepts(state, f"move trans {COLOURS[colour]}")


@pytest.mark.rule("russian", "R4.3")
def test_a_rail_may_follow_when_the_one_before_has_gone_on() -> None:
    """Grey stands next to black; after a black move there is room for it."""
    state = moving({"trans": (5, 4)})
    assert not accepts(state, "move trans grey")
    state = play(state, "move trans black", "move trans grey")
    assert rails(state, "trans") == (6, 5, 0, 0, 0)


@pytest.mark.rule("russian", "R4.4")
def test_a_rail_enters_on_space_one() -> None:
    """Q17 Entering costs a move."""
    state = play(moving({"trans": (5,)}), "move trans grey")
    assert rails(state, "trans") == (5, 1, 0, 0, 0)
    state = play(state, "move trans grey")
    assert rails(state, "trans") == (5, 2, 0, 0, 0)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R4.4")
@pytest.mark.parametrize(
    ("before", "colour", "enters"),
    [
        ((15, 1), "brown", False),
        ((15, 2), "brown", True),
        ((15, 0), "brown", False),
        ((15, 4, 1), "beige", False),
        ((15, 4, 2), "beige", True),
        ((15, 4, 3, 1), "white", False),
        ((15, 4, 3, 2), "white", True),
        ((15, 4, 3, 0), "white", False),
    ],
)
def test_a_colour_enters_behind_the_one_before_it(
    before: tuple[int, ...], colour: str, *, enters: bool
) -> None:
    """Q17 The colour before it must be on that line, on space 2 or beyond."""
    assert accepts(moving({"trans": before}), f"move trans {colour}") == enters


VECTORS = [
    pytest.param("petersburg", (1,), "grey", False, id="M01"),
    pytest.param("petersburg", (2,), "grey", True, id="M02"),
    pytest.param("kiev", (5, 4), "grey", False, id="M03"),
    pytest.param("kiev", (5,), "brown", False, id="M04"),
    pytest.param("kiev", (5, 3, 1), "beige", False, id="M05"),
    pytest.param("petersburg", (9,), "black", False, id="M06"),
]
"""Worked examples: a line, its rails, a move, and whether it is allowed."""


@pytest.mark.rule("russian", "R4.3")
@pytest.mark.rule("russian", "R4.4")
@pytest.mark.rule("russian", "R4.5")
@pytest.mark.parametrize(("line", "before", "colour", "legal"), VECTORS)
def test_worked_examples_of_moves(
    line: str, before: tuple[int, ...], colour: str, *, legal: bool
) -> None:
    """The player has the rails of all colours."""
    assert accepts(moving({line: before}, full=True), f"move {line} {colour}") == legal


@pytest.mark.rule("russian", "R4.8")
def test_worked_example_of_new_rails() -> None:
    """M07 Black to 2, then grey to 1, with two moves of any colour (Q20)."""
    state = play(turn(position()), "place rail_any2 1", "move trans black", "move trans grey")
    assert rails(state, "trans") == (2, 1, 0, 0, 0)


# R4.5, R4.6


@pytest.mark.rule("russian", "R4.5")
def test_a_move_is_one_space() -> None:
    """The rail goes one space on, nothing else changes."""
    state = play(moving({"trans": (7, 3, 1)}), "move trans grey")
    assert rails(state, "trans") == (7, 4, 1, 0, 0)
    assert rails(state, "kiev") == (1, 0, 0)


@pytest.mark.rule("russian", "R4.5")
@pytest.mark.parametrize("colour", ["grey", "brown"])
def test_only_allowed_colours_move(colour: str) -> None:
    """A space for black moves moves nothing else."""
    state = play(turn(board(position(), trans=(8, 5, 2))), "place rail_black_1w")
    assert not accepts(state, f"move trans {colour}")


@pytest.mark.rule("russian", "R4.6")
def test_moves_on_one_line() -> None:
    """Q18 All three on one line."""
    state = play(turn(position()), "place rail_black_2w", *["move kiev black"] * 3)
    assert rails(state, "kiev") == (4, 0, 0)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R4.6")
def test_moves_divided_among_lines() -> None:
    """Q18 One on each line."""
    state = play(turn(position()), "place rail_black_2w", "move kiev black")
    state = play(state, "move trans black", "move petersburg black")
    assert [rails(state, line)[0] for line in FULL] == [2, 2, 2]


@pytest.mark.rule("russian", "R4.6")
def test_moves_divided_among_colours() -> None:
    """Q18 One black, one brown with moves of any colour."""
    state = board(position(), trans=(8, 5, 2))
    state = play(turn(state), "place rail_any2 1", "move trans brown", "move kiev black")
    assert rails(state, "trans") == (8, 5, 3, 0, 0)
    assert rails(state, "kiev") == (2, 0, 0)


@pytest.mark.rule("russian", "R4.6")
def test_the_rest_goes_to_other_lines() -> None:
    """Q18 Kiev takes one of the three moves; the others must be made elsewhere."""
    state = play(turn(board(position(), kiev=(8,))), "place rail_black_2w", "move kiev black")
    assert offers(state) == {"move trans black", "move petersburg black"}


# R4.7, R4.8


@pytest.mark.rule("russian", "R4.7")
def test_at_first_only_black_moves() -> None:
    """Moves of any colour offer nothing else, though there is room."""
    state = moving({"petersburg": (5,), "kiev": (5,)})
    assert offers(state, "move") == {"trans black", "petersburg black", "kiev black"}


@pytest.mark.rule("russian", "R4.7")
@pytest.mark.parametrize(
    ("black", "closed"),
    [
        (1, {"grey", "brown", "beige", "white"}),
        (2, {"brown", "beige", "white"}),
        (6, {"beige", "white"}),
        (10, {"white"}),
        (15, set()),
    ],
)
def test_spaces_for_rails_one_does_not_have(black: int, closed: set[str]) -> None:
    """They are closed, whatever stands on the lines."""
    line = (black, *(n for n in (5, 4, 3) if n < black))
    open_ = spaces(turn(board(position(), trans=line, petersburg=(6, 5, 4), kiev=(6, 5))))
    mine = {name for name in COLOURS if f"rail_{name}_1w" in open_}
    assert not mine & closed
    assert mine >= set(COLOURS) - closed - {"grey", "brown", "beige"}


@pytest.mark.rule("russian", "R4.7")
@pytest.mark.parametrize(
    ("before", "colour", "lines"),
    [
        ((1,), "grey", {"trans", "petersburg", "kiev"}),
        ((5, 3), "brown", {"trans", "petersburg", "kiev"}),
        ((9, 5, 3), "beige", {"trans", "petersburg"}),
        ((14, 7, 5, 3), "white", {"trans"}),
    ],
)
def test_where_rails_are_gained(before: tuple[int, ...], colour: str, lines: set[str]) -> None:
    """The black rail of the Trans-Siberian brings one for each line that takes the colour."""
    old = len(before)
    state = hand(board(position(), trans=before), engineers=(1,))
    state = board(state, petersburg=(8, 7, 6, 5)[:old], kiev=(8, 7, 6)[:old])
    assert not any(colour in line for line in offers(play(turn(state), "place own_1")))
    state = play(turn(state), "place rail_shared", "move trans black")
    state = play(state, "lapse") if asked(state) == 0 else state
    state = play(others_pass(state), "place own_1")
    can = {line.split()[0] for line in offers(state, "move") if line.split()[1] == colour}
    assert can == lines


@pytest.mark.rule("russian", "R4.7")
@pytest.mark.parametrize(
    ("space", "colour"), [(2, "grey"), (6, "brown"), (10, "beige"), (15, "white")]
)
def test_gained_rails_are_told(space: int, colour: str) -> None:
    """At the moment when the rail comes there, without a locomotive."""
    state = board(position(), trans=(space - 1,), locomotives=(1, 0, 0, 0))
    state = play(turn(state), "place rail_shared", "move trans black")
    assert [one.colour for one in told(state, Unlocked)] == [colour]


@pytest.mark.rule("russian", "R4.7")
@pytest.mark.parametrize("line", ["petersburg", "kiev"])
def test_other_lines_bring_no_rails(line: str) -> None:
    """Only the Trans-Siberian does."""
    state = play(moving({line: (5,)}), f"move {line} black")
    assert not told(state, Unlocked)
    assert not any("brown" in one for one in offers(state))


@pytest.mark.rule("russian", "R4.8")
def test_new_rails_may_move_in_the_same_action() -> None:
    """Q20 The shared space has one move, a public engineer 2 a black and a grey one."""
    state = board(position(row=(4, 2, 5, 3, 7, 8, 11)), kiev=(3,))
    state = play(turn(state), "place engineer_public_1", "move trans black", "move kiev grey")
    assert rails(state, "kiev") == (3, 1, 0)


@pytest.mark.rule("russian", "R4.8")
def test_new_rails_need_an_action_of_their_colour() -> None:
    """Q20 Black moves that bring the grey rails do not move them."""
    state = play(turn(position()), "place rail_black_2w", "move trans black")
    assert not any("grey" in line for line in offers(state))


# R4.9


@pytest.mark.rule("russian", "R4.9")
def test_two_white_moves_come_with_the_white_rail() -> None:
    """Q21 At once, on the Trans-Siberian, before the action goes on."""
    state = board(position(), trans=(14, 10, 8, 6))
    state = play(turn(state), "place rail_black_1w", "move trans black")
    assert offers(state) == {"move trans white", "lapse"}
    state = play(state, "move trans white", "move trans white")
    assert rails(state, "trans") == (15, 10, 8, 6, 2)
    assert offers(state) == {"move petersburg black", "move kiev black"}


@pytest.mark.rule("russian", "R4.9")
def test_white_moves_follow_the_usual_rules() -> None:
    """Q21 Beige stands on 2: one move is possible, the other is lost."""
    state = board(position(), trans=(14, 10, 8, 2))
    state = play(turn(state), "place rail_shared", "move trans black", "move trans white")
    state = play(state, "lapse") if asked(state) == 0 else state
    assert asked(state) == 1
    assert rails(state, "trans") == (15, 10, 8, 2, 1)


@pytest.mark.rule("russian", "R4.9")
def test_white_moves_that_are_impossible_are_lost() -> None:
    """Q21 Without a beige rail on the line white cannot enter, and no move is kept."""
    state = board(position(), trans=(14, 10, 8))
    state = play(turn(state), "place rail_black_1w", "move trans black")
    state = play(state, "lapse") if "lapse" in offers(state) else state
    assert offers(state) == {"move petersburg black", "move kiev black"}
    assert asked(play(state, "move kiev black")) == 1


@pytest.mark.rule("russian", "R4.9")
def test_white_moves_are_not_moves_of_the_action() -> None:
    """Q21 With two moves of any colour the second one is still there after them."""
    state = board(position(), trans=(14, 10, 8, 6))
    state = play(turn(state), "place rail_any2 1", "move trans black")
    state = play(state, "move trans white", "move trans white", "move trans white")
    assert rails(state, "trans") == (15, 10, 8, 6, 3)
    assert asked(state) == 1


# R4.10


@pytest.mark.rule("russian", "R4.10")
@pytest.mark.parametrize(("line", "last"), [("trans", 15), ("petersburg", 9), ("kiev", 9)])
def test_a_terminus_scores_ten(line: str, last: int) -> None:
    """I05 Q22 At once and without a locomotive, on each of the lines."""
    state = turn(on_line(position(), line, (last - 1,)))
    state = play(state, "place rail_shared", f"move {line} black")
    assert score(state) == 10
    assert [(one.points, one.source) for one in told(state, Scored)] == [(10, "terminus")]


@pytest.mark.rule("russian", "R4.10")
def test_a_terminus_scores_once() -> None:
    """Q22 A line on which the black rail has arrived brings no further ten in the scoring."""
    state = all_pass(turn(board(position(), petersburg=(9,))))
    assert score(state) == 0


@pytest.mark.rule("russian", "R4.10")
def test_the_space_before_the_terminus_scores_nothing() -> None:
    """Only the last space counts."""
    state = play(turn(board(position(), petersburg=(7,))), "place rail_shared")
    assert score(play(state, "move petersburg black")) == 0


# R4.11, R4.12


@pytest.mark.rule("russian", "R4.11")
@pytest.mark.parametrize(
    ("space", "workers", "colour", "moves"),
    [
        ("rail_black_1w", 1, "black", 2),
        ("rail_black_2w", 2, "black", 3),
        ("rail_grey_1w", 1, "grey", 2),
        ("rail_grey_2w", 2, "grey", 3),
        ("rail_brown_1w", 1, "brown", 1),
        ("rail_brown_2w", 2, "brown", 2),
        ("rail_beige_1w", 1, "beige", 1),
        ("rail_beige_2w", 2, "beige", 2),
        ("rail_white_1w", 1, "white", 1),
        ("rail_white_2w", 2, "white", 2),
    ],
)
def test_the_spaces_for_rails(space: str, workers: int, colour: str, moves: int) -> None:
    """Each has its cost, its colour and its number of moves."""
    state = play(turn(able()), f"place {space}")
    assert magnate(state).workers == 5 - workers
    for _ in range(moves):
        assert asked(state) == 0
        assert {line.split()[2] for line in offers(state)} == {colour}
        state = play(state, max(offers(state)))
    assert asked(state) == 1


@pytest.mark.rule("russian", "R4.11")
@pytest.mark.parametrize("second", ["trans grey", "trans white", "petersburg brown", "kiev black"])
def test_two_moves_of_any_colour(second: str) -> None:
    """A worker and a rouble; the moves may be of one colour or of two."""
    state = play(turn(able()), "place rail_any2 1")
    assert (magnate(state).workers, magnate(state).roubles) == (4, 0)
    state = play(state, "move kiev black", f"move {second}")
    assert asked(state) == 1


@pytest.mark.rule("russian", "R4.11")
def test_two_roubles_pay_but_never_two_workers() -> None:
    """A worker of the cost may be a rouble, the rouble no worker."""
    state = turn(hand(able(), roubles=2))
    assert magnate(play(state, "place rail_any2 2")).roubles == 0
    assert not accepts(state, "place rail_any2")


@pytest.mark.rule("russian", "R4.11")
def test_the_shared_space() -> None:
    """One move, black or grey, for one worker."""
    state = play(turn(able()), "place rail_shared")
    assert {line.split()[2] for line in offers(state)} == {"black", "grey"}
    assert magnate(state).workers == 4
    assert asked(play(state, "move trans grey")) == 1


@pytest.mark.rule("russian", "R4.12")
def test_the_shared_space_takes_any_number() -> None:
    """All players, and each of them several times in a round, each time as one action."""
    state = turn(position(2))
    for number in range(6):
        assert asked(state) == number % 2
        assert "rail_shared" in spaces(state)
        state = play(state, "place rail_shared", "move kiev black")
    assert state.round == 1
    assert [rails(state, "kiev", seat)[0] for seat in (0, 1)] == [4, 4]
    assert [one.workers for one in state.magnates] == [3, 3]


@pytest.mark.rule("russian", "R4.12")
def test_each_piece_on_the_shared_space_is_an_action_of_its_own() -> None:
    """Two workers at once are refused: a turn is one action."""
    state = play(turn(hand(position(), roubles=2)), "place rail_shared", "move kiev black")
    assert asked(state) == 1
    assert not accepts(turn(hand(position(), roubles=2)), "place rail_shared 2")
