"""Orders for a race: to stay out of it, or to run the train on along the best way."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from trainshed.core import Choice, Consent, Decline, Errand, Order

from .actions import Action, Enter, Join
from .actions import Ride as Riding
from .entering import STAY, Declaring, Entering, in_race
from .france import Calling, Choosing, Going, Stepping

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trainshed.core import Seat

    from .state import State


class Out(Order, frozen=True, tag="out"):
    """R11.1, R26.1 Stay out of a race."""

    race: int


class Onward(Order, frozen=True, tag="onward"):
    """R26.3 Run the train of a race along the best way, throw by throw."""

    race: int


Ordered: TypeAlias = Out | Onward
"""What a seat may leave."""


def orders(state: State, seat: Seat) -> Sequence[Errand]:
    """R11.1 To stay out while the race is declared; R26.3 to run on while it is run."""
    race = state.race
    if race is None:
        return ()
    if _leads_any(state, seat, _undecided(state)):
        return (Errand(Out(race.number, alarms=("entered", "joined"))),)
    own = (train for train in state.trains if state.companies[train.companies[0]].seat == seat)
    runs = any(isinstance(step, Going) for step in state.stack)
    if runs and any(train.place is None for train in own):
        return (Errand(Onward(race.number, alarms=("arrived",))),)
    return ()


def _undecided(state: State) -> list[int]:
    """The companies that have not said yet whether they enter."""
    found: list[int] = []
    for step in state.stack:
        match step:
            case Declaring(order, asked):
                found += order[asked:]
            case Calling(first, asked):
                count = len(state.companies)
                found += ((first + n) % count for n in range(asked, count))
            case Entering(companies) if not step.replacing:
                found += companies
            case Choosing(company):
                found.append(company)
            case _:
                pass
    return [number for number in found if not in_race(state, number)]


def obey(state: State, seat: Seat, order: Order) -> Action | None:
    """The ordinary answer that an order gives to the question asked now, if it fits."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, Choice) or step.actor(state) != seat or lapse(state, seat, order):
        return None
    match order:
        case Out() if isinstance(step, Choosing):
            return STAY
        case Out() if isinstance(step, Entering) and len(step.companies) == 1:
            return None if step.replacing else STAY
        case Out() if isinstance(step, Consent) and isinstance(step.offer, Join):
            return Decline()
        case Onward() if isinstance(step, Stepping):
            ways = step.rides(state)
            return Riding(ways[0]) if ways else None
        case _:
            return None


def lapse(state: State, seat: Seat, order: Order) -> str:
    """Why an order can act no more: its race is decided, or run."""
    if not isinstance(order, Out | Onward):
        return ""
    if state.race is None or state.race.number != order.race:
        return "race"
    is_idle = isinstance(order, Out) and not _leads_any(state, seat, _undecided(state))
    return "declared" if is_idle else ""


def _leads_any(state: State, seat: Seat, numbers: Sequence[int]) -> bool:
    """Whether a seat leads one of these companies."""
    return any(state.companies[number].seat == seat for number in numbers)


def alarms(before: State, action: Action, after: State, seat: Seat) -> Sequence[str]:
    """What a move of somebody else sets off."""
    found: list[str] = []
    if isinstance(action, Enter):
        found.append("entered")
    if isinstance(action, Join):
        found.append("joined")
    if _arrived(after, seat) > _arrived(before, seat):
        found.append("arrived")
    return tuple(found)


def _arrived(state: State, seat: Seat) -> int:
    """How many trains of others than a seat have arrived."""
    return sum(
        train.place is not None and state.companies[train.companies[0]].seat != seat
        for train in state.trains
    )
