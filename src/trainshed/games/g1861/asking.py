"""Questions to a player: one whose only answer is to pass is not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trainshed.core import Choice

from .actions import Action, Pass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import State

PASS = Pass()
_ASKED: list[Any] = [None, ()]
"""The state in which the last question was put, and what it offers: the list is made once."""


class Question(Choice[Any, Action], frozen=True):
    """A question whose offers are remembered from the moment it is put."""

    def offers(self, state: State) -> Sequence[Action]:
        """What is offered."""
        raise NotImplementedError

    def options(self, state: State) -> Sequence[Action]:
        """What is offered, not worked out twice."""
        return _ASKED[1] if _ASKED[0] is state else self.offers(state)


def ask(state: State, question: Any) -> State | None:  # noqa: ANN401 - one of the steps
    """Put a question; None if there is nothing to decide."""
    asked = state.push(question)
    offered = question.offers(asked)
    if not offered or (len(offered) == 1 and offered[0] == PASS):
        return None
    _ASKED[:] = asked, offered
    return asked
