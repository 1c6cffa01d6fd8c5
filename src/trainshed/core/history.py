"""The moves of a match. The states between old ones are made again when somebody asks for them.

A state takes about a kilobyte, and a site remembers many thousand moves that nobody looks back at.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar
from weakref import ref

from msgspec import Struct

from .action import Action, News, Seat
from .state import State

S = TypeVar("S", bound=State[Any, Any])
LENGTH = 32
"""So many moves share a span."""
KEPT = 1024
"""The states of so many spans are kept beside those that still grow."""


class Span(Generic[S]):
    """Moves that follow one another; only the state before the first one is kept for good."""

    __slots__ = ("__weakref__", "_actions", "_first", "_replay", "_states", "is_kept")

    def __init__(self, states: Sequence[S], replay: Callable[[S, Action], S] | None = None) -> None:
        self._first = states[0]
        self._states: list[S] | None = list(states)
        self._actions: list[Action] = []
        self._replay = replay
        """Without it the states stand for themselves and are never put away."""
        self.is_kept = False
        """Whether it waits among those whose states go some time."""

    def grow(self, before: S, action: Action, after: S) -> int:
        """Take one more move, if it follows the last one and there is room; how many it has."""
        states = self._states
        if states is None or states[-1] is not before or len(states) > LENGTH:
            return 0
        self._actions.append(action)
        states.append(after)
        return len(self._actions)

    def state(self, number: int) -> S:
        """The state after so many of its moves."""
        states = self._states
        if states is None:
            states = self._states = self._again()
            keep(self)
        return states[number]

    def _again(self) -> list[S]:
        """The states anew: the laws have found the actions legal before."""
        assert self._replay is not None
        states = [self._first]
        for action in self._actions:
            states.append(self._replay(states[-1], action))
        return states

    def put_away(self) -> None:
        """Forget the states that can be made again."""
        self.is_kept = False
        if self._replay is not None:
            self._states = None


_SPANS = deque[ref[Span[Any]]]()


def keep(span: Span[Any]) -> None:
    """Keep the states of a span that does not grow any more; those that waited longest go."""
    if span.is_kept:
        return
    span.is_kept = True
    _SPANS.append(ref(span))
    while len(_SPANS) > KEPT:
        oldest = _SPANS.popleft()()
        if oldest is not None:
            oldest.put_away()


class Move(Struct, Generic[S], frozen=True, gc=False, eq=False):
    """One line that counts: the action, the states before and after it, the news."""

    seat: Seat
    action: Action
    span: Span[S]
    index: int
    """How many moves of its span came before."""
    number: int
    """The number of its line in the log."""
    alone: bool = False
    """It was the only answer, and played as soon as it was asked for."""

    def __eq__(self, other: object) -> bool:
        """The same line between the same states, in whichever match."""
        return isinstance(other, Move) and self._line == other._line and self._ends == other._ends

    def __hash__(self) -> int:
        return hash(self._line)

    @property
    def _line(self) -> tuple[object, ...]:
        return self.number, self.seat, self.action, self.alone

    @property
    def _ends(self) -> tuple[S, S]:
        return self.before, self.after

    @property
    def before(self) -> S:
        """The state in which it was played."""
        return self.span.state(self.index)

    @property
    def after(self) -> S:
        """The state that it led to."""
        return self.span.state(self.index + 1)

    @property
    def news(self) -> tuple[News, ...]:
        """What followed from the action."""
        news: tuple[News, ...] = self.after.news
        return news

    @property
    def own(self) -> int:
        """How many of the news, the first ones, are what the actor himself did."""
        return len(self.after.deed)
