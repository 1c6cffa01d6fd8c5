"""A game on boards instead of a map: its boards, what its places are called, what would score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from trainshed.board.desk import Lie, lies
from trainshed.board.scene import Board, Course, Plot, Scene, Table
from trainshed.board.spoken import called
from trainshed.core import Action, Game, Match, Reader, Seat, Text, say, say_n
from trainshed.core.recall import recalled

from .scoring import is_scoring

POINTS = "points"
"""The symbol of figures that say what would score now."""
_WIDE, _DEEP = 10, 14
"""So many positions are followed, so many decisions far."""


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


def gain(game: Game[Any, Any, Any], state: Any, after: Any) -> int | None:  # noqa: ANN401
    """How many points more whoever is asked would have after; None where it is counted then."""
    seat = game.actor(state)
    if seat is None or is_scoring(after.news):
        return None
    return game.scores(after)[seat] - _scores(game, state)[seat]


@recalled(16)
def _scores(game: Game[Any, Any, Any], state: Any) -> tuple[int, ...]:  # noqa: ANN401
    return game.scores(state)


def prospects(match: Match[Any, Any], state: Any, action: Action) -> tuple[Text, ...]:  # noqa: ANN401
    """What an action can come to within this turn: the points if all were counted then."""
    game = match.game
    seat = game.actor(state)
    if seat is None or seat < 0:
        return ()
    found, chosen = _best(game, state, action, seat)
    if found is None:
        return ()
    before, after = game.scores(state)[seat], game.scores(found)[seat]
    if before == after:
        return ()
    texts = [_at_best(after, before) if chosen else _surely(after, before)]
    old, new = game.tally(state), game.tally(found)
    parts = tuple(
        say("{source} {more}", source=game.names[f"tally:{source}"], more=f"{more:+d}")
        for source in new
        if (more := new[source][seat] - old[source][seat])
    )
    if parts:
        texts.append(say("{parts}", parts=parts))
    return tuple(texts)


def _at_best(after: int, before: int) -> Text:
    return say_n(
        "If the round ended then: at best {n} point instead of {before}.",
        "If the round ended then: at best {n} points instead of {before}.",
        after,
        before=before,
    )


def _surely(after: int, before: int) -> Text:
    return say_n(
        "If the round ended then: {n} point instead of {before}.",
        "If the round ended then: {n} points instead of {before}.",
        after,
        before=before,
    )


def _best(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401
    action: Action,
    seat: Seat,
) -> tuple[Any, bool]:
    """The best position that a seat can reach by itself, and whether it had to choose."""
    turn = game.turn(state)
    front, ends, chosen = [game.play(state, action)], [], False
    for _ in range(_DEEP):
        following: dict[Any, Any] = {}
        for one in front:
            if is_scoring(one.news):
                continue
            if game.actor(one) != seat or game.turn(one) != turn:
                ends.append(one)
                continue
            options = game.actions(one)
            chosen = chosen or len(options) > 1
            for option in options:
                after = game.play(one, option)
                following.setdefault(after.untold(), after)
        front = sorted(following.values(), key=lambda it: -game.scores(it)[seat])[:_WIDE]
        if not front:
            break
    return max(ends, key=lambda it: game.scores(it)[seat], default=None), chosen
