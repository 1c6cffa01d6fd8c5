"""R1.4 Invariants: cubes, tiles, markers, cards and money are conserved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from trainshed.board.hexes import members

from .box import BOARD, BOX, CITIES, COLOURS, GRAY, deck
from .build import markers, stubs
from .track import ahead, tip

if TYPE_CHECKING:
    from .state import Link, State


def check(state: State) -> Iterator[str]:
    """The invariants that are violated."""
    yield from _cubes(state)
    yield from _track(state)
    yield from _cards(state)
    yield from _money(state)
    yield from _course(state)


def _cubes(state: State) -> Iterator[str]:
    """R1.4, R1.5, R8.5, R10.11 Every cube is somewhere; a marker lies where there is none."""
    for at, colour in enumerate(COLOURS):
        count = state.bag[at] + state.gone[at] + sum(cubes[at] for cubes in state.cubes)
        if count != BOX.cubes or state.bag[at] < 0:
            yield f"{count} {colour} cubes, {state.bag[at]} in the bag"
    if any(count < 0 for cubes in state.cubes for count in cubes):
        yield "a city owes cubes"
    for city in members(state.empty):
        if any(state.cubes[city]):
            yield f"{CITIES[city]} has cubes and an empty marker"
    if state.turn:
        bare = [city for city, cubes in enumerate(state.cubes) if not any(cubes)]
        if bare != list(members(state.empty)):
            yield f"empty markers {state.empty:b}, empty cities {bare}"
    urban: Counter[str] = Counter()
    for printed, colour in zip(BOARD.sheet.cities.values(), state.colours, strict=True):
        if printed.colour != colour:
            urban[colour] += 1
            if printed.colour != GRAY:
                yield f"a city that was {printed.colour} is {colour}"
    for colour, left in zip(COLOURS, state.tiles, strict=True):
        if left + urban[colour] != BOX.urbanise.tiles.get(colour, 0) or left < 0:
            yield f"{left} tiles and {urban[colour]} new cities in {colour}"


def _track(state: State) -> Iterator[str]:
    """R5.6, R5.9, R5.12, R5.13 Lines hold together, sides are used once, markers suffice."""
    sides: Counter[tuple[int, int]] = Counter()
    hexes: Counter[int] = Counter()
    for link in state.links:
        yield from _line(link)
        for piece in link.track:
            sides.update(((piece.cell, piece.a), (piece.cell, piece.b)))
            hexes[piece.cell] += 1
    yield from (f"side {at} used {n} times" for at, n in sides.items() if n > 1)
    yield from (f"hex {at} has {n} segments" for at, n in hexes.items() if n > 2)
    used = bytearray(BOARD.size)
    for cell, side in sides:
        used[cell] |= 1 << side
    if bytes(used) != state.used:
        yield "the sides in use are not those of the links"
    numbers = [link.number for link in state.links]
    if len(set(numbers)) < len(numbers) or any(n >= state.built for n in numbers):
        yield f"links {numbers} of {state.built}"
    for seat in range(state.seats):
        if markers(state, seat) > BOX.markers:
            yield f"seat {seat} has {markers(state, seat)} markers on the map"
    if len({city for city, _ in state.west}) < len(state.west):
        yield f"western links {state.west}"
    yield from _meetings(state)


def _line(link: Link) -> Iterator[str]:
    """R5.1, R5.4, R5.8 A line leads from its city, hex by hex, to where it ends."""
    cell = BOARD.hexes[link.start]
    first = link.track[0]
    if ahead(first.cell, first.a)[0] != cell:
        yield f"link {link.number} does not begin at {CITIES[link.start]}"
    for piece, after in zip(link.track, link.track[1:], strict=False):
        if ahead(piece.cell, piece.b) != (after.cell, after.a):
            yield f"link {link.number} breaks"
    if any(not BOARD.land >> piece.cell & 1 or piece.a == piece.b for piece in link.track):
        yield f"link {link.number} lies where no track can"
    there = BOARD.at.get(tip(link)[0], -1)
    if there != link.end or link.end == link.start:
        yield f"link {link.number} ends at {there}, not at {link.end}"


def _meetings(state: State) -> Iterator[str]:
    """R7.8 No two stubs of one player meet."""
    for link in state.links:
        if link.finished:
            continue
        last = link.track[-1]
        for other in stubs(state, link.owner):
            if other is not link and tip(other) == (last.cell, last.b):
                yield f"stubs {link.number} and {other.number} meet"


def _cards(state: State) -> Iterator[str]:
    """R1.7, R1.8, R11.4 All cards are somewhere, and no tycoon is there twice."""
    if not state.options.beginner:
        held = [card for railroad in state.railroads for card in railroad.cards]
        cards = Counter((*state.deck, *state.offer, *state.discard, *held))
        if cards != Counter((*deck(), *BOX.start_cards)):
            yield f"operations cards {cards}"
    elif state.offer or state.west or any(railroad.cards for railroad in state.railroads):
        yield "cards or western links in the beginner game"
    dealt = [card for railroad in state.railroads for card in railroad.dealt]
    if len(set(dealt)) < len(dealt):
        yield f"tycoons {dealt}"
    for seat, railroad in enumerate(state.railroads):
        if railroad.tycoon and railroad.tycoon not in railroad.dealt:
            yield f"seat {seat} keeps {railroad.tycoon} of {railroad.dealt}"
        if railroad.engineered > railroad.cards.count("perfect_engineering"):
            yield f"seat {seat} has used Perfect Engineering {railroad.engineered} times"


def _course(state: State) -> Iterator[str]:
    """R2.2, R13.5, R14.2, R14.13 The order, the end and the race for level 6 are in step."""
    if state.order and sorted(state.order) != list(range(state.seats)):
        yield f"order {state.order}"
    if state.last and state.turn > state.last:
        yield f"turn {state.turn} after the last, {state.last}"
    if state.turn and not state.last and state.empty.bit_count() >= state.limit:
        yield f"{state.empty.bit_count()} empty cities, and no end"
    high = [seat for seat, railroad in enumerate(state.railroads) if railroad.level >= 6]
    if bool(high) != (state.pioneer >= 0) or (high and state.pioneer not in high):
        yield f"pioneer {state.pioneer}, level 6: {high}"
    if not state.round and any(not link.finished for link in state.links):
        yield "stubs are left from the last turn"
    if state.options.bag == "return" and any(state.gone):
        yield f"cubes are gone: {state.gone}"


def _money(state: State) -> Iterator[str]:
    """R4.1 Cash is what shares and income have brought, less what was paid."""
    for seat, railroad in enumerate(state.railroads):
        cash = railroad.shares * BOX.shares.cash + railroad.earned - railroad.spent
        if cash != railroad.cash or cash < 0 or cash % BOX.unit:
            yield f"seat {seat} has {railroad.cash}, not {cash}"
        booked = (railroad.earned, railroad.spent)
        if railroad.counted not in (None, booked):
            yield f"seat {seat} has earned and spent {booked}, not {railroad.counted} as counted"
        if not 1 <= railroad.level <= state.options.levels:
            yield f"seat {seat} has level {railroad.level}"
