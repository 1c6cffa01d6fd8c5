"""R3 Orders for the auction of the first player."""

from __future__ import annotations

import pytest

from tests.rules.tycoon.table import end_turn, opened, play
from trainshed.core import Proxy, Seat
from trainshed.games.tycoon.actions import Bid, Pass
from trainshed.games.tycoon.orders import Hold, alarms, lapse, obey, orders

EXACT = ("outbid",)


@pytest.mark.rule("tycoon", "R3.2")
def test_a_proxy_bids_a_thousand_more_up_to_its_amount() -> None:
    """R3.2 Then it passes, or with the alarm lets its owner decide."""
    state = play(opened(3), "bid 2000")
    assert obey(state, Seat(1), Proxy("1", 5000)) == Bid(3000)
    assert obey(state, Seat(1), Proxy("1", 2000)) == Pass()
    assert obey(state, Seat(1), Proxy("1", 2000, alarms=EXACT)) is None
    assert lapse(state, Seat(1), Proxy("1", 2000, alarms=EXACT)) == "outbid"
    assert lapse(state, Seat(1), Proxy("1", 3000, alarms=EXACT)) == ""
    assert lapse(state, Seat(0), Proxy("1", 2000, alarms=EXACT)) == ""
    assert obey(state, Seat(2), Proxy("1", 5000)) is None
    assert obey(state, Seat(1), Proxy("2", 5000)) is None


@pytest.mark.rule("tycoon", "R3.3")
def test_an_order_to_pass_leaves_the_auction() -> None:
    """R3.3 A bid of somebody else may call it off."""
    state = opened(3)
    assert obey(state, Seat(0), Hold(1)) == Pass()
    after = play(state, "bid 2000")
    assert list(alarms(state, Bid(2000), after, Seat(1))) == ["bid"]
    assert list(alarms(state, Pass(), play(state, "pass"), Seat(1))) == []
    assert lapse(play(after, "pass"), Seat(1), Hold(1)) == "outbid"


def test_orders_are_for_the_auction_that_runs_or_the_next_one() -> None:
    """Whoever has passed has no part in it; the next one can be ordered when it is over."""
    state = play(opened(3), "bid 2000")
    spans = [it.span for it in orders(state, Seat(1)) if it.span]
    assert [span[0] for span in spans] == [3000]
    assert [it.span[0] for it in orders(state, Seat(0)) if it.span] == [2000]
    state = play(state, "pass")
    assert list(orders(state, Seat(1))) == []
    state = play(state, "pass")
    assert [it.order for it in orders(state, Seat(1))][1] == Hold(2, alarms=("bid",))
    assert lapse(state, Seat(0), Hold(1)) == "auction"
    assert lapse(state, Seat(0), Hold(2)) == ""


@pytest.mark.rule("tycoon", "R15.8")
def test_where_points_decide_there_is_nothing_to_order() -> None:
    """R15.8 Only the first turn has an auction."""
    state = opened(3, auction="score")
    assert len(orders(state, Seat(0))) == 2
    state = play(state, "pass", "pass", "pass")
    assert list(orders(state, Seat(0))) == []
    assert lapse(end_turn(state), Seat(0), Hold(2)) == "auction"


def test_what_no_auction_is_called_has_ended() -> None:
    """An order that came from elsewhere may be anything."""
    assert lapse(opened(3), Seat(0), Proxy("never", 1000)) == "auction"
