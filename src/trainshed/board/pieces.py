"""Pieces: towns, stations and engines, each about the middle of its hex."""

from __future__ import annotations

import math
from functools import lru_cache

from . import symbols
from .hexes import STEPS, centre, corners
from .markup import group, moved, name, num, polygon
from .scene import Engine, HexMap, Point, Station, Town

PLATE = 0.84
"""The radius of a start town or a city, in radii of its hex."""
DISC = 0.56
"""The radius of a railway town."""
ROUNDEL = 0.79
"""The radius of an engine's roundel."""
FOOT = 0.72
"""How far below the middle the letters of a waiting engine stand."""
MARKER = 16.0
HOUSE = 21.0

_SPOTS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-7.7, 0), (7.7, 0)),
    3: ((-7.6, 5), (7.6, 5), (0, -8)),
}
"""Where the markers of a city lie."""


@lru_cache(maxsize=4096)
def town(place: Town, board: HexMap, ids: str = "") -> str:
    """A place: a company's start town, a big city with its goods, or a railway town."""
    if place.kind == "start":
        body = _start_town(place, ids)
    elif place.kind == "city":
        body = _city(place, ids)
    else:
        body = f'<use href="#{ids}at-town"/>'
    return _keyed(body, place.key, f"town {place.kind}", board.centre(place.hex))


def spots(count: int) -> tuple[Point, ...]:
    """Where that many markers lie in a city."""
    return _SPOTS.get(count) or tuple(
        (7.9 * math.cos(math.tau * n / count), 7.9 * math.sin(math.tau * n / count))
        for n in range(count)
    )


def hexagon(radius: float, board: HexMap) -> str:
    """The path of a hex about the origin."""
    return polygon(corners(radius, board.grid.tops))


def aside(locomotive: Engine, board: HexMap) -> Point:
    """Where a station stands whose hex an engine has entered: at the upper corner across."""
    x, y = board.centre(locomotive.hex)
    dx, dy = centre(STEPS[locomotive.heading or 0], 1, board.grid.tops)
    far = board.radius * 0.98 / math.hypot(dx, dy)
    return (x + dy * far, y - dx * far) if dx > 0 else (x - dy * far, y + dx * far)


@lru_cache(maxsize=4096)
def station(house: Station, board: HexMap, locomotive: Engine | None = None) -> str:
    """A porcelain house with its owner's emblem; it stands aside for an engine."""
    body = symbols.show(f"house-{house.porcelain}", size=HOUSE)
    body += group(
        symbols.show(f"emblem-{house.emblem}", size=12.4, at=(0, 1.6)), 'fill="var(--p-ink)"'
    )
    if locomotive is not None:
        body = group(body, 'transform="scale(.86)"')
        return _keyed(body, house.key, "station", aside(locomotive, board))
    return _keyed(body, house.key, "station", board.centre(house.hex))


@lru_cache(maxsize=4096)
def engine(locomotive: Engine, board: HexMap, ids: str = "") -> str:
    """An engine, upright in its roundel, facing its way; a triangle tells its heading."""
    colour = f'color="var(--{locomotive.enamel})"'
    body = f'{pointer(locomotive, board)}<use href="#{ids}at-engine" {colour}/>'
    body += puffer(locomotive, board)
    return _keyed(body, locomotive.key, "engine", board.centre(locomotive.hex))


def nameplate(locomotive: Engine, board: HexMap) -> str:
    """The letters of an engine that waits, for it hides the plate of its start town."""
    x, y = board.centre(locomotive.hex)
    at = x, y + board.radius * FOOT
    return symbols.nameplate(locomotive.letters, locomotive.enamel, at=at)


def puffer(locomotive: Engine, board: HexMap) -> str:
    """The engine alone, mirrored on its way west."""
    heading = locomotive.heading
    drawn = symbols.show(f"engine-{locomotive.enamel}", size=26, at=(0.5, 0.6))
    if heading is not None and centre(STEPS[heading], 1, board.grid.tops)[0] < -0.1:
        return group(drawn, 'transform="scale(-1 1)"')
    return drawn


def _keyed(body: str, key: str, css: str, at: Point) -> str:
    return group(body, f'id="{name(key)}" class="{css}" {moved(at)}')


@lru_cache(maxsize=64)
def shapes(board: HexMap, ids: str) -> str:
    """Plates, discs and roundels, written once; enamel comes as the fill or the colour of use."""
    inner = hexagon(board.radius * PLATE - 3.2, board)
    drawn = {
        "start": _plate(board)
        + f'<path d="{inner}" fill="none" stroke="currentColor" stroke-opacity=".6"/>',
        "city": _plate(board) + f'<path d="{inner}" fill="none" stroke="var(--red)"/>',
        "town": _disc(board.radius),
        "engine": _roundel(board.radius),
    }
    return "".join(f'<g id="{ids}at-{kind}">{body}</g>' for kind, body in drawn.items())


def _plate(board: HexMap) -> str:
    """A plate with its keyline, on the rim of halo that lifts it off the map and its track."""
    radius = board.radius * PLATE
    return (
        f'<path d="{hexagon(radius + 2.6, board)}" fill="var(--halo)"/>'
        f'<path d="{hexagon(radius, board)}" '
        'stroke="var(--key)" stroke-width="1.8" stroke-linejoin="round"/>'
    )


def _start_town(place: Town, ids: str) -> str:
    assert place.enamel is not None
    fill = f'fill="var(--{place.enamel})" color="var(--{place.enamel}-on)"'
    size = 12 if len(place.letters) < 4 else 10.6
    return f'<use href="#{ids}at-start" {fill}/>' + symbols.lettered(
        place.letters, place.enamel, size=size
    )


def _city(place: Town, ids: str) -> str:
    places = spots(len(place.goods))
    return f'<use href="#{ids}at-city" fill="var(--town-fill)"/>' + "".join(
        symbols.show(f"good-{good}", size=MARKER, at=at)
        for good, at in zip(place.goods, places, strict=True)
    )


def _disc(radius: float) -> str:
    size = DISC * radius
    return (
        f'<circle r="{num(size + 2.4)}" fill="var(--halo)"/>'
        f'<circle r="{num(size)}" fill="var(--town-fill)" stroke="var(--key)" stroke-width="1.8"/>'
        f'<circle r="{num(size - 3.2)}" fill="none" stroke="var(--p-ink)" stroke-width=".7" '
        'opacity=".5"/><path d="M-6.6-2.4H6.6M-6.6 2.4H6.6M-4-4.9V4.9M0-4.9V4.9M4-4.9V4.9" '
        'stroke="var(--p-ink)" stroke-width="1.5"/>'
    )


def _roundel(radius: float) -> str:
    size = ROUNDEL * radius
    return (
        f'<circle r="{num(size + 2)}" fill="var(--halo)"/>'
        f'<circle r="{num(size)}" fill="var(--town-fill)" stroke="var(--key)" stroke-width="1.6"/>'
        f'<circle r="{num(size - 2.3)}" fill="none" stroke="currentColor" stroke-width="2.6"/>'
        f'<circle r="{num(size - 3.9)}" fill="none" stroke="var(--p-ink)" stroke-width=".6"/>'
    )


def pointer(locomotive: Engine, board: HexMap) -> str:
    """The small triangle outside the roundel."""
    if locomotive.heading is None:
        return ""
    x, y = centre(STEPS[locomotive.heading], 1, board.grid.tops)
    turn = math.degrees(math.atan2(y, x))
    near = ROUNDEL * board.radius + 1.6
    shape = f"M{num(near)}-5.4 {num(near + 7.4)} 0 {num(near)} 5.4z"
    return (
        f'<path d="{shape}" transform="rotate({turn:.0f})" {symbols.worn(locomotive.enamel)} '
        'stroke-linejoin="round"/>'
    )
