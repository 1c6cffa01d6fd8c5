"""R1.2 How the map and its pieces lie on the page: the ground, links, prices, ways of cubes."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.board import waters
from trainshed.board.hexes import members, offset, opposite, union
from trainshed.board.scene import (
    Bend,
    Enamel,
    Handle,
    HexMap,
    Journey,
    Lettering,
    Link,
    Plate,
    River,
    Space,
)
from trainshed.board.symbols import ENAMEL_EMBLEMS
from trainshed.board.tables import EMBLEMS
from trainshed.core import Place, Seat, Text, Who, mark, say
from trainshed.core.recall import recalled

from .box import BOARD, BOX, CITIES, SIDES
from .build import Laying, Leaving, turns
from .deliver import Routing, follow
from .names import money
from .track import find

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trainshed.board.hexes import Hex
    from trainshed.board.scene import Point

    from .box import Named
    from .state import Link as Line
    from .state import Piece, State

CURRENCY = "$"
LIVERIES: tuple[Enamel, ...] = ("yellow", "blue", "red", "green", "orange", "sky")
"""R1.5 What each player wears; it has nothing to do with cubes."""
PLATES = tuple(
    Plate(
        f"seat:{seat}", EMBLEMS[ENAMEL_EMBLEMS[enamel]], enamel, say("{who}", who=Who(Seat(seat)))
    )
    for seat, enamel in enumerate(LIVERIES)
)
RADIUS = 28.0
_EDGE = 26.0, 22.0
"""How much of the paper is seen beyond the middles of the outermost hexes."""
_BELOW = 1.0
"""How much more at the south, in radii: the Gulf."""
_TITLE = 1236.0, 1086.0
_MILES, _HEX = 200, 45
"""How long the scale is, and how wide a hex, in miles."""
_LAND, _OFF = ".how", "-"
_MAINE, _TEXAS = 5.4, 30.6
"""The rows where the coast leaves the map in the east and in the west."""
_CLEAR = 5.0
"""How far the name of a river keeps from it."""
LETTERING = (
    mark("Atlantic Ocean"),
    mark("Gulf of Mexico"),
    mark("Lake Superior"),
    mark("Lake Michigan"),
    mark("Lake Huron"),
    mark("Lake Erie"),
    mark("Ontario"),
    mark("Appalachians"),
)
"""The words of the map file, for the catalogues; rivers keep their names."""


def price_text(amount: int) -> Text:
    """An amount alone."""
    return say("{amount}", amount=money(amount))


@cache
def ground(water: str = "crossing") -> HexMap:
    """R1.2, R15.3 The map, which never changes; its legend tells how rivers are paid."""
    grid = BOARD.grid
    middles = [grid.centre(cell, RADIUS) for cell in grid.hex]
    left, top = min(x for x, _ in middles), min(y for _, y in middles)
    origin = _EDGE[0] - left, _EDGE[1] - top
    width = max(x for x, _ in middles) + origin[0] + _EDGE[0]
    height = max(y for _, y in middles) + origin[1] + _EDGE[1] + _BELOW * RADIUS
    signs = BOARD.sign
    bare = HexMap(
        key="tycoon" if water == "crossing" else f"tycoon/{water}",
        grid=grid,
        radius=RADIUS,
        width=round(width),
        height=round(height),
        origin=origin,
        land=union(cell for cell, sign in signs.items() if sign in _LAND),
        outside=(
            *(grid.hex[cell] for cell, sign in signs.items() if sign in _OFF),
            *_around(),
        ),
        waters=tuple(_rivers()),
        ridges=tuple(
            (cell, side)
            for cell, sides in BOARD.ridges.items()
            for side in members(sides)
            if side < 3
        ),
        hills=union(cell for cell, sign in signs.items() if sign == "h"),
        legend=_legend(water),
        legend_at=(_TITLE[0] - 104, _TITLE[1] + 64),
        scale=(
            (_TITLE[0] - 108, _TITLE[1] + 196),
            _MILES / _HEX * math.sqrt(3) * RADIUS,
            say("{n} miles", n=_MILES),
        ),
        rose=((_TITLE[0] - 226, _TITLE[1] + 186), 66.0),
    )
    return replace(bare, lettering=(*_title(), *(_named(bare, it) for it in BOARD.sheet.names)))


def _legend(water: str) -> tuple[tuple[str, Text], ...]:
    """R6.1, R6.3, R6.7 What a tile costs."""
    track = BOX.track
    river = say("over a river +{amount}", amount=money(track.crossing))
    if water == "flat":
        river = say("beside a river {amount}", amount=money(track.water))
    return (
        ("terrain:plain", say("open land {amount}", amount=money(track.plain))),
        ("terrain:hill", say("hills {amount}", amount=money(track.hill))),
        ("terrain:river", river),
        ("terrain:ridge", say("a ridge +{amount}", amount=money(track.ridge))),
    )


def _title() -> Iterator[Lettering]:
    x, y = _TITLE
    yield Lettering(say("a map of the"), (x, y - 46), "subtitle", 17.0)
    yield Lettering(say("Railways"), (x, y), "title", 44.0)
    yield Lettering(say("of the eastern United States"), (x, y + 32), "ruled")
    yield Lettering(say("redrawn from geography"), (x, y + 226), "subtitle", 12.5)


def _around() -> Iterator[Hex]:
    """The land beyond the paper: Canada, and where the coast leads on."""
    known = frozenset(BOARD.grid.hex.values())
    high, wide = len(BOARD.sheet.rows), max(len(line) for line in BOARD.sheet.rows) // 2
    for row in range(-high, 2 * high):
        for column in range(-wide, 2 * wide + 1):
            hex_ = offset(row, column)
            if hex_ not in known and _is_land(row, column, high, wide):
                yield hex_


def _is_land(row: int, column: int, high: int, wide: int) -> bool:
    """Whether a hex beyond the paper is land."""
    first = 1 - row % 2
    east, west = column - first - wide + 1, first - column
    if row < 0:
        return True
    if east > 0:
        return row < _MAINE - east / 1.6
    if west > 0:
        return row < _TEXAS + west / 1.8
    below = BOARD.sheet.rows[-1][2 * max(column, 1) - (high - 1) % 2]
    return below in _LAND


def _rivers() -> Iterator[River]:
    """R6.3 The rivers of the map file."""
    for river in BOARD.sheet.rivers:
        path = list(river.path)
        enters = SIDES.index(path.pop(0)) if path[0] in SIDES else None
        leaves = SIDES.index(path.pop()) if path[-1] in SIDES else None
        yield River(tuple(BOARD.grid.number[name] for name in path), enters, leaves)


def _named(board: HexMap, words: Named) -> Lettering:
    """Words of the map file in their place."""
    if words.style == "river":
        return Lettering(Text(words.text), (0, 0), "river", along=_along_river(board, words))
    dx, dy = words.shift[0] * RADIUS, words.shift[1] * RADIUS
    points = [board.centre(BOARD.grid.number[name]) for name in words.hexes]
    points = [(x + dx, y + dy) for x, y in points]
    style = "subtitle" if words.style == "lake" else words.style
    along = tuple(_rounded(points)) if len(points) > 1 else ()
    return Lettering(Text(words.text), points[0], style, words.size, along=along)


def _along_river(board: HexMap, words: Named) -> tuple[Point, ...]:
    """The course of a river between two hexes, a little above it, from left to right."""
    number = next(n for n, it in enumerate(BOARD.sheet.rivers) if it.name == words.text)
    first, last = (BOARD.grid.number[name] for name in (words.hexes[0], words.hexes[-1]))
    cells = board.waters[number].hexes
    if cells.index(first) > cells.index(last):
        first, last = last, first
    x, y = board.origin
    points = [(x + px, y + py) for px, py in waters.course(board, number, first, last)]
    if points[0][0] > points[-1][0]:
        points.reverse()
    return tuple(_aside(_rounded(points)))


def _rounded(points: Sequence[Point]) -> list[Point]:
    """A line with its corners cut thrice; it ends where it ends."""
    found = list(points)
    for _ in range(3):
        cut = [found[0]]
        for (ax, ay), (bx, by) in pairwise(found):
            cut += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25)]
            cut += [(ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]
        found = [*cut, found[-1]]
    return found


def _aside(points: Sequence[Point]) -> Iterator[Point]:
    """A line moved to its left, which is above it where it goes right."""
    for n, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, n - 3)], points[min(len(points) - 1, n + 3)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        yield x + (by - ay) / length * _CLEAR, y - (bx - ax) / length * _CLEAR


# Links


def enamel(seat: int) -> Enamel:
    """R1.5 The colour of a player."""
    return LIVERIES[seat]


@recalled(256)
def links(found: tuple[Line, ...]) -> tuple[Link, ...]:
    """R5.1 The links as they are drawn, the older ones first."""
    order = sorted(found, key=lambda link: link.number)
    before: dict[int, list[Piece]] = {}
    drawn = []
    for link in order:
        bridges = tuple(
            at
            for at, piece in enumerate(link.track)
            if any(_crosses(piece, other) for other in before.get(piece.cell, ()))
        )
        drawn.append(_link(link, bridges))
        for piece in link.track:
            before.setdefault(piece.cell, []).append(piece)
    shared = {cell for cell, pieces in before.items() if len(pieces) > 1}
    return tuple(_clear(link, shared) for link in drawn)


def _crosses(piece: Piece, other: Piece) -> bool:
    """R5.11 Whether two segments of a hex cross, rather than lie side by side."""
    between = {(piece.a + step) % 6 for step in range(1, (piece.b - piece.a) % 6)}
    return (other.a in between) != (other.b in between)


def _link(link: Line, bridges: tuple[int, ...]) -> Link:
    track = link.track
    first, last = track[0], track[-1]
    start = BOARD.hexes[link.start], opposite(first.a)
    end = (BOARD.hexes[link.end], opposite(last.b)) if link.finished else None
    return Link(
        key=f"link:{link.number}",
        enamel=enamel(link.owner),
        bends=tuple(Bend(piece.cell, piece.a, piece.b) for piece in track),
        title=_title_of(link),
        start=start,
        end=end,
        bridges=bridges,
    )


def _title_of(link: Line) -> Text:
    """A link in words."""
    one, owner = Place(CITIES[link.start]), Who(link.owner)
    if not link.finished:
        return say(
            "unfinished link of {who} from {city}",
            you=mark("your unfinished link from {city}"),
            who=owner,
            city=one,
        )
    return say(
        "{who}’s link {one}–{other}",
        you=mark("your link {one}–{other}"),
        who=owner,
        one=one,
        other=Place(CITIES[link.end]),
    )


def _clear(link: Link, shared: set[int]) -> Link:
    """The badge lies on a bend that no other track shares, as near the middle as can be."""
    half = (len(link.bends) - 1) / 2
    order = sorted(
        range(len(link.bends)),
        key=lambda at: (link.bends[at].hex in shared, abs(at - half), at),
    )
    return replace(link, badge=order[0])


def route_key(numbers: Sequence[int]) -> str:
    """The key of a way over links."""
    return f"route:{'-'.join(map(str, numbers))}"


def journeys(state: State) -> Iterator[Journey]:
    """R10.13 The ways that are offered for a cube, each with what its links bring."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, Routing):
        return
    owners = {link.number: link.owner for link in state.links}
    for action in step.options(state):
        numbers = getattr(action, "links", None)
        if numbers is None:
            continue
        end, _ = follow(state, step.city, numbers)
        yield Journey(
            key=route_key(numbers),
            links=tuple((f"link:{number}", _share(owners[number])) for number in numbers),
            goal=BOARD.hexes[end],
            title=say("to {city}", city=Place(CITIES[end])),
            cube=f"cube:{CITIES[step.city]}:{step.colour}",
        )


def _share(owner: Seat) -> Text:
    """R10.5 What a link brings its owner."""
    return say("{who} +1", who=Who(owner))


# Prices


def prices(state: State) -> dict[str, int]:
    """R6.1 What the next tile would cost, by the hex that it leads to."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, Laying):
        return {}
    return {BOARD.grid.name[there]: cost for there, cost in _lays(state, step).items()}


def _lays(state: State, step: Laying) -> dict[int, int]:
    """R6.2 The price of the next tile by the hex it leads to."""
    cell, _ = step.head(state)
    neighbours = BOARD.grid.neighbours[cell]
    return {neighbours[side]: step.price(state, side) for side in step.sides(state)}


def _turned(state: State, step: Laying) -> dict[int, int]:
    """R7.5, R7.7 What it costs to turn the last tile, by the hex it would lead to."""
    if step.laid or step.link < 0:
        return {}
    link = find(state, step.link)
    neighbours = BOARD.grid.neighbours[link.track[-1].cell]
    return {neighbours[side]: step.turning(state, side) for side in turns(state, link)}


def tags(state: State) -> tuple[tuple[str, Text], ...]:
    """The prices as they are written on what can be clicked."""
    step = state.stack[-1] if state.stack else None
    found: dict[str, int] = {}
    if isinstance(step, Leaving | Laying):
        for city, way in step.ways(state).items():
            found[f"city:{CITIES[city]}"] = way.cost
    if isinstance(step, Laying):
        for there, amount in _lays(state, step).items():
            city = BOARD.at.get(there, -1)
            if city < 0:
                found[f"hex:{BOARD.grid.name[there]}"] = amount
            elif found.get(f"city:{CITIES[city]}") != amount:
                found[f"end:{CITIES[city]}"] = amount
    return tuple((key, _tag(amount)) for key, amount in found.items())


def _tag(amount: int) -> Text:
    """A price as short as can be."""
    return say("${n}k", n=amount // BOX.unit) if amount else say("free")


def aims(state: State) -> Iterator[Space | Handle]:
    """R5.4, R7.5 What can be clicked besides hexes: a city where the line ends, a side to turn."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, Laying):
        return
    name = BOARD.grid.name
    lays = _lays(state, step)
    for there in lays:
        if there in BOARD.at:
            yield _goal(there)
    for there in _turned(state, step):
        last = find(state, step.link).track[-1]
        side = BOARD.grid.direction(last.cell, there)
        title = say("towards {hex}", hex=Place(name[there]))
        yield Handle(f"turn:{name[there]}", last.cell, side, title)
        if there in BOARD.at and there not in lays:
            yield Handle(f"end:{CITIES[BOARD.at[there]]}", last.cell, side, title)


@cache
def _goal(there: int) -> Space:
    """R5.4 A city as the end of a line."""
    city = CITIES[BOARD.at[there]]
    title = say("{hex}, {city}", hex=Place(BOARD.grid.name[there]), city=Place(city))
    return Space(f"end:{city}", there, title)
