"""Cities that send and demand cubes, and the gates beside them that lead off the map."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from . import symbols
from .hexes import STEPS, centre
from .labels import Box, Name
from .markup import group, moved, name, num, polygon
from .pieces import hexagon
from .scene import City, Gate, Goods, HexMap, Key, Point
from .track import WIDTH, strokes

PLATE = 0.88
"""The radius of a city, in radii of its hex."""
_TILE = 0.97
"""The radius of a tile that was laid on a city."""
_RING = 0.18
"""How broad the ring of what it demands is."""
_ROWS: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (0.62, ((0, 0),)),
    2: (0.55, ((-0.5, 0), (0.5, 0))),
    3: (0.49, ((-0.5, 0.46), (0.5, 0.46), (0, -0.52))),
    4: (0.48, ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5))),
    5: (0.43, ((-0.5, -0.52), (0.5, -0.52), (-0.98, 0.5), (0, 0.5), (0.98, 0.5))),
    6: (0.41, ((-0.98, -0.52), (0, -0.52), (0.98, -0.52), (-0.98, 0.52), (0, 0.52), (0.98, 0.52))),
}
"""How large cubes are, in radii, and where they lie, in their own size."""
_PILES: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (0.58, ((0, 0),)),
    2: (0.48, ((-0.6, 0), (0.6, 0))),
    3: (0.44, ((-0.6, 0.56), (0.6, 0.56), (0, -0.6))),
    4: (0.42, ((-0.6, -0.58), (0.6, -0.58), (-0.6, 0.58), (0.6, 0.58))),
    5: (0.36, ((-0.66, -0.72), (0.66, -0.72), (-0.66, 0.72), (0.66, 0.72), (0, 0))),
}
"""The same for piles with a number each."""
_SINGLY = 6
"""With more cubes than this, those of one kind are one, with their number."""
_COUNT = 0.56
"""How large the number of cubes is, in the size of a cube."""


def shapes(cities: Iterable[City], board: HexMap, ids: str) -> str:
    """The plates of cities, written once for each kind that there is."""
    kinds = dict.fromkeys((city.demands, city.kind == "new") for city in cities)
    return _plates(tuple(kinds), board, ids)


@lru_cache(maxsize=1024)
def _plates(kinds: tuple[tuple[Goods | None, bool], ...], board: HexMap, ids: str) -> str:
    drawn = "".join(
        f'<g id="{ids}{_plate_id(demands, is_new=new)}">{_plate(demands, board, is_new=new)}</g>'
        for demands, new in kinds
    )
    size = num(board.radius * 0.32)
    far = num(board.radius * 0.23)
    return drawn + (
        f'<g id="{ids}no-cubes" fill="none" stroke="var(--p-ink)" stroke-width="1.8">'
        f'<circle r="{size}" fill="var(--town-fill)"/><path d="M-{far} {far} {far}-{far}"/></g>'
    )


@lru_cache(maxsize=8192)
def draw(city: City, board: HexMap, ids: str) -> str:
    """A city with its cubes, or the marker that they are gone."""
    body = f'<use href="#{ids}{_plate_id(city.demands, is_new=city.kind == "new")}"/>'
    if city.is_empty and not city.cubes:
        body += f'<use href="#{ids}no-cubes"/>'
    for _, goods, count, at, size in _cubes(city, board.radius):
        body += symbols.show(f"cube-{goods}", size=size, at=at)
        body += _figure(count, at, size) if count > 1 else ""
    return group(body, f'id="{name(city.key)}" class="city" {moved(board.centre(city.hex))}')


def spots(city: City, board: HexMap) -> dict[Key, tuple[Point, float]]:
    """Where each kind of cube can be taken, and how large it is there."""
    x, y = board.centre(city.hex)
    found: dict[Key, tuple[Point, float]] = {}
    for key, _, _, (dx, dy), size in _cubes(city, board.radius):
        found.setdefault(key, ((x + dx, y + dy), size))
    return found


def called(city: City, board: HexMap) -> Name:
    """The name of a city, to be written by its plate."""
    high = board.radius * (_TILE if city.kind == "new" else PLATE) + 1
    return Name(city.name, board.centre(city.hex), (high * 0.866, high), beside=False)


def room(place: City | Gate, board: HexMap) -> Box:
    """The room that a city or a gate takes."""
    x, y = board.centre(place.hex)
    high = board.radius * PLATE
    return Box(x - high * 0.866, y - high, x + high * 0.866, y + high)


def _cubes(city: City, radius: float) -> list[tuple[Key, Goods, int, Point, float]]:
    """What is seen of the cubes: key, kind, how many, where, how large."""
    shown, rows = [(key, goods, 1) for key, goods in city.cubes], _ROWS
    if len(shown) > _SINGLY:
        kinds, rows = dict.fromkeys(city.cubes), _PILES
        shown = [(key, goods, city.cubes.count((key, goods))) for key, goods in kinds]
    if not shown:
        return []
    part, places = rows[len(shown)]
    size = part * radius
    return [
        (key, goods, count, (x * size * 0.98, y * size * 0.98), size)
        for (key, goods, count), (x, y) in zip(shown, places, strict=True)
    ]


def _figure(count: int, at: Point, size: float) -> str:
    """How many cubes there are, on the corner of one."""
    far = size * _COUNT / 2
    body = f'<circle r="{num(far)}" fill="var(--p-ink)" stroke="var(--town-fill)"/>'
    body += symbols.letters(str(count), "var(--town-fill)", size=size * 0.5)
    return group(body, moved((at[0] + size * 0.46, at[1] + size * 0.4)))


def _plate_id(demands: Goods | None, *, is_new: bool) -> str:
    return f"{'tile' if is_new else 'demand'}-{demands or 'none'}"


def _plate(demands: Goods | None, board: HexMap, *, is_new: bool) -> str:
    """A white plate in its ring; a tile laid there is larger, with a light line in its ring."""
    radius = board.radius * (_TILE if is_new else PLATE)
    enamel = "tile-grey" if demands is None else symbols.CUBES[demands][0]
    key = 'stroke="var(--key)" stroke-linejoin="round"'
    inner = board.radius * (PLATE - _RING)
    drawn = (
        f'<path d="{hexagon(radius + 2.2, board)}" fill="var(--halo)"/>'
        f'<path d="{hexagon(radius, board)}" fill="var(--{enamel})" {key} stroke-width="1.6"/>'
    )
    if is_new:
        line = 'fill="none" stroke="var(--town-fill)" stroke-width="1.5"'
        drawn += f'<path d="{hexagon(radius - 3.2, board)}" {line}/>'
    fine = 'stroke="var(--p-ink)" stroke-linejoin="round" stroke-width=".9"'
    return drawn + f'<path d="{hexagon(inner, board)}" fill="var(--town-fill)" {fine}/>'


@lru_cache(maxsize=1024)
def gate(place: Gate, board: HexMap, ids: str) -> str:
    """A space for a way off the map: an arrow while it is free, then its builder's track."""
    x, y = centre(STEPS[place.side], board.radius, board.grid.tops)
    start, end = (x / 2 * 1.14, y / 2 * 1.14), (-x * 0.6, -y * 0.6)
    way = f"M{num(start[0])} {num(start[1])}L{num(end[0])} {num(end[1])}"
    if place.enamel is None:
        body = _free(board, way, _head(end, (-x, -y), 7))
    else:
        name_ = f"{ids}gate-{name(place.key)}"
        body = f'<defs><path id="{name_}" d="{way}"/></defs>'
        body += group(strokes(name_, place.enamel, board.radius), 'fill="none"')
        wide = WIDTH * board.radius
        body += (
            f'<path d="{_head(end, (-x, -y), wide * 1.25)}" {symbols.worn(place.enamel)} '
            'stroke-linejoin="round"/>'
        )
        body += symbols.show(f"badge-{place.enamel}", size=17, at=(-x * 0.14, -y * 0.14))
    return group(body, f'id="{name(place.key)}" class="gate" {moved(board.centre(place.hex))}')


def _free(board: HexMap, way: str, head: str) -> str:
    ink = 'fill="none" stroke="var(--map-ink)" stroke-opacity=".55"'
    return (
        f'<path d="{hexagon(board.radius * 0.84, board)}" {ink} stroke-dasharray="2.4 3"/>'
        f'<path d="{way}" {ink} stroke-width="2.2" stroke-dasharray="5 3.4"/>'
        f'<path d="{head}" fill="var(--map-ink)" fill-opacity=".6"/>'
    )


def _head(at: Point, way: Point, size: float) -> str:
    """An arrow's head."""
    length = (way[0] ** 2 + way[1] ** 2) ** 0.5
    dx, dy = way[0] / length * size, way[1] / length * size
    x, y = at
    return polygon(
        (
            (x + dx, y + dy),
            (x - dy * 0.8 - dx * 0.2, y + dx * 0.8 - dy * 0.2),
            (x + dy * 0.8 - dx * 0.2, y - dx * 0.8 - dy * 0.2),
        )
    )
