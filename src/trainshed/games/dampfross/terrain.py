"""The ground of a drafted map: coast, frontier, lakes and mountains."""

from __future__ import annotations

import math
from collections.abc import Iterable
from random import Random

from trainshed.board.hexes import STEPS, Hex
from trainshed.core import BadOption

from .atlas import ACROSS, Edge, Projection, Region, Spot, distance, inside
from .names import Names
from .sheet import BEYOND, OUTSIDE, WATER, axial

HOME = "a"
"""The letter of the land that is home; countries abroad follow."""
EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
_LEAST = 120
"""The fewest hexes of home land on which a game can be played."""


class Noise:
    """Smooth hills and hollows between 0 and 1."""

    def __init__(self, rng: Random, width: float, height: float, scale: float) -> None:
        """Roll three grids, each twice as fine and half as high as the one before."""
        self._grids = []
        for octave in range(3):
            step = scale / 2**octave
            columns, rows = int(width / step) + 3, int(height / step) + 3
            values = [[rng.random() for _ in range(columns)] for _ in range(rows)]
            self._grids.append((step, values))

    def at(self, spot: Spot) -> float:
        """The height at a point."""
        total = 0.0
        for weight, (step, grid) in zip((4, 2, 1), self._grids, strict=True):
            x, y = max(spot.x, 0.0) / step, max(spot.y, 0.0) / step
            i, j = min(int(x), len(grid[0]) - 2), min(int(y), len(grid) - 2)
            u, v = _ease(min(x - i, 1.0)), _ease(min(y - j, 1.0))
            top = grid[j][i] + (grid[j][i + 1] - grid[j][i]) * u
            low = grid[j + 1][i] + (grid[j + 1][i + 1] - grid[j + 1][i]) * u
            total += weight * (top + (low - top) * v)
        return total / 7


def _ease(part: float) -> float:
    return part * part * (3 - 2 * part)


class Ground:
    """Every hex with its sign; `high` are the mountains, `home` the land where all is played."""

    def __init__(self, region: Region, seed: str, names: Names) -> None:
        """Draw the ground of a region; what the region does not say is left to the seed."""
        self.region, self._seed = region, seed
        self.hexes = [axial(c, r) for r in range(region.rows) for c in range(region.columns)]
        self.spot = {
            axial(c, r): Spot(c * ACROSS, r + (c & 1) / 2)
            for r in range(region.rows)
            for c in range(region.columns)
        }
        self.width, self.height = (region.columns - 1) * ACROSS, region.rows - 0.5
        placed = region.land or region.town or region.range or region.river
        self.projection = Projection(region) if placed else None
        self.countries: dict[str, str] = {}
        """Those abroad, by their letters."""
        self.sign = self._outlined() if region.land else self._rolled(names)
        if region.town and not region.land:
            self._settled()
        self._lakes()
        self._mainland()
        self.home = [hex_ for hex_ in self.hexes if self.sign[hex_] == HOME]
        if len(self.home) < _LEAST:
            raise BadOption(f"there are only {len(self.home)} hexes of land, not {_LEAST}")
        self.land = [hex_ for hex_ in self.hexes if self.sign[hex_].isalpha()]
        self.high = self._mountains()

    def noise(self, layer: str, scale: float) -> Noise:
        """The hills of one layer."""
        return Noise(Random(f"{self._seed}/{layer}"), self.width, self.height, scale)

    def beside(self, hex_: Hex) -> list[Hex]:
        """The neighbours of a hex on the map."""
        around = (Hex(hex_.q + step.q, hex_.r + step.r) for step in STEPS)
        return [other for other in around if other in self.spot]

    def near(self, spot: Spot) -> list[Hex]:
        """All hexes of the map, the nearest first."""
        return sorted(
            self.hexes,
            key=lambda h: (self.spot[h].x - spot.x) ** 2 + (self.spot[h].y - spot.y) ** 2,
        )

    def depth(self, hex_: Hex, edge: Edge) -> float:
        """How far a hex is from an edge of the map."""
        spot = self.spot[hex_]
        match edge:
            case "north":
                return spot.y
            case "south":
                return self.height - spot.y
            case "west":
                return spot.x
        return self.width - spot.x

    def at_sea(self, hex_: Hex) -> bool:
        """Whether a hex touches the sea, not only a lake."""
        return any(other in self.sea for other in self.beside(hex_))

    # the layers

    def _rolled(self, names: Names) -> dict[Hex, str]:
        """Sea along the coasts, countries along the frontier, both with a ragged border."""
        coast, frontier = self._edges(names)
        letters = {name: chr(ord(HOME) + n) for n, name in enumerate(dict.fromkeys(frontier), 1)}
        self.countries = {letter: name for name, letter in letters.items()}
        shore, border, ragged = (
            self.noise("coast", 8),
            self.noise("frontier", 7),
            self.noise("e", 4),
        )
        far = [edge for edge in EDGES if edge not in coast and edge not in self._split]
        sign = {}
        for hex_, spot in self.spot.items():
            wet = min((self.depth(hex_, edge) for edge in coast), default=99.0)
            abroad = min(
                ((self.depth(hex_, edge), edge) for edge in self._split), default=(99.0, EDGES[0])
            )
            rim = min((self.depth(hex_, edge) for edge in far), default=99.0)
            if wet < 0.6 + 3 * ragged.at(spot) or wet + 24 * (shore.at(spot) - 0.5) < 3.4:
                sign[hex_] = WATER
            elif abroad[0] < 1 or abroad[0] + 10 * (border.at(spot) - 0.5) < 3:
                sign[hex_] = letters[self._country(spot, abroad[1])]
            elif rim + 4 * (ragged.at(spot) - 0.5) < 0.6:
                sign[hex_] = OUTSIDE
            else:
                sign[hex_] = HOME
        return sign

    def _edges(self, names: Names) -> tuple[list[Edge], list[str]]:
        """The edges at the sea, and the countries beyond the others."""
        region, rng = self.region, Random(f"{self._seed}/edges")
        given = region.frontier or {}
        free = [edge for edge in EDGES if edge not in given]
        if region.coast is None:
            coast = sorted(rng.sample(free, min(len(free), rng.choice((1, 2, 2, 3, 3, 4)))))
        else:
            coast = list(region.coast)
        self._split: dict[Edge, tuple[str, ...]] = {edge: (name,) for edge, name in given.items()}
        if region.frontier is None:
            left = [edge for edge in EDGES if edge not in coast]
            neighbours = [names.land() for _ in range(rng.choice((1, 2, 2)))]
            for n, edge in enumerate(left):
                self._split[edge] = (neighbours[n * len(neighbours) // len(left)],)
            if len(left) == 1:
                self._split[left[0]] = tuple(neighbours)
        return coast, [name for both in self._split.values() for name in both]

    def _country(self, spot: Spot, edge: Edge) -> str:
        """The country beyond a part of an edge."""
        names = self._split[edge]
        along = spot.x / self.width if edge in ("north", "south") else spot.y / self.height
        return names[min(int(along * len(names)), len(names) - 1)]

    def _outlined(self) -> dict[Hex, str]:
        """Land, lakes and countries inside their outlines."""
        region, projection = self.region, self.projection
        assert projection is not None
        foreign = dict.fromkeys(area.name for area in region.abroad)
        letters = {name: chr(ord(HOME) + n) for n, name in enumerate(foreign, 1)}
        self.countries = {letter: name for name, letter in letters.items()}
        layers = [(WATER, projection.spots(area.points)) for area in region.lake]
        layers += [(HOME, projection.spots(area.points)) for area in region.land]
        layers += [(letters[a.name], projection.spots(a.points)) for a in region.abroad]
        rest = WATER if region.around == "sea" else BEYOND
        return {
            hex_: next((sign for sign, outline in layers if inside(spot, outline)), rest)
            for hex_, spot in self.spot.items()
        }

    def _settled(self) -> None:
        """Where a real town stands there is land."""
        assert self.projection is not None
        for town in self.region.town:
            place = self.near(self.projection.spot((town.lat, town.lon)))[0]
            for hex_ in (place, *self.beside(place)):
                if self.sign[hex_] in (WATER, OUTSIDE):
                    self.sign[hex_] = HOME

    def _lakes(self) -> None:
        """A few small lakes, unless the region says where they are."""
        if self.region.land or self.region.town:
            return
        rng = Random(f"{self._seed}/lakes")
        inland = [
            h
            for h in self.hexes
            if self.sign[h] == HOME and all(self.sign[o] == HOME for o in self.beside(h))
        ]
        for _ in range(rng.choice((0, 0, 1, 2))):
            if inland:
                hex_ = rng.choice(inland)
                for other in (hex_, *rng.sample(self.beside(hex_), rng.randrange(3))):
                    self.sign[other] = WATER

    def _mainland(self) -> None:
        """Everything is played on the largest piece of land; two isles stay for the eye."""
        pieces = self._pieces(HOME)
        pieces.sort(key=len, reverse=True)
        isles = 0
        for piece in pieces[1:]:
            apart = all(self.sign[o] in (HOME, WATER) for h in piece for o in self.beside(h))
            stays = not apart or (len(piece) >= 3 and isles < 2)
            isles += apart and stays
            for hex_ in piece:
                self.sign[hex_] = BEYOND if stays else WATER
        for hex_ in self.hexes:
            if self.sign[hex_] in self.countries:
                touches = any(self.sign[other] == HOME for other in self.beside(hex_))
                self.sign[hex_] = self.sign[hex_] if touches else BEYOND
        used = set(self.sign.values())
        for letter, name in self.countries.items():
            if letter not in used and (self.region.frontier or self.region.abroad):
                raise BadOption(f'the country "{name}" has no frontier with the land')
        self.countries = {key: name for key, name in self.countries.items() if key in used}
        self.sea = {
            hex_
            for piece in self._pieces(WATER)
            if any(len(self.beside(hex_)) < 6 for hex_ in piece)
            for hex_ in piece
        }

    def _pieces(self, sign: str) -> list[list[Hex]]:
        """The connected pieces of one kind of hex."""
        pieces, seen = [], set[Hex]()
        for start in self.hexes:
            if self.sign[start] != sign or start in seen:
                continue
            piece = [start]
            seen.add(start)
            for hex_ in piece:
                for other in self.beside(hex_):
                    if self.sign[other] == sign and other not in seen:
                        seen.add(other)
                        piece.append(other)
            pieces.append(piece)
        return pieces

    def _mountains(self) -> set[Hex]:
        """Belts with gaps: along the ranges of the region, or along the ridges of the noise."""
        gaps = self.noise("gaps", 3)
        if self.region.range:
            assert self.projection is not None
            ranges = [(r.width, self.projection.spots(r.points)) for r in self.region.range]
            return {
                h
                for h in self.land
                if gaps.at(self.spot[h]) < 0.62
                and any(distance(self.spot[h], line) <= max(w / 2, 0.6) for w, line in ranges)
            }
        hills, rng = self.noise("hills", 11), Random(f"{self._seed}/mountains")
        score = {}
        for hex_ in self.land:
            spot = self.spot[hex_]
            ridge = 1 - 6 * abs(hills.at(spot) - 0.52)
            score[hex_] = ridge - max(0.0, 4 * (gaps.at(spot) - 0.58)) + rng.uniform(0, 0.25)
        ranked = sorted(self.land, key=score.__getitem__, reverse=True)
        return set(ranked[: round(self.region.mountains * len(ranked))])


def steps_apart(one: Hex, other: Hex) -> int:
    """How many steps apart two hexes are.

    >>> steps_apart(Hex(0, 0), Hex(2, -1))
    2
    """
    dq, dr = one.q - other.q, one.r - other.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def middle(spots: Iterable[Spot]) -> Spot:
    """The middle of several points."""
    there = list(spots)
    return Spot(
        math.fsum(spot.x for spot in there) / len(there),
        math.fsum(spot.y for spot in there) / len(there),
    )
