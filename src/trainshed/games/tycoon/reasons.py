"""Why something is not allowed, with the rule that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.board.hexes import opposite
from trainshed.core import News, mark

from . import actions as a
from .box import BOARD, BOX, CITIES, COLOURS, GRAY
from .network import network, owned
from .shares import ENDLESS
from .track import find, stub_at, towards, with_sides

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .acting import Acting
    from .auction import Bidding
    from .build import Laying, Leaving, Starting
    from .cities import Founding
    from .deliver import Choosing, Routing
    from .shares import Issuing
    from .state import State


class WhyNot(News, frozen=True, tag="why-not"):
    """Why an action is not allowed: the number of the rule, and what stands in the way."""

    rule: str
    reason: str
    things: tuple[str, ...] = ()


REASONS: Mapping[str, str] = {
    "bid-low": mark("{_0} does not outbid {_1}: the next bid is at least {_2}."),
    "first-bid": mark("{_0} is too little: the first bid is at least {_1}."),
    "bid-step": mark("Bids are whole thousands of dollars, and {_0} is not."),
    "bid-high": mark("There is no upper limit, but only amounts below {_0} can be written."),
    "no-share": mark("At least one share is issued. If you want none, go back."),
    "no-return": mark("A share that was issued is never bought back."),
    "many-shares": mark("There is no limit, but only numbers up to {_0} can be written at once."),
    "top-level": mark("Your locomotives are at level {_0}, the highest."),
    "not-open": mark("{_0} does not lie open."),
    "objective": mark("{_0} is an objective: the first who meets it scores, nobody takes it."),
    "no-industry": mark("No new city can be put anywhere, so {_0} is of no use."),
    "beginner": mark("In the beginner game there are no cards and no western links."),
    "no-west": mark("No western link begins in {_0}."),
    "west-built": mark("The western link of {_0} has been built."),
    "no-link-there": mark("You need a finished link that ends in {_0} first."),
    "no-marker": mark("All your markers are in use."),
    "no-way-out": mark("No city has a way out for another link."),
    "no-grant": mark("You have no land grant."),
    "nothing-to-deliver": mark(
        "No cube can be delivered: it has to leave its city by a link of yours and find a city of"
        " its colour over {_0} links at most."
    ),
    "no-tiles": mark("All new cities have been put on the map."),
    "no-gray": mark("No gray city is left."),
    "no-growth": mark("You have no City Growth card."),
    "city-full": mark("No side of {_0} is free for another link."),
    "no-stub": mark("This is no unfinished link of yours."),
    "blocked": mark("The link from {_0} is blocked and cannot be turned."),
    "no-track": mark("No track lies that way: it is water, or it is off the map."),
    "side-taken": mark("Another line uses this side of {_0} already."),
    "full": mark("{_0} holds two segments already."),
    "shut": mark("From that side no track can go on through {_0}."),
    "own-start": mark("The link begins in {_0}: it has to reach another city."),
    "out-of-reach": mark("{_0} cannot be reached with {_1} tiles."),
    "same-side": mark("A segment joins two different sides of its hex."),
    "tight": mark("In this game no track turns as tightly as that."),
    "own-stub": mark("Your other line there began in {_0} too: a link joins two cities."),
    "as-it-lies": mark("The tile leads that way already."),
    "turn-first": mark("A tile is turned only at the beginning of a build action."),
    "no-stub-yet": mark("Only the last tile of an unfinished link can be turned."),
    "lay-one": mark("A build action has one tile at least."),
    "begun": mark("A tile has been laid: go on, or stop here."),
    "not-gray": mark("{_0} has a colour: only gray cities are urbanised."),
    "no-city-of-colour": mark("No {_0} city is left to be put on the map."),
    "no-cube": mark("There is no {_1} cube in {_0}."),
    "no-own-link": mark("You have no finished link in {_0}, and the first one must be yours."),
    "out-of-range": mark("No city that takes {_0} cubes is within {_1} links."),
    "too-long": mark("Your locomotives go over {_0} links at most."),
    "not-own": mark("The first link must be your own."),
    "not-joined": mark("These links do not hang together."),
    "twice": mark("A cube comes to no city twice."),
    "passes": mark("The cube ends its journey in {_0}, the first city of its colour."),
    "wrong-end": mark("{_0} takes no cubes of this colour."),
}
"""Why not, and where it helps what would be allowed."""


def why_bidding(state: State, step: Bidding, action: a.Action) -> WhyNot | None:
    """R3.2 Why a bid does not count."""
    if not isinstance(action, a.Bid):
        return None
    bid, best, span = action.amount, max(step.bids), step.span(state)
    if bid % BOX.unit:
        return WhyNot("R3.2", "bid-step", (dollars(bid),))
    if bid >= span.stop:
        return WhyNot("R3.2", "bid-high", (dollars(ENDLESS),))
    if best:
        return WhyNot("R3.2", "bid-low", (dollars(bid), dollars(best), dollars(span.start)))
    return WhyNot("R3.2", "first-bid", (dollars(bid), dollars(span.start)))


def why_issuing(state: State, step: Issuing, action: a.Action) -> WhyNot | None:
    """R4.1 Why so many shares cannot be issued."""
    match action:
        case a.Issue(count=0):
            return WhyNot("R4.1", "no-share")
        case a.Issue(count=count) if count < 0:
            return WhyNot("R4.1", "no-return")
        case a.Issue():
            return WhyNot("R4.1", "many-shares", (str(step.span(state)[-1]),))
        case _:
            return None


def dollars(amount: int) -> str:
    """An amount as a thing of a reason."""
    return f"${amount}"


def why_acting(state: State, step: Acting, action: a.Action) -> WhyNot | None:
    """R2.3, R4.3, R9.2, R11.1 Why a kind of action is not possible."""
    me = state.railroads[step.seat]
    match action:
        case a.Upgrade():
            rule = "R9.2" if state.options.levels == 8 else "R15.5"
            return WhyNot(rule, "top-level", (str(me.level),))
        case a.Take(card=card) if card in BOX.cards:
            return _take(state, card)
        case a.West(city=city) if city in BOARD.city:
            return _west(state, step, city)
        case a.Build():
            return _build(state, step, grant=action.grant)
        case a.Deliver():
            return WhyNot("R10.1", "nothing-to-deliver", (str(me.level),))
        case a.Urbanise():
            return _no_city(state)
        case a.Growth():
            return WhyNot("R11.6", "no-growth")
        case _:
            return None


def _no_city(state: State) -> WhyNot:
    return WhyNot("R8.1", "no-gray") if any(state.tiles) else WhyNot("R8.2", "no-tiles")


def _take(state: State, card: str) -> WhyNot:
    """R11.1, R11.2, R11.13, R15.1 Why a card cannot be taken."""
    if state.options.beginner:
        return WhyNot("R15.1", "beginner")
    if card not in state.offer:
        return WhyNot("R11.1", "not-open", (card,))
    if BOX.cards[card].kind == "objective":
        return WhyNot("R11.2", "objective", (card,))
    return WhyNot("R11.13", "no-industry", (card,))


def _west(state: State, step: Acting, city: str) -> WhyNot:
    """R12.1, R12.2, R12.3, R15.1 Why a western link cannot be built."""
    number = BOARD.city[city]
    if state.options.beginner:
        return WhyNot("R15.1", "beginner")
    if number not in BOARD.west:
        return WhyNot("R12.1", "no-west", (city,))
    if any(built == number for built, _ in state.west):
        return WhyNot("R12.2", "west-built", (city,))
    if not any(number in (link.start, link.end) for link in owned(state, step.seat)):
        return WhyNot("R12.1", "no-link-there", (city,))
    return WhyNot("R12.3", "no-marker")


def _build(state: State, step: Acting, *, grant: bool) -> WhyNot:
    """R5.13, R5.14, R11.7 Why nothing can be built."""
    from .build import has_marker, startable  # noqa: PLC0415 - the laws ask for reasons

    if grant and startable(state, step.seat):
        return WhyNot("R11.7", "no-grant")
    if not has_marker(state, step.seat):
        return WhyNot("R5.13", "no-marker")
    return WhyNot("R5.14", "no-way-out")


def why_starting(state: State, step: Starting, action: a.Action) -> WhyNot | None:
    """R5.13, R5.14, R7.2, R7.3 Why a line cannot begin there."""
    from .build import has_marker, stubs  # noqa: PLC0415 - the laws ask for reasons

    match action:
        case a.From(city=city) if city in BOARD.city:
            if not has_marker(state, step.seat):
                return WhyNot("R5.13", "no-marker")
            return WhyNot("R5.14", "city-full", (city,))
        case a.Extend(link=number):
            own = [link for link in stubs(state, step.seat) if link.number == number]
            if own:
                return WhyNot("R7.3", "blocked", (CITIES[own[0].start],))
            return WhyNot("R7.2", "no-stub")
        case _:
            return None


def why_leaving(state: State, step: Leaving, action: a.Action) -> WhyNot | None:
    """R5.3, R5.6, R5.8, R5.9, R5.14 Why a link cannot leave its city that way."""
    from .build import limit  # noqa: PLC0415 - the laws ask for reasons

    match action:
        case a.Out(side=side) if 0 <= side < 6:
            cell = BOARD.grid.neighbours[BOARD.hexes[step.city]][side]
            if cell < 0 or not BOARD.exits[cell]:
                return WhyNot("R5.6", "no-track")
            name, used = BOARD.grid.name[cell], state.used[cell]
            if used >> opposite(side) & 1:
                return WhyNot("R5.14", "side-taken", (name,))
            if used.bit_count() > 2:
                return WhyNot("R5.9", "full", (name,))
            return WhyNot("R5.8", "shut", (name,))
        case a.Connect(city=city) if city in BOARD.city:
            return _unreached(step.city, city, limit(state, step.seat))
        case _:
            return None


def _unreached(start: int, city: str, left: int) -> WhyNot:
    if CITIES[start] == city:
        return WhyNot("R5.8", "own-start", (city,))
    return WhyNot("R5.3", "out-of-reach", (city, str(left)))


def why_laying(state: State, step: Laying, action: a.Action) -> WhyNot | None:
    """R2.5, R5.3, R5.7, R5.8, R5.9, R7.6, R7.9, R15.12 Why a tile cannot lie like that."""
    from .build import limit_of  # noqa: PLC0415 - the laws ask for reasons

    match action:
        case a.Lay(side=side) if 0 <= side < 6:
            cell, entry = step.head(state)
            return _tile(state, step, cell, entry, side)
        case a.Turn(side=side) if 0 <= side < 6:
            return _turned(state, step, side)
        case a.Connect(city=city) if city in BOARD.city:
            return _unreached(step.city, city, limit_of(state, step) - step.laid)
        case a.Stop() if not step.laid:
            return WhyNot("R5.3", "lay-one")
        case a.Back() if step.laid:
            return WhyNot("R2.5", "begun")
        case _:
            return None


def _tile(state: State, step: Laying, cell: int, entry: int, side: int) -> WhyNot:
    """R5.7, R5.8, R5.9, R7.9, R15.12 What forbids a segment."""
    used, name = state.used[cell], BOARD.grid.name[cell]
    if not BOARD.exits[cell]:
        return WhyNot("R5.6", "no-track")
    if used >> entry & 1:
        return WhyNot("R7.3", "side-taken", (name,))
    if used.bit_count() > 2:
        return WhyNot("R5.9", "full", (name,))
    if side == entry:
        return WhyNot("R5.7", "same-side")
    if towards(step.city).get(cell, 0) >> side & 1:
        return WhyNot("R5.8", "own-start", (CITIES[step.city],))
    if not BOARD.exits[cell] >> side & 1:
        return WhyNot("R5.8", "no-track")
    if used >> side & 1:
        return WhyNot("R5.9", "side-taken", (name,))
    if stub_at(state, step.seat, cell, side, but=step.link) is not None:
        return WhyNot("R7.9", "own-stub", (CITIES[step.city],))
    return WhyNot("R15.12", "tight")


def _turned(state: State, step: Laying, side: int) -> WhyNot:
    """R7.5, R7.6 What forbids turning the last tile."""
    if step.laid:
        return WhyNot("R7.6", "turn-first")
    if step.link < 0:
        return WhyNot("R7.5", "no-stub-yet")
    last = find(state, step.link).track[-1]
    if side == last.b:
        return WhyNot("R7.5", "as-it-lies")
    lifted = replace(state, used=with_sides(state.used, last))
    return _tile(lifted, step, last.cell, last.a, side)


def why_founding(state: State, step: Founding, action: a.Action) -> WhyNot | None:
    """R1.5, R8.1, R8.2 Why a new city cannot be put there."""
    match action:
        case a.Found(city=city, colour=colour) if city in BOARD.city and colour in COLOURS:
            if state.colours[BOARD.city[city]] != GRAY:
                return WhyNot("R8.1", "not-gray", (city,))
            rule = "R8.2" if colour in BOX.urbanise.tiles else "R1.5"
            return WhyNot(rule, "no-city-of-colour", (colour,))
        case _:
            return None


def why_choosing(state: State, step: Choosing, action: a.Action) -> WhyNot | None:
    """R10.1, R10.2, R10.3 Why a cube cannot be delivered."""
    match action:
        case a.Cube(city=city, colour=colour) if city in BOARD.city and colour in COLOURS:
            number, level = BOARD.city[city], state.railroads[step.seat].level
            if not state.cubes[number][COLOURS.index(colour)]:
                return WhyNot("R10.1", "no-cube", (city, colour))
            own = network(state).own.get(step.seat)
            if own is None or not own[number]:
                return WhyNot("R10.3", "no-own-link", (city,))
            return WhyNot("R10.2", "out-of-range", (colour, str(level)))
        case _:
            return None


def why_routing(state: State, step: Routing, action: a.Action) -> WhyNot | None:
    """R10.1, R10.2, R10.3, R10.6, R10.7 What is wrong with the way of a cube."""
    if not isinstance(action, a.Ship) or not action.links:
        return None
    level = state.railroads[step.seat].level
    if len(action.links) > level:
        return WhyNot("R10.2", "too-long", (str(level),))
    net, here, seen = network(state), step.city, {step.city}
    for at, number in enumerate(action.links):
        edge = next((edge for edge in net.edges[here] if edge.number == number), None)
        if edge is None:
            return WhyNot("R10.1", "not-joined")
        if not at and edge.owner != step.seat:
            return WhyNot("R10.3", "not-own")
        if edge.city in seen:
            return WhyNot("R10.7", "twice")
        here, more = edge.city, at < len(action.links) - 1
        seen.add(here)
        if more and state.colours[here] == step.colour:
            return WhyNot("R10.6", "passes", (CITIES[here],))
    return WhyNot("R10.1", "wrong-end", (CITIES[here],))
