"""R15.4 Trains in hand: how many are allowed, in which order they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .box import MINORS, ROSTER, RSR

if TYPE_CHECKING:
    from .state import State


def train_limit(state: State, company: int) -> int:
    """R15.4, R18.7 How many trains a company may have."""
    if company == RSR:
        return 1 << 30
    return state.era.minor_trains if company in MINORS else state.era.major_trains


def distinct(trains: tuple[str, ...]) -> list[str]:
    """The kinds of trains, each once, the smallest first."""
    return [kind for kind in ROSTER if kind in trains]


def without(trains: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """The trains less one of a kind."""
    at = trains.index(kind)
    return trains[:at] + trains[at + 1 :]


def sorted_trains(trains: tuple[str, ...]) -> tuple[str, ...]:
    """Trains in the order of the roster."""
    return tuple(sorted(trains, key=ROSTER.index))
