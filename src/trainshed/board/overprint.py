"""Overprint: magenta for what may be done now, brass for what just happened.

A target is a group with the class `target`, its action, and a hit area as large as its hex. Pages
change its look by variables that reach into the shapes: `--ring` and `--ring-halo` (widths of the
ring and of its halo), `--ring-wash` and `--dot` (opacity), `--ring-focus` and `--ring-gap` (colours
of the keyboard's ring), `--site` and `--built` (opacity of the dot and of the house where a station
can be built). Targets that need a first click are in `choices`, hidden at first.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from trainshed.core import Reader, Text

from . import freight, links, symbols
from .crayon import CAPSULE, stands
from .crayon import ROUNDEL as TRAIN
from .layout import SLOT, midside
from .markup import group, moved, name, num, text
from .pieces import DISC, HOUSE, PLATE, ROUNDEL, aside, hexagon, pointer
from .scene import (
    PORCELAINS,
    Area,
    City,
    Engine,
    Gate,
    Halt,
    Handle,
    HexMap,
    Item,
    Key,
    Link,
    Overprint,
    Point,
    Runner,
    Space,
    Station,
    Target,
    Tile,
    Town,
)
from .tiles import places

MANY = 25
"""With more empty hexes than this to choose from, each is only a dot until the pointer nears."""
_DOTS, _TIGHT_DOTS, _TIGHT = (0.17, 0.12), (0.22, 0.2), 20.0
"""The radii of dots, a few or many, in radii of a hex; larger ones for hexes below this radius."""
_HOUSE = "place "
"""How the actions begin that put a station somewhere."""
_FAN, _ROOM = 46.0, 44.0
"""How far apart markers are fanned out, and how high their plate is."""

Shape: TypeAlias = Literal[
    "space",
    "dot",
    "full",
    "sites",
    "few-sites",
    "plate",
    "disc",
    "engine",
    "runner",
    "capsule",
    "house",
    "marker",
    "slot",
    "cube",
    "badge",
    "handle",
]


class Spot(NamedTuple):
    """Where something can be clicked, the shape of its ring, and the engine that is there."""

    at: Point
    shape: Shape
    hex: int
    engine: Engine | None = None
    scale: float = 1.0
    """How large it is, of a shape that comes in several sizes."""


class Sheet(NamedTuple):
    """What is printed over a board, and for whom."""

    overprint: Overprint
    board: HexMap
    known: Mapping[Key, Spot]
    reader: Reader
    ids: str = ""
    selected: Key | None = None
    alone: bool = False
    """Whether the picture has no page that could open hidden choices."""
    tags: Mapping[Key, Text] = {}
    """What is written on targets."""
    named: Container[Key] = ()
    """The targets with their name above them, so that what is written goes below."""
    lasts: bool = False
    """Whether a page keeps what is drawn from move to move."""

    def shows(self, key: Key) -> bool:
        """Whether a target is seen: in a picture, the one that is selected hides the others."""
        return not self.alone or self.selected in (None, key)


def field(space: Space, board: HexMap, filled: Mapping[int, Shape]) -> Spot:
    """Where a hex can be clicked, in the shape of what stands there."""
    return Spot(board.centre(space.hex), filled.get(space.hex, "space"), space.hex)


def filled(items: Iterable[Item]) -> dict[int, Shape]:
    """The shape of the ring of each hex on which something stands."""
    items = tuple(items)
    found: dict[int, Shape] = {it.hex: "full" for it in items if isinstance(it, Station | Halt)}
    for item in items:
        if isinstance(item, Halt) and item.kind == "junction":
            found[item.hex] = "capsule"
    return found | {it.hex: "plate" for it in items if isinstance(it, City)}


def spots(items: Iterable[Item], board: HexMap) -> dict[Key, Spot]:
    """Everything on the board that a target can name."""
    items = tuple(items)
    taken = filled(items)
    engines = {item.hex: item for item in items if isinstance(item, Engine)}
    large = {it.hex for it in items if isinstance(it, Halt) and it.kind == "junction"}
    trains = stands(items, board)
    found: dict[Key, Spot] = {}
    shape: Shape
    for item in items:
        match item:
            case Space(key=key):
                found[key] = field(item, board, taken)
            case Town(key=key, hex=hex_, kind=kind):
                found[key] = Spot(board.centre(hex_), "disc" if kind == "town" else "plate", hex_)
            case Engine(key=key, hex=hex_):
                found[key] = Spot(board.centre(hex_), "engine", hex_, item)
            case Station(key=key, hex=hex_):
                engine = engines.get(hex_)
                at = aside(engine, board) if engine else board.centre(hex_)
                found[key] = Spot(at, "house", hex_)
            case Tile():
                found.update(_tile(item, board))
            case Halt(key=key, hex=hex_):
                shape = "capsule" if hex_ in large else "full"
                found[key] = Spot(board.centre(hex_), shape, hex_)
            case Runner(key=key, hex=hex_):
                found[key] = Spot(trains[key], "runner", hex_)
            case Area(key=key, hex=hex_) | Gate(key=key, hex=hex_):
                found[key] = Spot(board.centre(hex_), "full", hex_)
            case City():
                found.update(_city(item, board))
            case Handle(key=key, hex=hex_, side=side):
                (x, y), (dx, dy) = board.centre(hex_), midside(side, board.grid.tops)
                at = x + dx * board.radius, y + dy * board.radius
                found[key] = Spot(at, "handle", hex_)
            case Link(key=key, bends=bends, badge=badge):
                found[key] = Spot(links.laid(item, board).badge, "badge", bends[badge].hex)
            case _:
                pass
    return found


@lru_cache(maxsize=8192)
def _tile(tile: Tile, board: HexMap) -> Mapping[Key, Spot]:
    """A hex, the first free place of each of its circles, and the stations."""
    look = tile.look
    empty = look.colour == "blank" and not look.stops
    found = {tile.key: Spot(board.centre(tile.hex), "space" if empty else "full", tile.hex)}
    for number, circle in enumerate(tile.circles):
        where = places(tile, number, board)
        free = min(len(circle.stations), len(where) - 1)
        found[circle.key] = Spot(where[free], "slot", tile.hex)
        for plate, at in zip(circle.stations, where, strict=False):
            found[plate.key] = Spot(at, "slot", tile.hex)
    return found


@lru_cache(maxsize=2048)
def _city(city: City, board: HexMap) -> Mapping[Key, Spot]:
    """A city, and each kind of its cubes."""
    found = {city.key: Spot(board.centre(city.hex), "plate", city.hex)}
    for cube, (at, size) in freight.spots(city, board).items():
        found[cube] = Spot(at, "cube", city.hex, scale=size / symbols.CUBE)
    return found


@lru_cache(maxsize=64)
def circles(board: HexMap, ids: str) -> str:
    """The ring of a place in a city, written once."""
    size = board.radius * SLOT
    return group(
        f'<circle r="{num(size + 6)}" fill="#000" fill-opacity="0"/>'
        + ring(f'<circle r="{num(size + 2)}"', ring=3)
        + focus(f'<circle r="{num(size + 6)}"'),
        f'id="{ids}on-slot"',
    )


@lru_cache(maxsize=64)
def crayons(ids: str) -> str:
    """The rings of a train and of a large station, written once."""
    wide, high = CAPSULE
    pill = f'<rect x="{num(-wide)}" y="{num(-high)}" width="{num(2 * wide)}" '
    pill += f'height="{num(2 * high)}" rx="{num(high)}"'
    train = f'<circle r="{num(TRAIN + 6)}" fill="#000" fill-opacity="0"/>'
    train += ring(f'<circle r="{num(TRAIN + 4)}"', ring=3.2)
    train += focus(f'<circle r="{num(TRAIN + 7.4)}"')
    capsule = f'<use href="#{ids}on-hit"/>' + ring(pill, wash=1) + focus(pill)
    return group(train, f'id="{ids}on-runner"') + group(capsule, f'id="{ids}on-capsule"')


@lru_cache(maxsize=64)
def freights(ids: str) -> str:
    """The rings of a cube and of a link's badge, written once."""
    far = links.BADGE / 2 + 1.6
    edge = f'<path d="{symbols.CUBE_EDGE}"'
    drawn = {
        "cube": f'<path d="{symbols.CUBE_EDGE}" fill="#000" fill-opacity="0"/>'
        + ring(edge, ring=3.2)
        + focus(f'{edge} transform="scale(1.3)"'),
        "badge": f'<circle r="{num(far + 6)}" fill="#000" fill-opacity="0"/>'
        + ring(f'<circle r="{num(far)}"')
        + focus(f'<circle r="{num(far + 4)}"'),
        "handle": '<circle r="15" fill="#000" fill-opacity="0"/>'
        + ring('<circle r="8"', wash=1)
        + focus('<circle r="12"')
        + dot(3.4),
    }
    return "".join(group(body, f'id="{ids}on-{shape}"') for shape, body in drawn.items())


@lru_cache(maxsize=64)
def shapes(board: HexMap, ids: str, seat: int = 0) -> str:
    """The rings, written once; who builds a station is the one that acts."""
    radius = board.radius
    large, small = (radius * part for part in (_DOTS if radius >= _TIGHT else _TIGHT_DOTS))
    hex_ = f'<path d="{hexagon(radius - 3, board)}"'
    around = f'<use href="#{ids}on-hit"/>'
    keyboard = f'<use href="#{ids}on-focus"/>'
    drawn = {
        "hit": f'<path d="{hexagon(radius, board)}" fill="#000" fill-opacity="0"/>',
        "focus": focus(f'<path d="{hexagon(radius + 1.4, board)}"'),
        "space": around + ring(hex_, wash=1) + keyboard + dot(large),
        "full": around + ring(hex_, wash=1) + keyboard,
        "dot": around + ring(hex_, wash=0, ring=0) + keyboard + dot(small),
        "few-sites": around + ring(hex_, wash=1) + keyboard + _site(large, seat),
        "sites": around + ring(hex_, wash=0, ring=0) + keyboard + _site(small, seat),
        "plate": around
        + ring(f'<path d="{hexagon(radius * PLATE + 3.4, board)}"', ring=3)
        + keyboard,
        "disc": around + ring(f'<circle r="{num(radius * DISC + 3.6)}"', ring=3) + keyboard,
        "engine": around + ring(f'<circle r="{num(radius * ROUNDEL + 4)}"', ring=3.2) + keyboard,
        "house": around + ring('<circle r="16"') + focus('<circle r="20"'),
        "marker": '<circle r="22" fill="#000" fill-opacity="0"/>'
        + ring('<circle r="18"')
        + focus('<circle r="21"'),
    }
    return "".join(f'<g id="{ids}on-{shape}">{body}</g>' for shape, body in drawn.items())


def targets(sheet: Sheet) -> str:
    """The things that can be clicked at once."""
    first = [
        target
        for target in sheet.overprint.targets
        if target.under is None and target.key in sheet.known and sheet.shows(target.key)
    ]
    empty = sum(sheet.known[target.key].shape == "space" for target in first)
    around = _around(first, sheet)
    drawn = (
        _target(target, sheet, many=empty > MANY, around=around.get(target.key, ""))
        for target in first
    )
    return group("".join(drawn), 'class="targets"')


def _around(first: Sequence[Target], sheet: Sheet) -> dict[Key, str]:
    """The ring of a city for its first cube that can be taken; all of it means an only one."""
    cubes: dict[int, list[Key]] = {}
    for target in first:
        spot = sheet.known[target.key]
        if spot.shape == "cube":
            cubes.setdefault(spot.hex, []).append(target.key)
    found = {}
    for hex_, keys in cubes.items():
        x, y = sheet.board.centre(hex_)
        through = ' pointer-events="none"' if len(keys) > 1 else ""
        place = f'x="{num(x)}" y="{num(y)}"{through}'
        found[keys[0]] = f'<use href="#{sheet.ids}on-plate" {place}/>'
    return found


def ways(sheet: Sheet, found: Sequence[tuple[Key, str]]) -> str:
    """Ways over links that can be chosen: each is drawn already."""
    wanted = {target.key: target for target in sheet.overprint.targets}
    drawn = "".join(
        group(body, attributes(wanted[key], sheet.reader))
        for key, body in found
        if key in wanted and sheet.shows(key)
    )
    return group(drawn, 'class="targets ways"') if drawn else ""


def travels(sheet: Sheet, key: Key) -> str:
    """The ring round the cube whose way is asked."""
    spot = sheet.known.get(key)
    if spot is None:
        return ""
    use = f'<use href="#{sheet.ids}on-cube"/>'
    return group(use, f'pointer-events="none" {scaled(spot)}')


def choices(sheet: Sheet) -> str:
    """The hexes that can be clicked after something else, hidden until that is chosen."""
    groups = grouped(
        sheet, lambda target: target.key in sheet.known and not target.key.startswith("cube:")
    )
    return "".join(
        choice(
            under,
            "".join(_target(target, sheet, many=len(below) > MANY) for target in below),
            sheet,
        )
        for under, below in groups.items()
    )


def fans(sheet: Sheet) -> str:
    """The markers of a city that can be taken, fanned out above it, large enough to hit."""
    groups = grouped(sheet, lambda target: target.key.startswith(("good:", "cube:")))
    return "".join(
        choice(under, _fan(below, sheet.known[under].at, sheet), sheet)
        for under, below in groups.items()
        if under in sheet.known
    )


def last(keys: Iterable[Key], known: Mapping[Key, Spot], board: HexMap) -> str:
    """Brass on the hexes of what just happened."""
    hexes = dict.fromkeys(known[key].hex for key in keys if key in known)
    if not hexes:
        return ""
    shape = hexagon(board.radius, board)
    drawn = "".join(f'<path d="{shape}" {moved(board.centre(hex_))}/>' for hex_ in hexes)
    style = (
        'fill="var(--last-fill)" stroke="var(--last)" stroke-width="2" '
        'stroke-dasharray="2 4.5" stroke-linecap="round"'
    )
    return group(drawn, f'class="last" {style}')


def ring(shape: str, *, wash: float | None = None, ring: float = 2.6) -> str:
    """A shape stroked in magenta on its wider halo, perhaps over a wash."""
    fill = 'fill="none"'
    if wash is not None:
        fill = f'fill="var(--act-fill)" fill-opacity="var(--ring-wash, {num(wash)})"'
    halo = num(ring + 2.9 if ring else 0)
    join = 'stroke-linejoin="round"'
    return (
        f'{shape} {fill} stroke="var(--halo)" stroke-width="var(--ring-halo, {halo})" {join}/>'
        f'{shape} fill="none" stroke="var(--act)" stroke-width="var(--ring, {num(ring)})" {join}/>'
    )


def dot(radius: float, variable: str = "dot") -> str:
    """What says that a hex is empty."""
    return (
        f'<circle r="{num(radius)}" fill="var(--act)" stroke="var(--halo)" '
        f'stroke-width="1.8" opacity="var(--{variable}, 1)"/>'
    )


def _site(radius: float, seat: int) -> str:
    """A dot that gives way to the ghost of a house, if a page says so by `--site` and `--built`."""
    porcelain, _ = PORCELAINS[seat % len(PORCELAINS)]
    house = symbols.show(f"house-{porcelain}", size=HOUSE)
    return dot(radius, "site") + group(house, 'opacity="var(--built, 0)"')


def focus(shape: str) -> str:
    """The place of the keyboard's ring, outside the magenta."""
    return (
        f'{shape} fill="none" stroke="var(--ring-gap, none)" stroke-width="6"/>'
        f'{shape} fill="none" stroke="var(--ring-focus, none)" stroke-width="3" '
        'stroke-linejoin="round"/>'
    )


def grouped(sheet: Sheet, drawn: Callable[[Target], bool]) -> dict[Key, list[Target]]:
    """The targets that need a first click, by that click."""
    groups: dict[Key, list[Target]] = {}
    for target in sheet.overprint.targets:
        under = target.under
        if under is not None and drawn(target) and (not sheet.alone or under == sheet.selected):
            groups.setdefault(under, []).append(target)
    return groups


def _target(target: Target, sheet: Sheet, *, many: bool, around: str = "") -> str:
    spot = sheet.known[target.key]
    shape = "dot" if many and spot.shape == "space" else spot.shape
    if (target.action or "").startswith(_HOUSE) and spot.shape in ("space", "full"):
        shape = "few-sites" if shape != "dot" else "sites"
    if target.key in sheet.tags:
        shape = "full" if shape in ("space", "dot") else shape
    more = "" if spot.engine is None else pointer(spot.engine, sheet.board)
    more += _tag(sheet, target.key, shape)
    more += _ghost(sheet.known.get(target.under or ""))
    ring = f'<use href="#{sheet.ids}on-{shape}"'
    about = attributes(target, sheet.reader)
    if spot.scale != 1.0:
        return group(around + group(f"{ring}/>{more}", scaled(spot)), about)
    if more:
        return group(f"{ring}/>{more}", f"{about} {moved(spot.at)}")
    return group(f'{ring} x="{num(spot.at[0])}" y="{num(spot.at[1])}"/>', about)


def scaled(spot: Spot) -> str:
    """The attribute that puts a shape at a spot in its size."""
    x, y = spot.at
    return f'transform="translate({num(x)} {num(y)}) scale({spot.scale:.2f})"'


def _tag(sheet: Sheet, key: Key, shape: Shape) -> str:
    """What is written on a target: in its middle, or above what stands there."""
    if key not in sheet.tags:
        return ""
    lift = {"full": 0.0, "plate": sheet.board.radius * 0.92}.get(shape, 17.0)
    at = 0.0, lift if key in sheet.named else -lift
    return links.tag(sheet.reader.read(sheet.tags[key]), at)


def attributes(target: Target, reader: Reader) -> str:
    """What a page needs to know of a target."""
    name_ = f'id="act:{name(target.key)}" ' if target.under is None else ""
    return (
        f'{name_}class="target" role="button" tabindex="-1" '
        f'data-key="{text(target.key)}" aria-label="{text(reader.read(target.title))}"'
    )


def choice(under: Key, body: str, sheet: Sheet) -> str:
    """Targets under another one, hidden until that is chosen."""
    hidden = "" if under == sheet.selected else ' display="none"'
    return group(
        body, f'id="under:{name(under)}" class="choices" data-under="{text(under)}"{hidden}'
    )


def _ghost(spot: Spot | None) -> str:
    """What a page shows under the mouse: the engine where it would be."""
    if spot is None or spot.engine is None:
        return ""
    drawn = symbols.show(f"engine-{spot.engine.enamel}", size=26, at=(0.5, 0.6))
    return drawn.replace("<use", '<use class="ghost" display="none"', 1)


def _fan(below: list[Target], at: Point, sheet: Sheet) -> str:
    """A plate above the city, or below it where there is no room, and the markers on it."""
    board, wide = sheet.board, _FAN * len(below) + 6
    rise = board.radius + _ROOM / 2 + 18
    x = min(max(at[0], wide / 2 + 4), board.width - wide / 2 - 4)
    side = -1 if at[1] - rise - _ROOM / 2 > 4 else 1
    y = at[1] + side * rise
    foot = y - side * _ROOM / 2
    colours = 'fill="var(--town-fill)" stroke="var(--key)" stroke-width="1.4"'
    plate = (
        f'<rect x="{num(x - wide / 2)}" y="{num(y - _ROOM / 2)}" width="{num(wide)}" '
        f'height="{num(_ROOM)}" rx="10" {colours}/>'
        f'<path d="M{num(at[0] - 6)} {num(foot)}l6 {num(-8 * side)} 6 {num(8 * side)}" {colours}/>'
        f'<path d="M{num(at[0] - 6)} {num(foot)}h12" stroke="var(--town-fill)" stroke-width="2"/>'
    )
    markers = "".join(
        _marker(target, (x + (n - (len(below) - 1) / 2) * _FAN, y), sheet)
        for n, target in enumerate(below)
    )
    return plate + markers


def _marker(target: Target, at: Point, sheet: Sheet) -> str:
    kind, *_, good = target.key.split(":")
    body = f'<use href="#{sheet.ids}on-marker"/>{symbols.show(f"{kind}-{good}", size=32)}'
    return group(body, f"{attributes(target, sheet.reader)} {moved(at)}")
