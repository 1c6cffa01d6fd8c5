"""A map of links and cubes in a terminal: a line of text for each row of hexes.

A city shows the letter of what it demands and how many cubes wait there, track the emblem of its
owner, a crossing both, an unfinished link a small mark behind it; else what land it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from . import ansi
from .columns import LAND, TARGET
from .hexes import Hex
from .scene import City, Enamel, Gate, Handle, Journey, Link, Overprint, Scene, Space
from .symbols import CUBES, ENAMEL_EMBLEMS
from .tables import EMBLEMS

HILL, RIVER, OFF, ANY, EMPTY, WEST, OPEN = "^", "~", "░", "-", "∅", "←", "…"
_MARGIN, _LEAST, _MOST = 3, 3, 6
_NAME = re.compile(r"([A-Z]+)(\d+)$")

_Part = tuple[str, str | None, str | None]
"""Words, their ink and their paper."""


def board(scene: Scene, overprint: Overprint, width: int) -> Iterator[str]:
    """The map, so many columns of text wide if that is enough."""
    map_ = scene.ground
    grid = map_.grid
    shown, legal = _cells(scene), _legal(scene, overprint)
    rows: dict[int, list[tuple[int, int]]] = {}
    for number, hex_ in grid.hex.items():
        rows.setdefault(hex_.r, []).append((_half(hex_), number))
    left = min(half for row in rows.values() for half, _ in row)
    right = max(half for row in rows.values() for half, _ in row)
    room = max(_LEAST, min(_MOST, (width - _MARGIN) * 2 // (right - left + 2)))
    off = set(map_.outside) | set(map_.off)
    rivers = {cell for river in map_.waters for cell in river.hexes}
    yield _head(rows, grid.name, left, room)
    for row in sorted(rows):
        line = _letters(grid.name[rows[row][0][1]]).ljust(_MARGIN)
        for half, number in sorted(rows[row]):
            start = _MARGIN + (half - left) * room // 2
            line += " " * (start - ansi.width(line))
            if grid.hex[number] in off:
                line += ansi.paint(OFF * room, ink="land-off")
            elif map_.land >> number & 1 or number in shown:
                land = _land(number, map_.hills, rivers)
                line += _drawn(shown.get(number, [land]), room, legal=number in legal)
        yield line.rstrip()


def _cells(scene: Scene) -> dict[int, list[_Part]]:
    """What stands on each hex."""
    shown: dict[int, list[_Part]] = {}
    for item in scene.items:
        match item:
            case Link(bends=bends, enamel=enamel, end=end):
                for bend in bends:
                    part = _on(EMBLEMS[ENAMEL_EMBLEMS[enamel]], enamel)
                    shown[bend.hex] = [*shown.get(bend.hex, []), part]
                if end is None:
                    shown[bends[-1].hex].append((OPEN, enamel, None))
            case Gate(hex=hex_, enamel=worn):
                sign = "" if worn is None else EMBLEMS[ENAMEL_EMBLEMS[worn]]
                shown[hex_] = [_on(WEST + sign, worn) if worn else (WEST, "ink-3", None)]
            case City(hex=hex_):
                shown[hex_] = [_city(item)]
            case _:
                pass
    return shown


def _on(words: str, enamel: Enamel) -> _Part:
    return words, f"{enamel}-on", enamel


def _city(city: City) -> _Part:
    """What it demands, and how many cubes wait."""
    count = str(len(city.cubes)) if city.cubes else EMPTY
    if city.demands is None:
        return ANY + count, "p-ink", "tile-grey"
    enamel, letter = CUBES[city.demands]
    return _on(letter + count, enamel)


def _legal(scene: Scene, overprint: Overprint) -> set[int]:
    """The hexes of what may be clicked."""
    keys = {target.key for target in overprint.targets}
    found: set[int] = set()
    for item in scene.items:
        match item:
            case City(key=key, hex=hex_, cubes=cubes):
                if key in keys or any(cube in keys for cube, _ in cubes):
                    found.add(hex_)
            case Space(key=key, hex=hex_) | Gate(key=key, hex=hex_) | Handle(key=key, hex=hex_):
                found.update([hex_] if key in keys else ())
            case Link(key=key, bends=bends, badge=badge):
                found.update([bends[badge].hex] if key in keys else ())
            case Journey(key=key, goal=goal):
                found.update([goal] if key in keys else ())
            case _:
                pass
    return found


def _land(number: int, hills: int, rivers: set[int]) -> _Part:
    if hills >> number & 1:
        return HILL, "hachure", None
    return (RIVER, "river", None) if number in rivers else (LAND, "ink-3", None)


def _drawn(parts: list[_Part], room: int, *, legal: bool) -> str:
    """A hex in so many columns."""
    words = ansi.paint(TARGET, ink="act", bold=True) if legal else ""
    for text, ink, paper in parts:
        if ansi.width(words) + len(text) <= room:
            words += ansi.paint(text, ink=ink, paper=paper, bold=paper is not None)
    return ansi.middle(words, room)


def _head(
    rows: Mapping[int, list[tuple[int, int]]], names: Mapping[int, str], left: int, room: int
) -> str:
    """The numbers of the columns, above the first row."""
    line = " " * _MARGIN
    for half, number in sorted(rows[min(rows)]):
        found = _NAME.match(names[number])
        line = line.ljust(_MARGIN + (half - left) * room // 2)
        line += ansi.middle(found[2] if found else "", room)
    return line.rstrip()


def _letters(name: str) -> str:
    found = _NAME.match(name)
    return found[1] if found else ""


def _half(hex_: Hex) -> int:
    """How far east a hex lies, in halves of a hex."""
    return 2 * hex_.q + hex_.r
