"""Every game: random play, answers, drawing, replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from trainshed.board import svg
from trainshed.bots import answer, bot, simulate
from trainshed.core import CHANCE, Match, Reader, Route, language
from trainshed.games import games

SEATS = 4
LENGTH = 1500
"""About how many decisions one round of a measurement takes."""


def random_play(name: str) -> tuple[float, str]:
    """Decisions a second of random play with legality checked: the best of five rounds."""
    players, best = [bot("random")] * SEATS, 0.0
    for round_ in range(5):
        actions, start = 0, perf_counter()
        while actions < LENGTH:
            seed = f"bench/{round_}/{actions}"
            actions += simulate(games()[name], players, seed=seed).length
        best = max(best, actions / (perf_counter() - start))
    return best, "actions/s"


def answers(name: str, part: float) -> tuple[float, str]:
    """The time within which a part of all actions is answered, with the next list of answers."""
    game, rng = games()[name], Random(1)
    times: list[float] = []
    while len(times) < LENGTH:
        match = Match(game, seats=SEATS, seed=f"slow/{len(times)}")
        while (actor := match.actor) not in (None, CHANCE):
            assert actor is not None
            action: Any = answer(game, bot("random"), match.state, actor, rng)
            start = perf_counter()
            after = game.play(match.state, action)
            if after.stack and not isinstance(after.stack[-1], Route):
                game.actions(after)
            times.append(perf_counter() - start)
            match.play(actor, action)
    return 1000 * sorted(times)[int(part * (len(times) - 1))], "ms"


def drawing(name: str) -> tuple[float, str]:
    """A whole board as SVG, its ground included: the best of twenty."""
    match = _played(name)
    reader = Reader(language("en"), match.names)
    best = float("inf")
    for _ in range(20):
        start = perf_counter()
        svg(match.game.scene(match.state), reader=reader)
        best = min(best, perf_counter() - start)
    return 1000 * best, "ms"


def replaying(name: str) -> tuple[float, str]:
    """A whole recorded game replayed."""
    match = _played(name)
    record = match.record(whole=True)
    start = perf_counter()
    Match.replay(match.game, record)
    return 1000 * (perf_counter() - start), "ms"


def _played(name: str) -> Match[Any, Any]:
    match, rng = Match(games()[name], seats=SEATS, seed="drawing"), Random(7)
    while (actor := match.actor) is not None:
        match.play(actor, answer(match.game, bot("random"), match.state, actor, rng))
    return match


MEASURES: dict[str, Callable[[str], tuple[float, str]]] = {
    "random": random_play,
    "98th-answer": partial(answers, part=0.98),
    "slowest-answer": partial(answers, part=1.0),
    "svg": drawing,
    "replay": replaying,
}
BENCHMARKS = {
    f"{name}-{measure}": partial(takes, name)
    for name in games()
    for measure, takes in MEASURES.items()
}
