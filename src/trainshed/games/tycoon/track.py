"""R5.9 Track on the map: which sides of a hex it uses, where a line points."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from trainshed.board.hexes import opposite

from .box import BOARD

if TYPE_CHECKING:
    from .state import Link, Piece, State

Curves = Literal["all", "wide"]


def _beside(used: int, entry: int) -> int:
    """R5.9, R5.10, R5.14, R7.3 The sides to which a segment fits beside what is there."""
    if used >> entry & 1 or used.bit_count() > 2:
        return 0
    return ~used & 0b111111 & ~(1 << entry)


BESIDE = tuple(tuple(_beside(used, entry) for entry in range(6)) for used in range(64))
_TIGHT = tuple(1 << (side + 1) % 6 | 1 << (side + 5) % 6 for side in range(6))


@cache
def towards(city: int) -> dict[int, int]:
    """R5.8 The side of each neighbouring hex that leads to a city, as a bit."""
    around = BOARD.grid.neighbours[BOARD.hexes[city]]
    return {cell: 1 << opposite(side) for side, cell in enumerate(around) if cell >= 0}


def exits(used: int, cell: int, entry: int, start: int, curves: Curves) -> int:
    """R5.7, R5.8, R5.9, R15.12 The sides by which a tile of a link may leave a hex, as bits.

    `used` are the sides in use there, `start` is the city where the link began.
    """
    sides = BESIDE[used][entry] & BOARD.exits[cell]
    if curves == "wide":
        sides &= ~_TIGHT[entry]
    return sides & ~towards(start).get(cell, 0)


def ahead(cell: int, side: int) -> tuple[int, int]:
    """R5.1 The hex that a line points at, and the side by which it would enter."""
    return BOARD.grid.neighbours[cell][side], opposite(side)


def tip(link: Link) -> tuple[int, int]:
    """R7.2 The hex that an unfinished link points at, and the side by which it would enter."""
    last = link.track[-1]
    return ahead(last.cell, last.b)


def with_sides(used: bytes, piece: Piece) -> bytes:
    """The sides in use after a segment has been laid or taken up."""
    cell = piece.cell
    there = used[cell] ^ (1 << piece.a | 1 << piece.b)
    return used[:cell] + bytes((there,)) + used[cell + 1 :]


def without(state: State, link: Link) -> State:
    """R13.5 The map without a link."""
    used = state.used
    for piece in link.track:
        used = with_sides(used, piece)
    links = tuple(other for other in state.links if other.number != link.number)
    return replace(state, used=used, links=links)


def with_link(state: State, link: Link) -> State:
    """The links with one of them new or changed."""
    others = tuple(other for other in state.links if other.number != link.number)
    return replace(state, links=(*others, link))


def find(state: State, number: int) -> Link:
    """A link by its number."""
    return next(link for link in state.links if link.number == number)


def stub_at(state: State, owner: int, cell: int, side: int, but: int) -> Link | None:
    """R7.4, R7.8 The own stub whose open end lies at this side of a hex, seen from outside."""
    for link in state.links:
        if link.finished or link.owner != owner or link.number == but:
            continue
        if tip(link) == (cell, side):
            return link
    return None
