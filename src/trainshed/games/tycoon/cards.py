"""R11.1 Operations cards: what is on offer, what has been met, what is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core import Seat

from .actions import Nobody
from .box import BOARD, BOX, Card
from .network import connected

if TYPE_CHECKING:
    from .state import State


def offered(state: State, what: str) -> list[tuple[str, Card]]:
    """R11.1 The cards of a kind that lie open."""
    return [(name, BOX.cards[name]) for name in state.offer if BOX.cards[name].what == what]


def meet(state: State, seat: int, name: str, source: str) -> State:
    """R11.2 An objective is met: its points are scored, and the card goes."""
    state = withdraw(state, name)
    return replace(
        state.score(seat, BOX.cards[name].points, source, name),
        discard=(*state.discard, name),
    )


def withdraw(state: State, name: str) -> State:
    """A card leaves the offer."""
    at = state.offer.index(name)
    return replace(state, offer=(*state.offer[:at], *state.offer[at + 1 :]))


def discard(state: State, seat: int, name: str) -> State:
    """R11.3 A kept card is used up."""
    was = state.railroads[seat]
    at = was.cards.index(name)
    state = state.with_railroad(seat, replace(was, cards=(*was.cards[:at], *was.cards[at + 1 :])))
    return replace(state, discard=(*state.discard, name))


def has_line(state: State, seat: int, card: Card) -> bool:
    """R11.10, R11.11 Whether own links join the two cities, with a western link if it is asked."""
    one, other = (BOARD.city[name] for name in card.cities)
    if card.west and (other, seat) not in state.west:
        return False
    return connected(state, seat, one, other)


def lines(state: State, seat: int) -> State:
    """R11.10, R11.21 The major lines that a player has just completed."""
    for name, card in offered(state, "line"):
        if has_line(state, seat, card):
            state = meet(state, seat, name, "lines")
    return state


def appear(state: State, name: str) -> State:
    """R11.12 A line built before its card: one owner scores, of several nobody."""
    card = BOX.cards[name]
    if card.what != "line":
        return state
    owners = [Seat(seat) for seat in range(state.seats) if has_line(state, seat, card)]
    if len(owners) == 1:
        return meet(state, owners[0], name, "lines")
    if owners:
        state = replace(withdraw(state, name), discard=(*state.discard, name))
        return state.tell(Nobody(name))
    return state
