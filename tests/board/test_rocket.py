"""Positions of Stephenson's Rocket: what the scene says, and how it is drawn."""

from __future__ import annotations

import gzip
import random
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest

from tests.board.drawn import READER
from trainshed.board import svg
from trainshed.board.hexes import opposite
from trainshed.board.labels import Box
from trainshed.board.pieces import DISC, PLATE
from trainshed.board.scene import (
    Band,
    Engine,
    Flag,
    Lines,
    Overprint,
    Rails,
    RouteLine,
    Scene,
    Target,
    Town,
)
from trainshed.board.svg import written
from trainshed.core import Seat
from trainshed.games.rocket import GAME
from trainshed.games.rocket.actions import Drive
from trainshed.games.rocket.state import State


def played(seed: int, moves: int) -> State:
    """A position after so many moves, most of them by engines."""
    rng = random.Random(seed)
    state = GAME.start(None, 4)
    for _ in range(moves):
        offered = GAME.actions(state)
        if not offered:
            break
        drives = [action for action in offered if isinstance(action, Drive)]
        state = GAME.play(state, rng.choice(drives if drives and rng.random() < 0.6 else offered))
    return state


POSITIONS = [(seed, moves) for seed in range(4) for moves in (1, 40, 90, 160)]


def middle_of(scene: Scene, hex_: int, reach: float) -> Box:
    """The room that a place takes at least."""
    x, y = scene.ground.centre(hex_)
    return Box(x - reach, y - reach, x + reach, y + reach)


@pytest.mark.parametrize(("seed", "moves"), POSITIONS)
def test_no_name_hides_a_place_or_a_name(seed: int, moves: int) -> None:
    """However the game goes, every place and every name can be read."""
    scene = GAME.scene(played(seed, moves))
    found = written(scene)
    towns = [item for item in scene.items if isinstance(item, Town)]
    assert len(found) == len(towns)
    for label in found:
        for town in towns:
            reach = scene.ground.radius * (DISC if town.kind == "town" else PLATE * 0.8)
            assert label.box.overlap(middle_of(scene, town.hex, reach)) == 0, label.words
    for one, other in combinations(found, 2):
        assert one.box.overlap(other.box) == 0, (one.words, other.words)


@pytest.mark.parametrize(("seed", "moves"), POSITIONS)
def test_track_runs_unbroken_from_town_to_engine(seed: int, moves: int) -> None:
    """Each tile goes on where the one before it ends; the survivor's engine ends a run."""
    state = played(seed, moves)
    scene, grid = GAME.scene(state), state.board.grid
    engines = {item.letters: item for item in scene.items if isinstance(item, Engine)}
    for rails in (item for item in scene.items if isinstance(item, Rails)):
        for run in rails.runs:
            assert run[0].hex in state.board.start
            for one, other in pairwise(run):
                assert one.end is not None
                assert grid.neighbours[one.hex][one.end] == other.hex
                assert other.start == opposite(one.end)
        engine = engines[rails.letters]
        assert engine.heading is None or engine.hex in [run[-1].hex for run in rails.runs]


@pytest.mark.parametrize(("seed", "moves"), POSITIONS)
def test_a_position_is_well_formed_and_light(seed: int, moves: int) -> None:
    """Even with 230 legal clicks on it; packed it is what a page sends."""
    state = played(seed, moves)
    targets: dict[tuple[str, ...], Target] = {}
    for action in GAME.actions(state):
        path = GAME.target(action, state)
        for depth, key in enumerate(path, 1):
            line = str(action) if depth == len(path) else None
            under = path[depth - 2] if depth > 1 else None
            label = GAME.label(action, state)
            targets.setdefault(path[:depth], Target(key, line, label, under))
    overprint = Overprint(tuple(targets.values()))
    drawn = svg(GAME.scene(state), reader=READER, overprint=overprint, ground="none")
    ET.fromstring(drawn)
    assert len(drawn.encode()) < 60_000
    assert len(gzip.compress(drawn.encode())) < 10_000


def test_places_are_told_in_words() -> None:
    """A sentence for those who hear the board."""
    scene = GAME.scene(played(0, 1))
    titles = {
        item.key: READER.read(item.title)
        for item in scene.items
        if not isinstance(item, Rails | RouteLine | Lines | Band | Flag)
    }
    assert titles["town:Birmingham"] == "J4, Birmingham, big city, 2 steel and 1 leather left"
    assert titles["town:Ashford"] == "R11, Ashford, railway town"
    assert titles["town:Bristol"] == "P2, Bristol, start town of GWR"
    assert titles["engine:GWR"] == "P2, engine of GWR, waits in Bristol"
    assert titles["hex:K5"] == "K5"


def test_a_served_town_says_by_whom() -> None:
    """A line that leaves its start town serves it."""
    state = played(0, 1)
    while not isinstance(GAME.actions(state)[-1], Drive) or GAME.actor(state) is None:
        state = GAME.play(state, GAME.actions(state)[0])
    action = next(a for a in GAME.actions(state) if isinstance(a, Drive) and a.line == "GWR")
    state = GAME.play(state, action)
    titles = {item.key: item.title for item in GAME.scene(state).items if isinstance(item, Town)}
    assert READER.read(titles["town:Bristol"]).endswith("served by GWR")


def test_secret_money_is_not_shown() -> None:
    """A panel says that it does not know, never a false nought."""
    panels = GAME.scene(GAME.view(played(2, 90), Seat(0))).panels
    assert panels[0].money is not None
    assert [panel.money for panel in panels[1:]] == [None, None, None]


@pytest.mark.parametrize(("seed", "moves"), POSITIONS)
def test_the_ledger_counts_every_share(seed: int, moves: int) -> None:
    """A row for each line; who has most is underlined."""
    state = played(seed, moves)
    ledger = GAME.scene(state).ledger
    assert ledger is not None
    for row, line in zip(ledger.rows, state.lines, strict=True):
        if line.into is not None:
            assert row.note is not None
            continue
        held = row.cells[: state.seats]
        most = max(count or 0 for count in held)
        assert row.leaders == tuple(n for n, count in enumerate(held) if count == most)
        assert (row.mark is not None) == line.autonomous
