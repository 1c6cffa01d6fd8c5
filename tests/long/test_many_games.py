"""Random games by the hundred every day, by the ten thousand in `make long`."""

from __future__ import annotations

import itertools
from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest

from trainshed.bots.random import RandomBot
from trainshed.core import CHANCE, draw, dumps
from trainshed.core.match import Match
from trainshed.games import game, games


def _violations(task: tuple[str, int, dict[str, object], int]) -> list[str]:
    """Play one random game; every violated invariant, with the record that shows it."""
    key, seats, options, number = task
    found, bot, rng = game(key), RandomBot(), Random(number)
    chosen = found.read_options(options)
    state = found.start(chosen, seats)
    seed, chances, lines = f"many/{number}", 0, []
    while (actor := found.actor(state)) is not None:
        if actor == CHANCE:
            action = draw(found.odds(state), seed, chances)
            chances += 1
        else:
            action = bot.choose(found, state, found.actions(state), rng)
        lines.append(str(action))
        state = found.play(state, action)
        broken = list(found.check(state))
        if broken or len(lines) > found.bound:
            match = Match(found, seats=seats, options=chosen, seed=seed, lot=False)
            return [*broken, dumps(match.record(whole=True)), *lines]
    return []


def _tasks(count: int) -> list[tuple[str, int, dict[str, object], int]]:
    """Set-ups in turn: every number of seats, every value of every option, in all products."""
    tasks = []
    for key, found in games().items():
        choices = {name: values for name, values in found.choices().items() if values}
        product = itertools.cycle(itertools.product(found.seats, *choices.values()))
        for number, (seats, *values) in zip(range(count), product, strict=False):
            tasks.append((key, seats, dict(zip(choices, values, strict=True)), number))
    return tasks


@pytest.mark.parametrize("part", range(4))
def test_a_hundred_random_games_keep_every_invariant(part: int) -> None:
    """Money, shares, markers, tiles and stations are conserved after every action."""
    for task in _tasks(100)[part::4]:
        assert not _violations(task)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_thousand_random_games_keep_every_invariant() -> None:
    """The same for 10,000 games, in the full product of seats and options."""
    with ProcessPoolExecutor(2) as pool:
        for broken in pool.map(_violations, _tasks(10_000), chunksize=50):
            assert not broken
