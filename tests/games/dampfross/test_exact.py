"""What is offered on networks that were built in earnest, against a search of another kind."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.games.dampfross.exact import WORTHS, Worth, least, questions
from trainshed.core import Match, loads
from trainshed.games.dampfross import GAME, routes
from trainshed.games.dampfross.charges import limits, lines_for
from trainshed.games.dampfross.draw import NUMBERS
from trainshed.games.dampfross.entering import CHEAPEST, offers, written
from trainshed.games.dampfross.routes import keeps
from trainshed.games.dampfross.search import best
from trainshed.games.dampfross.state import State

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("dampfross-*.record"))
KENTUCKY = next(path for path in RECORDS if "kentucky" in path.stem)


@cache
def built(path: Path) -> State:
    """The position of a recorded game when construction had ended."""
    match = Match.replay(GAME, loads(path.read_text(encoding="utf-8")))
    return next(move.after for move in match.history if move.after.operating)


@cache
def grown(path: Path) -> State:
    """The networks of a recorded game at its end, denser by all that was built between races."""
    return Match.replay(GAME, loads(path.read_text(encoding="utf-8"))).state


def pairs(seed: str, count: int) -> list[tuple[int, int]]:
    """Races drawn by lot."""
    return Random(seed).sample(list(product(NUMBERS, NUMBERS)), count)


def compare(state: State, companies: tuple[int, ...], worths: tuple[Worth, ...]) -> int:
    """How many prices were compared: all offers are legal, and none is beaten."""
    sought = offers(state, companies)
    assert sought.complete
    known, rest = lines_for(state, companies), limits(state, companies)
    assert all(keeps(known, route, rest) for route in sought.routes)
    said = 0
    for worth in worths:
        price = routes.Price(*worth)
        expected = least(state, companies, worth)
        if expected != "?":
            costs = (routes.cost(known, route, price) for route in sought.routes)
            assert min(costs, default=None) == expected
            said += 1
    return said


@pytest.mark.rule("dampfross", "R11.6")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_no_route_is_better_than_those_that_are_offered(path: Path) -> None:
    """The cheapest, the shortest, the fastest and the one best when charges are taken off."""
    rng, said = Random(path.stem), 0
    for state in questions(built(path), pairs(path.stem, 24), rng.choice((15, 40))):
        players = [n for n, company in enumerate(state.companies) if company.seat >= 0]
        for companies in ((rng.choice(players),), tuple(rng.sample(players, 2))):
            said += compare(state, companies, (rng.choice(WORTHS),))
    assert said > 20


@pytest.mark.rule("dampfross", "R11.6")
def test_a_dear_route_is_offered_where_there_is_no_other() -> None:
    """Races across Kentucky, 40 credits each: a search that stopped early offered no route."""
    for start, goal, company in ((11, 41, 0), (11, 41, 1), (13, 14, 2), (14, 15, 0)):
        (state,) = questions(built(KENTUCKY), [(start, goal)], 40)
        sought = offers(state, (company,))
        assert sought.complete
        assert sought.routes
        assert compare(state, (company,), WORTHS[:1])
        text = written(state, sought.routes[0], (company,))
        assert len(text.split("-")) > 10


@pytest.mark.rule("dampfross", "R11.6")
def test_no_question_of_a_recorded_network_needs_a_tenth_of_the_fronts() -> None:
    """A search that has to stop would say so; it is far from it."""
    for state in questions(built(KENTUCKY), pairs("fronts", 60), 40):
        for company in range(len(state.companies)):
            known = lines_for(state, (company,))
            assert state.race is not None
            for start, goals in state.race.ways:
                best(known, start, goals, CHEAPEST, limits(state, (company,)))
            assert known.work.left > 0.9 * routes.FRONTS


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.rule("dampfross", "R11.6")
@pytest.mark.parametrize("grow", [False, True])
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_no_route_of_many_races_is_better(path: Path, grow: bool) -> None:  # noqa: FBT001
    """Every race that can be drawn, by all four prices."""
    rng, said = Random(path.stem), 0
    network = grown(path) if grow else built(path)
    for state in questions(network, list(product(NUMBERS, NUMBERS)), rng.choice((15, 40))):
        players = [n for n, company in enumerate(state.companies) if company.seat >= 0]
        for companies in ((rng.choice(players),), tuple(rng.sample(players, 2))):
            said += compare(state, companies, WORTHS)
    assert said > 2000
