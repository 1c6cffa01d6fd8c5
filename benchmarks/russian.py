"""Russian Railroads: random play, answers, drawing, replay."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from trainshed.board import svg
from trainshed.bots import answer, bot, simulate
from trainshed.core import CHANCE, Match, Reader, language
from trainshed.games import game

GAME = game("russian")


def random_play() -> tuple[float, str]:
    """Decisions a second of random play with legality checked: the best of five rounds."""
    players, best = [bot("random")] * 4, 0.0
    for round_ in range(5):
        start = perf_counter()
        actions = sum(
            simulate(GAME, players, seed=f"bench/{round_}/{number}").length for number in range(30)
        )
        best = max(best, actions / (perf_counter() - start))
    return best, "actions/s"


def slowest_answer() -> tuple[float, str]:
    """The longest time for one action of random play, its list of answers included."""
    rng, worst = Random(1), 0.0
    for number in range(10):
        match = Match(GAME, seats=4, seed=f"slow/{number}")
        while (actor := match.actor) not in (None, CHANCE):
            assert actor is not None
            state = match.state
            action: Any = answer(GAME, bot("random"), state, actor, rng)
            start = perf_counter()
            GAME.actions(GAME.play(state, action))
            worst = max(worst, perf_counter() - start)
            match.play(actor, action)
    return 1000 * worst, "ms"


def drawing() -> tuple[float, str]:
    """All boards as SVG: the best of twenty."""
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
        match.play(actor, answer(GAME, bot("greedy"), match.state, actor, rng))
    return match


BENCHMARKS = {
    "russian-random-play": random_play,
    "russian-slowest-answer": slowest_answer,
    "russian-drawing": drawing,
    "russian-replay": replaying,
}
