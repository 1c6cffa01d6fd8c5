"""Positions built in a few words, and words for what is done with them.

    state = game(3, sheet=plain_map())              # the lot has been cast: seat 0 begins
    state = construction(3, sheet=plain_map())      # all are in Ada: company 0 opens round 2
    state = with_track(state, 1, "F1-F2-F3")        # along neighbouring hexes, path by path
    state = with_money(state, 0, 7)                 # the bank has the rest
    state = play(state, "throw 6")                  # lines as in a record, those of chance too
    state = lay(state, "D7-E7-F7", "D7-D6")         # "from D7", "to E7", "to F7", "back", …
    state = operation(state)                        # construction is over: a race is drawn
    state = at_race(state, 11, 34)                  # the race from 11 to 34
    state = at_race(state, 11, 3, number=4)         # the fourth race, here a special one

The plain map has 16 columns (A to P) and 12 rows, all plain, and twelve towns with three numbers
each; the hexes D1 to H4 are far from all of them. In every row, neighbouring columns are
neighbouring hexes: A5-B5-C5 is a line. A hex of the columns B, D, F … also touches the next row of
both columns beside it, one of A, C, E … the row before. What is asked for can be added:

    plain_map(mountains="F5 F6", rivers=["H8 N"], wide=["H8 S"], barriers=["C3 N"],
              land={"P5": "b"}, white=["P5-P6"], special=[("p", "N1"), …], start=("Ada", "Bix"))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeVar

import pytest
from msgspec import convert
from msgspec.structs import replace

from trainshed.board.hexes import Cells, members, opposite, union
from trainshed.core import IllegalAction
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Laid, WhyNot
from trainshed.games.dampfross.box import Board
from trainshed.games.dampfross.build import Laying
from trainshed.games.dampfross.sheet import (
    Barrier,
    Place,
    Region,
    River,
    Sheet,
    Special,
    Start,
    Town,
    White,
    column_row,
    write,
)
from trainshed.games.dampfross.state import Company, Jump, Options, State

N = TypeVar("N")

TOWNS = {
    "Ada": "D7",
    "Bix": "H7",
    "Cob": "L7",
    "Dun": "P7",
    "Ely": "D11",
    "Fen": "H11",
    "Gap": "L11",
    "Hay": "P11",
    "Ivo": "J3",
    "Jod": "M3",
    "Kew": "P3",
    "Lot": "P2",
}
"""The towns of the plain map; Kew and Lot are neighbours."""
REGIONS = {"a": Region("Aland", home=True), "b": Region("Bland"), "c": Region("Cland")}
NUMBERS = tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
"""Ada has 11, 12 and 13, Bix 14, 15 and 16, Cob 21, 22 and 23, and so on."""


# Maps


def plain_map(
    *,
    mountains: str = "",
    land: Mapping[str, str] | None = None,
    rivers: Sequence[str] = (),
    wide: Sequence[str] = (),
    barriers: Sequence[str] = (),
    white: Sequence[str] = (),
    special: Sequence[tuple[str, ...]] = (),
    start: Sequence[str] = ("Ada",),
    towns: Mapping[str, str] | None = None,
    places: Mapping[str, str] | None = None,
    ports: Mapping[str, str] | None = None,
    start_places: Mapping[str, Mapping[str, int]] | None = None,
    one_way: bool = False,
    abroad: Literal["frontier", "anywhere", "none"] | None = None,
) -> str:
    """A map of one's own, written out, for the option `sheet` (with `map` = own).

    `land`: signs of hexes, such as "b" (a frontier hex of Bland), "c" (of Cland), "~" (water).
    `mountains`: hexes that are mountains. `rivers`, `wide`, `barriers`: sides such as "H8 N".
    `white`: paths. `special`: six rows of hexes, or of "region b". `towns`: hexes of towns that
    stand elsewhere. `ports`: more towns for the number 66, by name, which Lot keeps too.
    """
    signs = [["a"] * 16 for _ in range(12)]
    for hex_, sign in (land or {}).items():
        column, row = _at(hex_)
        signs[row][column] = sign
    for hex_ in mountains.split():
        column, row = _at(hex_)
        signs[row][column] = signs[row][column].upper()
    stand = {**TOWNS, **(towns or {})}
    numbered = {
        name: Town(hex_, NUMBERS[3 * n : 3 * n + 3]) for n, (name, hex_) in enumerate(stand.items())
    }
    numbered |= {name: Town(hex_, (66,)) for name, hex_ in (ports or {}).items()}
    regions = {
        letter: region
        for letter, region in REGIONS.items()
        if any(letter in "".join(row).lower() for row in signs)
    }
    streams = (
        (River("Bek", tuple(rivers)), rivers),
        (River("Broad", tuple(wide), wide=True), wide),
    )
    return write(
        Sheet(
            title="Plain",
            abroad=abroad or ("frontier" if len(regions) > 1 else "none"),
            start=Start(
                tuple(start),
                {count: dict(some) for count, some in (start_places or {}).items()},
                one_way,
            ),
            rows=tuple("".join(row) for row in signs),
            regions=regions,
            towns=numbered,
            places={name: Place(hex_) for name, hex_ in (places or {}).items()},
            rivers=tuple(river for river, sides in streams if sides),
            barriers=(Barrier("Wash", tuple(barriers)),) if barriers else (),
            white=tuple(White(f"Line {n}", tuple(p.split("-"))) for n, p in enumerate(white)),
            special=tuple(_special(n, words) for n, words in enumerate(special, start=1)),
        )
    )


def _special(number: int, words: Sequence[str]) -> Special:
    regions = tuple(word.removeprefix("region ") for word in words if word.startswith("region "))
    hexes = tuple(word for word in words if not word.startswith("region "))
    return Special(f"Special {number}", hexes, regions)


def _at(hex_: str) -> tuple[int, int]:
    found = column_row(hex_)
    assert found is not None, hex_
    return found


# Positions


def fresh(seats: int = 3, **options: Any) -> State:  # noqa: ANN401 - the value of an option
    """A new game before the lot; with a `sheet`, on that map."""
    if "sheet" in options:
        options = {"map": "own", **options}
    return GAME.start(convert(options, Options), seats)


def game(seats: int = 3, *, first: int = 0, **options: Any) -> State:  # noqa: ANN401 - as fresh
    """A new game after the lot: the budget of the first round is thrown."""
    return play(fresh(seats, **options), f"begin {first}")


def construction(
    seats: int = 3,
    *,
    opener: int = 0,
    starts: Sequence[str] = (),
    **options: Any,  # noqa: ANN401 - as fresh
) -> State:
    """The second round is about to be opened by `opener`; nobody has built anything.

    Every company has started, in the town that stands in `starts` for it, or in the first one.
    """
    state = fresh(seats, **options)
    count = len(state.companies)
    state = play(state, f"begin {(opener - 1) % count % seats}")
    if count != seats:  # two players with David, or with two companies each
        state = replace(state, began=(opener - 1) % count)
    board = state.board
    named = [starts[n] if n < len(starts) else board.towns[board.start[0]] for n in range(count)]
    homes = [board.town_of[name] for name in named]
    companies = tuple(
        replace(company, start=board.town_hexes[town])
        for company, town in zip(state.companies, homes, strict=True)
    )
    return replace(state, companies=companies, connected=union(homes), round=2)


def operation(state: State, *, races: int = 0) -> State:
    """Construction is over, after three rounds in which nobody laid anything: a race is drawn.

    The state has to be one in which a round is opened. So many `races` have been run.
    """
    state = play(replace(state, idle=2, races=races), "throw 1")
    return all_stop(state)


def at_race(state: State, start: int, goal: int, *, number: int = 0) -> State:
    """A race is drawn: the one with this `number`, or the next.

    For a special race the goal is the result of one die.
    """
    if number:
        state = replace(state, races=number - 1)
    state = play(state, dice(start))
    return play(state, dice(goal) if goal > 6 else f"throw {goal}")


def dice(number: int) -> str:
    """The throw of two dice that gives a number."""
    return f"dice {number // 10} {number % 10}"


def with_track(state: State, company: int, *paths: str, connected: bool = True) -> State:
    """A company with track along these paths besides what it has; towns on it are `connected`."""
    board, was = state.board, state.companies[company]
    track, cells = [int(cell) for cell in was.track], int(was.cells)
    for path in paths:
        hexes = [board.grid.number[name] for name in path.split("-")]
        for here, there in pairwise(hexes):
            direction = board.grid.direction(here, there)
            track[direction] |= 1 << here
            track[opposite(direction)] |= 1 << there
            cells |= 1 << here | 1 << there
    state = state.with_company(
        company, replace(was, cells=Cells(cells), track=tuple(map(Cells, track)))
    )
    if not connected:
        return state
    reached = union(board.town_at[hex_] for hex_ in members(cells & board.town_cells))
    return replace(state, connected=Cells(state.connected | reached))


def with_money(state: State, company: int, amount: int) -> State:
    """A company with this balance; the bank has the difference."""
    was = state.companies[company]
    more = amount - was.balance
    state = state.with_company(company, replace(was, money=(was.money[0] + more, *was.money[1:])))
    return replace(state, bank=state.bank - more)


def with_jump(state: State, company: int, over: int, start: str, end: str) -> State:
    """A company that has jumped along the line of another from hex to hex."""
    was, number = state.companies[company], state.board.grid.number
    jump = Jump(over, number[start], number[end])
    return state.with_company(company, replace(was, jumps=(*was.jumps, jump)))


def with_connected(state: State, towns: Iterable[str]) -> State:
    """These towns are connected, and no others."""
    return replace(state, connected=union(state.board.town_of[name] for name in towns))


def with_used(state: State, *numbers: int) -> State:
    """These station numbers have been drawn, and no others."""
    return replace(state, used=union(map(NUMBERS.index, numbers)))


def used(state: State) -> set[int]:
    """The station numbers that have been drawn."""
    return {NUMBERS[n] for n in members(state.used)}


def with_specials(state: State, *results: int) -> State:
    """These special results have been drawn, and no others."""
    return replace(state, specials=sum(1 << result for result in results))


# Playing


def play(state: State, *lines: str) -> State:
    """The state after these actions."""
    for line in lines:
        state = GAME.play(state, GAME.read(line))
    return state


def lay(state: State, *paths: str) -> State:
    """The company that is asked lays these paths, one segment after another."""
    for path in paths:
        first, *others = path.split("-")
        here = standing(state)
        if here != first:
            state = play(state, "back") if here else state
            state = play(state, f"from {first}")
        for hex_ in others:
            state = play(state, f"to {hex_}")
    return state


def standing(state: State) -> str:
    """The hex out of which is being built, if one is chosen."""
    step = state.stack[-1]
    return state.board.grid.name[step.hex] if isinstance(step, Laying) else ""


def stop(state: State) -> State:
    """The company that builds has done."""
    if "stop" not in offers(state):
        state = play(state, "back")
    return play(state, "stop")


def all_stop(state: State, *, most: int = 50) -> State:
    """Nobody builds any more until chance is asked, or something else."""
    for _ in range(most):
        if not offers(state) & {"stop", "back"}:
            return state
        state = stop(state)
    raise AssertionError("this does not end")


# Looking


def offers(state: State, verb: str = "") -> set[str]:
    """What is offered, or what completes `verb` in it."""
    start = f"{verb} " if verb else ""
    offered = {str(action) for action in GAME.actions(state)}
    return {line.removeprefix(start) for line in offered if line.startswith(start)}


def accepts(state: State, line: str) -> bool:
    """Whether an action may be played."""
    try:
        play(state, line)
    except IllegalAction:
        return False
    return True


def refused(state: State, line: str) -> str | None:
    """The number of the rule for which an action is refused, if the law can tell."""
    with pytest.raises(IllegalAction) as caught:
        play(state, line)
    return caught.value.why.rule if isinstance(caught.value.why, WhyNot) else None


def asked(state: State) -> int | None:
    """Who is asked; -1 is chance."""
    return GAME.actor(state)


def told(state: State, kind: type[N]) -> list[N]:
    """The news of one kind that the last action left."""
    news: tuple[object, ...] = state.news
    return [item for item in news if isinstance(item, kind)]


def cost(state: State) -> int:
    """What the segment just laid has cost."""
    (laid,) = told(state, Laid)
    return laid.cost


def fees(state: State) -> dict[int, int]:
    """What was paid to each rival for the segment just laid."""
    (laid,) = told(state, Laid)
    return dict(laid.fees)


def balance(state: State, company: int) -> int:
    """What lies on an account."""
    return state.companies[company].balance


def balances(state: State) -> list[int]:
    """What lies on each account."""
    return [company.balance for company in state.companies]


def has_track(company: Company, board: Board, path: str) -> bool:
    """Whether a company has all these segments."""
    hexes = [board.grid.number[name] for name in path.split("-")]
    return all(
        bool(company.track[board.grid.direction(here, there)] >> here & 1)
        for here, there in pairwise(hexes)
    )


def total(state: State) -> int:
    """All the money there is: nothing, as long as it is only booked from here to there."""
    return state.bank + sum(balances(state))
