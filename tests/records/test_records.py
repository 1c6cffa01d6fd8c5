"""Complete games replay to the scores they had; a new bug's record joins the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainshed.core import Match, loads
from trainshed.games import game

RECORDS = sorted(Path(__file__).parent.glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    """Every line is legal and the final scores are those of the comment at the end."""
    text = path.read_text(encoding="utf-8")
    scores = tuple(int(word) for word in text.rsplit("# scores", 1)[1].split())
    record = loads(text)
    match = Match.replay(game(record.game), record)
    assert match.actor is None
    assert match.game.scores(match.state) == scores
    assert len(match.history) == len(record.lines)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_trusted_lines_lead_to_the_same_moves(path: Path) -> None:
    """What a site has checked before it was kept need not be checked when a table is opened."""
    record = loads(path.read_text(encoding="utf-8"))
    match = Match.replay(game(record.game), record)
    again = Match(match.game, seats=record.seats, options=match.options, lot=False)
    again.resume([(line.seat, str(line.action)) for line in match.log], trusted=True)
    assert again.history == match.history
