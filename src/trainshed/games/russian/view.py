"""R12.11, R12.12 What a seat may know: bonus cards are secret until the end, and so is their pile.

Only an open pile, which gives them away by subtraction, hides nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core import Masked
from trainshed.core.recall import recalled

from .actions import Remove, Take
from .box import BOX
from .questions import Taking

if TYPE_CHECKING:
    from random import Random

    from trainshed.core import Action as Act
    from trainshed.core import News as Fact
    from trainshed.core import Seat

    from .state import State

UNKNOWN = "?"


@recalled(1024)
def view(state: State, seat: Seat | None) -> State:
    """The state without what a seat may not know."""
    if state.options.bonus_pile == "open" or state.over:
        return state
    hidden = []
    magnates = list(state.magnates)
    for other, magnate in enumerate(magnates):
        if other != seat and magnate.cards:
            hidden.append(f"magnates.{other}.cards")
            magnates[other] = replace(magnate, cards=(UNKNOWN,) * len(magnate.cards))
    pile = state.pile
    step = state.stack[-1] if state.stack else None
    if pile and not (isinstance(step, Taking) and step.seat == seat):
        hidden.append("pile")
        pile = (UNKNOWN,) * len(pile)
    if not hidden:
        return state
    return replace(state, magnates=tuple(magnates), pile=pile, hidden=tuple(hidden))


def seen(line: Act | Fact, state: State, seat: Seat | None) -> Act | Fact:
    """A line as a seat may read it: not which card was removed, or taken by another."""
    if state.options.bonus_pile == "open":
        return line
    if isinstance(line, Remove):
        return Masked()
    if isinstance(line, Take):
        step = state.stack[-1]
        if not (isinstance(step, Taking) and step.seat == seat):
            return Masked()
    return line


def guess(state: State, rng: Random) -> State:
    """The state with likely cards where a view has none."""
    if not state.hidden:
        return state
    known = {card for magnate in state.magnates for card in magnate.cards} | set(state.pile)
    unknown = [card for card in BOX.bonus_cards if card not in known]
    rng.shuffle(unknown)
    magnates = tuple(
        replace(
            magnate,
            cards=tuple(unknown.pop() if card == UNKNOWN else card for card in magnate.cards),
        )
        for magnate in state.magnates
    )
    pile = tuple(unknown.pop() if card == UNKNOWN else card for card in state.pile)
    order = sorted(pile, key=BOX.bonus_cards.index)
    return replace(state, magnates=magnates, pile=tuple(order), hidden=())
