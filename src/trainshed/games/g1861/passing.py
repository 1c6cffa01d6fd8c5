"""What is given up by passing, and which kinds of action are asked together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Action, Choice, Passing, Text, Who, mark, say

from .actions import Pass, Won
from .auction import STEP, Lot, MinorLot
from .box import BOX
from .operating import BeforeInterest
from .play import Play
from .preview import lost
from .questions import about, company, fill, money, pass_kind
from .stock import StockTurn
from .turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .state import State

DIGITS = {
    "buy": 1,
    "start": 2,
    "auction": 3,
    "sell": 4,
    "convert": 1,
    "form": 1,
    "merge": 2,
    "yield": 1,
    "keep": 2,
    "accept": 1,
    "decline": 2,
    "acquire": 9,
}


MEANS: Mapping[str, Text] = {
    "sold": say("your turn is over"),
    "redeeming": say("no share comes back in this turn"),
    "laying": say("no tile in this turn"),
    "second": say("no second tile in this turn"),
    "placing": say("no station in this turn"),
    "before-interest": say("no private for now"),
    "another": say("the turn of {company} ends"),
    "choosing": say("{company} stays a minor for now"),
    "purchase": say("no share of {company} now"),
    "many": say("no further share of {company} now"),
}
"""What it means to pass, by the question."""


def passing(action: Action, state: State) -> Passing | None:
    """R2.3, R2.4, R3.3, R7.2, R15.9 Out of an auction for good, until the next turn, or lost."""
    if not isinstance(action, Pass):
        return None
    step = state.stack[-1]
    assert isinstance(step, Choice)
    done: State = step.play(state.untold(), action)
    for item in lost(done):
        gone = company(item.company)
        means = say("{company} falls to the State Railway", company=gone)
        return Passing((means,), say("Pass and lose {company}", company=gone))
    match step:
        case Lot(leader=-1):
            return Passing(tuple(_unopened(state, done, step)))
        case Lot() | MinorLot():
            means = say("out of this auction for good")
            return Passing((means, *_won(done)), say("Out for good"))
        case StockTurn(sold=False):
            return _in_turn(done)
        case BeforeInterest() if due := _owed(state) * BOX.interest:
            return Passing((say("{amount} of interest is due", amount=money(due)),))
        case _:
            return Passing((fill(MEANS[pass_kind(step, state)], about(step)),))


def _unopened(state: State, done: State, step: Lot) -> Iterator[Text]:
    """R2.2, R2.5 Nobody has bid yet: whether it is still to be had, and at what price."""
    there = done.stack[-1]
    if not isinstance(there, Lot) or there.private != step.private:
        yield from _won(done)
    elif there.minimum < step.minimum:
        yield say("the price falls to {amount}", amount=money(there.minimum))
    elif step.falling or state.cash[step.seat] < step.minimum + STEP:
        yield say("others may have it at this price, or it falls")
    else:
        yield say("you may still bid if another does")


def _won(done: State) -> Iterator[Text]:
    """R2.4, R2.5, R7.2 Who has the lot now, and for how much."""
    for item in done.news:
        if isinstance(item, Won):
            yield say(
                "{who} has it for {amount}",
                you=mark("you have it for {amount}"),
                who=Who(item.seat),
                amount=money(item.price),
            )


def _in_turn(done: State) -> Passing:
    """R3.3 Whether somebody is still asked in the stock round; else it is over for all."""
    while done.round == "stock" and isinstance(play := done.stack[-1], Play):
        done = play.run(done)
    if done.round == "stock":
        return Passing((say("you are asked again unless all pass"),))
    return Passing((say("the stock round ends"),), say("End the stock round"))


def _owed(state: State) -> int:
    """R10.3 The loans for which the company pays interest in this turn."""
    return next(step.owed for step in reversed(state.stack) if isinstance(step, Turn))
