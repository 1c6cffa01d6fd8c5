"""What there is to see: the map, the market, the players, the companies, the trains."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from trainshed.board.scene import Area, Circle, Item, Kind, Plate, Scene, Tile
from trainshed.core import Place, Seat, Text, mark, say, say_n

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
from .panels import ledger, panel
from .questions import CURRENCY, money
from .questions import company as company_mark
from .questions import private as private_mark
from .run import Running, best_run
from .tables import companies, market, papers, summary, trains

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trainshed.core.text import Field

    from .ground import Laid
    from .state import State

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


def scene(state: State) -> Scene:
    """All there is to see of a state."""
    return Scene(
        ground=ground(),
        items=tuple(_items(state)),
        panels=tuple(panel(state, Seat(seat)) for seat in range(state.seats)),
        ledger=ledger(state),
        market=market(state),
        tables=(summary(state), companies(state), trains(state), papers(state)),
        plates=(*ALL, *PAPERS),
        manifest=tuple(_kinds(state)),
        currency=CURRENCY,
    )


def _items(state: State) -> Iterator[Item]:
    yield from _areas(state)
    standing = _standing(state)
    kept = _kept(state)
    for number in range(len(HEXES)):
        yield _tile(state, number, standing, kept)
    step = state.stack[-1] if state.stack else None
    if isinstance(step, Running):
        yield from lines(state, step.company, best_run(state, step.company).routes)


def _areas(state: State) -> Iterator[Area]:
    """R13.9 The red areas."""
    for name, values in MAP.areas.items():
        hexes = tuple(AT[number] for number, printed in enumerate(PRINTED) if printed.area == name)
        now = values[state.era.area]
        yield Area(
            key=f"area:{name}",
            hex=hexes[0],
            hexes=hexes,
            name=name,
            at=MAP.drawing.areas[name],
            values=tuple(zip(AREA_COLOURS, values, strict=True)),
            current=state.era.area,
            title=say("{place}, now worth {amount}", place=Place(name), amount=money(now)),
        )


def _tile(
    state: State,
    number: int,
    standing: dict[tuple[int, int], list[int]],
    kept: dict[tuple[int, int], list[int]],
) -> Tile:
    here, printed, name = LAID[state.tiles[number]], PRINTED[number], HEXES[number]
    circles = tuple(
        _circle(name, circle, standing.get((number, circle), []), kept.get((number, circle), []))
        for circle in range(len(here.plan.stops) if here.kind == "city" else 0)
    )
    return Tile(
        key=f"hex:{name}",
        hex=AT[number],
        look=look(here.number, cost(state, number)),
        title=_title(state, number, here),
        name=printed.city or printed.town,
        circles=circles,
    )


def _circle(hex_: str, circle: int, stations: list[int], kept: list[int]) -> Circle:
    return Circle(
        key=f"slot:{hex_}.{circle}",
        stations=tuple(
            Plate(
                key=f"station:{CHARTERS[number].id}:{hex_}",
                letters=CHARTERS[number].id,
                livery=livery(number),
                title=say("station of {company}", company=company_mark(CHARTERS[number].id)),
            )
            for number in stations
        ),
        kept=tuple(CHARTERS[number].id for number in kept),
    )


def _standing(state: State) -> dict[tuple[int, int], list[int]]:
    """Who stands in each circle."""
    found: dict[tuple[int, int], list[int]] = {}
    for company, hex_, circle in state.stations:
        found.setdefault((hex_, circle), []).append(company)
    return found


def _kept(state: State) -> dict[tuple[int, int], list[int]]:
    """R7.6, R12.3 For whom places are kept: minors to come, and the State Railway."""
    found: dict[tuple[int, int], list[int]] = {}
    for number in MINORS:
        minor, charter = state.companies[number], CHARTERS[number]
        if not minor.in_play and not minor.gone:
            hex_ = HEX[charter.home]
            circle = circle_of(hex_, charter.circle, state.tiles[hex_])
            found.setdefault((hex_, circle), []).append(number)
    stands = [hex_ for hex_, _ in state.stands(RSR)]
    if ST_PETERSBURG not in stands:
        circle = circle_of(ST_PETERSBURG, 1, state.tiles[ST_PETERSBURG])
        found.setdefault((ST_PETERSBURG, circle), []).append(RSR)
    if MOSCOW not in stands and LAID[state.tiles[MOSCOW]].tile == BOX.state.moscow:
        found.setdefault((MOSCOW, 0), []).append(RSR)
    return found


def _title(state: State, number: int, here: Laid) -> Text:
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
    stations = tuple(
        company_mark(CHARTERS[who].id) for who, hex_, _ in state.stations if hex_ == number
    )
    if stations:
        parts.append(
            say_n("station of {who_all}", "stations of {who_all}", len(stations), who_all=stations)
        )
    sides = tuple(HEADINGS[edge] for edge in range(6) if here.edges >> edge & 1)
    if sides:
        parts.append(say("track to the {sides}", sides=sides))
    if price := cost(state, number):
        parts.append(say("building costs {amount}", amount=money(price)))
    if printed.opens > state.phase:
        parts.append(_reserved(HEXES[number], printed.opens))
    return say("{parts}", parts=tuple(parts))


def _reserved(hex_: str, phase: int) -> Text:
    owner = private_mark(RESERVED[hex_])
    return say("kept for {private} before phase {phase}", private=owner, phase=phase)


def _kinds(state: State) -> Iterator[Kind]:
    """R11.2 The tiles: how many are left, and what may replace them."""
    for name, left in zip(TILES, state.supply, strict=True):
        count = None if left < 0 else left
        yield Kind(
            key=f"kind:{name}",
            name=name,
            look=tile_look(name, 0),
            left=count,
            upgrades=upgrades(name),
            title=say("tile {tile}, no end of them", tile=name)
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
