"""What there is to see: the map, the pieces on it, the players' panels, the table of shares."""

from __future__ import annotations

from functools import cache, lru_cache
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
from trainshed.core.recall import recalled

from .box import BOARDS, BOX
from .lay import plates, runs, spurs
from .panels import ledger, panel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trainshed.board.hexes import Cells

    from .box import Board
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


@recalled(256)
def scene(state: State) -> Scene:
    """All there is to see of a state."""
    stations = tuple(baron.stations for baron in state.barons)
    return Scene(
        ground=ground(state.options.map),
        items=_items(state.board, state.lines, stations, state.markers),
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


@lru_cache(maxsize=256)
def _items(
    board: Board, lines: tuple[Line, ...], stations: tuple[Cells, ...], markers: tuple[int, ...]
) -> tuple[Item, ...]:
    """What lies on the map: the same for everybody, whatever he may know."""
    taken = 0
    for own in stations:
        taken |= own
    return (
        *_all_rails(board, lines, taken),
        *_towns(board, tuple(line.towns for line in lines), markers),
        *(
            _station(board, seat, hex_)
            for seat, own in enumerate(stations)
            for hex_ in members(own)
        ),
        *_engines(board, lines),
        *_spaces(board, tuple(line.cells for line in lines), taken),
    )


def _all_rails(board: Board, lines: tuple[Line, ...], taken: int) -> Iterator[Rails]:
    for company, line in enumerate(lines):
        rails = _rails(board, company, line, taken)
        if rails is not None:
            yield rails


@lru_cache(maxsize=256)
def _rails(board: Board, company: int, line: Line, taken: int) -> Rails | None:
    """R9.3 The track of a line that is left, with what it absorbed."""
    charter, found = board.charters[company], runs(board, line)
    if not found:
        return None
    return Rails(
        key=f"rails:{charter.letters}",
        enamel=charter.enamel,
        letters=charter.letters,
        runs=found,
        plates=plates(found, taken),
        spurs=spurs(board, line),
    )


@lru_cache(maxsize=1024)
def _towns(board: Board, towns: tuple[int, ...], markers: tuple[int, ...]) -> tuple[Town, ...]:
    found = []
    for town, name in enumerate(board.town_names):
        goods = _left(board, markers, name) if town in board.city_towns else ()
        served = tuple(n for n, own in enumerate(towns) if own >> town & 1)
        found.append(_town(board, town, goods, served))
    return tuple(found)


@lru_cache(maxsize=8192)
def _town(board: Board, town: int, goods: tuple[str, ...], served: tuple[int, ...]) -> Town:
    name, hex_ = board.town_names[town], board.town_hexes[town]
    key, place = (
        f"town:{name}",
        say("{hex}, {town}", hex=Place(board.grid.name[hex_]), town=Place(name)),
    )
    if town in board.city_towns:
        title = say("{place}, big city, {goods}", place=place, goods=_listed(goods))
        return Town(key, hex_, "city", name, _served(board, served, title), goods=goods)
    if town in board.railway_towns:
        title = say("{place}, railway town", place=place)
        return Town(key, hex_, "town", name, _served(board, served, title))
    charter = board.charters[town]
    line = Mark("line", charter.letters)
    title = say("{place}, start town of {line}", place=place, line=line)
    title = _served(board, served, title)
    return Town(key, hex_, "start", name, title, charter.enamel, charter.letters)


def _left(board: Board, markers: tuple[int, ...], city: str) -> tuple[str, ...]:
    """R3.1 The markers left in a city, pairs first."""
    kinds = [n for n, (name, _) in enumerate(board.markers) if name == city]
    return tuple(board.markers[n][1] for n in kinds for _ in range(markers[n]))


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


def _served(board: Board, served: tuple[int, ...], title: Text) -> Text:
    """R8.1 A place with the lines that serve it."""
    lines = tuple(Mark("line", board.letters[company]) for company in served)
    return say("{place}, served by {lines}", place=title, lines=lines) if lines else title


@cache
def _station(board: Board, seat: int, hex_: int) -> Station:
    porcelain, emblem = PORCELAINS[seat]
    name = board.grid.name[hex_]
    title = say(
        "{hex}, station of {who}",
        you=mark("{hex}, your station"),
        hex=Place(name),
        who=Who(Seat(seat)),
    )
    return Station(f"station:{name}", hex_, porcelain, emblem, title)


def _engines(board: Board, lines: tuple[Line, ...]) -> Iterator[Engine]:
    for company, line in enumerate(lines):
        if line.engine >= 0:
            yield _engine(board, company, line.engine, line.heading)


@cache
def _engine(board: Board, company: int, hex_: int, heading: int | None) -> Engine:
    """R5.2 Where an engine is, and which way it goes."""
    charter = board.charters[company]
    letters, place = Mark("line", charter.letters), Place(board.grid.name[hex_])
    if heading is None:
        town = Place(charter.town)
        title = say("{hex}, engine of {line}, waits in {town}", hex=place, line=letters, town=town)
    else:
        way = HEADINGS[heading]
        title = say("{hex}, engine of {line}, goes {way}", hex=place, line=letters, way=way)
    key = f"engine:{charter.letters}"
    return Engine(key, hex_, charter.enamel, charter.letters, heading, title)


@lru_cache(maxsize=256)
def _spaces(board: Board, cells: tuple[Cells, ...], taken: int) -> tuple[Space, ...]:
    """Every hex that engines and stations may enter."""
    owners: dict[int, int | None] = dict.fromkeys(members(taken))
    for company in reversed(range(len(cells))):
        owners |= dict.fromkeys(members(cells[company]), company)
    found = dict(_free(board))
    for hex_, owner in owners.items():
        if hex_ in found:
            found[hex_] = _space(board, hex_, owner, taken >> hex_ & 1)
    return tuple(found.values())


@cache
def _free(board: Board) -> dict[int, Space]:
    """Every hex before anybody has built."""
    return {hex_: _space(board, hex_, None, 0) for hex_ in members(board.open)}


@cache
def _space(board: Board, hex_: int, company: int | None, stations: int) -> Space:
    name = board.grid.name[hex_]
    title = say("{hex}", hex=Place(name))
    if company is not None:
        title = say("{hex}, line of {line}", hex=title, line=Mark("line", board.letters[company]))
    if stations:
        title = say("{hex}, with a station", hex=title)
    return Space(f"hex:{name}", hex_, title)
