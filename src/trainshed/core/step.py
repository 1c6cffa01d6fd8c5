"""Steps: what is asked now, as data. A step lists its options and applies the one chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from .action import Accept, Action, Decline, Seat

if TYPE_CHECKING:
    from .action import News

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Choice(Struct, Generic[S, A], frozen=True, tag_field="step"):
    """A question to one seat, answered by one of its options."""

    rule: ClassVar[str] = ""
    """The number of the rule that puts it; without one, that of the step below counts."""
    tells: ClassVar[bool] = False
    """Whether what is offered tells something that others may not know."""

    def actor(self, state: S) -> Seat:
        """Who is asked."""
        raise NotImplementedError

    def options(self, state: S) -> Sequence[A]:
        """What is offered, in a fixed order, never empty."""
        raise NotImplementedError

    def accepts(self, state: S, action: A, offered: Sequence[A]) -> bool:
        """Whether the answer is legal: only open questions accept more than they offer."""
        return action in offered

    def why(self, state: S, action: A) -> News | None:
        """Why the answer is not legal: a reason for each kind of answer that is offered now."""
        return None

    def play(self, state: S, action: A) -> S:
        """The state after the answer."""
        raise NotImplementedError


class Question(Choice[S, A], frozen=True):
    """A question that is put only where there is something to decide."""

    def offers(self, state: S) -> Iterable[A]:
        """What is offered, in a fixed order: a list, or found one by one as far as it is read."""
        raise NotImplementedError

    def options(self, state: S) -> Sequence[A]:
        """What is offered; a list that was made to put the question is not made twice."""
        asked, offered = _ASKED
        return offered if asked is state else [*self.offers(state)]


_ASKED: list[Any] = [None, ()]
"""The state in which the last question with a list was put, and that list."""


def ask(state: Any, question: Any, *, idle: Action) -> Any:  # noqa: ANN401
    """Put a question; None if there is nothing to decide, where `idle` is all that is offered."""
    asked = state.push(question)
    offered = question.offers(asked)
    if all(answer == idle for answer in offered):
        return None
    if isinstance(offered, Sequence):
        _ASKED[:] = asked, offered
    return asked


class Chance(Struct, Generic[S, A], frozen=True, tag_field="step"):
    """A throw of dice, a draw or a shuffle, with explicit odds."""

    rule: ClassVar[str] = ""
    """The number of the rule that asks for it."""

    def odds(self, state: S) -> Mapping[A, int]:
        """Each outcome with its weight, in a fixed order."""
        raise NotImplementedError

    def play(self, state: S, action: A) -> S:
        """The state after the outcome."""
        raise NotImplementedError


class Auto(Struct, Generic[S], frozen=True, tag_field="step"):
    """Something the rules do by themselves: the sequence of play, an income, the end."""

    def completes(self) -> bool:
        """Whether it is still a part of the action before it, so that its news are too."""
        return False

    def run(self, state: S) -> S:
        """The state after it."""
        raise NotImplementedError


class Amount(Choice[S, A], frozen=True):
    """An open question: any amount in `span` is accepted, a few sensible ones are offered."""

    asks: ClassVar[str] = "amount"

    def span(self, state: S) -> range:
        """All amounts that may be named: low, high and step."""
        raise NotImplementedError

    def name(self, state: S, amount: int) -> A:
        """The action that names this amount."""
        raise NotImplementedError

    def amount(self, action: A) -> int | None:
        """The amount that an action names, None for the other answers of this question."""
        raise NotImplementedError

    def others(self, state: S) -> Sequence[A]:
        """Answers that name no amount, such as to pass."""
        return ()

    def options(self, state: S) -> Sequence[A]:
        """The other answers and a handful of amounts spread over the span."""
        span = self.span(state)
        return (*self.others(state), *(self.name(state, n) for n in sensible(span)))

    def accepts(self, state: S, action: A, offered: Sequence[A]) -> bool:
        """Any amount of the span, written as this question writes it."""
        if action in offered:
            return True
        amount = self.amount(action)
        return (
            amount is not None and amount in self.span(state) and self.name(state, amount) == action
        )


class Route(Choice[S, A], frozen=True):
    """An open question: the best routes are offered, any legal one is accepted."""

    asks: ClassVar[str] = "route"

    def is_route(self, state: S, action: A) -> bool:
        """Whether the route written out in the action is legal."""
        raise NotImplementedError

    def quick(self, state: S) -> A:
        """A good legal answer at once, for those who cannot wait for the best."""
        return self.options(state)[0]

    def accepts(self, state: S, action: A, offered: Sequence[A]) -> bool:
        """A route offered, or any other legal one."""
        return action in offered or self.is_route(state, action)


class Consent(Choice[Any, Any], Generic[A], frozen=True, tag="consent"):
    """A deal needs two: the other side accepts or declines the offer.

    The step below on the stack made the offer; its `agreed` or `refused` goes on.
    """

    seat: Seat
    offer: A

    def actor(self, state: Any) -> Seat:  # noqa: ANN401
        """The side that did not make the offer."""
        return self.seat

    def options(self, state: Any) -> Sequence[Accept | Decline]:  # noqa: ANN401
        """Yes or no."""
        return (Accept(), Decline())

    def play(self, state: Any, action: Any) -> Any:  # noqa: ANN401
        """Hand the answer back to the step that made the offer."""
        state = state.pop()
        proposer = state.stack[-1]
        answer = proposer.agreed if isinstance(action, Accept) else proposer.refused
        return answer(state, self.offer)


def propose(state: Any, seat: Seat, offer: Action) -> Any:  # noqa: ANN401
    """Ask `seat` for its consent; where it makes the offer itself, it has agreed already."""
    proposer = state.stack[-1]
    if proposer.actor(state) == seat:
        return proposer.agreed(state, offer)
    return state.push(Consent(seat, offer))


def sensible(span: range, most: int = 9) -> list[int]:
    """A few amounts spread over the span, its two ends included."""
    if len(span) <= most:
        return list(span)
    last = len(span) - 1
    return [span[round(i * last / (most - 1))] for i in range(most)]
