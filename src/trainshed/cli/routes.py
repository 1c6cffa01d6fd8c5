"""`trainshed routes`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import msgspec
import typer
from msgspec import Struct

from trainshed.board.network import Network, Plan, connections
from trainshed.board.routes import Answer, Bonus, Stop, Train, best
from trainshed.core import BadOption, decode_json

from .common import print_json, read_text

_TRAIN = re.compile(r"(?P<stops>[1-9][0-9]?)(?P<doubled>\+(?P=stops)(?P<express>E?))?")
_HEX = re.compile(r"(?P<column>[A-Z]{1,3})(?P<row>[0-9]{1,4})")
_NEIGHBOURS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
"""Columns and rows to the neighbour beyond each edge, from the south clockwise."""
_BONUSES = {"1861": (("Q3", "H8", 40),)}
"""Printed on the map: paid to a route that counts both places, and multiplied with them."""


class _City(Struct, frozen=True):
    revenue: int
    slots: int = 1


class _Token(Struct, frozen=True):
    company: str
    city: int = 0


class _Hex(Struct, frozen=True):
    track: tuple[tuple[int | str, int | str], ...]
    colour: str = ""
    cities: tuple[_City, ...] = ()
    towns: tuple[int, ...] = ()
    tokens: tuple[_Token, ...] = ()


class _Between(Struct, frozen=True):
    between: tuple[str, str]
    amount: int


class _Query(Struct, frozen=True):
    company: str
    trains: tuple[str, ...]
    connection_bonus: _Between | None = None


class _Position(Struct, frozen=True):
    id: str
    hexes: dict[str, _Hex]
    queries: tuple[_Query, ...]
    game: str = ""


class _File(Struct, frozen=True):
    positions: tuple[_Position, ...]


def routes(
    file: Annotated[Path, typer.Argument(help="Positions: hexes with their track, and queries.")],
    *,
    seconds: Annotated[float, typer.Option(help="CPU time for a query.")] = 20.0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Find the best routes for every query of a positions file."""
    rows = [row for position in _read(file).positions for row in _rows(file, position, seconds)]
    if json:
        print_json(rows)
        return
    for row in rows:
        typer.echo(
            f"{row['position']} {row['company']} {' '.join(row['trains'])}: {row['revenue']:,}"
            f"{'' if row['optimal'] else ' or more'} ({row['seconds']:.3f} s)"
        )
        for route in row["routes"]:
            typer.echo(f"  {route['train']:5} {route['revenue']:>6,}  {' '.join(route['stops'])}")


def _read(path: Path) -> _File:
    try:
        return decode_json(read_text(path), _File)
    except msgspec.DecodeError as error:
        raise BadOption(f"{path}: {error}") from None


def _rows(file: Path, position: _Position, seconds: float) -> list[dict[str, Any]]:
    try:
        board = _Board(position)
        return [_row(board, query, seconds) for query in position.queries]
    except BadOption as error:
        raise BadOption(f"{file}: position {position.id}: {error}") from None


def _row(board: _Board, query: _Query, seconds: float) -> dict[str, Any]:
    stops = board.stops(query.company)
    trains = [_train(name) for name in query.trains]
    start = perf_counter()
    answer = best(stops, connections(board.network), trains, board.bonuses(query), deadline=seconds)
    return {
        "position": board.position.id,
        "company": query.company,
        "trains": query.trains,
        "revenue": answer.revenue,
        "optimal": answer.optimal,
        "routes": board.told(answer),
        "seconds": round(perf_counter() - start, 6),
    }


def _train(name: str) -> Train:
    """`5` counts five stops, `2+2` pays two of them double, `5+5E` picks any five of its route."""
    found = _TRAIN.fullmatch(name)
    if found is None:
        raise BadOption(f"there is no train {name!r} (there are: 5, 2+2, 5+5E and the like)")
    return Train(
        name,
        int(found["stops"]),
        times=2 if found["doubled"] else 1,
        skips_cities=bool(found["express"]),
    )


class _Board:
    """A position as a network; hexes are numbered in the order of the file."""

    def __init__(self, position: _Position) -> None:
        self.position = position
        self.names = list(position.hexes)
        self.number = dict(zip(self.names, count()))
        at = {_place(name): number for name, number in self.number.items()}
        across = [
            6 * at[x + dx, y + dy] + (edge + 3) % 6 if (x + dx, y + dy) in at else -1
            for x, y in map(_place, self.names)
            for edge, (dx, dy) in enumerate(_NEIGHBOURS)
        ]
        plans = tuple(_plan(name, tile) for name, tile in position.hexes.items())
        self.network = Network(tuple(across), plans)

    def stops(self, company: str) -> dict[int, Stop]:
        """Every stop as the company meets it."""
        return {
            4 * number + i: stop
            for number, tile in enumerate(self.position.hexes.values())
            for i, stop in enumerate(_stops(number, tile, company))
        }

    def bonuses(self, query: _Query) -> list[Bonus]:
        """What the map and the query pay for two places on one route."""
        pairs = [
            Bonus((self.number[a], self.number[b]), value, doubled=True)
            for a, b, value in _BONUSES.get(self.position.game, ())
            if a in self.number and b in self.number
        ]
        extra = query.connection_bonus
        if extra is not None:
            for name in extra.between:
                if name not in self.number:
                    raise BadOption(f"connection_bonus: the position has no hex {name!r}")
            a, b = extra.between
            pairs.append(Bonus((self.number[a], self.number[b]), extra.amount))
        return pairs

    def told(self, answer: Answer) -> list[dict[str, Any]]:
        """The routes with the names of the hexes where they count a stop."""
        return [
            {
                "train": route.train,
                "stops": [self.names[stop // 4] for stop in route.paid],
                "revenue": route.revenue,
            }
            for route in answer.routes
        ]


def _place(name: str) -> tuple[int, int]:
    """Column and row of a hex; rows of neighbouring columns are a half step apart."""
    found = _HEX.fullmatch(name)
    if found is None:
        raise BadOption(f"{name!r} is not the name of a hex, such as H8")
    column = 0
    for letter in found["column"]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column, int(found["row"])


def _stops(number: int, tile: _Hex, company: str) -> Iterator[Stop]:
    """Cities, then towns; a city full of other stations and a stop off the map are ends."""
    off = tile.colour in {"red", "blue"}
    for i, city in enumerate(tile.cities):
        owners = [token.company for token in tile.tokens if token.city == i]
        own = company in owners
        full = len(owners) >= city.slots and not own
        yield Stop(number, city.revenue, end=off or full, own=own)
    for value in tile.towns:
        yield Stop(number, value, town=True, end=off)


def _plan(name: str, tile: _Hex) -> Plan:
    """The track of a hex, cities before towns."""
    labels = [f"city{i}" for i in range(len(tile.cities))]
    labels += [f"town{i}" for i in range(len(tile.towns))]
    if len(labels) > 4:
        raise BadOption(f"{name} has more than four stops")
    for token in tile.tokens:
        if not 0 <= token.city < len(tile.cities):
            raise BadOption(f"{name} has a token of {token.company} but no city {token.city}")
    links: list[tuple[int, int]] = []
    edges: dict[str, list[int]] = {label: [] for label in labels}
    for a, b in tile.track:
        for end in (a, b):
            if end not in range(6) and end not in edges:
                raise BadOption(f"{name} has track to {end!r}, which is no edge or stop of it")
        if isinstance(a, int) and isinstance(b, int):
            links.append((a, b))
        elif isinstance(a, int) and isinstance(b, str):
            edges[b].append(a)
        elif isinstance(a, str) and isinstance(b, int):
            edges[a].append(b)
        else:
            raise BadOption(f"{name} has track from {a!r} to {b!r}: one end must be an edge")
    return Plan(tuple(links), tuple(tuple(edges[label]) for label in labels))
