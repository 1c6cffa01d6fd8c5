"""The map read a second time, by the letter of R5 and R6: where a line may go and what it costs.

Nothing here uses the tables of the game; hexes are known by their names, sides by theirs.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

SIDES = ("E", "NE", "NW", "W", "SW", "SE")
ROUND = {side: at for at, side in enumerate(SIDES)}
BACK = {side: SIDES[(at + 3) % 6] for side, at in ROUND.items()}
STEPS = {
    "E": ((0, 1), (0, 1)),
    "NE": ((-1, 0), (-1, 1)),
    "NW": ((-1, -1), (-1, 0)),
    "W": ((0, -1), (0, -1)),
    "SW": ((1, -1), (1, 0)),
    "SE": ((1, 0), (1, 1)),
}
"""The step to each side in an even row and in an odd one, which is shifted to the east."""
SHEET: dict[str, Any] = tomllib.loads(
    files("trainshed.games.tycoon").joinpath("map.toml").read_text(encoding="utf-8")
)
FOLDER = Path(__file__).parents[3].parent / "shared" / "facts" / "railroad-tycoon"


def shared(name: str) -> dict[str, Any]:
    """A file of facts beside the repository, empty where it is not at hand."""
    file = FOLDER / name
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def _name(row: int, column: int) -> str:
    letters = chr(65 + row) if row < 26 else "A" + chr(65 + row - 26)
    return f"{letters}{column}"


PLACE = {
    _name(row, column): (row, column)
    for row, line in enumerate(SHEET["rows"])
    for column, sign in enumerate(line[row % 2 :: 2])
    if sign != " "
}
NAME = {place: name for name, place in PLACE.items()}
GROUND = {
    _name(row, column): sign
    for row, line in enumerate(SHEET["rows"])
    for column, sign in enumerate(line[row % 2 :: 2])
    if sign != " "
}
LAND = [name for name, sign in GROUND.items() if sign in ".h"]
TOWNS = {name: city["hex"] for name, city in SHEET["cities"].items()}
CITY = {hex_: name for name, hex_ in TOWNS.items()}


@cache
def beside(hex_: str, side: str) -> str | None:
    """The hex on the other side, None off the map."""
    row, column = PLACE[hex_]
    down, right = STEPS[side][row % 2]
    return NAME.get((row + down, column + right))


def _toward(here: str, there: str) -> str:
    return next(side for side in SIDES if beside(here, side) == there)


def _rivers() -> dict[str, list[frozenset[str]]]:
    """For each hex the sides of its rivers; rivers that share a side, a spring or a mouth join."""
    found: dict[str, list[frozenset[str]]] = {}
    for river in SHEET["rivers"]:
        path = list(river["path"])
        before = path.pop(0) if path[0] in SIDES else None
        after = path.pop() if path[-1] in SIDES else None
        for at, hex_ in enumerate(path):
            enters = _toward(hex_, path[at - 1]) if at else before
            leaves = _toward(hex_, path[at + 1]) if at + 1 < len(path) else after
            sides = frozenset(side for side in (enters, leaves) if side)
            if sides:
                found.setdefault(hex_, []).append(sides)
    return {hex_: _joined(arms) for hex_, arms in found.items()}


def _joined(arms: list[frozenset[str]]) -> list[frozenset[str]]:
    """Rivers that share a side or end in the hex of another are one."""
    systems: list[frozenset[str]] = []
    for arm in arms:
        touching = [old for old in systems if old & arm or len(old) == 1 or len(arm) == 1]
        for old in touching:
            systems.remove(old)
        systems.append(arm.union(*touching))
    return systems


RIVERS = _rivers()
RIDGES: dict[str, set[str]] = {}
for _ridge in SHEET["ridges"]:
    for _written in _ridge["sides"]:
        _hex, _side = _written.split()
        _other = beside(_hex, _side)
        assert _other
        RIDGES.setdefault(_hex, set()).add(_side)
        RIDGES.setdefault(_other, set()).add(BACK[_side])


def banks(river: Iterable[str]) -> list[set[str]]:
    """R6.4 The banks of a river: from one of its sides round to the next, both included."""
    mouths = sorted(ROUND[side] for side in river)
    found = []
    for at, start in enumerate(mouths):
        end = mouths[(at + 1) % len(mouths)]
        length = (end - start) % 6 or 6
        found.append({SIDES[(start + step) % 6] for step in range(length + 1)})
    return found


def crosses(hex_: str, a: str, b: str) -> bool:
    """R6.3, R6.5, R6.6 Whether a segment goes from one bank to another."""
    return any(
        len(river) > 1 and not any({a, b} <= bank for bank in banks(river))
        for river in RIVERS.get(hex_, ())
    )


def tile(hex_: str, a: str, b: str) -> int:
    """R6.1, R6.3 The price of a tile without ridges."""
    return (4000 if GROUND[hex_] == "h" else 2000) + 1000 * crosses(hex_, a, b)


def ridge(hex_: str, side: str) -> int:
    """R6.7 What a side costs more."""
    return 4000 if side in RIDGES.get(hex_, ()) else 0


def goes(hex_: str | None) -> bool:
    """R5.8 Whether track can ever lie in a hex, or a city is there."""
    return hex_ is not None and GROUND[hex_] in ".ho"


class Way(NamedTuple):
    """A way to a city: what it costs, how many tiles it has, by which sides it goes."""

    price: int
    tiles: int
    turns: tuple[int, ...]


Used = Callable[[str], frozenset[str]]


def nothing(hex_: str) -> frozenset[str]:
    """The sides that are taken on an empty map."""
    return frozenset()


def legal(hex_: str, a: str, start: str, used: Used = nothing) -> list[str]:
    """R5.7, R5.8, R5.9 The sides by which a tile that begins at a side may leave its hex."""
    taken = used(hex_)
    if hex_ not in LANDS or a in taken or len(taken) > 2:
        return []
    home = TOWNS[start]
    return [
        b
        for b in SIDES
        if b != a and b not in taken and goes(beside(hex_, b)) and beside(hex_, b) != home
    ]


LANDS = set(LAND)


def ways(
    start: str,
    most: int,
    used: Used = nothing,
    *,
    at: tuple[str, str] | None = None,
    only: str | None = None,
) -> dict[str, Way]:
    """R5.15 The cheapest way to each city in reach, from a city or from an open end.

    Of equally cheap ways the shortest, then the first by directions. `at` is the hex and the side
    at which a line stands already; `only` keeps to the ways that leave the city by one side.
    """
    found: dict[str, Way] = {}

    def search(hex_: str, a: str, so_far: Way, laid: tuple[str, ...]) -> None:
        if so_far.tiles == most or hex_ in laid:
            return
        for b in legal(hex_, a, start, used):
            there = beside(hex_, b)
            assert there
            cost = so_far.price + tile(hex_, a, b) + ridge(hex_, b)
            way = Way(cost, so_far.tiles + 1, (*so_far.turns, ROUND[b]))
            if there not in CITY:
                search(there, BACK[b], way, (*laid, hex_))
            elif CITY[there] not in found or way < found[CITY[there]]:
                found[CITY[there]] = way

    for hex_, side, so_far in _heads(start, at, only):
        search(hex_, side, so_far, ())
    return found


def _heads(
    start: str, at: tuple[str, str] | None, only: str | None
) -> Iterator[tuple[str, str, Way]]:
    """The hexes where the first tile may come, the side where it begins, a ridge before it."""
    if at is not None:
        there = beside(*at)
        assert there
        yield there, BACK[at[1]], Way(0, 0, ())
        return
    for side in (only,) if only else SIDES:
        there = beside(TOWNS[start], side)
        if there in LANDS:
            yield there, BACK[side], Way(ridge(there, BACK[side]), 0, (ROUND[side],))
