"""R8.9 What each seat may know: money is secret until the end, all else is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core.recall import recalled

if TYPE_CHECKING:
    from random import Random

    from trainshed.core import Action, News, Seat

    from .state import State

_NOTHING = (0, 0, 0, 0)
_PLAUSIBLE = 60


@recalled(256)
def view(state: State, seat: Seat | None) -> State:
    """R8.9 The state without the money of others, unless it is open or the game is over."""
    if state.over or state.options.open_money:
        return state
    others = [other for other in range(state.seats) if other != seat]
    barons = tuple(
        replace(baron, money=_NOTHING) if other in others else baron
        for other, baron in enumerate(state.barons)
    )
    hidden = tuple(f"barons.{other}.money" for other in others)
    return replace(state, barons=barons, hidden=hidden)


def seen(thing: Action | News, state: State, seat: Seat | None) -> Action | News:
    """Every action and every payment happens in the open; only the sums are secret."""
    return thing


def guess(view: State, rng: Random) -> State:
    """A state that this view could be of: some amount for whoever hides his money."""
    barons = tuple(
        replace(baron, money=(1000 * rng.randrange(_PLAUSIBLE), 0, 0, 0))
        if f"barons.{seat}.money" in view.hidden
        else baron
        for seat, baron in enumerate(view.barons)
    )
    return replace(view, barons=barons, hidden=())
