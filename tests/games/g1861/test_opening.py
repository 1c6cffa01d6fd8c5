"""A stored game is found again without asking for all that companies reach."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from trainshed.core import Match, loads
from trainshed.games.g1861 import GAME, merger, reach
from trainshed.games.g1861.actions import Lay
from trainshed.games.g1861.box import RSR
from trainshed.games.g1861.state import State
from trainshed.games.g1861.track import Laying
from trainshed.games.g1861.turn import Turn

EVENING = Path(__file__).parents[2] / "records" / "1861-4-greedy.record"


def evening() -> Match[Any, Any]:
    return Match.replay(GAME, loads(EVENING.read_text(encoding="utf-8")))


def questions(state: State) -> list[Laying]:
    """Whether a company would build: its first tile, or a second one beside some hex."""
    standing = dict.fromkeys(who for who, _, _ in state.stations if who != RSR)
    hexes = [hex_ for _, hex_, _ in state.stations]
    return [
        Laying(company, laid, upgraded=upgraded)
        for company in standing
        for laid, upgraded in ((-1, False), (hexes[0], False), (hexes[-1], True))
    ]


def test_what_is_open_at_once_is_offered() -> None:
    """Wherever a tile is found without all that a company reaches, there is one to lay."""
    told: list[tuple[bool, bool]] = []
    for move in evening().history[::9]:
        for question in questions(move.after):
            state = move.after.push(Turn(question.company, owed=0))
            offered = any(isinstance(it, Lay) for it in question.offers(state))
            told.append((question.is_open(state), offered))
    assert (True, False) not in told
    assert told.count((True, True)) > 4 * told.count((False, True))
    assert told.count((False, False)) > 50


def test_an_old_game_is_found_again_with_few_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Far fewer than companies were asked what they build."""
    match = evening()
    lines = [(line.seat, str(line.action)) for line in match.log]
    asked = sum(isinstance(line.action, Lay) for line in match.log)
    searches: list[object] = []
    for module in (reach, merger):
        monkeypatch.setattr(module, "reach", _noted(module.reach, searches))
    reach.reached_by.cache_clear()
    merger._free_reach.cache_clear()
    again = Match(GAME, seats=match.start.seats, options=match.options, lot=False)
    again.resume(lines, trusted=True)
    assert again.history == match.history
    assert 0 < len(searches) < asked


def _noted(search: Any, notes: list[object]) -> Any:  # noqa: ANN401 - a function
    def noted(*values: Any) -> Any:  # noqa: ANN401
        notes.append(values)
        return search(*values)

    return noted
