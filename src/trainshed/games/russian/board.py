"""R1.8 The board of one player: lines, locomotives, industry, tokens."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from .box import BLACK, BOX, BROWN, GREY, KIEV, LAST, LINES, PETERSBURG, SLOTS, TRANS

_ASKING = tuple((number, space) for number, line in enumerate(LINES) for space in line.questions)
QUESTIONS = (*(f"{LINES[line].id}{space}" for line, space in _ASKING), "industry")
"""R11.6 The ? spaces."""


class Board(Struct, frozen=True):
    """R1.8, R1.10 What stands on it. A rail on 0 is not on its line yet."""

    rails: tuple[tuple[int, ...], ...] = tuple((1, *(0,) * (line.colours - 1)) for line in LINES)
    locomotives: tuple[int, int, int, int] = (1, 0, 0, 0)
    factories: tuple[int, ...] = ()
    markers: tuple[int, ...] = (0,)
    x2: int = 0
    tokens: int = 0
    """The ? tokens used, as bits."""
    reached: int = 0
    """The ? spaces reached, as bits."""
    worked: bool = False
    """The worker of the Trans-Siberian has come."""
    revalued: bool = False
    medal: bool = False

    @property
    def colours(self) -> int:
        """R4.7 How many colours of rails the player has."""
        return 1 + bisect_right(BOX.unlock, self.rails[TRANS][BLACK])

    def reach(self, line: int) -> int:
        """R5.2 How far the locomotives of a line go."""
        return sum(n for n, slot in zip(self.locomotives, SLOTS, strict=True) if slot == line)

    def room(self, line: int, colour: int) -> int:
        """R4.3, R4.4, R4.5 How many moves a rail could make as the others stand now."""
        rails = self.rails[line]
        if colour == BLACK:
            return LINES[line].length - rails[BLACK]
        if colour >= len(rails) or colour >= self.colours:
            return 0
        return max(rails[colour - 1] - 1 - rails[colour], 0)

    def moved(self, line: int, colour: int) -> Board:
        """R4.5 The board after one move."""
        rails = self.rails[line]
        new = (*rails[:colour], rails[colour] + 1, *rails[colour + 1 :])
        return replace(self, rails=(*self.rails[:line], new, *self.rails[line + 1 :]))

    def may_step(self, marker: int) -> bool:
        """R7.2, R7.3, R7.7 Whether a marker can go on: no empty hole, no other marker, no end."""
        to = self.markers[marker] + 1
        if to > LAST or to in self.markers:
            return False
        return to not in BOX.holes or BOX.holes.index(to) < len(self.factories)

    def stepped(self, marker: int) -> Board:
        """R7.2 The board after one step."""
        to = self.markers[marker] + 1
        return replace(self, markers=(*self.markers[:marker], to, *self.markers[marker + 1 :]))

    def entered(self, marker: int) -> int:
        """R7.4 The factory on which a marker stands, 0 if none."""
        at = self.markers[marker]
        return self.factories[BOX.holes.index(at)] if at in BOX.holes else 0

    def slots(self, number: int) -> list[int]:
        """R5.3, R5.8 The slots where a locomotive may go; equal ones of one line are one choice."""
        found: list[int] = []
        for slot, there in enumerate(self.locomotives):
            twin = slot == 1 and there == self.locomotives[0] and 0 in found
            if there < number and not twin:
                found.append(slot)
        return found

    def with_locomotive(self, slot: int, number: int) -> Board:
        """R5.3 The board with a locomotive on a slot."""
        a = list(self.locomotives)
        a[slot] = number
        return replace(self, locomotives=(a[0], a[1], a[2], a[3]))


@lru_cache(maxsize=2048)
def rooms(board: Board) -> tuple[int, ...]:
    """R4.6 For each set of colours, how many moves all lines could take as they stand."""
    found = [0]
    for colour in range(len(BOX.colours)):
        more = sum(board.room(line, colour) for line in range(len(LINES)))
        found += [left + more for left in found]
    return tuple(found)


def questions(board: Board, more: int = 0) -> int:
    """R11.1, R11.2, R11.6 The ? spaces that are reached, or would be with more black moves."""
    found = 0
    for number, (line, space) in enumerate(_ASKING):
        if board.rails[line][BLACK] + more >= space and board.reach(line) >= space:
            found |= 1 << number
    return found


class Count(Struct, frozen=True):
    """R13.1 One step of the scoring of a line or of the industry."""

    kind: str
    """A colour of rails, or `doubling`, `stars`, `medal`, `marker`."""
    first: int
    last: int
    """The spaces that count."""
    points: int
    worth: int = 0
    """What each space of a colour is worth."""
    doubled: int = 0
    """How many of them have an x2 token."""


def line_counts(board: Board, line: int) -> list[Count]:
    """R13.2, R13.3, R13.4, R13.5, R13.6, R13.7, R13.8, R13.9 What a line scores, step by step."""
    rails, reach = board.rails[line], board.reach(line)
    seen = min(reach, rails[BLACK])
    found = _colours(board, line, seen)
    if line == PETERSBURG and min(rails[GREY], reach) >= BOX.doubling:
        found.append(Count("doubling", 1, seen, sum(one.points for one in found)))
    if line == KIEV:
        stars = [space for space in BOX.stars if space <= seen]
        if stars:
            points = sum(BOX.stars[space] for space in stars)
            found.append(Count("stars", stars[0], stars[-1], points))
        if board.medal and min(rails[GREY], reach) >= BOX.medal.space:
            found.append(Count("medal", BOX.medal.space, BOX.medal.space, BOX.medal.points))
    return found


def _colours(board: Board, line: int, seen: int) -> list[Count]:
    """R13.3, R13.4, R13.5 The spaces of each colour, the best first, as far as they are seen."""
    worth = BOX.revalued if board.revalued else BOX.points
    x2 = board.x2 if line == TRANS else 0
    found: list[Count] = []
    behind = 0
    for colour in range(len(board.rails[line]) - 1, -1, -1):
        last = min(board.rails[line][colour], seen)
        if last <= behind:
            continue
        doubled = max(0, min(last, x2) - behind)
        points = (last - behind + doubled) * worth[colour]
        name = BOX.colours[colour]
        found.append(Count(name, behind + 1, last, points, worth[colour], doubled))
        behind = last
    return found


def industry_counts(board: Board) -> list[Count]:
    """R14.1, R14.2, R14.3 What the markers score in a round."""
    return [Count("marker", at, at, BOX.industry[at]) for at in board.markers]


def round_counts(board: Board) -> tuple[list[Count], ...]:
    """R13.1 What a board scores in a round, step by step: three lines and the industry."""
    return (*(line_counts(board, line) for line in range(len(LINES))), industry_counts(board))


@lru_cache(maxsize=2048)
def round_points(board: Board) -> tuple[int, int, int, int]:
    """R13.1 What a board scores in a round: three lines and the industry."""
    a, b, c, d = (sum(one.points for one in counts) for counts in round_counts(board))
    return a, b, c, d


def earns_worker(board: Board) -> bool:
    """R11.2 Brown rail and locomotive on Trans-Siberian 3, for the first time."""
    space = BOX.worker_trans
    return not board.worked and board.rails[TRANS][BROWN] >= space and board.reach(TRANS) >= space
