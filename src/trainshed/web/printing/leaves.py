"""The log in leaves: what was written long ago is not printed again when a line is added."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from .log import Entry

LONG = 5
"""So many moves stand on a leaf."""
VOLUME = 50
"""So many on one where none will be added."""


class Leaf(Struct, frozen=True, gc=False):
    """Some lines of the log, and what stood over the line before them."""

    number: int
    entries: tuple[Entry, ...]
    turn: int = -1
    heading: str = ""
    is_since: bool = False
    """Whether lines since the viewer's last turn came before."""

    @property
    def is_scored(self) -> bool:
        """Whether a round was scored here."""
        return any(entry.scoring for entry in self.entries)

    def at(self, move: int) -> int:
        """A move that led to one of these lines, 0 for any other."""
        return move if move and any(entry.move == move for entry in self.entries) else 0


def leaves(entries: Iterable[Entry]) -> tuple[Leaf, ...]:
    """The lines of a log, leaf by leaf; a full one stays as it is until it is bound with others."""
    found: list[Leaf] = []
    rest = list(entries)
    last = max((entry.move for entry in rest), default=0)
    full = (last - 1) // VOLUME * VOLUME
    number, lines = 0, list[Entry]()
    for entry in rest:
        long = VOLUME if entry.move <= full else LONG
        here = (entry.move - 1) // long * long if entry.move else number
        if here != number and lines:
            found.append(_leaf(number, lines, found))
            lines = []
        number = here
        lines.append(entry)
    return (*found, _leaf(number, lines, found)) if lines else ()


def _leaf(number: int, lines: list[Entry], before: list[Leaf]) -> Leaf:
    if not before:
        return Leaf(number, tuple(lines))
    last = before[-1]
    return Leaf(
        number,
        tuple(lines),
        turn=last.entries[-1].turn,
        heading=last.entries[-1].heading or last.heading,
        is_since=last.is_since or any(entry.since for entry in last.entries),
    )
