"""R10.3 Interest and repayment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from .actions import Paid
from .box import BOX, CHARTERS, RSR

if TYPE_CHECKING:
    from .state import State


def pay_interest(state: State, company: int, owed: int) -> State | None:
    """R10.3, R10.4 5 for each loan held when the turn began; None if it cannot be paid."""
    due = owed * BOX.interest
    if company != RSR and state.means(company) < due:
        return None
    return state.spend(company, due, "interest")


def repay(state: State, company: int) -> State:
    """R10.5, R17.6 As many loans as the money allows, at 50 each."""
    was = state.companies[company]
    loans = min(was.loans, was.cash // BOX.loan)
    if not loans:
        return state
    state = state.with_company(company, replace(was, loans=was.loans - loans))
    state = state.grant(company, -loans * BOX.loan)
    return state.tell(Paid(CHARTERS[company].id, loans * BOX.loan, "repaid"))
