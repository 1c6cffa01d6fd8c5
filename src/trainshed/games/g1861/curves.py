"""What changes from round to round: the prices of the shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Text, say

from .box import CHARTERS, MAJORS, MINORS

if TYPE_CHECKING:
    from .state import State


def curves(state: State) -> dict[str, dict[str, int]]:
    """R8.1 The price of each company in play, majors and minors apart."""
    return {
        name: {
            CHARTERS[number].id: state.price(number)
            for number in numbers
            if state.companies[number].in_play
        }
        for name, numbers in (("majors", MAJORS), ("minors", MINORS))
    }


def chapter(state: State) -> Text:
    """R1.11 The round in a few letters; a merger round belongs to the operating round before it."""
    match state.round:
        case "auction":
            return say("auction")
        case "stock":
            return say("S{set}", set=state.set)
        case _:
            return say("{set}.{number}", set=state.set, number=state.number)
