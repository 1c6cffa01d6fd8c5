"""The network: reach, new track and connections, against a walk over all trails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random

import pytest
from msgspec import Struct

from trainshed.board.hexes import Hex, members, union
from trainshed.board.network import (
    Connection,
    Network,
    Plan,
    Reach,
    connections,
    extends,
    nearby,
    next_stops,
    reach,
)

STEPS = (Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1), Hex(1, 0))
"""From south clockwise, as the edges of a plan."""
Piece = tuple[int, int, int]
"""Track of a hex: from an edge, to another edge or, as 6, 7, …, to a stop."""


class Patch(Struct, frozen=True):
    """All hexes around a middle."""

    hexes: tuple[Hex, ...]
    across: tuple[int, ...]

    def network(self, plans: Mapping[Hex, Plan]) -> Network:
        """A network with track on some hexes."""
        return Network(self.across, tuple(plans.get(hex_, Plan()) for hex_ in self.hexes))


def patch(radius: int) -> Patch:
    """The hexes up to a distance from the middle."""
    far = range(-radius, radius + 1)
    hexes = tuple(Hex(q, r) for q, r in product(far, far) if abs(q + r) <= radius)
    beside = [Hex(hex_.q + step.q, hex_.r + step.r) for hex_ in hexes for step in STEPS]
    across = tuple(
        6 * hexes.index(hex_) + (edge + 3) % 6 if hex_ in hexes else -1
        for hex_, edge in zip(beside, list(range(6)) * len(hexes), strict=True)
    )
    return Patch(hexes, across)


SMALL, LARGE = patch(1), patch(2)


class TooManyTrails(Exception):
    """The walk would take too long."""


class Walk:
    """Every trail from some stops, hexside by hexside."""

    def __init__(self, network: Network, own: Sequence[int], closed: int) -> None:
        self.network = network
        self.open = [not closed >> n & 1 or n in own for n in range(4 * len(network.plans))]
        self.entered: set[int] = set()
        self.pieces: set[Piece] = set()
        self.steps = 0
        for number in own:
            for edge in network.plans[number // 4].stops[number % 4]:
                self.run(number // 4, edge, [(number // 4, edge, 6 + number % 4)], frozenset())

    def run(self, hex_: int, edge: int, pieces: list[Piece], used: frozenset[int]) -> None:
        """Over track to an edge, and across it unless that has been done."""
        vertex = 6 * hex_ + edge
        entered = self.network.across[vertex]
        if vertex in used:
            return
        self.steps += 1
        if self.steps > 3000:
            raise TooManyTrails
        self.pieces.update(pieces)
        if entered >= 0:
            self.entered.add(entered)
            self.enter(entered // 6, entered % 6, used | {vertex, entered})

    def enter(self, hex_: int, edge: int, used: frozenset[int]) -> None:
        """On from an edge, over links and through stops."""
        plan = self.network.plans[hex_]
        for a, b in plan.links:
            for start, end in ((a, b), (b, a)):
                if start == edge:
                    self.run(hex_, end, [(hex_, a, b)], used)
        for stop, edges in enumerate(plan.stops):
            if edge in edges:
                self.pieces.add((hex_, edge, 6 + stop))
                if self.open[4 * hex_ + stop]:
                    for end in edges:
                        self.run(hex_, end, [(hex_, end, 6 + stop)], used)


def walked_ways(network: Network) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
    """Stops, hexsides and hexes of every way from a stop to the next one."""
    ways = []

    def on(stop: int, vertex: int, sides: list[int], hexes: list[int]) -> None:
        entered = network.across[vertex]
        side = min(vertex, entered)
        if entered < 0 or side in sides:
            return
        if len(sides) > 12:
            raise TooManyTrails
        sides, hexes = [*sides, side], [*hexes, entered // 6]
        plan = network.plans[entered // 6]
        for place, edges in enumerate(plan.stops):
            if entered % 6 in edges and entered // 6 * 4 + place > stop:
                other = entered // 6 * 4 + place
                ways.append((stop, other, tuple(sorted(sides)), tuple(hexes)))
        for link in plan.links:
            if entered % 6 in link:
                on(stop, entered // 6 * 6 + sum(link) - entered % 6, sides, hexes)

    for hex_, plan in enumerate(network.plans):
        for place, edges in enumerate(plan.stops):
            for edge in edges:
                on(4 * hex_ + place, 6 * hex_ + edge, [], [hex_])
    return sorted(ways)


def told(ways: Sequence[Connection]) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
    """Connections in the words of the walk."""
    return sorted((way.a, way.b, tuple(members(way.sides)), way.hexes) for way in ways)


LINKS = tuple(combinations(range(6), 2))


def random_plan(rng: Random) -> Plan:
    """Track with junctions and up to three stops, some without track."""
    links = rng.sample(LINKS, rng.choice((1, 2, 2, 3, 3, 4)))
    edges = rng.sample(range(6), 6)
    stops = []
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        size = rng.choice((0, 2, 2, 3, 4, 4))
        stops.append(tuple(edges[:size]))
        edges = edges[size:]
    return Plan(tuple(links), tuple(stops))


class Position(Struct, frozen=True):
    """A random network with the own stations and the closed stops of a company."""

    network: Network
    own: tuple[int, ...]
    closed: int

    @property
    def reach(self) -> Reach:
        return reach(self.network, self.own, self.closed)


def positions(seed: str, count: int, where: Patch) -> Iterator[tuple[Random, Position, Walk]]:
    """Random positions whose trails can be walked."""
    rng = Random(seed)
    done = 0
    while done < count:
        empty = rng.random() / 3
        plans = [Plan() if rng.random() < empty else random_plan(rng) for _ in where.hexes]
        network = Network(where.across, tuple(plans))
        stops = [4 * n + place for n, plan in enumerate(plans) for place in range(len(plan.stops))]
        own = tuple(rng.sample(stops, min(len(stops), rng.choice((1, 1, 2, 3)))))
        closed = union(stop for stop in stops if rng.random() < 0.2)
        try:
            walk = Walk(network, own, closed)
        except TooManyTrails:
            continue
        done += 1
        yield rng, Position(network, own, closed), walk


class Lay(Struct, frozen=True):
    """A plan for a hex that keeps its track, and the new place of each old stop."""

    hex: int
    plan: Plan
    heirs: tuple[int, ...]

    def number(self, stop: int) -> int:
        """The number of a stop after the lay."""
        return 4 * self.hex + self.heirs[stop % 4] if stop // 4 == self.hex else stop


def random_lay(rng: Random, network: Network) -> Lay:
    """More track on a hex; stops with track may merge or change places."""
    hex_ = rng.randrange(len(network.plans))
    old = network.plans[hex_]
    links = (*old.links, *rng.sample(LINKS, rng.choice((0, 0, 1, 1, 2, 3))))
    heirs = list(range(len(old.stops)))
    if old.stops and all(old.stops):
        rng.shuffle(heirs)
        if rng.random() < 0.3:
            heirs = [0] * len(heirs)
    stops = [
        [edge for n, heir in enumerate(heirs) if heir == place for edge in old.stops[n]]
        for place in range(max(heirs, default=-1) + 1)
    ]
    if len(stops) < 4 and rng.random() < 0.2:
        stops.append([])
    for edge in range(6):
        if stops and rng.random() < 0.3 and not any(edge in edges for edges in stops):
            rng.choice(stops).append(edge)
    plan = Plan(tuple(dict.fromkeys(links)), tuple(tuple(edges) for edges in stops))
    return Lay(hex_, plan, tuple(heirs))


def walked_extends(position: Position, lay: Lay) -> bool:
    """Whether a trail runs over new track once the plan is laid."""
    first, count = 4 * lay.hex, len(lay.heirs)
    old = position.network.plans[lay.hex]
    kept = {(lay.hex, a, b) for a, b in old.links}
    for place, edges in enumerate(old.stops):
        kept |= {(lay.hex, edge, 6 + lay.heirs[place]) for edge in edges}
    shut = {stop for stop in members(position.closed) if stop // 4 != lay.hex}
    for place in lay.heirs:
        olds = [first + n for n in range(count) if lay.heirs[n] == place]
        if all(position.closed >> stop & 1 for stop in olds):
            shut.add(first + place)
    walk = Walk(
        position.network.lay(lay.hex, lay.plan),
        [lay.number(stop) for stop in position.own],
        union(sorted(shut)),
    )
    return any(piece[0] == lay.hex and piece not in kept for piece in walk.pieces)


@pytest.mark.parametrize("where", [SMALL, LARGE])
def test_reach_is_what_trails_enter(where: Patch) -> None:
    """The search agrees with a walk over all trails, hexside by hexside and stop by stop."""
    for _, position, walk in positions("reach", 2500, where):
        reached = position.reach
        assert set(members(reached.outer)) == walk.entered
        for hex_, plan in enumerate(position.network.plans):
            for place, edges in enumerate(plan.stops):
                met = any(6 * hex_ + edge in walk.entered for edge in edges)
                assert reached.meets(hex_, place) == (met or 4 * hex_ + place in position.own)


def test_a_cut_hexside_is_a_piece_of_rim() -> None:
    """Without a hexside the trails are those of a map that ends there."""
    for rng, position, _ in positions("cut", 1000, LARGE):
        network = position.network
        cut = rng.randrange(len(network.across))
        gone = (cut, network.across[cut])
        across = tuple(-1 if v in gone else other for v, other in enumerate(network.across))
        ends = Network(across, network.plans)
        expected = reach(ends, position.own, position.closed)
        assert reach(network, position.own, position.closed, cut) == expected


@pytest.mark.parametrize("where", [SMALL, LARGE])
def test_new_track_extends_when_a_trail_runs_over_it(where: Patch) -> None:
    """The answer from before the lay agrees with a walk after it."""
    answers = []
    for rng, position, _ in positions("lay", 2500, where):
        lay = random_lay(rng, position.network)
        try:
            expected = walked_extends(position, lay)
        except TooManyTrails:
            continue
        network, own, closed = position.network, position.own, position.closed
        assert extends(network, own, closed, position.reach, lay.hex, lay.plan) == expected
        answers.append(expected)
    assert min(answers.count(True), answers.count(False)) > 250


@pytest.mark.parametrize("where", [SMALL, LARGE])
def test_connections_are_all_ways_between_neighbouring_stops(where: Patch) -> None:
    """None is missing and none is told twice; after lays they are those of a new network."""
    for rng, position, _ in positions("ways", 700, where):
        network = position.network
        assert told(connections(network)) == walked_ways(network)
        for _ in range(3):
            lay = random_lay(rng, network)
            network = network.lay(lay.hex, lay.plan)
            anew = Network(network.across, network.plans)
            assert connections(network) == connections(anew)
            assert (network.near, network.at) == (anew.near, anew.at)


@pytest.mark.parametrize("where", [SMALL, LARGE])
def test_what_is_found_nearby_is_in_reach(where: Patch) -> None:
    """Each hex once, the neighbours of stations among them, and much of all there is."""
    found = entered = 0
    for _, position, walk in positions("nearby", 1000, where):
        network, own = position.network, position.own
        vertices = list(nearby(network, own, position.closed))
        hexes = [vertex // 6 for vertex in vertices]
        home = {stop // 4 for stop in own}
        assert set(vertices) <= walk.entered
        assert len(hexes) == len(set(hexes))
        assert not home & set(hexes)
        beside = [6 * (n // 4) + edge for n in own for edge in network.plans[n // 4].stops[n % 4]]
        across = {network.across[vertex] // 6 for vertex in beside if network.across[vertex] >= 0}
        assert across - home <= set(hexes)
        found += len(hexes)
        entered += len({vertex // 6 for vertex in walk.entered} - home)
    assert found > 0.8 * entered


def test_the_next_stops_are_the_ends_of_the_ways() -> None:
    """Both those of higher and of lower number."""
    for _, position, _ in positions("next", 700, LARGE):
        network = position.network
        ends: dict[int, set[int]] = {}
        for way in connections(network):
            ends.setdefault(way.a, set()).add(way.b)
            ends.setdefault(way.b, set()).add(way.a)
        for hex_, plan in enumerate(network.plans):
            for stop in range(4 * hex_, 4 * hex_ + len(plan.stops)):
                assert set(next_stops(network, stop)) - {stop} == ends.get(stop, set())


def test_a_stop_is_linked_where_a_trail_leads_to_another() -> None:
    """However many stops are closed: the first one on the way will do."""
    for _, position, _ in positions("linked", 700, LARGE):
        network = position.network
        every = (1 << 4 * len(network.plans)) - 1
        stops = [
            4 * hex_ + place
            for hex_, plan in enumerate(network.plans)
            for place in range(len(plan.stops))
        ]
        leads = [stop for stop in stops if reach(network, [stop], every).stops != 1 << stop]
        assert network.linked == union(leads)


MIDDLE, NORTH, FAR_NORTH = Hex(0, 0), Hex(0, -1), Hex(0, -2)
LOOP = {Hex(0, 1): Plan(links=((3, 4),)), Hex(1, 0): Plan(links=((1, 2),))}
"""From the south of the middle round to its south-east."""
STATION = Plan(stops=((0,),))


def at(hex_: Hex) -> int:
    """The number of a hex."""
    return LARGE.hexes.index(hex_)


def home(hex_: Hex) -> list[int]:
    """A station at the first stop of a hex."""
    return [4 * at(hex_)]


def test_no_train_turns_round_through_a_city() -> None:
    """A loop beyond a city leads back into it by both sides, but not back over the stem."""
    stem, city = Plan(links=((0, 3),)), Plan(stops=((0, 3, 5),))
    network = LARGE.network({FAR_NORTH: STATION, NORTH: stem, MIDDLE: city, **LOOP})
    reached = reach(network, home(FAR_NORTH), 0)
    assert [reached.enters(at(MIDDLE), edge) for edge in (0, 3, 5)] == [True] * 3
    assert reached.enters(at(NORTH), 3)
    assert not reached.enters(at(NORTH), 0)
    assert not reached.enters(at(FAR_NORTH), 0)


def test_no_train_turns_round_through_a_balloon() -> None:
    """Behind a junction, a loop does not lead to the junction's other branch."""
    junction, balloon = Plan(links=((3, 0), (2, 0))), Plan(links=((3, 0), (3, 5)))
    network = LARGE.network({FAR_NORTH: STATION, NORTH: junction, MIDDLE: balloon, **LOOP})
    reached = reach(network, home(FAR_NORTH), 0)
    assert reached.enters(at(MIDDLE), 0)
    assert reached.enters(at(MIDDLE), 5)
    assert not reached.enters(at(NORTH), 0)
    assert not reached.enters(at(Hex(-1, -1)), 5)


def test_a_loop_at_home_runs_both_ways() -> None:
    """A train comes home by either end of a loop."""
    network = LARGE.network({MIDDLE: Plan(stops=((0, 5),)), **LOOP})
    reached = reach(network, home(MIDDLE), 0)
    assert [edge for edge in range(6) if reached.enters(at(MIDDLE), edge)] == [0, 5]


def test_a_closed_city_is_met_but_not_passed() -> None:
    """Unless an own station stands in it."""
    network = LARGE.network({NORTH: STATION, MIDDLE: Plan(stops=((0, 3),)), **LOOP})
    closed = union(home(MIDDLE))
    reached = reach(network, home(NORTH), closed)
    assert reached.meets(at(MIDDLE), 0)
    assert not reached.enters(at(Hex(0, 1)), 3)
    assert reach(network, home(NORTH) + home(MIDDLE), closed).enters(at(Hex(0, 1)), 3)


def test_a_trail_ends_at_the_rim() -> None:
    """Track may lead off the map: it can be laid, but nothing lies beyond."""
    network = SMALL.network({MIDDLE: Plan(stops=((3,),)), Hex(0, -1): Plan(links=((0, 3),))})
    north = SMALL.hexes.index(Hex(0, -1))
    middle = 4 * SMALL.hexes.index(MIDDLE)
    reached = reach(network, [middle], 0)
    assert list(members(reached.outer)) == [6 * north]
    assert reach(network, [middle], 0, 6 * north + 3) == reached
    assert extends(network, [middle], 0, reached, north, Plan(links=((0, 3), (0, 4))))
    assert connections(network) == ()


def test_a_company_starts_from_its_blank_home() -> None:
    """A city without track holds the station for which the first track is laid."""
    network = LARGE.network({MIDDLE: Plan(stops=((),))})
    reached = reach(network, home(MIDDLE), 0)
    assert (reached.outer, reached.meets(at(MIDDLE), 0)) == (0, True)
    city = Plan(stops=((0, 3),))
    assert extends(network, home(MIDDLE), 0, reached, at(MIDDLE), city)
    assert not extends(network, [], 0, reach(network, [], 0), at(MIDDLE), city)


def lays(old: Plan, new: Plan, closed: int = 0) -> bool:
    """Whether new track in the middle extends a company of the north; the loop lies there."""
    network = LARGE.network({NORTH: STATION, MIDDLE: old, **LOOP})
    reached = reach(network, home(NORTH), closed)
    return extends(network, home(NORTH), closed, reached, at(MIDDLE), new)


def test_a_hexside_already_left_by_is_no_way_on() -> None:
    """In from the north, out by the south, round the loop: the south is used up."""
    old = Plan(links=((0, 3),))
    assert not lays(old, Plan(links=((0, 3), (0, 5))))
    assert lays(old, Plan(links=((0, 3), (4, 5))))
    assert lays(old, Plan(links=((0, 3), (5, 3))))


def test_a_stop_does_not_lead_back_to_the_hexside_already_left_by() -> None:
    """The same where the new track starts from a stop that the loop leads to."""
    old = Plan(links=((0, 3),), stops=((5,),))
    assert not lays(old, Plan(links=((0, 3),), stops=((5, 0),)))
    assert lays(old, Plan(links=((0, 3),), stops=((5, 1),)))


def test_new_track_beyond_a_closed_city_is_out_of_reach() -> None:
    """Unless the trail comes in over it."""
    old, new = Plan(stops=((3,),)), Plan(stops=((3, 1),))
    assert lays(old, new)
    assert not lays(old, new, closed=union(home(MIDDLE)))
    assert lays(Plan(stops=((1,),)), new, closed=union(home(MIDDLE)))


def test_stops_that_merge_open_a_way() -> None:
    """Through the merged stop and round the loop, the trail comes to the new track."""
    old = Plan(stops=((3,), (0,)))
    assert lays(old, Plan(links=((4, 5),), stops=((3, 0),)))
    assert not lays(old, Plan(links=((4, 5),), stops=((3,), (0,))))


def test_two_stops_may_have_several_connections() -> None:
    """Each tells the hexes from the lower stop to the higher, and its hexsides."""
    network = LARGE.network({MIDDLE: Plan(stops=((0, 5),), links=((3, 4),)), **LOOP})
    assert connections(network) == ()
    south = Plan(stops=((3, 4),))
    short, long = connections(network.lay(at(Hex(0, 1)), south))
    assert (short.a, short.b) == (long.a, long.b) == (4 * at(MIDDLE), 4 * at(Hex(0, 1)))
    assert short.hexes == (at(MIDDLE), at(Hex(0, 1)))
    assert long.hexes == (at(MIDDLE), at(Hex(1, 0)), at(Hex(0, 1)))
    assert (short.sides.bit_count(), long.sides.bit_count()) == (1, 2)
