"""What there is to see: the map, links and cities on it, the players, the cards on offer."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from trainshed.board.hexes import members
from trainshed.board.scene import City, Gate, Goods, Item, Plate, Scene, Space
from trainshed.core import Place, Seat, Text, Who, mark, say
from trainshed.core.recall import recalled

from .box import BOARD, CITIES, COLOURS, GRAY
from .lay import CURRENCY, PLATES, aims, enamel, ground, journeys, links, tags
from .names import cube
from .panels import panels
from .tables import tables

if TYPE_CHECKING:
    from .state import State

WEST = 3
"""The direction in which the map is left."""


@recalled(256)
def scene(state: State) -> Scene:
    """All there is to see of a state."""
    return Scene(
        ground=ground(state.options.water),
        items=_items(state),
        panels=tuple(panels(state)),
        tables=tuple(tables(state)),
        plates=_plates(state.seats),
        currency=CURRENCY,
        tags=tags(state),
    )


@cache
def _plates(count: int) -> tuple[Plate, ...]:
    return PLATES[:count]


def _items(state: State) -> tuple[Item, ...]:
    """What lies on the map, and what can be chosen there."""
    gates = () if state.options.beginner else _gates(state.west)
    cities = _cities(state.colours, state.cubes, state.empty)
    return _all(gates, links(state.links), cities, (*journeys(state), *aims(state)))


@lru_cache(maxsize=128)
def _all(*groups: tuple[Item, ...]) -> tuple[Item, ...]:
    """The same for everybody, whatever he may know, as long as he sees the same."""
    return (*chain.from_iterable(groups), *_spaces())


@lru_cache(maxsize=512)
def _cities(
    colours: tuple[str, ...], cubes: tuple[tuple[int, ...], ...], empty: int
) -> tuple[City, ...]:
    markers = (empty >> city & 1 for city in range(len(CITIES)))
    return tuple(map(_city, range(len(CITIES)), colours, cubes, markers))


@lru_cache(maxsize=64)
def _gates(west: tuple[tuple[int, Seat], ...]) -> tuple[Gate, ...]:
    """R12.1 The spaces west of two cities."""
    found, built = [], dict(west)
    for city, hex_ in BOARD.west.items():
        name, owner = Place(CITIES[city]), built.get(city)
        title = say("space for a western link of {city}", city=name)
        if owner is not None:
            title = say(
                "western link of {city}, built by {who}",
                you=mark("your western link of {city}"),
                city=name,
                who=Who(owner),
            )
        worn = None if owner is None else enamel(owner)
        found.append(Gate(f"west:{CITIES[city]}", hex_, 0, title, worn))
    return tuple(found)


@lru_cache(maxsize=4096)
def _city(city: int, colour: str, cubes: tuple[int, ...], empty: int) -> City:
    """R1.3, R8.1 A city: what it demands, its cubes."""
    name = CITIES[city]
    is_new = colour != BOARD.sheet.cities[name].colour
    return City(
        key=f"city:{name}",
        hex=BOARD.hexes[city],
        name=name,
        title=_title(name, colour, cubes, is_new=is_new, is_empty=bool(empty)),
        demands=None if colour == GRAY else _GOODS[COLOURS.index(colour)],
        cubes=tuple(
            (f"cube:{name}:{goods}", goods)
            for goods, count in zip(_GOODS, cubes, strict=True)
            for _ in range(count)
        ),
        kind="new" if is_new else "printed",
        is_empty=bool(empty),
    )


_GOODS: tuple[Goods, ...] = ("red", "blue", "yellow", "black", "purple")
assert COLOURS == _GOODS


def _title(name: str, colour: str, cubes: tuple[int, ...], *, is_new: bool, is_empty: bool) -> Text:
    """A city in a sentence: what it demands, what lies there."""
    place = say("{hex}, {city}", hex=Place(BOARD.sheet.cities[name].hex), city=Place(name))
    if colour == GRAY:
        title = say("{place}, demands nothing", place=place)
    elif is_new:
        title = say("{place}, new city, demands {colour}", place=place, colour=cube(colour))
    else:
        title = say("{place}, demands {colour}", place=place, colour=cube(colour))
    kinds = tuple(
        say("{n} {colour}", n=count, colour=cube(goods))
        for goods, count in zip(COLOURS, cubes, strict=True)
        if count
    )
    if kinds:
        return say("{place}; cubes: {cubes}", place=title, cubes=kinds)
    return say("{place}; empty", place=title) if is_empty else title


@cache
def _spaces() -> tuple[Space, ...]:
    """Every hex on which track can lie."""
    found = []
    for cell in members(BOARD.land):
        name = BOARD.grid.name[cell]
        found.append(Space(f"hex:{name}", cell, _land(cell, name)))
    return tuple(found)


def _land(cell: int, name: str) -> Text:
    """A hex in words."""
    words = say("{hex}, open land", hex=Place(name))
    if BOARD.sign[cell] == "h":
        words = say("{hex}, hills", hex=Place(name))
    if cell in BOARD.streams:
        words = say("{hex}, with a river", hex=words)
    if cell in BOARD.ridges:
        words = say("{hex}, beside a ridge", hex=words)
    return words
