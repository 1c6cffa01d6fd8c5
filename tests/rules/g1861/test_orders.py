"""Orders given ahead: what they answer, what calls them off, when they are over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.g1861.position import (
    found,
    minor,
    operating,
    play,
    position,
    stock_round,
)
from tests.rules.g1861.test_r02_auction import FALLING, begun, lots_sold
from trainshed.core import Errand, Order, Proxy, Seat
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Bid, Pass, Pay, Run
from trainshed.games.g1861.orders import Hold, Ride, alarms, lapse, obey, orders
from trainshed.games.g1861.run import best_run, written
from trainshed.games.g1861.state import State

PASS = Pass()
EXACT = ("outbid",)


def offered(state: State, seat: int) -> list[Order]:
    return [errand.order for errand in orders(state, Seat(seat))]


def errand(state: State, seat: int, order: Order) -> Errand:
    return next(it for it in orders(state, Seat(seat)) if it.order == order)


def rung(before: State, line: str, seat: int) -> list[str]:
    action = GAME.read(line)
    return list(alarms(before, action, GAME.play(before, action), Seat(seat)))


@pytest.mark.rule("1861", "R2.2")
def test_a_proxy_bids_as_little_as_leads() -> None:
    """R2.2 The minimum first, then 5 more than the others, up to its amount; then it passes."""
    state = begun()
    assert obey(state, Seat(0), Proxy("TSR", 40)) == Bid(20)
    state = play(state, "bid 20", "bid 30")
    assert obey(state, Seat(2), Proxy("TSR", 40)) == Bid(35)
    assert obey(state, Seat(2), Proxy("TSR", 30)) == PASS
    assert obey(state, Seat(2), Proxy("BSS", 40)) is None
    assert obey(state, Seat(0), Proxy("TSR", 40)) is None


def test_a_proxy_may_ask_again_when_it_is_outbid() -> None:
    """With the alarm it does not pass; it is over, and the player decides."""
    state = play(begun(), "bid 20", "bid 40")
    assert lapse(state, Seat(2), Proxy("TSR", 40)) == ""
    assert lapse(state, Seat(2), Proxy("TSR", 40, alarms=EXACT)) == "outbid"
    assert obey(state, Seat(2), Proxy("TSR", 40, alarms=EXACT)) is None
    assert lapse(state, Seat(2), Proxy("TSR", 45, alarms=EXACT)) == ""
    assert lapse(state, Seat(1), Proxy("TSR", 40, alarms=EXACT)) == ""


@pytest.mark.rule("1861", "R2.5")
def test_a_proxy_waits_until_a_private_is_cheap_enough() -> None:
    """R2.5 It declines above its amount, and takes the private when the price has fallen."""
    state, order = begun(options=FALLING), Proxy("TSR", 15)
    assert obey(state, Seat(0), order) == PASS
    state = play(state, "pass", "pass", "pass")
    assert obey(state, Seat(0), order) == Bid(15)


def test_proxies_are_for_every_private_that_is_left() -> None:
    """The span begins where a bid could win; the lot that one has left is not offered."""
    state = play(begun(), "bid 20", "bid 30")
    lots = [it for it in orders(state, Seat(2)) if isinstance(it.order, Proxy)]
    assert [it.order.lot for it in lots] == ["TSR", "BSS", "MYR", "MRR", "WVR"]  # type: ignore[attr-defined]
    assert [it.span[0] for it in lots if it.span] == [35, 5, 5, 5, 5]
    state = play(state, "pass")
    assert Hold("lot", 1, about="TSR", alarms=("bid", "cheaper")) not in offered(state, 2)
    assert next(it.lot for it in offered(state, 2) if isinstance(it, Proxy)) == "BSS"
    assert lapse(state, Seat(2), Proxy("TSR", 100)) == "outbid"


def test_an_auction_that_is_over_ends_its_orders() -> None:
    """Of the lot, or of all lots."""
    state = play(begun(), "bid 20", "pass", "pass")
    assert lapse(state, Seat(0), Proxy("TSR", 40)) == "sold"
    assert lapse(state, Seat(0), Hold("lot", 1, about="TSR")) == "sold"
    assert lapse(state, Seat(0), Hold("auction", 1)) == ""
    assert lapse(lots_sold(begun()), Seat(0), Hold("auction", 1)) == "round"


def test_holding_passes_one_lot_or_all() -> None:
    """Not the lot of another name."""
    state = begun()
    assert obey(state, Seat(0), Hold("lot", 1, about="TSR")) == PASS
    assert obey(state, Seat(0), Hold("lot", 1, about="BSS")) is None
    assert obey(state, Seat(0), Hold("auction", 1)) == PASS
    assert rung(state, "bid 20", 1) == ["bid"]
    assert rung(play(state, "pass", "pass"), "pass", 1) == ["cheaper"]


@pytest.mark.rule("1861", "R7.2")
def test_a_minor_is_bid_for_by_proxy() -> None:
    """R7.2 Only by who may still bid; whoever put it up has to open."""
    state = stock_round(position(cash=(300, 300, 90)), 0)
    state = play(state, "auction N")
    assert obey(state, Seat(0), Proxy("N", 120)) == Bid(100)
    assert obey(state, Seat(0), Hold("stock", 1)) is None
    state = play(state, "bid 110")
    assert obey(state, Seat(1), Proxy("N", 120)) == Bid(115)
    assert obey(state, Seat(1), Hold("stock", 1)) == PASS
    assert errand(state, 1, Proxy("N", 115, alarms=EXACT)).span == range(115, 301, 5)
    assert not any(isinstance(it, Proxy) for it in offered(state, 2))
    state = play(state, "pass")
    assert lapse(state, Seat(1), Proxy("N", 120)) == "sold"


@pytest.mark.rule("1861", "R3.3")
def test_passing_in_a_stock_round_until_something_changes() -> None:
    """R3.3 It passes in turn; every kind of event is told apart."""
    state = position(cash=(600, 600, 600), phase=3)
    state = found(state, "NW", 100, shares={0: 3, 1: 2}, at=("B4.0",), trains=("3",))
    state = stock_round(state, 1)
    hold = Hold("stock", state.set)
    assert hold == replace(offered(state, 0)[0], alarms=())
    assert obey(state, Seat(1), hold) == PASS
    assert obey(state, Seat(0), hold) is None
    assert rung(state, "buy NW", 0) == ["bought", "threatened"]
    assert rung(state, "buy NW", 2) == ["bought"]
    assert rung(state, "pass", 0) == []
    assert rung(state, "auction N", 0) == ["auctioned"]
    assert lapse(replace(state, set=state.set + 1), Seat(0), hold) == "round"
    assert lapse(replace(state, round="operating"), Seat(0), hold) == "round"


def test_a_price_that_falls_is_told_only_to_who_has_a_part() -> None:
    """R4.3 The director sells; another shareholder is told, a stranger is not."""
    state = position(cash=(600, 600, 600), phase=3)
    state = found(state, "NW", 100, shares={0: 4, 1: 2}, at=("B4.0",), trains=("3",))
    number = next(n for n, it in enumerate(state.companies) if it.in_play)
    state = state.with_company(number, replace(state.companies[number], operated=True))
    state = stock_round(state, 0)
    state = play(state, "sell NW 1")
    assert rung(state, "pass", 1) == ["fell"]
    assert rung(state, "pass", 2) == []


def test_who_has_sold_decides_himself_when_to_stop() -> None:
    """An order to pass does not end a turn in which something was done."""
    state = position(cash=(600, 600, 600), phase=3)
    state = found(state, "NW", 100, shares={0: 4, 1: 2}, at=("B4.0",), trains=("3",))
    number = next(n for n, it in enumerate(state.companies) if it.in_play)
    state = state.with_company(number, replace(state.companies[number], operated=True))
    state = stock_round(state, 0)
    hold = Hold("stock", state.set)
    assert obey(state, Seat(0), hold) == PASS
    assert obey(play(state, "sell NW 1"), Seat(0), hold) is None


@pytest.mark.rule("1861", "R13.12")
def test_the_best_routes_are_run_and_paid() -> None:
    """R13.12, R14.2 As the owner has chosen; nothing is built by this order."""
    state = minor(position(cash=(600, 600, 600)), "N", 100, owner=1, trains=("2",), cash=50)
    state = operating(state, "N", "run")
    ride = Ride("N", state.set, state.number)
    number = next(n for n, it in enumerate(state.companies) if it.in_play)
    answer = obey(state, Seat(1), ride)
    assert isinstance(answer, Run)
    assert answer == written(state, best_run(state, number))
    assert obey(state, Seat(0), ride) is None
    assert obey(state, Seat(1), Ride("NW", state.set, state.number, "full")) is None


def building() -> State:
    """A minor of seat 1 may lay track."""
    state = position(cash=(600, 600, 600))
    state = minor(state, "SPW", 80, owner=1, trains=("2",), cash=500)
    return operating(state, "SPW", "track")


@pytest.mark.rule("1861", "R14.2")
@pytest.mark.parametrize("choice", ["full", "half", "none"])
def test_dividends_are_paid_as_ordered(choice: str) -> None:
    """R14.2 All, half or nothing."""
    state = position(cash=(600, 600, 600), phase=3)
    state = found(state, "NW", 100, shares={0: 3, 1: 2}, at=("B4.0",), trains=("3",))
    state = operating(state, "NW", "dividend", income=100)
    ride = Ride("NW", state.set, state.number, choice)
    assert obey(state, Seat(0), ride) == Pay(choice)  # type: ignore[arg-type]
    assert obey(state, Seat(1), ride) is None


@pytest.mark.rule("1861", "R9.4")
def test_a_company_does_nothing_but_run() -> None:
    """R9.4 Its track is passed; orders of a company end with its turn."""
    track = building()
    hold = Hold("turn", track.set, track.number, "SPW")
    assert obey(track, Seat(1), hold) == PASS
    assert obey(track, Seat(0), hold) is None
    assert lapse(track, Seat(1), hold) == ""
    assert lapse(track, Seat(0), hold) == "turn"
    assert lapse(track, Seat(1), replace(hold, number=2)) == "turn"
    trains = operating(track, "SPW", "trains")
    assert obey(trains, Seat(1), hold) == PASS
    assert lapse(trains, Seat(1), Ride("SPW", trains.set, trains.number)) == "turn"
    assert lapse(trains, Seat(1), hold) == ""


def test_orders_of_companies_are_for_who_decides() -> None:
    """A minor has no dividend to choose."""
    state = building()
    found_ = orders(state, Seat(1))
    assert [type(it.order) for it in found_] == [Ride, Hold]
    assert found_[0].choices == ()
    assert not found_[0].allows(replace(found_[0].order, choice="full"))
    assert list(orders(state, Seat(0))) == []


def test_what_no_company_is_called_has_ended() -> None:
    """An order that came from elsewhere may be anything."""
    state = building()
    assert lapse(state, Seat(1), Ride("XYZ", state.set, state.number)) == "turn"
    assert lapse(state, Seat(1), Proxy("XYZ", 20)) == "sold"
