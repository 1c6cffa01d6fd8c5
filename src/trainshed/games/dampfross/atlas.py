"""The description of a region from which a map is drafted, and its way onto the grid of hexes.

The format is described in docs/maps.md. Everything has a default; points of a real country are
given by latitude and longitude.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from trainshed.core import BadOption, decode_toml

LENGTH = 500_000
"""The most characters that a description may have."""
EARTH = 6371.0
"""Its radius in km."""
ACROSS = math.sqrt(3) / 2
"""From one column to the next, when neighbouring hexes are 1 apart."""

Edge = Literal["north", "east", "south", "west"]
Latitude = Annotated[float, Meta(ge=-85, le=85)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Point = tuple[Latitude, Longitude]
Line = Annotated[tuple[Point, ...], Meta(min_length=2, max_length=500)]
Outline = Annotated[tuple[Point, ...], Meta(min_length=3, max_length=500)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class Spot(NamedTuple):
    """A point of the map: x to the east, y to the south, neighbouring hexes 1 apart."""

    x: float
    y: float


class Settlement(Struct, frozen=True, forbid_unknown_fields=True):
    """A town of a real country; the larger its size, the more numbers it gets."""

    name: Name
    lat: Latitude
    lon: Longitude
    size: Annotated[float, Meta(ge=0, le=1e9)] = 1


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """An outline: land, a lake, or a country abroad, which has a name."""

    points: Outline
    name: str = ""


class Range(Struct, frozen=True, forbid_unknown_fields=True):
    """A mountain range along a line, so many hexes wide."""

    points: Line
    name: str = ""
    width: Annotated[float, Meta(gt=0, le=20)] = 2


class Stream(Struct, frozen=True, forbid_unknown_fields=True):
    """A river along a line, from its source to its mouth."""

    name: Name
    points: Line
    wide: bool = False


class Region(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a map shall look like."""

    title: str = ""
    subtitle: str = ""
    country: str = ""
    """The name of the land that is home; by default the title."""
    seed: str = ""
    columns: Annotated[int, Meta(ge=16, le=60)] = 38
    rows: Annotated[int, Meta(ge=16, le=60)] = 34
    mountains: Annotated[float, Meta(ge=0, le=0.6)] = 0.2
    """Which part of the land, where no ranges are given."""
    rivers: Annotated[int, Meta(ge=0, le=30)] = 7
    """How many, where none are given."""
    coast: tuple[Edge, ...] | None = None
    """The edges at the sea; None leaves it to the seed."""
    frontier: dict[Edge, Name] | None = None
    """The countries beyond the other edges; None leaves it to the seed."""
    around: Literal["sea", "land"] = "sea"
    """What lies outside the outlines."""
    towns: Annotated[tuple[Name, ...], Meta(max_length=36)] = ()
    """Names of towns whose places do not matter."""
    names: Literal["", "german", "english", "french", "slavic", "italian"] = ""
    """How invented names sound; by default the seed decides."""
    start: tuple[str, ...] = ()
    town: Annotated[tuple[Settlement, ...], Meta(max_length=36)] = ()
    land: Annotated[tuple[Area, ...], Meta(max_length=50)] = ()
    lake: Annotated[tuple[Area, ...], Meta(max_length=50)] = ()
    abroad: Annotated[tuple[Area, ...], Meta(max_length=20)] = ()
    range: Annotated[tuple[Range, ...], Meta(max_length=50)] = ()
    river: Annotated[tuple[Stream, ...], Meta(max_length=50)] = ()


def read_region(text: str) -> Region:
    """The region described in a file; a fault is named with its place."""
    try:
        region = decode_toml(text, Region, longest=LENGTH)
    except msgspec.DecodeError as error:
        raise BadOption(f"this is no region: {error}") from None
    for fault in _faults(region):
        raise BadOption(f"this is no region: {fault}")
    return region


def _faults(region: Region) -> Iterator[str]:
    names = [*region.towns, *(town.name for town in region.town)]
    yield from (f'town "{n}" is named twice' for n in dict.fromkeys(names) if names.count(n) > 1)
    if len(names) > 36:
        yield f"it names {len(names)} towns, the most is 36"
    yield from (f'start: there is no town "{n}"' for n in region.start if n not in names)
    yield from (
        f'the {edge} edge is both coast and frontier ("{region.frontier[edge]}")'
        for edge in region.coast or ()
        if region.frontier and edge in region.frontier
    )
    if any(not area.name.strip() for area in region.abroad):
        yield "a country abroad has no name"
    if len({area.name for area in region.abroad}) > 20:
        yield "it has more than 20 countries abroad"
    if region.abroad and not region.land:
        yield "countries abroad have outlines, but the land has none"


class Projection:
    """Lambert's equal-area map about a point, laid over the grid of hexes."""

    def __init__(self, region: Region) -> None:
        """Make everything fit that has a place."""
        outlines = [point for area in region.land for point in area.points]
        points = outlines or [
            *((town.lat, town.lon) for town in region.town),
            *(point for line in region.range for point in line.points),
            *(point for line in region.river for point in line.points),
        ]
        lats = [lat for lat, _ in points]
        lons = [lon for _, lon in points]
        self._lat = math.radians((min(lats) + max(lats)) / 2)
        self._lon = math.radians((min(lons) + max(lons)) / 2)
        self._width, self._left, self._top = 1.0, 0.0, 0.0
        flat = [self.spot(point) for point in points]
        left, right = min(spot.x for spot in flat), max(spot.x for spot in flat)
        top, bottom = min(spot.y for spot in flat), max(spot.y for spot in flat)
        margin = 1.5 if outlines else 3.0
        width, height = (region.columns - 1) * ACROSS, region.rows - 0.5
        self._width = max(
            (right - left) / (width - 2 * margin), (bottom - top) / (height - 2 * margin), 0.001
        )
        self._left = (left + right) / 2 / self._width - width / 2
        self._top = (top + bottom) / 2 / self._width - (height - 0.5) / 2

    def spot(self, point: Point) -> Spot:
        """Where a point of the earth lies on the map."""
        lat, lon = math.radians(point[0]), math.radians(point[1]) - self._lon
        sin, cos = math.sin(self._lat), math.cos(self._lat)
        near = 1 + sin * math.sin(lat) + cos * math.cos(lat) * math.cos(lon)
        scale = EARTH * math.sqrt(2 / max(near, 1e-9)) / self._width
        east = scale * math.cos(lat) * math.sin(lon)
        north = scale * (cos * math.sin(lat) - sin * math.cos(lat) * math.cos(lon))
        return Spot(east - self._left, -north - self._top)

    def spots(self, points: Sequence[Point]) -> list[Spot]:
        """A line or an outline on the map."""
        return [self.spot(point) for point in points]


def inside(spot: Spot, outline: Sequence[Spot]) -> bool:
    """Whether a point lies in an outline.

    >>> square = [Spot(0, 0), Spot(2, 0), Spot(2, 2), Spot(0, 2)]
    >>> inside(Spot(1, 1), square), inside(Spot(3, 1), square)
    (True, False)
    """
    odd = False
    for (x, y), (u, v) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y > spot.y) != (v > spot.y) and spot.x < (u - x) * (spot.y - y) / (v - y) + x:
            odd = not odd
    return odd


def distance(spot: Spot, line: Sequence[Spot]) -> float:
    """How far a point is from a line.

    >>> distance(Spot(1, 3), [Spot(0, 0), Spot(2, 0)])
    3.0
    """
    best = math.inf
    for (x, y), (u, v) in pairwise(line):
        length = (u - x) ** 2 + (v - y) ** 2
        part = ((spot.x - x) * (u - x) + (spot.y - y) * (v - y)) / length if length else 0.0
        part = min(1.0, max(0.0, part))
        best = min(best, math.hypot(x + part * (u - x) - spot.x, y + part * (v - y) - spot.y))
    return best
