"""R3.5 Carrying out an action: its moves and steps, one at a time, and what they set off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import Auto, Choice, Seat

from .actions import (
    Action,
    Factory,
    Lapse,
    Lapsed,
    Locomotive,
    Move,
    News,
    Reached,
    Step,
    Unlocked,
)
from .board import QUESTIONS, earns_worker, questions, rooms
from .box import (
    BLACK,
    BOX,
    COLOUR,
    KIEV,
    LAST,
    LINE,
    LINES,
    MASKS,
    TRANS,
    WHITE,
    Build,
    Effect,
)

if TYPE_CHECKING:
    from .board import Board
    from .state import State

LAPSE = Lapse()
SINGLE = tuple(1 << colour for colour in range(len(BOX.colours)))
MOVES = tuple(
    tuple(Move(line.id, BOX.colours[colour]) for colour in range(line.colours)) for line in LINES
)
STEPS = (Step(0), Step(1))


class Task(Struct, frozen=True):
    """R3.5, R3.6 What is left of an action, and whether it must be completed."""

    moves: tuple[tuple[int, int], ...] = ()
    """Colours as bits, and how many moves with them; the narrower ones first."""
    steps: int = 0
    build: Build = ""
    must: bool = False
    extra: int = 0
    """R12.8 The additional move of the black worker, which may lapse: its colours as bits."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return not (self.moves or self.steps or self.build or self.extra)

    @property
    def owed(self) -> bool:
        """R3.5 Whether something is left that must be done."""
        return self.must and bool(self.moves or self.steps or self.build)


def task(effect: Effect, *, must: bool, extra: bool = False) -> Task:
    """R12.8 The moves, steps and builds of an effect; with `extra` one more black move."""
    more = 1 << BLACK if extra else 0
    return Task(_kinds(tuple(effect.moves.items())), effect.steps, effect.build, must, more)


@cache
def _kinds(moves: tuple[tuple[str, int], ...]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((MASKS[kind], count) for kind, count in moves))


class Doing(Auto["State"], frozen=True, tag="doing"):
    """R3.9 An action under way: the player is asked until it is done."""

    seat: Seat
    task: Task

    def completes(self) -> bool:
        """R3.9 Its parts are what the action does."""
        return True

    def run(self, state: State) -> State:
        """Ask for the next part, or be done."""
        if self.task.done:
            return state.pop()
        if not raw(state, self.seat, self.task):
            return state.pop().tell(Lapsed(self.seat))
        return state.push(Working(self.seat, self.task))


class Part(Choice["State", Action], frozen=True):
    """R3.8 A single decision within an action, open as long as the action can be completed."""

    seat: Seat

    def actor(self, state: State) -> Seat:
        """Whose action it is."""
        return self.seat

    def raw(self, state: State) -> Sequence[Action]:
        """What the rules for rails, markers and locomotives allow."""
        raise NotImplementedError

    def helpful(self, state: State) -> Sequence[Action]:
        """Those that can make a difference to what must be completed."""
        return self.raw(state)

    def options(self, state: State) -> Sequence[Action]:
        """Those after which what must be completed still can be."""
        return kept(state, self.seat, self.raw(state))

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why  # noqa: PLC0415 - the reasons know the questions

        return why(state, self, action)


class Working(Part, frozen=True, tag="working"):
    """R3.8, R3.9 The next single move, step or build."""

    rule: ClassVar[str] = "R3.9"
    task: Task

    def raw(self, state: State) -> Sequence[Action]:
        """Every part that the rules for rails, markers and locomotives allow."""
        found = raw(state, self.seat, self.task)
        return found if self.task.owed else [*found, LAPSE]

    def helpful(self, state: State) -> Sequence[Action]:
        """While no moves are owed, only black ones can help: they lead to ? spaces."""
        found = self.raw(state)
        if any(isinstance(it, Doing) and it.task.owed and it.task.moves for it in state.stack):
            return found
        return [act for act in found if not isinstance(act, Move) or act.colour == "black"]

    def play(self, state: State, action: Action) -> State:
        """One part done, with all that follows from it."""
        state, left = state.pop(), self.task
        match action:
            case Move(line, colour):
                state = state.goto(Doing(self.seat, _moved(left, COLOUR[colour])))
                return move(state, self.seat, LINE[line], COLOUR[colour])
            case Step(marker):
                state = state.goto(Doing(self.seat, replace(left, steps=left.steps - 1)))
                return step(state, self.seat, marker)
            case Locomotive(slot):
                from .build import place  # noqa: PLC0415 - building knows work

                state = state.goto(Doing(self.seat, _built(left, "locomotive")))
                return place(*_drawn(state), self.seat, slot)
            case Factory():
                from .build import build_factory  # noqa: PLC0415 - building knows work

                state = state.goto(Doing(self.seat, _built(left, "factory")))
                return build_factory(state, self.seat, action)
            case _:
                return state.pop()


def raw(state: State, seat: int, left: Task) -> list[Action]:
    """R4.6, R4.8, R7.6 The parts that are possible now."""
    board = state.board(seat)
    found: list[Action] = []
    mask = left.extra
    for colours, _ in left.moves:
        mask |= colours
    if mask:
        for line, moves in enumerate(MOVES):
            found += [
                action
                for colour, action in enumerate(moves)
                if mask >> colour & 1 and board.room(line, colour)
            ]
    if left.steps:
        found += [STEPS[n] for n in range(len(board.markers)) if board.may_step(n)]
    if left.build:
        from .build import builds  # noqa: PLC0415 - building knows work

        found += builds(state, seat, left.build)
    return found


def _moved(left: Task, colour: int) -> Task:
    """R3.9, R12.8 The narrowest kind of move that allows a colour is used up first.

    Nobody says which of several moves was the additional one: if it could have been this one, the
    additional move that is left has also the colours of the printed one in whose place it came.
    """
    for number, (mask, count) in enumerate(left.moves):
        if mask >> colour & 1:
            rest = ((mask, count - 1),) if count > 1 else ()
            moves = (*left.moves[:number], *rest, *left.moves[number + 1 :])
            extra = left.extra | mask if left.extra >> colour & 1 else left.extra
            return replace(left, moves=moves, extra=extra)
    return replace(left, extra=0)


def _built(left: Task, what: Build) -> Task:
    """R5.10 Of a locomotive and a factory, the other one remains."""
    if left.build == "both":
        return replace(left, build="factory" if what == "locomotive" else "locomotive")
    return replace(left, build="")


def _drawn(state: State) -> tuple[State, int]:
    """R5.1 The next locomotive from its pile."""
    number = state.lowest
    piles = list(state.piles)
    piles[number - 2] -= 1
    return replace(state, piles=tuple(piles)), number


def move(state: State, seat: Seat, line: int, colour: int) -> State:
    """R4.5, R4.7, R4.9, R4.10 One move, and what the rail comes to."""
    board = state.board(seat).moved(line, colour)
    state = state.with_board(seat, board)
    at = board.rails[line][colour]
    if colour == BLACK:
        if line == TRANS and at in BOX.unlock:
            gained = 1 + BOX.unlock.index(at)
            state = state.tell(Unlocked(seat, BOX.colours[gained]))
            if gained == WHITE:
                white = Task(((1 << WHITE, BOX.white_moves),))
                state = state.push(Doing(seat, white))
        if at == LINES[line].length:
            state = state.score(seat, BOX.terminus, "action", "terminus")
        if line == KIEV and at == BOX.worker_kiev:
            state = state.give(seat, "worker")
    return noticed(state, seat)


def step(state: State, seat: Seat, marker: int) -> State:
    """R7.2, R7.4, R7.5 One step; a factory or the ? space takes effect at once."""
    from .effects import factory  # noqa: PLC0415 - effects know work

    board = state.board(seat).stepped(marker)
    state = state.with_board(seat, board)
    asked = QUESTIONS.index("industry")
    if board.markers[marker] == BOX.question_space and not board.reached >> asked & 1:
        return _question(state, seat, asked)
    number = board.entered(marker)
    return factory(state, seat, number) if number else state


def noticed(state: State, seat: Seat) -> State:
    """R11.3, R11.4, R11.5 Look at the special spaces: what is met for the first time happens."""
    board = state.board(seat)
    if earns_worker(board):
        board = replace(board, worked=True)
        state = state.with_board(seat, board).give(seat, "worker")
    new = questions(board) & ~board.reached
    number = 0
    while new:
        if new & 1:
            state = _question(state, seat, number)
        new >>= 1
        number += 1
    return state


def _question(state: State, seat: Seat, number: int) -> State:
    """R11.7 A ? space: a token must be chosen."""
    from .questions import Choosing  # noqa: PLC0415 - questions know work

    board = state.board(seat)
    state = state.with_board(seat, replace(board, reached=board.reached | 1 << number))
    return state.tell(Reached(seat, QUESTIONS[number])).push(Choosing(seat))


# Whether an action can be completed


def kept(state: State, seat: Seat, actions: Sequence[Action]) -> Sequence[Action]:
    """R3.7, R3.8 The actions after which all that must be completed still can be."""
    base = next((n for n, it in enumerate(state.stack) if _owed(it)), -1)
    if base < 0:
        return actions
    question = state.stack[-1]
    return [
        action
        for action in actions
        if finishes(question.play(state, action), base, seat)  # type: ignore[union-attr]
    ]


def _owed(step: object) -> bool:
    """R3.5 Whether a step is part of an action that must be completed."""
    return step.task.owed if isinstance(step, Doing) else getattr(step, "owed", False)


def finishes(state: State, base: int, seat: Seat, failed: dict[object, None] | None = None) -> bool:
    """R3.7 Whether some sequence leads to the end of everything above `base` on the stack.

    Different orders of the same moves come to the same place: what has failed once is remembered.
    """
    failed = {} if failed is None else failed
    while len(state.stack) > base:
        top = state.stack[-1]
        if plain(state, base, seat):
            return True
        if isinstance(top, Part):
            key = _place(state, base, seat)
            if key in failed:
                return False
            if any(
                finishes(top.play(state, action), base, seat, failed)
                for action in top.helpful(state)
            ):
                return True
            failed[key] = None
            return False
        assert isinstance(top, Auto)
        if isinstance(top, Doing) and top.task.owed and not raw(state, seat, top.task):
            return False
        state = top.run(state)
    return True


def _place(state: State, base: int, seat: Seat) -> object:
    """All that decides how a search goes on."""
    return (
        state.board(seat),
        state.stack[base:],
        state.piles,
        state.reserve,
        state.x2,
        state.question_cards,
        state.magnates[seat].engineers,
    )


def plain(state: State, base: int, seat: Seat) -> bool:
    """R3.7 Whether counting alone shows that everything owed can be done."""
    board = state.board(seat)
    moves: list[tuple[int, int]] = []
    steps = 0
    for doing in state.stack[base:]:
        if not isinstance(doing, Doing) and _owed(doing):
            if not getattr(doing, "small", False):
                return False
            moves.append((1 << BLACK, 1))
        if isinstance(doing, Doing) and doing.task.owed:
            if doing.task.build:
                return False
            moves += doing.task.moves
            steps += doing.task.steps
    return roomy(board, moves) and (not steps or free_steps(board) >= steps)


@lru_cache(maxsize=8192)
def surely(board: Board, work: Task) -> bool | None:
    """R3.7 What counting alone says of a task without a build; None if it cannot say.

    Only black moves bring rails of a new colour, and only a step can bring a new factory.
    """
    if roomy(board, work.moves) and (not work.steps or free_steps(board) >= work.steps):
        return True
    if work.steps and free_steps(board) < work.steps and not _may_help(board, work):
        return False
    alone = len(work.moves) == 1 and not work.steps and not work.extra
    if alone and (work.moves[0][1] == 1 or work.moves[0][0] in SINGLE):
        return False
    return None


def roomy(board: Board, moves: Sequence[tuple[int, int]]) -> bool:
    """R4.6 Whether the rails as they stand have room: a move never takes room from another."""
    if not moves:
        return True
    room = rooms(board)
    union = needed = 0
    for mask, count in moves:
        union |= mask
        needed += count
        if room[mask] < count:
            return False
    return room[union] >= needed


HELPFUL = (2, 3, 7)
"""R6.5 The factories that may lead to a further factory, or to a ? space."""


def _may_help(board: Board, work: Task) -> bool:
    """R3.7 Whether something on the way could open the way for a marker: a ? space, a factory."""
    black = bool(work.extra) + sum(count for mask, count in work.moves if mask & 1)
    if black and questions(board, black) & ~board.reached:
        return True
    ahead = [at + step for at in board.markers for step in range(1, work.steps + 1)]
    if BOX.question_space in ahead:
        return True
    entered = [BOX.holes.index(at) for at in ahead if at in BOX.holes]
    return any(board.factories[hole] in HELPFUL for hole in entered if hole < len(board.factories))


def free_steps(board: Board) -> int:
    """R7.3, R7.6, R7.7 How many steps the markers can take together, in the best order.

    The leader steps away first and makes room: in the end they stand one behind the other, before
    the first empty hole or at the end of the track.
    """
    last = BOX.holes[len(board.factories)] - 1 if len(board.factories) < len(BOX.holes) else LAST
    return sum(last - place - at for place, at in enumerate(sorted(board.markers, reverse=True)))
