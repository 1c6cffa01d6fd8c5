"""R6.1 Starting a major: its price, and the circle where it begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Seat

from .actions import Action, Home, Start, Started
from .asking import Question
from .box import CHARTERS, MAJORS, SHARES
from .ground import HEX, HEXES, LAID
from .sell import DIRECTORS, appoint

if TYPE_CHECKING:
    from .state import State


def starts(state: State, seat: Seat) -> list[Action]:
    """R6.1, R6.2 Each major not in play, at each start price the player can pay twice."""
    if "majors" not in state.era.allows or state.certificates(seat) >= state.certificate_limit:
        return []
    prices = [
        price
        for cell in state.market.major_start
        if DIRECTORS * (price := state.market.price(cell)) <= state.cash[seat]
    ]
    waiting = [number for number in MAJORS if not state.companies[number].in_play]
    if not prices or not waiting or not has_place(state):
        return []
    return [Start(CHARTERS[number].id, price) for number in waiting for price in prices]


def has_place(state: State) -> bool:
    """R6.3 Whether a major could begin anywhere."""
    return any(places(state))


def places(state: State) -> Iterator[Action]:
    """R6.3 The free circles from which no stop can be reached."""
    linked = state.network().linked
    for hex_, tile in enumerate(state.tiles):
        here = LAID[tile]
        if here.kind != "city":
            continue
        free = [c for c in range(len(here.plan.stops)) if state.slots(hex_, c) > 0]
        if not state.rules.free_circle:
            if linked >> 4 * hex_ & 0b1111:
                continue
            standing = {at for _, there, at in state.stations if there == hex_}
            free = [circle for circle in free if circle not in standing]
        for circle in free:
            if not linked >> 4 * hex_ + circle & 1:
                yield Home(HEXES[hex_], circle)


class Homing(Question, frozen=True, tag="homing"):
    """R6.3 Where the first station of a new major goes."""

    rule: ClassVar[str] = "R6.3"
    seat: Seat
    company: int

    def actor(self, state: State) -> Seat:
        """Who starts the major."""
        return self.seat

    def offers(self, state: State) -> Iterator[Action]:
        """Every place there is."""
        return places(state)

    def play(self, state: State, action: Action) -> State:
        """R6.3 The turn is over."""
        from .stock import acted  # noqa: PLC0415

        assert isinstance(action, Home)
        return acted(state.pop().put(self.company, HEX[action.hex], action.circle), self.seat)


def start(state: State, seat: Seat, number: int, price: int) -> State:
    """R6.1, R6.2 The major is in play at once, with twice its price in the treasury."""
    state = grant_shares(found(state, number, price), number, seat, DIRECTORS)
    state = appoint(state.invest(seat, number, DIRECTORS * price), number, seat)
    return state.tell(Started(CHARTERS[number].id, seat, price)).push(Homing(seat, number))


def found(state: State, number: int, price: int) -> State:
    """R6.2, R19.4, R20.3 Put a major on the market with all its shares in the treasury."""
    major = replace(state.companies[number], shares=(0,) * state.seats, treasury=SHARES)
    return state.with_company(number, major).move(number, state.market.start(number, price))


def grant_shares(state: State, number: int, seat: Seat, count: int) -> State:
    """Hand out shares from the treasury without payment."""
    major = state.companies[number]
    shares = (*major.shares[:seat], major.shares[seat] + count, *major.shares[seat + 1 :])
    return state.with_company(
        number, replace(major, shares=shares, treasury=major.treasury - count)
    )
