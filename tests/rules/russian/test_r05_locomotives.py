"""R5 Locomotives."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rules.russian.position import (
    accepts,
    all_pass,
    asked,
    board,
    magnate,
    offers,
    play,
    position,
    score,
    spaces,
    supply,
    turn,
    used_tokens,
)
from trainshed.games.russian.state import State

Slots = tuple[int, int, int, int]


def shed(
    slots: Sequence[int],
    lowest: int,
    *,
    reserve: Sequence[int] = (),
    piles: Sequence[int] | None = None,
) -> State:
    """Seat 0 is asked; his locomotives, and the number of the next one."""
    state = board(position(), locomotives=slots)
    return turn(supply(state, lowest=None if piles else lowest, piles=piles, reserve=reserve))


def slots(state: State) -> Slots:
    """The locomotives of seat 0."""
    return state.board(0).locomotives


# R5.1, R5.2


@pytest.mark.rule("russian", "R5.1")
@pytest.mark.parametrize("lowest", range(2, 10))
def test_the_lowest_locomotive_is_taken(lowest: int) -> None:
    """Q38 From the first pile that is not empty."""
    state = play(shed((1, 0, 0, 0), lowest), "place loco_1w", "locomotive 1")
    assert slots(state) == (1, lowest, 0, 0)


@pytest.mark.rule("russian", "R5.1")
def test_the_pile_gets_smaller() -> None:
    """Q38 When the last one of a number is gone, the next pile follows."""
    state = shed((1, 0, 0, 0), 2, piles=(0, 1, 4, 4, 4, 4, 4, 4))
    state = play(state, "place loco_1w", "locomotive 1", "place loco_2w", "locomotive 1")
    assert slots(state) == (1, 3, 0, 0)
    assert state.board(1).locomotives == (1, 4, 0, 0)


@pytest.mark.rule("russian", "R5.2")
def test_the_reach_is_the_sum_of_the_numbers() -> None:
    """Two locomotives together serve Trans-Siberian 13: 9 and 4, not one of them."""
    state = board(position(), trans=(13, 8), locomotives=(9, 0, 0, 0))
    state = play(turn(supply(state, lowest=4)), "place loco_1w", "locomotive 1")
    assert offers(state, "token")
    state = board(position(), trans=(13, 8), locomotives=(9, 0, 0, 0))
    state = play(turn(supply(state, lowest=3)), "place loco_1w", "locomotive 1")
    assert asked(state) == 1


@pytest.mark.rule("russian", "R5.2")
@pytest.mark.parametrize(("number", "points"), [(2, 2), (3, 3), (4, 3), (9, 3)])
def test_a_reach_beyond_the_rails_does_no_harm(number: int, points: int) -> None:
    """Q24 Three grey spaces score up to the reach and never more than three."""
    state = board(position(), trans=(4, 3), locomotives=(number, 0, 0, 0))
    assert score(all_pass(turn(state))) == points


@pytest.mark.rule("russian", "R5.2")
def test_a_reach_beyond_the_line_does_no_harm() -> None:
    """Q24 9 and 8 on a line with 15 spaces."""
    state = board(position(), trans=(15, 14), locomotives=(9, 8, 0, 0))
    assert score(all_pass(turn(state))) == 14


# R5.3, R5.4


@pytest.mark.rule("russian", "R5.3")
@pytest.mark.parametrize(
    ("before", "lowest", "can"),
    [
        ((1, 0, 0, 0), 2, {"0", "1", "2", "3"}),
        ((3, 3, 0, 0), 3, {"2", "3"}),
        ((5, 2, 4, 3), 4, {"1", "3"}),
        ((4, 3, 5, 5), 5, {"0", "1"}),
        ((9, 8, 7, 6), 7, {"3"}),
    ],
)
def test_free_slots_and_lower_numbers(before: Slots, lowest: int, can: set[str]) -> None:
    """Never onto an equal or a higher number; the slots of one line are separate."""
    assert offers(play(shed(before, lowest), "place loco_1w"), "locomotive") == can


@pytest.mark.rule("russian", "R5.3")
def test_a_free_slot_displaces_nothing() -> None:
    """The turn is over at once."""
    state = play(shed((1, 0, 0, 0), 2), "place loco_1w", "locomotive 3")
    assert slots(state) == (1, 0, 0, 2)
    assert asked(state) == 1
    assert state.reserve == ()


@pytest.mark.rule("russian", "R5.4")
def test_a_displaced_locomotive_is_placed_by_the_same_rule() -> None:
    """A free slot or a lower number, on any line; and it may displace another."""
    state = play(shed((4, 1, 3, 2), 5), "place loco_1w", "locomotive 0")
    assert offers(state, "locomotive") == {"1", "2", "3"}
    state = play(state, "locomotive 2")
    assert offers(state, "locomotive") == {"1", "3"}
    state = play(state, "locomotive 3")
    assert offers(state, "locomotive") == {"1"}
    state = play(state, "locomotive 1")
    assert slots(state) == (5, 2, 4, 3)
    assert state.reserve == (1,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R5.4")
def test_the_second_slot_of_the_same_line() -> None:
    """Q39 A displaced locomotive may go there, too."""
    state = play(shed((2, 0, 0, 0), 3), "place loco_1w", "locomotive 0")
    assert offers(state, "locomotive") == {"1", "2", "3"}
    assert slots(play(state, "locomotive 1")) == (3, 2, 0, 0)


@pytest.mark.rule("russian", "R5.4")
def test_a_displaced_locomotive_replaces_no_equal_one() -> None:
    """Two of a number: neither displaces the other."""
    state = play(shed((2, 0, 2, 2), 3), "place loco_1w", "locomotive 0")
    state = play(state, "locomotive 1") if asked(state) == 0 else state
    assert slots(state) == (3, 2, 2, 2)


# R5.5, R5.6, R5.7


@pytest.mark.rule("russian", "R5.5")
def test_with_a_free_slot_a_displaced_locomotive_must_stay() -> None:
    """Q40 It cannot be turned over."""
    state = play(shed((1, 2, 3, 0), 4), "place loco_1w", "locomotive 2")
    assert offers(state) == {"locomotive 0", "locomotive 1", "locomotive 3"}


@pytest.mark.rule("russian", "R5.5")
def test_the_rule_holds_for_the_whole_chain() -> None:
    """Q40 The last one displaced has only the free slot left, and takes it."""
    state = play(shed((1, 2, 3, 0), 4), "place loco_1w", "locomotive 2", "locomotive 0")
    assert "retire" not in offers(state)
    state = play(state, "locomotive 3") if asked(state) == 0 else state
    assert slots(state) == (3, 2, 4, 1)
    assert state.reserve == ()


@pytest.mark.rule("russian", "R5.6")
def test_with_all_slots_filled_the_player_may_stop() -> None:
    """Q40 Although a lower one could still be replaced."""
    state = play(shed((1, 2, 3, 2), 4), "place loco_1w", "locomotive 2")
    assert "locomotive 0" in offers(state)
    state = play(state, "retire")
    assert slots(state) == (1, 2, 4, 2)
    assert state.reserve == (3,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R5.6")
def test_stopping_later_in_the_chain() -> None:
    """Q40 The locomotive displaced last is turned over, not the first one."""
    state = play(shed((1, 2, 3, 2), 4), "place loco_1w", "locomotive 2", "locomotive 1", "retire")
    assert slots(state) == (1, 3, 4, 2)
    assert state.reserve == (2,)


@pytest.mark.rule("russian", "R5.6")
def test_what_cannot_be_placed_is_turned_over() -> None:
    """A locomotive 1 finds nothing lower."""
    state = play(shed((1, 5, 5, 5), 4), "place loco_1w", "locomotive 0")
    state = play(state, "retire") if asked(state) == 0 else state
    assert slots(state) == (4, 5, 5, 5)
    assert state.reserve == (1,)


@pytest.mark.rule("russian", "R5.6")
def test_the_reserve_is_open_to_all() -> None:
    """The next player builds the factory that was turned over."""
    state = play(shed((1, 2, 3, 2), 4), "place loco_1w", "locomotive 2", "retire")
    assert "factory reserve 3 0" in offers(play(state, "place loco_2w"))


@pytest.mark.rule("russian", "R5.7")
def test_a_new_locomotive_must_be_placed() -> None:
    """Q41 It cannot be turned over instead."""
    state = play(shed((1, 2, 3, 2), 4), "place loco_1w")
    assert not accepts(state, "retire")
    assert not accepts(state, "lapse")


@pytest.mark.rule("russian", "R5.7")
def test_no_locomotive_without_a_place() -> None:
    """Q41 All slots hold equal or higher numbers: only a factory can be built."""
    state = play(shed((4, 5, 4, 9), 4), "place loco_1w")
    assert offers(state) == {"factory pile 4 0"}


@pytest.mark.rule("russian", "R5.7")
def test_both_together_need_a_place() -> None:
    """Q41 `loco_3w` is closed if the locomotive cannot be placed, even after the factory."""
    assert "loco_3w" not in spaces(shed((4, 5, 4, 9), 4, piles=(0, 0, 2, 4, 4, 4, 4, 4)))
    assert "loco_3w" in spaces(shed((3, 5, 4, 9), 4, piles=(0, 0, 2, 4, 4, 4, 4, 4)))


@pytest.mark.rule("russian", "R5.7")
def test_a_factory_first_may_bring_a_higher_locomotive() -> None:
    """The last 4 becomes a factory; the 5 can be placed (R3.7). Nothing else is offered."""
    state = shed((4, 5, 4, 9), 4, piles=(0, 0, 1, 4, 4, 4, 4, 4), reserve=(2,))
    state = play(state, "place loco_3w")
    assert offers(state) == {"factory pile 4 0"}
    state = play(state, "factory pile 4 0")
    assert offers(state) == {"locomotive 0", "locomotive 2"}


# R5.8


@pytest.mark.rule("russian", "R5.8")
def test_a_nine_is_never_displaced() -> None:
    """Q42 Another 9 finds only lower numbers."""
    state = play(shed((9, 8, 7, 6), 9), "place loco_1w")
    assert offers(state, "locomotive") == {"1", "2", "3"}
    assert offers(play(state, "locomotive 1"), "locomotive") == {"2", "3"}


@pytest.mark.rule("russian", "R5.8")
def test_the_special_nine_displaces_but_stays() -> None:
    """Q42 It comes by its card; the reserve gets what it displaced."""
    state = board(position(), petersburg=(3,), locomotives=(8, 7, 4, 3))
    state = play(turn(state), "place rail_shared", "move petersburg black", "token card")
    state = play(state, "card loco9", "locomotive 0", "retire", "ten")
    assert slots(state) == (9, 7, 4, 3)
    assert state.reserve == (8,)
    state = play(turn(supply(state, lowest=9)), "place loco_1w")
    assert "0" not in offers(state, "locomotive")


# R5.9, R5.10


@pytest.mark.rule("russian", "R5.9")
@pytest.mark.parametrize(("space", "workers"), [("loco_1w", 1), ("loco_2w", 2)])
def test_a_locomotive_or_a_factory(space: str, workers: int) -> None:
    """Either ends the action."""
    state = play(shed((1, 0, 0, 0), 2), f"place {space}")
    assert magnate(state).workers == 5 - workers
    assert offers(state, "locomotive")
    assert offers(state, "factory") == {"pile 2 0"}
    assert asked(play(state, "locomotive 1")) == 1
    assert asked(play(state, "factory pile 2 0")) == 1


@pytest.mark.rule("russian", "R5.9")
def test_a_locomotive_and_a_factory() -> None:
    """Q43 Three workers for both."""
    state = play(shed((1, 0, 0, 0), 2), "place loco_3w")
    assert magnate(state).workers == 2
    state = play(state, "locomotive 1", "factory pile 2 0")
    assert slots(state) == (1, 2, 0, 0)
    assert state.board(0).factories == (2,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R5.10")
def test_the_factory_may_come_first() -> None:
    """Q43 The player chooses the order."""
    state = play(shed((1, 0, 0, 0), 2), "place loco_3w", "factory pile 2 0", "locomotive 1")
    assert slots(state) == (1, 2, 0, 0)
    assert state.board(0).factories == (2,)


@pytest.mark.rule("russian", "R5.10")
def test_never_two_of_a_kind() -> None:
    """Q43 After a locomotive only a factory, after a factory only a locomotive."""
    state = play(shed((1, 0, 0, 0), 2), "place loco_3w")
    assert not offers(play(state, "locomotive 1"), "locomotive")
    assert not offers(play(state, "factory pile 2 0"), "factory")


@pytest.mark.rule("russian", "R5.10")
def test_a_locomotive_turned_over_may_be_the_factory() -> None:
    """Q43 It lies in the reserve when the second half begins."""
    state = play(shed((1, 2, 3, 2), 4), "place loco_3w", "locomotive 2", "retire")
    assert offers(state) == {"factory pile 4 0", "factory reserve 3 0"}
    state = play(state, "factory reserve 3 0")
    assert state.board(0).factories == (3,)
    assert state.reserve == ()


@pytest.mark.rule("russian", "R5.10")
def test_the_last_locomotive_turns_over_the_factory() -> None:
    """Q43 The piles are empty after it, but what it displaces is the factory."""
    state = shed((8, 8, 8, 8), 9, piles=(0,) * 7 + (1,))
    assert "loco_3w" in spaces(state)
    state = play(state, "place loco_3w")
    assert not offers(state, "factory")
    state = play(state, "locomotive 0")
    state = play(state, "retire") if "retire" in offers(state) else state
    assert offers(state) == {"factory reserve 8 0"}


@pytest.mark.rule("russian", "R5.10")
@pytest.mark.parametrize(
    ("before", "legal"),
    [((8, 0, 0, 0), False), ((8, 8, 8, 0), False), ((8, 8, 8, 7), True), ((9, 9, 9, 8), True)],
)
def test_the_last_locomotive_without_a_factory(before: Slots, *, legal: bool) -> None:
    """With a free slot nothing is turned over, so that the second half is impossible."""
    state = shed(before, 9, piles=(0,) * 7 + (1,))
    assert ("loco_3w" in spaces(state)) == legal


@pytest.mark.rule("russian", "R5.10")
def test_the_last_locomotive_and_the_reserve() -> None:
    """One tile is left for the locomotive; the factory must come from the reserve."""
    state = shed((8, 0, 0, 0), 9, piles=(0,) * 7 + (1,), reserve=(3,))
    state = play(state, "place loco_3w")
    assert offers(state, "factory") == {"reserve 3 0"}
    state = play(state, "factory reserve 3 0")
    assert offers(state) == {f"locomotive {slot}" for slot in range(4)}


@pytest.mark.rule("russian", "R5.7")
def test_the_special_nine_needs_a_place_too() -> None:
    """Q41 With 9 on all slots its card cannot be chosen."""
    state = board(position(), petersburg=(3,), locomotives=(9, 9, 9, 9))
    state = play(turn(state), "place rail_shared", "move petersburg black", "token card")
    assert "loco9" not in offers(state, "card")


@pytest.mark.rule("russian", "R5.4")
def test_a_chain_serves_special_spaces_at_its_end() -> None:
    """St Petersburg 4 is reached by a displaced locomotive."""
    state = board(position(), petersburg=(4,), locomotives=(4, 0, 0, 0))
    state = play(turn(supply(state, lowest=5)), "place loco_1w", "locomotive 0", "locomotive 2")
    assert used_tokens(play(state, "token kiev_medal")) == {"kiev_medal"}
