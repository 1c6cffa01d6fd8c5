"""A game of lines on a map and of races over them: the race, how it was run, the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from trainshed.board.scene import Band, Enamel, Flag, Item, Lines, Point, Runner, Scene, Table
from trainshed.core import CHANCE, Action, Match, News, Reader
from trainshed.core.history import Move
from trainshed.core.recall import recalled

from .gathering import gathered
from .html import html

RAN, PRIZE, DRAWN = "ran", "prize", "drawn"
"""The news by which a game says how far a train came, what a place brought, that a race begins."""
RACE, RACES = "race", "races"
"""The table of the trains in a race, and that of all races."""
_FAR = 400
"""So many moves ago a race is still to be seen again."""


class Train(Struct, frozen=True):
    """One train of a race now."""

    key: str
    enamels: tuple[Enamel, ...]
    name: Markup
    at: Markup
    left: Markup
    """How far it has to go, in words."""
    part: float | None
    """How much of its way lies behind it, where that is known."""
    past: bool


class Race(Struct, frozen=True):
    """A race now."""

    title: Markup
    note: Markup
    unit: Markup
    """What is left is counted in that."""
    trains: tuple[Train, ...]


class Entrant(Struct, frozen=True):
    """A train of a race that was run: its way, from hex to hex."""

    key: str
    enamels: tuple[Enamel, ...]
    name: Markup
    way: tuple[Point, ...]
    is_declared: bool
    """Whether the whole way was known before."""


class Frame(Struct, frozen=True):
    """One throw of a race: which train, how far on its way it came, in which move."""

    move: int
    train: int
    to: int
    pips: int
    arrived: bool
    words: Markup


class Film(Struct, frozen=True):
    """A race as it was run."""

    title: Markup
    note: Markup
    trains: tuple[Entrant, ...]
    frames: tuple[Frame, ...]
    flags: tuple[tuple[Point, str], ...]
    words: tuple[Markup, ...]
    """What it brought."""
    is_over: bool


class Throw(Struct, frozen=True):
    """Dice as they fell: the colour of each and what it shows."""

    move: int
    dice: tuple[tuple[str, int], ...]


class Crayon(Struct, frozen=True):
    """What a page of such a game shows besides the map."""

    tables: tuple[Table, ...]
    race: Race | None
    film: Film | None
    liveries: tuple[str, ...]
    """What each company draws with."""


def crayon(match: Match[Any, Any], scene: Scene, reader: Reader, at: int) -> Crayon | None:
    """What stands beside such a map; None where nobody draws lines."""
    if not _has_lines(scene.items):
        return None
    return Crayon(
        tables=tuple(table for table in scene.tables if table.key != RACE),
        race=_race(scene, reader),
        film=film(match, at, reader),
        liveries=tuple(plate.livery for plate in scene.plates),
    )


@recalled(128)
def _has_lines(items: tuple[Item, ...]) -> bool:
    return Lines in map(type, items)


def _tags(news: Sequence[News]) -> set[str]:
    return {str(item.__struct_config__.tag) for item in news}


# A race now


def _race(scene: Scene, reader: Reader) -> Race | None:
    table = next((table for table in scene.tables if table.key == RACE), None)
    if table is None:
        return _drawn(scene, reader)
    runners = {item.key: item for item in scene.items if isinstance(item, Runner)}
    rests = _rests(scene)
    trains = []
    for line in table.lines:
        runner = runners.get(line.key)
        if runner is None:
            continue
        done, rest = len(runner.way) - 1, rests.get(_owner(line.key), 0)
        known = line.past or rest > 0
        name, where, left = (html(reader, cell) if cell else Markup("") for cell in line.cells)
        trains.append(
            Train(
                key=line.key,
                enamels=runner.enamels,
                name=name,
                at=where,
                left=left,
                part=(done / (done + rest) if done + rest else 0.0) if known else None,
                past=line.past,
            )
        )
    note = html(reader, table.note) if table.note else Markup("")
    return Race(html(reader, table.title), note, html(reader, table.columns[-1]), tuple(trains))


def _drawn(scene: Scene, reader: Reader) -> Race | None:
    """A race that nobody has entered yet."""
    table = next((table for table in scene.tables if table.key == RACES), None)
    line = next((line for line in table.lines if line.current), None) if table else None
    if table is None or line is None:
        return None
    number, start, goal = (html(reader, cell) if cell else Markup("") for cell in line.cells)
    title = Markup("{} {}").format(html(reader, table.columns[0]), number)
    note = Markup(" → ").join(part for part in (start, goal) if part)
    return Race(title, note, Markup(""), ())


def _rests(scene: Scene) -> dict[str, int]:
    """How many hexes each train has before it on its declared way."""
    return {_owner(item.key): len(item.hexes) - 1 for item in scene.items if isinstance(item, Band)}


def _owner(key: str) -> str:
    return key.rsplit(":", 1)[-1]


# A race as it was run


def film(match: Match[Any, Any], at: int, reader: Reader) -> Film | None:
    """The last race up to a position, throw by throw; it is remembered with its last throw."""
    found = _ran(match, at)
    if not found:
        return None
    key = ("film", reader.seat, reader.language.code, reader.by_name)
    known, shown = match.memo.get(key, (None, None))
    if known is not found[-1][1]:
        known, shown = found[-1][1], _film(match, found, reader)
        match.memo[key] = (known, shown)
    race: Film | None = shown
    return race


def _film(
    match: Match[Any, Any], found: Sequence[tuple[int, Move[Any]]], reader: Reader
) -> Film | None:
    first = found[0][1]
    scene: Scene = match.game.scene(match.game.view(first.before, reader.seat))
    table = next((table for table in scene.tables if table.key == RACE), None)
    runners = [item for item in scene.items if isinstance(item, Runner)]
    if table is None or not runners:
        return None
    declared = {_owner(item.key) for item in scene.items if isinstance(item, Band)}
    last = found[-1][1]
    ways = _ways(scene, match.game.scene(match.game.view(last.before, reader.seat)))
    names = {line.key: line.cells[0] for line in table.lines}
    frames = tuple(_frames(match, found, scene, ways, reader))
    order = [line.key for line in table.lines if line.key in ways]
    enamels = {runner.key: runner.enamels for runner in runners}
    return Film(
        title=html(reader, table.title),
        note=html(reader, table.note) if table.note else Markup(""),
        trains=tuple(
            Entrant(
                key=key,
                enamels=enamels[key],
                name=html(reader, names[key] or ""),
                way=tuple(_point(scene, hex_) for hex_ in ways[key]),
                is_declared=_owner(key) in declared,
            )
            for key in order
        ),
        frames=frames,
        flags=tuple(
            (_point(scene, item.hex), reader.read(item.words))
            for item in scene.items
            if isinstance(item, Flag)
        ),
        words=tuple(
            html(reader, match.game.words(item, last.after))
            for _, move in found
            for item in move.news
            if item.__struct_config__.tag == PRIZE
        ),
        is_over=PRIZE in _tags(last.news),
    )


def _ran(match: Match[Any, Any], at: int) -> list[tuple[int, Move[Any]]]:
    """The moves of the last race, from its first throw to its last."""

    def raced(number: int) -> Sequence[tuple[int, str]]:
        tags = _tags(match.history[number - 1].news)
        return [(number, tag) for tag in (RAN, DRAWN) if tag in tags][:1]

    found: list[tuple[int, Move[Any]]] = []
    for number, tag in reversed(gathered(match, "races", (0, at), raced).items()):
        if number <= at - _FAR or (found and tag == DRAWN):
            break
        if tag == RAN:
            found.append((number, match.history[number - 1]))
    return found[::-1]


def _ways(scene: Scene, last: Scene) -> dict[str, list[int]]:
    """The way of each train: as it was declared, else as far as it went before the last throw."""
    bands = {_owner(it.key): it.hexes for it in scene.items if isinstance(it, Band)}
    gone = {it.key: it.way for it in last.items if isinstance(it, Runner)}
    ways = {}
    for runner in (item for item in scene.items if isinstance(item, Runner)):
        rest = bands.get(_owner(runner.key))
        way = gone.get(runner.key, ()) if rest is None else (*runner.way[:-1], *rest)
        ways[runner.key] = list(way) or [runner.hex]
    return ways


def _frames(
    match: Match[Any, Any],
    found: Sequence[tuple[int, Move[Any]]],
    scene: Scene,
    ways: dict[str, list[int]],
    reader: Reader,
) -> Iterator[Frame]:
    """Each throw; a way that is too short grows with it."""
    order = list(ways)
    at = {runner.key: len(runner.way) - 1 for runner in scene.items if isinstance(runner, Runner)}
    for number, move in found:
        item = next(it for it in move.news if it.__struct_config__.tag == RAN)
        key = next((one for one in order if _owner(one) == str(_field(item, "company"))), None)
        if key is None:
            continue
        way, there = ways[key], scene.ground.grid.number[str(_field(item, "hex"))]
        if there not in way[at[key] :]:
            way.append(there)
        at[key] = way.index(there, at[key])
        yield Frame(
            move=number,
            train=order.index(key),
            to=at[key],
            pips=_thrown(match, number),
            arrived=bool(_field(item, "arrived")),
            words=html(reader, match.game.words(item, move.after)),
        )


def _thrown(match: Match[Any, Any], number: int) -> int:
    """What the die showed for a move: in it, or before the decision that it is."""
    for move in reversed(match.history[:number]):
        if shown := _dice(move):
            return shown[0][1]
        if move.seat == CHANCE:
            break
    return 0


def _field(item: News, name: str) -> object:
    return getattr(item, name)


def _point(scene: Scene, hex_: int) -> Point:
    x, y = scene.ground.centre(hex_)
    return round(x, 1), round(y, 1)


# Dice


def throws(match: Match[Any, Any], at: int) -> tuple[Throw, ...]:
    """The dice that count at a position: the last throw, or the two that drew a race.

    Those of a race that was run count only where one looks back.
    """
    found: list[Throw] = []
    for number in range(at, max(0, at - _FAR), -1):
        move = match.history[number - 1]
        shown, ran = _dice(move), RAN in _tags(move.news)
        if shown and not (ran and (number < at or at == len(match.history))):
            found.append(Throw(number, shown))
            if ran or len(found) == 2:
                break
        elif found or ran or PRIZE in _tags(move.news):
            break
    return tuple(reversed(found))


def _dice(move: Move[Any]) -> tuple[tuple[str, int], ...]:
    """The dice of a line: one, or a red one for the tens and a black one for the units."""
    action: Action = move.action
    if move.seat != CHANCE:
        return ()
    names = action.__struct_fields__
    if "pips" in names:
        return (("ink", int(getattr(action, "pips"))),)  # noqa: B009 - not every action has it
    if "red" in names and "black" in names:
        return tuple((colour, int(getattr(action, of))) for of, colour in _COLOURS)
    return ()


_COLOURS = (("red", "red"), ("black", "ink"))
