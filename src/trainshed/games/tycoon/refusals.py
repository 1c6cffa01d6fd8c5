"""What stands in the way of an action: the rule and the reason, question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from trainshed.board.hexes import opposite

from . import actions as a
from .acting import Acting
from .auction import Bidding
from .box import BOARD, BOX, CITIES, COLOURS, GRAY
from .build import Laying, Leaving, Starting, has_marker, limit, limit_of, startable, stubs
from .cities import Founding, Growing
from .deliver import Choosing, Routing
from .network import network, owned
from .reasons import WhyNot
from .setup import Keeping
from .shares import ENDLESS, Issuing
from .track import find, stub_at, towards, with_sides

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from trainshed.core import Choice

    from .state import State

KNOWN: Mapping[str, tuple[Container[object], str, str]] = {
    "city": (BOARD.city, "R1.3", "no-such-city"),
    "colour": (COLOURS, "R1.4", "no-such-colour"),
    "card": (BOX.cards, "R11.4", "no-such-card"),
    "tycoon": (BOX.tycoons, "R1.8", "no-such-tycoon"),
    "side": (range(6), "R5.7", "no-such-side"),
}
"""What an action may name, by its fields: what there is of it, and by which rule."""

ANSWERS: Mapping[type[Choice[Any, Any]], tuple[type[a.Action], ...]] = {
    Keeping: (a.Keep,),
    Acting: (a.Take, a.West),
    Starting: (a.From,),
    Leaving: (a.Out, a.Connect),
    Laying: (a.Lay, a.Turn, a.Connect),
    Founding: (a.Found,),
    Growing: (a.Grow,),
    Choosing: (a.Cube,),
}
"""The answers of each question that name something."""


def why_not(state: State, step: Choice[Any, Any], action: a.Action) -> WhyNot | None:
    """Why an action is refused, where it has more to say than that something else is asked."""
    if isinstance(action, ANSWERS.get(type(step), ())) and (unknown := _unknown(action)):
        return unknown
    match step:
        case Keeping():
            return _keeping(action)
        case Bidding():
            return _bidding(state, step, action)
        case Issuing():
            return _issuing(state, step, action)
        case Acting():
            return _acting(state, step, action)
        case Starting():
            return _starting(state, step, action)
        case Leaving():
            return _leaving(state, step, action)
        case Laying():
            return _laying(state, step, action)
        case _:
            return _goods(state, step, action)


def _goods(state: State, step: Choice[Any, Any], action: a.Action) -> WhyNot | None:
    """R8.1, R10.1, R11.6 Cities and their cubes."""
    match step:
        case Founding():
            return _founding(state, step, action)
        case Growing(when="at_once") if isinstance(action, a.Back):
            return WhyNot("R15.2", "must-grow")
        case Choosing():
            return _choosing(state, step, action)
        case Routing():
            return _routing(state, step, action)
        case _:
            return None


def _unknown(action: a.Action) -> WhyNot | None:
    """R1.3, R1.4, R1.8, R5.7, R11.4 What an action names that is not in the game."""
    for name in action.__struct_fields__:
        thing = getattr(action, name)
        if name in KNOWN and thing not in KNOWN[name][0]:
            _, rule, reason = KNOWN[name]
            return WhyNot(rule, reason, (str(thing),))
    return None


def _keeping(action: a.Action) -> WhyNot | None:
    """R4.5, R15.4 Why a tycoon card cannot be kept."""
    match action:
        case a.Keep(tycoon=tycoon):
            return WhyNot("R15.4", "not-dealt", (tycoon,))
        case a.Shares() | a.Issue():
            return WhyNot("R4.5", "no-turn-yet")
        case _:
            return None


def _bidding(state: State, step: Bidding, action: a.Action) -> WhyNot | None:
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


def _issuing(state: State, step: Issuing, action: a.Action) -> WhyNot | None:
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


def _acting(state: State, step: Acting, action: a.Action) -> WhyNot | None:
    """R2.3, R4.3, R9.2, R11.1 Why a kind of action is not possible."""
    me = state.railroads[step.seat]
    match action:
        case a.Upgrade():
            rule = "R9.2" if state.options.levels == 8 else "R15.5"
            return WhyNot(rule, "top-level", (str(me.level),))
        case a.Take(card=card):
            return _take(state, card)
        case a.West(city=city):
            return _west(state, step, city)
        case a.Build():
            return _build(state, step, grant=action.grant)
        case a.Deliver():
            return WhyNot("R10.1", "nothing-to-deliver", (str(me.level),))
        case a.Urbanise():
            return _no_city(state)
        case a.Growth() if state.options.beginner:
            return WhyNot("R15.1", "beginner")
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
    """R5.13, R5.14, R11.7, R15.1 Why nothing can be built."""
    if grant and state.options.beginner:
        return WhyNot("R15.1", "beginner")
    if grant and startable(state, step.seat):
        return WhyNot("R11.7", "no-grant")
    if not has_marker(state, step.seat):
        return WhyNot("R5.13", "no-marker")
    return WhyNot("R5.14", "no-way-out")


def _starting(state: State, step: Starting, action: a.Action) -> WhyNot | None:
    """R5.13, R5.14, R7.2, R7.3 Why a line cannot begin there."""
    match action:
        case a.From(city=city):
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


def _leaving(state: State, step: Leaving, action: a.Action) -> WhyNot | None:
    """R5.3, R5.6, R5.8, R5.9, R5.14 Why a link cannot leave its city that way."""
    match action:
        case a.Out(side=side):
            cell = BOARD.grid.neighbours[BOARD.hexes[step.city]][side]
            if cell < 0 or not BOARD.exits[cell]:
                return WhyNot("R5.6", "no-track")
            name, used = BOARD.grid.name[cell], state.used[cell]
            if used >> opposite(side) & 1:
                return WhyNot("R5.14", "side-taken", (name,))
            if used.bit_count() > 2:
                return WhyNot("R5.9", "full", (name,))
            return WhyNot("R5.8", "shut", (name,))
        case a.Connect(city=city):
            return _unreached(step.city, city, limit(state, step.seat))
        case _:
            return None


def _unreached(start: int, city: str, left: int) -> WhyNot:
    if CITIES[start] == city:
        return WhyNot("R5.8", "own-start", (city,))
    return WhyNot("R5.3", "out-of-reach", (city, str(left)))


def _laying(state: State, step: Laying, action: a.Action) -> WhyNot | None:
    """R2.5, R5.3, R5.7, R5.8, R5.9, R7.6, R7.9, R15.12 Why a tile cannot lie like that."""
    match action:
        case a.Lay(side=side):
            cell, entry = step.head(state)
            return _tile(state, step, cell, entry, side)
        case a.Turn(side=side):
            return _turned(state, step, side)
        case a.Connect(city=city):
            if city in map(CITIES.__getitem__, step.ways(state)):
                return WhyNot("R5.15", "one-tile", (city,))
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


def _founding(state: State, step: Founding, action: a.Action) -> WhyNot | None:
    """R1.5, R8.1, R8.2 Why a new city cannot be put there."""
    match action:
        case a.Found(city=city, colour=colour):
            if state.colours[BOARD.city[city]] != GRAY:
                return WhyNot("R8.1", "not-gray", (city,))
            rule = "R8.2" if colour in BOX.urbanise.tiles else "R1.5"
            return WhyNot(rule, "no-city-of-colour", (colour,))
        case a.Back():
            return WhyNot("R11.13", "must-found")
        case _:
            return None


def _choosing(state: State, step: Choosing, action: a.Action) -> WhyNot | None:
    """R10.1, R10.2, R10.3 Why a cube cannot be delivered."""
    match action:
        case a.Cube(city=city, colour=colour):
            number, level = BOARD.city[city], state.railroads[step.seat].level
            if not state.cubes[number][COLOURS.index(colour)]:
                return WhyNot("R10.1", "no-cube", (city, colour))
            own = network(state).own.get(step.seat)
            if own is None or not own[number]:
                return WhyNot("R10.3", "no-own-link", (city,))
            return WhyNot("R10.2", "out-of-range", (colour, str(level)))
        case _:
            return None


def _routing(state: State, step: Routing, action: a.Action) -> WhyNot | None:
    """R10.1, R10.2, R10.3, R10.6, R10.7 What is wrong with the way of a cube."""
    if not isinstance(action, a.Ship):
        return None
    if not action.links:
        return WhyNot("R10.1", "no-way")
    level = state.railroads[step.seat].level
    if len(action.links) > level:
        return WhyNot("R10.2", "too-long", (str(level),))
    net, here, seen = network(state), step.city, {step.city}
    for at, number in enumerate(action.links):
        edge = next((edge for edge in net.edges[here] if edge.number == number), None)
        if edge is None:
            return _not_joined(state, number)
        if not at and edge.owner != step.seat:
            return WhyNot("R10.3", "not-own")
        if edge.city in seen:
            return WhyNot("R10.7", "twice")
        here, more = edge.city, at < len(action.links) - 1
        seen.add(here)
        if more and state.colours[here] == step.colour:
            return WhyNot("R10.6", "passes", (CITIES[here],))
    return WhyNot("R10.1", "wrong-end", (CITIES[here],))


def _not_joined(state: State, number: int) -> WhyNot:
    """R7.1, R10.1 Why a link cannot be the next one of a way."""
    link = next((link for link in state.links if link.number == number), None)
    if link is None:
        return WhyNot("R10.1", "no-such-link", (str(number),))
    if not link.finished:
        return WhyNot("R7.1", "unfinished", (CITIES[link.start],))
    return WhyNot("R10.1", "not-joined")
