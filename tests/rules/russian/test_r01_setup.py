"""R1 Set-up."""

from __future__ import annotations

import pytest

from tests.rules.russian.position import (
    accepts,
    all_pass,
    asked,
    board,
    fresh,
    hand,
    magnate,
    offers,
    play,
    position,
    rails,
    spaces,
    supply,
    turn,
)
from trainshed.core import CHANCE
from trainshed.games.russian import GAME
from trainshed.games.russian.state import State

A = {2, 4, 5, 6, 9, 10, 13}
B = {3, 7, 8, 11, 12, 14, 15}
BONUSES = {"black1", "industry1", "x2_1", "rouble1"}
TOKENS = {"rails4", "industry5", "second_marker", "x2_3", "revaluation", "kiev_medal", "card"}
BONUS_CARDS = {
    "flat15",
    "workers",
    "x2",
    "lines",
    "black_spaces",
    "extra_engineer",
    "factories",
    "question_tokens",
    "engineers",
    "locomotives",
}
BOARD = {
    "rail_any2",
    "rail_black_1w",
    "rail_black_2w",
    "rail_grey_1w",
    "rail_grey_2w",
    "rail_brown_1w",
    "rail_brown_2w",
    "rail_beige_1w",
    "rail_beige_2w",
    "rail_white_1w",
    "rail_white_2w",
    "rail_shared",
    "loco_1w",
    "loco_2w",
    "loco_3w",
    "industry_1w",
    "industry_2w",
    "industry_2w_black",
    "x2_1w",
    "roubles_1w",
    "temp_workers_1w",
    "turn_order_1",
    "turn_order_2",
    "engineer_public_1",
    "engineer_public_2",
    "engineer_hire",
}
CLOSED = {
    "rail_black_1w",
    "rail_grey_1w",
    "loco_2w",
    "industry_2w_black",
    "temp_workers_1w",
    "turn_order_2",
    "engineer_public_2",
}


def lots(state: State) -> State:
    """All lots are drawn: whatever comes first."""
    while asked(state) == CHANCE:
        state = GAME.play(state, GAME.actions(state)[0])
    return state


def drawn(state: State) -> State:
    """The turn order has been drawn: the seats as they are numbered."""
    return play(state, *(f"draw {seat}" for seat in range(state.seats)))


def begun(seats: int) -> State:
    """The first turn of the first round."""
    state = lots(fresh(seats))
    while offers(state, "bonus"):
        taken = "rouble1" if "rouble1" in offers(state, "bonus") else "x2_1"
        taken = taken if taken in offers(state, "bonus") else "industry1"
        state = play(state, f"bonus {taken}")
        state = play(state, "step") if offers(state) == {"step"} else state
    return state


def able(seats: int, *, row: tuple[int, ...]) -> State:
    """The last player, who is able to carry out all actions, is asked."""
    seat = seats - 1
    state = position(seats, row=row)
    state = board(
        state,
        seat,
        trans=(15, 12, 9, 6, 2),
        petersburg=(6, 4, 2),
        kiev=(5, 3, 1),
        locomotives=(2, 1, 0, 0),
    )
    return turn(hand(state, seat, workers=6, roubles=3), seat)


@pytest.mark.rule("russian", "R1.1")
@pytest.mark.parametrize(("seats", "workers", "roubles"), [(2, 6, 2), (3, 6, 1), (4, 5, 1)])
def test_workers_and_roubles_by_the_number_of_players(
    seats: int, workers: int, roubles: int
) -> None:
    """Q89 Two and three players have six workers, four have five; two have a second rouble."""
    state = lots(fresh(seats))
    assert [one.workers for one in state.magnates] == [workers] * seats
    assert [one.roubles for one in state.magnates] == [roubles] * seats


@pytest.mark.rule("russian", "R1.1")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 6), (4, 7)])
def test_rounds_by_the_number_of_players(seats: int, rounds: int) -> None:
    """Six rounds, with four players seven."""
    state = begun(seats)
    for number in range(1, rounds + 1):
        assert not state.over
        assert state.round == number
        state = all_pass(state)
    assert state.over


@pytest.mark.rule("russian", "R1.1")
@pytest.mark.parametrize("seats", [1, 5])
def test_two_three_or_four_can_play(seats: int) -> None:
    """No other number."""
    assert seats not in GAME.seats
    assert list(GAME.seats) == [2, 3, 4]


@pytest.mark.rule("russian", "R1.2")
def test_spaces_closed_with_two_players() -> None:
    """Q90 With two players seven spaces are closed, though the player could do all of them."""
    assert spaces(able(2, row=(2, 5, 9, 3, 7, 8))) == BOARD - CLOSED


@pytest.mark.rule("russian", "R1.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_no_space_is_closed_with_more_players(seats: int) -> None:
    """Q90 With three and four all spaces are open."""
    assert spaces(able(seats, row=(2, 5, 9, 3, 7, 8, 11)[: seats + 3])) == BOARD


@pytest.mark.rule("russian", "R1.2")
@pytest.mark.parametrize("space", sorted(CLOSED))
def test_a_closed_space_is_refused(space: str) -> None:
    """With two players these cannot be chosen."""
    assert not accepts(able(2, row=(2, 5, 9, 3, 7, 8)), f"place {space}")


@pytest.mark.rule("russian", "R1.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_pile_has_a_locomotive_for_each_player(seats: int) -> None:
    """After as many locomotives 2 as there are players, the next one is a 3."""
    state = hand(position(seats), 0, roubles=9)
    for _ in range(seats):
        state = play(turn(state), "place loco_1w", "factory pile 2 0")
        state = _emptied(state)
    state = turn(state)
    assert "factory pile 3 0" in offers(play(state, "place loco_1w"))
    assert "factory pile 2 0" not in offers(play(state, "place loco_1w"))


def _emptied(state: State) -> State:
    """Seat 0 starts again with an empty track and free spaces; the piles stay as they are."""
    fresh_ = hand(position(state.seats), 0, roubles=9)
    return supply(fresh_, piles=state.piles)


@pytest.mark.rule("russian", "R1.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_piles_from_two_to_nine(seats: int) -> None:
    """Eight piles, each with as many tiles as players; the 1s are on the boards."""
    state = lots(fresh(seats))
    assert state.piles == (seats,) * 8
    assert state.reserve == ()
    assert state.lowest == 2


@pytest.mark.rule("russian", "R1.3")
def test_one_more_nine_on_the_card() -> None:
    """The special 9 is to be had when all piles are empty."""
    state = board(position(), petersburg=(3,), locomotives=(2, 0, 4, 0))
    state = play(turn(supply(state, lowest=10)), "place rail_black_1w", "move petersburg black")
    state = play(state, "token card", "card loco9", "locomotive 1")
    assert state.board(0).locomotives == (2, 9, 4, 0)


@pytest.mark.rule("russian", "R1.4")
@pytest.mark.parametrize(("seats", "late"), [(2, 3), (3, 3), (4, 4)])
def test_the_row_has_three_a_and_then_b(seats: int, late: int) -> None:
    """Three A, beginning at the recruiting space, then three or four B."""
    state = drawn(fresh(seats))
    assert {int(line) for line in offers(state, "deal")} == A
    state = play(state, "deal 13", "deal 2", "deal 6")
    assert {int(line) for line in offers(state, "deal")} == B
    state = play(state, *("deal 15", "deal 3", "deal 12", "deal 8")[:late])
    assert not offers(state, "deal")
    assert state.row == (13, 2, 6, 15, 3, 12, 8)[: 3 + late]


@pytest.mark.rule("russian", "R1.4")
def test_engineers_are_drawn_without_putting_back() -> None:
    """They are shuffled: each one left is as likely as the others, none comes twice."""
    state = play(drawn(fresh(4)), "deal 13")
    assert set(GAME.odds(state).values()) == {1}
    assert {int(line) for line in offers(state, "deal")} == A - {13}


@pytest.mark.rule("russian", "R1.4")
def test_the_engineer_without_a_letter_lies_on_a_card() -> None:
    """Number 1 is never dealt; the card brings him, with a rouble."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0))
    state = play(turn(state), "place rail_black_1w", "move petersburg black", "token card")
    had = magnate(state).roubles
    state = play(state, "card engineer")
    assert magnate(state).engineers == (1,)
    assert magnate(state).roubles == had + 1


@pytest.mark.rule("russian", "R1.5")
def test_five_question_cards() -> None:
    """All five are on offer from the beginning, and one of them has the black worker."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0))
    state = play(turn(state), "place rail_black_1w", "move petersburg black", "token card")
    assert offers(state, "card") == {
        "four_small",
        "engineer",
        "factory_plus",
        "black_worker",
        "loco9",
    }
    assert magnate(play(state, "card black_worker")).black == 1


def removing(bonus_pile: str = "open") -> State:
    """Chance is asked which bonus cards leave the game."""
    return play(
        drawn(fresh(4, bonus_pile=bonus_pile)), *(f"deal {n}" for n in (2, 4, 5, 3, 7, 8, 11))
    )


@pytest.mark.rule("russian", "R1.6")
def test_two_bonus_cards_leave_the_game() -> None:
    """Any two of the ten, all with the same chance; eight form the pile."""
    state = removing()
    assert offers(state, "remove") == BONUS_CARDS
    assert set(GAME.odds(state).values()) == {1}
    state = play(state, "remove lines")
    assert offers(state, "remove") == BONUS_CARDS - {"lines"}
    state = play(state, "remove workers")
    assert not offers(state, "remove")
    assert set(state.pile) == BONUS_CARDS - {"lines", "workers"}


@pytest.mark.rule("russian", "R1.6")
def test_the_removed_cards_are_not_shown() -> None:
    """They leave unseen: a player is not told which."""
    state = removing("closed")
    shown = GAME.seen(GAME.read("remove lines"), state, GAME.actor(lots(state)))
    assert "lines" not in str(shown)


@pytest.mark.rule("russian", "R1.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_twenty_x2_tokens(seats: int) -> None:
    """The supply has twenty of them for any number of players."""
    assert lots(fresh(seats)).x2 == 20


@pytest.mark.rule("russian", "R1.7")
def test_rails_for_everybody() -> None:
    """Q93 When three players have all their rails the fourth gets his, too."""
    state = position()
    for seat in (1, 2, 3):
        state = board(state, seat, trans=(15, 5, 4, 3, 2), petersburg=(9, 5, 4, 3), kiev=(9, 5, 4))
    state = board(state, trans=(14, 5, 4, 3), petersburg=(9, 5, 4, 3), kiev=(9, 5, 4))
    state = play(turn(state), "place rail_shared", "move trans black", "move trans white")
    assert rails(state, "trans") == (15, 5, 4, 3, 1)


@pytest.mark.rule("russian", "R1.7")
def test_two_turquoise_workers() -> None:
    """They stand at their space, and there are two."""
    state = play(turn(position()), "place temp_workers_1w")
    assert magnate(state).turquoise == 2


@pytest.mark.rule("russian", "R1.7")
@pytest.mark.parametrize(("seats", "count"), [(2, 0), (3, 2), (4, 2)])
def test_no_turquoise_workers_with_two_players(seats: int, count: int) -> None:
    """With two players they are out of the game."""
    assert lots(fresh(seats)).turquoise == count


@pytest.mark.rule("russian", "R1.8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_stands_on_a_board(seats: int) -> None:
    """Q92 A locomotive 1, three black rails on 1, a marker on 0, no points."""
    state = lots(fresh(seats))
    for seat in range(seats):
        mine = state.board(seat)
        assert mine.rails == ((1, 0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0))
        assert mine.locomotives == (1, 0, 0, 0)
        assert mine.markers == (0,)
        assert (mine.factories, mine.x2) == ((), 0)
        assert magnate(state, seat).score == 0


@pytest.mark.rule("russian", "R1.9")
def test_two_workers_can_be_gained() -> None:
    """One comes at Trans-Siberian 3, one at Kiev 7; they stay for the next rounds."""
    state = board(position(), trans=(6, 4, 2), kiev=(6,), locomotives=(3, 0, 0, 0))
    state = play(turn(state), "place rail_any2 1", "move trans brown", "move kiev black")
    assert magnate(all_pass(state)).workers == 5 + 2


@pytest.mark.rule("russian", "R1.9")
def test_no_more_than_two_workers_are_gained() -> None:
    """Rails that go on bring no further ones."""
    state = board(position(), trans=(6, 5, 3), kiev=(7,), locomotives=(3, 0, 0, 0))
    state = hand(state, workers=7)
    state = play(turn(state), "place rail_any2 1", "move trans brown", "move kiev black")
    assert magnate(all_pass(state)).workers == 5 + 2


@pytest.mark.rule("russian", "R1.10")
def test_seven_tokens_are_set_aside() -> None:
    """The first ? space offers one of each kind."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0), markers=(1,))
    state = play(turn(state), "place rail_black_1w", "move petersburg black")
    assert offers(state, "token") == TOKENS


@pytest.mark.rule("russian", "R1.10")
@pytest.mark.parametrize(
    ("token", "had"), [("second_marker", "markers"), ("kiev_medal", "medal"), ("revaluation", "")]
)
def test_what_is_set_aside_comes_with_its_token(token: str, had: str) -> None:
    """The second marker, the medal and the revaluation token."""
    state = board(position(), petersburg=(3,), locomotives=(1, 0, 4, 0), markers=(1,))
    state = play(turn(state), "place rail_black_1w", "move petersburg black", f"token {token}")
    mine = state.board(0)
    assert (mine.markers == (1, 0)) == (had == "markers")
    assert mine.medal == (had == "medal")
    assert mine.revalued == (token == "revaluation")


@pytest.mark.rule("russian", "R1.11")
def test_the_turn_order_is_drawn_by_lot() -> None:
    """Everybody has the same chance; who was drawn first begins the first round."""
    state = fresh(3)
    assert dict(GAME.odds(state)) == {GAME.read(f"draw {seat}"): 1 for seat in range(3)}
    state = play(state, "draw 2")
    assert offers(state, "draw") == {"0", "1"}
    state = lots(play(state, "draw 0", "draw 1"))
    assert asked(state) == 1
    state = play(state, "bonus rouble1", "bonus x2_1")
    assert asked(state) == 2
    assert asked(play(state, "pass")) == 0


@pytest.mark.rule("russian", "R1.12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bonuses_from_the_last_place_to_the_second(seats: int) -> None:
    """Q91 All four cards are on offer at first; the first player gets none."""
    state = lots(drawn(fresh(seats)))
    left = set(BONUSES)
    for seat, card in zip(range(seats - 1, 0, -1), ("rouble1", "x2_1", "industry1"), strict=False):
        assert asked(state) == seat
        assert offers(state, "bonus") == left
        state = play(state, f"bonus {card}")
        state = play(state, "step") if card == "industry1" else state
        left -= {card}
    assert asked(state) == 0
    assert not offers(state, "bonus")
    assert state.round == 1


@pytest.mark.rule("russian", "R1.12")
def test_bonuses_follow_the_places_not_the_seats() -> None:
    """The last drawn chooses first."""
    state = lots(play(fresh(3), "draw 1", "draw 2", "draw 0"))
    assert asked(state) == 0
    assert asked(play(state, "bonus rouble1")) == 2


@pytest.mark.rule("russian", "R1.13")
def test_a_rouble_or_an_x2_token_as_bonus() -> None:
    """One rouble, one token, for the player who chose and nobody else."""
    state = play(lots(drawn(fresh(3))), "bonus rouble1", "bonus x2_1")
    assert [one.roubles for one in state.magnates] == [1, 1, 2]
    assert [one.board.x2 for one in state.magnates] == [0, 1, 0]
    assert state.x2 == 19


@pytest.mark.rule("russian", "R1.13")
def test_a_step_as_bonus() -> None:
    """One step, before the next player chooses."""
    state = play(lots(drawn(fresh(3))), "bonus industry1")
    assert asked(state) == 2
    state = play(state, "step")
    assert state.board(2).markers == (1,)
    assert asked(state) == 1


@pytest.mark.rule("russian", "R1.13")
def test_a_black_move_as_bonus() -> None:
    """One black move, on any line; it cannot be given up and costs nothing."""
    state = play(lots(drawn(fresh(3))), "bonus black1")
    assert asked(state) == 2
    assert offers(state) == {"move trans black", "move petersburg black", "move kiev black"}
    state = play(state, "move kiev black")
    assert rails(state, "kiev", 2) == (2, 0, 0)
    assert magnate(state, 2).workers == 6
    assert asked(state) == 1


@pytest.mark.rule("russian", "R1.13")
def test_a_black_move_to_two_brings_the_grey_rails() -> None:
    """Q91 A bonus has all that follows from it."""
    state = play(lots(drawn(fresh(2))), "bonus black1", "move trans black", "pass")
    assert asked(state) == 1
    assert "rail_shared" in spaces(state)
    assert offers(play(state, "place rail_shared"), "move") >= {"trans grey"}


@pytest.mark.rule("russian", "R1.13")
def test_a_start_bonus_is_one_move_only() -> None:
    """A second move is refused: the next player chooses."""
    state = play(lots(drawn(fresh(3))), "bonus black1", "move trans black")
    assert not accepts(state, "move trans black")
