"""The invariants find every kind of loss: a state with something missing or doubled is caught."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from trainshed.board.hexes import Cells
from trainshed.core import Match, loads
from trainshed.games import game
from trainshed.games.rocket.state import Baron, Line, State

ROCKET = game("rocket")
STATE: State = Match.replay(ROCKET, loads(ROCKET.example)).state
LSWR, GWR, GER = 1, 0, 3
LNWR_CELLS = STATE.lines[6].cells


def line(company: int, change: Callable[[Line], Line]) -> State:
    return STATE.with_line(company, change(STATE.lines[company]))


def baron(change: Callable[[Baron], Baron]) -> State:
    return STATE.with_baron(0, change(STATE.barons[0]))


FAULTS: dict[str, State] = {
    "tiles laid": replace(STATE, tiles=STATE.tiles - 1),
    "are not the line's": line(GWR, lambda it: replace(it, bends=it.bends[:-1])),
    "is absorbed but has shares": line(LSWR, lambda it: replace(it, stock=3)),
    "supplementary of": line(GWR, lambda it: replace(it, supplementary=99)),
    "is autonomous but has": line(GER, lambda it: replace(it, stock=1)),
    "GWR: ": line(GWR, lambda it: replace(it, stock=it.stock + 1)),
    "markers": replace(STATE, markers=(5, *STATE.markers[1:])),
    "passenger markers": replace(STATE, passengers=1),
    "stations on the board": baron(lambda it: replace(it, stations=STATE.board.open)),
    "a station where none can be": baron(
        lambda it: replace(it, stations=Cells(1 << STATE.board.start[0]))
    ),
    "stands in a town": line(
        GWR,
        lambda it: replace(
            it,
            engine=STATE.board.start[0],
            cells=Cells(it.cells & ~(1 << it.engine) | 1 << STATE.board.start[0]),
        ),
    ),
    "touches": line(
        GWR,
        lambda it: replace(it, cells=Cells(it.cells | STATE.board.beside(STATE.lines[6].cells))),
    ),
    "serves unknown towns": line(GWR, lambda it: replace(it, towns=Cells(1 << 60))),
    "seat 0 has": baron(lambda it: replace(it, money=(500, 0, 0, 0))),
}


def test_a_sound_state_violates_nothing() -> None:
    """The example of the game is sound."""
    assert list(ROCKET.check(STATE)) == []


@pytest.mark.parametrize("said", FAULTS)
def test_a_fault_is_found(said: str) -> None:
    """And named."""
    assert any(said in violation for violation in ROCKET.check(FAULTS[said]))
