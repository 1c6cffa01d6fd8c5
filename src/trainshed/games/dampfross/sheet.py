"""R21.1 A map file: hexes in rows, rivers on their sides, towns with their numbers.

The format is described in docs/maps.md. Whatever is needed to play stands in the file; no law
knows a map by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct

from trainshed.board.hexes import DIRECTION_NAMES, Hex
from trainshed.core import BadOption, decode_toml

LENGTH = 60_000
"""The most characters that a map file may have."""
WATER, BEYOND, OUTSIDE = "~", "#", "."
"""Sea or lake; land out of play; no hex at all. Letters are regions: capitals are mountains."""
SIDES = DIRECTION_NAMES["flat"]
_NAME = re.compile(r"([A-Z]{1,2})([1-9][0-9]?)")


class Town(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.3 A town: its hex and its station numbers."""

    hex: str
    numbers: tuple[int, ...]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """R10.2, R21.4, R21.5 A place without a number: a connection station, a ski place, a town."""

    hex: str
    kind: Literal["connection", "ski", "town", "crossing"] = "connection"


class Region(Struct, frozen=True, forbid_unknown_fields=True):
    """R5.3, R5.4 A country or state; land that is not home may only be entered at the frontier."""

    name: str
    home: bool = False


class River(Struct, frozen=True, forbid_unknown_fields=True):
    """R4.3, R21.3 A river: the sides of hexes it runs along, such as `H22 SE`."""

    name: str
    sides: tuple[str, ...]
    wide: bool = False


class Barrier(Struct, frozen=True, forbid_unknown_fields=True):
    """R5.3, R21.6 Water that cannot be bridged."""

    name: str
    sides: tuple[str, ...]


class White(Struct, frozen=True, forbid_unknown_fields=True):
    """R5.7 A white line: a chain of hexes."""

    name: str
    path: tuple[str, ...]


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    """R10.2, R10.7, R10.8, R10.9, R10.10 A special goal: hexes, or the frontier of regions.

    A hex written `D24>C24` must be entered from the first of the two.
    """

    name: str
    hexes: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """R2.4 Where companies begin: the towns to choose from, or how many begin in each."""

    towns: tuple[str, ...]
    places: dict[str, dict[str, int]] = {}
    """By the number of companies, how many may begin in each town."""
    one_way: bool = False
    """R3.8 In the first round a company leaves its start town by one side only."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """R21.1 A whole map."""

    title: str
    subtitle: str = ""
    about: str = ""
    """Where it comes from."""
    rules: Literal["laurin", "france"] = "laurin"
    abroad: Literal["frontier", "anywhere", "none"] = "none"
    jumps: int = 0
    """R18.1 With how many companies jumps are usual here, 0 for never."""
    start: Start
    rows: tuple[str, ...]
    regions: dict[str, Region]
    towns: dict[str, Town]
    places: dict[str, Place] = {}
    rivers: tuple[River, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    white: tuple[White, ...] = ()
    special: tuple[Special, ...] = ()
    """Six of them, one for each number of a die, or none."""


def read(text: str) -> Sheet:
    """The map written in a file; a fault of form is named with its place."""
    if len(text) > LENGTH:
        raise BadOption(f"the map has {len(text):,} characters, the most is {LENGTH:,}")
    try:
        return decode_toml(text, Sheet)
    except msgspec.DecodeError as error:
        raise BadOption(f"this is no map of Dampfross: {error}") from None


def hex_name(column: int, row: int) -> str:
    """A hex by its column and row, counted from 0.

    >>> hex_name(19, 24), hex_name(27, 0)
    ('T25', 'AB1')
    """
    high, low = divmod(column, 26)
    letters = chr(ord("A") + low) if not high else chr(ord("A") + high - 1) + chr(ord("A") + low)
    return f"{letters}{row + 1}"


def column_row(name: str) -> tuple[int, int] | None:
    """Column and row of a hex, None if this is not the name of one.

    >>> column_row("T25"), column_row("AB1"), column_row("25T")
    ((19, 24), (27, 0), None)
    """
    found = _NAME.fullmatch(name)
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1, int(found[2]) - 1


def axial(column: int, row: int) -> Hex:
    """The hex of a map with flat tops whose odd columns are pushed half a hex down.

    >>> axial(3, 5)
    Hex(q=3, r=4)
    """
    return Hex(column, row - (column - (column & 1)) // 2)


def write(sheet: Sheet) -> str:
    """The map as a file that people can read and change."""
    lines = [f"title = {_text(sheet.title)}"]
    lines += [
        f"{name} = {_text(value)}"
        for name, value in (("subtitle", sheet.subtitle), ("about", sheet.about))
        if value
    ]
    lines += [f"rules = {_text(sheet.rules)}", f"abroad = {_text(sheet.abroad)}"]
    lines += [f"jumps = {sheet.jumps}"] if sheet.jumps else []
    lines.append("rows = [")
    lines += [f"  {_text(row)}," for row in sheet.rows]
    lines += ["]", "", "[start]", f"towns = {_list(sheet.start.towns)}"]
    if sheet.start.one_way:
        lines.append("one_way = true")
    for companies, places in sheet.start.places.items():
        inside = ", ".join(f"{_text(town)} = {count}" for town, count in places.items())
        lines.append(f"places.{companies} = {{ {inside} }}")
    lines += ["", "[regions]"]
    for letter, region in sheet.regions.items():
        home = ", home = true" if region.home else ""
        lines.append(f"{letter} = {{ name = {_text(region.name)}{home} }}")
    lines += ["", "[towns]"]
    for name, town in sheet.towns.items():
        numbers = ", ".join(map(str, town.numbers))
        lines.append(f"{_text(name)} = {{ hex = {_text(town.hex)}, numbers = [{numbers}] }}")
    if sheet.places:
        lines += ["", "[places]"]
    for name, place in sheet.places.items():
        kind = f", kind = {_text(place.kind)}" if place.kind != "connection" else ""
        lines.append(f"{_text(name)} = {{ hex = {_text(place.hex)}{kind} }}")
    for river in sheet.rivers:
        lines += ["", "[[rivers]]", f"name = {_text(river.name)}"]
        lines += ["wide = true"] if river.wide else []
        lines.append(f"sides = {_list(river.sides)}")
    for barrier in sheet.barriers:
        lines += ["", "[[barriers]]", f"name = {_text(barrier.name)}"]
        lines.append(f"sides = {_list(barrier.sides)}")
    for white in sheet.white:
        lines += ["", "[[white]]", f"name = {_text(white.name)}", f"path = {_list(white.path)}"]
    for special in sheet.special:
        lines += ["", "[[special]]", f"name = {_text(special.name)}"]
        lines += [f"hexes = {_list(special.hexes)}"] if special.hexes else []
        lines += [f"regions = {_list(special.regions)}"] if special.regions else []
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    return msgspec.json.encode(value).decode()


def _list(values: Iterable[str]) -> str:
    """Words in a list, a few on each line."""
    words = [_text(value) for value in values]
    if len(words) <= 8:
        return f"[{', '.join(words)}]"
    rows = [", ".join(words[n : n + 10]) for n in range(0, len(words), 10)]
    return "[\n  " + ",\n  ".join(rows) + ",\n]"
