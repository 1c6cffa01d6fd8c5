"""Races on a map of one's own: a plain of 20 times 9 hexes, and what stands on it.

    state = race(row("A5", "E5"), "A5-A6-B6-C6-D5-E5", "", east="E5", money=(30, 20, 20))
    state = play(state, "enter A5-B5-C5-D5-E5", "stay")

Rows run straight from west to east: `row("A5", "E5")` is A5-B5-C5-D5-E5. The race is from West,
number 11, to East, number 21; the other towns are far from both. Lines are drawn as ways, those of
a company separated by spaces. `meeting` is the same for rule set B.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from tests.rules.dampfross.position import (
    game,
    offers,
    plain_map,
    play,
    told,
    with_money,
    with_track,
)
from trainshed.core import IllegalAction
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Charged, Prize
from trainshed.games.dampfross.entering import Tracing
from trainshed.games.dampfross.france import Meeting, Rolling, Stepping
from trainshed.games.dampfross.operation import Operation
from trainshed.games.dampfross.run import Turning
from trainshed.games.dampfross.sheet import (
    Region,
    River,
    Sheet,
    Special,
    Start,
    Town,
    White,
    column_row,
    hex_name,
    write,
)
from trainshed.games.dampfross.state import Options, State, Train

COLUMNS, ROWS = 20, 9
NUMBERS = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
FAR = {f"Far {hex_}": hex_ for hex_ in ("A1", "E1", "I1", "M1", "Q1", "A9", "E9", "I9", "M9", "Q9")}
"""Towns that are in no race."""


def row(start: str, end: str) -> str:
    """The straight way between two hexes of a row."""
    (first, line), (last, _) = column_row(start) or (0, 0), column_row(end) or (0, 0)
    step = 1 if last > first else -1
    return "-".join(hex_name(column, line) for column in range(first, last + step, step))


def lab(
    *,
    west: str = "A5",
    east: str = "T5",
    mountains: str = "",
    abroad: str = "",
    rivers: str = "",
    wide: str = "",
    white: str = "",
    towns: Mapping[str, str] | None = None,
    special: Sequence[str] = (),
    rules: str = "laurin",
) -> str:
    """A map. `abroad` are frontier hexes; rivers are sides such as `B5 SE`, parted by commas."""
    high, foreign = set(mountains.split()), set(abroad.split())
    lines = []
    for y in range(ROWS):
        names = [hex_name(x, y) for x in range(COLUMNS)]
        signs = ["f" if name in foreign else "h" for name in names]
        lines.append(
            "".join(s.upper() if n in high else s for n, s in zip(names, signs, strict=True))
        )
    placed = {"West": west, "East": east, **(FAR if towns is None else towns)}
    numbers: dict[str, list[int]] = {name: [] for name in placed}
    for n, number in enumerate(NUMBERS):
        rest = [*placed][2:] or [*placed]
        name = "West" if number == 11 else "East" if number == 21 else rest[n % len(rest)]
        numbers[name].append(number)
    regions = {"h": Region("Home", home=True)}
    if foreign:
        regions["f"] = Region("Elsewhere")
    found = Sheet(
        title="Laboratory",
        about="For tests.",
        rules="france" if rules == "france" else "laurin",
        abroad="frontier" if foreign else "none",
        start=Start(towns=("West",)),
        rows=tuple(lines),
        regions=regions,
        towns={name: Town(hex_, tuple(numbers[name])) for name, hex_ in placed.items()},
        rivers=tuple(
            River(name, tuple(sides.split(", ")), wide=name == "Wide")
            for name, sides in (("River", rivers), ("Wide", wide))
            if sides
        ),
        white=(White("White", tuple(white.split("-"))),) if white else (),
        special=tuple(Special(f"special {n}", tuple(t.split())) for n, t in enumerate(special, 1)),
    )
    return write(found)


def network(
    *lines: str,
    money: Sequence[int] | None = None,
    sheet: str | None = None,
    began: int = 0,
    **options: object,
) -> State:
    """Companies with these lines and balances (20 where none is named), in no phase yet."""
    chosen = {"map": "own", "sheet": lab() if sheet is None else sheet, **options}
    state = GAME.start(convert(chosen, Options), len(lines))
    start = state.board.town_hexes[state.board.start[0]]
    for company, drawn in enumerate(lines):
        state = state.with_company(company, replace(state.companies[company], start=start))
        state = with_track(state, company, *drawn.split())
        state = with_money(state, company, 20 if money is None else money[company])
    return replace(state, began=began, round=1, operating=True, stack=())


def operating(state: State) -> State:
    """The first question of a race."""
    step = Operation() if state.rules == "laurin" else Meeting()
    return GAME._settle(replace(state, stack=(step,)))


def race(
    *lines: str,
    money: Sequence[int] | None = None,
    began: int = 0,
    options: Mapping[str, object] | None = None,
    **places: Any,  # noqa: ANN401 - as lab
) -> State:
    """A race of rule set A is drawn, from West to East; see `lab` and `network`.

    With a `special` table it is the fourth, and the die shows 1.
    """
    sheet = lab(**places)
    state = network(*lines, money=money, began=began, sheet=sheet, **(options or {}))
    if places.get("special"):
        return play(operating(replace(state, races=3)), "dice 1 1", "throw 1")
    return play(operating(state), "dice 1 1", "dice 2 1")


def meeting(
    *lines: str,
    money: Sequence[int] | None = None,
    drawer: int = 0,
    options: Mapping[str, object] | None = None,
    **places: Any,  # noqa: ANN401 - as lab
) -> State:
    """The first race of rule set B is drawn by this company, from West to East."""
    sheet = lab(rules="france", **places)
    began = (drawer - 1) % len(lines)
    state = network(*lines, money=money, began=began, sheet=sheet, **(options or {}))
    return play(operating(state), "dice 1 1", "dice 2 1")


def building(
    *lines: str,
    pips: int = 6,
    money: Sequence[int] | None = None,
    options: Mapping[str, object] | None = None,
    **places: Any,  # noqa: ANN401 - as plain_map
) -> State:
    """Company 0 opens the second round of rule set B, on the plain map: all have D7-D8."""
    seats = len(lines)
    chosen = {"sheet": plain_map(**places), "rules": "france", **(options or {})}
    state = play(game(seats, first=seats - 1, **chosen), *("to D8",) * seats)
    for company, drawn in enumerate(lines):
        state = with_track(state, company, *drawn.split())
        state = with_money(state, company, 20 if money is None else money[company])
    return play(state, f"throw {pips}")


# Playing


def trace(state: State, way: str) -> State:
    """The company that is asked draws this route step by step."""
    state = play(state, "trace")
    for word in way.split("-"):
        state = play(state, f"step {word.replace(':', ' ')}")
    return state


def declare(state: State, way: str) -> State:
    """The company that is asked enters on this route, one that is offered or a drawn one."""
    return play(state, f"enter {way}") if way in offers(state, "enter") else trace(state, way)


def declares(state: State, way: str) -> bool:
    """Whether the company that is asked may enter on this route."""
    try:
        after = declare(state, way)
    except IllegalAction:
        return False
    return not isinstance(after.stack[-1], Tracing)


def over(way: str, line: int | None) -> str:
    """A way over the line of one company, without its first hex: `B5:1-C5:1`."""
    words = way.split("-")[1:]
    return "-".join(words if line is None else (f"{word}:{line}" for word in words))


# Looking


def runner(state: State) -> tuple[int, ...]:
    """The companies of the train that throws or moves."""
    step = state.stack[-1]
    assert isinstance(step, Turning | Rolling | Stepping)
    return state.trains[step.train].companies


def train(state: State, company: int) -> Train:
    """The train of a company."""
    (found,) = (train for train in state.trains if company in train.companies)
    return found


def route(state: State, company: int) -> str:
    """The hexes of the route of a company."""
    return "-".join(state.board.grid.name[hex_] for hex_ in train(state, company).path)


def entered(state: State) -> set[int]:
    """The companies that have a train in the race."""
    return {company for train in state.trains for company in train.companies}


def charged(state: State) -> dict[tuple[int, int], int]:
    """What each company has just paid another (or -1, the bank)."""
    return {(item.company, item.to): item.amount for item in told(state, Charged)}


def prizes(state: State) -> dict[int, int]:
    """What each company has just got for its place."""
    return {item.company: item.amount for item in told(state, Prize) if item.amount}
