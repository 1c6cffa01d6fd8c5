"""R6 Veto."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    engine_of,
    line_of,
    offers,
    play,
    position,
    refused,
    shares_of,
    told,
)
from trainshed.core import Seat
from trainshed.games.rocket import GAME
from trainshed.games.rocket.actions import Pass, Vetoed, Waive
from trainshed.games.rocket.state import Options, State

ANDRE, BERNADETTE, CHRISTIAN = Seat(0), Seat(1), Seat(2)
A, B, C = "O4", "P4", "Q4"


def example(options: Options | None = None) -> State:
    """The rulebook's example: GWR on S, and Christian has moved it to B and taken a share."""
    state = position(
        lines={"GWR": "P3"},
        shares={"GWR": [2, 3, 3]},
        active=CHRISTIAN,
        options=options,
    )
    return play(state, f"drive GWR {B}")


def bids(state: State) -> set[str]:
    """The bids that are offered."""
    return offers(state, "bid")


@pytest.mark.rule("rocket", "R6.1")
def test_the_players_are_asked_clockwise_from_the_left_of_the_active_one() -> None:
    """With four players and the third active: the fourth, the first, the second."""
    state = position(seats=4, active=2, lines={"GWR": "P3"}, shares={"GWR": [1, 1, 1, 1]})
    state = play(state, f"drive GWR {B}")
    order = []
    while "pass" in offers(state):
        order.append(GAME.actor(state))
        state = play(state, "pass")
    assert order == [3, 0, 1]
    assert GAME.actor(state) == 2


@pytest.mark.rule("rocket", "R6.1")
def test_nobody_is_asked_who_holds_no_share_of_the_line() -> None:
    """Only the third player has one."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 0, 1], "LSWR": [0, 5, 0]})
    assert GAME.actor(play(state, f"drive GWR {B}")) == 2


@pytest.mark.rule("rocket", "R6.1")
def test_without_other_holders_there_is_no_veto() -> None:
    """The engine has moved, and the active player goes on."""
    state = play(position(lines={"GWR": "P3"}, shares={"GWR": [4, 0, 0]}), f"drive GWR {B}")
    assert GAME.actor(state) == 0
    assert "pass" not in offers(state)
    assert engine_of(state, "GWR") == B


@pytest.mark.rule("rocket", "R6.1")
def test_nobody_is_asked_who_cannot_outbid_any_more() -> None:
    """After a bid of two, a holder of two is passed over."""
    state = position(seats=4, lines={"GWR": "P3"}, shares={"GWR": [0, 2, 2, 3]})
    state = play(state, f"drive GWR {B}", f"bid 2 {A}")
    assert GAME.actor(state) == 3


@pytest.mark.rule("rocket", "R6.1")
def test_a_veto_is_possible_when_there_is_only_one_hex() -> None:
    """GNR on B9 heads for Hull, the sea, and C10."""
    state = position(lines={"GNR": "B8 B9"}, shares={"GNR": [0, 1, 0]})
    assert offers(state, "drive GNR") == {"C10"}
    assert offers(play(state, "drive GNR C10")) == {"pass", "bid 1 C10"}


@pytest.mark.rule("rocket", "R6.1")
def test_an_autonomous_line_can_be_vetoed() -> None:
    """As any other."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 1, 0]}, autonomous="GWR")
    assert GAME.actor(play(state, f"drive GWR {B}")) == 1


@pytest.mark.rule("rocket", "R6.1")
def test_a_standing_answer_passes_for_its_line() -> None:
    """It answers for GWR and not for other lines."""
    state = example()
    assert GAME.obey is not None
    assert GAME.obey(state, ANDRE, Waive(line="GWR")) == Pass()
    assert GAME.obey(state, ANDRE, Waive(line="LSWR")) is None


@pytest.mark.rule("rocket", "R6.1")
def test_a_standing_answer_can_be_meant_for_one_turn() -> None:
    """In another turn it is silent."""
    state = example()
    now = GAME.turn(state)
    assert GAME.obey is not None
    assert GAME.obey(state, ANDRE, Waive(line="GWR", turn=now)) == Pass()
    assert GAME.obey(state, ANDRE, Waive(line="GWR", turn=now + 1)) is None


@pytest.mark.rule("rocket", "R6.2")
def test_a_bid_has_at_least_one_share_and_at_most_the_holding() -> None:
    """André holds two."""
    state = example()
    assert GAME.actor(state) == ANDRE
    assert bids(state) == {f"{n} {hex_}" for n in (1, 2) for hex_ in (A, B, C)}
    assert refused(state, f"bid 0 {A}") == "R6.2"
    assert refused(state, f"bid 3 {A}") == "R6.2"


@pytest.mark.rule("rocket", "R6.2")
def test_a_bid_names_a_legal_hex_or_confirms_the_chosen_one() -> None:
    """Any of the three hexes ahead, as they were before the move."""
    state = example()
    assert {line.split()[1] for line in bids(state)} == {A, B, C}
    assert refused(state, "bid 1 Q3") == "R5.2"
    assert refused(state, "bid 1 P5") == "R5.2"
    assert refused(state, "bid 1 nowhere") == "R5.3"


@pytest.mark.rule("rocket", "R6.2")
def test_the_next_bid_is_higher() -> None:
    """After one share, Bernadette needs two."""
    state = play(example(), f"bid 1 {A}")
    assert GAME.actor(state) == BERNADETTE
    assert bids(state) == {f"{n} {hex_}" for n in (2, 3) for hex_ in (A, B, C)}
    assert refused(state, f"bid 1 {A}") == "R6.2"


@pytest.mark.rule("rocket", "R6.2")
def test_there_is_one_round_only() -> None:
    """André is not asked again, though he could bid more than Bernadette."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [5, 3, 0]}, active=CHRISTIAN)
    state = play(state, f"drive GWR {B}", f"bid 1 {A}", f"bid 2 {C}")
    assert GAME.actor(state) == CHRISTIAN
    assert "pass" not in offers(state)
    assert engine_of(state, "GWR") == C


@pytest.mark.rule("rocket", "R6.2")
def test_nobody_has_to_bid() -> None:
    """Everybody may pass."""
    state = example()
    assert "pass" in offers(state)
    assert "pass" in offers(play(state, "pass"))


@pytest.mark.rule("rocket", "R6.3")
def test_the_active_player_is_asked_last() -> None:
    """After the bids of the others."""
    state = play(example(), f"bid 1 {A}", f"bid 2 {A}")
    assert GAME.actor(state) == CHRISTIAN
    assert "pass" in offers(state)


@pytest.mark.rule("rocket", "R6.3")
def test_the_active_player_needs_only_to_match() -> None:
    """Two shares beat Bernadette's two; fewer do not; more are allowed up to his four."""
    state = play(example(), f"bid 1 {A}", f"bid 2 {A}")
    assert bids(state) == {f"2 {B}", f"3 {B}", f"4 {B}"}
    assert refused(state, f"bid 1 {B}") == "R6.3"
    assert refused(state, f"bid 5 {B}") == "R6.2"


@pytest.mark.rule("rocket", "R6.3")
def test_the_share_just_taken_may_be_bid() -> None:
    """It is the only one the active player has."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 1, 0]})
    state = play(state, f"drive GWR {B}", f"bid 1 {A}")
    assert GAME.actor(state) == 0
    state = play(state, f"bid 1 {B}")
    assert engine_of(state, "GWR") == B
    assert shares_of(state, "GWR") == [0, 1, 0]


@pytest.mark.rule("rocket", "R6.3")
def test_an_active_player_who_cannot_match_is_not_asked() -> None:
    """He has one share against two."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 2, 0]})
    state = play(state, f"drive GWR {B}", f"bid 2 {A}")
    assert "pass" not in offers(state)
    assert engine_of(state, "GWR") == A


@pytest.mark.rule("rocket", "R6.3")
def test_the_active_player_is_not_asked_when_nobody_has_bid() -> None:
    """He cannot bid against himself."""
    state = play(example(), "pass", "pass")
    assert GAME.actor(state) == CHRISTIAN
    assert "pass" not in offers(state)


@pytest.mark.rule("rocket", "R6.4")
def test_by_default_the_active_player_only_restores_his_hex() -> None:
    """As the author wants it."""
    state = play(example(), f"bid 1 {A}", f"bid 2 {A}")
    assert {line.split()[1] for line in bids(state)} == {B}
    assert refused(state, f"bid 2 {A}") == "R6.4"
    assert refused(state, f"bid 2 {C}") == "R6.4"


@pytest.mark.rule("rocket", "R6.4")
def test_with_free_choice_he_may_choose_any_legal_hex() -> None:
    """As in the printed example: B or C, or leave it on A."""
    state = play(example(Options(veto="free_choice")), f"bid 1 {A}", f"bid 2 {A}")
    assert {f"2 {A}", f"2 {B}", f"2 {C}"} <= bids(state)
    assert engine_of(play(state, f"bid 2 {C}"), "GWR") == C


@pytest.mark.rule("rocket", "R6.5")
def test_the_winner_returns_his_shares_and_the_others_keep_theirs() -> None:
    """The rulebook's example: Christian passes, and Bernadette's two shares go to the pile."""
    state = example()
    assert (shares_of(state, "GWR"), line_of(state, "GWR").stock) == ([2, 3, 4], 7)
    state = play(state, f"bid 1 {A}", f"bid 2 {A}", "pass")
    assert engine_of(state, "GWR") == A
    assert (shares_of(state, "GWR"), line_of(state, "GWR").stock) == ([2, 1, 4], 9)
    assert told(state, Vetoed) == [
        Vetoed(who=BERNADETTE, line="GWR", shares=2, hex=A, by_active=False)
    ]


@pytest.mark.rule("rocket", "R6.5")
def test_the_active_player_pays_when_he_wins() -> None:
    """The rulebook's other ending: Christian matches, and only he pays."""
    state = play(example(), f"bid 1 {A}", f"bid 2 {A}", f"bid 2 {B}")
    assert engine_of(state, "GWR") == B
    assert (shares_of(state, "GWR"), line_of(state, "GWR").stock) == ([2, 3, 2], 9)


@pytest.mark.rule("rocket", "R6.5")
def test_a_bid_that_only_confirms_costs_its_shares_too() -> None:
    """Bernadette keeps the engine where Christian put it, and pays one share."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 2, 0]}, active=CHRISTIAN)
    state = play(state, f"drive GWR {B}")
    assert (shares_of(state, "GWR"), line_of(state, "GWR").stock) == ([0, 2, 1], 13)
    state = play(state, f"bid 1 {B}", "pass")
    assert engine_of(state, "GWR") == B
    assert (shares_of(state, "GWR"), line_of(state, "GWR").stock) == ([0, 1, 1], 14)


@pytest.mark.rule("rocket", "R6.5")
def test_returned_shares_can_be_drawn_again() -> None:
    """The pile was empty before the veto; the next player who moves the engine gets a share."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 10, 6]})
    state = play(state, f"drive GWR {B}", f"bid 1 {B}", "pass", "take Hull textiles")
    assert (GAME.actor(state), line_of(state, "GWR").stock) == (1, 1)
    state = play(state, "drive GWR P5")
    assert shares_of(state, "GWR") == [0, 10, 6]
    assert line_of(state, "GWR").stock == 0


@pytest.mark.rule("rocket", "R6.6")
def test_without_a_bid_the_move_stands_and_costs_nothing() -> None:
    """Everybody keeps his shares."""
    state = play(example(), "pass", "pass")
    assert engine_of(state, "GWR") == B
    assert (shares_of(state, "GWR"), line_of(state, "GWR").stock) == ([2, 3, 4], 7)
    assert told(state, Vetoed) == []


@pytest.mark.rule("rocket", "R6.7")
def test_payments_refill_the_pile_while_players_hold_ordinary_shares() -> None:
    """Three of the nineteen shares are supplementary, but the three paid go to the board."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 9, 10]})
    assert state.supplementary == 13
    state = play(state, f"drive GWR {B}", f"bid 3 {B}", "pass")
    assert line_of(state, "GWR").stock == 3
    assert state.supplementary == 13


@pytest.mark.rule("rocket", "R6.7")
def test_the_rest_of_a_payment_returns_to_the_supplementary_pile() -> None:
    """When the pile on the board is full again, one of four shares paid is supplementary."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 5, 0]}, stock={"GWR": 14})
    assert state.supplementary == 13
    state = play(state, f"drive GWR {B}", f"bid 4 {B}")
    assert shares_of(state, "GWR") == [1, 1, 0]
    assert line_of(state, "GWR").stock == 16
    assert state.supplementary == 14


@pytest.mark.rule("rocket", "R6.7")
def test_supplementary_shares_of_an_autonomous_line_return_to_their_pile() -> None:
    """Of twenty shares four are supplementary; the eighteen paid are sixteen ordinary and two."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 20, 0]}, autonomous="GWR")
    assert state.supplementary == 12
    state = play(state, f"drive GWR {B}", f"bid 18 {A}")
    assert shares_of(state, "GWR") == [0, 2, 0]
    assert line_of(state, "GWR").stock == 0
    assert state.supplementary == 14


@pytest.mark.rule("rocket", "R6.7")
def test_shares_paid_for_an_autonomous_line_leave_the_game() -> None:
    """They cannot be drawn again."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 5, 0]}, autonomous="GWR")
    state = play(state, f"drive GWR {B}", f"bid 2 {A}")
    assert shares_of(state, "GWR") == [0, 3, 0]
    assert line_of(state, "GWR").stock == 0
    assert state.supplementary == 16
