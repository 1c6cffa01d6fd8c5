"""R11.6 The best route that keeps to every limit, exactly.

The best way by the price alone nearly always is a route. Where it is not, what it breaks is looked
after, and the search goes on from the best of what is left: it counts along what is owed too much
(see `meters`), it asks for own track, and where a way goes over a segment once on its way to own
track and once again on its way from there, it is closed for the one or for the other. Other ways
never use a segment twice: whoever comes back to a hex without having been on own track meanwhile
has spent steps, and has saved no charge, as the end of the detour has cost as much as it could
save. So the first route that breaks nothing is the best.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from .fronts import FRESH, Begun, Closed, Quest, Sweep
from .meters import PURSE, STEPS, Meters
from .routes import OWN, Limits, Network, Price, Route, has_own, over, owing, parts, segments
from .trails import on_trails

if TYPE_CHECKING:
    from .box import Goal


class Branch(Struct, frozen=True):
    """What a search looks after."""

    own: bool = False
    kinds: tuple[int, ...] = ()
    closed: Closed = ((), ())


def best(
    network: Network,
    start: int,
    goals: Sequence[Goal],
    price: Price,
    limits: Limits,
    ceiling: int | None = None,
    begun: Begun = FRESH,
) -> Route | None:
    """R11.6 The best route that keeps to the limits, and costs no more than the ceiling."""
    if limits.own and not begun.own and not any(network.tracks[OWN]):
        return None
    chosen = None
    for part in parts(goals):
        quest = Quest(network.closing(goals, part), start, part, price, limits, begun)
        found = _best(quest, ceiling)
        if found is not None:
            ceiling, chosen = found[0] - 1, found[1]
    return chosen


def _best(quest: Quest, ceiling: int | None) -> tuple[int, Route] | None:
    """Branch by branch, the best way first."""
    queue: list[tuple[int, int, Branch, Route]] = []
    number, open_ = 0, [Branch()]
    while True:
        for branch in open_:
            meters = Meters(quest.limits, branch.kinds)
            found = Sweep(quest, meters, own=branch.own, closed=branch.closed).best(ceiling)
            if found is not None:
                number += 1
                heapq.heappush(queue, (found[0], number, branch, found[1]))
        if not queue or not quest.network.work.complete:
            return None
        cost, _, branch, route = heapq.heappop(queue)
        open_ = _onward(quest, branch, route)
        if not open_:
            return cost, route


def _onward(quest: Quest, branch: Branch, route: Route) -> list[Branch]:
    """How to go on if a way is not a route yet."""
    limits, begun, network = quest.limits, quest.begun, quest.network
    if limits.own and not begun.own and not branch.own and not has_own(network, route):
        return [replace(branch, own=True)]
    kinds = _broken(quest, route)
    if kinds:
        assert not set(kinds) <= set(branch.kinds), (branch, route)
        return [replace(branch, kinds=tuple(sorted({*branch.kinds, *kinds})))]
    twice = _twice(route)
    if twice is None:
        return []
    if not network.trimmed:
        quest.on(on_trails(network, quest))
        return [branch]
    early, late = branch.closed
    return [
        replace(branch, closed=((*early, twice), late)),
        replace(branch, closed=(early, (*late, twice))),
    ]


def _broken(quest: Quest, route: Route) -> list[int]:
    """R12.3, R12.7, R19.3 What a way owes too much on, or has too much of."""
    limits, begun = quest.limits, quest.begun
    sums = charged(quest.network, route, begun)
    found = over(sums, limits)
    if limits.purse is not None and limits.net(sums) > limits.purse:
        # What is netted on a line can be told only from all that is owed on it.
        found += [
            PURSE,
            *(n for n, back in enumerate(limits.back) if back and n not in limits.open),
        ]
    if limits.steps is not None and begun.steps + len(route.lines) > limits.steps:
        found.append(STEPS)
    return found


def charged(network: Network, route: Route, begun: Begun) -> list[int]:
    """R12.1 What a route owes on each line, with what it had used before."""
    sums = owing(network, route)
    if not begun.sums:
        return sums
    if route.lines and route.lines[0] == begun.line and begun.line in network.tracks:
        sums[begun.line] -= 1
    return [now + was for now, was in zip(sums, begun.sums, strict=True)]


def _twice(route: Route) -> tuple[int, int] | None:
    """R11.3 The first segment that a way uses again."""
    used = segments(route.path)
    return next((it for n, it in enumerate(used) if it in used[n + 1 :]), None)
