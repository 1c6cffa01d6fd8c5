"""What is said of the choices in recorded games is so when they have been played."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.contract.previews import faults, sample, tables
from trainshed.core import Match
from trainshed.core.record import Record, loads
from trainshed.games import game

RECORDS = sorted(Path(__file__).parent.parent.joinpath("records").glob("*.record"))
FAULTS = 20
"""So many are shown."""


def untrue(record: Record, every: int) -> tuple[int, dict[str, None]]:
    """How many choices of a record were looked at, and what is wrong with them."""
    laws = game(record.game)
    known, rng, seen = tables(record.game), Random(record.game), 0
    found: dict[str, None] = {}
    match: Match[Any, Any] = Match.replay(laws, record, trusted=True)
    moves = [move for move in match.history if move.seat >= 0]
    kinds: set[type] = set()
    for number, move in enumerate(moves):
        kind = type(move.before.stack[-1])
        if kind in kinds and number % every:
            continue
        kinds.add(kind)
        for action in sample(laws, move.before, rng):
            seen += 1
            found |= dict.fromkeys(faults(laws, known, move.before, action))
    return seen, found


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_previews_in_a_recorded_game_tell_the_truth(path: Path) -> None:
    """A position of every kind, and a few more."""
    seen, found = untrue(loads(path.read_text(encoding="utf-8")), every=40)
    assert not found, "\n".join([*found][:FAULTS])
    assert seen


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_all_previews_in_a_recorded_game_tell_the_truth(path: Path) -> None:
    """Every position of the game."""
    seen, found = untrue(loads(path.read_text(encoding="utf-8")), every=1)
    assert not found, "\n".join([*found][:FAULTS])
    assert seen
