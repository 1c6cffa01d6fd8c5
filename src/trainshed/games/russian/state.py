"""R1.8 The position: players, their boards, the common board, piles and rows."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import Seat
from trainshed.core import State as Base

from .actions import Gained, News, Scored
from .again import Repeating
from .board import Board
from .box import BOX, Players
from .build import Placing
from .order import Second, Swapping
from .play import Play
from .questions import Carding, Choosing, Smalls, Taking
from .setup import Dealing, Drawing, Removing, Starting
from .turn import Turn
from .work import Doing, Working

Step: TypeAlias = (
    Drawing
    | Dealing
    | Removing
    | Starting
    | Play
    | Turn
    | Swapping
    | Doing
    | Working
    | Placing
    | Repeating
    | Choosing
    | Carding
    | Smalls
    | Taking
    | Second
)

SOURCES = ("trans", "petersburg", "kiev", "industry", "pass", "action", "cards", "engineers")
"""Where points come from."""


class Options(Struct, frozen=True):
    """The choices before a game."""

    bonus_pile: Literal["closed", "open"] = "closed"
    """R12.12 Who sees the bonus cards that are left, and by that those that are not."""


class Placement(Struct, frozen=True):
    """R3.1 The pieces of one player on one space."""

    space: str
    seat: int
    own: int = 0
    black: int = 0
    turquoise: int = 0
    roubles: int = 0

    @property
    def single(self) -> bool:
        """R9.8 One worker of his own colour and nothing else."""
        return (self.own, self.black, self.turquoise, self.roubles) == (1, 0, 0, 0)


class Magnate(Struct, frozen=True):
    """R1.8, R1.9 A player: his board and what he has in hand."""

    board: Board = Board()
    workers: int = 0
    """In hand; `staff` have been taken on in all."""
    staff: int = 0
    roubles: int = 0
    turquoise: int = 0
    black: int = 0
    owns_black: bool = False
    engineers: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    passed: bool = False
    points: tuple[int, ...] = (0,) * len(SOURCES)

    @property
    def score(self) -> int:
        """All points so far."""
        return sum(self.points)


class State(Base[Step, News], frozen=True, kw_only=True):
    """The whole position."""

    options: Options
    magnates: tuple[Magnate, ...]
    order: tuple[Seat, ...] = ()
    """R2.2 The seats by their place."""
    round: int = 0
    placed: tuple[Placement, ...] = ()
    row: tuple[int, ...] = ()
    """R9.1 The engineers from the recruiting space to the left, 0 for none."""
    piles: tuple[int, ...] = ()
    """R1.3 How many locomotives there are of each number, from 2 on."""
    reserve: tuple[int, ...] = ()
    """R5.6 The factories that lie open."""
    x2: int = BOX.x2_tokens
    turquoise: int = 2
    question_cards: tuple[str, ...] = BOX.question_cards
    pile: tuple[str, ...] = BOX.bonus_cards
    bonuses: tuple[str, ...] = BOX.start_bonuses
    turn: int = 0
    over: bool = False

    @property
    def setting(self) -> Players:
        """R1.1 What depends on the number of players."""
        return BOX.players[self.seats]

    @property
    def last(self) -> bool:
        """R15.5 Whether this is the last round."""
        return self.round == self.setting.rounds

    @property
    def lowest(self) -> int:
        """R5.1 The number of the next locomotive, 0 when there is none left."""
        for number, left in enumerate(self.piles, 2):
            if left:
                return number
        return 0

    def board(self, seat: int) -> Board:
        """The board of a player."""
        return self.magnates[seat].board

    def with_magnate(self, seat: int, magnate: Magnate) -> State:
        """The state with one player changed."""
        magnates = (*self.magnates[:seat], magnate, *self.magnates[seat + 1 :])
        return replace(self, magnates=magnates)

    def with_board(self, seat: int, board: Board) -> State:
        """The state with one board changed."""
        return self.with_magnate(seat, replace(self.magnates[seat], board=board))

    def score(self, seat: int, points: int, source: str, why: str) -> State:
        """Points at once."""
        if not points:
            return self
        return self.add(seat, source, points).tell(Scored(Seat(seat), points, why))

    def add(self, seat: int, source: str, points: int) -> State:
        """Book points under their source."""
        was = self.magnates[seat]
        at = SOURCES.index(source)
        sums = (*was.points[:at], was.points[at] + points, *was.points[at + 1 :])
        return self.with_magnate(seat, replace(was, points=sums))

    def give(self, seat: int, piece: str, count: int = 1) -> State:
        """R2.6 A piece for a player: a worker, the black worker, roubles, turquoise workers."""
        was = self.magnates[seat]
        match piece:
            case "worker":
                was = replace(was, workers=was.workers + 1, staff=was.staff + 1)
            case "black":
                was = replace(was, black=1, owns_black=True)
            case "turquoise":
                was = replace(was, turquoise=was.turquoise + count)
            case _:
                was = replace(was, roubles=was.roubles + count)
        return self.with_magnate(seat, was).tell(Gained(Seat(seat), piece, count))

    def double(self, seat: int, count: int) -> State:
        """R8.2, R8.4 As many x2 tokens as there are places and tokens for."""
        board = self.board(seat)
        count = min(count, BOX.x2_places - board.x2, self.x2)
        if not count:
            return self
        state = self.with_board(seat, replace(board, x2=board.x2 + count))
        return replace(state, x2=state.x2 - count).tell(Gained(Seat(seat), "x2", count))

    def place_of(self, seat: int) -> int:
        """R2.2 The place of a player in the turn order, from 0."""
        return self.order.index(Seat(seat))
