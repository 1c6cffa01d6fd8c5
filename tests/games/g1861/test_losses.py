"""What is lost by an action is said before it, though it follows by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.contract.previews import positions, sample
from trainshed.core import Match, loads
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Forfeits, Seized
from trainshed.games.g1861.box import CHARTERS
from trainshed.games.g1861.state import State
from trainshed.games.g1861.turn import Turn
from trainshed.testing import setups

RECORDS = Path(__file__).parents[2] / "records"


def _company(state: State) -> str:
    """The company whose turn it is."""
    turns = (step.company for step in reversed(state.stack) if isinstance(step, Turn))
    number = next(turns, None)
    return "" if number is None else CHARTERS[number].id


def _recorded() -> Iterator[State]:
    for path in sorted(RECORDS.glob("1861-*.record")):
        match: Match[Any, Any] = Match.replay(GAME, loads(path.read_text(encoding="utf-8")))
        yield from (move.before for move in match.history if move.seat >= 0 and not move.alone)


def _random() -> Iterator[State]:
    for setup in setups(GAME, "losses")[:4]:
        yield from positions(GAME, setup, every=5)


def _unsaid(state: State, action: Any) -> bool:  # noqa: ANN401
    """Whether an action loses the company whose turn it is, and does not say so."""
    company = _company(state)
    taken = [it for it in GAME.play(state, action).news if isinstance(it, Seized)]
    if all(it.company != company for it in taken):
        return False
    said = [it for it in GAME.brings(state, action) if isinstance(it, Forfeits | Seized)]
    passing = GAME.passing(action, state)
    is_asked_twice = passing is None or passing.sure is not None
    return all(it.company != company for it in said) or not is_asked_twice


def _faults(states: Iterator[State]) -> Iterator[str]:
    rng = Random(1)
    for state in states:
        if _company(state):
            for action in sample(GAME, state, rng):
                if _unsaid(state, action):
                    yield f"{type(state.stack[-1]).__name__}: {action}"


def test_no_company_is_lost_unsaid() -> None:
    """By a tile that leaves no money for a train, by passing, by a private, by a dividend."""
    assert not [*_faults(_recorded())]


def test_no_company_is_lost_unsaid_in_random_games() -> None:
    """The same where anything is played."""
    assert not [*_faults(_random())]
