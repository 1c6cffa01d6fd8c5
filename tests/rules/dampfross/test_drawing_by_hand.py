"""R9, R10 Races drawn at random, every chance and every outcome worked out by hand beside it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.rules.dampfross.position import (
    NUMBERS,
    construction,
    dice,
    operation,
    play,
    told,
    used,
    with_specials,
    with_track,
    with_used,
)
from trainshed.board.hexes import members
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Cancelled
from trainshed.games.dampfross.state import State

SEEDS = 4
FAR = 10**6


def grown(name: str, rng: Random) -> State:
    """Three companies with lines that wander about, from hexes near towns."""
    state = construction(3, map=name, rules="laurin")
    board, grid = state.board, state.board.grid
    for company in range(3):
        for _ in range(rng.randrange(1, 4)):
            path = [rng.choice(board.town_hexes)]
            for _ in range(rng.randrange(1, 40)):
                ways = [
                    there
                    for direction, there in enumerate(grid.neighbours[path[-1]])
                    if there >= 0 and board.allowed[direction] >> path[-1] & 1
                ]
                path.append(rng.choice(ways))
            state = with_track(state, company, "-".join(grid.name[hex_] for hex_ in path))
    return operation(state)


def steps(state: State, start: int) -> dict[int, int]:
    """How far every hex is over the lines of all companies and the white lines."""
    board = state.board
    far = {start: 0}
    edge = [start]
    while edge:
        edge = [
            there
            for here in edge
            for direction, there in enumerate(board.grid.neighbours[here])
            if there >= 0
            and any(
                track[direction] >> here & 1
                for track in (*(company.track for company in state.companies), board.white)
            )
            and far.setdefault(there, far[here] + 1) == far[here] + 1
        ]
        edge = list(dict.fromkeys(edge))
    return far


def outcome(state: State, starts: list[int], goals: list[int]) -> str:
    """`run`, `near`, or why the race is cancelled."""
    tracked = [hex_ for hex_ in starts if any(c.cells >> hex_ & 1 for c in state.companies)]
    wanted = [hex_ for hex_ in goals if any(c.cells >> hex_ & 1 for c in state.companies)]
    if not tracked or not wanted:
        return "track"
    far = [steps(state, start).get(goal, FAR) for start in tracked for goal in wanted]
    if min(far) == FAR:
        return "apart"
    return "run" if any(3 <= n < FAR for n in far) else "near"


def following(thrown: int, taken: set[int], among: tuple[int, ...]) -> int:
    """The next one that is not taken."""
    at = among.index(thrown)
    return next(n for n in (*among[at:], *among[:at]) if n not in taken)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", ["bavaria", "russia", "ireland", "france"])
def test_races_are_drawn_as_reckoned(name: str, seed: int) -> None:
    """From a random start, with random numbers used, to all goals that can be thrown."""
    rng = Random(f"{name}/{seed}")
    ground = grown(name, rng)
    board = ground.board
    towns = {n: [board.town_hexes[town] for town in board.stations[n]] for n in NUMBERS}
    for _ in range(5):
        taken = set(rng.sample(NUMBERS, rng.randrange(30)))
        special = name != "ireland" and rng.random() < 0.5
        gone = set(rng.sample(range(1, 7), rng.randrange(6))) if special else set()
        state = replace(with_used(ground, *taken), races=3 if special else 0)
        state = with_specials(state, *gone)
        thrown = rng.choice(NUMBERS)
        start = following(thrown, taken, NUMBERS)
        state = play(state, dice(thrown))
        if special:
            hexes = {n: [goal.hex for goal in board.special[n - 1]] for n in range(1, 7)}
            throws = {f"throw {n}": following(n, gone, (1, 2, 3, 4, 5, 6)) for n in range(1, 7)}
        else:
            hexes = towns
            throws = {dice(n): following(n, taken | {start}, NUMBERS) for n in NUMBERS}
        found = {line: outcome(state, towns[start], hexes[goal]) for line, goal in throws.items()}
        if set(found.values()) == {"near"}:
            assert told(state, Cancelled)[0].why == "near"
            assert used(state) == taken | {start}
            continue
        odds = {str(action): chance for action, chance in GAME.odds(state).items()}
        assert odds == {line: odds[line] for line, why in found.items() if why != "near"}
        assert len(set(odds.values())) == 1
        for line in odds:
            then = play(state, line)
            struck = {start} if special else {start, throws[line]}
            assert used(then) == taken | struck
            assert set(members(then.specials)) == (gone | {throws[line]} if special else gone)
            why = [news.why for news in told(then, Cancelled)]
            assert why == ([] if found[line] == "run" else [found[line]])
