"""Random races over networks that were built in earnest keep every invariant."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from trainshed.bots import answer
from trainshed.bots.random import RandomBot
from trainshed.core import CHANCE, Match, draw, loads
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.state import State

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("dampfross-*.record"))


def built(path: Path) -> State:
    """The position of a recorded game when construction had ended."""
    match = Match.replay(GAME, loads(path.read_text(encoding="utf-8")))
    return next(move.after for move in match.history if move.after.operating)


def race(state: State, seed: str) -> State:
    """Random play to the end, every position sound."""
    rng, bot, chances = Random(seed), RandomBot(), 0
    while (actor := GAME.actor(state)) is not None:
        if actor == CHANCE:
            action = draw(GAME.odds(state), seed, chances)
            chances += 1
        else:
            chosen = answer(GAME, bot, state, actor, rng)
            action = GAME.read(str(chosen))
        state = GAME.play(state, action)
        assert not list(GAME.check(state))
    return state


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_random_races_keep_every_invariant(path: Path) -> None:
    """Routes drawn and offered, joint runs, charges, prizes and building between races."""
    start = built(path)
    for number in range(3):
        assert race(start, f"races/{number}").over


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_many_random_races_keep_every_invariant(path: Path) -> None:
    """The same, many more."""
    start = built(path)
    for number in range(200):
        assert race(start, f"many/{number}").over
