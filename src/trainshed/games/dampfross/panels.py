"""What lies before the players: their account, the towns they have reached, their race."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from trainshed.board.scene import Figure, Holding, Panel
from trainshed.core import Seat, Text, say, say_n

from .box import LIVERIES
from .entering import Declaring, Entering
from .lay import PLATES, company

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import State, Train


def panels(state: State) -> Iterator[Panel]:
    """What each player has."""
    for seat in range(state.seats):
        own = tuple(number for number, it in enumerate(state.companies) if it.seat == seat)
        money = sum(state.companies[number].balance for number in own)
        yield _panel(Seat(seat), money, _counts(state, own), own, tuple(_marks(state, own)))


@lru_cache(maxsize=1024)
def _panel(
    seat: Seat, money: int, counts: tuple[int, int], own: tuple[int, ...], marks: tuple[Text, ...]
) -> Panel:
    towns, track = counts
    return Panel(
        seat=seat,
        money=money,
        figures=(
            Figure("halt", towns, say_n("{n} town reached", "{n} towns reached", towns)),
            Figure("crayon", track, say_n("{n} segment of track", "{n} segments of track", track)),
        ),
        holdings=tuple(Holding(PLATES[number]) for number in own) if len(own) > 1 else (),
        marks=marks,
        enamel=LIVERIES[own[0]][0],
    )


def _counts(state: State, own: tuple[int, ...]) -> tuple[int, int]:
    """R7.1 The towns he has reached, and how long his lines are."""
    cells = track = 0
    for number in own:
        cells |= state.companies[number].cells
        track += sum(found.bit_count() for found in state.companies[number].track[:3])
    return (cells & state.board.town_cells).bit_count(), track


def _marks(state: State, own: tuple[int, ...]) -> Iterator[Text]:
    """R11.1, R14.2 What he does in the race."""
    if state.race is None:
        return
    trains = [train for train in state.trains if set(train.companies) & set(own)]
    for train in trains:
        yield running(state, train)
    undecided = [number for step in state.stack for number in _undecided(step)]
    if state.trains and not trains and not set(own) & set(undecided):
        yield say("sits out")


def _undecided(step: object) -> tuple[int, ...]:
    """R11.1 The companies that still say whether they enter."""
    if isinstance(step, Declaring):
        return step.order[step.asked :]
    return step.companies if isinstance(step, Entering) else ()


def running(state: State, train: Train) -> Text:
    """How far a train is."""
    if train.place is not None:
        return say("has arrived")
    left = to_go(state, train)
    partners = tuple(company(state, number) for number in train.companies[1:])
    if left is None:
        return say("runs")
    if partners:
        return say_n("runs together, {n} hex to go", "runs together, {n} hexes to go", left)
    return say_n("runs, {n} hex to go", "runs, {n} hexes to go", left)


def to_go(state: State, train: Train) -> int | None:
    """R14.2 How many hexes a train has before it; not known where it declares no route."""
    return len(train.path) - 1 - train.at if state.rules == "laurin" else None
