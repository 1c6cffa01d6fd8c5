"""How the map and its pieces look: tiles, companies' colours, the ways of trains."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from trainshed.board.hexes import Grid, Hex, members
from trainshed.board.scene import (
    Enamel,
    HexMap,
    Lettering,
    Livery,
    Look,
    Piece,
    Plate,
    RouteLine,
    Stop,
)
from trainshed.core import Text

from .box import BOX, CHARTERS, COLOURS, MAP, MINORS, TRAINS
from .ground import ACROSS, AXIAL, HEXES, LAID, NIZHNY, PRINTED, laid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trainshed.board.routes import Route
    from trainshed.board.scene import TileColour

    from .state import State

GRID = Grid(dict(zip(HEXES, AXIAL, strict=True)), "flat")
AT = tuple(GRID.number[name] for name in HEXES)
"""The number of each hex on the grid of the drawing."""
LIVERIES: dict[str, Livery] = {
    "GRR": "black",
    "NW": "sky",
    "SW": "orange",
    "SE": "yellow",
    "MK": "violet",
    "MVR": "green",
    "MKV": "blue",
    "MKN": "red",
    "RSR": "state",
}
"""What each company wears; minors wear cream."""
AREA_COLOURS: tuple[TileColour, ...] = ("yellow", "green", "brown", "grey")
_BANDS: tuple[Enamel, ...] = ("violet", "orange", "sky", "green", "red", "yellow", "blue", "black")
_LAND = range(-10, 28), range(-12, 36)
"""The columns and rows of the land about the map."""


def side(edge: int) -> int:
    """The direction of a drawing for an edge of a tile.

    >>> [side(edge) for edge in range(6)]
    [5, 4, 3, 2, 1, 0]
    """
    return 5 - edge


@cache
def look(number: int, cost: int = 0) -> Look:
    """What lies on a hex, as it is drawn."""
    here = LAID[number]
    kind = here.kind
    return Look(
        name=f"{here.tile}-{here.turn}" if here.tile else HEXES[number],
        colour="red" if kind == "area" else COLOURS[here.colour],
        links=tuple((side(a), side(b)) for a, b in here.plan.links),
        stops=tuple(_stop(kind, edges, here.slots) for edges in here.plan.stops),
        value=here.value,
        label=here.label,
        cost=cost,
        note="" if here.tile else RESERVED.get(HEXES[number], ""),
    )


def _stop(kind: str, edges: tuple[int, ...], slots: int) -> Stop:
    sides = tuple(map(side, edges))
    if kind == "town":
        return Stop("town", sides)
    return Stop("area", sides) if kind == "area" else Stop("city", sides, slots)


RESERVED = {hex_: private.id for private in BOX.privates for hex_ in private.hexes}
"""R1.5 The private that keeps a hex."""


def cost(hex_: int, lies: int, nizhny: int) -> int:
    """R11.6 What is printed about the cost of the next tile; Nizhny's depends on the options."""
    here = LAID[lies]
    if here.tile:
        return here.leaving
    return nizhny if hex_ == NIZHNY else PRINTED[hex_].cost


def tile_look(tile: str, turn: int) -> Look:
    """A tile in a turn, for choosers."""
    found = laid(tile, turn)
    return look(found.number, found.leaving)


def plate(company: int) -> Plate:
    """A company as its plate."""
    charter = CHARTERS[company]
    return Plate(f"company:{charter.id}", charter.id, livery(company), Text(charter.name))


def livery(company: int) -> Livery:
    """What a company wears."""
    return "cream" if company in MINORS else LIVERIES[CHARTERS[company].id]


@cache
def ground() -> HexMap:
    """The map, which never changes."""
    drawing = MAP.drawing
    return HexMap(
        key="1861",
        grid=GRID,
        radius=drawing.radius,
        width=drawing.size[0],
        height=drawing.size[1],
        origin=drawing.origin,
        land=GRID.cells,
        off=tuple(_beyond()),
        lettering=tuple(
            Lettering(Text(words.text), words.at, words.style) for words in drawing.lettering
        ),
        prints=tuple(
            (AT[number], look(number, PRINTED[number].cost))
            for number in range(len(HEXES))
            if LAID[number].colour == 0 and LAID[number].kind != "area" and _shows(number)
        ),
        rivers=tuple(tuple(map(_middle, river.split())) for river in drawing.rivers),
    )


def _shows(number: int) -> bool:
    return bool(LAID[number].kind != "plain" or PRINTED[number].cost or HEXES[number] in RESERVED)


def _beyond() -> Iterator[Hex]:
    """All land about the map."""
    columns, rows = _LAND
    inside = frozenset(AXIAL)
    for column in columns:
        water = MAP.drawing.sea.get(column, ())
        for row in rows:
            hex_ = Hex(column, (row - 1 - column) // 2)
            odd = (row - 1 - column) % 2
            if odd or hex_ in inside or any(low <= row <= high for low, high in water):
                continue
            yield hex_


def _middle(name: str) -> tuple[float, float]:
    """Where the middle of a hex lies, on the map or beyond it, from the origin of the map."""
    column, row = ord(name[0]) - ord("A"), int(name[1:])
    radius = MAP.drawing.radius
    return 1.5 * radius * column, 3**0.5 / 2 * radius * (row - 1)


# Routes


def lines(state: State, company: int, routes: tuple[Route, ...]) -> Iterator[RouteLine]:
    """The routes of a company's trains, in enamels that it does not wear."""
    bands = [band for band in _BANDS if band != livery(company)]
    for number, route in enumerate(routes):
        times = TRAINS[route.train].times
        yield RouteLine(
            key=f"route:{number}",
            train=route.train,
            enamel=bands[number % len(bands)],
            pieces=tuple(_pieces(state.tiles, route)),
            values=tuple(
                (AT[stop // 4], stop % 4, times * _value(state, stop)) for stop in route.paid
            ),
            revenue=route.revenue,
        )


def _value(state: State, stop: int) -> int:
    area = PRINTED[stop // 4].area
    return MAP.areas[area][state.era.area] if area else LAID[state.tiles[stop // 4]].value


def _pieces(lie: tuple[int, ...], route: Route) -> list[Piece]:
    """The way of a route, from its first stop to its last, which meets its stops in their order."""
    ways = (_walked(lie, route, joints) for joints in _joints(lie, route))
    best: list[Piece] = []
    for pieces, met in ways:
        if met == list(route.stops):
            return pieces
        best = max(best, pieces, key=len)
    return best


def _walked(
    lie: tuple[int, ...], route: Route, joints: Mapping[int, int]
) -> tuple[list[Piece], list[int]]:
    """The way from the first stop of a route as far as it leads, and the stops that it meets."""
    spokes = {
        stop: [vertex for vertex, end in joints.items() if end == ~stop] for stop in route.stops
    }
    pieces, met = list[Piece](), [route.stops[0]]
    while spokes[met[-1]]:
        vertex = spokes[met[-1]].pop()
        pieces.append(_piece(lie, vertex, met[-1] % 4, ends=True))
        arrived = ACROSS[vertex]
        while (end := joints.get(arrived, arrived)) >= 0 and end != arrived:
            pieces.append(_piece(lie, arrived, side(end % 6), ends=False))
            arrived = ACROSS[end]
        if end >= 0:
            break
        pieces.append(_piece(lie, arrived, ~end % 4, ends=True))
        spokes[~end].remove(arrived)
        met.append(~end)
    return pieces, met


def _piece(lie: tuple[int, ...], vertex: int, to: int, *, ends: bool) -> Piece:
    hex_, edge = divmod(vertex, 6)
    return Piece(AT[hex_], look(lie[hex_]), side(edge), to, ends)


def _joints(lie: tuple[int, ...], route: Route) -> Iterator[dict[int, int]]:
    """For each end of a hexside on the route, the end that its track leads to, or ~stop.

    Where it passes a hex more than once, there may be several ways to do so.
    """
    used: dict[int, list[int]] = {}
    for vertex in members(route.sides):
        for end in (vertex, ACROSS[vertex]):
            used.setdefault(end // 6, []).append(end % 6)
    joints: dict[int, int] = {}
    passed: list[list[dict[int, int]]] = []
    for hex_, edges in used.items():
        plan = LAID[lie[hex_]].plan
        left = sorted(edges)
        for number, stop in enumerate(plan.stops):
            if 4 * hex_ + number in route.stops:
                joints |= {6 * hex_ + edge: ~(4 * hex_ + number) for edge in stop if edge in left}
                left = [edge for edge in left if edge not in stop]
        passed.append([_through(hex_, pairs) for pairs in _paired(tuple(left), plan.links)])
    for chosen in product(*passed):
        yield {end: to for ways in (joints, *chosen) for end, to in ways.items()}


def _through(hex_: int, pairs: tuple[tuple[int, int], ...]) -> dict[int, int]:
    found = {6 * hex_ + a: 6 * hex_ + b for a, b in pairs}
    return {**found, **{b: a for a, b in found.items()}}


def _paired(
    edges: tuple[int, ...], links: tuple[tuple[int, int], ...]
) -> list[tuple[tuple[int, int], ...]]:
    """All ways to put the edges two by two, each pair with track between them."""
    if not edges:
        return [()]
    first, *others = edges
    return [
        ((first, other), *rest)
        for other in others
        if (first, other) in links or (other, first) in links
        for rest in _paired(tuple(edge for edge in others if edge != other), links)
    ]


ALL = tuple(plate(number) for number in range(len(CHARTERS)))
PAPERS = tuple(
    Plate(f"private:{private.id}", private.id, "cream", Text(private.name))
    for private in BOX.privates
)
"""The privates."""
