"""Passing says what it means, and it is so; nobody's part is ended by one key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.contract.parcels import PARCELS
from tests.contract.passes import Facts, facts, untold
from tests.contract.previews import positions
from trainshed.core import Match, Passing, loads, say
from trainshed.games import game, games
from trainshed.testing import Setup, setups

RECORDS = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize("name", sorted(games()))
def test_what_passing_means_is_so(name: str) -> None:
    """In positions of random games."""
    laws, known = game(name), facts(name)
    for setup in setups(laws, "passes")[:6]:
        for state in positions(laws, setup, every=5):
            assert not [*untold(laws, known, state)]


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.record")), ids=lambda path: path.stem)
def test_what_passing_means_is_so_in_a_recorded_game(path: Path) -> None:
    """In positions of every kind."""
    record = loads(path.read_text(encoding="utf-8"))
    laws, known = game(record.game), facts(record.game)
    match: Match[Any, Any] = Match.replay(laws, record, trusted=True)
    moves = [move for move in match.history if move.seat >= 0]
    kinds: set[type] = set()
    for number, move in enumerate(moves):
        kind = type(move.before.stack[-1])
        if kind not in kinds or number % 10 == 0:
            kinds.add(kind)
            assert not [*untold(laws, known, move.before)], number


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", sorted(games()))
def test_what_passing_means_is_so_in_many_games(name: str) -> None:
    """The same at length, with every pair of options."""
    laws, known = game(name), facts(name)
    for part in range(2):
        for setup in setups(laws, f"passes {part}"):
            for state in positions(laws, setup, every=3):
                assert not [*untold(laws, known, state)]


NOTHING = say("nothing")


def _faults(passing: Passing | None, known: Facts) -> list[str]:
    """What is wrong where every answer of a game is said to be a pass."""
    laws = replace(PARCELS, passing=lambda action, state: passing)
    state = next(positions(laws, Setup(2, {}, "1"), 1))
    return [*untold(laws, known, state)]


def test_a_sentence_that_errs_is_found() -> None:
    """One without a fact, and one that is not so."""
    assert "has no fact" in _faults(Passing((NOTHING,)), {})[0]
    assert "says" in _faults(Passing((NOTHING,)), {NOTHING.msgid: lambda told: False})[0]


def test_what_ends_ones_part_is_asked_for_twice() -> None:
    """Where others are asked next, though nothing is lost; not where it can be taken back."""
    laws = replace(PARCELS, passing=lambda action, state: Passing((NOTHING,)))
    for state in positions(laws, Setup(2, {}, "1"), 1):
        actor, offered = laws.actor(state), laws.actions(state)
        for action in offered:
            is_on = laws.actor(laws.play(state, action)) == actor
            assert bool(laws.sure(state, action)) == (len(offered) > 1 and not is_on)
