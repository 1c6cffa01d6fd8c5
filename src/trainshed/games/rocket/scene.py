"""What there is to see: the map, the pieces on it, the players' panels, the table of shares."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from trainshed.board.hexes import members, offset
from trainshed.board.scene import (
    PORCELAINS,
    Engine,
    HexMap,
    Item,
    Lettering,
    Rails,
    Scene,
    Space,
    Station,
    Town,
)
from trainshed.core import Mark, Place, Seat, Text, Who, mark, say

from .box import BOARDS, BOX
from .lay import plates, runs, spurs
from .panels import ledger, panel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .box import Charter
    from .state import Line, State

LETTERING = (
    mark("Irish Sea"),
    mark("Wales"),
    mark("Bristol Channel"),
    mark("North"),
    mark("Sea"),
    mark("a map of the"),
    mark("Railways"),
    mark("of England"),
    mark("50 miles"),
)
"""The words of the map files, for the catalogues."""
HEADINGS = (
    say("east"),
    say("north-east"),
    say("north-west"),
    say("west"),
    say("south-west"),
    say("south-east"),
)
"""The directions of the grid in words."""


def scene(state: State) -> Scene:
    """All there is to see of a state."""
    return Scene(
        ground=ground(state.options.map),
        items=tuple(_items(state)),
        panels=tuple(panel(state, Seat(seat)) for seat in range(state.seats)),
        ledger=ledger(state),
    )


@cache
def ground(name: str) -> HexMap:
    """The map, which never changes."""
    board = BOARDS[name]
    drawing = board.drawing
    beyond = (
        offset(ord(row) - ord("A"), column)
        for row, (first, last) in drawing.beyond.items()
        for column in range(first, last + 1)
    )
    return HexMap(
        key=f"rocket/{name}",
        grid=board.grid,
        radius=drawing.radius,
        width=drawing.size[0],
        height=drawing.size[1],
        origin=drawing.origin,
        land=board.grid.cells,
        off=(*board.off, *beyond),
        lettering=tuple(
            Lettering(Text(words.text), words.at, words.style) for words in drawing.lettering
        ),
        legend=tuple(
            (f"good:{good}", say("{good}", good=Mark("good", good)))
            for good in (*BOX.goods, "passengers")
        ),
        legend_at=drawing.legend,
        scale=drawing.scale and (drawing.scale[:2], drawing.scale[2], Text(drawing.distance)),
    )


def _items(state: State) -> Iterator[Item]:
    yield from _rails(state)
    yield from _towns(state)
    yield from _stations(state)
    yield from _engines(state)
    yield from _spaces(state)


def _rails(state: State) -> Iterator[Rails]:
    """R9.3 The track of each line that is left, with what it absorbed."""
    for charter, line in zip(state.board.charters, state.lines, strict=True):
        found = runs(state.board, line)
        if found:
            yield Rails(
                key=f"rails:{charter.letters}",
                enamel=charter.enamel,
                letters=charter.letters,
                runs=found,
                plates=plates(found, state.stations),
                spurs=spurs(state.board, line),
            )


def _towns(state: State) -> Iterator[Town]:
    board = state.board
    for town, name in enumerate(board.town_names):
        hex_, key = board.town_hexes[town], f"town:{name}"
        place = say("{hex}, {town}", hex=Place(board.grid.name[hex_]), town=Place(name))
        if town in board.city_towns:
            goods = _left(state, name)
            title = say("{place}, big city, {goods}", place=place, goods=_listed(goods))
            yield Town(key, hex_, "city", name, _served(state, town, title), goods=goods)
        elif town in board.railway_towns:
            title = say("{place}, railway town", place=place)
            yield Town(key, hex_, "town", name, _served(state, town, title))
        else:
            charter = board.charters[town]
            line = Mark("line", charter.letters)
            title = say("{place}, start town of {line}", place=place, line=line)
            title = _served(state, town, title)
            yield Town(key, hex_, "start", name, title, charter.enamel, charter.letters)


def _left(state: State, city: str) -> tuple[str, ...]:
    """R3.1 The markers left in a city, pairs first."""
    kinds = [n for n, (name, _) in enumerate(state.board.markers) if name == city]
    return tuple(state.board.markers[n][1] for n in kinds for _ in range(state.markers[n]))


def _listed(goods: tuple[str, ...]) -> Text:
    """Markers in words."""
    kinds = [
        say("{n} {good}", n=goods.count(good), good=Mark("good", good))
        for good in dict.fromkeys(goods)
    ]
    match kinds:
        case []:
            return say("no goods left")
        case [only]:
            return say("{goods} left", goods=only)
        case [first, second]:
            return say("{first} and {second} left", first=first, second=second)
        case _:
            return say("{goods} left", goods=tuple(kinds))


def _served(state: State, town: int, title: Text) -> Text:
    """R8.1 A place with the lines that serve it."""
    lines = tuple(
        Mark("line", letters)
        for letters, line in zip(state.board.letters, state.lines, strict=True)
        if line.towns >> town & 1
    )
    return say("{place}, served by {lines}", place=title, lines=lines) if lines else title


def _stations(state: State) -> Iterator[Station]:
    for seat, baron in enumerate(state.barons):
        porcelain, emblem = PORCELAINS[seat]
        for hex_ in members(baron.stations):
            name = state.board.grid.name[hex_]
            title = say(
                "{hex}, station of {who}",
                you=mark("{hex}, your station"),
                hex=Place(name),
                who=Who(Seat(seat)),
            )
            yield Station(f"station:{name}", hex_, porcelain, emblem, title)


def _engines(state: State) -> Iterator[Engine]:
    for charter, line in zip(state.board.charters, state.lines, strict=True):
        if line.engine >= 0:
            yield Engine(
                f"engine:{charter.letters}",
                line.engine,
                charter.enamel,
                charter.letters,
                line.heading,
                _engine_title(state, charter, line),
            )


def _engine_title(state: State, charter: Charter, line: Line) -> Text:
    """R5.2 Where an engine is, and which way it goes."""
    letters, hex_ = Mark("line", charter.letters), Place(state.board.grid.name[line.engine])
    if line.heading is None:
        town = Place(charter.town)
        return say("{hex}, engine of {line}, waits in {town}", hex=hex_, line=letters, town=town)
    way = HEADINGS[line.heading]
    return say("{hex}, engine of {line}, goes {way}", hex=hex_, line=letters, way=way)


def _spaces(state: State) -> Iterator[Space]:
    """Every hex that engines and stations may enter."""
    board, stations, track = state.board, state.stations, state.track
    for hex_ in members(board.open):
        title = say("{hex}", hex=Place(board.grid.name[hex_]))
        if track >> hex_ & 1:
            letters = next(
                letters
                for letters, line in zip(board.letters, state.lines, strict=True)
                if line.cells >> hex_ & 1
            )
            title = say("{hex}, line of {line}", hex=title, line=Mark("line", letters))
        if stations >> hex_ & 1:
            title = say("{hex}, with a station", hex=title)
        yield Space(f"hex:{board.grid.name[hex_]}", hex_, title)
