"""Positions drawn in a few words, and words for what is done with them.

    position(lines={"GWR": "P3 P4"}, stations={0: "P3"}, shares={"GWR": [2, 1, 0]})

A line is drawn as the way its engine has gone since it left its start town, the engine last; a line
that is not drawn still waits. Served towns, headings, tiles and piles of shares follow from that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import pytest
from msgspec.structs import replace

from trainshed.board.hexes import NONE, Cells, members, union
from trainshed.core import IllegalAction
from trainshed.games.rocket import GAME
from trainshed.games.rocket.actions import WhyNot
from trainshed.games.rocket.box import BOARDS, BOX
from trainshed.games.rocket.state import Baron, Line, Options, State

ENGLAND = BOARDS["england"]
GRID = ENGLAND.grid
ALL_LINES = " ".join(ENGLAND.letters)
ALL_CITIES = " ".join(ENGLAND.cities)

Words = Mapping[str, str]
N = TypeVar("N")


def position(
    *,
    lines: Words | None = None,
    joined: Words | None = None,
    towns: Words | None = None,
    absorbed: Words | None = None,
    autonomous: str = "",
    shares: Mapping[str, Sequence[int]] | None = None,
    stock: Mapping[str, int] | None = None,
    stations: Mapping[int, str] | None = None,
    markers: Mapping[int, str] | None = None,
    passengers: Sequence[int] | None = None,
    money: Sequence[int] | None = None,
    tiles: int | None = None,
    seats: int = 3,
    active: int = 0,
    options: Options | None = None,
) -> State:
    """The state in which `active` begins his turn.

    `joined` is track that a line has absorbed, `towns` replaces the towns that a line's hexes
    touch, `absorbed` says into which line others have gone ("GWR": "LSWR SER"), `stock` replaces
    the shares left of sixteen, `markers` are written "Hull:brewing".
    """
    waiting = GAME.start(options, seats)
    waiting = play(waiting, f"begin {active}")
    gone = {name: into for into, names in (absorbed or {}).items() for name in names.split()}
    holdings = {name: list((shares or {}).get(name, [0] * seats)) for name in ENGLAND.letters}
    drawn = tuple(
        _line(
            old,
            name,
            way=(lines or {}).get(name, ""),
            more=(joined or {}).get(name, ""),
            into=gone.get(name),
        )
        for name, old in zip(ENGLAND.letters, waiting.lines, strict=True)
    )
    drawn = tuple(
        _with_shares(
            line if (towns or {}).get(name) is None else _serving(line, (towns or {})[name]),
            held=sum(holdings[name]),
            stock=(stock or {}).get(name),
            autonomous=name in autonomous.split(),
        )
        for name, line in zip(ENGLAND.letters, drawn, strict=True)
    )
    barons = tuple(
        Baron(
            money=((money or [0] * seats)[seat], 0, 0, 0),
            shares=tuple(holdings[name][seat] for name in ENGLAND.letters),
            markers=_markers((markers or {}).get(seat, "")),
            passengers=(passengers or [0] * seats)[seat],
            stations=GRID.of((stations or {}).get(seat, "").split()),
        )
        for seat in range(seats)
    )
    laid = sum(len(line.bends) for line in drawn)
    state = replace(
        waiting,
        news=(),
        lines=drawn,
        barons=barons,
        markers=tuple(
            count - sum(baron.markers[kind] for baron in barons)
            for kind, count in enumerate(ENGLAND.marker_counts)
        ),
        passengers=BOX.passengers - sum(baron.passengers for baron in barons),
        tiles=BOX.tiles - laid if tiles is None else tiles,
    )
    assert tiles is not None or list(GAME.check(state)) == []
    return state


def play(state: State, *lines: str) -> State:
    """The state after these actions."""
    for line in lines:
        state = GAME.play(state, GAME.read(line))
    return state


def drive(state: State, line: str, hex_: str) -> State:
    """The state after an extension against which nobody bids."""
    state = play(state, f"drive {line} {hex_}")
    news = state.news
    while "pass" in offers(state):
        state = play(state, "pass")
        news += state.news
    return replace(state, news=news)


def offers(state: State, verb: str = "") -> set[str]:
    """What is offered, or what completes `verb` in it."""
    start = f"{verb} " if verb else ""
    offered = {str(action) for action in GAME.actions(state)}
    return {line.removeprefix(start) for line in offered if line.startswith(start)}


def refused(state: State, line: str) -> str | None:
    """The number of the rule for which an action is refused."""
    assert line not in offers(state)
    with pytest.raises(IllegalAction) as caught:
        play(state, line)
    return caught.value.why.rule if isinstance(caught.value.why, WhyNot) else None


def told(state: State, kind: type[N]) -> list[N]:
    """The news of one kind that the last action left."""
    news: tuple[object, ...] = state.news
    return [item for item in news if isinstance(item, kind)]


def money(state: State) -> list[int]:
    """What each player has."""
    return [baron.cash for baron in state.barons]


def line_of(state: State, name: str) -> Line:
    """A line by its letters."""
    return state.lines[ENGLAND.company[name]]


def shares_of(state: State, name: str) -> list[int]:
    """How many shares of a line each player holds."""
    return [baron.shares[ENGLAND.company[name]] for baron in state.barons]


def engine_of(state: State, name: str) -> str:
    """Where the engine of a line stands."""
    return GRID.name[line_of(state, name).engine]


def track_of(state: State, name: str) -> set[str]:
    """The hexes of a line, its engine's included."""
    return set(GRID.names(line_of(state, name).cells))


def towns_of(state: State, name: str) -> set[str]:
    """The towns that a line serves."""
    return {ENGLAND.town_names[town] for town in members(line_of(state, name).towns)}


def stations_of(state: State, seat: int) -> set[str]:
    """Where a player's stations stand."""
    return set(GRID.names(state.barons[seat].stations))


def markers_left(state: State, city: str, good: str) -> int:
    """How many markers of a kind lie on a city."""
    return state.markers[ENGLAND.marker[city, good]]


def some_towns(count: int, *, without: str = "") -> str:
    """So many towns, none of them among `without`."""
    names = [name for name in ENGLAND.town_names if name not in without.split()]
    return " ".join(names[:count])


def _line(old: Line, name: str, *, way: str, more: str, into: str | None) -> Line:
    if into is not None:
        return replace(old, cells=NONE, engine=-1, heading=None, towns=NONE, into=_company(into))
    tiles = tuple((GRID.number[hex_], None, None) for hex_ in more.split())
    hexes = [GRID.number[hex_] for hex_ in way.split()]
    if not hexes:
        cells = Cells(old.cells | union(tile[0] for tile in tiles))
        return replace(old, cells=cells, towns=_touched(union(t[0] for t in tiles)), bends=tiles)
    whole = [old.engine, *hexes] if _touch(old.engine, hexes[0]) else hexes
    bends = tuple(
        (here, _side(here, before), _side(here, after))
        for before, here, after in zip([None, *whole], whole, whole[1:], strict=False)
        if here != old.engine
    )
    cells = union([*hexes, *(tile[0] for tile in tiles)])
    return replace(
        old,
        cells=cells,
        engine=hexes[-1],
        heading=GRID.direction(whole[-2], whole[-1]),
        towns=_touched(cells),
        bends=(*tiles, *bends),
    )


def _with_shares(line: Line, *, held: int, stock: int | None, autonomous: bool) -> Line:
    if line.into is not None or autonomous:
        extra = max(0, held - BOX.shares)
        return replace(line, stock=0, supplementary=extra, autonomous=autonomous)
    left = max(0, BOX.shares - held) if stock is None else stock
    return replace(line, stock=left, supplementary=held + left - BOX.shares)


def _serving(line: Line, names: str) -> Line:
    return replace(line, towns=union(ENGLAND.town_names.index(name) for name in names.split()))


def _markers(names: str) -> tuple[int, ...]:
    held = [0] * len(ENGLAND.markers)
    for name in names.split():
        city, good = name.split(":")
        held[ENGLAND.marker[city, good]] += 1
    return tuple(held)


def _company(name: str) -> int:
    return ENGLAND.company[name]


def _touched(cells: int) -> Cells:
    return union(town for town, near in enumerate(ENGLAND.near) if near & cells)


def _touch(start: int, end: int) -> bool:
    return end in GRID.neighbours[start]


def _side(hex_: int, other: int | None) -> int | None:
    return None if other is None else GRID.direction(hex_, other)
