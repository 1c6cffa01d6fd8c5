"""R12.3, R12.7, R19.3 What a search counts along for each way, packed into one number.

Each sum has a field of its own with a free bit above it, so that one subtraction compares all of
them at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trainshed.board.hexes import merged, opposite

from .box import SIX

if TYPE_CHECKING:
    from .routes import Limits, Network, Track

PURSE, STEPS = -1, -2
"""Beside the charges on single lines: what is paid for all of them, and the steps."""
_WIDTH = 12
_MOST = (1 << (_WIDTH - 1)) - 1


class Meters:
    """Sums that are counted along, none of which may pass its mark."""

    def __init__(self, limits: Limits, kinds: Sequence[int]) -> None:
        """Count the charges on these lines, or what PURSE and STEPS stand for."""
        self.limits, self.kinds = limits, tuple(kinds)
        self.shift = {kind: _WIDTH * n for n, kind in enumerate(self.kinds)}
        self.most = {kind: min(_mark(limits, kind), _MOST) for kind in self.kinds}
        self.guard = sum(1 << shift + _WIDTH - 1 for shift in self.shift.values())
        self.full = self.guard + sum(self.most[kind] << self.shift[kind] for kind in self.kinds)

    def begin(self, sums: Sequence[int], steps: int) -> int | None:
        """What was counted before the search; None if that is too much already."""
        found = {PURSE: self.limits.net(sums), STEPS: steps, **dict(enumerate(sums))}
        if any(found[kind] > most for kind, most in self.most.items()):
            return None
        return sum(found[kind] << shift for kind, shift in self.shift.items())

    def more(self, sums: int, line: int, due: int) -> int:
        """What a step on a line adds."""
        found = 1 << self.shift[STEPS] if STEPS in self.shift else 0
        if not due:
            return found
        if line in self.shift:
            found += due << self.shift[line]
        if PURSE in self.shift and line not in self.limits.open:
            found += self._paid(sums, line, due) << self.shift[PURSE]
        return found

    def _paid(self, sums: int, line: int, due: int) -> int:
        """R12.4 How much of a charge is not made up for by what the owner owes."""
        back = self.limits.back[line] if self.limits.back else 0
        if not back:
            return due
        was = (sums >> self.shift[line]) % (1 << _WIDTH)
        return max(was + due - back, 0) - max(was - back, 0)

    def before(self, sums: int, line: int, due: int) -> int:
        """What had been counted before a step on a line."""
        lower = sums - (due << self.shift[line]) if line in self.shift else sums
        return sums - self.more(lower, line, due)

    def left(self, sums: int, kind: int) -> int:
        """How far a sum may still grow."""
        return self.most[kind] - (sums >> self.shift[kind]) % (1 << _WIDTH)


def _mark(limits: Limits, kind: int) -> int:
    """How high a sum may be."""
    if kind >= 0:
        return limits.each[kind]
    most = limits.purse if kind == PURSE else limits.steps
    assert most is not None
    return most


def in_reach(network: Network, entries: int, limits: Limits, kind: int) -> list[tuple[int, int]]:
    """For each sum that is left, the hexes from which a goal may still be reached; then all.

    Of each two sets the first is for those who come on the only line that counts: they pay less.
    """
    grid = network.board.grid
    counted = [line for line in network.tracks if _counts(limits, kind, line)]
    paid = [merged(network.tracks[line][d] for line in counted) for d in SIX]
    others = [track for line, track in network.tracks.items() if line not in counted]
    free = [merged(track[d] for track in others) for d in SIX]
    first = 2 if kind >= 0 else 1

    def back(cells: int, track: Track) -> int:
        more = 0
        for d in SIX:
            more |= grid.step(cells, opposite(d)) & track[d]
        return more

    found: list[tuple[int, int]] = []
    on, off = [0] * first, [0] * first
    while True:
        now, then = off[-1] | entries | back(on[-first], paid), on[-1]
        front = now
        while front := back(front, free) & ~now:
            now |= front
        then |= now | back(on[-1], paid)
        if len(found) >= first and (then, now) == found[-1] == found[-first]:
            return found
        found.append((then, now))
        on.append(then)
        off.append(now)


def _counts(limits: Limits, kind: int, line: int) -> bool:
    """Whether every step on a line is sure to be counted."""
    if kind == PURSE:
        netted = limits.back and line >= 0 and limits.back[line]
        return line >= 0 and line not in limits.open and not netted
    return kind in (STEPS, line)
