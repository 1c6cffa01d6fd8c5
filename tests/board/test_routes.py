"""Best routes: every rule of a route by hand, then thousands of networks against plain counting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from time import process_time
from typing import NamedTuple

import pytest

from trainshed.board.routes import Answer, Bonus, Fault, Stop, Train, best, earned, judge, quick


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
                if here != path[-1] or way.sides & sides:
                    continue
                if case.stops[there].place not in [case.stops[stop].place for stop in path]:
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
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
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


def line(*stops: Stop) -> tuple[dict[int, Stop], list[Way]]:
    """Stops in a row, each joined to the next by one hexside."""
    return dict(enumerate(stops)), [Way(i, i + 1, 1 << i) for i in range(len(stops) - 1)]


HOME = Stop(0, 40, own=True)


def test_a_route_counts_as_many_stops_as_its_train() -> None:
    """A station in the middle serves both ways, and the better part of the line is chosen."""
    stops, ways = line(Stop(1, 10), HOME, Stop(2, 20), Stop(3, 60))
    assert [best(stops, ways, [Train("n", n)]).revenue for n in (2, 3, 4)] == [60, 120, 130]
    (route,) = best(stops, ways, [Train("3", 3)]).routes
    assert (route.train, sorted(route.stops), route.sides) == ("3", [1, 2, 3], 0b110)


def test_a_route_needs_two_stops_and_a_station() -> None:
    """A company without a station, or with one that leads nowhere, earns nothing."""
    assert best(*line(Stop(0, 40), Stop(1, 20)), [Train("2", 2)]) == Answer((), 0, 0, True)
    assert best({0: HOME}, [], [Train("2", 2)]) == Answer((), 0, 0, True)
    assert best(*line(HOME, Stop(1, 20)), []) == Answer((), 0, 0, True)


def test_towns_are_passed_and_fill_what_is_left() -> None:
    """Only cities take capacity; the dearest towns are counted with the rest of it."""
    town = Stop(1, 10, town=True)
    stops, ways = line(HOME, town, Stop(2, 30, town=True), Stop(3, 20, town=True), Stop(4, 50))
    assert [best(stops, ways, [Train("n", n)]).revenue for n in (2, 3, 4, 5)] == [90, 120, 140, 150]
    (route,) = best(stops, ways, [Train("3", 3)]).routes
    assert (sorted(route.stops), sorted(route.paid)) == ([0, 1, 2, 3, 4], [0, 2, 4])


def test_a_city_cannot_be_skipped_by_an_ordinary_train() -> None:
    """The poor city in between takes a stop; the train that may skip it does."""
    stops, ways = line(HOME, Stop(1, 10), Stop(2, 70))
    assert best(stops, ways, [Train("2", 2)]).revenue == 50
    assert best(stops, ways, [Train("2E", 2, times=2, skips_cities=True)]).revenue == 220


def test_nothing_passes_an_end() -> None:
    """A red area, or a city full of other stations, ends the route for every train."""
    stops, ways = line(HOME, Stop(1, 10, end=True), Stop(2, 70))
    assert best(stops, ways, [Train("3", 3)]).revenue == 50
    assert best(stops, ways, [Train("3E", 3, skips_cities=True)]).revenue == 50
    middle = line(Stop(1, 30, end=True), HOME, Stop(2, 50, end=True))
    assert best(*middle, [Train("3", 3)]).revenue == 120


def test_an_end_on_the_route_is_counted() -> None:
    """Five better cities do not free a train from counting the red area where it ends."""
    stops, ways = line(Stop(1, 10, end=True), HOME, Stop(2, 70), Stop(3, 80))
    for size, paid in ((2, (0, 1)), (3, (0, 1, 3))):
        found = judge(stops, ways, [Train("E", size, skips_cities=True)], [(0, 1, 2, 3)])
        assert isinstance(found, Answer)
        assert found.routes[0].paid == paid


def test_a_counted_stop_has_a_station() -> None:
    """A train that skips cities may not skip its own."""
    stops, ways = line(Stop(1, 50), Stop(0, 10, own=True), Stop(2, 60))
    assert best(stops, ways, [Train("2E", 2, times=2, skips_cities=True)]).revenue == 140


def test_no_place_twice() -> None:
    """Two cities of one hex are not met by one route, but by two."""
    stops, ways = line(Stop(1, 50), HOME, Stop(1, 60))
    assert best(stops, ways, [Train("3", 3)]).revenue == 100
    assert best(stops, ways, [Train("3", 3), Train("3", 3)]).revenue == 190


def test_a_hexside_carries_one_route() -> None:
    """Routes share cities, not track; a second way round serves a second train."""
    stops = {0: HOME, 1: Stop(1, 30)}
    trains = [Train("2", 2), Train("2", 2)]
    assert best(stops, [Way(0, 1, 0b011), Way(0, 1, 0b110)], trains).revenue == 70
    assert best(stops, [Way(0, 1, 0b001), Way(0, 1, 0b110)], trains).revenue == 140


def test_a_route_does_not_cross_itself() -> None:
    """Two connections that share a hexside are not on one route either."""
    stops, _ = line(Stop(1, 50), HOME, Stop(2, 60))
    assert best(stops, [Way(0, 1, 0b011), Way(1, 2, 0b110)], [Train("3", 3)]).revenue == 100


def test_the_greedy_choice_is_not_always_best() -> None:
    """The longer train gives way where the shorter one has nothing else."""
    stops = {0: HOME, 1: Stop(1, 50), 2: Stop(2, 40), 3: Stop(3, 40, town=True)}
    ways = [Way(0, 1, 1), Way(0, 2, 2), Way(2, 3, 4)]
    answer = best(stops, ways, [Train("3", 3), Train("2", 2)])
    assert [route.revenue for route in answer.routes] == [120, 90]


def test_a_bonus_for_a_place_is_paid_once_a_route_and_doubled_or_not() -> None:
    """Each route that counts the place earns it."""
    stops, ways = line(Stop(1, 20), HOME, Stop(2, 20))
    twice = Train("2+2", 2, times=2)
    assert best(stops, ways, [twice, twice], [Bonus((0,), 10)]).revenue == 260
    assert best(stops, ways, [twice, twice], [Bonus((0,), 10, doubled=True)]).revenue == 280


def test_a_bonus_for_two_places_needs_both_counted() -> None:
    """A poor town is counted for the sake of a bonus."""
    stops, ways = line(HOME, Stop(1, 10, town=True), Stop(2, 30, town=True), Stop(3, 50))
    assert best(stops, ways, [Train("3", 3)], [Bonus((1, 3), 15)]).revenue == 120
    answer = best(stops, ways, [Train("3", 3)], [Bonus((1, 3), 25)])
    assert (answer.revenue, sorted(answer.routes[0].paid)) == (125, [0, 1, 3])
    assert best(stops, ways, [Train("3", 3)], [Bonus((1, 9), 25)]).revenue == 120


@pytest.mark.parametrize(
    ("visits", "fault"),
    [
        ([(0,), ()], Fault.TOO_SHORT),
        ([(0, 3), ()], Fault.NO_TRACK),
        ([(0, 7), ()], Fault.NO_TRACK),
        ([(0, 1, 0), ()], Fault.TWICE),
        ([(0, 1, 2), (1, 2, 3)], Fault.THROUGH),
        ([(1, 0, 4, 5), ()], Fault.TOO_LONG),
        ([(4, 5), ()], Fault.NO_STATION),
        ([(0, 1), (2, 1, 0)], Fault.SHARED_TRACK),
    ],
)
def test_declared_routes_are_judged(visits: list[tuple[int, ...]], fault: Fault) -> None:
    """Each way to go wrong has its name."""
    stops = {
        0: HOME,
        1: Stop(1, 20),
        2: Stop(2, 30, end=True),
        3: Stop(3, 10),
        4: Stop(4, 10),
        5: Stop(5, 10),
    }
    ways = [Way(0, 1, 1), Way(1, 2, 2), Way(2, 3, 4), Way(0, 4, 8), Way(4, 5, 16)]
    assert judge(stops, ways, [Train("3", 3), Train("3", 3)], visits) is fault


def test_declared_routes_find_their_track() -> None:
    """Of several parallel connections those are taken that leave room for the others."""
    stops, _ = line(HOME, Stop(1, 20), Stop(2, 30))
    ways = [Way(0, 1, 0b001), Way(0, 1, 0b010), Way(1, 2, 0b001)]
    trains = [Train("2", 2), Train("3", 3), Train("4", 4)]
    answer = judge(stops, ways, trains, [(1, 0), (0, 1, 2), ()])
    assert answer is Fault.SHARED_TRACK
    answer = judge(stops, [*ways, Way(0, 1, 0b100)], trains, [(1, 0), (0, 1, 2), ()])
    assert isinstance(answer, Answer)
    assert [(route.train, route.revenue) for route in answer.routes] == [("2", 60), ("3", 90)]
    assert not answer.routes[0].sides & answer.routes[1].sides
    assert answer.revenue == 150


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
    waiting = list(answer.routes)
    visits = []
    for train in case.trains:
        mine = waiting and waiting[0].train == train.name
        visits.append(waiting.pop(0).stops if mine else ())
    declared = judge(case.stops, case.ways, case.trains, visits, case.bonuses)
    assert isinstance(declared, Answer)
    assert (waiting, declared.revenue) == ([], answer.revenue)
    met = {stop: case.stops[stop] for visited in visits for stop in visited}
    assert earned(met, case.trains, visits, case.bonuses) == answer.revenue
    used = 0
    for route in answer.routes:
        train = next(train for train in case.trains if train.name == route.train)
        trails = [sides for path, sides in every_trail(case) if path == route.stops]
        assert route.sides in trails
        assert most(case, train, route.stops) == route.revenue
        assert route.stops[0] == route.paid[0]
        assert route.stops[-1] == route.paid[-1]
        assert not used & route.sides
        used |= route.sides
    assert answer.revenue == sum(route.revenue for route in answer.routes) <= answer.bound


@pytest.mark.parametrize("block", range(2))
def test_a_short_search_is_honest(block: int) -> None:
    """Stopped early, or only quick: routes that can be run, and a bound that holds."""
    rng = Random(f"short/{block}")
    for _ in range(300):
        case = random_case(rng)
        true = plain(case)
        for answer in (quick(*case), best(*case, budget=rng.randrange(40))):
            lawful(case, answer)
            assert answer.revenue <= true <= answer.bound, case
            assert answer.optimal == (answer.revenue == answer.bound)


def grid(width: int, height: int) -> tuple[dict[int, Stop], list[Way]]:
    """A dense map: each stop is joined to its neighbours in three directions, corners are ends."""
    stops = {}
    for n in range(width * height):
        x, y = n % width, n // width
        corner = x in {0, width - 1} and y in {0, height - 1}
        town = (x + 2 * y) % 3 == 1 and not corner
        value = 10 if town else 10 * (2 + (5 * x + 3 * y) % 7)
        stops[n] = Stop(n, value, town=town, end=corner, own=(x, y) in {(1, 1), (3, 2)})
    ways: list[Way] = []
    for n in stops:
        x, y = n % width, n // width
        for dx, dy in ((1, 0), (0, 1), (1, 1)):
            if x + dx < width and y + dy < height:
                ways.append(Way(n, n + dx + width * dy, 1 << len(ways)))
    return stops, ways


@pytest.mark.parametrize(
    ("trains", "revenue"),
    [
        ([Train("5", 5)], 300),
        ([Train("4", 4), Train("5", 5)], 530),
        ([Train("3", 3), Train("3", 3), Train("4", 4)], 560),
        ([Train("2+2", 2, times=2), Train("4", 4)], 430),
        ([Train("3+3E", 3, times=2, skips_cities=True), Train("3", 3)], 550),
    ],
)
def test_a_dense_map_is_solved(trains: list[Train], revenue: int) -> None:
    """Fifteen stops, 18,498 trails, and the revenue that trying all of them has found."""
    answer = best(*grid(5, 3), trains)
    assert (answer.revenue, answer.bound, answer.optimal) == (revenue, revenue, True)


def test_a_budget_gives_the_same_answer_twice() -> None:
    """Steps are counted, not seconds; more steps never give less."""
    case = (*grid(8, 5), [Train("5", 5), Train("5", 5), Train("6", 6), Train("8", 8)])
    budgets = (0, 500, 3000)
    answers = [best(*case, budget=budget) for budget in budgets]
    assert answers == [best(*case, budget=budget) for budget in budgets]
    assert not answers[0].optimal
    assert answers == sorted(answers, key=lambda answer: (answer.revenue, -answer.bound))


def test_a_deadline_ends_the_search() -> None:
    """Time is CPU time; what was found so far comes back."""
    case = (*grid(8, 5), [Train(str(n), n) for n in (4, 5, 5, 6, 6, 7, 8, 8)])
    start = process_time()
    answer = best(*case, deadline=0.2)
    assert process_time() - start < 2
    assert 0 < answer.revenue < answer.bound
    assert not answer.optimal


def test_the_order_of_connections_does_not_change_the_revenue() -> None:
    """The same map told in another order has the same best."""
    stops, ways = grid(5, 3)
    trains = [Train("3", 3), Train("4", 4)]
    turned = [Way(way.b, way.a, way.sides) for way in reversed(ways)]
    other = dict(reversed(stops.items()))
    assert best(other, turned, trains) == best(stops, ways, trains)
