"""R25, R26, R27 Rule set B: races without declared routes, and the sum that wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Auto, Chance, Choice, Seat

from .actions import (
    Action,
    Cancelled,
    Charged,
    Enter,
    News,
    Ran,
    Ride,
    Stay,
    Step,
    Throw,
    Withdrawn,
)
from .box import BOX, SIX
from .construction import PIPS
from .draw import NUMBERS, DrawStart, fitting
from .routes import Limits, Network, Price, Route, arrives, leads
from .run import award, decided, finished, prizes
from .search import best

if TYPE_CHECKING:
    from .box import Goal
    from .state import State, Train

STAY = Stay()
PATIENT = 3
"""R27.4 So often each company draws a race that nobody enters before the game ends."""
WAYS = (Price(1000, 2000, 1), Price(1, 2, 4))
"""The fastest way, and one that keeps to the own lines where they are not much longer."""


class Meeting(Auto["State"], frozen=True, tag="meeting"):
    """R25.1, R27 One race after another until somebody has enough."""

    def run(self, state: State) -> State:
        """The next race, or the end."""
        from .operation import over  # noqa: PLC0415 - the end is the same in both rule sets

        if won(state) or state.unentered == PATIENT * len(state.companies):
            return over(state)
        if state.race is not None:
            return state.push(Calling(drawer(state)))
        if not _any_race(state):
            return over(state)
        return replace(state, turn=state.turn + 1).push(DrawStart())


def drawer(state: State) -> int:
    """R25.1 The company that draws the race."""
    return (state.opener + 1 + state.races) % len(state.companies)


def won(state: State) -> bool:
    """R27.1 Whether a company has the sum that wins."""
    return max(company.balance for company in state.companies) >= enough(state)


def enough(state: State) -> int:
    """R27.1 The sum that wins."""
    return BOX.france.goal[len(state.companies)]


def _any_race(state: State) -> bool:
    """R27.4 Whether any start and goal are connected."""
    return any(fitting(state, number, special=False) for number in NUMBERS)


class Calling(Auto["State"], frozen=True, tag="calling"):
    """R26.1 Companies say in playing order whether they enter."""

    first: int
    asked: int = 0

    def run(self, state: State) -> State:
        """The next company, or the start of the race."""
        count = len(state.companies)
        if self.asked == count:
            return _start(state.pop())
        number = (self.first + self.asked) % count
        state = replace(state.goto(replace(self, asked=self.asked + 1)), turn=state.turn + 1)
        return state.push(Choosing(number))


class Choosing(Choice["State", Action], frozen=True, tag="choosing"):
    """R26.1, R21.2 Whether a company enters; where there are several starts, from which."""

    rule: ClassVar[str] = "R26.1"
    company: int

    def actor(self, state: State) -> Seat:
        """Who leads the company."""
        return state.seat_of(self.company)

    def options(self, state: State) -> Sequence[Action]:
        """In or out."""
        starts = state.race.ways if state.race else ()
        names = state.board.grid.name
        if len(starts) == 1:
            return [Enter(), STAY]
        return [*(Enter(names[start]) for start, _ in starts), STAY]

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .objections import why_choose  # noqa: PLC0415 - the reasons know the question

        return why_choose(state, action)

    def play(self, state: State, action: Action) -> State:
        """R26.2 The train stands at the start; no route is declared."""
        from .state import Train  # noqa: PLC0415 - the state knows its steps

        state = state.pop()
        if not isinstance(action, Enter) or state.race is None:
            return state
        start = state.board.grid.number.get(action.route, state.race.ways[0][0])
        return replace(state, trains=(*state.trains, Train((self.company,), (start,))))


def _start(state: State) -> State:
    """R26.11, R27.4 Nobody, one alone, or a race."""
    assert state.race is not None
    if not state.trains:
        return finished(state.tell(Cancelled(state.race.number, "nobody")))
    if len(state.trains) == 1:
        return finished(award(state, state.trains[0].companies, 1, BOX.france.lone))
    return state.push(Going(1))


class Going(Auto["State"], frozen=True, tag="going"):
    """R26.3 Trains run in turn, one die each."""

    round: int
    next: int = 0

    def run(self, state: State) -> State:
        """R26.10, R26.11, R26.12, R27.2, R27.3 The next train or round, or the end."""
        if won(state) and state.options.goal_end == "at_once":
            return state.pop()
        done = self._done(state)
        if done is not None:
            return done
        if self.next >= len(state.trains):
            return state.goto(Going(self.round + 1))
        state = state.goto(replace(self, next=self.next + 1))
        if state.trains[self.next].place is not None:
            return state
        return replace(state, turn=state.turn + 1).push(Rolling(self.next, self.round))

    def _done(self, state: State) -> State | None:
        trains = state.trains
        arrived = [train for train in trains if train.place is not None]
        running = len(trains) - len(arrived)
        if not trains:
            return finished(state.pop())
        if not arrived and running == 1:
            return finished(award(state.pop(), trains[0].companies, 1, BOX.france.lone))
        if state.options.finish == "rounds":
            over = self.next >= len(trains) and decided(state)
            return finished(prizes(state.pop())) if over else None
        if len(arrived) >= len(BOX.france.prizes) or not running:
            return finished(state.pop())
        return None


class Rolling(Chance["State", Throw], frozen=True, tag="rolling"):
    """R26.3 A train throws one die."""

    rule: ClassVar[str] = "R26.3"
    train: int
    round: int

    def odds(self, state: State) -> Mapping[Throw, int]:
        """A fair die."""
        return PIPS

    def play(self, state: State, action: Throw) -> State:
        """Its player chooses the way."""
        return _go(state.pop(), Stepping(self.train, self.round, action.pips))


class Stepping(Choice["State", Action], frozen=True, tag="stepping"):
    """R26.3, R26.4 The way of a train, step by step or for the whole throw."""

    rule: ClassVar[str] = "R26.3"
    train: int
    round: int
    points: int
    moved: bool = False
    owed: tuple[int, ...] = ()
    """R26.7 Whose lines were used in this turn."""

    def actor(self, state: State) -> Seat:
        """Whose train it is."""
        return state.seat_of(state.trains[self.train].companies[0])

    def options(self, state: State) -> Sequence[Action]:
        """R26.8 The best ways for all points, then every single step."""
        names = state.board.grid.name
        found: list[Action] = [Ride(way) for way in self.rides(state) if "-" in way]
        company = state.trains[self.train].companies[0]
        found += [
            Step(names[there], None if line == company else line)
            for there, line in steps(state, self)
        ]
        return found

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .objections import why_run  # noqa: PLC0415 - the reasons know the question

        return why_run(state, self, action)

    def accepts(self, state: State, action: Action, offered: Sequence[Action]) -> bool:
        """R26.8 A way of one hex is the step there, and is not offered a second time."""
        return action in offered or (isinstance(action, Ride) and action.way in self.rides(state))

    def rides(self, state: State) -> list[str]:
        """What the throw reaches along the best ways that can be paid."""
        train = state.trains[self.train]
        if train.border >= 0:
            return []
        network = Network(state, train.companies, train.path)
        found: dict[str, None] = {}
        for price in WAYS:
            route = best(network, train.path[-1], goals(state, train), price, Limits(own=False))
            if route is not None and (way := _cut(state, self, route)):
                found[way] = None
        return list(found)

    def play(self, state: State, action: Action) -> State:
        """On with what is left of the throw."""
        company = state.trains[self.train].companies[0]
        state, step = state.pop(), self
        if isinstance(action, Step):
            line = company if action.line is None else action.line
            return _go(*_stepped(state, step, state.board.grid.number[action.hex], line))
        assert isinstance(action, Ride)
        for part in action.way.split("-"):
            name, _, owner = part.partition(":")
            line = int(owner) if owner else company
            state, step = _stepped(state, step, state.board.grid.number[name], line)
        return _go(state, step)


def goals(state: State, train: Train) -> tuple[Goal, ...]:
    """R25.5 Where a train may arrive."""
    assert state.race is not None
    return dict(state.race.ways)[train.path[0]]


def steps(state: State, step: Stepping) -> list[tuple[int, int]]:
    """R26.4, R26.8, R26.9 The steps that are possible: where to, and over whose line."""
    train, board = state.trains[step.train], state.board
    if train.border >= 0:
        line = train.lines[-1]
        return [(train.border, line)] if _payable(state, step, line) else []
    network = Network(state, train.companies, train.path)
    here = train.path[-1]
    found = []
    for d in SIX:
        there = board.grid.neighbours[here][d]
        if there < 0 or not network.all[d] >> here & 1 or not leads_on(state, train, there):
            continue
        for line, track in network.tracks.items():
            if track[d] >> here & 1:
                owner = train.companies[0] if line < 0 else line
                if _payable(state, step, owner):
                    found.append((there, owner))
    return found


def _payable(state: State, step: Stepping, line: int) -> bool:
    """R26.9 Whether the balance covers the fees of this turn with one more line."""
    train = state.trains[step.train]
    if line == train.companies[0] or line in step.owed or state.options.debt:
        return True
    return BOX.france.running * (len(step.owed) + 1) <= state.companies[train.companies[0]].balance


def leads_on(state: State, train: Train, there: int) -> bool:
    """R26.4 Whether a goal can be reached after a step, over segments not yet used."""
    fit = goals(state, train)
    if arrives(fit, train.path[-1], there):
        return True
    return leads(Network(state, train.companies, (*train.path, there)), there, fit)


def cost(state: State, here: int, there: int) -> int:
    """R26.5 Up to a mountain or down from it costs 2 points."""
    hills = state.board.mountains
    return 2 if hills >> here & 1 != hills >> there & 1 else 1


def _cut(state: State, step: Stepping, route: Route) -> str:
    """The part of a way that the throw reaches, as one word; nothing if it cannot be paid."""
    names, company = state.board.grid.name, state.trains[step.train].companies[0]
    points, parts, owed = step.points, [], list(step.owed)
    for here, there, line in zip(route.path, route.path[1:], route.lines, strict=False):
        if not points:
            break
        if line != company and line not in owed:
            owed.append(line)
        points = max(points - cost(state, here, there), 0)
        parts.append(names[there] if line == company else f"{names[there]}:{line}")
    balance = state.companies[company].balance
    payable = state.options.debt or BOX.france.running * len(owed) <= balance
    return "-".join(parts) if payable else ""


def _stepped(state: State, step: Stepping, there: int, line: int) -> tuple[State, Stepping]:
    """R26.5, R26.6 One step, or as far as the border."""
    train = state.trains[step.train]
    here, company = train.path[-1], train.companies[0]
    if train.border >= 0:
        price, lines = 1, train.lines
    else:
        price, lines = cost(state, here, there), (*train.lines, line)
    if price > step.points:
        train = replace(train, lines=lines, border=there)
        return state.with_train(step.train, train), replace(step, points=0, moved=True)
    owed = step.owed if line in (company, *step.owed) else (*step.owed, line)
    fit = arrives(goals(state, train), here, there)
    left = step.points - price
    train = replace(train, path=(*train.path, there), lines=lines, border=-1, at=train.at + 1)
    if fit:
        order = sum(other.place is not None for other in state.trains)
        train = replace(train, place=(step.round, left), order=order)
    points = 0 if fit else left
    state = state.with_train(step.train, train)
    return state, replace(step, points=points, moved=True, owed=owed)


def _go(state: State, step: Stepping) -> State:
    """R26.7, R26.9 The next step; what is left alone is taken unasked. Then the fees."""
    while step.points:
        possible = steps(state, step)
        if not possible:
            break
        if len(possible) > 1:
            return state.push(step)
        state, step = _stepped(state, step, *possible[0])
    train = state.trains[step.train]
    company = train.companies[0]
    for line in step.owed:
        to = line if line < len(state.companies) else -1
        state = state.pay(company, to, BOX.france.running, "charges")
        state = state.tell(Charged(company, to, BOX.france.running))
    if not step.moved:
        return _out(state, step.train)
    hex_ = state.board.grid.name[train.path[-1]]
    left = train.place[1] if train.place else 0
    border = state.board.grid.name[train.border] if train.border >= 0 else ""
    state = state.tell(Ran(company, hex_, left, train.place is not None, border))
    over = won(state) and state.options.goal_end == "at_once"
    if train.place is None or over or state.options.finish == "rounds":
        return state
    return award(state, train.companies, train.order + 1, BOX.france.prizes[train.order])


def _out(state: State, number: int) -> State:
    """R26.9 A train that cannot move is out of the race; the turn passes to the next."""
    company = state.trains[number].companies[0]
    trains = (*state.trains[:number], *state.trains[number + 1 :])
    going = state.stack[-1]
    assert isinstance(going, Going)
    state = replace(state, trains=trains).goto(replace(going, next=going.next - 1))
    return state.tell(Withdrawn(company, "stuck"))
