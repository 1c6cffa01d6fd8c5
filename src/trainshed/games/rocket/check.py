"""What must hold in every position: pieces, shares and markers are conserved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.hexes import members

from .box import BOX
from .veto import in_hands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import State


def check(state: State) -> Iterator[str]:
    """The invariants that this state violates."""
    yield from _tiles(state)
    yield from _shares(state)
    yield from _markers(state)
    yield from _stations(state)
    yield from _lines(state)
    for seat, baron in enumerate(state.barons):
        if baron.cash % BOX.unit or min(baron.money) < 0:
            yield f"seat {seat} has {baron.cash}"
        if baron.counted not in (None, baron.cash):
            yield f"seat {seat} has {baron.cash}, but {baron.counted} was counted"


def _tiles(state: State) -> Iterator[str]:
    laid = sum(len(line.bends) for line in state.lines)
    # The one exception: a merger in the move that used the last tile needs none.
    if laid + state.tiles not in (BOX.tiles, BOX.tiles + (state.tiles == 0)):
        yield f"{laid} tiles laid and {state.tiles} left"
    for line in state.lines:
        track = sum(1 << hex_ for hex_, _, _ in line.bends)
        engine = 1 << line.engine if line.engine >= 0 else 0
        if track | engine != line.cells or track & engine:
            yield f"track {track:x} and engine {engine:x} are not the line's {line.cells:x}"


def _shares(state: State) -> Iterator[str]:
    for company, line in enumerate(state.lines):
        held = in_hands(state, company)
        if line.into is not None and (held or line.stock or line.supplementary):
            yield f"{state.board.letters[company]} is absorbed but has shares"
        elif line.into is None and not 0 <= line.supplementary <= held:
            yield f"{state.board.letters[company]}: {line.supplementary} supplementary of {held}"
        elif line.autonomous and line.stock:
            yield f"{state.board.letters[company]} is autonomous but has {line.stock} on the board"
        elif (
            line.into is None
            and not line.autonomous
            and line.stock + held - line.supplementary != BOX.shares
        ):
            yield f"{state.board.letters[company]}: {line.stock} + {held} - {line.supplementary}"


def _markers(state: State) -> Iterator[str]:
    for kind, count in enumerate(state.board.marker_counts):
        held = sum(baron.markers[kind] for baron in state.barons)
        if held + state.markers[kind] != count or state.markers[kind] < 0:
            yield f"{held} + {state.markers[kind]} of {count} markers {state.board.markers[kind]}"
    held = sum(baron.passengers for baron in state.barons)
    if held + state.passengers != BOX.passengers or state.passengers < 0:
        yield f"{held} + {state.passengers} passenger markers"


def _stations(state: State) -> Iterator[str]:
    seen = 0
    for seat, baron in enumerate(state.barons):
        if baron.stations.bit_count() > BOX.stations:
            yield f"seat {seat} has {baron.stations.bit_count()} stations on the board"
        if baron.stations & (seen | ~state.board.open):
            yield f"seat {seat} has a station where none can be"
        seen |= baron.stations


def _lines(state: State) -> Iterator[str]:
    board = state.board
    for company, line in enumerate(state.lines):
        if line.engine >= 0 and line.heading is not None and line.engine in board.town_at:
            yield f"{board.letters[company]} stands in a town"
        near = board.beside(line.cells)
        for other in range(company):
            if near & state.lines[other].cells:
                yield f"{board.letters[company]} touches {board.letters[other]}"
        served = sum(1 << town for town in members(board.every_town) if line.towns >> town & 1)
        if served != line.towns:
            yield f"{board.letters[company]} serves unknown towns"
