"""What lies before the players: points, locomotive, links, shares, cash, cards."""

from __future__ import annotations

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
        yield Panel(
            seat=Seat(seat),
            money=None if secret else railroad.cash,
            figures=tuple(_figures(state, seat)),
            marks=tuple(_marks(state, seat)),
            enamel=enamel(seat),
        )


def _figures(state: State, seat: int) -> Iterator[Figure]:
    """R13.1, R9.1, R5.1, R4.1 Points, level, links and shares."""
    me = state.railroads[seat]
    finished = sum(link.owner == seat and link.finished for link in state.links)
    score = me.score
    yield Figure("points", score, points(score))
    yield Figure("loco", me.level, say("locomotive of level {n}", n=me.level))
    yield Figure("rail:black", finished, links(finished))
    yield Figure("certificate", me.shares, shares(me.shares))
    if me.cards:
        title = say("cards: {cards}", cards=tuple(held(me.cards)))
        yield Figure("card", len(me.cards), title)


def held(cards: tuple[str, ...]) -> Iterator[Text]:
    """R11.4 Cards by name, each kind once."""
    for card in dict.fromkeys(cards):
        count, name = cards.count(card), card_name(card)
        yield name if count == 1 else say("{card} ×{n}", card=name, n=count)


def _marks(state: State, seat: int) -> Iterator[Text]:
    """R2.3, R12.2 Who is first, who has gone west."""
    if state.order and state.order[0] == seat:
        yield say("first player")
    if any(owner == seat for _, owner in state.west):
        yield say("west")
