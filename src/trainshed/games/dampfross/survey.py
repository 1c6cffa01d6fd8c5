"""R21.7 The survey of a map: every fault with its place, so that people can mend their own maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec.structs import replace

from trainshed.board.hexes import STEPS
from trainshed.core import BadOption

from .box import SIX, Board
from .sheet import (
    BEYOND,
    OUTSIDE,
    SIDES,
    WATER,
    Barrier,
    Sheet,
    White,
    axial,
    column_row,
    hex_name,
    read,
)

SIZE = 60
"""The most rows, and the most hexes in a row."""
MANY = 200
"""The most rivers, barriers, white lines or places."""
TOWNS = range(12, 61)
COMPANIES = range(2, 7)
NAME, TEXT = 60, 1000
"""The longest name, and the longest text about a map."""
NUMBERS = tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def survey(text: str) -> list[str]:
    """R21.7 Every fault of the map written in `text`; one that cannot be read has a single one."""
    try:
        return list(faults(read(text)))
    except BadOption as error:
        return [str(error)]


def checked(text: str) -> Sheet:
    """R21.7 The map written in `text`, which must be without a fault."""
    sheet = read(text)
    first, *more = [*faults(sheet), ""]
    if first:
        others = len(more) - 1
        also = f" (and {others} more {'fault' if others == 1 else 'faults'})" if others else ""
        raise BadOption(f"the map cannot be played: {first}{also}")
    return sheet


def faults(sheet: Sheet) -> Iterator[str]:
    """R21.1 Everything that keeps a map from being played, as sentences without a full stop."""
    yield from _texts(sheet)
    size = list(_size(sheet))
    yield from size
    if not size:
        yield from _Survey(sheet).faults()


def _texts(sheet: Sheet) -> Iterator[str]:
    """Titles and names that are missing, too long, or cannot be shown."""
    for what, text, longest in (
        ("the title", sheet.title, NAME),
        ("the subtitle", sheet.subtitle, 2 * NAME),
        ("the text about the map", sheet.about.replace("\n", " "), TEXT),
    ):
        if what == "the title" and not text.strip():
            yield "the title is empty"
        yield from _name(what, text, longest)
    named: list[tuple[str, Iterable[str]]] = [
        ("town", sheet.towns),
        ("place", sheet.places),
        ("region", (region.name for region in sheet.regions.values())),
        ("river", (river.name for river in sheet.rivers)),
        ("barrier", (barrier.name for barrier in sheet.barriers)),
        ("white line", (line.name for line in sheet.white)),
        ("special destination", (special.name for special in sheet.special)),
    ]
    for what, names in named:
        for number, name in enumerate(names, 1):
            if name.strip():
                yield from _name(f"{what} {_quoted(name)}: the name", name, NAME)
            else:
                yield f"{what} number {number} has no name"


def _name(what: str, text: str, longest: int) -> Iterator[str]:
    if len(text) > longest:
        yield f"{what} has {len(text)} characters, the most is {longest}"
    if not text.isprintable():
        yield f"{what} has a character that cannot be shown"


def _size(sheet: Sheet) -> Iterator[str]:
    """A map that is too small or too large to be looked at any further."""
    width = len(sheet.rows[0]) if sheet.rows else 0
    if not width:
        yield "the map has no hexes"
    if len(sheet.rows) > SIZE:
        yield f"the map has {len(sheet.rows)} rows, the most is {SIZE}"
    if width > SIZE:
        yield f"the first row has {width} hexes, the most is {SIZE}"
    for number, row in enumerate(sheet.rows, 1):
        if len(row) != width:
            yield f"row {number} has {len(row)} hexes, the first row has {width}"
    for what, things in (
        ("rivers", sheet.rivers),
        ("barriers", sheet.barriers),
        ("white lines", sheet.white),
        ("places", sheet.places),
    ):
        if len(things) > MANY:
            yield f"the map has {len(things)} {what}, the most is {MANY}"
    if len(sheet.towns) not in TOWNS:
        count, least, most = len(sheet.towns), TOWNS[0], TOWNS[-1]
        yield f"the map has {count} towns, it needs {least} to {most}"


class _Survey:
    """A map of a good size, looked at hex by hex."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.sign = {
            hex_name(column, row): sign
            for row, line in enumerate(sheet.rows)
            for column, sign in enumerate(line)
        }
        self.at = {axial(*place): name for name in self.sign if (place := column_row(name))}
        self.hex = {name: hex_ for hex_, name in self.at.items()}

    def faults(self) -> Iterator[str]:
        """In the order of the file; what cannot be reached comes last."""
        ground = list(self.ground())
        yield from ground
        yield from self.regions()
        yield from self.start()
        yield from self.towns()
        yield from self.numbers()
        yield from self.places()
        yield from self.sides()
        yield from self.white()
        yield from self.special()
        if not ground:
            yield from self.reach()

    # what a hex is

    def land(self, name: str) -> bool:
        """Whether one can build there."""
        return self.known(self.sign.get(name, OUTSIDE))

    def known(self, sign: str) -> bool:
        """Whether a sign is a region's letter."""
        return sign.isascii() and sign.isalpha() and sign.lower() in self.sheet.regions

    def region(self, name: str) -> str:
        """The letter of its region."""
        return self.sign[name].lower()

    def home(self, name: str) -> bool:
        region = self.sheet.regions[self.region(name)]
        return region.home or self.sheet.abroad == "anywhere"

    def kind(self, name: str) -> str:
        """What stands in the way on a hex that is no land."""
        match self.sign[name]:
            case "~":
                return "is water"
            case "#":
                return "is out of play"
            case ".":
                return "is no hex of the map"
        return f"has the unknown sign {_quoted(self.sign[name])}"

    def no_land(self, name: str) -> str:
        """Why one cannot build on a hex; nothing if one can."""
        if name not in self.sign:
            return f"hex {_quoted(name, bare=True)} is not on the map"
        return "" if self.land(name) else f"hex {name} {self.kind(name)}"

    def beside(self, name: str, direction: int) -> str | None:
        hex_, step = self.hex[name], STEPS[direction]
        return self.at.get(type(hex_)(hex_.q + step.q, hex_.r + step.r))

    def neighbours(self, one: str, other: str) -> bool:
        return other in (self.beside(one, direction) for direction in SIX)

    # what a file may get wrong

    def ground(self) -> Iterator[str]:
        """R1.2 Signs that are neither a region nor water."""
        for number, row in enumerate(self.sheet.rows, 1):
            for sign in dict.fromkeys(row):
                if sign in (WATER, BEYOND, OUTSIDE) or self.known(sign):
                    continue
                hex_ = hex_name(row.index(sign), number - 1)
                what = "region" if sign.isascii() and sign.isalpha() else "kind of hex"
                yield f"row {number}, hex {hex_}: there is no {what} {_quoted(sign)}"

    def regions(self) -> Iterator[str]:
        """R5.3, R5.6 Regions that have no hexes, or that the map cannot have."""
        sheet = self.sheet
        used = {sign.lower() for row in sheet.rows for sign in row}
        for letter, region in sheet.regions.items():
            what = f"region {_quoted(letter)} ({_quoted(region.name, bare=True)})"
            if len(letter) != 1 or letter not in _LETTERS:
                yield f"{what}: its sign must be one small letter from a to z"
            elif letter not in used and not region.home:
                yield f"{what} has no hex"
            if sheet.abroad == "none" and not region.home:
                yield f'{what} is not home, but abroad = "none" says that nothing is'
        if sheet.abroad != "anywhere" and not any(r.home for r in sheet.regions.values()):
            yield "no region is home"
        if sheet.abroad == "frontier" and all(r.home for r in sheet.regions.values()):
            yield 'every region is home, but abroad = "frontier" says that one is not'

    def start(self) -> Iterator[str]:
        """R2.4, R2.6 Start towns."""
        start, towns = self.sheet.start, self.sheet.towns
        if not start.towns:
            yield "there is no start town"
        yield from (
            f"start: there is no town {_quoted(name)}" for name in start.towns if name not in towns
        )
        for name, count in Counter(start.towns).items():
            if count > 1:
                yield f"start: {_quoted(name)} is named {count} times"
        for companies, places in start.places.items():
            what = f"start, places.{_quoted(companies, bare=True)}"
            if companies not in map(str, COMPANIES):
                least, most = COMPANIES[0], COMPANIES[-1]
                yield f"{what}: the number of companies must be {least} to {most}"
            elif sum(places.values()) != int(companies):
                total = _figure(sum(places.values()))
                yield f"{what}: the places add up to {total}, not to {companies}"
            for name, count in places.items():
                if name not in start.towns:
                    yield f"{what}: {_quoted(name)} is no start town"
                if count < 0:
                    yield f"{what}: {_quoted(name)} cannot have {_figure(count)} places"

    def towns(self) -> Iterator[str]:
        """R1.3 Towns stand on home plains, each on a hex of its own."""
        for name, town in self.sheet.towns.items():
            what = f"town {_quoted(name)}"
            if wrong := self.no_land(town.hex):
                yield f"{what}: {wrong}"
            elif self.sign[town.hex].isupper():
                yield f"{what}: hex {town.hex} is a mountain"
            elif not self.home(town.hex):
                country = self.sheet.regions[self.region(town.hex)].name
                yield f"{what}: hex {town.hex} is abroad, in {_quoted(country)}"

    def numbers(self) -> Iterator[str]:
        """R1.3, R21.2 Each of the 36 numbers stands at a town, or at several."""
        for name, town in self.sheet.towns.items():
            if not town.numbers:
                yield f"town {_quoted(name)} has no number"
            for number, count in Counter(town.numbers).items():
                if number not in NUMBERS:
                    yield (
                        f"town {_quoted(name)}: {_figure(number)} is no number of two dice "
                        "(11 to 66, with the digits 1 to 6)"
                    )
                if count > 1:
                    yield f"town {_quoted(name)} has the number {_figure(number)} {count} times"
        there = {number for town in self.sheet.towns.values() for number in town.numbers}
        yield from (f"no town has the number {n}" for n in NUMBERS if n not in there)

    def places(self) -> Iterator[str]:
        """R7.3 Places stand on land, where no town or other place is."""
        for name, place in self.sheet.places.items():
            if wrong := self.no_land(place.hex):
                yield f"place {_quoted(name)}: {wrong}"
            if name in self.sheet.towns:
                yield f"{_quoted(name)} is both a town and a place"
        hexes = [(name, town.hex) for name, town in self.sheet.towns.items()]
        hexes += [(name, place.hex) for name, place in self.sheet.places.items()]
        taken: dict[str, list[str]] = {}
        for name, hex_ in hexes:
            taken.setdefault(hex_, []).append(_quoted(name))
        for hex_, names in taken.items():
            if len(names) > 1:
                both = f"{', '.join(names[:-1])} and {names[-1]}"
                yield f"hex {_quoted(hex_, bare=True)} has several names: {both}"

    def sides(self) -> Iterator[str]:
        """R4.3, R5.3 Rivers and barriers run between two hexes of land, each side only once."""
        seen: dict[frozenset[str], str] = {}
        things = [("river", river.name, river.sides) for river in self.sheet.rivers]
        things += [("barrier", barrier.name, barrier.sides) for barrier in self.sheet.barriers]
        for kind, name, sides in things:
            what = f"{kind} {_quoted(name)}"
            if not sides:
                yield f"{what} has no sides"
            for side in sides:
                two = self.side(side)
                if isinstance(two, str):
                    yield f"{what}: {two}"
                elif (pair := frozenset(two)) not in seen:
                    seen[pair] = what
                elif seen[pair] == what:
                    yield f"{what}: side {side} is listed twice"
                else:
                    yield f"{what}: side {side} belongs to {seen[pair]} already"

    def side(self, side: str) -> tuple[str, str] | str:
        """The two hexes of a side, or what is wrong with it."""
        name, _, way = side.partition(" ")
        if way not in SIDES:
            return f"{_quoted(side)} is no side, such as {_quoted('H22 SE')}"
        if wrong := self.no_land(name):
            return f"side {side}: {wrong}"
        other = self.beside(name, SIDES.index(way))
        if other is None:
            return f"side {side} is on the edge of the map"
        if wrong := self.no_land(other):
            return f"side {side}: {wrong}"
        return name, other

    def white(self) -> Iterator[str]:
        """R5.7 White lines go from land to neighbouring land."""
        for line in self.sheet.white:
            what = f"white line {_quoted(line.name)}"
            if len(line.path) < 2:
                yield f"{what} has fewer than two hexes"
            wrong = {name: self.no_land(name) for name in line.path}
            yield from (f"{what}: {text}" for text in wrong.values() if text)
            for one, other in pairwise(line.path):
                if not wrong[one] and not wrong[other] and not self.neighbours(one, other):
                    yield f"{what}: {one} and {other} are not neighbours"

    def special(self) -> Iterator[str]:
        """R10.2 Six special destinations, or none; each has hexes where trains may arrive."""
        regions = self.sheet.regions
        if len(self.sheet.special) not in (0, 6):
            yield f"there are {len(self.sheet.special)} special destinations, not 6 or none"
        for number, special in enumerate(self.sheet.special, 1):
            what = f"special destination {number} ({_quoted(special.name, bare=True)})"
            if not special.hexes and not special.regions:
                yield f"{what} has no hexes"
            for text, count in Counter(special.hexes).items():
                yield from (f"{what}: {wrong}" for wrong in self.goal(text))
                if count > 1:
                    yield f"{what}: hex {_quoted(text, bare=True)} is listed {count} times"
            for letter in special.regions:
                if letter not in regions:
                    yield f"{what}: there is no region {_quoted(letter)}"
                elif regions[letter].home or self.sheet.abroad == "anywhere":
                    yield f"{what}: region {_quoted(letter)} is home and has no frontier hexes"

    def goal(self, text: str) -> Iterator[str]:
        """R10.5 A target, or two neighbours of which the second is the target."""
        via, arrow, hex_ = text.rpartition(">")
        if wrong := self.no_land(hex_):
            yield wrong
        if not arrow:
            return
        if other := self.no_land(via):
            yield other
        if not wrong and not other and not self.neighbours(via, hex_):
            yield f"{via} and {hex_} are not neighbours"

    def reach(self) -> Iterator[str]:
        """R5.1, R5.3, R5.5 Towns, places and targets that no line from a start town can reach."""
        sheet = self.sheet
        starts = [sheet.towns[name] for name in sheet.start.towns if name in sheet.towns]
        if not starts or not self.land(starts[0].hex):
            return
        board = self.board()
        near = 1 << board.grid.number[starts[0].hex]
        found = 0
        while near:
            found |= near
            beyond = 0
            for direction in SIX:
                beyond |= board.grid.step(near & board.allowed[direction], direction)
            near = beyond & ~found
        reached = set(board.grid.names(found))
        first = _quoted(sheet.start.towns[0])
        points = [(f"town {_quoted(n)}", town.hex) for n, town in sheet.towns.items()]
        points += [(f"place {_quoted(n)}", place.hex) for n, place in sheet.places.items()]
        points += [
            (f"special destination {number}", hex_)
            for number, special in enumerate(sheet.special, 1)
            for text in special.hexes
            for hex_ in dict.fromkeys(text.split(">"))
        ]
        for what, hex_ in points:
            if self.land(hex_) and hex_ not in reached:
                yield f"{what}: hex {hex_} cannot be reached from {first}"
        for letter, region in sheet.regions.items():
            hexes = [name for name in self.sign if self.sign[name].lower() == letter]
            foreign = not region.home and sheet.abroad != "anywhere"
            if hexes and foreign and reached.isdisjoint(hexes):
                yield f"region {_quoted(letter)} ({region.name}) cannot be reached from {first}"

    def board(self) -> Board:
        """The board of what is sound in a map that may have other faults."""
        sheet = self.sheet
        barriers = tuple(
            Barrier(
                barrier.name, tuple(s for s in barrier.sides if not isinstance(self.side(s), str))
            )
            for barrier in sheet.barriers
        )
        white = tuple(
            White(line.name, (one, other))
            for line in sheet.white
            for one, other in pairwise(line.path)
            if self.land(one) and self.land(other) and self.neighbours(one, other)
        )
        bare = replace(
            sheet,
            start=replace(sheet.start, towns=()),
            towns={},
            places={},
            rivers=(),
            barriers=barriers,
            white=white,
            special=(),
        )
        return Board("", bare, white=True)


def _quoted(text: str, *, bare: bool = False) -> str:
    """A word of the file, cut short and made fit to be shown."""
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
    shown = shown if len(shown) <= NAME else f"{shown[: NAME - 1]}…"
    return shown if bare else f'"{shown}"'


def _figure(number: int) -> str:
    """A number of the file; Python refuses to write out the very longest."""
    return str(number) if abs(number) < 10**12 else "a far too large number"
