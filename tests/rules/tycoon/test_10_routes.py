"""R10.13 Which routes are offered and which are accepted, against all simple paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle, product
from random import Random

import pytest

from tests.rules.tycoon.network_table import (
    COLOUR,
    GRAYS,
    accepts,
    act,
    assert_sound,
    cards,
    company,
    end_turn,
    goods,
    joined,
    lines,
    offers,
    points,
    room,
    routes,
    ship,
    ships,
    skip_to,
    stub,
    table,
    urbanised,
)
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import (
    Back,
    Build,
    Connect,
    Cube,
    Deliver,
    Pass,
    Shares,
    Ship,
    Upgrade,
)
from trainshed.games.tycoon.box import BOARD, CITIES, COLOURS
from trainshed.games.tycoon.state import State

Path = tuple[int, ...]

EAST = (
    "Albany", "Baltimore", "Boston", "Buffalo", "New Haven", "New York", "Norfolk",
    "Philadelphia", "Pittsburgh", "Providence", "Richmond", "Syracuse", "Washington", "Wheeling",
)  # fmt: skip
MIDDLE = (
    "Chicago", "Cincinnati", "Cleveland", "Columbus", "Detroit", "Evansville", "Indianapolis",
    "Lexington", "Louisville", "Milwaukee", "Nashville", "Springfield", "St. Louis", "Toledo",
)  # fmt: skip
SOUTH = (
    "Atlanta", "Charleston", "Charlotte", "Chattanooga", "Jackson", "Jacksonville", "Knoxville",
    "Memphis", "Mobile", "Montgomery", "Raleigh", "Savannah", "Tallahassee", "Wilmington",
)  # fmt: skip
REGIONS = {"east": EAST, "middle": MIDDLE, "south": SOUTH}


# The other reading: every path that R10.1 to R10.9 allow


def ends(state: State) -> dict[int, tuple[int, int]]:
    """The cities of each finished link."""
    return {link.number: (link.start, link.end) for link in state.links if link.end >= 0}


def walk(state: State, origin: int, path: Path) -> list[int] | None:
    """The cities to which a path comes, if its links follow each other."""
    here, came = origin, []
    for number in path:
        pair = ends(state).get(number)
        if pair is None or here not in pair:
            return None
        here = pair[0] + pair[1] - here
        came.append(here)
    return came


def is_legal(state: State, seat: int, origin: int, colour: str, path: Path) -> bool:
    """R10.1 to R10.9, one after the other, for a path that somebody has written."""
    came = walk(state, origin, path)
    if not came or len(path) > state.railroads[seat].level:
        return False
    owner = {link.number: link.owner for link in state.links}
    return (
        owner[path[0]] == seat
        and len({origin, *came}) == len(came) + 1
        and all(state.colours[city] != colour for city in came[:-1])
        and state.colours[came[-1]] == colour
    )


def legal_paths(state: State, seat: int, origin: int, colour: str) -> Iterator[Path]:
    """All of them, by trying every link in every city."""
    level = state.railroads[seat].level
    at: dict[int, list[tuple[int, int, int]]] = {}
    for link in state.links:
        if link.end >= 0:
            at.setdefault(link.start, []).append((link.number, link.end, link.owner))
            at.setdefault(link.end, []).append((link.number, link.start, link.owner))

    def go(here: int, path: Path, seen: frozenset[int]) -> Iterator[Path]:
        for number, there, owner in at.get(here, ()):
            if there in seen or (not path and owner != seat):
                continue
            if state.colours[there] == colour:
                yield (*path, number)
            elif len(path) + 1 < level:
                yield from go(there, (*path, number), seen | {there})

    return go(origin, (), frozenset({origin}))


def worth(state: State, origin: int, path: Path) -> tuple[int, Path]:
    """Where a path ends and what it brings to everyone."""
    came = walk(state, origin, path)
    assert came
    owner = {link.number: link.owner for link in state.links}
    won = [0] * state.seats
    for number in path:
        won[owner[number]] += 1
    return came[-1], tuple(won)


def expected(state: State, seat: int, origin: int, colour: str) -> list[Path]:
    """For each city and sharing of the points the path with the lowest numbers."""
    best: dict[tuple[int, Path], Path] = {}
    for path in legal_paths(state, seat, origin, colour):
        key = worth(state, origin, path)
        best[key] = min(path, best.get(key, path))
    return sorted(best.values())


# Networks


def network(region: str, seats: int, seed: int, *, count: int = 30, level: int = 5) -> State:
    """A dense network of all players in a region, with parallel links, stubs and new cities."""
    rng = Random(seed)
    names = REGIONS[region]
    state = table(seats)
    pairs = [(a, b) for a, b in product(names, names) if a < b and apart(a, b) <= 8]
    markers = [24] * seats
    for _ in range(count * 3):
        one, other = rng.choice(pairs)
        owner = rng.randrange(seats)
        if len(state.links) < count and markers[owner] and room(state, one, other):
            markers[owner] -= 1
            unfinished = rng.random() < 0.05 and apart(one, other) > 2
            state = (stub if unfinished else joined)(state, owner, one, other)
    grays = [name for name in names if name in GRAYS]
    for name, colour in zip(rng.sample(grays, 2), ("blue", "purple"), strict=True):
        state = urbanised(state, **{name.replace(" ", "_"): colour})
    single = dict(zip(CITIES, cycle("RBYKP"), strict=False))
    state = goods(state, single | dict.fromkeys(names, "RBYKP"))
    return company(state, 0, level=level)


def apart(one: str, other: str) -> int:
    """How many hexes two cities are apart."""
    return BOARD.grid.distance(BOARD.hexes[BOARD.city[one]], BOARD.hexes[BOARD.city[other]])


def asked(state: State, names: Iterable[str]) -> Iterator[tuple[str, str, list[Path]]]:
    """For each cube of these cities the routes that are offered."""
    for city, letter in product(names, "RBYKP"):
        yield city, COLOUR[letter], routes(state, city, COLOUR[letter])


CASES = [
    (region, seats, seed)
    for seed, (region, seats) in enumerate(product(REGIONS, (2, 3, 4, 5, 6)), start=1)
]


# R10.13 What is offered


@pytest.mark.rule("tycoon", "R10.13")
@pytest.mark.parametrize(("region", "seats", "seed"), CASES)
def test_one_route_for_each_city_and_sharing_of_points(region: str, seats: int, seed: int) -> None:
    """Exactly those that the paths have, by the lowest numbers; every cube, levels 2 to 5."""
    state = network(region, seats, seed)
    assert_sound(state)
    found = 0
    for level in (2, 3, 4, 5):
        state = company(state, 0, level=level)
        for city, colour, offered in asked(state, REGIONS[region]):
            wanted = expected(state, 0, BOARD.city[city], colour)
            assert sorted(offered) == wanted, (city, colour, level)
            found += len(wanted)
    assert found > 100


@pytest.mark.rule("tycoon", "R10.13")
@pytest.mark.parametrize("level", [1, 6, 7, 8])
@pytest.mark.parametrize("region", REGIONS)
def test_the_lowest_level_and_the_highest_ones(region: str, level: int) -> None:
    """On sparser networks, where all paths can still be counted."""
    state = network(region, 3, 100 + level, count=20, level=level)
    assert_sound(state)
    for city, colour, offered in asked(state, REGIONS[region]):
        wanted = expected(state, 0, BOARD.city[city], colour)
        assert sorted(offered) == wanted, (city, colour)


@pytest.mark.rule("tycoon", "R10.13")
@pytest.mark.parametrize(("seats", "level"), [(6, 8), (5, 7), (4, 6)])
def test_the_whole_map_late_in_a_game(seats: int, level: int) -> None:
    """Nearly as many links as there are markers, with the cubes of the set-up."""
    rng = Random(seats)
    state = table(seats)
    pairs = [(a, b) for a, b in product(CITIES, CITIES) if a < b and apart(a, b) <= 7]
    for owner in [*range(seats)] * 24:
        one, other = rng.choice(pairs)
        if room(state, one, other):
            state = joined(state, owner, one, other)
    state = company(state, 0, level=level)
    assert_sound(state)
    found = 0
    for city, colour, offered in asked(state, CITIES):
        if state.cubes[BOARD.city[city]][COLOURS.index(colour)]:
            wanted = expected(state, 0, BOARD.city[city], colour)
            assert sorted(offered) == wanted, (city, colour)
            found += len(wanted)
    assert found > 200


@pytest.mark.rule("tycoon", "R10.13")
@pytest.mark.parametrize(("region", "seats", "seed"), CASES[::4])
def test_the_others_have_routes_of_their_own(region: str, seats: int, seed: int) -> None:
    """Asked of the next player, who passes for the first."""
    state = company(act(network(region, seats, seed), Pass()), 1, level=4)
    assert GAME.actor(state) == 1
    for city, colour, offered in asked(state, REGIONS[region]):
        assert sorted(offered) == expected(state, 1, BOARD.city[city], colour), (city, colour)


@pytest.mark.rule("tycoon", "R10.13")
@pytest.mark.parametrize("seed", [201, 202, 203])
def test_links_keep_their_numbers_when_stubs_are_removed(seed: int) -> None:
    """A link is named by its number, not by its place among those that are left."""
    state = stub(stub(table(3), 0, "Duluth", "Minneapolis"), 1, "Minneapolis", "Duluth")
    for owner, *chain in [
        (link.owner, link.start, link.end) for link in network("middle", 3, seed).links
    ]:
        one, other = (CITIES[city] for city in chain)
        if chain[1] >= 0 and room(state, one, other):
            state = joined(state, owner, one, other)
    state = goods(state, dict.fromkeys(MIDDLE[:8], "RBYKP"))
    state = skip_to(end_turn(cards(company(state, 0, level=4), left=())), 0)
    assert min(link.number for link in state.links) == 2
    assert_sound(state)
    found = 0
    for city, colour, offered in asked(state, MIDDLE[:8]):
        wanted = expected(state, 0, BOARD.city[city], colour)
        assert sorted(offered) == wanted, (city, colour)
        found += len(wanted)
        if wanted:
            assert points(ship(state, city, colour, *wanted[-1])) == tuple(
                worth(state, BOARD.city[city], wanted[-1])[1]
            )
    assert found > 20


@pytest.mark.rule("tycoon", "R10.13")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_games_as_they_are_played(seed: int) -> None:
    """Random games of builders: whenever a delivery is possible, all cubes are compared."""
    rng = Random(seed)
    state = table(2 + seed)
    found = 0
    for _ in range(400):
        if GAME.actor(state) is None:
            break
        offered = GAME.actions(state)
        if offers(state, Deliver()) and rng.random() < 0.3:
            seat = GAME.actor(state)
            assert seat is not None
            for city in CITIES:
                for colour in COLOURS:
                    if state.cubes[BOARD.city[city]][COLOURS.index(colour)]:
                        wanted = expected(state, seat, BOARD.city[city], colour)
                        assert sorted(routes(state, city, colour)) == wanted
                        found += len(wanted)
        eager = [a for a in offered if isinstance(a, Connect | Build | Upgrade | Ship | Cube)]
        calm = [a for a in offered if not isinstance(a, Back | Shares)]
        state = act(state, rng.choice(eager if eager and rng.random() < 0.8 else calm))
    assert_sound(state)
    assert found > 50


@pytest.mark.rule("tycoon", "R10.13")
def test_cubes_are_offered_that_have_a_route() -> None:
    state = network("middle", 4, 77)
    cubes = {
        (city, COLOUR[letter])
        for city, letter in product(MIDDLE, "RBYKP")
        if expected(state, 0, BOARD.city[city], COLOUR[letter])
    }
    offered = {
        (action.city, action.colour)
        for action in GAME.actions(act(state, Deliver()))
        if isinstance(action, Cube)
    }
    assert {pair for pair in offered if pair[0] in MIDDLE} == cubes


@pytest.mark.rule("tycoon", "R10.13")
def test_of_two_equal_ways_that_with_the_lowest_numbers_is_offered() -> None:
    """Two parallel links of one owner, then two ways with the same owners."""
    state = joined(joined(table(), 0, "Detroit", "Toledo"), 0, "Detroit", "Toledo")
    state = goods(lines(state, (0, "Toledo", "Cincinnati")), {"Detroit": "Y", "Toledo": "B"})
    state = company(state, 0, level=2)
    assert routes(state, "Detroit", "yellow") == [(0, 2)]
    assert routes(state, "Toledo", "blue") == [(0,)]
    assert ships(state, "Detroit", "yellow", 1, 2)
    assert ships(state, "Toledo", "blue", 1)


@pytest.mark.rule("tycoon", "R10.13")
def test_ways_with_other_owners_are_different_offers() -> None:
    """The same city and the same length, but other points."""
    state = lines(table(), (0, "Detroit", "Toledo"))
    for owner in (2, 1, 1, 0):
        state = joined(state, owner, "Toledo", "Columbus")
    state = lines(state, (2, "Columbus", "Cincinnati"))
    state = company(goods(state, {"Detroit": "Y"}), 0, level=3)
    assert sorted(routes(state, "Detroit", "yellow")) == [(0, 1, 5), (0, 2, 5), (0, 4, 5)]
    for links, won in (((0, 1, 5), (1, 0, 2)), ((0, 3, 5), (1, 1, 1)), ((0, 4, 5), (2, 0, 1))):
        assert points(ship(state, "Detroit", "yellow", *links)) == won


@pytest.mark.rule("tycoon", "R10.13")
def test_two_cities_of_arrival_are_different_offers() -> None:
    state = lines(table(), (0, "Toledo", "Cincinnati"), (0, "Toledo", "Columbus", "Baltimore"))
    state = lines(state, (0, "Columbus", "Cincinnati"))
    state = company(goods(state, {"Toledo": "Y"}), 0, level=2)
    assert sorted(routes(state, "Toledo", "yellow")) == [(0,), (1, 2), (1, 3)]


# What is accepted


@pytest.mark.rule("tycoon", "R10.13")
@pytest.mark.parametrize(("region", "seats", "seed"), CASES[::2])
def test_any_legal_path_is_accepted_and_paid(region: str, seats: int, seed: int) -> None:
    rng = Random(seed)
    state = network(region, seats, seed)
    for city, letter in product(REGIONS[region], "RBYKP"):
        colour, origin = COLOUR[letter], BOARD.city[city]
        paths = sorted(legal_paths(state, 0, origin, colour))
        if not paths:
            continue
        chosen = act(state, Deliver(), Cube(city, colour))
        for path in rng.sample(paths, min(len(paths), 10)):
            assert points(act(chosen, Ship(path))) == worth(state, origin, path)[1]


@pytest.mark.rule("tycoon", "R10.13")
@pytest.mark.parametrize(("region", "seats", "seed"), CASES[1::2])
def test_no_other_path_is_accepted(region: str, seats: int, seed: int) -> None:
    """Random walks over all links, legal or not, and legal paths with something changed."""
    rng = Random(seed)
    state = network(region, seats, seed, level=4)
    verdicts = {True: 0, False: 0}
    for city, letter in product(REGIONS[region], "RBYKP"):
        colour, origin = COLOUR[letter], BOARD.city[city]
        paths = sorted(legal_paths(state, 0, origin, colour))
        if not paths:
            continue
        chosen = act(state, Deliver(), Cube(city, colour))
        tries = [wander(state, origin, rng) for _ in range(25)]
        tries += [spoilt(state, rng.choice(paths), rng) for _ in range(15)]
        for path in tries:
            legal = is_legal(state, 0, origin, colour, path)
            assert accepts(chosen, Ship(path)) == legal, (city, colour, path)
            verdicts[legal] += 1
    assert min(verdicts.values()) > 20


def wander(state: State, origin: int, rng: Random) -> Path:
    """A walk over any links, finished or not, that may come to cities twice."""
    here, path = origin, []
    for _ in range(rng.randint(1, 6)):
        there = [link for link in state.links if here in (link.start, link.end)]
        if not there:
            break
        link = rng.choice(there)
        path.append(link.number)
        here = link.start + link.end - here
    return tuple(path)


def spoilt(state: State, path: Path, rng: Random) -> Path:
    """A legal path with a link more, less, twice, exchanged, or turned around."""
    at = rng.randrange(len(path))
    other = rng.randrange(len(state.links) + 2)
    match rng.randrange(6):
        case 0:
            return path[:-1]
        case 1:
            return (*path, other)
        case 2:
            return (*path[:at], other, *path[at + 1 :])
        case 3:
            return (*path, path[at])
        case 4:
            return path[::-1]
        case _:
            return path


@pytest.mark.rule("tycoon", "R10.13")
def test_a_route_is_refused_for_a_cube_of_another_colour() -> None:
    """The way to Cincinnati is good for a yellow cube only."""
    state = lines(table(), (0, "Detroit", "Toledo", "Cincinnati", "Louisville"))
    state = company(goods(state, {"Detroit": "YK"}), 0, level=3)
    assert ships(state, "Detroit", "yellow", 0, 1)
    assert not ships(state, "Detroit", "black", 0, 1)
    assert ships(state, "Detroit", "black", 0, 1, 2)
    assert not ships(state, "Detroit", "yellow", 0, 1, 2)
    assert not offers(act(state, Deliver()), Cube("Detroit", "red"))
