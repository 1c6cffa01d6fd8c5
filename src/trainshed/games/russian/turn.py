"""R2.3 A turn: a space is paid and its action carried out, or the player passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Question, Seat

from .actions import Action, News, Pass, Place
from .again import possible, targets
from .box import BLACK, BOX, SPACES
from .effects import OWN, apply, effect_of, must
from .work import surely, task

if TYPE_CHECKING:
    from .board import Board
    from .box import Effect
    from .state import State

PASS = Pass()
COST = 1
"""R9.6 What every engineer costs."""


class Turn(Question["State", Action], frozen=True, tag="turn"):
    """R2.3, R2.5, R3.1 One action, or no more in this round."""

    rule: ClassVar[str] = "R2.3"
    seat: Seat

    def actor(self, state: State) -> Seat:
        """The player whose turn it is."""
        return self.seat

    def offers(self, state: State) -> Sequence[Action]:
        """R3.2, R3.3 Every space that is open and can be paid, with every way to pay it."""
        was = state.magnates[self.seat]
        purse = _purse(min(was.workers, 3), min(was.roubles, 4), was.turquoise, was.black)
        known = _known(was.board)
        found: list[Action] = []
        for space in open_spaces(state, self.seat) if purse else ():
            ways = purse.get(space)
            if not ways:
                continue
            possible = known.get(space)
            if possible is None:
                ways = _claims(state, self.seat, space, ways)
                possible = able(state, self.seat, space)
            if possible:
                found += ways
            elif was.black:
                found += _with_black(state, self.seat, space, ways)
        found.append(PASS)
        return found

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why  # noqa: PLC0415 - the reasons know the questions

        return why(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """R3.1, R10.1 Pay and act, or pass and score."""
        from .play import Play, passed  # noqa: PLC0415 - the play asks for turns

        state = state.pop()
        play = state.stack[-1]
        assert isinstance(play, Play)
        if not isinstance(action, Place):
            return passed(state, self.seat)
        return act(state.goto(replace(play, next=play.next + 1)), self.seat, action)


def open_spaces(state: State, seat: Seat) -> list[str]:
    """R3.4, R4.12, R9.3, R9.4, R9.5 The spaces that nobody has taken in this round."""
    taken = {placement.space for placement in state.placed}
    found = [
        space
        for space in _common(state.seats, state.last)
        if space not in taken or SPACES[space].open
    ]
    found += [
        name
        for engineer in state.magnates[seat].engineers
        if (name := f"{OWN}{engineer}") not in taken
    ]
    return found


@cache
def _common(seats: int, last: bool) -> tuple[str, ...]:  # noqa: FBT001 - cached by its values
    """R1.2, R15.5, R15.6 The spaces of the common board in an ordinary round or the last."""
    closed = BOX.players[seats].closed
    return tuple(
        space.id
        for space in BOX.spaces
        if space.id not in closed
        and not (space.effect.public > BOX.players[seats].public)
        and (space.id == "last_round") <= last
        and not (space.effect.claim and last)
    )


@lru_cache(maxsize=4096)
def payments(
    space: str, workers: int, roubles: int, turquoise: int, black: int
) -> tuple[Place, ...]:
    """R3.2, R3.3 Every mixture of pieces that pays a space exactly."""
    cost = COST if space.startswith(OWN) else SPACES[space].workers
    fixed = 0 if space.startswith(OWN) else SPACES[space].roubles
    found = []
    for b in range(black + 1):
        for t in range(turquoise + 1):
            for r in range(roubles - fixed + 1):
                own = cost - b - t - r
                if 0 <= own <= workers:
                    found.append(Place(space, r + fixed, t, b))
    return tuple(sorted(found, key=lambda way: (way.black, way.turquoise, way.roubles)))


@lru_cache(maxsize=512)
def _purse(
    workers: int, roubles: int, turquoise: int, black: int
) -> Mapping[str, tuple[Place, ...]]:
    """The payments for every space that these pieces can pay."""
    spaces = (*SPACES, *(f"{OWN}{engineer.number}" for engineer in BOX.engineers))
    ways = {space: payments(space, workers, roubles, turquoise, black) for space in spaces}
    return {space: found for space, found in ways.items() if found}


TASKS = {
    space.id: task(space.effect, must=True)
    for space in BOX.spaces
    if (space.effect.moves or space.effect.steps) and not space.effect.build
}
"""The spaces that ask only for moves and steps."""
GIFTS = {space.id: True for space in BOX.spaces if space.effect.roubles or space.effect.turquoise}
"""The spaces that only give pieces."""


@lru_cache(maxsize=2048)
def _known(board: Board) -> Mapping[str, bool]:
    """R3.7 What counting says of those spaces, where it can say anything."""
    sure = {space: surely(board, work) for space, work in TASKS.items()}
    return {space: says for space, says in sure.items() if says is not None} | GIFTS


def _claims(state: State, seat: Seat, space: str, ways: tuple[Place, ...]) -> tuple[Place, ...]:
    """R10.3, R10.5 The ways to pay a claim; other spaces are paid in any way."""
    if not _claim(space):
        return ways
    if not claimable(state, seat, space):
        return ()
    return ways if swappable(state, seat) else tuple(way for way in ways if not _foreign(way))


def _with_black(state: State, seat: Seat, space: str, ways: tuple[Place, ...]) -> tuple[Place, ...]:
    """R12.8 The payments with the black worker, if his additional move is what is needed."""
    ways = tuple(way for way in ways if way.black)
    if not ways or space.startswith(OWN) or not allows_black(effect_of(state, space)):
        return ()
    return ways if possible(state, seat, space, extra=True) else ()


def _foreign(way: Place) -> bool:
    return bool(way.roubles or way.turquoise or way.black)


def swappable(state: State, seat: Seat) -> bool:
    """R10.5 Whether an own worker stands on another space."""
    return any(it.seat == seat and it.own and not _claim(it.space) for it in state.placed)


def _claim(space: str) -> bool:
    return space in SPACES and SPACES[space].effect.claim > 0


def claimable(state: State, seat: Seat, space: str) -> bool:
    """R10.3, R10.4 Not the place he has, nor both; with two players the first may be kept."""
    if not _claim(space):
        return True
    if any(it.seat == seat and _claim(it.space) for it in state.placed):
        return False
    own = state.place_of(seat) == SPACES[space].effect.claim - 1
    return not own or state.seats == 2


def able(state: State, seat: Seat, space: str) -> bool:
    """R3.5, R3.6, R9.4, R9.12 Whether the action can be carried out as far as it must be."""
    if space.startswith(OWN):
        return True
    effect = effect_of(state, space)
    if SPACES[space].effect.public:
        if effect.again:
            return bool(targets(state, seat))
        if not (effect.moves or effect.steps or effect.build or effect.x2 or effect.points):
            return False
    if effect.hire:
        return bool(state.row and state.row[0])
    return possible(state, seat, space)


def act(state: State, seat: Seat, action: Place) -> State:
    """R3.1, R8.5, R12.8, R12.9 The pieces lie on the space, and its action is carried out."""
    from .order import claimed  # noqa: PLC0415 - claims are a kind of action
    from .state import Placement  # noqa: PLC0415 - the state knows its steps

    space = action.space
    cost = COST if space.startswith(OWN) else SPACES[space].workers
    fixed = 0 if space.startswith(OWN) else SPACES[space].roubles
    own = cost + fixed - action.roubles - action.turquoise - action.black
    was = state.magnates[seat]
    state = state.with_magnate(
        seat,
        replace(
            was,
            workers=was.workers - own,
            roubles=was.roubles - action.roubles,
            turquoise=was.turquoise - action.turquoise,
            black=was.black - action.black,
        ),
    )
    placement = Placement(space, seat, own, action.black, action.turquoise, action.roubles)
    state = replace(state, placed=(*state.placed, placement))
    effect = effect_of(state, space)
    if effect.claim:
        return claimed(state, seat, space)
    extra = action.black > 0 and allows_black(effect)
    return apply(state, seat, effect, owed=must(space), extra=extra)


def allows_black(effect: Effect) -> bool:
    """R12.8 Whether an action offers a black move."""
    return any(mask >> BLACK & 1 for mask, _ in task(effect, must=False).moves)
