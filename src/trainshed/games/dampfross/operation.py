"""R9, R16, R17 Operation: one race after another, and building after every second one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core import Auto

from .actions import Won
from .box import BOX
from .build import build
from .draw import DrawStart
from .entering import Declaring

if TYPE_CHECKING:
    from .state import State


class Operation(Auto["State"], frozen=True, tag="operation"):
    """R9.1, R16.1 What comes next: a race, its run, building, or the end."""

    built: int = 0
    """After how many races companies have built."""

    def run(self, state: State) -> State:
        """One step further."""
        if state.race is not None:
            return state.push(Declaring(tuple(state.by_wealth())))
        if state.races == races(state):
            return over(state)
        if state.races % BOX.laurin.build_every == 0 and self.built < state.races:
            order = tuple(reversed(state.by_wealth()))
            return state.goto(Operation(state.races), Extra(order))
        return replace(state, turn=state.turn + 1).push(DrawStart())


def races(state: State) -> int:
    """R9.1 How many races there are."""
    full = state.board.races
    return full if state.options.races == "full" else min(int(state.options.races), full)


class Extra(Auto["State"], frozen=True, tag="extra"):
    """R16.2 Companies build in turn, the poorest first."""

    order: tuple[int, ...]

    def run(self, state: State) -> State:
        """R16.3, R16.5, R20.4 The next company; David never builds here."""
        if not self.order:
            return state.pop()
        number = self.order[0]
        state = replace(state.goto(Extra(self.order[1:])), turn=state.turn + 1)
        company = state.companies[number]
        if company.seat < 0:
            return state
        return build(state, number, BOX.laurin.build_limit, account=True)


def over(state: State) -> State:
    """R17.1, R20.6, R20.9, R27.1 The richest wins; two companies of one player count together."""
    totals = [company.balance for company in state.companies]
    if len(totals) > state.seats and all(company.seat >= 0 for company in state.companies):
        totals = [
            sum(other.balance for other in state.companies if other.seat == company.seat)
            for company in state.companies
        ]
    most = max(totals)
    winners = tuple(number for number, total in enumerate(totals) if total == most)
    state = replace(state, over=True, stack=(), race=None, trains=())
    return state.tell(Won(winners, most))
