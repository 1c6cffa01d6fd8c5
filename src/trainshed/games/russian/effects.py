"""R3.10 What an effect brings at once, before its moves and steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from .box import BOX, ENGINEERS, SPACES, Effect
from .work import Doing, task

if TYPE_CHECKING:
    from trainshed.core import Seat

    from .state import State

OWN = "own_"
"""How the space of an own engineer is named, before his number."""
OWNED = tuple(f"{OWN}{number}" for number in ENGINEERS)
"""The spaces of all engineers, whoever they belong to."""


def effect_of(state: State, space: str) -> Effect:
    """R9.3, R9.4 What a space brings now: its own effect, or that of an engineer."""
    if space.startswith(OWN):
        return ENGINEERS[int(space.removeprefix(OWN))].effect
    effect = SPACES[space].effect
    if effect.public:
        number = state.row[effect.public] if effect.public < len(state.row) else 0
        return ENGINEERS[number].effect if number else Effect()
    return effect


def must(space: str) -> bool:
    """R3.5, R9.11 Whether the action of a space must be completed."""
    return not space.startswith(OWN)


def apply(state: State, seat: Seat, effect: Effect, *, owed: bool, extra: bool = False) -> State:
    """R3.10, R8.2, R9.7 Tokens, pieces and points at once; then moves, steps and builds."""
    from .again import again  # noqa: PLC0415 - to act again is an effect
    from .questions import Taking  # noqa: PLC0415 - so is a card

    state = state.score(seat, effect.points, "action", "engineer").double(seat, effect.x2)
    if effect.roubles:
        state = state.give(seat, "rouble", effect.roubles)
    if effect.turquoise:
        state = replace(state, turquoise=0).give(seat, "turquoise", effect.turquoise)
    if effect.hire:
        state = _hired(state, seat)
    if effect.card:
        state = state.push(Taking(seat))
    if effect.again:
        state = again(state, seat, owed=owed)
    work = task(effect, must=owed, extra=extra)
    return state if work.done else state.push(Doing(seat, work))


def _hired(state: State, seat: Seat) -> State:
    """R9.2 The engineer on the recruiting space has a new employer."""
    state = employ(state, seat, state.row[0])
    return replace(state, row=(0, *state.row[1:]))


def employ(state: State, seat: Seat, engineer: int) -> State:
    """R9.2, R12.4 An engineer beside the board of a player."""
    from .actions import Hired  # noqa: PLC0415

    was = state.magnates[seat]
    state = state.with_magnate(seat, replace(was, engineers=(*was.engineers, engineer)))
    return state.tell(Hired(seat, engineer))


def factory(state: State, seat: Seat, number: int) -> State:
    """R6.5, R6.6, R6.7, R6.8, R6.9 What a factory does when a marker enters; it may lapse."""
    was = state.magnates[seat]
    if number == 1:
        return state.score(seat, sum(was.engineers), "action", "factory")
    if number == 8:
        best = sorted(was.board.locomotives)[-2:]
        return state.score(seat, sum(best), "action", "factory")
    return apply(state, seat, BOX.factories[number], owed=False)
