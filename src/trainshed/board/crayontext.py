"""A crayon map in a terminal: a line of text for each row, every other column half a hex lower.

A hex shows its station number, its trains, or the emblems of those whose lines pass; else what
land it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import ansi
from .columns import LAND, TARGET
from .hexes import members
from .scene import Enamel, Halt, HexMap, Lines, Overprint, Runner, Scene, Space
from .symbols import ENAMEL_EMBLEMS
from .tables import EMBLEMS

MOUNTAIN, PLACE, TRAIN, MANY = "^", "o", "»", "+"
_MARGIN, _LEAST, _MOST = 3, 2, 4
_DIGITS = re.compile(r"\d+$")


def board(scene: Scene, overprint: Overprint, width: int) -> Iterator[str]:
    """The map, so many columns of text wide."""
    map_ = scene.ground
    grid = map_.grid
    shown = _cells(scene)
    legal = _legal(scene, overprint)
    columns = sorted({hex_.q for hex_ in grid.hex.values()})
    room = max(_LEAST, min(_MOST, (width - _MARGIN) // len(columns)))
    heads: dict[int, str] = {}
    rows: dict[int, dict[int, int]] = {}
    for number in members(map_.land):
        name = grid.name[number]
        row = int(_DIGITS.search(name)[0])  # type: ignore[index]
        heads[grid.hex[number].q] = _DIGITS.sub("", name)
        rows.setdefault(row, {})[grid.hex[number].q] = number
    yield " " * _MARGIN + "".join(heads.get(q, "").ljust(room) for q in columns).rstrip()
    for row in sorted(rows):
        line = str(row).ljust(_MARGIN)
        for q in columns:
            found = rows[row].get(q)
            line += " " * room if found is None else _cell(map_, shown, legal, found, room)
        yield line.rstrip()


def _legal(scene: Scene, overprint: Overprint) -> set[int]:
    keys = {target.key for target in overprint.targets}
    return {
        item.hex
        for item in scene.items
        if isinstance(item, Space | Halt | Runner) and item.key in keys
    }


def _cells(scene: Scene) -> dict[int, list[tuple[str, Enamel | None]]]:
    """What stands on each hex: letters with the enamel they are painted in."""
    shown: dict[int, list[tuple[str, Enamel | None]]] = {}
    for item in scene.items:
        match item:
            case Lines(enamels=enamels, steps=steps):
                passing: dict[int, set[int]] = {}
                for a, b, owners in steps:
                    passing.setdefault(a, set()).update(owners)
                    passing.setdefault(b, set()).update(owners)
                for hex_, found in passing.items():
                    shown[hex_] = [
                        (EMBLEMS[ENAMEL_EMBLEMS[enamels[n]]], enamels[n]) for n in sorted(found)
                    ]
            case Halt(hex=hex_, kind="place"):
                shown.setdefault(hex_, [(PLACE, None)])
            case Halt(hex=hex_, number=number):
                shown[hex_] = [(number[:2], None)]
            case Runner(hex=hex_, enamels=worn):
                before = [part for part in shown.get(hex_, []) if part[0].startswith(TRAIN)]
                signs = "".join(EMBLEMS[ENAMEL_EMBLEMS[enamel]] for enamel in worn)
                shown[hex_] = [*before, (TRAIN + signs if not before else signs, worn[0])]
            case _:
                pass
    return shown


def _cell(
    map_: HexMap,
    shown: dict[int, list[tuple[str, Enamel | None]]],
    legal: set[int],
    number: int,
    room: int,
) -> str:
    """A hex in so many columns."""
    mark = ansi.paint(TARGET, ink="act", bold=True) if number in legal else ""
    parts = shown.get(number)
    if parts is None:
        high = map_.mountains >> number & 1
        words = ansi.paint(MOUNTAIN if high else LAND, ink="hachure" if high else "ink-3")
        return _padded(mark + words, room)
    drawn, left = "", room - ansi.width(mark)
    for n, (words, enamel) in enumerate(parts):
        rest = sum(len(other) for other, _ in parts[n:])
        if rest > left and len(words) + (n + 1 < len(parts)) > left:
            drawn += MANY if left else ""
            break
        ink, paper = (f"{enamel}-on", enamel) if enamel else ("ink", None)
        drawn += ansi.paint(words, ink=ink, paper=paper, bold=True)
        left -= len(words)
    return _padded(mark + drawn, room)


def _padded(words: str, room: int) -> str:
    return words + " " * max(0, room - ansi.width(words))
