"""What is said of an action before it is played."""

from __future__ import annotations

from tests.rules.rocket.position import play, position
from trainshed.core import Seat
from trainshed.games import game
from trainshed.games.rocket import actions as a

ROCKET = game("rocket")


def brings(state: object, line: str) -> tuple[object, ...]:
    """The news of an action written in a line."""
    return ROCKET.brings(state, ROCKET.read(line))


def test_a_move_brings_a_share_first() -> None:
    """It is sure, whatever a veto comes to; without a share left there is none."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [1, 2]}, seats=2)
    share, may, *rest = brings(state, "drive GWR P4")
    assert share == a.Share(Seat(0), "GWR")
    assert may == a.MayVeto((1,))
    assert all(isinstance(item, a.Unopposed) for item in rest)


def test_a_bid_that_can_be_answered_is_no_win() -> None:
    """Only if nobody answers; the last word wins."""
    state = play(position(lines={"GWR": "P3"}, shares={"GWR": [1, 2]}, seats=2), "drive GWR P4")
    won = a.Vetoed(Seat(1), "GWR", 1, "O4", by_active=False)
    may, *rest = brings(state, "bid 1 O4")
    assert may == a.MayAnswer((0,))
    assert rest[0] == a.Unopposed(won)
    state = play(state, "bid 1 O4")
    last, *_ = brings(state, "bid 1 P4")
    assert last == a.Vetoed(Seat(0), "GWR", 1, "P4", by_active=True)


def test_no_bid_says_where_the_engine_goes() -> None:
    """For sure where nobody else is asked; else only if nobody objects."""
    one = play(position(lines={"GWR": "P3"}, shares={"GWR": [1, 2, 0]}), "drive GWR P4")
    assert brings(one, "pass")[0] == a.Goes("GWR", "P4")
    two = play(position(lines={"GWR": "P3"}, shares={"GWR": [1, 2, 1]}), "drive GWR P4")
    assert brings(two, "pass")[:2] == (a.MayVeto((2,)), a.Unopposed(a.Goes("GWR", "P4")))


def test_a_marker_is_shown_beside_those_of_the_others() -> None:
    """Of its city, which pays when a line comes, and of its good, which pays at the end."""
    state = position(lines={"GWR": "P3"}, seats=2)
    assert brings(state, "take Hull brewing") == (
        a.OfCity(Seat(0), "Hull", 1, 0),
        a.OfGood(Seat(0), "brewing", 1, 0),
    )
