"""Questions to a player: one whose only answer is to pass is not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trainshed.core import Question as Base
from trainshed.core import ask as put

from .actions import Action, Pass, WhyNot

if TYPE_CHECKING:
    from .state import State

PASS = Pass()


class Question(Base[Any, Action], frozen=True):
    """A question of this game."""

    def why(self, state: State, action: Action) -> WhyNot | None:
        """Which rule is in the way."""
        return why_not(state, self, action)


def why_not(state: State, question: object, action: Action) -> WhyNot | None:
    """Why something is no answer to a question."""
    from .reasons import why_not as reason  # noqa: PLC0415 - the reasons know the questions

    return reason(state, question, action)


def ask(state: State, question: Any) -> State | None:  # noqa: ANN401 - one of the steps
    """Put a question; None if there is nothing to decide."""
    return put(state, question, idle=PASS)  # type: ignore[no-any-return]
