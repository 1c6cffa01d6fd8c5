"""A game on boards instead of a map: its boards, what its places are called, what would score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from trainshed.board.desk import Lie, lies
from trainshed.board.scene import Board, Course, Plot, Scene, Table
from trainshed.board.spoken import called
from trainshed.core import Action, Choice, Game, Match, Reader, Seat, Text, say, say_n
from trainshed.core.recall import recalled

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


def gain(game: Game[Any, Any, Any], state: Any, done: Any) -> int | None:  # noqa: ANN401
    """How many points more whoever is asked would have, a round counted, when he has done it."""
    seat = game.actor(state)
    return None if seat is None else _points(game, done)[seat] - _points(game, state)[seat]


@recalled(16)
def _points(game: Game[Any, Any, Any], state: Any) -> tuple[int, ...]:  # noqa: ANN401
    """What each seat has, and would score in this round; nothing of the end of the game."""
    late = game.due(state).values()
    return tuple(
        points - sum(due[seat] for due in late) for seat, points in enumerate(game.scores(state))
    )


def prospects(match: Match[Any, Any], state: Any, action: Action) -> tuple[Text, ...]:  # noqa: ANN401
    """What an action can come to within this turn: in this round, at once, and at the end."""
    game = match.game
    seat = game.actor(state)
    if seat is None or seat < 0 or game.forecast is None:
        return ()
    first = game.does(state, action)
    best, chosen = _best(game, first, seat)
    old, new = (_of(game.forecast(one), seat) for one in (state, best))
    before, after = sum(old.values()), sum(new.values())
    texts = []
    if before != after:
        texts.append(_at_best(after, before) if chosen else _surely(after, before))
    if old != new:
        texts.append(say("{parts}", parts=_parts(game, old, new)))
    counted = sum(_of(game.forecast(first), seat).values())
    at_once = _points(game, best)[seat] - after - _points(game, first)[seat] + counted
    if at_once:
        texts.append(say_n("Besides {n} point at once.", "Besides {n} points at once.", at_once))
    late = _parts(game, _of(game.due(state), seat), _of(game.due(best), seat))
    if late:
        texts.append(say("At the end of the game, if it stays so: {parts}.", parts=late))
    return tuple(texts)


def _of(points: Mapping[str, tuple[int, ...]], seat: Seat) -> dict[str, int]:
    """What one seat has of each source."""
    return {source: counts[seat] for source, counts in points.items()}


def _parts(
    game: Game[Any, Any, Any], old: Mapping[str, int], new: Mapping[str, int]
) -> tuple[Text, ...]:
    """What comes to each source, where it is something."""
    return tuple(
        say("{source} {more}", source=game.names[f"tally:{source}"], more=f"{more:+d}")
        for source in new
        if (more := new[source] - old[source])
    )


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


def _best(game: Game[Any, Any, Any], first: Any, seat: Seat) -> tuple[Any, bool]:  # noqa: ANN401
    """The best position in which the turn of a seat can end, and whether it has to choose."""
    front, ends, chosen = [first], [], False
    for _ in range(_DEEP):
        following: dict[Any, Any] = {}
        for one in front:
            step = one.stack[-1] if one.stack else None
            if not isinstance(step, Choice) or step.actor(one) != seat:
                ends.append(one)
                continue
            options = game.actions(one)
            chosen = chosen or len(options) > 1
            for option in options:
                after = game.does(one, option)
                following.setdefault(after.untold(), after)
        front = sorted(following.values(), key=lambda it: -_points(game, it)[seat])[:_WIDE]
        if not front:
            break
    return max(ends or front, key=lambda it: _points(game, it)[seat]), chosen
