"""Track, purchases and merger rounds of 1861 in a few words, on top of `position`.

Tiles are written hex=tile:turn, without the turn if it is 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.rules.g1861.position import (
    found,
    lay,
    operating,
    play,
    until,
)
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.ground import HEX, LAID, TILE
from trainshed.games.g1861.state import State


def track(state: State, tiles: str) -> State:
    """The map after somebody has built."""
    for word in tiles.split():
        hex_, tile = word.split("=")
        name, _, turn = tile.partition(":")
        state = lay(state, f"{hex_} {name} {turn or 0}")
    return state


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
