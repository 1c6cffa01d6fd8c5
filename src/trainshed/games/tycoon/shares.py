"""R4.3 Shares issued of one's own free will: at every question of the own turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trainshed.core import Amount, Question, Seat

from .actions import Action, Back, Issue, Shares
from .box import BOX

if TYPE_CHECKING:
    from trainshed.core import News

    from .state import State

SHARES, BACK = Shares(), Back()
ENDLESS = 10**15
"""R3.2, R4.1 There is no upper limit, but amounts from here on cannot be written."""
ISSUES = (1, 2, 3, 5, 10)


class OwnTurn(Question["State", Action], frozen=True):
    """R4.3, R4.4 A question of the own turn: besides its answers shares may be issued."""

    seat: Seat

    def actor(self, state: State) -> Seat:
        """Whose turn it is."""
        return self.seat

    def answers(self, state: State) -> Sequence[Action]:
        """What the question itself offers."""
        raise NotImplementedError

    def offers(self, state: State) -> Sequence[Action]:
        """R4.3, R4.4 Its answers, and to issue shares first."""
        return [*self.answers(state), SHARES]

    def answered(self, state: State, action: Action) -> State:
        """The state after one of its answers."""
        raise NotImplementedError

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .refusals import why_not  # noqa: PLC0415 - the refusals know the questions

        return why_not(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """R4.3 After the issue the same question is asked again."""
        if isinstance(action, Shares):
            return state.push(Issuing(self.seat))
        return self.answered(state, action)


class Issuing(Amount["State", Action], frozen=True, tag="issuing"):
    """R4.3, R4.4, R4.5 How many shares, without need."""

    rule = "R4.3"
    seat: Seat

    def actor(self, state: State) -> Seat:
        """Who issues them."""
        return self.seat

    def span(self, state: State) -> range:
        """R4.1 Any number."""
        return range(1, ENDLESS // BOX.shares.cash)

    def name(self, state: State, amount: int) -> Action:
        """So many shares."""
        return Issue(amount)

    def amount(self, action: Action) -> int | None:
        """How many."""
        return action.count if isinstance(action, Issue) else None

    def others(self, state: State) -> Sequence[Action]:
        """None after all."""
        return (BACK,)

    def options(self, state: State) -> Sequence[Action]:
        """A few numbers."""
        return (*(Issue(count) for count in ISSUES), BACK)

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .refusals import why_not  # noqa: PLC0415 - the refusals know the questions

        return why_not(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """R4.3 They are issued, and the question that was asked is asked again."""
        state = state.pop()
        if not isinstance(action, Issue):
            return state
        return state.issue(self.seat, action.count, "wish")
