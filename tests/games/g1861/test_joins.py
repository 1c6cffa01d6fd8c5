"""What a tile joins, and where its track ends, against a walk over the track that lies then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.rules.g1861.position import minor, operating, play, position
from tests.rules.g1861.rails import track
from trainshed.adapters.eighteenxx import imported
from trainshed.board.network import Plan
from trainshed.core import Match, Reader, language, loads
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import (
    Blocked,
    Joins,
    JoinsAgain,
    JoinsNothing,
    Lay,
    Leads,
    News,
    Reaches,
)
from trainshed.games.g1861.box import COLOURS
from trainshed.games.g1861.ground import HEX, HEXES, LAID, NEIGHBOURS, PRINTED, successors
from trainshed.games.g1861.joins import joins
from trainshed.games.g1861.rush import joined
from trainshed.games.g1861.state import State
from trainshed.games.g1861.track import Laying

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("1861-*.record"))
SHARED = Path(__file__).parents[3].parent / "shared" / "facts" / "1861" / "replays"
LONGEST = 2_000
"""So many steps a walk over all trails may take."""


class Piece(NamedTuple):
    """Track within a hex, from an edge to an edge or to a stop (6, 7, …); old or of the tile."""

    start: int
    to: int
    is_new: bool


class Line(NamedTuple):
    """A line from a stop to the next, or to the side of a hex where no track lies."""

    start: tuple[int, int]
    goal: tuple[int, int]
    sides: frozenset[tuple[int, int]]
    is_new: bool

    @property
    def is_open(self) -> bool:
        """Whether it ends at no stop."""
        return self.goal[1] < 6


@cache
def pieces(lies: int, before: int) -> tuple[Piece, ...]:
    """The track of a tile in both directions; new is what was not there before."""
    return tuple(_pieces(LAID[lies].plan, LAID[before].plan))


def _pieces(plan: Plan, old: Plan) -> Iterator[Piece]:
    spokes = {edge for stop in old.stops for edge in stop}
    for a, b in plan.links:
        is_new = (a, b) not in old.links and (b, a) not in old.links
        yield from (Piece(a, b, is_new), Piece(b, a, is_new))
    for number, stop in enumerate(plan.stops, 6):
        for edge in stop:
            yield from (
                Piece(edge, number, edge not in spokes),
                Piece(number, edge, edge not in spokes),
            )


class Track:
    """All that lies on the map, and what it was before a lay."""

    def __init__(self, tiles: Sequence[int], before: Sequence[int]) -> None:
        self.pieces = [*map(pieces, tiles, before)]

    def lines(self) -> Iterator[Line]:
        """Every line from every stop."""
        for hex_, there in enumerate(self.pieces):
            for piece in there:
                if piece.start >= 6:
                    yield from self.on((hex_, piece.start), hex_, piece, [], is_new=piece.is_new)

    def on(
        self,
        start: tuple[int, int],
        hex_: int,
        piece: Piece,
        sides: list[tuple[int, int]],
        *,
        is_new: bool,
    ) -> Iterator[Line]:
        """Out of a hex, into the next, and on from there."""
        other = NEIGHBOURS[hex_][piece.to]
        if other < 0:
            return
        side, edge = (min(hex_, other), max(hex_, other)), (piece.to + 3) % 6
        if side in sides:
            return
        sides = [*sides, side]
        there = [it for it in self.pieces[other] if it.start == edge]
        if not there:
            yield Line(start, (other, edge), frozenset(sides), is_new)
        for it in there:
            if it.to >= 6:
                yield Line(start, (other, it.to), frozenset(sides), is_new or it.is_new)
            else:
                yield from self.on(start, other, it, sides, is_new=is_new or it.is_new)


class TooLongError(Exception):
    """There are too many trails."""


class Trails:
    """Every trail of a company: the sides of hexes and the stops that it comes to."""

    def __init__(self, state: State, company: int) -> None:
        self.track = Track(state.tiles, state.tiles)
        self.stations = [(hex_, 6 + n) for hex_, n in state.stands(company)]
        self.shut = {
            (hex_, 6 + n)
            for hex_, tile in enumerate(state.tiles)
            for n in range(len(LAID[tile].plan.stops))
            if _is_shut(state, company, hex_, n)
        }
        self.met, self.steps = set(self.stations), 0
        for hex_, stop in self.stations:
            self.out(hex_, stop, frozenset())

    def out(self, hex_: int, at: int, used: frozenset[tuple[int, int]]) -> None:
        """On from a stop or from an edge, over all track, into the next hexes."""
        for piece in self.track.pieces[hex_]:
            if piece.start != at:
                continue
            if piece.to < 6:
                self.cross(hex_, piece.to, used)
            else:
                self.met.add((hex_, piece.to))
                if (hex_, piece.to) not in self.shut:
                    self.out(hex_, piece.to, used)

    def cross(self, hex_: int, edge: int, used: frozenset[tuple[int, int]]) -> None:
        """Over a side, unless that has been done."""
        other = NEIGHBOURS[hex_][edge]
        side = min(hex_, other), max(hex_, other)
        if other < 0 or side in used:
            return
        self.steps += 1
        if self.steps > LONGEST:
            raise TooLongError
        self.met.add((other, (edge + 3) % 6))
        self.out(other, (edge + 3) % 6, used | {side})


def _is_shut(state: State, company: int, hex_: int, circle: int) -> bool:
    there = [who for who, at, n in state.stations if (at, n) == (hex_, circle)]
    is_full = len(there) >= LAID[state.tiles[hex_]].slots and company not in there
    return is_full or bool(PRINTED[hex_].area)


def _reached(state: State, company: int) -> set[tuple[int, int]]:
    """What the trails of a company come to; where they are too many, as the network says."""
    try:
        return Trails(state, company).met
    except TooLongError:
        found = state.reach(company)
        stops = [(n // 4, 6 + n % 4) for n in range(4 * len(HEXES)) if found.stops >> n & 1]
        entered = [divmod(n, 6) for n in range(6 * len(HEXES)) if found.outer >> n & 1]
        return {*stops, *((hex_, edge) for hex_, edge in entered)}


@cache
def _place(hex_: int) -> str:
    """A red area is one place, however many hexes it has."""
    return PRINTED[hex_].area or HEXES[hex_]


def _name(hex_: str) -> str:
    return _place(HEX[hex_])


def _places(met: set[tuple[int, int]]) -> set[str]:
    return {_place(hex_) for hex_, at in met if at >= 6}


def _walked(
    state: State, was: set[tuple[int, int]], old: Sequence[Line], lay: Lay
) -> dict[str, object]:
    """What a walk over the track finds after the lay that was not there before."""
    company = state.stack[-1].company  # type: ignore[union-attr]
    after = GAME.play(state, lay)
    met = _reached(after, company)
    ways = {frozenset((_place(it.start[0]), _place(it.goal[0]))) for it in old if not it.is_open}
    sides = {(_place(it.start[0]), _place(it.goal[0]), it.sides) for it in old if not it.is_open}
    pairs, ends = set[frozenset[str]](), defaultdict[tuple[int, int], set[str]](set)
    for line in Track(after.tiles, state.tiles).lines():
        start, goal = _place(line.start[0]), _place(line.goal[0])
        if not line.is_new or line.start not in met or line.goal not in met:
            continue
        if line.is_open:
            ends[line.goal].add(start)
        elif start != goal and (start, goal, line.sides) not in sides:
            pairs.add(frozenset((start, goal)))
    return {
        "joined": pairs - ways,
        "again": pairs & ways,
        "reached": _places(met) - _places(was) - {*chain.from_iterable(pairs)},
        "ends": {
            (_place(hex_), frozenset(places), _how(after, hex_, edge))
            for (hex_, edge), places in ends.items()
        },
    }


def _how(state: State, hex_: int, edge: int) -> str | int:
    """How a line goes on that ends at a side: from which phase on, or with a tile of which colour.

    Where no tile has track there, it never does.
    """
    assert all(edge not in (it.start, it.to) for it in pieces(state.tiles[hex_], hex_))
    lies = {state.tiles[hex_]}
    while lies:
        lies = {new.number for old in lies for new, _ in successors(hex_, old)}
        fits = [LAID[number] for number in lies if LAID[number].edges >> edge & 1]
        if fits and LAID[state.tiles[hex_]].edges:
            return COLOURS[fits[0].colour]
        if fits:
            return max(PRINTED[hex_].opens, state.phase) if fits[0].colour == 1 else "later"
    return ""


def _told(news: Sequence[News], phase: int) -> dict[str, object]:
    """The same as it is told."""
    found: dict[str, set[object]] = {
        "joined": set(),
        "again": set(),
        "reached": set(),
        "ends": set(),
    }
    for item in news:
        match item:
            case Joins(hex=hex_, hexes=others):
                found["joined"] |= {frozenset((_name(hex_), _name(it))) for it in others}
            case JoinsAgain(hex=hex_, hexes=others):
                found["again"] |= {frozenset((_name(hex_), _name(it))) for it in others}
            case Reaches(hexes=hexes):
                found["reached"] |= {_name(it) for it in hexes}
            case Leads(places=places, hexes=hexes, phase=later):
                starts = frozenset(map(_name, places))
                found["ends"] |= {(_name(it), starts, later or phase) for it in hexes}
            case Blocked(places=places, hex=hex_, colour=colour):
                found["ends"].add((_name(hex_), frozenset(map(_name, places)), colour))
            case _:
                assert news == (JoinsNothing(),)
    return dict(found)


@cache
def _positions() -> list[State]:
    """Every question about track in the recorded games."""
    matches = [Match.replay(GAME, loads(path.read_text(encoding="utf-8"))) for path in RECORDS]
    found = [move.before for match in matches for move in match.history]
    return [state for state in found if isinstance(state.stack[-1], Laying)]


def _check(states: Sequence[State]) -> None:
    for state in states:
        was = _reached(state, state.stack[-1].company)  # type: ignore[union-attr]
        old = [*Track(state.tiles, state.tiles).lines()]
        for lay in GAME.actions(state):
            if isinstance(lay, Lay):
                told = _told(joins(state, lay), state.phase)
                assert told == _walked(state, was, old, lay), lay


def test_a_tile_tells_what_a_walk_finds() -> None:
    """For every lay that is offered: what it joins, what is reached beyond, where lines end."""
    states = _positions()
    _check(states[40 :: len(states) // 10])


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_all_tiles_of_300_positions_tell_what_a_walk_finds() -> None:
    """Those of the recorded games, and of one that people played, where it is at hand."""
    states = _positions()
    if SHARED.exists():
        record = imported((SHARED / "29683.json").read_text(encoding="utf-8"))
        match = Match.replay(GAME, record)
        states += [it.before for it in match.history if isinstance(it.before.stack[-1], Laying)]
    count = len(states)
    _check([states[n * count // 300] for n in range(300)])


def _moscow_nizhnii(tiles: str = "", *, phase: int = 2) -> State:
    """The minor MNN in Moscow, on its first question about track."""
    state = minor(track(position(phase=phase), tiles), "MNN", cash=300, trains=(str(phase),))
    return operating(state, "MNN", "track")


def _said(state: State, line: str) -> str:
    """What a lay would join, in words."""
    reader = Reader(language("en"), ())
    return " ".join(reader.read(text) for text in joined(state, GAME.read(line)))


def test_a_dead_end_is_told_before_it_is_paid_for() -> None:
    """Nizhnii has no track at the side to which the second tile leads."""
    state = _moscow_nizhnii()
    assert _said(state, 'lay I7 "9" 1') == (
        "The line from Moscow leads on to J6, where nobody has built."
    )
    state = play(state, "lay I7 9 1")
    assert _said(state, 'lay J6 "8" 5') == (
        "The line from Moscow ends at a closed side of Nizhnii Novgorod;"
        " a green tile could open it."
    )


def test_a_place_that_is_joined_is_named() -> None:
    """The straight way to Nizhnii, by its side that has track."""
    state = play(_moscow_nizhnii(), "lay I7 8 5")
    assert _said(state, 'lay J8 "8" 2') == "Joins Moscow to Nizhnii Novgorod."


def test_ground_where_nobody_may_build_yet_is_named() -> None:
    """I9 belongs to a private until phase 3."""
    assert _said(_moscow_nizhnii(), 'lay I7 "7" 0') == (
        "The line from Moscow leads on to I9, where building begins in phase 3."
    )
