"""The state of a game: a value; verbs return a new one."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T")
N = TypeVar("N")


class State(Struct, Generic[T, N], frozen=True, gc=False, kw_only=True):
    """What every game has: seats, the stack of steps (the last is asked), news, what is hidden.

    `hidden` lists the paths whose value the reader may not know; they hold a neutral value.
    `own` says how many of the news, the first ones, are what the action brought; the others
    followed by themselves. Without such a mark it brought them all. `said` says how many of those
    tell what the actor himself did, or got; the rest is what others come to by it.
    """

    seats: int
    stack: tuple[T, ...] = ()
    news: tuple[N, ...] = ()
    hidden: tuple[str, ...] = ()
    own: int = -1
    said: int = -1

    def push(self, *steps: T) -> Self:
        """Ask something first, the last of `steps` before the others, and come back."""
        return replace(self, stack=(*self.stack, *steps))

    def goto(self, *steps: T) -> Self:
        """Ask something else instead."""
        return replace(self, stack=(*self.stack[:-1], *steps))

    def pop(self) -> Self:
        """Come back to the step below."""
        return replace(self, stack=self.stack[:-1])

    def tell(self, *news: N) -> Self:
        """Add facts about the action being played."""
        return replace(self, news=(*self.news, *news))

    def untold(self) -> Self:
        """The same without news."""
        if not (self.news or self.own >= 0 or self.said >= 0):
            return self
        return replace(self, news=(), own=-1, said=-1)

    def afterwards(self) -> Self:
        """What is told from here on follows by itself: nobody did it with the action played."""
        return self if self.own >= 0 else replace(self, own=len(self.news))

    def aside(self) -> Self:
        """What is told from here on is what others do or get by the action, as by a pass."""
        return self if self.said >= 0 else replace(self, said=len(self.news))

    @property
    def deed(self) -> tuple[N, ...]:
        """The news of what the actor himself did, or got by his action."""
        return self.brought[: self.said] if self.said >= 0 else self.brought

    @property
    def brought(self) -> tuple[N, ...]:
        """The news of what the action did."""
        return self.news[: self.own] if self.own >= 0 else self.news

    @property
    def followed(self) -> tuple[N, ...]:
        """The news that followed by themselves."""
        return self.news[self.own :] if self.own >= 0 else ()
