"""The board in words: every place with what lies there and what may be done there, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from trainshed.board.scene import (
    Area,
    Board,
    City,
    Course,
    Flag,
    Halt,
    HexMap,
    Item,
    Ledger,
    Lines,
    Link,
    Market,
    Panel,
    Plot,
    RouteLine,
    Runner,
    Scene,
    Space,
    Station,
    Table,
    Tile,
    Town,
)
from trainshed.core import Action, Match, Money, Reader, Seat, Text, Who, say
from trainshed.core.text import Field
from trainshed.web.tables.seats import Sitting, badge, perspective

from .cards import joined
from .html import html_reader, plain_reader
from .prompt import Offer, offers_of

Cell: TypeAlias = str


class Deed(Struct, frozen=True):
    """Something that may be done now: its line, and what it is in words."""

    action: str
    words: str


class Spot(Struct, frozen=True):
    """A place: its name, what lies there, a sentence each, and what may be done there."""

    key: str
    words: tuple[str, ...]
    deeds: tuple[Deed, ...] = ()
    is_own: bool = False
    """Whether something of the reader stands there."""
    is_plain: bool = False
    """Whether nothing but the ground is there."""


class Shelf(Struct, frozen=True):
    """A board that is no map, and the places on it."""

    title: str
    spots: tuple[Spot, ...]


class Grid(Struct, frozen=True):
    """A table in words."""

    title: str
    columns: tuple[Cell, ...]
    lines: tuple[tuple[Cell, ...], ...]
    """The first cell of each says what the line is about."""


class InWords(Struct, frozen=True):
    """All that the picture of a table shows."""

    deeds: tuple[Deed, ...]
    """What may be done at no place of the board."""
    rows: tuple[tuple[Spot, ...], ...] = ()
    """The hexes of a map from north to south, and from west to east."""
    shelves: tuple[Shelf, ...] = ()
    grids: tuple[Grid, ...] = ()


def in_words(match: Match[Any, Any], sitting: Sitting, *, at: int | None = None) -> InWords:
    """The board of a match as one viewer may see it, at move `at` or now."""
    game, moves = match.game, len(match.history)
    at = moves if at is None else max(0, min(at, moves))
    seat = perspective(match, sitting.mine)
    state = match.at(at) if match.actor is None else game.view(match.at(at), seat)
    scene: Scene = game.scene(state)
    reader = html_reader(match, sitting.language, seat, scene, by_name=len(sitting.mine) > 1)
    is_asked = at == moves and match.actor in sitting.mine
    offers = offers_of(match, state, reader, tell=True) if is_asked else ()
    plain = plain_reader(reader)
    deeds: dict[str, list[Deed]] = {}
    for offer in offers:
        deed = _deed(match, state, offer, plain)
        for key in dict.fromkeys(offer.path or ("",)):
            deeds.setdefault(key, []).append(deed)
    return InWords(
        deeds=_elsewhere(scene, deeds),
        rows=_rows(scene, plain, seat, deeds),
        shelves=_shelves(scene, plain, deeds),
        grids=tuple(_grids(scene, plain)),
    )


_Deeds: TypeAlias = Mapping[str, Sequence[Deed]]
"""What may be done with each key; an action of several keys is under each of them."""


def _elsewhere(scene: Scene, deeds: _Deeds) -> tuple[Deed, ...]:
    """What no place of the board has."""
    places = (it for it in scene.items if isinstance(it, Plot | Course) or _hexes(it))
    there = {deed.action for item in places for deed in _done(item, deeds)}
    found = (deed for all_ in deeds.values() for deed in all_)
    return tuple(dict.fromkeys(deed for deed in found if deed.action not in there))


def _done(item: Item, deeds: _Deeds) -> Iterator[Deed]:
    """What may be done with an item."""
    return (deed for key in _keys(item) for deed in deeds.get(key, ()))


def _deed(match: Match[Any, Any], state: Any, offer: Offer, reader: Reader) -> Deed:  # noqa: ANN401
    """An offer in a sentence, with what it would bring."""
    action: Action = match.read(offer.action)
    told = reader.read(match.game.words(action, state)) or str(offer.label.striptags())
    more = (reader.read(text) for text in joined(match, state, action))
    brings = (str(it.striptags()) for it in offer.brings)
    return Deed(offer.action, " ".join((told, *more, *brings)))


def _keys(item: Item) -> tuple[str, ...]:
    """What may be clicked where an item is."""
    match item:
        case City(cubes=cubes):
            return (item.key, *(key for key, _ in cubes))
        case Tile(circles=circles):
            return (item.key, *(circle.key for circle in circles))
        case _:
            return (item.key,)


def _rows(
    scene: Scene, reader: Reader, seat: Seat | None, deeds: _Deeds
) -> tuple[tuple[Spot, ...], ...]:
    """The hexes of the map with all that lies on them."""
    ground = scene.ground
    there: dict[int, list[Item]] = {}
    for item in scene.items:
        for number in _hexes(item):
            there.setdefault(number, []).append(item)
    rows: dict[int, list[tuple[float, Spot]]] = {}
    own = _worn(scene, seat)
    for number, items in there.items():
        x, y = ground.centre(number)
        spot = _spot(ground, number, items, reader, own, deeds)
        rows.setdefault(round(y), []).append((x, spot))
    return tuple(
        tuple(spot for _, spot in sorted(rows[y], key=lambda found: found[0])) for y in sorted(rows)
    )


def _hexes(item: Item) -> tuple[int, ...]:
    """The hexes of the map that an item lies on."""
    match item:
        case Plot() | Course():
            return ()
        case Area(hexes=hexes):
            return hexes
        case Link(bends=bends, start=start, end=end):
            ends = (place[0] for place in (start, end) if place is not None)
            return tuple(dict.fromkeys((*(bend.hex for bend in bends), *ends)))
        case RouteLine(pieces=pieces):
            return tuple(dict.fromkeys(piece.hex for piece in pieces))
        case Lines(steps=steps):
            return tuple(dict.fromkeys(end for step in steps for end in step[:2]))
        case _:
            number = getattr(item, "hex", -1)
            return (number,) if number >= 0 else ()


_FIRST = (Town, City, Area, Tile, Halt)
"""What is said of a hex before all else that is there; then comes the ground."""


def _spot(
    ground: HexMap,
    number: int,
    items: Sequence[Item],
    reader: Reader,
    own: frozenset[str],
    deeds: _Deeds,
) -> Spot:
    name = ground.grid.name[number]
    ordered = sorted(items, key=lambda it: 0 if isinstance(it, _FIRST) else 2 - _is_ground(it))
    words = (_told(item, reader).removeprefix(name).removeprefix(", ") for item in ordered)
    found = tuple(dict.fromkeys(deed for item in ordered for deed in _done(item, deeds)))
    return Spot(
        key=name,
        words=tuple(dict.fromkeys(sentence for sentence in words if sentence)),
        deeds=found,
        is_own=any(own.intersection(_signs(item, number)) for item in items),
        is_plain=not found and all(_is_ground(item) for item in items),
    )


def _is_ground(item: Item) -> bool:
    """Whether an item is a hex on which nothing was ever put."""
    if isinstance(item, Tile):
        return item.look.colour == "blank" and not item.name
    return isinstance(item, Space)


def _told(item: Item, reader: Reader) -> str:
    """An item in words."""
    match item:
        case Flag(words=words):
            return reader.read(words)
        case RouteLine(train=train, revenue=revenue):
            return reader.read(say("on the way of train {train}: {n}", train=train, n=revenue))
        case _ if hasattr(item, "title"):
            return reader.read(item.title)
        case _:
            return ""


def _worn(scene: Scene, seat: Seat | None) -> frozenset[str]:
    """The colours and companies by which the reader knows what is his."""
    panel = next((it for it in scene.panels if it.seat == seat), None)
    if seat is None or panel is None:
        return frozenset()
    led = (held.plate.letters for held in panel.holdings if held.leads)
    return frozenset((panel.enamel or badge(seat).porcelain, *led))


def _signs(item: Item, number: int) -> tuple[str, ...]:
    """The colours and companies of those whose an item is, on one of its hexes."""
    match item:
        case Station(porcelain=porcelain):
            return (porcelain,)
        case Link(enamel=enamel):
            return (enamel,)
        case Runner(enamels=enamels):
            return enamels
        case Lines(enamels=enamels, steps=steps):
            owners = (who for start, end, all_ in steps if number in (start, end) for who in all_)
            return tuple(enamels[who] for who in dict.fromkeys(owners))
        case Tile(circles=circles):
            return tuple(plate.letters for circle in circles for plate in circle.stations)
        case _:
            return ()


def _shelves(scene: Scene, reader: Reader, deeds: _Deeds) -> tuple[Shelf, ...]:
    """The boards of a game without a map."""
    boards: tuple[Board, ...] = scene.desk.boards if scene.desk else ()
    return tuple(
        Shelf(
            reader.read(board.title),
            tuple(
                Spot(
                    key=item.key,
                    words=(reader.read(item.title),),
                    deeds=tuple(dict.fromkeys(_done(item, deeds))),
                )
                for item in scene.items
                if isinstance(item, Plot | Course) and item.board == board.key
            ),
        )
        for board in boards
    )


def _grids(scene: Scene, reader: Reader) -> Iterator[Grid]:
    """What stands beside the board, as tables."""
    if scene.panels:
        yield _players(scene, reader)
    if scene.ledger is not None:
        yield _ledger(scene.ledger, scene.panels, reader)
    if scene.market is not None:
        yield _market(scene.market, scene.currency, reader)
    for table in scene.tables:
        yield _table(table, reader)


def _players(scene: Scene, reader: Reader) -> Grid:
    """What lies before each player."""
    counted = say("money") if scene.desk is None else say("points")
    heads = (say("player"), counted, say("has"), say("holds"))
    return Grid(
        reader.read(say("Players")),
        tuple(reader.read(head) for head in heads),
        tuple(_player(panel, scene.currency, reader) for panel in scene.panels),
    )


def _player(panel: Panel, currency: str, reader: Reader) -> tuple[Cell, ...]:
    money: Field = say("hidden") if panel.money is None else Money(panel.money, currency)
    held = ((it.plate.title, it.after) if it.after else (it.plate.title,) for it in panel.holdings)
    return (
        reader.read(Who(panel.seat)),
        reader.read(money),
        _listed((*(figure.title for figure in panel.figures), *panel.marks), reader),
        ", ".join(" ".join(reader.read(text) for text in texts) for texts in held),
    )


def _listed(texts: Iterable[Text], reader: Reader) -> str:
    return ", ".join(reader.read(text) for text in texts)


def _ledger(ledger: Ledger, panels: Sequence[Panel], reader: Reader) -> Grid:
    """Who holds how much of what."""
    seats = [reader.read(Who(panel.seat)) for panel in panels]
    width = len(seats) + len(ledger.columns)
    return Grid(
        reader.read(ledger.title),
        (reader.read(say("line")), *seats, *(reader.read(column) for column in ledger.columns)),
        tuple(
            (
                f"{row.letters} {row.spoken}".strip(),
                *(
                    ["" if cell is None else str(cell) for cell in row.cells]
                    if row.note is None
                    else [reader.read(row.note), *[""] * (width - 1)]
                ),
            )
            for row in ledger.rows
        ),
    )


def _market(market: Market, currency: str, reader: Reader) -> Grid:
    """The prices at which companies stand, the highest first, with the zone of each."""
    zones: Mapping[str, str] = {zone: reader.read(text) for zone, text in market.zones}
    taken = sorted((cell for cell in market.cells if cell.stack), key=lambda it: -it.price)
    heads = (say("price"), say("companies, the first to act first"), say("zone"))
    return Grid(
        reader.read(market.title),
        tuple(reader.read(head) for head in heads),
        tuple(
            (
                reader.read(Money(cell.price, currency)),
                ", ".join(plate.letters for plate in cell.stack),
                zones.get(cell.zone, ""),
            )
            for cell in taken
        ),
    )


def _table(table: Table, reader: Reader) -> Grid:
    """A table of the scene; a plate with letters stands before its line and is named."""
    signed = any(it.plate is not None and it.plate.letters.isalnum() for it in table.lines)
    columns = tuple(reader.read(column) for column in table.columns)
    lines = []
    for line in table.lines:
        cells = ["" if cell is None else reader.read(cell) for cell in line.cells]
        name = () if line.plate is None else (line.plate.letters, reader.read(line.plate.title))
        lines.append((" ".join(dict.fromkeys(name)), *cells) if signed else tuple(cells))
    head = (reader.read(say("name")),) if signed else ()
    return Grid(reader.read(table.title), (*head, *columns), tuple(lines))
