"""Crayon maps: parallel lines of several owners, stations with numbers, trains that race.

Lines lie side by side where several owners built; each keeps its side along the way.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from trainshed.core import Reader

from . import symbols
from .hexes import STEPS, centre
from .labels import Box, Name, width
from .layer import Layer, layer, within
from .markup import group, moved, name, num
from .outline import eased
from .scene import Band, Enamel, Flag, Halt, HexMap, Item, Lines, Point, Runner

LINE, KEYLINE, APART = 4.4, 0.75, 4.6
"""How wide a line is, its keyline on each side, and how far apart lines lie."""
_ON: dict[Enamel, tuple[float, str]] = {
    "orange": (1.8, 'stroke-dasharray=".1 5" stroke-linecap="round"'),
    "yellow": (4.4, 'stroke-dasharray="1.6 4"'),
    "green": (1.5, 'stroke-dasharray="6 5"'),
    "sky": (1.4, 'stroke-dasharray="13 4"'),
    "blue": (1.3, ""),
    "violet": (1.6, 'stroke-dasharray="3 3"'),
    "black": (1.3, 'stroke-dasharray="9 3 2 3"'),
}
"""The pattern on a line: how wide, and its dashes; red is plain."""
PLATE, RING, ROUNDEL, HOOP = 8.2, 6.6, 12.6, 18.0
"""Half the height of a station, the radii of a place, of a train, and of the ring of a race."""
CAPSULE = 24.5, 13.0
"""Half the width and height of the ring round a large station."""
_TAG = 15.0
_FIGURE, _SMALL = 10.6, 9.2
_BAND, _WIDER, _CASING = 11.0, 4.4, 3.3
"""How wide the way of a train is, how much wider one under it, and the halo under all."""
_LIFT, _SINK = 20.0, 24.5
"""How far above a station a train stands in its hex, or below it where a flag is above."""
_ABREAST: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-9.5, 0), (9.5, 0)),
    3: ((-10.5, 5), (10.5, 5), (0, -9)),
}
"""Where trains stand that share a hex."""


def bands(items: Sequence[Band], board: HexMap) -> str:
    """The ways before the trains, broad and pale under the lines, each within those before it."""
    last = len(items) - 1
    return "".join(
        _band(item, board, _BAND + _WIDER * (last - n), _CASING if n == 0 else _CASING / 3)
        for n, item in enumerate(items)
    )


def draw(lines: Lines, board: HexMap, ids: str = "") -> tuple[Layer, ...]:
    """Every owner's lines, one owner after another: keyline, enamel, and the pattern on it."""
    drawn = [
        one
        for enamel, path in zip(lines.enamels, paths(lines, board), strict=True)
        if path
        for one in layer(f"line-{enamel}", (_strokes(f"{ids}line-{enamel}", path, enamel),))
    ]
    style = 'class="lines" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return within(drawn, f'<g id="{name(lines.key)}" {style}>')


@lru_cache(maxsize=128)
def paths(lines: Lines, board: HexMap) -> tuple[str, ...]:
    """The path of each owner, its corners cut; the same until somebody builds."""
    return tuple(_path(own, board) for own in _owned(lines, board))


class _Step(NamedTuple):
    """A step of one owner's line, and how far aside of its middle it lies."""

    start: int
    end: int
    aside: Point
    far: float


def _owned(lines: Lines, board: HexMap) -> list[tuple[_Step, ...]]:
    """The steps of each owner."""
    found: list[list[_Step]] = [[] for _ in lines.enamels]
    for (a, b, owners), (x, y) in zip(lines.steps, _sides(lines, board), strict=True):
        for n, owner in enumerate(owners):
            far = (n - (len(owners) - 1) / 2) * APART
            found[owner].append(_Step(a, b, (x * far, y * far), far))
    return [tuple(own) for own in found]


@lru_cache(maxsize=64)
def _path(own: tuple[_Step, ...], board: HexMap) -> str:
    spots = _spots(own, board)
    return "".join(eased([spots[hex_] for hex_ in run]) for run in runs([step[:2] for step in own]))


def runs(own: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Steps joined into unbroken runs of hexes; a run ends where three or more meet."""
    at: dict[int, list[int]] = {}
    for a, b in own:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    left = {(min(a, b), max(a, b)) for a, b in own}
    found = []
    for start in (*(hex_ for hex_, near in at.items() if len(near) != 2), *at):
        for first in at[start]:
            run, here = [start], first
            while (min(run[-1], here), max(run[-1], here)) in left:
                left.remove((min(run[-1], here), max(run[-1], here)))
                run.append(here)
                near = at[here]
                if len(near) == 2:
                    here = near[1] if near[0] == run[-2] else near[0]
            if len(run) > 1:
                found.append(run)
    return found


def points(lines: Lines, board: HexMap) -> list[Point]:
    """Points along the lines, close enough to see what names would hide."""
    hexes = dict.fromkeys(hex_ for a, b, _ in lines.steps for hex_ in (a, b))
    found: list[Point] = [_rounded(board.centre(hex_)) for hex_ in hexes]
    for a, b, _ in lines.steps:
        found += _along(a, b, board)
    return found


@lru_cache(maxsize=16384)
def _along(start: int, end: int, board: HexMap) -> tuple[Point, Point]:
    """Two points between two hexes."""
    (ax, ay), (bx, by) = board.centre(start), board.centre(end)
    near, far = ((ax + (bx - ax) * t, ay + (by - ay) * t) for t in (1 / 3, 2 / 3))
    return _rounded(near), _rounded(far)


def _rounded(point: Point) -> Point:
    return round(point[0]), round(point[1])


@lru_cache(maxsize=4096)
def halt(place: Halt, board: HexMap) -> str:
    """A station's plate, the capsule of a large one, or the ring of a place with its number."""
    if place.kind == "place":
        wide = _half(place)
        body = _pill(wide, RING, RING, 'fill="var(--halo)" stroke="var(--frontier)" ' + _FINE)
        if place.number:
            body += symbols.letters(place.number, "var(--frontier)", size=_SMALL)
    else:
        wide, colour = _half(place), "frontier" if place.kind == "junction" else "map-ink"
        bend = PLATE if place.kind == "junction" else 3.2
        body = _pill(wide + 1.5, PLATE + 1.5, bend + 1.5, 'fill="var(--halo)"')
        body += _pill(wide, PLATE, bend, f'fill="var(--{colour})"')
        body += symbols.letters(place.number, "var(--halo)", size=_FIGURE)
    return _keyed(body, place.key, f"halt {place.kind}", board.centre(place.hex))


def called(place: Halt, board: HexMap) -> Name:
    """The name of a place, to be written beside it."""
    high = RING if place.kind == "place" else PLATE + 1
    reach = _half(place) + 0.5, high
    at, abroad = board.centre(place.hex), place.kind == "place"
    return Name(place.name, at, reach, beside=True, style="abroad" if abroad else "place")


def flag(found: Flag, board: HexMap, reader: Reader, place: Halt | None) -> str:
    """The ring where a race starts or ends, as wide as the place in it, and its word above."""
    words = reader.read(found.words)
    half = width(words, 11.5) / 2 + 6
    wide = HOOP if place is None else HOOP + max(0, _half(place) - PLATE)
    body = _pill(wide, HOOP, HOOP, 'fill="none" stroke="var(--halo)" stroke-width="6.4"')
    body += _pill(wide, HOOP, HOOP, 'fill="none" stroke="var(--map-ink)" stroke-width="2.6"')
    tag = _pill(half + 1.4, _TAG / 2 + 1.4, _TAG / 2 + 1.4, 'fill="var(--halo)"')
    tag += _pill(half, _TAG / 2, _TAG / 2, 'fill="var(--map-ink)"')
    tag += symbols.letters(words, "var(--halo)", size=11)
    body += group(tag, moved((0, -HOOP - _TAG / 2 + 1)))
    return _keyed(body, found.key, "flag", board.centre(found.hex))


def runner(train: Runner, at: Point, board: HexMap, ids: str = "") -> str:
    """A train: an engine in a white roundel, ringed in the enamel of its owners."""
    facing = ""
    if train.heading is not None and centre(STEPS[train.heading], 1, board.grid.tops)[0] < -0.1:
        facing = 'transform="scale(-1 1)"'
    body = f'<use href="#{ids}at-runner" color="var(--{train.enamels[0]})"/>'
    if len(train.enamels) > 1:
        size = num(ROUNDEL - 2.1)
        body += (
            f'<path d="M0-{size}A{size} {size} 0 0 1 0 {size}" fill="none" '
            f'stroke="var(--{train.enamels[1]})" stroke-width="2.6"/>'
        )
    body += group(symbols.show(f"engine-{train.enamels[0]}", size=17, at=(0.3, 0.4)), facing)
    came = ""
    if len(train.way) > 1:
        path = eased([*(board.centre(hex_) for hex_ in train.way[:-1]), at])
        letters = train.key.split(":")[-1]
        came = group(
            f'<path id="{ids}way-{name(letters)}" d="{path}" fill="none"/>',
            f'id="rails:{name(letters)}"',
        )
    return came + _keyed(body, train.key, "engine", at)


def shapes(ids: str) -> str:
    """The roundel of trains, written once."""
    return (
        f'<g id="{ids}at-runner"><circle r="{num(ROUNDEL + 1.7)}" fill="var(--halo)"/>'
        f'<circle r="{num(ROUNDEL)}" fill="var(--town-fill)" stroke="var(--key)" '
        f'stroke-width="1.5"/><circle r="{num(ROUNDEL - 2.1)}" fill="none" '
        'stroke="currentColor" stroke-width="2.6"/></g>'
    )


def stands(items: Iterable[Item], board: HexMap) -> dict[str, Point]:
    """Where each train stands: beside others in its hex, above a station, below a flag's word."""
    items = tuple(items)
    trains: dict[int, list[Runner]] = {}
    for item in items:
        if isinstance(item, Runner):
            trains.setdefault(item.hex, []).append(item)
    if not trains:
        return {}
    stations = {item.hex for item in items if isinstance(item, Halt)}
    flags = {item.hex for item in items if isinstance(item, Flag)}
    found = {}
    for hex_, here in trains.items():
        x, y = board.centre(hex_)
        y += _SINK if hex_ in flags else -_LIFT if hex_ in stations else 0
        for train, (dx, dy) in zip(here, _abreast(len(here)), strict=True):
            found[train.key] = x + dx, y + dy
    return found


def room(item: Halt | Flag, board: HexMap) -> list[Box]:
    """The room that places and flags take; trains pass, and names stay where they are."""
    x, y = board.centre(item.hex)
    if isinstance(item, Halt):
        high = RING if item.kind == "place" else PLATE
        return [_about((x, y), _half(item) + 1, high + 1)]
    half = width(item.words.msgid, 11.5) / 2 + 7
    tag = _about((x, y - HOOP - _TAG / 2 + 1), half, _TAG / 2 + 1)
    return [_about((x, y), HOOP + 1.5, HOOP + 1.5), tag]


_FINE = 'stroke-width="1.3"'


def _about(at: Point, wide: float, high: float) -> Box:
    return Box(at[0] - wide, at[1] - high, at[0] + wide, at[1] + high)


def _half(place: Halt) -> float:
    """Half the width of a place."""
    if place.kind == "place":
        return RING + max(0, len(place.number) - 1) * 2.6
    return max(PLATE, len(place.number) * 3.05 + (4.5 if place.kind == "junction" else 2.4))


def _pill(wide: float, high: float, bend: float, style: str) -> str:
    return (
        f'<rect x="{num(-wide)}" y="{num(-high)}" width="{num(2 * wide)}" '
        f'height="{num(2 * high)}" rx="{num(bend)}" {style}/>'
    )


def _strokes(way: str, path: str, enamel: Enamel) -> str:
    """One path stroked thrice."""
    layers = [("key", LINE + 2 * KEYLINE, ""), (enamel, LINE, "")]
    if enamel in _ON:
        layers.append((f"{enamel}-on", *_ON[enamel]))
    drawn = "".join(
        f'<use href="#{way}" stroke="var(--{colour})" stroke-width="{num(wide)}" {more}/>'
        for colour, wide, more in layers
    )
    return f'<defs><path id="{way}" d="{path}"/></defs>{drawn}'


def _keyed(body: str, key: str, css: str, at: Point) -> str:
    return group(body, f'id="{name(key)}" class="{css}" {moved(at)}')


def _abreast(count: int) -> tuple[Point, ...]:
    return _ABREAST.get(count) or tuple(
        (15 * math.sin(math.tau * n / count), -13 * math.cos(math.tau * n / count))
        for n in range(count)
    )


def _band(item: Band, board: HexMap, wide: float, casing: float) -> str:
    path = eased([board.centre(hex_) for hex_ in item.hexes])
    drawn = "".join(
        f'<path d="{path}" stroke="var(--{colour})" stroke-width="{num(far)}" {more}/>'
        for colour, far, more in (
            ("halo", wide + casing, ""),
            (item.enamel, wide, 'stroke-opacity=".5"'),
        )
    )
    style = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return group(drawn, f'id="{name(item.key)}" class="band" {style}')


def _sides(lines: Lines, board: HexMap) -> list[Point]:
    """For each step, across it towards the side of its later owners, if it has several.

    Where lines go on together they keep their sides, so the side is handed on from step to step,
    first along those that share most owners, then along those that go straight on.
    """
    at: dict[int, list[int]] = {}
    for n, (a, b, owners) in enumerate(lines.steps):
        if len(owners) > 1:
            at.setdefault(a, []).append(n)
            at.setdefault(b, []).append(n)
    across = [_across(board, a, b) for a, b, _ in lines.steps]
    signs: dict[int, int] = {}
    waiting: list[tuple[int, float, int, int]] = []
    for first, (x, y) in enumerate(across):
        if len(lines.steps[first][2]) == 1:
            continue
        waiting.append((0, 0.0, first, 1 if (round(y, 3), round(x, 3)) > (0, 0) else -1))
        while waiting:
            _, _, n, sign = heapq.heappop(waiting)
            if n in signs:
                continue
            signs[n] = sign
            a, b, owners = lines.steps[n]
            for end, on in ((a, -sign), (b, sign)):
                for other in at.get(end, ()):
                    start, _, others = lines.steps[other]
                    shared = sum(owner in others for owner in owners)
                    if other not in signs and shared:
                        turned = on if start == end else -on
                        (ox, oy), (nx, ny) = across[other], across[n]
                        straight = (ox * nx + oy * ny) * turned * sign
                        heapq.heappush(waiting, (-shared, round(-straight, 2), other, turned))
    return [(x * signs.get(n, 1), y * signs.get(n, 1)) for n, (x, y) in enumerate(across)]


def _across(board: HexMap, a: int, b: int) -> Point:
    (ax, ay), (bx, by) = board.centre(a), board.centre(b)
    far = math.hypot(bx - ax, by - ay)
    return (ay - by) / far, (bx - ax) / far


def _spots(own: Iterable[_Step], board: HexMap) -> dict[int, Point]:
    """Where an owner's line passes each hex: as far aside as its steps lie, on the average."""
    aside: dict[int, list[tuple[float, float, float]]] = {}
    for a, b, (x, y), far in own:
        for hex_ in (a, b):
            aside.setdefault(hex_, []).append((x, y, far))
    found = {}
    for hex_, parts in aside.items():
        count = len(parts)
        x, y = sum(part[0] for part in parts) / count, sum(part[1] for part in parts) / count
        far, length = abs(sum(part[2] for part in parts)) / count, math.hypot(x, y)
        if count == 2 and length > 0.1:
            scale = min(1.5, (far / length) ** 2)
            x, y = x * scale, y * scale
        middle = board.centre(hex_)
        found[hex_] = middle[0] + x, middle[1] + y
    return found
