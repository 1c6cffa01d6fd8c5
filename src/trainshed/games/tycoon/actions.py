"""What a player may do, and the news it leaves."""

from __future__ import annotations

from typing import TypeAlias

from trainshed.core import Action as Act
from trainshed.core import News as Fact
from trainshed.core import Seat


class First(Act, frozen=True, tag="first"):
    """Chance: who opens the first auction."""

    seat: Seat


class Deal(Act, frozen=True, tag="deal"):
    """Chance: a tycoon card for the next player, secret."""

    tycoon: str


class Reveal(Act, frozen=True, tag="reveal"):
    """Chance: the next operations card."""

    card: str


class Fill(Act, frozen=True, tag="fill"):
    """Chance: cubes from the bag for a city, as letters: R, B, Y, K, P."""

    cubes: str


class Keep(Act, frozen=True, tag="keep"):
    """Of two tycoon cards, keep one."""

    tycoon: str


class Bid(Act, frozen=True, tag="bid"):
    """Offer an amount to be first."""

    amount: int


class Pass(Act, frozen=True, tag="pass"):
    """Leave the auction, or let an action go."""


class Shares(Act, frozen=True, tag="shares"):
    """Issue shares without need: how many is asked next."""


class Issue(Act, frozen=True, tag="issue"):
    """Issue so many shares."""

    count: int


class Build(Act, frozen=True, tag="build"):
    """Build track, perhaps with a land grant."""

    grant: bool = False


class From(Act, frozen=True, tag="from"):
    """Begin a link in a city."""

    city: str


class Extend(Act, frozen=True, tag="extend"):
    """Go on with an unfinished link."""

    link: int


class Out(Act, frozen=True, tag="out"):
    """The side by which the link leaves its city."""

    side: int


class Lay(Act, frozen=True, tag="lay"):
    """Lay the next tile, leaving its hex by this side."""

    side: int


class Turn(Act, frozen=True, tag="turn"):
    """Turn the last tile of an unfinished link to another side."""

    side: int


class Connect(Act, frozen=True, tag="connect"):
    """Lay the cheapest tiles to a city in reach."""

    city: str


class Stop(Act, frozen=True, tag="stop"):
    """Lay no more tiles in this action."""


class Back(Act, frozen=True, tag="back"):
    """Rather something else."""


class Urbanise(Act, frozen=True, tag="urbanise"):
    """Put a new city on a gray one: where and in which colour is asked next."""


class Found(Act, frozen=True, tag="found"):
    """The new city and its colour."""

    city: str
    colour: str


class Upgrade(Act, frozen=True, tag="upgrade"):
    """A better locomotive."""


class Deliver(Act, frozen=True, tag="deliver"):
    """Deliver a cube: which one is asked next."""


class Cube(Act, frozen=True, tag="cube"):
    """A cube of a city to be delivered."""

    city: str
    colour: str


class Ship(Act, frozen=True, tag="ship"):
    """The links along which the cube travels, by their numbers."""

    links: tuple[int, ...]


class Take(Act, frozen=True, tag="take"):
    """Take an operations card."""

    card: str


class Growth(Act, frozen=True, tag="growth"):
    """Use a City Growth card: where is asked next."""


class Grow(Act, frozen=True, tag="grow"):
    """The city that grows."""

    city: str


class West(Act, frozen=True, tag="west"):
    """Build the western link of a city."""

    city: str


class Done(Act, frozen=True, tag="done"):
    """Nothing more after the action."""


Action: TypeAlias = (
    First
    | Deal
    | Reveal
    | Fill
    | Keep
    | Bid
    | Pass
    | Shares
    | Issue
    | Build
    | From
    | Extend
    | Out
    | Lay
    | Turn
    | Connect
    | Stop
    | Back
    | Urbanise
    | Found
    | Upgrade
    | Deliver
    | Cube
    | Ship
    | Take
    | Growth
    | Grow
    | West
    | Done
)


class Turned(Fact, frozen=True, tag="turn"):
    """A new turn begins."""

    number: int


class Issued(Fact, frozen=True, tag="issued"):
    """Shares were issued: for a payment, a dividend, or without need."""

    seat: Seat
    count: int
    why: str


class Paid(Fact, frozen=True, tag="paid"):
    """What the auction costs."""

    seat: Seat
    amount: int


class Ordered(Fact, frozen=True, tag="ordered"):
    """Who is first, and who follows."""

    order: tuple[Seat, ...]


class Linked(Fact, frozen=True, tag="linked"):
    """A link was finished."""

    seat: Seat
    link: int
    one: str
    other: str


class Delivered(Fact, frozen=True, tag="delivered"):
    """A cube arrived."""

    seat: Seat
    colour: str
    city: str
    links: int


class Scored(Fact, frozen=True, tag="scored"):
    """Points: `why` is a source of points, or the card that brought them."""

    seat: Seat
    points: int
    why: str


class Emptied(Fact, frozen=True, tag="emptied"):
    """A city has lost its last cube; so many are empty now."""

    city: str
    count: int
    limit: int


class Bare(Fact, frozen=True, tag="bare"):
    """The bag is empty: no cubes for a city."""

    city: str


class Ending(Fact, frozen=True, tag="ending"):
    """One more full turn after this one."""


class Earned(Fact, frozen=True, tag="earned"):
    """Income and dividends of a turn."""

    seat: Seat
    income: int
    dividends: int


class Idle(Fact, frozen=True, tag="idle"):
    """A player can do nothing: his action lapses."""

    seat: Seat


class Removed(Fact, frozen=True, tag="removed"):
    """An unfinished link was taken off."""

    seat: Seat
    tiles: int
    city: str


class Nobody(Fact, frozen=True, tag="nobody"):
    """A major line that several have already: nobody scores."""

    card: str


class Pioneer(Fact, frozen=True, tag="pioneer"):
    """George Pullman shows himself: the first locomotive of level 6."""

    seat: Seat


class Judged(Fact, frozen=True, tag="judged"):
    """What a tycoon card brings at the end."""

    seat: Seat
    tycoon: str
    points: int


class Leads(Fact, frozen=True, tag="leads"):
    """In a preview: what is paid for a bid if nobody bids more, and the shares that it takes."""

    seat: Seat
    amount: int
    shares: int


class Fetches(Fact, frozen=True, tag="fetches"):
    """In a preview: the most points that a cube can bring who delivers it."""

    seat: Seat
    points: int


class Ended(Fact, frozen=True, tag="ended"):
    """The game is over."""


News: TypeAlias = (
    Turned
    | Issued
    | Paid
    | Ordered
    | Linked
    | Delivered
    | Scored
    | Emptied
    | Bare
    | Ending
    | Earned
    | Idle
    | Removed
    | Nobody
    | Pioneer
    | Judged
    | Leads
    | Fetches
    | Ended
)
