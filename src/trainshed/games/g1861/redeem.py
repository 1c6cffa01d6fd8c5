"""R9.5 A major buys its own shares back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Seat

from .actions import Action, Redeem
from .asking import PASS, Question
from .privates import acquire, acquisitions
from .turn import onward

if TYPE_CHECKING:
    from .state import State


class Redeeming(Question, frozen=True, tag="redeeming"):
    """R9.5 How many shares come back from the pool; nobody is asked if there are none."""

    rule: ClassVar[str] = "R9.5"
    company: int

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def offers(self, state: State) -> Sequence[Action]:
        """As many as lie in the pool and the treasury can pay; no loans."""
        major = state.companies[self.company]
        most = min(major.pool, major.cash // state.price(self.company))
        if not most:
            return [PASS]
        shares = [Redeem(count) for count in range(1, most + 1)]
        return [*shares, *acquisitions(state, self.company), PASS]

    def play(self, state: State, action: Action) -> State:
        """The bank is paid the current price."""
        if not isinstance(action, Redeem):
            if action == PASS:
                return onward(state.pop())
            return acquire(state, self.company, action)
        major = state.companies[self.company]
        count = action.shares
        cost = count * state.price(self.company)
        state = state.pop().with_company(
            self.company,
            replace(major, pool=major.pool - count, treasury=major.treasury + count),
        )
        return state.grant(self.company, -cost)
