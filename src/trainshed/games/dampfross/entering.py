"""R11, R12, R13 Entering a race: routes, drawn or offered, and joint runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import Auto, Choice, Question, Seat, ask, propose

from .actions import Action, CutShort, Enter, GiveUp, Idle, Join, News, Stay, Step, Trace, Withdrawn
from .box import SIX
from .charges import broken, free_lines, limits, lines_for
from .fronts import Begun
from .routes import OWN as OWN_LINE
from .routes import Limits, Price, Route, arrives, cost, dues, keeps, leads
from .search import best

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
        asked = _asked(state, Entering((number,)))
        return asked if asked is not state else state.tell(Idle(number, "race"))


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
    if asked is None:
        return state
    return asked if step.is_sure(asked) else asked.tell(CutShort(step.companies[0]))


class Entering(Question["State", Action], frozen=True, tag="entering"):
    """R11.1, R12.6 Enter on a route, draw one, run jointly, or stay out."""

    rule: ClassVar[str] = "R11.1"
    companies: tuple[int, ...]
    replacing: bool = False

    def actor(self, state: State) -> Seat:
        """Who leads the company that decides."""
        return state.seat_of(self.companies[0])

    def offers(self, state: State) -> Sequence[Action]:
        """R11.6, R11.7, R13.2 The best routes, the drawing, joint runs, staying out."""
        race = state.race
        assert race is not None
        sought = offers(state, self.companies)
        found: list[Action] = [
            Enter(written(state, route, self.companies)) for route in sought.routes
        ]
        if self.companies[0] not in race.given_up and (found or self._may_draw(state)):
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
        return route is not None and legal(state, self.companies, route)

    def is_sure(self, state: State) -> bool:
        """R11.6 Whether the best routes were looked for to the end."""
        return offers(state, self.companies).complete

    @property
    def _joint(self) -> bool:
        return len(self.companies) > 1

    def _may_draw(self, state: State) -> bool:
        """R11.7, R12.5 Whether some route may become legal by netting, or was not looked for."""
        if not self.is_sure(state):
            return True
        rest = netting(state, self.companies)
        return bool(rest) and runs(state, self.companies, rest) is not False

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
        from .objections import why_enter  # noqa: PLC0415 - the reasons know the question

        return why_enter(state, self, action)


def _asked_jointly(state: State, companies: tuple[int, ...]) -> State:
    """R13.2 If both together find no route, the first decides for itself again."""
    asked = _asked(state, Entering(companies))
    return asked if asked is not state else _asked(state, Entering(companies[:1]))


def partners(state: State, number: int) -> list[int]:
    """R13.1, R13.2, R20.4, R20.8 Those who decide later, were not asked, and can run jointly."""
    race = state.race
    assert race is not None
    return [
        other
        for other in later(state, number)
        if (number, other) not in race.asked
        and (other, number) not in race.asked
        and _run_jointly(state, (number, other))
    ]


def _run_jointly(state: State, pair: tuple[int, int]) -> bool:
    """R13.2 Whether there is a route for both; often what one could run alone is one."""
    known, rest = lines_for(state, pair), limits(state, pair)
    for route in offers(state, pair[:1]).routes:
        steps = zip(pairwise(route.path), route.lines, strict=True)
        lines = tuple(known.owner(*step, line) for step, line in steps)
        if keeps(known, Route(route.path, lines), rest):
            return True
    return bool(runs(state, pair))


def netting(state: State, companies: tuple[int, ...]) -> tuple[int, ...]:
    """R12.5 Those who may yet enter a route over the lines of a company, so that it is netted."""
    if len(companies) > 1:
        return ()
    rest = later(state, companies[0])
    return tuple(other for other in rest if runs(state, (other,), (*companies, *rest)) is not False)


def runs(state: State, companies: tuple[int, ...], rest: tuple[int, ...] = ()) -> bool | None:
    """R11.2, R12.5 Whether there is any route, if need be on condition; None if nobody knows."""
    race = state.race
    assert race is not None
    lines = tuple(number for number in rest if number not in companies)
    key = _key(state, companies, limits(state, companies, lines))
    if key not in _RUNS:
        if len(_RUNS) > MOST_OFFERS:
            _RUNS.clear()
        known = lines_for(state, companies)
        found = any(
            best(known, start, goals, CHEAPEST, limits(state, companies, lines)) is not None
            for start, goals in race.ways
        )
        _RUNS[key] = True if found else False if known.work.complete else None
    return _RUNS[key]


class Sought(Struct, frozen=True):
    """R11.6 The best routes, and whether they were looked for to the end."""

    routes: tuple[Route, ...]
    complete: bool


def offers(state: State, companies: tuple[int, ...]) -> Sought:
    """R11.6 The best routes that need no netting to come; none is searched for twice."""
    rest = limits(state, companies)
    key = _key(state, companies, rest)
    if key not in _OFFERS:
        if len(_OFFERS) > MOST_OFFERS:
            _OFFERS.clear()
        _OFFERS[key] = _offers(state, companies, rest)
    return _OFFERS[key]


def _key(state: State, companies: tuple[int, ...], rest: Limits) -> object:
    """All that routes depend on."""
    assert state.race is not None
    lines = tuple(company.track for company in state.companies)
    free = tuple(free_lines(state, companies))
    return state.board, lines, state.race.ways, companies, free, rest


MOST_OFFERS = 500
_OFFERS: dict[object, Sought] = {}
_RUNS: dict[object, bool | None] = {}
"""The routes offered lately, and whether there were any, by all that they depend on."""


def _offers(state: State, companies: tuple[int, ...], rest: Limits) -> Sought:
    """R11.6 The cheapest, shortest, fastest route, and the best when charges are taken off."""
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
            return Sought((), complete=True)
    kinds = (CHEAPEST, SHORTEST, FASTEST, NET)
    routes = tuple(dict.fromkeys(found[price] for price in kinds if price in found))
    return Sought(routes, known.work.complete)


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
    if keeps(known, route, limits(state, companies)):
        return True
    rest = netting(state, companies)
    return bool(rest) and keeps(known, route, limits(state, companies, rest))


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

    rule: ClassVar[str] = "R11.7"
    companies: tuple[int, ...]
    path: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()

    def actor(self, state: State) -> Seat:
        """Who draws."""
        return state.seat_of(self.companies[0])

    def options(self, state: State) -> Sequence[Action]:
        """Steps from which a legal route leads on, and giving up."""
        race, board = state.race, state.board
        assert race is not None
        names = board.grid.name
        if not self.path:
            starts = [start for start, _ in race.ways]
            if len(starts) > 1:
                starts = [start for start in starts if self._begins(state, (start,), ())]
            return [*(Step(names[start]) for start in starts), GIVE_UP]
        goals = dict(race.ways)[self.path[0]]
        found, onward = list[tuple[int, int]](), list[tuple[int, int]]()
        for there, line in self.ways(state):
            if not arrives(goals, self.path[-1], there):
                onward.append((there, line))
            elif legal(state, self.companies, Route((*self.path, there), (*self.lines, line))):
                found.append((there, line))
        # Some route leads on from here: where there is one way only, that is its way.
        if found or len(onward) > 1:
            onward = [
                (there, line)
                for there, line in onward
                if self._begins(state, (*self.path, there), (*self.lines, line))
            ]
        own, allowed = self.companies[0], {*found, *onward}
        return [
            *(
                Step(names[there], None if line == own else line)
                for there, line in self.ways(state)
                if (there, line) in allowed
            ),
            GIVE_UP,
        ]

    def ways(self, state: State) -> list[tuple[int, int]]:
        """R11.3, R11.5 Where unused segments lead to, and over whose line."""
        known = lines_for(state, self.companies, self.path)
        here, found = self.path[-1], list[tuple[int, int]]()
        for d in SIX:
            there = state.board.grid.neighbours[here][d]
            if there >= 0 and known.all[d] >> here & 1:
                for line, track in known.tracks.items():
                    if track[d] >> here & 1:
                        found.append((there, known.free_line(here, d) if line < 0 else line))
        return found

    def _begins(self, state: State, path: tuple[int, ...], lines: tuple[int, ...]) -> bool:
        """R11.7, R12.5 Whether a legal route begins like this, if need be one on condition."""
        known = lines_for(state, self.companies, path)
        goals = dict(state.race.ways)[path[0]] if state.race else ()
        begun = _begun(state, self.companies, lines)
        for rest in dict.fromkeys(((), netting(state, self.companies))):
            allowed = limits(state, self.companies, rest)
            if best(known, path[-1], goals, CHEAPEST, allowed, begun=begun) is not None:
                return True
        return not known.work.complete and leads(known, path[-1], goals)

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .objections import why_step  # noqa: PLC0415 - the reasons know the question

        return why_step(state, self, action)

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


def _begun(state: State, companies: tuple[int, ...], lines: tuple[int, ...]) -> Begun:
    """R11.7 What the first steps of a route have used."""
    free = free_lines(state, companies)
    owed = dues(lines, free)
    return Begun(
        line=lines[-1] if lines and lines[-1] not in free else OWN_LINE,
        own=any(line in companies for line in lines),
        sums=tuple(owed.get(line, 0) for line in range(len(state.companies) + 1)),
        steps=len(lines),
    )


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
