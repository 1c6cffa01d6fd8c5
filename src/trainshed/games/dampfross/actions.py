"""What a player can decide, what the dice decide, and what can follow from it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from trainshed.core import Accept, Decline, Seat
from trainshed.core import Action as Base
from trainshed.core import News as BaseNews


class Begin(Base, frozen=True, tag="begin"):
    """R2.1 The lot decides who begins."""

    seat: Seat


class Throw(Base, frozen=True, tag="throw"):
    """R3.1, R10.2, R14.2 One die."""

    pips: int


class Dice(Base, frozen=True, tag="dice"):
    """R9.2 Two dice: the tens and the units of a number."""

    red: int
    black: int


class Start(Base, frozen=True, tag="start"):
    """R2.3 Choose a start town."""

    town: str


class From(Base, frozen=True, tag="from"):
    """R3.3, R18.2 Build from this hex; after a jump, the rival along whose line it went."""

    hex: str
    over: int | None = None


class To(Base, frozen=True, tag="to"):
    """R3.3 Lay a segment to this hex."""

    hex: str


class Back(Base, frozen=True, tag="back"):
    """R3.3 Choose another hex to build from."""


class Stop(Base, frozen=True, tag="stop"):
    """R3.4 Build no more in this turn."""


class Enter(Base, frozen=True, tag="enter"):
    """R11.2, R26.1 Enter the race; by rule set A on this route."""

    route: str = ""


class Stay(Base, frozen=True, tag="stay"):
    """R11.1 Stay out of the race."""


class Trace(Base, frozen=True, tag="trace"):
    """R11.7 Draw the route step by step."""


class Step(Base, frozen=True, tag="step"):
    """R11.7, R26.3 Go on to this hex, over the line of a company (none: the own)."""

    hex: str
    line: int | None = None


class Ride(Base, frozen=True, tag="ride"):
    """R26.3 Use all points of the throw along this way."""

    way: str


class GiveUp(Base, frozen=True, tag="give-up"):
    """R11.7 Back to the routes that are offered."""


class Join(Base, frozen=True, tag="join"):
    """R13.2 Propose a joint run to another company."""

    company: int


Action: TypeAlias = (
    Begin
    | Throw
    | Dice
    | Start
    | From
    | To
    | Back
    | Stop
    | Enter
    | Stay
    | Trace
    | Step
    | Ride
    | GiveUp
    | Join
    | Accept
    | Decline
)


class Laid(BaseNews, frozen=True, tag="laid"):
    """R3.7 A segment was laid, for so much; the fees to each rival."""

    company: int
    start: str
    end: str
    cost: int
    fees: tuple[tuple[int, int], ...] = ()


class Bonus(BaseNews, frozen=True, tag="bonus"):
    """R7.1, R23.6, R23.7 A company is the first in a town or a foreign destination."""

    company: int
    place: str
    amount: int


class Round(BaseNews, frozen=True, tag="round"):
    """R3.1 A round of construction has its budget."""

    number: int
    budget: int


class Built(BaseNews, frozen=True, tag="built"):
    """R8.1, R8.3, R24.1 Construction has ended: `towns` are reached, `idle` or all `rounds`."""

    why: str


class Settled(BaseNews, frozen=True, tag="settled"):
    """R2.6 The start town of a company that had no other."""

    company: int
    town: str


class Idle(BaseNews, frozen=True, tag="idle"):
    """R3.4, R11.1 A company that can `build` nothing or enter a `race` on no route is not asked."""

    company: int
    what: Literal["build", "race"]


class Drawn(BaseNews, frozen=True, tag="drawn"):
    """R9.2 A race: its number, its start and its goal."""

    race: int
    start: str
    goal: str
    special: bool = False


class Cancelled(BaseNews, frozen=True, tag="cancelled"):
    """R9.5, R25.3 A race that cannot be run: `track`, `apart`, `near`, or `nobody` entered."""

    race: int
    why: str


class CutShort(BaseNews, frozen=True, tag="cut-short"):
    """R11.6 The search for a company's best routes has stopped: there may be better ones."""

    company: int


class Withdrawn(BaseNews, frozen=True, tag="withdrawn"):
    """R12.6, R19.3, R26.9 A train is out of the race: over the `limit`, too `long`, or `stuck`."""

    company: int
    why: str


class Charged(BaseNews, frozen=True, tag="charged"):
    """R12.4, R12.8, R26.7 What a company paid another for the use of its lines."""

    company: int
    to: int
    amount: int


class Ran(BaseNews, frozen=True, tag="ran"):
    """R14.2, R26.3 A train went on to a hex, with so many points left."""

    company: int
    hex: str
    left: int
    arrived: bool = False
    border: str = ""
    """The hex at whose border it stands, as the points did not suffice for it."""


class Prize(BaseNews, frozen=True, tag="prize"):
    """R15.2, R26.10 A place in a race and what it brought."""

    company: int
    place: int
    amount: int


class Alone(BaseNews, frozen=True, tag="alone"):
    """In a preview: a company that nobody else runs against wins without running."""

    company: int
    amount: int


class Joined(BaseNews, frozen=True, tag="joined"):
    """R18.5 Own track has joined the parts of a network: the jump is free again."""

    company: int
    over: int


class Won(BaseNews, frozen=True, tag="won"):
    """R17.1, R20.6, R27.1 The richest at the end."""

    companies: tuple[int, ...]
    amount: int


class WhyNot(BaseNews, frozen=True, tag="why-not"):
    """Why an action is not allowed: the number of the rule, and what stands in the way."""

    rule: str
    reason: str
    things: tuple[str, ...] = ()


News: TypeAlias = (
    Laid
    | Bonus
    | Round
    | Built
    | Settled
    | Idle
    | Drawn
    | Cancelled
    | CutShort
    | Withdrawn
    | Charged
    | Ran
    | Prize
    | Alone
    | Joined
    | Won
    | WhyNot
)
