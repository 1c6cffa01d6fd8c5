"""Why something is refused: the rule that stands in the way, and the value it is about."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.g1861.position import (
    found,
    gone,
    minor,
    operating,
    own,
    play,
    pooled,
    position,
    station,
    stock_round,
)
from tests.rules.g1861.rails import merger_round, track
from trainshed.core import IllegalAction, NotAsked, Seat
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import WhyNot
from trainshed.games.g1861.auction import Lot
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.merger import Dropping, Purchase
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.play import Play
from trainshed.games.g1861.state import BANK, State


def why(state: State, line: str) -> object:
    """Why a line is refused."""
    with pytest.raises(IllegalAction) as caught:
        GAME.play(state, GAME.read(line))
    return caught.value.why


def lot(**changes: object) -> State:
    """TSR is on offer; seat 0, who has 100 roubles, is asked."""
    state = replace(position(cash=(100, 420, 420)), round="auction", privates=(BANK,) * 5)
    step = replace(Lot(0, 20, Seat(0), Seat(0)), **changes)
    return replace(state, stack=(Play(), step))


@pytest.mark.rule("1861", "R2.2")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("bid 105", WhyNot("R2.2", "own-money", ("₽100",))),
        ("bid 30", WhyNot("R2.2", "bid-more", ("₽45",))),
        ("bid 47", WhyNot("R2.2", "bid-step", ("5",))),
        ("pay full", NotAsked("R2.1")),
    ],
)
def test_bids_for_a_private(line: str, reason: object) -> None:
    """40 are bid: too much for the purse, too little, no multiple of 5, another question."""
    assert why(lot(high=40, leader=1), line) == reason


@pytest.mark.rule("1861", "R2.5")
def test_a_falling_offer_has_one_price() -> None:
    """It is named."""
    assert why(lot(minimum=15, falling=True), "bid 20") == WhyNot("R2.5", "set-price", ("₽15",))


@pytest.mark.rule("1861", "R7.2")
def test_bids_for_a_minor() -> None:
    """At least 100, and never more than the bidder has."""
    state = play(stock_round(position(cash=(300, 420, 420))), "auction N")
    assert why(state, "bid 95") == WhyNot("R7.2", "bid-more", ("₽100",))
    assert why(state, "bid 305") == WhyNot("R7.2", "own-money", ("₽300",))
    assert why(state, "bid 101") == WhyNot("R7.2", "bid-step", ("5",))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("sell KR 1", WhyNot("R4.1", "no-major", ("KR",))),
        ("sell SE 1", WhyNot("R4.1", "not-in-play", ("SE",))),
        ("sell NW 0", WhyNot("R4.2", "at-least-one")),
        ("sell NW 9", WhyNot("R4.2", "pool-full", ("NW",))),
        ("buy KR", WhyNot("R7.1", "by-auction", ("KR",))),
        ("buy SE", WhyNot("R5.1", "not-in-play", ("SE",))),
        ("buy TSR", WhyNot("R5.1", "no-major", ("TSR",))),
        ("buy NW bank", WhyNot("R5.1", "no-source", ("bank",))),
        ("start KR 70", WhyNot("R6.1", "no-major", ("KR",))),
        ("start SE 75", WhyNot("R6.1", "no-start-price", ("₽75",))),
        ("auction NW", WhyNot("R7.1", "no-minor", ("NW",))),
        ("auction KR", WhyNot("R7.1", "in-play", ("KR",))),
    ],
)
def test_deals_in_a_stock_round(line: str, reason: WhyNot) -> None:
    """NW and KR are in play in phase 4; seat 0 directs NW."""
    state = found(gone(position(phase=4, cash=(900, 0, 0)), "N"), "NW", shares={0: 4, 1: 3})
    assert why(stock_round(minor(state, "KR")), line) == reason


@pytest.mark.rule("1861", "R5.4")
def test_whoever_has_too_many_certificates_is_told_to_sell() -> None:
    """Whatever else he wants to do."""
    state = position(phase=4, seats=6)
    for name in ("NW", "SE", "SW"):
        state = found(state, name, shares={0: 6, 1: 2})
    for line in ("buy NW", "pass", "start MK 70", "auction KR"):
        assert why(stock_round(state), line) == WhyNot("R5.4", "must-sell")


@pytest.mark.rule("1861", "R6.3")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("home Z9", WhyNot("R6.3", "no-hex", ("Z9",))),
        ("home F18 3", WhyNot("R6.3", "no-circle", ("F18",))),
        ("home H8 1", WhyNot("R6.3", "linked", ("H8",))),
        ("home M7", WhyNot("R6.3", "full", ("M7",))),
        ("home B4", WhyNot("R6.3", "reserved", ("B4",))),
    ],
)
def test_where_a_major_begins(line: str, reason: WhyNot) -> None:
    """NW stands in Kazan; the homes of the minors but N and OK are kept for them."""
    state = found(gone(position(phase=4, cash=(900, 0, 0)), "N", "OK"), "NW", shares={1: 3})
    state = play(stock_round(state), "start SE 70")
    assert why(state, line) == reason


PRICES = [
    ("price 0", WhyNot("R9.6", "at-least", ("₽1",))),
    ("price 46", WhyNot("R9.6", "above-value", ("₽45",))),
    ("price 31", WhyNot("R9.6", "company-money", ("NW", "₽30"))),
    ("price 20", WhyNot("R9.6", "refused-price", ("₽20",))),
]


@pytest.mark.rule("1861", "R9.6")
@pytest.mark.parametrize(("line", "reason"), PRICES)
def test_prices_for_a_private(line: str, reason: WhyNot) -> None:
    """NW has 30 roubles; for BSS, worth 45, 20 were refused."""
    state = found(position(phase=4), "NW", shares={0: 3}, cash=30, trains=("4",), at=("L12",))
    state = operating(own(own(state, "BSS", 1), "TSR", "RSR"), "NW", "track")
    assert why(state, "acquire TSR") == WhyNot("R9.6", "no-player-has", ("TSR",))
    assert why(state, "acquire NW") == WhyNot("R9.6", "no-private", ("NW",))
    state = play(state, "acquire BSS", "price 20", "decline", "acquire BSS")
    assert why(state, line) == reason


@pytest.mark.rule("1861", "R9.6")
def test_what_was_refused_three_times_is_named() -> None:
    """A private, and the company whose director kept his train."""
    state = found(position(phase=4), "NW", shares={0: 3}, cash=30, trains=("4",), at=("L12",))
    state = minor(state, "KR", owner=1, trains=("4",))
    state = operating(own(own(state, "BSS", 1), "TSR", 2), "NW", "trains")
    for amount in (1, 2, 3):
        for line in ("acquire BSS", "train 4 KR"):
            state = play(state, line, f"price {amount}", "decline")
    assert why(state, "acquire BSS") == WhyNot("R9.6", "refused-thrice", ("BSS",))
    assert why(state, "train 4 KR") == WhyNot("R15.3", "refused-thrice", ("KR",))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("train 9", WhyNot("R1.8", "no-kind", ("9",))),
        ("train 2", WhyNot("R15.2", "not-on-sale", ("2",))),
        ("train 4 nowhere", WhyNot("R15.3", "no-company", ("nowhere",))),
        ("train 4 RSR", WhyNot("R15.3", "sells-none", ("RSR",))),
        ("train 3 KR", WhyNot("R15.3", "has-no-train", ("KR", "3"))),
        ("pass", WhyNot("R15.8", "must-buy", ("NW",))),
    ],
)
def test_trains(line: str, reason: WhyNot) -> None:
    """NW has no train and the money for a 4, of which the pool has one."""
    state = found(position(phase=4), "NW", shares={0: 3}, cash=400, at=("L12",))
    state = pooled(minor(state, "KR", owner=1, trains=("4",)), "4")
    assert why(operating(state, "NW", "trains"), line) == reason


@pytest.mark.rule("1861", "R9.5")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("redeem 0", WhyNot("R9.5", "at-least-one")),
        ("redeem 4", WhyNot("R9.5", "pool-holds", ("3", "NW"))),
        ("redeem 3", WhyNot("R9.5", "company-money", ("NW", "₽250"))),
    ],
)
def test_shares_bought_back(line: str, reason: WhyNot) -> None:
    """Three lie in the pool at 100 each, and NW has 250 roubles."""
    state = found(position(phase=4), "NW", 100, shares={0: 3}, pool=3, cash=250, trains=("4",))
    assert why(operating(state, "NW"), line) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("convert NW", WhyNot("R19.3", "not-yellow", ("N",))),
        ("convert KR", WhyNot("R19.3", "no-major", ("KR",))),
        ("merge NW", WhyNot("R20.1", "no-minor", ("NW",))),
        ("merge KB", WhyNot("R20.1", "not-in-play", ("KB",))),
        ("merge N", WhyNot("R20.1", "in-group", ("N",))),
        ("merge RO", WhyNot("R20.2", "not-linked", ("RO",))),
        ("form NW", WhyNot("R20.1", "alone", ("N",))),
    ],
)
def test_mergers(line: str, reason: WhyNot) -> None:
    """N and M-K share brown Moscow; Riga is not linked with it."""
    state = track(position(phase=5), "H8=638")
    for name in ("N", "M-K", "RO"):
        state = minor(state, name, trains=("5",))
    assert why(merger_round(state, "RSR"), line) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("buy SE", WhyNot("R20.9", "only-of", ("NW",))),
        ("buy NW pool", WhyNot("R20.10", "only-treasury", ("NW",))),
        ("pass", WhyNot("R20.6", "needs-director", ("NW",))),
    ],
)
def test_shares_after_a_merger(line: str, reason: WhyNot) -> None:
    """A share of NW must be bought from its treasury."""
    state = found(position(phase=4, cash=(900, 0, 0)), "NW", shares={0: 1})
    step = Purchase(NUMBER["NW"], Seat(0), many=True, must=True)
    assert why(replace(state, stack=(Play(), step)), line) == reason


@pytest.mark.rule("1861", "R20.7")
def test_stations_after_a_merger() -> None:
    """NW stands twice in Moscow and once at L12: that one stays."""
    state = found(position(phase=4), "NW", shares={0: 3}, at=("H8.0", "H8.1"))
    state = station(state, "NW", "L12")
    state = replace(state, stack=(Play(), Dropping(NUMBER["NW"], Seat(0))))
    assert why(state, "drop L12") == WhyNot("R20.7", "must-stay", ("L12",))
    assert why(state, "drop P8") == WhyNot("R20.7", "no-station-there", ("NW", "P8"))


@pytest.mark.rule("1861", "R13.12")
def test_an_action_of_another_question_cites_the_rule_of_this_one() -> None:
    """Also under a question that has a way back, and in one that needs consent."""
    state = found(position(phase=4, options=Options()), "NW", shares={0: 3}, trains=("4",))
    state = operating(state, "NW", "dividend", income=100)
    assert why(state, "lay H8 637") == NotAsked("R14.2")
