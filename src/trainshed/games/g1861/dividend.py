"""R14.1 Dividends, and how they move the price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from trainshed.core import Seat

from .actions import Action, Pay, Shared
from .asking import Question
from .box import CHARTERS, SHARES
from .privates import acquire, acquisitions
from .turn import onward

if TYPE_CHECKING:
    from .state import State


class Dividend(Question, frozen=True, tag="dividend"):
    """R14.2 A major pays all of its income, half, or nothing."""

    rule: ClassVar[str] = "R14.2"
    company: int
    income: int

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def offers(self, state: State) -> Sequence[Action]:
        """The three."""
        return (Pay("full"), Pay("half"), Pay("none"), *acquisitions(state, self.company))

    def play(self, state: State, action: Action) -> State:
        """R14.3, R14.4 Pay, keep the rest, and move the price."""
        if not isinstance(action, Pay):
            return acquire(state, self.company, action)
        paid = part(self.income, action.dividend)
        return onward(pay_major(state.pop(), self.company, self.income, paid))


def part(income: int, dividend: str) -> int:
    """R14.2 What is paid out; half is rounded up to a multiple of 10."""
    if dividend == "half":
        return -(-income // (2 * SHARES)) * SHARES
    return income if dividend == "full" else 0


def pay_major(state: State, number: int, income: int, paid: int) -> State:
    """R14.3, R14.4 A tenth for each share; the treasury's go to the major, the pool's to nobody."""
    major = state.companies[number]
    each = paid // SHARES
    amounts = tuple(each * held for held in major.shares)
    kept = income - paid + each * major.treasury
    state = state.give_all(amounts).grant(number, kept)
    state = state.tell(Shared(CHARTERS[number].id, amounts, kept))
    if not paid:
        return state.move(number, state.market.left[major.cell])
    if paid >= state.price(number):
        return state.move(number, state.market.to_the_right(number, major.cell))
    return state


def pay_minor(state: State, number: int, income: int) -> State:
    """R14.1 Half for the owner, half for the minor; the price moves right."""
    minor = state.companies[number]
    half = income // 2
    amounts = tuple(half if seat == minor.director else 0 for seat in range(state.seats))
    state = state.give_all(amounts).grant(number, income - half)
    state = state.tell(Shared(CHARTERS[number].id, amounts, income - half))
    return state.move(number, state.market.to_the_right(number, minor.cell))


def no_income(state: State, number: int) -> State:
    """R14.1, R14.4 Without income the price moves left."""
    return state.move(number, state.market.left[state.companies[number].cell])
