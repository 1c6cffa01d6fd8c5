"""R9 Locomotives."""

from __future__ import annotations

import pytest

from tests.rules.tycoon.network_table import (
    accepts,
    act,
    assert_sound,
    cash,
    company,
    goods,
    lines,
    offers,
    points,
    routes,
    shares,
    ship,
    ships,
    skip_to,
    table,
)
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import Upgrade

PRICES = {2: 5_000, 3: 10_000, 4: 15_000, 5: 20_000, 6: 25_000, 7: 30_000, 8: 35_000}


@pytest.mark.rule("tycoon", "R9.1")
@pytest.mark.parametrize(("level", "price"), PRICES.items())
def test_the_price_is_that_of_the_new_level(level: int, price: int) -> None:
    state = act(company(table(), 0, level=level - 1, cash=40_000), Upgrade())
    assert state.railroads[0].level == level
    assert cash(state)[0] == 40_000 - price
    assert shares(state)[0] == 0
    assert_sound(state)


@pytest.mark.rule("tycoon", "R9.1")
@pytest.mark.parametrize(("level", "price"), PRICES.items())
def test_it_can_be_paid_with_shares(level: int, price: int) -> None:
    state = act(company(table(), 0, level=level - 1), Upgrade())
    assert shares(state)[0] == price // 5_000
    assert cash(state)[0] == 0


@pytest.mark.rule("tycoon", "R9.1")
def test_one_level_an_action() -> None:
    """The next player is asked; the same player goes on in the next round."""
    state = act(table(), Upgrade())
    assert GAME.actor(state) == 1
    for level in (3, 4):
        state = act(skip_to(state, 0), Upgrade())
        assert state.railroads[0].level == level
    assert shares(state) == (6, 0, 0)
    assert [railroad.level for railroad in state.railroads] == [4, 1, 1]


@pytest.mark.rule("tycoon", "R9.2")
def test_there_is_no_level_above_eight() -> None:
    assert offers(company(table(), 0, level=7), Upgrade())
    state = company(table(), 0, level=8, cash=100_000)
    assert not offers(state, Upgrade())
    assert not accepts(state, Upgrade())


@pytest.mark.rule("tycoon", "R9.3")
@pytest.mark.parametrize("level", range(1, 9))
def test_the_level_is_the_greatest_number_of_links(level: int) -> None:
    """A red cube may go as many links as there are levels, and not one more."""
    way = ("Detroit", "Toledo", "Columbus", "Wheeling", "Pittsburgh", "Washington", "Baltimore")
    state = lines(table(), (0, *way, "Philadelphia", "New York"))
    state = company(goods(state, dict.fromkeys(way, "R") | {"Philadelphia": "R"}), 0, level=level)
    stops = (*way, "Philadelphia")
    reached = {city for city in stops if routes(state, city, "red")}
    assert reached == set(stops[8 - level :])
    start = stops[8 - level]
    assert points(ship(state, start, "red", *range(8 - level, 8))) == (level, 0, 0)


@pytest.mark.rule("tycoon", "R9.3")
def test_the_levels_of_other_owners_do_not_limit_it() -> None:
    state = lines(table(), (0, "Detroit", "Toledo"), (1, "Toledo", "Columbus", "Cincinnati"))
    state = goods(state, {"Detroit": "Y", "Cincinnati": "B"})
    state = company(state, 0, level=3)
    assert ships(state, "Detroit", "yellow", 0, 1, 2)
    assert routes(state, "Detroit", "yellow") == [(0, 1, 2)]


@pytest.mark.rule("tycoon", "R9.3")
def test_the_level_of_another_owner_does_not_help() -> None:
    state = lines(table(), (0, "Detroit", "Toledo"), (1, "Toledo", "Columbus", "Cincinnati"))
    state = goods(state, {"Detroit": "Y", "Toledo": "R"})
    state = company(company(state, 1, level=8), 0, level=2)
    assert routes(state, "Detroit", "yellow") == []
