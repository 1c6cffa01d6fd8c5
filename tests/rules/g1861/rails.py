"""Track, turns and mergers of 1861 in a few words, on top of `position`.

state = track(position(phase=3), "H10=4 H12=9:0")     # hex=tile:turn
state = idle_until(operating(state, "NW"), "Placing")
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tests.rules.g1861.position import (
    asked,
    found,
    idle,
    lay,
    operating,
    play,
    until,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.ground import HEX, LAID, TILE
from trainshed.games.g1861.state import State
from trainshed.games.g1861.turn import Turn


def track(state: State, tiles: str) -> State:
    """The map after somebody has built."""
    for word in tiles.split():
        hex_, tile = word.split("=")
        name, _, turn = tile.partition(":")
        state = lay(state, f"{hex_} {name} {turn or 0}")
    return state


def idle_until(state: State, question: str) -> State:
    """Everybody does as little as possible until something is asked."""
    news: tuple[object, ...] = state.news
    for _ in range(40):
        if asked(state) == question:
            return replace(state, news=news)
        state = GAME.play(state, idle(state))
        news += state.news
    raise AssertionError(f"{question} is never asked, but {asked(state)}")


def turn_over(state: State) -> State:
    """Everybody does as little as possible until the turn of the company is over."""
    for _ in range(40):
        if not any(isinstance(step, Turn) for step in state.stack):
            return state
        state = GAME.play(state, idle(state))
    raise AssertionError(f"endless: {asked(state)}")


def buy_train(state: State, name: str, *lines: str, todo: Sequence[str] = ()) -> State:
    """A company buys trains in the last step of its turn."""
    state = operating(state, name, "trains", todo=todo)
    return play(state, *(f"train {line}" for line in lines))


def bystander(state: State) -> State:
    """The new major GRR in Ekaterinoslav, which is asked next and thereby stops the round."""
    return found(state, "GRR", 70, shares={2: 2}, at=("F18",), operated=False)


def merger_round(state: State, last: str) -> State:
    """The first question of the merger round after the turn of the last company."""
    return until(operating(state, last, "trains"), "merger")


def copies(state: State, tile: str) -> int:
    """How many copies of a tile are left, -1 without end."""
    return state.supply[TILE[tile]]


def edges_at(state: State, name: str, hex_: str) -> set[int]:
    """The edges that the circle of a company's station on a hex is joined to."""
    circle = next(at for there, at in state.stands(NUMBER[name]) if there == HEX[hex_])
    return set(LAID[state.tiles[HEX[hex_]]].plan.stops[circle])


def hexes(lines: set[str]) -> set[str]:
    """The hexes named first in what is offered."""
    return {line.split()[0] for line in lines}


def tiles_for(lines: set[str], hex_: str) -> set[str]:
    """The tiles offered for a hex."""
    return {words[1] for line in lines if (words := line.split())[0] == hex_}
