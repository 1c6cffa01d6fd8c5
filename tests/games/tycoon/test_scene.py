"""Positions of Railroad Tycoon: what the scene says, and how it is drawn."""

from __future__ import annotations

import gzip
import re
from functools import cache
from random import Random
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from trainshed.board import png, svg, term, waters
from trainshed.board.ground import sheet
from trainshed.board.hexes import Cells
from trainshed.board.lettering import rooms
from trainshed.board.overprint import spots
from trainshed.board.scene import City, Gate, Journey, Link, Overprint, Scene, Target
from trainshed.board.svg import written
from trainshed.core import Chance, Match, Reader, Seat, language, say
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon import actions as a
from trainshed.games.tycoon.acting import Acting
from trainshed.games.tycoon.box import BOARD, CITIES
from trainshed.games.tycoon.build import Laying, Leaving, Starting, sides_of
from trainshed.games.tycoon.deliver import Choosing, Routing
from trainshed.games.tycoon.lay import prices
from trainshed.games.tycoon.play import Play
from trainshed.games.tycoon.scene import scene
from trainshed.games.tycoon.setup import setup
from trainshed.games.tycoon.state import Link as Line
from trainshed.games.tycoon.state import Options, Piece, State
from trainshed.games.tycoon.tables import income
from trainshed.games.tycoon.track import ahead, with_sides
from trainshed.games.tycoon.view import view
from trainshed.games.tycoon.ways import ways

PEOPLE = Reader(language("en"), ("Ada", "Jun", "Theo", "Mia", "Boris", "Clara"), Seat(0))
PAIRS = (
    ("New York", "Philadelphia", 2),
    ("Boston", "New Haven", 2),
    ("New Haven", "New York", 2),
    ("Albany", "Montreal", 0),
    ("Boston", "Albany", 0),
    ("Albany", "Syracuse", 1),
    ("Syracuse", "Buffalo", 0),
    ("Buffalo", "Toronto", 1),
    ("Philadelphia", "Baltimore", 3),
    ("Baltimore", "Pittsburgh", 3),
    ("Pittsburgh", "Cleveland", 3),
    ("Cleveland", "Buffalo", 0),
    ("Cleveland", "Toledo", 0),
    ("Toledo", "Chicago", 0),
    ("Chicago", "Milwaukee", 1),
    ("Chicago", "St. Louis", 1),
    ("St. Louis", "Kansas City", 1),
    ("Des Moines", "Chicago", 2),
    ("Washington", "Richmond", 2),
    ("Atlanta", "Montgomery", 2),
    ("Memphis", "Nashville", 3),
    ("Cincinnati", "Columbus", 0),
)


@cache
def begun(seats: int = 4) -> State:
    """A game whose cubes and cards have been drawn."""
    rng, state = Random(3), setup(Options(), seats)
    while isinstance(step := state.stack[-1], Chance):
        odds = step.odds(state)
        state = step.play(state, rng.choices(list(odds), list(odds.values()))[0])
    return replace(state, turn=4, order=tuple(Seat(n) for n in range(seats)))


def lay(state: State, line: Line) -> State:
    """The state with one more link."""
    used = state.used
    for piece in line.track:
        used = with_sides(used, piece)
    return replace(state, links=(*state.links, line), used=used, built=state.built + 1)


def joined(state: State, one: str, other: str, seat: int) -> State:
    """The state with the cheapest link between two cities."""
    start, end = BOARD.city[one], BOARD.city[other]
    heads = [
        (*ahead(BOARD.hexes[start], side), side) for side in sides_of(state, Seat(seat), start)
    ]
    first, *sides = ways(state, start, heads, 6, grant=False)[end].sides
    cell, entry = ahead(BOARD.hexes[start], first)
    track = []
    for side in sides:
        track.append(Piece(cell, entry, side))
        cell, entry = ahead(cell, side)
    return lay(state, Line(state.built, Seat(seat), start, tuple(track), end))


@cache
def late() -> State:
    """Many links, new and empty cities, a western link."""
    state = begun()
    for one, other, seat in PAIRS:
        state = joined(state, one, other, seat)
    albany, toledo, west = (BOARD.city[name] for name in ("Albany", "Toledo", "Kansas City"))
    colours = (*state.colours[:albany], "black", *state.colours[albany + 1 :])
    cubes = (*state.cubes[:toledo], (0,) * 5, *state.cubes[toledo + 1 :])
    state = replace(state, colours=colours, cubes=cubes, empty=Cells(1 << toledo))
    state = replace(state.put(west, (4, 1, 1, 1, 0)), west=((west, Seat(1)),))
    railroads = tuple(
        replace(it, cash=3000, shares=4, level=4, points=(9 + n, 2, 0, 1, 0, 0, 0))
        for n, it in enumerate(state.railroads)
    )
    return replace(state, railroads=railroads)


def asked(state: State, *steps: Starting | Leaving | Laying | Choosing | Routing) -> State:
    """The state in which the first player is asked something."""
    return replace(state, stack=(Play(), Acting(Seat(0)), *steps))


def offered(state: State) -> Overprint:
    """What may be clicked, as a page says it."""
    found: dict[tuple[str | None, str], Target] = {}
    for action in GAME.actions(state):
        path = GAME.target(action, state)
        title = say("x")
        if path:
            found[None, path[0]] = Target(path[0], None if path[1:] else str(action), title)
        if path[1:]:
            found[path[0], path[1]] = Target(path[1], str(action), title, path[0])
    return Overprint(targets=tuple(found.values()))


def city(found: Scene, name: str) -> City:
    return next(it for it in found.items if isinstance(it, City) and it.name == name)


def links(found: Scene) -> list[Link]:
    return [item for item in found.items if isinstance(item, Link)]


def test_the_ground_is_light() -> None:
    """The map is sent once."""
    drawn = sheet(scene(begun()).ground, reader=PEOPLE)
    ET.fromstring(drawn)
    assert len(drawn.encode()) < 170_000
    assert len(gzip.compress(drawn.encode())) < 45_000


@pytest.mark.parametrize("theme", [None, "light", "dark"])
def test_a_late_position_is_well_formed_and_light(theme: None) -> None:
    """A move sends little."""
    drawn = svg(scene(late()), reader=PEOPLE, ground="none", theme=theme)
    ET.fromstring(drawn)
    assert len(drawn.encode()) < 60_000
    assert len(gzip.compress(drawn.encode())) < 12_000


def test_a_late_position_is_a_picture() -> None:
    """PNG knows all that SVG says."""
    assert png(scene(late()), reader=PEOPLE, width=400).startswith(b"\x89PNG")


def test_words_of_the_sea_stand_clear_of_the_land_in_play() -> None:
    """Title, legend and sea names touch no hex on which something can lie."""
    ground = scene(begun()).ground
    dry = [ground.centre(cell) for cell in ground.grid.hex if ground.land >> cell & 1]
    for words in ground.lettering:
        if words.style not in ("river", "range"):
            for box in rooms(words):
                assert not any(box.holds(point) for point in dry), words.text.msgid


def test_no_name_hides_another_or_a_city() -> None:
    """Names have their own places."""
    found = scene(late())
    labels = written(found)
    assert {label.words for label in labels} == set(CITIES)
    for number, label in enumerate(labels):
        assert not any(label.box.overlap(other.box) for other in labels[:number])
        for item in found.items:
            if isinstance(item, City):
                assert not label.box.holds(found.ground.centre(item.hex))


def test_rivers_grow_towards_the_mouth() -> None:
    """The Mississippi carries the water of all that joins it."""
    ground = scene(begun()).ground
    reaches = waters._Waters(ground).reaches()[0]
    widths = [waters._width(reach.fed) for reach in reaches]
    assert widths == sorted(widths)
    assert (
        widths[0]
        < widths[-1]
        == max(
            waters._width(reach.fed)
            for river in waters._Waters(ground).reaches()
            for reach in river
        )
    )


def test_rivers_meet_where_they_join() -> None:
    """A tributary ends on the river that takes it."""
    ground = scene(begun()).ground
    names = [river.name for river in BOARD.sheet.rivers]
    laid = waters._Waters(ground).reaches()
    ohio, mississippi = laid[names.index("Ohio")], laid[names.index("Mississippi")]
    end = ohio[-1].points[-1]
    assert any(end in reach.points for reach in mississippi)


def test_a_link_runs_from_rim_to_rim() -> None:
    """It begins and ends at its cities, not in their middles."""
    found = links(scene(late()))[0]
    assert found.start is not None
    assert found.end is not None
    assert found.start[0] == BOARD.hexes[BOARD.city["New York"]]
    assert found.end[0] == BOARD.hexes[BOARD.city["Philadelphia"]]


def crossing(*second: int) -> Scene:
    """Two links in one hex: from west to east, and between two other sides."""
    cell = next(
        cell
        for cell in BOARD.grid.hex
        if BOARD.land >> cell & 1
        and all(there >= 0 and BOARD.land >> there & 1 for there in BOARD.grid.neighbours[cell])
    )
    state = lay(begun(), Line(0, Seat(0), 0, (Piece(cell, 3, 0),), 1))
    return scene(lay(state, Line(1, Seat(1), 2, (Piece(cell, *second),), 3)))


def test_the_newer_track_bridges_the_older() -> None:
    """Where segments cross, the later one lies above, with parapets."""
    older, newer = links(crossing(1, 4))
    assert (older.bridges, newer.bridges) == ((), (0,))
    drawn = svg(crossing(1, 4), reader=PEOPLE, ground="none")
    assert 'id="way-link:1-0"' in drawn
    assert 'id="way-link:0-0"' not in drawn


def test_track_side_by_side_needs_no_bridge() -> None:
    """Two segments in a hex need not cross."""
    assert not any(link.bridges for link in links(crossing(1, 2)))


def test_an_unfinished_link_has_an_open_end() -> None:
    """It is paler, and ends at buffers."""
    start, side = next(
        (city_, side) for city_ in range(len(CITIES)) for side in sides_of(begun(), Seat(0), city_)
    )
    cell, entry = ahead(BOARD.hexes[start], side)
    state = lay(begun(), Line(0, Seat(0), start, (Piece(cell, entry, (entry + 3) % 6),)))
    (link,) = links(scene(state))
    assert link.end is None
    drawn = svg(scene(state), reader=PEOPLE, ground="none")
    assert "begun-yellow" in drawn
    assert "owned-yellow" not in drawn
    assert "your unfinished link" in PEOPLE.read(link.title)


def test_cubes_are_seen_one_by_one_or_in_piles() -> None:
    """Up to six lie singly; more are counted by kind."""
    found = scene(late())
    for item in found.items:
        if isinstance(item, City):
            drawn = svg(replace(found, items=(item,)), reader=PEOPLE, ground="none")
            shown = drawn.count('href="#cube-')
            kinds = len(set(item.cubes))
            assert shown == (len(item.cubes) if len(item.cubes) <= 6 else kinds), item.name
    assert len(city(found, "Kansas City").cubes) > 6


def test_cities_say_what_they_demand_and_hold() -> None:
    """In words too: colour, cubes, new city, empty."""
    found = scene(late())
    assert "new city, demands black" in PEOPLE.read(city(found, "Albany").title)
    assert PEOPLE.read(city(found, "Toledo").title) == "K14, Toledo, demands nothing; empty"
    assert "demands red; cubes: " in PEOPLE.read(city(found, "Chicago").title)


def test_western_links_belong_to_somebody_once_built() -> None:
    """One is free, one has an owner; beginners have none."""
    gates = {item.key: item.enamel for item in scene(late()).items if isinstance(item, Gate)}
    assert gates == {"west:Kansas City": "blue", "west:Des Moines": None}
    easy = scene(setup(Options(beginner=True), 3))
    assert not any(isinstance(item, Gate) for item in easy.items)


def test_prices_are_what_is_paid() -> None:
    """The tag on a hex is the price of the tile that leads there."""
    start = BOARD.city["Knoxville"]
    state = asked(late(), Starting(Seat(0)), Leaving(Seat(0), start))
    for out in GAME.actions(state):
        if not isinstance(out, a.Out):
            continue
        laying = GAME.play(state, out)
        known = prices(laying)
        for action in GAME.actions(laying):
            if isinstance(action, a.Lay):
                step = laying.stack[-1]
                assert isinstance(step, Laying)
                there, _ = ahead(step.head(laying)[0], action.side)
                after = GAME.play(laying, action).railroads[0]
                assert known[BOARD.grid.name[there]] == after.spent - laying.railroads[0].spent


def test_tags_are_seen_only_by_who_may_click() -> None:
    """They are part of the overprint."""
    start = BOARD.city["Knoxville"]
    state = asked(late(), Starting(Seat(0)), Leaving(Seat(0), start))
    found = scene(state)
    thousands = [words.fields["n"] for _, words in found.tags]
    assert thousands
    assert all(thousands)
    assert 'class="tag"' not in svg(found, reader=PEOPLE, ground="none")
    shown = svg(found, reader=PEOPLE, ground="none", overprint=offered(state))
    assert shown.count('class="tag"') == len(found.tags)


def routing() -> State:
    """A cube with several ways."""
    state = asked(late(), Choosing(Seat(0)))
    found = [
        GAME.play(state, action) for action in GAME.actions(state) if isinstance(action, a.Cube)
    ]
    return max(found, key=lambda after: len(GAME.actions(after)))


def test_each_way_of_a_cube_can_be_clicked() -> None:
    """Its halo, what each link brings, and the ring of its goal."""
    state = routing()
    found, overprint = scene(state), offered(state)
    journeys = [item for item in found.items if isinstance(item, Journey)]
    assert len(journeys) > 1
    assert {it.key for it in journeys} == {it.key for it in overprint.targets if it.action}
    drawn = svg(found, reader=PEOPLE, ground="none", overprint=overprint)
    assert all(f'data-key="{it.key}"' in drawn for it in journeys)
    assert "you +1" in drawn
    assert 'class="journey"' not in svg(found, reader=PEOPLE, ground="none")


def test_the_way_under_the_pointer_is_lit() -> None:
    """A page lights it by a variable; in a picture the chosen one is lit, the others are gone."""
    state = routing()
    overprint = offered(state)
    drawn = svg(scene(state), reader=PEOPLE, ground="none", overprint=overprint)
    assert 'opacity="var(--ring-wash, 0)"' in drawn
    key = overprint.targets[0].key
    alone = svg(
        scene(state), reader=PEOPLE, overprint=overprint, theme="light", selected=key, ground="none"
    )
    assert alone.count('class="journey"') == 1
    assert 'class="journey" pointer-events="none" opacity="1"' in alone


def test_cubes_can_be_clicked() -> None:
    """Each kind by itself; the ring of its city says so from afar."""
    state = asked(late(), Choosing(Seat(0)))
    overprint = offered(state)
    drawn = svg(scene(state), reader=PEOPLE, ground="none", overprint=overprint)
    for target in overprint.targets:
        assert f'data-key="{target.key}"' in drawn
    cities = {key.key.split(":")[1] for key in overprint.targets}
    assert drawn.count('href="#on-plate"') == len(cities)


_ELSEWHERE = ("card:", "colour:", "route:")
"""Keys of what is not a place on the map, or is drawn as a way."""


def test_whatever_is_offered_on_the_map_is_there() -> None:
    """In a random game each place that an action names can be clicked."""
    match: Match[State, a.Action] = Match(GAME, seats=3, seed="clicks")
    rng, checked = Random(1), 0
    for _ in range(500):
        if match.actor is None:
            break
        found = GAME.actions(match.state)
        if match.actor >= 0:
            keys = {path[0] for it in found if (path := GAME.target(it, match.state))}
            drawn = scene(match.state)
            known = spots(drawn.items, drawn.ground)
            missing = {key for key in keys if not key.startswith(_ELSEWHERE)} - set(known)
            assert not missing
            checked += len(keys)
        match.play(match.actor, rng.choice(found))
    assert checked


def test_money_of_others_is_hidden() -> None:
    """A panel shows the own cash only."""
    panels = scene(view(late(), Seat(1))).panels
    assert [panel.money for panel in panels] == [None, 3000, None, None]
    assert panels[0].enamel == "yellow"


def test_the_income_begins_anew_past_the_end() -> None:
    """101 points lie on the first space."""
    assert income(0) == 0
    assert income(101) == income(1)
    assert income(100) != income(101)


def test_tables_tell_how_far_the_game_is() -> None:
    """Empty cities of how many, and what comes next."""
    text = term(scene(late()), reader=PEOPLE, colour=False, width=120)
    assert "1 of 14" in text
    assert re.search(r"Cards on offer", text)
    assert "The income track" in text


def test_a_terminal_shows_cities_track_and_targets() -> None:
    """What they demand, how many cubes wait, whose track it is."""
    state = asked(late(), Choosing(Seat(0)))
    text = term(scene(state), reader=PEOPLE, overprint=offered(state), colour=False)
    board = text.split("\n\n", 1)[0]
    assert "-∅" in board
    assert "■" in board
    assert "←≡" in board
    assert "›" in board
    assert "K10 Chicago" in text
