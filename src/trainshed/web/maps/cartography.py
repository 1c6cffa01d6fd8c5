"""A map of Dampfross on its way between a file, the page that edits it, and the drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from trainshed.board import sheet as ground_sheet
from trainshed.board import svg, symbols
from trainshed.board.hexes import STEPS, Hex
from trainshed.board.scene import Halt, Scene
from trainshed.board.theme import Theme, style_sheet
from trainshed.core import BadOption, Language, Place, Reader, Text, decode_json, say
from trainshed.games.dampfross import lay
from trainshed.games.dampfross.box import Board
from trainshed.games.dampfross.scene import numbers
from trainshed.games.dampfross.sheet import (
    BEYOND,
    LENGTH,
    OUTSIDE,
    SIDES,
    WATER,
    Barrier,
    Region,
    River,
    Sheet,
    White,
    axial,
    hex_name,
    write,
)
from trainshed.games.dampfross.survey import SIZE, faults

_HEX = re.compile(r"\b(?:hex|side) ([A-Z]{1,2}[1-9][0-9]?)\b")
_PAIR = re.compile(r"\b([A-Z]{1,2}[1-9][0-9]?) and [A-Z]{1,2}[1-9][0-9]? are not neighbours")
_NAMED = re.compile(r'^(town|place) "(.+?)"')
_QUOTED = re.compile(r'"([^"]*)"')
_REGION = re.compile(r'region "([a-z])"')


class Fault(Struct, frozen=True):
    """What keeps a map from being played, as a sentence, and the hex where it is."""

    text: str
    hex: str = ""


class Drawing(Struct, frozen=True):
    """A map as a page shows it: the ground, what stands on it, how large it is."""

    ground: str
    position: str
    width: float
    height: float
    origin: tuple[float, float]
    radius: float


def received(body: bytes) -> Sheet:
    """The map that an editor has sent; BadOption names what is wrong with its form."""
    try:
        sheet = decode_json(body, Sheet)
    except msgspec.DecodeError as error:
        raise BadOption(f"this is no map of Dampfross: {error}") from None
    size = len(write(sheet))
    if size > LENGTH:
        raise BadOption(f"the map has {size:,} characters, the most is {LENGTH:,}")
    return sheet


def judged(sheet: Sheet) -> list[Fault]:
    """Every fault of a map, each with its place."""
    return [Fault(_sentence(text), where(text, sheet)) for text in faults(sheet)]


def _sentence(text: str) -> str:
    quoted = _QUOTED.sub("“\\1”", text)
    return f"{quoted[:1].upper()}{quoted[1:]}."


def where(text: str, sheet: Sheet) -> str:
    """The hex that a fault is about; nothing where it is about the whole map."""
    if found := _HEX.search(text) or _PAIR.search(text):
        return found[1]
    if named := _NAMED.search(text):
        things = sheet.towns if named[1] == "town" else sheet.places
        return things[named[2]].hex if named[2] in things else ""
    if region := _REGION.search(text):
        return next((name for name, sign in _signs(sheet) if sign.lower() == region[1]), "")
    return ""


def drawing(sheet: Sheet, language: Language) -> Drawing:
    """A map, with faults or without."""
    scene = _scene(sheet)
    reader, board = Reader(language, ()), scene.ground
    return Drawing(
        ground=ground_sheet(board, reader=reader),
        position=svg(scene, reader=reader, ground="none"),
        width=board.width,
        height=board.height,
        origin=board.origin,
        radius=board.radius,
    )


def picture(sheet: Sheet, language: Language, theme: Theme | None) -> str:
    """A map as a drawing that stands alone; without a theme it has the colours of its page."""
    return alone(svg(_scene(sheet), reader=Reader(language, ()), theme=theme), theme)


def alone(drawn: str, theme: Theme | None) -> str:
    """A drawing with the symbols and colours that it needs where no page gives them."""
    if theme is not None:
        return drawn
    head, _, body = drawn.partition(">")
    return f"{head}><style>{style_sheet()}</style>{symbols.used(drawn)}{body}"


def _scene(sheet: Sheet) -> Scene:
    board = Board("drawn", sound(sheet), white=True)
    return Scene(ground=lay.ground(board), items=tuple(_halts(board)))


def _halts(board: Board) -> Iterator[Halt]:
    """Towns, also those without a number, and places with those of their special destinations."""
    number = board.grid.number
    for name, town in board.sheet.towns.items():
        yield Halt(
            key=f"town:{name}",
            hex=number[town.hex],
            kind="junction" if len(town.numbers) > 1 else "station",
            name=name,
            number=numbers(town.numbers) if town.numbers else "?",
            title=_title(town.hex, name),
        )
    goals = lay.specials(board)
    for name, place in board.sheet.places.items():
        shown = "·".join(map(str, goals.get(number[place.hex], ())))
        title = _title(place.hex, name)
        yield Halt(f"place:{name}", number[place.hex], "place", name, shown, title)


def _title(hex_: str, name: str) -> Text:
    return say("{hex}, {town}", hex=Place(hex_), town=Place(name))


def sound(sheet: Sheet) -> Sheet:
    """The part of a map that can be drawn, whatever else is wrong with it."""
    width = min(max(map(len, sheet.rows), default=1), SIZE)
    rows = tuple(
        "".join(_known(sign, sheet) for sign in row[:width]).ljust(width, OUTSIDE)
        for row in sheet.rows[:SIZE] or (OUTSIDE,)
    )
    regions = sheet.regions
    if not any(sign.isalpha() for row in rows for sign in row):  # one hex at least must be land
        rows = (f"a{rows[0][1:]}", *rows[1:])
        regions = {"a": Region(""), **regions}
    found = replace(sheet, rows=rows, regions=regions)
    land = {
        hex_name(column, row): axial(column, row)
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign.isalpha()
    }
    towns = {name: town for name, town in sheet.towns.items() if town.hex in land}
    taken = {town.hex for town in towns.values()}
    places = {
        name: place
        for name, place in sheet.places.items()
        if place.hex in land and place.hex not in taken
    }
    special = tuple(
        replace(
            one,
            hexes=tuple(text for text in one.hexes if land.keys() >= set(text.split(">"))),
            regions=tuple(letter for letter in one.regions if letter in sheet.regions),
        )
        for one in sheet.special
    )
    return replace(
        found,
        start=replace(
            sheet.start, towns=tuple(name for name in sheet.start.towns if name in towns)
        ),
        towns=towns,
        places=places,
        rivers=tuple(
            River(river.name, _sound_sides(river.sides, land), river.wide) for river in sheet.rivers
        ),
        barriers=tuple(Barrier(it.name, _sound_sides(it.sides, land)) for it in sheet.barriers),
        white=tuple(
            White(line.name, two)
            for line in sheet.white
            for two in pairwise(line.path)
            if land.keys() >= set(two) and _beside(land[two[0]], land[two[1]])
        ),
        special=special,
    )


def _known(sign: str, sheet: Sheet) -> str:
    """A sign that can be drawn."""
    if sign in (WATER, BEYOND, OUTSIDE):
        return sign
    is_land = sign.isascii() and sign.isalpha() and sign.lower() in sheet.regions
    return sign if is_land else BEYOND


def _signs(sheet: Sheet) -> Iterator[tuple[str, str]]:
    for row, line in enumerate(sheet.rows):
        for column, sign in enumerate(line):
            yield hex_name(column, row), sign


def _sound_sides(sides: tuple[str, ...], land: Mapping[str, Hex]) -> tuple[str, ...]:
    """The sides that lie between two hexes of land."""
    there = set(land.values())
    found = []
    for side in dict.fromkeys(sides):
        name, _, way = side.partition(" ")
        if name in land and way in SIDES and _step(land[name], SIDES.index(way)) in there:
            found.append(side)
    return tuple(found)


def _step(hex_: Hex, direction: int) -> Hex:
    return Hex(hex_.q + STEPS[direction].q, hex_.r + STEPS[direction].r)


def _beside(one: Hex, other: Hex) -> bool:
    return other in [_step(one, direction) for direction in range(6)]
