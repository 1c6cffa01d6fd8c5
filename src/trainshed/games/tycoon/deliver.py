"""R10.1 Delivering: a cube, its way, and the points for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from trainshed.core import Route, Seat

from .actions import Action, Cube, Delivered, Ship
from .box import BOARD, BOX, CITIES, COLOURS
from .cards import meet, offered
from .cities import refill
from .network import network
from .routes import Goal, routes
from .shares import BACK, OwnTurn

if TYPE_CHECKING:
    from .network import Network
    from .state import State


def cubes(state: State, seat: Seat) -> Iterator[tuple[int, int]]:
    """R10.1 The cubes that a player could deliver: city and colour."""
    net, level = network(state), state.railroads[seat].level
    own = net.own.get(seat)
    if own is None:
        return
    for city, there in enumerate(state.cubes):
        if not own[city]:
            continue
        for colour, count in enumerate(there):
            if count and net.reaches(seat, level, city, colour):
                yield city, colour


def deliverable(state: State, seat: Seat) -> bool:
    """R2.3 Whether a player can deliver anything."""
    return next(cubes(state, seat), None) is not None


class Choosing(OwnTurn, frozen=True, tag="choosing"):
    """R10.1 Which cube."""

    rule = "R10.1"

    def answers(self, state: State) -> Sequence[Action]:
        """Every cube that can be delivered."""
        found = [Cube(CITIES[city], COLOURS[colour]) for city, colour in cubes(state, self.seat)]
        return [*found, BACK]

    def answered(self, state: State, action: Action) -> State:
        """R2.5 Its way is asked next."""
        if not isinstance(action, Cube):
            return state.pop()
        return state.push(Routing(self.seat, BOARD.city[action.city], action.colour))


class Routing(OwnTurn, Route["State", Action], frozen=True, tag="routing"):
    """R10.13 Which way the cube takes."""

    rule = "R10.13"
    city: int
    colour: str

    def goal(self, state: State) -> Goal:
        """R9.3, R10.2, R10.6 What a way must fulfil."""
        return Goal(
            self.seat, state.railroads[self.seat].level, self.city, COLOURS.index(self.colour)
        )

    def answers(self, state: State) -> Sequence[Action]:
        """R10.13 One way for each city and each share of the points, the best for him first."""
        found = [Ship(links) for links in routes(network(state), self.goal(state))]
        found.sort(key=lambda ship: (-margin(state, self.seat, ship.links), ship.links))
        return [*found, BACK]

    def is_route(self, state: State, action: Action) -> bool:
        """R10.2, R10.3, R10.6, R10.7 Whether a way is legal."""
        return isinstance(action, Ship) and legal(network(state), self.goal(state), action.links)

    def answered(self, state: State, action: Action) -> State:
        """R10.5, R10.10, R10.12 The cube goes, and the points are given."""
        from .acting import acted  # noqa: PLC0415 - actions know their steps

        if not isinstance(action, Ship):
            return state.pop()
        state = acted(state.pop().pop(), self.seat)
        return ship(state, self.goal(state), action.links)


def legal(net: Network, goal: Goal, links: tuple[int, ...]) -> bool:
    """R10.2, R10.3, R10.6, R10.7, R10.8, R10.9 Follow a way link by link."""
    if not 0 < len(links) <= goal.level:
        return False
    here, seen, wanting = goal.city, 1 << goal.city, net.wanting[goal.colour]
    for at, number in enumerate(links):
        edge = next((edge for edge in net.edges[here] if edge.number == number), None)
        if edge is None or seen >> edge.city & 1 or (not at and edge.owner != goal.seat):
            return False
        here, seen = edge.city, seen | 1 << edge.city
        if wanting >> here & 1:
            return at == len(links) - 1
    return False


def follow(state: State, city: int, links: tuple[int, ...]) -> tuple[int, Counter[int]]:
    """R10.5 Where a way ends, and whose links it uses."""
    net, points = network(state), Counter[int]()
    for number in links:
        edge = next(edge for edge in net.edges[city] if edge.number == number)
        points[edge.owner] += 1
        city = edge.city
    return city, points


def margin(state: State, seat: int, links: tuple[int, ...]) -> float:
    """How good a way looks for a player: his points, less what others get on average."""
    step = state.stack[-1]
    assert isinstance(step, Routing)
    end, _ = follow(state, step.city, links)
    points = rewards(state, step.city, links)
    others = sum(points.values()) - points[seat]
    extra = sum(BOX.cards[name].points for name in met(state, end, len(links)))
    return points[seat] + extra - others / max(1, state.seats - 1)


def rewards(state: State, city: int, links: tuple[int, ...]) -> Counter[int]:
    """R10.5, R11.9 The points for links and hotels that a way would bring everybody."""
    end, points = follow(state, city, links)
    owner = hotel(state, end)
    if owner is not None:
        points[owner] += 1
    return points


def met(state: State, end: int, length: int) -> list[str]:
    """R10.12, R11.18, R11.19, R11.20 The objectives that a delivery meets, in order."""
    return [
        *(name for name, card in offered(state, "bounty") if CITIES[end] in card.cities),
        *(name for name, _ in offered(state, "first")),
        *(name for name, card in offered(state, "speed") if length >= card.number),
    ]


def hotel(state: State, city: int) -> Seat | None:
    """R11.9 Who has the hotel of a city."""
    for seat, railroad in enumerate(state.railroads):
        for name in railroad.cards:
            card = BOX.cards[name]
            if card.what == "hotel" and CITIES[city] in card.cities:
                return Seat(seat)
    return None


def ship(state: State, goal: Goal, links: tuple[int, ...]) -> State:
    """R10.5, R10.10, R10.11, R10.12, R12.5, R12.6 A cube is delivered."""
    end, points = follow(state, goal.city, links)
    colour = COLOURS[goal.colour]
    state = state.remove(goal.city, goal.colour)
    state = state.tell(Delivered(Seat(goal.seat), colour, CITIES[end], len(links)))
    for owner, count in sorted(points.items(), key=lambda item: item[0] != goal.seat):
        source = "deliveries" if owner == goal.seat else "traffic"
        state = state.score(owner, count, source, source)
    host = hotel(state, end)
    if host is not None:
        state = state.score(host, 1, "hotels", "hotels")
    for name in met(state, end, len(links)):
        state = meet(state, goal.seat, name, "cards")
    west = any(city == goal.city for city, _ in state.west)
    if west and colour == BOX.west_colour and CITIES[end] == BOX.west_market:
        state = refill(state, end, BOX.refill)
    return state
