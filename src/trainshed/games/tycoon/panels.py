"""What lies before the players: points, locomotive, links, shares, cash, cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from trainshed.board.scene import Figure, Panel
from trainshed.core import Seat, Text, say

from .lay import enamel
from .names import card_name, links, points, shares

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import State


def panels(state: State) -> Iterator[Panel]:
    """R1.5 What each player has."""
    for seat, railroad in enumerate(state.railroads):
        secret = f"railroads.{seat}.cash" in state.hidden
        finished = sum(link.owner == seat and link.finished for link in state.links)
        yield _panel(
            Seat(seat),
            None if secret else railroad.cash,
            (railroad.score, railroad.level, finished, railroad.shares),
            railroad.cards,
            tuple(_marks(state, seat)),
        )


@lru_cache(maxsize=256)
def _panel(
    seat: Seat,
    cash: int | None,
    counts: tuple[int, int, int, int],
    cards: tuple[str, ...],
    marks: tuple[Text, ...],
) -> Panel:
    figures = tuple(_figures(counts, cards))
    return Panel(seat=seat, money=cash, figures=figures, marks=marks, enamel=enamel(seat))


def _figures(counts: tuple[int, int, int, int], cards: tuple[str, ...]) -> Iterator[Figure]:
    """R13.1, R9.1, R5.1, R4.1 Points, level, links and shares."""
    score, level, finished, issued = counts
    yield Figure("points", score, points(score))
    yield Figure("loco", level, say("locomotive of level {n}", n=level))
    yield Figure("rail:black", finished, links(finished))
    yield Figure("certificate", issued, shares(issued))
    if cards:
        title = say("cards: {cards}", cards=tuple(held(cards)))
        yield Figure("card", len(cards), title)


def held(cards: tuple[str, ...]) -> Iterator[Text]:
    """R11.4 Cards by name, each kind once."""
    for card in dict.fromkeys(cards):
        count, name = cards.count(card), card_name(card)
        yield name if count == 1 else say("{card} ×{n}", card=name, n=count)


def _marks(state: State, seat: int) -> Iterator[Text]:
    """R2.3, R12.2 Who is first, who has gone west."""
    if state.order and state.order[0] == seat:
        yield _FIRST
    if any(owner == seat for _, owner in state.west):
        yield _WEST


_FIRST, _WEST = say("first player"), say("west")
