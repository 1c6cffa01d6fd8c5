"""The tables beside a board in a terminal: places, players, ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trainshed.core import Money, Reader, Seat, Who

from . import ansi
from .scene import PORCELAINS, Emblem, Panel, Row, Scene, Town

EMBLEMS: Mapping[Emblem, str] = {
    "disc": "●",
    "lozenge": "◆",
    "square": "■",
    "triangle": "▲",
    "cross": "✚",
    "bars": "≡",
    "ring": "○",
    "chevron": "ʌ",
}
"""The emblems as letters."""
_DOT = "·"
_ABREAST = 6


def places(scene: Scene, reader: Reader) -> Iterator[str]:
    """The names of the towns on the map, and what the letters of goods mean."""
    towns = [item for item in scene.items if isinstance(item, Town)]
    names = sorted((scene.ground.grid.name[town.hex], town.name) for town in towns)
    cells = [f"{hex_.ljust(3)} {name}" for hex_, name in names]
    rows = [cells[n : n + _ABREAST] for n in range(0, len(cells), _ABREAST)]
    yield from ansi.table(rows, left=_ABREAST)
    goods = [
        f"{symbol.removeprefix('good:')[0]} {reader.read(words)}"
        for symbol, words in scene.ground.legend
        if symbol.startswith("good:")
    ]
    if goods:
        yield "  ".join(goods)


def panels(scene: Scene, reader: Reader) -> list[str]:
    """A line for each player."""
    return ansi.table([_panel(panel, reader) for panel in scene.panels])


def ledger(scene: Scene, reader: Reader) -> Iterator[str]:
    """The table of what everybody holds; who leads has a star."""
    book = scene.ledger
    if book is None:
        return
    heads = (_badge(panel.seat) for panel in scene.panels)
    rows = [["", *heads, *(reader.read(words) for words in book.columns)]]
    rows += [_row(row, reader) for row in book.rows]
    yield f"{ansi.paint(reader.read(book.title), bold=True)}: {reader.read(book.note)}"
    yield from ansi.table(rows)


def _panel(panel: Panel, reader: Reader) -> list[str]:
    name = f"{_badge(panel.seat)} {reader.read(Who(panel.seat))}"
    money = "?" if panel.money is None else reader.read(Money(panel.money))
    figures = (reader.read(figure.title) for figure in panel.figures)
    return [name, ansi.paint(money, bold=True), *figures]


def _row(row: Row, reader: Reader) -> list[str]:
    plate = ansi.paint(row.letters.center(6), ink=f"{row.enamel}-on", paper=row.enamel, bold=True)
    if row.note is not None:
        return [f"{plate} {reader.read(row.note)}"]
    word = "" if row.mark is None else f" {reader.read(row.mark)}"
    cells = [_DOT if count is None else str(count) for count in row.cells]
    stars = ("*" if n in row.leaders else " " for n in range(len(cells)))
    return [plate + word, *map("".join, zip(cells, stars, strict=True))]


def _badge(seat: Seat) -> str:
    porcelain, emblem = PORCELAINS[seat]
    return ansi.paint(f" {EMBLEMS[emblem]} ", ink="p-ink", paper=f"p-{porcelain}")
