"""Orders for the dull parts: to pass, to bid up to an amount, to run the best routes and pay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from trainshed.core import Choice, Errand, Order, Proxy

from . import actions as a
from .asking import PASS
from .auction import STEP, Bidding, Lot, MinorLot, may_bid
from .box import BOX, CHARTERS, MAJORS, NUMBER, PRIVATES, RSR
from .company import BANK
from .dividend import Dividend
from .merger import Choosing, Purchase
from .operating import STAGES, BeforeInterest
from .play import Play
from .redeem import Redeeming
from .run import Running
from .stations import Placing
from .stock import StockTurn
from .track import Laying
from .trains import BuyingTrain
from .turn import Turn

if TYPE_CHECKING:
    from trainshed.core import Seat

    from .state import State


class Hold(Order, frozen=True, tag="hold"):
    """R2.3, R3.3, R9.4, R19.2 Pass in a part of the game."""

    what: Literal["lot", "auction", "stock", "merger", "turn"]
    set: int
    number: int = 0
    """Of the operating round."""
    about: str = ""
    """The private, or the company."""


class Ride(Order, frozen=True, tag="ride"):
    """R13.12, R14.2 Run the best routes of a company in one operating round, and pay."""

    company: str
    set: int
    number: int
    choice: str = ""


Ordered: TypeAlias = Hold | Ride | Proxy
"""What a seat may leave."""

BIDS = ("bid", "cheaper")
SHARES = ("bought", "threatened", "sold", "started", "auctioned", "fell")
TURN = ("train", "phased", "seized")
ROUTES = ("train", "phased", "placed")
MERGER = ("formed", "bought")
OUTBID = ("outbid",)
PAYMENTS = (a.Pay("full"), a.Pay("half"), a.Pay("none"))
DIVIDENDS = tuple(pay.dividend for pay in PAYMENTS)
_IDLE = (Redeeming, Laying, Placing, BeforeInterest, BuyingTrain)
_PAID = [stage.__name__ for stage in STAGES].index("_dividend")
"""The stage of a turn after which nothing is left to run or to pay."""


def orders(state: State, seat: Seat) -> Sequence[Errand]:
    """What a seat may leave in this round."""
    if not state.stack:
        return ()
    match state.round:
        case "auction":
            return _privates(state, seat)
        case "stock":
            hold = Errand(Hold("stock", state.set, alarms=SHARES))
            return [*_lot(state, seat), hold]
        case "operating":
            return _companies(state, seat)
        case _:
            return [Errand(Hold("merger", state.set, state.number, alarms=MERGER))]


def _privates(state: State, seat: Seat) -> list[Errand]:
    """R2.1 A highest bid for each private that is left; nothing for this one, or for all."""
    lot = _running(state)
    found: list[Errand] = []
    for number, owner in enumerate(state.privates):
        runs = lot is not None and _name(lot) == PRIVATES[number]
        if owner != BANK or (lot is not None and runs and lot.out >> seat & 1):
            continue
        low = _least(lot, seat) if lot is not None and runs else STEP
        span = range(low, state.cash[seat] + 1, STEP)
        if span:
            most = min(max(BOX.privates[number].minimum, low), span[-1])
            found.append(Errand(Proxy(PRIVATES[number], most, alarms=OUTBID), span))
        if lot is not None and runs:
            hold = Hold("lot", state.set, about=_name(lot), alarms=BIDS)
            found.append(Errand(hold, quiet=("bid",)))
    return [*found, Errand(Hold("auction", state.set, alarms=BIDS), quiet=("bid",))]


def _least(lot: Lot | MinorLot, seat: Seat) -> int:
    """The least that a seat would have to bid in the end; a private may become cheaper."""
    if lot.leader < 0:
        return STEP if isinstance(lot, Lot) else BOX.minor_bid
    return lot.high if lot.leader == seat else lot.high + STEP


def _lot(state: State, seat: Seat) -> list[Errand]:
    """R7.2 A highest bid for the minor on offer, or none."""
    lot = _running(state)
    if not isinstance(lot, MinorLot) or lot.out >> seat & 1:
        return []
    low = _least(lot, seat)
    if not may_bid(state, seat, low):
        return []
    span = range(low, state.cash[seat] + 1, STEP)
    return [
        Errand(Proxy(_name(lot), low, alarms=OUTBID), span),
        Errand(Hold("lot", state.set, about=_name(lot))),
    ]


def _companies(state: State, seat: Seat) -> list[Errand]:
    """R9.4 For each company of a seat that has its turn yet: to run and pay, to do nothing else."""
    found: list[Errand] = []
    for number in _pending(state):
        name = CHARTERS[number].id
        if state.owner(number) != seat:
            continue
        if not _is_paid(state, number) and (number != RSR or not state.best_runs):
            choices = DIVIDENDS if number in MAJORS else ()
            ride = Ride(name, state.set, state.number, "full" if choices else "", alarms=ROUTES)
            found.append(Errand(ride, choices=choices))
        if number != RSR:
            found.append(Errand(Hold("turn", state.set, state.number, name, alarms=TURN)))
    return found


def _running(state: State) -> Lot | MinorLot | None:
    """What is being sold by auction."""
    return next((step for step in state.stack if isinstance(step, Lot | MinorLot)), None)


def _name(lot: Lot | MinorLot) -> str:
    return PRIVATES[lot.private] if isinstance(lot, Lot) else CHARTERS[lot.company].id


def _pending(state: State) -> list[int]:
    """R9.2 The companies that have their turn now, or later in this operating round."""
    now = [step.company for step in state.stack if isinstance(step, Turn)]
    later = [it for step in state.stack if isinstance(step, Play) for it in step.todo]
    has_state = "state" in state.era.allows
    return [
        number
        for number in (*now, *later)
        if (has_state if number == RSR else state.companies[number].in_play)
    ]


def _is_paid(state: State, number: int) -> bool:
    """Whether a company has run and paid in this round."""
    turns = (step for step in state.stack if isinstance(step, Turn))
    return any(turn.company == number and turn.stage > _PAID for turn in turns)


def obey(state: State, seat: Seat, order: Order) -> a.Action | None:
    """The ordinary answer that an order gives to the question asked now, if it fits."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, Choice) or step.actor(state) != seat or lapse(state, seat, order):
        return None
    match order:
        case Proxy() if isinstance(step, Lot | MinorLot) and _name(step) == order.lot:
            return _bid(state, step, order)
        case Ride() if isinstance(step, Running) and CHARTERS[step.company].id == order.company:
            return step.options(state)[0]
        case Ride() if isinstance(step, Dividend) and CHARTERS[step.company].id == order.company:
            return next((pay for pay in PAYMENTS if pay.dividend == order.choice), None)
        case Hold() if _is_held(step, order):
            offered = step.others(state) if isinstance(step, Bidding) else step.options(state)
            return PASS if PASS in offered else None
        case _:
            return None


def _bid(state: State, lot: Lot | MinorLot, order: Proxy) -> a.Action | None:
    """R2.2, R7.2 As little as leads, as long as it is not too much."""
    span = lot.span(state)
    if span and span[0] <= order.most:
        return a.Bid(span[0])
    return PASS if PASS in lot.others(state) else None


def _is_held(step: object, order: Hold) -> bool:
    """Whether a question is one that an order passes."""
    match order.what:
        case "lot":
            return isinstance(step, Lot | MinorLot) and _name(step) == order.about
        case "auction":
            return isinstance(step, Lot)
        case "stock":
            return isinstance(step, MinorLot) or (isinstance(step, StockTurn) and not step.sold)
        case "merger":
            alone = isinstance(step, Choosing) and len(step.group) == 1
            return alone or isinstance(step, Purchase)
        case _:
            return isinstance(step, _IDLE) and CHARTERS[step.company].id == order.about


def lapse(state: State, seat: Seat, order: Order) -> str:
    """Why an order can act no more: what it was for is over, or somebody has bid more."""
    match order:
        case Proxy(lot=name) | Hold(what="lot", about=name):
            return _lapse_lot(state, seat, name, order)
        case Hold(what="turn", about=company) | Ride(company=company):
            return "" if _stands(state, seat, NUMBER.get(company, -1), order) else "turn"
        case Hold(what="stock" | "auction"):
            return "" if (state.round, state.set) == (order.what, order.set) else "round"
        case Hold():
            here = (state.round, state.set, state.number)
            return "" if here == (order.what, order.set, order.number) else "round"
        case _:
            return ""


def _lapse_lot(state: State, seat: Seat, name: str, order: Order) -> str:
    """Whether an auction is over for a seat."""
    lot = _running(state)
    if lot is None or _name(lot) != name:
        waits = name in PRIVATES and state.privates[PRIVATES.index(name)] == BANK
        return "" if waits else "sold"
    is_beaten = (
        isinstance(order, Proxy)
        and "outbid" in order.alarms
        and lot.leader not in (-1, seat)
        and lot.high >= order.most
    )
    return "outbid" if is_beaten or lot.out >> seat & 1 else ""


def _stands(state: State, seat: Seat, number: int, order: Hold | Ride) -> bool:
    """Whether a company has its turn yet, and it is the one that was meant."""
    here = (state.round, state.set, state.number)
    if here != ("operating", order.set, order.number) or number not in _pending(state):
        return False
    is_done = isinstance(order, Ride) and _is_paid(state, number)
    return state.owner(number) == seat and not is_done


def alarms(before: State, action: a.Action, after: State, seat: Seat) -> Sequence[str]:
    """What a move of somebody else sets off for a seat."""
    found = [*_acts(before, action, seat)]
    for item in after.news:
        match item:
            case a.Fell():
                found.append("cheaper")
            case a.Started():
                found.append("started")
            case a.Formed():
                found.append("formed")
            case a.Bought():
                found.append("train")
            case a.Phased():
                found.append("phased")
            case a.Seized():
                found.append("seized")
            case a.Moved(company, was, now) if now < was and _holds(before, NUMBER[company], seat):
                found.append("fell")
            case _:
                pass
    return tuple(dict.fromkeys(found))


def _acts(before: State, action: a.Action, seat: Seat) -> tuple[str, ...]:
    """What an action itself sets off."""
    match action:
        case a.Bid():
            return ("bid",)
        case a.Buy(company):
            own = before.companies[NUMBER[company]].director == seat
            return ("bought", "threatened") if own else ("bought",)
        case a.Sell():
            return ("sold",)
        case a.Auction():
            return ("auctioned",)
        case a.Station():
            return ("placed",)
        case _:
            return ()


def _holds(state: State, number: int, seat: Seat) -> bool:
    """Whether a seat has a part in a company."""
    return state.companies[number].director == seat or state.shares(seat, number) > 0
