"""Positions of 1861: what the scene says, and how it is drawn."""

from __future__ import annotations

import gzip
import random
import subprocess
import sys
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from trainshed.board import market, svg, term
from trainshed.board.layout import CASING, DISC, SLOT, inside, layout
from trainshed.board.lines import way
from trainshed.board.scene import Area, Overprint, RouteLine, Scene, Target, Tile
from trainshed.board.svg import written
from trainshed.board.tiles import picture
from trainshed.core import Reader, Route, Text, language, say
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Lay, Sell, Train
from trainshed.games.g1861.box import TILES
from trainshed.games.g1861.ground import LAID
from trainshed.games.g1861.lay import GRID, look, tile_look
from trainshed.games.g1861.run import Running, best_run
from trainshed.games.g1861.state import State

PEOPLE = Reader(language("en"), ("Ada", "Jun", "Mia", "Ole"))
POSITIONS = [(1, 0), (1, 150), (3, 600), (5, 1300)]


@cache
def played(seed: int, moves: int) -> State:
    """A position after so many moves, in which much is built and trains run."""
    rng = random.Random(seed)
    state = GAME.start(None, 4)
    count = 0
    while GAME.actor(state) is not None:
        step = state.stack[-1]
        if count >= moves and (not moves or isinstance(step, Running)):
            break
        if isinstance(step, Route):
            action = step.quick(state)
        else:
            offered = GAME.actions(state)
            best = [act for act in offered if isinstance(act, Lay | Train)]
            other = [act for act in offered if not isinstance(act, Sell)] or offered
            action = rng.choice(best if best and rng.random() < 0.8 else other)
        state = GAME.play(state, action)
        count += 1
    return state


def tiles(scene: Scene) -> list[Tile]:
    """The hexes of a scene."""
    return [item for item in scene.items if isinstance(item, Tile)]


@pytest.mark.parametrize("number", range(len(LAID)))
def test_whatever_may_lie_on_the_map_can_be_drawn(number: int) -> None:
    """Cities within their hex, values clear of cities and of track."""
    drawn = look(number)
    place = layout(drawn)
    for row in place.slots:
        assert all(inside(at, SLOT) for at in row)
    if drawn.value:
        assert inside(place.value, DISC - 0.01)
        assert all(
            (place.value[0] - x) ** 2 + (place.value[1] - y) ** 2 > (DISC + SLOT) ** 2
            for row in place.slots
            for x, y in row
        )
    for piece in (*place.links, *(spoke for row in place.spokes for spoke in row)):
        for x, y in piece.points(20):
            far = ((place.value[0] - x) ** 2 + (place.value[1] - y) ** 2) ** 0.5
            slots = [slot for row in place.slots for slot in row]
            hidden = any((x - a) ** 2 + (y - b) ** 2 < SLOT**2 for a, b in slots)
            assert not drawn.value or hidden or far > DISC + CASING / 2 - 0.05


@pytest.mark.parametrize(("seed", "moves"), POSITIONS)
def test_a_position_is_well_formed_and_light(seed: int, moves: int) -> None:
    """Ids are unique, every reference is there; the limits are far above what it takes."""
    state = played(seed, moves)
    scene = GAME.scene(state)
    whole = svg(scene, reader=PEOPLE, theme="light")
    names = [one.get("id") for one in ET.fromstring(whole).iter() if one.get("id")]
    assert len(names) == len(set(names))
    wanted = {one.get("href", "")[1:] for one in ET.fromstring(whole).iter() if one.get("href")}
    assert wanted <= set(names)
    assert len(whole) < 170_000
    drawn = svg(GAME.scene(state), reader=PEOPLE, ground="none")
    assert len(gzip.compress(drawn.encode())) < 12_000


@pytest.mark.parametrize(("seed", "moves"), POSITIONS)
def test_every_name_can_be_read(seed: int, moves: int) -> None:
    """No name lies on another."""
    scene = GAME.scene(played(seed, moves))
    found = written(scene)
    assert len(found) == sum(bool(tile.name) for tile in tiles(scene))
    for one, other in combinations(found, 2):
        assert one.box.overlap(other.box) < 40, (one.words, other.words)


@pytest.mark.parametrize(("seed", "moves"), POSITIONS)
def test_all_is_told_in_words(seed: int, moves: int) -> None:
    """Hexes, areas, cells, tables and panels have texts that can be read."""
    scene = GAME.scene(played(seed, moves))
    texts: list[Text | None] = [item.title for item in scene.items if isinstance(item, Tile | Area)]
    assert scene.market is not None
    texts += [cell.title for cell in scene.market.cells]
    texts += [kind.title for kind in scene.manifest]
    texts += [plate.title for plate in scene.plates]
    for table in scene.tables:
        texts += [table.title, *table.columns]
        for line in table.lines:
            assert len(line.cells) == len(table.columns)
            texts += line.cells
    for panel in scene.panels:
        texts += [figure.title for figure in panel.figures]
        texts += [*panel.marks, *(holding.after for holding in panel.holdings)]
    for text in texts:
        words = "" if text is None else PEOPLE.read(text)
        assert text is None or words
        assert "{" not in words


def test_a_hex_says_what_lies_there() -> None:
    """A sentence for those who hear the board."""
    titles = {tile.key: PEOPLE.read(tile.title) for tile in tiles(GAME.scene(played(1, 0)))}
    assert titles["hex:H8"] == (
        "H8, Moscow, yellow city worth ₽40, track to the south, north-west, north-east"
    )
    assert titles["hex:C11"] == "C11, building costs ₽80"
    assert titles["hex:E3"] == "E3, kept for TSR before phase 3"


@pytest.mark.parametrize(("seed", "moves"), POSITIONS)
def test_what_may_be_clicked_on_the_map_is_there(seed: int, moves: int) -> None:
    """Every first key of a hex or a circle is ringed."""
    state = played(seed, moves)
    scene = GAME.scene(state)
    keys = {tile.key for tile in tiles(scene)}
    keys |= {circle.key for tile in tiles(scene) for circle in tile.circles}
    for action in GAME.actions(state):
        first, *_ = GAME.target(action, state) or ("",)
        if first.startswith(("hex:", "slot:")):
            assert first in keys
    overprint = Overprint((Target("slot:H8.0", "station H8", say("Moscow")),))
    assert 'id="act:slot:H8.0"' in svg(scene, reader=PEOPLE, overprint=overprint)


@pytest.mark.parametrize(("seed", "moves"), POSITIONS[1:])
def test_routes_run_unbroken_from_stop_to_stop(seed: int, moves: int) -> None:
    """Each piece of a route begins where the one before it ends."""
    state = played(seed, moves)
    step = state.stack[-1]
    assert isinstance(step, Running)
    scene = GAME.scene(state)
    found = [item for item in scene.items if isinstance(item, RouteLine)]
    answer = best_run(state, step.company)
    assert [line.revenue for line in found] == [route.revenue for route in answer.routes]
    for line, route in zip(found, answer.routes, strict=True):
        sides = 0
        for piece in line.pieces:
            assert way(piece, scene.ground).points()
            sides += 1 if piece.ends else 2
        assert sides == 2 * route.sides.bit_count()
        assert len(line.values) == len(route.paid)
        for one, other in pairwise(line.pieces):
            assert one.hex == other.hex or other.hex in GRID.neighbours[one.hex]
    assert len({line.enamel for line in found}) == len(found)


def test_no_routes_without_a_run() -> None:
    """They are shown when they are asked for."""
    scene = GAME.scene(played(1, 0))
    assert not [item for item in scene.items if isinstance(item, RouteLine)]


def test_areas_emphasise_what_counts_now() -> None:
    """Red areas have a value for each time."""
    areas = [item for item in GAME.scene(played(1, 0)).items if isinstance(item, Area)]
    assert [area.name for area in areas] == ["Poland", "Romania", "Caucasus", "Central Asia"]
    assert {area.current for area in areas} == {0}
    assert sum(len(area.hexes) for area in areas) == 11


@pytest.mark.parametrize("tile", list(TILES))
def test_every_tile_has_a_picture_and_a_place_in_the_manifest(tile: str) -> None:
    """For choosers and lists."""
    ET.fromstring(picture(tile_look(tile, 1)))
    kinds = {kind.name: kind for kind in GAME.scene(played(1, 0)).manifest}
    assert (kinds[tile].left is None) or kinds[tile].left == TILES[tile].count
    for other in kinds[tile].upgrades:
        assert kinds[other].look.colour != kinds[tile].look.colour


def test_a_terminal_shows_stations_and_tables() -> None:
    """Plain, in order, without colours."""
    scene = GAME.scene(played(3, 600))
    words = term(scene, reader=PEOPLE, colour=False, width=120)
    for tile in tiles(scene):
        assert tile.name in words
        for circle in tile.circles:
            assert all(plate.letters in words for plate in circle.stations)
    assert all(PEOPLE.read(table.title) in words for table in scene.tables)
    assert "₽" in words
    assert "£" not in words


@pytest.mark.parametrize(("seed", "moves"), POSITIONS)
def test_the_market_shows_every_company_in_play(seed: int, moves: int) -> None:
    """The uppermost first."""
    state = played(seed, moves)
    prices = GAME.scene(state).market
    assert prices is not None
    shown = sorted(plate.letters for cell in prices.cells for plate in cell.stack)
    assert len(shown) == sum(company.in_play for company in state.companies)
    ET.fromstring(market(prices, reader=PEOPLE))


def test_a_drawing_is_the_same_in_every_process() -> None:
    """No drawing depends on how this process hashes."""
    program = (
        "import sys\nfrom tests.games.g1861.test_scene import *\n"
        "scene = GAME.scene(played(1, 150))\n"
        "sys.stdout.buffer.write(svg(scene, reader=PEOPLE).encode())"
    )
    drawn = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=str(Path(__file__).parents[3]),
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert drawn[0] == drawn[1] == svg(GAME.scene(played(1, 150)), reader=PEOPLE).encode()
