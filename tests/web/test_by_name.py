"""Where several people share a screen, everybody is called by name."""

from __future__ import annotations

from tests.web.visit import Visit
from trainshed.core import Seat, language
from trainshed.web.printing.page import Sitting, table_page


def test_people_at_one_screen_are_called_by_name(visit: Visit) -> None:
    """Nobody is “you” when two people sit here; one alone is."""
    browser = visit.browser()
    table = browser.open()
    browser.play(table)
    match = visit.match(table)
    english = language("en")
    both = Sitting(mine=(Seat(0), Seat(1)), language=english)
    page = table_page(match, both, table=table, name="")
    assert "You" not in page.prompt.caption.striptags()
    assert match.names[match.actor or 0] in page.prompt.caption
    assert not any("You " in entry.sentence.striptags() for entry in page.log)
    alone = Sitting(mine=(match.actor or Seat(0),), language=english)
    assert "Your turn" in table_page(match, alone, table=table, name="").prompt.caption
