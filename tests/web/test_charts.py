"""The charts of a game, during the game and after it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.adapters.site import Site
from tests.web.test_import import bring, played, table_of
from tests.web.visit import Visit
from trainshed.core import Match, Reader, dumps, language
from trainshed.games import game
from trainshed.web.printing.progress import is_secret, points, progress

READER = Reader(language("en"), ("Ada", "Ben", "Cem"))


@pytest.fixture(scope="module")
def rails() -> Site:
    """A whole game of 1861."""
    site = Site(3, "charts", noise=False)
    site.run()
    return site


def test_a_game_with_rounds_has_a_point_for_each(visit: Visit, rails: Site) -> None:
    """The last of them is the end; prices are there while a company is in play."""
    table = table_of(bring(visit.browser(), json.dumps(rails.export())))
    match = visit.match(table)
    found = progress(match, READER)
    assert found.chapters[0] == "auction"
    assert found.chapters[1].startswith("S")
    assert len(found.chapters) == len(set(found.chapters)) == len(found.moves)
    assert not found.by_turn
    by_key = {curve.key: curve for curve in found.curves}
    assert list(by_key)[:3] == ["worth", "cash", "shares"]
    ends = tuple(series.values[-1] for series in by_key["worth"].series)
    assert ends == match.game.scores(match.state)
    minors = {series.key: series for series in by_key["minors"].series}
    assert minors["N"].values[0] is None
    assert any(minors["N"].values)
    assert {series.livery for series in minors.values()} == {"cream"}
    assert any(name.startswith("phase") for _, name in found.events)
    assert all(0 <= n < len(found.chapters) for n, _ in found.events)


def test_a_game_without_rounds_has_a_point_for_each_turn() -> None:
    """As Rocket always had."""
    match = played()
    found = progress(match, READER)
    assert found.by_turn
    assert found.chapters[0] in {"0", "1"}
    assert len(found.chapters) == len(points(match, match.version))
    assert found.curves[0].key == "worth"


TITLES = {
    "rocket": "Fortune",
    "dampfross": "Fortune",
    "1861": "Fortune",
    "russian": "Points",
    "tycoon": "Points",
}


@pytest.mark.parametrize(("name", "title"), TITLES.items())
def test_the_first_chart_is_called_what_the_result_is(name: str, title: str) -> None:
    """Money, but where points are counted in the end."""
    laws = game(name)
    match: Match[Any, Any] = Match(laws, seats=max(laws.seats), seed="charts")
    for _ in range(10):
        assert match.actor is not None
        match.play(match.actor, laws.actions(match.state)[0])
    found = progress(match, Reader(language("en"), match.names))
    assert found.curves[0].title == title


def test_all_charts_have_a_table(visit: Visit, rails: Site) -> None:
    """Whoever cannot see them reads the same numbers."""
    browser = visit.browser()
    table = table_of(bring(browser, json.dumps(rails.export())))
    text = browser.get(f"/t/{table}/charts").text
    drawings = text.count('class="fortune ')
    assert drawings >= 10
    assert text.count("<table>") * 2 == drawings  # drawn once more for phones
    assert all(label for label in re.findall(r'role="img"[^>]*aria-label="([^"]*)"', text))
    over = browser.get(f"/t/{table}").text
    assert f'href="/t/{table}/charts"' in over
    assert "Fortune, round by round" in over


def test_a_running_game_has_charts(visit: Visit) -> None:
    """Of 1861 everything is open; before the first move there is nothing to show."""
    browser = visit.browser()
    fields = {"game": "1861", "seats": "2", "seat-1": "here", "seat-2": "here"}
    fields["option-edition"] = "reprint"
    answer = browser.post("/tables", fields)
    table = table_of(answer)
    for _ in range(8):
        assert browser.play(table).status_code == 200
    text = browser.get(f"/t/{table}/charts").text
    assert 'class="fortune wide"' in text
    assert "Back to the table" in text


def test_secrets_stay_secret(visit: Visit) -> None:
    """While money is hidden there are no charts, not even one's own; with open money there are."""
    browser = visit.browser()
    table = browser.open(option_open_money="false")
    for _ in range(6):
        browser.play(table)
    assert is_secret(visit.match(table), None)
    text = browser.get(f"/t/{table}/charts").text
    assert 'class="fortune' not in text
    assert "still secret" in text


def test_a_short_record_is_no_trouble(visit: Visit) -> None:
    """One point, or none."""
    browser = visit.browser()
    for moves in (1, 2):
        table = table_of(bring(browser, dumps(played(moves).record(whole=True))))
        assert browser.get(f"/t/{table}/charts").status_code == 200
    assert game("rocket").curves is None
