"""R11.3 The segments that lie on any way from start to goal that uses none of them twice.

Whoever leaves such ways over a bridge, the only segment between two parts of the lines, would have
to come back over it. Start and goal are thought of as joined: then every segment on such a way
lies on a circle with the start, and what lies beyond a bridge does not.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from trainshed.board.hexes import members, opposite

from .box import SIX

if TYPE_CHECKING:
    from .fronts import Quest
    from .routes import Network

END = -1
"""All goals together."""


def on_trails(network: Network, quest: Quest) -> Network:
    """The lines without what lies beyond a bridge."""
    beside = _beside(network, quest)
    kept = _kept(beside, quest.start)
    grid = network.board.grid
    masks = [0] * 6
    for here, there in kept:
        if here >= 0 and there >= 0:
            direction = grid.direction(here, there)
            masks[direction] |= 1 << here
            masks[opposite(direction)] |= 1 << there
    for hex_ in members(quest.doors):
        for d in SIX:
            there = grid.neighbours[hex_][d]
            if there >= 0 and ((there, END) in kept or (END, there) in kept):
                masks[opposite(d)] |= 1 << there
    new = copy(network)
    new.tracks = {n: [t[d] & masks[d] for d in SIX] for n, t in network.tracks.items()}
    new.all = [network.all[d] & masks[d] for d in SIX]
    new.nearness, new.trimmed = {}, True
    return new


def _beside(network: Network, quest: Quest) -> dict[int, list[int]]:
    """Each hex with those that a segment connects to it; goals are one place, joined to the start.

    A place is named twice where two segments lead there.
    """
    grid = network.board.grid
    found: dict[int, list[int]] = {END: [quest.start], quest.start: [END]}
    for d in range(3):
        back = opposite(d)
        there_ = grid.step(network.all[back], back)
        for here in members(network.all[d] | there_):
            there = grid.neighbours[here][d]
            one, other = (END if quest.doors >> hex_ & 1 else hex_ for hex_ in (here, there))
            if one != other:
                found.setdefault(one, []).append(other)
                found.setdefault(other, []).append(one)
    for via, d, _ in quest.gates:
        if any(track[d] >> via & 1 for track in network.gates.values()):
            found.setdefault(via, []).append(END)
            found[END].append(via)
    return found


def _kept(beside: dict[int, list[int]], start: int) -> set[tuple[int, int]]:
    """The pairs of places joined by segments that are no bridges, as far as these lead."""
    order, low, kept = {start: 0}, {start: 0}, set[tuple[int, int]]()
    stack = [(start, iter(beside[start]))]
    parents: dict[int, int] = {}
    walk: list[int] = [start]
    while stack:
        here, others = stack[-1]
        for there in others:
            if there not in order:
                order[there] = low[there] = len(order)
                parents[there] = here
                walk.append(there)
                stack.append((there, iter(beside[there])))
                break
            if there != parents.get(here) or beside[here].count(there) > 1:
                low[here] = min(low[here], order[there])
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                low[above] = min(low[above], low[here])
    part = {start: start}
    for place in walk[1:]:
        # A place belongs with its parent unless the segment between them is a bridge.
        above = parents[place]
        part[place] = part[above] if low[place] <= order[above] else place
    for here, others_ in beside.items():
        for there in others_:
            if here in part and part[here] == part.get(there) == start:
                kept.add((here, there))
    return kept
