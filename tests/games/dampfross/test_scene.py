"""Positions of Dampfross: what the scene says, and how it is drawn on each of the five maps."""

from __future__ import annotations

import gzip
import heapq
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from trainshed.board import svg, term
from trainshed.board.ground import sheet
from trainshed.board.hexes import Cells, opposite
from trainshed.board.labels import Label
from trainshed.board.lettering import room
from trainshed.board.scene import Band, Flag, Halt, Lines, Runner, Space
from trainshed.board.svg import written
from trainshed.core import Reader, Seat, language
from trainshed.games.dampfross.box import Board, Goal
from trainshed.games.dampfross.scene import numbers, scene
from trainshed.games.dampfross.setup import setup
from trainshed.games.dampfross.state import NAMES, Options, Race, State, Train

PEOPLE = Reader(language("en"), ("Ada", "Jun", "Theo", "Mia", "Boris", "Clara"), Seat(0))


def way(board: Board, start: int, end: int) -> list[int]:
    """The cheapest way to build."""
    best, before, waiting = {start: 0}, {start: -1}, [(0, start)]
    while waiting:
        spent, here = heapq.heappop(waiting)
        for direction, there in enumerate(board.grid.neighbours[here]):
            if there < 0 or not board.allowed[direction] >> here & 1:
                continue
            cost = spent + board.cost["laurin"][here][direction]
            if cost < best.get(there, 1 << 20):
                best[there], before[there] = cost, here
                heapq.heappush(waiting, (cost, there))
    found = [end]
    while found[-1] != start:
        found.append(before[found[-1]])
    return found[::-1]


def built(state: State, number: int, towns: list[int]) -> State:
    """A company that has built from town to town."""
    board, company = state.board, state.companies[number]
    track, cells = list(company.track), int(company.cells)
    for here, there in pairwise(towns):
        path = way(board, board.town_hexes[here], board.town_hexes[there])
        for a, b in pairwise(path):
            direction = board.grid.direction(a, b)
            track[direction] = Cells(track[direction] | 1 << a)
            track[opposite(direction)] = Cells(track[opposite(direction)] | 1 << b)
            cells |= 1 << a | 1 << b
    start = board.town_hexes[towns[0]]
    found = replace(company, start=start, cells=Cells(cells), track=tuple(track))
    return state.with_company(number, found)


@cache
def late(name: str) -> State:
    """Six companies with much track, and a race of three trains, two of them in one hex."""
    state = setup(Options(map=name), 6)
    board, count = state.board, len(state.board.towns)
    for number in range(len(state.companies)):
        first = board.start[number % len(board.start)]
        others = [(first + 3 + 5 * number + 4 * n) % count for n in range(8)]
        state = built(state, number, [first, *(town for town in others if town != first)])
    start = board.start[0]
    goal = max(
        range(count),
        key=lambda town: board.grid.distance(board.town_hexes[start], board.town_hexes[town]),
    )
    path = tuple(way(board, board.town_hexes[start], board.town_hexes[goal]))
    lines = (0,) * (len(path) - 1)
    trains = (
        Train((0,), path, lines, at=3),
        Train((1, 2), path, lines, at=3),
        Train((3,), path, lines, at=len(path) - 1, place=(4, 1)),
    )
    race = Race(7, 11, 36, ways=((path[0], (Goal(path[-1]),)),))
    return replace(state, race=race, trains=trains, drawn=(Race(6, 21, 14),), used=Cells(5))


@pytest.mark.parametrize("name", NAMES)
def test_the_ground_is_light(name: str) -> None:
    """The map is sent once, and is no heavier than a photograph of a postage stamp."""
    found = scene(setup(Options(map=name), 4)).ground
    drawn = sheet(found, reader=PEOPLE)
    ET.fromstring(drawn)
    assert len(drawn.encode()) < 160_000


@pytest.mark.parametrize("name", NAMES)
def test_a_late_position_is_well_formed_and_light(name: str) -> None:
    """A move sends little."""
    drawn = svg(scene(late(name)), reader=PEOPLE, ground="none")
    ET.fromstring(drawn)
    assert len(drawn.encode()) < 60_000
    assert len(gzip.compress(drawn.encode())) < 15_000


@pytest.mark.parametrize("name", NAMES)
def test_the_title_stands_clear_of_the_land_in_play(name: str) -> None:
    """In open sea or outside; whatever is lettered there touches no hex and nothing else."""
    found = scene(setup(Options(map=name), 4)).ground
    title = found.lettering[0]
    assert title.style == "title"
    boxes = [room(words) for words in found.lettering]
    for box in boxes:
        for hex_ in found.grid.hex:
            assert not box.holds(found.centre(hex_))
    for n, box in enumerate(boxes):
        assert not any(box.overlap(other) for other in boxes[:n])


def shared(labels: tuple[Label, ...]) -> float:
    """How much of labels lies on others, as written without the room for larger letters."""
    total = 0.0
    for n, label in enumerate(labels):
        for other in labels[:n]:
            total += label.box.overlap(other.box)
    return total


@pytest.mark.parametrize("name", NAMES)
def test_names_do_not_lie_on_names(name: str) -> None:
    """On the empty map; track may crowd a few."""
    labels = written(scene(setup(Options(map=name), 4)))
    assert len(labels) >= len(setup(Options(map=name), 4).board.towns)
    assert shared(labels) < 60


def test_the_race_is_seen() -> None:
    """Start and finish, the trains with their keys, the way before them."""
    found = scene(late("bavaria"))
    trains = {item.key: item for item in found.items if isinstance(item, Runner)}
    assert list(trains) == ["train:0", "train:1", "train:3"]
    assert trains["train:1"].enamels == ("blue", "green")
    assert trains["train:3"].heading is None
    assert [item.key for item in found.items if isinstance(item, Band)] == ["way:0", "way:1"]
    assert [item.words.msgid for item in found.items if isinstance(item, Flag)] == [
        "start",
        "finish",
    ]


def test_every_hex_and_town_has_its_key() -> None:
    """What can be clicked is called as the laws call it."""
    state = late("bavaria")
    keys = {item.key for item in scene(state).items}
    assert {f"hex:{name}" for name in state.board.grid.number} <= keys
    assert {f"town:{name}" for name in state.board.towns} <= keys
    assert "place:Ulm" in keys


def test_all_track_is_drawn_once_for_each_owner() -> None:
    """As many steps as the companies have built."""
    state = late("kentucky")
    (lines,) = (item for item in scene(state).items if isinstance(item, Lines))
    drawn = sum(len(owners) for _, _, owners in lines.steps)
    built_ = sum(cells.bit_count() for it in state.companies for cells in it.track)
    assert 2 * drawn == built_
    assert all(list(owners) == sorted(owners) for _, _, owners in lines.steps)
    assert len({frozenset(step[:2]) for step in lines.steps}) == len(lines.steps)


def test_new_track_moves_no_old() -> None:
    """Steps come from the start towns on, so a company's next one is not the first."""
    before = setup(Options(map="ireland"), 2)
    before = built(before, 0, [before.board.start[0], 5])
    after = built(before, 0, [before.board.start[0], 5, 9])
    first = next(item for item in scene(before).items if isinstance(item, Lines)).steps
    second = next(item for item in scene(after).items if isinstance(item, Lines)).steps
    assert set(first) <= set(second)
    assert first[0] == second[0]


def test_stations_wear_their_numbers() -> None:
    """A large town shows how far its numbers go; places abroad their special destination."""
    halts = {item.name: item for item in scene(late("bavaria")).items if isinstance(item, Halt)}
    assert (halts["München"].kind, halts["München"].number) == ("junction", "11–13")
    assert (halts["Bad Neustadt"].kind, halts["Bad Neustadt"].number) == ("station", "34")
    assert (halts["Ulm"].kind, halts["Ulm"].number) == ("place", "1")
    assert numbers((11, 22)) == "11·22"


def test_hexes_say_whose_lines_pass() -> None:
    """For those who hear the board."""
    state = late("bavaria")
    start = state.board.grid.name[state.companies[0].start]
    spaces = {item.key: item for item in scene(state).items if isinstance(item, Space)}
    assert PEOPLE.read(spaces[f"hex:{start}"].title).startswith(f"{start}, lines of you")
    assert PEOPLE.read(spaces["hex:J3"].title) == "J3, mountain"


def test_panels_tell_what_each_does_in_the_race() -> None:
    """Who runs has so far to go; others sit it out."""
    found = scene(late("bavaria")).panels
    words = [[PEOPLE.read(text) for text in panel.marks] for panel in found]
    assert words[0][0].startswith("runs, ")
    assert words[1][0].startswith("runs together, ")
    assert words[3] == ["has arrived"]
    assert words[4] == ["sits out"]
    assert [panel.enamel for panel in found][:2] == ["red", "blue"]


@pytest.mark.parametrize("two", ["david", "double"])
def test_two_players_have_more_companies_than_seats(two: str) -> None:
    """David has no panel, but an account; two companies of one player share a panel."""
    state = setup(Options(two=two), 2)  # type: ignore[arg-type]
    found = scene(state)
    assert len(found.panels) == 2
    accounts = next(table for table in found.tables if table.key == "accounts")
    assert len(accounts.lines) == len(state.companies) == (3 if two == "david" else 4)
    names = [PEOPLE.read(line.cells[0]) for line in accounts.lines if line.cells[0]]
    assert names[2] == ("David" if two == "david" else "you (second company)")
    assert found.panels[0].money == (20 if two == "david" else 40)


@pytest.mark.parametrize("name", NAMES)
def test_the_terminal_shows_every_map(name: str) -> None:
    """With the race, the accounts and the numbers drawn."""
    text = term(scene(late(name)), reader=PEOPLE, colour=False, width=160)
    for words in ("Race 7", "Accounts", "Numbers", "hexes to go", "×"):
        assert words in text
