"""Every cache has a name, a size on /metrics, and a most that it holds or few values to hold."""

from __future__ import annotations

import re

from tests.core.test_history import played
from tests.web.visit import Visit
from trainshed.core import recall
from trainshed.games import games
from trainshed.web import caches

FEW = 8000
"""What is remembered without a limit comes from the box of a game, or from our own files."""


def test_caches_are_on_the_metrics(visit: Visit) -> None:
    """Those of functions, of values known by identity, and those that parts of the site own."""
    ada = visit.browser()
    ada.get(f"/t/{ada.open()}")
    text = ada.get("/metrics").text
    held = dict(re.findall(r'^trainshed_cache_held\{cache="(.+)"\} (\S+)', text, re.MULTILINE))
    most = dict(re.findall(r'^trainshed_cache_most\{cache="(.+)"\} (\S+)', text, re.MULTILINE))
    for name in ("matches", "lines", "parts", "wholes", "events", "cards", "buckets.table"):
        assert float(held[name]) <= float(most[name])
    assert float(held["matches"]) == 1
    assert float(held["web.printing.html._words"]) > 0
    assert float(held["web.printing.html._enamels"]) > 0
    assert most["web.printing.html._enamels"] == "128.0"


def test_a_cache_without_a_most_has_few_values_to_hold(visit: Visit) -> None:
    """However many games are played: nothing in it comes from a visitor or from a position."""
    for name in games():
        for seed in "ab":
            played(name, 300, seed)
    endless = {name: it.held for name, it in caches.functions() if it.most is None}
    assert len(endless) > 50
    assert {name: held for name, held in endless.items() if held > FEW} == {}


def test_what_is_recalled_tells_its_size() -> None:
    """As what `lru_cache` wraps does."""

    @recall.recalled(2)
    def same(value: object) -> object:
        return value

    values = [object() for _ in range(3)]
    assert [same(it) for it in values] == values
    told = same.cache_info()  # type: ignore[attr-defined]
    assert (told.currsize, told.maxsize) == (2, 2)
