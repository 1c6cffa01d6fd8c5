"""Another way to find the best route: every way is carried along by itself, on the plain map.

It shares nothing with the search of the laws but the map and the lines. Ways are kept unless
another came to the same hex over the same line for no more, owes nobody more, and has used no
segment before its first step on own track that this one has not; so what is found is the best.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from trainshed.board.hexes import Cells
from trainshed.games.dampfross.box import SIX
from trainshed.games.dampfross.draw import NUMBERS, drawn, fitting
from trainshed.games.dampfross.entering import Declaring
from trainshed.games.dampfross.state import Race, State

CAP = 10
MANY = 15_000
"""Where more ways than this are looked at, nothing is said."""

Hop = tuple[int, int, bool, bool]
"""A step: where to, over whose line, whether it is free, whether it climbs."""


class Worth(NamedTuple):
    """What a step, a climb and a credit of charges count."""

    step: int
    climb: int
    charge: int


WORTHS = (Worth(1, 1, 1000), Worth(1000, 0, 1), Worth(1000, 1000, 1), Worth(2, 2, 1))


class Way(Struct, frozen=True):
    """A way under search."""

    hex: int
    line: int
    own: bool
    owed: tuple[int, ...]
    before: frozenset[tuple[int, int]]


def questions(state: State, numbers: list[tuple[int, int]], money: int) -> Iterator[State]:
    """The races between these stations on a network, everybody with this balance."""
    for company, was in enumerate(state.companies):
        accounts = (was.money[0] + money - was.balance, *was.money[1:])
        state = state.with_company(company, replace(was, money=accounts))
    state = replace(state, rules="laurin", races=0, used=Cells(0), race=None, trains=())
    for start, goal in numbers:
        begun = replace(
            state, race=Race(1, start), used=Cells(1 << NUMBERS.index(start)), operating=True
        )
        if fitting(begun, start, special=False).get(goal) == "fit":
            declared = drawn(begun, goal)
            order = tuple(range(len(state.companies)))
            yield replace(declared, stack=(Declaring(order, len(order)),))


def hops(state: State, companies: tuple[int, ...], hex_: int) -> Iterator[Hop]:
    """R5.8, R11.5 The steps out of a hex."""
    board = state.board
    for d in SIX:
        there = board.grid.neighbours[hex_][d]
        if there < 0:
            continue
        climbs = bool(board.mountains >> there & 1 and not board.mountains >> hex_ & 1)
        owners = [n for n, it in enumerate(state.companies) if it.track[d] >> hex_ & 1]
        if own := [n for n in companies if n in owners]:
            yield there, own[0], True, climbs
        else:
            yield from ((there, line, False, climbs) for line in owners)
            if not owners and board.white[d] >> hex_ & 1:
                yield there, len(state.companies), False, climbs


def least(state: State, companies: tuple[int, ...], worth: Worth) -> int | str | None:
    """R11.6 What the best route costs by a price; None if there is none, "?" if too hard to say."""
    race = state.race
    assert race is not None
    found = [_least(state, companies, worth, start) for start, _ in race.ways]
    if "?" in found:
        return "?"
    return min((it for it in found if isinstance(it, int)), default=None)


def _least(state: State, companies: tuple[int, ...], worth: Worth, start: int) -> int | str | None:
    assert state.race is not None
    goals = dict(state.race.ways)[start]
    steps = {
        hex_: list(hops(state, companies, hex_))
        for hex_, row in enumerate(state.board.grid.neighbours)
        if row
    }
    ahead = _ahead(steps, {goal.hex for goal in goals})
    funds = sorted(state.companies[number].balance for number in companies)
    purse = funds[0] if len(funds) == 1 else 2 * funds[0] + (funds[1] > funds[0])
    origin = Way(start, -1, False, (0,) * (len(state.companies) + 1), frozenset())
    order, queue = count(), list[tuple[int, int, int, Way]]()
    heapq.heappush(queue, (0, next(order), 0, origin))
    kept: dict[tuple[int, int, bool], list[tuple[int, Way]]] = {}
    while queue:
        _, number, cost, way = heapq.heappop(queue)
        if number > MANY:
            return "?"
        if way.hex == -1:
            return cost
        for there, line, free, climbs in steps[way.hex]:
            segment = (min(way.hex, there), max(way.hex, there))
            if segment in way.before or there not in ahead:
                continue
            due = 0 if free else 1 if line == way.line else 2
            owed = tuple(was + due * (n == line) for n, was in enumerate(way.owed))
            if max(owed) > CAP or sum(owed) > purse:
                continue
            before = way.before if way.own else way.before | {segment}
            more = cost + worth.step + worth.climb * climbs + worth.charge * due
            arrived = any(goal.hex == there and goal.via in (-1, way.hex) for goal in goals)
            if arrived and not (way.own or free):
                continue
            new = Way(-1 if arrived else there, line, way.own or free, owed, before)
            if arrived or _is_new(kept.setdefault((there, line, new.own), []), more, new):
                near, dear = (0, 0) if arrived else ahead[there]
                hope = more + worth.step * near + worth.charge * dear
                heapq.heappush(queue, (hope, next(order), more, new))
    return None


def _is_new(others: list[tuple[int, Way]], cost: int, way: Way) -> bool:
    for was, other in others:
        if (
            was <= cost
            and other.before <= way.before
            and all(a <= b for a, b in zip(other.owed, way.owed, strict=True))
        ):
            return False
    others.append((cost, way))
    return True


def _ahead(steps: dict[int, list[Hop]], goals: set[int]) -> dict[int, tuple[int, int]]:
    """For each hex at least how many steps, and how many credits, a goal is away."""
    back: dict[int, list[tuple[int, bool]]] = {}
    for here, found in steps.items():
        for there, _, free, _ in found:
            back.setdefault(there, []).append((here, free))
    near = _spread(back, goals, paid=False)
    dear = _spread(back, goals, paid=True)
    return {hex_: (far, dear[hex_]) for hex_, far in near.items()}


def _spread(
    back: dict[int, list[tuple[int, bool]]], goals: set[int], *, paid: bool
) -> dict[int, int]:
    found: dict[int, int] = {}
    queue = [(0, goal) for goal in sorted(goals)]
    while queue:
        far, hex_ = heapq.heappop(queue)
        if hex_ in found:
            continue
        found[hex_] = far
        for here, free in back.get(hex_, ()):
            heapq.heappush(queue, (far + (not free if paid else 1), here))
    return found
