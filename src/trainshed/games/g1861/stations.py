"""R12.1 Placing a station."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from trainshed.board.hexes import members
from trainshed.core import Seat

from .actions import Action, Paid, Station
from .asking import PASS, Question
from .box import BOX, CHARTERS
from .ground import HEX, HEXES, LAID, distance
from .privates import acquire, acquisitions
from .turn import onward

if TYPE_CHECKING:
    from .state import State


class Placing(Question, frozen=True, tag="placing"):
    """R12.1, R12.2 One station on a free circle that the major reaches, without a loan."""

    rule: ClassVar[str] = "R12.1"
    company: int

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def offers(self, state: State) -> Iterator[Action]:
        """Every circle it can pay; where there is one, privates to buy as well."""
        cash, has_place = state.companies[self.company].cash, False
        for hex_, circle in circles(state, self.company):
            if station_cost(state, self.company, hex_) <= cash:
                has_place = True
                yield Station(HEXES[hex_], circle)
        if has_place:
            yield from acquisitions(state, self.company)
        yield PASS

    def play(self, state: State, action: Action) -> State:
        """R12.4 Pay by distance."""
        if not isinstance(action, Station):
            if action == PASS:
                return onward(state.pop())
            return acquire(state, self.company, action)
        hex_ = HEX[action.hex]
        price = station_cost(state, self.company, hex_)
        state = state.grant(self.company, -price).put(self.company, hex_, action.circle)
        return onward(state.pop()).tell(Paid(CHARTERS[self.company].id, price, "station"))


def circles(state: State, company: int) -> Iterator[tuple[int, int]]:
    """R12.1, R12.2, R12.3 Free circles in reach, none on a hex where the company stands."""
    own = {hex_ for hex_, _ in state.stands(company)}
    if len(own) > len(BOX.station_cost):
        return
    for stop in members(state.reach(company).stops):
        hex_, circle = divmod(stop, 4)
        if hex_ in own or LAID[state.tiles[hex_]].kind != "city":
            continue
        if state.slots(hex_, circle) > 0:
            yield hex_, circle


def station_cost(state: State, company: int, hex_: int) -> int:
    """R12.4, R12.5 For the second and the third station, by the distance to the nearest own one."""
    own = [there for there, _ in state.stands(company)]
    return BOX.station_cost[len(own) - 1] * min(distance(hex_, there) for there in own)
