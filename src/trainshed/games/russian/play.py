"""R2.1 The sequence of play: turns, the new order, scoring, the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from trainshed.core import Auto, Seat, ask

from .actions import Ended, Evaluated, Majority, Passed, Revealed, Round, Shifted
from .board import round_points
from .box import BOX, LINE, LINES
from .order import Second, claims, new_order
from .turn import PASS, Turn

if TYPE_CHECKING:
    from .state import Magnate, State


SCORED = (*LINE, "industry")
"""R13.1 What is scored after each round, as sources of points."""


class Play(Auto["State"], frozen=True, tag="play"):
    """R2.1 What comes next."""

    stage: Literal["turns", "first", "scoring", "next"] = "next"
    next: int = 0
    """Whose turn it is: the place in the turn order, counted on."""

    def run(self, state: State) -> State:
        """One step further."""
        match self.stage:
            case "turns":
                return _turns(state, self)
            case "first":
                return _second(state.goto(replace(self, stage="scoring")), 0)
            case "scoring":
                return _score(state)
            case _:
                return _new_round(state)


def _turns(state: State, play: Play) -> State:
    """R2.2, R2.4 In turn order, without those who have passed."""
    for step in range(state.seats):
        seat = state.order[(play.next + step) % state.seats]
        if not state.magnates[seat].passed:
            state = replace(state, turn=state.turn + 1)
            state = state.goto(replace(play, next=play.next + step))
            asked = ask(state, Turn(seat), idle=PASS)
            return asked if asked is not None else _idle(state, seat)
    if state.last:
        return state.goto(replace(play, stage="scoring"))
    return _second(new_order(state).goto(replace(play, stage="first")), 1)


def passed(state: State, seat: Seat) -> State:
    """R2.4, R10.1 A player who passes scores by his place."""
    return _out(state, seat).score(seat, _pass_points(state, seat), "pass", "pass")


def _idle(state: State, seat: Seat) -> State:
    """R2.4, R10.1 Who can only pass is not asked, and scores as well."""
    points = _pass_points(state, seat)
    return _out(state, seat).add(seat, "pass", points).tell(Passed(seat, points))


def _out(state: State, seat: Seat) -> State:
    state = state.with_magnate(seat, replace(state.magnates[seat], passed=True))
    play = state.stack[-1]
    assert isinstance(play, Play)
    return state.goto(replace(play, next=play.next + 1))


def _pass_points(state: State, seat: Seat) -> int:
    return BOX.pass_points[state.place_of(seat)]


def _second(state: State, place: int) -> State:
    """R10.9 The claim of a place acts again."""
    claim = claims(state).get(place)
    if claim is None:
        return state
    return state.push(Second(claim, f"turn_order_{place + 1}"))


def _score(state: State) -> State:
    """R13.1, R14.1 Every board scores; after the last round the cards and engineers follow."""
    for seat, magnate in enumerate(state.magnates):
        points = round_points(magnate.board)
        for source, more in zip(SCORED, points, strict=True):
            state = state.add(seat, source, more)
        state = state.tell(Evaluated(Seat(seat), *points))
    if state.last:
        return _finish(state)
    return state.goto(Play("next"))


def _new_round(state: State) -> State:
    """R8.6, R15.1, R15.2, R15.3, R15.4 Pieces return, the row of engineers moves on."""
    if state.round:
        gone, *row = (*state.row, 0)
        state = replace(state, row=tuple(row))
        if gone or row[0]:
            state = state.tell(Shifted(gone, row[0]))
    magnates = tuple(
        replace(
            magnate,
            workers=magnate.staff,
            turquoise=0,
            black=int(magnate.owns_black),
            passed=False,
        )
        for magnate in state.magnates
    )
    turquoise = 0 if "temp_workers_1w" in state.setting.closed else 2
    state = replace(state, magnates=magnates, placed=(), turquoise=turquoise, round=state.round + 1)
    return state.goto(Play("turns")).tell(Round(state.round))


def _finish(state: State) -> State:
    """R16.1, R16.2 Bonus cards, then the majority of engineers."""
    for seat, magnate in enumerate(state.magnates):
        for card in magnate.cards:
            points = card_points(magnate, card)
            state = state.add(seat, "cards", points).tell(Revealed(Seat(seat), card, points))
    for seat, points in majority(state.magnates).items():
        state = state.add(seat, "engineers", points).tell(Majority(Seat(seat), points))
    return replace(state, over=True, stack=()).tell(Ended())


def card_points(magnate: Magnate, card: str) -> int:
    """R12.13 What a bonus card scores."""
    board, worth = magnate.board, BOX.cards
    match card:
        case "flat15":
            return worth.flat15
        case "workers":
            gained = board.worked + (board.rails[2][0] >= BOX.worker_kiev) + magnate.owns_black
            return worth.workers * gained
        case "x2":
            return max((n for least, n in worth.x2.items() if board.x2 >= least), default=0)
        case "lines":
            return worth.lines * sum(
                rails[0] == line.length for rails, line in zip(board.rails, LINES, strict=True)
            )
        case "black_spaces":
            return sum(rails[0] for rails in board.rails)
        case "factories":
            return worth.factories * len(board.factories)
        case "question_tokens":
            return worth.question_tokens * board.tokens.bit_count()
        case "engineers":
            return worth.engineers * len(magnate.engineers)
        case "locomotives":
            return sum(board.locomotives)
        case _:
            return 0


def majority(magnates: tuple[Magnate, ...]) -> dict[int, int]:
    """R16.2, R16.3, R16.4 Most engineers, then the highest single number."""
    ranked = sorted(
        (seat for seat, magnate in enumerate(magnates) if magnate.engineers),
        key=lambda seat: (
            len(magnates[seat].engineers) + ("extra_engineer" in magnates[seat].cards),
            max(magnates[seat].engineers),
        ),
        reverse=True,
    )
    return dict(zip(ranked, BOX.majority, strict=False))
