"""1861: random play, answers, drawing, replay."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from trainshed.board import svg
from trainshed.bots import answer, bot, simulate
from trainshed.core import CHANCE, Match, Reader, Route, language
from trainshed.games import game

GAME = game("1861")


def random_play() -> tuple[float, str]:
    """Decisions a second of random play with legality checked, trains run at once."""
    players, best = [bot("random")] * 4, 0.0
    for round_ in range(3):
        start = perf_counter()
        actions = sum(
            simulate(GAME, players, seed=f"bench/{round_}/{number}").length for number in range(3)
        )
        best = max(best, actions / (perf_counter() - start))
    return best, "actions/s"


def answers() -> list[float]:
    """The time for each action of random play, its list of answers included, in order."""
    rng, times = Random(1), []
    for number in range(3):
        match = Match(GAME, seats=4, seed=f"slow/{number}")
        while (actor := match.actor) not in (None, CHANCE):
            assert actor is not None
            state = match.state
            action: Any = answer(GAME, bot("random"), state, actor, rng)
            start = perf_counter()
            after = GAME.play(state, action)
            if after.stack and not isinstance(after.stack[-1], Route):
                GAME.actions(after)
            times.append(perf_counter() - start)
            match.play(actor, action)
    return sorted(times)


def most_answers() -> tuple[float, str]:
    """98 of 100 actions take no longer than this."""
    times = answers()
    return 1000 * times[int(0.98 * len(times))], "ms"


def slowest_answer() -> tuple[float, str]:
    """The longest time for one action."""
    return 1000 * answers()[-1], "ms"


def drawing() -> tuple[float, str]:
    """A full board as SVG, its ground included: the best of twenty."""
    match = _played()
    reader = Reader(language("en"), match.names)
    best = float("inf")
    for _ in range(20):
        start = perf_counter()
        svg(GAME.scene(match.state), reader=reader)
        best = min(best, perf_counter() - start)
    return 1000 * best, "ms"


def replaying() -> tuple[float, str]:
    """A whole recorded game replayed."""
    record = _played().record(whole=True)
    start = perf_counter()
    Match.replay(GAME, record)
    return 1000 * (perf_counter() - start), "ms"


def _played() -> Match[Any, Any]:
    match, rng = Match(GAME, seats=4, seed="bench"), Random(2)
    while (actor := match.actor) is not None:
        match.play(actor, answer(GAME, bot("random"), match.state, actor, rng))
    return match


BENCHMARKS = {
    "1861-random-play": random_play,
    "1861-98th-answer": most_answers,
    "1861-slowest-answer": slowest_answer,
    "1861-drawing": drawing,
    "1861-replay": replaying,
}
