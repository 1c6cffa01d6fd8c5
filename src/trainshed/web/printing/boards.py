"""A game on boards instead of a map: its boards, what its places are called, its points now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from trainshed.board.desk import Lie, lies
from trainshed.board.scene import Board, Course, Plot, Scene, Table
from trainshed.board.spoken import called
from trainshed.core import Reader, Seat
from trainshed.core.recall import recalled

POINTS = "points"
"""The symbol of figures that say what would score now."""


class Boards(Struct, frozen=True):
    """What a page needs besides the drawing."""

    boards: tuple[tuple[Board, tuple[float, ...]], ...]
    """Those of all, then the reader's own, then the others; where each lies and how large."""
    tables: tuple[Table, ...]
    called: Mapping[str, str]
    """What every place that can be clicked is called; empty where there is nothing to see yet."""
    forecast: tuple[int, ...]
    """What each seat would score if it were counted now."""


def boards(scene: Scene, reader: Reader, keys: Iterable[str]) -> Boards | None:
    """The boards of a scene; None where there is a map."""
    if scene.desk is None:
        return None
    first = scene.desk.first if reader.seat is None else reader.seat
    count = len(scene.panels)

    def place(board: Board) -> int:
        return -1 if board.seat is None else (board.seat - first) % count

    lie = lies(scene.desk, reader.seat)
    return Boards(
        boards=tuple(
            (board, _box(board, lie[board.key])) for board in sorted(scene.desk.boards, key=place)
        ),
        tables=scene.tables,
        called=_called(scene, reader, frozenset(keys)),
        forecast=tuple(
            sum(figure.count or 0 for figure in panel.figures if figure.symbol == POINTS)
            for panel in scene.panels
        ),
    )


def _called(scene: Scene, reader: Reader, keys: frozenset[str]) -> Mapping[str, str]:
    plots = [it for it in scene.items if it.key in keys and isinstance(it, Plot)] if keys else ()
    return {it.key: "" if _is_only_aim(it) else called(it, reader) for it in plots}


def _box(board: Board, lie: Lie) -> tuple[float, ...]:
    """Where a board begins, how wide and how high it is, on which scale it is drawn."""
    return (*lie.at, board.width * lie.scale, board.height * lie.scale, lie.scale)


def lasting(scene: Scene, touched: Iterable[tuple[Seat, str]]) -> tuple[str, ...]:
    """The places that moves touched: on the board of all, or on the board of who moved."""
    found, owners = [], _owners(scene)
    for seat, key in touched:
        own = f"{seat}/{key}"
        if own in owners:
            found.append(own)
        elif key in owners and owners[key] in (None, seat):
            found.append(key)
    return tuple(found)


@recalled(128)
def _owners(scene: Scene) -> Mapping[str, Seat | None]:
    """On whose board everything lies that is to be seen."""
    assert scene.desk is not None
    seats = {board.key: board.seat for board in scene.desk.boards}
    owners = {
        item.key: seats[item.board]
        for item in scene.items
        if isinstance(item, Course) or (isinstance(item, Plot) and not _is_only_aim(item))
    }
    for item in scene.items:
        if isinstance(item, Course):
            owners |= {rail.key: seats[item.board] for rail in item.rails}
    return owners


def _is_only_aim(plot: Plot) -> bool:
    """Whether there is nothing to see where one can click: the place where a piece would go."""
    return plot.look == "bare" and not plot.signs
