"""The lobby: what can be looked for, and what a list says about a table."""

from __future__ import annotations

import pytest

from tests.web.test_accounts import made, opened, stop_the_clock
from tests.web.visit import Visit

FRIEND = {"seat-2": "elsewhere"}


def test_search_by_speed_and_rating(visit: Visit) -> None:
    """Each filter finds what it says."""
    ada = made(visit)
    tables = {
        "live": opened(ada, **FRIEND, hours="live:900:10", rated="1"),
        "days": opened(ada, **FRIEND, hours="24"),
        "none": opened(ada, **FRIEND),
    }
    guest = visit.browser()
    for speed, table in tables.items():
        text = guest.get(f"/search?speed={speed}").text
        assert [it in text for it in tables.values()] == [it == table for it in tables.values()]
    rated, other = (guest.get(f"/search?rated={value}").text for value in ("yes", "no"))
    assert [it in rated for it in tables.values()] == [True, False, False]
    assert [it in other for it in tables.values()] == [False, True, True]
    both = guest.get("/search?speed=live&rated=no").text
    assert not any(it in both for it in tables.values())


@pytest.mark.parametrize("query", ["speed=fast", "rated=maybe"])
def test_a_filter_that_is_none_is_refused_by_its_name(visit: Visit, query: str) -> None:
    """As the others are."""
    answer = visit.browser().get(f"/search?{query}")
    assert answer.status_code == 400
    assert query.partition("=")[2] in answer.text


def test_cards_say_how_a_table_is_set_up(visit: Visit) -> None:
    """Before one goes there."""
    ada = made(visit)
    opened(ada, **FRIEND, hours="live:900:10", rated="1")
    guest = visit.browser()
    for path, free in (("/", "Tables with a free seat"), ("/search", "a seat is free")):
        text = guest.get(path).text
        for words in ("15 min + 10 s a move", "rated", free):
            assert words in text


@pytest.mark.parametrize(
    ("fields", "words", "is_usual"),
    [
        ({"hours": "24"}, "out of time, a bot that plays to win takes over", True),
        ({"hours": "24", "late": "random"}, "a bot that plays anything takes over", False),
        ({"hours": "24", "late": "wait"}, "no bot takes over", False),
        ({}, "", True),
    ],
)
def test_a_table_says_who_takes_over(
    visit: Visit, fields: dict[str, str], words: str, *, is_usual: bool
) -> None:
    """On its own page always, where there is a clock; in a list what is not usual."""
    ada = made(visit)
    table = opened(ada, **FRIEND, **fields)
    for path, is_said in ((f"/t/{table}", bool(words)), ("/search", not is_usual)):
        text = visit.browser().get(path).text
        assert ("takes over" in text) == is_said
        assert words in text or not is_said


def test_searching_has_its_limit(visit: Visit) -> None:
    """Nobody reads the whole lobby a thousand times."""
    stop_the_clock(visit)
    guest = visit.browser()
    answers = [guest.get("/search?page=1000").status_code for _ in range(61)]
    assert answers[:60] == [200] * 60
    assert answers[60] == 429
