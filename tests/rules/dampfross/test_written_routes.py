"""Routes that are written out, and other points that a second look at the laws brought up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.dampfross.position import play, with_money
from tests.rules.dampfross.races import race, row
from trainshed.core import IllegalAction
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.build import payable
from trainshed.games.dampfross.draw import fitting
from trainshed.games.dampfross.setup import setup
from trainshed.games.dampfross.state import Options, State

DIRECT = row("A5", "J5")
ROUNDABOUT = "A5-A4-A3-" + row("A2", "L2") + "-L3-L4-L5-K5-J5"


def alone() -> State:
    """Company 0 has two ways of its own."""
    return race(f"{DIRECT} {ROUNDABOUT}", "", "", east="J5", money=(30, 20, 20))


@pytest.mark.rule("dampfross", "R11.6")
def test_a_legal_route_that_is_not_offered_is_accepted_if_written_out() -> None:
    """Only the direct way is offered; company 1 may enter too."""
    state = race(f"{DIRECT} {ROUNDABOUT}", DIRECT, "", east="J5", money=(30, 20, 20))
    assert f"enter {ROUNDABOUT}" not in map(str, GAME.actions(state))
    after = GAME.play(state, GAME.read(f"enter {ROUNDABOUT}"))
    assert len(after.trains[0].lines) == 19


@pytest.mark.rule("dampfross", "R11.3")
@pytest.mark.parametrize(
    "route",
    ["", "A5", "J5-A5", "A5-C5", "A5-ZZ9", "A5-B5:x", "A5-B5:1", DIRECT + "-K5", DIRECT[:-3]],
)
def test_nonsense_is_refused(route: str) -> None:
    """Unknown hexes, gaps, lines of others, too far or not far enough."""
    with pytest.raises(IllegalAction):
        GAME.play(alone(), GAME.read(f'enter "{route}"'))


@pytest.mark.rule("dampfross", "R16.3")
def test_what_comes_in_while_building_can_be_spent() -> None:
    """The account pays, so that a bonus raises what a segment may cost, up to the limit."""
    state = with_money(alone(), 0, 3)
    assert payable(state, 0, 9, account=True) == 3
    assert payable(with_money(state, 0, 8), 0, 9, account=True) == 8
    assert payable(with_money(state, 0, 50), 0, 9, account=True) == 9
    assert payable(state, 0, 9, account=False) == 9


@pytest.mark.rule("dampfross", "R25.2")
def test_ports_of_one_number_are_no_race() -> None:
    """In Ireland 11 stands for three ports; from 11 to 11 is drawn again."""
    state = replace(setup(Options(map="ireland", rules="france"), 3), operating=True)
    assert 11 not in fitting(state, 11, special=False)


@pytest.mark.rule("dampfross", "R20.5")
def test_david_does_not_run_against_a_joint_train() -> None:
    """Both players have entered, if only with one train."""
    state = race(DIRECT, DIRECT, DIRECT, east="J5", money=(40, 30, 20))
    david = replace(state.companies[2], seat=-1)
    state = replace(state, seats=2, companies=(*state.companies[:2], david))
    state = play(state, "join 1", "accept", f"enter {DIRECT}")
    assert not any(2 in train.companies for train in state.trains)
    assert GAME.actor(state) != 1
