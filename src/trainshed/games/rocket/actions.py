"""R2 What a player can decide, and what can follow from it."""

from __future__ import annotations

from typing import TypeAlias

from trainshed.core import Action as Base
from trainshed.core import News as BaseNews
from trainshed.core import Order, Seat


class Begin(Base, frozen=True, tag="begin"):
    """R1.7 The lot decides who begins."""

    seat: Seat


class Take(Base, frozen=True, tag="take"):
    """R3 Take a marker of a big city."""

    city: str
    good: str


class Place(Base, frozen=True, tag="place"):
    """R4.1 Place a station from the supply, or the one just lifted."""

    hex: str


class Lift(Base, frozen=True, tag="lift"):
    """R4.3 Lift an own station from the board, to place it elsewhere."""

    hex: str


class Drive(Base, frozen=True, tag="drive"):
    """R5 Extend a line: its engine goes to a hex."""

    line: str
    hex: str


class Bid(Base, frozen=True, tag="bid"):
    """R6.2 Bid shares in a veto for the engine to go to a hex."""

    shares: int
    hex: str


class Pass(Base, frozen=True, tag="pass"):
    """R6.2 Make no bid."""


Action: TypeAlias = Begin | Take | Place | Lift | Drive | Bid | Pass


class Waive(Order, frozen=True, tag="waive"):
    """R6.1 A standing answer: no veto against this line, in one turn or until withdrawn."""

    line: str
    turn: int | None = None


class Share(BaseNews, frozen=True, tag="share"):
    """R5.6 The active player took a share."""

    who: Seat
    line: str


class Vetoed(BaseNews, frozen=True, tag="vetoed"):
    """R6.5 A veto was won: the winner gave his shares back, the engine went to the hex."""

    who: Seat
    line: str
    shares: int
    hex: str
    by_active: bool


class Passenger(BaseNews, frozen=True, tag="passenger"):
    """R7.1 The active player took a passenger marker."""

    who: Seat


class Idle(BaseNews, frozen=True, tag="idle"):
    """R2.4 A player has no legal action and is passed over."""

    who: Seat


class Reached(BaseNews, frozen=True, tag="reached"):
    """R8.1 A line was connected to a town."""

    line: str
    town: str


class CityPaid(BaseNews, frozen=True, tag="city-paid"):
    """R8.2 A big city pays for its markers: the amount of each seat."""

    city: str
    line: str
    amounts: tuple[int, ...]


class TownPaid(BaseNews, frozen=True, tag="town-paid"):
    """R8.3 A railway town pays for stations."""

    town: str
    line: str
    towns: int
    amounts: tuple[int, ...]


class Merged(BaseNews, frozen=True, tag="merged"):
    """R9 A line was absorbed: its bonus, and the shares each seat had and got."""

    line: str
    into: str
    towns: int
    amounts: tuple[int, ...]
    had: tuple[int, ...]
    got: tuple[int, ...]


class Autonomous(BaseNews, frozen=True, tag="autonomous"):
    """R10 A line became autonomous; so many shares left the game."""

    line: str
    shares: int


class Ended(BaseNews, frozen=True, tag="ended"):
    """R11 The game ended: `shares` of one line are left, `tiles` ran out, or play went `idle`."""

    why: str


class Ends(BaseNews, frozen=True, tag="ends"):
    """R11 With this action the game ends, and why."""

    why: str


class CategoryPaid(BaseNews, frozen=True, tag="category-paid"):
    """R12.1 A good, or passengers, pays at the end."""

    good: str
    amounts: tuple[int, ...]


class StationsPaid(BaseNews, frozen=True, tag="stations-paid"):
    """R12.2 A line pays for its stations at the end."""

    line: str
    towns: int
    amounts: tuple[int, ...]


class SharesPaid(BaseNews, frozen=True, tag="shares-paid"):
    """R12.3 A line pays for its shares at the end."""

    line: str
    towns: int
    amounts: tuple[int, ...]


class Won(BaseNews, frozen=True, tag="won"):
    """R12.4 Who has the greatest fortune."""

    seats: tuple[int, ...]
    amount: int


class MayVeto(BaseNews, frozen=True, tag="may-veto"):
    """R6.1 Who could veto a move that is being considered."""

    seats: tuple[int, ...]


class MayAnswer(BaseNews, frozen=True, tag="may-answer"):
    """R6.2, R6.3 Who could still answer a bid that is being considered."""

    seats: tuple[int, ...]


class Goes(BaseNews, frozen=True, tag="goes"):
    """R6.6 Where an engine goes when nobody bids."""

    line: str
    hex: str


class Unopposed(BaseNews, frozen=True, tag="unopposed"):
    """R6.1 What comes about only if nobody vetoes, or answers a bid."""

    item: News


class OfCity(BaseNews, frozen=True, tag="of-city"):
    """R8.2 How many markers of a city a player would have, and the most that another has."""

    who: Seat
    city: str
    count: int
    best: int


class OfGood(BaseNews, frozen=True, tag="of-good"):
    """R12.1 How many markers of a good a player would have, and the most that another has."""

    who: Seat
    good: str
    count: int
    best: int


class WhyNot(BaseNews, frozen=True, tag="why-not"):
    """Why an action is not allowed: the number of the rule, and what stands in the way."""

    rule: str
    reason: str
    things: tuple[str, ...] = ()


News: TypeAlias = (
    Share
    | Vetoed
    | Passenger
    | Idle
    | Reached
    | CityPaid
    | TownPaid
    | Merged
    | Autonomous
    | Ended
    | Ends
    | CategoryPaid
    | StationsPaid
    | SharesPaid
    | Won
    | MayVeto
    | MayAnswer
    | Goes
    | Unopposed
    | OfCity
    | OfGood
    | WhyNot
)
