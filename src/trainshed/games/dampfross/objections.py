"""Why a route, a step of it or a joint run is not allowed: the rule in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from .actions import Action, Enter, Join, News, Ride, Step, Trace, WhyNot
from .charges import limits, lines_for
from .entering import in_race, later, netting
from .france import leads_on
from .routes import Network, Route, arrives, has_own, over, owing, segments

if TYPE_CHECKING:
    from .entering import Entering, Tracing
    from .france import Stepping
    from .state import State

_LONG = 24
"""No longer part of what somebody wrote is repeated."""
_DECLARED = {"gap": "R11.2", "used": "R11.3", "own-first": "R11.5", "no-line": "R11.2"}
_RUN = {"gap": "R26.3", "used": "R26.4", "own-first": "R26.8", "no-line": "R26.8"}


def why_enter(state: State, step: Entering, action: Action) -> News | None:
    """R11.2, R11.7, R13.2 Why one cannot enter like this."""
    match action:
        case Enter(route):
            return why_route(state, step.companies, route)
        case Join(other) if not step.replacing:
            return _why_join(state, step, other)
        case Trace():
            assert state.race is not None
            given_up = step.companies[0] in state.race.given_up
            return WhyNot("R11.7", "given-up") if given_up else WhyNot("R11.2", "no-route")
        case _:
            return None


def _why_join(state: State, step: Entering, other: int) -> WhyNot:
    """R13.1, R13.2, R20.4 Why a joint run with a company cannot be proposed."""
    number, race = step.companies[0], state.race
    assert race is not None
    if not 0 <= other < len(state.companies):
        return WhyNot("R13.2", "no-company", (str(other),))
    if len(step.companies) > 1 or other == number:
        return WhyNot("R13.1", "two")
    if state.companies[other].seat < 0:
        return WhyNot("R20.4", "david")
    if in_race(state, other):
        return WhyNot("R13.1", "in-race", (str(other),))
    if (number, other) in race.asked or (other, number) in race.asked:
        return WhyNot("R13.2", "asked", (str(other),))
    if other not in later(state, number):
        return WhyNot("R13.2", "decided", (str(other),))
    return WhyNot("R13.2", "no-joint", (str(other),))


def why_route(state: State, companies: tuple[int, ...], text: str) -> WhyNot | None:
    """R11.2, R11.3 What is wrong with a route that is written out."""
    number, ways = state.board.grid.number, dict(state.race.ways) if state.race else {}
    if not text:
        return WhyNot("R11.2", "unwritten")
    path, lines = list[int](), list[int]()
    for part in text.split("-"):
        name, _, line = part.partition(":")
        if name not in number:
            return WhyNot("R11.2", "no-hex", (name[:_LONG],))
        if line and not (line.isascii() and line.isdigit() and int(line) <= len(state.companies)):
            return WhyNot("R11.2", "no-company", (line[:_LONG],))
        path.append(number[name])
        lines.append(int(line) if line else companies[0])
    if path[0] not in ways:
        return WhyNot("R11.2", "not-start", (state.board.grid.name[path[0]],))
    known, goals = lines_for(state, companies), ways[path[0]]
    for at, (here, there) in enumerate(pairwise(path)):
        if wrong := _why_line(known, path[: at + 1], there, lines[at + 1], _DECLARED):
            return wrong
        if arrives(goals, here, there) and at + 2 < len(path):
            return WhyNot("R11.3", "goal-passed", (state.board.grid.name[there],))
    if len(path) < 2 or not arrives(goals, *path[-2:]):
        return WhyNot("R11.2", "not-goal", (state.board.grid.name[path[-1]],))
    return why_limits(state, companies, Route(tuple(path), tuple(lines[1:])))


def _why_line(
    known: Network, path: Sequence[int], there: int, line: int, rules: Mapping[str, str]
) -> WhyNot | None:
    """R11.2, R11.3, R11.5, R26.4, R26.8 Why a step cannot be made over a line."""
    grid, here = known.board.grid, path[-1]
    if there not in grid.neighbours[here]:
        return WhyNot(rules["gap"], "gap", (grid.name[here], grid.name[there]))
    if (min(here, there), max(here, there)) in segments(path):
        return WhyNot(rules["used"], "used", (grid.name[here], grid.name[there]))
    if known.has(here, there, line):
        return None
    owner = known.owner(here, there, line)
    if owner != line:
        return WhyNot(rules["own-first"], "own-first", (grid.name[there], str(owner)))
    if not known.all[grid.direction(here, there)] >> here & 1:
        return WhyNot(rules["no-line"], "no-track", (grid.name[here], grid.name[there]))
    return WhyNot(rules["no-line"], "no-line", (grid.name[there], str(line)))


def why_limits(state: State, companies: tuple[int, ...], route: Route) -> WhyNot | None:
    """R11.4, R12.3, R12.7, R13.4, R13.6, R19.3 Which limit a route breaks."""
    known, is_joint = lines_for(state, companies), len(companies) > 1
    rest = limits(state, companies, netting(state, companies))
    if not has_own(known, route):
        return WhyNot("R11.4", "no-own")
    if rest.steps is not None and len(route.lines) > rest.steps:
        return WhyNot("R19.3", "too-long", (str(len(route.lines)), str(rest.steps)))
    sums = owing(known, route)
    for line in over(sums, rest):
        things = (str(line), str(sums[line]), str(rest.each[line]))
        return WhyNot("R13.6" if is_joint else "R12.3", "cap", things)
    if rest.purse is not None and rest.net(sums) > rest.purse:
        funds = (str(rest.net(sums)), str(rest.purse))
        return WhyNot("R13.4" if is_joint else "R12.7", "purse", funds)
    return None


def why_step(state: State, step: Tracing, action: Action) -> News | None:
    """R11.7 Why a route does not go on like this."""
    if not isinstance(action, Step):
        return None
    grid, ways = state.board.grid, dict(state.race.ways) if state.race else {}
    there = grid.number.get(action.hex)
    if there is None:
        return WhyNot("R11.2", "no-hex", (action.hex[:_LONG],))
    if not step.path:
        if there not in ways:
            return WhyNot("R11.2", "not-start", (action.hex,))
        return WhyNot("R11.7", "no-way" if action.line is None else "first", (action.hex,))
    own = step.companies[0]
    if wrong := _why_named(state, lines_for(state, step.companies), step.path, action, _DECLARED):
        return wrong
    line = own if action.line is None else action.line
    if arrives(ways[step.path[0]], step.path[-1], there):
        route = Route((*step.path, there), (*step.lines, line))
        return why_limits(state, step.companies, route)
    return WhyNot("R11.7", "no-way", (action.hex,))


def _why_named(
    state: State, known: Network, path: Sequence[int], action: Step, rules: Mapping[str, str]
) -> WhyNot | None:
    """R11.5, R26.8 Why a step cannot be made over the line it names."""
    there, own = state.board.grid.number[action.hex], known.own[0]
    if action.line is not None and not 0 <= action.line <= len(state.companies):
        return WhyNot(rules["no-line"], "no-company", (str(action.line),))
    line = own if action.line is None else action.line
    if wrong := _why_line(known, path, there, line, rules):
        return wrong
    if action.line == own:
        return WhyNot(rules["own-first"], "unnamed", (action.hex,))
    return None


def why_choose(state: State, action: Action) -> News | None:
    """R21.2, R26.2 Why one cannot enter like this."""
    if not isinstance(action, Enter):
        return None
    assert state.race is not None
    if len(state.race.ways) == 1:
        return WhyNot("R26.2", "undeclared")
    return WhyNot("R21.2", "not-start", (action.route[:_LONG] or "?",))


def why_run(state: State, step: Stepping, action: Action) -> News | None:
    """R26.3, R26.4, R26.6, R26.8, R26.9 Why a train cannot go there."""
    train, grid = state.trains[step.train], state.board.grid
    if isinstance(action, Ride):
        return WhyNot("R26.3", "ride")
    if not isinstance(action, Step):
        return None
    if action.hex not in grid.number:
        return WhyNot("R26.3", "no-hex", (action.hex[:_LONG],))
    known, there = Network(state, train.companies), grid.number[action.hex]
    if wrong := _why_named(state, known, train.path, action, _RUN):
        return wrong
    if not leads_on(state, train, there):
        return WhyNot("R26.4", "no-way", (action.hex,))
    balance = state.companies[train.companies[0]].balance
    return WhyNot("R26.9", "unpaid", (action.hex, str(action.line), str(balance)))
