"""Random games by the hundred every day, by the thousand in `make long`."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import pytest

from trainshed.bots import answer
from trainshed.bots.random import RandomBot
from trainshed.core import CHANCE, Game, draw, dumps
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
            action = answer(found, bot, state, actor, rng)
        lines.append(str(action))
        state = found.play(state, action)
        broken = list(found.check(state))
        if broken or len(lines) > found.bound:
            match = Match(found, seats=seats, options=chosen, seed=seed, lot=False)
            return [*broken, dumps(match.record(whole=True)), *lines]
    return []


DAILY = {"rocket": 100, "1861": 24, "russian": 100, "dampfross": 40, "tycoon": 40}
LONG = {"rocket": 10_000, "1861": 1_000, "russian": 10_000, "dampfross": 5_000, "tycoon": 5_000}
"""How many games of each are played, in `make test` and in `make long`."""


def _tasks(counts: dict[str, int]) -> list[tuple[str, int, dict[str, object], int]]:
    """Every number of seats in turn, and values of the options by lot."""
    tasks = []
    for key, found in games().items():
        choices = {name: values for name, values in found.choices().items() if values}
        for number in range(counts.get(key, 24)):
            lot = Random(f"{key}/{number}")
            seats = found.seats[number % len(found.seats)]
            options = _drawn(found, choices, seats, lot)
            tasks.append((key, seats, options, number))
    return tasks


def _drawn(
    found: Game[Any, Any, Any], choices: dict[str, tuple[Any, ...]], seats: int, lot: Random
) -> dict[str, object]:
    """Values by lot that go together, and with so many seats."""
    while True:
        options = {name: lot.choice(values) for name, values in choices.items()}
        if found.takes(found.read_options(options), seats):
            return options


@pytest.mark.parametrize("part", range(4))
def test_random_games_keep_every_invariant(part: int) -> None:
    """Money, shares, markers, tiles and stations are conserved after every action."""
    for task in _tasks(DAILY)[part::4]:
        assert not _violations(task)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("key", games())
def test_thousands_of_random_games_keep_every_invariant(key: str) -> None:
    """The same for many more games."""
    tasks = [task for task in _tasks(LONG) if task[0] == key]
    with ProcessPoolExecutor(2) as pool:
        for broken in pool.map(_violations, tasks, chunksize=20):
            assert not broken
