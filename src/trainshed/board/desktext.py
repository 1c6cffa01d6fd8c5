"""A desk in a terminal: each board with its tracks and rows of places, in words.

Everything can be read without colours: what a place costs is a ring for each worker, what stands
there are the emblems of its owners, and what may be chosen has a mark before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trainshed.core import Reader

from . import ansi
from .columns import TARGET
from .scene import PORCELAINS, Board, Course, Overprint, Plot, Scene, Sign
from .tables import EMBLEMS

_OWNED = {body: EMBLEMS[emblem] for body, emblem in PORCELAINS}
_SIGNS = {
    "pawn:open": "○",
    "pawn:black": "♟",
    "pawn:turquoise": "◌",
    "coin": "₽",
    "coin:open": "₽",
}
_BUILT = {"works": "▣", "hole": "▢"}
_ROW = 20.0
"""Places whose heights differ by less are in one row."""


def desk(scene: Scene, overprint: Overprint, reader: Reader, width: int) -> Iterator[str]:
    """Every board, one below the other."""
    assert scene.desk is not None
    legal = {target.key for target in overprint.targets}
    for number, board in enumerate(scene.desk.boards):
        if number:
            yield ""
        yield ansi.paint(reader.read(board.title), bold=True)
        items = [
            item
            for item in scene.items
            if isinstance(item, Plot | Course) and item.board == board.key
        ]
        plots = [it for it in items if isinstance(it, Plot)]
        tracks = [it for it in items if isinstance(it, Course)]
        names = [reader.read(track.brief) for track in tracks]
        wide = max(map(len, names), default=0)
        for name, track in zip(names, tracks, strict=True):
            beside = [plot for plot in plots if _beside(plot, track)]
            plots = [plot for plot in plots if plot not in beside]
            cells = (_cell(plot, reader, legal=plot.key in legal) for plot in beside)
            yield f"  {name.ljust(wide)}  {_track(track, plots, legal)}  {'  '.join(cells)}"
        for row in _rows(plots):
            yield from _wrapped(_head(board, row, reader), row, legal, reader, width)


def _beside(plot: Plot, track: Course) -> bool:
    """Whether a place stands before a track and belongs to it."""
    down = plot.at[1] - track.at[1]
    return plot.at[0] < track.at[0] and 0 <= down < 2 * track.height


def _rows(plots: Sequence[Plot]) -> list[list[Plot]]:
    """The places that can be told in words, row by row."""
    rows: list[list[Plot]] = []
    for plot in sorted(plots, key=lambda plot: (plot.at[1], plot.at[0])):
        if plot.brief is None and not plot.signs:
            continue
        if rows and plot.at[1] - rows[-1][0].at[1] < _ROW:
            rows[-1].append(plot)
        else:
            rows.append([plot])
    return [sorted(row, key=lambda plot: plot.at[0]) for row in rows]


def _head(board: Board, row: Sequence[Plot], reader: Reader) -> str:
    """The words that stand just above a row, at its beginning."""
    (x, y), near = row[0].at, 40.0
    heads = [
        reader.read(words.text)
        for words in board.words
        if words.style == "head" and 0 <= y - words.at[1] < near and abs(words.at[0] - x) < near
    ]
    return f"{heads[0]}: " if heads else ""


def _wrapped(
    head: str, row: Sequence[Plot], legal: set[str], reader: Reader, width: int
) -> Iterator[str]:
    line = f"  {head}"
    for plot in row:
        cell = _cell(plot, reader, legal=plot.key in legal)
        if ansi.width(line) + ansi.width(cell) > width and line.strip():
            yield line
            line = "    "
        line += f"{cell}  "
    yield line


def _cell(plot: Plot, reader: Reader, *, legal: bool) -> str:
    """A place: a mark, its number, what it does, who is there or what it costs, how many."""
    words = "" if plot.brief is None else reader.read(plot.brief)
    words = words or "".join(sign.words for sign in plot.signs)
    there = "".join(_sign(sign) for sign in plot.pieces or plot.cost)
    parts = [f"#{plot.figure}" if plot.figure else "", words, there]
    if plot.count is not None:
        parts[-1] = f"×{plot.count}"
    told = " ".join(part for part in parts if part)
    if plot.shut:
        return ansi.paint(f"({ansi.plain(told)})", ink="ink-3")
    return ansi.paint(TARGET, ink="act", bold=True) + f"[{told}]" if legal else f"[{told}]"


def _sign(sign: Sign) -> str:
    _, _, body = sign.symbol.partition(":")
    if body in _OWNED:
        return ansi.paint(_OWNED[body], ink="p-ink", paper=f"p-{body}")
    return _SIGNS.get(sign.symbol, sign.words)


def _track(track: Course, plots: Sequence[Plot], legal: set[str]) -> str:
    """A line of spaces: rails by what their end says, the reach as a bracket."""
    on: dict[int, list[Plot]] = {}
    for plot in plots:
        if abs(plot.at[1] - track.at[1]) < track.height:
            number = int((plot.at[0] + plot.width / 2 - track.at[0]) // track.step) + track.first
            on.setdefault(number, []).append(plot)
    spaces = range(track.first, track.first + track.length)
    return "".join(_space(track, number, on.get(number, []), legal) for number in spaces)


def _space(track: Course, number: int, here: Sequence[Plot], legal: set[str]) -> str:
    """One space: a mark, its rail or what is printed or built there, who stands there."""
    mark = any(plot.key in legal for plot in here)
    stands = "".join(_sign(sign) for plot in here if plot.look == "bare" for sign in plot.signs)
    end = stands or ("]" if track.reach == number else " ")
    words = _laid(track, number) or _printed(track, number, here).rjust(2)
    return (ansi.paint(TARGET, ink="act", bold=True) if mark else " ") + words + end


def _laid(track: Course, number: int) -> str:
    rail = next((it for it in reversed(track.rails) if it.to >= number), None)
    if rail is None:
        return ""
    ink = "black-on" if rail.grade in ("black", "brown") else "p-ink"
    words = rail.letters if rail.to > number else f"{rail.letters}>"
    return ansi.paint(words.rjust(2), ink=ink, paper=f"rail-{rail.grade}")


def _printed(track: Course, number: int, here: Sequence[Plot]) -> str:
    built = next((_BUILT[plot.look] for plot in here if plot.look in _BUILT), "")
    sign = dict(track.prints).get(number)
    return built or (sign.words or _SIGNS.get(sign.symbol, "+") if sign else "·")
