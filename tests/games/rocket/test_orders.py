"""Standing answers: a veto waived in advance is passed as an ordinary line."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import play, position
from trainshed.core import Reader, Seat, language
from trainshed.core.notation import read, write
from trainshed.games import game
from trainshed.games.rocket.actions import Pass, Waive

ROCKET = game("rocket")


def asked() -> object:
    """GWR is to go to P4; seat 1 may veto."""
    return play(position(lines={"GWR": "P3"}, shares={"GWR": [1, 2]}, seats=2), "drive GWR P4")


@pytest.mark.rule("rocket", "R6.1")
def test_a_waived_veto_is_passed() -> None:
    """For this turn, or until withdrawn; not for another line, another turn or another seat."""
    state = asked()
    turn = state.turn  # type: ignore[attr-defined]
    assert ROCKET.obey is not None
    assert ROCKET.obey(state, Seat(1), Waive("GWR")) == Pass()
    assert ROCKET.obey(state, Seat(1), Waive("GWR", turn)) == Pass()
    assert ROCKET.obey(state, Seat(1), Waive("GWR", turn + 1)) is None
    assert ROCKET.obey(state, Seat(1), Waive("LNWR")) is None
    assert ROCKET.obey(state, Seat(0), Waive("GWR")) is None
    assert ROCKET.obey(position(), Seat(1), Waive("GWR")) is None


def test_what_may_be_waived() -> None:
    """The veto in progress, and every line of which the seat holds shares."""
    state = asked()
    assert ROCKET.orders is not None
    offered = [errand.order for errand in ROCKET.orders(state, Seat(1))]
    lasting = Waive("GWR", alarms=("vetoed", "merged"))
    assert offered == [Waive("GWR", state.turn), lasting]  # type: ignore[attr-defined]
    assert [errand.order for errand in ROCKET.orders(state, Seat(0))] == [lasting]
    reader = Reader(language("en"), ("Ada", "Jun"))
    for order in offered:
        assert "GWR" in reader.read(ROCKET.words(order, state))
        assert read(write(order), ROCKET.order) == order
