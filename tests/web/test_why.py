"""Why not: every place on the board has an answer, and an allowed one is told so."""

from __future__ import annotations

from tests.web.visit import Visit
from trainshed.core import Seat, language
from trainshed.web.printing.page import Sitting, why


def test_an_allowed_place_is_told_so(visit: Visit) -> None:
    """Asking about any offer is no mistake of the site."""
    browser = visit.browser()
    match = visit.match(browser.open())
    assert match.actor is not None
    sitting = Sitting(mine=(match.actor,), language=language("en"))
    for action in match.game.actions(match.state):
        first, *rest = match.game.target(action, match.state)
        if rest:
            found = why(match, sitting, under=first, key=rest[0])
            assert found is not None
            assert "allowed" in found[0]


def test_a_forbidden_place_names_the_rule(visit: Visit) -> None:
    """An engine does not fly."""
    browser = visit.browser()
    match = visit.match(browser.open())
    sitting = Sitting(mine=(Seat(0), Seat(1)), language=language("en"))
    found = why(match, sitting, under="engine:GWR", key="hex:A2")
    assert found is not None
    assert found[1] == "R5.1"
