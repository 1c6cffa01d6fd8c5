"""A desk: boards side by side, the reader's own large, with spaces, cards, piles and tokens.

Boards are paper, what is printed on them is quiet, pieces are enamel or porcelain. A space that
may be chosen gets the ring of all targets, in its own shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from trainshed.core import Reader, Seat, Who, say

from . import course, signs, symbols
from . import overprint as over
from .markup import group, moved, name, num, text
from .scene import (
    PORCELAINS,
    Board,
    Course,
    Desk,
    Item,
    Key,
    Plot,
    Point,
    Scene,
    Sign,
    Target,
)

_STYLES = {
    "title": 'font-family="var(--serif)" font-size="25" font-weight="600" fill="var(--ink)"',
    "name": 'font-family="var(--serif)" font-size="21" font-weight="600" fill="var(--ink)"',
    "head": 'font-family="var(--serif)" font-size="18" font-weight="600" fill="var(--ink)"',
    "note": 'font-size="16" font-weight="400" fill="var(--ink-2)"',
    "figure": 'font-family="var(--serif)" font-size="19" font-weight="600" fill="var(--ink)"',
}
_LINE = 'stroke="var(--rule-strong)" stroke-width="1.1"'
_LOOKS = {
    "space": f'rx="6" fill="var(--land)" {_LINE}',
    "card": 'rx="6" fill="var(--paper-raised)" stroke="var(--key)" stroke-width="1.4"',
    "back": 'rx="6" fill="var(--tile-green)" stroke="var(--key)" stroke-width="1.4"',
    "tile": 'rx="4" fill="var(--town-fill)" stroke="var(--p-ink)" stroke-width="1.4"',
    "hole": f'rx="4" fill="var(--paper-sunk)" {_LINE} stroke-dasharray="4 3.4"',
    "pill": 'rx="17" fill="var(--violet)" stroke="var(--key)" stroke-width="1.4"',
}
_BEND = 6.0
_TWO = 0.34, 0.77
"""Where the upper and the lower row of a place stand, in parts of its height."""
_SMALL = 14.0
"""The letters on cards."""
_HIGH = 60.0
"""Places that are higher have room to spare."""
_NARROW = 100.0
"""Places that are narrower have no room for signs beside their number."""
_LONG = 110
"""What is longer than this is not drawn twice."""


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

    def __init__(self, ids: str) -> None:
        self._ids = ids
        self._names: dict[str, str] = {}

    def __call__(self, drawn: str, at: Point | None = None) -> str:
        """The drawing, with a name, or that name; at a point where it is not in its place."""
        if len(drawn) >= _LONG and drawn in self._names:
            place = "" if at is None else f' x="{num(at[0])}" y="{num(at[1])}"'
            return f'<use href="#{self._names[drawn]}"{place}/>'
        if len(drawn) >= _LONG:
            found = self._names[drawn] = f"{self._ids}like-{len(self._names)}"
            drawn = f'<g id="{found}">{drawn}</g>'
        return drawn if at is None else group(drawn, moved(at))


def lies(desk: Desk, seat: Seat | None) -> dict[Key, Lie]:
    """Where each board lies for a reader."""
    found = {board.key: Lie(board.at) for board in desk.boards if board.seat is None}
    owned = {board.seat: board.key for board in desk.boards if board.seat is not None}
    first = seat if seat in owned else desk.first
    order = [who for who in owned if who >= first] + [who for who in owned if who < first]
    places = (desk.own, *desk.others)
    return found | {owned[who]: Lie(*place) for who, place in zip(order, places, strict=False)}


def draw(scene: Scene, sheet: over.Sheet) -> str:
    """Everything that lies on a desk, and what may be done there."""
    desk = scene.desk
    assert desk is not None
    lie = lies(desk, sheet.reader.seat)
    on: dict[Key, list[Item]] = {board.key: [] for board in desk.boards}
    for item in scene.items:
        if isinstance(item, Plot | Course):
            on[item.board].append(item)
    spots = {
        item.key: _spot(item, lie[item.board]) for item in scene.items if isinstance(item, Plot)
    }
    for item in scene.items:
        if isinstance(item, Course):
            spots |= {rail.key: _end(item, rail.to, lie[item.board]) for rail in item.rails}
    once = _Once(sheet.ids)
    boards = "".join(
        _board(board, lie[board.key], on[board.key], sheet.reader, once) for board in desk.boards
    )
    body = boards + _last(sheet, spots) + _targets(sheet, spots)
    style = 'font-family="var(--sans)" font-weight="700" text-anchor="middle"'
    return group(body, f'class="position" {style}')


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


def _board(board: Board, lie: Lie, items: list[Item], reader: Reader, once: _Once) -> str:
    body = once(_paper(board))
    if board.acts:
        size = f'width="{num(board.width)}" height="{num(board.height)}"'
        body += f'<rect {size} rx="10" fill="none" stroke="var(--ink)" stroke-width="3"/>'
    body += _words(board, reader, once) + _owner(board, reader)
    for item in items:
        if isinstance(item, Course):
            body += course.draw(item, reader.read(item.title), once)
        elif isinstance(item, Plot):
            body += _plot(item, reader, once)
    place = f"translate({num(lie.at[0])} {num(lie.at[1])})"
    place += f" scale({lie.scale:g})" if lie.scale != 1 else ""
    return group(body, f'id="{name(board.key)}" class="desk-board" transform="{place}"')


def _paper(board: Board) -> str:
    """A sheet in a double frame, with its rules."""
    rules = "".join(f"M{num(x)} {num(y)}h{num(long)}" for (x, y), long in board.rules)
    return (
        f'<rect width="{num(board.width)}" height="{num(board.height)}" rx="10" '
        'fill="var(--paper-raised)" stroke="var(--rule-strong)" stroke-width="1.4"/>'
        f'<rect x="5" y="5" width="{num(board.width - 10)}" height="{num(board.height - 10)}" '
        f'rx="6" fill="none" stroke="var(--rule)"/><path d="{rules}" stroke="var(--rule)" '
        'stroke-width="1.2"/>'
    )


def _owner(board: Board, reader: Reader) -> str:
    """Whose board it is."""
    if board.seat is None:
        return ""
    porcelain, _ = PORCELAINS[board.seat]
    spoken = reader.read(say("{who}", you="You", who=Who(board.seat)))
    badge = symbols.show(f"badge-{porcelain}", size=30, at=(38, 31))
    return badge + (
        f'<text x="60" y="38" text-anchor="start" {_STYLES["name"]}>{text(spoken)}</text>'
    )


def _words(board: Board, reader: Reader, once: _Once) -> str:
    """The lettering, that of one style together."""
    styles: dict[str, str] = {}
    for words in board.words:
        place = f'x="{num(words.at[0])}" y="{num(words.at[1])}"'
        place += "" if words.anchor == "start" else f' text-anchor="{words.anchor}"'
        drawn = f"<text {place}>{text(reader.read(words.text))}</text>"
        styles[words.style] = styles.get(words.style, "") + drawn
    return "".join(
        once(group(drawn, f'text-anchor="start" {_STYLES[style]}'))
        for style, drawn in styles.items()
    )


def _plot(plot: Plot, reader: Reader, once: _Once) -> str:
    body = f"<title>{text(reader.read(plot.title))}</title>"
    drawn = once(_base(plot)) + _figure(plot) + _rows(plot)
    body += once(drawn + ("" if plot.words is None else _written(plot, reader.read(plot.words))))
    shade = ' opacity=".4"' if plot.shut else ""
    return group(body, f'id="{name(plot.key)}" {moved(plot.at)}{shade}')


def _base(plot: Plot) -> str:
    if plot.look == "bare":
        return ""
    if plot.look == "works" and plot.count != 0:
        return _works(plot)
    size = f'width="{num(plot.width)}" height="{num(plot.height)}"'
    look = _LOOKS["hole"] if plot.count == 0 else _LOOKS[plot.look]
    return "".join(
        f'<rect x="{num(2.6 * n)}" y="{num(-2.6 * n)}" {size} {look}/>'
        if n
        else f"<rect {size} {look}/>"
        for n in range(max(1, min(plot.count or 1, 4)) - 1, -1, -1)
    )


def _works(plot: Plot) -> str:
    """A factory: a wall with a saw-tooth roof and a chimney."""
    wide, high = plot.width, plot.height
    tooth, rise = wide * 0.24, high * 0.16
    teeth = f"l{num(tooth)}-{num(rise)}v{num(rise)}" * 3
    top = high * 0.3
    path = (
        f"M0 {num(high)}V{num(top)}{teeth}l{num(wide * 0.05)}-{num(top)}h{num(wide * 0.15)}"
        f"L{num(wide)} {num(top)}V{num(high)}z"
    )
    return (
        f'<path d="{path}" fill="var(--tile-brown)" stroke="var(--key)" stroke-width="1.4" '
        'stroke-linejoin="round"/>'
    )


def _written(plot: Plot, words: str) -> str:
    """Words below the signs of a place, broken into lines."""
    room, lines = int(plot.width / (_SMALL * 0.47)), [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    y = plot.height - 8 - (len(lines) - 1) * _SMALL * 1.12
    drawn = "".join(
        f'<text x="{num(plot.width / 2)}" y="{num(y + n * _SMALL * 1.12)}">{text(line)}</text>'
        for n, line in enumerate(lines)
    )
    return group(drawn, f'font-size="{num(_SMALL)}" font-weight="400" fill="var(--ink)"')


def _figure(plot: Plot) -> str:
    """The number of a card in its corner, or of a pile's tiles below."""
    drawn = ""
    if plot.figure:
        half = _corner(plot)
        at, low, size = num(half + 3), num(half + 3 + half * 0.48), num(half * 1.34)
        drawn += (
            f'<circle cx="{at}" cy="{at}" r="{num(half)}" fill="var(--town-fill)" '
            f'stroke="var(--p-ink)" stroke-width="1.1"/><text x="{at}" y="{low}" '
            f'font-size="{size}" fill="var(--p-ink)">{text(plot.figure)}</text>'
        )
    if plot.count is not None:
        drawn += (
            f'<text x="{num(plot.width / 2)}" y="{num(plot.height + 16)}" font-size="15" '
            f'font-weight="400" fill="var(--ink-2)">×{plot.count}</text>'
        )
    return drawn


def _corner(plot: Plot) -> float:
    """How large the number in the corner is."""
    return 10.5 if plot.height > _HIGH else 8.5


def _rows(plot: Plot) -> str:
    """What a place shows, above what it costs or what stands there."""
    wide, high = plot.width, plot.height
    ink = "p-ink" if plot.look in ("tile", "works", "pill") and plot.count != 0 else "ink"
    narrow = wide < _NARROW and high > _HIGH
    left = 2 * _corner(plot) if plot.figure and not narrow else 0
    middle, room = (wide + left) / 2, wide - (10 if high > _HIGH else 5) - left
    lower = plot.pieces or plot.cost
    if plot.look == "works":
        return signs.row(plot.signs, (middle, high * 0.66), high * 0.5, wide - 6, ink)
    if plot.words is not None:
        return signs.row(plot.signs, (middle, high * 0.29), min(high * 0.37, 36.0), room, ink)
    if not lower:
        size = min(high * (0.5 if high > _HIGH else 0.74), 34.0)
        return signs.row(plot.signs, (middle, high / 2), size, room, ink)
    upper, below = (part * high for part in _TWO)
    upper += _corner(plot) if plot.figure and narrow else 0
    drawn = signs.row(plot.signs, (middle, upper), min(high * 0.4, 32.0), room, ink)
    size = min(high * 0.38, 30.0) if plot.pieces else min(high * 0.24, 20.0)
    return drawn + signs.row(lower, (wide / 2, below), size, wide - 10, ink)


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


def _targets(sheet: over.Sheet, spots: Mapping[Key, Spot]) -> str:
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

    shown = group(targets(first), 'class="targets"')
    shown += "".join(over.choice(under, targets(below), sheet) for under, below in later.items())
    return (f"<defs>{drawn}</defs>" if drawn else "") + shown


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
