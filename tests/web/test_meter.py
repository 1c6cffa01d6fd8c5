"""What the site tells of itself, and to whom."""

from __future__ import annotations

from tests.web.test_accounts import opened
from tests.web.visit import Visit


def test_answers_and_moves_are_counted(visit: Visit) -> None:
    """By kind of page, not by table."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada)
    match = visit.match(table)
    line = str(match.game.actions(match.state)[0])
    ada.post(f"/t/{table}/play", {"version": str(match.version), "action": line})
    text = ada.get("/metrics").text
    assert "trainshed_moves_total 1.0" in text
    assert 'route="/t/{table}/play"' in text
    assert table not in text
    assert "trainshed_checkpoint_age_seconds 0." in text


def test_a_process_that_there_is_not_has_no_figures(visit: Visit) -> None:
    """Whoever counts its figures would count others twice."""
    ada = visit.browser()
    assert ada.get("/metrics?process=0").status_code == 200
    assert ada.get("/metrics?process=1").status_code == 404
    assert ada.get("/metrics?process=x").status_code == 404


def test_nobody_else_is_told(visit: Visit) -> None:
    """Only this machine."""
    visit.client._transport.client = ("203.0.113.9", 1)  # type: ignore[attr-defined]
    assert visit.browser().get("/metrics").status_code == 404
