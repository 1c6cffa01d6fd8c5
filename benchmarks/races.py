"""Dampfross: how long the routes offered for a race take, late in a game of five companies."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from time import process_time

from msgspec.structs import replace

from trainshed.core import Match, loads
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.draw import NUMBERS, drawn
from trainshed.games.dampfross.entering import offers
from trainshed.games.dampfross.state import Race, State

RACES = 40


def _late() -> State:
    """The position of the example, all numbers unused and no race under way."""
    state = Match.replay(GAME, loads(GAME.example)).state
    return replace(state, race=None, trains=(), used=type(state.used)(0), stack=state.stack[:1])


@cache
def _times() -> tuple[float, ...]:
    state, rng, found = _late(), Random(1), []
    while len(found) < RACES * len(state.companies):
        start, goal = rng.sample(NUMBERS, 2)
        race = drawn(replace(state, race=Race(1, start)), goal)
        if race.race is None or not race.race.ways:
            continue
        for company in range(len(state.companies)):
            begin = process_time()
            offers(race, (company,))
            found.append(process_time() - begin)
    return tuple(sorted(found))


def offered(part: float) -> tuple[float, str]:
    """The CPU time within which a part of all offers is found."""
    times = _times()
    return 1000 * times[int(part * (len(times) - 1))], "ms"


BENCHMARKS = {
    "dampfross-offers-median": partial(offered, 0.5),
    "dampfross-offers-98th": partial(offered, 0.98),
    "dampfross-offers-slowest": partial(offered, 1.0),
}
