"""What a player may do, and the news it leaves; names in actions are the printed ids."""

from __future__ import annotations

from typing import Literal, TypeAlias

from trainshed.core import Accept, Decline, Seat
from trainshed.core import Action as Act
from trainshed.core import News as Fact

Source: TypeAlias = str
"""`bank`, `pool`, `treasury` or the id of a company."""
Dividend = Literal["full", "half", "none"]
Reason = Literal["", "train", "scrapped", "interest"]
"""Why a company is lost: no train at the end of its turn, none any more, no money for interest."""


class Begin(Act, frozen=True, tag="begin"):
    """Chance: who begins."""

    seat: Seat


class Leave(Act, frozen=True, tag="leave"):
    """Chance: a private that stays in the box."""

    private: str


class Bid(Act, frozen=True, tag="bid"):
    """Bid for what is on offer."""

    price: int


class Pass(Act, frozen=True, tag="pass"):
    """Do nothing, or nothing more."""


class Sell(Act, frozen=True, tag="sell"):
    """Sell shares of a major to the pool."""

    company: str
    shares: int


class Buy(Act, frozen=True, tag="buy"):
    """Buy one share from the treasury of a major or from the pool."""

    company: str
    source: Source = "treasury"


class Start(Act, frozen=True, tag="start"):
    """Start a major at a price."""

    company: str
    price: int


class Home(Act, frozen=True, tag="home"):
    """Put the first station of a major that was started."""

    hex: str
    circle: int = 0


class Auction(Act, frozen=True, tag="auction"):
    """Put a minor up for auction."""

    company: str


class Redeem(Act, frozen=True, tag="redeem"):
    """The company buys shares of its own from the pool."""

    shares: int


class Acquire(Act, frozen=True, tag="acquire"):
    """The company wants to buy a private from a player; the price follows."""

    private: str


class Price(Act, frozen=True, tag="price"):
    """What is paid for it."""

    amount: int


class Lay(Act, frozen=True, tag="lay"):
    """Lay a tile, turned by sixths clockwise."""

    hex: str
    tile: str
    turn: int = 0


class Station(Act, frozen=True, tag="station"):
    """Put a station."""

    hex: str
    circle: int = 0


class Run(Act, frozen=True, tag="run"):
    """Run trains: for each one its kind and its stops in order, as in `4:E1.1-G5-H8-K7`."""

    routes: tuple[str, ...] = ()
    proof: Literal["unproved"] | None = None
    """R13.12 Said where the search for the best ended without a proof; it decides nothing."""


class Pay(Act, frozen=True, tag="pay"):
    """Pay out all, half or nothing of the income."""

    dividend: Dividend


class Train(Act, frozen=True, tag="train"):
    """Buy a train from the bank, from the pool, or from a company (its price follows)."""

    kind: str
    source: Source = "bank"


class Discard(Act, frozen=True, tag="discard"):
    """Give up a train to the pool."""

    kind: str


class Yield(Act, frozen=True, tag="yield"):
    """Let the State Railway have a major without trains."""


class Keep(Act, frozen=True, tag="keep"):
    """Keep a major without trains."""


class Convert(Act, frozen=True, tag="convert"):
    """The minor becomes a major."""

    company: str


class Merge(Act, frozen=True, tag="merge"):
    """Another minor is to join the merger."""

    company: str


class Form(Act, frozen=True, tag="form"):
    """The minors named become this major."""

    company: str


class Drop(Act, frozen=True, tag="drop"):
    """Take a surplus station off the map after a merger."""

    hex: str
    circle: int = 0


Action: TypeAlias = (
    Begin
    | Leave
    | Bid
    | Pass
    | Sell
    | Buy
    | Start
    | Home
    | Auction
    | Redeem
    | Acquire
    | Price
    | Lay
    | Station
    | Run
    | Pay
    | Train
    | Discard
    | Yield
    | Keep
    | Convert
    | Merge
    | Form
    | Drop
    | Accept
    | Decline
)


class WhyNot(Fact, frozen=True, tag="why-not"):
    """Why something is not allowed: the rule, what it comes to, and what it is about."""

    rule: str
    reason: str
    about: tuple[str, ...] = ()


class Began(Fact, frozen=True, tag="began"):
    """The first player is known."""

    seat: Seat


class Removed(Fact, frozen=True, tag="removed"):
    """A private stays in the box."""

    private: str


class Round(Fact, frozen=True, tag="round"):
    """A round begins: stock, operating or merger."""

    kind: str
    set: int
    number: int = 0


class Fell(Fact, frozen=True, tag="fell"):
    """Nobody wanted a private: its minimum falls."""

    private: str
    minimum: int


class Won(Fact, frozen=True, tag="won"):
    """A private or a minor was sold by auction."""

    seat: Seat
    company: str
    price: int


class Moved(Fact, frozen=True, tag="moved"):
    """A share price moved."""

    company: str
    was: int
    now: int


class Directs(Fact, frozen=True, tag="directs"):
    """A major has a new director."""

    company: str
    seat: Seat


class Priority(Fact, frozen=True, tag="priority"):
    """The priority card has gone to another player."""

    seat: Seat


class Income(Fact, frozen=True, tag="income"):
    """The privates paid their owners: what each seat got, and each company."""

    amounts: tuple[int, ...]
    treasuries: tuple[tuple[str, int], ...] = ()


class Unable(Fact, frozen=True, tag="unable"):
    """A player was passed over: he can do nothing, or buy no share of a company."""

    seat: Seat
    company: str = ""


class Idle(Fact, frozen=True, tag="idle"):
    """A company can do nothing in a part of its turn: no tile fits or can be paid; no run."""

    company: str
    why: Literal["track", "money", "trains", "route"]


class Cleared(Fact, frozen=True, tag="cleared"):
    """Of two stations of a new major on one circle, one was taken off."""

    company: str
    hex: str


class Borrowed(Fact, frozen=True, tag="borrowed"):
    """A company took loans."""

    company: str
    loans: int


class Paid(Fact, frozen=True, tag="paid"):
    """A company paid to the bank: `terrain`, `station`, `interest`, `repaid`."""

    company: str
    amount: int
    purpose: str


class Earned(Fact, frozen=True, tag="earned"):
    """A company ran its trains."""

    company: str
    revenue: int


class Ran(Fact, frozen=True, tag="ran"):
    """The State Railway runs its trains by itself."""

    company: str
    routes: tuple[str, ...]


class Shared(Fact, frozen=True, tag="shared"):
    """What each seat got of a dividend, and what the company kept."""

    company: str
    amounts: tuple[int, ...]
    kept: int


class Bought(Fact, frozen=True, tag="bought"):
    """A company bought a train."""

    company: str
    kind: str
    source: Source
    price: int


class Sold(Fact, frozen=True, tag="sold"):
    """A company bought a private from a player."""

    company: str
    private: str
    seat: Seat
    price: int


class Phased(Fact, frozen=True, tag="phased"):
    """A new phase begins."""

    phase: int


class Scrapped(Fact, frozen=True, tag="scrapped"):
    """All trains of a kind are scrapped."""

    kind: str


class Seized(Fact, frozen=True, tag="seized"):
    """The State Railway takes over a company; what each seat got."""

    company: str
    price: int
    amounts: tuple[int, ...]
    why: Reason = ""


class Compensated(Fact, frozen=True, tag="compensated"):
    """The State Railway takes over a private; the owner gets its value."""

    private: str
    owner: str
    """The id of a company, or the number of a seat."""


class Stood(Fact, frozen=True, tag="stood"):
    """The State Railway puts a station."""

    hex: str


class Withdrawn(Fact, frozen=True, tag="withdrawn"):
    """Minors that nobody bought leave the game."""

    companies: tuple[str, ...]


class Formed(Fact, frozen=True, tag="formed"):
    """Minors became a major at a price."""

    company: str
    minors: tuple[str, ...]
    price: int


class Declined(Fact, frozen=True, tag="declined"):
    """A deal was turned down."""

    seat: Seat


class Broken(Fact, frozen=True, tag="broken"):
    """The bank is empty."""


class Ends(Fact, frozen=True, tag="ends"):
    """The last rounds are known: how many operating rounds are left."""

    rounds: int


class Started(Fact, frozen=True, tag="started"):
    """A player started a major."""

    company: str
    seat: Seat
    price: int


class Floats(Fact, frozen=True, tag="floats"):
    """In a preview: how a minor would begin with a bid."""

    company: str
    price: int
    cash: int


class Based(Fact, frozen=True, tag="based"):
    """In a preview: where a minor would begin."""

    company: str
    hex: str


class Forfeits(Fact, frozen=True, tag="forfeits"):
    """By this action the State Railway takes a company over."""

    company: str
    price: int
    amounts: tuple[int, ...]
    why: Reason = ""


class Falling(Fact, frozen=True, tag="falling"):
    """In a preview: how a price will fall when its director has sold all he wants."""

    company: str
    was: int
    now: int


class Forms(Fact, frozen=True, tag="forms"):
    """In a preview: the major that minors would become."""

    price: int
    cash: int
    loans: int
    trains: tuple[str, ...]
    stations: int
    held: tuple[int, ...]
    """The shares of each seat."""


class Splits(Fact, frozen=True, tag="splits"):
    """In a preview: what a dividend brings each seat, the treasury and the price."""

    amounts: tuple[int, ...]
    kept: int
    was: int
    now: int


class Agrees(Fact, frozen=True, tag="agrees"):
    """In a preview: who has to agree first, in the order of asking."""

    seats: tuple[Seat, ...]


class Ended(Fact, frozen=True, tag="ended"):
    """Why the game ends: the first `eight` or the `bank`."""

    reason: str


class Over(Fact, frozen=True, tag="over"):
    """The game has ended."""


class Joins(Fact, frozen=True, tag="joins"):
    """A lay would join a place to others, between which there was no track."""

    hex: str
    hexes: tuple[str, ...]


class JoinsAgain(Fact, frozen=True, tag="joins-again"):
    """A lay would make another way between places that were joined."""

    hex: str
    hexes: tuple[str, ...]


class JoinsNothing(Fact, frozen=True, tag="joins-nothing"):
    """A lay would change nothing in what is joined."""


class Reaches(Fact, frozen=True, tag="reaches"):
    """Places that the company would reach too, beyond those that a lay joins."""

    hexes: tuple[str, ...]


class Leads(Fact, frozen=True, tag="leads"):
    """A lay would take the line from some places to hexes that have no track yet."""

    places: tuple[str, ...]
    hexes: tuple[str, ...]
    phase: int = 0
    """R11.7 When building may begin there, if not now."""


class Blocked(Fact, frozen=True, tag="blocked"):
    """A lay would take the line from some places to a side of a hex that track does not use."""

    places: tuple[str, ...]
    hex: str
    colour: str = ""
    """The first colour of a tile that could open the side, if there is any."""


News: TypeAlias = (
    WhyNot
    | Began
    | Removed
    | Round
    | Fell
    | Won
    | Moved
    | Directs
    | Priority
    | Income
    | Unable
    | Idle
    | Cleared
    | Borrowed
    | Paid
    | Earned
    | Ran
    | Shared
    | Bought
    | Sold
    | Phased
    | Scrapped
    | Seized
    | Compensated
    | Stood
    | Withdrawn
    | Formed
    | Declined
    | Broken
    | Ends
    | Started
    | Floats
    | Based
    | Forfeits
    | Falling
    | Forms
    | Splits
    | Agrees
    | Ended
    | Over
    | Joins
    | JoinsAgain
    | JoinsNothing
    | Reaches
    | Leads
    | Blocked
)
