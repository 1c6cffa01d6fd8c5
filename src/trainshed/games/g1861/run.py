"""R13.1 Routes, and running trains on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.board import routes
from trainshed.board.hexes import members
from trainshed.board.network import connections, next_stops
from trainshed.board.routes import Answer, Bonus, Fault, Stop
from trainshed.core import Route, Seat

from .actions import Action, Earned, News, Ran, Run, WhyNot
from .asking import why_not
from .box import BOX, CHARTERS, MAP, TRAINS
from .company import COMPANY
from .ground import HEX, HEXES, LAID, PRINTED
from .privates import acquire, acquisitions
from .turn import Turn, onward

if TYPE_CHECKING:
    from .state import State

BUDGET = 8_000
"""How far the search for the best routes goes, in steps; the answer says if that was enough."""
_AREAS = tuple(MAP.areas)


PLACES = tuple(
    len(HEXES) + _AREAS.index(hex_.area) if hex_.area else number
    for number, hex_ in enumerate(PRINTED)
)
"""R13.2, R13.5 What a route meets once, for each hex: the hex itself, or a whole red area."""


def stop_name(tiles: Sequence[int], stop: int) -> str:
    """A stop as written in a run: its hex, with the circle where the hex has several."""
    hex_, circle = divmod(stop, 4)
    several = len(LAID[tiles[hex_]].plan.stops) > 1
    return f"{HEXES[hex_]}.{circle}" if several else HEXES[hex_]


def stop_number(name: str) -> int | None:
    """The stop that is written so."""
    hex_, _, circle = name.partition(".")
    if hex_ not in HEX or (circle and circle not in {"0", "1", "2"}):
        return None
    return 4 * HEX[hex_] + int(circle or 0)


class Running(Route["State", Action], frozen=True, tag="running"):
    """R13.12 The trains run; the best routes are offered, and others that earn as much will do."""

    rule: ClassVar[str] = "R13.12"
    company: int

    def actor(self, state: State) -> Seat:
        """The director, or whoever runs the State Railway."""
        return state.owner(self.company)

    def possible(self, state: State) -> bool:
        """R13.1 Whether any train has any route: then there is one from a station to the next."""
        if not state.companies[self.company].trains:
            return False
        track = state.network()
        return any(
            PLACES[other // 4] != PLACES[hex_]
            for hex_, circle in state.stands(self.company)
            for other in next_stops(track, 4 * hex_ + circle)
        )

    def options(self, state: State) -> Sequence[Action]:
        """The set of routes that earns most."""
        found = best_run(state, self.company)
        return (written(state, found), *acquisitions(state, self.company))

    def quick(self, state: State) -> Action:
        """R13.12 A run for those in a hurry: a good one where no best is asked for."""
        found = None if state.best_runs else quick_run(state, self.company)
        return written(state, found if found and found.routes else best_run(state, self.company))

    def is_route(self, state: State, action: Action) -> bool:
        """R13.12 Whether the routes declared are legal, and earn enough."""
        if not isinstance(action, Run):
            return False
        if state.best_runs and action == written(state, best_run(state, self.company)):
            return True
        return fault(state, self.company, action) is None

    def why(self, state: State, action: Action) -> News | None:
        """Which rule the declared routes break."""
        return why_not(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """R13.12 The income is known."""
        if not isinstance(action, Run):
            return acquire(state, self.company, action)
        income = earned(state, self.company, action)
        state = state.pop()
        turn = state.stack[-1]
        assert isinstance(turn, Turn)
        state = state.goto(replace(turn, income=income))
        return onward(state.tell(Earned(CHARTERS[self.company].id, income)))


class Field:
    """What the trains of a company may run on: its stops, the ways between them, its bonuses."""

    def __init__(self, state: State, company: int) -> None:
        self.stops = _stops(state, company, members(state.reach(company).stops))
        self.ways = tuple(
            way
            for way in connections(state.network())
            if way.a in self.stops and way.b in self.stops
        )
        self.bonuses = bonuses(state.privates, company)


def _stops(state: State, company: int, numbers: Iterable[int]) -> dict[int, Stop]:
    """Some stops as the trains of a company find them."""
    shut = state.closed(company)
    own = {4 * hex_ + circle for hex_, circle in state.stands(company)}
    step = state.era.area
    return {
        stop: Stop(
            PLACES[stop // 4],
            _value(state.tiles, stop, step),
            town=LAID[state.tiles[stop // 4]].kind == "town",
            end=bool(shut >> stop & 1),
            own=stop in own,
        )
        for stop in numbers
    }


def bonuses(privates: tuple[int, ...], company: int) -> tuple[Bonus, ...]:
    """R13.10, R13.11 Ekaterinburg with Moscow, and the places of the company's privates."""
    both = tuple(PLACES[HEX[name]] for name in MAP.bonus.places)
    own = [
        Bonus((_bonus_place(private.bonus),), BOX.private_bonus)
        for private, owner in zip(BOX.privates, privates, strict=True)
        if owner == COMPANY + company and private.bonus
    ]
    return (Bonus(both, MAP.bonus.value, doubled=True), *own)


def _bonus_place(name: str) -> int:
    return len(HEXES) + _AREAS.index(name) if name in _AREAS else HEX[name]


def _value(tiles: Sequence[int], stop: int, step: int) -> int:
    """R13.9 What a stop is worth now."""
    area = PRINTED[stop // 4].area
    return MAP.areas[area][step] if area else LAID[tiles[stop // 4]].value


def trains(kinds: Sequence[str]) -> tuple[routes.Train, ...]:
    """R13.6, R13.7, R13.8 Trains as the route finder knows them."""
    return tuple(
        routes.Train(kind, TRAINS[kind].stops, TRAINS[kind].times, TRAINS[kind].skips_cities)
        for kind in kinds
    )


class _Recent:
    """Answers by what they depend on; the oldest are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[object, Answer] = {}

    def find(self, state: State, company: int, *, quick: bool) -> Answer:
        """The answer for the trains of a company."""
        kinds = state.companies[company].trains
        owned = tuple(bonus.places for bonus in bonuses(state.privates, company))
        key = (company, kinds, owned, state.era.area, state.stations, state.tiles, quick)
        found = self._kept.get(key)
        if found is None:
            field = Field(state, company)
            if quick:
                found = routes.quick(field.stops, field.ways, trains(kinds), field.bonuses)
            else:
                found = routes.best(
                    field.stops, field.ways, trains(kinds), field.bonuses, budget=BUDGET
                )
            if len(self._kept) >= self._most:
                for oldest in [*self._kept][:1]:
                    self._kept.pop(oldest, None)  # other threads may be faster
            self._kept[key] = found
        return found


_RECENT = _Recent(500)


def best_run(state: State, company: int) -> Answer:
    """R13.12, R18.2 The routes that earn most, proven unless the answer says otherwise."""
    return _RECENT.find(state, company, quick=False)


def quick_run(state: State, company: int) -> Answer:
    """Good routes at once."""
    return _RECENT.find(state, company, quick=True)


def written(state: State, answer: Answer) -> Run:
    """An answer as a run."""
    routes = (
        f"{route.train}:{'-'.join(stop_name(state.tiles, stop) for stop in route.stops)}"
        for route in answer.routes
    )
    return Run(tuple(routes), "unproved" if state.best_runs and not answer.optimal else None)


@lru_cache(maxsize=64)
def _parsed(lines: tuple[str, ...]) -> tuple[tuple[str, tuple[int, ...]], ...] | str:
    """Each train with its stops, or the line that cannot be read."""
    found = []
    for line in lines:
        kind, _, way = line.partition(":")
        stops = tuple(stop_number(name) for name in way.split("-"))
        if kind not in TRAINS or None in stops:
            return line
        found.append((kind, tuple(stop for stop in stops if stop is not None)))
    return tuple(found)


_RULES = {
    Fault.TOO_SHORT: "R13.1",
    Fault.TWICE: "R13.2",
    Fault.THROUGH: "R13.4",
    Fault.NO_TRACK: "R13.1",
    Fault.NO_STATION: "R13.1",
    Fault.TOO_LONG: "R13.6",
    Fault.SHARED_TRACK: "R13.3",
}


def declared(state: State, company: int, run: Run) -> Answer | WhyNot:
    """R13.1, R13.2, R13.3 What declared routes earn, or why they are not legal."""
    lines = _parsed(run.routes)
    if isinstance(lines, str):
        return WhyNot("R13.1", "unreadable", (lines,))
    lacking = Counter(kind for kind, _ in lines) - Counter(state.companies[company].trains)
    if lacking:
        return WhyNot("R13.12", "no_train", tuple(lacking))
    field = Field(state, company)
    visits = [stops for _, stops in lines]
    if any(stop in field.stops and field.stops[stop].end for way in visits for stop in way[1:-1]):
        return WhyNot(_RULES[Fault.THROUGH], Fault.THROUGH.value)
    if any(stop not in field.stops for stops in visits for stop in stops):
        return WhyNot(_RULES[Fault.NO_TRACK], Fault.NO_TRACK.value)
    kinds = trains([kind for kind, _ in lines])
    answer = routes.judge(field.stops, field.ways, kinds, visits, field.bonuses)
    if isinstance(answer, Fault):
        return WhyNot(_RULES[answer], answer.value)
    return answer


def fault(state: State, company: int, run: Run) -> WhyNot | None:
    """R13.12 Why routes may not be declared: they break a rule, are none, or earn too little."""
    answer = declared(state, company, run)
    if isinstance(answer, WhyNot):
        return answer
    if not answer.routes:
        return WhyNot("R13.12", "must-run", (CHARTERS[company].id,))
    if state.best_runs:
        best = best_run(state, company)
        if answer.revenue < best.revenue:
            reason = "not-best" if best.optimal else "not-best-found"
            return WhyNot("R13.12", reason, (f"₽{best.revenue}", f"₽{answer.revenue}"))
    return None


def run_itself(state: State, company: int) -> State | None:
    """R18.2 The best run, where it is proved; best runs differ in nothing but their routes."""
    found = best_run(state, company)
    if not found.optimal:
        return None
    run = written(state, found)
    state = state.tell(Ran(CHARTERS[company].id, run.routes))
    return Running(company).play(state.push(Running(company)), run)


def earned(state: State, company: int, run: Run) -> int:
    """R13.6, R13.9, R13.10 What legal routes earn: that depends on their stops alone."""
    lines = _parsed(run.routes)
    assert not isinstance(lines, str)
    visits = [stops for _, stops in lines]
    stops = _stops(state, company, dict.fromkeys(stop for way in visits for stop in way))
    kinds = trains([kind for kind, _ in lines])
    return routes.earned(stops, kinds, visits, bonuses(state.privates, company))
