"""R10.2 The turn order: claims, the new order, and second actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Choice, Seat

from .actions import Action, News, Ordered, Pass, Place, Swap
from .box import SPACES
from .effects import OWN
from .work import Part

if TYPE_CHECKING:
    from .state import Placement, State


def claims(state: State) -> dict[int, Seat]:
    """R10.2 Who has claimed which place, counted from 0."""
    return {
        SPACES[it.space].effect.claim - 1: Seat(it.seat)
        for it in state.placed
        if not it.space.startswith(OWN) and SPACES[it.space].effect.claim
    }


def claimed(state: State, seat: Seat, space: str) -> State:
    """R10.5 A claim paid with another piece is exchanged for an own worker elsewhere."""
    if state.placed[-1].own:
        return state
    return state.push(Swapping(seat, space))


class Swapping(Part, frozen=True, tag="swapping"):
    """R10.5, R10.6 Which own worker goes to the claim."""

    rule: ClassVar[str] = "R10.5"
    space: str

    def raw(self, state: State) -> Sequence[Action]:
        """Each other space where a worker of his colour stands."""
        return [
            Swap(space)
            for space in dict.fromkeys(
                it.space
                for it in state.placed
                if it.seat == self.seat and it.own and it.space != self.space
            )
        ]

    def play(self, state: State, action: Action) -> State:
        """The pieces change places; nothing is set off."""
        assert isinstance(action, Swap)
        claim = next(it for it in state.placed if it.space == self.space)
        other = next(
            it
            for it in state.placed
            if it.space == action.space and it.seat == self.seat and it.own
        )
        changed = {
            id(claim): replace(claim, own=1, black=0, turquoise=0, roubles=0),
            id(other): _exchanged(other, claim),
        }
        placed = tuple(changed.get(id(it), it) for it in state.placed)
        return replace(state.pop(), placed=placed)


def _exchanged(other: Placement, claim: Placement) -> Placement:
    return replace(
        other,
        own=other.own - 1,
        black=other.black + claim.black,
        turquoise=other.turquoise + claim.turquoise,
        roubles=other.roubles + claim.roubles,
    )


def reordered(order: tuple[Seat, ...], claims: dict[int, Seat]) -> tuple[Seat, ...]:
    """R10.7, R10.8 Claimants take their places, the others keep their order.

    If nobody claims the first place, its holder stays there.
    """
    taken = dict(claims)
    if 0 not in taken:
        taken = {place: seat for place, seat in taken.items() if seat != order[0]}
        taken[0] = order[0]
    others = iter(seat for seat in order if seat not in taken.values())
    return tuple(taken[place] if place in taken else next(others) for place in range(len(order)))


def new_order(state: State) -> State:
    """R10.7, R10.9 The order of the next round; then the claims may act again, the second first."""
    found = claims(state)
    order = reordered(state.order, found)
    if order != state.order:
        state = replace(state, order=order).tell(Ordered(order))
    return state


class Second(Choice["State", Action], frozen=True, tag="second"):
    """R10.9, R10.10, R10.11, R10.12 The worker of a claim may go to another space and act."""

    rule: ClassVar[str] = "R10.9"
    seat: Seat
    space: str

    def actor(self, state: State) -> Seat:
        """Whose claim it was."""
        return self.seat

    def options(self, state: State) -> Sequence[Action]:
        """Free spaces that cost exactly one worker."""
        from .turn import COST, able, open_spaces  # noqa: PLC0415 - turns know claims

        found: list[Action] = []
        for space in open_spaces(state, self.seat):
            own = space.startswith(OWN)
            cost = COST if own else SPACES[space].workers
            if cost != 1 or (not own and (SPACES[space].roubles or SPACES[space].effect.claim)):
                continue
            if able(state, self.seat, space):
                found.append(Place(space))
        return [*found, Pass()]

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why  # noqa: PLC0415 - the reasons know the questions

        return why(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """R10.11 It moves and acts, or stays."""
        from .turn import act  # noqa: PLC0415 - turns know claims

        state = state.pop()
        if not isinstance(action, Place):
            return state
        placed = tuple(it for it in state.placed if it.space != self.space)
        was = state.magnates[self.seat]
        state = replace(state, placed=placed).with_magnate(
            self.seat, replace(was, workers=was.workers + 1)
        )
        return act(state, self.seat, action)
