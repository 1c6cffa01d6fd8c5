"""R6.8, R9.3 The sheets beside the map: accounts, the race, the numbers drawn, the races so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.scene import Line, Table
from trainshed.core import Place, Text, say

from .draw import NUMBERS
from .lay import PLATES, company
from .panels import to_go

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import Race, State

_HEADS = {
    "start": say("start"),
    "towns": say("towns"),
    "fees": say("fees"),
    "charges": say("charges"),
    "prizes": say("prizes"),
    "building": say("building"),
}


def tables(state: State) -> Iterator[Table]:
    """All sheets that have something to say."""
    if state.trains:
        yield standings(state)
    yield accounts(state)
    if state.race is not None or state.drawn:
        yield races(state)
        yield numbers(state)
    if state.board.special:
        yield destinations(state)


def accounts(state: State) -> Table:
    """R6.8 The accounts, by what they are made of."""
    return Table(
        key="accounts",
        title=say("Accounts"),
        columns=(say("company"), *_HEADS.values(), say("balance")),
        lines=tuple(
            Line(
                key=f"account:{number}",
                plate=PLATES[number],
                cells=(
                    company(state, number),
                    *(_amount(amount) for amount in found.money),
                    _figure(found.balance),
                ),
            )
            for number, found in enumerate(state.companies)
        ),
        figures=(False, *(True,) * (len(_HEADS) + 1)),
    )


def standings(state: State) -> Table:
    """R14.5 The trains of the race in their order."""
    lines = []
    for train in state.trains:
        number = train.companies[0]
        left = to_go(state, train)
        here = Place(state.board.hex_title(train.path[train.at]))
        owners = tuple(company(state, owner) for owner in train.companies)
        rest = None if left is None else _figure(left)
        if train.place is not None:
            rest = say("arrived in round {round}", round=train.place[0])
        lines.append(
            Line(
                key=f"train:{number}",
                plate=PLATES[number],
                cells=(say("{companies}", companies=owners), say("{hex}", hex=here), rest),
                past=train.place is not None,
            )
        )
    race = state.race
    title = say("Race {number}", number=state.races + 1 if race is None else race.number)
    return Table(
        key="race",
        title=title,
        columns=(say("train"), say("at"), say("hexes to go")),
        lines=tuple(lines),
        note=None if race is None else _from_to(state, race),
        figures=(False, False, True),
    )


def races(state: State) -> Table:
    """R9.3 The races so far."""
    found = (*state.drawn, *((state.race,) if state.race is not None else ()))
    return Table(
        key="races",
        title=say("Races"),
        columns=(say("race"), say("from"), say("to")),
        lines=tuple(
            Line(
                key=f"race:{race.number}",
                plate=None,
                cells=(_figure(race.number), _station(state, race.start), _goal(state, race)),
                current=race is state.race,
                past=race is not state.race,
            )
            for race in reversed(found)
        ),
        figures=(True, False, False),
    )


def numbers(state: State) -> Table:
    """R9.3 The station numbers; those that were drawn are crossed out."""
    lines = []
    for tens in range(1, 7):
        row = [10 * tens + ones for ones in range(1, 7)]
        struck = (n for n, it in enumerate(row) if state.used >> NUMBERS.index(it) & 1)
        cells = tuple(_figure(number) for number in row)
        lines.append(Line(f"tens:{tens}", None, cells, struck=tuple(struck)))
    return Table(
        key="numbers",
        title=say("Numbers"),
        columns=tuple(_figure(ones) for ones in range(1, 7)),
        lines=tuple(lines),
        note=say("drawn numbers are crossed out"),
        figures=(True,) * 6,
    )


def destinations(state: State) -> Table:
    """R10.2 The special destinations."""
    return Table(
        key="destinations",
        title=say("Special destinations"),
        columns=(say("die"), say("where")),
        lines=tuple(
            Line(
                key=f"special:{number}",
                plate=None,
                cells=(_figure(number), say("{place}", place=Place(special.name))),
                past=bool(state.specials >> number & 1),
            )
            for number, special in enumerate(state.board.sheet.special, 1)
        ),
        figures=(True, False),
    )


def _figure(number: int) -> Text:
    return say("{n}", n=number)


def _amount(amount: int) -> Text | None:
    return _figure(amount) if amount else None


def _station(state: State, number: int) -> Text:
    """A station by its number and its towns."""
    names = tuple(Place(state.board.towns[town]) for town in state.board.stations.get(number, ()))
    return say("{number} {towns}", number=number, towns=names)


def _goal(state: State, race: Race) -> Text | None:
    if not race.goal:
        return None
    if race.special:
        name = state.board.sheet.special[race.goal - 1].name
        return say("{number} {towns}", number=race.goal, towns=Place(name))
    return _station(state, race.goal)


def _from_to(state: State, race: Race) -> Text:
    start, goal = _station(state, race.start), _goal(state, race)
    if goal is None:
        return say("from {start}", start=start)
    return say("{start} to {goal}", start=start, goal=goal)
