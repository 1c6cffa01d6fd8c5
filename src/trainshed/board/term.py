"""A scene in a terminal: hexes on a staggered grid of text, then the tables beside the board.

Everything can be read without colours: towns and engines by their letters, engines with an arrow,
track by small letters, stations by the emblem of their owner, goods by their first letters, and
targets by a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from trainshed.core import Reader

from . import ansi, columns, crayontext, desktext, freighttext, tables
from .columns import ARROWS, LAND, TARGET
from .hexes import DIRECTION_NAMES, Hex, members
from .scene import (
    NOTHING,
    City,
    Enamel,
    Engine,
    HexMap,
    Lines,
    Overprint,
    Rails,
    RouteLine,
    Scene,
    Station,
    Town,
)

OFF, TOWN, FREE = "░", "◎", "◦"
_NAME = re.compile(r"([A-Z]+)(\d+)$")
_MARGIN = 3


class Cell(NamedTuple):
    """What a hex shows: words on enamel or paper, and behind them a station."""

    words: str
    enamel: Enamel | None = None
    house: Station | None = None
    is_city: bool = False


def term(
    scene: Scene,
    *,
    reader: Reader,
    overprint: Overprint = NOTHING,
    width: int = 100,
    colour: bool = True,
) -> str:
    """Draw a scene in text, so many columns wide."""
    reader = replace(reader, show=None)
    draw = columns.board if scene.ground.grid.tops == "flat" else _board
    if any(isinstance(item, Lines) for item in scene.items):
        draw = crayontext.board
    if any(isinstance(item, City) for item in scene.items):
        draw = freighttext.board
    map_ = draw(scene, overprint, width)
    board = [map_, tables.places(scene, reader)]
    if scene.desk is not None:
        board = [desktext.desk(scene, overprint, reader, width)]
    parts = (
        *board,
        tables.panels(scene, reader),
        tables.ledger(scene, reader),
        *(tables.table(table, reader) for table in scene.tables),
    )
    told = ("\n".join(line.rstrip() for line in part) for part in parts)
    text = "\n\n".join(part for part in told if part) + "\n"
    return text if colour else ansi.plain(text)


def _board(scene: Scene, overprint: Overprint, width: int) -> Iterator[str]:
    """The map, a line of text for each row of hexes."""
    board = scene.ground
    shown = _cells(scene)
    targets = {target.key for target in overprint.targets}
    legal = {
        item.hex
        for item in scene.items
        if item.key in targets and not isinstance(item, Rails | RouteLine)
    }
    land = {board.grid.hex[number]: number for number in members(board.land)}
    off = dict.fromkeys(board.off, -1)
    left = min(_half(hex_) for hex_ in land) - 2
    right = max(_half(hex_) for hex_ in land)
    room = max(4, min(6, (width - _MARGIN) * 2 // (right - left + 2)))
    yield _head(board, land, left, room)
    for row in range(min(hex_.r for hex_ in land), max(hex_.r for hex_ in land) + 1):
        line = _row_name(board, land, row).ljust(_MARGIN)
        hexes = sorted(hex_ for hex_ in (*land, *off) if hex_.r == row and _half(hex_) >= left)
        for hex_ in hexes:
            start = _MARGIN + (_half(hex_) - left) * room // 2
            line += " " * (start - ansi.width(line))
            number = land.get(hex_)
            line += (
                ansi.paint(OFF * room, ink="land-off")
                if number is None
                else _drawn(shown.get(number), room, legal=number in legal)
            )
        yield line


def _cells(scene: Scene) -> dict[int, Cell]:
    """What each hex shows; later pieces stand on earlier ones."""
    arrows = [ARROWS[name] for name in DIRECTION_NAMES[scene.ground.grid.tops]]
    shown: dict[int, Cell] = {}
    for item in scene.items:
        match item:
            case Rails(runs=runs, letters=letters, enamel=enamel):
                for bend in (bend for run in runs for bend in run[1:-1]):
                    shown[bend.hex] = Cell(letters.lower(), enamel)
            case Town(hex=hex_, kind="start", letters=letters, enamel=enamel):
                shown[hex_] = Cell(letters, enamel)
            case Town(hex=hex_, kind="city", goods=goods):
                shown[hex_] = Cell("".join(good[0] for good in goods) or "-", is_city=True)
            case Town(hex=hex_):
                shown[hex_] = Cell(TOWN)
            case Station(hex=hex_):
                shown[hex_] = shown.get(hex_, Cell(""))._replace(house=item)
            case Engine(hex=hex_, letters=letters, enamel=enamel, heading=heading):
                arrow = "" if heading is None else arrows[heading]
                before = shown.get(hex_, Cell(""))
                shown[hex_] = before._replace(words=letters + arrow, enamel=enamel)
            case _:
                pass
    return shown


def _drawn(cell: Cell | None, room: int, *, legal: bool) -> str:
    """A hex in so many columns."""
    if cell is None:
        dot = ansi.paint(FREE, ink="act", bold=True) if legal else ansi.paint(LAND, ink="ink-3")
        return ansi.middle(dot, room)
    house = ""
    if cell.house is not None:
        sign = tables.EMBLEMS[cell.house.emblem]
        house = ansi.paint(sign, ink="p-ink", paper=f"p-{cell.house.porcelain}")
    mark = ansi.paint(TARGET, ink="act", bold=True) if legal else ""
    if cell.is_city:
        return ansi.middle((mark or "[") + ansi.paint(cell.words, bold=True) + "]", room)
    words = _short(cell.words, room - ansi.width(house) - ansi.width(mark))
    if cell.enamel is not None:
        words = ansi.paint(words, ink=f"{cell.enamel}-on", paper=cell.enamel, bold=True)
    return ansi.middle(mark + words + house, room)


def _short(words: str, room: int) -> str:
    """Letters that must make room keep what stands last: the arrow of an engine."""
    return words if len(words) <= room else words[: room - 1] + words[-1]


def _head(board: HexMap, land: Mapping[Hex, int], left: int, room: int) -> str:
    """The numbers of the columns, above the hexes of the rows that are not shifted."""
    first = min(hex_.r for hex_ in land)
    line = ""
    numbers: dict[int, str] = {}
    for hex_, number in land.items():
        found = _NAME.match(board.grid.name[number])
        if found and (hex_.r - first) % 2 == 0:
            numbers.setdefault(_half(hex_), found[2])
    for half, name in sorted(numbers.items()):
        start = _MARGIN + (half - left) * room // 2
        line = line.ljust(start) + ansi.middle(name, room)
    return line


def _row_name(board: HexMap, land: Mapping[Hex, int], row: int) -> str:
    for hex_, number in land.items():
        found = _NAME.match(board.grid.name[number])
        if hex_.r == row and found:
            return found[1]
    return ""


def _half(hex_: Hex) -> int:
    """How far east a hex lies, in halves of a hex."""
    return 2 * hex_.q + hex_.r
