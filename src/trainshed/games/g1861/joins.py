"""R11 What a tile joins, told before it is laid: the lines that it makes and where they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TypeAlias

from trainshed.board.hexes import members
from trainshed.board.network import Network, runs

from .actions import Blocked, Joins, JoinsAgain, JoinsNothing, Lay, Leads, News, Reaches
from .box import COLOURS
from .ground import HEXES, PRINTED, successors
from .reach import network
from .run import PLACES
from .state import State
from .track import Laying

_FIRST = tuple(PLACES.index(place) for place in PLACES)
"""For each hex the one that stands for its place: the first of a red area, else itself."""

Line: TypeAlias = tuple[int, int, int]
"""A place, the next place or ~vertex where the track ends, the hexsides between."""
Pair: TypeAlias = tuple[int, int]
"""Two places, the lower number first."""


def joins(state: State, lay: Lay) -> tuple[News, ...]:
    """What the lay would join for the company that is asked, and where its new track would end."""
    step = state.stack[-1]
    assert isinstance(step, Laying)
    after = step.play(state, lay)
    was, now = state.reach(step.company), after.reach(step.company)
    before = _lines(state.tiles)
    made = [
        (start, goal)
        for start, goal, sides in _from(after.network(), members(now.stops), now.stops)
        if (start, goal, sides) not in before and (goal >= 0 or now.outer >> ~goal & 1)
    ]
    pairs = dict.fromkeys(_pair(*line) for line in made if line[0] != line[1] and line[1] >= 0)
    known = {_pair(start, goal) for start, goal, _ in before if goal >= 0}
    reached = {_FIRST[stop // 4] for stop in members(was.stops)}
    near = {place for pair in pairs for place in pair}
    far = dict.fromkeys(_FIRST[stop // 4] for stop in members(now.stops))
    beyond = tuple(HEXES[place] for place in far if place not in reached | near)
    told: tuple[News, ...] = (
        *(Joins(*star) for star in _stars([it for it in pairs if it not in known], reached)),
        *(JoinsAgain(*star) for star in _stars([it for it in pairs if it in known], reached)),
        *([Reaches(beyond)] if beyond else ()),
        *_ends(after, (line for line in made if line[1] < 0)),
    )
    return told or (JoinsNothing(),)


def _pair(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)


@lru_cache(maxsize=64)
def _lines(tiles: tuple[int, ...]) -> frozenset[Line]:
    """All lines on the map."""
    track = network(tiles)
    stops = [4 * hex_ + n for hex_, plan in enumerate(track.plans) for n in range(len(plan.stops))]
    return frozenset(_from(track, stops, -1))


def _from(track: Network, stops: Iterable[int], goals: int) -> Iterator[Line]:
    """The lines from some stops; of those to other stops, the ones to these goals."""
    for stop in stops:
        start = _FIRST[stop // 4]
        for entered, sides, _ in runs(track, stop):
            met = track.at[entered]
            if not met:
                yield start, ~entered, sides
            elif any(goals >> goal & 1 for goal in met):
                yield start, _FIRST[entered // 6], sides


def _stars(pairs: list[Pair], reached: set[int]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Pairs of places, those with a place in common together; it was reached before, if it can."""
    while pairs:
        count = Counter(place for pair in pairs for place in pair)
        middle = max(count, key=lambda place: (count[place], place in reached, -place))
        others = [a if b == middle else b for a, b in pairs if middle in {a, b}]
        yield HEXES[middle], tuple(HEXES[place] for place in sorted(others))
        pairs = [pair for pair in pairs if middle not in pair]


def _ends(state: State, lines: Iterable[Pair]) -> Iterator[News]:
    """Where lines end: on bare hexes, those of one origin together, or at a closed side."""
    starts: dict[int, dict[str, None]] = {}
    for start, goal in lines:
        starts.setdefault(~goal, {})[HEXES[start]] = None
    open_: dict[tuple[tuple[str, ...], int], dict[str, None]] = {}
    shut: list[News] = []
    for vertex in sorted(starts):
        hex_, places = vertex // 6, tuple(starts[vertex])
        colour = opens(hex_, state.tiles[hex_], vertex % 6)
        if colour == 1:
            phase = PRINTED[hex_].opens if PRINTED[hex_].opens > state.phase else 0
            open_.setdefault((places, phase), {})[HEXES[hex_]] = None
        else:
            shut.append(Blocked(places, HEXES[hex_], COLOURS[colour] if colour else ""))
    yield from (Leads(places, tuple(hexes), phase) for (places, phase), hexes in open_.items())
    yield from shut


@cache
def opens(hex_: int, lies: int, edge: int) -> int:
    """R11.9 The colour of the first tile on a hex that can have track at an edge, 0 for none."""
    after = [new for new, _ in successors(hex_, lies)]
    if any(new.edges >> edge & 1 for new in after):
        return after[0].colour
    return min(filter(None, (opens(hex_, new.number, edge) for new in after)), default=0)
