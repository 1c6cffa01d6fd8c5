"""R8.9 What each seat may know: money is secret until the end, though it can be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core.recall import recalled

if TYPE_CHECKING:
    from random import Random

    from trainshed.core import Action, News, Seat

    from .state import State

_NOTHING = (0, 0, 0, 0)
_PLAUSIBLE = range(0, 60_000, 1000)
"""What somebody may have, where nobody counted."""


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


def counted(view: State) -> dict[str, range]:
    """R8.9 The money that others hide: every payment is public, so the sum of them is known."""
    return {
        path: range(baron.counted, baron.counted + 1)
        for seat, baron in enumerate(view.barons)
        if (path := f"barons.{seat}.money") in view.hidden and baron.counted is not None
    }


def uncounted(view: State) -> State:
    """R8.9 A view without the sums, which nobody is told."""
    return replace(view, barons=tuple(replace(baron, counted=None) for baron in view.barons))


def upgrade(state: State) -> State:
    """R8.9 Stored before anybody counted: the payments so far have made up the purses."""
    if state.hidden or all(baron.counted is not None for baron in state.barons):
        return state
    return replace(
        state, barons=tuple(replace(baron, counted=baron.cash) for baron in state.barons)
    )


def guess(view: State, rng: Random) -> State:
    """A state that this view could be of: hidden money as it was counted, or else some amount."""
    known, barons = counted(view), list(view.barons)
    for seat, baron in enumerate(barons):
        path = f"barons.{seat}.money"
        if path in view.hidden:
            cash = rng.choice(known.get(path, _PLAUSIBLE))
            barons[seat] = replace(baron, money=(cash, 0, 0, 0))
    return replace(view, barons=tuple(barons), hidden=())
