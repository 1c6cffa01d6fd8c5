"""R5.1 Building track: where a link begins, which way it leaves, tile after tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.board.hexes import members, opposite
from trainshed.core import Seat

from .actions import Action, Connect, Extend, From, Lay, Linked, Out, Stop, Turn
from .box import BOARD, BOX, CITIES
from .cards import discard, lines
from .shares import BACK, OwnTurn
from .track import ahead, exits, find, stub_at, tip, with_link, with_sides
from .ways import Way, ways

if TYPE_CHECKING:
    from .state import Link, State

STOP = Stop()
FROM = tuple(From(city) for city in CITIES)
OUT, LAY = tuple(map(Out, range(6))), tuple(map(Lay, range(6)))


class Starting(OwnTurn, frozen=True, tag="starting"):
    """R5.2 Where the line begins: in a city, or at the end of an unfinished link."""

    rule = "R5.2"
    grant: bool = False

    def answers(self, state: State) -> Sequence[Action]:
        """R5.2, R5.13 Own stubs that can go on, and every city with a way out."""
        found: list[Action] = [
            Extend(link.number) for link in stubs(state, self.seat) if _can_go_on(state, link)
        ]
        if has_marker(state, self.seat):
            found += [FROM[city] for city in _gateways(state, self.seat)]
        return [*found, BACK]

    def answered(self, state: State, action: Action) -> State:
        """R2.5 The way out of the city, or the next tile."""
        match action:
            case From(city):
                return state.push(Leaving(self.seat, BOARD.city[city], self.grant))
            case Extend(number):
                link = find(state, number)
                return state.push(Laying(self.seat, link.start, number, grant=self.grant))
            case _:
                return state.pop()


def startable(state: State, seat: Seat) -> bool:
    """R2.3, R5.2, R5.13 Whether a player can build at all."""
    if has_marker(state, seat):
        return next(_gateways(state, seat), None) is not None
    return any(_can_go_on(state, link) for link in stubs(state, seat))


def stubs(state: State, seat: Seat) -> list[Link]:
    """R7.2 A player's unfinished links."""
    return [link for link in state.links if link.owner == seat and not link.finished]


def has_marker(state: State, seat: Seat) -> bool:
    """R5.13 Whether a marker is left for another link."""
    return markers(state, seat) < BOX.markers


def markers(state: State, seat: int) -> int:
    """R1.6, R5.12, R12.3 How many of his markers lie on the map."""
    links = sum(link.owner == seat for link in state.links)
    return links + sum(owner == seat for _, owner in state.west)


def _gateways(state: State, seat: Seat) -> Iterator[int]:
    """R5.2 The cities with a way out."""
    alone = not stubs(state, seat)
    for city in range(len(CITIES)):
        if next(_sides_of(state, seat, city, alone=alone), None) is not None:
            yield city


def sides_of(state: State, seat: Seat, city: int) -> list[int]:
    """R5.2, R5.6 The sides of a city by which a link may leave."""
    return list(_sides_of(state, seat, city, alone=not stubs(state, seat)))


def _sides_of(state: State, seat: Seat, city: int, *, alone: bool) -> Iterator[int]:
    """Without stubs of his own nothing is in the way but what the hexes hold."""
    used, curves = state.used, state.options.curves
    for side, entry, cell in _GATES[city]:
        free = exits(used[cell], cell, entry, city, curves)
        if free and (alone or ways_out(state, seat, cell, entry, city, -1)):
            yield side


_GATES = tuple(
    tuple(
        (side, opposite(side), cell)
        for side, cell in enumerate(BOARD.grid.neighbours[hex_])
        if cell >= 0 and BOARD.exits[cell]
    )
    for hex_ in BOARD.hexes
)
"""The hexes around each city on which track can lie."""


def _can_go_on(state: State, link: Link) -> bool:
    """R7.2, R7.5 Whether a tile can be added or the last one turned."""
    cell, entry = tip(link)
    onward = ways_out(state, link.owner, cell, entry, link.start, link.number)
    return bool(onward or turns(state, link))


def ways_out(state: State, owner: Seat, cell: int, entry: int, start: int, link: int) -> list[int]:
    """R5.8, R7.3, R7.9 The sides by which the next tile may leave its hex."""
    sides = exits(state.used[cell], cell, entry, start, state.options.curves)
    return [
        side
        for side in members(sides)
        if (met := stub_at(state, owner, cell, side, but=link)) is None or met.start != start
    ]


def turns(state: State, link: Link) -> list[int]:
    """R7.5, R7.6 The other sides to which the last tile may be turned."""
    last = link.track[-1]
    lifted = replace(state, used=with_sides(state.used, last))
    sides = ways_out(lifted, link.owner, last.cell, last.a, link.start, link.number)
    return [side for side in sides if side != last.b]


def price(state: State, cell: int, entry: int, side: int, *, first: bool, grant: bool) -> int:
    """R6.1, R6.7, R6.8, R11.8 What a tile costs; `first` if it begins at its city."""
    ridges = BOARD.ridges.get(cell, 0)
    due = (ridges >> side & 1) + (first and ridges >> entry & 1)
    tile = BOARD.prices[state.options.water][cell][6 * entry + side]
    free_tile = grant and BOARD.open >> cell & 1
    return (0 if free_tile else tile) + due * BOX.track.ridge


def limit(state: State, seat: Seat) -> int:
    """R5.3, R11.15, R11.16 How many tiles an action may have."""
    me = state.railroads[seat]
    more = me.cards.count("perfect_engineering") > me.engineered
    return BOX.cards["perfect_engineering"].number if more else BOX.tiles


class Leaving(OwnTurn, frozen=True, tag="leaving"):
    """R5.2, R5.15 Which way the link leaves its city, or which city it shall reach."""

    rule = "R5.1"
    city: int
    grant: bool = False

    def answers(self, state: State) -> Sequence[Action]:
        """The free sides, and the cities in reach."""
        found: list[Action] = [OUT[side] for side in sides_of(state, self.seat, self.city)]
        return [*found, *(Connect(CITIES[city]) for city in self.ways(state)), BACK]

    def ways(self, state: State) -> dict[int, Way]:
        """R5.15 The cheapest way to each city in reach."""
        sides = sides_of(state, self.seat, self.city)
        return ways(
            state,
            self.city,
            [(*ahead(BOARD.hexes[self.city], side), side) for side in sides],
            limit(state, self.seat),
            grant=self.grant,
        )

    def answered(self, state: State, action: Action) -> State:
        """R5.1 The first tile, or all of them."""
        match action:
            case Out(side):
                return state.goto(Laying(self.seat, self.city, side=side, grant=self.grant))
            case Connect(city):
                way = self.ways(state)[BOARD.city[city]]
                laying = Laying(self.seat, self.city, side=way.sides[0], grant=self.grant)
                return lay_all(state.goto(laying), way.sides[1:])
            case _:
                return state.pop()


class Laying(OwnTurn, frozen=True, tag="laying"):
    """R5.1, R5.3 The next tile of a link."""

    rule = "R5.3"
    city: int
    """Where the link begins."""
    link: int = -1
    """Its number, once a tile lies."""
    side: int = -1
    """By which side it leaves the city."""
    laid: int = 0
    """Tiles of this action."""
    grant: bool = False

    def head(self, state: State) -> tuple[int, int]:
        """R5.1 The hex of the next tile, and the side by which the line enters it."""
        if self.link < 0:
            return ahead(BOARD.hexes[self.city], self.side)
        return tip(find(state, self.link))

    def sides(self, state: State) -> list[int]:
        """R5.8, R5.9 The sides by which the next tile may leave."""
        cell, entry = self.head(state)
        if not BOARD.exits[cell]:
            return []
        return ways_out(state, self.seat, cell, entry, self.city, self.link)

    def answers(self, state: State) -> Sequence[Action]:
        """R5.5, R5.15, R7.6 A tile, a city in reach, or the end of it."""
        found: list[Action] = [LAY[side] for side in self.sides(state)]
        found += [Connect(CITIES[city]) for city in self.onward(state)]
        if not self.laid and self.link >= 0:
            found += [Turn(side) for side in turns(state, find(state, self.link))]
        return [*found, STOP if self.laid else BACK]

    def ways(self, state: State) -> dict[int, Way]:
        """R5.15 The cheapest way to each city in reach."""
        cell, entry = self.head(state)
        if not BOARD.exits[cell]:
            return {}
        left = limit(state, self.seat) - self.laid
        side = self.side if self.link < 0 else -1
        return ways(state, self.city, [(cell, entry, side)], left, grant=self.grant)

    def onward(self, state: State) -> dict[int, Way]:
        """R5.15 Those that take more than the next tile."""
        return {city: way for city, way in self.ways(state).items() if way.tiles > 1}

    def price(self, state: State, side: int) -> int:
        """R6.2 What the next tile would cost."""
        cell, entry = self.head(state)
        cost = price(state, cell, entry, side, first=self.link < 0, grant=self.grant)
        if stub_at(state, self.seat, cell, side, but=self.link) is not None:
            cost -= _ridge(cell, side)
        return cost

    def turning(self, state: State, side: int) -> int:
        """R7.7 What it would cost to turn the last tile."""
        link = find(state, self.link)
        last = link.track[-1]
        first = len(link.track) == 1
        cost = price(state, last.cell, last.a, side, first=first, grant=self.grant)
        if stub_at(state, self.seat, last.cell, side, but=self.link) is not None:
            cost -= _ridge(last.cell, side)
        return cost

    def answered(self, state: State, action: Action) -> State:
        """R5.3, R5.4, R5.5 Lay, turn, go on or stop."""
        match action:
            case Lay(side):
                return lay_all(state, (side,))
            case Turn(side):
                return _turn(state, self, side)
            case Connect(city):
                sides = self.ways(state)[BOARD.city[city]].sides
                return lay_all(state, sides[1:] if self.link < 0 else sides)
            case Stop():
                return _over(state, self.seat)
            case _:
                return state.pop()


def _ridge(cell: int, side: int) -> int:
    """R7.10 The ridge on a side, which the other stub has paid."""
    return BOX.track.ridge * (BOARD.ridges.get(cell, 0) >> side & 1)


def lay_all(state: State, sides: Sequence[int]) -> State:
    """R5.1, R5.15 Tile after tile; the action goes on if the link does."""
    for side in sides:
        step = state.stack[-1]
        assert isinstance(step, Laying)
        state = _lay(state, step, side)
    return state


def _lay(state: State, step: Laying, side: int) -> State:
    """R5.1, R5.12, R6.2, R11.7, R11.15 One tile."""
    from .state import Link, Piece  # noqa: PLC0415 - the state knows its steps

    cell, entry = step.head(state)
    cost = step.price(state, side)
    piece = Piece(cell, entry, side)
    if step.link < 0:
        link = Link(state.built, step.seat, step.city, (piece,))
        state = replace(state, built=state.built + 1)
    else:
        was = find(state, step.link)
        link = replace(was, track=(*was.track, piece))
    state = _begun(state, step)
    laid = step.laid + 1
    if laid > BOX.tiles:
        me = state.railroads[step.seat]
        state = state.with_railroad(step.seat, replace(me, engineered=me.engineered + 1))
    state = replace(with_link(state, link), used=with_sides(state.used, piece))
    state = state.pay(step.seat, cost, "track")
    return _arrive(state.goto(replace(step, link=link.number, laid=laid)), link)


def _begun(state: State, step: Laying) -> State:
    """R11.7 With the first tile a land grant is used up."""
    return discard(state, step.seat, "land_grant") if step.grant and not step.laid else state


def _turn(state: State, step: Laying, side: int) -> State:
    """R7.5, R7.6, R7.7 The last tile leads elsewhere."""
    link = find(state, step.link)
    last = link.track[-1]
    cost = step.turning(state, side)
    turned = replace(last, b=side)
    state = _begun(state, step)
    used = with_sides(with_sides(state.used, last), turned)
    link = replace(link, track=(*link.track[:-1], turned))
    state = replace(with_link(state, link), used=used).pay(step.seat, cost, "track")
    return _arrive(state.goto(replace(step, laid=1)), link)


def _arrive(state: State, link: Link) -> State:
    """R5.4, R7.8 A city or an own stub finishes the link; otherwise it may go on."""
    last = link.track[-1]
    there, _ = ahead(last.cell, last.b)
    city = BOARD.at.get(there, -1)
    met = stub_at(state, link.owner, last.cell, last.b, but=link.number)
    if met is not None:
        city = met.start
        back = tuple(replace(piece, a=piece.b, b=piece.a) for piece in reversed(met.track))
        state = replace(state, links=tuple(it for it in state.links if it is not met))
        link = replace(link, track=(*link.track, *back))
    if city >= 0:
        state = with_link(state, replace(link, end=city))
        news = Linked(link.owner, link.number, CITIES[link.start], CITIES[city])
        state = _over(state.tell(news), link.owner)
        return lines(state, link.owner)
    step = state.stack[-1]
    assert isinstance(step, Laying)
    if step.laid >= limit_of(state, step) or not step.sides(state):
        return _over(state, step.seat)
    return state


def limit_of(state: State, step: Laying) -> int:
    """R5.3, R11.16 How many tiles this action may have: never a sixth."""
    if step.laid > BOX.tiles:
        return step.laid
    return limit(state, step.seat)


def _over(state: State, seat: Seat) -> State:
    """R5.5 The build action is over."""
    from .acting import acted  # noqa: PLC0415 - actions know their steps

    return acted(state.pop().pop(), seat)
