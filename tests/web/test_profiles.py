"""Profiles: what others see of somebody, and what they do not."""

from __future__ import annotations

import pytest

from tests.web.test_accounts import made, opened
from tests.web.test_ratings import ended, owner
from tests.web.visit import Visit
from trainshed.web.people import profiles


def test_what_is_open_to_all_is_listed(visit: Visit) -> None:
    """Running and finished tables; what was played behind a link is for oneself."""
    ada = made(visit)
    running, hidden = opened(ada, name="Running club"), opened(ada, name="Hidden club")
    visit.set(hidden, access="invited")
    seats = [(owner(visit, "Ada"), "human"), (None, "greedy")]
    past, secret = ended(visit, ada, seats, [1, 2]), ended(visit, ada, seats, [1, 2])
    visit.set(secret, access="link")
    page = visit.browser().get("/people/Ada").text
    assert f"/t/{running}" in page
    assert f"/t/{past}" in page
    assert f"/t/{hidden}" not in page
    assert f"/t/{secret}" not in page
    own = ada.get("/people/Ada").text
    assert f"/t/{secret}" in own
    assert f"/t/{hidden}" not in own


def test_opponents_with_an_account_are_linked(visit: Visit) -> None:
    """By the name that they have now, others by the name of their seat; each table once."""
    ada = made(visit)
    made(visit, name="Ben")
    seats = [(owner(visit, "Ada"), "human"), (owner(visit, "Ben"), "human")]
    ended(visit, ada, seats, [1, 2])
    ended(visit, ada, seats, [1, 2])
    ended(visit, ada, [(owner(visit, "Ada"), "human"), ("a guest", "human")], [1, 2])
    page = visit.browser().get("/people/Ada").text
    assert '<a href="/people/Ben">Ben</a> (2), Bob (1)' in page


def test_with_whom_one_plays_in_private_is_private(visit: Visit) -> None:
    """One sees it oneself, and nobody else."""
    ada = made(visit)
    made(visit, name="Ben")
    seats = [(owner(visit, "Ada"), "human"), (owner(visit, "Ben"), "human")]
    visit.set(ended(visit, ada, seats, [1, 2]), access="invited")
    assert "/people/Ben" in ada.get("/people/Ada").text
    assert "/people/Ben" not in visit.browser().get("/people/Ada").text


def test_who_has_played_nothing_has_an_empty_page(visit: Visit) -> None:
    """And nobody has none; capitals make no difference."""
    ada, stranger = made(visit), visit.browser()
    texts = [browser.get("/people/ada").text for browser in (ada, stranger)]
    assert all("No game has ended yet." in text for text in texts)
    assert ["Open a table" in text for text in texts] == [True, False]
    assert visit.browser().get("/people/nobody").status_code == 404


def test_results_are_told_by_game_and_seats(visit: Visit) -> None:
    """How many games, victories, and the mean place."""
    ada = made(visit)
    seats = [(owner(visit, "Ada"), "human"), (None, "greedy")]
    ended(visit, ada, seats, [1, 2])
    ended(visit, ada, seats, [2, 1])
    page = visit.browser().get("/people/Ada").text
    assert "Stephenson’s Rocket" in page
    assert "<td>2</td><td>2</td><td>1</td><td>1.5</td>" in page


def test_all_results_count_and_the_newest_games_are_listed(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that are not listed are found by the search, which is offered only then."""
    monkeypatch.setattr(profiles, "SHOWN", 2)
    ada, search = made(visit), "/search?word=Ada&amp;stage=finished"
    seats = [(owner(visit, "Ada"), "human"), (None, "greedy")]
    first = ended(visit, ada, seats, [2, 1])
    second = ended(visit, ada, seats, [1, 2])
    assert search not in visit.browser().get("/people/Ada").text
    visit.set(ended(visit, ada, seats, [1, 2]), access="link")
    assert search not in visit.browser().get("/people/Ada").text
    third = ended(visit, ada, seats, [1, 2])
    page = visit.browser().get("/people/Ada").text
    assert "<td>2</td><td>4</td><td>3</td><td>1.2</td>" in page
    assert page.index(f"/t/{third}") < page.index(f"/t/{second}")
    assert f"/t/{first}" not in page
    assert search in page
    assert f"/t/{first}" in visit.browser().get(search.replace("&amp;", "&")).text


def test_a_guest_has_nobody_to_follow_with(visit: Visit) -> None:
    """No buttons without an account, nor for oneself."""
    ada = made(visit)
    assert "/regard" not in visit.browser().get("/people/Ada").text
    assert "/regard" not in ada.get("/people/Ada").text
    assert "/people/Ada/regard" in made(visit, name="Ben").get("/people/Ada").text


def test_a_table_where_one_plays_is_opened_not_watched(visit: Visit) -> None:
    """Also from the page of somebody else who plays there."""
    ada, ben = made(visit), made(visit, name="Ben")
    table = opened(ada, **{"seat-2": "elsewhere"})
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    assert f'href="/t/{table}" aria-label="Open' in ben.get("/people/Ada").text
    assert f'href="/t/{table}" aria-label="Watch' in visit.browser().get("/people/Ada").text


def test_the_mean_place_is_written_as_the_language_does(visit: Visit) -> None:
    """With a comma in French."""
    ada = made(visit)
    seats = [(owner(visit, "Ada"), "human"), ("a guest", "human")]
    ended(visit, ada, seats, [2, 1])
    assert "<td>2.0</td>" in ada.get("/people/Ada").text
    ada.post("/settings", {"language": "fr"})
    assert "<td>2,0</td>" in ada.get("/people/Ada").text
