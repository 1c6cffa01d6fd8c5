"""R11.1 Hexes and tiles as they lie: every tile in every turn, printed hexes among them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from trainshed.board.hexes import Hex
from trainshed.board.network import Network, Plan

from .actions import Lay
from .box import COLOURS, MAP, TILES, PrintedTile

HEXES = tuple(MAP.hexes)
"""The names of the hexes in the order of their numbers."""
HEX = {name: number for number, name in enumerate(HEXES)}
PRINTED = tuple(MAP.hexes.values())
AXIAL = tuple(
    Hex(ord(name[0]) - ord("A"), (int(name[1:]) - 1 - ord(name[0]) + ord("A")) // 2)
    for name in HEXES
)
_AT = {axial: number for number, axial in enumerate(AXIAL)}
_STEPS = (Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1), Hex(1, 0))
"""The hex beyond each edge: 0 south, then clockwise."""
NEIGHBOURS = tuple(
    tuple(_AT.get(Hex(q + step.q, r + step.r), -1) for step in _STEPS) for q, r in AXIAL
)
ACROSS = tuple(
    NEIGHBOURS[h][e] * 6 + (e + 3) % 6 if NEIGHBOURS[h][e] >= 0 else -1
    for h in range(len(HEXES))
    for e in range(6)
)
"""For each hex and edge, the same hexside seen from the neighbour."""
ST_PETERSBURG, MOSCOW = HEX["E1"], HEX["H8"]
NIZHNY, KHARKOV = HEX["K7"], HEX["G15"]


class Laid(Struct, frozen=True, eq=False):
    """A tile in one turn, or a hex as printed: its track, its stops and what they are worth."""

    number: int
    tile: str
    """Its name, empty for a printed hex."""
    turn: int
    colour: int
    """Index in COLOURS."""
    plan: Plan
    kind: str
    """plain, town, city or area"""
    value: int = 0
    slots: int = 1
    """Of each circle."""
    label: str = ""
    leaving: int = 0

    edges: int = 0
    """The edges with track, as bits."""


def _edges(plan: Plan) -> int:
    found = 0
    for a, b in plan.links:
        found |= 1 << a | 1 << b
    for stop in plan.stops:
        for edge in stop:
            found |= 1 << edge
    return found


def distance(one: int, other: int) -> int:
    """R12.4 How many hexes apart two hexes are, as the crow flies."""
    dq, dr = AXIAL[one].q - AXIAL[other].q, AXIAL[one].r - AXIAL[other].r
    return max(abs(dq), abs(dr), abs(dq + dr))


def _turned(tile: PrintedTile, turn: int) -> Plan:
    return Plan(
        tuple(sorted((min(a, b), max(a, b)) for a, b in _spun(tile.links, turn))),
        tuple(tuple(sorted((edge + turn) % 6 for edge in stop)) for stop in tile.stops),
    )


def _spun(links: tuple[tuple[int, int], ...], turn: int) -> Iterator[tuple[int, int]]:
    for a, b in links:
        yield (a + turn) % 6, (b + turn) % 6


def _as_printed(number: int) -> Laid:
    hex_ = PRINTED[number]
    kind = "city" if hex_.city else "town" if hex_.town else "area" if hex_.area else "plain"
    stops = hex_.stops or (((),) if kind in {"city", "town"} else ())
    plan = Plan(hex_.links, stops)
    return Laid(
        number,
        "",
        0,
        COLOURS.index(hex_.colour),
        plan,
        kind,
        value=hex_.value,
        label=hex_.label,
        edges=_edges(plan),
    )


def _all() -> Iterator[Laid]:
    number = len(HEXES)
    for name, tile in TILES.items():
        looks: set[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, ...], ...]]] = set()
        for turn in range(6):
            plan = _turned(tile, turn)
            look = plan.links, tuple(sorted(plan.stops))
            yield Laid(
                number if look not in looks else -1,
                name,
                turn,
                COLOURS.index(tile.colour),
                plan,
                "city" if tile.city else "town" if tile.town else "plain",
                tile.value,
                tile.slots,
                tile.label,
                tile.leaving,
                _edges(plan),
            )
            if look not in looks:
                looks.add(look)
                number += 1


_TURNED = tuple(_all())
LAID = (*map(_as_printed, range(len(HEXES))), *(laid for laid in _TURNED if laid.number >= 0))
"""What may lie on a hex: the printed hexes first, by the number of the hex, then the tiles."""
_LOOKS = {
    (laid.tile, laid.plan.links, tuple(sorted(laid.plan.stops))): laid.number
    for laid in LAID[len(HEXES) :]
}
_ALIKE = {
    (it.tile, it.turn): _LOOKS[it.tile, it.plan.links, tuple(sorted(it.plan.stops))]
    for it in _TURNED
}
"""The number of each tile in each turn."""
TILE_NAMES = tuple(TILES)
TILE = {name: number for number, name in enumerate(TILE_NAMES)}


def laid(tile: str, turn: int) -> Laid:
    """The tile in a turn; turns that look alike are one."""
    return LAID[_ALIKE[tile, turn % 6]]


@cache
def exits(hex_: int) -> int:
    """R11.5 The edges that track may use, as bits: no sea, no blank side of a grey or red hex."""
    found = 0
    for edge, neighbour in enumerate(NEIGHBOURS[hex_]):
        if neighbour < 0:
            continue
        fixed = PRINTED[neighbour].colour == "grey" or PRINTED[neighbour].area
        if not fixed or LAID[neighbour].edges >> (edge + 3) % 6 & 1:
            found |= 1 << edge
    return found


def _kinds() -> dict[tuple[int, str, str], list[Laid]]:
    found: dict[tuple[int, str, str], list[Laid]] = {}
    for tile in LAID[len(HEXES) :]:
        found.setdefault((tile.colour, tile.kind, tile.label), []).append(tile)
    return found


_KINDS = _kinds()
"""The tiles by colour, by what lies on them and by their letter."""


@cache
def successors(hex_: int, old: int) -> tuple[tuple[Laid, Lay], ...]:
    """R11.4, R11.9, R11.12 What may replace what lies on a hex, in any phase."""
    now, printed = LAID[old], PRINTED[hex_]
    if printed.area or printed.colour == "grey" or now.colour + 1 >= len(COLOURS):
        return ()
    colour, name, free = now.colour + 1, HEXES[hex_], exits(hex_)
    return tuple(
        (new, Lay(name, new.tile, new.turn))
        for new in _KINDS.get((colour, now.kind, _label(hex_, now, colour)), ())
        if not new.edges & ~free
        and TILES[new.tile].hex in {"", name}
        and _keeps(now.plan, new.plan)
    )


def _label(hex_: int, now: Laid, colour: int) -> str:
    """R11.12 The letter the new tile must carry; Kharkov has a grey tile of its own."""
    own = hex_ == KHARKOV and now.label and COLOURS[colour] == "grey"
    return "Kh" if own else now.label


def _keeps(old: Plan, new: Plan) -> bool:
    """R11.9 Every old track must lie in the new tile in the same place; circles may merge."""
    if any(link not in new.links for link in old.links):
        return False
    return all(any(set(stop) <= set(other) for other in new.stops) for stop in old.stops)


@cache
def follows(old: int, new: int) -> tuple[int, ...]:
    """R11.9 For each circle of the old tile, the circle of the new one that contains it."""
    return tuple(
        next(i for i, other in enumerate(LAID[new].plan.stops) if set(stop) <= set(other))
        for stop in LAID[old].plan.stops
    )


@cache
def circle_of(hex_: int, printed: int, now: int) -> int:
    """The circle of what lies on a hex now that has grown from a printed circle."""
    edges = set(LAID[hex_].plan.stops[printed])
    return next(i for i, stop in enumerate(LAID[now].plan.stops) if edges <= set(stop))


BARE = Network(ACROSS, tuple(LAID[number].plan for number in range(len(HEXES))))
"""The network before anybody has built."""
