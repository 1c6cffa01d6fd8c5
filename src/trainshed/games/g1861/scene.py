"""What there is to see: the map, the market, the players, the companies, the trains."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from trainshed.board.scene import Area, Circle, Item, Kind, Plate, Scene, Tile
from trainshed.core import Place, Text, mark, say, say_n
from trainshed.core.recall import recalled

from .box import BOX, CHARTERS, COLOURS, MAP, MINORS, RSR, TILES
from .ground import HEX, HEXES, LAID, MOSCOW, PRINTED, ST_PETERSBURG, circle_of, laid
from .lay import (
    ALL,
    AREA_COLOURS,
    AT,
    PAPERS,
    RESERVED,
    cost,
    ground,
    lines,
    livery,
    look,
    tile_look,
)
from .panels import ledger, panels
from .questions import CURRENCY, money
from .questions import company as company_mark
from .questions import private as private_mark
from .run import Running, best_run
from .tables import companies, market, papers, summary, trains

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from trainshed.core.text import Field

    from .ground import Laid
    from .state import State

    Stands: TypeAlias = tuple[tuple[int, int], ...]
    """Companies on a hex, each with its circle."""

LETTERING = (
    mark("Baltic Sea"),
    mark("Black Sea"),
    mark("Caspian Sea"),
    mark("a map of the"),
    mark("Railways"),
    mark("of the Russian Empire"),
)
"""The words of the map file, for the catalogues."""
HEADINGS = (
    say("south"),
    say("south-west"),
    say("north-west"),
    say("north"),
    say("north-east"),
    say("south-east"),
)
"""The edges of a hex in words."""
SORTS = {
    "plain": {
        "yellow": say("yellow track"),
        "green": say("green track"),
        "brown": say("brown track"),
        "grey": say("grey track"),
    },
    "town": {
        "blank": say("town"),
        "yellow": say("yellow town"),
        "green": say("green town"),
        "brown": say("brown town"),
        "grey": say("grey town"),
    },
    "city": {
        "blank": say("city"),
        "yellow": say("yellow city"),
        "green": say("green city"),
        "brown": say("brown city"),
        "grey": say("grey city"),
    },
}
SIGNS = (*ALL, *PAPERS)
"""Every company and every private."""


@recalled(128)
def scene(state: State) -> Scene:
    """All there is to see of a state."""
    return Scene(
        ground=ground(),
        items=_items(state),
        panels=panels(state),
        ledger=ledger(state),
        market=market(state),
        tables=(summary(state), companies(state), trains(state), papers(state.privates)),
        plates=SIGNS,
        manifest=_kinds(state.supply),
        currency=CURRENCY,
    )


def _items(state: State) -> tuple[Item, ...]:
    kept, nizhny = tuple(_kept(state).items()), state.rules.nizhny_cost
    tiles = _tiles(state.tiles, state.stations, kept, state.phase, nizhny)
    found = _map(_areas(state.era.area), tiles)
    step = state.stack[-1] if state.stack else None
    if isinstance(step, Running):
        return (*found, *lines(state, step.company, best_run(state, step.company).routes))
    return found


@recalled(128)
def _map(areas: tuple[Area, ...], tiles: tuple[Tile, ...]) -> tuple[Item, ...]:
    """Everything on the map; the same as before where nothing has changed."""
    return (*areas, *tiles)


@lru_cache(maxsize=512)
def _tiles(
    tiles: tuple[int, ...],
    stations: tuple[tuple[int, int, int], ...],
    kept: tuple[tuple[int, Stands], ...],
    phase: int,
    nizhny: int,
) -> tuple[Tile, ...]:
    standing, waiting = _standing(stations), dict(kept)
    found = []
    for number, lies in enumerate(tiles):
        stands, waits = standing.get(number, ()), waiting.get(number, ())
        opens = PRINTED[number].opens if PRINTED[number].opens > phase else 0
        found.append(_tile(number, lies, stands, waits, cost(number, lies, nizhny), opens))
    return tuple(found)


@cache
def _areas(era: int) -> tuple[Area, ...]:
    """R13.9 The red areas."""
    found = []
    for name, values in MAP.areas.items():
        hexes = tuple(AT[number] for number, printed in enumerate(PRINTED) if printed.area == name)
        area = Area(
            key=f"area:{name}",
            hex=hexes[0],
            hexes=hexes,
            name=name,
            at=MAP.drawing.areas[name],
            values=tuple(zip(AREA_COLOURS, values, strict=True)),
            current=era,
            title=say("{place}, now worth {amount}", place=Place(name), amount=money(values[era])),
        )
        found.append(area)
    return tuple(found)


@lru_cache(maxsize=4096)
def _tile(number: int, lies: int, standing: Stands, kept: Stands, price: int, opens: int) -> Tile:
    here, printed, name = LAID[lies], PRINTED[number], HEXES[number]
    circles = range(len(here.plan.stops) if here.kind == "city" else 0)
    return Tile(
        key=f"hex:{name}",
        hex=AT[number],
        look=look(here.number, price),
        title=_title(number, here, standing, price, opens),
        name=printed.city or printed.town,
        circles=tuple(_circle(name, circle, standing, kept) for circle in circles),
    )


def _circle(hex_: str, circle: int, standing: Stands, kept: Stands) -> Circle:
    return Circle(
        key=f"slot:{hex_}.{circle}",
        stations=tuple(
            Plate(
                key=f"station:{CHARTERS[number].id}:{hex_}",
                letters=CHARTERS[number].id,
                livery=livery(number),
                title=say("station of {company}", company=company_mark(CHARTERS[number].id)),
            )
            for number, at in standing
            if at == circle
        ),
        kept=tuple(CHARTERS[number].id for number, at in kept if at == circle),
    )


def _standing(stations: Iterable[tuple[int, int, int]]) -> dict[int, Stands]:
    """Who stands on each hex."""
    found: dict[int, Stands] = {}
    for company, hex_, circle in stations:
        found[hex_] = (*found.get(hex_, ()), (company, circle))
    return found


def _kept(state: State) -> dict[int, Stands]:
    """R7.6, R12.3 For whom places are kept: minors to come, and the State Railway."""
    found: dict[int, Stands] = {}
    for number in MINORS:
        minor, charter = state.companies[number], CHARTERS[number]
        if not minor.in_play and not minor.gone:
            hex_ = HEX[charter.home]
            circle = circle_of(hex_, charter.circle, state.tiles[hex_])
            found[hex_] = (*found.get(hex_, ()), (number, circle))
    stands = [hex_ for hex_, _ in state.stands(RSR)]
    if ST_PETERSBURG not in stands:
        circle = circle_of(ST_PETERSBURG, 1, state.tiles[ST_PETERSBURG])
        found[ST_PETERSBURG] = (*found.get(ST_PETERSBURG, ()), (RSR, circle))
    if MOSCOW not in stands and LAID[state.tiles[MOSCOW]].tile == BOX.state.moscow:
        found[MOSCOW] = (*found.get(MOSCOW, ()), (RSR, 0))
    return found


def _title(number: int, here: Laid, standing: Stands, price: int, opens: int) -> Text:
    """A hex in a sentence: its place, what lies there, who stands there, where track leads."""
    printed = PRINTED[number]
    parts: list[Field] = [Place(HEXES[number])]
    if printed.city or printed.town or printed.area:
        parts.append(Place(printed.city or printed.town or printed.area))
    sort = SORTS.get(here.kind, {}).get(COLOURS[here.colour])
    if sort is not None and here.value:
        parts.append(say("{sort} worth {amount}", sort=sort, amount=money(here.value)))
    elif sort is not None:
        parts.append(sort)
    if here.tile:
        parts.append(say("tile {tile}", tile=here.tile))
    stations = tuple(company_mark(CHARTERS[who].id) for who, _ in standing)
    if stations:
        parts.append(
            say_n("station of {who_all}", "stations of {who_all}", len(stations), who_all=stations)
        )
    sides = tuple(HEADINGS[edge] for edge in range(6) if here.edges >> edge & 1)
    if sides:
        parts.append(say("track to the {sides}", sides=sides))
    if price:
        parts.append(say("building costs {amount}", amount=money(price)))
    if opens:
        parts.append(_reserved(HEXES[number], opens))
    return say("{parts}", parts=tuple(parts))


def _reserved(hex_: str, phase: int) -> Text:
    owner = private_mark(RESERVED[hex_])
    return say("kept for {private} before phase {phase}", private=owner, phase=phase)


@lru_cache(maxsize=2048)
def _kinds(supply: tuple[int, ...]) -> tuple[Kind, ...]:
    """R11.2 The tiles: how many are left, and what may replace them."""
    return tuple(_kind(name, left) for name, left in zip(TILES, supply, strict=True))


@cache
def _kind(name: str, left: int) -> Kind:
    count = None if left < 0 else left
    return Kind(
        key=f"kind:{name}",
        name=name,
        look=tile_look(name, 0),
        left=count,
        upgrades=upgrades(name),
        title=say("tile {tile}, unlimited", tile=name)
        if count is None
        else say_n("tile {tile}, {n} left", "tile {tile}, {n} left", count, tile=name),
    )


@cache
def upgrades(name: str) -> tuple[str, ...]:
    """R11.9 The tiles of the next colour that keep all the track of a tile."""
    old, tile = laid(name, 0), TILES[name]
    return tuple(
        new.tile
        for new in _FIRST
        if new.colour == old.colour + 1
        and new.kind == old.kind
        and (new.label == old.label or (new.label == "Kh" and old.label == "Y"))
        and (not tile.hex or TILES[new.tile].hex in {"", tile.hex})
        and any(_holds(old, laid(new.tile, turn)) for turn in range(6))
    )


def _holds(old: Laid, new: Laid) -> bool:
    return all(link in new.plan.links for link in old.plan.links) and all(
        any(set(stop) <= set(other) for other in new.plan.stops) for stop in old.plan.stops
    )


_FIRST = tuple(laid(name, 0) for name in TILES)
