"""Questions to a player: one whose only answer is to pass is not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trainshed.core import Question as Base
from trainshed.core import ask as put

from .actions import Action, Pass

if TYPE_CHECKING:
    from .state import State

PASS = Pass()


class Question(Base[Any, Action], frozen=True):
    """A question of this game."""


def ask(state: State, question: Any) -> State | None:  # noqa: ANN401 - one of the steps
    """Put a question; None if there is nothing to decide."""
    return put(state, question, idle=PASS)  # type: ignore[no-any-return]
