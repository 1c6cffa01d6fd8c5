"""R21.7 A playable map from a seed, or from the description of a region.

The layers are made one after another, as on a drawing table: the ground, the towns, the rivers,
the numbers, the special destinations. Each has dice of its own, so that a change in one leaves the
others as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from trainshed.board.hexes import Hex
from trainshed.core import BadOption

from .atlas import Region, Spot
from .names import Names
from .sheet import Place, Sheet, Special, Start, Town
from .sheet import Region as Country
from .streams import rivers, written
from .survey import TOWNS, faults
from .terrain import HOME, Ground, middle, steps_apart

ATTEMPTS = 20
FEW, MANY = 24, range(30, 36)
"""Fewer towns than this are filled up with invented ones, to so many where there is room."""
ROOM = 17
"""So many hexes of home land for each town."""
NUDGE = 4
"""So many hexes at most a real town is moved to find its place."""
INVENTED = "Drafted from the seed “{}”: an invented country."
REDRAWN = "Drafted from the description of a region with the seed “{}”: redrawn from geography."
_BLANK = Region()
_T = TypeVar("_T")


class _Site(NamedTuple):
    """A town before it has its numbers."""

    name: str
    hex: Hex
    size: float


class _Group(NamedTuple):
    """A special destination before it is written down."""

    name: str
    hexes: tuple[Hex, ...]
    regions: tuple[str, ...] = ()


def draft(
    seed: str,
    *,
    title: str = "",
    columns: int | None = None,
    rows: int | None = None,
    mountains: float | None = None,
    region: Region = _BLANK,
) -> Sheet:
    """A map without a fault; the same seed and region always give the same map."""
    region = replace(
        region,
        title=title or region.title,
        columns=_within("columns", columns, region.columns, 16, 60),
        rows=_within("rows", rows, region.rows, 16, 60),
        mountains=_within("mountains", mountains, region.mountains, 0, 0.6),
    )
    fault = ""
    for attempt in range(ATTEMPTS):
        try:
            sheet = _Draft(region, seed, f"{seed}/{attempt}" if attempt else seed).sheet()
        except BadOption as error:
            fault = fault or str(error)
            continue
        first = next(faults(sheet), "")
        if not first:
            return sheet
        fault = fault or first
    raise BadOption(f"no map can be made of this: {fault}")


def _within(name: str, given: float | None, default: _T, low: float, high: float) -> _T:
    if given is not None and not low <= given <= high:
        raise BadOption(f"{name} = {given}: it must be {low} to {high}")
    return default if given is None else type(default)(given)  # type: ignore[call-arg]


class _Draft:
    def __init__(self, region: Region, seed: str, roll: str) -> None:
        self.region, self.seed, self.roll = region, seed, roll
        taken = [*region.towns, *(town.name for town in region.town)]
        taken += [stream.name for stream in region.river]
        self.names = Names(Random(f"{roll}/names"), taken, region.names)
        self.country = region.country or region.title or self.names.land()
        self.ground = Ground(region, roll, self.names)
        self.spot = self.ground.spot

    def sheet(self) -> Sheet:
        """The whole map."""
        ground, region = self.ground, self.region
        sites = self.towns()
        start = self.start(sites)
        ground.high.difference_update(site.hex for site in sites)
        groups, places = self.special(sites)
        numbers = _numbers(sites, start, self.spot)
        rows = tuple(
            "".join(self.sign(hex_) for hex_ in ground.hexes[n : n + region.columns])
            for n in range(0, len(ground.hexes), region.columns)
        )
        abroad = {letter: Country(name) for letter, name in ground.countries.items()}
        about = REDRAWN if region.land or region.town else INVENTED
        return Sheet(
            title=region.title or self.country,
            subtitle=region.subtitle,
            about=about.format(self.seed if self.seed.isprintable() else "?")[:1000],
            abroad="frontier" if abroad else "none",
            start=Start(tuple(site.name for site in start)),
            rows=rows,
            regions={HOME: Country(self.country, home=True), **abroad},
            towns={s.name: Town(written(s.hex), n) for s, n in numbers},
            places=places,
            rivers=rivers(ground, self.roll, self.names),
            special=tuple(
                Special(group.name, tuple(map(written, group.hexes)), group.regions)
                for group in groups
            ),
        )

    def sign(self, hex_: Hex) -> str:
        sign = self.ground.sign[hex_]
        return sign.upper() if hex_ in self.ground.high else sign

    # towns

    def towns(self) -> list[_Site]:
        """R1.3 Those of the region where they belong, then others well apart from them."""
        ground, rng = self.ground, Random(f"{self.roll}/towns")
        sites = list(self.settlements())
        wanted = rng.choice(MANY)
        room = max(TOWNS[0], len(ground.home) // ROOM)
        named = len(sites) + len(self.region.towns)
        number = named if named >= FEW else max(min(wanted, room), named)
        free = [h for h in ground.home if h not in ground.high] or ground.home
        heart = middle(self.spot[hex_] for hex_ in ground.home)
        if not sites:
            central = min(free, key=lambda h: _gap(self.spot[h], heart))
            sites.append(_Site(self.name(sites), central, 3.0))
        while len(sites) < number:
            hexes = [site.hex for site in sites]
            drawn = rng.sample(free, min(60, len(free)))
            best = max(drawn, key=lambda h: self.merit(h, hexes))
            if steps_apart(best, min(hexes, key=lambda h: steps_apart(h, best))) < 2:
                raise BadOption(f"there is no room for more than {len(sites)} towns")
            sites.append(_Site(self.name(sites), best, rng.random()))
        return sites

    def settlements(self) -> Iterator[_Site]:
        """The towns of a real country, each on the nearest hex that is free."""
        ground, taken = self.ground, set[Hex]()
        for town in sorted(self.region.town, key=lambda town: -town.size):
            assert ground.projection is not None
            spot = ground.projection.spot((town.lat, town.lon))
            near = [
                hex_
                for hex_ in ground.near(spot)[:37]
                if ground.sign[hex_] == HOME
                and hex_ not in taken
                and _gap(self.spot[hex_], spot) <= NUDGE**2
            ]
            if not near:
                raise BadOption(f'town "{town.name}" is not on the land')
            taken.add(near[0])
            yield _Site(town.name, near[0], town.size)

    def name(self, sites: Sequence[_Site]) -> str:
        """The next name of the region, or an invented one."""
        used = len(sites) - len(self.region.town)
        return self.region.towns[used] if used < len(self.region.towns) else self.names.town()

    def merit(self, hex_: Hex, hexes: Sequence[Hex]) -> float:
        """Far from all other towns; the coast is welcome."""
        apart = min(steps_apart(hex_, other) for other in hexes)
        return apart + 0.6 * self.ground.at_sea(hex_)

    def start(self, sites: Sequence[_Site]) -> tuple[_Site, ...]:
        """R2.4 Those of the region, or one or two large towns near the middle."""
        if self.region.start:
            by_name = {site.name: site for site in sites}
            return tuple(by_name[name] for name in self.region.start)
        heart = middle(self.spot[hex_] for hex_ in self.ground.home)
        if self.region.town:
            return (max(sites, key=lambda site: site.size),)
        central = sorted(sites, key=lambda site: _gap(self.spot[site.hex], heart))
        other = next((s for s in central if steps_apart(s.hex, central[0].hex) >= 7), None)
        two = other is not None and Random(f"{self.roll}/start").random() < 0.5
        return (central[0], other) if two and other else (central[0],)

    # special destinations

    def special(self, sites: Sequence[_Site]) -> tuple[list[_Group], dict[str, Place]]:
        """R10.2 Countries, ports and mountain resorts: six results, or none."""
        ground = self.ground
        places: dict[str, Place] = {}
        groups = []
        for letter, name in ground.countries.items():
            stations = self.stations(letter)
            places |= {self.names.town(): Place(written(hex_)) for hex_ in stations}
            groups.append(_Group(name, stations))
        ports = [site.hex for site in sites if ground.at_sea(site.hex)]
        if len(ports) >= 2:
            groups.append(_Group("Ports", tuple(ports)))
        resorts = self.resorts(sites)
        if len(resorts) >= 2:
            places |= {self.names.town(): Place(written(hex_), "ski") for hex_ in resorts}
            groups.append(_Group("Mountain resorts", resorts))
        while len(groups) < 5:
            largest = max(groups, key=lambda group: len(group.hexes), default=None)
            if largest is None or len(largest.hexes) < 4:
                break
            at = groups.index(largest)
            groups[at : at + 1] = _halves(largest, self.spot)
        if not ground.countries or len(groups) < 5:
            return [], {}
        letters = tuple(ground.countries)
        name = " or ".join(ground.countries.values()) if len(letters) < 3 else "Abroad"
        return [*groups[:5], _Group(f"{name}, any frontier hex"[:60], (), letters)], places

    def stations(self, letter: str) -> tuple[Hex, ...]:
        """Connection stations, evenly along the frontier of a country."""
        ground = self.ground
        hexes = [hex_ for hex_ in ground.hexes if ground.sign[hex_] == letter]
        hexes = [hex_ for hex_ in hexes if hex_ not in ground.high] or hexes
        return tuple(_spread(hexes, min(6, max(1, len(hexes) // 3)), 2))

    def resorts(self, sites: Sequence[_Site]) -> tuple[Hex, ...]:
        """Places high in the mountains, without a town."""
        ground, towns = self.ground, {site.hex for site in sites}
        heights = [
            hex_
            for hex_ in ground.home
            if hex_ in ground.high
            and hex_ not in towns
            and sum(other in ground.high for other in ground.beside(hex_)) >= 3
        ]
        return tuple(_spread(heights, 5, 4))


def _gap(one: Spot, other: Spot) -> float:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _spread(hexes: Sequence[Hex], number: int, least: int) -> list[Hex]:
    """Some of the hexes, each as far from the others as can be."""
    chosen = list(hexes[:1])
    while 0 < len(chosen) < number:

        def apart(hex_: Hex) -> int:
            return min(steps_apart(hex_, other) for other in chosen)

        best = max(hexes, key=apart)
        if apart(best) < least:
            break
        chosen.append(best)
    return chosen


def _halves(group: _Group, spot: dict[Hex, Spot]) -> list[_Group]:
    """A destination in two parts, west and east or north and south."""
    spots = [spot[hex_] for hex_ in group.hexes]
    wide = max(s.x for s in spots) - min(s.x for s in spots)
    tall = max(s.y for s in spots) - min(s.y for s in spots)
    parts = ("west", "east") if wide > tall else ("north", "south")
    across: Callable[[Hex], float] = lambda h: spot[h].x if wide > tall else spot[h].y  # noqa: E731
    ordered = sorted(group.hexes, key=across)
    half = len(ordered) // 2
    name = group.name[:50]
    return [
        _Group(f"{name}, {parts[0]}", tuple(ordered[:half])),
        _Group(f"{name}, {parts[1]}", tuple(ordered[half:])),
    ]


def _numbers(
    sites: Sequence[_Site], start: Sequence[_Site], spot: dict[Hex, Spot]
) -> list[tuple[_Site, tuple[int, ...]]]:
    """R1.3 The tens for a part of the country, several numbers for its large towns."""
    rank = {site.name: (site in start, site.size) for site in sites}
    numbered = []
    for tens, part in enumerate(_parts(sites, start, spot), 1):
        by_size = sorted(part, key=lambda site: rank[site.name], reverse=True)
        shares = [1] * len(part)
        for extra in range(6 - len(part)):
            shares[(0, 0, 1, 0, 2, 1)[extra] % len(part)] += 1
        units = iter(range(1, 7))
        for site, share in zip(by_size, shares, strict=True):
            numbered.append((site, tuple(10 * tens + next(units) for _ in range(share))))
    return numbered


def _parts(
    sites: Sequence[_Site], start: Sequence[_Site], spot: dict[Hex, Spot]
) -> list[list[_Site]]:
    """Six parts with nearly as many towns; those of start towns are small, for more numbers."""
    sizes = [(len(sites) + n) // 6 for n in range(6)]
    orders = [sizes[n:] + sizes[:n] for n in range(6)]
    found = [list(_cut(sites, order, spot)) for order in orders]
    return max(found, key=lambda parts: sum(-len(p) for p in parts for s in start if s in p))


def _cut(
    sites: Sequence[_Site], sizes: Sequence[int], spot: dict[Hex, Spot]
) -> Iterator[list[_Site]]:
    """Two halves of three parts each, cut across the longer way."""
    by_x = sorted(sites, key=lambda site: spot[site.hex])
    by_y = sorted(sites, key=lambda site: (spot[site.hex].y, spot[site.hex].x))
    tall = spot[by_y[-1].hex].y - spot[by_y[0].hex].y > spot[by_x[-1].hex].x - spot[by_x[0].hex].x
    halves = by_x if tall else by_y
    for first in (0, 3):
        begin = sum(sizes[:first])
        half = halves[begin : begin + sum(sizes[first : first + 3])]
        half.sort(key=lambda site: (spot[site.hex].y, spot[site.hex].x) if tall else spot[site.hex])
        for size in sizes[first : first + 3]:
            yield half[:size]
            half = half[size:]
