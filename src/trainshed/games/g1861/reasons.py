"""Why something is not allowed, with the rule that says so: a reason for each kind of answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Seat

from . import actions as a
from .actions import Action, Lay, Station, WhyNot
from .auction import STEP, Lot, MinorLot
from .box import BOX, CHARTERS, MAJORS, MINORS, NIKOLAEV, NUMBER, PRIVATES, RSR, TILES, TRAINS
from .dividend import Dividend
from .ground import HEX, LAID, PRINTED, TILE, laid, successors
from .homes import Homing, has_place
from .merger import Choosing, Dropping, Purchase, directed, linked
from .operating import BeforeInterest
from .phases import Crowded
from .privates import MOST_OFFERS, PrivatePrice, refusals
from .redeem import Redeeming
from .roster import train_limit
from .run import Running, fault
from .sell import DIRECTORS, sales, successor
from .stations import Placing, station_cost
from .stock import StockTurn, on_offer
from .track import Laying
from .trains import BuyingTrain, TrainPrice, from_bank

if TYPE_CHECKING:
    from .state import State

MONEY = "₽"
"""An amount in a reason begins with it."""


def money(amount: int) -> str:
    """An amount, as something that a reason is about."""
    return f"{MONEY}{amount}"


def why_not(state: State, question: object, action: Action) -> WhyNot | None:
    """Why something is no answer to a question; nothing where the question is another one."""
    match question, action:
        case Lot() | MinorLot(), a.Bid(price):
            return _bid(state, question, price)
        case StockTurn(), _:
            return why_stock(state, question, action)
        case Homing(), a.Home():
            return _home(state, action)
        case PrivatePrice() | TrainPrice(), a.Price(amount):
            return _price(state, question, amount)
        case Purchase(), _:
            return _joining(question, action)
        case Dropping(), a.Drop():
            return _dropped(state, question, action)
        case Crowded(company=number), a.Discard(kind):
            return WhyNot("R15.6", "has-no-train", (CHARTERS[number].id, kind))
        case Choosing(), a.Convert() | a.Merge() | a.Form():
            return _merger(state, question, action)
        case _:
            return _operating(state, question, action)


def _operating(state: State, question: object, action: Action) -> WhyNot | None:
    """R9.4 In the turn of a company."""
    match question, action:
        case Laying(), Lay():
            return why_lay(state, question, action)
        case Placing(company=number), Station():
            return why_station(state, number, action)
        case Redeeming(company=number), a.Redeem(shares):
            return _redeemed(state, number, shares)
        case Running(company=number), a.Run():
            return fault(state, number, action)
        case Dividend(), a.Pay(dividend):
            return WhyNot("R14.2", "no-dividend", (dividend,))
        case BuyingTrain(company=number), a.Train():
            return why_train(state, number, action)
        case BuyingTrain(company=number), a.Pass() if from_bank(state, number):
            return WhyNot("R15.8", "must-buy", (CHARTERS[number].id,))
        case (
            Redeeming(company=number)
            | Laying(company=number)
            | Placing(company=number)
            | Running(company=number)
            | Dividend(company=number)
            | BeforeInterest(company=number)
            | BuyingTrain(company=number),
            a.Acquire(private),
        ):
            return _acquired(state, number, private)
        case _:
            return None


def _bid(state: State, lot: Lot | MinorLot, price: int) -> WhyNot:
    """R2.2, R2.5, R7.2 Too little, too much, or no multiple of 5."""
    rule = "R2.2" if isinstance(lot, Lot) else "R7.2"
    least, most = lot.span(state)[0], state.cash[lot.seat]
    if isinstance(lot, Lot) and lot.falling:
        return WhyNot("R2.5", "set-price", (money(lot.minimum),))
    if price > most:
        return WhyNot(rule, "own-money", (money(most),))
    if price < least:
        return WhyNot(rule, "bid-more", (money(least),))
    return WhyNot(rule, "bid-step", (str(STEP),))


def _price(state: State, step: PrivatePrice | TrainPrice, amount: int) -> WhyNot:
    """R9.6, R15.3 From 1 to what the company has, and no more than the value of a private."""
    rule, cash = step.rule, state.companies[step.company].cash
    if amount < 1:
        return WhyNot(rule, "at-least", (money(1),))
    if isinstance(step, PrivatePrice) and amount > BOX.privates[step.private].value:
        return WhyNot(rule, "above-value", (money(BOX.privates[step.private].value),))
    if amount > cash:
        return WhyNot(rule, "company-money", (CHARTERS[step.company].id, money(cash)))
    return WhyNot(rule, "refused-price", (money(max(refusals(state, step.what))),))


def _acquired(state: State, number: int, name: str) -> WhyNot | None:
    """R9.6 What forbids to offer anything for a private."""
    if name not in PRIVATES:
        return WhyNot("R9.6", "no-private", (name,))
    if "privates" not in state.era.allows:
        return WhyNot("R9.6", "wrong-phase", (str(state.phase),))
    owner, cash = state.privates[PRIVATES.index(name)], state.companies[number].cash
    if not 0 <= owner < state.seats:
        return WhyNot("R9.6", "no-player-has", (name,))
    if not cash:
        return WhyNot("R9.6", "company-money", (CHARTERS[number].id, money(cash)))
    return _refused("R9.6", name, refusals(state, name))


def _refused(rule: str, name: str, prices: list[int]) -> WhyNot | None:
    """R9.6, R15.3 The owner has refused three times, or all that could be offered."""
    if len(prices) >= MOST_OFFERS:
        return WhyNot(rule, "refused-thrice", (name,))
    return WhyNot(rule, "refused-price", (money(max(prices)),)) if prices else None


def _redeemed(state: State, number: int, shares: int) -> WhyNot:
    """R9.5 What forbids to buy so many back."""
    major = state.companies[number]
    if shares < 1:
        return WhyNot("R9.5", "at-least-one")
    if shares > major.pool:
        return WhyNot("R9.5", "pool-holds", (str(major.pool), CHARTERS[number].id))
    return WhyNot("R9.5", "company-money", (CHARTERS[number].id, money(major.cash)))


def _home(state: State, action: a.Home) -> WhyNot:
    """R6.3 What forbids to begin there."""
    name = action.hex
    if name not in HEX:
        return WhyNot("R6.3", "no-hex", (name,))
    hex_, circle = HEX[name], action.circle
    here = LAID[state.tiles[hex_]]
    if here.kind != "city" or circle not in range(len(here.plan.stops)):
        return WhyNot("R6.3", "no-circle", (name,))
    standing = sum(there == hex_ and at == circle for _, there, at in state.stations)
    if standing >= here.slots or (standing and not state.rules.free_circle):
        return WhyNot("R6.3", "full", (name,))
    if state.slots(hex_, circle) <= 0:
        return WhyNot("R6.3", "reserved", (name,))
    return WhyNot("R6.3", "linked", (name,))


def _joining(step: Purchase, action: Action) -> WhyNot | None:
    """R20.6, R20.9, R20.10 What forbids a purchase after a merger."""
    name = CHARTERS[step.company].id
    match action:
        case a.Buy(company) if company != name:
            return WhyNot("R20.9", "only-of", (name,))
        case a.Buy():
            return WhyNot("R20.10", "only-treasury", (name,))
        case a.Pass() if step.must:
            return WhyNot("R20.6", "needs-director", (name,))
        case _:
            return None


def _dropped(state: State, step: Dropping, action: a.Drop) -> WhyNot:
    """R20.7 What forbids to take that station off."""
    if (HEX.get(action.hex), action.circle) not in state.stands(step.company):
        return WhyNot("R20.7", "no-station-there", (CHARTERS[step.company].id, action.hex))
    return WhyNot("R20.7", "must-stay", (action.hex,))


def _merger(state: State, step: Choosing, action: a.Convert | a.Merge | a.Form) -> WhyNot | None:
    """R19.3, R20.1 What forbids a conversion, a partner or a new major."""
    name, kind = action.company, MINORS if isinstance(action, a.Merge) else MAJORS
    rule = "R19.3" if isinstance(action, a.Convert) else "R20.1"
    number = NUMBER.get(name, -1)
    if number not in kind:
        return WhyNot(rule, "no-minor" if kind == MINORS else "no-major", (name,))
    match action:
        case a.Merge():
            return _partner(state, step, number)
        case _ if state.companies[number].in_play:
            return WhyNot(rule, "in-play", (name,))
        case a.Convert() if len(step.group) > 1:
            return WhyNot(rule, "partners-named", (CHARTERS[step.company].id,))
        case a.Convert():
            return WhyNot(rule, "not-yellow", (CHARTERS[step.company].id,))
        case _:
            return _formed(state, step.group, step)


def _partner(state: State, step: Choosing, number: int) -> WhyNot | None:
    """R20.1, R20.2, R20.4 What forbids a minor to join the group."""
    name, group = CHARTERS[number].id, step.group
    owner = state.owner(number)
    if number in group:
        return WhyNot("R20.1", "in-group", (name,))
    if not state.companies[number].in_play:
        return WhyNot("R20.1", "not-in-play", (name,))
    if step.turned_down.count(number) >= MOST_OFFERS:
        return WhyNot("R20.1", "refused-thrice", (name,))
    if len(group) >= BOX.mergers.minors:
        return WhyNot("R20.1", "most-minors", (str(BOX.mergers.minors),))
    if [state.owner(other) for other in group].count(owner) >= BOX.mergers.of_one:
        return WhyNot("R20.4", "most-of-one", (str(BOX.mergers.of_one),))
    if not linked(state, group, number):
        return WhyNot("R20.2", "not-linked", (name,))
    return _formed(state, (*group, number), step)


def _formed(state: State, group: tuple[int, ...], step: Choosing) -> WhyNot | None:
    """R20.1, R20.6 What forbids a group to form a major."""
    if len(group) < DIRECTORS:
        return WhyNot("R20.1", "alone", (CHARTERS[step.company].id,))
    if tuple(sorted(group)) in step.refused_groups:
        return WhyNot("R20.1", "refused-group")
    return None if directed(state, group) else WhyNot("R20.6", "no-director")


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
    if here.kind != "city" or action.circle not in range(len(here.plan.stops)):
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
    """R4.1, R5.1, R5.4, R6.1, R7.1 What forbids a deal in a stock round."""
    seat = question.seat
    if not isinstance(action, a.Sell) and _has_to_sell(state, seat):
        return WhyNot("R5.4", "must-sell")
    name = getattr(action, "company", "")
    number = NUMBER.get(name, -1)
    in_play = number in MAJORS and state.companies[number].in_play
    match action:
        case a.Sell(shares=count):
            return _sale(state, number, seat, count) if in_play else _unsaleable(name)
        case a.Buy(source=source):
            return _purchase(state, number, seat, source) if in_play else _unsold(name)
        case a.Start(price=price):
            if number not in MAJORS:
                return WhyNot("R6.1", "no-major", (name,))
            return _start(state, number, seat, price)
        case a.Auction():
            if number not in MINORS:
                return WhyNot("R7.1", "no-minor", (name,))
            return _auction(state, number, seat)
        case _:
            return None


def _has_to_sell(state: State, seat: int) -> bool:
    """R5.4 Whether a player has too many certificates and can sell some."""
    too_many = state.certificates(seat) > state.certificate_limit
    return too_many and bool(sales(state, Seat(seat)))


def _unsaleable(name: str) -> WhyNot:
    """R4.1 Only shares of majors in play are sold."""
    if NUMBER.get(name) in MAJORS:
        return WhyNot("R4.1", "not-in-play", (name,))
    return WhyNot("R4.1", "no-major", (name,))


def _unsold(name: str) -> WhyNot:
    """R5.1, R7.1 Minors are sold by auction, and majors once they are in play."""
    if NUMBER.get(name) in MINORS:
        return WhyNot("R7.1", "by-auction", (name,))
    if NUMBER.get(name) in MAJORS:
        return WhyNot("R5.1", "not-in-play", (name,))
    return WhyNot("R5.1", "no-major", (name,))


def _sale(state: State, number: int, seat: int, count: int) -> WhyNot | None:
    major, name = state.companies[number], CHARTERS[number].id
    if not major.operated:
        return WhyNot("R4.1", "not-operated", (name,))
    if count < 1:
        return WhyNot("R4.2", "at-least-one")
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
    if source not in {"treasury", "pool"}:
        return WhyNot("R5.1", "no-source", (source,))
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
    if price not in map(state.market.price, state.market.major_start):
        return WhyNot("R6.1", "no-start-price", (money(price),))
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


def why_train(state: State, company: int, action: a.Train) -> WhyNot | None:
    """R15.1, R15.2, R15.3, R15.8 What forbids this train."""
    was = state.companies[company]
    if len(was.trains) >= train_limit(state, company):
        return WhyNot("R15.4", "train-limit")
    if action.kind not in TRAINS:
        return WhyNot("R1.8", "no-kind", (action.kind,))
    if action.source not in {"bank", "pool"}:
        return _used_train(state, company, action)
    on_sale = state.trains_on_sale() if action.source == "bank" else state.pool
    if action.kind not in on_sale:
        return WhyNot("R15.2", "not-on-sale", (action.kind,))
    return WhyNot("R10.2", "too-dear")


def _used_train(state: State, company: int, action: a.Train) -> WhyNot | None:
    """R15.3 What forbids a train of another company."""
    seller, cash = NUMBER.get(action.source), state.companies[company].cash
    if seller is None:
        return WhyNot("R15.3", "no-company", (action.source,))
    if seller in {company, RSR}:
        return WhyNot("R15.3", "sells-none", (action.source,))
    if action.kind not in state.companies[seller].trains:
        return WhyNot("R15.3", "has-no-train", (action.source, action.kind))
    if not cash:
        return WhyNot("R15.3", "company-money", (CHARTERS[company].id, money(cash)))
    refused = refusals(state, f"{action.kind}/{action.source}")
    return _refused("R15.3", action.source, refused)
