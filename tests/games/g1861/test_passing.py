"""What passing means at 1861, where random games seldom come to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.contract.passes import facts, untold
from tests.rules.g1861.position import minor, play, position, stock_round
from tests.rules.g1861.test_r02_auction import FALLING, begun
from trainshed.core import Match, loads
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Pass
from trainshed.games.g1861.state import State

PASS = Pass()
RECORD = Path(__file__).parents[2] / "records/1861-2-random.record"


def _means(state: State) -> list[str]:
    found = GAME.passing(PASS, state)
    assert found is not None
    assert not [*untold(GAME, facts("1861"), state)]
    return [text.msgid for text in found.means]


def test_an_offer_that_falls() -> None:
    """R2.2, R2.5 Others may have it; once all have declined the price falls; it may go for 0."""
    state = play(begun(options=FALLING), "pass", "pass")
    assert _means(state) == ["the price falls to {amount}"]
    state = play(state, "pass")
    assert _means(state) == ["others may have it at this price, or it falls"]
    while _means(play(state, "pass", "pass")) != ["{who} has it for {amount}"]:
        state = play(state, "pass", "pass", "pass")
    assert _means(state) == ["others may have it at this price, or it falls"]


def test_the_last_pass_ends_the_stock_round() -> None:
    """R3.3 It says so, and is asked for twice, whoever is asked next; not while others may act."""
    table = minor(position(cash=(200, 200, 200)), "N", cash=500)
    assert _means(stock_round(table)) == ["you are asked again unless all pass"]
    for seat in range(3):
        state = stock_round(table, seat, passes=2)
        assert _means(state) == ["the stock round ends"]
        assert GAME.sure(state, PASS)


def test_what_one_does_without_is_said_once() -> None:
    """Nobody's part ends, and nothing is lost: it is played at once, and can be taken back."""
    match: Match[Any, Any] = Match.replay(GAME, loads(RECORD.read_text(encoding="utf-8")))
    states = [move.before for move in match.history if move.seat >= 0]
    asked = [it for it in states if PASS in GAME.actions(it) and len(GAME.actions(it)) > 1]
    once = {_means(it)[0] for it in asked if GAME.sure(it, PASS) is None}
    assert "no tile in this turn" in once
