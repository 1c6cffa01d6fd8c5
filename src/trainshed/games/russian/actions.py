"""What a player may do, and the news it leaves."""

from __future__ import annotations

from typing import Literal, TypeAlias

from trainshed.core import Action as Act
from trainshed.core import News as Fact
from trainshed.core import Seat

Pile = Literal["pile", "reserve"]


class Draw(Act, frozen=True, tag="draw"):
    """Chance: who gets the next place in the turn order."""

    seat: Seat


class Deal(Act, frozen=True, tag="deal"):
    """Chance: the next engineer of the row."""

    engineer: int


class Remove(Act, frozen=True, tag="remove"):
    """Chance: a bonus card that stays in the box."""

    card: str


class Bonus(Act, frozen=True, tag="bonus"):
    """Take a start bonus."""

    card: str


class Place(Act, frozen=True, tag="place"):
    """Pay for a space: what is not named is paid with workers of the own colour."""

    space: str
    roubles: int = 0
    turquoise: int = 0
    black: int = 0


class Pass(Act, frozen=True, tag="pass"):
    """No more turn in this round, or no second action."""


class Swap(Act, frozen=True, tag="swap"):
    """Exchange the piece of a claim for an own worker on another space."""

    space: str


class Move(Act, frozen=True, tag="move"):
    """Move a rail one space."""

    line: str
    colour: str


class Step(Act, frozen=True, tag="step"):
    """Move an industry marker one space: the first one, or the second."""

    marker: int = 0


class Locomotive(Act, frozen=True, tag="locomotive"):
    """Put a locomotive on a slot: 0 and 1 Trans-Siberian, 2 St Petersburg, 3 Kiev."""

    slot: int


class Retire(Act, frozen=True, tag="retire"):
    """Turn a displaced locomotive over: it goes to the factory reserve."""


class Factory(Act, frozen=True, tag="factory"):
    """Build a factory from the pile or the reserve, in a hole."""

    source: Pile
    number: int
    hole: int


class Again(Act, frozen=True, tag="again"):
    """Carry out an action again."""

    space: str


class Token(Act, frozen=True, tag="token"):
    """Choose a ? token."""

    token: str


class Card(Act, frozen=True, tag="card"):
    """Choose a ? card."""

    card: str


class Repeat(Act, frozen=True, tag="repeat"):
    """One of the three small things a second time."""

    what: Literal["x2", "step", "black"]


class Take(Act, frozen=True, tag="take"):
    """Take a bonus card."""

    card: str


class Ten(Act, frozen=True, tag="ten"):
    """Ten points instead of a bonus card."""


class Lapse(Act, frozen=True, tag="lapse"):
    """Give up the rest."""


Action: TypeAlias = (
    Draw
    | Deal
    | Remove
    | Bonus
    | Place
    | Pass
    | Swap
    | Move
    | Step
    | Locomotive
    | Retire
    | Factory
    | Again
    | Token
    | Card
    | Repeat
    | Take
    | Ten
    | Lapse
)


class WhyNot(Fact, frozen=True, tag="why-not"):
    """Why something is not allowed: the rule, what it comes to, and what it is about."""

    rule: str
    reason: str
    about: tuple[str, ...] = ()


class Ordered(Fact, frozen=True, tag="ordered"):
    """The turn order: the seats from the first place to the last."""

    seats: tuple[Seat, ...]


class Round(Fact, frozen=True, tag="round"):
    """A round begins."""

    number: int


class Scored(Fact, frozen=True, tag="scored"):
    """Points at once: by `pass`, `terminus`, `engineer`, `factory`, `card`."""

    seat: Seat
    points: int
    source: str


class Passed(Fact, frozen=True, tag="passed"):
    """A player has nothing left to do: he passes, and scores by his place."""

    seat: Seat
    points: int


class Lapsed(Fact, frozen=True, tag="lapsed"):
    """What is left of an action is not possible."""

    seat: Seat


class Shifted(Fact, frozen=True, tag="shifted"):
    """The row of engineers moves on: who leaves the game, and who can be hired; 0 for nobody."""

    gone: int
    next: int


class Unlocked(Fact, frozen=True, tag="unlocked"):
    """New rails."""

    seat: Seat
    colour: str


class Hired(Fact, frozen=True, tag="hired"):
    """An engineer has a new employer."""

    seat: Seat
    engineer: int


class Gained(Fact, frozen=True, tag="gained"):
    """A worker, or another piece: `worker`, `black`, `rouble`, `x2`, `turquoise`."""

    seat: Seat
    piece: str
    count: int = 1


class Reached(Fact, frozen=True, tag="reached"):
    """A ? space is reached."""

    seat: Seat
    space: str


class Evaluated(Fact, frozen=True, tag="evaluated"):
    """The scoring of a round for one player: the three lines and the industry."""

    seat: Seat
    trans: int
    petersburg: int
    kiev: int
    industry: int


class Revealed(Fact, frozen=True, tag="revealed"):
    """A bonus card at the end, and what it scores."""

    seat: Seat
    card: str
    points: int


class Majority(Fact, frozen=True, tag="majority"):
    """Points for engineers at the end."""

    seat: Seat
    points: int


class Ended(Fact, frozen=True, tag="ended"):
    """The last round has been scored."""


class Beyond(Fact, frozen=True, tag="beyond"):
    """A rail comes to where no locomotive goes: so far the locomotives of its line reach."""

    seat: Seat
    line: str
    reach: int


class Reaches(Fact, frozen=True, tag="reaches"):
    """How far the locomotives of a line would go, and how far they went before."""

    seat: Seat
    line: str
    reach: int
    before: int


News: TypeAlias = (
    WhyNot
    | Ordered
    | Round
    | Scored
    | Passed
    | Lapsed
    | Shifted
    | Unlocked
    | Hired
    | Gained
    | Reached
    | Evaluated
    | Revealed
    | Majority
    | Ended
    | Beyond
    | Reaches
)
