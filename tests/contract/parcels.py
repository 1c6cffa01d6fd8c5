"""A small game that asks every kind of question, to try the contract on.

Each player draws a hidden parcel. In turn a player ships (an amount), runs (a declared route),
sells his parcel to the next one (a deal), or opens it (a reveal). Three rounds.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from trainshed.board.hexes import Cells, Grid, offset, union
from trainshed.board.scene import HexMap, Panel, Scene, Space
from trainshed.core import (
    Accept,
    Action,
    Amount,
    Auto,
    Chance,
    Choice,
    Consent,
    Decline,
    Game,
    Masked,
    News,
    Route,
    Seat,
    Text,
    Who,
    propose,
    say,
)
from trainshed.core import State as Base

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


class Draw(Action, frozen=True, tag="draw"):
    parcel: int


class Ship(Action, frozen=True, tag="ship"):
    amount: int


class Run(Action, frozen=True, tag="run"):
    stops: tuple[str, ...]


class Sell(Action, frozen=True, tag="sell"):
    price: int


class Open(Action, frozen=True, tag="open"):
    pass


Any_: TypeAlias = Draw | Ship | Run | Sell | Open | Accept | Decline


class Shipped(News, frozen=True, tag="shipped"):
    who: Seat
    amount: int


class Called(News, frozen=True, tag="called"):
    who: Seat


class TooMuch(News, frozen=True, tag="too-much"):
    rule: str = "R3"


class Lot(Chance["State", Draw], frozen=True, tag="lot"):
    rule = "R1"
    seat: Seat

    def odds(self, state: State) -> Mapping[Draw, int]:
        return {Draw(n): n for n in range(1, 4)}

    def play(self, state: State, action: Draw) -> State:
        return state.give(self.seat, action.parcel).pop()


class Load(Amount["State", Any_], frozen=True, tag="load"):
    seat: Seat

    def actor(self, state: State) -> Seat:
        return self.seat

    def span(self, state: State) -> range:
        return range(5, 105, 5)

    def name(self, state: State, amount: int) -> Ship:
        return Ship(amount)

    def amount(self, action: Any_) -> int | None:
        return action.amount if isinstance(action, Ship) else None

    def others(self, state: State) -> Sequence[Any_]:
        return () if state.opened[self.seat] else (Open(),)

    def why(self, state: State, action: Any_) -> News | None:
        return TooMuch() if isinstance(action, Ship) else None

    def play(self, state: State, action: Any_) -> State:
        if isinstance(action, Open):
            opened = tuple(o or s == self.seat for s, o in enumerate(state.opened))
            return replace(state, opened=opened)
        assert isinstance(action, Ship)
        return state.pay(self.seat, action.amount).pop().tell(Shipped(self.seat, action.amount))


class Travel(Route["State", Any_], frozen=True, tag="travel"):
    seat: Seat

    def actor(self, state: State) -> Seat:
        return self.seat

    def options(self, state: State) -> Sequence[Any_]:
        return (Run(("A0", "A1", "A2")),)

    def is_route(self, state: State, action: Any_) -> bool:
        return isinstance(action, Run) and len(action.stops) == 2

    def why(self, state: State, action: Any_) -> News | None:
        return TooMuch() if isinstance(action, Run) else None

    def play(self, state: State, action: Any_) -> State:
        assert isinstance(action, Run)
        return state.pay(self.seat, len(action.stops)).pop()


class Deal(Choice["State", Any_], frozen=True, tag="deal"):
    rule = "R2"
    seat: Seat
    refusals: int = 0
    """A lower price after each refusal, three offers at most."""

    def actor(self, state: State) -> Seat:
        return self.seat

    def options(self, state: State) -> Sequence[Any_]:
        offers = [Sell(3 - self.refusals)] if self.refusals < 3 else []
        return (*offers, Decline())

    def why(self, state: State, action: Any_) -> News | None:
        return TooMuch() if isinstance(action, Sell) else None

    def play(self, state: State, action: Any_) -> State:
        if isinstance(action, Decline):
            return state.pop()
        return propose(state, state.next_to(self.seat), action)  # type: ignore[no-any-return]

    def agreed(self, state: State, offer: Sell) -> State:
        other = state.next_to(self.seat)
        mine, theirs = state.parcels[self.seat], state.parcels[other]
        state = state.give(self.seat, theirs).give(other, mine)
        return state.pay(self.seat, offer.price).pay(other, -offer.price).pop()

    def refused(self, state: State, offer: Sell) -> State:
        return state.goto(Deal(self.seat, self.refusals + 1))


class Round(Auto["State"], frozen=True, tag="round"):
    def run(self, state: State) -> State:
        if state.turn == 3 * state.seats:
            return replace(state, stack=())
        seat = Seat(state.turn % state.seats)
        state = replace(state, turn=state.turn + 1).tell(Called(seat))
        return state.push(Deal(seat), Travel(seat), Load(seat))


Step: TypeAlias = Lot | Load | Travel | Deal | Round | Consent[Sell]


class Options(Struct, frozen=True):
    rounds: bool = False


class State(Base[Step, Shipped | Called], frozen=True, kw_only=True):
    parcels: tuple[int, ...]
    money: tuple[int, ...]
    opened: tuple[bool, ...]
    turn: int = 0
    noted: tuple[int, ...] = ()
    """What a view that cheats writes down."""

    def give(self, seat: int, parcel: int) -> State:
        parcels = (*self.parcels[:seat], parcel, *self.parcels[seat + 1 :])
        return replace(self, parcels=parcels)

    def pay(self, seat: int, amount: int) -> State:
        money = (*self.money[:seat], self.money[seat] + amount, *self.money[seat + 1 :])
        return replace(self, money=money)

    def next_to(self, seat: int) -> Seat:
        return Seat((seat + 1) % self.seats)


def setup(options: Options, seats: int) -> State:
    lots = tuple(Lot(Seat(seat)) for seat in range(seats))
    return State(
        seats=seats,
        stack=(Round(), *lots),
        parcels=(0,) * seats,
        money=(0,) * seats,
        opened=(False,) * seats,
    )


def view(state: State, seat: Seat | None) -> State:
    if not state.stack:
        return state
    hidden = [s for s in range(state.seats) if not state.opened[s]]
    parcels = tuple(0 if s in hidden else p for s, p in enumerate(state.parcels))
    return replace(state, parcels=parcels, hidden=tuple(f"parcels.{s}" for s in hidden))


def seen(thing: Action | News, state: State, seat: Seat | None) -> Action | News:
    return Masked() if isinstance(thing, Draw) else thing


def guess(view: State, rng: Random) -> State:
    parcels = tuple(
        rng.randrange(1, 4) if f"parcels.{s}" in view.hidden else p
        for s, p in enumerate(view.parcels)
    )
    return replace(view, parcels=parcels, hidden=())


def counted(view: State) -> dict[str, range]:
    return dict.fromkeys(view.hidden, range(4))


def scores(state: State) -> tuple[int, ...]:
    return tuple(m + p for m, p in zip(state.money, state.parcels, strict=True))


def check(state: State) -> Iterator[str]:
    if any(parcel < 0 for parcel in state.parcels):
        yield "a parcel of less than nothing"


GRID = Grid({f"A{n}": offset(0, n) for n in range(3)})
MAP = HexMap(
    key="parcels",
    grid=GRID,
    radius=24.0,
    width=200.0,
    height=100.0,
    origin=(50.0, 50.0),
    land=Cells(union(GRID.number.values())),
)


def scene(state: State) -> Scene:
    items = tuple(Space(f"hex:{name}", n, say("Yard")) for name, n in GRID.number.items())
    panels = tuple(Panel(Seat(s), state.money[s], ()) for s in range(state.seats))
    return Scene(MAP, items, panels)


def words(thing: Any, state: State) -> Text:  # noqa: ANN401
    match thing:
        case Shipped(who=who, amount=amount):
            return say("{who} {n}", who=Who(who), n=amount)
        case Called(who=who):
            return say("{who} is next", who=Who(who))
        case _:
            return say("{n}", n=str(type(thing).__name__))


def make(**changes: Any) -> Game[State, Any_, Scene]:  # noqa: ANN401
    """The game, or one with some functions changed."""
    functions: dict[str, Any] = {
        "view": view,
        "seen": seen,
        "guess": guess,
        "counted": counted,
        "setup": setup,
        "check": check,
        "words": words,
        "scores": scores,
        "bound": 500,
    }
    functions |= changes
    return Game(
        name="parcels",
        title="Parcels",
        blurb=say("Yard"),
        minutes=(1, 2),
        seats=range(2, 4),
        rules=1,
        state=State,
        action=Any_,
        options=Options,
        tally=lambda state: {"all": functions["scores"](state)},
        turn=lambda state: state.turn,
        scene=scene,
        label=lambda action, _: say("{n}", n=str(action)),
        caption=lambda _: say("Yard"),
        status=lambda _: say("Yard"),
        target=lambda _action, _state: (),
        digits={"ship": 1, "run": 2, "open": 3, "sell": 4, "accept": 1, "decline": 2},
        names={},
        **functions,
    )


PARCELS = make()
