"""The tables beside a board in a terminal: places, players, ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trainshed.core import Mark, Money, Reader, Who

from . import ansi
from .scene import (
    PORCELAINS,
    City,
    Emblem,
    Goods,
    Halt,
    Holding,
    Panel,
    Row,
    Scene,
    Table,
    Tile,
    Town,
)
from .symbols import CUBES, ENAMEL_EMBLEMS

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
_DOT, _NONE = "·", "∅"
_ABREAST, _WIDE = 6, 132


def places(scene: Scene, reader: Reader) -> Iterator[str]:
    """The names of the towns on the map, and what the letters of goods mean."""
    kinds = Town | Tile | Halt | City
    towns = [item for item in scene.items if isinstance(item, kinds) and item.name]
    names = sorted((scene.ground.grid.name[town.hex], _named(town)) for town in towns)
    cities = [town for town in towns if isinstance(town, City)]
    if cities:
        order = sorted(cities, key=lambda city: city.hex)
        names = [(scene.ground.grid.name[city.hex], _named(city)) for city in order]
    cells = [f"{hex_.ljust(3)} {name}" for hex_, name in names]
    abreast = min(_ABREAST, max(1, _WIDE // max(map(len, cells), default=1)))
    rows = [cells[n : n + abreast] for n in range(0, len(cells), abreast)]
    yield from ansi.table(rows, left=abreast)
    goods = [
        f"{symbol.removeprefix('good:')[0]} {reader.read(words)}"
        for symbol, words in scene.ground.legend
        if symbol.startswith("good:")
    ]
    if cities:
        goods = [_cube(kind, reader) for kind in CUBES]
    if goods:
        yield "  ".join(goods)


def table(found: Table, reader: Reader) -> Iterator[str]:
    """A table; a star is before what counts now, a dash before what is past."""
    yield ansi.paint(reader.read(found.title), bold=True)
    rows = [["", *(reader.read(words) for words in found.columns)]]
    for line in found.lines:
        sign = "*" if line.current else "-" if line.past else " "
        cells = ["" if words is None else reader.read(words) for words in line.cells]
        cells = [_struck(words) if n in line.struck else words for n, words in enumerate(cells)]
        rows.append([sign + ("" if line.plate is None else line.plate.letters), *cells])
    right = [n for n, figure in enumerate(found.figures) if figure]
    widths = [max(ansi.width(row[n + 1]) for row in rows) for n in range(len(found.columns))]
    for row in rows:
        for n in right:
            row[n + 1] = row[n + 1].rjust(widths[n])
    yield from ansi.table(rows, left=len(found.columns) + 1)


def panels(scene: Scene, reader: Reader) -> list[str]:
    """A line for each player."""
    return ansi.table([_panel(panel, reader, scene.currency) for panel in scene.panels])


def ledger(scene: Scene, reader: Reader) -> Iterator[str]:
    """The table of what everybody holds; who leads has a star."""
    book = scene.ledger
    if book is None:
        return
    heads = (_badge(panel) for panel in scene.panels)
    rows = [["", *heads, *(reader.read(words) for words in book.columns)]]
    rows += [_row(row, reader) for row in book.rows]
    yield f"{ansi.paint(reader.read(book.title), bold=True)}: {reader.read(book.note)}"
    yield from ansi.table(rows)


def _cube(goods: Goods, reader: Reader) -> str:
    """The letter of a cube on its enamel, and the name of it."""
    enamel, letter = CUBES[goods]
    sign = ansi.paint(f" {letter} ", ink=f"{enamel}-on", paper=enamel, bold=True)
    return f"{sign} {reader.read(Mark('cube', goods))}"


def _named(town: Town | Tile | Halt | City) -> str:
    if isinstance(town, Town):
        return town.name
    if isinstance(town, City):
        cubes = "".join(CUBES[goods][1] for _, goods in town.cubes)
        return f"{town.name} {cubes or _NONE}"
    if isinstance(town, Halt):
        return f"{town.name} {town.number}".rstrip()
    standing = [plate.letters for circle in town.circles for plate in circle.stations]
    return f"{town.name} ({', '.join(standing)})" if standing else town.name


def _panel(panel: Panel, reader: Reader, currency: str) -> list[str]:
    name = f"{_badge(panel)} {reader.read(Who(panel.seat))}"
    money = "?" if panel.money is None else reader.read(Money(panel.money, currency))
    figures = (reader.read(figure.title) for figure in panel.figures)
    held = (_holding(holding) for holding in panel.holdings)
    marks = [reader.read(words) for words in panel.marks]
    more = ["  ".join((*held, *marks))] if panel.holdings or marks else []
    return [name, ansi.paint(money, bold=True), *figures, *more]


def _holding(holding: Holding) -> str:
    """Letters, how many, and a star for who decides."""
    count = f"×{holding.count}" if holding.count > 1 else ""
    return f"{holding.plate.letters}{count}{'*' if holding.leads else ''}"


def _row(row: Row, reader: Reader) -> list[str]:
    plate = ansi.paint(row.letters.center(6), ink=f"{row.enamel}-on", paper=row.enamel, bold=True)
    if row.note is not None:
        return [f"{plate} {reader.read(row.note)}"]
    word = "" if row.mark is None else f" {reader.read(row.mark)}"
    cells = [_DOT if count is None else str(count) for count in row.cells]
    stars = ("*" if n in row.leaders else " " for n in range(len(cells)))
    return [plate + word, *map("".join, zip(cells, stars, strict=True))]


def _badge(panel: Panel) -> str:
    """A player's emblem on what he wears."""
    if panel.enamel is not None:
        sign = EMBLEMS[ENAMEL_EMBLEMS[panel.enamel]]
        return ansi.paint(f" {sign} ", ink=f"{panel.enamel}-on", paper=panel.enamel)
    porcelain, emblem = PORCELAINS[panel.seat]
    return ansi.paint(f" {EMBLEMS[emblem]} ", ink="p-ink", paper=f"p-{porcelain}")


def _struck(words: str) -> str:
    """Words that are crossed out, in letters alone."""
    return f"×{words}"
