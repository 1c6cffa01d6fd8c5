"""Why something is not allowed, with the rule that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import Action, Auction, Buy, Lay, Sell, Start, Station, Train, WhyNot
from .box import BOX, CHARTERS, MAJORS, MINORS, NIKOLAEV, NUMBER, TILES, TRAINS
from .ground import HEX, LAID, PRINTED, TILE, laid, successors
from .homes import has_place
from .roster import train_limit
from .sell import DIRECTORS, successor
from .stations import station_cost
from .stock import on_offer

if TYPE_CHECKING:
    from .state import State
    from .stock import StockTurn
    from .track import Laying


def why_lay(state: State, question: Laying, action: Lay) -> WhyNot | None:
    """R11.1, R11.2, R11.3, R11.5, R11.7, R11.13 What forbids this tile on this hex."""
    name = action.hex
    if name not in HEX or action.tile not in TILES:
        return WhyNot("R11.5", "off-map", (name,))
    hex_ = HEX[name]
    printed = PRINTED[hex_]
    if printed.area or printed.colour == "grey":
        return WhyNot("R1.4", "never-changes", (name,))
    if printed.opens > state.phase:
        return WhyNot("R11.7", "closed-until", (name,))
    if hex_ == question.laid:
        return WhyNot("R11.1", "same-hex", (name,))
    reach = state.reach(question.company)
    entered = any(reach.enters(hex_, edge) for edge in range(6))
    if not entered and not reach.stops >> 4 * hex_ & 0b1111:
        return WhyNot("R11.13", "not-reached", (name,))
    ways = successors(hex_, state.tiles[hex_])
    allowed = [new for new, _ in ways if new.colour <= len(state.era.tiles)]
    if not allowed:
        return WhyNot("R11.2", "wrong-phase", (str(state.phase),))
    if question.upgraded and allowed[0].colour > 1:
        return WhyNot("R11.1", "upgrade-used")
    if not any(state.supply[TILE[new.tile]] for new in allowed):
        return WhyNot("R11.3", "no-tile-left", (allowed[0].tile,))
    new = laid(action.tile, action.turn)
    if new not in allowed:
        return WhyNot("R11.9", "does-not-fit", (name,))
    if not state.supply[TILE[new.tile]]:
        return WhyNot("R11.3", "no-tile-left", (new.tile,))
    from .track import cost  # noqa: PLC0415 - track asks for reasons

    second = BOX.second_lay if question.laid >= 0 else 0
    if cost(state, hex_, new) + second > state.means(question.company):
        return WhyNot("R11.6", "too-dear")
    return WhyNot("R11.10", "no-use", (name,))


def why_station(state: State, company: int, action: Station) -> WhyNot | None:
    """R12.1, R12.2, R12.3, R12.4 What forbids a station there."""
    name = action.hex
    if name not in HEX:
        return WhyNot("R12.1", "off-map", (name,))
    hex_ = HEX[name]
    here = LAID[state.tiles[hex_]]
    if here.kind != "city" or action.circle >= len(here.plan.stops):
        return WhyNot("R12.1", "no-circle", (name,))
    if any(there == hex_ for there, _ in state.stands(company)):
        return WhyNot("R12.2", "own-station", (name,))
    if not state.reach(company).meets(hex_, action.circle):
        return WhyNot("R12.1", "not-reached", (name,))
    standing = sum(there == hex_ and at == action.circle for _, there, at in state.stations)
    if standing >= here.slots:
        return WhyNot("R12.1", "full", (name,))
    if state.slots(hex_, action.circle) <= 0:
        return WhyNot("R12.3", "reserved", (name,))
    if station_cost(state, company, hex_) > state.companies[company].cash:
        return WhyNot("R12.4", "too-dear")
    return None


def why_stock(state: State, question: StockTurn, action: Action) -> WhyNot | None:
    """R4.1, R5.1, R6.1, R7.1 What forbids a deal in a stock round."""
    name = getattr(action, "company", "")
    if name not in NUMBER:
        return None
    number, seat = NUMBER[name], question.seat
    match action:
        case Sell(shares=count) if number in MAJORS and state.companies[number].in_play:
            return _sale(state, number, seat, count)
        case Buy(source=source) if number in MAJORS and state.companies[number].in_play:
            return _purchase(state, number, seat, source)
        case Start(price=price) if number in MAJORS:
            return _start(state, number, seat, price)
        case Auction() if number in MINORS:
            return _auction(state, number, seat)
        case _:
            return None


def _sale(state: State, number: int, seat: int, count: int) -> WhyNot | None:
    major, name = state.companies[number], CHARTERS[number].id
    if not major.operated:
        return WhyNot("R4.1", "not-operated", (name,))
    if major.pool + count > BOX.pool:
        return WhyNot("R4.2", "pool-full", (name,))
    if count > major.shares[seat]:
        return WhyNot("R4.2", "not-so-many", (name,))
    left = major.shares[seat] - count
    if major.director == seat and left < DIRECTORS and successor(state, number, seat) < 0:
        return WhyNot("R4.6", "no-successor", (name,))
    return None


def _purchase(state: State, number: int, seat: int, source: str) -> WhyNot | None:
    major, name = state.companies[number], CHARTERS[number].id
    if state.sold[seat] >> number & 1:
        return WhyNot("R5.2", "sold-this-round", (name,))
    if major.shares[seat] >= state.most_shares:
        return WhyNot("R5.3", "sixty-percent", (name,))
    if state.certificates(seat) >= state.certificate_limit:
        return WhyNot("R5.4", "certificate-limit")
    if not (major.treasury if source == "treasury" else major.pool):
        return WhyNot("R5.1", "none-there", (name,))
    if state.cash[seat] < state.price(number):
        return WhyNot("R5.1", "too-dear")
    return None


def _start(state: State, number: int, seat: int, price: int) -> WhyNot | None:
    if state.companies[number].in_play:
        return WhyNot("R6.1", "in-play", (CHARTERS[number].id,))
    if "majors" not in state.era.allows:
        return WhyNot("R6.1", "wrong-phase", (str(state.phase),))
    if state.certificates(seat) >= state.certificate_limit:
        return WhyNot("R5.4", "certificate-limit")
    if not has_place(state):
        return WhyNot("R6.3", "no-home")
    if state.cash[seat] < DIRECTORS * price:
        return WhyNot("R6.2", "too-dear")
    return None


def _auction(state: State, number: int, seat: int) -> WhyNot | None:
    minor, nikolaev = state.companies[number], state.companies[NIKOLAEV]
    if minor.in_play or minor.gone:
        return WhyNot("R7.1", "in-play", (CHARTERS[number].id,))
    if number != NIKOLAEV and not nikolaev.in_play and not nikolaev.gone:
        return WhyNot("R2.7", "nikolaev-first")
    if not on_offer(state, number):
        return WhyNot("R7.1", "wrong-phase", (str(state.phase),))
    if state.certificates(seat) >= state.certificate_limit:
        return WhyNot("R5.4", "certificate-limit")
    if state.cash[seat] < BOX.minor_bid:
        return WhyNot("R7.2", "too-dear")
    return None


def why_train(state: State, company: int, action: Train) -> WhyNot | None:
    """R15.1, R15.2, R15.8 What forbids this train."""
    was = state.companies[company]
    if len(was.trains) >= train_limit(state, company):
        return WhyNot("R15.4", "train-limit")
    if action.kind not in TRAINS:
        return None
    if action.source == "bank" and action.kind not in state.trains_on_sale():
        return WhyNot("R15.2", "not-on-sale", (action.kind,))
    if action.source == "pool" and action.kind not in state.pool:
        return WhyNot("R15.2", "not-on-sale", (action.kind,))
    return WhyNot("R10.2", "too-dear")
