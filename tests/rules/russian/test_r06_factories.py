"""R6 Factories."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rules.russian.position import (
    accepts,
    all_pass,
    asked,
    board,
    hand,
    magnate,
    occupied,
    offers,
    play,
    position,
    rails,
    score,
    spaces,
    supply,
    turn,
)
from trainshed.games.russian.state import State

FIVE = (4, 4, 5, 6, 7)


def works(
    factories: Sequence[int] = (),
    *,
    lowest: int = 2,
    reserve: Sequence[int] = (),
    markers: Sequence[int] = (0,),
) -> State:
    """Seat 0 is asked; his factories, the next locomotive and the reserve."""
    state = board(position(), factories=factories, markers=markers)
    return turn(supply(state, lowest=lowest, reserve=reserve))


def entering(factory: int, *, state: State | None = None) -> State:
    """A marker of seat 0 enters a factory in the first hole, by `industry_1w`."""
    state = board(state or position(), factories=(factory,), markers=(4,))
    return play(turn(state), "place industry_1w", "step")


# R6.1 to R6.4


@pytest.mark.rule("russian", "R6.1")
def test_the_next_locomotive_or_any_tile_of_the_reserve() -> None:
    """Q44 No other pile, but the whole reserve."""
    state = play(works(lowest=5, reserve=(1, 3, 3)), "place loco_1w")
    assert offers(state, "factory") == {"pile 5 0", "reserve 1 0", "reserve 3 0"}


@pytest.mark.rule("russian", "R6.1")
def test_a_tile_of_the_pile_is_turned_over() -> None:
    """Q44 It is no longer there as a locomotive."""
    state = works(lowest=5)
    had = state.piles
    state = play(state, "place loco_1w", "factory pile 5 0")
    assert state.board(0).factories == (5,)
    assert state.piles == (*had[:3], had[3] - 1, *had[4:])


@pytest.mark.rule("russian", "R6.1")
def test_a_tile_of_the_reserve_is_taken() -> None:
    """Q44 One of two equal tiles stays."""
    state = play(works(lowest=5, reserve=(1, 3, 3)), "place loco_1w", "factory reserve 3 0")
    assert state.board(0).factories == (3,)
    assert sorted(state.reserve) == [1, 3]


@pytest.mark.rule("russian", "R6.1")
def test_equal_numbers_have_equal_factories() -> None:
    """A 6 of the reserve gives the rouble that a 6 of the pile gives."""
    for source in ("pile", "reserve"):
        state = works(lowest=6, reserve=(6,), markers=(4,))
        state = play(state, "place loco_1w", f"factory {source} 6 0")
        state = play(turn(state), "place industry_1w", "step")
        assert magnate(state).roubles == 2


@pytest.mark.rule("russian", "R6.2")
@pytest.mark.parametrize("built", range(5))
def test_the_first_empty_hole(built: int) -> None:
    """From the left, and there are five."""
    state = play(works(FIVE[:built]), "place loco_1w")
    assert offers(state, "factory") == {f"pile 2 {built}"}
    after = play(state, f"factory pile 2 {built}").board(0)
    assert after.factories == (*FIVE[:built], 2)


@pytest.mark.rule("russian", "R6.2")
def test_the_holes_are_these_spaces() -> None:
    """5, 7, 9, 11 and 13 of the track: there a marker enters the factory."""
    for number, space in enumerate((5, 7, 9, 11, 13)):
        state = works([6] * (number + 1), markers=(space - 1,))
        assert magnate(play(state, "place industry_1w", "step")).roubles == 2


@pytest.mark.rule("russian", "R6.3")
def test_with_five_factories_one_is_replaced() -> None:
    """Q45 In any hole; the old one goes to the reserve."""
    state = play(works(FIVE, lowest=3), "place loco_1w")
    assert offers(state, "factory") >= {f"pile 3 {hole}" for hole in range(5)}
    state = play(state, "factory pile 3 2")
    assert state.board(0).factories == (4, 4, 3, 6, 7)
    assert state.reserve == (5,)


@pytest.mark.rule("russian", "R6.3")
def test_the_old_tile_may_not_be_taken_back() -> None:
    """Q45 It lies in the reserve by then, but putting it back would be no build."""
    state = play(works(FIVE, lowest=3), "place loco_1w")
    assert not any("reserve" in line for line in offers(state, "factory"))


@pytest.mark.rule("russian", "R6.3")
def test_another_tile_of_the_same_number_may_be_taken() -> None:
    """Q45 A 4 of the reserve replaces a 4."""
    state = play(works(FIVE, lowest=3, reserve=(4,)), "place loco_1w", "factory reserve 4 0")
    assert state.board(0).factories == FIVE
    assert state.reserve == (4,)


@pytest.mark.rule("russian", "R6.4")
def test_without_piles_only_the_reserve() -> None:
    """Q96 No locomotive, and factories from the reserve."""
    state = works(lowest=10, reserve=(3,))
    assert "loco_3w" not in spaces(state)
    assert offers(play(state, "place loco_1w")) == {"factory reserve 3 0"}


@pytest.mark.rule("russian", "R6.4")
def test_without_piles_and_reserve_nothing_is_built() -> None:
    """Q96 All three spaces are closed."""
    assert not spaces(works(lowest=10)) & {"loco_1w", "loco_2w", "loco_3w"}


@pytest.mark.rule("russian", "R6.4")
def test_the_replaced_tile_alone_does_not_do() -> None:
    """Q96 With five factories there would be only the tile that may not be taken back."""
    assert not spaces(works(FIVE, lowest=10)) & {"loco_1w", "loco_2w", "loco_3w"}
    assert "loco_1w" in spaces(works(FIVE, lowest=10, reserve=(4,)))


# R6.5


@pytest.mark.rule("russian", "R6.5")
@pytest.mark.rule("russian", "R6.7")
@pytest.mark.parametrize(
    ("engineers", "points"),
    [
        pytest.param((4, 10, 15), 29, id="I01"),
        pytest.param((), 0, id="I02"),
        pytest.param((1,), 1, id="the one without a letter"),
        pytest.param((12,), 12, id="one"),
    ],
)
def test_factory_1_counts_engineers(engineers: tuple[int, ...], points: int) -> None:
    """The sum of the numbers of those beside the board, nothing without any."""
    state = entering(1, state=hand(position(), engineers=engineers))
    assert score(state) == points
    assert asked(state) == 1


@pytest.mark.rule("russian", "R6.7")
def test_factory_1_does_not_count_others() -> None:
    """Neither those of the row nor those of other players."""
    assert score(entering(1, state=hand(position(), 1, engineers=(12, 15)))) == 0


@pytest.mark.rule("russian", "R6.5")
def test_factory_2_builds() -> None:
    """One locomotive or one factory."""
    state = entering(2)
    assert {line.split()[0] for line in offers(state)} == {"locomotive", "factory", "lapse"}
    assert asked(play(state, "locomotive 1")) == 1
    assert play(state, "factory pile 2 1").board(0).factories == (2, 2)


@pytest.mark.rule("russian", "R6.5")
def test_factory_3_carries_out_an_action_again() -> None:
    """One that was paid with an own worker."""
    state = entering(3, state=occupied(position(), "rail_shared"))
    assert "rail_shared" in offers(state, "again")
    state = play(state, "again rail_shared", "move kiev black")
    assert rails(state, "kiev") == (2, 0, 0)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R6.5")
def test_factory_4_gives_two_x2_tokens() -> None:
    """Two at once."""
    state = entering(4)
    assert (state.board(0).x2, state.x2) == (2, 18)


@pytest.mark.rule("russian", "R6.5")
def test_factory_5_gives_a_step() -> None:
    """The marker may go on."""
    state = play(entering(5), "step")
    assert state.board(0).markers == (6,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R6.5")
def test_factory_6_gives_a_rouble() -> None:
    """One."""
    assert magnate(entering(6)).roubles == 2


@pytest.mark.rule("russian", "R6.5")
def test_factory_7_gives_two_moves() -> None:
    """Of any colour."""
    state = entering(7, state=board(position(), trans=(6, 3)))
    assert offers(state, "move") >= {"trans black", "trans grey", "trans brown", "kiev black"}
    state = play(state, "move trans brown", "move trans grey")
    assert rails(state, "trans") == (6, 4, 1, 0, 0)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R6.5")
@pytest.mark.rule("russian", "R6.8")
@pytest.mark.parametrize(
    ("locomotives", "points"),
    [
        pytest.param((9, 6, 4, 1), 15, id="I03"),
        pytest.param((1, 0, 0, 0), 1, id="I04"),
        pytest.param((2, 0, 5, 3), 8, id="lines"),
        pytest.param((4, 4, 2, 1), 8, id="equal"),
    ],
)
def test_factory_8_counts_the_two_highest(locomotives: Sequence[int], points: int) -> None:
    """Of all lines; one locomotive counts alone."""
    state = entering(8, state=board(position(), locomotives=locomotives))
    assert score(state) == points


@pytest.mark.rule("russian", "R6.8")
def test_factory_8_counts_the_special_nine() -> None:
    """It is a locomotive like others."""
    state = supply(board(position(), locomotives=(9, 0, 2, 0)), question_cards=("engineer",))
    assert score(entering(8, state=state)) == 11


@pytest.mark.rule("russian", "R6.5")
def test_factory_9_gives_a_bonus_card_or_ten_points() -> None:
    """The player chooses."""
    state = entering(9, state=position(pile=("lines", "x2")))
    assert offers(state) == {"take lines", "take x2", "ten"}
    assert score(play(state, "ten")) == 10
    state = play(state, "take lines")
    assert magnate(state).cards == ("lines",)
    assert score(state) == 0


# R6.6


@pytest.mark.rule("russian", "R6.6")
def test_a_marker_that_rests_or_leaves_sets_off_nothing() -> None:
    """Q47 No rouble when it stands there in a new round, none when it steps off."""
    state = works((6,), markers=(5,))
    assert magnate(play(state, "place industry_1w", "step")).roubles == 1
    assert magnate(all_pass(state)).roubles == 1


@pytest.mark.rule("russian", "R6.6")
def test_replacing_a_factory_below_a_marker() -> None:
    """Q46 The marker stays, and nothing happens."""
    state = works((4, 4, 5, 4, 4), lowest=6, markers=(9,))
    state = play(state, "place loco_1w", "factory pile 6 2")
    assert state.board(0).markers == (9,)
    assert magnate(state).roubles == 1
    assert asked(state) == 1


@pytest.mark.rule("russian", "R6.6")
def test_building_a_factory_sets_off_nothing() -> None:
    """It works when a marker enters."""
    state = play(works((4,), lowest=6), "place loco_1w", "factory pile 6 1")
    assert magnate(state).roubles == 1
    assert magnate(all_pass(state)).roubles == 1


# R6.9


@pytest.mark.rule("russian", "R6.9")
def test_factory_2_costs_no_further_piece() -> None:
    """Only the step was paid."""
    state = play(entering(2), "locomotive 1")
    assert (magnate(state).workers, magnate(state).roubles) == (4, 1)
    assert state.board(0).locomotives == (1, 2, 0, 0)


@pytest.mark.rule("russian", "R6.9")
def test_factory_2_follows_the_rules_of_building() -> None:
    """The lowest pile, a chain of locomotives, the reserve."""
    state = board(position(), locomotives=(4, 2, 2, 3))
    state = entering(2, state=supply(state, lowest=4, reserve=(1,)))
    assert offers(state) == {
        "lapse",
        "locomotive 1",
        "locomotive 2",
        "locomotive 3",
        "factory pile 4 1",
        "factory reserve 1 1",
    }
    state = play(state, "locomotive 3", "retire")
    assert state.board(0).locomotives == (4, 2, 2, 4)
    assert sorted(state.reserve) == [1, 3]


@pytest.mark.rule("russian", "R6.9")
def test_factory_2_is_one_build() -> None:
    """Not two."""
    state = play(entering(2), "factory pile 2 1")
    assert asked(state) == 1
    assert not accepts(state, "locomotive 1")


@pytest.mark.rule("russian", "R6.9")
def test_the_step_of_factory_5_may_enter_another_factory() -> None:
    """Q51 The other marker takes it, and sets off factory 6."""
    state = turn(board(position(), factories=(5, 6), markers=(6, 4)))
    state = play(state, "place industry_1w", "step 1")
    assert offers(state) == {"step", "lapse"}
    state = play(state, "step")
    assert state.board(0).markers == (7, 5)
    assert magnate(state).roubles == 2
    assert asked(state) == 1


@pytest.mark.rule("russian", "R6.9")
def test_a_factory_5_can_set_off_another() -> None:
    """Q51 The step of a second factory 5 follows that of the first."""
    state = turn(board(position(), factories=(5, 5), markers=(6, 4)))
    state = play(state, "place industry_1w", "step 1", "step", "step")
    assert state.board(0).markers == (8, 5)
    assert asked(state) == 1
    assert not accepts(state, "step")
