"""R11, R12, R13 Entering a race: routes, drawn or offered, and joint runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core import Auto, Choice, Question, Seat, ask, propose

from .actions import Action, Enter, GiveUp, Join, News, Stay, Step, Trace, Withdrawn
from .box import SIX
from .charges import against, broken, free_lines, limits, lines_for
from .routes import Limits, Price, Route, arrives, best, cost, keeps, leads

if TYPE_CHECKING:
    from .state import State

STAY, TRACE, GIVE_UP = Stay(), Trace(), GiveUp()
CHEAPEST, SHORTEST, FASTEST = Price(1, 1, 1000), Price(1000, 0, 1), Price(1000, 1000, 1)
NET = Price(2, 2, 1)
"""R11.6 One point more or less is worth about two credits of prize."""


class Declaring(Auto["State"], frozen=True, tag="declaring"):
    """R11.1 Companies decide in turn; then routes that break a limit are replaced."""

    order: tuple[int, ...]
    asked: int = 0

    def run(self, state: State) -> State:
        """The next company that can enter, or the settling of all routes."""
        if self.asked == len(self.order):
            return settle(state, self.order)
        number = self.order[self.asked]
        state = replace(state.goto(replace(self, asked=self.asked + 1)), turn=state.turn + 1)
        if state.companies[number].seat < 0 or in_race(state, number):
            return state
        return _asked(state, Entering((number,)))


def later(state: State, number: int) -> tuple[int, ...]:
    """R12.5, R13.2 The companies that decide after this one."""
    for step in state.stack:
        if isinstance(step, Declaring):
            return tuple(
                other
                for other in step.order[step.asked :]
                if state.companies[other].seat >= 0
                and other != number
                and not in_race(state, other)
            )
    return ()


def in_race(state: State, number: int) -> bool:
    """R13.1 Whether a company takes part already."""
    return any(number in train.companies for train in state.trains)


def _asked(state: State, step: Entering) -> State:
    """A company that can only stay out is not asked."""
    asked: State | None = ask(state, step, idle=STAY)
    return state if asked is None else asked


class Entering(Question["State", Action], frozen=True, tag="entering"):
    """R11.1, R12.6 Enter on a route, draw one, run jointly, or stay out."""

    companies: tuple[int, ...]
    replacing: bool = False

    def actor(self, state: State) -> Seat:
        """Who leads the company that decides."""
        return state.seat_of(self.companies[0])

    def offers(self, state: State) -> Sequence[Action]:
        """R11.6, R11.7, R13.2 The best routes, the drawing, joint runs, staying out."""
        found: list[Action] = []
        routes, complete = offers(state, self.companies)
        drawable = bool(routes) or not complete
        if self.replacing:
            routes = [route for route in routes if not too_long(state, self.companies, route)]
        found += [Enter(written(state, route, self.companies)) for route in routes]
        assert state.race is not None
        drawn = self.companies[0] in state.race.given_up
        if not drawn and (drawable or self._hope(state)):
            found.append(TRACE)
        if not self._joint and not self.replacing:
            found += [Join(other) for other in partners(state, self.companies[0])]
        found.append(STAY)
        return found

    def accepts(self, state: State, action: Action, offered: Sequence[Action]) -> bool:
        """R11.2 What is offered, and any other legal route that is written out."""
        if action in offered:
            return True
        route = read(state, action.route, self.companies) if isinstance(action, Enter) else None
        if route is None or (self.replacing and too_long(state, self.companies, route)):
            return False
        return legal(state, self.companies, route)

    @property
    def _joint(self) -> bool:
        return len(self.companies) > 1

    def _hope(self, state: State) -> bool:
        """R12.5 Whether some route might become legal by netting."""
        rest = later(state, self.companies[0])
        if not rest or self._joint or self.replacing:
            return False
        known, hopeful = lines_for(state, self.companies), limits(state, self.companies, rest)
        ways = state.race.ways if state.race else ()
        found = any(best(known, start, goals, CHEAPEST, hopeful) for start, goals in ways)
        return found or not known.work.complete

    def play(self, state: State, action: Action) -> State:
        """Into the race, or out of it."""
        match action:
            case Enter(text):
                route = read(state, text, self.companies)
                assert route is not None
                return _entered(state.pop(), self, route)
            case Trace():
                return state.push(Tracing(self.companies))
            case Join(other):
                race = state.race
                assert race is not None
                pair = (self.companies[0], other)
                state = replace(state, race=replace(race, asked=(*race.asked, pair)))
                return propose(state, state.seat_of(other), action)  # type: ignore[no-any-return]
            case _:
                state = state.pop()
                if self.replacing:
                    return _withdrawn(state, self.companies[0])
                return _asked(state, Entering(self.companies[:1])) if self._joint else state

    def agreed(self, state: State, offer: Join) -> State:
        """R13.2 A train of both."""
        return _asked_jointly(state.pop(), (*self.companies, offer.company))

    def refused(self, state: State, offer: Join) -> State:
        """R13.2 The pair is not asked again."""
        return _asked(state.pop(), self)

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why_enter  # noqa: PLC0415 - the reasons know the question

        return why_enter(state, self, action)


def _asked_jointly(state: State, companies: tuple[int, ...]) -> State:
    """R13.2 If both together find no route, the first decides for itself again."""
    asked = _asked(state, Entering(companies))
    return asked if asked is not state else _asked(state, Entering(companies[:1]))


def partners(state: State, number: int) -> list[int]:
    """R13.1, R13.2, R20.4, R20.8 Those who decide later and were not asked in this race."""
    race = state.race
    assert race is not None
    return [
        other
        for other in later(state, number)
        if (number, other) not in race.asked and (other, number) not in race.asked
    ]


def offers(state: State, companies: tuple[int, ...]) -> tuple[list[Route], bool]:
    """R11.6 The best routes, and whether the search was complete; none is searched twice."""
    race = state.race
    assert race is not None
    rest = limits(state, companies)
    lines = tuple(company.track for company in state.companies)
    free = tuple(free_lines(state, companies))
    back = tuple(against(state, companies).items())
    funds = tuple(state.companies[number].balance for number in companies)
    key = (state.board, lines, race.ways, companies, free, rest.each, funds, rest.purse, back)
    if key not in _OFFERS:
        if len(_OFFERS) > MOST_OFFERS:
            _OFFERS.clear()
        _OFFERS[key] = _offers(state, companies, rest)
    return _OFFERS[key]


MOST_OFFERS = 500
_OFFERS: dict[object, tuple[list[Route], bool]] = {}
"""The routes offered lately, by all that they depend on."""


def _offers(state: State, companies: tuple[int, ...], rest: Limits) -> tuple[list[Route], bool]:
    """R11.6 The cheapest, shortest, fastest route, and the best when charges are taken off.

    On very dense lines the search may have to stop: then the best of the others stands in.
    """
    race = state.race
    assert race is not None
    known = lines_for(state, companies)
    found: dict[Price, Route] = {}
    for price in (CHEAPEST, NET, FASTEST, SHORTEST):
        # What was found for another price is a route too: none dearer need be looked at.
        ceiling, chosen = None, None
        for route in found.values():
            worth = cost(known, route, price)
            if ceiling is None or worth < ceiling:
                ceiling, chosen = worth, route
        for start, goals in race.ways:
            limit = None if ceiling is None else ceiling - 1
            better = best(known, start, goals, price, rest, limit)
            if better is not None:
                ceiling, chosen = cost(known, better, price), better
        if chosen is not None:
            found[price] = chosen
        elif known.work.complete:
            return [], True
    kinds = (CHEAPEST, SHORTEST, FASTEST, NET)
    routes = list(dict.fromkeys(found[price] for price in kinds if price in found))
    return routes, known.work.complete


def written(state: State, route: Route, companies: Sequence[int]) -> str:
    """R11.2 A route in one word: hexes, and whose line leads to each where it is not the own.

    `T25-U25-V26:2` goes to V26 over the line of company 2.
    """
    names = state.board.grid.name
    parts = [names[route.path[0]]]
    for hex_, line in zip(route.path[1:], route.lines, strict=True):
        parts.append(names[hex_] if line == companies[0] else f"{names[hex_]}:{line}")
    return "-".join(parts)


def read(state: State, text: str, companies: Sequence[int]) -> Route | None:
    """The route written so, None if these are no hexes and companies."""
    number = state.board.grid.number
    path, lines = [], []
    for part in text.split("-"):
        name, _, line = part.partition(":")
        if name not in number or not ((line.isascii() and line.isdigit()) or not line):
            return None
        path.append(number[name])
        lines.append(int(line) if line else companies[0])
    return Route(tuple(path), tuple(lines[1:]))


def legal(state: State, companies: tuple[int, ...], route: Route) -> bool:
    """R11.2, R11.3, R11.5, R12.5 Whether a route may be declared, if need be on condition."""
    goals = dict(state.race.ways).get(route.path[0]) if state.race else None
    steps = list(pairwise(route.path))
    if goals is None or not steps:
        return False
    if [arrives(goals, *step) for step in steps] != [False] * (len(steps) - 1) + [True]:
        return False
    known = lines_for(state, companies)
    if not all(known.has(*step, line) for step, line in zip(steps, route.lines, strict=True)):
        return False
    rest = later(state, companies[0]) if len(companies) == 1 else ()
    return keeps(known, route, limits(state, companies, rest))


def _entered(state: State, step: Entering, route: Route) -> State:
    """R11.2, R12.6 The train is in the race; by replacement, in its old place."""
    from .state import Train  # noqa: PLC0415 - the state knows its steps

    train = Train(step.companies, route.path, route.lines, replaced=step.replacing)
    if step.replacing:
        at = next(n for n, it in enumerate(state.trains) if it.companies == step.companies)
        return state.with_train(at, train)
    return replace(state, trains=(*state.trains, train))


class Tracing(Choice["State", Action], frozen=True, tag="tracing"):
    """R11.7 A route drawn step by step."""

    companies: tuple[int, ...]
    path: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()

    def actor(self, state: State) -> Seat:
        """Who draws."""
        return state.seat_of(self.companies[0])

    def options(self, state: State) -> Sequence[Action]:
        """Steps from which the goal can still be reached, and giving up."""
        race, board = state.race, state.board
        assert race is not None
        names = board.grid.name
        if not self.path:
            return [*(Step(names[start]) for start, _ in race.ways), GIVE_UP]
        known = lines_for(state, self.companies, self.path)
        here, found = self.path[-1], list[Action]()
        for d in SIX:
            there = board.grid.neighbours[here][d]
            if there < 0 or not known.all[d] >> here & 1:
                continue
            for line, track in known.tracks.items():
                if track[d] >> here & 1:
                    owner = known.free_line(here, d) if line < 0 else line
                    step = Step(names[there], None if owner == self.companies[0] else owner)
                    if self._leads_on(state, there, owner):
                        found.append(step)
        return [*found, GIVE_UP]

    def _leads_on(self, state: State, there: int, line: int) -> bool:
        """R11.3, R11.7 A step to the goal makes a legal route; another can still lead there."""
        path, lines = (*self.path, there), (*self.lines, line)
        goals = dict(state.race.ways)[self.path[0]] if state.race else ()
        if arrives(goals, self.path[-1], there):
            return legal(state, self.companies, Route(path, lines))
        return leads(lines_for(state, self.companies, path), there, goals)

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why_step  # noqa: PLC0415 - the reasons know the question

        return why_step(state, action)

    def play(self, state: State, action: Action) -> State:
        """On, or back to the offers."""
        if not isinstance(action, Step):
            assert state.race is not None
            given_up = (*state.race.given_up, self.companies[0])
            state = replace(state.pop(), race=replace(state.race, given_up=given_up))
            step = state.stack[-1]
            assert isinstance(step, Entering)
            return state if len(step.options(state)) > 1 else step.play(state, STAY)
        there = state.board.grid.number[action.hex]
        if not self.path:
            return state.goto(replace(self, path=(there,)))
        line = self.companies[0] if action.line is None else action.line
        path, lines = (*self.path, there), (*self.lines, line)
        goals = dict(state.race.ways)[self.path[0]] if state.race else ()
        if arrives(goals, self.path[-1], there):
            state = state.pop()
            step = state.stack[-1]
            assert isinstance(step, Entering)
            return _entered(state.pop(), step, Route(path, lines))
        return state.goto(replace(self, path=path, lines=lines))


def settle(state: State, order: Sequence[int]) -> State:
    """R12.6, R19.3, R20.5 Routes too long or over a limit, then David, then the start."""
    from .run import start  # noqa: PLC0415 - the run comes after

    state = _without_long(state)
    for number in order:
        train = next((it for it in state.trains if it.companies[0] == number), None)
        if train is None or not broken(state, train):
            continue
        if train.replaced:
            return _withdrawn(state, number)
        asked = _asked(state, Entering(train.companies, replacing=True))
        return asked if asked is not state else _withdrawn(state, number)
    david = _david(state)
    return david if david is not None else start(state.pop())


def _david(state: State) -> State | None:
    """R20.5 If just one player has entered, the other may run David."""
    numbers = [n for n, company in enumerate(state.companies) if company.seat < 0]
    entered = [number for train in state.trains for number in train.companies]
    if not numbers or len(entered) != 1 or state.race is None or state.race.handler >= 0:
        return None
    race = replace(state.race, handler=1 - state.companies[entered[0]].seat)
    return _asked(replace(state, race=race), Entering((numbers[0],)))


def _withdrawn(state: State, number: int) -> State:
    trains = tuple(train for train in state.trains if train.companies[0] != number)
    return replace(state, trains=trains).tell(Withdrawn(number, "limit"))


def too_long(state: State, companies: tuple[int, ...], route: Route) -> bool:
    """R19.3 Whether a route has more than twice the steps of the shortest of the others."""
    others = [len(train.lines) for train in state.trains if train.companies != companies]
    table = state.options.prizes == "table"
    return table and bool(others) and len(route.lines) > 2 * min(others)


def _without_long(state: State) -> State:
    """R19.3 Routes of more than twice the shortest are refused."""
    if state.options.prizes != "table" or not state.trains:
        return state
    shortest = min(len(train.lines) for train in state.trains)
    for train in state.trains:
        if len(train.lines) > 2 * shortest:
            trains = tuple(other for other in state.trains if other != train)
            state = replace(state, trains=trains)
            state = state.tell(Withdrawn(train.companies[0], "long"))
    return state
