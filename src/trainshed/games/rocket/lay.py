"""R5.7 How the tiles of a line lie: its runs of track, where its letters go, its sidings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.hexes import members, opposite
from trainshed.board.scene import Bend

if TYPE_CHECKING:
    from .box import Board
    from .state import Line

_APART = 5
"""The letters stand once on so many hexes."""


def runs(board: Board, line: Line) -> tuple[tuple[Bend, ...], ...]:
    """Unbroken runs of track: from a start town to the engine, or to the line that absorbed it."""
    if line.heading is not None and not line.bends:
        return (_whole(board, (), line.engine, line.heading),)
    chains: list[list[Bend]] = []
    for hex_, start, end in line.bends:
        before = next((chain for chain in chains if _leads(board, chain[-1], hex_, start)), None)
        if before is None:
            chains.append([Bend(hex_, start, end)])
        else:
            before.append(Bend(hex_, start, end))
    found = tuple(_closed(board, chain) for chain in chains)
    if line.heading is not None and not _driven(board, line):
        return (*found, _whole(board, (), line.engine, line.heading))
    return found


def plates(found: tuple[tuple[Bend, ...], ...], taken: int) -> tuple[int, ...]:
    """The hexes that carry the letters: straight ones without a station, well apart."""
    chosen: list[int] = []
    for run in found:
        since = _APART - 2
        for bend in run[1:-1]:
            since += 1
            straight = bend.start is not None and bend.end == opposite(bend.start)
            if since >= _APART and straight and not taken >> bend.hex & 1:
                chosen.append(bend.hex)
                since = 0
    return tuple(chosen)


def spurs(board: Board, line: Line) -> tuple[tuple[int, int], ...]:
    """A siding to each town that the line serves, from the first of its hexes beside the town."""
    order = [hex_ for hex_, _, _ in line.bends]
    if line.heading is not None:
        order.append(line.engine)
    found = []
    for town in members(line.towns):
        beside = next((hex_ for hex_ in order if board.near[town] >> hex_ & 1), None)
        if beside is not None:
            found.append((beside, board.town_hexes[town]))
    return tuple(found)


def _leads(board: Board, bend: Bend, hex_: int, start: int | None) -> bool:
    """Whether a tile goes on where another ends."""
    return (
        bend.end is not None
        and board.grid.neighbours[bend.hex][bend.end] == hex_
        and start == opposite(bend.end)
    )


def _closed(board: Board, chain: list[Bend]) -> tuple[Bend, ...]:
    """A run with the town it comes from and the hex it leads to."""
    last = chain[-1]
    assert last.end is not None
    end = board.grid.neighbours[last.hex][last.end]
    return _whole(board, tuple(chain), end, last.end)


def _whole(board: Board, chain: tuple[Bend, ...], end: int, heading: int) -> tuple[Bend, ...]:
    first = chain[0].start if chain else opposite(heading)
    assert first is not None
    town = board.grid.neighbours[chain[0].hex if chain else end][first]
    return (Bend(town, None, opposite(first)), *chain, Bend(end, opposite(heading), None))


def _driven(board: Board, line: Line) -> bool:
    """Whether the engine stands at the end of the tiles, not one step from its town."""
    return any(
        _leads(board, Bend(hex_, start, end), line.engine, opposite(line.heading or 0))
        for hex_, start, end in line.bends
    )
