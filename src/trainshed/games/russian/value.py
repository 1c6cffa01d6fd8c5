"""How good a position is for each seat: the points it has, and what its board will still score.

A board scores again after every round, so what stands on it counts as often as rounds are left.
Rails count beyond that for what they lead to, locomotives for the spaces they already serve,
pieces in hand for what they can still buy. The weights were found by letting bots with different
ones play each other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .board import round_points
from .box import LAST, LINES, TRANS
from .play import card_points, majority

if TYPE_CHECKING:
    from .board import Board
    from .state import Magnate, State

RAIL = (0.4, 0.75, 2.2, 2.5, 3.0)
"""What one space of each colour promises for every round to come."""
UNLOCK = 2.0
"""A colour that the player may move."""
ROUND_OF_GROWTH = 0.5
"""How much of a promise is kept in each round that is left."""
WORKER, BLACK_WORKER, ROUBLE = 6.0, 7.0, 2.6
"""A worker for each round to come; a rouble once."""
HAND = 3.2
"""A piece in hand that may still buy an action in this round."""
ENGINEER = 2.2
"""An engineer of one's own, for each round to come."""
FACTORY = 2.0
LOCOMOTIVE = 0.7
"""One space of reach that no rail uses yet, for each round to come."""
X2 = 1.1
QUESTION = 9.0
"""A ? space that is nearly reached."""
STEPS = 0.85
"""One step of a marker, for each round to come."""
CLAIM = 2.5
"""A claim to the first places."""


def value(state: State) -> tuple[float, ...]:
    """The points that each seat may expect in the end."""
    if state.over:
        return tuple(float(magnate.score) for magnate in state.magnates)
    left = state.setting.rounds - state.round + 1
    worth = [_worth(state, magnate, left) for magnate in state.magnates]
    for seat, points in majority(state.magnates).items():
        worth[seat] += points * (0.9 - 0.08 * (left - 1))
    for it in state.placed:
        if it.space.startswith("turn_order"):
            worth[it.seat] += CLAIM
    return tuple(worth)


def _worth(state: State, magnate: Magnate, left: int) -> float:
    board = magnate.board
    later = left - 1
    total = magnate.score + left * sum(round_points(board)) + _promise(board, later)
    total += sum(card_points(magnate, card) for card in magnate.cards)
    total += later * (
        WORKER * (magnate.staff - state.setting.workers)
        + BLACK_WORKER * magnate.owns_black
        + ENGINEER * len(magnate.engineers)
    )
    total += ROUBLE * min(magnate.roubles, 4) * (1.0 if later else 0.4 * (not magnate.passed))
    if not magnate.passed:
        total += HAND * (magnate.workers + magnate.turquoise + magnate.black)
        total += (
            0.5
            * HAND
            * sum(
                not any(it.space == f"own_{number}" for it in state.placed)
                for number in magnate.engineers
            )
        )
    return total


@lru_cache(maxsize=50_000)
def _promise(board: Board, later: int) -> float:
    """What the board has begun and the rounds to come will finish."""
    if not later:
        return 0.0
    total = UNLOCK * board.colours
    for line, rails in enumerate(board.rails):
        reach = board.reach(line)
        for colour, at in enumerate(rails):
            total += RAIL[colour] * at * (1.0 if at <= reach else 0.75)
        total += LOCOMOTIVE * min(max(reach - rails[0], 0), LINES[line].length - rails[0])
        for space in LINES[line].questions:
            near = min(rails[0], reach) / space
            if near < 1:
                total += QUESTION * near * near / later
    total += FACTORY * len(board.factories) + X2 * min(board.x2, board.rails[TRANS][0])
    total += STEPS * sum(board.markers) * (1.2 if max(board.markers) < LAST else 1.0)
    return total * ROUND_OF_GROWTH * later
