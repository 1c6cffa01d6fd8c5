"""The track of an 18xx map: where a company's trails lead, and the ways from stop to stop.

A *trail* starts at a station of the company, runs over track, may meet the same hex or stop again,
but crosses no hexside twice and does not pass a closed stop. Where a company may lay track or place
a station depends on which hexsides some trail can cross, and in which direction.

Walking all trails is exponential, and both obvious breadth-first searches are wrong. One over
(hexside, direction) turns trains round: out of a city into a loop, back into the same city, and out
again by the hexside it came in by; or through a junction into a loop behind it and back through the
junction, whose hexside is then crossed twice. One that expands each stop or hex once forgets by
which side it was entered, and misses what only a second entry gives.

So we look at it as a question about matchings. Each hexside has two vertices, (hex, edge) on either
side. Crossing it is the *matched* edge between them; *unmatched* edges join two vertices of a hex
that have track between them, directly or through an open stop; a root is joined to the vertices of
all own stops. A trail leaves the root over track, crosses, runs over track, crosses: its edges are
unmatched and matched in turn. As each vertex has one matched edge only, to cross no hexside twice
is to meet no vertex twice. Trails are thus exactly the alternating paths from the root, and a hex
can be entered by an edge exactly when such a path comes to that vertex by its matched edge: when
the vertex is *outer*.

Outer vertices are found by Edmonds' search. A tree grows from the root: track leads from an outer
vertex to a new, inner one, and the crossing from there to the next outer one. When track joins two
outer vertices, the branches to them close to an odd cycle, which a train can run either way round:
every inner vertex on the cycle is outer too. The cycle is contracted to the vertex where the two
branches part, and the search goes on as if it were one vertex. What the breadth-first searches lack
is just this: a loop gives the way back round itself, but not back over the stem that leads to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import zip_longest
from operator import or_

from msgspec import Struct

from trainshed.core import BadOption

from .hexes import members, union

WALKS = 100_000
"""So many ways lead from a stop at most; no map has a hundredth of them."""
_ALL = 0b1111
"""The stops of a hex, as bits."""


class Plan(Struct, frozen=True):
    """The track of one hex as it lies: links from edge to edge, and the edges of each stop.

    Edges are numbered as in 18xx: 0 S, 1 SW, 2 NW, 3 N, 4 NE, 5 SE (flat tops).
    """

    links: tuple[tuple[int, int], ...] = ()
    stops: tuple[tuple[int, ...], ...] = ()


class Connection(Struct, frozen=True):
    """A way between two stops with none between; the bit of a hexside is its lower vertex."""

    a: int
    b: int
    sides: int
    hexes: tuple[int, ...]


class Reach(Struct, frozen=True):
    """Where the trails of a company lead: the vertices they enter by and the stops they meet."""

    outer: int
    stops: int

    def enters(self, hex_: int, edge: int) -> bool:
        """Whether a trail can enter a hex by an edge."""
        return bool(self.outer >> 6 * hex_ + edge & 1)

    def meets(self, hex_: int, stop: int) -> bool:
        """Whether a trail can come to a stop or starts there."""
        return bool(self.stops >> 4 * hex_ + stop & 1)


class Network:
    """The track of a map: vertices are `6 * hex + edge`, stops `4 * hex + index`.

    `across` gives the vertex on the other side of each hexside, -1 at the rim.
    """

    def __init__(self, across: tuple[int, ...], plans: tuple[Plan, ...]) -> None:
        self.across = across
        self.plans = plans
        self.near = [near for n, plan in enumerate(plans) for near in _near(n, plan, 0)]
        self.at = [at for n, plan in enumerate(plans) for at in _at(n, plan)]
        self._known: dict[int, _Ways] = {}

    def lay(self, hex_: int, plan: Plan) -> Network:
        """The network with another plan on one hex."""
        start, end = 6 * hex_, 6 * hex_ + 6
        laid = object.__new__(Network)
        laid.across = self.across
        laid.plans = (*self.plans[:hex_], plan, *self.plans[hex_ + 1 :])
        laid.near = self.near.copy()
        laid.near[start:end] = _near(hex_, plan, 0)
        laid.at = self.at.copy()
        laid.at[start:end] = _at(hex_, plan)
        laid._known = {n: ways for n, ways in self._known.items() if not ways.hexes >> hex_ & 1}
        return laid

    @cached_property
    def ways(self) -> tuple[Connection, ...]:
        """All connections; those that no later plan came near are known from before."""
        for hex_, plan in enumerate(self.plans):
            for number in range(4 * hex_, 4 * hex_ + len(plan.stops)):
                if number not in self._known:
                    self._known[number] = _ways(self, number)
        return tuple(way for _, ways in sorted(self._known.items()) for way in ways.found)

    @cached_property
    def linked(self) -> int:
        """The stops that have a connection, as bits."""
        return reduce(or_, (1 << way.a | 1 << way.b for way in self.ways), 0)


class _Ways(Struct, frozen=True):
    """The connections from a stop to higher ones, and all hexes that were met on the search."""

    found: tuple[Connection, ...]
    hexes: int


def reach(network: Network, own: Sequence[int], closed: int, cut: int = -1) -> Reach:
    """Where trails lead from the own stops, past no closed stop and not over the hexside `cut`."""
    across = network.across
    root = len(across)
    near = _passable(network, own, closed)
    above = [-1] * root
    if cut >= 0 and across[cut] >= 0:
        above[cut] = above[across[cut]] = root
    base = [root] * (root + 1)
    rank = [0] * root + [1]
    outer = [root]
    for vertex in outer:
        for other in near[vertex]:
            if rank[other]:
                a, b = _base(base, vertex), _base(base, other)
                while a != b:
                    # the branches part above whichever was found later
                    if rank[a] < rank[b]:
                        a, b = b, a
                    inner = across[a]
                    outer.append(inner)
                    rank[inner] = len(outer)
                    parent = _base(base, above[inner])
                    base[a] = base[inner] = parent
                    a = parent
            elif above[other] < 0 <= (entered := across[other]):
                above[other] = vertex
                base[entered] = entered
                outer.append(entered)
                rank[entered] = len(outer)
    return _found(network, own, outer[1:])


def nearby(network: Network, own: Sequence[int], closed: int) -> Iterator[int]:
    """Where trails that meet no hex twice enter hexes, each hex by the first that is found.

    Found at once, from the own stops outwards; `reach` knows all that longer trails enter.
    """
    met = reduce(or_, (1 << (stop >> 2) for stop in own), 0)
    ahead = [
        6 * (stop >> 2) + edge for stop in own for edge in network.plans[stop >> 2].stops[stop & 3]
    ]
    for vertex in ahead:
        entered = network.across[vertex]
        hex_ = entered // 6
        if entered < 0 or met >> hex_ & 1:
            continue
        met |= 1 << hex_
        yield entered
        shut = closed >> 4 * hex_ & _ALL
        near = (
            _near(hex_, network.plans[hex_], shut)[entered % 6] if shut else network.near[entered]
        )
        ahead += near


def extends(
    network: Network, own: Sequence[int], closed: int, reached: Reach, hex_: int, new: Plan
) -> bool:
    """Whether a new plan, which keeps the track of a hex, adds track that a trail can use.

    The stops have the numbers of the old plan, and `closed` are those that stay closed; `reached`
    is the reach before the lay. A trail that uses new track comes to its first piece of it over old
    track, so this is enough, unless it must leave by the very hexside to which the piece leads.
    """
    growth = _growth(network.plans[hex_], new)
    if growth.heirs:
        network, own, closed = _renumbered(network, own, closed, hex_, new, growth.heirs)
        reached = reach(network, own, closed)
        growth = _growth(network.plans[hex_], new)
    first = 6 * hex_
    entered = reached.outer >> first

    def leads(edges: int, to: int) -> bool:
        """Whether a trail can enter by one of the edges without having met the edge `to`."""
        if not edges & entered:
            return False
        beyond = network.across[first + to]
        if beyond < 0 or not reached.outer >> beyond & 1:
            return True
        again = reach(network, own, closed, first + to)
        return bool(edges & again.outer >> first)

    if any(leads(1 << a, b) or leads(1 << b, a) for a, b in growth.links):
        return True
    return any(
        4 * hex_ + stop in own
        or entered >> edge & 1
        or (not closed >> 4 * hex_ + stop & 1 and leads(before, edge))
        for stop, before, edge in growth.edges
    )


def connections(network: Network) -> tuple[Connection, ...]:
    """Every way from a stop to the next that crosses no hexside twice, from the lower number."""
    return network.ways


@lru_cache(maxsize=1 << 14)
def _near(hex_: int, plan: Plan, shut: int) -> tuple[tuple[int, ...], ...]:
    """For each edge the vertices it has track to, directly or through a stop that is not shut."""
    first = 6 * hex_
    return tuple(tuple([first + edge for edge in joined]) for joined in _joined(plan, shut))


@lru_cache(maxsize=1 << 12)
def _joined(plan: Plan, shut: int) -> tuple[tuple[int, ...], ...]:
    """For each edge of a plan the edges it has track to."""
    found = [0] * 6
    for group in (*plan.links, *(it for n, it in enumerate(plan.stops) if not shut >> n & 1)):
        for edge in group:
            found[edge] |= union(group)
    return tuple(tuple(members(cells & ~(1 << edge))) for edge, cells in enumerate(found))


@lru_cache(maxsize=1 << 14)
def _at(hex_: int, plan: Plan) -> tuple[tuple[int, ...], ...]:
    """For each edge the stops it has track to."""
    found: list[tuple[int, ...]] = [()] * 6
    for number, edges in enumerate(plan.stops, 4 * hex_):
        for edge in edges:
            found[edge] += (number,)
    return tuple(found)


def _passable(network: Network, own: Sequence[int], closed: int) -> list[tuple[int, ...]]:
    """The vertices that a trail can run to from each vertex, and from the root as the last."""
    near = network.near.copy()
    # own stops may stay among the closed: instead of passing one, a trail can start there
    while closed:
        hex_ = closed.bit_length() - 1 >> 2
        shut = closed >> 4 * hex_
        closed ^= shut << 4 * hex_
        near[6 * hex_ : 6 * hex_ + 6] = _near(hex_, network.plans[hex_], shut)
    plans = network.plans
    near.append(tuple(6 * (n >> 2) + edge for n in own for edge in plans[n >> 2].stops[n & 3]))
    return near


def _base(base: list[int], vertex: int) -> int:
    """The vertex to which the cycles around a vertex are contracted."""
    while (above := base[vertex]) != vertex:
        base[vertex] = base[above]
        vertex = above
    return vertex


def _found(network: Network, own: Sequence[int], outer: list[int]) -> Reach:
    """The outer vertices and the stops at them as bits, by way of binary digits."""
    at = network.at
    entered = bytearray(b"0") * len(at)
    met = bytearray(b"0") * (4 * len(network.plans))
    for vertex in outer:
        entered[~vertex] = 49
        for number in at[vertex]:
            met[~number] = 49
    for number in own:
        met[~number] = 49
    return Reach(int(entered, 2), int(met, 2))


class _Growth(Struct, frozen=True):
    """What a new plan adds to an old one."""

    heirs: tuple[int, ...]
    """For each old stop the new one that takes over its track; none if all keep their places."""
    links: tuple[tuple[int, int], ...]
    edges: tuple[tuple[int, int, int], ...]
    """Edges that a stop gains: the stop, the edges it had as bits, the edge."""


@lru_cache(maxsize=1 << 14)
def _growth(old: Plan, new: Plan) -> _Growth:
    heirs = _heirs(old, new)
    stops = zip_longest(old.stops, new.stops, fillvalue=())
    return _Growth(
        () if heirs == tuple(range(len(heirs))) else heirs,
        tuple((a, b) for a, b in new.links if (a, b) not in old.links and (b, a) not in old.links),
        tuple(
            (stop, union(before), edge)
            for stop, (before, after) in enumerate(stops)
            for edge in after
            if edge not in before
        ),
    )


def _heirs(old: Plan, new: Plan) -> tuple[int, ...]:
    """For each old stop the new one that takes over its track: if it can, the one of its place."""
    heirs = []
    for place, edges in enumerate(old.stops):
        takers = [n for n, more in enumerate(new.stops) if set(edges) <= set(more)]
        heirs.append(place if place in takers else min(takers, default=-1))
    return tuple(heirs)


def _renumbered(
    network: Network,
    own: Sequence[int],
    closed: int,
    hex_: int,
    new: Plan,
    heirs: tuple[int, ...],
) -> tuple[Network, list[int], int]:
    """The old track with the stops of the new plan, where stops have merged or changed places."""
    old = network.plans[hex_]
    first = 4 * hex_
    merged = [[n for n, heir in enumerate(heirs) if heir == stop] for stop in range(len(new.stops))]
    stops = tuple(tuple(edge for n in group for edge in old.stops[n]) for group in merged)
    stations = [
        first + stop for stop, group in enumerate(merged) if any(first + n in own for n in group)
    ]
    shut = [
        first + stop
        for stop, group in enumerate(merged)
        if group and all(closed >> first + n & 1 for n in group)
    ]
    return (
        network.lay(hex_, Plan(old.links, stops)),
        [*(number for number in own if number >> 2 != hex_), *stations],
        closed & ~(_ALL << first) | union(shut),
    )


def next_stops(network: Network, stop: int) -> Iterator[int]:
    """The stops to which the ways from a stop lead, as they are found."""
    for entered, _, _ in _walks(network, stop):
        yield from network.at[entered]


def runs(network: Network, stop: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """All runs of track from a stop to the next, or to where it ends.

    Each has the vertex that it enters last, its hexsides and its hexes.
    """
    for entered, sides, hexes in _walks(network, stop):
        if network.at[entered] or not network.near[entered]:
            yield entered, sides, hexes


def _ways(network: Network, stop: int) -> _Ways:
    """Every way from a stop to stops of higher number."""
    met = 1 << (stop >> 2)
    found: list[Connection] = []
    for count, (entered, sides, hexes) in enumerate(_walks(network, stop)):
        if count == WALKS:
            raise BadOption(f"more than {WALKS:,} ways lead from one stop")
        met |= 1 << hexes[-1]
        found += [Connection(stop, n, sides, hexes) for n in network.at[entered] if n > stop]
    return _Ways(tuple(found), met)


def _walks(network: Network, stop: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Each vertex that is entered between a stop and the next, the hexsides and hexes so far."""
    across, plans = network.across, network.plans
    hex_ = stop >> 2
    trails: list[tuple[int, int, tuple[int, ...]]] = [
        (6 * hex_ + edge, 0, (hex_,)) for edge in reversed(plans[hex_].stops[stop & 3])
    ]
    while trails:
        vertex, sides, hexes = trails.pop()
        entered = across[vertex]
        side = 1 << min(vertex, entered) if entered >= 0 else 0
        if not side or sides & side:
            continue
        sides |= side
        hex_ = entered // 6
        hexes = (*hexes, hex_)
        yield entered, sides, hexes
        links = _near(hex_, plans[hex_], _ALL)[entered % 6]
        trails += [(onward, sides, hexes) for onward in reversed(links)]
