"""R14.5 The result: points, shares, tycoon cards, and what decides between equals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .box import BOARD, BOX, Tycoon
from .network import connected, largest, longest, owned

if TYPE_CHECKING:
    from collections.abc import Callable

    from .state import State


def bonus(state: State, seat: int) -> int:
    """R14.8 What the tycoon card of a player brings."""
    card = BOX.tycoons.get(state.railroads[seat].tycoon)
    if card is None:
        return 0
    return card.points * _met(state, seat, card)


def _met(state: State, seat: int, card: Tycoon) -> int:
    """R14.10, R14.13, R14.14, R14.16 How often the aim of a card is met."""
    market = BOARD.city[BOX.west_market]
    match card.aim:
        case "chicago":
            return sum(market in (link.start, link.end) for link in owned(state, seat))
        case "level":
            return int(state.pioneer == seat)
        case "west":
            return int(any(owner == seat for _, owner in state.west))
        case "chain":
            return int(connected(state, seat, *(BOARD.city[name] for name in card.cities)))
        case _:
            return int(alone(state, seat, _measure(state, card.aim)))


def _measure(state: State, aim: str) -> Callable[[int], int]:
    """R14.11, R14.12, R14.15, R14.17, R15.11 What is compared."""
    match aim:
        case "links":
            return lambda seat: len(owned(state, seat))
        case "shares":
            return lambda seat: -state.railroads[seat].shares
        case "money":
            return lambda seat: state.railroads[seat].cash
        case _:
            count = longest if state.options.judah == "line" else largest
            return lambda seat: count(state, seat)


def alone(state: State, seat: int, measure: Callable[[int], int]) -> bool:
    """R14.9 Whether nobody else has as much."""
    mine = measure(seat)
    return all(measure(other) < mine for other in range(state.seats) if other != seat)


def tally(state: State) -> dict[str, tuple[int, ...]]:
    """R14.5 Points by source, as if the game ended now."""
    from .state import ON_TRACK  # noqa: PLC0415 - the state knows its steps

    found = {
        source: tuple(railroad.points[at] for railroad in state.railroads)
        for at, source in enumerate(ON_TRACK)
    }
    found["shares"] = tuple(-BOX.shares.points * railroad.shares for railroad in state.railroads)
    found["tycoon"] = tuple(bonus(state, seat) for seat in range(state.seats))
    return found


def scores(state: State) -> tuple[int, ...]:
    """R14.5 The result of each seat, as if the game ended now."""
    return tuple(map(sum, zip(*tally(state).values(), strict=True)))


def ties(state: State) -> tuple[tuple[int, ...], ...]:
    """R14.6 What decides between equal results: links, then money."""
    return tuple(
        (len(owned(state, seat)), railroad.cash) for seat, railroad in enumerate(state.railroads)
    )
