"""R3.2 Orders for the auction: to bid up to an amount, or to pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from trainshed.core import Errand, Order, Proxy

from .actions import Action, Bid
from .auction import PASS, Bidding
from .box import BOX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trainshed.core import Seat

    from .state import State

MOST = 100
"""The highest bid that can be ordered, in thousands."""


class Hold(Order, frozen=True, tag="hold"):
    """R3.3 Pass in the auction of a turn."""

    turn: int


Ordered: TypeAlias = Hold | Proxy
"""What a seat may leave; the lot of a proxy is the number of a turn."""


def orders(state: State, seat: Seat) -> Sequence[Errand]:
    """R3.1 For the auction that runs, or the next one."""
    bidding = _bidding(state)
    turn = state.turn if bidding else state.turn + 1
    if not state.stack or _is_missing(state, turn) or (bidding and seat in bidding.passed):
        return ()
    best = max(bidding.bids) if bidding else 0
    leads = bidding is not None and 0 < best == bidding.bids[seat]
    span = range(best if leads else best + BOX.unit, MOST * BOX.unit + 1, BOX.unit)
    proxy = (Errand(Proxy(str(turn), span[0], alarms=("outbid",)), span),) if span else ()
    return (*proxy, Errand(Hold(turn, alarms=("bid",)), quiet=("bid",)))


def _bidding(state: State) -> Bidding | None:
    """The auction that runs."""
    return next((step for step in state.stack if isinstance(step, Bidding)), None)


def _is_missing(state: State, turn: int) -> bool:
    """R14.3, R15.8 Whether a turn has no auction, or does not come."""
    return (state.options.auction == "score" and turn > 1) or 0 < state.last < turn


def obey(state: State, seat: Seat, order: Order) -> Action | None:
    """The ordinary answer that an order gives to the question asked now, if it fits."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, Bidding) or step.seat != seat or lapse(state, seat, order):
        return None
    match order:
        case Proxy(lot=turn, most=most) if turn == str(state.turn):
            least = step.span(state)[0]
            return Bid(least) if least <= most else PASS
        case Hold(turn=turn) if turn == state.turn:
            return PASS
        case _:
            return None


def lapse(state: State, seat: Seat, order: Order) -> str:
    """Why an order can act no more: its auction is over, or somebody has bid more."""
    match order:
        case Proxy(lot=word):
            turn = int(word) if word.isascii() and word.isdigit() else 0
        case Hold(turn=turn):
            pass
        case _:
            return ""
    bidding = _bidding(state)
    if turn > state.turn and not _is_missing(state, turn):
        return ""
    if turn != state.turn or bidding is None:
        return "auction"
    best = max(bidding.bids)
    is_beaten = (
        isinstance(order, Proxy)
        and "outbid" in order.alarms
        and best >= order.most
        and bidding.bids[seat] != best
    )
    return "outbid" if is_beaten or seat in bidding.passed else ""


def alarms(before: State, action: Action, after: State, seat: Seat) -> Sequence[str]:
    """What a move of somebody else sets off: a bid."""
    return ("bid",) if isinstance(action, Bid) else ()
