"""Best routes: every rule of a route by hand, then thousands of networks against plain counting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from trainshed.board.routes import Answer, Bonus, Fault, Stop, Train, best, judge, quick


class Way(NamedTuple):
    """A connection."""

    a: int
    b: int
    sides: int


class Case(NamedTuple):
    """What a search is asked."""

    stops: dict[int, Stop]
    ways: list[Way]
    trains: list[Train]
    bonuses: list[Bonus]


def every_trail(case: Case) -> Iterator[tuple[tuple[int, ...], int]]:
    """All trails as stops and hexsides, in both directions, found by walking."""

    def walk(path: tuple[int, ...], sides: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if len(path) > 1:
            yield path, sides
            if case.stops[path[-1]].end:
                return
        for way in case.ways:
            for here, there in ((way.a, way.b), (way.b, way.a)):
                places = [case.stops[stop].place for stop in path]
                if here == path[-1] and case.stops[there].place not in places:
                    if not way.sides & sides:
                        yield from walk((*path, there), sides | way.sides)

    for stop in case.stops:
        yield from walk((stop,), 0)


def most(case: Case, train: Train, path: Sequence[int]) -> int:
    """The most a train earns on a trail, by trying every set of stops; -1 where it may not run."""
    earned = [-1]
    for size in range(2, train.stops + 1):
        for paid in combinations(path, size):
            skipped = [case.stops[stop] for stop in path if stop not in paid]
            if any(s.end or not (s.town or train.skips_cities) for s in skipped):
                continue
            if not any(case.stops[stop].own for stop in paid):
                continue
            places = [case.stops[stop].place for stop in paid]
            total = train.times * sum(case.stops[stop].value for stop in paid)
            for bonus in case.bonuses:
                if all(place in places for place in bonus.places):
                    total += bonus.value * (train.times if bonus.doubled else 1)
            earned.append(total)
    return max(earned)


def plain(case: Case) -> int:
    """The best revenue, by trying every trail for every train."""
    trails = list(every_trail(case))
    runs = []
    for train in case.trains:
        found: dict[int, int] = {}
        for path, sides in trails:
            found[sides] = max(found.get(sides, -1), most(case, train, path))
        runs.append([(sides, value) for sides, value in found.items() if value >= 0])

    def rest(train: int, used: int) -> int:
        if train == len(runs):
            return 0
        top = rest(train + 1, used)
        for sides, value in runs[train]:
            if not sides & used:
                top = max(top, value + rest(train + 1, used | sides))
        return top

    return rest(0, 0)


def random_case(rng: Random) -> Case:
    """A small network with ends, towns, parallel and crossing connections, and odd trains."""
    size = rng.randint(2, 7)
    stops = {}
    for i in range(size):
        place = rng.randrange(size) if rng.random() < 0.15 else i
        stops[3 * i] = Stop(
            place=place,
            value=10 * rng.randint(0, 6),
            town=rng.random() < 0.35,
            end=rng.random() < 0.2,
            own=rng.random() < 0.35,
        )
    numbers = list(stops)
    ways = []
    for i in range(rng.randint(1, 2 + size)):
        sides = 1 << i
        if rng.random() < 0.4:
            sides |= 1 << rng.randrange(20)
        ways.append(Way(rng.choice(numbers), rng.choice(numbers), sides))
    trains = []
    for i in range(rng.choice((1, 1, 2, 2, 3))):
        train = rng.choice((Train("2", 2), Train("3", 3), Train("4", 4), Train("8", 8)))
        if rng.random() < 0.4:
            stops_, skips = rng.randint(2, 4), rng.random() < 0.7
            train = Train(f"{stops_}+{stops_}{'E' * skips}", stops_, times=2, skips_cities=skips)
        trains.append(train)
    bonuses = [
        Bonus(
            places=tuple(rng.randrange(size) for _ in range(rng.choice((1, 2, 2, 3)))),
            value=10 * rng.randint(1, 5),
            doubled=rng.random() < 0.5,
        )
        for _ in range(rng.choice((0, 0, 1, 2, 3)))
    ]
    return Case(stops, ways, trains, bonuses)


@pytest.mark.parametrize("block", range(8))
def test_no_other_routes_earn_more(block: int) -> None:
    """On small networks of every kind the answer is what trying everything finds."""
    rng = Random(f"routes/{block}")
    for _ in range(400):
        case = random_case(rng)
        answer = best(*case)
        assert (answer.revenue, answer.optimal) == (plain(case), True), case
        lawful(case, answer)


def lawful(case: Case, answer: Answer) -> None:
    """Every route of an answer can be run by its train, and they share no hexside."""
    names = [train.name for train in case.trains]
    used = 0
    for route in answer.routes:
        train = case.trains[names.index(route.train)]
        names[names.index(route.train)] = ""
        trails = [sides for path, sides in every_trail(case) if path == route.stops]
        assert route.sides in trails
        assert most(case, train, route.stops) >= route.revenue
        assert route.stops[0] == route.paid[0]
        assert route.stops[-1] == route.paid[-1]
        assert not used & route.sides
        used |= route.sides
    assert answer.revenue == sum(route.revenue for route in answer.routes) <= answer.bound
