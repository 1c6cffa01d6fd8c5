"""Bots choose legally, see only their view, and the greedy one is better than chance."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest
from msgspec.structs import replace

from trainshed.bots import answer, bot, bots, simulate
from trainshed.core import CHANCE, BadOption, Match, Seat
from trainshed.games import game, games
from trainshed.games.tycoon.actions import Back, Connect, Out, Shares


def _wins(number: int, key: str = "rocket") -> float:
    """What greedy wins in one game against three randoms, its seat rotating."""
    players = [bot("random")] * 4
    players[number % 4] = bot("greedy")
    scores = simulate(game(key), players, seed=f"greedy/{number}").scores
    best = max(scores)
    return 1 / scores.count(best) if scores[number % 4] == best else 0.0


def test_greedy_beats_three_randoms() -> None:
    """In nine games of ten, seats rotated."""
    assert sum(map(_wins, range(4))) == 4


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_greedy_beats_three_randoms_in_a_hundred_games() -> None:
    """In nine games of ten, seats rotated, a hundred games."""
    with ProcessPoolExecutor(2) as pool:
        assert sum(pool.map(_wins, range(100))) >= 90


def test_greedy_beats_three_randoms_in_russian_railroads() -> None:
    """In nineteen games of twenty, seats rotated."""
    assert sum(_wins(number, "russian") for number in range(8)) == 8


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_greedy_beats_three_randoms_in_a_hundred_games_of_russian_railroads() -> None:
    """In nineteen games of twenty, seats rotated."""
    with ProcessPoolExecutor(2) as pool:
        assert sum(pool.map(_wins, range(100), ["russian"] * 100)) >= 95


def test_greedy_beats_three_randoms_in_dampfross() -> None:
    """In nineteen games of twenty, seats rotated."""
    assert sum(_wins(number, "dampfross") for number in range(4)) == 4


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_greedy_beats_three_randoms_in_a_hundred_games_of_dampfross() -> None:
    """In nineteen games of twenty, seats rotated."""
    with ProcessPoolExecutor(2) as pool:
        assert sum(pool.map(_wins, range(100), ["dampfross"] * 100)) >= 95


def test_greedy_beats_three_randoms_in_railroad_tycoon() -> None:
    """In nineteen games of twenty."""
    assert _wins(1, "tycoon") == 1


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_greedy_beats_three_randoms_in_a_hundred_games_of_railroad_tycoon() -> None:
    """In nineteen games of twenty, seats rotated."""
    with ProcessPoolExecutor(2) as pool:
        assert sum(pool.map(_wins, range(100), ["tycoon"] * 100)) >= 95


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_greedy_beats_three_randoms_in_forty_games_of_1861() -> None:
    """In nineteen games of twenty, seats rotated."""
    with ProcessPoolExecutor(2) as pool:
        assert sum(pool.map(_wins, range(40), ["1861"] * 40)) >= 38


@pytest.mark.parametrize("name", bots())
@pytest.mark.parametrize("key", games())
def test_a_bot_finishes_every_game(name: str, key: str) -> None:
    """Every bot plays every game to its end."""
    found = game(key)
    result = simulate(found, [bot(name)] * found.fewest(), seed="end")
    assert result.finished
    assert 0 < result.length < found.bound


@pytest.mark.parametrize("name", bots())
def test_a_bot_does_not_see_secrets(name: str) -> None:
    """It chooses alike whatever the others have in their purses: it goes by what was counted."""
    found, rng = game("rocket"), Random(5)
    match = Match(found, seats=3, seed="secret")
    for _ in range(12):
        actor = match.actor
        assert actor not in (None, CHANCE)
        assert actor is not None
        barons = tuple(
            baron if seat == actor else replace(baron, money=(90_000, 0, 0, 0))
            for seat, baron in enumerate(match.state.barons)
        )
        other = replace(match.state, barons=barons)
        chosen = [
            answer(found, bot(name), state, actor, Random(1)) for state in (match.state, other)
        ]
        assert chosen[0] == chosen[1]
        match.play(actor, answer(found, bot("random"), match.state, actor, rng))


def test_bots_leave_asides_aside() -> None:
    """Shares without need: the greedy one takes a detour rather, the random one seldom draws them.

    Going back and the sides of a city are detours; without a city in reach there is nothing else.
    """
    found = game("tycoon")
    match = Match(found, seats=2, options=found.read_options({"beginner": True}), seed="aside")
    while "build" not in map(str, found.actions(match.state)):
        match.play(match.actor or Seat(0), found.read("pass"))
    for line in ("build", 'from "Kansas City"'):
        match.play(match.actor or Seat(0), found.read(line))
    left = [one for one in found.actions(match.state) if one.__class__ is not Connect]
    assert {type(one) for one in left} == {Out, Back, Shares}
    for number in range(20):
        chosen = bot("greedy").choose(found, match.state, left, Random(number))
        assert not isinstance(chosen, Shares)
    rng, choose = Random(1), bot("random").choose
    drawn = [type(choose(found, match.state, left, rng)) for _ in range(3000)]
    assert 0.02 < drawn.count(Shares) / len(drawn) < 0.05


def test_an_unknown_bot_is_named() -> None:
    """The bots there are follow."""
    with pytest.raises(BadOption, match=r"'deep'.*random"):
        bot("deep")
