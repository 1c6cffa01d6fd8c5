"""R3 Take a marker of a big city."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from .actions import Take, WhyNot
from .box import BOARDS

if TYPE_CHECKING:
    from .state import State


def offers(state: State) -> list[Take]:
    """R3.1, R3.2 One for each kind of marker that a city still has, connected or not."""
    takes = _takes(state.options.map)
    return [take for take, left in zip(takes, state.markers, strict=True) if left]


def why(state: State, action: Take) -> WhyNot:
    """R3.1, R3.2 No big city, no such good there, no passengers, or no such marker any more."""
    board = state.board
    if action.city not in board.cities:
        return WhyNot("R3.1", "no-city", (action.city,))
    if action.good == "passengers":
        return WhyNot("R3.2", "no-passengers")
    if (action.city, action.good) not in board.marker:
        return WhyNot("R3.1", "no-such-good", (action.city,))
    return WhyNot("R3.2", "no-marker", (action.city,))


def take(state: State, seat: int, action: Take) -> State:
    """R3.1 The marker goes from its city to the player."""
    kind = state.board.marker[action.city, action.good]
    baron = state.barons[seat]
    state = state.with_baron(seat, replace(baron, markers=changed(baron.markers, kind, 1)))
    return replace(state, markers=changed(state.markers, kind, -1), idle=0)


def changed(counts: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """The counts with one of them changed."""
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])


@cache
def _takes(name: str) -> tuple[Take, ...]:
    return tuple(Take(city, good) for city, good in BOARDS[name].markers)
