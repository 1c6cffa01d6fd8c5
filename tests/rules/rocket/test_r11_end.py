"""R11 The end of the game."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    drive,
    line_of,
    money,
    offers,
    play,
    position,
    shares_of,
    told,
    track_of,
)
from trainshed.core import GameOver
from trainshed.games.rocket import GAME
from trainshed.games.rocket.actions import CityPaid, Ended, Merged, TownPaid
from trainshed.games.rocket.state import State

SOLD_OUT = {name: [6, 5, 5] for name in ["L&Y", "GER", "GNR", "SER", "LNWR"]}
MEETING = {"LSWR": "R6 Q7 P6 P5", "GWR": "P3"}


def last_share() -> State:
    """Only GWR, with its last share, and LSWR have shares on the board."""
    return position(lines={"GWR": "P3"}, shares={**SOLD_OUT, "GWR": [5, 5, 5]})


@pytest.mark.rule("rocket", "R11.1")
def test_the_game_ends_when_shares_of_one_line_are_left() -> None:
    """The last share of GWR is taken; only LSWR has a pile."""
    state = drive(last_share(), "GWR", "P4")
    assert shares_of(state, "GWR") == [6, 5, 5]
    assert state.over
    assert [item.why for item in told(state, Ended)] == ["shares"]


@pytest.mark.rule("rocket", "R11.1")
def test_with_shares_of_two_lines_the_game_goes_on() -> None:
    """A marker or a station changes nothing."""
    state = play(last_share(), "take Hull textiles", "place K5")
    assert not state.over
    assert GAME.actor(state) == 1


@pytest.mark.rule("rocket", "R11.1")
def test_a_veto_that_refills_a_pile_keeps_the_game_going() -> None:
    """The last share was taken, but one has come back."""
    state = play(last_share(), "drive GWR P4", "bid 1 O4", "pass", "pass")
    assert line_of(state, "GWR").stock == 1
    assert not state.over


@pytest.mark.rule("rocket", "R11.1")
def test_an_absorbed_line_has_no_shares_on_the_board() -> None:
    """GWR and LSWR were the last two; they merge."""
    state = drive(position(lines=MEETING, shares=SOLD_OUT), "LSWR", "P4")
    assert line_of(state, "GWR").stock > 0
    assert state.over


@pytest.mark.rule("rocket", "R11.1")
def test_an_autonomous_line_has_no_shares_on_the_board() -> None:
    """L&Y becomes autonomous, and only GWR keeps a pile."""
    sold_out = {name: [6, 5, 5] for name in ["LSWR", "GER", "GNR", "SER", "LNWR"]}
    state = drive(position(lines={"L&Y": "E2 D2 C3 B3"}, shares=sold_out), "L&Y", "A3")
    assert line_of(state, "L&Y").autonomous
    assert state.over


@pytest.mark.rule("rocket", "R11.1")
def test_the_game_ends_too_when_no_share_is_left_at_all() -> None:
    """Two piles can vanish at once: LSWR goes down with the last shares of GWR handed out."""
    state = position(lines=MEETING, shares={**SOLD_OUT, "GWR": [5, 5, 5], "LSWR": [2, 3, 3]})
    state = drive(state, "LSWR", "P4")
    assert [line.stock for line in state.lines] == [0] * 7
    assert state.supplementary > 0
    assert state.over


@pytest.mark.rule("rocket", "R11.2")
def test_the_game_ends_with_the_sixtieth_tile() -> None:
    """After the incomes of the move: Swindon pays for two towns."""
    state = position(lines={"GWR": "P3"}, stations={1: "P3"}, tiles=1)
    state = drive(state, "GWR", "P4")
    assert state.tiles == 0
    assert [paid.amounts for paid in told(state, TownPaid)] == [(0, 2000, 0)]
    assert state.over
    assert [item.why for item in told(state, Ended)] == ["tiles"]


@pytest.mark.rule("rocket", "R11.2")
def test_the_game_goes_on_while_a_tile_is_left() -> None:
    """Two tiles left, one laid; and leaving a start town needs none."""
    assert not drive(position(lines={"GWR": "P3"}, tiles=2), "GWR", "P4").over
    assert not drive(position(tiles=1), "GWR", "P3").over


@pytest.mark.rule("rocket", "R11.2")
def test_the_last_tile_can_be_that_of_a_merger() -> None:
    """One for the hex just left, one below the removed engine."""
    state = drive(position(lines=MEETING, tiles=2), "LSWR", "P4")
    assert state.tiles == 0
    assert len(told(state, Merged)) == 1
    assert state.over


@pytest.mark.rule("rocket", "R11.2")
def test_a_merger_after_the_last_tile_is_carried_out_without_one() -> None:
    """The bonus is paid, the shares are exchanged, the towns join."""
    state = drive(position(lines=MEETING, shares={"LSWR": [3, 2, 0]}, tiles=1), "LSWR", "P4")
    (merged,) = told(state, Merged)
    assert merged.amounts == (3000, 1000, 0)
    assert shares_of(state, "GWR") == [2, 1, 0]
    assert line_of(state, "LSWR").engine == -1
    assert "Q7" in track_of(state, "GWR")
    assert state.tiles == 0
    assert state.over


@pytest.mark.rule("rocket", "R11.2")
def test_all_three_incomes_are_paid_before_the_end() -> None:
    """LNWR goes to G8 with the last tile: Nottingham, Lincoln, and absorbed by GNR."""
    state = position(
        lines={"LNWR": "I3 I4 I5 I6 J6 J7 I8 H8", "GNR": "C8 D8 E8 F7"},
        markers={1: "Nottingham:textiles"},
        stations={2: "J6"},
        tiles=1,
    )
    state = drive(state, "LNWR", "G8")
    for kind in (CityPaid, TownPaid, Merged):
        assert len(told(state, kind)) == 1
    assert [baron.money[0] for baron in state.barons] == [5000, 2000, 5000]
    assert state.over


@pytest.mark.rule("rocket", "R11.3")
def test_a_second_action_is_lost() -> None:
    """The first action ends the game, and nobody is asked any more."""
    state = drive(position(lines={"GWR": "P3"}, tiles=1), "GWR", "P4")
    assert GAME.actor(state) is None
    assert offers(state) == set()
    with pytest.raises(GameOver):
        play(state, "take Hull textiles")


@pytest.mark.rule("rocket", "R11.3")
def test_scores_are_settled_at_once() -> None:
    """What the players have is the final result."""
    state = drive(position(lines={"GWR": "P3"}, tiles=1), "GWR", "P4")
    assert list(GAME.scores(state)) == money(state)


def idle(state: State, turns: int) -> State:
    """Each player puts a station up or shifts one, twice a turn."""
    for _ in range(2 * turns):
        to_lift = sorted(offers(state, "lift"))
        if to_lift:
            state = play(state, f"lift {to_lift[0]}")
        state = play(state, f"place {min(offers(state, 'place'))}")
    return state


@pytest.mark.rule("rocket", "R11.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_rounds_of_nothing_but_stations_end_the_game(seats: int) -> None:
    """Not before the last turn of the third round."""
    state = idle(position(seats=seats), 3 * seats - 1)
    assert not state.over
    state = idle(state, 1)
    assert state.over
    assert [item.why for item in told(state, Ended)] == ["idle"]


@pytest.mark.rule("rocket", "R11.4")
@pytest.mark.parametrize("action", ["take Hull textiles", "drive GWR P3"])
def test_a_marker_or_an_extension_starts_the_count_again(action: str) -> None:
    """One turn before the end, somebody does something."""
    state = idle(position(seats=2), 5)
    state = play(state, action)
    state = play(state, f"place {min(offers(state, 'place'))}")
    assert not idle(state, 5).over
    assert idle(state, 6).over
