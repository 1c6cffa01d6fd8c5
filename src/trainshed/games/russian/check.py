"""R1.7 Invariants: workers, locomotives, tokens and cards are conserved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .board import QUESTIONS
from .box import BOX, LINES

if TYPE_CHECKING:
    from .state import State

MOST_STAFF = 2
"""R1.9 The workers a player can gain."""


def check(state: State) -> Iterator[str]:
    """The invariants that are violated."""
    yield from _pieces(state)
    yield from _boards(state)
    yield from _supplies(state)


def _pieces(state: State) -> Iterator[str]:
    """R3.4, R15.1 Every worker is in hand or on a space; no closed space is taken twice."""
    for seat, magnate in enumerate(state.magnates):
        mine = [it for it in state.placed if it.seat == seat]
        if state.round and magnate.workers + sum(it.own for it in mine) != magnate.staff:
            yield f"seat {seat}: {magnate.workers} in hand, {magnate.staff} in all"
        if not 0 <= magnate.staff - state.setting.workers <= MOST_STAFF:
            yield f"seat {seat} has {magnate.staff} workers"
        if min(magnate.workers, magnate.roubles, magnate.turquoise, magnate.black) < 0:
            yield f"seat {seat} owes pieces"
        black = magnate.black + sum(it.black for it in mine)
        if state.round and black != magnate.owns_black:
            yield f"seat {seat}: {black} black workers"
    turquoise = (
        state.turquoise
        + sum(magnate.turquoise for magnate in state.magnates)
        + sum(it.turquoise for it in state.placed)
    )
    if state.round and turquoise != (0 if "temp_workers_1w" in state.setting.closed else 2):
        yield f"{turquoise} turquoise workers"
    spaces = Counter(it.space for it in state.placed if it.space != "rail_shared")
    yield from (f"{space} taken {count} times" for space, count in spaces.items() if count > 1)


def _boards(state: State) -> Iterator[str]:
    """R4.3, R7.7, R8.2, R11.7 Rails in order, markers apart, no more tokens than spaces."""
    for seat, magnate in enumerate(state.magnates):
        board = magnate.board
        for line, rails in zip(LINES, board.rails, strict=True):
            on = [at for at in rails if at]
            if (
                on != sorted(set(on), reverse=True)
                or rails[0] > line.length
                or any(rails[len(on) :])
            ):
                yield f"seat {seat}: {line.id} {rails}"
        if len(set(board.markers)) < len(board.markers):
            yield f"seat {seat}: markers {board.markers}"
        if board.x2 > BOX.x2_places or len(board.factories) > len(BOX.holes):
            yield f"seat {seat}: {board.x2} x2, {board.factories}"
        if board.tokens.bit_count() > board.reached.bit_count() or board.reached >> len(QUESTIONS):
            yield f"seat {seat}: tokens {board.tokens:b}, spaces {board.reached:b}"


def _supplies(state: State) -> Iterator[str]:
    """R1.3, R1.6, R1.7 Locomotives, x2 tokens and bonus cards are all somewhere."""
    held: Counter[int] = Counter(state.reserve)
    for magnate in state.magnates:
        held.update(number for number in magnate.board.locomotives if number)
        held.update(magnate.board.factories)
    for number, left in enumerate((0, *state.piles), 1):
        extra = 1 if number == 9 and "loco9" not in state.question_cards else 0
        count = left + held[number]
        moving = sum(getattr(step, "number", 0) == number for step in state.stack)
        if count + moving != state.setting.locomotives + extra:
            yield f"{count} locomotives and factories {number}"
    x2 = state.x2 + sum(magnate.board.x2 for magnate in state.magnates)
    if x2 != BOX.x2_tokens:
        yield f"{x2} x2 tokens"
    cards = len(state.pile) + sum(len(magnate.cards) for magnate in state.magnates)
    if state.round and cards != len(BOX.bonus_cards) - 2:
        yield f"{cards} bonus cards"
