"""How good a position is for each seat: the points it has, and what its board will still score.

A board scores again after every round. What it will score then is read from a projection: every
rail, locomotive and marker goes on at its usual pace, as far as the rules let it. Special spaces
count for the rounds that are left when they will be reached by somebody who hurries there, pieces
in hand for what they can still buy. The weights were found by letting bots with different ones
play each other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .board import round_points
from .box import BLACK, BOX, BROWN, ENGINEERS, GREY, KIEV, LAST, LINES, PETERSBURG, TRANS
from .play import card_points, majority

if TYPE_CHECKING:
    from .board import Board
    from .state import Magnate, State

PACE = ((0.44, 0.33, 0.4, 0.13, 0.17), (0.22, 0.26, 0.14, 0.09), (0.38, 0.37, 0.13))
"""How many moves a rail makes in a round, by line and colour."""
OPEN = 0.44
"""How many moves towards the next colour are made in a round."""
REACH = (1.26, 0.85, 1.27)
"""How much the reach of each line grows in a round."""
X2 = 0.2
"""How many x2 tokens come in a round."""
STEPS = (1.5, 0.65)
"""How many steps the first and the second marker make in a round."""
HOLES = 0.31
"""How many factories come in a round."""
MOVES, NUMBERS = 1.87, 3.06
"""How many moves, or how much more reach, bring a special space one round nearer."""
RAIL = (0.25, 0.25, 0.17, 0.23, 0.27)
"""One space of each colour for every round to come, beyond what it will score."""
LOCOMOTIVE = 0.087
"""Each number on a locomotive for every round to come, beyond what it lets score."""
FACTORY = {2: 9.4, 3: 5.5, 4: 5.2, 5: 7.1, 6: 4.5, 7: 9.1, 9: 17.2}
"""What it brings to enter a factory."""
SHARE = 0.8
"""How much counts of the points that a factory promises."""
FAR = 0.29
"""How many rounds a marker needs for one step towards a factory."""
QUESTION, QUESTION_ROUND = 5.5, (4.6, 3.7, 2.8, 1.3)
"""A ? token once; the first to the fourth for each round that is left then."""
WORKER, BLACK_WORKER = 10.5, 6.1
"""A worker for each round to come."""
ENGINEER, ENGINEER_POINT = 1.43, 0.31
"""An engineer of one's own for each round to come; more for each point he scores."""
MAJORITY, DOUBT = 0.59, 0.08
"""How much of the majority is believed in the last round, and how much less in each before."""
HAND, HAND_ROUND = 2.6, 0.58
"""A piece in hand that may still buy an action in this round; more for each round to come."""
ROUBLE, ROUBLE_ROUND = 2.7, 0.59
"""A rouble; more for each round to come."""
PURSE = 4
"""More roubles than these count for nothing."""
OWN = 1.2
"""An engineer of one's own who may still act in this round."""
CLAIM = {"turn_order_1": 2.6, "turn_order_2": 1.15}
"""A claim to the first or to the second place."""
CARD = {
    "workers": 1.8,
    "x2": 1.8,
    "lines": 1.3,
    "black_spaces": 1.8,
    "extra_engineer": 1.8,
    "factories": 1.3,
    "question_tokens": 1.8,
    "engineers": 1.8,
    "locomotives": 1.8,
}
"""How much a bonus card grows in each round to come."""


def value(state: State) -> tuple[float, ...]:
    """The points that each seat may expect in the end."""
    if state.over:
        return tuple(float(magnate.score) for magnate in state.magnates)
    later = state.setting.rounds - state.round
    worth = [_worth(state, magnate, later) for magnate in state.magnates]
    for seat, points in majority(state.magnates).items():
        worth[seat] += points * (MAJORITY - DOUBT * later)
    for it in state.placed:
        worth[it.seat] += CLAIM.get(it.space, 0.0) - OWN * it.space.startswith("own_")
    return tuple(worth)


def _worth(state: State, magnate: Magnate, later: int) -> float:
    """The points of one seat: those it has, its board, its cards, its people, its hand."""
    total = magnate.score + _board(magnate.board, later) + _factories(magnate, later)
    for card in magnate.cards:
        total += card_points(magnate, card) + CARD.get(card, 0.0) * later
    total += later * (
        WORKER * (magnate.staff - state.setting.workers)
        + BLACK_WORKER * magnate.owns_black
        + _engineers(magnate.engineers)
    )
    if later or not magnate.passed:
        total += (ROUBLE + ROUBLE_ROUND * later) * min(magnate.roubles, PURSE)
    if not magnate.passed:
        pieces = magnate.workers + magnate.turquoise + magnate.black
        total += (HAND + HAND_ROUND * later) * pieces + OWN * len(magnate.engineers)
    return total


@lru_cache(maxsize=5_000)
def _engineers(numbers: tuple[int, ...]) -> float:
    """R9.3 What the own engineers bring in a round."""
    return sum(ENGINEER + ENGINEER_POINT * ENGINEERS[number].effect.points for number in numbers)


def _factories(magnate: Magnate, later: int) -> float:
    """R7.4 What the factories ahead of the markers will bring, the near ones more surely."""
    board, total = magnate.board, 0.0
    for hole, factory in zip(BOX.holes, board.factories, strict=False):
        for at in board.markers:
            sure = 1.0 - FAR * (hole - at) / (later + 1)
            if at < hole and sure > 0:
                total += sure * _entered(magnate, factory)
    return total


def _entered(magnate: Magnate, factory: int) -> float:
    """R6.5 What one factory brings."""
    if factory == 1:
        return SHARE * sum(magnate.engineers)
    if factory == 8:
        return SHARE * sum(sorted(magnate.board.locomotives)[-2:])
    return FACTORY[factory]


@lru_cache(maxsize=8192)
def _board(board: Board, later: int) -> float:
    """What a board scores in this round, and what it will score in those to come."""
    total = float(sum(round_points(board)))
    if not later:
        return total
    trans, petersburg, kiev = board.rails
    reach = tuple(map(board.reach, range(len(LINES))))
    worth = BOX.revalued if board.revalued else BOX.points
    total += _trans(trans, reach[TRANS], board.x2, worth, later)
    total += _petersburg(petersburg, reach[PETERSBURG], trans[BLACK], worth, later)
    total += _kiev(kiev, reach[KIEV], trans[BLACK], worth, later)
    total += _industry(board.markers, len(board.factories), later)
    asking = (trans[BLACK], reach[TRANS], petersburg[BLACK], reach[PETERSBURG])
    total += _questions(asking, max(board.markers), len(board.factories), later)
    total += LOCOMOTIVE * later * sum(board.locomotives)
    if not board.worked:
        total += WORKER * max(later - _worker(trans, reach[TRANS]), 0.0)
    if board.medal:
        total += BOX.medal.points * max(later - _medal(kiev, reach[KIEV]), 0.0)
    return total


def _need(moves: int, numbers: int) -> float:
    """In how many rounds a space is reached that wants so many moves and so much more reach."""
    return moves / MOVES + max(numbers, 0) / NUMBERS


def _worker(rails: tuple[int, ...], reach: int) -> float:
    """R11.2 In how many rounds the worker of the Trans-Siberian comes."""
    space = BOX.worker_trans
    moves = max(BOX.unlock[1] - rails[BLACK], 0) + max(space + 1 - rails[GREY], 0)
    return _need(moves + max(space - rails[BROWN], 0), space - reach)


def _medal(rails: tuple[int, ...], reach: int) -> float:
    """R13.8 In how many rounds the medal begins to score."""
    space = BOX.medal.space
    return _need(max(space + 1 - rails[BLACK], 0) + max(space - rails[GREY], 0), space - reach)


def _needs(line: int, black: int, reach: int) -> list[float]:
    """R11.6 In how many rounds each ? space of a line that is not reached yet will be."""
    return [
        _need(max(space - black, 0), space - reach)
        for space in LINES[line].questions
        if black < space or reach < space
    ]


@lru_cache(maxsize=50_000)
def _questions(lines: tuple[int, int, int, int], marker: int, factories: int, later: int) -> float:
    """R11.6 What the ? spaces that are not reached yet promise, the nearest first."""
    needs = _needs(TRANS, *lines[:2]) + _needs(PETERSBURG, *lines[2:])
    if marker < BOX.question_space:
        holes = sum(hole < BOX.question_space for hole in BOX.holes)
        needs.append(max((BOX.question_space - marker) / STEPS[0], (holes - factories) / HOLES))
    total = 0.0
    for need, each in zip(sorted(needs), QUESTION_ROUND[-len(needs) :], strict=False):
        if need < later:
            total += QUESTION * _part(later - need, 1) + each * (later - need)
    return total


def _part(at: float, space: int) -> float:
    """How surely a space is reached from a place between two spaces."""
    return min(max(at - space + 1.0, 0.0), 1.0)


@lru_cache(maxsize=100)
def _opens(black: int) -> tuple[float, ...]:
    """R4.7 In how many rounds the colours come, by the black rail of the Trans-Siberian."""
    return (0.0, *(max(space - black, 0) / OPEN for space in BOX.unlock))


def _ahead(line: int, rails: tuple[int, ...], black: int, rounds: int) -> list[float]:
    """R4.3 Where the rails of a line will stand after so many rounds."""
    pace, opens = PACE[line], _opens(black)
    limit, found = LINES[line].length + 1.0, []
    for colour, at in enumerate(rails):
        limit = min(at + pace[colour] * max(rounds - opens[colour], 0.0), max(limit - 1.0, 0.0))
        found.append(limit)
    return found


def _points(rails: list[float], reach: float, worth: tuple[int, ...]) -> float:
    """R13.3, R13.4 Each colour adds to the one before, as far as its rail and the reach go."""
    return sum(
        (worth[colour] - worth[colour - 1]) * min(rails[colour], reach)
        for colour in range(GREY, len(rails))
    )


def _held(line: int, rails: tuple[int, ...], later: int) -> float:
    """R4.10 What rails are worth beyond what they score in the rounds: growth and a terminus."""
    total = later * sum(weight * at for weight, at in zip(RAIL, rails, strict=False))
    black, end = rails[BLACK], LINES[line].length
    if black < end:
        total += BOX.terminus * _part(black + PACE[line][BLACK] * later, end)
    return total


@lru_cache(maxsize=50_000)
def _trans(
    rails: tuple[int, ...], reach: int, x2: int, worth: tuple[int, ...], later: int
) -> float:
    """R13.5 What the Trans-Siberian will score in the rounds to come."""
    total = _held(TRANS, rails, later)
    for rounds in range(1, later + 1):
        ahead, far = _ahead(TRANS, rails, rails[BLACK], rounds), reach + REACH[TRANS] * rounds
        twice = min(x2 + X2 * rounds, BOX.x2_places, far)
        total += _points(ahead, far, worth) + _points(ahead, twice, worth)
    return total


@lru_cache(maxsize=50_000)
def _petersburg(
    rails: tuple[int, ...], reach: int, black: int, worth: tuple[int, ...], later: int
) -> float:
    """R13.6 What St Petersburg will score in the rounds to come."""
    total = _held(PETERSBURG, rails, later)
    for rounds in range(1, later + 1):
        ahead, far = _ahead(PETERSBURG, rails, black, rounds), reach + REACH[PETERSBURG] * rounds
        doubled = _part(min(ahead[GREY], far), BOX.doubling)
        total += _points(ahead, far, worth) * (1.0 + doubled)
    return total


@lru_cache(maxsize=50_000)
def _kiev(
    rails: tuple[int, ...], reach: int, black: int, worth: tuple[int, ...], later: int
) -> float:
    """R13.7 What Kiev will score in the rounds to come with its stars, and its worker."""
    total = _held(KIEV, rails, later)
    for rounds in range(1, later + 1):
        ahead, far = _ahead(KIEV, rails, black, rounds), reach + REACH[KIEV] * rounds
        seen = min(ahead[BLACK], far)
        total += _points(ahead, far, worth)
        total += sum(points * _part(seen, space) for space, points in BOX.stars.items())
    if rails[BLACK] < BOX.worker_kiev:
        total += WORKER * max(later - _need(BOX.worker_kiev - rails[BLACK], 0), 0.0)
    return total


@lru_cache(maxsize=50_000)
def _industry(markers: tuple[int, ...], factories: int, later: int) -> float:
    """R14.1, R14.3 What the markers will score in the rounds to come."""
    return sum(
        _number(_marker(at, STEPS[number] * rounds, factories + HOLES * rounds))
        for number, at in enumerate(markers)
        for rounds in range(1, later + 1)
    )


def _marker(at: int, steps: float, filled: float) -> float:
    """R7.3 Where a marker stands after some steps: not beyond a hole that is still empty."""
    stop = LAST if filled >= len(BOX.holes) else BOX.holes[int(filled)] - 1
    return max(min(at + steps, stop), at)


def _number(at: float) -> float:
    """R14.1 The number of a place between two spaces."""
    low = int(at)
    return BOX.industry[low] + (at - low) * (BOX.industry[min(low + 1, LAST)] - BOX.industry[low])
