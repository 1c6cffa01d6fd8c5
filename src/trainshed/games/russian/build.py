"""R5.1 Locomotives and R6.1 factories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Seat

from .actions import Action, Factory, Locomotive, Retire
from .box import BOX
from .work import Part, noticed

if TYPE_CHECKING:
    from .box import Build
    from .state import State
    from .work import Task

RETIRE = Retire()
SLOTS = tuple(Locomotive(slot) for slot in range(4))


def builds(state: State, seat: int, what: Build) -> list[Action]:
    """R5.9, R5.10, R6.4 What may be built: a locomotive, a factory, or either of them."""
    found: list[Action] = []
    if what != "factory" and state.lowest:
        found += [SLOTS[slot] for slot in state.board(seat).slots(state.lowest)]
    if what != "locomotive":
        found += factories(state, seat)
    return found


def buildable(state: State, seat: int, work: Task) -> bool | None:
    """R3.7, R5.10 What counting says of a build alone; None if it cannot say."""
    if work.steps or work.moves:
        return None
    lowest = state.lowest
    engine = lowest > 0 and min(state.board(seat).locomotives) < lowest
    if work.build == "both":
        left = sum(state.piles) > 1 or bool(state.reserve)
        return True if engine and left else None
    factory = lowest > 0 or bool(state.reserve)
    return engine if work.build == "locomotive" else factory or (work.build == "either" and engine)


def factories(state: State, seat: int) -> list[Action]:
    """R6.1, R6.2, R6.3 The next of the pile or any of the reserve, in the first hole or instead."""
    board = state.board(seat)
    full = len(board.factories) == len(BOX.holes)
    holes = range(len(BOX.holes)) if full else range(len(board.factories), len(board.factories) + 1)
    sources: list[tuple[str, int]] = [("pile", state.lowest)] if state.lowest else []
    sources += [("reserve", number) for number in dict.fromkeys(state.reserve)]
    return [
        Factory(source, number, hole)  # type: ignore[arg-type]
        for source, number in sources
        for hole in holes
    ]


def build_factory(state: State, seat: Seat, action: Factory) -> State:
    """R6.1, R6.2, R6.3, R6.6 Take it, and put it into its hole; an old one goes to the reserve."""
    if action.source == "pile":
        piles = list(state.piles)
        piles[action.number - 2] -= 1
        state = replace(state, piles=tuple(piles))
    else:
        at = state.reserve.index(action.number)
        state = replace(state, reserve=state.reserve[:at] + state.reserve[at + 1 :])
    board = state.board(seat)
    old = board.factories[action.hole : action.hole + 1]
    new = (*board.factories[: action.hole], action.number, *board.factories[action.hole + 1 :])
    state = state.with_board(seat, replace(board, factories=new))
    return replace(state, reserve=tuple(sorted((*state.reserve, *old))))


def place(state: State, number: int, seat: Seat, slot: int) -> State:
    """R5.3, R5.4, R3.11 Put a locomotive on a slot; the one it displaces is placed next."""
    board = state.board(seat)
    displaced = board.locomotives[slot]
    state = state.with_board(seat, board.with_locomotive(slot, number))
    return pushed_on(state, seat, displaced) if displaced else noticed(state, seat)


def pushed_on(state: State, seat: Seat, number: int) -> State:
    """R5.5, R5.6 A displaced locomotive stays if it must or may; else it becomes a factory."""
    if state.board(seat).slots(number):
        return state.push(Placing(seat, number))
    return _retired(state, seat, number)


def _retired(state: State, seat: Seat, number: int) -> State:
    state = replace(state, reserve=tuple(sorted((*state.reserve, number))))
    return noticed(state, seat)


class Placing(Part, frozen=True, tag="placing"):
    """R5.4, R5.5, R5.6 Where a displaced locomotive goes."""

    rule: ClassVar[str] = "R5.4"
    number: int
    fresh: bool = False
    """R12.6 It has just been taken and must be placed."""

    def raw(self, state: State) -> Sequence[Action]:
        """A slot that is free or holds a lower number; the reserve if all slots are filled."""
        board = state.board(self.seat)
        found: list[Action] = [SLOTS[slot] for slot in board.slots(self.number)]
        if not self.fresh and all(board.locomotives):
            found.append(RETIRE)
        return found

    def play(self, state: State, action: Action) -> State:
        """On with the chain, or its end."""
        state = state.pop()
        if isinstance(action, Locomotive):
            return place(state, self.number, self.seat, action.slot)
        return _retired(state, self.seat, self.number)
