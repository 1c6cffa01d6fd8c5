"""A desk: boards side by side, the reader's own large, with spaces, cards, piles and tokens.

Boards are paper, what is printed on them is quiet, pieces are enamel or porcelain. A space that
may be chosen gets the ring of all targets, in its own shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple, TypeAlias

from trainshed.core import Language, Reader, Seat, Text, Who, say

from . import course, plots, signs, symbols
from . import overprint as over
from .layer import Layer, together, within
from .markup import group, moved, name, num, text
from .scene import (
    PORCELAINS,
    Board,
    Course,
    Desk,
    Item,
    Key,
    Overprint,
    Plot,
    Point,
    Scene,
    Sign,
    Target,
    Words,
)
from .spoken import Personal, spoken

_STYLES = {
    "title": 'font-family="var(--serif)" font-size="25" font-weight="600" fill="var(--ink)"',
    "name": 'font-family="var(--serif)" font-size="21" font-weight="600" fill="var(--ink)"',
    "head": 'font-family="var(--serif)" font-size="18" font-weight="600" fill="var(--ink)"',
    "note": 'font-size="16" font-weight="400" fill="var(--ink-2)"',
    "figure": 'font-family="var(--serif)" font-size="19" font-weight="600" fill="var(--ink)"',
}
_BEND = 6.0
_LONG = 110
"""What is longer than this is not drawn twice."""
_MANY = 6
"""How many places of a kind share a layer."""


class Lie(NamedTuple):
    """Where a board lies on the desk, and how large."""

    at: Point
    scale: float = 1.0


class Spot(NamedTuple):
    """Where a place lies on the desk: its upper left corner and its size; what would come there."""

    at: Point
    width: float
    height: float
    bend: float
    """The radius of its corners."""
    is_bare: bool
    coming: Sign | None = None


class _Once:
    """What has been drawn: the same thing again is only referred to."""

    def __init__(self, ids: str, *, lasts: bool) -> None:
        self._ids = ids
        self.lasts = lasts
        self._names: dict[str, str] = {}

    def __call__(self, drawn: str, used: str = "", moved: str = "") -> str:
        """The drawing, with a name, or that name; moved where it is not in its place."""
        if len(drawn) >= _LONG:
            found = self._names.get(drawn)
            if found is not None:
                return f'<use href="#{found}"{used}/>'
            number = _number(drawn) if self.lasts else str(len(self._names))
            found = self._names[drawn] = f"{self._ids}like-{number}"
            drawn = f'<g id="{found}">{drawn}</g>'
        return group(drawn, moved) if moved else drawn


@lru_cache(maxsize=2048)
def _number(drawn: str) -> str:
    """A number by which a drawing is known wherever it lies."""
    return blake2b(drawn.encode(), digest_size=6).hexdigest()


def lies(desk: Desk, seat: Seat | None) -> dict[Key, Lie]:
    """Where each board lies for a reader."""
    found = {board.key: Lie(board.at) for board in desk.boards if board.seat is None}
    owned = {board.seat: board.key for board in desk.boards if board.seat is not None}
    first = seat if seat in owned else desk.first
    order = [who for who in owned if who >= first] + [who for who in owned if who < first]
    places = (desk.own, *desk.others)
    return found | {owned[who]: Lie(*place) for who, place in zip(order, places, strict=False)}


def draw(scene: Scene, sheet: over.Sheet) -> tuple[Layer, ...]:
    """Everything that lies on a desk, and what may be done there."""
    desk, reader = scene.desk, sheet.reader
    assert desk is not None
    lie = lies(desk, reader.seat)
    drawn = _boards(desk.boards, scene.items, reader.language, sheet.ids, lasts=sheet.lasts)
    boards = (
        within(
            [(part, _read(parts, reader)) for part, parts in found],
            f"<g {_laid(board, lie[board.key], acts=board.acts and sheet.lasts)}>",
        )
        for board, found in zip(desk.boards, drawn, strict=True)
    )
    spots = _spots(scene, sheet.overprint, lie)
    style = 'font-family="var(--sans)" font-weight="700" text-anchor="middle"'
    return within(
        (
            *(one for board in boards for one in board),
            ("last", _last(sheet, spots)),
            *_targets(sheet, spots),
        ),
        f'<g class="position" {style}>',
    )


_Part: TypeAlias = str | Text | Personal
"""A piece of a drawing; what names players is left to the readers."""


@lru_cache(maxsize=64)
def _boards(
    boards: tuple[Board, ...],
    items: tuple[Item, ...],
    language: Language,
    ids: str,
    *,
    lasts: bool,
) -> tuple[tuple[tuple[str, tuple[_Part, ...]], ...], ...]:
    """Each board with what lies on it, in layers."""
    on: dict[Key, list[Plot | Course]] = {board.key: [] for board in boards}
    for item in items:
        if isinstance(item, Plot | Course):
            on[item.board].append(item)
    reader, once = Reader(language, ()), _Once(ids, lasts=lasts)
    return tuple(
        tuple(
            (f"board-{n}-{m}", _merged(parts))
            for m, parts in enumerate(_board(board, on[board.key], reader, once))
        )
        for n, board in enumerate(boards)
    )


def _merged(parts: Iterable[_Part]) -> tuple[_Part, ...]:
    """The same with as few parts as possible."""
    found: list[_Part] = []
    waiting: list[str] = []
    for part in parts:
        if isinstance(part, str):
            waiting.append(part)
        else:
            found += together(tuple(waiting)), part
            waiting.clear()
    return *found, together(tuple(waiting))


def _read(parts: tuple[_Part, ...], reader: Reader) -> str:
    """A drawing for a reader."""
    if len(parts) == 1 and isinstance(parts[0], str):
        return parts[0]
    return together(tuple([it if isinstance(it, str) else _said(it, reader) for it in parts]))


def _said(it: Text | Personal, reader: Reader) -> str:
    return text(it.read(reader) if isinstance(it, Personal) else reader.read(it))


def _laid(board: Board, lie: Lie, *, acts: bool) -> str:
    """The attributes of a board where it lies."""
    css = "desk-board acts" if acts else "desk-board"
    place = f"translate({num(lie.at[0])} {num(lie.at[1])})"
    place += f" scale({lie.scale:g})" if lie.scale != 1 else ""
    return f'id="{name(board.key)}" class="{css}" transform="{place}"'


def _spots(scene: Scene, overprint: Overprint, lie: Mapping[Key, Lie]) -> dict[Key, Spot]:
    """Where that lies which may be chosen, or which has just come there."""
    wanted = {target.key for target in overprint.targets} | set(overprint.last)
    found = {
        item.key: _spot(item, lie[item.board])
        for item in scene.items
        if isinstance(item, Plot) and item.key in wanted
    }
    for item in scene.items:
        if isinstance(item, Course):
            for rail in item.rails:
                if rail.key in wanted:
                    found[rail.key] = _end(item, rail.to, lie[item.board])
    return found


def _spot(plot: Plot, lie: Lie) -> Spot:
    (x, y), scale = lie
    at = x + plot.at[0] * scale, y + plot.at[1] * scale
    wide, high = plot.width * scale, plot.height * scale
    bend = high / 2 if plot.look == "pill" else _BEND * scale
    return Spot(at, wide, high, bend, plot.look == "bare", plot.coming)


def _end(track: Course, number: int, lie: Lie) -> Spot:
    """The space where rails end."""
    (x, y), scale = lie
    at = track.corner(number)
    wide, high = (track.step - course.GAP) * scale, track.height * scale
    return Spot((x + at[0] * scale, y + at[1] * scale), wide, high, _BEND * scale, is_bare=True)


def _board(
    board: Board, items: Iterable[Plot | Course], reader: Reader, once: _Once
) -> Iterator[Iterable[_Part]]:
    """A board layer by layer: its paper, its lettering, its owner, then what lies on it."""
    yield _sheet(board, once), _words(board, reader, once)
    yield () if board.seat is None else _owner(board.seat)
    for is_aim, run in groupby(items, key=_is_aim):
        row, many = tuple(run), 1 if is_aim is None else _MANY
        for start in range(0, len(row), many):
            yield _lying(row[start : start + many], board, reader, once)


def _is_aim(item: Plot | Course) -> bool | None:
    """Whether it comes and goes with the question; None of tracks, which lie alone."""
    return None if isinstance(item, Course) else item.look == "bare" and not item.signs


def _sheet(board: Board, once: _Once) -> str:
    """Its paper, framed where its owner is asked."""
    drawn = once(_paper(board.width, board.height, board.rules))
    if board.acts:
        size = f'width="{num(board.width)}" height="{num(board.height)}"'
        drawn += f'<rect {size} rx="10" fill="none" stroke="var(--ink)" stroke-width="3"/>'
    return drawn


def _lying(
    items: Iterable[Plot | Course], board: Board, reader: Reader, once: _Once
) -> list[_Part]:
    owner = board.seat if once.lasts else None
    found: list[_Part] = []
    for item in items:
        found += _opening(item, owner, reader.language)
        found += _track(item, once) if isinstance(item, Course) else _plot(item, reader, once)
        found.append("</g>")
    return found


@lru_cache(maxsize=1024)
def _opening(item: Plot | Course, owner: Seat | None, language: Language) -> tuple[_Part, ...]:
    """The beginning of what lies on a board, with its title; an owner stands before its name."""
    key = item.key
    if owner is not None and not key.startswith(f"{owner}/"):
        key = f"{owner}/{key}"
    head = f'<g id="{name(key)}"'
    if isinstance(item, Plot):
        head += f" {moved(item.at)}" + (' opacity=".4"' if item.shut else "")
    said = spoken(item, language)
    if isinstance(said, Personal):
        return f"{head}><title>", said, "</title>"
    return (f"{head}><title>{text(said)}</title>",)


@lru_cache(maxsize=64)
def _paper(width: float, height: float, rules: tuple[tuple[Point, float], ...]) -> str:
    """A sheet in a double frame, with its rules."""
    path = "".join(f"M{num(x)} {num(y)}h{num(long)}" for (x, y), long in rules)
    return (
        f'<rect width="{num(width)}" height="{num(height)}" rx="10" '
        'fill="var(--paper-raised)" stroke="var(--rule-strong)" stroke-width="1.4"/>'
        f'<rect x="5" y="5" width="{num(width - 10)}" height="{num(height - 10)}" '
        f'rx="6" fill="none" stroke="var(--rule)"/><path d="{path}" stroke="var(--rule)" '
        'stroke-width="1.2"/>'
    )


def _owner(seat: Seat) -> Iterator[str | Text]:
    """Whose board it is."""
    porcelain, _ = PORCELAINS[seat]
    badge = symbols.show(f"badge-{porcelain}", size=30, at=(38, 31))
    yield f'{badge}<text x="60" y="38" text-anchor="start" {_STYLES["name"]}>'
    yield say("{who}", you="You", who=Who(seat))
    yield "</text>"


def _words(board: Board, reader: Reader, once: _Once) -> str:
    """The lettering, that of one style together."""
    styles: dict[str, str] = {}
    for words in board.words:
        drawn = _lettered(words, reader.language)
        styles[words.style] = styles.get(words.style, "") + drawn
    return "".join(
        once(group(drawn, f'text-anchor="start" {_STYLES[style]}'))
        for style, drawn in styles.items()
    )


@lru_cache(maxsize=2048)
def _lettered(words: Words, language: Language) -> str:
    place = f'x="{num(words.at[0])}" y="{num(words.at[1])}"'
    place += "" if words.anchor == "start" else f' text-anchor="{words.anchor}"'
    return f"<text {place}>{text(Reader(language, ()).read(words.text))}</text>"


def _track(track: Course, once: _Once) -> list[str]:
    return [it if isinstance(it, str) else once(*it) for it in course.draw(track)]


def _plot(plot: Plot, reader: Reader, once: _Once) -> tuple[str, ...]:
    face = plots.face(plot)
    drawn = once(face.base) + face.shown
    if plot.words is not None:
        drawn += plots.written(plot, reader.read(plot.words))
    return (once(drawn),)


def _last(sheet: over.Sheet, spots: Mapping[Key, Spot]) -> str:
    """Brass on the places of what just happened."""
    found = [spots[key] for key in dict.fromkeys(sheet.overprint.last) if key in spots]
    if not found:
        return ""
    drawn = "".join(f'<path d="{_outline(spot, 3)}" {moved(spot.at)}/>' for spot in found)
    style = (
        'fill="var(--last-fill)" fill-opacity=".5" stroke="var(--last)" stroke-width="3" '
        'stroke-dasharray=".1 5.6" stroke-linecap="round"'
    )
    return group(drawn, f'class="last" {style}')


def _outline(spot: Spot, grow: float) -> str:
    """The path of a rectangle with round corners about a place."""
    wide, high, bend = spot.width + 2 * grow, spot.height + 2 * grow, spot.bend + grow
    flat, tall = num(wide - 2 * bend), num(high - 2 * bend)
    turn = num(bend)
    return (
        f"M{num(bend - grow)} {num(-grow)}h{flat}q{turn} 0 {turn} {turn}v{tall}q0 {turn}-{turn} "
        f"{turn}h-{flat}q-{turn} 0-{turn}-{turn}v-{tall}q0-{turn} {turn}-{turn}z"
    )


def _targets(sheet: over.Sheet, spots: Mapping[Key, Spot]) -> tuple[Layer, ...]:
    """The places that may be chosen, at once or after another."""
    found = [target for target in sheet.overprint.targets if target.key in spots]
    first = [target for target in found if target.under is None and sheet.shows(target.key)]
    later = over.grouped(sheet, lambda target: target.key in spots)
    shapes = dict.fromkeys(_shape(spots[target.key]) for target in found)
    numbers = {shape: n for n, shape in enumerate(shapes)}
    drawn = "".join(
        f'<g id="{sheet.ids}on-plot-{n}">{_ring(shape)}</g>' for shape, n in numbers.items()
    )

    def targets(chosen: list[Target]) -> str:
        return "".join(
            group(
                f'<use href="#{sheet.ids}on-plot-{numbers[_shape(spots[target.key])]}"/>'
                + _ghost(spots[target.key]),
                f"{over.attributes(target, sheet.reader)} {moved(spots[target.key].at)}",
            )
            for target in chosen
        )

    below = (over.choice(under, targets(found), sheet) for under, found in later.items())
    return (
        ("rings", f"<defs>{drawn}</defs>" if drawn else ""),
        ("targets", group(targets(first), 'class="targets"')),
        ("choices", "".join(below)),
    )


def _shape(spot: Spot) -> Spot:
    return spot._replace(at=(0.0, 0.0), coming=None)


def _ghost(spot: Spot) -> str:
    """What a page shows under the mouse: the piece that would come."""
    if spot.coming is None:
        return ""
    size = min(spot.width, spot.height) * 0.8
    drawn = signs.row((spot.coming,), (spot.width / 2, spot.height / 2), size)
    return group(drawn, 'class="ghost" display="none"')


def _ring(spot: Spot) -> str:
    """The hit area, the ring and the place of the keyboard's ring."""
    around = f'<path d="{_outline(spot, 4)}" fill="#000" fill-opacity="0"/>'
    drawn = around + over.ring(f'<path d="{_outline(spot, 1)}"', wash=1 if spot.is_bare else 0.3)
    drawn += over.focus(f'<path d="{_outline(spot, 5)}"')
    if not spot.is_bare:
        return drawn
    middle = spot.width / 2, spot.height / 2
    return drawn + group(over.dot(min(spot.width, spot.height) * 0.14), moved(middle))
