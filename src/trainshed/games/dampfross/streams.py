"""The rivers of a drafted map: unbroken chains of hex sides, from the mountains to the sea."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

from trainshed.board.hexes import STEPS, Hex
from trainshed.core import BadOption

from .atlas import Spot, distance
from .names import Names
from .sheet import SIDES, River, hex_name
from .terrain import Ground, middle

Corner = tuple[Hex, Hex, Hex]
"""Where three hexes meet, in a fixed order."""
Side = tuple[Hex, Hex]
"""Two neighbours with the side between them."""
_CLEAR = 3.0
"""How far sources keep from rivers that are there already."""
_LONG, _WIDE = 20, 12
"""A river of so many sides may be wide, on at most so many before its mouth."""


def rivers(ground: Ground, seed: str, names: Names) -> tuple[River, ...]:
    """The rivers of the region, or such as the seed gives."""
    network = _Network(ground)
    if ground.region.river:
        return tuple(_described(ground, network))
    return tuple(_rolled(ground, network, Random(f"{seed}/rivers"), names))


class _Network:
    """The corners of the land and the sides that lead from one to the next."""

    def __init__(self, ground: Ground) -> None:
        land = set(ground.land)
        self.ways: dict[Corner, list[tuple[Corner, Side]]] = {}
        self.spot: dict[Corner, Spot] = {}
        mouths, ends = [], []
        for hex_ in ground.land:
            for corner in _corners(hex_):
                if corner in self.spot or not all(h in ground.spot for h in corner):
                    continue
                self.spot[corner] = middle(ground.spot[h] for h in corner)
                ways = [(other, side) for other, side in _ways(corner) if land.issuperset(side)]
                inside = [(o, side) for o, side in ways if all(h in ground.spot for h in o)]
                if inside:
                    self.ways[corner] = inside
                    mouths += [corner] if any(h in ground.sea for h in corner) else []
                    ends += [corner] if not land.issuperset(corner) else []
        self.mouths = mouths if len(mouths) >= 6 else ends

    def flow(
        self, sources: list[Corner], cost: Callable[[Side], float]
    ) -> tuple[dict[Corner, float], dict[Corner, tuple[Corner, Side]]]:
        """How far every corner is from the sources, and its first step on the way there."""
        far = dict.fromkeys(sources, 0.0)
        towards: dict[Corner, tuple[Corner, Side]] = {}
        heap = [(0.0, corner) for corner in sources]
        heapq.heapify(heap)
        while heap:
            length, corner = heapq.heappop(heap)
            if length > far[corner]:
                continue
            for other, side in self.ways[corner]:
                more = length + cost(side)
                if more < far.get(other, math.inf) and other in self.ways:
                    far[other], towards[other] = more, (corner, side)
                    heapq.heappush(heap, (more, other))
        return far, towards


def _corners(hex_: Hex) -> Iterator[Corner]:
    """The six corners of a hex."""
    around = [Hex(hex_.q + step.q, hex_.r + step.r) for step in STEPS]
    for one, other in zip(around, [*around[1:], around[0]], strict=True):
        a, b, c = sorted((hex_, one, other))
        yield a, b, c


def _ways(corner: Corner) -> Iterator[tuple[Corner, Side]]:
    """The three corners next to one, each with the side between."""
    a, b, c = corner
    for one, other, third in ((a, b, c), (a, c, b), (b, c, a)):
        beyond = Hex(one.q + other.q - third.q, one.r + other.r - third.r)
        x, y, z = sorted((one, other, beyond))
        yield (x, y, z), (one, other)


def _rolled(ground: Ground, network: _Network, rng: Random, names: Names) -> Iterator[River]:
    """Springs in the mountains; the water takes the lowest way, and streams join."""
    rough = {hex_: rng.uniform(0.0, 1.0) for hex_ in ground.land}

    def cost(side: Side) -> float:
        one, other = side
        return 1 + rough[one] + rough[other] + 2.5 * ((one in ground.high) + (other in ground.high))

    far, towards = network.flow(network.mouths, cost)
    springs = [
        corner
        for corner in far
        if corner in towards and (not ground.high or any(h in ground.high for h in corner))
    ]
    wet: dict[Corner, None] = {}
    for _ in range(ground.region.rivers):
        best: list[Side] = []
        course: list[Corner] = []
        for spring in rng.sample(springs, min(40, len(springs))):
            if any(_apart(network, spring, other) < _CLEAR for other in wet):
                continue
            corners, sides = [spring], list[Side]()
            while corners[-1] in towards and corners[-1] not in wet:
                corner, side = towards[corners[-1]]
                corners.append(corner)
                sides.append(side)
            if len(sides) > len(best):
                best, course = sides, corners
        if len(best) < 5:
            return
        name, mouth = names.river(), course[-1] not in wet
        wet |= dict.fromkeys(course)
        wide = min(len(best) // 3, _WIDE) if mouth and len(best) >= _LONG else 0
        wide = wide if rng.random() < 0.5 else 0
        yield _river(name, best[: len(best) - wide])
        if wide:
            yield _river(name, best[len(best) - wide :], wide=True)


def _apart(network: _Network, one: Corner, other: Corner) -> float:
    a, b = network.spot[one], network.spot[other]
    return math.hypot(a.x - b.x, a.y - b.y)


def _described(ground: Ground, network: _Network) -> Iterator[River]:
    """Along the lines of the region, as near as the sides of hexes allow."""
    projection, used = ground.projection, set[Side]()
    assert projection is not None
    for stream in ground.region.river:
        line = projection.spots(stream.points)
        nodes = [_nearest(network, spot) for spot in line]
        course: list[Side] = []

        def cost(side: Side, line: list[Spot] = line) -> float:
            return 1 + 3 * distance(middle(ground.spot[h] for h in side), line) ** 2

        for start, end in pairwise(nodes):
            _, towards = network.flow([end], cost)
            corner = start
            while corner in towards:
                corner, side = towards[corner]
                if course[-1:] == [side]:
                    course.pop()  # back from a bend that led nowhere
                else:
                    course.append(side)
        course = [side for side in dict.fromkeys(course) if side not in used]
        used.update(course)
        if not course:
            raise BadOption(f'river "{stream.name}" does not touch the land on its own')
        yield _river(stream.name, course, wide=stream.wide)


def _nearest(network: _Network, spot: Spot) -> Corner:
    def gap(corner: Corner) -> float:
        there = network.spot[corner]
        return (there.x - spot.x) ** 2 + (there.y - spot.y) ** 2

    return min(network.ways, key=gap)


def _river(name: str, sides: list[Side], *, wide: bool = False) -> River:
    return River(name, tuple(_side(*side) for side in sides), wide)


def _side(one: Hex, other: Hex) -> str:
    """A side as it is written: from the hex that has it in the north or east."""
    way = SIDES[STEPS.index(Hex(other.q - one.q, other.r - one.r))]
    if way not in ("N", "NE", "SE"):
        return _side(other, one)
    return f"{written(one)} {way}"


def written(hex_: Hex) -> str:
    """The name of a hex.

    >>> written(Hex(3, 4))
    'D6'
    """
    return hex_name(hex_.q, hex_.r + (hex_.q - (hex_.q & 1)) // 2)
